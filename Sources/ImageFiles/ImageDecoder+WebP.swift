import CImageCodecs
import Pixels

extension ImageDecoder {
  static func decodeWebP(_ bytes: UnsafeRawBufferPointer, scale: Double, allowed: (Int) -> Bool) throws -> DecodedImage {
    let message = CodecMessage()
    let start = bytes.bindMemory(to: UInt8.self).baseAddress
    var header = llua_webp_header()
    let status = llua_webp_info(start, bytes.count, &header, message.text)
    guard status == LLUA_OK else { throw message.error(status, "WebP") }
    guard header.is_animated == 0 else {
      throw ImageFileError(.format, "this is an animated WebP file; only still ones are read: convert one of its frames to PNG")
    }
    // The decoder's own planes: about as much as the pixels again.
    let (width, height) = try check(width: header.width, height: header.height, extraBytesPerPixel: 4, allowed: allowed)
    let metadata = WebPMetadata(bytes)
    let space = metadata.profile.flatMap { ColorProfile(UnsafeRawBufferPointer(rebasing: bytes[$0]))?.conversion }
    let bitmap = try Bitmap(width: width, height: height, scale: scale) { pixels in
      let rgba = UnsafeMutableRawBufferPointer(pixels)
      let first = rgba.bindMemory(to: UInt8.self).baseAddress
      let read = llua_webp_read(start, bytes.count, first, width * 4, rgba.count, message.text)
      guard read == LLUA_OK else { throw message.error(read, "WebP") }
      space?.convert(UnsafeRawPointer(pixels.baseAddress), sixteen: false, to: rgba)
      if header.has_alpha != 0 { llua_premultiply(first, pixels.count) }
    }
    return DecodedImage(bitmap: bitmap, orientation: metadata.orientation)
  }
}

/// What the chunks around a WebP picture say.
struct WebPMetadata {
  var orientation = ImageOrientation.up
  var profile: Range<Int>?

  init(_ bytes: UnsafeRawBufferPointer) {
    var at = 12
    while at + 8 <= bytes.count {
      let size = Int(bytes.loadUnaligned(fromByteOffset: at + 4, as: UInt32.self).littleEndian)
      guard size <= bytes.count - at - 8 else { return }
      let body = at + 8..<at + 8 + size
      let name = bytes[at..<at + 4]
      if name.elementsEqual("ICCP".utf8) {
        profile = body
      } else if name.elementsEqual("EXIF".utf8) {
        // Some writers keep JPEG's prefix.
        let exif = bytes[body].starts(with: Array("Exif\0\0".utf8)) ? body.dropFirst(6) : body
        orientation = ImageOrientation(exif: UnsafeRawBufferPointer(rebasing: bytes[exif]))
      }
      at = body.upperBound + size & 1
    }
  }
}
