// SPDX-License-Identifier: MIT
import Numbers
import SystemC

/// Round values between two others.
package enum Ticks {
  /// The step of about `count` ticks: 1, 2 or 5 times a power of ten. Below 1 the reciprocal is returned, which is a
  /// whole number, with a minus.
  static func step(_ low: Double, _ high: Double, _ count: Int) -> Double {
    let step = (high - low) / Double(count)
    guard step > 0, step.isFinite else { return 0 }
    let power = NumberFormat.digits(step, 17).exponent
    let error = step / pow(10, Double(power))
    let factor = error >= 50.0.squareRoot() ? 10.0 : error >= 10.0.squareRoot() ? 5 : error >= 2.0.squareRoot() ? 2 : 1
    return power < 0 ? -(pow(10, Double(-power)) / factor).rounded() : factor * pow(10, Double(power))
  }

  /// Returns the multiples of the step between two values.
  package static func linear(_ low: Double, _ high: Double, _ count: Int) -> [Double] {
    if low == high { return [low] }
    let step = step(low, high, count)
    // The step of a range of tiny numbers, below 1e-300, is not a number.
    guard step != 0, step.isFinite else { return [] }
    let (first, last) = (multiple(above: low, step), multiple(below: high, step))
    guard last >= first, last - first <= 10_000 else { return [] }
    return (0...Int(clamping: last - first)).map { i in
      let v = value(first + Double(i), step)
      return v == 0 ? 0 : v
    }
  }

  /// A multiple of a step, or of one over a reciprocal with a minus.
  private static func value(_ count: Double, _ step: Double) -> Double { step > 0 ? count * step : count / -step }

  /// The first multiple that is not below a value. The quotient alone may be off by a rounding error.
  private static func multiple(above v: Double, _ step: Double) -> Double {
    let nearest = (step > 0 ? v / step : v * -step).rounded()
    return value(nearest, step) < v ? nearest + 1 : nearest
  }

  private static func multiple(below v: Double, _ step: Double) -> Double {
    let nearest = (step > 0 ? v / step : v * -step).rounded()
    return value(nearest, step) > v ? nearest - 1 : nearest
  }

  /// Extends two values to multiples of the step. The step may grow with them, so up to ten times; if it grows on, as
  /// that of a single tick about 0 does, the first round counts.
  static func niceLinear(_ low: Double, _ high: Double, _ count: Int) -> (Double, Double) {
    var (low, high) = (low, high)
    var last = 0.0
    var first: (Double, Double)?
    for _ in 0..<10 {
      let step = step(low, high, count)
      guard step != 0, step.isFinite, step != last else { return (low, high) }
      last = step
      low = value(multiple(below: low, step), step)
      high = value(multiple(above: high, step), step)
      if first == nil { first = (low, high) }
    }
    return first ?? (low, high)
  }

  /// Returns round values between two others above 0: the powers of ten, 1, 2 and 5 times these, or 1 to 9 times
  /// these, whichever are nearest to the number wanted by ratio; even steps if all of them are less than half of it.
  static func log(_ low: Double, _ high: Double, _ count: Int) -> [Double] {
    let (first, last) = (log10(low), log10(high))
    func multiples(_ factors: [Int]) -> [Double] {
      var all: [Double] = []
      for power in Int(clamping: first.rounded(.down))...Int(clamping: last.rounded(.up)) {
        for k in factors {
          let v = power < 0 ? Double(k) / pow(10, Double(-power)) : Double(k) * pow(10, Double(power))
          if v >= low, v <= high { all.append(v) }
        }
      }
      return all
    }
    let all = multiples(Array(1...9))
    // Within a decade even steps are more.
    if all.count * 2 < count { return linear(low, high, count) }
    let powers = multiples([1])
    if powers.count > count {
      // Every second, fifth or tenth power, at least one.
      let decades = Int(clamping: (last - first).rounded(.down))
      for wanted in min(count, decades)...max(count, decades) {
        let exponents = linear(first, last, wanted).filter { $0 == $0.rounded() }
        if !exponents.isEmpty { return exponents.map { pow(10, $0) } }
      }
      return [powers[powers.count / 2]]
    }
    func distance(_ ticks: [Double]) -> Double {
      ticks.isEmpty ? .infinity : abs(SystemC.log(Double(ticks.count) / Double(count)))
    }
    var best = powers
    for other in [multiples([1, 2, 5]), all] where distance(other) < distance(best) { best = other }
    return best
  }

  /// Returns the logarithmic ticks on both sides of 0, from a constant on, and 0; even steps for a domain that stays
  /// near 0, or if these are fewer than two.
  static func symmetricLog(_ low: Double, _ high: Double, _ count: Int, constant: Double) -> [Double] {
    guard max(-low, high) > constant * 10 else { return linear(low, high, count) }
    // The lengths of both sides on the scale.
    let below = low < 0 ? log1p(-low / constant) - (high < 0 ? log1p(-high / constant) : 0) : 0
    let above = high > 0 ? log1p(high / constant) - (low > 0 ? log1p(low / constant) : 0) : 0
    let hasZero = low <= 0 && high >= 0
    let wanted = Double(max(count - (hasZero ? 1 : 0), 1))
    func side(_ near: Double, _ far: Double, _ length: Double) -> [Double] {
      let from = max(near, constant)
      guard far >= from, length > 0 else { return [] }
      let share = Int(clamping: (wanted * length / (below + above)).rounded())
      return share < 1 ? [] : log(from, far, share)
    }
    var ticks: [Double] = side(max(-high, 0), -low, below).reversed().map { -$0 }
    if hasZero { ticks.append(0) }
    ticks += side(max(low, 0), high, above)
    return ticks.count < 2 ? linear(low, high, count) : ticks
  }

  static func niceLog(_ low: Double, _ high: Double, isNegative: Bool = false) -> (Double, Double) {
    let (first, last) = (pow(10, log10(low).rounded(.down)), pow(10, log10(high).rounded(.up)))
    return isNegative ? (-last, -first) : (first, last)
  }

  // MARK: Time

  /// A step of the clock in seconds, or of the calendar in months.
  private enum TimeStep {
    case seconds(Double)
    case months(Int)
    /// The length in seconds, of months on average.
    var length: Double {
      switch self {
      case .seconds(let s): s
      case .months(let m): Double(m) * 2_629_746
      }
    }
  }

  private static let week = 604_800.0
  private static let steps: [TimeStep] =
    [1, 5, 15, 30, 60, 300, 900, 1800, 3600, 10_800, 21_600, 43_200, 86_400, 172_800, week].map { .seconds($0) }
    + [.months(1), .months(3), .months(12)]

  /// The step nearest to a length by ratio; whole numbers of years above a year, decimal fractions below a second.
  private static func timeStep(_ low: Double, _ high: Double, _ count: Int) -> TimeStep {
    let target = (high - low) / Double(count)
    let year = 31_556_952.0
    if target > year * 1.5 {
      let years = step(low / year, high / year, count)
      return .months(max(Int(clamping: years), 1) * 12)
    }
    if target < 0.7 {
      let own = step(low, high, count)
      return .seconds(own > 0 ? own : own < 0 ? 1 / -own : 1)
    }
    return steps.min { abs(SystemC.log($0.length / target)) < abs(SystemC.log($1.length / target)) } ?? .seconds(1)
  }

  static func time(_ low: Double, _ high: Double, _ count: Int, offset: Double) -> [Double] {
    if low == high { return [low] }
    // Beyond a hundred thousand years the calendar is left.
    guard abs(low) < 3e12, abs(high) < 3e12 else { return linear(low, high, count) }
    let step = timeStep(low, high, count)
    var result: [Double] = []
    var at = floor(low + offset, step)
    while at <= high + offset, result.count < 10_000 {
      if at >= low + offset { result.append(at - offset) }
      let following = next(at, step)
      // Steps below the precision of the numbers do not lead on.
      guard following > at else { break }
      at = following
    }
    return result
  }

  static func niceTime(_ low: Double, _ high: Double, _ count: Int, offset: Double) -> (Double, Double) {
    guard abs(low) < 3e12, abs(high) < 3e12, low < high else { return (low, high) }
    let step = timeStep(low, high, count)
    let first = floor(low + offset, step)
    var last = floor(high + offset, step)
    if last < high + offset { last = next(last, step) }
    return (first - offset, last - offset)
  }

  private static func floor(_ t: Double, _ step: TimeStep) -> Double {
    switch step {
    // 1 January 1970 was a Thursday; weeks begin on Monday.
    case .seconds(let s) where s == week: return ((t - 345_600) / s).rounded(.down) * s + 345_600
    case .seconds(let s) where s < 1:
      // By the reciprocal, so that 0.1 is a tenth.
      let parts = (1 / s).rounded()
      return (t * parts).rounded(.down) / parts
    case .seconds(let s): return (t / s).rounded(.down) * s
    case .months(let m):
      let date = CivilDate(seconds: t)
      let months = (date.year * 12 + date.month - 1)
      let first = Int(clamping: (Double(months) / Double(m)).rounded(.down)) * m
      return CivilDate(months: first).seconds
    }
  }

  private static func next(_ t: Double, _ step: TimeStep) -> Double {
    switch step {
    case .seconds(let s) where s < 1:
      let parts = (1 / s).rounded()
      return ((t * parts).rounded() + 1) / parts
    case .seconds(let s): return t + s
    case .months(let m):
      let date = CivilDate(seconds: t)
      return CivilDate(months: date.year * 12 + date.month - 1 + m).seconds
    }
  }

  /// Returns a tick of time in its largest unit that changes: `:05`, `14:30`, `Mon 6`, `March`, `2024`.
  static func timeText(_ t: Double) -> String {
    let date = CivilDate(seconds: t)
    let rest = t - date.midnight
    func two(_ v: Int) -> String { v < 10 ? "0\(v)" : "\(v)" }
    let whole = rest.rounded(.down)
    if rest != whole {
      let text = NumberFormat.thousandths(rest - whole)
      return ".\(text)"
    }
    let seconds = Int(clamping: whole)
    if seconds % 60 != 0 { return ":\(two(seconds % 60))" }
    if seconds != 0 { return "\(two(seconds / 3600)):\(two(seconds / 60 % 60))" }
    if date.day != 1 { return "\(CivilDate.dayNames[date.weekday]) \(date.day)" }
    if date.month != 1 { return CivilDate.monthNames[date.month - 1] }
    return "\(date.year)"
  }
}

extension NumberFormat {
  /// Three decimals of a fraction below 1.
  fileprivate static func thousandths(_ part: Double) -> String {
    let value = min(Int(clamping: (part * 1000).rounded()), 999)
    return value < 10 ? "00\(value)" : value < 100 ? "0\(value)" : "\(value)"
  }
}

/// A day of the Gregorian calendar, in UTC.
package struct CivilDate: Hashable, Sendable {
  package var year: Int
  /// 1 to 12.
  package var month: Int
  /// 1 to 31.
  package var day: Int

  package init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  static let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]
  static let dayNames = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

  /// The day of a time in seconds since 1970, clamped to about 27 million years.
  package init(seconds: Double) {
    self.init(days: Int(clamping: min(max((seconds / 86_400).rounded(.down), -1e10), 1e10)))
  }

  /// The day of a number of days since 1970, by eras of 400 years.
  init(days: Int) {
    let z = days + 719_468
    let era = (z >= 0 ? z : z - 146_096) / 146_097
    let dayOfEra = z - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shifted + 2) / 5 + 1
    month = shifted < 10 ? shifted + 3 : shifted - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The first day of a month, counted from January of the year 0.
  init(months: Int) {
    year = Int(clamping: (Double(months) / 12).rounded(.down))
    month = months - year * 12 + 1
    day = 1
  }

  /// Days since 1 January 1970.
  package var days: Int {
    let y = month <= 2 ? year - 1 : year
    let era = (y >= 0 ? y : y - 399) / 400
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// Seconds since 1970 at the beginning of the day.
  package var seconds: Double { Double(days) * 86_400 }
  var midnight: Double { seconds }

  /// 0 for Sunday to 6 for Saturday.
  var weekday: Int {
    let d = (days + 4) % 7
    return d < 0 ? d + 7 : d
  }

  /// True if the month has the day.
  package var isValid: Bool { month >= 1 && month <= 12 && day >= 1 && CivilDate(days: days) == self }
}
