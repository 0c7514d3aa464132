// SPDX-License-Identifier: MIT
import CImageCodecs
import Formats
import Messages
import Numbers
import Pixels

/// Encodes bitmaps as PNG, JPEG or WebP files in memory.
package enum ImageEncoder {
  /// Encodes a bitmap.
  ///
  /// - Parameters:
  ///   - quality: 0…1, for JPEG and WebP; WebP is lossless at 1. PNG is always lossless.
  ///   - effort: for WebP, 0 (fastest)…6 (smallest).
  ///   - level: for PNG, 1 (fastest)…12 (smallest).
  ///   - dpi: the pixels per inch that PNG and JPEG files state; nil is 72 times the bitmap's scale.
  ///   - background: composited under the picture; nil is none, or white for JPEG, which has no alpha.
  ///   - threads: used to compress a PNG.
  /// - Throws: `LayerError`, `BitmapError` if memory is short.
  package static func encode(
    _ bitmap: Bitmap, as codec: PictureCodec, quality: Double = 0.9, effort: Int = defaultEffort,
    level: Int = PNGEncoder.defaultLevel, dpi: Double? = nil, background: Color? = nil, threads: EncodingThreads = .one
  ) throws -> [UInt8] {
    let under = background ?? (codec.format.alpha == .none ? Color(white: 1, alpha: 1) : nil)
    let bitmap = try under.map { try bitmap.composited(over: $0) } ?? bitmap
    let dpi = dpi ?? 72 * bitmap.scale
    switch codec {
    case .png: return try PNGEncoder.encode(bitmap, level: level, dpi: dpi, threads: threads)
    case .jpeg: return try encodeJPEG(bitmap, quality: quality, dpi: dpi)
    case .webp: return try encodeWebP(bitmap, quality: quality, effort: effort)
    }
  }

  /// libwebp's own default.
  package static let defaultEffort = 4

  static func percent(_ quality: Double) -> Double { quality.isNaN ? 90 : min(max(quality, 0), 1) * 100 }

  private static func encodeJPEG(_ bitmap: Bitmap, quality: Double, dpi: Double) throws -> [UInt8] {
    var file: [UInt8] = []
    try withExtendedLifetime(bitmap) {
      guard let pixels = bitmap.pixels.baseAddress else { return }
      let stream = try JPEGStream(width: bitmap.width, height: bitmap.height, quality: quality, dpi: dpi) {
        file.append(contentsOf: $0)
      }
      try stream.append(pixels, rows: bitmap.height)
      try stream.finish()
    }
    return file
  }

  private static func encodeWebP(_ bitmap: Bitmap, quality: Double, effort: Int) throws -> [UInt8] {
    let message = CodecMessage()
    var out: UnsafeMutablePointer<UInt8>?
    var size = 0
    let percent = percent(quality)
    let status = llua_webp_encode(
      bitmap.pixels.baseAddress, UInt32(bitmap.width), UInt32(bitmap.height), Float(percent), percent >= 100 ? 1 : 0,
      Int32(min(max(effort, 0), 6)), &out, &size, message.text)
    return try take(status, out: out, size: size, codec: .webp, message: message)
  }

  private static func take(
    _ status: Int32, out: UnsafeMutablePointer<UInt8>?, size: Int, codec: PictureCodec, message: borrowing CodecMessage
  ) throws -> [UInt8] {
    guard status == LLUA_OK, let out else { throw failure(status, codec, message) }
    defer { llua_free(out) }
    return Array(UnsafeBufferPointer(start: out, count: size))
  }

  static func failure(_ status: Int32, _ codec: PictureCodec, _ message: borrowing CodecMessage) -> LayerError {
    if status == LLUA_NO_LIBRARY { return CodecMessage.missingLibrary(codec) }
    let isShort = Int(status) == LLUA_MEMORY
    let detail = isShort || message.text[0] == 0 ? "there is not enough memory" : String(cString: message.text)
    return LayerError(
      isShort ? .limit : .unsupported,
      "the picture cannot be written as \(codec.format.name): \(detail); write a PNG or a smaller picture")
  }
}
