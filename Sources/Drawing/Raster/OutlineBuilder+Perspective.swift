// SPDX-License-Identifier: MIT
import Geometry

extension OutlineBuilder {
  /// Adds a path through a map with a vanishing line. Curves are evaluated first and each point is then divided by w.
  mutating func addProjective(_ path: Path, _ map: Homography) {
    var ring: [Homogeneous] = []
    for part in path.finiteSubpaths {
      ring.removeAll(keepingCapacity: true)
      let points = part.points
      var at = 0
      var current = Point.zero
      for verb in part.verbs {
        switch verb {
        case .move, .line:
          current = points[at]
          ring.append(Homogeneous(current, map))
        case .quad:
          let c = points[at]
          let p = points[at + 1]
          Cubic(current, current + (c - current) * (2.0 / 3), p + (c - p) * (2.0 / 3), p).flatten(through: map) {
            ring.append($0)
          }
          current = p
        case .cubic:
          Cubic(current, points[at], points[at + 1], points[at + 2]).flatten(through: map) { ring.append($0) }
          current = points[at + 2]
        case .close: break
        }
        at += verb.pointCount
      }
      addRing(ring)
    }
  }

  /// Adds a closed polygon, clipped to the part in front of the eye.
  mutating func addRing(_ ring: [Homogeneous]) {
    guard ring.count > 2, let last = ring.last else { return }
    let near = OutlineBuilder.nearest
    if ring.allSatisfy({ $0.w > near }) {
      start(last.x / last.w, last.y / last.w)
      for p in ring { line(p.x / p.w, p.y / p.w) }
      return
    }
    var previous = last
    var isStarted = false
    var first = Point.zero
    func add(_ builder: inout OutlineBuilder, _ p: Point) {
      if isStarted {
        builder.line(p.x, p.y)
      } else {
        builder.start(p.x, p.y)
        first = p
        isStarted = true
      }
    }
    for p in ring {
      if (p.w > near) != (previous.w > near) {
        let k = (near - previous.w) / (p.w - previous.w)
        add(&self, Point((previous.x + (p.x - previous.x) * k) / near, (previous.y + (p.y - previous.y) * k) / near))
      }
      if p.w > near { add(&self, Point(p.x / p.w, p.y / p.w)) }
      previous = p
    }
    if isStarted { line(first.x, first.y) }
  }
}

/// A point in homogeneous coordinates, before the division by w.
struct Homogeneous {
  var x: Double
  var y: Double
  var w: Double

  init(_ p: Point, _ map: Homography) {
    let h = map.homogeneous(p)
    x = h.x
    y = h.y
    w = h.w
  }
}
