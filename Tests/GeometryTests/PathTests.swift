import Geometry
import Testing

@Suite struct PathTests {
  func near(_ a: Double, _ b: Double, _ tolerance: Double = 1e-6) -> Bool { abs(a - b) <= tolerance }
  func near(_ a: Rect?, _ b: Rect, _ tolerance: Double = 1e-6) -> Bool {
    guard let a else { return false }
    return near(a.x, b.x, tolerance) && near(a.y, b.y, tolerance) && near(a.width, b.width, tolerance)
      && near(a.height, b.height, tolerance)
  }

  @Test func lengthsFollowClosedForms() {
    var rect = Path()
    rect.addRect(Rect(10, 20, 30, 40))
    #expect(near(rect.length, 140))
    var circle = Path()
    circle.addEllipse(in: Rect(0, 0, 20, 20))
    #expect(near(circle.length, 20 * Double.pi, 0.02))
    var open = Path()
    open.addLines([Point(0, 0), Point(30, 0), Point(30, 40)])
    #expect(near(open.length, 70))
    open.closeSubpath()
    #expect(near(open.length, 120))
    var quad = Path()
    quad.move(to: Point(10, 80))
    quad.addQuadCurve(control: Point(95, 10), to: Point(180, 80))
    #expect(near(quad.length, 187.62094, 1e-4))
  }

  @Test func arcsRunThroughGrowingAnglesUnlessClockwise() {
    func arc(_ a: Double, _ b: Double, _ clockwise: Bool) -> Path {
      var p = Path()
      p.addArc(center: Point(50, 50), radius: 40, startAngle: a, endAngle: b, clockwise: clockwise)
      return p
    }
    #expect(near(arc(0, .pi / 2, false).length, 20 * .pi, 0.02))
    #expect(near(arc(0, .pi / 2, false).boundingBoxOfPath, Rect(50, 50, 40, 40), 1e-6))
    #expect(near(arc(0, .pi / 2, true).length, 60 * .pi, 0.05))
    #expect(near(arc(0, 2 * .pi, false).length, 80 * .pi, 0.06))
    #expect(near(arc(0, 2 * .pi, true).length, 80 * .pi, 0.06))
    #expect(near(arc(0, 9 * .pi, false).length, 80 * .pi, 0.06))
    #expect(arc(1, 1, false).length == 0)
  }

  @Test func anArcStartsWithALineFromTheCurrentPoint() {
    var p = Path()
    p.move(to: .zero)
    p.addArc(center: Point(100, 0), radius: 50, startAngle: .pi, endAngle: 1.5 * .pi, clockwise: false)
    #expect(near(p.length, 50 + 25 * .pi, 0.02))
  }

  @Test func anArcBetweenTangentsTouchesBoth() {
    var p = Path()
    p.move(to: Point(20, 140))
    p.addArc(tangent1: Point(20, 20), tangent2: Point(120, 20), radius: 40)
    p.addLine(to: Point(120, 20))
    #expect(near(p.length, 80 + 20 * .pi + 60, 0.02))
    #expect(near(p.boundingBoxOfPath, Rect(20, 20, 100, 120), 1e-6))
    var straight = Path()
    straight.move(to: .zero)
    straight.addArc(tangent1: Point(10, 0), tangent2: Point(20, 0), radius: 5)
    #expect(straight.currentPoint == Point(10, 0))
  }

  @Test func theBoxOfThePathIsTighterThanThatOfItsControlPoints() {
    var p = Path()
    p.move(to: .zero)
    p.addCurve(control1: Point(50, -50), control2: Point(100, 150), to: Point(150, 20))
    #expect(near(p.boundingBox, Rect(0, -50, 150, 200)))
    let box = p.boundingBoxOfPath
    #expect(box.map { $0.minY > -20 && $0.maxY < 80 } == true)
    #expect(Path().boundingBoxOfPath == nil)
  }

  @Test func trimmingKeepsAFractionOfTheLengthOverAllSubpaths() {
    var p = Path()
    p.addRect(Rect(0, 0, 10, 10))
    p.addRect(Rect(20, 0, 10, 10))
    for (a, b) in [(0.0, 0.5), (0.25, 0.75), (0.1, 0.9), (0.5, 1.0)] {
      #expect(near(p.trimmed(from: a, to: b).length, 80 * (b - a), 1e-6))
    }
    #expect(near(p.trimmed(from: 0, to: 0.125).boundingBoxOfPath, Rect(0, 0, 10, 0)))
    #expect(p.trimmed(from: 0.5, to: 0.5).isEmpty)
    #expect(p.trimmed(from: -1, to: 2) == p)
    var curve = Path()
    curve.addEllipse(in: Rect(0, 0, 100, 40))
    #expect(near(curve.trimmed(from: 0.3, to: 0.65).length, curve.length * 0.35, 1e-4))
  }

  @Test func insideFollowsTheFillRule() {
    var p = Path()
    p.addRect(Rect(0, 0, 30, 30))
    p.addRect(Rect(10, 10, 10, 10))
    #expect(p.contains(Point(15, 15)))
    #expect(!p.contains(Point(15, 15), rule: .evenOdd))
    #expect(p.contains(Point(5, 5), rule: .evenOdd))
    #expect(!p.contains(Point(31, 5)))
    var open = Path()
    open.addLines([Point(0, 0), Point(10, 0), Point(10, 10)])
    #expect(open.contains(Point(8, 4)))
    #expect(!open.contains(Point(2, 8)))
  }

  @Test func svgTextIsReadAndWrittenBack() throws {
    let p = try Path(svg: "m10 20 30 0 v40h-30z M.5-.5L1e1,+2 c1 2 3 4 5 6 s1 1 2 2 q1 1 2 0 t2 0")
    #expect(p.verbs == [.move, .line, .line, .line, .close, .move, .line, .cubic, .cubic, .quad, .quad])
    #expect(p.points[1] == Point(40, 20))
    #expect(p.points[3] == Point(10, 60))
    #expect(try Path(svg: p.svg) == p)
    #expect(try Path(svg: "  ").isEmpty)
  }

  @Test func svgArcsMeetTheirEndPoints() throws {
    let p = try Path(svg: "M0 0 A10 10 0 0 1 20 0 a5 5 0 1010 0")
    #expect(near(p.boundingBoxOfPath, Rect(0, -10, 30, 15), 1e-2))
    #expect(p.currentPoint.map { near($0.x, 30, 1e-9) && near($0.y, 0, 1e-9) } == true)
  }

  @Test(arguments: [
    "hello", "L 10 10", "M 10", "M 10 10 L 20", "M 0 0 X 5 5", "M 0 0 A 5 5 0 2 0 10 10", "M 0 0 L nan 3", "M 0 0,", "M0 0 L1e999 1",
    "M0 0 Z 5 5",
  ])
  func aMistakeInSVGTextIsAnError(text: String) {
    #expect(throws: PathTextError.self) { try Path(svg: text) }
  }

  @Test func continuousCornersReachFurtherAndDegradeToCircularOnes() {
    let rect = Rect(0, 0, 200, 200)
    let circular = Path.roundedRect(rect, minXMinY: 20, maxXMinY: 20, maxXMaxY: 20, minXMaxY: 20)
    let continuous = Path.roundedRect(rect, minXMinY: 20, maxXMinY: 20, maxXMaxY: 20, minXMaxY: 20, isContinuous: true)
    #expect(circular.points.contains(Point(20, 0)))
    #expect(continuous.points.contains { near($0.x, 30.5733, 1e-3) && $0.y == 0 })
    let full = Path.roundedRect(rect, minXMinY: 100, maxXMinY: 100, maxXMaxY: 100, minXMaxY: 100, isContinuous: true)
    #expect(near(full.length, 200 * .pi, 0.1))
  }
}
