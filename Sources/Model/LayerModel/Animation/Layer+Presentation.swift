// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Numbers
import Pixels

extension Layer {
  /// Returns this layer's time, which applies to its contents, at a time of its superlayer; nil if the layer's own
  /// timing is not in effect then.
  ///
  /// A layer's time has no end unless it is given a `duration`; then it repeats, reverses and is filled like an
  /// animation's.
  final func localTime(atSuperlayerTime time: LocalTime) -> LocalTime? {
    guard let timing = timingBox?.value else { return time }
    if timing.duration == .infinity { return timing.activeTime(at: time) }
    let instant = timing.instant(at: time)
    return instant.isEffective ? instant.inside : nil
  }

  /// Returns the layer's time at a time of the scene, through all its superlayers; nil if one of them is not in effect.
  final func effectiveTime(atSceneTime time: Double) -> LocalTime? {
    self.time(LocalTime(time), below: nil) { $0.localTime(atSuperlayerTime: $1) }
  }

  /// Returns the layer's presentation at a time of the scene: frozen copies of the layer, its sublayers, masks and
  /// superlayers, with their animations' values. A presentation returns itself.
  ///
  /// A pure function: the result depends only on the time, not on earlier calls. No callback runs and nothing is
  /// removed.
  ///
  /// ```swift
  /// try sun.add(BasicAnimation(keyPath: "position.y", from: 160, to: 40, duration: 2, timing: .linear))
  /// try sun.presentation(at: 1).position.y  // 100
  /// ```
  /// - Parameter time: nil stands for the scene's clock.
  /// - Throws: `LayerError` if an animation cannot be applied, or for a time that is not finite.
  public final func presentation(at time: Double? = nil) throws -> Layer {
    if presentedLayer != nil { return self }
    let time = time ?? scene.currentTime
    guard time.isFinite else {
      throw LayerError("\(label).presentation: expected a finite time, got \(numberText(time))")
    }
    try scene.playLines()
    return try scene.withoutActions {
      let presenter = Presenter(scene)
      func ownerTime(_ owner: Layer) -> LocalTime? { owner.effectiveTime(atSceneTime: time) }
      let top = try presenter.copy(of: self, at: effectiveTime(atSceneTime: time), ownerTime: ownerTime)
      var work: [(model: Layer, copy: Layer, time: LocalTime?)] = [(self, top, effectiveTime(atSceneTime: time))]
      while let (model, copy, local) = work.popLast() {
        copy.extra.value.presentedTime = time
        func attach(_ child: Layer, at local: LocalTime?) throws -> Layer {
          let childTime = local.flatMap { child.localTime(atSuperlayerTime: $0) }
          let shown = try presenter.copy(of: child, at: childTime, ownerTime: ownerTime)
          shown.parent = copy
          work.append((child, shown, childTime))
          return shown
        }
        let inner = copy.sublayerTime(at: local)
        for child in model.children { copy.children.append(try attach(child, at: inner)) }
        if let mask = model.extraBox?.value.mask {
          let shown = try attach(mask, at: local)
          shown.state.insert(.isMask)
          copy.extra.value.mask = shown
        }
        copy.clearFlags()
        copy.freeze()
      }
      // The values of the superlayers, which geometry needs.
      var (below, above) = (top, parent)
      while let model = above {
        let copy = try presenter.copy(of: model, at: model.effectiveTime(atSceneTime: time), ownerTime: ownerTime)
        copy.extra.value.presentedTime = time
        copy.clearFlags()
        copy.freeze()
        below.parent = copy
        below.extra.value.heldSuperlayer = copy
        (below, above) = (copy, model.parent)
      }
      if flag(.isMask) { top.state.insert(.isMask) }
      return top
    }
  }

  /// The model layer that this is a presentation of; nil for a model layer.
  final var presentedLayer: Layer? { extraBox?.value.presented }

  /// The model layer of a presentation; for a model layer, itself.
  public final var model: Layer { presentedLayer ?? self }

  /// True if `readSuperlayer` may create a presentation.
  package final var makesSuperlayer: Bool { extraBox?.value.heldSuperlayer != nil }

  /// Returns the superlayer for key-value coding. For a presentation this is a presentation with all its sublayers.
  final func readSuperlayer() -> Layer? {
    guard let held = extraBox?.value.heldSuperlayer else { return parent }
    guard let model = held.presentedLayer, let time = extraBox?.value.presentedTime else { return held }
    return (try? model.presentation(at: time)) ?? held
  }
}

/// Creates copies of layers that show their animations at an instant.
///
/// Animations of one layer that change another, by a key path such as `sublayers.dial.opacity`, are found once, when
/// the presenter is created.
struct Presenter {
  /// An animation whose key path leads from its layer to another one.
  private struct Foreign {
    let owner: Layer
    let animation: Animation
  }
  private var foreign: [ObjectIdentifier: [Foreign]] = [:]
  /// True if any layer of the scene has an animation.
  let isNeeded: Bool

  init(_ scene: Scene) {
    guard scene.animations.leadElsewhere else {
      isNeeded = scene.animations.layers.contains { $0.layer?.extraBox?.value.animations.isEmpty == false }
      return
    }
    var isNeeded = false
    for entry in scene.animations.layers {
      guard let layer = entry.layer else { continue }
      for attached in layer.attachedAnimations {
        isNeeded = true
        for path in attached.foreignPaths {
          guard let target = try? layer.layerPlace(ofKeyPath: path).layer, target !== layer else { continue }
          let key = ObjectIdentifier(target)
          if foreign[key]?.contains(where: { $0.animation === attached.animation }) ?? false { continue }
          foreign[key, default: []].append(Foreign(owner: layer, animation: attached.animation))
        }
      }
    }
    self.isNeeded = isNeeded
  }

  /// True if animations may change the layer's values at some time.
  func isAnimated(_ layer: Layer) -> Bool {
    if let animations = layer.extraBox?.value.animations, !animations.isEmpty { return true }
    return !foreign.isEmpty && foreign[ObjectIdentifier(layer)] != nil
  }

  /// True if the layer is hidden at a time, and no animation then changes that: a render need not know its other
  /// values.
  ///
  /// - Parameter time: the layer's local time; nil if it has none.
  func isSurelyHidden(_ layer: Layer, at time: LocalTime?) -> Bool {
    guard layer.flag(.hidden), foreign.isEmpty || foreign[ObjectIdentifier(layer)] == nil else { return false }
    guard let time, let animations = layer.extraBox?.value.animations else { return true }
    for i in animations.indices where animations[i].mayUnhide {
      let animation = animations[i].animation
      if animation is Transition || animation.timing.instant(at: time).isEffective { return false }
    }
    return true
  }

  /// Returns a copy without sublayers and mask that shows the layer's animations. It is for reading only: it shares its
  /// original's serial number.
  ///
  /// - Parameter time: the layer's local time; nil if it has none.
  func shown(_ layer: Layer, at time: LocalTime?, ownerTime: (Layer) -> LocalTime?) throws -> Layer {
    layer.scene.borrowedSerial = layer.serial
    defer { layer.scene.borrowedSerial = nil }
    if foreign.isEmpty, let kept = try layer.keptPresentation?.renewed(layer, at: time) { return kept }
    let warnings = layer.scene.warnings.noted
    let shown = try copy(of: layer, at: time, ownerTime: ownerTime)
    shown.parent = layer.parent
    if layer.flag(.isMask) { shown.state.insert(.isMask) }
    // A warning is counted in each render.
    let resting = warnings == layer.scene.warnings.noted ? time : nil
    layer.keptPresentation = foreign.isEmpty ? KeptPresentation(shown, of: layer, restingAt: resting) : nil
    return shown
  }

  /// Returns a copy without sublayers and mask that shows the layer's animations.
  func copy(of layer: Layer, at time: LocalTime?, ownerTime: (Layer) -> LocalTime?) throws -> Layer {
    let scene = layer.scene
    let count = scene.changeCount
    defer { scene.changeCount = count }
    let copy = try layer.copyAlone()
    copy.extra.value.presented = layer
    copy.state.insert(.silent)
    copy.becomePresentation(of: layer, at: time) {
      (foreign[ObjectIdentifier(layer)] ?? []).compactMap { foreign in
        ownerTime(foreign.owner).map { (foreign.owner, foreign.animation, $0) }
      }
    }
    if let time {
      for attached in layer.attachedAnimations {
        try attached.animation.apply(at: time) { path in
          if !attached.foreignPaths.isEmpty, try layer.layerPlace(ofKeyPath: path).layer !== layer { return nil }
          return (copy, path)
        }
      }
    }
    for foreign in foreign[ObjectIdentifier(layer)] ?? [] {
      guard let time = ownerTime(foreign.owner) else { continue }
      try foreign.animation.apply(at: time) { path in
        let place = try foreign.owner.layerPlace(ofKeyPath: path)
        return place.layer === layer ? (copy, place.rest) : nil
      }
    }
    return copy
  }
}

extension Presenter {
  /// Returns the layer's key paths that animations set at a time, in the order in which they act.
  func animatedPaths(of layer: Layer, at time: LocalTime?, ownerTime: (Layer) -> LocalTime?) -> [String] {
    var paths: [String] = []
    if let time {
      for attached in layer.attachedAnimations {
        try? attached.animation.apply(at: time) { path in
          if try attached.foreignPaths.isEmpty || layer.layerPlace(ofKeyPath: path).layer === layer {
            paths.append(path)
          }
          return nil
        }
      }
    }
    for foreign in foreign[ObjectIdentifier(layer)] ?? [] {
      guard let time = ownerTime(foreign.owner) else { continue }
      try? foreign.animation.apply(at: time) { path in
        let place = try foreign.owner.layerPlace(ofKeyPath: path)
        if place.layer === layer { paths.append(place.rest) }
        return nil
      }
    }
    return paths
  }
}

extension LayerError {
  /// True for an error in a single value, so that rendering can continue without it.
  var isOfOneValue: Bool {
    switch kind {
    case .invalid, .unsupported, .limit: !isOfServices
    default: false
    }
  }
}

extension Layer {
  /// Warns, once for a layer and a key, of an animated value that cannot be shown.
  final func warnOfFrame(_ path: String, _ message: String, _ consequence: String = "the layer draws nothing") {
    let key = path.prefix { $0 != "." }
    scene.warn(
      .frameValue, "\(message); in frames in which an animation of \(path) shows that, \(consequence)",
      onceFor: "\(model.serial) \(key)", about: model)
  }
}

extension Layer {
  /// Returns the key paths of an animation and its members that lead to another layer.
  final func foreignPaths(of animation: Animation) -> [String] {
    var result: [String] = []
    var pending = [animation]
    while let next = pending.popLast() {
      if let group = next as? AnimationGroup { pending += group.storedAnimations ?? [] }
      guard let path = (next as? PropertyAnimation)?.storedKeyPath, let dot = path.firstIndex(of: ".") else { continue }
      if keyedClass.property(String(path[..<dot]))?.leadsToLayersBelow ?? false { result.append(path) }
    }
    return result
  }
}

extension KeyedObject {
  /// Sets an animation's value. Numbers outside their range, such as a spring's overshoot, are clamped.
  final func show(_ value: PropertyValue, forKeyPath path: String) throws {
    if let row = keyedClass.property(path) { return try row.setValue(self, row.limited(value)) }
    // Components have no range of their own.
    if scene.keyPaths[path] != nil || !path.utf8.contains(UInt8(ascii: ".")) {
      return try setValue(value, forKeyPath: path)
    }
    let place = try place(of: path, isWriting: true, isQuiet: true)
    if case .row(let row)? = place.key, place.parts.isEmpty {
      guard place.holder == nil else { return try set(row.limited(value), at: place, path) }
      return try row.setValue(place.object, row.limited(value))
    }
    try set(value, at: place, path)
  }
}

extension Property {
  /// Returns the value clamped to the property's range, if a nearest valid value exists.
  func limited(_ value: PropertyValue) -> PropertyValue {
    func unit(_ v: Double) -> Double { v.isNaN ? v : Swift.min(Swift.max(v, 0), 1) }
    func limited(_ c: Color) -> Color {
      Color(red: unit(c.red), green: unit(c.green), blue: unit(c.blue), alpha: unit(c.alpha))
    }
    switch (kind, value) {
    // There is no least number above 0 to clamp to.
    case (.number, .number(let v)) where traits.contains(.positive) && v <= 0: return value
    case (.color, .color(let c)), (.colorOrPattern, .color(let c)): return .color(limited(c))
    case (.colors, .array(let a)):
      return .array(
        a.map { element in
          if case .color(let c) = element { return .color(limited(c)) }
          return element
        })
    case (.rect, .rect(let r)) where traits.contains(.unit):
      let s = r.standardized
      return .rect(Rect(minX: unit(s.minX), minY: unit(s.minY), maxX: unit(s.maxX), maxY: unit(s.maxY)))
    case (.number, .number(let v)):
      if traits.contains(.whole) {
        return .number(range.map { Swift.min(Swift.max(v, $0.lowerBound), $0.upperBound).rounded() } ?? v.rounded())
      }
      return .number(v.isNaN ? v : Swift.min(Swift.max(v, lower), upper))
    case (.numbers, .array(let a)):
      var low = Swift.max(lower, range?.lowerBound ?? lower)
      let isSorted = traits.contains(.sorted)
      return .array(
        a.map { element in
          guard case .number(let v) = element, !v.isNaN else { return element }
          let limited = Swift.min(Swift.max(v, low), upper)
          if isSorted { low = limited }
          return .number(limited)
        })
    case (.bool, .number(let v)): return .bool(v != 0)
    default: return value
    }
  }
}

extension Layer {
  /// Returns the value of a key path without rendering the layer's drawing to an image, since no animation starts from
  /// that.
  final func shownValue(forKeyPath path: String) throws -> PropertyValue {
    path == "contents" ? storedContents.map { .image($0) } ?? .null : try value(forKeyPath: path)
  }

  /// Returns the image that a value of `contents` refers to; nil if it refers to none.
  final func image(of value: PropertyValue) throws -> Image? {
    switch value {
    case .image(let image): image
    case .string(let file) where !file.isEmpty: try scene.services.image(atPath: file)
    default: nil
    }
  }
}
