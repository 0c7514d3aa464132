// SPDX-License-Identifier: MIT
import Formats
import ImageFiles
import LayerModel
import Messages
import Numbers
import Pixels
import RenderTree
import SVGFiles
import Sandbox
import TextLayout

/// The fonts of one renderer, loaded lazily with the first text.
final class TextStore {
  private let context: RenderingContext
  private var hasTypesetter = false
  private lazy var typesetter: Typesetter = {
    hasTypesetter = true
    return Typesetter(
      fontDirectories: context.configuration.fontDirectories + Typesetter.defaultFontDirectories,
      cacheDirectory: context.configuration.fontCacheDirectory,
      hyphenDirectories: context.configuration.hyphenDirectories + Typesetter.defaultHyphenDirectories,
      fontFile: { [unowned self] in try self.fontData($0) },
      face: context.files.face,
      glyphDecoder: GlyphDecoder(
        picture: { [unowned self] in try self.glyphPicture($0) },
        document: { [unowned self] in try self.glyphDocument($0) },
        take: { [unowned self] in try self.takeForGlyph($0) }),
      account: { [context] in context.account })
  }()
  /// Fonts in memory by the names, in the form of paths, under which texts use them. They live as long as the renderer.
  private var memoryFonts: [String: (hash: Int, data: FontData)] = [:]
  /// The memory charge of colour glyphs, which are cached as long as the fonts.
  private lazy var pictures = MemoryCharge(context.memoryBudget)
  private var pictureBytes = 0
  /// Maximum bytes of all colour glyphs, and maximum pixels of one. Fonts may be untrusted.
  private static let mostPictureBytes = 256 << 20
  private static let mostPicturePixels = 1 << 20

  init(_ context: RenderingContext) { self.context = context }

  /// Forgets font files that scripts named: a name may now refer to another file, or to one that may not be read.
  func forgetFiles() { if hasTypesetter { typesetter.forgetFiles() } }

  func layout(_ request: TextRequest) throws -> TextFrame {
    let length = request.runs.reduce(0) { $0 + $1.string.utf8.count }
    guard length <= context.limits.textLength else {
      throw LayerError(
        .limit,
        "the text is \(length) bytes long: at most \(context.limits.textLength) can be laid out at once; draw it "
          + "in parts"
      )
    }
    // Positioned glyphs take up to 900 bytes for each of the text, which is measured for letters without a space.
    if length > 1 << 14, !context.hasRoom(length * 900) {
      throw LayerError.noMemory("the layout of a text of \(length) bytes", context.memoryBudget)
    }
    typesetter.isStopped = context.isStopped
    return try typesetter.layout(request)
  }

  /// Makes a font in memory, of an archive, usable by texts.
  ///
  /// - Parameter name: the path of the archive and that in it; a second font of the name replaces the first.
  func addFont(_ bytes: [UInt8], named name: String) throws {
    let hash = bytes.hashValue
    if memoryFonts[name]?.hash == hash { return }
    memoryFonts[name] = (hash, try fontData(bytes, name: name, path: name))
    forgetFiles()
  }

  /// Loads a font file that a script named.
  private func fontData(_ name: String) throws -> FontData {
    if let font = memoryFonts[name] { return font.data }
    let path = try context.pathForReading(name, purpose: "font")
    if let identity = FileIdentity(path: path), !context.hasRoom(Int(clamping: identity.size)) {
      throw LayerError.noMemory("the font \"\(name)\" of \(identity.size) bytes", context.memoryBudget)
    }
    let bytes = try readWholeFile(path, name: name, purpose: "font", limit: context.configuration.fileSizeLimit)
    return try fontData(bytes, name: name, path: path)
  }

  /// Unpacks the bytes of a font, whose memory is charged.
  private func fontData(_ bytes: [UInt8], name: String, path: String) throws -> FontData {
    let charge = MemoryCharge(context.memoryBudget)
    guard charge.grow(by: bytes.count) else {
      throw LayerError.noMemory("the font \"\(name)\" of \(bytes.count) bytes", context.memoryBudget)
    }
    let unpacked: [UInt8]?
    do {
      unpacked = try bytes.withUnsafeBytes { bytes in WebFont.isOne(bytes) ? try WebFont.unpack(bytes) : nil }
    } catch let error as LayerError {
      throw LayerError(error.kind, "font \"\(name)\" \(error.message)")
    }
    guard let unpacked else { return FontData(bytes, path: path, charge: charge) }
    guard charge.grow(by: unpacked.count) else {
      throw LayerError.noMemory("the font \"\(name)\" of \(unpacked.count) bytes unpacked", context.memoryBudget)
    }
    return FontData(unpacked, path: path, charge: charge)
  }

  /// Parses an SVG document of a font's glyphs; nil if it is damaged.
  private func glyphDocument(_ svg: UnsafeBufferPointer<UInt8>) throws -> (any GlyphDocument)? {
    let bytes = UnsafeRawBufferPointer(svg)
    do {
      let plain =
        InputFormat.isGzip(bytes) ? try Deflated.unpacked(gzip: bytes, limit: ArtworkDocument.mostBytes) : Array(bytes)
      // Parsed elements take several times the memory of their text.
      let size = plain.count * 8
      guard pictureBytes + size <= Self.mostPictureBytes, pictures.grow(by: size) else {
        throw LayerError.noMemory("the glyphs of a font as SVG", context.memoryBudget)
      }
      pictureBytes += size
      return SVGGlyphs(try plain.withUnsafeBytes { try ArtworkDocument($0, context.account) })
    } catch let error as LayerError {
      guard error.kind != .limit else { throw LayerError(.limit, "a font's glyphs as SVG: \(error.message)") }
      context.warn(.imageFile, "a font's glyphs as SVG cannot be read: \(error.message)")
      return nil
    }
  }

  /// Charges the drawing of a colour glyph, which is cached as long as the font.
  private func takeForGlyph(_ bytes: Int) throws {
    guard pictureBytes + bytes <= Self.mostPictureBytes, pictures.grow(by: bytes) else {
      throw LayerError.noMemory("the pictures of a font's glyphs", context.memoryBudget)
    }
    pictureBytes += bytes
  }

  /// Decodes a bitmap glyph; nil if it is damaged.
  private func glyphPicture(_ png: UnsafeBufferPointer<UInt8>) throws -> Bitmap? {
    var isTooMuch = false
    let bitmap = try? ImageDecoder.decode(
      UnsafeRawBufferPointer(png), pixelLimit: Self.mostPicturePixels,
      account: context.account,
      allowed: { bytes in
        isTooMuch = pictureBytes + bytes > Self.mostPictureBytes || !context.hasRoom(bytes)
        return !isTooMuch
      })
    let bytes = bitmap.map { $0.width * $0.height * 4 } ?? 0
    guard !isTooMuch, pictures.grow(by: bytes) else {
      throw LayerError.noMemory("the pictures of a font's glyphs", context.memoryBudget)
    }
    pictureBytes += bytes
    return bitmap
  }

  /// The font files and hyphenation dictionaries used for text so far.
  var openedFiles: [String] { hasTypesetter ? typesetter.openedFiles : [] }

  func standIns() -> [(name: String, used: String)] { typesetter.standIns() }

  func fonts() -> [FontDescription] {
    typesetter.fonts().map { Self.description(of: $0) }
  }

  private static func description(of face: FontFace) -> FontDescription {
    var font = FontDescription(
      family: face.family, fullName: face.fullName, style: face.style, weight: face.weight, isItalic: face.isItalic,
      file: face.path)
    font.axes = face.axes.map {
      .init(tag: "\($0.tag)", minimum: $0.minimum, value: $0.value, maximum: $0.maximum)
    }
    return font
  }

  func coverage(of string: String) throws -> FontCoverage {
    let found = try typesetter.coverage(of: string)
    return FontCoverage(
      characters: found.characters.map {
        .init(
          character: $0.character, font: $0.font, script: $0.missing?.script, package: $0.missing?.package,
          folder: $0.missing?.folder)
      },
      fonts: found.faces.map { Self.description(of: $0) })
  }
}

/// The fonts that have the characters of a text.
package struct FontCoverage {
  /// A character, with the font that draws it when Helvetica is requested, or with what to install if no font has it.
  package struct Character {
    package var character: Unicode.Scalar
    package var font: String?
    /// For a character that no font has: its script, the Debian package that has it, and the folder where that installs
    /// it.
    package var script: String?
    package var package: String?
    package var folder: String?
  }
  /// The characters, each once, in text order.
  package var characters: [Character]
  /// The fonts that have all the characters.
  package var fonts: [FontDescription]
}

/// The glyphs of a font that are elements of an SVG document.
private final class SVGGlyphs: GlyphDocument, @unchecked Sendable {
  // Unchecked: the document is read during text layout, on one thread; glyph painters capture only values.
  private let document: ArtworkDocument
  init(_ document: ArtworkDocument) { self.document = document }

  /// Maximum path segments of one glyph.
  private static let mostSegments = 100_000

  func painter(ofGlyph glyph: UInt32, palette: @escaping @Sendable (Int) -> Color?) throws -> GlyphPainter? {
    var reader = ArtworkReader(document, segmentLimit: Self.mostSegments)
    guard let artwork = try reader.element(id: "glyph\(glyph)") else { return nil }
    return { artwork.drawing(ArtworkColors(current: $0, palette: palette)) }
  }
}
