// SPDX-License-Identifier: MIT
import Geometry
import Parsing
import ImageFiles
import Pixels
import RenderTree
import Wording

/// An SVG file as a picture of any resolution, drawn of its shapes or by the program layerlua-svg.
package protocol SVGImage: ScalablePicture {
  /// The bytes that it keeps in memory, about.
  var byteCount: Int { get }
  /// Sentences about what is not shown.
  var notes: [String] { get }
  /// The bitmap whose pixels scripts read and other files have: one pixel for a point, of a large picture fewer.
  ///
  /// - Parameters:
  ///   - pixelLimit: the most pixels.
  ///   - allowed: asked before memory is taken; returns whether that many bytes are allowed.
  func baseBitmap(pixelLimit: Int, allowed: (_ bytes: Int) -> Bool, isStopped: (() -> Bool)?) throws -> Bitmap
}

extension SVGImage {
  package func baseBitmap() throws -> Bitmap {
    try baseBitmap(pixelLimit: .max, allowed: { _ in true }, isStopped: nil)
  }
}

/// How SVG files are read.
package struct SVGOptions: Sendable {
  /// The most bytes, unpacked.
  package var mostBytes = 16 << 20
  /// The colour that `currentColor` stands for; nil for the file's own, which is black if it says none.
  package var color: Color?
  /// True if the size is that of the viewBox, whatever the file says besides: pages have their points there.
  package var isPage = false

  package init() {}

  /// Those of what a converter writes of a page, whose glyphs are all elements.
  package static var page: SVGOptions {
    var options = SVGOptions()
    options.mostBytes = 64 << 20
    options.isPage = true
    return options
  }

  /// The bytes of a file, unpacked where it is packed with gzip.
  func unpacked(_ bytes: UnsafeRawBufferPointer) throws -> [UInt8] {
    if Deflated.isGzip(bytes) { return try Deflated.unpacked(gzip: bytes, limit: mostBytes) }
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
  /// The account of reading.
  package var account = Account()
  /// True if there is memory for that many bytes; asked before it is taken.
  package var allowed: (_ bytes: Int) -> Bool = { _ in true }
  /// Decodes an image in the file; nil where it cannot.
  package var decode: ([UInt8]) -> Bitmap? = { _ in nil }
  package var rasterize: ArtworkPicture.Rasterize
  /// The name of the setting by which the host gives fonts of its own, which the program does not have; nil where it
  /// gives none.
  package var fontSetting: String?

  package init(cache: SVGPictureCache, program: SVGProgram, rasterize: @escaping ArtworkPicture.Rasterize) {
    self.cache = cache
    self.program = program
    self.rasterize = rasterize
  }

  /// A file that the reader of shapes shows completely is drawn of them; every other file by the program.
  ///
  /// - Parameter bytes: SVG, or that packed with gzip.
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
      guard let first = artwork.omissions.first(where: \.isDrawnByLibrary) else {
        return try ArtworkPicture(
          artwork, options: options, byteCount: bytes.count * 4, cache: cache, rasterize: rasterize)
      }
      need = SVGNeed(reason: "it has \(first.what) (line \(first.line))")
      need.hasText = artwork.omissions.contains { $0.what.hasPrefix("text") }
      if need.hasText, let fontSetting {
        need.notes.append("its text has the system's fonts, not those of \(fontSetting); turn it into paths")
      }
      var again = ArtworkReader(document, segmentLimit: 1_000_000, isAllowed: allowed)
      again.notesLibraryGaps = true
      _ = try? again.artwork()
      need.gaps = again.libraryGaps
    } catch let error as LayerError where error.kind == .limit {
      // A file beyond the limits of the reader of shapes is left to those of the program.
      need = SVGNeed(reason: "it is more than is drawn of shapes alone (\(error.message))")
      need.hasText = true
    }
    return try SVGPicture(bytes, options: options, cache: cache, program: program, need: need, allowed: allowed)
  }
}

/// Why a file is drawn by the program.
package struct SVGNeed: Sendable {
  /// The beginning of a sentence: "it has a filter (line 12)".
  package var reason: String
  package var hasText = false
  /// Sentences about what is not shown.
  package var notes: [String] = []
  /// The parts of the file that librsvg passes over in silence.
  package var gaps: [Artwork.Omission] = []

  package init(reason: String, hasText: Bool = false) {
    self.reason = reason
    self.hasText = hasText
  }
}

extension Artwork.Omission {
  /// True if the program draws it; what librsvg passes over as well is no reason to ask for it.
  fileprivate var isDrawnByLibrary: Bool {
    !(what == "animation" || what == "vector-effect" || what.hasPrefix("<") || what.hasPrefix("the CSS property "))
  }
}

extension Artwork {
  /// True if something is painted with the colour that the file leaves open.
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

  /// The box around all shapes with their lines, in points.
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
