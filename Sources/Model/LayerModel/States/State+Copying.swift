// SPDX-License-Identifier: MIT

/// Copies of the states of a layer tree, in which targets inside the tree are replaced by their copies.
struct StateCopier {
  /// The copies of the layers. For lookups only, like `known`.
  private let layers: [ObjectIdentifier: Layer]
  private var known: [ObjectIdentifier: KeyedObject] = [:]
  private let onCopy: (KeyedObject, KeyedObject) throws -> Void

  /// - Parameter pairs: the layers of the tree with their copies.
  init(_ pairs: [(Layer, Layer)], onCopy: @escaping (KeyedObject, KeyedObject) throws -> Void) {
    layers = Dictionary(pairs.map { (ObjectIdentifier($0), $1) }) { first, _ in first }
    self.onCopy = onCopy
  }

  /// Gives a layer's copy its own copies of the states and transitions.
  mutating func copyStates(of layer: Layer, to copy: Layer) throws {
    guard var storage = layer.stateStorage else { return }
    storage.states = try storage.states?.map { try copied($0) }
    storage.transitions = try storage.transitions?.map { try copied($0) }
    storage.transitionAnimation = try storage.transitionAnimation.map { try copied($0) }
    storage.changes = storage.changes.map { change in
      var change = change
      change.target = change.target.map(layerCopy)
      if case .animation(let key, let before, let added?) = change.kind {
        change.kind = .animation(key: key, before: before, added: order(of: key, change.target) ?? added)
      }
      return change
    }
    storage.running = storage.running.map { entry in
      let target = entry.target.map(layerCopy)
      return RunningAnimation(target: target, key: entry.key, order: order(of: entry.key, target) ?? entry.order)
    }
    copy.changeStates { $0 = storage }
  }

  private func layerCopy(_ layer: Layer) -> Layer { layers[ObjectIdentifier(layer)] ?? layer }

  private func order(of key: String, _ target: Layer?) -> Int? {
    target?.attachedAnimations.first { $0.key == key }?.order
  }

  /// Returns the copy of an object; one that occurs twice also does so in the copy.
  private mutating func copied<Object: KeyedObject>(_ object: Object) throws -> Object {
    if let copy = known[ObjectIdentifier(object)] as? Object { return copy }
    // An animation copies those in it.
    if let animation = object as? Animation {
      guard let copy = try animation.copied(onCopy: onCopy) as? Object else { return object }
      known[ObjectIdentifier(object)] = copy
      return copy
    }
    guard let copy = try object.keyedClass.makeObject(in: object.scene) as? Object else { return object }
    object.copyValues(to: copy)
    known[ObjectIdentifier(object)] = copy
    try onCopy(object, copy)
    switch copy {
    case let state as State: state.storedElements = try state.storedElements?.map { try copied($0) }
    case let transition as StateTransition:
      transition.storedElements = try transition.storedElements?.map { try copied($0) }
    case let element as StateTransitionElement:
      element.storedTarget = element.storedTarget.map(layerCopy)
      element.storedAnimation = try element.storedAnimation.map { try copied($0) }
    case let element as StateElement:
      element.storedTarget = element.storedTarget.map(layerCopy)
      if let element = element as? StateAddAnimation {
        element.storedAnimation = try element.storedAnimation.map { try copied($0) }
      }
    default: break
    }
    return copy
  }
}

extension StateStorage {
  /// The objects of the states and transitions, each once: those states and transitions, their elements and animations.
  var objects: [KeyedObject] {
    var result: [KeyedObject] = []
    // For lookups only.
    var seen: Set<ObjectIdentifier> = []
    var pending: [KeyedObject] = (states ?? []) + (transitions ?? [])
    if let transitionAnimation { pending.append(transitionAnimation) }
    while let object = pending.popLast() {
      guard seen.insert(ObjectIdentifier(object)).inserted else { continue }
      result.append(object)
      switch object {
      case let state as State: pending += state.storedElements ?? []
      case let transition as StateTransition: pending += transition.storedElements ?? []
      case let element as StateTransitionElement:
        if let animation = element.storedAnimation { pending.append(animation) }
      case let element as StateAddAnimation: if let animation = element.storedAnimation { pending.append(animation) }
      case let group as AnimationGroup: pending += group.storedAnimations ?? []
      default: break
      }
    }
    return result
  }
}
