// SPDX-License-Identifier: MIT
import Formats
import Messages
import Pixels
import Synchronization

extension FilmCodec {
  /// The format's usual name.
  package var name: String { format.name }

  /// The number of `samples` that an encoder uses.
  package var sampleCount: Int { self == .gif ? 8 : 0 }

  /// True if no byte changes once it was passed to the sink. An APNG's number of frames and a WebP's length stand at
  /// the start of the file and are known at its end; an APNG that was begun as opaque may begin anew.
  package var isWrittenInOrder: Bool { self == .gif }

  /// The maximum width and height of a film, in pixels.
  package var maximumSide: Int {
    switch self {
    case .apng: Bitmap.maximumSide
    case .gif: min(65535, Bitmap.maximumSide)
    case .webp: 16383
    }
  }

  /// The maximum loop count that the format can store.
  var maximumLoopCount: Int {
    switch self {
    case .apng: 0x7FFF_FFFF
    case .gif: 65536
    case .webp: 65535
    }
  }
}

/// Parameters of an encoder, fixed before the first frame.
package struct FilmParameters: Sendable {
  /// The size of every frame, in pixels.
  package var width: Int
  package var height: Int
  /// The exact number of frames that will be added.
  package var frameCount: Int
  /// The number of times the film plays; 0 loops forever.
  package var loopCount = 0
  /// 0…1 for WebP; nil is 0.9. 1 is lossless unless `isLossless` is false. APNG is always lossless; GIF always uses its
  /// best quality.
  package var quality: Double?
  /// True if a WebP keeps every pixel exactly; nil decides by `quality`.
  package var isLossless: Bool?
  /// The encoder's effort for WebP, from 0 (fastest) to 6 (smallest). 2 takes half to two thirds of the time of 4,
  /// libwebp's default, for files that are mostly at most a tenth larger.
  package var effort = 2
  /// Pixels per point.
  package var scale = 1.0
  /// True if no frame is translucent, which makes an APNG smaller; a translucent frame is then an error. The other
  /// formats ignore it.
  package var isOpaque = false
  /// Polled periodically during long work; returning true ends the film with an error.
  package var isStopped: (@Sendable () -> Bool)?
  /// At most `FilmCodec.sampleCount` frames spread over the film, for a GIF's palette.
  package var samples: [Bitmap] = []

  package init(width: Int, height: Int, frameCount: Int) {
    self.width = width
    self.height = height
    self.frameCount = frameCount
  }
}

extension FilmCodec {
  /// The maximum memory of an encoder for the whole film, in bytes: planes of pixels to compare and draw on, and the
  /// file's bytes. The given frames are not included.
  package func encoderMemory(width: Int, height: Int) -> Int {
    let perPixel =
      switch self {
      // Three planes, a pending frame, and the file's bytes.
      case .gif: 18
      // A plane, a pending frame, and the compressed bytes.
      case .apng: 12
      case .webp: 8
      }
    return width * height * perPixel + (self == .gif ? 4 << 20 : 1 << 20)
  }

  /// The maximum memory for a frame while it is encoded, in bytes: copies of its pixels, and the codec's memory, as
  /// measured with noise pictures.
  package func frameMemory(width: Int, height: Int, isLossless: Bool) -> Int {
    let perPixel =
      switch self {
      // Its pixels, the pixels under it, and indices.
      case .gif: 9
      // The pixels under it, the blended pixels, filtered rows twice, and the compressed bytes.
      case .apng: 20
      case .webp: isLossless ? 44 : 20
      }
    return width * height * perPixel + (self == .gif ? 4 << 20 : 1 << 20)
  }
}

/// The remaining work on a frame that a film has taken. All decisions that depend on other frames have been made.
package struct FrameRest {
  /// The order-independent work; may run on any thread, concurrently with other frames. Its errors are thrown by
  /// `write`.
  package let encode: () -> Void
  /// Passes bytes to the sink. Must be called in frame order, after `encode`, on one thread at a time.
  package let write: () throws -> Void

  package init(encode: @escaping () -> Void, write: @escaping () throws -> Void) {
    self.encode = encode
    self.write = write
  }
}

/// Encodes the frames of a film in order and passes the bytes of its file to a sink. May be used on any thread, but on
/// only one at a time, except for the work returned by `take`.
///
/// After an error, its own or the sink's, every call throws that error again: the film cannot be finished.
package protocol FilmEncoder: AnyObject {
  /// Adds a frame of the given size that shows for `duration` seconds. A frame equal to the previous one extends that
  /// one's duration.
  ///
  /// - Returns: the remaining work, often for an earlier frame; nil if there is none. The next frames may be taken
  ///   first.
  func take(_ frame: Bitmap, duration: Double) throws -> FrameRest?
  /// Writes the rest of the file. All frames must have been added, and their remaining work done.
  func finish() throws
  /// Cancels the film: a running call soon ends with an error if the codec can be interrupted. Thread-safe.
  func cancel()
  /// Remarks for the user about the finished film, as sentences in lower case; usually empty.
  var notes: [String] { get }
}

extension FilmEncoder {
  /// Adds a frame and does its remaining work.
  package func append(_ frame: Bitmap, duration: Double) throws {
    guard let rest = try take(frame, duration: duration) else { return }
    rest.encode()
    try rest.write()
  }
}

/// Makes an encoder.
///
/// Memory does not grow with the number of frames, except for a WebP without `rewrite`, whose encoded bytes are kept.
///
/// - Parameters:
///   - sink: receives the file's bytes in pieces; its error ends the film.
///   - rewrite: overwrites bytes already passed to the sink, at an offset from the first one. Without it, as for a
///     pipe, an APNG keeps equal frames as frames of one pixel, since the number of frames is at the file's start, and
///     a WebP is passed in one piece at the end, since its length is at the start.
/// - Throws: `LayerError` for wrong parameters, and if a library is not installed.
package func makeFilmEncoder(
  _ format: FilmCodec, _ parameters: FilmParameters, sink: @escaping (UnsafeRawBufferPointer) throws -> Void,
  rewrite: ((_ offset: Int, UnsafeRawBufferPointer) throws -> Void)? = nil
) throws -> any FilmEncoder {
  let p = parameters
  let side = format.maximumSide
  guard p.width > 0, p.height > 0, p.width <= side, p.height <= side, p.width * p.height <= Bitmap.maximumPixels else {
    throw LayerError(
      .unsupported,
      "a film of \(p.width)×\(p.height) pixels cannot be written as \(format.name): each side must be 1 to \(side)"
        + (max(p.width, p.height) <= side && min(p.width, p.height) > 0
          ? ", \(Bitmap.maximumPixels) pixels in all" : ""))
  }
  guard p.frameCount > 0, p.frameCount <= 0x7FFF_FFFF else {
    throw LayerError(.unsupported, "a film must have 1 to \(0x7FFF_FFFF) frames, got \(p.frameCount)")
  }
  guard p.loopCount >= 0, p.loopCount <= format.maximumLoopCount else {
    throw LayerError(
      .unsupported,
      "a film must play 1 to \(format.maximumLoopCount) times as \(format.name), or 0 for ever, got \(p.loopCount)")
  }
  if let quality = p.quality, !(quality >= 0 && quality <= 1) {
    throw LayerError(.unsupported, "a film's quality must be 0 to 1, got \(quality)")
  }
  switch format {
  case .apng: return CheckedFilm(p, try APNGFilm(p, sink: sink, rewrite: rewrite), mustBeOpaque: p.isOpaque)
  case .gif: return CheckedFilm(p, try GIFFilm(p, sink: sink))
  case .webp: return CheckedFilm(p, try WebPFilm(p, sink: sink, rewrite: rewrite))
  }
}

/// The encoder of one format; frames and call order are already checked.
protocol FilmFile: AnyObject {
  func take(_ frame: Bitmap, duration: Double) throws -> FrameRest?
  func finish() throws
  func cancel()
  var notes: [String] { get }
}

extension FilmFile {
  func cancel() {}
}

/// Checks the rules common to all formats.
private final class CheckedFilm: FilmEncoder {
  private var parameters: FilmParameters
  private let file: any FilmFile
  private let mustBeOpaque: Bool
  private var count = 0
  // Locked, because a frame may be taken while an earlier one is written.
  private let failure = Mutex<(any Error)?>(nil)
  private var isFinished = false

  init(_ parameters: FilmParameters, _ file: any FilmFile, mustBeOpaque: Bool = false) {
    self.mustBeOpaque = mustBeOpaque
    self.parameters = parameters
    self.parameters.samples = []
    self.file = file
  }

  var notes: [String] { file.notes }
  func cancel() { file.cancel() }

  func take(_ frame: Bitmap, duration: Double) throws -> FrameRest? {
    let rest = try guarded {
      let p = parameters
      guard !isFinished, count < p.frameCount else {
        throw LayerError(.unsupported, "the film has all its \(p.frameCount) frames; got another one")
      }
      guard frame.width == p.width, frame.height == p.height else {
        throw LayerError(
          .unsupported, "frame \(count) has \(frame.width)×\(frame.height) pixels, the film has \(p.width)×\(p.height)")
      }
      guard duration > 0, duration <= 1e6 else {
        throw LayerError(
          .unsupported, "frame \(count) must show for more than 0 and at most 1000000 seconds, got \(duration)")
      }
      guard !mustBeOpaque || frame.isOpaque else {
        throw LayerError(.unsupported, "frame \(count) is translucent, though the film was declared opaque")
      }
      defer { count += 1 }
      return try file.take(frame, duration: duration)
    }
    return rest.map { rest in FrameRest(encode: rest.encode) { try self.guarded(rest.write) } }
  }

  func finish() throws {
    try guarded {
      guard !isFinished else { return }
      guard count == parameters.frameCount else {
        throw LayerError(.unsupported, "the film should have \(parameters.frameCount) frames, but only \(count) came")
      }
      try file.finish()
      isFinished = true
    }
  }

  private func guarded<Result>(_ body: () throws -> Result) throws -> Result {
    if let failure = failure.withLock({ $0 }) { throw failure }
    do { return try body() } catch {
      failure.withLock { $0 = error }
      throw error
    }
  }
}

func filmMemoryError(_ width: Int, _ height: Int) -> LayerError {
  LayerError(.limit, "there is not enough memory to write a film of \(width)×\(height) pixels: make it smaller")
}
