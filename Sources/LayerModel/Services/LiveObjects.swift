// SPDX-License-Identifier: MIT
/// How many objects of each kind an engine has alive. When all is gone that could hold one, there are none: tests ask,
/// after each kind of end.
///
/// Unchecked: counted on the scene's thread.
package final class LiveObjects: @unchecked Sendable {
  package enum Kind: Int, CaseIterable {
    /// Layers, and the other objects with keys: cells, animations, layout managers.
    case layers, objects
    /// What scripts hold of them.
    case images, paths, texts, constraints, contexts, drawables
    /// What stands for a script's tables and functions: delegates, managers, sources, actions, values only Lua can
    /// hold.
    case callbacks
    /// Bytes that count against the memory limit: pixels, drawings, values.
    case charged
  }

  private var counts = [Int](repeating: 0, count: Kind.allCases.count)

  package init() {}

  package func add(_ kind: Kind, _ count: Int = 1) { counts[kind.rawValue] += count }
  package func remove(_ kind: Kind, _ count: Int = 1) { counts[kind.rawValue] -= count }
  package subscript(_ kind: Kind) -> Int { counts[kind.rawValue] }

  /// Those of which there are any.
  package var alive: [String: Int] {
    var result: [String: Int] = [:]
    for kind in Kind.allCases where self[kind] != 0 { result["\(kind)"] = self[kind] }
    return result
  }
}

/// Counts an object for as long as it lives, as a property of it.
package final class LiveMark {
  private let objects: LiveObjects
  private let kind: LiveObjects.Kind

  package init(_ objects: LiveObjects, _ kind: LiveObjects.Kind) {
    self.objects = objects
    self.kind = kind
    objects.add(kind)
  }

  deinit { objects.remove(kind) }
}
