// SPDX-License-Identifier: MIT
import Geometry

// Layout comes before drawing: hooks and managers place sublayers, root first, until nothing is flagged.
extension Layer {
  public final var needsLayout: Bool { flag(.needsLayout) }

  /// Asks for layout of the sublayers. What a layout manager that is told so throws the next layout throws.
  public final func setNeedsLayout() {
    if !flag(.needsLayout) {
      markForLayout()
      scene.changeCount &+= 1
    }
    contentsChangedSize()
  }

  /// An implied request: ignored while the layer is at its own layout.
  func flagLayout() {
    if state.isDisjoint(with: [.needsLayout, .layingOut, .silent]) { markForLayout() }
    if flag(.sizedByContents) { contentsChangedSize() }
  }

  /// The layout was valid and is not any more, for whatever reason: the layer is flagged and its manager told, once
  /// until the next layout.
  private func markForLayout() {
    flagForLayout()
    // A copy that lives for a picture alone has nobody to tell: its number is another layer's.
    guard layout?.manager != nil, !flag(.invalidatingLayout), scene.borrowedSerial == nil else { return }
    if scene.treeEdits > 0 { scene.invalidatedLayers.append(self) } else { tellManager() }
  }

  fileprivate func tellManager() {
    guard let manager = layout?.manager, !flag(.invalidatingLayout) else { return }
    state.insert(.invalidatingLayout)
    defer { state.remove(.invalidatingLayout) }
    do { try manager.invalidateLayout(of: self) } catch { scene.hookFailure = scene.hookFailure ?? error }
  }

  private func flagForLayout() {
    state.insert(.needsLayout)
    scene.layersNeedingLayout += 1
    markSuperlayers()
  }

  /// Notes in all superlayers that something below is flagged, so that a pass finds it and leaves the rest out.
  func markSuperlayers() {
    var p = parentReference
    while let now = p {
      p = now._withUnsafeGuaranteedRef {
        if $0.state.contains(.layoutBelow) { return nil }
        $0.state.insert(.layoutBelow)
        return $0.parentReference
      }
    }
  }

  /// Carries upward that a size derived from sublayers may be another: managers above lay out again.
  private func contentsChangedSize() {
    var l = self
    while l.flag(.sizedByContents), !l.flag(.layingOut), !l.flag(.silent) {
      l.layout?.preferredSizes.removeAll(keepingCapacity: true)
      guard let p = l.parent, !l.flag(.isMask), p.layout?.manager != nil else { return }
      guard l.layout?.manager?.preferredSizeFollowsContents ?? false else { return }
      if p.state.isDisjoint(with: [.needsLayout, .layingOut, .silent]) { p.markForLayout() }
      l = p
    }
  }

  /// Something changed that only a layout manager of the superlayer looks at.
  func flagArrangement() {
    guard let p = parent, p.layout?.manager != nil, !flag(.isMask) else { return }
    p.flagLayout()
  }

  func clearNeedsLayout() {
    if flag(.needsLayout) {
      state.remove(.needsLayout)
      scene.layersNeedingLayout -= 1
    }
  }

  // MARK: Passes

  /// Lays out what is flagged: climbs while the superlayer is flagged, then goes down, superlayers first.
  ///
  /// - Throws: what a hook throws, at once; `LayerError` naming a layer that asks for layout again and again; and,
  ///   after everything else was laid out, what is wrong with constraints.
  public final func layoutIfNeeded() throws {
    var top = self
    while let p = top.parent, p.flag(.needsLayout) { top = p }
    try top.layoutTree()
  }

  /// Lays out flagged layers from here down until none is left, in at most ten rounds.
  package final func layoutTree() throws {
    let problems = try layoutProblems()
    if !problems.isEmpty { throw LayerError.unsolved(problems) }
  }

  /// The same; answers what is wrong with constraints instead of throwing it. The layers concerned stay flagged, so
  /// that it is said again until it is right.
  final func layoutProblems() throws -> [String] {
    try scene.throwHookFailure()
    if state.isDisjoint(with: [.needsLayout, .layoutBelow]) { return [] }
    var unsolved: [(layer: Layer, problems: String)] = []
    defer { for entry in unsolved where !entry.layer.flag(.needsLayout) { entry.layer.flagForLayout() } }
    for _ in 0..<10 {
      try layoutRound(&unsolved)
      if state.isDisjoint(with: [.needsLayout, .layoutBelow]) || !isStillFlagged { return unsolved.map(\.problems) }
    }
    guard let busy = firstNeedingLayout() else { return unsolved.map(\.problems) }
    throw LayerError("layout of \(busy.label) never settles: each of 10 rounds asked for another")
  }

  /// One pass over the flagged layers and what leads to them.
  private func layoutRound(_ unsolved: inout [(layer: Layer, problems: String)]) throws {
    var stack: [Layer] = [self]
    while let l = stack.popLast() {
      if l.flag(.needsLayout) {
        l.clearNeedsLayout()
        if l.hasLayoutHook {
          unsolved.removeAll { $0.layer === l }
          do {
            try l.layoutSublayers()
          } catch let error as LayerError where error.kind == .unsolved {
            unsolved.append((l, error.message))
          } catch {
            // What is left out is to be found by the next pass.
            stack.append(l)
            for l in stack where !l.state.isDisjoint(with: [.needsLayout, .layoutBelow]) { l.markSuperlayers() }
            throw error
          }
        }
      }
      guard l.flag(.layoutBelow) else { continue }
      l.state.remove(.layoutBelow)
      if let mask = l.extraBox?.value.mask, !mask.state.isDisjoint(with: [.needsLayout, .layoutBelow]) {
        stack.append(mask)
      }
      for child in l.children.reversed() where !child.state.isDisjoint(with: [.needsLayout, .layoutBelow]) {
        stack.append(child)
      }
    }
  }

  /// Whether a layer from here down is flagged indeed: what a hook removed from the tree leaves marks.
  private var isStillFlagged: Bool { scene.layersNeedingLayout > 0 && firstNeedingLayout() != nil }

  /// The first flagged layer from here down, masks included.
  private func firstNeedingLayout() -> Layer? {
    var stack: [Layer] = [self]
    while let l = stack.popLast() {
      if l.flag(.needsLayout) { return l }
      guard l.flag(.layoutBelow) else { continue }
      if let mask = l.extraBox?.value.mask { stack.append(mask) }
      stack.append(contentsOf: l.children.reversed())
    }
    return nil
  }

  private var hasLayoutHook: Bool {
    guard let storage = extraBox?.value else { return overridesLayout }
    if storage.layout?.manager != nil || overridesLayout { return true }
    return storage.delegate?.hooks.contains(.layoutSublayers) ?? false
  }

  /// Whether the class has a layout of its own, which replaces all others.
  final var overridesLayout: Bool { layerClass.hooks?.hooks.contains(.layoutSublayers) ?? false }

  // MARK: One layer

  /// Places the sublayers: the subclass's hook, or else the default. Does not clear `needsLayout`.
  public final func layoutSublayers() throws {
    if flag(.layingOut) { return }
    state.insert(.layingOut)
    defer { state.remove(.layingOut) }
    guard let subclass = layerClass.hooks, subclass.hooks.contains(.layoutSublayers) else {
      return try defaultLayoutSublayers()
    }
    // Whatever it did not have followed by now does not follow.
    defer { layout?.sizeBeforeResize = nil }
    try notingPlacements(by: .subclass) { try subclass.layoutSublayers(of: self) }
  }

  /// What a subclass's hook replaces: sublayers follow a change of size that waited for it, then the delegate's layout,
  /// or else the layout manager's.
  public final func defaultLayoutSublayers() throws {
    if flag(.layingOutByDefault) { return }
    let isOutermost = !flag(.layingOut)
    state.insert([.layingOut, .layingOutByDefault])
    defer {
      state.remove(.layingOutByDefault)
      if isOutermost { state.remove(.layingOut) }
    }
    if let old = layout?.sizeBeforeResize {
      layout?.sizeBeforeResize = nil
      resizeSublayers(oldSize: old)
    }
    if let delegate = extraBox?.value.delegate, delegate.hooks.contains(.layoutSublayers) {
      return try notingPlacements(by: .delegate) { try delegate.layoutSublayers(of: self) }
    }
    guard let manager = layout?.manager else { return }
    if manager is BuiltInLayoutManager { return try manager.layoutSublayers(of: self) }
    try notingPlacements(by: .manager) { try manager.layoutSublayers(of: self) }
  }

  // MARK: Preferred sizes

  /// The size the layer would like to have, in the superlayer's points: what its layout manager answers, of a text
  /// layer with text that of its text, else its frame's.
  ///
  /// - Throws: when text cannot be laid out; what a layout manager throws.
  public final func preferredFrameSize() throws -> Size {
    guard let size = try preferredSize(width: nil) else { return frame.size }
    return frameSize(ofBounds: size)
  }

  /// The preferred size in the layer's own points, for a width where that makes a difference; nil when it is that of
  /// the bounds.
  final func preferredSize(width: Double?) throws -> Size? {
    if let storage = layout, let manager = storage.manager {
      if let own = manager as? BuiltInLayoutManager {
        if let known = storage.preferredSizes.first(where: { $0.width == width }) { return known.size }
        guard let size = try own.preferredSize(of: self, width: width) else { return nil }
        if storage.preferredSizes.count >= 8 { storage.preferredSizes.removeLast() }
        storage.preferredSizes.append((width, size))
        return size
      }
      if let size = try manager.preferredSize(of: self) {
        guard size.isFinite, size.width >= 0, size.height >= 0 else {
          throw LayerError(
            "\(label): the layout manager's preferred size must be finite and not negative, got \(PropertyValue.size(size).described)"
          )
        }
        return size
      }
    }
    guard layerClass.base == .text, let text = self as? TextLayer, !(text.string ?? "").isEmpty else { return nil }
    return try text.preferredTextSize(width: width)
  }

  /// The size the frame would have with bounds of another size; perspective aside.
  func frameSize(ofBounds size: Size) -> Size {
    if transformStorage == nil { return size }
    let m = planeMatrix
    return Size(abs(m.m11) * size.width + abs(m.m21) * size.height, abs(m.m12) * size.width + abs(m.m22) * size.height)
  }

  // MARK: Places as layout managers see them

  /// The frame as if there were no transform: what layout managers read and set, so that a transform turns a layer
  /// where it was laid out.
  public final var untransformedFrame: Rect {
    Rect(
      x: storedPosition.x - storedAnchorPoint.x * storedBounds.width,
      y: storedPosition.y - storedAnchorPoint.y * storedBounds.height,
      width: storedBounds.width, height: storedBounds.height)
  }

  /// Sets bounds' size and position.
  public final func setUntransformedFrame(_ r: Rect) throws {
    if r.size != storedBounds.size {
      try Property.bounds.setRect(self, Rect(origin: storedBounds.origin, size: r.size))
    }
    let p = Point(r.x + storedAnchorPoint.x * r.width, r.y + storedAnchorPoint.y * r.height)
    if p != storedPosition { try Property.position.setPoint(self, p) }
  }
}

extension Scene {
  /// What a hook threw where nobody could take it is thrown now.
  package func throwHookFailure() throws {
    guard let failure = hookFailure else { return }
    hookFailure = nil
    throw failure
  }

  /// Layout managers are told nothing until the tree is whole again: they may change it themselves.
  func beginTreeEdit() { treeEdits += 1 }

  func endTreeEdit() {
    treeEdits -= 1
    while treeEdits == 0, !invalidatedLayers.isEmpty {
      let layers = invalidatedLayers
      invalidatedLayers = []
      for layer in layers { layer.tellManager() }
    }
  }
}
