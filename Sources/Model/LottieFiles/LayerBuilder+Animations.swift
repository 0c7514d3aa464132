// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Timing

// Times are absolute frames of the composition: a composition that does not start at frame 0 shifts its own time.
extension LayerBuilder {
  /// Adds an animation that runs from a frame to a later one.
  func add(_ animation: PropertyAnimation, to layer: Layer, from: Double, to: Double) throws {
    let rate = document.frameRate
    animation.beginTime = from / rate
    animation.duration = max((to - from) / rate, 1e-9)
    try layer.addAsTimed(animation)
  }

  /// Shows a property's values under a key path: sets a constant, and adds a keyframe animation for one with keys.
  func animate<Value: Mixable>(
    _ track: Track<Value>, _ keyPath: String, on layer: Layer, mode: CalculationMode = .linear,
    _ make: (Value) -> PropertyValue
  ) throws {
    try set(layer, keyPath, make(track.first))
    guard track.isAnimated else { return }
    let keys = track.keys
    let (start, length) = (keys[0].frame, keys[keys.count - 1].frame - keys[0].frame)
    guard length > 0 else {
      // Keys at one time: the last counts.
      return try set(layer, keyPath, make(keys[keys.count - 1].value))
    }
    try session.reading.step(8 * keys.count)
    try session.reading.take(200 * keys.count)
    var values: [PropertyValue] = []
    var times: [Double] = []
    var paces: [TimingFunction] = []
    for (i, key) in keys.enumerated() {
      let time = min(max((key.frame - start) / length, 0), 1)
      values.append(make(key.value))
      times.append(i == keys.count - 1 ? 1 : time)
      guard i + 1 < keys.count else { break }
      if mode != .discrete, key.isHold || key.value.mixed(with: keys[i + 1].value, 0) == nil {
        paces.append(.linear)
        values.append(values[values.count - 1])
        times.append(i + 2 == keys.count ? 1 : min(max((keys[i + 1].frame - start) / length, 0), 1))
        paces.append(.linear)
      } else {
        paces.append(key.pace ?? .linear)
      }
    }
    let animation = KeyframeAnimation(in: scene)
    animation.keyPath = keyPath
    if mode == .discrete {
      // The discrete mode has a time for the end of the last value too.
      animation.calculationMode = .discrete
      times.append(1)
    }
    animation.values = values
    animation.keyTimes = times
    if paces.contains(where: { $0 != .linear }) { animation.timingFunctions = paces }
    try addFilled(animation, to: layer, keyPath, from: start, length: length)
  }

  private func addFilled(
    _ animation: PropertyAnimation, to layer: Layer, _ keyPath: String, from start: Double, length: Double
  ) throws {
    animation.fillMode = .both
    animation.isRemovedOnCompletion = false
    do { try add(animation, to: layer, from: start, to: start + length) } catch let error as LayerError {
      switch error.kind {
      case .limit, .memory, .time, .cancelled, .temporary: throw error
      default: session.notes.add("animations that layers do not take are left out", "\(keyPath): \(error.message)")
      }
    }
  }

  /// Moves a layer along a position's values: by its values, or along a path where keys have tangents.
  func animatePosition(_ track: NumberTrack, on layer: Layer, isOriented: Bool) throws {
    let isCurved = track.isAnimated && (isOriented || track.keys.contains { $0.tangents != nil })
    guard isCurved else {
      return try animate(track, "position", on: layer) { .point(Point($0.first ?? 0, $0.count > 1 ? $0[1] : 0)) }
    }
    layer.position = track.firstPoint
    let keys = track.keys
    var start = 0
    var isFirst = true
    // One animation for each run between holds.
    for i in keys.indices where i == keys.count - 1 || keys[i].isHold {
      try addRun(keys[start...i], to: layer, isFirst: isFirst, isOriented: isOriented)
      start = i + 1
      isFirst = false
    }
  }

  private func addRun(
    _ keys: ArraySlice<Key<[Double]>>, to layer: Layer, isFirst: Bool, isOriented: Bool
  ) throws {
    guard let first = keys.first, let last = keys.last else { return }
    func point(_ key: Key<[Double]>) -> Point { Point(key.value.first ?? 0, key.value.count > 1 ? key.value[1] : 0) }
    let length = last.frame - first.frame
    if length <= 0 {
      let animation = BasicAnimation(in: scene)
      animation.keyPath = "position"
      animation.fromValue = .point(point(last))
      animation.toValue = .point(point(last))
      animation.fillMode = isFirst ? .both : .forwards
      animation.isRemovedOnCompletion = false
      return try add(animation, to: layer, from: last.frame, to: last.frame + 1)
    }
    try session.reading.step(8 * keys.count)
    try session.reading.take(200 * keys.count)
    var path = Path()
    var times: [Double] = []
    var paces: [TimingFunction] = []
    path.move(to: point(first))
    for (key, next) in zip(keys, keys.dropFirst()) {
      times.append(min(max((key.frame - first.frame) / length, 0), 1))
      paces.append(key.pace ?? .linear)
      let (p, q) = (point(key), point(next))
      if let tangents = key.tangents {
        path.addCurve(control1: p + tangents.out, control2: q + tangents.in, to: q)
      } else {
        path.addLine(to: q)
      }
    }
    times.append(1)
    let animation = KeyframeAnimation(in: scene)
    animation.keyPath = "position"
    animation.path = path
    animation.keyTimes = times
    animation.timingFunctions = paces
    if isOriented { animation.rotationMode = .auto }
    animation.fillMode = isFirst ? .both : .forwards
    animation.isRemovedOnCompletion = false
    try add(animation, to: layer, from: first.frame, to: last.frame)
  }

  /// Shows values that are computed for each frame of a span.
  func animateFrames<Value: Mixable>(
    _ span: ClosedRange<Double>, _ keyPath: String, on layer: Layer, isDiscrete: Bool = false,
    _ make: (Value) -> PropertyValue, _ value: (_ frame: Double) throws -> Value
  ) throws {
    let frames = try sampleFrames(span, step: isDiscrete ? 0.25 : 1)
    try session.countSampled(4 * frames.count, Place() + keyPath)
    var keys: [Key<Value>] = []
    for frame in frames {
      try session.reading.step(64)
      keys.append(Key(frame: frame, value: try value(frame)))
    }
    try animate(Track(keys: keys), keyPath, on: layer, mode: isDiscrete ? .discrete : .linear, make)
  }

  /// Returns the frames for which a value is computed: whole ones and both ends, at most 2,001.
  func sampleFrames(_ span: ClosedRange<Double>, step: Double = 1) throws -> [Double] {
    let (first, last) = (span.lowerBound, span.upperBound)
    var step = step
    while (last - first) / step > 2000 { step *= 2 }
    var frames = [first]
    var next = (first / step).rounded(.down) * step + step
    while next < last - 1e-9 {
      frames.append(next)
      next += step
    }
    if last > first { frames.append(last) }
    return frames
  }
}
