// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import Raster
import Testing

/// The fill rule is applied at every point of a pixel, not to the pixel's mean winding number.
struct OverlapTests {
  /// The fraction of each pixel inside by the rule: 64 rows per pixel, exact along each.
  func sampled(_ polygons: [[Point]], _ rule: FillRule, _ canvas: DeviceRect) -> [Double] {
    let (width, height) = (canvas.width, canvas.height)
    var result = [Double](repeating: 0, count: width * height)
    let n = 64
    // Rounds to the grid of edges: 1/256 of a pixel.
    func rounded(_ p: Point) -> Point { Point((p.x * 256).rounded() / 256, (p.y * 256).rounded() / 256) }
    let polygons = polygons.map { $0.map(rounded) }
    for row in 0..<(height * n) {
      let y = (Double(row) + 0.5) / Double(n)
      var crossings: [(x: Double, sign: Int)] = []
      for p in polygons {
        var a = p[p.count - 1]
        for b in p {
          if (a.y <= y) != (b.y <= y) {
            crossings.append((a.x + (y - a.y) * (b.x - a.x) / (b.y - a.y), a.y < b.y ? 1 : -1))
          }
          a = b
        }
      }
      crossings.sort { $0.x < $1.x }
      var winding = 0
      for i in crossings.indices {
        winding += crossings[i].sign
        guard rule == .nonZero ? winding != 0 : winding % 2 != 0, i + 1 < crossings.count else { continue }
        let from = max(crossings[i].x, 0)
        let to = min(crossings[i + 1].x, Double(width))
        var x = from
        while x < to {
          let pixel = Int(x)
          let end = min(Double(pixel + 1), to)
          result[(row / n) * width + pixel] += (end - x) / Double(n)
          x = end
        }
      }
    }
    return result
  }

  /// The largest difference of a pixel from its expected coverage, in 1/255.
  func worst(_ polygons: [[Point]], _ rule: FillRule, in c: DeviceRect) throws -> Double {
    var path = Path()
    for polygon in polygons { path.addPath(Path(polygon: polygon)) }
    let bytes = try coverageBytes(outline(path, in: c), rule: rule, in: c)
    return zip(bytes, sampled(polygons, rule, c)).reduce(0) { max($0, abs(Double($1.0) - $1.1 * 255)) }
  }

  func rectangle(_ r: Rect) -> [Point] { r.corners }

  func polygon(_ numbers: inout Numbers, _ kind: Int) -> [Point] {
    let center = numbers.point(in: Rect(0, 0, 40, 32))
    switch kind {
    case 0: return (0..<Int(numbers.next(3...8))).map { _ in numbers.point(in: Rect(-8, -8, 56, 48)) }
    case 1:
      // A star only a few pixels in size.
      let radius = numbers.next(2...5)
      return (0..<5).map { Point(center.x + radius * .cosine($0 * 2), center.y + radius * .sine($0 * 2)) }
    case 2:
      // Vertices on quarter pixels, so that many edges coincide.
      let (x, y) = ((center.x * 4).rounded() / 4, (center.y * 4).rounded() / 4)
      let corners = rectangle(
        Rect(x, y, numbers.next(0...12).rounded() / 4 + 0.25, numbers.next(0...60).rounded() / 4 + 0.25))
      return numbers.next() < 0.5 ? corners : corners.reversed()
    default:
      // A strip at most about one pixel wide.
      let along = numbers.point(in: Rect(-20, -20, 40, 40))
      let size = max((along.x * along.x + along.y * along.y).squareRoot(), 1)
      let across = Point(-along.y / size, along.x / size) * numbers.next(0.05...1.2)
      return [center, center + along, center + along + across, center + across]
    }
  }

  @Test(arguments: [FillRule.nonZero, .evenOdd], [1, 2, 3, 4])
  func `random overlapping polygons agree with sampling by winding`(_ rule: FillRule, _ seed: UInt64) throws {
    let c = canvas(40, 32)
    var numbers = Numbers(seed)
    for trial in 0..<40 {
      var polygons = (0..<(1 + trial % 4)).map { _ in polygon(&numbers, Int(numbers.next() * 4)) }
      if trial % 5 == 4 { polygons += polygons }
      let worst = try worst(polygons, rule, in: c)
      #expect(worst < 6, "trial \(trial): \(worst)")
    }
  }

  @Test(arguments: [FillRule.nonZero, .evenOdd])
  func `what is drawn twice covers once or not at all`(_ rule: FillRule) throws {
    let c = canvas(90, 90)
    let once = Path(rect: Rect(20.5, 20.5, 60, 60))
    var twice = once
    twice.addPath(once)
    let bytes = try coverageBytes(outline(twice, in: c), rule: rule, in: c)
    #expect(
      try bytes == (rule == .nonZero ? coverageBytes(outline(once, in: c), in: c) : [UInt8](repeating: 0, count: 8100)))
    #expect(bytes[40 * 90 + 20] == (rule == .nonZero ? 128 : 0))
  }

  @Test func `a triangle cut out of an edge it shares leaves no line`() throws {
    let c = canvas(120, 120)
    // The compass's arrow: the notch in its tail and the area around it, rotated by 36 degrees, at several scales.
    for scale in [0.5, 1, 1.3, 2] {
      var path = Path(polygon: [Point(10, 100), Point(20, 90), Point(30, 100)])
      path.addRect(Rect(0, 0, 40, 100))
      let turned = AffineTransform.translation(-20, -80).concat(.scale(scale, scale)).concat(
        .turn(0.8090169943749475, 0.5877852522924731))
      let map = Homography(turned.concat(.translation(60, 60)))
      let bytes = try coverageBytes(outline(path, in: c, through: map), rule: .evenOdd, in: c)
      // Along the shared edge both sides are outside.
      for k in 1..<40 {
        let p = try #require(map.apply(Point(12 + Double(k) * 0.4, 100)))
        #expect(bytes[Int(p.y) * 120 + Int(p.x)] < 255 * 3 / 4, "scale \(scale), at \(p)")
      }
      let below = try #require(map.apply(Point(20, 98)))
      #expect(bytes[Int(below.y) * 120 + Int(below.x)] <= 1)
      let triangle = [Point(10, 100), Point(20, 90), Point(30, 100)].compactMap { map.apply($0) }
      let rectangle = Rect(0, 0, 40, 100).corners.compactMap { map.apply($0) }
      #expect(try worst([triangle, rectangle], .evenOdd, in: c) < 6)
    }
  }

  @Test func `what is between two edges in one pixel covers as much`() throws {
    let c = canvas(60, 60)
    for rule in [FillRule.nonZero, .evenOdd] {
      // Rings .3 points wide and a self-intersecting sliver.
      #expect(
        try worst([Rect(10.2, 10.2, 30, 30).corners, Rect(10.5, 10.5, 29.4, 29.4).corners.reversed()], rule, in: c) < 3)
      #expect(try worst([Rect(10.2, 10.2, 30, 30).corners, Rect(10.5, 10.5, 29.4, 29.4).corners], rule, in: c) < 3)
      #expect(
        try worst(
          [[Point(5, 5), Point(50, 20), Point(50, 20.6), Point(20, 9), Point(20, 11), Point(50, 19)]], rule, in: c) < 4)
    }
    let ring = try coverageBytes(
      outline(
        {
          var path = Path(rect: Rect(10.2, 10.2, 30, 30))
          path.addRect(Rect(10.5, 10.5, 29.4, 29.4))
          return path
        }(), in: c), rule: .evenOdd, in: c)
    #expect(abs(Int(ring[25 * 60 + 10]) - 77) <= 1)
  }

  @Test func `level edges between windings of opposite sign count`() throws {
    let c = canvas(20, 20)
    // Upper and lower part wind in opposite directions and together fill the row between them.
    let upper = Rect(2, 2, 15, 8.5).corners
    let lower: [Point] = Rect(2, 10.5, 15, 7).corners.reversed()
    #expect(try worst([upper, lower], .nonZero, in: c) < 1)
    #expect(try worst([upper, lower, Rect(4.25, 4.5, 6, 9).corners], .evenOdd, in: c) < 1)
  }

  @Test func `a stroke that goes there and back covers as one that goes there`() throws {
    let c = canvas(200, 80)
    var there = Path()
    there.move(to: Point(20.5, 50.5))
    there.addLine(to: Point(180, 50.5))
    var back = there
    back.addLine(to: Point(20.5, 50.5))
    let style = StrokeStyle(width: 2)
    #expect(
      try coverageBytes(strokeOutline(back, style, in: c), in: c)
        == coverageBytes(strokeOutline(there, style, in: c), in: c))
    let turn = Homography(AffineTransform.turn(0.9800665778412416, 0.19866933079506122))
    let a = try coverageBytes(strokeOutline(back, style, in: c, through: turn), in: c)
    let b = try coverageBytes(strokeOutline(there, style, in: c, through: turn), in: c)
    #expect(zip(a, b).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    var once = Path()
    once.addRect(Rect(20.3, 10.3, 100, 40))
    var twice = once
    twice.addPath(once)
    #expect(
      try coverageBytes(strokeOutline(twice, style, in: c), in: c)
        == coverageBytes(strokeOutline(once, style, in: c), in: c))
  }

  @Test func `simple outlines are known`() {
    let c = canvas(100, 100)
    #expect(outline(Path(circle: Point(50, 50), radius: 30), in: c).isSimple)
    #expect(
      outline(
        Path(rect: Rect(10.5, 10, 30, 30)), in: c, through: Homography(.turn(0.9950041652780258, 0.09983341664682815))
      ).isSimple)
    #expect(outline(Path(polygon: [Point(10, 10), Point(90, 30), Point(20, 80)]), in: c).isSimple)
    #expect(!outline(Path(polygon: [Point(10, 10), Point(90, 90), Point(90, 10), Point(10, 90)]), in: c).isSimple)
    #expect(
      !outline(Path(polygon: (0..<5).map { Point(50 + 30 * .cosine($0 * 2), 50 + 30 * .sine($0 * 2)) }), in: c).isSimple
    )
  }

  /// Many edges in few pixels, more than are resolved exactly in some, and long horizontal ones.
  static func crowd() -> Outline {
    var numbers = Numbers(77)
    var path = Path(polygon: (0..<900).map { _ in numbers.point(in: Rect(-20, -20, 220, 200)) })
    path.addPath(Path(polygon: (0..<400).map { _ in numbers.point(in: Rect(40, 40, 12, 12)) }))
    for _ in 0..<30 {
      let p = numbers.point(in: Rect(-10, -10, 200, 180))
      path.addRect(Rect((p.x * 4).rounded() / 4, (p.y * 4).rounded() / 4, 60, 20.25))
    }
    return outline(path, in: canvas(180, 160))
  }

  @Test(arguments: [FillRule.nonZero, .evenOdd])
  func `crowded pixels are the same in all bands on all instruction sets`(_ rule: FillRule) throws {
    let crowd = Self.crowd()
    #expect(!crowd.isSimple)
    let c = canvas(180, 160)
    let expected = try coverageBytes(crowd, rule: rule, in: c)
    let surface = try CoverageSurface(rect: c)
    for set in availableSets {
      for (width, height, parts) in [
        (180, 160, 1 << 16), (180, 1, 1 << 16), (37, 16, 1 << 16), (1, 64, 1 << 16), (180, 37, 300), (61, 160, 17),
      ] {
        let scratch = BandScratch(instructions: set)
        scratch.partCapacity = parts
        for x in stride(from: 0, to: 180, by: width) {
          for y in stride(from: 0, to: 160, by: height) {
            let r = DeviceRect(
              x0: Int32(x), y0: Int32(y), x1: Int32(min(x + width, 180)), y1: Int32(min(y + height, 160)))
            coverage(crowd, rule: rule, into: surface.band.cropped(to: r), combining: .set, scratch: scratch)
          }
        }
        let bytes = Array(UnsafeBufferPointer(start: surface.band.base, count: 180 * 160))
        #expect(bytes == expected, "\(set), \(width) by \(height), \(parts) parts")
        // Painted as well.
        if height == 37 {
          let painted = try draw(in: c, bandHeight: 37, instructions: set) { band, _ in
            fill(crowd, rule: rule, source: .solid(0xFF00_0000), into: band, scratch: scratch)
          }
          #expect(painted.map { UInt8($0 >> 24) } == expected)
        }
      }
    }
  }
}

extension Double {
  fileprivate static func fifth(_ i: Int) -> (cosine: Double, sine: Double) {
    // Cosine and sine of i fifths of a turn.
    let (c, s) = (0.30901699437494745, 0.9510565162951535)
    var p = (cosine: 1.0, sine: 0.0)
    for _ in 0..<i { p = (p.cosine * c - p.sine * s, p.cosine * s + p.sine * c) }
    return p
  }
  fileprivate static func cosine(_ i: Int) -> Double { fifth(i).cosine }
  fileprivate static func sine(_ i: Int) -> Double { fifth(i).sine }
}

extension AffineTransform {
  /// The rotation by the angle with this cosine and sine.
  fileprivate static func turn(_ cosine: Double, _ sine: Double) -> AffineTransform {
    AffineTransform(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }
}
