// SPDX-License-Identifier: MIT
import Geometry
import Pixels

/// The extent of the area that a node paints, in its own plane: an estimate that is never too small.
package enum NodeExtent {
  /// - Parameter limit: the largest number of nodes examined; with more the result is nil, as for a node that paints
  ///   nothing.
  /// - Parameter isTight: measures curves exactly, not by their control points.
  package static func of(_ node: RenderNode, limit: Int = .max, isTight: Bool = false) -> Rect? {
    var result: Rect?
    var stack = [Visit(node: node, map: .identity, outer: .identity, clip: nil, reach: 0)]
    var visited = 0
    while let visit = stack.popLast() {
      let node = visit.node
      visited += 1
      if visited > limit { return nil }
      if visit.isChildren {
        descend(visit, &stack)
        continue
      }
      guard node.isFlattening else {
        if !node.children.isEmpty {
          stack.append(visit.children(map: visit.map, outer: visit.outer, clip: visit.clip, reach: visit.reach))
        }
        continue
      }
      let plane = visit.map.homography.concat(visit.outer)
      var clip = visit.clip
      var reach = visit.reach
      if let shadow = node.shadow, !node.masksToBounds {
        reach += shadow.reach * PlaneScale.largest(of: plane, over: node.bounds)
      }
      if node.masksToBounds {
        guard let r = mapped(node.bounds, plane), let both = limited(grown(r, by: reach), to: clip) else { continue }
        clip = both
      }
      if let own = ownRect(node, isTight: isTight),
        let r = mapped(own, plane).flatMap({ limited(grown($0, by: reach), to: clip) })
      {
        result = result.map { $0.union(r) } ?? r
      }
      if !node.children.isEmpty { stack.append(visit.children(map: .identity, outer: plane, clip: clip, reach: reach)) }
    }
    return result
  }

  private struct Visit {
    var node: RenderNode
    /// From the node's plane into that of the nearest flattening ancestor, and from there into the first node's.
    var map: Transform3D
    var outer: Homography
    var clip: Rect?
    /// The distance that shadows around the node add, in the first node's plane.
    var reach: Double
    /// True: the node's children are meant, whose placements lead to where `map` starts; of a replicated node those of
    /// one instance.
    var isChildren = false
    var instance = Replication.Instance()

    func children(map: Transform3D, outer: Homography, clip: Rect?, reach: Double) -> Visit {
      Visit(node: node, map: map, outer: outer, clip: clip, reach: reach, isChildren: true)
    }
  }

  /// Puts children on the stack, and their next instance.
  private static func descend(_ visit: Visit, _ stack: inout [Visit]) {
    var range = 0..<visit.node.children.count
    var map = visit.map
    if let replication = visit.node.replication {
      guard visit.instance.index < replication.count else { return }
      range = replication.children(of: visit.instance.index, in: visit.node)
      map = replication.matrix(of: visit.instance).concat(map)
      if let next = replication.instance(after: visit.instance) {
        var rest = visit
        rest.instance = next
        stack.append(rest)
      }
      guard replication.color(of: visit.instance.index).alpha > 0, map.isFinite else { return }
    }
    for child in visit.node.children[range] {
      stack.append(
        Visit(node: child, map: child.placement.concat(map), outer: visit.outer, clip: visit.clip, reach: visit.reach))
    }
  }

  private static func grown(_ r: Rect, by d: Double) -> Rect { d > 0 ? r.insetBy(dx: -d, dy: -d) : r }

  private static func limited(_ r: Rect, to clip: Rect?) -> Rect? {
    guard let clip else { return r }
    return r.intersection(clip)
  }

  private static func box(_ path: Path) -> Rect? { path.points.isEmpty ? nil : Rect(around: path.points) }

  /// The area that the node's own pieces cover; nil for none.
  private static func ownRect(_ node: RenderNode, isTight: Bool) -> Rect? {
    var rects: [Rect] = []
    for piece in node.pieces {
      switch piece {
      case .background, .gradient, .tiles, .border: rects.append(node.bounds)
      case .contents(let contents): rects += contents.pieces.map(\.destination)
      case .drawing(let drawing): if let rect = rect(of: drawing) { rects.append(rect) }
      case .shape(let shape):
        guard var r = isTight ? shape.path.boundingBoxOfPath : box(shape.path) else { break }
        if shape.stroke != nil {
          let style = shape.strokeStyle
          let reach = style.width / 2 * (style.join == .miter ? max(style.miterLimit, 1.5) : 1.5)
          r = Rect(r.minX - reach, r.minY - reach, r.width + 2 * reach, r.height + 2 * reach)
        }
        rects.append(r)
      case .particles(let particles):
        // For any rotation.
        let reaches = particles.kinds.map {
          ($0.size.width * $0.size.width + $0.size.height * $0.size.height).squareRoot() / 2
        }
        for sprite in particles.sprites {
          let reach = reaches[sprite.kind] * sprite.scale
          let r = Rect(sprite.center.x - reach, sprite.center.y - reach, 2 * reach, 2 * reach)
          if let last = rects.popLast() { rects.append(last.union(r)) } else { rects.append(r) }
        }
      }
    }
    if let path = node.shadow?.path, !path.points.isEmpty { rects.append(Rect(around: path.points)) }
    guard let first = rects.first else { return nil }
    return rects.dropFirst().reduce(first) { $0.union($1) }
  }

  /// The largest area that a drawing may cover; nil for none.
  package static func rect(of drawing: PlacedDrawing) -> Rect? {
    guard let clip = drawing.clip else { return extent(of: drawing) }
    let cut = drawing.clippedEdges
    if cut.isSuperset(of: .all) { return clip }
    guard var r = extent(of: drawing) else { return nil }
    r = Rect(
      minX: cut.contains(.left) ? max(r.minX, clip.minX) : r.minX,
      minY: cut.contains(.bottom) ? max(r.minY, clip.minY) : r.minY,
      maxX: cut.contains(.right) ? min(r.maxX, clip.maxX) : r.maxX,
      maxY: cut.contains(.top) ? min(r.maxY, clip.maxY) : r.maxY)
    return r.width > 0 && r.height > 0 ? r : nil
  }

  private static func extent(of drawing: PlacedDrawing) -> Rect? {
    var points: [Point] = []
    // Looked up only.
    var glyphs: [Glyph: Rect?] = [:]
    for op in drawing.drawing.operations {
      func add(_ r: Rect, reach: Double = 0) {
        let grown = Rect(r.minX - reach, r.minY - reach, r.width + 2 * reach, r.height + 2 * reach)
        var box = op.transform.boundingBox(of: grown)
        if let shadow = op.shadow {
          let blur = 3 * shadow.sigma + 1
          box = box.union(
            Rect(
              box.minX + shadow.offset.width - blur, box.minY + shadow.offset.height - blur, box.width + 2 * blur,
              box.height + 2 * blur)
          )
        }
        points += [Point(box.minX, box.minY), Point(box.maxX, box.maxY)]
      }
      switch op.kind {
      case .fill(let path, _, _): if !path.points.isEmpty { add(Rect(around: path.points)) }
      case .stroke(let path, let style, _):
        if !path.points.isEmpty { add(Rect(around: path.points), reach: style.width / 2 * max(style.miterLimit, 1.5)) }
      case .image(_, let r, _), .clear(let r): add(r)
      case .glyphs(let run, _):
        var ink: Rect?
        for (glyph, origin) in zip(run.glyphs, run.positions) {
          let key = Glyph(font: ObjectIdentifier(run.font), index: glyph)
          let known = glyphs[key]
          let box = known ?? Self.box(run.font.outline(of: glyph))
          if known == nil { glyphs[key] = .some(box) }
          guard let box = box?.offsetBy(dx: origin.x, dy: origin.y) else { continue }
          ink = ink.map { $0.union(box) } ?? box
        }
        if let ink { add(ink) }
      case .gradient: if case .path(let path, _) = op.clip?.area { points += path.points }
      case .beginLayer, .endLayer: break
      }
    }
    return points.isEmpty ? nil : drawing.transform.boundingBox(of: Rect(around: points))
  }

  private struct Glyph: Hashable {
    var font: ObjectIdentifier
    var index: UInt32
  }

  private static func mapped(_ r: Rect, _ map: Homography) -> Rect? {
    let polygon = map.applyClipped(r.corners, epsilon: 1e-3)
    guard !polygon.isEmpty else { return nil }
    let box = Rect(around: polygon)
    return box.isFinite ? box : nil
  }
}
