// SPDX-License-Identifier: MIT
import Messages
import Numbers
import RenderTree

/// Lays out the paragraphs of one request, each in the simplest way that suffices: plainly with HarfBuzz, with Pango,
/// or with a line breaking of its own (`ParagraphComposer`). It counts the text given to Pango, which is limited.
final class ParagraphTypesetter {
  let request: TextRequest
  let text: FlatText
  let wraps: Bool
  let ellipsis: ParagraphFrame.Ellipsis
  /// The languages whose hyphenation files are missing, in the order of their use.
  private(set) var missingHyphens: [TextFrame.MissingHyphens] = []

  private let typesetter: Typesetter
  private var pangoBytes = 0
  private var pangoCount = 0
  /// Ellipses by their fonts.
  private var ellipses: [ObjectIdentifier: LineTruncation.Dots] = [:]
  /// The direction of the paragraph of the last part.
  private var lastDirection: (paragraph: Range<Int>, isRightToLeft: Bool)?

  init(_ typesetter: Typesetter, _ request: TextRequest, _ text: FlatText, wraps: Bool) {
    self.typesetter = typesetter
    self.request = request
    self.text = text
    self.wraps = wraps
    ellipsis = ParagraphFrame.Ellipsis(rawValue: Int32(request.truncation.rawValue)) ?? .none
  }

  /// Lays out a range of a text: this request's, or one with an ellipsis at its end.
  ///
  /// - Parameter attributes: the attributes of the whole paragraph.
  func layout(
    _ text: FlatText, in range: Range<Int>, frame: ParagraphFrame, attributes: TextAttributes?
  ) throws -> LaidParagraph {
    if attributes != nil || text.mayHaveSoftHyphens,
      let composed = try compose(text, in: range, frame: frame, attributes: attributes)
    {
      return composed
    }
    let laid = try layoutTruncated(text, range, frame)
    // Pango breaks lines by its own widths of missing characters, whose boxes are as wide as the font says.
    if frame.wraps, laid.hasMissingCharacters,
      laid.lines.enumerated().contains(where: { $1.width > frame.width(ofLine: $0) ?? .max }),
      let composed = try compose(text, in: range, frame: frame, attributes: attributes, isWanted: true)
    {
      return composed
    }
    return laid
  }

  /// Returns the direction of a part that is a line of a longer paragraph; nil to use that of the part's own text.
  func direction(of part: TextPart) throws -> Bool? {
    guard part.range != part.paragraph else { return nil }
    if let last = lastDirection, last.paragraph == part.paragraph { return last.isRightToLeft }
    // No character before the Hebrew block is written right to left.
    let isForeign = text.bytes[part.paragraph].contains { $0 >= 0xD6 }
    let direction = try isForeign && pango(of: part.range).isRightToLeft(text, part.paragraph)
    lastDirection = (part.paragraph, direction)
    return direction
  }

  /// Lays out a paragraph that needs its own line breaking; nil if the usual layout suffices.
  ///
  /// - Parameter isWanted: true if the paragraph needs it also without such attributes.
  private func compose(
    _ text: FlatText, in range: Range<Int>, frame: ParagraphFrame, attributes: TextAttributes?, isWanted: Bool = false
  ) throws -> LaidParagraph? {
    guard let shaper = typesetter.shaper,
      let setting = LineSetting(
        request, text: text, in: range, wraps: wraps, attributes: attributes, isWanted: isWanted)
    else { return nil }
    var hyphens: Hyphenator.Language?
    if setting.hyphenationFactor > 0 {
      let language = try typesetter.hyphenator.language(setting.language)
      if let problem = language.problem, !missingHyphens.contains(problem) { missingHyphens.append(problem) }
      hyphens = language
    }
    // A paragraph is counted once, however often it is laid out.
    var isCounted = false
    return try ParagraphComposer(
      text, range, setting: setting, hyphens: hyphens, frame: frame, shaper: shaper,
      isPlainAllowed: typesetter.isPlainLayoutAllowed && frame.isRightToLeft != true,
      pango: { text, range, wantsBreaks in
        let pango = try (isCounted ? self.typesetter.paragraphs : nil) ?? self.pango(of: range)
        isCounted = true
        let laid = try pango.layout(
          text, range, ParagraphFrame(wraps: false, isRightToLeft: frame.isRightToLeft))
        return (laid, wantsBreaks ? pango.breaks(count: range.count) : [])
      },
      truncate: { range, width, isRightToLeft in
        try self.layoutTruncated(
          text, range,
          ParagraphFrame(width: width, wraps: false, ellipsis: self.ellipsis, isRightToLeft: isRightToLeft))
      },
      checkStop: { if range.count > Typesetter.longParagraph { try self.typesetter.checkStop() } }
    ).layout()
  }

  /// Lays out a paragraph, and truncates it to the frame's width or number of lines if the frame has an ellipsis.
  private func layoutTruncated(_ text: FlatText, _ range: Range<Int>, _ frame: ParagraphFrame) throws -> LaidParagraph {
    var laid = try layoutWhole(text, range, frame)
    guard frame.ellipsis != .none else { return laid }
    if !frame.wraps {
      if let width = frame.width(ofLine: 0) {
        try truncate(&laid, of: text, in: range, to: width, mode: frame.ellipsis)
      }
      return laid
    }
    guard frame.lines > 0, laid.lines.count > frame.lines, let width = frame.width(ofLine: frame.lines - 1) else {
      return laid
    }
    // The last line gets all of the remaining text, in the direction of the whole paragraph.
    laid.lines.removeSubrange((frame.lines - 1)...)
    let start = laid.lines.last?.runs.reduce(range.lowerBound) { max($0, $1.text.upperBound) } ?? range.lowerBound
    let rest = start..<range.upperBound
    var last = try layoutWhole(
      text, rest,
      ParagraphFrame(wraps: false, isRightToLeft: frame.lines > 1 ? laid.isRightToLeft : frame.isRightToLeft))
    try truncate(&last, of: text, in: rest, to: width, mode: frame.ellipsis)
    laid.append(last)
    return laid
  }

  private func layoutWhole(_ text: FlatText, _ range: Range<Int>, _ frame: ParagraphFrame) throws -> LaidParagraph {
    if let shaper = typesetter.shaper, typesetter.isPlainLayoutAllowed,
      let plain = try PlainParagraph(text: text, range: range, shaper: shaper).layout(frame)
    {
      return plain
    }
    return try pango(of: range).layout(text, range, frame)
  }

  private func truncate(
    _ laid: inout LaidParagraph, of text: FlatText, in range: Range<Int>, to width: Int, mode: ParagraphFrame.Ellipsis
  ) throws {
    try LineTruncation(mode: mode, width: width, text: text, range: range).truncate(&laid) { at in
      guard let dots = try dots(text, at) else { throw LayerError(.limit, "there is not enough memory for text") }
      return dots
    }
  }

  /// Returns the ellipsis for the font at a byte; from a fallback font if that font has none.
  private func dots(_ text: FlatText, _ at: Int) throws -> LineTruncation.Dots? {
    guard var span = text.spans(in: at..<at + 1).first, let shaper = typesetter.shaper else { return nil }
    if let known = ellipses[ObjectIdentifier(span.font)] { return known }
    var made = LineTruncation.Dots(font: span.font, glyphs: [])
    if let glyphs = PlainParagraph.ellipsis(of: span.font, shaper) {
      made.glyphs = glyphs
    } else {
      let bytes = Array("…".utf8)
      (span.bytes, span.kern, span.features, span.attachmentWidth) = (0..<bytes.count, nil, [], nil)
      let other = try pango(of: span.bytes).layout(
        FlatText(bytes: bytes, spans: [span]), span.bytes, ParagraphFrame(wraps: false))
      if let run = other.lines.first?.runs.first {
        made = LineTruncation.Dots(font: run.font, glyphs: Array(other.glyphs[run.glyphs]))
      }
    }
    ellipses[ObjectIdentifier(span.font)] = made
    return made
  }

  /// Counts a range, and returns the layout with Pango.
  private func pango(of range: Range<Int>) throws -> PangoParagraphs {
    pangoBytes += range.count
    pangoCount += 1
    guard pangoBytes <= Typesetter.maximumPangoBytes, pangoCount <= Typesetter.maximumPangoParagraphs else {
      throw LayerError(
        .limit,
        "the text is too long for its writing system: at most \(Typesetter.maximumPangoBytes) bytes and "
          + "\(Typesetter.maximumPangoParagraphs) paragraphs of it")
    }
    return try typesetter.pangoParagraphs()
  }
}
