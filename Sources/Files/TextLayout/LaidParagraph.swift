// SPDX-License-Identifier: MIT
import CTextLibraries
import Numbers
import RenderTree

/// A paragraph broken into lines, before the lines are placed. Lengths are in 1/1024 point.
struct LaidParagraph {
  struct Run {
    var font: SizedFont
    /// The requested font; `font` may be its fallback.
    var base: SizedFont
    var span: Int
    /// The range of the paragraph's glyphs, left to right.
    var glyphs: Range<Int>
    /// The byte range in the whole text.
    var text: Range<Int>
    var isEllipsis = false
    var isRightToLeft = false
    /// The hyphen that the last glyphs show and that is not in the text; nil if there is none.
    var hyphen: Unicode.Scalar?
  }

  struct Line {
    var runs: [Run]
    var width: Int
    /// True if the paragraph continues on the next line, so that this one may be justified.
    var isWrapped: Bool
    /// True if the line ends where no break is allowed, because what follows the last opportunity fits in no line.
    var isCut = false
    /// True if spaces may shrink by up to a third to fit a justified line.
    var mayShrink = false
  }

  /// The text that fills the gap of a tab.
  struct Leader {
    var glyphs: [llua_glyph]
    var width: Int { glyphs.reduce(0) { $0 + Int($1.advance) } }
  }

  var glyphs: [llua_glyph] = []
  var lines: [Line] = []
  var isRightToLeft = false
  var isTruncated = false
  /// The leaders of tabs. The glyph of a tab, which is `.max`, has the number of its leader from 1 as its `y`.
  var leaders: [Leader] = []
}

extension LaidParagraph {
  /// True if no font has some character.
  var hasMissingCharacters: Bool { glyphs.contains { $0.glyph == 0 } }

  /// Appends the lines of another paragraph.
  mutating func append(_ other: LaidParagraph) {
    let first = glyphs.count
    glyphs += other.glyphs
    if !other.leaders.isEmpty {
      for i in first..<glyphs.count where glyphs[i].glyph == .max && glyphs[i].y > 0 {
        glyphs[i].y += Int32(clamping: leaders.count)
      }
      leaders += other.leaders
    }
    for var line in other.lines {
      for i in line.runs.indices {
        let part = line.runs[i].glyphs
        line.runs[i].glyphs = part.lowerBound + first..<part.upperBound + first
      }
      lines.append(line)
    }
    isTruncated = isTruncated || other.isTruncated
    if lines.count == other.lines.count { isRightToLeft = other.isRightToLeft }
  }
}

/// The text in the form that layout works on: one UTF-8 buffer and the runs' ranges in it.
struct FlatText {
  struct Span {
    var bytes: Range<Int>
    var font: SizedFont
    /// The index of its run in the request.
    var run: Int
    /// In 1/1024 point, after each character; nil leaves the font's own kerning as it is.
    var kern: Int?
    /// Features in addition to the default ones; later ones override earlier ones.
    var features: [llua_feature] = []
    /// The width of the attachment that replaces the text; nil if there is none.
    var attachmentWidth: Int?
    /// The palette of colour glyphs, also in fallback fonts.
    var palette: FontPaletteChoice?

    /// Returns the features that `kern` implies, followed by the requested ones.
    static func features(kern: Int?, _ asked: [FontFeature]?) -> [llua_feature] {
      var features: [llua_feature] = []
      switch kern {
      case nil: break
      case 0: features.append(llua_feature(tag: 0x6B65_726E, value: 0))  // kern
      default: features += [0x6C69_6761, 0x636C_6967].map { llua_feature(tag: $0, value: 0) }  // liga, clig
      }
      for feature in asked ?? [] {
        features.append(llua_feature(tag: feature.tag.rawValue, value: UInt32(clamping: feature.value)))
      }
      return Array(features.suffix(Int(LLUA_FEATURES)))
    }

    /// The features in Pango's syntax; Pango itself disables ligatures in letter-spaced text.
    var featureText: String { features.map { "\(FontTag(rawValue: $0.tag))=\($0.value)" }.joined(separator: ",") }
  }

  var bytes: [UInt8]
  var spans: [Span]
  /// True if any run has attributes other than a font and a colour.
  var hasAttributes = false
  /// True if any byte equals the second byte of a soft hyphen.
  var mayHaveSoftHyphens = false
  /// Where the text differs from the runs' joined text, in order: behind each place, so many bytes of theirs are left
  /// out, or, if negative, were added before it.
  var omissions: [(at: Int, count: Int)] = []
  /// The indents of lists without a `headIndent`, which leave room for their widest marker, in points, by the bytes at
  /// which their items begin, in order.
  var listIndents: [(at: Int, indent: Double)] = []

  /// Returns the offset in the runs' joined text of a byte of this text.
  func source(of byte: Int) -> Int {
    var result = byte
    for omission in omissions where omission.at <= byte { result += omission.count }
    return max(result, 0)
  }

  func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
  func isSpace(_ at: Int) -> Bool { at < bytes.count && bytes[at] == 0x20 }

  /// Returns the spans that overlap a range, clipped to it; for an empty range the nearest span.
  func spans(in range: Range<Int>) -> [Span] {
    // Binary search for the first span that ends after the range's start: there may be as many paragraphs as spans.
    var low = 0, high = spans.count
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].bytes.upperBound > range.lowerBound { high = middle } else { low = middle + 1 }
    }
    var result: [Span] = []
    while low < spans.count, spans[low].bytes.lowerBound < range.upperBound {
      var span = spans[low]
      span.bytes = span.bytes.clamped(to: range)
      result.append(span)
      low += 1
    }
    if result.isEmpty, var span = low < spans.count ? spans[low] : spans.last {
      span.bytes = range.lowerBound..<range.lowerBound
      result = [span]
    }
    return result
  }
}

extension FlatText {
  /// Returns a text of one paragraph with an ellipsis appended.
  func appendingEllipsis(to range: Range<Int>) -> (text: FlatText, range: Range<Int>) {
    var marked = FlatText(bytes: Array(bytes[range]), spans: [], mayHaveSoftHyphens: mayHaveSoftHyphens)
    for var span in spans(in: range) {
      span.bytes = span.bytes.lowerBound - range.lowerBound..<span.bytes.upperBound - range.lowerBound
      marked.spans.append(span)
    }
    for item in listIndents where item.at < range.upperBound {
      // The last item that begins before the range may be the range's own.
      if item.at <= range.lowerBound { marked.listIndents = [] }
      marked.listIndents.append((max(item.at - range.lowerBound, 0), item.indent))
    }
    marked.bytes += "…".utf8
    if let last = marked.spans.indices.last {
      marked.spans[last].bytes = marked.spans[last].bytes.lowerBound..<marked.bytes.count
    }
    return (marked, 0..<marked.bytes.count)
  }
}

/// A part of a text that is laid out separately: a paragraph, or the text between two line separators in it.
struct TextPart {
  /// The part without its terminator.
  var range: Range<Int>
  /// The paragraph that contains the part and determines its attributes.
  var paragraph: Range<Int>
  var startsParagraph: Bool { range.lowerBound == paragraph.lowerBound }
  var endsParagraph: Bool { range.upperBound == paragraph.upperBound }
}

/// Iterates over the parts of a text.
///
/// LF, CR, CR LF and U+2029 end paragraphs; U+0085 and U+2028 end lines within them, as in Foundation.
struct TextParts: IteratorProtocol {
  private let text: FlatText
  private var at = 0
  private var paragraph: Range<Int>?

  /// - Parameter start: the byte to begin at: the first of a part, or one inside a part, whose rest then comes first.
  init(text: FlatText, from start: Int = 0) {
    self.text = text
    guard start > 0, start < text.bytes.count else {
      at = start
      return
    }
    // The paragraph around the start: behind the last terminator before it.
    let before = text.bytes.withUnsafeBufferPointer { bytes -> Int in
      var i = start
      while i > 0 {
        let last = bytes[i - 1]
        if last == 0x0A || last == 0x0D { return i }
        if i >= 3, last == 0xA9, bytes[i - 2] == 0x80, bytes[i - 3] == 0xE2 { return i }
        i -= 1
      }
      return 0
    }
    var last = end(from: before)
    while last.isLine || last.at < start, last.next < text.bytes.count { last = end(from: last.next) }
    at = start
    paragraph = before..<max(last.at, start)
  }

  mutating func next() -> TextPart? {
    guard at < text.bytes.count else { return nil }
    let start = at
    let end = end(from: start)
    let whole: Range<Int>
    if let paragraph {
      whole = paragraph
    } else {
      var last = end
      while last.isLine, last.next < text.bytes.count { last = self.end(from: last.next) }
      whole = start..<last.at
    }
    paragraph = end.isLine && end.next < text.bytes.count ? whole : nil
    at = end.next
    return TextPart(range: start..<end.at, paragraph: whole)
  }

  /// Finds the next end of a line or paragraph: the terminator's start, its end, and true if it ends only a line.
  private func end(from start: Int) -> (at: Int, next: Int, isLine: Bool) {
    text.bytes.withUnsafeBufferPointer { bytes in
      var i = start
      while i < bytes.count {
        let byte = bytes[i]
        if byte == 0x0A || byte == 0x0D {
          return (i, byte == 0x0D && i + 1 < bytes.count && bytes[i + 1] == 0x0A ? i + 2 : i + 1, false)
        }
        if byte == 0xC2, i + 1 < bytes.count, bytes[i + 1] == 0x85 { return (i, i + 2, true) }
        if byte == 0xE2, i + 2 < bytes.count, bytes[i + 1] == 0x80, bytes[i + 2] == 0xA8 || bytes[i + 2] == 0xA9 {
          return (i, i + 3, bytes[i + 2] == 0xA8)
        }
        i += 1
      }
      return (bytes.count, bytes.count, false)
    }
  }
}

/// The space into which a paragraph is fitted.
struct ParagraphFrame {
  enum Ellipsis: Int32 { case none, start, middle, end }
  /// In 1/1024 point; nil for no limit.
  var width: Int?
  /// Distance from the edge at which writing begins to the frame, in 1/1024 point. Tabs are measured from that edge.
  var leading = 0
  /// The width that the first line lacks, or if negative, that the other lines lack. 0 without a width.
  var indent = 0
  var wraps: Bool
  var ellipsis = Ellipsis.none
  /// With an ellipsis and wrapping: the maximum number of lines; 0 for no limit.
  var lines = 0
  /// The writing direction; nil to take it from the first letter.
  var isRightToLeft: Bool?

  /// Returns the width of a line by its index in the paragraph.
  func width(ofLine line: Int) -> Int? { width.map { max($0 - (line == 0 ? max(indent, 0) : max(-indent, 0)), 0) } }
}
