// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Messages
import Numbers
import Pixels
import RenderTree
import SceneFiles

/// Writes a layer tree as a script that makes it again: one line a layer, sublayers before the layer that holds them,
/// from back to front. Layout and drawing hooks must have run.
///
/// Drawings become pixels; images are copied into the folder `NAME-assets` beside the script.
package final class SceneScript {
  private let root: Layer
  private let name: String
  private let pixelScale: Double
  private let draw: (Layer, Double) throws -> Bitmap
  private let assets: SceneAssets
  private var lines: [String] = []
  // For lookups only.
  private var names: [ObjectIdentifier: String] = [:]
  private var taken: Set<String> = ["ca", "layers", "print", "require", "math", "string", "table", "self"]
  /// The next number of each name.
  private var numbers: [String: Int] = [:]
  /// True if the layers are fields of one table, since a function has at most 200 local variables.
  private let usesTable: Bool
  private let layers: [Layer]

  /// The maximum number of layers in local variables.
  private static let localLimit = 150
  /// The maximum nesting of values.
  private static let depthLimit = 64

  /// Keys that have done their work when the script is written.
  private static let dropped: Set<String> = [
    "layoutManager", "constraints", "autoresizingMask", "layoutOptions", "actions", "delegate", "states",
    "stateTransitions",
  ]

  /// - Parameters:
  ///   - name: the name of the script, without extension.
  ///   - pixelScale: pixels per point of drawings.
  ///   - isOccupied: true for a path from the script's folder at which another file lies, whose name no image takes.
  ///   - draw: draws what a layer itself shows, at so many pixels per point.
  package init(
    of root: Layer, name: String, pixelScale: Double, isOccupied: @escaping SceneAssets.IsOccupied,
    draw: @escaping (Layer, Double) throws -> Bitmap
  ) {
    self.root = root
    self.name = name
    self.pixelScale = pixelScale
    self.draw = draw
    assets = SceneAssets(
      folder: "\(name)-assets/", isForScript: true, isOccupied: isOccupied, root.scene.memoryBudget)
    layers = SceneScript.layersInOrder(root)
    usesTable = layers.count > SceneScript.localLimit
  }

  /// Returns the script, and its images.
  ///
  /// - Throws: `LayerError` of kind `unsupported` for what only code does, with the layer and its line.
  package func files() throws -> [(name: String, bytes: [UInt8])] {
    if usesTable { lines.append("local layers = {}") }
    for layer in layers { names[ObjectIdentifier(layer)] = unusedName(of: layer) }
    for layer in layers {
      if layers.count > 256, root.scene.host.isStopped?() == true {
        throw LayerError(.cancelled, "the writing was cancelled")
      }
      try write(layer)
    }
    for layer in layers { try writeStates(of: layer) }
    lines.append("return \(reference(root))")
    return [(name + ".lua", Array((lines.joined(separator: "\n") + "\n").utf8))] + assets.files
  }

  /// Returns the layers of a tree, each after those that it holds.
  private static func layersInOrder(_ root: Layer) -> [Layer] {
    var result: [Layer] = []
    var pending = [root]
    // The reverse of the order in which a layer precedes those in it, the last of them first.
    while let layer = pending.popLast() {
      result.append(layer)
      if let mask = layer.mask { pending.append(mask) }
      pending += layer.sublayers
    }
    return result.reversed()
  }

  // MARK: Names

  /// Returns a variable's name for a layer: its own name in plain letters, else its class.
  private func unusedName(of layer: Layer) -> String {
    let words = (layer.name ?? "").split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.prefix(6)
    var name = ""
    for word in words {
      let first = name.isEmpty ? word.prefix(1).lowercased() : word.prefix(1).uppercased()
      name += first + word.dropFirst()
    }
    if !LuaLiteral.isName(name) {
      let own = SceneRules.builtInClass(of: layer).name
      name = layer === root ? "scene" : own.prefix(1).lowercased() + own.dropFirst()
    }
    name = String(name.prefix(40))
    var result = name
    var number = numbers[name] ?? 1
    repeat {  // bounded: layers
      result = number == 1 ? name : "\(name)\(number)"
      number += 1
    } while !taken.insert(result).inserted
    numbers[name] = number
    return result
  }

  private func reference(_ layer: Layer) -> String {
    let name = names[ObjectIdentifier(layer)] ?? "nil"
    return usesTable ? "layers.\(name)" : name
  }

  // MARK: Layers

  private func write(_ layer: Layer) throws {
    var keyedClass = SceneRules.builtInClass(of: layer)
    let picture = try drawnPicture(of: layer, keyedClass)
    if picture?.isWhole == true { keyedClass = .layer }
    var fields = try self.fields(of: layer, keyedClass, in: layer, depth: 0) { row in
      if picture != nil, row.name == "contents" || row.name == "contentsScale" { return true }
      return SceneRules.isOfTree(row) || SceneScript.dropped.contains(row.name)
    }
    if let picture {
      fields.append("contents = \(LuaLiteral.string(try assets.path(of: picture.image)))")
      fields.append("contentsScale = \(LuaLiteral.number(picture.scale))")
    }
    let own = layer.customKeys().compactMap { key -> String? in
      let value = layer.value(forKey: key)
      guard let text = try? literal(value, in: layer, depth: 1) else { return nil }
      return "\(LuaLiteral.key(key)) = \(text)"
    }
    if !own.isEmpty { fields.append("userInfo = { \(own.joined(separator: ", ")) }") }
    if let mask = layer.mask { fields.append("mask = \(reference(mask))") }
    let sublayers = layer.sublayers.isEmpty ? nil : "{ \(layer.sublayers.map(reference).joined(separator: ", ")) }"
    // A transition shows what the layer holds when it is added as the picture before: nothing.
    let followsTransition = layer.keyedAnimations.contains { $0.animation is Transition }
    if let sublayers, !followsTransition { fields.append("sublayers = \(sublayers)") }
    let start = usesTable ? reference(layer) : "local \(reference(layer))"
    let table = fields.isEmpty ? "{}" : "{ \(fields.joined(separator: ", ")) }"
    lines.append("\(start) = ca.\(keyedClass.name) \(table)")
    for (key, animation) in layer.keyedAnimations {
      for path in animation.keyPaths where keyedClass.property(String(path.prefix { $0 != "." })) == nil {
        throw refusal(layer, "an animation of \(path), a key of the script's own")
      }
      let text = try object(animation, in: layer, depth: 0)
      lines.append("\(reference(layer)):addAnimation(\(text)\(key.map { ", " + LuaLiteral.string($0) } ?? ""))")
    }
    if let sublayers, followsTransition { lines.append("\(reference(layer)).sublayers = \(sublayers)") }
  }

  /// Returns a picture of what hooks have drawn, with its pixels per point; nil for a layer that its keys describe.
  private func drawnPicture(
    of layer: Layer, _ keyedClass: KeyedClass
  ) throws -> (image: Image, scale: Double, isWhole: Bool)? {
    if let image = layer.assignedContents {
      guard image.resolutionCount > 1 else { return nil }
      return (image, Double(image.variants[image.variants.count - 1].width) / image.size.width, false)
    }
    let isText = keyedClass.base == .text && SceneRules.usesFontFile(layer)
    if keyedClass.base == .drawable || keyedClass.base == .tiled || isText {
      guard !layer.bounds.isEmpty else { return nil }
      do {
        return (Image(try draw(layer, pixelScale), name: layer.name ?? "drawing"), pixelScale, true)
      } catch let error as LayerError where error.kind == .limit {
        throw refusal(layer, "a drawing so large (\(error.message))")
      }
    }
    guard keyedClass.base != .text, let backing = layer.backing else { return nil }
    let size = backing.bounds.size
    let bitmap = try layer.scene.services.rasterize(
      backing.drawing, size: size, scale: pixelScale * max(backing.contentsScale, 1))
    let scale = layer.contentsScale * Double(bitmap.width) / (size.width * backing.contentsScale)
    return (Image(bitmap, name: layer.name ?? "drawing"), scale, false)
  }

  // MARK: Objects

  /// Returns the keys of an object that differ from their defaults, as fields of a table.
  private func fields(
    of object: KeyedObject, _ keyedClass: KeyedClass, in layer: Layer, depth: Int,
    except isSkipped: (Property) -> Bool = { _ in false }
  ) throws -> [String] {
    var fields: [String] = []
    for row in keyedClass.properties where !row.isDerived && !row.isReadOnly && !isSkipped(row) {
      if case .delegate = row.kind { continue }
      let value = row.value(object)
      guard SceneRules.isChanged(row, value, in: keyedClass) else { continue }
      let text: String
      switch (row.kind, value) {
      case (.image, .image(let image)): text = LuaLiteral.string(try assets.path(of: image))
      // A key whose default is a colour is cleared by false.
      case (_, .null): text = "false"
      default: text = try literal(value, in: layer, depth: depth + 1)
      }
      fields.append("\(LuaLiteral.key(row.name)) = \(text)")
    }
    return fields
  }

  private func object(_ object: KeyedObject, in layer: Layer, depth: Int) throws -> String {
    guard depth < SceneScript.depthLimit else {
      throw refusal(layer, "objects nested more than \(SceneScript.depthLimit) deep")
    }
    if let filter = object as? Filter {
      guard let kind = filter.kind, kind.category != .custom else {
        throw refusal(layer, "the filter \(filter.className), which the script defines")
      }
      let fields = try fields(of: filter, filter.keyedClass, in: layer, depth: depth)
      let table = fields.isEmpty ? "" : ", { \(fields.joined(separator: ", ")) }"
      return "ca.Filter(\(LuaLiteral.string(kind.name))\(table))"
    }
    let keyedClass = SceneRules.builtInClass(of: object)
    let fields = try fields(of: object, keyedClass, in: layer, depth: depth)
    return "ca.\(keyedClass.name) \(fields.isEmpty ? "{}" : "{ \(fields.joined(separator: ", ")) }")"
  }

  // MARK: States

  private func writeStates(of layer: Layer) throws {
    if let states = layer.states {
      lines.append("\(reference(layer)).states = {")
      for state in states {
        try writeList(
          "ca.State", state, state.elements ?? [], of: layer, keys: ["elements"])
      }
      lines.append("}")
    }
    if let transitions = layer.stateTransitions {
      lines.append("\(reference(layer)).stateTransitions = {")
      for transition in transitions {
        try writeList("ca.StateTransition", transition, transition.elements ?? [], of: layer, keys: ["elements"])
      }
      lines.append("}")
    }
  }

  /// Writes an object whose elements follow one a line.
  private func writeList(
    _ start: String, _ object: KeyedObject, _ elements: [KeyedObject], of layer: Layer, keys: Set<String>
  ) throws {
    var fields = try fields(of: object, object.keyedClass, in: layer, depth: 0) { keys.contains($0.name) }
    guard !elements.isEmpty else {
      return lines.append("  \(start) { \(fields.joined(separator: ", ")) },")
    }
    fields.append("elements = {")
    lines.append("  \(start) { \(fields.joined(separator: ", "))")
    for element in elements { lines.append("    \(try self.object(element, in: layer, depth: 1)),") }
    lines.append("  } },")
  }

  // MARK: Values

  private func literal(_ value: PropertyValue, in layer: Layer, depth: Int) throws -> String {
    guard depth < SceneScript.depthLimit else {
      throw refusal(layer, "values nested more than \(SceneScript.depthLimit) deep")
    }
    switch value {
    case .null: return "nil"
    case .bool(let flag): return flag ? "true" : "false"
    case .number(let number): return LuaLiteral.number(number)
    case .string(let text): return LuaLiteral.string(text)
    case .point(let p): return LuaLiteral.list([p.x, p.y])
    case .size(let s): return LuaLiteral.list([s.width, s.height])
    case .rect(let r): return LuaLiteral.list([r.x, r.y, r.width, r.height])
    case .transform(let t):
      let a = t.affine
      return LuaLiteral.list(t.isAffine ? [a.a, a.b, a.c, a.d, a.tx, a.ty] : t.elements)
    case .color(let color): return LuaLiteral.color(color)
    case .image(let image): return "ca.Image(\(LuaLiteral.string(try assets.path(of: image))))"
    case .path(let path): return LuaLiteral.string(path.svg)
    case .layer(let target):
      guard names[ObjectIdentifier(target)] != nil else {
        throw refusal(layer, "the layer \(target.label) outside of the scene")
      }
      return reference(target)
    case .keyed(let object): return try self.object(object, in: layer, depth: depth + 1)
    case .attributedString(let text):
      let runs = try text.values.map { try literal($0, in: layer, depth: depth + 1) }
      return "ca.AttributedString { \(runs.joined(separator: ", ")) }"
    case .constraint(let constraint): return LuaLiteral.string(constraint.description)
    case .array(let values):
      return "{ \(try values.map { try literal($0, in: layer, depth: depth + 1) }.joined(separator: ", ")) }"
    case .dictionary(let entries):
      let fields = try entries.map {
        "\(LuaLiteral.key($0.key)) = \(try literal($0.value, in: layer, depth: depth + 1))"
      }
      return "{ \(fields.joined(separator: ", ")) }"
    case .bytes, .object: throw refusal(layer, value.described)
    }
  }

  private func refusal(_ layer: Layer, _ what: String) -> LayerError {
    let place = layer.scene.place(of: layer).map { " (made at \($0.script):\($0.line))" } ?? ""
    return LayerError(
      .unsupported,
      "layer \(layer.label)\(place): a .lua of the scene cannot hold \(what); bake = 30 writes its frames as a "
        + "sequence of pictures")
  }
}
