// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Messages
import Numbers
import Parsing
import Pixels

/// Makes layers of the elements of a CAML document.
///
/// A value that a key does not accept becomes a note, and the key keeps its default; errors of memory, limits and
/// cancellation end the reading. The tree is built without recursion.
final class CAMLReader {
  /// The maximum nesting of values, groups of animations and emitter cells.
  static let depthLimit = 64
  /// The maximum size of all `id`s together, in bytes.
  static let idLimit = 1 << 20

  let session: PackageSession
  let document: CAMLDocument
  /// The document's name in notes.
  let file: String
  /// The folder of the bundle's files, with a slash at its end; empty for that of the package.
  let folder: String
  private(set) var layersByID: [String: Layer] = [:]
  private var idBytes = 0
  /// The elements that refer to layers by `id`, read when all layers exist.
  private var pending: [(layer: Layer, element: Int)] = []
  /// The animations of key paths that lead to other layers, with their elements; paid when they are read.
  var waitingAnimations: [(layer: Layer, animation: Animation, element: Int)] = []

  init(_ document: CAMLDocument, file: String, folder: String, _ session: PackageSession) {
    self.document = document
    self.file = file
    self.folder = folder
    self.session = session
  }

  var scene: Scene { session.scene }

  func element(_ index: Int) -> CAMLDocument.Element { document.elements[index] }

  // MARK: Layers

  /// Returns the document's layer.
  ///
  /// - Throws: `LayerError` if there is none, and of kind `limit` or `cancelled`.
  func root() throws -> Layer {
    if !document.hasNamespace {
      note(.namespace, 0, "the elements are not in the namespace \(CAMLDocument.namespace); they are read all the same")
    }
    var found: Int?
    document.children(of: 0) { child in
      let name = element(child).name
      if found == nil, layerClass(ofElement: child) != nil {
        found = child
      } else if !CAMLNames.silent.contains(name) {
        note(.unknown, child, onceFor: name, "<\(name.prefix(60))> is not read here and ignored")
      }
    }
    guard let found else { throw LayerError("\(file): <caml> holds no layer") }
    let root = try tree(at: found)
    try addWaitingAnimations()
    for (layer, element) in pending { try readStates(element, of: layer) }
    return root
  }

  private struct Waiting {
    var element: Int
    var parent: Layer?
    var isMask = false
  }

  private func tree(at top: Int) throws -> Layer {
    var stack = [Waiting(element: top)]
    var root: Layer?
    while let next = stack.popLast() {
      try session.reading.step(16)
      let layer = try layer(at: next.element)
      if let parent = next.parent {
        if next.isMask { try parent.setMask(layer) } else { try parent.addSublayer(layer) }
      } else {
        root = layer
      }
      var below: [Waiting] = []
      try document.children(of: next.element) { child in
        switch element(child).name {
        case "sublayers":
          document.children(of: child) {
            below.append(Waiting(element: $0, parent: layer))
          }
        case "mask":
          var mask = element(child)["type"].flatMap(CAMLNames.layerClass) == nil ? nil : child
          document.children(of: child) { if mask == nil { mask = $0 } }
          if let mask { below.append(Waiting(element: mask, parent: layer, isMask: true)) }
        default: return
        }
        try session.reading.take(below.count * 64)
      }
      stack += below.reversed()
    }
    guard let root else { throw LayerError("\(file): <caml> holds no layer") }
    return root
  }

  /// Returns the class that an element of a layer names, by its own name or by `type`; nil for other elements.
  private func layerClass(ofElement index: Int) -> KeyedClass? {
    let element = element(index)
    return CAMLNames.layerClass(element.name) ?? element["type"].flatMap(CAMLNames.layerClass)
  }

  /// Makes the layer of an element, without its sublayers and its mask.
  private func layer(at index: Int) throws -> Layer {
    var keyedClass = layerClass(ofElement: index)
    if keyedClass == nil {
      let name = element(index).name
      note(
        .unsupported, index, onceFor: name,
        "\(name.prefix(60)) is not a known class of layers; a plain layer with its sublayers is shown")
      keyedClass = .layer
    }
    let layer = try (keyedClass ?? .layer).make(in: scene)
    try session.notePlace(of: layer, file: file, line: element(index).line)
    layer.isUnderConstruction = true
    defer { layer.isUnderConstruction = false }
    try setAttributes(of: layer, from: index, except: element(index).name.hasPrefix("CA") ? [] : ["type"])
    try document.children(of: index) { child in
      switch element(child).name {
      case "sublayers", "mask": break
      case "animations": try addAnimations(child, to: layer)
      case "states", "stateTransitions": pending.append((layer, child))
      default: try setChild(child, of: layer)
      }
    }
    return layer
  }

  /// Remembers a layer's `id`. If two are equal, the first is used.
  private func register(_ id: String, _ layer: Layer, _ index: Int) throws {
    idBytes += id.utf8.count
    guard idBytes <= Self.idLimit else {
      throw LayerError(.limit, "\(file): its ids are larger than \(Self.idLimit) bytes together")
    }
    try session.reading.take(4 * id.utf8.count + 128)
    try layer.setCustomValue(.string(id), forKey: CAMLNames.idKey, isExplicit: true)
    if layersByID[id] != nil {
      return note(
        .duplicateID, index, onceFor: id,
        "several layers have the id \"\(id.prefix(60))\"; states change the first of them")
    }
    layersByID[id] = layer
  }

  // MARK: Attributes and children

  /// Sets the keys that an element's attributes name, in their order.
  func setAttributes(of object: KeyedObject, from index: Int, except skipped: [String] = []) throws {
    var kept: [(key: String, value: PropertyValue)] = []
    for (name, text) in element(index).attributes where !skipped.contains(name) {
      try session.reading.step(8 + text.utf8.count >> 4)
      if name == "id", let layer = object as? Layer {
        try register(text, layer, index)
      } else if CAMLNames.isEditors(name, text) {
        kept.append((name, .string(text)))
      } else if !name.hasPrefix("xmlns"), name != "id" {
        try setAttribute(name, text, of: object, index)
      }
    }
    if !kept.isEmpty, object is Layer {
      try object.setCustomValue(.dictionary(kept), forKey: CAMLNames.attributesKey, isExplicit: true)
    }
  }

  private func setAttribute(_ name: String, _ text: String, of object: KeyedObject, _ index: Int) throws {
    guard let key = CAMLNames.key(name, of: object.keyedClass) else { return noteUnknown(name, of: object, index) }
    if CAMLNumbers.isMissing(text), text != "none", !takesEmpty(object.keyedClass.property(key)?.kind) {
      return note(
        .value, index, onceFor: "\(key)=\(text.prefix(20))",
        "\(key)=\"\(text.prefix(20))\" is no value; the default is used")
    }
    if key == "repeatDuration", text == "0" { return }
    try attempt(key, index) {
      guard let value = try value(ofText: text, key, object, index) else {
        throw LayerError("\(object.className).\(key): \"\(text.prefix(60))\" is no value of this key")
      }
      if key == "repeatDuration", value == .number(.infinity), object.value(forKey: "repeatCount") == value { return }
      try object.setValue(value, forKeyPath: key)
    }
  }

  /// True for kinds of which an empty text is a value.
  func takesEmpty(_ kind: PropertyKind?) -> Bool {
    switch kind {
    case .string?, .text?, .transform?, .affineTransform?: true
    default: false
    }
  }

  /// Sets the key that a child element names.
  func setChild(_ child: Int, of object: KeyedObject) throws {
    let element = element(child), name = element.name
    try session.reading.step(8)
    if CAMLNames.silent.contains(name) || CAMLNames.isEditors(name, "") { return }
    if CAMLNames.scripts.contains(name) {
      guard let source = element["src"] ?? element["relativePath"], !source.isEmpty else { return }
      return note(
        .script, child, onceFor: source, "the script \"\(source.prefix(80))\" is not run; nothing moves by it")
    }
    guard let key = CAMLNames.key(name, of: object.keyedClass), let row = object.keyedClass.property(key) else {
      return noteUnknown(name, of: object, child)
    }
    try attempt(key, child) {
      switch try value(ofElement: child, row.kind, of: object, depth: 0) {
      case .value(let value): try object.setValue(value, forKey: key)
      case .missing: break
      case .none: throw LayerError("\(object.className).\(key): <\(name)> holds no value of this key")
      }
    }
  }

  // MARK: Notes

  func note(_ rule: PackageNote.Rule, _ index: Int, onceFor name: String? = nil, _ message: String) {
    let line = index > 0 && index < document.elements.count ? element(index).line : 0
    session.notes.add(rule, file, line, onceFor: name, message)
  }

  func noteUnknown(_ name: String, of object: KeyedObject, _ index: Int) {
    note(
      .unknown, index, onceFor: "\(object.keyedClass.name) \(name)",
      "\(object.className) has no key \"\(name.prefix(60))\"; it is ignored")
  }

  /// Runs a body; an error about a value becomes a note.
  func attempt(_ key: String, _ index: Int, _ body: () throws -> Void) throws {
    do { try body() } catch let error as LayerError {
      switch error.kind {
      case .limit, .memory, .time, .cancelled, .temporary: throw error
      default: note(.value, index, onceFor: "\(key) \(error.message.prefix(80))", error.message)
      }
    }
  }
}
