// SPDX-License-Identifier: MIT
import Geometry
import Numbers

/// A cubic Bézier curve.
struct Cubic {
  var p0: Point
  var p1: Point
  var p2: Point
  var p3: Point

  @inline(__always) init(_ p0: Point, _ p1: Point, _ p2: Point, _ p3: Point) {
    self.p0 = p0
    self.p1 = p1
    self.p2 = p2
    self.p3 = p3
  }

  /// Maximum number of segments for one curve.
  static let maximumSegments = 4096.0

  @inline(__always) func point(_ t: Double) -> Point {
    let u = 1 - t
    let a = u * u * u
    let b = 3 * u * u * t
    let c = 3 * u * t * t
    let d = t * t * t
    return Point(a * p0.x + b * p1.x + c * p2.x + d * p3.x, a * p0.y + b * p1.y + c * p2.y + d * p3.y)
  }

  /// The first derivative with respect to t.
  @inline(__always) func velocity(_ t: Double) -> Point {
    let u = 1 - t
    let a = 3 * u * u
    let b = 6 * u * t
    let c = 3 * t * t
    return Point(
      a * (p1.x - p0.x) + b * (p2.x - p1.x) + c * (p3.x - p2.x),
      a * (p1.y - p0.y) + b * (p2.y - p1.y) + c * (p3.y - p2.y))
  }

  /// Returns the unit tangent at t. If the velocity is 0, it is the direction in which the curve leaves or arrives.
  func direction(_ t: Double) -> Point {
    var v = velocity(t)
    if !(v.dot(v) > 1e-18) { v = t < 0.5 ? velocity(t + 1e-4) : velocity(t - 1e-4) }
    let size = v.length
    return size > 0 ? v / size : .zero
  }

  /// Returns the unit tangents at both ends. Handles shorter than `negligible` are ignored, since a bend within them is
  /// invisible.
  func endDirections(negligible: Double) -> (start: Point, end: Point) {
    func first(_ candidates: Point...) -> Point {
      for v in candidates where v.length > negligible { return v / v.length }
      return .zero
    }
    return (first(p1 - p0, p2 - p0, p3 - p0), first(p3 - p2, p3 - p1, p3 - p0))
  }

  /// Returns the arc length between two parameters, by five-point Gauss–Legendre quadrature: accurate for a section
  /// that turns little.
  func length(from a: Double, to b: Double) -> Double {
    let middle = (a + b) / 2
    let half = (b - a) / 2
    var sum = 0.5688888888888889 * velocity(middle).length
    for (x, w) in [(0.5384693101056831, 0.4786286704993665), (0.9061798459386640, 0.2369268850561891)] {
      sum += w * (velocity(middle - half * x).length + velocity(middle + half * x).length)
    }
    return sum * half
  }

  /// The squared length of the longer of the control polygon's second differences.
  @inline(__always) var bend: Double {
    let ax = p0.x - 2 * p1.x + p2.x
    let ay = p0.y - 2 * p1.y + p2.y
    let bx = p1.x - 2 * p2.x + p3.x
    let by = p1.y - 2 * p2.y + p3.y
    return max(ax * ax + ay * ay, bx * bx + by * by)
  }

  /// Iterator over the end points of segments within `tolerance` of the curve; the last is the curve's end.
  @inline(__always) func lines(tolerance: Double) -> CubicLines { CubicLines(self, tolerance: tolerance) }

  /// Emits points on the mapped curve; the last is its end.
  func flatten(through map: Homography, _ emit: (Homogeneous) -> Void) {
    let near = OutlineBuilder.nearest
    let ws = [p0, p1, p2, p3].map { map.homogeneous($0).w }
    let low = ws.min() ?? 0
    let high = ws.max() ?? 0
    var count = 128.0
    if low > near, let a = map.apply(p0), let b = map.apply(p1), let c = map.apply(p2), let d = map.apply(p3) {
      let projected = Cubic(a, b, c, d)
      count = (0.75 * projected.bend.squareRoot() / OutlineBuilder.tolerance).squareRoot() * min(high / low, 8)
    }
    count = count == count ? min(max(count.rounded(.up), 1), Cubic.maximumSegments) : 1
    let n = Int(clamping: count)
    for i in 1...n { emit(Homogeneous(i == n ? p3 : point(Double(i) / count), map)) }
  }
}

/// Iterator that flattens a cubic: the end points of its segments.
///
/// Steps have equal error: the density √(sideways acceleration) is integrated over a few intervals of t and divided
/// evenly.
struct CubicLines: IteratorProtocol {
  private let curve: Cubic
  private var step = 0
  private var count = 1
  private var intervals = 1
  private var interval = 0
  private var share = 0.0
  private let greatestMove: Double
  private var sums = SIMD16<Double>.zero
  /// The curve parameter of the last point.
  private(set) var parameter = 0.0

  @inline(__always) init(_ curve: Cubic, tolerance: Double) {
    self.curve = curve
    greatestMove = tolerance * tolerance
    // Uniform steps of 1/n in t deviate by at most bend · 6/8 / n².
    let uniform = (0.75 * curve.bend.squareRoot() / tolerance).squareRoot()
    if uniform > 6 {
      measure(tolerance: tolerance, intervals: uniform <= 10 ? 2 : 8)
    } else if uniform > 1 {
      // Measuring does not pay for few steps, so they are uniform in t.
      count = Int(clamping: uniform) &+ 1
      sums[1] = 1
      share = 1 / Double(count)
    }
  }

  private mutating func measure(tolerance: Double, intervals: Int) {
    self.intervals = intervals
    let h = 1 / Double(intervals)
    let k = 1 / (8 * tolerance).squareRoot()
    let first = curve.p1 - curve.p0
    let second = curve.p2 - curve.p1
    let third = curve.p3 - curve.p2
    var total = 0.0
    var before = Point.zero
    var beforeSize = 0.0
    var beforeDensity = 0.0
    var beforeWorst = 0.0
    for i in 0...intervals {
      let t = Double(i) * h
      let u = 1 - t
      let v = Point(
        3 * (u * u * first.x + 2 * u * t * second.x + t * t * third.x),
        3 * (u * u * first.y + 2 * u * t * second.y + t * t * third.y))
      let a = Point(
        6 * (u * (second.x - first.x) + t * (third.x - second.x)),
        6 * (u * (second.y - first.y) + t * (third.y - second.y)))
      let size = v.length
      let worst = a.length
      let sideways = size > 1e-9 * worst ? abs(v.cross(a)) / size : worst
      let density = sideways.squareRoot() * k
      if i > 0 {
        // If the direction turns by more than 60 degrees, the samples are too coarse: use the acceleration as a bound.
        if before.dot(v) < 0.5 * size * beforeSize {
          total += h * max(worst, beforeWorst).squareRoot() * k
        } else {
          total += h * 0.5 * (density + beforeDensity)
        }
        sums[i] = total
      }
      before = v
      beforeSize = size
      beforeDensity = density
      beforeWorst = worst
    }
    let wanted = min(max((total * 1.02).rounded(.up), 1), Cubic.maximumSegments)
    guard wanted == wanted else { return }
    count = Int(clamping: wanted)
    share = total / wanted
  }

  @inline(__always) mutating func next() -> Point? {
    step &+= 1
    if step >= count {
      parameter = 1
      return step == count ? curve.p3 : nil
    }
    let wanted = Double(step) * share
    while interval < intervals &- 1 && sums[interval &+ 1] < wanted { interval &+= 1 }
    let room = sums[interval &+ 1] - sums[interval]
    let h = 1 / Double(intervals)
    let t = (Double(interval) + (room > 0 ? (wanted - sums[interval]) / room : 0.5)) * h
    parameter = t
    let p = curve.point(t)
    // A chord lies inside its arc by two thirds of the sagitta on average. Moving points outward by that distance
    // preserves the area, so that circles do not shrink.
    let width = room > 0 ? share / room * h : 0
    let outward = min(width * width, h * h) / 2
    let u = 1 - t
    let a = Point(
      (u * (curve.p0.x - 2 * curve.p1.x + curve.p2.x) + t * (curve.p1.x - 2 * curve.p2.x + curve.p3.x)) * outward,
      (u * (curve.p0.y - 2 * curve.p1.y + curve.p2.y) + t * (curve.p1.y - 2 * curve.p2.y + curve.p3.y)) * outward)
    // Acceleration along the curve does no harm; near a cusp it is too large, so the point is not moved.
    return a.dot(a) < greatestMove ? p - a : p
  }
}
