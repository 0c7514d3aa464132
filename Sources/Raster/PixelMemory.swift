// SPDX-License-Identifier: MIT
import SystemC

/// Blocks of memory for pictures that come and go with every frame: the system takes longer to hand out such a block,
/// page by page, than a filter to fill it. May be used from any thread.
package final class PixelMemory: @unchecked Sendable {
  // Unchecked: `blocks` is only touched under the mutex.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  /// The blocks that are free, the last used last.
  private var blocks: [(start: UnsafeMutableRawPointer, bytes: Int)] = []
  private var freeBytes = 0
  private let limit: Int

  /// - Parameter limit: the most bytes that are kept for later.
  package init(limit: Int) {
    self.limit = limit
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    for block in blocks { free(block.start) }
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Smaller blocks are no burden to the system.
  private static let least = 1 << 18

  /// A block and its size; nil when memory is short.
  ///
  /// - Parameter isCleared: whether it holds zeros; else anything.
  func take(_ bytes: Int, isCleared: Bool) -> (start: UnsafeMutableRawPointer, bytes: Int)? {
    if bytes < PixelMemory.least { return PixelMemory.fresh(bytes) }
    pthread_mutex_lock(mutex)
    // The smallest that is large enough, but no giant for a dwarf.
    var best: Int?
    for (i, block) in blocks.enumerated() where block.bytes >= bytes && block.bytes / 2 <= bytes {
      if best.map({ block.bytes <= blocks[$0].bytes }) ?? true { best = i }
    }
    let known = best.map { blocks.remove(at: $0) }
    freeBytes -= known?.bytes ?? 0
    pthread_mutex_unlock(mutex)
    guard let known else { return PixelMemory.fresh(bytes) }
    if isCleared { memset(known.start, 0, bytes) }
    return known
  }

  /// Takes back what `take` returned.
  func give(_ block: (start: UnsafeMutableRawPointer, bytes: Int)) {
    if block.bytes < PixelMemory.least || block.bytes > limit { return free(block.start) }
    pthread_mutex_lock(mutex)
    blocks.append(block)
    freeBytes += block.bytes
    var doomed: [UnsafeMutableRawPointer] = []
    while freeBytes > limit, !blocks.isEmpty {
      let oldest = blocks.removeFirst()
      freeBytes -= oldest.bytes
      doomed.append(oldest.start)
    }
    pthread_mutex_unlock(mutex)
    for start in doomed { free(start) }
  }

  private static func fresh(_ bytes: Int) -> (start: UnsafeMutableRawPointer, bytes: Int)? {
    calloc(bytes, 1).map { ($0, bytes) }
  }
}
