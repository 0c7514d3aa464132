// SPDX-License-Identifier: MIT
/// The number of living objects of each kind in an engine. Once every owner is gone, all counts are 0: tests check that
/// after each kind of end.
///
/// Unchecked: counted on the scene's thread.
package final class LiveObjects: @unchecked Sendable {
  package enum Kind: Int, CaseIterable {
    /// Layers, and the other keyed objects: cells, animations, layout managers.
    case layers, objects
    /// Values that scripts hold.
    case images, paths, texts, constraints, contexts, drawables
    /// Objects that wrap a script's tables and functions: delegates, managers, sources, actions, values that only Lua
    /// can hold.
    case callbacks
    /// Bytes charged to the memory limit: pixels, drawings, values.
    case charged
  }

  private var counts = [Int](repeating: 0, count: Kind.allCases.count)

  package init() {}

  package func add(_ kind: Kind, _ count: Int = 1) { counts[kind.rawValue] += count }
  package func remove(_ kind: Kind, _ count: Int = 1) { counts[kind.rawValue] -= count }
  package subscript(_ kind: Kind) -> Int { counts[kind.rawValue] }

  /// The nonzero counts, by kind.
  package var alive: [String: Int] {
    var result: [String: Int] = [:]
    for kind in Kind.allCases where self[kind] != 0 { result["\(kind)"] = self[kind] }
    return result
  }
}

/// Counts the object that owns it, as long as that object lives.
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
