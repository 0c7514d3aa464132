// SPDX-License-Identifier: MIT
import CPathClipping
import Geometry
import Messages
import Parsing

/// Counts the crossings of polygons before they are clipped, since Clipper cannot be stopped.
///
/// The time of Clipper's sweep is that of the pairs of edges that share a height, and of the crossings. This sweep
/// compares the same pairs, looks for the end of the work, and gives up at the limits of `PathLimits`.
struct CrossingSweep {
  private struct Edge {
    var x0: Double
    var y0: Double
    var x1: Double
    var y1: Double
    var left: Double
    var right: Double
  }

  /// The number of pairs of edges that cross or touch, without those that share an end.
  private(set) var crossings = 0
  /// True if two edges lie on one another over some length.
  private(set) var hasOverlaps = false

  /// Compares the edges of rings.
  ///
  /// - Throws: `LayerError`: `limit` for too many comparisons or crossings.
  init(_ points: [llua_clip_point], ends: [Int], _ reading: inout Reading) throws(LayerError) {
    try reading.take(points.count * (MemoryLayout<Edge>.stride * 2 + 32))
    var edges: [Edge] = []
    edges.reserveCapacity(points.count)
    var first = 0
    for end in ends {
      guard end > first else { continue }
      try reading.step(end - first)
      var a = points[end - 1]
      for b in points[first..<end] {
        if a.x != b.x || a.y != b.y {
          let (p, q) = a.y < b.y || (a.y == b.y && a.x < b.x) ? (a, b) : (b, a)
          let (x0, x1) = (Double(p.x), Double(q.x))
          edges.append(Edge(x0: x0, y0: Double(p.y), x1: x1, y1: Double(q.y), left: min(x0, x1), right: max(x0, x1)))
        }
        a = b
      }
      first = end
    }
    try reading.step(edges.count * 16)
    edges.sort { $0.y0 < $1.y0 }
    guard Self.comparisons(of: edges) <= PathLimits.comparisons else {
      throw LayerError(
        .limit, "\(reading.place)too many edges of the paths lie side by side: simplify them, or combine fewer")
    }
    var active: [Edge] = []
    for edge in edges {
      try reading.step(active.count + 1)
      var kept = 0
      active.withUnsafeMutableBufferPointer { active in
        for i in active.indices {
          if active[i].y1 < edge.y0 { continue }
          if kept < i { active[kept] = active[i] }
          kept += 1
          if active[i].left <= edge.right, edge.left <= active[i].right { compare(edge, active[i]) }
        }
      }
      active.removeLast(active.count - kept)
      active.append(edge)
      guard crossings <= PathLimits.crossings else {
        throw LayerError(
          .limit,
          "\(reading.place)the paths cross more than \(PathLimits.crossings) times: simplify them, or combine fewer")
      }
    }
  }

  /// The number of pairs of edges that share a height, of edges sorted by their upper ends.
  private static func comparisons(of edges: [Edge]) -> Int {
    let lower = edges.map(\.y1).sorted()
    var sum = 0
    var left = 0
    for (i, edge) in edges.enumerated() {
      while left < lower.count, lower[left] < edge.y0 { left += 1 }
      sum += i - left
    }
    return sum
  }

  private mutating func compare(_ a: Edge, _ b: Edge) {
    func side(_ e: Edge, _ x: Double, _ y: Double) -> Double { (e.x1 - e.x0) * (y - e.y0) - (e.y1 - e.y0) * (x - e.x0) }
    let (s, t) = (side(a, b.x0, b.y0), side(a, b.x1, b.y1))
    if s == 0, t == 0, Self.overlap(a, b) { hasOverlaps = true }
    if (a.x0 == b.x0 && a.y0 == b.y0) || (a.x1 == b.x1 && a.y1 == b.y1) || (a.x0 == b.x1 && a.y0 == b.y1)
      || (a.x1 == b.x0 && a.y1 == b.y0)
    {
      return
    }
    if (s > 0 && t > 0) || (s < 0 && t < 0) { return }
    let (u, v) = (side(b, a.x0, a.y0), side(b, a.x1, a.y1))
    if !((u > 0 && v > 0) || (u < 0 && v < 0)) { crossings += 1 }
  }

  /// True if two edges of one line share more than a point. Edges begin at their upper, then left end.
  private static func overlap(_ a: Edge, _ b: Edge) -> Bool {
    min(a.y1, b.y1) > max(a.y0, b.y0) || (a.y0 == a.y1 && min(a.right, b.right) > max(a.left, b.left))
  }
}
