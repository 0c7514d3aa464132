// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Raster
import RenderTree
import SystemC

/// Adds rectangles and rounded rectangles of a plane to outlines, by the fastest path that the plane's map allows.
///
/// All have the same orientation on the device, even through maps that mirror. A single one is a simple outline, and so
/// is one with another inside it that the builder reverses. If several may overlap, the first must be added with
/// `overlaps`.
struct PlaneOutline {
  /// Cached unit quarter circles by number of segments: cosines and sines of 0 … π/2.
  private var arcs: [[Point]?] = Array(repeating: nil, count: PlaneOutline.maximumSegments + 1)
  private static let maximumSegments = 128
  private var points: [Point] = []

  /// Maximum distance of a polygon inside its circle, in pixels.
  static let flatness = 0.08

  mutating func add(_ rect: Rect, through map: Homography, overlaps: Bool = false, to builder: inout OutlineBuilder) {
    if !overlaps { builder.promiseSimple() }
    guard let t = map.affine, map.m33 > 0 else {
      turned(map, &builder) { $0.add(Path(rect: rect), through: map) }
      return
    }
    if t.b == 0 && t.c == 0 {
      let p = t.apply(rect.origin)
      let q = t.apply(Point(rect.maxX, rect.maxY))
      builder.addRect(Rect(minX: min(p.x, q.x), minY: min(p.y, q.y), maxX: max(p.x, q.x), maxY: max(p.y, q.y)))
    } else {
      turned(map, &builder) { $0.addPolygon(rect.corners.map { t.apply($0) }) }
    }
  }

  mutating func add(
    _ rect: Rect, corners: Corners?, through map: Homography, overlaps: Bool = false, to builder: inout OutlineBuilder
  ) {
    guard let corners, corners.isRounded else { return add(rect, through: map, overlaps: overlaps, to: &builder) }
    if !overlaps { builder.promiseSimple() }
    guard !corners.isContinuous, let t = map.affine, map.m33 > 0 else {
      let path = Path.roundedRect(
        rect, minXMinY: corners.minXMinY, maxXMinY: corners.maxXMinY, maxXMaxY: corners.maxXMaxY,
        minXMaxY: corners.minXMaxY, isContinuous: corners.isContinuous)
      turned(map, &builder) { $0.add(path, through: map) }
      return
    }
    points.removeAll(keepingCapacity: true)
    let scale = max((t.a * t.a + t.b * t.b).squareRoot(), (t.c * t.c + t.d * t.d).squareRoot())
    // Clockwise with y down, starting at the left end of the top edge.
    corner(
      rect.minX + corners.minXMinY, rect.minY + corners.minXMinY, radius: corners.minXMinY, ux: -1, uy: 0, vx: 0,
      vy: -1, through: t, scale: scale)
    corner(
      rect.maxX - corners.maxXMinY, rect.minY + corners.maxXMinY, radius: corners.maxXMinY, ux: 0, uy: -1, vx: 1, vy: 0,
      through: t, scale: scale)
    corner(
      rect.maxX - corners.maxXMaxY, rect.maxY - corners.maxXMaxY, radius: corners.maxXMaxY, ux: 1, uy: 0, vx: 0, vy: 1,
      through: t, scale: scale)
    corner(
      rect.minX + corners.minXMaxY, rect.maxY - corners.minXMaxY, radius: corners.minXMaxY, ux: 0, uy: 1, vx: -1, vy: 0,
      through: t, scale: scale)
    turned(map, &builder) { [points] in $0.addPolygon(points) }
  }

  /// Adds shapes reversed if the map mirrors them.
  private func turned(_ map: Homography, _ builder: inout OutlineBuilder, _ body: (inout OutlineBuilder) -> Void) {
    let before = builder.isReversed
    if map.determinant < 0 { builder.isReversed.toggle() }
    body(&builder)
    builder.isReversed = before
  }

  /// Adds a quarter circle about (cx, cy) from direction (ux, uy) to (vx, vy).
  private mutating func corner(
    _ cx: Double, _ cy: Double, radius r: Double, ux: Double, uy: Double, vx: Double, vy: Double,
    through t: AffineTransform, scale: Double
  ) {
    let c = t.apply(Point(cx, cy))
    guard r > 0 else {
      points.append(c)
      return
    }
    // u and v are mapped without the translation, times the radius.
    let u = Point((ux * t.a + uy * t.c) * r, (ux * t.b + uy * t.d) * r)
    let v = Point((vx * t.a + vy * t.c) * r, (vx * t.b + vy * t.d) * r)
    for p in arc(radius: r * scale) { points.append(Point(c.x + u.x * p.x + v.x * p.y, c.y + u.y * p.x + v.y * p.y)) }
  }

  /// Returns unit vectors of a quarter circle whose radius in pixels is given: at its ends and between its segments.
  mutating func arc(radius: Double) -> [Point] {
    // The sagitta of one of n segments is radius · π² / (32 n²).
    let exact = (radius * (Double.pi * Double.pi / 32 / PlaneOutline.flatness)).squareRoot()
    // A NaN radius gives no arc.
    let n = min(max(Int(clamping: exact.rounded(.up)), 1), PlaneOutline.maximumSegments)
    if let known = arcs[n] { return known }
    // Inner points lie slightly outside the circle, so that the polygon has its area.
    let step = Double.pi / 2 / Double(n)
    let k = (step / sin(step)).squareRoot()
    let made = (0...n).map { i -> Point in
      if i == 0 { return Point(1, 0) }
      if i == n { return Point(0, 1) }
      return Point(k * cos(Double(i) * step), k * sin(Double(i) * step))
    }
    arcs[n] = made
    return made
  }
}
