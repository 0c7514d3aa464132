// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Raster
import RenderTree

/// The glyphs of one font under one linear map, flattened once and then only moved.
final class GlyphOutlines {
  struct Key: Hashable {
    var font: ObjectIdentifier
    var a: Double
    var b: Double
    var c: Double
    var d: Double
  }

  /// The largest distance of a polygon from its curve, in pixels.
  private static let flatness = 0.05

  private let font: any GlyphSource
  private let map: AffineTransform
  /// A glyph as polygons.
  struct Shape {
    var rings: [[Point]]
    /// The only winding of it other than 0: 1 or -1; 0 when there may be others, since its contours may meet.
    var winding: Int
    /// Its extent along the baseline, from its origin.
    var low: Double
    var high: Double
  }

  /// Looked up only.
  private var shapes: [UInt32: Shape] = [:]
  private var moved: [Point] = []

  init(font: any GlyphSource, map: AffineTransform) {
    self.font = font
    self.map = map
  }

  /// Adds a glyph whose origin is at a device point.
  func add(_ glyph: UInt32, at origin: Point, to builder: inout OutlineBuilder) {
    for ring in shape(of: glyph).rings {
      moved.removeAll(keepingCapacity: true)
      for p in ring { moved.append(Point(p.x + origin.x, p.y + origin.y)) }
      builder.addPolygon(moved)
    }
  }

  /// Whether all windings of a run's glyphs together are known to be 0 and 1, or 0 and -1: none meets itself, and each
  /// ends before the next begins.
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
      // The second differences bound the distance from the chord: |d| / 8 · (1 / n)² · 6.
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
  /// Adds the glyphs of a run to the current outline.
  func addGlyphs(_ run: GlyphRun, through map: Homography) {
    let count = min(run.glyphs.count, run.positions.count)
    guard let t = map.affine, map.m33 > 0 else {
      for i in 0..<count {
        let path = run.font.outline(of: run.glyphs[i])
        if path.isEmpty { continue }
        list.builder.add(path, through: Homography(.translation(run.positions[i].x, run.positions[i].y)).concat(map))
      }
      return
    }
    let outlines = glyphOutlines(of: run.font, t)
    if outlines.areApart(run, count: count) { list.builder.promiseSimple() }
    for i in 0..<count { outlines.add(run.glyphs[i], at: t.apply(run.positions[i]), to: &list.builder) }
  }

  private func glyphOutlines(of font: any GlyphSource, _ t: AffineTransform) -> GlyphOutlines {
    let key = GlyphOutlines.Key(font: ObjectIdentifier(font), a: t.a, b: t.b, c: t.c, d: t.d)
    if let known = glyphs[key] { return known }
    let made = GlyphOutlines(font: font, map: AffineTransform(a: t.a, b: t.b, c: t.c, d: t.d, tx: 0, ty: 0))
    glyphs[key] = made
    return made
  }
}
