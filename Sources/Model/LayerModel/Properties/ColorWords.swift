// SPDX-License-Identifier: MIT
import Messages
import Numbers
import Pixels

/// Corrections for colour names that are misspelt or written as in UIKit or AppKit.
package enum ColorWords {
  /// Returns advice such as `; write "red"` or `; did you mean "green"?`; empty if no colour is similar.
  package static func remedy(for word: String, _ reader: MessageReader) -> String {
    guard word.utf8.count <= 64 else { return "" }
    var name = word.lowercased()
    var isForeign = false
    // As a member: `.red`, `UIColor.red`, `MODULE.Color.red`.
    let dots = name.indices.filter { name[$0] == "." }
    if let dot = dots.first(where: { $0 == name.startIndex || name[..<$0].hasSuffix("color") }) {
      name = String(name[name.index(after: dot)...])
      isForeign = true
    }
    for suffix in [".cgcolor", "color"] where name.hasSuffix(suffix) && name.utf8.count > suffix.utf8.count {
      name = String(name.dropLast(suffix.count))
      isForeign = true
    }
    if name == "clear" || name == "none" || name == "nil" || name == "null" || name.hasPrefix("system") {
      isForeign = true
    }
    if isForeign {
      if let known = reader.language?.color(name, for: reader) { return "; \(known)" }
      if cssColorNames[name] != nil { return "; write \"\(name)\"" }
    }
    if let near = nearest(name, among: cssColorNames.keys.sorted()) { return "; did you mean \"\(near)\"?" }
    let digits = name.utf8.drop { $0 == UInt8(ascii: "#") }
    let isHex =
      [3, 4, 6, 8].contains(digits.count) && digits.allSatisfy { ($0 >= 48 && $0 <= 57) || ($0 >= 97 && $0 <= 102) }
    return isHex && !name.hasPrefix("#") ? "; write \"#\(name)\"" : ""
  }
}

extension Color {
  /// Describes the first component beyond 0…1, as in `red is 255, expected a number from 0 to 1`; nil if there is none.
  ///
  /// For a grey it names white, since greys are rarely given by a red component.
  package var excess: String? {
    let isGrey = red == green && green == blue
    let parts = [
      (red, isGrey ? "white (red, green and blue)" : "red"), (green, "green"), (blue, "blue"), (alpha, "alpha"),
    ]
    for (value, name) in parts where !(value >= -Property.tolerance && value <= 1 + Property.tolerance) {
      return "\(name) is \(numberText(value)), expected a number from 0 to 1"
    }
    return nil
  }
}
