// SPDX-License-Identifier: MIT
import Outputs
import Messages

/// Recognises image files by their first bytes.
enum FileSignature {
  /// Returns the format, or throws an error that names the actual kind of the bytes.
  static func format(of bytes: UnsafeRawBufferPointer) throws(LayerError) -> PictureCodec {
    if starts(bytes, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
    if starts(bytes, [0xFF, 0xD8, 0xFF]) { return .jpeg }
    if starts(bytes, "RIFF"), starts(bytes, "WEBP", at: 8) { return .webp }
    throw LayerError("\(description(of: bytes)); pictures are PNG, JPEG, WebP, SVG or PDF files")
  }

  private static func description(of bytes: UnsafeRawBufferPointer) -> String {
    if bytes.isEmpty { return "the file is empty" }
    if bytes.count < 8, starts(bytes, Array([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A].prefix(bytes.count))) {
      return "the PNG file ends too early"
    }
    if bytes.count < 3, starts(bytes, Array([0xFF, 0xD8].prefix(bytes.count))) {
      return "the JPEG file ends too early"
    }
    if starts(bytes, "GIF8") { return "this is a GIF file, which cannot be read: convert it to PNG" }
    if starts(bytes, "BM") { return "this is a BMP file, which cannot be read: convert it to PNG" }
    if starts(bytes, "II*\0") || starts(bytes, "MM\0*") {
      return "this is a TIFF file, which cannot be read: convert it to PNG"
    }
    if starts(bytes, "%PDF") { return "this is a PDF file, whose pages are not read here: convert it to PNG" }
    if starts(bytes, "8BPS") { return "this is a Photoshop file, which cannot be read: export it as PNG" }
    if starts(bytes, "ftyp", at: 4) {
      if starts(bytes, "avif", at: 8) { return "this is an AVIF file, which cannot be read: convert it to PNG" }
      if starts(bytes, "hei", at: 8) || starts(bytes, "mif1", at: 8) {
        return "this is a HEIC file, which cannot be read: convert it to JPEG"
      }
      return "this is a film or a picture of an unknown kind"
    }
    if starts(bytes, [0xFF, 0x0A]) || starts(bytes, "JXL ", at: 4) {
      return "this is a JPEG XL file, which cannot be read: convert it to PNG"
    }
    if starts(bytes, [0, 0, 1, 0]) { return "this is an ICO file, which cannot be read: convert it to PNG" }
    if starts(bytes, "RIFF") { return "this is a RIFF file without a WebP picture" }
    if starts(bytes, "<svg") || starts(bytes, "<?xml") {
      return "this is an XML file, not a raster image"
    }
    if starts(bytes, [0x8A, 0x4D, 0x4E, 0x47]) {
      return "this is an MNG file, which cannot be read: convert it to PNG"
    }
    if bytes.prefix(512).allSatisfy({ ($0 >= 32 && $0 != 127) || $0 == 9 || $0 == 10 || $0 == 13 }) {
      return "this is text, not a picture"
    }
    return "this is not a picture of a known kind"
  }

  private static func starts(_ bytes: UnsafeRawBufferPointer, _ magic: [UInt8], at offset: Int = 0) -> Bool {
    guard bytes.count >= offset + magic.count else { return false }
    return bytes[offset..<offset + magic.count].elementsEqual(magic)
  }

  private static func starts(_ bytes: UnsafeRawBufferPointer, _ magic: String, at offset: Int = 0) -> Bool {
    starts(bytes, Array(magic.utf8), at: offset)
  }
}
