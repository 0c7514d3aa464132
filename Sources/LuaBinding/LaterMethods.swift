import CLuaShim
import LayerModel

// What the contract names and this version lacks: each says so when it is called.
private func later(_ owner: String, _ names: [String], _ remedy: String = "") -> [Method] {
  names.map { name in
    Method(owner, name, flags: LLUA_REFERENCES) { call in throw LayerError.unsupported(call.name, remedy: remedy) }
  }
}

extension Method {
  static let laterMethods: [Method] =
    later("ca", ["animate", "onFrame"])
    + later("ca", ["Filter", "filterNames", "filterInfo", "diagnose"])
    + later(
      "ca.Transaction",
      [
        "begin", "commit", "flush", "setAnimationDuration", "setAnimationTimingFunction", "setDisableActions", "setCompletionBlock",
        "setValue", "animationDuration", "animationTimingFunction", "value",
      ])
    + [
      // Nothing animates by itself yet.
      Method("ca.Transaction", "disableActions") { call in call.binding.push(true) }
    ]
    + later(
      "Layer",
      [
        "addAnimation", "addAnimationForKey", "removeAnimation", "removeAnimationForKey", "removeAllAnimations", "animation",
        "animationForKey", "animationKeys", "presentation", "presentationLayer", "model", "modelLayer", "actionForKey",
      ])
}
