// SPDX-License-Identifier: MIT
/// An open interval of time in which a timed object has the same effect: an animation between two equal keyframes,
/// before its start or after its end.
///
/// Rounding decides what happens at the ends of phases and keyframes, so an interval ends a margin before them. It may
/// be shorter than the truth, never longer.
///
/// ```swift
/// var interval = SteadyInterval(start: 0, end: 2)
/// interval.intersect(SteadyInterval(start: 1, end: 3))
/// interval.contains(1.5)  // true
/// ```
@usableFromInline package struct SteadyInterval: Equatable, Sendable {
  /// The ends in seconds, both outside.
  @usableFromInline package var start: Double
  @usableFromInline package var end: Double

  @inlinable package init(start: Double, end: Double) { (self.start, self.end) = (start, end) }

  /// All times, whatever the clock shows.
  package static let always = SteadyInterval(start: -.infinity, end: .infinity)
  /// No time.
  package static let never = SteadyInterval(start: .infinity, end: -.infinity)

  @inlinable package var isAlways: Bool { start == -.infinity && end == .infinity }

  @inlinable package func contains(_ time: Double) -> Bool { start < time && time < end }

  @inlinable package mutating func intersect(_ other: SteadyInterval) {
    if other.start > start { start = other.start }
    if other.end < end { end = other.end }
  }

  /// Returns the interval with both ends moved inward, in seconds.
  @inlinable package func shrunk(by margin: Double) -> SteadyInterval {
    SteadyInterval(start: start + margin, end: end - margin)
  }

  /// The distance in seconds that ends keep from the times at which something changes. Times within a billionth of a
  /// second of such a time count as that time; the rest is for sums of rounding errors.
  package static let margin = 1e-6
}

extension TimeMap {
  /// Returns the interval of the superior's time, around a time, in which the object has the same effect.
  ///
  /// - Parameters:
  ///   - instant: the object's instant at the time.
  ///   - inside: returns the interval of the object's own time, 0…`duration`, in which nested values are the same.
  ///     Called only in the active phase of an object that runs forward.
  package func steadyInterval(
    at time: LocalTime, _ instant: Instant, inside: () -> SteadyInterval
  ) -> SteadyInterval {
    let margin = SteadyInterval.margin + 4 * time.slack
    if speed == 0 {
      let isEarly = time.seconds < beginTime
      return SteadyInterval(start: isEarly ? -.infinity : beginTime, end: isEarly ? beginTime : .infinity)
        .shrunk(by: margin)
    }
    switch instant.phase {
    case .before: return SteadyInterval(start: -.infinity, end: speed > 0 ? startTime : beginTime).shrunk(by: margin)
    case .after: return SteadyInterval(start: endTime, end: .infinity).shrunk(by: margin)
    case .active: break
    }
    // At its turn a cycle that reverses shows the end of its time, and next to it all that comes before.
    guard speed > 0, !autoreverses else { return .never }
    let own = inside()
    var result = SteadyInterval(start: startTime, end: endTime)
    if let shift, shift > 0 {
      // The place in the cycles jumps from the end of the active phase to its start.
      let jump = beginTime + (activeDuration - shift) / speed
      if time.seconds < jump { result.end = min(result.end, jump) } else { result.start = max(result.start, jump) }
    }
    // The cycle that contains the time.
    let (start, end) = (max(own.start, 0), min(own.end, duration))
    result.intersect(
      SteadyInterval(
        start: time.seconds + (start - instant.basicTime) / speed,
        end: time.seconds + (end - instant.basicTime) / speed))
    return result.shrunk(by: margin)
  }
}

/// The time of layers as a function of the scene's: a straight line near the time of a render.
package struct LayerClock: Equatable, Sendable {
  /// Seconds of the layer per second of the scene; 0 if its time stands still, not a number if it is not a straight
  /// line.
  package let rate: Double
  /// The layer's time at the scene's time 0, in seconds.
  package let offset: Double

  /// The scene's own time.
  package static let scene = LayerClock(rate: 1, offset: 0)
  /// A time that is not a straight line.
  package static let unknown = LayerClock(rate: .nan, offset: 0)

  package init(rate: Double, offset: Double) { (self.rate, self.offset) = (rate, offset) }

  /// - Parameters:
  ///   - time: the layer's time; nil if it has none, then it stands still.
  ///   - now: the scene's time then.
  package init(rate: Double, at time: LocalTime?, _ now: Double) {
    guard let time else {
      self.init(rate: 0, offset: -.infinity)
      return
    }
    self.init(rate: rate, offset: time.seconds - rate * now)
  }

  /// Returns the scene's interval for one of the layer's time that contains the present moment; never if that is not
  /// known.
  package func sceneInterval(_ interval: SteadyInterval, at time: LocalTime?, _ now: Double) -> SteadyInterval {
    if interval.isAlways { return interval }
    guard let time, interval.contains(time.seconds), rate.isFinite else { return .never }
    // It lasts as long as the clock does, so it is not for all clocks.
    if rate == 0 { return SteadyInterval(start: -.greatestFiniteMagnitude, end: .greatestFiniteMagnitude) }
    let (a, b) = ((interval.start - time.seconds) / rate + now, (interval.end - time.seconds) / rate + now)
    return SteadyInterval(start: min(a, b), end: max(a, b)).shrunk(by: 4 * LocalTime(now).slack)
  }

  /// True if both give the same times but for rounding.
  package func isAbout(_ other: LayerClock) -> Bool {
    rate == other.rate && (offset == other.offset || abs(offset - other.offset) < SteadyInterval.margin / 8)
  }
}
