// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Wording

// A style's values are copied into the declared keys that were never set on the object itself, when the style changes:
// so whatever reads a key reads them, and reading costs nothing. Keys that no built-in class declares are looked up in
// the style when they are read.

/// The declared keys that were set on an object itself, by their rows' places in the class: two words of bits.
struct SetKeys {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  /// The largest number of rows that a class may have.
  static let capacity = 128

  init() {}

  /// The key at a place; none for a place of no row.
  init(at index: Int) {
    if index >= 0, index < 64 { low = 1 << UInt64(index) }
    if index >= 64, index < SetKeys.capacity { high = 1 << UInt64(index - 64) }
  }

  @inline(__always) mutating func insert(_ keys: SetKeys) {
    low |= keys.low
    high |= keys.high
  }

  mutating func remove(_ keys: SetKeys) {
    low &= ~keys.low
    high &= ~keys.high
  }

  func contains(_ keys: SetKeys) -> Bool { low & keys.low != 0 || high & keys.high != 0 }
}

extension Property {
  /// Whether a style gives the key its value. The place in the tree and what calls the host belong to one object, and
  /// what is computed follows from other keys.
  var takesStyle: Bool {
    if isReadOnly || isDerived || isDeclared || name == "style" || name == "actions" { return false }
    switch kind {
    case .layer, .layers, .delegate, .layoutManager, .function: return false
    default: return true
    }
  }
}

extension KeyedObject {
  typealias StyleEntries = [(key: String, value: PropertyValue)]

  /// The first value for the key along style, style.style, ….
  final func styleValue(_ key: String) -> PropertyValue? {
    guard var style = styleEntries else { return nil }
    // A chain has an end, since dictionaries are values, but a script can make it long.
    for _ in 0..<KeyedObject.styleDepth {
      if key != "style", let found = style.first(where: { $0.key == key }), !found.value.isNull { return found.value }
      guard case .dictionary(let next)? = style.first(where: { $0.key == "style" })?.value else { return nil }
      style = next
    }
    return nil
  }

  private static let styleDepth = 64

  /// Whether the value of a declared key is the style's.
  package final func hasStyleValue(of row: Property) -> Bool {
    row.isDeclared
      ? ownValues[row.name] == nil && styleValue(row.name) != nil
      : row.takesStyle && !setKeys.contains(row.setKey) && styleValue(row.name) != nil
  }

  /// Stores a style, and gives the declared keys that were not set on the object itself its values, or their first ones
  /// where it has none any more.
  ///
  /// - Parameter store: puts a style in its place.
  /// - Throws: `LayerError` for a value that the key refuses; then everything is as before.
  final func changeStyle(to new: StyleEntries?, store: (StyleEntries?) -> Void) throws {
    let old = styleEntries
    let keys = KeyedObject.keys(of: old).union(KeyedObject.keys(of: new))
    let rows = keys.compactMap { keyedClass.property($0) }
      .filter { $0.takesStyle && !setKeys.contains($0.setKey) }
      .sorted { ($0.constructorRank, $0.index) < ($1.constructorRank, $1.index) }
    store(new)
    warnAboutStyle()
    try scene.withoutActions {
      for (i, row) in rows.enumerated() {
        do { try storeUnset(row) } catch {
          store(old)
          for row in rows[...i] { try? storeUnset(row) }
          guard var own = error as? LayerError, !own.isOfServices else { throw error }
          own.message = "\(className).style: \(own.message)"
          throw own
        }
      }
    }
  }

  /// Gives a declared key the value that it has where it is not set on the object itself.
  final func storeUnset(_ row: Property) throws {
    let kept = setKeys
    defer { setKeys = kept }
    try row.setValue(self, try styleValue(row.name) ?? keyedClass.initialValue(of: row))
  }

  /// The keys of a style and of those in it.
  private static func keys(of style: StyleEntries?) -> Set<String> {
    var keys: Set<String> = []
    var next = style
    for _ in 0..<styleDepth {
      guard let style = next else { break }
      next = nil
      for (key, value) in style {
        keys.insert(key)
        if key == "style", case .dictionary(let inner) = value { next = inner }
      }
    }
    return keys
  }

  /// Warns of entries that give nothing its value.
  private func warnAboutStyle() {
    for key in KeyedObject.keys(of: styleEntries).sorted() {
      guard let row = keyedClass.property(key) else {
        if let word = scene.warnings.likelyWord(for: key, of: keyedClass) {
          scene.warn(word.rule, "\(className).style.\(key)\(word.message(isRead: false))", onceFor: "style \(key)")
        }
        continue
      }
      if row.takesStyle || row.isDeclared || key == "style" || key == "actions" { continue }
      let remedy =
        row.isReadOnly
        ? "it can only be read"
        : row.isDerived ? "it follows from other keys; give those" : "it belongs to one object; set it on that"
      scene.warn(
        .styleIgnored, "\(className).style.\(key) has no effect: \(remedy)", onceFor: "\(className) \(key)", about: self
      )
    }
  }
}

extension KeyedClass {
  /// The value of a key of a new object.
  fileprivate func initialValue(of row: Property) throws -> PropertyValue {
    if let hooks, hooks.overridesDefaultValues,
      let own = try hooks.defaultValues(of: self).last(where: { $0.0 === row })
    {
      return own.1
    }
    let value = defaultValue(of: row)
    guard value.isNull else { return value }
    switch row.kind {
    case .point: return row.isOptional ? .null : .point(.zero)
    case .size: return row.isOptional ? .null : .size(.zero)
    case .rect: return row.isOptional ? .null : .rect(.zero)
    default: return .null
    }
  }
}

extension Property {
  /// Whether it can be without a value although it is a point, a size or a rect.
  fileprivate var isOptional: Bool {
    if case .value = access { return true }
    return false
  }
}
