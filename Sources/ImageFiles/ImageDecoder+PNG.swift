import CImageCodecs
import Pixels

extension ImageDecoder {
  static func decodePNG(_ bytes: UnsafeRawBufferPointer, scale: Double, allowed: (Int) -> Bool) throws -> DecodedImage {
    let message = CodecMessage()
    var header = llua_png_header()
    var status: Int32 = 0
    guard let png = llua_png_open(bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, &header, &status, message.text) else {
      throw message.error(status, "PNG")
    }
    defer { llua_png_close(png) }
    // Sixteen bits matter only where colours are converted: elsewhere libpng rounds them to eight.
    let space = colorSpace(of: header)
    let sixteen = header.depth == 16 && space != nil
    let (width, height) = try check(width: header.width, height: header.height, extraBytesPerPixel: sixteen ? 8 : 0, allowed: allowed)
    let bitmap = try Bitmap(width: width, height: height, scale: scale) { pixels in
      let rgba = UnsafeMutableRawBufferPointer(pixels)
      if sixteen {
        let samples = try SampleBuffer(byteCount: width * height * 8)
        let read = llua_png_read(png, samples.memory, width * 8, 1, message.text)
        guard read == LLUA_OK else { throw message.error(read, "PNG") }
        space?.convert(samples.memory, sixteen: true, to: rgba)
      } else {
        let read = llua_png_read(png, rgba.baseAddress, width * 4, 0, message.text)
        guard read == LLUA_OK else { throw message.error(read, "PNG") }
        space?.convert(UnsafeRawPointer(pixels.baseAddress), sixteen: false, to: rgba)
      }
      if header.has_alpha != 0 { llua_premultiply(rgba.bindMemory(to: UInt8.self).baseAddress, pixels.count) }
    }
    return DecodedImage(bitmap: bitmap)
  }

  /// What the file says of its colours, strongest first: profile, sRGB, primaries and gamma. Nil for sRGB.
  private static func colorSpace(of header: llua_png_header) -> ColorSpaceConversion? {
    if let profile = header.profile,
      let space = ColorProfile(UnsafeRawBufferPointer(start: profile, count: Int(header.profile_size)))
    {
      return space.conversion
    }
    if header.is_srgb != 0 { return nil }
    let c = header.chromaticities
    let primaries =
      header.has_chromaticities == 0
      ? nil
      : ColorPrimaries(white: (c.0, c.1), red: (c.2, c.3), green: (c.4, c.5), blue: (c.6, c.7))
    return ColorSpaceConversion(gamma: header.gamma > 0 ? Double(header.gamma) / 100000 : nil, primaries: primaries)
  }
}

/// Memory for samples of 16 bits, freed with the value.
struct SampleBuffer: ~Copyable {
  let memory: UnsafeMutableRawPointer
  init(byteCount: Int) throws(ImageFileError) {
    guard let p = llua_pixels_allocate(byteCount) else {
      throw ImageFileError(.limit, "there is not enough memory for the picture: make it smaller")
    }
    memory = p
  }
  deinit { llua_free(memory) }
}
