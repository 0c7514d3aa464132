// SPDX-License-Identifier: MIT
/// A presentation that the next render reuses: only the rows that the layer's animations set are set anew. Copying all
/// values of a layer costs more than its animations.
final class KeptPresentation {
  /// The maximum number in a scene: each is a layer more.
  private static let most = 1 << 12

  private var shown: Layer
  /// The rows that animations set.
  private let rows: [Property]
  private let changedAt: UInt64
  private let sharedChanges: UInt64
  private let scene: Scene

  /// - Parameter sharedChanges: the scene's count of shared changes when the copy was begun.
  /// - Returns: nil if the layer's presentation must be made anew for each render.
  init?(_ shown: Layer, of model: Layer, sharedChanges: UInt64) {
    let scene = model.scene
    guard shown !== model, scene.keptPresentations < KeptPresentation.most, model.layerClass.hooks == nil,
      !model.changesWithTime, !model.hasDrawingHook, let rows = model.animatedRows
    else { return nil }
    switch model.layerClass.base {
    case .layer, .text, .shape, .gradient, .replicator, .transform: break
    default: return nil
    }
    self.shown = shown
    self.rows = rows
    self.scene = scene
    self.sharedChanges = sharedChanges
    changedAt = model.changedAt
    scene.keptPresentations += 1
  }

  deinit { scene.keptPresentations -= 1 }

  /// Returns the presentation with the animations' values at a time; nil if it is in use, or the layer has changed.
  ///
  /// - Parameter time: the layer's local time; nil if it has none.
  func renewed(_ model: Layer, at time: LocalTime?) throws -> Layer? {
    guard model.changedAt == changedAt, scene.changes.shared == sharedChanges, isKnownUniquelyReferenced(&shown) else {
      return nil
    }
    let changes = scene.changes
    defer { scene.changes = changes }
    let shown = shown
    (shown.parent, shown.extra.value.presented) = (model.parent, model)
    if model.flag(.isMask) { shown.state.insert(.isMask) } else { shown.state.remove(.isMask) }
    // All that an animation sets besides its row.
    shown.setKeys = model.setKeys
    shown.state.remove(.isUnshown)
    (shown.extra.value.fade, shown.extra.value.contentsTimeIsEnd) = (nil, false)
    for row in rows {
      row.copy(from: model, to: shown)
      if case .transform = row.kind {
        shown.transformStorage(of: row)?.components = model.transformStorage(of: row)?.components.map { Box($0.value) }
      }
      // A row may copy only values other than nil.
      if row.copiesByValue, row.value(shown) != row.value(model) { return nil }
      row.didChange(shown)
    }
    guard let time else { return shown }
    for attached in model.attachedAnimations { try attached.animation.apply(at: time) { (shown, $0) } }
    return shown
  }
}

extension Layer {
  /// The rows that the layer's animations set, in their order; nil if they set more than rows of the layer.
  fileprivate final var animatedRows: [Property]? {
    var rows: [Property] = []
    for attached in attachedAnimations {
      guard attached.foreignPaths.isEmpty, attached.animation.leaves.count < Animation.leafLimit else { return nil }
      for leaf in attached.animation.leaves {
        guard !(leaf is Transition), let path = (leaf as? PropertyAnimation)?.storedKeyPath,
          let row = keyedClass.property(String(path.prefix { $0 != "." })), !row.isDerived, !row.leadsToLayersBelow
        else { return nil }
        if !rows.contains(where: { $0 === row }) { rows.append(row) }
      }
    }
    return rows
  }
}
