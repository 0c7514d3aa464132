// SPDX-License-Identifier: MIT
import Numbers

/// The random number generator of one particle: PCG32 with its own state and stream, so that any particle can be
/// computed independently.
struct ParticleRandom {
  private var state: UInt64
  private let increment: UInt64

  /// Seeds the generator.
  ///
  /// - Parameters:
  ///   - path: identifies the cell and, for cells within cells, the emitting particle.
  ///   - index: the particle's number, from 1.
  init(seed: UInt32, path: UInt64, index: UInt64) {
    let key = ParticleRandom.mixed(path &+ index &* 0x9E37_79B9_7F4A_7C15)
    increment = key << 1 | 1
    state = 0
    _ = next()
    state &+= UInt64(seed) &+ ParticleRandom.mixed(key)
    _ = next()
  }

  /// Returns a uniform number in [0, 1).
  mutating func unit() -> Double { Double(next()) * 0x1p-32 }

  /// Returns mean + range · (U − ½).
  mutating func value(_ mean: Double, _ range: Double) -> Double { mean + range * (unit() - 0.5) }

  private mutating func next() -> UInt32 {
    let old = state
    state = old &* 6_364_136_223_846_793_005 &+ increment
    let word = UInt32(truncatingIfNeeded: ((old >> 18) ^ old) >> 27)
    let turn = UInt32(truncatingIfNeeded: old >> 59)
    return word >> turn | word << ((0 &- turn) & 31)
  }

  /// SplitMix64's finaliser, which decorrelates adjacent values.
  static func mixed(_ v: UInt64) -> UInt64 {
    var z = v
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
