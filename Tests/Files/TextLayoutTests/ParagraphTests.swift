// SPDX-License-Identifier: MIT
import Foundation
import Geometry
import Pixels
import RenderTree
import TestSupport
import Testing
import TextLayout

/// Paragraphs with hyphenation, with optimal line breaks, and with tab stops.
@Suite final class ParagraphTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("lines-\(UUID().uuidString)")
  private let plain: Typesetter
  private let full: Typesetter

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // A line may break after every syllable of two letters that ends in a vowel.
    let rules = "UTF-8\na1b\na1d\na1f\na1k\na1l\na1m\na1n\na1r\na1s\na1t\ne1l\ne1n\ne1r\ne1s\ne1t\ni1l\ni1n\no1n\no1r\n"
    try Data(rules.utf8).write(to: folder.appendingPathComponent("hyph_xx_XX.dic"))
    plain = Typesetter(hyphenDirectories: [folder.path])
    full = Typesetter(hyphenDirectories: [folder.path])
    full.isPlainLayoutAllowed = false
  }
  deinit { try? FileManager.default.removeItem(at: folder) }

  private func request(
    _ text: String, font: String = "DejaVu Sans", size: Double = 16, width: Double? = nil, height: Double? = nil,
    alignment: TextRequest.Alignment = .natural, truncation: TextRequest.Truncation = .none, most: Int = 0,
    _ set: (inout TextAttributes) -> Void = { _ in }
  ) -> TextRequest {
    var attributes = TextAttributes()
    attributes.language = "xx"
    set(&attributes)
    return TextRequest(
      runs: [TextRun(string: text, font: font, fontSize: size, color: .black, attributes: attributes)],
      width: width, height: height, wraps: width != nil, alignment: alignment, truncation: truncation,
      maximumLines: most)
  }

  private func text(_ frame: TextFrame) -> String { frame.pieces.map(\.run.text).joined() }

  /// The text of each line.
  private func lines(_ frame: TextFrame) -> [String] {
    frame.lines.map { line in
      frame.pieces.filter { abs(($0.run.positions.first?.y ?? 0) - line.baseline) < 0.01 }.map(\.run.text).joined()
    }
  }

  private func ends(_ frame: TextFrame) -> [Unicode.Scalar?] {
    frame.lines.map { line in
      frame.pieces.last { abs(($0.run.positions.first?.y ?? 0) - line.baseline) < 0.01 }?.run.hyphen
    }
  }

  // MARK: Hyphens

  @Test func `words are divided by the language, with a hyphen that is not in the text`() throws {
    let string = "paramanaba loka end"
    let frame = try plain.layout(request(string, width: 80) { $0.hyphenationFactor = 1 })
    #expect(lines(frame) == ["parama", "naba loka ", "end"] || lines(frame)[0] == "parama", "\(lines(frame))")
    #expect(text(frame) == string)
    let run = frame.pieces[0].run
    #expect(run.hyphen == "\u{2010}" && ends(frame).last == .some(nil))
    #expect(run.glyphs.count == run.text.count + 1)
    #expect(run.grouped().map(\.text).joined() == run.text)
    #expect(run.grouped().last?.glyphs.count == 2)
    #expect(!plain.usesPango)
    // The hyphen is the font's own glyph, after the last letter, and within the line width.
    let alone = try plain.layout(request("\u{2010}"))
    #expect(run.glyphs.last == alone.pieces[0].run.glyphs[0])
    #expect(frame.lines[0].width <= 80)
    #expect(try plain.layout(request(string, width: 80)).lines.count >= frame.lines.count)
  }

  @Test func `the last word is divided only where no line can hold it`() throws {
    func lines(_ width: Double) throws -> [String] {
      self.lines(try plain.layout(request("lo paramanaba", width: width) { $0.hyphenationFactor = 1 }))
    }
    // The word fits a line of 110 points, but not one of 80.
    #expect(try lines(110) == ["lo ", "paramanaba"])
    let divided = try lines(80)
    #expect(divided.joined() == "lo paramanaba" && divided.count < 4 && divided[0] != "lo ")
  }

  @Test func `a factor divides words in lines that would be filled less`() throws {
    let string = "mmmmmmmm paramana lo end"
    func first(_ factor: Double) throws -> String {
      lines(try plain.layout(request(string, width: 150) { $0.hyphenationFactor = factor }))[0]
    }
    let filled = try plain.layout(request("mmmmmmmm")).size.width / 150
    #expect(filled > 0.8 && filled < 0.9)
    #expect(try first(0) == "mmmmmmmm " && first(0.8) == "mmmmmmmm ")
    let divided = try first(0.9)
    #expect(try divided == first(1) && divided.count >= 9)
  }

  @Test func `soft hyphens need no attribute, and go before the language's`() throws {
    let string = "Donau\u{AD}dampf\u{AD}schiff fährt"
    for typesetter in [plain, full] {
      let frame = try typesetter.layout(request(string, width: 100))
      #expect(lines(frame) == ["Donau", "dampfschiff ", "fährt"] || lines(frame) == ["Donaudampf", "schiff fährt"])
      #expect(text(frame) == "Donaudampfschiff fährt")
      #expect(ends(frame)[0] == "\u{2010}")
      for piece in frame.pieces {
        #expect(
          piece.run.grouped().map(\.text).joined() == piece.run.text.trimmingCharacters(in: .whitespaces)
            || piece.run.grouped().map(\.text).joined() == piece.run.text)
      }
    }
    let written = try plain.layout(request("para\u{AD}mana end", width: 62) { $0.hyphenationFactor = 1 })
    #expect(lines(written)[0] == "para")
    // A word that fits is not divided, and ligatures are not split at soft hyphens.
    let whole = try plain.layout(request("of\u{AD}fi\u{AD}ce end", width: 200))
    let same = try plain.layout(request("office end", width: 200))
    #expect(whole.pieces[0].run.glyphs == same.pieces[0].run.glyphs && whole.size == same.size)
    #expect(text(whole) == "office end")
    #expect(text(try plain.layout(request("un\u{AD}wrapped"))) == "unwrapped")
  }

  @Test func `attributes that change nothing change no place`() throws {
    var random = SeededRandom(4)
    for _ in 0..<60 {
      let string = words(&random, count: 20)
      let width = Double(40 + random.next() % 200)
      let bare = TextRequest(
        runs: [TextRun(string: string, font: "DejaVu Sans", fontSize: 16, color: .black)], width: width, wraps: true)
      let said = request(string, width: width) {
        $0.lineBreakStrategy = .standard
        $0.hyphenationFactor = 0
      }
      let a = try plain.layout(bare), b = try plain.layout(said)
      #expect((a.lines == b.lines) as Bool)
      #expect((a.pieces.map(\.run.positions) == b.pieces.map(\.run.positions)) as Bool)
    }
  }

  @Test func `a language without hyphens is reported once, and what is used`() throws {
    let frame = try plain.layout(
      request("one two three\nfour five six seven", width: 60) {
        $0.language = "de"
        $0.hyphenationFactor = 1
      })
    #expect(frame.missingHyphens.map(\.language) == ["de"])
    #expect(frame.missingHyphens.first?.reason.hasSuffix("install hyphen-de") == true)
    #expect(text(frame) == "one two threefour five six seven")
  }

  // MARK: Random paragraphs

  private func words(_ random: inout SeededRandom, count: Int) -> String {
    let words = [
      "paramana", "lo", "deferential", "I", "soft\u{AD}hyphen\u{AD}ated", "a-b-c", "(quoted)", "“print”", "end.", "fi",
      "kaleidoscopically", "mmm", "e.g.", "3.14", "UPPERCASE", "it’s", "naïve",
    ]
    return (0..<count).map { _ in words[Int(random.next() % UInt64(words.count))] }.joined(separator: " ")
  }

  @Test(arguments: [TextRequest.LineBreakStrategy.standard, .balance, .pretty])
  func `all text is there once, in order, and lines fit`(strategy: TextRequest.LineBreakStrategy) throws {
    var random = SeededRandom(UInt64(strategy.rawValue) + 20)
    for round in 0..<150 {
      let string = words(&random, count: Int(1 + random.next() % 40))
      let width = Double(20 + random.next() % 260)
      let alignments: [TextRequest.Alignment] = [.left, .justified, .center, .right]
      let alignment = alignments[Int(random.next() % 4)]
      let factor = [0, 1, 0.7][Int(random.next() % 3)]
      let indent = [0.0, 15][Int(random.next() % 2)]
      let made = request(string, width: width, alignment: alignment) {
        $0.lineBreakStrategy = strategy
        $0.hyphenationFactor = factor
        $0.firstLineHeadIndent = indent
      }
      for typesetter in round % 3 == 0 ? [plain, full] : [plain] {
        let frame = try typesetter.layout(made)
        #expect(text(frame) == string.replacingOccurrences(of: "\u{AD}", with: ""))
        for (i, line) in frame.lines.enumerated() {
          let room = width - (i == 0 ? indent : 0)
          let shown = lines(frame)[i].trimmingCharacters(in: .whitespaces)
          // A ligature counts as one.
          let isSingle = shown.count <= 1 || shown == "fi"
          #expect(line.width <= max(room, 0) + 0.01 || isSingle, "\(lines(frame)[i]) in \(room)")
        }
        let again = try typesetter.layout(made)
        #expect((again.lines == frame.lines) as Bool)
        #expect((again.pieces.map(\.run.positions) == frame.pieces.map(\.run.positions)) as Bool)
      }
    }
  }

  @Test func `plain lines are where Pango's are`() throws {
    var random = SeededRandom(31)
    for _ in 0..<60 {
      let string = words(&random, count: Int(5 + random.next() % 20))
      let made = request(string, width: Double(80 + random.next() % 200), alignment: .justified) {
        $0.lineBreakStrategy = .pretty
        $0.hyphenationFactor = 1
      }
      let a = try plain.layout(made), b = try full.layout(made)
      #expect((lines(a) == lines(b)) as Bool, "\(lines(a)) \(lines(b))")
      #expect((a.lines == b.lines) as Bool)
    }
  }

  @Test(arguments: [TextRequest.LineBreakStrategy.balance, .pretty])
  func `other writing systems keep their text and fit`(strategy: TextRequest.LineBreakStrategy) throws {
    var random = SeededRandom(41)
    let words = ["שלום", "עולם", "paramana", "العربية", "中文字符很长的一行", "end", "हिन्दी", "e\u{301}te", "12", "👩‍👧"]
    for _ in 0..<80 {
      let string = (0..<Int(1 + random.next() % 20)).map { _ in words[Int(random.next() % UInt64(words.count))] }
        .joined(separator: " ")
      let width = Double(60 + random.next() % 200)
      let frame = try plain.layout(
        request(string, width: width, alignment: random.next() % 2 == 0 ? .justified : .natural) {
          $0.lineBreakStrategy = strategy
          $0.hyphenationFactor = 1
        })
      #expect(text(frame).unicodeScalars.sorted() == string.unicodeScalars.sorted())
      for (i, line) in frame.lines.enumerated() {
        let shown = lines(frame)[i].trimmingCharacters(in: .whitespaces)
        // A ligature counts as one.
        let isSingle = shown.count <= 1 || shown == "fi"
        #expect(line.width <= width + 0.01 || isSingle)
      }
      // Within a line words may be reordered; lines are not.
      var rest = string.unicodeScalars.map { $0 }[...]
      for line in lines(frame) {
        #expect(line.unicodeScalars.sorted() == rest.prefix(line.unicodeScalars.count).sorted())
        rest = rest.dropFirst(line.unicodeScalars.count)
      }
    }
  }

  // MARK: Lines of a whole paragraph

  @Test func `balanced lines are as few and about as wide`() throws {
    let string = "A headline that would leave one word alone below"
    let usual = try plain.layout(request(string, size: 20, width: 430))
    let balanced = try plain.layout(request(string, size: 20, width: 430) { $0.lineBreakStrategy = .balance })
    #expect(usual.lines.count == 2 && balanced.lines.count == 2)
    #expect(abs(balanced.lines[0].width - balanced.lines[1].width) < 70)
    #expect(usual.lines[0].width - usual.lines[1].width > 200)
  }

  @Test func `total fit leaves no word alone on the last line where it can`() throws {
    let string = "A short text of some words that would leave one word alone"
    var changed = 0
    for width in stride(from: 120.0, to: 300, by: 7) {
      let usual = try plain.layout(request(string, width: width))
      let pretty = try plain.layout(request(string, width: width) { $0.lineBreakStrategy = .pretty })
      guard lines(usual).last == "alone", usual.lines.count > 1 else { continue }
      changed += 1
      #expect(lines(pretty).last != "alone")
    }
    #expect(changed > 2)
  }

  @Test func `justified lines of total fit fill the width, with spaces up to a third smaller`() throws {
    let string = "lo paramana de lo fi mana loka paramana lo de paramana loka mana de lo paramana fi de loka lo mana"
    var shrunk = 0
    for width in stride(from: 120.0, to: 240, by: 5) {
      let frame = try plain.layout(
        request(string, width: width, alignment: .justified) { $0.lineBreakStrategy = .pretty })
      let natural = try plain.layout(request(string, width: width) { $0.lineBreakStrategy = .pretty })
      for (i, line) in frame.lines.dropLast().enumerated() {
        let hasSpaces = lines(frame)[i].trimmingCharacters(in: .whitespaces).contains(" ")
        #expect(abs(line.width - width) < 0.01 || !hasSpaces && line.width < width)
      }
      #expect(natural.lines.allSatisfy { $0.width <= width + 0.01 })
      for (line, piece) in zip(frame.lines.dropLast(), frame.pieces) {
        let run = piece.run
        // DejaVu Sans: a space is 651 of 2048 units, here 5.09 points.
        let letters = try plain.layout(request(run.text.trimmingCharacters(in: .whitespaces))).size.width
        let gaps = Double(run.text.trimmingCharacters(in: .whitespaces).filter { $0 == " " }.count)
        let space = 5.0859 + (line.width - letters) / max(gaps, 1)
        #expect(gaps == 0 || space > 5.0859 * 2 / 3 - 0.01)
        if gaps > 0, space < 5.08 { shrunk += 1 }
      }
    }
    #expect(shrunk > 5)
  }

  @Test func `cut text keeps the lines before the last, and ends with an ellipsis`() throws {
    let string = "paramana loka de paramana mana lo fi de loka paramana mana"
    for strategy in [TextRequest.LineBreakStrategy.standard, .balance, .pretty] {
      for truncation in [TextRequest.Truncation.end, .middle, .start, .none] {
        let frame = try plain.layout(
          request(string, width: 110, truncation: truncation, most: 3) {
            $0.hyphenationFactor = 1
            $0.lineBreakStrategy = strategy
          })
        #expect(frame.lines.count == 3 && frame.isTruncated)
        #expect(text(frame).contains("…") == (truncation != .none))
        #expect(frame.lines.allSatisfy { $0.width <= 110.01 })
        let enough = try plain.layout(
          request(string, width: 110, truncation: truncation, most: 30) {
            $0.hyphenationFactor = 1
            $0.lineBreakStrategy = strategy
          })
        #expect(!enough.isTruncated && text(enough) == string)
      }
    }
    let high = try plain.layout(
      request(string, width: 110, height: 45, truncation: .end) { $0.lineBreakStrategy = .pretty })
    #expect(high.lines.count == 2 && text(high).hasSuffix("…"))
    let more = try plain.layout(
      request("paramana loka de\n\(string)", width: 110, truncation: .end, most: 2) { $0.lineBreakStrategy = .balance })
    #expect(more.lines.count == 2 && text(more).hasSuffix("…"))
  }

  @Test func `runs of other sizes belong to the same lines`() throws {
    var attributes = TextAttributes()
    attributes.language = "xx"
    attributes.hyphenationFactor = 1
    attributes.lineBreakStrategy = .pretty
    let runs = [("para", 16.0), ("mana lo", 32), ("ka paramana de ", 16), ("שלום", 12), (" end", 20)].map {
      TextRun(string: $0.0, font: "DejaVu Sans", fontSize: $0.1, color: .black, attributes: attributes)
    }
    for count in [3, 5] {
      let frame = try plain.layout(
        TextRequest(runs: Array(runs.prefix(count)), width: 120, wraps: true, alignment: .justified))
      #expect(
        text(frame).unicodeScalars.sorted()
          == runs.prefix(count).map(\.string).joined().unicodeScalars.sorted())
      #expect(frame.lines.count > 2 && frame.lines.allSatisfy { $0.width <= 120.01 })
    }
  }

  // MARK: Tabs

  /// The x of each character in the first line.
  private func places(_ frame: TextFrame) -> [String: Double] {
    var places: [String: Double] = [:]
    for piece in frame.pieces {
      for cluster in piece.run.grouped() {
        places[cluster.text] = piece.run.positions[cluster.glyphs.lowerBound].x
      }
    }
    return places
  }

  @Test func `tabs lead to their places, and what follows stands there by its alignment`() throws {
    func width(_ text: String) throws -> Double { try plain.layout(request(text)).size.width }
    for typesetter in [plain, full] {
      let frame = try typesetter.layout(
        request("a\tb\tc\td\te1.25") {
          $0.tabStops = [
            TextTab(location: 100), TextTab(location: 300, alignment: .center),
            TextTab(location: 200, alignment: .right),
            TextTab(location: 400, alignment: .decimal),
          ]
        })
      let x = places(frame)
      func expect(_ name: String, _ value: Double) { #expect(abs((x[name] ?? -1) - value) < 0.002, "\(name) \(x)") }
      expect("a", 0)
      expect("b", 100)
      try expect("c", 200 - width("c"))
      try expect("d", 300 - width("d") / 2)
      expect(".", 400)
      try expect("e", 400 - width("e1"))
      #expect(text(frame) == "abcde1.25")
    }
  }

  @Test func `the language says what the decimal separator is`() throws {
    func point(_ text: String, _ language: String) throws -> [String: Double] {
      places(
        try plain.layout(
          request(text) {
            $0.language = language
            $0.tabStops = [TextTab(location: 100, alignment: .decimal)]
          }))
    }
    #expect(try abs((point("\t1.234,5", "de")[","] ?? 0) - 100) < 0.002)
    #expect(try abs((point("\t1,234.5", "en")["."] ?? 0) - 100) < 0.002)
    #expect(try abs((point("\t1’234.5", "de-CH")["."] ?? 0) - 100) < 0.002)
    // Without a decimal separator, the end is aligned to the stop.
    let width = try plain.layout(request("42")).size.width
    #expect(try abs((point("\t42", "en")["4"] ?? 0) - 100 + width) < 0.002)
  }

  @Test func `behind the last place tabs lead to multiples of the interval`() throws {
    let frame = try plain.layout(
      request("a\tb\tc\td") {
        $0.tabStops = [TextTab(location: 50)]
        $0.defaultTabInterval = 70
      })
    let x = places(frame)
    #expect(x["b"] == 50 && x["c"] == 70 && x["d"] == 140)
    // Eight of the font's spaces, as without any attributes.
    let eight = try plain.layout(
      request("a\tb\tc") { $0.tabStops = [TextTab(location: 20)] })
    #expect(abs((places(eight)["c"] ?? 0) - 8 * 651 * 16 / 2048) < 0.01)
    let usual = places(try plain.layout(request("a\tb")))
    #expect(abs((usual["b"] ?? 0) - 8 * 651 * 16 / 2048) < 0.01)
  }

  @Test func `places count from the edge, whatever the indent`() throws {
    let frame = try plain.layout(
      request("a\tb mmm mmm c\td", width: 130) {
        $0.tabStops = [TextTab(location: 80)]
        $0.firstLineHeadIndent = 30
        $0.headIndent = 20
      })
    let x = places(frame)
    #expect(x["a"] == 30 && x["b"] == 80 && x["d"] == 80, "\(x)")
  }

  @Test func `lines with tabs break where they are full`() throws {
    var random = SeededRandom(51)
    for _ in 0..<100 {
      let string = (0..<Int(2 + random.next() % 12)).map { _ in
        ["lo", "paramana", "שלום", "3.5", "end"][Int(random.next() % 5)] + ["\t", " ", "\t\t"][Int(random.next() % 3)]
      }.joined()
      let frame = try plain.layout(
        request(string, width: 180) {
          $0.tabStops = [
            TextTab(location: 60), TextTab(location: 110, alignment: .right),
            TextTab(location: 150, alignment: .decimal),
          ]
          $0.lineBreakStrategy = [.standard, .balance, .pretty][Int(random.next() % 3)]
        })
      #expect(
        text(frame).unicodeScalars.filter { $0 != "\t" }.sorted()
          == string.unicodeScalars.filter { $0 != "\t" }.sorted())
      #expect(frame.lines.dropLast().allSatisfy { $0.width <= 180.01 }, "\(string.debugDescription)")
    }
  }

  @Test func `in text from the right places count from the right`() throws {
    let frame = try plain.layout(
      request("שלום\tab", width: 200) { $0.tabStops = [TextTab(location: 90)] })
    let latin = frame.pieces.first { $0.run.text.contains("ab") }
    let width = try plain.layout(request("ab")).size.width
    #expect(abs((latin?.run.positions[0].x ?? 0) - (200 - 90 - width)) < 0.01)
  }

  @Test func `odd text is laid out all the same`() throws {
    for string in [
      "\u{AD}", "\u{AD}\u{AD}a\u{AD}", "\t", "\t\t\t", "a\u{AD}\n\u{AD}b", " \u{AD} ", "\u{202E}a\tb\u{AD}c",
      "\u{301}\u{AD}\u{301}",
    ] {
      for width in [nil, 0, 3, 40] as [Double?] {
        for strategy in [TextRequest.LineBreakStrategy.standard, .balance, .pretty] {
          for truncation in [TextRequest.Truncation.none, .end, .middle] {
            let frame = try plain.layout(
              request(string, width: width, height: 20, alignment: .justified, truncation: truncation) {
                $0.lineBreakStrategy = strategy
                $0.hyphenationFactor = 1
                $0.tabStops = [TextTab(location: 10, alignment: .decimal), TextTab(location: 10)]
              })
            #expect(frame.size.width.isFinite && frame.size.height.isFinite)
          }
        }
      }
    }
  }
}
