// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import Raster
import Testing

struct StrokeTests {
  let c = canvas(120, 100)
  let box = Path(rect: Rect(10, 10, 40, 30))

  func strokeArea(
    _ path: Path, _ style: StrokeStyle, trim: ClosedRange<Double>? = nil, through map: Homography = .identity
  ) throws -> Double { try area(strokeOutline(path, style, trim: trim, in: c, through: map), in: c) }

  func line(_ points: Point...) -> Path {
    var p = Path()
    for (i, q) in points.enumerated() { if i == 0 { p.move(to: q) } else { p.addLine(to: q) } }
    return p
  }

  @Test func `the stroke of a rectangle has its exact area`() throws {
    #expect(try strokeArea(box, StrokeStyle(width: 4)) == 560)
    #expect(abs(try strokeArea(box, StrokeStyle(width: 4, join: .bevel)) - (560 - 4 * 2)) < 0.1)
    let round = try strokeArea(box, StrokeStyle(width: 4, join: .round))
    #expect(abs(round - (560 - 4 * (4 - Double.pi))) < 0.5)
  }

  @Test func `fill and stroke together cover the outer rectangle`() throws {
    let pixels = try draw(in: c) { band, scratch in
      fill(outline(box, in: c), source: .solid(0xFF00_00FF), into: band, scratch: scratch)
      fill(strokeOutline(box, StrokeStyle(width: 4), in: c), source: .solid(0xFF00_00FF), into: band, scratch: scratch)
    }
    #expect(pixels.filter { $0 == 0xFF00_00FF }.count == 1496)
    #expect(pixels.filter { $0 == 0 }.count == 12000 - 1496)
  }

  @Test func `trimming takes a part of the length`() throws {
    #expect(try strokeArea(box, StrokeStyle(width: 4), trim: 0...0.5) == 280)
    #expect(try strokeArea(box, StrokeStyle(width: 4), trim: 0.2...0.2) == 0)
    // Trimming runs over all subpaths in order: half of two equal lines is the first.
    var two = line(Point(10, 10), Point(30, 10))
    two.move(to: Point(10, 20))
    two.addLine(to: Point(30, 20))
    let bytes = try coverageBytes(strokeOutline(two, StrokeStyle(width: 2), trim: 0...0.5, in: c), in: c)
    #expect(bytes[10 * 120 + 20] == 255)
    #expect(bytes[20 * 120 + 20] == 0)
  }

  @Test(arguments: [(LineCap.butt, 80.0), (.square, 96.0), (.round, 80 + Double.pi * 4)]) func `caps add their area`(
    _ cap: LineCap, _ expected: Double
  ) throws {
    #expect(abs(try strokeArea(line(Point(20, 20), Point(40, 20)), StrokeStyle(width: 4, cap: cap)) - expected) < 0.4)
  }

  @Test(arguments: [(LineCap.butt, 0.0), (.square, 36.0), (.round, Double.pi * 9)])
  func `a subpath without length is a dot`(
    _ cap: LineCap, _ expected: Double
  ) throws {
    #expect(abs(try strokeArea(line(Point(20, 20), Point(20, 20)), StrokeStyle(width: 6, cap: cap)) - expected) < 0.6)
    var closed = Path()
    closed.move(to: Point(20, 20))
    closed.closeSubpath()
    #expect(abs(try strokeArea(closed, StrokeStyle(width: 6, cap: cap)) - expected) < 0.6)
  }

  @Test func `a mere move draws nothing`() throws {
    var p = Path()
    p.move(to: Point(20, 20))
    #expect(try strokeArea(p, StrokeStyle(width: 6, cap: .round)) == 0)
  }

  @Test func `the miter limit turns a miter into a bevel`() throws {
    // The miter of a right angle is √2 line widths long.
    let corner = line(Point(20, 60), Point(60, 60), Point(60, 20))
    let miter = try strokeArea(corner, StrokeStyle(width: 10, miterLimit: 1.5))
    let bevel = try strokeArea(corner, StrokeStyle(width: 10, miterLimit: 1.4))
    #expect(abs(miter - 800) < 0.1)
    #expect(abs(bevel - (800 - 12.5)) < 0.5)
  }

  /// A corner of two curves, with their directions there.
  private struct Meeting {
    var path = Path()
    let corner = Point(60, 60)
    var before = Point.zero
    var after = Point.zero

    init(_ random: inout Numbers) {
      func near(_ length: ClosedRange<Double>) -> Point {
        let direction = Point(random.next(-1...1), random.next(-1...1))
        return corner + direction * (random.next(length) / max(direction.length, 0.01))
      }
      let (c, d) = (near(2...12), near(2...12))
      if random.next() < 0.4 {
        // A closed path that starts and ends at the corner, smooth elsewhere.
        let far = near(8...20)
        path.move(to: corner)
        path.addQuadCurve(control: d, to: far)
        path.addCurve(control1: far + (far - d) * 0.7, control2: c, to: corner)
        path.closeSubpath()
      } else {
        path.move(to: near(4...20))
        if random.next() < 0.5 {
          path.addQuadCurve(control: c, to: corner)
        } else {
          path.addCurve(control1: near(4...20), control2: c, to: corner)
        }
        path.addQuadCurve(control: d, to: near(4...20))
      }
      before = (corner - c) / (corner - c).length
      after = (d - corner) / (d - corner).length
    }
  }

  @Test func `a miter stands where the curves' own directions say so`() throws {
    let all = canvas(120, 120)
    var seen = 0
    for seed in 0..<200 as Range<UInt64> {
      var random = Numbers(seed)
      let at = Meeting(&random)
      // The sine of half the turning angle; the ratio of the miter's length to the width is 1 / sin(θ / 2). Very sharp
      // and nearly straight corners are skipped.
      let half = (at.before - at.after).length / 2
      let ratio = 1 / (1 - half * half).squareRoot()
      guard ratio > 1.3, ratio < 9 else { continue }
      for dash in [[], [1000.0, 1]] {
        func stroke(miterLimit: Double) throws -> [UInt8] {
          let style = StrokeStyle(width: 6, join: .miter, miterLimit: miterLimit, dashPattern: dash)
          return try coverageBytes(strokeOutline(at.path, style, in: all), in: all)
        }
        let (miter, bevel) = (try stroke(miterLimit: 1000), try stroke(miterLimit: 1))
        #expect(try stroke(miterLimit: ratio * 1.001) == miter, "\(ratio) \(at)")
        #expect(try stroke(miterLimit: ratio * 0.999) == bevel, "\(ratio) \(at)")
        if miter != bevel { seen += 1 }
      }
    }
    // In some, the curves cover the miter again.
    #expect(seen > 150)
  }

  @Test func `dashes have their lengths`() throws {
    let l = line(Point(10, 20), Point(110, 20))
    #expect(try strokeArea(l, StrokeStyle(width: 2, dashPattern: [10, 5])) == 140)
    // An odd pattern alternates: 4 on, 4 off.
    #expect(try strokeArea(l, StrokeStyle(width: 2, dashPattern: [4])) == 2 * 52)
    // Phase 5: it starts with half a dash.
    let bytes = try coverageBytes(
      strokeOutline(l, StrokeStyle(width: 2, dashPattern: [10, 5], dashPhase: 5), in: c), in: c)
    let row = (0..<120).map { bytes[20 * 120 + $0] }
    #expect(row[14] == 255 && row[15] == 0 && row[19] == 0 && row[20] == 255)
    // A negative phase is a phase short of one period.
    let back = try coverageBytes(
      strokeOutline(l, StrokeStyle(width: 2, dashPattern: [10, 5], dashPhase: -10), in: c), in: c)
    #expect(back == bytes)
  }

  @Test func `trimming comes before dashing`() throws {
    let l = line(Point(10, 20), Point(110, 20))
    let bytes = try coverageBytes(
      strokeOutline(l, StrokeStyle(width: 2, dashPattern: [10, 5]), trim: 0.07...1, in: c), in: c)
    #expect(bytes[20 * 120 + 16] == 0)
    #expect(bytes[20 * 120 + 17] == 255)
    #expect(bytes[20 * 120 + 26] == 255)
    #expect(bytes[20 * 120 + 27] == 0)
  }

  @Test func `dashes of no length are dots`() throws {
    let l = line(Point(20, 20), Point(100, 20))
    let a = try strokeArea(l, StrokeStyle(width: 6, cap: .round, dashPattern: [0, 20]))
    // Dots at 20, 40, 60, 80.
    #expect(abs(a - 4 * 9 * Double.pi) < 2.5)
  }

  @Test func `a dash over the closing point is joined`() throws {
    // The whole corner at (10, 10) is drawn with its miter.
    let joined = try coverageBytes(
      strokeOutline(box, StrokeStyle(width: 4, dashPattern: [20, 10], dashPhase: 15), in: c), in: c)
    #expect(joined[8 * 120 + 8] == 255)
  }

  @Test func `a pattern without length is ignored`() throws {
    for pattern in [[0.0, 0], [-1, 3], [.nan, 1], [.infinity, 1]] {
      #expect(try strokeArea(box, StrokeStyle(width: 4, dashPattern: pattern)) == 560)
    }
  }

  @Test func `too many dashes are drawn solid and said so`() throws {
    let o = strokeOutline(
      line(Point(0, 20), Point(1e7, 20)), StrokeStyle(width: 2, dashPattern: [0.001, 0.001]), in: c)
    #expect(o.isTruncated)
    #expect(try area(o, in: c) == 240)
  }

  @Test func `a circle stroked is a ring`() throws {
    for (radius, width) in [(30.0, 6.0), (10.0, 1.0), (20.0, 39.0)] {
      let a = try strokeArea(Path(circle: Point(60, 50), radius: radius), StrokeStyle(width: width))
      #expect(
        abs(a - 2 * Double.pi * radius * width) < 2 * Double.pi * (radius + width / 2) * 0.15, "\(radius) \(width) \(a)"
      )
    }
  }

  @Test func `a stroke wider than its circle has no hole`() throws {
    let a = try strokeArea(Path(circle: Point(60, 50), radius: 5), StrokeStyle(width: 40))
    #expect(abs(a - Double.pi * 625) < 2 * Double.pi * 25 * 0.15)
    let bytes = try coverageBytes(
      strokeOutline(Path(circle: Point(60, 50), radius: 5), StrokeStyle(width: 40), in: c), in: c)
    #expect(bytes[50 * 120 + 60] == 255)
  }

  @Test func `no join between the lines of one curve stands out`() throws {
    // A tight turn: no point may be farther than half the width from the curve, whatever the miter limit.
    var p = Path()
    p.move(to: Point(30, 80))
    p.addCurve(control1: Point(60, -10), control2: Point(60, -10), to: Point(90, 80))
    let o = strokeOutline(p, StrokeStyle(width: 12, miterLimit: 100), in: c)
    // The curve's top is at y = 12.5.
    #expect(o.bounds.y0 >= 6)
    // A cusp: the control polygon's legs cross, so the curve stops and reverses.
    var cusp = Path()
    cusp.move(to: Point(20, 80))
    cusp.addCurve(control1: Point(100, 20), control2: Point(20, 20), to: Point(100, 80))
    #expect(strokeOutline(cusp, StrokeStyle(width: 10, miterLimit: 100), in: c).bounds.y0 >= 29)
  }

  @Test func `a curve that doubles back is round at its turn`() throws {
    var p = Path()
    p.move(to: Point(20, 50))
    p.addCurve(control1: Point(120, 50), control2: Point(120, 50), to: Point(20, 50))
    let bytes = try coverageBytes(strokeOutline(p, StrokeStyle(width: 10), in: c), in: c)
    // It turns at x = 95.
    #expect(bytes[50 * 120 + 98] == 255)
    #expect(bytes[50 * 120 + 101] == 0)
  }

  @Test func `every point of a thick stroke is covered`() throws {
    var numbers = Numbers(5)
    for _ in 0..<20 {
      var p = Path()
      p.move(to: numbers.point(in: Rect(20, 20, 80, 60)))
      for _ in 0..<3 {
        let (a, b) = (numbers.point(in: Rect(20, 20, 80, 60)), numbers.point(in: Rect(20, 20, 80, 60)))
        p.addCurve(control1: a, control2: b, to: numbers.point(in: Rect(20, 20, 80, 60)))
      }
      let bytes = try coverageBytes(strokeOutline(p, StrokeStyle(width: 8, cap: .round, join: .round), in: c), in: c)
      // Points on the curve itself.
      var at = 1
      var from = p.points[0]
      while at < p.points.count {
        let (a, b, e) = (p.points[at], p.points[at + 1], p.points[at + 2])
        for i in 0...40 {
          let t = Double(i) / 40
          let u = 1 - t
          let q = from * (u * u * u) + a * (3 * u * u * t) + b * (3 * u * t * t) + e * (t * t * t)
          #expect(bytes[Int(q.y) * 120 + Int(q.x)] == 255)
        }
        from = e
        at += 3
      }
    }
  }

  @Test func `width is measured in the path's own space`() throws {
    // Scaled threefold in y: a horizontal line becomes three times as thick, a vertical one keeps its thickness.
    let map = Homography(AffineTransform.scale(1, 3))
    #expect(try strokeArea(line(Point(10, 10), Point(50, 10)), StrokeStyle(width: 4), through: map) == 480)
    #expect(try strokeArea(line(Point(20, 5), Point(20, 25)), StrokeStyle(width: 4), through: map) == 240)
    // Likewise for a reflection.
    let mirrored = Homography(AffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 100, ty: 0))
    #expect(try strokeArea(box, StrokeStyle(width: 4), through: mirrored) == 560)
  }

  @Test func `strokes are seen through perspective`() throws {
    let map = Homography(m11: 1, m12: 0, m13: 1e-9, m21: 0, m22: 1, m23: 0, m31: 0, m32: 0, m33: 1)
    for join in [LineJoin.miter, .round, .bevel] {
      let style = StrokeStyle(width: 4, cap: .round, join: join)
      #expect(abs(try strokeArea(box, style, through: map) - (try strokeArea(box, style))) < 3)
    }
    let tilted = Homography(m11: 1, m12: 0, m13: 0.02, m21: 0, m22: 1, m23: 0, m31: 0, m32: 0, m33: 1)
    // Behind the viewer for x ≤ −50: it must not reach the right half.
    let o = strokeOutline(line(Point(-200, 20), Point(20, 20)), StrokeStyle(width: 4), in: c, through: tilted)
    #expect(o.bounds.x1 <= 16)
    #expect(!o.isEmpty)
  }

  @Test func `hairlines keep their faint coverage`() throws {
    let a = try strokeArea(line(Point(10, 20.5), Point(110, 20.5)), StrokeStyle(width: 0.1))
    #expect(abs(a - 10) < 1)
    #expect(try strokeArea(box, StrokeStyle(width: 0)) == 0)
    #expect(try strokeArea(box, StrokeStyle(width: -3)) == 0)
    #expect(try strokeArea(box, StrokeStyle(width: .nan)) == 0)
  }

  /// The fraction of each pixel within a distance of a point, from 16×16 samples.
  func disc(_ center: Point, _ radius: Double) -> [Double] {
    var result: [Double] = []
    for y in 0..<100 {
      for x in 0..<120 {
        var inside = 0
        for k in 0..<256 {
          let d = Point(Double(x) + (Double(k % 16) + 0.5) / 16, Double(y) + (Double(k / 16) + 0.5) / 16) - center
          if d.dot(d) <= radius * radius { inside += 1 }
        }
        result.append(Double(inside) / 256)
      }
    }
    return result
  }

  @Test(arguments: [(0.5, 80.0), (2, 60), (0.01, 70), (20, 30)]) func `the wide stroke of a small circle is a disc`(
    _ radius: Double, _ width: Double
  )
    throws
  {
    let center = Point(60, 50)
    let bytes = try coverageBytes(
      strokeOutline(Path(circle: center, radius: radius), StrokeStyle(width: width), in: c), in: c)
    let outer = disc(center, radius + width / 2)
    let inner = width / 2 < radius ? disc(center, radius - width / 2) : outer.map { _ in 0 }
    for i in bytes.indices {
      let expected = outer[i] - inner[i]
      #expect(abs(Double(bytes[i]) / 255 - expected) < 0.16, "at \(i % 120), \(i / 120)")
    }
  }

  @Test func `a wide stroke of a tight curve follows its offset curve`() throws {
    var curve = Path()
    curve.move(to: Point(20, 90))
    curve.addCurve(control1: Point(60, 0), control2: Point(60, 0), to: Point(100, 90))
    // A reference: the curve as many short lines with round joins.
    var lines = Path()
    lines.move(to: Point(20, 90))
    for i in 1...2000 {
      let t = Double(i) / 2000
      let u = 1 - t
      lines.addLine(to: Point(20 * u * u * u + 180 * u * t + 100 * t * t * t, 90 * (u * u * u + t * t * t)))
    }
    let style = StrokeStyle(width: 40, join: .round)
    let a = try coverageBytes(strokeOutline(curve, style, in: c), in: c)
    let b = try coverageBytes(strokeOutline(lines, style, in: c), in: c)
    // Only above the caps: in the polyline, a cap's direction is that of a very short first line, and rounded.
    #expect(zip(a, b).prefix(78 * 120).map { abs(Int($0) - Int($1)) }.max() ?? 0 < 45)
  }

  @Test func `the fan of a curve tighter than the pen is covered wholly`() throws {
    // Half a circle of radius 5 with a pen of 40: half a disc of radius 25 outside, half a disc of radius 15 beyond its
    // centre.
    var p = Path()
    let k = 0.5522847498 * 5
    p.move(to: Point(55, 50))
    p.addCurve(control1: Point(55, 50 - k), control2: Point(60 - k, 45), to: Point(60, 45))
    p.addCurve(control1: Point(60 + k, 45), control2: Point(65, 50 - k), to: Point(65, 50))
    let a = try strokeArea(p, StrokeStyle(width: 40))
    #expect(abs(a - .pi / 2 * (625 + 225)) < 8)
  }

  @Test func `dashes are measured along the curve`() throws {
    // A quarter of a large circle on, a quarter off: the dash ends where the circle crosses the axis.
    let c = canvas(720, 720)
    let quarter = Double.pi * 150
    let circle = Path(circle: Point(360, 360), radius: 300)
    let bytes = try coverageBytes(
      strokeOutline(circle, StrokeStyle(width: 4, dashPattern: [quarter, quarter]), in: c), in: c)
    let row = 660
    #expect(bytes[row * 720 + 361] > 250)
    #expect(abs(Int(bytes[row * 720 + 360]) - 255) < 25)
    #expect(Int(bytes[row * 720 + 359]) < 25)
    // Likewise trimmed.
    let half = try coverageBytes(strokeOutline(circle, StrokeStyle(width: 4), trim: 0...0.25, in: c), in: c)
    #expect(Int(half[row * 720 + 359]) < 25 && half[row * 720 + 360] > 230)
  }

  @Test(arguments: [StrokeStyle(width: 2), StrokeStyle(width: 2, dashPattern: [1, 1])])
  func `nobody waits for a long path that is given up`(style: StrokeStyle) throws {
    var path = Path()
    path.move(to: Point(0, 60))
    for i in 0..<20_000 { path.addQuadCurve(control: Point(Double(i) / 180, 20), to: Point(Double(i) / 180, 100)) }
    let asked = Counter()
    var builder = OutlineBuilder(canvas: canvas(120, 120))
    builder.isStopped = { asked.add() }
    builder.addStroke(path, style: style, through: .identity)
    let whole = builder.finish()
    #expect(asked.count > 15)
    asked.answer = true
    builder.addStroke(path, style: style, through: .identity)
    let given = builder.finish()
    let counted = try (area(whole, in: canvas(120, 120)), area(given, in: canvas(120, 120)))
    #expect(counted.1 < counted.0 * 0.2, "\(counted)")
  }

  private final class Counter: @unchecked Sendable {
    // Unchecked: used by one thread.
    var count = 0
    var answer = false
    func add() -> Bool {
      count += 1
      return answer
    }
  }
}
