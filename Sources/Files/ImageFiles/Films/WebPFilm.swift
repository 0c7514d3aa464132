// SPDX-License-Identifier: MIT
import CImageCodecs
import Messages
import Numbers
import Pixels

/// Encoder of animated WebP. A frame is encoded when it arrives, and written once the next one determines its duration
/// and disposal, so that at most one is pending.
final class WebPFilm: FilmFile {
  /// A frame's picture, encoded concurrently with others.
  private final class Picture {
    let rect: PixelRect
    /// True if it is blended over the previous picture.
    let blends: Bool
    private let frame: OpaquePointer
    /// Retained by whoever encodes.
    private unowned let film: WebPFilm
    private var result: Result<[UInt8], LayerError>?

    init(_ frame: OpaquePointer, _ rect: PixelRect, blends: Bool, of film: WebPFilm) {
      self.frame = frame
      self.rect = rect
      self.blends = blends
      self.film = film
    }

    deinit { llua_webp_frame_close(frame) }

    /// Returns the picture's chunks, once it is encoded.
    func bytes() throws -> [UInt8] { try result?.get() ?? [] }

    func encode() {
      var bytes: UnsafePointer<UInt8>?
      var size = 0
      let message = CodecMessage()
      let status = Int(llua_webp_frame_encode(frame, &bytes, &size, message.text))
      result =
        switch status {
        case LLUA_OK: .success(Array(UnsafeBufferPointer(start: bytes, count: size)))
        case LLUA_MEMORY: .failure(filmMemoryError(film.parameters.width, film.parameters.height))
        default:
          .failure(
            LayerError(
              .unsupported, "the film cannot be written as WebP: \(String(cString: message.text)); write an APNG"))
        }
    }
  }

  private let parameters: FilmParameters
  private let film: OpaquePointer
  private let isLossless: Bool
  private let tolerance: Int
  private let sink: (UnsafeRawBufferPointer) throws -> Void
  private let rewrite: ((Int, UnsafeRawBufferPointer) throws -> Void)?
  /// The canvas as the player shows it, with the pending frame drawn. In a lossy film it has the frame's pixels as they
  /// were before encoding.
  private let shown: PixelPlane
  private var pending: Picture?
  private var clock: FrameClock
  /// The length of the file so far, in bytes.
  private var length = 0
  /// The whole file, if its size cannot be rewritten at the end.
  private var kept: [UInt8] = []

  // The maximum duration of a frame, 24 bits, in milliseconds.
  private static let longest = 0xFF_FFFF

  /// - Throws: `LayerError` if libwebp is not installed or memory is short.
  init(
    _ parameters: FilmParameters, sink: @escaping (UnsafeRawBufferPointer) throws -> Void,
    rewrite: ((Int, UnsafeRawBufferPointer) throws -> Void)?
  ) throws {
    guard llua_webp_is_there() != 0 else {
      throw LayerError(
        .missing, "writing an animated WebP needs \(RuntimeDependency.webP.missing()), or write an APNG")
    }
    let quality = parameters.quality ?? 0.9
    isLossless = parameters.isLossless ?? (quality >= 1)
    // Smaller than the codec's own errors at this quality.
    tolerance = isLossless ? 0 : Int(clamping: ((1 - quality) * 20).rounded())
    shown = try PixelPlane(width: parameters.width, height: parameters.height)
    guard
      let film = llua_webp_film_open(
        UInt32(parameters.width), UInt32(parameters.height), Float(quality * 100), isLossless ? 1 : 0,
        Int32(min(max(parameters.effort, 0), 6)), Int32(tolerance))
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

  func take(_ frame: Bitmap, duration: Double) throws -> FrameRest? {
    try withExtendedLifetime(frame) {
      guard let last = pending else {
        _ = clock.next(duration, isNew: true)
        let first = try picture(of: frame.pixels, shown.whole, over: false)
        pending = first
        return FrameRest(encode: first.encode) {
          try self.start()
          _ = try first.bytes()
        }
      }
      let difference = difference(to: frame.pixels)
      guard let units = clock.next(duration, isNew: difference != nil), let difference else { return nil }
      var rect = difference
      // Clears the previous frame's rectangle if that leaves less to draw.
      var clears = false
      if !frame.isOpaque, difference.area > 64 {
        let rest = self.difference(to: frame.pixels, cleared: last.rect) ?? PixelRect(x: 0, y: 0, width: 1, height: 1)
        if rest.area < difference.area { (rect, clears) = (rest, true) }
      }
      let showings = try showings(of: last, for: units)
      if clears, let shownRect = showings.last?.picture.rect { shown.dispose(.clear, shownRect, of: shown.pixels) }
      let next = try picture(of: frame.pixels, rect, over: true)
      pending = next
      return FrameRest {
        WebPFilm.encodeMore(showings)
        next.encode()
      } write: {
        try self.write(showings, clears: clears)
        _ = try next.bytes()
      }
    }
  }

  func finish() throws {
    if let last = pending {
      let showings = try showings(of: last, for: clock.last)
      WebPFilm.encodeMore(showings)
      try write(showings, clears: false)
    }
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

  /// - Parameter over: true if pixels equal to the previous picture may be left out.
  private func picture(of pixels: UnsafeBufferPointer<UInt32>, _ rect: PixelRect, over: Bool) throws -> Picture {
    // WebP frames start at even coordinates.
    let x = rect.x & ~1, y = rect.y & ~1
    let rect = PixelRect(x: x, y: y, width: rect.x + rect.width - x, height: rect.y + rect.height - y)
    var blends: Int32 = 0
    guard
      let frame = llua_webp_film_take(film, pixels.baseAddress, shown.pixels, rect.forC, over ? 1 : 0, &blends)
    else { throw filmMemoryError(parameters.width, parameters.height) }
    return Picture(frame, rect, blends: blends != 0, of: self)
  }

  /// Returns the frames of the file that show a picture for a duration: one, or several if it is too long for one. The
  /// additional ones change nothing.
  private func showings(of picture: Picture, for milliseconds: Int) throws -> [(picture: Picture, time: Int)] {
    var showings = [(picture: picture, time: min(milliseconds, WebPFilm.longest))]
    var rest = milliseconds - WebPFilm.longest
    while rest > 0 {
      let same = try self.picture(
        of: UnsafeBufferPointer(start: shown.pixels, count: shown.width * shown.height), picture.rect, over: true)
      showings.append((same, min(rest, WebPFilm.longest)))
      rest -= WebPFilm.longest
    }
    return showings
  }

  /// Encodes the additional frames; the first is already encoded.
  private static func encodeMore(_ showings: [(picture: Picture, time: Int)]) {
    for more in showings.dropFirst() { more.picture.encode() }
  }

  // MARK: File

  private func start() throws {
    var header: [UInt8] = []
    header.append("RIFF", littleEndian: 0, 4)
    header += "WEBPVP8X".utf8
    // Flags: animation and alpha.
    header.append("", littleEndian: 10, 4)
    header.append("", littleEndian: 0x12, 4)
    header.append("", littleEndian: parameters.width - 1, 3)
    header.append("", littleEndian: parameters.height - 1, 3)
    header.append("ANIM", littleEndian: 6, 4)
    header.append("", littleEndian: 0, 4)
    header.append("", littleEndian: parameters.loopCount, 2)
    try put(header)
  }

  /// - Parameter clears: true if the last frame's rectangle is cleared after it.
  private func write(_ showings: [(picture: Picture, time: Int)], clears: Bool) throws {
    for (i, showing) in showings.enumerated() {
      let (picture, bytes) = (showing.picture, try showing.picture.bytes())
      let clearsNow = clears && i == showings.count - 1
      var header: [UInt8] = []
      header.append("ANMF", littleEndian: 16 + bytes.count, 4)
      header.append("", littleEndian: picture.rect.x / 2, 3)
      header.append("", littleEndian: picture.rect.y / 2, 3)
      header.append("", littleEndian: picture.rect.width - 1, 3)
      header.append("", littleEndian: picture.rect.height - 1, 3)
      header.append("", littleEndian: showing.time, 3)
      header.append((picture.blends ? 0 : 2) | (clearsNow ? 1 : 0))
      try put(header)
      try put(bytes)
    }
  }

  private func put(_ bytes: [UInt8]) throws {
    length += bytes.count
    if rewrite == nil { kept += bytes } else { try bytes.withUnsafeBytes(sink) }
  }
}

extension [UInt8] {
  /// Appends a name and a little-endian number of `count` bytes.
  fileprivate mutating func append(_ name: String, littleEndian value: Int, _ count: Int) {
    self += name.utf8
    for i in 0..<count { append(UInt8(truncatingIfNeeded: value >> (8 * i))) }
  }
}
