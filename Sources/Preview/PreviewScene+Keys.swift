// SPDX-License-Identifier: MIT
import Geometry
import LayerEngine
import LayerModel
import Numbers
import Wording

// A layer's keys, and where each value came from.
extension PreviewScene {
  /// A layer with its outline, and its keys in the manual's order, then its own.
  func description(of path: String, t: Double?) throws(EngineError) -> (layer: JSONObject, keys: [JSONObject]) {
    let model = try layer(atPath: path)
    let root = try root
    let isMask = model.superlayer.map { $0.mask === model } ?? false
    let path = try self.path(of: model)
    let seen = try seen(t: t)
    return try shown(t: t) { shown in
      var row = try self.row(model, path, isMask: isMask, shown, seen)
      row.set("anchor", numbers: try shown.anchor(of: model).map { [$0.x, $0.y] })
      row.set("maskQuad", points: try model.mask.flatMap { try shown.quad(of: $0) })
      row.set("clipQuad", points: try self.clip(of: model, in: root, shown).flatMap { try shown.quad(of: $0) })
      let looked = try shown.layer(model)
      let origins = Origins(of: model)
      var keys: [JSONObject] = []
      for row in model.keyedClass.properties { keys.append(self.key(row, model, looked, origins)) }
      for name in model.customKeys() { keys.append(self.ownKey(name, model, looked, origins)) }
      return (row, keys)
    }
  }

  /// The nearest layer that cuts off what lies outside of its bounds: the layer itself, or one above it.
  private func clip(of model: Layer, in root: Layer, _ shown: ShownLayers) throws -> Layer? {
    var next: Layer? = model
    while let layer = next {
      if try shown.layer(layer).masksToBounds { return layer }
      next = layer === root ? nil : layer.superlayer
    }
    return nil
  }

  /// What determines values besides assignments.
  private struct Origins {
    let animated: [String: Animation]
    /// The rules for x, y, width and height; empty where nothing lays the layer out.
    let layout: [LayoutExplanation]

    init(of layer: Layer) {
      animated = layer.animatedKeys
      layout = (try? layer.explainLayout()) ?? []
    }

    /// The rule that determined a key of the frame, when it was not an assignment.
    func rule(of key: String) -> LayoutExplanation? {
      let names: [String]
      switch key {
      case "position": names = ["x", "y"]
      case "bounds": names = ["width", "height"]
      case "frame": names = ["x", "y", "width", "height"]
      default: return nil
      }
      return layout.first { names.contains($0.key) && $0.rule != .set }
    }
  }

  private func key(_ row: Property, _ model: Layer, _ shown: Layer, _ origins: Origins) -> JSONObject {
    let own = row.value(model)
    // Copies that show animations have no sublayers.
    let value = row.kind.isOfTree ? own : row.value(shown)
    let usual = model.keyedClass.defaultValue(of: row)
    let isDefault = own == usual || usual.isNull && own.isZero
    // What was set to its default was set, too.
    var place = self.place(ofSetting: row.name, in: model)
    var origin = isDefault && place == nil ? "default" : "set"
    if origin == "set", place == nil { place = self.place(ofMaking: model) }
    var detail: String?
    if origin == "default", usual != model.keyedClass.builtInBase.defaultValue(of: row) { origin = "class" }
    if model.hasStyleValue(of: row) { (origin, place) = ("style", nil) }
    if let rule = origins.rule(of: row.name), !isDefault {
      origin = rule.rule == .constraint ? "constraint" : "layout"
      detail = rule.detail
    }
    if let animation = origins.animated[row.name] ?? (value == own ? nil : origins.animated.values.first) {
      origin = "animation"
      place = self.place(ofMaking: animation)
      detail = animation.className
    }
    let literal = LuaLiteral(value)
    let edited = edits.contains { $0.layer === model && $0.key.prefix { $0 != "." } == row.name }
    // By the page itself.
    if edited, origin == "set" { place = nil }
    var key = JSONObject()
    key.set("key", row.name)
    key.set("value", literal.text)
    if edited { key.set("edited", true) }
    key.set("kind", row.kind.word)
    // What moves is not as it always is, though its value may be for the moment.
    key.set("default", isDefault && origin != "animation")
    key.set("from", origin)
    key.set("detail", detail)
    key.set("place", placeObject(place))
    key.set("animatable", row.animation != .none)
    key.set("editable", PreviewScene.isEditable(row, literal))
    key.set("summary", row.summary)
    if !row.allowedNames.isEmpty { key.set("choices", strings: row.allowedNames) }
    return key
  }

  /// Keys that set what others read.
  private static let otherNames = [
    "position": ["frame"], "bounds": ["frame"], "frame": ["bounds", "position", "transform", "affineTransform"],
    "transform": ["affineTransform"], "affineTransform": ["transform"],
  ]

  /// The line that set a key, or one that decides it.
  private func place(ofSetting key: String, in layer: Layer) -> ScriptPlace? {
    for name in [key] + (PreviewScene.otherNames[key] ?? []) {
      if let place = engine.place(ofSetting: name, of: layer) { return place }
    }
    return nil
  }

  /// A key that no class declares.
  private func ownKey(_ name: String, _ model: Layer, _ shown: Layer, _ origins: Origins) -> JSONObject {
    let literal = LuaLiteral(shown.value(forKey: name))
    let animation = origins.animated[name]
    var key = JSONObject()
    key.set("key", name)
    key.set("value", literal.text)
    key.set("kind", "any")
    key.set("default", false)
    key.set("from", animation == nil ? "set" : "animation")
    key.set("place", placeObject(place(ofMaking: animation ?? model)))
    key.set("animatable", true)
    key.set("editable", literal.isExact)
    key.set("summary", "A key of the script's own.")
    return key
  }

  /// Whether a value of the key can be written as text.
  static func isEditable(_ row: Property, _ value: LuaLiteral) -> Bool {
    if row.isReadOnly { return false }
    switch row.kind {
    case .layer, .layers, .objects, .data, .delegate, .function, .layoutManager: return false
    case .any, .dictionary, .text, .filter: return value.isExact
    default: return true
    }
  }
}

extension KeyedClass {
  /// The class itself, or the built-in one that it derives from.
  fileprivate var builtInBase: KeyedClass {
    var now = self
    while !KeyedClass.builtIn.contains(where: { $0 === now }), let above = now.superclass { now = above }
    return now
  }
}

extension PropertyValue {
  /// Whether it is what an object without a stored default reads.
  fileprivate var isZero: Bool {
    switch self {
    case .null, .rect(.zero), .point(.zero), .size(.zero), .number(0), .bool(false), .array([]): true
    default: false
    }
  }
}

extension PropertyKind {
  /// Whether the values are layers.
  fileprivate var isOfTree: Bool {
    switch self {
    case .layer, .layers: true
    default: false
    }
  }

  /// The kind's name in the protocol.
  var word: String {
    switch self {
    case .number: "number"
    case .bool: "boolean"
    case .point: "point"
    case .size: "size"
    case .rect: "rect"
    case .transform, .affineTransform: "transform"
    case .color: "color"
    case .colorOrPattern: "color"
    case .image: "image"
    case .path: "path"
    case .string: "string"
    case .text: "text"
    case .enumeration: "choice"
    case .nameSet: "choices"
    case .numbers: "numbers"
    case .colors: "colors"
    case .layer: "layer"
    case .layers: "layers"
    case .objects: "objects"
    case .filter: "filter"
    case .data: "data"
    case .dictionary: "dictionary"
    case .delegate: "delegate"
    case .function: "function"
    case .layoutManager: "layoutManager"
    case .constraints: "constraints"
    case .any: "any"
    }
  }
}
