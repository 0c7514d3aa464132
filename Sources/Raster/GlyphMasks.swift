// SPDX-License-Identifier: MIT
import CPixelKernels
import Geometry
import Numbers
import Pixels
import SystemC

/// The coverage of the glyphs of one font under one upright map, each in up to 16 masks: for every quarter of a pixel
/// at which its origin may lie, across and down. A mask follows from its glyph, the map and the quarters alone.
///
/// Masks are added by one thread at a time. They neither move nor change, so other threads may paint with them
/// meanwhile.
package final class GlyphMasks: @unchecked Sendable {
  // Unchecked: see above.
  /// The most pixels of a mask, and the longest side. Larger glyphs are outlines.
  private static let mostPixels = 1 << 14
  private static let longestSide = 1 << 10
  private static let pageBytes = 1 << 14
  /// The width that stands for a glyph without a mask.
  private static let large = UInt16.max

  /// Masks by glyph and quarters, with open addressing; 0 for a free place.
  private var keys: [UInt64]
  private var masks: [UnsafePointer<llua_glyph_mask>?]
  private var count = 0
  private var pages: [UnsafeMutableRawPointer] = []
  private var free = 0
  private var end = 0
  private var builder: OutlineBuilder
  /// The memory of all masks and of the table.
  package private(set) var bytes: Int

  package init() {
    keys = [UInt64](repeating: 0, count: 64)
    masks = [UnsafePointer<llua_glyph_mask>?](repeating: nil, count: 64)
    bytes = 64 * 16 + 512
    let side = Int32(2 * GlyphMasks.longestSide)
    builder = OutlineBuilder(canvas: DeviceRect(x0: -side, y0: -side, x1: side, y1: side))
  }

  deinit { for page in pages { SystemC.free(page) } }

  /// The quarter of a pixel in which a coordinate is nearest, counted from the first pixel's side.
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

  /// Makes the mask of a glyph; nil when memory is short.
  fileprivate func make(
    _ glyph: UInt32, _ across: Int32, _ down: Int32, _ shape: GlyphShape, _ scratch: BandScratch
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

  /// Zeroed memory that stays where it is, with room to read beyond it.
  private func take(_ size: Int) -> UnsafeMutableRawPointer? {
    let size = (size + 7) & ~7
    if free + size > end {
      // The first page is small: a size that an animation passes through has few glyphs.
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

  /// Whether a mask stands for a glyph that is painted as an outline.
  @inline(__always) fileprivate static func isLarge(_ mask: UnsafePointer<llua_glyph_mask>) -> Bool {
    mask.pointee.width == large
  }
}

/// A glyph as polygons about its origin, in pixels.
package struct GlyphShape {
  package var rings: [[Point]]
  /// Whether the only winding of it other than 0 is 1, or -1.
  package var isSimple: Bool

  package init(rings: [[Point]], isSimple: Bool) {
    self.rings = rings
    self.isSimple = isSimple
  }
}

/// Glyphs at their places on a canvas, run by run. Filled by one thread, and then painted by any number.
package final class PlacedGlyphs: @unchecked Sendable {
  // Unchecked: see above.
  /// Pages of places, which do not move: a list of them that grows would be copied again and again.
  private var pages: [UnsafeMutablePointer<llua_glyph_place>] = []
  private var used = 0
  private var room = 0
  private static let pageSize = 2048
  private var owners: [GlyphMasks] = []

  package init() {}

  deinit { for page in pages { page.deallocate() } }

  /// A run's places, and the pixels that it may touch.
  package struct Run: @unchecked Sendable {
    // Unchecked: the places are written before anybody has the run.
    fileprivate var places: UnsafeMutableBufferPointer<llua_glyph_place>
    package var bounds: DeviceRect
    package var isEmpty: Bool { places.isEmpty }
  }

  /// Free memory for some places, which `used` does not count yet.
  private func free(_ count: Int) -> UnsafeMutablePointer<llua_glyph_place> {
    if let page = pages.last, used + count <= room { return page + used }
    // The first page is small, as a list may have a single line.
    let size = max(count, pages.isEmpty ? PlacedGlyphs.pageSize / 16 : PlacedGlyphs.pageSize)
    let page = UnsafeMutablePointer<llua_glyph_place>.allocate(capacity: size)
    pages.append(page)
    used = 0
    room = size
    return page
  }

  /// Places the glyphs of a run, as many as there are positions for, and leaves out those beyond the region.
  ///
  /// - Parameters:
  ///   - map: from the run's coordinates to the device.
  ///   - region: the pixels that may be painted.
  ///   - masks: those of the run's font under the map.
  ///   - shape: returns a glyph whose mask is not there yet.
  ///   - large: receives the places in the run of glyphs that are too large for masks.
  /// - Returns: nil when memory is short.
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
          // Far outside, or not a number.
          guard abs(at.x) < OutlineBuilder.limit, abs(at.y) < OutlineBuilder.limit else { continue }
          let across = GlyphMasks.quarter(at.x)
          let down = GlyphMasks.quarter(at.y)
          guard
            let mask = masks.find(glyphs[i], across, down)
              ?? masks.make(glyphs[i], across, down, shape(glyphs[i]), scratch)
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

  /// Leaves a run out again, the last that was added.
  package func remove(_ run: Run) { used -= run.places.count }
}

extension Fingerprint {
  /// Adds what a run paints.
  package mutating func add(_ run: PlacedGlyphs.Run) {
    add(run.places.count)
    for place in run.places {
      add(place.mask.pointee.print)
      add(UInt64(UInt32(bitPattern: place.x)) | UInt64(UInt32(bitPattern: place.y)) << 32)
    }
  }
}

/// Paints a run of glyphs; what two of them cover in part is painted once.
package func fill(
  _ run: PlacedGlyphs.Run, of glyphs: PlacedGlyphs, source: SpanSource, opacity: UInt8 = 255,
  tint: UInt32 = .max, blend: BlendMode = .normal, into band: PixelBand, clip: CoverageBand? = nil,
  scratch: BandScratch
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
