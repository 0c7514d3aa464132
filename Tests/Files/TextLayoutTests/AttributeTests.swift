// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import RenderTree
import Testing
import TextLayout

@Suite struct AttributeTests {
  /// Lays out runs of 16 points, each with attributes set by its closure.
  private func layout(
    _ runs: [(String, (inout TextAttributes) -> Void)], font: String = "DejaVu Sans", size: Double = 16,
    width: Double? = nil,
    wraps: Bool = false, alignment: TextRequest.Alignment = .natural, isPlainAllowed: Bool = true
  ) throws -> TextFrame {
    let typesetter = Typesetter()
    typesetter.isPlainLayoutAllowed = isPlainAllowed
    return try typesetter.layout(
      TextRequest(
        runs: runs.map { string, set in
          var attributes = TextAttributes()
          set(&attributes)
          return TextRun(string: string, font: font, fontSize: size, color: .black, attributes: attributes)
        }, width: width, wraps: wraps, alignment: alignment))
  }

  private func near(_ a: Double, _ b: Double, _ tolerance: Double = 0.003) -> Bool { abs(a - b) <= tolerance }

  // MARK: faces

  @Test(
    arguments: [
      ("DejaVu Sans", 700, nil, "DejaVuSans-Bold"), ("DejaVu Sans", nil, true, "DejaVuSans-Oblique"),
      ("DejaVu Sans", 900, true, "DejaVuSans-BoldOblique"), ("DejaVu Sans Bold", nil, true, "DejaVuSans-BoldOblique"),
      ("DejaVu Sans Bold", 400, nil, "DejaVuSans"), ("DejaVu Sans", 500, nil, "DejaVuSans"),
      ("Helvetica", 600, nil, "LiberationSans-Bold"),
      ("Times", nil, true, "LiberationSerif-Italic"), ("DejaVu Sans", 200, nil, "DejaVuSans-ExtraLight"),
    ] as [(String, Int?, Bool?, String)])
  func `weight and slant pick a face of the family`(font: String, weight: Int?, italic: Bool?, file: String) throws {
    let frame = try layout(
      [
        (
          "x",
          {
            $0.weight = weight
            $0.isItalic = italic
          }
        )
      ], font: font)
    #expect(frame.pieces[0].run.font.file.path.hasSuffix("/\(file).ttf"), "\(frame.pieces[0].run.font.file.path)")
    #expect(frame.substitutions.isEmpty)
  }

  @Test func `a style that the family lacks is told of`() throws {
    let frame = try layout([("x", { $0.isItalic = true })], font: "DejaVu Math TeX Gyre")
    #expect(frame.substitutions == [.init(asked: "DejaVu Math TeX Gyre italic", used: "DejaVuMathTeXGyre-Regular")])
    let missing = try layout([("x", { $0.weight = 700 })], font: "Comic Sans")
    #expect(missing.substitutions == [.init(asked: "Comic Sans", used: "Liberation Sans Bold")])
  }

  // MARK: glyphs

  @Test(arguments: [true, false])
  func `kern is added after each character, and keeps ligatures apart`(isPlain: Bool) throws {
    let plain = try layout([("fiN", { $0.kern = 0 })], isPlainAllowed: isPlain)
    let kerned = try layout([("fiN", { $0.kern = 2.5 })], isPlainAllowed: isPlain)
    let run = kerned.pieces[0].run
    #expect(run.glyphs.count == 3)
    #expect(plain.pieces[0].run.glyphs.count == 2)
    // DejaVu Sans: f 721, i 569, N 1532 of 2048.
    let unit = 16.0 / 2048
    #expect(near(run.positions[1].x, 721 * unit + 2.5) && near(run.positions[2].x, (721 + 569) * unit + 5))
    #expect(near(kerned.size.width, (721 + 569 + 1532) * unit + 7.5))
  }

  @Test func `kern 0 switches the font's own kerning off`() throws {
    let width = try layout([("AV", { $0.kern = 0 })]).size.width
    // A and V are 1401 each.
    #expect(near(width, 2802.0 * 16 / 2048))
    #expect(try layout([("AV", { _ in })]).size.width < width - 0.5)
    #expect(try layout([("AV", { $0.kern = 0 })], isPlainAllowed: false).size.width == width)
  }

  @Test func `text with attributes is where Pango puts it`() throws {
    let runs: [(String, (inout TextAttributes) -> Void)] = [
      ("The quick ", { $0.kern = 1.5 }), ("brown fox", { $0.weight = 700 }),
      (" jumps over the lazy dog and runs on", { $0.kern = -0.75 }),
    ]
    for width in [nil, 130.0, 210] {
      let a = try layout(runs, width: width, wraps: width != nil)
      let b = try layout(runs, width: width, wraps: width != nil, isPlainAllowed: false)
      #expect(a.lines.count == b.lines.count)
      for (x, y) in zip(a.pieces, b.pieces) {
        #expect(x.run.glyphs.prefix(y.run.glyphs.count) == y.run.glyphs.prefix(x.run.glyphs.count))
        for (p, q) in zip(x.run.positions, y.run.positions) {
          #expect(near(p.x, q.x) && near(p.y, q.y), "\(x.run.text)")
        }
      }
    }
  }

  @Test func `kern of text written from the right stands left of each character`() throws {
    let plain = try layout([("שלום", { _ in })]), kerned = try layout([("שלום", { $0.kern = 3 })])
    #expect(near(kerned.size.width, plain.size.width + 12))
    let a = plain.pieces[0].run.positions.map(\.x), b = kerned.pieces[0].run.positions.map(\.x)
    for i in a.indices { #expect(near(b[i], a[i] + 3 * Double(i + 1))) }
  }

  @Test func `baselineOffset lifts glyphs and makes the line taller`() throws {
    let plain = try layout([("x", { _ in })])
    let frame = try layout([("x", { _ in }), ("2", { $0.baselineOffset = 6 }), ("3", { $0.baselineOffset = -4 })])
    #expect(
      near(frame.lines[0].ascent, plain.lines[0].ascent + 6) && near(frame.lines[0].descent, plain.lines[0].descent + 4)
    )
    let ys = frame.pieces.map { $0.run.positions[0].y }
    #expect(near(ys[0] - ys[1], 6) && near(ys[2] - ys[0], 4) && ys[0] == frame.lines[0].baseline)
  }

  @Test func `strokes are percent of the font size; negative ones fill too`() throws {
    let frame = try layout([
      ("a", { $0.strokeWidth = 5 }),
      (
        "b",
        {
          $0.strokeWidth = -10
          $0.strokeColor = Color(css: "red")
        }
      ), ("c", { $0.strokeWidth = 0 }),
    ])
    #expect(frame.pieces[0].color == nil && frame.pieces[0].stroke == .init(width: 0.8, color: .black))
    #expect(
      frame.pieces[1].color == .black && frame.pieces[1].stroke?.width == 1.6 && frame.pieces[1].stroke?.color.red == 1)
    #expect(frame.pieces[2].color == .black && frame.pieces[2].stroke == nil)
  }

  // MARK: lines and backgrounds

  @Test func `underlines are the font's own, under the whole run`() throws {
    // DejaVu Sans, post: underlinePosition −40, underlineThickness 90 of 2048.
    let frame = try layout([("N", { _ in }), ("NN", { $0.underlineStyle = .single })], size: 2048)
    #expect(frame.marks.count == 1)
    let line = frame.marks[0]
    #expect(line.kind == .underline && line.rect.x == 1532 && line.rect.width == 3064)
    #expect(line.rect.y == frame.lines[0].baseline + 40 && line.rect.height == 90)
    let thick = try layout([("N", { $0.underlineStyle = .thick })], size: 2048).marks
    #expect(thick.map(\.rect.height) == [180])
    let double = try layout([("N", { $0.underlineStyle = .double })], size: 2048).marks
    #expect(double.map { $0.rect.y - frame.lines[0].baseline } == [40, 220])
  }

  @Test func `strikethrough is the font's own and in the text's colour`() throws {
    // OS/2: yStrikeoutPosition 530, yStrikeoutSize 102 of 2048.
    let frame = try layout([("N", { $0.strikethroughStyle = .single })], size: 2048)
    #expect(frame.marks.map(\.rect) == [Rect(0, frame.lines[0].baseline - 530, 1532, 102)])
    #expect(frame.marks[0].color == .black)
  }

  @Test func `a background fills the line's height, in one piece where it goes on`() throws {
    let frame = try layout(
      [
        ("ab ", { $0.backgroundColor = .white }), ("cd", { $0.backgroundColor = .white }),
        ("ef", { $0.baselineOffset = 10 }),
      ])
    #expect(frame.marks.count == 1)
    let r = frame.marks[0].rect, line = frame.lines[0]
    #expect(r.y == line.baseline - line.ascent && near(r.height, line.ascent + line.descent))
    #expect(near(r.maxX, frame.pieces[2].run.positions[0].x))
  }

  @Test func `marks move with their lines, and stop at the spaces that wrapping leaves out`() throws {
    let frame = try layout([("aaaa bbbb", { $0.underlineStyle = .single })], width: 60, wraps: true, alignment: .right)
    #expect(frame.marks.count == 2 && frame.lines.count == 2)
    for (mark, line) in zip(frame.marks, frame.lines) {
      #expect(near(mark.rect.maxX, 60) && near(mark.rect.x, line.left) && near(mark.rect.width, line.width))
    }
  }

  // MARK: paragraphs

  @Test(arguments: [true, false]) func `indents narrow lines, the first by its own`(isPlain: Bool) throws {
    let frame = try layout(
      [
        (
          "one two three four five six seven eight nine ten",
          {
            $0.firstLineHeadIndent = 40
            $0.headIndent = 10
            $0.tailIndent = -20
          }
        )
      ], width: 150, wraps: true, isPlainAllowed: isPlain)
    #expect(frame.lines.count > 2)
    #expect(frame.lines[0].left == 40 && frame.lines[1].left == 10)
    #expect(frame.lines.allSatisfy { $0.left + $0.width <= 130.01 })
    let hanging = try layout(
      [
        (
          "one two three four five six seven eight nine ten",
          {
            $0.headIndent = 60
            $0.tailIndent = 140
          }
        )
      ], width: 300, wraps: true, isPlainAllowed: isPlain)
    #expect(hanging.lines[0].left == 0 && hanging.lines[0].width > 80 && hanging.lines[1].left == 60)
    #expect(hanging.lines.allSatisfy { $0.left + $0.width <= 140.01 })
  }

  @Test func `each paragraph has its first run's style`() throws {
    let frame = try layout(
      [("left\nri", { _ in }), ("ght", { $0.alignment = .left }), ("\nmiddle", { $0.alignment = .center })], width: 200,
      alignment: .right)
    #expect(frame.lines.count == 3)
    #expect(near(frame.lines[1].left + frame.lines[1].width, 200))
    // The newline belongs to the paragraph that it ends.
    #expect(near(frame.lines[2].left * 2 + frame.lines[2].width, 200))
  }

  @Test func `indents of paragraphs written from the right count from the right`() throws {
    let frame = try layout([("שלום", { $0.firstLineHeadIndent = 30 })], width: 200)
    #expect(near(frame.lines[0].left + frame.lines[0].width, 170))
  }

  @Test func `lineSpacing stands between lines, lineHeightMultiple above the text`() throws {
    // DejaVu Sans of 2048: ascent 1901, descent 483, leading 0.
    func baselines(_ set: @escaping (inout TextAttributes) -> Void) throws -> [Double] {
      try layout([("a\nb", set)], size: 2048).lines.map(\.baseline)
    }
    #expect(try baselines { _ in } == [1901, 4285])
    #expect(try baselines { $0.lineSpacing = 100 } == [1901, 4385])
    #expect(
      try layout([("a\nb", { $0.lineSpacing = 100 })], size: 2048).size.height == 4868, "none follows the last line")
    #expect(try baselines { $0.lineHeightMultiple = 1.5 } == [3093, 6669])
    #expect(try baselines { $0.lineHeightMultiple = 0 } == [1901, 4285])
  }

  @Test func `justified text fills what the indents leave`() throws {
    let frame = try layout(
      [("one two three four five six seven eight", { $0.headIndent = 15 })], width: 120, wraps: true,
      alignment: .justified)
    #expect(frame.lines.dropLast().allSatisfy { near($0.left + $0.width, 120) })
    #expect(frame.lines[1].left == 15)
  }

  @Test func `a measured width holds the text it was measured of`() throws {
    let set: (inout TextAttributes) -> Void = {
      $0.firstLineHeadIndent = 7.3
      $0.tailIndent = -3.1
      $0.kern = 0.7
    }
    let free = try layout([("some words that fit", set)])
    #expect(try layout([("some words that fit", set)], width: free.size.width, wraps: true).lines.count == 1)
  }

  // MARK: what is missing

  @Test func `characters that no font has are named, and shown as boxes beside each other`() throws {
    let frame = try layout([("日本日", { _ in })], font: "Helvetica", size: 2048)
    #expect(frame.missing.map(\.character) == ["日", "本"] && frame.missing[0].font == "Liberation Sans")
    // Liberation Sans' box is 1536 wide.
    #expect(frame.pieces.flatMap(\.run.positions).map(\.x) == [0, 1536, 3072])
    #expect(frame.size.width == 4608)
    #expect(try layout([("abc ✓", { _ in })]).missing.isEmpty)
  }

  @Test func `numbers that mean nothing are no trouble`() throws {
    for v in [Double.nan, .infinity, -.infinity, 1e300, -1e300] {
      let frame = try layout(
        [
          (
            "some text\nשלום",
            {
              $0.kern = v
              $0.baselineOffset = v
              $0.lineSpacing = v
              $0.lineHeightMultiple = v
              $0.firstLineHeadIndent = v
              $0.headIndent = v
              $0.tailIndent = v
            }
          )
        ], width: 100, wraps: true)
      #expect(frame.size.width.isFinite && frame.size.height.isFinite)
    }
  }
}
