// SPDX-License-Identifier: MIT
import Numbers
import Parsing

/// Parses JSON text (RFC 8259). If an object repeats a name, the last value is used.
///
///     var reading = Reading(scene.account, name: "ca.decodeJSON")
///     var reader = JSONReader(bytes)
///     let value = try reader.read(&reading)
package struct JSONReader {
  /// The value for JSON's null. An object leaves out keys with the value `.null`.
  package var null = PropertyValue.null
  /// Makes the value of a number without fraction and exponent.
  package var wholeNumber: (Int64) -> PropertyValue = { .number(Double($0)) }
  /// The first name repeated in an object, and its line.
  package private(set) var duplicate: (name: String, line: Int)?
  private var cursor: Cursor

  /// The maximum length of a number, in characters.
  private static let longestNumber = 4096

  package init(_ bytes: [UInt8]) { cursor = Cursor(bytes) }

  /// Parses the text and returns its value.
  ///
  /// - Throws: `LayerError`: `.invalid` for text that is not JSON, with the line and byte; `.limit` for values nested
  ///   deeper than the reading allows and if memory runs out; `.cancelled`.
  package mutating func read(_ reading: inout Reading) throws(LayerError) -> PropertyValue {
    if cursor.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { cursor.at = 3 }
    let value = try value(&reading)
    try skipSpace(&reading)
    if !cursor.isAtEnd { throw reading.wrong("text after the value", cursor) }
    return value
  }

  private mutating func skipSpace(_ reading: inout Reading) throws(LayerError) {
    guard let byte = cursor.peek, byte <= 0x20 else { return }
    _ = try cursor.skip(.blanks, &reading)
  }

  private mutating func value(_ reading: inout Reading) throws(LayerError) -> PropertyValue {
    try reading.step()
    try skipSpace(&reading)
    switch cursor.peek {
    case UInt8(ascii: "{"): return try object(&reading)
    case UInt8(ascii: "["): return try list(&reading)
    case UInt8(ascii: "\""): return .string(try string(&reading))
    case UInt8(ascii: "t") where cursor.take("true"): return .bool(true)
    case UInt8(ascii: "f") where cursor.take("false"): return .bool(false)
    case UInt8(ascii: "n") where cursor.take("null"): return null
    case UInt8(ascii: "t"): throw reading.wrong("expected true", cursor)
    case UInt8(ascii: "f"): throw reading.wrong("expected false", cursor)
    case UInt8(ascii: "n"): throw reading.wrong("expected null", cursor)
    case nil: throw reading.wrong("the text ends too early", cursor)
    default: return try number(&reading)
    }
  }

  private mutating func object(_ reading: inout Reading) throws(LayerError) -> PropertyValue {
    try reading.enter("lists and objects", cursor)
    cursor.at += 1
    var pairs = GrownTable<PropertyValue>()
    try skipSpace(&reading)
    if cursor.take(UInt8(ascii: "}")) {
      reading.leave()
      return .dictionary([])
    }
    while true {
      try skipSpace(&reading)
      guard cursor.peek == UInt8(ascii: "\"") else { throw reading.wrong("expected a name in quotes", cursor) }
      let key = try string(&reading)
      try skipSpace(&reading)
      guard cursor.take(UInt8(ascii: ":")) else { throw reading.wrong("expected a colon", cursor) }
      let place = cursor
      let value = try value(&reading)
      if try pairs.set(key, value.isNull ? nil : value, &reading), duplicate == nil {
        duplicate = (key, place.lineNumber)
      }
      try skipSpace(&reading)
      if cursor.take(UInt8(ascii: ",")) { continue }
      guard cursor.take(UInt8(ascii: "}")) else { throw reading.wrong("expected a comma or }", cursor) }
      reading.leave()
      return .dictionary(try pairs.finish(&reading))
    }
  }

  private mutating func list(_ reading: inout Reading) throws(LayerError) -> PropertyValue {
    try reading.enter("lists and objects", cursor)
    cursor.at += 1
    var values = Grown<PropertyValue>()
    try skipSpace(&reading)
    if cursor.take(UInt8(ascii: "]")) {
      reading.leave()
      return .array([])
    }
    while true {
      try values.append(try value(&reading), &reading)
      try skipSpace(&reading)
      if cursor.take(UInt8(ascii: ",")) { continue }
      guard cursor.take(UInt8(ascii: "]")) else { throw reading.wrong("expected a comma or ]", cursor) }
      reading.leave()
      return .array(values.finish())
    }
  }

  private mutating func number(_ reading: inout Reading) throws(LayerError) -> PropertyValue {
    let start = cursor.at
    _ = cursor.take(UInt8(ascii: "-"))
    if !cursor.take(UInt8(ascii: "0")), try cursor.skip(.digits, &reading).isEmpty {
      throw reading.wrong("expected a value", cursor)
    }
    let whole = cursor.at
    if cursor.take(UInt8(ascii: ".")), try cursor.skip(.digits, &reading).isEmpty {
      throw reading.wrong("expected digits after the point", cursor)
    }
    if cursor.take(UInt8(ascii: "e")) || cursor.take(UInt8(ascii: "E")) {
      _ = cursor.take(UInt8(ascii: "+")) || cursor.take(UInt8(ascii: "-"))
      if try cursor.skip(.digits, &reading).isEmpty { throw reading.wrong("expected an exponent", cursor) }
    }
    guard cursor.at - start <= JSONReader.longestNumber else {
      throw reading.wrong("a number of more than \(JSONReader.longestNumber) characters", cursor)
    }
    let text = String(decoding: cursor.bytes[start..<cursor.at], as: UTF8.self)
    if cursor.at == whole, let value = Int64(text) { return wholeNumber(value) }
    guard let value = Double(text), value.isFinite else { throw reading.wrong("the number is too large", cursor) }
    return .number(value)
  }

  /// The bytes of a string that need no escape.
  private static let plain = {
    var set = ByteSet("", 0x20...0x21, 0x23...0x5B)
    for byte in UInt8(0x5D)...0xFF { set.insert(byte) }  // bounded: 163
    return set
  }()

  private mutating func string(_ reading: inout Reading) throws(LayerError) -> String {
    cursor.at += 1
    let run = try cursor.skip(JSONReader.plain, &reading)
    if cursor.take(UInt8(ascii: "\"")) {
      guard let string = try reading.text(cursor.bytes[run]) else {
        throw reading.wrong("text that is not UTF-8", cursor)
      }
      return string
    }
    var text = GrownText()
    try text.append(contentsOf: cursor.bytes[run], &reading)
    while let byte = cursor.peek {
      cursor.at += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let string = try text.finish(&reading) else { throw reading.wrong("text that is not UTF-8", cursor) }
        return string
      case UInt8(ascii: "\\"):
        guard let escape = cursor.peek else { break }
        cursor.at += 1
        switch escape {
        case UInt8(ascii: "n"): try text.append(10, &reading)
        case UInt8(ascii: "t"): try text.append(9, &reading)
        case UInt8(ascii: "r"): try text.append(13, &reading)
        case UInt8(ascii: "b"): try text.append(8, &reading)
        case UInt8(ascii: "f"): try text.append(12, &reading)
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): try text.append(escape, &reading)
        case UInt8(ascii: "u"): try text.append(try scalar(&reading), &reading)
        default: throw reading.wrong("an unknown escape", cursor)
        }
      case 0..<0x20: throw reading.wrong("a control character in a string", cursor)
      default:
        cursor.at -= 1
        try text.append(contentsOf: cursor.bytes[try cursor.skip(JSONReader.plain, &reading)], &reading)
      }
    }
    throw reading.wrong("a string is not closed", cursor)
  }

  private mutating func hex4(_ reading: inout Reading) throws(LayerError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = cursor.peek, let digit = Character(UnicodeScalar(byte)).hexDigitValue else {
        throw reading.wrong("expected four hexadecimal digits", cursor)
      }
      cursor.at += 1
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  private mutating func scalar(_ reading: inout Reading) throws(LayerError) -> Unicode.Scalar {
    var code = try hex4(&reading)
    if code >= 0xD800, code < 0xDC00, cursor.take("\\u") {
      let low = try hex4(&reading)
      guard low >= 0xDC00, low < 0xE000 else { throw reading.wrong("half of a surrogate pair", cursor) }
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(code) else { throw reading.wrong("half of a surrogate pair", cursor) }
    return scalar
  }
}
