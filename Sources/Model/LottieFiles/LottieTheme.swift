// SPDX-License-Identifier: MIT
import LayerModel
import Messages
import Numbers
import Parsing

/// A theme of an archive: values for the slots of an animation.
struct LottieTheme {
  /// The properties, in the form of the animation's own, by identifier of a slot.
  private(set) var slots: [String: Node] = [:]
  /// The rules that are left out.
  private(set) var notes = LottieNotes()
  private let name: String
  /// The files of the archive, in which a picture of an identifier is looked for.
  private let files: [String]
  /// The pictures and compositions of the animation, by identifier.
  private let assets: [String: Node]

  /// Reads the rules of a theme that are for an animation.
  init(
    _ root: Node, named name: String, for document: LottieDocument, files: [String], _ reading: inout Reading
  ) throws {
    self.name = name
    self.files = files
    assets = document.assets
    for rule in root.items("rules").map({ Node($0) }) {
      // A picture's file is looked for among all.
      try reading.step(rule["type"]?.text == Kind.image.rawValue ? 8 * files.count + 8 : 8)
      guard let id = rule.identifier("id") else {
        note("rules of themes without an identifier are left out", "rules")
        continue
      }
      let only = rule.items("animations").compactMap { Node($0).text }
      if !only.isEmpty, !only.contains(document.id) { continue }
      if let type = rule["type"]?.text, Kind(rawValue: type) == nil {
        note("rules of themes of an unknown type are left out", "\(id.prefix(80)): \"\(type.prefix(80))\"")
      } else if let property = property(of: rule, rule["type"]?.text.flatMap { Kind(rawValue: $0) }) {
        slots[id] = property
      } else {
        let kind = rule["type"]?.text ?? "value"
        note("rules of themes with a value of another kind are left out", "\(id.prefix(80)): no \(kind)")
      }
    }
  }

  private mutating func note(_ kind: String, _ place: String) { notes.add(kind, "\(name.prefix(80)): \(place)") }

  /// The types of rules.
  private enum Kind: String {
    case color = "Color"
    case scalar = "Scalar"
    case position = "Position"
    case vector = "Vector"
    case gradient = "Gradient"
    case image = "Image"
    case text = "Text"
  }

  /// Returns the property that a rule describes; nil if a value is not of the rule's type.
  private func property(of rule: Node, _ kind: Kind?) -> Node? {
    if kind == .image { return rule["value"].flatMap(picture) }
    var stops: Int?
    func read(_ node: Node) -> PropertyValue? {
      guard kind == .gradient else { return value(node.value, kind) }
      guard let (numbers, count) = gradient(node), stops ?? count == count else { return nil }
      stops = count
      return .array(numbers.map { .number($0) })
    }
    let k: PropertyValue
    if let frames = rule["keyframes"], !frames.items.isEmpty {
      var keys: [PropertyValue] = []
      for key in frames.items.map({ Node($0) }) {
        guard case .number? = key["frame"]?.value, let frame = key["frame"], let value = key["value"].flatMap(read)
        else { return nil }
        var entries: [(key: String, value: PropertyValue)] = [("t", frame.value), ("s", value)]
        for (name, own) in [
          ("outTangent", "o"), ("inTangent", "i"), ("hold", "h"), ("valueOutTangent", "to"), ("valueInTangent", "ti"),
        ] {
          if let value = key[name] { entries.append((own, value.value)) }
        }
        keys.append(.dictionary(entries))
      }
      k = .array(keys)
    } else {
      guard let value = rule["value"].flatMap(read) else { return nil }
      k = kind == .text ? .dictionary([("t", 0), ("s", value)]) : value
    }
    guard let stops else { return Node(.dictionary([("k", k)])) }
    return Node(.dictionary([("p", .number(Double(stops))), ("k", .dictionary([("k", k)]))]))
  }

  private func value(_ value: PropertyValue, _ kind: Kind?) -> PropertyValue? {
    switch kind {
    case .color: return TextSlot.color(value)
    case .scalar:
      guard case .number = value else { return nil }
      return value
    case .position, .vector:
      guard case .array = value, let numbers = Node(value).numbers, numbers.count >= 2 else { return nil }
      return value
    case .text: return TextSlot.style(value)
    default: return value
    }
  }

  /// Returns the numbers of `[{offset, color}, …]`: places with colours, then places with opacities if one is below 1.
  private func gradient(_ node: Node) -> (numbers: [Double], count: Int)? {
    guard case .array(let items) = node.value, !items.isEmpty, items.count <= LottieLimits.stops else { return nil }
    var colors: [Double] = []
    var alphas: [Double] = []
    var isOpaque = true
    for item in items.map({ Node($0) }) {
      guard let place = item["offset"]?.number, let color = item["color"]?.numbers, 3...4 ~= color.count else {
        return nil
      }
      colors += [place] + color.prefix(3)
      let alpha = color.count > 3 ? color[3] : 1
      alphas += [place, alpha]
      if alpha < 1 { isOpaque = false }
    }
    return (isOpaque ? colors : colors + alphas, items.count)
  }

  /// Returns the file and the size of `{ id | path | url | src | dataUrl, width, height }`; nil without a file.
  private func picture(_ node: Node) -> Node? {
    var entries: [(key: String, value: PropertyValue)] = []
    if let path = ["path", "url", "dataUrl", "src"].lazy.compactMap({ node[$0]?.text }).first(where: { !$0.isEmpty }) {
      // Names are from the folder of pictures, or from the archive's root.
      entries.append(("p", .string(String(path.drop { $0 == "/" }))))
    } else if let id = node.identifier("id") {
      if let file = files.first(where: { $0.hasPrefix("i/\(id).") || $0 == "i/\(id)" }) {
        entries.append(("p", .string(file)))
      } else if let asset = assets[id], let file = asset["p"] {
        entries.append(("p", file.value))
        if let folder = asset["u"] { entries.append(("u", folder.value)) }
      }
    }
    guard !entries.isEmpty else { return nil }
    for (name, key) in [("width", "w"), ("height", "h")] {
      guard let size = node[name] else { continue }
      guard case .number(let number) = size.value, number > 0 else { return nil }
      entries.append((key, .number(number)))
    }
    return Node(.dictionary(entries))
  }
}
