// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import RenderTree
import TestSupport
import Testing
import TextLayout

/// Axes, features, widths and palettes of the fonts in Tests/Fonts.
@Suite struct FontSettingTests {
  private let typesetter = Typesetter(fontFile: { FontData(try Checkout.read("Tests/Fonts/" + $0), path: $0) })

  private func frame(
    _ text: String, _ font: String, size: Double = 1000, _ set: (inout TextAttributes) -> Void = { _ in }
  ) throws -> TextFrame {
    var attributes = TextAttributes()
    set(&attributes)
    return try typesetter.layout(
      TextRequest(runs: [TextRun(string: text, font: font, fontSize: size, color: .black, attributes: attributes)]))
  }

  private func tag(_ text: String) throws -> FontTag { try #require(FontTag(text)) }

  /// The right edge of the bar A and its advance, in thousandths of an em.
  private func bar(_ frame: TextFrame) throws -> (right: Double, advance: Double) {
    let run = try #require(frame.pieces.first?.run)
    let box = try #require(run.font.outline(of: run.glyphs[0]).boundingBoxOfPath)
    return (box.maxX.rounded(), frame.size.width.rounded())
  }

  @Test(
    arguments: [
      ("wght", 400, 300, 600), ("wght", 900, 500, 800), ("wght", 650, 400, 700), ("wght", 100, 200, 500),
      ("wght", 250, 250, 550), ("wdth", 125, 400, 700), ("wght", 5000, 500, 800), ("wght", -9, 200, 500),
    ] as [(String, Double, Double, Double)])
  func `a place on an axis moves outlines and advances`(
    axis: String, value: Double, right: Double, advance: Double
  ) throws {
    let axis = try tag(axis)
    // Both layout paths: with Hebrew next to it, the text is laid out by Pango.
    for suffix in ["", "ש"] {
      let whole = try frame("A" + suffix, "Varied.ttf") {
        $0.fontVariations = [FontVariation(axis: axis, value: value)]
      }
      let piece = try #require(whole.pieces.first { $0.run.text.contains("A") })
      let box = try #require(piece.run.font.outline(of: piece.run.glyphs[0]).boundingBoxOfPath)
      #expect(abs(box.maxX - right) <= 1)
      let rest = try suffix.isEmpty ? 0 : frame(suffix, "Varied.ttf").size.width
      #expect(abs(whole.size.width - rest - advance) <= 1.5, "\(suffix)")
      #expect(whole.fontProblems.isEmpty)
    }
  }

  @Test func `weight and width are places on axes where there are any`() throws {
    #expect(try bar(frame("A", "Varied.ttf") { $0.weight = 650 }) == (400, 700))
    #expect(try bar(frame("A", "Varied.ttf") { $0.fontStretch = 125 }) == (400, 700))
    let both = try bar(
      frame("A", "Varied.ttf") {
        $0.weight = 900
        $0.fontVariations = [FontVariation(axis: tagged("wght"), value: 400)]
        $0.fontStretch = 125
      })
    #expect(both == (400, 700))
    let black = try #require(
      typesetter.layout(TextRequest(runs: [TextRun(string: "A", font: "Varied.ttf")])).pieces.first)
    #expect(!black.run.needsOutlines)
    #expect(try frame("A", "Varied.ttf") { $0.weight = 700 }.pieces[0].run.needsOutlines)
  }

  private func tagged(_ text: String) -> FontTag { FontTag(text) ?? FontAxis.weight }

  @Test func `random places equal what their parts add up to`() throws {
    var random = SeededRandom(3)
    for _ in 0..<200 {
      let weight = Double.random(in: 50...1000, using: &random), width = Double.random(in: 60...140, using: &random)
      let made = try bar(
        frame("A", "Varied.ttf") {
          $0.fontVariations = [
            FontVariation(axis: FontAxis.weight, value: weight), FontVariation(axis: FontAxis.width, value: width),
          ]
        })
      let w = min(max(weight, 100), 900)
      let more = (w > 400 ? (w - 400) / 500 * 200 : (w - 400) / 300 * 100) + min(max(width - 100, 0), 25) * 4
      #expect(abs(made.right - 300 - more) <= 1.5 && abs(made.advance - 600 - more) <= 1.5, "\(weight) \(width)")
    }
  }

  @Test func `a film of axes keeps no more fonts than it must`() throws {
    for i in 0..<1000 {
      let value = 100 + Double(i) * 0.8
      _ = try frame("A ש", "Varied.ttf") { $0.fontVariations = [FontVariation(axis: FontAxis.weight, value: value)] }
    }
    #expect(try bar(frame("A", "Varied.ttf") { $0.weight = 900 }) == (500, 800))
    #expect(try bar(frame("A", "Varied.ttf")) == (300, 600))
  }

  @Test(arguments: ["A", "Aש"]) func `features replace glyphs`(text: String) throws {
    func glyph(_ features: [FontFeature]?) throws -> UInt32 {
      let made = try frame(text, "Varied.ttf") { $0.fontFeatures = features }
      return try #require(made.pieces.first { $0.run.text.contains("A") }).run.glyphs[0]
    }
    let plain = try glyph(nil)
    #expect(try glyph([FontFeature(tag: tag("ss01"))]) != plain)
    #expect(try glyph([FontFeature(tag: tag("ss01"), value: 0)]) == plain)
    // The later of two settings of a feature applies.
    #expect(try glyph([FontFeature(tag: tag("ss01")), FontFeature(tag: tag("ss01"), value: 0)]) == plain)
    #expect(try glyph([FontFeature(tag: tag("zero"))]) == plain)
  }

  @Test func `what a font does not have is said with what it has`() throws {
    let made = try frame("A", "Varied.ttf") {
      $0.fontVariations = [FontVariation(axis: tagged("opsz"), value: 12)]
      $0.fontFeatures = [FontFeature(tag: tagged("smcp")), FontFeature(tag: tagged("kern"), value: 0)]
      $0.fontPalette = FontPaletteChoice(base: .number(1))
    }
    #expect(
      made.fontProblems == [
        "font \"Varied\" has no axis opsz; it has wght (100 to 900), wdth (75 to 125)",
        "font \"Varied\" has no palettes: its glyphs have one colour",
        "font \"Varied\" has no feature smcp; it has ss01, zero",
      ])
    let fixed = try frame("A", "Palettes.ttf") {
      $0.fontVariations = [FontVariation(axis: FontAxis.weight, value: 12)]
      $0.fontStretch = 75
    }
    #expect(
      fixed.fontProblems == [
        "font \"Palettes\" has no face of fontStretch 75; its own is 100",
        "font \"Palettes\" has no axis wght; it is not variable",
      ])
  }

  // MARK: palettes

  private func color(_ choice: FontPaletteChoice?) throws -> Color? {
    let made = try frame("A", "Palettes.ttf") { $0.fontPalette = choice }
    let run = try #require(made.pieces.first?.run)
    guard let drawing = run.font.picture(of: run.glyphs[0], foreground: .black),
      case .fill(_, _, .color(let color)) = drawing.operations[0].kind
    else { return nil }
    return color
  }

  @Test func `palettes are chosen by number, by background and colour by colour`() throws {
    #expect(try color(nil)?.red == 1)
    #expect(try color(FontPaletteChoice(base: .number(0)))?.red == 1)
    #expect(try color(FontPaletteChoice(base: .number(1)))?.green.rounded() == 1)
    #expect(try color(FontPaletteChoice(base: .light))?.green.rounded() == 1)
    #expect(try color(FontPaletteChoice(base: .dark))?.blue == 1)
    let own = FontPaletteChoice(base: .dark, colors: [.init(number: 0, color: .white)])
    #expect(try color(own) == .white)
    // The first palette replaces a missing one.
    #expect(try color(FontPaletteChoice(base: .number(7)))?.red == 1)
    let problems = try frame("A", "Palettes.ttf") {
      $0.fontPalette = FontPaletteChoice(base: .number(7), colors: [.init(number: 5, color: .white)])
    }.fontProblems
    #expect(problems == ["font \"Palettes\" has no palette 7; it has 3, counted from 0"])
  }

  // MARK: characters

  @Test func `missing characters come with their script and what to install`() throws {
    let made = try frame("日ꦗ\u{E000}", "DejaVu Sans", size: 16)
    let missing = made.missing.map {
      "\($0.character.value) \($0.script ?? "-") \($0.package ?? "-") \($0.folder ?? "-")"
    }
    // DejaVu has glyphs for some private use characters; the missing ones belong to no script.
    #expect(
      missing.prefix(2) == [
        "26085 Han fonts-noto-cjk /usr/share/fonts/opentype/noto",
        "43415 Javanese fonts-noto-core /usr/share/fonts/truetype/noto",
      ])
    #expect(missing.dropFirst(2).allSatisfy { $0.hasSuffix("- - -") })
  }

  @Test func `the fonts for a text are those that have all of it`() throws {
    let found = try typesetter.coverage(of: "aש a日\u{200D}")
    #expect(found.characters.map(\.character) == ["a", "ש", "日"])
    #expect(found.characters[0].font == "Liberation Sans" && found.characters[2].font == nil)
    #expect(found.characters[2].missing?.script == "Han")
    #expect(found.faces.isEmpty)
    let hebrew = try typesetter.coverage(of: "aש").faces.map(\.fullName)
    #expect(
      hebrew.contains("Liberation Sans") && hebrew.contains("DejaVu Sans") && !hebrew.contains("DejaVu Sans Mono"))
    #expect(try typesetter.coverage(of: " \n").characters.isEmpty)
    let many = String(String.UnicodeScalarView((0x4E00..<0x4E00 + 1001).compactMap { Unicode.Scalar($0) }))
    #expect(throws: (any Error).self) { try typesetter.coverage(of: many) }
  }

  // MARK: hostile fonts

  @Test(arguments: ["Varied.ttf", "Palettes.ttf", "Documents.ttf", "Paints.ttf"])
  func `damaged fonts end in an error or in text`(name: String) throws {
    var random = SeededRandom(17)
    let whole = try Checkout.read("Tests/Fonts/" + name)
    for _ in 0..<150 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      if Int.random(in: 0..<8, using: &random) == 0 {
        bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
      }
      let typesetter = Typesetter(fontFile: { FontData(bytes, path: $0) })
      var attributes = TextAttributes()
      attributes.weight = Int.random(in: 1...1000, using: &random)
      attributes.fontStretch = 125
      attributes.fontVariations = [FontVariation(axis: FontAxis.weight, value: .random(in: -1e4...1e4, using: &random))]
      attributes.fontFeatures = [FontFeature(tag: tagged("ss01")), FontFeature(tag: tagged("zero"), value: 65_535)]
      attributes.fontPalette = FontPaletteChoice(base: .dark, colors: [.init(number: 1, color: .white)])
      let text = TextRun(string: "ABCש", font: name, fontSize: 20, color: .black, attributes: attributes)
      guard let frame = try? typesetter.layout(TextRequest(runs: [text])) else { continue }
      for piece in frame.pieces {
        for glyph in piece.run.glyphs {
          _ = piece.run.font.outline(of: glyph)
          _ = piece.run.font.picture(of: glyph, foreground: .black)
        }
        _ = piece.run.font.face?.subset(of: piece.run.glyphs)
      }
    }
  }
}
