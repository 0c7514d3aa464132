// SPDX-License-Identifier: MIT
import Geometry

// Autoresizing: sublayers follow their superlayer's size at once, by their autoresizing masks.
extension Layer {
  /// Handles a change of the bounds' size: sublayers follow, or wait until a class that overrides `layoutSublayers`
  /// requests it.
  func sizeChanged(from old: Size) {
    if overridesLayout {
      let storage = madeLayout
      if storage.sizeBeforeResize == nil { storage.sizeBeforeResize = old }
      return
    }
    resizeSublayers(oldSize: old)
  }

  /// Notifies the sublayers that the size of the bounds was `oldSize` before. Each follows by its autoresizing mask,
  /// and so do the layers below it.
  ///
  /// ```swift
  /// let old = poster.bounds.size
  /// poster.bounds.size = Size(300, 200)
  /// poster.resizeSublayers(oldSize: old)
  /// ```
  public final func resizeSublayers(oldSize: Size) {
    guard flag(.sublayersResize) else { return }
    // A queue avoids recursion, which would overflow the stack on a deep tree.
    scene.layoutQueue.resizes.append((self, oldSize))
    if scene.layoutQueue.resizes.count > 1 { return }
    var next = 0
    while next < scene.layoutQueue.resizes.count {
      let (layer, old) = scene.layoutQueue.resizes[next]
      next += 1
      for child in layer.children { child.resize(oldSuperlayerSize: old, newSize: layer.storedBounds.size) }
    }
    scene.layoutQueue.resizes.removeAll(keepingCapacity: next < 1024)
  }

  /// Follows a change of the superlayer's size by the autoresizing mask: Core Animation's
  /// `resizeWithOldSuperlayerSize`. Does nothing without a superlayer.
  ///
  /// It resizes the box of bounds and position, as if there were no transform: a rotated layer keeps its shape, and its
  /// anchor point moves with that box. For a layer without rotation the box is its frame.
  public final func resize(oldSuperlayerSize old: Size) {
    guard let p = parent else { return }
    resize(oldSuperlayerSize: old, newSize: p.storedBounds.size)
  }

  private func resize(oldSuperlayerSize old: Size, newSize: Size) {
    guard let storage = layout, storage.autoresizingMask != 0, old != newSize else { return }
    let before = untransformedFrame
    let after = AutoresizingMask(rawValue: storage.autoresizingMask).resized(before, from: old, to: newSize)
    if after != before {
      do { try scene.withActionsAsSet { try setUntransformedFrame(after) } } catch {
        scene.warn(
          .autoresizeRefused, "\(className).autoresizingMask: \(label) does not follow its superlayer: \(error)",
          about: self)
        return
      }
    }
    storage.resize = (after, old, newSize)
    if after != before, old == .zero, let parent {
      scene.warn(
        .autoresizeFromZero,
        "\(parent.mention): had no size when its sublayers with an autoresizingMask were placed, so \(label) now "
          + "follows from zero size; give the superlayer bounds before its sublayers",
        onceFor: "\(parent.serial)", about: self)
    }
  }
}
