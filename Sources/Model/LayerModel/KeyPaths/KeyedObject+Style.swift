// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Numbers

// When a style changes, its values are copied into the declared keys that were never set on the object itself. Reading
// such a key therefore costs nothing extra. Keys that no built-in class declares are looked up in the style when they
// are read.

/// The set of declared keys that were set on an object itself: a 128-bit set of row indices.
struct SetKeys {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  /// The maximum number of rows of a class.
  static let capacity = 128

  init() {}

  /// Creates the set of one row index; empty if the index is out of range.
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
  /// True if a style may set the key. Keys for the place in the tree and for callbacks belong to one object, and
  /// derived keys follow from others.
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

  /// Returns the first value for the key along the chain style, style.style, …; nil if there is none.
  final func styleValue(_ key: String) -> PropertyValue? {
    guard var style = styleEntries else { return nil }
    // The chain is finite, since dictionaries are values, but a script can make it long.
    for _ in 0..<KeyedObject.styleDepth {
      if key != "style", let found = style.first(where: { $0.key == key }), !found.value.isNull { return found.value }
      guard case .dictionary(let next)? = style.first(where: { $0.key == "style" })?.value else { return nil }
      style = next
    }
    return nil
  }

  private static let styleDepth = 64

  /// True if a declared key has its value from the style.
  package final func hasStyleValue(of row: Property) -> Bool {
    row.isDeclared
      ? ownValues[row.name] == nil && styleValue(row.name) != nil
      : row.takesStyle && !setKeys.contains(row.setKey) && styleValue(row.name) != nil
  }

  /// Stores a style and copies its values into the declared keys that were not set on the object itself. Keys that lose
  /// their style value return to their initial value.
  ///
  /// - Parameter store: stores a style in the object.
  /// - Throws: `LayerError` for a value that the key rejects; then nothing has changed.
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

  /// Sets a declared key to the value that it has when it is not set on the object itself: the style's or the initial
  /// one.
  final func storeUnset(_ row: Property) throws {
    let kept = setKeys
    defer { setKeys = kept }
    try row.setValue(self, try styleValue(row.name) ?? keyedClass.initialValue(of: row))
  }

  /// Returns the keys of a style and of the styles nested in it.
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

  /// Warns of entries that have no effect.
  private func warnAboutStyle() {
    for key in KeyedObject.keys(of: styleEntries).sorted() {
      guard let row = keyedClass.property(key) else {
        if let word = scene.warnings.likelyWord(for: key, of: keyedClass, scene.reader()) {
          scene.warn(word.rule, "\(className).style.\(key)\(word.message(isRead: false))", onceFor: "style \(key)")
        }
        continue
      }
      if row.takesStyle || row.isDeclared || key == "style" || key == "actions" { continue }
      let remedy =
        row.isReadOnly
        ? "it can only be read"
        : row.isDerived ? "it is derived from other keys; set those" : "it belongs to one object; set it on that"
      scene.warn(
        .styleIgnored, "\(className).style.\(key) has no effect: \(remedy)", onceFor: "\(className) \(key)", about: self
      )
    }
  }
}

extension KeyedClass {
  /// Returns the initial value of a key in a new object.
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
  /// True if it can be null even though it is a point, a size or a rect.
  fileprivate var isOptional: Bool {
    if case .value = access { return true }
    return false
  }
}
