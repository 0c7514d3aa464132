// SPDX-License-Identifier: MIT
import CTextLibraries
import Numbers
import RenderTree

/// Lays out a paragraph with its own line breaking: hyphenation, balanced lines, total fit, tab stops.
///
/// The paragraph is shaped once as a single line to measure it. Then the breaks are chosen and each line is shaped
/// separately, with HarfBuzz if the text is plain, else with Pango.
struct ParagraphComposer {
  let setting: LineSetting
  let hyphens: Hyphenator.Language?
  let frame: ParagraphFrame
  let shaper: OpaquePointer
  let isPlainAllowed: Bool
  /// Lays out a range of a text with Pango, in the lines that U+2028 ends.
  let pango: (_ text: FlatText, _ range: Range<Int>, _ wantsBreaks: Bool) throws -> (LaidParagraph, breaks: [Bool])
  /// Lays out a range of the whole text as one line, truncated with an ellipsis if it does not fit.
  let truncate: (_ range: Range<Int>, _ width: Int, _ isRightToLeft: Bool) throws -> LaidParagraph
  /// Throws if the work was cancelled; called between the steps of a long paragraph.
  let checkStop: () throws -> Void

  private let whole: FlatText
  private let range: Range<Int>
  /// The paragraph without soft hyphens, from byte 0.
  private let text: FlatText
  /// Maps each byte of `text` to its offset in the whole text; empty if they differ only by the range's start.
  private let origins: [Int]
  private let softHyphens: [Int]
  private let isTab: Bool

  private static let tab: UInt8 = 0x09

  init(
    _ whole: FlatText, _ range: Range<Int>, setting: LineSetting, hyphens: Hyphenator.Language?, frame: ParagraphFrame,
    shaper: OpaquePointer, isPlainAllowed: Bool,
    pango: @escaping (FlatText, Range<Int>, Bool) throws -> (LaidParagraph, breaks: [Bool]),
    truncate: @escaping (Range<Int>, Int, Bool) throws -> LaidParagraph, checkStop: @escaping () throws -> Void
  ) {
    self.checkStop = checkStop
    self.setting = setting
    self.hyphens = hyphens
    self.frame = frame
    self.shaper = shaper
    self.isPlainAllowed = isPlainAllowed
    self.pango = pango
    self.truncate = truncate
    self.whole = whole
    self.range = range
    var clean = FlatText(bytes: [], spans: [])
    var origins: [Int] = [], soft: [Int] = []
    let mayHaveSoft = whole.softHyphen(in: range)
    for var span in whole.spans(in: range) {
      let start = clean.bytes.count
      var i = span.bytes.lowerBound
      while i < span.bytes.upperBound {
        if mayHaveSoft, whole.bytes[i] == 0xC2, i + 1 < span.bytes.upperBound, whole.bytes[i + 1] == 0xAD {
          if soft.last != clean.bytes.count { soft.append(clean.bytes.count) }
          i += 2
          continue
        }
        if mayHaveSoft { origins.append(i) }
        clean.bytes.append(whole.bytes[i])
        i += 1
      }
      span.bytes = start..<clean.bytes.count
      if !span.bytes.isEmpty { clean.spans.append(span) }
    }
    if mayHaveSoft { origins.append(range.upperBound) }
    text = clean
    self.origins = origins
    softHyphens = soft
    isTab = clean.bytes.contains(Self.tab)
  }

  private func origin(_ byte: Int) -> Int {
    origins.isEmpty ? byte + range.lowerBound : origins[min(max(byte, 0), origins.count - 1)]
  }

  /// Returns nil if the usual layout suffices: the text fits on one line and has no tabs or soft hyphens.
  func layout() throws -> LaidParagraph? {
    guard !text.bytes.isEmpty else { return nil }
    let wraps = frame.wraps && frame.width != nil
    guard let measured = try measure(wantsBreaks: wraps) else { return nil }
    try checkStop()
    var breaker = breaker(measured, wraps: wraps)
    let isOneLine = breaker.measure(0, breaker.places.count - 1) <= (frame.width(ofLine: 0) ?? .max)
    if !wraps, !isOneLine, frame.ellipsis != .none { return nil }
    if isOneLine, !isTab, softHyphens.isEmpty { return nil }

    var laid = LaidParagraph()
    var chosen: [Int] = []
    // A line shaped separately may be slightly wider than within the whole paragraph; then the breaks are chosen again.
    for attempt in 0..<4 {
      try checkStop()
      chosen = isOneLine || !wraps ? [breaker.places.count - 1] : self.chosen(breaker)
      let shown = wraps && frame.ellipsis != .none && frame.lines > 0 ? min(frame.lines, chosen.count) : chosen.count
      let isCut = shown < chosen.count
      let lines = Array(chosen.prefix(isCut ? shown - 1 : shown))
      try checkStop()
      laid = try lay(breaker, lines, measured) ?? LaidParagraph()
      guard laid.lines.count == lines.count else { return nil }
      if attempt < 3, wraps, widen(&breaker, lines, laid) { continue }
      if isCut {
        let start = shown > 1 ? origin(breaker.places[chosen[shown - 2]].at) : range.lowerBound
        laid.append(
          try truncate(start..<range.upperBound, frame.width(ofLine: shown - 1) ?? 0, measured.isRightToLeft))
      }
      break
    }
    return laid
  }

  private func chosen(_ breaker: LineBreaker) -> [Int] {
    let breaks = breaker.breaks()
    guard setting.isLimited, breaker.strategy != .standard else { return breaks }
    // With a line limit, a strategy may not use more lines than greedy breaking, and truncated text fills its lines.
    let full = breaker.greedy()
    return breaks.count > full.count || frame.lines > 0 && full.count > frame.lines ? full : breaks
  }

  /// Increases `tail` at the ends of lines that came out wider than their room. Returns true if any changed.
  private func widen(_ breaker: inout LineBreaker, _ lines: [Int], _ laid: LaidParagraph) -> Bool {
    var start = 0, isChanged = false
    for (line, next) in zip(laid.lines, lines) {
      let expected = breaker.measure(start, next)
      let room = start == 0 ? breaker.firstWidth : breaker.width
      // Shrinking spaces may absorb some of it.
      let spaces = breaker.places[next].spaceWidth - breaker.places[start].nextSpaceWidth
      if line.width > expected, next > start + 1, line.width - room > (expected > room ? spaces / 3 : 0) {
        breaker.places[next].tail += line.width - expected
        isChanged = true
      }
      start = next
    }
    return isChanged
  }

  // MARK: Measuring

  private struct Measured {
    /// The advance of the character that begins at each byte; 0 inside characters, and for tabs.
    var advances: [Int]
    /// For each byte, true if a line may be cut there as a last resort.
    var isCluster: [Bool]
    /// For each byte, true if a line may begin there.
    var breaks: [Bool]
    var isPlain: Bool
    var isLatin = false
    var isRightToLeft = false
  }

  /// The text with tabs replaced by spaces, for plain layout.
  private var plainText: FlatText {
    guard isTab else { return text }
    var plain = text
    for i in plain.bytes.indices where plain.bytes[i] == Self.tab { plain.bytes[i] = 0x20 }
    return plain
  }

  private func measure(wantsBreaks: Bool) throws -> Measured? {
    let count = text.bytes.count
    var measured = Measured(
      advances: [Int](repeating: 0, count: count), isCluster: [Bool](repeating: false, count: count), breaks: [],
      isPlain: false)
    func note(_ glyphs: ArraySlice<llua_glyph>) {
      for glyph in glyphs {
        let at = Int(glyph.cluster)
        guard at < count else { continue }
        measured.isCluster[at] = true
        if text.bytes[at] != Self.tab { measured.advances[at] += Int(glyph.advance) }
      }
    }
    let plain = PlainParagraph(text: plainText, range: 0..<count, shaper: shaper)
    if isPlainAllowed, let scan = plain.scan(wantsBreaks: wantsBreaks), !scan.isUnsure {
      var glyphs: [llua_glyph] = []
      var isComplete = true
      for span in text.spans where isComplete {
        for part in parts(of: span.bytes) {
          if text.bytes[part.lowerBound] == Self.tab {
            measured.isCluster[part.lowerBound] = true
            continue
          }
          var piece = span
          piece.bytes = part
          isComplete = try plain.shape(piece, isLatin: scan.isLatin, into: &glyphs) != nil
          if !isComplete { break }
        }
      }
      if isComplete {
        note(glyphs[...])
        measured.isPlain = true
        measured.isLatin = scan.isLatin
        measured.breaks = scan.breaks
        return measured
      }
    }
    let (laid, breaks) = try pango(text, 0..<count, wantsBreaks)
    note(laid.glyphs[...])
    measured.breaks = breaks
    measured.isRightToLeft = laid.isRightToLeft
    return measured
  }

  /// Splits a range at its tabs, each of which is a part of its own.
  private func parts(of range: Range<Int>) -> [Range<Int>] {
    guard isTab else { return range.isEmpty ? [] : [range] }
    var parts: [Range<Int>] = []
    var start = range.lowerBound
    for i in range where text.bytes[i] == Self.tab {
      if i > start { parts.append(start..<i) }
      parts.append(i..<i + 1)
      start = i + 1
    }
    if start < range.upperBound { parts.append(start..<range.upperBound) }
    return parts
  }

  // MARK: Places

  private func isGap(_ at: Int) -> Bool { text.bytes[at] == 0x20 || text.bytes[at] == Self.tab }

  /// Returns the width of the last word, which is hyphenated only if no line can hold it.
  private func lastWordWidth(_ measured: Measured) -> Int {
    var end = text.bytes.count
    while end > 0, isGap(end - 1) { end -= 1 }
    var width = 0
    while end > 0, !isGap(end - 1) {
      end -= 1
      width += measured.advances[end]
    }
    return width
  }

  private func breaker(_ measured: Measured, wraps: Bool) -> LineBreaker {
    let count = text.bytes.count
    let first = frame.width(ofLine: 0) ?? .max, others = frame.width(ofLine: 1) ?? .max
    let narrowest = min(first, others)
    let auto =
      setting.hyphenationFactor > 0 && wraps
      ? hyphens?.places(
        in: text.bytes, softHyphens: softHyphens, dividesLast: lastWordWidth(measured) > narrowest) : nil
    var marks = softHyphens.map { ($0, LineBreaker.Place.Kind.softHyphen) } + (auto ?? []).map { ($0, .hyphen) }
    if !softHyphens.isEmpty, auto?.isEmpty == false { marks.sort { ($0.0, $0.1.rawValue) < ($1.0, $1.1.rawValue) } }
    var places = [LineBreaker.Place(kind: .word, at: 0, inked: 0, next: 0)]
    var tabs: [PlacedTab] = []
    var x = 0, spaces = 0, spaceWidth = 0
    // The values at the end of the last visible character.
    var inked = 0, inkedSpaces = 0, inkedWidth = 0
    var mark = 0
    var isOpen = false
    let separator = setting.decimalSeparator
    // The clusters since the last place, used to cut a word that no line can hold.
    var clusters: [LineBreaker.Place] = []
    func place(_ kind: LineBreaker.Place.Kind, _ at: Int) -> LineBreaker.Place {
      .init(
        kind: kind, at: at, inked: inked, next: x, spaces: inkedSpaces, spaceWidth: inkedWidth, nextSpaces: spaces,
        nextSpaceWidth: spaceWidth)
    }
    func add(_ new: LineBreaker.Place) {
      if let last = places.last, new.inked + new.tail - last.next > narrowest { places += clusters }
      clusters.removeAll(keepingCapacity: true)
      places.append(new)
    }
    for at in 0..<count {
      if wraps, at > 0 {
        while mark < marks.count, marks[mark].0 < at { mark += 1 }
        if measured.breaks[at] {
          add(place(.word, at))
        } else if mark < marks.count, marks[mark].0 == at, !isGap(at - 1), !isGap(at) {
          var new = place(marks[mark].1, at)
          new.tail = hyphen(before: at).width
          add(new)
        } else if measured.isCluster[at], !isGap(at) {
          clusters.append(place(.cut, at))
        }
      }
      let byte = text.bytes[at]
      if byte == Self.tab {
        tabs.append(PlacedTab(at: at, x: x))
        isOpen = true
        continue
      }
      if isOpen, byte == separator {
        tabs[tabs.count - 1].point = x
        isOpen = false
      }
      x += measured.advances[at]
      if byte == 0x20 {
        if measured.advances[at] != 0 { spaces += 1 }
        spaceWidth += measured.advances[at]
      } else {
        inked = x
        inkedSpaces = spaces
        inkedWidth = spaceWidth
      }
    }
    add(place(.word, count))
    var breaker = LineBreaker(places: places, firstWidth: first, width: others)
    breaker.isJustified = setting.isJustified
    breaker.strategy = setting.strategy
    breaker.hyphenationFactor = setting.hyphenationFactor
    if isTab {
      breaker.tabs = tabs
      breaker.stops = TabStops(setting, space: space)
      breaker.firstIndent = max(frame.indent, 0) + frame.leading
      breaker.indent = max(-frame.indent, 0) + frame.leading
    }
    return breaker
  }

  private func shaped(_ string: [UInt8], _ font: SizedFont) -> [llua_glyph] {
    PlainParagraph.glyphs(of: string, font, shaper)
  }

  private struct Hyphen {
    var character: Unicode.Scalar
    var glyphs: [llua_glyph]
    var width: Int
  }

  private final class KnownHyphens {
    var byFont: [ObjectIdentifier: Hyphen] = [:]
  }
  private let known = KnownHyphens()

  private func hyphen(before at: Int) -> Hyphen {
    let font = text.spans(in: at - 1..<at).first?.font
    guard let font else { return Hyphen(character: "-", glyphs: [], width: 0) }
    if let hyphen = known.byFont[ObjectIdentifier(font)] { return hyphen }
    var character: Unicode.Scalar = "\u{2010}"
    var glyphs = shaped(Array(String(character).utf8), font)
    if glyphs.isEmpty || glyphs.contains(where: { $0.glyph == 0 }) {
      character = "-"
      glyphs = shaped([0x2D], font)
    }
    let hyphen = Hyphen(character: character, glyphs: glyphs, width: glyphs.reduce(0) { $0 + Int($1.advance) })
    known.byFont[ObjectIdentifier(font)] = hyphen
    return hyphen
  }

  /// The width of a space in the first font.
  private var space: Int { text.spans.first.map { shaped([0x20], $0.font).reduce(0) { $0 + Int($1.advance) } } ?? 0 }

  // MARK: Laying

  /// Returns the end of a line's visible text: without trailing spaces and tabs, except on the paragraph's last line.
  private func inkEnd(_ start: Int, _ end: Int) -> Int {
    var ink = end
    if end < text.bytes.count { while ink > start, isGap(ink - 1) { ink -= 1 } }
    return ink
  }

  /// A tab's width and the text that fills it.
  private typealias Gap = (width: Int, leader: String?)

  /// Returns the glyph of a tab; adds its leader, in the tab's font, to the paragraph.
  private func tabGlyph(_ glyph: llua_glyph, _ gap: Gap?, _ font: SizedFont, _ laid: inout LaidParagraph) -> llua_glyph
  {
    var glyph = glyph
    glyph.glyph = .max
    glyph.advance = Int32(clamping: gap?.width ?? 0)
    glyph.y = 0
    if let text = gap?.leader {
      let shown = shaped(Array(text.utf8), font)
      // A font without the leader leaves the gap empty.
      if !shown.isEmpty, !shown.contains(where: { $0.glyph == 0 }) {
        laid.leaders.append(.init(glyphs: shown))
        glyph.y = Int32(clamping: laid.leaders.count)
      }
    }
    return glyph
  }

  /// Returns a line's tabs, by their byte offsets.
  private func gaps(_ breaker: LineBreaker, _ start: Int, _ next: Int) -> [Int: Gap] {
    guard isTab, let stops = breaker.stops else { return [:] }
    let b = breaker.places[next]
    let tabs = breaker.tabs(start, next)
    let indent = start == 0 ? breaker.firstIndent : breaker.indent
    let widths = stops.place(tabs, from: breaker.places[start].next, to: b.inked + b.tail, indent: indent).widths
    var gaps: [Int: Gap] = [:]
    for (tab, width) in zip(tabs, widths) where gaps[tab.at] == nil { gaps[tab.at] = (width.0, width.leader) }
    return gaps
  }

  /// Lays out the first lines of the paragraph, which end at the given places; nil if Pango breaks them differently.
  private func lay(_ breaker: LineBreaker, _ ends: [Int], _ measured: Measured) throws -> LaidParagraph? {
    guard let laid = try measured.isPlain ? layPlain(breaker, ends, measured) : layOther(breaker, ends, measured) else {
      return nil
    }
    return mapped(laid)
  }

  private func layPlain(_ breaker: LineBreaker, _ ends: [Int], _ measured: Measured) throws -> LaidParagraph? {
    var laid = LaidParagraph()
    let plain = PlainParagraph(text: plainText, range: 0..<text.bytes.count, shaper: shaper)
    var start = 0
    for next in ends {
      let line = breaker.places[start].at..<breaker.places[next].at
      let ink = inkEnd(line.lowerBound, line.upperBound)
      let tabs = gaps(breaker, start, next)
      var runs: [LaidParagraph.Run] = []
      for span in text.spans(in: line) where !span.bytes.isEmpty {
        // A tab is a run without visible glyphs, so that it is in no glyph run's text.
        for part in parts(of: span.bytes) {
          let first = laid.glyphs.count
          if text.bytes[part.lowerBound] == Self.tab {
            var glyph = llua_glyph()
            glyph.cluster = UInt32(part.lowerBound)
            glyph = tabGlyph(glyph, tabs[part.lowerBound], span.font, &laid)
            laid.glyphs.append(glyph)
          } else {
            var piece = span
            piece.bytes = part
            guard try plain.shape(piece, isLatin: measured.isLatin, into: &laid.glyphs) != nil else { return nil }
          }
          while laid.glyphs.count > first, Int(laid.glyphs[laid.glyphs.count - 1].cluster) >= ink {
            laid.glyphs.removeLast()
          }
          runs.append(
            .init(font: span.font, base: span.font, span: span.run, glyphs: first..<laid.glyphs.count, text: part))
        }
      }
      if breaker.places[next].isHyphen, let last = runs.indices.last {
        let hyphen = hyphen(before: line.upperBound)
        let cluster = laid.glyphs.last?.cluster ?? UInt32(line.lowerBound)
        for var glyph in hyphen.glyphs {
          glyph.cluster = cluster
          laid.glyphs.append(glyph)
        }
        runs[last].glyphs = runs[last].glyphs.lowerBound..<laid.glyphs.count
        runs[last].hyphen = hyphen.character
      }
      laid.lines.append(
        self.line(laid, runs: runs, line: line, tabs: tabs, isCut: breaker.places[next].kind == .cut))
      start = next
    }
    return laid
  }

  private func line(
    _ laid: LaidParagraph, runs: [LaidParagraph.Run], line: Range<Int>, tabs: [Int: Gap], isCut: Bool
  ) -> LaidParagraph.Line {
    let width = runs.reduce(0) { $0 + laid.glyphs[$1.glyphs].reduce(0) { $0 + Int($1.advance) } }
    // A line with tabs is not justified.
    return .init(
      runs: runs, width: width, isWrapped: line.upperBound < text.bytes.count && tabs.isEmpty, isCut: isCut,
      mayShrink: setting.strategy == .pretty)
  }

  /// Lays out the lines with Pango as one text, separated by U+2028, so that Pango resolves the writing direction over
  /// all of them.
  private func layOther(_ breaker: LineBreaker, _ ends: [Int], _ measured: Measured) throws -> LaidParagraph? {
    guard !ends.isEmpty else { return LaidParagraph() }
    var shown = FlatText(bytes: [], spans: [])
    // Maps each byte of `shown` to a byte of `text`; an added hyphen maps to the line's last character.
    var sources: [Int] = []
    var lines: [(text: Range<Int>, shown: Range<Int>, hyphen: Range<Int>, tabs: [Int: Gap])] = []
    var hyphens: [Unicode.Scalar?] = []
    var start = 0
    for next in ends {
      let line = breaker.places[start].at..<breaker.places[next].at
      let first = shown.bytes.count
      var last: FlatText.Span?
      for var span in text.spans(in: line) where !span.bytes.isEmpty {
        let part = span.bytes
        span.bytes = shown.bytes.count..<shown.bytes.count + part.count
        shown.bytes += text.bytes[part]
        sources += part
        shown.spans.append(span)
        last = span
      }
      let end = shown.bytes.count
      var character: Unicode.Scalar?
      if breaker.places[next].isHyphen, let span = shown.spans.indices.last {
        let hyphen = hyphen(before: line.upperBound)
        character = hyphen.character
        var letter = line.upperBound - 1
        while letter > line.lowerBound, !measured.isCluster[letter] { letter -= 1 }
        for byte in String(Character(hyphen.character)).utf8 {
          shown.bytes.append(byte)
          sources.append(letter)
        }
        shown.spans[span].bytes = shown.spans[span].bytes.lowerBound..<shown.bytes.count
      }
      hyphens.append(character)
      lines.append((line, first..<shown.bytes.count, end..<shown.bytes.count, gaps(breaker, start, next)))
      if next != ends.last, var span = last {
        let at = shown.bytes.count
        shown.bytes += [0xE2, 0x80, 0xA8]
        sources += [line.upperBound, line.upperBound, line.upperBound]
        span.bytes = at..<shown.bytes.count
        span.kern = nil
        span.attachmentWidth = nil
        shown.spans.append(span)
      }
      start = next
    }
    sources.append(lines.last?.text.upperBound ?? 0)
    var laid = try pango(shown, 0..<shown.bytes.count, false).0
    guard laid.lines.count == lines.count else { return nil }
    laid.isRightToLeft = measured.isRightToLeft
    for (i, line) in lines.enumerated() {
      let ink = inkEnd(line.text.lowerBound, line.text.upperBound)
      var runs: [LaidParagraph.Run] = []
      for var run in laid.lines[i].runs where line.shown.contains(run.text.lowerBound) {
        for g in run.glyphs {
          let at = Int(laid.glyphs[g].cluster)
          guard at < sources.count else { return nil }
          let isHyphen = line.hyphen.contains(at)
          if isHyphen { run.hyphen = hyphens[i] }
          let source = sources[at]
          laid.glyphs[g].cluster = UInt32(clamping: source)
          if !isHyphen, text.bytes[source] == Self.tab {
            laid.glyphs[g] = tabGlyph(laid.glyphs[g], line.tabs[source], run.base, &laid)
          } else if !isHyphen, source >= ink {
            laid.glyphs[g].advance = 0
          }
        }
        let from = line.hyphen.contains(run.text.lowerBound) ? line.text.upperBound : sources[run.text.lowerBound]
        let to =
          run.text.upperBound >= line.hyphen.lowerBound ? line.text.upperBound : sources[run.text.upperBound]
        run.text = from..<max(from, to)
        runs.append(run)
      }
      laid.lines[i] = self.line(
        laid, runs: runs, line: line.text, tabs: line.tabs, isCut: breaker.places[ends[i]].kind == .cut)
    }
    return laid
  }

  /// Maps the byte offsets of the lines to the whole text.
  private func mapped(_ laid: LaidParagraph) -> LaidParagraph {
    var laid = laid
    for i in laid.glyphs.indices { laid.glyphs[i].cluster = UInt32(clamping: origin(Int(laid.glyphs[i].cluster))) }
    for i in laid.lines.indices {
      for k in laid.lines[i].runs.indices {
        let text = laid.lines[i].runs[k].text
        laid.lines[i].runs[k].text = origin(text.lowerBound)..<max(origin(text.upperBound), origin(text.lowerBound))
      }
    }
    return laid
  }
}
