// SPDX-License-Identifier: MIT
import Geometry

/// Finds the tiles that a picture shows: walks its tree and records the visible part of each tiled layer at each place.
///
/// The visible part is conservative: it may be too large, never too small.
package struct TileSearch {
  /// A place where a tiled layer is visible.
  package struct Find {
    package var tiles: TileSet
    /// From the layer's plane to pixels.
    package var map: Homography
    /// The visible convex part of the plane, within the bounds.
    package var seen: [Point]
  }

  /// Maximum number of nodes and instances searched, more than a picture may have.
  private static let limit = 10_000_000

  package private(set) var finds: [Find] = []
  /// Nodes with tiles in or below them; only these are visited.
  private let holders: Set<ObjectIdentifier>

  /// Finds the tiled layers of a tree that are visible on its canvas, in paint order.
  package init(_ tree: RenderTree) {
    holders = TileSearch.holders(in: tree.root)
    let canvas = tree.canvas
    let map = Homography(AffineTransform.translation(-canvas.minX, -canvas.minY).concat(.scale(tree.scale, tree.scale)))
    let area = Rect(0, 0, (canvas.width * tree.scale).rounded(.up), (canvas.height * tree.scale).rounded(.up))
    var walk = RenderWalk(tree.root, through: map, for: .searching, limit: TileSearch.limit)
    // Visible areas in pixels: convex polygons, clockwise.
    var clips = [area.corners]
    while let step = walk.next() {
      if step == .leave { clips.removeLast() }
      guard step == .enter, let clip = clips.last.flatMap({ visible($0, walk.node, walk.place.map) }) else { continue }
      clips.append(clip)
      walk.descend(through: walk.place.map, isMasked: true)
    }
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
    // Propagates from the leaves up.
    var holds = nodes.map { $0.node.tiles != nil }
    var result: Set<ObjectIdentifier> = []
    for i in nodes.indices.reversed() where holds[i] {
      holds[nodes[i].parent] = true
      result.insert(ObjectIdentifier(nodes[i].node))
    }
    return result
  }

  /// Searches a node for tiles.
  ///
  /// - Returns: the area in which nodes below it can be visible; nil for none.
  private mutating func visible(_ around: [Point], _ node: RenderNode, _ map: Homography) -> [Point]? {
    guard holders.contains(ObjectIdentifier(node)), map.isFinite, let back = map.inverted else { return nil }
    var clip = around
    if let shadow = node.shadow, shadow.path == nil {
      // A node outside may cast its shadow into the area.
      let far = shadow.reach * map.largestScale(at: node.bounds.center)
      if far.isFinite { clip = Rect(around: clip).insetBy(dx: -far, dy: -far).corners }
    }
    if node.masksToBounds {
      clip = ConvexPolygon.intersection(clip, ConvexPolygon.clockwise(map.applyClipped(node.bounds.corners)))
      if clip.count < 3 { return nil }
    }
    if let tiles = node.tiles {
      let seen = ConvexPolygon.clip(back.applyClipped(clip), to: node.bounds)
      if seen.count >= 3 { finds.append(Find(tiles: tiles, map: map, seen: seen)) }
    }
    return clip
  }
}
