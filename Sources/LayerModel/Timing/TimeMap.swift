/// The eight numbers of `CAMediaTiming` and what they make of a superior's time: layers, animations and emitter cells are timed by it.
///
/// All times are in seconds. A pure value: nothing here keeps a clock.
public struct TimeMap: Hashable, Sendable {
  /// When it starts, in the superior's time. Default 0.
  public var beginTime = 0.0
  /// Added to the active local time. Default 0.
  public var timeOffset = 0.0
  /// Local seconds for each second of the superior; 0 stands still, negative runs backward. Default 1.
  public var speed = 1.0
  /// The length of one cycle; infinite for layers and emitter cells. Default 0.
  public var duration = 0.0
  /// Cycles, may be fractional or infinite; 0 is not set. Default 0.
  public var repeatCount = 0.0
  /// How long cycles go on, in local time; wins over `repeatCount`; 0 is not set. Default 0.
  public var repeatDuration = 0.0
  /// Whether each cycle runs forward and then backward, which makes it twice as long. Default false.
  public var autoreverses = false
  /// What shows outside of the active phase. Default `removed`.
  public var fillMode = FillMode.removed

  public init() {}

  /// A layer's: as an animation's, but without end.
  static let layerDefaults: TimeMap = {
    var map = TimeMap()
    map.duration = .infinity
    return map
  }()

  public enum Phase: Sendable { case before, active, after }

  /// Where a time falls.
  public struct Instant: Equatable, Sendable {
    public var phase: Phase
    /// The time inside of the cycle, 0…`duration`: the time of what is nested in here.
    public var basicTime: Double
    /// `basicTime` as a part of the duration, 0…1, before any timing function; 0 while the duration is infinite.
    public var progress: Double
    /// The cycles that are over; an autoreversed one counts once.
    public var cycle: Double
    /// Whether it has an effect: in its active phase, or filled before or after it.
    public var isEffective: Bool
  }

  /// The length of one cycle with its way back.
  public var cycleDuration: Double { autoreverses ? 2 * duration : duration }

  /// How long it is active, in local time. `repeatDuration` is not doubled by `autoreverses`.
  public var activeDuration: Double {
    if repeatDuration > 0 { return repeatDuration }
    let cycle = cycleDuration
    return repeatCount > 0 && cycle > 0 ? cycle * repeatCount : cycle
  }

  /// The active local time, before cycles are taken out of it: ta = (tp − beginTime) · speed + timeOffset.
  public func activeTime(at time: Double) -> Double { (time - beginTime) * speed + timeOffset }

  /// The superior's time at which `activeTime` is `local`; nil while the speed is 0.
  public func superiorTime(ofActiveTime local: Double) -> Double? {
    speed == 0 ? nil : (local - timeOffset) / speed + beginTime
  }

  /// Where the superior's `time` falls.
  ///
  /// The end of a cycle belongs to the next one, save the very last, which ends at its far value. Times within a billionth of a
  /// cycle of such an end count as on it, since sums of frame times seldom hit it.
  public func instant(at time: Double) -> Instant {
    let cycle = cycleDuration
    let active = activeDuration
    let ta = activeTime(at: time)
    let phase: Phase
    if time < beginTime || (speed > 0 && ta < 0) {
      phase = .before
    } else if (speed > 0 && ta >= active) || (speed < 0 && ta <= 0) {
      phase = .after
    } else {
      phase = .active
    }
    let isEffective =
      switch phase {
      case .active: true
      case .before: fillMode == .backwards || fillMode == .both
      case .after: fillMode == .forwards || fillMode == .both
      }
    let s = min(max(ta, 0), active)
    guard cycle > 0, cycle.isFinite else {
      // One endless cycle, or one without length, of which only the end is left.
      let basic = cycle > 0 ? s : 0
      return Instant(phase: phase, basicTime: basic, progress: cycle > 0 || phase == .before ? 0 : 1, cycle: 0, isEffective: isEffective)
    }
    let cycles = (s / cycle).onBoundary
    var k = cycles.rounded(.down)
    var r = cycles == k ? 0 : s - k * cycle
    if s == active, r == 0, active > 0 {
      r = cycle
      k -= 1
    }
    if autoreverses, r > duration { r = 2 * duration - r }
    return Instant(phase: phase, basicTime: r, progress: r / duration, cycle: k, isEffective: isEffective)
  }
}

extension Double {
  /// The nearest whole number when that is closer than a billionth.
  fileprivate var onBoundary: Double {
    let whole = rounded()
    return abs(self - whole) <= 1e-9 * Swift.max(1, abs(whole)) ? whole : self
  }
}
