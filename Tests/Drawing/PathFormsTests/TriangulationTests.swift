// SPDX-License-Identifier: MIT
import Geometry
import Messages
import PathForms
import TestSupport
import Testing

@Suite struct TriangulationTests {
  private func random(_ count: Int, _ seed: UInt64) -> [Point] {
    var random = SeededRandom(seed)
    return (0..<count).map { _ in Point(.random(in: 0..<100, using: &random), .random(in: 0..<60, using: &random)) }
  }

  private func area(_ polygon: [Point]) -> Double {
    var sum = 0.0
    for i in polygon.indices { sum += polygon[i].cross(polygon[(i + 1) % polygon.count]) }
    return sum / 2
  }

  @Test(arguments: 1...8) func `no point lies in the circle of a triangle`(_ seed: UInt64) throws {
    let points = random(60, seed)
    let net = try Triangulation(points)
    for t in net.triangles {
      let (a, b, c) = (points[t.a], points[t.b], points[t.c])
      #expect((b - a).cross(c - a) > 0)
      #expect(t.a < t.b && t.a < t.c)
      for (i, p) in points.enumerated() where i != t.a && i != t.b && i != t.c {
        // The determinant of the circle test, positive inside.
        let (u, v, w) = (a - p, b - p, c - p)
        let inside = u.dot(u) * v.cross(w) + v.dot(v) * w.cross(u) + w.dot(w) * u.cross(v)
        #expect(inside < 1e-6)
      }
    }
    // Euler's formula, and the area of the hull.
    let (n, h) = (points.count, net.hull.count)
    #expect(net.triangles.count == 2 * n - 2 - h)
    #expect(net.edges.count == 3 * n - 3 - h)
    let covered = net.triangles.reduce(0) { $0 + area([points[$1.a], points[$1.b], points[$1.c]]) }
    #expect(abs(covered - area(net.hull.map { points[$0] })) < 1e-6)
  }

  @Test(arguments: 1...8) func `cells cover the rectangle, each nearest to its point`(_ seed: UInt64) throws {
    let points = random(40, seed)
    let box = Rect(0, 0, 100, 60)
    let cells = try Triangulation(points).cells(in: box)
    #expect(abs(cells.reduce(0) { $0 + area($1) } - 6000) < 1e-6)
    var places = SeededRandom(seed + 100)
    for _ in 0..<500 {
      let p = Point(.random(in: 0..<100, using: &places), .random(in: 0..<60, using: &places))
      let nearest = points.indices.min { (points[$0] - p).length < (points[$1] - p).length } ?? 0
      let cell = cells[nearest]
      for i in cell.indices {
        let (a, b) = (cell[i], cell[(i + 1) % cell.count])
        #expect((b - a).cross(p - a) > -1e-6)
      }
    }
  }

  @Test func `a regular grid has all its triangles`() throws {
    let points = (0..<2500).map { Point(Double($0 % 50), Double($0 / 50)) }
    let net = try Triangulation(points)
    #expect(net.triangles.count == 4802)
    #expect(net.hull.count == 4 || net.hull.count == 196)
  }

  /// Points of one circle lie in one plane of the lifted hull, whose facets Qhull would merge in quadratic time.
  @Test func `many points of a circle, a line and a grid have all their triangles`() throws {
    // ((1 − t²) / (1 + t²), 2t / (1 + t²)) runs along the unit circle.
    let circle = try Triangulation(
      (0..<4000).map {
        let t = Double($0) / 500 - 4
        return Point((1 - t * t) / (1 + t * t) * 50 + 7, 2 * t / (1 + t * t) * 50 - 3)
      })
    #expect(circle.triangles.count == 3998)
    let line = try Triangulation((0..<3000).map { Point(Double($0), 2 * Double($0)) })
    #expect(line.triangles.isEmpty && line.edges.count == 2999)
    let grid = try Triangulation((0..<2500).map { Point(Double($0 % 50), Double($0 / 50)) })
    #expect(grid.triangles.count == 2 * 49 * 49)
  }

  @Test func `few points, points on a line and equal points have their nets`() throws {
    #expect(try Triangulation([]).hull.isEmpty)
    let box = Rect(0, 0, 10, 10)
    let one = try Triangulation([Point(5, 5)])
    #expect(one.cells(in: box) == [[Point(0, 0), Point(10, 0), Point(10, 10), Point(0, 10)]])
    let line = try Triangulation([Point(8, 5), Point(2, 5), Point(5, 5)])
    #expect(line.triangles.isEmpty)
    #expect(line.edges.map { [$0.a, $0.b] } == [[0, 2], [1, 2]])
    #expect(line.cells(in: box).map { area($0) } == [35, 35, 30])
    let twins = try Triangulation([Point(2, 5), Point(2, 5), Point(8, 5), Point(5, 9)])
    #expect(twins.triangles.map { [$0.a, $0.b, $0.c] } == [[0, 2, 3]])
    let cells = twins.cells(in: box)
    #expect(cells[0] == cells[1] && !cells[0].isEmpty)
    #expect(try Triangulation([Point(2, 5), Point(2, 5)]).edges.isEmpty)
  }

  @Test func `the order of the points does not matter`() throws {
    let points = random(30, 5)
    let first = try Triangulation(points)
    let second = try Triangulation(points.reversed())
    func names(_ net: Triangulation) -> Set<Set<Point>> {
      Set(net.triangles.map { [net.points[$0.a], net.points[$0.b], net.points[$0.c]] })
    }
    #expect(names(first) == names(second))
    // Large offsets cost no digits.
    let far = try Triangulation(points.map { $0 + Point(1e8, -1e8) })
    #expect(far.triangles.count == first.triangles.count)
  }

  @Test func `points that are not finite or too many are refused`() {
    #expect(throws: LayerError.self) { try Triangulation([Point(0, 0), Point(.infinity, 0)]) }
    let error = #expect(throws: LayerError.self) {
      try Triangulation([Point](repeating: .zero, count: Triangulation.pointLimit + 1))
    }
    #expect(error?.kind == .limit)
  }
}
