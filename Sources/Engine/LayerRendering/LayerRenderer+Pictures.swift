// SPDX-License-Identifier: MIT
import Formats
import LayerModel
import Pixels
import Sandbox
import SceneFiles

// The public rendering API, with labelled options.
extension LayerRenderer {
  /// Renders a layer in its own bounds space. Options that concern only files have no effect.
  ///
  /// ```swift
  /// let bitmap = try renderer.render(poster, PictureOptions(scale: 2, time: 1))
  /// ```
  ///
  /// - Throws: `LayerError`, and the errors of the layer's hooks.
  public func render(_ layer: Layer, _ options: PictureOptions = PictureOptions()) throws -> Bitmap {
    try render(layer, options.rendering)
  }

  /// Returns the size of a layer's picture in pixels, as `render` makes it; nil if it cannot be rendered.
  ///
  /// ```swift
  /// let size = renderer.pixelSize(of: poster, PictureOptions(scale: 2))
  /// print(size?.width ?? 0, size?.height ?? 0)
  /// ```
  public func pixelSize(of layer: Layer, _ options: PictureOptions = PictureOptions()) -> (width: Int, height: Int)? {
    pixelSize(of: layer, options.rendering)
  }

  /// Renders a layer into a picture file, whose extension selects the format: .png, .jpg, .webp, .pdf or .svg; or
  /// writes it as a scene: .caml, .ca or .tendies, with drawings at the scale of the options, but at 3 for the scale 1.
  /// The file is renamed into place when it is complete.
  ///
  /// ```swift
  /// try renderer.write(poster, to: "poster.png", PictureOptions(scale: 2))
  /// ```
  ///
  /// - Parameter path: relative to the configuration's `workingDirectory`.
  /// - Throws: `LayerError`, and the errors of the layer's hooks.
  public func write(_ layer: Layer, to path: String, _ options: PictureOptions = PictureOptions()) throws {
    if let scene = SceneFormat(ofPath: path), scene != .lua {
      var settings = SceneOptions()
      if options.scale != 1 { settings.pixelScale = options.scale }
      let name = SceneAssets.plain(splitExtension(lastName(of: path)).stem)
      return try hosting(path) {
        try writeScene(
          try sceneFiles(of: layer, as: scene, name: name.isEmpty ? "scene" : name, for: path, settings), to: path,
          as: scene)
      }
    }
    try hosting(path) { try write(layer, to: path, options.rendering, options.encoding) }
  }

  /// Renders layers as the pages of a .pdf, which is renamed into place when it is complete.
  ///
  /// ```swift
  /// try renderer.write([cover, inside], to: "book.pdf", PictureOptions(page: PageOptions(paper: .a4, title: "Tea")))
  /// ```
  ///
  /// - Parameters:
  ///   - layers: at least one; each page has its own size, or is fitted to the paper of the options.
  ///   - path: relative to the configuration's `workingDirectory`.
  /// - Throws: `LayerError`, and the errors of the layers' hooks.
  public func write(_ layers: [Layer], to path: String, _ options: PictureOptions = PictureOptions()) throws {
    let format: FileFormat
    do throws(DestinationError) { format = try FileFormat(ofPicture: path) } catch { throw error.writing(path) }
    let vector = try LayerRenderer.pages(layers.count, in: format, "cannot write \"\(path)\"")
    try hosting(path) {
      try checkWriting(to: path, as: format, options.encoding)
      try writeDocument(of: layers, to: path, as: vector, options.rendering, options.encoding)
    }
  }

  /// Returns the vector format of a file with `count` pages.
  ///
  /// - Throws: `LayerError` for a format without pages, or for several pages in a single-page format.
  package static func pages(_ count: Int, in format: FileFormat, _ mention: String) throws(LayerError) -> VectorFormat {
    guard count > 0 else { throw LayerError("\(mention): there is no page; give at least one layer") }
    guard let vector = format.vector, vector.hasPages || count == 1 else {
      throw LayerError(
        "\(mention): \(count) layers are the pages of a .pdf; a \(format.tail) holds one picture")
    }
    return vector
  }

  /// Encodes a bitmap and returns the bytes of a picture file. `format` is png, jpg, jpeg or webp; or pdf
  /// or svg, whose page the bitmap fills. The options' scale, time and size are ignored; those of the bitmap apply.
  ///
  /// ```swift
  /// let bitmap = try renderer.render(poster)
  /// let jpeg = try renderer.encode(bitmap, format: "jpg", PictureOptions(quality: 0.8))
  /// ```
  ///
  /// - Throws: `LayerError`.
  public func encode(_ bitmap: Bitmap, format: String, _ options: PictureOptions = PictureOptions()) throws -> [UInt8] {
    var encoding = options.encoding
    encoding.background = options.background
    return try encode(bitmap, format: format, encoding)
  }

  /// Renders a film of a layer into a file, or its frames into numbered pictures such as `frame-{0000}.png`.
  ///
  /// ```swift
  /// try renderer.write(poster, to: "poster.mp4", FilmOptions(duration: 2, framesPerSecond: 30)) { $0.fraction < 0.5 }
  /// ```
  /// - Parameter progress: called periodically on this thread, and finally when all frames are done. Returning false
  ///   abandons the film and removes its file.
  /// - Returns: false if `progress` abandoned the film.
  /// - Throws: `LayerError`, and the errors of the layer's hooks.
  @discardableResult public func write(
    _ layer: Layer, to path: String, _ film: FilmOptions, progress: (FilmProgress) -> Bool = { _ in true }
  ) throws -> Bool {
    struct Ended: Error {}
    do {
      let target = try FilmTarget(path)
      _ = try hosting(path) {
        try writeFilm(
          of: layer, to: path, target, film.rendering, film.request, film.encoding, mayStartFFmpeg: mayStartFFmpeg
        ) {
          guard progress(FilmProgress(finished: $0, total: $1)) else { throw Ended() }
        }
      }
      return true
    } catch is Ended { return false }
  }
}
