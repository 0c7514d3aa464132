// SPDX-License-Identifier: MIT
import CImageCodecs
import Formats
import Messages
import Numbers
import Parsing
import Pixels

extension ImageDecoder {
  static func decodePNG(_ bytes: UnsafeRawBufferPointer, _ reading: ImageReading) throws -> DecodedImage {
    let message = CodecMessage()
    var header = llua_png_header()
    var status: Int32 = 0
    guard
      let png = llua_png_open(bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, &header, &status, message.text)
    else {
      throw message.error(status, .png)
    }
    defer { llua_png_close(png) }
    var chunks = reading.chunks()
    let metadata = try PNGMetadata(bytes, &chunks)
    if metadata.isAnimated { reading.note("it is animated; its first picture is shown") }
    if let name = metadata.damagedChunk {
      reading.note("its chunk \(name) has a wrong checksum and is left out: fetch or export it again")
    }
    var hasEnd: Int32 = 1
    // 16-bit samples are kept only for colour conversion; otherwise libpng rounds them to eight bits.
    let colors = colors(of: header, metadata, reading)
    let sixteen = header.depth == 16 && !colors.isStandard
    let (width, height) = try check(
      width: header.width, height: header.height, extraBytesPerPixel: sixteen ? 8 : 0, reading)
    let bitmap = try Bitmap(width: width, height: height, scale: reading.scale) { pixels in
      let rgba = UnsafeMutableRawBufferPointer(pixels)
      if sixteen {
        let samples = try SampleBuffer(byteCount: width * height * 8)
        let read = llua_png_read(png, samples.memory, width * 8, 1, &hasEnd, message.text)
        guard read == LLUA_OK else { throw message.error(read, .png) }
        colors.convert(samples.memory, sixteen: true, to: rgba)
      } else {
        let read = llua_png_read(png, rgba.baseAddress, width * 4, 0, &hasEnd, message.text)
        guard read == LLUA_OK else { throw message.error(read, .png) }
        colors.convert(UnsafeRawPointer(pixels.baseAddress), to: rgba)
      }
      finish(rgba, hasAlpha: header.has_alpha != 0, reading)
    }
    if hasEnd == 0 {
      reading.note("it ends before the end of its chunk IEND, after the last pixel: fetch or export it again")
    }
    return DecodedImage(bitmap: bitmap, orientation: metadata.orientation)
  }

  /// Returns the file's colours by precedence: profile, sRGB, primaries and gamma.
  private static func colors(of header: llua_png_header, _ metadata: PNGMetadata, _ reading: ImageReading) -> FileColors
  {
    // libpng returns the profile even of a damaged chunk.
    if let profile = header.profile, metadata.hasProfile {
      let bytes = UnsafeRawBufferPointer(start: profile, count: Int(header.profile_size))
      if let colors = FileColors(profile: bytes, of: header.depth == 16 ? .rgba16 : .rgba, note: reading.note) {
        return colors
      }
    } else if metadata.hasProfile, header.is_srgb == 0 {
      reading.note("its colour profile is damaged or for another kind of picture and is left out")
    }
    if header.is_srgb != 0 { return .standard }
    let c = header.chromaticities
    let primaries =
      header.has_chromaticities == 0
      ? nil
      : ColorPrimaries(white: (c.0, c.1), red: (c.2, c.3), green: (c.4, c.5), blue: (c.6, c.7))
    let gamma = header.gamma > 0 ? Double(header.gamma) / 100000 : nil
    return ColorSpaceConversion(gamma: gamma, primaries: primaries).map { .curves($0) } ?? .standard
  }
}

/// Metadata from the chunks of a PNG file.
struct PNGMetadata {
  var orientation = ImageOrientation.up
  var isAnimated = false
  var hasProfile = false
  /// Name of the first ancillary chunk with a wrong checksum.
  var damagedChunk: String?

  /// Each chunk is a step, and each eight bytes of an ancillary one, whose checksum is computed.
  init(_ bytes: UnsafeRawBufferPointer, _ reading: inout Reading) throws(LayerError) {
    var at = 8
    while at + 12 <= bytes.count {
      try reading.step()
      let size = Int(bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self).bigEndian)
      guard size <= bytes.count - at - 12 else { return }
      let name = bytes[at + 4..<at + 8]
      let body = at + 8..<at + 8 + size
      at = body.upperBound + 4
      // A lower-case first letter marks an ancillary chunk. libpng checks the others.
      if name[name.startIndex] & 0x20 != 0 {
        try reading.step(size >> 3)
        let stored = bytes.loadUnaligned(fromByteOffset: body.upperBound, as: UInt32.self).bigEndian
        let named = UnsafeRawBufferPointer(rebasing: bytes[name.startIndex..<body.upperBound])
        guard llua_png_checksum(named.baseAddress, named.count) == stored else {
          if damagedChunk == nil { damagedChunk = String(decoding: name, as: UTF8.self) }
          continue
        }
      }
      if name.elementsEqual("eXIf".utf8) {
        orientation = ImageOrientation(exif: UnsafeRawBufferPointer(rebasing: bytes[body]))
      } else if name.elementsEqual("acTL".utf8) {
        isAnimated = true
      } else if name.elementsEqual("iCCP".utf8) {
        hasProfile = true
      }
    }
  }
}

/// Owns memory for 16-bit samples.
struct SampleBuffer: ~Copyable {
  let memory: UnsafeMutableRawPointer
  init(byteCount: Int) throws(LayerError) {
    guard let p = llua_pixels_allocate(byteCount) else {
      throw LayerError(.limit, "there is not enough memory for the picture: make it smaller")
    }
    memory = p
  }
  deinit { llua_free(memory) }
}
