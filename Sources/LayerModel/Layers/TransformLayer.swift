// SPDX-License-Identifier: MIT
/// A layer whose sublayers keep their depth instead of being flattened into its plane: `CATransformLayer`.
///
/// It draws nothing of its own; setting a property that it ignores warns.
public final class TransformLayer: Layer {
  public convenience init(in scene: Scene) { self.init(in: scene, class: .transform) }

  override init(in scene: Scene, class layerClass: LayerClass) {
    super.init(in: scene, class: layerClass)
    state.formUnion([.isTransformLayer, .watchesKeys])
  }
}
