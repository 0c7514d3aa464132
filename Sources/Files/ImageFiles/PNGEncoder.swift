// SPDX-License-Identifier: MIT
import Messages
import Numbers
import Pixels

/// Writes PNG files.
package enum PNGEncoder {
  /// The default compression level of libdeflate: 1 is fastest, 12 smallest.
  package static let defaultLevel = 2

  /// Encodes a bitmap losslessly with eight bits per channel; without alpha if it is opaque, as grey if it is grey.
  ///
  /// The file states that it is sRGB, and its pixels per metre.
  ///
  /// - Parameters:
  ///   - level: 1 (fastest)…12 (smallest).
  ///   - dpi: pixels per inch; nil is 72 times the bitmap's scale.
  ///   - threads: used for compression; they do not affect the output.
  /// - Throws: `LayerError` if memory is short or the work is cancelled.
  package static func encode(
    _ bitmap: Bitmap, level: Int = PNGEncoder.defaultLevel, dpi: Double? = nil, threads: EncodingThreads = .one
  ) throws -> [UInt8] {
    var file: [UInt8] = []
    try withExtendedLifetime(bitmap) {
      guard let pixels = bitmap.pixels.baseAddress else { return }
      let stream = try PNGStream(
        width: bitmap.width, height: bitmap.height, content: PNGContent(of: bitmap), level: level,
        pixelsPerMetre: pixelsPerMetre(dpi ?? bitmap.scale * 72), threads: threads
      ) { file.append(contentsOf: $0) }
      try stream.append(pixels, rows: bitmap.height)
      try stream.finish()
    }
    return file
  }

  /// Converts pixels per inch to pixels per metre; 0 if the file cannot express it.
  package static func pixelsPerMetre(_ dpi: Double) -> UInt32 {
    let density = (dpi / 0.0254).rounded()
    return density >= 1 && density < 2e9 ? UInt32(clamping: density) : 0
  }

  static func memoryError(_ width: Int, _ height: Int) -> LayerError {
    LayerError(
      .limit, "there is not enough memory to write \(width)×\(height) pixels as PNG: make the picture smaller")
  }
}
