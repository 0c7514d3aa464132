// SPDX-License-Identifier: MIT
import Geometry
import Messages

/// An animation attached to a layer, with its key.
struct AttachedAnimation {
  let key: String?
  /// A private copy.
  let animation: Animation
  /// True once its delegate was notified of the start.
  var hasStarted = false
  /// True once the delegate was notified of the end, while the animation stays on the layer.
  var hasEnded = false
  /// True until its begin time is taken from the clock, at the end of the outermost transaction.
  var awaitsCommit = false
  /// The seconds added to that begin time.
  var delay = 0.0
  /// The order number, by which delegates of animations that one transaction added are notified.
  let order: Int
  /// The key paths that lead to other layers.
  let foreignPaths: [String]
  /// True if it may show a layer that is hidden: it or a member changes `hidden`, or it is a transition.
  let mayUnhide: Bool

  init(key: String?, animation: Animation, order: Int, foreignPaths: [String]) {
    (self.key, self.animation, self.order, self.foreignPaths) = (key, animation, order, foreignPaths)
    mayUnhide =
      animation is Transition || animation.leaves.contains { $0.storedKeyPath?.hasSuffix("idden") ?? false }
      || animation.leaves.count >= Animation.leafLimit
  }
}

extension Layer {
  final var attachedAnimations: [AttachedAnimation] { extraBox?.value.animations ?? [] }

  /// Changes the animations in place: a layer may have thousands, and copying the list for each change would be slow.
  ///
  /// - Parameter isCopying: true if the layer receives them as a copy of another one.
  final func changeAnimations<R>(
    isCopying: Bool = false, _ body: (inout [AttachedAnimation]) throws -> R
  ) rethrows -> R {
    countChange()
    defer { animationsDidChange(isCopying: isCopying) }
    return try body(&extra.value.animations)
  }

  /// Returns the animation with an order number by binary search; the list is sorted by them.
  final func attachedAnimation(ofOrder order: Int) -> (index: Int, animation: AttachedAnimation)? {
    let animations = attachedAnimations
    var (low, high) = (0, animations.count)
    while low < high {
      let middle = (low + high) / 2
      if animations[middle].order < order { low = middle + 1 } else { high = middle }
    }
    return low < animations.count && animations[low].order == order ? (low, animations[low]) : nil
  }

  /// Adds a copy of an animation. One that is already under the key ends. Animations act in the order in which they
  /// were added.
  ///
  /// An unset duration becomes the transaction's, 0.25 s by default, or for an animation in a group, the group's. A
  /// `beginTime` of 0 becomes the layer's local time when the outermost transaction is committed. A transition is
  /// always under the key `transition`.
  ///
  /// ```swift
  /// try sun.add(BasicAnimation(keyPath: "position.y", from: 160, to: 40, duration: 2), forKey: "rise")
  /// sun.animationKeys  // ["rise"]
  /// ```
  /// - Parameter key: any word; nil adds the animation without replacing another.
  /// - Throws: `LayerError` for an animation that could not run: no key path, one that leads nowhere, no endpoints,
  ///   endpoints that do not fit each other.
  public final func add(_ animation: Animation, forKey key: String? = nil) throws {
    let animation = try animation.belonging(to: scene)
    try addAnimation(animation, forKey: key, madeFrom: animation)
  }

  /// Adds a copy of an animation that begins at its `beginTime`, also at one of 0: for readers of files, whose times
  /// are those of the layer.
  package final func addAsTimed(_ animation: Animation, forKey key: String? = nil) throws {
    try addAnimation(animation, forKey: key, madeFrom: animation, isTimed: true)
  }

  /// - Parameters:
  ///   - original: the animation that owns the host's objects, such as a script's delegate.
  ///   - isTimed: true if a begin time of 0 is not replaced by the layer's time.
  ///   - picture: the picture from which a transition starts; nil for the layer's.
  final func addAnimation(
    _ animation: Animation, forKey key: String?, madeFrom original: Animation, isTimed: Bool = false,
    from picture: Layer? = nil
  ) throws {
    if isFrozen { throw frozenError }
    guard animation.scene === scene else {
      throw LayerError("\(label).addAnimation: the animation belongs to another scene")
    }
    // A group may have grown since it was put into another group.
    if let problem = (animation as? AnimationGroup)?.excess() ?? animation.problem(for: self) {
      throw LayerError(problem.kind, "\(label).addAnimation: \(problem.message)")
    }
    let length = scene.transactions.animationDuration
    let made = try (animation as? AnimationGroup)?.copied(lasting: length) ?? animation.copied()
    guard let copy = made as? Animation else { return }
    let key = copy is Transition ? "transition" : key
    if copy.timing.duration <= 0 { copy.timing.duration = length }
    copy.timing.isRemovedAtEnd = copy.isStoredRemovedOnCompletion
    if copy.storedTimingFunction == nil, let pace = scene.transactions.animationTimingFunction {
      copy.storedTimingFunction = pace
    }
    if let transition = copy as? Transition { transition.snapshot = try picture ?? oldPicture() }
    warnAboutTurns(copy)
    warnAboutTiming(copy)
    warnAboutFilling(copy)
    warnAboutCutting(animation, copy)
    if let key {
      warnAboutReplacing(key, copy)
      try removeAnimation(forKey: key)
    }
    scene.animations.count += 1
    var attached = AttachedAnimation(
      key: key, animation: copy, order: scene.animations.count, foreignPaths: foreignPaths(of: copy))
    if copy.timing.beginTime == 0, !isTimed {
      attached.awaitsCommit = true
      let delay = scene.transactions.animationDelay
      if delay > 0 {
        attached.delay = delay
        // A delayed animation does not show before it begins.
        copy.timing.fillMode =
          copy.timing.fillMode == .removed
          ? .backwards : copy.timing.fillMode == .forwards ? .both : copy.timing.fillMode
      }
    }
    changeAnimations { $0.append(attached) }
    if !attached.foreignPaths.isEmpty { scene.animations.leadElsewhere = true }
    if copy.leaves.contains(where: { $0.storedKeyPath?.hasSuffix(Property.contentsTime.name) ?? false }) {
      scene.animations.changeContentsTime = true
    }
    scene.addAnimated(self)
    try scene.host.onAnimationsChange?(self, (original, copy))
    if copy.delegate != nil { scene.animations.haveDelegates = true }
    copy.freeze()
    scene.transactions.noteAnimation(attached, on: self)
    if scene.transactions.isImplicit { stampAnimations(from: animationCount - 1) }
  }

  private var animationCount: Int { extraBox?.value.animations.count ?? 0 }

  /// Sets the begin time of waiting animations to now; those before `first` do not wait.
  final func stampAnimations(from first: Int = 0) {
    guard animationCount > 0 else { return }
    let now = localTime(atSceneTime: scene.currentTime)
    changeAnimations { animations in
      for i in max(first, 0)..<animations.count where animations[i].awaitsCommit {
        animations[i].animation.timing.beginTime = now + animations[i].delay
        animations[i].awaitsCommit = false
      }
    }
  }

  /// Returns the animation under a key, a frozen copy; nil if there is none.
  ///
  /// ```swift
  /// if let rise = sun.animation(forKey: "rise") as? BasicAnimation { print(rise.duration, rise.fromValue) }
  /// ```
  public final func animation(forKey key: String) -> Animation? {
    attachedAnimations.first { $0.key == key }?.animation
  }

  /// The keys of the animations, in the order in which they act; animations without a key are left out.
  public final var animationKeys: [String] { attachedAnimations.compactMap(\.key) }

  /// Removes the animation under a key; its delegate is notified that it did not finish.
  ///
  /// ```swift
  /// try sun.removeAnimation(forKey: "rise")
  /// ```
  public final func removeAnimation(forKey key: String) throws {
    if isFrozen { throw frozenError }
    guard let i = attachedAnimations.firstIndex(where: { $0.key == key }) else { return }
    let removed = changeAnimations { $0.remove(at: i) }
    try scene.animationEnded(removed, on: self, finished: false)
    try scene.host.onAnimationsChange?(self, nil)
  }

  /// Removes all animations; their delegates are notified that they did not finish.
  public final func removeAllAnimations() throws {
    if isFrozen { throw frozenError }
    let removed = attachedAnimations
    if removed.isEmpty { return }
    changeAnimations { $0 = [] }
    for attached in removed { try scene.animationEnded(attached, on: self, finished: false) }
    try scene.host.onAnimationsChange?(self, nil)
  }

  /// The animations in the order in which they act, as frozen copies.
  public final var animations: [Animation] { attachedAnimations.map(\.animation) }

  /// Gives a copy of the layer its animations; those that no longer change are shared.
  final func copyAnimations(to copy: Layer) throws {
    guard let animations = extraBox?.value.animations, !animations.isEmpty else { return }
    for attached in animations {
      scene.animations.count += 1
      var animation = attached.animation
      if attached.awaitsCommit, let own = try animation.copied() as? Animation {
        (own as? Transition)?.snapshot = (animation as? Transition)?.snapshot
        animation = own
        own.freeze()
      }
      var new = AttachedAnimation(
        key: attached.key, animation: animation, order: scene.animations.count, foreignPaths: attached.foreignPaths)
      (new.hasStarted, new.hasEnded, new.awaitsCommit, new.delay) =
        (attached.hasStarted, attached.hasEnded, attached.awaitsCommit, attached.delay)
      copy.changeAnimations(isCopying: true) { $0.append(new) }
      if new.awaitsCommit { scene.transactions.noteAnimation(new, on: copy) }
    }
    scene.addAnimated(copy)
  }

  /// The transition that is running or pending; nil if there is none.
  final var transition: Transition? {
    guard let animations = extraBox?.value.animations else { return nil }
    return animations.first { $0.animation is Transition }?.animation as? Transition
  }

  /// Warns of a fill mode that has no effect after the end, since the animation is removed then.
  private func warnAboutFilling(_ animation: Animation) {
    guard animation.isStoredRemovedOnCompletion, animation.timing.activeDuration.isFinite else { return }
    if animation.timing.fillMode == .forwards || animation.timing.fillMode == .both {
      scene.warn(
        .fillNeedsKeep,
        "\(label).addAnimation: fillMode \"\(animation.timing.fillMode.optionName.raw)\" shows nothing after the end, "
          + "since the animation is then removed; set removedOnCompletion to false, or better, set the layer to the "
          + "final value",
        onceFor: className)
    }
  }

  /// Warns when a default duration cuts off an animation that has its own length.
  private func warnAboutCutting(_ original: Animation, _ copy: Animation) {
    var pending: [(original: Animation, copy: Animation, group: Animation?)] = [(original, copy, nil)]
    var seen = 0
    while let (original, copy, group) = pending.popLast(), seen < 1000 {
      seen += 1
      let group1 = original as? AnimationGroup
      for (a, b) in zip(group1?.storedAnimations ?? [], (copy as? AnimationGroup)?.storedAnimations ?? []) {
        pending.append((a, b, copy))
      }
      guard original.timing.duration <= 0 else { continue }
      let length = copy.timing.duration
      if let spring = copy as? SpringAnimation, spring.settlingDuration > length {
        let path = spring.storedKeyPath ?? ""
        scene.warn(
          .cutOff,
          "\(label).addAnimation: the SpringAnimation of \(path) has no duration, so it is cut off after "
            + "\(group == nil ? "" : "its group's ")\(short(length)) s, while it swings "
            + "\(spring.settlingDuration.isFinite ? "for \(short(spring.settlingDuration)) s" : "for ever"); "
            + (spring.settlingDuration.isFinite
              ? "set its duration, usually to its settlingDuration\(group == nil ? "" : ", and that of the group")"
              : "set its duration, or a damping above 0"),
          onceFor: "\(className) \(path)")
      } else if let ends = group1?.storedAnimations?.map(\.endTime).filter(\.isFinite).max(),
        ends > length + LocalTime(length).slack
      {
        scene.warn(
          .cutOff,
          "\(label).addAnimation: the AnimationGroup has no duration, so it is cut off after \(short(length)) s, but "
            + "its animations take "
            + "\(short(ends)) s; set its duration", onceFor: className)
      }
    }
  }

  /// Warns of an animation that ends another under the same key, as a key holds only one, even if they were meant to
  /// run one after the other.
  private func warnAboutReplacing(_ key: String, _ new: Animation) {
    guard let old = attachedAnimations.first(where: { $0.key == key }) else { return }
    let now = localTime(atSceneTime: scene.currentTime)
    let begin = new.timing.beginTime == 0 ? now + scene.transactions.animationDelay : new.startTime
    let end = old.animation.endTime + (old.awaitsCommit ? now + old.delay : 0)
    let slack = LocalTime(now).slack
    guard begin > now + slack, end > now + slack else { return }
    scene.warn(
      .animationReplaced,
      "\(label): the animation under \"\(key)\" that begins at \(short(begin)) s replaces the one before it"
        + (end.isFinite ? ", which would have ended at \(short(end)) s" : "")
        + ", immediately: a key holds one animation. To run them in sequence, "
        + "add each under its own key\(scene.reader(about: self).text(.addAnimation)), or merge them into a "
        + "KeyframeAnimation",
      onceFor: "\(serial) \(key)")
  }

  /// Warns of animations of a layer's timing, which have no effect: its time follows the model's values.
  private func warnAboutTiming(_ animation: Animation) {
    var pending = [animation]
    while let next = pending.popLast() {
      if let group = next as? AnimationGroup { pending += group.storedAnimations ?? [] }
      guard let path = (next as? PropertyAnimation)?.storedKeyPath, let place = try? layerPlace(ofKeyPath: path),
        let row = place.layer.keyedClass.property(place.rest), Property.timingRows.contains(where: { $0 === row })
      else { continue }
      scene.warn(
        .timingAnimated,
        "\(label).addAnimation: an animation of \(path) has no effect, since a layer's time does not follow its "
          + "animations; animate contentsTime, the time of a layer's sublayers, or set \(row.name) for each frame"
          + scene.reader().text(.onFrameKey(row.name)),
        onceFor: "\(serial) \(path)")
    }
  }

  /// Formats seconds to the millisecond, for messages.
  private func short(_ seconds: Double) -> String { numberText(seconds, decimals: 3) }

  /// Warns of whole turns given as matrices: both ends are equal, so nothing rotates.
  private func warnAboutTurns(_ animation: Animation) {
    guard let basic = animation as? BasicAnimation, let path = basic.storedKeyPath, basic.storedValueFunction == nil,
      path == "transform" || path == "sublayerTransform", let b = basic.storedToValue.asTransform
    else { return }
    let a = basic.storedFromValue.asTransform ?? (path == "transform" ? transformMatrix : sublayerTransform)
    if zip(a.elements, b.elements).allSatisfy({ abs($0 - $1) < 1e-9 }) {
      scene.warn(
        .fullTurn,
        "\(label).addAnimation: both ends of \(path) are the same matrix, so nothing moves; animate "
          + "transform.rotation.z for whole turns",
        onceFor: "\(animation.serial)")
    }
  }
}
