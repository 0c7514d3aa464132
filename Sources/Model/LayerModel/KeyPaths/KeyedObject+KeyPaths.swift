// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Numbers

// Values by key path: a key followed by components of its value, or by a key of a sublayer or the mask. `KeyPlace` is
// the target of a path.

/// A value that a script stores under a key; the script resolves the rest of a key path inside it.
package protocol ScriptKept: AnyObject {
  /// - Parameters:
  ///   - path: relative to the value.
  ///   - place: the path to the value from the object that holds it.
  func value(forKeyPath path: String, at place: String) throws -> PropertyValue
  func setValue(_ value: PropertyValue, forKeyPath path: String, at place: String) throws
}

/// A cached key path to a component of a declared key, such as `position.x`.
package struct KnownPart {
  package let row: Property
  package let path: String
  fileprivate let part: SubKey
}

extension KeyedObject {
  /// Returns the scene's cache entry for a path; nil if it is not cached.
  package final func knownPart(_ path: String) -> KnownPart? {
    scene.keyPaths[path].map { KnownPart(row: $0.row, path: path, part: $0.part) }
  }

  /// Returns the component if it is a number, else nil. The object must have the row.
  package final func number(of known: KnownPart) -> Double? {
    guard case .number(let value)? = try? part(known.row, known.part, known.path) else { return nil }
    return value
  }

  /// Sets the component; equivalent to `setValue(_:forKeyPath:)` with its path.
  package final func setNumber(_ value: Double, of known: KnownPart) throws {
    try setPart(known.row, sub: known.part, path: known.path, to: .number(value))
  }

  /// Returns the value of a key path; for a path that ends at a name (`sublayers.dial`), the layer or object itself.
  ///
  /// ```swift
  /// if case .number(let x) = try layer.value(forKeyPath: "position.x") { print(x) }
  /// if case .layer(let dial) = try layer.value(forKeyPath: "sublayers.dial") { print(dial.label) }
  /// ```
  public final func value(forKeyPath path: String) throws -> PropertyValue {
    if let known = scene.keyPaths[path], keyedClass.has(known.row) { return try part(known.row, known.part, path) }
    guard path.utf8.contains(UInt8(ascii: ".")) else { return value(forKey: path) }
    let place = try place(of: path)
    guard let key = place.key else { return (place.object as? Layer).map { .layer($0) } ?? .keyed(place.object) }
    if let kept = place.kept {
      return try kept.value(forKeyPath: place.parts.joined(separator: "."), at: place.keptAt)
    }
    guard !place.parts.isEmpty else { return place.object.value(forKey: key.name) }
    return try place.object.part(key, place.parts)
  }

  /// Sets the value of a key path, such as `transform.scale.x`.
  ///
  /// ```swift
  /// try layer.setValue(.point(Point(10, 20)), forKeyPath: "position")
  /// ```
  public final func setValue(_ value: PropertyValue, forKeyPath path: String) throws {
    if let known = scene.keyPaths[path], keyedClass.has(known.row) {
      return try setPart(known.row, sub: known.part, path: path, to: value)
    }
    guard path.utf8.contains(UInt8(ascii: ".")) else { return try setValue(value, forKey: path) }
    try set(value, at: try place(of: path, isWriting: true), path)
  }

  /// Sets the value at a place that a path of this object leads to.
  final func set(_ value: PropertyValue, at place: KeyPlace, _ path: String) throws {
    let object = place.object
    guard let key = place.key else {
      throw LayerError("\(className): key path \"\(path)\" ends at \(object.article); name a key of it")
    }
    if let holder = place.holder, let filter = object as? Filter {
      // Runs no action for a change of the name, after which the path would lead nowhere.
      return try holder.change(filter, runsAction: key.row !== Property.filterName) { copy in
        if place.parts.isEmpty { return try copy.setValue(value, forKey: key.name) }
        try copy.setPart(key, place.parts, value)
      }
    }
    if let kept = place.kept {
      try object.notePart(ofKey: key.name)
      return try kept.setValue(value, forKeyPath: place.parts.joined(separator: "."), at: place.keptAt)
    }
    // A script's own objects are held by its garbage collector; others by the object that stores them, which may form a
    // cycle.
    if value.holdsObjects, key.takesAnyObject { try object.checkLeadsNotBack(value, path: "\(className).\(path)") }
    if place.parts.isEmpty { return try object.setValue(value, forKey: key.name) }
    try object.setPart(key, place.parts, value)
  }

  /// Notes that a component of a script's value under a key is about to be set.
  package final func notePart(ofKey key: String) throws {
    if isFrozen { throw frozenError }
    if state.contains(.silent) { throw notAnimated(key) }
    if let row = keyedClass.property(key) { row.didChange(self) } else { countChange() }
  }

  private var article: String { self is Layer ? "a layer" : "an object of class \(className)" }

  // MARK: Parts of declared properties and of own values

  private func part(_ key: KeyPlace.Key, _ rest: ArraySlice<Substring>) throws -> PropertyValue {
    let whole = "\(className).\(key.name)"
    guard let row = key.row, let family = SubKey.family(of: row.kind) else {
      return try part(of: value(forKey: key.name), rest, whole: whole)
    }
    let sub = try SubKey.parse(rest, in: family, whole: whole)
    let path = "\(key.name).\(rest.joined(separator: "."))"
    if case .row = key { remember(path, row, sub) }
    return try part(row, sub, path)
  }

  private func part(_ row: Property, _ sub: SubKey, _ path: String) throws(LayerError) -> PropertyValue {
    let object = asDrawn(row)
    if sub.isComponent { return sub.part(of: object.components(row)) }
    let v = row.value(object)
    if v.isNull { return .null }
    guard let part = sub.part(of: v) else {
      throw LayerError("\(className).\(path): \(row.name) is \(v.described), it has no such part")
    }
    return part
  }

  /// Caches a path. The cache is bounded: scripts use few key paths, but could generate any number.
  private func remember(_ path: String, _ row: Property, _ sub: SubKey) {
    if scene.keyPaths.count >= 1000 { scene.keyPaths = [:] }
    scene.keyPaths[path] = (row, sub)
  }

  /// Returns a component of a value that no declared property holds: a field of a struct, or an entry of a dictionary.
  private func part(of value: PropertyValue, _ rest: ArraySlice<Substring>, whole: String) throws -> PropertyValue {
    guard let first = rest.first else { return value }
    if case .dictionary(let d) = value {
      let v = d.first { $0.key == first }?.value ?? .null
      return try part(of: v, rest.dropFirst(), whole: "\(whole).\(first)")
    }
    if value.isNull { return .null }
    guard let family = SubKey.family(of: value) else { throw noParts(value, first, whole) }
    let sub = try SubKey.parse(rest, in: family, whole: whole)
    if sub.isComponent, case .transform(let t) = value { return sub.part(of: TransformComponents(t)) }
    return sub.part(of: value) ?? .null
  }

  /// Returns a component of a point, a transform or the like inside a script's value.
  package final func part(of value: PropertyValue, path: String, whole: String) throws -> PropertyValue {
    try part(of: value, path.split(separator: ".", omittingEmptySubsequences: false)[...], whole: whole)
  }

  /// Returns the value with a component of it replaced.
  package final func replacingPart(of value: PropertyValue, path: String, _ new: PropertyValue, whole: String) throws
    -> PropertyValue
  {
    try replacingPart(of: value, path.split(separator: ".", omittingEmptySubsequences: false)[...], new, whole: whole)
  }

  private func setPart(_ key: KeyPlace.Key, _ rest: ArraySlice<Substring>, _ new: PropertyValue) throws {
    let whole = "\(className).\(key.name)"
    if case .alias(let row, _) = key { throw LayerError("\(whole) can only be read; write \(row.name)") }
    guard let row = key.row, let family = SubKey.family(of: row.kind) else {
      if let row = key.row, !row.isDeclared, !row.isDictionary {
        throw noParts(row.value(self), rest.first ?? "", whole)
      }
      var old = value(forKey: key.name)
      if old.isNull, key.row?.isDictionary == true { old = .dictionary([]) }
      let changed = try replacingPart(of: old, rest, new, whole: whole)
      return try setValue(changed, forKey: key.name)
    }
    let sub = try SubKey.parse(rest, in: family, whole: whole)
    let path = "\(row.name).\(rest.joined(separator: "."))"
    remember(path, row, sub)
    try setPart(row, sub: sub, path: path, to: new)
  }

  private func setPart(_ row: Property, sub: SubKey, path: String, to new: PropertyValue) throws {
    if isFrozen { throw frozenError(of: row) }
    if scene.attendsToChanges, let layer = self as? Layer {
      return try layer.changeWithAction([path]) { try setPart(row, sub: sub, path: path, to: new) }
    }
    try checkFinite(new, path)
    if sub.isComponent {
      guard let c = sub.replacing(new, in: components(row)) else {
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
    // A presentation's values are clamped, since an animation sets them.
    try row.setValue(self, state.contains(.silent) ? row.limited(changed) : changed)
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
      guard let changed = sub.replacing(new, in: TransformComponents(t)) else {
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

  /// Returns the components of a transform. Components that were set are read back unchanged. They are stored when one
  /// is first set, until the whole matrix is set.
  private func components(_ row: Property) -> TransformComponents {
    guard let storage = transformStorage(of: row) else {
      guard case .transform(let matrix) = row.value(self), !matrix.isIdentity else { return TransformComponents() }
      return TransformComponents(matrix)
    }
    return storage.components?.value ?? TransformComponents(storage.matrix)
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
    setKeys.insert(row.setKey)
    markChanged()
    if let box = storage.components { box.value = c } else { storage.components = Box(c) }
    if isNew { row.didChange(self) }
  }
}

extension KeyPlace.Key {
  /// The row that describes the value; nil for a custom key.
  var row: Property? {
    switch self {
    case .row(let row), .alias(let row, _): row
    case .own: nil
    }
  }

  /// True if the key accepts any value, including objects that it then holds.
  var takesAnyObject: Bool { row.map { $0.isDeclared || $0.isDictionary } ?? true }
}
