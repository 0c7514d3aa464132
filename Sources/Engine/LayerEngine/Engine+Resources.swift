// SPDX-License-Identifier: MIT
import LayerModel
import LayerRendering

// Images and drawables that a host provides by name.
extension Engine {
  /// Provides an image to scripts under a name: `contents = "logo"`, `ca.Image.named("logo")`. It takes precedence over
  /// any file; prefer a name without extension. Nil removes the name; layers that show the image keep it.
  ///
  /// Create an image from pixels in memory with `Image(try Bitmap(width:height:scale:straightBytes:))`, and one from a
  /// file's bytes with `decodeImage(_:)`.
  ///
  /// ```swift
  /// let pixel = try Bitmap(width: 1, height: 1, scale: 1, straightBytes: [255, 128, 0, 255])
  /// engine.register(Image(pixel), named: "amber")
  /// try engine.run(script: "return ca.Layer { bounds = {0, 0, 64, 64}, contents = 'amber' }", name: "card.lua")
  /// ```
  public func register(_ image: Image?, named name: String) { renderer.register(image, named: name) }

  /// Provides a pixel source for drawable layers to scripts under a name: `ca.DrawableLayer { draw = "camera",
  /// asynchronous = true }`. Nil removes the name; layers that use the source keep it.
  ///
  /// The source is called on the engine's thread: for each picture if the layer is `asynchronous`, else after
  /// `setNeedsDisplay`.
  ///
  /// ```swift
  /// let meter = DrawableClosure { drawable, layerTime in try drawable.clear(Color(white: min(layerTime, 1))) }
  /// engine.register(meter, drawableNamed: "meter")
  /// ```
  public func register(_ source: (any DrawableSource)?, drawableNamed name: String) {
    renderer.register(source, drawableNamed: name)
  }

  /// Provides a closure as the pixel source for drawable layers under a name.
  ///
  /// ```swift
  /// engine.registerDrawable("camera") { drawable, layerTime in
  ///   try drawable.withUnsafeMutableBytes { bytes, bytesPerRow in camera.copyFrame(to: bytes, bytesPerRow) }
  /// }
  /// ```
  /// The bytes are premultiplied, in the order of the layer's `pixelFormat`. An error of the closure fails the render.
  public func registerDrawable(
    _ name: String, _ draw: @escaping (_ drawable: Drawable, _ layerTime: Double) throws -> Void
  ) {
    renderer.register(DrawableClosure(draw), drawableNamed: name)
  }

  /// Provides a custom filter to scripts under its name: `ca.Filter("Invert", { inputAmount = 0.5 })`.
  ///
  /// ```swift
  /// try engine.define(
  ///   FilterDefinition("Halve", reach: .points(0)) { span in
  ///     let source = span.source.row(span.y)
  ///     for i in span.pixels.indices { span.pixels[i] = source[span.x - span.source.x + i] * 0.5 }
  ///   })
  /// ```
  ///
  /// - Throws: `EngineError` of kind `limit` for more than 1,000 definitions.
  public func define(_ filter: FilterDefinition) throws {
    do { try scene.define(filter) } catch { throw wrongUse(error) }
  }

  /// Decodes an image from the bytes of a PNG, JPEG, WebP or SVG file, the first frame of a GIF, or the first page of
  /// a PDF file. The format is detected by content.
  ///
  /// ```swift
  /// engine.register(try engine.decodeImage(logoBytes), named: "logo")
  /// ```
  ///
  /// - Throws: `EngineError` of kind `usage` for bytes that are not an image; `limit`.
  public func decodeImage(_ bytes: [UInt8]) throws -> Image {
    do { return try renderer.decodeImage(bytes) } catch { throw wrongUse(error) }
  }
}
