// SPDX-License-Identifier: MIT
import Numbers

extension Layer {
  /// Returns a deep copy without superlayer: all properties, custom keys, animations, sublayers, masks, emitter cells
  /// and states. Delegates and images are shared. Targets of states that lie in the copied tree become their copies.
  ///
  /// ```swift
  /// let second = try sun.copy()
  /// second.position.x += 100
  /// try poster.addSublayer(second)
  /// ```
  ///
  /// - Parameters:
  ///   - onCopy: called with every original and its copy, root first.
  ///   - onCopyOfObject: called with every other object, such as an emitter cell or a state, and its copy.
  public final func copy(
    onCopy: (Layer, Layer) throws -> Void = { _, _ in },
    onCopyOfObject: (KeyedObject, KeyedObject) throws -> Void = { _, _ in }
  ) throws -> Layer {
    try copy(withAnimations: true, onCopy: onCopy, onCopyOfObject: onCopyOfObject)
  }

  final func copy(
    withAnimations: Bool, onCopy: (Layer, Layer) throws -> Void = { _, _ in },
    onCopyOfObject: (KeyedObject, KeyedObject) throws -> Void = { _, _ in }
  ) throws -> Layer {
    var count = 0
    var pending: [Layer] = [self]
    while let l = pending.popLast() {
      count += 1
      pending.append(contentsOf: l.children)
      if let mask = l.extraBox?.value.mask { pending.append(mask) }
    }
    try scene.budget.checkRoom(forLayers: count)
    scene.settings?.noteDrawn(self)
    func copied(_ layer: Layer) throws -> Layer {
      let copy = try copiedAlone(layer)
      (copy as? TextLayer)?.noteCopiedLink()
      return copy
    }
    func copiedAlone(_ layer: Layer) throws -> Layer {
      guard layer.keepsLog else { return try layer.copyAlone { try onCopyOfObject($0, $1) } }
      var cells: [(original: EmitterCell, copy: EmitterCell)] = []
      let copy = try layer.copyAlone {
        cells.append(($0, $1))
        try onCopyOfObject($0, $1)
      }
      try layer.copyLog(to: copy, cells)
      return copy
    }
    let top = try copied(self)
    try onCopy(self, top)
    var work: [(original: Layer, copy: Layer)] = [(self, top)]
    while let (original, copy) = work.popLast() {
      for child in original.children {
        let c = try copied(child)
        try onCopy(child, c)
        copy.children.append(c)
        c.parent = copy
        copy.noteArrival(of: c)
        work.append((child, c))
      }
      if let mask = original.extraBox?.value.mask {
        let c = try copied(mask)
        try onCopy(mask, c)
        copy.extra.value.mask = c
        c.parent = copy
        c.state.insert(.isMask)
        copy.noteArrival(of: c)
        work.append((mask, c))
      }
    }
    if withAnimations, !scene.animations.layers.isEmpty {
      try copyAnimations(to: top)
      for (original, copy) in zip(subtree, top.subtree) where original !== self {
        try original.copyAnimations(to: copy)
      }
    }
    if withAnimations, scene.hasStates {
      let pairs = Array(zip(subtree, top.subtree))
      if pairs.contains(where: { $0.0.stateStorage != nil }) {
        try withoutActuallyEscaping(onCopyOfObject) { onCopy in
          var copier = StateCopier(pairs, onCopy: onCopy)
          for (original, copy) in pairs { try copier.copyStates(of: original, to: copy) }
        }
      }
    }
    return top
  }

  /// The layer and everything below it, masks included; the order is equal for all trees of equal shape.
  package final var subtree: [Layer] {
    var result: [Layer] = []
    var pending: [Layer] = [self]
    while let layer = pending.popLast() {
      result.append(layer)
      pending.append(contentsOf: layer.children)
      if let mask = layer.extraBox?.value.mask { pending.append(mask) }
    }
    return result
  }

  /// Copies the layer without sublayers and mask.
  func copyAlone(_ onCopyOfCell: (EmitterCell, EmitterCell) throws -> Void = { _, _ in }) throws -> Layer {
    let c = try layerClass.make(in: scene)
    copyValues(to: c)
    try copyObjects(to: c, onCopyOfCell)
    c.heightBound = heightBound
    c.scene.deepest = Swift.max(c.scene.deepest, Int(heightBound) + 1)
    if let backing = extraBox?.value.backing { c.extra.value.backing = backing }
    if flag(.needsDisplay) { c.setNeedsDisplay() }
    if flag(.needsLayout) { c.setNeedsLayout() }
    return c
  }
}
