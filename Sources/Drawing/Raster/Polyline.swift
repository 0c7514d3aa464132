// SPDX-License-Identifier: MIT
import Geometry

/// A flattened subpath, the input of the stroker.
struct Polyline {
  /// The points; a closed line does not repeat the first.
  var points: [Point] = []
  /// True for each point at which the line continues smoothly, inside one curve.
  var isSmooth: [Bool] = []
  /// The curves that segments belong to, in order; empty if they were not requested.
  var curves: [FlattenedCurve] = []
  var isClosed = false
  /// Unit tangents at the two ends of an open line, for caps. At an end of a curve it is the curve's own tangent, since
  /// its flattened segments are less exact. The first is also the direction of a piece of zero length.
  var startDirection: Point?
  var endDirection: Point?
  /// Arc length of each segment's part of its curve; empty if lengths were not requested.
  var lengths: [Double] = []

  var segmentCount: Int { isClosed ? points.count : max(points.count - 1, 0) }

  @inline(__always) mutating func append(_ p: Point, smooth: Bool) {
    points.append(p)
    isSmooth.append(smooth)
  }

  /// Returns the curve's tangent at a fraction of a segment; nil for a segment of zero length.
  func direction(onSegment i: Int, at fraction: Double) -> Point? {
    points.withUnsafeBufferPointer { points in
      isSmooth.withUnsafeBufferPointer { flags in
        curves.withUnsafeBufferPointer { curves in
          FlattenedLine(points: points, isSmooth: flags, curves: curves, isClosed: isClosed).direction(
            onSegment: i, at: fraction)
        }
      }
    }
  }

  private func length(ofSegment i: Int) -> Double {
    i < lengths.count ? lengths[i] : (points[i + 1 == points.count ? 0 : i + 1] - points[i]).length
  }

  var length: Double {
    var sum = 0.0
    for i in 0..<segmentCount { sum += length(ofSegment: i) }
    return sum
  }

  /// Returns the pieces between pairs of arc lengths, in order. If a closed line's last and first pieces meet at its
  /// start, they are joined.
  func pieces(_ ranges: [(from: Double, to: Double)]) -> [Polyline] {
    var result: [Polyline] = []
    result.reserveCapacity(ranges.count)
    var i = 0
    var done = 0.0
    let n = segmentCount
    guard n > 0 else { return [] }
    func end(_ k: Int) -> Point { points[k + 1 == points.count ? 0 : k + 1] }
    var size = length(ofSegment: 0)
    for (from, to) in ranges {
      while i < n - 1 && done + size <= from {
        done += size
        i += 1
        size = length(ofSegment: i)
      }
      func at(_ d: Double) -> Point {
        let k = size > 0 ? min(max((d - done) / size, 0), 1) : 0
        return points[i] + (end(i) - points[i]) * k
      }
      var piece = Polyline()
      piece.append(at(from), smooth: false)
      let first = i
      var reached = from
      if size > 0 { piece.startDirection = direction(onSegment: i, at: min(max((from - done) / size, 0), 1)) }
      while i < n - 1 && done + size < to {
        done += size
        i += 1
        piece.append(points[i], smooth: isSmooth[i])
        piece.lengths.append(done - reached)
        reached = done
        size = length(ofSegment: i)
      }
      if to > from {
        piece.append(at(to), smooth: false)
        piece.lengths.append(to - reached)
        if size > 0 { piece.endDirection = direction(onSegment: i, at: min(max((to - done) / size, 0), 1)) }
      }
      piece.addCurves(curves, from: first, through: i, movedBy: -first)
      result.append(piece)
    }
    return result
  }
}

/// A curve as a range of a polyline's segments, with its exact tangents at both ends, which the segments alone do not
/// give.
struct FlattenedCurve {
  var firstSegment: Int
  var lastSegment: Int
  /// Unit tangents at the ends of the curve.
  var startDirection: Point
  var endDirection: Point
}

extension Polyline {
  /// Adds the curves of another line that have segments in a range.
  mutating func addCurves(_ others: [FlattenedCurve], from first: Int, through last: Int, movedBy offset: Int) {
    var i = others.partition { $0.lastSegment >= first }
    while i < others.count, others[i].firstSegment <= last {
      var curve = others[i]
      curve.firstSegment += offset
      curve.lastSegment += offset
      curves.append(curve)
      i += 1
    }
  }
}

extension RandomAccessCollection where Index == Int {
  /// Returns the first index at which a monotone condition holds, by binary search; `endIndex` if it never does.
  @inline(__always) fileprivate func partition(_ holds: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// A polyline's points with the curves that its segments belong to.
struct FlattenedLine {
  let points: UnsafeBufferPointer<Point>
  let isSmooth: UnsafeBufferPointer<Bool>
  let curves: UnsafeBufferPointer<FlattenedCurve>
  let isClosed: Bool

  private func next(_ i: Int) -> Int { i &+ 1 == points.count ? 0 : i &+ 1 }

  private func along(_ i: Int) -> Point? {
    let d = points[next(i)] - points[i]
    let size = d.length
    return size > 0 ? d / size : nil
  }

  /// The corner where two curves meet, with their exact tangents there.
  struct Corner {
    var before: Point
    var after: Point
    /// Distance by which a side moves along its segment if it ends at the curve's tangent instead of the segment's.
    var slide = 0.0
    /// True if the second curve continues in the direction of the first, within the few degrees in which a join is
    /// invisible.
    var isFlat: Bool { before.dot(after) > 0.998 }
    /// True if the sides have no room to slide, so that the pen turns where the curves meet.
    var turns = false
    func isNear(_ first: Point, _ second: Point) -> Bool { before.dot(first) > 0.5 && after.dot(second) > 0.5 }
  }

  func corner(from first: Int, to second: Int) -> Corner? {
    guard let before = direction(onSegment: first, at: 1), let after = direction(onSegment: second, at: 0) else {
      return nil
    }
    return Corner(before: before, after: after)
  }

  /// Returns the tangent at a fraction of a segment. Inside a curve it interpolates between the tangents at the
  /// segment's ends: the bisectors of the turns there, and the exact tangents at the curve's ends. Elsewhere it is the
  /// segment's own direction.
  func direction(onSegment i: Int, at fraction: Double) -> Point? {
    guard let own = along(i) else { return nil }
    let end = next(i)
    func halved(_ other: Point?) -> Point? {
      guard let other, own.dot(other) > 0.5 else { return nil }
      let sum = own + other
      return sum / sum.length
    }
    let found = curves.partition { $0.lastSegment >= i }
    let curve = found < curves.count && curves[found].firstSegment <= i ? curves[found] : nil
    var first = isSmooth[i] && (isClosed || i > 0) ? halved(along(i > 0 ? i - 1 : points.count - 1)) : nil
    var last = isSmooth[end] && (isClosed || i + 2 < points.count) ? halved(along(end)) : nil
    if let curve, curve.firstSegment == i { first = curve.startDirection }
    if let curve, curve.lastSegment == i { last = curve.endDirection }
    let from = first ?? own
    let mixed = from + ((last ?? own) - from) * fraction
    let size = mixed.length
    return size > 0 ? mixed / size : own
  }
}

/// Flattens paths to polylines.
struct PolylineMaker {
  let tolerance: Double
  private let isMeasured: Bool
  /// Minimum cosine of the turn of one step. With a larger turn the flattened offset curve would deviate by more than
  /// the tolerance.
  private let leastCosine: Double
  /// Polled periodically; returning true skips the rest of a path.
  var isStopped: (@Sendable () -> Bool)?
  private(set) var lines: [Polyline] = []
  private var line = Polyline()
  private var hasElements = false

  /// - Parameters:
  ///   - reach: the largest distance from the line that is painted. A tight curve with a wide stroke needs more steps
  ///     than the curve alone.
  ///   - isMeasured: true computes arc lengths of segments, for dashes and trimming.
  init(tolerance: Double, reach: Double = 0, isMeasured: Bool = false) {
    self.tolerance = tolerance
    self.isMeasured = isMeasured
    // A step of angle a around an arc of radius `reach` deviates by a² · reach / 8. Four ninths of that let the stroker
    // keep its plain joins.
    leastCosine = reach > 0 ? min(max(1 - 2.25 * tolerance / reach, 0.5), 0.99995) : -1
  }

  /// Adds a path's subpaths, flattened in its own space. A subpath of one point keeps that point; a move alone adds
  /// nothing.
  mutating func add(_ path: Path) {
    let points = path.points
    var at = 0
    for (i, verb) in path.verbs.enumerated() {
      if i & 1023 == 1023, isStopped?() == true { break }
      switch verb {
      case .move:
        finish()
        line.append(points[at], smooth: false)
      case .line:
        hasElements = true
        extend(to: points[at], smooth: false)
      case .quad:
        let p0 = line.points.last ?? points[at]
        let c = points[at]
        let p = points[at + 1]
        curve(Cubic(p0, p0 + (c - p0) * (2.0 / 3), p + (c - p) * (2.0 / 3), p))
      case .cubic:
        curve(Cubic(line.points.last ?? points[at], points[at], points[at + 1], points[at + 2]))
      case .close:
        hasElements = true
        line.isClosed = true
        finish()
      }
      at += verb.pointCount
    }
    finish()
  }

  private mutating func finish() {
    if hasElements, !line.points.isEmpty {
      if line.isClosed, line.points.count > 1, line.points.first == line.points.last {
        line.points.removeLast()
        line.isSmooth.removeLast()
      } else if line.isClosed, isMeasured, line.points.count > 1 {
        line.lengths.append((line.points[0] - line.points[line.points.count - 1]).length)
      }
      if line.points.count == 1 { line.isClosed = false }
      if !line.isClosed, line.points.count > 1 {
        line.startDirection = line.direction(onSegment: 0, at: 0)
        line.endDirection = line.direction(onSegment: line.points.count - 2, at: 1)
      }
      lines.append(line)
    }
    line = Polyline()
    hasElements = false
  }

  /// - Parameter length: arc length of the curve since the last point; nil for a straight line.
  @inline(__always) private mutating func extend(to p: Point, smooth: Bool, length: Double? = nil) {
    if let last = line.points.last {
      if last == p {
        // A repeated point becomes a corner unless both points are smooth.
        if !smooth { line.isSmooth[line.isSmooth.count - 1] = false }
        return
      }
      if isMeasured { line.lengths.append(length ?? (p - last).length) }
    }
    line.append(p, smooth: smooth)
  }

  private mutating func curve(_ c: Cubic) {
    hasElements = true
    var lines = c.lines(tolerance: tolerance)
    var last = 0.0
    var direction = leastCosine > -1 ? c.direction(0) : .zero
    let firstSegment = line.points.count - 1
    while let p = lines.next() {
      let end = lines.parameter
      if leastCosine > -1 {
        let next = c.direction(end)
        split(c, from: &last, leaving: direction, to: end, arriving: next, depth: 0)
        direction = next
      }
      extend(to: p, smooth: true, length: isMeasured ? c.length(from: last, to: end) : nil)
      last = end
    }
    if !line.isSmooth.isEmpty { line.isSmooth[line.isSmooth.count - 1] = false }
    let lastSegment = line.points.count - 2
    guard leastCosine > -1, firstSegment >= 0, lastSegment >= firstSegment else { return }
    let (start, end) = c.endDirections(negligible: tolerance / 64)
    guard start != .zero, end != .zero else { return }
    line.curves.append(
      FlattenedCurve(firstSegment: firstSegment, lastSegment: lastSegment, startDirection: start, endDirection: end))
  }

  /// Subdivides a step from `last` until no step turns too much, adds its points and advances `last`. Stops at a cusp,
  /// which is a corner.
  ///
  /// - Parameters:
  ///   - a: the curve's direction at `last`.
  ///   - b: its direction at `end`.
  private mutating func split(
    _ c: Cubic, from last: inout Double, leaving a: Point, to end: Double, arriving b: Point, depth: Int
  ) {
    guard a.dot(b) < leastCosine, depth < 10 else { return }
    let middle = (last + end) / 2
    let m = c.direction(middle)
    split(c, from: &last, leaving: a, to: middle, arriving: m, depth: depth + 1)
    extend(to: c.point(middle), smooth: true, length: isMeasured ? c.length(from: last, to: middle) : nil)
    last = middle
    split(c, from: &last, leaving: m, to: end, arriving: b, depth: depth + 1)
  }
}
