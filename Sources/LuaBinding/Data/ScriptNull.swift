// SPDX-License-Identifier: MIT
import LayerModel

/// `ca.null`, which stands for JSON's null where nil would leave a hole.
final class ScriptNull: CustomStringConvertible, Sendable {
  private static let only = ScriptNull()
  static var value: PropertyValue { .object(only) }
  var description: String { "ca.null" }
  private init() {}
}

/// A whole number with more digits than a double can surely represent, for Lua, which has such numbers.
final class WholeNumber: CustomStringConvertible {
  let number: Int64
  var description: String { "number \(number)" }
  private init(_ number: Int64) { self.number = number }

  static func value(_ number: Int64) -> PropertyValue {
    number.magnitude < 1 << 53 ? .number(Double(number)) : .object(WholeNumber(number))
  }
}
