// SPDX-License-Identifier: MIT
import CPixelKernels
import Numbers

/// The working memory of one thread, about 1 MB, and 1.6 MB more once an outline may meet itself. Bands of any size may
/// be drawn with it, by one thread at a time.
package final class BandScratch {
  package let instructions: InstructionSet
  let kernels: UnsafePointer<llua_kernels>
  // By one thread at a time, and by a kernel through a pointer.
  @exclusivity(unchecked) var memory: llua_scratch
  private var blurMemory: UnsafeMutablePointer<UInt16>?
  private var blurCapacity = 0

  /// Falls back on `.baseline` when the processor lacks `instructions`.
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
    memory.cells?.deallocate()
    memory.marks?.deallocate()
    memory.row?.deallocate()
    memory.spans?.deallocate()
    memory.clipped?.deallocate()
    memory.parts?.deallocate()
    memory.heads?.deallocate()
    memory.crowds?.deallocate()
    memory.parts = nil
    memory.heads = nil
    memory.crowds = nil
  }

  /// The number of parts of pixels that are noted at once; where an outline has more, fewer rows or columns are drawn
  /// at a time. At least 17.
  package var partCapacity = 1 << 16

  /// Makes room for rows of this many pixels, and for notes of what happens in them when an outline may meet itself
  /// (1.6 MB).
  func prepare(width: Int, for outline: UnsafePointer<llua_outline>) {
    prepare(width: width)
    guard outline.pointee.chains != nil, memory.parts == nil else { return }
    memory.part_capacity = UInt32(Swift.min(Swift.max(partCapacity, 17), 1 << 24))
    memory.epoch = 0
    memory.parts = zeroed(Int(memory.part_capacity))
    memory.heads = zeroed(memory.cell_capacity)
    memory.crowds = zeroed(memory.mark_capacity)
  }

  /// Makes room for rows of this many pixels.
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
    let bytes = count * MemoryLayout<T>.stride
    let p = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
    p.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
    return p.bindMemory(to: T.self, capacity: count)
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
