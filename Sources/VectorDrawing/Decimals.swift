// SPDX-License-Identifier: MIT
import Numbers

// Numbers in the text of files, many to a path.
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

  /// A number rounded to so many decimals, at most 9, without zeros at their end. What is no number is 0; sizes are
  /// limited to 1e9.
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
