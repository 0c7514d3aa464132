// SPDX-License-Identifier: MIT
import Numbers
import SystemC

/// Distance of a cubic's control points from its ends that best approximates a quarter circle of radius 1:
/// 4/3·tan(π/8).
let quarterCircleControl = 0.5522847498307936

extension Path {
  /// Adds a circular arc, after a straight line from the current point to its start.
  ///
  /// Angles are in radians from +x toward +y. `clockwise` means decreasing angles, as in Core Graphics; a sweep of a
  /// full turn or more is the whole circle. A zero radius adds only the line.
  ///
  /// ```swift
  /// var path = Path()
  /// path.addArc(center: .zero, radius: 10, startAngle: 0, endAngle: .pi, clockwise: false)
  /// path.points.first  // Point(10, 0)
  /// path.currentPoint  // Point(-10, 0)
  /// path.verbs  // [.move, .cubic, .cubic]: the half below, since y grows downward
  /// ```
  public mutating func addArc(center c: Point, radius: Double, startAngle: Double, endAngle: Double, clockwise: Bool) {
    let turn = 2 * Double.pi
    let difference = endAngle - startAngle
    // Returns the difference of the angles without whole turns, rounded as given. If the turns are too many for that
    // precision, each angle is reduced first.
    func rest(_ rule: FloatingPointRoundingRule) -> Double {
      guard abs(difference) > 1e6 else { return difference - (difference / turn).rounded(rule) * turn }
      let near = endAngle.truncatingRemainder(dividingBy: turn) - startAngle.truncatingRemainder(dividingBy: turn)
      return near - (near / turn).rounded(rule) * turn
    }
    var sweep: Double
    if clockwise {
      sweep = difference <= -turn ? -turn : rest(.up)
    } else {
      sweep = difference >= turn ? turn : rest(.down)
    }
    // A whole number of turns in the opposite direction is a full circle too.
    if sweep == 0, difference != 0 { sweep = clockwise ? -turn : turn }
    addArc(center: c, radiusX: radius, radiusY: radius, rotation: 0, startAngle: startAngle, sweep: sweep)
  }

  /// Adds an elliptical arc of a signed sweep, after a line to its start. Each cubic covers at most a quarter turn; the
  /// radial error is below 2.8e-4·r.
  ///
  /// - Parameters:
  ///   - first: the exact start point, if known.
  ///   - last: the exact end point, if known.
  mutating func addArc(
    center c: Point, radiusX rx: Double, radiusY ry: Double, rotation: Double, startAngle: Double, sweep: Double,
    from first: Point? = nil, to last: Point? = nil
  ) {
    let turned = unitVector(rotation)
    func place(_ x: Double, _ y: Double) -> Point {
      Point(c.x + rx * x * turned.x - ry * y * turned.y, c.y + rx * x * turned.y + ry * y * turned.x)
    }
    var a = unitVector(startAngle)
    let start = first ?? place(a.x, a.y)
    if let current = currentPoint {
      // Skip a line that is only a rounding error; it would be drawn as a corner.
      let size = abs(c.x) + abs(c.y) + abs(rx) + abs(ry)
      if (current - start).length > 1e-14 * size { addLine(to: start) }
    } else {
      move(to: start)
    }
    guard sweep != 0, rx != 0 || ry != 0 else { return }
    // Overflow: add NaN, which the path's finiteness check finds.
    guard abs(sweep) <= 8 * Double.pi else { return addLine(to: Point(.nan, .nan)) }
    let pieces = max(1, Int(clamping: (abs(sweep) / (Double.pi / 2) - 1e-9).rounded(.up)))
    let k = 4.0 / 3.0 * tan(sweep / Double(pieces) / 4)
    let whole = abs(sweep) == 2 * Double.pi ? start : nil
    for piece in 1...pieces {
      let b = unitVector(startAngle + sweep * Double(piece) / Double(pieces))
      let end = piece == pieces ? last ?? whole ?? place(b.x, b.y) : place(b.x, b.y)
      addCurve(control1: place(a.x - k * a.y, a.y + k * a.x), control2: place(b.x + k * b.y, b.y - k * b.x), to: end)
      a = b
    }
  }

  /// Adds a line and an arc of the given radius that is tangent to the lines current point–`p1` and `p1`–`p2`.
  ///
  /// Adds a line to `p1` if the three points are collinear or the radius is 0. Without a current point the subpath
  /// starts at `p1`.
  ///
  /// ```swift
  /// // Rounds the corner at (10, 0).
  /// var path = Path()
  /// path.move(to: Point(0, 0))
  /// path.addArc(tangent1: Point(10, 0), tangent2: Point(10, 10), radius: 4)
  /// path.points[1]  // Point(6, 0), to within 1e-14
  /// path.currentPoint  // Point(10, 4), to within 1e-14
  /// ```
  public mutating func addArc(tangent1 p1: Point, tangent2 p2: Point, radius: Double) {
    guard let p0 = currentPoint else { return move(to: p1) }
    let a = p0 - p1
    let b = p2 - p1
    let (la, lb) = (a.length, b.length)
    let cross = a.cross(b)
    guard radius > 0, la > 0, lb > 0, abs(cross) > 1e-12 * la * lb else { return addLine(to: p1) }
    let (u, v) = (a / la, b / lb)
    let cosine = max(-1, min(1, u.dot(v)))
    let half = acos(cosine) / 2
    let distance = radius / tan(half)
    let start = p1 + u * distance
    let end = p1 + v * distance
    let bisector = u + v
    let center = p1 + bisector * (radius / sin(half) / bisector.length)
    let startAngle = atan2(start.y - center.y, start.x - center.x)
    var sweep = atan2(end.y - center.y, end.x - center.x) - startAngle
    if sweep > Double.pi { sweep -= 2 * Double.pi }
    if sweep < -Double.pi { sweep += 2 * Double.pi }
    addArc(
      center: center, radiusX: radius, radiusY: radius, rotation: 0, startAngle: startAngle, sweep: sweep, from: start,
      to: end)
  }

  /// Adds the ellipse inscribed in a rectangle, starting at its right-most point, by increasing angles.
  ///
  /// ```swift
  /// var path = Path()
  /// path.addEllipse(in: Rect(0, 0, 20, 10))
  /// path.points.first  // Point(20, 5)
  /// path.points[3]  // Point(10, 10)
  /// ```
  public mutating func addEllipse(in r: Rect) {
    let (cx, cy, rx, ry) = (r.midX, r.midY, r.width / 2, r.height / 2)
    let k = quarterCircleControl
    move(to: Point(cx + rx, cy))
    addCurve(control1: Point(cx + rx, cy + k * ry), control2: Point(cx + k * rx, cy + ry), to: Point(cx, cy + ry))
    addCurve(control1: Point(cx - k * rx, cy + ry), control2: Point(cx - rx, cy + k * ry), to: Point(cx - rx, cy))
    addCurve(control1: Point(cx - rx, cy - k * ry), control2: Point(cx - k * rx, cy - ry), to: Point(cx, cy - ry))
    addCurve(control1: Point(cx + k * rx, cy - ry), control2: Point(cx + rx, cy - k * ry), to: Point(cx + rx, cy))
    closeSubpath()
  }

  /// Adds a rectangle with elliptical corners; radii are clamped to half the sides. Starts in the middle of the right
  /// side.
  ///
  /// ```swift
  /// var path = Path()
  /// path.addRoundedRect(Rect(0, 0, 20, 10), rx: 99, ry: 2)
  /// path.points[0]  // Point(20, 5)
  /// path.points[4]  // Point(10, 10): rx is limited to 10
  /// ```
  public mutating func addRoundedRect(_ r: Rect, rx: Double, ry: Double) {
    let rx = max(0, min(rx, r.width / 2))
    let ry = max(0, min(ry, r.height / 2))
    guard rx > 0, ry > 0 else { return addRect(r) }
    let k = 1 - quarterCircleControl
    move(to: Point(r.maxX, r.midY))
    addLine(to: Point(r.maxX, r.maxY - ry))
    addCurve(
      control1: Point(r.maxX, r.maxY - k * ry), control2: Point(r.maxX - k * rx, r.maxY), to: Point(r.maxX - rx, r.maxY)
    )
    addLine(to: Point(r.minX + rx, r.maxY))
    addCurve(
      control1: Point(r.minX + k * rx, r.maxY), control2: Point(r.minX, r.maxY - k * ry), to: Point(r.minX, r.maxY - ry)
    )
    addLine(to: Point(r.minX, r.minY + ry))
    addCurve(
      control1: Point(r.minX, r.minY + k * ry), control2: Point(r.minX + k * rx, r.minY), to: Point(r.minX + rx, r.minY)
    )
    addLine(to: Point(r.maxX - rx, r.minY))
    addCurve(
      control1: Point(r.maxX - k * rx, r.minY), control2: Point(r.maxX, r.minY + k * ry), to: Point(r.maxX, r.minY + ry)
    )
    closeSubpath()
  }

  /// Starts a subpath at the first point and adds lines to the others.
  ///
  /// ```swift
  /// var path = Path()
  /// path.addLines([Point(0, 0), Point(4, 0), Point(4, 3)])
  /// path.svg  // "M 0 0 L 4 0 L 4 3"
  /// ```
  public mutating func addLines(_ through: [Point]) {
    guard let first = through.first else { return }
    move(to: first)
    for p in through.dropFirst() { addLine(to: p) }
  }

  /// Appends another path's subpaths, transformed.
  ///
  /// ```swift
  /// var path = Path()
  /// path.addPath(Path(rect: Rect(0, 0, 1, 1)), transform: .translation(5, 6))
  /// path.boundingBox  // Rect(5, 6, 1, 1)
  /// ```
  public mutating func addPath(_ other: Path, transform t: AffineTransform = .identity) {
    let other = t.isIdentity ? other : other.transformed(by: t)
    guard !other.isEmpty else { return }
    verbs += other.verbs
    points += other.points
    subpathStart = other.subpathStart
    currentPoint = other.currentPoint
  }
}

/// Returns (cos, sin) of an angle, exact at quarter turns.
private func unitVector(_ angle: Double) -> Point {
  let quarters = angle / (Double.pi / 2)
  let nearest = quarters.rounded()
  guard abs(quarters - nearest) < 1e-15 * max(abs(quarters), 1) else { return Point(cos(angle), sin(angle)) }
  switch nearest.remainder(dividingBy: 4) {
  case 0: return Point(1, 0)
  case 1: return Point(0, 1)
  case -1: return Point(0, -1)
  default: return Point(-1, 0)
  }
}

extension Path {
  /// The rectangle, if the path is one axis-aligned rectangle; nil otherwise.
  package var uprightRect: Rect? {
    guard verbs.first == .move, verbs.count >= 4, verbs.count <= 6 else { return nil }
    var lines = 0
    for verb in verbs.dropFirst() {
      switch verb {
      case .line: lines += 1
      case .close: break
      default: return nil
      }
    }
    let p = points
    guard lines == 3 || (lines == 4 && p[4] == p[0]) else { return nil }
    let isRect =
      (p[0].y == p[1].y && p[1].x == p[2].x && p[2].y == p[3].y && p[3].x == p[0].x)
      || (p[0].x == p[1].x && p[1].y == p[2].y && p[2].x == p[3].x && p[3].y == p[0].y)
    return isRect ? Rect(around: p) : nil
  }
}
