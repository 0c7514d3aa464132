// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import Raster
import Testing

/// No input from a script may crash, hang or exhaust memory.
struct HostileInputTests {
  let c = canvas(100, 80)
  static let wild: [Double] = [.nan, .infinity, -.infinity, 1e300, -1e300, 1e18, -1e18, 4e9, -3e5, 1e-300, 0, 5]

  @Test func `wild coordinates are safe`() throws {
    let scratch = BandScratch()
    let surface = try PixelSurface(rect: c)
    var numbers = Numbers(1)
    func any() -> Double { Self.wild[Int(numbers.next() * Double(Self.wild.count))] }
    func point() -> Point { Point(any(), any()) }
    for round in 0..<300 {
      var p = Path()
      p.move(to: point())
      p.addLine(to: point())
      p.addQuadCurve(control: point(), to: point())
      p.addCurve(control1: point(), control2: point(), to: point())
      if round % 2 == 0 { p.closeSubpath() }
      let map =
        round % 3 == 0
        ? Homography(AffineTransform(a: any(), b: any(), c: any(), d: any(), tx: any(), ty: any()))
        : round % 3 == 1
          ? .identity : Homography(m11: 1, m12: 0, m13: any(), m21: 0, m22: 1, m23: any(), m31: any(), m32: 0, m33: 1)
      fill(outline(p, in: c, through: map), source: .solid(0xFF00_0000), into: surface.band, scratch: scratch)
      let style = StrokeStyle(
        width: abs(any()), cap: .round, join: .round, miterLimit: any(),
        dashPattern: round % 5 == 0 ? [any(), any()] : [], dashPhase: any()
      )
      fill(
        strokeOutline(p, style, in: c, through: map), source: .solid(0xFF00_0000), into: surface.band, scratch: scratch)
      let table = GradientTable(
        colors: [.white, Color(red: any(), green: any(), blue: any(), alpha: any())], locations: [any(), any()])
      for source in [
        SpanSource.linear(table, from: point(), to: point(), through: map),
        .ellipse(table, center: point(), radii: Size(any(), any()), through: map),
        .radial(table, from: point(), startRadius: any(), to: point(), endRadius: any(), through: map),
        .conic(table, center: point(), angle: any(), through: map),
      ] {
        if let source { fill(c, source: source, into: surface.band, scratch: scratch) }
      }
    }
  }

  @Test func `wild image maps are safe`() throws {
    let scratch = BandScratch()
    let surface = try PixelSurface(rect: c)
    let pyramid = ImagePyramid(try Bitmap(width: 3, height: 1) { $0[0] = 0xFFFF_FFFF })
    var numbers = Numbers(2)
    func any() -> Double { Self.wild[Int(numbers.next() * Double(Self.wild.count))] }
    for round in 0..<300 {
      let map = Homography(
        m11: any(), m12: any(), m13: round % 2 == 0 ? 0 : any(), m21: any(), m22: any(),
        m23: round % 2 == 0 ? 0 : any(), m31: any(),
        m32: any(), m33: 1)
      let edges = [EdgeMode.clamp, .repeat, .transparent][round % 3]
      let filter = [ImageFilter.nearest, .linear, .trilinear][round / 3 % 3]
      if let s = SpanSource.image(
        pyramid, through: map, magnification: filter, minification: filter, edges: edges, bias: any())
      {
        fill(c, source: s, into: surface.band, scratch: scratch)
      }
    }
  }

  @Test func `a huge shape covers the canvas`() throws {
    for size in [1e5, 1e7, 1e12, 1e30] {
      #expect(try area(outline(Path(rect: Rect(-size, -size, 2 * size, 2 * size)), in: c), in: c) == 8000)
      // A diagonal through the middle of the canvas.
      let half = Path(polygon: [
        Point(-size + 50, -size + 40), Point(size + 50, size + 40), Point(-size + 50, size + 40),
      ])
      if size <= 1e12 { #expect(abs(try area(outline(half, in: c), in: c) - 4000) < 20, "\(size)") }
    }
  }

  @Test func `one bad subpath leaves the others`() throws {
    var p = Path(rect: Rect(.nan, 0, 10, 10))
    p.addRect(Rect(10, 10, 20, 20))
    #expect(try area(outline(p, in: c), in: c) == 400)
  }

  @Test func `empty things paint nothing`() throws {
    let scratch = BandScratch()
    let surface = try PixelSurface(rect: .empty)
    #expect(surface.band.rect.isEmpty)
    fill(c, source: .solid(1), into: surface.band, scratch: scratch)
    composite(surface.band, onto: surface.band, scratch: scratch)
    #expect(outline(Path(), in: c).isEmpty)
    #expect(outline(Path(rect: Rect(5, 5, 0, 20)), in: c).isEmpty)
    #expect(outline(Path(rect: Rect(5, 5, 20, 20)), in: .empty).isEmpty)
    let mask = try CoverageSurface(rect: .empty)
    #expect(SpanSource.mask(mask, color: 1, through: .identity).map { _ in true } == nil)
    try PyramidBlur(sigmaX: 3, sigmaY: 3).apply(from: mask.band, to: mask.band)
  }

  @Test func `too large a surface is an error`() {
    #expect(throws: SurfaceError.size(width: 65536, height: 65536)) { try PixelSurface(rect: canvas(65536, 65536)) }
  }

  @Test func `a rectangle around wild numbers is limited`() {
    #expect(DeviceRect(around: Rect(.nan, 0, 1, 1)).isEmpty)
    #expect(DeviceRect(around: Rect(-1e300, -1e300, .infinity, .infinity)).x0 == -DeviceRect.limit)
    #expect(DeviceRect(around: Rect(0.5, 0.5, 1, 1)) == DeviceRect(x0: 0, y0: 0, x1: 2, y1: 2))
  }

  @Test func `fills on surfaces with offsets stay inside`() throws {
    // A frame of guard pixels around the band must survive.
    let outer = try PixelSurface(rect: canvas(40, 40))
    clear(outer.band, to: 0x1234_5678)
    let inner = outer.band.cropped(to: DeviceRect(x0: 10, y0: 10, x1: 29, y1: 31))
    for set in availableSets {
      let scratch = BandScratch(instructions: set)
      for mode in BlendMode.allCases {
        fill(
          outline(Path(circle: Point(20, 20), radius: 30), in: canvas(40, 40)), source: .solid(0x8010_2030),
          blend: mode, into: inner,
          scratch: scratch)
        fill(
          outline(Path(circle: Point(20, 20), radius: 8), in: canvas(40, 40)), source: .solid(0x8010_2030), blend: mode,
          into: inner,
          scratch: scratch)
      }
    }
    for y in 0..<40 {
      for x in 0..<40 where !(x >= 10 && x < 29 && y >= 10 && y < 31) {
        #expect(outer.band.base[y * 40 + x] == 0x1234_5678)
      }
    }
  }
}
