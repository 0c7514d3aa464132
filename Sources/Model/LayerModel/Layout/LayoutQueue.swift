// SPDX-License-Identifier: MIT
import Geometry

/// The pending layout work of a scene.
struct LayoutQueue {
  /// The number of layers that need layout, so that a pass over a settled tree can be skipped.
  var flagged = 0
  /// The number of tree edits in progress, and the layers whose managers are notified after them.
  var treeEdits = 0
  var invalidated: [Layer] = []
  /// The nesting depth of layout managers computing sizes from their sublayers'.
  var preferredSizeDepth = 0
  /// A queue of layers whose size changed, with the old size, until their sublayers have followed.
  var resizes: [(layer: Layer, oldSize: Size)] = []
  /// The manager shared by all layers of the scene, as long as any uses it.
  weak var constraintManager: ConstraintLayoutManager?
}

extension Scene {
  /// Throws a hook's error that could not be thrown earlier.
  package func throwHookFailure() throws {
    guard let failure = hookFailure else { return }
    hookFailure = nil
    throw failure
  }

  /// Begins an edit of the tree. Layout managers are notified only when it is complete, since they may change the tree
  /// themselves.
  func beginTreeEdit() { layoutQueue.treeEdits += 1 }

  func endTreeEdit() {
    layoutQueue.treeEdits -= 1
    while layoutQueue.treeEdits == 0, !layoutQueue.invalidated.isEmpty {
      let layers = layoutQueue.invalidated
      layoutQueue.invalidated = []
      for layer in layers { layer.tellManager() }
    }
  }
}
