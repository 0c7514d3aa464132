import Pixels

/// Reads PNG, JPEG and WebP files from memory into premultiplied sRGB bitmaps.
package enum ImageDecoder {
  /// Decodes a picture; its format is told by its first bytes.
  ///
  /// - Parameters:
  ///   - scale: pixels per point of the bitmap.
  ///   - allowed: asked once, before any memory is taken, whether that many bytes may be.
  /// - Throws: `ImageFileError`.
  package static func decode(
    _ bytes: UnsafeRawBufferPointer, scale: Double = 1, allowed: (_ bytes: Int) -> Bool = { _ in true }
  ) throws -> Bitmap {
    throw ImageFileError(.format, "pictures are not supported yet")
  }
}
