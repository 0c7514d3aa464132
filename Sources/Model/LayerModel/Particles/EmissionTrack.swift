// SPDX-License-Identifier: MIT
import Timing

/// A piecewise linear function of time with one or more components. It may have jumps, and is constant before the first
/// and after the last line. Its final lines may repeat endlessly.
///
/// At a jump the value is the one after it. A time that misses a jump only by rounding counts as at the jump.
package struct EmissionTrack: Equatable {
  /// The number of components.
  package let width: Int
  /// The start times of the lines, ascending. Each line ends where the next one begins, and the last one at `end`.
  package private(set) var starts: [Double] = []
  /// For each line, the values at its start followed by the limits at its end.
  private var values: [Double] = []
  /// The values before the first line, and those after the last unless the lines repeat.
  package private(set) var before: [Double]
  package private(set) var after: [Double]
  package private(set) var end = -Double.infinity
  /// The length of the final lines that repeat endlessly, in seconds; 0 if none do.
  package private(set) var period = 0.0

  /// Creates a constant track.
  package init(_ value: [Double]) {
    width = value.count
    before = value
    after = value
  }

  package init(_ value: Double) { self.init([value]) }

  package var isConstant: Bool { starts.isEmpty && end == -.infinity }
  package var lineCount: Int { starts.count }

  /// The values, if they are constant; else nil.
  package var onlyValues: [Double]? {
    guard before == after || period > 0 else { return nil }
    for line in starts.indices {
      for i in 0..<width where value(line, i) != before[i] || value(line, width + i) != before[i] { return nil }
    }
    return before
  }

  /// The start of the first cycle of the repeating lines; nil if none repeat.
  package var loopStart: Double? { period > 0 ? end - period : nil }

  /// Appends a line.
  ///
  /// - Parameters:
  ///   - start: the start of the line; for all but the first one it must equal the end of the line before.
  ///   - from: the values at its start, `width` of them; `to` are those at its end.
  package mutating func append(from start: Double, to end: Double, _ from: [Double], _ to: [Double]) {
    guard end > start else { return }
    if let last = starts.indices.last, period == 0, from == to, start == self.end,
      (0..<width).allSatisfy({ value(last, $0) == from[$0] && value(last, width + $0) == from[$0] })
    {
      // Extends the constant line before.
      self.end = end
      after = to
      return
    }
    starts.append(start)
    values += from
    values += to
    self.end = end
    after = to
  }

  /// Sets the values before the first line.
  package mutating func setBefore(_ value: [Double]) { before = value }

  /// Sets the values after the last line; initially they are the values at its end.
  ///
  /// - Parameter time: if there are no lines, the time at which they begin: a jump from the values before.
  package mutating func setAfter(_ value: [Double], from time: Double? = nil) {
    after = value
    if starts.isEmpty, let time { end = time }
  }

  /// Makes the final lines repeat endlessly.
  ///
  /// - Parameter period: the length in seconds, at most that of all lines; a line must begin there.
  package mutating func setPeriod(_ period: Double) { self.period = period }

  @inline(__always) private func value(_ line: Int, _ i: Int) -> Double { values[line * 2 * width + i] }

  private func lineEnd(_ i: Int) -> Double { i + 1 < starts.count ? starts[i + 1] : end }

  // MARK: Values

  /// A position in the track, which speeds up the next, nearby lookup.
  package struct Cursor {
    package init() {}
    fileprivate var line = 0
  }

  /// Locates a time: returns the line, −1 before the first and `lineCount` after the last, and the time mapped to the
  /// first cycle.
  private func place(_ time: Double, _ cursor: inout Cursor) -> (line: Int, time: Double) {
    let slack = LocalTime(time).slack
    guard !isConstant, time + slack >= starts.first ?? end else { return (-1, time) }
    var t = time
    if t + slack >= end {
      guard period > 0, !starts.isEmpty else { return (starts.count, t) }
      let cycles = ((t + slack - (end - period)) / period).rounded(.down)
      t = max(t - cycles * period, end - period)
    }
    let reached = t + slack
    var i = min(cursor.line, starts.count - 1)
    if starts[i] <= reached {
      var steps = 0
      while steps < 4, i + 1 < starts.count, starts[i + 1] <= reached {
        i += 1
        steps += 1
      }
      if i + 1 == starts.count || starts[i + 1] > reached {
        cursor.line = i
        return (i, t)
      }
    }
    var (low, high) = (0, starts.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle] <= reached { low = middle } else { high = middle - 1 }
    }
    cursor.line = low
    return (low, t)
  }

  /// Calls the closure with the index and the value of each component at a time.
  @inline(__always)
  package func forEach(at time: Double, _ cursor: inout Cursor, _ body: (Int, Double) -> Void) {
    let (line, t) = place(time, &cursor)
    if line < 0 {
      for i in 0..<width { body(i, before[i]) }
    } else if line >= starts.count {
      for i in 0..<width { body(i, after[i]) }
    } else {
      let start = starts[line]
      let part = min(max((t - start) / (lineEnd(line) - start), 0), 1)
      for i in 0..<width {
        let (a, b) = (value(line, i), value(line, width + i))
        body(i, a == b ? a : a + (b - a) * part)
      }
    }
  }

  /// Returns the values at a time.
  package func value(at time: Double) -> [Double] {
    var result: [Double] = []
    var cursor = Cursor()
    forEach(at: time, &cursor) { result.append($1) }
    return result
  }

  // MARK: Lines

  /// Returns the first component's values at the ends of an interval that lies within one line, or outside all.
  package func line(over interval: (start: Double, end: Double)) -> (from: Double, to: Double) {
    // The midpoint is inside the line even if the ends are not.
    let middle = interval.start + (interval.end - interval.start) / 2
    var cursor = Cursor()
    let (line, t) = place(middle, &cursor)
    if line < 0 { return (before[0], before[0]) }
    if line >= starts.count { return (after[0], after[0]) }
    let (a, b) = (value(line, 0), value(line, width))
    if a == b { return (a, a) }
    let start = starts[line]
    let slope = (b - a) / (lineEnd(line) - start)
    let half = (interval.end - interval.start) / 2
    return (a + (t - half - start) * slope, a + (t + half - start) * slope)
  }

  /// Returns the start and end times of lines up to a time, including repetitions.
  ///
  /// - Parameter limit: the maximum number.
  /// - Returns: nil if there are more.
  package func breaks(through last: Double, limit: Int) -> [Double]? {
    guard !isConstant, starts.first ?? end <= last else { return [] }
    var result = starts.filter { $0 <= last }
    if end <= last { result.append(end) }
    if period > 0, end <= last, !starts.isEmpty {
      let loop = starts.filter { $0 > end - period } + [end]
      let cycles = ((last - end) / period).rounded(.down) + 1
      guard cycles * Double(loop.count) < Double(limit) else { return nil }
      var k = 1.0
      while k <= cycles {
        for start in loop where start + k * period <= last { result.append(start + k * period) }
        k += 1
      }
    }
    return result.count <= limit ? result : nil
  }

  /// Returns the track with time running backward: its value at −t.
  ///
  /// - Parameters:
  ///   - last: the time, before reversal, up to which repeating lines are followed.
  ///   - limit: the maximum number of lines.
  /// - Returns: nil if there are more.
  package func reversed(through last: Double, limit: Int) -> EmissionTrack? {
    guard !isConstant else { return self }
    guard let breaks = breaks(through: max(last, end), limit: limit) else { return nil }
    var result = EmissionTrack(before)
    result.before = after
    if period > 0, let last = breaks.last { result.before = value(at: last) }
    for (a, b) in zip(breaks, breaks.dropFirst()).reversed() where b > a {
      var cursor = Cursor()
      let (line, _) = place(a + (b - a) / 2, &cursor)
      guard line >= 0, line < starts.count else { continue }
      let from = (0..<width).map { value(line, $0) }
      let to = (0..<width).map { value(line, width + $0) }
      result.append(from: -b, to: -a, to, from)
    }
    result.setAfter(before, from: -end)
    return result
  }

  /// Returns the least common multiple of some periods, in seconds; nil if it is longer than 64 of one of them. Periods
  /// of 0 are ignored.
  package static func commonPeriod(_ periods: [Double]) -> Double? {
    var common = 0.0
    for period in periods where period > 0 {
      if common == 0 {
        common = period
        continue
      }
      var found: Double?
      for k in 1...64 {
        let length = Double(k) * common
        let times = (length / period).rounded()
        if times >= 1, times <= 64, abs(length - times * period) <= 1e-12 * length {
          found = length
          break
        }
      }
      guard let found else { return nil }
      common = found
    }
    return common
  }

  /// The maximum of the first component.
  package var greatest: Double {
    var result = max(before[0], after[0])
    for line in starts.indices { result = max(result, value(line, 0), value(line, width)) }
    return result
  }
}
