// SPDX-License-Identifier: MIT
import Geometry
import RenderTree

// Requests to draw layers again. Drawing itself is in the Drawing folder.
extension Layer {
  /// True if `display` is due.
  public final var needsDisplay: Bool { flag(.needsDisplay) }

  /// Requests display of the whole layer. Has no effect and warns while `redrawPolicy` is `never`.
  public final func setNeedsDisplay() {
    if isNeverRedrawn { return warnAboutNever("setNeedsDisplay") }
    flagDisplay()
  }

  /// Requests display after a change of a property; does nothing under the policy `never`.
  func flagDisplay() {
    if isNeverRedrawn { return }
    extraBox?.value.invalidRect = nil
    if flag(.needsDisplay) { return }
    state.insert(.needsDisplay)
    scene.display.flagged += 1
    countChange()
  }

  private var isNeverRedrawn: Bool { contentsBox?.value.redrawPolicy == .never }

  /// Returns true if a change of a key requests redisplay: a key of a text layer's look, or a key that the class names.
  ///
  /// ```swift
  /// title.needsDisplay(forKey: "string")  // true
  /// title.needsDisplay(forKey: "opacity")  // false
  /// ```
  public final func needsDisplay(forKey key: String) -> Bool {
    layerClass.needsDisplay(forKey: key)
  }

  private func warnAboutNever(_ call: String) {
    scene.warn(
      .redrawNever,
      "\(mention): \(call) has no effect while redrawPolicy is \"never\", which keeps the drawing unchanged; call "
        + "display() to draw now, "
        + "or set \"onSetNeedsDisplay\"", onceFor: className)
  }

  /// Requests display of a rectangle in the layer's own points; several requests are merged into their bounding box.
  ///
  /// ```swift
  /// panel.setNeedsDisplay(in: Rect(0, 0, 20, 20))
  /// ```
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
    scene.display.flagged += 1
    countChange()
  }

  /// The part that needs display; nil for all of it. Only meaningful while `needsDisplay`.
  public final var invalidRect: Rect? { extraBox?.value.invalidRect }

  /// Clears the flag, as `display()` and `displayIfNeeded()` do.
  package final func clearNeedsDisplay() {
    extraBox?.value.invalidRect = nil
    if flag(.needsDisplay) {
      state.remove(.needsDisplay)
      scene.display.flagged -= 1
    }
  }

  /// The layer's recorded drawing. Setting one drops assigned contents.
  package final var backing: LayerBacking? {
    get { extraBox?.value.backing }
    set {
      if newValue == nil, extraBox?.value.backing == nil { return }
      extra.value.backing = newValue
      if newValue != nil { storedContents = nil }
      countChange()
    }
  }

  /// Applies the consequences of a property's change other than compositing the layer again.
  func noteChange(_ row: Property) {
    if flag(.silent) { return }
    let invalidates = row.invalidates
    if invalidates.contains(.display) {
      flagDisplay()
      if placesSublayers { flagLayout() }
    }
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

  /// Handles changes that matter to the drawing or to the painter.
  private func noteDisplay(_ row: Property) {
    if row === Property.string { return warnAboutHiddenText() }
    if row === Property.opaque {
      if flag(.opaque), storedCornerRadius > 0 { warnAboutOpaqueCorners() }
      if let backing = extraBox?.value.backing, backing.isOpaque != flag(.opaque),
        state.isDisjoint(with: [.needsDisplay, .displaying])
      {
        scene.warn(
          .opaqueLate,
          "\(mention): opaque applies from the next display, but the layer is already drawn; call setNeedsDisplay() to "
            + "draw it again",
          onceFor: className)
      }
    } else if row === Property.contentsScale {
      if isDrawnByStyle { flagDisplay() }
    } else if row === Property.redrawPolicy, contentsStorage.redrawPolicy == .never {
      clearNeedsDisplay()
    }
  }

  /// Handles a change of size. Redraw policies depend on the size alone, `needsDisplayOnBoundsChange` also on the
  /// origin.
  func noteSize(changedFrom old: Size) {
    guard let policy = contentsBox?.value.redrawPolicy, policy == .duringResize || policy == .beforeResize,
      !flag(.silent),
      storedBounds.size != old
    else { return }
    flagDisplay()
  }

  /// Warns of contents that replace a text layer's text.
  func warnAboutHiddenText() {
    guard storedContents != nil, !flag(.silent), let text = shownText, !text.isEmpty else { return }
    scene.warn(
      .contentsVsText,
      "\(mention): its contents hide its string; set contents to nil, or show the text in a layer of its own",
      onceFor: className)
  }

  /// Warns of a delegate that was freed, which would otherwise go unnoticed.
  func warnAboutFreedDelegate() {
    guard flag(.hasDelegate), extraBox?.value.delegate == nil else { return }
    scene.warn(
      .danglingDelegate,
      "\(mention): its delegate was freed, since a layer holds its delegate weakly; keep a reference to it, or assign "
        + "it to keptDelegate too",
      onceFor: className, about: self)
  }

  /// Records a gravity named by `top` or `bottom`, which is allowed but seldom intended. Only drawing can tell, since a
  /// superlayer may be flipped.
  func note(name: String, of row: Property) {
    guard row === Property.contentsGravity else { return }
    let isByScreen = name.hasPrefix("top") || name.hasPrefix("bottom")
    if contentsBox?.value.isGravityByScreen ?? false != isByScreen { contentsStorage.isGravityByScreen = isByScreen }
  }

  /// Warns of contents about to be drawn at the opposite end of the layer from the one that their gravity suggests.
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

  /// Clears all requests for layout and display.
  package func clearFlags() {
    clearNeedsDisplay()
    clearNeedsLayout()
  }
}

extension KeyedClass {
  /// Returns true if a change of a key requests redisplay of the class's layers, as far as no hook decides it.
  package func needsDisplay(forKey key: String) -> Bool {
    guard let row = property(key) else { return false }
    // Text is laid out and drawn by these.
    if row === Property.contentsScale || row === Property.style, isSubclass(of: .text) { return true }
    return row.invalidates.contains(.display) || redrawKeys.contains(key)
  }
}
