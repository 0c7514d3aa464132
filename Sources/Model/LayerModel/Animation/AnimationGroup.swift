// SPDX-License-Identifier: MIT
import Timing

/// A group of animations that run in the group's time and are cut off at its duration: `CAAnimationGroup`.
///
/// ```swift
/// let rise = BasicAnimation(keyPath: "position.y", from: 160, to: 40, duration: 2)
/// let glow = BasicAnimation(keyPath: "shadowOpacity", from: 0, to: 0.8, duration: 1)
/// glow.beginTime = 1
/// try sun.add(AnimationGroup([rise, glow], duration: 2), forKey: "dawn")
/// ```
public final class AnimationGroup: Animation {
  @exclusivity(unchecked) var storedAnimations: [Animation]?

  /// The largest depth of nested groups, and the largest number of animations in them. Each use of an animation counts.
  static let depthLimit = 100
  static let countLimit = 100_000

  /// Creates a group in a scene, without animations.
  public convenience init(in scene: Scene) { self.init(in: scene, of: .animationGroup) }

  deinit {
    // Iterative, since recursion would overflow the stack on a long chain.
    var doomed = storedAnimations ?? []
    storedAnimations = nil
    while var animation = doomed.popLast() {
      guard isKnownUniquelyReferenced(&animation), let group = animation as? AnimationGroup else { continue }
      doomed.append(contentsOf: group.storedAnimations ?? [])
      group.storedAnimations = nil
    }
  }

  override func apply(at time: LocalTime, to find: (String) throws -> (Layer, String)?) throws {
    let instant = timing.instant(at: time)
    guard instant.isEffective else { return }
    let duration = timing.duration
    var inner = instant.inside
    if storedTimingFunction != nil, duration.isFinite {
      // A timing function that overshoots is clamped to the group's beginning and end, since the group is empty
      // outside.
      inner.seconds = min(max(paced(instant.progress) * duration, 0), duration)
      inner.isEnd = inner.seconds == duration
    }
    for animation in storedAnimations ?? [] { try animation.apply(at: inner, to: find) }
  }

  override func steadyInterval(inside instant: TimeMap.Instant) -> SteadyInterval {
    guard storedTimingFunction == nil else { return .never }
    var result = SteadyInterval.always
    for animation in storedAnimations ?? [] {
      result.intersect(animation.steadyInterval(at: instant.inside))
      if !result.contains(instant.basicTime) { return .never }
    }
    return result
  }

  /// Returns a copy; an animation that occurs twice also does so in the copy.
  public override func copied(onCopy: (KeyedObject, KeyedObject) throws -> Void = { _, _ in }) throws -> KeyedObject {
    try copied(lasting: nil, onCopy: onCopy)
  }

  /// Returns a copy with filled-in durations.
  ///
  /// - Parameters:
  ///   - length: the copy's duration if the group has none. Animations without a duration then take that of their
  ///     group, as in Core Animation's own examples; each is copied once for every such length. nil leaves durations
  ///     unchanged.
  ///   - target: the scene of the copy; nil means the group's own.
  func copied(
    lasting length: Double?, in target: Scene? = nil, onCopy: (KeyedObject, KeyedObject) throws -> Void = { _, _ in }
  ) throws -> KeyedObject {
    let target = target ?? scene
    struct Use: Hashable {
      let animation: ObjectIdentifier
      let length: Double?
    }
    // For lookups only, since its iteration order is undefined.
    var known: [Use: Animation] = [:]
    var pending: [(AnimationGroup, AnimationGroup)] = []
    func copyOf(_ animation: Animation, lasting length: Double?) throws -> Animation {
      let use = Use(animation: ObjectIdentifier(animation), length: animation.timing.duration > 0 ? nil : length)
      if let copy = known[use] { return copy }
      guard let copy = try animation.keyedClass.makeObject(in: target) as? Animation else { return animation }
      animation.copyValues(to: copy)
      if let length = use.length { copy.timing.duration = length }
      known[use] = copy
      try onCopy(animation, copy)
      if let group = animation as? AnimationGroup, let copy = copy as? AnimationGroup { pending.append((group, copy)) }
      return copy
    }
    let result = try copyOf(self, lasting: length)
    while let (group, copy) = pending.popLast() {
      copy.storedAnimations = try group.storedAnimations?.map {
        try copyOf($0, lasting: length == nil ? nil : copy.timing.duration)
      }
    }
    return result
  }

  override func freeze() {
    guard !isFrozen else { return }
    super.freeze()
    for animation in storedAnimations ?? [] { animation.freeze() }
  }

  override func problem(for layer: Layer) -> LayerError? {
    if let problem = super.problem(for: layer) { return problem }
    for animation in storedAnimations ?? [] {
      if let problem = animation.problem(for: layer) { return problem }
    }
    return nil
  }

  /// True if an animation is in the group, at any depth.
  func contains(_ animation: Animation) -> Bool {
    var seen: Set<ObjectIdentifier> = []
    var pending = storedAnimations ?? []
    while let next = pending.popLast() {
      if next === animation { return true }
      if let group = next as? AnimationGroup, seen.insert(ObjectIdentifier(group)).inserted {
        pending += group.storedAnimations ?? []
      }
    }
    return false
  }

  /// Returns an error if the group is too deep or too large to run, else nil. An animation that occurs many times is
  /// examined once.
  ///
  /// - Parameter members: the animations to examine in place of the group's own.
  func excess(_ members: [Animation]? = nil) -> LayerError? {
    struct Size {
      var depth: Int
      var count: Int
    }
    var sizes: [ObjectIdentifier: Size] = [:]
    func size(of animation: Animation) -> Size? {
      animation is AnimationGroup ? sizes[ObjectIdentifier(animation)] : Size(depth: 0, count: 1)
    }
    let all = members ?? storedAnimations ?? []
    var stack: [(group: AnimationGroup, members: [Animation], next: Int, size: Size)] = [
      (self, all, 0, Size(depth: 1, count: 1))
    ]
    while var top = stack.popLast() {
      if stack.count >= AnimationGroup.depthLimit { return tooDeep }
      guard top.next < top.members.count else {
        sizes[ObjectIdentifier(top.group)] = top.size
        continue
      }
      let member = top.members[top.next]
      guard let size = size(of: member) else {
        stack.append(top)
        if let group = member as? AnimationGroup {
          stack.append((group, group.storedAnimations ?? [], 0, Size(depth: 1, count: 1)))
        }
        continue
      }
      top.next += 1
      top.size.depth = max(top.size.depth, size.depth + 1)
      top.size.count += size.count
      if top.size.depth > AnimationGroup.depthLimit { return tooDeep }
      if top.size.count > AnimationGroup.countLimit {
        return LayerError(
          .limit,
          "\(className).animations: there are more than \(AnimationGroup.countLimit) animations in the group and its "
            + "subgroups, counted once for each use; use fewer")
      }
      stack.append(top)
    }
    return nil
  }

  private var tooDeep: LayerError {
    LayerError(
      .limit,
      "\(className).animations: groups may be nested at most \(AnimationGroup.depthLimit) deep; put the animations "
        + "into one group"
    )
  }
}

extension KeyedClass {
  /// The class of `AnimationGroup`.
  public static let animationGroup = KeyedClass(
    .animationGroup, "AnimationGroup", AnimationGroup.self, superclass: .animation,
    rows: [Property.groupAnimations])
}
