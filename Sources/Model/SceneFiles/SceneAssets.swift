// SPDX-License-Identifier: MIT
import Formats
import ImageFiles
import LayerModel
import Messages
import Numbers
import Parsing
import Pixels

/// The image files of a scene that is written: each file once, under a name of letters, digits and `-_.`.
///
/// PNG, JPEG and WebP files are copied byte for byte; other images become PNG.
package final class SceneAssets {
  /// The folder of the files, with a slash at its end.
  package let folder: String
  /// The files so far, by their paths from the scene's folder, in the order of their first use.
  package private(set) var files: [(name: String, bytes: [UInt8])] = []
  /// True for scripts: SVG and PDF files are copied too, in place of a picture of them, and names keep the `@2x` that
  /// gives an image its size in points.
  private let isForScript: Bool
  // For lookups only.
  private var namesOfImages: [ObjectIdentifier: String] = [:]
  private var namesOfBytes: [[UInt8]: String] = [:]
  private var taken: Set<String> = []
  /// The next number of each name in small letters.
  private var numbers: [String: Int] = [:]
  private let isOccupied: IsOccupied
  private var images: [Image] = []
  private let charge: MemoryCharge

  /// Returns true if a file with other bytes lies at a path from the scene's folder.
  package typealias IsOccupied = (_ name: String, _ bytes: [UInt8]) -> Bool

  /// - Parameter isOccupied: a name for which it returns true is not used, since the file there is another's.
  package init(
    folder: String, isForScript: Bool = false, isOccupied: @escaping IsOccupied = { _, _ in false },
    _ budget: (any MemoryBudget)?
  ) {
    self.folder = folder
    self.isForScript = isForScript
    self.isOccupied = isOccupied
    charge = MemoryCharge(budget)
  }

  /// Returns the path of an image's file, which is added if it is new.
  ///
  /// An image of several resolutions gives its largest. One of a file of shapes must have been drawn before, unless
  /// such files are copied.
  /// - Throws: `LayerError` of kind `limit` if there is not enough memory.
  package func path(of image: Image) throws -> String {
    if let name = namesOfImages[ObjectIdentifier(image)] { return name }
    let (bytes, tail, scale) = try file(of: image)
    // Kept alive, so that no other image gets its identity.
    images.append(image)
    let name: String
    if let known = namesOfBytes[bytes] {
      name = known
    } else {
      guard charge.grow(by: 2 * bytes.count) else {
        throw LayerError.noMemory("an image file of \(bytes.count) bytes", charge.budget)
      }
      let mark = isForScript && (scale == 2 || scale == 3) ? "@\(numberText(scale))x" : ""
      name = folder + unused(stem(of: image), mark + "." + tail, for: bytes)
      files.append((name, bytes))
      namesOfBytes[bytes] = name
    }
    namesOfImages[ObjectIdentifier(image)] = name
    return name
  }

  /// Returns the bytes of an image's file, its extension, and its pixels per point.
  private func file(of image: Image) throws -> (bytes: [UInt8], tail: String, scale: Double) {
    if let bytes = image.origin?.bytes() {
      switch bytes.withUnsafeBytes({ InputFormat.of($0)?.content }) {
      case .picture(let codec)?: return (bytes, codec.format.fileExtension, image.scale)
      case .document? where isForScript: return (bytes, "svg", 1)
      case .pages? where isForScript: return (bytes, "pdf", 1)
      default: break
      }
    }
    let largest = image.variants[image.variants.count - 1]
    let bitmap = image.picture == nil ? largest : image.bitmap(forScale: 3)
    return (try ImageEncoder.encode(bitmap, as: .png), "png", bitmap.scale)
  }

  /// Returns the name of an image without its folder and extension, in plain characters.
  private func stem(of image: Image) -> String {
    let last = splitExtension(lastName(of: image.name ?? "image")).stem
    // A name with @2x would be read as one of several resolutions.
    let plain = SceneAssets.plain(last.split(separator: "@").first.map(String.init) ?? "image")
    return plain.isEmpty ? "image" : String(plain.prefix(60))
  }

  /// Returns a text without characters that file names in bundles should not have.
  package static func plain(_ text: String) -> String {
    let allowed = text.unicodeScalars.map { scalar -> Character in
      let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      return isPlain || scalar == "-" || scalar == "_" || scalar == "." ? Character(scalar) : "-"
    }
    return String(String(allowed).drop { $0 == "." || $0 == "-" })
  }

  /// - Parameter tail: the extension with its dot.
  private func unused(_ stem: String, _ tail: String, for bytes: [UInt8]) -> String {
    let first = stem + tail
    var name = first
    var number = numbers[first.lowercased()] ?? 1
    repeat {  // bounded: the files of the scene and those beside it
      name = number == 1 ? first : "\(stem)-\(number)\(tail)"
      number += 1
      // Names that differ in case only would be one file on some systems.
    } while !taken.insert(name.lowercased()).inserted || isOccupied(folder + name, bytes)
    numbers[first.lowercased()] = number
    return name
  }
}
