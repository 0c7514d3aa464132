// SPDX-License-Identifier: MIT
import LayerModel
import Messages
import Parsing

extension CAMLReader {
  /// The maximum number of states and of elements of a scene.
  static let stateLimit = 1000
  static let stateElementLimit = 100_000

  /// Reads an element `states` or `stateTransitions` of a layer. All layers of the document exist by then.
  func readStates(_ index: Int, of layer: Layer) throws {
    let name = element(index).name
    guard element(index).first != nil else { return }
    var objects: [PropertyValue] = []
    try document.children(of: index) { child in
      try session.reading.take(64)
      if let object = try stateObject(child) { objects.append(.keyed(object)) }
    }
    guard objects.count <= (name == "states" ? Self.stateLimit : Self.stateElementLimit) else {
      throw LayerError(.limit, "\(file):\(element(index).line): a layer has at most \(Self.stateLimit) states")
    }
    try checkBases(objects, index)
    try attempt(name, index) { try layer.setValue(.array(objects), forKey: name) }
  }

  /// Checks that no state is based on itself, which no player could apply.
  private func checkBases(_ states: [PropertyValue], _ index: Int) throws {
    var bases: [String: String] = [:]
    for case .keyed(let state) in states {
      if case .string(let name) = state.value(forKey: "name"), case .string(let base) = state.value(forKey: "basedOn"),
        bases[name] == nil
      {
        bases[name] = base
      }
    }
    if let name = try SceneRules.circle(in: bases, { try session.reading.step() }) {
      throw LayerError("\(file):\(element(index).line): the state \"\(name.prefix(60))\" is based on itself")
    }
  }

  /// Returns the object of a state, of a transition, or of an element of these; nil, with a note, for others.
  private func stateObject(_ index: Int) throws -> KeyedObject? {
    try session.reading.step(16)
    let element = element(index)
    let name = String(element.name.dropFirst(2))
    if name == "StateAddElement" || name == "StateRemoveElement" {
      note(.unsupported, index, onceFor: name, "\(element.name) is ignored, as by the system's own renderer")
      return nil
    }
    guard let keyedClass = CAMLNames.keyedClass(element.name), name.hasPrefix("State"), !keyedClass.isAbstract,
      let object = try? keyedClass.makeObject(in: scene)
    else {
      note(.unknown, index, onceFor: element.name, "<\(element.name.prefix(60))> is not read here and ignored")
      return nil
    }
    try setAttributes(of: object, from: index, except: ["targetId", "target", "id", "keyPath"])
    if let target = element["targetId"] ?? element["target"] {
      guard let layer = layersByID[target] else {
        note(
          .noTarget, index, onceFor: target,
          "no layer has the id \"\(target.prefix(60))\"; what should change it is ignored")
        return nil
      }
      try object.setValue(.layer(layer), forKey: "target")
    }
    if name == "StateTransitionElement", element["key"] == nil {
      note(
        .key, index, onceFor: "keyPath",
        "elements of transitions have keyPath in place of key: their animations are not run, as on devices"
      )
      return nil
    }
    if let keyPath = element["keyPath"], object.keyedClass.property("keyPath") != nil {
      try object.setValue(.string(keyPath), forKey: "keyPath")
    }
    return try readContent(of: object, index) ? object : nil
  }

  /// Reads the children of a state or an element of one; returns false if its value is none.
  private func readContent(of object: KeyedObject, _ index: Int) throws -> Bool {
    var isWhole = true
    try document.children(of: index) { child in
      switch element(child).name {
      case "elements":
        var elements: [PropertyValue] = []
        try document.children(of: child) { inner in
          try session.reading.take(64)
          if let element = try stateObject(inner) { elements.append(.keyed(element)) }
        }
        session.stateElements += elements.count
        guard session.stateElements <= Self.stateElementLimit else {
          throw LayerError(.limit, "\(file): its states have more than \(Self.stateElementLimit) elements")
        }
        if !elements.isEmpty { try object.setValue(.array(elements), forKey: "elements") }
      case "animation":
        guard let animation = try animation(child, depth: 0) else { return }
        try attempt("animation", child) { try object.setValue(.keyed(animation), forKey: "animation") }
      case "value":
        guard let value = try stateValue(child, of: object) else {
          isWhole = false
          return
        }
        try attempt("value", child) { try object.setValue(value, forKey: "value") }
      default: try setChild(child, of: object)
      }
    }
    return isWhole
  }

  /// True if a state sets a key of strings.
  private func takesAnyText(_ object: KeyedObject) -> Bool {
    guard case .string(let keyPath) = object.value(forKey: "keyPath"),
      case .layer(let target) = object.value(forKey: "target")
    else { return false }
    switch target.keyedClass.property(keyPath)?.kind {
    case .string?, .text?: return true
    default: return false
    }
  }

  /// Returns the value that a state sets, of the kind that the target's key takes; nil, with a note, if it is none.
  private func stateValue(_ index: Int, of object: KeyedObject) throws -> PropertyValue? {
    let element = element(index)
    let text = element["value"] ?? element.text
    // A text may be any word.
    let isMissing =
      element["src"] == nil && element.first == nil && element["type"] != "null" && CAMLNumbers.isMissing(text)
      && !takesAnyText(object)
    guard let value = try typed(index, element["type"] ?? "string", depth: 0), !isMissing else {
      note(
        .value, index, onceFor: "state \(text.prefix(20))",
        "\"\(text.prefix(60))\" is no value for a state; the key keeps its own")
      return nil
    }
    guard case .string(let keyPath) = object.value(forKey: "keyPath"),
      case .layer(let target) = object.value(forKey: "target"), let row = target.keyedClass.property(keyPath)
    else {
      // A part of a value is a number, whatever type the file names.
      if case .string(let text) = value, let number = CAMLNumbers.number(text) { return .number(number) }
      return value
    }
    switch (row.kind, value) {
    case (.bool, .number(let number)): return .bool(number != 0)
    case (.number, .bool(let flag)): return .number(flag ? 1 : 0)
    case (.number, .string), (.bool, .string), (.color, .string), (.colorOrPattern, .string), (.point, .string),
      (.rect, .string), (.transform, .string):
      return try self.value(ofText: text, keyPath, target, index)
    default: return value
    }
  }
}
