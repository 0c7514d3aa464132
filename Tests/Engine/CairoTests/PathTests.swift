// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Pixels
import RenderTree
import Testing
import TestSupport

private let ink = Color(red: 0.1, green: 0.3, blue: 0.8)

/// Coverage of shapes, fill rules and clips. Edges differ by the sampling of both: the engine computes area in 1/256,
/// Cairo in 1/60 × 1/68 of a pixel here.
struct PathTests {
  /// Sectors, so that no edge crosses another.
  @Test(
    arguments: [
      (0.0, 1.0, false), (0, 1, true), (1, 0, false), (1, 0, true), (-0.5, 4, false), (2, -3, true), (5.5, -1.2, false),
      (7, 20, true),
    ] as [(Double, Double, Bool)])
  func `arcs run the same way`(start: Double, end: Double, clockwise: Bool) throws {
    let c = try compared { canvas in
      try canvas.move(48, 48)
      try canvas.arc(48, 48, 35.5, start, end, clockwise: clockwise)
      try canvas.close()
      try canvas.fill(ink)
    }
    #expect(c.mean < 0.35 && c.most < 26 && c.mostInside <= 1, "\(c)")
  }

  /// Cairo goes round more than once; the area is the same.
  @Test(
    arguments: [(0.0, 7.0, false), (0.3, 0.3 + 2 * Double.pi, false), (2 * Double.pi, 0, true), (0, -20, true)]
      as [(Double, Double, Bool)])
  func `a whole turn or more is a circle`(start: Double, end: Double, clockwise: Bool) throws {
    let c = try compared { canvas in
      try canvas.arc(48, 48, 35.5, start, end, clockwise: clockwise)
      try canvas.fill(ink)
    }
    #expect(c.mean < 0.35 && c.most < 26 && c.mostInside <= 1, "\(c)")
  }

  /// In Core Graphics a circle drawn in the reverse direction is a circle; in Cairo, as in PostScript, it is empty.
  @Test func `a whole turn backward is a circle too`() throws {
    var one = Path()
    one.addArc(center: Point(48, 48), radius: 30, startAngle: 0, endAngle: 2 * .pi, clockwise: true)
    #expect(abs(one.length - 60 * .pi) < 0.05)
  }

  @Test func `an arc after a closed subpath is joined to its start`() throws {
    let c = try compared { canvas in
      try canvas.move(5, 5)
      try canvas.line(90, 5)
      try canvas.line(90, 12)
      try canvas.close()
      try canvas.arc(40, 60, 20, 0.5, 2.5, clockwise: false)
      try canvas.close()
      try canvas.fill(ink)
    }
    #expect(c.most < 20 && c.mostInside <= 1, "\(c)")
  }

  /// The tangent circle of the given radius, computed independently: its centre is at a distance of the radius from
  /// both lines.
  @Test(
    arguments: [
      (Point(10, 80), Point(20, 15), Point(85, 40), 20.0), (Point(10, 10), Point(80, 10), Point(80, 80), 30),
      (Point(10, 50), Point(60, 50), Point(15, 20), 8), (Point(5, 5), Point(48, 90), Point(90, 5), 11),
    ] as [(Point, Point, Point, Double)])
  func `arcs between tangents touch both lines`(p0: Point, p1: Point, p2: Point, radius: Double) throws {
    var path = Path()
    path.move(to: p0)
    path.addArc(tangent1: p1, tangent2: p2, radius: radius)
    let start = path.points[1]
    let end = try #require(path.currentPoint)
    // From each tangent point, the centre lies perpendicular to the line.
    let u = (p1 - p0) / (p1 - p0).length
    let v = (p2 - p1) / (p2 - p1).length
    let turn = u.cross(v) > 0 ? 1.0 : -1
    let fromStart = Point(start.x - u.y * radius * turn, start.y + u.x * radius * turn)
    let fromEnd = Point(end.x - v.y * radius * turn, end.y + v.x * radius * turn)
    #expect((fromStart - fromEnd).length < 1e-9)
    #expect(abs((start - p0).cross(u)) < 1e-9 && abs((end - p1).cross(v)) < 1e-9)
    let a = Point(start.x - fromStart.x, start.y - fromStart.y)
    let b = Point(end.x - fromStart.x, end.y - fromStart.y)
    let c = try compared { canvas in
      if canvas is CairoCanvas {
        try canvas.move(p0.x, p0.y)
        try canvas.arc(
          fromStart.x, fromStart.y, radius, angle(a), angle(b), clockwise: turn < 0)
      } else {
        try canvas.add(path)
      }
      try canvas.line(p2.x, p2.y)
      try canvas.stroke(ink, width: 3)
    }
    #expect(c.mean < 0.1 && c.most < 20 && c.mostInside <= 1, "\(c)")
  }

  @Test(arguments: [FillRule.nonZero, .evenOdd]) func `fill rules agree`(rule: FillRule) throws {
    let c = try compared { canvas in
      for i in 0..<5 {
        let a = Double(i) * 4 * .pi / 5
        if i == 0 { try canvas.move(48, 4) } else { try canvas.line(48 + 44 * sine(a), 48 - 44 * cosine(a)) }
      }
      try canvas.close()
      try canvas.rect(30, 30, 20.5, 33.25)
      try canvas.move(65, 50)
      try canvas.arc(50, 50, 15, 0, -2 * .pi, clockwise: true)
      try canvas.fill(ink, rule)
    }
    #expect(c.mean < 0.3 && c.bad < 0.004 && c.mostInside <= 1, "\(c)")
  }

  @Test func `clips cut one after the other`() throws {
    let c = try compared { canvas in
      try canvas.save()
      try canvas.rect(8.5, 8.25, 80, 75.5)
      try canvas.clip()
      try canvas.rotate(0.2)
      try canvas.move(98, 35)
      try canvas.arc(60, 35, 38, 0, 2 * .pi, clockwise: false)
      try canvas.rect(50, 10, 20, 50)
      try canvas.clip(.evenOdd)
      try canvas.paint(ink)
      try canvas.restore()
      try canvas.rect(0, 0, 5, 96)
      try canvas.fill(Color(red: 0.9, green: 0.5, blue: 0))
    }
    #expect(c.mean < 0.35 && c.bad < 0.004 && c.mostInside <= 1, "\(c)")
  }

  @Test func `transformations are applied in the same order`() throws {
    let c = try compared { canvas in
      try canvas.translate(20, 30)
      try canvas.rotate(0.4)
      try canvas.scale(2, 0.75)
      try canvas.rect(0, 0, 20, 20)
      try canvas.translate(5, 30)
      try canvas.move(18, 10)
      try canvas.arc(10, 10, 8, 0, 4, clockwise: false)
      try canvas.scale(0.5, 1)
      try canvas.stroke(ink, width: 4)
    }
    #expect(c.mean < 0.15 && c.most < 40 && c.mostInside <= 1, "\(c)")
  }

  /// A few hundred random scenes: any difference beyond that of edges would show in the means.
  @Test func `random paths are filled alike`() throws {
    var random = SeededRandom(1)
    for round in 0..<150 {
      let path = randomPath(&random)
      let rule: FillRule = Bool.random(using: &random) ? .nonZero : .evenOdd
      let clip = round % 3 == 0 ? randomPath(&random) : nil
      let c = try compared(width: 64, height: 64) { canvas in
        try canvas.scale(64, 64)
        if let clip {
          try canvas.add(clip)
          try canvas.clip()
        }
        try canvas.add(path)
        try canvas.fill(ink, rule)
      }
      // Signed areas of several edges of one path add up within a pixel: see docs/guide/drawing.md.
      #expect(c.mean < 0.8 && c.bad < 0.015 && c.mostInside <= 16, "\(round): \(path.svg) \(rule): \(c)")
    }
  }
}
