// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Numbers
import Timing

/// An object that is notified when an animation starts and ends: `CAAnimationDelegate`. Only the functions in `hooks`
/// are called.
///
/// ```swift
/// final class Watcher: AnimationDelegate {
///   let hooks: AnimationHooks = [.didStart, .didStop]
///   func animationDidStart(_ animation: Animation) { print("started") }
///   func animationDidStop(_ animation: Animation, finished: Bool) { print(finished ? "ended" : "removed") }
/// }
/// let rise = BasicAnimation(keyPath: "position.y", from: 160, to: 40, duration: 2)
/// rise.delegate = Watcher()
/// try sun.add(rise, forKey: "rise")
/// try scene.advance(to: 3)
/// ```
public protocol AnimationDelegate: AnyObject {
  /// The functions that the delegate implements.
  var hooks: AnimationHooks { get }
  /// Called when the active phase begins.
  func animationDidStart(_ animation: Animation) throws
  /// Called when the animation ends or is removed.
  ///
  /// - Parameter finished: false if it was removed before its end.
  func animationDidStop(_ animation: Animation, finished: Bool) throws
}

extension AnimationDelegate {
  public func animationDidStart(_ animation: Animation) throws {}
  public func animationDidStop(_ animation: Animation, finished: Bool) throws {}
}

/// The hooks that an animation's delegate implements.
///
/// ```swift
/// final class Ending: AnimationDelegate {
///   let hooks: AnimationHooks = [.didStop]
///   func animationDidStop(_ animation: Animation, finished: Bool) { print("over") }
/// }
/// ```
public struct AnimationHooks: OptionSet, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// The delegate implements `animationDidStart`.
  public static let didStart = AnimationHooks(rawValue: 1)
  /// The delegate implements `animationDidStop`.
  public static let didStop = AnimationHooks(rawValue: 2)
}

/// A change of a layer's values over time that does not change the layer itself: Core Animation's `CAAnimation`.
///
/// Abstract. An animation does nothing until a copy of it is added to a layer.
///
/// ```swift
/// let rise = BasicAnimation(keyPath: "position.y", from: 160, to: 40, duration: 2)
/// rise.beginTime = 0.5
/// rise.repeatCount = 3
/// rise.autoreverses = true
/// rise.fillMode = .backwards  // it shows its first value before it begins
/// try sun.add(rise, forKey: "rise")
/// try sun.presentation(at: 1).position.y
/// ```
public class Animation: KeyedObject {
  @exclusivity(unchecked) final var timing = TimeMap()
  @exclusivity(unchecked) final var storedTimingFunction: TimingFunction?
  @exclusivity(unchecked) final var isStoredRemovedOnCompletion = true
  /// The delegate, held strongly, unlike a layer's.
  @exclusivity(unchecked) final var storedDelegate: AnyObject?

  public required init(in scene: Scene, of keyedClass: KeyedClass) {
    super.init(in: scene, of: keyedClass)
    scene.budget.objectAppeared()
  }

  deinit { scene.budget.objectVanished() }

  override var frozenError: LayerError {
    LayerError(
      "\(className): the animation on the layer is a read-only copy; change your own animation and add it again"
    )
  }

  /// The object that is notified of the start and the end. It is held strongly, unlike a layer's delegate.
  public final var delegate: (any AnimationDelegate)? {
    get { storedDelegate as? any AnimationDelegate }
    set { storedDelegate = newValue }
  }

  /// The time at which the animation finally ends, in seconds of the parent's time; infinite if it never ends.
  public final var endTime: Double { timing.endTime }

  /// The time at which the first cycle is over, with its reversal, in seconds of the parent's time.
  package final var firstCycleEnd: Double {
    timing.speed == 0 ? timing.beginTime : timing.startTime + timing.cycleDuration / abs(timing.speed)
  }

  /// The time at which the active phase begins, in seconds of the parent's time.
  final var startTime: Double { timing.startTime }

  /// Sets the animation's values at one instant on copies of the animated objects.
  ///
  /// - Parameters:
  ///   - time: the local time of the animation's layer or group.
  ///   - find: returns the copy that a key path refers to, and the path from there; nil if it must not be changed.
  /// - Throws: `LayerError` for endpoints that do not fit each other or the key.
  func apply(at time: LocalTime, to find: (String) throws -> (Layer, String)?) throws {}

  /// Returns the interval of the parent's time, around a time, in which `apply` sets the same values.
  final func steadyInterval(at time: LocalTime) -> SteadyInterval {
    let instant = timing.instant(at: time)
    return timing.steadyInterval(at: time, instant) { steadyInterval(inside: instant) }
  }

  /// Returns the interval of the animation's own time, 0…`duration`, around an instant of its active phase in which it
  /// sets the same values.
  func steadyInterval(inside instant: TimeMap.Instant) -> SteadyInterval { .never }

  /// Returns the first violated rule between the animation's values, or nil. An animation that cannot run is rejected
  /// when it is added.
  func problem(for layer: Layer) -> LayerError? {
    // Both infinite mean one thing.
    if timing.repeatCount > 0, timing.repeatDuration > 0,
      timing.repeatCount.isFinite || timing.repeatDuration.isFinite
    {
      scene.warn(
        .repeatTwice, "\(className): both repeatCount and repeatDuration are set; repeatDuration is used",
        onceFor: "\(serial)")
    }
    return nil
  }

  /// Returns the progress after applying the animation's own timing function.
  final func paced(_ progress: Double) -> Double { storedTimingFunction?(progress) ?? progress }
}

/// An animation of one key path: `CAPropertyAnimation`. Abstract.
///
/// ```swift
/// let nudge = BasicAnimation(keyPath: "position.x", from: 0, to: 12, duration: 0.5)
/// nudge.isAdditive = true
/// nudge.isCumulative = true
/// nudge.repeatCount = 4
/// try sun.add(nudge)
/// ```
public class PropertyAnimation: Animation {
  @exclusivity(unchecked) final var storedKeyPath: String?
  @exclusivity(unchecked) final var isStoredAdditive = false
  @exclusivity(unchecked) final var isStoredCumulative = false
  @exclusivity(unchecked) final var storedValueFunction: ValueFunction?

  /// Returns the value shown at an instant, given the layer's value without the animation; nil leaves that value.
  func value(at instant: TimeMap.Instant, over base: PropertyValue, like shape: AnimatedShape) throws -> PropertyValue?
  { nil }

  /// Returns two values and the progress from the first to the second, for kinds without intermediate values.
  func blend(at instant: TimeMap.Instant, over base: PropertyValue, like shape: AnimatedShape) throws
    -> (from: PropertyValue, to: PropertyValue, part: Double)?
  { nil }

  override func apply(at time: LocalTime, to find: (String) throws -> (Layer, String)?) throws {
    let instant = timing.instant(at: time)
    guard instant.isEffective, let whole = storedKeyPath, let (target, path) = try find(whole),
      !target.lacksFilter(ofKeyPath: path)
    else { return }
    do {
      let base = try target.shownValue(forKeyPath: path)
      let shape = AnimatedShape(target, path, base)
      if path == "contents" {
        // The value is the nearer image; `fade` makes the rendering show both.
        target.extra.value.fade = nil
        if let (from, to, part) = try blend(at: instant, over: base, like: shape), part > 0, part < 1 {
          let (a, b) = (try target.image(of: from), try target.image(of: to))
          if a !== b { target.extra.value.fade = ContentsFade(from: a, to: b, part: part) }
        }
      }
      guard var new = try value(at: instant, over: base, like: shape) else { return }
      if let function = storedValueFunction {
        let matrix = try function.transform(of: new)
        new = isStoredAdditive ? try base.adding(.transform(matrix)) : .transform(matrix)
      } else if isStoredAdditive {
        new = try base.adding(new)
      }
      // A sum or an overshoot that is not finite is clamped to the largest number, like one outside the key's range.
      if !new.isFinite { new = new.finite(or: base) }
      if path == "contentsTime" { target.extra.value.contentsTimeIsEnd = instant.isEnd }
      do { try target.show(new, forKeyPath: path) } catch let error as LayerError where error.isOfOneValue {
        target.state.insert(.isUnshown)
        target.warnOfFrame(path, "\(target.model.label): \(error.message)")
      }
    } catch let error as LayerError where !error.isOfServices {
      if error.isOfOneValue {
        return target.warnOfFrame(
          path, "\(target.model.label): \(className) of \(path): \(error.message)", "it is left out")
      }
      throw LayerError(error.kind, "\(target.model.label): \(className) of \(path): \(error.message)")
    }
  }

  override func problem(for layer: Layer) -> LayerError? {
    if let problem = super.problem(for: layer) { return problem }
    guard let path = storedKeyPath, !path.isEmpty else {
      return LayerError(
        "\(className).keyPath: expected a key path such as \"opacity\" or \"transform.rotation.z\", got nil")
    }
    let head = path.prefix { $0 != "." }
    if head == "frame" {
      return LayerError("\(className).keyPath: frame is derived and cannot be animated; animate bounds and position")
    }
    if let problem = unknownKey(path, of: layer) { return problem }
    do {
      _ = try layer.value(forKeyPath: path)
      let (target, rest) = try layer.layerPlace(ofKeyPath: path)
      try target.checkIsAnimated(keyPath: rest)
      return target === layer ? nil : unknownKey(rest, of: target)
    } catch let error as LayerError {
      return LayerError("\(className).keyPath \"\(path)\": \(error.message)")
    } catch { return LayerError("\(className).keyPath \"\(path)\": \(error)") }
  }

  /// Returns the error for a path whose first key a layer does not have; nil if it has. Any word can be a custom key,
  /// so a wrong name is found only by its likely meaning.
  private func unknownKey(_ path: String, of layer: Layer) -> LayerError? {
    let head = String(path.prefix { $0 != "." })
    let keyedClass = layer.keyedClass
    guard keyedClass.property(head) == nil, layer.ownValues[head] == nil else { return nil }
    let instead =
      keyedClass.property(alias: head).map { "write \($0.name)" }
      ?? keyedClass.wordInstead(of: head, for: scene.reader(about: self))
      ?? "declare it in a subclass' defaults, or set it before it is animated"
    return LayerError("\(className).keyPath: \(layer.className) has no key \(head); \(instead)")
  }
}

extension PropertyAnimation {
  /// Checks that the key path accepts a value of this animation, on a copy of the target layer.
  ///
  /// - Parameters:
  ///   - name: the key that holds the value.
  ///   - shape: the shape of the key path at the layer.
  /// - Throws: `LayerError` that names the key; errors of the services if the value names a file.
  final func check(_ value: PropertyValue, of name: String, on layer: Layer, like shape: AnimatedShape) throws {
    guard !value.isNull, let path = storedKeyPath else { return }
    do {
      if let function = storedValueFunction {
        _ = try function.transform(of: value)
        return
      }
      let formed = shape.formed(value)
      if shape.surelyTakes(formed) { return }
      let (target, rest) = try layer.layerPlace(ofKeyPath: path)
      // While the animation runs, decreasing numbers are raised; in its ends they are an error.
      if let row = target.keyedClass.property(rest), row.traits.contains(.sorted), case .array(let list) = formed,
        let numbers = formed.numbers(list.count)
      {
        _ = try row.checked(numbers, target)
      }
      let count = scene.changeCount
      let serial = scene.borrowedSerial
      scene.borrowedSerial = target.serial
      defer { (scene.borrowedSerial, scene.changeCount) = (serial, count) }
      let copy = try target.copyAlone()
      copy.state.insert(.silent)
      copy.clearFlags()
      try scene.withoutActions { try copy.show(formed, forKeyPath: rest) }
    } catch let error as LayerError where !error.isOfServices {
      throw LayerError(error.kind, "\(className).\(name): \(error.message)")
    }
  }
}

/// The type of a key path's values, so that {1, 2} can stand for a point and "red" for a colour.
struct AnimatedShape {
  private let row: Property?
  private let base: PropertyValue
  /// True for the translation of a transform, which reads as a size and takes points too.
  private let isTranslation: Bool

  init(_ layer: KeyedObject, _ path: String, _ base: PropertyValue) {
    isTranslation = path.hasSuffix(".translation")
    row = path.utf8.contains(UInt8(ascii: ".")) ? nil : layer.keyedClass.property(path)
    self.base = base
  }

  /// Returns the value converted to the key's type, or unchanged if no conversion applies.
  func formed(_ value: PropertyValue) -> PropertyValue {
    switch row?.kind {
    case .point: return value.asPoint.map { .point($0) } ?? value
    case .size: return value.asSize.map { .size($0) } ?? value
    case .rect: return value.asRect.map { .rect($0) } ?? value
    case .transform: return value.asTransform.map { .transform($0) } ?? value
    case .affineTransform: return value.asAffine.map { .transform(Transform3D($0)) } ?? value
    case .color, .colorOrPattern: return value.isNone ? .null : value.asColor.map { .color($0) } ?? value
    case .image: return value.isNone ? .null : value
    case .path:
      if case .string(let s) = value, let path = try? Path(svg: s) { return .path(path) }
      return value
    case .colors:
      guard case .array(let a) = value else { return value }
      return .array(a.map { element in element.asColor.map { .color($0) } ?? element })
    default: break
    }
    switch base {
    case .point: return value.asPoint.map { .point($0) } ?? value
    case .size: return value.asSize.map { .size($0) } ?? value
    case .rect: return value.asRect.map { .rect($0) } ?? value
    case .transform: return value.asTransform.map { .transform($0) } ?? value
    case .color: return value.isNone ? .null : value.asColor.map { .color($0) } ?? value
    default: return value
    }
  }

  /// True if the key's values are points, so that they can move along a path. A custom key without a value takes them.
  var takesPoints: Bool {
    switch (row?.kind, base) {
    case (.point, _), (nil, .point), (.any, .point), (.any, .null): true
    case (nil, .size): isTranslation
    default: false
    }
  }

  /// True if a converted value is of exactly the key's kind. Values of other kinds may still be accepted.
  func surelyTakes(_ value: PropertyValue) -> Bool {
    switch (row?.kind, value) {
    case (.number, .number), (.point, .point), (.size, .size), (.rect, .rect), (.transform, .transform),
      (.color, .color),
      (.colorOrPattern, .color), (.bool, .bool), (.path, .path):
      true
    case (nil, .number): if case .number = base { true } else { false }
    default: false
    }
  }

  /// Returns the zero value of the base's kind, from which additive animations start.
  func zero(like value: PropertyValue) -> PropertyValue { base.zero ?? value.zero ?? .null }
}

/// A function that turns numbers into transforms: `CAValueFunction`.
public enum ValueFunction: UInt8, NamedOption {
  case rotateX, rotateY, rotateZ, scaleX, scaleY, scaleZ, scale, translateX, translateY, translateZ, translate

  package static let names = [
    OptionName("rotateX", "kCAValueFunctionRotateX"), OptionName("rotateY", "kCAValueFunctionRotateY"),
    OptionName("rotateZ", "kCAValueFunctionRotateZ"), OptionName("scaleX", "kCAValueFunctionScaleX"),
    OptionName("scaleY", "kCAValueFunctionScaleY"), OptionName("scaleZ", "kCAValueFunctionScaleZ"),
    OptionName("scale", "kCAValueFunctionScale"), OptionName("translateX", "kCAValueFunctionTranslateX"),
    OptionName("translateY", "kCAValueFunctionTranslateY"), OptionName("translateZ", "kCAValueFunctionTranslateZ"),
    OptionName("translate", "kCAValueFunctionTranslate"),
  ]

  /// The number of arguments: 3 for scale and translate, else 1.
  public var count: Int { self == .scale || self == .translate ? 3 : 1 }

  /// The neutral argument: 1 for scales, 0 for the others.
  var identity: PropertyValue {
    switch self {
    case .scaleX, .scaleY, .scaleZ: .number(1)
    case .scale: .array([.number(1), .number(1), .number(1)])
    case .translate: .array([.number(0), .number(0), .number(0)])
    case .rotateX, .rotateY, .rotateZ, .translateX, .translateY, .translateZ: .number(0)
    }
  }

  /// Returns the transform for a number, or for three numbers with scale and translate.
  ///
  /// - Throws: `LayerError` if the value is not a number, or not three for scale and translate.
  func transform(of value: PropertyValue) throws(LayerError) -> Transform3D {
    let numbers: [Double]? = if let n = value.asNumber { [n] } else { value.numbers(3) }
    guard let n = numbers, n.count == count else {
      throw LayerError(
        "valueFunction \(optionName.raw) takes \(count == 1 ? "a number" : "three numbers such as {1, 1, 1}"), got "
          + "\(value.described)"
      )
    }
    return switch self {
    case .rotateX: .rotation(n[0], x: 1, y: 0, z: 0)
    case .rotateY: .rotation(n[0], x: 0, y: 1, z: 0)
    case .rotateZ: .rotation(n[0], x: 0, y: 0, z: 1)
    case .scaleX: .scale(n[0], 1, 1)
    case .scaleY: .scale(1, n[0], 1)
    case .scaleZ: .scale(1, 1, n[0])
    case .scale: .scale(n[0], n[1], n[2])
    case .translateX: .translation(n[0], 0, 0)
    case .translateY: .translation(0, n[0], 0)
    case .translateZ: .translation(0, 0, n[0])
    case .translate: .translation(n[0], n[1], n[2])
    }
  }
}

extension KeyedClass {
  /// The class of `Animation`.
  public static let animation = KeyedClass(
    .animation, "Animation", Animation.self, superclass: nil,
    rows: Property.animationRows, isAbstract: true)
}

extension KeyedClass {
  /// The class of `PropertyAnimation`.
  public static let propertyAnimation = KeyedClass(
    .propertyAnimation, "PropertyAnimation", PropertyAnimation.self, superclass: .animation,
    rows: [Property.keyPath, Property.additive, Property.cumulative, Property.valueFunction], isAbstract: true)
}
