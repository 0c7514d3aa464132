// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Pixels
import RenderTree

// Recorded drawings. A drawing replaces a backing image: it is one piece of its node.
extension VectorPainter {
  /// Clips and layers open while a drawing is drawn.
  private struct Open {
    /// Open clips, outermost first; a clip with a mask is a group.
    var clips: [DrawingClip] = []
    /// Open groups: the number of clips around each, and `isInner` if it ends together with the group around it.
    var layers: [(clips: Int, isInner: Bool, mask: VectorMask?)] = []
    var base: Int { layers.last?.clips ?? 0 }
  }

  func paint(
    _ placed: PlacedDrawing, in piece: Piece, of node: RenderNode, through map: AffineTransform, ink: VectorInk,
    tint: UInt32
  ) throws {
    let ops = placed.drawing.operations
    let whole = placed.transform.concat(map)
    guard !ops.isEmpty, whole.isFinite, whole.determinant != 0 else { return }
    if let reason = reason(forPixelsOf: ops, whole) {
      return try paintPixels(of: piece, in: node, through: map, ink: ink, tint: tint, reason: reason)
    }
    var cut: Rect?
    if let clip = placed.clip, !placed.clippedEdges.isEmpty { cut = self.cut(placed, clip, map) }
    if let cut, cut.width <= 0 || cut.height <= 0 { return }
    let isAlone = ops.count == 1 && ops[0].shadow == nil && ops[0].blendMode == .normal
    let isApart = cut != nil && ink.blend != .normal && target.features.clipsIsolate
    let isGroup =
      isApart || ops.contains { $0.blendMode != .normal } || (!isAlone && (ink.alpha < 1 || ink.blend != .normal))
    if isGroup { try target.beginGroup(VectorGroup(ink, within: area)) }
    if let cut { try beginClip(VectorArea(Path(rect: cut), through: map)) }
    var open = Open()
    try paint(ops, through: whole, ink: isGroup ? VectorInk() : ink, tint: tint, of: node, open: &open)
    try close(&open, to: 0, whole)
    if cut != nil { try endClip() }
    if isGroup { try target.endGroup() }
  }

  /// Returns the clip of a drawing, extended at its unclipped edges; nil if the clip has no effect.
  private func cut(_ placed: PlacedDrawing, _ clip: Rect, _ map: AffineTransform) -> Rect? {
    guard clip.isFinite else { return nil }
    guard let back = map.inverted else { return clip }
    let far = back.boundingBox(of: area.insetBy(dx: -64, dy: -64)).union(clip)
    let edges = placed.clippedEdges
    let cut = Rect(
      minX: edges.contains(.left) ? clip.minX : far.minX, minY: edges.contains(.bottom) ? clip.minY : far.minY,
      maxX: edges.contains(.right) ? clip.maxX : far.maxX, maxY: edges.contains(.top) ? clip.maxY : far.maxY)
    guard cut.isFinite else { return clip }
    // Most drawings stay inside their clip, which then would only bloat the page.
    if let extent = NodeExtent.rect(of: PlacedDrawing(drawing: placed.drawing, transform: placed.transform)),
      extent.minX >= cut.minX, extent.minY >= cut.minY, extent.maxX <= cut.maxX, extent.maxY <= cut.maxY,
      !placed.drawing.operations.contains(where: { if case .gradient = $0.kind { true } else { false } })
    {
      return nil
    }
    return cut
  }

  /// Returns why a drawing must be rasterised; nil if it need not be.
  private func reason(forPixelsOf ops: [DrawingOperation], _ map: AffineTransform) -> VectorReason? {
    for op in ops {
      if !VectorPainter.modes.contains(op.blendMode) { return .drawing }
      let place = op.transform.concat(map)
      switch op.kind {
      case .fill(_, _, .gradient(let gradient, let own)), .stroke(_, _, .gradient(let gradient, let own)),
        .glyphs(_, .gradient(let gradient, let own)):
        if let made = vector(gradient, own.concat(place), .max), !holds(made) { return .gradient }
      default: break
      }
      switch op.kind {
      case .clear: return .drawing
      case .gradient(let gradient):
        if let made = vector(gradient, place, .max), !holds(made) { return .gradient }
      case .fill(let path, _, _), .stroke(let path, _, _):
        guard place.isFinite, !path.points.isEmpty else { continue }
        let box = place.boundingBox(of: path.boundingBox)
        let most = VectorPainter.farthest
        if box.isFinite, box.minX < -most || box.minY < -most || box.maxX > most || box.maxY > most { return .huge }
      case .image, .glyphs, .beginLayer, .endLayer: break
      }
    }
    return nil
  }

  /// The mask of an open layer, with its drawing context.
  private struct VectorMask {
    var drawing: RecordedDrawing
    /// From the mask's coordinates to the page.
    var map: AffineTransform
    var node: RenderNode
  }

  private func paint(
    _ ops: [DrawingOperation], through map: AffineTransform, ink: VectorInk, tint: UInt32, of node: RenderNode,
    open: inout Open
  ) throws {
    // Operations before this index are drawn already, as pixels.
    var done = 0
    for (step, op) in ops.enumerated() where step >= done {
      try count()
      if step & 255 == 255 { try checkStop() }
      switch op.kind {
      case .beginLayer:
        let alpha = unit(op.alpha) * (open.layers.isEmpty ? ink.alpha : 1)
        let blend = op.blendMode == .normal && open.layers.isEmpty ? ink.blend : op.blendMode
        let shadow = op.shadow.flatMap { unit($0.color.alpha) > 0 ? $0 : nil }
        // A layer and its shadow form one group, so that the shadow does not show through the layer.
        let isApart =
          (shadow != nil && (alpha < 1 || blend != .normal)) || (blend != .normal && isolates(op.clip))
        let own = VectorInk(alpha: alpha, blend: blend)
        if isApart { try beginGroup(own, map, &open) }
        try enter(op.clip, map, &open)
        if let effect = op.effect, effect.filter != nil {
          let filtered = layer(from: step, in: ops)
          done = step + filtered.count
          let piece = Piece.drawing(PlacedDrawing(drawing: RecordedDrawing(operations: filtered)))
          let alone = RenderNode(bounds: .zero, pieces: [piece], label: node.label)
          try paintPixels(
            of: alone, Homography(map), ink: isApart ? VectorInk() : own, tint: tint,
            effect.isLuminance ? .luminance : .filters)
          if isApart { try endGroup(map, &open) }
          continue
        }
        if let shadow {
          try paint(shadow, of: layer(from: step, in: ops), through: map, ink: VectorInk(), tint: tint, in: node)
        }
        let mask = op.effect?.mask.map { VectorMask(drawing: $0, map: op.transform.concat(map), node: node) }
        open.layers.append((open.clips.count, isInner: isApart, mask: mask))
        try target.beginGroup(VectorGroup(isApart ? VectorInk() : own, isMasked: mask != nil, within: area))
      case .endLayer: if !open.layers.isEmpty { try endGroup(map, &open) }
      default:
        let alpha = unit(op.alpha) * (open.layers.isEmpty ? ink.alpha : 1)
        let place = op.transform.concat(map)
        guard alpha > 0, place.isFinite, place.determinant != 0 else { continue }
        let casts = (op.shadow.map { unit($0.color.alpha) } ?? 0) > 0
        var blend = op.blendMode == .normal && open.layers.isEmpty ? ink.blend : op.blendMode
        let isApart = blend != .normal && (casts || isolates(op.clip))
        let whole = VectorInk(alpha: open.layers.isEmpty ? ink.alpha : 1)
        if isApart {
          try beginGroup(VectorInk(blend: blend), map, &open)
          blend = .normal
        }
        try enter(op.clip, map, &open)
        if area.width > 0, area.height > 0 {
          if casts, let shadow = op.shadow {
            var plain = op
            plain.shadow = nil
            plain.clip = nil
            plain.blendMode = .normal
            try paint(shadow, of: [plain], through: map, ink: whole, tint: tint, in: node)
          }
          try paintOne(op, at: place, through: map, ink: VectorInk(alpha: alpha, blend: blend), tint: tint, of: node)
        }
        if isApart { try endGroup(map, &open) }
      }
    }
    while !open.layers.isEmpty { try endGroup(map, &open) }
  }

  /// Begins a group, in which the list of clips starts anew.
  private func beginGroup(_ ink: VectorInk, _ map: AffineTransform, _ open: inout Open) throws {
    try close(&open, to: open.base, map)
    open.layers.append((open.clips.count, isInner: false, mask: nil))
    try target.beginGroup(VectorGroup(ink, within: area))
  }

  private func endGroup(_ map: AffineTransform, _ open: inout Open) throws {
    while let layer = open.layers.last {
      try close(&open, to: layer.clips, map)
      open.layers.removeLast()
      if let mask = layer.mask {
        try target.beginMask()
        try paint(mask)
        try target.endMask()
      }
      try target.endGroup()
      if !layer.isInner { break }
    }
  }

  /// Draws a mask: as vectors if its alpha is used, as pixels if its luminance is.
  private func paint(_ mask: VectorMask) throws {
    guard mask.map.isFinite, mask.map.determinant != 0 else { return }
    if let reason = reason(forPixelsOf: mask.drawing.operations, mask.map) {
      let piece = Piece.drawing(PlacedDrawing(drawing: mask.drawing))
      let alone = RenderNode(bounds: .zero, pieces: [piece], label: mask.node.label)
      return try paintPixels(of: alone, Homography(mask.map), ink: VectorInk(), tint: .max, reason)
    }
    var open = Open()
    try paint(mask.drawing.operations, through: mask.map, ink: VectorInk(), tint: .max, of: mask.node, open: &open)
    try close(&open, to: 0, mask.map)
  }

  /// True if content inside a clip blends only with other content inside that clip.
  private func isolates(_ clip: DrawingClip?) -> Bool {
    if target.features.clipsIsolate { return clip != nil }
    var next = clip
    while let link = next {
      if case .mask = link.area { return true }
      next = link.parent
    }
    return false
  }

  /// Returns the operations of a layer, without its clip and shadow.
  private func layer(from start: Int, in ops: [DrawingOperation]) -> [DrawingOperation] {
    var depth = 0
    var result: [DrawingOperation] = []
    for op in ops[start...] {
      var op = op
      if result.isEmpty {
        op.shadow = nil
        op.clip = nil
        op.alpha = 1
        op.blendMode = .normal
      }
      result.append(op)
      if case .beginLayer = op.kind { depth += 1 }
      if case .endLayer = op.kind { depth -= 1 }
      if depth == 0 { break }
    }
    return result
  }

  /// Draws the shadow of operations. Its lengths are in the drawing's coordinates.
  private func paint(
    _ shadow: DrawingShadow, of ops: [DrawingOperation], through map: AffineTransform, ink: VectorInk, tint: UInt32,
    in node: RenderNode
  ) throws {
    let sigma = shadow.sigma.isFinite ? max(shadow.sigma, 0) : 0
    let offset = shadow.offset.isFinite ? shadow.offset : .zero
    let caster = RenderNode(
      bounds: .zero, pieces: [.drawing(PlacedDrawing(drawing: RecordedDrawing(operations: ops)))], label: node.label)
    try paintBlurred(
      Shadow(color: tinted(shadow.color, tint), offset: offset, sigma: sigma), of: caster, map, ink)
  }

  // MARK: Operations

  private func paintOne(
    _ op: DrawingOperation, at place: AffineTransform, through map: AffineTransform, ink: VectorInk, tint: UInt32,
    of node: RenderNode
  ) throws {
    func paint(_ paint: DrawingPaint) -> VectorPaint? {
      switch paint {
      case .color(let color):
        let color = tinted(color, tint)
        return color.alpha > 0 ? .color(color) : nil
      case .pattern(let pattern): return vector(pattern, map, tint)
      case .gradient(let gradient, let own):
        return vector(gradient, own.concat(place), tint).map { .gradient($0) }
      }
    }
    switch op.kind {
    case .fill(let path, let rule, let source):
      guard path.points.allSatisfy(\.isFinite), let source = paint(source) else { return }
      if case .area(let area) = limited(VectorArea(path, rule, through: place)) {
        try target.fill(area, source, ink)
      }
    case .stroke(let path, let style, let source):
      guard path.points.allSatisfy(\.isFinite), let source = paint(source), let style = drawable(style) else { return }
      let line = path.stroked(from: 0, to: 1, style)
      try stroke(line, of: op.strokedGlyphs?.run, style: style, through: place, paint: source, ink: ink) {}
    case .glyphs(let run, let source):
      guard let source = paint(source), run.fontSize > 0, run.fontSize.isFinite,
        run.positions.allSatisfy({ p in
          let q = place.apply(p)
          return abs(q.x) < VectorPainter.farthest && abs(q.y) < VectorPainter.farthest
        })
      else { return }
      try target.text(run, through: place, source, ink)
    case .image(let bitmap, let rect, let filter):
      guard rect.width != 0, rect.height != 0, rect.isFinite else { return }
      let whole = AffineTransform(
        a: rect.width / Double(bitmap.width), b: 0, c: 0, d: rect.height / Double(bitmap.height), tx: rect.minX,
        ty: rect.minY
      ).concat(place)
      guard whole.isFinite, case .area = limited(VectorArea(Path(rect: rect.standardized), through: place)) else {
        return
      }
      if isEnlargedFar(bitmap, whole, isSmooth: filter != .nearest) {
        var plain = op
        plain.clip = nil
        plain.alpha = 1
        plain.shadow = nil
        plain.blendMode = .normal
        let drawing = PlacedDrawing(drawing: RecordedDrawing(operations: [plain]))
        let alone = RenderNode(bounds: .zero, pieces: [.drawing(drawing)], label: node.label)
        return try paintPixels(of: alone, Homography(map), ink: ink, tint: tint, .magnified)
      }
      try target.image(VectorImage(colored(bitmap, tint), through: whole, isSmooth: filter != .nearest), ink)
    case .gradient(let gradient):
      guard let made = vector(gradient, place, tint), area.width > 0, area.height > 0 else { return }
      try target.fill(VectorArea(Path(rect: area)), .gradient(made), ink)
    case .clear, .beginLayer, .endLayer: break
    }
  }

  private func vector(_ gradient: DrawingGradient, _ place: AffineTransform, _ tint: UInt32) -> VectorGradient? {
    guard place.isFinite, let stops = VectorGradient.straight(gradient.stops, tint: tint) else { return nil }
    let kind: VectorGradient.Kind
    switch gradient.kind {
    case .linear(let from, let to):
      guard from.isFinite, to.isFinite, from != to else { return nil }
      kind = .axial(from: from, to: to)
    case .radial(let from, let startRadius, let to, let endRadius):
      guard from.isFinite, to.isFinite, startRadius.isFinite, endRadius.isFinite, startRadius >= 0, endRadius >= 0,
        startRadius != endRadius || from != to
      else { return nil }
      kind = .radial(from: from, startRadius: startRadius, to: to, endRadius: endRadius)
    case .conic(let center, let angle):
      guard center.isFinite, angle.isFinite else { return nil }
      kind = .conic(center: center, angle: angle)
    }
    return VectorGradient(
      kind: kind, stops: stops, extendsStart: gradient.extendsStart, extendsEnd: gradient.extendsEnd, map: place)
  }

  // MARK: Clips

  /// Opens and closes clips until they match those of an operation, as far as the enclosing layers allow.
  private func enter(_ clip: DrawingClip?, _ map: AffineTransform, _ open: inout Open) throws {
    var wanted: [DrawingClip] = []
    var next = clip
    while let link = next {
      wanted.append(link)
      next = link.parent
    }
    wanted.reverse()
    var common = 0
    while common < wanted.count, open.base + common < open.clips.count,
      open.clips[open.base + common] === wanted[common]
    { common += 1 }
    try close(&open, to: open.base + common, map)
    for link in wanted.dropFirst(common) {
      switch link.area {
      case .path(let path, let rule):
        let given = VectorArea(path.points.allSatisfy(\.isFinite) ? path : Path(), rule, through: map)
        switch limited(given) {
        case .nothing: try beginClip(VectorArea(Path(rect: Rect(area.minX, area.minY, 0, 0))))
        case .huge: try beginClip(given)
        case .area(let area): try beginClip(area)
        }
      case .mask(_, let transform):
        let box = transform.concat(map).boundingBox(of: .unit)
        beginArea(box)
        try target.beginGroup(VectorGroup(isMasked: true, within: area))
      }
      open.clips.append(link)
    }
  }

  private func close(_ open: inout Open, to count: Int, _ map: AffineTransform) throws {
    while open.clips.count > count, let link = open.clips.popLast() {
      switch link.area {
      case .path: try endClip()
      case .mask(let bitmap, let transform):
        try target.beginMask()
        let pixels = AffineTransform.scale(1 / Double(bitmap.width), 1 / Double(bitmap.height)).concat(transform)
          .concat(map)
        if pixels.isFinite, pixels.determinant != 0 {
          try target.image(VectorImage(bitmap, through: pixels), VectorInk())
        }
        try target.endMask()
        try target.endGroup()
        endArea()
      }
    }
  }
}
