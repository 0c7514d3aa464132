import Pixels

/// Writes bitmaps as PNG, JPEG or WebP files in memory.
package enum ImageEncoder {
  /// Encodes a bitmap.
  ///
  /// - Parameter quality: 0…1, for JPEG and WebP; 1 is lossless in WebP. PNG is always lossless.
  /// - Throws: `ImageFileError`.
  package static func encode(_ bitmap: Bitmap, as format: ImageFormat, quality: Double = 0.9) throws -> [UInt8] {
    throw ImageFileError(.encoding, "pictures are not supported yet")
  }
}
