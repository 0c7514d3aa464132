// SPDX-License-Identifier: MIT
import Geometry
import Messages
import PathForms
import TestSupport
import Testing

@Suite struct PathMorphTests {
  private func path(_ text: String) throws -> Path { try Path(svg: text) }

  /// The area that a path encloses by the even-odd rule, by scan lines.
  private func area(_ path: Path) -> Double {
    let box = path.boundingBox
    let count = 300
    var inside = 0
    for y in 0..<count {
      for x in 0..<count {
        let p = Point(
          box.minX + box.width * (Double(x) + 0.5) / Double(count),
          box.minY + box.height * (Double(y) + 0.5) / Double(count))
        if path.contains(p, rule: .evenOdd) { inside += 1 }
      }
    }
    return Double(inside) / Double(count * count) * box.width * box.height
  }

  @Test func `paths of the same elements are not resampled`() throws {
    let (a, b) = (Path(rect: Rect(0, 0, 2, 2)), Path(rect: Rect(4, 0, 2, 4)))
    let morph = try PathMorph(a, b)
    #expect(morph.from == a && morph.to == b)
    #expect(morph.path(at: 0.5) == Path(rect: Rect(2, 0, 2, 3)))
  }

  @Test func `the ends are exact, and the two paths have the same elements`() throws {
    let star = Path.star(center: Point(50, 50), points: 5, outerRadius: 40, innerRadius: 18)
    var circle = Path()
    circle.addEllipse(in: Rect(10, 10, 80, 80))
    let morph = try PathMorph(star, circle)
    #expect(morph.from.verbs == morph.to.verbs)
    #expect(morph.path(at: 0) == star && morph.path(at: -1) == star)
    #expect(morph.path(at: 1) == circle && morph.path(at: 2) == circle)
    // The corners of the star are kept.
    for corner in star.points { #expect(morph.from.points.contains { ($0 - corner).length < 1e-9 }) }
    #expect(abs(area(morph.from) - area(star)) < 0.005 * area(star))
    #expect(abs(area(morph.to) - area(circle)) < 0.005 * area(circle))
  }

  @Test func `a square turned and reversed morphs without turning`() throws {
    let a = try path("M0 0 L40 0 L40 40 L0 40 Z M90 0 L91 0 L91 1 Z")
    // From another corner, the other way round, with further points on its sides.
    let b = try path("M40 40 L40 20 L40 0 L20 0 L0 0 L0 40 Z M90 0 L91 0 L91 1 Z")
    let morph = try PathMorph(a, b)
    for (p, q) in zip(morph.from.points, morph.to.points) { #expect((p - q).length < 0.5, "\(p) \(q)") }
  }

  @Test func `holes stay holes, and one without a partner comes from inside the ink`() throws {
    let ring = try path("M0 0H40V40H0Z M10 10V30H30V10Z")
    let letter = try path("M0 0H40V10H10V30H40V40H0Z")
    let morph = try PathMorph(letter, ring)
    for t in [0.1, 0.3, 0.5, 0.7, 0.9] {
      let shape = morph.path(at: t)
      #expect(abs(area(shape)) > 0)
      // The hole comes in the second half.
      if t <= 0.5 {
        let hole = shape.points.suffix(PathFormsProbe.holePoints(shape))
        let first = try #require(hole.first)
        #expect(hole.allSatisfy { ($0 - first).length < 1e-6 })
      }
    }
    let two = try path("M0 0H40V40H0Z M10 10V30H30V10Z M60 0H90V40H60Z")
    let back = try PathMorph(two, ring)
    #expect(back.from.verbs.filter { $0 == .move }.count == 3)
    #expect(abs(area(back.path(at: 0.999)) - 1200) < 20)
  }

  @Test func `open paths keep their ends`() throws {
    let a = try path("M0 0 L10 0 L20 5")
    let b = try path("M0 30 C5 20 15 40 20 30")
    let morph = try PathMorph(a, b)
    #expect(morph.from.verbs.last != .close)
    let half = morph.path(at: 0.5)
    #expect((half.points[0] - Point(0, 15)).length < 1e-9)
    #expect((half.points[half.points.count - 1] - Point(20, 17.5)).length < 1e-6)
  }

  @Test func `random paths morph into each other, with finite points near both`() throws {
    var random = SeededRandom(8)
    func shape() -> Path {
      var path = Path()
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        let (x, y) = (Double.random(in: 0..<80, using: &random), Double.random(in: 0..<80, using: &random))
        switch Int.random(in: 0..<4, using: &random) {
        case 0: path.addRect(Rect(x, y, 20, 12))
        case 1: path.addEllipse(in: Rect(x, y, 18, 18))
        case 2:
          path.addPath(.star(center: Point(x, y), points: 6, outerRadius: 15, innerRadius: 6))
        default:
          path.move(to: Point(x, y))
          path.addCurve(control1: Point(y, x), control2: Point(x, 0), to: Point(90 - x, y))
        }
      }
      return path
    }
    for _ in 0..<200 {
      let (a, b) = (shape(), shape())
      let morph = try PathMorph(a, b)
      #expect(morph.from.verbs == morph.to.verbs)
      let box = a.boundingBox.union(b.boundingBox).insetBy(dx: -1, dy: -1)
      for t in [0.2, 0.5, 0.8] {
        for p in morph.path(at: t).points {
          #expect(p.isFinite && p.x >= box.minX && p.x <= box.maxX && p.y >= box.minY && p.y <= box.maxY)
        }
      }
    }
  }

  @Test func `coordinates must be finite and points not too many`() throws {
    var bad = Path()
    bad.addLines([Point(0, 0), Point(.nan, 1), Point(3, 3)])
    #expect(throws: LayerError.self) { try PathMorph(bad, Path(rect: .unit)) }
    var many = Path()
    for i in 0..<2000 { many.addRect(Rect(Double(i) * 2, 0, 1, 1)) }
    let error = #expect(throws: LayerError.self) {
      try PathMorph(many, Path(rect: .unit).transformed(by: .scale(2, 2)))
    }
    #expect(error?.kind == .limit)
  }
}

/// Questions about the paths of a morph.
enum PathFormsProbe {
  /// The number of points of the last subpath.
  static func holePoints(_ path: Path) -> Int {
    var count = 0
    for verb in path.verbs.reversed() {
      count += verb.pointCount
      if verb == .move { break }
    }
    return count
  }
}

@Suite struct SketchTests {
  @Test func `lines come twice, near the path, and are the same for a seed`() {
    let box = Path(rect: Rect(0, 0, 60, 40))
    let style = SketchStyle(roughness: 2, seed: 3)
    let sketch = box.sketched(style)
    #expect(sketch.verbs.filter { $0 == .move }.count == 8)
    #expect(sketch.verbs.filter { $0 == .cubic }.count == 8)
    let around = box.boundingBox.insetBy(dx: -8, dy: -8)
    #expect(sketch.points.allSatisfy { around.contains($0) })
    #expect(box.sketched(style) == sketch)
    #expect(box.sketched(SketchStyle(roughness: 2, seed: 4)) != sketch)
    #expect(box.sketched(SketchStyle(strokes: 3)).verbs.filter { $0 == .move }.count == 12)
  }

  @Test func `smooth curves stay joined`() {
    var circle = Path()
    circle.addEllipse(in: Rect(0, 0, 80, 80))
    let sketch = circle.sketched(SketchStyle(strokes: 1))
    #expect(sketch.verbs.filter { $0 == .move }.count == 1)
    #expect(Path().sketched().isEmpty)
  }
}
