// SPDX-License-Identifier: MIT
import Numbers

/// The pixel differences of two bitmaps of equal size. Premultiplied bytes are compared, so the colour of transparent
/// pixels is ignored.
package struct BitmapComparison {
  /// Fraction of the pixels that differ in any channel, 0…1.
  package var share: Double
  /// Largest difference of any channel, alpha included, 0…1.
  package var largest: Double
  /// Mean difference over all channels of all pixels, alpha included, 0…1.
  package var mean: Double
  /// An opaque difference image: black where pixels are equal, else the difference of each channel; grey where only
  /// alpha differs.
  package var image: Bitmap

  /// Fails if the sizes differ.
  package init?(_ a: Bitmap, _ b: Bitmap) throws {
    guard a.width == b.width, a.height == b.height else { return nil }
    var differing = 0
    var largest: UInt32 = 0
    var sum: UInt64 = 0
    image = try Bitmap(width: a.width, height: a.height, scale: a.scale) { out in
      let p = a.pixels
      let q = b.pixels
      for i in 0..<out.count {
        let l = p[i], r = q[i]
        if l == r {
          out[i] = 0xFF00_0000
          continue
        }
        differing += 1
        var shown: UInt32 = 0
        for shift in [UInt32(0), 8, 16] {
          let d = Self.distance(l >> shift & 255, r >> shift & 255)
          sum &+= UInt64(d)
          largest = max(largest, d)
          shown |= d << shift
        }
        let alpha = Self.distance(l >> 24, r >> 24)
        sum &+= UInt64(alpha)
        largest = max(largest, alpha)
        out[i] = 0xFF00_0000 | (shown == 0 ? alpha &* 0x0001_0101 : shown)
      }
    }
    let count = Double(a.width * a.height)
    share = Double(differing) / count
    self.largest = Double(largest) / 255
    mean = Double(sum) / (count * 4 * 255)
  }

  private static func distance(_ a: UInt32, _ b: UInt32) -> UInt32 { a > b ? a &- b : b &- a }
}
