// SPDX-License-Identifier: MIT
import Filters
import Geometry
import Pixels

/// A visible layer. It paints its pieces under its children, the children, its pieces over them, and then applies the
/// group's effects.
///
/// Hidden layers and layers of opacity 0 have no node. A class, so that parts of the tree can be shared and cached.
package final class RenderNode: @unchecked Sendable {
  // Unchecked: stored variables change only while the last reference is released.

  /// The layer's rectangle in its own plane.
  package let bounds: Rect
  /// From this plane to the superlayer's plane: T(−anchor) · transform · T(position) · U(superlayer) · F(superlayer).
  package let placement: Transform3D
  /// If false, the node and its children are culled when the plane faces away from the viewer.
  package let isDoubleSided: Bool
  /// True if the placement contains the superlayer's flip (`geometryFlipped`), which does not make a plane face away.
  package let isPlacementFlipped: Bool
  /// True for ordinary layers, whose children are flattened into their plane. False for transform layers: they paint
  /// nothing themselves, their children keep depth up to the nearest flattening ancestor and are depth-sorted with
  /// splitting, and the node's opacity multiplies each of them.
  package let isFlattening: Bool

  /// Corner radii of background, gradient, border and, with `masksToBounds`, the clip.
  package let corners: Corners?
  /// The node's own pieces, in paint order.
  package let pieces: Pieces
  /// Children, back to front: in depth order for a flattening node, in tree order for a transform layer.
  package private(set) var children: [RenderNode]

  /// True to clip the node, its children and its shadow to the bounds rounded by `corners`.
  package let masksToBounds: Bool
  /// Greater than 0, at most 1.
  package let opacity: Double
  /// True if the node with its children is composited once, then faded. If false, opacity multiplies every piece
  /// separately.
  package let isGroupOpacity: Bool
  package let blendMode: BlendMode
  /// True if a child has a blend mode other than normal. Its backdrop is only what its parent has painted, so the
  /// parent is composited separately.
  package let hasBlendingChildren: Bool
  /// True if a child filters its backdrop, which is what its parent has painted.
  package let hasBackdropReaders: Bool
  /// True if the node and everything below it consist of plain colours: painting needs no group, no image and no
  /// backdrop.
  package let isSelfContained: Bool
  /// True if all children are self-contained.
  package let hasSelfContainedChildren: Bool
  /// True if the node is one plain colour within its bounds, with square corners or round ones of one radius, on the
  /// plane of its superlayer, without children and effects.
  package let isPlainLeaf: Bool
  /// The antialiased edges of the bounds and of the contents.
  package let antialiasedEdges: Edges
  /// The layer's path or name for messages and dumps, such as `root/circle/#3`.
  package let label: String
  /// Serial number of the layer that the node shows; 0 for none.
  package let source: Int

  package var shadow: Shadow? { effects?.shadow }
  /// The mask, whose `placement` maps to this node's plane; only its alpha is used.
  package var mask: RenderNode? { effects?.mask }
  /// Resolution, in pixels per point of the plane, at which the node with its children and shadow is rasterised before
  /// it is faded, clipped and placed; nil to draw at the picture's scale. If set, opacity always fades the whole.
  package var rasterizationScale: Double? { effects?.rasterizationScale }
  /// Replication of the children; nil for none. Their placements map to the space in which the instances' matrices
  /// start.
  package var replication: Replication? { effects?.replication?.value }
  /// Filters applied to the node with its children before shadow and opacity; nil for none.
  package var filters: FilterChain? { effects?.filters }
  /// Filters applied to the backdrop within the node's bounds before the node is painted on it; nil for none.
  package var backgroundFilters: FilterChain? { effects?.backgroundFilters }
  /// A transition filter with its time set; nil for none. The node's children are exactly the old and the new picture,
  /// and the filter's result is painted instead of them.
  package var transition: FilterStep? { effects?.transition?.value }
  /// Link address of the node's bounds, for file formats with links.
  package var link: String? { effects?.link }

  // Rare properties, stored out of line to keep plain nodes small: a picture may have hundreds of thousands.
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
      filters: FilterChain?, backgroundFilters: FilterChain?, transition: FilterStep?, link: String?
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
    // An empty chain counts as none.
    let filters = filters?.steps.isEmpty == true ? nil : filters
    let backgroundFilters = backgroundFilters?.steps.isEmpty == true ? nil : backgroundFilters
    hasSelfContainedChildren = children.allSatisfy { $0.isSelfContained }
    isSelfContained =
      hasSelfContainedChildren && isFlattening && shadow == nil && rasterizationScale == nil && replication == nil
      && filters == nil && backgroundFilters == nil && transition == nil && mask?.isSelfContained != false
      && pieces.allSatisfy { $0.isPlain }
    let hasNoEffects =
      shadow == nil && mask == nil && rasterizationScale == nil && replication == nil && filters == nil
      && backgroundFilters == nil && transition == nil && link == nil
    effects =
      hasNoEffects
      ? nil
      : Effects(
        shadow: shadow, mask: mask, rasterizationScale: rasterizationScale, replication: replication,
        filters: filters, backgroundFilters: backgroundFilters, transition: transition, link: link)
    isPlainLeaf =
      hasNoEffects && children.isEmpty && isFlattening && isDoubleSided && blendMode == .normal
      && antialiasedEdges.isSuperset(of: .all) && corners?.isUniformlyRound != false && pieces.plainBackground != nil
    self.label = label
    self.source = source
  }

  /// True if the node is culled because its plane faces away from the viewer.
  ///
  /// - Parameters:
  ///   - map: from the node's plane to that of the nearest flattening ancestor.
  ///   - isFlipped: true for an odd number of coordinate flips in between, which do not turn a plane.
  package func isTurnedAway(through map: Homography, isFlipped: Bool) -> Bool {
    !isDoubleSided && map.facesAway(isFlipped: isFlipped)
  }

  /// A part removed from a node, to find out whether it affects the picture.
  package enum Loss {
    case nothing
    /// The node's own pieces.
    case pieces
    /// The filters of the node's backdrop.
    case backgroundFilters
  }

  /// Returns a copy with other children, without the part `loss`, and with the given values replaced.
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

  /// Releases the nodes below iteratively; recursion would overflow the stack on a deep tree.
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
