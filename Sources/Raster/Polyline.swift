import Geometry

/// A flattened subpath: what strokes are made of.
struct Polyline {
  /// A closed one does not repeat its first point.
  var points: [Point] = []
  /// Whether the line goes on smoothly at each point, inside one curve.
  var isSmooth: [Bool] = []
  var isClosed = false
  /// The directions in which an open line begins and ends where it is a curve's, whose lines say less: what caps stand on. The first is also
  /// that of a piece without length.
  var startDirection: Point?
  var endDirection: Point?

  var segmentCount: Int { isClosed ? points.count : max(points.count - 1, 0) }

  @inline(__always) mutating func append(_ p: Point, smooth: Bool) {
    points.append(p)
    isSmooth.append(smooth)
  }

  /// The direction of the curve that a segment is a line of, at a fraction of the segment; nil for a segment without length.
  func direction(onSegment i: Int, at fraction: Double) -> Point? {
    points.withUnsafeBufferPointer { points in
      isSmooth.withUnsafeBufferPointer { flags in
        FlattenedLine(points: points, isSmooth: flags, isClosed: isClosed).direction(onSegment: i, at: fraction)
      }
    }
  }

  var length: Double {
    var sum = 0.0
    for i in 0..<segmentCount { sum += (points[i + 1 == points.count ? 0 : i + 1] - points[i]).length }
    return sum
  }

  /// The pieces of lengths from ..< to along the line, in order; a closed one whose last and first piece meet at its start joins them.
  func pieces(_ ranges: [(from: Double, to: Double)]) -> [Polyline] {
    var result: [Polyline] = []
    result.reserveCapacity(ranges.count)
    var i = 0
    var done = 0.0
    let n = segmentCount
    guard n > 0 else { return [] }
    func end(_ k: Int) -> Point { points[k + 1 == points.count ? 0 : k + 1] }
    var size = (end(0) - points[0]).length
    for (from, to) in ranges {
      while i < n - 1 && done + size <= from {
        done += size
        i += 1
        size = (end(i) - points[i]).length
      }
      func at(_ d: Double) -> Point {
        let k = size > 0 ? min(max((d - done) / size, 0), 1) : 0
        return points[i] + (end(i) - points[i]) * k
      }
      var piece = Polyline()
      piece.append(at(from), smooth: false)
      if size > 0 { piece.startDirection = direction(onSegment: i, at: min(max((from - done) / size, 0), 1)) }
      while i < n - 1 && done + size < to {
        done += size
        i += 1
        piece.append(points[i], smooth: isSmooth[i])
        size = (end(i) - points[i]).length
      }
      if to > from {
        piece.append(at(to), smooth: false)
        if size > 0 { piece.endDirection = direction(onSegment: i, at: min(max((to - done) / size, 0), 1)) }
      }
      result.append(piece)
    }
    return result
  }
}

/// A polyline's points, to ask how the curves ran that its segments are lines of.
struct FlattenedLine {
  let points: UnsafeBufferPointer<Point>
  let isSmooth: UnsafeBufferPointer<Bool>
  let isClosed: Bool

  private func next(_ i: Int) -> Int { i &+ 1 == points.count ? 0 : i &+ 1 }

  private func along(_ i: Int) -> Point? {
    let d = points[next(i)] - points[i]
    let size = d.length
    return size > 0 ? d / size : nil
  }

  /// Where two curves meet: their own directions there.
  struct Corner {
    var before: Point
    var after: Point
    /// How far a side is moved along its segment when it ends at the curve's direction instead.
    var slide = 0.0
    /// True when the second goes on as the first ends, within the few degrees to which the directions are known.
    var isFlat: Bool { before.dot(after) > 0.998 }
  }

  func corner(from first: Int, to second: Int) -> Corner? {
    guard let before = direction(onSegment: first, at: 1), let after = direction(onSegment: second, at: 0) else { return nil }
    return Corner(before: before, after: after)
  }

  /// Inside a curve the directions at a segment's ends halve the turns there; between them it is mixed, and at the curve's own end the turn
  /// goes on as it does at the other end of the last line. Elsewhere it is the segment's own.
  func direction(onSegment i: Int, at fraction: Double) -> Point? {
    guard let own = along(i) else { return nil }
    let end = next(i)
    func halved(_ other: Point?) -> Point? {
      guard let other, own.dot(other) > 0.5 else { return nil }
      let sum = own + other
      return sum / sum.length
    }
    let before = isSmooth[i] && (isClosed || i > 0) ? halved(along(i > 0 ? i - 1 : points.count - 1)) : nil
    let after = isSmooth[end] && (isClosed || i + 2 < points.count) ? halved(along(end)) : nil
    guard before != nil || after != nil else { return own }
    func mirrored(_ p: Point) -> Point { own * (2 * own.dot(p)) - p }
    let first = before ?? after.map(mirrored) ?? own
    let last = after ?? before.map(mirrored) ?? own
    let mixed = first + (last - first) * fraction
    let size = mixed.length
    return size > 0 ? mixed / size : own
  }
}

/// Turns paths into polylines.
struct PolylineMaker {
  let tolerance: Double
  private(set) var lines: [Polyline] = []
  private var line = Polyline()
  private var hasElements = false

  init(tolerance: Double) { self.tolerance = tolerance }

  /// The subpaths flattened in the path's own space. Those of one point have one point; a mere move gives nothing.
  mutating func add(_ path: Path) {
    let points = path.points
    var at = 0
    for verb in path.verbs {
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
      }
      if line.points.count == 1 { line.isClosed = false }
      if !line.isClosed, line.points.count > 2 {
        line.startDirection = line.direction(onSegment: 0, at: 0)
        line.endDirection = line.direction(onSegment: line.points.count - 2, at: 1)
      }
      lines.append(line)
    }
    line = Polyline()
    hasElements = false
  }

  @inline(__always) private mutating func extend(to p: Point, smooth: Bool) {
    if let last = line.points.last, last == p {
      // What follows a repeated point is a corner unless both say otherwise.
      if !smooth { line.isSmooth[line.isSmooth.count - 1] = false }
      return
    }
    line.append(p, smooth: smooth)
  }

  private mutating func curve(_ c: Cubic) {
    hasElements = true
    var lines = c.lines(tolerance: tolerance)
    while let p = lines.next() { extend(to: p, smooth: true) }
    if !line.isSmooth.isEmpty { line.isSmooth[line.isSmooth.count - 1] = false }
  }
}
