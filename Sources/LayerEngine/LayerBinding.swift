import LayerModel
import LuaRuntime

/// Stands for LuaBinding until it is there.
final class LayerBinding {
  init(state: LuaState, scene: Scene, version: String) throws {}
  func setArguments(named: [(name: String, value: String)], positional: [String]) throws {}
  func layer(_ value: LuaValue) -> Layer? { nil }
  func protecting<R>(_ body: () throws -> R) throws -> R { try body() }
}
