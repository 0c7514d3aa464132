import CProcesses
import Geometry
import LayerModel
import LayerRendering

/// A film's frames. What is nil follows from the layer and the file.
public struct FilmSettings: Sendable, Equatable {
  /// Frames per second. Default 60, in a GIF 50 (which is its most).
  public var fps: Double?
  /// The time of the first frame, in seconds. Default the script's current time.
  public var from: Double?
  /// Seconds. Default: until the last animation that has an end is over.
  public var duration: Double?
  /// Which frames are drawn, such as `0-119,200-`; the first is 0. Default all.
  public var frames: String?

  public init(fps: Double? = nil, from: Double? = nil, duration: Double? = nil, frames: String? = nil) {
    self.fps = fps
    self.from = from
    self.duration = duration
    self.frames = frames
  }

  /// Whether nothing is asked for.
  public var isEmpty: Bool { self == FilmSettings() }

  /// - Throws: `EngineError` of kind `usage` for frames that are none.
  public func check() throws(EngineError) { _ = try options() }

  func options() throws(EngineError) -> FilmOptions {
    var options = FilmOptions(framesPerSecond: fps, start: from, duration: duration)
    if let frames {
      do { options.frames = try FrameList(frames) } catch { throw EngineError(.usage, "frames: \(error)") }
    }
    return options
  }
}

/// How far a film is.
public struct FilmProgress: Sendable {
  /// Frames that are done.
  public var finished: Int
  public var total: Int
}

extension Engine {
  /// Whether a path is that of a film, or of a film's frames as numbered pictures, such as `frame-{0000}.png`. A `.webp` is when film settings are
  /// given.
  ///
  /// - Throws: `EngineError` of kind `usage` when film settings are given and the path is that of a single picture.
  public static func isFilm(_ path: String, _ film: FilmSettings = FilmSettings()) throws(EngineError) -> Bool {
    try film.check()
    do throws(RenderingError) { return try LayerRenderer.isFilm(path, isAskedFor: !film.isEmpty) } catch {
      throw EngineError(.usage, error.message)
    }
  }

  /// Draws a film of a layer into a file, or its frames into numbered pictures.
  ///
  /// The extension says what it is: `.mp4` and `.webm` (by the program ffmpeg, which has to be installed), `.webp`, `.gif`, `.apng`; or pictures such as
  /// `frame-{0000}.png`, where the zeros stand for the frame's number. The next frames are made ready while others are drawn and encoded. A film
  /// takes its name when it is complete: a failure leaves an old file as it was.
  ///
  /// - Parameters:
  ///   - settings: of the pictures; `time` does not count.
  ///   - progress: called on this thread now and then; false ends the film, which then vanishes.
  /// - Returns: false when `progress` ended it.
  /// - Throws: `EngineError`.
  @discardableResult public func film(
    of layer: Layer, to path: String, _ film: FilmSettings = FilmSettings(), _ settings: RenderSettings = RenderSettings(),
    _ file: PictureOptions = PictureOptions(), progress: (FilmProgress) -> Bool = { _ in true }
  ) throws(EngineError) -> Bool {
    guard try Engine.isFilm(path, film) else {
      throw EngineError(.usage, "\"\(path)\" is a single picture: give film settings, or write it with picture(of:) and write(_:to:)")
    }
    let film = try film.options()
    let options = try renderOptions(settings, layer)
    do {
      try renderer.writeFilm(of: layer, to: path, options, film, file) { finished, total in
        guard progress(FilmProgress(finished: finished, total: total)) else { throw CancelledFilm() }
      }
      return true
    } catch is CancelledFilm { return false } catch { throw explained(error) }
  }

  /// For programs: from now on SIGINT, SIGTERM, SIGHUP and SIGQUIT remove half-written files and end ffmpeg before they end the process. Signals that are
  /// ignored or have a handler stay as they are.
  public static func cleanUpOnSignals() { llua_cleanup_on_signals() }

  /// What goes to standard error first when such a signal comes, such as the line break after a progress bar; kept for good.
  package static func setFarewell(_ text: StaticString) {
    llua_cleanup_set_farewell(UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self))
  }
}

private struct CancelledFilm: Error {}
