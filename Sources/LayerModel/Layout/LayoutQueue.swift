// SPDX-License-Identifier: MIT
import Geometry

/// What waits for layout in a scene.
struct LayoutQueue {
  /// The number of layers that need layout, so that a pass over a settled tree can be skipped.
  var flagged = 0
  /// The number of running changes of the tree, and the layers whose managers are notified after them.
  var treeEdits = 0
  var invalidated: [Layer] = []
  /// The number of layout managers that are presently computing sizes from their sublayers'.
  var preferredSizeDepth = 0
  /// Layers whose size changed, with the size before, until their sublayers have followed.
  var resizes: [(layer: Layer, oldSize: Size)] = []
  /// The manager that all layers of the scene share, while any has it.
  weak var constraintManager: ConstraintLayoutManager?
}

extension Scene {
  /// Throws the error of a hook that could not be thrown earlier.
  package func throwHookFailure() throws {
    guard let failure = hookFailure else { return }
    hookFailure = nil
    throw failure
  }

  /// Begins an edit of the tree. Layout managers are notified only when it is complete: they may change the tree
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
