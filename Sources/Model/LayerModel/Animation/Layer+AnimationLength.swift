// SPDX-License-Identifier: MIT
extension Layer {
  /// The end of the last finite animation in the tree, and the longest cycle of the endless animations; each nil for
  /// none. In seconds of the time of the layer's superlayer.
  ///
  /// Both include the timing of the layers in between, and the delays of replicated layers. Animations in a layer whose
  /// time stands still never end. If a layer has a `contentsTime`, its own animations count, and none below it.
  public final var animationLength: (end: Double?, longestCycle: Double?) {
    var end: Double?
    var cycle: Double?
    for layer in subtree {
      let animations = layer.attachedAnimations
      let played = layer.playedLength
      if played.end != nil || played.cycle != nil, !layer.isTimeRemapped(below: self) {
        if let last = played.end, let time = endTime(of: layer, from: 0, to: last) { end = max(end ?? time, time) }
        if let length = played.cycle { cycle = max(cycle ?? length, length) }
      }
      if animations.isEmpty || layer.isTimeRemapped(below: self) { continue }
      for attached in animations {
        let timing = attached.animation.timing
        guard timing.speed != 0 else { continue }
        var first = attached.animation.startTime
        var last = attached.animation.endTime
        if attached.awaitsCommit {
          let begin = layer.localTime(atSceneTime: scene.currentTime) + attached.delay
          first += begin
          last += begin
        }
        if last.isFinite, let time = endTime(of: layer, from: first, to: last) {
          end = max(end ?? time, time)
        } else if !last.isFinite, timing.cycleDuration.isFinite {
          let length = timing.cycleDuration / abs(timing.speed)
          cycle = max(cycle ?? length, length)
        }
      }
    }
    if let line = lineEnd { end = max(end ?? line, line) }
    return (end, cycle)
  }

  /// Returns the end of an interval of a sublayer's time, in the time of this layer's superlayer; nil if it is never
  /// reached.
  private func endTime(of sublayer: Layer, from first: Double, to last: Double) -> Double? {
    var span = TimeMap.Span(first: first, last: last)
    var layer: Layer? = sublayer
    while let now = layer {
      if let timing = now.timingBox?.value {
        guard let above = timing.superiorSpan(of: span) else { return nil }
        span = above
      }
      if now === self { break }
      layer = now.parent
      if let above = layer, now !== above.mask, above.instances.delay > 0 {
        span.last += above.instances.delay * Double(max(above.instances.count - 1, 0))
      }
    }
    return span.last.isFinite ? span.last : nil
  }
}
