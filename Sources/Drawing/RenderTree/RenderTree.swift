// SPDX-License-Identifier: MIT
import Geometry
import Pixels

// The render tree is the resolved picture of a layer tree at one instant: an immutable value without keys, clocks or
// layer objects, from which every back end (pixels, PDF, SVG, a dump) starts. All lengths are in points of a node's own
// plane.
//
// A node's plane is its bounds rectangle, y down and never flipped: `geometryFlipped` is folded into the placements,
// paths and image orders when the tree is resolved.

/// The root of a resolved picture.
package struct RenderTree: Sendable {
  /// The root node. Its `placement` is ignored: the picture is the root's own plane.
  package var root: RenderNode
  /// Visible part of the root's plane, in points.
  package var canvas: Rect
  /// Pixels per point.
  package var scale: Double
  /// Colour under the root; nil for transparent.
  package var background: Color?
  /// True if a layer asked to be rasterised off the caller's thread. Default false.
  package var drawsAsynchronously = false
  /// True if drawing calls functions bound to the scene's thread, such as filters written in scripts. Default false.
  package var isDrawnOnSceneThread = false
  /// The scene's times, in seconds, at which the picture is the same unless layers are modified, both ends outside; nil
  /// if it may differ at any other time. Default nil.
  package var stillTimes: ClosedRange<Double>?

  package init(root: RenderNode, canvas: Rect, scale: Double, background: Color?) {
    self.root = root
    self.canvas = canvas
    self.scale = scale
    self.background = background
  }
}

/// Edges of a rectangle in its own plane: `bottom` is min y and `top` max y, as in Core Animation's
/// `CAEdgeAntialiasingMask`.
///
/// ```swift
/// tile.edgeAntialiasingMask = [.top, .bottom]
/// ```
public struct Edges: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// At min x.
  public static let left = Edges(rawValue: 1)
  /// At max x.
  public static let right = Edges(rawValue: 2)
  /// At min y.
  public static let bottom = Edges(rawValue: 4)
  /// At max y.
  public static let top = Edges(rawValue: 8)
  /// All four.
  public static let all: Edges = [.left, .right, .bottom, .top]
}

/// Corner radii of a rectangle in points, already limited to fit.
package struct Corners: Hashable, Sendable {
  package var minXMinY: Double
  package var maxXMinY: Double
  package var minXMaxY: Double
  package var maxXMaxY: Double
  /// True for `cornerCurve = "continuous"`.
  package var isContinuous: Bool

  package init(minXMinY: Double, maxXMinY: Double, minXMaxY: Double, maxXMaxY: Double, isContinuous: Bool = false) {
    self.minXMinY = minXMinY
    self.maxXMinY = maxXMinY
    self.minXMaxY = minXMaxY
    self.maxXMaxY = maxXMaxY
    self.isContinuous = isContinuous
  }

  package init(radius: Double, isContinuous: Bool = false) {
    self.init(minXMinY: radius, maxXMinY: radius, minXMaxY: radius, maxXMaxY: radius, isContinuous: isContinuous)
  }
}

extension Corners {
  /// True if any corner is rounded.
  package var isRounded: Bool { minXMinY > 0 || maxXMinY > 0 || minXMaxY > 0 || maxXMaxY > 0 }
  /// True if all corners are circular and have the same radius.
  package var isUniformlyRound: Bool {
    !isContinuous && minXMinY == maxXMinY && minXMinY == minXMaxY && minXMinY == maxXMaxY
  }
  /// The largest radius.
  package var largest: Double { max(max(minXMinY, maxXMinY), max(minXMaxY, maxXMaxY)) }

  /// Returns the corners of the outline moved inward by `d`.
  package func inset(by d: Double) -> Corners {
    Corners(
      minXMinY: max(0, minXMinY - d), maxXMinY: max(0, maxXMinY - d), minXMaxY: max(0, minXMaxY - d),
      maxXMaxY: max(0, maxXMaxY - d), isContinuous: isContinuous)
  }
}

/// The paint of an area: a colour or a pattern.
package enum Paint: Sendable {
  case color(Color)
  case pattern(Pattern)
}

/// An image repeated in both directions from an origin.
package struct Pattern: Sendable {
  package var image: Bitmap
  /// From tile points (the image's size in points, top-left origin, y down) to the painted plane.
  package var transform: AffineTransform

  package init(image: Bitmap, transform: AffineTransform) {
    self.image = image
    self.transform = transform
  }
}

/// The colours of a gradient, in order. `locations` has one entry per colour and is non-decreasing.
package struct GradientStops: Hashable, Sendable {
  package var colors: [Color]
  package var locations: [Double]
  package init(colors: [Color], locations: [Double]) {
    self.colors = colors
    self.locations = locations
  }
}

/// A gradient over a node's rounded bounds. Points are in unit coordinates of the plane's bounds; t is computed in unit
/// space.
package struct Gradient: Sendable {
  package enum Kind: Sendable { case axial, radial, conic }
  package var kind: Kind
  package var stops: GradientStops
  package var start: Point
  package var end: Point
  /// The focal point of a radial gradient, where it starts, inside its ellipse; nil for its centre, `start`.
  package var focus: Point?
  package init(kind: Kind, stops: GradientStops, start: Point, end: Point, focus: Point? = nil) {
    self.kind = kind
    self.stops = stops
    self.start = start
    self.end = end
    self.focus = focus
  }

  /// The map from the unit circle to the ellipse of a radial gradient, and the focal point in the circle.
  package var circle: (map: AffineTransform, focus: Point) {
    let (rx, ry) = (abs(end.x - start.x), abs(end.y - start.y))
    let focus = focus.map { Point(($0.x - start.x) / rx, ($0.y - start.y) / ry) } ?? .zero
    return (AffineTransform(a: rx, b: 0, c: 0, d: ry, tx: start.x, ty: start.y), focus)
  }
}

/// Resampling method for an image drawn at another size than its own.
public enum SamplingFilter: UInt8, Sendable {
  case nearest
  case linear
  /// Blends mip levels when an image is minified.
  case trilinear
}

/// An image placed in a plane.
package struct Contents: Sendable {
  /// A part of the image and its destination.
  package struct Piece: Sendable {
    /// Part of the image, in pixels. It may extend beyond the image, whose edge pixels are then repeated.
    package var source: Rect
    /// Destination in the plane, in points. For an upright image in a mirrored plane, `source` has negative height.
    package var destination: Rect
    package init(source: Rect, destination: Rect) {
      self.source = source
      self.destination = destination
    }
  }
  package var image: Bitmap
  /// A scalable picture drawn instead of the image, at the resolution it is seen at; nil for none. The image shows the
  /// same picture, with `scale` pixels per point.
  package var picture: (any ScalablePicture)?
  package var pieces: [Piece]
  package var magnification: SamplingFilter
  package var minification: SamplingFilter
  package var minificationBias: Double
  package init(
    image: Bitmap, pieces: [Piece], magnification: SamplingFilter = .linear, minification: SamplingFilter = .linear,
    minificationBias: Double = 0
  ) {
    self.image = image
    self.pieces = pieces
    self.magnification = magnification
    self.minification = minification
    self.minificationBias = minificationBias
  }
}

/// A shape layer's path in the plane, not clipped to the bounds.
package struct Shape: Sendable {
  package var path: Path
  package var fill: Paint?
  package var fillRule: FillRule
  package var stroke: Paint?
  package var strokeStyle: StrokeStyle
  /// Part of the path's total length that is stroked, 0…1; trimmed before dashing.
  package var strokeStart: Double
  package var strokeEnd: Double
  package init(
    path: Path, fill: Paint?, fillRule: FillRule = .nonZero, stroke: Paint? = nil,
    strokeStyle: StrokeStyle = StrokeStyle(), strokeStart: Double = 0, strokeEnd: Double = 1
  ) {
    self.path = path
    self.fill = fill
    self.fillRule = fillRule
    self.stroke = stroke
    self.strokeStyle = strokeStyle
    self.strokeStart = strokeStart
    self.strokeEnd = strokeEnd
  }
}

/// A line inside the bounds, over the children.
package struct Border: Sendable {
  /// Width inward from the bounds, in points; greater than 0.
  package var width: Double
  package var paint: Paint
  package init(width: Double, paint: Paint) {
    self.width = width
    self.paint = paint
  }
}

/// A blurred silhouette under a node.
package struct Shadow: Sendable {
  /// The colour; its alpha is shadowColor's alpha × shadowOpacity.
  package var color: Color
  /// In points of the node's plane.
  package var offset: Size
  /// Standard deviation of the Gaussian, in points of the node's plane: Core Animation's `shadowRadius`.
  package var sigma: Double
  /// Path that replaces the alpha of the node's pixels; non-zero winding.
  package var path: Path?
  package init(color: Color, offset: Size, sigma: Double, path: Path? = nil) {
    self.color = color
    self.offset = offset
    self.sigma = sigma
    self.path = path
  }

  /// Maximum distance of the shadow from its caster, in points of the node's plane.
  package var reach: Double { max(3 * sigma, 0) + 2 + max(abs(offset.width), abs(offset.height)) }
}
