// SPDX-License-Identifier: MIT
import Geometry
import Messages
import PathBooleans
import TestSupport
import Testing

@Suite struct CombinationTests {
  let a = Path(rect: Rect(0, 0, 4, 4))
  let b = Path(rect: Rect(2, 0, 4, 4))

  @Test func `rectangles combine to rectangles`() throws {
    #expect(try a.union(b).svg == "M 0 0 L 6 0 L 6 4 L 0 4 Z")
    #expect(try a.intersection(b).svg == "M 2 0 L 4 0 L 4 4 L 2 4 Z")
    #expect(try a.subtracting(b).svg == "M 0 0 L 2 0 L 2 4 L 0 4 Z")
    #expect(try a.symmetricDifference(b).svg == "M 0 0 L 2 0 L 2 4 L 0 4 Z M 4 0 L 6 0 L 6 4 L 4 4 Z")
    #expect(try a.subtracting(Path(rect: Rect(-1, -1, 9, 9))).isEmpty)
    #expect(try Path().union(Path()).isEmpty)
    #expect(try a.union(Path()) == a)
  }

  @Test func `many paths are united whatever their directions`() throws {
    let backward = polygon([Point(1, 0), Point(1, 2), Point(3, 2), Point(3, 0)])
    let union = try Path.union([Path(rect: Rect(0, 0, 2, 2)), backward, Path(rect: Rect(2, 0, 2, 2))])
    #expect(union.svg == "M 0 0 L 4 0 L 4 2 L 0 2 Z")
    #expect(try Path.union([]).isEmpty)
  }

  @Test func `a path united with itself is itself`() throws {
    var curve = Path()
    curve.move(to: Point(0, 0))
    curve.addCurve(control1: Point(50, 0), control2: Point(50, 100), to: Point(100, 100))
    curve.addQuadCurve(control: Point(30, 120), to: Point(0, 100))
    curve.closeSubpath()
    var collinear = polygon([Point(0, 0), Point(5, 0), Point(10, 0), Point(10, 10), Point(0, 10)])
    collinear.addRect(Rect(20, 20, 5, 5))
    // A hole, and rings that run backward.
    let ring = polygon([Point(0, 0), Point(0, 9), Point(9, 9), Point(9, 0)])
    for path in [a, ellipse(3, 4, 50, 20), curve, collinear, ring] {
      #expect(try path.union(path) == path)
      #expect(try path.intersection(path) == path)
      #expect(try path.normalized() == path)
      #expect(try path.subtracting(path).isEmpty)
      #expect(try path.symmetricDifference(path).isEmpty)
    }
  }

  @Test func `a subpath that meets no other comes back as it was`() throws {
    let far = polygon([Point(90, 90), Point(80, 95), Point(95, 99)])
    let union = try ellipse(0, 0, 20, 20).union(far)
    var expected = ellipse(0, 0, 20, 20)
    expected.addPath(far)
    #expect(union == expected)
  }

  @Test func `curves stay parts of the input's curves, and meet exactly`() throws {
    let lens = try ellipse(0, 0, 10, 10).intersection(ellipse(5, 0, 10, 10))
    #expect(!lens.verbs.contains(.line))
    // Two circles of radius 5 whose centres are 5 apart meet in the middle.
    #expect(lens.points.contains { abs($0.x - 7.5) < 1e-9 && abs($0.y - 0.6689109763060844) < 1e-9 })
    let exact = 2 * 25 * Double.pi / 3 - 25 * 3.0.squareRoot() / 2
    #expect(abs(signedArea(lens) - exact) < 0.02)
    // A vertical line through a curve leaves the curve's part before it.
    let half = try ellipse(0, 0, 10, 10).intersection(Path(rect: Rect(-1, -1, 6, 20)))
    #expect(half.verbs == [.move, .cubic, .cubic, .close] || half.verbs == [.move, .line, .cubic, .cubic, .close])
  }

  @Test func `the loop of a curve that crosses itself stays`() throws {
    var loop = Path()
    loop.move(to: Point(0, 0))
    loop.addCurve(control1: Point(120, 90), control2: Point(-60, 90), to: Point(60, 0))
    loop.closeSubpath()
    let lines = ScanLines(box: Rect(0, 0, 100, 100), count: 2000)
    for rule in [FillRule.nonZero, .evenOdd] {
      let area = lines.area([loop], rule) { $0[0] }
      #expect(abs(signedArea(try loop.normalized(using: rule)) - area) < area * 1e-3)
    }
  }

  @Test func `both fill rules agree on the result, and the rule applies to both paths`() throws {
    var ring = Path(rect: Rect(0, 0, 10, 10))
    ring.addRect(Rect(3, 3, 4, 4))
    let cut = Path(rect: Rect(5, -1, 20, 20))
    let evenOdd = try ring.subtracting(cut, using: .evenOdd)
    #expect(abs(signedArea(evenOdd) - (50 - 8)) < 1e-9)
    #expect(abs(signedArea(try ring.subtracting(cut)) - 50) < 1e-9)
    #expect(!evenOdd.contains(Point(4, 5)) && !evenOdd.contains(Point(4, 5), rule: .evenOdd))
  }

  @Test func `contours that lie on one another do not wind twice`() throws {
    let a = polygon([Point(60, 40), Point(80, 40), Point(80, 100), Point(60, 100)])
    var b = Path(rect: Rect(60, 60, 40, 40))
    b.addPath(b)
    let union = try a.union(b, using: .evenOdd)
    for rule in [FillRule.nonZero, .evenOdd] {
      #expect(union.contains(Point(70, 50), rule: rule) && union.contains(Point(70, 80), rule: rule))
      #expect(!union.contains(Point(90, 80), rule: rule))
    }
  }

  /// A path of rectangles, or of polygons, on a grid of whole numbers from 0 to 6; contours may come twice, turned.
  private func gridPath(hasPolygons: Bool, _ random: inout SeededRandom) -> Path {
    func whole(_ range: Range<Int>) -> Int { .random(in: range, using: &random) }
    var path = Path()
    for _ in 0..<whole(1..<5) {
      var corners: [Point]
      if !hasPolygons || Bool.random(using: &random) {
        let (x, y) = (whole(0..<6), whole(0..<6))
        let (u, v) = (whole(x + 1..<7), whole(y + 1..<7))
        corners = [(x, y), (u, y), (u, v), (x, v)].map { Point(Double($0.0), Double($0.1)) }
      } else {
        corners = (0..<whole(3..<7)).map { _ in Point(Double(whole(0..<7)), Double(whole(0..<7))) }
      }
      for _ in 0..<whole(1..<3) {
        path.addPath(polygon(corners))
        if Bool.random(using: &random) { corners = corners.reversed() }
      }
    }
    return path
  }

  @Test(arguments: [false, true])
  func `both rules agree at each place of a grid, whatever lies on one another`(hasPolygons: Bool) throws {
    var random = SeededRandom(60)
    for i in 0..<400 {
      let (a, b) = (gridPath(hasPolygons: hasPolygons, &random), gridPath(hasPolygons: hasPolygons, &random))
      for rule in [FillRule.nonZero, .evenOdd] {
        let results = [
          try a.union(b, using: rule), try a.intersection(b, using: rule), try a.subtracting(b, using: rule),
          try a.symmetricDifference(b, using: rule), try a.normalized(using: rule),
          try Path.union([a, b], using: rule),
        ]
        for place in 0..<144 {
          // Not on an edge: its sides go through whole numbers.
          let p = Point(Double(place % 12) / 2 + 0.2347, Double(place / 12) / 2 + 0.2713)
          let (inA, inB) = (a.contains(p, rule: rule), b.contains(p, rule: rule))
          let expected = [inA || inB, inA && inB, inA && !inB, inA != inB, inA, inA || inB]
          #expect(results.map { $0.contains(p) } == expected, "pair \(i), \(rule) at \(p)")
          #expect(results.map { $0.contains(p, rule: .evenOdd) } == expected, "pair \(i), \(rule) at \(p)")
        }
      }
    }
  }

  @Test func `random pairs have the areas of scan lines`() throws {
    var random = SeededRandom(38)
    let lines = ScanLines(box: Rect(0, 0, 100, 100), count: 400)
    for i in 0..<60 {
      let (a, b) = (randomPath(&random), randomPath(&random))
      let rule: FillRule = i % 2 == 0 ? .nonZero : .evenOdd
      let results = [
        try a.union(b, using: rule), try a.intersection(b, using: rule), try a.subtracting(b, using: rule),
        try a.symmetricDifference(b, using: rule),
      ]
      let inside: [([Bool]) -> Bool] = [
        { $0[0] || $0[1] }, { $0[0] && $0[1] }, { $0[0] && !$0[1] }, { $0[0] != $0[1] },
      ]
      let whole = lines.area([a, b], rule, inside[0])
      for (result, inside) in zip(results, inside) {
        let expected = lines.area([a, b], rule, inside)
        #expect(abs(lines.area([result], .nonZero) { $0[0] } - expected) < 1e-3 * whole, "pair \(i)")
        #expect(abs(lines.area([result], .evenOdd) { $0[0] } - expected) < 1e-3 * whole, "pair \(i)")
      }
      // A ∪ B and A ∩ B have the areas of A and B; the parts of A ∪ B have its area.
      let areas = results.map(signedArea)
      let own = signedArea(try a.normalized(using: rule)) + signedArea(try b.normalized(using: rule))
      #expect(abs(areas[0] + areas[1] - own) < 1e-3 * whole, "pair \(i)")
      #expect(abs(areas[1] + areas[3] - areas[0]) < 1e-3 * whole, "pair \(i)")
    }
  }

  @Test func `small and large paths keep their precision`() throws {
    for size in [1e-6, 1, 1e5, 1e9, 1e30] {
      let a = ellipse(0, 0, size, size), b = ellipse(size / 2, 0, size, size)
      let area = signedArea(try a.union(b)) + signedArea(try a.intersection(b))
      #expect(abs(area - 2 * signedArea(a)) < 1e-4 * size * size)
      let far = a.transformed(by: .translation(1000 * size, 0))
      #expect(try far.union(far) == far)
    }
  }

  @Test func `the result is the same each time`() throws {
    var random = SeededRandom(7)
    let (a, b) = (randomPath(&random), randomPath(&random))
    let first = try a.symmetricDifference(b)
    for _ in 0..<3 { #expect(try a.symmetricDifference(b) == first) }
  }
}
