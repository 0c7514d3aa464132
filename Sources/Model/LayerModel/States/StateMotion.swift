// SPDX-License-Identifier: MIT

/// The animations of one change of a layer's state: it reads what is shown before the change, and adds the animations
/// after it.
struct StateMotion {
  private let owner: Layer
  private let speed: Double
  /// The scene's time of the change; nil for the current one.
  private let time: Double?
  private let transition: StateTransition?
  /// The animation of keys without one of their own.
  private let standard: BasicAnimation?
  private var keys = StateKeys()
  /// The values shown before, by the key's place.
  private var shown: [StateKeys.Place: PropertyValue] = [:]
  /// The pictures before, of layers with a transition among the elements. For lookups only.
  private var pictures: [ObjectIdentifier: Layer] = [:]

  /// - Parameters:
  ///   - speed: the factor of all animations' speeds; 0 adds none.
  ///   - time: the scene's time of the change; nil for the current one.
  init(_ owner: Layer, from old: String?, to new: String?, speed: Double, time: Double?) {
    self.owner = owner
    self.speed = speed
    self.time = time
    transition = speed > 0 ? owner.stateStorage?.transition(from: old ?? "", to: new ?? "") : nil
    var above: Layer? = speed > 0 ? owner : nil
    var standard: BasicAnimation?
    while let layer = above, standard == nil {
      standard = layer.stateTransitionAnimation
      above = layer.parent
    }
    self.standard = standard
  }

  /// The transition's elements that are complete and enabled.
  private var parts: [(target: Layer, key: String, animation: Animation, element: StateTransitionElement)] {
    (transition?.storedElements ?? []).compactMap { element in
      guard element.isStoredEnabled, let target = element.storedTarget, let key = element.storedKey, !key.isEmpty,
        let animation = element.storedAnimation
      else { return nil }
      return (target, key, animation, element)
    }
  }

  /// Reads what is shown of all keys that the change concerns: those of the transition, of the last state and of the
  /// next one.
  mutating func readOld(_ elements: [StateElement]) throws {
    guard transition != nil || standard != nil else { return }
    for (target, key, animation, _) in parts {
      for path in StateMotion.paths(of: animation, key) { add(target, path) }
      if animation is Transition, pictures[ObjectIdentifier(target)] == nil {
        pictures[ObjectIdentifier(target)] = try target.oldPicture()
      }
    }
    if standard != nil {
      for change in owner.stateStorage?.changes ?? [] {
        if case .value(let path, _, _, _, _) = change.kind, let target = change.target { add(target, path) }
      }
      for case let element as StateSetValue in elements {
        if let target = element.storedTarget, let path = element.storedKeyPath { add(target, path) }
      }
    }
    let scene = owner.scene
    let presenter = Presenter(scene)
    let time = time ?? scene.currentTime
    // For lookups only.
    var copies: [ObjectIdentifier: Layer] = [:]
    for (i, (layer, path)) in keys.list.enumerated() {
      if i & 255 == 255 { try scene.account.checkEnd("\(owner.mention).setState") }
      var source = copies[ObjectIdentifier(layer)] ?? layer
      if source === layer, presenter.isAnimated(layer) {
        source = try presenter.shown(layer, at: layer.effectiveTime(atSceneTime: time)) {
          $0.effectiveTime(atSceneTime: time)
        }
        copies[ObjectIdentifier(layer)] = source
      }
      shown[StateKeys.Place(layer: ObjectIdentifier(layer), path: path)] = try? source.shownValue(forKeyPath: path)
    }
  }

  /// Adds a key at the layer that it leads to; a path that leads nowhere has no value.
  private mutating func add(_ target: Layer, _ path: String) {
    guard let place = try? target.layerPlace(ofKeyPath: path) else { return }
    keys.add(place.layer, place.rest)
  }

  /// The key paths of an animation and of those in it.
  private static func paths(of animation: Animation, _ key: String) -> [String] {
    var result: [String] = []
    var pending = [animation]
    while let next = pending.popLast(), result.count < AnimationGroup.countLimit {
      if let group = next as? AnimationGroup { pending += group.storedAnimations ?? [] }
      if let animated = next as? PropertyAnimation { result.append(animated.storedKeyPath ?? key) }
    }
    return result
  }

  /// Adds the animations.
  ///
  /// - Throws: for an animation of the transition that cannot run; the others are added.
  func start() throws {
    var failure: (any Error)?
    var covered = StateKeys()
    for (target, key, animation, element) in parts {
      for path in StateMotion.paths(of: animation, key) {
        if let place = try? target.layerPlace(ofKeyPath: path) { covered.add(place.layer, place.rest) }
      }
      do { try run(animation, on: target, key, element) } catch { failure = failure ?? error }
    }
    if let standard {
      for (layer, path) in keys.list where covered.add(layer, path) {
        guard let old = value(layer, path), let new = try? layer.shownValue(forKeyPath: path), old != new,
          old.isContinuous(to: new), let copy = try standard.copied() as? BasicAnimation
        else { continue }
        (copy.storedKeyPath, copy.storedFromValue, copy.storedToValue, copy.storedByValue) = (path, old, new, .null)
        // A key that cannot be animated changes at once.
        try? add(copy, to: layer, path, madeFrom: standard)
      }
    }
    if let failure { throw failure }
  }

  private func value(_ layer: Layer, _ path: String) -> PropertyValue? {
    shown[StateKeys.Place(layer: ObjectIdentifier(layer), path: path)]
  }

  /// Adds a transition's animation: from the shown value to the new one if it has no ends of its own.
  private func run(_ animation: Animation, on target: Layer, _ key: String, _ element: StateTransitionElement) throws {
    guard let copy = try animation.copied() as? Animation else { return }
    if let animated = copy as? PropertyAnimation, animated.storedKeyPath == nil { animated.storedKeyPath = key }
    var pending = [copy]
    while let next = pending.popLast() {
      if let group = next as? AnimationGroup { pending += group.storedAnimations ?? [] }
      guard let basic = next as? BasicAnimation, basic.storedFromValue.isNull, basic.storedToValue.isNull,
        basic.storedByValue.isNull, let path = basic.storedKeyPath,
        let place = try? target.layerPlace(ofKeyPath: path), let old = value(place.layer, place.rest)
      else { continue }
      (basic.storedFromValue, basic.storedToValue) = (old, try place.layer.shownValue(forKeyPath: place.rest))
      // Both ends may be nil, as of a colour.
      if basic.storedFromValue.isNull, basic.storedToValue.isNull { return }
    }
    if element.storedDuration > 0 { copy.timing.duration = element.storedDuration }
    if element.storedBeginTime > 0 {
      let now = target.localTime(atSceneTime: time ?? target.scene.currentTime)
      copy.timing.beginTime = now + element.storedBeginTime / speed
      copy.timing.fillMode = copy.timing.fillMode.fillingBackwards
    }
    try add(copy, to: target, key, madeFrom: animation)
  }

  private func add(_ animation: Animation, to target: Layer, _ key: String, madeFrom original: Animation) throws {
    if animation.timing.duration <= 0, let spring = animation as? SpringAnimation, spring.settlingDuration.isFinite {
      animation.timing.duration = spring.settlingDuration
    }
    animation.timing.speed *= speed
    if let time, animation.timing.beginTime == 0 {
      // A begin time of 0 is unset; the smallest time after it stands for the time 0.
      let begin = target.localTime(atSceneTime: time)
      animation.timing.beginTime = begin == 0 ? 1e-100 : begin
    }
    try target.addAnimation(
      animation, forKey: key, madeFrom: original, from: pictures[ObjectIdentifier(target)])
    guard let added = target.attachedAnimations.last, let key = added.key else { return }
    owner.changeStates { $0.running.append(RunningAnimation(target: target, key: key, order: added.order)) }
  }
}

extension StateStorage {
  /// Returns the transition that matches two states best: first one that names both, then the next state, then the last
  /// one, then one for any. The first of equal ones counts.
  func transition(from old: String, to new: String) -> StateTransition? {
    var best: (rank: Int, transition: StateTransition)?
    for transition in transitions ?? [] {
      let (from, to) = (transition.storedFromState ?? "", transition.storedToState ?? "")
      let (isFrom, isTo) = (from == old, to == new)
      guard isFrom || from == StateTransition.anyState, isTo || to == StateTransition.anyState else { continue }
      let rank = (isTo ? 2 : 0) + (isFrom ? 1 : 0)
      if rank > best?.rank ?? -1 { best = (rank, transition) }
    }
    return best?.transition
  }
}

extension FillMode {
  /// The mode that also shows the first value before the start.
  var fillingBackwards: FillMode {
    switch self {
    case .removed, .backwards: .backwards
    case .forwards, .both: .both
    }
  }
}
