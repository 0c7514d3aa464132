// SPDX-License-Identifier: MIT
import LayerModel

/// The settings for writing a layer as a scene.
package struct SceneOptions {
  /// Pixels per point of what is written as pixels: drawings, vector pictures, frames. Default 3, the scale of phones.
  package var pixelScale = 3.0
  /// The frames per second of a sequence of pictures in place of the layers, for scenes that code moves; nil writes the
  /// layers.
  package var bake: Double?
  /// The start and the length of that sequence, in seconds; nil as for a film.
  package var start: Double?
  package var duration: Double?
  /// The scenes behind and before the layer in a wallpaper: `Background`, `Foreground`. Missing ones are empty.
  package var floors: [String: Layer] = [:]

  package init() {}

  /// The maximum number of pictures of a sequence; other programs refuse more.
  package static let frameLimit = 400
}
