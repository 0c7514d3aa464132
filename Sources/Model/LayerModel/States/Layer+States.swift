// SPDX-License-Identifier: MIT

/// The states of a layer, its transitions, and the changes that the current state made.
struct StateStorage {
  var states: [State]?
  var transitions: [StateTransition]?
  var transitionAnimation: Animation?
  /// The name of the current state; nil for the base.
  var current: String?
}

extension Layer {
  /// The maximum number of states of a layer.
  public static let stateLimit = 1_000

  /// The states that `setState` takes by name, at most 1,000. Of two with one name the first counts. Default nil.
  public final var states: [State]? {
    get { extraBox?.value.states?.states }
    set { assign(.states, newValue.map { .array($0.map { .keyed($0) }) } ?? .null) }
  }
  /// The animations between states, at most 100,000 transitions. Default nil.
  public final var stateTransitions: [StateTransition]? {
    get { extraBox?.value.states?.transitions }
    set { assign(.stateTransitions, newValue.map { .array($0.map { .keyed($0) }) } ?? .null) }
  }
  /// The animation of a key that changes with the state and has none in the transition; nil, the default, changes such
  /// keys at once.
  ///
  /// Of it only the class, the timing and the spring count: its key path and values are those of each key. Wallpapers
  /// have `SpringAnimation` with the perceptual duration 0.8 s and bounce 0.
  public final var stateTransitionAnimation: Animation? {
    get { extraBox?.value.states?.transitionAnimation }
    set { assign(.stateTransitionAnimation, newValue.map { .keyed($0) } ?? .null) }
  }
  /// The name of the current state; nil for the base.
  public final var currentState: String? { extraBox?.value.states?.current }

  final var stateStorage: StateStorage? {
    get { extraBox?.value.states }
    set { if newValue != nil || extraBox != nil { extra.value.states = newValue } }
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
        layer.changeStates { $0.states = new }
        row.didChange(layer)
      }, copy: { a, b in if let states = a.states { b.changeStates { $0.states = states } } }), invalidates: [],
    way: .toMany(noun: "state") { $0.states ?? [] },
    "Named changes of the layer and others, which layer:setState applies; at most 1,000.")
  static let stateTransitions = Property(
    "stateTransitions", .objects(of: .stateTransition),
    .value(
      get: { members($0.stateTransitions) },
      set: { layer, value, row in
        let new: [StateTransition]? = try row.members(value, of: layer, limit: State.elementLimit)
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
        layer.changeStates { $0.transitionAnimation = new }
        row.didChange(layer)
      },
      copy: { a, b in
        if let animation = a.stateTransitionAnimation { b.changeStates { $0.transitionAnimation = animation } }
      }), invalidates: [],
    "The animation of keys that have none in the transition; nil changes them at once. Its class and timing count.")
  static let currentState = Property(
    "state", .string, .string(get: { $0.currentState }, set: { _, _ in }), invalidates: [],
    traits: [.readOnly, .derived],
    "The name of the current state, which layer:setState sets; nil for the base.")
}

extension Layer {
  fileprivate final func changeStates(_ body: (inout StateStorage) -> Void) {
    var storage = stateStorage ?? StateStorage()
    body(&storage)
    extra.value.states = storage
  }
}
