// SPDX-License-Identifier: MIT
import ImageFiles
import LayerModel
import Outputs
import Pixels
import Wording

/// The images and drawables that one renderer finds: those that the host registered, and files.
final class ImageStore {
  let context: RenderingContext
  private var registered: [String: Image] = [:]
  private var drawables: [String: any DrawableSource] = [:]

  init(_ context: RenderingContext) { self.context = context }

  /// Makes an image available to `image(named:)`, before any file; nil removes it.
  func register(_ image: Image?, named name: String) { registered[name] = image }

  /// Makes a source of pixels available to drawable layers under a name, as `draw = "camera"`; nil removes it. Layers
  /// that have it keep it.
  func register(_ source: (any DrawableSource)?, drawableNamed name: String) { drawables[name] = source }

  func drawableSource(named name: String) throws -> any DrawableSource {
    if let source = drawables[name] { return source }
    let names = drawables.keys.sorted().map { "\"\($0)\"" }
    throw LayerError(
      "there is no drawable named \"\(name)\"; the host registered "
        + "\(names.isEmpty ? "none" : names.joined(separator: ", "))"
    )
  }

  func image(atPath path: String) throws -> Image {
    if splitExtension(path).fileExtension.isEmpty, let image = registered[path] { return image }
    return try context.serving { try image(atPath: path, isPremultiplied: false) }
  }

  func image(atPath path: String, isPremultiplied: Bool) throws -> Image {
    let image = try load(
      path, at: try context.pathForReading(path, purpose: "image"), isPremultiplied: isPremultiplied)
    image.count(against: context.memoryBudget)
    return image
  }

  private func load(_ name: String, at path: String, isPremultiplied: Bool = false) throws -> Image {
    var needed = 0
    let room = { (bytes: Int) in
      needed = bytes
      return self.context.memoryBudget?.hasRoom(for: bytes) ?? true
    }
    let note = { (text: String) -> Void in self.context.warn(.imageFile, "image \"\(name)\": \(text)") }
    func read() throws -> Image {
      context.inputs?.note(path)
      return try context.decoded.image(
        at: path, name: name, scale: scale(ofImageNamed: name), isPremultiplied: isPremultiplied,
        fileLimit: context.configuration.fileSizeLimit, pixelLimit: context.limits.imagePixels, allowed: room,
        note: note)
    }
    do { return try read() } catch let error as LayerError {
      // Pictures that are only kept for further use are dropped for needed memory.
      guard error.kind == .limit, needed > 0 else { throw error }
      context.decoded.removeAll()
      guard context.memoryBudget?.hasRoom(for: needed) ?? true else { throw error }
      return try read()
    }
  }

  /// The image of a registered name, or of the files `name.png`, `name@2x.png` and `name@3x.png`; `.jpg`, `.jpeg` and
  /// `.webp` are also found, and each scale may have its own.
  func image(named name: String) throws -> Image {
    if let image = registered[name] { return image }
    let parts = splitExtension(name)
    let readable = FileFormat.all.filter(\.isReadable)
    let known = FileFormat(fileExtension: parts.fileExtension)?.isReadable == true
    let stem = known ? parts.stem : name
    let tails = known ? ["." + parts.fileExtension] : readable.flatMap(\.extensions).map { "." + $0 }
    var variants: [Bitmap] = []
    for mark in ["", "@2x", "@3x"] {
      for tail in tails {
        guard let path = try existingPath(stem + mark + tail) else { continue }
        variants.append(try load(stem + mark + tail, at: path).bitmap)
        break
      }
    }
    guard let image = context.decoded.image(named: name, variants: variants) else {
      let folder = parent(of: normalized(absolute(stem, in: context.configuration.files.scriptDirectory)))
      let names = ["", "@2x", "@3x"].map { lastName(of: stem) + $0 + tails[0] }
      throw LayerError(
        "image named \"\(name)\" was not found: there is none of \(names.joined(separator: ", "))"
          + "\(known ? "" : " (or \(listed(Array(tails.dropFirst()))))") in "
          + "\(context.configuration.files.shown(folder))"
      )
    }
    let first = variants[0]
    if let other = variants.first(where: {
      abs($0.pointWidth - first.pointWidth) > 1 || abs($0.pointHeight - first.pointHeight) > 1
    }) {
      context.warn(
        .imageVariants,
        "image named \"\(name)\": at \(pixelText(first.scale))x it is "
          + "\(pixelText(first.pointWidth))×\(pixelText(first.pointHeight)) "
          + "points large, at \(pixelText(other.scale))x "
          + "\(pixelText(other.pointWidth))×\(pixelText(other.pointHeight)); "
          + "its files should differ in resolution only")
    }
    image.count(against: context.memoryBudget)
    return image
  }

  /// The real path, nil when there is no such file; a path that may not be read is an error all the same.
  private func existingPath(_ name: String) throws -> String? {
    let full = absolute(name, in: context.configuration.files.scriptDirectory)
    if !name.isEmpty, !name.utf8.contains(0), realPath(full) == nil,
      context.configuration.files.isReadable(normalized(full))
    {
      context.noteMissed(name)
      return nil
    }
    return try context.pathForReading(name, purpose: "image")
  }

  func decode(_ bytes: [UInt8]) throws -> Image {
    do {
      let note = { (text: String) -> Void in self.context.warn(.imageFile, "image: \(text)") }
      return Image(
        try bytes.withUnsafeBytes {
          try ImageDecoder.decode($0, pixelLimit: context.limits.imagePixels, allowed: context.hasRoom, note: note)
        })
    } catch { throw imageError(error, "image") }
  }
}
