// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import RenderTree
import Wording

/// What a layer was meant to show of itself, as far as its properties tell.
package enum Intent {
  /// Nothing, as a layer that only holds others.
  case nothing
  /// Something that fills its bounds.
  case inBounds
  /// Something that is seen without bounds too, as a path.
  case anywhere
  /// Something, but as its properties are it shows nothing: why, and the remedy.
  case blank(LayerWarning.Rule, why: String, hint: String?)
}

extension Layer {
  /// What the layer was meant to show: of its class, or its background, contents, border or drawing.
  package final var intent: Intent {
    let own = classIntent
    if flag(.isTransformLayer) { return own }
    switch own {
    case .inBounds, .anywhere: return own
    case .nothing, .blank: break
    }
    if inspectedPaint(storedBackgroundColor) != nil || storedContents != nil { return .inBounds }
    if extraBox?.value.backing.map({ !$0.drawing.operations.isEmpty }) == true { return .inBounds }
    if storedBorderWidth > 0, inspectedPaint(decoration.borderColor) != nil { return .inBounds }
    if case .nothing = own, extraBox?.value.backing == nil, isMeantToBeDrawn, !flag(.needsDisplay) {
      let hand =
        layerClass.hooks.map { !$0.hooks.isDisjoint(with: drawingHooks) } == true ? "its class" : "its delegate"
      return .blank(
        .neverDisplayed, why: "\(hand) can draw but was never asked",
        hint: "\(storedName.flatMap { isWord($0) ? $0 : nil } ?? "layer"):setNeedsDisplay()")
    }
    return own
  }

  /// Whether somebody can draw it and nobody has.
  private var isMeantToBeDrawn: Bool { needsDrawingHook && hasDrawingHook }

  /// The size that its text needs; nil for a layer without.
  package final func neededSize() throws -> Size? { shownText == nil ? nil : try ownPreferredSize(width: nil) }

  /// The one colour in which it is painted, where it is one.
  package final var ownColor: Color? {
    if let text = keyedClass.property("foregroundColor")?.value(self), case .color(let color) = text { return color }
    if case .color(let color)? = storedBackgroundColor { return color }
    if let fill = keyedClass.property("fillColor")?.value(self), case .color(let color) = fill { return color }
    return nil
  }

  /// True if it has text.
  package final var hasText: Bool { shownText?.isEmpty == false }

  /// The key of a transform that scales the layer to nothing in one direction; nil where none does.
  ///
  /// - Parameter isForSublayers: whether the one that acts on sublayers counts as well.
  package final func keyScalingToNothing(isForSublayers: Bool) -> String? {
    func isZero(_ m: Transform3D) -> Bool {
      func isNothing(_ x: Double, _ y: Double, _ z: Double) -> Bool { max(abs(x), abs(y), abs(z)) < 1e-9 }
      return isNothing(m.m11, m.m12, m.m13) || isNothing(m.m21, m.m22, m.m23)
    }
    if let m = transformStorage?.matrix, isZero(m) { return "transform" }
    if isForSublayers, let m = extraBox?.value.sublayerTransform?.matrix, isZero(m) { return "sublayerTransform" }
    return nil
  }

  /// Whether its sublayers are seen at other places than theirs, or come and go: instances, parts of what is scrolled.
  package final var showsSublayersElsewhere: Bool { instances.count != 1 || layerClass.base == .scroll }

  /// Whether animations change it, or it changes with time by itself.
  package final var isMovingItself: Bool { !attachedAnimations.isEmpty || changesWithTime }

  /// True if it or a layer below it is moving itself.
  package final var isMovingAnywhere: Bool { subtree.contains { $0.isMovingItself } }

  /// Whether animations change it or a layer above it, or it changes with time by itself.
  package final var isMoving: Bool {
    var layer: Layer? = self
    while let now = layer {
      if now.isMovingItself { return true }
      layer = now.parent
    }
    return false
  }

  /// Whether animations of its own change a key or a part of it.
  package final func isAnimated(_ keys: String...) -> Bool {
    func changes(_ animation: Animation) -> Bool {
      if let group = animation as? AnimationGroup { return (group.animations ?? []).contains(where: changes) }
      guard let path = (animation as? PropertyAnimation)?.keyPath else { return animation is Transition }
      return keys.contains { path == $0 || path.hasPrefix($0 + ".") }
    }
    return attachedAnimations.contains { changes($0.animation) }
  }

  /// Whether a layout places it, so that its bounds are not its script's.
  package final var isLaidOut: Bool {
    !(layout?.constraints.isEmpty ?? true) || parent?.layout?.manager != nil || parent?.overridesLayout == true
  }
}

/// Whether a name can stand in a script as it is.
package func isWord(_ name: String) -> Bool {
  guard let first = name.utf8.first, first < 48 || first > 57 else { return false }
  return name.utf8.allSatisfy {
    $0 == 95 || ($0 >= 48 && $0 <= 57) || ($0 >= 65 && $0 <= 90) || ($0 >= 97 && $0 <= 122)
  }
}
