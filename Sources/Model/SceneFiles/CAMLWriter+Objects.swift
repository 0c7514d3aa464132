// SPDX-License-Identifier: MIT
import LayerModel
import Messages
import Numbers

// Animations, emitter cells and filters.
extension CAMLWriter {
  /// Returns an element with the keys of an object that differ from their defaults.
  private func node(
    _ name: String, _ attributes: [(name: String, value: String)], of object: KeyedObject, in layer: Layer, depth: Int,
    except skipped: Set<String> = []
  ) throws -> XMLNode {
    guard depth < CAMLWriter.depthLimit else {
      throw refusal(layer, "objects nested more than \(CAMLWriter.depthLimit) deep", "make them flatter")
    }
    var node = XMLNode(name, attributes)
    let keyedClass = SceneRules.builtInClass(of: object)
    for row in keyedClass.properties where !row.isDerived && !row.isReadOnly && !skipped.contains(row.name) {
      if case .delegate = row.kind { continue }
      let value = row.value(object)
      guard SceneRules.isChanged(row, value, in: keyedClass) else { continue }
      try write(value, row, of: object, in: layer, to: &node, depth: depth)
    }
    return node
  }

  func cell(_ cell: KeyedObject, in layer: Layer, depth: Int) throws -> XMLNode {
    try node("CAEmitterCell", [], of: cell, in: layer, depth: depth)
  }

  // MARK: Animations

  /// Returns the element `animations` of a layer, if it has any.
  func animations(of layer: Layer) throws -> [XMLNode] {
    var nodes: [XMLNode] = []
    for (key, animation) in layer.keyedAnimations {
      // The root is drawn by itself, wherever an animation moves it.
      if layer === root, isFree, !animation.keyPaths.isEmpty,
        animation.keyPaths.allSatisfy({ CAMLWriter.placeKeys.contains(String($0.prefix { $0 != "." })) })
      {
        continue
      }
      nodes.append(
        try self.animation(
          animation, key == nil ? "animation" : "p", key.map { [("key", $0)] } ?? [], on: layer, depth: 0))
    }
    return nodes.isEmpty ? [] : [XMLNode("animations", [], nodes)]
  }

  private static let placeKeys: Set<String> = ["position", "transform", "zPosition", "anchorPointZ", "frame"]

  func animation(
    _ animation: Animation, _ name: String, _ attributes: [(name: String, value: String)], on layer: Layer, depth: Int
  ) throws -> XMLNode {
    if let path = (animation as? PropertyAnimation)?.keyPath, !path.contains("."),
      layer.keyedClass.property(path)?.isDeclared ?? true
    {
      throw refusal(layer, "an animation of \(path), a key of the script's own", CAMLWriter.bakes)
    }
    if let transition = animation as? Transition, transition.filter != nil {
      throw refusal(layer, "a transition with a filter", "use one of the transition's types, or \(CAMLWriter.bakes)")
    }
    let type = "CA" + SceneRules.builtInClass(of: animation).name
    var node = try node(
      name, [("type", type)] + attributes, of: animation, in: layer, depth: depth, except: ["animations", "filter"])
    if let group = animation as? AnimationGroup {
      let members = try (group.animations ?? []).map {
        try self.animation($0, "animation", [], on: layer, depth: depth + 1)
      }
      if !members.isEmpty { node.children.append(XMLNode("animations", [], members)) }
    }
    return node
  }

  // MARK: Filters

  /// Returns the name of a filter that combines a layer with its backdrop; nil for none.
  func filterName(_ value: PropertyValue, _ key: String, _ layer: Layer) throws -> String? {
    switch value {
    case .string(let name): return name
    case .keyed(let object):
      guard let filter = object as? Filter, let kind = filter.kind else { return nil }
      return kind.otherNames.first { !$0.hasPrefix("CI") } ?? kind.name
    default: return nil
    }
  }

  func filter(_ filter: Filter, in layer: Layer) throws -> XMLNode {
    guard let kind = filter.kind, kind.category != .custom else {
      throw refusal(layer, "the filter \(filter.className), which the script defines", CAMLWriter.bakes)
    }
    if let node = try colorControls(filter, in: layer) { return node }
    // Core Animation's own filters have names without CI; devices have only these, and one of Core Image's.
    let name = kind.otherNames.first { !$0.hasPrefix("CI") } ?? kind.name
    let isOwn = !name.hasPrefix("CI") || name == "CISepiaTone"
    guard isOwn || !settings.isForDevice else {
      throw refusal(
        layer, "the filter \(kind.name), which devices do not have",
        "use gaussianBlur, colorSaturate, colorHueRotate, colorInvert or a similar one, or \(CAMLWriter.bakes)")
    }
    return try node(isOwn ? "CAFilter" : "CIFilter", [("filter", name)], of: filter, in: layer, depth: 0)
  }

  /// Returns a filter of colour controls of which one is set as Core Animation's filter for that control.
  private func colorControls(_ filter: Filter, in layer: Layer) throws -> XMLNode? {
    guard filter.keyedClass.name == "CIColorControls" else { return nil }
    let names = ["inputContrast": "colorContrast", "inputBrightness": "colorBrightness"]
    let changed = filter.keyedClass.properties.filter {
      names[$0.name] != nil || $0.name == "inputSaturation"
    }.filter { SceneRules.isChanged($0, $0.value(filter), in: filter.keyedClass) }
    guard changed.count == 1, let row = changed.first, let name = names[row.name] else { return nil }
    var node = try node(
      "CAFilter", [("filter", name)], of: filter, in: layer, depth: 0, except: [row.name])
    node.attributes.append(("inputAmount", CAMLWriter.number(row.value(filter).asNumber ?? 0)))
    return node
  }
}
