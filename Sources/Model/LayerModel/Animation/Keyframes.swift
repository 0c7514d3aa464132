// SPDX-License-Identifier: MIT
import Geometry
import Timing

/// The interpolation of a keyframe animation between its values: `kCAAnimationLinear` and the others.
public enum CalculationMode: UInt8, NamedOption {
  case linear, discrete, paced, cubic, cubicPaced

  package static let names = [
    OptionName("linear", "kCAAnimationLinear"), OptionName("discrete", "kCAAnimationDiscrete"),
    OptionName("paced", "kCAAnimationPaced"), OptionName("cubic", "kCAAnimationCubic"),
    OptionName("cubicPaced", "kCAAnimationCubicPaced"),
  ]

  var isPaced: Bool { self == .paced || self == .cubicPaced }
  var isCubic: Bool { self == .cubic || self == .cubicPaced }
}

/// Values at times and their interpolation: the mathematics of a `CAKeyframeAnimation` with `values`.
package struct Keyframes {
  let values: [PropertyValue]
  /// The time at which each value is reached, 0…1; in the discrete mode one more than values.
  let times: [Double]
  let mode: CalculationMode
  let pace: [TimingFunction]
  /// The outgoing and incoming tangents at each value; empty unless the mode is cubic.
  private var leaving: [[Double]] = []
  private var arriving: [[Double]] = []
  /// The reason why an argument is ignored, for a warning; nil if none is.
  package private(set) var remark: String?

  /// - Parameters:
  ///   - values: at least one.
  ///   - keyTimes: times from 0 to 1, as many as values, one more in the discrete mode; ignored by paced modes. nil
  ///     spaces the values evenly.
  ///   - timingFunctions: one for each interval between two values; missing ones are linear. Paced modes ignore them.
  ///   - tensions: for the cubic modes, like continuities and biases: one for each value; missing ones are 0.
  /// - Throws: `LayerError` without values.
  package init(
    values: [PropertyValue], keyTimes: [Double]? = nil, timingFunctions: [TimingFunction] = [],
    mode: CalculationMode = .linear, tensions: [Double] = [], continuities: [Double] = [], biases: [Double] = []
  ) throws(LayerError) {
    guard !values.isEmpty else { throw LayerError("KeyframeAnimation.values: expected at least one value, got none") }
    self.values = values
    self.mode = mode
    pace = mode.isPaced ? [] : timingFunctions
    let intervals = mode == .discrete ? values.count : values.count - 1
    if mode.isPaced {
      let lengths = zip(values, values.dropFirst()).map { $0.distance(to: $1) }
      if lengths.contains(where: { $0 == nil }) {
        remark =
          "calculationMode \(mode.optionName.raw): these values have no defined distance, so they are spaced evenly"
      }
      times = Keyframes.times(proportionalTo: lengths.map { $0 ?? 1 })
    } else if let keyTimes {
      if let problem = Keyframes.problem(of: keyTimes, count: intervals + 1) {
        remark = "keyTimes \(problem), so the values are spaced evenly"
        times = Keyframes.evenTimes(intervals)
      } else {
        times = keyTimes
      }
    } else {
      times = Keyframes.evenTimes(intervals)
    }
    if mode.isCubic { makeTangents(tensions, continuities, biases) }
  }

  /// Returns the value at a fraction of the animation's time, 0…1; outside, the nearer end.
  ///
  /// - Throws: `LayerError` if two neighbours cannot be interpolated.
  package func value(at u: Double) throws(LayerError) -> PropertyValue {
    if values.count == 1 { return values[0] }
    let (i, s) = Keyframes.interval(at: u, in: times)
    if mode == .discrete { return values[min(i, values.count - 1)] }
    let t = i < pace.count ? pace[i](s) : s
    guard mode.isCubic, let a = values[i].curveComponents, let b = values[i + 1].curveComponents, i < leaving.count,
      a.count == b.count
    else { return try values[i].interpolated(to: values[i + 1], at: t) }
    // The cubic Hermite basis.
    let (t2, t3) = (t * t, t * t * t)
    let (h0, h1, h2, h3) = (2 * t3 - 3 * t2 + 1, t3 - 2 * t2 + t, 3 * t2 - 2 * t3, t3 - t2)
    let curve = a.indices.map { h0 * a[$0] + h1 * leaving[i][$0] + h2 * b[$0] + h3 * arriving[i + 1][$0] }
    // A curve that is not finite becomes a straight line.
    guard curve.allSatisfy(\.isFinite) else { return try values[i].interpolated(to: values[i + 1], at: t) }
    return values[i].replacing(curveComponents: curve)
  }

  /// Returns the fractions of the time between which the value is that at `u`; nil if it changes there.
  func heldInterval(at u: Double) -> SteadyInterval? {
    if values.count == 1 { return SteadyInterval(start: 0, end: 1) }
    let (i, _) = Keyframes.interval(at: u, in: times)
    guard i + 1 < times.count, i < values.count else { return nil }
    if mode != .discrete {
      guard !mode.isCubic, i + 1 < values.count, values[i] == values[i + 1] else { return nil }
    }
    return SteadyInterval(start: times[i], end: times[i + 1])
  }

  /// Returns the values before and after a fraction of the time, and the progress from one to the other; nil for a
  /// single value or in the discrete mode.
  func neighbours(at u: Double) -> (from: PropertyValue, to: PropertyValue, part: Double)? {
    guard values.count > 1, mode != .discrete else { return nil }
    let (i, s) = Keyframes.interval(at: u, in: times)
    guard i + 1 < values.count else { return nil }
    return (values[i], values[i + 1], i < pace.count ? pace[i](s) : s)
  }

  // MARK: Times, also for paths

  static func evenTimes(_ intervals: Int) -> [Double] {
    intervals > 0 ? (0...intervals).map { Double($0) / Double(intervals) } : [0]
  }

  /// Returns times spaced in proportion to the lengths; evenly if all lengths are 0.
  static func times(proportionalTo lengths: [Double]) -> [Double] {
    let total = lengths.reduce(0, +)
    guard total > 0, total.isFinite else { return evenTimes(lengths.count) }
    var sum = 0.0
    var result = [0.0]
    for length in lengths {
      sum += length
      result.append(sum / total)
    }
    result[result.count - 1] = 1
    return result
  }

  /// Returns the problem with key times, or nil.
  static func problem(of times: [Double], count: Int) -> String? {
    if times.count != count { return "are \(times.count) where \(count) are needed" }
    if !times.allSatisfy({ $0.isFinite }) { return "hold a number that is not finite" }
    if times.first != 0 { return "do not start with 0" }
    if times.count > 1, times.last != 1 { return "do not end with 1" }
    for (a, b) in zip(times, times.dropFirst()) where b < a { return "decrease" }
    return nil
  }

  /// The distance by which rounding may miss a time, as a fraction of the animation's time.
  static let tolerance = 1e-9

  /// Returns the interval that contains `u` and the progress within it, 0…1. Equal times are skipped. A time counts as
  /// reached when `u` misses it only by `tolerance`, so that images that change with the frames of a film change
  /// exactly.
  static func interval(at u: Double, in times: [Double]) -> (index: Int, part: Double) {
    let last = times.count - 2
    guard last >= 0 else { return (0, 0) }
    guard u < 1 else { return (last, 1) }
    var low = 0
    var high = last
    let u = max(u, 0)
    let reached = u + tolerance
    while low < high {
      let mid = (low + high + 1) / 2
      if times[mid] <= reached { low = mid } else { high = mid - 1 }
    }
    let length = times[low + 1] - times[low]
    return (low, length > 0 ? min(max((u - times[low]) / length, 0), 1) : 0)
  }

  // MARK: Curves

  /// Computes Kochanek–Bartels tangents. Beyond the ends the curve continues as it began. For paced values each tangent
  /// is scaled to the intervals on either side, so that the speed does not jump.
  private mutating func makeTangents(_ tensions: [Double], _ continuities: [Double], _ biases: [Double]) {
    let points = values.compactMap(\.curveComponents)
    guard points.count == values.count, let width = points.first?.count, points.allSatisfy({ $0.count == width }) else {
      remark =
        "calculationMode \(mode.optionName.raw): these values cannot form a curve, so they are interpolated linearly"
      return
    }
    let n = points.count
    for i in 0..<n {
      let t = i < tensions.count ? tensions[i] : 0
      let c = i < continuities.count ? continuities[i] : 0
      let b = i < biases.count ? biases[i] : 0
      var scaleOut = 1.0
      var scaleIn = 1.0
      if mode == .cubicPaced, i > 0, i < n - 1 {
        let before = times[i] - times[i - 1]
        let after = times[i + 1] - times[i]
        if before + after > 0 {
          scaleOut = 2 * after / (before + after)
          scaleIn = 2 * before / (before + after)
        }
      }
      var out: [Double] = []
      var into: [Double] = []
      for k in 0..<width {
        let next = i < n - 1 ? points[i + 1][k] - points[i][k] : (n > 1 ? points[i][k] - points[i - 1][k] : 0)
        let previous = i > 0 ? points[i][k] - points[i - 1][k] : next
        out.append(scaleOut * (1 - t) / 2 * ((1 + b) * (1 + c) * previous + (1 - b) * (1 - c) * next))
        into.append(scaleIn * (1 - t) / 2 * ((1 + b) * (1 - c) * previous + (1 - b) * (1 + c) * next))
      }
      leaving.append(out)
      arriving.append(into)
    }
  }
}

extension PropertyValue {
  /// The numbers that a curve can interpolate: `components`, and those of lists and of a path's points; nil if there
  /// are none.
  fileprivate var curveComponents: [Double]? {
    switch self {
    case .array(let a):
      let parts = a.map(\.components)
      return parts.contains { $0 == nil } ? nil : parts.flatMap { $0 ?? [] }
    case .path(let p): return p.points.flatMap { [$0.x, $0.y] }
    default: return components
    }
  }

  fileprivate func replacing(curveComponents c: [Double]) -> PropertyValue {
    switch self {
    case .array(let a):
      var next = 0
      return .array(
        a.map { element in
          let count = element.components?.count ?? 0
          defer { next += count }
          return element.replacing(components: Array(c[next..<next + count]))
        })
    case .path(let p):
      return .path(p.replacing(points: stride(from: 0, to: c.count - 1, by: 2).map { Point(c[$0], c[$0 + 1]) }))
    default: return replacing(components: c)
    }
  }
}
