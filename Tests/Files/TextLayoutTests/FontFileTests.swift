// SPDX-License-Identifier: MIT
import Foundation
import Geometry
import Messages
import RenderTree
import Testing
import TestSupport
import TextLayout

/// Font files of all kinds: collections, variable fonts, files that are no fonts, and damaged ones.
@Suite final class FontFileTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("fonts-\(UUID().uuidString)")
  private static let fonts = "/usr/share/fonts/truetype/dejavu/"

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(at: folder) }

  private func write(_ data: Data, _ name: String) throws -> String {
    let file = folder.appendingPathComponent(name)
    try data.write(to: file)
    return file.path
  }

  private func source(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: Self.fonts + name)) }

  private func typesetter(withFolder: Bool = false) -> Typesetter {
    Typesetter(
      fontDirectories: (withFolder ? [folder.path] : []) + Typesetter.defaultFontDirectories,
      fontFile: { path in
        let bytes = try readBytes(path)
        return FontData(
          try bytes.withUnsafeBytes { WebFont.isOne($0) ? try WebFont.unpack($0) : nil } ?? bytes, path: path)
      })
  }

  private func lay(
    _ typesetter: Typesetter, _ font: String, _ text: String = "Hello", weight: Int? = nil, italic: Bool? = nil
  ) throws
    -> TextFrame
  {
    var attributes = TextAttributes()
    attributes.weight = weight
    attributes.isItalic = italic
    return try typesetter.layout(
      TextRequest(runs: [TextRun(string: text, font: font, fontSize: 2048, attributes: attributes)]))
  }

  private func big(_ value: Int, _ count: Int = 4) -> Data {
    Data((0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) })
  }
  private func number(_ data: Data, _ at: Int) -> Int { data[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }

  /// Merges the files' fonts into one collection: each font's tables stay together, at offsets from the collection's
  /// start.
  private func collection(_ files: [String]) throws -> Data {
    var fonts = try files.map { try source($0) }
    let header = 12 + 4 * fonts.count
    var result = Data("ttcf".utf8) + big(0x10000) + big(fonts.count)
    var at = header
    for font in fonts {
      result += big(at)
      at += font.count
    }
    at = header
    for i in fonts.indices {
      let tables = Int(fonts[i][4]) << 8 | Int(fonts[i][5])
      for table in 0..<tables {
        let place = 12 + 16 * table + 8
        fonts[i].replaceSubrange(place..<place + 4, with: big(number(fonts[i], place) + at))
      }
      result += fonts[i]
      at += fonts[i].count
    }
    return result
  }

  @Test func `a collection's faces have their names, and its file stands for the first`() throws {
    let path = try write(try collection(["DejaVuSerif.ttf", "DejaVuSansMono-Bold.ttf"]), "both.ttc")
    let frame = try lay(typesetter(), path)
    #expect(frame.pieces[0].run.font.faceName == "DejaVu Serif" && frame.pieces[0].run.font.file == (path, 0))
    let listed = Typesetter(fontDirectories: [folder.path]).fonts()
    #expect(listed.map(\.fullName) == ["DejaVu Sans Mono Bold", "DejaVu Serif"])
    let second = try lay(Typesetter(fontDirectories: [folder.path]), "DejaVu Sans Mono Bold")
    #expect(second.pieces[0].run.font.file == (path, 1))
    // All advances are 1233.
    #expect(second.size.width == 5 * 1233)
    // Also through Pango.
    let mixed = try lay(Typesetter(fontDirectories: [folder.path]), "DejaVu Sans Mono Bold", "a\u{301}b")
    #expect(mixed.pieces.allSatisfy { $0.run.font.file == (path, 1) })
  }

  /// Our own variable font with one letter, an I that is a bar: its weight moves the right edge and the advance from
  /// 300 to 600, its slant moves the top by 90. Named instances: Regular (the default), Black (900), Italic.
  private static let variable = """
    AAEAAAAMAIAAAwBAT1MvMkUAQ1QAAAFIAAAAYGNtYXAAhABUAAABtAAAADxmdmFy7xTMAwAAA7gAAABcZ2x5Zim5jpAAAAH4AAAAMmd2YXIOo2K8AAAEFAAAAERoZWFkL1
    ldmgAAAMwAAAA2aGhlYQUWAZMAAAEEAAAAJGhtdHgDhABkAAABqAAAAApsb2NhAA0AJgAAAfAAAAAIbWF4cAAFAAYAAAEoAAAAIG5hbWV1LvANAAACLAAAAWJwb3N0AAgA
    LAAAA5AAAAAoAAEAAAABAACjRSu9Xw889QADA+gAAAAA5yeM/wAAAADnJ4z/AGQAAAGQArwAAAADAAIAAAAAAAAAAQAAAyD/OAAAAfQAZABkAZAAAQAAAAAAAAAAAAAAAA
    AAAAIAAQAAAAMABAABAAAAAAACAAAAAAAAAAAAAAAAAAAAAAADAW8BkAAFAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAA/Pz8/
    AAAAIABJAyD/OAAAAyAAyAAAAAAAAAAAAAAAAAAAACAAAAH0AGQBLAAAAGQAAAAAAAIAAAADAAAAFAADAAEAAAAUAAQAKAAAAAYABAABAAIAIABJ//8AAAAgAEn////h/7
    kAAQAAAAAAAAAAAA0ADQAZAAEAZAAAAZACvAADAAAzESERZAEsArz9RAAAAQBkAAAAyAK8AAMAADMRMxFkZAK8/UQAAAAAABAAxgABAAAAAAABAAMAAAABAAAAAAACAAcA
    AwABAAAAAAADAAMACgABAAAAAAAEAAsADQABAAAAAAAGAAsAGAABAAAAAAEAAAYAIwABAAAAAAEBAAYAKQABAAAAAAECAAUALwADAAEECQABAAYANAADAAEECQACAA4AOg
    ADAAEECQADAAYASAADAAEECQAEABYATgADAAEECQAGABYAZAADAAEECQEAAAwAegADAAEECQEBAAwAhgADAAEECQECAAoAkkJhclJlZ3VsYXJiYXJCYXIgUmVndWxhckJh
    ci1SZWd1bGFyV2VpZ2h0SXRhbGljQmxhY2sAQgBhAHIAUgBlAGcAdQBsAGEAcgBiAGEAcgBCAGEAcgAgAFIAZQBnAHUAbABhAHIAQgBhAHIALQBSAGUAZwB1AGwAYQByAF
    cAZQBpAGcAaAB0AEkAdABhAGwAaQBjAEIAbABhAGMAawAAAAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAwAAAAMALAABAAAAEAACAAIAFAADAAx3Z2h0AGQA
    AAGQAAADhAAAAAABAGl0YWwAAAAAAAAAAAABAAAAAAEBAAIAAAGQAAAAAAAAAQIAAAOEAAAAAAAAAQEAAAGQAAAAAQAAAAEAAAACAAAAAAAcAAMAAAAAABwAAAAAAAAAFI
    ACABQADIAAQAAAAAAGgAAAAEAAAIFBASwBLIBAASyBh4ABWlqEhwA=
    """

  @Test func `a variable font's named instances are faces`() throws {
    let data = try #require(Data(base64Encoded: Self.variable, options: .ignoreUnknownCharacters))
    let path = try write(data, "Bar.ttf")
    let typesetter = typesetter(withFolder: true)
    let faces = typesetter.fonts().filter { $0.family == "Bar" }
    #expect(faces.map(\.fullName) == ["Bar Regular", "Bar Black", "Bar Italic"])
    #expect(faces.map(\.weight) == [400, 900, 400] && faces.map(\.isItalic) == [false, false, true])
    func width(_ font: String, weight: Int? = nil, italic: Bool? = nil) throws -> Double {
      try (lay(typesetter, font, "I", weight: weight, italic: italic).size.width / 2.048).rounded()
    }
    #expect(
      try width("Bar") == 300 && width("Bar Black") == 600 && width("Bar", weight: 800) == 540
        && width(path, weight: 900) == 600)
    let slanted = try lay(typesetter, "Bar", "I", italic: true).pieces[0].run
    #expect(slanted.font.outline(of: slanted.glyphs[0]).points.contains { abs($0.x - 190 * 2.048) < 0.01 })
    // Also through Pango.
    let mixed = try lay(typesetter, "Bar Black", "I\u{200F}\u{5D0}")
    #expect(mixed.pieces.contains { $0.run.font.faceName == "Bar Black" && $0.run.text.contains("I") })
  }

  @Test func `a collection whose faces share a table of instances lists some thousands at most`() throws {
    var font = try #require(Data(base64Encoded: Self.variable, options: .ignoreUnknownCharacters))
    let directory = 12..<12 + 16 * (Int(font[4]) << 8 | Int(font[5]))
    let entry = try #require(
      stride(from: 12, to: directory.upperBound, by: 16).first { font[$0..<$0 + 4].elementsEqual("fvar".utf8) })
    let old = number(font, entry + 8)
    // 1,000 instances of the two axes, all with the name of the font's first one.
    var table = Data(font[old..<old + 16 + 40])
    table.replaceSubrange(12..<14, with: big(1000, 2))
    let size = Int(table[14]) << 8 | Int(table[15])
    let first = font[old + 56..<old + 56 + size]
    for i in 0..<1000 {
      table += first.prefix(4) + big((100 + i % 700) << 16) + big(0) + Data(count: size - 12)
    }
    font.replaceSubrange(entry + 8..<entry + 16, with: big(font.count) + big(table.count))
    font += table
    let count = 64, header = 12 + 4 * count
    for at in stride(from: 12, to: directory.upperBound, by: 16) {
      font.replaceSubrange(at + 8..<at + 12, with: big(number(font, at + 8) + header))
    }
    var file = Data("ttcf".utf8) + big(0x10000) + big(count)
    for _ in 0..<count { file += big(header) }
    let listed = FontFile.faces(FontData([UInt8](file + font), path: "many.ttc"))
    #expect(listed.count > 1000 && listed.count < 5200, "\(listed.count)")
    #expect(Set(listed.map { $0.index & 0xFFFF }).count == count)
  }

  @Test(arguments: [
    ("wOFF", "is a damaged web font"), ("wOF2", "is a damaged web font"),
    ("%!PS", "is not a TrueType or OpenType font"),
  ])
  func `a file of another kind is refused with what to do`(signature: String, text: String) throws {
    for name in ["font.ttf", "font.woff2"] {
      let path = try write(Data(signature.utf8) + Data(count: 100), name)
      #expect { try lay(typesetter(), path) } throws: {
        "\($0)".contains(text)
      }
    }
  }

  @Test func `a font without outlines is none`() throws {
    var data = try source("DejaVuSansMono.ttf")
    let tables = Int(data[4]) << 8 | Int(data[5])
    for table in 0..<tables where data[12 + 16 * table..<16 + 16 * table].elementsEqual("glyf".utf8) {
      data.replaceSubrange(12 + 16 * table..<16 + 16 * table, with: "EBDT".utf8)
    }
    let path = try write(data, "bitmaps.ttf")
    #expect { try lay(typesetter(), path) } throws: { ($0 as? LayerError)?.message.contains("with outlines") == true }
    #expect(Typesetter(fontDirectories: [folder.path]).fonts().isEmpty)
  }

  /// The path of a copy of the font in Tests/Fonts in another format.
  private func web(_ kind: String) throws -> String {
    try write(Data(try Checkout.read("Tests/Fonts/Layers.\(kind)")), "Web.\(kind)")
  }

  @Test(arguments: ["woff", "woff2"])
  func `a font of the web is drawn as the one that was packed, by path and from a folder`(kind: String) throws {
    let plain = try write(Data(try Checkout.read("Tests/Fonts/Layers.ttf")), "../\(folder.lastPathComponent).ttf")
    defer { try? FileManager.default.removeItem(atPath: plain) }
    let path = try web(kind)
    func glyphs(_ frame: TextFrame) -> [Path] {
      frame.pieces.flatMap { piece in piece.run.glyphs.map { piece.run.font.outline(of: $0) } }
    }
    let wanted = try lay(typesetter(), plain, "AB")
    for (font, isInFolder) in [(path, false), ("Layers", true)] {
      let laid = try lay(typesetter(withFolder: isInFolder), font, "AB")
      #expect(laid.substitutions.isEmpty && laid.pieces.count == 1)
      #expect(laid.size == wanted.size && glyphs(laid) == glyphs(wanted), "\(font)")
      #expect(laid.pieces[0].run.font.hasColors)
    }
    let face = try #require(typesetter(withFolder: true).fonts().first { $0.family == "Layers" })
    #expect(face.path.hasSuffix("/Web.\(kind)"))
    // Through Pango, by family name.
    let mixed = try lay(typesetter(withFolder: true), "Layers", "A\u{200F}\u{5D0}")
    #expect(mixed.pieces.contains { $0.run.font.faceName == face.fullName && $0.run.text.contains("A") })
  }

  @Test func `every glyph of a real font comes out of WOFF2 as it went in`() throws {
    let path = try write(try source("DejaVuSansMono.ttf"), "Mono.ttf")
    #expect(try runCommand("/usr/bin/woff2_compress", [path], in: folder.path).status == 0)
    let plain = try lay(typesetter(), path, "A").pieces[0].run.font
    let packed = try lay(typesetter(), folder.path + "/Mono.woff2", "A").pieces[0].run.font
    for glyph in 0..<UInt32(3400) where plain.outline(of: glyph) != packed.outline(of: glyph) {
      Issue.record("glyph \(glyph) differs")
    }
    #expect(plain.outline(of: 3000).points.count > 3)
  }

  @Test func `text that no other font has falls back to fonts of the web in folders`() throws {
    let hebrew = "/usr/share/fonts/truetype/noto/NotoSansHebrew-Regular.ttf"
    let path = try write(try Data(contentsOf: URL(fileURLWithPath: hebrew)), "Hebrew.ttf")
    #expect(try runCommand("/usr/bin/woff2_compress", [path], in: folder.path).status == 0)
    try FileManager.default.removeItem(atPath: path)
    let mono = Self.fonts + "DejaVuSansMono.ttf"
    let laid = try Typesetter(fontDirectories: [mono, folder.path]).layout(
      TextRequest(runs: [TextRun(string: "A שלום", font: "DejaVu Sans Mono", fontSize: 20)]))
    #expect(laid.missing.isEmpty)
    #expect(laid.pieces.contains { $0.run.font.faceName.hasPrefix("Noto Sans Hebrew") && $0.run.text.contains("ש") })
  }

  @Test(arguments: ["woff", "woff2"])
  func `fonts of the web that are cut, damaged or claim too much never do harm`(kind: String) throws {
    let whole = try Checkout.read("Tests/Fonts/Layers.\(kind)")
    var random = SystemLikeRandom(state: 11)
    var refused = 0
    for round in 0..<300 {
      var bytes = whole
      if round % 3 == 0 { bytes = Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &random))) }
      for _ in 0..<(round % 3 == 0 ? 0 : 1 + round % 5) {
        let end = round % 2 == 0 ? bytes.count : 160
        bytes[Int.random(in: 0..<end, using: &random)] =
          [0, 255, 128, UInt8.random(in: 0...255, using: &random)]
          .randomElement(using: &random) ?? 0
      }
      do {
        let unpacked = try bytes.withUnsafeBytes { try WebFont.unpack($0) }
        let typesetter = Typesetter(fontFile: { FontData(unpacked, path: $0) })
        guard let frame = try? lay(typesetter, "x.woff", "AB") else { continue }
        for piece in frame.pieces { for glyph in piece.run.glyphs { _ = piece.run.font.outline(of: glyph) } }
      } catch {
        refused += 1
      }
    }
    #expect(refused > 100)
    // Overwrites the declared size of the first table (WOFF) or of the whole font (WOFF2).
    var claiming = whole
    claiming.replaceSubrange(kind == "woff" ? 56..<60 : 16..<20, with: [0x7F, 255, 255, 255])
    #expect { try claiming.withUnsafeBytes { try WebFont.unpack($0) } } throws: { "\($0)".contains("64 MiB") }
  }

  @Test func `files that are cut or damaged never do harm`() throws {
    let whole = try source("DejaVuSansMono.ttf")
    var random = SystemLikeRandom(state: 7)
    var texts = 0
    for round in 0..<60 {
      var data = whole
      if round % 3 == 0 { data = data.prefix(Int.random(in: 0..<data.count, using: &random)) }
      // Most changes hit the data that layout reads: the directory and small tables.
      for _ in 0..<(round % 3 == 0 ? 0 : 40) {
        let end = round % 2 == 0 ? data.count : min(data.count, 4096)
        data[data.startIndex + Int.random(in: 0..<end, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let path = try write(Data(data), "broken\(round).ttf")
      let typesetter = typesetter()
      for text in ["Hello, fi", "שלום é"] {
        guard let frame = try? lay(typesetter, path, text) else { continue }
        texts += 1
        #expect(frame.size.width.isFinite && frame.size.height.isFinite)
        for piece in frame.pieces { for glyph in piece.run.glyphs { _ = piece.run.font.outline(of: glyph) } }
      }
    }
    #expect(texts > 10, "some are still fonts")
    // All of them together in one folder.
    let frame = try lay(typesetter(withFolder: true), "DejaVu Sans", "plain עברית")
    #expect(!frame.pieces.isEmpty)
  }
}

private struct SystemLikeRandom: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}

func readBytes(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) }
