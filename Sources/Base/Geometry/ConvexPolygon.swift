// SPDX-License-Identifier: MIT
/// Clipping of convex polygons, for depth sorting, plane pieces and the search for visible layers.
///
/// ```swift
/// let square = [Point(0, 0), Point(4, 0), Point(4, 4), Point(0, 4)]
/// ConvexPolygon.doubledArea(square)  // 32
/// ```
package enum ConvexPolygon {
  /// Returns the part of a convex polygon where `a·x + b·y + c >= 0`.
  ///
  /// ```swift
  /// let square = [Point(0, 0), Point(4, 0), Point(4, 4), Point(0, 4)]
  /// // The part where x ≥ 3.
  /// ConvexPolygon.clip(square, a: 1, b: 0, c: -3)  // [Point(3, 0), Point(4, 0), Point(4, 4), Point(3, 4)]
  /// ```
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
  ///
  /// ```swift
  /// ConvexPolygon.doubledArea([Point(0, 0), Point(2, 0), Point(0, 2)])  // 4
  /// ConvexPolygon.doubledArea([Point(0, 0), Point(0, 2), Point(2, 0)])  // -4
  /// ```
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

  /// Returns the intersection of two convex polygons. Both must wind clockwise on screen.
  ///
  /// ```swift
  /// let square = [Point(0, 0), Point(4, 0), Point(4, 4), Point(0, 4)]
  /// let moved = square.map { $0 + Point(3, 2) }
  /// ConvexPolygon.doubledArea(ConvexPolygon.intersection(square, moved))  // 4: one by two points
  /// ```
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
  ///
  /// ```swift
  /// ConvexPolygon.clockwise([Point(0, 0), Point(0, 2), Point(2, 0)])  // [Point(2, 0), Point(0, 2), Point(0, 0)]
  /// ```
  package static func clockwise(_ polygon: [Point]) -> [Point] {
    doubledArea(polygon) < 0 ? polygon.reversed() : polygon
  }

  /// The part of a convex polygon in a rectangle.
  ///
  /// ```swift
  /// let square = [Point(0, 0), Point(4, 0), Point(4, 4), Point(0, 4)]
  /// ConvexPolygon.doubledArea(ConvexPolygon.clip(square, to: Rect(1, 1, 2, 9)))  // 12: two by three points
  /// ```
  package static func clip(_ polygon: [Point], to r: Rect) -> [Point] {
    var p = clip(polygon, a: 1, b: 0, c: -r.minX)
    p = clip(p, a: -1, b: 0, c: r.maxX)
    p = clip(p, a: 0, b: 1, c: -r.minY)
    return clip(p, a: 0, b: -1, c: r.maxY)
  }
}
