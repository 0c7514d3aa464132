// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Pixels
import Raster
import RenderTree

// Recorded drawings. A drawing replaces a backing image: it is one piece of its node.
extension TreePainter {
  /// A clip of the drawing, converted for this list.
  private struct ListClip {
    var bounds: DeviceRect
    var index: Int32
  }

  /// The values that are constant while a drawing is painted.
  private struct Drawing {
    /// From the drawing's coordinates to the device.
    var map: Homography
    var base: ListClip
    /// Alpha and blend mode of all operations, if there is only one.
    var ink: Ink
    /// Cache of clips by identity, per list, as indices belong to a list. Lookup only; never iterated.
    var clips: [ObjectIdentifier: ListClip] = [:]
  }

  /// - Parameter edges: antialiased edges of the drawing's clip.
  func paint(_ placed: PlacedDrawing, edges: Edges, through map: Homography, ink: Ink) throws {
    let ops = placed.drawing.operations
    guard !ops.isEmpty else { return }
    let saved = list.scissor
    defer { list.scissor = saved }
    var drawing = Drawing(
      map: Homography(placed.transform).concat(map), base: ListClip(bounds: list.scissor, index: ink.clip), ink: ink)
    guard drawing.map.isFinite, drawing.map.determinant != 0 else { return }
    let clip = clipRect(of: placed, map)
    if let clip {
      drawing.base = self.clip(clip, edges, map, under: drawing.base)
      guard !drawing.base.bounds.isEmpty else { return }
    }
    let isAlone = ops.count == 1 && ops[0].shadow == nil
    let isIsolated =
      ops.contains { $0.blendMode != .normal } || ops.contains { if case .clear = $0.kind { true } else { false } }
    if isIsolated || (!isAlone && (ink.opacity < 255 || ink.blend != .normal)) {
      list.scissor = drawing.base.bounds
      list.beginGroup(
        clips: list.parts(ofClip: ink.clip), opacity: ink.opacity, tint: ink.tint, blend: ink.blend, label: label)
      list.tint = .max
      defer { list.tint = ink.tint }
      drawing.ink = Ink()
      drawing.base = ListClip(bounds: list.scissor, index: -1)
      if let clip { drawing.base = self.clip(clip, edges, map, under: drawing.base) }
      try paint(ops[...], &drawing)
      list.scissor = saved
      list.endGroup()
    } else {
      try paint(ops[...], &drawing)
    }
  }

  private func paint(_ ops: ArraySlice<DrawingOperation>, _ drawing: inout Drawing) throws {
    /// Stack of open layers, with the state to restore.
    var open: [OpenLayer] = []
    for (step, op) in ops.enumerated() {
      try checkPieces()
      if step & 255 == 255 { try checkStop() }
      switch op.kind {
      case .beginLayer:
        let outer = drawing.base
        if let effect = op.effect {
          open.append(beginEffect(effect, op, &drawing))
        } else if let shadow = op.shadow, shadow.color.alpha > 0 {
          beginCast(shadow, &drawing)
          open.append(OpenLayer(op: op, isCast: true, outer: outer))
        } else {
          let clip = clip(of: op, &drawing)
          list.scissor = clip.bounds
          list.beginGroup(
            clips: list.parts(ofClip: clip.index), opacity: byte(op.alpha * drawing.ink.alpha),
            blend: op.blendMode == .normal ? drawing.ink.blend : op.blendMode, label: label)
          drawing.base = ListClip(bounds: clip.bounds, index: -1)
          open.append(OpenLayer(op: op, outer: outer))
        }
      case .endLayer:
        guard let layer = open.popLast() else { continue }
        try end(layer, &drawing)
      default:
        if let shadow = op.shadow, shadow.color.alpha > 0 {
          let outer = drawing.base
          beginCast(shadow, &drawing)
          var plain = op
          plain.shadow = nil
          plain.clip = nil
          plain.blendMode = .normal
          try paintOne(plain, &drawing)
          try end(OpenLayer(op: op, isCast: true, outer: outer), &drawing)
        } else {
          try paintOne(op, &drawing)
        }
      }
    }
    while let layer = open.popLast() { try end(layer, &drawing) }
  }

  /// Begins a list whose picture will cast a shadow.
  private func beginCast(_ shadow: DrawingShadow, _ drawing: inout Drawing) {
    let (sigmas, offset) = geometry(of: shadow, drawing)
    let seen = drawing.base.bounds
    let moved = seen.offset(dx: pixels(-offset.x.rounded()), dy: pixels(-offset.y.rounded())).outset(dx: 2, dy: 2)
    let around = PyramidBlur(sigmaX: sigmas.x, sigmaY: sigmas.y).need(for: moved)
    beginSurface(region: seen.union(around))
    drawing.base = ListClip(bounds: list.region, index: -1)
    drawing.clips.removeAll(keepingCapacity: true)
  }

  /// A layer of the drawing whose operations are being painted.
  private struct OpenLayer {
    var op: DrawingOperation
    /// True if it has a separate list, for its shadow.
    var isCast = false
    var outer: ListClip
    /// For a layer with an effect: the drawing's outer map and ink, and the pending filter, nil if nothing is visible.
    var map: Homography?
    var ink = Ink()
    var filter: PendingEffect?
    var hasFilter = false
  }

  /// Begins a layer with a filter or a mask. Its group has the layer's clips, alpha and blend mode; the filter's input
  /// has a separate list.
  private func beginEffect(_ effect: DrawingEffect, _ op: DrawingOperation, _ drawing: inout Drawing) -> OpenLayer {
    var layer = OpenLayer(op: op, outer: drawing.base, map: drawing.map, ink: drawing.ink)
    let clip = clip(of: op, &drawing)
    list.scissor = clip.bounds
    list.beginGroup(
      clips: list.parts(ofClip: clip.index), opacity: byte(op.alpha * drawing.ink.alpha),
      blend: op.blendMode == .normal ? drawing.ink.blend : op.blendMode, label: label)
    drawing.ink = Ink()
    drawing.base = ListClip(bounds: clip.bounds, index: -1)
    guard let filter = effect.filter else { return layer }
    layer.hasFilter = true
    let user = Homography(op.transform).concat(drawing.map)
    layer.filter = pendingEffect(effect, filter: filter, through: user, seen: clip.bounds)
    // If nothing is visible, the region is empty and nothing is painted.
    beginSurface(region: layer.filter.map(input) ?? .empty)
    if let pending = layer.filter, pending.map != nil, let back = op.transform.inverted {
      drawing.map = Homography(back.concat(pending.grid))
    }
    drawing.base = ListClip(bounds: list.region, index: -1)
    drawing.clips.removeAll(keepingCapacity: true)
    return layer
  }

  private func endEffect(_ effect: DrawingEffect, _ layer: OpenLayer, _ drawing: inout Drawing) throws {
    if let map = layer.map { drawing.map = map }
    if layer.hasFilter {
      let picture = try endSurface()
      drawing.clips.removeAll(keepingCapacity: true)
      if let pending = layer.filter { try paintEffect(pending, of: picture) }
    }
    if let mask = effect.mask {
      list.beginMask()
      var inner = Drawing(
        map: Homography(layer.op.transform).concat(drawing.map), base: ListClip(bounds: list.scissor, index: -1),
        ink: Ink())
      if inner.map.isFinite, inner.map.determinant != 0 { try paint(mask.operations[...], &inner) }
      list.endMask()
    }
    list.endGroup()
    drawing.ink = layer.ink
    list.scissor = layer.outer.bounds
  }

  private func end(_ layer: OpenLayer, _ drawing: inout Drawing) throws {
    drawing.base = layer.outer
    if let effect = layer.op.effect { return try endEffect(effect, layer, &drawing) }
    guard layer.isCast else {
      list.endGroup()
      list.scissor = layer.outer.bounds
      return
    }
    let picture = try endSurface()
    drawing.clips.removeAll(keepingCapacity: true)
    guard let picture, let shadow = layer.op.shadow else { return }
    let (sigmas, offset) = geometry(of: shadow, drawing)
    let clip = clip(of: layer.op, &drawing)
    let saved = list.scissor
    list.scissor = saved.intersection(clip.bounds)
    defer { list.scissor = saved }
    let isLayer = if case .beginLayer = layer.op.kind { true } else { false }
    // The alpha of a single operation is already in its picture.
    let alpha = drawing.ink.alpha * (isLayer ? unit(layer.op.alpha) : 1)
    let blend = layer.op.blendMode == .normal ? drawing.ink.blend : layer.op.blendMode
    let parts = list.parts(ofClip: clip.index)
    list.beginGroup(clips: parts, opacity: byte(alpha), blend: blend, label: label)
    try paintShadow(of: picture, sigmas: sigmas, offset: offset, shadow.color.premultiplied(), clip: -1)
    list.surface(picture)
    list.endGroup()
  }

  /// Returns a shadow's sigmas and offset in pixels, from the drawing's base coordinates.
  private func geometry(of shadow: DrawingShadow, _ drawing: Drawing) -> (sigmas: (x: Double, y: Double), offset: Point)
  {
    let sigma = shadow.sigma.isFinite ? max(shadow.sigma, 0) : 0
    let offset = shadow.offset.isFinite ? shadow.offset : .zero
    if let shape = PlaneShape(drawing.map) {
      let scales =
        shape.isSimilar || shape.isUpright ? shape.axisScales : (x: shape.affine.meanScale, y: shape.affine.meanScale)
      return ((min(scales.x * sigma, 500), min(scales.y * sigma, 500)), shape.vector(offset))
    }
    // Under perspective, the scale near the drawing's origin is used for all of it.
    let scale = PlaneScale.largest(of: drawing.map, over: Rect(0, 0, 1, 1))
    return ((min(scale * sigma, 500), min(scale * sigma, 500)), Point(offset.width * scale, offset.height * scale))
  }

  // MARK: Operations

  /// The parameters with which one operation is painted.
  private struct Look {
    /// The map from the operation's coordinates to the device, and that of the whole drawing, which patterns follow.
    var map: Homography
    var drawingMap: Homography
    var alpha: Double
    var blend: BlendMode
    var clip: ListClip
    /// The colours of an operation painted with a gradient, which include the alpha; nil for other paints.
    var shade: SpanSource?
  }

  private func paintOne(_ op: DrawingOperation, _ drawing: inout Drawing) throws {
    let alpha = unit(op.alpha) * drawing.ink.alpha
    let blend = op.blendMode == .normal ? drawing.ink.blend : op.blendMode
    guard alpha > 0 || blend.changesBackdropOutsideSource else { return }
    let map = Homography(op.transform).concat(drawing.map)
    guard map.isFinite else { return }
    let clip = clip(of: op, &drawing)
    guard !clip.bounds.isEmpty else { return }
    let saved = list.scissor
    list.scissor = clip.bounds
    defer { list.scissor = saved }

    var look = Look(map: map, drawingMap: drawing.map, alpha: alpha, blend: blend, clip: clip)
    switch op.kind {
    case .fill(_, _, .gradient(let gradient, let place)), .stroke(_, _, .gradient(let gradient, let place)),
      .glyphs(_, .gradient(let gradient, let place)):
      guard let table = try table(gradient.stops, opacity: byte(alpha)) else { return }
      look.shade = source(gradient, table, through: Homography(place).concat(map))
    default: break
    }

    switch op.kind {
    case .fill(let path, let rule, let paint):
      list.builder.add(path, through: map)
      fill(list.builder.finish(), rule: rule, paint, look)
    case .stroke(let path, let style, let paint):
      list.builder.addStroke(path, style: style, trim: nil, through: map)
      fill(list.builder.finish(), rule: .nonZero, paint, look)
    case .glyphs(let run, let paint):
      try paintGlyphs(run, through: map) {
        fill(list.builder.finish(), rule: .nonZero, paint, look)
      } fillMasks: { placed in
        fill(placed, paint, look)
      }
    case .image(let bitmap, let rect, let filter):
      paintImage(bitmap, in: rect, filter: ImageFilter(filter), look)
    case .gradient(let gradient):
      guard let table = try table(gradient.stops, opacity: byte(alpha)) else { return }
      list.fill(clip.bounds, source: source(gradient, table, through: map), blend: blend, clip: clip.index)
    case .clear(let rect):
      if let whole = wholePixels(rect.standardized, map) {
        list.fill(whole, pixel: 0, blend: .clear, clip: clip.index)
      } else {
        outlines.add(rect.standardized, through: map, to: &list.builder)
        list.fill(list.builder.finish(), pixel: 0, blend: .clear, clip: clip.index)
      }
    case .beginLayer, .endLayer: break
    }
  }

  private func fill(_ outline: Outline, rule: FillRule, _ paint: DrawingPaint, _ look: Look) {
    guard !outline.isEmpty else { return }
    switch paint {
    case .color(let color):
      list.fill(
        outline, rule: rule, pixel: color.premultiplied(opacity: look.alpha), blend: look.blend, clip: look.clip.index)
    case .pattern(let pattern):
      list.fill(
        outline, rule: rule, source: source(pattern, through: look.drawingMap), opacity: byte(look.alpha),
        blend: look.blend, clip: look.clip.index)
    case .gradient:
      guard let shade = look.shade else { return }
      list.fill(outline, rule: rule, source: shade, blend: look.blend, clip: look.clip.index)
    }
  }

  /// Fills glyphs whose coverage is cached.
  private func fill(_ placed: PlacedGlyphs.Run, _ paint: DrawingPaint, _ look: Look) {
    switch paint {
    case .color(let color):
      list.fill(placed, pixel: color.premultiplied(opacity: look.alpha), blend: look.blend, clip: look.clip.index)
    case .pattern(let pattern):
      list.fill(
        placed, source: source(pattern, through: look.drawingMap), opacity: byte(look.alpha), blend: look.blend,
        clip: look.clip.index)
    case .gradient:
      guard let shade = look.shade else { return }
      list.fill(placed, source: shade, opacity: 255, blend: look.blend, clip: look.clip.index)
    }
  }

  private func paintImage(_ bitmap: Bitmap, in rect: Rect, filter: ImageFilter, _ look: Look) {
    guard rect.width != 0, rect.height != 0, rect.isFinite else { return }
    let toUser = AffineTransform(
      a: rect.width / Double(bitmap.width), b: 0, c: 0, d: rect.height / Double(bitmap.height), tx: rect.minX,
      ty: rect.minY)
    func source() -> SpanSource? {
      .image(
        pyramid(bitmap), through: Homography(toUser).concat(look.map), magnification: filter, minification: filter)
    }
    if let whole = wholePixels(rect.standardized, look.map) {
      list.fill(whole, source: source(), opacity: byte(look.alpha), blend: look.blend, clip: look.clip.index)
    } else {
      outlines.add(rect.standardized, through: look.map, to: &list.builder)
      list.fill(
        list.builder.finish(), source: source(), opacity: byte(look.alpha), blend: look.blend, clip: look.clip.index)
    }
  }

  private func source(_ gradient: DrawingGradient, _ table: GradientTable, through map: Homography) -> SpanSource? {
    switch gradient.kind {
    case .linear(let from, let to):
      .linear(
        table, from: from, to: to, through: map, extendsStart: gradient.extendsStart, extendsEnd: gradient.extendsEnd)
    case .radial(let from, let startRadius, let to, let endRadius):
      .radial(
        table, from: from, startRadius: startRadius, to: to, endRadius: endRadius, through: map,
        extendsStart: gradient.extendsStart, extendsEnd: gradient.extendsEnd)
    case .conic(let center, let angle): .conic(table, center: center, angle: angle, through: map)
    }
  }

  // MARK: Clips

  /// Returns the clip of a drawing, with the unclipped sides moved far away, by whole pixels if upright; nil for none.
  private func clipRect(of placed: PlacedDrawing, _ map: Homography) -> Rect? {
    guard let clip = placed.clip, !placed.clippedEdges.isEmpty else { return nil }
    let open = Edges.all.subtracting(placed.clippedEdges)
    if open.isEmpty { return clip }
    var far: Rect
    let seen = list.region.outset(dx: 64, dy: 64).rect
    if let shape = PlaneShape(map), let back = shape.affine.inverted {
      far = back.boundingBox(of: seen).union(clip)
    } else {
      far = clip.insetBy(dx: -4 * clip.width - 4096, dy: -4 * clip.height - 4096)
    }
    if !far.isFinite { far = clip }
    return Rect(
      minX: open.contains(.left) ? far.minX : clip.minX, minY: open.contains(.bottom) ? far.minY : clip.minY,
      maxX: open.contains(.right) ? far.maxX : clip.maxX, maxY: open.contains(.top) ? far.maxY : clip.maxY)
  }

  /// Returns a rectangle of the plane as a clip.
  private func clip(_ rect: Rect, _ edges: Edges, _ map: Homography, under outer: ListClip) -> ListClip {
    if let whole = wholePixels(snapped(rect, edges, map), map) {
      return ListClip(bounds: outer.bounds.intersection(whole), index: outer.index)
    }
    addOutline(rect, corners: nil, edges, map)
    let outline = list.builder.finish()
    var result = added(
      .outline(list.add(outline: outline), .nonZero), outline.bounds, inner: inner(snapped(rect, edges, map), map),
      under: outer)
    for part in staircases(rect, edges, map) where !result.bounds.isEmpty {
      result = added(part, result.bounds, inner: .empty, under: result)
    }
    return result
  }

  /// Returns the pixels fully covered by a rectangle along the device's axes.
  private func inner(_ rect: Rect, _ map: Homography) -> DeviceRect {
    guard let shape = PlaneShape(map), shape.isUpright else { return .empty }
    let r = shape.affine.boundingBox(of: rect)
    let whole = Rect(
      minX: r.minX.rounded(.up), minY: r.minY.rounded(.up), maxX: r.maxX.rounded(.down), maxY: r.maxY.rounded(.down))
    return whole.width > 0 && whole.height > 0 ? DeviceRect(around: whole) : .empty
  }

  private func added(_ part: AreaClip.Part, _ bounds: DeviceRect, inner: DeviceRect, under outer: ListClip) -> ListClip
  {
    let both = outer.bounds.intersection(bounds)
    guard !both.isEmpty else { return ListClip(bounds: .empty, index: -1) }
    var clip = AreaClip(bounds: both, inner: inner, parts: [part])
    if outer.index >= 0 {
      let before = list.clips[Int(outer.index)]
      clip.parts = before.parts + clip.parts
      clip.inner = before.inner.intersection(inner)
    }
    return ListClip(bounds: both, index: list.add(clip: clip))
  }

  private func clip(of op: DrawingOperation, _ drawing: inout Drawing) -> ListClip {
    guard let last = op.clip else { return drawing.base }
    if let known = drawing.clips[ObjectIdentifier(last)] { return known }
    // Links not in the cache yet, outermost last.
    var links: [DrawingClip] = []
    var result = drawing.base
    var next: DrawingClip? = last
    while let link = next {
      if let known = drawing.clips[ObjectIdentifier(link)] {
        result = known
        break
      }
      links.append(link)
      next = link.parent
    }
    for link in links.reversed() {
      if !result.bounds.isEmpty { result = self.clip(link.area, under: result, drawing) }
      drawing.clips[ObjectIdentifier(link)] = result
    }
    return result
  }

  private func clip(_ area: DrawingClip.Area, under outer: ListClip, _ drawing: Drawing) -> ListClip {
    switch area {
    case .path(let path, let rule):
      if let rect = path.uprightRect { return clip(rect, .all, drawing.map, under: outer) }
      list.builder.add(path, through: drawing.map)
      let outline = list.builder.finish()
      return added(.outline(list.add(outline: outline), rule), outline.bounds, inner: .empty, under: outer)
    case .mask(let bitmap, let transform):
      let map = Homography(transform).concat(drawing.map)
      outlines.add(.unit, through: map, to: &list.builder)
      let outline = list.builder.finish()
      let pixels = Homography(.scale(1 / Double(bitmap.width), 1 / Double(bitmap.height))).concat(map)
      guard !outline.isEmpty, let source = SpanSource.image(pyramid(bitmap), through: pixels) else {
        return ListClip(bounds: .empty, index: -1)
      }
      return added(
        .mask(list.add(outline: outline), source: list.add(source: source)), outline.bounds, inner: .empty, under: outer
      )
    }
  }
}
