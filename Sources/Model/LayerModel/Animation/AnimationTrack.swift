// SPDX-License-Identifier: MIT
import Timing

/// The interval in which an animation of a layer acts, in the scene's time: one row of a timeline.
package struct AnimationTrack {
  /// The layer that has the animation.
  package let layer: Layer
  /// The animation, which is not a group.
  package let animation: Animation
  /// The key path that it changes; nil for a transition.
  package let keyPath: String?
  /// The start, in seconds.
  package let begin: Double
  /// The final end, in seconds; nil if it never ends.
  package let end: Double?
  /// The positions of its values in a cycle, 0…1, including the reverse half. The cycle begins at the time offset.
  package let keyTimes: [Double]
  /// The number of cycles; nil if endless.
  package let repeats: Double?
  /// The length of a cycle, in seconds; nil if infinite.
  package let cycle: Double?
}

extension Layer {
  /// The tracks of this layer's animations in the order in which they act, with groups expanded. Animations that never
  /// begin, since a layer's time stands still, are left out.
  package final var animationTracks: [AnimationTrack] {
    var tracks: [AnimationTrack] = []
    for attached in attachedAnimations {
      let delay = attached.awaitsCommit ? localTime(atSceneTime: scene.currentTime) + attached.delay : 0
      // The groups that contain an animation, the innermost last.
      var pending: [(animation: Animation, groups: [Animation])] = [(attached.animation, [])]
      while let (animation, groups) = pending.popLast(), tracks.count < 10_000 {
        if let group = animation as? AnimationGroup {
          pending += (group.storedAnimations ?? []).reversed().map { ($0, groups + [group]) }
          continue
        }
        if let track = track(of: animation, in: groups, delay: delay) { tracks.append(track) }
      }
    }
    return tracks
  }

  /// The keys of this layer that animations change, each with the last such animation.
  package final var animatedKeys: [String: Animation] {
    var keys: [String: Animation] = [:]
    for attached in attachedAnimations {
      var pending = [attached.animation]
      var count = 0
      while let animation = pending.popLast(), count < 10_000 {
        count += 1
        if let group = animation as? AnimationGroup { pending += group.storedAnimations ?? [] }
        guard let path = (animation as? PropertyAnimation)?.storedKeyPath, !attached.foreignPaths.contains(path) else {
          continue
        }
        keys[String(path.prefix { $0 != "." })] = animation
      }
    }
    return keys
  }

  /// - Parameter delay: the seconds added to the times of the outermost animation.
  private func track(of animation: Animation, in groups: [Animation], delay: Double) -> AnimationTrack? {
    let timing = animation.timing
    var (first, last) = (animation.startTime, animation.endTime)
    var factor = abs(timing.speed)
    for group in groups.reversed() {
      // A member lasts no longer than its group, of which only the first cycle is shown.
      first = min(max(first, 0), group.timing.duration)
      last = max(min(last, group.timing.duration), first)
      guard let span = group.timing.superiorSpan(ofBasicTimes: TimeMap.Span(first: first, last: last)) else {
        return nil
      }
      (first, last) = (span.first, span.last)
      factor *= abs(group.timing.speed)
    }
    first += delay
    last += delay
    guard let begin = try? convertTime(first, to: nil), begin.isFinite else { return nil }
    let end = last.isFinite ? (try? convertTime(last, to: nil)) ?? .infinity : .infinity
    var layer: Layer? = self
    while let now = layer {
      factor *= abs(now.timing.speed)
      layer = now.parent
    }
    let cycle = timing.cycleDuration / factor
    let repeats = timing.cycleDuration > 0 ? timing.activeDuration / timing.cycleDuration : 1
    return AnimationTrack(
      layer: self, animation: animation, keyPath: (animation as? PropertyAnimation)?.storedKeyPath,
      begin: min(begin, end), end: end.isFinite ? max(begin, end) : nil, keyTimes: keyTimes(of: animation),
      repeats: repeats.isFinite ? repeats : nil, cycle: cycle.isFinite ? cycle : nil)
  }

  private func keyTimes(of animation: Animation) -> [Double] {
    var times = [0.0, 1]
    if let keyframes = animation as? KeyframeAnimation { times = keyframes.shownKeyTimes }
    if animation.timing.autoreverses { times = times.map { $0 / 2 } + times.dropLast().reversed().map { 1 - $0 / 2 } }
    return shifted(times, by: animation.timing)
  }

  /// Returns the times relative to the start of the shown cycles, which the time offset moves.
  private func shifted(_ times: [Double], by timing: TimeMap) -> [Double] {
    let offset = timing.shift ?? (timing.speed > 0 ? max(timing.timeOffset, 0) : 0)
    let cycle = timing.cycleDuration
    guard offset > 0, cycle > 0, cycle.isFinite else { return times }
    let part = (offset / cycle).truncatingRemainder(dividingBy: 1)
    guard part > 0 else { return times }
    var result: [Double] = []
    for time in times.map({ $0 < part ? $0 - part + 1 : $0 - part }).sorted() where result.last != time {
      result.append(time)
    }
    return result
  }
}

extension KeyframeAnimation {
  /// The times of the values, 0…1; for a path without key times, its ends.
  fileprivate var shownKeyTimes: [Double] {
    if let times = storedKeyTimes, times.count > 1, !storedCalculationMode.isPaced { return times }
    guard let values = storedValues, storedPath == nil else { return [0, 1] }
    guard let frames = try? Keyframes(values: values, mode: storedCalculationMode) else { return [0, 1] }
    return frames.times.count > 1 ? frames.times : [0, 1]
  }
}
