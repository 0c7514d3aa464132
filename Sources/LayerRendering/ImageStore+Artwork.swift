// SPDX-License-Identifier: MIT
import Geometry
import ImageFiles
import LayerModel
import Numbers
import Outputs
import Pixels
import SVGFiles

extension ImageStore {
  /// The shapes of an SVG file, with a warning of what is left out.
  ///
  /// - Parameter purpose: what is made of them, for the warning.
  func artwork(atPath path: String, making purpose: String) throws -> Artwork {
    let real = try context.pathForReading(path, purpose: "SVG file")
    // Its elements take several times the memory of its text.
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

  /// The shapes of an SVG file's bytes.
  func artwork(_ bytes: [UInt8], named name: String, making purpose: String) throws -> Artwork {
    let artwork: Artwork
    do {
      let document = try bytes.withUnsafeBytes { try ArtworkDocument($0) }
      var reader = ArtworkReader(document, segmentLimit: context.limits.pathSegments) { bytes in
        try? bytes.withUnsafeBytes {
          try ImageDecoder.decode(
            $0, pixelLimit: min(self.context.limits.imagePixels, Self.mostPixels), allowed: self.context.hasRoom)
        }
      }
      artwork = try reader.artwork()
    } catch { throw imageError(error, name) }
    if !artwork.isComplete {
      let shown = artwork.omissions.prefix(5).map { "\($0.what) (line \($0.line))" }.joined(separator: ", ")
      let more = artwork.omissions.count > 5 ? " and \(artwork.omissions.count - 5) more" : ""
      context.scene?.warn(
        .svgLeftOut, "\(name): \(purpose) leaves out \(shown)\(more); as an image, ca.Image, it is drawn whole",
        onceFor: name)
    }
    return artwork
  }

  /// The most pixels of an image in an SVG file.
  private static var mostPixels: Int { 64 << 20 }

  func layer(of artwork: Artwork, color: Color) throws -> Layer {
    guard let scene = context.scene else { throw LayerError("the renderer has no scene; call makeScene() first") }
    return try ArtworkLayers(scene: scene, colors: ArtworkColors(current: color)).layer(of: artwork)
  }
}

extension Artwork {
  /// The outlines of all shapes in the file's points.
  var path: Path {
    var path = Path()
    func add(_ element: Element, _ outer: AffineTransform) {
      let map = element.item.transform.concat(outer)
      switch element {
      case .group(let group): for child in group.elements { add(child, map) }
      case .shape(let shape): path.addPath(shape.path, transform: map)
      case .image: break
      }
    }
    add(.group(root), .identity)
    return path
  }
}
