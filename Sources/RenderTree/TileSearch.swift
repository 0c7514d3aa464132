// SPDX-License-Identifier: MIT
import Geometry

/// Finds the tiles that a picture shows: walks its tree and records the visible part of each tiled layer at each place.
///
/// The walk follows that of the compositor. It may find a little more than is finally visible, never less.
package struct TileSearch {
  /// A place where a tiled layer is visible.
  package struct Find {
    package var tiles: TileSet
    /// From the layer's plane to pixels.
    package var map: Homography
    /// The visible convex part of the plane, within the bounds.
    package var seen: [Point]
  }

  package private(set) var finds: [Find] = []
  /// The nodes with tiles in or below them; only these are visited.
  private let holders: Set<ObjectIdentifier>

  private struct Visit {
    var node: RenderNode
    /// From the node's plane into that of the nearest flattening ancestor; from there to pixels.
    var matrix: Transform3D
    var outer: Homography
    /// The area that can be visible, in pixels: a convex polygon, clockwise.
    var clip: [Point]
    var isFlipped: Bool
  }

  /// Finds the tiled layers of a tree that are visible on its canvas, in paint order.
  package init(_ tree: RenderTree) {
    holders = TileSearch.holders(in: tree.root)
    let canvas = tree.canvas
    let map = Homography(AffineTransform.translation(-canvas.minX, -canvas.minY).concat(.scale(tree.scale, tree.scale)))
    let area = Rect(0, 0, (canvas.width * tree.scale).rounded(.up), (canvas.height * tree.scale).rounded(.up))
    var pending = [Visit(node: tree.root, matrix: .identity, outer: map, clip: area.corners, isFlipped: false)]
    while let visit = pending.popLast() { enter(visit, &pending) }
  }

  private static func holders(in root: RenderNode) -> Set<ObjectIdentifier> {
    var nodes: [(node: RenderNode, parent: Int)] = [(root, 0)]
    var next = 0
    while next < nodes.count {
      let node = nodes[next].node
      for child in node.children { nodes.append((child, next)) }
      if let mask = node.mask { nodes.append((mask, next)) }
      next += 1
    }
    // From the leaves up.
    var holds = nodes.map { $0.node.tiles != nil }
    var result: Set<ObjectIdentifier> = []
    for i in nodes.indices.reversed() where holds[i] {
      holds[nodes[i].parent] = true
      result.insert(ObjectIdentifier(nodes[i].node))
    }
    return result
  }

  /// The children with their places, the last first; those of a replicated node once for each instance.
  private static func placedChildren(of node: RenderNode) -> [(RenderNode, Transform3D)] {
    guard let replication = node.replication else { return node.children.reversed().map { ($0, $0.placement) } }
    var result: [(RenderNode, Transform3D)] = []
    var instance: Replication.Instance? = replication.count > 0 ? Replication.Instance() : nil
    while let present = instance {
      let matrix = replication.matrix(of: present)
      if matrix.isFinite {
        for child in node.children[replication.children(of: present.index, in: node)] {
          result.append((child, child.placement.concat(matrix)))
        }
      }
      instance = replication.instance(after: present)
    }
    return result.reversed()
  }

  private mutating func enter(_ visit: Visit, _ pending: inout [Visit]) {
    let node = visit.node
    guard holders.contains(ObjectIdentifier(node)) else { return }
    let own = visit.matrix.homography
    if node.isTurnedAway(through: own, isFlipped: visit.isFlipped) { return }
    guard node.isFlattening else {
      for (child, placement) in Self.placedChildren(of: node) {
        pending.append(
          Visit(
            node: child, matrix: placement.concat(visit.matrix), outer: visit.outer, clip: visit.clip,
            isFlipped: visit.isFlipped != child.isPlacementFlipped))
      }
      return
    }
    let map = own.concat(visit.outer)
    guard map.isFinite, let back = map.inverted else { return }
    var clip = visit.clip
    if let shadow = node.shadow, shadow.path == nil {
      // A node outside may cast its shadow inside.
      let far = shadow.reach * map.largestScale(at: node.bounds.center)
      if far.isFinite { clip = Rect(around: clip).insetBy(dx: -far, dy: -far).corners }
    }
    if node.masksToBounds {
      clip = ConvexPolygon.intersection(clip, ConvexPolygon.clockwise(map.applyClipped(node.bounds.corners)))
      if clip.count < 3 { return }
    }
    if let tiles = node.tiles {
      let seen = ConvexPolygon.clip(back.applyClipped(clip), to: node.bounds)
      if seen.count >= 3 { finds.append(Find(tiles: tiles, map: map, seen: seen)) }
    }
    for (child, placement) in Self.placedChildren(of: node) {
      pending.append(Visit(node: child, matrix: placement, outer: map, clip: clip, isFlipped: child.isPlacementFlipped))
    }
    if let mask = node.mask {
      pending.append(
        Visit(node: mask, matrix: mask.placement, outer: map, clip: clip, isFlipped: mask.isPlacementFlipped))
    }
  }
}
