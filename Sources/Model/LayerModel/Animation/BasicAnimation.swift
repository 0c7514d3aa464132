// SPDX-License-Identifier: MIT
import Geometry
import Timing

/// An animation from one value to another: `CABasicAnimation`. One or two of `fromValue`, `toValue` and `byValue` give
/// its ends; an open end is the layer's value without the animation.
///
/// ```swift
/// try sun.add(BasicAnimation(keyPath: "position.y", from: 160, to: 40, duration: 2), forKey: "rise")
/// try sun.add(BasicAnimation(keyPath: "transform.rotation.z", by: 2 * Double.pi, duration: 4, timing: .linear))
/// ```
public class BasicAnimation: PropertyAnimation {
  @exclusivity(unchecked) final var storedFromValue = PropertyValue.null
  @exclusivity(unchecked) final var storedToValue = PropertyValue.null
  @exclusivity(unchecked) final var storedByValue = PropertyValue.null
  /// True if the model made it as the action of a key. Copies are not.
  @exclusivity(unchecked) final var isImplicit = false

  /// Creates an animation in a scene, without key path and values.
  public convenience init(in scene: Scene) { self.init(in: scene, of: Self.builtInClass) }

  /// The class of the objects that initialisers create; `SpringAnimation` overrides it.
  class var builtInClass: KeyedClass { .basicAnimation }

  /// Returns the first and the last value.
  final func endpoints(over base: PropertyValue, like shape: AnimatedShape) throws -> (
    from: PropertyValue, to: PropertyValue
  ) {
    let from = shape.formed(storedFromValue)
    let to = shape.formed(storedToValue)
    let by = shape.formed(storedByValue)
    // The value of an open end. For a value function these are the neutral arguments, regardless of the key's value. An
    // additive animation starts from zero.
    let standing =
      storedValueFunction?.identity ?? (isStoredAdditive ? shape.zero(like: from.isNull ? to : from) : base)
    // `false` is given for no colour and no image, which are ends.
    switch (storedFromValue.isNull, storedToValue.isNull, storedByValue.isNull) {
    case (false, false, _): return (from, to)
    case (false, true, false): return (from, try from.adding(by))
    case (true, false, false): return (try to.subtracting(by), to)
    case (false, true, true): return (from, standing)
    case (true, false, true): return (standing, to)
    case (true, true, false): return (standing, try standing.adding(by))
    case (true, true, true): throw LayerError("has no endpoints: set fromValue, toValue or byValue")
    }
  }

  /// Returns the progress at an instant.
  func part(at instant: TimeMap.Instant) -> Double { paced(instant.progress) }

  /// The progress at the end of a cycle that runs forward.
  var lastPart: Double { 1 }

  override func value(at instant: TimeMap.Instant, over base: PropertyValue, like shape: AnimatedShape) throws
    -> PropertyValue?
  {
    let (from, to) = try endpoints(over: base, like: shape)
    let value = try from.interpolated(to: to, at: part(at: instant))
    guard isStoredCumulative, instant.cycle > 0 else { return value }
    let last = try timing.autoreverses ? from : lastPart == 1 ? to : from.interpolated(to: to, at: lastPart)
    return try last.repeated(instant.cycle).adding(value)
  }

  override func steadyInterval(inside instant: TimeMap.Instant) -> SteadyInterval {
    // Such as `hidden` from false to false, which shows a layer for a while.
    !isStoredCumulative && !storedFromValue.isNull && storedFromValue == storedToValue ? .always : .never
  }

  override func blend(
    at instant: TimeMap.Instant, over base: PropertyValue, like shape: AnimatedShape
  ) throws -> (from: PropertyValue, to: PropertyValue, part: Double)? {
    let (from, to) = try endpoints(over: base, like: shape)
    return (from, to, part(at: instant))
  }

  override func problem(for layer: Layer) -> LayerError? {
    if let problem = super.problem(for: layer) { return problem }
    let given = [storedFromValue, storedToValue, storedByValue].count { !$0.isNull }
    if given == 0 { return LayerError("\(className): has no endpoints; set fromValue, toValue or byValue") }
    if given == 3 {
      return LayerError("\(className): fromValue, toValue and byValue are all set; set at most two of them")
    }
    // Reports a value that cannot be shown now, not in the middle of a render.
    do {
      let base = try layer.shownValue(forKeyPath: storedKeyPath ?? "")
      let shape = AnimatedShape(layer, storedKeyPath ?? "", base)
      try check(storedFromValue, of: "fromValue", on: layer, like: shape)
      try check(storedToValue, of: "toValue", on: layer, like: shape)
      if storedValueFunction != nil { try check(storedByValue, of: "byValue", on: layer, like: shape) }
      // A single end is combined with the layer's value at that later time, which is still unknown.
      guard given == 2 || !storedByValue.isNull && !base.isNull else { return nil }
      let (from, to) = try endpoints(over: base, like: shape)
      _ = try from.interpolated(to: to, at: 0.5)
      return nil
    } catch let error as LayerError where !error.isOfServices {
      return error
    } catch { return LayerError("\(className): \(error)") }
  }
}

/// A basic animation that a spring drives: `CASpringAnimation`. The spring moves by seconds, not by the fraction of the
/// duration; `duration` cuts it off, and `settlingDuration` is long enough to let it finish.
///
/// ```swift
/// let pop = SpringAnimation(keyPath: "transform.scale", from: 0.2, to: 1, perceptualDuration: 0.5, bounce: 0.3)
/// try sun.add(pop, forKey: "pop")
///
/// let swing = SpringAnimation(in: scene)
/// swing.keyPath = "transform.rotation.z"
/// swing.fromValue = 0.5
/// swing.stiffness = 80
/// swing.damping = 4
/// swing.duration = swing.settlingDuration
/// try sun.add(swing, forKey: "swing")
/// ```
public final class SpringAnimation: BasicAnimation {
  @exclusivity(unchecked) var storedMass = 1.0
  @exclusivity(unchecked) var storedStiffness = 100.0
  @exclusivity(unchecked) var storedDamping = 10.0
  @exclusivity(unchecked) var storedInitialVelocity = 0.0
  @exclusivity(unchecked) var storesOverdamping = false

  override class var builtInClass: KeyedClass { .springAnimation }

  /// The spring; nil only if a value is out of its range, which the rows reject.
  package var spring: Spring? {
    try? Spring(
      mass: storedMass, stiffness: storedStiffness, damping: storedDamping, initialVelocity: storedInitialVelocity,
      allowsOverdamping: storesOverdamping)
  }

  /// The approximate time until the spring rests, in seconds.
  public var settlingDuration: Double { spring?.settlingDuration ?? 0 }

  /// True if the spring is exactly at its last value when `duration` is over, as an entry of a time line is. Core
  /// Animation's stays where the duration cuts it off. Copies have it too. Default false.
  package var endsAtTarget: Bool {
    get { state.contains(.endsAtTarget) }
    set { if newValue { state.insert(.endsAtTarget) } else { state.remove(.endsAtTarget) } }
  }

  override func part(at instant: TimeMap.Instant) -> Double {
    guard let spring else { return 1 }
    guard endsAtTarget else { return spring.position(at: instant.basicTime) }
    return instant.progress >= 1 ? 1 : spring.position(at: instant.basicTime, of: timing.duration)
  }

  /// The position at which `duration` cuts the spring off.
  override var lastPart: Double { endsAtTarget ? 1 : spring?.position(at: timing.duration) ?? 1 }
}

extension KeyedClass {
  /// The class of `BasicAnimation`.
  public static let basicAnimation = KeyedClass(
    .basicAnimation, "BasicAnimation", BasicAnimation.self, superclass: .propertyAnimation,
    rows: [Property.fromValue, Property.toValue, Property.byValue])
}

extension KeyedClass {
  /// The class of `SpringAnimation`.
  public static let springAnimation = KeyedClass(
    .springAnimation, "SpringAnimation", SpringAnimation.self, superclass: .basicAnimation,
    rows: Property.springRows)
}
