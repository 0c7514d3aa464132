// SPDX-License-Identifier: MIT
import Messages
import Numbers
import Parsing

/// Addresses that hold their bytes themselves: `data:image/png;base64,…` (RFC 2397).
package enum DataAddress {
  /// Returns the bytes of an address in base64; nil for another one.
  package static func bytes(of source: String, _ reading: inout Reading) throws(LayerError) -> [UInt8]? {
    guard source.hasPrefix("data:"), let comma = source.utf8.firstIndex(of: UInt8(ascii: ",")),
      source[..<comma].hasSuffix(";base64")
    else { return nil }
    let text = source.utf8[comma...].dropFirst()
    try reading.take(text.count)
    try reading.step(text.count)
    var result: [UInt8] = []
    result.reserveCapacity(text.count * 3 / 4)
    var bits: UInt32 = 0
    var count = 0
    for byte in text {
      let value: UInt32
      switch byte {
      case 65...90: value = UInt32(byte - 65)
      case 97...122: value = UInt32(byte - 71)
      case 48...57: value = UInt32(byte) + 4
      case 43, 45: value = 62
      case 47, 95: value = 63
      case 61, 9, 10, 13, 32: continue
      default: return nil
      }
      bits = bits << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        result.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return result
  }
}
