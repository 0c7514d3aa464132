// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Numbers
import Pixels
import Raster
import RenderTree

// 3D spaces. If planes intersect, each is painted into a group that shows its part; pixels crossed by a cut are drawn
// as samples.
extension TreePainter {
  func beginDepth() throws {
    guard let depth = walk.depth else { return }
    label = walk.node.label
    if !depth.isExact {
      options.warnings?.note(
        .depthLimit, label: label,
        "layer \(label): the \(depth.planeCount) layers that share its depth cross one another in too many "
          + "places; the others are ordered "
          + "by the depth of their centres: let fewer layers cross under one transform layer")
    }
    cutSets.append(try beginCuts(depth))
  }

  func endDepth() { if let cuts = cutSets.popLast(), cuts >= 0 { list.endCuts(cuts) } }

  /// Begins to draw the pixels where parts meet as samples, and returns the cut set; −1 if none is visible.
  private func beginCuts(_ depth: SharedDepth) throws -> Int32 {
    let segments = depth.segments.map {
      CutSegment(a: $0.line.a, b: $0.line.b, c: $0.line.c, from: $0.from, to: $0.to)
    }
    if segments.isEmpty { return -1 }
    let bytes = CutPixels.bytes(for: list.scissor)
    guard let pixels = CutPixels(segments, in: list.scissor) else {
      throw LayerError.memory(label: label, bytes: bytes)
    }
    try charge(pixels: CutPixels.bytes(for: pixels.rect) / 4 + pixels.count)
    return pixels.count == 0 ? -1 : list.beginCuts(pixels, label: label)
  }

  /// Returns the visible piece of a plane's part; nil for a whole plane without cut pixels, which is painted like any
  /// node.
  func visible(_ part: PlanePart) -> (part: DisplayPiece, box: DeviceRect)? {
    let box = DeviceRect(around: Rect(around: part.polygon)).outset(dx: 1, dy: 1)
    let cuts = cutSets.last ?? -1
    if part.halfPlanes.isEmpty, cuts < 0 || !list.cutSets[Int(cuts)].pixels.touches(box) { return nil }
    let sides = part.halfPlanes.map { CutSide(a: $0.line.a, b: $0.line.b, c: $0.line.c, isPositive: $0.isPositive) }
    return (DisplayPiece(cuts: cuts, sides: sides), box)
  }

  /// Begins the group that shows a part of the node's plane; false if nothing of it is visible.
  func beginPart(_ part: DisplayPiece, within box: DeviceRect, of node: RenderNode) throws -> Bool {
    let map = walk.place.map
    let bounds = list.scissor.intersection(box)
    guard !bounds.isEmpty, map.isFinite, map.determinant != 0 else { return false }
    var clips: [AreaClip.Part] = []
    if node.blendMode.changesBackdropOutsideSource {
      // A blend mode that would change the whole backdrop is limited to the pixels that the node draws.
      guard let extent = try extent(of: node, isTight: true) else { return false }
      outlines.add(extent, through: map, to: &list.builder)
      clips.append(.outline(list.add(outline: list.builder.finish()), .nonZero))
    }
    list.scissor = bounds
    list.beginPiece(part, clips: clips, blend: node.blendMode, label: node.label)
    return true
  }
}
