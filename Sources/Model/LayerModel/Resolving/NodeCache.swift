// SPDX-License-Identifier: MIT
import Geometry
import RenderTree

/// A cache of the nodes that sublayers resolved to in earlier renders of a tree. A node stays valid until something of
/// its layer, or of a layer below it, changes; nodes that depend on the time are not cached.
package final class NodeCache {
  /// The cached nodes of one layer's sublayers.
  final class Family {
    fileprivate let label: String
    fileprivate let after: Transform3D?
    fileprivate let isMirrored: Bool
    fileprivate let isFlipped: Bool
    fileprivate let scale: Double
    /// The nodes by index.
    private var entries: [Entry]

    /// A sublayer's node.
    struct Entry {
      var node: RenderNode?
      /// The sublayer's serial number.
      var serial = 0
      /// `scene.resolvedAt` when it was cached.
      var resolvedAt: UInt64 = 0
      /// The count of shared changes, for a node that may depend on objects other than layers.
      var sharedChanges: UInt64 = 0
      /// The number of layers shown, and whether one of them blends with its backdrop.
      var weight = 1
      var blends = false
      /// True if the layer has sublayers or a mask, which animations of other layers may change.
      var isTree = false
    }

    fileprivate init(_ frame: Resolver.Frame, scale: Double) {
      (label, after, isMirrored, self.scale) = (frame.label, frame.after, frame.isMirrored, scale)
      isFlipped = frame.model.flag(.geometryFlipped)
      entries = Array(repeating: Entry(), count: frame.models.count)
    }

    fileprivate var count: Int { entries.count }

    /// Returns the cached node of a sublayer; nil if it may have changed since.
    @inline(__always) func entry(of model: Layer, at index: Int) -> Entry? {
      let entry = entries[index]
      guard entry.node != nil, entry.serial == model.serial, entry.resolvedAt >= model.changedBelow else { return nil }
      if entry.sharedChanges != 0, entry.sharedChanges != model.scene.changes.shared &+ 1 { return nil }
      if entry.isTree, model.scene.animations.leadElsewhere { return nil }
      return entry
    }

    /// Caches the node of a sublayer that does not change with time.
    func keep(_ node: RenderNode, of model: Layer, at index: Int, weight: Int, blends: Bool, isTree: Bool) {
      let scene = model.scene
      entries[index] = Entry(
        node: node, serial: model.serial, resolvedAt: scene.resolvedAt,
        sharedChanges: node.isSelfContained ? 0 : scene.changes.shared &+ 1, weight: weight, blends: blends,
        isTree: isTree)
    }
  }

  /// The maximum number of cached nodes, of about 500 bytes each.
  private static let most = 1 << 16
  private static let bytesPerNode = 600

  /// The families by the layer's serial number.
  private var families: [Int: Family] = [:]
  private var count = 0
  private var limits: SceneLimits?
  /// The scene of the nodes; serial numbers belong to it.
  private weak var scene: Scene?

  package init() {}

  /// Approximate memory in bytes.
  package var byteCount: Int { count * NodeCache.bytesPerNode }

  /// Prepares for a render of a scene: drops the nodes of other scenes and other limits.
  func begin(_ scene: Scene) {
    if self.scene !== scene || limits != scene.limits { (families, count) = ([:], 0) }
    (self.scene, limits) = (scene, scene.limits)
  }

  /// Returns the family of a layer's sublayers, cached or new; nil if there are too many nodes.
  func family(_ frame: Resolver.Frame, scale: Double) -> Family? {
    guard !frame.models.isEmpty, frame.replication == nil, !frame.isDelayed else { return nil }
    let serial = frame.model.serial
    if let known = families[serial] {
      if known.count == frame.models.count, known.after == frame.after, known.isMirrored == frame.isMirrored,
        known.isFlipped == frame.model.flag(.geometryFlipped), known.scale == scale, known.label == frame.label
      {
        return known
      }
      count -= known.count
      families[serial] = nil
    }
    guard count + frame.models.count <= NodeCache.most else { return nil }
    count += frame.models.count
    let made = Family(frame, scale: scale)
    families[serial] = made
    return made
  }
}

extension Layer {
  /// True if the layer's own node may depend on the time, on callbacks, or on pixels that are decoded when shown.
  final var isUnsteady: Bool {
    if changesWithTime || flag(.drawsAsynchronously) || transition != nil || hasDrawingHook { return true }
    switch layerClass.base {
    case .tiled, .drawable, .backdrop, .emitter: return true
    default: break
    }
    if storedContents?.deferred != nil { return true }
    guard let extra = extraBox?.value else { return false }
    return extra.filters != nil || extra.backgroundFilters != nil || backdropFilters != nil
  }
}
