// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Pixels
import RenderTree

extension Layer {
  /// The number of partial redraws after which a recording is rasterised to a bitmap.
  static let appendLimit = 16
  /// The maximum number of alternating layout and display passes before they count as endless.
  static let roundLimit = 10

  /// Draws the layer's content now: calls the subclass's `display`, else the delegate's, else records a drawing with
  /// the drawing hooks.
  ///
  /// ```swift
  /// panel.setNeedsDisplay()
  /// try panel.display()
  /// print(panel.contents?.width ?? 0)
  /// ```
  ///
  /// - Throws: the hooks' errors; the layer then still needs display.
  public final func display() throws { try display(resolution: storedContentsScale) }

  /// - Parameter resolution: pixels per point expected on the canvas.
  final func display(resolution: Double) throws {
    if flag(.displaying) {
      throw LayerError(
        "\(mention): display() was called while the layer is being drawn; use setNeedsDisplay() to draw again later")
    }
    let invalid = extraBox?.value.invalidRect
    clearNeedsDisplay()
    setFlag(.displaying, true)
    // A hook may display other layers.
    let outer = (scene.display.hooksRun, scene.display.hooksSeen)
    scene.display.hooksRun = []
    scene.display.hooksSeen = []
    defer {
      setFlag(.displaying, false)
      (scene.display.hooksRun, scene.display.hooksSeen) = outer
    }
    do { try draw(invalid: invalid, resolution: resolution) } catch {
      flagDisplay()
      throw error
    }
    warnAboutDeadHooks(scene.display.hooksSeen, ran: scene.display.hooksRun)
  }

  /// The default implementation that a subclass's `display` overrides: the delegate's, else a recording by the drawing
  /// hooks. For calls of `super`.
  package final func defaultDisplay() throws {
    if flag(.displaying) { return try draw(invalid: nil, resolution: storedContentsScale, skipping: .display) }
    clearNeedsDisplay()
    setFlag(.displaying, true)
    defer { setFlag(.displaying, false) }
    try draw(invalid: nil, resolution: storedContentsScale, skipping: .display)
  }

  /// The default implementation that a subclass's `drawInContext` overrides: a text layer's text, else the delegate's
  /// drawing. For calls of `super`.
  package final func defaultDraw(in context: GraphicsContext) throws {
    if let text = asDrawn(Property.bounds) as? TextLayer { return try text.drawText(in: context) }
    try delegateDraw(in: context)
  }

  private func delegateDraw(in context: GraphicsContext) throws {
    guard let delegate, delegate.hooks.contains(.draw) else { return }
    scene.display.hooksRun.insert(.delegateDraw)
    try delegate.draw(model, in: context)
  }

  private func draw(invalid: Rect?, resolution: Double, skipping skipped: LayerHooks = []) throws {
    let subclass = subclassHooks
    let delegate = self.delegate
    if delegate == nil { warnAboutFreedDelegate() }
    let hooks = delegate?.hooks ?? []
    var overrides = subclass?.hooks ?? []
    scene.display.hooksSeen.formUnion(displayHooks(overrides, hooks))
    overrides.subtract(skipped)
    if let subclass, overrides.contains(.display) {
      scene.display.hooksRun.insert(.subclassDisplay)
      return try showing { try subclass.display(model) }
    }
    if let delegate, hooks.contains(.display) {
      scene.display.hooksRun.insert(.delegateDisplay)
      return try showing { try delegate.display(model) }
    }
    // A transform layer has no content of its own.
    if flag(.isTransformLayer) { return }
    if try drawItself(invalid) { return }
    if let delegate, hooks.contains(.layerWillDraw) {
      scene.display.hooksRun.insert(.layerWillDraw)
      try delegate.layerWillDraw(model)
    }

    guard overrides.contains(.draw) || hooks.contains(.draw) else {
      warnWithoutDrawing(delegate)
      // Text, shapes and gradients are drawn from their properties; a plain layer without drawing hooks becomes empty.
      if layerClass.base == .layer { replaceContents(drawn: nil) }
      return
    }
    let bounds = storedBounds
    guard !bounds.isEmpty else {
      // An empty drawing area is not an error of the hooks, so no warning follows.
      scene.display.hooksRun = scene.display.hooksSeen
      return replaceContents(drawn: nil)
    }
    let scale = storedContentsScale
    let flipped = contentsAreFlipped()
    // The drawing outside the invalid part is kept if it was drawn with the same settings.
    var kept: LayerBacking?
    var dirty: Rect?
    if let invalid, let old = extraBox?.value.backing, storedContents == nil, old.bounds.size == bounds.size,
      old.contentsScale == scale, old.isOpaque == flag(.opaque), old.isFlipped == flipped,
      let part = invalid.intersection(bounds)
    {
      if part.isEmpty { return }
      kept = old
      dirty = part
    }

    let context = GraphicsContext(
      bounds: bounds, scale: scale, isFlipped: flipped, imageScale: resolution, clip: dirty, services: scene.services,
      memoryBudget: scene.memoryBudget, budget: GraphicsContext.budget(of: scene))
    context.onTextProblem = { [self] in scene.warn(aboutTextOf: label, $0, about: self) }
    defer { context.close() }
    if dirty != nil { try context.clear(bounds) }
    if flag(.opaque) { try context.fill(bounds) }
    if let subclass, overrides.contains(.draw) {
      scene.display.hooksRun.insert(.subclassDraw)
      try subclass.draw(model, in: context)
    } else {
      try delegateDraw(in: context)
    }
    if let imbalance = context.imbalance {
      scene.warn(.unbalancedState, "\(mention): \(imbalance)", onceFor: className, about: self)
    }
    let drawn = context.finish()
    var backing = LayerBacking(
      drawing: drawn, bounds: bounds, contentsScale: scale, isOpaque: flag(.opaque), isFlipped: flipped)
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

  /// Runs a hook that sets the model's contents. For a presentation they become its own, and the model's are restored.
  private func showing(_ hook: () throws -> Void) throws {
    guard let model = presentedLayer else { return try hook() }
    let (contents, backing, count) = (model.storedContents, model.backing, scene.changeCount)
    defer {
      model.storedContents = contents
      if model.extraBox != nil { model.extra.value.backing = backing }
      scene.changeCount = count
    }
    try hook()
    storedContents = model.storedContents
    extra.value.backing = model.backing
  }

  /// Redraws a presentation if animations change what its model has drawn: a redraw key, or a size that requires
  /// redrawing. Also draws a layer that is drawn for every render. A tiled layer draws its visible part later.
  ///
  /// - Parameter time: the layer's local time in this render; nil if it has none.
  final func redraw(instead model: Layer, at time: Double?, resolution: Double) throws {
    guard model.hasDrawingHook || model.isDrawnPerPicture else { return }
    guard model.isDrawnPerPicture || model.redrawPolicy != .never && showsOtherThanDrawn(by: model) else { return }
    let count = scene.changeCount
    try whileDrawn {
      defer { scene.changeCount = count }
      try redrawPresentation(of: model, at: time, resolution: resolution)
    }
  }

  /// Runs a closure in which the keys of this presentation's model return the presentation's values.
  final func whileDrawn<R>(_ body: () throws -> R) rethrows -> R {
    scene.picture.drawnPresentations.append(self)
    defer { scene.picture.drawnPresentations.removeLast() }
    return try body()
  }

  /// True if a presentation differs from its model in values that the drawing depends on.
  private func showsOtherThanDrawn(by model: Layer) -> Bool {
    if storedBounds.size != model.storedBounds.size,
      model.flag(.needsDisplayOnBoundsChange) || model.redrawPolicy == .duringResize
    {
      return true
    }
    return layerClass.properties.contains { row in
      (row.invalidates.contains(.display) || layerClass.redrawKeys.contains(row.name)) && !row.isDerived
        && row.value(self) != row.value(model)
    }
  }

  /// Replaces an assigned image by the drawing, or by nothing: the last writer wins.
  private func replaceContents(drawn: LayerBacking?) {
    if storedContents != nil {
      let place = extraBox?.value.contentsPlace.map { " at \($0)" } ?? ""
      scene.warn(
        .contentsVsDrawing,
        drawn == nil
          ? "\(mention): display found nothing to draw and removed the image assigned to contents\(place); "
            + "do not call setNeedsDisplay() on a layer that shows an image"
          : "\(mention): display replaced the image assigned to contents\(place); "
            + "a layer shows its image or its drawing, whichever was set last: draw the image with "
            + "\(scene.reader(about: self).text(.draw)), or in a sublayer",
        onceFor: className, about: self)
      storedContents = nil
      countChange()
    }
    extraBox?.value.contentsPlace = nil
    backing = drawn
  }

  /// Shows a recording as if a hook had drawn it; its origin is the corner of the bounds.
  ///
  /// - Parameter bytes: the memory to charge for it.
  /// - Throws: `LayerError` of kind `limit`.
  package final func show(_ drawing: RecordedDrawing, bytes: Int) throws {
    let charge = MemoryCharge(scene.memoryBudget)
    guard charge.grow(by: bytes) else { throw LayerError.noMemory("a drawing", scene.memoryBudget, at: className) }
    var backing = LayerBacking(drawing: drawing, bounds: storedBounds, contentsScale: storedContentsScale)
    backing.charges = [charge]
    replaceContents(drawn: backing)
  }

  func warnWithoutDrawing(_ delegate: (any LayerDelegate)?) {
    guard let delegate, needsDrawingHook else { return }
    let near = delegate.drawingNearMisses
    scene.warn(
      .noDrawHook,
      "\(mention): the delegate has neither displayLayer nor drawLayerInContext, so the layer draws nothing"
        + (near.isEmpty ? "" : "; it has \(near.joined(separator: ", "))"),
      onceFor: near.joined(separator: " "), about: self)
  }

  /// Returns the display hooks of the class and of the delegate as one set.
  private func displayHooks(_ overrides: LayerHooks, _ hooks: LayerHooks) -> LayerHooks {
    var all: LayerHooks = []
    if overrides.contains(.display) { all.insert(.subclassDisplay) }
    if overrides.contains(.draw) { all.insert(.subclassDraw) }
    if hooks.contains(.display) { all.insert(.delegateDisplay) }
    if hooks.contains(.draw) { all.insert(.delegateDraw) }
    if hooks.contains(.layerWillDraw) { all.insert(.layerWillDraw) }
    return all
  }

  /// Warns of display hooks that did not run. Only the first one runs, unless it calls its `super`.
  private func warnAboutDeadHooks(_ all: LayerHooks, ran: LayerHooks) {
    let dead = all.subtracting(ran)
    guard !ran.isEmpty, !dead.isEmpty else { return }
    func names(_ hooks: LayerHooks) -> String {
      let known: [(LayerHooks, String)] = [
        (.subclassDisplay, "\(className)'s display"), (.delegateDisplay, "the delegate's displayLayer"),
        (.subclassDraw, "\(className)'s drawInContext"), (.delegateDraw, "the delegate's drawLayerInContext"),
        (.layerWillDraw, "the delegate's layerWillDraw"),
      ]
      return listed(known.filter { hooks.contains($0.0) }.map(\.1))
    }
    scene.warn(
      .fourHooks,
      "\(mention): among its display hooks, \(names(ran.intersection(all))) ran, \(names(dead)) did not: the first of "
        + "display, displayLayer, drawInContext and drawLayerInContext replaces the others; keep one of them",
      onceFor: "\(className) \(dead.rawValue)", about: self)
  }

  /// The drawing rasterised to ceil(bounds × contentsScale) pixels, cached until the layer is drawn again; nil without
  /// a drawing.
  final var drawnPicture: Image? {
    guard let backing = extraBox?.value.backing else { return nil }
    if let known = backing.picture { return known }
    do {
      let bitmap = try scene.services.rasterize(
        backing.drawing, size: backing.bounds.size, scale: backing.contentsScale)
      let picture = Image(bitmap)
      picture.count(against: scene.memoryBudget)
      extra.value.backing?.picture = picture
      return picture
    } catch {
      scene.warn(.contentsUnreadable, "\(mention).contents: the drawing cannot be converted to an image: \(error)")
      return nil
    }
  }

  var storedContentsScale: Double { contentsStorage.contentsScale }

  /// Draws the layer if it needs display. Its sublayers wait for the next render, or for a call of their own.
  ///
  /// ```swift
  /// panel.setNeedsDisplay()
  /// try panel.displayIfNeeded()
  /// panel.needsDisplay  // false
  /// ```
  public final func displayIfNeeded() throws { if flag(.needsDisplay) { try display() } }

  /// True if the layer needs display now: layers that are drawn for each render wait for what its frame function sets.
  private func isDisplayDue(isBeforeFrame: Bool) -> Bool {
    flag(.needsDisplay) && !(isBeforeFrame && isDrawnPerPicture)
  }

  /// True if layout or display is pending in the subtree, other than that of layers that are drawn for each render.
  final var isUnsettled: Bool {
    !state.isDisjoint(with: [.needsLayout, .layoutBelow]) || parent?.flag(.needsLayout) ?? false
      || firstFlagged(isBeforeFrame: true) != nil
  }

  /// Displays the layers of the subtree that need it.
  ///
  /// - Parameter isBeforeFrame: true to leave out the layers that are drawn for each render.
  /// - Returns: a layer that was displayed; nil if none needed it.
  private func displayFlagged(resolution: Double, isBeforeFrame: Bool) throws -> Layer? {
    guard scene.display.flagged > 0 else { return nil }
    // Collected first, since hooks may change the tree.
    var flagged: [Layer] = []
    var pending = [self]
    while let layer = pending.popLast() {
      if layer.isDisplayDue(isBeforeFrame: isBeforeFrame) { flagged.append(layer) }
      if let mask = layer.extraBox?.value.mask { pending.append(mask) }
      pending.append(contentsOf: layer.children.reversed())
    }
    for layer in flagged where layer.flag(.needsDisplay) {
      try layer.display(resolution: max(resolution, layer.storedContentsScale))
    }
    return flagged.first
  }

  /// Repeats layout and display of the subtree, in Core Animation's order, until both are up to date.
  ///
  /// - Parameter isBeforeFrame: true to leave out the displays of layers that are drawn for each render.
  /// - Throws: the hooks' errors, and an error that names a layer that needs display again each time.
  final func settle(resolution: Double, isBeforeFrame: Bool = false) throws {
    var last: Layer?
    for _ in 0..<Layer.roundLimit {
      try layoutIfNeeded()
      last = try displayFlagged(resolution: resolution, isBeforeFrame: isBeforeFrame)
      guard last != nil else { return try scene.linkTexts(under: self) }
    }
    try layoutIfNeeded()
    try scene.linkTexts(under: self)
    guard let again = firstFlagged(isBeforeFrame: isBeforeFrame) ?? last, again.flag(.needsDisplay) else { return }
    throw LayerError(
      "\(again.mention): needs display again each time it is drawn; do not call setNeedsDisplay() or change redraw "
        + "keys while drawing"
    )
  }

  private func firstFlagged(isBeforeFrame: Bool) -> Layer? {
    guard scene.display.flagged > 0 else { return nil }
    var pending = [self]
    while let layer = pending.popLast() {
      if layer.isDisplayDue(isBeforeFrame: isBeforeFrame) { return layer }
      if let mask = layer.extraBox?.value.mask { pending.append(mask) }
      pending.append(contentsOf: layer.children)
    }
    return nil
  }
}
