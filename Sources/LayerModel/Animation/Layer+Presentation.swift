import Geometry

extension Layer {
  /// This layer's time, for what is in it, at a time of its superlayer; nil where its own timing leaves it without effect.
  ///
  /// A layer's time has no end unless it is given a `duration`; then it repeats, turns back and is filled as an animation's does.
  final func localTime(atSuperlayerTime time: Double) -> Double? {
    guard let timing = timingBox?.value else { return time }
    if timing.duration == .infinity { return timing.activeTime(at: time) }
    let instant = timing.instant(at: time)
    return instant.isEffective ? instant.basicTime : nil
  }

  /// The layer's time at a time of the scene, by way of all its superlayers; nil where one of them is without effect.
  final func effectiveTime(atSceneTime time: Double) -> Double? {
    var chain: [Layer] = [self]
    while let parent = chain[chain.count - 1].parent { chain.append(parent) }
    var local = time
    for layer in chain.reversed() {
      guard let next = layer.localTime(atSuperlayerTime: local) else { return nil }
      local = next
    }
    return local
  }

  /// What the layer looks like at a time of the scene: a frozen copy of the layer alone with its animations' values.
  ///
  /// Pure: whatever was asked before, the same time gives the same values. Nothing is fired or removed.
  /// - Parameter time: nil is the scene's clock.
  /// - Throws: `LayerError` when an animation cannot be applied.
  public final func presentation(at time: Double? = nil) throws -> Layer {
    if extraBox?.value.presented != nil { return self }
    let count = scene.changeCount
    defer { scene.changeCount = count }
    let shown = try presentationCopy()
    if let local = effectiveTime(atSceneTime: time ?? scene.currentTime) { try applyAnimations(to: shown, at: local) }
    shown.freeze()
    return shown
  }

  /// The layer itself, or a copy that shows its animations at its local time.
  final func shown(atLocalTime time: Double?) throws -> Layer {
    guard let time, let animations = extraBox?.value.animations, !animations.isEmpty else { return self }
    let count = scene.changeCount
    defer { scene.changeCount = count }
    let shown = try presentationCopy()
    try applyAnimations(to: shown, at: time)
    return shown
  }

  private func presentationCopy() throws -> Layer {
    let copy = try copyAlone()
    copy.extra.value.presented = self
    copy.state.insert(.silent)
    return copy
  }

  private func applyAnimations(to target: Layer, at time: Double) throws {
    for attached in attachedAnimations { try attached.animation.apply(to: target, at: time) }
  }

  /// Sets what an animation shows. Numbers past their range, as springs reach them, are taken to its end.
  final func show(_ value: PropertyValue, forKeyPath path: String) throws {
    if let row = keyedClass.property(path) { return try row.setValue(self, row.limited(value)) }
    try setValue(value, forKeyPath: path)
  }
}

extension Property {
  /// The value inside of the property's range.
  func limited(_ value: PropertyValue) -> PropertyValue {
    switch (kind, value) {
    case (.number, .number(let v)): .number(v.isNaN ? v : Swift.min(Swift.max(v, lower), upper))
    case (.numbers, .array(let a)):
      .array(
        a.map { element in
          if case .number(let v) = element, !v.isNaN { return .number(Swift.min(Swift.max(v, lower), upper)) }
          return element
        })
    case (.bool, .number(let v)): .bool(v != 0)
    default: value
    }
  }
}
