// SPDX-License-Identifier: MIT
import Timing

// The time of sublayers: the layer's own time, or `contentsTime`. A mask always has the layer's own time.
extension Layer {
  /// Returns the time of the sublayers at the layer's own time, from the layer's present values: those of a
  /// presentation at that time, or of a layer whose `contentsTime` is not animated.
  final func sublayerTime(at time: LocalTime?) -> LocalTime? {
    guard let time, let extra = extraBox?.value, let seconds = extra.contentsTime else { return time }
    let fresh = LocalTime(seconds)
    return LocalTime(seconds, slack: max(fresh.slack, time.slack), isEnd: extra.contentsTimeIsEnd)
  }

  /// A straight line that `contentsTime` follows for a while.
  struct ContentsMotion {
    /// The animation that moves it.
    let animation: PropertyAnimation
    /// Seconds of the sublayers per second of the layer, above 0.
    let rate: Double
    /// The layer's local times of the line.
    let interval: SteadyInterval
  }

  /// Returns the motion of `contentsTime` at a time, if one animation moves it forward in a straight line, as that of a
  /// loop does; nil otherwise.
  ///
  /// - Parameter time: the layer's local time.
  final func contentsMotion(at time: LocalTime) -> ContentsMotion? {
    guard scene.animations.changeContentsTime, !scene.animations.leadElsewhere else { return nil }
    var mover: PropertyAnimation?
    for attached in attachedAnimations {
      for leaf in attached.animation.leaves where leaf.storedKeyPath == Property.contentsTime.name {
        guard mover == nil, leaf === attached.animation, !attached.awaitsCommit else { return nil }
        mover = leaf
      }
    }
    guard let mover, !mover.isStoredAdditive, !mover.isStoredCumulative, mover.storedTimingFunction == nil,
      mover.timing.speed > 0, !mover.timing.autoreverses, mover.timing.duration > 0
    else { return nil }
    let instant = mover.timing.instant(at: time)
    let duration = mover.timing.duration
    guard instant.phase == .active, let line = mover.line(at: instant.progress), line.slope > 0 else { return nil }
    return ContentsMotion(
      animation: mover, rate: line.slope / duration * mover.timing.speed,
      interval: mover.timing.steadyInterval(at: time, instant) {
        SteadyInterval(start: line.start * duration, end: line.end * duration)
      })
  }

  /// True if `contentsTime` is set, or an animation sets it at some time. Then no formula gives the time of the
  /// sublayers from the layer's own time, and none leads back.
  final var remapsTime: Bool {
    if extraBox?.value.contentsTime != nil { return true }
    guard scene.animations.changeContentsTime else { return false }
    let key = Property.contentsTime.name
    if attachedAnimations.contains(where: { $0.animation.leaves.contains { $0.storedKeyPath == key } }) { return true }
    guard scene.animations.leadElsewhere else { return false }
    var above = parent
    while let owner = above {
      for path in owner.attachedAnimations.flatMap(\.foreignPaths) where path.hasSuffix(key) {
        if let place = try? owner.layerPlace(ofKeyPath: path), place.layer === self, place.rest == key { return true }
      }
      above = owner.parent
    }
    return false
  }

  /// True if the layer runs at its superlayer's `contentsTime`.
  final var isTimeRemapped: Bool { !flag(.isMask) && parent?.remapsTime ?? false }

  /// True if this layer or one above it, up to but without `top`, runs at a `contentsTime`.
  final func isTimeRemapped(below top: Layer?) -> Bool {
    var layer: Layer? = self
    while let now = layer, now !== top {
      if now.isTimeRemapped { return true }
      layer = now.parent
    }
    return false
  }

  /// Returns the layer's time at a time of one above it, through all layers in between; nil if `step` returns nil.
  ///
  /// - Parameters:
  ///   - time: the own time of `top`; for nil, the time outside the root.
  ///   - isInside: true if the time is already that of the sublayers of `top`.
  ///   - step: returns a layer's own time at the time of its superlayer.
  final func time(
    _ time: LocalTime, below top: Layer?, isInside: Bool = false, _ step: (Layer, LocalTime) -> LocalTime?
  ) -> LocalTime? {
    var chain: [Layer] = []
    var layer: Layer? = self
    while let now = layer, now !== top {
      chain.append(now)
      layer = now.parent
    }
    var local = time
    var above = isInside ? nil : top
    // The own times of the layers passed, outermost first, for their animations.
    var passed: [(layer: Layer, time: LocalTime)] = []
    let isAnimated = scene.animations.changeContentsTime
    for layer in chain.reversed() {
      if let above {
        if isAnimated { passed.append((above, local)) }
        if layer.isTimeRemapped { local = above.shownSublayerTime(at: local, passed) }
      }
      guard let next = step(layer, local) else { return nil }
      local = next
      above = layer
    }
    return local
  }

  /// Returns the time of the sublayers at the layer's own time, with the animations of `contentsTime`.
  ///
  /// - Parameter passed: the own times of the layers above, whose animations may lead here.
  private func shownSublayerTime(at time: LocalTime, _ passed: [(layer: Layer, time: LocalTime)]) -> LocalTime {
    guard presentedLayer == nil, scene.animations.changeContentsTime else { return sublayerTime(at: time) ?? time }
    let shown = try? scene.withoutActions {
      try Presenter(scene).shown(self, at: time) { owner in passed.last { $0.layer === owner }?.time }
    }
    return (shown ?? self).sublayerTime(at: time) ?? time
  }
}

extension PropertyAnimation {
  /// Returns the straight line that the animated number follows at a progress; nil if it follows none.
  fileprivate final func line(at progress: Double) -> NumberLine? {
    switch self {
    case is SpringAnimation: return nil
    case let basic as BasicAnimation:
      guard let from = basic.storedFromValue.asNumber, let to = basic.storedToValue.asNumber else { return nil }
      return NumberLine(slope: to - from, start: 0, end: 1)
    case let keyframes as KeyframeAnimation: return keyframes.numberLine(at: progress)
    default: return nil
    }
  }
}
