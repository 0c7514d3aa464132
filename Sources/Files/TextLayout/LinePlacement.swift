// SPDX-License-Identifier: MIT
import CTextLibraries
import Geometry
import Numbers
import Pixels
import RenderTree

/// Stacks the lines of paragraphs and aligns them.
struct LinePlacement {
  private let request: TextRequest
  /// In 1/1024 point.
  private let width: Int?
  private let hasAttributes: Bool
  /// The whole text, for the offsets in the runs' own.
  private let whole: FlatText
  private var y = 0
  /// The spacing below the last line so far; not part of the frame's height.
  private var spacing = 0
  private var placed: [PlacedLine] = []
  private(set) var frame = TextFrame(pieces: [], lines: [], size: .zero)

  /// A line whose x is unknown until the widest line is known.
  private struct PlacedLine {
    var pieces: Range<Int>
    var marks: Range<Int>
    var attachments: Range<Int>
    var width: Int
    var indent: Int
    /// The farthest end of the line, measured from the leading edge if above 0, else from the trailing edge.
    var tail: Int
    var alignment: TextRequest.Alignment
    var isRightToLeft: Bool
  }

  struct Mark {
    fileprivate var y: Int
    fileprivate var spacing: Int
    fileprivate var lines: Int
    fileprivate var pieces: Int
    fileprivate var marks: Int
    fileprivate var attachments: Int
  }

  /// Style of a part of a text, from the attributes of its paragraph's first run. Lengths are in 1/1024 point.
  struct Style {
    var alignment: TextRequest.Alignment
    var lineSpacing = 0
    var lineHeightMultiple = 0.0
    /// 0 uses the fonts' own.
    var lineHeight = 0
    var spacingBefore = 0
    var spacing = 0
    var firstIndent = 0
    var indent = 0
    var tail = 0
    /// The width of the widest line; nil for no limit.
    var width: Int?
  }

  init(request: TextRequest, width: Int?, text: FlatText) {
    self.request = request
    self.width = width
    hasAttributes = text.hasAttributes
    whole = text
  }

  private static let unit = 1 / Double(LLUA_TEXT_UNITS)
  /// The maximum number of missing characters that are reported.
  private static let missingLimit = 16

  var mark: Mark {
    Mark(
      y: y, spacing: spacing, lines: frame.lines.count, pieces: frame.pieces.count, marks: frame.marks.count,
      attachments: frame.attachments.count)
  }

  mutating func reset(to mark: Mark) {
    y = mark.y
    spacing = mark.spacing
    frame.lines.removeSubrange(mark.lines...)
    placed.removeSubrange(mark.lines...)
    frame.pieces.removeSubrange(mark.pieces...)
    frame.marks.removeSubrange(mark.marks...)
    frame.attachments.removeSubrange(mark.attachments...)
  }

  mutating func markTruncated() { frame.isTruncated = true }

  /// Notes the byte at which the next box of a chain begins.
  mutating func end(at byte: Int) { frame.end = byte }

  /// Returns the attributes of the paragraph that contains a part; nil if it has none.
  func attributes(of part: TextPart, in text: FlatText) -> TextAttributes? {
    guard hasAttributes, let span = text.spans(in: part.paragraph).first else { return nil }
    return request.runs[span.run].attributes
  }

  func style(of part: TextPart, in text: FlatText) -> Style {
    var style = Style(alignment: request.alignment, width: width)
    guard let span = text.spans(in: part.paragraph).first, let a = attributes(of: part, in: text) else { return style }
    style.alignment = a.alignment ?? request.alignment
    style.lineSpacing = textUnits(max(a.lineSpacing ?? 0, 0))
    style.lineHeightMultiple = a.lineHeightMultiple ?? 0
    style.lineHeight = textUnits(max(a.lineHeight ?? 0, 0))
    style.spacingBefore = textUnits(max(a.paragraphSpacingBefore ?? 0, 0))
    style.spacing = textUnits(max(a.paragraphSpacing ?? 0, 0))
    style.firstIndent = textUnits(max(a.firstLineHeadIndent ?? 0, 0))
    style.indent = textUnits(
      text.headIndent(a, fontSize: request.runs[span.run].fontSize, at: part.range.lowerBound))
    style.tail = textUnits(a.tailIndent ?? 0)
    if !part.startsParagraph {
      style.spacingBefore = 0
      style.firstIndent = style.indent
    }
    if !part.endsParagraph { style.spacing = 0 }
    let edge = style.tail > 0 ? style.tail : width.map { $0 + style.tail }
    style.width = edge.map { max($0 - min(style.firstIndent, style.indent), 0) }
    return style
  }

  /// Returns the largest ascent, descent and leading of the line's runs; on a blank line, those of the paragraph's
  /// font.
  private func metrics(
    _ line: LaidParagraph.Line, of text: FlatText, in range: Range<Int>, style: Style
  ) -> (ascent: Int, descent: Int, leading: Int) {
    var result = (ascent: Int.min, descent: Int.min, leading: 0)
    func include(_ font: SizedFont, _ run: Int) {
      let attributes = hasAttributes ? request.runs[run].attributes : nil
      let offset = textUnits(attributes?.baselineOffset ?? 0)
      if let attachment = attributes?.attachment {
        result.ascent = max(result.ascent, textUnits(max(attachment.size?.height ?? 0, 0)) + offset)
        result.descent = max(result.descent, -offset)
        return
      }
      result.ascent = max(result.ascent, Int(font.metrics.ascent) + offset)
      result.descent = max(result.descent, Int(font.metrics.descent) - offset)
      result.leading = max(result.leading, Int(font.metrics.leading))
    }
    for run in line.runs { include(run.font, run.span) }
    if line.runs.isEmpty, let span = text.spans(in: range).first { include(span.font, span.run) }
    if result.ascent == .min { return (0, 0, 0) }
    if style.lineHeight > 0 {
      // Half of the difference from the fonts' height is added above; it may be negative.
      let above = (style.lineHeight - result.ascent - result.descent) >> 1
      result.ascent += above
      return (result.ascent, style.lineHeight - result.ascent, 0)
    }
    if style.lineHeightMultiple > 0 {
      let natural = Double(result.ascent + result.descent + result.leading)
      result.ascent += Int(clamping: (natural * (min(style.lineHeightMultiple, 1000) - 1)).rounded())
    }
    return result
  }

  /// Returns the number of lines of a paragraph that end above `bottom` (in points); at least `least` if no line was
  /// placed yet.
  func linesFitting(
    _ paragraph: LaidParagraph, of text: FlatText, in range: Range<Int>, style: Style, bottom: Double, least: Int
  ) -> Int {
    var y = y + (frame.lines.isEmpty ? 0 : style.spacingBefore), count = 0
    for line in paragraph.lines {
      let m = metrics(line, of: text, in: range, style: style)
      let isFirst = count < least && frame.lines.isEmpty
      guard isFirst || Double(y + m.ascent + m.descent) * Self.unit <= bottom + 1e-6 else { break }
      y += m.ascent + m.descent + m.leading + style.lineSpacing
      count += 1
    }
    return count
  }

  /// - Parameters:
  ///   - count: the number of lines to place, from the first; all by default.
  ///   - base: if `text` is a copy of a part with an ellipsis behind it, that part's offset in the whole text.
  mutating func add(
    _ paragraph: LaidParagraph, of text: FlatText, in range: Range<Int>, style: Style, lines count: Int = .max,
    base: Int? = nil
  ) {
    frame.isTruncated = frame.isTruncated || paragraph.isTruncated
    if !frame.lines.isEmpty { y += style.spacingBefore }
    for (index, line) in paragraph.lines.prefix(count).enumerated() {
      let m = metrics(line, of: text, in: range, style: style)
      let baseline = y + m.ascent
      let firstPiece = frame.pieces.count, firstMark = frame.marks.count, firstAttachment = frame.attachments.count
      let indent = index == 0 ? style.firstIndent : style.indent
      // The available width for this line.
      let room = style.width.map { $0 + min(style.firstIndent, style.indent) - indent }
      let spread = spread(line, paragraph: paragraph, text: text, style: style, room: room)
      var x = 0, gaps = 0
      for run in line.runs where !run.glyphs.isEmpty {
        let attributes = hasAttributes ? request.runs[run.span].attributes : nil
        let start = x
        var words = Words(isWanted: attributes?.marksWords ?? false)
        let shift = attributes?.baselineOffset.map { textUnits($0) } ?? 0
        let level = Double(baseline - shift) * Self.unit
        var glyphs: [UInt32] = []
        var positions: [Point] = []
        var clusters: [Int32] = []
        glyphs.reserveCapacity(run.glyphs.count)
        clusters.reserveCapacity(run.glyphs.count)
        positions.reserveCapacity(run.glyphs.count)
        for i in run.glyphs {
          let glyph = paragraph.glyphs[i]
          if glyph.glyph != .max {
            glyphs.append(glyph.glyph)
            clusters.append(run.isEllipsis ? 0 : Int32(clamping: Int(glyph.cluster) - run.text.lowerBound))
            positions.append(Point(Double(x + Int(glyph.x)) * Self.unit, level - Double(glyph.y) * Self.unit))
            if glyph.glyph == 0, !run.isEllipsis { noteMissing(text, Int(glyph.cluster), run.base) }
          } else if glyph.y > 0, Int(glyph.y) <= paragraph.leaders.count {
            let cluster = Int32(clamping: Int(glyph.cluster) - run.text.lowerBound)
            for (leader, at) in Self.filling(
              paragraph.leaders[Int(glyph.y) - 1], from: indent + x, to: indent + x + Int(glyph.advance))
            {
              glyphs.append(leader.glyph)
              clusters.append(cluster)
              positions.append(Point(Double(at - indent) * Self.unit, level - Double(leader.y) * Self.unit))
            }
          }
          words.add(from: x, to: x + Int(glyph.advance), isSpace: !run.isEllipsis && text.isSpace(Int(glyph.cluster)))
          x += Int(glyph.advance)
          if spread.gaps > 0, !run.isEllipsis, text.isSpace(Int(glyph.cluster)), glyph.advance != 0 {
            // Distributes whole units so that they add up to the extra width exactly.
            x += spread.extra * (gaps + 1) / spread.gaps - spread.extra * gaps / spread.gaps
            gaps += 1
          }
        }
        if let attributes {
          addMarks(
            attributes, of: request.runs[run.span], font: run.base, part: start..<max(x, start), words: words.parts,
            baseline: baseline - shift, top: y, bottom: baseline + m.descent)
        }
        if let attachment = attributes?.attachment, !run.isEllipsis {
          let height = textUnits(max(attachment.size?.height ?? 0, 0))
          // Letter spacing after an attachment is not part of its width.
          let width = min(textUnits(max(attachment.size?.width ?? 0, 0)), max(x - start, 0))
          frame.attachments.append(
            .init(
              content: attachment.content,
              rect: Rect(
                Double(start) * Self.unit, Double(baseline - shift - height) * Self.unit, Double(width) * Self.unit,
                Double(height) * Self.unit), shadow: attributes?.shadow, line: frame.lines.count))
        }
        if glyphs.isEmpty { continue }
        let string = run.isEllipsis ? "…" : shownText(run, text)
        // With one glyph per character and one byte per character the clusters are implied.
        if string.utf8.count == clusters.count, clusters.indices.allSatisfy({ clusters[$0] == Int32($0) }) {
          clusters = []
        }
        var glyphRun = GlyphRun(
          font: run.font, fontSize: run.font.size, glyphs: glyphs, positions: positions, text: string,
          clusters: clusters, isRightToLeft: run.isRightToLeft)
        let hasFeatures = !(attributes?.fontFeatures ?? []).isEmpty
        glyphRun.needsOutlines = run.font.typeFace.isVaried || hasFeatures
        if text.mayHaveSoftHyphens { glyphRun.leaveOutSoftHyphens() }
        glyphRun.hyphen = run.hyphen
        if !run.isEllipsis { glyphRun.letterSpacing = attributes?.kern }
        glyphRun.isJustified = spread.extra != 0
        var piece = Self.piece(glyphRun, request.runs[run.span])
        piece.line = frame.lines.count
        frame.pieces.append(piece)
      }
      frame.lines.append(
        .init(
          baseline: Double(baseline) * Self.unit, left: 0, width: Double(line.width + spread.extra) * Self.unit,
          ascent: Double(m.ascent) * Self.unit, descent: Double(m.descent) * Self.unit,
          range: shownRange(of: line, text, in: range, base: base)))
      if index > 0, paragraph.lines[index - 1].isCut, dividesWord(before: line, text) { frame.dividesWords = true }
      placed.append(
        PlacedLine(
          pieces: firstPiece..<frame.pieces.count, marks: firstMark..<frame.marks.count,
          attachments: firstAttachment..<frame.attachments.count, width: line.width + spread.extra, indent: indent,
          tail: style.tail, alignment: style.alignment, isRightToLeft: paragraph.isRightToLeft))
      spacing = style.lineSpacing
      y += m.ascent + m.descent + m.leading + spacing
    }
    spacing += style.spacing
    y += style.spacing
  }

  var lineCount: Int { frame.lines.count }

  /// Returns the glyphs of a leader that fill a gap, each with its x: whole ones, at multiples of the leader's width
  /// from the leading edge, so that those of all lines are aligned.
  private static func filling(
    _ leader: LaidParagraph.Leader, from start: Int, to end: Int
  ) -> [(glyph: llua_glyph, x: Int)] {
    let width = leader.width
    guard width > 0, end > start else { return [] }
    var result: [(glyph: llua_glyph, x: Int)] = []
    // A leader much narrower than a letter would be a solid line.
    var x = (start + width - 1) / width * width
    while x + width <= end, result.count < 10_000 {
      var at = x
      for glyph in leader.glyphs {
        result.append((glyph, at + Int(glyph.x)))
        at += Int(glyph.advance)
      }
      x += width
    }
    return result
  }

  /// Returns the bytes of the runs' joined text that a line shows.
  private func shownRange(
    of line: LaidParagraph.Line, _ text: FlatText, in range: Range<Int>, base: Int?
  ) -> Range<Int> {
    var low = Int.max, high = Int.min
    for run in line.runs where !run.isEllipsis {
      low = min(low, run.text.lowerBound)
      high = max(high, run.text.upperBound)
    }
    if low > high { (low, high) = (range.lowerBound, range.lowerBound) }
    let end = base == nil ? text.bytes.count : text.bytes.count - "…".utf8.count
    (low, high) = (min(low, end) + (base ?? 0), min(high, end) + (base ?? 0))
    let from = whole.source(of: low)
    return from..<max(whole.source(of: high), from)
  }

  /// True if a cut before a line divides a word: always, except beside a character of a writing system without spaces
  /// between words, where lines may end nearly anywhere.
  private func dividesWord(before next: LaidParagraph.Line, _ text: FlatText) -> Bool {
    guard let start = next.runs.map(\.text.lowerBound).min(), start > 0, start < text.bytes.count else { return false }
    let after = String(decoding: text.bytes[start..<min(start + 4, text.bytes.count)], as: UTF8.self)
    var first = start - 1
    while first > max(start - 4, 0), text.bytes[first] & 0xC0 == 0x80 { first -= 1 }
    let before = String(decoding: text.bytes[first..<start], as: UTF8.self)
    return ![before.unicodeScalars.last, after.unicodeScalars.first].contains { $0.map(Self.needsNoSpaces) ?? false }
  }

  /// True for the letters and punctuation of Thai, Lao, Tibetan, Burmese, Khmer and their neighbours, and of Chinese
  /// and Japanese.
  private static func needsNoSpaces(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0E00...0x109F, 0x1780...0x17FF, 0x1950...0x19FF, 0x1A20...0x1AAF, 0x1B00...0x1B7F, 0x2E80...0xA4CF,
      0xA980...0xA9FF, 0xAA60...0xAADF, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFFEF, 0x20000...0x3FFFF:
      true
    default: false
    }
  }

  /// Returns the text of a run; if that is the request's whole string, shares its storage.
  private func shownText(_ run: LaidParagraph.Run, _ text: FlatText) -> String {
    let whole = request.runs[run.span].string
    let isWhole =
      request.runs.count == 1 && run.text == 0..<text.bytes.count && whole.utf8.elementsEqual(text.bytes)
    return isWhole ? whole : text.string(run.text)
  }

  private static func piece(_ glyphs: GlyphRun, _ run: TextRun) -> TextFrame.Piece {
    guard let a = run.attributes else { return .init(run: glyphs, color: run.color) }
    guard let percent = a.strokeWidth, percent != 0 else {
      return .init(run: glyphs, color: run.color, shadow: a.shadow)
    }
    let stroke = TextFrame.Stroke(width: abs(percent) / 100 * run.fontSize, color: a.strokeColor ?? run.color)
    return .init(run: glyphs, color: percent > 0 ? nil : run.color, stroke: stroke, shadow: a.shadow)
  }

  private mutating func noteMissing(_ text: FlatText, _ at: Int, _ font: SizedFont) {
    guard frame.missing.count < Self.missingLimit, at < text.bytes.count else { return }
    // Decodes the character at a byte: at most four bytes.
    let part = String(decoding: text.bytes[at..<min(at + 4, text.bytes.count)], as: UTF8.self)
    guard let character = part.unicodeScalars.first else { return }
    guard !frame.missing.contains(where: { $0.character == character && $0.font == font.faceName }) else { return }
    frame.missing.append(ScriptFonts.missing(character, font: font.faceName))
  }

  // MARK: Lines and backgrounds

  /// The ranges of a run that are not spaces.
  private struct Words {
    let isWanted: Bool
    private(set) var parts: [Range<Int>] = []

    init(isWanted: Bool) { self.isWanted = isWanted }

    mutating func add(from start: Int, to end: Int, isSpace: Bool) {
      guard isWanted, !isSpace, end > start else { return }
      if let last = parts.last, last.upperBound == start {
        parts[parts.count - 1] = last.lowerBound..<end
      } else {
        parts.append(start..<end)
      }
    }
  }

  /// Adds the background, underline and strikethrough of a range of a line. Lengths are in 1/1024 point, y down.
  private mutating func addMarks(
    _ a: TextAttributes, of run: TextRun, font: SizedFont, part: Range<Int>, words: [Range<Int>], baseline: Int,
    top: Int, bottom: Int
  ) {
    guard !part.isEmpty else { return }
    func rect(_ part: Range<Int>, _ y: Int, _ height: Int) -> Rect {
      Rect(
        Double(part.lowerBound) * Self.unit, Double(y) * Self.unit, Double(part.count) * Self.unit,
        Double(height) * Self.unit)
    }
    if let background = a.backgroundColor, bottom > top {
      add(.init(kind: .background, rect: rect(part, top, bottom - top), color: background))
    }
    func lines(
      _ style: TextAttributes.LineStyle?, _ kind: TextFrame.Mark.Kind, _ color: Color?, above: Int32, size: Int32
    ) {
      guard let style, style != .none else { return }
      // Defaults for a font that does not specify them.
      let size = size > 0 ? Int(size) : max(textUnits(font.size / 20), 1)
      let y = baseline - Int(above)
      func line(_ y: Int, _ height: Int) {
        let dashes = style.dashes.map { Double($0 * height) * Self.unit }
        for part in style.contains(.byWord) ? words : [part] {
          add(
            .init(
              kind: kind, rect: rect(part, y, height), color: color ?? run.color, shadow: a.shadow, dashes: dashes))
        }
      }
      if style.contains(.double) {
        let first = kind == .underline ? y : y - size
        line(first, size)
        line(first + 2 * size, size)
      } else if style.contains(.thick) {
        line(kind == .underline ? y : y - size / 2, 2 * size)
      } else {
        line(y, size)
      }
    }
    let m = font.metrics
    lines(a.underlineStyle, .underline, a.underlineColor, above: m.underline, size: m.underline_size)
    lines(a.strikethroughStyle, .strikethrough, a.strikethroughColor, above: m.strikeout, size: m.strikeout_size)
  }

  /// Adds a mark, or extends an adjacent one with equal attributes.
  private mutating func add(_ mark: TextFrame.Mark) {
    for i in frame.marks.indices.suffix(4).reversed() {
      let last = frame.marks[i].rect
      var moved = frame.marks[i]
      moved.rect = mark.rect
      guard moved == mark, last.y == mark.rect.y, last.height == mark.rect.height, abs(last.maxX - mark.rect.x) < 1e-6
      else { continue }
      frame.marks[i].rect.size.width = mark.rect.maxX - last.x
      return
    }
    frame.marks.append(mark)
  }

  // MARK: Alignment

  /// Returns the width that a justified line lacks, and the number of spaces to distribute it over.
  private func spread(
    _ line: LaidParagraph.Line, paragraph: LaidParagraph, text: FlatText, style: Style, room: Int?
  ) -> (extra: Int, gaps: Int) {
    guard style.alignment == .justified, line.isWrapped, let width = room, width > line.width || line.mayShrink else {
      return (0, 0)
    }
    var gaps = 0, spaces = 0
    for run in line.runs where !run.isEllipsis {
      for i in run.glyphs where text.isSpace(Int(paragraph.glyphs[i].cluster)) && paragraph.glyphs[i].advance != 0 {
        gaps += 1
        spaces += Int(paragraph.glyphs[i].advance)
      }
    }
    return gaps > 0 ? (max(width - line.width, -spaces / 3), gaps) : (0, 0)
  }

  /// Returns the frame with every line moved according to its alignment and indents.
  ///
  /// A line wider than its box starts at the box's left, or, if written right to left, ends at its right.
  consuming func finished(_ substitutions: [TextFrame.Substitution]) -> TextFrame {
    let widest = placed.reduce(0) { max($0, $1.indent + $1.width - min($1.tail, 0)) }
    let box = width ?? widest
    for (i, line) in placed.enumerated() {
      let edge = line.tail > 0 ? line.tail : box + line.tail
      let free = edge - line.indent - line.width
      // Offset from the left of the line's box.
      let inside: Int =
        switch line.alignment {
        case .left: 0
        case .right: line.isRightToLeft ? free : max(free, 0)
        case .center: max(free, 0) / 2
        case .natural, .justified: line.isRightToLeft ? free : 0
        }
      // Indents are measured from the side where the paragraph's writing begins.
      let left = (line.isRightToLeft ? box - edge : line.indent) + inside
      guard left != 0 else { continue }
      let shift = Double(left) * Self.unit
      frame.lines[i].left = shift
      for piece in line.pieces {
        for k in frame.pieces[piece].run.positions.indices { frame.pieces[piece].run.positions[k].x += shift }
      }
      for mark in line.marks { frame.marks[mark].rect.origin.x += shift }
      for attachment in line.attachments { frame.attachments[attachment].rect.origin.x += shift }
    }
    frame.size = Size(Double(widest) * Self.unit, Double(y - spacing) * Self.unit)
    frame.substitutions = substitutions
    return frame
  }
}

extension TextAttributes {
  /// True if an underline or strikethrough leaves out spaces.
  fileprivate var marksWords: Bool {
    underlineStyle?.contains(.byWord) ?? false || strikethroughStyle?.contains(.byWord) ?? false
  }
}
