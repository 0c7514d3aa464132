// SPDX-License-Identifier: MIT
import CImageCodecs
import Formats
import Messages
import Numbers
import Parsing
import Pixels

extension ImageDecoder {
  static func decodeWebP(_ bytes: UnsafeRawBufferPointer, _ reading: ImageReading) throws -> DecodedImage {
    let message = CodecMessage()
    var header = llua_webp_header()
    let status = llua_webp_info(bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, &header, message.text)
    guard status == LLUA_OK else { throw message.error(status, .webp) }
    var chunks = reading.chunks()
    let metadata = try WebPMetadata(bytes, &chunks)
    let colors =
      metadata.profile.flatMap {
        FileColors(profile: UnsafeRawBufferPointer(rebasing: bytes[$0]), of: .rgba, note: reading.note)
      } ?? .standard
    guard header.is_animated != 0 else {
      return DecodedImage(
        bitmap: try stillWebP(bytes, header: header, colors: colors, reading), orientation: metadata.orientation)
    }
    reading.note("it is animated; its first picture is shown")
    return DecodedImage(
      bitmap: try firstFrame(of: bytes, canvas: header, metadata: metadata, colors: colors, reading),
      orientation: metadata.orientation)
  }

  private static func stillWebP(
    _ bytes: UnsafeRawBufferPointer, header: llua_webp_header, colors: FileColors, _ reading: ImageReading
  ) throws -> Bitmap {
    let message = CodecMessage()
    // The decoder's own planes take about as much memory again as the pixels.
    let (width, height) = try check(width: header.width, height: header.height, extraBytesPerPixel: 4, reading)
    return try Bitmap(width: width, height: height, scale: reading.scale) { pixels in
      let rgba = UnsafeMutableRawBufferPointer(pixels)
      let first = rgba.bindMemory(to: UInt8.self).baseAddress
      let read = llua_webp_read(
        bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, first, width * 4, rgba.count, message.text)
      guard read == LLUA_OK else { throw message.error(read, .webp) }
      colors.convert(UnsafeRawPointer(pixels.baseAddress), to: rgba)
      finish(rgba, hasAlpha: header.has_alpha != 0, reading)
    }
  }

  /// Returns an animation's first frame, at its position on a transparent canvas.
  private static func firstFrame(
    of bytes: UnsafeRawBufferPointer, canvas: llua_webp_header, metadata: WebPMetadata, colors: FileColors,
    _ reading: ImageReading
  ) throws -> Bitmap {
    let damaged = LayerError("the WebP file is damaged (its first frame): fetch or export it again")
    guard let range = metadata.firstFrame, range.count > 16 else { throw damaged }
    let frame = UnsafeRawBufferPointer(rebasing: bytes[range])
    func number24(_ at: Int) -> Int { Int(frame[at]) | Int(frame[at + 1]) << 8 | Int(frame[at + 2]) << 16 }
    let left = 2 * number24(0)
    let top = 2 * number24(3)
    // With a header of their own, the frame's chunks form a still image.
    let chunks = frame[16...]
    var memory = reading.chunks()
    try memory.take(chunks.count + 64)
    var still: [UInt8] = Array("RIFF".utf8)
    let size = UInt32(truncatingIfNeeded: 4 + 18 + chunks.count)
    still += withUnsafeBytes(of: size.littleEndian) { Array($0) }  // bounded: taken above
    still += Array("WEBPVP8X".utf8) + [10, 0, 0, 0]  // bounded: taken above
    still += [chunks.starts(with: "ALPH".utf8) ? 0x10 : 0, 0, 0, 0] + frame[6..<12]  // bounded: taken above
    still += chunks  // bounded: taken above
    return try still.withUnsafeBytes { still in
      let message = CodecMessage()
      var header = llua_webp_header()
      let status = llua_webp_info(still.bindMemory(to: UInt8.self).baseAddress, still.count, &header, message.text)
      guard status == LLUA_OK else { throw message.error(status, .webp) }
      guard left + Int(header.width) <= Int(canvas.width), top + Int(header.height) <= Int(canvas.height) else {
        throw damaged
      }
      let (width, height) = try check(width: canvas.width, height: canvas.height, reading)
      let picture = try stillWebP(still, header: header, colors: colors, reading)
      if left == 0, top == 0, picture.width == width, picture.height == height { return picture }
      return try Bitmap(width: width, height: height, scale: reading.scale) { out in
        guard let to = out.baseAddress, let from = picture.pixels.baseAddress else { return }
        for row in 0..<picture.height {
          (to + (top + row) * width + left).update(from: from + row * picture.width, count: picture.width)
        }
      }
    }
  }
}

/// Metadata from the chunks around a WebP image.
struct WebPMetadata {
  var orientation = ImageOrientation.up
  var profile: Range<Int>?
  /// The body of the first ANMF chunk.
  var firstFrame: Range<Int>?

  /// Each chunk is a step.
  init(_ bytes: UnsafeRawBufferPointer, _ reading: inout Reading) throws(LayerError) {
    var at = 12
    while at + 8 <= bytes.count {
      try reading.step()
      let size = Int(bytes.loadUnaligned(fromByteOffset: at + 4, as: UInt32.self).littleEndian)
      guard size <= bytes.count - at - 8 else { return }
      let body = at + 8..<at + 8 + size
      let name = bytes[at..<at + 4]
      if name.elementsEqual("ICCP".utf8) {
        profile = body
      } else if name.elementsEqual("ANMF".utf8), firstFrame == nil {
        firstFrame = body
      } else if name.elementsEqual("EXIF".utf8) {
        // Some writers keep JPEG's "Exif" prefix.
        let exif = bytes[body].starts(with: Array("Exif\0\0".utf8)) ? body.dropFirst(6) : body
        orientation = ImageOrientation(exif: UnsafeRawBufferPointer(rebasing: bytes[exif]))
      }
      at = body.upperBound + size & 1
    }
  }
}
