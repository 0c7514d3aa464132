// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Pixels

/// The type of values that a property takes.
package enum PropertyKind: Sendable {
  case number
  case bool
  case point
  case size
  case rect
  case transform
  /// A transform given by six numbers.
  case affineTransform
  case color
  /// A colour or a repeated image.
  case colorOrPattern
  case image
  case path
  case string
  /// A string or an attributed string.
  case text
  case enumeration([OptionName])
  case nameSet(NameSet)
  case numbers
  case colors
  case layer
  case layers
  /// A list of objects of a class other than a layer's.
  case objects(of: KeyedClass.BuiltIn)
  /// One object of a class. A layer is referred to weakly, and key paths end there.
  case object(of: KeyedClass.BuiltIn)
  /// A filter, or the name of one.
  case filter(FilterCategory)
  /// Floating-point numbers, or a string of their bytes.
  case data
  case dictionary
  case delegate
  /// A function.
  case function
  case layoutManager
  case constraints
  /// Any value, for keys that a subclass declares.
  case any
}

/// The implicit animation when a property changes.
package enum ImplicitAnimation: Sendable {
  case none
  /// A basic animation of the key.
  case basic
  /// A fade.
  case transition
  /// None; only an explicitly added animation animates it.
  case explicit
}

/// The parts that a change of a property invalidates.
package struct Invalidation: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  /// The rendered frame.
  package static let compositing = Invalidation(rawValue: 1)
  /// The layer's drawing.
  package static let display = Invalidation(rawValue: 2)
  /// The layout of the layer's own sublayers.
  package static let layout = Invalidation(rawValue: 4)
  /// The layout by the superlayer's layout manager.
  package static let arrangement = Invalidation(rawValue: 32)
  /// The layout of the layer's siblings.
  package static let superlayerLayout = Invalidation(rawValue: 8)
  /// The bounds: with `needsDisplayOnBoundsChange`, also the drawing.
  static let bounds = Invalidation(rawValue: 16)
}

/// One row of the registry: the complete description of a property. Copying, defaults, key-value coding, change flags,
/// the dump, Lua's fields and the manual derive from it.
///
/// Unchecked: a row never changes after its class is made; host values among a script's declared defaults stay on the
/// scene's thread.
///
/// ```swift
/// for property in KeyedClass.gradient.properties { print(property.name, property.summary) }
/// ```
public final class Property: @unchecked Sendable {
  package struct Traits: OptionSet, Sendable {
    package let rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }
    static let readOnly = Traits(rawValue: 1)
    /// Computed from other properties, hence not copied.
    static let derived = Traits(rawValue: 2)
    /// Without effect on a transform layer.
    static let ignoredByTransformLayer = Traits(rawValue: 4)
    /// Infinity is allowed.
    static let infinite = Traits(rawValue: 8)
    /// The lower end of the range is excluded.
    static let positive = Traits(rawValue: 16)
    /// Not an empty rectangle.
    static let nonEmpty = Traits(rawValue: 32)
    /// Lies in the unit square.
    static let unit = Traits(rawValue: 64)
    /// Numbers do not decrease.
    static let sorted = Traits(rawValue: 128)
    /// Not all numbers are zero.
    static let notAllZero = Traits(rawValue: 256)
    /// A subclass declared it for its instances.
    static let declared = Traits(rawValue: 512)
    /// A change is checked for warnings.
    static let noted = Traits(rawValue: 1024)
    /// A whole number.
    static let whole = Traits(rawValue: 2048)
    /// Core Animation's classes store no default: `defaultValueForKey` returns nil.
    static let unstored = Traits(rawValue: 4096)
  }

  /// The accessors of the value in an object of a class.
  package enum Access<Object: KeyedObject>: Sendable {
    case number(get: @Sendable (Object) -> Double, set: @Sendable (Object, Double) -> Void)
    case bool(get: @Sendable (Object) -> Bool, set: @Sendable (Object, Bool) -> Void)
    case point(get: @Sendable (Object) -> Point, set: @Sendable (Object, Point) -> Void)
    case size(get: @Sendable (Object) -> Size, set: @Sendable (Object, Size) -> Void)
    case rect(get: @Sendable (Object) -> Rect, set: @Sendable (Object, Rect) -> Void)
    case transform(get: @Sendable (Object) -> Transform3D, set: @Sendable (Object, Transform3D) -> Void)
    case color(get: @Sendable (Object) -> Color?, set: @Sendable (Object, Color?) -> Void)
    case colorOrPattern(get: @Sendable (Object) -> ColorOrPattern?, set: @Sendable (Object, ColorOrPattern?) -> Void)
    case image(get: @Sendable (Object) -> Image?, set: @Sendable (Object, Image?) -> Void)
    case path(get: @Sendable (Object) -> Path?, set: @Sendable (Object, Path?) -> Void)
    case string(get: @Sendable (Object) -> String?, set: @Sendable (Object, String?) -> Void)
    case text(get: @Sendable (Object) -> LayerText?, set: @Sendable (Object, LayerText?) -> Void)
    case option(get: @Sendable (Object) -> UInt8, set: @Sendable (Object, UInt8) -> Void)
    case bits(get: @Sendable (Object) -> UInt32, set: @Sendable (Object, UInt32) -> Void)
    case numbers(get: @Sendable (Object) -> [Double]?, set: @Sendable (Object, [Double]?) -> Void)
    case colors(get: @Sendable (Object) -> [Color]?, set: @Sendable (Object, [Color]?) -> Void)
    /// Any value that fits no other case. The setter checks the value and notes the change itself. Not copied if `copy`
    /// is nil.
    case value(
      get: @Sendable (Object) -> PropertyValue, set: @Sendable (Object, PropertyValue, Property) throws -> Void,
      copy: (@Sendable (Object, Object) -> Void)?)
    /// A value in the object's own table.
    case declared
  }

  /// The objects at which a key path continues after the key, such as those of `mask` and `sublayers`.
  package enum Way<Object: KeyedObject>: Sendable {
    case toOne(@Sendable (Object) -> KeyedObject?)
    /// The object named by the next part of the path; `noun` is the word for one of them in messages.
    case toMany(noun: String, @Sendable (Object) -> [KeyedObject])
  }

  /// The key, such as `cornerRadius`.
  public let name: String
  package let kind: PropertyKind
  /// The initial value; also null if reading gives zero, as for `bounds`.
  public let defaultValue: PropertyValue
  /// The range of allowed numbers; nil for all finite numbers.
  package let range: ClosedRange<Double>?
  package let animation: ImplicitAnimation
  package let invalidates: Invalidation
  /// A sentence of documentation, with the unit.
  public let summary: String
  /// Further names by which it can be read, such as `isHidden`.
  package let aliases: [String]
  let traits: Traits
  let access: Access<KeyedObject>
  /// The objects at which key paths continue; nil for values with parts, with entries, or with neither.
  let way: Way<KeyedObject>?
  /// The rank in which a constructor applies it: geometry first, the anchor before `frame` and `transform` after it.
  package let constructorRank: Int

  // Set once, when the class that owns the row is made.
  package internal(set) var owner = ""
  /// The index in the properties of its class and of every subclass.
  @exclusivity(unchecked) package internal(set) var index = -1 { didSet { setKey = SetKeys(at: index) } }
  /// The bit for this key in an object's `setKeys`.
  @exclusivity(unchecked) private(set) var setKey = SetKeys()
  @exclusivity(unchecked) var ownerBit: UInt64 = 0

  // The most common accessors, repeated outside the enumeration: called from there they would be retained and released
  // each time.
  private let form: Form
  private let numberGet: @Sendable (KeyedObject) -> Double
  private let numberSet: @Sendable (KeyedObject, Double) -> Void
  private let boolGet: @Sendable (KeyedObject) -> Bool
  private let boolSet: @Sendable (KeyedObject, Bool) -> Void
  private let pointGet: @Sendable (KeyedObject) -> Point
  private let pointSet: @Sendable (KeyedObject, Point) -> Void
  private enum Form { case number, bool, point, other }

  let lower: Double
  let upper: Double
  let needsNote: Bool

  package var isReadOnly: Bool { traits.contains(.readOnly) }
  /// True if it is computed from other properties (`frame`, `affineTransform`).
  package var isDerived: Bool { traits.contains(.derived) }
  /// True if a subclass declared it.
  package var isDeclared: Bool { traits.contains(.declared) }
  var isDictionary: Bool {
    if case .dictionary = kind { return true }
    return false
  }

  /// True if the value may be, or contain, an object of any class at which a key path continues.
  var takesAnyObject: Bool {
    switch kind {
    case .any, .dictionary, .layoutManager: true
    default: false
    }
  }
  /// True if a key path continues at layers that are drawn with the object: sublayers and masks, not the superlayer.
  var leadsToLayersBelow: Bool {
    switch kind {
    case .layer, .layers: way != nil && !isReadOnly
    default: false
    }
  }

  /// True if only whole numbers are allowed.
  package var isWhole: Bool { traits.contains(.whole) }

  /// Makes a row of a layer's class.
  convenience init(
    _ name: String, _ kind: PropertyKind, _ access: Access<Layer>, default defaultValue: PropertyValue = .null,
    range: ClosedRange<Double>? = nil, animation: ImplicitAnimation = .none, invalidates: Invalidation = .compositing,
    traits: Traits = [], aliases: [String] = [], rank: Int = 9, way: Way<Layer>? = nil, _ summary: String
  ) {
    self.init(
      of: Layer.self, name, kind, access, default: defaultValue, range: range, animation: animation,
      invalidates: invalidates, traits: traits, aliases: aliases, rank: rank, way: way, summary)
  }

  /// Makes a row of the class that `Object` stands for, or of a subclass.
  package init<Object: KeyedObject>(
    of type: Object.Type, _ name: String, _ kind: PropertyKind, _ typed: Access<Object>,
    default defaultValue: PropertyValue = .null,
    range: ClosedRange<Double>? = nil, animation: ImplicitAnimation = .none, invalidates: Invalidation = .compositing,
    traits: Traits = [], aliases: [String] = [], rank: Int = 9, way: Way<Object>? = nil, _ summary: String
  ) {
    self.name = name
    self.kind = kind
    self.way = unsafeBitCast(way, to: Way<KeyedObject>?.self)
    // Sound, since a row is only used on objects whose class bits it has, and objects of all classes are passed alike.
    // A closure that casts would add a second call to every access.
    let access = unsafeBitCast(typed, to: Access<KeyedObject>.self)
    self.access = access
    self.defaultValue = defaultValue
    self.range = range
    self.animation = animation
    self.invalidates = invalidates
    self.traits = traits
    self.aliases = aliases
    self.summary = summary
    constructorRank = rank
    if case .number(let get, let set) = access {
      (numberGet, numberSet) = (get, set)
    } else {
      (numberGet, numberSet) = ({ _ in 0 }, { _, _ in })
    }
    if case .bool(let get, let set) = access {
      (boolGet, boolSet) = (get, set)
    } else {
      (boolGet, boolSet) = ({ _ in false }, { _, _ in })
    }
    if case .point(let get, let set) = access {
      (pointGet, pointSet) = (get, set)
    } else {
      (pointGet, pointSet) = ({ _ in .zero }, { _, _ in })
    }
    form =
      switch access {
      case .number: .number
      case .bool: .bool
      case .point: .point
      default: .other
      }
    let infinite = traits.contains(.infinite)
    let low = range?.lowerBound ?? -Double.greatestFiniteMagnitude
    // No value passes the fast check of a whole number, so that all are checked fully.
    lower = traits.contains(.whole) ? .infinity : traits.contains(.positive) ? Double.leastNonzeroMagnitude : low
    let high = range?.upperBound ?? Double.greatestFiniteMagnitude
    upper = infinite ? .infinity : Swift.min(high, Double.greatestFiniteMagnitude)
    needsNote = !invalidates.subtracting(.compositing).isEmpty || traits.contains(.noted)
  }

  /// The names that a name-valued property takes, as they read back; empty for other properties.
  public var allowedNames: [String] {
    switch kind {
    case .enumeration(let names): names.map(\.raw)
    case .nameSet(let set): set.members.map(\.name)
    default: []
    }
  }

  // MARK: Fast paths. Each checks the class, the kind and the value, stores, and notes a change.

  /// Sets a number-valued property.
  package func setNumber(_ object: KeyedObject, _ value: Double) throws {
    if object.scene.attendsToChanges { return try setWithAction(object, .number(value)) }
    guard form == .number, object.writableBits & ownerBit != 0 else { return try setDerivedNumber(object, value) }
    var v = value
    if !(v >= lower && v <= upper) { v = try limited(v, object) }
    object.setKeys.insert(setKey)
    if numberGet(object) != v {
      numberSet(object, v)
      didChange(object)
    }
  }

  /// Sets a number that is computed from other values, by setting these, or that may be nil.
  @inline(never) private func setDerivedNumber(_ object: KeyedObject, _ value: Double) throws {
    guard case .number = kind, case .value(_, let set, _) = access, !isReadOnly, object.writableBits & ownerBit != 0
    else {
      throw unsupportedValueError(object, .number(value))
    }
    try set(object, .number(value), self)
    object.setKeys.insert(setKey)
  }

  /// Sets a point that may be nil.
  @inline(never) private func setOptionalPoint(_ object: KeyedObject, _ value: Point) throws {
    guard case .point = kind, case .value(_, let set, _) = access, !isReadOnly, object.writableBits & ownerBit != 0
    else {
      throw unsupportedValueError(object, .point(value))
    }
    try set(object, .point(value), self)
    object.setKeys.insert(setKey)
  }

  package func setBool(_ object: KeyedObject, _ value: Bool) throws {
    if object.scene.attendsToChanges { return try setWithAction(object, .bool(value)) }
    guard form == .bool, object.writableBits & ownerBit != 0 else { throw unsupportedValueError(object, .bool(value)) }
    object.setKeys.insert(setKey)
    if boolGet(object) != value {
      boolSet(object, value)
      didChange(object)
    }
  }

  package func setPoint(_ object: KeyedObject, _ value: Point) throws {
    if object.scene.attendsToChanges { return try setWithAction(object, .point(value)) }
    guard form == .point, object.writableBits & ownerBit != 0 else { return try setOptionalPoint(object, value) }
    if !value.isFinite { throw notFinite(object, [("x", value.x), ("y", value.y)]) }
    object.setKeys.insert(setKey)
    if pointGet(object) != value {
      pointSet(object, value)
      didChange(object)
    }
  }

  package func setSize(_ object: KeyedObject, _ value: Size) throws {
    if object.scene.attendsToChanges { return try setWithAction(object, .size(value)) }
    guard case .size(let get, let set) = access, object.writableBits & ownerBit != 0 else {
      guard case .value(_, let set, _) = access, case .size = kind, object.writableBits & ownerBit != 0 else {
        throw unsupportedValueError(object, .size(value))
      }
      return try set(object, .size(value), self)
    }
    if !value.isFinite { throw notFinite(object, [("width", value.width), ("height", value.height)]) }
    if traits.contains(.positive), !(value.width > 0 && value.height > 0) {
      throw LayerError(
        self, object,
        ": expected a size greater than 0 in both directions, got {\(numberText(value.width)), "
          + "\(numberText(value.height))}"
      )
    }
    object.setKeys.insert(setKey)
    if get(object) != value {
      set(object, value)
      didChange(object)
    }
  }

  package func setRect(_ object: KeyedObject, _ value: Rect) throws {
    if object.scene.attendsToChanges { return try setWithAction(object, .rect(value)) }
    guard object.writableBits & ownerBit != 0 else { throw unsupportedValueError(object, .rect(value)) }
    if !value.isFinite {
      throw notFinite(object, [("x", value.x), ("y", value.y), ("width", value.width), ("height", value.height)])
    }
    switch access {
    case .rect(let get, let set):
      let r = try checked(value, object)
      object.setKeys.insert(setKey)
      if get(object) != r {
        set(object, r)
        didChange(object)
      }
    case .value(_, let set, _):
      guard case .rect = kind else { throw unsupportedValueError(object, .rect(value)) }
      do { try set(object, .rect(value), self) } catch let error as LayerError { throw error } catch {
        throw LayerError(self, object, ": \(error)")
      }
    default: throw unsupportedValueError(object, .rect(value))
    }
  }

  package func setTransform(_ object: KeyedObject, _ value: Transform3D) throws {
    if object.scene.attendsToChanges { return try setWithAction(object, .transform(value)) }
    guard case .transform(let get, let set) = access, object.writableBits & ownerBit != 0 else {
      throw unsupportedValueError(object, .transform(value))
    }
    if !value.isQuicklyFinite, !value.isFinite {
      throw notFinite(
        object, value.elements.enumerated().map { ("m\($0.offset / 4 + 1)\($0.offset % 4 + 1)", $0.element) })
    }
    let isNew = get(object) != value
    object.setKeys.insert(setKey)
    set(object, value)
    // The components it was set by are dropped too, even if the matrix is equal.
    object.markChanged()
    if isNew {
      if value.m34 > 0 { warnAboutDepth(object, value) }
      didChange(object)
    }
  }

  package func setColor(_ object: KeyedObject, _ value: Color?) throws {
    if object.scene.attendsToChanges { return try setWithAction(object, value.map { .color($0) } ?? .null) }
    guard object.writableBits & ownerBit != 0 else {
      throw unsupportedValueError(object, value.map { .color($0) } ?? .null)
    }
    var c = value
    if let value, !value.isWithinRange { c = try checked(value, object) }
    object.setKeys.insert(setKey)
    switch access {
    case .color(let get, let set):
      if get(object) != c {
        set(object, c)
        didChange(object)
      }
    case .colorOrPattern(let get, let set):
      let old = get(object)
      if let c {
        if case .color(c) = old { return }
        set(object, .color(c))
        didChange(object)
      } else if old != nil {
        set(object, nil)
        didChange(object)
      }
    default: throw unsupportedValueError(object, c.map { .color($0) } ?? .null)
    }
  }

  /// Returns a number-valued property's value; nil for other kinds and for objects that do not have it.
  package func number(_ object: KeyedObject) -> Double? {
    form == .number && object.kindBits & ownerBit != 0 ? numberGet(object) : nil
  }

  package func bool(_ object: KeyedObject) -> Bool? {
    form == .bool && object.kindBits & ownerBit != 0 ? boolGet(object) : nil
  }

  package func point(_ object: KeyedObject) -> Point? {
    form == .point && object.kindBits & ownerBit != 0 ? pointGet(object) : nil
  }

  package func size(_ object: KeyedObject) -> Size? {
    guard case .size(let get, _) = access, object.kindBits & ownerBit != 0 else { return nil }
    return get(object)
  }

  package func rect(_ object: KeyedObject) -> Rect? {
    guard object.kindBits & ownerBit != 0 else { return nil }
    if case .rect(let get, _) = access { return get(object) }
    if case .value(let get, _, _) = access, case .rect(let r) = get(object) { return r }
    return nil
  }

  // MARK: Changes

  @inline(__always) func didChange(_ object: KeyedObject) {
    object.countChange(of: self)
    if needsNote || object.state.contains(.watchesKeys) { object.note(self) }
  }

  /// The class and key that messages start with, such as `Layer.bounds`.
  func path(_ object: KeyedObject) -> String { "\(object.className).\(name)" }
}

extension Transform3D {
  /// True only for finite elements; false for some finite ones too, whose sum overflows.
  @inline(__always) fileprivate var isQuicklyFinite: Bool {
    let a = m11 + m12 + m13 + m14 + m21 + m22 + m23 + m24
    let b = m31 + m32 + m33 + m34 + m41 + m42 + m43 + m44
    return (a + b) * 0 == 0
  }
}

extension Color {
  @inline(__always) fileprivate var isWithinRange: Bool {
    red >= 0 && red <= 1 && green >= 0 && green <= 1 && blue >= 0 && blue <= 1 && alpha >= 0 && alpha <= 1
  }
}
