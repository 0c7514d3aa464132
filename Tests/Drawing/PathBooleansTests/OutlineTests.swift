// SPDX-License-Identifier: MIT
import Geometry
import PathBooleans
import TestSupport
import Testing

@Suite struct OutlineTests {
  let square = Path(rect: Rect(0, 0, 10, 10))
  let corner = polygon([Point(0, 0), Point(20, 0), Point(20, 10), Point(10, 10), Point(10, 20), Point(0, 20)])

  @Test func `a square grows by its joins`() throws {
    #expect(try square.offset(by: 2, join: .miter).svg == "M -2 -2 L 12 -2 L 12 12 L -2 12 Z")
    #expect(abs(signedArea(try square.offset(by: 2, join: .bevel)) - 188) < 1e-9)
    #expect(abs(signedArea(try square.offset(by: 2)) - (180 + 4 * Double.pi)) < 0.005)
    #expect(try square.offset(by: -2).svg == "M 2 2 L 8 2 L 8 8 L 2 8 Z")
    #expect(try square.offset(by: 0) == square)
    #expect(try square.offset(by: -6).isEmpty)
  }

  @Test func `a miter beyond the limit is a bevel`() throws {
    let wedge = polygon([Point(0, 0), Point(40, 2), Point(0, 4)])
    let short = try wedge.offset(by: 1, join: .miter, miterLimit: 2)
    #expect(try #require(short.boundingBoxOfPath).maxX < 41.01)
    let long = try wedge.offset(by: 1, join: .miter, miterLimit: 100)
    #expect(try #require(long.boundingBoxOfPath).maxX > 59)
  }

  @Test func `concave corners and holes move the other way`() throws {
    #expect(try corner.offset(by: -3, join: .miter).svg == "M 3 3 L 17 3 L 17 7 L 7 7 L 7 17 L 3 17 Z")
    // Five convex corners gain a quarter circle each, the concave one loses a square.
    #expect(abs(signedArea(try corner.offset(by: 3)) - (300 + 240 - 9 + 11.25 * Double.pi)) < 0.02)
    let frame = try Path(rect: Rect(0, 0, 20, 20)).subtracting(Path(rect: Rect(5, 5, 10, 10)))
    #expect(abs(signedArea(try frame.offset(by: 2, join: .miter)) - (24 * 24 - 36)) < 1e-9)
    #expect(abs(signedArea(try frame.offset(by: -2, join: .miter)) - (256 - 196)) < 1e-9)
    #expect(try frame.offset(by: -3).isEmpty)
  }

  @Test func `the offset of a circle is a circle of four curves`() throws {
    for distance in [5.0, -5] {
      let moved = try ellipse(0, 0, 20, 20).offset(by: distance)
      #expect(moved.verbs == [.move, .cubic, .cubic, .cubic, .cubic, .close])
      for i in 0..<64 {
        let t = Double(i) / 64
        let p = moved.trimmed(from: t, to: 1).points[0]
        #expect(abs((p - Point(10, 10)).length - 10 - distance) < 0.01)
      }
    }
  }

  @Test func `the offset of curves has the area of the points within the distance`() throws {
    var wave = Path()
    wave.move(to: Point(3, 1))
    wave.addCurve(control1: Point(0, 60), control2: Point(50, 66), to: Point(52, 0))
    wave.addCurve(control1: Point(54, 40), control2: Point(100, 46), to: Point(99, 5))
    wave.addLine(to: Point(104, 82))
    wave.addLine(to: Point(-5, 77))
    wave.closeSubpath()
    var edge: [Point] = []
    wave.forEachSegment { segment, _, _ in for i in 0..<100 { edge.append(segment.point(at: Double(i) / 100)) } }
    for distance in [8.0, 25, -3, -15] {
      // Points of a lattice that is turned, so that it is aligned with no edge.
      var count = 0.0
      for i in -200..<200 {
        for k in -200..<200 {
          let p = Point(50 + Double(i) * 0.8 + Double(k) * 0.31, 40 + Double(k) * 0.8 - Double(i) * 0.31)
          guard p.x > -40, p.x < 140, p.y > -40, p.y < 120 else { continue }
          let isInside = wave.contains(p)
          let isNear = edge.contains { ($0 - p).length < abs(distance) }
          if distance > 0 ? isInside || isNear : isInside && !isNear { count += 1 }
        }
      }
      let area = signedArea(try wave.offset(by: distance))
      #expect(abs(area - count * (0.64 + 0.31 * 0.31)) < 25, "\(distance)")
    }
  }

  @Test func `a stroke's area is its outline`() throws {
    var line = Path()
    line.addLines([Point(0, 0), Point(10, 0), Point(10, 10)])
    #expect(try line.stroked(StrokeStyle(width: 2)).svg == "M 0 -1 L 11 -1 L 11 10 L 9 10 L 9 1 L 0 1 Z")
    let round = try line.stroked(StrokeStyle(width: 2, cap: .round, join: .round))
    #expect(abs(signedArea(round) - (40 - 1 + 1.25 * Double.pi)) < 0.05)
    let circle = try ellipse(0, 0, 20, 20).stroked(StrokeStyle(width: 2))
    #expect(abs(signedArea(circle) - 40 * Double.pi) < 0.3)
    #expect(circle.verbs.filter { $0 == .move }.count == 2)
    #expect(circle.verbs.count < 40)
    let dashes = try line.stroked(StrokeStyle(width: 2, dashPattern: [2, 2]))
    #expect(dashes.verbs.filter { $0 == .move }.count == 5)
  }

  @Test func `simplified lines lose small triangles, and curves are fitted within the tolerance`() throws {
    #expect(
      try polygon([Point(0, 0), Point(5, 0.1), Point(10, 0), Point(10, 10)]).simplified(tolerance: 1).svg
        == "M 0 0 L 10 0 L 10 10 Z")
    var open = Path()
    open.addLines((0...100).map { Point(Double($0), $0 % 2 == 0 ? 0 : 0.01) })
    #expect(try open.simplified(tolerance: 1).svg == "M 0 0 L 100 0")
    // A circle of 64 curves becomes one of a few.
    var fine = Path()
    for i in 0..<64 {
      let (a, b) = (Double(i) / 32 * Double.pi, Double(i + 1) / 32 * Double.pi)
      fine.addArc(center: Point(50, 50), radius: 40, startAngle: a, endAngle: b, clockwise: false)
    }
    fine.closeSubpath()
    let simple = try fine.simplified(tolerance: 0.1)
    #expect(simple.verbs.count < 16)
    simple.forEachSegment { segment, _, _ in
      for i in 0...20 { #expect(abs((segment.point(at: Double(i) / 20) - Point(50, 50)).length - 40) < 0.15) }
    }
  }

  @Test func `the hull is convex and holds every point`() throws {
    #expect(try corner.hull().svg == "M 0 0 L 20 0 L 20 10 L 10 20 L 0 20 Z")
    var random = SeededRandom(5)
    for _ in 0..<20 {
      let path = randomPath(&random)
      let hull = try path.hull()
      let corners = hull.points
      for i in corners.indices {
        let (a, b) = (corners[i], corners[(i + 1) % corners.count])
        path.forEachSegment { segment, _, _ in
          for k in 0...8 {
            #expect((b - a).cross(segment.point(at: Double(k) / 8) - a) >= -0.02 * (b - a).length)
          }
        }
      }
    }
    #expect(try Path().hull().isEmpty)
  }
}
