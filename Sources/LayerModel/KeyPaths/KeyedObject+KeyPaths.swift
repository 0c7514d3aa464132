// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Wording

// Values by key path: a key, then parts of its value, or a key of a sublayer or the mask.
/// A value that a script keeps under a key: key paths continue inside it through the script.
package protocol ScriptKept: AnyObject {
  /// - Parameter path: from the value on.
  func value(forKeyPath path: String) throws -> PropertyValue
  func setValue(_ value: PropertyValue, forKeyPath path: String) throws
}

extension KeyedObject {
  /// The largest length in bytes; a longer one is a mistake, whose parts could take any amount of memory.
  package static var maximumKeyPathLength: Int { 65_536 }

  /// The value at the end of the path; for a path that ends at a name (`sublayers.dial`), the layer or object itself.
  public final func value(forKeyPath path: String) throws -> PropertyValue {
    if let known = scene.keyPaths[path], keyedClass.has(known.row) { return try part(known.row, known.part, path) }
    guard path.utf8.contains(UInt8(ascii: ".")) else { return value(forKey: path) }
    return try resolve(path) { layer, key, rest in
      guard let key else { return (layer as? Layer).map { .layer($0) } ?? .keyed(layer) }
      guard !rest.isEmpty else { return layer.value(forKey: key) }
      return try layer.part(key, rest)
    }
  }

  public final func setValue(_ value: PropertyValue, forKeyPath path: String) throws {
    if let known = scene.keyPaths[path], keyedClass.has(known.row) {
      return try setPart(known.row, known.part, path, value)
    }
    guard path.utf8.contains(UInt8(ascii: ".")) else { return try setValue(value, forKey: path) }
    try resolve(path, isWriting: true) { layer, key, rest in
      guard let key else {
        throw LayerError("\(className): key path \"\(path)\" ends at \(layer.article); name a key of it")
      }
      if value.holdsObjects { try layer.checkTakesObjects(key, path: "\(className).\(path)") }
      if rest.isEmpty { return try layer.setValue(value, forKey: key) }
      try layer.setPart(key, rest, value)
    }
  }

  /// Refuses objects at the end of a path. A script's value under a custom key is held by its collector, on behalf of
  /// the object that it was set on. At the end of a path there is another object, or a dictionary, which would hold a
  /// layer itself: forever, if that leads back to it.
  private func checkTakesObjects(_ key: String, path: String) throws(LayerError) {
    if let row = keyedClass.property(key), !row.isDeclared, !row.isDictionary { return }
    throw LayerError(
      "\(path): a layer or another object cannot be stored by a key path; set the key on the object itself, as in "
        + "layer:sublayer(\"name\").key = other, or a dictionary as a whole")
  }

  /// Follows `sublayers.NAME`, `mask` and the like to the object, the key and the parts that the path refers to; the
  /// key is nil where the path ends at the object.
  private func resolve<R>(
    _ path: String, isWriting: Bool = false, _ body: (KeyedObject, String?, ArraySlice<Substring>) throws -> R
  ) throws -> R {
    guard path.utf8.count <= KeyedObject.maximumKeyPathLength else { throw keyPathTooLong }
    let segments = path.split(separator: ".", omittingEmptySubsequences: false)
    if let empty = segments.firstIndex(where: { $0.isEmpty }) {
      throw LayerError("\(className): key path \"\(path)\" has an empty part at place \(empty + 1)")
    }
    var object = self
    var at = 0
    while at < segments.count {
      let key = segments[at]
      if at + 1 < segments.count, let objects = object.relatedObjects(key) {
        object = try object.member(named: segments[at + 1], of: key, objects)
        at += 2
        continue
      }
      if at + 1 < segments.count, let related = object.relatedObject(key) {
        guard let next = related else {
          throw LayerError("\(object.className).\(key) is nil, \"\(path)\" leads nowhere")
        }
        object = next
        at += 1
        continue
      }
      if at + 1 < segments.count, let next = object.ownObject(String(key)) {
        if isWriting, state.contains(.silent) { throw object.notAnimated(String(key)) }
        object = next
        at += 1
        continue
      }
      return try body(object, String(key), segments[(at + 1)...])
    }
    return try body(object, nil, [])
  }

  /// The layer or other object with keys under a key that no class declares, or only a subclass does.
  private func ownObject(_ key: String) -> KeyedObject? {
    if let row = keyedClass.property(key), !row.isDeclared { return nil }
    switch ownValues[key] {
    case .layer(let layer)?: return layer
    case .keyed(let object)?: return object
    default: return nil
    }
  }

  /// - Throws: for a key path that leads through a custom value to something that is not the layer's.
  final func checkIsAnimated(keyPath path: String) throws(LayerError) {
    guard let dot = path.utf8.firstIndex(of: UInt8(ascii: ".")) else { return }
    let key = String(path[..<dot])
    if let row = keyedClass.property(key), !row.isDeclared { return }
    switch ownValues[key] {
    case .layer?, .keyed?: throw notAnimated(key)
    case .object(let object)? where object is any ScriptKept: throw notAnimated(key)
    default: return
    }
  }

  private func notAnimated(_ key: String) -> LayerError {
    LayerError(
      "\(className).\(key) is a value of your own, what is in it is not animated with the layer; animate a key of the layer, or add the animation to the "
        + "layer that is there")
  }

  private var keyPathTooLong: LayerError {
    LayerError(.limit, "\(className): a key path is at most \(KeyedObject.maximumKeyPathLength) bytes long")
  }

  /// The object that a key path leads to first, by `sublayers.NAME`, `mask` and the like.
  ///
  /// - Returns: the object, and the bytes of the path that led there with the dot after them; this one and 0 when the
  ///   path refers to its keys.
  package final func follow(keyPath path: String) throws -> (object: KeyedObject, used: Int) {
    guard path.utf8.count <= KeyedObject.maximumKeyPathLength else { throw keyPathTooLong }
    let bytes = path.utf8
    let period = UInt8(ascii: ".")
    guard let dot = bytes.firstIndex(of: period), bytes.last != period else { return (self, 0) }
    let key = path[..<dot]
    let rest = bytes.index(after: dot)
    if let objects = relatedObjects(key) {
      let end = bytes[rest...].firstIndex(of: period) ?? bytes.endIndex
      if end == rest { return (self, 0) }
      let next = try member(named: path[rest..<end], of: key, objects)
      return (next, bytes.distance(from: bytes.startIndex, to: end) + (end == bytes.endIndex ? 0 : 1))
    }
    guard let related = relatedObject(key) else { return (self, 0) }
    guard let next = related else { throw LayerError("\(className).\(key) is nil, \"\(path)\" leads nowhere") }
    return (next, bytes.distance(from: bytes.startIndex, to: rest))
  }

  /// Notes that a part of a script's value under a key is about to be set.
  package final func notePart(ofKey key: String) throws {
    if isFrozen { throw frozenError }
    if state.contains(.silent) { throw notAnimated(key) }
    if let row = keyedClass.property(key) { row.didChange(self) } else { scene.changeCount &+= 1 }
  }

  /// The layer that a key path leads to by `sublayers.NAME` and `mask`, and the path from there.
  final func layerPlace(ofKeyPath path: String) throws -> (layer: Layer, rest: String) {
    let segments = path.split(separator: ".", omittingEmptySubsequences: false)
    guard var layer = self as? Layer else { throw LayerError("\(className) has no layers") }
    var at = 0
    while at + 1 < segments.count {
      if segments[at] == "sublayers", at + 2 < segments.count {
        guard let next = try layer.member(named: segments[at + 1], of: "sublayers", layer.children) as? Layer else {
          break
        }
        layer = next
        at += 2
      } else if segments[at] == "mask" {
        guard let next = layer.mask else {
          throw LayerError("\(layer.className).mask is nil, \"\(path)\" leads nowhere")
        }
        layer = next
        at += 1
      } else {
        break
      }
    }
    return (layer, segments[at...].joined(separator: "."))
  }

  private func member(named name: Substring, of key: Substring, _ objects: [KeyedObject]) throws(LayerError)
    -> KeyedObject
  {
    if let found = first(named: name, in: objects, plural(key)) { return found }
    let names = objects.compactMap(\.keyPathName).filter { !$0.isEmpty }
    let shown = listed(Array(names.prefix(20)))
    let known =
      objects.isEmpty
      ? "there are none" : names.isEmpty ? "none has a name" : "the names are \(shown)\(names.count > 20 ? ", …" : "")"
    throw LayerError("\(className).\(key).\(name): no \(singular(key)) of this name; \(known)")
  }

  /// The first of this name, with a warning when there is another.
  final func first<Object: KeyedObject>(named name: Substring, in objects: [Object], _ what: String) -> Object? {
    func index(from start: Int) -> Int? { objects[start...].firstIndex { $0.keyPathName.map { $0 == name } ?? false } }
    guard let first = index(from: 0) else { return nil }
    if let second = index(from: first + 1) {
      scene.warn(
        .duplicateName,
        "\(mention): its \(what) #\(first + 1) and #\(second + 1) are both named \(name), and the first is taken; give them different names",
        onceFor: "\(serial) \(name)")
    }
    return objects[first]
  }

  private func plural(_ key: Substring) -> String { key == "emitterCells" ? "emitter cells" : String(key) }
  private func singular(_ key: Substring) -> String { String(plural(key).dropLast()) }
  private var article: String { self is Layer ? "a layer" : "an object of class \(className)" }

  // MARK: Parts of declared properties and of own values

  private func part(_ key: String, _ rest: ArraySlice<Substring>) throws -> PropertyValue {
    let whole = "\(className).\(key)"
    if let row = keyedClass.property(key), case .unsupported = row.access {
      throw LayerError.unsupported("\(whole).\(rest.joined(separator: "."))")
    }
    guard let row = keyedClass.property(key) ?? keyedClass.property(alias: key),
      let family = SubKey.family(of: row.kind)
    else {
      return try part(of: value(forKey: key), rest, whole: whole)
    }
    let sub = try SubKey.parse(rest, in: family, whole: whole)
    let path = "\(key).\(rest.joined(separator: "."))"
    if row.name == key { remember(path, row, sub) }
    return try part(row, sub, path)
  }

  private func part(_ row: Property, _ sub: SubKey, _ path: String) throws(LayerError) -> PropertyValue {
    let object = asDrawn(row)
    if sub.isComponent { return sub.part(of: try object.components(row)) }
    let v = row.value(object)
    if v.isNull { return .null }
    guard let part = sub.part(of: v) else {
      throw LayerError("\(className).\(path): \(row.name) is \(v.described), it has no such part")
    }
    return part
  }

  /// Scripts use few key paths, but may make up any number.
  private func remember(_ path: String, _ row: Property, _ sub: SubKey) {
    if scene.keyPaths.count >= 1000 { scene.keyPaths = [:] }
    scene.keyPaths[path] = (row, sub)
  }

  /// A part of a value that no declared property has: struct parts, entries of dictionaries.
  private func part(of value: PropertyValue, _ rest: ArraySlice<Substring>, whole: String) throws -> PropertyValue {
    guard let first = rest.first else { return value }
    if case .object(let object) = value, let kept = object as? any ScriptKept {
      return try kept.value(forKeyPath: rest.joined(separator: "."))
    }
    if case .dictionary(let d) = value {
      let v = d.first { $0.key == first }?.value ?? .null
      return try part(of: v, rest.dropFirst(), whole: "\(whole).\(first)")
    }
    if value.isNull { return .null }
    guard let family = SubKey.family(of: value) else { throw noParts(value, first, whole) }
    let sub = try SubKey.parse(rest, in: family, whole: whole)
    if sub.isComponent, case .transform(let t) = value {
      guard let c = TransformComponents(t) else { throw LayerError("\(whole): cannot decompose a singular transform") }
      return sub.part(of: c)
    }
    return sub.part(of: value) ?? .null
  }

  /// A part of a point, a transform or the like inside a script's value.
  package final func part(of value: PropertyValue, path: String, whole: String) throws -> PropertyValue {
    try part(of: value, path.split(separator: ".", omittingEmptySubsequences: false)[...], whole: whole)
  }

  /// The value with a part of it replaced.
  package final func replacingPart(of value: PropertyValue, path: String, _ new: PropertyValue, whole: String) throws
    -> PropertyValue
  {
    try replacingPart(of: value, path.split(separator: ".", omittingEmptySubsequences: false)[...], new, whole: whole)
  }

  private func setPart(_ key: String, _ rest: ArraySlice<Substring>, _ new: PropertyValue) throws {
    let whole = "\(className).\(key)"
    if let row = keyedClass.property(alias: key) { throw LayerError("\(whole) can only be read; write \(row.name)") }
    guard let row = keyedClass.property(key), let family = SubKey.family(of: row.kind) else {
      if let row = keyedClass.property(key), !row.isDeclared, !row.isDictionary {
        if case .unsupported = row.access { throw LayerError.unsupported("\(whole).\(rest.joined(separator: "."))") }
        throw noParts(row.value(self), rest.first ?? "", whole)
      }
      var old = value(forKey: key)
      if case .object(let object) = old, let kept = object as? any ScriptKept {
        try notePart(ofKey: key)
        return try kept.setValue(new, forKeyPath: rest.joined(separator: "."))
      }
      if old.isNull, keyedClass.property(key)?.isDictionary == true { old = .dictionary([]) }
      let changed = try replacingPart(of: old, rest, new, whole: whole)
      return try setValue(changed, forKey: key)
    }
    let sub = try SubKey.parse(rest, in: family, whole: whole)
    let path = "\(key).\(rest.joined(separator: "."))"
    remember(path, row, sub)
    try setPart(row, sub, path, new)
  }

  private func setPart(_ row: Property, _ sub: SubKey, _ path: String, _ new: PropertyValue) throws {
    if isFrozen { throw frozenError }
    if scene.actionsAreEnabled, let layer = self as? Layer {
      return try layer.changeWithAction([path]) { try setPart(row, sub, path, new) }
    }
    try checkFinite(new, path)
    if sub.isComponent {
      guard let c = sub.replacing(new, in: try components(row)) else {
        throw LayerError("\(className).\(path): expected \(sub.expectation), got \(new.described)")
      }
      return try setComponents(c, row, path)
    }
    let old = row.value(self)
    if old.isNull { throw LayerError("\(className).\(path): \(row.name) is nil; set the whole before a part of it") }
    guard let changed = sub.replacing(new, in: old) else {
      if SubKey.family(of: old) == nil {
        throw LayerError("\(className).\(path): \(row.name) is \(old.described), it has no such part")
      }
      throw LayerError("\(className).\(path): expected \(sub.expectation), got \(new.described)")
    }
    try row.setValue(self, changed)
  }

  private func replacingPart(
    of value: PropertyValue, _ rest: ArraySlice<Substring>, _ new: PropertyValue, whole: String
  ) throws
    -> PropertyValue
  {
    guard let first = rest.first else { return new }
    if case .dictionary(var d) = value {
      let i = d.firstIndex { $0.key == first }
      let inner = try replacingPart(
        of: i.map { d[$0].value } ?? .null, rest.dropFirst(), new, whole: "\(whole).\(first)")
      d.removeAll { $0.key == first && inner.isNull }
      if let i, !inner.isNull { d[i].value = inner } else if !inner.isNull { d.append((String(first), inner)) }
      return .dictionary(d)
    }
    guard let family = SubKey.family(of: value) else {
      if value.isNull, rest.count >= 1, keyedClass.property(String(whole.split(separator: ".").last ?? "")) == nil {
        throw LayerError("\(whole) is nil, it has no part \(first)\(suggestion(forHeadOf: whole))")
      }
      throw noParts(value, first, whole)
    }
    let sub = try SubKey.parse(rest, in: family, whole: whole)
    if sub.isComponent, case .transform(let t) = value {
      guard let c = TransformComponents(t) else { throw LayerError("\(whole): cannot decompose a singular transform") }
      guard let changed = sub.replacing(new, in: c) else {
        throw LayerError("\(whole).\(rest.joined(separator: ".")): expected \(sub.expectation), got \(new.described)")
      }
      return .transform(changed.matrix)
    }
    guard let changed = sub.replacing(new, in: value) else {
      throw LayerError("\(whole).\(rest.joined(separator: ".")): expected \(sub.expectation), got \(new.described)")
    }
    return changed
  }

  private func suggestion(forHeadOf whole: String) -> String {
    let key = String(whole.split(separator: ".").dropFirst().first ?? "")
    return nearest(key, among: keyedClass.properties.map(\.name)).map { "; did you mean \($0)?" } ?? ""
  }

  private func noParts(_ value: PropertyValue, _ segment: Substring, _ whole: String) -> LayerError {
    LayerError("\(whole).\(segment): \(whole) is \(value.described), it has no parts")
  }

  private func checkFinite(_ value: PropertyValue, _ path: String) throws(LayerError) {
    let isFinite =
      switch value {
      case .number(let v): v.isFinite
      case .size(let s): s.isFinite
      case .point(let p): p.isFinite
      default: true
      }
    if !isFinite { throw LayerError("\(className).\(path): expected a finite number, got \(value.described)") }
  }

  // MARK: Transform components

  /// The components of a transform: parts that were set are read back as they were. The record is made when a part is
  /// first needed, and lives until the next whole matrix.
  private func components(_ row: Property) throws(LayerError) -> TransformComponents {
    guard let storage = transformStorage(of: row) else {
      guard case .transform(let matrix) = row.value(self), !matrix.isIdentity else { return TransformComponents() }
      return try decomposed(matrix, row)
    }
    if let c = storage.components { return c.value }
    return try decomposed(storage.matrix, row)
  }

  private func decomposed(_ matrix: Transform3D, _ row: Property) throws(LayerError) -> TransformComponents {
    guard let c = TransformComponents(matrix) else {
      throw LayerError("\(className).\(row.name): cannot decompose a singular transform")
    }
    return c
  }

  private func setComponents(_ c: TransformComponents, _ row: Property, _ path: String) throws(LayerError) {
    let m = c.matrix
    guard m.isFinite else { throw LayerError("\(className).\(path): the transform would not be finite") }
    let isNew = (transformStorage(of: row)?.matrix ?? .identity) != m
    let storage: TransformStorage
    if let s = transformStorage(of: row) {
      storage = s
    } else {
      storage = TransformStorage(m)
      setTransformStorage(storage, of: row)
    }
    storage.matrix = m
    if let box = storage.components { box.value = c } else { storage.components = Box(c) }
    if isNew { row.didChange(self) }
  }
}
