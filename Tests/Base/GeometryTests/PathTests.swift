// SPDX-License-Identifier: MIT
import Geometry
import Glibc
import Messages
import Parsing
import Testing
import TestSupport

@Suite struct PathTests {
  func near(_ a: Double, _ b: Double, _ tolerance: Double = 1e-6) -> Bool { abs(a - b) <= tolerance }
  func near(_ a: Rect?, _ b: Rect, _ tolerance: Double = 1e-6) -> Bool {
    guard let a else { return false }
    return near(a.x, b.x, tolerance) && near(a.y, b.y, tolerance) && near(a.width, b.width, tolerance)
      && near(a.height, b.height, tolerance)
  }

  @Test func `lengths follow closed forms`() {
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

  /// Returns the first point of a path trimmed from a fraction of its parameter.
  private func cut(_ path: Path, at fraction: Double) -> Point? {
    let cuts = path.fractionsOfLength(cutByParameter: [fraction])
    return path.trimmed(from: cuts[0], to: 1).points.first
  }

  @Test func `a curve is cut at its parameter after the length has found it`() throws {
    // Core Animation's result, read to 0.2 of a point; and a curve whose x is 100t³.
    let measured = try Path(
      svg: "M-308 -15 C-308 -15 -195 -33 -140 87 C-138.75 89.727 -34 -136.37 81 89 C82.437 91.817 133 -40 248 -9")
    let begin = try #require(cut(measured, at: 0.17752436))
    #expect(near(begin.x, -218.97, 0.01) && near(begin.y, 1.16, 0.01), "\(begin)")
    let uneven = try Path(svg: "M0 10 C0 10 0 10 100 10")
    let half = try #require(cut(uneven, at: 0.5))
    #expect(near(half.x, 12.5) && near(half.y, 10), "\(half)")
    #expect(near(uneven.fractionsOfLength(cutByParameter: [0, 0.25, 0.5, 1])[1], 0.015625))
    // A quarter of a circle deviates by less than half a degree.
    var circle = Path()
    circle.addEllipse(in: Rect(-50, -50, 100, 100))
    for i in 0...100 {
      let fraction = Double(i) / 100
      let by = circle.fractionsOfLength(cutByParameter: [fraction])[0]
      #expect(abs(by - fraction) * 360 < 0.43, "\(fraction)")
      if i % 25 == 0 { #expect(near(by, fraction)) }
    }
  }

  @Test(arguments: 1...3) func `random cuts are at the parameter, and keep their order`(seed: UInt64) throws {
    var random = SeededRandom(seed)
    func any() -> Point {
      Point(Double.random(in: -50...50, using: &random), Double.random(in: -50...50, using: &random))
    }
    for round in 0..<60 {
      var path = Path()
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        path.move(to: any())
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          switch Int.random(in: 0...3, using: &random) {
          case 0: path.addLine(to: any())
          case 1: path.addQuadCurve(control: any(), to: any())
          case 2:
            // A curve whose first control point coincides with its start.
            path.addCurve(control1: path.currentPoint ?? .zero, control2: any(), to: any())
          default: path.addCurve(control1: any(), control2: any(), to: any())
          }
        }
        if Bool.random(using: &random) { path.closeSubpath() }
      }
      var segments: [Path.Segment] = []
      path.forEachSegment { segment, _, _ in segments.append(segment) }
      // Lengths by 2,000 chords, independent of the engine's own measure.
      let lengths = segments.map { segment in
        (0..<2000).reduce(0.0) {
          $0 + (segment.point(at: Double($1 + 1) / 2000) - segment.point(at: Double($1) / 2000)).length
        }
      }
      let total = lengths.reduce(0, +)
      let fractions = (0..<8).map { _ in Double.random(in: 0.001...0.999, using: &random) }.sorted()
      let cuts = path.fractionsOfLength(cutByParameter: fractions)
      #expect(cuts == cuts.sorted())
      for (fraction, cut) in zip(fractions, cuts) {
        var (k, done) = (0, 0.0)
        while k < segments.count - 1, done + lengths[k] < fraction * total {
          done += lengths[k]
          k += 1
        }
        let expected = segments[k].point(at: min((fraction * total - done) / lengths[k], 1))
        let begin = try #require(path.trimmed(from: cut, to: 1).points.first)
        #expect(
          near(begin.x, expected.x, 0.02) && near(begin.y, expected.y, 0.02),
          "seed \(seed), round \(round), \(path.svg) at \(fraction): \(begin), not \(expected)")
      }
    }
  }

  @Test func `lines are cut by length, and what has none is left alone`() throws {
    let lines = try Path(svg: "M0 0 H30 V40 Z M5 5 H9")
    #expect(lines.fractionsOfLength(cutByParameter: [0.1, 0.9]) == [0.1, 0.9])
    let mixed = try Path(svg: "M0 0 H50 C50 0 50 0 100 0")
    let cuts = mixed.fractionsOfLength(cutByParameter: [0.25, 0.75])
    #expect(near(cuts[0], 0.25) && near(cuts[1], 0.5 + 0.0625))
    let dot = try Path(svg: "M5 5 C5 5 5 5 5 5")
    #expect(dot.fractionsOfLength(cutByParameter: [0.3]) == [0.3])
  }

  @Test func `arcs run through growing angles unless clockwise`() {
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

  @Test func `an arc starts with a line from the current point`() {
    var p = Path()
    p.move(to: .zero)
    p.addArc(center: Point(100, 0), radius: 50, startAngle: .pi, endAngle: 1.5 * .pi, clockwise: false)
    #expect(near(p.length, 50 + 25 * .pi, 0.02))
  }

  @Test func `an arc between tangents touches both`() {
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

  @Test func `the box of the path is tighter than that of its control points`() {
    var p = Path()
    p.move(to: .zero)
    p.addCurve(control1: Point(50, -50), control2: Point(100, 150), to: Point(150, 20))
    #expect(near(p.boundingBox, Rect(0, -50, 150, 200)))
    let box = p.boundingBoxOfPath
    #expect(box.map { $0.minY > -20 && $0.maxY < 80 } == true)
    #expect(Path().boundingBoxOfPath == nil)
  }

  @Test func `trimming keeps a fraction of the length over all subpaths`() {
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

  @Test func `inside follows the fill rule`() {
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

  @Test func `SVG text is read and written back`() throws {
    let p = try Path(svg: "m10 20 30 0 v40h-30z M.5-.5L1e1,+2 c1 2 3 4 5 6 s1 1 2 2 q1 1 2 0 t2 0")
    #expect(p.verbs == [.move, .line, .line, .line, .close, .move, .line, .cubic, .cubic, .quad, .quad])
    #expect(p.points[1] == Point(40, 20))
    #expect(p.points[3] == Point(10, 60))
    #expect(try Path(svg: p.svg) == p)
    #expect(try Path(svg: "  ").isEmpty)
  }

  @Test func `SVG arcs meet their end points`() throws {
    let p = try Path(svg: "M0 0 A10 10 0 0 1 20 0 a5 5 0 1010 0")
    #expect(near(p.boundingBoxOfPath, Rect(0, -10, 30, 15), 1e-2))
    #expect(p.currentPoint.map { near($0.x, 30, 1e-9) && near($0.y, 0, 1e-9) } == true)
  }

  @Test func `SVG arcs have no lines of rounding`() throws {
    let p = try Path(
      svg: "M100 0 A100 100 0 0 1 0 100 A100 100 0 0 1 -100 0 A100 100 0 0 1 0 -100 A100 100 0 0 1 100 0 Z")
    #expect(p.verbs == [.move, .cubic, .cubic, .cubic, .cubic, .close])
    #expect(p.svg.hasPrefix("M 100 0 C 100 55.2284"))
    #expect(p.currentPoint == Point(100, 0))
    #expect(try Path(svg: p.svg) == p)
    // A rotated half ellipse, whose radii are scaled up until they reach the end point.
    let turned = try Path(svg: "M10 20 A 3 1 30 0 0 40 -7")
    #expect(turned.verbs == [.move, .cubic, .cubic])
    #expect(turned.currentPoint == Point(40, -7))
  }

  @Test func `arcs are exact at quarter turns and close`() {
    var p = Path()
    p.addArc(center: .zero, radius: 10, startAngle: 0, endAngle: 2 * .pi, clockwise: false)
    #expect(p.verbs == [.move, .cubic, .cubic, .cubic, .cubic])
    #expect(
      [0, 3, 6, 9, 12].map { p.points[$0] } == [Point(10, 0), Point(0, 10), Point(-10, 0), Point(0, -10), Point(10, 0)])
    var tilted = Path()
    tilted.addArc(center: Point(3, 4), radius: 7, startAngle: 0.3, endAngle: 0.3 + 2 * .pi, clockwise: true)
    #expect(tilted.points.first == tilted.points.last)
    // Consecutive arcs are joined without a line.
    var chain = Path()
    for i in 0..<12 {
      chain.addArc(
        center: Point(50, 50), radius: 40, startAngle: Double(i) * .pi / 6, endAngle: Double(i + 1) * .pi / 6,
        clockwise: false)
    }
    #expect(chain.verbs == [.move] + [Path.Verb](repeating: .cubic, count: 12))
    var corner = Path()
    corner.move(to: Point(20, 60))
    corner.addArc(tangent1: Point(20, 20), tangent2: Point(120, 20), radius: 40)
    #expect(corner.verbs == [.move, .cubic])
    #expect(corner.currentPoint.map { near($0.x, 60, 1e-12) && near($0.y, 20, 1e-12) } == true)
  }

  @Test func `tangent arcs degrade to a line to the first point`() {
    for (p1, p2, radius) in [
      (Point(10, 0), Point(20, 0), 5.0), (Point(10, 0), Point(0, 0), 5), (Point(0, 0), Point(5, 5), 5),
      (Point(9, 9), Point(9, 9), 5),
      (Point(10, 0), Point(10, 10), 0),
    ] {
      var p = Path()
      p.move(to: .zero)
      p.addArc(tangent1: p1, tangent2: p2, radius: radius)
      #expect(p.svg == "M 0 0 L \(Int(p1.x)) \(Int(p1.y))")
    }
  }

  @Test func `any path is read back from its text`() throws {
    var random = SeededRandom(7)
    for _ in 0..<200 {
      var p = Path()
      func point() -> Point {
        let size = pow(10.0, Double.random(in: -6...6, using: &random))
        return Point(Double.random(in: -size...size, using: &random), Double.random(in: -size...size, using: &random))
      }
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        switch Int.random(in: 0...7, using: &random) {
        case 0: p.move(to: point())
        case 1: p.addLine(to: point())
        case 2: p.addQuadCurve(control: point(), to: point())
        case 3: p.addCurve(control1: point(), control2: point(), to: point())
        case 4:
          p.addArc(
            center: point(), radius: abs(point().x), startAngle: point().x, endAngle: point().y,
            clockwise: Bool.random(using: &random))
        case 5: p.addEllipse(in: Rect(point().x, point().y, abs(point().x), abs(point().y)))
        case 6:
          p.addRoundedRect(
            Rect(point().x, point().y, abs(point().x), abs(point().y)), rx: abs(point().x), ry: abs(point().y))
        default: p.closeSubpath()
        }
      }
      #expect(try Path(svg: p.svg) == p)
    }
  }

  @Test func `SVG text is read as the specification says`() throws {
    // Implicit repeats, numbers that run into each other, flags without separators, exponents, a relative move after a
    // close.
    func read(_ text: String) throws -> String { try Path(svg: text).svg }
    #expect(try read("M1 2 3 4 5 6") == "M 1 2 L 3 4 L 5 6")
    #expect(try read("m1 2 3 4 5 6") == "M 1 2 L 4 6 L 9 12")
    #expect(try read("M0,0L.5.5-1-1") == "M 0 0 L 0.5 0.5 L -1 -1")
    #expect(try read("M1e1-2E-1") == "M 10 -0.2")
    #expect(try read("M10 10h5 5v5H0V0") == "M 10 10 L 15 10 L 20 10 L 20 15 L 0 15 L 0 0")
    #expect(try read("M10 10l5 0zm1 1l1 0") == "M 10 10 L 15 10 Z M 11 11 L 12 11")
    #expect(try read("M10 10l5 0z l1 0") == "M 10 10 L 15 10 Z M 10 10 L 11 10")
    #expect(try read("M0 0T10 0 20 0") == "M 0 0 Q 0 0 10 0 Q 20 0 20 0")
    #expect(try read("M0 0S1 1 2 0") == "M 0 0 C 0 0 1 1 2 0")
    #expect(try read("M0 0Q1 1 2 0S3 3 4 0") == "M 0 0 Q 1 1 2 0 C 2 0 3 3 4 0")
    #expect(try Path(svg: "M0 0a5 5 0 1110 0") == Path(svg: "M 0 0 a 5,5 0 1,1 10,0"))
    #expect(try read("M1 1A0 5 0 0 1 9 9") == "M 1 1 L 9 9")
    #expect(try read("M1 1A5 5 0 0 1 1 1") == "M 1 1")
    #expect(try read("\n M 1 1 \t z \r") == "M 1 1 Z")
    #expect(try Path(svg: "M0 0A1e200 1e200 0 0 1 9 9").svg == "M 0 0 L 9 9")
  }

  @Test(arguments: [
    ("M0 0 L5 x", 8), ("M0 0 A5 5 0 2 1 9 9", 12), ("M0 0 K", 5), ("M1e308 0 l1e308 0 1e308 0", 10), (" x", 1),
    ("M0 0 L 1 2,", 11),
  ])
  func `a mistake in SVG text is found where it is`(text: String, offset: Int) {
    do {
      _ = try Path(svg: text)
      Issue.record("no error")
    } catch { #expect((error as? PathTextError)?.offset == offset, "\(error)") }
  }

  @Test(arguments: [
    "hello", "L 10 10", "M 10", "M 10 10 L 20", "M 0 0 X 5 5", "M 0 0 A 5 5 0 2 0 10 10", "M 0 0 L nan 3", "M 0 0,",
    "M0 0 L1e999 1",
    "M0 0 Z 5 5",
  ])
  func `a mistake in SVG text is an error`(text: String) {
    #expect(throws: PathTextError.self) { try Path(svg: text) }
  }

  @Test func `continuous corners reach further and degrade to circular ones`() {
    let rect = Rect(0, 0, 200, 200)
    let circular = Path.roundedRect(rect, minXMinY: 20, maxXMinY: 20, maxXMaxY: 20, minXMaxY: 20)
    let continuous = Path.roundedRect(rect, minXMinY: 20, maxXMinY: 20, maxXMaxY: 20, minXMaxY: 20, isContinuous: true)
    #expect(circular.points.contains(Point(20, 0)))
    #expect(continuous.points.contains { near($0.x, 30.5733, 1e-3) && $0.y == 0 })
    let full = Path.roundedRect(rect, minXMinY: 100, maxXMinY: 100, maxXMaxY: 100, minXMaxY: 100, isContinuous: true)
    #expect(near(full.length, 200 * .pi, 0.1))
  }

  @Test func `arcs of any numbers end`() {
    let wild: [Double] = [
      0, 1, -1, 1e6, 1e16, -1e16, 1e100, -1e300, 1.7e308, -1.7e308, .leastNonzeroMagnitude, 1e-300, 32768,
    ]
    for start in wild {
      for end in wild {
        for radius in [0, 1, 1e300, .leastNonzeroMagnitude] {
          for clockwise in [true, false] {
            var p = Path()
            p.addArc(center: Point(start, end), radius: radius, startAngle: start, endAngle: end, clockwise: clockwise)
            var q = Path()
            q.move(to: Point(start, 1))
            q.addArc(tangent1: Point(end, start), tangent2: Point(radius, end), radius: radius)
            #expect(p.verbs.count < 10 && q.verbs.count < 10)
          }
        }
      }
    }
  }

  @Test func `path data of a long path can be given up`() throws {
    var path = Path()
    path.move(to: .zero)
    for i in 0..<10_000 { path.addLine(to: Point(Double(i), 1)) }
    var reading = Reading(Account(isEnded: { true }), name: "Path")
    #expect(throws: LayerError(.cancelled, "Path: cancelled")) { _ = try path.svg(&reading) }
    var patient = Reading(Account(isEnded: { false }), name: "Path")
    #expect(String(decoding: try path.svg(&patient), as: UTF8.self) == path.svg)
  }
}
