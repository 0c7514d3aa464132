// SPDX-License-Identifier: MIT
import Outputs
import Pixels
import Synchronization
import Wording

extension FilmCodec {
  /// The format's name as people write it.
  package var name: String { format.name }

  /// The number of `samples`, frames spread over the film, that an encoder uses.
  package var sampleCount: Int { self == .gif ? 8 : 0 }

  /// The longest side of a film, in pixels.
  package var maximumSide: Int {
    switch self {
    case .apng: Bitmap.maximumSide
    case .gif: min(65535, Bitmap.maximumSide)
    case .webp: 16383
    }
  }

  /// The largest number of plays that the format can store.
  var maximumLoopCount: Int {
    switch self {
    case .apng: 0x7FFF_FFFF
    case .gif: 65536
    case .webp: 65535
    }
  }
}

/// The parameters that an encoder receives before the first frame.
package struct FilmParameters: Sendable {
  /// The size of every frame, in pixels.
  package var width: Int
  package var height: Int
  /// The number of frames to come.
  package var frameCount: Int
  /// The number of times that the film plays; 0 is forever.
  package var loopCount = 0
  /// 0…1 for WebP, nil is 0.9; 1 is lossless unless `isLossless` is false. APNG is always lossless, GIF always has the
  /// best quality it can.
  package var quality: Double?
  /// Whether a WebP keeps every pixel exactly.
  package var isLossless: Bool?
  /// Pixels per point.
  package var scale = 1.0
  /// Whether no frame will be translucent, which makes an APNG smaller: a translucent frame is then an error. The other
  /// formats ignore it.
  package var isOpaque = false
  /// Called now and then during long work of an encoder: true ends the film with an error.
  package var isStopped: (@Sendable () -> Bool)?
  /// Some frames spread over the film, `FilmCodec.sampleCount` of them or fewer, for a GIF's palette.
  package var samples: [Bitmap] = []

  package init(width: Int, height: Int, frameCount: Int) {
    self.width = width
    self.height = height
    self.frameCount = frameCount
  }
}

extension FilmCodec {
  /// The most memory that an encoder holds for the whole film, in bytes, without the frames it was given: planes of
  /// pixels that it compares and draws on, and the file's bytes.
  package func encoderMemory(width: Int, height: Int) -> Int {
    let perPixel =
      switch self {
      // Three planes, a frame that waits, and the file's bytes.
      case .gif: 18
      // A plane, a frame that waits, and the compressed bytes.
      case .apng: 12
      case .webp: 8
      }
    return width * height * perPixel + (self == .gif ? 4 << 20 : 1 << 20)
  }

  /// The most memory for a frame while it is encoded: copies of its pixels, and the codec's memory, as measured with
  /// pictures of noise.
  package func frameMemory(width: Int, height: Int, isLossless: Bool) -> Int {
    let perPixel =
      switch self {
      // Its pixels, those under it, and indices.
      case .gif: 9
      // Those under it, what is blended, filtered rows twice, and the compressed bytes.
      case .apng: 20
      case .webp: isLossless ? 44 : 20
      }
    return width * height * perPixel + (self == .gif ? 4 << 20 : 1 << 20)
  }
}

/// What is left to do when a film has taken a frame. Everything that depends on other frames has been decided.
package struct FrameRest {
  /// The work that needs no order: on any thread, beside that of other frames. What fails is thrown by `write`.
  package let encode: () -> Void
  /// Gives bytes to the sink: in the frames' order, after `encode`, on one thread at a time.
  package let write: () throws -> Void

  package init(encode: @escaping () -> Void, write: @escaping () throws -> Void) {
    self.encode = encode
    self.write = write
  }
}

/// Takes the frames of a film in order and gives the bytes of its file to a sink. Used on one thread at a time, any
/// thread, but for what `take` leaves.
///
/// After an error, its own or the sink's, every call throws that error again: the film cannot be finished.
package protocol FilmEncoder: AnyObject {
  /// Adds a frame of the announced size that shows for `duration` seconds. A frame equal to the one before makes that
  /// one show longer.
  ///
  /// - Returns: what is left to do, often for a frame before it; nil for nothing. The next frames may be taken first.
  func take(_ frame: Bitmap, duration: Double) throws -> FrameRest?
  /// Writes the rest of the file. All announced frames must have come, and what they left must be done.
  func finish() throws
  /// Cancels the film: a call that is running ends soon with an error, where a codec can be interrupted. May be called
  /// from any thread.
  func cancel()
  /// Remarks for the user on the finished film, as sentences in lower case; usually nothing.
  var notes: [String] { get }
}

extension FilmEncoder {
  /// Adds a frame and does all that there is to do for it.
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
///   - sink: takes the file's bytes piece by piece; its error ends the film.
///   - rewrite: writes over bytes that the sink was given, at an offset from the first one. Without it, as for a pipe,
///     an APNG keeps equal frames as frames of one pixel, since the file's start has their number, and a WebP is passed
///     in one piece at the end, since its start has its length.
/// - Throws: `LayerError` for wrong parameters, and when a library is not installed.
package func makeFilmEncoder(
  _ format: FilmCodec, _ parameters: FilmParameters, sink: @escaping (UnsafeRawBufferPointer) throws -> Void,
  rewrite: ((_ offset: Int, UnsafeRawBufferPointer) throws -> Void)? = nil
) throws -> any FilmEncoder {
  let p = parameters
  let side = format.maximumSide
  guard p.width > 0, p.height > 0, p.width <= side, p.height <= side, p.width * p.height <= Bitmap.maximumPixels else {
    throw LayerError(
      .unsupported,
      "a film of \(p.width)×\(p.height) pixels is not possible as \(format.name): each side must be 1 to \(side)"
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

/// An encoder of one format; frames and calls have already been checked.
protocol FilmFile: AnyObject {
  func take(_ frame: Bitmap, duration: Double) throws -> FrameRest?
  func finish() throws
  func cancel()
  var notes: [String] { get }
}

extension FilmFile {
  func cancel() {}
}

/// The rules that all formats share.
private final class CheckedFilm: FilmEncoder {
  private var parameters: FilmParameters
  private let file: any FilmFile
  private let mustBeOpaque: Bool
  private var count = 0
  // A frame may be taken while one before it is written.
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
        throw LayerError(.unsupported, "the film has all its \(p.frameCount) frames; another one came")
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
        throw LayerError(.unsupported, "frame \(count) is translucent, though the film was said to be opaque")
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
        throw LayerError(.unsupported, "the film was to have \(parameters.frameCount) frames, but only \(count) came")
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
