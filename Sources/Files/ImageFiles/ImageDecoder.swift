// SPDX-License-Identifier: MIT
import CImageCodecs
import Formats
import Messages
import Numbers
import Parsing
import Pixels

/// Decodes PNG, JPEG and WebP files in memory to premultiplied sRGB bitmaps.
package enum ImageDecoder {
  /// Decodes an image; its format is recognised by its first bytes.
  ///
  /// Colours are converted to sRGB by the file's ICC profile, gamma or primaries, and the EXIF orientation is applied.
  ///
  /// - Parameters:
  ///   - scale: pixels per point of the bitmap.
  ///   - isPremultiplied: true if the file's colours are already multiplied by alpha, as some sprite packers write
  ///     them.
  ///   - pixelLimit: the maximum number of pixels.
  ///   - account: pays for the walk through the file's chunks.
  ///   - allowed: called before the memory for the pixels is allocated; returns true if that many bytes are allowed.
  ///   - note: receives any part of the file that is not shown, as a sentence without the file's name.
  /// - Throws: `LayerError`; its message does not name the file.
  package static func decode(
    _ bytes: UnsafeRawBufferPointer, scale: Double = 1, isPremultiplied: Bool = false,
    pixelLimit: Int = Bitmap.maximumPixels, account: Account = Account(),
    allowed: (_ bytes: Int) -> Bool = { _ in true }, note: (String) -> Void = { _ in }
  ) throws -> Bitmap {
    try withoutActuallyEscaping(allowed) { allowed in
      try withoutActuallyEscaping(note) { note in
        let reading = ImageReading(
          scale: scale, isPremultiplied: isPremultiplied, pixelLimit: pixelLimit, account: account, allowed: allowed,
          note: note)
        let decoded: DecodedImage
        let content = InputFormat.of(bytes)?.content
        if content == .animation {
          guard
            let picture = try AnimatedPicture(
              Array(bytes), pixelLimit: pixelLimit, account: account, allowed: allowed)
          else { throw InputFormat.refusal(of: bytes) }
          if picture.count > 1 { note("it is animated; its first picture is shown") }
          return try picture.bitmap(of: 0, scale: scale)
        }
        guard case .picture(let codec)? = content else { throw InputFormat.refusal(of: bytes) }
        switch codec {
        case .png: decoded = try decodePNG(bytes, reading)
        case .jpeg: decoded = try decodeJPEG(bytes, reading)
        case .webp: decoded = try decodeWebP(bytes, reading)
        }
        let upright = try decoded.orientation.turn(decoded.bitmap, allowed: allowed)
        if let file = decoded.photograph { upright.keep(file) }
        return upright
      }
    }
  }

  /// Premultiplies colours. If the file is marked as premultiplied, clamps colours to alpha instead.
  static func finish(_ rgba: UnsafeMutableRawBufferPointer, hasAlpha: Bool, _ reading: ImageReading) {
    guard hasAlpha else { return }
    let bytes = rgba.bindMemory(to: UInt8.self).baseAddress
    if reading.isPremultiplied {
      llua_clamp_to_alpha(bytes, rgba.count / 4)
    } else {
      llua_premultiply(bytes, rgba.count / 4)
    }
  }

  /// Checks a size against the limits of bitmaps and of the host, before memory is allocated.
  ///
  /// - Parameter extraBytesPerPixel: the decoder's memory in addition to the bitmap.
  static func check(width: UInt32, height: UInt32, extraBytesPerPixel: Int = 0, _ reading: ImageReading) throws -> (
    Int, Int
  ) {
    guard width > 0, height > 0 else {
      throw LayerError("the picture is \(width)×\(height) pixels large: it is empty")
    }
    let w = Int(width), h = Int(height)
    guard w <= Bitmap.maximumSide, h <= Bitmap.maximumSide, w * h <= Bitmap.maximumPixels else {
      throw LayerError(
        .limit,
        "the picture is \(w)×\(h) pixels large; at most \(Bitmap.maximumSide) per side and \(Bitmap.maximumPixels) in "
          + "all are allowed: make it smaller"
      )
    }
    guard w * h <= reading.pixelLimit else {
      throw LayerError(
        .limit,
        "the picture is \(w)×\(h) pixels large; at most \(reading.pixelLimit) pixels are allowed: make it smaller")
    }
    guard reading.allowed(w * h * (4 + extraBytesPerPixel)) else {
      throw LayerError(
        .limit, "the picture of \(w)×\(h) pixels takes more memory than is allowed: make it smaller or raise the limit")
    }
    return (w, h)
  }
}

/// Options for decoding a file, with callbacks for memory and for parts that are not shown.
struct ImageReading {
  var scale: Double
  var isPremultiplied: Bool
  var pixelLimit: Int
  var account: Account
  var allowed: (Int) -> Bool
  var note: (String) -> Void

  /// The budget of the walk through the file's chunks.
  func chunks() -> Reading { Reading(account, name: "", purpose: "the picture's metadata") }
}

/// A decoded image, and the orientation still to be applied.
struct DecodedImage {
  var bitmap: Bitmap
  var orientation = ImageOrientation.up
  /// The original file, if other files can embed it unchanged.
  var photograph: Photograph?
}

/// Message buffer for a C function; turns its status into an error.
struct CodecMessage: ~Copyable {
  let text: UnsafeMutablePointer<CChar>

  init() {
    text = .allocate(capacity: Int(LLUA_MESSAGE))
    text.initialize(repeating: 0, count: Int(LLUA_MESSAGE))
  }
  deinit { text.deallocate() }

  func error(_ status: Int32, _ codec: PictureCodec) -> LayerError {
    let format = codec.format.name
    let detail = text[0] == 0 ? "" : " (\(String(cString: text)))"
    switch Int(status) {
    case Int(LLUA_NO_LIBRARY): return CodecMessage.missingLibrary(codec)
    case Int(LLUA_TRUNCATED):
      return LayerError("the \(format) file ends too early: it is cut off, fetch or export it again")
    case Int(LLUA_MEMORY):
      return LayerError(.limit, "there is not enough memory for the \(format) picture: make it smaller")
    case Int(LLUA_LIMIT): return LayerError(.limit, "the \(format) picture exceeds a limit\(detail)")
    case Int(LLUA_UNSUPPORTED):
      return LayerError("the \(format) file cannot be read\(detail): export it again as a plain PNG")
    default: return LayerError("the \(format) file is damaged\(detail): fetch or export it again")
    }
  }

  /// Returns the error for a missing library. The libraries for JPEG and WebP are loaded with the first such file.
  static func missingLibrary(_ codec: PictureCodec) -> LayerError {
    let library = codec == .jpeg ? RuntimeDependency.jpeg : .webP
    return LayerError(.missing, "\(codec.format.name) needs \(library.missing()), or use a PNG")
  }
}
