// SPDX-License-Identifier: MIT
extension Path {
  /// True if each subpath lies on one straight line, so that there is no area to fill.
  package var isStraight: Bool {
    var next = 0
    var start: Point?
    var along: Point?
    for verb in verbs {
      for _ in 0..<verb.pointCount {
        let p = points[next]
        next += 1
        guard verb != .move, let origin = start else {
          (start, along) = (p, nil)
          continue
        }
        let d = p - origin
        guard let way = along else {
          if d != .zero { along = d }
          continue
        }
        let reach = max(abs(way.x), abs(way.y)) * max(abs(d.x), abs(d.y))
        if abs(way.x * d.y - way.y * d.x) > 1e-9 * reach { return false }
      }
    }
    return true
  }

  /// One drawn segment of a path, with absolute end points. A `close` is a line.
  ///
  /// ```swift
  /// let segment = Path.Segment.quad(Point(0, 0), Point(5, 10), Point(10, 0))
  /// segment.point(at: 0.5)  // Point(5, 5)
  /// segment.direction(at: 0)  // Point(10, 20)
  /// ```
  package enum Segment: Sendable {
    case line(Point, Point)
    case quad(Point, Point, Point)
    case cubic(Point, Point, Point, Point)

    package var start: Point {
      switch self {
      case .line(let a, _), .quad(let a, _, _), .cubic(let a, _, _, _): a
      }
    }

    package func point(at t: Double) -> Point {
      let s = 1 - t
      switch self {
      case .line(let a, let b): return a + (b - a) * t
      case .quad(let a, let b, let c): return a * (s * s) + b * (2 * s * t) + c * (t * t)
      case .cubic(let a, let b, let c, let d):
        return a * (s * s * s) + b * (3 * s * s * t) + c * (3 * s * t * t) + d * (t * t * t)
      }
    }

    /// Returns the tangent at a parameter, not normalised. If the velocity is 0, it is the direction in which the curve
    /// arrives or leaves.
    package func direction(at t: Double) -> Point {
      let s = 1 - t
      let d: Point
      switch self {
      case .line(let a, let b): return b - a
      case .quad(let a, let b, let c): d = (b - a) * (2 * s) + (c - b) * (2 * t)
      case .cubic(let a, let b, let c, let e): d = (b - a) * (3 * s * s) + (c - b) * (6 * s * t) + (e - c) * (3 * t * t)
      }
      if d != .zero { return d }
      let near = t < 0.5 ? min(t + 1e-4, 1) : max(t - 1e-4, 0)
      return t < 0.5 ? point(at: near) - point(at: t) : point(at: t) - point(at: near)
    }

    func speed(at t: Double) -> Double {
      let s = 1 - t
      switch self {
      case .line(let a, let b): return (b - a).length
      case .quad(let a, let b, let c): return ((b - a) * (2 * s) + (c - b) * (2 * t)).length
      case .cubic(let a, let b, let c, let d):
        return ((b - a) * (3 * s * s) + (c - b) * (6 * s * t) + (d - c) * (3 * t * t)).length
      }
    }

    /// Returns the arc length between two parameters by adaptive Gauss–Legendre quadrature: an interval is halved until
    /// its two halves agree with the whole.
    package func length(from t0: Double = 0, to t1: Double = 1) -> Double {
      if case .line(let a, let b) = self { return (b - a).length * (t1 - t0) }
      var total = 0.0
      var pending: [(Double, Double, Double, Int)] = [(t0, t1, gauss(t0, t1), 0)]
      while let (a, b, whole, depth) = pending.popLast() {
        let m = (a + b) / 2
        let (left, right) = (gauss(a, m), gauss(m, b))
        if depth >= 12 || abs(left + right - whole) <= 1e-7 * (left + right) + 1e-12 {
          total += left + right
        } else {
          pending.append((m, b, right, depth + 1))
          pending.append((a, m, left, depth + 1))
        }
      }
      return total
    }

    private func gauss(_ a: Double, _ b: Double) -> Double {
      let (c, h) = ((a + b) / 2, (b - a) / 2)
      var sum = 0.0
      for (x, w) in gaussLegendre8 { sum += w * (speed(at: c + h * x) + speed(at: c - h * x)) }
      return sum * h
    }

    /// Returns the parameter at which the arc length from the start is `distance`, by bisection to 1e-9 of the
    /// parameter.
    ///
    /// ```swift
    /// Path.Segment.line(Point(0, 0), Point(10, 0)).parameter(at: 2.5, of: 10)  // 0.25
    /// ```
    package func parameter(at distance: Double, of total: Double) -> Double {
      if case .line = self { return total > 0 ? distance / total : 0 }
      var (low, high) = (0.0, 1.0)
      for _ in 0..<30 {
        let mid = (low + high) / 2
        if length(to: mid) < distance { low = mid } else { high = mid }
      }
      return (low + high) / 2
    }

    package func part(from t0: Double, to t1: Double) -> Segment {
      switch self {
      case .line: return .line(point(at: t0), point(at: t1))
      case .quad(let a, let b, let c):
        let first = (a + (b - a) * t0, b + (c - b) * t0)
        return .quad(point(at: t0), first.0 + (first.1 - first.0) * t1, point(at: t1))
      case .cubic(let a, let b, let c, let d):
        func blossom(_ u: Double, _ v: Double, _ w: Double) -> Point {
          let (ab, bc, cd) = (a + (b - a) * u, b + (c - b) * u, c + (d - c) * u)
          let (abc, bcd) = (ab + (bc - ab) * v, bc + (cd - bc) * v)
          return abc + (bcd - abc) * w
        }
        return .cubic(point(at: t0), blossom(t0, t0, t1), blossom(t0, t1, t1), point(at: t1))
      }
    }
  }

  /// Calls `body` for every drawn segment; `startsSubpath` is true for the first after a move.
  package func forEachSegment(_ body: (_ segment: Segment, _ startsSubpath: Bool, _ closes: Bool) -> Void) {
    var i = 0
    var start = Point.zero
    var current = Point.zero
    var fresh = true
    for verb in verbs {
      switch verb {
      case .move:
        start = points[i]
        current = start
        fresh = true
      case .line:
        body(.line(current, points[i]), fresh, false)
        current = points[i]
        fresh = false
      case .quad:
        body(.quad(current, points[i], points[i + 1]), fresh, false)
        current = points[i + 1]
        fresh = false
      case .cubic:
        body(.cubic(current, points[i], points[i + 1], points[i + 2]), fresh, false)
        current = points[i + 2]
        fresh = false
      case .close:
        body(.line(current, start), fresh, true)
        current = start
        fresh = false
      }
      i += verb.pointCount
    }
  }

  /// The total length of all subpaths, closing lines included, in points. The relative error is about 1e-7.
  ///
  /// ```swift
  /// Path(rect: Rect(0, 0, 3, 4)).length  // 14
  /// ```
  public var length: Double {
    var total = 0.0
    forEachSegment { segment, _, _ in total += segment.length() }
    return total
  }

  /// Converts Core Animation's stroke fractions to fractions of the total length. Core Animation finds the segment by
  /// length, but cuts a curve at its parameter, t = remaining distance / the segment's length. Lines are cut at the
  /// same place either way.
  ///
  /// - Parameter cuts: fractions from 0 to 1; the result keeps their order.
  package func fractionsOfLength(cutByParameter cuts: [Double]) -> [Double] {
    guard verbs.contains(where: { $0 == .quad || $0 == .cubic }) else { return cuts }
    var lengths: [Double] = []
    forEachSegment { segment, _, _ in lengths.append(segment.length()) }
    let total = lengths.reduce(0, +)
    guard total > 0, total.isFinite else { return cuts }
    var result = cuts
    var done = 0.0
    var index = 0
    forEachSegment { segment, _, _ in
      let length = lengths[index]
      index += 1
      defer { done += length }
      guard length > 0 else { return }
      if case .line = segment { return }
      for (i, cut) in cuts.enumerated() where cut > 0 && cut < 1 {
        let t = (cut * total - done) / length
        if t > 0, t < 1 { result[i] = (done + segment.length(to: t)) / total }
      }
    }
    return result
  }

  /// Returns the part between two fractions (0…1) of the total length over all subpaths in order. Empty if `to <=
  /// from`.
  ///
  /// ```swift
  /// Path(rect: Rect(0, 0, 3, 4)).trimmed(from: 0, to: 0.5).svg  // "M 0 0 L 3 0 L 3 4"
  /// ```
  public func trimmed(from: Double, to: Double) -> Path {
    let (from, to) = (max(0, min(1, from)), max(0, min(1, to)))
    if from <= 0, to >= 1 { return self }
    var result = Path()
    guard from < to else { return result }
    var lengths: [Double] = []
    forEachSegment { segment, _, _ in lengths.append(segment.length()) }
    let total = lengths.reduce(0, +)
    let (low, high) = (from * total, to * total)
    var done = 0.0
    var index = 0
    forEachSegment { segment, startsSubpath, _ in
      let length = lengths[index]
      index += 1
      defer { done += length }
      guard done + length > low, done < high, length > 0 else { return }
      let isCut = done < low || done + length > high
      let t0 = done < low ? segment.parameter(at: low - done, of: length) : 0
      let t1 = done + length > high ? segment.parameter(at: high - done, of: length) : 1
      let part = isCut ? segment.part(from: t0, to: t1) : segment
      if startsSubpath || t0 > 0 || result.isEmpty { result.move(to: part.start) }
      switch part {
      case .line(_, let b): result.addLine(to: b)
      case .quad(_, let b, let c): result.addQuadCurve(control: b, to: c)
      case .cubic(_, let b, let c, let d): result.addCurve(control1: b, control2: c, to: d)
      }
    }
    return result
  }

  /// The bounding box of all points, control points included; zero for an empty path.
  ///
  /// ```swift
  /// var path = Path()
  /// path.move(to: Point(0, 0))
  /// path.addQuadCurve(control: Point(5, 10), to: Point(10, 0))
  /// path.boundingBox  // Rect(0, 0, 10, 10)
  /// ```
  public var boundingBox: Rect { Rect(around: points) }

  /// The exact bounding box of the curves; nil for an empty path.
  ///
  /// ```swift
  /// var path = Path()
  /// path.move(to: Point(0, 0))
  /// path.addQuadCurve(control: Point(5, 10), to: Point(10, 0))
  /// path.boundingBoxOfPath  // Rect(0, 0, 10, 5)
  /// ```
  public var boundingBoxOfPath: Rect? {
    guard !isEmpty else { return nil }
    var ends: [Point] = []
    var i = 0
    for verb in verbs {
      i += verb.pointCount
      if verb != .close { ends.append(points[i - 1]) }
    }
    forEachSegment { segment, _, _ in
      switch segment {
      case .line: break
      case .quad(let a, let b, let c):
        for (p, q, r) in [(a.x, b.x, c.x), (a.y, b.y, c.y)] where p - 2 * q + r != 0 {
          let t = (p - q) / (p - 2 * q + r)
          if t > 0, t < 1 { ends.append(segment.point(at: t)) }
        }
      case .cubic(let a, let b, let c, let d):
        for (p, q, r, s) in [(a.x, b.x, c.x, d.x), (a.y, b.y, c.y, d.y)] {
          for t in quadraticRoots(3 * (s - 3 * r + 3 * q - p), 6 * (r - 2 * q + p), 3 * (q - p)) where t > 0 && t < 1 {
            ends.append(segment.point(at: t))
          }
        }
      }
    }
    return Rect(around: ends)
  }

  /// True if a point is inside by the fill rule; open subpaths count as closed.
  ///
  /// ```swift
  /// var path = Path(rect: Rect(0, 0, 9, 9))
  /// path.addRect(Rect(3, 3, 3, 3))
  /// path.contains(Point(4, 4))  // true: the rectangles run the same way
  /// path.contains(Point(4, 4), rule: .evenOdd)  // false
  /// ```
  public func contains(_ p: Point, rule: FillRule = .nonZero) -> Bool {
    var winding = 0
    var start: Point?
    var last = Point.zero
    func cross(_ a: Point, _ b: Point) {
      guard (a.y <= p.y) != (b.y <= p.y) else { return }
      let x = a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x)
      if x > p.x { winding += a.y < b.y ? 1 : -1 }
    }
    forEachSegment { segment, startsSubpath, _ in
      if startsSubpath {
        if let start { cross(last, start) }
        start = segment.start
      }
      var a = segment.start
      if case .line(_, let b) = segment {
        cross(a, b)
        last = b
        return
      }
      // 64 chords deviate from a curve by less than 1/16,000 of its control box.
      for k in 1...64 {
        let b = segment.point(at: Double(k) / 64)
        cross(a, b)
        a = b
      }
      last = a
    }
    if let start { cross(last, start) }
    return rule == .nonZero ? winding != 0 : winding & 1 != 0
  }
}

private func quadraticRoots(_ a: Double, _ b: Double, _ c: Double) -> [Double] {
  if abs(a) < 1e-12 * (abs(b) + abs(c)) || a == 0 { return b == 0 ? [] : [-c / b] }
  let d = b * b - 4 * a * c
  guard d >= 0 else { return [] }
  let q = -(b + (b < 0 ? -1 : 1) * d.squareRoot()) / 2
  return q == 0 ? [0] : [q / a, c / q]
}

/// Positive nodes and weights of 8-point Gauss–Legendre quadrature (Abramowitz and Stegun, table 25.4).
private let gaussLegendre8: [(Double, Double)] = [
  (0.1834346424956498, 0.3626837833783620), (0.5255324099163290, 0.3137066458778873),
  (0.7966664774136267, 0.2223810344533745), (0.9602898564975363, 0.1012285362903763),
]
