// SPDX-License-Identifier: MIT
import CProcesses
import CTextLibraries
import Geometry
import Messages
import Numbers
import Parsing
import Pixels
import RenderTree
import SystemC

/// Lays out text with the fonts of given directories, so that the result does not depend on the system's font settings.
///
/// Libraries are loaded on first use, and Pango only for text that is not plain Latin. A typesetter must not be used
/// from two threads at once; the frames that it makes may be.
package final class Typesetter {
  /// The directories in which this engine's fonts are installed, in search order: the one that was brought along with
  /// this code, if any, and those of Debian, Fedora or Arch; and the emoji font as a file, since the other fonts in its
  /// directory differ between systems.
  package static let defaultFontDirectories = broughtFonts + InstalledFonts.places()
  /// The directory of fonts of this code's prefix, without links and dots; empty if there is none.
  private static var broughtFonts: [String] {
    var path = [CChar](repeating: 0, count: 4096)
    let length = path.withUnsafeMutableBufferPointer { llua_brought_fonts($0.baseAddress, $0.count) }
    guard length > 0, let real = realpath(path, nil) else { return [] }
    defer { free(real) }
    return [String(cString: real)]
  }
  /// The files of Inter, which stands for the names of system fonts. No character falls back on them, so other text
  /// is the same with and without them.
  package static let systemFontFiles = ["roman", "italic"].map {
    "\(RuntimeDependency.inter.folder)/Inter-\($0).var.ttf"
  }
  /// The directory in which Debian's hyphenation packages are installed.
  package static let defaultHyphenDirectories = [RuntimeDependency.hyphens.folder]
  /// The maximum length of one layout's text, in bytes.
  package static let maximumBytes = 4_194_304
  /// The maximum font size, in points.
  package static let maximumFontSize = 16_384.0
  /// The maximum amount of one text that is laid out with Pango, in bytes and in paragraphs.
  static let maximumPangoBytes = 1_048_576
  static let maximumPangoParagraphs = 8192

  let library: FontLibrary
  let hyphenator: Hyphenator
  private let cacheDirectory: String?
  private let glyphDecoder: GlyphDecoder
  /// The shaper of plain text; nil before the first layout.
  private(set) var shaper: OpaquePointer?
  /// The layout of other text; nil before its first use.
  private(set) var paragraphs: PangoParagraphs?
  /// Polled periodically during layout; returning true ends the layout with an error.
  package var isStopped: (() -> Bool)?
  /// Set to false to use Pango for every paragraph, to compare plain layout with it.
  package var isPlainLayoutAllowed = true
  /// True if Pango has been loaded.
  package var usesPango: Bool { paragraphs != nil }

  /// Makes a typesetter; reads no files yet.
  ///
  /// - Parameters:
  ///   - fontDirectories: searched in this order, with their subdirectories; the first face of a name wins.
  ///   - systemFontFiles: the files of the font that stands for the names of system fonts, such as `system-ui`; nil for
  ///     the installed ones if the default directories are searched, else for none.
  ///   - cacheDirectory: the directory of fontconfig's caches, which persist between runs, for text that is not plain
  ///     Latin; nil writes nothing.
  ///   - fontFile: reads the file whose path a script gave as a `font`, or throws the error that the script receives.
  ///   - face: determines the names by which messages call the folders.
  ///   - hyphenDirectories: the folders of hyphenation files, in search order.
  ///   - glyphDecoder: decodes the pictures and SVG documents of glyphs.
  ///   - account: pays for parsing hyphenation files.
  package init(
    fontDirectories: [String] = Typesetter.defaultFontDirectories,
    systemFontFiles: [String]? = nil, cacheDirectory: String? = nil,
    hyphenDirectories: [String] = Typesetter.defaultHyphenDirectories,
    fontFile: @escaping (String) throws -> FontData = {
      throw LayerError("font \"\($0)\": font files cannot be read here")
    },
    face: HostFace = .swift,
    glyphDecoder: GlyphDecoder = GlyphDecoder(),
    account: @escaping () -> Account = { Account() }
  ) {
    let defaults = Typesetter.defaultFontDirectories
    let installed = fontDirectories.suffix(defaults.count) == defaults[...] ? Typesetter.systemFontFiles : []
    library = FontLibrary(
      directories: fontDirectories, systemFonts: systemFontFiles ?? installed, fontFile: fontFile)
    self.cacheDirectory = cacheDirectory
    hyphenator = Hyphenator(directories: hyphenDirectories, face: face, account: account)
    self.glyphDecoder = glyphDecoder
  }

  deinit { llua_shaper_close(shaper) }

  /// Forgets the fonts loaded from files that scripts named.
  package func forgetFiles() { library.forgetFiles() }

  /// The font files, then the hyphenation files, that were opened so far.
  package var openedFiles: [String] { library.openedFiles + hyphenator.files }

  /// Returns every face of the font directories, by family, the regular face first.
  package func fonts() -> [FontFace] { library.faces() }

  /// Returns why no font can be found in a folder, as the end of a sentence; nil if one can.
  package static func problem(ofFontDirectory directory: String) -> String? {
    FontCatalog.problem(ofDirectory: directory)
  }

  /// Returns the distinct characters of a text, each with the font that draws it when Helvetica is asked for, or the
  /// message if none does; and the faces that have all of them. Spaces and invisible characters are left out.
  ///
  /// - Throws: `LayerError`, also for more than 1,000 characters.
  package func coverage(of string: String) throws -> (
    characters: [(character: Unicode.Scalar, font: String?, missing: TextFrame.Missing?)], faces: [FontFace]
  ) {
    var characters: [Unicode.Scalar] = []
    for scalar in string.unicodeScalars {
      let p = scalar.properties
      guard !p.isWhitespace, !p.isDefaultIgnorableCodePoint, p.generalCategory != .control,
        !characters.contains(scalar)
      else { continue }
      guard characters.count < 1000 else {
        throw LayerError(.limit, "at most 1000 characters can be looked for at once")
      }
      characters.append(scalar)
    }
    let found = try characters.map { character in
      let frame = try layout(TextRequest(runs: [TextRun(string: String(character), fontSize: 16)]))
      let missing = frame.missing.first
      return (
        character: character, font: missing == nil ? frame.pieces.first?.run.font.faceName : nil, missing: missing
      )
    }
    guard !characters.isEmpty else { return ([], []) }
    let faces = library.faces().filter { face in
      guard let typeFace = library.open(face) else { return false }
      return characters.allSatisfy { typeFace.has($0) }
    }
    return (found, faces)
  }

  /// Returns the names of other systems' fonts that are substituted without a warning, each with the full name of the
  /// font used.
  package func standIns() -> [(name: String, used: String)] {
    (try? prepare()) == nil ? [] : library.standIns()
  }

  /// Lays out the request: lines from the top, first baseline at the tallest ascent, each next one ascent + descent +
  /// leading lower.
  ///
  /// A trailing newline adds no line. Control characters other than tabs and newlines are left out. A character that no
  /// font has is drawn as the font's empty box, and listed in the frame's `missing`. A paragraph's style is its first
  /// run's. Positions are not rounded to pixels.
  ///
  /// - Throws: `LayerError`, and the errors of `fontFile`.
  package func layout(_ request: TextRequest) throws -> TextFrame {
    try prepare()
    var substitutions: [TextFrame.Substitution] = []
    var problems: [String] = []
    let text = try flatten(request, &substitutions, &problems)
    let width = request.width.map { textUnits(max($0, 0)) }
    var placement = LinePlacement(request: request, width: width, text: text)
    let paragraphs = ParagraphTypesetter(self, request, text, wraps: request.wraps && width != nil)
    try place(paragraphs, &placement)
    if text.bytes.count > Self.longParagraph { try checkStop() }
    var frame = placement.finished(substitutions)
    for problem in problems where !frame.fontProblems.contains(problem) { frame.fontProblems.append(problem) }
    frame.missingHyphens = paragraphs.missingHyphens
    for piece in frame.pieces {
      guard let colors = (piece.run.font as? SizedFont)?.typeFace.colors else { continue }
      for glyph in piece.run.glyphs { try colors.prepare(glyph, glyphDecoder) }
    }
    return frame
  }

  /// A part of a text as it was placed, so that it can be laid out again with an ellipsis.
  private struct PlacedPart {
    var part: TextPart
    /// The state before the part was placed.
    var mark: LinePlacement.Mark
    var style: LinePlacement.Style
    var frame: ParagraphFrame
    var lines: Int
  }

  /// Lays out the parts of a text and places their lines, until the request's height or number of lines is reached.
  private func place(_ paragraphs: ParagraphTypesetter, _ placement: inout LinePlacement) throws {
    let (request, text, ellipsis) = (paragraphs.request, paragraphs.text, paragraphs.ellipsis)
    let wraps = paragraphs.wraps
    let ends = wraps ? .none : ellipsis
    let flow = request.flow
    let bottom = flow?.height ?? (wraps && ellipsis != .none ? request.height : nil)
    let most = request.maximumLines > 0 && flow?.height == nil ? request.maximumLines : .max
    var rest = TextParts(text: text, from: flow?.start ?? 0)
    var previous: PlacedPart?
    var count = 0
    while let part = rest.next() {
      count += 1
      let range = part.range
      let isLong = range.count > Self.longParagraph
      if count & 255 == 0 || isLong { try checkStop() }
      let style = placement.style(of: part, in: text)
      let attributes = placement.attributes(of: part, in: text)
      var frame = ParagraphFrame(
        width: style.width, leading: min(style.firstIndent, style.indent), indent: style.firstIndent - style.indent,
        wraps: wraps, ellipsis: ends, isRightToLeft: try paragraphs.direction(of: part))
      let laid = try paragraphs.layout(text, in: range, frame: frame, attributes: attributes)
      if isLong { try checkStop() }
      // The number of lines that fit, at least one in all. The last of them takes the rest of its part.
      var fitting = min(
        bottom.map {
          placement.linesFitting(
            laid, of: text, in: range, style: style, bottom: $0, least: flow?.height == nil ? 1 : 0)
        } ?? laid.lines.count, most - placement.lineCount)
      if fitting >= laid.lines.count {
        previous = PlacedPart(part: part, mark: placement.mark, style: style, frame: frame, lines: fitting)
        placement.add(laid, of: text, in: range, style: style)
        continue
      }
      if let flow, flow.height != nil {
        fitting = Self.keptLines(fitting, of: laid.lines.count, flow, isFirst: placement.lineCount == 0, part)
        if fitting > 0 { placement.add(laid, of: text, in: range, style: style, lines: fitting) }
        placement.end(
          at: laid.lines.prefix(fitting).last?.runs.reduce(range.lowerBound) { max($0, $1.text.upperBound) }
            ?? range.lowerBound)
        break
      }
      placement.markTruncated()
      if ellipsis == .none {
        if fitting > 0 { placement.add(laid, of: text, in: range, style: style, lines: fitting) }
      } else if fitting > 0 {
        frame.ellipsis = ellipsis
        frame.lines = fitting
        placement.add(
          try paragraphs.layout(text, in: range, frame: frame, attributes: attributes), of: text, in: range,
          style: style)
      } else if let previous {
        // No line of this part fits: the ellipsis is put on the last line of the previous part.
        try replace(previous, paragraphs, &placement)
      }
      break
    }
  }

  /// Returns how many of a paragraph's lines stay in a box of a chain, where some fit, so that neither too few of them
  /// stand at its bottom nor at the top of the next box.
  private static func keptLines(_ fitting: Int, of count: Int, _ flow: TextFlow, isFirst: Bool, _ part: TextPart) -> Int
  {
    guard fitting > 0 else { return 0 }
    var kept = min(fitting, count - min(flow.widows, count))
    if kept < flow.orphans, part.startsParagraph { kept = 0 }
    // A box that would stay empty keeps what fits.
    return kept <= 0 ? isFirst ? fitting : 0 : kept
  }

  /// Places the last placed part again, with an ellipsis on its last line.
  private func replace(
    _ previous: PlacedPart, _ paragraphs: ParagraphTypesetter, _ placement: inout LinePlacement
  ) throws {
    placement.reset(to: previous.mark)
    let (marked, whole) = paragraphs.text.appendingEllipsis(to: previous.part.range)
    var frame = previous.frame
    frame.ellipsis = paragraphs.ellipsis
    frame.lines = previous.lines
    let attributes = placement.attributes(of: previous.part, in: paragraphs.text)
    placement.add(
      try paragraphs.layout(marked, in: whole, frame: frame, attributes: attributes), of: marked, in: whole,
      style: previous.style, base: previous.part.range.lowerBound)
  }

  /// Returns the layout of text that is not plain Latin; loads Pango on first use.
  func pangoParagraphs() throws -> PangoParagraphs {
    let pango = try paragraphs ?? PangoParagraphs(library: library, cacheDirectory: cacheDirectory)
    paragraphs = pango
    return pango
  }

  /// For longer paragraphs, in bytes, `isStopped` is also polled between the steps of the layout. One step of Pango
  /// takes a second for 60,000 bytes of Arabic without a space.
  static let longParagraph = 4096

  func checkStop() throws {
    if isStopped?() == true { throw LayerError(.cancelled, "the text was cancelled") }
  }

  /// Returns the size of the text: a layout without the glyphs.
  package func measure(_ request: TextRequest) throws -> TextMeasure {
    let frame = try layout(request)
    return TextMeasure(
      width: frame.size.width, height: frame.size.height, ascent: frame.lines.first?.ascent ?? 0,
      descent: frame.lines.last?.descent ?? 0, lines: frame.lines.count, substitutions: frame.substitutions)
  }

  private func prepare() throws(LayerError) {
    if shaper != nil { return }
    var message = [CChar](repeating: 0, count: Int(LLUA_TEXT_MESSAGE))
    guard llua_shaping_load(&message) == 0 else {
      throw LayerError(
        .missing, String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
    }
    guard let made = llua_shaper_make() else { throw LayerError(.limit, "there is not enough memory for text") }
    shaper = made
  }

  /// Concatenates the runs' text and opens their fonts.
  private func flatten(
    _ request: TextRequest, _ substitutions: inout [TextFrame.Substitution], _ problems: inout [String]
  ) throws -> FlatText {
    var text = FlatText(bytes: [], spans: [])
    var count = 0
    var items = request.runs.contains { $0.attributes?.listMarker != nil } ? ListItems() : nil
    text.bytes.reserveCapacity(
      min(request.runs.reduce(0) { $0 + $1.string.utf8.count }, Self.maximumBytes))
    for (i, run) in request.runs.enumerated() where !run.string.isEmpty {
      if i & 255 == 255 { try checkStop() }
      guard run.fontSize > 0 else {
        text.omissions.append((text.bytes.count, run.string.utf8.count))
        continue
      }
      guard run.fontSize <= Self.maximumFontSize else {
        throw LayerError(
          .limit, "fontSize \(run.fontSize) is too large: at most \(Int(clamping: Self.maximumFontSize)) points")
      }
      count += run.string.utf8.count
      guard count <= Self.maximumBytes else {
        throw LayerError(.limit, "the text is longer than \(Self.maximumBytes) bytes: draw it in parts")
      }
      let attributes = run.attributes
      let resolved = try library.resolve(run.font, attributes.map { FontStyle($0) })
      problems += resolved.problems
      if let features = attributes?.fontFeatures { problems += featureProblems(features, resolved.typeFace) }
      if let substitution = resolved.substitution, !substitutions.contains(substitution) {
        substitutions.append(substitution)
      }
      let start = text.bytes.count
      var mayBeSoft = false
      let attachment = attributes?.attachment
      let shown = attachment == nil ? run.string : String(Character(TextAttachment.character))
      let marker = attributes?.listMarker
      for byte in shown.utf8 {
        guard byte >= 0x20 && byte != 0x7F || byte == 0x0A || byte == 0x0D || byte == 0x09 else {
          if let last = text.omissions.last, last.at == text.bytes.count, last.count > 0 {
            text.omissions[text.omissions.count - 1].count += 1
          } else {
            text.omissions.append((text.bytes.count, 1))
          }
          continue
        }
        if items?.isAtStart(of: text, before: byte) == true {
          let added = items?.next(marker, at: text.bytes.count) ?? []
          if !added.isEmpty {
            count += added.count
            guard count <= Self.maximumBytes else {
              throw LayerError(.limit, "the text is longer than \(Self.maximumBytes) bytes: draw it in parts")
            }
            text.bytes += added
            text.omissions.append((text.bytes.count, -added.count))
          }
        }
        text.bytes.append(byte)
        mayBeSoft = mayBeSoft || byte == 0xAD
      }
      text.mayHaveSoftHyphens = text.mayHaveSoftHyphens || mayBeSoft
      guard text.bytes.count > start else { continue }
      text.hasAttributes = text.hasAttributes || attributes != nil
      let kern = attributes?.kern.map { textUnits($0) }
      text.spans.append(
        .init(
          bytes: start..<text.bytes.count, font: try library.font(resolved.typeFace, size: run.fontSize), run: i,
          kern: kern, features: FlatText.Span.features(kern: kern, attributes?.fontFeatures),
          attachmentWidth: attachment.map { textUnits(max($0.size?.width ?? 0, 0)) }, palette: attributes?.fontPalette))
    }
    if let items {
      let flat = text
      text.listIndents = flat.indents(of: items) { width(of: $0, $1, in: flat) }
    }
    return text
  }

  /// Returns the width in points of a range of a text in the font of a span.
  private func width(of range: Range<Int>, _ span: FlatText.Span, in text: FlatText) -> Double {
    guard let shaper else { return 0 }
    let glyphs = PlainParagraph.glyphs(of: Array(text.bytes[range]), span.font, shaper)
    let kern = span.kern ?? 0
    return Double(glyphs.reduce(0) { $0 + Int($1.advance) + kern }) / Double(LLUA_TEXT_UNITS)
  }
}

extension Typesetter {
  /// Returns a sentence for each requested feature that the font does not have.
  private func featureProblems(_ features: [FontFeature], _ typeFace: TypeFace) -> [String] {
    guard !features.isEmpty else { return [] }
    let known = typeFace.features
    return features.filter { $0.value != 0 && !known.contains($0.tag) }.map { feature in
      let names = known.prefix(40).map(\.description)
      return "font \"\(typeFace.face.fullName)\" has no feature \(feature.tag); "
        + (names.isEmpty ? "it has none" : "it has \(names.joined(separator: ", "))\(known.count > 40 ? ", …" : "")")
    }
  }
}

/// The size of text, in points.
package struct TextMeasure: Hashable, Sendable {
  package var width: Double
  package var height: Double
  /// The distance from the top to the first baseline. `descent` is the distance from the last baseline to the bottom,
  /// without leading.
  package var ascent: Double
  package var descent: Double
  package var lines: Int
  package var substitutions: [TextFrame.Substitution]
}

/// Converts points to units of 1/1024 point; clamps to ±1e6 points, and NaN to 0.
func textUnits(_ points: Double) -> Int {
  points.isNaN ? 0 : Int(clamping: (min(max(points, -1e6), 1e6) * Double(LLUA_TEXT_UNITS)).rounded())
}
