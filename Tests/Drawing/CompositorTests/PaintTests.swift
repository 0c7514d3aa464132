// SPDX-License-Identifier: MIT
import Compositor
import Geometry
import Pixels
import RenderTree
import TestSupport
import Testing

/// The painting of a single layer: `rendering.md` 2, 4 and 5, `layer-classes.md` 2 and 3.
@Suite struct PaintTests {
  @Test func `border of five paints 1300 pixels`() throws {
    let node = RenderNode(bounds: Rect(0, 0, 80, 60), border: Border(width: 5, paint: .color(.black)))
    let picture = try render(node, width: 100, height: 80)
    #expect(picture.paintedPixels == 1300)
    #expect(picture.area == 1300)
  }

  @Test func `border of half the side fills`() throws {
    let node = RenderNode(bounds: Rect(0, 0, 80, 60), border: Border(width: 30, paint: .color(.black)))
    #expect(try render(node, width: 100, height: 80).area == 4800)
  }

  @Test func `border lies over children that stick out`() throws {
    let node = RenderNode(
      bounds: Rect(0, 0, 40, 40), background: .color(.white), children: [box(Rect(-10, -10, 60, 60), red)],
      border: Border(width: 4, paint: .color(blue)))
    let picture = try render(node, width: 60, height: 60, x: -10, y: -10)
    #expect(picture.channels(5, 5) == [255, 0, 0, 255])
    #expect(picture.channels(11, 11) == [0, 0, 255, 255])
    #expect(picture.channels(30, 30) == [255, 0, 0, 255])
  }

  /// Transparent margins are not painted. A pixel of alpha 0 and red 1 in each corner makes an image that has none, and
  /// changes red by one level at most.
  @Test(arguments: 0..<150) func `an image with transparent margins is painted as one without`(_ seed: Int) throws {
    var random = SeededRandom(UInt64(seed))
    let (w, h) = (Int.random(in: 1...60, using: &random), Int.random(in: 1...60, using: &random))
    let (x0, y0) = (Int.random(in: 0..<w, using: &random), Int.random(in: 0..<h, using: &random))
    let (x1, y1) = (Int.random(in: x0..<w, using: &random), Int.random(in: y0..<h, using: &random))
    func image(_ corner: UInt32) throws -> Bitmap {
      try bitmap(w, h) { x, y in
        if x >= x0, x <= x1, y >= y0, y <= y1 { return 0xFF80_4020 }
        return (x == 0 || x == w - 1) && (y == 0 || y == h - 1) ? corner : 0
      }
    }
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    let scale = [0.06, 0.15, 0.4, 1, 2, 5][seed % 6] * number(0.8...1.2)
    let transform = Transform3D(
      m11: scale * number(-1.2...1.2), m12: scale * number(-1.2...1.2), m21: scale * number(-1.2...1.2),
      m22: scale * number(-1.2...1.2))
    let filters: [SamplingFilter] = [.nearest, .linear, .trilinear]
    let (larger, smaller) = (filters[seed % 2], filters[seed % 3])
    let mirror = seed % 5 == 0 ? -1.0 : 1
    let beyond = seed % 4 == 0 ? number(0...20) : 0
    let source = Rect(-beyond, mirror < 0 ? Double(h) : 0, Double(w) + 2 * beyond, mirror * Double(h))
    let isUpright = seed % 7 == 0
    let placed = isUpright ? Transform3D.scale(scale, scale, 1) : transform
    let opacity = number(0.3...1)
    func picture(_ image: Bitmap) throws -> Bitmap {
      let contents = Contents(
        image: image, pieces: [.init(source: source, destination: Rect(0, 0, Double(w) + 2 * beyond, Double(h)))],
        magnification: larger, minification: smaller)
      let node = RenderNode(
        bounds: Rect(0, 0, Double(w) + 2 * beyond, Double(h)),
        placement: place(Rect(60 - Double(w) / 2, 60 - Double(h) / 2, Double(w) + 2 * beyond, Double(h)), placed),
        contents: contents, opacity: opacity)
      return try render(node, width: 120, height: 120)
    }
    let (cut, whole) = (try picture(image(0)), try picture(image(1)))
    for (p, q) in zip(cut.pixels, whole.pixels) where p != q {
      #expect(p >> 8 == q >> 8 && abs(Int(p & 255) - Int(q & 255)) <= 1, "\(w)×\(h) \(placed)")
      return
    }
  }

  @Test func `shape fill and stroke cover the reference areas`() throws {
    func shape(_ fill: Bool, _ stroke: Bool, end: Double = 1) throws -> Double {
      let shape = Shape(
        path: Path(rect: Rect(10, 10, 40, 30)), fill: fill ? .color(red) : nil, stroke: stroke ? .color(blue) : nil,
        strokeStyle: StrokeStyle(width: 4), strokeEnd: end)
      return try render(RenderNode(bounds: .zero, shape: shape), width: 70, height: 60).area
    }
    #expect(try shape(true, false) == 1200)
    #expect(try shape(false, true) == 560)
    #expect(try shape(true, true) == 1496)
    #expect(try shape(false, true, end: 0.5) == 280)
    #expect(try shape(false, true, end: 0) == 0)
  }

  @Test func `corners cut the background but not children`() throws {
    let corner = box(Rect(0, 0, 10, 10), red)
    func layer(_ masks: Bool) -> RenderNode {
      RenderNode(bounds: Rect(0, 0, 60, 60), corners: Corners(radius: 20), children: [corner], masksToBounds: masks)
    }
    #expect(try render(layer(false), width: 60, height: 60).area == 100)
    let masked = try render(layer(true), width: 60, height: 60).area
    #expect(masked > 20 && masked < 80)
  }

  @Test(arguments: [0.0, 0.3, 1.1]) func `rounded background has the area of its outline`(_ angle: Double) throws {
    let node = group([box(Rect(20, 20, 60, 40), red, corners: Corners(radius: 12), transform: .rotation(angle))])
    let area = 2400 - (4 - Double.pi) * 144
    #expect(abs(try render(node, width: 100, height: 80).area - area) < 3)
  }

  @Test func `continuous corners cut more than circular ones`() throws {
    func area(_ isContinuous: Bool) throws -> Double {
      try render(
        box(Rect(0, 0, 100, 100), red, corners: Corners(radius: 20, isContinuous: isContinuous)), width: 100,
        height: 100
      ).area
    }
    let circular = try area(false)
    let continuous = try area(true)
    #expect(continuous < circular && circular - continuous < 60)
  }

  private func shade(_ gradient: Gradient, _ x: Int, _ y: Int) throws -> Double {
    let node = RenderNode(bounds: Rect(0, 0, 80, 60), gradient: gradient)
    // Ten pixels per point, so that a pixel's centre nearly coincides with the point.
    let picture = try render(node, width: 80, height: 60, scale: 10)
    return Double(picture.channels(min(x * 10, 799), min(y * 10, 599))[0]) / 255
  }

  @Test func `gradients run in unit space`() throws {
    let stops = GradientStops(colors: [.black, .white], locations: [0, 1])
    let radial = Gradient(kind: .radial, stops: stops, start: Point(0.5, 0.5), end: Point(1, 1))
    #expect(abs(try shade(radial, 80, 30) - 1) < 0.02)
    #expect(abs(try shade(radial, 60, 30) - 0.5) < 0.02)
    #expect(try shade(radial, 0, 0) == 1)
    let conic = Gradient(kind: .conic, stops: stops, start: Point(0.5, 0.5), end: Point(1, 0.5))
    #expect(abs(try shade(conic, 40, 60) - 0.25) < 0.02)
    let diagonal = Gradient(kind: .axial, stops: stops, start: Point(0, 0), end: Point(1, 1))
    #expect(abs(try shade(diagonal, 80, 0) - 0.5) < 0.02)
    #expect(abs(try shade(diagonal, 0, 60) - 0.5) < 0.02)
  }

  @Test func `gradient fills the rounded outline`() throws {
    let stops = GradientStops(colors: [red, red], locations: [0, 1])
    let node = RenderNode(
      bounds: Rect(0, 0, 40, 40), corners: Corners(radius: 20),
      gradient: Gradient(kind: .axial, stops: stops, start: Point(0.5, 0), end: Point(0.5, 1)))
    #expect(abs(try render(node, width: 40, height: 40).area - .pi * 400) < 3)
  }

  @Test func `contents pieces copy pixels exactly`() throws {
    let image = try bitmap(4, 3) { x, y in 0xFF00_0000 | UInt32(x * 40) | UInt32(y * 50) << 8 }
    func picture(_ source: Rect) throws -> Bitmap {
      let contents = Contents(image: image, pieces: [.init(source: source, destination: Rect(1, 2, 4, 3))])
      return try render(RenderNode(bounds: Rect(0, 0, 6, 6), contents: contents), width: 6, height: 6)
    }
    let upright = try picture(Rect(0, 0, 4, 3))
    let flipped = try picture(Rect(0, 3, 4, -3))
    for y in 0..<3 {
      for x in 0..<4 {
        #expect(upright[x + 1, y + 2] == image[x, y])
        #expect(flipped[x + 1, y + 2] == image[x, 2 - y])
      }
    }
    #expect(upright.paintedPixels == 12)
  }

  @Test func `contents outside the image extend its edge`() throws {
    let image = try bitmap(2, 1) { x, _ in x == 0 ? 0xFF00_00FF : 0xFFFF_0000 }
    let contents = Contents(
      image: image, pieces: [.init(source: Rect(-2, 0, 6, 1), destination: Rect(0, 0, 6, 4))], magnification: .nearest)
    let picture = try render(RenderNode(bounds: Rect(0, 0, 6, 4), contents: contents), width: 6, height: 4)
    #expect((0..<6).map { picture.channels($0, 2)[0] } == [255, 255, 255, 0, 0, 0])
  }

  @Test(arguments: [0.0, 0.37, 1.2]) func `pieces meet without seams`(_ angle: Double) throws {
    let image = try bitmap(9, 9) { _, _ in 0xFFFF_FFFF }
    let cuts = [0.0, 13.3, 41.7, 60]
    var pieces: [Contents.Piece] = []
    for i in 0..<3 {
      for j in 0..<3 {
        pieces.append(
          .init(
            source: Rect(Double(i) * 3, Double(j) * 3, 3, 3),
            destination: Rect(cuts[i], cuts[j], cuts[i + 1] - cuts[i], cuts[j + 1] - cuts[j])))
      }
    }
    let node = RenderNode(
      bounds: Rect(0, 0, 60, 60), placement: place(Rect(20, 20, 60, 60), .rotation(angle)),
      contents: Contents(image: image, pieces: pieces)
    )
    let whole = RenderNode(
      bounds: Rect(0, 0, 60, 60), placement: place(Rect(20, 20, 60, 60), .rotation(angle)), background: .color(.white))
    let options = CompositorOptions()
    let cut = try render(group([node]), width: 100, height: 100, background: .black, options: options)
    let uncut = try render(group([whole]), width: 100, height: 100, background: .black, options: options)
    #expect(cut.distance(to: uncut) <= 3)
  }

  @Test func `edges that are not antialiased fall on whole pixels`() throws {
    let picture = try render(group([box(Rect(2.3, 2.3, 10.4, 10.4), red, edges: [])]), width: 20, height: 20)
    #expect(picture.paintedPixels == Int(picture.area))
    #expect(picture.alpha(2, 5) == 255 && picture.alpha(12, 5) == 255 && picture.alpha(13, 5) == 0)
    let left = try render(
      group([box(Rect(2.3, 2.3, 10.4, 10.4), red, edges: [.right, .top, .bottom])]), width: 20, height: 20)
    #expect(left.alpha(2, 5) == 255 && left.alpha(12, 5) > 100 && left.alpha(12, 5) < 255)
  }

  @Test func `patterns repeat from their origin`() throws {
    let tile = try bitmap(2, 2) { x, y in x == y ? 0xFF00_00FF : 0xFFFF_0000 }
    let node = RenderNode(
      bounds: Rect(0, 0, 8, 8), background: .pattern(Pattern(image: tile, transform: .translation(1, 0))))
    let picture = try render(node, width: 8, height: 8)
    #expect(picture.channels(0, 0) == [0, 0, 255, 255])
    #expect(picture.channels(1, 0) == [255, 0, 0, 255])
    #expect(picture.channels(2, 1) == [255, 0, 0, 255])
    #expect(picture.channels(7, 6) == [255, 0, 0, 255])
  }
}
