// SPDX-License-Identifier: MIT
/// A time inside a timed object: a layer's local time, or a group's.
///
/// Users write times as decimal fractions, and here they are sums of binary ones: 0.1 + 0.2 is not 0.3. So a time has
/// the distance by which rounding may have moved it, and everything that begins or ends within that distance does so
/// exactly at it.
@usableFromInline package struct LocalTime: Equatable, Sendable {
  /// In seconds.
  @usableFromInline package var seconds: Double
  /// The distance by which rounding may have moved it, in its own seconds.
  @usableFromInline package var slack: Double
  /// Whether it is the far end of its cycle, which the times before have not reached and those after have left again:
  /// the turn of an autoreversed cycle, or an end that is filled. An animation that ends exactly there still shows its
  /// last value.
  @usableFromInline package var isEnd = false

  /// A time of the scene, or a computed one.
  @inlinable package init(_ seconds: Double) {
    self.seconds = seconds
    // Sums of a million frame times stay within a billionth.
    slack = 1e-9 + LocalTime.rounding(of: seconds)
  }

  @inlinable package init(_ seconds: Double, slack: Double, isEnd: Bool) {
    self.seconds = seconds
    self.slack = slack
    self.isEnd = isEnd
  }

  /// The time that is earlier by a delay, in seconds.
  @inlinable package func earlier(by delay: Double) -> LocalTime {
    delay == 0 ? self : LocalTime(seconds - delay, slack: slack + LocalTime.rounding(of: delay), isEnd: isEnd)
  }

  /// Some roundings of a number.
  @inlinable package static func rounding(of number: Double) -> Double { abs(number) * 0x1p-50 }
}
