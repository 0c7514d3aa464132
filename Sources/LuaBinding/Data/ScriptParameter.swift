// SPDX-License-Identifier: MIT
import LayerModel

/// What a script read by `ca.parameter`: for whoever offers its values to people.
package struct ScriptParameter {
  package let name: String
  /// What the script got, and what it gets when nothing is given: a number, a boolean or a string; null for none.
  package let value: PropertyValue
  package let fallback: PropertyValue
  /// The range of a number, where there is one.
  package let min: Double?
  package let max: Double?
  /// The strings that it may be; empty for any.
  package let choices: [String]
}
