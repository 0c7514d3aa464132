// SPDX-License-Identifier: MIT
import CImageCodecs
import Numbers
import Pixels
import Wording

/// An animated WebP. A frame is encoded when it comes, and written when the next one determines its duration and
/// disposal, so that at most one is kept.
final class WebPFilm: FilmFile {
  /// The chunks of a frame's picture.
  private struct Pending {
    var bytes: [UInt8]
    var rect: PixelRect
    /// Whether it is drawn over the picture before.
    var blends: Bool
  }

  private let parameters: FilmParameters
  private let film: OpaquePointer
  private let isLossless: Bool
  private let tolerance: Int
  private let sink: (UnsafeRawBufferPointer) throws -> Void
  private let rewrite: ((Int, UnsafeRawBufferPointer) throws -> Void)?
  /// The player's picture with the pending frame drawn. For a lossy film it is the frame as it was when it was encoded.
  private let shown: PixelPlane
  private var pending: Pending?
  private var clock: FrameClock
  /// The length of the file.
  private var length = 0
  /// The file, when its size cannot be written at the end.
  private var kept: [UInt8] = []

  // A frame's time has 24 bits.
  private static let longest = 0xFF_FFFF

  /// - Throws: `LayerError` when libwebp is not installed or memory is short.
  init(
    _ parameters: FilmParameters, sink: @escaping (UnsafeRawBufferPointer) throws -> Void,
    rewrite: ((Int, UnsafeRawBufferPointer) throws -> Void)?
  ) throws {
    guard llua_webp_is_there() != 0 else {
      throw LayerError(
        .missing,
        "writing an animated WebP needs the library libwebp.so.7, which is not installed: install libwebp7, or write an APNG"
      )
    }
    let quality = parameters.quality ?? 0.9
    isLossless = parameters.isLossless ?? (quality >= 1)
    // Less than the codec itself changes at this quality.
    tolerance = isLossless ? 0 : Int(clamping: ((1 - quality) * 20).rounded())
    shown = try PixelPlane(width: parameters.width, height: parameters.height)
    guard
      let film = llua_webp_film_open(
        UInt32(parameters.width), UInt32(parameters.height), Float(quality * 100), isLossless ? 1 : 0, Int32(tolerance))
    else { throw filmMemoryError(parameters.width, parameters.height) }
    self.film = film
    self.parameters = parameters
    self.sink = sink
    self.rewrite = rewrite
    clock = FrameClock(rate: 1000, least: 1, frameCount: parameters.frameCount)
  }

  deinit { llua_webp_film_close(film) }

  func cancel() { llua_webp_film_stop(film) }

  var notes: [String] {
    guard clock.dropped > 0 else { return [] }
    return [
      "a WebP shows at most 1000 frames a second: \(clock.dropped) of \(parameters.frameCount) frames were left out"
    ]
  }

  func append(_ frame: Bitmap, duration: Double) throws {
    guard pending != nil else {
      _ = clock.next(duration, isNew: true)
      try start()
      return try withExtendedLifetime(frame) { try encode(frame.pixels, shown.whole, over: false) }
    }
    try withExtendedLifetime(frame) {
      let difference = difference(to: frame.pixels)
      guard let units = clock.next(duration, isNew: difference != nil), let difference, let last = pending else {
        return
      }
      var rect = difference
      // Pixels that vanish are cleared at once when little is left to draw then.
      var clears = false
      if !frame.isOpaque, difference.area > 64 {
        let rest = self.difference(to: frame.pixels, cleared: last.rect) ?? PixelRect(x: 0, y: 0, width: 1, height: 1)
        if rest.area < difference.area { (rect, clears) = (rest, true) }
      }
      try write(for: units, clears: clears)
      try encode(frame.pixels, rect, over: true)
    }
  }

  func finish() throws {
    try write(for: clock.last, clears: false)
    pending = nil
    guard length - 8 <= UInt32.max - 1 else {
      throw LayerError(
        .unsupported, "the film has more than 4 GiB, which a WebP cannot have: make it shorter or smaller")
    }
    var size = UInt32(length - 8).littleEndian
    try withUnsafeBytes(of: &size) { size in
      if let rewrite { return try rewrite(4, size) }
      kept.replaceSubrange(4..<8, with: size)
    }
    if rewrite == nil { try kept.withUnsafeBytes(sink) }
  }

  // MARK: Pictures

  private func difference(to pixels: UnsafeBufferPointer<UInt32>, cleared: PixelRect? = nil) -> PixelRect? {
    guard let pixels = pixels.baseAddress else { return nil }
    var r = llua_rect()
    let (width, height, tolerance) = (UInt32(shown.width), UInt32(shown.height), Int32(tolerance))
    let differs: Bool
    if let cleared {
      var c = cleared.forC
      differs = llua_difference_beyond(shown.pixels, pixels, width, height, &c, tolerance, &r) != 0
    } else {
      differs = llua_difference_beyond(shown.pixels, pixels, width, height, nil, tolerance, &r) != 0
    }
    return differs ? PixelRect(x: Int(r.x), y: Int(r.y), width: Int(r.width), height: Int(r.height)) : nil
  }

  /// - Parameter over: whether pixels like the picture before may be left out.
  private func encode(_ pixels: UnsafeBufferPointer<UInt32>, _ rect: PixelRect, over: Bool) throws {
    // Frames start at even coordinates.
    let x = rect.x & ~1, y = rect.y & ~1
    let rect = PixelRect(x: x, y: y, width: rect.x + rect.width - x, height: rect.y + rect.height - y)
    var blends: Int32 = 0
    var bytes: UnsafePointer<UInt8>?
    var size = 0
    let message = CodecMessage()
    let status = llua_webp_film_frame(
      film, pixels.baseAddress, shown.pixels, rect.forC, over ? 1 : 0, &blends, &bytes, &size, message.text)
    guard status != LLUA_MEMORY else { throw filmMemoryError(parameters.width, parameters.height) }
    guard status == LLUA_OK else {
      throw LayerError(
        .unsupported, "the film cannot be written as WebP: \(String(cString: message.text)); write an APNG")
    }
    pending = Pending(bytes: Array(UnsafeBufferPointer(start: bytes, count: size)), rect: rect, blends: blends != 0)
  }

  // MARK: File

  private func start() throws {
    var header: [UInt8] = []
    header.append("RIFF", littleEndian: 0, 4)
    header += "WEBPVP8X".utf8
    // It is animated, and may have alpha.
    header.append("", littleEndian: 10, 4)
    header.append("", littleEndian: 0x12, 4)
    header.append("", littleEndian: parameters.width - 1, 3)
    header.append("", littleEndian: parameters.height - 1, 3)
    header.append("ANIM", littleEndian: 6, 4)
    header.append("", littleEndian: 0, 4)
    header.append("", littleEndian: parameters.loopCount, 2)
    try put(header)
  }

  /// Writes the pending frame.
  private func write(for milliseconds: Int, clears: Bool) throws {
    var rest = milliseconds
    // A time too long for one frame is divided among several, which change nothing.
    while rest > WebPFilm.longest {
      try writePending(for: WebPFilm.longest, clears: false)
      rest -= WebPFilm.longest
      let whole = pending?.rect
      try encode(
        UnsafeBufferPointer(start: shown.pixels, count: shown.width * shown.height), whole ?? shown.whole, over: true)
    }
    try writePending(for: rest, clears: clears)
    guard clears, let rect = pending?.rect else { return }
    shown.dispose(.clear, rect, of: shown.pixels)
  }

  private func writePending(for milliseconds: Int, clears: Bool) throws {
    guard let frame = pending else { return }
    var header: [UInt8] = []
    header.append("ANMF", littleEndian: 16 + frame.bytes.count, 4)
    header.append("", littleEndian: frame.rect.x / 2, 3)
    header.append("", littleEndian: frame.rect.y / 2, 3)
    header.append("", littleEndian: frame.rect.width - 1, 3)
    header.append("", littleEndian: frame.rect.height - 1, 3)
    header.append("", littleEndian: milliseconds, 3)
    header.append((frame.blends ? 0 : 2) | (clears ? 1 : 0))
    try put(header)
    try put(frame.bytes)
  }

  private func put(_ bytes: [UInt8]) throws {
    length += bytes.count
    if rewrite == nil { kept += bytes } else { try bytes.withUnsafeBytes(sink) }
  }
}

extension [UInt8] {
  /// Adds a name and a number of some bytes.
  fileprivate mutating func append(_ name: String, littleEndian value: Int, _ count: Int) {
    self += name.utf8
    for i in 0..<count { append(UInt8(truncatingIfNeeded: value >> (8 * i))) }
  }
}
