// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Numbers
import Pixels

extension Layer {
  /// Returns the layer tree as values: `class`, `label`, `frame`, every key that differs from its default, custom keys,
  /// `mask` and `sublayers`. Layout runs first; problems that it cannot solve are under `problems` of the dumped layer.
  ///
  /// The value is as deep as the tree. Releasing one of thousands of levels takes megabytes of stack, unless
  /// `PropertyValue.dismantle` is used.
  package final func dump() -> PropertyValue {
    var problems: [PropertyValue] = []
    do {
      try scene.playLines()
      try layoutIfNeeded()
    } catch { problems.append(.string("\(error)")) }
    return dumped(problems)
  }

  /// Returns the dump of the tree at a scene time, with the values of its animations.
  ///
  /// - Throws: `LayerError` as `presentation(at:)` does.
  package final func dump(at time: Double) throws -> PropertyValue {
    var problems: [PropertyValue] = []
    do { try layoutIfNeeded() } catch { problems.append(.string("\(error)")) }
    return try presentation(at: time).dumped(problems)
  }

  private func dumped(_ problems: [PropertyValue]) -> PropertyValue {
    var entries = dumpTree()
    if !problems.isEmpty { entries.append(("problems", .array(problems))) }
    return .dictionary(entries)
  }

  /// The dump as JSON text: points as `{"x": …}`, colours as CSS hex, paths as SVG path data, images by name and size.
  package final func dumpJSON() -> String { PropertyValue.json(dump()) }

  /// The dump at a scene time as JSON text.
  ///
  /// - Throws: `LayerError` as `presentation(at:)` does.
  package final func dumpJSON(at time: Double) throws -> String { PropertyValue.json(try dump(at: time)) }

  private typealias Entry = (key: String, value: PropertyValue)

  /// Dumps children before their superlayer, without recursion, since a tree may be deeper than the thread's stack
  /// allows.
  ///
  /// - Parameter more: further entries for each layer, after its frame.
  func dumpTree(more: (Layer) -> [(key: String, value: PropertyValue)] = { _ in [] }) -> [(
    key: String, value: PropertyValue
  )] {
    struct Frame {
      let layer: Layer
      let label: String
      var next = 0
      var sublayers: [PropertyValue] = []
      var mask: PropertyValue?
      var maskIsPending: Bool
      let isMask: Bool
    }
    func frame(_ layer: Layer, _ label: String, isMask: Bool = false) -> Frame {
      Frame(layer: layer, label: label, maskIsPending: layer.extraBox?.value.mask != nil, isMask: isMask)
    }
    var frames = [frame(self, label)]
    var steps = 0
    while let top = frames.indices.last {
      steps += 1
      // The interruption is not reported as an error.
      if steps & 255 == 0, scene.host.isStopped?() == true {
        for i in frames.indices {
          var doomed: [PropertyValue] = []
          swap(&doomed, &frames[i].sublayers)
          if let mask = frames[i].mask.take() { doomed.append(mask) }
          PropertyValue.dismantle(.array(consume doomed))
        }
        return []
      }
      let layer = frames[top].layer
      if frames[top].next < layer.children.count {
        let child = layer.children[frames[top].next]
        frames[top].next += 1
        frames.append(
          frame(child, labelPath(under: frames[top].label, name: child.storedName, index: frames[top].next - 1)))
        continue
      }
      if frames[top].maskIsPending {
        frames[top].maskIsPending = false
        if let mask = layer.extraBox?.value.mask {
          frames.append(frame(mask, frames[top].label + "/mask", isMask: true))
        }
        continue
      }
      let done = frames.removeLast()
      var entries = layer.ownEntries(label: done.label, more: more(layer))
      if let mask = done.mask { entries.append(("mask", mask)) }
      if !done.sublayers.isEmpty { entries.append(("sublayers", .array(done.sublayers))) }
      guard let parent = frames.indices.last else { return entries }
      if done.isMask {
        frames[parent].mask = .dictionary(entries)
      } else {
        frames[parent].sublayers.append(.dictionary(entries))
      }
    }
    return []
  }

  private func ownEntries(label: String, more: [Entry]) -> [Entry] {
    let entries: [Entry] =
      [("class", .string(className)), ("label", .string(label)), ("frame", .rect(frame).dumped)] + more
    var objects = 0
    return entries + changedEntries(depth: 0, &objects)
  }
}

extension KeyedObject {
  /// Returns every declared key whose value is not the class's default, in documentation order, then the custom keys.
  ///
  /// It omits derived keys, keys that lead to other layers, and values that only a script or a host understands.
  ///
  /// - Parameters:
  ///   - depth: the nesting depth of objects.
  ///   - objects: the number of objects written so far. Objects may be shared, so that even a small scene could expand
  ///     without limit.
  fileprivate func changedEntries(depth: Int, _ objects: inout Int) -> [(key: String, value: PropertyValue)] {
    var entries: [(key: String, value: PropertyValue)] = []
    for property in keyedClass.properties where !property.isDerived {
      switch property.kind {
      case .layer, .layers, .delegate: continue
      default: break
      }
      if property === Property.contents, let layer = self as? Layer, layer.storedContents == nil {
        // Reading it would make an image of the drawing.
        if layer.extraBox?.value.backing != nil { entries.append((property.name, .string("drawn"))) }
        continue
      }
      let value = property.value(self)
      let usual = keyedClass.defaultValue(of: property)
      if value == usual || value.isNull { continue }
      if property === Property.layoutManager, let layer = self as? Layer {
        entries.append((property.name, layer.managerEntry))
        continue
      }
      // Without a stored default, an unchanged object reads zero.
      if usual.isNull {
        switch value {
        case .rect(.zero), .point(.zero), .size(.zero), .number(0), .bool(false), .array([]): continue
        case .object: continue
        default: break
        }
      }
      if case .data = property.kind, case .array(let numbers) = value {
        entries.append((property.name, .string(counted(numbers.count, "number"))))
        continue
      }
      entries.append((property.name, value.dumped(depth: depth, &objects)))
    }
    for key in customKeys() {
      guard let value = ownValues[key] else { continue }
      if case .object = value { continue }
      entries.append((key, value.dumped(depth: depth, &objects)))
    }
    return entries
  }
}

extension Layer {
  /// A built-in layout manager as its class and settings; for others, a remark that there is one.
  fileprivate var managerEntry: PropertyValue {
    guard let manager = layoutManager as? BuiltInLayoutManager else { return .string("a table or object of the host") }
    var entries: [Entry] = [("class", .string(manager.className))]
    for row in manager.keyedClass.properties where row.value(manager) != row.defaultValue {
      entries.append((row.name, row.value(manager)))
    }
    return .dictionary(entries)
  }
}

extension PropertyValue {
  static func json(_ value: consuming PropertyValue) -> String {
    var writer = JSONWriter()
    writer.write(value)
    dismantle(value)
    return writer.text
  }

  /// Releases a deeply nested value without recursion, for which small stacks have no room.
  package static func dismantle(_ value: consuming PropertyValue) {
    var pending = [value]
    while let next = pending.popLast() {
      switch next {
      case .array(let values): for value in values where value.isNested { pending.append(value) }
      case .dictionary(let entries): for entry in entries where entry.value.isNested { pending.append(entry.value) }
      default: break
      }
    }
  }

  private var isNested: Bool {
    switch self {
    case .array(let values): !values.isEmpty
    case .dictionary(let entries): !entries.isEmpty
    default: false
    }
  }

  /// The value in the form of a dump: objects such as emitter cells by their keys, and 0 for −0.
  var dumped: PropertyValue {
    var objects = 0
    return dumped(depth: 0, &objects)
  }

  fileprivate func dumped(depth: Int, _ objects: inout Int) -> PropertyValue {
    switch self {
    case .number(let v): return .number(v + 0)
    case .point(let p): return .point(Point(p.x + 0, p.y + 0))
    case .size(let s): return .size(Size(s.width + 0, s.height + 0))
    case .rect(let r): return .rect(Rect(r.x + 0, r.y + 0, r.width + 0, r.height + 0))
    case .transform(let t): return .transform(t.withoutNegativeZero)
    case .array(let a):
      var values: [PropertyValue] = []
      for v in a { values.append(v.dumped(depth: depth, &objects)) }
      return .array(values)
    case .keyed(let object):
      objects += 1
      guard depth < 16, objects <= 10_000 else { return .string(object.label) }
      return .dictionary([("class", .string(object.className))] + object.changedEntries(depth: depth + 1, &objects))
    default: return self
    }
  }
}

extension Transform3D {
  fileprivate var withoutNegativeZero: Transform3D {
    Transform3D(
      m11: m11 + 0, m12: m12 + 0, m13: m13 + 0, m14: m14 + 0, m21: m21 + 0, m22: m22 + 0, m23: m23 + 0, m24: m24 + 0,
      m31: m31 + 0, m32: m32 + 0, m33: m33 + 0, m34: m34 + 0, m41: m41 + 0, m42: m42 + 0, m43: m43 + 0, m44: m44 + 0)
  }
}

/// Writes property values as JSON text, indented by two spaces a level.
struct JSONWriter {
  private(set) var text = ""
  private var level = 0

  private enum Step {
    case value(PropertyValue)
    case key(String)
    case line(afterComma: Bool)
    case close(String)
  }

  /// Writes a value without recursion: a tree may be deeper than the thread's stack allows.
  mutating func write(_ value: PropertyValue) {
    var pending: [Step] = [.value(value)]
    while let step = pending.popLast() {
      switch step {
      case .value(let value): write(value, &pending)
      case .key(let key):
        string(key)
        text += ": "
      case .line(let comma): line(after: comma)
      case .close(let bracket):
        level -= 1
        line(after: false)
        text += bracket
      }
    }
  }

  private mutating func write(_ value: PropertyValue, _ pending: inout [Step]) {
    switch value {
    case .null: text += "null"
    case .bool(let v): text += v ? "true" : "false"
    case .number(let v): number(v)
    case .string(let v): string(v)
    case .point(let p): numbers([("x", p.x), ("y", p.y)])
    case .size(let s): numbers([("width", s.width), ("height", s.height)])
    case .rect(let r): numbers([("x", r.x), ("y", r.y), ("width", r.width), ("height", r.height)])
    case .transform(let t): list(t.elements)
    case .color(let c): string(c.hexadecimal)
    case .image(let image):
      text += "{"
      if let name = image.name {
        text += "\"name\": "
        string(name)
        text += ", "
      }
      text += "\"width\": \(image.width), \"height\": \(image.height), \"scale\": "
      number(image.scale)
      text += "}"
    case .path(let p): string(p.svg)
    case .layer(let l): string(l.label)
    case .keyed(let object): string(object.label)
    case .attributedString(let s): string(s.string)
    case .constraint(let c): string(c.description)
    case .object, .bytes: text += "null"
    case .array(let a):
      guard !a.isEmpty else { return text += "[]" }
      text += "["
      level += 1
      pending.append(.close("]"))
      for (i, v) in a.enumerated().reversed() { pending += [.value(v), .line(afterComma: i > 0)] }
    case .dictionary(let d):
      guard !d.isEmpty else { return text += "{}" }
      text += "{"
      level += 1
      pending.append(.close("}"))
      for (i, entry) in d.enumerated().reversed() {
        pending += [.value(entry.value), .key(entry.key), .line(afterComma: i > 0)]
      }
    }
  }

  private mutating func line(after comma: Bool) {
    if comma { text += "," }
    text += "\n"
    // The indentation is limited to 64 levels; for a deep tree it would be longer than the tree.
    for _ in 0..<min(level, 64) { text += "  " }
  }

  private mutating func numbers(_ fields: [(String, Double)]) {
    text += "{"
    for (i, field) in fields.enumerated() {
      text += (i > 0 ? ", \"" : "\"") + field.0 + "\": "
      number(field.1)
    }
    text += "}"
  }

  private mutating func list(_ values: [Double]) {
    text += "["
    for (i, v) in values.enumerated() {
      if i > 0 { text += ", " }
      number(v)
    }
    text += "]"
  }

  /// JSON has no infinity, which becomes a string.
  private mutating func number(_ v: Double) {
    if v.isFinite { text += numberText(v) } else { string("\(v)") }
  }

  private mutating func string(_ s: String) { text.appendJSON(s) }
}

extension Color {
  /// The colour as `#rrggbb`, with two further digits of alpha if it is not opaque.
  package var hexadecimal: String {
    func digits(_ v: Double) -> String {
      let byte = Int(clamping: (min(max(v, 0), 1) * 255).rounded())
      return (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    return "#" + digits(red) + digits(green) + digits(blue) + (alpha < 1 ? digits(alpha) : "")
  }
}
