// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import Raster
import Testing

/// Band heights, thread counts and instruction sets must not change a byte.
struct InvarianceTests {
  static let width: Int32 = 301
  static let height: Int32 = 270
  static var all: DeviceRect { canvas(width, height) }

  static let table = GradientTable(
    colors: [.white, Color(red: 0.2, green: 0.8, blue: 0.1, alpha: 0.4), .black, Color(red: 1, green: 0, blue: 0)],
    locations: [0, 0.45, 0.45, 1])

  static func picture() throws -> Bitmap {
    try Bitmap(width: 61, height: 47) { pixels in
      var numbers = Numbers(3)
      for i in pixels.indices { pixels[i] = numbers.pixel() }
    }
  }

  static let turned = Homography(AffineTransform(a: 2.1, b: 0.9, c: -0.8, d: 1.9, tx: 60, ty: 20))
  static let tilted = Homography(
    m11: 2.4, m12: 0.5, m13: 0.004, m21: -0.3, m22: 2.2, m23: 0.003, m31: 40, m32: 30, m33: 1)
  static let shrunk = Homography(AffineTransform(a: 0.21, b: 0.05, c: -0.06, d: 0.31, tx: 100.3, ty: 80.7))
  static let receding = Homography(
    m11: 1.2, m12: 0.4, m13: 0.02, m21: -0.3, m22: 1.4, m23: 0.015, m31: 60, m32: 30, m33: 1)

  static func sources() throws -> [(String, SpanSource?)] {
    let pyramid = ImagePyramid(try picture())
    let mask = try CoverageSurface(rect: canvas(50, 50))
    for i in 0..<2500 { mask.band.base[i] = UInt8(i * 7 % 256) }
    var list: [(String, SpanSource?)] = [
      ("solid", .solid(0xC040_2080)), ("opaque", .solid(0xFF40_2080)),
      ("vertical", .linear(table, from: Point(0, 10), to: Point(0, 200), through: .identity)),
      (
        "two circles",
        .radial(table, from: Point(100, 90), startRadius: 10, to: Point(160, 120), endRadius: 90, through: turned)
      ),
      ("mask", .mask(mask, color: 0xFF20_F040, through: turned)),
      ("tilted mask", .mask(mask, color: 0xFF20_F040, through: tilted)),
    ]
    for (name, map) in [("turned", turned), ("tilted", tilted)] {
      list.append(("linear \(name)", .linear(table, from: .zero, to: Point(70, 40), through: map)))
      list.append(("ellipse \(name)", .ellipse(table, center: Point(40, 30), radii: Size(60, 40), through: map)))
      list.append(("conic \(name)", .conic(table, center: Point(40, 30), angle: 1, through: map)))
    }
    for (name, map) in [("turned", turned), ("tilted", tilted), ("shrunk", shrunk), ("receding", receding)] {
      for edges in [EdgeMode.clamp, .repeat, .transparent] {
        for filter in [ImageFilter.nearest, .linear, .trilinear] {
          list.append(
            (
              "\(filter) \(edges) \(name)",
              .image(pyramid, through: map, magnification: filter, minification: filter, edges: edges, bias: 0.3)
            ))
        }
      }
    }
    return list
  }

  static func shape() -> Outline {
    var p = Path(circle: Point(150, 140), radius: 120)
    p.addRect(Rect(20.3, 30.7, 200.4, 100.2))
    var numbers = Numbers(8)
    p.addPath(Path(polygon: (0..<60).map { _ in numbers.point(in: Rect(-20, -20, 350, 310)) }))
    return outline(p, in: all)
  }

  static func background(_ x: Int, _ y: Int) -> UInt32 { (x / 20 + y / 20) % 2 == 0 ? 0xFF80_C0A0 : 0x4010_2030 }

  @Test func `every source gives the same bytes`() throws {
    let shape = Self.shape()
    for (name, source) in try Self.sources() {
      let source = try #require(source, "\(name)")
      let body: (PixelBand, BandScratch) -> Void = { band, scratch in
        fill(shape, rule: .evenOdd, source: source, opacity: 230, into: band, scratch: scratch)
      }
      let expected = try draw(in: Self.all, background: Self.background, body)
      for set in availableSets {
        for bandHeight: Int32 in [7, 64, 135] {
          let result = try draw(
            in: Self.all, bandHeight: bandHeight, instructions: set, background: Self.background, body)
          #expect(result == expected, "\(name), \(set), \(bandHeight) rows")
        }
      }
    }
  }

  @Test func `every blend mode gives the same bytes`() throws {
    let shape = Self.shape()
    let gradient = try #require(SpanSource.linear(Self.table, from: .zero, to: Point(70, 40), through: Self.turned))
    let clip = try CoverageSurface(rect: DeviceRect(x0: 30, y0: 20, x1: 280, y1: 250))
    coverage(
      outline(Path(circle: Point(150, 130), radius: 100), in: Self.all), into: clip.band, combining: .set,
      scratch: BandScratch())
    for mode in BlendMode.allCases {
      for source in [gradient, .solid(0xC040_2080)] {
        for clip in [nil, clip.band] {
          let body: (PixelBand, BandScratch) -> Void = { band, scratch in
            fill(shape, source: source, blend: mode, into: band, clip: clip, scratch: scratch)
          }
          let expected = try draw(in: Self.all, background: Self.background, body)
          for set in availableSets {
            let result = try draw(in: Self.all, bandHeight: 64, instructions: set, background: Self.background, body)
            #expect(result == expected, "\(mode), \(set)")
          }
        }
      }
    }
  }

  @Test func `a rectangle is the same with and without its fast path`() throws {
    let r = Rect(10.3, 20.6, 200.9, 150.45)
    let fast = outline(Path(rect: r), in: Self.all)
    #expect(fast.isRectangle)
    // A third, empty contour prevents detection as a rectangle.
    var path = Path(rect: r)
    path.addRect(Rect(10.3, 30, 0, 50))
    let slow = outline(path, in: Self.all)
    #expect(!slow.isRectangle)
    for source in [
      SpanSource.solid(0xC040_2080),
      try #require(SpanSource.conic(Self.table, center: Point(90, 90), angle: 0, through: .identity)),
    ] {
      let a = try draw(in: Self.all, background: Self.background) { fill(fast, source: source, into: $0, scratch: $1) }
      let b = try draw(in: Self.all, background: Self.background) { fill(slow, source: source, into: $0, scratch: $1) }
      #expect(a == b)
    }
    #expect(try coverageBytes(fast, in: Self.all) == coverageBytes(slow, in: Self.all))
  }

  @Test func `narrow bands show the same pixels`() throws {
    let shape = Self.shape()
    let source = try #require(
      SpanSource.ellipse(Self.table, center: Point(40, 30), radii: Size(60, 40), through: Self.turned))
    for source in [source, .solid(0xFF40_2080)] {
      let expected = try draw(in: Self.all) { fill(shape, source: source, into: $0, scratch: $1) }
      let tiled = try draw(in: Self.all) { band, scratch in
        for x in stride(from: Int32(0), to: Self.width, by: 37) {
          for y in stride(from: Int32(0), to: Self.height, by: 29) {
            fill(
              shape, source: source, into: band.cropped(to: DeviceRect(x0: x, y0: y, x1: x + 37, y1: y + 29)),
              scratch: scratch)
          }
        }
      }
      #expect(tiled == expected)
    }
  }

  @Test func `the solid path and the mask path agree`() throws {
    let shape = Self.shape()
    let whole = try CoverageSurface(rect: Self.all)
    clear(whole.band, to: 255)
    for rule in [FillRule.nonZero, .evenOdd] {
      let fused = try draw(in: Self.all, background: Self.background) {
        fill(shape, rule: rule, source: .solid(0x9040_2080), into: $0, scratch: $1)
      }
      let clipped = try draw(in: Self.all, background: Self.background) {
        fill(shape, rule: rule, source: .solid(0x9040_2080), into: $0, clip: whole.band, scratch: $1)
      }
      #expect(fused == clipped)
    }
  }

  @Test func `a clip is the same as multiplied coverage`() throws {
    let shape = Self.shape()
    let clip = try CoverageSurface(rect: DeviceRect(x0: 11, y0: 9, x1: 290, y1: 260))
    let scratch = BandScratch()
    coverage(
      outline(Path(circle: Point(140, 130), radius: 110), in: Self.all), into: clip.band, combining: .set,
      scratch: scratch)
    let product = try CoverageSurface(rect: Self.all)
    coverage(shape, into: product.band, combining: .set, scratch: scratch)
    multiply(product.band, by: clip.band, scratch: scratch)
    let conic = try #require(SpanSource.conic(Self.table, center: Point(40, 30), angle: 1, through: Self.turned))
    for source in [SpanSource.solid(0xFF40_2080), .solid(0x7040_2060), conic] {
      let clipped = try draw(in: Self.all, background: Self.background) {
        fill(shape, source: source, into: $0, clip: clip.band, scratch: $1)
      }
      let masked = try draw(in: Self.all, background: Self.background) {
        fill(Self.all, source: source, into: $0, clip: product.band, scratch: $1)
      }
      #expect(clipped == masked)
    }
  }

  @Test func `blurs give the same bytes`() throws {
    let picture = try PixelSurface(rect: canvas(101, 67))
    let mask = try CoverageSurface(rect: canvas(101, 67))
    var numbers = Numbers(4)
    for i in 0..<(101 * 67) {
      picture.band.base[i] = numbers.pixel()
      mask.band.base[i] = UInt8(numbers.next() * 255)
    }
    for (sx, sy) in [(0.0, 1.3), (1.9, 2), (5, 11.5), (40, 0)] {
      let blur = PyramidBlur(sigmaX: sx, sigmaY: sy)
      let target = picture.rect.outset(dx: blur.marginX, dy: blur.marginY)
      var results: [[UInt8]] = []
      for set in availableSets {
        let a = try PixelSurface(rect: target)
        let b = try CoverageSurface(rect: target)
        try blur.apply(from: picture.band, to: a.band, instructions: set)
        try blur.apply(from: mask.band, to: b.band, threads: 3, instructions: set)
        let n = target.width * target.height
        results.append(
          Array(UnsafeRawBufferPointer(start: a.band.base, count: n * 4))
            + Array(UnsafeBufferPointer(start: b.band.base, count: n)))
      }
      for r in results { #expect(r == results[0]) }
    }
  }
}

extension Path {
  /// Appends all subpaths of another path.
  fileprivate mutating func addPath(_ p: Path) {
    var at = 0
    for verb in p.verbs {
      switch verb {
      case .move: move(to: p.points[at])
      case .line: addLine(to: p.points[at])
      case .quad: addQuadCurve(control: p.points[at], to: p.points[at + 1])
      case .cubic: addCurve(control1: p.points[at], control2: p.points[at + 1], to: p.points[at + 2])
      case .close: closeSubpath()
      }
      at += verb.pointCount
    }
  }
}
