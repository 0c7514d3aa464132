// SPDX-License-Identifier: MIT
import Foundation
import Geometry
import RenderTree
import Testing
import TextLayout

/// Ranges of lines, chains of boxes, lists, leaders, and the search for a size.
@Suite struct FittingTests {
  private let lorem =
    "Whenever it is a damp, drizzly November in my soul; whenever I find myself involuntarily pausing before coffin "
    + "warehouses, and bringing up the rear of every funeral I meet, then I account it high time to get to sea.\n"
    + "There now is your insular city, belted round by wharves as Indian isles by coral reefs.\n"

  private func request(
    _ text: String, width: Double? = nil, _ attributes: TextAttributes? = nil, size: Double = 12,
    strategy: TextRequest.LineBreakStrategy? = nil
  ) -> TextRequest {
    var attributes = attributes
    if let strategy {
      attributes = attributes ?? TextAttributes()
      attributes?.lineBreakStrategy = strategy
    }
    return TextRequest(
      runs: [TextRun(string: text, font: "DejaVu Sans", fontSize: size, attributes: attributes)], width: width,
      wraps: width != nil)
  }

  private func part(_ text: String, _ range: Range<Int>) -> String {
    String(decoding: Array(text.utf8)[range], as: UTF8.self)
  }

  // MARK: ranges

  @Test(arguments: [nil, TextRequest.LineBreakStrategy.balance, .pretty])
  func `the ranges of lines cover the text without its newlines`(_ strategy: TextRequest.LineBreakStrategy?) throws {
    for width in [60.0, 133, 200, 1000] {
      let frame = try Typesetter().layout(request(lorem, width: width, strategy: strategy))
      #expect(
        frame.lines.map { part(lorem, $0.range) }.joined() == lorem.filter { $0 != "\n" }.map { String($0) }.joined())
      for (a, b) in zip(frame.lines, frame.lines.dropFirst()) {
        #expect(a.range.upperBound <= b.range.lowerBound && b.range.lowerBound - a.range.upperBound <= 1)
      }
    }
  }

  @Test func `ranges count the bytes of the runs, also those that are not shown`() throws {
    let runs = ["a\u{1}b", "", "\u{7F}é\nx", "y"].map { TextRun(string: $0, font: "DejaVu Sans", fontSize: 12) }
    let text = runs.map(\.string).joined()
    let frame = try Typesetter().layout(TextRequest(runs: runs))
    #expect(frame.lines.map { part(text, $0.range) } == ["a\u{1}b\u{7F}é", "xy"])
    var hidden = runs
    hidden[0].fontSize = 0
    #expect(try Typesetter().layout(TextRequest(runs: hidden)).lines[1].range == 7..<9)
  }

  @Test func `a word that is cut is told from one that is divided at its hyphen`() throws {
    let typesetter = Typesetter()
    #expect(try typesetter.layout(request("Donaudampfschiff", width: 40)).dividesWords)
    #expect(try !typesetter.layout(request("one two three", width: 40)).dividesWords)
    #expect(try !typesetter.layout(request("Donau\u{AD}dampf", width: 50)).dividesWords)
    #expect(try !typesetter.layout(request("a\nb", width: 40)).dividesWords)
  }

  @Test(
    arguments: [("evening, then", "evening"), ("Really? Yes", "Really"), ("don't", "don'"), ("50% off", "50")])
  func `a word is also divided before and after its punctuation`(_ text: String, _ part: String) throws {
    for strategy in [nil, TextRequest.LineBreakStrategy.balance, .pretty] {
      let typesetter = Typesetter()
      let width = try typesetter.layout(request(part)).size.width + 1
      let word = try typesetter.layout(request(text.split(separator: " ").map(String.init)[0])).size.width + 1
      #expect(try typesetter.layout(request(text, width: width, strategy: strategy)).dividesWords)
      #expect(try !typesetter.layout(request(text, width: word, strategy: strategy)).dividesWords)
    }
    // Chinese is divided nearly anywhere.
    #expect(try !Typesetter().layout(request("日本、日本。", width: 20)).dividesWords)
  }

  /// Words of letters, digits and marks that break no line, so that lines may end only at spaces.
  @Test(arguments: 0..<60) func `lines of undivided words end at spaces`(_ seed: UInt64) throws {
    var random = SystemRandom(seed: seed)
    let letters = ["a", "M", "é", "7", ",", ".", "'", "\"", ";", "ß"]
    let text = (0..<6).map { _ in "a" + (0...random.next(5)).map { _ in letters[random.next(letters.count)] }.joined() }
      .joined(separator: " ")
    let strategies: [TextRequest.LineBreakStrategy?] = [nil, .pretty, .balance]
    let frame = try Typesetter().layout(
      request(text, width: Double(10 + random.next(60)), strategy: strategies[random.next(3)]))
    let starts = frame.lines.dropFirst().map { $0.range.lowerBound }
    let isDivided = starts.contains { Array(text.utf8)[$0 - 1] != 0x20 }
    #expect(frame.dividesWords == isDivided, "\(text)")
  }

  @Test func `lines with characters that no font has stay in their width`() throws {
    let text = "Thai: \u{F0001}\u{F0002}\u{F0003}\u{F0004} Hindi: \u{F0005}\u{F0006}\u{F0007} and some more words"
    for width in [60.0, 90, 150] {
      let frame = try Typesetter().layout(request(text, width: width))
      #expect(!frame.missing.isEmpty && frame.lines.count > 1)
      #expect(frame.lines.allSatisfy { $0.width <= width + 0.01 }, "\(frame.lines.map(\.width))")
    }
  }

  // MARK: chains

  /// The lines of a text in boxes of some heights, of which the last takes the rest.
  private func flowed(
    _ text: String, width: Double, heights: [Double], orphans: Int = 1, widows: Int = 1,
    strategy: TextRequest.LineBreakStrategy? = nil
  ) throws -> [[String]] {
    var boxes: [[String]] = []
    var start: Int? = 0
    let typesetter = Typesetter()
    for (i, height) in heights.enumerated() {
      guard let from = start else { break }
      var request = request(text, width: width, strategy: strategy)
      request.flow = TextFlow(
        start: from, height: i == heights.count - 1 ? nil : height, orphans: orphans, widows: widows)
      let frame = try typesetter.layout(request)
      if i < heights.count - 1 { #expect(frame.size.height <= height + 1e-6) }
      boxes.append(frame.lines.map { part(text, $0.range) })
      start = frame.end
    }
    return boxes
  }

  @Test func `a chain shows the lines of one tall box`() throws {
    let whole = try Typesetter().layout(request(lorem, width: 150)).lines.map { part(lorem, $0.range) }
    for height in [14.5, 30, 50, 77, 400] {
      let boxes = try flowed(lorem, width: 150, heights: Array(repeating: height, count: 30))
      #expect(boxes.flatMap { $0 } == whole, "\(height)")
    }
    // A box in which not even one line fits stays empty.
    let boxes = try flowed(lorem, width: 150, heights: [10, 30, 3, 400])
    #expect(boxes.map(\.count) == [0, 2, 0, whole.count - 2])
  }

  @Test(arguments: 0..<60) func `chains of random boxes lose and repeat nothing`(_ seed: UInt64) throws {
    var random = SystemRandom(seed: seed)
    let words = ["sea", "involuntarily", "ship-board", "a", "Übermut", "soft\u{AD}hyphen", "\n", "\u{2028}", "x\ty"]
    let text = (0..<40).map { _ in words[random.next(words.count)] }.joined(separator: " ")
    let strategies: [TextRequest.LineBreakStrategy?] = [nil, .pretty, .balance]
    let boxes = try flowed(
      text, width: Double(40 + random.next(160)), heights: (0..<20).map { _ in Double(random.next(90)) } + [0],
      orphans: 1 + random.next(3), widows: 1 + random.next(3), strategy: strategies[random.next(3)])
    let shown = boxes.flatMap { $0 }.joined()
    #expect(shown.filter { !$0.isWhitespace } == text.filter { !$0.isWhitespace })
  }

  @Test func `orphans and widows keep lines together`() throws {
    // Four lines, then three.
    let text = "aa bb cc dd\nee ff gg"
    let width = 20.0
    let line = try Typesetter().layout(request("aa", width: width)).size.height
    func counts(_ lines: Double, orphans: Int, widows: Int) throws -> [Int] {
      try flowed(text, width: width, heights: [line * lines + 0.5, 1000], orphans: orphans, widows: widows).map(\.count)
    }
    #expect(try counts(5, orphans: 1, widows: 1) == [5, 2])
    #expect(try counts(5, orphans: 2, widows: 1) == [4, 3])
    #expect(try counts(3, orphans: 1, widows: 2) == [2, 5])
    // A box that would stay empty takes what fits.
    #expect(try counts(1, orphans: 2, widows: 2) == [1, 6])
  }

  // MARK: lists and leaders

  @Test func `list markers hang before their paragraphs`() throws {
    var a = TextAttributes()
    a.listMarker = "{decimal}."
    a.headIndent = 30
    let text = "one and two and three\nfour\r\nfive"
    let frame = try Typesetter().layout(request(text, width: 100, a))
    let texts = frame.pieces.map { (line: $0.line, text: $0.run.text, x: $0.run.positions[0].x) }
    let markers = texts.filter { $0.text.hasSuffix(".") }
    #expect(markers.map(\.text) == ["1.", "2.", "3."] && markers.allSatisfy { $0.x == 0 })
    for line in Set(texts.map(\.line)) {
      #expect(texts.filter { $0.line == line && !$0.text.hasSuffix(".") }.map(\.x).min() == 30)
    }
    #expect(frame.lines.map { part(text, $0.range) }.joined() == "one and two and threefourfive")
  }

  @Test func `markers count in five styles`() throws {
    func markers(_ marker: String, _ count: Int) throws -> [String] {
      var a = TextAttributes()
      a.listMarker = marker
      a.headIndent = 100
      let frame = try Typesetter().layout(request(Array(repeating: "x", count: count).joined(separator: "\n"), a))
      return frame.pieces.map(\.run.text).filter { $0 != "x" }
    }
    #expect(try markers("{lower-alpha})", 28).suffix(3) == ["z)", "aa)", "ab)"])
    #expect(try markers("{upper-alpha}", 2) == ["A", "B"])
    #expect(try markers("{lower-roman}.", 4) == ["i.", "ii.", "iii.", "iv."])
    #expect(try markers("({upper-roman})", 9).last == "(IX)")
    #expect(try markers("{square}", 1) == ["{square}"])
  }

  @Test(arguments: ["{lower-roman}.", "{lower-alpha})", "({decimal})", "{upper-roman}", "•"])
  func `the text of a list begins behind its widest marker`(_ marker: String) throws {
    var a = TextAttributes()
    a.listMarker = marker
    let typesetter = Typesetter()
    for count in [1, 8, 13, 120] {
      let text = (0..<count).map { _ in "x" }.joined(separator: "\n")
      let frame = try typesetter.layout(request(text, a, size: 11))
      let starts = frame.pieces.filter { $0.run.text == "x" }.map { $0.run.positions[0].x }
      #expect(starts.count == count && Set(starts).count == 1, "\(starts)")
      let markers = frame.pieces.filter { $0.run.text != "x" && $0.run.text != "\t" }.map(\.run.text)
      let widest = try markers.map { try typesetter.layout(request($0, size: 11)).size.width }.max() ?? 0
      #expect(starts[0] >= max(16.5, widest + 3), "\(starts[0]) \(widest)")
      #expect(starts[0] <= max(16.5, widest + 4))
    }
  }

  @Test func `all words of markers are known`() throws {
    for word in TextAttributes.listMarkerWords {
      var a = TextAttributes()
      a.listMarker = "{\(word)}"
      #expect(try !Typesetter().layout(request("x", a)).pieces.contains { $0.run.text.contains("{") })
    }
  }

  @Test func `leaders fill the gap at places common to all lines`() throws {
    var a = TextAttributes()
    a.tabStops = [TextTab(location: 200, alignment: .right, leader: ".")]
    for text in ["Loomings\t3\nThe Carpet-Bag\t20", "Глава\t3\nЕщё одна\t20"] {
      let frame = try Typesetter().layout(request(text, a))
      let dot = try Typesetter().layout(request(".", size: 12)).size.width
      let dots = frame.pieces.filter { $0.run.text == "\t" }
      #expect(dots.count == 2 && dots.allSatisfy { $0.run.glyphs.count > 10 })
      for run in dots.map(\.run) {
        for position in run.positions {
          let places = position.x / dot
          #expect(abs(places - places.rounded()) < 0.02, "\(position.x) \(dot)")
        }
        #expect(Set(run.glyphs).count == 1)
      }
      #expect(frame.lines.allSatisfy { abs($0.width - 200) < 0.01 })
    }
  }

  // MARK: sizes

  @Test func `the largest size is found in steps of half a point`() {
    var asked: [Double] = []
    let found = TextRequest.largestSize(from: 40, to: 10) { size in
      asked.append(size)
      return size <= 27.7
    }
    #expect(found == 27.5 && asked.count <= 14)
    #expect(TextRequest.largestSize(from: 40, to: 10) { _ in true } == 40)
    #expect(TextRequest.largestSize(from: 40, to: 10) { _ in false } == nil)
    #expect(TextRequest.largestSize(from: 40, to: 10.25) { $0 < 10.4 } == 10.25)
    #expect(TextRequest.largestSize(from: 10, to: 10) { $0 < 10 } == nil)
    // A larger size that fits although a smaller one does not is taken if it is near.
    #expect(TextRequest.largestSize(from: 20, to: 10) { $0 <= 15 || $0 == 16 } == 16)
  }

  @Test func `scaling a request scales what follows the size`() throws {
    var a = TextAttributes()
    a.kern = 2
    a.lineHeight = 30
    a.headIndent = 12
    let half = request("x", a, size: 20).scaled(from: 20, to: 10)
    #expect(half.runs[0].fontSize == 10 && half.runs[0].attributes?.kern == 1)
    #expect(half.runs[0].attributes?.lineHeight == 15 && half.runs[0].attributes?.headIndent == 12)
  }

  // MARK: names

  @Test func `names of systems' fonts are told where Inter is not installed`() throws {
    let without = Typesetter(systemFontFiles: [])
    for name in ["system-ui", "SF Pro Display", ".AppleSystemUIFont", "San Francisco", "Inter"] {
      let frame = try without.layout(TextRequest(runs: [TextRun(string: "x", font: name, fontSize: 12)]))
      #expect(
        frame.substitutions == [
          .init(asked: name, used: "Liberation Sans", package: "fonts-inter-variable")
        ], "\(name)")
    }
    for name in ["Helvetica", "Arial", "sans-serif", "monospace"] {
      let frame = try without.layout(TextRequest(runs: [TextRun(string: "x", font: name, fontSize: 12)]))
      #expect(frame.substitutions.isEmpty, "\(name)")
    }
    let lato = try without.layout(TextRequest(runs: [TextRun(string: "x", font: "Lato Light", fontSize: 12)]))
    #expect(lato.substitutions.map(\.package) == ["fonts-lato"])
  }

  @Test(.enabled(if: hasInter)) func `names of systems' fonts are Inter where it is installed`() throws {
    let typesetter = Typesetter()
    func layout(_ name: String, weight: Int? = nil, italic: Bool? = nil) throws -> TextFrame {
      var a = TextAttributes()
      a.weight = weight
      a.isItalic = italic
      return try typesetter.layout(
        TextRequest(
          runs: [
            TextRun(string: "Hamburg", font: name, fontSize: 20, attributes: weight == nil && italic == nil ? nil : a)
          ]))
    }
    for name in ["system-ui", "SF Pro", "Inter", "ui-sans-serif"] {
      let frame = try layout(name)
      #expect(frame.substitutions.isEmpty && frame.pieces[0].run.font.file.path.contains("Inter"), "\(name)")
    }
    let widths = try [100, 400, 900].map { try layout("system-ui", weight: $0).size.width }
    #expect(widths[0] < widths[1] && widths[1] < widths[2])
    #expect(try layout("system-ui", italic: true).pieces[0].run.font.file.path.contains("italic"))
    #expect(try layout("SF Pro Bold").size.width > layout("SF Pro").size.width)
    // It is no fallback: what no other font has is still missing.
    let frame = try typesetter.layout(TextRequest(runs: [TextRun(string: "ȸ", font: "Liberation Mono", fontSize: 12)]))
    #expect(frame.pieces.allSatisfy { !$0.run.font.file.path.contains("Inter") })
  }
}

/// True if Inter's files are installed.
private let hasInter = Typesetter.systemFontFiles.allSatisfy { FileManager.default.fileExists(atPath: $0) }

/// A generator whose numbers follow from its seed.
private struct SystemRandom {
  private var state: UInt64
  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }
  mutating func next(_ count: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(count))
  }
}
