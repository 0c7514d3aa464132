// SPDX-License-Identifier: MIT
import LayerModel
import LuaRuntime

extension Engine {
  /// Counts an engine's live objects; usable after the engine was released.
  package struct LiveReport {
    fileprivate let objects: LiveObjects
    fileprivate let box: LuaStateBox

    /// The nonzero counts by kind; `references` counts Lua values that Swift holds.
    package var alive: [String: Int] {
      var result = objects.alive
      if box.references != 0 { result["references"] = box.references }
      return result
    }
  }

  package var liveObjects: LiveReport { LiveReport(objects: scene.live, box: state.box) }

  /// Makes all Lua allocations fail after the given number of them, for tests; nil: none fails.
  package func failAllocations(after count: Int?) { state.failAllocations(after: count) }
}
