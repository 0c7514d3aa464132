// SPDX-License-Identifier: MIT
import CProcesses
import Films
import Formats
import Geometry
import LayerModel
import LayerRendering
import Sandbox

extension Engine {
  /// Renders a film of a layer into a file, or its frames into numbered picture files.
  ///
  /// ```swift
  /// try engine.write(card, to: "card.mp4", FilmOptions(duration: 2, framesPerSecond: 30)) { $0.fraction < 0.5 }
  /// ```
  /// The extension selects the format: `.mp4` and `.webm` (which require the program ffmpeg), `.webp`, `.gif` or
  /// `.apng`; or numbered pictures such as `frame-{0000}.png`, where the zeros are replaced by the frame number. Frames
  /// are prepared, drawn and encoded concurrently. A film is renamed into place when it is complete, so a failure
  /// leaves an existing file unchanged.
  ///
  /// - Parameters:
  ///   - path: relative to the configuration's `workingDirectory`, else to the process's; must lie in it or in one of
  ///     `writableDirectories`. Missing folders are created.
  ///   - progress: called periodically on this thread, and finally when all frames are done. Returning false abandons
  ///     the film and removes its file.
  /// - Returns: false if `progress` abandoned the film.
  /// - Throws: as `render`; of kind `usage` for options out of range, a film without an end, or a name that may not be
  ///   written; `file` or `temporary` if it cannot be written; `missing` without ffmpeg.
  @discardableResult public func write(
    _ layer: Layer, to path: String, _ film: FilmOptions, progress: (FilmProgress) -> Bool = { _ in true }
  ) throws -> Bool {
    let target: FilmTarget
    do { target = try FilmTarget(path) } catch { throw wrongUse(error) }
    return try self.film(
      of: layer, to: path, target, film.request, film.rendering, film.encoding, progress: progress)
  }

  /// Same as `write(_:to:_:progress:)`, for a path that has been parsed.
  package func film(
    of layer: Layer, to path: String, _ target: FilmTarget, _ film: FilmRequest, _ options: RenderOptions,
    _ file: EncodingOptions, progress: (FilmProgress) -> Bool
  ) throws(EngineError) -> Bool {
    try check(options)
    _ = try size(of: layer, options)
    do { _ = try renderer.filmPlan(of: layer, for: target, film) } catch { throw wrongUse(error) }
    return try renderer.hosting(path) { () throws(EngineError) in
      try makeFilm(of: layer, to: path, target, film, options, file, wrong: .usage, progress: progress) != nil
    }
  }

  /// - Parameter wrong: the kind of error for invalid or unsupported arguments, such as a name that may not be written.
  /// - Returns: nil if `progress` abandoned the film.
  private func makeFilm(
    of layer: Layer, to path: String, _ target: FilmTarget, _ film: FilmRequest, _ options: RenderOptions,
    _ file: EncodingOptions, wrong: EngineError.Kind, progress: (FilmProgress) -> Bool
  ) throws(EngineError) -> FilmFacts? {
    try working {
      do {
        return try renderer.writeFilm(of: layer, to: path, target, options, film, file) { finished, total in
          try checkInterruption()
          guard progress(FilmProgress(finished: finished, total: total)) else { throw CancelledFilm() }
        }
      } catch is CancelledFilm {
        return nil
      } catch let error as LayerError where error.kind == .invalid || error.kind == .unsupported {
        // The file belongs to the host; errors of the tree and of a script's hook are `ScriptError`s.
        throw EngineError(wrong, error.message)
      }
    }
  }

  // MARK: Films in memory

  /// Returns the number of frames of a layer's film, and its duration.
  ///
  /// ```swift
  /// try engine.filmLength(of: card, FilmOptions(duration: 2, framesPerSecond: 30)).frameCount  // 60
  /// ```
  ///
  /// - Throws: `EngineError` of kind `usage` for options out of range or a film without an end; `limit`.
  public func filmLength(of layer: Layer, _ film: FilmOptions = FilmOptions()) throws -> FilmLength {
    try filmLength(of: layer, film.request)
  }

  package func filmLength(of layer: Layer, _ film: FilmRequest) throws(EngineError) -> FilmLength {
    FilmLength(try plan(of: layer, film))
  }

  /// Renders one frame of a film. Costs as much as a picture: only what changed since the last frame is repainted.
  ///
  /// ```swift
  /// let film = FilmOptions(framesPerSecond: 30)
  /// for index in 0..<(try engine.filmLength(of: card, film).frameCount) {
  ///   let frame = try engine.frame(index, of: card, film)
  ///   // frame.image, frame.time
  /// }
  /// ```
  /// - Parameter index: the index among the frames that are rendered, from 0.
  /// - Throws: as `filmLength` and `render`; of kind `usage` if there is no such frame.
  public func frame(_ index: Int, of layer: Layer, _ film: FilmOptions = FilmOptions()) throws -> FilmFrame {
    try frame(index, of: layer, film.request, film.rendering)
  }

  package func frame(_ index: Int, of layer: Layer, _ film: FilmRequest, _ options: RenderOptions) throws(EngineError)
    -> FilmFrame
  {
    try check(options)
    _ = try size(of: layer, options)
    let plan = try plan(of: layer, film)
    guard let number = plan.frames.frame(at: index) else {
      throw EngineError(.usage, "there is no frame \(index): the film has frames 0 to \(plan.frames.count - 1)")
    }
    return try working {
      let bitmap = try renderer.render(frame: number, of: layer, plan, options)
      try checkInterruption()
      return FilmFrame(index: index, number: number, time: plan.timing.time(ofFrame: number), image: Image(bitmap))
    }
  }

  /// Renders the frames of a film in order, several concurrently on the engine's threads.
  ///
  /// ```swift
  /// try engine.frames(of: card, FilmOptions(duration: 2, framesPerSecond: 30)) { frame in
  ///   encoder.append(frame.image, at: frame.time)
  ///   return true
  /// }
  /// ```
  ///
  /// - Parameter take: receives each frame in order, on this thread; returning false ends the film. It may use the
  ///   engine.
  /// - Returns: false if `take` ended the film.
  /// - Throws: as `filmLength` and `render`, and any error that `take` throws.
  @discardableResult public func frames(
    of layer: Layer, _ film: FilmOptions = FilmOptions(), _ take: (FilmFrame) throws -> Bool
  ) throws -> Bool {
    try frames(of: layer, film.request, film.rendering, take)
  }

  package func frames(
    of layer: Layer, _ film: FilmRequest, _ options: RenderOptions, _ take: (FilmFrame) throws -> Bool
  ) throws -> Bool {
    try check(options)
    _ = try size(of: layer, options)
    let plan = try plan(of: layer, film)
    // An error thrown by the host is rethrown as it is, not as an error of the film.
    var thrown: (any Error)?
    let isWhole = try working {
      var index = 0
      do {
        try renderer.drawFrames(of: layer, plan, options) { number, bitmap in
          try checkInterruption()
          let frame = FilmFrame(
            index: index, number: number, time: plan.timing.time(ofFrame: number), image: Image(bitmap))
          index += 1
          do { if try take(frame) { return } } catch { thrown = error }
          throw CancelledFilm()
        }
        try checkInterruption()
        return true
      } catch is CancelledFilm {
        return false
      } catch let error as LayerError where error.kind == .invalid || error.kind == .unsupported {
        throw EngineError(.usage, error.message)
      }
    }
    if let thrown { throw thrown }
    return isWhole
  }

  /// Renders a film and returns the bytes of its file. `format` is gif, apng, webp, pdf, mp4 or webm; the last two are
  /// encoded by the program ffmpeg in a temporary folder.
  ///
  /// ```swift
  /// let gif = try engine.film(of: card, format: "gif", FilmOptions(duration: 2))
  /// ```
  /// - Parameter progress: called periodically on this thread, and finally when all frames are done; returning false
  ///   abandons the film.
  /// - Returns: nil if `progress` abandoned the film.
  /// - Throws: as `write(_:to:_:progress:)`.
  public func film(
    of layer: Layer, format: String, _ film: FilmOptions = FilmOptions(),
    progress: (FilmProgress) -> Bool = { _ in true }
  ) throws -> [UInt8]? {
    try self.film(of: layer, format: format, film.request, film.rendering, film.encoding, progress: progress)
  }

  package func film(
    of layer: Layer, format: String, _ film: FilmRequest, _ options: RenderOptions, _ file: EncodingOptions,
    progress: (FilmProgress) -> Bool
  ) throws(EngineError) -> [UInt8]? {
    guard let known = FileFormat(fileExtension: format), known.holds(.film) else {
      throw EngineError(.usage, "a .\(format) holds no film; use \(FileFormat.words(.film))")
    }
    try check(options)
    _ = try size(of: layer, options)
    do { _ = try renderer.filmPlan(of: layer, for: .file(known), film) } catch { throw wrongUse(error) }
    return try working {
      do {
        return try renderer.film(of: layer, as: known, options, film, file) { finished, total in
          try checkInterruption()
          guard progress(FilmProgress(finished: finished, total: total)) else { throw CancelledFilm() }
        }
      } catch is CancelledFilm {
        return nil
      } catch let error as LayerError where error.kind == .invalid || error.kind == .unsupported {
        throw EngineError(.usage, error.message)
      }
    }
  }

  private func plan(of layer: Layer, _ film: FilmRequest) throws(EngineError) -> FilmPlan {
    do { return try renderer.filmPlan(of: layer, film) } catch { throw wrongUse(error) }
  }

  /// Renders a film for the command-line program; errors in what is drawn are blamed on the script.
  ///
  /// - Returns: nil if `progress` abandoned the film.
  @discardableResult package func film(
    ofScript layer: Layer, to path: String, _ target: FilmTarget, _ film: FilmRequest, _ options: RenderOptions,
    _ file: EncodingOptions = EncodingOptions(), progress: (FilmProgress) -> Bool = { _ in true }
  ) throws(EngineError) -> FilmFacts? {
    try makeFilm(of: layer, to: path, target, film, options, file, wrong: .script, progress: progress)
  }

  /// Renders every frame of a film and discards it, to measure drawing alone.
  package func drawFilm(
    of layer: Layer, _ film: FilmOptions, passed: (_ frame: Int) throws -> Void = { _ in }
  ) throws(EngineError) {
    try working { try renderer.drawFilm(of: layer, film.rendering, film.request, passed: passed) }
  }

  /// Installs handlers that remove half-written files and kill ffmpeg before a signal ends the process. For programs.
  /// They handle signals that do not indicate a fault, such as SIGINT, SIGTERM, SIGHUP and SIGQUIT. Signals that are
  /// ignored or already have a handler are left unchanged.
  ///
  /// ```swift
  /// Engine.cleanUpOnSignals()
  /// try engine.write(card, to: "card.mp4", FilmOptions(duration: 10))
  /// ```
  public static func cleanUpOnSignals() { llua_cleanup_on_signals() }

  /// Sets the text that is written to standard error first when such a signal arrives, such as the line break after a
  /// progress bar. The text must live for the rest of the process.
  package static func setSignalMessage(_ text: StaticString) {
    llua_cleanup_set_message(UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self))
  }
}

private struct CancelledFilm: Error {}
