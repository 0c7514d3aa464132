// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Messages
import Numbers
import Pixels

/// Values that take the place of texts, in the words of themes.
enum TextSlot {
  /// The kinds of values of a text's style.
  private enum Kind {
    case text, number, color, flag, pair
    case word([String])
  }

  /// The names of a text's style in themes, with those of files.
  private static let names: [(name: String, key: String, kind: Kind)] = [
    ("text", "t", .text), ("fontName", "f", .text), ("fontSize", "s", .number), ("fillColor", "fc", .color),
    ("strokeColor", "sc", .color), ("strokeWidth", "sw", .number), ("strokeOverFill", "of", .flag),
    ("lineHeight", "lh", .number), ("tracking", "tr", .number), ("baselineShift", "ls", .number),
    (
      "justify", "j",
      .word([
        "Left", "Right", "Center", "JustifyLastLineLeft", "JustifyLastLineRight", "JustifyLastLineCenter",
        "JustifyLastLineFull",
      ])
    ),
    ("textCaps", "ca", .word(["Regular", "AllCaps", "SmallCaps"])), ("wrapSize", "sz", .pair),
    ("wrapPosition", "ps", .pair),
  ]

  /// Returns the style of a text in the words of files: of a text alone, or of `{ text =, fontSize =, … }`; nil for
  /// another value, and for one with an unknown name.
  static func style(_ value: PropertyValue) -> PropertyValue? {
    if case .string = value { return .dictionary([("t", value)]) }
    guard case .dictionary(let entries) = value, !entries.isEmpty else { return nil }
    var result: [(key: String, value: PropertyValue)] = []
    for entry in entries {
      guard let row = names.first(where: { $0.name == entry.key || $0.key == entry.key }),
        let value = read(entry.value, row.kind)
      else { return nil }
      result.append((row.key, value))
    }
    return .dictionary(result)
  }

  private static func read(_ value: PropertyValue, _ kind: Kind) -> PropertyValue? {
    switch (kind, value) {
    case (.text, .string), (.number, .number), (.flag, .bool), (.word, .number): return value
    case (.text, .number(let number)): return .string(numberText(number))
    case (.color, _): return color(value)
    case (.pair, _): return Node(value).numbers.flatMap { $0.count == 2 ? .array($0.map { .number($0) }) : nil }
    case (.word(let words), .string(let word)):
      return words.firstIndex { $0.lowercased() == word.lowercased() }.map { .number(Double($0)) }
    default: return nil
    }
  }

  /// Returns red, green and blue of a colour: of three or four numbers of 0 to 1, or of a text; nil for another value.
  static func color(_ value: PropertyValue) -> PropertyValue? {
    if case .string = value {
      return value.asColor.map { .array([.number($0.red), .number($0.green), .number($0.blue)]) }
    }
    guard let numbers = Node(value).numbers, 3...4 ~= numbers.count else { return nil }
    return .array(numbers.prefix(3).map { .number($0) })
  }
}

extension LottieSession {
  private func given(_ id: String) -> PropertyValue? { options.slots.last { $0.key == id }?.value }

  /// Notes that a slot's value is left out.
  func refuseSlot(_ id: String, _ place: Place) {
    notes.add("values of slots that their properties do not take are left out", "\(id.prefix(80)): \(place.text)")
  }

  /// Returns the documents of a text layer with their times: the file's own, or those of its slot, completed by the
  /// file's first.
  func textKeys(_ node: Node?, _ place: Place) throws -> [Node] {
    func keys(_ node: Node?) -> [Node] { node?["k"].map { $0.isObject ? [$0] : $0.items.map { Node($0) } } ?? [] }
    /// Returns the documents of a slot, with what they do not say as in the first of others; nil for none.
    func completed(_ slot: Node, _ others: [Node]) -> [Node]? {
      let base = others.first.flatMap { $0["s"] ?? ($0.isObject ? $0 : nil) }?.entries ?? []
      var result: [Node] = []
      for key in keys(slot) {
        let style = (key["s"] ?? key).entries
        guard !style.isEmpty, key["s"] != nil || key["t"]?.text != nil else { continue }
        let names = Set(style.map(\.key))
        let whole = style + base.filter { !names.contains($0.key) }
        result.append(
          Node(.dictionary([("t", .number(key["s"] == nil ? 0 : key.number("t", 0))), ("s", .dictionary(whole))])))
      }
      return result.isEmpty ? nil : result
    }
    var result = keys(node)
    guard let id = node?.identifier("sid") else { return result }
    var values = slotValues(id)
    if let given = given(id) {
      guard let style = TextSlot.style(given) else {
        throw LayerError(
          "slots[\"\(id.prefix(200))\"]: expected a text, or a style such as { text = \"Hello\", fontSize = 20 }, got "
            + given.described)
      }
      values = [animation.slots[id]].compactMap { $0 }
      values.insert(Node(.dictionary([("k", .dictionary([("t", 0), ("s", style)]))])), at: 0)
    }
    // The file's slot completes the layer's own documents, and the theme's or the caller's those.
    for slot in values.reversed() {
      if let documents = completed(slot, result) { result = documents } else { refuseSlot(id, place) }
    }
    return result
  }

  /// Returns a picture's asset with the file and the size of its slot.
  func slottedPicture(_ asset: Node, _ place: Place) throws -> Node {
    guard let id = asset.identifier("sid") else { return asset }
    usedSlots.insert(id)
    if given(id) != nil {
      throw LayerError(
        "slots[\"\(id.prefix(200))\"]: it is a picture: give images[\"\(asset.identifier("id") ?? "")\"] instead")
    }
    for slot in slotValues(id) {
      guard slot["p"]?.text?.isEmpty == false else {
        refuseSlot(id, place)
        continue
      }
      // The folder belongs to the file's name.
      let names = Set(slot.entries.map(\.key) + ["u"])
      return Node(.dictionary(slot.entries + asset.entries.filter { !names.contains($0.key) }))
    }
    return asset
  }

  /// Returns the stops of a gradient `{p, k}`, and how many colours they are: the file's own, or those of its slot.
  ///
  /// - Returns: also true for stops of the caller, with an opacity for each colour.
  func gradientSource(_ g: Node?, _ place: Place) -> (stops: Node?, count: Int, isGiven: Bool) {
    let own = (stops: g?["k"], count: g?.integer("p", 0) ?? 0, isGiven: false)
    guard let id = g?.identifier("sid") ?? g?["k"]?.identifier("sid") else { return own }
    if given(id) != nil { return (Node(.dictionary([("sid", .string(id))])), 0, true) }
    let values = slotValues(id)
    for slot in values {
      let isWhole = slot["p"] != nil && slot["k"]?.isObject == true
      let stops = isWhole ? slot["k"] : slot
      let count = isWhole ? slot.integer("p", 0) : own.count
      let k = stops?["k"]
      let first = k?.items.first.map { Node($0) }
      let numbers = (first?["t"] == nil ? k : first?["s"])?.numbers ?? []
      guard count > 0, count <= LottieLimits.stops, numbers.count >= 4 * count else {
        refuseSlot(id, place)
        continue
      }
      return (Node(.dictionary([("k", k?.value ?? .null)])), count, false)
    }
    if values.isEmpty { return own }
    let plain = own.stops?.entries.filter { $0.key != "sid" }
    return (plain.map { Node(.dictionary($0)) }, own.count, false)
  }
}

extension ValueKind {
  /// True if the numbers of a slot's value are enough for the property.
  func takes(_ numbers: [Double]) -> Bool {
    switch self {
    case .number: !numbers.isEmpty
    case .point: numbers.count >= 2
    case .color: numbers.count >= 3
    case .stops: numbers.count >= 4
    }
  }
}
