// SPDX-License-Identifier: MIT
import CPathClipping
import Geometry
import Messages
import Numbers
import Parsing

/// An index of chords by place: a uniform grid of cells, each with the chords that pass within a few units of it.
struct ChordGrid {
  private let cells: Cells
  /// For each cell the index of its first chord in `chords`, and the end.
  private let starts: [Int32]
  private let chords: [Int32]

  init(_ rings: FlattenedRings, _ reading: inout Reading) throws(LayerError) {
    let points = rings.points.items
    try reading.step(points.count * 2)
    let cells = Cells(rings)
    try reading.take((cells.count + 1) * 8)
    var starts = [Int32](repeating: 0, count: cells.count + 1)
    for i in points.indices {
      try cells.visit(points[i], points[rings.next(i)], &reading) { starts[$0 + 1] += 1 }
    }
    for i in 1..<starts.count { starts[i] += starts[i - 1] }
    let total = Int(starts[cells.count])
    try reading.take(total * 4)
    var chords = [Int32](repeating: 0, count: total)
    var at = starts
    for i in points.indices {
      try cells.visit(points[i], points[rings.next(i)], &reading) { cell in
        chords[Int(at[cell])] = Int32(clamping: i)
        at[cell] += 1
      }
    }
    (self.cells, self.starts, self.chords) = (cells, starts, chords)
  }

  /// The chords that may pass within `Cells.reach` of a point, in order.
  func chords(near x: Double, _ y: Double) -> ArraySlice<Int32> {
    let cell = cells.row(y) * cells.columns + cells.column(x)
    return chords[Int(starts[cell])..<Int(starts[cell + 1])]
  }
}

/// The cells of a `ChordGrid`.
private struct Cells {
  let left: Double
  let top: Double
  /// The side of a cell, in units of the clipping grid.
  let side: Double
  let columns: Int
  let rows: Int

  /// Units around a chord within which it is found.
  static let reach = 4.0

  /// Chooses about a cell for each chord, and fewer where long chords would be listed in too many.
  init(_ rings: FlattenedRings) {
    let points = rings.points.items
    var (x0, y0, x1, y1) = (Int64.max, Int64.max, Int64.min, Int64.min)
    var reached = 0.0
    for (i, p) in points.enumerated() {
      (x0, y0, x1, y1) = (min(x0, p.x), min(y0, p.y), max(x1, p.x), max(y1, p.y))
      let q = points[rings.next(i)]
      reached += Double((q.x - p.x).magnitude) + Double((q.y - p.y).magnitude)
    }
    if points.isEmpty { (x0, y0, x1, y1) = (0, 0, 1, 1) }
    let (width, height) = (Double(x1 - x0) + 2 * Self.reach, Double(y1 - y0) + 2 * Self.reach)
    (left, top) = (Double(x0) - Self.reach, Double(y0) - Self.reach)
    let entries = max(8 * Double(points.count), 1_000_000)
    side = max(max(width, height) / max(Double(points.count).squareRoot(), 1), reached / entries, 4 * Self.reach)
    columns = min(Int(clamping: width / side) + 1, 1024)
    rows = min(Int(clamping: height / side) + 1, 1024)
  }

  var count: Int { columns * rows }

  func column(_ x: Double) -> Int { min(max(Int(clamping: (x - left) / side), 0), columns - 1) }
  func row(_ y: Double) -> Int { min(max(Int(clamping: (y - top) / side), 0), rows - 1) }

  /// Calls `body` for the cells that a chord comes near to, row by row.
  func visit(
    _ a: llua_clip_point, _ b: llua_clip_point, _ reading: inout Reading, _ body: (Int) -> Void
  ) throws(LayerError) {
    let (p, q) = a.y <= b.y ? (a, b) : (b, a)
    let (px, py, qx, qy) = (Double(p.x), Double(p.y), Double(q.x), Double(q.y))
    let slope = qy > py ? (qx - px) / (qy - py) : 0
    for r in row(py - Self.reach)...row(qy + Self.reach) {
      var (low, high) = (min(px, qx), max(px, qx))
      if qy > py {
        // The part of the chord in the row, and a little more.
        let from = min(max(top + Double(r) * side - Self.reach, py), qy)
        let to = min(max(top + Double(r + 1) * side + Self.reach, py), qy)
        let (u, v) = (px + (from - py) * slope, px + (to - py) * slope)
        (low, high) = (max(low, min(u, v)), min(high, max(u, v)))
      }
      let range = column(low - Self.reach)...max(column(high + Self.reach), column(low - Self.reach))
      try reading.step(range.count)
      for c in range { body(r * columns + c) }
    }
  }
}
