// SPDX-License-Identifier: MIT
/// The eight properties of `CAMediaTiming`, and the mapping from a superior's (parent's) time to the local time.
/// Layers, animations and emitter cells are timed by it.
///
/// A layer's local time is (tp − beginTime) · speed + timeOffset. In an animation with an end the offset wraps: it
/// changes at which point of itself the animation begins, not when it begins or how long it lasts (`shift`).
///
/// All times are in seconds. A pure value type, with no clock.
package struct TimeMap: Hashable, Sendable {
  /// Start in the superior's time. Default 0.
  package var beginTime = 0.0
  /// Added to the active local time. Default 0.
  package var timeOffset = 0.0
  /// True if `timeOffset` wraps within a finite active duration, as an animation's does; a layer's and an emitter
  /// cell's does not. Default true.
  package var wrapsOffset = true
  /// Local seconds per second of the superior; 0 stops time, a negative speed runs backward. Default 1.
  package var speed = 1.0
  /// Length of one cycle; infinite for layers and emitter cells. Default 0.
  package var duration = 0.0
  /// Number of cycles; may be fractional or infinite; 0 means not set. Default 0.
  package var repeatCount = 0.0
  /// Duration of all cycles together, in local time; takes precedence over `repeatCount`; 0 means not set. Default 0.
  package var repeatDuration = 0.0
  /// True if each cycle runs forward and then backward, which makes it twice as long. Default false.
  package var autoreverses = false
  /// The effect outside the active phase. Default `removed`.
  package var fillMode = FillMode.removed

  /// True if nothing remains after the end, whatever `fillMode` is: an animation on a layer with
  /// `removedOnCompletion`. Default false.
  package var isRemovedAtEnd = false

  package init() {}

  /// Defaults of a layer: like an animation's, but with no end.
  package static let layerDefaults: TimeMap = {
    var map = TimeMap()
    map.duration = .infinity
    map.wrapsOffset = false
    return map
  }()

  package enum Phase: Sendable { case before, active, after }

  /// The position of a time within the cycles.
  package struct Instant: Equatable, Sendable {
    package var phase: Phase
    /// Time inside the cycle, 0…`duration`: the time of nested objects.
    package var basicTime: Double
    /// `basicTime` as a fraction of the duration, 0…1, before any timing function; 0 if the duration is infinite.
    package var progress: Double
    /// Number of completed cycles; an autoreversed cycle counts once.
    package var cycle: Double
    /// True if the object has an effect: in its active phase, or filled before or after it.
    package var isEffective: Bool
    /// Bound of the rounding error of `basicTime`, in seconds.
    @usableFromInline package var slack = 0.0
    /// True if `basicTime` is the far end of the cycle: at a turn, and at an end that is filled.
    @usableFromInline package var isEnd = false

    /// The time of nested objects.
    @inlinable package var inside: LocalTime { LocalTime(basicTime, slack: slack, isEnd: isEnd) }
  }

  /// Length of one cycle, including its reverse.
  @inlinable package var cycleDuration: Double { autoreverses ? 2 * duration : duration }

  /// Length of the active phase, in local time. `autoreverses` does not double `repeatDuration`.
  @inlinable package var activeDuration: Double {
    if repeatDuration > 0 { return repeatDuration }
    let cycle = cycleDuration
    return repeatCount > 0 && cycle > 0 ? cycle * repeatCount : cycle
  }

  /// The position in its active phase at which an object begins if `timeOffset` wraps: the offset modulo the active
  /// duration. nil if the offset does not wrap: for a layer, at speed 0 or backward, and without an end.
  @inlinable package var shift: Double? {
    guard wrapsOffset, speed > 0 else { return nil }
    let active = activeDuration
    guard active > 0, active < .infinity else { return nil }
    let rest = timeOffset.truncatingRemainder(dividingBy: active)
    let shift = rest < 0 ? rest + active : rest
    return shift < active ? shift : 0
  }

  /// The superior's time at which the active phase begins; `beginTime` if the speed is 0.
  package var startTime: Double {
    guard speed != 0, shift == nil else { return beginTime }
    return max(superiorTime(ofActiveTime: speed > 0 ? 0 : activeDuration) ?? beginTime, beginTime)
  }

  /// The superior's time at which the active phase ends; infinite if it never does.
  package var endTime: Double {
    guard speed != 0 else { return .infinity }
    if shift != nil { return activeDuration / speed + beginTime }
    // An object that its offset moves past its end is over when it begins.
    return max(superiorTime(ofActiveTime: speed > 0 ? activeDuration : 0) ?? .infinity, beginTime)
  }

  /// Returns the local time before an animation's offset wraps and cycles are subtracted: ta = (tp − beginTime) · speed
  /// + timeOffset.
  @inlinable package func activeTime(at time: Double) -> Double {
    speed == 0 ? timeOffset : (time - beginTime) * speed + timeOffset
  }

  /// Returns the active time with its rounding error.
  @inlinable package func activeTime(at time: LocalTime) -> LocalTime {
    let seconds = activeTime(at: time.seconds)
    let slack = (time.slack + LocalTime.rounding(of: beginTime)) * abs(speed) + LocalTime.rounding(of: timeOffset)
    return LocalTime(seconds, slack: slack + LocalTime.rounding(of: seconds), isEnd: time.isEnd && speed > 0)
  }

  /// Returns the superior's time at which `activeTime` is `local`; nil if the speed is 0. Ignores wrapping.
  @inlinable package func superiorTime(ofActiveTime local: Double) -> Double? {
    speed == 0 ? nil : (local - timeOffset) / speed + beginTime
  }

  /// A span of time: when it is first entered and last left.
  package struct Span {
    package var first: Double
    package var last: Double
    /// True if the local time stays inside the span forever.
    package var isHeld = false

    package init(first: Double, last: Double, isHeld: Bool = false) {
      self.first = first
      self.last = last
      self.isHeld = isHeld
    }
  }

  /// Maps a span of local time to the superior's time. nil if the speed is 0, if the span is never reached, or if it is
  /// never finally left because cycles have no end.
  ///
  /// An object that ends after its own length repeats its local times until it is over. For layers, whose offset does
  /// not wrap.
  package func superiorSpan(of span: Span) -> Span? {
    guard speed != 0 else { return nil }
    var (first, last, isHeld) = (span.first, span.last, span.isHeld)
    if duration.isFinite {
      let active = activeDuration
      guard first <= duration, active.isFinite else { return nil }
      if active > duration || speed < 0 { (first, last) = (speed < 0 ? 0 : max(first, 0), active) }
      // The span ends with the object, unless the object is filled inside the span.
      let end = instant(at: LocalTime((speed > 0 ? (active - timeOffset) / speed : -timeOffset / speed) + beginTime))
      if span.last > end.basicTime { isHeld = isHeld || fillMode == .forwards || fillMode == .both }
      last = min(last, active)
    }
    guard let a = superiorTime(ofActiveTime: first), let b = superiorTime(ofActiveTime: last) else { return nil }
    return Span(first: min(a, b), last: max(a, b), isHeld: isHeld)
  }

  /// Returns the superior's times at which a span of basic times, 0…`duration`, is first entered and last left in the
  /// first cycle shown. nil if the speed is 0, or if the offset skips the span.
  ///
  /// A wrapping offset may begin inside the span, which is then left and entered again at the cycle's end: the result
  /// is the whole cycle. If the cycle autoreverses, the result is the forward leg, or both legs with a wrapping offset.
  package func superiorSpan(ofBasicTimes span: Span) -> Span? {
    guard let shift else {
      guard let a = superiorTime(ofActiveTime: span.first) else { return nil }
      let b = span.last.isFinite ? superiorTime(ofActiveTime: span.last) ?? .infinity : .infinity
      return Span(first: min(a, b), last: max(a, b))
    }
    if shift == 0 { return Span(first: span.first / speed + beginTime, last: span.last / speed + beginTime) }
    let active = activeDuration
    let cycle = min(cycleDuration, active)
    var shown: (first: Double, last: Double)?
    // The two parts of one cycle from the shift on: up to the end of the active phase, and then from its start.
    let whole = shift + cycle
    for (low, high, elapsed) in [(shift, min(whole, active), -shift), (0, whole - active, active - shift)]
    where low < high {
      let begin = cycleDuration.isFinite ? (low / cycleDuration).rounded(.down) * cycleDuration : 0
      for start in [begin, begin + cycleDuration] where start < high {
        var legs = [(start + span.first, start + span.last)]
        if autoreverses {
          let end = start + cycleDuration
          legs.append((end - span.last, end - span.first))
        }
        for (from, to) in legs where max(from, low) < min(to, high) {
          let (first, last) = (max(from, low) + elapsed, min(to, high) + elapsed)
          shown = (min(shown?.first ?? first, first), max(shown?.last ?? last, last))
        }
      }
    }
    guard let shown else { return nil }
    return Span(first: shown.first / speed + beginTime, last: shown.last / speed + beginTime)
  }

  /// Returns the instant at the superior's `time`.
  ///
  /// The end of a cycle belongs to the next one, except for the very last, which ends at its far value. A time within a
  /// billionth of a second of a boundary, or within the rounding error of a large number, counts as on the boundary in
  /// every respect: phase and progress never disagree.
  ///
  /// If the offset wraps, the active phase is that of an animation without offset, and the position in the cycles is
  /// (elapsed + shift) modulo the active duration. Before the start it is the shift itself. After the end it is the
  /// last position shown, so a shift to a boundary of cycles shows the far end of the cycle before.
  package func instant(at time: Double) -> Instant { instant(at: LocalTime(time)) }

  package func instant(at time: LocalTime) -> Instant {
    let cycle = cycleDuration
    let active = activeDuration
    let shift = self.shift
    var local = activeTime(at: time)
    if shift != nil {
      local.seconds = (time.seconds - beginTime) * speed
      local.slack =
        (time.slack + LocalTime.rounding(of: beginTime)) * speed + LocalTime.rounding(of: local.seconds)
    }
    // Boundaries that are closer together than the slack must stay distinct.
    let closest = min(cycle, active) / 8
    func limited(_ slack: Double) -> Double { slack < closest ? slack : closest < .infinity ? closest : 0 }
    var slack = limited(local.slack)
    let early = beginTime - time.seconds
    let atOnce = min(time.slack + LocalTime.rounding(of: beginTime), closest / abs(speed))
    let isEarly = early > 0 && early > atOnce
    // Running backward, time enters the cycle below.
    let entersFromAbove = speed < 0 && early >= -atOnce
    // Before the start it has its first value.
    var ta = isEarly ? (shift == nil ? timeOffset : 0) : local.seconds
    if abs(ta - active) <= slack { ta = active } else if abs(ta) <= slack { ta = 0 }
    let isOver = speed > 0 && ta >= active || speed < 0 && ta <= 0
    let phase: Phase
    if isEarly || speed > 0 && ta < 0 {
      phase = .before
    } else if isOver, !(time.isEnd && active > 0 && ta == (speed > 0 ? active : 0)) {
      phase = .after
    } else {
      phase = .active
    }
    let isEffective =
      switch phase {
      case .active: true
      case .before: fillMode == .backwards || fillMode == .both
      case .after: !isRemovedAtEnd && (fillMode == .forwards || fillMode == .both)
      }
    var s = min(max(ta, 0), active)
    // True for the end of a cycle, instead of the start of the next: at the very end, and at the end of the superior's
    // cycle.
    var endsCycle = s == active || local.isEnd || entersFromAbove
    if let shift {
      slack = limited(slack + LocalTime.rounding(of: timeOffset))
      endsCycle = !isEarly && (s == active || local.isEnd)
      if s == active {
        s = shift > slack ? shift : active
      } else {
        s += shift
        if s > active + slack { s -= active }
      }
      if abs(s - active) <= slack { s = endsCycle ? active : 0 }
    }
    guard cycle > 0, cycle.isFinite else {
      // One endless cycle, or one of length 0, of which only the end remains.
      let basic = cycle > 0 ? s : 0
      return Instant(
        phase: phase, basicTime: basic, progress: cycle > 0 || phase == .before ? 0 : 1, cycle: 0,
        isEffective: isEffective, slack: slack, isEnd: cycle > 0 ? local.isEnd : true)
    }
    // A leg is one `duration`: a cycle that autoreverses has two.
    let legs = s / duration
    let leg = legs.rounded()
    // Beyond 2^53 legs, every time counts as the start of one.
    let isOnBoundary = !(legs < 0x1p53) || abs(s - leg * duration) <= slack
    let legsOfCycle = autoreverses ? 2.0 : 1
    var k = min(((isOnBoundary ? leg : legs) / legsOfCycle).rounded(.down), 0x1p53)
    var r: Double
    if isOnBoundary {
      r = autoreverses && leg - 2 * k == 1 ? duration : 0
      // The last cycle ends at its far value, and one that runs backward begins at it.
      if r == 0, k > 0, endsCycle {
        k -= 1
        r = autoreverses ? 0 : duration
      }
    } else {
      r = min(max(s - k * cycle, 0), cycle)
      if r > duration { r = cycle - r }
    }
    return Instant(
      phase: phase, basicTime: r, progress: r / duration, cycle: k, isEffective: isEffective, slack: slack,
      isEnd: r == duration)
  }
}

/// Effect of a timed object outside its active phase: Core Animation's `CAMediaTimingFillMode`.
public enum FillMode: UInt8, Sendable {
  case removed, forwards, backwards, both
}
