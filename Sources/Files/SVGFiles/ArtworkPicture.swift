// SPDX-License-Identifier: MIT
import Filters
import Geometry
import ImageFiles
import Messages
import Numbers
import Pixels
import RenderTree

/// An SVG file as a scalable picture, drawn from its shapes in this process.
package final class ArtworkPicture: SVGImage, Sendable {
  /// Rasterises operations into a bitmap of the given pixel size, on the calling thread.
  package typealias Rasterize =
    @Sendable (
      _ drawing: RecordedDrawing, _ width: Int, _ height: Int, _ isStopped: (@Sendable () -> Bool)?
    ) throws -> Bitmap

  package let size: Size
  package let byteCount: Int
  package let notes: [String]

  private let operations: RecordedDrawing
  private let load: Load

  /// The cost of a drawing, per pixel.
  private struct Load {
    /// The number of groups and filter primitives, each of which may fill all pixels.
    var layers = 0.0
    /// The number of filter surfaces, which live until the drawing ends.
    var surfaces = 0.0

    /// - Parameter page: the picture's bounds.
    mutating func add(_ drawing: RecordedDrawing, _ outer: AffineTransform, _ page: Rect) {
      for operation in drawing.operations {
        guard case .beginLayer = operation.kind else { continue }
        layers += 1
        guard let effect = operation.effect else { continue }
        let map = operation.transform.concat(outer)
        if let filter = effect.filter {
          let box = [effect.content, effect.extent].compactMap { $0.map(map.boundingBox(of:)) }
          let seen = box.compactMap { $0.intersection(page) }.map { $0.width * $0.height }.max() ?? 0
          let share = min(seen / (page.width * page.height), 1)
          layers += Double(filter.primitives.count) * share
          surfaces += 3 * share
        }
        if let mask = effect.mask { add(mask, map, page) }
      }
    }
  }

  /// The maximum number of pixels of all filter surfaces together.
  private static let mostSurfacePixels = Double(1 << 27)
  private let cache: SVGPictureCache
  private let rasterize: Rasterize

  /// The maximum number of operations that are written as shapes on pages; beyond it, pixels are smaller.
  private static let mostShapes = 20_000

  /// - Parameters:
  ///   - artwork: must be complete.
  ///   - byteCount: the approximate memory that the picture keeps.
  init(
    _ artwork: Artwork, options: SVGOptions, byteCount: Int, cache: SVGPictureCache, notes: [String] = [],
    rasterize: @escaping Rasterize
  ) throws(LayerError) {
    var drawing = artwork.drawing(currentColor: options.color ?? .black)
    var size = artwork.size
    if !artwork.hasSize {
      // Uses the bounds of everything drawn.
      guard let ink = artwork.ink, ink.isFinite, ink.width > 0, ink.height > 0 else { throw SVGSize.nothing }
      drawing = RecordedDrawing(operations: drawing.operations(through: .translation(-ink.minX, -ink.minY)))
      size = ink.size
    }
    if options.isPage, let box = artwork.viewBox, size.width > 0, size.height > 0 {
      // A page's points are not CSS pixels.
      let map = AffineTransform.scale(box.width / size.width, box.height / size.height)
      drawing = RecordedDrawing(operations: drawing.operations(through: map))
      size = box
    }
    self.size = try SVGSize.checked(size)
    operations = drawing
    var load = Load()
    load.add(drawing, .identity, Rect(origin: .zero, size: size))
    self.load = load
    self.notes =
      options.color != nil && !artwork.usesCurrentColor
      ? notes + ["its color has no effect: nothing in the file is painted with currentColor"] : notes
    self.byteCount = byteCount
    self.cache = cache
    self.rasterize = rasterize
  }

  deinit { cache.remove(ObjectIdentifier(self)) }

  package var drawing: RecordedDrawing? { nil }
  package var shapes: RecordedDrawing? { operations.operations.count <= Self.mostShapes ? operations : nil }

  package func bitmap(scale: Size, offset: Point, mostPixels: Int, isStopped: (() -> Bool)?) -> ScaledBitmap? {
    guard scale.width > 0, scale.height > 0, scale.isFinite else { return nil }
    // A moving picture is redrawn for each subpixel offset only if that is cheap.
    let area = size.width * size.height * scale.width * scale.height
    let isQuick = operations.operations.count <= 2000 && load.layers <= 20 && area <= 1_048_576
    return try? drawn(scale, isQuick ? offset : .zero, mostPixels: mostPixels, isStopped: isStopped)
  }

  package func baseBitmap(
    pixelLimit: Int, allowed: (_ bytes: Int) -> Bool, isStopped: (() -> Bool)?
  ) throws -> Bitmap {
    let most = min(pixelLimit, 1 << 24)
    let scale = possible(Size(1, 1), mostPixels: most)
    let (w, h) = (size.width * scale.width, size.height * scale.height)
    guard allowed(Int(clamping: w.rounded(.up) * h.rounded(.up)) * 4) else {
      throw LayerError(
        .limit,
        "the SVG's picture of \(numberText(w.rounded(.up)))×\(numberText(h.rounded(.up))) pixels takes more memory "
          + "than is allowed: make it smaller or raise the limit")
    }
    return try drawn(scale, .zero, mostPixels: most, isStopped: isStopped).bitmap
  }

  /// The maximum number of pixels that all groups of a bitmap may fill.
  private static let mostWork = 5e8

  private func possible(_ scale: Size, mostPixels: Int) -> Size {
    let (w, h) = (size.width * scale.width, size.height * scale.height)
    var k = min(1, SVGSize.longestSide / max(w, h))
    let most = min(
      Double(max(mostPixels, 1)), Self.mostWork / max(load.layers, 1), Self.mostSurfacePixels / max(load.surfaces, 1e-3)
    )
    if w * h * k * k > most { k = (most / (w * h)).squareRoot() }
    guard k < 1 else { return scale }
    // Leaves room for rounding up to whole pixels.
    k *= 0.999
    return Size(max(scale.width * k, 0.5 / size.width), max(scale.height * k, 0.5 / size.height))
  }

  /// Passes a callback that belongs to this thread to a body that needs a sendable one.
  private static func stopping(_ ask: (() -> Bool)?, _ body: ((@Sendable () -> Bool)?) throws -> Bitmap) rethrows
    -> Bitmap
  {
    guard let ask else { return try body(nil) }
    let stop = Stop(ask: ask)
    return try body { stop.ask() }
  }

  private func drawn(_ wanted: Size, _ offset: Point, mostPixels: Int, isStopped: (() -> Bool)?) throws -> ScaledBitmap
  {
    let scale = possible(wanted, mostPixels: mostPixels)
    let key = SVGPictureCache.Key(picture: ObjectIdentifier(self), scale: scale, offset: offset)
    if let known = cache[key] { return ScaledBitmap(bitmap: known, scale: scale, offset: offset) }
    // The tolerance avoids an extra pixel due to rounding errors.
    let width = Int(clamping: max((size.width * scale.width + offset.x - 1e-6).rounded(.up), 1))
    let height = Int(clamping: max((size.height * scale.height + offset.y - 1e-6).rounded(.up), 1))
    let map = AffineTransform.scale(scale.width, scale.height).concat(.translation(offset.x, offset.y))
    // Clips to the picture's edge within partly covered pixels.
    let edge = DrawingClip(
      area: .path(Path(rect: map.boundingBox(of: Rect(origin: .zero, size: size))), .nonZero), parent: nil)
    var moved = operations.operations(through: map)
    if offset != .zero || size.width * scale.width != Double(width) || size.height * scale.height != Double(height) {
      moved = [DrawingOperation(kind: .beginLayer, clip: edge)] + moved + [DrawingOperation(kind: .endLayer)]
    }
    let made = try Self.stopping(isStopped) { stop in
      try rasterize(RecordedDrawing(operations: moved), width, height, stop)
    }
    let bitmap = try Bitmap(width: width, height: height, scale: scale.width) { pixels in
      guard made.pixels.count == pixels.count else { throw LayerError("the SVG cannot be drawn") }
      for (i, pixel) in made.pixels.enumerated() { pixels[i] = pixel }
    }
    cache.keep(bitmap, key)
    return ScaledBitmap(bitmap: bitmap, scale: scale, offset: offset)
  }
}

/// Sendable wrapper of a cancellation callback.
private struct Stop: @unchecked Sendable {
  // Unchecked: called only by the drawing worker, which runs on the calling thread.
  let ask: () -> Bool
}
