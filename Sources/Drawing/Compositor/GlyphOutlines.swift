// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Numbers
import Raster
import RenderTree

/// The glyphs of one font under one linear map, flattened once and then only translated.
final class GlyphOutlines {
  struct Key: Hashable {
    var font: ObjectIdentifier
    var a: Double
    var b: Double
    var c: Double
    var d: Double
  }

  /// Maximum distance of a polygon from its curve, in pixels.
  private static let flatness = 0.05

  private let font: any GlyphSource
  private let map: AffineTransform
  /// A glyph as polygons.
  struct Shape {
    var rings: [[Point]]
    /// The only non-zero winding number, 1 or −1; 0 if there may be others, because its contours may intersect.
    var winding: Int
    /// Extent along the baseline, from the glyph's origin.
    var low: Double
    var high: Double
  }

  /// Lookup only; never iterated, as hash order is not deterministic.
  private var shapes: [UInt32: Shape] = [:]
  private var moved: [Point] = []

  init(font: any GlyphSource, map: AffineTransform) {
    self.font = font
    self.map = map
  }

  /// Adds a glyph with its origin at a device point.
  func add(_ glyph: UInt32, at origin: Point, to builder: inout OutlineBuilder) {
    for ring in shape(of: glyph).rings {
      moved.removeAll(keepingCapacity: true)
      for p in ring { moved.append(Point(p.x + origin.x, p.y + origin.y)) }
      builder.addPolygon(moved)
    }
  }

  /// True if no glyph of a run intersects itself, and each ends before the next begins. Then all winding numbers of the
  /// run are 0 and 1, or 0 and −1. False also if that is unknown.
  func areApart(_ run: GlyphRun, count: Int) -> Bool {
    let axis = Point(map.a, map.b)
    let size = axis.length
    guard size > 0 else { return false }
    var winding = 0
    var low = Double.infinity
    var high = -Double.infinity
    for i in 0..<count {
      let shape = shape(of: run.glyphs[i])
      if shape.rings.isEmpty { continue }
      guard shape.winding != 0, winding == 0 || winding == shape.winding else { return false }
      winding = shape.winding
      let at = map.apply(run.positions[i]).dot(axis) / size
      guard at + shape.low >= high || at + shape.high <= low else { return false }
      low = min(low, at + shape.low)
      high = max(high, at + shape.high)
    }
    return true
  }

  /// Returns a glyph's polygons for its mask.
  func maskShape(of glyph: UInt32) -> GlyphShape {
    let shape = shape(of: glyph)
    return GlyphShape(rings: shape.rings, isSimple: shape.winding != 0)
  }

  private func shape(of glyph: UInt32) -> Shape {
    if let known = shapes[glyph] { return known }
    let rings = GlyphOutlines.flattened(font.outline(of: glyph), map)
    var made = Shape(rings: rings, winding: SimplePolygons.winding(of: rings), low: .infinity, high: -.infinity)
    let axis = Point(map.a, map.b)
    let size = axis.length
    for ring in rings {
      for p in ring {
        let at = p.dot(axis) / size
        // Device points are rounded to 1/256 of a pixel.
        made.low = min(made.low, at - 1.0 / 128)
        made.high = max(made.high, at + 1.0 / 128)
      }
    }
    shapes[glyph] = made
    return made
  }

  private static func flattened(_ path: Path, _ t: AffineTransform) -> [[Point]] {
    var rings: [[Point]] = []
    var ring: [Point] = []
    let points = path.points
    var at = 0
    func curve(_ p1: Point, _ p2: Point, _ p3: Point) {
      let p0 = ring.last ?? p1
      // Second differences bound the distance from the chord: |d| / 8 · (1 / n)² · 6.
      let d = max((p0 - p1 * 2 + p2).length, (p1 - p2 * 2 + p3).length)
      let exact = (d * 0.75 / flatness).squareRoot()
      let n = exact < 64 ? max(Int(clamping: exact) + 1, 1) : 64
      for i in 1..<n {
        let s = Double(i) / Double(n)
        let u = 1 - s
        ring.append(p0 * (u * u * u) + p1 * (3 * u * u * s) + p2 * (3 * u * s * s) + p3 * (s * s * s))
      }
      ring.append(p3)
    }
    for verb in path.verbs {
      switch verb {
      case .move:
        if ring.count > 2 { rings.append(ring) }
        ring = [t.apply(points[at])]
      case .line: ring.append(t.apply(points[at]))
      case .quad:
        let p0 = ring.last ?? .zero
        let c = t.apply(points[at])
        let p = t.apply(points[at + 1])
        curve(p0 + (c - p0) * (2.0 / 3), p + (c - p) * (2.0 / 3), p)
      case .cubic: curve(t.apply(points[at]), t.apply(points[at + 1]), t.apply(points[at + 2]))
      case .close: break
      }
      at += verb.pointCount
    }
    if ring.count > 2 { rings.append(ring) }
    return rings
  }
}

extension TreePainter {
  /// Largest font size painted with masks, in pixels. The mask of a larger glyph would take more memory than its
  /// outline, and save less time.
  private static let largestMaskedFont = 64.0

  /// Paints a run of glyphs: small upright ones by masks at quarters of a pixel, others as one outline.
  ///
  /// - Parameters:
  ///   - map: from the run to the device.
  ///   - fillOutline: fills the outline in the builder.
  ///   - fillMasks: fills the placed glyphs.
  func paintGlyphs(
    _ run: GlyphRun, through map: Homography, fillOutline: () -> Void,
    fillMasks: (PlacedGlyphs.Run) -> Void
  ) throws {
    guard let t = map.affine, map.m33 > 0 else {
      for i in 0..<min(run.glyphs.count, run.positions.count) {
        let path = run.font.outline(of: run.glyphs[i])
        if path.isEmpty { continue }
        list.builder.add(path, through: Homography(.translation(run.positions[i].x, run.positions[i].y)).concat(map))
      }
      return fillOutline()
    }
    guard maySee(run, through: t) else { return }
    let isUpright = t.b == 0 && t.c == 0 && t.a != 0 && t.d != 0
    guard isUpright, !options.placesGlyphsExactly,
      run.fontSize * max(abs(t.a), abs(t.d)) <= TreePainter.largestMaskedFont
    else {
      let outlines = glyphOutlines(of: run.font, t)
      let count = min(run.glyphs.count, run.positions.count)
      if outlines.areApart(run, count: count) { list.builder.promiseSimple() }
      for i in 0..<count { outlines.add(run.glyphs[i], at: t.apply(run.positions[i]), to: &list.builder) }
      return fillOutline()
    }
    let masks = glyphMasks(of: run.font, t)
    let before = masks.bytes
    var large: [Int] = []
    let placed = list.glyphs.add(
      run.glyphs, at: run.positions, through: t, within: list.scissor, masks, scratch: scratch, large: &large
    ) { glyphOutlines(of: run.font, t).maskShape(of: $0) }
    guard let placed else { throw LayerError.memory(label: label, bytes: masks.bytes) }
    caches.maskBytes += masks.bytes - before
    if caches.maskBytes > options.glyphMemoryBudget {
      throw LayerError.glyphs(label: label, limit: options.glyphMemoryBudget)
    }
    if !placed.isEmpty { fillMasks(placed) }
    if large.isEmpty { return }
    let outlines = glyphOutlines(of: run.font, t)
    for i in large { outlines.add(run.glyphs[i], at: t.apply(run.positions[i]), to: &list.builder) }
    fillOutline()
  }

  /// True if any ink of a run may lie within the scissor, according to the font's `inkBounds`.
  private func maySee(_ run: GlyphRun, through t: AffineTransform) -> Bool {
    guard let ink = run.font.inkBounds, ink.isFinite, let first = run.positions.first else { return true }
    let seen = list.scissor.outset(dx: 2, dy: 2).rect
    func isSeen(_ box: Rect) -> Bool {
      let b = t.boundingBox(of: box)
      return !(b.minX > seen.maxX || b.maxX < seen.minX || b.minY > seen.maxY || b.maxY < seen.minY)
    }
    if isSeen(ink.offsetBy(dx: first.x, dy: first.y)) { return true }
    var low = first
    var high = first
    for p in run.positions {
      low = Point(min(low.x, p.x), min(low.y, p.y))
      high = Point(max(high.x, p.x), max(high.y, p.y))
    }
    return isSeen(
      Rect(minX: low.x + ink.minX, minY: low.y + ink.minY, maxX: high.x + ink.maxX, maxY: high.y + ink.maxY))
  }

  private func glyphMasks(of font: any GlyphSource, _ t: AffineTransform) -> GlyphMasks {
    let key = GlyphOutlines.Key(font: ObjectIdentifier(font), a: t.a, b: 0, c: 0, d: t.d)
    return caches.glyphMasks(key, of: font, from: options.glyphAtlas)
  }

  /// Returns the glyph masks to the atlas, for the next pictures.
  func giveMasks() {
    if let atlas = options.glyphAtlas { caches.giveMasks(to: atlas) }
  }

  private func glyphOutlines(of font: any GlyphSource, _ t: AffineTransform) -> GlyphOutlines {
    let key = GlyphOutlines.Key(font: ObjectIdentifier(font), a: t.a, b: t.b, c: t.c, d: t.d)
    if let known = caches.outlines[key] { return known }
    let made = GlyphOutlines(font: font, map: AffineTransform(a: t.a, b: t.b, c: t.c, d: t.d, tx: 0, ty: 0))
    caches.outlines[key] = made
    return made
  }
}
