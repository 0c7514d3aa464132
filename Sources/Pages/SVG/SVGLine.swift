// SPDX-License-Identifier: MIT
import Geometry
import RenderTree

/// The text of a glyph run in parts, each of which readers set from the font's name, the characters and the letter
/// spacing alone.
struct SVGLine {
  /// Characters in reading order.
  struct Part {
    var text: String
    /// Where the part starts on the baseline, in the run's coordinates; for right-to-left text its middle, since
    /// readers disagree on where such text starts.
    var x: Double
  }

  /// The parts in reading order: one, or several if the line is justified or has tabs. Empty if the run only has
  /// spaces and is written right to left.
  private(set) var parts: [Part]

  /// Distance of a glyph from its natural place, in ems, up to which it is taken for the font's own kerning.
  private static let kerning = 0.3

  /// Finds the parts of a run.
  ///
  /// - Returns: nil if readers would set other glyphs, or set them elsewhere.
  init?(_ run: GlyphRun, _ face: any FontFaceSource) {
    let positions = run.positions
    guard let start = positions.first, positions.count == run.glyphs.count,
      positions.allSatisfy({ abs($0.y - start.y) < run.fontSize * 0.01 })
    else { return nil }
    func end(_ i: Int) -> Double { positions[i].x + face.advance(of: run.glyphs[i]) * run.fontSize }

    // From left to right.
    var clusters = run.grouped()
    let hyphen = run.hyphen.map { String($0) } ?? ""
    let isPlain = !run.isRightToLeft
    guard let first = clusters.firstIndex(where: { !$0.isSpace }), let last = clusters.lastIndex(where: { !$0.isSpace })
    else {
      // Spaces alone; but the leader of a tab can be seen.
      guard clusters.allSatisfy({ !$0.isTab || $0.isBlank(in: run) }) else { return nil }
      parts = isPlain ? [Part(text: run.text, x: start.x)] : []
      return
    }
    // Readers disagree on the side of the spaces at the edges of right-to-left text.
    if !isPlain { clusters = Array(clusters[first...last]) }
    let shown = isPlain ? 0...last : 0...(last - first)

    // Indices of the clusters with which parts begin, from left to right.
    var starts = [0]
    for k in shown {
      if clusters[k].isTab, !clusters[k].isBlank(in: run) { return nil }
      for g in clusters[k].glyphs where g > clusters[0].glyphs.lowerBound {
        let isFirst = g == clusters[k].glyphs.lowerBound
        let off = positions[g].x - end(g - 1)
        let added = isFirst ? run.letterSpacing ?? 0 : 0
        let isOdd = min(abs(off), abs(off - added)) >= run.fontSize * Self.kerning
        if isFirst, clusters[k - 1].endsInSpace(isPlain), isOdd || run.isJustified {
          starts.append(k)
        } else if isOdd {
          return nil
        }
      }
    }
    if isPlain, starts.count == 1 {
      parts = [Part(text: run.text + hyphen, x: start.x)]
      return
    }
    parts = []
    for (i, from) in starts.enumerated() {
      let part = clusters[from..<(i + 1 < starts.count ? starts[i + 1] : clusters.count)]
      guard let head = part.first, let tail = part.last else { continue }
      let left = positions[head.glyphs.lowerBound].x
      let text = (isPlain ? Array(part) : part.reversed()).map(\.text).joined()
      parts.append(Part(text: text, x: isPlain ? left : (left + end(tail.glyphs.upperBound - 1)) / 2))
    }
    if !isPlain { parts.reverse() }
    parts[parts.count - 1].text += hyphen
  }
}

extension GlyphRun.Cluster {
  /// True if it consists of spaces and tabs.
  fileprivate var isSpace: Bool { !text.isEmpty && text.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 } }

  fileprivate var isTab: Bool { isSpace && text.utf8.contains(0x09) }

  /// True if it shows nothing, unlike a tab with a leader.
  fileprivate func isBlank(in run: GlyphRun) -> Bool {
    glyphs.allSatisfy { run.font.outline(of: run.glyphs[$0]).isEmpty }
  }

  /// True if it is a space, or, in left-to-right text, ends in one.
  fileprivate func endsInSpace(_ isLeftToRight: Bool) -> Bool {
    isSpace || (isLeftToRight && (text.utf8.last == 0x20 || text.utf8.last == 0x09))
  }
}
