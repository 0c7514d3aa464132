// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import SystemC

/// A picture that is drawn at any resolution, as the file of a drawing is.
package protocol ScalablePicture: AnyObject, Sendable {
  /// In points.
  var size: Size { get }
  /// The shapes it is made of, where nothing else is in it; nil for a picture that is drawn as pixels.
  var drawing: RecordedDrawing? { get }
  /// The shapes it is made of, for pages, which hold them as they are; nil where it is more than shapes. Unlike
  /// `drawing` it does not stand for the picture in pixels, which may differ at edges.
  var shapes: RecordedDrawing? { get }
  /// True if a bitmap may take long: films then ask for few resolutions, and scale what they get.
  var isSlow: Bool { get }
  /// The picture at a resolution, over all of its size rounded up to whole pixels. The same call gives the same pixels,
  /// on any thread.
  ///
  /// - Parameters:
  ///   - scale: pixels per point along x and y.
  ///   - offset: where the picture begins within the first pixel, 0 to 1 along x and y. A picture that takes long to draw
  ///     may begin with the pixel.
  ///   - mostPixels: of the bitmap; beyond it the resolution is lower, as beyond the picture's own limits.
  ///   - isStopped: asked now and then; true gives up.
  /// - Returns: nil when it cannot be drawn.
  func bitmap(scale: Size, offset: Point, mostPixels: Int, isStopped: (() -> Bool)?) -> ScaledBitmap?
}

/// A picture at a resolution.
package struct ScaledBitmap: Sendable {
  package var bitmap: Bitmap
  /// Pixels per point along x and y; the picture's right and lower edge may lie within the last pixels.
  package var scale: Size
  /// The place of the picture's corner in the first pixel.
  package var offset: Point

  package init(bitmap: Bitmap, scale: Size, offset: Point = .zero) {
    self.bitmap = bitmap
    self.scale = scale
    self.offset = offset
  }
}

extension ScalablePicture {
  package var shapes: RecordedDrawing? { nil }
  package var isSlow: Bool { false }

  /// The next resolution from one on of those that films ask for: powers of the fourth root of 2 along each axis.
  package func stepScale(_ scale: Size) -> Size {
    func step(_ scale: Double) -> Double {
      guard scale > 0, scale.isFinite else { return scale }
      // A step but for rounding stays a step.
      let exponent = (4 * log2(scale) - 1e-6).rounded(.up)
      let step = exp2(exponent / 4)
      return step.isFinite && step > 0 ? step : scale
    }
    return Size(step(scale.width), step(scale.height))
  }

  /// The picture from the corner of a pixel on.
  package func bitmap(scale: Size, mostPixels: Int, isStopped: (() -> Bool)?) -> ScaledBitmap? {
    bitmap(scale: scale, offset: .zero, mostPixels: mostPixels, isStopped: isStopped)
  }

  /// The picture stretched a little where it does not end on whole pixels, so that its bitmap ends where it does.
  ///
  /// - Parameter scale: the least pixels per point.
  package func bitmap(scale: Double, mostPixels: Int = 1 << 24) -> Bitmap? {
    bitmap(scale: wholeScale(Size(scale, scale)), mostPixels: mostPixels, isStopped: nil)?.bitmap
  }

  /// The least resolution from one on at which the picture ends on whole pixels.
  package func wholeScale(_ scale: Size) -> Size {
    func whole(_ scale: Double, _ length: Double) -> Double { max((scale * length - 1e-6).rounded(.up), 1) / length }
    return Size(whole(scale.width, size.width), whole(scale.height, size.height))
  }
}
