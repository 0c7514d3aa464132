// SPDX-License-Identifier: MIT
import SystemC

extension Path {
  /// Returns a rectangle with a separate radius for each corner, in points, like a layer's outline.
  ///
  /// The caller limits the radii to the sides. Circular corners are quarter circles. Continuous ones (`cornerCurve`)
  /// reach 1.528665·r along both edges. If half a side is shorter, they are blended toward circular ones, which they
  /// equal at reach = r.
  ///
  /// ```swift
  /// // One round corner, at the top left.
  /// let path = Path.roundedRect(Rect(0, 0, 100, 50), minXMinY: 10, maxXMinY: 0, maxXMaxY: 0, minXMaxY: 0)
  /// path.points[0]  // Point(0, 10)
  /// path.points[3]  // Point(10, 0)
  /// path.verbs  // [.move, .cubic, .line, .line, .line, .close]
  /// ```
  public static func roundedRect(
    _ r: Rect, minXMinY: Double, maxXMinY: Double, maxXMaxY: Double, minXMaxY: Double, isContinuous: Bool = false
  ) -> Path {
    var path = Path()
    if minXMinY <= 0, maxXMinY <= 0, maxXMaxY <= 0, minXMaxY <= 0 {
      path.addRect(r)
      return path
    }
    path.reserveCapacity(verbs: 26, points: 60)
    // Each corner: its vertex, the unit directions of its first and second edge away from it, and its radius.
    let corners: [(Point, Point, Point, Double)] = [
      (Point(r.minX, r.minY), Point(0, 1), Point(1, 0), minXMinY),
      (Point(r.maxX, r.minY), Point(-1, 0), Point(0, 1), maxXMinY),
      (Point(r.maxX, r.maxY), Point(0, -1), Point(-1, 0), maxXMaxY),
      (Point(r.minX, r.maxY), Point(1, 0), Point(0, -1), minXMaxY),
    ]
    let room = min(r.width, r.height) / 2
    for (index, (vertex, first, second, radius)) in corners.enumerated() {
      guard radius > 0 else {
        if index == 0 { path.move(to: vertex) } else { path.addLine(to: vertex) }
        continue
      }
      func place(_ u: Double, _ v: Double) -> Point { vertex + first * (u * radius) + second * (v * radius) }
      let blend = isContinuous ? continuousBlend(radius: radius, room: room) : 0
      if blend <= 0 {
        let k = 1 - quarterCircleControl
        if index == 0 { path.move(to: place(1, 0)) } else { path.addLine(to: place(1, 0)) }
        path.addCurve(control1: place(k, 0), control2: place(0, k), to: place(0, 1))
        continue
      }
      let points = zip(continuousCorner, circularCorner).map { smooth, round in
        place(round.x + (smooth.x - round.x) * blend, round.y + (smooth.y - round.y) * blend)
      }
      if index == 0 { path.move(to: points[0]) } else { path.addLine(to: points[0]) }
      path.addCurve(control1: points[1], control2: points[2], to: points[3])
      path.addLine(to: points[4])
      path.addCurve(control1: points[5], control2: points[6], to: points[7])
      path.addLine(to: points[8])
      path.addCurve(control1: points[9], control2: points[10], to: points[11])
    }
    path.closeSubpath()
    return path
  }
}

/// Reach of a continuous corner along each edge, per unit of radius.
let continuousReach = 1.52866483

private func continuousBlend(radius: Double, room: Double) -> Double {
  let reach = min(continuousReach * radius, room)
  return max(0, min(1, (reach - radius) / ((continuousReach - 1) * radius)))
}

/// Control points of the continuous corner of radius 1, as distances from the vertex along the first and the second
/// edge: start, curve, line, curve, line, curve.
private let continuousCorner: [Point] = [
  Point(1.52866483, 0), Point(1.08849323, 0), Point(0.86840689, 0), Point(0.66993427, 0.06549600),
  Point(0.63149399, 0.07491100),
  Point(0.37282392, 0.16905899), Point(0.16905899, 0.37282392), Point(0.07491100, 0.63149399),
  Point(0.06549600, 0.66993427),
  Point(0, 0.86840689), Point(0, 1.08849323), Point(0, 1.52866483),
]

/// The quarter circle split at the five joints of the continuous corner, so that the two can be blended point by point.
private let circularCorner: [Point] = {
  // Angles on the circle around (1, 1), measured from the start toward the end of the corner.
  let joints = [1, 3, 4, 7, 8, 11].map { index -> Double in
    let p = continuousCorner[index]
    return index == 1 ? 0 : index == 11 ? Double.pi / 2 : atan2(1 - p.x, 1 - p.y)
  }
  func on(_ a: Double) -> Point { Point(1 - sin(a), 1 - cos(a)) }
  func arc(_ a: Double, _ b: Double) -> [Point] {
    let k = 4.0 / 3.0 * tan((b - a) / 4)
    let (p, q) = (on(a), on(b))
    return [Point(p.x - k * cos(a), p.y + k * sin(a)), Point(q.x + k * cos(b), q.y - k * sin(b)), q]
  }
  return [on(joints[0])] + arc(joints[0], joints[1]) + [on(joints[2])] + arc(joints[2], joints[3]) + [on(joints[4])]
    + arc(joints[4], joints[5])
}()
