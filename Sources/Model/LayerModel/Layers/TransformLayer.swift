// SPDX-License-Identifier: MIT
/// A layer whose sublayers keep their depth instead of being flattened into its plane: `CATransformLayer`.
///
/// It draws nothing of its own; setting a property that it ignores warns.
///
/// ```swift
/// // A cube's front and side, seen in perspective.
/// let cube = TransformLayer(in: scene)
/// for (angle, color) in [(0, Color.orange), (Double.pi / 2, .brown)] {
///   let side = Layer(in: scene)
///   side.bounds = Rect(0, 0, 80, 80)
///   side.backgroundColor = .color(color)
///   side.transform = Transform3D.translation(0, 0, 40).concat(.rotation(angle, y: 1))
///   try cube.addSublayer(side)
/// }
/// cube.transform = .rotation(0.6, y: 1)
/// poster.sublayerTransform = .perspective(500)
/// try poster.addSublayer(cube)
/// ```
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
