// SPDX-License-Identifier: MIT
import CPathClipping
import Geometry
import Messages
import Numbers
import Parsing
import SystemC

extension Path {
  /// Returns the area grown by a distance on all sides, or shrunk by a negative one.
  ///
  /// Arcs at the corners and along curves are curves. An inset beyond the middle is an empty path. The path's own area
  /// is that of the non-zero rule.
  ///
  /// ```swift
  /// try Path(rect: Rect(0, 0, 10, 10)).offset(by: 2, join: .miter).svg  // "M -2 -2 L 12 -2 L 12 12 L -2 12 Z"
  /// try Path(rect: Rect(0, 0, 10, 10)).offset(by: -6).isEmpty  // true
  /// ```
  ///
  /// - Parameters:
  ///   - distance: in points.
  ///   - join: the shape of convex corners.
  ///   - miterLimit: the ratio of miter length to line width above which a miter becomes a bevel.
  ///   - tolerance: the largest distance from the exact curve, in points.
  /// - Throws: `LayerError`: `invalid` for an open path, which has an outline but no inside: `stroked` returns it; and
  ///   as `union` does.
  public func offset(
    by distance: Double, join: LineJoin = .round, miterLimit: Double = 2, tolerance: Double = 0.02
  ) throws -> Path {
    var reading = Reading(trusted: "Path.offset")
    return try offset(by: distance, join: join, miterLimit: miterLimit, tolerance: tolerance, &reading)
  }

  /// Grows the area by a distance, with limits as `combined`.
  package func offset(
    by distance: Double, join: LineJoin, miterLimit: Double, tolerance: Double, _ reading: inout Reading
  ) throws(LayerError) -> Path {
    guard distance.isFinite, tolerance > 0 else {
      throw LayerError("\(reading.place)the distance must be finite and the tolerance above 0")
    }
    if hasOpenSubpath {
      throw LayerError(
        "\(reading.place)a subpath is open, so that it has no inside to grow: close it (closeSubpath), or take the "
          + "outline of its stroke (stroked)")
    }
    let area = try resolved(LLUA_CLIP_NON_ZERO, keepsRings: false, &reading)
    guard distance != 0 else { return area }
    var maker = OffsetMaker(distance: distance, join: join, miterLimit: miterLimit, tolerance: tolerance)
    try maker.add(area, &reading)
    return try maker.path.resolved(LLUA_CLIP_POSITIVE, keepsRings: false, &reading)
  }

  /// True if a subpath with segments ends elsewhere than where it starts.
  var hasOpenSubpath: Bool {
    var at = 0
    var start = Point.zero
    for (i, verb) in verbs.enumerated() {
      if verb == .move { start = points[at] }
      at += verb.pointCount
      let isLast = i + 1 == verbs.count || verbs[i + 1] == .move
      if isLast, verb != .close, verb != .move, points[at - 1] != start { return true }
    }
    return false
  }
}

/// Makes the raw outline of an offset: each segment moved sideways, joined at the corners. Where it runs over itself,
/// its area is that of positive windings.
///
/// Rings are expected as `resolved` returns them, outer ones with a positive area: then outside is to the right of
/// every segment.
private struct OffsetMaker {
  let distance: Double
  let join: LineJoin
  let miterLimit: Double
  let tolerance: Double
  private(set) var path = Path()
  private var ring: [Path.Segment] = []
  private var current = Point.zero
  /// The greatest number of halvings of a curve.
  private static let depth = 12

  init(distance: Double, join: LineJoin, miterLimit: Double, tolerance: Double) {
    (self.distance, self.join, self.miterLimit, self.tolerance) = (distance, join, miterLimit, tolerance)
  }

  mutating func add(_ area: Path, _ reading: inout Reading) throws(LayerError) {
    var ring: [Path.Segment] = []
    var rings: [[Path.Segment]] = []
    try reading.take(area.points.count * 192 + 64)
    area.forEachSegment { segment, startsSubpath, _ in
      if startsSubpath, !ring.isEmpty {
        rings.append(ring)
        ring = []
      }
      if segment.start != segment.end || !segment.isLine { ring.append(segment) }
    }
    if !ring.isEmpty { rings.append(ring) }
    for ring in rings { try add(ring, &reading) }
  }

  private mutating func add(_ segments: [Path.Segment], _ reading: inout Reading) throws(LayerError) {
    guard let last = segments.last else { return }
    ring = []
    var arriving = unit(last.direction(at: 1))
    for (i, segment) in segments.enumerated() {
      let leaving = unit(segment.direction(at: 0))
      if i == 0 { current = moved(segment.start, arriving) }
      addJoin(at: segment.start, arriving, leaving)
      switch segment {
      case .line(_, let b): addLine(to: moved(b, leaving))
      case .quad(let a, let b, let c):
        try addCurve(.cubic(a, a + (b - a) * (2.0 / 3), c + (b - c) * (2.0 / 3), c), &reading)
      case .cubic: try addCurve(segment, &reading)
      }
      arriving = unit(segment.direction(at: 1))
      try reading.take(1024)
      try reading.step(8)
      guard ring.count <= PathLimits.edges else {
        throw LayerError(
          .limit, "\(reading.place)the outline has more than \(PathLimits.edges) edges: simplify the path")
      }
    }
    // A line may go on where the ring closes.
    if ring.count > 2, case .line(let a, let b)? = ring.last, case .line(_, let c) = ring[0], isStraight(a, b, c) {
      ring[0] = .line(a, c)
      ring.removeLast()
    }
    for (i, segment) in ring.enumerated() {
      if i == 0 { path.move(to: segment.start) }
      if i == ring.count - 1, segment.isLine { break }
      path.add(segment)
    }
    path.closeSubpath()
  }

  /// Adds a line, which continues the last one where both have the same direction.
  private mutating func addLine(to p: Point) {
    guard p != current else { return }
    if case .line(let a, let b)? = ring.last, isStraight(a, b, p) {
      ring[ring.count - 1] = .line(a, p)
    } else {
      ring.append(.line(current, p))
    }
    current = p
  }

  private mutating func add(_ segment: Path.Segment) {
    if segment.start != current { addLine(to: segment.start) }
    ring.append(segment)
    current = segment.end
  }

  private func isStraight(_ a: Point, _ b: Point, _ c: Point) -> Bool {
    let (u, v) = (b - a, c - b)
    return abs(u.cross(v)) <= 1e-9 * u.length * v.length && u.dot(v) > 0
  }

  private func unit(_ d: Point) -> Point {
    let size = d.length
    return size > 0 ? d / size : Point(1, 0)
  }

  /// A point moved to the outside of a direction.
  private func moved(_ p: Point, _ d: Point) -> Point { Point(p.x + distance * d.y, p.y - distance * d.x) }

  private mutating func addJoin(at v: Point, _ u: Point, _ w: Point) {
    let (cross, dot) = (u.cross(w), u.dot(w))
    let end = moved(v, w)
    if abs(cross) < 1e-9, dot > 0 { return addLine(to: end) }
    // Inside of the corner the outline runs through the corner itself, so that the windings of its loops do not count.
    guard cross * distance > 0 || dot < -0.999_999 else {
      addLine(to: v)
      return addLine(to: end)
    }
    switch join {
    case .bevel: addLine(to: end)
    case .miter:
      // 1 / cos²(θ/2) of the turn by θ.
      let ratio = 2 / max(1 + dot, 1e-12)
      if ratio <= miterLimit * miterLimit { addLine(to: v + (moved(.zero, u) + moved(.zero, w)) / (1 + dot)) }
      addLine(to: end)
    case .round:
      var sweep = atan2(cross, dot)
      if sweep * distance < 0 { sweep = -sweep }
      addArc(v, from: moved(.zero, u), sweep: sweep, to: end)
    }
  }

  /// Adds an arc in pieces that deviate by at most a quarter of the tolerance: a cubic of angle α by 2.7e-4·r·(2α/π)⁶.
  private mutating func addArc(_ center: Point, from radius: Point, sweep: Double, to end: Point) {
    let quarters = abs(sweep) / (Double.pi / 2)
    let ratio = max(2.7e-4 * abs(distance) / (tolerance / 4), 1)
    let count = max(Int(clamping: min((quarters * pow(ratio, 1.0 / 6) - 1e-9).rounded(.up), 64)), 1)
    let step = sweep / Double(count)
    let k = 4.0 / 3 * tan(step / 4)
    func place(_ a: Double) -> Point {
      let (c, s) = (cos(a), sin(a))
      return Point(radius.x * c - radius.y * s, radius.x * s + radius.y * c)
    }
    func turned(_ p: Point) -> Point { Point(-p.y, p.x) }
    var a = radius
    for i in 1...count {
      let b = i == count ? end - center : place(step * Double(i))
      add(.cubic(center + a, center + a + turned(a) * k, center + b - turned(b) * k, center + b))
      a = b
    }
  }

  // MARK: Curves

  /// Adds the parallel of a cubic: pieces with the exact ends and derivatives of the parallel, halved until they are
  /// within half the tolerance. Where the curve turns more tightly than the distance, its parallel runs backward; there
  /// its chords are moved as lines are.
  private mutating func addCurve(_ curve: Path.Segment, _ reading: inout Reading) throws(LayerError) {
    var pending: [(Double, Double, Int)] = [(0, 1, 0)]
    while let (a, b, depth) = pending.popLast() {
      try reading.step(16)
      try reading.take(256)
      let m = (a + b) / 2
      let (f, g, h) = (stretch(curve, a), stretch(curve, m), stretch(curve, b))
      let least = min(f, g, h)
      let isSmall = (curve.point(at: b) - curve.point(at: a)).length < tolerance
      if least > 0.05, let piece = parallel(curve, a, b, f, h) {
        let isNear = [0.25, 0.5, 0.75].allSatisfy { u in
          let t = a + (b - a) * u
          let d = unit(curve.direction(at: t))
          let error = piece.point(at: u) - moved(curve.point(at: t), d)
          // Across the curve; along it, a point may be where another belongs.
          return abs(error.cross(d)) <= tolerance / 2 && abs(error.dot(d)) <= 8 * tolerance
        }
        if isNear || depth >= Self.depth || isSmall {
          add(piece)
          continue
        }
      } else if max(f, g, h) < 0 || depth >= 6 || isSmall {
        addChords(curve, a, b)
        continue
      }
      pending.append((m, b, depth + 1))
      pending.append((a, m, depth + 1))
    }
    addLine(to: moved(curve.point(at: 1), unit(curve.direction(at: 1))))
  }

  /// The ratio of the parallel's speed to the curve's, 1 + distance · curvature.
  private func stretch(_ curve: Path.Segment, _ t: Double) -> Double {
    guard case .cubic(let a, let b, let c, let d) = curve else { return 1 }
    let s = 1 - t
    let first = (b - a) * (3 * s * s) + (c - b) * (6 * s * t) + (d - c) * (3 * t * t)
    let second = (c - b * 2 + a) * (6 * s) + (d - c * 2 + b) * (6 * t)
    let speed = first.length
    guard speed > 1e-9 * ((b - a).length + (c - b).length + (d - c).length) else { return 1 }
    return 1 + distance * first.cross(second) / (speed * speed * speed)
  }

  private func parallel(
    _ curve: Path.Segment, _ a: Double, _ b: Double, _ f: Double, _ h: Double
  ) -> Path.Segment? {
    guard case .cubic(let p, let q, let r, let s) = curve.part(from: a, to: b) else { return nil }
    let (u, w) = (unit(curve.direction(at: a)), unit(curve.direction(at: b)))
    let (start, end) = (moved(p, u), moved(s, w))
    // Both handles scaled so that the middle is met.
    let (x, y) = (u * ((q - p).length * f), w * ((s - r).length * h))
    let m = (a + b) / 2
    let middle = moved(curve.point(at: m), unit(curve.direction(at: m))) - (start + end) * 0.5
    let reach = (x - y) * 0.375
    let ratio = middle.dot(reach) / max(reach.dot(reach), 1e-300)
    let k = reach.length > 1e-3 * (x.length + y.length) && abs(ratio - 1) < 0.25 ? ratio : 1
    return .cubic(start, start + x * k, end - y * k, end)
  }

  private mutating func addChords(_ curve: Path.Segment, _ a: Double, _ b: Double) {
    let part = curve.part(from: a, to: b)
    guard case .cubic(let p, let q, let r, let s) = part else { return }
    let bend = max((p - q * 2 + r).length, (q - r * 2 + s).length)
    let count = max(Int(clamping: min((6 * bend / 8 / tolerance).squareRoot().rounded(.up), 256)), 1)
    var last = p
    for i in 1...count {
      let next = part.point(at: Double(i) / Double(count))
      let d = unit(next - last)
      addLine(to: last)
      addLine(to: moved(last, d))
      addLine(to: moved(next, d))
      last = next
    }
    addLine(to: last)
  }
}

extension Path.Segment {
  var isLine: Bool {
    if case .line = self { return true }
    return false
  }
}
