// SPDX-License-Identifier: MIT
import LayerModel
import LuaRuntime

extension Engine {
  /// The number of an engine's living objects, also available once the engine is gone.
  package struct LiveReport {
    fileprivate let objects: LiveObjects
    fileprivate let box: LuaStateBox

    /// The numbers by kind, without those that are 0; `references` are values of Lua that Swift holds.
    package var alive: [String: Int] {
      var result = objects.alive
      if box.references != 0 { result["references"] = box.references }
      return result
    }
  }

  package var liveObjects: LiveReport { LiveReport(objects: scene.live, box: state.box) }

  /// For tests: from now on all of Lua's allocations after the given number fail; nil: none.
  package func failAllocations(after count: Int?) { state.failAllocations(after: count) }
}
