// SPDX-License-Identifier: MIT
/// One change that a state makes: `CAStateElement`. Abstract.
///
/// It refers to its target weakly: the layer tree owns the layer.
public class StateElement: KeyedObject {
  @exclusivity(unchecked) final weak var storedTarget: Layer?

  public required init(in scene: Scene, of keyedClass: KeyedClass) {
    super.init(in: scene, of: keyedClass)
    scene.budget.objectAppeared()
  }

  deinit { scene.budget.objectVanished() }

  /// The layer that is changed; nil, the default, if none was set or it no longer exists. The element then does
  /// nothing.
  public final var target: Layer? {
    get { storedTarget }
    set { assign(.stateTarget, newValue.map { .layer($0) } ?? .null) }
  }
}

/// A state's change of one value: `CAStateSetValue`.
public final class StateSetValue: StateElement {
  @exclusivity(unchecked) var storedKeyPath: String?
  @exclusivity(unchecked) var storedValue = PropertyValue.null

  /// Creates an element in a scene, without target, key path and value.
  public convenience init(in scene: Scene) { self.init(in: scene, of: .stateSetValue) }

  /// Creates an element in the target's scene.
  public convenience init(target: Layer, keyPath: String, value: some PropertyValueConvertible) {
    self.init(in: target.scene)
    self.target = target
    self.keyPath = keyPath
    attempt { try Property.stateValue.setValue(self, try value.propertyValue) }
  }

  /// The key path of the value, such as `position.y`. Default nil.
  public var keyPath: String? {
    get { storedKeyPath }
    set { assign(.stateKeyPath, newValue.map { .string($0) } ?? .null) }
  }
  /// The value that the key has in the state. Default null.
  public var value: PropertyValue {
    get { storedValue }
    set { assign(.stateValue, newValue) }
  }
}

/// A state's addition of an animation: `CAStateAddAnimation`. The animation is removed when the state is left.
public final class StateAddAnimation: StateElement {
  @exclusivity(unchecked) var storedKey: String?
  @exclusivity(unchecked) var storedAnimation: Animation?

  /// Creates an element in a scene, without target, key and animation.
  public convenience init(in scene: Scene) { self.init(in: scene, of: .stateAddAnimation) }

  /// Creates an element in the target's scene.
  public convenience init(target: Layer, key: String, animation: Animation) {
    self.init(in: target.scene)
    self.target = target
    self.key = key
    self.animation = animation
  }

  /// The key under which the animation is added. Default nil.
  public var key: String? {
    get { storedKey }
    set { assign(.stateAddedKey, newValue.map { .string($0) } ?? .null) }
  }
  /// The animation, of which a copy is added. Default nil.
  public var animation: Animation? {
    get { storedAnimation }
    set { assign(.stateAddedAnimation, newValue.map { .keyed($0) } ?? .null) }
  }
}

/// A state's removal of an animation: `CAStateRemoveAnimation`. The animation is added again when the state is left.
public final class StateRemoveAnimation: StateElement {
  @exclusivity(unchecked) var storedKey: String?

  /// Creates an element in a scene, without target and key.
  public convenience init(in scene: Scene) { self.init(in: scene, of: .stateRemoveAnimation) }

  /// Creates an element in the target's scene.
  public convenience init(target: Layer, key: String) {
    self.init(in: target.scene)
    self.target = target
    self.key = key
  }

  /// The key of the animation to remove. Default nil.
  public var key: String? {
    get { storedKey }
    set { assign(.stateRemovedKey, newValue.map { .string($0) } ?? .null) }
  }
}

extension KeyedClass {
  /// The class of `StateElement`.
  public static let stateElement = KeyedClass(
    .stateElement, "StateElement", StateElement.self, superclass: nil, rows: [Property.stateTarget], isAbstract: true)
  /// The class of `StateSetValue`.
  public static let stateSetValue = KeyedClass(
    .stateSetValue, "StateSetValue", StateSetValue.self, superclass: .stateElement,
    rows: [Property.stateKeyPath, Property.stateValue])
  /// The class of `StateAddAnimation`.
  public static let stateAddAnimation = KeyedClass(
    .stateAddAnimation, "StateAddAnimation", StateAddAnimation.self, superclass: .stateElement,
    rows: [Property.stateAddedKey, Property.stateAddedAnimation])
  /// The class of `StateRemoveAnimation`.
  public static let stateRemoveAnimation = KeyedClass(
    .stateRemoveAnimation, "StateRemoveAnimation", StateRemoveAnimation.self, superclass: .stateElement,
    rows: [Property.stateRemovedKey])
}

extension Property {
  static let stateTarget = target(of: StateElement.self, \.storedTarget, "The layer that is changed.")
  static let stateKeyPath = Property(
    of: StateSetValue.self, "keyPath", .string, .string(get: { $0.storedKeyPath }, set: { $0.storedKeyPath = $1 }),
    invalidates: [], "The key path of the value, such as position.y.")
  static let stateValue = Property(
    of: StateSetValue.self, "value", .any,
    .value(
      get: { $0.storedValue },
      set: { element, value, row in
        // A layer would be held by its own state for ever.
        if value.holdsLayers {
          throw LayerError(
            row, element,
            ": expected a value that can be copied, got \(value.described); show and hide "
              + "the layer by its hidden")
        }
        try row.setAnything(value, of: element, \.storedValue)
      }, copy: { $1.storedValue = $0.storedValue }), invalidates: [],
    "The value that the key has in the state.")
  static let stateAddedKey = Property(
    of: StateAddAnimation.self, "key", .string, .string(get: { $0.storedKey }, set: { $0.storedKey = $1 }),
    invalidates: [], "The key under which the animation is added.")
  static let stateAddedAnimation = animation(
    of: StateAddAnimation.self, \.storedAnimation, "The animation, of which a copy is added.")
  static let stateRemovedKey = Property(
    of: StateRemoveAnimation.self, "key", .string, .string(get: { $0.storedKey }, set: { $0.storedKey = $1 }),
    invalidates: [], "The key of the animation to remove.")

  /// Makes the row of a key that refers to a layer weakly.
  static func target<Object: KeyedObject>(
    of type: Object.Type, _ path: ReferenceWritableKeyPath<Object, Layer?> & Sendable, _ summary: String
  ) -> Property {
    Property(
      of: type, "target", .object(of: .layer),
      .value(
        get: { $0[keyPath: path].map { .layer($0) } ?? .null },
        set: { object, value, row in
          var new: Layer?
          if !value.isNone {
            guard case .layer(let layer) = value else { throw row.mismatch(object, value) }
            guard layer.scene === object.scene else {
              throw LayerError(row, object, ": \(layer.mention) belongs to another scene")
            }
            new = layer
          }
          object[keyPath: path] = new
          row.didChange(object)
        }, copy: { $1[keyPath: path] = $0[keyPath: path] }), invalidates: [], summary)
  }

  /// Makes the row of a key that holds an animation.
  static func animation<Object: KeyedObject>(
    of type: Object.Type, _ path: ReferenceWritableKeyPath<Object, Animation?> & Sendable, _ summary: String
  ) -> Property {
    Property(
      of: type, "animation", .object(of: .animation),
      .value(
        get: { $0[keyPath: path].map { .keyed($0) } ?? .null },
        set: { object, value, row in
          object[keyPath: path] = try row.animation(value, of: object)
          row.didChange(object)
        }, copy: { $1[keyPath: path] = $0[keyPath: path] }), invalidates: [], summary)
  }

  /// Checks an animation, which the owner's key takes; nil for null. One that was made without a scene is copied into
  /// the owner's.
  func animation(_ value: PropertyValue, of owner: KeyedObject) throws -> Animation? {
    if value.isNone { return nil }
    guard case .keyed(let object) = value, let animation = object as? Animation else { throw mismatch(owner, value) }
    let own = try animation.belonging(to: owner.scene)
    guard own.scene === owner.scene else {
      throw LayerError(self, owner, ": the animation belongs to another scene")
    }
    return own
  }
}
