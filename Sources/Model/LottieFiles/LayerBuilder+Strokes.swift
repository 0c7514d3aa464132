// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Pixels

// The effect that paints strokes along a layer's masks.
extension LayerBuilder {
  /// The place of a stroke's paint.
  private enum PaintStyle: Int {
    case onContent = 1
    /// Without the content.
    case alone
    /// The content, where the strokes are.
    case reveal
  }

  /// Adds a layer's content to a layer, with the strokes of its effects.
  func addContent(_ content: Layer, of node: Node, to layer: Layer, _ place: Place, _ scope: Scope) throws {
    var content = content
    for effect in try effects(of: node) where effect.integer("ty", -1) == 22 {
      let values = EffectValues(effect, place + "Effects" + effect.name, scope, session)
      let strokes = try makeStrokes(values, of: node, place, scope)
      switch PaintStyle(rawValue: try values.integer(10, 1)) ?? .onContent {
      case .onContent:
        let container = try make(place)
        try container.addSublayer(content)
        try container.addSublayer(strokes)
        content = container
      case .alone: content = strokes
      case .reveal:
        let container = try make(place)
        try container.addSublayer(content)
        try container.setMask(strokes)
        content = container
      }
    }
    try layer.addSublayer(content)
  }

  /// Makes the strokes along one mask or all. The brush's size is half the width, as in lottie-web.
  private func makeStrokes(
    _ effect: EffectValues, of node: Node, _ place: Place, _ scope: Scope
  ) throws -> Layer {
    let masks = node.items("masksProperties").prefix(LottieLimits.masks).map { Node($0) }
    let number = try effect.integer(0, 1)
    let isOfAll = try effect.integer(1, 0) != 0
    let start = try effect.track(7, [0]), end = try effect.track(8, [100])
    let color = try effect.track(3, [1, 1, 1], .color), size = try effect.track(4, [2])
    let container = try make(place)
    for (i, mask) in masks.enumerated() where isOfAll || i == max(number, 1) - 1 {
      guard let shape = try session.shape(mask["pt"], place + "Masks" + mask.name + "Path", in: scope) else { continue }
      let layer = try make(place, .shape)
      let curves = shape.curves
      try set(layer, "fillColor", .null)
      try animate(shape, "path", on: layer) { bezier in
        var path = Path()
        path.add(bezier, curves: curves)
        return .path(path)
      }
      try animate(color, "strokeColor", on: layer) { .color(Colors.color($0)) }
      try animate(size, "lineWidth", on: layer) { .number(max($0.first ?? 0, 0) * 2) }
      try set(layer, "lineCap", .string("round"))
      try set(layer, "lineJoin", .string("round"))
      if start.isAnimated || end.isAnimated || start.first != [0] || end.first != [100] {
        try set(layer, "trimMode", .string("length"))
        let isSwapped = !start.isAnimated && !end.isAnimated && start.number(at: 0) > end.number(at: 0)
        func part(_ v: [Double]) -> PropertyValue { .number(min(max((v.first ?? 0) / 100, 0), 1)) }
        try animate(isSwapped ? end : start, "strokeStart", on: layer, part)
        try animate(isSwapped ? start : end, "strokeEnd", on: layer, part)
      }
      try container.addSublayer(layer)
    }
    try animateOpacity(try effect.track(6, [1]).map { [($0.first ?? 1) * 100] }, on: container)
    return container
  }
}
