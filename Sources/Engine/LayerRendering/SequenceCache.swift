// SPDX-License-Identifier: MIT
import ImageFiles
import LayerModel
import Messages
import Pixels
import Synchronization

/// An image of a sequence of a scene file. It keeps the file's bytes and decodes them when it is shown, because a scene
/// may hold thousands of images of which one is shown at a time.
final class SequenceImage: DeferredPixels {
  private let bytes: [UInt8]
  private let pixelLimit: Int
  private let cache: SequenceCache
  private let reason = Mutex<String?>(nil)

  /// - Parameter pixelLimit: the maximum number of pixels.
  init(_ bytes: [UInt8], pixelLimit: Int, cache: SequenceCache) {
    self.bytes = bytes
    self.pixelLimit = pixelLimit
    self.cache = cache
  }

  var failure: String? { reason.withLock { $0 } }

  func bitmap() -> Bitmap {
    if failure != nil { return cache.clear }
    return cache.bitmap(of: ObjectIdentifier(self)) {
      do {
        return try bytes.withUnsafeBytes { try ImageDecoder.decode($0, pixelLimit: pixelLimit) }
      } catch {
        reason.withLock { $0 = (error as? LayerError)?.message ?? "\(error)" }
        return nil
      }
    }
  }

  deinit { cache.remove(ObjectIdentifier(self)) }
}

/// Caches the decoded images of sequences. Evicts the least recently shown first. An image that is larger than the
/// limit is decoded each time.
final class SequenceCache: Sendable {
  private struct State {
    var bitmaps: [ObjectIdentifier: (bitmap: Bitmap, use: Int)] = [:]
    var bytes = 0
    var uses = 0
  }

  private let state = Mutex(State())
  private let byteLimit: Int
  /// One transparent pixel, shown for files that cannot be decoded.
  let clear: Bitmap

  init(byteLimit: Int) throws {
    self.byteLimit = byteLimit
    clear = try Bitmap(width: 1, height: 1) { $0.update(repeating: 0) }
  }

  /// The memory of the cached pixels.
  var bytes: Int { state.withLock { $0.bytes } }

  /// Returns the pixels of an image.
  ///
  /// - Parameter decode: decodes them on a cache miss; nil if that is impossible.
  func bitmap(of id: ObjectIdentifier, decode: () -> Bitmap?) -> Bitmap {
    let known = state.withLock { state -> Bitmap? in
      guard let known = state.bitmaps[id]?.bitmap else { return nil }
      state.uses += 1
      state.bitmaps[id]?.use = state.uses
      return known
    }
    if let known { return known }
    guard let bitmap = decode() else { return clear }
    let size = bitmap.width * bitmap.height * 4
    guard size <= byteLimit else { return bitmap }
    state.withLock { state in
      while state.bytes + size > byteLimit, let oldest = state.bitmaps.min(by: { $0.value.use < $1.value.use }) {
        state.bitmaps[oldest.key] = nil
        state.bytes -= oldest.value.bitmap.width * oldest.value.bitmap.height * 4
      }
      state.uses += 1
      if state.bitmaps.updateValue((bitmap, state.uses), forKey: id) == nil { state.bytes += size }
    }
    return bitmap
  }

  func remove(_ id: ObjectIdentifier) {
    state.withLock { state in
      guard let old = state.bitmaps.removeValue(forKey: id) else { return }
      state.bytes -= old.bitmap.width * old.bitmap.height * 4
    }
  }

  func removeAll() {
    state.withLock { state in
      state.bitmaps = [:]
      state.bytes = 0
    }
  }
}
