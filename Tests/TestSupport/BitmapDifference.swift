// SPDX-License-Identifier: MIT
import Pixels

/// Describes the differences between two bitmaps, byte by byte; nil if they are equal.
package func describeDifference(expected: Bitmap, actual: Bitmap) -> String? {
  guard expected.width == actual.width, expected.height == actual.height else {
    return "the size is \(actual.width)×\(actual.height), expected \(expected.width)×\(expected.height)"
  }
  var count = 0
  var largest = 0
  var first: [String] = []
  for (i, pair) in zip(expected.pixels, actual.pixels).enumerated() where pair.0 != pair.1 {
    count += 1
    for shift in [0, 8, 16, 24] as [UInt32] {
      largest = max(largest, abs(Int(pair.0 >> shift & 255) - Int(pair.1 >> shift & 255)))
    }
    if first.count < 4 {
      first.append("(\(i % expected.width), \(i / expected.width)) \(hex(pair.0)) became \(hex(pair.1))")
    }
  }
  guard count > 0 else { return nil }
  return
    "\(count) of \(expected.width * expected.height) pixels differ, by at most \(largest): \(first.joined(separator: ", "))"
}

/// The mean difference of red, green and blue, of 255; nil if the sizes differ.
package func meanDifference(expected: Bitmap, actual: Bitmap) -> Double? {
  guard expected.width == actual.width, expected.height == actual.height else { return nil }
  var sum = 0
  for (p, q) in zip(expected.pixels, actual.pixels) {
    for shift in [0, 8, 16] as [UInt32] { sum += abs(Int(p >> shift & 255) - Int(q >> shift & 255)) }
  }
  return Double(sum) / Double(expected.width * expected.height * 3)
}

/// A pixel as red, green, blue, alpha.
private func hex(_ pixel: UInt32) -> String {
  let digits = String(pixel.byteSwapped, radix: 16)
  return "#" + String(repeating: "0", count: 8 - digits.count) + digits
}
