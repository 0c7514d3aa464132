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
    var planes: [DepthSort.Plane] = []
    guard let seen = DeviceDepth(map, scissor: list.scissor) else { return }
    // Looked up only; filled where nodes are repeated.
    var extents: [ObjectIdentifier: Rect?] = [:]
    var stack = [DepthVisit(node: node, matrix: placement, tone: tone, isFlipped: node.isPlacementFlipped)]
    while let visit = stack.popLast() {
      let next = visit.node
      if visit.instance == 0 {
        let own = visit.matrix.homography
        if !next.isDoubleSided, own.facesAway(isFlipped: visit.isFlipped) { continue }
        if next.isFlattening {
          guard visit.tone.isVisible else { continue }
          let extent: Rect?
          if visit.isRepeated {
            extent = extents[ObjectIdentifier(next)] ?? NodeExtent.of(next)
            extents[ObjectIdentifier(next)] = extent
          } else {
            extent = NodeExtent.of(next)
          }
          guard let extent, let plane = seen.plane(extent, visit.matrix) else { continue }
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
    let sorted = DepthSort.order(
      planes, pieceLimit: min(planes.count * 16 + 65_536, options.pieceBudget / 4), isStopped: options.isStopped)
    if !sorted.isExact {
      options.warnings?.note(
        .depthLimit, label: node.label,
        "layer \(node.label): the \(planes.count) layers that share its depth cross one another in too many places; those left over are ordered "
          + "by the depth of their centres: let fewer layers cross under one transform layer")
    }
    var last = [Int](repeating: 0, count: planes.count)
    for (i, piece) in sorted.pieces.enumerated() { last[piece.plane] = i }
    for (i, piece) in sorted.pieces.enumerated().reversed() {
      let (node, map3, tone) = nodes[piece.plane]
      if piece.cuts.isEmpty {
        work.append(.node(node, map3, tone: tone, isMask: false))
      } else {
        // Pieces painted before another of their plane reach a little under it, so that no seam shines through.
        work.append(
          .piece(
            node, map3, tone: tone, area: clipArea(piece, planes[piece.plane], sorted.lines, grownBy: i == last[piece.plane] ? 0 : 0.75)))
      }
    }
  }

  /// The piece's side of its cuts, larger than the plane everywhere else: the plane's own edges must not count twice.
  private func clipArea(_ piece: DepthPiece, _ plane: DepthSort.Plane, _ lines: [DepthLine], grownBy grow: Double) -> [Point] {
    let box = Rect(around: plane.polygon).insetBy(dx: -4, dy: -4)
    var area = box.corners
    for cut in piece.cuts {
      let line = lines[cut.line]
      area =
        cut.isPositive
        ? ConvexPolygon.clip(area, a: line.a, b: line.b, c: line.c + grow)
        : ConvexPolygon.clip(area, a: -line.a, b: -line.b, c: -line.c + grow)
    }
    return area
  }

  func enterPiece(_ node: RenderNode, _ map: Homography, tone: Tone, area: [Point]) {
    list.builder.promiseSimple()
    list.builder.addPolygon(area)
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

/// Depth in device space.
///
/// A depth z over the plane of the nearest flattening ancestor is affine there. In the device it is divided, as everything is, by the w of the
/// way back, which is positive wherever something is seen and the same for all planes: so z · w is affine in the device and gives the same order.
private struct DeviceDepth {
  private let map: Homography
  private let back: Homography
  /// Nothing outside is drawn.
  private let area: Rect

  /// Nil when nothing is seen.
  init?(_ map: Homography, scissor: DeviceRect) {
    guard map.isFinite, let back = map.inverted, !scissor.isEmpty else { return nil }
    self.map = map
    area = scissor.rect.insetBy(dx: -2, dy: -2)
    // Depths stay depths in the middle, and everywhere without perspective.
    let w = back.homogeneous(area.center).w
    let k = w > 0 ? 1 / w : 1
    self.back = Homography(
      m11: back.m11 * k, m12: back.m12 * k, m13: back.m13 * k, m21: back.m21 * k, m22: back.m22 * k, m23: back.m23 * k, m31: back.m31 * k,
      m32: back.m32 * k, m33: back.m33 * k)
    guard self.back.isFinite else { return nil }
  }

  /// Where a node of that extent appears; nil when it cannot be seen.
  ///
  /// - Parameter matrix: from its plane to that of the ancestor.
  func plane(_ extent: Rect, _ matrix: Transform3D) -> DepthSort.Plane? {
    guard matrix.isFinite, extent.isFinite, let depth = DepthPlane(matrix) else { return nil }
    var polygon = map.applyClipped(matrix.homography.applyClipped(extent.corners, epsilon: 1e-4), epsilon: 1e-6)
    for (a, b, c) in [(1.0, 0.0, -area.minX), (-1, 0, area.maxX), (0, 1, -area.minY), (0, -1, area.maxY)] {
      polygon = ConvexPolygon.clip(polygon, a: a, b: b, c: c)
    }
    polygon = ConvexPolygon.clockwise(polygon)
    guard polygon.count >= 3, ConvexPolygon.doubledArea(polygon) > 1e-9 else { return nil }
    let own = DepthPlane(
      a: back.m11 * depth.a + back.m12 * depth.b + back.m13 * depth.c, b: back.m21 * depth.a + back.m22 * depth.b + back.m23 * depth.c,
      c: back.m31 * depth.a + back.m32 * depth.b + back.m33 * depth.c)
    guard own.a.isFinite, own.b.isFinite, own.c.isFinite else { return nil }
    return DepthSort.Plane(polygon: polygon, depth: own)
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
