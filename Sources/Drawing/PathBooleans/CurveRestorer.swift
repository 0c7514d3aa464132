// SPDX-License-Identifier: MIT
import CPathClipping
import Geometry
import Messages
import Parsing

/// Turns clipped polygons back into paths of the input's own lines and curves.
///
/// Each edge lies on a chord of the input. Edges that go on along a segment are one part of it, cut out exactly. Where
/// two segments meet, their crossing is found by Newton's method; the polygon only gives its start, so that the
/// tolerance of flattening does not show.
struct CurveRestorer {
  private let matcher: ChordMatcher
  private var rings: FlattenedRings { matcher.rings }

  init(_ rings: FlattenedRings, _ reading: inout Reading) throws(LayerError) {
    matcher = try ChordMatcher(rings, &reading)
  }

  /// A ring of the result.
  private struct Ring {
    /// Its segments, from the topmost joint on; empty for a ring of the input as it came.
    var segments: [Path.Segment] = []
    /// The ring of the input that came back whole, and whether it runs backward.
    var input: Int?
    var isBackward = false
    /// Its points in the polygons.
    var points: Range<Int>
    /// Twice its area, positive for an outer ring.
    var area: Double
    var top: llua_clip_point
    /// True to turn it round.
    var isTurned = false
  }

  /// Returns the path of polygons, ordered by each ring's topmost, then leftmost point.
  ///
  /// - Parameter keepsRings: true returns rings of the input that came back whole as they were, with their start and,
  ///   where their group allows it, their direction.
  func path(
    of polygons: GridPolygons, keepsRings: Bool = true, _ reading: inout Reading
  ) throws(LayerError) -> Path {
    var found: [Ring] = []
    var first = 0
    for end in polygons.ends {
      let points = polygons.points[first..<end]
      try reading.step(points.count)
      try reading.take(points.count * 200 + 200)
      var ring = Ring(points: first..<end, area: PathClipper.doubledArea(points), top: points[first])
      for p in points where (p.y, p.x) < (ring.top.y, ring.top.x) { ring.top = p }
      try restore(points, &ring, keepsInput: keepsRings, &reading)
      if ring.input != nil || !ring.segments.isEmpty { found.append(ring) }
      first = end
    }
    if keepsRings { try turn(&found, polygons, &reading) }
    try reading.step(found.count * 8)
    found.sort { ($0.top.y, $0.top.x, -abs($0.area)) < ($1.top.y, $1.top.x, -abs($1.area)) }
    var result = Path()
    for ring in found { result.addPath(path(of: ring)) }
    return result
  }

  private func path(of ring: Ring) -> Path {
    if let input = ring.input { return rings.subpath(input, isReversed: ring.isBackward != ring.isTurned) }
    let segments = ring.isTurned ? ring.segments.reversed().map(\.reversed) : ring.segments
    var path = Path()
    for (i, segment) in segments.enumerated() {
      if i == 0 { path.move(to: segment.start) }
      if i == segments.count - 1, case .line = segment { break }
      path.add(segment)
    }
    path.closeSubpath()
    return path
  }

  // MARK: Directions

  /// Turns rings so that those of the input keep their direction, where a group of an outer ring and its holes allows
  /// it. Then the path is the same by both fill rules.
  private func turn(_ found: inout [Ring], _ polygons: GridPolygons, _ reading: inout Reading) throws(LayerError) {
    guard found.contains(where: { $0.input != nil && $0.isBackward }) else { return }
    // The outer ring of each hole: the smallest that holds it.
    let outers = found.indices.filter { found[$0].area > 0 }.sorted { found[$0].area < found[$1].area }
    var group = Array(found.indices)
    for i in found.indices where found[i].area < 0 {
      let hole = polygons.points[found[i].points]
      for outer in outers where found[outer].area > -found[i].area {
        try reading.step(found[outer].points.count)
        if isInside(hole, polygons.points[found[outer].points]) {
          group[i] = outer
          break
        }
      }
    }
    var votes = [Int](repeating: 0, count: found.count)
    var against = votes
    for i in found.indices where found[i].input != nil {
      if found[i].isBackward { votes[group[i]] += 1 } else { against[group[i]] += 1 }
    }
    for i in found.indices { found[i].isTurned = votes[group[i]] > 0 && against[group[i]] == 0 }
  }

  /// True if a ring's first edge lies in another ring that it does not cross.
  private func isInside(_ ring: ArraySlice<llua_clip_point>, _ other: ArraySlice<llua_clip_point>) -> Bool {
    guard ring.count > 1, var last = other.last else { return false }
    let (a, b) = (ring[ring.startIndex], ring[ring.startIndex + 1])
    let (x, y) = ((Double(a.x) + Double(b.x)) / 2, (Double(a.y) + Double(b.y)) / 2)
    var inside = false
    for p in other {
      let (y0, y1) = (Double(last.y), Double(p.y))
      if (y0 <= y) != (y1 <= y) {
        let (x0, x1) = (Double(last.x), Double(p.x))
        if x0 + (y - y0) / (y1 - y0) * (x1 - x0) > x { inside.toggle() }
      }
      last = p
    }
    return inside
  }

  // MARK: One ring

  private func restore(
    _ points: ArraySlice<llua_clip_point>, _ ring: inout Ring, keepsInput: Bool, _ reading: inout Reading
  ) throws(LayerError) {
    let count = points.count
    // Begins at a corner of the input, so that no segment is cut there.
    let offset = points.indices.first { rings.corner(points[$0]) != nil }.map { $0 - points.startIndex } ?? 0
    func point(_ i: Int) -> llua_clip_point { points[points.startIndex + (offset + i) % count] }
    var runs: [SegmentRun] = []
    for i in 0..<count {
      for run in try matcher.runs(from: point(i), to: point(i + 1), after: runs.last, &reading) {
        if let last = runs.last, continues(run, last) {
          runs[runs.count - 1].to = run.to
          runs[runs.count - 1].end = run.end
          runs[runs.count - 1].lastChord = run.lastChord
        } else {
          runs.append(run)
        }
      }
    }
    if runs.count > 1, let last = runs.last, continues(runs[0], last) {
      runs[0].from = last.from
      runs[0].start = last.start
      runs.removeLast()
    }
    if keepsInput, let input = wholeRing(runs) {
      ring.input = input
      ring.isBackward = !runs[0].isForward
      return
    }
    ring.segments = segments(of: runs)
  }

  /// True if a run goes on where another ends, on the same segment and in its direction.
  private func continues(_ run: SegmentRun, _ last: SegmentRun) -> Bool {
    guard let segment = run.segment, last.segment == segment, run.isForward == last.isForward else { return false }
    let whole = rings.segments[segment]
    // Half a chord, and no more than a few units.
    let chord = whole.segment.length(from: 0, to: 1) * rings.grid.scale / Double(whole.chordCount)
    let slack = min(0.5, 8 / max(chord, 1e-9)) / Double(whole.chordCount)
    return abs(run.from - last.to) <= slack && !(run.from == 0 && last.to == 1) && !(run.from == 1 && last.to == 0)
  }

  /// The ring of the input that the runs are the whole of; nil if they are not.
  private func wholeRing(_ runs: [SegmentRun]) -> Int? {
    guard let first = runs.first?.segment else { return nil }
    let index = rings.segments[first].ring
    let range = rings.rings[index].segments
    guard runs.count == range.count else { return nil }
    var expected = first
    for run in runs {
      guard run.isWhole, run.segment == expected, run.isForward == runs[0].isForward else { return nil }
      if run.isForward {
        expected = expected + 1 == range.upperBound ? range.lowerBound : expected + 1
      } else {
        expected = expected == range.lowerBound ? range.upperBound - 1 : expected - 1
      }
    }
    return index
  }

  /// Returns the exact segments of runs, from the topmost joint on.
  private func segments(of given: [SegmentRun]) -> [Path.Segment] {
    var runs = given
    var joints: [Point] = []
    for i in runs.indices {
      let before = i == 0 ? runs.count - 1 : i - 1
      joints.append(joint(&runs, before, i))
    }
    var first = 0
    for i in runs.indices where (runs[i].start.y, runs[i].start.x) < (runs[first].start.y, runs[first].start.x) {
      first = i
    }
    var result: [Path.Segment] = []
    var current = joints.isEmpty ? .zero : joints[first]
    for k in runs.indices {
      let i = (first + k) % runs.count
      let end = joints[(i + 1) % runs.count]
      // Runs of a few units come from rounding.
      if isTiny(given[i]), end == current || k < runs.count - 1 { continue }
      result.append(piece(runs[i], given[i], from: current, to: end))
      current = end
    }
    if let last = result.indices.last, current != joints[first] {
      result[last] = result[last].moved(from: result[last].start, to: joints[first])
    }
    return result
  }

  /// True for a part of a few units. The loop of a curve that crosses itself also ends where it starts.
  private func isTiny(_ run: SegmentRun) -> Bool {
    guard abs(run.start.x - run.end.x) <= 2, abs(run.start.y - run.end.y) <= 2 else { return false }
    return run.segment.map { abs(run.to - run.from) * Double(rings.segments[$0].chordCount) < 2 } ?? true
  }

  private func piece(_ run: SegmentRun, _ given: SegmentRun, from a: Point, to b: Point) -> Path.Segment {
    guard let index = run.segment else { return .line(a, b) }
    let segment = rings.segments[index].segment
    if case .line = segment { return .line(a, b) }
    // A crossing that moved past the other end leaves nothing of the curve.
    guard run.from != run.to, run.isForward == given.isForward else { return .line(a, b) }
    let part: Path.Segment =
      run.isWhole ? run.isForward ? segment : segment.reversed : segment.part(from: run.from, to: run.to)
    return part.moved(from: a, to: b)
  }

  /// Returns the exact point where two runs meet, and moves their parameters there.
  private func joint(_ runs: inout [SegmentRun], _ before: Int, _ after: Int) -> Point {
    let place = runs[after].start
    if let corner = rings.corner(place) { return corner }
    let near = rings.grid.point(place)
    guard let first = runs[before].segment, let second = runs[after].segment else { return near }
    let (p, q) = (rings.segments[first].segment, rings.segments[second].segment)
    // The loop of a curve alone ends on itself.
    if before == after, abs(runs[before].to - runs[after].from) < 1e-3 { return near }
    guard let found = crossing(p, runs[before].to, q, runs[after].from, near: near) else { return near }
    runs[before].to = found.first
    runs[after].from = found.second
    return found.point
  }

  /// Finds the crossing of two segments near their parameters, by up to six steps of Newton's method. nil where they
  /// are nearly parallel, or where the crossing is far away.
  private func crossing(
    _ p: Path.Segment, _ t0: Double, _ q: Path.Segment, _ s0: Double, near: Point
  ) -> (point: Point, first: Double, second: Double)? {
    var (t, s) = (t0, s0)
    for _ in 0..<6 {
      let d = q.point(at: s) - p.point(at: t)
      let (u, v) = (p.direction(at: t), q.direction(at: s))
      let cross = u.cross(v)
      guard abs(cross) > 1e-3 * u.length * v.length else { return nil }
      let (dt, ds) = (d.cross(v) / cross, d.cross(u) / cross)
      t += dt
      s += ds
      guard abs(t - t0) <= 0.1, abs(s - s0) <= 0.1 else { return nil }
      if abs(dt) < 1e-15, abs(ds) < 1e-15 { break }
    }
    guard t >= 0, t <= 1, s >= 0, s <= 1 else { return nil }
    let point = p.point(at: t)
    guard (point - near).length <= 20 * rings.grid.tolerance, (q.point(at: s) - point).length <= 1 / rings.grid.scale
    else { return nil }
    return (point, t, s)
  }
}
