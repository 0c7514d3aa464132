// SPDX-License-Identifier: MIT
import Foundation
import Geometry
import Pixels
import Raster
import Testing

struct SourceTests {
  let stops: [(Double, Color)] = [
    (0.1, Color(red: 1, green: 0, blue: 0)), (0.4, Color(red: 0, green: 1, blue: 0, alpha: 0.25)),
    (0.9, Color(red: 0, green: 0.2, blue: 1)),
  ]
  var table: GradientTable { GradientTable(colors: stops.map(\.1), locations: stops.map(\.0)) }

  /// The expected premultiplied channels at t, 0…255.
  func expected(_ t: Double) -> [Double] {
    func premultiplied(_ c: Color) -> [Double] {
      [c.red * c.alpha, c.green * c.alpha, c.blue * c.alpha, c.alpha].map { $0 * 255 }
    }
    if t <= stops[0].0 { return premultiplied(stops[0].1) }
    for (a, b) in zip(stops, stops.dropFirst()) where t <= b.0 {
      let k = (t - a.0) / (b.0 - a.0)
      return zip(premultiplied(a.1), premultiplied(b.1)).map { $0 + ($1 - $0) * k }
    }
    return premultiplied(stops[2].1)
  }

  func fillWhole(_ source: SpanSource?, _ c: DeviceRect) throws -> [UInt32] {
    let source = try #require(source)
    return try draw(in: c) { band, scratch in fill(c, source: source, into: band, scratch: scratch) }
  }

  /// The largest difference from the formula for t: dithering yields the level below or above; colour stops are whole
  /// levels.
  func worst(_ pixels: [UInt32], _ c: DeviceRect, _ t: (Double, Double) -> Double?) -> Double {
    var worst = 0.0
    for y in 0..<c.height {
      for x in 0..<c.width {
        let e = t(Double(x) + 0.5 + Double(c.x0), Double(y) + 0.5 + Double(c.y0)).map(expected) ?? [0, 0, 0, 0]
        for (a, b) in zip(channels(pixels[y * c.width + x]), e) { worst = max(worst, abs(a - b)) }
      }
    }
    return worst
  }

  @Test func `a linear gradient follows its formula`() throws {
    let c = canvas(200, 60)
    let pixels = try fillWhole(.linear(table, from: Point(20, 10), to: Point(150, 45), through: .identity), c)
    let d = Point(130, 35)
    #expect(worst(pixels, c) { x, y in ((x - 20) * d.x + (y - 10) * d.y) / d.dot(d) } <= 1.4)
  }

  @Test func `a vertical gradient follows its formula`() throws {
    let c = canvas(33, 90)
    let pixels = try fillWhole(.linear(table, from: Point(0, 10), to: Point(0, 70), through: .identity), c)
    #expect(worst(pixels, c) { _, y in (y - 10) / 60 } <= 1.4)
  }

  @Test func `a radial layer gradient is an ellipse`() throws {
    let c = canvas(160, 120)
    let pixels = try fillWhole(.ellipse(table, center: Point(80, 60), radii: Size(70, 40), through: .identity), c)
    #expect(
      worst(pixels, c) { x, y in (((x - 80) / 70) * ((x - 80) / 70) + ((y - 60) / 40) * ((y - 60) / 40)).squareRoot() }
        <= 1.4)
  }

  @Test func `a conic gradient turns from x toward y`() throws {
    let c = canvas(100, 100)
    let pixels = try fillWhole(.conic(table, center: Point(50, 50), angle: 0.7, through: .identity), c)
    let off = worst(pixels, c) { x, y in
      let t = (atan2(y - 50, x - 50) - 0.7) / (2 * .pi)
      return t - t.rounded(.down)
    }
    #expect(off <= 1.4)
  }

  @Test func `gradients are seen through perspective`() throws {
    let c = canvas(120, 80)
    let map = Homography(m11: 1.2, m12: 0.1, m13: 0.002, m21: -0.2, m22: 0.9, m23: 0.001, m31: 5, m32: 3, m33: 1)
    let back = try #require(map.inverted)
    let linear = try fillWhole(.linear(table, from: Point(0, 0), to: Point(100, 30), through: map), c)
    #expect(
      worst(linear, c) { x, y in
        guard let p = back.apply(Point(x, y)) else { return nil }
        return (p.x * 100 + p.y * 30) / 10900
      } <= 1.4)
    let ellipse = try fillWhole(.ellipse(table, center: Point(50, 40), radii: Size(60, 30), through: map), c)
    #expect(
      worst(ellipse, c) { x, y in
        guard let p = back.apply(Point(x, y)) else { return nil }
        return hypot((p.x - 50) / 60, (p.y - 40) / 30)
      } <= 1.4)
  }

  @Test func `without extension nothing is painted beyond the ends`() throws {
    let c = canvas(30, 1)
    let table = GradientTable(colors: [.black, .white], locations: [0, 1])
    let pixels = try fillWhole(
      .linear(table, from: Point(10, 0), to: Point(20, 0), through: .identity, extendsStart: false, extendsEnd: false),
      c)
    for x in 0..<30 { #expect((pixels[x] != 0) == (x >= 10 && x < 20)) }
  }

  @Test func `the gradient between two circles follows Core Graphics`() throws {
    let c = canvas(140, 100)
    for (r0, r1, from, to, extends) in [
      (10.0, 50.0, Point(60, 50), Point(70, 50), true), (0, 40, Point(70, 50), Point(70, 50), false),
      (15, 15, Point(30, 30), Point(100, 60), true), (5, 20, Point(30, 50), Point(100, 50), false),
    ] {
      let pixels = try fillWhole(
        .radial(
          table, from: from, startRadius: r0, to: to, endRadius: r1, through: .identity, extendsStart: extends,
          extendsEnd: extends), c)
      func t(_ x: Double, _ y: Double) -> Double? {
        // The largest t whose circle passes through the point.
        let p = Point(x, y) - from
        let d = to - from
        let dr = r1 - r0
        let a = d.dot(d) - dr * dr
        let b = p.dot(d) + r0 * dr
        let k = p.dot(p) - r0 * r0
        var roots: [Double] = []
        if abs(a) < 1e-9 {
          if b != 0 { roots = [k / (2 * b)] }
        } else {
          let q = b * b - a * k
          if q >= 0 { roots = [(b + q.squareRoot()) / a, (b - q.squareRoot()) / a] }
        }
        return roots.filter { r0 + $0 * dr >= 0 && (extends || ($0 >= 0 && $0 <= 1)) }.max()
      }
      // Along the cone's rim, whether roots exist depends on rounding: a few pixels may differ.
      var off = 0
      for y in 0..<100 {
        for x in 0..<140 {
          let e = t(Double(x) + 0.5, Double(y) + 0.5).map(expected) ?? [0, 0, 0, 0]
          if zip(channels(pixels[y * 140 + x]), e).contains(where: { abs($0 - $1) > 1.4 }) { off += 1 }
        }
      }
      #expect(off <= 2)
    }
  }

  @Test func `hard edges are exact`() throws {
    let c = canvas(1000, 1)
    let red = Color(red: 1, green: 0, blue: 0)
    let blue = Color(red: 0, green: 0, blue: 1)
    let table = GradientTable(colors: [red, red, blue, blue, .white], locations: [0, 0.333, 0.333, 0.777, 0.777])
    let pixels = try fillWhole(.linear(table, from: .zero, to: Point(1000, 0), through: .identity), c)
    for x in 0..<1000 { #expect(pixels[x] == (x < 333 ? 0xFF00_00FF : x < 777 ? 0xFFFF_0000 : 0xFFFF_FFFF)) }
  }

  @Test func `gradients toward clear have no dark fringe`() throws {
    let c = canvas(100, 1)
    let table = GradientTable(colors: [.white, .clear], locations: [0, 1])
    for p in try fillWhole(.linear(table, from: .zero, to: Point(100, 0), through: .identity), c) {
      let v = channels(p)
      #expect(v[0] == v[3] && v[1] == v[3])
    }
  }

  // MARK: Images

  func noise(_ width: Int, _ height: Int, seed: UInt64 = 1) throws -> Bitmap {
    try Bitmap(width: width, height: height) { pixels in
      var numbers = Numbers(seed)
      for i in pixels.indices { pixels[i] = numbers.pixel() }
    }
  }

  /// Bilinear interpolation in double precision, edges clamped.
  func bilinear(_ b: Bitmap, _ u: Double, _ v: Double, wraps: Bool = false) -> [Double] {
    let x = u - 0.5
    let y = v - 0.5
    let i = Int(x.rounded(.down))
    let j = Int(y.rounded(.down))
    let fx = x - Double(i)
    let fy = y - Double(j)
    func at(_ i: Int, _ j: Int) -> [Double] {
      func inside(_ k: Int, _ n: Int) -> Int { wraps ? ((k % n) + n) % n : min(max(k, 0), n - 1) }
      return channels(b[inside(i, b.width), inside(j, b.height)])
    }
    let (p, q, r, s) = (at(i, j), at(i + 1, j), at(i, j + 1), at(i + 1, j + 1))
    return (0..<4).map { (p[$0] * (1 - fx) + q[$0] * fx) * (1 - fy) + (r[$0] * (1 - fx) + s[$0] * fx) * fy }
  }

  @Test(arguments: [EdgeMode.clamp, .repeat])
  func `bilinear samples are within one of the truth`(_ edges: EdgeMode) throws {
    let c = canvas(90, 70)
    let image = try noise(17, 13)
    let maps = [
      Homography(AffineTransform(a: 3.1, b: 0.7, c: -0.9, d: 2.7, tx: 12, ty: 7)),
      Homography(m11: 3, m12: 0.4, m13: 0.003, m21: -0.5, m22: 3.5, m23: 0.002, m31: 15, m32: 9, m33: 1),
    ]
    for map in maps {
      let back = try #require(map.inverted)
      let pixels = try fillWhole(.image(ImagePyramid(image), through: map, edges: edges), c)
      var worst = 0.0
      for y in 0..<70 {
        for x in 0..<90 {
          guard let p = back.apply(Point(Double(x) + 0.5, Double(y) + 0.5)) else { continue }
          for (a, b) in zip(channels(pixels[y * 90 + x]), bilinear(image, p.x, p.y, wraps: edges == .repeat)) {
            worst = max(worst, abs(a - b))
          }
        }
      }
      // Noise changes by 255 from pixel to pixel: rounding a position to 1/256 is off by half a level in each
      // direction.
      #expect(worst <= 1.6)
    }
  }

  @Test func `an image drawn pixel for pixel is copied`() throws {
    let image = try noise(20, 10)
    for filter in [ImageFilter.nearest, .linear, .trilinear] {
      let map = Homography(AffineTransform.translation(3, 2))
      let source = try #require(
        SpanSource.image(
          ImagePyramid(image), through: map, magnification: filter, minification: filter, edges: .transparent))
      let pixels = try draw(in: canvas(30, 15)) { band, scratch in
        fill(canvas(30, 15), source: source, blend: .copy, into: band, scratch: scratch)
      }
      for y in 0..<15 { for x in 0..<30 { #expect(pixels[y * 30 + x] == image[x - 3, y - 2]) } }
    }
  }

  /// A scale that is off by 1e-9 takes the general way, and moves no sample by as much as a step of 1/256 pixel.
  @Test(arguments: availableSets)
  func `an image at a fraction of a pixel is sampled as by any map`(_ instructions: InstructionSet) throws {
    var numbers = Numbers(5)
    let c = canvas(101, 24)
    for (w, h) in [(1, 1), (2, 2), (9, 3), (16, 7), (17, 20), (80, 12)] {
      let image = try Bitmap(width: w, height: h) { pixels in
        for i in pixels.indices { pixels[i] = i / 11 % 2 == 0 ? 0 : numbers.pixel() }
      }
      for edges in [EdgeMode.clamp, .transparent] {
        let shift = Point(
          numbers.next(-9...30).rounded() + (numbers.next(0...255).rounded() + 0.3) / 256,
          numbers.next(-4...12).rounded() + (numbers.next(0...255).rounded() + 0.3) / 256)
        func drawn(_ scale: Double, _ set: InstructionSet) throws -> [UInt32] {
          let map = Homography(AffineTransform(a: scale, b: 0, c: 0, d: scale, tx: shift.x, ty: shift.y))
          let source = try #require(SpanSource.image(ImagePyramid(image), through: map, edges: edges))
          return try draw(in: c, instructions: set) { band, scratch in
            fill(c, source: source, blend: .copy, into: band, scratch: scratch)
          }
        }
        let shifted = try drawn(1, instructions)
        #expect(try shifted == drawn(1 + 1e-9, instructions), "\(w)×\(h) \(edges) \(shift)")
        #expect(try shifted == drawn(1, .scalar))
      }
    }
  }

  @Test(arguments: availableSets)
  func `tiles are pixel for pixel wherever they begin`(_ instructions: InstructionSet) throws {
    for (w, h) in [(1, 1), (3, 2), (8, 5), (70, 3)] {
      let image = try noise(w, h)
      let map = Homography(AffineTransform.translation(-5, 4))
      let source = try #require(SpanSource.image(ImagePyramid(image), through: map, edges: .repeat))
      let c = canvas(200, 12)
      let pixels = try draw(in: c, instructions: instructions) { band, scratch in
        fill(c, source: source, blend: .copy, into: band, scratch: scratch)
      }
      for y in 0..<12 { for x in 0..<200 { #expect(pixels[y * 200 + x] == image[(x + 5) % w, (y - 4 + 20 * h) % h]) } }
    }
  }

  @Test func `nearest takes the texel under the pixel centre`() throws {
    let image = try noise(4, 4)
    let map = Homography(AffineTransform.scale(5, 5))
    let source = try #require(
      SpanSource.image(ImagePyramid(image), through: map, magnification: .nearest, minification: .nearest))
    let pixels = try draw(in: canvas(20, 20)) { band, scratch in
      fill(canvas(20, 20), source: source, blend: .copy, into: band, scratch: scratch)
    }
    for y in 0..<20 { for x in 0..<20 { #expect(pixels[y * 20 + x] == image[x / 5, y / 5]) } }
  }

  @Test func `each axis has its own filter`() throws {
    // Twice as wide, a third as high.
    let image = try noise(8, 24)
    let map = Homography(AffineTransform.scale(2, 1.0 / 3))
    func pixels(_ magnification: ImageFilter, _ minification: ImageFilter) throws -> [UInt32] {
      try fillWhole(
        .image(ImagePyramid(image), through: map, magnification: magnification, minification: minification),
        canvas(16, 8))
    }
    let nearest = try pixels(.nearest, .nearest)
    for y in 0..<8 { for x in 0..<16 { #expect(nearest[y * 16 + x] == image[x / 2, y * 3 + 1]) } }
    // x uses nearest, y linear: for any x, both pixels of a column are equal.
    let columns = try pixels(.nearest, .linear)
    for y in 0..<8 { for x in 0..<8 { #expect(columns[y * 16 + 2 * x] == columns[y * 16 + 2 * x + 1]) } }
    #expect(columns != nearest)
    // y uses nearest, x linear.
    let rows = try pixels(.linear, .nearest)
    for y in 0..<8 {
      for x in 0..<16 {
        let e = bilinear(image, (Double(x) + 0.5) / 2, Double(y * 3 + 1) + 0.5)
        for (a, b) in zip(channels(rows[y * 16 + x]), e) { #expect(abs(a - b) <= 1.6) }
      }
    }
  }

  @Test func `trilinear mixes the two levels about the scale`() throws {
    // Columns 1 pixel wide, uniform at half size: at a white pixel's centre, mip level 0 is white and levels 1 and up
    // are grey.
    let image = try Bitmap(width: 256, height: 256) { p in
      for i in p.indices { p[i] = i % 2 == 0 ? 0xFFFF_FFFF : 0xFF00_0000 }
    }
    func shade(_ scaleX: Double, _ scaleY: Double, bias: Double = 0) throws -> Double {
      // The device pixel's centre coincides with the centre of image column 128.
      let map = Homography(
        AffineTransform(a: scaleX, b: 0, c: 0, d: scaleY, tx: 4.5 - 128.5 * scaleX, ty: 4.5 - 128.5 * scaleY))
      let source = SpanSource.image(ImagePyramid(image), through: map, minification: .trilinear, bias: bias)
      return channels(try fillWhole(source, canvas(9, 9))[4 * 9 + 4])[0]
    }
    let half = 2.0.squareRoot()
    #expect(try shade(1, 1) == 255)
    #expect(abs(try shade(1 / half, 1 / half) - 191.5) <= 2)
    #expect(abs(try shade(0.5, 0.5) - 128) <= 1)
    // Only the minified axis is softened.
    #expect(abs(try shade(1 / half, 1) - 191.5) <= 2)
    #expect(try shade(1, 0.25) == 255)
    // The bias shifts the mip level.
    #expect(abs(try shade(1 / half, 1 / half, bias: 0.5) - 128) <= 1)
    #expect(try shade(1 / half, 1 / half, bias: -0.5) == 255)
    // The bias has no effect without minification.
    #expect(try shade(1, 1, bias: 3) == 255)
  }

  @Test func `under perspective near and far parts have their own filter`() throws {
    let image = try noise(64, 64)
    // About four device pixels per image pixel on the left, less than one on the right.
    let map = Homography(m11: 4, m12: 0, m13: 0.05, m21: 0, m22: 2, m23: 0, m31: 0, m32: 0, m33: 1)
    let back = try #require(map.inverted)
    let c = canvas(61, 60)
    let mixed = try fillWhole(
      .image(ImagePyramid(image), through: map, magnification: .nearest, minification: .linear), c)
    let nearest = try fillWhole(
      .image(ImagePyramid(image), through: map, magnification: .nearest, minification: .nearest), c)
    let linear = try fillWhole(
      .image(ImagePyramid(image), through: map, magnification: .linear, minification: .linear), c)
    var same = (left: 0, right: 0)
    for y in 0..<20 {
      for x in 0..<12 {
        let p = try #require(back.apply(Point(Double(x) + 0.5, Double(y) + 0.5)))
        #expect(
          mixed[y * 61 + x] == image[Int(p.x), Int(p.y)] || difference(mixed[y * 61 + x], nearest[y * 61 + x]) == 0)
        same.left += mixed[y * 61 + x] == nearest[y * 61 + x] ? 1 : 0
        same.right += mixed[y * 61 + x + 48] == linear[y * 61 + x + 48] ? 1 : 0
      }
    }
    #expect(same.left == 240)
    #expect(same.right == 240)
  }

  @Test(arguments: [ImageFilter.linear, .trilinear])
  func `below half size all pixels of the area count`(_ filter: ImageFilter)
    throws
  {
    // A checkerboard of single pixels at an eighth of its size is grey.
    let image = try Bitmap(width: 64, height: 64) { p in
      for i in p.indices { p[i] = (i + i / 64) % 2 == 0 ? 0xFFFF_FFFF : 0xFF00_0000 }
    }
    for map in [
      Homography(AffineTransform.scale(0.125, 0.125)),
      Homography(m11: 0.125, m12: 0, m13: 0.0001, m21: 0, m22: 0.125, m23: 0, m31: 0, m32: 0, m33: 1),
    ] {
      for p in try fillWhole(.image(ImagePyramid(image), through: map, minification: filter), canvas(8, 8)) {
        #expect(difference(p, 0xFF80_8080) <= 1)
      }
    }
  }

  @Test func `the visible part of an image is the rectangle around its pixels`() throws {
    var numbers = Numbers(8)
    for (w, h) in [(1, 1), (5, 3), (40, 31)] {
      let clear = try Bitmap(width: w, height: h) { _ in }
      #expect(ImagePyramid(clear).visibleRect == .empty)
      let full = try noise(w, h)
      #expect(ImagePyramid(full).visibleRect == canvas(Int32(w), Int32(h)))
      for _ in 0..<20 {
        var (x0, y0, x1, y1) = (w, h, 0, 0)
        let image = try Bitmap(width: w, height: h) { pixels in
          for _ in 0..<3 {
            let (x, y) = (Int(numbers.next() * Double(w)), Int(numbers.next() * Double(h)))
            (x0, y0, x1, y1) = (min(x0, x), min(y0, y), max(x1, x + 1), max(y1, y + 1))
            pixels[y * w + x] = 0x0100_0000
          }
        }
        let expected = DeviceRect(x0: Int32(x0), y0: Int32(y0), x1: Int32(x1), y1: Int32(y1))
        #expect(ImagePyramid(image).visibleRect == expected)
      }
    }
  }

  @Test func `an odd image keeps its mean when halved`() throws {
    let image = try Bitmap(width: 5, height: 3) { p in
      for i in p.indices { p[i] = i % 5 == 4 ? 0xFFFF_FFFF : 0xFF00_0000 }
    }
    // Reduced to one pixel: a fifth of the area is white.
    let pixels = try fillWhole(
      .image(ImagePyramid(image), through: Homography(AffineTransform.scale(0.2, 1.0 / 3))), canvas(1, 1))
    #expect(difference(pixels[0], 0xFF33_3333) <= 26)
  }

  @Test func `beyond its bounds an image is extended`() throws {
    let image = try noise(8, 8)
    let bounds = DeviceRect(x0: 2, y0: 2, x1: 6, y1: 6)
    let source = try #require(
      SpanSource.image(
        ImagePyramid(image), through: .identity, magnification: .nearest, minification: .nearest, bounds: bounds))
    let pixels = try draw(in: canvas(8, 8)) { band, scratch in
      fill(canvas(8, 8), source: source, blend: .copy, into: band, scratch: scratch)
    }
    for y in 0..<8 { for x in 0..<8 { #expect(pixels[y * 8 + x] == image[min(max(x, 2), 5), min(max(y, 2), 5)]) } }
  }

  @Test func `an alpha surface tints with a colour`() throws {
    let mask = try CoverageSurface(rect: DeviceRect(x0: 5, y0: 5, x1: 9, y1: 9))
    clear(mask.band, to: 200)
    let red: UInt32 = 0xFF00_00FF
    let source = try #require(SpanSource.mask(mask, color: red, through: .identity))
    let pixels = try fillWhole(source, canvas(12, 12))
    for y in 0..<12 {
      for x in 0..<12 { #expect(pixels[y * 12 + x] == (x >= 5 && x < 9 && y >= 5 && y < 9 ? 0xC800_00C8 : 0)) }
    }
  }

  @Test func `degenerate sources are nothing`() throws {
    let flat = Homography(AffineTransform(a: 1, b: 1, c: 1, d: 1, tx: 0, ty: 0))
    #expect(SpanSource.linear(table, from: .zero, to: Point(1, 0), through: flat) == nil)
    #expect(SpanSource.linear(table, from: Point(3, 3), to: Point(3, 3), through: .identity) == nil)
    #expect(SpanSource.ellipse(table, center: .zero, radii: Size(0, 1), through: .identity) == nil)
    #expect(SpanSource.image(ImagePyramid(try noise(2, 2)), through: flat) == nil)
    #expect(SpanSource.conic(table, center: .zero, angle: .nan, through: .identity) == nil)
  }

  @Test func `alpha pictures are sampled alike by every instruction set, and bilinearly`() throws {
    var numbers = Numbers(77)
    for (width, height) in [(1, 1), (2, 2), (3, 9), (40, 31), (70, 5)] as [(Int32, Int32)] {
      let surface = try CoverageSurface(rect: DeviceRect(x0: -3, y0: 2, x1: width - 3, y1: height + 2))
      let band = surface.band
      for i in 0..<band.rect.width * band.rect.height { band.base[i] = UInt8(numbers.next() * 255.99) }
      for angle in [0, 0.4, 1.7, 3.1] {
        let scale = numbers.next(0.5...3)
        let map = Homography(
          Geometry.AffineTransform(
            a: scale * cos(angle), b: scale * sin(angle), c: -scale * sin(angle), d: scale * cos(angle), tx: 40, ty: 30)
        )
        let source = try #require(SpanSource.mask(surface, color: 0xFF80_40FF, through: map))
        let all = canvas(96, 80)
        func drawn(_ instructions: InstructionSet) throws -> [UInt32] {
          try draw(in: all, instructions: instructions) { band, scratch in
            fill(all, source: source, into: band, scratch: scratch)
          }
        }
        let expected = try drawn(.scalar)
        for set in availableSets { #expect(try drawn(set) == expected, "\(set) \(width)×\(height)") }
        let back = try #require(map.inverted)
        func alpha(_ x: Int, _ y: Int) -> Double {
          let r = band.rect
          guard x >= Int(r.x0), y >= Int(r.y0), x < Int(r.x1), y < Int(r.y1) else { return 0 }
          return Double(band.base[(y - Int(r.y0)) * band.stride + x - Int(r.x0)])
        }
        for y in stride(from: 0, to: 80, by: 7) {
          for x in stride(from: 0, to: 96, by: 5) {
            let p = try #require(back.apply(Point(Double(x) + 0.5, Double(y) + 0.5)))
            let (u, v) = (p.x - 0.5, p.y - 0.5)
            let (i, j) = (Int(u.rounded(.down)), Int(v.rounded(.down)))
            let (a, b) = (u - Double(i), v - Double(j))
            let above = alpha(i, j) * (1 - a) + alpha(i + 1, j) * a
            let below = alpha(i, j + 1) * (1 - a) + alpha(i + 1, j + 1) * a
            #expect(abs(Double(expected[y * 96 + x] >> 24) - (above * (1 - b) + below * b)) < 3)
          }
        }
      }
    }
  }
}

extension SpanSource? {
  static func == (a: SpanSource?, b: _OptionalNilComparisonType) -> Bool {
    if case .none = a { return true }
    return false
  }
}
