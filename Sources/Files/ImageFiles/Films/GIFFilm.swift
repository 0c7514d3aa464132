// SPDX-License-Identifier: MIT
import CImageCodecs
import Formats
import Messages
import Numbers
import Pixels
import Synchronization

/// Encoder of animated GIF. A frame is written once the next one determines its disposal.
final class GIFFilm: FilmFile {
  private struct Pending {
    var pixels: PixelPlane
    var rect: PixelRect
  }

  private var parameters: FilmParameters
  private let sink: (UnsafeRawBufferPointer) throws -> Void
  private let palettes: GIFPalettes
  /// Pool of palettes for frames that are drawn concurrently.
  private let spares = Mutex<[GIFPalettes]>([])
  private var gif: OpaquePointer?
  /// The canvas before the pending frame is drawn, in exact colours.
  private let canvas: PixelPlane
  /// The canvas before the next frame to be written, in the colours of the palettes.
  private let shown: PixelPlane
  private var spare: PixelPlane
  private var pending: Pending?
  private var clock: FrameClock
  private let hasPalette: Bool
  private var isStarted = false

  /// - Throws: `LayerError` if giflib is not installed or memory is short.
  init(_ parameters: FilmParameters, sink: @escaping (UnsafeRawBufferPointer) throws -> Void) throws {
    let (width, height) = (parameters.width, parameters.height)
    guard llua_gif_is_there() != 0 else {
      throw LayerError(.missing, "writing a GIF needs \(RuntimeDependency.gif.missing()), or write an APNG")
    }
    self.parameters = parameters
    self.parameters.samples = []
    self.sink = sink
    canvas = try PixelPlane(width: width, height: height)
    shown = try PixelPlane(width: width, height: height)
    spare = try PixelPlane(width: width, height: height)
    palettes = try GIFPalettes(width: width, height: height)
    // GIF delays are in hundredths of a second, and players slow down a delay of 1 tenfold.
    clock = FrameClock(rate: 100, least: 2, frameCount: parameters.frameCount)
    let samples = parameters.samples.prefix(FilmCodec.gif.sampleCount).filter {
      $0.width == width && $0.height == height
    }
    hasPalette = !samples.isEmpty
    if hasPalette {
      // Loads the samples one after the other into one plane.
      try palettes.choose(count: samples.count) { [spare] in
        if parameters.isStopped?() == true { throw LayerError(.cancelled, "the film was cancelled") }
        spare.takeOpaque(samples[$0])
        return spare
      }
    }
  }

  deinit { llua_gif_close(gif) }

  var notes: [String] {
    guard clock.dropped > 0 else { return [] }
    return [
      "a GIF shows at most 50 frames a second: \(clock.dropped) of \(parameters.frameCount) frames were left out; "
        + "lower the rate, or write another format"
    ]
  }

  func take(_ frame: Bitmap, duration: Double) throws -> FrameRest? {
    spare.takeOpaque(frame)
    guard let last = pending else {
      _ = clock.next(duration, isNew: true)
      if !hasPalette { try palettes.choose(count: 1) { _ in spare } }
      try start()
      pending = Pending(pixels: spare, rect: spare.whole)
      spare = try PixelPlane(width: frame.width, height: frame.height)
      return nil
    }
    let difference = pixelDifference(last.pixels.pixels, spare.pixels, width: frame.width, height: frame.height)
    guard let units = clock.next(duration, isNew: difference != nil), let difference else { return nil }
    let (disposal, drawn, rect) = disposal(of: last, before: spare, difference)
    let rest = try rest(of: last, drawn, disposal, units)
    pending = Pending(pixels: spare, rect: rect)
    spare = last.pixels
    return rest
  }

  func finish() throws {
    if let last = pending {
      let rest = try rest(of: last, last.rect, .none, clock.last)
      rest.encode()
      try rest.write()
    }
    pending = nil
    try put { llua_gif_end(gif, $0, $1) }
  }

  /// Returns the disposal of a frame that leaves the least area to draw for the next frame. Pixels that vanish must be
  /// removed by the disposal, since a GIF cannot draw transparent pixels.
  ///
  /// - Returns: also the rectangle to draw the frame in, larger if more must be cleared, and that of the next frame.
  private func disposal(of last: Pending, before next: PixelPlane, _ difference: PixelRect) -> (
    Disposal, PixelRect, PixelRect
  ) {
    let pixel = PixelRect(x: 0, y: 0, width: 1, height: 1)
    let vanishing = pixelsVanishing(last.pixels, next)
    var best: (Disposal, PixelRect, PixelRect)?
    var least = Int.max
    func weigh(_ disposal: Disposal, _ drawn: PixelRect, _ rect: PixelRect?) {
      let rect = rect ?? pixel
      let area = rect.area + drawn.area - last.rect.area
      guard area < least else { return }
      least = area
      best = (disposal, drawn, rect)
    }
    if vanishing == nil { weigh(.none, last.rect, difference) }
    if isStarted, vanishing != nil || difference.area > 64, pixelsVanishing(canvas, next) == nil {
      weigh(.restore, last.rect, pixelDifference(canvas.pixels, next.pixels, width: next.width, height: next.height))
    }
    if vanishing != nil {
      let drawn = vanishing.map { last.rect.union($0) } ?? last.rect
      let rect = pixelDifference(
        last.pixels.pixels, next.pixels, width: next.width, height: next.height, cleared: drawn)
      weigh(.clear, drawn, rect)
    }
    return best ?? (.clear, last.rect.union(difference), next.whole)
  }

  private func start() throws {
    var bytes: UnsafePointer<UInt8>?
    var size = 0
    gif = llua_gif_open(
      UInt32(parameters.width), UInt32(parameters.height), llua_palette_colors(palettes.film),
      llua_palette_count(palettes.film),
      Int32(parameters.loopCount), &bytes, &size)
    guard gif != nil else { throw filmMemoryError(parameters.width, parameters.height) }
    try sink(UnsafeRawBufferPointer(start: bytes, count: size))
  }

  /// Returns the remaining work on a frame, once its disposal is known.
  private func rest(of last: Pending, _ rect: PixelRect, _ disposal: Disposal, _ units: Int) throws -> FrameRest {
    let drawing = try GIFDrawing(of: last.pixels, on: canvas, rect)
    canvas.dispose(disposal, rect, of: last.pixels.pixels)
    let isFirst = !isStarted
    isStarted = true
    return FrameRest {
      do {
        let palettes =
          try self.spares.withLock { $0.popLast() }
          ?? GIFPalettes(like: self.palettes, width: self.parameters.width, height: self.parameters.height)
        defer { self.spares.withLock { $0.append(palettes) } }
        try drawing.draw(with: palettes)
      } catch { drawing.failure = error }
    } write: {
      if let failure = drawing.failure { throw failure }
      try self.write(drawing, in: rect, disposal: disposal, units: units, isFirst: isFirst)
    }
  }

  private func write(_ drawing: GIFDrawing, in rect: PixelRect, disposal: Disposal, units: Int, isFirst: Bool)
    throws
  {
    let colors = drawing.colors ?? Array(UnsafeBufferPointer(start: llua_palette_colors(palettes.film), count: 256))
    let count = drawing.colorCount
    llua_indices_show(
      drawing.indices, colors, shown.pixels, disposal == .none ? 1 : 0, UInt32(parameters.width), rect.forC,
      UInt8(count))
    // A delay too long for one frame is divided among several; each but the last is cleared or restored.
    var rest = units
    while rest > 0 {
      let piece = min(rest, 65535)
      rest -= piece
      let after = rest == 0 ? disposal : isFirst ? .clear : .restore
      try put {
        llua_gif_frame(
          gif, rect.forC, drawing.indices, drawing.colors, Int32(count), Int32(piece), after.forC, $0, $1)
      }
    }
    if disposal == .clear { shown.dispose(.clear, rect, of: shown.pixels) }
  }

  private func put(_ make: (UnsafeMutablePointer<UnsafePointer<UInt8>?>, UnsafeMutablePointer<Int>) -> Int32) throws {
    var bytes: UnsafePointer<UInt8>?
    var size = 0
    guard make(&bytes, &size) == LLUA_OK else { throw filmMemoryError(parameters.width, parameters.height) }
    try sink(UnsafeRawBufferPointer(start: bytes, count: size))
  }
}

/// A rectangle of a frame, with its palette indices.
private final class GIFDrawing {
  /// The palette index of each pixel, one byte each.
  let indices: UnsafeMutablePointer<UInt8>
  /// The local palette, 256 colours; nil for the global one.
  private(set) var colors: [UInt32]?
  /// The number of colours in the palette.
  private(set) var colorCount = 0
  var failure: (any Error)?
  private let rect: PixelRect
  /// The frame's pixels, and the canvas under them; freed once drawn.
  private var planes: (pixels: PixelPlane, under: PixelPlane)?

  init(of frame: PixelPlane, on canvas: PixelPlane, _ rect: PixelRect) throws {
    self.rect = rect
    planes = (try PixelPlane(of: frame, in: rect), try PixelPlane(of: canvas, in: rect))
    guard let memory = llua_pixels_allocate(rect.area) else { throw filmMemoryError(frame.width, frame.height) }
    indices = memory.bindMemory(to: UInt8.self, capacity: rect.area)
  }

  deinit { llua_free(indices) }

  func draw(with palettes: GIFPalettes) throws {
    guard let (pixels, under) = planes else { return }
    let own = try palettes.palette(pixels, over: under)
    let palette = own ?? palettes.film
    colorCount = Int(llua_palette_count(palette))
    if own != nil { colors = Array(UnsafeBufferPointer(start: llua_palette_colors(palette), count: 256)) }
    llua_palette_draw(palette, pixels.pixels, under.pixels, rect.forC, UInt8(colorCount), indices)
    planes = nil
  }
}

/// Returns the smallest rectangle around the pixels that are visible in one plane and transparent in the next; nil if
/// there are none.
private func pixelsVanishing(_ a: PixelPlane, _ b: PixelPlane) -> PixelRect? {
  var r = llua_rect()
  guard llua_vanishing(a.pixels, b.pixels, UInt32(a.width), UInt32(a.height), &r) != 0 else { return nil }
  return PixelRect(x: Int(r.x), y: Int(r.y), width: Int(r.width), height: Int(r.height))
}

extension PixelPlane {
  var whole: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }

  /// Copies a bitmap with binary alpha: transparent if less than half opaque, else opaque.
  fileprivate func takeOpaque(_ bitmap: Bitmap) {
    withExtendedLifetime(bitmap) { llua_threshold(bitmap.pixels.baseAddress, pixels, width * height) }
  }
}
