// SPDX-License-Identifier: MIT
/// The layers of a scene that have animations, and what the clock knows of them.
struct AnimatedLayers {
  struct Entry {
    weak var layer: Layer?
  }

  /// The number of animations that were ever added, which gives their order.
  var count = 0
  /// Layers that have animations, or had them recently, in order.
  private(set) var layers: [Entry] = []
  /// The length of that list at which layers that are gone are removed.
  private var limit = 64
  /// Whether any animation ever had a key path that leads from its layer to another one.
  var leadElsewhere = false
  /// Whether the clock is being moved.
  var isAdvancing = false

  mutating func add(_ layer: Layer) {
    // Layers that are gone are removed each time the list has doubled, which takes little time on the whole.
    if layers.count >= limit {
      removeGone()
      limit = max(layers.count * 2, 64)
    }
    layers.append(Entry(layer: layer))
  }

  mutating func removeGone() { layers.removeAll { $0.layer == nil } }
}
