// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Numbers
import Parsing

/// The change of one path into another, also if their elements differ.
///
/// Paths of the same verbs are interpolated point by point. Others are resampled: outer rings are matched with outer
/// rings and holes with holes by place and size, each pair gets 128 points at even distances and the corners of both,
/// and begins where the forms agree best. A ring without a partner grows from a point, or shrinks to one.
/// Correspondence by meaning is not known: a leg may become an arm.
///
/// ```swift
/// let heart = try Path(svg: "M50 80 C-10 40 20 0 50 30 C80 0 110 40 50 80 Z")
/// let morph = try PathMorph(Path.star(center: Point(50, 40), points: 5, outerRadius: 40, innerRadius: 18), heart)
/// let half = morph.path(at: 0.5)
/// ```
public struct PathMorph: Sendable {
  /// The first path, of the same verbs as `to`: a value for animations.
  public private(set) var from = Path()
  /// The second path, of the same verbs as `from`.
  public private(set) var to = Path()
  private let first: Path
  private let last: Path
  /// The time range of a subpath's points within the morph, by its number of points; nil for the whole time.
  private var spans: [(count: Int, start: Double, end: Double)] = []

  /// The number of even points of a ring.
  static let samples = 128

  /// Matches two paths.
  ///
  /// - Parameter start: shifts the start of the second path's rings by a fraction of their length, instead of the best
  ///   agreement; nil for that.
  /// - Throws: `LayerError`: `invalid` for coordinates that are not finite, `limit` for more than 200,000 points or
  ///   1,000 subpaths.
  public init(_ first: Path, _ last: Path, start: Double? = nil) throws {
    var reading = Reading(trusted: "PathMorph")
    try self.init(first, last, start: start, &reading)
  }

  package init(_ first: Path, _ last: Path, start: Double?, _ reading: inout Reading) throws(LayerError) {
    self.first = first
    self.last = last
    if first.verbs == last.verbs {
      (from, to) = (first, last)
      return
    }
    let (a, b) = (try MorphRing.rings(of: first, &reading), try MorphRing.rings(of: last, &reading))
    let pairs = try Self.pairs(a, b, &reading)
    for (i, k) in pairs {
      try reading.step(Self.samples * Self.samples)
      if let i, let k {
        add(a[i], b[k], shift: a[i].isClosed && b[k].isClosed ? start ?? Self.shift(a[i], b[k]) : 0)
        spans.append((from.points.count, 0, 1))
      } else if let i {
        shrink(a[i], to: Self.point(for: a[i], in: a, of: b, pairs: pairs, first, last) { ($0, $1) }, isFirst: true)
        spans.append((from.points.count, 0, a[i].isHole ? 0.5 : 1))
      } else if let k {
        shrink(b[k], to: Self.point(for: b[k], in: b, of: a, pairs: pairs, last, first) { ($1, $0) }, isFirst: false)
        spans.append((from.points.count, b[k].isHole ? 0.5 : 0, 1))
      }
    }
  }

  /// Returns the path at a fraction of the change; exactly the first path at 0 and below, the second at 1 and above.
  public func path(at fraction: Double) -> Path {
    if !(fraction > 0) { return first }
    if fraction >= 1 { return last }
    var points: [Point] = []
    points.reserveCapacity(from.points.count)
    var span = 0
    for (i, (a, b)) in zip(from.points, to.points).enumerated() {
      while span < spans.count, spans[span].count <= i { span += 1 }
      var t = fraction
      if span < spans.count { t = min(max((t - spans[span].start) / (spans[span].end - spans[span].start), 0), 1) }
      points.append(a + (b - a) * t)
    }
    return from.replacing(points: points)
  }

  // MARK: Matching

  /// Returns the pairs of rings, in order of the first path's, then the second path's rings without a partner.
  private static func pairs(
    _ a: [MorphRing], _ b: [MorphRing], _ reading: inout Reading
  ) throws(LayerError) -> [(first: Int?, last: Int?)] {
    var partners = [Int?](repeating: nil, count: a.count)
    func match(_ rows: [Int], _ columns: [Int]) throws(LayerError) {
      guard !rows.isEmpty, !columns.isEmpty else { return }
      let isTurned = rows.count > columns.count
      let (few, many) = isTurned ? (columns, rows) : (rows, columns)
      var costs: [[Double]] = []
      try reading.take(few.count * many.count * 8)
      for i in few {
        try reading.step(many.count)
        costs.append(
          many.map { k in
            let (p, q) = isTurned ? (a[k], b[i]) : (a[i], b[k])
            let cost = (p.centroid - q.centroid).length + abs(abs(p.area).squareRoot() - abs(q.area).squareRoot())
            // The method needs finite numbers.
            return cost < 1e100 ? cost : 1e100
          })
      }
      for (i, k) in try assignment(costs, &reading).enumerated() {
        if isTurned { partners[many[k]] = few[i] } else { partners[few[i]] = many[k] }
      }
    }
    func indices(_ rings: [MorphRing], _ isWanted: (MorphRing) -> Bool) -> [Int] {
      rings.indices.filter { isWanted(rings[$0]) }
    }
    try match(indices(a) { !$0.isClosed }, indices(b) { !$0.isClosed })
    try match(indices(a) { $0.isClosed && !$0.isHole }, indices(b) { $0.isClosed && !$0.isHole })
    for i in a.indices where a[i].isClosed && !a[i].isHole {
      guard let k = partners[i] else { continue }
      try match(indices(a) { $0.isHole && $0.parent == i }, indices(b) { $0.isHole && $0.parent == k })
    }
    var result: [(first: Int?, last: Int?)] = a.indices.map { ($0, partners[$0]) }
    let taken = Set(partners.compactMap { $0 })
    for k in b.indices where !taken.contains(k) { result.append((nil, k)) }
    return result
  }

  /// The point of a ring without a partner: its centroid, moved as its parent or its path is, and inside of the ink.
  private static func point(
    for ring: MorphRing, in own: [MorphRing], of other: [MorphRing], pairs: [(first: Int?, last: Int?)], _ path: Path,
    _ otherPath: Path, _ order: (Int?, Int?) -> (own: Int?, other: Int?)
  ) -> Point {
    func moved(_ from: Rect, _ to: Rect) -> Point {
      func along(_ p: Double, _ from: Double, _ size: Double, _ to: Double, _ newSize: Double) -> Double {
        to + (size > 0 ? (p - from) / size : 0.5) * newSize
      }
      return Point(
        along(ring.centroid.x, from.minX, from.width, to.minX, to.width),
        along(ring.centroid.y, from.minY, from.height, to.minY, to.height))
    }
    if let parent = ring.parent {
      for pair in pairs {
        let (mine, partner) = order(pair.first, pair.last)
        guard mine == parent else { continue }
        guard let partner else { return own[parent].centroid }
        return other[partner].inside(near: moved(own[parent].box, other[partner].box))
      }
    }
    return other.isEmpty ? ring.centroid : moved(path.boundingBox, otherPath.boundingBox)
  }

  /// The shift of the second ring's start, as a fraction of its length, at which the forms agree best: the largest
  /// correlation of points about the centroids.
  private static func shift(_ a: MorphRing, _ b: MorphRing) -> Double {
    let p = (0..<samples).map { a.point(at: Double($0) / Double(samples)) - a.centroid }
    let q = (0..<samples).map { b.point(at: Double($0) / Double(samples)) - b.centroid }
    var best: (sum: Double, shift: Int)?
    for shift in 0..<samples {
      var sum = 0.0
      for i in 0..<samples { sum += p[i].dot(q[(i + shift) % samples]) }
      // The first of equal ones, but for a rounding error.
      if let best, !(sum > best.sum + 1e-9 * abs(best.sum)) { continue }
      best = (sum, shift)
    }
    return Double(best?.shift ?? 0) / Double(samples)
  }

  // MARK: Sampling

  private mutating func add(_ a: MorphRing, _ b: MorphRing, shift: Double) {
    let places = Self.places(a, b, shift)
    append(places.map { a.point(at: $0.first) }, places.map { b.point(at: $0.last + shift) }, a.isClosed && b.isClosed)
  }

  private mutating func shrink(_ ring: MorphRing, to point: Point, isFirst: Bool) {
    let points = Self.places(ring, ring, 0).map { ring.point(at: $0.first) }
    let dots = points.map { _ in point }
    append(isFirst ? points : dots, isFirst ? dots : points, ring.isClosed)
  }

  private mutating func append(_ a: [Point], _ b: [Point], _ isClosed: Bool) {
    from.addLines(a)
    to.addLines(b)
    if isClosed {
      from.closeSubpath()
      to.closeSubpath()
    }
  }

  /// The fractions of both lengths at which points are taken: even ones, and the corners of both. A corner of one near
  /// a corner of the other is one place.
  private static func places(_ a: MorphRing, _ b: MorphRing, _ shift: Double) -> [(first: Double, last: Double)] {
    func corners(_ ring: MorphRing, _ shift: Double) -> [Double] {
      ring.points.indices.filter { ring.isCorner[$0] }.map { i in
        let part = ring.total > 0 ? ring.lengths[i] / ring.total - shift : 0
        return ring.isClosed ? part - part.rounded(.down) : part
      }
    }
    let near = 0.5 / Double(samples)
    let isClosed = a.isClosed && b.isClosed
    var others = corners(b, shift).sorted()
    var places: [(first: Double, last: Double)] = []
    for corner in corners(a, 0).sorted() {
      let nearest = others.indices.min { abs(others[$0] - corner) < abs(others[$1] - corner) }
      if let nearest, abs(others[nearest] - corner) < near {
        places.append((corner, others.remove(at: nearest)))
      } else {
        places.append((corner, corner))
      }
    }
    places += others.map { ($0, $0) }
    let marks = places
    for i in 0..<(isClosed ? samples : samples + 1) {
      let u = Double(i) / Double(samples)
      let isNear = marks.contains { min($0.first, $0.last) - near / 2 < u && u < max($0.first, $0.last) + near / 2 }
      if !isNear { places.append((u, u)) }
    }
    return places.sorted { ($0.first + $0.last, $0.first) < ($1.first + $1.last, $1.first) }
  }
}

extension Path {
  /// Returns the path at a fraction of the change into another one. `PathMorph` matches them once for many fractions.
  ///
  /// ```swift
  /// let half = try path.morphed(to: Path(rect: Rect(0, 0, 40, 40)), fraction: 0.5)
  /// ```
  ///
  /// - Throws: `LayerError` as `PathMorph.init` does.
  public func morphed(to other: Path, fraction: Double) throws -> Path {
    try PathMorph(self, other).path(at: fraction)
  }
}
