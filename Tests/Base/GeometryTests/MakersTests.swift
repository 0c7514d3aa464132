// SPDX-License-Identifier: MIT
import Foundation
import Geometry
import Testing

@Suite struct MakersTests {
  private func area(_ path: Path) -> Double {
    var sum = 0.0
    path.forEachSegment { segment, _, _ in
      var last = segment.start
      for i in 1...200 {
        let next = segment.point(at: Double(i) / 200)
        sum += last.cross(next)
        last = next
      }
    }
    return sum / 2
  }

  @Test func `polygons and stars begin above their centre`() {
    let hexagon = Path.regularPolygon(center: Point(10, 10), sides: 6, radius: 4)
    #expect(hexagon.points.count == 6)
    #expect((hexagon.points[0] - Point(10, 6)).length < 1e-12)
    #expect(abs(area(hexagon) - 24 * 3.0.squareRoot()) < 1e-9)
    let star = Path.star(center: .zero, points: 5, outerRadius: 10, innerRadius: 4)
    #expect(star.points.count == 10)
    for (i, p) in star.points.enumerated() { #expect(abs(p.length - (i % 2 == 0 ? 10 : 4)) < 1e-12) }
    let wave = Path.star(center: .zero, points: 5, outerRadius: 10, innerRadius: 4, roundness: 1)
    #expect(wave.verbs.filter { $0 == .quad }.count == 10 && !wave.verbs.contains(.line))
    #expect(Path.star(center: .zero, points: 0, outerRadius: 1, innerRadius: 1).points.count == 4)
  }

  @Test func `wedges and sectors have their areas in both directions`() {
    let c = Point(3, 4)
    for (from, to) in [(0.0, 1.0), (-2, 1.5), (1, -1), (0, 6.2)] {
      let wedge = Path.wedge(center: c, radius: 10, from: from, to: to)
      #expect(abs(abs(area(wedge)) - 50 * abs(to - from)) < 0.1, "\(from) \(to)")
      let sector = Path.ringSector(center: c, innerRadius: 6, outerRadius: 10, from: from, to: to)
      #expect(abs(abs(area(sector)) - 32 * abs(to - from)) < 0.05, "\(from) \(to)")
    }
    for turn in [2 * Double.pi, 9, -7] {
      let ring = Path.ringSector(center: c, innerRadius: 6, outerRadius: 10, from: 1, to: 1 + turn)
      #expect(!ring.contains(c, rule: .nonZero) && !ring.contains(c, rule: .evenOdd))
      #expect(ring.contains(c + Point(8, 0), rule: .nonZero) && ring.contains(c + Point(0, -8), rule: .evenOdd))
      #expect(Path.wedge(center: c, radius: 5, from: 0, to: turn).contains(c + Point(1, 1)))
    }
    #expect(Path.wedge(center: c, radius: 5, from: 1, to: 1).isEmpty)
    #expect(Path.wedge(center: c, radius: 0, from: 1, to: 2).isEmpty)
  }

  @Test func `a spiral's radius grows evenly`() {
    let spiral = Path.spiral(center: Point(1, 2), from: 5, to: 65, turns: 3, startAngle: 0.5)
    var worst = 0.0
    var turned = 0.0
    var last = 0.5
    spiral.forEachSegment { segment, _, _ in
      for i in 1...20 {
        let p = segment.point(at: Double(i) / 20) - Point(1, 2)
        var angle = atan2(p.y, p.x) - last
        while angle < -Double.pi { angle += 2 * Double.pi }
        while angle > Double.pi { angle -= 2 * Double.pi }
        last += angle
        turned += angle
        worst = max(worst, abs(p.length - (5 + 20 * turned / (2 * Double.pi))))
      }
    }
    #expect(worst < 20.0 / 4000, "\(worst)")
    #expect(abs(turned - 6 * Double.pi) < 1e-9)
    #expect(Path.spiral(center: .zero, from: 1, to: 2, turns: -1).points.allSatisfy { $0.isFinite })
  }

  @Test func `round corners touch their edges, and share short ones`() {
    let path = Path.roundedPolygon([Point(0, 0), Point(100, 0), Point(100, 60), Point(0, 60)], radius: 10)
    #expect(abs(area(path) - (6000 - (4 - .pi) * 100)) < 0.1)
    #expect(path.boundingBoxOfPath.map { abs($0.width - 100) < 1e-9 && abs($0.height - 60) < 1e-9 } == true)
    let small = Path.roundedPolygon([Point(0, 0), Point(100, 0), Point(100, 10), Point(0, 10)], radius: 40)
    #expect(abs(area(small) - (1000 - (4 - .pi) * 25)) < 0.1)
    let sharp = Path.roundedPolygon([Point(0, 0), Point(10, 0), Point(10, 0), Point(5, 5), Point(0, 0)], radius: 0)
    #expect(sharp.svg == "M 0 0 L 10 0 L 5 5 Z")
    #expect(Path.roundedPolygon([], radius: 4).isEmpty)
    // Corners on a line, and a spike, stay finite.
    let odd = Path.roundedPolygon([Point(0, 0), Point(5, 0), Point(10, 0), Point(5, 0), Point(5, 8)], radius: 2)
    #expect(odd.points.allSatisfy { $0.isFinite })
  }

  @Test func `places follow the length`() throws {
    let box = Path(rect: Rect(0, 0, 3, 4))
    #expect(box.place(atLength: 5) == PathPlace(point: Point(3, 2), tangent: Point(0, 1)))
    #expect(box.place(atFraction: 0) == PathPlace(point: Point(0, 0), tangent: Point(1, 0)))
    #expect(box.place(atLength: 99)?.point == Point(0, 0))
    #expect(Path().place(atFraction: 0.5) == nil)
    #expect(box.places(4).map(\.point) == [Point(0, 0), Point(3, 0.5), Point(3, 4), Point(0, 3.5)])
    var curve = Path()
    curve.move(to: .zero)
    curve.addCurve(control1: Point(0, 50), control2: Point(100, 50), to: Point(100, 0))
    let places = curve.places(101)
    #expect(places.count == 101)
    #expect((places[100].point - Point(100, 0)).length < 1e-6)
    #expect((places[50].point - Point(50, 37.5)).length < 1e-6)
    let steps = zip(places, places.dropFirst()).map { ($1.point - $0.point).length }
    #expect((steps.max() ?? 0) - (steps.min() ?? 0) < 0.01)
    #expect(places.allSatisfy { abs($0.tangent.length - 1) < 1e-12 })
    #expect(curve.places(1).first?.point == .zero)
  }
}
