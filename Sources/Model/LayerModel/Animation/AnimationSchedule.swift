// SPDX-License-Identifier: MIT
import Geometry
import Timing

/// The times at which an animation's course may change; between two of them it is a straight line or one smooth curve.
/// Some of them may be superfluous.
struct AnimationSchedule {
  /// In the parent's time, unordered.
  var breaks: [Double] = []
  /// True if the course between breaks is curved.
  var isCurved = false
  /// The start and the period of an endless repetition; nil if there is none.
  var loop: (start: Double, period: Double)?
  /// True if the breaks end at the requested time rather than with the animation.
  var isCut = false

  /// The maximum number of breaks.
  static let limit = 50_000

  /// Collects the breaks of an animation.
  ///
  /// - Parameters:
  ///   - animation: a property animation or a group.
  ///   - last: the time up to which an endless animation is followed that does not repeat itself.
  ///   - shape: the shape of a key path's values; nil for a key path that is irrelevant.
  /// - Returns: nil if none of its key paths is relevant.
  /// - Throws: `LayerError` for more than `limit` breaks.
  init?(of animation: Animation, through last: Double, _ shape: (String) -> AnimatedShape?) throws {
    guard let cycle = try AnimationSchedule.cycle(of: animation, through: last, shape) else { return nil }
    isCurved = cycle.isCurved
    let timing = animation.timing
    guard timing.speed != 0 else {
      breaks = [timing.beginTime]
      return
    }
    let (begin, speed, length) = (timing.beginTime, abs(timing.speed), timing.cycleDuration)
    let active = timing.activeDuration
    guard length > 0, length.isFinite else {
      // One endless cycle, or one of length 0.
      breaks = [begin]
      for time in cycle.times where time.isFinite {
        breaks.append((time - timing.timeOffset) / timing.speed + begin)
      }
      isCut = cycle.isCut
      return
    }
    // The reverse half has the same times, mirrored.
    let times = timing.autoreverses ? cycle.times + cycle.times.map { length - $0 } : cycle.times
    let end = active / speed
    var count = (active / length).rounded(.up)
    // An animation that continues beyond `last` counts as endless.
    if !active.isFinite || count > 1024 && begin + end > last {
      if timing.speed < 0 {
        // It ends when its local time reaches 0.
        count = max((timing.timeOffset / length).rounded(.up) + 1, 1)
      } else if !cycle.grows {
        loop = (animation.startTime, length / speed)
        count = 1
      } else {
        count = max(((last - begin) * speed / length).rounded(.up) + 1, 1)
        isCut = true
      }
    }
    guard count * Double(times.count) <= Double(AnimationSchedule.limit) else {
      throw LayerError(
        .limit,
        "\(animation.className): it changes the particles' births more than \(AnimationSchedule.limit) times; lower "
          + "its repeatCount, or give it and the other endless animations durations with a common multiple")
    }
    breaks = [begin]
    if active.isFinite { breaks += [begin + end, animation.startTime, animation.endTime] }
    // An offset shifts the times cyclically.
    let offset = timing.timeOffset
    let latest =
      loop.map { $0.start + $0.period } ?? (active.isFinite ? max(begin + end, animation.endTime) : .infinity)
    var k = 0.0
    while k < count {
      for time in times {
        let local = k * length + time
        if loop != nil {
          let shifted = (local - max(offset, 0)).truncatingRemainder(dividingBy: length)
          breaks.append(animation.startTime + (shifted < 0 ? shifted + length : shifted) / speed)
          continue
        }
        let first = (local - offset) / timing.speed + begin
        breaks.append(first)
        guard offset != 0, active.isFinite, active > 0 else { continue }
        let wrapped = (local - offset.truncatingRemainder(dividingBy: active)) / timing.speed + begin
        breaks += [wrapped, wrapped + end, wrapped - end]
      }
      k += 1
    }
    breaks.removeAll { !$0.isFinite || $0 < begin || $0 > latest }
  }

  /// One cycle of an animation, with its break times in 0…duration.
  private struct Cycle {
    var times: [Double]
    var isCurved: Bool
    /// True if each cycle continues where the one before ended.
    var grows = false
    var isCut = false
  }

  private static func cycle(of animation: Animation, through last: Double, _ shape: (String) -> AnimatedShape?) throws
    -> Cycle?
  {
    let duration = animation.timing.duration
    let pace = animation.storedTimingFunction.flatMap { $0.isLinear ? nil : $0 }
    var cycle: Cycle
    if let group = animation as? AnimationGroup {
      var times: [Double] = []
      var found = Cycle(times: [], isCurved: false)
      var isMeantAtAll = false
      for member in group.storedAnimations ?? [] {
        guard let inner = try AnimationSchedule(of: member, through: min(duration, last), shape) else { continue }
        isMeantAtAll = true
        if inner.isCurved { found.isCurved = true }
        times += inner.breaks
        found.isCut = found.isCut || inner.isCut
        guard let loop = inner.loop else { continue }
        let end = min(duration, last)
        if duration > last { found.isCut = true }
        let first = inner.breaks.filter { $0 >= loop.start }
        guard (end - loop.start) / loop.period * Double(first.count) < Double(limit - times.count) else {
          throw LayerError(
            .limit,
            "\(member.className): it changes the particles' births more than \(limit) times within its group; lower "
              + "the group's duration")
        }
        var k = 1.0
        while loop.start + k * loop.period <= end {
          times += first.map { $0 + k * loop.period }
          k += 1
        }
      }
      guard isMeantAtAll else { return nil }
      found.times = times.filter { $0 > 0 && $0 < duration }
      cycle = found
    } else {
      guard let property = animation as? PropertyAnimation, let path = property.storedKeyPath, let shape = shape(path)
      else { return nil }
      let shares = try property.breaks(like: shape)
      cycle = Cycle(times: shares.map { $0 * duration }, isCurved: property.isCurved)
      cycle.grows = property.isStoredCumulative
    }
    if let pace, duration.isFinite, duration > 0 {
      cycle.times = (pace.times(of: cycle.times.map { $0 / duration }) + pace.corners).map { $0 * duration }
      cycle.isCurved = true
    }
    cycle.times += [0, duration]
    return cycle
  }
}

extension TimingFunction {
  /// Returns the times at which the progress equals any of some numbers; each may occur at several times, or never.
  /// Found by bisection between 64 samples, or 512 of a function that swings, and the function's corners.
  func times(of progress: [Double]) -> [Double] {
    guard !progress.isEmpty else { return [] }
    let count = swings ? 512 : 64
    let times = ((0...count).map { Double($0) / Double(count) } + corners).sorted()
    let samples = times.map { self($0) }
    var result: [Double] = []
    for (i, pair) in zip(samples, samples.dropFirst()).enumerated() {
      let (a, b) = pair
      for value in progress where value > min(a, b) && value <= max(a, b) {
        var (low, high) = (times[i], times[i + 1])
        for _ in 0..<52 {
          let middle = (low + high) / 2
          if (self(middle) < value) == (a < b) { low = middle } else { high = middle }
        }
        result.append(high)
      }
    }
    return result
  }
}

extension PropertyAnimation {
  /// Returns the fractions of a cycle, between 0 and 1, at which the course may change.
  fileprivate func breaks(like shape: AnimatedShape) throws -> [Double] {
    guard let keyframes = self as? KeyframeAnimation else { return [] }
    return try keyframes.times(like: shape).filter { $0 > 0 && $0 < 1 }
  }

  /// True if the course between breaks is curved, before the animation's own timing function.
  fileprivate var isCurved: Bool {
    if self is SpringAnimation { return true }
    guard let keyframes = self as? KeyframeAnimation else { return false }
    let hasPace = !keyframes.storedCalculationMode.isPaced
    return keyframes.storedPath != nil && keyframes.storedCalculationMode != .discrete
      || keyframes.storedCalculationMode.isCubic
      || hasPace && (keyframes.storedTimingFunctions ?? []).contains { !$0.isLinear }
  }
}
