// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Pixels
import RenderTree

/// The kind of content that a layer was meant to show itself, as inferred from its properties.
package enum Intent {
  /// Nothing, like a layer that only holds others.
  case nothing
  /// Content that fills its bounds.
  case inBounds
  /// Content that is visible without bounds too, such as a path.
  case anywhere
  /// Content that is invisible with the present properties: the reason and the remedy.
  case blank(LayerWarning.Rule, why: String, hint: String?)
}

extension Layer {
  /// The content that the layer was meant to show, inferred from its class, background, contents, border or drawing.
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
        .neverDisplayed, why: "\(hand) can draw but was never called",
        hint: "\(storedName.flatMap { isWord($0) ? $0 : nil } ?? "layer"):setNeedsDisplay()")
    }
    return own
  }

  /// True if a hook can draw the layer and none has.
  private var isMeantToBeDrawn: Bool { needsDrawingHook && hasDrawingHook }

  /// Returns the size that its text needs; nil for a layer without text.
  package final func neededSize() throws -> Size? { shownText == nil ? nil : try ownPreferredSize(width: nil) }

  /// The single colour in which it is painted; nil if there is none.
  package final var ownColor: Color? {
    if let text = keyedClass.property("foregroundColor")?.value(self), case .color(let color) = text { return color }
    if case .color(let color)? = storedBackgroundColor { return color }
    if let fill = keyedClass.property("fillColor")?.value(self), case .color(let color) = fill { return color }
    return nil
  }

  /// True if it has text.
  package final var hasText: Bool { shownText?.isEmpty == false }

  /// Returns the key of a transform that scales the layer to zero along an axis; nil if none does.
  ///
  /// - Parameter isForSublayers: true to check `sublayerTransform` too.
  package final func keyScalingToNothing(isForSublayers: Bool) -> String? {
    func isZero(_ m: Transform3D) -> Bool {
      func isNothing(_ x: Double, _ y: Double, _ z: Double) -> Bool { max(abs(x), abs(y), abs(z)) < 1e-9 }
      return isNothing(m.m11, m.m12, m.m13) || isNothing(m.m21, m.m22, m.m23)
    }
    if let m = transformStorage?.matrix, isZero(m) { return "transform" }
    if isForSublayers, let m = extraBox?.value.sublayerTransform?.matrix, isZero(m) { return "sublayerTransform" }
    return nil
  }

  /// True if its sublayers appear elsewhere than at their own positions, or come and go: replicas, or scrolled content.
  package final var showsSublayersElsewhere: Bool { instances.count != 1 || layerClass.base == .scroll }

  /// True if it has animations, or changes with time by itself.
  package final var isMovingItself: Bool { !attachedAnimations.isEmpty || changesWithTime }

  /// True if it or a descendant is moving itself.
  package final var isMovingAnywhere: Bool { subtree.contains { $0.isMovingItself } }

  /// True if it or an ancestor has animations, or changes with time by itself.
  package final var isMoving: Bool {
    var layer: Layer? = self
    while let now = layer {
      if now.isMovingItself { return true }
      layer = now.parent
    }
    return false
  }

  /// True if its own animations change one of the keys or a component of it.
  package final func isAnimated(_ keys: String...) -> Bool {
    func changes(_ animation: Animation) -> Bool {
      if let group = animation as? AnimationGroup { return (group.animations ?? []).contains(where: changes) }
      guard let path = (animation as? PropertyAnimation)?.keyPath else { return animation is Transition }
      return keys.contains { path == $0 || path.hasPrefix($0 + ".") }
    }
    return attachedAnimations.contains { changes($0.animation) }
  }

  /// True if a layout positions it, so that the script does not determine its bounds.
  package final var isLaidOut: Bool {
    !(layout?.constraints.isEmpty ?? true) || parent?.layout?.manager != nil || parent?.overridesLayout == true
  }
}

/// True if a name is a valid identifier in a script.
package func isWord(_ name: String) -> Bool {
  guard let first = name.utf8.first, first < 48 || first > 57 else { return false }
  return name.utf8.allSatisfy {
    $0 == 95 || ($0 >= 48 && $0 <= 57) || ($0 >= 65 && $0 <= 90) || ($0 >= 97 && $0 <= 122)
  }
}
