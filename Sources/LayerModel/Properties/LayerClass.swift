/// A class of layers: its name, its properties and what a subclass adds. Built-in classes come first, those a script declares
/// derive from them.
///
/// Unchecked: immutable once made; a script's class with its hooks stays on its scene's thread.
public final class LayerClass: @unchecked Sendable {
  /// Such as `TextLayer`.
  public let name: String
  public let superclass: LayerClass?
  /// The built-in class that instances are made of.
  public let base: BuiltIn
  /// The superclass's properties, then its own, in documentation order; `properties[i].index == i`.
  public let properties: [Property]
  /// The hooks that instances run instead of the defaults.
  public let hooks: (any LayerSubclass)?
  /// Values that instances start with where the class declares another default for an inherited key.
  let overriddenDefaults: [(Property, PropertyValue)]
  /// Inherited keys whose change asks for redisplay.
  let redrawKeys: Set<String>
  private let byName: [String: Property]

  public enum BuiltIn: Int, CaseIterable, Sendable {
    case layer, text, shape, gradient, transform

    /// One bit a class; an instance carries those of its class and superclasses.
    var bit: UInt16 { 1 << UInt16(rawValue) }
  }

  private init(_ name: String, _ base: BuiltIn, superclass: LayerClass?, own: [Property]) {
    self.name = name
    self.base = base
    self.superclass = superclass
    hooks = nil
    overriddenDefaults = []
    redrawKeys = []
    let inherited = superclass?.properties ?? []
    for (i, p) in own.enumerated() {
      p.owner = name
      p.ownerBit = base.bit
      p.index = inherited.count + i
    }
    properties = inherited + own
    byName = LayerClass.table(properties)
  }

  private init(
    _ name: String, superclass: LayerClass, own: [Property], overridden: [(Property, PropertyValue)], redrawKeys: Set<String>,
    hooks: (any LayerSubclass)?
  ) {
    self.name = name
    self.superclass = superclass
    base = superclass.base
    self.hooks = hooks
    overriddenDefaults = superclass.overriddenDefaults + overridden
    self.redrawKeys = superclass.redrawKeys.union(redrawKeys)
    for (i, p) in own.enumerated() {
      p.owner = name
      p.index = superclass.properties.count + i
    }
    properties = superclass.properties + own
    byName = LayerClass.table(properties)
  }

  private static func table(_ properties: [Property]) -> [String: Property] {
    var result: [String: Property] = [:]
    for p in properties { result[p.name] = p }
    return result
  }

  public static let layer = LayerClass("Layer", .layer, superclass: nil, own: Property.layerRows)
  public static let text = LayerClass("TextLayer", .text, superclass: layer, own: Property.textRows)
  public static let shape = LayerClass("ShapeLayer", .shape, superclass: layer, own: Property.shapeRows)
  public static let gradient = LayerClass("GradientLayer", .gradient, superclass: layer, own: Property.gradientRows)
  public static let transform = LayerClass("TransformLayer", .transform, superclass: layer, own: [])

  /// The built-in classes, in documentation order.
  public static let all: [LayerClass] = [layer, text, shape, gradient, transform]

  /// The built-in class of this name, without prefix.
  public static func named(_ name: String) -> LayerClass? { all.first { $0.name == name } }

  /// The property of this name; nil for other keys and for aliases.
  public func property(_ name: String) -> Property? { byName[name] }

  /// The property that reads under an alias such as `isHidden`.
  public func property(alias: String) -> Property? {
    guard alias.hasPrefix("is") else { return nil }
    return properties.first { $0.aliases.contains(alias) }
  }

  /// Whether instances have this very property.
  public func has(_ p: Property) -> Bool { p.index >= 0 && p.index < properties.count && properties[p.index] === p }

  public func isSubclass(of other: LayerClass) -> Bool {
    var c: LayerClass? = self
    while let now = c {
      if now === other { return true }
      c = now.superclass
    }
    return false
  }

  /// A new layer of the class with its default values; `hooks.initialize` is left to the caller, who may set properties first.
  public func make(in scene: Scene) throws -> Layer {
    try scene.checkRoom()
    let l: Layer =
      switch base {
      case .layer: Layer(in: scene, class: self)
      case .text: TextLayer(in: scene, class: self)
      case .shape: ShapeLayer(in: scene, class: self)
      case .gradient: GradientLayer(in: scene, class: self)
      case .transform: TransformLayer(in: scene, class: self)
      }
    for (p, value) in overriddenDefaults { try p.setValue(l, value) }
    if !overriddenDefaults.isEmpty { l.clearFlags() }
    return l
  }

  /// A class that adds keys with defaults, redisplay on change, and hooks.
  ///
  /// A default for an inherited key changes what instances start with. Throws when a name is taken by a method, or a redraw key is
  /// not a key.
  public func subclass(
    named name: String, defaults: [(key: String, value: PropertyValue)] = [], redrawKeys: [String] = [], hooks: (any LayerSubclass)? = nil
  ) throws -> LayerClass {
    var own: [Property] = []
    var overridden: [(Property, PropertyValue)] = []
    for (key, value) in defaults {
      if let p = property(key), !p.isDeclared {
        if p.isReadOnly { throw LayerError("\(name): \(key) is read-only and takes no default") }
        overridden.append((p, value))
      } else {
        if key.isEmpty || key.contains(".") { throw LayerError("\(name): \"\(key)\" cannot be a key: a key is a word without dots") }
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
        "\(name).redrawKeys: \(key) is no key of the class\(near.map { "; did you mean \($0)?" } ?? "; declare it in defaults")")
    }
    return LayerClass(
      name, superclass: self, own: own, overridden: overridden, redrawKeys: Set(redrawKeys.filter { !known.contains($0) }),
      hooks: hooks ?? self.hooks)
  }

  /// The keys and key paths of a constructor's table in the order they are to be applied.
  ///
  /// Throws for a key that the class does not declare, naming the nearest that it does; custom properties go in `userInfo`.
  public func constructorOrder(of keys: [String]) throws(LayerError) -> [String] {
    var ranked: [(rank: Int, index: Int, key: String)] = []
    ranked.reserveCapacity(keys.count)
    for key in keys {
      let head = key.utf8.contains(UInt8(ascii: ".")) ? String(key.prefix { $0 != "." }) : key
      guard let p = property(head) else { throw unknownKey(head) }
      ranked.append((p.constructorRank, p.index, key))
    }
    ranked.sort { ($0.rank, $0.index, $0.key) < ($1.rank, $1.index, $1.key) }
    return ranked.map(\.key)
  }

  /// The error for a key that must be declared and is not.
  public func unknownKey(_ key: String) -> LayerError {
    if let p = property(alias: key) { return LayerError("\(name).\(key) can only be read; write \(p.name)") }
    if let near = nearest(key, among: properties.map(\.name)) {
      return LayerError("\(name) has no property \(key); did you mean \(near)?")
    }
    return LayerError("\(name) has no property \(key); properties of your own go in userInfo = { … }")
  }
}
