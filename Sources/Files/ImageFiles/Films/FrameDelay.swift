// SPDX-License-Identifier: MIT
import Numbers

/// The duration of a frame as a fraction of a second with 16-bit numerator and denominator, as in APNG.
struct FrameDelay: Hashable {
  private(set) var numerator: Int
  private(set) var denominator: Int

  private static let largest = 65535

  /// Makes the first convergent within a relative error of 1e-9, else the last one that fits 16 bits; at least 1/65535.
  /// Nil if the duration is too long.
  init?(seconds: Double) {
    guard seconds > 0, seconds < Double(FrameDelay.largest) + 0.5 else { return nil }
    // Continued fraction: each convergent is the best approximation for the size of its denominator.
    var (p0, q0, p1, q1) = (0, 1, 1, 0)
    var rest = seconds
    while true {
      let whole = rest.rounded(.down)
      guard whole <= Double(FrameDelay.largest) else { break }
      let p = Int(clamping: whole) * p1 + p0, q = Int(clamping: whole) * q1 + q0
      if p > FrameDelay.largest || q > FrameDelay.largest { break }
      (p0, q0, p1, q1) = (p1, q1, p, q)
      if abs(Double(p) / Double(q) - seconds) <= seconds * 1e-9 || rest == whole { break }
      rest = 1 / (rest - whole)
    }
    numerator = p1
    denominator = q1
    if numerator == 0 {
      numerator = 1
      denominator = FrameDelay.largest
    }
  }

  /// Returns the exact sum; nil if it does not fit 16 bits.
  func adding(_ other: FrameDelay) -> FrameDelay? {
    var n = numerator * other.denominator + other.numerator * denominator
    var d = denominator * other.denominator
    var (a, b) = (n, d)
    while b != 0 { (a, b) = (b, a % b) }
    n /= a
    d /= a
    guard n <= FrameDelay.largest, d <= FrameDelay.largest else { return nil }
    var sum = self
    sum.numerator = n
    sum.denominator = d
    return sum
  }
}
