import Geometry
import Pixels

/// The colours of a gradient as a table of premultiplied pixels; made once per set of stops.
package final class GradientTable: Sendable {
  /// - Parameters:
  ///   - colors: interpolated premultiplied; none gives a transparent table.
  ///   - locations: 0…1, non-decreasing, as many as colours. Equal neighbours make a hard edge.
  package init(colors: [Color], locations: [Double]) {}
}

/// How a picture is sampled between its pixels.
package enum ImageFilter: UInt8, Sendable {
  case nearest
  case linear
  /// Blends mip levels below full size.
  case trilinear
}

/// What an image is outside its rectangle.
package enum EdgeMode: UInt8, Sendable {
  /// Its edge pixels go on.
  case clamp
  case `repeat`
  case transparent
}

/// A bitmap with its half-size copies, made when first needed; keep it for as long as the bitmap is drawn.
package final class ImagePyramid: Sendable {
  package let bitmap: Bitmap
  package init(_ bitmap: Bitmap) { self.bitmap = bitmap }
}

/// What an area is painted with: a colour for every device pixel, from its absolute coordinates.
///
/// `through` maps the space in which the source is given to device space. Factories answer nil when the source cannot be seen: a map
/// that has no inverse, or a degenerate gradient.
package struct SpanSource: Sendable {
  package static func solid(_ premultiplied: UInt32) -> SpanSource { SpanSource() }

  /// t runs from 0 at `from` to 1 at `to`.
  package static func linear(
    _ table: GradientTable, from: Point, to: Point, through map: Homography, extendsStart: Bool = true, extendsEnd: Bool = true
  ) -> SpanSource? { nil }

  /// t = hypot((x − cx) / rx, (y − cy) / ry): a radial layer gradient.
  package static func ellipse(_ table: GradientTable, center: Point, radii: Size, through map: Homography) -> SpanSource? { nil }

  /// The gradient between two circles, Core Graphics' `drawRadialGradient`.
  package static func radial(
    _ table: GradientTable, from: Point, startRadius: Double, to: Point, endRadius: Double, through map: Homography,
    extendsStart: Bool = true, extendsEnd: Bool = true
  ) -> SpanSource? { nil }

  /// t = the angle about `center` from `angle` (radians), growing from +x toward +y, in turns.
  package static func conic(_ table: GradientTable, center: Point, angle: Double, through map: Homography) -> SpanSource? { nil }

  /// - Parameters:
  ///   - map: from image pixels (top-left origin, y down) to device space.
  ///   - magnification: used where a device pixel covers at most one image pixel, else `minification`.
  ///   - bounds: in image pixels; what is beyond is treated by `edges`. nil: the whole image.
  ///   - bias: added to the mip level with `trilinear`.
  package static func image(
    _ pyramid: ImagePyramid, through map: Homography, magnification: ImageFilter = .linear, minification: ImageFilter = .linear,
    edges: EdgeMode = .clamp, bounds: DeviceRect? = nil, bias: Double = 0
  ) -> SpanSource? { nil }

  /// A colour times the alpha of a surface, transparent outside; bilinear.
  /// - Parameter map: from the surface's device coordinates (its `rect`'s, not from 0) to device space.
  package static func mask(_ surface: CoverageSurface, color premultiplied: UInt32, through map: Homography) -> SpanSource? { nil }
}
