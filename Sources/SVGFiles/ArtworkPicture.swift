// SPDX-License-Identifier: MIT
import Filters
import Geometry
import ImageFiles
import Numbers
import Pixels
import RenderTree
import Wording

/// An SVG file of shapes as a picture that is drawn of them, in this process.
package final class ArtworkPicture: SVGImage, Sendable {
  /// Draws operations over a number of pixels, from the first on, by one worker, the caller.
  package typealias Rasterize =
    @Sendable (
      _ drawing: RecordedDrawing, _ width: Int, _ height: Int, _ isStopped: (@Sendable () -> Bool)?
    ) throws -> Bitmap

  package let size: Size
  package let byteCount: Int
  package let notes: [String]

  private let operations: RecordedDrawing
  private let load: Load

  /// The cost of a drawing for each of its pixels.
  private struct Load {
    /// Groups and primitives of filters, each of which may fill all pixels.
    var layers = 0.0
    /// Pictures of filters, which are kept until all is drawn.
    var surfaces = 0.0

    /// - Parameter page: the picture.
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

  /// The most pixels of all pictures of filters.
  private static let mostSurfacePixels = Double(1 << 27)
  private let cache: SVGPictureCache
  private let rasterize: Rasterize

  /// No more operations than these are shapes on pages; more are smaller as pixels.
  private static let mostShapes = 20_000

  /// - Parameters:
  ///   - artwork: a complete one.
  ///   - byteCount: what it keeps, about.
  init(
    _ artwork: Artwork, options: SVGOptions, byteCount: Int, cache: SVGPictureCache, rasterize: @escaping Rasterize
  ) throws(LayerError) {
    var drawing = artwork.drawing(currentColor: options.color ?? .black)
    var size = artwork.size
    if !artwork.hasSize {
      // All that is drawn, from its corner on.
      guard let ink = artwork.ink, ink.isFinite, ink.width > 0, ink.height > 0 else { throw SVGSize.nothing }
      drawing = RecordedDrawing(operations: drawing.operations(through: .translation(-ink.minX, -ink.minY)))
      size = ink.size
    }
    if options.isPage, let box = artwork.viewBox, size.width > 0, size.height > 0 {
      // The points of pages are not CSS's.
      let map = AffineTransform.scale(box.width / size.width, box.height / size.height)
      drawing = RecordedDrawing(operations: drawing.operations(through: map))
      size = box
    }
    self.size = try SVGSize.checked(size)
    operations = drawing
    var load = Load()
    load.add(drawing, .identity, Rect(origin: .zero, size: size))
    self.load = load
    notes =
      options.color != nil && !artwork.usesCurrentColor
      ? ["its color has no effect: nothing in the file is painted with currentColor"] : []
    self.byteCount = byteCount
    self.cache = cache
    self.rasterize = rasterize
  }

  deinit { cache.remove(ObjectIdentifier(self)) }

  package var drawing: RecordedDrawing? { nil }
  package var shapes: RecordedDrawing? { operations.operations.count <= Self.mostShapes ? operations : nil }

  package func bitmap(scale: Size, offset: Point, mostPixels: Int, isStopped: (() -> Bool)?) -> ScaledBitmap? {
    guard scale.width > 0, scale.height > 0, scale.isFinite else { return nil }
    // A moving picture is drawn anew for each place, as long as that takes about no time.
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
        "the SVG's picture of \(numberText(w.rounded(.up)))×\(numberText(h.rounded(.up))) pixels takes more memory than "
          + "is allowed: make it smaller or raise the limit")
    }
    return try drawn(scale, .zero, mostPixels: most, isStopped: isStopped).bitmap
  }

  /// The most pixels that all groups of a bitmap may fill.
  private static let mostWork = 5e8

  private func possible(_ scale: Size, mostPixels: Int) -> Size {
    let (w, h) = (size.width * scale.width, size.height * scale.height)
    var k = min(1, SVGSize.longestSide / max(w, h))
    let most = min(
      Double(max(mostPixels, 1)), Self.mostWork / max(load.layers, 1), Self.mostSurfacePixels / max(load.surfaces, 1e-3)
    )
    if w * h * k * k > most { k = (most / (w * h)).squareRoot() }
    guard k < 1 else { return scale }
    // Rounded up to whole pixels it may not be too large again.
    k *= 0.999
    return Size(max(scale.width * k, 0.5 / size.width), max(scale.height * k, 0.5 / size.height))
  }

  /// Gives a question that belongs to this thread to work on it.
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
    // Lengths that are whole but for rounding have no pixel more.
    let width = Int(clamping: max((size.width * scale.width + offset.x - 1e-6).rounded(.up), 1))
    let height = Int(clamping: max((size.height * scale.height + offset.y - 1e-6).rounded(.up), 1))
    let map = AffineTransform.scale(scale.width, scale.height).concat(.translation(offset.x, offset.y))
    // What leaves the picture is not seen in the part of a pixel beside it.
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

/// What tells that work is to end.
private struct Stop: @unchecked Sendable {
  // Unchecked: it is asked by the worker that draws, which is on the thread that it came from.
  let ask: () -> Bool
}
