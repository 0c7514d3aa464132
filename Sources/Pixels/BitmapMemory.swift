// SPDX-License-Identifier: MIT
import SystemC

// calloc, since Swift's own allocation ends the process when memory is short, and since fresh pages need no clearing.
func bitmapAllocate(count: Int) -> UnsafeMutableBufferPointer<UInt32>? {
  guard let p = calloc(count, 4) else { return nil }
  return UnsafeMutableBufferPointer(start: p.bindMemory(to: UInt32.self, capacity: count), count: count)
}

func bitmapFree(_ memory: UnsafeMutableBufferPointer<UInt32>) { free(memory.baseAddress) }
