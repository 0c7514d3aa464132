// SPDX-License-Identifier: MIT
import Compositor
import Formats
import Foundation
import Geometry
import ImageFiles
import Messages
import Pixels
import RenderTree
import Testing
import TestSupport
import TextLayout
import VectorDrawing

import PDF

/// PDF files as bytes: their objects, streams and fonts.
@Suite struct FileTests {
  private func file(
    _ roots: [RenderNode], _ options: PDFOptions = PDFOptions(), packs: Bool = false, size: Size = Size(100, 100)
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let writer = try PDFWriter(options, packs: packs) { bytes.append(contentsOf: $0) }
    for root in roots {
      let tree = RenderTree(root: root, canvas: Rect(origin: .zero, size: size), scale: 1, background: nil)
      try writer.page(size) {
        try VectorPainter.paint(tree, on: $0, through: .identity, page: tree.canvas, VectorOptions(dpi: 144))
      }
    }
    try writer.end()
    return bytes
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// The operators of the first page, in which forms are invoked by `Do`.
  private func operators(_ root: RenderNode) throws -> [String] {
    let all = text(try file([root]))
    let page = try #require(all.range(of: "/Contents ["))
    let number = all[page.upperBound...].prefix { $0 != " " }
    let start = try #require(all.range(of: "\n\(number) 0 obj"))
    let stream = try #require(all[start.upperBound...].range(of: "stream\n"))
    let end = try #require(all[stream.upperBound...].range(of: "\nendstream"))
    return all[stream.upperBound..<end.lowerBound].split(separator: "\n").map(String.init)
  }

  @Test func `a box is a colour and a rectangle, y up`() throws {
    #expect(try operators(box(Rect(10, 20, 30, 40), red)) == ["1 0 0 rg", "0 60 30 40 re", "f"])
    let root = box(Rect(0, 0, 100, 100), nil, children: [box(Rect(10, 20, 30, 40), Color(white: 0.5))])
    #expect(try operators(root) == ["0.5 g", "10 40 30 40 re", "f"])
  }

  @Test func `a colour and a state are set once for all that have them`() throws {
    let children = (0..<3).map { box(Rect(Double($0) * 10, 0, 5, 5), red.withAlpha(0.5)) }
    let lines = try operators(box(Rect(0, 0, 100, 100), nil, children: children))
    #expect(lines.filter { $0.hasSuffix("rg") }.count == 1 && lines.filter { $0.hasSuffix("gs") }.count == 1)
    #expect(lines.filter { $0 == "f" }.count == 3)
  }

  @Test func `a stroke keeps its pen, also a stretched one`() throws {
    func shape(_ placement: Transform3D) -> RenderNode {
      var path = Path()
      path.move(to: Point(0, 0))
      path.addLine(to: Point(10, 0))
      let style = StrokeStyle(width: 2, cap: .round, join: .bevel, dashPattern: [3, 1], dashPhase: 1)
      let node = RenderNode(
        bounds: .zero, placement: placement,
        pieces: [.shape(Shape(path: path, fill: nil, stroke: .color(blue), strokeStyle: style))])
      return box(Rect(0, 0, 100, 100), nil, children: [node])
    }
    #expect(
      try operators(shape(.scale(2, 2, 1))) == [
        "0 0 1 RG", "4 w", "1 J", "2 j", "10 M", "[6 2 ] 2 d", "0 100 m", "20 100 l", "S",
      ])
    #expect(try operators(shape(.scale(2, 1, 1))).contains("2 0 0 -1 0 100 cm"))
  }

  @Test func `a dashed rectangle begins where its path does`() throws {
    let shape = Shape(
      path: Path(rect: Rect(10, 10, 20, 20)), fill: .color(red), stroke: .color(blue),
      strokeStyle: StrokeStyle(width: 1, dashPattern: [3, 2]))
    let lines = try operators(RenderNode(bounds: Rect(0, 0, 100, 100), pieces: [.shape(shape)]))
    #expect(lines.contains("10 70 20 20 re") && lines.contains("10 90 m"))
  }

  @Test(arguments: 0..<40) func `the outer colours of a gradient extend beyond its ends`(seed: Int) throws {
    var random = SeededRandom(UInt64(seed) + 7)
    let places = [[0, 1, 1], [0, 0, 1], [0, 0, 1, 1], [0, 0, 0, 0.3, 1], [0, 0.6, 0.6, 1, 1, 1], [0, 1]][seed % 6]
    let colors = places.map { _ in
      Color(
        red: Double(Int.random(in: 0...1, using: &random)), green: Double(Int.random(in: 0...1, using: &random)),
        blue: Double(Int.random(in: 0...1, using: &random)))
    }
    let gradient = Gradient(
      kind: seed % 2 == 0 ? .axial : .radial, stops: GradientStops(colors: colors, locations: places),
      start: Point(0.25, 0.25), end: Point(0.75, 0.75))
    let all = text(try file([RenderNode(bounds: Rect(0, 0, 40, 40), pieces: [.gradient(gradient)])]))
    func shown(_ c: Color) -> String { [c.red, c.green, c.blue].map { "\(Int($0)) " }.joined() }
    let (first, last) = (all.components(separatedBy: "/C0 ["), all.components(separatedBy: "/C1 ["))
    #expect(first.count > 1 && first[1].hasPrefix(shown(colors[0]) + "]"))
    #expect(last[last.count - 1].hasPrefix(shown(colors[colors.count - 1]) + "]"))
    // The edge itself stays where it was, to a millionth.
    let bounds = all.components(separatedBy: "/Bounds [").dropFirst().first?.prefix { $0 != "]" } ?? ""
    let numbers = bounds.split(separator: " ").compactMap { Double($0) }
    #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 } && numbers.allSatisfy { $0 > 0 && $0 < 1 })
  }

  /// A node with the outlines of a word, and the word itself.
  private func outlinedWord(_ placement: Transform3D) throws -> RenderNode {
    let frame = try Typesetter().layout(
      TextRequest(runs: [TextRun(string: "Word", font: "DejaVu Sans", fontSize: 20, color: .black)]))
    let operations = frame.pieces.map { piece in
      var path = Path()
      for (glyph, p) in zip(piece.run.glyphs, piece.run.positions) {
        path.addPath(piece.run.font.outline(of: glyph), transform: .translation(p.x, p.y))
      }
      var operation = DrawingOperation(kind: .stroke(path, StrokeStyle(width: 0.5), .color(blue)))
      operation.strokedGlyphs = StrokedGlyphs(piece.run)
      return operation
    }
    let node = RenderNode(
      bounds: Rect(0, 0, 100, 100), placement: placement,
      pieces: [.drawing(PlacedDrawing(drawing: RecordedDrawing(operations: operations)))])
    return box(Rect(0, 0, 100, 100), nil, children: [node])
  }

  @Test func `outlined text is text that is stroked`() throws {
    let lines = try operators(try outlinedWord(.scale(2, 2, 1)))
    #expect(lines.contains("1 w") && lines.contains { $0.hasPrefix("BT 1 Tr /F") })
    #expect(lines.last == "0 Tr ET" && !lines.contains("S"))
    // A stretched pen needs the path; invisible text lies over it.
    let stretched = try operators(try outlinedWord(.scale(2, 1, 1)))
    #expect(stretched.contains("S") && stretched.contains { $0.hasPrefix("BT 3 Tr ") })
  }

  @Test func `a focal point is the first circle of a radial shading`() throws {
    let stops = GradientStops(colors: [red, blue], locations: [0, 1])
    let gradient = Gradient(
      kind: .radial, stops: stops, start: Point(0.5, 0.5), end: Point(1, 1), focus: Point(0.25, 0.625))
    let all = text(try file([RenderNode(bounds: Rect(0, 0, 40, 40), pieces: [.gradient(gradient)])]))
    #expect(all.contains("/ShadingType 3 /Coords [-0.5 0.25 0 0 0 1 ]"))
  }

  @Test func `a mask and an alpha are never set together, nor with a paint`() throws {
    let stops = GradientStops(colors: [red, blue.withAlpha(0.5)], locations: [0, 1])
    let gradient = Gradient(kind: .axial, stops: stops, start: Point(0, 0), end: Point(1, 0))
    let node = RenderNode(bounds: Rect(0, 0, 50, 50), pieces: [.gradient(gradient)], opacity: 0.5)
    let all = text(try file([node]))
    #expect(all.contains("/ca 1 /CA 1 /BM /Normal /SMask") && !all.contains("/ca 0.5 /CA 0.5 /BM /Normal /SMask 1"))
    let masked = all.components(separatedBy: "\n").filter { $0.hasSuffix("Do") || $0.hasSuffix("gs") || $0 == "f" }
    // The page fades a group, which masks another group, which contains the paint.
    #expect(masked.map { String($0.suffix(2)) }.sorted() == ["Do", "Do", "f", "gs", "gs"], "\(masked)")
  }

  @Test func `each object begins where the table says, and none is missing`() throws {
    let shadow = Shadow(color: .black, offset: Size(2, 2), sigma: 3)
    let node = box(
      Rect(10, 10, 40, 40), red, children: [box(Rect(0, 0, 5, 5), blue, blendMode: .multiply)], shadow: shadow,
      opacity: 0.5, link: "https://example.com/(a)", label: "root/card")
    var options = PDFOptions()
    options.title = "Tïtle"
    options.hasHeadings = true
    let bytes = try file([node, node], options)
    let all = String(decoding: bytes.map { $0 < 128 ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    let table = try #require(all.range(of: "\nxref\n"))
    let start = all.distance(from: all.startIndex, to: table.lowerBound) + 1
    #expect(all.contains("startxref\n\(start)\n%%EOF"))
    let rows = all[table.upperBound...].split(separator: "\n")
    let count = Int(rows[0].split(separator: " ")[1]) ?? 0
    #expect(count > 10)
    for number in 1..<count {
      let offset = Int(rows[number + 1].prefix(10)) ?? 0
      #expect(bytes[offset...].starts(with: Array("\(number) 0 obj\n".utf8)), "object \(number)")
    }
    #expect(all.contains("/URI (https://example.com/\\(a\\))") && all.contains("/Title <FEFF005400EF"))
    #expect(try file([node, node], options) == bytes, "the same tree makes the same bytes")
    if FileManager.default.isExecutableFile(atPath: "/usr/bin/qpdf") {
      let folder = try TemporaryFolder()
      try Data(try file([node, node], options, packs: true)).write(to: URL(fileURLWithPath: folder.path + "/a.pdf"))
      let check = try runCommand("/usr/bin/qpdf", ["--check", "a.pdf"], in: folder.path)
      #expect(check.status == 0, "\(check.text)\(check.errors)")
    }
  }

  @Test func `a link to a page that there is not is an error with the remedy`() throws {
    let node = box(Rect(0, 0, 10, 10), red, link: "#3")
    do {
      _ = try file([node])
      Issue.record("there is one page")
    } catch let error as LayerError {
      #expect(
        error.message == "a link leads to page 3, but the document has 1 page; link to a page from #1 to #1")
    }
    #expect(text(try file([node, node, node])).contains("/Dest ["))
  }

  @Test func `an image is there once, and a photograph as it came`() throws {
    let image = try Bitmap(width: 4, height: 4) { for i in 0..<16 { $0[i] = UInt32(i * 0x0F0F0F) | 0xFF00_0000 } }
    func shown(_ bitmap: Bitmap, _ x: Double) -> RenderNode {
      RenderNode(
        bounds: Rect(0, 0, 20, 20), placement: .translation(x, 0, 0),
        pieces: [
          .contents(
            Contents(
              image: bitmap,
              pieces: [
                .init(source: Rect(0, 0, Double(bitmap.width), Double(bitmap.height)), destination: Rect(0, 0, 20, 20))
              ],
              magnification: .nearest))
        ])
    }
    func page(_ bitmap: Bitmap) -> RenderNode {
      box(Rect(0, 0, 100, 100), nil, children: [shown(bitmap, 0), shown(bitmap, 30)])
    }
    let plain = text(try file([page(image), page(image)]))
    #expect(plain.components(separatedBy: "/Subtype /Image").count == 2)
    let large = try Bitmap(width: 64, height: 64) { for i in 0..<4096 { $0[i] = UInt32(i * 0x010203) | 0xFF00_0000 } }
    let jpeg = try ImageEncoder.encode(large, as: .jpeg, quality: 0.9, level: 2, dpi: nil, background: nil)
    let photograph = try jpeg.withUnsafeBytes { try ImageDecoder.decode($0) }
    let bytes = try file([page(photograph)])
    #expect(String(decoding: bytes, as: UTF8.self).contains("/Filter /DCTDecode"))
    #expect(Data(bytes).range(of: Data(jpeg)) != nil)
  }

  // MARK: Text

  private func words(
    _ string: String, font: String = "DejaVu Sans", size: Double = 12, width: Double = 280,
    by typesetter: Typesetter = Typesetter()
  ) throws -> RenderNode {
    let frame = try typesetter.layout(
      TextRequest(runs: [TextRun(string: string, font: font, fontSize: size, color: .black)], width: width, wraps: true)
    )
    let operations = frame.pieces.map { DrawingOperation(kind: .glyphs($0.run, .color($0.color ?? .black))) }
    return RenderNode(
      bounds: Rect(0, 0, 300, 300),
      pieces: [.drawing(PlacedDrawing(drawing: RecordedDrawing(operations: operations)))], label: "words")
  }

  static let sentences = [
    "Waffle, office, file: fi fl ffi", "Größe, Œuvre, naïve", "Ελληνικά γράμματα", "Русский текст",
    "Ünïcödé ÀÁÂÃ", "a →→ b, ∑∞ ≠ 0", "Zażółć gęślą jaźń", "ქართული", "Հայերեն", "שלום עולם", "שָׁלוֹם עוֹלָם",
    "السلام عليكم", "العَرَبِيَّة لا إله",
  ]
  static let canRead = FileManager.default.isExecutableFile(atPath: "/usr/bin/pdftotext")

  /// The text that Poppler extracts from a file, without the marks that it adds around right-to-left words.
  private func found(_ bytes: [UInt8]) throws -> String {
    let folder = try TemporaryFolder()
    try Data(bytes).write(to: URL(fileURLWithPath: folder.path + "/a.pdf"))
    let found = try runCommand("/usr/bin/pdftotext", ["-layout", "a.pdf", "-"], in: folder.path)
    var text = String.UnicodeScalarView()
    for scalar in found.text.unicodeScalars where !("\u{202A}"..."\u{202C}").contains(scalar) { text.append(scalar) }
    return String(text).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @Test(.enabled(if: canRead, "pdftotext of poppler-utils is not installed"), arguments: sentences)
  func `text is found and copied as it was written`(sentence: String) throws {
    #expect(try found(try file([try words(sentence)], packs: true, size: Size(300, 300))) == sentence)
  }

  @Test(.enabled(if: canRead, "pdftotext of poppler-utils is not installed"))
  func `hyphens of divided words are drawn and not found`() throws {
    let node = try words("Donau\u{AD}dampf\u{AD}schiff", size: 20, width: 75)
    let words = try found(try file([node], packs: true, size: Size(300, 300))).split(whereSeparator: \.isWhitespace)
    #expect(words == ["Donau", "dampf", "schiff"])
  }

  /// Scripts that need fonts other than the engine's own: the sentence, the font file, and the package that provides
  /// it.
  static let foreign = [
    ("हिन्दी में लिखा हुआ क्षत्रिय", "/usr/share/fonts/truetype/noto/NotoSansDevanagari-Regular.ttf"),
    ("ภาษาไทยน้ำใจที่นี่", "/usr/share/fonts/truetype/noto/NotoSansThai-Regular.ttf"),
    ("العَرَبِيَّة لا إله", "/usr/share/fonts/truetype/noto/NotoNaskhArabic-Regular.ttf"),
    ("বাংলা ভাষায় কিছু", "/usr/share/fonts/truetype/noto/NotoSansBengali-Regular.ttf"),
    ("தமிழ் மொழி கோ", "/usr/share/fonts/truetype/noto/NotoSansTamil-Regular.ttf"),
    ("中文字符测试，日本語のテキスト", "/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf"),
    ("한국어 텍스트", "/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf"),
  ]

  @Test(
    .enabled(if: canRead, "pdftotext of poppler-utils is not installed"),
    .enabled(
      if: foreign.allSatisfy { FileManager.default.fileExists(atPath: $0.1) },
      "fonts-noto-core or fonts-droid-fallback is not installed"), arguments: foreign)
  func `text of every script is found and copied as it was written`(sentence: String, font: String) throws {
    try expectFound(sentence, font)
  }

  static let collection = "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc"

  @Test(
    .enabled(if: canRead, "pdftotext of poppler-utils is not installed"),
    .enabled(if: FileManager.default.fileExists(atPath: collection), "fonts-noto-cjk is not installed"),
    arguments: ["中文字符测试", "日本語のテキスト、カタカナ", "한국어 텍스트"])
  func `text of a font by characters is found and copied as it was written`(sentence: String) throws {
    #expect(try expectFound(sentence, FileTests.collection).contains("/CIDFontType0C"))
  }

  @discardableResult
  private func expectFound(_ sentence: String, _ font: String) throws -> String {
    let folder = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/font." + (font as NSString).pathExtension, withDestinationPath: font)
    let typesetter = Typesetter(fontDirectories: [folder.path] + Typesetter.defaultFontDirectories)
    let node = try words(sentence, by: typesetter)
    #expect(try found(try file([node], packs: true, size: Size(300, 300))) == sentence)
    return text(try file([node], size: Size(300, 300)))
  }

  @Test func `a wrapped paragraph is copied without the spaces at the ends of its lines`() throws {
    let node = try words("several words that need more than one line of this narrow box, and so are wrapped", size: 20)
    let all = text(try file([node], size: Size(300, 300)))
    #expect(!all.contains("ActualText"))
  }

  @Test func `a font is there once for all its sizes, with the glyphs that are shown`() throws {
    let typesetter = Typesetter()
    let node = box(
      Rect(0, 0, 300, 300), nil,
      children: [try words("abc", size: 12, by: typesetter), try words("bcd", size: 40, by: typesetter)])
    let all = text(try file([node], size: Size(300, 300)))
    #expect(all.components(separatedBy: "/Type0").count == 2)
    #expect(all.contains("4 beginbfchar") && all.contains("BAAAAA+DejaVuSans"))
  }

  @Test func `text as areas has neither fonts nor text`() throws {
    var options = PDFOptions()
    options.outlinesText = true
    let all = text(try file([try words("abc")], options, size: Size(300, 300)))
    #expect(!all.contains("/Type0") && !all.contains("ActualText"))
  }
}
