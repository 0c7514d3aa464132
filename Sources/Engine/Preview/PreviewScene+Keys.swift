// SPDX-License-Identifier: MIT
import Geometry
import LayerEngine
import LayerModel
import LuaBinding
import Messages
import Numbers

// A layer's keys, and the origin of each value.
extension PreviewScene {
  /// Describes a layer with its outline, and its keys: declared ones in the manual's order, then custom ones.
  func description(of path: String, t: Double?) throws(EngineError) -> (layer: JSONObject, keys: [JSONObject]) {
    let model = try layer(atPath: path)
    let root = try root
    let isMask = model.superlayer.map { $0.mask === model } ?? false
    let path = try self.path(of: model)
    let seen = try seen(t: t)
    return try shown(t: t) { shown in
      var row = try self.row(model, path: path, isMask: isMask, shown: shown, seen: seen)
      row.set("anchor", numbers: try shown.anchor(of: model).map { [$0.x, $0.y] })
      row.set("maskQuad", points: try model.mask.flatMap { try shown.quad(of: $0) })
      row.set("clipQuad", points: try self.clip(of: model, in: root, shown).flatMap { try shown.quad(of: $0) })
      let looked = try shown.layer(model)
      let origins = Origins(of: model)
      var keys: [JSONObject] = []
      for row in model.keyedClass.properties { keys.append(self.key(row, of: model, shown: looked, origins: origins)) }
      for name in model.customKeys() { keys.append(self.ownKey(name, of: model, shown: looked, origins: origins)) }
      return (row, keys)
    }
  }

  /// Returns the nearest layer that clips to its bounds: the layer itself or an ancestor; nil if there is none.
  private func clip(of model: Layer, in root: Layer, _ shown: ShownLayers) throws -> Layer? {
    var next: Layer? = model
    while let layer = next {
      if try shown.layer(layer).masksToBounds { return layer }
      next = layer === root ? nil : layer.superlayer
    }
    return nil
  }

  /// Sources of a layer's values other than assignments.
  private struct Origins {
    let animated: [String: Animation]
    /// The layout rules for x, y, width and height; empty if nothing lays the layer out.
    let layout: [LayoutExplanation]

    init(of layer: Layer) {
      animated = layer.animatedKeys
      layout = (try? layer.explainLayout()) ?? []
    }

    /// Returns the layout rule that determined a geometry key; nil if it was assigned.
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

  private func key(_ row: Property, of model: Layer, shown: Layer, origins: Origins) -> JSONObject {
    let own = row.value(model)
    // Presentation copies have no sublayers.
    let value = row.kind.isOfTree ? own : row.value(shown)
    let usual = model.keyedClass.defaultValue(of: row)
    let isDefault = own == usual || usual.isNull && own.isZero
    // A key that was explicitly set to its default counts as set.
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
    // It was set by the page, not by a line of the script.
    if edited, origin == "set" { place = nil }
    var key = JSONObject()
    key.set("key", row.name)
    key.set("value", literal.text)
    if edited { key.set("edited", true) }
    key.set("kind", row.kind.word)
    // An animated value is not a default, even if it equals it at this time.
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

  /// Aliases: keys whose assignment also determines another key.
  private static let otherNames = [
    "position": ["frame"], "bounds": ["frame"], "frame": ["bounds", "position", "transform", "affineTransform"],
    "transform": ["affineTransform"], "affineTransform": ["transform"],
  ]

  /// Returns the script line that set a key, or one of its aliases.
  private func place(ofSetting key: String, in layer: Layer) -> ScriptPlace? {
    for name in [key] + (PreviewScene.otherNames[key] ?? []) {
      if let place = engine.place(ofSetting: name, of: layer) { return place }
    }
    return nil
  }

  /// Describes a custom key, which no class declares.
  private func ownKey(_ name: String, of model: Layer, shown: Layer, origins: Origins) -> JSONObject {
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
    key.set("summary", "A custom key of the script.")
    return key
  }

  /// True if a value of the key can be written as text.
  static func isEditable(_ row: Property, _ value: LuaLiteral) -> Bool {
    if row.isReadOnly { return false }
    switch row.kind {
    case .layer, .layers, .objects, .object, .data, .delegate, .function, .layoutManager: return false
    case .any, .dictionary, .text, .filter: return value.isExact
    default: return true
    }
  }
}

extension KeyedClass {
  /// The class itself if it is built in, else its nearest built-in superclass.
  fileprivate var builtInBase: KeyedClass {
    var now = self
    while !KeyedClass.builtIn.contains(where: { $0 === now }), let above = now.superclass { now = above }
    return now
  }
}

extension PropertyValue {
  /// True for the zero value, which a property without a stored default reads as.
  fileprivate var isZero: Bool {
    switch self {
    case .null, .rect(.zero), .point(.zero), .size(.zero), .number(0), .bool(false), .array([]): true
    default: false
    }
  }
}

extension PropertyKind {
  /// True if the values are layers.
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
    case .object: "object"
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
