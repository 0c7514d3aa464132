// SPDX-License-Identifier: MIT
import CLuaBinding
import CLuaState
import LayerModel
import Messages
import Numbers

extension Method {
  static let stateMethods: [Method] = [
    Method(
      "Layer", "setState", signature: "(name?: string|ca.StateFraction, options?: ca.StateOptions)",
      summary:
        "Sets the state of a name, with its transition; nil or \"\" is the base. A table shows values between two."
    ) { call in
      let layer = try call.layer
      if let argument = call.peek, argument.type == LLUA_NODE_TABLE {
        let options = try call.options(["from", "to", "fraction"])
        guard let fraction = try call.number(options, "fraction") else {
          throw call.error(
            "expected a fraction from 0 to 1, as in layer:setState { from = \"A\", to = \"B\", fraction = 0.5 }")
        }
        return try layer.setState(
          from: try call.string(options, "from"), to: try call.string(options, "to"), fraction: fraction)
      }
      let name = try call.optionalString("the state's name")
      let options = try call.options(["transitionSpeed", "time"], keepsFalse: true)
      try layer.setState(
        name, transitionSpeed: try call.number(options, "transitionSpeed") ?? 1, at: try call.number(options, "time"))
    },
    Method(
      "Layer", "stateNames", signature: "(): string[]",
      summary: "The names of the layer's states; without states, of those that the nearest layers below have."
    ) { call in call.binding.push(.array(try call.layer.stateNames().map { .string($0) })) },
    Method(
      "Layer", "stateName", signature: "(word: string): string?",
      summary: "The state's name that a word stands for: the same name, else the first whose first word it is."
    ) { call in
      let name = try call.layer.stateName(of: try call.string("a name or its first word"))
      if let name { call.binding.push(name) } else { call.binding.pushNil() }
    },
    Method(
      "Layer", "setTilt", signature: "(x: number, y: number)",
      summary:
        "Sets the values that follow a device's tilt, by wallpaperParallaxGroups in the style; each from -1 to 1."
    ) { call in
      let x = try call.number("the tilt about x")
      try call.layer.setTilt(x, try call.number("the tilt about y"))
    },
    Method(
      "Layer", "addWallpaperStates", signature: "()",
      summary: "Adds the values of wallpaperPropertyGroups in the style to the states Locked, Unlock and Sleep."
    ) { call in try call.layer.addWallpaperStates() },
  ]
}
