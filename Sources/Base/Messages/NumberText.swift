// SPDX-License-Identifier: MIT
import Numbers

/// Returns the shortest digits that round-trip, without a trailing `.0`: `12`, `0.5`, `-0`, `1e+20`, `inf`.
package func exactText(_ v: Double) -> String {
  let text = "\(v)"
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

/// Formats a number for a message: its exact text, but `0` for −0, and `nan` whatever its sign.
package func numberText(_ v: Double) -> String {
  if v == 0 { return "0" }
  return v.isNaN ? "nan" : exactText(v)
}

/// Formats a number for a message, rounded to at most `decimals` decimals, without trailing zeros. Numbers beyond 1e12
/// are not rounded.
package func numberText(_ v: Double, decimals: Int) -> String {
  guard v.isFinite, abs(v) < 1e12 else { return numberText(v) }
  let scale = powerOfTen(decimals)
  return numberText((v * scale).rounded() / scale)
}

/// Formats a number with exactly `decimals` decimals: `0.50`. It is clamped to 0…1e12.
package func fixedText(_ v: Double, decimals: Int) -> String {
  let scale = powerOfTen(decimals)
  let whole = Int(clamping: (min(max(v, 0), 1e12) * scale).rounded())
  guard decimals > 0 else { return "\(whole)" }
  let tail = "\(whole % Int(clamping: scale))"
  return "\(whole / Int(clamping: scale))." + String(repeating: "0", count: decimals - tail.count) + tail
}

private func powerOfTen(_ exponent: Int) -> Double {
  var result = 1.0
  for _ in 0..<exponent { result *= 10 }
  return result
}

/// Joins names by commas: `a, b, c`.
package func listed(_ names: [String]) -> String { names.joined(separator: ", ") }

/// Formats a count with its noun: `1 tile`, `2 tiles`. `many` is the plural if it is not the singular plus s.
package func counted(_ count: Int, _ one: String, _ many: String? = nil) -> String {
  "\(count) " + (count == 1 ? one : many ?? one + "s")
}

/// Joins names as alternatives: `a, b or c`; `last` precedes the last name.
package func alternatives(_ names: [String], _ last: String = "or") -> String {
  guard names.count > 1, let end = names.last else { return names.first ?? "" }
  return listed(names.dropLast()) + " \(last) " + end
}
