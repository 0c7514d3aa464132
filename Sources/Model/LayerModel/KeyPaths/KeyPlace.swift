// SPDX-License-Identifier: MIT
import Messages
import Numbers

/// The target of a key path from an object: a key of this or another object, with the components of its value that the
/// path names.
///
/// | Path | object | key | parts |
/// |---|---|---|---|
/// | `position.x` | the object | row `position` | x |
/// | `sublayers.dial.position.x` | the layer `dial` | row `position` | x |
/// | `sublayers.dial` | the layer `dial` | none | |
/// | `emitterCells.spark.birthRate` | the cell `spark` | row `birthRate` | |
/// | `filters.blur.inputRadius` | the filter `blur`, with its holder | row `inputRadius` | |
/// | `info.author.name` | the object | own `info` | author, name |
/// | `friend.opacity`, `info.friend.opacity` | the layer stored there | row `opacity` | |
struct KeyPlace {
  enum Key {
    case row(Property)
    /// A read-only alias of the row.
    case alias(Property, String)
    /// A custom key, which no class declares.
    case own(String)

    var name: String {
      switch self {
      case .row(let row): row.name
      case .alias(_, let name), .own(let name): name
      }
    }
  }

  var object: KeyedObject
  /// The key; nil if the path ends at the object.
  var key: Key?
  var parts: ArraySlice<Substring> = []
  /// The script's value under the key if the path continues inside it: `parts` are relative to it, and `keptAt` is the
  /// path to it.
  var kept: (any ScriptKept)?
  var keptAt = ""
  /// The object and the key at which the path first entered a custom value; `enteredKey` is nil if it entered none.
  /// Objects inside a custom value belong to whoever stored them and are not animated with the object.
  var owner: KeyedObject
  var enteredKey: String?
  /// The owner of the object if that is immutable, like a filter: the owner receives a changed copy.
  var holder: Holder?

  struct Holder {
    let object: KeyedObject
    /// The key under which the owner holds it.
    let row: Property
    /// The whole path from the owner, such as `filters.blur.inputRadius`.
    let path: String
  }
}

/// The resolution of a key path to its place. Each path component is a declared key, an alias or a custom key. A
/// declared key continues with its row's relationship (`way`) or the components of its value. A value of any kind
/// continues with its dictionary entries, and with layers and other objects among them.
struct KeyPathWalk {
  /// The objects that a path may lead to.
  enum Reach {
    case all
    /// Only layers that are drawn with the object: its sublayers and masks, recursively.
    case layersBelow
  }

  /// The maximum number of objects that a path enters through custom keys and dictionaries, since these may form
  /// cycles.
  static let entryLimit = 64

  let start: KeyedObject
  let path: String
  let segments: [Substring]
  /// True if a value is to be set at its end.
  var isWriting = false
  /// True to suppress the warning about a name that occurs twice.
  var isQuiet = false

  private(set) var object: KeyedObject
  /// The index of the next path component.
  private(set) var at = 0
  private var entries = 0
  private var owner: KeyedObject
  private var enteredKey: String?
  private var holder: KeyPlace.Holder?

  init(_ path: String, from object: KeyedObject) throws(LayerError) {
    try object.checkLength(of: path)
    start = object
    self.object = object
    owner = object
    self.path = path
    segments = path.split(separator: ".", omittingEmptySubsequences: false)
  }

  /// Resolves the path.
  ///
  /// - Throws: for an empty path component, a name that no object has, and a nil relationship.
  mutating func place() throws -> KeyPlace {
    if let empty = segments.firstIndex(where: { $0.isEmpty }) {
      throw LayerError("\(start.className): key path \"\(path)\" has an empty part at place \(empty + 1)")
    }
    while at < segments.count {
      let name = String(segments[at])
      let row = object.keyedClass.property(name)
      if at + 1 < segments.count {
        if try advance(by: row) { continue }
        let before = at
        if let place = try enter(name, row) { return place }
        if at > before { continue }
      }
      // Each component may be a dictionary inside the one before, and the nesting depth is limited.
      if isWriting, segments.count - at - 1 > KeyPathWalk.entryLimit {
        throw LayerError(
          .limit,
          "\(start.className): a key path leads through at most \(KeyPathWalk.entryLimit) dictionaries where a "
            + "value is set"
        )
      }
      return KeyPlace(
        object: object, key: key(name, row), parts: segments[(at + 1)...], owner: owner, enteredKey: enteredKey,
        holder: holder)
    }
    return KeyPlace(object: object, owner: owner, enteredKey: enteredKey, holder: holder)
  }

  private func key(_ name: String, _ row: Property?) -> KeyPlace.Key {
    if let row { return .row(row) }
    return object.keyedClass.property(alias: name).map { .alias($0, name) } ?? .own(name)
  }

  /// Follows the relationship of a key's row. Returns false without moving if the row has none within `reach`.
  mutating func advance(by row: Property?, reach: Reach = .all) throws(LayerError) -> Bool {
    guard let row, let way = row.way, reach == .all || row.leadsToLayersBelow else { return false }
    // A path to a layer alone does not name a key of it.
    if reach == .layersBelow, way.takesName, at + 2 >= segments.count { return false }
    holder =
      row.replacesObjects
      ? KeyPlace.Holder(object: object, row: row, path: segments[at...].joined(separator: ".")) : nil
    object = try object.next(by: way, of: row, named: segments[at + 1], path, isQuiet: isQuiet)
    at += way.takesName ? 2 : 1
    return true
  }

  /// Enters the layer or other object that is the key's value or inside it; does not move if there is none. Returns the
  /// place if only the script can continue from there.
  private mutating func enter(_ key: String, _ row: Property?) throws -> KeyPlace? {
    // The last path component names an entry.
    if at + 2 == segments.count, row?.isDictionary ?? false { return nil }
    guard var value = object.anyValue(key, row) else { return nil }
    var next = at + 1
    while next < segments.count {
      switch value {
      case .layer(let layer): return try enter(layer, key, next)
      case .keyed(let other): return try enter(other, key, next)
      case .dictionary(let entries):
        guard let entry = entries.first(where: { $0.key == segments[next] }) else { return nil }
        value = entry.value
        next += 1
      case .object(let object):
        guard let kept = object as? any ScriptKept else { return nil }
        return KeyPlace(
          object: self.object, key: self.key(key, row), parts: segments[next...], kept: kept,
          keptAt: segments[at..<next].joined(separator: "."), owner: enteredKey == nil ? self.object : owner,
          enteredKey: enteredKey ?? key)
      default: return nil
      }
    }
    return nil
  }

  private mutating func enter(_ next: KeyedObject, _ key: String, _ at: Int) throws(LayerError) -> KeyPlace? {
    if isWriting, start.state.contains(.silent) { throw object.notAnimated(key) }
    entries += 1
    if entries > KeyPathWalk.entryLimit {
      throw LayerError(
        .limit,
        "\(start.className): a key path enters at most \(KeyPathWalk.entryLimit) objects under custom keys")
    }
    if enteredKey == nil { (owner, enteredKey) = (object, key) }
    object = next
    holder = nil
    self.at = at
    return nil
  }
}

extension KeyedObject {
  /// The maximum length of a key path in bytes, which bounds the memory for its components.
  package static var maximumKeyPathLength: Int { 65_536 }

  /// Resolves a key path.
  ///
  /// - Parameters:
  ///   - isWriting: true if a value is to be set there.
  ///   - isQuiet: true to suppress the warning about a name that occurs twice.
  final func place(of path: String, isWriting: Bool = false, isQuiet: Bool = false) throws -> KeyPlace {
    var walk = try KeyPathWalk(path, from: self)
    walk.isWriting = isWriting
    walk.isQuiet = isQuiet
    return try walk.place()
  }

  /// Follows the first step of a key path to another object, by `sublayers.NAME`, `mask` and the like.
  ///
  /// - Returns: the object, and the number of bytes consumed, including the dot after them; this object and 0 if the
  ///   path refers to its own keys.
  package final func follow(keyPath path: String) throws -> (object: KeyedObject, used: Int) {
    try checkLength(of: path)
    // Avoids splitting the path, since this is called for every component of a script's path.
    let bytes = path.utf8
    let period = UInt8(ascii: ".")
    guard let dot = bytes.firstIndex(of: period), bytes.last != period,
      let row = keyedClass.property(String(path[..<dot])),
      let way = row.way
    else { return (self, 0) }
    let rest = bytes.index(after: dot)
    guard way.takesName else {
      return (try next(by: way, of: row, named: "", path), bytes.distance(from: bytes.startIndex, to: rest))
    }
    let end = bytes[rest...].firstIndex(of: period) ?? bytes.endIndex
    if end == rest { return (self, 0) }
    let next = try next(by: way, of: row, named: path[rest..<end], path)
    return (next, bytes.distance(from: bytes.startIndex, to: end) + (end == bytes.endIndex ? 0 : 1))
  }

  fileprivate func checkLength(of path: String) throws(LayerError) {
    if path.utf8.count > KeyedObject.maximumKeyPathLength {
      throw LayerError(.limit, "\(className): a key path is at most \(KeyedObject.maximumKeyPathLength) bytes long")
    }
  }

  /// Returns the object to which a row's relationship leads.
  fileprivate func next(
    by way: Property.Way<KeyedObject>, of row: Property, named name: Substring, _ path: String, isQuiet: Bool = false
  ) throws(LayerError) -> KeyedObject {
    switch way {
    case .toOne(let related):
      guard let next = related(self) else {
        throw LayerError("\(className).\(row.name) is nil, \"\(path)\" leads nowhere")
      }
      return next
    case .toMany(let noun, let related):
      if row === Property.sublayers, let found = (self as? Layer)?.onlySublayer(named: name) { return found }
      return try member(named: name, of: row, noun, related(self), isQuiet: isQuiet)
    }
  }

  /// Returns the layer that a key path leads to through sublayers and masks, and the rest of the path.
  final func layerPlace(ofKeyPath path: String) throws -> (layer: Layer, rest: String) {
    guard let layer = self as? Layer else { throw LayerError("\(className) has no layers") }
    var walk = try KeyPathWalk(path, from: self)
    while walk.at + 1 < walk.segments.count,
      try walk.advance(by: walk.object.keyedClass.property(String(walk.segments[walk.at])), reach: .layersBelow)
    {}
    guard walk.at > 0, let below = walk.object as? Layer else { return (layer, path) }
    return (below, walk.segments[walk.at...].joined(separator: "."))
  }

  /// Checks that a key path can be animated.
  ///
  /// - Throws: for a path that leads through a custom value to something that does not belong to the object.
  final func checkIsAnimated(keyPath path: String) throws {
    let place = try place(of: path, isQuiet: true)
    if let key = place.enteredKey { throw place.owner.notAnimated(key) }
  }

  final func notAnimated(_ key: String) -> LayerError {
    LayerError(
      "\(className).\(key) is a custom value, and its content is not animated with the layer; animate a key "
        + "of the layer, or add the animation to the "
        + "layer that is there")
  }

  /// Returns the value of a key that accepts values of any kind; nil for other keys.
  fileprivate func anyValue(_ key: String, _ row: Property?) -> PropertyValue? {
    if let row { return row.takesAnyObject ? row.value(self) : nil }
    return ownValues[key] ?? styleValue(key)
  }

  fileprivate func member(
    named name: Substring, of row: Property, _ noun: String, _ objects: [KeyedObject], isQuiet: Bool
  ) throws(LayerError) -> KeyedObject {
    if let found = first(named: name, in: objects, noun + "s", isQuiet: isQuiet) { return found }
    let names = objects.compactMap(\.keyPathName).filter { !$0.isEmpty }
    let shown = listed(Array(names.prefix(20)))
    let known =
      objects.isEmpty
      ? "there are none" : names.isEmpty ? "none has a name" : "the names are \(shown)\(names.count > 20 ? ", …" : "")"
    throw LayerError("\(className).\(row.name).\(name): no \(noun) of this name; \(known)")
  }

  /// Returns the first object with a name; warns if there is another.
  final func first<Object: KeyedObject>(
    named name: Substring, in objects: [Object], _ what: String, isQuiet: Bool = false
  ) -> Object? {
    func index(from start: Int) -> Int? { objects[start...].firstIndex { $0.keyPathName.map { $0 == name } ?? false } }
    guard let first = index(from: 0) else { return nil }
    if !isQuiet, let second = index(from: first + 1) {
      scene.warn(
        .duplicateName,
        "\(mention): its \(what) #\(first + 1) and #\(second + 1) are both named \(name), and the first is "
          + "taken; give them different names",
        onceFor: "\(serial) \(name)")
    }
    return objects[first]
  }
}

// MARK: - What leads back

extension KeyedObject {
  /// Rejects a value that would create a reference cycle through this object, which would leak.
  final func checkLeadsNotBack(_ value: PropertyValue, path: String) throws(LayerError) {
    var known: Set<ObjectIdentifier> = []
    var pending: [KeyedObject] = []
    func add(_ value: PropertyValue) {
      value.eachObject { if known.insert(ObjectIdentifier($0)).inserted { pending.append($0) } }
    }
    add(value)
    while let next = pending.popLast() {
      if next === self {
        throw LayerError(
          "\(path): the value to store refers back to \(mention), so both would leak; store it "
            + "elsewhere, or store its name")
      }
      for row in next.keyedClass.properties where !row.isReadOnly && row.holdsObjects { add(row.value(next)) }
      for value in next.ownValues.values { add(value) }
      for animation in (next as? Layer)?.animations ?? [] { add(.keyed(animation)) }
    }
  }
}

extension Property.Way {
  /// True if the next path component is a name.
  fileprivate var takesName: Bool { if case .toMany = self { true } else { false } }
}

extension Property {
  fileprivate var holdsObjects: Bool {
    switch kind {
    case .layer, .layers, .objects, .object(.animation), .filter: true
    default: takesAnyObject
    }
  }
}

extension PropertyValue {
  fileprivate func eachObject(_ body: (KeyedObject) -> Void) {
    switch self {
    case .layer(let layer): body(layer)
    case .keyed(let object): body(object)
    case .array(let values): for value in values { value.eachObject(body) }
    case .dictionary(let entries): for entry in entries { entry.value.eachObject(body) }
    default: break
    }
  }
}
