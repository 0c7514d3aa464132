// SPDX-License-Identifier: MIT
import Messages
import Numbers

/// A file format that scenes read, recognised by its first bytes. `all` is the only list of such formats: whatever
/// opens a file looks here, and names of files are completed with the extensions of these rows.
///
///     guard case .picture(let codec)? = InputFormat.of(bytes)?.content else { throw InputFormat.refusal(of: bytes) }
package struct InputFormat: Sendable {
  /// The format's name for display.
  package let name: String
  /// The file extensions, in lower case, without the dot; empty for a format that is only recognised.
  package let extensions: [String]
  package let content: Content
  /// True if the bytes begin as a file of this format does.
  private let matches: @Sendable (UnsafeRawBufferPointer) -> Bool

  /// The kind of content that a file of the format gives.
  package enum Content: Hashable, Sendable {
    /// Pixels.
    case picture(PictureCodec)
    /// A GIF: pixels, of one frame or of several that are shown in turn.
    case animation
    /// An SVG document: an image, layers or paths.
    case document
    /// Pages, each of which is an image.
    case pages
    /// One or several fonts; a web font is unpacked first.
    case font(isPacked: Bool)
    /// A scene: of Core Animation, as a CAML document or a zip archive of bundles, or a Lottie animation.
    case scene(SceneContainer)
    /// Nothing. The format is known, so that an error can say what to do.
    case unreadable(remedy: String)
  }

  /// The containers of scenes that are files; folders hold scenes too.
  package enum SceneContainer: Sendable {
    case document, archive
    /// A Lottie animation, as JSON or in an archive of its own kind.
    case lottie
  }

  private init(
    _ name: String, _ extensions: [String] = [], _ content: Content,
    matches: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool
  ) {
    self.name = name
    self.extensions = extensions
    self.content = content
    self.matches = matches
  }

  /// A format whose files begin with one of some texts, at an offset in bytes.
  private init(_ name: String, _ extensions: [String] = [], _ content: Content, at offset: Int = 0, _ starts: String...)
  {
    self.init(name, extensions, content) { bytes in
      starts.contains { InputFormat.begins(bytes, with: $0, at: offset) }
    }
  }
}

// MARK: - The table

extension InputFormat {
  private static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Every format, in the order in which they are tried.
  package static let all: [InputFormat] = [
    InputFormat("PNG", ["png"], .picture(.png)) { begins($0, with: pngSignature) },
    InputFormat("JPEG", ["jpg", "jpeg"], .picture(.jpeg)) { begins($0, with: [0xFF, 0xD8, 0xFF]) },
    InputFormat("WebP", ["webp"], .picture(.webp)) { begins($0, with: "RIFF") && begins($0, with: "WEBP", at: 8) },
    InputFormat("GIF", ["gif"], .animation, "GIF8"),
    InputFormat("SVG", ["svg", "svgz"], .document) { isGzip($0) || isXML($0, root: "svg") },
    InputFormat("PDF", ["pdf"], .pages, "%PDF-"),
    InputFormat("TrueType", ["ttf"], .font(isPacked: false), "\0\u{1}\0\0", "true"),
    InputFormat("OpenType", ["otf"], .font(isPacked: false), "OTTO"),
    InputFormat("font collection", ["ttc", "otc"], .font(isPacked: false), "ttcf"),
    InputFormat("WOFF", ["woff"], .font(isPacked: true), "wOFF"),
    InputFormat("WOFF2", ["woff2"], .font(isPacked: true), "wOF2"),
    InputFormat("CAML", ["caml"], .scene(.document)) { isXML($0, root: "caml") },
    InputFormat("Lottie", ["json", "lottie", "tgs"], .scene(.lottie)) { isLottie($0) || isLottieArchive($0) },
    InputFormat(
      "Core Animation bundle", ["ca", "wallpaper", "tendies", "batter"], .scene(.archive), "PK\u{3}\u{4}",
      "PK\u{5}\u{6}"),
    InputFormat("BMP", [], .unreadable(remedy: "convert it to PNG"), "BM"),
    InputFormat("TIFF", [], .unreadable(remedy: "convert it to PNG"), "II*\0", "MM\0*"),
    InputFormat("Photoshop", [], .unreadable(remedy: "export it as PNG"), "8BPS"),
    InputFormat("AVIF", [], .unreadable(remedy: "convert it to PNG"), at: 4, "ftypavif"),
    InputFormat("HEIC", [], .unreadable(remedy: "convert it to JPEG"), at: 4, "ftyphei", "ftypmif1"),
    InputFormat("JPEG XL", [], .unreadable(remedy: "convert it to PNG")) {
      begins($0, with: [0xFF, 0x0A]) || begins($0, with: "JXL ", at: 4)
    },
    InputFormat("ICO", [], .unreadable(remedy: "convert it to PNG")) { begins($0, with: [0, 0, 1, 0]) },
    InputFormat("MNG", [], .unreadable(remedy: "convert it to PNG")) { begins($0, with: [0x8A, 0x4D, 0x4E, 0x47]) },
    InputFormat(
      "cpio", [], .unreadable(remedy: "export the scene that it holds as CAML"), "070701", "070702", "070707"),
  ]

  /// Returns the format of a file by its first bytes; nil for an unknown one.
  package static func of(_ bytes: UnsafeRawBufferPointer) -> InputFormat? { all.first { $0.matches(bytes) } }

  /// Returns the extensions of the formats whose content passes a test, in the order of the table.
  package static func extensions(where passes: (Content) -> Bool) -> [String] {
    all.filter { passes($0.content) }.flatMap(\.extensions)
  }

  /// The extensions of raster images.
  package static let pictureExtensions = extensions { if case .picture = $0 { true } else { $0 == .animation } }
  /// The extensions of images that are drawn at any resolution.
  package static let drawingExtensions = extensions { $0 == .document || $0 == .pages }
  /// The extensions of fonts.
  package static let fontExtensions = extensions { if case .font = $0 { true } else { false } }
  /// The extensions of scenes, of files and folders.
  package static let sceneExtensions = extensions { if case .scene = $0 { true } else { false } }
  /// The extensions of web fonts, which are unpacked.
  package static let webFontExtensions = extensions { $0 == .font(isPacked: true) }
}

// MARK: - Files that are no raster image

extension InputFormat {
  /// Returns the error for bytes that are no raster image: it names their actual kind and the remedy.
  package static func refusal(of bytes: UnsafeRawBufferPointer) -> LayerError {
    LayerError("\(description(of: bytes)); pictures are PNG, JPEG, WebP, GIF, SVG or PDF files")
  }

  private static func description(of bytes: UnsafeRawBufferPointer) -> String {
    if bytes.isEmpty { return "the file is empty" }
    if bytes.count < 8, bytes.elementsEqual(pngSignature.prefix(bytes.count)) { return "the PNG file ends too early" }
    if bytes.count < 3, bytes.elementsEqual([0xFF, 0xD8].prefix(bytes.count)) { return "the JPEG file ends too early" }
    switch of(bytes).map({ ($0.name, $0.content) }) {
    case (let name, .unreadable(let remedy))?:
      // Letters that are spoken with a vowel first.
      let article = ["AVIF", "ICO", "MNG"].contains(name) ? "an" : "a"
      return "this is \(article) \(name) file, which cannot be read: \(remedy)"
    case (_, .scene(.lottie))?:
      return "this is a Lottie animation, which is opened as layers, not as a picture"
    case (_, .scene)?: return "this is a scene of Core Animation, which is opened as a package, not as a picture"
    case (_, .pages)?: return "this is a PDF file, whose pages are not read here: convert it to PNG"
    default: break
    }
    if begins(bytes, with: "ftyp", at: 4) { return "this is a film or a picture of an unknown kind" }
    if begins(bytes, with: "RIFF") { return "this is a RIFF file without a WebP picture" }
    if begins(bytes, with: "<svg") || begins(bytes, with: "<?xml") { return "this is an XML file, not a raster image" }
    if bytes.prefix(512).allSatisfy({ ($0 >= 32 && $0 != 127) || $0 == 9 || $0 == 10 || $0 == 13 }) {
      return "this is text, not a picture"
    }
    return "this is not a picture of a known kind"
  }
}

// MARK: - Signatures

extension InputFormat {
  private static func begins(_ bytes: UnsafeRawBufferPointer, with magic: [UInt8], at offset: Int = 0) -> Bool {
    guard bytes.count >= offset + magic.count else { return false }
    return bytes[offset..<offset + magic.count].elementsEqual(magic)
  }

  private static func begins(_ bytes: UnsafeRawBufferPointer, with magic: String, at offset: Int = 0) -> Bool {
    begins(bytes, with: Array(magic.utf8), at: offset)
  }

  /// True if the bytes are gzip data (RFC 1952), which an SVG file may be in.
  package static func isGzip(_ bytes: UnsafeRawBufferPointer) -> Bool { begins(bytes, with: [0x1F, 0x8B]) }

  /// True if the bytes begin as the JSON of a Lottie animation: an object with the key `layers`, or with three of the
  /// keys that every animation has, if pictures come before its layers.
  private static func isLottie(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    guard bytes.dropFirst(start).first(where: { $0 > 32 }) == UInt8(ascii: "{") else { return false }
    let text = Substring(String(decoding: UnsafeRawBufferPointer(rebasing: bytes.prefix(65_536)), as: UTF8.self)).utf8
    if after("\"layers\"", text) != nil { return true }
    return ["\"fr\"", "\"ip\"", "\"op\"", "\"assets\""].filter { after($0, text) != nil }.count >= 3
  }

  /// True if the bytes begin as a zip archive of Lottie animations: one of its first entries is their manifest, or lies
  /// in their folder.
  private static func isLottieArchive(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var at = 0
    for _ in 0..<64 {
      guard at + 30 <= bytes.count, begins(bytes, with: "PK\u{3}\u{4}", at: at) else { return false }
      func number(_ offset: Int, _ count: Int) -> Int {
        (0..<count).reversed().reduce(0) { $0 << 8 | Int(bytes[at + offset + $1]) }
      }
      let name = bytes[min(at + 30, bytes.count)..<min(at + 30 + number(26, 2), bytes.count)]
      let isAnimation =
        (name.starts(with: "a/".utf8) || name.starts(with: "animations/".utf8))
        && (name.suffix(5).elementsEqual(".json".utf8) || name.count == 11 && name.last == UInt8(ascii: "/"))
      if name.elementsEqual("manifest.json".utf8) || isAnimation { return true }
      let next = at + 30 + number(26, 2) + number(28, 2) + number(18, 4)
      if number(6, 2) & 8 == 0 {
        at = next
        continue
      }
      // An entry whose size follows its bytes: the next header is looked for.
      at += 30
      while at + 4 <= bytes.count, !begins(bytes, with: "PK\u{3}\u{4}", at: at) { at += 1 }
    }
    return false
  }

  /// True if the root element of an XML text has a name, whatever its prefix.
  private static func isXML(_ bytes: UnsafeRawBufferPointer, root: String) -> Bool {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    guard bytes.dropFirst(start).first(where: { $0 > 32 }) == UInt8(ascii: "<") else { return false }
    var rest = Substring(String(decoding: UnsafeRawBufferPointer(rebasing: bytes.prefix(65_536)), as: UTF8.self)).utf8
    rest = rest.dropFirst(start)
    // Skips the prolog: XML declaration, processing instructions, comments, document type.
    while true {
      rest = rest.drop { $0 <= 32 }
      guard rest.first == UInt8(ascii: "<") else { return false }
      if rest.starts(with: "<?".utf8) {
        guard let end = after("?>", rest) else { return false }
        rest = end
      } else if rest.starts(with: "<!--".utf8) {
        guard let end = after("-->", rest) else { return false }
        rest = end
      } else if rest.starts(with: "<!DOCTYPE".utf8) {
        // A document type that does not end in the first 64 KiB still names the root element.
        let namesRoot = rest.dropFirst(9).drop { $0 <= 32 }.starts(with: root.utf8)
        guard let close = rest.firstIndex(of: UInt8(ascii: ">")) else { return namesRoot }
        if let inner = rest.firstIndex(of: UInt8(ascii: "[")), inner < close {
          guard let end = after("]", rest[inner...]), let close = after(">", end) else { return namesRoot }
          rest = close
        } else {
          rest = rest[rest.index(after: close)...]
        }
      } else {
        break
      }
    }
    var name = rest.dropFirst().prefix { $0 > 32 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
    if let colon = name.firstIndex(of: UInt8(ascii: ":")) { name = name[name.index(after: colon)...] }
    return name.elementsEqual(root.utf8)
  }

  private static func after(_ mark: String, _ text: Substring.UTF8View) -> Substring.UTF8View? {
    let wanted = Array(mark.utf8)
    var i = text.startIndex
    while let start = text[i...].firstIndex(of: wanted[0]) {
      if text[start...].starts(with: wanted) { return text[text.index(start, offsetBy: wanted.count)...] }
      i = text.index(after: start)
    }
    return nil
  }
}
