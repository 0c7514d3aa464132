import CTextLibraries
import Geometry
import RenderTree

/// Puts the lines of paragraphs under each other and aligns them.
struct Placement {
  private let request: TextRequest
  /// In 1/1024 point.
  private let width: Int?
  private var y = 0
  private var placed: [PlacedLine] = []
  var frame = TextFrame(pieces: [], lines: [], size: .zero)

  /// A line whose x is not known before the widest one is.
  private struct PlacedLine {
    var pieces: Range<Int>
    var width: Int
    var isRightToLeft: Bool
  }

  struct Mark {
    fileprivate var y: Int
    fileprivate var lines: Int
    fileprivate var pieces: Int
  }

  init(request: TextRequest, width: Int?) {
    self.request = request
    self.width = width
  }

  private static let unit = 1 / Double(LLUA_TEXT_UNITS)

  var mark: Mark { Mark(y: y, lines: frame.lines.count, pieces: frame.pieces.count) }

  mutating func reset(to mark: Mark) {
    y = mark.y
    frame.lines.removeSubrange(mark.lines...)
    placed.removeSubrange(mark.lines...)
    frame.pieces.removeSubrange(mark.pieces...)
  }

  /// The tallest run's ascent, descent and leading; the paragraph's own font's on a blank line.
  private static func metrics(_ line: LaidParagraph.Line, _ text: FlatText, _ range: Range<Int>) -> (
    ascent: Int, descent: Int, leading: Int
  ) {
    var result = (ascent: Int.min, descent: Int.min, leading: 0)
    func include(_ font: SizedFont) {
      result.ascent = max(result.ascent, Int(font.metrics.ascent))
      result.descent = max(result.descent, Int(font.metrics.descent))
      result.leading = max(result.leading, Int(font.metrics.leading))
    }
    for run in line.runs { include(run.font) }
    if line.runs.isEmpty, let span = text.spans(in: range).first { include(span.font) }
    return result.ascent == .min ? (0, 0, 0) : result
  }

  /// How many lines of a paragraph end above `bottom` (in points); at least one if there is none yet.
  func linesFitting(_ paragraph: LaidParagraph, _ text: FlatText, _ range: Range<Int>, bottom: Double) -> Int {
    var y = y, count = 0
    for line in paragraph.lines {
      let m = Self.metrics(line, text, range)
      let isFirst = count == 0 && frame.lines.isEmpty
      guard isFirst || Double(y + m.ascent + m.descent) * Self.unit <= bottom + 1e-6 else { break }
      y += m.ascent + m.descent + m.leading
      count += 1
    }
    return count
  }

  mutating func add(_ paragraph: LaidParagraph, _ text: FlatText, _ range: Range<Int>) {
    frame.isTruncated = frame.isTruncated || paragraph.isTruncated
    for line in paragraph.lines {
      let m = Self.metrics(line, text, range)
      let baseline = Double(y + m.ascent) * Self.unit
      let firstPiece = frame.pieces.count
      let spread = spread(line, paragraph, text)
      var x = 0, gaps = 0
      for run in line.runs where !run.glyphs.isEmpty {
        var glyphs: [UInt32] = []
        var positions: [Point] = []
        glyphs.reserveCapacity(run.glyphs.count)
        positions.reserveCapacity(run.glyphs.count)
        for i in run.glyphs {
          let glyph = paragraph.glyphs[i]
          if glyph.glyph != .max {
            glyphs.append(glyph.glyph)
            positions.append(
              Point(Double(x + Int(glyph.x)) * Self.unit, baseline - Double(glyph.y) * Self.unit))
          }
          x += Int(glyph.advance)
          if spread.gaps > 0, !run.isEllipsis, text.isSpace(Int(glyph.cluster)), glyph.advance != 0 {
            // Shares of whole units that add up to the width exactly.
            x += spread.extra * (gaps + 1) / spread.gaps - spread.extra * gaps / spread.gaps
            gaps += 1
          }
        }
        if glyphs.isEmpty { continue }
        let color = request.runs[run.span].color
        let string = run.isEllipsis ? "…" : text.string(run.text)
        frame.pieces.append(
          .init(run: GlyphRun(font: run.font, fontSize: run.font.size, glyphs: glyphs, positions: positions, text: string), color: color))
      }
      frame.lines.append(
        .init(
          baseline: baseline, left: 0, width: Double(line.width + spread.extra) * Self.unit, ascent: Double(m.ascent) * Self.unit,
          descent: Double(m.descent) * Self.unit))
      placed.append(
        PlacedLine(pieces: firstPiece..<frame.pieces.count, width: line.width + spread.extra, isRightToLeft: paragraph.isRightToLeft))
      y += m.ascent + m.descent + m.leading
    }
  }

  /// What a justified line lacks, and the spaces it is given to.
  private func spread(_ line: LaidParagraph.Line, _ paragraph: LaidParagraph, _ text: FlatText) -> (extra: Int, gaps: Int) {
    guard request.alignment == .justified, line.isWrapped, let width, width > line.width else { return (0, 0) }
    var gaps = 0
    for run in line.runs where !run.isEllipsis {
      for i in run.glyphs where text.isSpace(Int(paragraph.glyphs[i].cluster)) && paragraph.glyphs[i].advance != 0 { gaps += 1 }
    }
    return gaps > 0 ? (width - line.width, gaps) : (0, 0)
  }

  /// The frame with every line moved to where its alignment wants it.
  ///
  /// A line wider than the box starts at its left, or, written from the right, ends at its right.
  consuming func finished(_ substitutions: [TextFrame.Substitution]) -> TextFrame {
    let widest = placed.reduce(0) { max($0, $1.width) }
    let box = width ?? widest
    for (i, line) in placed.enumerated() {
      let free = box - line.width
      let left: Int =
        switch request.alignment {
        case .left: 0
        case .right: line.isRightToLeft ? free : max(free, 0)
        case .center: max(free, 0) / 2
        case .natural, .justified: line.isRightToLeft ? free : 0
        }
      guard left != 0 else { continue }
      let shift = Double(left) * Self.unit
      frame.lines[i].left = shift
      for piece in line.pieces {
        for k in frame.pieces[piece].run.positions.indices { frame.pieces[piece].run.positions[k].x += shift }
      }
    }
    frame.size = Size(Double(widest) * Self.unit, Double(y) * Self.unit)
    frame.substitutions = substitutions
    return frame
  }
}
