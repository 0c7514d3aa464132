// SPDX-License-Identifier: MIT
import Compositor
import Geometry
import Numbers
import Pixels
import RenderTree
import SystemC

// Draws the pieces of one node.
extension VectorPainter {
  /// Largest page coordinate, in points, up to which readers must be exact.
  static let farthest = 100_000.0

  func paint(_ piece: Piece, of node: RenderNode, through map: AffineTransform, ink: VectorInk, tint: UInt32) throws {
    try count()
    switch piece {
    case .background(let paint):
      guard !isCovered(backgroundOf: node, ink), let area = coveredOutline(of: node, map, ink) else { return }
      try fill(area, paint: vector(paint, map, tint), ink: ink, of: node, in: piece)
    case .gradient(let gradient):
      guard let source = vector(gradient, over: node.bounds, map, tint),
        let area = coveredOutline(of: node, map, ink)
      else { return }
      guard holds(source) else {
        return try paintPixels(of: piece, in: node, through: map, ink: ink, tint: tint, reason: .gradient)
      }
      try fill(area, paint: .gradient(source), ink: ink, of: node, in: piece)
    case .contents(let contents): try paint(contents, in: piece, of: node, through: map, ink: ink, tint: tint)
    case .drawing(let drawing): try paint(drawing, in: piece, of: node, through: map, ink: ink, tint: tint)
    case .tiles(let tiles):
      if !tiles.views.isEmpty {
        try paintPixels(of: piece, in: node, through: map, ink: ink, tint: tint, reason: .tiles)
      }
    case .shape(let shape): try paint(shape, in: piece, of: node, through: map, ink: ink, tint: tint)
    case .border(let border):
      guard border.width > 0 else { return }
      var path = outlinePath(node.bounds, node.corners)
      let inner = node.bounds.insetBy(dx: border.width, dy: border.width)
      if inner.width > 0, inner.height > 0 {
        path.addPath(outlinePath(inner, node.corners?.inset(by: border.width)))
      }
      try fill(
        VectorArea(path, .evenOdd, through: map), paint: vector(border.paint, map, tint), ink: ink, of: node, in: piece)
    case .particles(let particles):
      if !particles.sprites.isEmpty {
        try paintPixels(of: piece, in: node, through: map, ink: ink, tint: tint, reason: .particles)
      }
    }
  }

  /// Fills an area if any of it can be seen.
  func fill(_ given: VectorArea, paint: VectorPaint?, ink: VectorInk, of node: RenderNode, in piece: Piece) throws {
    guard let paint else { return }
    if case .color(let color) = paint, color.alpha <= 0 { return }
    switch limited(given) {
    case .nothing: return
    case .huge: try paintPixels(of: piece, in: node, through: given.map, ink: ink, tint: .max, reason: .huge)
    case .area(let area): try target.fill(area, paint, ink)
    }
  }

  enum Limited {
    case nothing
    case area(VectorArea)
    case huge
  }

  /// Limits an area to the coordinates in which readers are exact, and removes degenerate subpaths.
  ///
  /// - Parameter reach: distance in points that the paint extends beyond the area, as a stroke or blur does. If it is
  ///   not 0, degenerate subpaths are visible and stay.
  func limited(_ given: VectorArea, reach: Double = 0) -> Limited {
    guard given.map.isFinite, !given.path.points.isEmpty else { return .nothing }
    if reach == 0 {
      guard let area = given.withoutFlatParts else { return .nothing }
      return within(area, reach: 0)
    }
    return within(given, reach: reach)
  }

  private func within(_ given: VectorArea, reach: Double) -> Limited {
    let box = given.box.insetBy(dx: -reach, dy: -reach)
    guard box.isFinite else { return .nothing }
    guard box.minX <= area.maxX, box.maxX >= area.minX, box.minY <= area.maxY, box.maxY >= area.minY else {
      return .nothing
    }
    let farthest = VectorPainter.farthest
    if box.minX > -farthest, box.minY > -farthest, box.maxX < farthest, box.maxY < farthest { return .area(given) }
    guard reach == 0, let rect = given.path.uprightRect, given.map.b == 0 && given.map.c == 0,
      let cut = given.map.boundingBox(of: rect).intersection(area.insetBy(dx: -100, dy: -100))
    else { return .huge }
    return .area(VectorArea(Path(rect: cut)))
  }

  // MARK: Bounds

  /// True if an opaque gradient or opaque contents cover the background. Drawn both, the background would show around
  /// them, since each covers edge pixels only partly.
  private func isCovered(backgroundOf node: RenderNode, _ ink: VectorInk) -> Bool {
    guard node.pieces.count > 1, ink.alpha >= 1, ink.blend == .normal else { return false }
    if let gradient = node.gradient, gradient.stops.colors.allSatisfy({ $0.alpha >= 1 }),
      !gradient.stops.colors.isEmpty
    {
      return vector(gradient, over: node.bounds, .identity, .max) != nil
    }
    guard let contents = node.contents, contents.picture == nil, contents.image.isOpaque,
      node.corners?.isRounded != true
    else { return false }
    return contents.pieces.contains {
      let d = $0.destination
      return d.minX <= node.bounds.minX && d.minY <= node.bounds.minY && d.maxX >= node.bounds.maxX
        && d.maxY >= node.bounds.maxY && $0.source.isFinite && $0.source.width != 0 && $0.source.height != 0
    }
  }

  /// Returns the rounded bounds, or under an opaque border the outline along its middle. With coincident edges both
  /// would partly cover the same pixels, and a rim of the background would show.
  ///
  /// - Returns: the area; nil if a border covers all of it.
  private func coveredOutline(of node: RenderNode, _ map: AffineTransform, _ ink: VectorInk) -> VectorArea? {
    guard let border = node.border, border.width > 0, ink.alpha >= 1, ink.blend == .normal, isOpaque(border.paint)
    else { return outline(of: node, map) }
    let inner = node.bounds.insetBy(dx: border.width, dy: border.width)
    guard inner.width > 0, inner.height > 0 else { return nil }
    let middle = node.bounds.insetBy(dx: border.width / 2, dy: border.width / 2)
    return outline(middle, node.corners?.inset(by: border.width / 2), map)
  }

  private func isOpaque(_ paint: Paint) -> Bool {
    switch paint {
    case .color(let color): color.alpha >= 1
    case .pattern(let pattern): pattern.image.isOpaque
    }
  }

  // MARK: Paints

  func vector(_ paint: Paint, _ map: AffineTransform, _ tint: UInt32) -> VectorPaint? {
    switch paint {
    case .color(let color): .color(tinted(color, tint))
    case .pattern(let pattern): vector(pattern, map, tint)
    }
  }

  /// - Parameter map: applied after the pattern's own transform.
  func vector(_ pattern: Pattern, _ map: AffineTransform, _ tint: UInt32) -> VectorPaint? {
    let image = pattern.image
    let tile = AffineTransform.scale(1 / image.scale, 1 / image.scale).concat(pattern.transform).concat(map)
    guard tile.isFinite, tile.determinant != 0 else { return nil }
    return .pattern(colored(image, tint), tile: tile)
  }

  private func vector(_ gradient: Gradient, over b: Rect, _ map: AffineTransform, _ tint: UInt32) -> VectorGradient? {
    guard b.width > 0, b.height > 0, let stops = VectorGradient.straight(gradient.stops, tint: tint) else { return nil }
    let unit = AffineTransform(a: b.width, b: 0, c: 0, d: b.height, tx: b.minX, ty: b.minY).concat(map)
    let (s, e) = (gradient.start, gradient.end)
    guard s.isFinite, e.isFinite, unit.isFinite else { return nil }
    func made(_ kind: VectorGradient.Kind, _ map: AffineTransform) -> VectorGradient {
      VectorGradient(kind: kind, stops: stops, extendsStart: true, extendsEnd: true, map: map)
    }
    switch gradient.kind {
    case .axial:
      guard s != e else { return nil }
      return made(.axial(from: s, to: e), unit)
    case .radial:
      guard s.x != e.x, s.y != e.y else { return nil }
      let (circle, focus) = gradient.circle
      return made(.radial(from: focus, startRadius: 0, to: .zero, endRadius: 1), circle.concat(unit))
    case .conic: return made(.conic(center: s, angle: atan2(e.y - s.y, e.x - s.x)), unit)
    }
  }

  /// True if the target supports a gradient.
  func holds(_ gradient: VectorGradient) -> Bool {
    switch gradient.kind {
    case .axial: return target.features.openGradients || (gradient.extendsStart && gradient.extendsEnd)
    case .radial(let from, let startRadius, let to, let endRadius):
      if target.features.openGradients { return true }
      let (dx, dy) = (to.x - from.x, to.y - from.y)
      let distance = (dx * dx + dy * dy).squareRoot()
      return gradient.extendsStart && gradient.extendsEnd && startRadius < endRadius
        && distance < endRadius - startRadius
    case .conic: return target.features.conicGradients
    }
  }

  // MARK: Shapes

  private func paint(
    _ shape: Shape, in piece: Piece, of node: RenderNode, through map: AffineTransform, ink: VectorInk, tint: UInt32
  ) throws {
    guard shape.path.points.allSatisfy(\.isFinite) else { return }
    if let fill = shape.fill {
      try self.fill(
        VectorArea(shape.path, shape.fillRule, through: map), paint: vector(fill, map, tint), ink: ink, of: node,
        in: piece)
    }
    let (start, end) = (unit(shape.strokeStart), unit(shape.strokeEnd))
    guard let stroke = shape.stroke, let paint = vector(stroke, map, tint), start < end else { return }
    guard let style = drawable(shape.strokeStyle) else { return }
    let path = shape.path.stroked(from: start, to: end, style)
    try self.stroke(path, style: style, through: map, paint: paint, ink: ink) {
      try self.paintPixels(of: .shape(shape), in: node, through: map, ink: ink, tint: tint, reason: .huge)
    }
  }

  /// Returns a style with finite numbers; nil for one that draws nothing.
  func drawable(_ given: StrokeStyle) -> StrokeStyle? {
    guard given.width > 0, given.width.isFinite else { return nil }
    var style = given
    style.miterLimit = style.miterLimit.isFinite ? max(style.miterLimit, 1) : 10
    let dashes = style.dashPattern
    if !dashes.allSatisfy({ $0 >= 0 && $0.isFinite }) || dashes.reduce(0, +) <= 0 || !style.dashPhase.isFinite {
      style.dashPattern = []
      style.dashPhase = 0
    } else if style.dashPhase < 0 {
      // Readers disagree on negative dash phases.
      let period = dashes.reduce(0, +) * (dashes.count % 2 == 0 ? 1 : 2)
      style.dashPhase = style.dashPhase.truncatingRemainder(dividingBy: period) + period
    }
    return style
  }

  /// - Parameter run: the glyphs of which the path is the outline; nil for other paths.
  func stroke(
    _ path: Path, of run: GlyphRun? = nil, style: StrokeStyle, through map: AffineTransform, paint: VectorPaint,
    ink: VectorInk, orElse: () throws -> Void
  ) throws {
    if case .color(let color) = paint, color.alpha <= 0 { return }
    let scale = Homography(map).largestScale(at: .zero)
    // Readers would draw a hairline for a stroke without area: one of no width, or one that the map flattens.
    let around = path.boundingBox.insetBy(dx: -style.width / 2, dy: -style.width / 2)
    if style.width * scale < VectorArea.leastThickness { return }
    if map.isFinite, around.isFinite, VectorArea(Path(rect: around), through: map).withoutFlatParts == nil { return }
    let reach = style.width * max(style.miterLimit, 1.5) * scale
    switch limited(VectorArea(path, through: map), reach: reach.isFinite ? reach : 1e300) {
    case .nothing: return
    case .huge: try orElse()
    case .area:
      guard let run else { return try target.stroke(path, style, through: map, paint, ink) }
      try target.strokeText(run, outlines: path, style, through: map, paint, ink)
    }
  }

  // MARK: Contents

  private func paint(
    _ contents: Contents, in piece: Piece, of node: RenderNode, through map: AffineTransform, ink: VectorInk,
    tint: UInt32
  ) throws {
    let parts = contents.pieces.filter {
      $0.destination.width > 0 && $0.destination.height > 0 && $0.source.isFinite && $0.source.width != 0
        && $0.source.height != 0
    }
    guard let first = parts.first else { return }
    guard parts.count == 1 else {
      return try paintPixels(of: piece, in: node, through: map, ink: ink, tint: tint, reason: .slices)
    }
    if let shapes = shapes(contents, first) {
      return try paint(shapes, in: piece, of: node, through: map, ink: ink, tint: tint)
    }
    let (image, s) = sharpened(contents, first, map)
    let d = first.destination
    let (kx, ky) = (d.width / s.width, d.height / s.height)
    let place = AffineTransform(a: kx, b: 0, c: 0, d: ky, tx: d.minX - s.x * kx, ty: d.minY - s.y * ky).concat(map)
    guard place.isFinite else { return }
    let part = s.standardized
    let near = 1e-6 * Double(max(image.width, image.height))
    guard part.minX >= -near, part.minY >= -near, part.maxX <= Double(image.width) + near,
      part.maxY <= Double(image.height) + near
    else { return try paintPixels(of: piece, in: node, through: map, ink: ink, tint: tint, reason: .edges) }
    let isSmooth = contents.magnification != .nearest
    switch limited(VectorArea(Path(rect: d), through: map)) {
    case .nothing: return
    case .huge: return try paintPixels(of: piece, in: node, through: map, ink: ink, tint: tint, reason: .huge)
    case .area: break
    }
    if isEnlargedFar(image, place, isSmooth: isSmooth) {
      return try paintPixels(of: piece, in: node, through: map, ink: ink, tint: tint, reason: .magnified)
    }
    let isWhole =
      part.minX <= near && part.minY <= near && part.maxX >= Double(image.width) - near
      && part.maxY >= Double(image.height) - near
    if isWhole { return try target.image(VectorImage(colored(image, tint), through: place, isSmooth: isSmooth), ink) }
    // The pixels that the part touches, and their neighbours, which smoothing reads.
    let x0 = max(Int(clamping: part.minX.rounded(.down)) - 1, 0)
    let y0 = max(Int(clamping: part.minY.rounded(.down)) - 1, 0)
    let x1 = min(Int(clamping: part.maxX.rounded(.up)) + 1, image.width)
    let y1 = min(Int(clamping: part.maxY.rounded(.up)) + 1, image.height)
    guard x0 < x1, y0 < y1 else { return }
    let area = VectorArea(Path(rect: d), through: map)
    let isApart = ink.blend != .normal && target.features.clipsIsolate
    if isApart { try target.beginGroup(VectorGroup(ink, within: self.area)) }
    let inner = isApart ? VectorInk() : ink
    try beginClip(area)
    if (x1 - x0) * (y1 - y0) * 2 < image.width * image.height {
      let cut = try crop(colored(image, tint), x: x0, y: y0, width: x1 - x0, height: y1 - y0)
      let moved = AffineTransform.translation(Double(x0), Double(y0)).concat(place)
      try target.image(VectorImage(cut, through: moved, isSmooth: isSmooth), inner)
    } else {
      try target.image(VectorImage(colored(image, tint), through: place, isSmooth: isSmooth), inner)
    }
    try endClip()
    if isApart { try target.endGroup() }
  }

  /// Returns the shapes of a picture that consists only of shapes; nil for other pictures, and if the source reaches
  /// beyond the picture's edge.
  private func shapes(_ contents: Contents, _ piece: Contents.Piece) -> PlacedDrawing? {
    let part = piece.source.standardized, image = contents.image
    let near = 1e-6 * Double(max(image.width, image.height))
    guard part.minX >= -near, part.minY >= -near, part.maxX <= Double(image.width) + near,
      part.maxY <= Double(image.height) + near, let shapes = contents.picture?.shapes
    else { return nil }
    let (s, d) = (piece.source, piece.destination)
    let (kx, ky) = (d.width / s.width, d.height / s.height)
    let place = AffineTransform(
      a: kx * image.scale, b: 0, c: 0, d: ky * image.scale, tx: d.minX - s.x * kx, ty: d.minY - s.y * ky)
    return PlacedDrawing(drawing: shapes, transform: place, clip: d)
  }

  /// Returns the image of contents and its visible part. A scalable picture is rendered at the page's resolution.
  private func sharpened(
    _ contents: Contents, _ piece: Contents.Piece, _ map: AffineTransform
  ) -> (image: Bitmap, source: Rect) {
    let (s, d) = (piece.source, piece.destination)
    guard let picture = contents.picture, s.width != 0, s.height != 0 else { return (contents.image, s) }
    let k = contents.image.scale
    let scale = Size(
      d.width / abs(s.width) * k * hypot(map.a, map.b) * pixelsPerPoint,
      d.height / abs(s.height) * k * hypot(map.c, map.d) * pixelsPerPoint)
    guard scale.width > 0, scale.height > 0, scale.isFinite,
      let made = picture.bitmap(
        scale: picture.wholeScale(scale), mostPixels: 1 << 24, isStopped: options.compositor.isStopped)
    else { return (contents.image, s) }
    // Retained, as targets identify images by object identity.
    pictures.append(made.bitmap)
    let (x, y) = (made.scale.width / k, made.scale.height / k)
    return (made.bitmap, Rect(s.x * x, s.y * y, s.width * x, s.height * y))
  }

  /// True if an image is so small (at most 64 pixels a side) and enlarged so far (more than 8 times) that readers would
  /// show it differently.
  func isEnlargedFar(_ image: Bitmap, _ place: AffineTransform, isSmooth: Bool) -> Bool {
    guard max(image.width, image.height) <= 64, isSmooth || !target.features.smoothsImages else { return false }
    let scale = Homography(place).largestScale(at: .zero) * pixelsPerPoint
    return scale > 8
  }

  struct CropKey: Hashable {
    var image: ObjectIdentifier
    var x: Int
    var y: Int
    var width: Int
    var height: Int
  }

  private func crop(_ image: Bitmap, x: Int, y: Int, width: Int, height: Int) throws -> Bitmap {
    let key = CropKey(image: ObjectIdentifier(image), x: x, y: y, width: width, height: height)
    if let known = crops[key] { return known }
    let made = try image.cropped(x: x, y: y, width: width, height: height)
    crops[key] = made
    return made
  }

  struct TintKey: Hashable {
    var image: ObjectIdentifier
    var tint: UInt32
  }

  /// Returns an image multiplied by a tint.
  func colored(_ image: Bitmap, _ tint: UInt32) -> Bitmap {
    if tint & 0xFFFFFF == 0xFFFFFF { return image }
    let key = TintKey(image: ObjectIdentifier(image), tint: tint)
    if let known = colored[key] { return known }
    let made = try? Bitmap(width: image.width, height: image.height, scale: image.scale) { pixels in
      for (i, p) in image.pixels.enumerated() { pixels[i] = Tone.product(p, tint | 0xFF00_0000) }
    }
    guard let made else { return image }
    colored[key] = made
    return made
  }
}
