// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import SystemC

/// A picture that can be drawn at any resolution, such as a vector file.
package protocol ScalablePicture: AnyObject, Sendable {
  /// Size in points.
  var size: Size { get }
  /// The picture as shapes; nil if it contains anything else, and for a picture that is drawn as pixels.
  var drawing: RecordedDrawing? { get }
  /// The picture as shapes for vector pages; nil if it contains anything else. Unlike `drawing`, it does not replace
  /// the picture in pixels, from which it may differ at edges.
  var shapes: RecordedDrawing? { get }
  /// True if rendering a bitmap may be slow; films then request few resolutions and scale the results.
  var isSlow: Bool { get }
  /// Returns the whole picture at a resolution, its size rounded up to whole pixels; nil if it cannot be drawn. Equal
  /// calls give equal pixels, on any thread.
  ///
  /// - Parameters:
  ///   - scale: pixels per point along x and y.
  ///   - offset: start of the picture within the first pixel, 0 to 1 along x and y. A slow picture may start at the
  ///     pixel's corner instead.
  ///   - mostPixels: maximum size of the bitmap; above it, as above the picture's own limits, the resolution is
  ///     reduced.
  ///   - isStopped: polled periodically; returning true abandons the drawing.
  func bitmap(scale: Size, offset: Point, mostPixels: Int, isStopped: (() -> Bool)?) -> ScaledBitmap?
}

/// A picture rendered at a resolution.
package struct ScaledBitmap: Sendable {
  package var bitmap: Bitmap
  /// Pixels per point along x and y. The picture's right and lower edges may lie inside the last pixels.
  package var scale: Size
  /// Position of the picture's corner in the first pixel.
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

  /// Rounds a scale up to the resolutions that films request: powers of the fourth root of 2, along each axis.
  package func stepScale(_ scale: Size) -> Size {
    func step(_ scale: Double) -> Double {
      guard scale > 0, scale.isFinite else { return scale }
      // The tolerance keeps a scale that is such a power but for rounding.
      let exponent = (4 * log2(scale) - 1e-6).rounded(.up)
      let step = exp2(exponent / 4)
      return step.isFinite && step > 0 ? step : scale
    }
    return Size(step(scale.width), step(scale.height))
  }

  /// Returns the picture aligned to the corner of a pixel.
  package func bitmap(scale: Size, mostPixels: Int, isStopped: (() -> Bool)?) -> ScaledBitmap? {
    bitmap(scale: scale, offset: .zero, mostPixels: mostPixels, isStopped: isStopped)
  }

  /// Returns the picture stretched slightly to a whole number of pixels, so that its bitmap ends where it does.
  ///
  /// - Parameter scale: minimum number of pixels per point.
  package func bitmap(scale: Double, mostPixels: Int = 1 << 24) -> Bitmap? {
    bitmap(scale: wholeScale(Size(scale, scale)), mostPixels: mostPixels, isStopped: nil)?.bitmap
  }

  /// Returns the smallest resolution, at least `scale`, at which the picture ends on whole pixels.
  package func wholeScale(_ scale: Size) -> Size {
    func whole(_ scale: Double, _ length: Double) -> Double { max((scale * length - 1e-6).rounded(.up), 1) / length }
    return Size(whole(scale.width, size.width), whole(scale.height, size.height))
  }
}
