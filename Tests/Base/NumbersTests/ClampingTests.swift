// SPDX-License-Identifier: MIT
import Numbers
import Testing
import TestSupport

/// Conversion of floating-point values of every magnitude to integers.
struct ClampingTests {
  private func check<T: FixedWidthInteger>(_ type: T.Type, _ value: Double) {
    let whole = value.rounded(.towardZero)
    let wanted = T(exactly: whole) ?? (value > 0 ? .max : value < 0 ? .min : 0)
    #expect(T(clamping: value) == wanted, "\(type) of \(value)")
    let single = Float(value)
    #expect(T(clamping: single) == T(clamping: Double(single)), "\(type) of \(single)")
  }

  private func checkAll(_ value: Double) {
    check(Int8.self, value)
    check(Int16.self, value)
    check(Int32.self, value)
    check(Int64.self, value)
    check(Int.self, value)
    check(UInt8.self, value)
    check(UInt16.self, value)
    check(UInt32.self, value)
    check(UInt64.self, value)
    check(UInt.self, value)
  }

  @Test func `ends of ranges and what is no number`() {
    for exponent in [7, 8, 15, 16, 31, 32, 52, 53, 63, 64] {
      let power = Double(sign: .plus, exponent: exponent, significand: 1)
      for value in [power, power.nextDown, power.nextUp, power - 1, power - 0.5, power + 0.5] {
        checkAll(value)
        checkAll(-value)
      }
    }
    for value in [
      0, -0.0, 0.5, -0.5, 0.999, -0.999, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .infinity, -.infinity, .nan,
    ] {
      checkAll(value)
    }
  }

  @Test func `bits of every kind`() {
    var random = SeededRandom(12)
    for _ in 0..<20_000 {
      checkAll(Double(bitPattern: random.next()))
      checkAll(Double(Int64(bitPattern: random.next()) >> Int64.random(in: 0..<64, using: &random)))
    }
  }
}
