// SPDX-License-Identifier: MIT
/// A time inside a timed object: a layer's local time, or a group's.
///
/// Users write times as decimal fractions, which are inexact in binary: 0.1 + 0.2 is not 0.3. So a time carries the
/// distance by which rounding may have moved it. Anything that begins or ends within that distance counts as exactly at
/// the time.
@usableFromInline package struct LocalTime: Equatable, Sendable {
  /// Time in seconds.
  @usableFromInline package var seconds: Double
  /// Bound of the rounding error of `seconds`, in seconds.
  @usableFromInline package var slack: Double
  /// True for the far end of a cycle, which no earlier or later time reaches: the turn of an autoreversed cycle, or an
  /// end that is filled. An animation that ends exactly there still shows its last value.
  @usableFromInline package var isEnd = false

  /// Creates a time of the scene, or a computed one.
  @inlinable package init(_ seconds: Double) {
    self.seconds = seconds
    // The sum of a million frame times is exact to a billionth.
    slack = 1e-9 + LocalTime.rounding(of: seconds)
  }

  @inlinable package init(_ seconds: Double, slack: Double, isEnd: Bool) {
    self.seconds = seconds
    self.slack = slack
    self.isEnd = isEnd
  }

  /// Returns the time minus a delay in seconds.
  @inlinable package func earlier(by delay: Double) -> LocalTime {
    delay == 0 ? self : LocalTime(seconds - delay, slack: slack + LocalTime.rounding(of: delay), isEnd: isEnd)
  }

  /// Returns a bound for a few rounding errors of a number of this size.
  @inlinable package static func rounding(of number: Double) -> Double { abs(number) * 0x1p-50 }
}
