// SPDX-License-Identifier: MIT
import LayerModel
import LayerRendering

// Images and drawables that a host supplies by name.
extension Engine {
  /// Offers scripts an image under a name: `contents = "logo"`, `ca.Image.named("logo")`. It takes precedence over any
  /// file; a name without extension is best. Nil removes it; layers that show it keep it.
  ///
  /// Make an image from pixels in memory with `Image(try Bitmap(width:height:scale:straightBytes:))`, and one from a
  /// file's bytes with `decodeImage(_:)`.
  public func register(_ image: Image?, named name: String) { renderer.register(image, named: name) }

  /// Offers scripts a source of pixels for drawable layers under a name: `ca.DrawableLayer { draw = "camera",
  /// asynchronous = true }`. Nil removes it; layers that have it keep it.
  ///
  /// It is called on the engine's thread, for each picture when the layer is `asynchronous`, else after
  /// `setNeedsDisplay`.
  public func register(_ source: (any DrawableSource)?, drawableNamed name: String) {
    renderer.register(source, drawableNamed: name)
  }

  /// The same with a closure.
  ///
  /// ```swift
  /// engine.registerDrawable("camera") { drawable, layerTime in
  ///   try drawable.withUnsafeMutableBytes { bytes, bytesPerRow in camera.copyFrame(to: bytes, bytesPerRow) }
  /// }
  /// ```
  /// The bytes are premultiplied, in the order of the layer's `pixelFormat`; an error of the closure ends the picture.
  public func registerDrawable(
    _ name: String, _ draw: @escaping (_ drawable: Drawable, _ layerTime: Double) throws -> Void
  ) {
    renderer.register(DrawableClosure(draw), drawableNamed: name)
  }

  /// Offers scripts a filter of the program's own by its name: `ca.Filter("Invert", { inputAmount = 0.5 })`.
  ///
  /// - Throws: `EngineError` of kind `limit` for more than 1,000 definitions.
  public func define(_ filter: FilterDefinition) throws {
    do { try scene.define(filter) } catch { throw wrongUse(error) }
  }

  /// An image from the bytes of a PNG, JPEG, WebP or SVG file, or of the first page of a PDF file; the format is found
  /// by content.
  ///
  /// - Throws: `EngineError` of kind `usage` for bytes that are no image, `limit`.
  public func decodeImage(_ bytes: [UInt8]) throws -> Image {
    do { return try renderer.decodeImage(bytes) } catch { throw wrongUse(error) }
  }
}
