// SPDX-License-Identifier: MIT
import Numbers
import SystemC

// Common shapes, each as a closed path unless it says otherwise. Angles are in radians from +x toward +y.
extension Path {
  /// Creates a regular polygon; its first corner is above the centre.
  ///
  /// ```swift
  /// let hexagon = Path.regularPolygon(center: Point(50, 50), sides: 6, radius: 40)
  /// ```
  ///
  /// - Parameters:
  ///   - sides: 3 to 10,000, else clamped.
  ///   - radius: distance of the corners from the centre.
  ///   - cornerRadius: the radius of the corners, limited as in `roundedPolygon`.
  public static func regularPolygon(
    center: Point, sides: Int, radius: Double, cornerRadius: Double = 0
  ) -> Path {
    let count = min(max(sides, 3), 10_000)
    return roundedPolygon((0..<count).map { center + turned($0, count) * radius }, radius: cornerRadius)
  }

  /// Creates a star; its first point is above the centre.
  ///
  /// ```swift
  /// let star = Path.star(center: Point(50, 50), points: 5, outerRadius: 40, innerRadius: 18)
  /// ```
  ///
  /// - Parameters:
  ///   - points: 2 to 10,000, else clamped.
  ///   - roundness: 0 for sharp points to 1 for a wave: the share of each edge that bends.
  public static func star(
    center: Point, points: Int, outerRadius: Double, innerRadius: Double, roundness: Double = 0
  ) -> Path {
    let count = min(max(points, 2), 10_000) * 2
    let corners = (0..<count).map { center + turned($0, count) * ($0 % 2 == 0 ? outerRadius : innerRadius) }
    let share = min(max(roundness, 0), 1) / 2
    var path = Path()
    guard share > 0 else {
      path.addLines(corners)
      path.closeSubpath()
      return path
    }
    for (i, corner) in corners.enumerated() {
      let (before, after) = (corners[(i + count - 1) % count], corners[(i + 1) % count])
      let start = corner + (before - corner) * share
      if i == 0 { path.move(to: start) } else if share < 0.5 { path.addLine(to: start) }
      path.addQuadCurve(control: corner, to: corner + (after - corner) * share)
    }
    path.closeSubpath()
    return path
  }

  /// Creates a wedge: a piece of a pie.
  ///
  /// ```swift
  /// let third = Path.wedge(center: Point(50, 50), radius: 40, from: -.pi / 2, to: .pi / 6)
  /// ```
  ///
  /// - Parameters:
  ///   - from: the angle at which it begins.
  ///   - to: the angle at which it ends; a difference of a full turn or more makes the whole disc.
  public static func wedge(center: Point, radius: Double, from: Double, to: Double) -> Path {
    ringSector(center: center, innerRadius: 0, outerRadius: radius, from: from, to: to)
  }

  /// Creates a sector of a ring: a piece of a donut.
  ///
  /// ```swift
  /// let piece = Path.ringSector(center: Point(50, 50), innerRadius: 25, outerRadius: 40, from: 0, to: 1)
  /// ```
  ///
  /// - Parameters:
  ///   - innerRadius: 0 makes a wedge.
  ///   - to: the angle at which it ends; a difference of a full turn or more makes the whole ring, for the even-odd
  ///     rule as for the winding rule.
  public static func ringSector(
    center: Point, innerRadius: Double, outerRadius: Double, from: Double, to: Double
  ) -> Path {
    let (inner, outer) = (min(abs(innerRadius), abs(outerRadius)), max(abs(innerRadius), abs(outerRadius)))
    let sweep = to - from
    var path = Path()
    guard sweep != 0, outer > 0, sweep.isFinite, from.isFinite else { return path }
    guard abs(sweep) < 2 * Double.pi else {
      path.addArc(center: center, radius: outer, startAngle: 0, endAngle: 2 * Double.pi, clockwise: false)
      path.closeSubpath()
      guard inner > 0 else { return path }
      path.move(to: center + Point(inner, 0))
      path.addArc(center: center, radius: inner, startAngle: 2 * Double.pi, endAngle: 0, clockwise: true)
      path.closeSubpath()
      return path
    }
    if inner == 0 { path.move(to: center) }
    path.addArc(center: center, radius: outer, startAngle: from, endAngle: to, clockwise: sweep < 0)
    if inner > 0 { path.addArc(center: center, radius: inner, startAngle: to, endAngle: from, clockwise: sweep > 0) }
    path.closeSubpath()
    return path
  }

  /// Creates an open spiral whose radius grows evenly with its angle. The curves differ from it by less than 1/4,000 of
  /// the distance of two turns.
  ///
  /// ```swift
  /// let spiral = Path.spiral(center: Point(50, 50), from: 4, to: 40, turns: 3)
  /// ```
  ///
  /// - Parameters:
  ///   - first: the radius at which it begins.
  ///   - last: the radius at which it ends.
  ///   - turns: clamped to ±1,000; negative ones turn the other way.
  ///   - startAngle: the angle at which it begins.
  public static func spiral(
    center: Point, from first: Double, to last: Double, turns: Double, startAngle: Double = 0
  ) -> Path {
    let turns = min(max(turns.isNaN ? 0 : turns, -1000), 1000)
    var path = Path()
    let pieces = max(Int(clamping: (abs(turns) * 16).rounded(.up)), 1)
    let step = turns * 2 * Double.pi / Double(pieces)
    let growth = (last - first) / Double(pieces)
    func place(_ i: Int) -> (point: Point, change: Point) {
      let angle = startAngle + step * Double(i)
      let radius = first + growth * Double(i)
      let (c, s) = (cos(angle), sin(angle))
      return (
        center + Point(c * radius, s * radius),
        Point(growth * c - radius * s * step, growth * s + radius * c * step)
      )
    }
    var from = place(0)
    path.move(to: from.point)
    for i in 1...pieces {
      let to = place(i)
      path.addCurve(control1: from.point + from.change / 3, control2: to.point - to.change / 3, to: to.point)
      from = to
    }
    return path
  }

  /// Creates a polygon with round corners. A corner whose arc needs more than half of one of its edges gets a smaller
  /// one.
  ///
  /// ```swift
  /// let badge = Path.roundedPolygon([Point(0, 0), Point(80, 0), Point(60, 50), Point(0, 50)], radius: 12)
  /// ```
  public static func roundedPolygon(_ points: [Point], radius: Double) -> Path {
    var corners: [Point] = []
    for p in points where corners.last != p { corners.append(p) }
    while corners.count > 1, corners.first == corners.last { corners.removeLast() }
    var path = Path()
    guard radius > 0, corners.count > 2 else {
      path.addLines(corners)
      path.closeSubpath()
      return path
    }
    let count = corners.count
    for (i, corner) in corners.enumerated() {
      let (before, after) = (corners[(i + count - 1) % count] - corner, corners[(i + 1) % count] - corner)
      let (a, b) = (before.length, after.length)
      let (u, v) = (before / a, after / b)
      // The half angle between the edges; the arc touches them at radius / tan of it.
      let half = atan2(abs(u.cross(v)), 1 + u.dot(v))
      guard u.cross(v) != 0, half > 1e-6 else {
        if path.isEmpty { path.move(to: corner) } else { path.addLine(to: corner) }
        continue
      }
      // atan2(|sin|, 1 + cos) is half of the angle between the edges.
      let reach = min(radius / tan(half), min(a, b) / 2)
      if path.isEmpty { path.move(to: corner + u * reach) }
      path.addArc(tangent1: corner, tangent2: corner + v * b, radius: reach * tan(half))
    }
    path.closeSubpath()
    return path
  }

  /// The direction of a part of a full turn that begins above.
  private static func turned(_ i: Int, _ count: Int) -> Point {
    let angle = 2 * Double.pi * Double(i) / Double(count)
    return Point(sin(angle), -cos(angle))
  }
}
