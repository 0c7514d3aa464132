// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Messages
import Numbers
import Pixels

extension CAMLWriter {
  /// The maximum nesting of values, groups of animations and emitter cells, as in reading.
  static let depthLimit = CAMLReader.depthLimit

  /// Adds a key's value to an element, as an attribute or as a child.
  ///
  /// - Parameters:
  ///   - object: the object that has the key.
  ///   - layer: the layer that the object belongs to, for messages.
  func write(
    _ value: PropertyValue, _ row: Property, of object: KeyedObject, in layer: Layer, to node: inout XMLNode, depth: Int
  ) throws {
    let name = row.name
    switch row.kind {
    case .image:
      guard case .image(let image) = value else { return }
      node.children.append(XMLNode(name, [("type", "CGImage"), ("src", try path(of: image))]))
    case .string where name == "font":
      guard case .string(let font) = value else { return }
      node.children.append(XMLNode(name, [("type", "string"), ("value", CAMLWriter.fontName(font))]))
    case .text:
      guard case .string(let text) = value else { throw refusal(layer, "\(name) \(value.described)", "use plain text") }
      node.children.append(XMLNode(name, [("type", "string"), ("value", text)]))
    case .enumeration where name == "type":
      // An attribute of this name is the type of the value.
      guard case .string(let text) = value else { return }
      node.children.append(XMLNode(name, [("value", text)]))
    case .numbers, .colors:
      guard case .array(let values) = value else { return }
      node.children.append(XMLNode(name, [], try values.map { try element($0, in: layer, depth: depth) }))
    case .filter:
      guard let filter = try filterName(value, name, layer) else { return }
      node.children.append(XMLNode(name, [("type", "CAFilter"), ("filter", filter), ("name", filter)]))
    case .objects(.filter):
      let filters = value.objects.compactMap { $0 as? Filter }
      node.children.append(XMLNode(name, [], try filters.map { try self.filter($0, in: layer) }))
    case .objects(.emitterCell):
      node.children.append(XMLNode(name, [], try value.objects.map { try cell($0, in: layer, depth: depth + 1) }))
    case .dictionary:
      guard case .dictionary(let entries) = value else { return }
      let children = try entries.map { try entry($0.key, $0.value, in: layer, depth: depth + 1) }
      if !children.isEmpty { node.children.append(XMLNode(name, [], children)) }
    case .any: try writeAny(value, name, of: object, in: layer, to: &node, depth: depth)
    default:
      if case .image = value { throw refusal(layer, "an image as \(name)", "show the image in a layer of its own") }
      guard let text = text(of: value, row) else { throw refusal(layer, "\(name) \(value.described)", "leave it out") }
      node.attributes.append((name, text))
    }
  }

  private func path(of image: Image) throws -> String {
    guard image.picture != nil else { return try assets.path(of: image) }
    return try assets.path(of: Image(image.bitmap(forScale: settings.pixelScale), name: image.name))
  }

  /// The name of the system's face, which scripts call by Apple's name of it.
  private static func fontName(_ name: String) -> String { name == "San Francisco" ? "SFProText-Regular" : name }

  /// Adds a value whose kind depends on the object: a name as an attribute, others with their type.
  private func writeAny(
    _ value: PropertyValue, _ name: String, of object: KeyedObject, in layer: Layer, to node: inout XMLNode, depth: Int
  ) throws {
    switch (name, value) {
    case (_, .null): return
    case ("timingFunction", _):
      node.children.append(XMLNode(name, try function(value, layer).attributes))
    case ("timingFunctions", .array(let functions)):
      node.children.append(XMLNode(name, [], try functions.map { try function($0, layer) }))
    case ("values", .array(let values)):
      let path = (object as? PropertyAnimation)?.keyPath
      let typed = try values.map { try self.typed($0, path, on: layer) }
      let images = typed.reduce(0) { count, value in if case .image = value { count + 1 } else { count } }
      guard images <= CAMLReader.sequenceLimit else {
        throw refusal(
          layer, "an animation of \(images) images: at most \(CAMLReader.sequenceLimit) are read", "leave some out",
          .limit)
      }
      node.children.append(XMLNode(name, [], try typed.map { try element($0, in: layer, depth: depth) }))
    case (_, .string(let text)) where name != "fromValue" && name != "toValue" && name != "byValue":
      node.attributes.append((name, text))
    default:
      let typed = try typed(value, (object as? PropertyAnimation)?.keyPath, on: layer)
      node.children.append(try element(typed, in: layer, depth: depth, name: name))
    }
  }

  /// Returns the element of a timing function, whose type is named where it is a key's value.
  private func function(_ value: PropertyValue, _ layer: Layer) throws -> XMLNode {
    let text: String
    switch value {
    case .string(let name):
      let function = try TimingFunction(named: name)
      if function.text == nil {
        text = name
      } else {
        // CAML has cubic curves only.
        let (a, b, isClose) = function.nearestCubic
        guard isClose else {
          throw refusal(
            layer, "the timing function \(name), which is no cubic curve", "write frames with bake, or use one")
        }
        text = CAMLWriter.list([a.x, a.y, b.x, b.y])
      }
    case .array(let values): text = CAMLWriter.list(values.compactMap(\.asNumber))
    default: throw refusal(layer, "the timing function \(value.described)", "name one")
    }
    return XMLNode("CAMediaTimingFunction", [("type", "CAMediaTimingFunction"), ("value", text)])
  }

  // MARK: Text

  static func number(_ value: Double) -> String { exactText(value) }

  static func list(_ numbers: [Double]) -> String { numbers.map(number).joined(separator: " ") }

  static func color(_ color: Color) -> String {
    list([color.red, color.green, color.blue] + (color.alpha == 1 ? [] : [color.alpha]))
  }

  /// Returns a value as the text of an attribute; nil if it has none.
  private func text(of value: PropertyValue, _ row: Property) -> String? {
    switch (row.kind, value) {
    case (.nameSet(let set), .array(let names)):
      let bits = names.reduce(UInt32(0)) { bits, name in
        bits | (set.members.first { .string($0.name) == name }?.bit ?? 0)
      }
      return "\(bits)"
    // No colour draws nothing, as a transparent one.
    case (.color, .null), (.colorOrPattern, .null): return "0 0 0 0"
    default: return CAMLWriter.plainText(of: value)
    }
  }

  private static func plainText(of value: PropertyValue) -> String? {
    switch value {
    case .bool(let flag): flag ? "1" : "0"
    case .number(let number): CAMLWriter.number(number)
    case .string(let text): text
    case .point(let p): list([p.x, p.y])
    case .size(let s): list([s.width, s.height])
    case .rect(let r): list([r.x, r.y, r.width, r.height])
    case .transform(let t): list(t.elements)
    case .color(let c): color(c)
    case .path(let path): path.svg
    case .array(let values):
      values.allSatisfy { $0.asNumber != nil } ? list(values.compactMap(\.asNumber)) : nil
    default: nil
    }
  }

  // MARK: Typed elements

  /// Returns a value in the form that a key takes: a colour for a CSS name, a point for two numbers, an image for the
  /// name of its file.
  func typed(_ value: PropertyValue, _ keyPath: String?, on layer: Layer) throws -> PropertyValue {
    guard let keyPath else { return value }
    let (object, key) = SceneChanges.end(of: keyPath, on: layer)
    guard let row = object.keyedClass.property(key) else {
      guard case .array(let values) = value, values.count == 2 else { return value }
      if keyPath.hasSuffix("size"), let size = value.asSize { return .size(size) }
      if keyPath.hasSuffix("origin"), let point = value.asPoint { return .point(point) }
      return value
    }
    if object === root, isFree, key == "geometryFlipped" { return value.negated }
    switch row.kind {
    case .image: return try images(value, keyPath, on: layer)
    case .point: return value.asPoint.map { .point($0) } ?? value
    case .size: return value.asSize.map { .size($0) } ?? value
    case .rect: return value.asRect.map { .rect($0) } ?? value
    case .transform, .affineTransform: return value.asTransform.map { .transform($0) } ?? value
    case .color, .colorOrPattern: return value.asColor.map { .color($0) } ?? value
    case .colors:
      guard case .array(let colors) = value else { return value }
      return .array(colors.map { color in color.asColor.map { .color($0) } ?? color })
    default: return value
    }
  }

  /// Returns a value of a key of images, with images in place of the names of files.
  private func images(_ value: PropertyValue, _ keyPath: String, on layer: Layer) throws -> PropertyValue {
    let target = SceneChanges.end(of: keyPath, on: layer).object as? Layer
    let scale = target?.contentsScale ?? layer.contentsScale
    guard let images = try SceneChanges.images(of: value, keyPath, on: layer, scale: scale) else {
      throw refusal(
        layer,
        "a \(keyPath) that changes between images of which one has no resolution of \(CAMLWriter.number(scale)) "
          + "pixels per point", "set contentsGravity = \"resize\", or use images of one resolution")
    }
    return images
  }

  /// Returns an image in the one resolution that a layer shows whose images change.
  func image(_ image: Image, inPlaceOf keyPath: String, of layer: Layer) throws -> Image {
    guard case .image(let result) = try images(.image(image), keyPath, on: layer) else { return image }
    return result
  }

  /// Returns the element of a value, named by its type, or by a key with the type as an attribute.
  func element(_ value: PropertyValue, in layer: Layer, depth: Int, name: String? = nil) throws -> XMLNode {
    guard depth < CAMLWriter.depthLimit else {
      throw refusal(layer, "values nested more than \(CAMLWriter.depthLimit) deep", "make them flatter")
    }
    func node(_ type: String, _ attributes: [(name: String, value: String)], _ children: [XMLNode] = []) -> XMLNode {
      guard let name else { return XMLNode(type, attributes, children) }
      return XMLNode(name, [("type", type)] + attributes, children)
    }
    switch value {
    case .null: return node("null", [])
    case .color(let color):
      let opacity = color.alpha == 1 ? [] : [(name: "opacity", value: CAMLWriter.number(color.alpha))]
      return node("CGColor", [("value", CAMLWriter.color(color.withAlpha(1)))] + opacity)
    case .image(let image): return node("CGImage", [("src", try path(of: image))])
    case .array(let values):
      guard values.count <= CAMLDocument.elementLimit else {
        throw refusal(
          layer, "a list of \(values.count) values: a document has at most \(CAMLDocument.elementLimit) elements",
          "leave some out", .limit)
      }
      return node("NSArray", [], try values.map { try element($0, in: layer, depth: depth + 1) })
    case .dictionary(let entries):
      return node("NSDictionary", [], try entries.map { try entry($0.key, $0.value, in: layer, depth: depth + 1) })
    default:
      guard let type = value.camlType, let text = CAMLWriter.plainText(of: value) else {
        throw refusal(layer, value.described, "leave it out")
      }
      return node(type, [("value", text)])
    }
  }

  private func entry(_ key: String, _ value: PropertyValue, in layer: Layer, depth: Int) throws -> XMLNode {
    guard XMLText.isName(key), key != "p" else {
      var node = try element(value, in: layer, depth: depth, name: "p")
      node.attributes.insert(("key", key), at: 0)
      return node
    }
    return try element(value, in: layer, depth: depth, name: key)
  }
}

extension PropertyValue {
  /// The name of the value's type in CAML; nil for values with other elements.
  fileprivate var camlType: String? {
    switch self {
    case .number: "real"
    case .bool: "bool"
    case .string: "string"
    case .point: "CGPoint"
    case .size: "CGSize"
    case .rect: "CGRect"
    case .transform: "CATransform3D"
    case .path: "CGPath"
    default: nil
    }
  }

  /// A truth value or a number as its opposite; other values as they are.
  fileprivate var negated: PropertyValue {
    switch self {
    case .bool(let flag): .bool(!flag)
    case .number(let number): .bool(number == 0)
    default: self
    }
  }

  /// The objects of a list.
  var objects: [KeyedObject] {
    guard case .array(let values) = self else { return [] }
    return values.compactMap { if case .keyed(let object) = $0 { object } else { nil } }
  }
}
