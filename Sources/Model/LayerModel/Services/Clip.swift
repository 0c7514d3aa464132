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
  /// Returns true if the file has sound.
  ///
  /// - Throws: `LayerError` if that cannot be found out.
  func hasSound() throws -> Bool
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
  /// The time of the first frame after the start of the file, where its sound may begin, in seconds.
  package var lead: Double

  package init(
    size: Size, duration: Double, frameRate: Double, frameCount: Int, hasAlpha: Bool, lead: Double = 0
  ) {
    self.size = size
    self.duration = duration
    self.frameRate = frameRate
    self.frameCount = frameCount
    self.hasAlpha = hasAlpha
    self.lead = lead
  }
}

/// A frame of a film and its place in a layer.
struct ClipFrame {
  var bitmap: Bitmap
  /// The size as shown, in points.
  var size: Size
  var gravity: ContentsGravity
}
