// SPDX-License-Identifier: MIT
import Geometry
import SystemC

/// An easing function known by name, such as `cubicOut`: a family of curves and the end at which it eases.
///
/// ```swift
/// let drop = Easing(.bounce, .out)
/// drop.name  // "bounceOut"
/// drop(0.5)  // 0.765625
/// ```
public struct Easing: Hashable, Sendable {
  /// The curve: powers of the time, a quarter of a sine, an exponential, a quarter of a circle, one that overshoots by
  /// a tenth (`back`), a spring (`elastic`), a ball (`bounce`).
  public enum Family: String, CaseIterable, Sendable {
    case sine, quad, cubic, quart, quint, expo, circ, back, elastic, bounce
  }

  /// The end at which the curve acts: the start, the end, both ends, or the middle (`outIn`).
  public enum Part: String, CaseIterable, Sendable {
    case `in` = "In"
    case out = "Out"
    case inOut = "InOut"
    case outIn = "OutIn"
  }

  /// The curve.
  public let family: Family
  /// The end at which it acts.
  public let part: Part

  /// Creates an easing function of a family.
  public init(_ family: Family, _ part: Part) {
    self.family = family
    self.part = part
  }

  /// The name in scripts, such as `expoInOut`.
  public var name: String { family.rawValue + part.rawValue }

  /// All names, by family.
  package static let names: [String] = Family.allCases.flatMap { family in
    Part.allCases.map { Easing(family, $0).name }
  }

  /// Creates the function of a name, such as `expoInOut`; nil if there is none.
  package init?(named name: String) {
    for family in Family.allCases where name.hasPrefix(family.rawValue) {
      guard let part = Part(rawValue: String(name.dropFirst(family.rawValue.count))) else { continue }
      self.init(family, part)
      return
    }
    return nil
  }

  /// Returns the progress at a fraction of time; the fraction is clamped to 0…1.
  public func callAsFunction(_ time: Double) -> Double {
    if !(time > 0) { return 0 }
    if time >= 1 { return 1 }
    switch part {
    case .in: return family.start(time)
    case .out: return 1 - family.start(1 - time)
    case .inOut: return time < 0.5 ? family.start(2 * time) / 2 : 1 - family.start(2 - 2 * time) / 2
    case .outIn: return time < 0.5 ? (1 - family.start(1 - 2 * time)) / 2 : (1 + family.start(2 * time - 1)) / 2
    }
  }

  /// The times at which the slope jumps.
  var corners: [Double] {
    let own: [Double] = family == .bounce ? [4 / 11.0, 8 / 11.0, 10 / 11.0] : []
    let mirrored = own.reversed().map { 1 - $0 }
    switch part {
    case .in: return mirrored
    case .out: return own
    case .inOut: return mirrored.map { $0 / 2 } + [0.5] + own.map { (1 + $0) / 2 }
    case .outIn: return own.map { $0 / 2 } + [0.5] + mirrored.map { (1 + $0) / 2 }
    }
  }

  /// The nearest cubic curve, and true if it is within 0.003 of the function everywhere.
  var nearestCubic: (control1: Point, control2: Point, isClose: Bool) {
    let s = 1.70158
    let (a, b): (Point, Point)
    switch family {
    case .quad: (a, b) = (Point(1 / 3.0, 0), Point(2 / 3.0, 1 / 3.0))
    case .cubic: (a, b) = (Point(1 / 3.0, 0), Point(2 / 3.0, 0))
    case .back: (a, b) = (Point(1 / 3.0, 0), Point(2 / 3.0, -s / 3))
    case .sine: (a, b) = (Point(0.3096, 0.0004), Point(0.5814, 0.3311))
    case .quart: (a, b) = (Point(0.4555, 0.0004), Point(0.7363, -0.0472))
    case .quint: (a, b) = (Point(0.5512, 0.0006), Point(0.7805, -0.0774))
    case .expo: (a, b) = (Point(0.6754, 0.0037), Point(0.8507, -0.0045))
    case .circ: (a, b) = (Point(0.5575, 0), Point(1, 0.4536))
    case .elastic, .bounce: return (Point(0, 0), Point(1, 1), false)
    }
    switch part {
    case .in: return (a, b, true)
    case .out: return (Point(1 - b.x, 1 - b.y), Point(1 - a.x, 1 - a.y), true)
    case .inOut where family == .sine: return (Point(0.3633, -0.0011), Point(0.6373, 1.002), true)
    case .inOut: return (Point(0.65, 0), Point(0.35, 1), false)
    case .outIn: return (Point(0.2, 0.6), Point(0.8, 0.4), false)
    }
  }
}

extension Easing.Family {
  /// The curve that begins slowly, for a time between 0 and 1.
  fileprivate func start(_ t: Double) -> Double {
    switch self {
    case .sine: return 1 - cos(t * .pi / 2)
    case .quad: return t * t
    case .cubic: return t * t * t
    case .quart: return t * t * t * t
    case .quint: return t * t * t * t * t
    case .expo: return t > 0 ? exp2(10 * t - 10) : 0
    case .circ: return 1 - max(1 - t * t, 0).squareRoot()
    case .back: return t * t * (2.70158 * t - 1.70158)
    case .elastic:
      if t >= 1 { return 1 }
      if t <= 0 { return 0 }
      let u = 1 - t
      return -exp2(-10 * u) * sin((10 * u - 0.75) * 2 * .pi / 3)
    case .bounce:
      let u = 1 - t
      // Four parabolas; each has its vertex at a middle, and a height.
      var (middle, height) = (0.0, 0.0)
      if u >= 10 / 11.0 {
        (middle, height) = (21 / 22.0, 63 / 64.0)
      } else if u >= 8 / 11.0 {
        (middle, height) = (9 / 11.0, 15 / 16.0)
      } else if u >= 4 / 11.0 {
        (middle, height) = (6 / 11.0, 0.75)
      }
      return 1 - (7.5625 * (u - middle) * (u - middle) + height)
    }
  }
}

/// Progress in steps of equal height: CSS's `steps()`.
package struct StepFunction: Hashable, Sendable {
  /// The ends at which it jumps.
  package enum Jump: String, CaseIterable, Sendable {
    case start = "jump-start"
    case end = "jump-end"
    case none = "jump-none"
    case both = "jump-both"
  }

  /// The number of intervals of equal time, 1…`limit`; 2 or more if it jumps at neither end.
  let count: Int
  let jump: Jump

  static let limit = 10_000

  /// Returns the progress at a fraction of time, clamped to 0…1.
  func callAsFunction(_ time: Double) -> Double {
    let t = min(max(time, 0), 1)
    let n = Double(count)
    // A step counts as reached when the time misses it only by rounding.
    var step = (t * n + 1e-9).rounded(.down)
    if jump == .start || jump == .both { step += 1 }
    let jumps = jump == .none ? n - 1 : jump == .both ? n + 1 : n
    return min(max(step / jumps, 0), 1)
  }

  var corners: [Double] { (1..<max(count, 1)).map { Double($0) / Double(count) } }

  var text: String { jump == .end ? "steps(\(count))" : "steps(\(count), \(jump.rawValue))" }
}

/// Progress along straight lines between stops: CSS's `linear()`.
package struct PiecewiseFunction: Hashable, Sendable {
  /// A progress, and the fraction of time at which it is reached.
  package struct Stop: Hashable, Sendable {
    let time: Double
    let progress: Double
  }

  /// Two or more, in order of time.
  let stops: [Stop]

  static let limit = 10_000

  /// Returns the progress at a fraction of time, clamped to 0…1. Beyond the outer stops their lines go on; of stops at
  /// one time the last counts.
  func callAsFunction(_ time: Double) -> Double {
    let t = min(max(time, 0), 1)
    var low = 0
    var high = stops.count - 2
    while low < high {
      let middle = (low + high + 1) / 2
      if stops[middle].time <= t { low = middle } else { high = middle - 1 }
    }
    let (a, b) = (stops[low], stops[low + 1])
    let length = b.time - a.time
    return length > 0 ? a.progress + (b.progress - a.progress) * (t - a.time) / length : b.progress
  }

  var corners: [Double] {
    var result: [Double] = []
    for stop in stops where stop.time > 0 && stop.time < 1 && result.last != stop.time { result.append(stop.time) }
    return result
  }
}
