// SPDX-License-Identifier: MIT
import Numbers

/// A mutable buffer of pixels: premultiplied, 8 bits per channel, top row first.
package final class PixelBuffer {
  /// The order of a pixel's bytes in memory.
  package enum Order: Sendable { case redFirst, blueFirst }

  package let width: Int
  package let height: Int
  package let order: Order
  private let storage: UnsafeMutableBufferPointer<UInt32>

  /// - Throws: `BitmapError` if the size exceeds a bitmap's limits or memory is short.
  package init(width: Int, height: Int, order: Order = .redFirst) throws(BitmapError) {
    guard width > 0, height > 0, width <= Bitmap.maximumSide, height <= Bitmap.maximumSide,
      width * height <= Bitmap.maximumPixels
    else { throw .size(width: width, height: height) }
    guard let memory = bitmapAllocate(count: width * height) else { throw .memory(width: width, height: height) }
    self.width = width
    self.height = height
    self.order = order
    storage = memory
  }

  deinit { bitmapFree(storage) }

  package var bytesPerRow: Int { width * 4 }

  package func withUnsafeMutableBytes<Result>(_ body: (UnsafeMutableRawBufferPointer) throws -> Result) rethrows
    -> Result
  {
    try body(UnsafeMutableRawBufferPointer(storage))
  }

  /// Fills the buffer with a premultiplied pixel in `Bitmap`'s format.
  package func fill(_ pixel: UInt32) { storage.update(repeating: order == .redFirst ? pixel : exchanged(pixel)) }

  /// Copies a bitmap's pixels; returns false if its size differs.
  package func copy(_ bitmap: Bitmap) -> Bool {
    guard bitmap.width == width, bitmap.height == height else { return false }
    let from = bitmap.pixels
    if order == .redFirst {
      for i in 0..<storage.count { storage[i] = from[i] }
    } else {
      for i in 0..<storage.count { storage[i] = exchanged(from[i]) }
    }
    return true
  }

  /// Copies rows of straight RGBA bytes; returns false if their number differs.
  package func copy(straight bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count == storage.count * 4 else { return false }
    for i in 0..<storage.count {
      let a = UInt32(bytes[i * 4 + 3])
      let red = (UInt32(bytes[i * 4]) * a + 127) / 255
      let green = (UInt32(bytes[i * 4 + 1]) * a + 127) / 255
      let blue = (UInt32(bytes[i * 4 + 2]) * a + 127) / 255
      let pixel = red | green << 8 | blue << 16 | a << 24
      storage[i] = order == .redFirst ? pixel : exchanged(pixel)
    }
    return true
  }

  /// Returns the contents as a bitmap. Colour components are clamped to alpha.
  ///
  /// - Parameter isOpaque: true makes every pixel opaque, as if composited over black.
  package func bitmap(scale: Double = 1, isOpaque: Bool = false) throws -> Bitmap {
    try Bitmap(width: width, height: height, scale: scale) { out in
      let opaque: UInt32 = isOpaque ? 0xFF00_0000 : 0
      for i in 0..<storage.count {
        let p = order == .redFirst ? storage[i] : exchanged(storage[i])
        let a = isOpaque ? 255 : p >> 24
        out[i] = min(p & 0xFF, a) | min(p >> 8 & 0xFF, a) << 8 | min(p >> 16 & 0xFF, a) << 16 | p & 0xFF00_0000 | opaque
      }
    }
  }

  @inline(__always) private func exchanged(_ p: UInt32) -> UInt32 {
    p & 0xFF00_FF00 | (p & 0xFF) << 16 | p >> 16 & 0xFF
  }
}
