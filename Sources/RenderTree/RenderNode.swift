// SPDX-License-Identifier: MIT
import Filters
import Geometry
import Pixels

/// One visible layer: its pieces under its children, the children, its pieces over them, and then the group's effects.
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
  /// What the node paints itself, in paint order.
  public let pieces: Pieces
  /// Back to front. For a flattening node already in depth order; for a transform layer in tree order.
  public private(set) var children: [RenderNode]

  /// Clips the node, its children and its shadow to the bounds rounded by `corners`.
  public let masksToBounds: Bool
  /// 0 exclusive to 1.
  public let opacity: Double
  /// True: the node with its children is composited once, then faded. False: opacity multiplies every piece separately.
  public let isGroupOpacity: Bool
  public let blendMode: BlendMode
  /// Whether a child is combined with its backdrop by another mode than painting over it. The backdrop is only what its
  /// parent has painted, so the parent is composited separately.
  public let hasBlendingChildren: Bool
  /// Whether a child filters its backdrop, which is what its parent has painted.
  package let hasBackdropReaders: Bool
  /// Whether the node with all below it is painted from plain colours alone: it needs no picture of a part of it, no
  /// image, and nothing that was painted before.
  package let isSelfContained: Bool
  /// Whether all children are self-contained.
  package let hasSelfContainedChildren: Bool
  /// The antialiased edges of the bounds and of the contents.
  public let antialiasedEdges: Edges
  /// The layer's path or name for messages and dumps, such as `root/circle/#3`.
  public let label: String
  /// The serial number of the layer that it shows; 0 for a node that stands for none.
  package let source: Int

  public var shadow: Shadow? { effects?.shadow }
  /// Its `placement` maps into this node's plane; only its alpha is used.
  public var mask: RenderNode? { effects?.mask }
  /// Pixels per point of the plane at which the node with its children and shadow becomes a bitmap before it is faded,
  /// cut and placed; nil draws it at the picture's scale. With such a scale, opacity always fades the whole.
  public var rasterizationScale: Double? { effects?.rasterizationScale }
  /// The repetition of the children; nil for once. Their placements lead to the space in which the instances' matrices
  /// start.
  public var replication: Replication? { effects?.replication?.value }
  /// What is done to the node with its children before its shadow and opacity; nil for nothing.
  package var filters: FilterChain? { effects?.filters }
  /// What is done to the backdrop within the node's bounds before the node is painted on it; nil for nothing.
  package var backgroundFilters: FilterChain? { effects?.backgroundFilters }
  /// A filter of two pictures with its time set: the node's children are exactly the old and the new picture, and what
  /// is painted of them is the filter's result.
  package var transition: FilterStep? { effects?.transition?.value }
  /// The address to which the node's bounds lead in files that hold links.
  package var link: String? { effects?.link }

  // Few nodes have effects, so a plain node stays small: a picture may have hundreds of thousands.
  private let effects: Effects?

  private final class Effects: @unchecked Sendable {
    let shadow: Shadow?
    var mask: RenderNode?
    let rasterizationScale: Double?
    let replication: Boxed<Replication>?
    let filters: FilterChain?
    let backgroundFilters: FilterChain?
    let transition: Boxed<FilterStep>?
    let link: String?

    init(
      shadow: Shadow?, mask: RenderNode?, rasterizationScale: Double?, replication: Replication?,
      filters: FilterChain?, backgroundFilters: FilterChain?, transition: FilterStep?,
      link: String?
    ) {
      self.link = link
      self.shadow = shadow
      self.mask = mask
      self.rasterizationScale = rasterizationScale
      self.replication = replication.map { Boxed($0) }
      self.filters = filters
      self.backgroundFilters = backgroundFilters
      self.transition = transition.map { Boxed($0) }
    }
  }

  private final class Boxed<Value: Sendable>: Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  package init(
    bounds: Rect, placement: Transform3D = .identity, isDoubleSided: Bool = true, isPlacementFlipped: Bool = false,
    isFlattening: Bool = true, link: String? = nil, corners: Corners? = nil, pieces: Pieces = [],
    children: [RenderNode] = [],
    shadow: Shadow? = nil, masksToBounds: Bool = false, mask: RenderNode? = nil, opacity: Double = 1,
    isGroupOpacity: Bool = true, blendMode: BlendMode = .normal, antialiasedEdges: Edges = .all,
    rasterizationScale: Double? = nil, replication: Replication? = nil, filters: FilterChain? = nil,
    backgroundFilters: FilterChain? = nil, transition: FilterStep? = nil, label: String = "", source: Int = 0
  ) {
    self.bounds = bounds
    self.placement = placement
    self.isDoubleSided = isDoubleSided
    self.isPlacementFlipped = isPlacementFlipped
    self.isFlattening = isFlattening
    self.corners = corners
    self.pieces = pieces
    self.children = children
    self.masksToBounds = masksToBounds
    self.opacity = opacity
    self.isGroupOpacity = isGroupOpacity
    self.blendMode = blendMode
    hasBackdropReaders = children.contains {
      $0.backgroundFilters != nil || (!$0.isFlattening && $0.hasBackdropReaders)
    }
    hasBlendingChildren = children.contains { $0.blendMode != .normal || (!$0.isFlattening && $0.hasBlendingChildren) }
    self.antialiasedEdges = antialiasedEdges
    // An empty chain is none.
    let filters = filters?.steps.isEmpty == true ? nil : filters
    let backgroundFilters = backgroundFilters?.steps.isEmpty == true ? nil : backgroundFilters
    hasSelfContainedChildren = children.allSatisfy { $0.isSelfContained }
    isSelfContained =
      hasSelfContainedChildren && isFlattening && shadow == nil && rasterizationScale == nil && replication == nil
      && filters == nil && backgroundFilters == nil && transition == nil && mask?.isSelfContained != false
      && pieces.allSatisfy { $0.isPlain }
    let isPlain =
      shadow == nil && mask == nil && rasterizationScale == nil && replication == nil && filters == nil
      && backgroundFilters == nil && transition == nil && link == nil
    effects =
      isPlain
      ? nil
      : Effects(
        shadow: shadow, mask: mask, rasterizationScale: rasterizationScale, replication: replication,
        filters: filters, backgroundFilters: backgroundFilters, transition: transition,
        link: link)
    self.label = label
    self.source = source
  }

  /// Whether the node is not drawn since its plane faces away from the viewer.
  ///
  /// - Parameters:
  ///   - map: from its plane to that of the nearest flattening ancestor.
  ///   - isFlipped: whether an odd number of flips of coordinates lies on the way, which turn no plane.
  package func isTurnedAway(through map: Homography, isFlipped: Bool) -> Bool {
    !isDoubleSided && map.facesAway(isFlipped: isFlipped)
  }

  /// What a node loses, to find out whether that is seen in its picture.
  package enum Loss {
    case nothing
    /// What it paints of itself.
    case pieces
    /// What it does to its backdrop.
    case backgroundFilters
  }

  /// A copy with other children, without a part of what it does, and with other values for what is given.
  package func replacing(
    children: [RenderNode], mask: RenderNode?, losing loss: Loss = .nothing, pieces: Pieces? = nil,
    placement: Transform3D? = nil, isDoubleSided: Bool? = nil, masksToBounds: Bool? = nil, opacity: Double? = nil,
    blendMode: BlendMode? = nil
  ) -> RenderNode {
    RenderNode(
      bounds: bounds, placement: placement ?? self.placement, isDoubleSided: isDoubleSided ?? self.isDoubleSided,
      isPlacementFlipped: isPlacementFlipped, isFlattening: isFlattening, link: link, corners: corners,
      pieces: loss == .pieces ? [] : pieces ?? self.pieces, children: children,
      shadow: loss == .pieces && shadow?.path != nil ? nil : shadow, masksToBounds: masksToBounds ?? self.masksToBounds,
      mask: mask, opacity: opacity ?? self.opacity, isGroupOpacity: isGroupOpacity,
      blendMode: blendMode ?? self.blendMode, antialiasedEdges: antialiasedEdges,
      rasterizationScale: rasterizationScale, replication: replication, filters: filters,
      backgroundFilters: loss == .backgroundFilters ? nil : backgroundFilters, transition: transition, label: label,
      source: source)
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
