// SPDX-License-Identifier: MIT
/// A layer whose sublayers keep their depth instead of being flattened into its plane: `CATransformLayer`.
///
/// It draws nothing of its own; setting a property that it ignores warns.
public final class TransformLayer: Layer {
  public convenience init(in scene: Scene) { self.init(in: scene, of: .transform) }

  public required init(in scene: Scene, of layerClass: KeyedClass) {
    super.init(in: scene, of: layerClass)
    state.formUnion([.isTransformLayer, .watchesKeys])
  }
}

extension KeyedClass {
  /// The class of `TransformLayer`.
  public static let transform = KeyedClass(
    .transform, "TransformLayer", TransformLayer.self, superclass: .layer, rows: [])
}
