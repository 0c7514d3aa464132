import Geometry
import Pixels
import Raster
import RenderTree

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// The pieces of one node: what lies under its children now, children and border by way of the stack.
extension TreeWalk {
  func paintPieces(_ node: RenderNode, _ map: Homography, _ ink: Ink) throws {
    if node.border != nil { work.append(.border(node, map, ink)) }
    if !node.children.isEmpty { work.append(.children(node, map, alpha: ink.alpha, next: 0)) }
    if let background = node.background { paintBackground(background, node, map, ink) }
    if let gradient = node.gradient { paintGradient(gradient, node, map, ink) }
    if let contents = node.contents { paintContents(contents, node, map, ink) }
    if let drawing = node.drawing { try paint(drawing, map, ink) }
    if let shape = node.shape { paintShape(shape, map, ink) }
  }

  // MARK: Bounds

  /// The node's bounds, with those edges moved to whole pixels that are not antialiased and lie along the device's axes.
  func edges(of node: RenderNode, _ map: Homography) -> Rect {
    let edges = node.antialiasedEdges
    let b = node.bounds
    guard !edges.isSuperset(of: .all), let shape = PlaneShape(map), shape.isUpright else { return b }
    let t = shape.affine
    let kx = shape.swapsAxes ? t.b : t.a
    let tx = shape.swapsAxes ? t.ty : t.tx
    let ky = shape.swapsAxes ? t.c : t.d
    let ty = shape.swapsAxes ? t.tx : t.ty
    func snapped(_ v: Double, _ k: Double, _ t: Double) -> Double { ((k * v + t).rounded() - t) / k }
    return Rect(
      minX: edges.contains(.left) ? b.minX : snapped(b.minX, kx, tx), minY: edges.contains(.bottom) ? b.minY : snapped(b.minY, ky, ty),
      maxX: edges.contains(.right) ? b.maxX : snapped(b.maxX, kx, tx), maxY: edges.contains(.top) ? b.maxY : snapped(b.maxY, ky, ty))
  }

  /// The outline of the rounded bounds.
  func boundsOutline(_ node: RenderNode, _ map: Homography) -> Outline {
    outlines.add(edges(of: node, map), corners: node.corners, through: map, to: &list.builder)
    return list.builder.finish()
  }

  /// The device pixels of a rectangle that falls on whole ones; nil for any other.
  func wholePixels(_ r: Rect, _ map: Homography) -> DeviceRect? {
    guard let t = map.affine, map.m33 > 0, (t.b == 0 && t.c == 0) || (t.a == 0 && t.d == 0) else { return nil }
    let p = t.apply(r.origin)
    let q = t.apply(Point(r.maxX, r.maxY))
    // Outlines count in 1/256 of a pixel.
    func isWhole(_ v: Double) -> Bool { abs(v - v.rounded()) < 1.0 / 512 && abs(v) < 1e9 }
    guard isWhole(p.x), isWhole(p.y), isWhole(q.x), isWhole(q.y) else { return nil }
    return DeviceRect(
      around: Rect(
        minX: min(p.x, q.x).rounded(), minY: min(p.y, q.y).rounded(), maxX: max(p.x, q.x).rounded(), maxY: max(p.y, q.y).rounded()))
  }

  /// What a piece that fills the rounded bounds is: those, or all of the group that is clipped to them.
  private enum Area {
    case rect(DeviceRect)
    case outline(Outline)
  }

  private func area(of node: RenderNode, _ map: Homography, _ ink: Ink) -> Area {
    if ink.coversGroup { return .rect(list.scissor) }
    if node.corners?.isRounded != true, let whole = wholePixels(edges(of: node, map), map) { return .rect(whole) }
    return .outline(boundsOutline(node, map))
  }

  private func fill(_ area: Area, _ ink: Ink, source: @autoclosure () -> SpanSource?) {
    switch area {
    case .rect(let rect): list.fill(rect, source: source(), opacity: ink.opacity, blend: ink.blend, clip: ink.clip)
    case .outline(let outline): list.fill(outline, source: source(), opacity: ink.opacity, blend: ink.blend, clip: ink.clip)
    }
  }

  private func paintBackground(_ paint: Paint, _ node: RenderNode, _ map: Homography, _ ink: Ink) {
    switch paint {
    case .color(let color):
      let pixel = color.premultiplied(opacity: ink.alpha)
      if pixel == 0, ink.blend == .normal { return }
      switch area(of: node, map, ink) {
      case .rect(let rect): list.fill(rect, pixel: pixel, blend: ink.blend, clip: ink.clip)
      case .outline(let outline): list.fill(outline, pixel: pixel, blend: ink.blend, clip: ink.clip)
      }
    case .pattern(let pattern): fill(area(of: node, map, ink), ink, source: self.source(pattern, through: map))
    }
  }

  /// - Parameter map: from the space the pattern's transform leads to.
  func source(_ pattern: Pattern, through map: Homography) -> SpanSource? {
    let points = AffineTransform.scale(1 / pattern.image.scale, 1 / pattern.image.scale)
    return .image(pyramid(pattern.image), through: Homography(points.concat(pattern.transform)).concat(map), edges: .repeat)
  }

  private func paintGradient(_ gradient: Gradient, _ node: RenderNode, _ map: Homography, _ ink: Ink) {
    let b = node.bounds
    guard b.width > 0, b.height > 0, let table = table(gradient.stops) else { return }
    let unit = Homography(AffineTransform(a: b.width, b: 0, c: 0, d: b.height, tx: b.minX, ty: b.minY)).concat(map)
    let s = gradient.start
    let e = gradient.end
    fill(
      area(of: node, map, ink), ink,
      source: {
        switch gradient.kind {
        case .axial: return .linear(table, from: s, to: e, through: unit)
        case .radial: return .ellipse(table, center: s, radii: Size(abs(e.x - s.x), abs(e.y - s.y)), through: unit)
        case .conic: return .conic(table, center: s, angle: atan2(e.y - s.y, e.x - s.x), through: unit)
        }
      }())
  }

  // MARK: Contents

  private func paintContents(_ contents: Contents, _ node: RenderNode, _ map: Homography, _ ink: Ink) {
    let pieces = contents.pieces.filter { $0.destination.width > 0 && $0.destination.height > 0 && $0.source.isFinite }
    guard !pieces.isEmpty else { return }
    let pyramid = pyramid(contents.image)
    func paint(_ piece: Contents.Piece, opacity: UInt8, blend: BlendMode, clip: Int32) {
      let s = piece.source
      let d = piece.destination
      guard s.width != 0, s.height != 0 else { return }
      let a = d.width / s.width
      let e = d.height / s.height
      let toPlane = AffineTransform(a: a, b: 0, c: 0, d: e, tx: d.minX - s.x * a, ty: d.minY - s.y * e)
      func source() -> SpanSource? {
        .image(
          pyramid, through: Homography(toPlane).concat(map), magnification: ImageFilter(contents.magnification),
          minification: ImageFilter(contents.minification), bias: contents.minificationBias)
      }
      let destination = d == node.bounds ? edges(of: node, map) : d
      if let whole = wholePixels(destination, map) {
        list.fill(whole, source: source(), opacity: opacity, blend: blend, clip: clip)
      } else {
        outlines.add(destination, through: map, to: &list.builder)
        list.fill(list.builder.finish(), source: source(), opacity: opacity, blend: blend, clip: clip)
      }
    }
    if pieces.count == 1 || (ink.blend == .normal && pieces.allSatisfy { wholePixels($0.destination, map) != nil }) {
      for piece in pieces { paint(piece, opacity: ink.opacity, blend: ink.blend, clip: ink.clip) }
      return
    }
    // Where pieces meet within a pixel the backdrop would shine through both. So each reaches a little under those right of it and below,
    // which replace it by their coverage, and the outermost edges are those of a clip.
    let all = pieces.dropFirst().reduce(pieces[0].destination) { $0.union($1.destination) }
    let saved = list.scissor
    var clips = list.parts(ofClip: ink.clip)
    if let whole = wholePixels(all, map) {
      list.scissor = saved.intersection(whole)
    } else {
      outlines.add(all, through: map, to: &list.builder)
      let outline = list.builder.finish()
      list.scissor = saved.intersection(outline.bounds)
      clips.append(.outline(list.add(outline: outline), .nonZero))
    }
    defer { list.scissor = saved }
    guard !list.scissor.isEmpty else { return }
    list.beginGroup(clips: clips, opacity: ink.opacity, blend: ink.blend, label: label)
    let grow = PlaneScale.points(forPixels: 2, of: map, at: all.center)
    for piece in pieces.sorted(by: { ($0.destination.minY, $0.destination.minX) < ($1.destination.minY, $1.destination.minX) }) {
      let d = piece.destination
      let left = d.minX == all.minX ? grow.width : 0
      let top = d.minY == all.minY ? grow.height : 0
      let k = piece.source.width / d.width
      let l = piece.source.height / d.height
      let destination = Rect(minX: d.minX - left, minY: d.minY - top, maxX: d.maxX + grow.width, maxY: d.maxY + grow.height)
      let source = Rect(
        piece.source.minX - left * k, piece.source.minY - top * l, destination.width * k, destination.height * l)
      paint(Contents.Piece(source: source, destination: destination), opacity: 255, blend: .copy, clip: -1)
    }
    list.endGroup()
  }

  // MARK: Shape

  private func paintShape(_ shape: Shape, _ map: Homography, _ ink: Ink) {
    if let fill = shape.fill {
      list.builder.add(shape.path, through: map)
      self.fill(list.builder.finish(), rule: shape.fillRule, fill, map, ink)
    }
    let start = unit(shape.strokeStart)
    let end = unit(shape.strokeEnd)
    if let stroke = shape.stroke, shape.strokeStyle.width > 0, start < end {
      list.builder.addStroke(shape.path, style: shape.strokeStyle, trim: start == 0 && end == 1 ? nil : start...end, through: map)
      self.fill(list.builder.finish(), rule: .nonZero, stroke, map, ink)
    }
  }

  private func fill(_ outline: Outline, rule: FillRule, _ paint: Paint, _ map: Homography, _ ink: Ink) {
    guard !outline.isEmpty else { return }
    switch paint {
    case .color(let color):
      let pixel = color.premultiplied(opacity: ink.alpha)
      if pixel == 0, ink.blend == .normal { return }
      list.fill(outline, rule: rule, pixel: pixel, blend: ink.blend, clip: ink.clip)
    case .pattern(let pattern):
      list.fill(outline, rule: rule, source: source(pattern, through: map), opacity: ink.opacity, blend: ink.blend, clip: ink.clip)
    }
  }

  // MARK: Border

  func paintBorder(_ node: RenderNode, _ map: Homography, _ ink: Ink) {
    guard let border = node.border, border.width > 0 else { return }
    let outer = edges(of: node, map)
    if ink.coversGroup {
      list.builder.addRect(list.scissor.rect)
    } else {
      outlines.add(outer, corners: node.corners, through: map, to: &list.builder)
    }
    let inner = outer.insetBy(dx: border.width, dy: border.width)
    if inner.width > 0, inner.height > 0 {
      outlines.add(inner, corners: node.corners?.inset(by: border.width), through: map, to: &list.builder)
    }
    fill(list.builder.finish(), rule: .evenOdd, border.paint, map, ink)
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
