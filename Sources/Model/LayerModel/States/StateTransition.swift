// SPDX-License-Identifier: MIT
/// The animations that run when one state follows another: `CAStateTransition`.
public final class StateTransition: KeyedObject {
  /// The name that stands for any state, also for none.
  public static let anyState = "*"

  @exclusivity(unchecked) var storedFromState: String? = StateTransition.anyState
  @exclusivity(unchecked) var storedToState: String? = StateTransition.anyState
  @exclusivity(unchecked) var storedElements: [StateTransitionElement]?

  /// Creates a transition in a scene, from any state to any other, without elements.
  public convenience init(in scene: Scene) { self.init(in: scene, of: .stateTransition) }

  /// Creates a transition in a scene.
  ///
  /// - Parameters:
  ///   - fromState: the name of the state before; "*" for any, "" for the base.
  ///   - toState: the name of the state after; "*" for any, "" for the base.
  ///   - elements: the animations of the keys.
  public convenience init(
    in scene: Scene, fromState: String = StateTransition.anyState, toState: String = StateTransition.anyState,
    elements: [StateTransitionElement] = []
  ) {
    self.init(in: scene)
    self.fromState = fromState
    self.toState = toState
    if !elements.isEmpty { self.elements = elements }
  }

  public required init(in scene: Scene, of keyedClass: KeyedClass) {
    super.init(in: scene, of: keyedClass)
    scene.budget.objectAppeared()
  }

  deinit { scene.budget.objectVanished() }

  /// The name of the state before: "*", the default, for any; "" or nil for the base.
  public var fromState: String? {
    get { storedFromState }
    set { assign(.transitionFromState, newValue.map { .string($0) } ?? .null) }
  }
  /// The name of the state after: "*", the default, for any; "" or nil for the base.
  public var toState: String? {
    get { storedToState }
    set { assign(.transitionToState, newValue.map { .string($0) } ?? .null) }
  }
  /// The animations of the keys, at most 100,000. Default nil.
  public var elements: [StateTransitionElement]? {
    get { storedElements }
    set { assign(.transitionElements, newValue.map { .array($0.map { .keyed($0) }) } ?? .null) }
  }
}

/// The animation of one key of a layer in a transition between states: `CAStateTransitionElement`.
public final class StateTransitionElement: KeyedObject {
  @exclusivity(unchecked) weak var storedTarget: Layer?
  @exclusivity(unchecked) var storedKey: String?
  @exclusivity(unchecked) var storedAnimation: Animation?
  @exclusivity(unchecked) var storedDuration = 0.0
  @exclusivity(unchecked) var storedBeginTime = 0.0
  @exclusivity(unchecked) var isStoredEnabled = true

  /// Creates an element in a scene, without target, key and animation.
  public convenience init(in scene: Scene) { self.init(in: scene, of: .stateTransitionElement) }

  /// Creates an element in the target's scene.
  public convenience init(target: Layer, key: String, animation: Animation) {
    self.init(in: target.scene)
    self.target = target
    self.key = key
    self.animation = animation
  }

  public required init(in scene: Scene, of keyedClass: KeyedClass) {
    super.init(in: scene, of: keyedClass)
    scene.budget.objectAppeared()
  }

  deinit { scene.budget.objectVanished() }

  /// The layer whose key is animated; nil, the default, if none was set or it no longer exists.
  public var target: Layer? {
    get { storedTarget }
    set { assign(.transitionTarget, newValue.map { .layer($0) } ?? .null) }
  }
  /// The key path that is animated, and the key under which the animation is added. Default nil.
  public var key: String? {
    get { storedKey }
    set { assign(.transitionKey, newValue.map { .string($0) } ?? .null) }
  }
  /// The animation, of which a copy is added. Default nil.
  public var animation: Animation? {
    get { storedAnimation }
    set { assign(.transitionAnimation, newValue.map { .keyed($0) } ?? .null) }
  }
  /// The duration in seconds; 0, the default, stands for the animation's own. At least 0.
  public var duration: Double {
    get { storedDuration }
    set { assign(.transitionDuration, newValue) }
  }
  /// The delay in seconds after which the animation begins. At least 0. Default 0.
  public var beginTime: Double {
    get { storedBeginTime }
    set { assign(.transitionBeginTime, newValue) }
  }
  /// True if the animation runs. Default true.
  public var isEnabled: Bool {
    get { isStoredEnabled }
    set { assign(.transitionEnabled, newValue) }
  }
}

extension KeyedClass {
  /// The class of `StateTransition`.
  public static let stateTransition = KeyedClass(
    .stateTransition, "StateTransition", StateTransition.self, superclass: nil, rows: Property.stateTransitionRows)
  /// The class of `StateTransitionElement`.
  public static let stateTransitionElement = KeyedClass(
    .stateTransitionElement, "StateTransitionElement", StateTransitionElement.self, superclass: nil,
    rows: Property.stateTransitionElementRows)
}

extension Property {
  static let transitionFromState = Property(
    of: StateTransition.self, "fromState", .string,
    .string(get: { $0.storedFromState }, set: { $0.storedFromState = $1 }),
    default: .string(StateTransition.anyState), invalidates: [],
    "The name of the state before: \"*\" for any, \"\" or nil for the base.")
  static let transitionToState = Property(
    of: StateTransition.self, "toState", .string, .string(get: { $0.storedToState }, set: { $0.storedToState = $1 }),
    default: .string(StateTransition.anyState), invalidates: [],
    "The name of the state after: \"*\" for any, \"\" or nil for the base.")
  static let transitionElements = Property(
    of: StateTransition.self, "elements", .objects(of: .stateTransitionElement),
    .value(
      get: { members($0.storedElements) },
      set: { transition, value, row in
        transition.storedElements = try row.members(value, of: transition, limit: State.elementLimit)
        row.didChange(transition)
      }, copy: { $1.storedElements = $0.storedElements }), invalidates: [],
    "The animations of the keys; at most 100,000.")

  static var stateTransitionRows: [Property] { [transitionFromState, transitionToState, transitionElements] }

  static let transitionTarget = target(
    of: StateTransitionElement.self, \.storedTarget, "The layer whose key is animated.")
  static let transitionKey = Property(
    of: StateTransitionElement.self, "key", .string, .string(get: { $0.storedKey }, set: { $0.storedKey = $1 }),
    invalidates: [], "The key path that is animated, and the key under which the animation is added.")
  static let transitionAnimation = animation(
    of: StateTransitionElement.self, \.storedAnimation, "The animation, of which a copy is added.")
  static let transitionDuration = Property(
    of: StateTransitionElement.self, "duration", .number,
    .number(get: { $0.storedDuration }, set: { $0.storedDuration = $1 }), default: .number(0),
    range: 0...Double.greatestFiniteMagnitude, invalidates: [],
    "The duration in seconds; 0 stands for the animation's own.")
  static let transitionBeginTime = Property(
    of: StateTransitionElement.self, "beginTime", .number,
    .number(get: { $0.storedBeginTime }, set: { $0.storedBeginTime = $1 }), default: .number(0),
    range: 0...Double.greatestFiniteMagnitude, invalidates: [],
    "The delay in seconds after which the animation begins.")
  static let transitionEnabled = Property(
    of: StateTransitionElement.self, "enabled", .bool,
    .bool(get: { $0.isStoredEnabled }, set: { $0.isStoredEnabled = $1 }), default: .bool(true), invalidates: [],
    aliases: ["isEnabled"], "True if the animation runs.")

  static var stateTransitionElementRows: [Property] {
    [transitionTarget, transitionKey, transitionAnimation, transitionDuration, transitionBeginTime, transitionEnabled]
  }
}
