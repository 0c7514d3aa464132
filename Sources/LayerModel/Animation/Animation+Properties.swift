// SPDX-License-Identifier: MIT
import Geometry

// The properties of animations in Swift, as those of layers: a value that the row refuses is a mistake of the program.

extension Animation {
  /// The time at which it starts, in seconds of the layer's time; 0, the default, becomes the time at which it is
  /// added.
  public final var beginTime: Double {
    get { timing.beginTime }
    set { assign(.animationBeginTime, newValue) }
  }
  /// The place in itself at which it starts, in seconds. Default 0.
  ///
  /// An animation that ends lasts as long as without an offset: it wraps around at its end and shows what it skipped.
  /// Any number will do, also one past the end and a negative one. At speed 0 it stands at this time, and at a negative
  /// speed it runs down from it.
  public final var timeOffset: Double {
    get { timing.timeOffset }
    set { assign(.animationTimeOffset, newValue) }
  }
  /// Its own seconds for each second of the layer. Default 1.
  public final var speed: Double {
    get { timing.speed }
    set { assign(.animationSpeed, newValue) }
  }
  /// The length of one cycle in seconds, 0 or more, also infinite; 0, the default, becomes the transaction's when it
  /// is added.
  public final var duration: Double {
    get { timing.duration }
    set { assign(.animationDuration, newValue) }
  }
  /// The number of cycles, 0 or more, which may be fractional or infinite; 0, the default, is one.
  public final var repeatCount: Double {
    get { timing.repeatCount }
    set { assign(.animationRepeatCount, newValue) }
  }
  /// The seconds for which cycles go on, instead of `repeatCount`; 0, the default, is not set.
  public final var repeatDuration: Double {
    get { timing.repeatDuration }
    set { assign(.animationRepeatDuration, newValue) }
  }
  /// Whether each cycle runs back again after it ran forward. Default false.
  public final var autoreverses: Bool {
    get { timing.autoreverses }
    set { assign(.animationAutoreverses, newValue) }
  }
  /// What shows before it starts and after it ends, as long as it is on the layer. Default `removed`.
  public final var fillMode: FillMode {
    get { timing.fillMode }
    set { assign(.animationFillMode, .string(newValue.optionName.raw)) }
  }
  /// The pace; nil, the default, is the transaction's, or else linear.
  public final var timingFunction: TimingFunction? {
    get { storedTimingFunction }
    set { assign(.timingFunction, newValue.map { Property.value($0) } ?? .null) }
  }
  /// Whether it is taken off its layer when the clock passes its end. Default true.
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
  /// Whether its value is added to what the layer shows without it. Default false.
  public final var isAdditive: Bool {
    get { isStoredAdditive }
    set { assign(.additive, newValue) }
  }
  /// Whether each cycle goes on from where the one before it ended. Default false.
  public final var isCumulative: Bool {
    get { isStoredCumulative }
    set { assign(.cumulative, newValue) }
  }
  /// What turns its numbers into a transform; nil, the default, is none.
  public final var valueFunction: ValueFunction? {
    get { storedValueFunction }
    set { assign(.valueFunction, newValue.map { .string($0.optionName.raw) } ?? .null) }
  }
}

extension BasicAnimation {
  /// The value it starts with; null is what the other two leave, or what the layer shows.
  public final var fromValue: PropertyValue {
    get { storedFromValue }
    set { assign(.fromValue, newValue) }
  }
  /// The value it ends with; null is what the other two leave, or what the layer shows.
  public final var toValue: PropertyValue {
    get { storedToValue }
    set { assign(.toValue, newValue) }
  }
  /// What is added from its start to its end; null, the default, is nothing.
  public final var byValue: PropertyValue {
    get { storedByValue }
    set { assign(.byValue, newValue) }
  }
}

extension SpringAnimation {
  /// The mass on the spring, above 0. Default 1.
  public final var mass: Double {
    get { storedMass }
    set { assign(.mass, newValue) }
  }
  /// The pull of the spring, above 0. Default 100.
  public final var stiffness: Double {
    get { storedStiffness }
    set { assign(.stiffness, newValue) }
  }
  /// The brake on the swing, 0 or more; 0 swings for ever. Default 10.
  public final var damping: Double {
    get { storedDamping }
    set { assign(.damping, newValue) }
  }
  /// The speed it starts with, in whole ways a second toward the target. Default 0.
  public final var initialVelocity: Double {
    get { storedInitialVelocity }
    set { assign(.initialVelocity, newValue) }
  }
  /// Whether much damping makes it creep instead of just not swinging. Default false.
  public final var allowsOverdamping: Bool {
    get { storesOverdamping }
    set { assign(.allowsOverdamping, newValue) }
  }
  /// The time that one swing seems to take, in seconds above 0; setting it sets stiffness, damping and duration.
  public final var perceptualDuration: Double {
    get { spring?.perceptualDuration ?? 0 }
    set { assign(.perceptualDuration, newValue) }
  }
  /// The bounce, from above −1 (creeps) through 0 (just rests) to 1 (for ever); setting it sets damping and duration.
  public final var bounce: Double {
    get { spring?.bounce ?? 0 }
    set { assign(.bounce, newValue) }
  }
}

extension KeyframeAnimation {
  /// The values it goes through; nil, the default, where a `path` is set.
  public final var values: [PropertyValue]? {
    get { storedValues }
    set { assign(.keyframeValues, newValue.map { .array($0) } ?? .null) }
  }
  /// The path along which a point goes; used instead of `values`. Default nil.
  public final var path: Path? {
    get { storedPath }
    set { assign(.keyframePath, newValue.map { .path($0) } ?? .null) }
  }
  /// The time at which each value is reached, as parts of the duration from 0 to 1; nil, the default, spreads them
  /// evenly.
  public final var keyTimes: [Double]? {
    get { storedKeyTimes }
    set { assign(.keyTimes, newValue.map { .array($0.map { .number($0) }) } ?? .null) }
  }
  /// The pace between each two values, one fewer than values; nil, the default, is linear.
  public final var timingFunctions: [TimingFunction]? {
    get { storedTimingFunctions }
    set { assign(.timingFunctions, newValue.map { .array($0.map { Property.value($0) }) } ?? .null) }
  }
  /// The way from value to value. Default `linear`.
  public final var calculationMode: CalculationMode {
    get { storedCalculationMode }
    set { assign(.calculationMode, .string(newValue.optionName.raw)) }
  }
  /// Whether the layer turns along the path; nil, the default, leaves it as it is.
  public final var rotationMode: RotationMode? {
    get { storedRotationMode }
    set { assign(.rotationMode, newValue.map { .string($0.optionName.raw) } ?? .null) }
  }
  /// The tightness of a cubic curve at each value; 1 is a corner. Default nil.
  public final var tensionValues: [Double]? {
    get { storedTensionValues }
    set { assign(.tensionValues, newValue.map { .array($0.map { .number($0) }) } ?? .null) }
  }
  /// The sharpness of a cubic curve's bend at each value. Default nil.
  public final var continuityValues: [Double]? {
    get { storedContinuityValues }
    set { assign(.continuityValues, newValue.map { .array($0.map { .number($0) }) } ?? .null) }
  }
  /// The place where a cubic curve bends: before each value when negative, after it when positive. Default nil.
  public final var biasValues: [Double]? {
    get { storedBiasValues }
    set { assign(.biasValues, newValue.map { .array($0.map { .number($0) }) } ?? .null) }
  }
}

extension AnimationGroup {
  /// The animations that run in the group's time; no transitions, and not the group itself. Default nil.
  public final var animations: [Animation]? {
    get { storedAnimations }
    set { assign(.groupAnimations, newValue.map { .array($0.map { .keyed($0) }) } ?? .null) }
  }
}

extension Transition {
  /// The way in which the new picture takes the old one's place. Default `fade`.
  public final var type: TransitionType {
    get { storedType }
    set { assign(.transitionType, .string(newValue.optionName.raw)) }
  }
  /// The side from which the moving picture comes; nil, the default, is `fromLeft`.
  public final var subtype: TransitionSubtype? {
    get { storedSubtype }
    set { assign(.transitionSubtype, newValue.map { .string($0.optionName.raw) } ?? .null) }
  }
  /// The place on its way at which it starts, from 0 to 1. Default 0.
  public final var startProgress: Double {
    get { storedStartProgress }
    set { assign(.startProgress, newValue) }
  }
  /// The place on its way at which it ends, from 0 to 1. Default 1.
  public final var endProgress: Double {
    get { storedEndProgress }
    set { assign(.endProgress, newValue) }
  }
  /// The filter, of the category `transition`, that makes the pictures between the old and the new one, instead of
  /// `type`; a copy. Default nil.
  public final var filter: Filter? {
    get { storedFilter }
    set { assign(.transitionFilter, newValue.map { .keyed($0) } ?? .null) }
  }
}
