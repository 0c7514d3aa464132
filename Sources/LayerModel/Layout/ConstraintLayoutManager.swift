import Geometry

/// Places sublayers by their constraints: Core Animation's `CAConstraintLayoutManager`. All layers of a scene share one.
public final class ConstraintLayoutManager: BuiltInLayoutManager {
  /// The scene's.
  public static func shared(in scene: Scene) -> ConstraintLayoutManager {
    if let manager = scene.constraintLayoutManager { return manager }
    let manager = ConstraintLayoutManager(in: scene, of: .constraintLayoutManager)
    scene.constraintLayoutManager = manager
    return manager
  }

  public override var preferredSizeFollowsContents: Bool { false }
  override func preferredSize(of layer: Layer, width: Double?) throws -> Size? { layer.bounds.size }

  public override func layoutSublayers(of layer: Layer) throws {
    let children = layer.children
    let storage = layer.madeLayout
    let system: ConstraintSystem
    if let known = storage.system {
      system = known
    } else {
      system = ConstraintSystem(children.map { ConstraintItem(name: $0.storedName, constraints: $0.layout?.constraints ?? []) })
      storage.system = system
      for warning in system.problems where warning.isWarning {
        let child = children[warning.item]
        scene.warn(warning.rule == .lengthAlone ? .constraintSizeOnly : .duplicateName, "\(child.label): \(warning)", about: child)
      }
    }
    var failures: [ConstraintProblem] = []
    if !system.isEmpty {
      var frames = children.map(\.untransformedFrame)
      failures = system.solve(in: layer.storedBounds, frames: &frames)
      for (i, child) in children.enumerated() where child.layout.map({ !$0.constraints.isEmpty }) ?? false {
        let old = child.untransformedFrame
        if old != frames[i] { try child.setUntransformedFrame(frames[i]) }
      }
    }
    let problems = system.problems.filter { !$0.isWarning } + failures
    if problems.isEmpty { return }
    throw LayerError.unsolved(
      problems.map { problem in "\(problem.rule == .cycle ? layer.label : children[problem.item].label): \(problem)" })
  }
}
