// SPDX-License-Identifier: MIT
/// The difference between a picture and one drawn by other software.
package struct PictureMeasure: Sendable {
  /// The fraction of bad pixels, 0…1: those whose colour has no match within 32 in every channel among the 3×3
  /// neighbours at their place in the other picture, measured in both directions, so that nothing thin may be missing
  /// or added.
  package let badShare: Double
  /// The mean absolute error over all channels, 0…255.
  package let meanError: Double

  /// Measures two pictures of the same size.
  package init(_ a: Picture, _ b: Picture) {
    precondition(a.width == b.width && a.height == b.height, "pictures of the same size")
    var sum = 0
    var largest = 0
    for i in a.bytes.indices {
      let d = abs(Int(a.bytes[i]) - Int(b.bytes[i]))
      sum += d
      largest = max(largest, d)
    }
    meanError = a.bytes.isEmpty ? 0 : Double(sum) / Double(a.bytes.count)
    if largest <= 32 {
      badShare = 0
      return
    }
    var bad = 0
    a.bytes.withUnsafeBufferPointer { ab in
      b.bytes.withUnsafeBufferPointer { bb in
        for y in 0..<a.height {
          for x in 0..<a.width
          where !hasMatch(ab, bb, x, y, a.width, a.height) || !hasMatch(bb, ab, x, y, a.width, a.height) {
            bad += 1
          }
        }
      }
    }
    badShare = Double(bad) / Double(a.width * a.height)
  }
}

private func hasMatch(
  _ p: UnsafeBufferPointer<UInt8>, _ q: UnsafeBufferPointer<UInt8>, _ x: Int, _ y: Int, _ width: Int, _ height: Int
) -> Bool {
  let i = (y * width + x) * 3
  for ny in max(y - 1, 0)...min(y + 1, height - 1) {
    for nx in max(x - 1, 0)...min(x + 1, width - 1) {
      let j = (ny * width + nx) * 3
      if abs(Int(p[i]) - Int(q[j])) <= 32, abs(Int(p[i + 1]) - Int(q[j + 1])) <= 32,
        abs(Int(p[i + 2]) - Int(q[j + 2])) <= 32
      {
        return true
      }
    }
  }
  return false
}

/// The ink of a picture of text, dark on light.
package struct Ink: Sendable {
  /// The bounding box of the dark pixels: first and last column and row.
  package let minX: Int, minY: Int, maxX: Int, maxY: Int
  /// The sum of darkness, where a black pixel is 1.
  package let amount: Double
  /// The number of separate groups of rows with ink: lines of text.
  package let rows: Int

  /// Returns nil if no pixel is dark.
  package init?(_ picture: Picture) {
    var (x0, y0, x1, y1) = (Int.max, Int.max, -1, -1)
    var sum = 0
    var bands = 0
    var above = false
    for y in 0..<picture.height {
      var inked = false
      for x in 0..<picture.width {
        let i = (y * picture.width + x) * 3
        let dark = 255 - Int(min(picture.bytes[i], picture.bytes[i + 1], picture.bytes[i + 2]))
        sum += dark
        if dark > 64 { inked = true }
        if dark > 96 {
          x0 = min(x0, x)
          x1 = max(x1, x)
          y0 = min(y0, y)
          y1 = max(y1, y)
        }
      }
      if inked && !above { bands += 1 }
      above = inked
    }
    guard x1 >= 0 else { return nil }
    (minX, minY, maxX, maxY) = (x0, y0, x1, y1)
    amount = Double(sum) / 255
    rows = bands
  }
}
