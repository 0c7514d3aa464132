// SPDX-License-Identifier: MIT
import Compositor
import LayerModel
import Pixels
import RenderTree
import SystemC

/// A cache of a renderer's last pictures, each with the state it was painted from, so that the next picture of the same
/// layer repaints only what changed. The cache does not affect output, and is evicted when memory is short.
final class PictureCache {
  private struct Key: Hashable {
    var root: Int
    var width: Double
    var height: Double
    var scale: Double

    init(_ tree: RenderTree) {
      (root, width, height, scale) = (tree.root.source, tree.canvas.width, tree.canvas.height, tree.scale)
    }
  }

  /// The entries in least-recently-used order, newest last. An entry that was drawn only once has no keeper.
  private var entries: [(key: Key, keeper: PaintedFrame?)] = []
  private static let mostEntries = 32

  /// The nodes of the trees drawn more than once, the most recent last.
  private var nodes: [(root: Int, cache: NodeCache?)] = []
  private static let mostTrees = 4

  /// Returns the cache of a tree's nodes, from its second render on.
  ///
  /// - Parameters:
  ///   - root: the serial number of the root layer.
  ///   - limit: maximum size of pictures and nodes in bytes; the nodes take half of it at most.
  func nodes(of root: Int, limit: Int) -> NodeCache? {
    guard limit > 0 else {
      nodes = []
      return nil
    }
    nodes.removeAll { $0.cache?.isOrphaned == true }
    let known = nodes.firstIndex { $0.root == root }
    let entry = known.map { (root, nodes.remove(at: $0).cache ?? NodeCache()) } ?? (root, nil)
    nodes.append(entry)
    while nodes.count > PictureCache.mostTrees || nodeBytes > limit / 2, nodes.count > 1 { nodes.removeFirst() }
    if nodeBytes > limit / 2 { nodes = [] }
    return entry.1
  }

  private var nodeBytes: Int { nodes.reduce(0) { $0 + ($1.cache?.byteCount ?? 0) } }

  /// Draws a tree. A layer's picture is cached from its second drawing on.
  ///
  /// - Parameter limit: maximum size of the cache in bytes; 0 caches nothing.
  func drawing(_ tree: RenderTree, limit: Int, _ body: (PaintedFrame?) throws -> Bitmap) rethrows -> Bitmap {
    let key = Key(tree)
    // The keeper is about to be overwritten with this picture.
    still = nil
    let bytes = tree.canvas.width * tree.canvas.height * tree.scale * tree.scale * 4
    guard key.root > 0, bytes < Double(limit) else {
      drop(to: limit)
      return try body(nil)
    }
    var keeper: PaintedFrame?
    if let known = entries.firstIndex(where: { $0.key == key }) {
      keeper = entries.remove(at: known).keeper ?? PaintedFrame()
    } else if PictureCache.isChecked {
      keeper = PaintedFrame()
    }
    defer {
      entries.append((key, keeper))
      drop(to: limit)
    }
    let picture = try body(keeper)
    if PictureCache.isChecked, keeper != nil { check(picture, try body(nil)) }
    return picture
  }

  /// Describes a picture in which nothing moves for a while: it stays valid in that time until the scene changes.
  private struct Still {
    weak var layer: Layer?
    /// Without the time.
    var options: RenderOptions
    /// The scene's times at which it is valid, both ends outside.
    var times: ClosedRange<Double>
    var changeCount: UInt64
    var limits: SceneLimits
    var key: Key
  }
  private var still: Still?

  /// Returns the last picture if it shows this layer and nothing has changed since; else nil.
  func unchanged(_ layer: Layer, _ options: RenderOptions) -> Bitmap? {
    guard let still, still.layer === layer, still.options == options.timeless,
      options.isInside(still.times, layer.scene), still.changeCount == layer.scene.changeCount,
      still.limits == layer.scene.limits, layer.scene.host.onFrame == nil, !layer.scene.hasDelegates,
      let known = entries.firstIndex(where: { $0.key == still.key })
    else { return nil }
    guard let picture = entries[known].keeper?.picture else { return nil }
    layer.scene.warnAboutCallbacks(before: options)
    entries.append(entries.remove(at: known))
    return picture
  }

  /// Records the times at which the last picture is the same.
  func noteStill(_ layer: Layer, _ options: RenderOptions, _ tree: RenderTree) {
    guard let times = tree.stillTimes else { return }
    still = Still(
      layer: layer, options: options.timeless, times: times, changeCount: layer.scene.changeCount,
      limits: layer.scene.limits, key: Key(tree))
  }

  /// Evicts the oldest pictures until the others fit the limit.
  func drop(to limit: Int) {
    if limit == 0 || nodeBytes > limit / 2 { nodes = [] }
    var byteCount = nodeBytes + entries.reduce(0) { $0 + ($1.keeper?.byteCount ?? 0) }
    while byteCount > limit || entries.count > PictureCache.mostEntries, !entries.isEmpty {
      byteCount -= entries.removeFirst().keeper?.byteCount ?? 0
    }
  }

  /// True if every picture is drawn with and without the cache and compared, for tests (`LAYERLUA_KEEP=check`).
  static let isChecked = getenv("LAYERLUA_KEEP").map { strcmp($0, "check") == 0 } ?? false

  private func check(_ kept: Bitmap, _ fresh: Bitmap) {
    precondition(kept.isOpaque == fresh.isOpaque && kept.pixels.elementsEqual(fresh.pixels), "a kept picture differs")
  }
}

/// A cache of a film's last frames, one for each frame drawn concurrently. Frames may be drawn in any order.
final class FrameCache: Sendable {
  private let free: Monitor<[PaintedFrame]>
  private let isKeeping: Bool

  /// A frame in which nothing moves for a while: later frames in that time are identical until the scene changes.
  private struct Still {
    var tree: RenderTree
    var times: ClosedRange<Double>
    var changeCount: UInt64
    var options: RenderOptions
    /// The picture; nil until it is drawn.
    var picture: Bitmap?
  }
  private let still = Monitor<Still?>(nil)

  /// - Parameters:
  ///   - count: the number of frames drawn concurrently.
  ///   - pixels: the pixels of a frame.
  ///   - limit: maximum size of the cache in bytes.
  init(count: Int, pixels: Int, limit: Int) {
    let bytes = pixels.multipliedReportingOverflow(by: 4 * max(count, 1))
    let fits = !bytes.overflow && bytes.partialValue < limit
    free = Monitor(fits ? (0..<count).map { _ in PaintedFrame() } : [])
    isKeeping = fits
  }

  /// Returns a layer's render tree for a frame.
  ///
  /// - Parameter body: resolves the tree; not called if the last frame's tree is still valid.
  func tree(of layer: Layer, _ options: RenderOptions, _ body: () throws -> RenderTree) rethrows -> RenderTree {
    let scene = layer.scene
    // A per-frame callback may change anything, so it is called for each frame.
    if scene.host.onFrame == nil, let last = still.update({ $0 }), last.changeCount == scene.changeCount,
      options.isInside(last.times, scene), last.options == options.timeless
    {
      return last.tree
    }
    let tree = try body()
    var found: Still?
    if isKeeping, let times = tree.stillTimes {
      found = Still(tree: tree, times: times, changeCount: scene.changeCount, options: options.timeless)
    }
    still.update { $0 = found }
    return tree
  }

  /// Draws a frame. May be called on any thread.
  func drawing(_ tree: RenderTree, _ body: (PaintedFrame?) throws -> Bitmap) rethrows -> Bitmap {
    func isStill(_ still: Still?) -> Bool { still?.tree.root === tree.root }
    if let known = still.update({ isStill($0) ? $0?.picture : nil }) { return known }
    let picture = try draw(body)
    still.update { if isStill($0) { $0?.picture = picture } }
    return picture
  }

  private func draw(_ body: (PaintedFrame?) throws -> Bitmap) rethrows -> Bitmap {
    guard let keeper = free.update({ $0.popLast() }) else { return try body(nil) }
    defer { free.update { $0.append(keeper) } }
    let picture = try body(keeper)
    if PictureCache.isChecked {
      let fresh = try body(nil)
      precondition(picture.pixels.elementsEqual(fresh.pixels), "a kept frame differs")
    }
    return picture
  }
}

extension RenderOptions {
  /// The options without time and frame.
  fileprivate var timeless: RenderOptions {
    var options = self
    (options.time, options.frame) = (nil, 0)
    return options
  }

  /// True if the time lies between two others of the scene.
  fileprivate func isInside(_ times: ClosedRange<Double>, _ scene: Scene) -> Bool {
    let time = time ?? scene.currentTime
    return times.lowerBound < time && time < times.upperBound
  }
}
