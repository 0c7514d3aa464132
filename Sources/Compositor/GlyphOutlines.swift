import Geometry
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

  /// How far a polygon may be from its curve, in pixels.
  private static let flatness = 0.05

  private let font: any GlyphSource
  private let map: AffineTransform
  /// Looked up only.
  private var rings: [UInt32: [[Point]]] = [:]
  private var moved: [Point] = []

  init(font: any GlyphSource, map: AffineTransform) {
    self.font = font
    self.map = map
  }

  /// Adds a glyph whose origin is at a device point.
  func add(_ glyph: UInt32, at origin: Point, to builder: inout OutlineBuilder) {
    for ring in rings(of: glyph) {
      moved.removeAll(keepingCapacity: true)
      for p in ring { moved.append(Point(p.x + origin.x, p.y + origin.y)) }
      builder.addPolygon(moved)
    }
  }

  private func rings(of glyph: UInt32) -> [[Point]] {
    if let known = rings[glyph] { return known }
    let made = GlyphOutlines.flattened(font.outline(of: glyph), map)
    rings[glyph] = made
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
      let n = exact < 64 ? max(Int(exact) + 1, 1) : 64
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

extension TreeWalk {
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
