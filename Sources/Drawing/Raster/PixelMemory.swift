// SPDX-License-Identifier: MIT
import SystemC

/// A pool of memory blocks for images that are allocated anew for every frame: the system's page faults for a new block
/// cost more than a filter that fills it. Thread-safe.
package final class PixelMemory: @unchecked Sendable {
  // Unchecked: `blocks` is only touched under the mutex.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  /// Free blocks, most recently used last.
  private var blocks: [(start: UnsafeMutableRawPointer, bytes: Int)] = []
  private var freeBytes = 0
  private let limit: Int

  /// - Parameter limit: the most bytes of free blocks that are kept for reuse.
  package init(limit: Int) {
    self.limit = limit
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    for block in blocks { free(block.start) }
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Minimum size of a pooled block, 256 KB; smaller blocks are cheap to allocate.
  private static let least = 1 << 18

  /// Returns a block and its size; nil if memory is short.
  ///
  /// - Parameter isCleared: true for zeroed memory; otherwise its contents are undefined.
  func take(_ bytes: Int, isCleared: Bool) -> (start: UnsafeMutableRawPointer, bytes: Int)? {
    if bytes < PixelMemory.least { return PixelMemory.fresh(bytes) }
    pthread_mutex_lock(mutex)
    // Best fit: the smallest block that is large enough, and at most twice the size asked for.
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

  /// Returns a block from `take` to the pool. The oldest blocks are freed above `limit`.
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
