// SPDX-License-Identifier: MIT
import Geometry

/// Places sublayers by their constraints: Core Animation's `CAConstraintLayoutManager`. All layers of a scene share one
/// manager.
///
/// ```swift
/// poster.layoutManager = .constraints
/// title.constraints = [Constraint(.midX), Constraint(.minY, to: "sun", .maxY, offset: 8)]
/// try poster.layoutIfNeeded()
/// ```
public final class ConstraintLayoutManager: BuiltInLayoutManager {
  /// The shared manager of a scene.
  public static func shared(in scene: Scene) -> ConstraintLayoutManager {
    if let manager = scene.layoutQueue.constraintManager { return manager }
    let manager = ConstraintLayoutManager(in: scene, of: .constraintLayoutManager)
    scene.layoutQueue.constraintManager = manager
    return manager
  }

  public override var preferredSizeFollowsContents: Bool { false }
  override func preferredSize(of layer: Layer, width: Double?) throws -> Size? { layer.bounds.size }

  public override func layoutSublayers(of layer: Layer) throws {
    let children = layer.children.array
    let storage = layer.madeLayout
    let system: ConstraintSystem
    if let known = storage.system {
      system = known
    } else {
      system = ConstraintSystem(
        children.map { ConstraintItem(name: $0.storedName, constraints: $0.layout?.constraints ?? []) })
      storage.system = system
      for warning in system.problems where warning.isWarning {
        let child = children[warning.item]
        scene.warn(
          warning.rule == .lengthAlone ? .constraintSizeOnly : .duplicateName, "\(child.label): \(warning)",
          about: child)
      }
    }
    var frames = children.map(\.untransformedFrame)
    var sized = try PreferredLengths.all(in: layer, &frames)
    let given = sized.isEmpty ? [] : frames
    var failures = system.isEmpty ? [] : system.solve(in: layer.storedBounds, frames: &frames)
    // The height of wrapped text depends on its width, which is known only now.
    if !sized.isEmpty {
      var again = given
      if try PreferredLengths.setHeights(&sized, children: children, solved: frames, frames: &again) {
        frames = again
        failures = system.isEmpty ? [] : system.solve(in: layer.storedBounds, frames: &frames)
      }
    }
    func place(_ child: Layer, _ frame: Rect) throws {
      if child.untransformedFrame != frame { try child.setUntransformedFrame(frame) }
    }
    for (i, child) in children.enumerated() where child.layout.map({ !$0.constraints.isEmpty }) ?? false {
      try place(child, frames[i])
    }
    for entry in sized { try place(entry.layer, frames[entry.index]) }
    PreferredLengths.remember(sized, in: layer)
    let problems = system.problems.filter { !$0.isWarning } + failures
    if problems.isEmpty { return }
    throw LayerError.unsolved(
      problems.map { problem in "\(problem.rule == .cycle ? layer.label : children[problem.item].label): \(problem)" })
  }
}

/// A sublayer of a constraint layout that takes its preferred width or height because it has none of its own, such as a
/// layer with text.
private struct PreferredLengths {
  let index: Int
  let layer: Layer
  let takesWidth: Bool
  let takesHeight: Bool
  /// The width for which the height was computed; 0 if text breaks no lines.
  var width: Double
  /// The layer's own size: 0 along axes that take the preferred length.
  let ownSize: Size

  /// The layers that have no length along an axis, neither in their bounds nor by constraints; their frames get the
  /// preferred lengths.
  static func all(in superlayer: Layer, _ frames: inout [Rect]) throws -> [PreferredLengths] {
    var result: [PreferredLengths] = []
    let known = superlayer.layout?.naturalSizes ?? [:]
    for (i, child) in superlayer.children.enumerated() where child.hasPreferredLengths {
      var own = child.storedBounds.size
      // A size set by layout is not the layer's own.
      if let record = known[child.serial] {
        if own.width == record.given.width { own.width = record.natural.width }
        if own.height == record.given.height { own.height = record.natural.height }
      }
      let constraints = child.layout?.constraints ?? []
      func isOpen(_ axis: LayoutAxis) -> Bool {
        var count = 0
        for c in constraints where c.attribute.axis == axis {
          if c.attribute == axis.length { return false }
          count += 1
        }
        return count < 2
      }
      let (takesWidth, takesHeight) = (own.width == 0 && isOpen(.x), own.height == 0 && isOpen(.y))
      guard takesWidth || takesHeight else { continue }
      let lengths = PreferredLengths(
        index: i, layer: child, takesWidth: takesWidth, takesHeight: takesHeight,
        width: takesWidth ? 0 : frames[i].width, ownSize: own)
      try lengths.apply(to: &frames[i])
      result.append(lengths)
    }
    return result
  }

  /// Gives the frame the layer's preferred lengths, about its anchor point.
  private func apply(to frame: inout Rect) throws {
    // Whole points keep the following layers on the pixel grid.
    let size = try layer.preferredSize(width: width) ?? .zero
    let anchor = layer.storedAnchorPoint
    if takesWidth {
      frame.size.width = size.width.rounded(.up)
      frame.origin.x = layer.storedPosition.x - anchor.x * frame.width
    }
    if takesHeight {
      frame.size.height = size.height.rounded(.up)
      frame.origin.y = layer.storedPosition.y - anchor.y * frame.height
    }
  }

  /// Sets the heights for the solved widths in the earlier frames; returns whether any has changed.
  static func setHeights(_ all: inout [PreferredLengths], children: [Layer], solved: [Rect], frames: inout [Rect])
    throws -> Bool
  {
    var isChanged = false
    for i in all.indices where all[i].takesHeight && !all[i].takesWidth && all[i].layer.flag(.wrapped) {
      let at = all[i].index
      if solved[at].width == all[i].width { continue }
      all[i].width = solved[at].width
      let before = frames[at].height
      try all[i].apply(to: &frames[at])
      isChanged = isChanged || frames[at].height != before
    }
    return isChanged
  }

  static func remember(_ all: [PreferredLengths], in superlayer: Layer) {
    guard let storage = superlayer.layout, !all.isEmpty || !storage.naturalSizes.isEmpty else { return }
    storage.naturalSizes = [:]
    for entry in all { storage.naturalSizes[entry.layer.serial] = (entry.ownSize, entry.layer.storedBounds.size) }
  }
}

extension KeyedClass {
  static let constraintLayoutManager: KeyedClass = KeyedClass(
    .constraintLayoutManager, "ConstraintLayoutManager", ConstraintLayoutManager.self, superclass: nil, rows: [],
    // Without keys all managers are alike: a scene has one, and one for each object of a script's class.
    maker: { scene, keyedClass in
      keyedClass === KeyedClass.constraintLayoutManager
        ? ConstraintLayoutManager.shared(in: scene) : ConstraintLayoutManager(in: scene, of: keyedClass)
    })
}
