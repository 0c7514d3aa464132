// SPDX-License-Identifier: MIT
import Messages

@_exported import class Parsing.MemoryCharge
@_exported import protocol Parsing.MemoryBudget
@_exported import struct Messages.LayerError

// The errors of layers and their keys.
extension LayerError {
  /// Makes the error of a key that refuses a value; its message starts with the object's class and the key.
  ///
  /// - Parameter rest: the text after the key, with the colon or space before it.
  init(_ property: Property, _ object: KeyedObject, _ rest: String) { self.init(property, object, .invalid, rest) }

  init(_ property: Property, _ object: KeyedObject, _ kind: Kind, _ rest: String) {
    self.init(kind, property.path(object) + rest)
    className = object.className
    key = property.name
  }

  /// The error for a key or call of the contract that this version lacks; `remedy` names an alternative, if there is
  /// one.
  package static func unsupported(_ what: String, remedy: String = "") -> LayerError {
    LayerError(
      .unsupported, "\(what) is not yet supported\(remedy.isEmpty ? "" : " (\(remedy))"), see docs/unsupported.md")
  }

  /// The error for several problems of a layout, with a line for each.
  static func unsolved(_ problems: [String]) -> LayerError {
    let more = problems.count > 10 ? "\n  … and \(problems.count - 10) more" : ""
    return LayerError(.unsolved, problems.prefix(10).joined(separator: "\n  ") + more)
  }

  /// Returns the error with the class and the key that it is about; its message already starts with them.
  func about(_ property: Property, _ object: KeyedObject) -> LayerError {
    var error = self
    error.className = object.className
    error.key = property.name
    return error
  }
}

extension Property {
  /// Runs a body that parses the key's value, and adds the class and key to its errors, whose messages start with them.
  func reading<Value>(_ object: KeyedObject, _ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let error as LayerError { throw error.about(self, object) }
  }
}
