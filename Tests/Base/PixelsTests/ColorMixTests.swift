// SPDX-License-Identifier: MIT
import Pixels
import TestSupport
import Testing

/// `color-mix()` as rendered by Chromium 156, on white and on black.
@Suite struct ColorMixTests {
  private static let shown: [(text: String, onWhite: [Int], onBlack: [Int])] = [
    ("color-mix(in srgb, lime 30%, white 20%)", [178, 255, 178], [51, 128, 51]),
    ("color-mix(in srgb, #ff00ff40 10%, white)", [255, 249, 255], [236, 230, 236]),
    ("color-mix(in srgb, #ff00ff40, red 20%)", [255, 153, 204], [102, 0, 51]),
    ("color-mix(in srgb, rebeccapurple, gold 60%)", [194, 149, 61], [194, 149, 61]),
    ("color-mix(in srgb, gold, teal)", [128, 172, 64], [128, 172, 64]),
    ("color-mix(in srgb-linear, rebeccapurple 10%, red)", [245, 11, 50], [245, 11, 50]),
    ("color-mix(in srgb-linear, hsl(200 60% 40%) 30%, black 60%)", [44, 90, 113], [19, 65, 88]),
    ("color-mix(in srgb-linear, lime, gold)", [188, 236, 0], [188, 236, 0]),
    ("color-mix(in srgb-linear, rebeccapurple 30%, lime 60%)", [78, 219, 108], [53, 194, 83]),
    ("color-mix(in srgb-linear, red, #80402080)", [231, 89, 74], [168, 26, 11]),
    ("color-mix(in display-p3, rebeccapurple 30%, gold)", [209, 166, 82], [209, 166, 82]),
    ("color-mix(in display-p3, rgb(20 200 90) 10%, black)", [6, 20, 9], [6, 20, 9]),
    ("color-mix(in display-p3, rebeccapurple 70%, #ff00ff40)", [148, 95, 184], [91, 38, 127]),
    ("color-mix(in display-p3, transparent 70%, red)", [255, 178, 178], [77, 0, 0]),
    ("color-mix(in display-p3, black, gold)", [128, 108, 13], [128, 108, 13]),
    ("color-mix(in a98-rgb, gray 70%, #80402080 60%)", [158, 143, 136], [99, 84, 77]),
    ("color-mix(in a98-rgb, #ff00ff40 10%, lime)", [68, 249, 44], [49, 230, 25]),
    ("color-mix(in a98-rgb, hsl(200 60% 40%) 10%, blue)", [0, 3, 246], [0, 3, 246]),
    ("color-mix(in a98-rgb, #ff00ff40, lime)", [182, 224, 151], [87, 129, 56]),
    ("color-mix(in a98-rgb, gray, black 20%)", [102, 102, 102], [102, 102, 102]),
    ("color-mix(in prophoto-rgb, blue, #80402080)", [133, 88, 208], [70, 25, 145]),
    ("color-mix(in prophoto-rgb, teal 10%, red)", [241, 42, 28], [241, 42, 28]),
    ("color-mix(in prophoto-rgb, rebeccapurple 70%, hsl(200 60% 40%) 20%)", [110, 88, 165], [85, 63, 140]),
    ("color-mix(in prophoto-rgb, rgb(20 200 90) 30%, hsl(200 60% 40%) 20%)", [148, 212, 189], [21, 85, 62]),
    ("color-mix(in prophoto-rgb, rebeccapurple 30%, teal)", [60, 108, 136], [60, 108, 136]),
    ("color-mix(in lab, #80402080 70%, hsl(200 60% 40%))", [161, 149, 148], [72, 60, 59]),
    ("color-mix(in lab, hsl(200 60% 40%) 30%, rebeccapurple 20%)", [166, 176, 207], [39, 49, 80]),
    ("color-mix(in lab, gray 30%, gold)", [218, 188, 71], [218, 188, 71]),
    ("color-mix(in lab, red, rgb(20 200 90))", [187, 144, 44], [187, 144, 44]),
    ("color-mix(in lab, red 30%, teal 20%)", [222, 175, 157], [95, 48, 30]),
    ("color-mix(in oklab, transparent 30%, #80402080 60%)", [217, 197, 188], [39, 19, 10]),
    ("color-mix(in oklab, #80402080 70%, lime 60%)", [155, 203, 91], [87, 135, 23]),
    ("color-mix(in oklab, blue 70%, gold)", [60, 119, 220], [60, 119, 220]),
    ("color-mix(in oklab, #ff00ff40 30%, rebeccapurple)", [147, 97, 183], [90, 40, 126]),
    ("color-mix(in oklab, transparent 70%, #ff00ff40 60%)", [255, 225, 255], [30, 0, 30]),
    ("color-mix(in xyz, gray 10%, gold)", [246, 208, 40], [246, 208, 40]),
    ("color-mix(in xyz, hsl(200 60% 40%), transparent)", [148, 188, 209], [21, 61, 82]),
    ("color-mix(in xyz, red 30%, hsl(200 60% 40%) 20%)", [230, 167, 181], [103, 40, 54]),
    ("color-mix(in xyz, #80402080, white 60%)", [237, 232, 231], [186, 181, 180]),
    ("color-mix(in xyz, gold 30%, white)", [255, 244, 218], [255, 244, 218]),
    ("color-mix(in xyz-d50, teal, rgb(20 200 90) 60%)", [13, 176, 107], [13, 176, 107]),
    ("color-mix(in xyz-d50, gray, red 60%)", [216, 83, 83], [216, 83, 83]),
    ("color-mix(in xyz-d50, hsl(200 60% 40%), black)", [27, 88, 119], [27, 88, 119]),
    ("color-mix(in xyz-d50, blue, gold)", [188, 158, 188], [188, 158, 188]),
    ("color-mix(in xyz-d50, rebeccapurple 70%, white)", [168, 154, 191], [168, 154, 191]),
    ("color-mix(in xyz-d65, black 30%, teal)", [0, 108, 108], [0, 108, 108]),
    ("color-mix(in xyz-d65, rebeccapurple, transparent)", [178, 153, 204], [51, 26, 77]),
    ("color-mix(in xyz-d65, blue, red)", [188, 0, 188], [188, 0, 188]),
    ("color-mix(in xyz-d65, gold 70%, hsl(200 60% 40%))", [219, 193, 93], [219, 193, 93]),
    ("color-mix(in xyz-d65, teal 70%, red)", [149, 108, 108], [149, 108, 108]),
    ("color-mix(in hsl, red, rebeccapurple)", [201, 29, 158], [201, 29, 158]),
    ("color-mix(in hsl longer hue, lime 10%, hsl(200 60% 40%) 60%)", [101, 101, 199], [25, 25, 123]),
    ("color-mix(in hsl longer hue, red 10%, gray 20%)", [204, 204, 229], [26, 26, 51]),
    ("color-mix(in hsl longer hue, #ff00ff40 70%, white)", [241, 237, 225], [107, 103, 91]),
    ("color-mix(in hsl longer hue, gray, #80402080 20%)", [135, 143, 128], [110, 118, 103]),
    ("color-mix(in hwb, rgb(20 200 90) 70%, rebeccapurple)", [29, 182, 186], [29, 182, 186]),
    ("color-mix(in hwb longer hue, hsl(200 60% 40%) 10%, teal 20%)", [216, 220, 182], [38, 42, 4]),
    ("color-mix(in hwb shorter hue, rebeccapurple 70%, lime 60%)", [27, 140, 200], [27, 140, 200]),
    ("color-mix(in hwb increasing hue, blue 70%, black)", [0, 0, 179], [0, 0, 179]),
    ("color-mix(in hwb decreasing hue, red 30%, #ff00ff40)", [255, 134, 218], [121, 0, 84]),
    ("color-mix(in lch, red 30%, transparent 60%)", [255, 179, 179], [76, 0, 0]),
    ("color-mix(in lch shorter hue, white, lime 20%)", [226, 255, 216], [226, 255, 216]),
    ("color-mix(in lch decreasing hue, blue 10%, black 20%)", [187, 183, 202], [9, 5, 24]),
    ("color-mix(in lch shorter hue, rgb(20 200 90) 10%, teal 60%)", [76, 173, 168], [0, 97, 92]),
    ("color-mix(in lch longer hue, black 70%, #ff00ff40 20%)", [83, 71, 65], [19, 7, 1]),
    ("color-mix(in oklch, rebeccapurple 70%, lime 60%)", [0, 157, 244], [0, 157, 244]),
    ("color-mix(in oklch shorter hue, teal, white 20%)", [78, 153, 152], [78, 153, 152]),
    ("color-mix(in oklch shorter hue, teal 70%, hsl(200 60% 40%) 20%)", [25, 140, 148], [0, 115, 123]),
    ("color-mix(in oklch decreasing hue, lime 70%, white 60%)", [166, 255, 159], [166, 255, 159]),
    ("color-mix(in oklch shorter hue, gray 10%, red 20%)", [244, 203, 199], [66, 25, 21]),
    ("color-mix(red, blue)", [140, 83, 162], [140, 83, 162]),
    ("color-mix(in oklab, 25% red, blue)", [81, 71, 210], [81, 71, 210]),
    ("color-mix(in srgb, color-mix(in srgb, red, white), black 20%)", [204, 102, 102], [204, 102, 102]),
    ("color-mix(in srgb, red 0%, blue 0%)", [255, 255, 255], [0, 0, 0]),
  ]

  private func bytes(_ color: Color, over white: Double) -> [Int] {
    [color.red, color.green, color.blue].map { Int((($0 * color.alpha + white * (1 - color.alpha)) * 255).rounded()) }
  }

  @Test(arguments: shown) func `a mix is the browser's`(text: String, onWhite: [Int], onBlack: [Int]) throws {
    let color = try #require(Color(css: text), "\(text)")
    for (expected, white) in [(onWhite, 1.0), (onBlack, 0)] {
      let actual = bytes(color, over: white)
      #expect(zip(actual, expected).allSatisfy { abs($0 - $1) <= 2 }, "\(text): \(actual), not \(expected)")
    }
  }

  @Test func `what is no mix is no colour`() {
    for text in [
      "color-mix()", "color-mix(in srgb)", "color-mix(in srgb, red)", "color-mix(in srgb, red, blue, lime)",
      "color-mix(in cmyk, red, blue)", "color-mix(in srgb longer hue, red, blue)",
      "color-mix(in hsl longer, red, blue)",
      "color-mix(in srgb, red 120%, blue)", "color-mix(in srgb, red -5%, blue)", "color-mix(in srgb, red 5, blue)",
      "color-mix(in srgb, none, blue)", "color-mix(in srgb, red 5% 6%, blue)", "color-mix(in srgb, red, blue",
      "color-mix(in srgb red, blue)",
    ] {
      #expect(Color(css: text) == nil, "\(text)")
    }
    // Nesting of mixes is bounded.
    var deep = "red"
    for _ in 0..<12 { deep = "color-mix(in srgb, \(deep), blue)" }
    #expect(Color(css: deep) == nil)
    #expect(Color(css: "COLOR-MIX( in SRGB , Red 20% , Blue )") != nil)
  }

  private static let spaces = [
    "srgb", "srgb-linear", "display-p3", "a98-rgb", "prophoto-rgb", "rec2020", "lab", "oklab", "xyz", "xyz-d50",
    "xyz-d65", "hsl", "hwb", "lch", "oklch",
  ]

  @Test(arguments: spaces) func `random mixes keep to the rules in every space`(space: String) throws {
    var random = SeededRandom(32_108)
    for _ in 0..<200 {
      func color() -> String {
        "rgb(\(random.next() % 256) \(random.next() % 256) \(random.next() % 256))"
      }
      let (a, b) = (color(), color())
      let p = Int(random.next() % 101)
      func mix(_ text: String) throws -> Color { try #require(Color(css: "color-mix(in \(space), \(text))")) }
      func isNear(_ a: Color, _ b: Color, _ most: Double = 1.01 / 255) -> Bool {
        abs(a.red - b.red) <= most && abs(a.green - b.green) <= most && abs(a.blue - b.blue) <= most
          && abs(a.alpha - b.alpha) <= 1e-9
      }
      let first = try #require(Color(css: a)), second = try #require(Color(css: b))
      // 100% of one colour, in either order, and a colour mixed with itself.
      #expect(isNear(try mix("\(a) 100%, \(b)"), first), "\(a) \(b)")
      #expect(isNear(try mix("\(a), \(b) 100%"), second), "\(a) \(b)")
      #expect(isNear(try mix("\(a) \(p)%, \(a)"), first), "\(a)")
      #expect(isNear(try mix("\(a) \(p)%, \(b)"), try mix("\(b) \(100 - p)%, \(a)"), 1e-6), "\(a) \(b) \(p)")
      #expect(isNear(try mix("\(a) \(p)%, \(b)"), try mix("\(a), \(b) \(100 - p)%"), 1e-9))
      // Percentages that sum to less than 100% leave the mix translucent.
      let part = try mix("\(a) \(p / 2)%, \(b) 10%")
      #expect(abs(part.alpha - Double(p / 2 + 10) / 100) < 1e-9)
    }
  }
}
