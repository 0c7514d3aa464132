// SPDX-License-Identifier: MIT
import CPixelKernels
import Geometry
import Numbers
import Pixels

/// Operation that combines the band's coverage (a) with an outline's (b).
package enum CoverageCombination: Sendable {
  /// Replaces the whole band, with 0 outside the outline.
  case set
  /// Multiplies the whole band.
  case multiply
  /// Probabilistic union: 1 − (1 − a)(1 − b).
  case union
  /// (a − b) / (1 − b), at least 0: the part of `a` to paint under the outline's opaque area if both share edges, so
  /// that `a` does not show along them.
  case beneath
}

extension PixelBand {
  var native: llua_pixels {
    llua_pixels(base: base, stride: stride, x0: rect.x0, y0: rect.y0, x1: rect.x1, y1: rect.y1)
  }
}

extension CoverageBand {
  var native: llua_alpha { llua_alpha(base: base, stride: stride, x0: rect.x0, y0: rect.y0, x1: rect.x1, y1: rect.y1) }
}

/// Calls `body` with the clip in the kernels' form.
@inline(__always) func withClip(_ clip: CoverageBand?, _ body: (UnsafePointer<llua_alpha>?) -> Void) {
  if let clip {
    var native = clip.native
    body(&native)
  } else {
    body(nil)
  }
}

@inline(__always) func withPaint(
  _ source: SpanSource, opacity: UInt8, tint: UInt32 = .max, blend: BlendMode,
  _ body: (UnsafePointer<llua_paint>) -> Void
) {
  source.withSource { s in
    var paint = llua_paint(source: s, opacity: Int32(opacity), blend: Int32(blend.rawValue), tint: tint)
    body(&paint)
  }
}

/// Fills an outline: result = lerp(dst, blend(source × opacity, dst), coverage × clip).
///
/// Coverage is the sum of the signed areas of all edges in a pixel, then mapped by the fill rule. That is exact if
/// adjacent regions of a pixel have adjacent winding numbers. Pixels in which an outline meets itself are resolved by
/// winding: exactly for up to 8 parts of edges, by levels or samples for more.
///
/// - Parameters:
///   - opacity: 0…255, multiplies the source.
///   - tint: multiplies red, green and blue of the source, red in the lowest byte; the highest byte is ignored.
///   - clip: multiplies the coverage; nothing is painted outside its rectangle.
package func fill(
  _ outline: Outline, rule: FillRule = .nonZero, source: SpanSource, opacity: UInt8 = 255, tint: UInt32 = .max,
  blend: BlendMode = .normal, into band: PixelBand, clip: CoverageBand? = nil, scratch: BandScratch
) {
  withExtendedLifetime(outline.storage) {
    fill(
      CachedOutline(outline), rule: rule, source: source, opacity: opacity, tint: tint, blend: blend, into: band,
      clip: clip, scratch: scratch)
  }
}

/// Same as the `fill` of an `Outline`, for an outline that is already retained.
package func fill(
  _ outline: CachedOutline, rule: FillRule = .nonZero, source: SpanSource, opacity: UInt8 = 255, tint: UInt32 = .max,
  blend: BlendMode = .normal, into band: PixelBand, clip: CoverageBand? = nil, scratch: BandScratch
) {
  guard let native = outline.native, !band.rect.isEmpty else { return }
  scratch.prepare(width: band.rect.width, for: native)
  withPaint(source, opacity: opacity, tint: tint, blend: blend) { paint in
    withClip(clip) { clip in
      var to = band.native
      scratch.kernels.pointee.fill_outline(native, Int32(rule.rawValue), paint, &to, clip, &scratch.memory)
    }
  }
}

/// Fills the outline of a plain rectangle with a premultiplied pixel, source over.
package func fill(_ leaf: LeafOutlines.Leaf, pixel: UInt32, into band: PixelBand, scratch: BandScratch) {
  guard !band.rect.isEmpty else { return }
  scratch.prepare(width: band.rect.width)
  var to = band.native
  scratch.kernels.pointee.fill_leaf(leaf.native, pixel, &to, &scratch.memory)
}

/// Fills a device rectangle with no antialiased edges; equivalent to filling its outline.
package func fill(
  _ rect: DeviceRect, source: SpanSource, opacity: UInt8 = 255, tint: UInt32 = .max, blend: BlendMode = .normal,
  into band: PixelBand, clip: CoverageBand? = nil, scratch: BandScratch
) {
  fillRect(
    rect, source: source, opacity: opacity, tint: tint, blend: blend, mask: nil, into: band, clip: clip,
    scratch: scratch)
}

private func fillRect(
  _ rect: DeviceRect, source: SpanSource, opacity: UInt8, tint: UInt32 = .max, blend: BlendMode, mask: CoverageBand?,
  into band: PixelBand, clip: CoverageBand?, scratch: BandScratch
) {
  guard !rect.isEmpty, !band.rect.isEmpty else { return }
  scratch.prepare(width: band.rect.width)
  withPaint(source, opacity: opacity, tint: tint, blend: blend) { paint in
    withClip(mask) { mask in
      withClip(clip) { clip in
        var to = band.native
        scratch.kernels.pointee.fill_rect(rect.x0, rect.y0, rect.x1, rect.y1, paint, &to, mask, clip, &scratch.memory)
      }
    }
  }
}

/// Combines an outline's coverage into a coverage band.
package func coverage(
  _ outline: Outline, rule: FillRule = .nonZero, into band: CoverageBand, combining: CoverageCombination,
  scratch: BandScratch
) {
  guard !band.rect.isEmpty else { return }
  guard let storage = outline.storage else {
    if combining == .set || combining == .multiply { clear(band) }
    return
  }
  scratch.prepare(width: band.rect.width, for: storage.native)
  let how =
    switch combining {
    case .set: LLUA_COVER_SET
    case .multiply: LLUA_COVER_MULTIPLY
    case .union: LLUA_COVER_UNION
    case .beneath: LLUA_COVER_BENEATH
    }
  withExtendedLifetime(storage) {
    var to = band.native
    scratch.kernels.pointee.cover_outline(storage.native, Int32(rule.rawValue), &to, Int32(how), &scratch.memory)
  }
}

/// Composites a surface onto another. Their rectangles are in the same device space; only the intersection is written.
package func composite(
  _ source: PixelBand, onto band: PixelBand, opacity: UInt8 = 255, tint: UInt32 = .max, clip: CoverageBand? = nil,
  blend: BlendMode = .normal, scratch: BandScratch
) {
  guard !source.rect.isEmpty, !band.rect.isEmpty else { return }
  scratch.prepare(width: band.rect.width)
  var s = llua_source()
  s.kind = Int32(LLUA_PIXELS)
  s.pixels = source.native
  withUnsafePointer(to: s) { s in
    var paint = llua_paint(source: s, opacity: Int32(opacity), blend: Int32(blend.rawValue), tint: tint)
    withClip(clip) { clip in
      var to = band.native
      let r = source.rect
      scratch.kernels.pointee.fill_rect(r.x0, r.y0, r.x1, r.y1, &paint, &to, nil, clip, &scratch.memory)
    }
  }
}

/// Composites a surface onto another, clipped to an outline's coverage.
package func composite(
  _ source: PixelBand, onto band: PixelBand, within outline: CachedOutline, rule: FillRule, opacity: UInt8 = 255,
  tint: UInt32 = .max, blend: BlendMode = .normal, scratch: BandScratch
) {
  let common = band.cropped(to: source.rect)
  guard let native = outline.native, !common.rect.isEmpty else { return }
  scratch.prepare(width: common.rect.width, for: native)
  var s = llua_source()
  s.kind = Int32(LLUA_PIXELS)
  s.pixels = source.native
  withUnsafePointer(to: s) { s in
    var paint = llua_paint(source: s, opacity: Int32(opacity), blend: Int32(blend.rawValue), tint: tint)
    var to = common.native
    scratch.kernels.pointee.fill_outline(native, Int32(rule.rawValue), &paint, &to, nil, &scratch.memory)
  }
}

/// Paints a colour through an alpha surface, offset by whole pixels.
package func fillMask(
  _ mask: CoverageBand, dx: Int32 = 0, dy: Int32 = 0, color premultiplied: UInt32, into band: PixelBand,
  clip: CoverageBand? = nil, blend: BlendMode = .normal, scratch: BandScratch
) {
  var moved = mask
  moved.rect = DeviceRect(
    x0: mask.rect.x0 &+ dx, y0: mask.rect.y0 &+ dy, x1: mask.rect.x1 &+ dx, y1: mask.rect.y1 &+ dy)
  fillRect(
    moved.rect, source: .solid(premultiplied), opacity: 255, blend: blend, mask: moved, into: band, clip: clip,
    scratch: scratch)
}

/// Paints a colour through an alpha surface as a nine-slice image stretched over `destination`. The mask's first `left`
/// and last `right` columns, first `top` and last `bottom` rows keep their size; the column and row between are
/// repeated. Paints nothing unless the mask is at least left + right + 1 wide and top + bottom + 1 high, and
/// `destination` at least left + right wide and top + bottom high.
package func fillNineSlice(
  _ mask: CoverageBand, left: Int32, right: Int32, top: Int32, bottom: Int32, over destination: DeviceRect,
  color premultiplied: UInt32,
  into band: PixelBand, clip: CoverageBand? = nil, blend: BlendMode = .normal, scratch: BandScratch
) {
  guard left >= 0, right >= 0, top >= 0, bottom >= 0, !destination.isEmpty, !band.rect.isEmpty,
    mask.rect.width > Int(left) + Int(right), mask.rect.height > Int(top) + Int(bottom),
    destination.width >= Int(left) + Int(right), destination.height >= Int(top) + Int(bottom)
  else { return }
  scratch.prepare(width: band.rect.width)
  withPaint(.solid(premultiplied), opacity: 255, blend: blend) { paint in
    withClip(clip) { clip in
      var slice = llua_nine_slice(
        mask: mask.native, left: left, right: right, top: top, bottom: bottom, x0: destination.x0, y0: destination.y0,
        x1: destination.x1, y1: destination.y1)
      var to = band.native
      scratch.kernels.pointee.fill_nine_slice(&slice, paint, &to, clip, &scratch.memory)
    }
  }
}
