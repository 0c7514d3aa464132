// SPDX-License-Identifier: MIT
import CProcesses
import Geometry
import LayerModel
import LayerRendering

/// A film's frames in the program's options; embedders use `FilmOptions`.
package struct FilmSettings: Sendable, Equatable {
  package var fps: Double?
  package var from: Double?
  package var duration: Double?
  /// Such as `0-119,200-`.
  package var frames: String?

  package init(fps: Double? = nil, from: Double? = nil, duration: Double? = nil, frames: String? = nil) {
    self.fps = fps
    self.from = from
    self.duration = duration
    self.frames = frames
  }

  /// Whether nothing is requested.
  package var isEmpty: Bool { self == FilmSettings() }

  /// - Throws: `EngineError` of kind `usage` for values that no film can have.
  package func check() throws(EngineError) {
    if let problem = try options().problem { throw EngineError(.usage, problem.message) }
  }

  package func options() throws(EngineError) -> FilmOptions {
    var options = FilmOptions(framesPerSecond: fps, start: from, duration: duration)
    if let frames {
      do { options.frames = try FrameList(frames) } catch { throw EngineError(.usage, "frames: \(error)") }
    }
    return options
  }
}

/// The progress of a film.
public struct FilmProgress: Sendable {
  /// The number of finished frames.
  public var finished: Int
  public var total: Int
}

extension Engine {
  /// Draws a film of a layer into a file, or its frames into numbered pictures.
  ///
  /// The extension gives the kind: `.mp4` and `.webm` (by the program ffmpeg, which has to be installed), `.webp`,
  /// `.gif`, `.apng`; or pictures such as `frame-{0000}.png`, where the zeros stand for the frame's number. The next
  /// frames are prepared while others are drawn and encoded. A film takes its name when it is complete: a failure
  /// leaves an old file as it was.
  ///
  /// - Parameters:
  ///   - path: relative to the configuration's `workingDirectory`, and in a place where scripts may write.
  ///   - options: of the pictures; `time` is ignored.
  ///   - progress: called on this thread now and then, and at last when all frames are done; false ends the film, whose
  ///     file is then removed.
  /// - Returns: false when `progress` ended it.
  /// - Throws: as `render`; of kind `usage` for options that are out of range, a film without an end, and a name that
  ///   may not be written; `file` or `passing` when it cannot be written, `missing` without ffmpeg.
  @discardableResult public func film(
    of layer: Layer, to path: String, _ film: FilmOptions = FilmOptions(), _ options: RenderOptions = RenderOptions(),
    _ file: PictureOptions = PictureOptions(), progress: (FilmProgress) -> Bool = { _ in true }
  ) throws(EngineError) -> Bool {
    try check(options)
    _ = try pixelSize(of: layer, options)
    do { _ = try renderer.filmPlan(of: layer, to: path, film) } catch { throw wrongUse(error) }
    return try makeFilm(of: layer, to: path, film, options, file, wrong: .usage, progress: progress)
  }

  /// - Parameter wrong: the kind of error for a name that may not be written, and the like.
  private func makeFilm(
    of layer: Layer, to path: String, _ film: FilmOptions, _ options: RenderOptions, _ file: PictureOptions,
    wrong: EngineError.Kind,
    progress: (FilmProgress) -> Bool
  ) throws(EngineError) -> Bool {
    try working {
      do {
        try renderer.writeFilm(of: layer, to: path, options, film, file) { finished, total in
          try checkInterruption()
          guard progress(FilmProgress(finished: finished, total: total)) else { throw CancelledFilm() }
        }
        return true
      } catch is CancelledFilm {
        return false
      } catch let error as LayerError where error.kind == .invalid || error.kind == .unsupported {
        // The file is the host's; errors of the tree and of a script in a hook are `ScriptError`s.
        throw EngineError(wrong, error.message)
      }
    }
  }

  /// Whether a path is that of a film, or of a film's frames as numbered pictures, such as `frame-{0000}.png`. A
  /// `.webp` is one when film settings are given.
  ///
  /// - Throws: `EngineError` of kind `usage` when film settings are given and the path is that of a single picture.
  package static func isFilm(_ path: String, _ film: FilmSettings = FilmSettings()) throws(EngineError) -> Bool {
    try film.check()
    do throws(LayerError) { return try LayerRenderer.isFilm(path, isAskedFor: !film.isEmpty) } catch {
      throw EngineError(.usage, error.message)
    }
  }

  /// Whether a path is that of a film which the program ffmpeg makes.
  package static func isMadeByFFmpeg(_ path: String) -> Bool {
    if case .film(let format)? = try? FilmTarget(path) { return format.needsFFmpeg }
    return false
  }

  /// Makes a film for the program, whose options are text.
  @discardableResult package func film(
    of layer: Layer, to path: String, _ film: FilmSettings, _ settings: RenderSettings, quality: Double? = nil,
    progress: (FilmProgress) -> Bool = { _ in true }
  ) throws(EngineError) -> Bool {
    let options = try renderOptions(settings, layer)
    return try makeFilm(
      of: layer, to: path, try film.options(), options, PictureOptions(quality: quality), wrong: .script,
      progress: progress)
  }

  /// Draws every frame of a film and discards it, to measure drawing alone.
  package func drawFilm(of layer: Layer, _ film: FilmSettings, _ settings: RenderSettings) throws(EngineError) {
    let film = try film.options()
    let options = try renderOptions(settings, layer)
    try working { try renderer.drawFilm(of: layer, options, film) }
  }

  /// For programs: from now on SIGINT, SIGTERM, SIGHUP and SIGQUIT remove half-written files and end ffmpeg before they
  /// end the process. Signals that are ignored or have a handler stay as they are.
  public static func cleanUpOnSignals() { llua_cleanup_on_signals() }

  /// Sets the text that is written to standard error first when such a signal comes, such as the line break after a
  /// progress bar; kept permanently.
  package static func setFarewell(_ text: StaticString) {
    llua_cleanup_set_farewell(UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self))
  }
}

private struct CancelledFilm: Error {}
