// SPDX-License-Identifier: MIT

/// A JSON syntax error, with its byte offset.
package struct JSONError: Error, Equatable {
  package var message: String
  package var offset: Int
}

/// A JSON parser (RFC 8259) for UTF-8, which builds values or skips them.
package struct JSONScanner {
  private let bytes: ArraySlice<UInt8>
  private var at: Int
  private static let deepest = 64

  private init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    at = bytes.startIndex
  }

  /// Parses a text that is a single value.
  package static func value(of bytes: ArraySlice<UInt8>) throws(JSONError) -> JSONValue {
    var scanner = JSONScanner(bytes)
    let value = try scanner.value(0)
    try scanner.end()
    return value
  }

  /// Returns the top-level members of an object, each with the bytes of its value, which is skipped, not built. So a
  /// message of megabytes allocates no values.
  package static func members(of bytes: ArraySlice<UInt8>) throws(JSONError) -> [(
    key: String, value: ArraySlice<UInt8>
  )] {
    var scanner = JSONScanner(bytes)
    var members: [(key: String, value: ArraySlice<UInt8>)] = []
    try scanner.object { (key, scanner) throws(JSONError) in
      let start = scanner.at
      try scanner.skip(1)
      members.append((key, bytes[start..<scanner.at]))
    }
    try scanner.end()
    return members
  }

  private func error(_ message: String) -> JSONError { JSONError(message: message, offset: at - bytes.startIndex) }

  private var next: UInt8? { at < bytes.endIndex ? bytes[at] : nil }

  private mutating func space() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { at += 1 }
  }

  private mutating func end() throws(JSONError) {
    space()
    guard next == nil else { throw error("something follows the value") }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    at += 1
    return true
  }

  private mutating func object(_ member: (String, inout JSONScanner) throws(JSONError) -> Void) throws(JSONError) {
    space()
    guard take(UInt8(ascii: "{")) else { throw error("expected an object") }
    space()
    if take(UInt8(ascii: "}")) { return }
    repeat {
      space()
      let key = try string()
      space()
      guard take(UInt8(ascii: ":")) else { throw error("expected a colon") }
      space()
      try member(key, &self)
      space()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")) else { throw error("expected , or }") }
  }

  private mutating func array(_ element: (inout JSONScanner) throws(JSONError) -> Void) throws(JSONError) {
    guard take(UInt8(ascii: "[")) else { throw error("expected an array") }
    space()
    if take(UInt8(ascii: "]")) { return }
    repeat {
      space()
      try element(&self)
      space()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "]")) else { throw error("expected , or ]") }
  }

  private mutating func value(_ depth: Int) throws(JSONError) -> JSONValue {
    space()
    guard depth < Self.deepest else { throw error("nested too deeply") }
    switch next {
    case UInt8(ascii: "{"):
      var members: [JSONValue.Member] = []
      try object { (key, scanner) throws(JSONError) in
        members.append(JSONValue.Member(key, try scanner.value(depth + 1)))
      }
      return .object(members)
    case UInt8(ascii: "["):
      var values: [JSONValue] = []
      try array { (scanner) throws(JSONError) in values.append(try scanner.value(depth + 1)) }
      return .array(values)
    case UInt8(ascii: "\""): return .string(try string())
    default:
      let word = try word()
      switch word {
      case "true": return .bool(true)
      case "false": return .bool(false)
      case "null": return .null
      default: return .number(word)
      }
    }
  }

  /// Skips a value.
  private mutating func skip(_ depth: Int) throws(JSONError) {
    space()
    guard depth < Self.deepest else { throw error("nested too deeply") }
    switch next {
    case UInt8(ascii: "{"):
      try object { (_, scanner) throws(JSONError) in try scanner.skip(depth + 1) }
    case UInt8(ascii: "["):
      try array { (scanner) throws(JSONError) in try scanner.skip(depth + 1) }
    case UInt8(ascii: "\""): try skipString()
    default: _ = try word()
    }
  }

  /// `true`, `false`, `null` or a number.
  private mutating func word() throws(JSONError) -> String {
    let start = at
    while let byte = next, byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z") || Self.isOfNumber(byte)
    {
      at += 1
    }
    let word = String(decoding: bytes[start..<at], as: UTF8.self)
    switch word {
    case "true", "false", "null": return word
    default:
      guard Self.isNumber(bytes[start..<at]) else {
        at = start
        throw error("expected a value")
      }
      return word
    }
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
      || byte == UInt8(ascii: ".")
  }

  private static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    func digits() -> Int {
      let count = rest.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }.count
      rest = rest.dropFirst(count)
      return count
    }
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    let leadingZero = rest.first == UInt8(ascii: "0")
    let whole = digits()
    guard whole > 0, !leadingZero || whole == 1 else { return false }
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      guard digits() > 0 else { return false }
    }
    if let exponent = rest.first, exponent | 0x20 == UInt8(ascii: "e") {
      rest = rest.dropFirst()
      if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
      guard digits() > 0 else { return false }
    }
    return rest.isEmpty
  }

  private mutating func skipString() throws(JSONError) {
    guard take(UInt8(ascii: "\"")) else { throw error("expected a string") }
    while let byte = next {
      at += 1
      if byte == UInt8(ascii: "\"") { return }
      if byte == UInt8(ascii: "\\") { at += 1 }
    }
    throw error("a string does not end")
  }

  private mutating func string() throws(JSONError) -> String {
    let start = at
    try skipString()
    let inner = bytes[(start + 1)..<(at - 1)]
    guard inner.contains(UInt8(ascii: "\\")) else { return String(decoding: inner, as: UTF8.self) }
    var units: [UInt16] = []
    var plain = inner.startIndex
    var index = inner.startIndex
    func flush(_ end: Int) {
      if plain < end { units += String(decoding: inner[plain..<end], as: UTF8.self).utf16 }
    }
    while index < inner.endIndex {
      guard inner[index] == UInt8(ascii: "\\") else {
        index += 1
        continue
      }
      flush(index)
      index += 1
      guard index < inner.endIndex else { throw error("a string ends in a backslash") }
      switch inner[index] {
      case UInt8(ascii: "n"): units.append(0x0A)
      case UInt8(ascii: "t"): units.append(0x09)
      case UInt8(ascii: "r"): units.append(0x0D)
      case UInt8(ascii: "b"): units.append(0x08)
      case UInt8(ascii: "f"): units.append(0x0C)
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): units.append(UInt16(inner[index]))
      case UInt8(ascii: "u"):
        let hex = inner[(index + 1)...].prefix(4)
        guard hex.count == 4, let unit = UInt16(String(decoding: hex, as: UTF8.self), radix: 16) else {
          throw error("expected four hexadecimal digits")
        }
        units.append(unit)
        index += 4
      default: throw error("unknown escape")
      }
      index += 1
      plain = index
    }
    flush(inner.endIndex)
    return String(decoding: units, as: UTF16.self)
  }
}
