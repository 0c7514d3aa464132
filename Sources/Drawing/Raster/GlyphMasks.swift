// SPDX-License-Identifier: MIT
import CPixelKernels
import Geometry
import Numbers
import Pixels
import SystemC

/// A cache of glyph coverage masks for one font under one upright map. Each glyph has up to 16 masks, one for each
/// quarter-pixel position of its origin in x and y. A mask is a function of the glyph, the map and the subpixel
/// position alone.
///
/// Masks are added by one thread at a time. They neither move nor change, so other threads may paint with them
/// meanwhile.
package final class GlyphMasks: @unchecked Sendable {
  // Unchecked: see above.
  /// Maximum area in pixels and maximum side of a mask. Larger glyphs are filled as outlines.
  private static let mostPixels = 1 << 14
  private static let longestSide = 1 << 10
  private static let pageBytes = 1 << 14
  /// Sentinel width of a glyph that is too large for a mask.
  private static let large = UInt16.max

  /// Open-addressing hash table from glyph and subpixel position to mask; key 0 marks a free slot.
  private var keys: [UInt64]
  private var masks: [UnsafePointer<llua_glyph_mask>?]
  private var count = 0
  private var pages: [UnsafeMutableRawPointer] = []
  private var free = 0
  private var end = 0
  private var builder: OutlineBuilder
  /// Memory of all masks and of the hash table, in bytes.
  package private(set) var bytes: Int

  package init() {
    keys = [UInt64](repeating: 0, count: 64)
    masks = [UnsafePointer<llua_glyph_mask>?](repeating: nil, count: 64)
    bytes = 64 * 16 + 512
    let side = Int32(2 * GlyphMasks.longestSide)
    builder = OutlineBuilder(canvas: DeviceRect(x0: -side, y0: -side, x1: side, y1: side))
  }

  deinit { for page in pages { SystemC.free(page) } }

  /// Rounds a coordinate to quarter pixels.
  @inline(__always) static func quarter(_ v: Double) -> Int32 { Int32(clamping: ((v + 0.125) * 4).rounded(.down)) }

  @inline(__always) private static func key(_ glyph: UInt32, _ across: Int32, _ down: Int32) -> UInt64 {
    UInt64(glyph) << 5 | UInt64(truncatingIfNeeded: (down & 3) << 3 | (across & 3) << 1 | 1)
  }

  @inline(__always) private func place(of key: UInt64) -> Int {
    Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 40) & (keys.count - 1)
  }

  @inline(__always) fileprivate func find(
    _ glyph: UInt32, _ across: Int32, _ down: Int32
  ) -> UnsafePointer<llua_glyph_mask>? {
    let key = GlyphMasks.key(glyph, across, down)
    var at = place(of: key)
    while true {
      let known = keys[at]
      if known == key { return masks[at] }
      if known == 0 { return nil }
      at = (at + 1) & (keys.count - 1)
    }
  }

  /// Rasterises the mask of a glyph; nil if memory is short.
  fileprivate func make(
    _ glyph: UInt32, across: Int32, down: Int32, shape: GlyphShape, scratch: BandScratch
  ) -> UnsafePointer<llua_glyph_mask>? {
    let origin = Point(Double(across & 3) / 4, Double(down & 3) / 4)
    if shape.isSimple { builder.promiseSimple() }
    for ring in shape.rings { builder.addPolygon(ring, offset: origin) }
    let outline = builder.finish()
    let box = outline.bounds
    let canvas = builder.canvas
    let isLarge =
      box.width * box.height > GlyphMasks.mostPixels || box.width > GlyphMasks.longestSide
      || box.height > GlyphMasks.longestSide || outline.isTruncated
      || (!box.isEmpty
        && (box.x0 <= canvas.x0 || box.y0 <= canvas.y0 || box.x1 >= canvas.x1 || box.y1 >= canvas.y1))
    let stride = isLarge ? 0 : (box.width + 7) & ~7
    let size = MemoryLayout<llua_glyph_mask>.size + stride * (isLarge ? 0 : box.height)
    guard let start = take(size) else { return nil }
    let mask = start.bindMemory(to: llua_glyph_mask.self, capacity: 1)
    mask.pointee = llua_glyph_mask(
      x0: Int16(truncatingIfNeeded: box.x0), y0: Int16(truncatingIfNeeded: box.y0),
      width: isLarge ? GlyphMasks.large : UInt16(truncatingIfNeeded: box.width),
      height: UInt16(truncatingIfNeeded: isLarge ? 0 : box.height), print: 0)
    if !isLarge, !box.isEmpty {
      let rows = (start + MemoryLayout<llua_glyph_mask>.size).bindMemory(to: UInt8.self, capacity: stride * box.height)
      coverage(outline, into: CoverageBand(base: rows, stride: stride, rect: box), combining: .set, scratch: scratch)
    }
    var print = Fingerprint()
    print.add(UnsafeRawBufferPointer(start: start, count: size))
    mask.pointee.print = print.value
    keep(UnsafePointer(mask), GlyphMasks.key(glyph, across, down))
    return UnsafePointer(mask)
  }

  /// Allocates zeroed memory at a stable address, with padding for reads past its end.
  private func take(_ size: Int) -> UnsafeMutableRawPointer? {
    let size = (size + 7) & ~7
    if free + size > end {
      // The first page is small, since a size that an animation passes through has few glyphs.
      let room = max(pages.isEmpty ? GlyphMasks.pageBytes / 8 : GlyphMasks.pageBytes, size)
      guard let page = calloc(room + Int(LLUA_MASK_PAD), 1) else { return nil }
      pages.append(page)
      bytes += room + Int(LLUA_MASK_PAD)
      free = 0
      end = room
    }
    defer { free += size }
    return pages[pages.count - 1] + free
  }

  private func keep(_ mask: UnsafePointer<llua_glyph_mask>, _ key: UInt64) {
    if 2 * (count + 1) > keys.count {
      let before = zip(keys, masks).filter { $0.0 != 0 }
      bytes += keys.count * 16
      masks = [UnsafePointer<llua_glyph_mask>?](repeating: nil, count: 2 * keys.count)
      keys = [UInt64](repeating: 0, count: 2 * keys.count)
      for (key, mask) in before { insert(mask, key) }
    }
    insert(mask, key)
    count += 1
  }

  private func insert(_ mask: UnsafePointer<llua_glyph_mask>?, _ key: UInt64) {
    var at = place(of: key)
    while keys[at] != 0 { at = (at + 1) & (keys.count - 1) }
    keys[at] = key
    masks[at] = mask
  }

  /// True if the mask is a placeholder for a glyph that is filled as an outline.
  @inline(__always) fileprivate static func isLarge(_ mask: UnsafePointer<llua_glyph_mask>) -> Bool {
    mask.pointee.width == large
  }
}

/// A glyph as polygons relative to its origin, in pixels.
package struct GlyphShape {
  package var rings: [[Point]]
  /// True if its windings are only 0 and 1, or only 0 and -1.
  package var isSimple: Bool

  package init(rings: [[Point]], isSimple: Bool) {
    self.rings = rings
    self.isSimple = isSimple
  }
}

/// Glyph runs positioned on a canvas. Filled by one thread, then painted by any number of threads.
package final class PlacedGlyphs: @unchecked Sendable {
  // Unchecked: see above.
  /// Arena pages of positioned glyphs at stable addresses; a growing array would be copied repeatedly.
  private var pages: [UnsafeMutablePointer<llua_glyph_place>] = []
  private var used = 0
  private var room = 0
  private static let pageSize = 2048
  private var owners: [GlyphMasks] = []

  package init() {}

  deinit { for page in pages { page.deallocate() } }

  /// A run's positioned glyphs, and the bounds of the pixels that it may touch.
  package struct Run: @unchecked Sendable {
    // Unchecked: the glyphs are written before the run is shared.
    fileprivate var places: UnsafeMutableBufferPointer<llua_glyph_place>
    package var bounds: DeviceRect
    package var isEmpty: Bool { places.isEmpty }
  }

  /// Returns room for `count` glyphs; the caller adds the number it uses to `used`.
  private func free(_ count: Int) -> UnsafeMutablePointer<llua_glyph_place> {
    if let page = pages.last, used + count <= room { return page + used }
    // The first page is small, since there may be only a single line of text.
    let size = max(count, pages.isEmpty ? PlacedGlyphs.pageSize / 16 : PlacedGlyphs.pageSize)
    let page = UnsafeMutablePointer<llua_glyph_place>.allocate(capacity: size)
    pages.append(page)
    used = 0
    room = size
    return page
  }

  /// Adds a glyph run, one glyph for each position; glyphs outside the region are culled.
  ///
  /// - Parameters:
  ///   - map: transform from the run's coordinates to device space.
  ///   - region: the pixels that may be painted.
  ///   - masks: the mask cache of the run's font under the map.
  ///   - shape: returns the shape of a glyph whose mask is not cached yet.
  ///   - large: receives the indices of glyphs that are too large for masks.
  /// - Returns: nil if memory is short.
  package func add(
    _ glyphs: [UInt32], at positions: [Point], through map: AffineTransform, within region: DeviceRect,
    _ masks: GlyphMasks, scratch: BandScratch, large: inout [Int], shape: (UInt32) -> GlyphShape
  ) -> Run? {
    let places = free(min(glyphs.count, positions.count))
    var count = 0
    var bounds = DeviceRect(x0: .max, y0: .max, x1: .min, y1: .min)
    var isOrdered = true
    var before = Int32.min
    var isShort = false
    glyphs.withUnsafeBufferPointer { glyphs in
      positions.withUnsafeBufferPointer { positions in
        for i in 0..<min(glyphs.count, positions.count) {
          let at = map.apply(positions[i])
          // Skip positions that are far outside or NaN.
          guard abs(at.x) < OutlineBuilder.limit, abs(at.y) < OutlineBuilder.limit else { continue }
          let across = GlyphMasks.quarter(at.x)
          let down = GlyphMasks.quarter(at.y)
          guard
            let mask = masks.find(glyphs[i], across, down)
              ?? masks.make(glyphs[i], across: across, down: down, shape: shape(glyphs[i]), scratch: scratch)
          else {
            isShort = true
            return
          }
          let m = mask.pointee
          if m.height == 0 {
            if GlyphMasks.isLarge(mask) { large.append(i) }
            continue
          }
          let x = across >> 2
          let y = down >> 2
          let left = x &+ Int32(m.x0)
          let top = y &+ Int32(m.y0)
          let right = left &+ Int32(m.width)
          let bottom = top &+ Int32(m.height)
          guard left < region.x1, right > region.x0, top < region.y1, bottom > region.y0 else { continue }
          bounds.x0 = min(bounds.x0, left)
          bounds.y0 = min(bounds.y0, top)
          bounds.x1 = max(bounds.x1, right)
          bounds.y1 = max(bounds.y1, bottom)
          isOrdered = isOrdered && left >= before
          before = left
          (places + count).initialize(to: llua_glyph_place(mask: mask, x: x, y: y))
          count += 1
        }
      }
    }
    if isShort { return nil }
    var run = Run(places: UnsafeMutableBufferPointer(start: places, count: count), bounds: .empty)
    if count == 0 { return run }
    if !isOrdered { run.places.sort { $0.x &+ Int32($0.mask.pointee.x0) < $1.x &+ Int32($1.mask.pointee.x0) } }
    if owners.last !== masks, !owners.contains(where: { $0 === masks }) { owners.append(masks) }
    run.bounds = bounds.intersection(region)
    used += count
    return run
  }

  /// Removes the run that was added last.
  package func remove(_ run: Run) { used -= run.places.count }
}

extension Fingerprint {
  /// Adds a glyph run, by its masks and their positions.
  package mutating func add(_ run: PlacedGlyphs.Run) {
    add(run.places.count)
    for place in run.places {
      add(place.mask.pointee.print)
      add(UInt64(UInt32(bitPattern: place.x)) | UInt64(UInt32(bitPattern: place.y)) << 32)
    }
  }
}

/// Paints a glyph run. Pixels that two glyphs both cover in part are painted once.
package func fill(
  _ run: PlacedGlyphs.Run, of glyphs: PlacedGlyphs, source: SpanSource, opacity: UInt8 = 255,
  tint: UInt32 = .max, blend: BlendMode = .normal, into band: PixelBand, clip: CoverageBand? = nil, scratch: BandScratch
) {
  guard !band.rect.isEmpty else { return }
  scratch.prepare(width: band.rect.width)
  guard let places = run.places.baseAddress else { return }
  withExtendedLifetime(glyphs) {
    withPaint(source, opacity: opacity, tint: tint, blend: blend) { paint in
      withClip(clip) { clip in
        var to = band.native
        scratch.kernels.pointee.fill_glyphs(places, run.places.count, paint, &to, clip, &scratch.memory)
      }
    }
  }
}
