// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Numbers
import Parsing

/// Sets of points that cover an area without clumps.
public enum PointSets {
  /// The largest number of cells of the grid behind `poissonDiscs`.
  package static let cellLimit = 1 << 22
  /// How often a cell is halved in the search of gaps.
  private static let gapDepth = 10

  /// Returns random points of a rectangle, no two nearer than a radius, which leave no room for a further one.
  ///
  /// Bridson's method, with 30 tries for each point, finds all but a few; these are put into the gaps that it left.
  /// Gaps narrower than a thousandth of the radius remain.
  ///
  /// ```swift
  /// let dots = try PointSets.poissonDiscs(in: Rect(0, 0, 200, 100), radius: 8, seed: 3)
  /// ```
  ///
  /// - Parameter radius: in points, above 0.
  /// - Throws: `LayerError`: `invalid` for a radius that is not above 0 or a rectangle that is not finite, `limit` for
  ///   more than about 2 million points.
  public static func poissonDiscs(in rect: Rect, radius: Double, seed: UInt64 = 0) throws -> [Point] {
    var reading = Reading(trusted: "PointSets.poissonDiscs")
    return try poissonDiscs(in: rect, radius: radius, seed: seed, &reading)
  }

  package static func poissonDiscs(
    in rect: Rect, radius: Double, seed: UInt64, _ reading: inout Reading
  ) throws(LayerError) -> [Point] {
    let r = rect.standardized
    guard radius > 0, radius.isFinite else {
      throw LayerError("\(reading.name): the radius must be above 0, got \(numberText(radius))")
    }
    guard r.isFinite else { throw LayerError("\(reading.name): the rect must be finite") }
    guard r.width > 0, r.height > 0 else { return [] }
    // A cell of this side holds one point at most.
    let side = radius / 2.0.squareRoot()
    let (across, down) = ((r.width / side).rounded(.up), (r.height / side).rounded(.up))
    guard across * down <= Double(cellLimit) else {
      throw LayerError(
        .limit,
        "\(reading.name): a radius of \(numberText(radius)) fits too often into \(numberText(r.width)) × "
          + "\(numberText(r.height)): at most \(cellLimit) cells of radius/√2; take a larger radius")
    }
    let (columns, rows) = (max(Int(clamping: across), 1), max(Int(clamping: down), 1))
    try reading.take(columns * rows * 4)
    var cells = [Int32](repeating: -1, count: columns * rows)
    var points = Grown<Point>()
    var active = Grown<Int32>()
    var random = RandomNumbers(seed: seed)
    func column(_ p: Point) -> Int { min(Int(clamping: (p.x - r.minX) / side), columns - 1) }
    func row(_ p: Point) -> Int { min(Int(clamping: (p.y - r.minY) / side), rows - 1) }
    func isFree(_ p: Point) -> Bool {
      let (c, l) = (column(p), row(p))
      for y in max(l - 2, 0)...min(l + 2, rows - 1) {
        for x in max(c - 2, 0)...min(c + 2, columns - 1) {
          let i = cells[y * columns + x]
          if i >= 0, case let d = points[Int(i)] - p, d.dot(d) < radius * radius { return false }
        }
      }
      return true
    }
    func add(_ p: Point) throws(LayerError) {
      cells[row(p) * columns + column(p)] = Int32(clamping: points.count)
      try active.append(Int32(clamping: points.count), &reading)
      try points.append(p, &reading)
    }
    try add(random.point(in: r))
    while !active.isEmpty {
      let i = random.integer(from: 0, to: active.count - 1)
      let from = points[Int(active[i])]
      var found = false
      for _ in 0..<30 {
        try reading.step(26)
        // A point of the ring from one to two radii.
        var d = Point(random.number(from: -2, to: 2), random.number(from: -2, to: 2))
        while d.dot(d) < 1 || d.dot(d) >= 4 {
          d = Point(random.number(from: -2, to: 2), random.number(from: -2, to: 2))
        }
        let p = from + d * radius
        guard r.contains(p), isFree(p) else { continue }
        try add(p)
        found = true
        break
      }
      if !found {
        active[i] = active[active.count - 1]
        active.removeLast()
      }
    }
    // The gaps: each empty cell is divided until each part lies in one disc, or a random point of it in none.
    var parts: [(part: Rect, depth: Int)] = []
    var near: [Point] = []
    for l in 0..<rows {
      for c in 0..<columns where cells[l * columns + c] < 0 {
        try reading.step(26)
        near.removeAll(keepingCapacity: true)
        for y in max(l - 2, 0)...min(l + 2, rows - 1) {
          for x in max(c - 2, 0)...min(c + 2, columns - 1) {
            if case let i = cells[y * columns + x], i >= 0 { near.append(points[Int(i)]) }
          }
        }
        let (left, top) = (r.minX + Double(c) * side, r.minY + Double(l) * side)
        parts = [(Rect(left, top, min(side, r.maxX - left), min(side, r.maxY - top)), 0)]
        while let (part, depth) = parts.popLast() {
          try reading.step(near.count)
          let (half, center) = (Point(part.width / 2, part.height / 2), part.center)
          let isCovered = near.contains { disc in
            let farthest = Point(abs(center.x - disc.x) + half.x, abs(center.y - disc.y) + half.y)
            return farthest.dot(farthest) < radius * radius
          }
          guard !isCovered, half.x > 0, half.y > 0 else { continue }
          let p = random.point(in: part)
          // Rounding may put it into another cell.
          if column(p) == c, row(p) == l, r.contains(p), isFree(p) {
            try add(p)
            break
          }
          guard depth < gapDepth else { continue }
          for corner in [(0.0, 0.0), (1, 0), (0, 1), (1, 1)] {
            parts.append(
              (Rect(part.minX + corner.0 * half.x, part.minY + corner.1 * half.y, half.x, half.y), depth + 1))
          }
        }
      }
    }
    return points.finish()
  }

  /// Returns the number at an index of Halton's sequence, 0..<1: the digits of the index in a base, mirrored at the
  /// point. Two sequences of bases 2 and 3 cover a square evenly.
  ///
  /// ```swift
  /// (1...4).map { PointSets.halton($0, base: 2) }  // [0.5, 0.25, 0.75, 0.125]
  /// ```
  ///
  /// - Parameters:
  ///   - index: from 0, which is 0.
  ///   - base: 2 or more, usually a prime number.
  public static func halton(_ index: Int, base: Int) -> Double {
    let base = max(base, 2)
    var (left, result, share) = (max(index, 0), 0.0, 1.0)
    while left > 0 {
      share /= Double(base)
      result += share * Double(left % base)
      left /= base
    }
    return result
  }

  /// Returns the point at an index of the R2 sequence in the unit square, which covers it evenly for any number of
  /// points.
  public static func r2(_ index: Int) -> Point {
    func part(_ step: Double) -> Double {
      let v = 0.5 + step * Double(index)
      return v - v.rounded(.down)
    }
    return Point(part(0.7548776662466927), part(0.5698402909980532))
  }
}
