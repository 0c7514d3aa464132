// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Pixels
import Raster
import RenderTree

// Edges that are not antialiased (`edgeAntialiasingMask`): a pixel is inside if its centre is. Along the device's axes
// such an edge is moved to a whole pixel. A tilted one is left out of the outline's coverage, and clips it as a
// staircase of whole pixels.
extension TreePainter {
  /// Returns a rectangle with hard (not antialiased) edges along the device's axes moved to whole pixels.
  func snapped(_ r: Rect, _ edges: Edges, _ map: Homography) -> Rect {
    guard !edges.isSuperset(of: .all), let shape = PlaneShape(map), shape.isUpright else { return r }
    let t = shape.affine
    let kx = shape.swapsAxes ? t.b : t.a
    let tx = shape.swapsAxes ? t.ty : t.tx
    let ky = shape.swapsAxes ? t.c : t.d
    let ty = shape.swapsAxes ? t.tx : t.ty
    func moved(_ v: Double, _ k: Double, _ t: Double) -> Double { ((k * v + t).rounded() - t) / k }
    return Rect(
      minX: edges.contains(.left) ? r.minX : moved(r.minX, kx, tx),
      minY: edges.contains(.bottom) ? r.minY : moved(r.minY, ky, ty),
      maxX: edges.contains(.right) ? r.maxX : moved(r.maxX, kx, tx),
      maxY: edges.contains(.top) ? r.maxY : moved(r.maxY, ky, ty))
  }

  func edges(of node: RenderNode, _ map: Homography) -> Rect { snapped(node.bounds, node.antialiasedEdges, map) }

  /// Returns the hard edges that need a staircase.
  func tiltedHardEdges(_ edges: Edges, _ map: Homography) -> Edges {
    if edges.isSuperset(of: .all) { return [] }
    if let shape = PlaneShape(map), shape.isUpright { return [] }
    return Edges.all.subtracting(edges)
  }

  /// Adds a rounded rectangle of the plane, extended beyond its hard edges so that no coverage is lost along them. The
  /// parts of `staircases` clip it.
  func addOutline(_ rect: Rect, corners: Corners?, _ edges: Edges, _ map: Homography) {
    let rect = snapped(rect, edges, map)
    let hard = tiltedHardEdges(edges, map)
    guard !hard.isEmpty, rect.width > 0, rect.height > 0 else {
      return outlines.add(rect, corners: corners, through: map, to: &list.builder)
    }
    var far = Size.zero
    for p in rect.corners where map.homogeneous(p).w > 0 {
      let s = PlaneScale.points(forPixels: 2, of: map, at: p)
      far = Size(max(far.width, s.width), max(far.height, s.height))
    }
    far = Size(min(far.width, rect.width), min(far.height, rect.height))
    guard let corners, corners.isRounded else {
      let wide = Rect(
        minX: rect.minX - (hard.contains(.left) ? far.width : 0),
        minY: rect.minY - (hard.contains(.bottom) ? far.height : 0),
        maxX: rect.maxX + (hard.contains(.right) ? far.width : 0),
        maxY: rect.maxY + (hard.contains(.top) ? far.height : 0))
      return outlines.add(wide, through: map, to: &list.builder)
    }
    outlines.add(rect, corners: corners, through: map, overlaps: true, to: &list.builder)
    // A strip along each straight part, which slightly overlaps the rectangle to avoid a seam.
    let hair = Size(far.width / 128, far.height / 128)
    // A continuous corner leaves the edge at 1.528665 radii.
    let k = corners.isContinuous ? 1.528665 : 1
    func reach(_ radius: Double, _ side: Double) -> Double { min(radius * k, side / 2) }
    func add(_ minX: Double, _ minY: Double, _ maxX: Double, _ maxY: Double) {
      outlines.add(
        Rect(minX: minX, minY: minY, maxX: maxX, maxY: maxY), through: map, overlaps: true, to: &list.builder)
    }
    // Square corners between two hard edges are filled by the horizontal one.
    func ends(_ first: Double, _ second: Double) -> (Double, Double) {
      let left = reach(first, rect.width)
      let right = reach(second, rect.width)
      return (
        left == 0 && hard.contains(.left) ? rect.minX - far.width : rect.minX + left,
        right == 0 && hard.contains(.right) ? rect.maxX + far.width : rect.maxX - right
      )
    }
    if hard.contains(.bottom) {
      let (a, b) = ends(corners.minXMinY, corners.maxXMinY)
      if a < b { add(a, rect.minY - far.height, b, rect.minY + hair.height) }
    }
    if hard.contains(.top) {
      let (a, b) = ends(corners.minXMaxY, corners.maxXMaxY)
      if a < b { add(a, rect.maxY - hair.height, b, rect.maxY + far.height) }
    }
    func side(_ first: Double, _ second: Double, _ minX: Double, _ maxX: Double) {
      let a = rect.minY + reach(first, rect.height)
      let b = rect.maxY - reach(second, rect.height)
      if a < b { add(minX, a, maxX, b) }
    }
    if hard.contains(.left) { side(corners.minXMinY, corners.minXMaxY, rect.minX - far.width, rect.minX + hair.width) }
    if hard.contains(.right) { side(corners.maxXMinY, corners.maxXMaxY, rect.maxX - hair.width, rect.maxX + far.width) }
  }

  /// Returns the clips along the tilted hard edges of a rectangle.
  func staircases(_ rect: Rect, _ edges: Edges, _ map: Homography) -> [AreaClip.Part] {
    let hard = tiltedHardEdges(edges, map)
    guard !hard.isEmpty else { return [] }
    let centre = map.homogeneous(rect.center)
    guard centre.w > 0 else { return [] }
    let box = DeviceRect(around: Rect(around: map.applyClipped(rect.corners))).outset(dx: 4, dy: 4).intersection(
      list.region)
    guard !box.isEmpty else { return [] }
    let c = rect.corners
    var parts: [AreaClip.Part] = []
    for (edge, from, to) in [(Edges.bottom, c[0], c[1]), (.right, c[1], c[2]), (.top, c[2], c[3]), (.left, c[3], c[0])]
    where hard.contains(edge) {
      let p = map.homogeneous(from)
      let q = map.homogeneous(to)
      // The line through both points in homogeneous coordinates, positive on the rectangle's side.
      var line = (a: p.y * q.w - p.w * q.y, b: p.w * q.x - p.x * q.w, c: p.x * q.y - p.y * q.x)
      if line.a * centre.x + line.b * centre.y + line.c * centre.w < 0 { line = (-line.a, -line.b, -line.c) }
      guard line.a.isFinite, line.b.isFinite, line.c.isFinite, line.a != 0 || line.b != 0 else { continue }
      addStaircase(line, in: box)
      parts.append(.outline(list.add(outline: list.builder.finish()), .nonZero))
    }
    return parts
  }

  /// Adds the pixels of a rectangle whose centres lie on the positive side of a line; a centre on the line belongs to
  /// one side.
  private func addStaircase(_ line: (a: Double, b: Double, c: Double), in r: DeviceRect) {
    let (x0, x1) = (Double(r.x0), Double(r.x1))
    /// Points where the inside begins or ends in each row, downward.
    var points: [Point] = []
    let isFlat = abs(line.a) < 1e-12 * abs(line.b)
    let isRightward = line.a >= 0
    let outer = isRightward ? x1 : x0
    var last = Double.nan
    for row in r.y0..<r.y1 {
      let y = Double(row) + 0.5
      let level = line.b * y + line.c
      var x: Double
      if isFlat {
        x = (line.b > 0 ? level >= 0 : level > 0) ? (isRightward ? x0 : x1) : outer
      } else {
        x = (-level / line.a - 0.5).rounded(.up)
        x = min(max(x, x0), x1)
      }
      if x != last {
        if !last.isNaN { points.append(Point(last, Double(row))) }
        points.append(Point(x, Double(row)))
        last = x
      }
    }
    guard !last.isNaN else { return }
    points.append(Point(last, Double(r.y1)))
    points.append(Point(outer, Double(r.y1)))
    points.append(Point(outer, Double(r.y0)))
    list.builder.promiseSimple()
    list.builder.addPolygon(points)
  }

  /// Returns an ink that is also clipped along hard edges.
  func ink(_ ink: Ink, cutBy parts: [AreaClip.Part]) -> Ink {
    guard !parts.isEmpty else { return ink }
    var ink = ink
    let before = ink.clip >= 0 ? list.clips[Int(ink.clip)] : nil
    var bounds = before?.bounds ?? list.region
    for case .outline(let index, _) in parts { bounds = bounds.intersection(list.outlines[Int(index)].bounds) }
    ink.clip = list.add(clip: AreaClip(bounds: bounds, inner: .empty, parts: (before?.parts ?? []) + parts))
    return ink
  }

  /// Fills a rectangle of the plane with an image.
  func fillImage(_ rect: Rect, edges: Edges, through map: Homography, ink: Ink, source: @autoclosure () -> SpanSource?)
  {
    if let whole = wholePixels(snapped(rect, edges, map), map) {
      list.fill(whole, source: source(), opacity: ink.opacity, blend: ink.blend, clip: ink.clip)
    } else {
      let ink = self.ink(ink, cutBy: staircases(rect, edges, map))
      addOutline(rect, corners: nil, edges, map)
      list.fill(list.builder.finish(), source: source(), opacity: ink.opacity, blend: ink.blend, clip: ink.clip)
    }
  }
}
