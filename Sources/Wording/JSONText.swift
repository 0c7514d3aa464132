// SPDX-License-Identifier: MIT
extension String {
  /// Adds a text as a JSON string, quotes and all.
  package mutating func appendJSON(_ text: some StringProtocol) {
    self += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": self += "\\\""
      case "\\": self += "\\\\"
      case "\n": self += "\\n"
      case "\r": self += "\\r"
      case "\t": self += "\\t"
      case "\0"..<" ", "\u{7F}":
        let digits = String(scalar.value, radix: 16)
        self += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: unicodeScalars.append(scalar)
      }
    }
    self += "\""
  }
}

/// A text as a JSON string, quotes and all.
package func jsonString(_ text: String) -> String {
  var result = ""
  result.appendJSON(text)
  return result
}

/// A list of JSON strings.
package func jsonList(_ texts: [String]) -> String { "[" + listed(texts.map(jsonString)) + "]" }

/// A JSON object of values that are JSON already, on a line of its own.
package func jsonLine(_ fields: [(String, String)]) -> String {
  "{" + listed(fields.map { jsonString($0.0) + ": " + $0.1 }) + "}\n"
}
