import Geometry
import Pixels
import RenderTree

extension Layer {
  /// How many partial redraws a recording takes before it becomes a bitmap.
  static let appendLimit = 16
  /// How often layout and display may follow each other before that counts as endless.
  static let roundLimit = 10

  /// Draws the layer's content now: the subclass's `display`, else the delegate's, else a recording that the drawing hooks fill.
  ///
  /// - Throws: what the hooks throw; the layer then still needs display.
  public final func display() throws { try display(resolution: storedContentsScale) }

  /// - Parameter resolution: pixels per point expected on the canvas.
  final func display(resolution: Double) throws {
    if flag(.displaying) {
      throw LayerError("\(label): display() was called while the layer is being drawn; use setNeedsDisplay() to draw again later")
    }
    let invalid = extraBox?.value.invalidRect
    clearNeedsDisplay()
    setFlag(.displaying, true)
    defer { setFlag(.displaying, false) }
    do { try draw(invalid: invalid, resolution: resolution) } catch {
      setNeedsDisplay()
      throw error
    }
  }

  /// What a subclass's `display` replaces: the delegate's, else a recording that the drawing hooks fill. For calls by way of `super`.
  public final func defaultDisplay() throws {
    if flag(.displaying) { return try draw(invalid: nil, resolution: storedContentsScale, skipping: .display) }
    clearNeedsDisplay()
    setFlag(.displaying, true)
    defer { setFlag(.displaying, false) }
    try draw(invalid: nil, resolution: storedContentsScale, skipping: .display)
  }

  private func draw(invalid: Rect?, resolution: Double, skipping skipped: LayerHooks = []) throws {
    let subclass = subclassHooks
    let overrides = (subclass?.hooks ?? []).subtracting(skipped)
    if let subclass, overrides.contains(.display) { return try subclass.display(self) }
    let delegate = self.delegate
    let hooks = delegate?.hooks ?? []
    if let delegate, hooks.contains(.display) { return try delegate.display(self) }
    // A transform layer shows nothing of its own.
    if flag(.isTransformLayer) { return }
    if let delegate, hooks.contains(.layerWillDraw) { try delegate.layerWillDraw(self) }

    guard overrides.contains(.draw) || hooks.contains(.draw) else {
      if let delegate { warnWithoutDrawing(delegate) }
      // Text, shapes and gradients show what their properties say; a plain layer that nobody draws ends up empty.
      if layerClass.base == .layer { replaceContents(drawn: nil) }
      return
    }
    let bounds = storedBounds
    guard !bounds.isEmpty else { return replaceContents(drawn: nil) }
    let scale = storedContentsScale
    let flipped = contentsAreFlipped()
    // What stands outside of the invalid part is kept, as long as it is of the same size.
    var kept: LayerBacking?
    var dirty: Rect?
    if let invalid, let old = extraBox?.value.backing, storedContents == nil, old.bounds.size == bounds.size,
      old.contentsScale == scale, let part = invalid.intersection(bounds)
    {
      if part.isEmpty { return }
      kept = old
      dirty = part
    }

    let context = GraphicsContext(
      bounds: bounds, scale: scale, isFlipped: flipped, imageScale: resolution, clip: dirty, services: scene.services,
      memoryBudget: scene.memoryBudget)
    context.onTextProblem = { [self] in scene.warn(aboutTextOf: label, $0) }
    defer { context.close() }
    if dirty != nil { try context.clear(bounds) }
    if flag(.opaque) { try context.fill(bounds) }
    if let subclass, overrides.contains(.draw) {
      try subclass.draw(self, in: context)
    } else if let delegate {
      try delegate.draw(self, in: context)
    }
    if let imbalance = context.imbalance { scene.warn("unbalanced-state", "\(label): \(imbalance)", onceFor: "\(serial)") }
    let drawn = context.finish()
    var backing = LayerBacking(drawing: drawn, bounds: bounds, contentsScale: scale, isOpaque: flag(.opaque), isFlipped: flipped)
    backing.charges = [context.charge]
    if let kept {
      backing.charges += kept.charges
      backing.drawing = RecordedDrawing(operations: kept.drawing.operations + drawn.operations)
      backing.appends = kept.appends + 1
      if backing.appends >= Layer.appendLimit {
        let bitmap = try scene.services.rasterize(backing.drawing, size: bounds.size, scale: max(scale, resolution))
        let whole = DrawingOperation(kind: .image(bitmap, Rect(0, 0, bounds.width, bounds.height), .linear))
        backing.drawing = RecordedDrawing(operations: [whole])
        backing.appends = 0
        backing.charges = []
      }
    }
    replaceContents(drawn: backing)
  }

  /// The last writer wins: what was drawn takes the place of an assigned image.
  private func replaceContents(drawn: LayerBacking?) {
    if drawn == nil, storedContents != nil {
      storedContents = nil
      scene.changeCount &+= 1
    }
    backing = drawn
  }

  private func warnWithoutDrawing(_ delegate: any LayerDelegate) {
    let near = delegate.drawingNearMisses
    scene.warn(
      "no-draw-hook",
      "\(label): the delegate has neither displayLayer nor drawLayerInContext, so the layer draws nothing"
        + (near.isEmpty ? "" : "; it has \(near.joined(separator: ", "))"),
      onceFor: "\(serial)")
  }

  var storedContentsScale: Double { contentsStorage.contentsScale }

  /// Draws every layer of the subtree that needs it, the masks' included.
  public final func displayIfNeeded() throws { _ = try displayFlagged(resolution: 0) }

  /// - Returns: a layer that was displayed; nil when none needed it.
  final func displayFlagged(resolution: Double) throws -> Layer? {
    guard scene.layersNeedingDisplay > 0 else { return nil }
    // Hooks may change the tree, so what needs display is gathered before the first of them runs.
    var flagged: [Layer] = []
    var pending = [self]
    while let layer = pending.popLast() {
      if layer.flag(.needsDisplay) { flagged.append(layer) }
      if let mask = layer.extraBox?.value.mask { pending.append(mask) }
      pending.append(contentsOf: layer.children.reversed())
    }
    for layer in flagged where layer.flag(.needsDisplay) {
      try layer.display(resolution: max(resolution, layer.storedContentsScale))
    }
    return flagged.first
  }

  /// Brings layout and display of the subtree up to date, in Core Animation's order, until both are settled.
  ///
  /// - Throws: what the hooks throw, and an error that names the layer when it asks again each time.
  final func settle(resolution: Double) throws {
    var last: Layer?
    for _ in 0..<Layer.roundLimit {
      try layoutIfNeeded()
      last = try displayFlagged(resolution: resolution)
      guard last != nil else { return }
    }
    try layoutIfNeeded()
    guard let again = try firstFlagged() ?? last, again.flag(.needsDisplay) else { return }
    throw LayerError(
      "\(again.label): needs display again each time it is drawn; do not call setNeedsDisplay() or change redraw keys while drawing")
  }

  private func firstFlagged() throws -> Layer? {
    guard scene.layersNeedingDisplay > 0 else { return nil }
    var pending = [self]
    while let layer = pending.popLast() {
      if layer.flag(.needsDisplay) { return layer }
      if let mask = layer.extraBox?.value.mask { pending.append(mask) }
      pending.append(contentsOf: layer.children)
    }
    return nil
  }
}
