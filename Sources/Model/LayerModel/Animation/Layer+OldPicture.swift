// SPDX-License-Identifier: MIT
/// A change whose actions are running. A transition that one of them adds starts from the picture before the change.
enum RunningChange {
  case keys(OldKeys)
  /// Changes of places in the tree, made together.
  case moves([LayerMove])

  /// True if it changes the layer itself or its sublayers.
  func concerns(_ layer: Layer) -> Bool {
    switch self {
    case .keys(let old): old.layer === layer
    case .moves(let moves): moves.contains { $0.layer === layer || $0.from === layer || $0.layer.parent === layer }
    }
  }
}

/// Keys of a layer before a change.
struct OldKeys {
  let layer: Layer
  /// The layer before the change; nil unless one of the actions is a transition, since it is a copy of the tree.
  var picture: Layer?
  /// The values by key path. Those that are layers are not among them.
  var values: [(path: String, value: PropertyValue)] = []
  /// The sublayers, if the change replaces them.
  var children: SublayerList?
  /// The mask, if the change replaces it; nil inside for none.
  var mask: Layer??
  /// The drawing, if the change replaces it.
  var backing: LayerBacking?
}

/// A layer and its place in the tree before a change.
struct LayerMove {
  let layer: Layer
  /// The superlayer; nil for none.
  let from: Layer?
  /// The index among its sublayers; nil for a mask.
  let place: Int?

  init(of layer: Layer) {
    self.layer = layer
    from = layer.parent
    place = layer.parent?.index(of: layer)
  }
}

extension Layer {
  /// Returns the picture from which a transition that is being added starts, as a copy of the tree, drawn and laid out.
  ///
  /// That is the layer's present appearance; for a transition that an action adds, the appearance before the change. If
  /// several values change at one time, it is the appearance before the first change.
  final func oldPicture() throws -> Layer {
    let changes = scene.runningChanges
    guard !changes.isEmpty else { return try snapshot(before: []) }
    if changes.contains(where: { $0.concerns(self) }), let picture = unbegunTransition?.snapshot { return picture }
    for case .keys(let old) in changes where old.layer === self {
      if let picture = old.picture { return picture }
    }
    return try snapshot(before: changes)
  }

  /// Returns the picture before a change that follows, for the transition that is its action.
  final func pictureBeforeChange() throws -> Layer { try unbegunTransition?.snapshot ?? snapshot(before: []) }

  /// The transition that shows the old picture alone, since no time has passed since it was added.
  private var unbegunTransition: Transition? {
    guard let attached = attachedAnimations.first(where: { $0.animation is Transition }) else { return nil }
    let now = localTime(atSceneTime: scene.currentTime)
    return attached.awaitsCommit || attached.animation.startTime >= now ? attached.animation as? Transition : nil
  }

  /// Returns a copy that keeps the appearance that the layer had before some changes.
  private func snapshot(before changes: [RunningChange]) throws -> Layer {
    try scene.withoutActions {
      if !flag(.displaying) { try settle(resolution: storedContentsScale) }
      if changes.contains(where: { $0.adds(self) }) {
        let copy = try copyAlone()
        copy.extra.value.presented = self
        copy.state.insert(.hidden)
        return copy
      }
      let trees = OldTrees(before: changes)
      trees.enter()
      defer { trees.leave() }
      // For lookups only.
      var copies: [ObjectIdentifier: Layer] = [:]
      let top = try copy(withAnimations: false) { original, copy in
        // Tiles are drawn once their visibility is known, by the original's hooks, which read the copy's values.
        copy.extra.value.presented = original
        copy.keepOwnLook()
        if !changes.isEmpty { copies[ObjectIdentifier(original)] = copy }
      }
      // The last change is undone first.
      for case .keys(let old) in changes.reversed() { copies[ObjectIdentifier(old.layer)]?.show(old) }
      return top
    }
  }

  /// Shows the old values of keys on a copy. A value that the copy refuses keeps the new one.
  private func show(_ old: OldKeys) {
    state.insert(.silent)
    defer { state.remove(.silent) }
    for (path, value) in old.values { try? show(value, forKeyPath: path) }
    if let backing = old.backing { extra.value.backing = backing }
  }
}

extension RunningChange {
  /// True if the layer was in no tree before the change.
  fileprivate func adds(_ layer: Layer) -> Bool {
    guard case .moves(let moves) = self else { return false }
    return moves.contains { $0.layer === layer && $0.from == nil }
  }
}

/// The sublayers and masks before some changes, which take their places while layers are copied.
private struct OldTrees {
  private struct Entry {
    let layer: Layer
    let children: SublayerList
    let mask: Layer?
    var oldChildren: [Layer]
    var oldMask: Layer?
  }

  private var entries: [Entry] = []

  init(before changes: [RunningChange]) {
    for change in changes.reversed() {
      switch change {
      case .keys(let old):
        if let children = old.children { entries[index(of: old.layer)].oldChildren = children.array }
        if let mask = old.mask { entries[index(of: old.layer)].oldMask = mask }
      case .moves(let moves): undo(moves)
      }
    }
  }

  private mutating func undo(_ moves: [LayerMove]) {
    for move in moves {
      if let parent = move.layer.parent { _ = index(of: parent) }
      for i in entries.indices { entries[i].oldChildren.removeAll { $0 === move.layer } }
    }
    // From the first place on, so that each index is that of the old list.
    for move in moves.sorted(by: { $0.place ?? 0 < $1.place ?? 0 }) {
      guard let parent = move.from, let place = move.place else { continue }
      let i = index(of: parent)
      entries[i].oldChildren.insert(move.layer, at: min(place, entries[i].oldChildren.count))
    }
  }

  private mutating func index(of layer: Layer) -> Int {
    if let i = entries.firstIndex(where: { $0.layer === layer }) { return i }
    let mask = layer.extraBox?.value.mask
    entries.append(
      Entry(layer: layer, children: layer.children, mask: mask, oldChildren: layer.children.array, oldMask: mask))
    return entries.count - 1
  }

  func enter() {
    for entry in entries {
      entry.layer.children = SublayerList(entry.oldChildren)
      if entry.mask !== entry.oldMask { entry.layer.extra.value.mask = entry.oldMask }
    }
  }

  func leave() {
    for entry in entries {
      entry.layer.children = entry.children
      if entry.mask !== entry.oldMask { entry.layer.extra.value.mask = entry.mask }
    }
  }
}
