import Geometry
import Raster
import RenderTree

// Transform layers: the planes below keep their depth up to the nearest flattening ancestor.
extension TreeWalk {
  /// - Parameters:
  ///   - placement: from the transform layer's space into the plane of the nearest flattening ancestor.
  ///   - map: from that plane to the device.
  func enterDepth(_ node: RenderNode, _ placement: Transform3D, _ map: Homography, tone: Tone) throws {
    label = node.label
    var nodes: [(node: RenderNode, map: Homography, tone: Tone)] = []
    var planes: [DepthPlane] = []
    // Looked up only; filled where nodes are repeated.
    var extents: [ObjectIdentifier: Rect?] = [:]
    var stack = [DepthVisit(node: node, matrix: placement, tone: tone, isFlipped: node.isPlacementFlipped)]
    while let visit = stack.popLast() {
      let next = visit.node
      if visit.instance == 0 {
        let own = visit.matrix.homography
        if !next.isDoubleSided, TreeWalk.facesAway(own, next.bounds, isFlipped: visit.isFlipped) { continue }
        if next.isFlattening {
          guard visit.tone.isVisible else { continue }
          let extent: Rect?
          if visit.isRepeated {
            extent = extents[ObjectIdentifier(next)] ?? NodeExtent.of(next)
            extents[ObjectIdentifier(next)] = extent
          } else {
            extent = NodeExtent.of(next)
          }
          guard let extent, let plane = depthPlane(extent, visit.matrix) else { continue }
          nodes.append((next, own.concat(map), visit.tone))
          planes.append(plane)
          continue
        }
      }
      var matrix = visit.matrix
      var tone = visit.tone
      tone.alpha = unit(tone.alpha) * unit(next.opacity)
      var range = 0..<next.children.count
      if let replication = next.replication {
        guard visit.instance < replication.count else { continue }
        var rest = visit
        rest.instance += 1
        rest.steps = visit.steps.concat(replication.step)
        if rest.steps.isFinite, rest.instance < replication.count { stack.append(rest) }
        range = replication.children(of: visit.instance, in: next)
        matrix = visit.steps.concat(replication.after).concat(matrix)
        tone = tone.multiplied(by: replication.color(of: visit.instance))
        guard tone.isVisible, matrix.isFinite else { continue }
        try visitInstance()
      }
      for child in next.children[range].reversed() {
        stack.append(
          DepthVisit(
            node: child, matrix: child.placement.concat(matrix), tone: tone, isFlipped: visit.isFlipped != child.isPlacementFlipped,
            isRepeated: visit.isRepeated || next.replication != nil))
      }
    }
    let pieces = DepthSort.order(planes)
    var last = [Int](repeating: 0, count: planes.count)
    for (i, piece) in pieces.enumerated() { last[piece.plane] = i }
    let pixel = 1 / PlaneScale.largest(of: map, over: node.bounds)
    for (i, piece) in pieces.enumerated().reversed() {
      let (node, map3, tone) = nodes[piece.plane]
      if piece.cuts.isEmpty {
        work.append(.node(node, map3, tone: tone, isMask: false))
      } else {
        // Pieces painted before another of their plane reach a little under it, so that no seam shines through.
        work.append(
          .piece(
            node, map3, tone: tone, area: clipArea(piece, planes[piece.plane], grownBy: i == last[piece.plane] ? 0 : 0.75 * pixel, pixel),
            map))
      }
    }
  }

  /// Where a node of that extent appears in the ancestor's plane; nil when it cannot be seen.
  private func depthPlane(_ extent: Rect, _ matrix: Transform3D) -> DepthPlane? {
    let own = matrix.homography
    guard matrix.isFinite, let inverse = own.inverted, extent.isFinite else { return nil }
    var polygon = ConvexPolygon.clockwise(own.applyClipped(extent.corners, epsilon: 1e-4))
    // What is far away in the plane is never on a canvas.
    let far = 1e6
    for (a, b) in [(1.0, 0.0), (-1, 0), (0, 1), (0, -1)] { polygon = ConvexPolygon.clip(polygon, a: a, b: b, c: far) }
    guard polygon.count >= 3, abs(ConvexPolygon.doubledArea(polygon)) > 1e-9 else { return nil }
    // z = (x, y, 1) · H⁻¹ · (m13, m23, m43), since w is 1 for a point already divided.
    let a = inverse.m11 * matrix.m13 + inverse.m12 * matrix.m23 + inverse.m13 * matrix.m43
    let b = inverse.m21 * matrix.m13 + inverse.m22 * matrix.m23 + inverse.m23 * matrix.m43
    let c = inverse.m31 * matrix.m13 + inverse.m32 * matrix.m23 + inverse.m33 * matrix.m43
    guard a.isFinite, b.isFinite, c.isFinite else { return nil }
    return DepthPlane(polygon: polygon, a: a, b: b, c: c)
  }

  /// The piece's side of its cuts, larger than the plane everywhere else: the plane's own edges must not count twice.
  private func clipArea(_ piece: DepthPiece, _ plane: DepthPlane, grownBy grow: Double, _ pixel: Double) -> [Point] {
    let box = Rect(around: plane.polygon).insetBy(dx: -4 * pixel, dy: -4 * pixel)
    var area = box.corners
    for cut in piece.cuts { area = ConvexPolygon.clip(area, a: cut.a, b: cut.b, c: cut.c + grow) }
    return area
  }

  func enterPiece(_ node: RenderNode, _ map: Homography, tone: Tone, area: [Point], _ ancestor: Homography) {
    list.builder.promiseSimple()
    list.builder.addPolygon(ancestor.applyClipped(area))
    let outline = list.builder.finish()
    let saved = list.scissor
    let bounds = saved.intersection(outline.bounds)
    guard !bounds.isEmpty else { return }
    list.scissor = bounds
    list.beginGroup(clips: [.outline(list.add(outline: outline), .nonZero)], label: node.label)
    work.append(.restoreScissor(saved))
    work.append(.endGroup)
    work.append(.node(node, map, tone: tone, isMask: false))
  }
}

/// A node under a transform layer that is to be looked at.
private struct DepthVisit {
  var node: RenderNode
  /// From its plane into that of the nearest flattening ancestor.
  var matrix: Transform3D
  var tone: Tone
  var isFlipped: Bool
  /// Whether the node is seen more than once.
  var isRepeated = false
  /// The instance of the children that is next, and the steps to it.
  var instance = 0
  var steps = Transform3D.identity
}
