// SPDX-License-Identifier: MIT
import RenderTree

// Contents of layers, for writers of scenes.
extension Layer {
  /// The image that was assigned to `contents`; nil also if the layer is drawn, where reading `contents` makes an
  /// image.
  package final var assignedContents: Image? { storedContents }

  /// The animations on the layer with their keys, in the order in which they were added. They are the layer's own and
  /// must not be changed.
  package final var keyedAnimations: [(key: String?, animation: Animation)] {
    attachedAnimations.map { ($0.key, $0.animation) }
  }

  /// Returns a copy of the layer alone: without superlayer, sublayers, mask, animations and states.
  package final func copyOfContent() throws -> Layer {
    let copy = try copyAlone()
    if copy.stateStorage != nil { copy.changeStates { $0 = StateStorage() } }
    return copy
  }
}
