// SPDX-License-Identifier: MIT
import Numbers
import Pixels
import Wording

/// The correct words for colours that are named as in UIKit or AppKit, or misspelt.
package enum ColorWords {
  /// Colours of UIKit and AppKit that CSS has under another name, or under the same name as another colour.
  private static let written: [String: String] = [
    "clear": "\"transparent\"", "green": "\"lime\" (CSS' green is darker)", "orange": "{1, 0.5, 0}",
    "brown": "{0.6, 0.4, 0.2}",
    "purple": "{0.5, 0, 0.5}",
    "gray": "{white = 0.5}", "darkgray": "{white = 1/3}", "lightgray": "{white = 2/3}", "systemred": "\"#ff3b30\"",
    "systemorange": "\"#ff9500\"",
    "systemyellow": "\"#ffcc00\"", "systemgreen": "\"#34c759\"", "systemblue": "\"#007aff\"",
    "systemindigo": "\"#5856d6\"",
    "systempurple": "\"#af52de\"",
    "systempink": "\"#ff2d55\"", "systembrown": "\"#a2845e\"", "systemgray": "\"#8e8e93\"", "label": "\"black\"",
    "text": "\"black\"",
    "windowbackground": "\"#ececec\"", "systembackground": "\"white\"",
  ]

  /// `; write "red"` or `; did you mean "green"?`; empty when no colour is near.
  package static func remedy(for word: String) -> String {
    guard word.utf8.count <= 64 else { return "" }
    var name = word.lowercased()
    var isForeign = false
    for prefix in ["uicolor.", "nscolor.", "cgcolor.", "color.", "ca.color.", "."] where name.hasPrefix(prefix) {
      name = String(name.dropFirst(prefix.count))
      isForeign = true
      break
    }
    for suffix in [".cgcolor", "color"] where name.hasSuffix(suffix) && name.utf8.count > suffix.utf8.count {
      name = String(name.dropLast(suffix.count))
      isForeign = true
    }
    if name == "clear" || name.hasPrefix("system") { isForeign = true }
    if isForeign {
      if let known = written[name] { return "; write \(known)" }
      if cssColorNames[name] != nil { return "; write \"\(name)\"" }
    }
    if let near = nearest(name, among: cssColorNames.keys.sorted()) { return "; did you mean \"\(near)\"?" }
    let digits = name.utf8.drop { $0 == UInt8(ascii: "#") }
    let isHex =
      [3, 4, 6, 8].contains(digits.count) && digits.allSatisfy { ($0 >= 48 && $0 <= 57) || ($0 >= 97 && $0 <= 102) }
    return isHex && !name.hasPrefix("#") ? "; write \"#\(name)\"" : ""
  }
}
