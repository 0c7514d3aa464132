// SPDX-License-Identifier: MIT
import Pixels
import TestSupport
import Testing

/// Mixing and changes of colours. The expected values come from a program of its own, in Python, that takes OKLab's
/// published matrices from linear sRGB to its cones, and CSS Color 4's text for colours outside of sRGB.
@Suite struct MixingTests {
  private let blue: Color = "blue"
  private let yellow: Color = "yellow"

  @Test func `the middle of blue and yellow depends on the space`() {
    #expect(blue.mixed(with: yellow, in: .srgb).hex == "#808080")
    #expect(blue.mixed(with: yellow, in: .linear).hex == "#bcbcbc")
    #expect(blue.mixed(with: yellow).hex == "#6cabc7")
    #expect(blue.mixed(with: yellow, in: .oklch).hex == "#00bdb0")
    #expect(blue.mixed(with: yellow, fraction: 0).hex == "#0000ff")
    #expect(blue.mixed(with: yellow, fraction: 1).hex == "#ffff00")
    #expect(blue.mixed(with: yellow, fraction: 9).hex == "#ffff00")
  }

  @Test func `OKLCH has the published values`() {
    func near(_ a: OKLCHColor, _ l: Double, _ x: Double, _ y: Double) -> Bool {
      let c = (x * x + y * y).squareRoot()
      return abs(a.lightness - l) < 2e-5 && abs(a.chroma - c) < 2e-5
    }
    let red: Color = "red"
    #expect(near(red.oklch, 0.62796, 0.22486, 0.12585))
    #expect(near(blue.oklch, 0.45201, -0.03246, -0.31153))
    #expect(near(Color.white.oklch, 1, 0, 0))
    #expect(Color.white.oklch.chroma == 0)
    #expect(Color(white: 0.5).oklch.hue == 0)
  }

  @Test(arguments: [
    (0.9, 0.4, 264.0, "#c7deff"), (0.5, 0.3, 150, "#007c25"), (0.7, 0.4, 30, "#ff5843"), (1.2, 0.1, 30, "#ffffff"),
    (-0.1, 0.1, 30, "#000000"), (0.6, 0, 0, "#808080"),
  ]) func `a colour outside of sRGB loses chroma`(_ l: Double, _ c: Double, _ degrees: Double, _ hex: String) {
    let made = Color(OKLCHColor(lightness: l, chroma: c, hue: degrees * .pi / 180))
    // The searches may end one level apart.
    let expected = Color(css: hex) ?? .clear
    for (a, b) in [(made.red, expected.red), (made.green, expected.green), (made.blue, expected.blue)] {
      #expect(abs(a - b) <= 1.01 / 255, "\(made.hex)")
    }
  }

  @Test func `a round trip through OKLCH keeps every colour`() {
    var random = SeededRandom(4)
    for _ in 0..<20_000 {
      func part() -> Double { .random(in: 0...1, using: &random) }
      let c = Color(red: part(), green: part(), blue: part(), alpha: part())
      let back = Color(c.oklch)
      for (a, b) in [(c.red, back.red), (c.green, back.green), (c.blue, back.blue), (c.alpha, back.alpha)] {
        #expect(abs(a - b) < 1e-6, "\(c.hex) \(back.hex)")
      }
    }
  }

  @Test func `mixes lie between their colours, weighted by opacity, in every space`() {
    var random = SeededRandom(6)
    for _ in 0..<2000 {
      func part() -> Double { .random(in: 0...1, using: &random) }
      let a = Color(red: part(), green: part(), blue: part(), alpha: part())
      let b = Color(red: part(), green: part(), blue: part(), alpha: part())
      for space in MixingSpace.allCases {
        for hue in HuePath.allCases {
          let c = a.mixed(with: b, fraction: part(), in: space, hue: hue)
          for v in [c.red, c.green, c.blue] { #expect(v >= 0 && v <= 1) }
          #expect(c.alpha >= min(a.alpha, b.alpha) - 1e-12 && c.alpha <= max(a.alpha, b.alpha) + 1e-12)
        }
        let start = a.mixed(with: b, fraction: 0, in: space)
        for (v, w) in [(start.red, a.red), (start.green, a.green), (start.blue, a.blue)] where a.alpha > 0.01 {
          #expect(abs(v - w) < 1e-5, "\(space)")
        }
      }
    }
    let clear = Color.clear.mixed(with: "red", fraction: 0.25)
    #expect(clear.hex == "#ff000040")
  }

  @Test func `hues go the way that is named`() {
    let red: Color = "red"
    let green: Color = "lime"
    let short = red.mixed(with: green, in: .hsl)
    let long = red.mixed(with: green, in: .hsl, hue: .longer)
    #expect(short.hex == "#ffff00")
    #expect(long.hex == "#0000ff")
    #expect(red.mixed(with: green, in: .hsl, hue: .increasing).hex == "#ffff00")
    #expect(red.mixed(with: green, in: .hsl, hue: .decreasing).hex == "#0000ff")
  }

  @Test func `lightness, chroma and hue change one by one`() {
    let teal: Color = "teal"
    #expect(abs(teal.lightened(by: 0.1).oklch.lightness - teal.oklch.lightness - 0.1) < 1e-3)
    #expect(abs(teal.darkened(by: 0.1).oklch.lightness - teal.oklch.lightness + 0.1) < 1e-2)
    #expect(teal.lightened(by: 5).hex == "#ffffff")
    #expect(teal.darkened(by: 5).hex == "#000000")
    #expect(teal.grey.oklch.chroma < 1e-6)
    #expect(abs(teal.saturated(by: 0.5).oklch.chroma - teal.oklch.chroma / 2) < 1e-6)
    let turned = teal.saturated(by: 0.5).rotated(by: .pi / 2)
    #expect(abs(turned.oklch.hue - (teal.oklch.hue + .pi / 2)) < 1e-6)
  }

  @Test func `contrast is WCAG 2's`() {
    #expect(abs(Color.black.contrast(with: .white) - 21) < 1e-12)
    let grey: Color = "#767676"
    #expect(abs(grey.contrast(with: .white) - 4.54) < 0.005)
    #expect(grey.contrast(with: .white) == Color.white.contrast(with: grey))
    let navy: Color = "navy"
    #expect(navy.readable() == .white)
    #expect(yellow.readable() == .black)
    #expect(yellow.readable(["red", "navy"]) == navy)
    #expect(Color(red: 1, green: 0.5, blue: 0, alpha: 0.5).hex == "#ff800080")
  }
}

@Suite struct PaletteTests {
  @Test func `every palette has colours, and its ends`() throws {
    #expect(ColorPalette.names.count == 40)
    for name in ColorPalette.names {
      let palette = try #require(ColorPalette.named(name.uppercased()))
      #expect(palette.colors.count >= 8)
      #expect(palette.color(at: 0) == palette.colors.first)
      #expect(palette.color(at: 1) == palette.colors.last)
      #expect(palette.colors(7).count == 7)
      for color in palette.colors(300) { #expect(color.red >= 0 && color.red <= 1) }
    }
    #expect(ColorPalette.named("tableau10") == nil)
  }

  @Test func `palettes have their published colours`() throws {
    let viridis = try #require(ColorPalette.named("viridis"))
    #expect(viridis.colors.count == 256)
    #expect(viridis.color(at: 0).hex == "#440154")
    #expect(viridis.color(at: 1).hex == "#fde725")
    #expect(ColorPalette.named("Okabe-Ito")?.colors(3).map(\.hex) == ["#000000", "#e69f00", "#56b4e9"])
    #expect(ColorPalette.named("Set2")?.colors(9).map(\.hex).suffix(2) == ["#b3b3b3", "#66c2a5"])
    #expect(ColorPalette.named("RdBu")?.color(at: 0.5).hex == "#f7f7f7")
  }

  @Test func `sequential palettes go from light to dark or dark to light`() throws {
    for name in ColorPalette.names {
      let palette = try #require(ColorPalette.named(name))
      guard palette.kind == .sequential else { continue }
      let lightness = palette.colors(20).map(\.oklch.lightness)
      let rises = zip(lightness, lightness.dropFirst()).filter { $0 < $1 }.count
      #expect(rises == 0 || rises == 19, "\(name)")
    }
  }

  @Test func `the main colours of a picture have their shares`() throws {
    let bitmap = try Bitmap(width: 100, height: 50, scale: 1) { pixels in
      for i in pixels.indices {
        pixels[i] = (i % 100 < 60 ? "red" : i % 100 < 90 ? "#0040ff" : Color.white as Color).premultiplied()
      }
    }
    let colors = bitmap.mainColors(3)
    #expect(colors.map(\.color.hex) == ["#ff0000", "#0040ff", "#ffffff"])
    #expect(abs(colors[0].share - 0.6) < 0.05 && abs(colors.reduce(0) { $0 + $1.share } - 1) < 1e-12)
    // It has no more colours than that.
    #expect(bitmap.mainColors(20).count < 8)
    let clear = try Bitmap(width: 3, height: 3, scale: 1) { pixels in for i in pixels.indices { pixels[i] = 0 } }
    #expect(clear.mainColors(3).isEmpty)
  }
}
