// SPDX-License-Identifier: MIT
import SystemC

// Uses calloc: Swift's own allocation ends the process if memory is short, and fresh pages need no clearing. Pixels
// that are all written before any is read are not cleared (`isCleared`).
func bitmapAllocate(count: Int, isCleared: Bool = true) -> UnsafeMutableBufferPointer<UInt32>? {
  guard let p = isCleared ? calloc(count, 4) : malloc(count * 4) else { return nil }
  return UnsafeMutableBufferPointer(start: p.bindMemory(to: UInt32.self, capacity: count), count: count)
}

func bitmapFree(_ memory: UnsafeMutableBufferPointer<UInt32>) { free(memory.baseAddress) }
