// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import Raster
import Testing

struct CoverageTests {
  @Test func `a rectangle of whole pixels covers exactly its pixels`() throws {
    let c = canvas(60, 50)
    let bytes = try coverageBytes(outline(Path(rect: Rect(10, 10, 40, 30)), in: c), in: c)
    for y in 0..<50 {
      for x in 0..<60 { #expect(bytes[y * 60 + x] == (x >= 10 && x < 50 && y >= 10 && y < 40 ? 255 : 0)) }
    }
    #expect(try area(outline(Path(rect: Rect(10, 10, 40, 30)), in: c), in: c) == 1200)
  }

  @Test(arguments: [
    (Rect(1, 1, 0.5, 1), 128), (Rect(1.25, 1, 0.5, 1), 128), (Rect(1, 1.5, 1, 0.5), 128),
    (Rect(1.25, 1.25, 0.5, 0.5), 64),
    (Rect(1, 1, 1, 1), 255),
  ])
  func `part of a pixel covers in proportion`(_ r: Rect, _ expected: Int) throws {
    let c = canvas(4, 4)
    let bytes = try coverageBytes(outline(Path(rect: r), in: c), in: c)
    #expect(Int(bytes[5]) == expected)
    #expect(bytes.reduce(0) { $0 + Int($1) } == expected)
  }

  @Test func `a diagonal cuts pixels in half`() throws {
    let c = canvas(8, 8)
    let bytes = try coverageBytes(outline(Path(polygon: [Point(0, 0), Point(8, 8), Point(0, 8)]), in: c), in: c)
    for y in 0..<8 { for x in 0..<8 { #expect(bytes[y * 8 + x] == (x < y ? 255 : x == y ? 128 : 0)) } }
  }

  @Test func `an open subpath is closed for filling`() throws {
    let c = canvas(10, 10)
    var p = Path()
    p.move(to: Point(1, 1))
    p.addLine(to: Point(9, 1))
    p.addLine(to: Point(9, 9))
    #expect(abs(try area(outline(p, in: c), in: c) - 32) < 0.2)
  }

  @Test func `even odd leaves the inner of two nested squares out`() throws {
    let c = canvas(20, 20)
    var p = Path(rect: Rect(2, 2, 16, 16))
    p.addRect(Rect(6, 6, 8, 8))
    #expect(try area(outline(p, in: c), rule: .evenOdd, in: c) == 192)
    #expect(try area(outline(p, in: c), rule: .nonZero, in: c) == 256)
  }

  @Test func `a circle has its area within the flattening tolerance`() throws {
    let c = canvas(120, 120)
    let a = try area(outline(Path(circle: Point(60, 60), radius: 50), in: c), in: c)
    #expect(abs(a - 7853.98) < 2 * Double.pi * 50 * 0.1)
  }

  @Test func `winding from the left of the canvas is kept`() throws {
    let c = canvas(10, 10)
    #expect(try area(outline(Path(rect: Rect(-1000, -1000, 2000, 2000)), in: c), in: c) == 100)
    #expect(try area(outline(Path(circle: Point(-40, 5), radius: 100), in: c), in: c) == 100)
    let half = Path(polygon: [Point(-100, -100), Point(5, -100), Point(5, 100), Point(-100, 100)])
    #expect(try area(outline(half, in: c), in: c) == 50)
  }

  @Test func `right of the canvas nothing counts`() throws {
    let c = canvas(10, 10)
    #expect(outline(Path(rect: Rect(10, 0, 50, 10)), in: c).isEmpty)
    #expect(try area(outline(Path(rect: Rect(8, 0, 50, 10)), in: c), in: c) == 20)
  }

  @Test func `a canvas need not start at zero`() throws {
    let c = DeviceRect(x0: -20, y0: -30, x1: -5, y1: -10)
    let bytes = try coverageBytes(outline(Path(rect: Rect(-10, -25, 100, 5)), in: c), in: c)
    for y in 0..<20 { for x in 0..<15 { #expect(bytes[y * 15 + x] == (x >= 10 && y >= 5 && y < 10 ? 255 : 0)) } }
  }

  /// The fraction of 16×16 sample points per pixel that lie inside.
  func sampled(_ polygons: [[Point]], rule: FillRule, width: Int, height: Int) -> [Double] {
    var result = [Double](repeating: 0, count: width * height)
    let n = 16
    for row in 0..<(height * n) {
      let y = (Double(row) + 0.5) / Double(n)
      var crossings: [(x: Double, sign: Int)] = []
      for p in polygons {
        for i in p.indices {
          let a = p[i]
          let b = p[(i + 1) % p.count]
          if (a.y <= y) != (b.y <= y) {
            crossings.append((a.x + (y - a.y) * (b.x - a.x) / (b.y - a.y), a.y < b.y ? 1 : -1))
          }
        }
      }
      crossings.sort { $0.x < $1.x }
      var k = 0
      var winding = 0
      for column in 0..<(width * n) {
        let x = (Double(column) + 0.5) / Double(n)
        while k < crossings.count, crossings[k].x <= x {
          winding += crossings[k].sign
          k += 1
        }
        let inside = rule == .nonZero ? winding != 0 : winding % 2 != 0
        if inside { result[(row / n) * width + column / n] += 1 / Double(n * n) }
      }
    }
    return result
  }

  @Test(arguments: [FillRule.nonZero, .evenOdd], [3, 4, 5, 7])
  func `random polygons agree with sampling`(_ rule: FillRule, _ corners: Int) throws {
    let c = canvas(48, 40)
    var numbers = Numbers(UInt64(corners))
    for _ in 0..<12 {
      let polygon = (0..<corners).map { _ in numbers.point(in: Rect(-10, -10, 70, 60)) }
      let bytes = try coverageBytes(outline(Path(polygon: polygon), in: c), rule: rule, in: c)
      let expected = sampled([polygon], rule: rule, width: 48, height: 40)
      var sum = 0.0
      var wrong = 0
      for i in bytes.indices {
        let e = abs(Double(bytes[i]) / 255 - expected[i])
        sum += e
        // Sampling itself is off by up to one sample row. If edges cross in a pixel, the sum of areas is not the area
        // of the union.
        if e > 0.09 { wrong += 1 }
      }
      #expect(sum / Double(bytes.count) < 0.01)
      #expect(wrong <= corners * 6, "\(wrong) pixels")
    }
  }

  @Test func `an outline of many edges is the same with bins`() throws {
    let c = canvas(300, 300)
    var numbers = Numbers(9)
    var polygon: [Point] = []
    for _ in 0..<400 { polygon.append(numbers.point(in: Rect(-50, -50, 400, 400))) }
    let many = outline(Path(polygon: polygon), in: c)
    #expect(many.edgeCount > 300)
    let whole = try coverageBytes(many, rule: .evenOdd, in: c)
    // Each row alone, of an outline restricted to it, has few edges and no bins.
    let surface = try CoverageSurface(rect: c)
    let scratch = BandScratch()
    for y in stride(from: Int32(0), to: 300, by: 13) {
      let row = DeviceRect(x0: 0, y0: y, x1: 300, y1: y + 1)
      coverage(many, rule: .evenOdd, into: surface.band.cropped(to: row), combining: .set, scratch: scratch)
      for x in 0..<300 { #expect(surface.band.base[Int(y) * 300 + x] == whole[Int(y) * 300 + x]) }
    }
  }

  @Test func `areas inside a pixel add up only side by side`() throws {
    // The union of two equal halves is one half.
    let c = canvas(3, 3)
    var p = Path(rect: Rect(1, 1, 0.5, 1))
    p.addRect(Rect(1, 1, 0.5, 1))
    #expect(try coverageBytes(outline(p, in: c), in: c)[4] == 128)
    // Likewise when the remainder of both is clipped.
    var wide = Path(rect: Rect(1.5, 1, 10, 1))
    wide.addRect(Rect(1.5, 1, 10, 1))
    #expect(try coverageBytes(outline(wide, in: c), in: c)[4] == 128)
    #expect(try coverageBytes(outline(wide, in: c), rule: .evenOdd, in: c)[4] == 0)
    // Adjacent parts add up correctly.
    var q = Path(rect: Rect(1, 1, 0.25, 1))
    q.addRect(Rect(1.25, 1, 0.25, 1))
    #expect(try coverageBytes(outline(q, in: c), in: c)[4] == 128)
  }

  @Test func `a polygon may be moved`() throws {
    let c = canvas(20, 20)
    var builder = OutlineBuilder(canvas: c)
    let square = [Point(0, 0), Point(5, 0), Point(5, 5), Point(0, 5)]
    builder.addPolygon(square, offset: Point(3, 4))
    builder.addPolygon(square, offset: Point(.nan, 4))
    let moved = builder.finish()
    #expect(moved.bounds == DeviceRect(x0: 3, y0: 4, x1: 8, y1: 9))
    #expect(try area(moved, in: c) == 25)
  }

  @Test func `coverage combines`() throws {
    let c = canvas(4, 1)
    let s = try CoverageSurface(rect: c)
    let scratch = BandScratch()
    let left = outline(Path(rect: Rect(0, 0, 1.5, 1)), in: c)
    let right = outline(Path(rect: Rect(1.5, 0, 1.5, 1)), in: c)
    func row() -> [UInt8] { (0..<4).map { s.band.base[$0] } }
    coverage(left, into: s.band, combining: .set, scratch: scratch)
    #expect(row() == [255, 128, 0, 0])
    coverage(right, into: s.band, combining: .union, scratch: scratch)
    #expect(row() == [255, 192, 255, 0])
    coverage(left, into: s.band, combining: .multiply, scratch: scratch)
    #expect(row() == [255, 96, 0, 0])
    coverage(.empty, into: s.band, combining: .multiply, scratch: scratch)
    #expect(row() == [0, 0, 0, 0])
  }

  @Test func `perspective projects lines and cuts what is behind the eye`() throws {
    let c = canvas(100, 100)
    // w = 1 + x / 100: (100, y) lands at (50, y / 2).
    let map = Homography(m11: 1, m12: 0, m13: 0.01, m21: 0, m22: 1, m23: 0, m31: 0, m32: 0, m33: 1)
    let a = try area(outline(Path(rect: Rect(0, 0, 100, 80)), in: c, through: map), in: c)
    // A trapezoid from height 80 to 40 over 50 columns.
    #expect(abs(a - 3000) < 1)
    // From x = −100 on w is not positive; the rest reaches −∞ and covers the canvas left of 50.
    let cut = try area(outline(Path(rect: Rect(-300, -1000, 400, 5000)), in: c, through: map), in: c)
    #expect(abs(cut - 5000) < 1)
  }
}
