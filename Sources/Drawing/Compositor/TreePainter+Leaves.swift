// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import Raster
import RenderTree

// Plain leaves: layers that are one colour, most of the layers of large pictures. They are painted in a loop of their
// own, with the operations and limits of the walk.
extension TreePainter {
  /// Number of leaves painted between two looks at the limits.
  private static let leavesAtOnce = 64

  /// Paints the next layers if they are plain leaves; returns false if the next step is another.
  func paintLeaves() throws -> Bool {
    // The pictures of a transition are surfaces.
    if case .transition? = groups.last?.surfaces.last { return false }
    // Near the limit the walk goes step by step, so that the message names the right layer.
    guard pieceCount + 2 * TreePainter.leavesAtOnce <= options.pieceBudget else { return false }
    guard let leaves = walk.takeLeaves(atMost: TreePainter.leavesAtOnce) else { return false }
    list.tint = leaves.tone.tint
    if !list.scissor.isEmpty { leaves.forEach { paint(leaf: $0, leaves) } }
    label = leaves.last.label
    try checkStop()
    return true
  }

  private func paint(leaf node: RenderNode, _ leaves: RenderWalk.Leaves) {
    let own = unit(leaves.tone.alpha) * unit(node.opacity)
    let map = node.placement.homography.concat(leaves.map)
    guard own > 0, map.isFinite, map.determinant != 0, let color = node.pieces.plainBackground else { return }
    // A group's opacity has 256 steps, and the highest is no group.
    let alpha = node.isGroupOpacity && byte(own) == 255 ? 1 : own
    let pixel = color.premultiplied(opacity: alpha)
    if pixel == 0 { return }
    let radius = node.corners?.minXMinY ?? 0
    if !(radius > 0), let whole = wholePixels(node.bounds, map) { return list.fill(whole, pixel: pixel) }
    if let t = map.affine, map.m33 > 0 {
      let scale = max((t.a * t.a + t.b * t.b).squareRoot(), (t.c * t.c + t.d * t.d).squareRoot())
      let arc = radius > 0 ? outlines.arc(radius: radius * scale) : []
      let isFilled = arc.withUnsafeBufferPointer {
        list.fillLeaf(node.bounds, radius: max(radius, 0), through: t, arc: $0, pixel: pixel)
      }
      if isFilled { return }
    }
    list.fill(boundsOutline(node, map), pixel: pixel)
  }
}
