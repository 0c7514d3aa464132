// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import RenderTree

/// A page of shapes, text and images rather than pixels, onto which `VectorPainter` draws a render tree.
///
/// Everything comes with a map to page space: points, origin top left, y down. Begin and end calls nest; the target
/// chooses how to express them: as a form, an element, an operator. All numbers are finite.
package protocol VectorTarget: AnyObject {
  var features: VectorFeatures { get }

  /// Begins the elements of a layer, until `endNode`.
  ///
  /// - Parameters:
  ///   - label: the layer's path, for names.
  ///   - box: bounding box of the layer's bounds, on the page.
  ///   - isSingle: true if at most one element follows.
  func beginNode(_ label: String, box: Rect, isSingle: Bool) throws
  func endNode() throws

  /// Clips everything until `endClip` to an area.
  func beginClip(_ area: VectorArea) throws
  func endClip() throws

  /// Begins a group: everything until `endGroup` is composited separately, then painted as one picture.
  func beginGroup(_ group: VectorGroup) throws
  /// Begins the mask of the enclosing group: everything until `endMask` is not painted, and its alpha multiplies the
  /// group. At most one mask, last in the group.
  func beginMask() throws
  func endMask() throws
  func endGroup() throws

  func fill(_ area: VectorArea, _ paint: VectorPaint, _ ink: VectorInk) throws
  /// - Parameter map: from the coordinates of the path, and of the style's lengths, to the page.
  func stroke(_ path: Path, _ style: StrokeStyle, through map: AffineTransform, _ paint: VectorPaint, _ ink: VectorInk)
    throws
  func text(_ run: GlyphRun, through map: AffineTransform, _ paint: VectorPaint, _ ink: VectorInk) throws
  /// Strokes the outlines of glyphs. By default they are strokes alone, without text.
  ///
  /// - Parameter outlines: the path of the glyphs' outlines.
  func strokeText(
    _ run: GlyphRun, outlines: Path, _ style: StrokeStyle, through map: AffineTransform, _ paint: VectorPaint,
    _ ink: VectorInk) throws
  func image(_ image: VectorImage, _ ink: VectorInk) throws
  /// Draws the blurred silhouette of an area.
  ///
  /// - Parameter sigma: standard deviation, in points of the page.
  func shadow(of area: VectorArea, sigma: Double, _ color: Color, _ ink: VectorInk) throws
  /// Makes an area a link to an address.
  func link(_ address: String, over area: VectorArea) throws
}

extension VectorTarget {
  package func strokeText(
    _ run: GlyphRun, outlines: Path, _ style: StrokeStyle, through map: AffineTransform, _ paint: VectorPaint,
    _ ink: VectorInk
  ) throws {
    try stroke(outlines, style, through: map, paint, ink)
  }
}

/// Optional capabilities of a target. All defaults but `smoothsImages` are false.
package struct VectorFeatures: Sendable {
  /// True if the target supports conic gradients.
  package var conicGradients = false
  /// True if the target supports radial gradients between circles neither of which contains the other, and gradients
  /// that are not extended at an end.
  package var openGradients = false
  /// True if the target supports the blurred silhouette of an area.
  package var shadows = false
  /// True if content inside a clip blends only with other content inside that clip, whatever the blend mode.
  package var clipsIsolate = false
  /// False if small, strongly magnified images that are not smooth must be enlarged before drawing, since readers
  /// sample them differently. Smooth ones always are. Default true.
  package var smoothsImages = true

  package init() {}
}

/// An area of the page.
package struct VectorArea: Sendable {
  package var path: Path
  package var rule: FillRule
  /// From the path's points to the page.
  package var map: AffineTransform
  /// The rounded rectangle that the path describes; nil for other paths.
  package var rounded: (rect: Rect, radius: Double)?

  package init(_ path: Path, _ rule: FillRule = .nonZero, through map: AffineTransform = .identity) {
    self.path = path
    self.rule = rule
    self.map = map
  }

  /// Bounding box of the path's points on the page.
  package var box: Rect { path.points.isEmpty ? .zero : map.boundingBox(of: path.boundingBox) }
}

/// Alpha and blend mode with which content is composited.
package struct VectorInk: Equatable, Sendable {
  /// Greater than 0, at most 1. Default 1.
  package var alpha = 1.0
  /// One of `VectorPainter.modes`. Default normal.
  package var blend = BlendMode.normal

  package init(alpha: Double = 1, blend: BlendMode = .normal) {
    self.alpha = alpha
    self.blend = blend
  }
}

/// Content that is composited separately, then painted as one picture.
package struct VectorGroup: Sendable {
  package var ink = VectorInk()
  /// True if the group has a mask, begun by `beginMask`.
  package var isMasked = false
  /// Visible part of the group, on the page.
  package var box: Rect

  package init(_ ink: VectorInk = VectorInk(), isMasked: Bool = false, within box: Rect) {
    self.ink = ink
    self.isMasked = isMasked
    self.box = box
  }
}

package enum VectorPaint: Sendable {
  case color(Color)
  case gradient(VectorGradient)
  /// The image of a tile, repeated in both directions.
  case pattern(Bitmap, tile: AffineTransform)
}

/// A gradient of colours with straight alpha.
package struct VectorGradient: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case axial(from: Point, to: Point)
    case radial(from: Point, startRadius: Double, to: Point, endRadius: Double)
    /// Starts at `angle` (radians) and grows from +x towards +y.
    case conic(center: Point, angle: Double)
  }

  package struct Stop: Hashable, Sendable {
    package var color: Color
    package var location: Double
  }

  package var kind: Kind
  /// At least two, with non-decreasing locations from 0 to 1; equal neighbours form a hard edge.
  package var stops: [Stop]
  package var extendsStart: Bool
  package var extendsEnd: Bool
  /// From the coordinates of `kind` to the page.
  package var map: AffineTransform

  /// True if the alpha varies between stops.
  package var isTranslucent: Bool { stops.contains { $0.color.alpha != stops[0].color.alpha } }
}

/// A whole image placed on the page.
package struct VectorImage: Sendable {
  package var bitmap: Bitmap
  /// From pixels (the origin top left, y down) to the page.
  package var map: AffineTransform
  /// True if magnified pixels are interpolated. Default true.
  package var isSmooth: Bool
  /// The colour painted through the image's alpha; nil to paint the image's own colours.
  package var stencil: Color?
  /// True if the image was made for this use only, so that caching it is useless.
  package var isPassing = false

  package init(
    _ bitmap: Bitmap, through map: AffineTransform, isSmooth: Bool = true, stencil: Color? = nil,
    isPassing: Bool = false
  ) {
    self.bitmap = bitmap
    self.map = map
    self.isSmooth = isSmooth
    self.stencil = stencil
    self.isPassing = isPassing
  }
}
