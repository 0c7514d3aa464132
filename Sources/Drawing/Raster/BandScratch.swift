// SPDX-License-Identifier: MIT
import CPixelKernels
import Numbers
import Synchronization
import SystemC

/// The scratch memory of one thread: 1 MB of address space, and 1.6 MB more once an outline may self-intersect; a small
/// picture touches only a few pages of it. It serves bands of any size, for one thread at a time.
package final class BandScratch: @unchecked Sendable {
  // Unchecked: used by one thread at a time.
  package let instructions: InstructionSet
  let kernels: UnsafePointer<llua_kernels>
  // Unchecked: accessed by one thread at a time, and by a kernel through a pointer.
  @exclusivity(unchecked) var memory: llua_scratch
  /// The blocks that `memory` points to.
  private var blocks: [ZeroedBlock] = []
  private var blurMemory: UnsafeMutablePointer<UInt16>?
  private var blurCapacity = 0

  /// Falls back to `.baseline` if the processor lacks `instructions`.
  package init(instructions: InstructionSet = .best) {
    // The baseline always exists.
    if let table = llua_kernels_for(instructions.rawValue) {
      self.instructions = instructions
      kernels = table
    } else {
      self.instructions = .baseline
      kernels = llua_kernels_for(InstructionSet.baseline.rawValue)
    }
    memory = llua_scratch()
  }

  deinit {
    release()
    blurMemory?.deallocate()
  }

  private func release() {
    for block in blocks { block.free() }
    blocks = []
    memory = llua_scratch()
  }

  /// The number of partial pixels recorded at once; if an outline has more, fewer rows or columns are drawn at a time.
  /// At least 17.
  package var partCapacity = 1 << 16

  /// Allocates memory for rows of this many pixels, and for the records of partial pixels if an outline may
  /// self-intersect (1.6 MB).
  func prepare(width: Int, for outline: UnsafePointer<llua_outline>) {
    prepare(width: width)
    guard outline.pointee.chains != nil, memory.parts == nil else { return }
    memory.part_capacity = UInt32(Swift.min(Swift.max(partCapacity, 17), 1 << 24))
    memory.epoch = 0
    memory.parts = zeroed(Int(memory.part_capacity))
    memory.heads = zeroed(memory.cell_capacity)
    memory.crowds = zeroed(memory.mark_capacity)
  }

  /// Allocates memory for rows of this many pixels.
  func prepare(width: Int) {
    guard width > memory.width_capacity || memory.cells == nil else { return }
    release()
    let width = Swift.max(width, 2048)
    memory.width_capacity = width
    memory.cell_capacity = Swift.max(1 << 17, 16 * llua_cell_stride(Int32(width)))
    memory.mark_capacity = 64 * llua_mark_stride(Int32(width))
    memory.cells = zeroed(memory.cell_capacity)
    memory.marks = zeroed(memory.mark_capacity)
    memory.row = zeroed(width + 64)
    memory.spans = zeroed(width + 8)
    memory.clipped = zeroed(width + 8)
  }

  private func zeroed<T>(_ count: Int) -> UnsafeMutablePointer<T> {
    let block = ZeroedBlock(byteCount: count * MemoryLayout<T>.stride)
    blocks.append(block)
    return block.start.bindMemory(to: T.self, capacity: count)
  }

  func blurWork(count: Int) -> UnsafeMutablePointer<UInt16> {
    if let p = blurMemory, count <= blurCapacity { return p }
    blurMemory?.deallocate()
    let p = UnsafeMutableRawPointer.allocate(byteCount: count * 2, alignment: 64).bindMemory(
      to: UInt16.self, capacity: count)
    blurMemory = p
    blurCapacity = count
    return p
  }
}

extension BandScratch {
  /// The scratch memory of finished pictures, which the next ones take: mapping it from the system and returning it
  /// takes longer than drawing an icon.
  private static let pool = Mutex<[BandScratch]>([])
  /// The maximum number in the pool, and the widest rows of one: wider ones would hold too much memory.
  private static let most = 4
  private static let widest = 8192

  /// Returns scratch memory from the pool, or new.
  package static func take(_ instructions: InstructionSet) -> BandScratch {
    let pooled = pool.withLock { pool -> BandScratch? in
      pool.lastIndex { $0.instructions == instructions }.map { pool.remove(at: $0) }
    }
    return pooled ?? BandScratch(instructions: instructions)
  }

  private var isSmall: Bool { memory.width_capacity <= BandScratch.widest && blurCapacity <= BandScratch.widest * 64 }

  /// Puts scratch memory that is no longer used into the pool.
  package static func give(_ scratches: [BandScratch]) {
    if scratches.isEmpty { return }
    pool.withLock { pool in
      for scratch in scratches where pool.count < most && scratch.isSmall { pool.append(scratch) }
    }
  }
}

/// A block of zeros, aligned to 64 bytes.
///
/// Large blocks are mapped from the system, which provides each page of 4 KiB on first access: zeroing 2.6 MB takes
/// longer than drawing an icon.
private struct ZeroedBlock {
  let start: UnsafeMutableRawPointer
  /// The length of the mapping; 0 for memory from the allocator.
  private let mapped: Int

  private static let smallestMapping = 1 << 16

  init(byteCount: Int) {
    if byteCount >= Self.smallestMapping,
      let pages = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), pages != MAP_FAILED
    {
      start = pages
      mapped = byteCount
      return
    }
    start = .allocate(byteCount: byteCount, alignment: 64)
    start.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    mapped = 0
  }

  func free() { if mapped > 0 { munmap(start, mapped) } else { start.deallocate() } }
}
