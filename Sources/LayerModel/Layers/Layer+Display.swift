// SPDX-License-Identifier: MIT
import Geometry
import RenderTree

// Which layers are to be drawn again. Drawing itself is in the drawing folder.
extension Layer {
  /// Whether `display` is due.
  public final var needsDisplay: Bool { flag(.needsDisplay) }

  /// Asks for display of everything. Without effect, and warned about, while `redrawPolicy` is `never`.
  public final func setNeedsDisplay() {
    if isNeverRedrawn { return warnAboutNever("setNeedsDisplay") }
    flagDisplay()
  }

  /// What a change of a property asks for: nothing under the policy `never`.
  func flagDisplay() {
    if isNeverRedrawn { return }
    extraBox?.value.invalidRect = nil
    if flag(.needsDisplay) { return }
    state.insert(.needsDisplay)
    scene.layersNeedingDisplay += 1
    scene.changeCount &+= 1
  }

  private var isNeverRedrawn: Bool { contentsBox?.value.redrawPolicy == .never }

  /// Whether a change of a key asks for redisplay: of what a text layer shows, and of the keys that the class names.
  public final func needsDisplay(forKey key: String) -> Bool {
    guard let row = keyedClass.property(key) else { return false }
    if layerClass.base == .text, row === Property.contentsScale || row === Property.style { return true }
    return row.invalidates.contains(.display) || layerClass.redrawKeys.contains(key)
  }

  private func warnAboutNever(_ call: String) {
    scene.warn(
      .redrawNever,
      "\(mention): \(call) has no effect while redrawPolicy is \"never\", which leaves what is drawn alone; call display() to draw now, "
        + "or set \"onSetNeedsDisplay\"", onceFor: className)
  }

  /// Asks for display of a part, in the layer's own points; parts add up to the rectangle around them.
  public final func setNeedsDisplay(in rect: Rect) {
    guard rect.isFinite, !rect.standardized.isEmpty else { return }
    if isNeverRedrawn { return warnAboutNever("setNeedsDisplay") }
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
    let drawing: LayerHooks = layerClass.base == .drawable ? [.display, .draw, .drawable] : [.display, .draw]
    if let hooks = layerClass.hooks?.hooks, !hooks.isDisjoint(with: drawing) { return true }
    if let hooks = extraBox?.value.delegate?.hooks, !hooks.isDisjoint(with: drawing) { return true }
    return (self as? DrawableLayer)?.storedSource != nil
  }

  /// Whether every picture draws the layer anew.
  package final var isDrawnPerPicture: Bool {
    guard layerClass.base == .drawable, let layer = self as? DrawableLayer else { return false }
    return layer.isAsynchronous && layer.hasDrawingHook
  }

  /// What a change of a property asks for beyond compositing it anew.
  func noteChange(_ row: Property) {
    if flag(.silent) { return }
    let invalidates = row.invalidates
    if invalidates.contains(.display) { flagDisplay() }
    if invalidates.contains(.bounds), flag(.needsDisplayOnBoundsChange) { flagDisplay() }
    if invalidates.contains(.layout) { flagLayout() }
    if invalidates.contains(.superlayerLayout) { parent?.flagLayout() }
    if row.traits.contains(.noted) { noteDisplay(row) }
    if invalidates.contains(.arrangement) { flagArrangement() }
    guard flag(.watchesKeys) else { return }
    if flag(.isTransformLayer), row.traits.contains(.ignoredByTransformLayer) {
      scene.warn(
        .transformLayerIgnores, "\(mention): draws nothing of its own and ignores \(row.name); set it on a sublayer",
        onceFor: row.name)
    }
    if layerClass.redrawKeys.contains(row.name) { flagDisplay() }
  }

  /// Changes that mean something to what is drawn, or to whoever draws it.
  private func noteDisplay(_ row: Property) {
    if row === Property.string { return warnAboutHiddenText() }
    if row === Property.opaque {
      if flag(.opaque), storedCornerRadius > 0 { warnAboutOpaqueCorners() }
      if let backing = extraBox?.value.backing, backing.isOpaque != flag(.opaque),
        state.isDisjoint(with: [.needsDisplay, .displaying])
      {
        scene.warn(
          .opaqueLate,
          "\(mention): opaque acts on the next display and the layer is already drawn; call setNeedsDisplay() to draw it again",
          onceFor: className)
      }
    } else if row === Property.contentsScale {
      if layerClass.base == .text { flagDisplay() }
    } else if row === Property.redrawPolicy, contentsStorage.redrawPolicy == .never {
      clearNeedsDisplay()
    }
  }

  /// Policies go by the size alone, `needsDisplayOnBoundsChange` by the origin too.
  func noteSize(changedFrom old: Size) {
    guard let policy = contentsBox?.value.redrawPolicy, policy == .duringResize || policy == .beforeResize,
      !flag(.silent),
      storedBounds.size != old
    else { return }
    flagDisplay()
  }

  /// Contents stand in the place of a text layer's text.
  func warnAboutHiddenText() {
    guard storedContents != nil, !flag(.silent), let text = (self as? TextLayer)?.string, !text.isEmpty else { return }
    scene.warn(
      .contentsVsText,
      "\(mention): its contents hide its string; set contents to nil, or show the text in a layer of its own",
      onceFor: className)
  }

  /// A delegate that is no more says nothing by itself.
  func warnAboutFreedDelegate() {
    guard flag(.hasDelegate), extraBox?.value.delegate == nil else { return }
    scene.warn(
      .danglingDelegate,
      "\(mention): its delegate was freed, since a layer holds its delegate weakly; keep a reference to it, or assign it to keptDelegate too",
      onceFor: className, about: self)
  }

  /// A name that is allowed but seldom meant. Whether it is meant shows when the contents are drawn, under a superlayer
  /// that may be flipped.
  func note(name: String, of row: Property) {
    guard row === Property.contentsGravity else { return }
    let isByScreen = name.hasPrefix("top") || name.hasPrefix("bottom")
    if contentsBox?.value.isGravityByScreen ?? false != isByScreen { contentsStorage.isGravityByScreen = isByScreen }
  }

  /// Contents are about to be drawn at the other end of the layer than their gravity seems to say.
  func warnAboutGravity() {
    guard contentsBox?.value.isGravityByScreen ?? false, !contentsAreFlipped() else { return }
    let gravity = contentsStorage.gravity
    let name = gravity.optionName
    let meant = name.aliases.first ?? name.raw
    scene.warn(
      .gravityTopBottom,
      "\(mention).contentsGravity: \"\(name.raw)\" means "
        + (name.raw.hasPrefix("top") ? "max y, the lower edge on screen" : "min y, the upper edge on screen")
        + "; write \"\(meant)\" to say so",
      onceFor: "", about: self)
  }

  /// Nothing is to be laid out or displayed.
  package func clearFlags() {
    clearNeedsDisplay()
    clearNeedsLayout()
  }
}
