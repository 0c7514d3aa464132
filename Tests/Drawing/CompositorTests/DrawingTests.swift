// SPDX-License-Identifier: MIT
import Compositor
import Geometry
import Pixels
import RenderTree
import Testing

/// Recorded drawings.
@Suite struct DrawingTests {
  private func picture(
    _ operations: [DrawingOperation], background: Color? = nil, transform: AffineTransform = .identity,
    clip: Rect? = nil,
    opacity: Double = 1
  )
    throws -> Bitmap
  {
    let drawing = PlacedDrawing(drawing: RecordedDrawing(operations: operations), transform: transform, clip: clip)
    return try render(
      RenderNode(bounds: Rect(0, 0, 40, 40), drawing: drawing, opacity: opacity), width: 40, height: 40,
      background: background)
  }

  @Test func `rasterized drawing starts at its origin`() throws {
    let drawing = RecordedDrawing(operations: [fillOperation(Rect(1, 2, 3, 4), red)])
    let picture = try Compositor.rasterize(drawing, size: Size(10, 8), scale: 2)
    #expect(picture.width == 20 && picture.height == 16 && picture.scale == 2)
    #expect(picture.paintedPixels == 6 * 8 && picture.alpha(2, 4) == 255 && picture.alpha(1, 4) == 0)
  }

  @Test func `clear reaches only the drawing's own image`() throws {
    let operations = [fillOperation(Rect(0, 0, 40, 40), red), DrawingOperation(kind: .clear(Rect(10, 10, 10, 10)))]
    let picture = try picture(operations, background: .white)
    #expect(picture.channels(15, 15) == [255, 255, 255, 255])
    #expect(picture.channels(5, 5) == [255, 0, 0, 255])
  }

  @Test func `blend modes mix within the drawing`() throws {
    let operations = [
      fillOperation(Rect(0, 0, 20, 40), red), fillOperation(Rect(10, 0, 20, 40), green, blendMode: .multiply),
    ]
    let picture = try picture(operations, background: Color(red: 0, green: 0, blue: 1))
    #expect(picture.channels(15, 5) == [0, 0, 0, 255])
    // Over a transparent backdrop, multiply yields the source; the blue below is not multiplied.
    #expect(picture.channels(25, 5) == [0, 255, 0, 255])
  }

  @Test func `clips cut each other`() throws {
    let outer = DrawingClip(area: .path(Path(rect: Rect(5, 5, 20, 20)), .nonZero), parent: nil)
    var circle = Path()
    circle.addEllipse(in: Rect(15, 15, 20, 20))
    let inner = DrawingClip(area: .path(circle, .nonZero), parent: outer)
    let picture = try picture([fillOperation(Rect(0, 0, 40, 40), red, clip: inner)])
    #expect(picture.alpha(20, 20) == 255)
    #expect(picture.alpha(30, 25) == 0)
    #expect(picture.alpha(6, 6) == 0)
    #expect(abs(picture.area - .pi * 100 / 4) < 3)
  }

  @Test func `image masks clip by alpha`() throws {
    let half = try bitmap(2, 1) { x, _ in x == 0 ? 0x8000_0000 : 0xFF00_0000 }
    let clip = DrawingClip(area: .mask(half, AffineTransform(a: 20, b: 0, c: 0, d: 20, tx: 10, ty: 10)), parent: nil)
    let picture = try picture([fillOperation(Rect(0, 0, 40, 40), red, clip: clip)])
    #expect(abs(picture.alpha(11, 20) - 128) <= 2 && picture.alpha(28, 20) == 255)
    #expect(picture.alpha(9, 20) == 0 && picture.alpha(30, 20) == 0)
  }

  @Test func `fractional clips cover part of a pixel`() throws {
    let clip = DrawingClip(area: .path(Path(rect: Rect(5.5, 5, 10, 10)), .nonZero), parent: nil)
    let picture = try picture([fillOperation(Rect(0, 0, 40, 40), red, clip: clip)])
    #expect(abs(picture.alpha(5, 8) - 128) <= 1 && picture.alpha(6, 8) == 255 && abs(picture.alpha(15, 8) - 128) <= 1)
    let placed = try self.picture([fillOperation(Rect(0, 0, 40, 40), red)], clip: Rect(5.5, 5, 10, 10))
    #expect(placed.distance(to: picture) <= 1)
  }

  @Test func `transparency layers fade as a whole`() throws {
    let operations = [
      DrawingOperation(kind: .beginLayer, alpha: 0.5), fillOperation(Rect(0, 0, 20, 20), red),
      fillOperation(Rect(10, 10, 20, 20), blue),
      DrawingOperation(kind: .endLayer), fillOperation(Rect(35, 35, 5, 5), green),
    ]
    let picture = try picture(operations)
    #expect(picture.channels(15, 15) == [0, 0, 128, 128])
    #expect(picture.channels(5, 5) == [128, 0, 0, 128])
    #expect(picture.channels(37, 37) == [0, 255, 0, 255])
    // Layers left open, or closed once too often, lose no drawing.
    #expect(try self.picture(Array(operations[0..<3])).channels(15, 15) == [0, 0, 128, 128])
    #expect(try self.picture([operations[3], operations[1]]).channels(5, 5) == [255, 0, 0, 255])
  }

  @Test func `shadows fall beneath their operation`() throws {
    let shadow = DrawingShadow(offset: Size(8, 0), sigma: 1, color: .black)
    let picture = try picture([fillOperation(Rect(5, 5, 10, 20), red, shadow: shadow)])
    #expect(picture.channels(8, 10) == [255, 0, 0, 255])
    #expect(picture.channels(14, 10) == [255, 0, 0, 255])
    #expect(picture.channels(19, 10)[0] == 0 && picture.alpha(19, 10) > 230)
    let layer = [
      DrawingOperation(kind: .beginLayer, shadow: shadow), fillOperation(Rect(5, 5, 10, 20), red),
      DrawingOperation(kind: .endLayer),
    ]
    #expect(try self.picture(layer).distance(to: picture) <= 1)
  }

  @Test func `shadow offset ignores the operation's transform`() throws {
    var op = fillOperation(Rect(0, 0, 10, 10), red, shadow: DrawingShadow(offset: Size(12, 0), sigma: 0, color: .black))
    op.transform = AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 15, ty: 10)
    let picture = try picture([op])
    #expect(picture.alpha(20, 15) == 255 && picture.alpha(10, 25) == 0)
  }

  @Test func `glyphs are filled at their positions`() throws {
    let run = GlyphRun(
      font: SquareFont(), fontSize: 8, glyphs: [1, 0, 1], positions: [Point(5, 20), Point(12, 20), Point(20, 20)],
      text: "x x")
    let picture = try picture([DrawingOperation(kind: .glyphs(run, .color(red)))])
    #expect(picture.paintedPixels == 2 * 48)
    #expect(picture.alpha(5, 12) == 255 && picture.alpha(13, 15) == 0 && picture.alpha(25, 19) == 255)
  }

  @Test func `gradients fill what the clip leaves`() throws {
    let stops = GradientStops(colors: [.black, .white], locations: [0, 1])
    let clip = DrawingClip(area: .path(Path(rect: Rect(0, 10, 40, 10)), .nonZero), parent: nil)
    func op(_ kind: DrawingGradient.Kind, extends: Bool) -> DrawingOperation {
      DrawingOperation(
        kind: .gradient(DrawingGradient(kind: kind, stops: stops, extendsStart: extends, extendsEnd: extends)),
        clip: clip)
    }
    let linear = try picture([op(.linear(from: Point(10, 0), to: Point(30, 0)), extends: true)])
    #expect(linear.paintedPixels == 400 && linear.channels(5, 15)[0] == 0 && linear.channels(35, 15)[0] == 255)
    #expect(abs(linear.channels(20, 15)[0] - 130) <= 4)
    let ended = try picture([op(.linear(from: Point(10, 0), to: Point(30, 0)), extends: false)])
    #expect(ended.paintedPixels == 200)
    let radial = try picture([
      op(.radial(from: Point(20, 15), startRadius: 0, to: Point(20, 15), endRadius: 10), extends: false)
    ])
    #expect(radial.alpha(20, 15) == 255 && radial.alpha(35, 15) == 0)
  }

  @Test func `images fill their rectangle`() throws {
    let image = try bitmap(2, 2) { x, y in x == 0 && y == 0 ? 0xFF00_00FF : 0xFFFF_0000 }
    let picture = try picture([DrawingOperation(kind: .image(image, Rect(10, 10, 20, 20), .nearest), alpha: 0.5)])
    #expect(picture.paintedPixels == 400)
    #expect(picture.channels(12, 12) == [128, 0, 0, 128] && picture.channels(25, 12) == [0, 0, 128, 128])
  }

  @Test func `a drawing is one piece of its node`() throws {
    let operations = [fillOperation(Rect(0, 0, 20, 20), red), fillOperation(Rect(10, 10, 20, 20), blue)]
    #expect(try picture(operations, opacity: 0.5).channels(15, 15) == [0, 0, 128, 128])
    let drawing = PlacedDrawing(drawing: RecordedDrawing(operations: operations))
    let separate = RenderNode(bounds: Rect(0, 0, 40, 40), drawing: drawing, opacity: 0.5, isGroupOpacity: false)
    #expect(try render(separate, width: 40, height: 40).channels(15, 15) == [0, 0, 128, 128])
  }

  @Test func `placement maps the drawing`() throws {
    let picture = try picture(
      [fillOperation(Rect(0, 0, 5, 5), red)], transform: AffineTransform(a: 2, b: 0, c: 0, d: -2, tx: 10, ty: 30))
    #expect(
      picture.paintedPixels == 100 && picture.alpha(10, 20) == 255 && picture.alpha(19, 29) == 255
        && picture.alpha(10, 30) == 0)
  }
}
