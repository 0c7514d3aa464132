import CImageCodecs
import Pixels

/// An animated WebP, whose library finds what changes by itself and keeps what is encoded until the end.
final class WebPFilm: FilmFile {
  private let parameters: FilmParameters
  private let film: OpaquePointer
  private let sink: (UnsafeRawBufferPointer) throws -> Void
  private var clock: FrameClock
  private var last: Bitmap?
  /// When the last frame was given to the library, in milliseconds.
  private var time = 0

  // The library takes no frames that are further apart than 2^24 ms.
  private static let longest = 16_000_000

  /// - Throws: `ImageFileError` when libwebpmux is not installed or memory is short.
  init(_ parameters: FilmParameters, sink: @escaping (UnsafeRawBufferPointer) throws -> Void) throws {
    guard llua_webp_film_is_there() != 0 else {
      throw ImageFileError(
        .missing,
        "writing an animated WebP needs the library libwebpmux.so.3, which is not installed: install libwebpmux3, or write an APNG")
    }
    let quality = parameters.quality ?? 0.9
    let isLossless = parameters.isLossless ?? (quality >= 1)
    guard
      let film = llua_webp_film_open(
        UInt32(parameters.width), UInt32(parameters.height), Float(quality * 100), isLossless ? 1 : 0, Int32(parameters.loopCount))
    else { throw filmMemoryError(parameters.width, parameters.height) }
    self.film = film
    self.parameters = parameters
    self.sink = sink
    clock = FrameClock(rate: 1000, least: 1, frameCount: parameters.frameCount)
  }

  deinit { llua_webp_film_close(film) }

  var notes: [String] {
    guard clock.dropped > 0 else { return [] }
    return ["a WebP shows at most 1000 frames a second: \(clock.dropped) of \(parameters.frameCount) frames were left out"]
  }

  func append(_ frame: Bitmap, duration: Double) throws {
    guard let before = last else {
      _ = clock.next(duration, isNew: true)
      return try add(frame)
    }
    guard let units = clock.next(duration, isNew: frame.difference(from: before) != nil) else { return }
    try wait(units)
    try add(frame)
  }

  func finish() throws {
    try wait(clock.last)
    var bytes: UnsafePointer<UInt8>?
    var size = 0
    let message = CodecMessage()
    try check(llua_webp_film_end(film, Int32(time), &bytes, &size, message.text), message)
    try sink(UnsafeRawBufferPointer(start: bytes, count: size))
  }

  private func add(_ frame: Bitmap) throws {
    let message = CodecMessage()
    try withExtendedLifetime(frame) {
      try check(llua_webp_film_frame(film, frame.pixels.baseAddress, Int32(time), message.text), message)
    }
    last = frame
  }

  /// Lets the last frame show on; now and then it is given again.
  private func wait(_ milliseconds: Int) throws {
    var rest = milliseconds
    while rest > 0 {
      let piece = min(rest, WebPFilm.longest)
      rest -= piece
      guard time <= Int(Int32.max) - piece else {
        throw ImageFileError(.encoding, "an animated WebP is at most 24 days long: write a shorter film, or an APNG")
      }
      time += piece
      if rest > 0, let last { try add(last) }
    }
  }

  private func check(_ status: Int32, _ message: borrowing CodecMessage) throws {
    guard status != LLUA_OK else { return }
    guard status != LLUA_MEMORY else { throw filmMemoryError(parameters.width, parameters.height) }
    throw ImageFileError(.encoding, "the film cannot be written as WebP: \(String(cString: message.text)); write an APNG")
  }
}
