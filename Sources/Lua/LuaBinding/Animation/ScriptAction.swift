// SPDX-License-Identifier: MIT
import CLuaBinding
import LayerModel
import LuaRuntime
import Numbers

/// A function or animation returned by a hook, kept alive while it may be needed.
final class KeptResult: LayerActionObject {
  @WhileBound private var binding: LuaBinding?
  let reference: LuaReference
  let ordinal: UInt32

  private let mark: LiveMark

  init(_ binding: LuaBinding, _ reference: LuaReference, ordinal: UInt32) {
    mark = LiveMark(binding.memory.live, .callbacks)
    self.binding = binding
    self.reference = reference
    self.ordinal = ordinal
  }

  var isAction: Bool { true }

  func run(_ layer: Layer, forKey key: String, old: PropertyValue, new: PropertyValue) throws {
    guard let binding else { return }
    binding.pushAction(layer, key, old, new)
    try withExtendedLifetime(self) {
      try binding.state.check(
        llua_call_function(binding.pointer, UInt32(LLUA_TARGET_ARGUMENT), reference.index, ordinal, nil, nil, nil, 0))
    }
  }
}

extension ScriptValue: LayerActionObject {
  var isAction: Bool { type == LLUA_SCRIPT_FUNCTION }

  func run(_ layer: Layer, forKey key: String, old: PropertyValue, new: PropertyValue) throws {
    guard let binding else { return }
    // The call itself pushes the layer.
    binding.pushAction(nil, key, old, new)
    try binding.call(LLUA_TARGET_VALUE, of: layer, self.key, ordinal: ordinal)
  }
}

extension LuaBinding {
  fileprivate func pushAction(_ layer: Layer?, _ key: String, _ old: PropertyValue, _ new: PropertyValue) {
    if let layer { push(layer) }
    push(key)
    push(old, isFrozen: true)
    push(new, isFrozen: true)
  }

  /// Calls a hook for a key's action. It returns an animation, a function, false to stop the search, or nil to
  /// continue.
  func action(_ target: Target, _ name: String, _ layer: Layer, _ key: String) throws -> LayerAction? {
    push(key)
    var kept: Int32 = 0
    try withExtendedLifetime(layer) {
      try state.check(
        llua_call_keeping(
          pointer, UInt32(target == .delegate ? LLUA_TARGET_DELEGATE : LLUA_TARGET_CLASS), 0, 0,
          Unmanaged.passUnretained(layer).toOpaque(), "delegate", name, 1, &kept))
    }
    let owner = kept > 0 ? LuaReference(adopting: kept, state: state) : nil
    guard let nodes = llua_in_nodes(pointer), llua_in_count(pointer) > 0 else { return nil }
    let answer = Argument(nodes: nodes, doubles: llua_in_doubles(pointer), memory: memory, index: 0)
    if answer.isNil { return nil }
    if answer.type == LLUA_NODE_BOOLEAN, answer.number == 0 { return LayerAction.none }
    if let animation = answer.keyed as? Animation { return .animation(animation, owner: owner) }
    if let ordinal = answer.function, let owner { return .object(KeptResult(self, owner, ordinal: ordinal)) }
    throw LayerError(
      "\(layer.label): \(name) must return an animation, a function, false or nil for \"\(key)\", got "
        + "\(answer.described)"
    )
  }
}
