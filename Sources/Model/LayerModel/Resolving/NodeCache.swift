// SPDX-License-Identifier: MIT
import Geometry
import RenderTree

/// A cache of the nodes that plain sublayers resolved to in the previous frame of a film. Between frames only a frame's
/// function changes layers, and its changes are reverted and noted (`ModelSnapshot`).
final class NodeCache {
  /// The cached nodes of one layer's sublayers.
  final class Family {
    let label: String
    let after: Transform3D?
    let isMirrored: Bool
    let scale: Double
    /// The scene's change count when the family was made.
    fileprivate let changeCount: UInt64
    /// The nodes by index, each with the sublayer's serial number and the change count when it was made.
    private var nodes: [(node: RenderNode?, serial: Int, changeCount: UInt64)]

    fileprivate init(_ frame: Resolver.Frame, scale: Double, changeCount: UInt64) {
      (label, after, isMirrored, self.scale) = (frame.label, frame.after, frame.isMirrored, scale)
      self.changeCount = changeCount
      nodes = Array(repeating: (nil, 0, 0), count: frame.models.count)
    }

    fileprivate var count: Int { nodes.count }

    /// Returns the cached node of a sublayer; nil if the sublayer may have changed since.
    @inline(__always) func node(of model: Layer, at index: Int) -> RenderNode? {
      let kept = nodes[index]
      return kept.changeCount >= model.changedAt && kept.serial == model.serial ? kept.node : nil
    }

    /// Caches the node of a sublayer without sublayers and mask, if it depends on the sublayer's own values alone.
    func keep(_ node: RenderNode, of model: Layer, at index: Int) {
      let isPlain =
        node.isSelfContained && !model.changesWithTime && !model.hasDrawingHook && !model.flag(.drawsAsynchronously)
        && model.transition == nil
      nodes[index] = (isPlain ? node : nil, model.serial, model.scene.changeCount)
    }
  }

  /// The minimum number of sublayers for which caching pays.
  private static let fewest = 32
  /// The maximum number of cached nodes, of about 500 bytes each.
  private static let most = 1 << 16

  /// The families by the layer's serial number.
  private var families: [Int: Family] = [:]
  private var count = 0

  /// Returns the family of a layer's sublayers, cached or new; nil for too few sublayers or too many.
  func family(_ frame: Resolver.Frame, scale: Double) -> Family? {
    guard frame.models.count >= NodeCache.fewest, frame.replication == nil, !frame.isDelayed else { return nil }
    if let known = families[frame.model.serial] {
      if known.changeCount >= frame.model.changedAt, known.count == frame.models.count, known.after == frame.after,
        known.isMirrored == frame.isMirrored,
        known.scale == scale, known.label == frame.label
      {
        return known
      }
    } else {
      guard count + frame.models.count <= NodeCache.most else { return nil }
      count += frame.models.count
    }
    let made = Family(frame, scale: scale, changeCount: frame.model.scene.changeCount)
    families[frame.model.serial] = made
    return made
  }
}
