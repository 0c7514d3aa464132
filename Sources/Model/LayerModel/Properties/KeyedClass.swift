// SPDX-License-Identifier: MIT
import Messages
import Numbers
import RenderTree

/// A class of layers, or of objects that layers hold: its name, its properties and the additions of a subclass.
/// Built-in classes come first; classes declared by scripts derive from them.
///
/// Unchecked: built-in classes are immutable once made; a script's class with its hooks stays on its scene's thread.
///
/// ```swift
/// let badge = try KeyedClass.layer.subclass(
///   named: "Badge", defaults: [("cornerRadius", 8), ("level", 0)], redrawKeys: ["level"])
/// let layer = try badge.make(in: scene)
/// layer.cornerRadius  // 8
/// ```
public final class KeyedClass: @unchecked Sendable {
  /// The name, such as `TextLayer`.
  public let name: String
  /// The class that it derives from; nil for a root class.
  public let superclass: KeyedClass?
  /// The built-in class that instances are made of.
  package let base: BuiltIn
  /// The operation of the class's filters; nil for classes of other objects, and for `filter` itself.
  package let filterKind: FilterKind?
  /// The superclass's properties, then its own, in documentation order; `properties[i].index == i`.
  public let properties: [Property]
  /// The hooks that instances run instead of the defaults.
  package let hooks: (any LayerSubclass)?
  /// The default values that the class declares for inherited keys.
  let overriddenDefaults: [(Property, PropertyValue)]
  /// The initial values of inherited keys in which a built-in class differs from its superclass; its initialiser sets
  /// them.
  private let builtInDefaults: [(Property, PropertyValue)]
  /// Keys whose change requests redisplay, in addition to those marked in their rows.
  private(set) var redrawKeys: Set<String>
  /// True if the class's own `needsDisplayForKey` was called, or there is none.
  private var hasAskedForRedrawKeys = false
  private let byName: [String: Property]
  /// The bits of the class and its superclasses, which instances carry.
  let bits: UInt64

  /// The Swift class of the instances.
  let type: KeyedObject.Type
  /// Makes an instance with its initial values; nil for an abstract class.
  private let maker: (@Sendable (Scene, KeyedClass) -> KeyedObject)?

  /// The built-in classes, in documentation order. To add one, add a case: `keyedClass` and `KeyedClass.init` require
  /// the rest.
  package enum BuiltIn: Int, CaseIterable, Sendable {
    case layer, text, shape, gradient, replicator, emitter, scroll, tiled, transform, drawable, backdrop, player
    case emitterCell, filter
    case animation, propertyAnimation, basicAnimation, keyframeAnimation, springAnimation, animationGroup, transition
    case constraintLayoutManager, stackLayoutManager, gridLayoutManager
    case state, stateElement, stateSetValue, stateAddAnimation, stateRemoveAnimation
    case stateTransition, stateTransitionElement
    /// A class that is not listed, such as a test's.
    case unlisted

    var keyedClass: KeyedClass? {
      switch self {
      case .layer: .layer
      case .text: .text
      case .shape: .shape
      case .gradient: .gradient
      case .replicator: .replicator
      case .emitter: .emitter
      case .scroll: .scroll
      case .tiled: .tiled
      case .transform: .transform
      case .drawable: .drawable
      case .backdrop: .backdrop
      case .player: .player
      case .emitterCell: .emitterCell
      case .filter: .filter
      case .animation: .animation
      case .propertyAnimation: .propertyAnimation
      case .basicAnimation: .basicAnimation
      case .keyframeAnimation: .keyframeAnimation
      case .springAnimation: .springAnimation
      case .animationGroup: .animationGroup
      case .transition: .transition
      case .constraintLayoutManager: .constraintLayoutManager
      case .stackLayoutManager: .stackLayoutManager
      case .gridLayoutManager: .gridLayoutManager
      case .state: .state
      case .stateElement: .stateElement
      case .stateSetValue: .stateSetValue
      case .stateAddAnimation: .stateAddAnimation
      case .stateRemoveAnimation: .stateRemoveAnimation
      case .stateTransition: .stateTransition
      case .stateTransitionElement: .stateTransitionElement
      case .unlisted: nil
      }
    }

    /// The bit of the class, which instances carry together with those of its superclasses. It proves an instance's
    /// Swift class, so two classes may not share one.
    var bit: UInt64 {
      precondition(rawValue < UInt64.bitWidth, "more built-in classes than bits")
      return 1 << UInt64(rawValue)
    }
  }

  /// Makes a class that is written in Swift.
  ///
  /// - Parameters:
  ///   - name: the name in scripts and in the manual.
  ///   - type: the Swift class of the instances, for which the rows are written.
  ///   - rows: its own properties, in documentation order.
  ///   - defaults: the initial values of inherited properties that differ from the superclass's; the Swift class's
  ///     initialiser sets them.
  ///   - isAbstract: true if only subclasses have instances.
  ///   - maker: makes an instance in place of the Swift class's initialiser.
  package init<Object: KeyedObject>(
    _ base: BuiltIn, _ name: String, _ type: Object.Type, superclass: KeyedClass?, rows: [Property],
    defaults: [(Property, PropertyValue)] = [], isAbstract: Bool = false,
    maker: @escaping @Sendable (Scene, KeyedClass) -> KeyedObject = { Object(in: $0, of: $1) }
  ) {
    self.name = name
    self.base = base
    self.superclass = superclass
    self.type = type
    self.maker = isAbstract ? nil : maker
    bits = (superclass?.bits ?? 0) | base.bit
    filterKind = nil
    hooks = nil
    overriddenDefaults = []
    builtInDefaults = defaults
    redrawKeys = []
    let inherited = superclass?.properties ?? []
    for (i, p) in rows.enumerated() {
      p.owner = name
      p.ownerBit = base.bit
      p.index = inherited.count + i
    }
    properties = inherited + rows
    byName = KeyedClass.table(properties)
  }

  private init(
    _ name: String, superclass: KeyedClass, own: [Property], overridden: [(Property, PropertyValue)],
    redrawKeys: Set<String>, hooks: (any LayerSubclass)?
  ) {
    self.name = name
    self.superclass = superclass
    base = superclass.base
    type = superclass.type
    maker = superclass.maker
    bits = superclass.bits
    filterKind = superclass.filterKind
    self.hooks = hooks
    overriddenDefaults = superclass.overriddenDefaults + overridden
    builtInDefaults = superclass.builtInDefaults
    self.redrawKeys = superclass.redrawKeys.union(redrawKeys)
    for (i, p) in own.enumerated() {
      p.owner = name
      p.index = superclass.properties.count + i
    }
    properties = superclass.properties + own
    byName = KeyedClass.table(properties)
  }

  /// Makes a class of filters. It has the bit of `Filter`, whose storage holds the values of any keys.
  ///
  /// - Parameter rows: the rows of the kind's keys, in its order.
  init(filter kind: FilterKind, rows: [Property]) {
    let superclass = KeyedClass.filter
    name = kind.name
    self.superclass = superclass
    base = superclass.base
    type = superclass.type
    maker = { Filter(in: $0, of: $1) }
    bits = superclass.bits
    filterKind = kind
    hooks = nil
    overriddenDefaults = []
    builtInDefaults = []
    redrawKeys = []
    for (i, p) in rows.enumerated() {
      p.owner = name
      p.ownerBit = superclass.base.bit
      p.index = superclass.properties.count + i
    }
    properties = superclass.properties + rows
    byName = KeyedClass.table(properties)
  }

  private static func table(_ properties: [Property]) -> [String: Property] {
    var result: [String: Property] = [:]
    for p in properties { result[p.name] = p }
    return result
  }

  /// All built-in classes, in documentation order.
  package static let builtIn: [KeyedClass] = BuiltIn.allCases.compactMap(\.keyedClass)

  /// The built-in classes of layers, in documentation order.
  package static let all: [KeyedClass] = builtIn.filter(\.isLayerClass)

  /// The built-in classes of objects that layers hold.
  package static let others: [KeyedClass] = builtIn.filter { !$0.isLayerClass }

  package static let layoutManagers: [KeyedClass] = builtIn.filter { $0.type is BuiltInLayoutManager.Type }

  /// True if only subclasses have instances.
  package var isAbstract: Bool { maker == nil }

  /// True if instances are layers.
  package var isLayerClass: Bool { bits & BuiltIn.layer.bit != 0 }

  /// True if instances are filters.
  package var isFilterClass: Bool { bits & BuiltIn.filter.bit != 0 }

  /// Returns the built-in class with a name, without prefix.
  package static func named(_ name: String) -> KeyedClass? { builtIn.first { $0.name == name } }

  /// Returns the property with a name; nil for other keys and for aliases.
  package func property(_ name: String) -> Property? { byName[name] }

  /// Returns the property with an alias such as `isHidden`.
  package func property(alias: String) -> Property? {
    guard alias.hasPrefix("is") else { return nil }
    return properties.first { $0.aliases.contains(alias) }
  }

  /// Returns the initial value of a key; null if there is no stored default, as for `bounds`.
  package func defaultValue(of p: Property) -> PropertyValue {
    if let own = overriddenDefaults.last(where: { $0.0 === p }) { return own.1 }
    return nativeDefault(of: p)
  }

  /// Returns the initial value of a key in the built-in class.
  func nativeDefault(of p: Property) -> PropertyValue { builtInDefaults.first { $0.0 === p }?.1 ?? p.defaultValue }

  /// Returns Core Animation's `defaultValueForKey` for the class: the initial value, or null if its classes store no
  /// default and none was declared, as for `bounds`.
  package func storedDefaultValue(forKey key: String) -> PropertyValue {
    guard let p = property(key) else { return .null }
    if p.traits.contains(.unstored), !overriddenDefaults.contains(where: { $0.0 === p }) { return .null }
    return defaultValue(of: p)
  }

  /// Returns true if instances have exactly this property.
  package func has(_ p: Property) -> Bool { p.index >= 0 && p.index < properties.count && properties[p.index] === p }

  package func isSubclass(of other: KeyedClass) -> Bool {
    var c: KeyedClass? = self
    while let now = c {
      if now === other { return true }
      c = now.superclass
    }
    return false
  }

  /// Makes a layer of the class with its default values. The caller must call `hooks.initialize`, and may set
  /// properties first.
  ///
  /// ```swift
  /// let outline = try KeyedClass.shape.make(in: scene)
  /// try outline.setValue(2, forKeyPath: "lineWidth")
  /// ```
  public func make(in scene: Scene) throws -> Layer {
    guard let l = try makeObject(in: scene) as? Layer else { throw LayerError("\(name) is not a layer class") }
    return l
  }

  /// Makes an object of the class with its default values.
  package func makeObject(in scene: Scene) throws -> KeyedObject {
    try isLayerClass ? scene.budget.checkRoom() : scene.budget.checkRoomForObject(of: self)
    guard let maker else {
      throw LayerError(
        isFilterClass
          ? "\(name): expected the name of a filter, \(scene.reader().text(.filterName))"
          : "\(name) is abstract; make one of its subclasses")
    }
    let object = maker(scene, self)
    let asked = hooks?.overridesDefaultValues ?? false ? try hooks?.defaultValues(of: self) ?? [] : []
    if !overriddenDefaults.isEmpty || !asked.isEmpty {
      for (p, value) in overriddenDefaults + asked { try p.setValue(object, value) }
      (object as? Layer)?.clearFlags()
    }
    object.setKeys = SetKeys()
    if !hasAskedForRedrawKeys, let hooks, let layer = object as? Layer { try askForRedrawKeys(hooks, layer) }
    return object
  }

  /// Calls the class's own `needsDisplayForKey` for each of its keys, once, when its first layer is made.
  private func askForRedrawKeys(_ hooks: any LayerSubclass, _ layer: Layer) throws {
    hasAskedForRedrawKeys = true
    guard hooks.hooks.contains(.needsDisplayForKey) else { return }
    for row in properties where !redrawKeys.contains(row.name) {
      if try hooks.needsDisplay(layer, forKey: row.name) { redrawKeys.insert(row.name) }
    }
    if !redrawKeys.isEmpty { layer.state.insert(.watchesKeys) }
  }

  /// Makes a subclass that adds keys with defaults, redisplay on change, and hooks.
  ///
  /// A default for an inherited key changes its initial value. Throws for a class of filters, a default of a read-only
  /// key, a key that is empty or has a dot, or a redraw key that is not a key.
  ///
  /// ```swift
  /// final class Bar: LayerSubclass {
  ///   let hooks: LayerHooks = [.draw]
  ///   func draw(_ layer: Layer, in context: GraphicsContext) throws {
  ///     let level = try layer.value(forKeyPath: "level", as: Double.self)
  ///     try context.setFillColor(.orange)
  ///     try context.fill(Rect(0, 0, layer.bounds.width * level, layer.bounds.height))
  ///   }
  /// }
  /// let meter = try KeyedClass.layer.subclass(
  ///   named: "Meter", defaults: [("level", 0.5)], redrawKeys: ["level"], hooks: Bar())
  /// ```
  public func subclass(
    named name: String, defaults: [(key: String, value: PropertyValue)] = [], redrawKeys: [String] = [],
    hooks: (any LayerSubclass)? = nil
  ) throws -> KeyedClass {
    if isFilterClass {
      throw LayerError("\(self.name) has no subclasses: a filter is made by its name, such as CIGaussianBlur")
    }
    var own: [Property] = []
    var overridden: [(Property, PropertyValue)] = []
    for (key, value) in defaults {
      if let p = property(key), !p.isDeclared {
        if p.isReadOnly { throw LayerError("\(name): \(key) is read-only and takes no default") }
        overridden.append((p, value))
      } else {
        if key.isEmpty || key.contains(".") {
          throw LayerError("\(name): \"\(key)\" cannot be a key: a key is a word without dots")
        }
        if own.contains(where: { $0.name == key }) { continue }
        own.append(
          Property(
            key, .any, .declared, default: value, animation: .explicit,
            invalidates: redrawKeys.contains(key) ? [.compositing, .display] : .compositing, traits: .declared,
            "Declared by \(name)."))
      }
    }
    let known = Set(own.map(\.name))
    for key in redrawKeys where !known.contains(key) && property(key) == nil {
      let near = nearest(key, among: properties.map(\.name) + own.map(\.name))
      throw LayerError(
        "\(name).redrawKeys: \(key) is not a key of the "
          + "class\(near.map { "; did you mean \($0)?" } ?? "; declare it in defaults")"
      )
    }
    return KeyedClass(
      name, superclass: self, own: own, overridden: overridden,
      redrawKeys: Set(redrawKeys.filter { !known.contains($0) }), hooks: hooks ?? self.hooks)
  }

  /// Returns the keys and key paths of a constructor's table in the order in which they are applied.
  ///
  /// Throws for a key that the class does not declare, naming the nearest declared one; custom properties belong in
  /// `userInfo`.
  package func constructorOrder(of keys: [String], for reader: MessageReader = MessageReader()) throws(LayerError)
    -> [String]
  {
    var ranked: [(rank: Int, index: Int, key: String)] = []
    ranked.reserveCapacity(keys.count)
    for key in keys {
      let head = key.utf8.contains(UInt8(ascii: ".")) ? String(key.prefix { $0 != "." }) : key
      guard let p = property(head) else { throw unknownKey(head, for: reader) }
      ranked.append((p.constructorRank, p.index, key))
    }
    ranked.sort { ($0.rank, $0.index, $0.key) < ($1.rank, $1.index, $1.key) }
    return ranked.map(\.key)
  }

  /// Returns the error for a key that must be declared but is not.
  package func unknownKey(_ key: String, for reader: MessageReader) -> LayerError {
    if isFilterClass { return unknownFilterKey(key) }
    if let p = property(alias: key) { return LayerError("\(name).\(key) can only be read; write \(p.name)") }
    return LayerError(
      "\(name) has no property \(key); "
        + (wordInstead(of: key, for: reader) ?? "custom properties go in userInfo = { … }"))
  }

  /// Returns the probable meaning of an undeclared key that a script sets; nil if it may be a key of the script's own.
  func likelyWord(for key: String, _ reader: MessageReader) -> LikelyWord? {
    let isScripts = hooks != nil
    // Instances of a script's class have variables of any name, but not the names of members of the Core Animation
    // class.
    if let word = reader.language?.member(key, of: self, for: reader), !isScripts || word.isNamesakes {
      return LikelyWord(
        rule: .foreignName, origin: word.origin, instead: word.instead, isNamesakes: word.isNamesakes)
    }
    if !isScripts, let instead = runAttribute(key, for: reader) {
      return LikelyWord(rule: .foreignName, instead: instead)
    }
    if let near = nearest(key, among: properties.map(\.name)) {
      return LikelyWord(rule: .nearMissKey, instead: "did you mean \(near)?")
    }
    if isScripts { return nil }
    return KeyedClass.builtIn.first { $0.isLayerClass && isLayerClass && $0.property(key) != nil }.map {
      LikelyWord(rule: .foreignName, instead: "\(key) is a property of \($0.name)")
    }
  }

  /// Returns the place of an attribute of text that a text layer does not have itself; nil for other keys.
  private func runAttribute(_ key: String, for reader: MessageReader) -> String? {
    guard isSubclass(of: .text), property(key) == nil, TextAttributes.names.contains(key) else { return nil }
    let own: String? =
      switch key {
      case "weight": "fontWeight"
      case "italic": "fontStyle"
      case "kern": "letterSpacing"
      case "alignment": "alignmentMode"
      default: nil
      }
    return (own.map { "the layer's is \($0); " } ?? "")
      + "\(key) is an attribute of a run: \(reader.text(.runAttribute(key)))"
  }

  /// Returns the probable meaning of a key that the class does not declare, as in `did you mean zPosition?`; nil if
  /// there is none.
  func wordInstead(of key: String, for reader: MessageReader) -> String? {
    if let known = reader.language?.key(key, of: self, for: reader) { return known }
    if let instead = runAttribute(key, for: reader) { return instead }
    let names = properties.map(\.name)
    if let near = nearest(key, among: names) { return "did you mean \(near)?" }
    // Another class of the same kind has it.
    if let other = KeyedClass.builtIn.first(where: { $0.isLayerClass == isLayerClass && $0.property(key) != nil }) {
      return "\(key) is a property of \(other.name)"
    }
    guard let first = key.utf8.first, key.utf8.count >= 4, first >= UInt8(ascii: "a"), first <= UInt8(ascii: "z") else {
      return nil
    }
    let end = key.prefix(1).uppercased() + key.dropFirst()
    let parts = names.filter { name in
      if name.hasSuffix(end) { return true }
      guard name.hasPrefix(key), let next = name.utf8.dropFirst(key.utf8.count).first else { return false }
      return next >= UInt8(ascii: "A") && next <= UInt8(ascii: "Z")
    }
    guard let last = parts.last, parts.count <= 6 else { return nil }
    return parts.count == 1 ? "did you mean \(last)?" : "did you mean \(listed(Array(parts.dropLast()))) or \(last)?"
  }
}

/// The probable meaning of a key that no class declares.
struct LikelyWord {
  /// The rule of the warning.
  let rule: LayerWarning.Rule
  /// The system that the name comes from, such as `CSS, DOM`.
  var origin: String?
  /// The advice on what to write.
  let instead: String
  /// True if it is a property of the class's namesake in Core Animation, so that reading it is a mistake too.
  var isNamesakes = false

  /// Returns the message that follows the class and the key.
  ///
  /// - Parameter isRead: true if the key was read, false if it was set.
  func message(isRead: Bool) -> String {
    (origin.map { " (\($0))" } ?? "") + " is not a property and "
      + (isRead ? "reads nil" : "is stored as a custom key") + "; \(instead)"
  }
}

/// A class of layers.
public typealias LayerClass = KeyedClass
