// SPDX-License-Identifier: MIT
import Geometry
import Pixels

/// A film file whose frames are decoded when they are shown.
package protocol Clip: AnyObject {
  /// The description of the film.
  var info: ClipInfo { get }
  /// Returns the frame shown at a time of the film, in seconds: the last one that begins by then; the first one before
  /// its start. A time gives one frame, in whatever order times are asked for.
  ///
  /// - Throws: `LayerError` if no frame can be decoded.
  func frame(at seconds: Double) throws -> Bitmap
  /// Returns the remarks since the last call, such as a damaged frame for which another is shown.
  func takeRemarks() -> [String]
}

/// The description of a film file.
package struct ClipInfo: Sendable, Equatable {
  /// The size as shown, in points, with rotation and the shape of pixels applied.
  package var size: Size
  /// In seconds.
  package var duration: Double
  /// The mean number of frames per second.
  package var frameRate: Double
  package var frameCount: Int
  package var hasAlpha: Bool

  package init(size: Size, duration: Double, frameRate: Double, frameCount: Int, hasAlpha: Bool) {
    self.size = size
    self.duration = duration
    self.frameRate = frameRate
    self.frameCount = frameCount
    self.hasAlpha = hasAlpha
  }
}

/// A frame of a film and its place in a layer.
struct ClipFrame {
  var bitmap: Bitmap
  /// The size as shown, in points.
  var size: Size
  var gravity: ContentsGravity
}
