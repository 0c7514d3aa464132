// SPDX-License-Identifier: MIT
import Formats
import Geometry
import ImageFiles
import LayerModel
import Messages
import Numbers
import Pixels
import SVGFiles
import Sandbox

extension ImageStore {
  /// Parses the shapes of an SVG file, and warns of elements that are left out.
  ///
  /// - Parameter purpose: what is made of the shapes, for the warning.
  func artwork(atPath path: String, making purpose: String) throws -> Artwork {
    let real = try context.pathForReading(path, purpose: "SVG file")
    // The parsed elements take several times the memory of the text.
    if let identity = FileIdentity(path: real),
      !context.hasRoom(Int(clamping: identity.size).multipliedReportingOverflow(by: 16).partialValue)
    {
      throw LayerError(.limit, "SVG file \"\(path)\" is too large for the memory that is left: \(identity.size) bytes")
    }
    context.inputs?.note(real)
    let bytes = try readWholeFile(
      real, name: path, purpose: "SVG file",
      limit: min(ArtworkDocument.mostBytes, context.configuration.fileSizeLimit))
    return try artwork(bytes, named: "SVG file \"\(path)\"", making: purpose)
  }

  /// Parses the shapes of an SVG file's bytes.
  func artwork(_ bytes: [UInt8], named name: String, making purpose: String) throws -> Artwork {
    let artwork: Artwork
    do {
      let document = try bytes.withUnsafeBytes { bytes in
        guard InputFormat.isGzip(bytes) else { return try ArtworkDocument(bytes, context.account) }
        return try Deflated.unpacked(gzip: bytes, limit: ArtworkDocument.mostBytes).withUnsafeBytes {
          try ArtworkDocument($0, context.account)
        }
      }
      var reader = ArtworkReader(
        document, segmentLimit: context.limits.pathSegments, isAllowed: context.hasRoom, decode: imagesOfFile())
      artwork = try reader.artwork()
    } catch { throw imageError(error, name) }
    let omissions = artwork.omissions + (purpose == Self.pathPurpose ? artwork.omissionsOfOutlines : [])
    if !omissions.isEmpty {
      let shown = omissions.prefix(5).map { "\($0.what) (line \($0.line))" }.joined(separator: ", ")
      let more = omissions.count > 5 ? " and \(omissions.count - 5) more" : ""
      let drawn = omissions.filter(\.isShownByImages)
      let image = context.reader.text(.image)
      // An image is no remedy for what it does not show either.
      let remedy =
        drawn.isEmpty
        ? ""
        : drawn.count == omissions.count
          ? "; as \(image) it is drawn whole"
          : "; \(image) draws \(drawn.prefix(3).map(\.what).joined(separator: ", "))"
      context.scene?.warn(
        .svgLeftOut, "\(name): \(purpose) leaves out \(shown)\(more)\(remedy)", onceFor: name)
    }
    return artwork
  }

  /// Returns a decoder for the images embedded in one file, with a budget of pixels that they share.
  func imagesOfFile() -> ([UInt8]) -> Bitmap? {
    var pixels = min(context.limits.imagePixels, Self.mostPixels)
    return { bytes in
      let bitmap = try? bytes.withUnsafeBytes {
        try ImageDecoder.decode(
          $0, pixelLimit: pixels, account: self.context.account, allowed: self.context.hasRoom)
      }
      if let bitmap { pixels -= bitmap.width * bitmap.height }
      return bitmap
    }
  }

  /// The purpose "a path", as warnings name it.
  static var pathPurpose: String { "a path" }

  /// Maximum total pixels of the images embedded in one SVG file.
  private static var mostPixels: Int { 64 << 20 }

  func layer(of artwork: Artwork, color: Color) throws -> Layer {
    guard let scene = context.scene else { throw LayerError("the renderer has no scene; call makeScene() first") }
    return try ArtworkLayers(scene: scene, colors: ArtworkColors(current: color)).layer(of: artwork)
  }
}

extension ImageStore {
  /// Returns the outlines of all shapes of an artwork, in the file's coordinates, in points.
  func path(of artwork: Artwork, named name: String) throws -> Path {
    var shapes: [(shape: Artwork.Shape, map: AffineTransform)] = []
    var segments = 0
    func add(_ element: Artwork.Element, _ outer: AffineTransform) {
      let map = element.item.transform.concat(outer)
      switch element {
      case .group(let group): for child in group.elements { add(child, map) }
      case .shape(let shape):
        segments += shape.path.verbs.count
        shapes.append((shape, map))
      case .image: break
      }
    }
    add(.group(artwork.root), .identity)
    // A growing array exists twice while it is reallocated.
    guard context.hasRoom(segments * 98) else {
      throw LayerError.noMemory("a path of \(segments) segments", context.memoryBudget, at: name)
    }
    var path = Path()
    for (shape, map) in shapes { path.addPath(shape.path, transform: map) }
    return path
  }
}
