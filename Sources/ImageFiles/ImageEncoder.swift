import CImageCodecs
import Pixels

/// Writes bitmaps as PNG, JPEG or WebP files in memory.
package enum ImageEncoder {
  /// Encodes a bitmap.
  ///
  /// PNG and JPEG say the bitmap's pixels per inch: 72 for each pixel per point. JPEG, which has no alpha, puts the picture on white.
  ///
  /// - Parameter quality: 0…1, for JPEG and WebP; WebP is lossless at 1. PNG is always lossless.
  /// - Throws: `ImageFileError`.
  package static func encode(_ bitmap: Bitmap, as format: ImageFormat, quality: Double = 0.9) throws -> [UInt8] {
    switch format {
    case .png: return try PNGEncoder.encode(bitmap)
    case .jpeg: return try encodeJPEG(bitmap, quality: quality)
    case .webp: return try encodeWebP(bitmap, quality: quality)
    }
  }

  private static func percent(_ quality: Double) -> Double { quality.isNaN ? 90 : min(max(quality, 0), 1) * 100 }

  private static func encodeJPEG(_ bitmap: Bitmap, quality: Double) throws -> [UInt8] {
    let message = CodecMessage()
    var out: UnsafeMutablePointer<UInt8>?
    var size = 0
    let density = (72 * bitmap.scale).rounded()
    let status = llua_jpeg_encode(
      bitmap.pixels.baseAddress, UInt32(bitmap.width), UInt32(bitmap.height), Int32(percent(quality).rounded()),
      density >= 1 && density < 65536 ? Int32(density) : 0, &out, &size, message.text)
    return try take(status, out, size, "JPEG", message)
  }

  private static func encodeWebP(_ bitmap: Bitmap, quality: Double) throws -> [UInt8] {
    let message = CodecMessage()
    var out: UnsafeMutablePointer<UInt8>?
    var size = 0
    let percent = percent(quality)
    let status = llua_webp_encode(
      bitmap.pixels.baseAddress, UInt32(bitmap.width), UInt32(bitmap.height), Float(percent), percent >= 100 ? 1 : 0, &out, &size,
      message.text)
    return try take(status, out, size, "WebP", message)
  }

  private static func take(
    _ status: Int32, _ out: UnsafeMutablePointer<UInt8>?, _ size: Int, _ format: String, _ message: borrowing CodecMessage
  ) throws -> [UInt8] {
    guard status == LLUA_OK, let out else {
      let detail = message.text[0] == 0 ? "there is not enough memory" : String(cString: message.text)
      throw ImageFileError(.encoding, "the picture cannot be written as \(format): \(detail); write a PNG or a smaller picture")
    }
    defer { llua_free(out) }
    return Array(UnsafeBufferPointer(start: out, count: size))
  }
}
