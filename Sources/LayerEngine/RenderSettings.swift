// SPDX-License-Identifier: MIT
/// The program's options for drawing a layer; embedders use `RenderOptions`.
package struct RenderSettings: Sendable {
  /// Pixels per point. Default 1.
  package var scale: Double
  /// The time that the picture shows, in seconds; nil is the script's current time.
  package var time: Double?
  /// The picture's number in a film, which `ca.onFrame` receives. Default 0.
  package var frame = 0
  /// The picture's size in points from the bounds' origin; nil is the bounds' own.
  package var width: Double?
  package var height: Double?
  /// A CSS colour that lies under the layer; nil is transparent.
  package var background: String?

  package init(
    scale: Double = 1, time: Double? = nil, width: Double? = nil, height: Double? = nil, background: String? = nil
  ) {
    self.scale = scale
    self.time = time
    self.width = width
    self.height = height
    self.background = background
  }
}
