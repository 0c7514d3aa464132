// SPDX-License-Identifier: MIT
import Numbers

/// Reads JSON text (RFC 8259). Of equal names in an object the last one is used.
package struct JSONReader {
  /// The value of null. An object leaves out keys with the value `.null`.
  package var null = PropertyValue.null
  /// The value of a number without decimals and exponent.
  package var wholeNumber: (Int64) -> PropertyValue = { .number(Double($0)) }
  /// The first name that came twice in an object, and its line.
  package private(set) var duplicate: (name: String, line: Int)?
  private let bytes: [UInt8]
  private let caller: String
  private var at = 0
  private static let depthLimit = 100
  /// Charges the memory of the values.
  private let taken: MemoryCharge

  /// - Parameters:
  ///   - caller: the start of error messages, such as `ca.decodeJSON`.
  ///   - taken: charges the memory of the values.
  package init(_ bytes: [UInt8], caller: String, _ taken: MemoryCharge = MemoryCharge(nil)) {
    self.bytes = bytes
    self.caller = caller
    self.taken = taken
  }

  /// Charges the memory of one more value, its text and its place in a list or an object.
  private func take(_ text: Int = 0) throws(LayerError) {
    guard taken.grow(by: text + 2 * MemoryLayout<(key: String, value: PropertyValue)>.stride) else {
      throw .noMemory("the values of the text", taken.budget, at: caller)
    }
  }

  package mutating func read() throws(LayerError) -> PropertyValue {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
    let value = try value(depth: 0)
    skipSpace()
    if at < bytes.count { throw wrong("text after the value") }
    return value
  }

  private func lineNumber(_ place: Int) -> Int {
    bytes[..<min(place, bytes.count)].reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
  }

  private func wrong(_ what: String) -> LayerError {
    LayerError("\(caller): \(what) at line \(lineNumber(at)), byte \(at + 1)")
  }

  private var peek: UInt8? { at < bytes.count ? bytes[at] : nil }

  private mutating func skipSpace() {
    while let c = peek, c == 0x20 || (c >= 9 && c <= 13) { at += 1 }
  }

  private mutating func take(_ c: UInt8) -> Bool {
    guard peek == c else { return false }
    at += 1
    return true
  }

  private mutating func value(depth: Int) throws(LayerError) -> PropertyValue {
    if depth > JSONReader.depthLimit {
      throw LayerError(.limit, wrong("lists and objects nested more than \(JSONReader.depthLimit) deep").message)
    }
    try take()
    skipSpace()
    switch peek {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try list(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", null)
    case nil: throw wrong("the text ends too early")
    default: return try number()
    }
  }

  private mutating func word(_ word: String, _ value: PropertyValue) throws(LayerError) -> PropertyValue {
    for c in word.utf8 where !take(c) { throw wrong("expected \(word)") }
    return value
  }

  private mutating func object(depth: Int) throws(LayerError) -> PropertyValue {
    at += 1
    var pairs: [(key: String, value: PropertyValue)] = []
    // For an object with few names a search is faster than hashing.
    var names: Set<String> = []
    skipSpace()
    if take(UInt8(ascii: "}")) { return .dictionary([]) }
    while true {
      skipSpace()
      guard peek == UInt8(ascii: "\"") else { throw wrong("expected a name in quotes") }
      let key = try string()
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw wrong("expected a colon") }
      let place = at
      let value = try value(depth: depth + 1)
      if pairs.count == 16 { names = Set(pairs.map(\.key)) }
      if pairs.count >= 16 ? !names.insert(key).inserted : pairs.contains(where: { $0.key == key }) {
        if duplicate == nil { duplicate = (key, lineNumber(place)) }
        pairs.removeAll { $0.key == key }
      }
      if !value.isNull { pairs.append((key, value)) }
      skipSpace()
      if take(UInt8(ascii: ",")) { continue }
      if take(UInt8(ascii: "}")) { return .dictionary(pairs) }
      throw wrong("expected a comma or }")
    }
  }

  private mutating func list(depth: Int) throws(LayerError) -> PropertyValue {
    at += 1
    var values: [PropertyValue] = []
    skipSpace()
    if take(UInt8(ascii: "]")) { return .array([]) }
    while true {
      values.append(try value(depth: depth + 1))
      skipSpace()
      if take(UInt8(ascii: ",")) { continue }
      if take(UInt8(ascii: "]")) { return .array(values) }
      throw wrong("expected a comma or ]")
    }
  }

  private mutating func number() throws(LayerError) -> PropertyValue {
    let start = at
    func isDigit(_ c: UInt8?) -> Bool { c.map { $0 >= 48 && $0 <= 57 } ?? false }
    _ = take(UInt8(ascii: "-"))
    guard isDigit(peek) else { throw wrong("expected a value") }
    if !take(UInt8(ascii: "0")) { while isDigit(peek) { at += 1 } }
    let whole = at
    if take(UInt8(ascii: ".")) {
      guard isDigit(peek) else { throw wrong("expected digits after the point") }
      while isDigit(peek) { at += 1 }
    }
    if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
      at += 1
      if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { at += 1 }
      guard isDigit(peek) else { throw wrong("expected an exponent") }
      while isDigit(peek) { at += 1 }
    }
    let text = String(decoding: bytes[start..<at], as: UTF8.self)
    if at == whole, let value = Int64(text) { return wholeNumber(value) }
    guard let value = Double(text), value.isFinite else { throw wrong("the number is too large") }
    return .number(value)
  }

  private mutating func string() throws(LayerError) -> String {
    at += 1
    var text: [UInt8] = []
    while let c = peek {
      at += 1
      switch c {
      case UInt8(ascii: "\""):
        guard let string = String(validating: text, as: UTF8.self) else { throw wrong("text that is not UTF-8") }
        try take(2 * text.count)
        return string
      case UInt8(ascii: "\\"):
        guard let escape = peek else { break }
        at += 1
        switch escape {
        case UInt8(ascii: "n"): text.append(10)
        case UInt8(ascii: "t"): text.append(9)
        case UInt8(ascii: "r"): text.append(13)
        case UInt8(ascii: "b"): text.append(8)
        case UInt8(ascii: "f"): text.append(12)
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(escape)
        case UInt8(ascii: "u"): text.append(contentsOf: Array(String(try scalar()).utf8))
        default: throw wrong("an unknown escape")
        }
      case 0..<0x20: throw wrong("a control character in a string")
      default: text.append(c)
      }
    }
    throw wrong("a string is not closed")
  }

  private mutating func hex4() throws(LayerError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let c = peek, let digit = Character(UnicodeScalar(c)).hexDigitValue else {
        throw wrong("expected four hexadecimal digits")
      }
      at += 1
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  private mutating func scalar() throws(LayerError) -> Character {
    var code = try hex4()
    if code >= 0xD800, code < 0xDC00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) {
      let low = try hex4()
      guard low >= 0xDC00, low < 0xE000 else { throw wrong("half of a surrogate pair") }
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(code) else { throw wrong("half of a surrogate pair") }
    return Character(scalar)
  }
}
