// SPDX-License-Identifier: MIT
import Geometry
import Pixels

/// Bounds of the area that a node paints, in its own plane: a conservative estimate, never too small.
package enum NodeExtent {
  case nothing
  case rect(Rect)
  /// The node exceeds the limit of nodes to examine.
  case unknown

  /// Returns the extent of a node.
  ///
  /// - Parameter limit: maximum number of nodes, and of sets of children, to examine.
  /// - Parameter isTight: true to measure curves exactly rather than by their control points.
  /// - Parameter isContent: true to ignore the first node's own filters, shadow and clip.
  package static func of(_ node: RenderNode, limit: Int, isTight: Bool = false, isContent: Bool = false) -> NodeExtent {
    var result: Rect?
    var walk = RenderWalk(node, through: .identity, for: .measuring, limit: limit)
    var surroundings = [Surroundings()]
    var parents = 0
    while let step = walk.next() {
      if step == .leave { surroundings.removeLast() }
      guard step == .enter, var around = surroundings.last else { continue }
      let node = walk.node
      let plane = walk.place.map
      if walk.visited + parents > limit { return .unknown }
      let isContent = isContent && walk.visited == 1
      if let filters = node.filters, !node.masksToBounds, !isContent {
        around.reach += filters.reach * PlaneScale.largest(of: plane, over: node.bounds)
      }
      if let shadow = node.shadow, !node.masksToBounds, !isContent {
        around.reach += shadow.reach * PlaneScale.largest(of: plane, over: node.bounds)
      }
      if node.masksToBounds, !isContent {
        guard let r = mapped(node.bounds, plane), let both = limited(grown(r, by: around.reach), to: around.clip) else {
          continue
        }
        around.clip = both
      }
      if let own = ownRect(node, isTight: isTight),
        let r = mapped(own, plane).flatMap({ limited(grown($0, by: around.reach), to: around.clip) })
      {
        result = result.map { $0.union(r) } ?? r
      }
      guard !node.children.isEmpty else { continue }
      parents += 1
      surroundings.append(around)
      walk.descend(through: plane)
    }
    if walk.isExhausted || walk.visited + parents > limit { return .unknown }
    return result.map { .rect($0) } ?? .nothing
  }

  /// Clip and shadow reach inherited from enclosing nodes, in the first node's plane.
  private struct Surroundings {
    var clip: Rect?
    /// Distance added by shadows.
    var reach = 0.0
  }

  private static func grown(_ r: Rect, by d: Double) -> Rect { d > 0 ? r.insetBy(dx: -d, dy: -d) : r }

  private static func limited(_ r: Rect, to clip: Rect?) -> Rect? {
    guard let clip else { return r }
    return r.intersection(clip)
  }

  private static func box(_ path: Path) -> Rect? { path.points.isEmpty ? nil : Rect(around: path.points) }

  /// Returns the bounds of the node's own pieces, in its own plane; nil for none.
  package static func ownRect(_ node: RenderNode, isTight: Bool = false) -> Rect? {
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
        // Half the diagonal bounds any rotation.
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
    // Some filters paint outside their input.
    if node.filters != nil || node.backgroundFilters != nil { rects.append(node.bounds) }
    if let path = node.shadow?.path, !path.points.isEmpty { rects.append(Rect(around: path.points)) }
    guard let first = rects.first else { return nil }
    return rects.dropFirst().reduce(first) { $0.union($1) }
  }

  /// Returns the bounds of a drawing, clipped; nil for none.
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
    // Lookup only; never iterated, as hash order is not deterministic.
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
      // Bounds the effect's output. The operations in the layer are counted separately.
      case .beginLayer: if let r = op.effect?.extent { add(r) }
      case .endLayer: break
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
