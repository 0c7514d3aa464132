// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Messages
import Numbers
import Parsing
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
  private var size = 0
  private let charge: MemoryCharge
  /// The layer that is written.
  private var current: Layer
  /// The keys that animations and states change.
  private let changes: SceneChanges
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
  /// The maximum size of a script, in bytes, as of a document of Core Animation.
  private static let sizeLimit = 16 << 20

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
    charge = MemoryCharge(root.scene.memoryBudget)
    current = root
    layers = SceneScript.layersInOrder(root)
    changes = SceneChanges(in: layers)
    usesTable = layers.count > SceneScript.localLimit
  }

  /// Returns the script, and its images.
  ///
  /// - Throws: `LayerError` of kind `unsupported` for what only code does, and of kind `limit` beyond 16 MiB, with the
  ///   layer and its line.
  package func files() throws -> [(name: String, bytes: [UInt8])] {
    if usesTable { try append("local layers = {}") }
    for layer in layers { names[ObjectIdentifier(layer)] = unusedName(of: layer) }
    for layer in layers {
      try begin(layer)
      try write(layer)
    }
    for layer in layers {
      try begin(layer)
      try writeStates(of: layer)
    }
    try append("return \(reference(root))")
    return [(name + ".lua", Array((lines.joined(separator: "\n") + "\n").utf8))] + assets.files
  }

  private func begin(_ layer: Layer) throws {
    if root.scene.host.isStopped?() == true { throw LayerError(.cancelled, "the writing was cancelled") }
    current = layer
  }

  private func append(_ line: String) throws {
    let count = line.utf8.count + 1
    size += count  // bounded: a number
    guard size <= SceneScript.sizeLimit else {
      throw refusal(
        current, "more than \(SceneScript.sizeLimit) bytes; use fewer layers, or shorter paths and lists", .limit)
    }
    // The line, and its copies in the joined script.
    guard charge.grow(by: 3 * count) else { throw LayerError.noMemory("the script", root.scene.memoryBudget) }
    lines.append(line)
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
    try checkChanges(of: layer, keyedClass, isWhole: picture?.isWhole == true)
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
    try append("\(start) = ca.\(keyedClass.name) \(table)")
    for (key, animation) in layer.keyedAnimations {
      let text = try object(animation, in: layer, depth: 0)
      try append("\(reference(layer)):addAnimation(\(text)\(key.map { ", " + LuaLiteral.string($0) } ?? ""))")
    }
    if let sublayers, followsTransition { try append("\(reference(layer)).sublayers = \(sublayers)") }
  }

  /// Throws if animations or states change keys that the script's layer does not have, or what is written as pixels.
  private func checkChanges(of layer: Layer, _ keyedClass: KeyedClass, isWhole: Bool) throws {
    let isDrawnAnew = isWhole || layer.needsDisplayOnBoundsChange && layer.backing != nil
    for change in changes.of(layer) {
      if isDrawnAnew && change.resizes {
        throw refusal(layer, "its drawing, which is written as pixels, while \(change.cause) \(change.path)")
      }
      if keyedClass.property(change.key) != nil { continue }
      if let row = layer.keyedClass.property(change.key), !row.isDeclared {
        throw refusal(layer, "its drawing, which is written as pixels, while \(change.cause) \(change.path)")
      }
      // A state may set a key that no class has.
      if layer.keyedClass.property(change.key) != nil || change.isAnimation {
        throw refusal(layer, "\(change.path), a key of the script's own that \(change.cause)")
      }
    }
  }

  /// Returns a picture of what hooks have drawn, with its pixels per point; nil for a layer that its keys describe.
  private func drawnPicture(
    of layer: Layer, _ keyedClass: KeyedClass
  ) throws -> (image: Image, scale: Double, isWhole: Bool)? {
    if let image = layer.assignedContents {
      guard image.resolutionCount > 1 else { return nil }
      // Other images that the layer shows have its pixels per point.
      if !SceneRules.stretchesContents(of: layer), changes.of(layer).contains(where: { $0.path == "contents" }),
        case .image(let fitting) = try images(.image(image), "contents", on: layer)
      {
        return (fitting, layer.contentsScale, false)
      }
      return (image, Double(image.variants[image.variants.count - 1].width) / image.size.width, false)
    }
    let isText = keyedClass.base == .text && SceneRules.usesFontFile(layer)
    if keyedClass.base == .tiled, layer.delegate != nil, layer.keyedClass === keyedClass {
      throw refusal(layer, "the tiles that its delegate draws")
    }
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
    let cell = (object as? EmitterCell).flatMap { largestContents(of: $0) }
    let keyPath = imagePath(of: object, on: layer)
    for row in keyedClass.properties where !row.isDerived && !row.isReadOnly && !isSkipped(row) {
      if case .delegate = row.kind { continue }
      var value = row.value(object)
      if let cell, row.name == "contents" { value = .image(cell.image) }
      if let cell, row.name == "contentsScale" { value = .number(cell.scale) }
      if let keyPath, case .any = row.kind, SceneScript.valueKeys.contains(row.name) {
        value = try images(value, keyPath, on: layer)
      }
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

  /// The keys of animations and states that hold values of a key path.
  private static let valueKeys: Set<String> = ["values", "fromValue", "toValue", "byValue", "value"]

  /// Returns the key path of an animation or a state if it is of images, else nil.
  private func imagePath(of object: KeyedObject, on layer: Layer) -> String? {
    let keyPath = (object as? PropertyAnimation)?.keyPath ?? (object as? StateSetValue)?.keyPath
    guard let keyPath, case .image? = SceneChanges.row(of: keyPath, on: layer)?.kind else { return nil }
    return keyPath
  }

  /// Returns a value of a key of images, with images in place of the names of files.
  private func images(_ value: PropertyValue, _ keyPath: String, on layer: Layer) throws -> PropertyValue {
    // A default value stays.
    if value.isNull || value == .array([]) { return value }
    let target = SceneChanges.end(of: keyPath, on: layer).object as? Layer
    let scale = target?.contentsScale ?? layer.contentsScale
    guard let images = try SceneChanges.images(of: value, keyPath, on: layer, scale: scale) else {
      throw refusal(
        layer,
        "a \(keyPath) that changes between images of which one has no resolution of \(numberText(scale)) pixels per "
          + "point; set contentsGravity = \"resize\"")
    }
    return images
  }

  /// Returns the image of a cell with several resolutions, and the pixels per point with which its particles keep their
  /// size.
  private func largestContents(of cell: EmitterCell) -> (image: Image, scale: Double)? {
    guard cell.contents?.picture == nil,
      let largest = SceneRules.largestContents(of: cell, pixelScale: pixelScale)
    else { return nil }
    guard changes.of(cell).contains(where: { $0.path == "contents" }), let image = cell.contents else { return largest }
    return (Image(image.bitmap(forScale: cell.contentsScale), name: image.name), cell.contentsScale)
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
      try append("\(reference(layer)).states = {")
      for state in states {
        try writeList(
          "ca.State", state, state.elements ?? [], of: layer, keys: ["elements"])
      }
      try append("}")
    }
    if let transitions = layer.stateTransitions {
      try append("\(reference(layer)).stateTransitions = {")
      for transition in transitions {
        try writeList("ca.StateTransition", transition, transition.elements ?? [], of: layer, keys: ["elements"])
      }
      try append("}")
    }
  }

  /// Writes an object whose elements follow one a line.
  private func writeList(
    _ start: String, _ object: KeyedObject, _ elements: [KeyedObject], of layer: Layer, keys: Set<String>
  ) throws {
    var fields = try fields(of: object, object.keyedClass, in: layer, depth: 0) { keys.contains($0.name) }
    guard !elements.isEmpty else {
      return try append("  \(start) { \(fields.joined(separator: ", ")) },")
    }
    fields.append("elements = {")
    try append("  \(start) { \(fields.joined(separator: ", "))")
    for element in elements {
      let target = (element as? StateElement)?.target ?? (element as? StateTransitionElement)?.target
      try append("    \(try self.object(element, in: target ?? layer, depth: 1)),")
    }
    try append("  } },")
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

  private func refusal(_ layer: Layer, _ what: String, _ kind: LayerError.Kind = .unsupported) -> LayerError {
    let place = layer.scene.place(of: layer).map { " (made at \($0.script):\($0.line))" } ?? ""
    return LayerError(
      kind,
      "layer \(layer.label)\(place): a .lua of the scene cannot hold \(what); bake = 30 writes its frames as a "
        + "sequence of pictures")
  }
}
