// SPDX-License-Identifier: MIT
import Messages

/// A file format for pictures, films or scenes. `all` is the only list of formats: a new one needs a row there and a
/// writer.
package struct FileFormat: Sendable {
  /// The format's name for display.
  package let name: String
  /// The file extensions, in lower case, without the dot. Messages and lists use the first.
  package let extensions: [String]
  package let mediaType: String
  /// The writer of single pictures; nil if the format holds none.
  package var picture: PictureWriter?
  /// The writer of films; nil if the format holds none.
  package var film: FilmWriter?
  /// The format of whole scenes, of layers instead of pixels; nil if the format holds none.
  package var scene: SceneFormat?
  package var alpha = Alpha.kept
  /// The options that the format accepts, in addition to a background.
  package var options: Set<Option> = []
  /// True if the format is lossless whatever the options are.
  package var isLossless = false
  /// The reason why the format takes no quality, to follow its name: `is lossless`.
  package var fixedQuality = ""
  /// The frame rates of its films.
  package var rate = FrameRate()
  /// The extension that was typed; nil for a format taken from the table.
  package var typedExtension: String?

  /// The kind of content of a file.
  package enum Content: Sendable { case picture, film, scene }

  /// A writer of single pictures.
  package enum PictureWriter: Hashable, Sendable {
    case codec(PictureCodec)
    /// A vector page of shapes, text and images, drawn from the render tree instead of from pixels.
    case vector(VectorFormat)
  }

  /// A writer of films.
  package enum FilmWriter: Hashable, Sendable {
    case codec(FilmCodec)
    /// The program ffmpeg, which must be installed.
    case ffmpeg(VideoEncoder)
    /// One vector page for each frame, drawn from the render tree instead of from pixels.
    case pages(VectorFormat)
  }

  /// An encoder of ffmpeg.
  package enum VideoEncoder: Sendable { case h264, vp9 }

  /// The treatment of translucent pixels.
  package enum Alpha: Sendable {
    case kept
    /// Kept; but an opaque film is smaller, which must be known before its first frame is written.
    case keptWhereNeeded
    /// No alpha: pictures are composited over a background.
    case none
  }

  /// An option for writing a file, named as in scripts.
  package enum Option: String, CaseIterable, Sendable {
    case quality, lossless, compression, effort, dpi
    // Options of vector pages. Scripts give paper as a size.
    case paper, landscape, margin, bleed, outlines, headings, title, author, subject, keywords, date

    /// The options that are separate keys in scripts.
    package static let named = allCases.filter { $0 != .paper }
  }

  /// The default and maximum frame rates of a format, in frames per second.
  package struct FrameRate: Sendable {
    /// The default of most formats.
    package static let mostUsual = 60.0
    /// The rate if none is requested.
    package var usual = mostUsual
    /// The highest rate that the format can store, and the reason; nil without such a limit.
    package var highest: (rate: Double, reason: String)?
  }
}

/// A built-in codec for single pictures, which also decodes them.
package enum PictureCodec: String, CaseIterable, Sendable {
  case png, jpeg, webp

  /// True if a file can be written row by row, so that its picture may exceed memory.
  package var isStreamed: Bool { self != .webp }
}

/// A vector format of shapes, text and images.
package enum VectorFormat: String, CaseIterable, Sendable {
  case pdf, svg

  package var format: FileFormat {
    switch self {
    case .pdf: .pdf
    case .svg: .svg
    }
  }

  /// True if a file can hold several pages.
  package var hasPages: Bool { self == .pdf }
}

/// A format of scenes: their layers, animations and states, instead of a picture of them.
package enum SceneFormat: String, CaseIterable, Sendable {
  /// A CAML document, with its images in a folder beside it.
  case caml
  /// A bundle: a folder of a document and its images.
  case ca
  /// A wallpaper for a phone: a zip archive of three bundles and property lists.
  case tendies
  /// A script, with its images in a folder beside it.
  case lua

  package var format: FileFormat {
    switch self {
    case .caml: .caml
    case .ca: .ca
    case .tendies: .tendies
    case .lua: .lua
    }
  }
}

/// A built-in codec for films.
package enum FilmCodec: String, CaseIterable, Sendable { case apng, gif, webp }

// MARK: - The table

extension FileFormat {
  package static let png = FileFormat(
    name: "PNG", extensions: ["png"], mediaType: "image/png", picture: .codec(.png), options: [.compression, .dpi],
    isLossless: true, fixedQuality: "is lossless (compression makes it smaller)")
  package static let jpeg = FileFormat(
    name: "JPEG", extensions: ["jpg", "jpeg"], mediaType: "image/jpeg", picture: .codec(.jpeg), alpha: .none,
    options: [.quality, .dpi])
  package static let mp4 = FileFormat(
    name: "MP4", extensions: ["mp4"], mediaType: "video/mp4", film: .ffmpeg(.h264), alpha: .none, options: [.quality])
  package static let webm = FileFormat(
    name: "WebM", extensions: ["webm"], mediaType: "video/webm", film: .ffmpeg(.vp9), alpha: .keptWhereNeeded,
    options: [.quality])
  package static let webp = FileFormat(
    name: "WebP", extensions: ["webp"], mediaType: "image/webp", picture: .codec(.webp), film: .codec(.webp),
    options: [.quality, .lossless, .effort])
  package static let gif = FileFormat(
    name: "GIF", extensions: ["gif"], mediaType: "image/gif", film: .codec(.gif),
    fixedQuality: "is limited to 256 colours",
    rate: FrameRate(
      usual: 50,
      highest: (50, "a GIF's clock counts hundredths of a second, and players slow down frames shorter than two")))
  package static let apng = FileFormat(
    name: "APNG", extensions: ["apng"], mediaType: "image/apng", film: .codec(.apng), alpha: .keptWhereNeeded,
    isLossless: true, fixedQuality: "is lossless")

  package static let pdf = FileFormat(
    name: "PDF", extensions: ["pdf"], mediaType: "application/pdf", picture: .vector(.pdf), film: .pages(.pdf),
    options: [
      .dpi, .paper, .landscape, .margin, .bleed, .outlines, .headings, .title, .author, .subject, .keywords, .date,
    ],
    isLossless: true, fixedQuality: "is drawn from shapes")
  package static let svg = FileFormat(
    name: "SVG", extensions: ["svg"], mediaType: "image/svg+xml", picture: .vector(.svg),
    options: [.dpi, .paper, .landscape, .margin, .outlines, .title],
    isLossless: true, fixedQuality: "is drawn from shapes")

  package static let caml = FileFormat(
    name: "CAML", extensions: ["caml"], mediaType: "application/xml", scene: .caml, isLossless: true,
    fixedQuality: "holds layers")
  package static let ca = FileFormat(
    name: "Core Animation bundle", extensions: ["ca"], mediaType: "application/zip", scene: .ca, isLossless: true,
    fixedQuality: "holds layers")
  package static let tendies = FileFormat(
    name: "wallpaper", extensions: ["tendies"], mediaType: "application/zip", scene: .tendies, isLossless: true,
    fixedQuality: "holds layers")
  package static let lua = FileFormat(
    name: "script", extensions: ["lua"], mediaType: "text/x-lua", scene: .lua, isLossless: true,
    fixedQuality: "holds layers")

  /// All formats, in the order in which messages list them.
  package static let all = [png, jpeg, mp4, webm, webp, gif, apng, pdf, svg, caml, ca, tendies, lua]
}

extension PictureCodec {
  package var format: FileFormat {
    switch self {
    case .png: .png
    case .jpeg: .jpeg
    case .webp: .webp
    }
  }
}

extension FilmCodec {
  package var format: FileFormat {
    switch self {
    case .apng: .apng
    case .gif: .gif
    case .webp: .webp
    }
  }
}

// MARK: - What the table says

extension FileFormat: Hashable {
  package static func == (a: FileFormat, b: FileFormat) -> Bool { a.name == b.name }
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension FileFormat {
  /// Returns the format of a file extension, ignoring case; nil if it is unknown.
  package init?(fileExtension: String) {
    let lower = fileExtension.lowercased()
    guard let format = FileFormat.all.first(where: { $0.extensions.contains(lower) }) else { return nil }
    self = format
    typedExtension = fileExtension
  }

  package func holds(_ content: Content) -> Bool {
    switch content {
    case .picture: picture != nil
    case .film: film != nil
    case .scene: scene != nil
    }
  }

  /// True if pictures of the format can also be read.
  package var isReadable: Bool {
    if case .codec = picture { true } else { false }
  }

  /// The vector format of its pages; nil for raster pictures.
  package var vector: VectorFormat? {
    if case .vector(let format) = picture { format } else { nil }
  }

  /// True if the program ffmpeg encodes its films.
  package var needsFFmpeg: Bool {
    if case .ffmpeg = film { true } else { false }
  }

  /// Returns the writer of single pictures.
  ///
  /// - Throws: `LayerError` if the format holds none.
  package func pictureWriter() throws(LayerError) -> PictureWriter {
    guard let picture else { throw LayerError("\(mention) holds no single picture") }
    return picture
  }

  /// Returns the writer of films.
  ///
  /// - Throws: `LayerError` if the format holds none.
  package func filmWriter() throws(LayerError) -> FilmWriter {
    guard let film else { throw LayerError("\(mention) holds no film") }
    return film
  }

  /// Returns the picture format with this extension.
  ///
  /// - Throws: `LayerError` if there is none.
  package init(ofPictureNamed name: String) throws(LayerError) {
    guard let format = FileFormat(fileExtension: name), format.holds(.picture) else {
      throw LayerError(
        "unknown picture format \"\(name)\"; expected "
          + "\(alternatives(FileFormat.names(.picture).map { String($0.dropFirst()) }))"
      )
    }
    self = format
  }

  /// The extension that messages use for the format.
  package var fileExtension: String { extensions[0] }

  /// The extension with its dot: `.png`, or as it was typed, such as `.JPEG`.
  package var tail: String { "." + (typedExtension ?? fileExtension) }

  /// The extension with an article: `a .png`, `an .mp4`.
  var mention: String {
    // The article depends on the name of the first letter.
    let article = fileExtension.first.map("aefhilmnorsx".contains) == true ? "an" : "a"
    return "\(article) \(tail)"
  }

  /// Returns the formats that hold a content, as a phrase: `.png, .jpg or .webp`.
  package static func words(_ content: Content) -> String { alternatives(names(content)) }

  /// Returns the extensions of the formats that hold a content and satisfy a predicate: `.png`, `.jpg`, `.webp`.
  package static func names(_ content: Content, where isWanted: (FileFormat) -> Bool = { _ in true }) -> [String] {
    all.filter { $0.holds(content) && isWanted($0) }.map { "." + $0.fileExtension }
  }
}
