import Geometry
import Raster
import RenderTree

// Transform layers: the planes below keep their depth up to the nearest flattening ancestor.
extension TreeWalk {
  /// - Parameters:
  ///   - placement: from the transform layer's space into the plane of the nearest flattening ancestor.
  ///   - map: from that plane to the device.
  func enterDepth(_ node: RenderNode, _ placement: Transform3D, _ map: Homography, alpha: Double) {
    label = node.label
    var nodes: [(node: RenderNode, map: Homography, alpha: Double)] = []
    var planes: [DepthPlane] = []
    var stack: [(RenderNode, Transform3D, Double, isFlipped: Bool)] = [(node, placement, unit(alpha), node.isPlacementFlipped)]
    while let (next, matrix, alpha, isFlipped) = stack.popLast() {
      let own = matrix.homography
      if !next.isDoubleSided, TreeWalk.facesAway(own, next.bounds, isFlipped: isFlipped) { continue }
      guard next.isFlattening else {
        for child in next.children.reversed() {
          stack.append((child, child.placement.concat(matrix), alpha * unit(next.opacity), isFlipped != child.isPlacementFlipped))
        }
        continue
      }
      guard alpha > 0, let plane = depthPlane(next, matrix) else { continue }
      nodes.append((next, own.concat(map), alpha))
      planes.append(plane)
    }
    let pieces = DepthSort.order(planes)
    var last = [Int](repeating: 0, count: planes.count)
    for (i, piece) in pieces.enumerated() { last[piece.plane] = i }
    let pixel = 1 / PlaneScale.largest(of: map, over: node.bounds)
    for (i, piece) in pieces.enumerated().reversed() {
      let (node, map3, alpha) = nodes[piece.plane]
      if piece.cuts.isEmpty {
        work.append(.node(node, map3, alpha: alpha, isMask: false))
      } else {
        // Pieces painted before another of their plane reach a little under it, so that no seam shines through.
        work.append(
          .piece(
            node, map3, alpha: alpha, area: clipArea(piece, planes[piece.plane], grownBy: i == last[piece.plane] ? 0 : 0.75 * pixel, pixel),
            map))
      }
    }
  }

  /// Where the node appears in the ancestor's plane; nil when it cannot be seen.
  private func depthPlane(_ node: RenderNode, _ matrix: Transform3D) -> DepthPlane? {
    let own = matrix.homography
    guard matrix.isFinite, let inverse = own.inverted, let extent = NodeExtent.of(node), extent.isFinite else { return nil }
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

  func enterPiece(_ node: RenderNode, _ map: Homography, alpha: Double, area: [Point], _ ancestor: Homography) {
    list.builder.addPolygon(ancestor.applyClipped(area))
    let outline = list.builder.finish()
    let saved = list.scissor
    let bounds = saved.intersection(outline.bounds)
    guard !bounds.isEmpty else { return }
    list.scissor = bounds
    list.beginGroup(clips: [.outline(list.add(outline: outline), .nonZero)], label: node.label)
    work.append(.restoreScissor(saved))
    work.append(.endGroup)
    work.append(.node(node, map, alpha: alpha, isMask: false))
  }
}
