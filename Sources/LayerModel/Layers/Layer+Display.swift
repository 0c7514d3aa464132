import Geometry
import RenderTree

// Which layers are to be drawn again. Drawing itself is in the drawing folder.
extension Layer {
  /// Whether `display` is due.
  public final var needsDisplay: Bool { flag(.needsDisplay) }

  /// Asks for display of everything.
  public final func setNeedsDisplay() {
    extraBox?.value.invalidRect = nil
    if flag(.needsDisplay) { return }
    state.insert(.needsDisplay)
    scene.layersNeedingDisplay += 1
    scene.changeCount &+= 1
  }

  /// Asks for display of a part, in the layer's own points; parts add up to the rectangle around them.
  public final func setNeedsDisplay(in rect: Rect) {
    guard rect.isFinite, !rect.standardized.isEmpty else { return }
    let r = rect.standardized
    if flag(.needsDisplay) {
      if let old = extraBox?.value.invalidRect { extra.value.invalidRect = old.union(r) }
      return
    }
    extra.value.invalidRect = r
    state.insert(.needsDisplay)
    scene.layersNeedingDisplay += 1
    scene.changeCount &+= 1
  }

  /// The part that needs display, or nil for all of it. Only meaningful while `needsDisplay`.
  public final var invalidRect: Rect? { extraBox?.value.invalidRect }

  /// Clears the flag, as `display()` and `displayIfNeeded()` do.
  package final func clearNeedsDisplay() {
    extraBox?.value.invalidRect = nil
    if flag(.needsDisplay) {
      state.remove(.needsDisplay)
      scene.layersNeedingDisplay -= 1
    }
  }

  /// What the layer has drawn. Storing one drops assigned contents.
  package final var backing: LayerBacking? {
    get { extraBox?.value.backing }
    set {
      if newValue == nil, extraBox?.value.backing == nil { return }
      extra.value.backing = newValue
      if newValue != nil { storedContents = nil }
      scene.changeCount &+= 1
    }
  }

  /// Whether the class or the delegate has any hook that draws.
  package final var hasDrawingHook: Bool {
    if let hooks = layerClass.hooks?.hooks, !hooks.isDisjoint(with: [.display, .draw]) { return true }
    if let hooks = extraBox?.value.delegate?.hooks, !hooks.isDisjoint(with: [.display, .draw]) { return true }
    return false
  }

  /// What a change of a property asks for beyond compositing it anew.
  func noteChange(_ row: Property) {
    if flag(.silent) { return }
    let invalidates = row.invalidates
    if invalidates.contains(.display) { setNeedsDisplay() }
    if invalidates.contains(.bounds) {
      let policy = contentsStorage.redrawPolicy
      if flag(.needsDisplayOnBoundsChange) || policy == .duringResize || policy == .beforeResize { setNeedsDisplay() }
    }
    if invalidates.contains(.layout) { flagLayout() }
    if invalidates.contains(.superlayerLayout) { parent?.flagLayout() }
    if row === Property.opaque, flag(.opaque), storedCornerRadius > 0 { warnAboutOpaqueCorners() }
    guard flag(.watchesKeys) else { return }
    if flag(.isTransformLayer), row.traits.contains(.ignoredByTransformLayer) {
      scene.warn(
        "transform-layer-ignores", "\(className).\(row.name): a transform layer draws nothing of its own and ignores \(row.name)",
        onceFor: "\(serial).\(row.name)")
    }
    if layerClass.redrawKeys.contains(row.name) { setNeedsDisplay() }
  }

  /// Warnings about names that are allowed but seldom meant.
  func warn(aboutName name: String, of row: Property) {
    guard row === Property.contentsGravity, name == "top" || name == "bottom" else { return }
    if contentsAreFlipped() { return }
    scene.warn(
      "gravity-top-bottom",
      name == "top"
        ? "\(className).contentsGravity: \"top\" means max y, the lower edge on screen; write \"maxY\" to say so"
        : "\(className).contentsGravity: \"bottom\" means min y, the upper edge on screen; write \"minY\" to say so",
      onceFor: "")
  }

  /// Nothing is to be laid out or displayed.
  func clearFlags() {
    clearNeedsDisplay()
    clearNeedsLayout()
  }
}
