// SPDX-License-Identifier: MIT
import CTextLibraries
import Numbers

/// Truncates a line that is too wide: removes clusters at its start, middle or end, and puts an ellipsis in their
/// place.
///
/// A line is cut only where both a glyph cluster and a grapheme begin, so no flag, family, accent or ligature is
/// divided. The remaining glyphs keep the shapes and the order of the whole line.
struct LineTruncation {
  /// The glyphs of an ellipsis.
  struct Dots {
    var font: SizedFont
    var glyphs: [llua_glyph]
    var width: Int { glyphs.reduce(0) { $0 + Int($1.advance) } }
  }

  let mode: ParagraphFrame.Ellipsis
  /// The available width, in 1/1024 point.
  let width: Int
  /// The text of the line.
  let text: FlatText
  let range: Range<Int>

  /// The indivisible parts of the line, in text order.
  private struct Parts {
    /// The byte offset at which each part begins.
    var starts: [Int] = []
    /// Prefix sums of the parts' widths: the distance of each from the line's start, then the line's width.
    var edges = [0]
    var count: Int { starts.count }
  }

  /// Truncates the line if it does not fit. An ellipsis wider than the available width is shown alone.
  ///
  /// - Parameters:
  ///   - laid: a paragraph of one line, which is the whole of `range`.
  ///   - dots: makes the ellipsis in the style of the text at a byte.
  func truncate(_ laid: inout LaidParagraph, dots: (_ at: Int) throws -> Dots) throws {
    guard let line = laid.lines.first, line.width > width else { return }
    let parts = parts(of: line, laid.glyphs)
    guard parts.count > 0 else { return }
    // The ellipsis has the style of the first text that it replaces.
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

  /// Returns the first number of a range that is accepted; nil if none is.
  private static func first(_ range: ClosedRange<Int>, _ isAccepted: (Int) throws -> Bool) rethrows -> Int? {
    for n in range where try isAccepted(n) { return n }
    return nil
  }

  // MARK: Parts

  /// Returns the clusters in text order, with those of one grapheme merged.
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

  /// Returns the parts to remove in the middle: of all gaps that make the line fit, the gap whose farther end is
  /// nearest to the middle of the line, and among equals the narrowest.
  private func middleGap(_ parts: Parts, _ fits: (Range<Int>) throws -> Bool) throws -> Range<Int>? {
    let count = parts.count, edges = parts.edges
    let middle = edges[count] / 2
    var low = 0
    while low < count, edges[low + 1] <= middle { low += 1 }
    var high = min(low + 1, count)
    // Starts with an empty gap if the middle lies between two parts.
    if edges[low] == middle || low == count { high = low }
    while try low == high || !fits(low..<high) {
      guard low > 0 || high < count else { return nil }
      let before = low > 0 ? middle - edges[low - 1] : .max
      let behind = high < count ? edges[high + 1] - middle : .max
      if before < behind { low -= 1 } else { high += 1 }
    }
    // At that distance at most two ends are possible; the gap may keep either.
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

  /// Replaces a range of parts by the ellipsis.
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
    // The ellipsis is placed after the text before it, or if there is none, before the text that follows.
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
  /// Binary search for the index of the span that contains a byte; the last index for bytes after it.
  fileprivate func spanIndex(at byte: Int) -> Int {
    var low = 0, high = max(spans.count - 1, 0)
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].bytes.upperBound > byte { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Returns for each byte of a range true if a grapheme begins there; nil if each character is a grapheme.
  fileprivate func graphemeStarts(in range: Range<Int>) -> [Bool]? {
    let isSimple = bytes.withUnsafeBufferPointer { bytes -> Bool in
      var i = range.lowerBound
      while i < range.upperBound {
        let byte = bytes[i]
        // Allows only Latin letters, and dashes, quotes and bullets.
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
