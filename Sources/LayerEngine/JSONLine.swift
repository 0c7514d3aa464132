// SPDX-License-Identifier: MIT
import LayerModel

/// A JSON object of values that are JSON, on one line.
package func jsonObject(_ fields: [(String, String)]) -> String {
  "{" + fields.map { quoted($0.0) + ": " + $0.1 }.joined(separator: ", ") + "}\n"
}

/// A list of JSON strings.
func jsonList(_ texts: [String]) -> String { "[" + texts.map(quoted).joined(separator: ", ") + "]" }

/// A finite number as JSON, without `.0` at its end; reading it gives the same number.
func jsonNumber(_ v: Double) -> String {
  let text = "\(v)"
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

/// A JSON string.
package func quoted(_ text: String) -> String {
  var result = ""
  result.appendJSON(text)
  return result
}
