// SPDX-License-Identifier: MIT
import Formats
import Geometry
import ImageFiles
import Messages
import Parsing
import Pixels
import RenderTree

/// An SVG file as a picture of any resolution, drawn from its shapes or by the program layerlua-svg.
package protocol SVGImage: ScalablePicture {
  /// The approximate memory that the picture keeps, in bytes.
  var byteCount: Int { get }
  /// Sentences about features that are not shown.
  var notes: [String] { get }
  /// Returns the bitmap that scripts and other file formats use: one pixel per point, fewer for a large picture.
  ///
  /// - Parameters:
  ///   - pixelLimit: the maximum number of pixels.
  ///   - allowed: called before memory is allocated; returns true if that many bytes are allowed.
  func baseBitmap(pixelLimit: Int, allowed: (_ bytes: Int) -> Bool, isStopped: (() -> Bool)?) throws -> Bitmap
}

extension SVGImage {
  package func baseBitmap() throws -> Bitmap {
    try baseBitmap(pixelLimit: .max, allowed: { _ in true }, isStopped: nil)
  }
}

/// Options for reading SVG files.
package struct SVGOptions: Sendable {
  /// The maximum uncompressed size, in bytes.
  package var mostBytes = 16 << 20
  /// The value of `currentColor`; nil for the file's own, which is black by default.
  package var color: Color?
  /// True to use the size of the viewBox, whatever else the file specifies: in pages it is in points.
  package var isPage = false

  package init() {}

  /// The options for a converter's output of a page, in which every glyph is an element.
  package static var page: SVGOptions {
    var options = SVGOptions()
    options.mostBytes = 64 << 20
    options.isPage = true
    return options
  }

  /// Returns the bytes of a file, decompressed if it is gzip data.
  func unpacked(_ bytes: UnsafeRawBufferPointer) throws -> [UInt8] {
    if InputFormat.isGzip(bytes) { return try Deflated.unpacked(gzip: bytes, limit: mostBytes) }
    guard bytes.count <= mostBytes else {
      throw LayerError(.limit, "the SVG has \(bytes.count) bytes; at most \(mostBytes) are read: simplify it")
    }
    return Array(bytes)
  }
}

/// Reads SVG files as pictures.
package struct SVGImageReader {
  package var options = SVGOptions()
  package var cache: SVGPictureCache
  package var program: SVGProgram
  /// The account charged for reading.
  package var account = Account()
  /// Returns true if that many bytes may be allocated; called before each allocation.
  package var allowed: (_ bytes: Int) -> Bool = { _ in true }
  /// Decodes an embedded image; returns nil on failure.
  package var decode: ([UInt8]) -> Bitmap? = { _ in nil }
  package var rasterize: ArtworkPicture.Rasterize
  /// The name of the setting by which the host provides its own fonts, which the program does not have; nil if the host
  /// provides none.
  package var fontSetting: String?

  package init(cache: SVGPictureCache, program: SVGProgram, rasterize: @escaping ArtworkPicture.Rasterize) {
    self.cache = cache
    self.program = program
    self.rasterize = rasterize
  }

  /// Reads a file. If shapes represent it completely, it is drawn from them, otherwise by the program.
  ///
  /// - Parameter bytes: SVG, or gzip-compressed SVG.
  /// - Throws: `LayerError`; its message does not name the file.
  package func image(_ bytes: UnsafeRawBufferPointer) throws -> any SVGImage {
    let bytes = try options.unpacked(bytes)
    var need = SVGNeed(reason: "")
    do {
      guard allowed(bytes.count.multipliedReportingOverflow(by: 4).partialValue) else {
        throw LayerError(.limit, "there is no memory for its \(bytes.count) bytes: simplify it or raise the limit")
      }
      let document = try bytes.withUnsafeBytes { try ArtworkDocument($0, account) }
      var reader = ArtworkReader(document, segmentLimit: 1_000_000, isAllowed: allowed, decode: decode)
      reader.rootHasGivenColor = options.color != nil
      let artwork = try reader.artwork()
      let notes = SVGImageReader.notes(of: artwork)
      guard let first = artwork.omissions.first(where: \.isDrawnByLibrary) else {
        return try ArtworkPicture(
          artwork, options: options, byteCount: bytes.count * 4, cache: cache, notes: notes, rasterize: rasterize)
      }
      need = SVGNeed(reason: "it has \(first.what) (line \(first.line))")
      need.notes = notes
      need.hasText = artwork.omissions.contains { $0.what.hasPrefix("text") }
      if need.hasText, let fontSetting {
        need.notes.append("its text uses the system's fonts, not those of \(fontSetting); turn it into paths")
      }
      var again = ArtworkReader(document, segmentLimit: 1_000_000, isAllowed: allowed)
      again.notesLibraryGaps = true
      _ = try? again.artwork()
      need.gaps = again.libraryGaps
    } catch let error as LayerError where error.kind == .limit {
      // A file beyond the limits of `ArtworkReader` is left to the program's limits.
      need = SVGNeed(reason: "it exceeds the limits of drawing shapes alone (\(error.message))")
      need.hasText = true
    }
    return try SVGPicture(
      bytes, options: options, cache: cache, program: program, need: need, allowed: allowed,
      isStopped: { [account] in (try? account.checkEnd()) == nil })
  }
}

extension SVGImageReader {
  /// Returns a sentence about the properties and rules of CSS without which a file is drawn; none if there are none.
  private static func notes(of artwork: Artwork) -> [String] {
    let gaps = artwork.omissions.filter(\.isOfSheets)
    guard !gaps.isEmpty else { return [] }
    let shown = gaps.prefix(5).map { "\($0.what) (line \($0.line))" }.joined(separator: ", ")
    return ["it is drawn without \(shown), which are not supported; write a <mask>, or rules without conditions"]
  }
}

/// The reason why a file is drawn by the program.
package struct SVGNeed: Sendable {
  /// The beginning of a sentence: "it has a filter (line 12)".
  package var reason: String
  package var hasText = false
  /// Sentences about features that are not shown.
  package var notes: [String] = []
  /// The parts of the file that librsvg silently ignores.
  package var gaps: [Artwork.Omission] = []

  package init(reason: String, hasText: Bool = false) {
    self.reason = reason
    self.hasText = hasText
  }
}

extension Artwork.Omission {
  /// True if the program draws the feature. Features that librsvg ignores too are no reason to use it.
  fileprivate var isDrawnByLibrary: Bool {
    !(what == "animation" || what == "vector-effect" || what.hasPrefix("<") || what.hasPrefix("the CSS property "))
  }
}

extension Artwork {
  /// True if something is painted with a colour that the file leaves open.
  var usesCurrentColor: Bool { Artwork.usesCurrentColor(.group(root)) }

  private static func usesCurrentColor(_ element: Element) -> Bool {
    func isOpen(_ ink: Ink) -> Bool {
      switch ink {
      case .current: true
      case .palette(_, let other): other == nil
      case .mix(_, let a, let b): isOpen(a) || isOpen(b)
      case .color: false
      }
    }
    func isOpen(_ paint: Paint?) -> Bool {
      switch paint {
      case nil: false
      case .ink(let ink, _): isOpen(ink)
      case .gradient(let gradient): gradient.stops.contains { isOpen($0.ink) }
      }
    }
    switch element {
    case .group(let group): return group.elements.contains(where: usesCurrentColor)
    case .shape(let shape): return isOpen(shape.fill) || isOpen(shape.stroke)
    case .image: return false
    }
  }

  /// The bounds of all shapes, including strokes, in points.
  var ink: Rect? { Artwork.ink(.group(root), .identity) }

  private static func ink(_ element: Element, _ outer: AffineTransform) -> Rect? {
    let map = element.item.transform.concat(outer)
    switch element {
    case .group(let group): return group.elements.reduce(nil) { joined($0, ink($1, map)) }
    case .shape(let shape):
      if shape.stroke != nil { return shape.path.strokeBox(shape.strokeStyle).map(map.boundingBox(of:)) }
      return shape.path.transformed(by: map).boundingBoxOfPath
    case .image(let picture): return map.boundingBox(of: picture.rect)
    }
  }
}
