// SPDX-License-Identifier: MIT
import Pixels
import RenderTree

/// The nodes of a tree that must become pixels as a whole, since something in them reads what lies below it in a way
/// that no page knows: the nearest picture of its own around that.
struct PixelNeeds {
  // Looked up only.
  private(set) var reasons: [ObjectIdentifier: VectorReason] = [:]

  init(_ root: RenderNode) {
    // Without recursion: trees may be thousands of nodes deep.
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

  /// Whether a node is surely composited by itself.
  private static func isGroup(_ node: RenderNode) -> Bool {
    guard node.isFlattening else { return false }
    return node.hasBlendingChildren || node.mask != nil || node.blendMode != .normal || node.filters != nil
      || (node.isGroupOpacity && node.opacity < 1)
  }

  /// Whether a child, or a plane below a transform layer that is one, is combined by a mode that pages lack.
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
