// SPDX-License-Identifier: MIT
import Messages
import Numbers
import Parsing

extension Layer {
  /// Sets the state of a name. This reverts the changes of the last state, then makes those of the state that the new
  /// one is based on, then those of the new state in order. It adds the animations of the transition between the two.
  ///
  /// If the layer has no state of the name, the nearest layers below that have one are set to it, and other layers
  /// there that have a state return to the base. If a value was set by other means after the last state changed it, it
  /// stays, and is the key's new base. Values that a state sets run no actions.
  ///
  /// ```swift
  /// try card.setState("Pressed")
  /// try card.setState(nil, transitionSpeed: 0)
  /// ```
  /// - Parameters:
  ///   - name: nil or "" for the base, without any state.
  ///   - transitionSpeed: a factor of the speed of the transition's animations, at least 0; 0 shows the new values at
  ///     once.
  ///   - time: the time of the change, in seconds of the scene: the transition's animations begin then, from the values
  ///     shown then. Default the current time. A frame function sets the states of earlier times with it.
  /// - Throws: `LayerError` for a name that no state has, and for states based on each other in a circle. For a key
  ///   path or value that a target refuses; the layer is then in its base state. For an animation that cannot run; the
  ///   state is then set without it.
  public final func setState(_ name: String?, transitionSpeed: Double = 1, at time: Double? = nil) throws {
    if isFrozen { throw frozenError }
    if let time, !time.isFinite {
      throw LayerError("\(mention).setState: expected a time in seconds, got \(numberText(time))")
    }
    guard transitionSpeed >= 0, transitionSpeed.isFinite else {
      throw LayerError(
        "\(mention).setState: expected a transitionSpeed of 0 or more, got \(numberText(transitionSpeed))")
    }
    let name = name.flatMap { $0.isEmpty ? nil : $0 }
    let owners = try stateOwners(of: [name])
    let plans = try owners.map { (owner: $0, elements: try $0.stateElements(of: $0.hasState(name) ? name : nil)) }
    try scene.withoutActions {
      for (owner, elements) in plans {
        try owner.change(to: owner.hasState(name) ? name : nil, elements, speed: transitionSpeed, time: time)
      }
    }
    recordState(name, owners)
  }

  /// Sets the values between two states: each key that either changes moves linearly, without animations.
  ///
  /// The fraction 0 equals the first state and 1 the second. A value without intermediate ones, such as an image or a
  /// name, and added and removed animations change at ½. The current state is then the nearer one.
  ///
  /// - Parameters:
  ///   - from: nil or "" for the base.
  ///   - to: nil or "" for the base.
  ///   - fraction: from 0 to 1.
  public final func setState(from: String?, to: String?, fraction: Double) throws {
    if isFrozen { throw frozenError }
    guard fraction >= 0, fraction <= 1 else {
      throw LayerError("\(mention).setState: expected a fraction from 0 to 1, got \(numberText(fraction))")
    }
    let names = [from, to].map { $0.flatMap { $0.isEmpty ? nil : $0 } }
    let owners = try stateOwners(of: names)
    let plans = try owners.map { owner in
      (owner: owner, ends: try names.map { try owner.stateElements(of: owner.hasState($0) ? $0 : nil) })
    }
    let nearer = names[fraction < 0.5 ? 0 : 1]
    try scene.withoutActions {
      for (owner, ends) in plans {
        try owner.change(from: ends[0], to: ends[1], fraction, nearer: owner.hasState(nearer) ? nearer : nil)
      }
    }
    recordState(nearer, owners)
  }

  /// The names of the layer's states in order; without states, of those that the nearest layers below have, each once.
  public final func stateNames() -> [String] {
    if let states = stateStorage?.states { return states.compactMap(\.storedName).filter { !$0.isEmpty } }
    guard scene.hasStates else { return [] }
    var names: [String] = []
    // For lookups only.
    var seen: Set<String> = []
    var pending: [Layer] = [self]
    while let layer = pending.popLast() {
      guard let states = layer.stateStorage?.states else {
        pending.append(contentsOf: layer.children.array.reversed())
        continue
      }
      for case let name? in states.map(\.storedName) where !name.isEmpty && seen.insert(name).inserted {
        names.append(name)
      }
    }
    return names
  }

  /// Returns the name of the state for a word: the word itself if a state has that name, else the name of the first
  /// state that begins with the word, such as "Lock PortraitUp Light" for "Lock"; nil if there is none.
  public final func stateName(of word: String) -> String? {
    let names = stateNames()
    return names.first { $0 == word } ?? names.first { $0.prefix { $0 != " " } == word }
  }

  // MARK: Finding

  final func hasState(_ name: String?) -> Bool {
    guard let name else { return false }
    return stateStorage?.states?.contains { $0.storedName == name } ?? false
  }

  /// Returns the layers whose state changes with a change to states of some names, in the order of the tree. That is
  /// this layer if it has all the states. Otherwise it is the nearest layers below that have any of them, and the
  /// layers on the way that are in a state.
  private func stateOwners(of names: [String?]) throws(LayerError) -> [Layer] {
    let wanted = names.compactMap(\.self)
    func hasAny(_ layer: Layer) -> Bool {
      wanted.isEmpty ? layer.stateStorage?.states != nil : wanted.contains { layer.hasState($0) }
    }
    if hasAny(self) {
      if let missing = wanted.first(where: { !hasState($0) }) { throw unknownState(missing) }
      // The last state was one of layers below.
      guard let old = stateStorage?.current, !hasState(old) else { return [self] }
      return [self] + (try nearest { $0 !== self && $0.stateStorage?.current == old }).filter { $0 !== self }
    }
    let owners = scene.hasStates ? try nearest(where: hasAny) : []
    if let missing = wanted.first(where: { name in !owners.contains { $0.hasState(name) } }) {
      throw unknownState(missing)
    }
    return owners
  }

  /// Returns the nearest layers that meet a condition, this one or some below, in the order of the tree; and those on
  /// the way that are in a state.
  private func nearest(where isMeant: (Layer) -> Bool) throws(LayerError) -> [Layer] {
    var result: [Layer] = []
    var pending: [Layer] = [self]
    var count = 0
    while let layer = pending.popLast() {
      count += 1
      if count & 4095 == 0 { try scene.account.checkEnd("\(mention).setState") }
      if isMeant(layer) {
        result.append(layer)
      } else {
        if let storage = layer.stateStorage, storage.current != nil || !storage.changes.isEmpty { result.append(layer) }
        pending.append(contentsOf: layer.children.array.reversed())
      }
    }
    return result
  }

  private func unknownState(_ name: String) -> LayerError {
    let names = stateNames()
    let remedy =
      names.isEmpty
      ? "; it has no states, and neither have the layers below" : suggestionOrList(for: name, among: names)
    return LayerError("\(mention).setState: no state \"\(name)\"\(remedy)")
  }

  /// Notes the state that was set through this layer if other layers have it.
  private func recordState(_ name: String?, _ owners: [Layer]) {
    if owners.contains(where: { $0 === self }), hasState(name) || name == nil { return }
    guard stateStorage != nil || name != nil else { return }
    changeStates { $0.current = name }
    countChange()
  }

  /// Returns the elements of a state in the order in which they apply: first those of the state that it is based on.
  private func stateElements(of name: String?) throws(LayerError) -> [StateElement] {
    var chain: [State] = []
    var next = name
    while let now = next, !now.isEmpty {
      guard let state = stateStorage?.states?.first(where: { $0.storedName == now }) else {
        let names = stateStorage?.states?.compactMap(\.storedName) ?? []
        throw LayerError(
          "State \(chain.last?.label ?? "").basedOn: no state \"\(now)\" of \(label)"
            + suggestionOrList(for: now, among: names))
      }
      let isCircle = chain.contains { $0 === state }
      chain.append(state)
      if isCircle {
        let names = chain.suffix(20).map(\.label)
        throw LayerError("State \(state.label).basedOn: a circle, \(names.joined(separator: " → ")); break it at one")
      }
      next = state.storedBasedOn
    }
    let elements = chain.reversed().filter(\.isStoredEnabled).flatMap { $0.storedElements ?? [] }
    if elements.count > State.elementLimit {
      throw LayerError(
        .limit,
        "State \(name ?? ""): it and the states that it is based on have \(elements.count) elements; at most "
          + "\(State.elementLimit) are possible")
    }
    return elements
  }

  // MARK: Changing

  /// Changes this layer's own state.
  private func change(to name: String?, _ elements: [StateElement], speed: Double, time: Double?) throws {
    let old = stateStorage?.current
    var motion = StateMotion(self, from: old, to: name, speed: speed, time: time)
    try motion.readOld(elements)
    try stopTransition()
    try takeBack()
    try make(elements)
    changeStates { $0.current = name }
    countChange()
    try motion.start()
  }

  /// Changes this layer's own values to those between two states.
  private func change(
    from start: [StateElement], to end: [StateElement], _ fraction: Double, nearer: String?
  ) throws {
    try stopTransition()
    // Animations of the nearer state run on.
    let isKeeping = nearer == stateStorage?.current
    try takeBack(keepingAnimations: isKeeping)
    var keys = StateKeys()
    for element in start + end { keys.add(element) }
    func values(of elements: [StateElement]) throws -> [PropertyValue] {
      try make(elements.filter { $0 is StateSetValue })
      let values = try keys.list.map { try $0.target.shownValue(forKeyPath: $0.path) }
      try takeBack(keepingAnimations: isKeeping)
      return values
    }
    let old = try values(of: start)
    let new = try values(of: end)
    if !isKeeping { try make((fraction < 0.5 ? start : end).filter { !($0 is StateSetValue) }) }
    for (i, key) in keys.list.enumerated() {
      if i & 255 == 255 { try scene.account.checkEnd("\(mention).setState") }
      // The ends are exact: between no colour and one, 0 and 1 would be transparent colours.
      let value = fraction == 0 ? old[i] : fraction == 1 ? new[i] : old[i].between(new[i], at: fraction)
      try set(key.path, of: key.target, to: value)
    }
    changeStates { $0.current = nearer }
    countChange()
  }

  /// Makes the changes of elements. If one fails, all are taken back.
  private func make(_ elements: [StateElement]) throws {
    for (i, element) in elements.enumerated() {
      do {
        if i & 255 == 255 { try scene.account.checkEnd("\(mention).setState") }
        try make(element)
      } catch {
        try takeBack()
        changeStates { $0.current = nil }
        countChange()
        guard let error = error as? LayerError, !error.isOfServices else { throw error }
        throw LayerError(error.kind, "\(place(of: element)): \(error.message)")
      }
    }
  }

  /// The state of an element and its number there, for messages.
  private func place(of element: StateElement) -> String {
    for state in stateStorage?.states ?? [] {
      guard let i = state.storedElements?.firstIndex(where: { $0 === element }) else { continue }
      return "State \(state.label).elements: value \(i + 1)"
    }
    return element.className
  }

  private func make(_ element: StateElement) throws {
    guard let target = element.storedTarget else { return }
    switch element {
    case let element as StateSetValue:
      guard let path = element.storedKeyPath, !path.isEmpty else { return }
      try set(path, of: target, to: element.storedValue)
    case let element as StateAddAnimation:
      guard let animation = element.storedAnimation else { return }
      let key = animation is Transition ? "transition" : element.storedKey ?? ""
      let before = target.attachedAnimations.first { $0.key == key }
      try target.addAnimation(animation, forKey: key, madeFrom: animation)
      let added = target.attachedAnimations.last { $0.key == key }?.order
      try log(StateChange(target: target, kind: .animation(key: key, before: before, added: added)))
    case let element as StateRemoveAnimation:
      guard let key = element.storedKey, let before = target.attachedAnimations.first(where: { $0.key == key }) else {
        return
      }
      try target.removeAnimation(forKey: key)
      try log(StateChange(target: target, kind: .animation(key: key, before: before, added: nil)))
    default: break
    }
  }

  /// Sets a value and logs the change.
  private func set(_ path: String, of target: Layer, to value: PropertyValue) throws {
    let before = try target.shownValue(forKeyPath: path)
    let backing = path == "contents" ? target.extraBox?.value.backing : nil
    let name = String(path.prefix { $0 != "." })
    var whole = name == path ? nil : try target.shownValue(forKeyPath: name)
    switch whole {
    case .transform?, .point?, .size?, .rect?: break
    default: whole = nil
    }
    try target.setValue(value, forKeyPath: path)
    let after = try target.shownValue(forKeyPath: path)
    let key = try whole.map { before in
      StateChange.Whole(name: name, before: before, after: try target.shownValue(forKeyPath: name))
    }
    try log(
      StateChange(
        target: target, kind: .value(keyPath: path, before: before, after: after, whole: key, backing: backing)))
  }

  private func log(_ change: StateChange) throws(LayerError) {
    var hasRoom = true
    changeStates { storage in
      if storage.charge == nil { storage.charge = scene.memoryBudget.map { MemoryCharge($0) } }
      hasRoom = storage.charge?.grow(by: 2 * MemoryLayout<StateChange>.stride) ?? true
      storage.changes.append(change)
    }
    if !hasRoom, let memory = scene.memoryBudget { throw .noMemory("the changes of a state", memory) }
  }

  /// Reverts the changes of the current state, the last first.
  ///
  /// - Parameter keepingAnimations: true to revert values alone; added and removed animations stay changes.
  private func takeBack(keepingAnimations: Bool = false) throws {
    guard var changes = stateStorage?.changes, !changes.isEmpty else { return }
    changeStates { storage in
      storage.changes = keepingAnimations ? changes.filter { !$0.isOfValue } : []
      if storage.changes.isEmpty { storage.charge = nil }
    }
    if keepingAnimations { changes = changes.filter(\.isOfValue) }
    var failure: (any Error)?
    for change in changes.reversed() {
      guard let target = change.target else { continue }
      do {
        switch change.kind {
        case .value(let path, let before, let after, let whole, let backing):
          // A part of a value is not taken back exactly, so the whole value is, if no other part was set since.
          if let whole, try target.shownValue(forKeyPath: whole.name) == whole.after {
            try target.setValue(whole.before, forKeyPath: whole.name)
            continue
          }
          // Another value was set since; it stays.
          guard try target.shownValue(forKeyPath: path) == after else { continue }
          try target.setValue(before, forKeyPath: path)
          if let backing { target.extra.value.backing = backing }
        case .animation(let key, let before, let added):
          let now = target.attachedAnimations.first { $0.key == key }
          guard now?.order == added else { continue }
          if added != nil { try target.removeAnimation(forKey: key) }
          if let before { try target.putBack(before) }
        }
      } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
  }

  /// Adds an animation again that was removed.
  private func putBack(_ attached: AttachedAnimation) throws {
    var attached = attached
    (attached.hasStarted, attached.hasEnded) = (false, false)
    // The list is sorted by order numbers.
    let place = attachedAnimations.firstIndex { $0.order > attached.order } ?? attachedAnimations.count
    changeAnimations { $0.insert(attached, at: place) }
    scene.addAnimated(self)
    try scene.host.onAnimationsChange?(self, nil)
  }

  /// Removes the animations of the last transition that are still there.
  private func stopTransition() throws {
    guard let running = stateStorage?.running, !running.isEmpty else { return }
    changeStates { $0.running = [] }
    for entry in running {
      guard let target = entry.target,
        target.attachedAnimations.contains(where: { $0.key == entry.key && $0.order == entry.order })
      else { continue }
      try target.removeAnimation(forKey: entry.key)
    }
  }
}

/// Key paths of layers, each once, in order.
struct StateKeys {
  private(set) var list: [(target: Layer, path: String)] = []
  // For lookups only.
  private var known: Set<Place> = []

  struct Place: Hashable {
    let layer: ObjectIdentifier
    let path: String
  }

  /// Adds a key path; returns false if it is there already.
  @discardableResult mutating func add(_ target: Layer, _ path: String) -> Bool {
    guard known.insert(Place(layer: ObjectIdentifier(target), path: path)).inserted else { return false }
    list.append((target, path))
    return true
  }

  mutating func add(_ element: StateElement) {
    guard let element = element as? StateSetValue, let target = element.storedTarget,
      let path = element.storedKeyPath, !path.isEmpty
    else { return }
    add(target, path)
  }
}

extension PropertyValue {
  /// Returns the value at a fraction of the way to another; a value without intermediate ones switches at ½.
  func between(_ end: PropertyValue, at fraction: Double) -> PropertyValue {
    if isContinuous(to: end), let value = try? interpolated(to: end, at: fraction) { return value }
    return fraction < 0.5 ? self : end
  }

  /// True if there are values between this one and another.
  func isContinuous(to end: PropertyValue) -> Bool {
    switch (self, end) {
    case (.color, .null), (.null, .color): true
    default: hasBetween && end.hasBetween && (try? interpolated(to: end, at: 0.5)) != nil
    }
  }
}
