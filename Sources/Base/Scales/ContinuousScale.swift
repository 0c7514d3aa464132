// SPDX-License-Identifier: MIT
import Messages
import Numbers
import SystemC

/// A map of numbers to numbers, such as from data to points: d3's linear, log, symlog, power and time scales.
///
/// ```swift
/// let y = try ContinuousScale(domain: [0, 87], range: [260, 0]).nice()
/// y(45)  // 130: of a domain of 0 to 90
/// y.ticks(5)  // [0, 20, 40, 60, 80]
/// ```
public struct ContinuousScale: Hashable, Sendable {
  /// The form of a scale.
  public enum Kind: Hashable, Sendable {
    /// Even steps.
    case linear
    /// Even steps for equal factors; the domain does not contain 0.
    case log
    /// As `log` far from 0 and as `linear` near it: sign(x)·ln(1 + |x|/constant).
    case symlog(constant: Double)
    /// sign(x)·|x|^exponent; 0.5 is a square root.
    case power(exponent: Double)
    /// Seconds since 1970 in UTC, with ticks of the clock and the calendar; `offset` is that of the shown clock, in
    /// seconds.
    case time(offset: Double)
  }

  /// The form of the scale.
  public let kind: Kind
  /// Two or more values, rising or falling.
  public private(set) var domain: [Double]
  /// The values of the range, one for each of the domain.
  public let range: [Double]
  /// True limits results to the range. Default false.
  public var isClamped = false

  /// Creates a scale.
  ///
  /// - Throws: `LayerError` of kind `invalid` for fewer than two values, lists of different lengths, values that are
  ///   not finite, that do not rise or fall throughout, or, of a log scale, a domain that contains 0.
  public init(_ kind: Kind = .linear, domain: [Double], range: [Double] = [0, 1]) throws {
    guard domain.count >= 2, domain.count == range.count else {
      throw LayerError(
        "a domain and a range have two values each, or more but as many; got \(domain.count) and \(range.count)")
    }
    guard (domain + range).allSatisfy(\.isFinite) else {
      throw LayerError("the values of a domain and a range must be finite")
    }
    let steps = zip(domain, domain.dropFirst()).map { $1 - $0 }
    guard steps.allSatisfy({ $0 >= 0 }) || steps.allSatisfy({ $0 <= 0 }) else {
      throw LayerError("the values of a domain must rise throughout, or fall; got \(listed(domain.map(numberText)))")
    }
    switch kind {
    case .log:
      guard domain.allSatisfy({ $0 > 0 }) || domain.allSatisfy({ $0 < 0 }) else {
        throw LayerError(
          "the domain of a log scale must not contain 0; got \(listed(domain.map(numberText))). A symlog scale may")
      }
    case .symlog(let constant):
      guard constant > 0, constant.isFinite else {
        throw LayerError("the constant of a symlog scale must be above 0, got \(numberText(constant))")
      }
    case .power(let exponent):
      guard exponent > 0, exponent.isFinite else {
        throw LayerError("the exponent of a power scale must be above 0, got \(numberText(exponent))")
      }
    case .linear, .time: break
    }
    self.kind = kind
    self.domain = domain
    self.range = range
  }

  /// Returns the value of the range for one of the domain.
  public func callAsFunction(_ value: Double) -> Double {
    mapped(transformed(value), from: domain.map(transformed), to: range)
  }

  /// Returns the value of the domain for one of the range, which must rise or fall throughout.
  public func inverted(_ value: Double) -> Double {
    untransformed(mapped(value, from: range, to: domain.map(transformed)))
  }

  private func mapped(_ value: Double, from: [Double], to: [Double]) -> Double {
    var v = value
    let (first, last) = (from[0], from[from.count - 1])
    if isClamped { v = min(max(v, min(first, last)), max(first, last)) }
    let isRising = last >= first
    var i = 0
    while i + 2 < from.count, isRising ? v >= from[i + 1] : v <= from[i + 1] { i += 1 }
    let span = from[i + 1] - from[i]
    // A domain of one value lies in the middle.
    let t = span == 0 ? 0.5 : (v - from[i]) / span
    return t == 1 ? to[i + 1] : to[i] + (to[i + 1] - to[i]) * t
  }

  private func transformed(_ v: Double) -> Double {
    switch kind {
    case .linear, .time: v
    case .log: domain[0] < 0 ? -SystemC.log(-v) : SystemC.log(v)
    case .symlog(let c): v < 0 ? -log1p(-v / c) : log1p(v / c)
    case .power(let e):
      e == 1 ? v : e == 0.5 ? (v < 0 ? -(-v).squareRoot() : v.squareRoot()) : v < 0 ? -pow(-v, e) : pow(v, e)
    }
  }

  private func untransformed(_ v: Double) -> Double {
    switch kind {
    case .linear, .time: v
    case .log: domain[0] < 0 ? -exp(-v) : exp(v)
    case .symlog(let c): v < 0 ? -expm1(-v) * c : expm1(v) * c
    case .power(let e): e == 1 ? v : e == 0.5 ? (v < 0 ? -v * v : v * v) : v < 0 ? -pow(-v, 1 / e) : pow(v, 1 / e)
    }
  }

  // MARK: Ticks

  /// Returns round values of the domain, about as many as wanted, rising or falling as the domain does.
  ///
  /// - Parameter count: about how many, 1 to 1,000. Default 10.
  public func ticks(_ count: Int = 10) -> [Double] {
    let (low, high) = (min(domain[0], domain[domain.count - 1]), max(domain[0], domain[domain.count - 1]))
    let count = min(max(count, 1), 1000)
    let ticks: [Double]
    switch kind {
    case .linear, .power: ticks = Ticks.linear(low, high, count)
    case .symlog(let constant): ticks = Ticks.symmetricLog(low, high, count, constant: constant)
    case .log: ticks = low < 0 ? Ticks.log(-high, -low, count).reversed().map { -$0 } : Ticks.log(low, high, count)
    case .time(let offset): ticks = Ticks.time(low, high, count, offset: offset)
    }
    return domain[0] <= domain[domain.count - 1] ? ticks : ticks.reversed()
  }

  /// Returns the scale with its domain extended to round values.
  ///
  /// - Parameter count: as for `ticks`.
  public func nice(_ count: Int = 10) -> ContinuousScale {
    var result = self
    let isRising = domain[0] <= domain[domain.count - 1]
    let (low, high) = isRising ? (domain[0], domain[domain.count - 1]) : (domain[domain.count - 1], domain[0])
    let (first, last): (Double, Double)
    switch kind {
    case .linear, .symlog, .power: (first, last) = Ticks.niceLinear(low, high, min(max(count, 1), 1000))
    case .log: (first, last) = low < 0 ? Ticks.niceLog(-high, -low, isNegative: true) : Ticks.niceLog(low, high)
    case .time(let offset): (first, last) = Ticks.niceTime(low, high, min(max(count, 1), 1000), offset: offset)
    }
    result.domain[0] = isRising ? first : last
    result.domain[domain.count - 1] = isRising ? last : first
    return result
  }

  /// Returns ticks as text: with grouped digits and the decimals of their step, of a `log` or `symlog` scale each with
  /// its own decimals, of a time scale in the unit that changes.
  ///
  /// - Parameters:
  ///   - ticks: values of `ticks(_:)`.
  ///   - format: nil for the scale's own; without a precision it gets that of the step.
  public func labels(_ ticks: [Double], _ format: NumberFormat? = nil, _ marks: NumberMarks = NumberMarks()) -> [String]
  {
    if case .time(let offset) = kind, format == nil { return ticks.map { Ticks.timeText($0 + offset) } }
    let steps = zip(ticks, ticks.dropFirst()).map { abs($1 - $0) }.filter { $0 > 0 }
    let step = steps.min() ?? abs(ticks.first ?? 0)
    let largest = ticks.map(abs).max() ?? 0
    guard var own = format ?? (try? NumberFormat(",f")) else { return ticks.map(numberText) }
    if format == nil, steps.isEmpty || hasUnevenTicks {
      own.isTrimmed = true
      let sizes = ticks.map(abs).filter { $0 > 0 }
      // Digits beyond these are no longer read.
      if largest >= 1e15 || (sizes.min() ?? 1) < 1e-9 { own.style = .exponent }
      return ticks.map { tick in
        let exponent = tick == 0 || own.style == .exponent ? 0 : NumberFormat.digits(abs(tick), 15).exponent
        own.precision = tick == 0 ? 0 : min(max(14 - exponent, 0), 40)
        return own.text(tick, marks)
      }
    }
    if own.precision == nil { own.precision = Self.precision(own.style, step: step, largest: largest) }
    return ticks.map { own.text($0, marks) }
  }

  /// Returns ticks of a time scale as text.
  ///
  /// ```swift
  /// let x = try ContinuousScale(.time(offset: 0), domain: [0, 86_400], range: [0, 300])
  /// x.labels([43_200], try DateFormat("%H:%M"))  // ["12:00"]
  /// ```
  public func labels(_ ticks: [Double], _ format: DateFormat) -> [String] {
    var shift = 0.0
    if case .time(let offset) = kind { shift = offset }
    return ticks.map { format.text($0 + shift) }
  }

  private var hasUnevenTicks: Bool {
    switch kind {
    case .log, .symlog: true
    case .linear, .power, .time: false
    }
  }

  /// The digits that distinguish values a step apart.
  private static func precision(_ style: NumberFormat.Style, step: Double, largest: Double) -> Int? {
    guard step > 0 else { return nil }
    func exponent(_ v: Double) -> Int { NumberFormat.digits(v, 15).exponent }
    switch style {
    case .fixed, .minutes, .paddedMinutes, .hours, .paddedHours: return min(max(-exponent(step), 0), 40)
    case .percent: return min(max(-exponent(step) - 2, 0), 40)
    case .exponent: return min(max(exponent(max(largest, step)) - exponent(step), 0), 40)
    case .rounded, .roundedPercent, .prefix: return min(max(exponent(max(largest, step)) - exponent(step), 0) + 1, 40)
    case .plain, .whole, .general: return nil
    }
  }
}
