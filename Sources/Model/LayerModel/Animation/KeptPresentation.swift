// SPDX-License-Identifier: MIT
import Timing

/// A presentation that the next render reuses: only the rows that the layer's animations set are set anew. Copying all
/// values of a layer costs more than its animations.
///
/// A change of the layer drops it. Between renders it has no superlayer, and it never has a name, so no search finds
/// it. It does not count as a layer of the scene.
final class KeptPresentation {
  /// The maximum number in a scene. Each takes the memory of a layer.
  private static let most = 1 << 12

  private(set) var shown: Layer
  /// The layer's local times at which `shown` has the same values.
  private(set) var steady: SteadyInterval
  /// The layer's local times at which its node is the same, if its sublayers' are: `steady`, or longer while only
  /// `contentsTime` moves.
  private(set) var nodeSteady: SteadyInterval
  /// The rows that animations set.
  private let rows: [Property]
  private let sharedChanges: UInt64
  private let scene: Scene

  /// - Parameters:
  ///   - shown: the layer's presentation, for the render in progress.
  ///   - time: the layer's local time, around which it may rest; nil if it may not.
  /// - Returns: nil if each render must present the layer anew: it has hooks, is an emitter, or has animations that set
  ///   more than its own rows. Also nil if the scene keeps no presentations, or has its maximum of them.
  init?(_ shown: Layer, of model: Layer, restingAt time: LocalTime?) {
    let scene = model.scene
    guard shown !== model, scene.keepsPresentations, scene.picture.isResolving,
      scene.keptPresentations < KeptPresentation.most, model.layerClass.hooks == nil, !model.changesWithTime,
      !model.hasDrawingHook, let rows = model.animatedRows
    else { return nil }
    switch model.layerClass.base {
    case .layer, .text, .shape, .gradient, .replicator, .transform: break
    default: return nil
    }
    self.shown = shown
    self.rows = rows
    steady = model.steadyInterval(of: model.attachedAnimations, at: time)
    nodeSteady = model.nodeInterval(steady, at: time)
    self.scene = scene
    sharedChanges = scene.sharedChanges
    shown.clearFlags()
    if let name = shown.storedName {
      scene.names.remove(shown, name)
      shown.storedName = nil
    }
    scene.budget.layerVanished()
    scene.keptPresentations += 1
    scene.lentPresentations.append(self)
  }

  deinit {
    scene.keptPresentations -= 1
    // Its own end counts once more.
    scene.budget.layerAppeared()
  }

  /// Called when no render is in progress any more.
  func giveBack() { shown.parent = nil }

  /// Returns the presentation with the animations' values at a time; nil if it is in use.
  ///
  /// - Parameter time: the layer's local time; nil if it has none.
  func renewed(_ model: Layer, at time: LocalTime?) throws -> Layer? {
    guard scene.picture.isResolving, scene.sharedChanges == sharedChanges, isKnownUniquelyReferenced(&shown) else {
      return nil
    }
    let shown = shown
    scene.lentPresentations.append(self)
    shown.parent = model.parent
    if model.flag(.isMask) { shown.state.insert(.isMask) } else { shown.state.remove(.isMask) }
    if let time, steady.contains(time.seconds) { return shown }
    (steady, nodeSteady) = (.never, .never)
    let count = scene.changeCount
    let warnings = scene.warnings.noted
    defer { scene.changeCount = count }
    shown.extra.value.presented = model
    // All that an animation sets besides its row.
    shown.setKeys = model.setKeys
    shown.state.remove(.isUnshown)
    (shown.extra.value.fade, shown.extra.value.contentsTimeIsEnd) = (nil, false)
    shown.extra.value.contentsTime = model.extraBox?.value.contentsTime
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
    // A warning is counted in each render.
    if warnings == scene.warnings.noted {
      steady = model.steadyInterval(of: model.attachedAnimations, at: time)
      nodeSteady = model.nodeInterval(steady, at: time)
    }
    return shown
  }
}

extension Layer {
  /// Returns the interval of the layer's local time, around a time, in which animations set the same values on it.
  ///
  /// - Parameter time: the local time; nil if the layer has none, and its animations no effect: never, since the result
  ///   would be no interval of that time.
  fileprivate final func steadyInterval(
    of animations: [AttachedAnimation], besides motion: ContentsMotion? = nil, at time: LocalTime?
  ) -> SteadyInterval {
    guard let time else { return .never }
    var result = motion?.interval ?? .always
    for attached in animations where attached.animation !== motion?.animation {
      guard !attached.awaitsCommit, attached.foreignPaths.isEmpty else { return .never }
      result.intersect(attached.animation.steadyInterval(at: time))
      if !result.contains(time.seconds) { return .never }
    }
    return result
  }

  /// Returns the interval of the layer's local time, around a time, in which its node is the same if its sublayers'
  /// are.
  ///
  /// - Parameter steady: the interval of equal values.
  fileprivate final func nodeInterval(_ steady: SteadyInterval, at time: LocalTime?) -> SteadyInterval {
    guard let time, !steady.contains(time.seconds), let motion = contentsMotion(at: time) else { return steady }
    return steadyInterval(of: attachedAnimations, besides: motion, at: time)
  }

  /// Returns the interval of the layer's local time, around a time, in which a render shows it with the same values:
  /// without change by its animations. Only for presentations that are kept, and for layers that stay hidden.
  ///
  /// - Parameter shown: what the render shows: the layer, if hidden, or its presentation.
  final func steadyInterval(_ shown: Layer, at time: LocalTime?) -> SteadyInterval {
    if shown === self {
      guard let animations = extraBox?.value.animations else { return .always }
      return steadyInterval(of: animations.filter(\.mayUnhide), at: time)
    }
    guard let keptPresentation, keptPresentation.shown === shown else { return .never }
    return keptPresentation.nodeSteady
  }

  /// The rows that the layer's animations set, in their order; nil if they set more than stored rows of the layer.
  fileprivate final var animatedRows: [Property]? {
    var rows: [Property] = []
    for attached in attachedAnimations {
      guard attached.foreignPaths.isEmpty, !(attached.animation is Transition),
        attached.animation.leaves.count < Animation.leafLimit
      else { return nil }
      for leaf in attached.animation.leaves {
        guard let path = leaf.storedKeyPath,
          let row = keyedClass.property(String(path.prefix { $0 != "." })), !row.isDerived, !row.isDeclared,
          !row.leadsToLayersBelow
        else { return nil }
        if !rows.contains(where: { $0 === row }) { rows.append(row) }
        // A rotation along a motion path is set too.
        if (leaf as? KeyframeAnimation)?.storedRotationMode != nil, let transform = keyedClass.property("transform"),
          !rows.contains(where: { $0 === transform })
        {
          rows.append(transform)
        }
      }
    }
    return rows
  }
}
