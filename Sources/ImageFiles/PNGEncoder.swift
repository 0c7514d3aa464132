// SPDX-License-Identifier: MIT
import CImageCodecs
import Numbers
import Pixels
import Wording

/// Writes PNG files.
package enum PNGEncoder {
  /// The default level of libdeflate's search for repetitions: 1 is for speed, 12 for size.
  package static let defaultLevel = 2

  /// Encodes a bitmap losslessly, eight bits a channel, without alpha when it is opaque and grey when it is grey.
  ///
  /// The file states that it is sRGB, and its number of pixels per metre.
  ///
  /// - Parameters:
  ///   - level: 1 (fastest)…12 (smallest).
  ///   - dpi: pixels per inch; nil is 72 for each pixel per point.
  /// - Throws: `LayerError` when memory is short.
  package static func encode(_ bitmap: Bitmap, level: Int = PNGEncoder.defaultLevel, dpi: Double? = nil) throws
    -> [UInt8]
  {
    let width = UInt32(bitmap.width), height = UInt32(bitmap.height)
    let capacity = llua_png_bound(width, height)
    let density = ((dpi ?? bitmap.scale * 72) / 0.0254).rounded()
    let perMetre = density >= 1 && density < 2e9 ? UInt32(clamping: density) : 0
    guard capacity > 0, let memory = llua_pixels_allocate(capacity) else {
      throw LayerError(
        .unsupported, "there is not enough memory to write \(width)×\(height) pixels as PNG: make the picture smaller")
    }
    defer { llua_free(memory) }
    let size = llua_png_encode(
      bitmap.pixels.baseAddress, width, height, Int32(min(max(level, 1), 12)), perMetre,
      memory.assumingMemoryBound(to: UInt8.self),
      capacity)
    guard size > 0 else {
      throw LayerError(
        .unsupported, "there is not enough memory to write \(width)×\(height) pixels as PNG: make the picture smaller")
    }
    return Array(UnsafeRawBufferPointer(start: memory, count: size))
  }
}
