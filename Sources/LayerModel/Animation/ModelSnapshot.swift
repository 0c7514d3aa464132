// SPDX-License-Identifier: MIT
/// A snapshot of a tree of layers, to restore it after changes for one picture, or for a while: values, custom keys,
/// drawings, and the structure of the tree. Layers outside the tree are not in it.
package final class ModelSnapshot {
  private struct Entry {
    let layer: Layer
    /// A copy that keeps the values of every row.
    let values: Layer
    let children: SublayerList
    let state: LayerState
    let contents: ContentsStorage?
    let decoration: DecorationStorage?
    let timing: TimeMap?
    let extra: ExtraStorage?
    let height: UInt16
    let cells: [(cell: EmitterCell, copy: EmitterCell)]
  }

  private let scene: Scene
  private let changeCount: UInt64
  private let entries: [Entry]

  package init(of root: Layer) throws {
    let scene = root.scene
    self.scene = scene
    changeCount = scene.changeCount
    entries = try scene.withoutActions {
      try root.subtree.map { layer in
        scene.borrowedSerial = layer.serial
        defer { scene.borrowedSerial = nil }
        var cells: [(EmitterCell, EmitterCell)] = []
        let values = try layer.copyAlone { cells.append(($0, $1)) }
        values.clearFlags()
        return Entry(
          layer: layer, values: values, children: layer.children, state: layer.state,
          contents: layer.contentsBox?.value,
          decoration: layer.decorationBox?.value, timing: layer.timingBox?.value, extra: layer.extraBox?.value,
          height: layer.heightBound,
          cells: cells)
      }
    }
  }

  /// Gives the layers back what they had. May be called any number of times.
  ///
  /// - Returns: the layers whose superlayer changed by this.
  package func restore() -> [Layer] {
    var moved: [Layer] = []
    let now = entries.map { ($0.layer.parent, $0.layer.children, $0.layer.mask) }
    for entry in entries { entry.layer.children = [] }
    for (_, children, mask) in now {
      for child in children { child.parent = nil }
      mask?.parent = nil
      mask?.state.remove(.isMask)
    }
    for (entry, (parent, children, mask)) in zip(entries, now) {
      let layer = entry.layer
      entry.values.copyValues(to: layer)
      for (cell, copy) in entry.cells { copy.copyValues(to: cell) }
      layer.contentsBox = entry.contents.map { Box($0) }
      layer.decorationBox = entry.decoration.map { Box($0) }
      layer.timingBox = entry.timing.map { Box($0) }
      if let extra = entry.extra {
        let sublayerTransform = layer.extraBox?.value.sublayerTransform
        layer.extra.value = extra
        if extra.sublayerTransform != nil {
          layer.extra.value.sublayerTransform = sublayerTransform ?? extra.sublayerTransform
        }
      } else {
        layer.extraBox = nil
      }
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
    for entry in entries {
      for child in entry.children { child.parent = entry.layer }
      entry.extra?.mask?.parent = entry.layer
    }
    scene.changeCount &+= 1
    return moved
  }
}
