// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Pixels

extension Node {
  /// True for a layer whose effects change what lies behind it.
  var isAdjustment: Bool { integer("ty", -1) == 12 }
}

// Adjustment layers become layers with background filters.
extension LayerBuilder {
  /// Makes the layer that filters what lies behind an adjustment layer in its composition; nil if none of its effects
  /// becomes a filter.
  ///
  /// It covers the composition. The layer itself, with its transform, parents, opacity, masks and mattes, is its mask,
  /// unless that is the whole composition.
  func makeAdjustment(_ i: Int, _ composition: Composition) throws -> Layer? {
    let node = composition.layers[i]
    let place = composition.place + node.name
    let filters = try filters(of: node, place, Scope(composition: composition, layer: node))
    guard !filters.rows.isEmpty else { return nil }
    let layer = try makeBox(place, size: composition.size)
    if !node.name.isEmpty { layer.name = node.name }
    try add(filters, to: layer, "backgroundFilters")
    if try !isWhole(i, composition), let mask = try makeMatted(i, composition) {
      let container = try make(place)
      try container.addSublayer(mask)
      try layer.setMask(container)
    }
    try addVisibility(of: node, to: layer, composition)
    return layer
  }

  /// Makes the area that an adjustment layer covers: a black box of its own size, or of its composition's.
  func makeArea(_ node: Node, _ place: Place, _ scope: Scope) throws -> Layer {
    let whole = scope.composition.size
    let layer = try makeBox(
      place,
      size: Size(
        min(max(node.number("sw", whole.width), 0), LottieLimits.size),
        min(max(node.number("sh", whole.height), 0), LottieLimits.size)))
    layer.backgroundColor = .color(.black)
    return layer
  }

  /// True if an adjustment layer certainly covers its composition: it has no parent, mask or matte, is opaque and as
  /// large, and its transform is constant and changes nothing.
  private func isWhole(_ i: Int, _ composition: Composition) throws -> Bool {
    let node = composition.layers[i]
    let size = composition.size
    guard session.values.isEmpty, node["parent"] == nil, node.items("masksProperties").isEmpty,
      try mattes(of: i, composition).isEmpty, node.number("sw", size.width) >= size.width,
      node.number("sh", size.height) >= size.height
    else { return false }
    guard let ks = node["ks"] else { return true }
    /// The numbers of a constant; nil for one that moves or may be replaced.
    func constant(_ key: String, _ missing: [Double]) -> [Double]? {
      guard let property = ks[key] else { return missing }
      guard property["x"] == nil, property["sid"] == nil else { return nil }
      return property["k"]?.numbers
    }
    guard let anchor = constant("a", [0, 0]), let position = constant("p", [0, 0]),
      anchor.prefix(2) == position.prefix(2), constant("s", [100])?.allSatisfy({ $0 == 100 }) == true,
      constant("o", [100])?.allSatisfy({ $0 >= 100 }) == true
    else { return false }
    return ["r", "rx", "ry", "rz", "sk"].allSatisfy { constant($0, [0])?.allSatisfy { $0 == 0 } == true }
  }
}
