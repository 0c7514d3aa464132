// SPDX-License-Identifier: MIT
import Geometry

// Initialisers of animations without a scene. A layer always takes a copy of an animation.

extension BasicAnimation {
  /// Creates an animation of a key path without values.
  ///
  /// ```swift
  /// let fade = BasicAnimation(keyPath: "opacity", duration: 1, timing: .easeOut)
  /// fade.fromValue = 0
  /// fade.toValue = 1
  /// ```
  ///
  /// - Parameters:
  ///   - duration: the length of one cycle in seconds; 0 stands for the transaction's.
  ///   - timing: the timing function; nil stands for the transaction's, or linear if it has none.
  public convenience init(keyPath: String, duration: Double = 0, timing: TimingFunction? = nil) {
    self.init(in: .ofOneObject(), of: Self.builtInClass)
    self.keyPath = keyPath
    if duration != 0 { self.duration = duration }
    if let timing { timingFunction = timing }
  }

  /// Creates an animation of a key path from one value to another.
  ///
  /// ```swift
  /// try sun.add(BasicAnimation(keyPath: "position.y", from: 160, to: 40, duration: 2), forKey: "rise")
  /// ```
  /// - Parameters:
  ///   - duration: the length of one cycle in seconds; 0 stands for the transaction's.
  ///   - timing: the timing function; nil stands for the transaction's, or linear if it has none.
  public convenience init<Value: PropertyValueConvertible>(
    keyPath: String, from: Value, to: Value, duration: Double = 0, timing: TimingFunction? = nil
  ) {
    self.init(keyPath: keyPath, duration: duration, timing: timing)
    set(.fromValue, from)
    set(.toValue, to)
  }

  /// Creates an animation of a key path from a value to the layer's own value.
  ///
  /// ```swift
  /// // The sun rises from below to the place that it has.
  /// try sun.add(BasicAnimation(keyPath: "position.y", from: 160, duration: 2))
  /// ```
  public convenience init<Value: PropertyValueConvertible>(
    keyPath: String, from: Value, duration: Double = 0, timing: TimingFunction? = nil
  ) {
    self.init(keyPath: keyPath, duration: duration, timing: timing)
    set(.fromValue, from)
  }

  /// Creates an animation of a key path from the layer's value to another.
  ///
  /// ```swift
  /// try sun.add(BasicAnimation(keyPath: "backgroundColor", to: Color.orange, duration: 1))
  /// ```
  public convenience init<Value: PropertyValueConvertible>(
    keyPath: String, to: Value, duration: Double = 0, timing: TimingFunction? = nil
  ) {
    self.init(keyPath: keyPath, duration: duration, timing: timing)
    set(.toValue, to)
  }

  /// Creates an animation of a key path that adds a difference to the layer's value.
  ///
  /// ```swift
  /// try sun.add(BasicAnimation(keyPath: "position", by: Point(0, -40), duration: 1, timing: .easeOut))
  /// ```
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
  /// Creates a spring between two values from its perceptual duration and bounce, which also determine the duration.
  ///
  /// ```swift
  /// try sun.add(SpringAnimation(keyPath: "position.x", from: 0, to: 100, perceptualDuration: 0.4, bounce: 0.2))
  /// ```
  ///
  /// - Parameters:
  ///   - perceptualDuration: the perceived length of one swing, in seconds above 0.
  ///   - bounce: above −1 (overdamped) through 0 (critically damped) to 1 (undamped, never settles).
  public convenience init<Value: PropertyValueConvertible>(
    keyPath: String, from: Value, to: Value, perceptualDuration: Double, bounce: Double = 0
  ) {
    self.init(keyPath: keyPath, from: from, to: to)
    assignSpring(perceptualDuration, bounce)
  }

  /// Creates a spring from the layer's value to another, from its perceptual duration and bounce.
  ///
  /// ```swift
  /// try sun.add(SpringAnimation(keyPath: "transform.scale", to: 1.2, perceptualDuration: 0.5, bounce: 0.3))
  /// ```
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
  /// Creates an animation of a key path through several values.
  ///
  /// ```swift
  /// let colors: [Color] = [.red, .yellow, .green]
  /// try sun.add(KeyframeAnimation(keyPath: "backgroundColor", values: colors, duration: 3, mode: .discrete))
  /// ```
  ///
  /// - Parameters:
  ///   - keyTimes: the time at which each value is reached, as fractions of the duration from 0 to 1; nil spaces them
  ///     evenly.
  ///   - duration: the length of one cycle in seconds; 0 stands for the transaction's.
  ///   - mode: the interpolation between values.
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

  /// Creates an animation of a point, such as `position`, along a path.
  ///
  /// ```swift
  /// let curve = try Path(svg: "M0 100 Q100 0 200 100")
  /// try sun.add(KeyframeAnimation(keyPath: "position", path: curve, duration: 2, mode: .paced, rotation: .auto))
  /// ```
  ///
  /// - Parameters:
  ///   - duration: the length of one cycle in seconds; 0 stands for the transaction's.
  ///   - mode: the motion along the path; `paced` keeps a constant speed.
  ///   - rotation: the rotation of the layer along the path; nil for none.
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
  /// Creates a group of animations that run together.
  ///
  /// ```swift
  /// let rise = BasicAnimation(keyPath: "position.y", from: 160, to: 40, duration: 2)
  /// try sun.add(AnimationGroup([rise], duration: 1.5), forKey: "dawn")  // cut off after 1.5 seconds
  /// ```
  ///
  /// - Parameter duration: in seconds; 0 stands for the transaction's.
  public convenience init(_ animations: [Animation], duration: Double = 0) {
    self.init(in: .ofOneObject(), of: .animationGroup)
    self.animations = animations
    if duration != 0 { self.duration = duration }
  }
}

extension Transition {
  /// Creates a transition from a layer's old appearance to its new one.
  ///
  /// ```swift
  /// try photo.add(Transition(.reveal, from: .fromTop, duration: 1))
  /// photo.backgroundColor = .orange
  /// ```
  ///
  /// - Parameter duration: in seconds; 0 stands for the transaction's.
  public convenience init(_ type: TransitionType, from subtype: TransitionSubtype? = nil, duration: Double = 0) {
    self.init(in: .ofOneObject(), of: .transition)
    self.type = type
    if let subtype { self.subtype = subtype }
    if duration != 0 { self.duration = duration }
  }
}
