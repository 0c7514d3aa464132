import Geometry

/// An animation on a layer, with the key it is under.
struct AttachedAnimation {
  let key: String?
  /// A copy that nobody else changes.
  let animation: Animation
  /// Whether its delegate heard of the start.
  var hasStarted = false
  /// Whether it heard of the end, while the animation stays on the layer.
  var hasEnded = false
  /// Whether the time it begins at is still to be taken from the clock, at the end of the outermost transaction.
  var awaitsCommit = false
  /// Delegates of animations that one transaction added are told in this order.
  let order: Int
}

extension Layer {
  final var attachedAnimations: [AttachedAnimation] {
    get { extraBox?.value.animations ?? [] }
    set {
      if newValue.isEmpty, extraBox?.value.animations.isEmpty ?? true { return }
      extra.value.animations = newValue
      scene.changeCount &+= 1
    }
  }

  /// Adds a copy of an animation; one that is already under the key ends. Animations act in the order in which they were added.
  ///
  /// A duration that is not set is the transaction's, 0.25 s by default, and a `beginTime` of 0 becomes the layer's local time when
  /// the outermost transaction is committed. A transition is always under the key `transition`.
  /// - Parameter key: any word; nil adds it beside whatever is there.
  /// - Throws: `LayerError` for an animation that could not run: no key path, one that leads nowhere, no endpoints, endpoints that
  ///   do not fit each other.
  public final func addAnimation(_ animation: Animation, forKey key: String? = nil) throws {
    guard animation.scene === scene else { throw LayerError("\(label).addAnimation: the animation belongs to another scene") }
    if let problem = animation.problem(for: self) { throw LayerError("\(label).addAnimation: \(problem.message)") }
    guard let copy = try animation.copied() as? Animation else { return }
    let key = copy is Transition ? "transition" : key
    if copy.timing.duration <= 0 { copy.timing.duration = scene.transactions.animationDuration }
    if copy.storedTimingFunction == nil, let pace = scene.transactions.animationTimingFunction { copy.storedTimingFunction = pace }
    if let transition = copy as? Transition { transition.snapshot = try snapshotForTransition() }
    warnAboutTurns(copy)
    copy.freeze()
    if let key { try removeAnimation(forKey: key) }
    scene.animationCount += 1
    var attached = AttachedAnimation(key: key, animation: copy, order: scene.animationCount)
    if copy.timing.beginTime == 0 { attached.awaitsCommit = true }
    attachedAnimations.append(attached)
    scene.addAnimated(self)
    scene.transactions.noteAnimation(attached, on: self)
    if scene.transactions.isImplicit { stampAnimations() }
  }

  /// Gives animations that wait for it the time at which they begin.
  final func stampAnimations() {
    let now = localTime(atSceneTime: scene.currentTime)
    for i in attachedAnimations.indices where attachedAnimations[i].awaitsCommit {
      attachedAnimations[i].animation.timing.beginTime = now
      attachedAnimations[i].awaitsCommit = false
    }
  }

  /// The animation under a key: a frozen copy; nil without one.
  public final func animation(forKey key: String) -> Animation? { attachedAnimations.first { $0.key == key }?.animation }

  /// The keys of the animations, in the order in which they act; those without one are left out.
  public final var animationKeys: [String] { attachedAnimations.compactMap(\.key) }

  /// Takes the animation under a key away; its delegate is told that it did not finish.
  public final func removeAnimation(forKey key: String) throws {
    guard let i = attachedAnimations.firstIndex(where: { $0.key == key }) else { return }
    let removed = attachedAnimations.remove(at: i)
    try scene.animationEnded(removed, on: self, finished: false)
  }

  /// Takes all animations away; their delegates are told that they did not finish.
  public final func removeAllAnimations() throws {
    let removed = attachedAnimations
    attachedAnimations = []
    for attached in removed { try scene.animationEnded(attached, on: self, finished: false) }
  }

  private func snapshotForTransition() throws -> Layer {
    let snapshot = try copy()
    var pending = [snapshot]
    while let layer = pending.popLast() {
      layer.extraBox?.value.animations = []
      pending.append(contentsOf: layer.children)
    }
    return snapshot
  }

  /// A whole turn as a matrix is no turn at all.
  private func warnAboutTurns(_ animation: Animation) {
    guard let basic = animation as? BasicAnimation, let path = basic.storedKeyPath, basic.storedValueFunction == nil,
      path == "transform" || path == "sublayerTransform", let b = basic.storedToValue.asTransform
    else { return }
    let a = basic.storedFromValue.asTransform ?? (path == "transform" ? transformMatrix : sublayerTransform)
    if zip(a.elements, b.elements).allSatisfy({ abs($0 - $1) < 1e-9 }) {
      scene.warn(
        "full-turn",
        "\(label).addAnimation: both ends of \(path) are the same matrix, so nothing moves; animate transform.rotation.z "
          + "for whole turns",
        onceFor: "\(animation.serial)")
    }
  }
}
