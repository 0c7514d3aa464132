// SPDX-License-Identifier: MIT
/// A time inside of what is timed: a layer's local time, or a group's.
///
/// Times are decimal fractions to whoever writes them and sums of binary ones here: 0.1 + 0.2 is not 0.3. So a time
/// carries how far rounding may have moved it, and whatever begins or ends so close to it does so at it.
struct LocalTime: Equatable, Sendable {
  /// In seconds.
  var seconds: Double
  /// How far rounding may have moved it, in its own seconds.
  var slack: Double
  /// Whether it is the far end of the cycle it lies in, which its neighbours on both sides have yet to reach or have
  /// left again: the turn of what autoreverses, and the end that is filled. What ends just there still shows its last
  /// value.
  var isEnd = false

  /// A time of the scene, or one that somebody computed.
  init(_ seconds: Double) {
    self.seconds = seconds
    slack = LocalTime.nanosecond + LocalTime.rounding(of: seconds)
  }

  init(_ seconds: Double, slack: Double, isEnd: Bool) {
    self.seconds = seconds
    self.slack = slack
    self.isEnd = isEnd
  }

  /// The time so much earlier, in seconds.
  func earlier(by delay: Double) -> LocalTime {
    delay == 0 ? self : LocalTime(seconds - delay, slack: slack + LocalTime.rounding(of: delay), isEnd: isEnd)
  }

  /// Sums of a million frame times stay within it.
  private static let nanosecond = 1e-9

  /// Some roundings of a number.
  static func rounding(of number: Double) -> Double { abs(number) * 0x1p-50 }
}
