// SPDX-License-Identifier: MIT
import CTextLibraries
import Numbers

/// Truncates a line that is too wide: leaves out clusters at its start, in its middle or at its end, and shows an
/// ellipsis in their place.
///
/// A line is cut only where both a cluster of glyphs and a grapheme begin, so no flag, family, accent or ligature is
/// divided. The glyphs that stay keep the shapes and the order that they have in the whole line.
struct LineTruncation {
  /// The ellipsis as glyphs.
  struct Dots {
    var font: SizedFont
    var glyphs: [llua_glyph]
    var width: Int { glyphs.reduce(0) { $0 + Int($1.advance) } }
  }

  let mode: ParagraphFrame.Ellipsis
  /// The room, in 1/1024 point.
  let width: Int
  /// The text of the line.
  let text: FlatText
  let range: Range<Int>

  /// The parts between which the line can be cut, in the order of the text.
  private struct Parts {
    /// The byte at which each begins.
    var starts: [Int] = []
    /// The distance of each from the start of the line, and the line's width as the last.
    var edges = [0]
    var count: Int { starts.count }
  }

  /// Truncates the line if it does not fit; an ellipsis that is wider than the room is shown alone.
  ///
  /// - Parameters:
  ///   - laid: a paragraph of one line, the whole of `range`.
  ///   - dots: makes the ellipsis of the text at a byte.
  func truncate(_ laid: inout LaidParagraph, dots: (_ at: Int) throws -> Dots) throws {
    guard let line = laid.lines.first, line.width > width else { return }
    let parts = parts(of: line, laid.glyphs)
    guard parts.count > 0 else { return }
    // The ellipsis has the look of the first text that it stands for.
    var known: (span: Int, dots: Dots)?
    func ellipsis(_ part: Int) throws -> Dots {
      let at = parts.starts[part]
      let span = text.spanIndex(at: at)
      if let known, known.span == span { return known.dots }
      let made = try dots(at)
      known = (span, made)
      return made
    }
    func fits(_ gap: Range<Int>) throws -> Bool {
      let left = parts.edges[parts.count] - (parts.edges[gap.upperBound] - parts.edges[gap.lowerBound])
      return try left <= width && left + ellipsis(gap.lowerBound).width <= width
    }
    let gap =
      switch mode {
      case .middle: try middleGap(parts, fits)
      case .start: try Self.first(1...parts.count) { try fits(0..<$0) }.map { 0..<$0 }
      case .end, .none:
        try Self.first(1...parts.count) { try fits(parts.count - $0..<parts.count) }.map {
          parts.count - $0..<parts.count
        }
      }
    replace(gap ?? 0..<parts.count, parts, &laid, by: try ellipsis(gap?.lowerBound ?? 0))
    laid.isTruncated = true
  }

  /// The first number that is accepted, each of a range tried.
  private static func first(_ range: ClosedRange<Int>, _ isAccepted: (Int) throws -> Bool) rethrows -> Int? {
    for n in range where try isAccepted(n) { return n }
    return nil
  }

  // MARK: Parts

  /// The clusters in the order of the text, those of one grapheme joined.
  private func parts(of line: LaidParagraph.Line, _ glyphs: [llua_glyph]) -> Parts {
    var parts = Parts()
    let boundaries = text.graphemeStarts(in: range)
    func add(_ at: Int, _ width: Int) {
      if let last = parts.starts.last, at == last || boundaries.map({ !$0[at - range.lowerBound] }) ?? false {
        parts.edges[parts.edges.count - 1] += width
      } else {
        parts.starts.append(at)
        parts.edges.append((parts.edges.last ?? 0) + width)
      }
    }
    for run in line.runs.sorted(by: { $0.text.lowerBound < $1.text.lowerBound }) {
      if run.isRightToLeft {
        for g in run.glyphs.reversed() { add(Int(glyphs[g].cluster), Int(glyphs[g].advance)) }
      } else {
        for g in run.glyphs { add(Int(glyphs[g].cluster), Int(glyphs[g].advance)) }
      }
    }
    return parts
  }

  /// The parts that are left out in the middle: of all gaps that make the line fit, those whose farther end is nearest
  /// to the middle of the line, and of these the narrowest.
  private func middleGap(_ parts: Parts, _ fits: (Range<Int>) throws -> Bool) throws -> Range<Int>? {
    let count = parts.count, edges = parts.edges
    let middle = edges[count] / 2
    var low = 0
    while low < count, edges[low + 1] <= middle { low += 1 }
    var high = min(low + 1, count)
    // Nothing is left out yet where the middle lies between two parts.
    if edges[low] == middle || low == count { high = low }
    while try low == high || !fits(low..<high) {
      guard low > 0 || high < count else { return nil }
      let before = low > 0 ? middle - edges[low - 1] : .max
      let behind = high < count ? edges[high + 1] - middle : .max
      if before < behind { low -= 1 } else { high += 1 }
    }
    // At that distance the gap has two ends at most; either may hold it.
    let far = max(middle - edges[low], edges[high] - middle)
    while low > 0, middle - edges[low - 1] <= far { low -= 1 }
    while high < count, edges[high + 1] - middle <= far { high += 1 }
    var candidates: [Range<Int>] = []
    if edges[high] - middle == far {
      var start = low
      while try start + 1 < high && fits(start + 1..<high) { start += 1 }
      candidates.append(start..<high)
    }
    if middle - edges[low] == far {
      var end = high
      while try end - 1 > low && fits(low..<end - 1) { end -= 1 }
      candidates.append(low..<end)
    }
    return candidates.min { edges[$0.upperBound] - edges[$0.lowerBound] < edges[$1.upperBound] - edges[$1.lowerBound] }
  }

  // MARK: Glyphs

  /// Puts the ellipsis in the place of some parts.
  private func replace(_ gap: Range<Int>, _ parts: Parts, _ laid: inout LaidParagraph, by dots: Dots) {
    let from = parts.starts[gap.lowerBound]
    let to = gap.upperBound < parts.count ? parts.starts[gap.upperBound] : range.upperBound
    let glyphs = laid.glyphs
    let first = glyphs.count
    laid.glyphs += dots.glyphs
    let span = text.spans(in: from..<max(to, from + 1)).first
    let ellipsis = LaidParagraph.Run(
      font: dots.font, base: span?.font ?? dots.font, span: span?.run ?? 0, glyphs: first..<laid.glyphs.count,
      text: from..<from, isEllipsis: true)
    // It stands behind the text before it, or else before the text that follows.
    let follows = gap.lowerBound > 0
    let anchor = follows ? from - 1 : to
    var runs: [LaidParagraph.Run] = []
    for run in laid.lines[0].runs {
      func part(_ text: Range<Int>) -> LaidParagraph.Run? {
        var part = run
        let kept = run.glyphs.filter { text.contains(Int(glyphs[$0].cluster)) }
        guard let low = kept.first, let high = kept.last else { return nil }
        part.glyphs = low..<high + 1
        part.text = text
        return part
      }
      let before = run.text.lowerBound..<max(min(run.text.upperBound, from), run.text.lowerBound)
      let behind = min(max(run.text.lowerBound, to), run.text.upperBound)..<run.text.upperBound
      var kept: [LaidParagraph.Run] = []
      if before == run.text || behind == run.text {
        kept = [run]
      } else {
        kept = [part(before), part(behind)].compactMap { $0 }
      }
      if follows, let at = kept.firstIndex(where: { $0.text.contains(anchor) }) {
        kept.insert(ellipsis, at: at + 1)
      } else if !follows, let at = kept.firstIndex(where: { $0.text.contains(anchor) }) {
        kept.insert(ellipsis, at: at)
      }
      runs += run.isRightToLeft ? kept.reversed() : kept
    }
    if !runs.contains(where: \.isEllipsis) { runs.append(ellipsis) }
    laid.lines[0].runs = runs
    laid.lines[0].width += dots.width - (parts.edges[gap.upperBound] - parts.edges[gap.lowerBound])
  }
}

extension FlatText {
  /// The place in `spans` of the one that holds a byte, the last for those behind it.
  fileprivate func spanIndex(at byte: Int) -> Int {
    var low = 0, high = max(spans.count - 1, 0)
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].bytes.upperBound > byte { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// For each byte of a part whether a grapheme begins there; nil where each character is one.
  fileprivate func graphemeStarts(in range: Range<Int>) -> [Bool]? {
    let isSimple = bytes.withUnsafeBufferPointer { bytes -> Bool in
      var i = range.lowerBound
      while i < range.upperBound {
        let byte = bytes[i]
        // Latin letters, and dashes, quotes and bullets.
        if byte >= 0xCC {
          guard byte == 0xE2, i + 2 < range.upperBound, bytes[i + 1] == 0x80, (0x90...0xA7).contains(bytes[i + 2])
          else {
            return false
          }
        }
        i += 1
      }
      return true
    }
    guard !isSimple else { return nil }
    var starts = [Bool](repeating: false, count: range.count)
    var at = 0
    for character in string(range) {
      if at < starts.count { starts[at] = true }
      at += character.utf8.count
    }
    return starts
  }
}
