// SPDX-License-Identifier: MIT
/// Detection of simple polygons: closed polygons that meet neither themselves nor each other.
package enum SimplePolygons {
  /// Maximum number of points that are examined, to bound the quadratic running time.
  private static let mostPoints = 600

  /// Returns the only winding of these polygons other than 0: 1 or -1. Returns 0 if there are others, if polygons meet,
  /// or if there are too many points to examine.
  ///
  /// ```swift
  /// let square = [Point(0, 0), Point(4, 0), Point(4, 4), Point(0, 4)]
  /// let hole = [Point(1, 1), Point(1, 2), Point(2, 2), Point(2, 1)]
  /// SimplePolygons.winding(of: [square, hole])  // 1
  /// SimplePolygons.winding(of: [square, square.map { $0 + Point(1, 1) }])  // 0: they meet
  /// ```
  ///
  /// - Complexity: O(n²) in the number of points.
  package static func winding(of rings: [[Point]]) -> Int {
    let count = rings.reduce(0) { $0 + $1.count }
    guard count > 2, count <= mostPoints else { return 0 }
    var edges: [Edge] = []
    edges.reserveCapacity(count)
    for (k, ring) in rings.enumerated() {
      let first = edges.count
      var from = ring[ring.count - 1]
      // Repeated points make no edge.
      for to in ring where to != from {
        guard to.isFinite else { return 0 }
        edges.append(Edge(from: from, to: to, ring: k))
        from = to
      }
      if edges.count == first { continue }
      guard edges.count - first > 2 else { return 0 }
      for i in first..<edges.count {
        edges[i].previous = i == first ? edges.count - 1 : i - 1
      }
    }
    for i in edges.indices {
      for k in 0..<i where edges[i].meets(edges[k], areNeighbours: edges[i].previous == k || edges[k].previous == i) {
        return 0
      }
    }
    // Since nothing meets, each ring separates two windings along its whole length: the winding due to the other rings,
    // and that plus its own turn.
    var found = 0
    for (k, ring) in rings.enumerated() {
      guard let edge = edges.first(where: { $0.ring == k }) else { continue }
      var around = 0
      for other in edges where other.ring != k { around += other.crossing(rightOf: edge.from) }
      var area = 0.0
      var last = ring[ring.count - 1]
      for p in ring {
        area += last.cross(p)
        last = p
      }
      for w in [around, around + (area > 0 ? 1 : -1)] where w != 0 {
        guard abs(w) == 1, found == 0 || found == w else { return 0 }
        found = w
      }
    }
    return found
  }

  private struct Edge {
    var from: Point
    var to: Point
    var ring: Int
    var previous = -1

    /// True if two edges have a point in common. For neighbours: a point other than their shared end.
    func meets(_ o: Edge, areNeighbours: Bool) -> Bool {
      guard max(from.x, to.x) >= min(o.from.x, o.to.x), max(o.from.x, o.to.x) >= min(from.x, to.x),
        max(from.y, to.y) >= min(o.from.y, o.to.y), max(o.from.y, o.to.y) >= min(from.y, to.y)
      else { return false }
      let d = to - from
      let e = o.to - o.from
      if areNeighbours {
        // Neighbours share more than their end only if one folds back onto the other.
        return d.cross(e) == 0 && d.dot(e) < 0
      }
      let a = d.cross(o.from - from)
      let b = d.cross(o.to - from)
      let c = e.cross(from - o.from)
      let f = e.cross(to - o.from)
      return !((a > 0 && b > 0) || (a < 0 && b < 0) || (c > 0 && f > 0) || (c < 0 && f < 0))
    }

    /// Returns the winding that the edge adds to a point left of it. Positive is clockwise with y down, like the sign
    /// of the area.
    func crossing(rightOf p: Point) -> Int {
      guard (from.y <= p.y) != (to.y <= p.y) else { return 0 }
      let x = from.x + (p.y - from.y) * (to.x - from.x) / (to.y - from.y)
      return x > p.x ? (to.y > from.y ? 1 : -1) : 0
    }
  }
}
