// SPDX-License-Identifier: MIT
import CPathClipping
import Geometry
import Messages
import Numbers
import Parsing

/// A part of an input segment along an edge of a clipped polygon.
struct SegmentRun {
  /// The segment; nil for an edge that follows none, which becomes a line.
  var segment: Int?
  /// The segment's parameters at both ends; descending for a part that runs backward.
  var from = 0.0
  var to = 0.0
  var start: llua_clip_point
  var end: llua_clip_point
  /// The chord at its end; -1 for none.
  var lastChord = -1

  var isForward: Bool { to >= from }
  /// True if it is the whole segment.
  var isWhole: Bool { segment != nil && min(from, to) == 0 && max(from, to) == 1 }
}

/// Finds the chords of the input on which the edges of a clipped polygon lie.
struct ChordMatcher {
  let rings: FlattenedRings
  private let grid: ChordGrid
  private let chords: [Chord]
  /// Distance within which a point lies on a chord, in grid units: Clipper rounds the ends of an edge.
  private static let near = 3.0

  init(_ rings: FlattenedRings, _ reading: inout Reading) throws(LayerError) {
    self.rings = rings
    grid = try ChordGrid(rings, &reading)
    try reading.step(rings.points.count)
    try reading.take(rings.points.count * MemoryLayout<Chord>.stride)
    chords = rings.points.items.indices.map { i in
      let (a, b) = (rings.points[i], rings.points[rings.next(i)])
      let (dx, dy) = (Double(b.x &- a.x), Double(b.y &- a.y))
      return Chord(x: Double(a.x), y: Double(a.y), dx: dx, dy: dy, length: (dx * dx + dy * dy).squareRoot())
    }
  }

  /// A chord as a vector.
  private struct Chord {
    var x: Double
    var y: Double
    var dx: Double
    var dy: Double
    var length: Double

    /// The distance from the line, and the position along it in chord lengths.
    func place(_ px: Double, _ py: Double) -> (distance: Double, at: Double) {
      let (u, v) = (px - x, py - y)
      return (abs(dx * v - dy * u) / length, (dx * u + dy * v) / (length * length))
    }
    func holds(_ at: Double) -> Bool { at * length >= -ChordMatcher.near && (at - 1) * length <= ChordMatcher.near }
    /// The position limited to the chord; ends within a few units are taken as such.
    func limited(_ at: Double) -> Double {
      if at * length < ChordMatcher.near { return 0 }
      return (1 - at) * length < ChordMatcher.near ? 1 : at
    }
  }

  /// Returns the parts of segments on which an edge lies, in its direction.
  ///
  /// Those that continue the last one come before others, then the nearest, then the first of the input.
  func runs(
    from a: llua_clip_point, to b: llua_clip_point, after last: SegmentRun?, _ reading: inout Reading
  ) throws(LayerError) -> [SegmentRun] {
    let (ax, ay, bx, by) = (Double(a.x), Double(a.y), Double(b.x), Double(b.y))
    var best: (rank: Int, distance: Double, first: Int, last: Int, from: Double, to: Double, isForward: Bool)?
    let near = grid.chords(near: (ax + bx) / 2, (ay + by) / 2)
    try reading.step(near.count + 1)
    for index in near {
      let i = Int(index)
      let c = chords[i]
      guard c.length > 0 else { continue }
      let middle = c.place((ax + bx) / 2, (ay + by) / 2)
      guard middle.distance <= Self.near, c.holds(middle.at) else { continue }
      let isForward = c.dx * (bx - ax) + c.dy * (by - ay) >= 0
      guard let begin = try walk(from: i, c, isForward: !isForward, to: (ax, ay), other: (bx, by), &reading),
        let end = try walk(from: i, c, isForward: isForward, to: (bx, by), other: (ax, ay), &reading)
      else { continue }
      let rank = self.rank(begin.chord, begin.at, isForward, after: last)
      let distance = middle.distance + begin.distance + end.distance
      if let best, rank < best.rank || (rank == best.rank && distance >= best.distance - 0.5) { continue }
      best = (rank, distance, begin.chord, end.chord, begin.at, end.at, isForward)
    }
    guard let best else { return [SegmentRun(segment: nil, start: a, end: b)] }
    var result: [SegmentRun] = []
    var i = best.first
    while true {
      try reading.step()
      try reading.take(MemoryLayout<SegmentRun>.stride * 2)
      let from = i == best.first ? best.from : best.isForward ? 0 : 1
      let to = i == best.last ? best.to : best.isForward ? 1 : 0
      let (p, q) = (rings.points[i], rings.points[rings.next(i)])
      let run = SegmentRun(
        segment: Int(rings.owners[i]), from: parameter(i, from), to: parameter(i, to),
        start: i == best.first ? a : best.isForward ? p : q, end: i == best.last ? b : best.isForward ? q : p,
        lastChord: i)
      if let before = result.last, before.segment == run.segment, before.to == run.from {
        result[result.count - 1].to = run.to
        result[result.count - 1].end = run.end
        result[result.count - 1].lastChord = i
      } else {
        result.append(run)
      }
      if i == best.last { break }
      i = best.isForward ? rings.next(i) : rings.previous(i)
    }
    return result
  }

  private func rank(_ chord: Int, _ at: Double, _ isForward: Bool, after last: SegmentRun?) -> Int {
    guard let last, last.lastChord >= 0, last.isForward == isForward else { return 0 }
    return chord == last.lastChord || chord == (isForward ? rings.next(last.lastChord) : rings.previous(last.lastChord))
      ? 1 : 0
  }

  private func parameter(_ chord: Int, _ at: Double) -> Double {
    let segment = rings.segments[Int(rings.owners[chord])]
    return (Double(chord - segment.firstChord) + at) / Double(segment.chordCount)
  }

  /// Walks along a ring to the chord that holds an end of an edge, while the chords between lie on the edge: Clipper
  /// joins edges in line. Returns the chord, the position on it and the distance; nil if the ring leaves the edge.
  private func walk(
    from first: Int, _ chord: Chord, isForward: Bool, to p: (Double, Double), other: (Double, Double),
    _ reading: inout Reading
  ) throws(LayerError) -> (chord: Int, at: Double, distance: Double)? {
    var (i, c) = (first, chord)
    let edge = Chord(
      x: other.0, y: other.1, dx: p.0 - other.0, dy: p.1 - other.1,
      length: ((p.0 - other.0) * (p.0 - other.0) + (p.1 - other.1) * (p.1 - other.1)).squareRoot())
    while true {
      let place = c.place(p.0, p.1)
      if c.length > 0 {
        if c.holds(place.at) { return place.distance <= Self.near ? (i, c.limited(place.at), place.distance) : nil }
        // The end must lie ahead.
        if isForward ? place.at < 0 : place.at > 1 { return nil }
      }
      let (x, y) = isForward ? (c.x + c.dx, c.y + c.dy) : (c.x, c.y)
      guard edge.length > 0, edge.place(x, y).distance <= Self.near else { return nil }
      i = isForward ? rings.next(i) : rings.previous(i)
      if i == first { return nil }
      try reading.step()
      c = chords[i]
    }
  }
}
