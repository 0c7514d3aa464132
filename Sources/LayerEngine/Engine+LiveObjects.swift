// SPDX-License-Identifier: MIT
import LayerModel
import LuaRuntime

extension Engine {
  /// What an engine has alive, told also once the engine is gone.
  package struct LiveReport {
    fileprivate let objects: LiveObjects
    fileprivate let box: LuaStateBox

    /// By kind, those of which there are any; `references` are values of Lua that Swift holds.
    package var alive: [String: Int] {
      var result = objects.alive
      if box.references != 0 { result["references"] = box.references }
      return result
    }
  }

  package var liveObjects: LiveReport { LiveReport(objects: scene.live, box: state.box) }

  /// For tests: of Lua's allocations from now on, all after the given number fail; nil: none.
  package func failAllocations(after count: Int?) { state.failAllocations(after: count) }
}
