// SPDX-License-Identifier: MIT
import CImageCodecs
import Messages
import Numbers
import Pixels

/// Encoder of animated PNG. A frame is written once the next one determines its disposal.
final class APNGFilm: FilmFile {
  private struct Pending {
    var frame: Bitmap
    var rect: PixelRect
    var delay: FrameDelay
  }

  private var parameters: FilmParameters
  private let apng: OpaquePointer
  private let sink: (UnsafeRawBufferPointer) throws -> Void
  private let rewrite: ((Int, UnsafeRawBufferPointer) throws -> Void)?
  /// The canvas before the pending frame is drawn.
  private let canvas: PixelPlane
  private var pending: Pending?
  private var taken = 0
  private var written = 0

  // Makes gradients a sixth smaller than the default level of still pictures, in a quarter more time.
  fileprivate static let level: Int32 = 4

  let notes: [String] = []

  init(
    _ parameters: FilmParameters, sink: @escaping (UnsafeRawBufferPointer) throws -> Void,
    rewrite: ((Int, UnsafeRawBufferPointer) throws -> Void)?
  ) throws {
    canvas = try PixelPlane(width: parameters.width, height: parameters.height)
    guard
      let apng = llua_apng_open(
        UInt32(parameters.width), UInt32(parameters.height), parameters.isOpaque ? 1 : 0)
    else { throw filmMemoryError(parameters.width, parameters.height) }
    self.apng = apng
    self.parameters = parameters
    self.parameters.samples = []
    self.sink = sink
    self.rewrite = rewrite
  }

  deinit { llua_apng_close(apng) }

  private var plays: UInt32 { UInt32(parameters.loopCount) }

  func take(_ frame: Bitmap, duration: Double) throws -> FrameRest? {
    guard let delay = FrameDelay(seconds: duration) else {
      throw LayerError(.unsupported, "a frame shows for \(duration) seconds: an APNG's frame shows for at most 65535")
    }
    guard let last = pending else {
      let density = (parameters.scale * 72 / 0.0254).rounded()
      let perMetre = density >= 1 && density < 2e9 ? UInt32(clamping: density) : 0
      try put { llua_apng_start(apng, UInt32(parameters.frameCount), plays, perMetre, $0, $1) }
      pending = Pending(
        frame: frame, rect: PixelRect(x: 0, y: 0, width: frame.width, height: frame.height), delay: delay)
      return nil
    }
    guard let difference = frame.difference(from: last.frame) else {
      if rewrite != nil, let sum = last.delay.adding(delay) {
        pending?.delay = sum
        return nil
      }
      // A single unchanged pixel.
      pending = Pending(frame: frame, rect: PixelRect(x: 0, y: 0, width: 1, height: 1), delay: delay)
      return try rest(of: last, .none)
    }
    let (disposal, rect) = self.disposal(of: last, before: frame, difference)
    pending = Pending(frame: frame, rect: rect, delay: delay)
    return try rest(of: last, disposal)
  }

  func finish() throws {
    if let last = pending {
      let rest = try rest(of: last, .none)
      rest.encode()
      try rest.write()
    }
    pending = nil
    try put { llua_apng_end(apng, $0, $1) }
    guard written != parameters.frameCount, let rewrite else { return }
    try put(
      { llua_apng_control(apng, UInt32(written), plays, $0, $1) }, with: { try rewrite(Int(LLUA_APNG_CONTROL), $0) })
  }

  /// Returns the disposal of a frame that leaves the smallest rectangle to draw for the next frame, and that rectangle.
  /// Removing an object that moves over a picture is usually best.
  private func disposal(of last: Pending, before next: Bitmap, _ difference: PixelRect) -> (Disposal, PixelRect) {
    var best = (Disposal.none, difference)
    guard difference.area > 64, let a = last.frame.pixels.baseAddress, let b = next.pixels.baseAddress else {
      return best
    }
    withExtendedLifetime((last.frame, next)) {
      // A frame without a difference still needs a pixel.
      let pixel = PixelRect(x: 0, y: 0, width: 1, height: 1)
      if !next.isOpaque {
        let rect = pixelDifference(a, b, width: next.width, height: next.height, cleared: last.rect) ?? pixel
        if rect.area < best.1.area { best = (.clear, rect) }
      }
      // Before the first frame there is nothing to restore.
      if taken > 0 {
        let rect = pixelDifference(canvas.pixels, b, width: next.width, height: next.height) ?? pixel
        if rect.area < best.1.area { best = (.restore, rect) }
      }
    }
    return best
  }

  /// Returns the remaining work on a frame, once its disposal is known.
  private func rest(of last: Pending, _ disposal: Disposal) throws -> FrameRest {
    // The first frame replaces everything, and opaque frames are not blended.
    let under = taken == 0 || parameters.isOpaque ? nil : try PixelPlane(of: canvas, in: last.rect)
    if let pixels = last.frame.pixels.baseAddress {
      withExtendedLifetime(last.frame) { canvas.dispose(disposal, last.rect, of: pixels) }
    }
    taken += 1
    let packed = PackedFrame(last.frame, last.rect, over: under, isOpaque: parameters.isOpaque)
    return FrameRest(encode: packed.pack) {
      defer { packed.free() }
      guard packed.status == LLUA_OK else { throw filmMemoryError(self.parameters.width, self.parameters.height) }
      try self.put {
        llua_apng_frame(
          self.apng, &packed.rows, last.rect.forC, UInt16(last.delay.numerator), UInt16(last.delay.denominator),
          disposal.forC, $0, $1)
      }
      self.written += 1
    }
  }

  private func put(
    _ make: (UnsafeMutablePointer<UnsafePointer<UInt8>?>, UnsafeMutablePointer<Int>) -> Int32,
    with sink: ((UnsafeRawBufferPointer) throws -> Void)? = nil
  ) throws {
    var bytes: UnsafePointer<UInt8>?
    var size = 0
    guard make(&bytes, &size) == LLUA_OK else { throw filmMemoryError(parameters.width, parameters.height) }
    try (sink ?? self.sink)(UnsafeRawBufferPointer(start: bytes, count: size))
  }
}

/// A frame's rows, compressible on any thread.
private final class PackedFrame {
  var rows = llua_apng_rows()
  private(set) var status = Int(LLUA_MEMORY)
  private let frame: Bitmap
  private let rect: PixelRect
  private var under: PixelPlane?
  private let isOpaque: Bool

  init(_ frame: Bitmap, _ rect: PixelRect, over under: PixelPlane?, isOpaque: Bool) {
    self.frame = frame
    self.rect = rect
    self.under = under
    self.isOpaque = isOpaque
  }

  deinit { free() }

  func free() {
    llua_free(rows.data)
    rows = llua_apng_rows()
  }

  func pack() {
    guard let pixels = frame.pixels.baseAddress else { return }
    withExtendedLifetime(frame) {
      status = Int(
        llua_apng_pack(
          pixels + (rect.y * frame.width + rect.x), frame.width, under?.pixels, UInt32(rect.width), UInt32(rect.height),
          isOpaque ? 1 : 0, APNGFilm.level, &rows))
    }
    under = nil
  }
}
