// SPDX-License-Identifier: MIT
import Geometry
import Messages

/// A timing function: a cubic Bézier curve from (0, 0) to (1, 1) that maps the fraction of time to progress.
///
/// Core Animation's `CAMediaTimingFunction`.
///
/// ```swift
/// try scene.transaction(duration: 0.4, timing: .easeOut) { sun.position = Point(100, 60) }
/// // A curve of its own, by its two control points.
/// let rise = BasicAnimation(keyPath: "position.y", from: 160, duration: 2)
/// try rise.setValue([0.3, 0, 0.6, 1.4], forKey: "timingFunction")
/// ```
public struct TimingFunction: Hashable, Sendable {
  /// The first control point. Its x is within 0…1; its y may overshoot.
  public let control1: Point
  /// The second control point. Its x is within 0…1; its y may overshoot.
  public let control2: Point

  private init(_ control1: Point, _ control2: Point) {
    self.control1 = control1
    self.control2 = control2
  }

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

  /// Returns the progress at a fraction of time; the fraction is clamped to 0…1.
  ///
  /// Solves x(σ) = time by Newton's method kept inside a shrinking bracket, to within 1e-12.
  ///
  /// ```swift
  /// TimingFunction.linear(0.25)  // 0.25
  /// TimingFunction.easeIn(0.5) < 0.5  // true: it starts slowly
  /// ```
  public func callAsFunction(_ time: Double) -> Double {
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
}
