// SPDX-License-Identifier: MIT
import LayerModel
import Messages
import Numbers

extension CAMLWriter {
  // MARK: Identities

  /// Gives an `id` to each layer that had one when it was read, and to each that states change. If several layers have
  /// one `id`, it means the first; another one that states change gets a new `id`.
  func nameTargets() throws {
    var firsts: [String: ObjectIdentifier] = [:]
    for layer in layers {
      guard case .string(let text) = layer.value(forKey: CAMLNames.idKey) else { continue }
      // As it is read, so that two do not become equal.
      let id = XMLText.held(text)
      setID(id, of: layer)
      if firsts[id] == nil { firsts[id] = ObjectIdentifier(layer) }
    }
    let targets = Set(layers.flatMap(targets(of:)).map { ObjectIdentifier($0) })
    for (number, layer) in layers.enumerated() where targets.contains(ObjectIdentifier(layer)) {
      if let id = id(of: layer), firsts[id] == ObjectIdentifier(layer) { continue }
      var id = "#\(number + 1)"
      while firsts[id] != nil { id += "'" }
      firsts[id] = ObjectIdentifier(layer)
      setID(id, of: layer)
    }
  }

  private func targets(of layer: Layer) -> [Layer] {
    let changed = (layer.states ?? []).flatMap { $0.elements ?? [] }.compactMap(\.target)
    return changed + (layer.stateTransitions ?? []).flatMap { $0.elements ?? [] }.compactMap(\.target)
  }

  private func identity(_ target: Layer?, _ state: String, of layer: Layer) throws -> String? {
    guard let target else { return nil }
    guard let id = id(of: target) else {
      throw refusal(
        layer, "\(state), which changes the layer \(target.label) outside of it", "put the state on a layer around both"
      )
    }
    return id
  }

  // MARK: States

  /// Returns the elements `states` and `stateTransitions` of a layer.
  func states(of layer: Layer) throws -> [XMLNode] {
    try checkStates(of: layer)
    var states = try (layer.states ?? []).map { try state($0, of: layer) }
    var transitions = try (layer.stateTransitions ?? []).map { try transition($0, of: layer) }
    if layer === root {
      for name in settings.states where !(layer.states ?? []).contains(where: { $0.name == name }) {
        states.append(XMLNode("LKState", [("name", name)], [XMLNode("elements")]))
      }
      if settings.completesStates {
        for name in settings.states {
          for (from, to) in [("*", name), (name, "*")]
          where !(layer.stateTransitions ?? []).contains(where: { $0.fromState == from && $0.toState == to }) {
            transitions.append(
              XMLNode("LKStateTransition", [("fromState", from), ("toState", to)], [XMLNode("elements")]))
          }
        }
      }
    }
    return (states.isEmpty ? [] : [XMLNode("states", [], states)])
      + (transitions.isEmpty ? [] : [XMLNode("stateTransitions", [], transitions)])
  }

  /// Throws for states that no document holds, since none can be read with them.
  private func checkStates(of layer: Layer) throws {
    let states = layer.states ?? [], transitions = layer.stateTransitions ?? []
    stateElements += states.reduce(0) { $0 + ($1.elements?.count ?? 0) }
    stateElements += transitions.reduce(0) { $0 + ($1.elements?.count ?? 0) }
    guard states.count <= CAMLReader.stateLimit, transitions.count <= CAMLReader.stateElementLimit,
      stateElements <= CAMLReader.stateElementLimit
    else {
      throw refusal(
        layer,
        "so many states: a layer has at most \(CAMLReader.stateLimit), and a scene at most "
          + "\(CAMLReader.stateElementLimit) elements of states", "leave some out", .limit)
    }
    var bases: [String: String] = [:]
    for state in states {
      if let name = state.name, let base = state.basedOn, bases[name] == nil { bases[name] = base }
    }
    if let name = try SceneRules.circle(in: bases) {
      throw refusal(layer, "the state \(name), which is based on itself", "change its basedOn")
    }
  }

  private func state(_ state: State, of layer: Layer) throws -> XMLNode {
    let label = "the state \(state.label)"
    var elements = try (state.elements ?? []).compactMap { try element($0, label, of: layer) }
    if settings.completesStates, layer === root {
      elements += try missingKeys(of: state, layer).compactMap {
        try setValue($0.target, $0.path, $0.value, label, of: layer)
      }
    }
    var attributes: [(name: String, value: String)] = [("name", state.name ?? "")]
    if let base = state.basedOn { attributes.append(("basedOn", base)) }
    if state.isInitial { attributes.append(("initial", "1")) }
    if !state.isEnabled { attributes.append(("enabled", "0")) }
    if state.previousDelay != 0 { attributes.append(("previousDelay", CAMLWriter.number(state.previousDelay))) }
    if state.nextDelay != 0 { attributes.append(("nextDelay", CAMLWriter.number(state.nextDelay))) }
    return XMLNode("LKState", attributes, [XMLNode("elements", [], elements)])
  }

  /// Returns the keys that other states of a layer set and this one does not, with the values of the base.
  private func missingKeys(
    of state: State, _ layer: Layer
  ) throws -> [(target: Layer, path: String, value: PropertyValue)] {
    struct Place: Hashable {
      let target: ObjectIdentifier
      let path: String
    }
    func places(_ state: State) -> [(Place, Layer)] {
      (state.elements ?? []).compactMap { element in
        guard let set = element as? StateSetValue, let target = set.target, let path = set.keyPath else { return nil }
        return (Place(target: ObjectIdentifier(target), path: path), target)
      }
    }
    let all = layer.states ?? []
    var known: Set<Place> = []
    var bases: [State] = [state]
    for _ in 0..<all.count {
      guard let name = bases[bases.count - 1].basedOn, let base = all.first(where: { $0.name == name }) else { break }
      bases.append(base)
    }
    for base in bases { known.formUnion(places(base).map(\.0)) }
    var result: [(target: Layer, path: String, value: PropertyValue)] = []
    for other in all {
      for (place, target) in places(other) where known.insert(place).inserted {
        guard let value = try? target.value(forKeyPath: place.path), !value.isNull else { continue }
        result.append((target, place.path, value))
      }
    }
    return result
  }

  private func element(_ element: StateElement, _ label: String, of layer: Layer) throws -> XMLNode? {
    guard let target = element.target, let id = try identity(target, label, of: layer) else { return nil }
    switch element {
    case let set as StateSetValue:
      guard let path = set.keyPath else { return nil }
      return try setValue(target, path, set.value, label, of: layer)
    case let add as StateAddAnimation:
      guard let key = add.key, let animation = add.animation,
        let node = try self.animation(animation, "animation", [], on: target, depth: 0)
      else { return nil }
      return XMLNode("LKStateAddAnimation", [("targetId", id), ("key", key)], [node])
    case let remove as StateRemoveAnimation:
      guard let key = remove.key else { return nil }
      return XMLNode("LKStateRemoveAnimation", [("targetId", id), ("key", key)])
    default: return nil
    }
  }

  private func setValue(
    _ target: Layer, _ path: String, _ value: PropertyValue, _ label: String, of layer: Layer
  ) throws -> XMLNode? {
    let id = try identity(target, label, of: layer) ?? ""
    try checkSize(path, [value], of: target, "\(path) of \(label)")
    if isPlace(path, of: target) { return nil }
    try checkIsHeld(path, of: target, "\(label), which sets", isAnimation: false)
    if case .attributedString = value {
      throw refusal(target, "\(label), which sets \(path) to attributed text", "use plain text")
    }
    let row = SceneChanges.row(of: path, on: target)
    let typed = try typed(value, path, on: target).inState(
      of: row?.kind, isOwn: row === target.keyedClass.property(path))
    return XMLNode(
      "LKStateSetValue", [("targetId", id), ("keyPath", path)],
      [try element(typed, in: target, depth: 0, name: "value")])
  }

  private func transition(_ transition: StateTransition, of layer: Layer) throws -> XMLNode {
    let elements = try (transition.elements ?? []).compactMap { element -> XMLNode? in
      guard let target = element.target, let id = try identity(target, "a transition", of: layer), let key = element.key
      else { return nil }
      if isPlace(key, of: target) { return nil }
      var attributes: [(name: String, value: String)] = [("targetId", id), ("key", key)]
      if element.duration != 0 { attributes.append(("duration", CAMLWriter.number(element.duration))) }
      if element.beginTime != 0 { attributes.append(("beginTime", CAMLWriter.number(element.beginTime))) }
      if !element.isEnabled { attributes.append(("enabled", "0")) }
      let animation = try element.animation.flatMap {
        try self.animation($0, "animation", [], on: target, depth: 0)
      }
      return XMLNode("LKStateTransitionElement", attributes, animation.map { [$0] } ?? [])
    }
    return XMLNode(
      "LKStateTransition", [("fromState", transition.fromState ?? ""), ("toState", transition.toState ?? "")],
      [XMLNode("elements", [], elements)])
  }
}

extension PropertyValue {
  /// The value as states write it for a kind of key: 1 and 0 in place of true and false for a layer's own key, null in
  /// place of false for a key that false clears.
  fileprivate func inState(of kind: PropertyKind?, isOwn: Bool) -> PropertyValue {
    guard case .bool(let flag) = self else { return self }
    switch kind {
    case .bool?, .number?: return isOwn ? .number(flag ? 1 : 0) : self
    case nil, .any?: return self
    default: return flag ? self : .null
    }
  }
}
