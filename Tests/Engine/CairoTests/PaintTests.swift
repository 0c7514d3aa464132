// SPDX-License-Identifier: MIT
import Geometry
import Glibc
import LayerModel
import Pixels
import RenderTree
import Testing
import TestSupport

private let red = Color(red: 1, green: 0, blue: 0)
private let green = Color(red: 0, green: 0.6, blue: 0)
private let blue = Color(red: 0, green: 0, blue: 1)

/// A small bitmap of random colours and alphas.
func randomBitmap(_ width: Int, _ height: Int, opaque: Bool, _ random: inout SeededRandom) throws -> Bitmap {
  try Bitmap(width: width, height: height) { pixels in
    for i in pixels.indices {
      let c = Color(
        red: Double.random(in: 0...1, using: &random), green: Double.random(in: 0...1, using: &random),
        blue: Double.random(in: 0...1, using: &random), alpha: opaque ? 1 : Double.random(in: 0...1, using: &random))
      pixels[i] = c.premultiplied()
    }
  }
}

struct PaintTests {
  private let stops = [(0.0, red), (0.3, green), (0.3, blue), (1, Color.white)]

  @Test(arguments: [true, false]) func `linear gradients agree`(extends: Bool) throws {
    let c = try compared(fine: 1) { canvas in
      try canvas.rotate(0.1)
      try canvas.linear(stops, Point(20.3, 15), Point(70, 64.5), extends: extends)
    }
    // Dithering shifts a colour by a quarter of a level on average.
    #expect(c.mean < 0.75 && c.bad < 0.02, "\(c)")
  }

  @Test(
    arguments: [true, false],
    [
      (Point(48, 48), 0.0, Point(48, 48), 40.0), (Point(48, 48), 12, Point(48, 48), 40),
      (Point(40, 40), 5, Point(50, 52), 38),
      (Point(30, 30), 20, Point(66, 60), 8), (Point(30, 40), 0, Point(70, 60), 15),
      (Point(20, 48), 15, Point(75, 48), 15),
    ] as [(Point, Double, Point, Double)])
  func `radial gradients agree`(extends: Bool, circles: (Point, Double, Point, Double)) throws {
    let c = try compared(fine: 1) { canvas in
      try canvas.radial(stops, circles.0, circles.1, circles.2, circles.3, extends: extends)
    }
    #expect(c.mean < 1.25 && c.bad < 0.03, "\(c)")
  }

  @Test func `conic gradients follow the angle`() throws {
    let context = GraphicsContext(bounds: Rect(0, 0, 96, 96))
    try context.drawConicGradient([.black, .white], locations: nil, center: Point(40, 50), angle: 0.7)
    let drawn = try rasterized(context)
    for y in stride(from: 0, to: 96, by: 3) {
      for x in stride(from: 0, to: 96, by: 3) {
        var t = (atan2(Double(y) + 0.5 - 50, Double(x) + 0.5 - 40) - 0.7) / (2 * .pi)
        t -= t.rounded(.down)
        // The seam itself depends on rounding.
        if t < 0.01 || t > 0.99 { continue }
        #expect(abs(Double(drawn[x, y] & 255) - t * 255) <= 1.5, "(\(x), \(y))")
      }
    }
  }

  @Test(arguments: [true, false]) func `images are stretched alike`(smooth: Bool) throws {
    var random = SeededRandom(4)
    let image = try randomBitmap(7, 5, opaque: true, &random)
    let c = try compared(fine: 1) { canvas in
      try canvas.image(image, Rect(3, 4, 90, 85), smooth: smooth)
    }
    #expect(c.mean < 1 && c.bad < 0.01, "\(c)")
    let turned = try compared(fine: 1) { canvas in
      try canvas.translate(48, 10)
      try canvas.rotate(0.6)
      try canvas.image(image, Rect(0, 0, 50, 40), smooth: smooth)
    }
    #expect(turned.mean < 1.5 && turned.bad < 0.03, "\(turned)")
  }

  @Test func `masks and patterns are stretched alike`() throws {
    var random = SeededRandom(5)
    let image = try randomBitmap(6, 6, opaque: false, &random)
    let c = try compared(fine: 1) { canvas in
      try canvas.masked(blue, by: image, Rect(8, 8, 80, 40))
      try canvas.translate(30, 50)
      try canvas.rotate(-0.2)
      try canvas.masked(red, by: image, Rect(0, 0, 40, 40))
    }
    #expect(c.mean < 0.6 && c.bad < 0.02, "\(c)")
    let tile = try randomBitmap(8, 8, opaque: true, &random)
    let tiles = try compared(fine: 1) { canvas in
      try canvas.arc(48, 48, 40, 0, 7, clockwise: false)
      try canvas.pattern(tile, tile: Rect(5, 3, 16, 16))
    }
    #expect(tiles.mean < 1 && tiles.bad < 0.02, "\(tiles)")
  }

  @Test func `an opaque image masks by its luminance`() throws {
    let greys = try Bitmap(width: 3, height: 1) {
      $0[0] = 0xFF00_0000; $0[1] = 0xFF80_8080; $0[2] = 0xFFFF_FFFF
    }
    let context = GraphicsContext(bounds: Rect(0, 0, 3, 1))
    try context.setInterpolationQuality(.none)
    try context.clipToMask(Rect(0, 0, 3, 1), Image(greys))
    try context.setFillColor(blue)
    try context.fill(Rect(0, 0, 3, 1))
    let drawn = try rasterized(context)
    #expect((0..<3).map { drawn[$0, 0] } == [0, 0x8080_0000, 0xFFFF_0000])
  }

  @Test(arguments: BlendMode.graphicsModes.filter { $0.cairo != nil })
  func `blend modes agree`(mode: BlendMode) throws {
    // Random colours and alphas over random ones.
    var random = SeededRandom(6)
    let below = try randomBitmap(48, 48, opaque: false, &random)
    let above = try randomBitmap(48, 48, opaque: false, &random)
    let c = try compared(width: 48, height: 48, fine: 1) { canvas in
      try canvas.image(below, Rect(0, 0, 48, 48), smooth: false)
      try canvas.blend(mode)
      try canvas.image(above, Rect(0, 0, 48, 48), smooth: false)
    }
    // Both round to 8 bits; the hue is unstable for nearly grey colours.
    #expect(c.mean < 0.8 && c.most <= (mode.rawValue >= 12 && mode.rawValue <= 15 ? 6 : 4), "\(c)")
  }

  @Test func `blend modes fade with coverage`() throws {
    for mode in [BlendMode.multiply, .difference, .copy, .sourceIn, .destinationOut, .xor] {
      let c = try compared { canvas in
        try canvas.paint(Color(red: 0.9, green: 0.7, blue: 0.2, alpha: 0.8))
        try canvas.arc(48, 48, 33.3, 0, 7, clockwise: false)
        try canvas.clip()
        try canvas.blend(mode)
        try canvas.paint(Color(red: 0.2, green: 0.4, blue: 0.9, alpha: 0.6))
      }
      #expect(c.mean < 0.4 && c.most < 24 && c.mostInside <= 2, "\(mode): \(c)")
    }
  }

  @Test func `plus darker adds what is missing`() throws {
    var random = SeededRandom(8)
    let below = try randomBitmap(32, 32, opaque: false, &random)
    let above = try randomBitmap(32, 32, opaque: false, &random)
    let context = GraphicsContext(bounds: Rect(0, 0, 32, 32))
    try context.setInterpolationQuality(.none)
    try context.draw(Image(below), in: Rect(0, 0, 32, 32))
    try context.setBlendMode(.plusDarker)
    try context.draw(Image(above), in: Rect(0, 0, 32, 32))
    let drawn = try rasterized(context)
    for y in 0..<32 {
      for x in 0..<32 {
        let (s, d, r) = (above[x, y], below[x, y], drawn[x, y])
        func channel(_ p: UInt32, _ k: UInt32) -> Double { Double(p >> k & 255) / 255 }
        let alpha = min(1, channel(s, 24) + channel(d, 24))
        #expect(abs(channel(r, 24) - alpha) < 1.01 / 255)
        for k in [UInt32(0), 8, 16] {
          let want = max(0, alpha - ((channel(s, 24) - channel(s, k)) + (channel(d, 24) - channel(d, k))))
          #expect(abs(channel(r, k) - want) < 1.01 / 255)
        }
      }
    }
  }

  @Test func `transparency layers are composited as a whole`() throws {
    let c = try compared { canvas in
      try canvas.paint(Color(red: 0.9, green: 0.9, blue: 0.6))
      try canvas.arc(50, 45, 36, 0, 7, clockwise: false)
      try canvas.clip()
      try canvas.group(alpha: 0.5) {
        try canvas.rect(5, 5, 50, 50)
        try canvas.fill(red)
        try canvas.rect(30, 30, 50.5, 50.5)
        try canvas.fill(blue)
        try canvas.group(alpha: 0.7) {
          try canvas.rect(0, 40, 96, 12)
          try canvas.fill(green)
        }
      }
    }
    #expect(c.mean < 0.1 && c.most < 24 && c.mostInside <= 2, "\(c)")
  }

  /// The clip's edge must cut a layer once, not each of its pieces.
  @Test func `a clip cuts a transparency layer once`() throws {
    let context = GraphicsContext(bounds: Rect(0, 0, 4, 4))
    try context.fill(Rect(0, 0, 4, 4))
    try context.clip(to: Rect(0.5, 0, 3, 4))
    try context.beginTransparencyLayer()
    for _ in 0..<5 {
      try context.setFillColor(.white)
      try context.fill(Rect(0, 0, 4, 4))
    }
    try context.endTransparencyLayer()
    let drawn = try rasterized(context)
    #expect((127...128).contains(drawn[0, 2] & 255))
    #expect(drawn[1, 2] == 0xFFFF_FFFF)
  }
}
