// SPDX-License-Identifier: MIT
import Compositor
import Geometry
import Pixels
import Raster
import RenderTree
import Synchronization
import Testing

/// A font whose glyphs are rectangles of 6 by 8; counts the outlines requested.
private final class CountingFont: GlyphSource {
  let asked = Mutex(0)
  let inkBounds: Rect?
  init(inkBounds: Rect? = nil) { self.inkBounds = inkBounds }
  func outline(of glyph: UInt32) -> Path {
    asked.withLock { $0 += 1 }
    return glyph == 0 ? Path() : Path(rect: Rect(0, -8, 6 * Double(glyph), 8))
  }
  var faceName: String { "Counting" }
  var file: (path: String, index: Int) { ("", 0) }
}

/// Glyphs drawn as masks.
@Suite struct GlyphTests {
  private func picture(
    _ positions: [Point], glyphs: [UInt32]? = nil, font: any GlyphSource = SquareFont(), size: Double = 8,
    color: Color = .black, paint: DrawingPaint? = nil, blendMode: BlendMode = .normal, clip: DrawingClip? = nil,
    transform: AffineTransform = .identity, _ options: CompositorOptions = CompositorOptions()
  ) throws -> Bitmap {
    let run = GlyphRun(
      font: font, fontSize: size, glyphs: glyphs ?? positions.map { _ in 1 }, positions: positions, text: "")
    let operation = DrawingOperation(
      kind: .glyphs(run, paint ?? .color(color)), transform: transform, blendMode: blendMode, clip: clip)
    let drawing = PlacedDrawing(drawing: RecordedDrawing(operations: [operation]))
    return try render(
      RenderNode(bounds: Rect(0, 0, 64, 64), drawing: drawing), width: 64, height: 64, background: .white,
      options: options)
  }

  private var exactly: CompositorOptions {
    var options = CompositorOptions()
    options.placesGlyphsExactly = true
    return options
  }

  @Test func `at quarters of a pixel a mask is the outline`() throws {
    for x in 0..<4 {
      for y in 0..<4 {
        let places = [Point(5 + Double(x) / 4, 20 + Double(y) / 4), Point(20.5, 40 - Double(y) / 4)]
        #expect(try picture(places).isEqual(to: picture(places, exactly)), "\(x) \(y)")
      }
    }
  }

  @Test func `a glyph lies within an eighth of a pixel of its place`() throws {
    // The centroid of a rectangle's ink is the rectangle's centre.
    func middle(_ x: Double, _ y: Double) throws -> Point {
      let shown = try picture([Point(x, y)], color: .black)
      var sum = Point.zero
      var weight = 0.0
      for py in 0..<64 {
        for px in 0..<64 {
          let ink = Double(255 - shown.channels(px, py)[0])
          sum = sum + Point(Double(px) + 0.5, Double(py) + 0.5) * ink
          weight += ink
        }
      }
      return sum * (1 / weight) - Point(3, -4)
    }
    var before = try middle(20, 30)
    for step in 0...96 {
      let at = Point(20 + Double(step) / 32, 30 + Double(step) / 48)
      let shown = try middle(at.x, at.y)
      #expect(abs(shown.x - at.x) <= 0.13 && abs(shown.y - at.y) <= 0.13, "\(at) \(shown)")
      // A glyph in motion never steps back, and advances at most a quarter of a pixel.
      #expect(shown.x >= before.x - 0.005 && shown.x <= before.x + 0.26)
      before = shown
    }
  }

  @Test func `glyphs that share a pixel cover it together`() throws {
    // The second glyph begins in the middle of the pixel in which the first ends.
    let half = Color(red: 0, green: 0, blue: 0, alpha: 0.5)
    let touching = [Point(4.5, 20), Point(10.5, 20)]
    let whole = try picture(touching, color: half)
    #expect(whole.channels(10, 15) == whole.channels(8, 15))
    // The order of the glyphs does not matter.
    #expect(try picture(touching.reversed(), color: half).isEqual(to: whole))
    // Overlapping glyphs are painted once, like a single outline.
    #expect(
      try picture([Point(4, 20), Point(7, 20)], color: half).isEqual(
        to: picture([Point(4, 20), Point(7, 20)], color: half, exactly)))
  }

  @Test func `masks are painted as outlines are in every mode, through clips and with patterns`() throws {
    let places = [Point(5.25, 20.5), Point(12.5, 20), Point(17.25, 22), Point(40.75, 60)]
    var oval = Path()
    oval.addEllipse(in: Rect(3.3, 8.7, 50, 30))
    let clip = DrawingClip(area: .path(oval, .nonZero), parent: nil)
    let checks = try bitmap(16, 16) { x, y in (x / 4 + y / 4) % 2 == 0 ? 0xFF20_60C0 : 0x8000_4040 }
    let paints: [DrawingPaint] = [
      .color(Color(red: 0.2, green: 0.7, blue: 0.4, alpha: 0.6)),
      .pattern(Pattern(image: checks, transform: AffineTransform(a: 0.9, b: 0.3, c: -0.3, d: 0.9, tx: 1, ty: 2))),
    ]
    for mode in BlendMode.allCases {
      for (k, paint) in paints.enumerated() {
        for clip in [nil, clip] {
          let masks = try picture(places, paint: paint, blendMode: mode, clip: clip)
          let outlines = try picture(places, paint: paint, blendMode: mode, clip: clip, exactly)
          #expect(masks.isEqual(to: outlines), "\(mode) \(k) \(clip != nil)")
        }
      }
    }
  }

  @Test func `turned, large and distant glyphs are outlines at their exact places`() throws {
    let places = [Point(5.1, 20.1), Point(20.2, 40.3)]
    let turned = AffineTransform(a: 0.95, b: 0.3, c: -0.3, d: 0.95, tx: 10, ty: 0)
    #expect(try picture(places, transform: turned).isEqual(to: picture(places, transform: turned, exactly)))
    #expect(try picture(places, size: 65).isEqual(to: picture(places, size: 65, exactly)))
    // A glyph far wider than its font is high.
    #expect(
      try picture([Point(-700.3, 20)], glyphs: [300]).isEqual(to: picture([Point(-700.3, 20)], glyphs: [300], exactly)))
    for v in [Double.infinity, .nan, 1e300, -1e9, 131_072] {
      #expect(try picture([Point(v, 20), Point(20, v)]).isEqual(to: picture([])))
    }
  }

  @Test func `a line outside of the picture is left out before its glyphs are looked up`() throws {
    let ink = Rect(0, -8, 12, 8)
    for (places, count) in [
      ([Point(5, -20), Point(15, -20)], 0), ([Point(5, 90), Point(30, 90)], 0), ([Point(90, 20)], 0),
      ([Point(5, 20), Point(15, 20)], 1), ([Point(5, -20), Point(15, 20)], 1),
    ] {
      let font = CountingFont(inkBounds: ink)
      let shown = try picture(places, font: font)
      #expect(font.asked.withLock { $0 } == count, "\(places)")
      #expect(try shown.isEqual(to: picture(places, font: CountingFont())))
    }
  }

  @Test func `masks are kept for the next pictures, up to a limit`() throws {
    let font = CountingFont()
    var options = CompositorOptions()
    let atlas = GlyphAtlas()
    options.glyphAtlas = atlas
    let first = try picture([Point(5, 20)], font: font, options)
    #expect(atlas.bytes > 0)
    #expect(try picture([Point(5, 20)], font: font, options).isEqual(to: first))
    #expect(font.asked.withLock { $0 } == 1)
    atlas.removeAll()
    #expect(atlas.bytes == 0)
    #expect(try picture([Point(5, 20)], font: font, options).isEqual(to: first))
    #expect(font.asked.withLock { $0 } == 2)
    // Many sizes, most of which are evicted.
    let small = GlyphAtlas(limit: 20_000)
    options.glyphAtlas = small
    for step in 0..<40 {
      _ = try picture([Point(5, 20)], font: font, transform: .scale(1 + Double(step) / 40, 1), options)
      #expect(small.bytes <= 20_000)
    }
    #expect(small.bytes > 0)
  }

  @Test func `a picture that needs too much memory for its glyphs is refused`() {
    var options = CompositorOptions()
    options.glyphMemoryBudget = 100
    #expect {
      try picture([Point(5, 20)], options)
    } throws: { "\($0)".contains("needs more than 100 bytes for its glyphs; use fewer different fonts") }
  }
}
