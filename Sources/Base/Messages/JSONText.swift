// SPDX-License-Identifier: MIT
extension String {
  /// Appends a text as a JSON string literal, including the quotes.
  package mutating func appendJSON(_ text: some StringProtocol) {
    self += "\""
    for scalar in text.unicodeScalars {
      if isEscapedInJSON(scalar) { self += jsonEscape(scalar) } else { unicodeScalars.append(scalar) }
    }
    self += "\""
  }
}

/// True for characters that stand as an escape in a JSON string: quotes, backslashes and control characters (RFC 8259,
/// section 7), and DEL, which terminals would obey.
@inlinable package func isEscapedInJSON(_ scalar: Unicode.Scalar) -> Bool {
  scalar.value < 0x20 || scalar == "\"" || scalar == "\\" || scalar.value == 0x7F
}

/// The escape of such a character, of at most six bytes.
package func jsonEscape(_ scalar: Unicode.Scalar) -> String {
  switch scalar {
  case "\"": return "\\\""
  case "\\": return "\\\\"
  case "\n": return "\\n"
  case "\r": return "\\r"
  case "\t": return "\\t"
  default:
    let digits = String(scalar.value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}

/// Returns a text as a JSON string literal, including the quotes.
package func jsonString(_ text: String) -> String {
  var result = ""
  result.appendJSON(text)
  return result
}

/// Returns a JSON array of strings.
package func jsonList(_ texts: [String]) -> String { "[" + listed(texts.map(jsonString)) + "]" }

/// Returns a JSON object as one line (JSON Lines). The values must be serialised already.
package func jsonLine(_ fields: [(String, String)]) -> String {
  "{" + listed(fields.map { jsonString($0.0) + ": " + $0.1 }) + "}\n"
}
