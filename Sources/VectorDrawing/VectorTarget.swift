// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import RenderTree

/// A page that holds shapes, text and images, not pixels: what a render tree is drawn onto by `VectorPainter`.
///
/// Everything comes with a map into the page: points, the origin top left, y down. What begins ends in the opposite
/// order, and what it means is the target's own: a form, an element, an operator. All numbers are finite.
package protocol VectorTarget: AnyObject {
  var features: VectorFeatures { get }

  /// Until `endNode` comes what a layer paints.
  ///
  /// - Parameters:
  ///   - label: the layer's path, for names.
  ///   - box: around the layer's bounds in the page.
  ///   - isSingle: whether at most one element comes.
  func beginNode(_ label: String, box: Rect, isSingle: Bool) throws
  func endNode() throws

  /// What comes until `endClip` is cut to an area.
  func beginClip(_ area: VectorArea) throws
  func endClip() throws

  /// What comes until `endGroup` is composited by itself, and then painted as one picture.
  func beginGroup(_ group: VectorGroup) throws
  /// What comes until `endMask` is not painted: its alpha multiplies the group around. At most once, before its end.
  func beginMask() throws
  func endMask() throws
  func endGroup() throws

  func fill(_ area: VectorArea, _ paint: VectorPaint, _ ink: VectorInk) throws
  /// - Parameter map: from the path's points, in which the style's lengths are too, to the page.
  func stroke(_ path: Path, _ style: StrokeStyle, through map: AffineTransform, _ paint: VectorPaint, _ ink: VectorInk)
    throws
  func text(_ run: GlyphRun, through map: AffineTransform, _ paint: VectorPaint, _ ink: VectorInk) throws
  func image(_ image: VectorImage, _ ink: VectorInk) throws
  /// The blurred silhouette of an area.
  ///
  /// - Parameter sigma: the standard deviation in points of the page.
  func shadow(of area: VectorArea, sigma: Double, _ color: Color, _ ink: VectorInk) throws
  /// An area that leads to an address.
  func link(_ address: String, over area: VectorArea) throws
}

/// What a target can hold besides what all can.
package struct VectorFeatures: Sendable {
  /// Gradients around a point.
  package var conicGradients = false
  /// Gradients between two circles neither of which lies in the other, and such as do not go on at one end.
  package var openGradients = false
  /// The blurred silhouette of an area.
  package var shadows = false
  /// Whether what is in a clip is combined with what is in it alone, by whichever mode.
  package var clipsIsolate = false
  /// Fewer pixels than these of a magnified image are not smoothed alike by readers; the image is then enlarged.
  package var smoothsImages = true

  package init() {}
}

/// An area of the page.
package struct VectorArea: Sendable {
  package var path: Path
  package var rule: FillRule
  /// From the path's points to the page.
  package var map: AffineTransform
  /// The rectangle that the path is, and the radius of its corners, where it is one.
  package var rounded: (rect: Rect, radius: Double)?

  package init(_ path: Path, _ rule: FillRule = .nonZero, through map: AffineTransform = .identity) {
    self.path = path
    self.rule = rule
    self.map = map
  }

  /// The box around the points in the page.
  package var box: Rect { path.points.isEmpty ? .zero : map.boundingBox(of: path.boundingBox) }
}

/// How something is combined with what is below it.
package struct VectorInk: Equatable, Sendable {
  /// 0 exclusive to 1.
  package var alpha = 1.0
  /// One of `VectorPainter.modes`.
  package var blend = BlendMode.normal

  package init(alpha: Double = 1, blend: BlendMode = .normal) {
    self.alpha = alpha
    self.blend = blend
  }
}

/// A picture of its own.
package struct VectorGroup: Sendable {
  package var ink = VectorInk()
  /// Whether `beginMask` comes.
  package var isMasked = false
  /// The part of the page outside of which nothing of it can be seen.
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
  /// A tile's image repeated in both directions.
  case pattern(Bitmap, tile: AffineTransform)
}

/// A gradient of straight colours.
package struct VectorGradient: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case axial(from: Point, to: Point)
    case radial(from: Point, startRadius: Double, to: Point, endRadius: Double)
    /// From an angle on, growing from +x toward +y.
    case conic(center: Point, angle: Double)
  }

  package struct Stop: Hashable, Sendable {
    package var color: Color
    package var location: Double
  }

  package var kind: Kind
  /// At least two: the first at 0, the last at 1, non-decreasing; equal neighbours make an edge.
  package var stops: [Stop]
  package var extendsStart: Bool
  package var extendsEnd: Bool
  /// From the points of `kind` to the page.
  package var map: AffineTransform

  /// Whether the alpha differs from stop to stop.
  package var isTranslucent: Bool { stops.contains { $0.color.alpha != stops[0].color.alpha } }
}

/// An image, whole.
package struct VectorImage: Sendable {
  package var bitmap: Bitmap
  /// From pixels (the origin top left, y down) to the page.
  package var map: AffineTransform
  /// Whether it is smooth where it is larger than its pixels.
  package var isSmooth: Bool
  /// Whether only its alpha matters, which takes this colour.
  package var stencil: Color?
  /// Whether it was made for this one place, so that it need not be remembered.
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
