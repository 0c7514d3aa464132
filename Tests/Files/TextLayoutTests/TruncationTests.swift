// SPDX-License-Identifier: MIT
import Geometry
import RenderTree
import TestSupport
import Testing
import TextLayout

/// Truncation with an ellipsis: only between clusters, keeping as much text as fits.
@Suite struct TruncationTests {
  private let typesetter = Typesetter()

  private func request(
    _ text: String, width: Double? = nil, wraps: Bool = false, _ mode: TextRequest.Truncation = .none, most: Int = 0,
    font: String = "DejaVu Sans Mono"
  ) -> TextRequest {
    TextRequest(
      runs: [TextRun(string: text, font: font, fontSize: 16)], width: width, wraps: wraps, truncation: mode,
      maximumLines: most)
  }

  /// The text of a line of left-to-right runs.
  private func text(_ frame: TextFrame, line: Int = 0) -> String {
    frame.pieces.filter { $0.line == line }.map(\.run.text).joined()
  }

  private func width(_ text: String) throws -> Double { try typesetter.layout(request(text)).size.width }

  /// Flags, a family, a skin tone, a keycap, accents, stacked marks, conjoining jamo; and letters of two widths. None
  /// changes the width of a neighbour.
  private static let clusters = [
    "🇩🇪", "🇫🇷", "👨‍👩‍👧", "👍🏽", "1️⃣", "e\u{301}", "a\u{302}\u{323}\u{308}", "\u{1112}\u{1161}\u{11AB}", "x", "b", "世", "✓", "é",
  ]

  /// The texts that a mode may keep, by trying every cut: the longest start or end that fits; for middle, the gap whose
  /// farther end is nearest to the middle of the line, and of these the narrowest.
  private func best(_ clusters: [String], _ room: Double, _ mode: TextRequest.Truncation) throws -> Set<String> {
    let widths = try clusters.map { try width($0) }, dots = try width("…")
    var edges = [0.0]
    for width in widths { edges.append(edges[edges.count - 1] + width) }
    let count = clusters.count, total = edges[count]
    if total <= room { return [clusters.joined()] }
    func kept(_ low: Int, _ high: Int) -> String {
      clusters[..<low].joined() + "…" + clusters[high...].joined()
    }
    func fits(_ low: Int, _ high: Int) -> Bool { total - (edges[high] - edges[low]) + dots <= room + 1e-3 }
    switch mode {
    case .end: return [kept((0..<count).last { fits($0, count) } ?? 0, count)]
    case .start: return [kept(0, (1...count).first { fits(0, $0) } ?? count)]
    default:
      // Rounded to whole units, as in the engine.
      let middle = (total * 512).rounded(.down) / 1024
      var found: [(far: Double, width: Double, text: String)] = []
      for low in 0..<count {
        for high in low + 1...count where fits(low, high) {
          found.append((max(middle - edges[low], edges[high] - middle), edges[high] - edges[low], kept(low, high)))
        }
      }
      guard let far = found.map(\.far).min() else { return ["…"] }
      let near = found.filter { $0.far <= far + 2e-3 }
      let narrow = near.map(\.width).min() ?? 0
      return Set(near.filter { $0.width <= narrow + 2e-3 }.map(\.text))
    }
  }

  @Test(arguments: [TextRequest.Truncation.start, .middle, .end])
  func `as many clusters are kept as fit, by every cut of random texts`(mode: TextRequest.Truncation) throws {
    var random = SeededRandom(32_007)
    for _ in 0..<150 {
      let clusters = (0..<Int(random.next() % 12 + 1)).map { _ in
        Self.clusters[Int(random.next() % UInt64(Self.clusters.count))]
      }
      // Adjacent flags stay two.
      let string = clusters.joined()
      guard string.count == clusters.count else { continue }
      let room = Double(random.next() % 220)
      let frame = try typesetter.layout(request(string, width: room, mode))
      let expected = try best(clusters, room, mode)
      #expect(expected.contains(text(frame)), "\(string) in \(room): \(text(frame)), not \(expected)")
      #expect(frame.isTruncated == (try width(string) > room))
      #expect(frame.lines.count == 1)
      if try width("…") <= room { #expect(frame.lines[0].width <= room + 1e-3) }
    }
  }

  @Test(arguments: [TextRequest.Truncation.start, .middle, .end])
  func `the last of a number of lines is cut by the same rule`(mode: TextRequest.Truncation) throws {
    var random = SeededRandom(32_008)
    for _ in 0..<60 {
      let words = (0..<Int(random.next() % 8 + 3)).map { _ in
        (0..<Int(random.next() % 4 + 1)).map { _ in Self.clusters[Int(random.next() % UInt64(Self.clusters.count))] }
      }
      let clusters = Array(words.joined(separator: [" "]))
      let string = clusters.joined()
      guard string.count == clusters.count else { continue }
      let room = Double(random.next() % 100 + 40), most = Int(random.next() % 3 + 1)
      let whole = try typesetter.layout(request(string, width: room, wraps: true))
      let frame = try typesetter.layout(request(string, width: room, wraps: true, mode, most: most))
      #expect(frame.lines.count == min(whole.lines.count, most) && frame.isTruncated == (whole.lines.count > most))
      for line in 0..<(frame.isTruncated ? most - 1 : frame.lines.count) {
        #expect(text(frame, line: line) == text(whole, line: line))
      }
      guard frame.isTruncated else { continue }
      // The text that follows the lines before, after skipping the spaces at their ends.
      let before = (0..<most - 1).map { text(whole, line: $0).filter { $0 != " " }.count }.reduce(0, +)
      var rest = clusters[...]
      var seen = 0
      while seen < before, let next = rest.popFirst() { if next != " " { seen += 1 } }
      while most > 1, rest.first == " " { rest.removeFirst() }
      let expected = try best(Array(rest), room, mode)
      let last = text(frame, line: most - 1)
      #expect(expected.contains(last), "\(string) in \(room): \(last), not \(expected)")
    }
  }

  @Test(arguments: [
    ("🇩🇪🇫🇷🇮🇹🇪🇸🇵🇹🇬🇷", TextRequest.Truncation.start, "…🇵🇹🇬🇷"), ("🇩🇪🇫🇷🇮🇹🇪🇸🇵🇹🇬🇷", .middle, "🇩🇪…🇬🇷"),
    ("🇩🇪🇫🇷🇮🇹🇪🇸🇵🇹🇬🇷", .end, "🇩🇪🇫🇷…"), ("👍🏽👍🏿👍🏻👍🏼👍🏾👍", .start, "…👍🏾👍"),
    ("e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}", .start, "…e\u{301}e\u{301}e\u{301}e\u{301}"),
    ("1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣", .middle, "1️⃣…6️⃣"),
  ])
  func `no cluster is divided, and text is left`(string: String, mode: TextRequest.Truncation, kept: String) throws {
    let room = try width(kept) + 1
    #expect(text(try typesetter.layout(request(string, width: room, mode))) == kept)
  }

  @Test func `the ellipsis stands where the text that it replaces would`() throws {
    // Hebrew is right-to-left: its first letters are on the right.
    let hebrew = "אבגדהוזחטיכלמנ"
    for (mode, isLeft, count) in [(TextRequest.Truncation.end, true, 1), (.start, false, 1), (.middle, true, 2)] {
      let frame = try typesetter.layout(request(hebrew, width: 80, mode, font: "DejaVu Sans"))
      let order = frame.pieces.map { $0.run.text == "…" }
      #expect(frame.lines[0].width <= 80 && frame.isTruncated)
      #expect(order.count == count + 1)
      #expect((isLeft ? order[count == 2 ? 1 : 0] : order[order.count - 1]) == true, "\(mode)")
      let kept = frame.pieces.filter { $0.run.text != "…" }.map(\.run.text)
      switch mode {
      case .end: #expect(hebrew.hasPrefix(kept[0]))
      case .start: #expect(hebrew.hasSuffix(kept[0]))
      default: #expect(hebrew.hasSuffix(kept[0]) && hebrew.hasPrefix(kept[1]))
      }
    }
    // The ellipsis of Hebrew after Latin is to the left of the remaining Hebrew text.
    let mixed = try typesetter.layout(request("abc \(hebrew)", width: 100, .end, font: "DejaVu Sans"))
    #expect(mixed.pieces.map { $0.run.text == "…" } == [false, true, false])
  }

  @Test func `plain text is cut as other text is`() throws {
    let full = Typesetter()
    full.isPlainLayoutAllowed = false
    for font in ["DejaVu Sans", "Times", "Courier"] {
      for mode in [TextRequest.Truncation.start, .middle, .end] {
        for width in [0.0, 9, 60, 100, 137, 200] {
          // If not even one letter fits, the two layout paths break lines differently.
          for wraps in width < 60 ? [false] : [false, true] {
            let request = request(
              "The office quickly fixes AVATAR jumps.", width: width, wraps: wraps, mode, most: wraps ? 2 : 0,
              font: font)
            let a = try typesetter.layout(request), b = try full.layout(request)
            #expect(a.pieces.map(\.run.text).joined() == b.pieces.map(\.run.text).joined())
            #expect(a.lines == b.lines)
          }
        }
      }
    }
    #expect(!typesetter.usesPango && full.usesPango)
  }

  @Test func `a long line is cut in little time`() throws {
    let long = String(repeating: "e\u{301}", count: 20_000)
    let most = try Int(300 / width("x"))
    for mode in [TextRequest.Truncation.start, .middle, .end] {
      let frame = try typesetter.layout(request(long, width: 300, mode))
      #expect(frame.lines[0].width <= 300 && text(frame).count == most)
    }
  }
}

/// Characters that end lines and paragraphs.
@Suite struct LineEndTests {
  private let typesetter = Typesetter()

  private func layout(
    _ text: String, width: Double? = nil, alignment: TextRequest.Alignment = .natural,
    _ set: (inout TextAttributes) -> Void = { _ in }
  ) throws -> TextFrame {
    var attributes = TextAttributes()
    set(&attributes)
    return try typesetter.layout(
      TextRequest(
        runs: [TextRun(string: text, font: "DejaVu Sans", fontSize: 16, attributes: attributes)], width: width,
        wraps: width != nil, alignment: alignment))
  }

  private func lines(_ frame: TextFrame) -> [String] {
    frame.lines.indices.map { line in frame.pieces.filter { $0.line == line }.map(\.run.text).joined() }
  }

  private static let ends = ["\n", "\r", "\r\n", "\u{85}", "\u{2028}", "\u{2029}"]

  @Test(arguments: ends) func `each of Foundation's line ends ends a line`(end: String) throws {
    for text in ["one\(end)two", "one\(end)two\(end)", "שלום\(end)two", "e\u{301}\(end)世"] {
      #expect(lines(try layout(text)).count == 2, "\(text.debugDescription)")
    }
    #expect(lines(try layout("one\(end)two")) == ["one", "two"])
    #expect(lines(try layout("one\(end)\(end)two")) == ["one", "", "two"])
    // Likewise in wrapped text; the invisible character has no width.
    #expect(lines(try layout("one\(end)two", width: 300)) == ["one", "two"])
    #expect(try layout("one\(end)two").size.width == layout("one\ntwo").size.width)
    // In attributed text it may be in any run.
    let runs = ["one", end, "two"].map { TextRun(string: $0, font: "DejaVu Sans", fontSize: 16) }
    #expect(lines(try typesetter.layout(TextRequest(runs: runs))) == ["one", "two"])
  }

  @Test func `random texts have the lines that Foundation counts`() throws {
    var random = SeededRandom(32_010)
    let parts = ["a", "é", "世", "\u{A0}", "\u{2026}"] + Self.ends
    for _ in 0..<400 {
      var text = ""
      for _ in 0..<random.next() % 14 { text += parts[Int(random.next() % UInt64(parts.count))] }
      // Counted by Character: CR LF is one.
      var expected: [String] = [""]
      for character in text {
        if Self.ends.contains(String(character)) {
          expected.append("")
        } else {
          expected[expected.count - 1].append(character)
        }
      }
      if expected.last == "" { expected.removeLast() }
      #expect(lines(try layout(text)) == expected, "\(text.debugDescription)")
    }
  }

  @Test func `U+0085 and U+2028 end lines within a paragraph`() throws {
    for end in ["\u{85}", "\u{2028}"] {
      let one = try layout("one\(end)two\nthree", width: 300) {
        $0.firstLineHeadIndent = 30
        $0.headIndent = 10
        $0.paragraphSpacing = 7
        $0.paragraphSpacingBefore = 5
      }
      #expect(one.lines.map(\.left) == [30, 10, 30])
      let step = one.lines[0].ascent + one.lines[0].descent
      #expect(abs(one.lines[1].baseline - one.lines[0].baseline - step) < 1e-9)
      #expect(abs(one.lines[2].baseline - one.lines[1].baseline - step - 12) < 1e-9)
      // Without attributes, too, the direction is that of the paragraph.
      let direction = try layout("שלום\(end)abc", width: 300)
      #expect(direction.lines[1].left > 200)
      #expect(try layout("שלום\nabc", width: 300).lines[1].left == 0)
      #expect(try layout("abc\(end)שלום", width: 300).lines[1].left == 0)
    }
    for end in ["\n", "\r", "\r\n", "\u{2029}"] {
      let two = try layout("one\(end)two", width: 300) { $0.firstLineHeadIndent = 30 }
      #expect(two.lines.map(\.left) == [30, 30])
    }
  }

  @Test func `attributes of a paragraph are those of its first run in all its lines`() throws {
    var first = TextAttributes(), second = TextAttributes()
    first.alignment = .right
    second.alignment = .left
    let runs = [("one\u{2028}", first), ("two\u{2029}", second), ("three", second)].map {
      TextRun(string: $0.0, font: "DejaVu Sans", fontSize: 16, attributes: $0.1)
    }
    let frame = try typesetter.layout(TextRequest(runs: runs, width: 300, wraps: true))
    #expect(frame.lines[0].left > 200 && frame.lines[1].left > 200 && frame.lines[2].left == 0)
  }

  @Test func `a paragraph of very many lines takes little time`() throws {
    let text = "ש" + String(repeating: "a\u{2028}", count: 3000)
    #expect(try layout(text).lines.count == 3000)
  }
}
