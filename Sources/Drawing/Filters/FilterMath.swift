// SPDX-License-Identifier: MIT
import Numbers

/// Elementary functions that give the same bits on every machine, unlike the system's library.
package enum FilterMath {
  /// Sine of any finite angle; the error is below 1e-15 up to 1e5, and grows with the angle beyond.
  @inline(__always) package static func sin(_ x: Double) -> Double { sinCos(x).sin }
  @inline(__always) package static func cos(_ x: Double) -> Double { sinCos(x).cos }

  /// Taylor series on an eighth of a turn around each quarter.
  @inline(__always) package static func sinCos(_ x: Double) -> (sin: Double, cos: Double) {
    let q = (x * (2 / Double.pi)).rounded()
    // π/2 in two parts, so that the subtraction keeps its precision (Cody and Waite).
    let r = (x - q * 1.5707963267948966) - q * 6.123233995736766e-17
    let z = r * r
    let s =
      r
      + r * z
      * (-1.0 / 6 + z
        * (1.0 / 120 + z
          * (-1.0 / 5040 + z
            * (1.0 / 362880 + z * (-1.0 / 39_916_800 + z * (1.0 / 6_227_020_800 - z / 1.307674368e12))))))
    let c =
      1 + z
      * (-0.5 + z
        * (1.0 / 24 + z
          * (-1.0 / 720
            + z * (1.0 / 40320 + z * (-1.0 / 3_628_800 + z * (1.0 / 479_001_600 - z / 8.71782912e10))))))
    let turn = q - (q / 4).rounded(.down) * 4
    if turn == 0 { return (s, c) }
    if turn == 1 { return (c, -s) }
    if turn == 2 { return (-s, -c) }
    return (-c, s)
  }

  /// Arc tangent of y/x, from −π to π; 0 for (0, 0).
  @inline(__always) package static func atan2(_ y: Double, _ x: Double) -> Double {
    let ax = abs(x)
    let ay = abs(y)
    let big = max(ax, ay)
    if !(big > 0) { return 0 }
    var t = min(ax, ay) / big
    // Reduces the upper half of an eighth of a turn by the tangent of a difference.
    var base = 0.0
    if t > 0.41421356237309503 {
      t = (t - 1) / (t + 1)
      base = Double.pi / 4
    }
    let z = t * t
    var p = -1.0 / 27
    p = 1.0 / 25 + z * p
    p = -1.0 / 23 + z * p
    p = 1.0 / 21 + z * p
    p = -1.0 / 19 + z * p
    p = 1.0 / 17 + z * p
    p = -1.0 / 15 + z * p
    p = 1.0 / 13 + z * p
    p = -1.0 / 11 + z * p
    p = 1.0 / 9 + z * p
    p = -1.0 / 7 + z * p
    p = 1.0 / 5 + z * p
    p = -1.0 / 3 + z * p
    var a = base + t + t * z * p
    if ay > ax { a = Double.pi / 2 - a }
    if x < 0 { a = Double.pi - a }
    return y < 0 ? -a : a
  }

  /// Returns 2ˣ, by a Taylor series of the fractional part. For planning, too slow per pixel.
  package static func exp2(_ x: Double) -> Double {
    if !(x > -1074) { return 0 }
    if x >= 1024 { return .infinity }
    let whole = x.rounded(.down)
    // e^(f ln 2) for f from 0 to 1, by its Taylor series.
    let z = (x - whole) * 0.6931471805599453
    var term = 1.0
    var sum = 1.0
    for i in 1...20 {
      term *= z / Double(i)
      sum += term
    }
    return Double(sign: .plus, exponent: Int(clamping: whole), significand: 1) * sum
  }

  /// Natural logarithm of a positive number, for planning.
  package static func log(_ x: Double) -> Double {
    if !(x > 0) { return -.infinity }
    if !x.isFinite { return .infinity }
    var m = x.significand
    var e = Double(x.exponent)
    if m > 1.4142135623730951 {
      m /= 2
      e += 1
    }
    let t = (m - 1) / (m + 1)
    var sum = 0.0
    var power = t
    for i in 0..<14 {
      sum += power / Double(2 * i + 1)
      power *= t * t
    }
    return 2 * sum + e * 0.6931471805599453
  }

  /// Returns eˣ, for planning.
  package static func exp(_ x: Double) -> Double { exp2(x * 1.4426950408889634) }

  /// Returns xʸ for x ≥ 0, for planning.
  package static func pow(_ x: Double, _ y: Double) -> Double {
    if x <= 0 { return y == 0 ? 1 : y > 0 ? 0 : .infinity }
    return exp(log(x) * y)
  }

  /// Returns a hash of three integers; all its bits are equally well mixed.
  @inline(__always) package static func hash(_ x: Int, _ y: Int, _ seed: UInt32 = 0) -> UInt32 {
    var h = UInt32(truncatingIfNeeded: x) &* 0x85EB_CA6B
    h ^= (UInt32(truncatingIfNeeded: y) &* 0xC2B2_AE35) &+ (h << 15 | h >> 17)
    h = (h ^ seed) &* 0x27D4_EB2F
    h ^= h >> 15
    h = h &* 0x2C1B_3C6D
    h ^= h >> 12
    h = h &* 0x297A_2D39
    return h ^ (h >> 15)
  }
}
