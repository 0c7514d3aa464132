// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Numbers
import Parsing

extension Path {
  /// Returns a path of fewer segments that looks the same at a tolerance.
  ///
  /// A subpath of lines loses the corners whose triangle with their neighbours is smaller than the tolerance squared
  /// (Visvalingam's method), smallest first. A subpath with curves is fitted by new curves within the tolerance; its
  /// corners stay. Crossings may arise.
  ///
  /// ```swift
  /// var path = Path()
  /// path.addLines([Point(0, 0), Point(5, 0.1), Point(10, 0), Point(10, 10)])
  /// path.closeSubpath()
  /// try path.simplified(tolerance: 1).svg  // "M 0 0 L 10 0 L 10 10 Z"
  /// ```
  ///
  /// - Parameter tolerance: in points, above 0.
  /// - Throws: `LayerError`: `invalid` for a tolerance that is not above 0 or coordinates that are not finite, `limit`
  ///   for more than 200,000 points.
  public func simplified(tolerance: Double) throws -> Path {
    var reading = Reading(trusted: "Path.simplified")
    return try simplified(tolerance: tolerance, &reading)
  }

  package func simplified(tolerance: Double, _ reading: inout Reading) throws(LayerError) -> Path {
    guard tolerance > 0, tolerance.isFinite else {
      throw LayerError("\(reading.place)the tolerance must be above 0, got \(numberText(tolerance))")
    }
    var result = Path()
    for part in try parts(tolerance: tolerance / 4, &reading) {
      guard part.points.count > 2 else {
        result.addLines(part.points)
        if part.isClosed { result.closeSubpath() }
        continue
      }
      if part.hasCurves {
        result.addPath(
          try CurveFitter(tolerance: tolerance).path(through: part.points, isClosed: part.isClosed, &reading))
      } else {
        result.addLines(try part.thinned(area: tolerance * tolerance, &reading))
        if part.isClosed { result.closeSubpath() }
      }
    }
    return result
  }

  /// Returns the convex hull: the smallest convex polygon around the path, clockwise on screen.
  ///
  /// ```swift
  /// var path = Path(rect: Rect(0, 0, 2, 2))
  /// path.addRect(Rect(4, 0, 2, 2))
  /// try path.hull().svg  // "M 0 0 L 6 0 L 6 2 L 0 2 Z"
  /// ```
  ///
  /// - Throws: `LayerError`: `invalid` for coordinates that are not finite, `limit` for more than 200,000 points.
  public func hull() throws -> Path {
    var reading = Reading(trusted: "Path.hull")
    return try hull(&reading)
  }

  package func hull(_ reading: inout Reading) throws(LayerError) -> Path {
    var points: [Point] = []
    for part in try parts(tolerance: 0.01, &reading) { points += part.points }
    try reading.step(points.count * 20)
    // Andrew's monotone chain.
    points.sort { ($0.y, $0.x) < ($1.y, $1.x) }
    func chain(_ points: some Sequence<Point>) -> [Point] {
      var hull: [Point] = []
      for p in points {
        while hull.count > 1, (hull[hull.count - 1] - hull[hull.count - 2]).cross(p - hull[hull.count - 1]) <= 0 {
          hull.removeLast()
        }
        if hull.last != p { hull.append(p) }
      }
      return hull
    }
    let (right, left) = (chain(points), chain(points.reversed()))
    var result = Path()
    result.addLines(right + left.dropFirst().dropLast())
    result.closeSubpath()
    return result
  }

  /// A flattened subpath.
  private struct Part {
    var points: [Point] = []
    var isClosed = false
    var hasCurves = false

    /// Removes the points whose triangles are smaller than an area, smallest first.
    func thinned(area: Double, _ reading: inout Reading) throws(LayerError) -> [Point] {
      let count = points.count
      try reading.take(count * 96)
      var next = Array(1...count).map { $0 % count }
      var previous = points.indices.map { ($0 + count - 1) % count }
      var left = count
      func size(_ i: Int) -> Double {
        if !isClosed, i == 0 || i == count - 1 { return .infinity }
        return abs((points[i] - points[previous[i]]).cross(points[next[i]] - points[i])) / 2
      }
      var sizes = points.indices.map(size)
      var heap = SmallestFirst(points.indices.map { (sizes[$0], $0) })
      var isGone = [Bool](repeating: false, count: count)
      while left > (isClosed ? 3 : 2), let (value, i) = heap.pop(), value < area {
        try reading.step(16)
        if isGone[i] || value != sizes[i] { continue }
        isGone[i] = true
        left -= 1
        next[previous[i]] = next[i]
        previous[next[i]] = previous[i]
        for k in [previous[i], next[i]] {
          // A triangle never counts less than one that was removed before.
          sizes[k] = max(size(k), value)
          try reading.take(16)
          heap.push((sizes[k], k))
        }
      }
      return points.indices.filter { !isGone[$0] }.map { points[$0] }
    }
  }

  /// Returns the subpaths as points.
  private func parts(tolerance: Double, _ reading: inout Reading) throws(LayerError) -> [Part] {
    var result: [Part] = []
    var part = Part()
    var current = Point.zero
    var at = 0
    var total = 0
    func curve(_ segment: Path.Segment, _ bend: Double) throws(LayerError) {
      let steps = max((bend / 8 / tolerance).squareRoot().rounded(.up), 1)
      guard steps <= Double(PathLimits.edges - total) else {
        throw LayerError(
          .limit,
          "\(reading.place)the flattened path has more than \(PathLimits.edges) points: take a larger tolerance")
      }
      let count = Int(clamping: steps)
      total += count
      try reading.step(count)
      try reading.take(count * 32)
      for i in 1...count { part.points.append(segment.point(at: Double(i) / Double(count))) }
      if !segment.isLine { part.hasCurves = true }
    }
    for verb in verbs {
      let p = points[at...].prefix(verb.pointCount)
      let i = p.startIndex
      guard p.allSatisfy(\.isFinite) else {
        throw LayerError("\(reading.place)a coordinate of the path is not a finite number")
      }
      switch verb {
      case .move:
        if part.points.count > 1 { result.append(part) }
        part = Part(points: [p[i]])
      case .line: if p[i] != current { try curve(.line(current, p[i]), 0) }
      case .quad: try curve(.quad(current, p[i], p[i + 1]), 2 * (current - p[i] * 2 + p[i + 1]).length)
      case .cubic:
        let bend = max((current - p[i] * 2 + p[i + 1]).length, (p[i] - p[i + 1] * 2 + p[i + 2]).length)
        try curve(.cubic(current, p[i], p[i + 1], p[i + 2]), 6 * bend)
      case .close:
        part.isClosed = true
        if part.points.count > 1, part.points.first == part.points.last { part.points.removeLast() }
      }
      at += verb.pointCount
      current = verb == .close ? part.points.first ?? .zero : points[at - 1]
    }
    if part.points.count > 1 { result.append(part) }
    return result
  }
}

/// A queue of numbered sizes that returns the smallest first; of equal ones that with the smaller number.
private struct SmallestFirst {
  private var items: [(Double, Int)]

  init(_ items: [(Double, Int)]) { self.items = items.sorted { $0 < $1 } }

  mutating func push(_ item: (Double, Int)) {
    items.append(item)
    var i = items.count - 1
    while i > 0, items[i] < items[(i - 1) / 2] {
      items.swapAt(i, (i - 1) / 2)
      i = (i - 1) / 2
    }
  }

  mutating func pop() -> (Double, Int)? {
    guard let first = items.first, let last = items.popLast() else { return nil }
    guard !items.isEmpty else { return first }
    items[0] = last
    var i = 0
    while 2 * i + 1 < items.count {
      var child = 2 * i + 1
      if child + 1 < items.count, items[child + 1] < items[child] { child += 1 }
      guard items[child] < items[i] else { break }
      items.swapAt(i, child)
      i = child
    }
    return first
  }
}
