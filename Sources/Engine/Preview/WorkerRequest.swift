// SPDX-License-Identifier: MIT
import Geometry
import LayerEngine
import LayerModel
import Messages
import Numbers
import Parsing

/// A request to a worker process: one JSON object, as `layerlua preview` and `layerlua draw-jobs` read them. Its fields
/// are looked up by name and validated when they are read.
package struct WorkerRequest {
  /// The request's id as JSON, which the answer repeats.
  package let id: String
  /// The name of the request.
  package let ask: String
  /// The number of raw bytes that follow the line.
  package let byteCount: Int
  private let fields: PropertyValue

  /// Parses a line of JSON.
  ///
  /// - Throws: `LayerError` for text that is not a JSON object.
  package init(_ line: [UInt8]) throws(LayerError) {
    var reading = Reading(Account(), name: "the request")
    var reader = JSONReader(line)
    fields = try reader.read(&reading)
    guard case .dictionary = fields else {
      throw LayerError("the request: expected an object, got \(fields.described)")
    }
    switch fields["id"] {
    case .number(let number)? where number.isFinite: id = numberText(number)
    case .string(let text)? where text.utf8.count <= 1000: id = jsonString(text)
    default: id = "null"
    }
    if case .number(let count)? = fields["bytes"], count > 0 { byteCount = Int(clamping: count) } else { byteCount = 0 }
    if case .string(let name)? = fields["ask"] { ask = name } else { ask = "" }
  }

  /// Returns the `id` of a line that cannot be parsed, so that its error can be matched to the request: the whole
  /// number of a line that begins with `{"id": 7,`; else `null`.
  package static func id(ofUnreadable line: [UInt8]) -> String {
    var rest = line[...]
    func skipSpaces() { rest = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } }
    for word in ["{", "\"id\"", ":"] {  // bounded: 3
      skipSpaces()
      guard rest.starts(with: word.utf8) else { return "null" }
      rest = rest.dropFirst(word.utf8.count)
    }
    skipSpaces()
    let digits = rest.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    rest = rest.dropFirst(digits.count)
    skipSpaces()
    guard let number = Int(String(decoding: digits, as: UTF8.self)), let next = rest.first, next == UInt8(ascii: ",")
    else { return "null" }
    return "\(number)"
  }

  package func number(_ key: String) throws(LayerError) -> Double? {
    guard let value = fields[key] else { return nil }
    guard case .number(let number) = value, number.isFinite else { throw wrong(key, "a number", value) }
    return number
  }

  package func flag(_ key: String) throws(LayerError) -> Bool? {
    guard let value = fields[key] else { return nil }
    guard case .bool(let flag) = value else { throw wrong(key, "true or false", value) }
    return flag
  }

  package func string(_ key: String) throws(LayerError) -> String? {
    guard let value = fields[key] else { return nil }
    guard case .string(let text) = value else { throw wrong(key, "a string", value) }
    return text
  }

  /// Returns a required string.
  package func text(_ key: String) throws(LayerError) -> String {
    guard let text = try string(key) else { throw wrong(key, "a string", .null) }
    return text
  }

  /// Returns a whole number, 0 or greater; nil if the field is absent.
  package func count(_ key: String) throws(LayerError) -> Int? {
    guard let number = try number(key) else { return nil }
    guard number >= 0, number.rounded() == number else { throw wrong(key, "a whole number from 0", .number(number)) }
    return Int(clamping: number)
  }

  /// Returns the scale in pixels per point, greater than 0; nil if the field is absent.
  package func scale() throws(LayerError) -> Double? {
    guard let scale = try number("scale") else { return nil }
    guard scale > 0 else { throw wrong("scale", "a number above 0", .number(scale)) }
    return scale
  }

  /// Returns a rectangle of four numbers with a non-empty size; nil if the field is absent.
  func rect(_ key: String) throws(LayerError) -> Rect? {
    guard let value = fields[key] else { return nil }
    guard let rect = value.asRect, rect.isFinite, rect.width > 0, rect.height > 0 else {
      throw wrong(key, "x, y, and a width and a height above 0", value)
    }
    return rect
  }

  /// Returns a point given as two numbers; nil if the field is absent.
  func pair(_ key: String) throws(LayerError) -> Point? {
    guard let value = fields[key] else { return nil }
    guard case .array(let values) = value, values.count == 2, case .number(let x) = values[0], x.isFinite,
      case .number(let y) = values[1], y.isFinite
    else { throw wrong(key, "two numbers", value) }
    return Point(x, y)
  }

  func point() throws(LayerError) -> Point {
    guard let x = try number("x") else { throw wrong("x", "a number", .null) }
    guard let y = try number("y") else { throw wrong("y", "a number", .null) }
    return Point(x, y)
  }

  /// Returns the fields of an object that is a field of this request, as a request of the same name; nil if the field
  /// is absent.
  package func object(_ key: String) throws(LayerError) -> WorkerRequest? {
    guard let value = fields[key] else { return nil }
    guard case .dictionary = value else { throw wrong(key, "an object", value) }
    return WorkerRequest(fields: value, of: self)
  }

  /// Returns the objects of a list; nil if the field is absent.
  package func objects(_ key: String) throws(LayerError) -> [WorkerRequest]? {
    guard let value = fields[key] else { return nil }
    guard case .array(let items) = value else { throw wrong(key, "a list of objects", value) }
    return try items.map { (item) throws(LayerError) in
      guard case .dictionary = item else { throw wrong(key, "a list of objects", value) }
      return WorkerRequest(fields: item, of: self)
    }
  }

  /// Returns the strings of a list; nil if the field is absent.
  package func strings(_ key: String) throws(LayerError) -> [String]? {
    guard let value = fields[key] else { return nil }
    guard case .array(let items) = value else { throw wrong(key, "a list of strings", value) }
    return try items.map { (item) throws(LayerError) in
      guard case .string(let text) = item else { throw wrong(key, "a list of strings", value) }
      return text
    }
  }

  /// The fields of the object in order, each with its last value.
  package var values: [(key: String, value: PropertyValue)] {
    guard case .dictionary(let pairs) = fields else { return [] }
    return pairs
  }

  private init(fields: PropertyValue, of request: WorkerRequest) {
    (id, ask, byteCount, self.fields) = (request.id, request.ask, 0, fields)
  }

  private func wrong(_ key: String, _ expected: String, _ value: PropertyValue) -> LayerError {
    LayerError("\(ask): \(key): expected \(expected), got \(value.described)")
  }
}
