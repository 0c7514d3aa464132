// SPDX-License-Identifier: MIT
import Timing

/// A cell's birth rate as a piecewise polynomial of time, with its exact integral: the number of births until a time,
/// the time of the k-th birth, and the births that may still be alive.
///
/// Pure arithmetic with only + − × ÷ √, so that results are bitwise equal on every machine.
package struct EmissionPieces {
  /// An interval, x seconds after whose start the birth rate is p0 + p1·x + p2·x² per second.
  private struct Piece {
    var start: Double
    var end: Double
    /// The number of births before its start, counted from the first piece.
    var base: Double
    var p0: Double
    var p1: Double
    var p2: Double
    /// An upper bound of the lifetimes of particles born in it: a line, by its values at the start and at the end.
    var life0: Double
    var life1: Double

    /// Returns the number of births in its first x seconds.
    @inline(__always) func births(_ x: Double) -> Double { x * (p0 + x * (p1 / 2 + x * (p2 / 3))) }
    var births: Double { births(end - start) }

    /// Returns the seconds after which it has `count` births; at most its length.
    func time(of count: Double) -> Double {
      let length = end - start
      if !(count > 0) { return 0 }
      var x: Double
      if p2 == 0 {
        // The stable form of the quadratic formula, 2d ÷ (p₀ + √(p₀² + 2 p₁ d)), accurate for a small p₁ and for p₀ =
        // 0.
        let root = max(p0 * p0 + 2 * p1 * count, 0).squareRoot()
        x = 2 * count / (p0 + root)
      } else {
        x = timeByNewton(of: count, length)
      }
      // Also handles a rate of 0.
      if !(x >= 0) { x = length }
      return min(x, length)
    }

    /// Newton's method safeguarded by bisection. The births increase, so the bracket always contains the time.
    private func timeByNewton(of count: Double, _ length: Double) -> Double {
      var (low, high) = (0.0, length)
      let all = births(length)
      guard count < all else { return length }
      var x = length * (count / all)
      for _ in 0..<80 {
        let error = births(x) - count
        if error > 0 { high = x } else { low = x }
        let rate = p0 + x * (p1 + x * p2)
        var next = x - error / rate
        if !(next > low && next < high) { next = low + (high - low) / 2 }
        if abs(next - x) <= 1e-15 * length || abs(next - x) <= 1e-14 * next { return next }
        x = next
      }
      return x
    }
  }

  /// The maximum number of pieces of one cell.
  package static let limit = 100_000

  private var pieces: [Piece] = []
  /// The running maximum of the pieces' lifetime bounds.
  private var longestSoFar: [Double] = []
  /// The rates and the lifetime bounds before the first piece and after the last.
  private let rateBefore: Double
  private let lifeBefore: Double
  private let rateAfter: Double
  private let lifeAfter: Double
  /// The start of the first piece and the end of the last; equal if there is only a jump.
  private let start: Double
  private let end: Double
  /// The number of births in all pieces.
  private var total = 0.0
  /// The length of the last pieces, which repeat endlessly; 0 if none do. Then the index of the first of them, their
  /// number of births, and their lifetime bound.
  private var period = 0.0
  private var loop = 0
  private var birthsPerPeriod = 0.0
  private var longestInLoop = 0.0

  /// Computes the pieces.
  ///
  /// - Parameters:
  ///   - rates: two factors of the birth rate, in births per second. Negative values count as 0.
  ///   - life: the mean lifetime, in seconds.
  ///   - lifeRange: the width of the random range of lifetimes, in seconds.
  ///   - lifeFactor: multiplies lifetimes; negative values count as 0.
  ///   - last: the time up to which pieces are computed if they repeat without a common period.
  /// - Returns: nil if there would be more than `limit` pieces.
  package init?(
    rates: (EmissionTrack, EmissionTrack), life: EmissionTrack, lifeRange: EmissionTrack, lifeFactor: EmissionTrack,
    through last: Double
  ) {
    let tracks = [rates.0, rates.1, life, lifeRange, lifeFactor]
    func rate(_ a: Double, _ b: Double) -> Double { max(a, 0) * max(b, 0) }
    func bound(_ life: Double, _ range: Double, _ factor: Double) -> Double {
      max(life + abs(range) / 2, 0) * max(factor, 0)
    }
    rateBefore = rate(rates.0.before[0], rates.1.before[0])
    lifeBefore = bound(life.before[0], lifeRange.before[0], lifeFactor.before[0])
    var breaks: [Double] = []
    let common = EmissionTrack.commonPeriod(tracks.map(\.period))
    // The time from which all tracks have ended or repeat.
    let settled = tracks.map { $0.loopStart ?? $0.end }.max() ?? -.infinity
    let through = (common ?? 0) > 0 ? settled + (common ?? 0) : tracks.contains { $0.period > 0 } ? last : .infinity
    for track in tracks {
      guard let more = track.breaks(through: through, limit: EmissionPieces.limit - breaks.count) else { return nil }
      breaks += more
    }
    if through.isFinite {
      breaks.append(settled)
      breaks.append(through)
      breaks.removeAll { $0 > through }
    }
    breaks.sort()
    var distinct: [Double] = []
    for time in breaks where distinct.last.map({ time - $0 > LocalTime(time).slack }) ?? true { distinct.append(time) }
    start = distinct.first ?? 0
    end = distinct.last ?? 0
    rateAfter = rate(rates.0.after[0], rates.1.after[0])
    lifeAfter = bound(life.after[0], lifeRange.after[0], lifeFactor.after[0])
    if let common, common > 0 { period = common }
    for (a, b) in zip(distinct, distinct.dropFirst()) {
      if period > 0, abs(a - settled) <= LocalTime(a).slack { loop = pieces.count }
      let interval = (start: a, end: b)
      let lines = (rates.0.line(over: interval), rates.1.line(over: interval))
      let lives = (
        life.line(over: interval), lifeRange.line(over: interval), lifeFactor.line(over: interval)
      )
      // A zero crossing of a factor inside the interval is a break.
      var cuts = [0.0, 1]
      for line in [lines.0, lines.1] where line.from * line.to < 0 { cuts.append(line.from / (line.from - line.to)) }
      cuts.sort()
      for (u, v) in zip(cuts, cuts.dropFirst()) where v > u {
        guard pieces.count < EmissionPieces.limit else { return nil }
        add(
          from: u == 0 ? a : a + (b - a) * u, to: v == 1 ? b : a + (b - a) * v, u: u, v: v, rates: lines, lives: lives)
      }
    }
    longestSoFar.reserveCapacity(pieces.count)
    for piece in pieces { longestSoFar.append(max(longestSoFar.last ?? lifeBefore, piece.life0, piece.life1)) }
    guard period > 0 else { return }
    birthsPerPeriod = total - (loop < pieces.count ? pieces[loop].base : total)
    for piece in pieces[min(loop, pieces.count)...] { longestInLoop = max(longestInLoop, piece.life0, piece.life1) }
  }

  private typealias Line = (from: Double, to: Double)

  /// Adds a piece: the section from u to v, 0…1, of the lines.
  private mutating func add(
    from a: Double, to b: Double, u: Double, v: Double, rates: (Line, Line), lives: (Line, Line, Line)
  ) {
    guard b > a else { return }
    func at(_ line: Line, _ u: Double) -> Double {
      u == 0 ? line.from : u == 1 ? line.to : line.from + (line.to - line.from) * u
    }
    // A factor that was cut at its zero crossing is exactly 0 there, regardless of rounding.
    func factor(_ line: Line) -> Line {
      if at(line, (u + v) / 2) <= 0 { return (0, 0) }
      return (max(at(line, u), 0), max(at(line, v), 0))
    }
    let (r, s) = (factor(rates.0), factor(rates.1))
    let length = b - a
    let (dr, ds) = ((r.to - r.from) / length, (s.to - s.from) / length)
    let (from, to) = (
      max(at(lives.0, u) + abs(at(lives.1, u)) / 2, 0), max(at(lives.0, v) + abs(at(lives.1, v)) / 2, 0)
    )
    let (f, g) = (max(at(lives.2, u), 0), max(at(lives.2, v), 0))
    // The product of a rising and a falling line lies above its chord by at most this.
    let bulge = max(-(to - from) * (g - f) / 4, 0)
    let piece = Piece(
      start: a, end: b, base: total, p0: r.from * s.from, p1: r.from * ds + dr * s.from, p2: dr * ds,
      life0: from * f + bulge, life1: to * g + bulge)
    pieces.append(piece)
    total += max(piece.births, 0)
  }

  // MARK: Births

  /// True if there are any births.
  package var hasBirths: Bool { rateBefore > 0 || rateAfter > 0 || total > 0 }

  /// The longest lifetime of any particle, in seconds.
  package var longest: Double {
    max(lifeBefore, period > 0 && !pieces.isEmpty ? 0 : lifeAfter, longestSoFar.last ?? 0)
  }

  /// Returns the number of births until a time, counted from the start of the first piece; negative before it.
  package func births(until time: Double) -> Double {
    if time < start { return rateBefore > 0 ? (time - start) * rateBefore : 0 }
    if time >= end {
      guard period > 0, !pieces.isEmpty else { return rateAfter > 0 ? total + (time - end) * rateAfter : total }
      let cycles = ((time - end) / period).rounded(.down) + 1
      let inner = min(max(time - cycles * period, end - period), end)
      return births(within: inner) + cycles * birthsPerPeriod
    }
    return births(within: time)
  }

  private func births(within time: Double) -> Double {
    let piece = pieces[index(at: time)]
    return piece.base + piece.births(min(max(time - piece.start, 0), piece.end - piece.start))
  }

  /// Returns the last piece that begins at or before a time, by binary search.
  private func index(at time: Double) -> Int {
    var (low, high) = (0, pieces.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if pieces[middle].start <= time { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// A position among the pieces, which speeds up the lookup of the next birth.
  package struct Cursor {
    package init() {}
    fileprivate var piece = 0
  }

  /// Returns the maximum rounding error of a count.
  @inline(__always) package static func slack(of count: Double) -> Double { 1e-11 + abs(count) * 0x1p-48 }

  /// Returns the time at which the number of births reaches a count; infinite if it never does.
  package func time(ofBirths count: Double, _ cursor: inout Cursor) -> Double {
    if count <= 0 { return rateBefore > 0 ? start + count / rateBefore : start }
    let slack = EmissionPieces.slack(of: count)
    var (count, shift) = (count, 0.0)
    if count - slack > total {
      guard period > 0 else { return rateAfter > 0 ? end + (count - total) / rateAfter : .infinity }
      guard birthsPerPeriod > 0 else { return .infinity }
      let cycles = ((count - slack - total) / birthsPerPeriod).rounded(.up)
      count -= cycles * birthsPerPeriod
      shift = cycles * period
    }
    // The last piece before which there are fewer births. During a pause, the birth lies at the start of the pause.
    let below = count - slack
    var i = min(cursor.piece, pieces.count - 1)
    var steps = 0
    while steps < 8, i + 1 < pieces.count, pieces[i].base < below, pieces[i + 1].base < below {
      i += 1
      steps += 1
    }
    if pieces[i].base >= below && i > 0 || i + 1 < pieces.count && pieces[i + 1].base < below {
      var (low, high) = (0, pieces.count - 1)
      while low < high {
        let middle = (low + high + 1) / 2
        if pieces[middle].base < below { low = middle } else { high = middle - 1 }
      }
      i = low
    }
    cursor.piece = i
    return pieces[i].start + pieces[i].time(of: count - pieces[i].base) + shift
  }

  package func time(ofBirths count: Double) -> Double {
    var cursor = Cursor()
    return time(ofBirths: count, &cursor)
  }

  // MARK: Search

  /// Returns the ascending time spans whose births may be alive at a time.
  ///
  /// - Parameters:
  ///   - now: the time.
  ///   - first: the earliest time of births; `last` is the latest.
  ///   - speed: the seconds of a lifetime per second of this time, above 0.
  ///   - more: added to each lifetime, in its own seconds.
  /// - Returns: the spans, and the number of pieces that were examined.
  package func spans(alive now: Double, from first: Double, through last: Double, speed: Double = 1, more: Double = 0)
    -> (spans: [(from: Double, to: Double)], examined: Int)
  {
    var result: [(from: Double, to: Double)] = []
    var examined = 0
    func add(_ from: Double, _ to: Double) {
      let (a, b) = (max(from, first), min(to, last))
      guard a <= b else { return }
      if let before = result.last, before.from <= b {
        // Spans are found from the last to the first, and reversed at the end.
        result[result.count - 1].from = min(a, before.from)
      } else {
        result.append((a, b))
      }
    }
    let slack = 2 * LocalTime(now).slack
    /// Adds the births from a to b, whose lifetime bound is a line from l to m.
    func search(_ a: Double, _ b: Double, _ l: Double, _ m: Double) {
      let (f, g) = (a + (l + more) / speed - now, b + (m + more) / speed - now)
      if f <= -slack && g <= -slack { return }
      var (from, to) = (a, b)
      if f < -slack { from = a + (b - a) * max((-slack - f) / (g - f), 0) }
      if g < -slack { to = a + (b - a) * min((f + slack) / (f - g), 1) }
      // A birth at an end takes the values after it.
      add(from - slack, to + slack)
    }
    func constant(_ a: Double, _ b: Double, _ life: Double) {
      let from = max(a, now - (life + more) / speed)
      if from <= b { add(from - slack, b + slack) }
    }
    if last >= end {
      examined += 1
      if period > 0 {
        constant(max(end, first), last, longestInLoop)
      } else {
        constant(max(end, first), last, lifeAfter)
      }
    }
    var i = pieces.isEmpty ? -1 : index(at: min(last, end))
    while i >= 0 {
      let piece = pieces[i]
      if piece.end + (longestSoFar[i] + more) / speed <= now - slack || piece.end < first { break }
      examined += 1
      if piece.births > 0 { search(piece.start, piece.end, piece.life0, piece.life1) }
      i -= 1
    }
    if i < 0, first < start, rateBefore > 0 { constant(first, min(start, last), lifeBefore) }
    return (result.reversed(), examined)
  }

  /// Returns the rate and the lifetime bound at a time, for messages.
  package func figures(at time: Double) -> (rate: Double, life: Double) {
    if time < start { return (rateBefore, lifeBefore) }
    var time = time
    if time >= end {
      guard period > 0, !pieces.isEmpty else { return (rateAfter, lifeAfter) }
      time = end - period + (time - end).truncatingRemainder(dividingBy: period)
    }
    let piece = pieces[index(at: time)]
    let x = min(max(time - piece.start, 0), piece.end - piece.start)
    return (piece.p0 + x * (piece.p1 + x * piece.p2), max(piece.life0, piece.life1))
  }
}
