// SPDX-License-Identifier: MIT

/// Decimal numbers in ASCII text, as SVG path data and CSS write them: a sign, digits with a decimal point, and an
/// exponent, of which only some digits are required.
package enum DecimalText {
  /// Returns the end of the number that starts at an index; nil if no number starts there. An exponent without digits
  /// is not a part of the number.
  ///
  /// - Parameters:
  ///   - limit: the length in bytes after which the scan stops. The number is longer if the result is more than `limit`
  ///     away from the start.
  ///   - takesBarePoint: true if a decimal point without digits after it is a part of the number, as in SVG 1.1; CSS
  ///     excludes it.
  @inlinable package static func end<Bytes: RandomAccessCollection<UInt8>>(
    in bytes: Bytes, from start: Int, limit: Int, takesBarePoint: Bool
  ) -> Int? where Bytes.Index == Int {
    let end = bytes.endIndex
    var at = start
    var digits = 0
    func isDigit(_ i: Int) -> Bool { i < end && bytes[i] >= 48 && bytes[i] <= 57 }
    if at < end, bytes[at] == 43 || bytes[at] == 45 { at += 1 }
    while isDigit(at), at - start <= limit { (at, digits) = (at + 1, digits + 1) }
    if at < end, bytes[at] == 46, takesBarePoint || isDigit(at + 1) {
      at += 1
      while isDigit(at), at - start <= limit { (at, digits) = (at + 1, digits + 1) }
    }
    guard digits > 0 else { return nil }
    if at < end, bytes[at] | 32 == 101 {
      var ahead = at + 1
      if ahead < end, bytes[ahead] == 43 || bytes[ahead] == 45 { ahead += 1 }
      if isDigit(ahead) {
        at = ahead
        while isDigit(at), at - start <= limit { at += 1 }
      }
    }
    return at
  }

  /// Returns the value of the bytes of a number that `end` found, rounded to the nearest; nil if it is not finite.
  @inlinable package static func value(_ number: some RandomAccessCollection<UInt8>) -> Double? {
    var text = String(decoding: number, as: UTF8.self)
    if text.hasPrefix("+") { text.removeFirst() }
    if text.hasPrefix(".") { text = "0" + text }
    if text.hasPrefix("-.") { text = "-0" + text.dropFirst() }
    guard let value = Double(text), value.isFinite else { return nil }
    return value
  }
}
