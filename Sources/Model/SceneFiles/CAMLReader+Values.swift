// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Messages
import Numbers
import Parsing
import Pixels

extension CAMLReader {
  /// The value of an element.
  enum Found {
    case value(PropertyValue)
    /// The element says that there is none, or its value was noted.
    case missing
    /// The element holds no value of the kind.
    case none
  }

  // MARK: Attributes

  /// Returns the value of an attribute; nil if the text is no value of the key.
  func value(ofText text: String, _ key: String, _ object: KeyedObject, _ index: Int) throws -> PropertyValue? {
    guard !key.contains("."), let row = object.keyedClass.property(key) else {
      // A part of a value: a number, or the numbers of a point or a size.
      guard let n = try CAMLNumbers.numbers(text, &session.reading), !n.isEmpty else { return nil }
      return n.count == 1 ? .number(n[0]) : .array(n.map { .number($0) })
    }
    return try value(ofText: text, row.kind, key, object, index)
  }

  private func value(
    ofText text: String, _ kind: PropertyKind, _ key: String, _ object: KeyedObject, _ index: Int
  ) throws -> PropertyValue? {
    switch kind {
    case .number:
      return CAMLNumbers.number(text, allowsInfinity: CAMLReader.infiniteKeys.contains(key)).map { .number($0) }
    case .bool: return CAMLNumbers.bool(text).map { .bool($0) }
    case .point, .size, .rect, .numbers, .data:
      return try CAMLNumbers.numbers(text, &session.reading).map { .array($0.map { .number($0) }) }
    case .transform, .affineTransform:
      return try CAMLNumbers.transform(text, &session.reading).map { .transform($0) }
    case .color, .colorOrPattern:
      if text.trimmed == "none" { return .null }
      return try CAMLNumbers.color(text, &session.reading).map { .color($0) }
    case .image: return try image(text, index).map { .image($0) }
    case .path: return try CAMLNumbers.path(text, &session.reading).map { .string($0) }
    case .string: return .string(key == "font" ? CAMLReader.font(text) : text)
    case .text, .filter: return .string(text)
    case .enumeration: return .string(text.trimmed)
    case .nameSet:
      if let number = CAMLNumbers.number(text) { return .number(number) }
      return .array(text.split { $0 == "|" || $0.isWhitespace }.map { .string(String($0)) })
    case .any: return try anyValue(ofText: text, key, object)
    default: return nil
    }
  }

  /// Returns the value of a key whose kind depends on the object: of an animation's value on its key path.
  private func anyValue(ofText text: String, _ key: String, _ object: KeyedObject) throws -> PropertyValue {
    guard let n = try CAMLNumbers.numbers(text, &session.reading), !n.isEmpty else { return .string(text.trimmed) }
    let isColor = (object as? PropertyAnimation)?.keyPath?.hasSuffix("olor") ?? false
    if isColor, let color = CAMLNumbers.color(n) { return .color(color) }
    switch n.count {
    case 1: return .number(n[0])
    case 2: return .point(Point(n[0], n[1]))
    case 16: return Transform3D(elements: n).map { .transform($0) } ?? .null
    default: return .array(n.map { .number($0) })
    }
  }

  /// The keys that may be infinite.
  private static let infiniteKeys: Set<String> = ["repeatCount", "repeatDuration", "duration"]

  /// Returns the name of a font, where Apple's system face is the generic one.
  private static func font(_ name: String) -> String {
    let isSystem = [".SF", "SFPro", "SF-Pro", "SF Pro", "SFUI", ".AppleSystem"].contains { name.hasPrefix($0) }
    return isSystem ? "San Francisco" : name
  }

  // MARK: Elements

  /// Returns the value of an element for a kind of key.
  func value(ofElement index: Int, _ kind: PropertyKind, of object: KeyedObject, depth: Int) throws -> Found {
    try session.reading.step(8)
    let element = element(index)
    if element["type"] == "null" || element.name == "null" { return .missing }
    switch kind {
    case .image:
      var source = element["src"]
      var place = index
      document.children(of: index) { child in
        if source == nil, let inner = self.element(child)["src"] { (source, place) = (inner, child) }
      }
      guard let source else { return element["value"].map(CAMLNumbers.isMissing) == true ? .missing : .none }
      return try image(source, place).map { .value(.image($0)) } ?? .missing
    case .color, .colorOrPattern: return try color(index).map { .value(.color($0)) } ?? .none
    case .colors, .numbers, .constraints, .layers:
      if case .numbers = kind, let text = element["value"] {
        return try CAMLNumbers.numbers(text, &session.reading).map { .value(.array($0.map { .number($0) })) } ?? .none
      }
      return .value(try list(index, depth: depth))
    case .objects(.emitterCell): return .value(try emitterCells(index, depth: depth))
    case .objects(.filter): return .value(try filters(index))
    case .objects(.animation): return .value(.array(try animations(index, depth: depth).map { .keyed($0) }))
    case .filter:
      guard let name = element["filter"] ?? element["value"] ?? element["name"] else { return .none }
      return .value(.string(name))
    case .dictionary: return .value(try dictionary(index, depth: depth))
    case .any: return try anyValue(ofElement: index, of: object, depth: depth)
    default:
      let text = element["value"] ?? element.text
      if CAMLNumbers.isMissing(text), !takesEmpty(kind) {
        note(
          .value, index, onceFor: "\(element.name) \(text.prefix(20))",
          "<\(element.name)> has no value; the default is used")
        return .missing
      }
      guard let value = try value(ofText: text, kind, element.name, object, index) else { return .none }
      return .value(value)
    }
  }

  private func anyValue(ofElement index: Int, of object: KeyedObject, depth: Int) throws -> Found {
    let element = element(index)
    if element.first == nil, element["value"] == nil, element["src"] == nil, element.text.isEmpty {
      // An empty list is nil.
      return .missing
    }
    if element["type"] == nil, let text = element["value"] {
      return .value(try anyValue(ofText: text, element.name, object))
    }
    return try typed(index, element["type"] ?? "NSArray", depth: depth).map { .value($0) } ?? .none
  }

  /// Returns the colour of an element: `value` and `opacity`, or a child with them.
  private func color(_ index: Int) throws -> Color? {
    var place = index
    if self.element(index)["value"] == nil, let child = document.child("CGColor", of: index) { place = child }
    let element = self.element(place)
    guard var color = try CAMLNumbers.color(element["value"] ?? element.text, &session.reading) else { return nil }
    if let text = element["opacity"], let opacity = CAMLNumbers.number(text) { color.alpha = opacity }
    return color
  }

  /// Returns the values of an element's children, each of the type that it names.
  func list(_ index: Int, depth: Int) throws -> PropertyValue {
    try checkDepth(depth, index)
    var values: [PropertyValue] = []
    var images = 0
    try document.children(of: index) { child in
      try session.reading.take(2 * MemoryLayout<PropertyValue>.stride)
      let element = element(child)
      guard let value = try typed(child, element["type"] ?? element.name, depth: depth + 1) else {
        return note(
          .value, child, onceFor: "list \(element.name)", "<\(element.name.prefix(60))> is no value and left out")
      }
      if case .image = value { images += 1 }
      guard images <= CAMLReader.sequenceLimit else {
        throw LayerError(
          .limit,
          "\(file):\(element.line): an animation has more than \(CAMLReader.sequenceLimit) images: leave some out")
      }
      values.append(value)
    }
    return .array(values)
  }

  /// Returns the entries of an element's children by their names, or by `key`.
  func dictionary(_ index: Int, depth: Int) throws -> PropertyValue {
    try checkDepth(depth, index)
    var entries: [(key: String, value: PropertyValue)] = []
    try document.children(of: index) { child in
      try session.reading.take(2 * MemoryLayout<(String, PropertyValue)>.stride)
      let element = element(child)
      let name = element.name == "p" ? element["key"] ?? "p" : element.name
      if let value = try typed(child, element["type"] ?? "NSDictionary", depth: depth + 1) {
        entries.append((name, value))
      }
    }
    return .dictionary(entries)
  }

  private func checkDepth(_ depth: Int, _ index: Int) throws(LayerError) {
    guard depth >= CAMLReader.depthLimit else { return }
    throw LayerError(
      .limit, "\(file):\(element(index).line): values are nested more than \(CAMLReader.depthLimit) deep")
  }

  /// Returns the value of an element of a type that CAML names; nil if it is none.
  func typed(_ index: Int, _ type: String, depth: Int) throws -> PropertyValue? {
    try session.reading.step(8)
    let element = element(index)
    let text = element["value"] ?? element.text
    switch type {
    case "integer", "real", "float", "double", "int", "number", "NSNumber":
      return CAMLNumbers.number(text, allowsInfinity: true).map { .number($0) }
    case "bool", "boolean", "BOOL": return CAMLNumbers.bool(text).map { .bool($0) }
    case "string", "NSString": return .string(text)
    case "CGColor", "color": return try color(index).map { .color($0) }
    case "CGPoint":
      guard let n = try CAMLNumbers.numbers(text, &session.reading), n.count == 2 else { return nil }
      return .point(Point(n[0], n[1]))
    case "CGSize":
      guard let n = try CAMLNumbers.numbers(text, &session.reading), n.count == 2 else { return nil }
      return .size(Size(n[0], n[1]))
    case "CGRect":
      guard let n = try CAMLNumbers.numbers(text, &session.reading), n.count == 4 else { return nil }
      return .rect(Rect(n[0], n[1], n[2], n[3]))
    case "CATransform3D", "CGAffineTransform":
      return try CAMLNumbers.transform(text, &session.reading).map { .transform($0) }
    case "CGImage": return try image(element["src"] ?? text, index, isDeferred: true).map { .image($0) }
    case "CGPath": return try CAMLNumbers.path(text, &session.reading).map { .string($0) }
    case "CAMediaTimingFunction":
      guard let n = try CAMLNumbers.numbers(text, &session.reading), n.count == 4 else { return .string(text.trimmed) }
      return .array(n.map { .number($0) })
    case "NSArray", "array", "value": return try list(index, depth: depth)
    case "NSDictionary", "dictionary": return try dictionary(index, depth: depth)
    case "null", "NSNull": return .null
    default: return nil
    }
  }

  // MARK: Objects that layers hold

  private func emitterCells(_ index: Int, depth: Int) throws -> PropertyValue {
    try checkDepth(depth, index)
    var cells: [PropertyValue] = []
    try document.children(of: index) { child in
      let cell = EmitterCell(in: scene)
      try session.reading.take(64)
      try setAttributes(of: cell, from: child)
      try document.children(of: child) { inner in
        guard element(inner).name == "emitterCells" else { return try setChild(inner, of: cell) }
        let inside = try emitterCells(inner, depth: depth + 1)
        try attempt("emitterCells", inner) { try cell.setValue(inside, forKey: "emitterCells") }
      }
      cells.append(.keyed(cell))
    }
    return .array(cells)
  }

  private func filters(_ index: Int) throws -> PropertyValue {
    var filters: [PropertyValue] = []
    try document.children(of: index) { child in
      let element = element(child)
      try session.reading.take(64)
      guard let name = element["filter"] ?? element["type"] ?? element["name"] else {
        return note(.value, child, "<\(element.name.prefix(60))> names no filter and is left out")
      }
      guard let kind = try? KeyedClass.filter(named: name, in: scene) else {
        return note(
          .unsupported, child, onceFor: "filter \(name)",
          "there is no filter \"\(name.prefix(60))\"; it is left out")
      }
      guard let filter = try kind.makeObject(in: scene) as? Filter else { return }
      for (key, text) in element.attributes where key != "filter" && key != "type" {
        if !CAMLNames.isEditors(key, ""), key != "id" { try setFilter(key, text, of: filter, child) }
      }
      try document.children(of: child) { input in
        let inner = self.element(input)
        if let value = inner["value"] {
          try setFilter(inner.name, value, of: filter, input)
        } else {
          try setChild(input, of: filter)
        }
      }
      filters.append(.keyed(filter))
    }
    return .array(filters)
  }

  private func setFilter(_ name: String, _ text: String, of filter: Filter, _ index: Int) throws {
    // The key of colorMonochrome's amount, which Core Image calls an intensity.
    let hasOwn = filter.keyedClass.property(name) != nil || name != "inputAmount"
    let key = hasOwn ? name : "inputIntensity"
    guard filter.keyedClass.property(key) != nil else { return noteUnknown(key, of: filter, index) }
    try attempt(key, index) {
      guard let value = try value(ofText: text, key, filter, index) else {
        throw LayerError("\(filter.className).\(key): \"\(text.prefix(60))\" is no value of this key")
      }
      try filter.setValue(value, forKey: key)
    }
  }
}
