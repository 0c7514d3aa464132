// SPDX-License-Identifier: MIT
import Geometry
import Messages

extension GraphicsContext {
  /// Discards the current path.
  public func beginPath() throws {
    try check("beginPath")
    path = Path()
  }

  /// Begins a new subpath of the current path.
  public func move(to p: Point) throws {
    try check("move")
    try point(p, "the point", "move")
    try count(segments: 1, "move")
    path.move(to: try mapped(p, "move"))
  }

  /// Adds a line to the current path.
  public func addLine(to p: Point) throws {
    try check("addLine")
    try point(p, "the point", "addLine")
    try needCurrentPoint("addLine")
    try count(segments: 1, "addLine")
    path.addLine(to: try mapped(p, "addLine"))
  }

  /// Adds a quadratic Bézier curve to the current path.
  public func addQuadCurve(control c: Point, to p: Point) throws {
    try check("addQuadCurve")
    try point(c, "the control point", "addQuadCurve")
    try point(p, "the end point", "addQuadCurve")
    try needCurrentPoint("addQuadCurve")
    try count(segments: 1, "addQuadCurve")
    path.addQuadCurve(control: try mapped(c, "addQuadCurve"), to: try mapped(p, "addQuadCurve"))
  }

  /// Adds a cubic Bézier curve to the current path.
  public func addCurve(control1 c1: Point, control2 c2: Point, to p: Point) throws {
    try check("addCurve")
    try point(c1, "the first control point", "addCurve")
    try point(c2, "the second control point", "addCurve")
    try point(p, "the end point", "addCurve")
    try needCurrentPoint("addCurve")
    try count(segments: 1, "addCurve")
    path.addCurve(
      control1: try mapped(c1, "addCurve"), control2: try mapped(c2, "addCurve"), to: try mapped(p, "addCurve"))
  }

  /// Adds an arc about a centre, joined to the current point by a line. `clockwise` follows decreasing angles, as in
  /// Core Graphics.
  ///
  /// ```swift
  /// // The upper half of a ring.
  /// try context.addArc(center: Point(32, 32), radius: 24, startAngle: .pi, endAngle: 2 * .pi, clockwise: false)
  /// try context.strokePath()
  /// ```
  public func addArc(center: Point, radius: Double, startAngle: Double, endAngle: Double, clockwise: Bool) throws {
    try check("addArc")
    try point(center, "the centre", "addArc")
    try number(radius, "the radius", "addArc")
    try number(startAngle, "the start angle", "addArc")
    try number(endAngle, "the end angle", "addArc")
    guard radius >= 0 else { throw failure("addArc", "the radius must not be negative, got \(numberText(radius))") }
    var arc = Path()
    arc.addArc(center: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise)
    try append(arc, joining: true, "addArc")
  }

  /// Adds an arc that is tangent to the lines from the current point to `tangent1` and from there to `tangent2`.
  ///
  /// ```swift
  /// // Rounds the corner at (40, 0).
  /// try context.move(to: Point(0, 0))
  /// try context.addArc(tangent1: Point(40, 0), tangent2: Point(40, 40), radius: 8)
  /// try context.addLine(to: Point(40, 40))
  /// try context.strokePath()
  /// ```
  public func addArc(tangent1: Point, tangent2: Point, radius: Double) throws {
    try check("addArcTangent")
    try point(tangent1, "the first tangent point", "addArcTangent")
    try point(tangent2, "the second tangent point", "addArcTangent")
    try number(radius, "the radius", "addArcTangent")
    guard radius >= 0 else {
      throw failure("addArcTangent", "the radius must not be negative, got \(numberText(radius))")
    }
    try needCurrentPoint("addArcTangent")
    guard let current = path.currentPoint, let inverse = state.ctm.inverted else { return }
    var arc = Path()
    arc.move(to: inverse.apply(current))
    arc.addArc(tangent1: tangent1, tangent2: tangent2, radius: radius)
    try append(arc, joining: true, skippingFirst: true, "addArcTangent")
  }

  /// Adds a rectangle to the current path.
  public func addRect(_ r: Rect) throws {
    try check("addRect")
    try append(Path(rect: try rect(r, "rect", "addRect")), "addRect")
  }

  /// Adds a rectangle with rounded corners to the current path.
  public func addRoundedRect(_ r: Rect, rx: Double, ry: Double) throws {
    try check("addRoundedRect")
    let r = try rect(r, "rect", "addRoundedRect")
    try number(rx, "rx", "addRoundedRect")
    try number(ry, "ry", "addRoundedRect")
    guard rx >= 0, ry >= 0 else {
      throw failure("addRoundedRect", "radii must not be negative, got \(numberText(rx)), \(numberText(ry))")
    }
    var p = Path()
    p.addRoundedRect(r, rx: rx, ry: ry)
    try append(p, "addRoundedRect")
  }

  /// Adds the ellipse inscribed in a rectangle to the current path.
  public func addEllipse(in r: Rect) throws {
    try check("addEllipse")
    var p = Path()
    p.addEllipse(in: try rect(r, "rect", "addEllipse"))
    try append(p, "addEllipse")
  }

  /// Adds a path to the current path.
  public func addPath(_ other: Path) throws {
    try check("addPath")
    for p in other.points where !p.isFinite { throw failure("addPath", "the path must have finite coordinates") }
    try append(other, "addPath")
  }

  /// Closes the current subpath. Does nothing if there is none.
  public func closePath() throws {
    try check("closePath")
    path.closeSubpath()
  }

  private func needCurrentPoint(_ call: String) throws {
    if path.currentPoint == nil { throw failure(call, "there is no current point; call move first") }
  }

  private func mapped(_ p: Point, _ call: String) throws -> Point {
    let q = state.ctm.apply(p)
    guard q.isFinite else {
      throw failure(call, "the current transformation takes the point out of the number range")
    }
    return q
  }

  /// Appends a path in user space; `joining` turns its first move into a line from the current point.
  private func append(_ other: Path, joining: Bool = false, skippingFirst: Bool = false, _ call: String) throws {
    try count(segments: other.verbs.count, call)
    let mappedPoints = try other.points.map { try mapped($0, call) }
    if path.isEmpty && !joining {
      path = other.transformed(by: state.ctm)
      return
    }
    var next = 0
    for (i, verb) in other.verbs.enumerated() {
      let p = next
      next += verb.pointCount
      if i == 0 && skippingFirst { continue }
      switch verb {
      case .move:
        if i == 0 && joining && path.currentPoint != nil {
          path.addLine(to: mappedPoints[p])
        } else {
          path.move(to: mappedPoints[p])
        }
      case .line: path.addLine(to: mappedPoints[p])
      case .quad: path.addQuadCurve(control: mappedPoints[p], to: mappedPoints[p + 1])
      case .cubic: path.addCurve(control1: mappedPoints[p], control2: mappedPoints[p + 1], to: mappedPoints[p + 2])
      case .close: path.closeSubpath()
      }
    }
  }
}
