// SPDX-License-Identifier: MIT
/// The scene's list of animated layers, with the state that the clock needs.
struct AnimatedLayers {
  struct Entry {
    weak var layer: Layer?
  }

  /// The number of animations ever added. It gives each animation its order number.
  var count = 0
  /// Layers that have animations, or had them recently, in the order in which they were added.
  private(set) var layers: [Entry] = []
  /// The length of `layers` at which deallocated layers are next removed.
  private var limit = 64
  /// True once any animation had a key path that leads from its layer to another one.
  var leadElsewhere = false
  /// True once any animation had a key path that may end in `contentsTime`.
  var changeContentsTime = false
  /// True once any animation had a delegate.
  var haveDelegates = false
  /// True while the clock is being moved.
  var isAdvancing = false

  mutating func add(_ layer: Layer) {
    // Deallocated layers are removed whenever the list has doubled, so adding takes amortised constant time.
    if layers.count >= limit {
      removeGone()
      limit = max(layers.count * 2, 64)
    }
    layers.append(Entry(layer: layer))
  }

  mutating func removeGone() { layers.removeAll { $0.layer == nil } }
}
