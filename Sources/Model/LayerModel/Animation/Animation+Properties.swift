// SPDX-License-Identifier: MIT
import Geometry

// The properties of animations in Swift. As for layers, setting a value that the row rejects is a programming error.

extension Animation {
  /// The start time, in seconds of the layer's time. 0, the default, becomes the time at which the animation is added.
  public final var beginTime: Double {
    get { timing.beginTime }
    set { assign(.animationBeginTime, newValue) }
  }
  /// The offset into the animation at which it starts, in seconds. Default 0.
  ///
  /// An offset does not shorten an animation that ends: it wraps around at its end and then shows the skipped part. Any
  /// number is valid, also one past the end or a negative one. At speed 0 the animation stands still at this time; at a
  /// negative speed it runs backward from it.
  public final var timeOffset: Double {
    get { timing.timeOffset }
    set { assign(.animationTimeOffset, newValue) }
  }
  /// The animation's seconds per second of the layer. Default 1.
  public final var speed: Double {
    get { timing.speed }
    set { assign(.animationSpeed, newValue) }
  }
  /// The length of one cycle in seconds, 0 or more or infinite. 0, the default, becomes the transaction's when the
  /// animation is added.
  public final var duration: Double {
    get { timing.duration }
    set { assign(.animationDuration, newValue) }
  }
  /// The number of cycles, 0 or more; it may be fractional or infinite. 0, the default, means one.
  public final var repeatCount: Double {
    get { timing.repeatCount }
    set { assign(.animationRepeatCount, newValue) }
  }
  /// The total length of the cycles in seconds, used instead of `repeatCount`; 0, the default, means unset.
  public final var repeatDuration: Double {
    get { timing.repeatDuration }
    set { assign(.animationRepeatDuration, newValue) }
  }
  /// True if each cycle runs backward after it ran forward. Default false.
  public final var autoreverses: Bool {
    get { timing.autoreverses }
    set { assign(.animationAutoreverses, newValue) }
  }
  /// The value shown before the start and after the end, as long as the animation is on the layer. Default `removed`.
  public final var fillMode: FillMode {
    get { timing.fillMode }
    set { assign(.animationFillMode, .string(newValue.optionName.raw)) }
  }
  /// The timing function. nil, the default, stands for the transaction's, or linear if it has none.
  public final var timingFunction: TimingFunction? {
    get { storedTimingFunction }
    set { assign(.timingFunction, newValue.map { Property.value($0) } ?? .null) }
  }
  /// True if the animation is removed from its layer when the clock passes its end. Default true.
  public final var isRemovedOnCompletion: Bool {
    get { isStoredRemovedOnCompletion }
    set { assign(.removedOnCompletion, newValue) }
  }
}

extension PropertyAnimation {
  /// The key path whose value changes, such as `position`, `transform.rotation.z` or `sublayers.sun.opacity`.
  public final var keyPath: String? {
    get { storedKeyPath }
    set { assign(.keyPath, newValue.map { .string($0) } ?? .null) }
  }
  /// True if the animation's value is added to the value that the layer shows without it. Default false.
  public final var isAdditive: Bool {
    get { isStoredAdditive }
    set { assign(.additive, newValue) }
  }
  /// True if each cycle continues from where the one before ended. Default false.
  public final var isCumulative: Bool {
    get { isStoredCumulative }
    set { assign(.cumulative, newValue) }
  }
  /// The function that turns the animation's numbers into a transform. Default nil (none).
  public final var valueFunction: ValueFunction? {
    get { storedValueFunction }
    set { assign(.valueFunction, newValue.map { .string($0.optionName.raw) } ?? .null) }
  }
}

extension BasicAnimation {
  /// The start value; null derives it from the other two, or from the layer's value.
  public final var fromValue: PropertyValue {
    get { storedFromValue }
    set { assign(.fromValue, newValue) }
  }
  /// The end value; null derives it from the other two, or from the layer's value.
  public final var toValue: PropertyValue {
    get { storedToValue }
    set { assign(.toValue, newValue) }
  }
  /// The difference between the end and the start value; null, the default, for none.
  public final var byValue: PropertyValue {
    get { storedByValue }
    set { assign(.byValue, newValue) }
  }
}

extension SpringAnimation {
  /// The mass attached to the spring, above 0. Default 1.
  public final var mass: Double {
    get { storedMass }
    set { assign(.mass, newValue) }
  }
  /// The stiffness of the spring, above 0. Default 100.
  public final var stiffness: Double {
    get { storedStiffness }
    set { assign(.stiffness, newValue) }
  }
  /// The damping of the swing, 0 or more; at 0 it never settles. Default 10.
  public final var damping: Double {
    get { storedDamping }
    set { assign(.damping, newValue) }
  }
  /// The initial velocity toward the target, in full distances from start to target per second. Default 0.
  public final var initialVelocity: Double {
    get { storedInitialVelocity }
    set { assign(.initialVelocity, newValue) }
  }
  /// True if high damping makes the spring overdamped instead of critically damped. Default false.
  public final var allowsOverdamping: Bool {
    get { storesOverdamping }
    set { assign(.allowsOverdamping, newValue) }
  }
  /// The perceived length of one swing, in seconds above 0. Setting it sets stiffness, damping and duration.
  public final var perceptualDuration: Double {
    get { spring?.perceptualDuration ?? 0 }
    set { assign(.perceptualDuration, newValue) }
  }
  /// The bounce, from above −1 (overdamped) through 0 (critically damped) to 1 (undamped). Setting it sets damping and
  /// duration.
  public final var bounce: Double {
    get { spring?.bounce ?? 0 }
    set { assign(.bounce, newValue) }
  }
}

extension KeyframeAnimation {
  /// The values to animate through; nil, the default, if a `path` is set.
  public final var values: [PropertyValue]? {
    get { storedValues }
    set { assign(.keyframeValues, newValue.map { .array($0) } ?? .null) }
  }
  /// The path along which a point moves; it takes precedence over `values`. Default nil.
  public final var path: Path? {
    get { storedPath }
    set { assign(.keyframePath, newValue.map { .path($0) } ?? .null) }
  }
  /// The time at which each value is reached, as fractions of the duration from 0 to 1. nil, the default, spaces them
  /// evenly.
  public final var keyTimes: [Double]? {
    get { storedKeyTimes }
    set { assign(.keyTimes, newValue.map { .array($0.map { .number($0) }) } ?? .null) }
  }
  /// The timing function of each interval between two values, one fewer than values. nil, the default, means linear.
  public final var timingFunctions: [TimingFunction]? {
    get { storedTimingFunctions }
    set { assign(.timingFunctions, newValue.map { .array($0.map { Property.value($0) }) } ?? .null) }
  }
  /// The interpolation between values. Default `linear`.
  public final var calculationMode: CalculationMode {
    get { storedCalculationMode }
    set { assign(.calculationMode, .string(newValue.optionName.raw)) }
  }
  /// The rotation of the layer along the path; nil, the default, for none.
  public final var rotationMode: RotationMode? {
    get { storedRotationMode }
    set { assign(.rotationMode, newValue.map { .string($0.optionName.raw) } ?? .null) }
  }
  /// The tension of a cubic curve at each value; 1 makes a corner. Default nil.
  public final var tensionValues: [Double]? {
    get { storedTensionValues }
    set { assign(.tensionValues, newValue.map { .array($0.map { .number($0) }) } ?? .null) }
  }
  /// The continuity of a cubic curve at each value: how sharply it bends. Default nil.
  public final var continuityValues: [Double]? {
    get { storedContinuityValues }
    set { assign(.continuityValues, newValue.map { .array($0.map { .number($0) }) } ?? .null) }
  }
  /// The bias of a cubic curve at each value: it bends before the value if negative, after it if positive. Default nil.
  public final var biasValues: [Double]? {
    get { storedBiasValues }
    set { assign(.biasValues, newValue.map { .array($0.map { .number($0) }) } ?? .null) }
  }
}

extension AnimationGroup {
  /// The animations that run in the group's time: no transitions, and not the group itself. Default nil.
  public final var animations: [Animation]? {
    get { storedAnimations }
    set { assign(.groupAnimations, newValue.map { .array($0.map { .keyed($0) }) } ?? .null) }
  }
}

extension Transition {
  /// The effect with which the new image replaces the old one. Default `fade`.
  public final var type: TransitionType {
    get { storedType }
    set { assign(.transitionType, .string(newValue.optionName.raw)) }
  }
  /// The side from which the moving image enters; nil, the default, means `fromLeft`.
  public final var subtype: TransitionSubtype? {
    get { storedSubtype }
    set { assign(.transitionSubtype, newValue.map { .string($0.optionName.raw) } ?? .null) }
  }
  /// The progress at which the transition starts, from 0 to 1. Default 0.
  public final var startProgress: Double {
    get { storedStartProgress }
    set { assign(.startProgress, newValue) }
  }
  /// The progress at which the transition ends, from 0 to 1. Default 1.
  public final var endProgress: Double {
    get { storedEndProgress }
    set { assign(.endProgress, newValue) }
  }
  /// The filter of the category `transition` that renders the images between the old and the new one, instead of
  /// `type`; a copy. Default nil.
  public final var filter: Filter? {
    get { storedFilter }
    set { assign(.transitionFilter, newValue.map { .keyed($0) } ?? .null) }
  }
}
