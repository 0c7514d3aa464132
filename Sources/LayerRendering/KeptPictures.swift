// SPDX-License-Identifier: MIT
import Compositor
import LayerModel
import Pixels
import RenderTree
import SystemC

/// The last pictures of a renderer, each with what it was painted from, so that the next one of the same layer paints
/// only what changed. They change no byte, and are dropped when memory is short.
final class KeptPictures {
  private struct Key: Hashable {
    var root: Int
    var width: Double
    var height: Double
    var scale: Double

    init(_ tree: RenderTree) {
      (root, width, height, scale) = (tree.root.source, tree.canvas.width, tree.canvas.height, tree.scale)
    }
  }

  /// The pictures' layers that were drawn before, the last one at the end; those that were drawn once have no keeper.
  private var entries: [(key: Key, keeper: FrameKeeper?)] = []
  private static let mostEntries = 32

  /// Draws a tree. A layer's picture is kept from the second time on.
  ///
  /// - Parameter limit: the most bytes to keep; 0 for nothing.
  func drawing(_ tree: RenderTree, limit: Int, _ body: (FrameKeeper?) throws -> Bitmap) rethrows -> Bitmap {
    let key = Key(tree)
    // What is kept will be this picture.
    still = nil
    let bytes = tree.canvas.width * tree.canvas.height * tree.scale * tree.scale * 4
    guard key.root > 0, bytes < Double(limit) else {
      drop(to: limit)
      return try body(nil)
    }
    var keeper: FrameKeeper?
    if let known = entries.firstIndex(where: { $0.key == key }) {
      keeper = entries.remove(at: known).keeper ?? FrameKeeper()
    } else if KeptPictures.isChecked {
      keeper = FrameKeeper()
    }
    defer {
      entries.append((key, keeper))
      drop(to: limit)
    }
    let picture = try body(keeper)
    if KeptPictures.isChecked, keeper != nil { check(picture, try body(nil)) }
    return picture
  }

  /// A picture of layers of which nothing moves.
  private struct Still {
    weak var layer: Layer?
    var options: RenderOptions
    var changeCount: UInt64
    var limits: SceneLimits
    var key: Key
  }
  private var still: Still?

  /// The last picture, if it is that of the layer, and nothing has changed since.
  func unchanged(_ layer: Layer, _ options: RenderOptions) -> Bitmap? {
    guard let still, still.layer === layer, still.options == options, still.changeCount == layer.scene.changeCount,
      still.limits == layer.scene.limits, layer.scene.host.onFrame == nil, !layer.scene.hasDelegates,
      let known = entries.firstIndex(where: { $0.key == still.key })
    else { return nil }
    guard let picture = entries[known].keeper?.picture else { return nil }
    entries.append(entries.remove(at: known))
    return picture
  }

  /// Notes that the picture that was drawn last is one of layers of which nothing moves.
  func noteStill(_ layer: Layer, _ options: RenderOptions, _ tree: RenderTree) {
    still = Still(
      layer: layer, options: options, changeCount: layer.scene.changeCount, limits: layer.scene.limits, key: Key(tree))
  }

  /// Drops the oldest pictures until the others have room.
  func drop(to limit: Int) {
    var byteCount = entries.reduce(0) { $0 + ($1.keeper?.byteCount ?? 0) }
    while byteCount > limit || entries.count > KeptPictures.mostEntries, !entries.isEmpty {
      byteCount -= entries.removeFirst().keeper?.byteCount ?? 0
    }
  }

  /// Whether every picture is drawn both ways and compared, for tests.
  static let isChecked = getenv("LAYERLUA_KEEP").map { strcmp($0, "check") == 0 } ?? false

  private func check(_ kept: Bitmap, _ fresh: Bitmap) {
    precondition(kept.isOpaque == fresh.isOpaque && kept.pixels.elementsEqual(fresh.pixels), "a kept picture differs")
  }
}

/// The last frames of a film, one for each that is drawn at a time. Frames in any order may follow one another.
final class KeptFrames: Sendable {
  private let free: Monitor<[FrameKeeper]>
  private let isKeeping: Bool

  /// A frame of layers of which nothing moves: the next ones equal it until something is changed.
  private struct Still {
    var tree: RenderTree
    var changeCount: UInt64
    var options: RenderOptions
    /// The picture, once it is drawn.
    var picture: Bitmap?
  }
  private let still = Monitor<Still?>(nil)

  /// - Parameters:
  ///   - count: the frames that are drawn at a time.
  ///   - pixels: of a frame.
  ///   - limit: the most bytes to keep.
  init(count: Int, pixels: Int, limit: Int) {
    let bytes = pixels.multipliedReportingOverflow(by: 4 * max(count, 1))
    let fits = !bytes.overflow && bytes.partialValue < limit
    free = Monitor(fits ? (0..<count).map { _ in FrameKeeper() } : [])
    isKeeping = fits
  }

  /// What a layer resolves to for a frame.
  ///
  /// - Parameter body: resolves it; not called where the last frame's tree is that of this one too.
  func tree(of layer: Layer, _ options: RenderOptions, _ body: () throws -> RenderTree) rethrows -> RenderTree {
    let scene = layer.scene
    var options = options
    (options.time, options.frame) = (nil, 0)
    // A function for each frame, which may change anything, is called for each.
    if scene.host.onFrame == nil, let last = still.update({ $0 }), last.changeCount == scene.changeCount,
      last.options == options
    {
      return last.tree
    }
    let tree = try body()
    let found =
      isKeeping && tree.isStill ? Still(tree: tree, changeCount: scene.changeCount, options: options) : nil
    still.update { $0 = found }
    return tree
  }

  /// Draws a frame, on any thread.
  func drawing(_ tree: RenderTree, _ body: (FrameKeeper?) throws -> Bitmap) rethrows -> Bitmap {
    func isStill(_ still: Still?) -> Bool { still?.tree.root === tree.root }
    if let known = still.update({ isStill($0) ? $0?.picture : nil }) { return known }
    let picture = try draw(body)
    still.update { if isStill($0) { $0?.picture = picture } }
    return picture
  }

  private func draw(_ body: (FrameKeeper?) throws -> Bitmap) rethrows -> Bitmap {
    guard let keeper = free.update({ $0.popLast() }) else { return try body(nil) }
    defer { free.update { $0.append(keeper) } }
    let picture = try body(keeper)
    if KeptPictures.isChecked {
      let fresh = try body(nil)
      precondition(picture.pixels.elementsEqual(fresh.pixels), "a kept frame differs")
    }
    return picture
  }
}
