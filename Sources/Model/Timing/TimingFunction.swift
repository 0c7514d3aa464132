// SPDX-License-Identifier: MIT
import Geometry
import Messages

/// A timing function: maps the fraction of time, 0…1, to progress. Core Animation's `CAMediaTimingFunction` is a cubic
/// Bézier curve from (0, 0) to (1, 1); here it may also be a named easing function, CSS's `steps()` or `linear()`.
///
/// ```swift
/// try scene.transaction(duration: 0.4, timing: .easeOut) { sun.position = Point(100, 60) }
/// // A curve of its own, by its two control points.
/// let rise = BasicAnimation(keyPath: "position.y", from: 160, duration: 2)
/// try rise.setValue([0.3, 0, 0.6, 1.4], forKey: "timingFunction")
/// let fall = BasicAnimation(keyPath: "position.y", to: 160, duration: 1, timing: .easing(.bounce, .out))
/// ```
public struct TimingFunction: Hashable, Sendable {
  package let form: Form

  package enum Form: Hashable, Sendable {
    case cubic(Point, Point)
    case easing(Easing)
    case steps(StepFunction)
    case pieces(PiecewiseFunction)
  }

  package init(_ form: Form) { self.form = form }

  private init(_ control1: Point, _ control2: Point) { form = .cubic(control1, control2) }

  /// The first control point of a cubic curve. Its x is within 0…1; its y may overshoot. nil for other functions.
  public var control1: Point? { if case .cubic(let point, _) = form { point } else { nil } }
  /// The second control point of a cubic curve. Its x is within 0…1; its y may overshoot. nil for other functions.
  public var control2: Point? { if case .cubic(_, let point) = form { point } else { nil } }

  /// - Throws: `LayerError` if an x is outside 0…1, where the curve would not be a function of time, or if a number is
  ///   not finite.
  package init(controlPoints control1: Point, _ control2: Point) throws(LayerError) {
    for (name, x) in [("c1x", control1.x), ("c2x", control2.x)] where !(x >= 0 && x <= 1) {
      throw LayerError(
        "timingFunction: \(name) must lie between 0 and 1, since time does not run backward, got number "
          + "\(numberText(x))"
      )
    }
    for (name, y) in [("c1y", control1.y), ("c2y", control2.y)] where !y.isFinite {
      throw LayerError("timingFunction: \(name) must be a finite number, got number \(numberText(y))")
    }
    self.init(control1, control2)
  }

  /// Constant speed.
  public static let linear = TimingFunction(Point(0, 0), Point(1, 1))
  /// Begins slowly.
  public static let easeIn = TimingFunction(Point(0.42, 0), Point(1, 1))
  /// Ends slowly.
  public static let easeOut = TimingFunction(Point(0, 0), Point(0.58, 1))
  /// Begins and ends slowly.
  public static let easeInEaseOut = TimingFunction(Point(0.42, 0), Point(0.58, 1))
  /// The timing function of implicit animations.
  public static let `default` = TimingFunction(Point(0.25, 0.1), Point(0.25, 1))

  /// Returns a named easing function, such as `elasticOut`.
  ///
  /// ```swift
  /// TimingFunction.easing(.cubic, .out)(0.5)  // 0.875
  /// ```
  public static func easing(_ family: Easing.Family, _ part: Easing.Part) -> TimingFunction {
    TimingFunction(.easing(Easing(family, part)))
  }

  /// Returns the progress at a fraction of time; the fraction is clamped to 0…1.
  ///
  /// Solves x(σ) = time of a cubic curve by Newton's method kept inside a shrinking bracket, to within 1e-12.
  ///
  /// ```swift
  /// TimingFunction.linear(0.25)  // 0.25
  /// TimingFunction.easeIn(0.5) < 0.5  // true: it starts slowly
  /// ```
  public func callAsFunction(_ time: Double) -> Double {
    switch form {
    case .cubic(let control1, let control2): TimingFunction.cubic(control1, control2, time)
    case .easing(let easing): easing(time)
    case .steps(let steps): steps(time)
    case .pieces(let pieces): pieces(time)
    }
  }

  private static func cubic(_ control1: Point, _ control2: Point, _ time: Double) -> Double {
    if !(time > 0) { return 0 }
    if time >= 1 { return 1 }
    if control1.x == control1.y, control2.x == control2.y { return time }
    var low = 0.0
    var high = 1.0
    var s = time
    for _ in 0..<64 {
      let error = TimingFunction.bezier(control1.x, control2.x, s) - time
      if abs(error) < 1e-13 { break }
      if error > 0 { high = s } else { low = s }
      let slope = TimingFunction.slope(control1.x, control2.x, s)
      let next = s - error / slope
      s = slope > 1e-9 && next > low && next < high ? next : (low + high) / 2
      if high - low < 1e-15 { break }
    }
    return TimingFunction.bezier(control1.y, control2.y, s)
  }

  /// 3(1−s)²s·a + 3(1−s)s²·b + s³
  private static func bezier(_ a: Double, _ b: Double, _ s: Double) -> Double {
    let r = 1 - s
    return 3 * r * r * s * a + 3 * r * s * s * b + s * s * s
  }

  private static func slope(_ a: Double, _ b: Double, _ s: Double) -> Double {
    let r = 1 - s
    return 3 * r * r * a + 6 * r * s * (b - a) + 3 * s * s * (1 - b)
  }

  /// True if progress equals time.
  package var isLinear: Bool {
    guard case .cubic(let a, let b) = form else { return false }
    return a.x == a.y && b.x == b.y
  }

  /// The times inside 0…1, ascending, at which the function or its slope jumps; between them it is smooth.
  package var corners: [Double] {
    switch form {
    case .cubic: []
    case .easing(let easing): easing.corners
    case .steps(let steps): steps.corners
    case .pieces(let pieces): pieces.corners
    }
  }

  /// True for a function that swings several times, which a search must sample finely.
  package var swings: Bool {
    if case .easing(let easing) = form { easing.family == .elastic } else { false }
  }

  /// The nearest cubic curve, and true if it is within 0.003 of the function everywhere.
  package var nearestCubic: (control1: Point, control2: Point, isClose: Bool) {
    switch form {
    case .cubic(let a, let b): (a, b, true)
    case .easing(let easing): easing.nearestCubic
    case .steps, .pieces: (Point(0, 0), Point(1, 1), false)
    }
  }
}
