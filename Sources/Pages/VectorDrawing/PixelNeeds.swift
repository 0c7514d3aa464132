// SPDX-License-Identifier: MIT
import Pixels
import RenderTree

/// The nodes of a tree that must be rasterised as a whole, because something in them reads its backdrop in a way that
/// pages cannot express. The node chosen is the nearest enclosing group.
struct PixelNeeds {
  // Lookup only; never iterated, as hash order is not deterministic.
  private(set) var reasons: [ObjectIdentifier: VectorReason] = [:]

  init(_ root: RenderNode) {
    // Iterative: trees may be thousands of nodes deep.
    var pending: [(node: RenderNode, group: RenderNode)] = [(root, root)]
    while let (node, outer) = pending.popLast() {
      let group = PixelNeeds.isGroup(node) ? node : outer
      if node.isFlattening {
        if node.hasBackdropReaders { note(node, .backdrop) }
        if node.hasBlendingChildren, PixelNeeds.blendsOtherwise(node) { note(node, .blending) }
      }
      for piece in node.pieces {
        if case .particles(let particles) = piece, particles.isAdditive, !particles.sprites.isEmpty {
          note(group, .blending)
        }
      }
      if let mask = node.mask { pending.append((mask, mask)) }
      for child in node.children { pending.append((child, group)) }
    }
  }

  private mutating func note(_ node: RenderNode, _ reason: VectorReason) {
    let key = ObjectIdentifier(node)
    if reasons[key] == nil { reasons[key] = reason }
  }

  /// True if a node is certainly composited as a group.
  private static func isGroup(_ node: RenderNode) -> Bool {
    guard node.isFlattening else { return false }
    return node.hasBlendingChildren || node.mask != nil || node.blendMode != .normal || node.filters != nil
      || (node.isGroupOpacity && node.opacity < 1)
  }

  /// True if a child, or a plane below a transform layer that is a child, has a blend mode that pages lack.
  private static func blendsOtherwise(_ node: RenderNode) -> Bool {
    var pending = [node]
    while let next = pending.popLast() {
      for child in next.children {
        if child.isFlattening {
          if !VectorPainter.modes.contains(child.blendMode) { return true }
        } else {
          pending.append(child)
        }
      }
    }
    return false
  }
}
