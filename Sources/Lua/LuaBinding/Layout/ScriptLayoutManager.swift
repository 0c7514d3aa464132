// SPDX-License-Identifier: MIT
import CLuaBinding
import Geometry
import LayerModel
import LuaRuntime
import Numbers

/// A layout manager written in Lua: the functions of the table assigned to `layer.layoutManager`.
final class ScriptLayoutManager: LayoutManager {
  // Non-owning, since a host may keep layers longer than the scripts.
  @WhileBound private var binding: LuaBinding?
  private weak var owner: Layer?
  /// Serial of the layer whose Lua object keeps the table.
  let serial: Int

  private let mark: LiveMark

  init(_ binding: LuaBinding, _ layer: Layer) {
    mark = LiveMark(binding.memory.live, .callbacks)
    self.binding = binding
    owner = layer
    serial = layer.serial
  }

  private func has(_ name: String, _ layer: Layer) -> Bool {
    guard let binding else { return false }
    return llua_has_function(
      binding.pointer, UInt32(LLUA_TARGET_DELEGATE), Unmanaged.passUnretained(layer).toOpaque(), "layoutManager", name)
  }

  var preferredSizeFollowsContents: Bool { owner.map { has("preferredSizeOfLayer", $0) } ?? false }

  func layoutSublayers(of layer: Layer) throws {
    guard let binding else { return }
    guard has("layoutSublayersOfLayer", layer) else {
      let names = ["layoutSublayers", "layoutSubLayersOfLayer", "layoutsublayersoflayer", "layout", "layoutLayer"]
      let near = names.first { has($0, layer) }.map { ", only \($0)" } ?? ""
      binding.scene.warn(
        .noLayoutFunction,
        "\(layer.className).layoutManager of \(layer.label) has no function layoutSublayersOfLayer(self, "
          + "layer)\(near): it lays nothing out"
          + "; make a built-in manager by calling ca.ConstraintLayoutManager()", onceFor: "\(layer.serial)",
        about: layer)
      return
    }
    try binding.call(.delegate, "layoutSublayersOfLayer", layer, key: "layoutManager")
  }

  func preferredSize(of layer: Layer) throws -> Size? {
    guard let binding, has("preferredSizeOfLayer", layer) else { return nil }
    try binding.call(
      .delegate, "preferredSizeOfLayer", layer, key: "layoutManager", results: Int32(1 | LLUA_RESULTS_READ))
    guard let nodes = llua_in_nodes(binding.pointer), llua_in_count(binding.pointer) > 0 else { return nil }
    let result = Argument(nodes: nodes, doubles: llua_in_doubles(binding.pointer), memory: binding.memory, index: 0)
    if result.isNil { return nil }
    guard let size = result.size, size.isFinite else {
      throw LayerError(
        "\(layer.className).layoutManager of \(layer.label): preferredSizeOfLayer must return a size such as {100, "
          + "50}, got \(result.described)"
      )
    }
    return size
  }

  func invalidateLayout(of layer: Layer) throws {
    guard let binding, has("invalidateLayoutOfLayer", layer) else { return }
    try binding.call(.delegate, "invalidateLayoutOfLayer", layer, key: "layoutManager")
  }
}

extension LuaBinding {
  func setLayoutManager(_ layer: Layer, _ property: Property, _ argument: Argument) throws {
    if let manager = argument.keyed as? BuiltInLayoutManager {
      let names = ["layoutSublayersOfLayer", "preferredSizeOfLayer", "invalidateLayoutOfLayer"]
      let index = (manager.keyedClass.hooks as? ScriptClass)?.index ?? -1
      if let name = names.first(where: { llua_class_has_function(pointer, index, $0) }) {
        let base = KeyedClass.builtIn.last { manager.keyedClass.isSubclass(of: $0) }
        throw LayerError(
          "\(layer.className).layoutManager: \(manager.className) is a \(base?.name ?? manager.className), whose "
            + "layout is built in, so its \(name) would never be called; write it in a table or in a class of layers, "
            + "and assign that")
      }
      return layer.layoutManager = manager
    }
    let isSet = try hasFunctions(
      argument, "\(layer.className).layoutManager", "layoutSublayersOfLayer",
      besides: "a layout manager such as ca.ConstraintLayoutManager(), or ")
    layer.layoutManager = isSet ? ScriptLayoutManager(self, layer) : nil
  }
}
