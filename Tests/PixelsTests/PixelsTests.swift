import Pixels
import Testing

@Suite struct ColorTests {
  @Test(arguments: [
    ("#f80", [255.0, 136, 0, 1]), ("#ff8800cc", [255, 136, 0, 0.8]), ("RGB(9 8 7)", [9, 8, 7, 1]), ("rgb(10%,20%,30%)", [26, 51, 77, 1]),
    ("rgb(300 -20 12)", [255, 0, 12, 1]), ("rgb(10 20 30 / none)", [10, 20, 30, 0]), ("rgba(1, 2, 3, .4)", [1, 2, 3, 0.4]),
    ("hsl(30 100% 50%)", [255, 127.5, 0, 1]), ("hsl(0.5turn, 100%, 25%)", [0, 127.5, 127.5, 1]),
    ("hwb(0 50% 50%)", [127.5, 127.5, 127.5, 1]),
    ("hwb(120deg 0% 0% / 25%)", [0, 255, 0, 0.25]), ("ReBeccaPurple", [102, 51, 153, 1]), ("transparent", [0, 0, 0, 0]),
  ]) func cssTextIsRead(text: String, want: [Double]) throws {
    let c = try #require(Color(css: text))
    for (got, want) in zip([c.red * 255, c.green * 255, c.blue * 255, c.alpha], want) { #expect(abs(got - want) < 1e-6) }
  }

  @Test(arguments: [
    "", "#", "#12", "#12345g", "redd", "rgb(1 2)", "rgb(1,2 3)", "rgb(1 2 3 4)", "rgb(1 2 3 /)", "rgb(1,2,3,)", "rgb(1%,2,3)",
    "hsl(1 2px 3)", "rgb(1 2 3", "hwb(1,2%,3%)",
  ])
  func whatIsNoColourIsRefused(text: String) { #expect(Color(css: text) == nil) }

  @Test func premultiplyingRounds() {
    #expect(Color(red: 1, green: 0.5, blue: 0, alpha: 0.5).premultiplied() == 0x8000_4080)
    #expect(Color.white.premultiplied(opacity: 0.2) == 0x3333_3333)
  }
}

@Suite struct BitmapTests {
  @Test func sizesOutsideTheLimitsAreRefusedBeforeMemoryIsTaken() {
    for (w, h) in [(0, 1), (1, 0), (-1, 5), (32769, 1), (32768, 32768), (Int.max, Int.max)] {
      #expect(throws: BitmapError.size(width: w, height: h)) { try Bitmap(width: w, height: h) { _ in } }
    }
  }

  @Test func pixelsAreReadBack() throws {
    let b = try Bitmap(width: 2, height: 1) {
      $0[0] = 0xFF00_00FF
      $0[1] = 0x8000_0040
    }
    #expect(b.color(x: 0, y: 0) == Color(red: 1, green: 0, blue: 0))
    #expect(b.color(x: 1, y: 0) == Color(red: 0.5, green: 0, blue: 0, alpha: 128.0 / 255))
    #expect(b[2, 0] == 0)
    #expect(!b.isOpaque)
  }

  @Test func everyBlendModeHasItsScriptName() {
    #expect(BlendMode.graphicsModes.count == 28)
    for mode in BlendMode.allCases { #expect(BlendMode(name: mode.name) == mode) }
  }
}
