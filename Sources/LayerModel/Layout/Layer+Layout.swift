import Geometry

// Layout comes before drawing: hooks place sublayers, root first, until nothing is flagged.
extension Layer {
  public final var needsLayout: Bool { flag(.needsLayout) }

  /// Asks for layout of the sublayers.
  public final func setNeedsLayout() {
    if flag(.needsLayout) { return }
    state.insert(.needsLayout)
    scene.layersNeedingLayout += 1
    scene.changeCount &+= 1
  }

  /// An implied request: ignored while the layer is at its own layout.
  func flagLayout() {
    if state.isDisjoint(with: [.needsLayout, .layingOut, .silent]) {
      state.insert(.needsLayout)
      scene.layersNeedingLayout += 1
    }
  }

  func clearNeedsLayout() {
    if flag(.needsLayout) {
      state.remove(.needsLayout)
      scene.layersNeedingLayout -= 1
    }
  }

  /// Lays out what is flagged: climbs while the superlayer is flagged, then goes down, superlayers first.
  ///
  /// - Throws: what a hook throws; `LayerError` naming a layer that asks for layout again and again.
  public final func layoutIfNeeded() throws {
    var top = self
    while let p = top.parent, p.flag(.needsLayout) { top = p }
    try top.layoutTree()
  }

  /// Lays out flagged layers from here down until none is left, in at most ten rounds.
  package final func layoutTree() throws {
    if scene.layersNeedingLayout == 0 { return }
    for _ in 0..<10 {
      if try !layoutRound() { return }
    }
    guard let busy = firstNeedingLayout() else { return }
    throw LayerError("layout of \(busy.label) never settles: each of 10 rounds asked for another")
  }

  /// One pass; answers whether a hook left something flagged.
  private func layoutRound() throws -> Bool {
    var stack: [Layer] = [self]
    var ranHook = false
    while let l = stack.popLast() {
      if l.flag(.needsLayout) {
        l.clearNeedsLayout()
        if l.hasLayoutHook {
          ranHook = true
          try l.layoutSublayers()
        }
      }
      if let mask = l.extraBox?.value.mask { stack.append(mask) }
      for child in l.children.reversed() { stack.append(child) }
    }
    // Without hooks nothing can have been flagged again.
    guard ranHook, scene.layersNeedingLayout > 0 else { return false }
    return firstNeedingLayout() != nil
  }

  /// The first flagged layer from here down, masks included.
  private func firstNeedingLayout() -> Layer? {
    var stack: [Layer] = [self]
    while let l = stack.popLast() {
      if l.flag(.needsLayout) { return l }
      if let mask = l.extraBox?.value.mask { stack.append(mask) }
      stack.append(contentsOf: l.children.reversed())
    }
    return nil
  }

  private var hasLayoutHook: Bool {
    if let hooks = layerClass.hooks?.hooks, hooks.contains(.layoutSublayers) { return true }
    if let hooks = extraBox?.value.delegate?.hooks, hooks.contains(.layoutSublayers) { return true }
    return false
  }

  /// Places the sublayers: the subclass's hook, or else the default. Does not clear `needsLayout`.
  public final func layoutSublayers() throws {
    if flag(.layingOut) { return }
    state.insert(.layingOut)
    defer { state.remove(.layingOut) }
    if let subclass = layerClass.hooks, subclass.hooks.contains(.layoutSublayers) {
      try subclass.layoutSublayers(of: self)
    } else {
      try defaultLayoutSublayers()
    }
  }

  /// What a subclass's hook replaces: the delegate's layout.
  public final func defaultLayoutSublayers() throws {
    if let delegate = extraBox?.value.delegate, delegate.hooks.contains(.layoutSublayers) {
      try delegate.layoutSublayers(of: self)
    }
  }

  /// Tells sublayers that the bounds' size changed; what they do about it is set by their autoresizingMask.
  public final func resizeSublayers(oldSize: Size) {}

  /// The size the layer would like to have, in the superlayer's points: of a text layer with text that of its text, else its frame's.
  ///
  /// - Throws: when text cannot be laid out.
  public final func preferredFrameSize() throws -> Size {
    guard layerClass.base == .text, let text = self as? TextLayer, !(text.string ?? "").isEmpty else { return frame.size }
    return frameSize(ofBounds: try text.preferredTextSize())
  }

  /// The size the frame would have with bounds of another size; perspective aside.
  func frameSize(ofBounds size: Size) -> Size {
    if transformStorage == nil { return size }
    let m = planeMatrix
    return Size(abs(m.m11) * size.width + abs(m.m21) * size.height, abs(m.m12) * size.width + abs(m.m22) * size.height)
  }
}
