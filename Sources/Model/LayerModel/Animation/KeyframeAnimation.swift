// SPDX-License-Identifier: MIT
import Geometry

/// A straight line of an animated number over the animation's progress, 0…1.
struct NumberLine {
  /// The change per whole progress.
  let slope: Double
  /// The progress between which the line is straight.
  let start: Double
  let end: Double
}

/// The rotation of a layer as it moves along a path.
public enum RotationMode: UInt8, NamedOption {
  case auto, autoReverse

  package static let names = [
    OptionName("auto", "kCAAnimationRotateAuto"), OptionName("autoReverse", "kCAAnimationRotateAutoReverse"),
  ]
}

/// An animation through several values, or along a path: `CAKeyframeAnimation`.
///
/// ```swift
/// let blink = KeyframeAnimation(keyPath: "opacity", values: [1, 0.2, 1], keyTimes: [0, 0.25, 1], duration: 4)
/// blink.timingFunctions = [.easeIn, .easeOut]
/// blink.repeatCount = .infinity
/// try sun.add(blink, forKey: "blink")
/// ```
public final class KeyframeAnimation: PropertyAnimation {
  @exclusivity(unchecked) var storedValues: [PropertyValue]?
  @exclusivity(unchecked) var storedPath: Path?
  @exclusivity(unchecked) var storedKeyTimes: [Double]?
  @exclusivity(unchecked) var storedTimingFunctions: [TimingFunction]?
  @exclusivity(unchecked) var storedCalculationMode = CalculationMode.linear
  @exclusivity(unchecked) var storedRotationMode: RotationMode?
  @exclusivity(unchecked) var storedTensionValues: [Double]?
  @exclusivity(unchecked) var storedContinuityValues: [Double]?
  @exclusivity(unchecked) var storedBiasValues: [Double]?
  /// Created on first use, since an added copy does not change.
  private var keyframes: Keyframes?
  private var motion: MotionPath?

  /// Creates an animation in a scene, without key path and values.
  public convenience init(in scene: Scene) { self.init(in: scene, of: .keyframeAnimation) }

  /// Discards the cached keyframes and motion path.
  override func note(_ row: Property) {
    keyframes = nil
    motion = nil
  }

  override func value(at instant: TimeMap.Instant, over base: PropertyValue, like shape: AnimatedShape) throws
    -> PropertyValue?
  {
    let u = paced(instant.progress)
    let value: PropertyValue
    let last: PropertyValue
    if let motion = try motionPath(for: shape) {
      value = .point(motion.placement(at: u).position)
      last = .point(motion.placement(at: timing.autoreverses ? 0 : 1).position)
    } else {
      let frames = try madeKeyframes(like: shape)
      value = try frames.value(at: u)
      last = try frames.value(at: timing.autoreverses ? 0 : 1)
    }
    guard isStoredCumulative, instant.cycle > 0 else { return value }
    return try last.repeated(instant.cycle).adding(value)
  }

  override func steadyInterval(inside instant: TimeMap.Instant) -> SteadyInterval {
    guard !isStoredCumulative, storedTimingFunction == nil else { return .never }
    // `apply` made the keyframes or the motion.
    let held =
      motion.map { storedRotationMode == nil ? $0.heldInterval(at: instant.progress) : nil }
      ?? keyframes?.heldInterval(at: instant.progress)
    guard let held else { return .never }
    let length = timing.duration
    guard length.isFinite else { return .never }
    return SteadyInterval(
      start: held.start > 0 ? held.start * length : -.infinity, end: held.end < 1 ? held.end * length : .infinity
    ).shrunk(by: 2 * Keyframes.tolerance * length)
  }

  /// Returns the straight line that a number follows at a progress; nil if it follows none. The animation must have
  /// been applied.
  func numberLine(at progress: Double) -> NumberLine? {
    guard storedPath == nil, let keyframes, !keyframes.mode.isCubic, keyframes.mode != .discrete,
      keyframes.values.count > 1
    else { return nil }
    let (i, _) = Keyframes.interval(at: progress, in: keyframes.times)
    guard i + 1 < keyframes.values.count, i >= keyframes.pace.count || keyframes.pace[i].isLinear,
      let from = keyframes.values[i].asNumber, let to = keyframes.values[i + 1].asNumber
    else { return nil }
    let length = keyframes.times[i + 1] - keyframes.times[i]
    guard length > 0 else { return nil }
    let line = NumberLine(slope: (to - from) / length, start: keyframes.times[i], end: keyframes.times[i + 1])
    // A key time counts as reached a billionth of the duration before it (`Keyframes.tolerance`). A steeper line would
    // turn that into more than the margin of a steady interval.
    return abs(line.slope) < SteadyInterval.margin / 4 / Keyframes.tolerance ? line : nil
  }

  override func blend(
    at instant: TimeMap.Instant, over base: PropertyValue, like shape: AnimatedShape
  ) throws -> (from: PropertyValue, to: PropertyValue, part: Double)? {
    guard storedPath == nil else { return nil }
    return try madeKeyframes(like: shape).neighbours(at: paced(instant.progress))
  }

  override func apply(at time: LocalTime, to find: (String) throws -> (Layer, String)?) throws {
    try super.apply(at: time, to: find)
    let instant = timing.instant(at: time)
    // The path is known once a value along it was shown.
    guard let mode = storedRotationMode, instant.isEffective, let motion, let whole = storedKeyPath,
      let target = try find(whole)?.0
    else { return }
    let angle = motion.placement(at: paced(instant.progress)).angle + (mode == .autoReverse ? .pi : 0)
    try target.show(.transform(Transform3D.rotation(angle).concat(target.transformMatrix)), forKeyPath: "transform")
  }

  /// Returns the path to move along; nil if there is none, or the key takes no points.
  private func motionPath(for shape: AnimatedShape) throws -> MotionPath? {
    guard let path = storedPath, shape.takesPoints else { return nil }
    if let motion { return motion }
    let made = try MotionPath(
      path, keyTimes: storedKeyTimes, timingFunctions: storedTimingFunctions ?? [], mode: storedCalculationMode)
    motion = made
    return made
  }

  /// Returns the times of the values, or of the path's segments, 0…1.
  func times(like shape: AnimatedShape) throws -> [Double] {
    try motionPath(for: shape)?.times ?? madeKeyframes(like: shape).times
  }

  private func madeKeyframes(like shape: AnimatedShape) throws -> Keyframes {
    if let keyframes { return keyframes }
    var rounds = 0
    let values = try (storedValues ?? []).map { value in
      rounds += 1
      if rounds & 1023 == 0 { try scene.account.checkEnd(className) }
      return shape.formed(value)
    }
    let made = try Keyframes(
      values: values, keyTimes: storedKeyTimes, timingFunctions: storedTimingFunctions ?? [],
      mode: storedCalculationMode, tensions: storedTensionValues ?? [], continuities: storedContinuityValues ?? [],
      biases: storedBiasValues ?? [])
    keyframes = made
    return made
  }

  override func problem(for layer: Layer) -> LayerError? {
    if let problem = super.problem(for: layer) { return problem }
    do {
      let path = storedKeyPath ?? ""
      let base = try layer.value(forKeyPath: path)
      let shape = AnimatedShape(layer, path, base)
      var remark: String?
      if let motion = try motionPath(for: shape) {
        remark = motion.remark
      } else {
        if storedPath != nil, storedValues?.isEmpty ?? true {
          let kind = base.isNull ? "" : ": it is \(base.described)"
          return LayerError(
            "\(className).path: a path gives points, and \(path) takes none\(kind); set values, or animate a key such "
              + "as position")
        }
        let frames = try madeKeyframes(like: shape)
        remark = frames.remark
        if storedPath != nil {
          remark =
            "its path is ignored, since \(path) takes no points; the values are used"
            + (remark.map { "; \($0)" } ?? "")
        }
        for (i, value) in frames.values.enumerated() {
          if i & 1023 == 1023 { try scene.account.checkEnd(className) }
          try check(value, of: "values", on: layer, like: shape)
        }
        // Reports neighbours that cannot be interpolated now, not in the middle of a render.
        if storedCalculationMode != .discrete {
          for (i, (a, b)) in zip(frames.values, frames.values.dropFirst()).enumerated() {
            if i & 1023 == 1023 { try scene.account.checkEnd(className) }
            _ = try a.interpolated(to: b, at: 0.5)
          }
        }
        if storedRotationMode != nil {
          scene.warn(.rotationMode, "\(className).rotationMode has an effect only along a path", onceFor: "\(serial)")
        }
      }
      if let remark { scene.warn(.keyframes, "\(className) of \(path): \(remark)", onceFor: "\(serial)") }
      return nil
    } catch let error as LayerError where !error.isOfServices {
      return error
    } catch { return LayerError("\(className): \(error)") }
  }
}

extension KeyedClass {
  /// The class of `KeyframeAnimation`.
  public static let keyframeAnimation = KeyedClass(
    .keyframeAnimation, "KeyframeAnimation", KeyframeAnimation.self, superclass: .propertyAnimation,
    rows: Property.keyframeRows)
}
