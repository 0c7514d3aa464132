// SPDX-License-Identifier: MIT
import CTextLibraries
import Messages
import Numbers
import RenderTree
import SystemC

/// Lays out paragraphs of any writing system with Pango: bidirectional text, fallback fonts, and the full line breaking
/// rules.
final class PangoParagraphs {
  /// Maximum paragraph length, in bytes: Pango's cost grows with every character, and its lengths are 32 bits.
  static let maximumBytes = 65_536

  private let handle: OpaquePointer
  private let library: FontLibrary

  init(library: FontLibrary, cacheDirectory: String?) throws(LayerError) {
    // Only these directories are used, and DejaVu Sans as the last fallback. The system's cache comes last; it covers
    // the system's own font directories. Where no cache can be written, as on a read-only root, fontconfig complains on
    // standard error, except about a file that takes no entries.
    var caches = ["/var/cache/fontconfig", "/dev/null"]
    if let cacheDirectory { caches.insert(cacheDirectory, at: 0) }
    // For a font file, its directory is used, which has a cache, and the directory's other fonts are rejected.
    let files = library.directories.filter { FontCatalog.isFontFile($0) && !FontCatalog.isWebFont($0) }
    let parents = files.map { $0.prefix(upTo: $0.lastIndex(of: "/") ?? $0.startIndex) }
    let directories = library.directories.filter { !FontCatalog.isFontFile($0) }
    let others = parents.filter { parent in
      !directories.contains { parent == $0 || parent.hasPrefix($0.hasSuffix("/") ? $0 : $0 + "/") }
    }
    let configuration =
      "<?xml version=\"1.0\"?><!DOCTYPE fontconfig SYSTEM \"fonts.dtd\"><fontconfig>"
      + (directories + others.map(String.init)).map {
        // Without the prefix, fontconfig complains of paths relative to the working directory.
        "<dir\($0.hasPrefix("/") ? "" : " prefix=\"cwd\"")>\(Self.escaped($0))</dir>"
      }.joined()
      + "<selectfont><rejectfont>"
      // HarfBuzz reads none of these formats; web fonts are added unpacked.
      + ["woff", "woff2", "WOFF", "WOFF2"].map { "<glob>*.\($0)</glob>" }.joined()
      + others.map { "<glob>\(Self.escaped(String($0)))/*</glob>" }.joined()
      + "</rejectfont><acceptfont>" + files.map { "<glob>\(Self.escaped($0))</glob>" }.joined()
      + "</acceptfont></selectfont>"
      + caches.map { "<cachedir>\(Self.escaped($0))</cachedir>" }.joined()
      + "<selectfont><rejectfont><pattern><patelt "
      + "name=\"scalable\"><bool>false</bool></patelt></pattern></rejectfont></selectfont>"
      + Self.scalingPictures
      + "<match target=\"pattern\"><edit name=\"family\" mode=\"append_last\"><string>DejaVu "
      + "Sans</string></edit></match></fontconfig>"
    var message = [CChar](repeating: 0, count: Int(LLUA_TEXT_MESSAGE))
    guard let handle = llua_paragraphs_make(configuration, &message) else {
      let reason = String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      throw LayerError(.missing, reason.isEmpty ? "there is not enough memory for text" : reason)
    }
    self.handle = handle
    self.library = library
    for path in library.pangoPathsOfWebFonts() { llua_paragraphs_add(handle, path) }
  }

  deinit { llua_paragraphs_close(handle) }

  /// Bitmap fonts have a fixed size; the font matrix scales them to the requested one.
  private static let scalingPictures = """
    <match target="font"><test name="outline"><bool>false</bool></test>\
    <edit name="pixelsizefixupfactor" mode="assign">\
    <divide><name target="pattern">pixelsize</name><name target="font">pixelsize</name></divide></edit>\
    <edit name="matrix" mode="assign"><times><name>matrix</name><matrix><name>pixelsizefixupfactor</name>\
    <double>0</double><double>0</double><name>pixelsizefixupfactor</name></matrix></times></edit></match>
    """

  private static func escaped(_ text: String) -> String {
    var result = ""
    for c in text.unicodeScalars {
      switch c {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.unicodeScalars.append(c)
      }
    }
    return result
  }

  func layout(_ text: FlatText, _ range: Range<Int>, _ frame: ParagraphFrame) throws -> LaidParagraph {
    guard range.count <= Self.maximumBytes else {
      throw LayerError(
        .limit,
        "a paragraph of \(range.count) bytes is too long for its writing system; break it with newlines below "
          + "\(Self.maximumBytes)"
      )
    }
    let spans = text.spans(in: range)
    let widest = spans.reduce(0.0) { $0 + Double(max($1.bytes.count, 1)) * $1.font.size * 1.5 }
    guard widest * Double(LLUA_TEXT_UNITS) < Double(Int32.max) else {
      throw LayerError(
        .limit,
        "a paragraph of \(range.count) bytes is too long at its font size; break it with newlines or use a smaller size"
      )
    }
    let width = frame.wraps ? frame.width.map { Int32(clamping: max($0, 0)) } ?? -1 : -1
    let indent = width < 0 ? 0 : Int32(clamping: min(max(frame.indent, -Int(width)), Int(width)))
    let paths = try spans.map { try library.pangoPath(of: $0.font.typeFace) }
    // C strings, freed after the call.
    let words = spans.map { span in
      (variations: Self.copy(span.font.typeFace.variationText), features: Self.copy(span.featureText))
    }
    defer { for word in words { free(word.variations); free(word.features) } }
    var result = LaidParagraph()
    var failed = true
    text.bytes.withUnsafeBytes { bytes in
      let start = bytes.baseAddress?.advanced(by: range.lowerBound).assumingMemoryBound(to: CChar.self)
      var parts: [llua_text_span] = []
      for (i, (path, span)) in zip(paths, spans).enumerated() {
        parts.append(
          llua_text_span(
            path: path, index: Int32(clamping: span.font.typeFace.face.index), size: span.font.size,
            start: UInt32(span.bytes.lowerBound - range.lowerBound), length: UInt32(span.bytes.count),
            spacing: Int32(clamping: span.kern ?? 0), variations: words[i].variations, features: words[i].features,
            is_attachment: span.attachmentWidth == nil ? 0 : 1, width: Int32(clamping: span.attachmentWidth ?? 0)))
      }
      let pointer = parts.withUnsafeBufferPointer { parts in
        llua_paragraphs_layout(
          handle, start, range.count, parts.baseAddress, parts.count, width, indent,
          Int32(clamping: Self.direction(frame.isRightToLeft)))
      }
      guard let laid = pointer?.pointee, laid.failed == 0 else { return }
      failed = false
      result.isRightToLeft = laid.is_right_to_left != 0
      result.glyphs = Array(UnsafeBufferPointer(start: laid.glyphs, count: Int(laid.glyph_count)))
      for i in result.glyphs.indices { result.glyphs[i].cluster &+= UInt32(range.lowerBound) }
      let fonts = UnsafeBufferPointer(start: laid.fonts, count: Int(laid.font_count)).map { used in
        let path = String(cString: used.path), places = used.variations.map { String(cString: $0) } ?? ""
        return ChosenFont(
          path: path, typeFace: library.open(path: path, index: Int(used.index), variations: places))
      }
      for i in 0..<Int(laid.line_count) {
        result.lines.append(
          self.line(
            in: laid, laid.lines[i], text: text, spans: spans, paths: paths, range: range, fonts: fonts,
            glyphs: &result.glyphs))
      }
      guard result.lines.count > 1 else { return }
      let breaks = self.breaks(count: range.count)
      for i in 1..<result.lines.count {
        let start = Int(laid.lines[i].start)
        result.lines[i - 1].isCut = start < breaks.count && !breaks[start]
      }
    }
    if failed { throw LayerError(.limit, "there is not enough memory for the text") }
    return result
  }

  private static func direction(_ isRightToLeft: Bool?) -> Int {
    switch isRightToLeft {
    case nil: Int(LLUA_DIRECTION_OF_TEXT)
    case false?: Int(LLUA_DIRECTION_LEFT_TO_RIGHT)
    case true?: Int(LLUA_DIRECTION_RIGHT_TO_LEFT)
    }
  }

  /// True if the first letter of a range is written right to left.
  func isRightToLeft(_ text: FlatText, _ range: Range<Int>) -> Bool {
    text.bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress?.advanced(by: range.lowerBound).assumingMemoryBound(to: CChar.self) else {
        return false
      }
      return llua_paragraphs_is_right_to_left(handle, start, range.count) != 0
    }
  }

  /// Returns an array with true for each byte of the last paragraph laid out at which a line may begin.
  func breaks(count: Int) -> [Bool] {
    var flags = [UInt8](repeating: 0, count: count)
    llua_paragraphs_breaks(handle, &flags, count)
    return flags.map { $0 != 0 }
  }

  private func line(
    in laid: llua_paragraph, _ line: llua_line, text: FlatText, spans: [FlatText.Span],
    paths: [UnsafePointer<CChar>], range: Range<Int>, fonts: [ChosenFont], glyphs: inout [llua_glyph]
  ) -> LaidParagraph.Line {
    let isWrapped = line.is_wrapped != 0
    // Spaces at the end of a wrapped line have zero width, on whichever side the writing direction puts them.
    var inkEnd = range.lowerBound + Int(line.start) + Int(line.length)
    if isWrapped { while inkEnd > range.lowerBound + Int(line.start), text.isSpace(inkEnd - 1) { inkEnd -= 1 } }
    var runs: [LaidParagraph.Run] = []
    var width = 0
    let places = Int(line.first_run)..<Int(line.first_run + line.run_count)
    for i in places {
      let run = laid.runs[i]
      let place = min(max(Int(run.span), 0), spans.count - 1), span = spans[place]
      let chosen = run.font >= 0 && Int(run.font) < fonts.count ? fonts[Int(run.font)] : nil
      // A variable font keeps the requested axis coordinates, whatever Pango reports.
      let isOwn = chosen.map { strcmp($0.path, paths[place]) == 0 } ?? true
      let font =
        isOwn && !span.font.typeFace.variations.isEmpty
        ? span.font : chosen?.typeFace.flatMap { sized($0, for: span) } ?? span.font
      let part = Int(run.first_glyph)..<Int(run.first_glyph + run.glyph_count)
      for g in part where glyphs[g].glyph == 0 { glyphs[g].advance = font.metrics.missing_advance }
      if let kern = span.kern, kern != 0, let first = part.first {
        space(
          &glyphs, from: first, to: part.upperBound - 1, of: run, kern: kern, isFirst: i == places.lowerBound,
          isLast: i == places.upperBound - 1)
      }
      for g in part {
        if Int(glyphs[g].cluster) >= inkEnd { glyphs[g].advance = 0 }
        width += Int(glyphs[g].advance)
      }
      let from = range.lowerBound + Int(run.start)
      runs.append(
        .init(
          font: font, base: span.font, span: span.run, glyphs: part, text: from..<from + Int(run.length),
          isRightToLeft: run.is_right_to_left != 0))
    }
    return .init(runs: runs, width: width, isWrapped: isWrapped)
  }

  /// A font that Pango chose.
  private struct ChosenFont {
    var path: String
    var typeFace: TypeFace?
  }

  private static func copy(_ text: String) -> UnsafeMutablePointer<CChar>? { text.isEmpty ? nil : strdup(text) }

  /// Returns the font at the size and with the palette of a span.
  private func sized(_ typeFace: TypeFace, for span: FlatText.Span) -> SizedFont? {
    if typeFace === span.font.typeFace { return span.font }
    let typeFace = library.varied(typeFace, typeFace.variations, span.palette)
    return try? library.font(typeFace, size: span.font.size)
  }

  /// Moves letter spacing to after every character. Pango puts half before and half after each character, and none at
  /// the line's edges.
  private func space(
    _ glyphs: inout [llua_glyph], from first: Int, to last: Int, of run: llua_run, kern: Int, isFirst: Bool,
    isLast: Bool
  ) {
    // Split into halves exactly as Pango does.
    let unit = Int(LLUA_TEXT_UNITS)
    let left = kern % unit == 0 ? ((kern / 2 + unit / 2) >> 10) * unit : kern / 2
    let right = kern - left
    let isRightToLeft = run.is_right_to_left != 0
    // The correction at each edge of the run: the correct spacing minus the present one.
    let head = (isRightToLeft ? kern : 0) - (isFirst ? 0 : left)
    let tail = (isRightToLeft ? 0 : kern) - (isLast ? 0 : right)
    glyphs[first].x = Int32(clamping: Int(glyphs[first].x) + head)
    glyphs[first].advance = Int32(clamping: Int(glyphs[first].advance) + head)
    glyphs[last].advance = Int32(clamping: Int(glyphs[last].advance) + tail)
  }
}
