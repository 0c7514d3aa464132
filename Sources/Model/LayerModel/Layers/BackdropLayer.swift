// SPDX-License-Identifier: MIT
/// A layer whose `filters` apply to its backdrop, within its bounds, instead of to itself: `CABackdropLayer`.
///
/// It shows what lies behind it, filtered, then its own content and sublayers, and clips all of them to its bounds.
public final class BackdropLayer: Layer {
  public convenience init(in scene: Scene) { self.init(in: scene, of: .backdrop) }

  public required init(in scene: Scene, of layerClass: KeyedClass) {
    super.init(in: scene, of: layerClass)
    state.insert(.masksToBounds)
  }

  override var contentFilters: [Filter]? { nil }
  package override var backdropFilters: [Filter]? {
    guard let extra = extraBox?.value, extra.filters != nil || extra.backgroundFilters != nil else { return nil }
    return (extra.filters ?? []) + (extra.backgroundFilters ?? [])
  }
}

extension KeyedClass {
  /// The class of `BackdropLayer`.
  public static let backdrop = KeyedClass(
    .backdrop, "BackdropLayer", BackdropLayer.self, superclass: .layer, rows: [],
    defaults: [(.masksToBounds, .bool(true))])
}
