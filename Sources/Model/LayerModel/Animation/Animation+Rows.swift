// SPDX-License-Identifier: MIT
import Geometry

// The property rows of animations.
extension Property {
  // MARK: Every animation

  private static func time(
    _ name: String, _ path: WritableKeyPath<TimeMap, Double> & Sendable, default defaultValue: Double = 0,
    range: ClosedRange<Double>? = nil, traits: Traits = [], _ summary: String
  ) -> Property {
    Property(
      of: Animation.self, name, .number,
      .number(get: { $0.timing[keyPath: path] }, set: { $0.timing[keyPath: path] = $1 }),
      default: .number(defaultValue), range: range, invalidates: [], traits: traits, summary)
  }

  static let animationBeginTime = time(
    "beginTime", \.beginTime, "The start time, in seconds of the layer's time; 0 becomes the time at which it is added."
  )
  static let animationTimeOffset = time(
    "timeOffset", \.timeOffset,
    "The offset into the animation at which it starts, in seconds; the skipped part follows at the end.")
  static let animationSpeed = time("speed", \.speed, default: 1, "The animation's seconds per second of the layer.")
  static let animationDuration = time(
    "duration", \.duration, range: 0...Double.greatestFiniteMagnitude, traits: .infinite,
    "The length of one cycle in seconds; 0 becomes the transaction's when it is added.")
  static let animationRepeatCount = time(
    "repeatCount", \.repeatCount, range: 0...Double.greatestFiniteMagnitude, traits: .infinite,
    "The number of cycles, which may be fractional or infinite; 0 means one.")
  static let animationRepeatDuration = time(
    "repeatDuration", \.repeatDuration, range: 0...Double.greatestFiniteMagnitude, traits: .infinite,
    "The total length of the cycles in seconds, used instead of repeatCount; 0 means unset.")
  static let animationAutoreverses = Property(
    of: Animation.self, "autoreverses", .bool,
    .bool(get: { $0.timing.autoreverses }, set: { $0.timing.autoreverses = $1 }),
    default: .bool(false), invalidates: [], "True if each cycle runs backward after it ran forward.")
  static let animationFillMode = Property(
    of: Animation.self, "fillMode", .enumeration(FillMode.names),
    .option(get: { $0.timing.fillMode.rawValue }, set: { $0.timing.fillMode = FillMode(rawValue: $1) ?? .removed }),
    default: .string("removed"), invalidates: [],
    "The value shown before the start and after the end, as long as the animation is on the layer.")
  static let timingFunction = Property(
    of: Animation.self, "timingFunction", .any,
    .value(
      get: { $0.storedTimingFunction.map { value($0) } ?? .null },
      set: { object, value, row in
        object.storedTimingFunction = try row.reading(object) {
          try timingFunction(value, row.path(object), object.scene.reader())
        }
        row.didChange(object)
      }, copy: { $1.storedTimingFunction = $0.storedTimingFunction }), invalidates: [],
    "The timing function: linear, easeIn, easeOut, easeInEaseOut, default, an easing such as cubicOut, CSS's "
      + "steps(…) and linear(…), or {c1x, c1y, c2x, c2y}; nil means linear.")
  static let animationDelegate = Property(
    of: Animation.self, "delegate", .delegate,
    .value(
      get: { $0.storedDelegate.map { .object($0) } ?? .null },
      set: { object, value, row in
        switch value {
        case .null, .bool(false): object.storedDelegate = nil
        case .object(let delegate) where delegate is any AnimationDelegate: object.storedDelegate = delegate
        default: throw row.mismatch(object, value)
        }
        row.didChange(object)
      }, copy: { $1.storedDelegate = $0.storedDelegate }), invalidates: [],
    "The object that is notified of the start and the end.")
  static let removedOnCompletion = Property(
    of: Animation.self, "removedOnCompletion", .bool,
    .bool(get: { $0.isStoredRemovedOnCompletion }, set: { $0.isStoredRemovedOnCompletion = $1 }), default: .bool(true),
    invalidates: [], aliases: ["isRemovedOnCompletion"],
    "True if the animation is removed from its layer when the clock passes its end.")

  static var animationRows: [Property] {
    [
      animationBeginTime, animationTimeOffset, animationSpeed, animationDuration, animationRepeatCount,
      animationRepeatDuration,
      animationAutoreverses, animationFillMode, timingFunction, animationDelegate, removedOnCompletion,
    ]
  }

  static func value(_ function: TimingFunction) -> PropertyValue {
    if let name = function.name { return .string(name) }
    let (a, b, _) = function.nearestCubic
    return .array([.number(a.x), .number(a.y), .number(b.x), .number(b.y)])
  }

  static func timingFunction(
    _ value: PropertyValue, _ place: String, _ reader: MessageReader
  ) throws(LayerError) -> TimingFunction? {
    if value.isNone { return nil }
    if case .string(let name) = value {
      do { return try TimingFunction(named: name, for: reader) } catch {
        throw LayerError(
          "\(place.split(separator: ".").first.map { place.contains(".") ? "\($0)." : "" } ?? "")\(error.message)")
      }
    }
    guard let n = value.numbers(4) else {
      throw LayerError("\(place): expected a name such as \"easeIn\" or {c1x, c1y, c2x, c2y}, got \(value.described)")
    }
    do { return try TimingFunction(controlPoints: Point(n[0], n[1]), Point(n[2], n[3])) } catch {
      throw LayerError(
        "\(place.split(separator: ".").first.map { place.contains(".") ? "\($0)." : "" } ?? "")\(error.message)")
    }
  }

  // MARK: Property animations

  static let keyPath = Property(
    of: PropertyAnimation.self, "keyPath", .string, .string(get: { $0.storedKeyPath }, set: { $0.storedKeyPath = $1 }),
    invalidates: [],
    "The key path whose value changes, such as position, transform.rotation.z or sublayers.NAME.opacity.")
  static let additive = Property(
    of: PropertyAnimation.self, "additive", .bool,
    .bool(get: { $0.isStoredAdditive }, set: { $0.isStoredAdditive = $1 }),
    default: .bool(false), invalidates: [], aliases: ["isAdditive"],
    "True if the animation's value is added to the value that the layer shows without it.")
  static let cumulative = Property(
    of: PropertyAnimation.self, "cumulative", .bool,
    .bool(get: { $0.isStoredCumulative }, set: { $0.isStoredCumulative = $1 }),
    default: .bool(false), invalidates: [], aliases: ["isCumulative"],
    "True if each cycle continues from where the one before ended.")
  static let valueFunction = Property(
    of: PropertyAnimation.self, "valueFunction", .any,
    option(\.storedValueFunction, ValueFunction.names), invalidates: [],
    "The function that turns the animation's numbers into a transform: rotateZ, scaleX, translate and the like; nil "
      + "for none."
  )

  /// Returns the accessors of a name-valued property that may be nil.
  private static func option<Object: KeyedObject, Option: NamedOption>(
    _ path: ReferenceWritableKeyPath<Object, Option?> & Sendable, _ names: [OptionName]
  ) -> Access<Object> {
    .value(
      get: { $0[keyPath: path].map { .string($0.optionName.raw) } ?? .null },
      set: { object, value, row in
        var new: Option?
        if !value.isNone {
          guard case .string(let name) = value else { throw row.mismatch(object, value) }
          new = Option(rawValue: try row.option(name, names, object))
        }
        object[keyPath: path] = new
        row.didChange(object)
      }, copy: { $1[keyPath: path] = $0[keyPath: path] })
  }

  /// Returns the accessors of a property that takes any value whose numbers are finite, except a host object.
  private static func anything<Object: KeyedObject>(_ path: ReferenceWritableKeyPath<Object, PropertyValue> & Sendable)
    -> Access<Object>
  {
    .value(
      get: { $0[keyPath: path] },
      set: { object, value, row in try row.setAnything(value, of: object, path) },
      copy: { $1[keyPath: path] = $0[keyPath: path] })
  }

  /// Stores any value whose numbers are finite, except a host object.
  func setAnything<Object: KeyedObject>(
    _ value: PropertyValue, of object: Object, _ path: ReferenceWritableKeyPath<Object, PropertyValue>
  ) throws {
    try reading(object) { try Property.checkFinite(value, self.path(object)) }
    object[keyPath: path] = value
    didChange(object)
  }

  private static func checkFinite(_ value: PropertyValue, _ place: String) throws(LayerError) {
    switch value {
    case .number(let v):
      if !v.isFinite { throw LayerError("\(place): expected a finite number, got \(value.described)") }
    case .array(let a): for element in a { try checkFinite(element, place) }
    case .object: throw LayerError("\(place): expected a value that the key can have, got \(value.described)")
    default:
      if let c = value.components, !c.allSatisfy(\.isFinite) {
        throw LayerError("\(place): expected finite numbers, got \(value.described)")
      }
    }
  }

  static let fromValue = Property(
    of: BasicAnimation.self, "fromValue", .any, anything(\.storedFromValue), invalidates: [],
    "The start value; nil derives it from the other two, or from the layer's value.")
  static let toValue = Property(
    of: BasicAnimation.self, "toValue", .any, anything(\.storedToValue), invalidates: [],
    "The end value; nil derives it from the other two, or from the layer's value.")
  static let byValue = Property(
    of: BasicAnimation.self, "byValue", .any, anything(\.storedByValue), invalidates: [],
    "The difference between the end and the start value.")

  // MARK: Keyframes

  private static func list<Object: KeyedObject>(
    _ path: ReferenceWritableKeyPath<Object, [Double]?> & Sendable
  ) -> Access<Object> { .numbers(get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 }) }

  static let keyframeValues = Property(
    of: KeyframeAnimation.self, "values", .any,
    .value(
      get: { $0.storedValues.map { .array($0) } ?? .null },
      set: { object, value, row in
        if value.isNone {
          object.storedValues = nil
        } else {
          guard case .array(let a) = value else {
            throw LayerError(row, object, ": expected a list of values, got \(value.described)")
          }
          try row.reading(object) { try checkFinite(value, row.path(object)) }
          object.storedValues = a
        }
        row.didChange(object)
      }, copy: { $1.storedValues = $0.storedValues }), invalidates: .display, "The values to animate through.")
  static let keyframePath = Property(
    of: KeyframeAnimation.self, "path", .path, .path(get: { $0.storedPath }, set: { $0.storedPath = $1 }),
    invalidates: .display, "The path along which a point-valued key moves; takes precedence over values.")
  static let keyTimes = Property(
    of: KeyframeAnimation.self, "keyTimes", .numbers, list(\.storedKeyTimes), invalidates: .display,
    "The time at which each value is reached, as fractions of the duration from 0 to 1; nil spaces them evenly.")
  static let timingFunctions = Property(
    of: KeyframeAnimation.self, "timingFunctions", .any,
    .value(
      get: { $0.storedTimingFunctions.map { .array($0.map { value($0) }) } ?? .null },
      set: { object, value, row in
        if value.isNone {
          object.storedTimingFunctions = nil
        } else {
          guard case .array(let a) = value else {
            throw LayerError(row, object, ": expected a list of timing functions, got \(value.described)")
          }
          object.storedTimingFunctions = try row.reading(object) {
            try a.map { try timingFunction($0, row.path(object), object.scene.reader()) ?? .linear }
          }
        }
        row.didChange(object)
      }, copy: { $1.storedTimingFunctions = $0.storedTimingFunctions }), invalidates: .display,
    "The timing function of each interval between two values, one fewer than values.")
  static let calculationMode = Property(
    of: KeyframeAnimation.self, "calculationMode", .enumeration(CalculationMode.names),
    .option(
      get: { $0.storedCalculationMode.rawValue },
      set: { $0.storedCalculationMode = CalculationMode(rawValue: $1) ?? .linear }),
    default: .string("linear"), invalidates: .display, "The interpolation between values.")
  static let rotationMode = Property(
    of: KeyframeAnimation.self, "rotationMode", .any, option(\.storedRotationMode, RotationMode.names),
    invalidates: .display, "The rotation of the layer along the path: auto, autoReverse, or nil for none.")
  static let tensionValues = Property(
    of: KeyframeAnimation.self, "tensionValues", .numbers, list(\.storedTensionValues), invalidates: .display,
    "The tension of a cubic curve at each value; 1 makes a corner.")
  static let continuityValues = Property(
    of: KeyframeAnimation.self, "continuityValues", .numbers, list(\.storedContinuityValues), invalidates: .display,
    "The continuity of a cubic curve at each value: how sharply it bends.")
  static let biasValues = Property(
    of: KeyframeAnimation.self, "biasValues", .numbers, list(\.storedBiasValues), invalidates: .display,
    "The bias of a cubic curve at each value: it bends before the value if negative, after it if positive.")

  static var keyframeRows: [Property] {
    [
      keyframeValues, keyframePath, keyTimes, timingFunctions, calculationMode, rotationMode, tensionValues,
      continuityValues, biasValues,
    ]
  }

  // MARK: Springs

  static let mass = Property(
    of: SpringAnimation.self, "mass", .number, .number(get: { $0.storedMass }, set: { $0.storedMass = $1 }),
    default: .number(1), invalidates: [], traits: .positive, "The mass attached to the spring.")
  static let stiffness = Property(
    of: SpringAnimation.self, "stiffness", .number,
    .number(get: { $0.storedStiffness }, set: { $0.storedStiffness = $1 }),
    default: .number(100), invalidates: [], traits: .positive, "The stiffness of the spring.")
  static let damping = Property(
    of: SpringAnimation.self, "damping", .number, .number(get: { $0.storedDamping }, set: { $0.storedDamping = $1 }),
    default: .number(10), range: 0...Double.greatestFiniteMagnitude, invalidates: [],
    "The damping of the swing; at 0 it never settles."
  )
  static let initialVelocity = Property(
    of: SpringAnimation.self, "initialVelocity", .number,
    .number(get: { $0.storedInitialVelocity }, set: { $0.storedInitialVelocity = $1 }), default: .number(0),
    invalidates: [], "The initial velocity toward the target, in full distances from start to target per second.")
  static let allowsOverdamping = Property(
    of: SpringAnimation.self, "allowsOverdamping", .bool,
    .bool(get: { $0.storesOverdamping }, set: { $0.storesOverdamping = $1 }), default: .bool(false), invalidates: [],
    "True if high damping makes the spring overdamped instead of critically damped.")
  static let settlingDuration = Property(
    of: SpringAnimation.self, "settlingDuration", .number, .number(get: { $0.settlingDuration }, set: { _, _ in }),
    invalidates: [], traits: [.readOnly, .derived], "The approximate time until the spring rests, in seconds.")
  static let perceptualDuration = Property(
    of: SpringAnimation.self, "perceptualDuration", .number,
    .value(
      get: { $0.spring.map { .number($0.perceptualDuration) } ?? .null },
      set: { object, value, row in
        guard let v = value.asNumber else { throw row.mismatch(object, value) }
        try object.setSpring(perceptualDuration: v, bounce: object.spring?.bounce ?? 0)
        row.didChange(object)
      }, copy: nil), invalidates: [], traits: .derived,
    "The perceived length of one swing, in seconds; setting it sets stiffness, damping and duration.")
  static let bounce = Property(
    of: SpringAnimation.self, "bounce", .number,
    .value(
      get: { $0.spring.map { .number($0.bounce) } ?? .null },
      set: { object, value, row in
        guard let v = value.asNumber else { throw row.mismatch(object, value) }
        try object.setSpring(perceptualDuration: object.spring?.perceptualDuration ?? 0, bounce: v)
        row.didChange(object)
      }, copy: nil), invalidates: [], traits: .derived,
    "The bounce, from above -1 (overdamped) through 0 (critically damped) to 1 (undamped); setting it sets damping and "
      + "duration."
  )

  static var springRows: [Property] {
    [mass, stiffness, damping, initialVelocity, allowsOverdamping, settlingDuration, perceptualDuration, bounce]
  }

  // MARK: Groups and transitions

  static let groupAnimations = Property(
    of: AnimationGroup.self, "animations", .objects(of: .animation),
    .value(
      get: { $0.storedAnimations.map { .array($0.map { .keyed($0) }) } ?? .null },
      set: { object, value, row in
        if value.isNone {
          object.storedAnimations = nil
        } else {
          guard case .array(let list) = value else { throw row.mismatch(object, value) }
          let members = try list.enumerated().map { i, element -> Animation in
            guard case .keyed(let member) = element, let animation = member as? Animation else {
              throw LayerError(row, object, ": value \(i + 1): expected an animation, got \(element.described)")
            }
            if animation is Transition {
              throw LayerError(row, object, ": value \(i + 1): a transition cannot be in a group")
            }
            if (animation as? AnimationGroup)?.contains(object) ?? false || animation === object {
              throw LayerError(row, object, ": a group cannot be in itself")
            }
            return animation
          }
          if let excess = object.excess(members) { throw excess }
          object.storedAnimations = members
        }
        row.didChange(object)
      }, copy: { $1.storedAnimations = $0.storedAnimations }), invalidates: [],
    "The animations that run in the group's time.")

  static let transitionType = Property(
    of: Transition.self, "type", .enumeration(TransitionType.names),
    .option(get: { $0.storedType.rawValue }, set: { $0.storedType = TransitionType(rawValue: $1) ?? .fade }),
    default: .string("fade"), invalidates: [], "The effect with which the new image replaces the old one.")
  static let transitionSubtype = Property(
    of: Transition.self, "subtype", .any, option(\.storedSubtype, TransitionSubtype.names), invalidates: [],
    "The side from which the moving image enters; nil means fromLeft.")
  static let startProgress = Property(
    of: Transition.self, "startProgress", .number,
    .number(get: { $0.storedStartProgress }, set: { $0.storedStartProgress = $1 }),
    default: .number(0), range: 0...1, invalidates: [], "The progress at which the transition starts.")
  static let endProgress = Property(
    of: Transition.self, "endProgress", .number,
    .number(get: { $0.storedEndProgress }, set: { $0.storedEndProgress = $1 }),
    default: .number(1), range: 0...1, invalidates: [], "The progress at which the transition ends.")
}

extension SpringAnimation {
  /// Sets the mass, stiffness and damping of the spring that has this perceptual duration, in seconds, and bounce.
  func setSpring(perceptualDuration: Double, bounce: Double) throws(LayerError) {
    let spring = try Spring(
      perceptualDuration: perceptualDuration, bounce: bounce, initialVelocity: storedInitialVelocity)
    storedMass = spring.mass
    storedStiffness = spring.stiffness
    storedDamping = spring.damping
    storesOverdamping = true
    timing.duration = spring.settlingDuration
  }
}
