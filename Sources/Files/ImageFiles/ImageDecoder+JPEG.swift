// SPDX-License-Identifier: MIT
import CImageCodecs
import Formats
import Messages
import Numbers
import Parsing
import Pixels

extension ImageDecoder {
  static func decodeJPEG(_ bytes: UnsafeRawBufferPointer, _ reading: ImageReading) throws -> DecodedImage {
    let message = CodecMessage()
    var header = llua_jpeg_header()
    var status: Int32 = 0
    guard
      let jpeg = llua_jpeg_open(
        bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, &header, &status, message.text)
    else {
      throw message.error(status, .jpeg)
    }
    defer { llua_jpeg_close(jpeg) }
    // A progressive decoder keeps all coefficients, 16 bits each, until the last scan.
    let extra = header.is_progressive != 0 ? 2 * max(Int(header.components), 1) : 0
    let (width, height) = try check(width: header.width, height: header.height, extraBytesPerPixel: extra, reading)
    var segments = reading.chunks()
    let metadata = try JPEGMetadata(bytes, &segments)
    let isInks = header.is_inks != 0
    let samples: FileColors.Samples = isInks ? .inks : .rgba
    let colors =
      metadata.profile.isEmpty
      ? nil : metadata.profile.withUnsafeBytes { FileColors(profile: $0, of: samples, note: reading.note) }
    // CMYK without a profile is converted to RGB by the simple formula.
    let keepsInks = isInks && colors != nil
    let bitmap = try Bitmap(width: width, height: height, scale: reading.scale) { pixels in
      let rgba = UnsafeMutableRawBufferPointer(pixels)
      let read = llua_jpeg_read(
        jpeg, rgba.bindMemory(to: UInt8.self).baseAddress, width * 4, keepsInks ? 1 : 0, message.text)
      guard read == LLUA_OK else { throw message.error(read, .jpeg) }
      colors?.convert(UnsafeRawPointer(pixels.baseAddress), to: rgba)
    }
    var decoded = DecodedImage(bitmap: bitmap, orientation: metadata.orientation)
    // A file whose samples are not converted may be embedded unchanged in other files.
    if !isInks, colors == nil, header.components == 1 || header.components == 3, bytes.count < width * height * 4,
      reading.allowed(bytes.count)
    {
      decoded.photograph = Photograph(
        bytes: Array(bytes), components: Int(header.components), orientation: metadata.orientation.value)
    }
    return decoded
  }
}

/// Metadata of the application segments before the first scan.
struct JPEGMetadata {
  var orientation = ImageOrientation.up
  /// The ICC profile, concatenated from its segments; empty if there is none.
  var profile: [UInt8] = []

  /// A profile is divided among at most this many segments, which a byte numbers (ICC.1:2022, annex B.4).
  private static let mostParts = 255

  /// Each segment is a step.
  init(_ bytes: UnsafeRawBufferPointer, _ reading: inout Reading) throws(LayerError) {
    var parts: [(number: UInt8, range: Range<Int>)] = []
    var at = 2
    while at + 4 <= bytes.count, bytes[at] == 0xFF {
      try reading.step()
      let marker = bytes[at + 1]
      if marker == 0xFF {
        at += 1
        continue
      }
      if marker == 0xDA || marker == 0xD9 { break }
      let length = Int(bytes[at + 2]) << 8 | Int(bytes[at + 3])
      let body = at + 4..<min(at + 2 + max(length, 2), bytes.count)
      if marker == 0xE1, body.count > 6, bytes[body].starts(with: Array("Exif\0\0".utf8)) {
        orientation = ImageOrientation(exif: UnsafeRawBufferPointer(rebasing: bytes[body.dropFirst(6)]))
      } else if marker == 0xE2, body.count > 14, bytes[body].starts(with: Array("ICC_PROFILE\0".utf8)),
        parts.count < Self.mostParts
      {
        parts.append((bytes[body.lowerBound + 12], body.dropFirst(14)))  // bounded: mostParts
      }
      at += 2 + max(length, 2)
    }
    var profile = Grown<UInt8>()
    for part in parts.sorted(by: { $0.number < $1.number }) {  // bounded: mostParts
      try profile.append(contentsOf: bytes[part.range], &reading)
    }
    self.profile = profile.finish()
  }
}
