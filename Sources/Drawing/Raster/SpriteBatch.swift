// SPDX-License-Identifier: MIT
import CPixelKernels
import Geometry
import Numbers
import Pixels
import SystemC

/// A list of many small images painted in order, each with its own transform and colour.
///
/// It is built once and then immutable, so any number of threads may paint it.
package final class SpriteBatch: @unchecked Sendable {
  // Unchecked: built by one thread, immutable when it is painted.

  /// Cache key of an image's sampler; shared by all sprites of about the same size.
  private struct Key: Hashable {
    var image: Int
    var x: Int
    var y: Int
  }

  private var keys: [Key: UnsafeMutablePointer<llua_sprite_image>] = [:]
  private var lastKey: Key?
  private var lastImage: UnsafeMutablePointer<llua_sprite_image>?
  private var owners: [SpanSource] = []
  private var sources: [UnsafeMutablePointer<llua_source>] = []
  private var sprites: [llua_sprite] = []
  /// The bounding rectangle of all sprites.
  package private(set) var bounds = DeviceRect.empty
  package var isEmpty: Bool { sprites.isEmpty }

  package init() {}

  deinit {
    for image in keys.values { image.deallocate() }
    for source in sources { source.deallocate() }
  }

  package func reserve(_ count: Int) { sprites.reserveCapacity(count) }

  /// Adds a sprite that shows part of an image.
  ///
  /// - Parameters:
  ///   - image: the caller's identifier for this image with these filters.
  ///   - part: the visible part of the image, in its pixels.
  ///   - map: transform from the image's pixels to device space.
  ///   - multiplier: multiplies each channel of the premultiplied image, red in the lowest byte.
  ///   - region: the area that may be visible.
  package func add(
    image: Int, _ pyramid: ImagePyramid, part: Rect, through map: AffineTransform, multiplier: UInt32,
    region: DeviceRect, magnification: ImageFilter, minification: ImageFilter, bias: Double
  ) {
    let box = map.boundingBox(of: part).insetBy(dx: -0.5, dy: -0.5)
    guard multiplier != 0, box.isFinite, let back = map.inverted, part.width > 0, part.height > 0 else { return }
    let limit = 1e8
    guard box.minX < limit, box.maxX > -limit, box.minY < limit, box.maxY > -limit else { return }
    let seen = Rect(
      minX: max(box.minX, -limit), minY: max(box.minY, -limit), maxX: min(box.maxX, limit), maxY: min(box.maxY, limit))
    let rect = DeviceRect(around: seen).intersection(region)
    guard !rect.isEmpty else { return }
    // Image pixels per device pixel.
    let gu = (back.a * back.a + back.c * back.c).squareRoot()
    let gv = (back.b * back.b + back.d * back.d).squareRoot()
    guard gu > 0, gv > 0, gu < 1e9, gv < 1e9, gu > 1e-9, gv > 1e-9 else { return }
    guard
      let shown = self.image(
        Key(image: image, x: SpriteBatch.step(gu), y: SpriteBatch.step(gv)), pyramid: pyramid, part: part,
        magnification: magnification, minification: minification, bias: bias)
    else { return }
    bounds = sprites.isEmpty ? rect : bounds.union(rect)
    sprites.append(
      llua_sprite(
        image: UnsafePointer(shown), m: (back.a, back.b, back.c, back.d, back.tx, back.ty), multiplier: multiplier,
        x0: rect.x0, y0: rect.y0, x1: rect.x1, y1: rect.y1))
  }

  /// Quantises a scale to eighths of an octave, so that mip levels change between two steps.
  private static func step(_ scale: Double) -> Int { Int(clamping: (log2(scale) * 8 + 1e-9).rounded(.down)) }

  private func image(
    _ key: Key, pyramid: ImagePyramid, part: Rect, magnification: ImageFilter, minification: ImageFilter, bias: Double
  ) -> UnsafeMutablePointer<llua_sprite_image>? {
    if key == lastKey { return lastImage }
    lastKey = key
    lastImage = keys[key]
    if lastImage != nil { return lastImage }
    let map = AffineTransform.scale(exp2(-Double(key.x) / 8), exp2(-Double(key.y) / 8))
    guard
      let source = SpanSource.image(
        pyramid, through: Homography(map), magnification: magnification, minification: minification,
        bounds: DeviceRect(around: part), bias: bias), case .made(let made) = source.kind
    else { return nil }
    owners.append(source)
    let native = UnsafeMutablePointer<llua_source>.allocate(capacity: 1)
    native.initialize(to: made.source)
    sources.append(native)
    let shown = UnsafeMutablePointer<llua_sprite_image>.allocate(capacity: 1)
    shown.initialize(to: llua_sprite_image(source: native, u0: part.minX, v0: part.minY, u1: part.maxX, v1: part.maxY))
    keys[key] = shown
    lastImage = shown
    return shown
  }

  fileprivate func withSprites(_ body: (UnsafeBufferPointer<llua_sprite>) -> Void) {
    sprites.withUnsafeBufferPointer(body)
  }
}

/// Paints sprites in order, with antialiased edges.
///
/// - Parameter isStopped: polled every 256 sprites; returning true skips the rest.
package func fill(
  _ batch: SpriteBatch, blend: BlendMode = .normal, into band: PixelBand, clip: CoverageBand? = nil,
  scratch: BandScratch, isStopped: (() -> Bool)? = nil
) {
  guard !band.rect.isEmpty else { return }
  scratch.prepare(width: band.rect.width)
  batch.withSprites { sprites in
    guard let base = sprites.baseAddress else { return }
    var to = band.native
    // Poll often, since each sprite may be as large as the band.
    let step = isStopped == nil ? sprites.count : 256
    for start in stride(from: 0, to: sprites.count, by: max(step, 1)) {
      if let isStopped, isStopped() { return }
      let count = min(step, sprites.count - start)
      if let clip {
        var native = clip.native
        scratch.kernels.pointee.fill_sprites(base + start, count, Int32(blend.rawValue), &to, &native, &scratch.memory)
      } else {
        scratch.kernels.pointee.fill_sprites(base + start, count, Int32(blend.rawValue), &to, nil, &scratch.memory)
      }
    }
  }
}
