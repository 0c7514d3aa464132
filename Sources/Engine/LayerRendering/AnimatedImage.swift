// SPDX-License-Identifier: MIT
import ImageFiles
import LayerModel
import Messages
import Pixels
import Synchronization

/// The frames of an animated file as an image's. It keeps the last frames that were shown.
final class AnimatedImage: TimedPixels {
  private struct State {
    var bitmaps: [Int: Bitmap] = [:]
    /// The indices of the kept frames, the least recently shown first.
    var order: [Int] = []
    var failure: String?
  }

  private let picture: AnimatedPicture
  private let first: Bitmap
  private let scale: Double
  private let state = Mutex(State())
  /// The maximum number of kept frames, by their memory.
  private let most: Int
  /// The memory of the kept frames of one file in bytes.
  private static let keptBytes = 16 << 20

  /// - Parameter scale: pixels per point.
  /// - Throws: `LayerError` if the first frame cannot be decoded.
  init(_ picture: AnimatedPicture, scale: Double) throws {
    self.picture = picture
    self.scale = scale
    first = try picture.bitmap(of: 0, scale: scale)
    most = max(Self.keptBytes / max(picture.width * picture.height * 4, 1), 2)
  }

  var firstBitmap: Bitmap { first }
  var byteCount: Int { picture.byteCount + picture.width * picture.height * 4 }
  var duration: Double { picture.ends.last ?? 0 }
  var plays: Int { picture.plays }
  var failure: String? { state.withLock { $0.failure } }

  func bitmap(at seconds: Double, isStopped: (() -> Bool)?) -> Bitmap {
    let index = picture.index(at: seconds)
    if index == 0 { return first }
    return state.withLock { state in
      if let known = state.bitmaps[index] {
        state.order.removeAll { $0 == index }
        state.order.append(index)
        return known
      }
      do {
        let bitmap = try picture.bitmap(of: index, scale: scale, isStopped: isStopped)
        while state.order.count >= most { state.bitmaps[state.order.removeFirst()] = nil }
        state.bitmaps[index] = bitmap
        state.order.append(index)
        return bitmap
      } catch {
        // The whole picture ends with the cancelled one.
        if (error as? LayerError)?.kind != .cancelled { state.failure = (error as? LayerError)?.message ?? "\(error)" }
        return state.order.last.flatMap { state.bitmaps[$0] } ?? first
      }
    }
  }
}
