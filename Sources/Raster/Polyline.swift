// SPDX-License-Identifier: MIT
import Geometry

/// A flattened subpath, from which strokes are made.
struct Polyline {
  /// The points; a closed line does not repeat its first one.
  var points: [Point] = []
  /// Whether the line continues smoothly at each point, inside one curve.
  var isSmooth: [Bool] = []
  /// The curves among the segments, in order; empty when they were not requested.
  var curves: [FlattenedCurve] = []
  var isClosed = false
  /// The directions in which an open line begins and ends when these ends belong to a curve, whose lines are less
  /// exact. Caps use them. The first is also the direction of a piece without length.
  var startDirection: Point?
  var endDirection: Point?
  /// The lengths of the curves that the segments stand for; empty when they were not requested.
  var lengths: [Double] = []

  var segmentCount: Int { isClosed ? points.count : max(points.count - 1, 0) }

  @inline(__always) mutating func append(_ p: Point, smooth: Bool) {
    points.append(p)
    isSmooth.append(smooth)
  }

  /// The direction of the curve that a segment belongs to, at a fraction of the segment; nil for a segment without
  /// length.
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

  /// The pieces of lengths from ..< to along the line, in order. Where a closed line's last and first piece meet at its
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

/// A curve whose lines are some of a polyline's segments. The lines alone do not give the directions in which it begins
/// and ends.
struct FlattenedCurve {
  var firstSegment: Int
  var lastSegment: Int
  /// Unit vectors along the curve.
  var startDirection: Point
  var endDirection: Point
}

extension Polyline {
  /// Adds those of another line's curves that have segments in a range.
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
  /// The first index at which a condition holds, given that it also holds for all later ones; `endIndex` when it never
  /// does. Takes logarithmic time, unlike `firstIndex`.
  @inline(__always) fileprivate func partition(_ holds: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// A polyline's points, with the directions of the curves that its segments belong to.
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

  /// The corner where two curves meet, with their own directions there.
  struct Corner {
    var before: Point
    var after: Point
    /// The distance by which a side is moved along its segment when it ends at the curve's direction instead.
    var slide = 0.0
    /// True when the second continues in the direction of the first, within the few degrees in which a join is not
    /// visible.
    var isFlat: Bool { before.dot(after) > 0.998 }
    /// Whether the sides have no room to slide, so that the pen turns where the curves meet.
    var turns = false
    func isNear(_ first: Point, _ second: Point) -> Bool { before.dot(first) > 0.5 && after.dot(second) > 0.5 }
  }

  func corner(from first: Int, to second: Int) -> Corner? {
    guard let before = direction(onSegment: first, at: 1), let after = direction(onSegment: second, at: 0) else {
      return nil
    }
    return Corner(before: before, after: after)
  }

  /// The direction on a segment. Inside a curve the directions at a segment's ends halve the turns there, and at the
  /// curve's ends they are the curve's; between them they are mixed. Elsewhere it is the segment's.
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

/// Turns paths into polylines.
struct PolylineMaker {
  let tolerance: Double
  private let isMeasured: Bool
  /// The least cosine of a step's turn; below it the offset curve's line would be off by more than the tolerance.
  private let leastCosine: Double
  /// Called now and then: true leaves the rest of a path out.
  var isStopped: (@Sendable () -> Bool)?
  private(set) var lines: [Polyline] = []
  private var line = Polyline()
  private var hasElements = false

  /// - Parameters:
  ///   - reach: the distance from the line up to which is drawn. A tight curve with a wide stroke needs more steps than
  ///     the curve alone.
  ///   - isMeasured: whether segments get the lengths of their curves, for dashes and trimming.
  init(tolerance: Double, reach: Double = 0, isMeasured: Bool = false) {
    self.tolerance = tolerance
    self.isMeasured = isMeasured
    // A step of angle a around an arc of this radius is off by a² · reach / 8; four ninths of that let the stroker keep
    // its plain joins.
    leastCosine = reach > 0 ? min(max(1 - 2.25 * tolerance / reach, 0.5), 0.99995) : -1
  }

  /// The subpaths flattened in the path's own space. A subpath of one point has one point; a move alone adds nothing.
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

  /// - Parameter length: of the curve from the last point; nil for a straight line's.
  @inline(__always) private mutating func extend(to p: Point, smooth: Bool, length: Double? = nil) {
    if let last = line.points.last {
      if last == p {
        // A repeated point is followed by a corner unless both points are smooth.
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
        split(c, &last, direction, end, next, depth: 0)
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

  /// Adds the points within a step from `last`, and advances `last`, until no step turns too much. It stops at a cusp,
  /// which is a corner.
  private mutating func split(_ c: Cubic, _ last: inout Double, _ a: Point, _ to: Double, _ b: Point, depth: Int) {
    guard a.dot(b) < leastCosine, depth < 10 else { return }
    let middle = (last + to) / 2
    let m = c.direction(middle)
    split(c, &last, a, middle, m, depth: depth + 1)
    extend(to: c.point(middle), smooth: true, length: isMeasured ? c.length(from: last, to: middle) : nil)
    last = middle
    split(c, &last, m, to, b, depth: depth + 1)
  }
}
