// SPDX-License-Identifier: MIT
import Geometry

// Animations that are made without a scene. A layer takes a copy of an animation in any case.

extension BasicAnimation {
  /// An animation of a key path, without its values.
  ///
  /// - Parameters:
  ///   - duration: the length of one cycle in seconds; 0 becomes the transaction's.
  ///   - timing: the pace; nil is the transaction's, or else linear.
  public convenience init(keyPath: String, duration: Double = 0, timing: TimingFunction? = nil) {
    self.init(in: .ofOneObject(), of: Self.builtInClass)
    self.keyPath = keyPath
    if duration != 0 { self.duration = duration }
    if let timing { timingFunction = timing }
  }

  /// An animation of a key path from one value to another.
  ///
  /// ```swift
  /// try sun.add(BasicAnimation(keyPath: "position.y", from: 160, to: 40, duration: 2), forKey: "rise")
  /// ```
  /// - Parameters:
  ///   - duration: the length of one cycle in seconds; 0 becomes the transaction's.
  ///   - timing: the pace; nil is the transaction's, or else linear.
  public convenience init<Value: PropertyValueConvertible>(
    keyPath: String, from: Value, to: Value, duration: Double = 0, timing: TimingFunction? = nil
  ) {
    self.init(keyPath: keyPath, duration: duration, timing: timing)
    set(.fromValue, from)
    set(.toValue, to)
  }

  /// An animation of a key path from a value to the layer's own.
  public convenience init<Value: PropertyValueConvertible>(
    keyPath: String, from: Value, duration: Double = 0, timing: TimingFunction? = nil
  ) {
    self.init(keyPath: keyPath, duration: duration, timing: timing)
    set(.fromValue, from)
  }

  /// An animation of a key path from the layer's value to another.
  public convenience init<Value: PropertyValueConvertible>(
    keyPath: String, to: Value, duration: Double = 0, timing: TimingFunction? = nil
  ) {
    self.init(keyPath: keyPath, duration: duration, timing: timing)
    set(.toValue, to)
  }

  /// An animation of a key path from the layer's value by a difference.
  public convenience init<Value: PropertyValueConvertible>(
    keyPath: String, by: Value, duration: Double = 0, timing: TimingFunction? = nil
  ) {
    self.init(keyPath: keyPath, duration: duration, timing: timing)
    set(.byValue, by)
  }

  private func set(_ row: Property, _ value: some PropertyValueConvertible) {
    attempt { try row.setValue(self, try value.propertyValue) }
  }
}

extension SpringAnimation {
  /// A spring between two values by its look, which gives the duration too.
  ///
  /// - Parameters:
  ///   - perceptualDuration: the time that one swing seems to take, in seconds above 0.
  ///   - bounce: from above −1 (creeps) through 0 (just rests) to 1 (for ever).
  public convenience init<Value: PropertyValueConvertible>(
    keyPath: String, from: Value, to: Value, perceptualDuration: Double, bounce: Double = 0
  ) {
    self.init(keyPath: keyPath, from: from, to: to)
    assignSpring(perceptualDuration, bounce)
  }

  /// A spring from the layer's value to another by its look.
  public convenience init<Value: PropertyValueConvertible>(
    keyPath: String, to: Value, perceptualDuration: Double, bounce: Double = 0
  ) {
    self.init(keyPath: keyPath, to: to)
    assignSpring(perceptualDuration, bounce)
  }

  private func assignSpring(_ perceptualDuration: Double, _ bounce: Double) {
    attempt { try setSpring(perceptualDuration: perceptualDuration, bounce: bounce) }
  }
}

extension KeyframeAnimation {
  /// An animation of a key path through several values.
  ///
  /// - Parameters:
  ///   - keyTimes: the time at which each value is reached, as parts of the duration from 0 to 1; nil spreads them
  ///     evenly.
  ///   - duration: the length of one cycle in seconds; 0 becomes the transaction's.
  ///   - mode: the way from value to value.
  public convenience init<Value: PropertyValueConvertible>(
    keyPath: String, values: [Value], keyTimes: [Double]? = nil, duration: Double = 0, mode: CalculationMode = .linear
  ) {
    self.init(in: .ofOneObject(), of: .keyframeAnimation)
    self.keyPath = keyPath
    attempt { try Property.keyframeValues.setValue(self, .array(try values.map { try $0.propertyValue })) }
    if let keyTimes { self.keyTimes = keyTimes }
    if duration != 0 { self.duration = duration }
    if mode != .linear { calculationMode = mode }
  }

  /// An animation of a point, such as `position`, along a path.
  ///
  /// - Parameters:
  ///   - duration: the length of one cycle in seconds; 0 becomes the transaction's.
  ///   - mode: the way along the path; `paced` keeps one speed.
  ///   - rotation: whether the layer turns along the path.
  public convenience init(
    keyPath: String, path: Path, duration: Double = 0, mode: CalculationMode = .linear, rotation: RotationMode? = nil
  ) {
    self.init(in: .ofOneObject(), of: .keyframeAnimation)
    self.keyPath = keyPath
    self.path = path
    if duration != 0 { self.duration = duration }
    if mode != .linear { calculationMode = mode }
    if let rotation { rotationMode = rotation }
  }
}

extension AnimationGroup {
  /// Animations that run together.
  ///
  /// - Parameter duration: in seconds; 0 becomes the transaction's.
  public convenience init(_ animations: [Animation], duration: Double = 0) {
    self.init(in: .ofOneObject(), of: .animationGroup)
    self.animations = animations
    if duration != 0 { self.duration = duration }
  }
}

extension Transition {
  /// A transition from a layer's old look to its new one.
  ///
  /// - Parameter duration: in seconds; 0 becomes the transaction's.
  public convenience init(_ type: TransitionType, from subtype: TransitionSubtype? = nil, duration: Double = 0) {
    self.init(in: .ofOneObject(), of: .transition)
    self.type = type
    if let subtype { self.subtype = subtype }
    if duration != 0 { self.duration = duration }
  }
}
