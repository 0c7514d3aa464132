// SPDX-License-Identifier: MIT
import Parsing

/// The states of a layer, its transitions, and the effects of the current state.
struct StateStorage {
  var states: [State]?
  var transitions: [StateTransition]?
  /// The animation of keys that have none in the transition.
  var transitionAnimation: Animation?
  /// The name of the state that was set last; nil for the base.
  var current: String?
  /// The changes that the current state made, in order. Taking the state back reverts them in reverse order.
  var changes: [StateChange] = []
  /// The animations that the last transition added.
  var running: [RunningAnimation] = []
  /// The memory of the changes.
  var charge: MemoryCharge?
}

/// One change that a state made to a layer.
struct StateChange {
  enum Kind {
    /// A value under a key path, before and after as it reads back. `backing` is the drawing that an image in
    /// `contents` replaced.
    /// `whole` is the value of which the path leads to a part.
    case value(
      keyPath: String, before: PropertyValue, after: PropertyValue, whole: Whole?, backing: LayerBacking?)
    /// The animation under a key: the one before, and the order number of the added one; nil if there is none.
    case animation(key: String, before: AttachedAnimation?, added: Int?)
  }

  /// A transform, point, size or rect of which a part was set, before and after.
  struct Whole {
    var name: String
    var before: PropertyValue
    var after: PropertyValue
  }

  weak var target: Layer?
  var kind: Kind

  var isOfValue: Bool { if case .value = kind { true } else { false } }
}

/// An animation that a transition added.
struct RunningAnimation {
  weak var target: Layer?
  let key: String
  /// The order number of the animation.
  var order: Int
}

extension Layer {
  /// The maximum number of states of a layer.
  public static let stateLimit = 1_000

  /// The states that `setState` takes by name, at most 1,000. The first of two with one name counts. Default nil.
  public final var states: [State]? {
    get { stateStorage?.states }
    set { assign(.states, newValue.map { .array($0.map { .keyed($0) }) } ?? .null) }
  }
  /// The animations between states, at most 100,000 transitions. Default nil.
  public final var stateTransitions: [StateTransition]? {
    get { stateStorage?.transitions }
    set { assign(.stateTransitions, newValue.map { .array($0.map { .keyed($0) }) } ?? .null) }
  }
  /// The animation for keys that change with the state and have none in the transition, in this layer and in those
  /// below. Default nil: that of the superlayer. If no layer above has one either, such keys change at once.
  ///
  /// Its key path and values are those of each key; class, timing and spring are its own. Wallpapers have a
  /// `SpringAnimation` of the perceptual duration 0.8 s with bounce 0 (`SpringAnimation.ofWallpapers`).
  public final var stateTransitionAnimation: BasicAnimation? {
    get { stateStorage?.transitionAnimation as? BasicAnimation }
    set { assign(.stateTransitionAnimation, newValue.map { .keyed($0) } ?? .null) }
  }
  /// The name of the state that was last set on the layer; nil for the base.
  public final var currentState: String? { model.stateStorage?.current }

  final var stateStorage: StateStorage? { extraBox?.value.states }

  final func changeStates(_ body: (inout StateStorage) throws -> Void) rethrows {
    scene.hasStates = true
    // Taken out, so that the arrays are changed in place.
    var storage = stateStorage ?? StateStorage()
    extra.value.states = nil
    defer { extra.value.states = storage }
    try body(&storage)
  }
}

extension SpringAnimation {
  /// Creates the spring with which wallpapers change between states: perceptual duration 0.8 s, bounce 0.
  public static func ofWallpapers(in scene: Scene) -> SpringAnimation {
    let spring = SpringAnimation(in: scene)
    spring.attempt { try spring.setSpring(perceptualDuration: 0.8, bounce: 0) }
    return spring
  }
}

extension Property {
  static let states = Property(
    "states", .objects(of: .state),
    .value(
      get: { members($0.states) },
      set: { layer, value, row in
        let new: [State]? = try row.members(value, of: layer, limit: Layer.stateLimit)
        let count = new?.reduce(0) { $0 + ($1.storedElements?.count ?? 0) } ?? 0
        if count > State.elementLimit {
          throw LayerError(
            row, layer, .limit, ": at most \(State.elementLimit) elements are possible in all states, got \(count)")
        }
        guard !isSame(new, layer.states) else { return }
        layer.changeStates { $0.states = new }
        row.didChange(layer)
      }, copy: { a, b in if let states = a.states { b.changeStates { $0.states = states } } }), invalidates: [],
    way: .toMany(noun: "state") { $0.states ?? [] },
    "Named changes of the layer and others, which layer:setState makes; at most 1,000.")
  static let stateTransitions = Property(
    "stateTransitions", .objects(of: .stateTransition),
    .value(
      get: { members($0.stateTransitions) },
      set: { layer, value, row in
        let new: [StateTransition]? = try row.members(value, of: layer, limit: State.elementLimit)
        guard !isSame(new, layer.stateTransitions) else { return }
        layer.changeStates { $0.transitions = new }
        row.didChange(layer)
      }, copy: { a, b in if let all = a.stateTransitions { b.changeStates { $0.transitions = all } } }),
    invalidates: [], "The animations that run from one state to another.")
  static let stateTransitionAnimation = Property(
    "stateTransitionAnimation", .object(of: .animation),
    .value(
      get: { $0.stateTransitionAnimation.map { .keyed($0) } ?? .null },
      set: { layer, value, row in
        let new = try row.animation(value, of: layer)
        if let new, !(new is BasicAnimation) {
          throw LayerError(
            row, layer,
            ": expected \(layer.scene.reader().text(.animation)) from one value to another, got a \(new.className)")
        }
        guard new !== layer.stateStorage?.transitionAnimation else { return }
        layer.changeStates { $0.transitionAnimation = new }
        row.didChange(layer)
      },
      copy: { a, b in
        if let animation = a.stateTransitionAnimation { b.changeStates { $0.transitionAnimation = animation } }
      }), invalidates: [],
    "The animation of each key that changes with the state and has none in the transition; nil stands for the "
      + "superlayer's, and without any such keys change at once.")
  static let currentState = Property(
    "currentState", .string, .string(get: { $0.currentState }, set: { _, _ in }), invalidates: [], traits: .readOnly,
    "The name of the state that layer:setState set last; nil for the base.")

  private static func isSame<Object: KeyedObject>(_ a: [Object]?, _ b: [Object]?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    return a.count == b.count && zip(a, b).allSatisfy { $0 === $1 }
  }
}
