// SPDX-License-Identifier: MIT
import Numbers

// Appends numbers to the text of files, without a String for each.
extension [UInt8] {
  package mutating func append(integer value: Int) {
    if value < 0 { append(UInt8(ascii: "-")) }
    var rest = value.magnitude
    let start = count
    repeat {
      append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    self[start...].reverse()
  }

  /// Appends a number rounded to at most `decimals` (0 to 9) decimals, without trailing zeros. NaN becomes 0; values
  /// are clamped to ±1e9.
  package mutating func append(decimal v: Double, _ decimals: Int) {
    var unit = 1
    for _ in 0..<decimals { unit *= 10 }
    let limited = v.isNaN ? 0 : Swift.min(Swift.max(v, -1e9), 1e9)
    let scaled = Int(clamping: (limited * Double(unit)).rounded())
    if scaled < 0 { append(UInt8(ascii: "-")) }
    let size = Int(scaled.magnitude)
    append(integer: size / unit)
    var fraction = size % unit
    guard fraction > 0 else { return }
    append(UInt8(ascii: "."))
    var digit = unit / 10
    while fraction > 0 {
      append(UInt8(ascii: "0") + UInt8(fraction / digit))
      fraction %= digit
      digit /= 10
    }
  }
}
