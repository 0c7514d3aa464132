// SPDX-License-Identifier: MIT
import Formats
import Foundation
import ImageFiles
import Pixels

/// A picture over white, as red, green and blue bytes, for comparison.
package struct Picture: Sendable {
  package let width: Int
  package let height: Int
  /// Three bytes per pixel, top row first.
  package let bytes: [UInt8]

  package init(width: Int, height: Int, bytes: [UInt8]) {
    precondition(bytes.count == width * height * 3, "three bytes a pixel")
    self.width = width
    self.height = height
    self.bytes = bytes
  }

  package init(_ bitmap: Bitmap) {
    var bytes = [UInt8](repeating: 0, count: bitmap.width * bitmap.height * 3)
    for (i, pixel) in bitmap.pixels.enumerated() {
      let white = 255 - (pixel >> 24)
      bytes[3 * i] = UInt8(min(pixel & 255 + white, 255))
      bytes[3 * i + 1] = UInt8(min(pixel >> 8 & 255 + white, 255))
      bytes[3 * i + 2] = UInt8(min(pixel >> 16 & 255 + white, 255))
    }
    self.init(width: bitmap.width, height: bitmap.height, bytes: bytes)
  }

  package init(contentsOf path: String) throws { self.init(try readBitmap(path)) }
}

/// Reads the picture file at a path.
package func readBitmap(_ path: String) throws -> Bitmap {
  let data = try Data(contentsOf: URL(fileURLWithPath: path))
  return try data.withUnsafeBytes { try ImageDecoder.decode($0) }
}

/// Writes a PNG file, creating its folder if missing.
package func writePNG(_ bitmap: Bitmap, to path: String) throws {
  let url = URL(fileURLWithPath: path)
  try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
  try Data(ImageEncoder.encode(bitmap, as: .png)).write(to: url)
}

/// Writes the pictures side by side: expected, three times their difference, actual.
package func writeStrip(expected: Picture, actual: Picture, to path: String) throws {
  let width = max(expected.width, actual.width)
  let height = max(expected.height, actual.height)
  func pixel(_ p: Picture, _ x: Int, _ y: Int, _ channel: Int) -> Int {
    x < p.width && y < p.height ? Int(p.bytes[(y * p.width + x) * 3 + channel]) : 255
  }
  let strip = try Bitmap(width: width * 3, height: height) { pixels in
    for y in 0..<height {
      for x in 0..<width {
        var three: [UInt32] = [0xFF00_0000, 0xFF00_0000, 0xFF00_0000]
        for channel in 0..<3 {
          let e = pixel(expected, x, y, channel)
          let a = pixel(actual, x, y, channel)
          let d = min(abs(e - a) * 3, 255)
          for (i, v) in [e, d, a].enumerated() { three[i] |= UInt32(v) << UInt32(8 * channel) }
        }
        for i in 0..<3 { pixels[y * width * 3 + i * width + x] = three[i] }
      }
    }
  }
  try writePNG(strip, to: path)
}
