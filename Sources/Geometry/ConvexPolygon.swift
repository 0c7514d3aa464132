// SPDX-License-Identifier: MIT
/// Clipping of convex polygons, for depth sorting, plane pieces and the search for visible layers.
package enum ConvexPolygon {
  /// The part of a convex polygon where `a·x + b·y + c >= 0`.
  package static func clip(_ polygon: [Point], a: Double, b: Double, c: Double) -> [Point] {
    guard var previous = polygon.last else { return [] }
    var previousSide = a * previous.x + b * previous.y + c
    var result: [Point] = []
    result.reserveCapacity(polygon.count + 1)
    for point in polygon {
      let side = a * point.x + b * point.y + c
      if (side >= 0) != (previousSide >= 0) {
        let t = previousSide / (previousSide - side)
        result.append(Point(previous.x + (point.x - previous.x) * t, previous.y + (point.y - previous.y) * t))
      }
      if side >= 0 { result.append(point) }
      previous = point
      previousSide = side
    }
    return result
  }

  /// Twice the signed area; positive for clockwise on screen (y down).
  package static func doubledArea(_ polygon: [Point]) -> Double {
    guard let last = polygon.last else { return 0 }
    var sum = 0.0
    var previous = last
    for point in polygon {
      sum += previous.cross(point)
      previous = point
    }
    return sum
  }

  /// The intersection of two convex polygons. Both wind clockwise on screen.
  package static func intersection(_ p: [Point], _ q: [Point]) -> [Point] {
    guard var from = q.last else { return [] }
    var result = p
    for to in q {
      // The inside of a clockwise (y down) edge lies where the cross product with it is positive.
      let d = to - from
      result = clip(result, a: -d.y, b: d.x, c: d.y * from.x - d.x * from.y)
      if result.count < 3 { return [] }
      from = to
    }
    return result
  }

  /// The polygon with its points in clockwise order on screen.
  package static func clockwise(_ polygon: [Point]) -> [Point] {
    doubledArea(polygon) < 0 ? polygon.reversed() : polygon
  }

  /// The part of a convex polygon in a rectangle.
  package static func clip(_ polygon: [Point], to r: Rect) -> [Point] {
    var p = clip(polygon, a: 1, b: 0, c: -r.minX)
    p = clip(p, a: -1, b: 0, c: r.maxX)
    p = clip(p, a: 0, b: 1, c: -r.minY)
    return clip(p, a: 0, b: -1, c: r.maxY)
  }
}
