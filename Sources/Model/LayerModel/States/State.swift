// SPDX-License-Identifier: MIT
/// A named set of changes to the layers of a tree: `CAState`. `Layer.setState` applies it, and takes it back when
/// another state is set.
///
/// States belong to a layer (`Layer.states`); its elements may change that layer and any other one.
public final class State: KeyedObject {
  @exclusivity(unchecked) var storedName: String?
  @exclusivity(unchecked) var storedBasedOn: String?
  @exclusivity(unchecked) var isStoredInitial = false
  @exclusivity(unchecked) var isStoredEnabled = true
  @exclusivity(unchecked) var storedPreviousDelay = 0.0
  @exclusivity(unchecked) var storedNextDelay = 0.0
  @exclusivity(unchecked) var storedElements: [StateElement]?

  /// Creates a state in a scene, without name and elements.
  public convenience init(in scene: Scene) { self.init(in: scene, of: .state) }

  /// Creates a state in a scene.
  ///
  /// - Parameters:
  ///   - name: the name that `Layer.setState` takes.
  ///   - basedOn: the name of the state that is applied first; nil for none.
  ///   - elements: the changes, in the order in which they are made.
  public convenience init(in scene: Scene, name: String, basedOn: String? = nil, elements: [StateElement] = []) {
    self.init(in: scene)
    self.name = name
    if let basedOn { self.basedOn = basedOn }
    if !elements.isEmpty { self.elements = elements }
  }

  public required init(in scene: Scene, of keyedClass: KeyedClass) {
    super.init(in: scene, of: keyedClass)
    scene.budget.objectAppeared()
  }

  deinit { scene.budget.objectVanished() }

  public override var label: String { storedName ?? className }
  override var keyPathName: String? { storedName }
}

extension State {
  /// The name that `Layer.setState` takes. Default nil, a state that cannot be set.
  public var name: String? {
    get { storedName }
    set { assign(.stateName, newValue.map { .string($0) } ?? .null) }
  }
  /// The name of the state that is applied first, one of the same layer's; nil, the default, for none.
  public var basedOn: String? {
    get { storedBasedOn }
    set { assign(.stateBasedOn, newValue.map { .string($0) } ?? .null) }
  }
  /// True if a player of files starts in this state. Default false. Only stored: no layer sets a state by itself.
  public var isInitial: Bool {
    get { isStoredInitial }
    set { assign(.stateInitial, newValue) }
  }
  /// True if the state's elements are applied. Default true.
  public var isEnabled: Bool {
    get { isStoredEnabled }
    set { assign(.stateEnabled, newValue) }
  }
  /// The time in seconds after which a player of files returns to the state before. At least 0. Default 0. Only stored.
  public var previousDelay: Double {
    get { storedPreviousDelay }
    set { assign(.statePreviousDelay, newValue) }
  }
  /// The time in seconds after which a player of files moves on to the next state. At least 0. Default 0. Only stored.
  public var nextDelay: Double {
    get { storedNextDelay }
    set { assign(.stateNextDelay, newValue) }
  }
  /// The changes, in the order in which they are made, at most 100,000. Default nil.
  public var elements: [StateElement]? {
    get { storedElements }
    set { assign(.stateElements, newValue.map { .array($0.map { .keyed($0) }) } ?? .null) }
  }

  /// The maximum number of elements of a state, of a transition, and of all states of a layer.
  public static let elementLimit = 100_000
}

extension KeyedClass {
  /// The class of `State`.
  public static let state = KeyedClass(.state, "State", State.self, superclass: nil, rows: Property.stateRows)
}

extension Property {
  static let stateName = Property(
    of: State.self, "name", .string, .string(get: { $0.storedName }, set: { $0.storedName = $1 }), invalidates: [],
    "The name that layer:setState takes; a state without one cannot be set.")
  static let stateBasedOn = Property(
    of: State.self, "basedOn", .string, .string(get: { $0.storedBasedOn }, set: { $0.storedBasedOn = $1 }),
    invalidates: [], "The name of the state that is applied first, one of the same layer's; nil for none.")
  static let stateInitial = Property(
    of: State.self, "initial", .bool, .bool(get: { $0.isStoredInitial }, set: { $0.isStoredInitial = $1 }),
    default: .bool(false), invalidates: [], aliases: ["isInitial"],
    "True if a player of files starts in this state. Only stored: no layer sets a state by itself.")
  static let stateEnabled = Property(
    of: State.self, "enabled", .bool, .bool(get: { $0.isStoredEnabled }, set: { $0.isStoredEnabled = $1 }),
    default: .bool(true), invalidates: [], aliases: ["isEnabled"], "True if the state's elements are applied.")
  static let statePreviousDelay = Property(
    of: State.self, "previousDelay", .number,
    .number(get: { $0.storedPreviousDelay }, set: { $0.storedPreviousDelay = $1 }), default: .number(0),
    range: 0...Double.greatestFiniteMagnitude, invalidates: [],
    "The time in seconds after which a player of files returns to the state before. Only stored.")
  static let stateNextDelay = Property(
    of: State.self, "nextDelay", .number, .number(get: { $0.storedNextDelay }, set: { $0.storedNextDelay = $1 }),
    default: .number(0), range: 0...Double.greatestFiniteMagnitude, invalidates: [],
    "The time in seconds after which a player of files moves on to the next state. Only stored.")
  static let stateElements = Property(
    of: State.self, "elements", .objects(of: .stateElement),
    .value(
      get: { members($0.storedElements) },
      set: { state, value, row in
        state.storedElements = try row.members(value, of: state, limit: State.elementLimit)
        row.didChange(state)
      }, copy: { $1.storedElements = $0.storedElements }), invalidates: [],
    "The changes, in the order in which they are made; at most 100,000.")

  static var stateRows: [Property] {
    [stateName, stateBasedOn, stateInitial, stateEnabled, statePreviousDelay, stateNextDelay, stateElements]
  }

  // MARK: Lists of objects

  /// Returns a list of objects as a value; null for nil.
  static func members(_ list: [KeyedObject]?) -> PropertyValue { list.map { .array($0.map { .keyed($0) }) } ?? .null }

  /// Checks a list of objects of one class, which the owner's key takes; nil for null.
  ///
  /// - Parameter limit: the maximum number of objects.
  func members<Member: KeyedObject>(
    _ value: PropertyValue, of owner: KeyedObject, limit: Int, _ type: Member.Type = Member.self
  ) throws -> [Member]? {
    if value.isNone { return nil }
    guard case .array(let list) = value else { throw mismatch(owner, value) }
    if list.count > limit {
      throw LayerError(self, owner, .limit, ": at most \(limit) objects are possible, got \(list.count)")
    }
    return try list.enumerated().map { i, element in
      if i & 4095 == 4095 { try owner.scene.account.checkEnd(path(owner)) }
      guard case .keyed(let object) = element, let member = object as? Member else {
        throw LayerError(self, owner, ": value \(i + 1): expected \(kind.memberExpectation), got \(element.described)")
      }
      guard member.scene === owner.scene else {
        throw LayerError(self, owner, ": value \(i + 1): \(member.mention) belongs to another scene")
      }
      return member
    }
  }
}
