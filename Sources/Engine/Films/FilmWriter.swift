// SPDX-License-Identifier: MIT
import Formats
import ImageFiles
import Messages
import Numbers
import Pixels
import Raster
import Sandbox
import SystemC

/// A frame in the form that its encoder takes.
package enum PreparedFrame: Sendable {
  case bitmap(Bitmap)
  case video(VideoFrame)
}

/// Thrown for a translucent frame in a film that was declared opaque; the film must then be written again.
package struct TranslucentFrame: Error {}

/// Writes a film file frame by frame, in order, under a temporary name, and renames it at the end.
///
/// `prepare` and `cancel` may be called on any thread; everything else on one thread at a time, except for the
/// `FrameRest` that `take` returns.
package final class FilmWriter: @unchecked Sendable {
  // Unchecked: see the threading rule above.
  package struct Parameters: Sendable {
    /// The parameters of the encoder.
    package var film: FilmParameters
    package var framesPerSecond: Double
    /// The colour behind the frames if the format has no alpha; nil is white.
    package var background: Color?
    /// The option for the size of a film, as messages name it.
    package var sizeOption = "size"
    /// The sounds, for an encoder of ffmpeg; nil for a silent film.
    package var audio: FilmAudio?

    package init(_ film: FilmParameters, framesPerSecond: Double) {
      self.film = film
      self.framesPerSecond = framesPerSecond
    }
  }

  private let format: FileFormat
  private var parameters: Parameters
  private let file: TemporaryFile?
  private let special: SpecialFile?
  private let encoder: (any FilmEncoder)?
  private let ffmpeg: FFmpeg?
  private var frameCount = 0

  /// - Parameters:
  ///   - target: the resolved path, which may be written.
  ///   - name: the name as it was given, for messages.
  ///   - isNamed: true if the host named exactly this file, which may then be a pipe or a device.
  /// - Throws: `LayerError`.
  package init(target: String, name: String, isNamed: Bool = true, format: FileFormat, _ parameters: Parameters)
    throws
  {
    let writer = try format.filmWriter()
    self.format = format
    self.parameters = parameters
    // Only the encoder needs the samples from here on.
    self.parameters.film.samples = []
    if case .pages = writer { throw LayerError("cannot write \"\(name)\": pages are drawn from layers") }
    let special = try SpecialFile(target, name: name, isNamed: isNamed, isStopped: parameters.film.isStopped)
    self.special = special
    let codec: FilmCodec
    switch writer {
    case .codec(let own): codec = own
    // Rejected above.
    case .pages: codec = .apng
    case .ffmpeg(let video):
      if special != nil {
        throw LayerError(
          "cannot write \"\(name)\": ffmpeg writes to files only, and this is a pipe or a device")
      }
      let file = try TemporaryFile(for: target, name: name)
      ffmpeg = try FFmpeg(
        FilmWriter.arguments(video, format.fileExtension, parameters, path: file.path), name: name)
      encoder = nil
      self.file = file
      return
    }
    ffmpeg = nil
    let file = special == nil ? try TemporaryFile(for: target, name: name) : nil
    self.file = file
    let film = parameters.film
    do {
      if let file {
        encoder = try makeFilmEncoder(
          codec, film, sink: { try file.write($0) }, rewrite: { try file.write($1, at: $0) })
      } else {
        encoder = try makeFilmEncoder(
          codec, film,
          sink: { bytes in
            try special?.write(bytes)
          })
      }
    } catch {
      throw imageError(error, "cannot write \"\(name)\"")
    }
  }

  /// Creates a writer for a film in memory.
  ///
  /// - Parameter name: the name in messages.
  package init(into bytes: FilmBytes, name: String, format: FileFormat, _ parameters: Parameters) throws {
    self.format = format
    self.parameters = parameters
    self.parameters.film.samples = []
    (file, special, ffmpeg) = (nil, nil, nil)
    guard case .codec(let codec) = try format.filmWriter() else {
      throw LayerError("cannot write \"\(name)\": its encoder writes files")
    }
    do {
      encoder = try makeFilmEncoder(
        codec, parameters.film, sink: { bytes.append($0) }, rewrite: { bytes.replace($1, at: $0) })
    } catch { throw imageError(error, "cannot write \"\(name)\"") }
  }

  /// Creates a writer for a file in a folder that may be written.
  package convenience init(path: String, format: FileFormat, _ parameters: Parameters, files: FileAccess) throws {
    try self.init(target: try files.pathForWriting(path), name: path, format: format, parameters)
  }

  /// Converts a frame to the form that the encoder takes; frames may be prepared in any order.
  ///
  /// - Throws: `LayerError`, of kind `limit` if memory is short.
  package static func prepare(_ bitmap: Bitmap, _ format: FileFormat, _ parameters: Parameters) throws
    -> PreparedFrame
  {
    do { return try prepared(bitmap, format, parameters) } catch let error as BitmapError {
      throw LayerError(.limit, "a frame of the film: \(error.message)")
    }
  }

  private static func prepared(_ bitmap: Bitmap, _ format: FileFormat, _ parameters: Parameters) throws
    -> PreparedFrame
  {
    guard bitmap.width == parameters.film.width, bitmap.height == parameters.film.height else {
      throw LayerError(
        "the frames of a film have one size: the first has \(parameters.film.width)×\(parameters.film.height) pixels, "
          + "this one \(bitmap.width)×\(bitmap.height); give a size (\(parameters.sizeOption))")
    }
    if parameters.film.isOpaque, format.alpha == .keptWhereNeeded, !bitmap.isOpaque { throw TranslucentFrame() }
    switch try format.filmWriter() {
    case .codec, .pages: return .bitmap(bitmap)
    case .ffmpeg(.h264):
      return .video(
        try VideoFrame(
          bitmap, width: even(parameters.film.width), height: even(parameters.film.height), hasAlpha: false,
          background: parameters.background ?? Color(white: 1, alpha: 1)))
    case .ffmpeg(.vp9):
      return .video(
        try VideoFrame(
          bitmap, width: parameters.film.width, height: parameters.film.height, hasAlpha: !parameters.film.isOpaque,
          background: parameters.background ?? Color(white: 1, alpha: 1)))
    }
  }

  /// Adds a frame that `prepare` returned for the same format and parameters.
  ///
  /// - Returns: the remaining work, as `FilmEncoder.take` returns it.
  package func take(_ frame: PreparedFrame) throws -> FrameRest? {
    let number = frameCount
    frameCount += 1
    switch frame {
    case .bitmap(let bitmap):
      func explained<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch { throw imageError(error, "frame \(number) of the film") }
      }
      let rest = try explained { try encoder?.take(bitmap, duration: 1 / parameters.framesPerSecond) }
      return rest.map { rest in FrameRest(encode: rest.encode) { try explained(rest.write) } }
    case .video(let video):
      try ffmpeg?.write(video.bytes)
      return nil
    }
  }

  /// Adds a frame and completes all work for it.
  package func append(_ bitmap: Bitmap) throws {
    guard let rest = try take(try FilmWriter.prepare(bitmap, format, parameters)) else { return }
    rest.encode()
    try rest.write()
  }

  /// Writes the end of the film and renames the file into place.
  ///
  /// - Parameter check: called periodically meanwhile; its error abandons the film.
  /// - Returns: remarks on the film for the user, usually none.
  @discardableResult package func finish(check: () throws -> Void = {}) throws -> [String] {
    do { try encoder?.finish() } catch { throw imageError(error, "the film") }
    try ffmpeg?.finish(check: check)
    try file?.commit()
    return encoder?.notes ?? []
  }

  /// Interrupts a running write that waits for another program or a codec. The file is removed with the writer.
  package func cancel() {
    ffmpeg?.stop()
    encoder?.cancel()
  }

  /// Rounds up to an even number, since H.264's 4:2:0 chroma needs even sizes.
  package static func even(_ side: Int) -> Int { side + side % 2 }

  /// Returns ffmpeg's arguments. The number of threads is fixed, since the bytes of an H.264 film depend on it.
  private static func arguments(
    _ video: FileFormat.VideoEncoder, _ container: String, _ parameters: Parameters, path: String
  ) -> [String] {
    let film = parameters.film
    let isH264 = video == .h264
    let width = isH264 ? even(film.width) : film.width
    let height = isH264 ? even(film.height) : film.height
    let alpha = !isH264 && !film.isOpaque
    let quality = min(max(film.quality ?? 0.9, 0), 1)
    var list = [
      "-hide_banner", "-nostdin", "-loglevel", "error", "-y", "-f", "rawvideo", "-pixel_format",
      alpha ? "yuva420p" : "yuv420p", "-video_size", "\(width)x\(height)", "-framerate",
      "\(parameters.framesPerSecond)", "-i", "pipe:0",
    ]
    if let audio = parameters.audio { list += audio.inputs }
    list += ["-map_metadata", "-1", "-fflags", "+bitexact", "-flags:v", "+bitexact"]
    if let audio = parameters.audio { list += audio.output(video) }
    if isH264 {
      // Quality 0.7 maps to 23, x264's default.
      let rate = ((40 - quality * 17 / 0.7) * 10).rounded() / 10
      list += [
        "-c:v", "libx264", "-preset", "veryfast", "-crf", "\(max(rate, 1))", "-pix_fmt", "yuv420p", "-threads", "6",
      ]
      list += ["-movflags", "+faststart"]
    } else {
      // Quality 0.7 maps to 31, which the codec's guide recommends for 1080p.
      let rate = Int(clamping: (59 - quality * 40).rounded())
      list += [
        "-c:v", "libvpx-vp9", "-crf", "\(rate)", "-b:v", "0", "-deadline", "good", "-cpu-used", "4", "-row-mt", "1",
        "-threads", "6",
      ]
      list += ["-pix_fmt", alpha ? "yuva420p" : "yuv420p"]
      if alpha { list += ["-auto-alt-ref", "0"] }
    }
    list += ["-color_range", "tv", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"]
    return list + ["-f", container, path]
  }
}
