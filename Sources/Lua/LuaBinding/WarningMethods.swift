// SPDX-License-Identifier: MIT
import LayerModel

extension Method {
  static let warningMethods: [Method] = [
    Method(
      "ca", "allow", signature: "(rule: ca.WarningRule, ...: ca.WarningRule|ca.Layer)",
      summary: "Silences the warnings of these rules from here on, or only those of a given layer."
    ) { call in
      var rules: [LayerWarning.Rule] = []
      repeat {
        let name = try call.string("the name of a warning's rule")
        do { rules.append(try LayerWarning.Rule(named: name)) } catch {
          throw call.error("\(error)")
        }
        if let object = call.peek?.layer {
          _ = call.next()
          return call.binding.scene.allow(rules, for: object)
        }
      } while call.hasMore
      call.binding.scene.allowedWarnings.formUnion(rules)
    }
  ]
}
