// SPDX-License-Identifier: MIT
import CLuaBinding
import LayerModel
import LuaRuntime
import Numbers

/// An animation delegate written in Lua: the functions of the table assigned to `animation.delegate`. The animation's
/// Lua object keeps the table.
final class ScriptAnimationDelegate: AnimationDelegate {
  @WhileBound private var binding: LuaBinding?
  private weak var animation: Animation?
  let serial: Int

  private let mark: LiveMark

  init(_ binding: LuaBinding, _ animation: Animation) {
    mark = LiveMark(binding.memory.live, .callbacks)
    self.binding = binding
    self.animation = animation
    serial = animation.serial
  }

  private func has(_ name: String) -> Bool {
    guard let binding, let animation else { return false }
    return llua_has_function(
      binding.pointer, UInt32(LLUA_TARGET_DELEGATE), Unmanaged.passUnretained(animation).toOpaque(), "delegate", name)
  }

  var hooks: AnimationHooks {
    var hooks: AnimationHooks = []
    if has("animationDidStart") { hooks.insert(.didStart) }
    if has("animationDidStop") || has("animationDidStopFinished") { hooks.insert(.didStop) }
    return hooks
  }

  /// Names of its functions that resemble the two hooks; empty if it has a hook.
  var nearMisses: [String] {
    guard hooks.isEmpty else { return [] }
    return [
      "animationDidEnd", "animationDidFinish", "animationDidBegin", "didStart", "didStop", "onStart", "onStop",
      "animationStopped",
      "animationStarted", "animationdidstop", "animationdidstart", "completion",
    ].filter(has)
  }

  func animationDidStart(_ animation: Animation) throws { try call("animationDidStart", animation) }

  func animationDidStop(_ animation: Animation, finished: Bool) throws {
    try call(has("animationDidStop") ? "animationDidStop" : "animationDidStopFinished", animation, finished)
  }

  private func call(_ name: String, _ animation: Animation, _ finished: Bool? = nil) throws {
    guard let binding else { return }
    if let finished { binding.push(finished) }
    try binding.call(LLUA_TARGET_DELEGATE, of: animation, "delegate", name)
  }
}

extension LuaBinding {
  /// Sets an animation's `delegate`.
  func setDelegate(_ animation: Animation, _ property: Property, _ argument: Argument) throws {
    let isSet = try hasFunctions(argument, "\(animation.className).delegate", "animationDidStart or animationDidStop")
    try property.setValue(animation, isSet ? .object(ScriptAnimationDelegate(self, animation)) : .null)
  }

  /// Gives a copied animation its own delegate, whose table is kept by the copy's Lua object.
  func adoptDelegate(of original: KeyedObject, by copy: KeyedObject) {
    guard let original = original as? Animation, let copy = copy as? Animation,
      original.delegate is ScriptAnimationDelegate
    else { return }
    copy.delegate = ScriptAnimationDelegate(self, copy)
  }

  /// Makes a layer's Lua object hold its animations with script values, and no others.
  func holdAnimations(of layer: Layer, _ added: (original: Animation, copy: Animation)?) throws {
    if let (original, copy) = added {
      guard let delegate = original.delegate as? ScriptAnimationDelegate else { return }
      let near = delegate.nearMisses
      if !near.isEmpty {
        scene.warn(
          .animationDelegate,
          "\(layer.label): the animation's delegate has neither animationDidStart nor animationDidStop, so it is never "
            + "called; it has "
            + near.joined(separator: ", "), onceFor: near.joined(separator: " "))
      }
      adoptDelegate(of: original, by: copy)
      // Lua has no reference to the copy until the layer holds it.
      try pin(copy)
      defer { unpin(copy) }
      try state.check(
        llua_copy_edges(
          pointer, Unmanaged.passUnretained(original).toOpaque(), Unmanaged.passUnretained(copy).toOpaque()))
      try hold(layer)
      layersHoldingAnimations.insert(layer.serial)
    } else if layersHoldingAnimations.contains(layer.serial) {
      try hold(layer)
      if layer.animations.isEmpty { layersHoldingAnimations.remove(layer.serial) }
    }
  }

  /// The key that holds the animations; not usable by scripts.
  static let animationsKey = "(animations)"

  func hold(_ layer: Layer) throws {
    try state.check(llua_hold_objects(pointer, Unmanaged.passUnretained(layer).toOpaque(), LuaBinding.animationsKey))
  }
}
