// SPDX-License-Identifier: MIT
import Geometry
import RenderTree
import Timing

/// A cache of the nodes that sublayers resolved to in the last render of a tree. A node stays valid until something of
/// its layer, or of a layer below it, changes, and while the animations there stand still; nodes that change are not
/// cached. The next render drops
/// the nodes of layers that left the tree.
package final class NodeCache {
  /// The number of cached nodes.
  fileprivate final class Tally {
    var count = 0
  }

  /// The cached nodes of one layer's sublayers.
  final class Family {
    fileprivate let label: String
    fileprivate let after: Transform3D?
    fileprivate let isMirrored: Bool
    fileprivate let isFlipped: Bool
    fileprivate let scale: Double
    /// The nodes by index.
    private var entries: [Entry]
    /// The family of the layer's mask.
    fileprivate var mask: Family?
    private let tally: Tally

    /// A sublayer's node, and the nodes of its sublayers.
    struct Entry {
      /// The sublayer's serial number; 0 for none.
      fileprivate(set) var serial = 0
      fileprivate(set) var node: RenderNode?
      fileprivate(set) var family: Family?
      /// `scene.resolvedAt` when it was cached.
      fileprivate var resolvedAt: UInt64 = 0
      /// The count of shared changes plus 1, for a node that may depend on objects other than layers; else 0.
      fileprivate var sharedChanges: UInt64 = 0
      /// The number of layers shown, and whether one of them blends with its backdrop.
      fileprivate(set) var weight = 1
      fileprivate(set) var blends = false
      /// True if the layer has sublayers or a mask, which animations of other layers may change.
      fileprivate var isTree = false
      /// The scene's times at which the node is the same, and the clock of the layer's siblings then.
      fileprivate(set) var steady = SteadyInterval.always
      fileprivate var clock = LayerClock.scene
    }

    fileprivate init(_ frame: Resolver.Frame, scale: Double, _ tally: Tally) {
      (label, after, isMirrored, self.scale) = (frame.label, frame.after, frame.isMirrored, scale)
      isFlipped = frame.model.flag(.geometryFlipped)
      entries = Array(repeating: Entry(), count: frame.models.count)
      self.tally = tally
      tally.count += entries.count
    }

    deinit {
      tally.count -= entries.count
      // Without recursion, which would overflow the stack on a deep tree.
      var doomed = takeFamilies()
      while var family = doomed.popLast() {
        if isKnownUniquelyReferenced(&family) { doomed += family.takeFamilies() }
      }
    }

    private func takeFamilies() -> [Family] {
      var taken: [Family] = []
      for i in entries.indices where entries[i].family != nil {
        if let family = entries[i].family { taken.append(family) }
        entries[i].family = nil
      }
      if let mask { taken.append(mask) }
      mask = nil
      return taken
    }

    fileprivate var count: Int { entries.count }

    /// Returns the cached node of a sublayer; nil if it may have changed since.
    ///
    /// - Parameters:
    ///   - shown: the sublayer or its presentation.
    ///   - now: the time of the render in the scene.
    ///   - clock: the clock of the sublayers.
    @inline(__always) func entry(
      of model: Layer, shown: Layer, at index: Int, _ now: Double, _ clock: LayerClock
    ) -> Entry? {
      let entry = entries[index]
      if shown !== model || !entry.steady.isAlways {
        guard entry.steady.contains(now), entry.clock.isAbout(clock), !model.scene.animations.leadElsewhere else {
          return nil
        }
      }
      guard entry.node != nil, entry.serial == model.serial, entry.resolvedAt >= model.changedBelow else { return nil }
      if entry.sharedChanges != 0, entry.sharedChanges != model.scene.sharedChanges &+ 1 { return nil }
      if entry.isTree, model.scene.animations.leadElsewhere { return nil }
      return entry
    }

    /// Caches the node of a sublayer.
    ///
    /// - Parameters:
    ///   - steady: the scene's times at which it is the same.
    ///   - clock: the clock of the sublayers.
    func keep(
      _ node: RenderNode, of model: Layer, at index: Int, weight: Int, blends: Bool, isTree: Bool,
      _ steady: SteadyInterval, _ clock: LayerClock
    ) {
      let scene = model.scene
      let family = entries[index].serial == model.serial ? entries[index].family : nil
      entries[index] = Entry(
        serial: model.serial, node: node, family: family, resolvedAt: scene.resolvedAt,
        sharedChanges: node.isSelfContained ? 0 : scene.sharedChanges &+ 1, weight: weight, blends: blends,
        isTree: isTree, steady: steady, clock: clock)
    }

    /// Drops the node of a sublayer that is resolved for each render.
    func forget(at index: Int) { if entries[index].node != nil { entries[index].node = nil } }

    /// Drops all of a sublayer that is not shown.
    func drop(at index: Int) { if entries[index].serial != 0 { entries[index] = Entry() } }

    fileprivate func family(of model: Layer, at index: Int) -> Family? {
      entries[index].serial == model.serial ? entries[index].family : nil
    }

    fileprivate func set(_ family: Family?, of model: Layer, at index: Int) {
      if entries[index].serial != model.serial { entries[index] = Entry(serial: model.serial) }
      entries[index].family = family
    }

    /// True if the frame's sublayers would have the same nodes as those cached.
    fileprivate func serves(_ frame: Resolver.Frame, scale: Double) -> Bool {
      count == frame.models.count && after == frame.after && isMirrored == frame.isMirrored
        && isFlipped == frame.model.flag(.geometryFlipped) && self.scale == scale && label == frame.label
    }
  }

  /// The maximum number of cached nodes.
  private static let most = 1 << 16
  /// The approximate memory of a cached node without images, in bytes.
  private static let bytesPerNode = 600

  private var family: Family?
  private let tally = Tally()
  private var limits: SceneLimits?
  private weak var root: Layer?

  package init() {}

  /// Approximate memory in bytes.
  package var byteCount: Int { tally.count * NodeCache.bytesPerNode }
  /// True if the layer whose nodes these are is gone.
  package var isOrphaned: Bool { root == nil }

  /// Prepares for a render of a root: drops the nodes of other roots and other limits.
  func begin(_ root: Layer) {
    if self.root !== root || limits != root.scene.limits { family = nil }
    (self.root, limits) = (root, root.scene.limits)
  }

  /// Returns the family of a frame's sublayers, cached or new; nil for too many nodes, and below replicators.
  ///
  /// - Parameters:
  ///   - above: the frame of the superlayer, or of the masked layer; nil for the root's.
  ///   - frame: of a layer that is at `frame.index` in `above`.
  func family(_ frame: Resolver.Frame, below above: Resolver.Frame?, scale: Double) -> Family? {
    if let above, above.family == nil { return nil }
    let parent = above?.family
    let isCacheable = !frame.models.isEmpty && frame.replication == nil && !frame.isDelayed
    func known() -> Family? {
      guard let parent else { return family }
      return frame.isMask ? parent.mask : parent.family(of: frame.model, at: frame.index)
    }
    func set(_ made: Family?) {
      guard let parent else { return family = made }
      if frame.isMask { parent.mask = made } else { parent.set(made, of: frame.model, at: frame.index) }
    }
    if isCacheable, let known = known(), known.serves(frame, scale: scale) { return known }
    set(nil)
    guard isCacheable, tally.count + frame.models.count <= NodeCache.most else { return nil }
    let made = Family(frame, scale: scale, tally)
    set(made)
    return made
  }
}

extension Layer {
  /// True if the layer's own node may depend on the time, on callbacks, or on pixels that are decoded when shown.
  final var isUnsteady: Bool {
    if changesWithTime || flag(.drawsAsynchronously) || transition != nil || hasDrawingHook { return true }
    switch layerClass.base {
    case .tiled, .drawable, .backdrop, .emitter, .player: return true
    default: break
    }
    if storedContents?.deferred != nil { return true }
    return extraBox?.value.filters != nil || backdropFilters != nil
  }
}
