// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Parsing
import Pixels

extension Property {
  /// Returns the object's value. The object must have the property.
  package func value(_ object: KeyedObject) -> PropertyValue {
    guard isDeclared || object.kindBits & ownerBit != 0 else { return .null }
    switch access {
    case .number(let get, _): return .number(get(object))
    case .bool(let get, _): return .bool(get(object))
    case .point(let get, _): return .point(get(object))
    case .size(let get, _): return .size(get(object))
    case .rect(let get, _): return .rect(get(object))
    case .transform(let get, _): return .transform(get(object))
    case .color(let get, _): return get(object).map { .color($0) } ?? .null
    case .colorOrPattern(let get, _): return get(object)?.value ?? .null
    case .image(let get, _): return get(object).map { .image($0) } ?? .null
    case .path(let get, _): return get(object).map { .path($0) } ?? .null
    case .string(let get, _): return get(object).map { .string($0) } ?? .null
    case .text(let get, _):
      return get(object)?.value ?? .null
    case .option(let get, _):
      guard case .enumeration(let names) = kind else { return .null }
      return .string(names[Int(get(object))].raw)
    case .bits(let get, _):
      guard case .nameSet(let set) = kind else { return .null }
      let bits = get(object)
      let unknown = bits & ~set.all
      // Bits without a name are kept, as Core Animation does.
      return .array(set.names(of: bits).map { .string($0) } + (unknown == 0 ? [] : [.number(Double(unknown))]))
    case .numbers(let get, _): return get(object).map { .array($0.map { .number($0) }) } ?? .null
    case .colors(let get, _): return get(object).map { .array($0.map { .color($0) }) } ?? .null
    case .value(let get, _, _): return get(object)
    case .declared: return object.declaredValue(self)
    }
  }

  /// Returns the value for key-value coding: for a layer with a drawing, `contents` is an image of it.
  package func read(_ object: KeyedObject) -> PropertyValue {
    if self === Property.contents, let layer = object as? Layer { return layer.contents.map { .image($0) } ?? .null }
    return value(object)
  }

  /// Checks and stores a value in any form that its kind accepts, and notes the change.
  package func setValue(_ object: KeyedObject, _ value: PropertyValue) throws {
    if object.scene.attendsToChanges { return try setWithAction(object, value) }
    guard isDeclared ? object.keyedClass.has(self) && !object.isFrozen : object.writableBits & ownerBit != 0,
      !isReadOnly
    else {
      throw unsupportedValueError(object, value)
    }
    // Nil removes the value set on the object itself, so that the style's value applies.
    if value.isNull, takesStyle, object.styleValue(name) != nil {
      object.setKeys.remove(setKey)
      return try object.storeUnset(self)
    }
    switch value {
    case .string, .bytes, .path, .array, .dictionary, .attributedString:
      let charge = try object.charge(for: value, key: name, isDeclared: true)
      try store(value, in: object)
      if isDictionary, value.holdsObjects { object.scene.holders.add(object) }
      object.keep(charge, key: name)
    default:
      try store(value, in: object)
      object.keep(nil, key: name)
    }
    if value.isNull { object.setKeys.remove(setKey) } else { object.setKeys.insert(setKey) }
  }

  private func store(_ value: PropertyValue, in object: KeyedObject) throws {
    switch access {
    case .number:
      guard case .number(let v) = value else { throw mismatch(object, value) }
      try setNumber(object, v)
    case .bool:
      guard case .bool(let v) = value else { throw mismatch(object, value) }
      try setBool(object, v)
    case .point:
      guard let v = value.asPoint else { throw mismatch(object, value) }
      try setPoint(object, v)
    case .size:
      guard let v = value.asSize else { throw mismatch(object, value) }
      try setSize(object, v)
    case .rect:
      guard let v = value.asRect else { throw mismatch(object, value) }
      try setRect(object, v)
    case .transform:
      if case .affineTransform = kind {
        guard let v = value.asAffine else { throw mismatch(object, value) }
        try setTransform(object, Transform3D(v))
      } else {
        guard let v = value.asTransform else { throw mismatch(object, value) }
        try setTransform(object, v)
      }
    case .color:
      if value.isNone { return try setColor(object, nil) }
      guard let v = value.asColor else { throw mismatch(object, value) }
      try setColor(object, v)
    case .colorOrPattern(let get, let set): try storeColorOrPattern(value, in: object, get, set)
    case .image(let get, let set): try storeImage(value, in: object, get, set)
    case .path(let get, let set): try storePath(value, in: object, get, set)
    case .string(let get, let set): try storeString(value, in: object, get, set)
    case .text(let get, let set): try storeText(value, in: object, get, set)
    case .option(let get, let set):
      guard case .string(let s) = value, case .enumeration(let names) = kind else { throw mismatch(object, value) }
      let new = try option(s, names, object)
      if get(object) != new {
        set(object, new)
        didChange(object)
      }
      object.noteName(names[Int(new)].aliases.contains(s) ? "" : names[Int(new)].raw, of: self)
    case .bits(let get, let set):
      guard case .nameSet(let names) = kind else { throw mismatch(object, value) }
      let new = try bits(value, names, object)
      if get(object) != new {
        set(object, new)
        didChange(object)
      }
    case .numbers(let get, let set):
      var new: [Double]?
      if !value.isNone {
        guard case .array(let a) = value, let n = value.numbers(a.count) else { throw mismatch(object, value) }
        new = try checked(n, object)
      }
      if get(object) != new {
        set(object, new)
        didChange(object)
      }
    case .colors(let get, let set):
      let new = try colors(value, object)
      if get(object) != new {
        set(object, new)
        didChange(object)
      }
    case .value(_, let set, _): try set(object, value, self)
    case .declared: object.setDeclaredValue(value, self)
    }
  }

  private func storeColorOrPattern(
    _ value: PropertyValue, in object: KeyedObject, _ get: (KeyedObject) -> ColorOrPattern?,
    _ set: (KeyedObject, ColorOrPattern?) -> Void
  ) throws {
    if value.isNone { return try setColor(object, nil) }
    if case .image(let image) = value {
      if get(object) != .pattern(image) {
        set(object, .pattern(image))
        didChange(object)
      }
      return
    }
    guard let v = value.asColor else { throw mismatch(object, value) }
    try setColor(object, v)
  }

  /// Stores an image, or the image of a file that a string names.
  private func storeImage(
    _ value: PropertyValue, in object: KeyedObject, _ get: (KeyedObject) -> Image?, _ set: (KeyedObject, Image?) -> Void
  ) throws {
    let image: Image?
    switch value {
    case .null, .bool(false): image = nil
    case .image(let i): image = i
    case .string(let file):
      guard !file.isEmpty else {
        throw LayerError(self, object, ": expected an image or a file name, got an empty string")
      }
      image = try object.scene.services.image(atPath: file)
    default: throw mismatch(object, value)
    }
    // Assigning nil also drops the drawing, which reads as nil.
    if get(object) !== image || image == nil && self === Property.contents && (object as? Layer)?.backing != nil {
      set(object, image)
      didChange(object)
    }
  }

  /// Stores a path, or the path of a string of SVG path data.
  private func storePath(
    _ value: PropertyValue, in object: KeyedObject, _ get: (KeyedObject) -> Path?, _ set: (KeyedObject, Path?) -> Void
  ) throws {
    let new: Path?
    switch value {
    case .null, .bool(false): new = nil
    case .path(let p): new = p
    case .string(let s):
      var reading = Reading(
        object.scene.account, name: path(object), purpose: "a path of \(s.utf8.count) bytes of SVG path data")
      do { new = try Path(svg: s, &reading) } catch let error as LayerError { throw error.about(self, object) } catch {
        throw LayerError(self, object, ": \(error)")
      }
    default: throw mismatch(object, value)
    }
    let limit = object.scene.limits.pathSegments
    if let new, new.verbs.count > limit {
      throw LayerError(
        self, object, .limit,
        ": a path may have at most \(limit) segments, got \(new.verbs.count); divide it among several layers")
    }
    if let new, let bad = new.points.first(where: { !$0.isFinite }) {
      throw notFinite(object, [("x", bad.x), ("y", bad.y)])
    }
    if get(object) != new {
      set(object, new)
      didChange(object)
    }
  }

  private func storeString(
    _ value: PropertyValue, in object: KeyedObject, _ get: (KeyedObject) -> String?,
    _ set: (KeyedObject, String?) -> Void
  ) throws {
    let new: String?
    switch value {
    case .null, .bool(false): new = nil
    case .string(let s): new = s
    default: throw mismatch(object, value)
    }
    if get(object) != new {
      set(object, new)
      didChange(object)
    }
  }

  /// Stores a plain or an attributed string.
  private func storeText(
    _ value: PropertyValue, in object: KeyedObject, _ get: (KeyedObject) -> LayerText?,
    _ set: (KeyedObject, LayerText?) -> Void
  ) throws {
    let new: LayerText?
    switch value {
    case .null, .bool(false): new = nil
    case .string(let s): new = .plain(s)
    case .attributedString(let a):
      do { try a.check(object.scene.account) } catch { throw LayerError(self, object, ": \(error.message)") }
      new = .attributed(a)
    default: throw mismatch(object, value)
    }
    if get(object) != new {
      set(object, new)
      didChange(object)
    }
  }

  /// Returns the colours of an array; nil for null.
  private func colors(_ value: PropertyValue, _ object: KeyedObject) throws -> [Color]? {
    if value.isNone { return nil }
    guard case .array(let a) = value else { throw mismatch(object, value) }
    var colors: [Color] = []
    for (i, element) in a.enumerated() {
      if i & 4095 == 4095 { try object.scene.account.checkEnd(path(object)) }
      guard let c = element.asColor else {
        var remedy = ""
        if case .string(let word) = element { remedy = ColorWords.remedy(for: word, object.scene.reader()) }
        throw LayerError(
          self, object,
          ": value \(i + 1): expected \(PropertyKind.color.expectation), got \(element.described)\(remedy)")
      }
      colors.append(try checked(c, object, at: ": value \(i + 1)"))
    }
    return colors
  }

  /// True if the row copies with a closure of its own.
  var copiesByValue: Bool { if case .value = access { true } else { false } }

  /// Copies the value from one object of the class to another.
  func copy(from a: KeyedObject, to b: KeyedObject) {
    switch access {
    case .number(let get, let set): if get(a) != get(b) { set(b, get(a)) }
    case .bool(let get, let set): if get(a) != get(b) { set(b, get(a)) }
    case .point(let get, let set): if get(a) != get(b) { set(b, get(a)) }
    case .size(let get, let set): if get(a) != get(b) { set(b, get(a)) }
    case .rect(let get, let set): if get(a) != get(b) { set(b, get(a)) }
    case .transform(let get, let set): if get(a) != get(b) { set(b, get(a)) }
    case .color(let get, let set): if get(a) != get(b) { set(b, get(a)) }
    case .colorOrPattern(let get, let set): if get(a) != get(b) { set(b, get(a)) }
    case .image(let get, let set): if get(a) !== get(b) { set(b, get(a)) }
    case .path(let get, let set): if get(a) != get(b) { set(b, get(a)) }
    case .string(let get, let set): if get(a) != get(b) { set(b, get(a)) }
    case .text(let get, let set): if get(a) != get(b) { set(b, get(a)) }
    case .option(let get, let set): if get(a) != get(b) { set(b, get(a)) }
    case .bits(let get, let set): if get(a) != get(b) { set(b, get(a)) }
    case .numbers(let get, let set): if get(a) != get(b) { set(b, get(a)) }
    case .colors(let get, let set): if get(a) != get(b) { set(b, get(a)) }
    case .value(_, _, let copy): copy?(a, b)
    case .declared: break
    }
  }
}

extension PropertyValue {
  /// True for nil, or for `false` as its stand-in in tables, which cannot hold nil.
  var isNone: Bool { self == .null || self == .bool(false) }
}
