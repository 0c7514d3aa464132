// SPDX-License-Identifier: MIT
import Numbers

/// The duration of a frame as a fraction of seconds, both numbers of 16 bits, as in APNG.
struct FrameDelay: Hashable {
  private(set) var numerator: Int
  private(set) var denominator: Int

  private static let largest = 65535

  /// The simplest fraction within a billionth of a number of seconds, else the nearest one.
  init?(seconds: Double) {
    guard seconds > 0, seconds < Double(FrameDelay.largest) + 0.5 else { return nil }
    // Continued fractions: each step is the best approximation for the size of its denominator.
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

  /// The sum of both; nil when no such fraction is exact.
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
