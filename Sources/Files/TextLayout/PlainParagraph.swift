// SPDX-License-Identifier: MIT
import CTextLibraries
import Numbers

/// Lays out paragraphs of plain Latin text, the common case, with HarfBuzz alone: at a tenth of Pango's cost and with
/// equal positions.
struct PlainParagraph {
  private let text: FlatText
  private let range: Range<Int>
  private let shaper: OpaquePointer

  init(text: FlatText, range: Range<Int>, shaper: OpaquePointer) {
    self.text = text
    self.range = range
    self.shaper = shaper
  }

  /// Returns nil if the paragraph is not plain: another writing system, a character that the font lacks, or a line
  /// break that only the full rules decide.
  func layout(_ frame: ParagraphFrame) throws -> LaidParagraph? {
    guard frame.isRightToLeft != true, let scan = scan(wantsBreaks: frame.wraps && frame.width != nil) else {
      return nil
    }
    var result = LaidParagraph()
    var runs: [LaidParagraph.Run] = []
    var total = 0
    for span in text.spans(in: range) where !span.bytes.isEmpty {
      let first = result.glyphs.count
      guard let width = try shape(span, isLatin: scan.isLatin, into: &result.glyphs) else { return nil }
      total += width
      runs.append(
        .init(font: span.font, base: span.font, span: span.run, glyphs: first..<result.glyphs.count, text: span.bytes))
    }
    guard frame.wraps, let width = frame.width(ofLine: 0), total > width, !runs.isEmpty else {
      result.lines = [.init(runs: runs, width: total, isWrapped: false)]
      return result
    }
    return scan.isUnsure ? nil : wrap(result, runs: runs, breaks: scan.breaks, frame: frame)
  }

  // MARK: characters

  struct Scan {
    var isLatin = false
    /// True if any break opportunity depends on rules that are not implemented here.
    var isUnsure = false
    /// For each byte of the paragraph, true if a line may begin there.
    var breaks: [Bool] = []
  }

  private static let asciiClasses: [BreakClass] = (0..<128).map { BreakClass(UInt32($0)) }

  func scan(wantsBreaks: Bool) -> Scan? {
    var scan = Scan()
    if wantsBreaks { scan.breaks = [Bool](repeating: false, count: range.count) }
    return text.bytes.withUnsafeBufferPointer { bytes -> Scan? in
      var left: BreakClass?
      var beforeLeft: BreakClass?
      var followsSpace = false
      var at = range.lowerBound
      while at < range.upperBound {
        let start = at
        var kind: BreakClass
        let byte = bytes[at]
        if byte < 0x80 {
          kind = Self.asciiClasses[Int(byte)]
          at += 1
          if byte & 0xDF >= 0x41 && byte & 0xDF <= 0x5A { scan.isLatin = true }
        } else if byte < 0xE0, at + 1 < range.upperBound {
          let scalar = UInt32(byte & 0x1F) << 6 | UInt32(bytes[at + 1] & 0x3F)
          kind = BreakClass(scalar)
          at += 2
          if kind == .letter || scalar == 0xAA || scalar == 0xBA { scan.isLatin = true }
        } else if byte < 0xF0, at + 2 < range.upperBound {
          kind = BreakClass(
            UInt32(byte & 0x0F) << 12 | UInt32(bytes[at + 1] & 0x3F) << 6 | UInt32(bytes[at + 2] & 0x3F))
          at += 3
        } else {
          return nil
        }
        if kind == .foreign { return nil }
        guard wantsBreaks else { continue }
        if kind == .space {
          followsSpace = true
          continue
        }
        var verdict = BreakClass.Verdict.none
        if followsSpace {
          verdict = left.map { BreakClass.acrossSpaces($0, kind) } ?? .allowed
        } else if let left {
          verdict = BreakClass.between(left, kind)
          // A hyphen at the start of a word belongs to the word.
          if left == .hyphen, beforeLeft == nil || beforeLeft == .space { verdict = .unsure }
        }
        if verdict == .unsure { scan.isUnsure = true }
        scan.breaks[start - range.lowerBound] = verdict == .allowed
        beforeLeft = followsSpace ? .space : left
        left = kind
        followsSpace = false
      }
      return scan
    }
  }

  // MARK: shaping

  /// Appends the glyphs of a span, with clusters as byte offsets in the whole text. Returns their width; nil if a glyph
  /// is missing.
  func shape(_ span: FlatText.Span, isLatin: Bool, into glyphs: inout [llua_glyph]) throws -> Int? {
    var width = 0
    var isComplete = true
    let offset = UInt32(range.lowerBound)
    text.bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress?.advanced(by: range.lowerBound).assumingMemoryBound(to: CChar.self) else {
        return
      }
      var shaped: UnsafePointer<llua_glyph>?
      let count = llua_shape(
        shaper, span.font.handle, start, range.count, span.bytes.lowerBound - range.lowerBound, span.bytes.count,
        isLatin ? 1 : 0, span.features, span.features.count, &shaped)
      guard let shaped, count > 0 else {
        isComplete = false
        return
      }
      for i in 0..<count {
        var glyph = shaped[i]
        if glyph.glyph == 0 { isComplete = false }
        if let kern = span.kern, i + 1 == count || shaped[i + 1].cluster != glyph.cluster {
          glyph.advance = Int32(clamping: Int(glyph.advance) + kern)
        }
        glyph.cluster &+= offset
        width += Int(glyph.advance)
        glyphs.append(glyph)
      }
    }
    return isComplete ? width : nil
  }

  // MARK: lines

  private func wrap(
    _ shaped: LaidParagraph, runs: [LaidParagraph.Run], breaks: [Bool], frame: ParagraphFrame
  ) -> LaidParagraph {
    var result = shaped
    let glyphs = shaped.glyphs
    var start = 0, at = 0, x = 0
    var breakAt: Int?
    // The advance up to the end of the last glyph that is not a space, now and at the last break opportunity.
    var inked = 0, inkedAtBreak = 0
    var firstRun = 0
    var width = frame.width(ofLine: 0) ?? .max

    func startsCluster(_ i: Int) -> Bool { i == 0 || glyphs[i].cluster != glyphs[i - 1].cluster }

    while at < glyphs.count {
      let glyph = glyphs[at]
      if at > start, startsCluster(at), breaks[Int(glyph.cluster) - range.lowerBound] {
        breakAt = at
        inkedAtBreak = inked
      }
      let isSpace = text.isSpace(Int(glyph.cluster))
      if !isSpace && at > start && x + Int(glyph.advance) > width {
        // A word wider than the line is broken between clusters.
        var end = breakAt ?? at
        while breakAt == nil, end > start, !startsCluster(end) { end -= 1 }
        if end > start {
          let lineWidth = breakAt == nil ? glyphs[start..<end].reduce(0) { $0 + Int($1.advance) } : inkedAtBreak
          var made = line(
            runs, firstRun: &firstRun, glyphs: glyphs, part: start..<end, width: lineWidth, isWrapped: true)
          made.isCut = breakAt == nil
          result.lines.append(made)
          width = frame.width(ofLine: result.lines.count) ?? .max
          start = end
          at = end
          x = 0
          inked = 0
          breakAt = nil
          continue
        }
      }
      x += Int(glyph.advance)
      if !isSpace { inked = x }
      at += 1
    }
    result.lines.append(
      line(runs, firstRun: &firstRun, glyphs: glyphs, part: start..<glyphs.count, width: x, isWrapped: false))
    return result
  }

  /// Returns the line of a range of glyphs; spaces at the end of a wrapped line are left out.
  private func line(
    _ runs: [LaidParagraph.Run], firstRun: inout Int, glyphs: [llua_glyph], part: Range<Int>, width: Int,
    isWrapped: Bool
  ) -> LaidParagraph.Line {
    while firstRun < runs.count - 1, runs[firstRun].glyphs.upperBound <= part.lowerBound { firstRun += 1 }
    var end = part.upperBound
    if isWrapped { while end > part.lowerBound, text.isSpace(Int(glyphs[end - 1].cluster)) { end -= 1 } }
    var parts: [LaidParagraph.Run] = []
    var i = firstRun
    while i < runs.count, runs[i].glyphs.lowerBound < part.upperBound {
      var run = runs[i]
      let low = max(run.glyphs.lowerBound, part.lowerBound), high = min(run.glyphs.upperBound, part.upperBound)
      let from = low == run.glyphs.lowerBound ? run.text.lowerBound : Int(glyphs[low].cluster)
      let to = high == run.glyphs.upperBound ? run.text.upperBound : Int(glyphs[high].cluster)
      run.glyphs = low..<max(low, min(high, end))
      run.text = from..<max(from, to)
      parts.append(run)
      i += 1
    }
    return .init(runs: parts, width: width, isWrapped: isWrapped)
  }

  /// Returns the glyphs of a short text; those that the font lacks are 0.
  static func glyphs(of string: [UInt8], _ font: SizedFont, _ shaper: OpaquePointer) -> [llua_glyph] {
    string.withUnsafeBytes { bytes -> [llua_glyph] in
      guard let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return [] }
      var shaped: UnsafePointer<llua_glyph>?
      let count = llua_shape(shaper, font.handle, start, bytes.count, 0, bytes.count, 0, nil, 0, &shaped)
      guard let shaped, count > 0 else { return [] }
      return Array(UnsafeBufferPointer(start: shaped, count: count))
    }
  }

  /// Returns the glyphs of an ellipsis; nil if the font has none.
  static func ellipsis(of font: SizedFont, _ shaper: OpaquePointer) -> [llua_glyph]? {
    let dots: [UInt8] = [0xE2, 0x80, 0xA6]
    return dots.withUnsafeBytes { bytes -> [llua_glyph]? in
      guard let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return nil }
      var shaped: UnsafePointer<llua_glyph>?
      let count = llua_shape(shaper, font.handle, start, 3, 0, 3, 0, nil, 0, &shaped)
      guard let shaped, count > 0 else { return nil }
      let glyphs = Array(UnsafeBufferPointer(start: shaped, count: count))
      return glyphs.contains { $0.glyph == 0 } ? nil : glyphs
    }
  }
}
