// SPDX-License-Identifier: MIT
import Compositor
import Formats
import Geometry
import ImageFiles
import LayerModel
import Messages
import Pixels
import SVGFiles
import Sandbox

/// Finds the images and drawables of one renderer: those that the host registered, and files.
final class ImageStore {
  let context: RenderingContext
  private var registered: [String: Image] = [:]
  private var drawables: [String: any DrawableSource] = [:]

  init(_ context: RenderingContext) { self.context = context }

  /// Registers an image for `image(named:)`, which takes precedence over files; nil removes it.
  func register(_ image: Image?, named name: String) { registered[name] = image }

  /// Registers a pixel source for drawable layers, as in `draw = "camera"`; nil removes it. Layers that use it keep it.
  func register(_ source: (any DrawableSource)?, drawableNamed name: String) { drawables[name] = source }

  func drawableSource(named name: String) throws -> any DrawableSource {
    if let source = drawables[name] { return source }
    let names = drawables.keys.sorted().map { "\"\($0)\"" }
    throw LayerError(
      "there is no drawable named \"\(name)\"; the host registered "
        + "\(names.isEmpty ? "none" : names.joined(separator: ", "))"
    )
  }

  func image(atPath path: String, _ options: ImageFileOptions = ImageFileOptions()) throws -> Image {
    if splitExtension(path).fileExtension.isEmpty, let image = registered[path] {
      guard options == ImageFileOptions() else {
        throw LayerError("image \"\(path)\": color and page are for files, but this image was registered by the host")
      }
      return image
    }
    return try context.serving { try image(atPath: path, options, isPremultiplied: false) }
  }

  func image(
    atPath path: String, _ options: ImageFileOptions = ImageFileOptions(), isPremultiplied: Bool
  ) throws -> Image {
    let image = try load(
      path, at: try context.pathForReading(path, purpose: "image"), options, isPremultiplied: isPremultiplied)
    image.count(against: context.memoryBudget)
    return image
  }

  private func load(
    _ name: String, at path: String, _ options: ImageFileOptions = ImageFileOptions(), isPremultiplied: Bool = false
  ) throws -> Image {
    var needed = 0
    let room = { (bytes: Int) in
      needed = bytes
      return self.context.memoryBudget?.hasRoom(for: bytes) ?? true
    }
    let note = { (text: String) -> Void in self.context.warn(.imageFile, "image \"\(name)\": \(text)") }
    func read() throws -> Image {
      context.inputs?.note(path)
      return try context.decoded.image(
        at: path, name: name, way: way(options, isPremultiplied: isPremultiplied),
        fileLimit: context.configuration.fileSizeLimit
      ) { bytes in
        let origin = options == ImageFileOptions() && !isPremultiplied ? FileOrigin(path, bytes.count) : nil
        if let image = try shapes(bytes, options, name: name, origin: origin, allowed: room, note: note) {
          return image
        }
        if !isPremultiplied, let animated = try animated(bytes, name: name, origin: origin, allowed: room) {
          return animated
        }
        let bitmap = try bytes.withUnsafeBytes {
          try ImageDecoder.decode(
            $0, scale: scale(ofImageNamed: name), isPremultiplied: isPremultiplied,
            pixelLimit: context.limits.imagePixels, account: context.account, allowed: room, note: note)
        }
        return Image(bitmap, name: name, origin: origin)
      }
    }
    do { return try read() } catch let error as LayerError {
      // Evict cached images if the memory is needed, and try again.
      guard error.kind == .limit, needed > 0 else { throw error }
      context.decoded.removeAll()
      guard context.memoryBudget?.hasRoom(for: needed) ?? true else { throw error }
      return try read()
    }
  }

  /// Returns the image of an animated file, with all its frames; nil for a still one.
  private func animated(
    _ bytes: [UInt8], name: String, origin: (any ImageOrigin)?, allowed: (Int) -> Bool
  ) throws -> Image? {
    guard
      let picture = try AnimatedPicture(
        bytes, pixelLimit: context.limits.imagePixels, account: context.account, allowed: allowed), picture.count > 1
    else { return nil }
    let frames = try AnimatedImage(picture, scale: scale(ofImageNamed: name))
    return Image(frames, first: frames.firstBitmap, name: name, origin: origin)
  }

  /// Returns a key that distinguishes different ways of decoding the same file.
  private func way(_ options: ImageFileOptions, isPremultiplied: Bool) -> String {
    var words: [String] = isPremultiplied ? ["premultiplied"] : []
    if let c = options.color { words.append("color \(c.red) \(c.green) \(c.blue) \(c.alpha)") }
    if let page = options.page { words.append("page \(page)") }
    return words.joined(separator: " ")
  }

  /// Returns the vector image of an SVG file or of a PDF page, which is drawn at any resolution; nil for any other
  /// file.
  func shapes(
    _ bytes: [UInt8], _ options: ImageFileOptions, name: String?, origin: (any ImageOrigin)? = nil,
    allowed: (Int) -> Bool, note: (String) -> Void
  ) throws -> Image? {
    let content = bytes.withUnsafeBytes { InputFormat.of($0)?.content }
    let isSVG = content == .document, isPDF = content == .pages
    if options.color != nil, !isSVG { throw LayerError("color is for SVG files, where it sets currentColor") }
    if options.page != nil, !isPDF { throw LayerError("page is for PDF files; this is another kind") }
    guard isSVG || isPDF else { return nil }
    guard isPDF else { return try shapes(svg: bytes, svgReader, options, name, origin, allowed, note) }
    do {
      let svg = try PDFPageReader.svg(
        of: bytes, page: options.page ?? 1, by: context.svgProgram, isStopped: context.isStopped)
      var reader = svgReader
      reader.options = .page
      return try shapes(svg: svg, reader, options, name, origin, allowed, note)
    } catch let error as LayerError { throw PDFPageReader.shown(error) }
  }

  private func shapes(
    svg: [UInt8], _ reader: SVGImageReader, _ options: ImageFileOptions, _ name: String?,
    _ origin: (any ImageOrigin)?, _ allowed: (Int) -> Bool, _ note: (String) -> Void
  ) throws -> Image {
    var reader = reader
    reader.options.color = options.color
    return try withoutActuallyEscaping(allowed) { allowed in
      reader.allowed = allowed
      defer { reader.allowed = { _ in true } }
      let picture = try svg.withUnsafeBytes { try reader.image($0) }
      let bitmap = try picture.baseBitmap(
        pixelLimit: context.limits.imagePixels, allowed: allowed, isStopped: context.isStopped)
      for text in picture.notes { note(text) }
      return Image(picture, bitmap: bitmap, bytes: picture.byteCount, name: name, origin: origin)
    }
  }

  private var svgReader: SVGImageReader {
    var reader = SVGImageReader(cache: context.pictures, program: context.svgProgram) {
      drawing, width, height, isStopped in
      var options = CompositorOptions(threads: 1)
      options.isStopped = isStopped
      return try Compositor.rasterize(drawing, size: Size(Double(width), Double(height)), scale: 1, options: options)
    }
    reader.account = context.account
    reader.decode = imagesOfFile()
    if !context.configuration.fontDirectories.isEmpty {
      reader.fontSetting = HostSetting.fontDirectories.name(context.files.face)
    }
    return reader
  }

  /// Returns the image of a registered name, or of the files `name.png`, `name@2x.png` and `name@3x.png`. The
  /// extensions `.jpg`, `.jpeg`, `.webp` and `.svg` are also tried, and each scale may have its own. An SVG file serves
  /// all scales.
  func image(named name: String) throws -> Image {
    if let image = registered[name] { return image }
    let parts = splitExtension(name)
    let known =
      (InputFormat.pictureExtensions + InputFormat.drawingExtensions).contains(parts.fileExtension.lowercased())
    if !context.files.hasFolderToRead {
      throw LayerError(
        "image named \"\(name)\" was not found: the host supplies no image of that name, and this script has no folder "
          + "to read"
          + context.files.face.remedy("; the host sets it with ", .scriptDirectory, .readableDirectories))
    }
    let stem = known ? parts.stem : name
    let tails =
      known
      ? ["." + parts.fileExtension]
      : (InputFormat.pictureExtensions + InputFormat.drawingExtensions.prefix(1)).map { "." + $0 }
    var variants: [Bitmap] = []
    for mark in ["", "@2x", "@3x"] {
      for tail in tails {
        guard let path = try existingPath(stem + mark + tail) else { continue }
        let image = try load(stem + mark + tail, at: path)
        if image.picture != nil || image.animation != nil, variants.isEmpty {
          image.count(against: context.memoryBudget)
          return image
        }
        variants.append(image.bitmap)
        break
      }
    }
    guard let image = context.decoded.image(named: name, variants: variants) else {
      let folder = parent(of: normalized(absolute(stem, in: context.files.scriptDirectory)))
      let names = ["", "@2x", "@3x"].map { lastName(of: stem) + $0 + tails[0] }
      throw LayerError(
        "image named \"\(name)\" was not found: searched for \(names.joined(separator: ", "))"
          + "\(known ? "" : " (or \(listed(Array(tails.dropFirst()))))") in "
          + "\(context.files.shown(folder))"
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

  /// Returns the real path of an image file; nil if there is none. Throws for a path that may not be read.
  private func existingPath(_ name: String) throws -> String? {
    let full = absolute(name, in: context.files.scriptDirectory)
    if !name.isEmpty, !name.utf8.contains(0), realPath(full) == nil,
      context.files.isReadable(normalized(full))
    {
      context.noteMissed(name)
      return nil
    }
    return try context.pathForReading(name, purpose: "image")
  }

  func decode(_ bytes: [UInt8]) throws -> Image {
    do {
      let note = { (text: String) -> Void in self.context.warn(.imageFile, "image: \(text)") }
      if let image = try shapes(bytes, ImageFileOptions(), name: nil, allowed: context.hasRoom, note: note) {
        return image
      }
      return Image(
        try bytes.withUnsafeBytes {
          try ImageDecoder.decode(
            $0, pixelLimit: context.limits.imagePixels, account: context.account, allowed: context.hasRoom, note: note)
        })
    } catch { throw imageError(error, "image") }
  }
}
