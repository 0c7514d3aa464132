// SPDX-License-Identifier: MIT
import Geometry
import Pixels

// The render tree is the resolved picture of a layer tree at one instant: an immutable value without keys, clocks or
// layer objects, which every back end (pixels, PDF, SVG, a dump) starts from. Everything is in points of a node's own
// plane.
//
// Planes. A node's plane is its bounds rectangle, y down and never flipped: `geometryFlipped` is already folded into
// the placements, paths and image orders when the tree is resolved.

/// The root of a resolved picture.
public struct RenderTree: Sendable {
  /// The root; its `placement` is ignored: the picture is the root's own plane.
  public var root: RenderNode
  /// The part of the root's plane that is drawn, in points.
  public var canvas: Rect
  /// Pixels per point.
  public var scale: Double
  /// The colour under the root; nil is transparent.
  public var background: Color?
  /// Whether a layer asked for its drawing to be rasterised on threads other than the caller's.
  public var drawsAsynchronously = false

  public init(root: RenderNode, canvas: Rect, scale: Double, background: Color?) {
    self.root = root
    self.canvas = canvas
    self.scale = scale
    self.background = background
  }
}

/// One visible layer, painted in the order of its properties here (background first, border last, then the group's
/// effects).
///
/// Hidden layers and layers of opacity 0 do not appear at all. A class, so that parts of the tree can be shared and
/// cached.
public final class RenderNode: @unchecked Sendable {
  // Unchecked: variables change only while the last reference is released.

  /// The layer's rectangle in its own plane.
  public let bounds: Rect
  /// From this plane into the superlayer's plane: T(−anchor) · transform · T(position) · U(superlayer) · F(superlayer).
  public let placement: Transform3D
  /// False: neither the node nor its children are drawn when the plane faces away from the viewer.
  public let isDoubleSided: Bool
  /// True when the placement contains the superlayer's flip (`geometryFlipped`), which does not make a plane face away.
  public let isPlacementFlipped: Bool
  /// True for ordinary layers, whose children are flattened into their plane. False for transform layers: they paint
  /// nothing of their own, their children keep depth up to the nearest flattening ancestor, are depth-sorted with
  /// splitting, and the node's opacity multiplies each of them.
  public let isFlattening: Bool

  /// Rounds background, gradient, border and, with `masksToBounds`, the clip.
  public let corners: Corners?
  public let background: Paint?
  public var gradient: Gradient? { content?.gradient }
  /// Pieces of an image, already placed by gravity, contentsRect and nine-slice.
  public var contents: Contents? { content?.contents }
  /// The recording of a graphics context or a text layer, under the shape and over the contents image.
  public var drawing: PlacedDrawing? { content?.drawing }
  public var shape: Shape? { content?.shape }
  /// A tiled layer's parts, in place of `drawing`.
  public var tiles: TileSet? { content?.tiles }
  /// Back to front. For a flattening node already in depth order; for a transform layer in tree order.
  public private(set) var children: [RenderNode]
  public var border: Border? { effects?.border }

  public var shadow: Shadow? { effects?.shadow }
  /// Clips the node, its children and its shadow to the bounds rounded by `corners`.
  public let masksToBounds: Bool
  /// Its `placement` maps into this node's plane; only its alpha is used.
  public var mask: RenderNode? { effects?.mask }
  /// 0 exclusive to 1.
  public let opacity: Double
  /// True: the node with its children is composited once, then faded. False: opacity multiplies every piece separately.
  public let isGroupOpacity: Bool
  public let blendMode: BlendMode
  /// Whether a child is combined with its backdrop by another mode than painting over it. The backdrop is only what its
  /// parent has painted, so the parent is composited separately.
  public let hasBlendingChildren: Bool
  /// The antialiased edges of the bounds and of the contents.
  public let antialiasedEdges: Edges
  /// Pixels per point of the plane at which the node with its children and shadow becomes a bitmap before it is faded,
  /// cut and placed; nil draws it at the picture's scale. With such a scale, opacity always fades the whole.
  public var rasterizationScale: Double? { effects?.rasterizationScale }
  /// The repetition of the children; nil for once. Their placements lead to the space in which the instances' matrices
  /// start.
  public var replication: Replication? { effects?.replication }
  /// The particles, above the children and the border.
  public var particles: Particles? { effects?.particles }
  /// The layer's path or name for messages and dumps, such as `root/circle/#3`.
  public let label: String

  // Properties that few nodes have are stored separately, so that a plain node stays small: a picture may have hundreds
  // of thousands.
  private let content: Content?
  /// The effects of this node alone.
  private let effects: Effects?

  private final class Content: Sendable {
    let gradient: Gradient?
    let contents: Contents?
    let drawing: PlacedDrawing?
    let shape: Shape?
    let tiles: TileSet?
    init(gradient: Gradient?, contents: Contents?, drawing: PlacedDrawing?, shape: Shape?, tiles: TileSet?) {
      self.gradient = gradient
      self.contents = contents
      self.drawing = drawing
      self.shape = shape
      self.tiles = tiles
    }
  }

  private final class Effects: @unchecked Sendable {
    let border: Border?
    let shadow: Shadow?
    var mask: RenderNode?
    let rasterizationScale: Double?
    let replication: Replication?
    let particles: Particles?
    init(
      border: Border?, shadow: Shadow?, mask: RenderNode?, rasterizationScale: Double?, replication: Replication?,
      particles: Particles?
    ) {
      self.border = border
      self.shadow = shadow
      self.mask = mask
      self.rasterizationScale = rasterizationScale
      self.replication = replication
      self.particles = particles
    }
  }

  public init(
    bounds: Rect, placement: Transform3D = .identity, isDoubleSided: Bool = true, isPlacementFlipped: Bool = false,
    isFlattening: Bool = true,
    corners: Corners? = nil, background: Paint? = nil, gradient: Gradient? = nil, contents: Contents? = nil,
    drawing: PlacedDrawing? = nil, shape: Shape? = nil, tiles: TileSet? = nil, children: [RenderNode] = [],
    border: Border? = nil,
    shadow: Shadow? = nil, masksToBounds: Bool = false, mask: RenderNode? = nil, opacity: Double = 1,
    isGroupOpacity: Bool = true, blendMode: BlendMode = .normal, antialiasedEdges: Edges = .all,
    rasterizationScale: Double? = nil,
    replication: Replication? = nil, particles: Particles? = nil, label: String = ""
  ) {
    self.bounds = bounds
    self.placement = placement
    self.isDoubleSided = isDoubleSided
    self.isPlacementFlipped = isPlacementFlipped
    self.isFlattening = isFlattening
    self.corners = corners
    self.background = background
    self.children = children
    self.masksToBounds = masksToBounds
    self.opacity = opacity
    self.isGroupOpacity = isGroupOpacity
    self.blendMode = blendMode
    hasBlendingChildren = children.contains { $0.blendMode != .normal || (!$0.isFlattening && $0.hasBlendingChildren) }
    self.antialiasedEdges = antialiasedEdges
    content =
      gradient == nil && contents == nil && drawing == nil && shape == nil && tiles == nil
      ? nil : Content(gradient: gradient, contents: contents, drawing: drawing, shape: shape, tiles: tiles)
    effects =
      border == nil && shadow == nil && mask == nil && rasterizationScale == nil && replication == nil
        && particles == nil
      ? nil
      : Effects(
        border: border, shadow: shadow, mask: mask, rasterizationScale: rasterizationScale, replication: replication,
        particles: particles)
    self.label = label
  }

  deinit { if !children.isEmpty || effects?.mask != nil { dismantle() } }

  /// Frees the nodes below without recursion, which would overflow the stack on a deep tree.
  private func dismantle() {
    var doomed: [RenderNode] = []
    takeApart(into: &doomed)
    while var node = doomed.popLast() {
      if isKnownUniquelyReferenced(&node) { node.takeApart(into: &doomed) }
    }
  }

  private func takeApart(into doomed: inout [RenderNode]) {
    doomed.append(contentsOf: children)
    children = []
    if let mask = effects?.mask {
      doomed.append(mask)
      effects?.mask = nil
    }
  }
}

/// Edges of a rectangle in its own plane: `bottom` is min y and `top` max y, as in Core Animation's
/// `CAEdgeAntialiasingMask`.
public struct Edges: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  public static let left = Edges(rawValue: 1)
  public static let right = Edges(rawValue: 2)
  public static let bottom = Edges(rawValue: 4)
  public static let top = Edges(rawValue: 8)
  public static let all: Edges = [.left, .right, .bottom, .top]
}

/// The radii of a rectangle's corners in points, already limited to fit.
public struct Corners: Hashable, Sendable {
  public var minXMinY: Double
  public var maxXMinY: Double
  public var minXMaxY: Double
  public var maxXMaxY: Double
  /// True for `cornerCurve = "continuous"`.
  public var isContinuous: Bool

  public init(minXMinY: Double, maxXMinY: Double, minXMaxY: Double, maxXMaxY: Double, isContinuous: Bool = false) {
    self.minXMinY = minXMinY
    self.maxXMinY = maxXMinY
    self.minXMaxY = minXMaxY
    self.maxXMaxY = maxXMaxY
    self.isContinuous = isContinuous
  }

  public init(radius: Double, isContinuous: Bool = false) {
    self.init(minXMinY: radius, maxXMinY: radius, minXMaxY: radius, maxXMaxY: radius, isContinuous: isContinuous)
  }
}

/// The filling of an area.
public enum Paint: Sendable {
  case color(Color)
  case pattern(Pattern)
}

/// An image repeated in both directions from an origin.
public struct Pattern: Sendable {
  public var image: Bitmap
  /// From tile points (the image's size in points, top-left origin, y down) into the plane that is painted.
  public var transform: AffineTransform

  public init(image: Bitmap, transform: AffineTransform) {
    self.image = image
    self.transform = transform
  }
}

/// The colours of a gradient, in order. `locations` are as many as `colors`, non-decreasing.
public struct GradientStops: Hashable, Sendable {
  public var colors: [Color]
  public var locations: [Double]
  public init(colors: [Color], locations: [Double]) {
    self.colors = colors
    self.locations = locations
  }
}

/// A gradient over a node's rounded bounds. Points are in unit coordinates of the plane's bounds; t is computed in unit
/// space.
public struct Gradient: Sendable {
  public enum Kind: Sendable { case axial, radial, conic }
  public var kind: Kind
  public var stops: GradientStops
  public var start: Point
  public var end: Point
  public init(kind: Kind, stops: GradientStops, start: Point, end: Point) {
    self.kind = kind
    self.stops = stops
    self.start = start
    self.end = end
  }
}

public enum SamplingFilter: UInt8, Sendable {
  case nearest
  case linear
  /// Blends mip levels when an image is drawn below its size.
  case trilinear
}

/// An image placed in a plane.
public struct Contents: Sendable {
  /// A part of the image and its destination.
  public struct Piece: Sendable {
    /// In image pixels; may leave the image, whose edge pixels are then extended.
    public var source: Rect
    /// In the plane, in points. Swapped order of source rows (an upright image in a mirrored plane) is a `source` of
    /// negative height.
    public var destination: Rect
    public init(source: Rect, destination: Rect) {
      self.source = source
      self.destination = destination
    }
  }
  public var image: Bitmap
  public var pieces: [Piece]
  public var magnification: SamplingFilter
  public var minification: SamplingFilter
  public var minificationBias: Double
  public init(
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
public struct Shape: Sendable {
  public var path: Path
  public var fill: Paint?
  public var fillRule: FillRule
  public var stroke: Paint?
  public var strokeStyle: StrokeStyle
  /// The part of the path's total length that is stroked, 0…1; trimmed before dashing.
  public var strokeStart: Double
  public var strokeEnd: Double
  public init(
    path: Path, fill: Paint?, fillRule: FillRule = .nonZero, stroke: Paint? = nil,
    strokeStyle: StrokeStyle = StrokeStyle(),
    strokeStart: Double = 0, strokeEnd: Double = 1
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
public struct Border: Sendable {
  /// In points, inward; greater than 0.
  public var width: Double
  public var paint: Paint
  public init(width: Double, paint: Paint) {
    self.width = width
    self.paint = paint
  }
}

/// A blurred silhouette under a node.
public struct Shadow: Sendable {
  /// Its alpha is shadowColor's alpha × shadowOpacity.
  public var color: Color
  /// In points of the node's plane.
  public var offset: Size
  /// The Gaussian's standard deviation in points of the node's plane: Core Animation's `shadowRadius`.
  public var sigma: Double
  /// Replaces the alpha of the node's pixels; non-zero winding.
  public var path: Path?
  public init(color: Color, offset: Size, sigma: Double, path: Path? = nil) {
    self.color = color
    self.offset = offset
    self.sigma = sigma
    self.path = path
  }
}
