// SPDX-License-Identifier: MIT
import Wording

/// A kind of file that pictures or films are written to. `all` is the only list of them: a new one is a row there, and
/// what writes it.
package struct FileFormat: Sendable {
  /// As people write it.
  package let name: String
  /// In lower case, without the dot. Messages and lists name the first.
  package let extensions: [String]
  package let mediaType: String
  /// What writes a single picture; nil when the format holds none.
  package var picture: PictureWriter?
  /// What writes a film; nil when the format holds none.
  package var film: FilmWriter?
  package var alpha = Alpha.kept
  /// The options that it has a use for, besides a background.
  package var options: Set<Option> = []
  /// Whether every pixel is kept exactly, whatever the options say.
  package var isLossless = false
  /// Why it takes no quality, after its name: `is lossless`.
  package var fixedQuality = ""
  /// The frames per second of its films.
  package var rate = FrameRate()
  /// The extension by which it was asked for; nil for a format of the table.
  package var typedExtension: String?

  /// What a file holds.
  package enum Content: Sendable { case picture, film }

  /// What writes a single picture.
  package enum PictureWriter: Hashable, Sendable {
    case codec(PictureCodec)
    /// A page of shapes, text and images, drawn anew instead of from pixels.
    case vector(VectorFormat)
  }

  /// What writes a film.
  package enum FilmWriter: Hashable, Sendable {
    case codec(FilmCodec)
    /// The program ffmpeg, which has to be installed.
    case ffmpeg(VideoEncoder)
    /// Pages, one for each frame, drawn anew instead of from pixels.
    case pages(VectorFormat)
  }

  /// An encoder of ffmpeg.
  package enum VideoEncoder: Sendable { case h264, vp9 }

  /// What becomes of translucent pixels.
  package enum Alpha: Sendable {
    case kept
    /// Kept; but a film without any is smaller, which has to be known before its first frame is written.
    case keptWhereNeeded
    /// There are none: pictures lie on a background.
    case none
  }

  /// An option for writing a file, by its name in scripts.
  package enum Option: String, CaseIterable, Sendable {
    case quality, lossless, compression, dpi
    // Of pages. Paper is given as a size.
    case paper, landscape, margin, bleed, outlines, headings, title, author, subject, keywords, date

    /// Those that stand for values of their own in scripts.
    package static let named = allCases.filter { $0 != .paper }
  }

  /// Frames per second.
  package struct FrameRate: Sendable {
    /// That of most formats.
    package static let mostUsual = 60.0
    /// The rate when none is asked for.
    package var usual = mostUsual
    /// The highest that the format can store, and the reason; nil without such a limit.
    package var highest: (rate: Double, reason: String)?
  }
}

/// A codec of the engine's own for single pictures, which reads them too.
package enum PictureCodec: String, CaseIterable, Sendable {
  case png, jpeg, webp

  /// Whether a file can be written row by row, so that its picture may be larger than memory.
  package var isStreamed: Bool { self != .webp }
}

/// A format of shapes, text and images.
package enum VectorFormat: String, CaseIterable, Sendable {
  case pdf, svg

  package var format: FileFormat {
    switch self {
    case .pdf: .pdf
    case .svg: .svg
    }
  }

  /// Whether a file holds several pages.
  package var hasPages: Bool { self == .pdf }
}

/// A codec of the engine's own for films.
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
    options: [.quality, .lossless])
  package static let gif = FileFormat(
    name: "GIF", extensions: ["gif"], mediaType: "image/gif", film: .codec(.gif),
    fixedQuality: "is as good as its 256 colours allow",
    rate: FrameRate(
      usual: 50,
      highest: (50, "a GIF's clock counts hundredths of a second, and players slow down what shows for less than two")))
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

  /// In the order in which messages offer them.
  package static let all = [png, jpeg, mp4, webm, webp, gif, apng, pdf, svg]
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
  /// The format of a file extension in upper or lower case.
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
    }
  }

  /// Whether pictures of it can be read as well as written.
  package var isReadable: Bool {
    if case .codec = picture { true } else { false }
  }

  /// What draws its pages; nil for pictures of pixels.
  package var vector: VectorFormat? {
    if case .vector(let format) = picture { format } else { nil }
  }

  /// Whether its films are made by the program ffmpeg.
  package var needsFFmpeg: Bool {
    if case .ffmpeg = film { true } else { false }
  }

  /// What writes a single picture.
  ///
  /// - Throws: `LayerError` when the format holds none.
  package func pictureWriter() throws(LayerError) -> PictureWriter {
    guard let picture else { throw LayerError("\(mention) holds no single picture") }
    return picture
  }

  /// What writes a film.
  ///
  /// - Throws: `LayerError` when the format holds none.
  package func filmWriter() throws(LayerError) -> FilmWriter {
    guard let film else { throw LayerError("\(mention) holds no film") }
    return film
  }

  /// The format of single pictures with this extension.
  ///
  /// - Throws: `LayerError` when there is none.
  package init(ofPictureNamed name: String) throws(LayerError) {
    guard let format = FileFormat(fileExtension: name), format.holds(.picture) else {
      throw LayerError(
        "unknown picture format \"\(name)\"; expected "
          + "\(alternatives(FileFormat.names(.picture).map { String($0.dropFirst()) }))"
      )
    }
    self = format
  }

  /// The extension of its name in messages.
  package var fileExtension: String { extensions[0] }

  /// `.png`, or the extension as it was typed, such as `.JPEG`.
  package var tail: String { "." + (typedExtension ?? fileExtension) }

  /// `a .png`, `an .mp4`
  var mention: String {
    // By the name of the first letter.
    let article = fileExtension.first.map("aefhilmnorsx".contains) == true ? "an" : "a"
    return "\(article) \(tail)"
  }

  /// The formats with a content, as words: `.png, .jpg or .webp`.
  package static func words(_ content: Content) -> String { alternatives(names(content)) }

  /// The formats with a content that fulfil a condition: `.png`, `.jpg`, `.webp`.
  package static func names(_ content: Content, where isWanted: (FileFormat) -> Bool = { _ in true }) -> [String] {
    all.filter { $0.holds(content) && isWanted($0) }.map { "." + $0.fileExtension }
  }
}
