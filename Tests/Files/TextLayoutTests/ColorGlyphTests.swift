// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Pixels
import RenderTree
import Testing
import TestSupport
import TextLayout

/// Colour glyphs, in the fonts of Tests/Fonts.
@Suite struct ColorGlyphTests {
  private func typesetter() -> Typesetter {
    Typesetter(
      fontFile: { FontData(try Checkout.read("Tests/Fonts/" + $0), path: $0) },
      glyphDecoder: GlyphDecoder(picture: { png in
        try Bitmap(width: 2, height: 2) { pixels in pixels[0] = UInt32(png.count) }
      }))
  }

  /// Makes a COLR table of version 1 by its grammar: random paints of every kind, whose children are mostly later
  /// paints, sometimes themselves or bytes beyond the end, and sometimes a damaged byte.
  private func randomPaints(_ random: inout SeededRandom) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
    }
    func any(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) } }
    let sizes: [Int: Int] = [1: 6, 2: 5, 4: 16, 6: 16, 8: 12, 10: 6, 11: 3, 12: 31, 14: 8, 16: 8, 24: 6, 28: 8, 32: 8]
    let kinds = (0..<Int.random(in: 1...40, using: &random)).map { _ in
      sizes.keys.sorted().randomElement(using: &random) ?? 2
    }
    var places: [Int] = [], end = 0
    for kind in kinds {
      places.append(end)
      end += sizes[kind] ?? 0
    }
    var paints: [UInt8] = []
    for (i, kind) in kinds.enumerated() {
      func child() -> [UInt8] {
        let far = Int.random(in: 0..<12, using: &random)
        let to =
          far == 0
          ? places[i]
          : far == 1 ? 1 << 20 : i + 1 < kinds.count ? places[Int.random(in: i + 1..<kinds.count, using: &random)] : end
        return number(to - places[i], 3)
      }
      let line = number(end - places[i], 3)
      var paint = [UInt8(kind)]
      switch kind {
      case 1: paint += [UInt8.random(in: 0...6, using: &random)] + number(Int.random(in: 0..<8, using: &random), 4)
      case 2: paint += number(Int.random(in: 0..<4, using: &random), 2) + number(0x4000, 2)
      case 4, 6, 8: paint += line + any((sizes[kind] ?? 4) - 4)
      case 10: paint += child() + number(Int.random(in: 0..<6, using: &random), 2)
      case 11: paint += number(Int.random(in: 0..<6, using: &random), 2)
      case 12: paint += child() + number(7, 3) + any(24)
      case 32: paint += child() + [UInt8.random(in: 0...30, using: &random)] + child()
      default: paint += child() + any((sizes[kind] ?? 4) - 4)
      }
      paints += paint
    }
    paints += [UInt8.random(in: 0...3, using: &random)] + number(2, 2) + number(0, 2) + number(0, 2) + number(0x4000, 2)
    paints += number(0x4000, 2) + number(1, 2) + number(0x2000, 2)
    // The header, five glyphs, eight layers, then the paints.
    let glyphs = 5, layers = 8, list = 34, layerList = list + 4 + 6 * glyphs, start = layerList + 4 + 4 * layers
    var table = number(1, 2) + [UInt8](repeating: 0, count: 12) + number(list, 4) + number(layerList, 4)
    table += [UInt8](repeating: 0, count: 12) + number(glyphs, 4)
    func anyPaint() -> Int { start + (places.randomElement(using: &random) ?? 0) }
    for glyph in 1...glyphs { table += number(glyph, 2) + number(anyPaint() - list, 4) }
    table += number(layers, 4)
    for _ in 0..<layers { table += number(anyPaint() - layerList, 4) }
    table += paints
    if Bool.random(using: &random), let at = table.indices.randomElement(using: &random) {
      table[at] = UInt8.random(in: 0...255, using: &random)
    }
    return table
  }

  @Test func `tables of paints at random end, and draw no more than their limit`() throws {
    let font = try Checkout.read("Tests/Fonts/Paints.ttf")
    let count = Int(font[4]) << 8 | Int(font[5])
    let entry = try #require(
      stride(from: 12, to: 12 + 16 * count, by: 16).first { font[$0..<$0 + 4].elementsEqual("COLR".utf8) })
    var random = SeededRandom(0xC01A)
    var drawn = 0, refused = 0
    for round in 0..<300 {
      let table = randomPaints(&random)
      var file = font
      for (i, value) in [font.count, table.count].enumerated() {
        for k in 0..<4 { file[entry + 8 + 4 * i + k] = UInt8(truncatingIfNeeded: value >> (24 - 8 * k)) }
      }
      file += table
      let typesetter = Typesetter(fontFile: { FontData(file, path: $0) })
      let request = TextRequest(runs: [TextRun(string: "ABC", font: "a.ttf", fontSize: 20)])
      let frame: TextFrame
      do { frame = try typesetter.layout(request) } catch let error as LayerError where error.kind == .limit {
        refused += 1
        continue
      }
      for piece in frame.pieces {
        for glyph in piece.run.glyphs {
          guard let picture = piece.run.font.picture(of: glyph, foreground: Color(white: 0)) else { continue }
          if !picture.operations.isEmpty { drawn += 1 }
          #expect(picture.operations.count <= 40_000, "round \(round)")
        }
      }
    }
    #expect(drawn > 20 && refused < 150, "\(drawn) \(refused)")
  }

  private func picture(_ font: String, _ letter: Character, _ color: Color = Color(white: 0)) throws -> RecordedDrawing?
  {
    let frame = try typesetter().layout(
      TextRequest(runs: [TextRun(string: String(letter), font: font, fontSize: 20)]))
    let run = try #require(frame.pieces.first?.run)
    #expect(run.font.hasColors)
    return run.font.picture(of: run.glyphs[0], foreground: color)
  }

  /// Describes the fills of a drawing, with the first points in thousandths of an em, y up.
  private func described(_ drawing: RecordedDrawing?) -> [String] {
    guard let drawing else { return ["none"] }
    return drawing.operations.map { operation in
      func place(_ p: Point) -> String {
        let p = operation.transform.apply(p)
        return "\(Int((p.x * 1000).rounded())),\(Int((-p.y * 1000).rounded()))"
      }
      func text(_ c: Color) -> String {
        [c.red, c.green, c.blue, c.alpha].map { "\(Int(($0 * 100).rounded()))" }.joined(separator: " ")
      }
      let clips = operation.clip.map { " in \($0.depth)" } ?? ""
      switch operation.kind {
      case .fill(let path, _, .color(let color)): return "fill \(place(path.points[0])) \(text(color))\(clips)"
      case .gradient(let gradient):
        let stops = zip(gradient.stops.locations, gradient.stops.colors).map {
          "\(Int(($0 * 100).rounded())): \(text($1))"
        }.joined(separator: ", ")
        switch gradient.kind {
        case .linear(let from, let to): return "linear \(place(from)) \(place(to)) [\(stops)]\(clips)"
        case .radial(let from, let r0, let to, let r1):
          return "radial \(place(from)) \(Int(r0.rounded())) \(place(to)) \(Int(r1.rounded())) [\(stops)]\(clips)"
        case .conic(let center, let angle): return "conic \(place(center)) \(angle) [\(stops)]\(clips)"
        }
      case .image(let bitmap, let rect, _):
        return "image \(bitmap.width) \(place(rect.origin)) \(place(Point(rect.maxX, rect.maxY)))"
      case .beginLayer: return "begin \(operation.blendMode)\(clips)"
      case .endLayer: return "end"
      default: return "?"
      }
    }
  }

  @Test(
    arguments: [
      ("A", ["fill 100,0 100 0 0 100 in 1"]),
      ("B", ["fill 900,400 20 30 40 50"]),
      ("C", ["fill 100,0 0 50 0 100", "fill 100,0 100 80 0 100", "fill 450,0 20 30 40 100"]),
      ("D", ["linear 100,0 900,0 [0: 100 0 0 100, 50: 100 80 0 100, 100: 0 0 100 100] in 1"]),
      // The colour line is projected onto the perpendicular of the third point.
      ("E", ["linear 100,0 100,400 [0: 100 0 0 100, 50: 100 80 0 100, 100: 0 0 100 100] in 1"]),
      ("F", ["linear 300,0 700,0 [0: 100 0 0 100, 100: 0 0 100 20] in 1"]),
      (
        "H",
        [
          // Repeated as far as the outline extends.
          "linear 100,0 900,0 [0: 100 50 50 100, 13: 100 100 100 100, 13: 100 100 100 100, 38: 100 0 0 100, "
            + "38: 100 0 0 100, 63: 100 100 100 100, 63: 100 100 100 100, 88: 100 0 0 100, 88: 100 0 0 100, "
            + "100: 100 50 50 100] in 1"
        ]
      ),
      ("J", ["radial 400,500 50 500,400 300 [0: 100 0 0 100, 50: 100 80 0 100, 100: 0 0 100 100] in 1"]),
      ("M", ["conic 500,400 0.0 [0: 100 0 0 100, 50: 100 80 0 100, 100: 0 0 100 100] in 1"]),
      // 45° to 180°, with the end colours before and after.
      (
        "N",
        [
          "conic 500,400 0.0 [0: 100 0 0 100, 12: 100 0 0 100, 31: 100 80 0 100, 50: 0 0 100 100, "
            + "100: 0 0 100 100] in 1"
        ]
      ),
      ("P", ["fill 100,0 0 50 0 100", "fill 100,0 100 80 0 100", "fill 450,0 20 30 40 100"]),
      ("Q", ["fill 615,135 100 0 0 100"]), ("R", ["fill 250,100 100 0 0 100 in 1"]),
      ("S", ["fill 675,0 100 0 0 100"]), ("T", ["fill 405,200 100 0 0 100"]), ("U", ["fill 225,0 100 0 0 100"]),
      ("V", ["fill 475,200 100 0 0 100"]), ("W", ["fill 423,154 100 0 0 100"]), ("X", ["fill 821,157 100 0 0 100"]),
      (
        "d",
        [
          "begin normal", "fill 100,0 100 80 0 100", "begin multiply", "fill 900,400 0 0 100 80", "end", "end",
        ]
      ),
      ("a", ["begin normal", "fill 100,0 100 80 0 100", "begin normal", "fill 900,400 0 0 100 80", "end", "end"]),
    ] as [(Character, [String])]) func `each kind of paint is drawn`(letter: Character, expected: [String]) throws
  {
    let made = described(try picture("Paints.ttf", letter, Color(red: 0.2, green: 0.3, blue: 0.4)))
    #expect(made == expected, "\(letter): \(made)")
  }

  @Test func `layers of one colour are drawn, and other glyphs are outlines`() throws {
    let color = Color(red: 0.2, green: 0.3, blue: 0.4)
    #expect(
      described(try picture("Layers.ttf", "A", color)) == ["fill 100,0 0 50 0 100", "fill 900,400 20 30 40 100"])
    #expect(try picture("Layers.ttf", "B") == nil)
  }

  @Test func `a picture of pixels lies where the font puts it`() throws {
    // Two pixels per em, from the origin.
    let made = described(try picture("Pictures.ttf", "A"))
    #expect(made == ["image 2 0,1000 1000,0"], "\(made)")
    #expect(try picture("Pictures.ttf", "B") == nil)
  }

  @Test(arguments: [
    "😀", "👍🏽", "👨‍👩‍👧‍👦", "👩🏿‍🚀", "🇩🇪", "3\u{FE0F}\u{20E3}", "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
    "❤\u{FE0F}", "❤️‍🔥", "🏳️‍🌈", "☺\u{FE0F}", "⌚",
  ]) func `a sequence of emoji is one glyph of the font of emoji`(text: String) throws {
    let frame = try typesetter().layout(
      TextRequest(runs: [TextRun(string: "a \(text) b", font: "Liberation Sans", fontSize: 20)]))
    let emoji = frame.pieces.map(\.run).filter(\.font.hasColors)
    #expect(emoji.count == 1 && emoji[0].font.faceName == "Noto Color Emoji")
    let run = try #require(emoji.first)
    let drawn = run.glyphs.filter { run.font.picture(of: $0, foreground: .white) != nil }
    #expect(drawn.count == 1, "\(text): \(run.glyphs)")
    // The font's advance, whatever the size of its pictures; the spaces around it are those of the text.
    let plain = try typesetter().layout(
      TextRequest(runs: [TextRun(string: "a  b", font: "Liberation Sans", fontSize: 20)]))
    #expect(abs(frame.size.width - plain.size.width - 20 * 2550 / 2048) < 0.1, "\(frame.size.width)")
  }

  @Test func `what is text and emoji is text without a selector`() throws {
    for text in ["❤", "☺", "✈", "❤\u{FE0E}", "©", "3"] {
      let frame = try typesetter().layout(
        TextRequest(runs: [TextRun(string: text, font: "Liberation Sans", fontSize: 20)]))
      #expect(frame.pieces.allSatisfy { !$0.run.font.hasColors }, "\(text)")
    }
  }

  @Test func `what reads a picture may refuse it`() throws {
    let typesetter = Typesetter(
      fontFile: { FontData(try Checkout.read("Tests/Fonts/" + $0), path: $0) },
      glyphDecoder: GlyphDecoder(picture: { _ in throw LayerError(.limit, "enough") }))
    let error = try #require(throws: LayerError.self) {
      try typesetter.layout(TextRequest(runs: [TextRun(string: "A", font: "Pictures.ttf", fontSize: 20)]))
    }
    #expect(error.message == "enough")
  }

  /// Paint tables with randomly changed bytes terminate and stay within the limits of a glyph.
  @Test func `damaged paints end`() throws {
    let bytes = try Checkout.read("Tests/Fonts/Paints.ttf")
    let tables = Int(bytes[4]) << 8 | Int(bytes[5])
    func number(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    let place = try #require(
      (0..<tables).map { 12 + 16 * $0 }.first { bytes[$0..<$0 + 4].elementsEqual("COLR".utf8) })
    let (start, length) = (number(place + 8), number(place + 12))
    var state: UInt64 = 99
    func random(_ n: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % n
    }
    var drawn = 0
    for round in 0..<400 {
      var damaged = bytes
      for _ in 0..<1 + random(round % 4 == 0 ? 200 : 4) {
        damaged[start + random(length)] = [0, 1, 0xFF, 0x7F, UInt8(random(256))][random(5)]
      }
      let typesetter = Typesetter(fontFile: { FontData(damaged, path: $0) })
      let frame = try typesetter.layout(
        TextRequest(runs: [TextRun(string: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcde", font: "a.ttf", fontSize: 20)]))
      for piece in frame.pieces {
        for glyph in piece.run.glyphs {
          guard let picture = piece.run.font.picture(of: glyph, foreground: Color(white: 1)) else { continue }
          drawn += 1
          #expect(picture.operations.count <= 100_000)
          #expect(picture.operations.allSatisfy { $0.transform.isFinite })
        }
      }
    }
    #expect(drawn > 1000)
  }

  // MARK: documents

  /// Records the documents opened and the glyphs requested.
  private final class Recorder: GlyphDocument, @unchecked Sendable {
    let bytes: Int
    init(_ bytes: Int) { self.bytes = bytes }
    func painter(ofGlyph glyph: UInt32, palette: @escaping @Sendable (Int) -> Color?) -> GlyphPainter? {
      guard glyph < 3 else { return nil }
      let color = palette(1)
      return { foreground in
        let path = Path(rect: Rect(100, -800, 800, 800))
        return RecordedDrawing(operations: [
          DrawingOperation(kind: .fill(path, .nonZero, .color(glyph == 2 ? color ?? .white : foreground)))
        ])
      }
    }
  }

  @Test func `a glyph in a document is drawn by it, and documents are opened once`() throws {
    var opened = 0
    let typesetter = Typesetter(
      fontFile: { FontData(try Checkout.read("Tests/Fonts/" + $0), path: $0) },
      glyphDecoder: GlyphDecoder(document: { svg in
        opened += 1
        return Recorder(svg.count)
      }))
    let frame = try typesetter.layout(TextRequest(runs: [TextRun(string: "ABC", font: "Documents.ttf", fontSize: 20)]))
    let run = try #require(frame.pieces.first?.run)
    #expect(run.font.hasColors && opened == 1)
    let red = try #require(Color(css: "#ff000080"))
    let pictures = run.glyphs.map { described(run.font.picture(of: $0, foreground: red)) }
    #expect(pictures[0].count == 1 && pictures[0] != ["none"])
    for picture in pictures where picture != ["none"] {
      // Font units become ems, y down; the text's opacity applies to the whole glyph.
      #expect(picture[0].hasPrefix("fill 100,800 ") && picture[0].hasSuffix(" 100"), "\(picture)")
    }
  }
}
