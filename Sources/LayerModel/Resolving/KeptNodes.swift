// SPDX-License-Identifier: MIT
import Geometry
import RenderTree

/// What plain sublayers resolved to in the frame before. Of a film, since between its frames nothing but a frame's
/// function changes layers, and what it changed is reverted and noted (`ModelSnapshot`).
final class KeptNodes {
  /// The sublayers of one layer.
  final class Family {
    let label: String
    let after: Transform3D?
    let isMirrored: Bool
    let scale: Double
    /// The scene's count of changes when the layer was the same last.
    fileprivate let changeCount: UInt64
    /// By place, with the sublayer's serial number and the count of changes when each was made.
    private var nodes: [(node: RenderNode?, serial: Int, changeCount: UInt64)]

    fileprivate init(_ frame: Resolver.Frame, scale: Double, changeCount: UInt64) {
      (label, after, isMirrored, self.scale) = (frame.label, frame.after, frame.isMirrored, scale)
      self.changeCount = changeCount
      nodes = Array(repeating: (nil, 0, 0), count: frame.models.count)
    }

    fileprivate var count: Int { nodes.count }

    /// What a sublayer resolved to, if neither it nor anything about it has changed since.
    @inline(__always) func node(of model: Layer, at index: Int) -> RenderNode? {
      let kept = nodes[index]
      return kept.changeCount >= model.changedAt && kept.serial == model.serial ? kept.node : nil
    }

    /// Keeps what a sublayer without sublayers and mask resolved to, if that follows from its own values alone.
    func keep(_ node: RenderNode, of model: Layer, at index: Int) {
      let isPlain =
        node.isSelfContained && !model.changesWithTime && !model.hasDrawingHook && !model.flag(.drawsAsynchronously)
        && model.transition == nil
      nodes[index] = (isPlain ? node : nil, model.serial, model.scene.changeCount)
    }
  }

  /// The fewest sublayers that are worth it.
  private static let fewest = 32
  /// The most nodes that are kept, of some 500 bytes.
  private static let most = 1 << 16

  /// By the serial number of the layer.
  private var families: [Int: Family] = [:]
  private var count = 0

  /// The nodes of a layer's sublayers, kept or to be kept; nil for few sublayers, or too many.
  func family(_ frame: Resolver.Frame, scale: Double) -> Family? {
    guard frame.models.count >= KeptNodes.fewest, frame.replication == nil, !frame.isDelayed else { return nil }
    if let known = families[frame.model.serial] {
      if known.changeCount >= frame.model.changedAt, known.count == frame.models.count, known.after == frame.after,
        known.isMirrored == frame.isMirrored,
        known.scale == scale, known.label == frame.label
      {
        return known
      }
    } else {
      guard count + frame.models.count <= KeptNodes.most else { return nil }
      count += frame.models.count
    }
    let made = Family(frame, scale: scale, changeCount: frame.model.scene.changeCount)
    families[frame.model.serial] = made
    return made
  }
}
