// SPDX-License-Identifier: MIT
import SystemC

// Uses calloc: Swift's own allocation ends the process if memory is short, and fresh pages need no clearing.
func bitmapAllocate(count: Int) -> UnsafeMutableBufferPointer<UInt32>? {
  guard let p = calloc(count, 4) else { return nil }
  return UnsafeMutableBufferPointer(start: p.bindMemory(to: UInt32.self, capacity: count), count: count)
}

func bitmapFree(_ memory: UnsafeMutableBufferPointer<UInt32>) { free(memory.baseAddress) }
