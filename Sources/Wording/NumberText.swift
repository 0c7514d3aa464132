// SPDX-License-Identifier: MIT
import Numbers

/// The shortest digits that read back as the same number, without `.0` at their end: `12`, `0.5`, `-0`, `1e+20`, `inf`.
package func exactText(_ v: Double) -> String {
  let text = "\(v)"
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

/// A number in a message: its exact text, with `0` for −0, and `nan` whatever its sign.
package func numberText(_ v: Double) -> String {
  if v == 0 { return "0" }
  return v.isNaN ? "nan" : exactText(v)
}

/// A number in a message, rounded to a number of decimals; zeros at the end are left out. Beyond 1e12 nothing is
/// rounded.
package func numberText(_ v: Double, decimals: Int) -> String {
  guard v.isFinite, abs(v) < 1e12 else { return numberText(v) }
  let scale = powerOfTen(decimals)
  return numberText((v * scale).rounded() / scale)
}

/// A number of at least 0 with exactly so many decimals: `0.50`. Values beyond 0…1e12 become the nearest of those.
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

/// `a, b, c`
package func listed(_ names: [String]) -> String { names.joined(separator: ", ") }

/// `1 tile`, `2 tiles`; `many` is the plural where it is not the singular and an s.
package func counted(_ count: Int, _ one: String, _ many: String? = nil) -> String {
  "\(count) " + (count == 1 ? one : many ?? one + "s")
}

/// `a, b or c`; `last` stands before the last name.
package func alternatives(_ names: [String], _ last: String = "or") -> String {
  guard names.count > 1, let end = names.last else { return names.first ?? "" }
  return listed(names.dropLast()) + " \(last) " + end
}
