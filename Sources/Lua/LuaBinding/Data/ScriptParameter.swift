// SPDX-License-Identifier: MIT
import LayerModel

/// A parameter that a script read by `ca.parameter`, for hosts that let users set it.
package struct ScriptParameter {
  package let name: String
  /// The value returned to the script, and the value if none is given: a number, boolean or string; null for none.
  package let value: PropertyValue
  package let fallback: PropertyValue
  /// The range of a number; nil for no bound.
  package let min: Double?
  package let max: Double?
  /// The allowed strings; empty for any.
  package let choices: [String]
}
