// SPDX-License-Identifier: MIT
import LayerModel

/// `ca.null`: stands for JSON's null in lists, where nil would leave a hole.
final class ScriptNull: CustomStringConvertible, Sendable {
  private static let only = ScriptNull()
  static var value: PropertyValue { .object(only) }
  var description: String { "ca.null" }
  private init() {}
}

/// An integer of magnitude 2^53 or more, which a double may not represent but Lua can.
final class WholeNumber: CustomStringConvertible {
  let number: Int64
  var description: String { "number \(number)" }
  private init(_ number: Int64) { self.number = number }

  static func value(_ number: Int64) -> PropertyValue {
    number.magnitude < 1 << 53 ? .number(Double(number)) : .object(WholeNumber(number))
  }
}
