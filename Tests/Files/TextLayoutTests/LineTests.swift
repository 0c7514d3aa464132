// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import RenderTree
import TestSupport
import Testing
import TextLayout

/// The number of lines, their heights and the spacing between them.
@Suite struct LineTests {
  private let typesetter = Typesetter()

  private func request(
    _ text: String, size: Double = 16, width: Double? = nil, wraps: Bool = false,
    truncation: TextRequest.Truncation = .none, most: Int = 0, _ set: (inout TextAttributes) -> Void = { _ in }
  ) -> TextRequest {
    var attributes = TextAttributes()
    set(&attributes)
    return TextRequest(
      runs: [
        TextRun(string: text, font: "DejaVu Sans", fontSize: size, color: .black, attributes: attributes)
      ], width: width, wraps: wraps, truncation: truncation, maximumLines: most)
  }

  private func text(_ frame: TextFrame) -> String { frame.pieces.map(\.run.text).joined() }

  @Test func `only so many lines are shown as are asked for`() throws {
    let whole = try typesetter.layout(request("one\ntwo\nthree"))
    let two = try typesetter.layout(request("one\ntwo\nthree", most: 2))
    #expect(two.lines == Array(whole.lines.prefix(2)) && two.isTruncated && !whole.isTruncated)
    #expect(two.size.height == whole.lines[1].baseline + whole.lines[1].descent)
    let enough = try typesetter.layout(request("one\ntwo\nthree", most: 3))
    #expect(enough.lines == whole.lines && !enough.isTruncated)
  }

  @Test(arguments: [TextRequest.Truncation.start, .middle, .end])
  func `the last line shows that there are more`(truncation: TextRequest.Truncation) throws {
    let lines = try typesetter.layout(request("one\ntwo\nthree", truncation: truncation, most: 2))
    #expect(lines.lines.count == 2 && lines.isTruncated)
    #expect(text(lines) == "onetwo…")
    let wrapped = try typesetter.layout(
      request(
        "one two three four five six seven eight", width: 60, wraps: true, truncation: truncation, most: 2))
    #expect(wrapped.lines.count == 2 && wrapped.isTruncated && text(wrapped).contains("…"))
    #expect(wrapped.lines.allSatisfy { $0.width <= 60.01 })
  }

  @Test func `a limit of lines leaves those before the last where they are`() throws {
    var random = SeededRandom(7)
    let words = ["to", "layers", "שלום", "compositing", "a", "animation,", "עולם", "of", "masks\n", "and", "fi"]
    for _ in 0..<300 {
      let string = (0..<Int(random.next() % 24 + 1)).map { _ in words[Int(random.next() % UInt64(words.count))] }
        .joined(separator: " ")
      let wraps = random.next() % 2 == 0
      let width = wraps ? Double(random.next() % 200 + 30) : nil
      let modes: [TextRequest.Truncation] = [.none, .end, .none, .end, .middle]
      let mode = modes[Int(random.next() % 5)]
      let most = Int(random.next() % 5 + 1)
      let whole = try typesetter.layout(request(string, width: width, wraps: wraps))
      let some = try typesetter.layout(
        request(string, width: width, wraps: wraps, truncation: mode, most: most))
      #expect(some.lines.count == min(whole.lines.count, most), "\(string)")
      #expect(some.isTruncated == (whole.lines.count > most), "\(string)")
      // Without a width, right-aligned lines end where the widest one does, which may be one that is omitted.
      let isSame = zip(some.lines.dropLast(), whole.lines).allSatisfy {
        $0.baseline == $1.baseline && $0.width == $1.width && (width == nil || $0.left == $1.left)
      }
      #expect(isSame, "\(string)")
      let hasEllipsis = text(some).contains("…")
      #expect(hasEllipsis == (some.isTruncated && mode != .none), "\(string) \(mode)")
    }
  }

  @Test func `a line height is divided above and below`() throws {
    let plain = try typesetter.layout(request("one\ntwo"))
    let ascent = plain.lines[0].ascent, descent = plain.lines[0].descent
    for height in [12.0, 18, 40] {
      let frame = try typesetter.layout(request("one\ntwo") { $0.lineHeight = height })
      let above = (height - ascent - descent) / 2
      #expect(abs(frame.lines[0].baseline - (above + ascent)) < 0.002)
      #expect(abs(frame.lines[1].baseline - frame.lines[0].baseline - height) < 0.002)
      #expect(abs(frame.size.height - 2 * height) < 0.002)
      #expect(frame.lines.allSatisfy { abs($0.ascent + $0.descent - height) < 0.002 })
    }
    // It overrides lineHeightMultiple.
    let both = try typesetter.layout(
      request("one\ntwo") {
        $0.lineHeight = 30
        $0.lineHeightMultiple = 3
      })
    #expect(abs(both.size.height - 60) < 0.002)
  }

  @Test func `spacing stands between paragraphs only`() throws {
    let plain = try typesetter.layout(request("one\ntwo\nthree"))
    let frame = try typesetter.layout(
      request("one\ntwo\nthree") {
        $0.paragraphSpacing = 7
        $0.paragraphSpacingBefore = 2
      })
    for i in 0..<3 { #expect(abs(frame.lines[i].baseline - plain.lines[i].baseline - 9 * Double(i)) < 0.002) }
    #expect(abs(frame.size.height - plain.size.height - 18) < 0.002)
    // A paragraph that exceeds the height only through its spacing is omitted.
    let height = plain.size.height
    var tight = request("one\ntwo\nthree", width: 200, wraps: true, truncation: .end) { $0.paragraphSpacing = 7 }
    tight.height = height
    #expect(try typesetter.layout(tight).lines.count == 2)
  }

  @Test func `a pattern divides a line into strokes`() throws {
    let frame = try typesetter.layout(
      request("NN", size: 2048) {
        $0.underlineStyle = [.single, .patternDot]
        $0.underlineColor = Color(css: "red")
      })
    let mark = try #require(frame.marks.first)
    #expect(mark.dashes == [90, 90] && mark.rect.width == 3064 && mark.color.red == 1)
    let path = mark.path
    // 3064 ÷ 180 is 17 whole periods, and 4 units of another dot.
    #expect(path.points.map(\.x).max() == 3064 && path.verbs.count % 18 == 0)
    #expect(path.contains(Point(45, mark.rect.midY)) && !path.contains(Point(135, mark.rect.midY)))
    #expect(path.contains(Point(17 * 180 + 2, mark.rect.midY)))
    let none = try typesetter.layout(request("NN", size: 2048) { $0.underlineStyle = [.single] })
    #expect(none.marks[0].path.verbs == Path(rect: none.marks[0].rect).verbs)
  }

  @Test(arguments: ["one two  three", "אחת שתיים"]) func `by word leaves spaces without a line`(string: String) throws {
    let whole = try typesetter.layout(request(string) { $0.strikethroughStyle = .single })
    let words = try typesetter.layout(request(string) { $0.strikethroughStyle = [.single, .byWord] })
    #expect(whole.marks.count == 1 && words.marks.count == string.split(separator: " ").count)
    let space = try typesetter.layout(request("x x")).size.width - 2 * typesetter.layout(request("x")).size.width
    let spaces = Double(string.filter { $0 == " " }.count)
    let covered = words.marks.reduce(0) { $0 + $1.rect.width }
    #expect(abs(covered - (whole.marks[0].rect.width - spaces * space)) < 0.01)
  }
}
