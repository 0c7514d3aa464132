// SPDX-License-Identifier: MIT
/// A snapshot of a layer tree that restores it after temporary changes: values, custom keys, drawings, and the
/// structure of the tree. Layers outside the tree are not included.
///
/// Restoring visits every layer once; beyond that its cost is proportional to the changes.
package final class ModelSnapshot {
  private struct Entry {
    let layer: Layer
    /// A copy that holds the values of every row.
    let values: Layer
    let parent: Unmanaged<Layer>?
    let children: SublayerList
    let state: LayerState
    let contents: ContentsStorage?
    let decoration: DecorationStorage?
    let timing: TimeMap?
    let extra: ExtraStorage?
    let height: UInt16
    /// The objects that the layer holds and that may change, emitter cells and states, with their copies.
    let objects: [(object: KeyedObject, copy: KeyedObject)]

    /// True if the layer may have changed, not counting its rare storage.
    @inline(__always) func isChanged(since count: UInt64) -> Bool {
      layer.changedAt > count || layer.state.union(.isKnownAnimated) != state.union(.isKnownAnimated)
        || layer.parentReference?.toOpaque() != parent?.toOpaque() || layer.heightBound != height
        || !objects.isEmpty && objects.contains { $0.object.changedAt > count }
    }

    /// True if all changes are in the frame's log.
    func isLogged(since count: UInt64) -> Bool {
      let unlogged: LayerState = [.isKnownAnimated, .layoutOfTextIsCurrent]
      return layer.changedWhollyAt <= count && layer.state.union(unlogged) == state.union(unlogged)
        && layer.parentReference?.toOpaque() == parent?.toOpaque() && layer.heightBound == height
        && !objects.contains { $0.object.changedAt > count }
    }

    /// Reverts all but the logged properties of a layer whose changes are logged.
    func restoreRest() {
      if contents == nil { layer.contentsBox = nil }
      if decoration == nil { layer.decorationBox = nil }
      if timing == nil { layer.timingBox = nil }
      if extra != nil || layer.extraBox != nil { restoreExtra() }
      layer.setKeys = values.setKeys
      layer.state = state.union(layer.state.intersection(.isKnownAnimated))
    }

    func restoreExtra() {
      guard let extra else { return layer.extraBox = nil }
      let sublayerTransform = layer.extraBox?.value.sublayerTransform
      layer.extra.value = extra
      if extra.sublayerTransform != nil {
        layer.extra.value.sublayerTransform = sublayerTransform ?? extra.sublayerTransform
      }
    }
  }

  private let root: Layer
  private let scene: Scene
  private let entries: [Entry]
  /// The scene's change count when the layers last equalled the snapshot.
  private var changeCount: UInt64

  package init(of root: Layer) throws {
    let scene = root.scene
    self.root = root
    self.scene = scene
    entries = try scene.withoutActions {
      try root.subtree.map { layer in
        scene.borrowedSerial = layer.serial
        defer { scene.borrowedSerial = nil }
        var objects: [(KeyedObject, KeyedObject)] = []
        let values = try layer.copyAlone { objects.append(($0, $1)) }
        for object in layer.stateStorage?.objects ?? [] where !object.isFrozen {
          let copy = try object.keyedClass.makeObject(in: scene)
          object.copyValues(to: copy)
          objects.append((object, copy))
        }
        values.clearFlags()
        return Entry(
          layer: layer, values: values, parent: layer.parentReference, children: layer.children, state: layer.state,
          contents: layer.contentsBox?.value,
          decoration: layer.decorationBox?.value, timing: layer.timingBox?.value, extra: layer.extraBox?.value,
          height: layer.heightBound,
          objects: objects)
      }
    }
    // Copying increments the change count too.
    changeCount = scene.changeCount
  }

  /// The layers of the tree, the root first.
  var layers: [Layer] { entries.map(\.layer) }

  /// Returns true if the layers are unchanged since the last restore. The snapshot can then be reused, equivalent to a
  /// new one of the root.
  func renew(for root: Layer) -> Bool {
    guard root === self.root, scene.changeCount == changeCount else { return false }
    return !entries.contains { $0.isChanged(since: changeCount) }
  }

  /// Restores the layers. May be called any number of times.
  ///
  /// - Returns: the layers whose superlayer this changed.
  package func restore() -> [Layer] {
    var moved: [Layer] = []
    var changed: [Int] = []
    var logged: [ObjectIdentifier: Int] = [:]
    for (i, entry) in entries.enumerated() {
      if entry.isChanged(since: changeCount) {
        entry.layer.restoreDrawing()
        if entry.isLogged(since: changeCount) {
          logged[ObjectIdentifier(entry.layer)] = i
        } else {
          changed.append(i)
        }
      } else if entry.extra != nil || entry.layer.extraBox != nil {
        // Changes of the rare storage, such as the layout state, are not counted.
        entry.restoreExtra()
      }
    }
    if !logged.isEmpty { revert(logged) }
    scene.frameLog.clear()
    let now = changed.map { i in
      let layer = entries[i].layer
      return (layer.parent, layer.children, layer.mask)
    }
    for i in changed { entries[i].layer.children = [] }
    for (_, children, mask) in now {
      for child in children { child.parent = nil }
      mask?.parent = nil
      mask?.state.remove(.isMask)
    }
    for (i, (parent, children, mask)) in zip(changed, now) {
      let entry = entries[i]
      let layer = entry.layer
      entry.values.copyValues(to: layer)
      for (object, copy) in entry.objects { copy.copyValues(to: object) }
      layer.contentsBox = entry.contents.map { Box($0) }
      layer.decorationBox = entry.decoration.map { Box($0) }
      layer.timingBox = entry.timing.map { Box($0) }
      entry.restoreExtra()
      scene.layoutQueue.flagged +=
        (entry.state.contains(.needsLayout) ? 1 : 0) - (layer.state.contains(.needsLayout) ? 1 : 0)
      scene.display.flagged +=
        (entry.state.contains(.needsDisplay) ? 1 : 0) - (layer.state.contains(.needsDisplay) ? 1 : 0)
      // The scene may have registered the layer as animated since; that flag is kept.
      layer.state = entry.state.union(layer.state.intersection(.isKnownAnimated))
      layer.heightBound = entry.height
      layer.children = entry.children
      // A layer that was added temporarily no longer has a superlayer.
      let kept = Set(entry.children.map(ObjectIdentifier.init))
      for child in children where !kept.contains(ObjectIdentifier(child)) { moved.append(child) }
      if let mask, mask !== entry.extra?.mask { moved.append(mask) }
      if parent == nil { moved.append(layer) }
    }
    for i in changed {
      let entry = entries[i]
      for child in entry.children { child.parent = entry.layer }
      if let mask = entry.extra?.mask {
        mask.parent = entry.layer
        mask.state.insert(.isMask)
      }
    }
    // Invalidates caches of resolved values elsewhere. For this snapshot the layers count as unchanged.
    for i in changed { entries[i].layer.markChanged() }
    scene.changeCount &+= 1
    changeCount = scene.changeCount
    return moved
  }

  /// Reverts layers of which all changes are logged.
  ///
  /// - Parameter logged: their indices.
  private func revert(_ logged: [ObjectIdentifier: Int]) {
    for change in scene.frameLog.changes {
      guard let i = logged[change.object] else { continue }
      let layer = entries[i].layer
      layer.state.insert(.silent)
      change.row.copyWithParts(from: entries[i].values, to: layer)
      layer.state.remove(.silent)
    }
    for (i, entry) in entries.enumerated() where logged[ObjectIdentifier(entry.layer)] == i {
      entry.restoreRest()
      entry.layer.markChanged()
    }
  }
}
