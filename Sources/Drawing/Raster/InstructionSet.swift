// SPDX-License-Identifier: MIT
import CPixelKernels

/// The kernels' instruction sets. All produce the same bytes.
package enum InstructionSet: Int32, CaseIterable, Sendable {
  /// One pixel at a time.
  case scalar
  /// 128-bit vectors: SSE2 on x86-64, NEON on arm64.
  case baseline
  case avx2
  /// AVX2, with vectors of 512 bits for runs of pixels.
  case avx512

  /// True if this processor supports the instruction set.
  package var isAvailable: Bool { llua_kernels_for(rawValue) != nil }

  /// The fastest set that this processor supports.
  package static let best: InstructionSet = [.avx512, .avx2].first { $0.isAvailable } ?? .baseline
}
