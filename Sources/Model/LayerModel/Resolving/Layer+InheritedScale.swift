// SPDX-License-Identifier: MIT
extension Layer {
  /// Returns the layers of the subtree, masks included, whose delegates let `contentsScale` follow the scale of the
  /// render.
  ///
  /// - Throws: the delegates' errors.
  func layersInheritingScale(_ scale: Double) throws -> [ObjectIdentifier: Layer] {
    guard scene.hasDelegates else { return [:] }
    // Delegates may change the tree, so the layers are collected before the first call.
    var asked: [Layer] = []
    var pending = [self]
    while let layer = pending.popLast() {
      if layer.storedContentsScale != scale, let delegate = layer.extraBox?.value.delegate,
        layer.storedContents?.resolutionCount ?? 1 == 1, layer.storedContents?.picture == nil,
        delegate.hooks.contains(.inheritContentsScale)
      {
        asked.append(layer)
      }
      if let mask = layer.extraBox?.value.mask { pending.append(mask) }
      pending.append(contentsOf: layer.children.reversed())
    }
    var result: [ObjectIdentifier: Layer] = [:]
    for layer in asked {
      if try layer.delegate?.shouldInheritContentsScale(layer, scale) == true {
        result[ObjectIdentifier(layer)] = layer
      }
    }
    return result
  }
}
