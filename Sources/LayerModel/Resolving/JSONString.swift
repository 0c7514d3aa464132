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
