// SPDX-License-Identifier: MIT
import Formats
import Geometry
import LayerModel
import LayerRendering
import Numbers
import Pixels
import SceneFiles

// Pictures as images, pixel buffers, bytes and files.
extension Engine {
  /// Renders a layer in its own bounds space: its position, transform and superlayer are ignored; its opacity, mask and
  /// shadow apply. Layout and display hooks run first.
  ///
  /// ```swift
  /// let image = try engine.render(card, PictureOptions(scale: 2))
  /// ```
  /// - Throws: `EngineError`: of kind `usage` for options out of range or a layer without size, `script` for a hook's
  ///   error, `limit`, `cancelled`.
  public func render(_ layer: Layer, _ options: PictureOptions = PictureOptions()) throws -> Image {
    try render(layer, options.rendering)
  }

  package func render(_ layer: Layer, _ options: RenderOptions) throws(EngineError) -> Image {
    try check(options)
    _ = try size(of: layer, options)
    return try draw(layer, options)
  }

  private func draw(_ layer: Layer, _ options: RenderOptions) throws(EngineError) -> Image {
    try working {
      let bitmap = try renderer.render(layer, options)
      try checkInterruption()
      return Image(bitmap)
    }
  }

  func check(_ options: RenderOptions) throws(EngineError) {
    guard options.scale > 0, options.scale.isFinite else {
      throw EngineError(.usage, "the scale must be a number above 0, got \(options.scale)")
    }
    if let time = options.time, !time.isFinite {
      throw EngineError(.usage, "the time must be a finite number, got \(time)")
    }
    if let size = options.size, !(size.isFinite && size.width > 0 && size.height > 0) {
      throw EngineError(.usage, "the size must be above 0 in both directions, got \(size.width)×\(size.height)")
    }
  }

  /// Renders a layer into the caller's buffer, the top row first. Makes one copy more than `render(_:_:)`.
  ///
  /// `pixelSize(of:)` returns the required size.
  ///
  /// ```swift
  /// let (width, height) = try engine.pixelSize(of: card)
  /// var pixels = [UInt8](repeating: 0, count: width * height * 4)
  /// try pixels.withUnsafeMutableBytes { buffer in
  ///   try engine.render(card, into: buffer, bytesPerRow: width * 4, as: .bgraPremultiplied)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - buffer: at least (height − 1) · bytesPerRow + width · 4 bytes. Padding bytes between rows are left unchanged.
  ///   - bytesPerRow: the stride between row starts; at least width · 4.
  /// - Throws: as `render`; of kind `usage` if the buffer is too small, before anything is drawn. After an error the
  ///   buffer is unchanged.
  public func render(
    _ layer: Layer, _ options: PictureOptions = PictureOptions(), into buffer: UnsafeMutableRawBufferPointer,
    bytesPerRow: Int, as layout: PixelLayout = .rgbaPremultiplied
  ) throws {
    try render(layer, options.rendering, into: buffer, bytesPerRow: bytesPerRow, as: layout)
  }

  package func render(
    _ layer: Layer, _ options: RenderOptions, into buffer: UnsafeMutableRawBufferPointer, bytesPerRow: Int,
    as layout: PixelLayout
  ) throws(EngineError) {
    try checkRoom(for: layer, options, in: buffer, bytesPerRow: bytesPerRow)
    try copy(try render(layer, options), to: buffer, bytesPerRow: bytesPerRow, as: layout)
  }

  /// Throws if a picture of the layer does not fit into the buffer.
  package func checkRoom(
    for layer: Layer, _ options: RenderOptions, in buffer: UnsafeMutableRawBufferPointer, bytesPerRow: Int
  ) throws(EngineError) {
    try check(options)
    let size = try size(of: layer, options)
    try checkRoom(size.width, size.height, buffer.count, bytesPerRow)
  }

  package func copy(
    _ image: Image, to buffer: UnsafeMutableRawBufferPointer, bytesPerRow: Int, as layout: PixelLayout
  ) throws(EngineError) {
    if !image.bitmap.copy(to: buffer, bytesPerRow: bytesPerRow, as: layout) {
      try checkRoom(image.width, image.height, buffer.count, bytesPerRow)
    }
  }

  private func checkRoom(_ width: Int, _ height: Int, _ count: Int, _ bytesPerRow: Int) throws(EngineError) {
    guard let needed = Bitmap.byteCount(width: width, height: height, bytesPerRow: bytesPerRow) else {
      // In C the number has no sign.
      let given = configuration.face == .swift ? "\(bytesPerRow)" : "\(UInt(bitPattern: bytesPerRow))"
      throw EngineError(.usage, "rows of \(width) pixels need at least \(width * 4) bytes each, got \(given)")
    }
    if count < needed {
      throw EngineError(
        .usage,
        "a picture of \(width)×\(height) pixels needs a buffer of \(needed) bytes at \(bytesPerRow) bytes a row, got "
          + "\(count)"
      )
    }
  }

  /// Returns the size of a layer's picture in pixels: the size of its bounds, or the options' size, times the scale,
  /// rounded up.
  ///
  /// ```swift
  /// let (width, height) = try engine.pixelSize(of: card, PictureOptions(scale: 2))
  /// ```
  ///
  /// - Throws: `EngineError` of kind `usage` for a layer without size.
  public func pixelSize(of layer: Layer, _ options: PictureOptions = PictureOptions()) throws -> (
    width: Int, height: Int
  ) {
    try size(of: layer, options.rendering)
  }

  package func size(of layer: Layer, _ options: RenderOptions) throws(EngineError) -> (width: Int, height: Int) {
    if let size = renderer.pixelSize(of: layer, options) { return size }
    // A layout manager may give the layer its size.
    if options.size == nil, layer.bounds.isEmpty {
      try working { try layer.layoutIfNeeded() }
      if let size = renderer.pixelSize(of: layer, options) { return size }
    }
    let size = options.size ?? layer.bounds.size
    throw EngineError(
      .usage,
      "layer \(layer.label) cannot be rendered at \(size.width)×\(size.height) points and scale \(options.scale): each "
        + "side must be 1 to \(Bitmap.maximumSide) pixels; give it bounds, or a size")
  }

  /// Encodes an image and returns the bytes of a picture file. `format` is png, jpg, jpeg or webp; or pdf or
  /// svg, whose page the image fills. The options' scale, time and size are ignored; those of the image apply.
  ///
  /// ```swift
  /// let image = try engine.render(card)
  /// let webp = try engine.encode(image, format: "webp", PictureOptions(quality: 0.9))
  /// ```
  public func encode(_ image: Image, format: String, _ options: PictureOptions = PictureOptions()) throws -> [UInt8] {
    var encoding = options.encoding
    encoding.background = options.background
    return try encode(image, format: format, encoding)
  }

  package func encode(_ image: Image, format: String, _ options: EncodingOptions) throws(EngineError) -> [UInt8] {
    do { return try renderer.encode(image.bitmap, format: format, options) } catch { throw wrongUse(error) }
  }

  /// Renders a layer and returns the bytes of a picture file. `format` is png, jpg, jpeg, webp, pdf or svg.
  ///
  /// ```swift
  /// let png = try engine.encode(card, format: "png")
  /// ```
  public func encode(_ layer: Layer, format: String, _ options: PictureOptions = PictureOptions()) throws -> [UInt8] {
    try encode(layer, format: format, options.rendering, options.encoding)
  }

  package func encode(
    _ layer: Layer, format: String, _ options: RenderOptions, _ file: EncodingOptions
  ) throws(EngineError) -> [UInt8] {
    guard let vector = FileFormat(fileExtension: format)?.vector else {
      return try encode(try render(layer, options), format: format, file)
    }
    try check(options)
    do { try renderer.check(file, for: vector.format, "a .\(format) picture") } catch {
      throw wrongUse(error)
    }
    return try working {
      let bytes = try renderer.document(of: [layer], as: vector, options, file)
      try checkInterruption()
      return bytes
    }
  }

  /// Renders a layer into a picture file, whose extension selects the format: .png, .jpg, .webp, .pdf or .svg; or
  /// writes it as a scene: .caml, .ca, .tendies or .lua. The file is renamed into place when it is complete.
  ///
  /// ```swift
  /// try engine.write(card, to: "card.png", PictureOptions(scale: 2))
  /// try engine.write(card, to: "card.ca")
  /// ```
  /// In a scene, drawings are pixels at the scale of the options, but at 3 for the scale 1.
  /// - Parameter path: relative to the configuration's `workingDirectory`, else to the process's; must lie in it or in
  ///   one of `writableDirectories`. Missing folders are created.
  /// - Throws: as `render`; of kind `file` or `temporary` if it cannot be written.
  public func write(_ layer: Layer, to path: String, _ options: PictureOptions = PictureOptions()) throws {
    if let scene = SceneFormat(ofPath: path) {
      var settings = SceneOptions()
      if options.scale != 1 { settings.pixelScale = options.scale }
      return try writeScene(layer, to: path, as: scene, settings)
    }
    let format: FileFormat
    do throws(DestinationError) { format = try FileFormat(ofPicture: path) } catch {
      throw wrongUse(error.writing(path))
    }
    try write(layer, to: path, as: format, options.rendering, options.encoding)
  }

  /// Renders layers as the pages of a .pdf, which is renamed into place when it is complete.
  ///
  /// ```swift
  /// try engine.write([cover, inside], to: "book.pdf", PictureOptions(page: PageOptions(paper: .a4, title: "Tea")))
  /// ```
  /// - Parameters:
  ///   - layers: at least one; each page has its own size, or is fitted to the paper of the options.
  ///   - path: relative to the configuration's `workingDirectory`, else to the process's; must lie in it or in one of
  ///     `writableDirectories`. Missing folders are created.
  /// - Throws: as `render`; of kind `file` or `temporary` if it cannot be written.
  public func write(_ layers: [Layer], to path: String, _ options: PictureOptions = PictureOptions()) throws {
    let format: FileFormat
    do throws(DestinationError) { format = try FileFormat(ofPicture: path) } catch {
      throw wrongUse(error.writing(path))
    }
    try write(layers, to: path, as: format, options.rendering, options.encoding)
  }

  /// Same as `write(_:to:_:)` of several layers, for a path that has been parsed.
  package func write(
    _ layers: [Layer], to path: String, as format: FileFormat, _ options: RenderOptions, _ file: EncodingOptions
  ) throws(EngineError) {
    try renderer.hosting(path) { () throws(EngineError) in try writePages(layers, to: path, as: format, options, file) }
  }

  private func writePages(
    _ layers: [Layer], to path: String, as format: FileFormat, _ options: RenderOptions, _ file: EncodingOptions
  ) throws(EngineError) {
    try check(options)
    for layer in layers { _ = try size(of: layer, options) }
    try working {
      let vector: VectorFormat
      do {
        vector = try LayerRenderer.pages(layers.count, in: format, "cannot write \"\(path)\"")
        try renderer.checkWriting(to: path, as: format, file)
      } catch { throw wrongUse(error) }
      do { try renderer.writeDocument(of: layers, to: path, as: vector, options, file) } catch let error
        as LayerError where error.isOfServices || error.kind != .invalid
      { throw wrongUse(error) }
      try checkInterruption()
    }
  }

  /// Renders layers as pages and returns the bytes of the file. `format` is pdf, or svg for a single layer.
  ///
  /// ```swift
  /// let pdf = try engine.encode([cover, inside], format: "pdf")
  /// ```
  public func encode(_ layers: [Layer], format: String, _ options: PictureOptions = PictureOptions()) throws
    -> [UInt8]
  {
    try encode(layers, format: format, options.rendering, options.encoding)
  }

  package func encode(
    _ layers: [Layer], format: String, _ options: RenderOptions, _ file: EncodingOptions
  ) throws(EngineError) -> [UInt8] {
    try check(options)
    for layer in layers { _ = try size(of: layer, options) }
    let vector: VectorFormat
    do {
      vector = try LayerRenderer.pages(
        layers.count, in: try FileFormat(ofPictureNamed: format), "a .\(format) cannot be made")
      try renderer.check(file, for: vector.format, "a .\(format) picture")
    } catch { throw wrongUse(error) }
    return try working {
      let bytes = try renderer.document(of: layers, as: vector, options, file)
      try checkInterruption()
      return bytes
    }
  }

  /// Same as `write(_:to:_:)` of one layer, for a path that has been parsed.
  package func write(
    _ layer: Layer, to path: String, as format: FileFormat, _ options: RenderOptions, _ file: EncodingOptions
  ) throws(EngineError) {
    try renderer.hosting(path) { () throws(EngineError) in try writePicture(layer, to: path, as: format, options, file)
    }
  }

  private func writePicture(
    _ layer: Layer, to path: String, as format: FileFormat, _ options: RenderOptions, _ file: EncodingOptions
  ) throws(EngineError) {
    try check(options)
    let isInStrips: Bool
    do { isInStrips = try renderer.writesInStrips(layer, options, as: format) } catch { throw wrongUse(error) }
    if !isInStrips { _ = try size(of: layer, options) }
    try working {
      do { try renderer.checkWriting(to: path, as: format, file) } catch { throw wrongUse(error) }
      if isInStrips {
        do {
          try renderer.prepareStrips(of: layer, to: path, as: format, options, file).commit(
            isStopped: renderer.isStopped)
        } catch let error
          as LayerError where error.isOfServices || error.kind != .invalid
        { throw wrongUse(error) }
        return try checkInterruption()
      }
      if let vector = format.vector {
        do { try renderer.writeDocument(of: [layer], to: path, as: vector, options, file) } catch let error
          as LayerError where error.isOfServices || error.kind != .invalid
        { throw wrongUse(error) }
        return try checkInterruption()
      }
      let picture: Bitmap
      do { picture = try renderer.render(layer, options) } catch let error as LayerError where error.isOfServices {
        throw wrongUse(error)
      }
      do { try renderer.write(picture, to: path, as: format, file) } catch { throw wrongUse(error) }
      try checkInterruption()
    }
  }

  /// Renders a layer as a page for the command-line program, into a file that `commit` renames into place.
  package func document(
    ofScript layer: Layer, to path: String, _ options: RenderOptions, as format: VectorFormat, _ file: EncodingOptions
  ) throws(EngineError) -> PreparedDocument {
    try working {
      let made = try renderer.prepareDocument(of: [layer], to: path, as: format, options, file)
      try checkInterruption()
      return made
    }
  }

  /// Renders a layer in strips for the command-line program, into a file that `commit` renames into place; nil if the
  /// picture is small enough to be drawn at once.
  package func strips(
    ofScript layer: Layer, to path: String, _ options: RenderOptions, as format: FileFormat, _ file: EncodingOptions
  ) throws(EngineError) -> PreparedDocument? {
    try working {
      guard try renderer.writesInStrips(layer, options, as: format) else { return nil }
      let made = try renderer.prepareStrips(of: layer, to: path, as: format, options, file)
      try checkInterruption()
      return made
    }
  }

  /// Renames a finished file into place.
  package func commit(_ document: PreparedDocument) throws(EngineError) {
    do {
      guard document.isOfSpecialFile else { return try document.commit() }
      try working { try document.commit(isStopped: renderer.isStopped) }
    } catch { throw EngineError(ofFile: error) }
  }

  /// Renders a layer for the command-line program; errors in what is drawn are blamed on the script.
  ///
  /// - Returns: the bytes of a picture file.
  package func picture(
    ofScript layer: Layer, _ options: RenderOptions, as format: FileFormat,
    _ file: EncodingOptions = EncodingOptions()
  ) throws(EngineError) -> [UInt8] {
    if let vector = format.vector {
      return try working {
        let bytes = try renderer.document(of: [layer], as: vector, options, file)
        try checkInterruption()
        return bytes
      }
    }
    let image = try draw(layer, options)
    do { return try renderer.encode(image.bitmap, as: format, file) } catch { throw wrongUse(error) }
  }
}
