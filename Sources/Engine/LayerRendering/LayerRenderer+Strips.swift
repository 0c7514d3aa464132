// SPDX-License-Identifier: MIT
import Compositor
import Formats
import ImageFiles
import LayerModel
import Messages
import Numbers
import Pixels
import RenderTree
import Sandbox

// Large pictures, which are drawn in horizontal strips that are passed to the encoder one by one.
extension LayerRenderer {
  /// Maximum bytes and rows of a strip.
  private static let stripBytes = 64 << 20
  private static let stripRows = 1024

  /// True if a layer's picture is drawn in strips when it is written.
  ///
  /// - Throws: `LayerError` of kind `limit` for a picture so large that it needs strips, in a format that is not
  ///   written row by row.
  package func writesInStrips(_ layer: Layer, _ options: RenderOptions, as format: FileFormat) throws -> Bool {
    guard case .codec(let codec) = format.picture else { return false }
    let size = (options.size ?? layer.bounds.size).pixels(scale: options.scale)
    let area = size.width * size.height
    guard area > Double(stripThreshold), size.width >= 1, size.height >= 1 else { return false }
    if codec.isStreamed { return true }
    let most = Double(Bitmap.maximumSide)
    guard size.width <= most, size.height <= most, area <= Double(Bitmap.maximumPixels) else {
      throw LayerError(
        .limit,
        "a picture of \(pixelText(size)) pixels cannot be written as \(format.name), which "
          + "is encoded as a whole: each side must be 1 to \(Bitmap.maximumSide) pixels, \(Bitmap.maximumPixels) in "
          + "all; write a .png or a .jpg, which are written row by row, or make the size or the scale smaller")
    }
    return false
  }

  /// Renders a layer in strips into a file that `commit` renames into place. The options must have been checked. The
  /// bytes are identical to those of a picture drawn at once.
  ///
  /// - Throws: `LayerError`, and the errors of the layer's hooks.
  package func prepareStrips(
    of layer: Layer, to path: String, as format: FileFormat, _ options: RenderOptions, _ file: EncodingOptions
  ) throws -> PreparedDocument {
    let target = try context.pathForWriting(path)
    let tree = try layer.renderTree(options)
    let (width, height) = try checkStrips(tree)
    let made = try PreparedDocument(
      to: target, name: path, isNamed: context.files.isNamed(target), isKept: writesFiles, memoryBudget)
    defer { reportWarnings() }
    do {
      try stream(tree, width: width, height: height, format: format, file: file, to: made)
    } catch let error as BitmapError {
      throw LayerError(.limit, error.message)
    }
    try made.flush()
    return made
  }

  /// Checks the limits of a picture drawn in strips and returns its size in pixels.
  private func checkStrips(_ tree: RenderTree) throws -> (width: Int, height: Int) {
    let size = tree.canvas.size.pixels(scale: tree.scale)
    let area = size.width * size.height
    let longest = Compositor.longestStrippedSide, most = Compositor.mostStrippedPixels
    guard size.width >= 1, size.height >= 1, size.width <= Double(longest), size.height <= Double(longest),
      area <= Double(most)
    else {
      throw LayerError(
        .limit,
        "a picture of \(pixelText(size)) pixels cannot be written: each side must be 1 to \(longest) pixels, \(most) "
          + "in all; make the size or the scale smaller")
    }
    let limit = context.limits.pixels
    guard Int(clamping: area) <= limit else {
      throw LayerError(
        .limit,
        "a picture of \(pixelText(size)) pixels is too large: at most \(limit) pixels; make the size or the scale "
          + "smaller")
    }
    let width = Int(clamping: size.width), height = Int(clamping: size.height)
    // Twice the strip: its pixels and their encoded form.
    if !hasRoom(2 * width * rows(width) * 4) {
      throw LayerError.noMemory("a picture of \(width)×\(height) pixels", memoryBudget)
    }
    return (width, height)
  }

  /// Returns the maximum number of rows of a strip.
  private func rows(_ width: Int) -> Int {
    max(min(LayerRenderer.stripBytes / (width * 4), stripRows ?? LayerRenderer.stripRows), 1)
  }

  private func stream(
    _ tree: RenderTree, width: Int, height: Int, format: FileFormat, file: EncodingOptions,
    to document: PreparedDocument
  ) throws {
    let dpi = file.dpi ?? 72 * tree.scale
    let under = file.background ?? (format.alpha == .none ? Color(white: 1, alpha: 1) : nil)
    let picture = try Compositor.strips(of: tree, rows: rows(width), options: budgeted)
    func strips(_ body: (UnsafePointer<UInt32>, UnsafeBufferPointer<UInt32>, Int) throws -> Void) throws {
      try picture.paint { pixels, rows in
        if let under { Bitmap.composite(pixels, over: under) }
        guard let base = pixels.baseAddress else { return }
        try body(UnsafePointer(base), UnsafeBufferPointer(pixels), rows)
      }
    }
    if format.picture == .codec(.jpeg) {
      let quality = file.quality ?? 0.9
      let stream = try JPEGStream(width: width, height: height, quality: quality, dpi: dpi) { try document.write($0) }
      try strips { try stream.append($0, rows: $2) }
      return try stream.finish()
    }
    // The PNG header contains the colour type. It is determined from the first strip; if a later strip needs another
    // one, the file is started over.
    struct Another: Error {}
    var content = PNGContent(isGrey: true, isOpaque: true)
    while true {
      var stream: PNGStream?
      do {
        try strips { base, pixels, rows in
          let known = content.joined(with: pixels)
          if stream != nil, known != content {
            content = known
            throw Another()
          }
          content = known
          let open =
            try stream
            ?? PNGStream(
              width: width, height: height, content: known, level: file.compression ?? PNGEncoder.defaultLevel,
              pixelsPerMetre: PNGEncoder.pixelsPerMetre(dpi), threads: context.encodingThreads
            ) { try document.write($0) }
          stream = open
          try open.append(base, rows: rows)
        }
        return try stream?.finish() ?? ()
      } catch is Another { try document.restart() }
    }
  }
}
