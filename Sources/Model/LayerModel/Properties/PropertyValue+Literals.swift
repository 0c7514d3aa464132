// SPDX-License-Identifier: MIT
// Literals: `["title": "Hello", "size": 12, "bold": true]` is a value.

extension PropertyValue: ExpressibleByBooleanLiteral, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(floatLiteral value: Double) { self = .number(value) }
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
}

extension PropertyValue: ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) { self = .string(value) }
}

extension PropertyValue: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  public init(arrayLiteral elements: PropertyValue...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, PropertyValue)...) {
    self = .dictionary(elements.map { (key: $0.0, value: $0.1) })
  }
}

extension PropertyValue {
  /// The value of a key in a dictionary; nil if there is none, or this is not a dictionary.
  ///
  /// ```swift
  /// let item: PropertyValue = ["name": "tea", "count": 2]
  /// item["count"]  // .number(2)
  /// ```
  public subscript(key: String) -> PropertyValue? {
    guard case .dictionary(let pairs) = self else { return nil }
    return pairs.last { $0.key == key }?.value
  }

  /// The item of an array at an index from 0; nil if there is none, or this is not an array.
  public subscript(index: Int) -> PropertyValue? {
    guard case .array(let items) = self, items.indices.contains(index) else { return nil }
    return items[index]
  }

  /// Returns the value as a Swift type, e.g. `try value.converted(to: Double.self)`.
  ///
  /// ```swift
  /// let item: PropertyValue = ["name": "tea", "count": 2]
  /// let count = try item["count"]?.converted(to: Int.self)  // 2
  /// ```
  ///
  /// - Throws: `LayerError` with the expected and the actual value.
  public func converted<Value: PropertyValueConvertible>(to type: Value.Type) throws -> Value {
    guard let value = Value.converted(from: self) else {
      throw LayerError("expected \(Value.valueExpectation), got \(described)")
    }
    return value
  }
}
