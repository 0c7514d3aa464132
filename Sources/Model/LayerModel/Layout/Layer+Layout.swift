// SPDX-License-Identifier: MIT
import Geometry

// Layout, which precedes drawing: hooks and managers place sublayers, root first, until nothing is flagged.
extension Layer {
  /// True if the layer will be laid out before the next frame.
  public final var needsLayout: Bool { flag(.needsLayout) }

  /// Requests layout of the sublayers. An error of the notified layout manager is thrown by the next layout.
  public final func setNeedsLayout() {
    if !flag(.needsLayout) {
      markForLayout()
      countChange()
    }
    contentsChangedSize()
  }

  /// Makes an implied request for layout, which is ignored during the layer's own layout.
  func flagLayout() {
    if state.isDisjoint(with: [.needsLayout, .layingOut, .silent]) { markForLayout() }
    if flag(.sizedByContents) { contentsChangedSize() }
  }

  /// Marks the layout as invalid, for any reason: flags the layer and notifies its manager, once until the next layout.
  private func markForLayout() {
    flagForLayout()
    // A temporary copy for one frame notifies no manager: its serial number is another layer's.
    guard layout?.manager != nil, !flag(.invalidatingLayout), scene.borrowedSerial == nil else { return }
    if scene.layoutQueue.treeEdits > 0 { scene.layoutQueue.invalidated.append(self) } else { tellManager() }
  }

  func tellManager() {
    guard let manager = layout?.manager, !flag(.invalidatingLayout) else { return }
    state.insert(.invalidatingLayout)
    defer { state.remove(.invalidatingLayout) }
    do { try manager.invalidateLayout(of: self) } catch { scene.hookFailure = scene.hookFailure ?? error }
  }

  private func flagForLayout() {
    state.insert(.needsLayout)
    scene.layoutQueue.flagged += 1
    markSuperlayers()
  }

  /// Marks all superlayers as having a flagged layer below, so that a pass finds it and skips other branches.
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

  /// Propagates upward that a size derived from sublayers may have changed: managers above lay out again.
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

  /// Flags a change that matters only to the superlayer's layout manager.
  func flagArrangement() {
    guard let p = parent, p.layout?.manager != nil, !flag(.isMask) else { return }
    p.flagLayout()
  }

  func clearNeedsLayout() {
    if flag(.needsLayout) {
      state.remove(.needsLayout)
      scene.layoutQueue.flagged -= 1
    }
  }

  // MARK: Passes

  /// Lays out flagged layers: climbs while the superlayer is flagged, then descends, superlayers first.
  ///
  /// ```swift
  /// list.layoutManager = StackLayoutManager(axis: .vertical, spacing: 8)
  /// try list.layoutIfNeeded()
  /// print(list.sublayers.map(\.frame))
  /// ```
  ///
  /// - Throws: a hook's error, at once; `LayerError` naming a layer that keeps requesting layout; and, after everything
  ///   else was laid out, the problems with constraints.
  public final func layoutIfNeeded() throws {
    var top = self
    while let p = top.parent, p.flag(.needsLayout) { top = p }
    try top.layoutTree()
  }

  /// Lays out flagged layers in this subtree until none is left, in at most ten rounds.
  package final func layoutTree() throws {
    let problems = try layoutProblems()
    if !problems.isEmpty { throw LayerError.unsolved(problems) }
  }

  /// Same as `layoutTree()`, but returns the problems with constraints instead of throwing them. The layers concerned
  /// stay flagged, so that the problems are reported again until they are solved.
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
    throw LayerError(
      "layout of \(busy.label) never settles: each of 10 passes requested another\(busy.remedyForUnrest)")
  }

  /// The remedy for a layout that requests another each time, after a colon or semicolon.
  private var remedyForUnrest: String {
    if let child = children.first(where: { $0.contentsFit != .none && !$0.isSizedBySuperlayer }) {
      return
        "; \(child.label) sizes itself (sizeToFit = \"\(child.contentsFit.optionName.raw)\"), and the layout of its "
        + "superlayer gives it another size: leave one of them out"
    }
    if contentsFit != .none, !isSizedBySuperlayer {
      return
        "; it sizes itself (sizeToFit = \"\(contentsFit.optionName.raw)\"), and another layout gives it another size: "
        + "leave one of them out"
    }
    return "; a layout must not end in a change that requests another: set a value only if it differs"
  }

  /// Makes one pass over the flagged layers and the layers that lead to them.
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
            // The next pass must find the skipped layers.
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

  /// True if a layer in this subtree is really flagged: a layer that a hook removed from the tree leaves stale marks.
  private var isStillFlagged: Bool { scene.layoutQueue.flagged > 0 && firstNeedingLayout() != nil }

  /// The first flagged layer in this subtree, masks included.
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
    if placesSublayers { return true }
    guard let storage = extraBox?.value else { return overridesLayout }
    if storage.layout?.manager != nil || overridesLayout { return true }
    return storage.delegate?.hooks.contains(.layoutSublayers) ?? false
  }

  /// True if the class has its own layout, which replaces all others.
  final var overridesLayout: Bool { layerClass.hooks?.hooks.contains(.layoutSublayers) ?? false }

  // MARK: One layer

  /// Places the sublayers by the subclass's hook, or else by the default. Does not clear `needsLayout`.
  public final func layoutSublayers() throws {
    if flag(.layingOut) { return }
    state.insert(.layingOut)
    defer { state.remove(.layingOut) }
    guard let subclass = layerClass.hooks, subclass.hooks.contains(.layoutSublayers) else {
      return try defaultLayoutSublayers()
    }
    layout?.hasRunDefault = false
    // Sublayers that the hook has not resized by its end are not resized.
    defer { layout?.sizeBeforeResize = nil }
    try notingPlacements(by: .subclass) { try subclass.layoutSublayers(of: self) }
  }

  /// The default layout, which a subclass's hook replaces: sublayers follow a pending change of size, then the delegate
  /// lays out, or else the layout manager.
  package final func defaultLayoutSublayers() throws {
    if flag(.layingOutByDefault) { return }
    let isOutermost = !flag(.layingOut)
    layout?.hasRunDefault = true
    state.insert([.layingOut, .layingOutByDefault])
    defer {
      state.remove(.layingOutByDefault)
      if isOutermost { state.remove(.layingOut) }
    }
    if let old = layout?.sizeBeforeResize {
      layout?.sizeBeforeResize = nil
      resizeSublayers(oldSize: old)
    }
    if placesSublayers { try placeSublayers() }
    if let delegate = extraBox?.value.delegate, delegate.hooks.contains(.layoutSublayers) {
      return try notingPlacements(by: .delegate) { try delegate.layoutSublayers(of: self) }
    }
    guard let manager = layout?.manager else { return }
    if manager is BuiltInLayoutManager { return try manager.layoutSublayers(of: self) }
    try notingPlacements(by: .manager) { try manager.layoutSublayers(of: self) }
  }

  // MARK: Preferred sizes

  /// The preferred size of the layer, in the superlayer's points: by its layout manager, by its text, or else its
  /// frame's size.
  ///
  /// ```swift
  /// title.string = "Dawn"
  /// title.bounds.size = try title.preferredFrameSize()
  /// ```
  ///
  /// - Throws: an error if text cannot be laid out; a layout manager's error.
  public final func preferredFrameSize() throws -> Size {
    guard let size = try preferredSize(width: nil) else { return frame.size }
    return frameSize(ofBounds: size)
  }

  /// The preferred size in the layer's own points, for a width if that matters; nil if it is that of the bounds.
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
            "\(label): the layout manager's preferred size must be finite and not negative, got "
              + "\(PropertyValue.size(size).described)"
          )
        }
        return size
      }
    }
    return try ownPreferredSize(width: width)
  }

  /// The size that the frame has for bounds of another size, without perspective.
  func frameSize(ofBounds size: Size) -> Size {
    if transformStorage == nil { return size }
    let m = planeMatrix
    return Size(abs(m.m11) * size.width + abs(m.m21) * size.height, abs(m.m12) * size.width + abs(m.m22) * size.height)
  }

  // MARK: Places as layout managers see them

  /// The frame as if there were no transform. Layout managers read and set it, so that a transform rotates a layer in
  /// its laid-out place.
  package final var untransformedFrame: Rect {
    Rect(
      x: storedPosition.x - storedAnchorPoint.x * storedBounds.width,
      y: storedPosition.y - storedAnchorPoint.y * storedBounds.height,
      width: storedBounds.width, height: storedBounds.height)
  }

  /// Sets the size of the bounds and the position.
  package final func setUntransformedFrame(_ r: Rect) throws {
    if r.size != storedBounds.size {
      try Property.bounds.setRect(self, Rect(origin: storedBounds.origin, size: r.size))
    }
    let p = Point(r.x + storedAnchorPoint.x * r.width, r.y + storedAnchorPoint.y * r.height)
    if p != storedPosition { try Property.position.setPoint(self, p) }
  }
}
