// SPDX-License-Identifier: MIT
/// A snapshot of a tree of layers, to restore it after changes for one picture, or for a while: values, custom keys,
/// drawings, and the structure of the tree. Layers outside the tree are not in it.
///
/// Restoring costs what changed, and a look at every layer.
package final class ModelSnapshot {
  private struct Entry {
    let layer: Layer
    /// A copy that keeps the values of every row.
    let values: Layer
    let parent: Unmanaged<Layer>?
    let children: SublayerList
    let state: LayerState
    let contents: ContentsStorage?
    let decoration: DecorationStorage?
    let timing: TimeMap?
    let extra: ExtraStorage?
    let height: UInt16
    let cells: [(cell: EmitterCell, copy: EmitterCell)]

    /// Whether the layer may differ from what it was, but for what its rare storage holds.
    @inline(__always) func isChanged(since count: UInt64) -> Bool {
      layer.changedAt > count || layer.state.union(.isKnownAnimated) != state.union(.isKnownAnimated)
        || layer.parentReference?.toOpaque() != parent?.toOpaque() || layer.heightBound != height
        || !cells.isEmpty && cells.contains { $0.cell.changedAt > count }
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
  /// The scene's count of changes when the layers last were as the snapshot has them.
  private var changeCount: UInt64

  package init(of root: Layer) throws {
    let scene = root.scene
    self.root = root
    self.scene = scene
    entries = try scene.withoutActions {
      try root.subtree.map { layer in
        scene.borrowedSerial = layer.serial
        defer { scene.borrowedSerial = nil }
        var cells: [(EmitterCell, EmitterCell)] = []
        let values = try layer.copyAlone { cells.append(($0, $1)) }
        values.clearFlags()
        return Entry(
          layer: layer, values: values, parent: layer.parentReference, children: layer.children, state: layer.state,
          contents: layer.contentsBox?.value,
          decoration: layer.decorationBox?.value, timing: layer.timingBox?.value, extra: layer.extraBox?.value,
          height: layer.heightBound,
          cells: cells)
      }
    }
    // Copying counts changes too.
    changeCount = scene.changeCount
  }

  /// The layers of the tree, the root first.
  var layers: [Layer] { entries.map(\.layer) }

  /// Whether the layers are as they were when they were last restored; then it serves for the next changes as a new
  /// snapshot of the root would.
  func renew(for root: Layer) -> Bool {
    guard root === self.root, scene.changeCount == changeCount else { return false }
    return !entries.contains { $0.isChanged(since: changeCount) }
  }

  /// Gives the layers back what they had. May be called any number of times.
  ///
  /// - Returns: the layers whose superlayer changed by this.
  package func restore() -> [Layer] {
    var moved: [Layer] = []
    var changed: [Int] = []
    for (i, entry) in entries.enumerated() {
      if entry.isChanged(since: changeCount) {
        changed.append(i)
      } else if entry.extra != nil || entry.layer.extraBox != nil {
        // What is stored there is noted nowhere, such as the state of layout.
        entry.restoreExtra()
      }
    }
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
      for (cell, copy) in entry.cells { copy.copyValues(to: cell) }
      layer.contentsBox = entry.contents.map { Box($0) }
      layer.decorationBox = entry.decoration.map { Box($0) }
      layer.timingBox = entry.timing.map { Box($0) }
      entry.restoreExtra()
      scene.layoutQueue.flagged +=
        (entry.state.contains(.needsLayout) ? 1 : 0) - (layer.state.contains(.needsLayout) ? 1 : 0)
      scene.display.flagged +=
        (entry.state.contains(.needsDisplay) ? 1 : 0) - (layer.state.contains(.needsDisplay) ? 1 : 0)
      // The scene now knows it, even if it did not before.
      layer.state = entry.state.union(layer.state.intersection(.isKnownAnimated))
      layer.heightBound = entry.height
      layer.children = entry.children
      // A layer that was added for the picture no longer has a superlayer.
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
    // For whoever keeps what they were resolved to; to this snapshot they are as they were.
    for i in changed { entries[i].layer.markChanged() }
    scene.changeCount &+= 1
    changeCount = scene.changeCount
    return moved
  }
}
