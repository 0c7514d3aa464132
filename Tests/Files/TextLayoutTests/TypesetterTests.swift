// SPDX-License-Identifier: MIT
import Geometry
import Messages
import RenderTree
import Testing
import TextLayout

@Suite struct TypesetterTests {
  private func request(
    _ string: String, font: String = "DejaVu Sans", size: Double = 16, width: Double? = nil, height: Double? = nil,
    wraps: Bool = false,
    alignment: TextRequest.Alignment = .natural, truncation: TextRequest.Truncation = .none
  ) -> TextRequest {
    TextRequest(
      runs: [TextRun(string: string, font: font, fontSize: size)], width: width, height: height, wraps: wraps,
      alignment: alignment,
      truncation: truncation)
  }

  private func text(_ frame: TextFrame) -> String { frame.pieces.map(\.run.text).joined() }

  // MARK: metrics

  @Test func `advances, ascent and descent are the font's own, unrounded`() throws {
    // DejaVu Sans: 2048 units an em; N 1532, space 651, ascent 1901, descent 483, no leading.
    let frame = try Typesetter().layout(request("N N", size: 24))
    let unit = 24.0 / 2048
    #expect(abs(frame.size.width - (2 * 1532 + 651) * unit) < 0.002)
    #expect(abs(frame.lines[0].ascent - 1901 * unit) < 0.001)
    #expect(abs(frame.lines[0].descent - 483 * unit) < 0.001)
    #expect(frame.lines[0].baseline == frame.lines[0].ascent)
    #expect(abs(frame.pieces[0].run.positions[2].x - (1532 + 651) * unit) < 0.002)
  }

  @Test func `lines advance by ascent, descent and leading`() throws {
    // Liberation Sans: ascent 1854, descent 434, leading 67 of 2048.
    let frame = try Typesetter().layout(request("a\nb\r\nc\u{2028}d", font: "Helvetica", size: 2048))
    #expect(frame.lines.map(\.baseline) == [1854.0, 4209.0, 6564.0, 8919.0] as [Double])
    #expect(frame.size.height == 4 * 2355)
  }

  @Test func `pairs are kerned and ligatures formed`() throws {
    let typesetter = Typesetter()
    let pair = try typesetter.layout(request("AV")).size.width
    let apart = try typesetter.layout(request("A")).size.width + typesetter.layout(request("V")).size.width
    #expect(pair < apart - 0.5)
    #expect(try typesetter.layout(request("fi")).pieces[0].run.glyphs.count == 1)
  }

  @Test func `outlines are the glyph's, y down, scaled to the size`() throws {
    let run = try Typesetter().layout(request("l.", size: 2048)).pieces[0].run
    let stem = run.font.outline(of: run.glyphs[0])
    // The l of DejaVu Sans is a bar from (193, 0) to (377, 1556).
    #expect(Set(stem.points) == [Point(193, 0), Point(377, 0), Point(377, -1556), Point(193, -1556)])
    #expect(stem == run.font.outline(of: run.glyphs[0]))
    #expect(run.font.faceName == "DejaVu Sans")
    #expect(run.font.file.path.hasSuffix("/DejaVuSans.ttf"))
  }

  // MARK: lines

  @Test func `text wraps between words and is cut where a word is too wide`() throws {
    let typesetter = Typesetter()
    let frame = try typesetter.layout(
      request("The quick brown fox jumps over the lazy dog and runs on.", width: 170, wraps: true))
    #expect(frame.pieces.map(\.run.text) == ["The quick brown fox ", "jumps over the lazy ", "dog and runs on."])
    #expect(frame.lines.allSatisfy { $0.width <= 170 })
    let cut = try typesetter.layout(request("incomprehensibilities", width: 60, wraps: true))
    #expect(cut.lines.count > 2 && text(cut) == "incomprehensibilities")
    #expect(cut.lines.allSatisfy { $0.width <= 60 })
    #expect(try typesetter.layout(request("abc", width: 0, wraps: true)).lines.count == 3)
    #expect(!typesetter.usesPango)
  }

  @Test func `blank lines have the height of the font and a last newline adds none`() throws {
    let frame = try Typesetter().layout(request("a\n\nb\n"))
    #expect(frame.lines.count == 3)
    #expect(frame.lines[1].width == 0 && frame.lines[1].ascent == frame.lines[0].ascent)
    #expect(try Typesetter().layout(request("")).lines.isEmpty)
  }

  @Test func `lines are aligned in the box`() throws {
    let typesetter = Typesetter()
    func left(_ alignment: TextRequest.Alignment, _ width: Double?) throws -> Double {
      try typesetter.layout(request("abc", width: width, alignment: alignment)).lines[0].left
    }
    let width = try typesetter.layout(request("abc")).size.width
    #expect(try left(.natural, 100) == 0)
    #expect(abs(try left(.center, 100) - (100 - width) / 2) < 0.001)
    #expect(abs(try left(.right, 100) - (100 - width)) < 0.001)
    #expect(try left(.right, 5) == 0, "what is too wide starts at the left")
    let two = try typesetter.layout(request("abcdef\nabc", alignment: .right))
    #expect(two.lines[0].left == 0 && two.lines[1].left > 0, "without a width the widest line is the box")
  }

  @Test func `justified lines fill the width but for the last of a paragraph`() throws {
    let frame = try Typesetter().layout(
      request("one two three four five six seven eight", width: 120, wraps: true, alignment: .justified))
    #expect(frame.lines.dropLast().allSatisfy { abs($0.width - 120) < 0.002 })
    #expect(frame.lines.last.map { $0.width < 119 } == true)
  }

  // MARK: truncation

  @Test(arguments: [
    (TextRequest.Truncation.end, "A line that…"), (.start, "…far too long"), (.middle, "A line…oo long"),
  ])
  func `a line that is too wide loses text to an ellipsis`(mode: TextRequest.Truncation, expected: String) throws {
    let frame = try Typesetter().layout(request("A line that is far too long", size: 18, width: 118, truncation: mode))
    #expect(frame.isTruncated && frame.lines.count == 1 && frame.lines[0].width <= 118)
    let dots = frame.pieces.firstIndex { $0.run.text == "…" }
    switch mode {
    case .start: #expect(dots == 0)
    case .end: #expect(dots == frame.pieces.count - 1)
    default: #expect(dots.map { $0 > 0 && $0 < frame.pieces.count - 1 } == true)
    }
    #expect(!(try Typesetter().layout(request("short", width: 118, truncation: mode)).isTruncated))
    // The text after the ellipsis starts at its advance, 2048 of 2048 units in DejaVu Sans.
    let runs = frame.pieces.map(\.run)
    if let dots, dots + 1 < runs.count {
      #expect(abs(runs[dots + 1].positions[0].x - runs[dots].positions[0].x - 18) < 0.01)
    }
  }

  @Test func `wrapped text is truncated on the last line that fits the height`() throws {
    let typesetter = Typesetter()
    let long = "one two three four five six seven eight nine ten eleven twelve"
    let frame = try typesetter.layout(request(long, width: 100, height: 40, wraps: true, truncation: .end))
    #expect(frame.lines.count == 2 && frame.isTruncated && text(frame).hasSuffix("…"))
    let whole = try typesetter.layout(request("one two", width: 100, height: 40, wraps: true, truncation: .end))
    #expect(!whole.isTruncated && text(whole) == "one two")
    #expect(try typesetter.layout(request(long, width: 100, height: 1, wraps: true, truncation: .end)).lines.count == 1)
    let paragraphs = try typesetter.layout(
      request("one\ntwo\nthree", width: 100, height: 40, wraps: true, truncation: .end))
    #expect(paragraphs.lines.count == 2 && paragraphs.isTruncated && text(paragraphs) == "onetwo…")
    #expect(!typesetter.usesPango)
  }

  // MARK: other writing systems

  @Test func `text written from the right is ordered and aligned as shown`() throws {
    let frame = try Typesetter().layout(request("שלום abc", width: 200))
    #expect(frame.lines[0].left > 50, "natural alignment is right")
    let runs = frame.pieces.map(\.run)
    let latin = runs.first { $0.text.contains("abc") }, hebrew = runs.first { $0.text.contains("שלום") }
    let latinX = latin?.positions.first?.x ?? .infinity, hebrewX = hebrew?.positions.first?.x ?? -.infinity
    #expect(latinX < hebrewX)
    let embedded = try Typesetter().layout(request("abc שלום", width: 200))
    #expect(embedded.lines[0].left == 0)
  }

  @Test func `a character the font lacks comes from another font`() throws {
    // Liberation Sans lacks the check mark, DejaVu Sans has it.
    let frame = try Typesetter().layout(request("a ✓", font: "Helvetica"))
    #expect(frame.pieces.contains { $0.run.font.file.path.hasSuffix("/DejaVuSans.ttf") })
    #expect(frame.substitutions.isEmpty)
  }

  @Test func `odd text is laid out all the same`() throws {
    let typesetter = Typesetter()
    for text in [
      "\u{202E}abc\u{0}\u{10FFFF}\u{FEFF}e\u{301}\u{200D}👩‍👩‍👧", "\u{0}", "\t", "\u{AD}", "\u{301}", "\r", "   ",
      "\u{2028}",
    ] {
      for width in [nil, 0, 40] as [Double?] {
        for truncation in [TextRequest.Truncation.none, .start, .middle, .end] {
          let frame = try typesetter.layout(
            request(text, width: width, height: 20, wraps: true, truncation: truncation))
          #expect(frame.size.width.isFinite && frame.size.height.isFinite)
          _ = try typesetter.layout(request(text, width: width, truncation: truncation))
        }
      }
    }
  }

  // MARK: fonts

  @Test(arguments: [
    ("Helvetica", "LiberationSans-Regular"), ("Arial", "LiberationSans-Regular"),
    ("Helvetica-Bold", "LiberationSans-Bold"),
    ("Times New Roman", "LiberationSerif-Regular"), ("TimesNewRomanPS-BoldItalicMT", "LiberationSerif-BoldItalic"),
    ("Courier", "LiberationMono-Regular"), ("sans-serif", "LiberationSans-Regular"),
    ("DejaVu Sans Bold", "DejaVuSans-Bold"),
    ("dejavu sans mono", "DejaVuSansMono"), ("DejaVuSans-BoldOblique", "DejaVuSans-BoldOblique"),
    ("DejaVu Sans Condensed", "DejaVuSansCondensed"), ("Liberation Sans", "LiberationSans-Regular"),
  ])
  func `known names find their faces in silence`(name: String, file: String) throws {
    let frame = try Typesetter().layout(request("x", font: name))
    #expect(frame.pieces[0].run.font.file.path.hasSuffix("/\(file).ttf"), "\(frame.pieces[0].run.font.file.path)")
    #expect(frame.substitutions.isEmpty)
  }

  @Test func `a missing font is reported with what is used instead`() throws {
    let typesetter = Typesetter()
    for _ in 0..<2 {
      let frame = try typesetter.layout(request("x", font: "Comic Sans"))
      #expect(frame.substitutions == [.init(asked: "Comic Sans", used: "Liberation Sans")])
    }
    #expect(
      try typesetter.layout(request("x", font: "Futura-Bold")).substitutions == [
        .init(asked: "Futura-Bold", used: "Liberation Sans Bold")
      ])
  }

  @Test func `a font file is read only by the host's leave`() throws {
    let path = "/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf"
    #expect(throws: LayerError.self) { try Typesetter().layout(request("x", font: path)) }
    let typesetter = Typesetter(fontFile: { FontData(try readBytes($0 == "my.ttf" ? path : $0), path: $0) })
    #expect(try typesetter.layout(request("x", font: "my.ttf")).pieces[0].run.font.faceName == "DejaVu Serif")
    #expect { try typesetter.layout(request("x", font: "/etc/passwd")) } throws: { "\($0)".contains("not a TrueType") }
  }

  @Test func `without any font the error says what to install`() throws {
    let typesetter = Typesetter(fontDirectories: ["/nowhere"])
    #expect { try typesetter.layout(request("x")) } throws: {
      ($0 as? LayerError)?.message.contains("fonts-dejavu-core") == true
    }
    #expect(typesetter.fonts().isEmpty)
  }

  @Test func `fonts are listed by family, the plain face first`() {
    let fonts = Typesetter().fonts()
    #expect(fonts.first { $0.family == "DejaVu Sans" }?.fullName == "DejaVu Sans")
    #expect(fonts.contains { $0.fullName == "Liberation Mono Bold Italic" && $0.weight == 700 && $0.isItalic })
    #expect(fonts.map(\.family) == fonts.map(\.family).sorted())
  }

  // MARK: limits and determinism

  @Test func `a megabyte of words takes its time and no more`() throws {
    let frame = try Typesetter().layout(request(String(repeating: "word ", count: 200_000), width: 40, wraps: true))
    #expect(frame.lines.count == 200_000)
  }

  @Test func `text beyond the limits is refused`() throws {
    let typesetter = Typesetter()
    #expect { try typesetter.layout(request(String(repeating: "word ", count: 1_000_000))) } throws: {
      ($0 as? LayerError)?.kind == .limit
    }
    #expect { try typesetter.layout(request(String(repeating: "א", count: 100_000))) } throws: {
      ($0 as? LayerError)?.kind == .limit
    }
    #expect { try typesetter.layout(request("a", size: 1e9)) } throws: { ($0 as? LayerError)?.kind == .limit }
    #expect(try typesetter.layout(request("a", size: .nan)).pieces.isEmpty)
    #expect(try typesetter.layout(request("a", size: -4)).pieces.isEmpty)
  }

  @Test func `the same request is laid out the same`() throws {
    let long = request(
      "Grumpy wizards make toxic brew — שלום עולם — for the evil queen and jack.", width: 150, wraps: true)
    func dump(_ frame: TextFrame) -> String {
      "\(frame.lines) \(frame.pieces.map { ($0.run.glyphs, $0.run.positions, $0.run.font.file) })"
    }
    let first = dump(try Typesetter().layout(long))
    let typesetter = Typesetter()
    _ = try typesetter.layout(request("other", font: "Times"))
    #expect(dump(try typesetter.layout(long)) == first)
    #expect(dump(try typesetter.layout(long)) == first)
  }
}
