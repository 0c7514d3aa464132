// SPDX-License-Identifier: MIT

/// Returns a text with its control characters as Lua's escapes, such as `\27`; line feeds and tabs stay.
///
/// Messages contain texts and names from scripts and files. On a terminal, an untrusted script must not be able to move
/// the cursor over earlier lines, and in C no zero byte may end the text early. An escaped text stays as it is if it
/// is escaped again.
package func visibleText(_ text: String) -> String {
  func commands(_ c: Unicode.Scalar) -> Bool {
    (c.value < 32 && c != "\n" && c != "\t") || (c.value >= 127 && c.value < 160)
  }
  guard text.unicodeScalars.contains(where: commands) else { return text }
  var result = ""
  for c in text.unicodeScalars {
    if commands(c) {
      result += c.value < 128 ? "\\\(c.value)" : "\\u{\(String(c.value, radix: 16))}"
    } else {
      result.unicodeScalars.append(c)
    }
  }
  return result
}
