// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import RenderTree
import Testing
import TestSupport

/// The depth order of planes, compared with each plane's depth at points by formula.
@Suite struct DepthSortTests {
  /// Rectangles of random sizes, rotated about random axes; with a common centre if they are to intersect.
  private func crossing(_ count: Int, spread: Double, _ random: inout SeededRandom) -> [DepthSort.Plane] {
    (0..<count).compactMap { _ in
      func value(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
      let size = Size(value(20...120), value(20...120))
      let matrix = Transform3D.translation(-size.width / 2, -size.height / 2)
        .concat(.rotation(value(-1.3...1.3), x: value(-1...1), y: value(-1...1), z: value(-1...1)))
        .concat(.translation(value(-spread...spread), value(-spread...spread), value(-30...30)))
        .concat(.perspective(600))
      let polygon = ConvexPolygon.clockwise(matrix.homography.applyClipped(Rect(origin: .zero, size: size).corners))
      guard polygon.count >= 3, ConvexPolygon.doubledArea(polygon) > 1 else { return nil }
      return DepthPlane(matrix).map { DepthSort.Plane(polygon: polygon, depth: $0) }
    }
  }

  /// The distance of a point from the edges of a clockwise polygon; negative outside.
  private func reach(_ p: Point, _ polygon: [Point]) -> Double {
    var from = polygon[polygon.count - 1]
    var least = Double.infinity
    for to in polygon {
      least = min(least, (to - from).cross(p - from) / (to - from).length)
      from = to
    }
    return least
  }

  private func holds(_ piece: DepthPiece, _ p: Point, _ lines: [DepthLine]) -> Bool {
    piece.cuts.allSatisfy {
      let l = lines[$0.line]
      return (l.a * p.x + l.b * p.y + l.c >= 0) == $0.isPositive
    }
  }

  /// Counts the random points at which the piece painted last is not the nearest.
  private func wrongPoints(
    _ planes: [DepthSort.Plane], _ result: DepthSort.Result, points: Int, _ random: inout SeededRandom
  ) -> Int {
    var wrong = 0
    let box = planes.dropFirst().reduce(Rect(around: planes[0].polygon)) { $0.union(Rect(around: $1.polygon)) }
    for _ in 0..<points {
      let p = Point(.random(in: box.minX...box.maxX, using: &random), .random(in: box.minY...box.maxY, using: &random))
      // On an edge the result depends on rounding.
      if planes.contains(where: { abs(reach(p, $0.polygon)) < 0.05 }) { continue }
      let seen = planes.indices.filter { reach(p, planes[$0].polygon) > 0 }
      let depths = seen.map { planes[$0].depth.depth(p) }.sorted()
      guard let nearest = depths.last else { continue }
      if depths.count > 1, nearest - depths[depths.count - 2] < 0.05 { continue }
      let last = result.pieces.last { reach(p, planes[$0.plane].polygon) > 0 && holds($0, p, result.lines) }
      if last.map({ planes[$0.plane].depth.depth(p) }) != nearest { wrong += 1 }
      // All pieces must be in order, since translucent ones show those behind them.
      let painted = result.pieces.filter { reach(p, planes[$0.plane].polygon) > 0 && holds($0, p, result.lines) }
      if painted.count != seen.count { wrong += 1 }
      for (back, front) in zip(painted, painted.dropFirst())
      where planes[front.plane].depth.depth(p) < planes[back.plane].depth.depth(p) - 0.05 { wrong += 1 }
    }
    return wrong
  }

  @Test(arguments: [2, 3, 4, 5, 8, 12, 20]) func `planes through one another are in order everywhere`(count: Int) {
    var random = SeededRandom(UInt64(count))
    for scene in 0..<60 {
      let planes = crossing(count, spread: 20, &random)
      let result = DepthSort.order(planes)
      #expect(result.isExact)
      #expect(wrongPoints(planes, result, points: 150, &random) == 0, "scene \(scene)")
    }
  }

  @Test func `a crowd of planes is in order everywhere`() {
    var random = SeededRandom(77)
    for (count, spread) in [(60, 20.0), (150, 60), (400, 1500), (1000, 1200)] {
      let planes = crossing(count, spread: spread, &random)
      let result = DepthSort.order(planes)
      #expect(result.isExact)
      #expect(wrongPoints(planes, result, points: 60, &random) == 0, "\(count) planes")
    }
  }

  @Test func `planes in a circle are in order`() {
    // Each bar overlaps the next, like the flaps of a carton; none intersect.
    for count in 3...40 {
      let bars = (0..<count).compactMap { i -> DepthSort.Plane? in
        let angle = Double(i) * 2 * Double.pi / Double(count)
        let matrix = Transform3D.rotation(0.3, x: 0, y: 1, z: 0).concat(.translation(0, 30)).concat(.rotation(angle))
        let polygon = ConvexPolygon.clockwise(matrix.homography.applyClipped(Rect(-60, -8, 120, 16).corners))
        return DepthPlane(matrix).map { DepthSort.Plane(polygon: polygon, depth: $0) }
      }
      var random = SeededRandom(5)
      #expect(wrongPoints(bars, DepthSort.order(bars), points: 300, &random) == 0, "\(count) bars")
    }
  }

  @Test func `what does not overlap and what lies in one plane keeps the order of the tree`() {
    func plane(_ rect: Rect, _ depth: DepthPlane) -> DepthSort.Plane {
      DepthSort.Plane(polygon: rect.corners, depth: depth)
    }
    let apart = (0..<50).map { (i: Int) -> DepthSort.Plane in
      plane(Rect(Double(i * 37 % 50) * 10, 0, 10, 10), DepthPlane(a: 0, b: 0, c: Double(i * 13 % 7)))
    }
    #expect(DepthSort.order(apart).pieces.map(\.plane) == Array(0..<50))
    let tilted = (0..<50).map { (i: Int) -> DepthSort.Plane in
      plane(Rect(Double(i % 7), Double(i % 5), 40, 40), DepthPlane(a: 0.3, b: -0.7, c: 2 + Double(i) * 1e-9))
    }
    #expect(DepthSort.order(tilted).pieces.map(\.plane) == Array(0..<50))
  }

  @Test func `pieces of a plane share it and meet in their segments`() {
    var random = SeededRandom(9)
    for _ in 0..<20 {
      let planes = crossing(8, spread: 20, &random)
      let result = DepthSort.order(planes)
      for (i, plane) in planes.enumerated() {
        let own = result.pieces.filter { $0.plane == i }
        let sum = own.reduce(0.0) { $0 + ConvexPolygon.doubledArea($1.polygon) }
        #expect(abs(sum - ConvexPolygon.doubledArea(plane.polygon)) < 0.01)
      }
      for segment in result.segments {
        let line = result.lines[segment.line]
        for p in [segment.from, segment.to] { #expect(abs(line.a * p.x + line.b * p.y + line.c) < 1e-6) }
      }
      // Every edge of a piece is an edge of its plane, or a segment.
      for piece in result.pieces {
        for (i, p) in piece.polygon.enumerated() {
          let q = piece.polygon[(i + 1) % piece.polygon.count]
          let middle = (p + q) / 2
          if abs(reach(middle, planes[piece.plane].polygon)) < 1e-3 || (q - p).length < 0.01 { continue }
          #expect(
            result.segments.contains { s -> Bool in
              let line = result.lines[s.line]
              let whole: Point = s.to - s.from
              let own: Point = middle - s.from
              let place = (own.x * whole.x + own.y * whole.y) / whole.length
              let distance = abs(line.a * middle.x + line.b * middle.y + line.c)
              return distance < 1e-4 && place > -1e-3 && place < whole.length + 1e-3
            })
        }
      }
    }
  }

  @Test func `past the limit of pieces all is still there once`() {
    var random = SeededRandom(3)
    let planes = crossing(30, spread: 10, &random)
    let result = DepthSort.order(planes, pieceLimit: 60)
    #expect(!result.isExact)
    #expect(result.pieces.count < 200)
    for (i, plane) in planes.enumerated() {
      let sum = result.pieces.filter { $0.plane == i }.reduce(0.0) { $0 + ConvexPolygon.doubledArea($1.polygon) }
      #expect(abs(sum - ConvexPolygon.doubledArea(plane.polygon)) < 0.01)
    }
  }

  @Test func `any planes are ordered in time`() {
    // Planes of extreme matrices: slivers, points, nearly edge-on planes, huge and tiny depths.
    var random = SeededRandom(21)
    for _ in 0..<200 {
      let planes = (0..<Int.random(in: 2...40, using: &random)).map { _ -> DepthSort.Plane in
        let size = pow10(.random(in: -6...3, using: &random))
        func value() -> Double { .random(in: -1...1, using: &random) }
        let corners = (0..<3).map { _ in Point(value() * size, value() * size) }
        let k = pow10(.random(in: -9...9, using: &random))
        return DepthSort.Plane(
          polygon: ConvexPolygon.clockwise(corners), depth: DepthPlane(a: value() * k, b: value() * k, c: value() * k))
      }
      let result = DepthSort.order(planes)
      #expect(Set(result.pieces.map(\.plane)) == Set(planes.indices))
    }
  }

  private func pow10(_ exponent: Int) -> Double {
    (0..<abs(exponent)).reduce(1) { v, _ in exponent < 0 ? v / 10 : v * 10 }
  }
}
