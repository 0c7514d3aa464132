// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import Raster
import RenderTree
import SystemC

// Paints the pieces of one node.
extension TreePainter {
  /// Sets up the painting of the current node's pieces by the following steps, with its children between them.
  func beginPieces(of node: RenderNode, _ map: Homography, _ ink: Ink) {
    var ink = ink
    if node.hasBackdropReaders, !(list.isFresh && ink.isPlain) {
      groups[groups.count - 1].surfaces.append(.backdrop(ink))
      beginSurface(region: list.scissor)
      ink = Ink(coversGroup: ink.coversGroup, isCutAtBounds: ink.coversGroup)
    }
    let isIsolated = ink.isolatesPieces && !node.hasBackdropReaders
    if isIsolated {
      ink.isolatesPieces = false
      list.beginGroup(label: node.label)
    }
    list.tint = ink.tint
    // A group clipped to the outline is clipped along its edges already.
    let bounded =
      node.antialiasedEdges.isSuperset(of: .all) || ink.coversGroup
      ? ink : self.ink(ink, cutBy: staircases(node.bounds, node.antialiasedEdges, map))
    groups[groups.count - 1].painting = Painting(map: map, ink: ink, bounded: bounded, isIsolated: isIsolated)
  }

  /// Paints the pieces of the current node that lie under its children, or over them.
  func paintPieces(of node: RenderNode, areOverChildren: Bool) throws {
    guard let painting = groups.last?.painting else { return }
    for piece in node.pieces where piece.isOverChildren == areOverChildren {
      try paint(piece, of: node, painting.map, painting.ink, bounded: painting.bounded)
    }
  }

  private func paint(_ piece: Piece, of node: RenderNode, _ map: Homography, _ ink: Ink, bounded: Ink) throws {
    switch piece {
    case .background(let paint):
      if try !isHidden(backgroundOf: node, map, bounded) {
        paintBackground(paint, of: node, through: map, ink: bounded)
      }
    case .gradient(let gradient):
      guard let source = try source(gradient, over: node.bounds, opacity: ink.opacity, map) else { break }
      fill(area(of: node, map, bounded), bounded, opacity: 255, source: source)
    case .contents(let contents): paintContents(try sharpened(contents, map), of: node, through: map, ink: ink)
    case .drawing(var drawing):
      drawing.clip = drawing.clip.map { rect($0, paintedOf: node, map, ink) }
      try paint(drawing, edges: node.antialiasedEdges, through: map, ink: ink)
    case .tiles(let tiles): try paint(tiles, of: node, map, ink)
    case .shape(let shape): paintShape(shape, map, ink)
    case .border(let border): paintBorder(border, of: node, through: map, ink: bounded)
    case .particles(let particles): try paintParticles(particles, of: node, through: map, ink: ink)
    }
  }

  /// True if an opaque gradient or opaque contents cover the background. Drawn both, the background would show around
  /// them, since each covers edge pixels only partly.
  private func isHidden(backgroundOf node: RenderNode, _ map: Homography, _ ink: Ink) throws -> Bool {
    guard node.pieces.count > 1, ink.opacity == 255, ink.blend == .normal else { return false }
    if let gradient = node.gradient,
      try source(gradient, over: node.bounds, opacity: ink.opacity, map)?.isOpaque == true
    {
      return true
    }
    return contentsHideBounds(of: node)
  }

  // MARK: Bounds

  /// Returns the outline of the rounded bounds.
  func boundsOutline(_ node: RenderNode, _ map: Homography) -> Outline {
    addOutline(node.bounds, corners: node.corners, node.antialiasedEdges, map)
    return list.builder.finish()
  }

  /// Returns the device pixels of a rectangle aligned to whole pixels; nil for any other.
  func wholePixels(_ r: Rect, _ map: Homography) -> DeviceRect? {
    guard let t = map.affine, map.m33 > 0, (t.b == 0 && t.c == 0) || (t.a == 0 && t.d == 0) else { return nil }
    let p = t.apply(r.origin)
    let q = t.apply(Point(r.maxX, r.maxY))
    // Outlines have a resolution of 1/256 pixel.
    func isWhole(_ v: Double) -> Bool { abs(v - v.rounded()) < 1.0 / 512 && abs(v) < 1e9 }
    guard isWhole(p.x), isWhole(p.y), isWhole(q.x), isWhole(q.y) else { return nil }
    return DeviceRect(
      around: Rect(
        minX: min(p.x, q.x).rounded(), minY: min(p.y, q.y).rounded(), maxX: max(p.x, q.x).rounded(),
        maxY: max(p.y, q.y).rounded()))
  }

  /// The area of a piece that fills the rounded bounds: the bounds, or all of a group that is clipped to them.
  private enum Area {
    case rect(DeviceRect)
    case outline(Outline)
  }

  /// - Returns: nil if an opaque border covers all of them.
  private func area(of node: RenderNode, _ map: Homography, _ ink: Ink) -> Area? {
    if ink.coversGroup { return .rect(list.scissor) }
    if let covered = coveredEdge(of: node, map, ink) {
      if covered.isHidden { return nil }
      if covered.corners == nil, let whole = wholePixels(covered.rect, map) { return .rect(whole) }
      outlines.add(covered.rect, corners: covered.corners, through: map, to: &list.builder)
      return .outline(list.builder.finish(steepness: covered.steepness))
    }
    if node.corners?.isRounded != true, let whole = wholePixels(edges(of: node, map), map) { return .rect(whole) }
    return .outline(boundsOutline(node, map))
  }

  private func fill(_ area: Area?, _ ink: Ink, opacity: UInt8, source: @autoclosure () -> SpanSource?) {
    switch area {
    case nil: break
    case .rect(let rect): list.fill(rect, source: source(), opacity: opacity, blend: ink.blend, clip: ink.clip)
    case .outline(let outline): list.fill(outline, source: source(), opacity: opacity, blend: ink.blend, clip: ink.clip)
    }
  }

  private func paintBackground(_ paint: Paint, of node: RenderNode, through map: Homography, ink: Ink) {
    switch paint {
    case .color(let color):
      let pixel = color.premultiplied(opacity: ink.alpha)
      if pixel == 0, ink.blend == .normal { return }
      switch area(of: node, map, ink) {
      case nil: break
      case .rect(let rect): list.fill(rect, pixel: pixel, blend: ink.blend, clip: ink.clip)
      case .outline(let outline): list.fill(outline, pixel: pixel, blend: ink.blend, clip: ink.clip)
      }
    case .pattern(let pattern):
      fill(area(of: node, map, ink), ink, opacity: ink.opacity, source: self.source(pattern, through: map))
    }
  }

  /// - Parameter map: applied after the pattern's own transform.
  func source(_ pattern: Pattern, through map: Homography) -> SpanSource? {
    let points = AffineTransform.scale(1 / pattern.image.scale, 1 / pattern.image.scale)
    return .image(
      pyramid(pattern.image), through: Homography(points.concat(pattern.transform)).concat(map), edges: .repeat)
  }

  private func source(_ gradient: Gradient, over b: Rect, opacity: UInt8, _ map: Homography) throws -> SpanSource? {
    guard b.width > 0, b.height > 0, let table = try table(gradient.stops, opacity: opacity) else { return nil }
    let unit = Homography(AffineTransform(a: b.width, b: 0, c: 0, d: b.height, tx: b.minX, ty: b.minY)).concat(map)
    let s = gradient.start
    let e = gradient.end
    switch gradient.kind {
    case .axial: return .linear(table, from: s, to: e, through: unit)
    case .radial:
      guard gradient.focus != nil else {
        return .ellipse(table, center: s, radii: Size(abs(e.x - s.x), abs(e.y - s.y)), through: unit)
      }
      let (circle, focus) = gradient.circle
      return .radial(
        table, from: focus, startRadius: 0, to: .zero, endRadius: 1, through: Homography(circle).concat(unit))
    case .conic: return .conic(table, center: s, angle: atan2(e.y - s.y, e.x - s.x), through: unit)
    }
  }

  // MARK: Contents

  /// True if the contents are an opaque image from edge to edge, in one piece or nine slices.
  private func contentsHideBounds(of node: RenderNode) -> Bool {
    // A scalable picture may end inside a pixel at the resolution it is drawn at.
    guard let contents = node.contents, contents.picture == nil, contents.image.isOpaque,
      let first = contents.pieces.first?.destination
    else {
      return false
    }
    var whole = first
    var area = 0.0
    for piece in contents.pieces {
      let (s, d) = (piece.source, piece.destination)
      guard d.width > 0, d.height > 0, s.isFinite, abs(s.width) > 1e-9, abs(s.height) > 1e-9 else { continue }
      whole = whole.union(d)
      area += d.width * d.height
    }
    let b = node.bounds
    return whole.minX <= b.minX && whole.minY <= b.minY && whole.maxX >= b.maxX && whole.maxY >= b.maxY
      && area >= whole.width * whole.height * (1 - 1e-9)
  }

  /// Returns the pixels to which an image's visible part can contribute; nil if that is unknown. Pictures of shapes
  /// are often as large as the canvas, and transparent in most of it.
  ///
  /// - Parameters:
  ///   - source: the part of the image that is shown. Beyond the image its edge pixels are repeated.
  ///   - map: from the image's pixels to those of the picture.
  private func reach(of pyramid: ImagePyramid, source: Rect, through map: AffineTransform) -> DeviceRect? {
    guard let back = map.inverted else { return nil }
    let visible = pyramid.visibleRect
    if visible.isEmpty { return .empty }
    // In pixels of the image: a filter reads less than two pixels of a mip level around, which are at most twice as
    // large as the step from pixel to pixel.
    let margin = 2 + 4 * max(abs(back.a) + abs(back.c), abs(back.b) + abs(back.d))
    func range(_ from: Int32, _ to: Int32, _ count: Int, _ a: Double, _ b: Double) -> (Double, Double) {
      (
        from > 0 ? Double(from) - margin : min(a, b, 0) - margin,
        to < count ? Double(to) + margin : max(a, b, Double(count)) + margin
      )
    }
    let (x0, x1) = range(visible.x0, visible.x1, pyramid.bitmap.width, source.x, source.x + source.width)
    let (y0, y1) = range(visible.y0, visible.y1, pyramid.bitmap.height, source.y, source.y + source.height)
    let area = map.boundingBox(of: Rect(minX: x0, minY: y0, maxX: x1, maxY: y1))
    return area.isFinite ? DeviceRect(around: area).outset(dx: 1, dy: 1) : nil
  }

  private func paintContents(_ contents: Contents, of node: RenderNode, through map: Homography, ink: Ink) {
    let pieces = contents.pieces.filter { $0.destination.width > 0 && $0.destination.height > 0 && $0.source.isFinite }
    guard !pieces.isEmpty else { return }
    let pyramid = pyramid(contents.image)
    let edges = node.antialiasedEdges
    func paint(_ piece: Contents.Piece, _ edges: Edges, _ ink: Ink, in seen: Rect? = nil) {
      let s = piece.source
      let d = piece.destination
      guard s.width != 0, s.height != 0 else { return }
      let a = d.width / s.width
      let e = d.height / s.height
      let toPlane = AffineTransform(a: a, b: 0, c: 0, d: e, tx: d.minX - s.x * a, ty: d.minY - s.y * e)
      let saved = list.scissor
      defer { list.scissor = saved }
      if !ink.blend.changesBackdropOutsideSource, contents.minificationBias <= 0, let affine = map.affine,
        let part = reach(of: pyramid, source: s, through: toPlane.concat(affine))
      {
        list.scissor = saved.intersection(part)
        if list.scissor.isEmpty { return }
      }
      func source() -> SpanSource? {
        .image(
          pyramid, through: Homography(toPlane).concat(map), magnification: ImageFilter(contents.magnification),
          minification: ImageFilter(contents.minification), bias: contents.minificationBias)
      }
      fillImage(seen ?? d, edges: edges, through: map, ink: ink, source: source())
    }
    if pieces.count == 1 {
      return paint(pieces[0], edges, ink, in: rect(pieces[0].destination, paintedOf: node, map, ink))
    }
    if ink.blend == .normal, pieces.allSatisfy({ wholePixels($0.destination, map) != nil }) {
      for piece in pieces { paint(piece, .all, ink) }
      return
    }
    // If pieces meet inside a pixel, the backdrop would show through both. So each extends slightly under its
    // neighbours to the right and below, which replace it by their coverage, and the outermost edges are those of a
    // clip.
    let all = pieces.dropFirst().reduce(pieces[0].destination) { $0.union($1.destination) }
    let seen = rect(all, paintedOf: node, map, ink)
    let saved = list.scissor
    var clips = list.parts(ofClip: ink.clip)
    if let whole = wholePixels(snapped(seen, edges, map), map) {
      list.scissor = saved.intersection(whole)
    } else {
      clips += staircases(seen, edges, map)
      addOutline(seen, corners: nil, edges, map)
      let outline = list.builder.finish()
      list.scissor = saved.intersection(outline.bounds)
      clips.append(.outline(list.add(outline: outline), .nonZero))
    }
    defer { list.scissor = saved }
    guard !list.scissor.isEmpty else { return }
    list.beginGroup(clips: clips, opacity: ink.opacity, blend: ink.blend, label: label)
    let grow = reach(ofPixels: 2, at: all, map)
    // Beyond a hard edge, the outermost pieces extend further.
    let hard = Edges.all.subtracting(edges)
    for piece in pieces.sorted(by: {
      ($0.destination.minY, $0.destination.minX) < ($1.destination.minY, $1.destination.minX)
    }) {
      let d = piece.destination
      let left = d.minX == all.minX ? grow.width * (hard.contains(.left) ? 2 : 1) : 0
      let top = d.minY == all.minY ? grow.height * (hard.contains(.bottom) ? 2 : 1) : 0
      let k = piece.source.width / d.width
      let l = piece.source.height / d.height
      let destination = Rect(
        minX: d.minX - left, minY: d.minY - top, maxX: d.maxX + grow.width, maxY: d.maxY + grow.height)
      let source = Rect(
        piece.source.minX - left * k, piece.source.minY - top * l, destination.width * k, destination.height * l)
      paint(Contents.Piece(source: source, destination: destination), .all, Ink(blend: .copy))
    }
    list.endGroup()
  }

  // MARK: Shape

  private func paintShape(_ shape: Shape, _ map: Homography, _ ink: Ink) {
    if let fill = shape.fill {
      list.builder.add(shape.path, through: map)
      self.fill(list.builder.finish(), rule: shape.fillRule, paint: fill, through: map, ink: ink)
    }
    let start = unit(shape.strokeStart)
    let end = unit(shape.strokeEnd)
    if let stroke = shape.stroke, shape.strokeStyle.width > 0, start < end {
      list.builder.addStroke(
        shape.path, style: shape.strokeStyle, trim: start == 0 && end == 1 ? nil : start...end, through: map)
      self.fill(list.builder.finish(), rule: .nonZero, paint: stroke, through: map, ink: ink)
    }
  }

  private func fill(_ outline: Outline, rule: FillRule, paint: Paint, through map: Homography, ink: Ink) {
    guard !outline.isEmpty else { return }
    switch paint {
    case .color(let color):
      let pixel = color.premultiplied(opacity: ink.alpha)
      if pixel == 0, ink.blend == .normal { return }
      list.fill(outline, rule: rule, pixel: pixel, blend: ink.blend, clip: ink.clip)
    case .pattern(let pattern):
      list.fill(
        outline, rule: rule, source: source(pattern, through: map), opacity: ink.opacity, blend: ink.blend,
        clip: ink.clip)
    }
  }

  // MARK: Border

  private func paintBorder(_ border: Border, of node: RenderNode, through map: Homography, ink: Ink) {
    guard border.width > 0 else { return }
    list.tint = ink.tint
    let outer = edges(of: node, map)
    // The inner edge is reversed, so that the fill rule leaves the inside out at every width, even if both edges fall
    // into one pixel.
    if ink.coversGroup {
      list.builder.promiseSimple()
      list.builder.addRect(list.scissor.rect)
    } else {
      addOutline(node.bounds, corners: node.corners, node.antialiasedEdges, map)
    }
    let inner = outer.insetBy(dx: border.width, dy: border.width)
    if inner.width > 0, inner.height > 0 {
      list.builder.isReversed = true
      outlines.add(inner, corners: node.corners?.inset(by: border.width), through: map, to: &list.builder)
      list.builder.isReversed = false
    }
    fill(list.builder.finish(), rule: .nonZero, paint: border.paint, through: map, ink: ink)
  }
}

extension ImageFilter {
  init(_ filter: SamplingFilter) {
    switch filter {
    case .nearest: self = .nearest
    case .linear: self = .linear
    case .trilinear: self = .trilinear
    }
  }
}
