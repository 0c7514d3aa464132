// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Pixels
import RenderTree

/// A pixel buffer for a drawable layer, which is filled and presented once: `CAMetalDrawable`.
///
/// ```swift
/// let view = DrawableLayer(in: scene)
/// view.bounds = Rect(0, 0, 320, 180)
/// let drawable = try view.nextDrawable()
/// try drawable.clear(.black)
/// try drawable.draw { context in
///   try context.setFillColor(.orange)
///   try context.fillEllipse(in: Rect(10, 10, 40, 40))
/// }
/// try drawable.present()
/// ```
public final class Drawable {
  /// The layer that requested it; a presentation while one is being drawn.
  private let presenting: DrawableLayer
  /// The model layer whose contents it becomes.
  public var layer: DrawableLayer { presenting.model as? DrawableLayer ?? presenting }
  /// True once it was presented; it can no longer be changed then.
  public private(set) var isPresented = false
  private let buffer: PixelBuffer
  private let isOpaque: Bool
  private weak var budget: (any MemoryBudget)?
  private let live: LiveObjects

  /// The width of the drawable, in pixels.
  public var width: Int { buffer.width }
  /// The height of the drawable, in pixels.
  public var height: Int { buffer.height }

  init(_ layer: DrawableLayer, width: Int, height: Int) throws(BitmapError) {
    buffer = try PixelBuffer(
      width: width, height: height, order: layer.storedPixelFormat.isBlueFirst ? .blueFirst : .redFirst)
    presenting = layer
    live = layer.scene.live
    live.add(.drawables)
    isOpaque = layer.flag(.opaque)
    budget = layer.scene.memoryBudget
    budget?.charge(width * height * 4)
    if layer.storedFlags.contains(.retainedBacking), let last = layer.storedContents, buffer.copy(last.bitmap) {
      return
    }
    if isOpaque { buffer.fill(0xFF00_0000) }
  }

  deinit {
    live.remove(.drawables)
    budget?.release(buffer.width * buffer.height * 4)
  }

  private func check(_ call: String) throws(LayerError) {
    if isPresented { throw LayerError("Drawable.\(call): the drawable was presented; take the layer's nextDrawable()") }
  }

  /// Calls a closure with the bytes: rows from the top, four bytes per pixel in the layer's `pixelFormat`,
  /// premultiplied by alpha.
  ///
  /// ```swift
  /// try drawable.withUnsafeMutableBytes { bytes, bytesPerRow in
  ///   for y in 0..<drawable.height { bytes[y * bytesPerRow] = UInt8(y % 256) }
  /// }
  /// ```
  ///
  /// - Throws: if it was presented; the closure's error.
  public func withUnsafeMutableBytes<Result>(
    _ body: (_ bytes: UnsafeMutableRawBufferPointer, _ bytesPerRow: Int) throws -> Result
  ) throws -> Result {
    try check("withUnsafeMutableBytes")
    return try buffer.withUnsafeMutableBytes { try body($0, buffer.bytesPerRow) }
  }

  /// Copies an image's pixels; the image must have the same size.
  ///
  /// ```swift
  /// try drawable.setPixels(try engine.decodeImage(frameBytes))
  /// ```
  public func setPixels(_ image: Image) throws {
    try check("setPixels")
    guard buffer.copy(image.bitmap) else {
      throw LayerError(
        "Drawable.setPixels: the image has \(image.width)×\(image.height) pixels, the drawable \(width)×\(height); "
          + presenting.scene.reader().text(.drawScaled(width: width, height: height)))
    }
  }

  /// Copies rows of RGBA with straight (not premultiplied) alpha, the top row first.
  ///
  /// ```swift
  /// let count = drawable.width * drawable.height
  /// try drawable.setPixels(straight: [UInt8](repeating: 128, count: count * 4))
  /// ```
  public func setPixels(straight bytes: [UInt8]) throws {
    try check("setPixels")
    guard bytes.withUnsafeBytes({ buffer.copy(straight: $0) }) else {
      throw LayerError(
        "Drawable.setPixels: expected \(width * height * 4) bytes, four for each of \(width)×\(height) pixels, got "
          + "\(bytes.count)"
      )
    }
  }

  /// Fills the drawable with one colour.
  ///
  /// ```swift
  /// try drawable.clear("#102030")
  /// ```
  public func clear(_ color: Color) throws {
    try check("clear")
    buffer.fill(color.premultiplied())
  }

  /// Draws over the existing pixels. The context's units are the drawable's pixels, y down.
  ///
  /// ```swift
  /// try drawable.draw { context in
  ///   try context.setStrokeColor(.white)
  ///   try context.stroke(Rect(4, 4, Double(drawable.width) - 8, Double(drawable.height) - 8), width: 2)
  /// }
  /// ```
  public func draw(_ body: (GraphicsContext) throws -> Void) throws {
    try check("draw")
    let scene = layer.scene
    let area = Rect(0, 0, Double(width), Double(height))
    let context = GraphicsContext(
      bounds: area, services: scene.services, memoryBudget: scene.memoryBudget,
      budget: GraphicsContext.budget(of: scene))
    context.onTextProblem = { [layer] in scene.warn(aboutTextOf: layer.label, $0, about: layer) }
    defer { context.close() }
    try context.draw(Image(try buffer.bitmap()), in: area)
    try body(context)
    try check("draw")
    if let imbalance = context.imbalance {
      scene.warn(.unbalancedState, "\(layer.label): \(imbalance)", onceFor: "\(layer.serial)", about: layer)
    }
    _ = buffer.copy(try scene.services.rasterize(context.finish(), size: area.size, scale: 1))
  }

  /// Makes the pixels the layer's contents. For an opaque layer they are composited over black, and alpha is ignored.
  ///
  /// ```swift
  /// let drawable = try view.nextDrawable()
  /// try drawable.clear(.orange)
  /// try drawable.present()
  /// ```
  ///
  /// - Throws: if it was already presented.
  public func present() throws {
    try check("present")
    let image = Image(try buffer.bitmap(scale: presenting.storedContentsScale, isOpaque: isOpaque))
    isPresented = true
    image.count(against: presenting.scene.memoryBudget)
    presenting.storeContents(image)
    Property.contents.didChange(presenting)
  }
}
