// SPDX-License-Identifier: MIT
import Pixels
import Testing

@Suite struct ColorTests {
  @Test(arguments: [
    ("#f80", [255.0, 136, 0, 1]), ("#ff8800cc", [255, 136, 0, 0.8]), ("RGB(9 8 7)", [9, 8, 7, 1]),
    ("rgb(10%,20%,30%)", [26, 51, 77, 1]),
    ("rgb(300 -20 12)", [255, 0, 12, 1]), ("rgb(10 20 30 / none)", [10, 20, 30, 0]),
    ("rgba(1, 2, 3, .4)", [1, 2, 3, 0.4]),
    ("hsl(30 100% 50%)", [255, 127.5, 0, 1]), ("hsl(0.5turn, 100%, 25%)", [0, 127.5, 127.5, 1]),
    ("hwb(0 50% 50%)", [127.5, 127.5, 127.5, 1]),
    ("hwb(120deg 0% 0% / 25%)", [0, 255, 0, 0.25]), ("ReBeccaPurple", [102, 51, 153, 1]),
    ("transparent", [0, 0, 0, 0]),
  ]) func `CSS text is read`(text: String, want: [Double]) throws {
    let c = try #require(Color(css: text))
    for (got, want) in zip([c.red * 255, c.green * 255, c.blue * 255, c.alpha], want) {
      #expect(abs(got - want) < 1e-6)
    }
  }

  @Test(arguments: [
    "", "#", "#12", "#12345g", "redd", "rgb(1 2)", "rgb(1,2 3)", "rgb(1 2 3 4)", "rgb(1 2 3 /)", "rgb(1,2,3,)",
    "rgb(1%,2,3)",
    "hsl(1 2px 3)", "rgb(1 2 3", "hwb(1,2%,3%)",
  ])
  func `what is no colour is refused`(text: String) { #expect(Color(css: text) == nil) }

  /// One colour in many colour spaces, from the web platform tests for CSS Color 4 (css/css-color/lab-001.html and
  /// neighbours).
  @Test(arguments: [
    ("lab(46.2775% -47.5621 48.5837)", [0.0, 128, 0]), ("lab(46.2775 -38.05% 38.867%)", [0, 128, 0]),
    ("lab(0 0 0)", [0, 0, 0]),
    ("lab(100 0 0)", [255, 255, 255]), ("LCH(46.2775% 67.9892 134.3912)", [0, 128, 0]),
    ("lch(50% 50 0)", [192.83, 77.64, 121.29]),
    ("lch(29.6920% 66.8302 327.1094 / 25%)", [128, 0, 128]), ("oklab(51.975% -0.1403 0.10768)", [0, 128, 0]),
    ("oklab(1 0 none)", [255, 255, 255]), ("oklch(51.975% 0.17686 142.495)", [0, 128, 0]),
    ("oklch(0.51975 44.215% 0.395819turn)", [0, 128, 0]), ("oklch(50% 0.2 0)", [179.75, 6, 94.54]),
    ("color(srgb 0 50.196% 0)", [0, 128, 0]), ("color(srgb-linear 0 0.21586 0)", [0, 128, 0]),
    ("color(display-p3 0.216038 0.494184 0.131513)", [0, 128, 0]),
    ("color(a98-rgb 0.281363 0.498012 0.116746)", [0, 128, 0]),
    ("color(prophoto-rgb 0.230479 0.395789 0.129968)", [0, 128, 0]),
    ("color(rec2020 0.235202 0.431704 0.085432)", [0, 128, 0]),
    ("color(xyz 0.07719 0.15438 0.02573)", [0, 128, 0]), ("color(xyz-d65 0.07719 0.15438 0.02573)", [0, 128, 0]),
    ("color(xyz-d50 0.08314 0.154718 0.020998)", [0, 128, 0]),
  ]) func `other spaces are converted to sRGB`(text: String, want: [Double]) throws {
    let c = try #require(Color(css: text))
    for (got, want) in zip([c.red * 255, c.green * 255, c.blue * 255], want) {
      #expect(abs(got - want) < 0.6, "\(text): \(c)")
    }
  }

  @Test func `what is outside sRGB is clipped to it`() throws {
    #expect(Color(css: "color(display-p3 0 1 0)") == Color(red: 0, green: 1, blue: 0))
    #expect(Color(css: "color(srgb 1.5 -0.25 0.5 / 2)") == Color(red: 1, green: 0, blue: 0.5))
    #expect(Color(css: "oklch(200% 5 30)")?.red == 1)
    #expect(Color(css: "lab(150% 0 0 / 50%)")?.alpha == 0.5)
  }

  @Test(arguments: [
    "lab(1,2,3)", "lab(50% 20deg 3)", "lch(50% 20 10%)", "color(1 0 0)", "color(srgb 1 0)", "color(srgb 1 0 0 0)",
    "color(srgb, 1, 0, 0)",
    "color(adobe 1 0 0)", "color()", "oklch(1 2)",
  ])
  func `a wrong colour function is refused`(text: String) { #expect(Color(css: text) == nil) }

  @Test func `premultiplying rounds`() {
    #expect(Color(red: 1, green: 0.5, blue: 0, alpha: 0.5).premultiplied() == 0x8000_4080)
    #expect(Color.white.premultiplied(opacity: 0.2) == 0x3333_3333)
  }
}

@Suite struct BitmapTests {
  @Test func `sizes outside the limits are refused before memory is taken`() {
    for (w, h) in [(0, 1), (1, 0), (-1, 5), (32769, 1), (32768, 32768), (Int.max, Int.max)] {
      #expect(throws: BitmapError.size(width: w, height: h)) { try Bitmap(width: w, height: h) { _ in } }
    }
  }

  @Test func `pixels are read back`() throws {
    let b = try Bitmap(width: 2, height: 1) {
      $0[0] = 0xFF00_00FF
      $0[1] = 0x8000_0040
    }
    #expect(b.color(x: 0, y: 0) == Color(red: 1, green: 0, blue: 0))
    #expect(b.color(x: 1, y: 0) == Color(red: 0.5, green: 0, blue: 0, alpha: 128.0 / 255))
    #expect(b[2, 0] == 0)
    #expect(!b.isOpaque)
  }

  @Test func `every blend mode has its script name`() {
    #expect(BlendMode.graphicsModes.count == 28)
    for mode in BlendMode.allCases { #expect(BlendMode(name: mode.name) == mode) }
  }

  @Test(arguments: [1, 15, 16, 17, 1023, 1024, 1025, 3000]) func `one translucent pixel makes a bitmap translucent`(
    width: Int
  ) throws {
    for at in [0, width / 3, width / 2, width - 2, width - 1] where at >= 0 {
      for alpha in [0, 1, 0x7F, 0xFE, 0xFF] as [UInt32] {
        let bitmap = try Bitmap(width: width, height: 1) { pixels in
          for i in pixels.indices { pixels[i] = 0xFF00_0000 | UInt32(truncatingIfNeeded: i &* 2_654_435_761) }
          pixels[at] = alpha << 24
        }
        #expect(bitmap.isOpaque == (alpha == 0xFF), "alpha \(alpha) at \(at) of \(width)")
      }
    }
  }
}
