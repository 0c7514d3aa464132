// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Messages
import Numbers
import Pixels

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
    let cell = (object as? EmitterCell).flatMap { largestContents(of: $0) }
    for row in keyedClass.properties where !row.isDerived && !row.isReadOnly && !skipped.contains(row.name) {
      if case .delegate = row.kind { continue }
      var value = row.value(object)
      if let cell, row.name == "contents" { value = .image(cell.image) }
      if let cell, row.name == "contentsScale" { value = .number(cell.scale) }
      guard SceneRules.isChanged(row, value, in: keyedClass) else { continue }
      try write(value, row, of: object, in: layer, to: &node, depth: depth)
    }
    return node
  }

  private func largestContents(of cell: EmitterCell) -> (image: Image, scale: Double)? {
    guard let largest = SceneRules.largestContents(of: cell, pixelScale: settings.pixelScale) else { return nil }
    // Other images that the cell shows have its own pixels per point.
    guard changes.of(cell).contains(where: { $0.path == "contents" }), let image = cell.contents else { return largest }
    return (Image(image.bitmap(forScale: cell.contentsScale), name: image.name), cell.contentsScale)
  }

  func cell(_ cell: KeyedObject, in layer: Layer, depth: Int) throws -> XMLNode {
    try node("CAEmitterCell", [], of: cell, in: layer, depth: depth)
  }

  // MARK: Animations

  /// Returns the element `animations` of a layer, if it has any.
  func animations(of layer: Layer) throws -> [XMLNode] {
    var nodes: [XMLNode] = []
    for (key, animation) in layer.keyedAnimations {
      let node = try self.animation(
        animation, key == nil ? "animation" : "p", key.map { [("key", $0)] } ?? [], on: layer, depth: 0)
      if let node { nodes.append(node) }
    }
    return nodes.isEmpty ? [] : [XMLNode("animations", [], nodes)]
  }

  /// The keys of the root's place, which do not count: it is drawn by itself, wherever they put it.
  private static let placeKeys: Set<String> = [
    "position", "transform", "zPosition", "anchorPoint", "anchorPointZ", "frame",
  ]

  /// True if a key path is of the place of a root that is drawn by itself.
  func isPlace(_ path: String, of layer: Layer) -> Bool {
    layer === root && isFree && CAMLWriter.placeKeys.contains(String(path.prefix { $0 != "." }))
  }

  /// Throws if the size of a root that is drawn by itself, which is the size of the picture, changes.
  ///
  /// - Parameters:
  ///   - values: the values of the key path.
  ///   - cause: the animation or the state, for the message.
  func checkSize(_ path: String, _ values: [PropertyValue], of layer: Layer, _ cause: String) throws {
    guard layer === root, isFree, SceneChanges.resizes(path) else { return }
    let isWhole = path == "bounds" || path == "frame"
    if isWhole, values.allSatisfy({ $0.isNull || $0.asRect?.size == root.bounds.size }) { return }
    throw refusal(
      layer, "\(cause), which changes the size of the scene", "change the size of a layer in it instead")
  }

  /// Throws for a key that the format cannot animate or set.
  ///
  /// - Parameter cause: what changes the key, such as `an animation of`.
  func checkIsHeld(_ path: String, of layer: Layer, _ cause: String, isAnimation: Bool) throws {
    let (object, rest) = SceneChanges.end(of: path, on: layer)
    guard let target = object as? Layer else { return }
    let key = String(rest.prefix { $0 != "." })
    let row = target.keyedClass.property(key)
    guard !(row?.isDeclared ?? (isAnimation && key == rest)) else {
      throw refusal(layer, "\(cause) \(path), a key of the script's own", CAMLWriter.bakes)
    }
    if let remedy = SceneRules.foreign[key] { throw refusal(layer, "\(cause) \(path)", remedy) }
    guard let row, SceneRules.builtInClass(of: target).base == .text, !SceneRules.textKeys.contains(key) else { return }
    if !KeyedClass.layer.properties.contains(where: { $0 === row }) {
      throw refusal(layer, "\(cause) \(path), which Core Animation's text layers lack", CAMLWriter.bakes)
    }
  }

  /// Returns the element of an animation; nil if it moves only the place of the root.
  func animation(
    _ animation: Animation, _ name: String, _ attributes: [(name: String, value: String)], on layer: Layer, depth: Int
  ) throws -> XMLNode? {
    if let path = (animation as? PropertyAnimation)?.keyPath {
      if isPlace(path, of: layer) { return nil }
      try checkIsHeld(path, of: layer, "an animation of", isAnimation: true)
      var values = [PropertyValue.null]
      if let basic = animation as? BasicAnimation {
        values = [basic.fromValue, basic.toValue, basic.byValue.isNull ? .null : .bool(false)]
      } else if let keyframes = (animation as? KeyframeAnimation)?.values {
        values = keyframes
      }
      try checkSize(path, values, of: layer, "an animation of \(path)")
    }
    if let transition = animation as? Transition, transition.filter != nil {
      throw refusal(layer, "a transition with a filter", "use one of the transition's types, or \(CAMLWriter.bakes)")
    }
    let type = "CA" + SceneRules.builtInClass(of: animation).name
    var node = try node(
      name, [("type", type)] + attributes, of: animation, in: layer, depth: depth, except: ["animations", "filter"])
    if let group = animation as? AnimationGroup {
      let all = group.animations ?? []
      let members = try all.compactMap { try self.animation($0, "animation", [], on: layer, depth: depth + 1) }
      if members.isEmpty, !all.isEmpty { return nil }
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
    guard filter.keyedClass.name == "CIColorControls",
      // Key paths name the inputs of Core Image.
      !changes.of(filter).contains(where: { $0.path.hasPrefix("input") })
    else { return nil }
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
