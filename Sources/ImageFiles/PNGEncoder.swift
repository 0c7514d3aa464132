// SPDX-License-Identifier: MIT
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
  ///   - threads: those that compress; they change no byte.
  /// - Throws: `LayerError` when memory is short or the picture is given up.
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

  /// A file's number of pixels per metre; 0 for one that it cannot say.
  package static func pixelsPerMetre(_ dpi: Double) -> UInt32 {
    let density = (dpi / 0.0254).rounded()
    return density >= 1 && density < 2e9 ? UInt32(clamping: density) : 0
  }

  static func memoryError(_ width: Int, _ height: Int) -> LayerError {
    LayerError(
      .limit, "there is not enough memory to write \(width)×\(height) pixels as PNG: make the picture smaller")
  }
}
