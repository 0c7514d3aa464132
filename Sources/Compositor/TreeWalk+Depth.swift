// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Pixels
import Raster
import RenderTree
import Wording

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
      if visit.instance.index == 0 {
        let own = visit.matrix.homography
        if next.isTurnedAway(through: own, isFlipped: visit.isFlipped) { continue }
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
        guard visit.instance.index < replication.count else { continue }
        if let following = replication.instance(after: visit.instance) {
          var rest = visit
          rest.instance = following
          stack.append(rest)
        }
        range = replication.children(of: visit.instance.index, in: next)
        matrix = replication.matrix(of: visit.instance).concat(matrix)
        tone = tone.multiplied(by: replication.color(of: visit.instance.index))
        guard tone.isVisible, matrix.isFinite else { continue }
        try visitInstance()
      }
      for child in next.children[range].reversed() {
        stack.append(
          DepthVisit(
            node: child, matrix: child.placement.concat(matrix), tone: tone,
            isFlipped: visit.isFlipped != child.isPlacementFlipped,
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
    let cutSet = try beginCuts(sorted, label: node.label)
    if let cutSet { work.append(.endCuts(cutSet)) }
    for piece in sorted.pieces.reversed() {
      let (node, map3, tone) = nodes[piece.plane]
      let box = DeviceRect(around: Rect(around: piece.polygon)).outset(dx: 1, dy: 1)
      // A plane that is whole, and has no cut pixel, is painted like any node.
      if piece.cuts.isEmpty, cutSet.map({ !list.cutSets[Int($0)].pixels.touches(box) }) ?? true {
        work.append(.node(node, map3, tone: tone, isMask: false))
      } else {
        let sides = piece.cuts.map { cut in
          let line = sorted.lines[cut.line]
          return CutSide(a: line.a, b: line.b, c: line.c, isPositive: cut.isPositive)
        }
        work.append(.piece(node, map3, tone: tone, box: box, DisplayPiece(cuts: cutSet ?? -1, sides: sides)))
      }
    }
  }

  /// From here on the pixels where pieces meet are drawn as samples; nil when none is visible.
  private func beginCuts(_ sorted: DepthSort.Result, label: String) throws -> Int32? {
    let segments = sorted.segments.map { segment in
      let line = sorted.lines[segment.line]
      return CutSegment(a: line.a, b: line.b, c: line.c, from: segment.from, to: segment.to)
    }
    if segments.isEmpty { return nil }
    let bytes = CutPixels.bytes(for: list.scissor)
    guard let pixels = CutPixels(segments, in: list.scissor) else {
      throw LayerError.memory(label: label, bytes: bytes)
    }
    try charge(pixels: CutPixels.bytes(for: pixels.rect) / 4 + pixels.count)
    return pixels.count == 0 ? nil : list.beginCuts(pixels, label: label)
  }

  /// Paints the whole plane into a group that shows the piece.
  func enterPiece(_ node: RenderNode, _ map: Homography, tone: Tone, box: DeviceRect, _ piece: DisplayPiece) {
    let saved = list.scissor
    let bounds = saved.intersection(box)
    guard !bounds.isEmpty, map.isFinite, map.determinant != 0 else { return }
    list.scissor = bounds
    var clips: [AreaClip.Part] = []
    if node.blendMode.changesBackdropOutsideSource {
      // A mode that would change the whole backdrop is limited to the pixels that the node draws.
      guard let extent = NodeExtent.of(node, isTight: true), extent.isFinite else {
        list.scissor = saved
        return
      }
      outlines.add(extent, through: map, to: &list.builder)
      let outline = list.builder.finish()
      clips.append(.outline(list.add(outline: outline), .nonZero))
    }
    list.beginPiece(piece, clips: clips, blend: node.blendMode, label: node.label)
    work.append(.restoreScissor(saved))
    work.append(.endGroup)
    // The group is combined with the backdrop, not the node with the group.
    work.append(.node(node, map, tone: tone, isMask: true))
  }
}

/// Depth in device space.
///
/// A depth z over the plane of the nearest flattening ancestor is affine there. In the device it is divided, like
/// everything, by the w of the inverse map, which is positive wherever something is visible and the same for all
/// planes: so z · w is affine in the device and gives the same order.
private struct DeviceDepth {
  private let map: Homography
  private let back: Homography
  /// The area that is drawn; nothing outside is.
  private let area: Rect

  /// Returns nil when nothing is visible.
  init?(_ map: Homography, scissor: DeviceRect) {
    guard map.isFinite, let back = map.inverted, !scissor.isEmpty else { return nil }
    self.map = map
    area = scissor.rect.insetBy(dx: -2, dy: -2)
    // Depths stay depths in the middle, and everywhere without perspective.
    let w = back.homogeneous(area.center).w
    let k = w > 0 ? 1 / w : 1
    self.back = Homography(
      m11: back.m11 * k, m12: back.m12 * k, m13: back.m13 * k, m21: back.m21 * k, m22: back.m22 * k, m23: back.m23 * k,
      m31: back.m31 * k,
      m32: back.m32 * k, m33: back.m33 * k)
    guard self.back.isFinite else { return nil }
  }

  /// The plane and area on screen of a node with this extent; nil when it cannot be visible.
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
      a: back.m11 * depth.a + back.m12 * depth.b + back.m13 * depth.c,
      b: back.m21 * depth.a + back.m22 * depth.b + back.m23 * depth.c,
      c: back.m31 * depth.a + back.m32 * depth.b + back.m33 * depth.c)
    guard own.a.isFinite, own.b.isFinite, own.c.isFinite else { return nil }
    return DepthSort.Plane(polygon: polygon, depth: own)
  }
}

/// A node under a transform layer that is still to be visited.
private struct DepthVisit {
  var node: RenderNode
  /// From its plane into that of the nearest flattening ancestor.
  var matrix: Transform3D
  var tone: Tone
  var isFlipped: Bool
  /// Whether the node appears more than once.
  var isRepeated = false
  /// The instance of the children that is next.
  var instance = Replication.Instance()
}
