// SPDX-License-Identifier: MIT
import CProcesses
import Geometry
import LayerModel
import LayerRendering
import Outputs

extension Engine {
  /// Draws a film of a layer into a file, or its frames into numbered pictures.
  ///
  /// ```swift
  /// try engine.write(card, to: "card.mp4", FilmOptions(duration: 2, framesPerSecond: 30)) { $0.fraction < 0.5 }
  /// ```
  /// The extension gives the kind: `.mp4` and `.webm` (by the program ffmpeg, which has to be installed), `.webp`,
  /// `.gif`, `.apng`; or pictures such as `frame-{0000}.png`, where the zeros stand for the frame's number. The next
  /// frames are prepared while others are drawn and encoded. A film takes its name when it is complete: a failure
  /// leaves an old file as it was.
  ///
  /// - Parameters:
  ///   - path: relative to the configuration's `workingDirectory`, else to the process's, and below it or one of
  ///     `writableDirectories`. Missing folders are made.
  ///   - progress: called on this thread now and then, and at last when all frames are done; false ends the film, whose
  ///     file is then removed.
  /// - Returns: false when `progress` ended it.
  /// - Throws: as `render`; of kind `usage` for options that are out of range, a film without an end, and a name that
  ///   may not be written; `file` or `passing` when it cannot be written, `missing` without ffmpeg.
  @discardableResult public func write(
    _ layer: Layer, to path: String, _ film: FilmOptions, progress: (FilmProgress) -> Bool = { _ in true }
  ) throws -> Bool {
    let target: FilmTarget
    do { target = try FilmTarget(path) } catch { throw wrongUse(error) }
    return try self.film(
      of: layer, to: path, target, film.request, film.rendering, film.encoding, progress: progress)
  }

  /// The same by a path that has been parsed.
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

  /// - Parameter wrong: the kind of error for a name that may not be written, and the like.
  /// - Returns: nil when `progress` ended it.
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
        // The file is the host's; errors of the tree and of a script in a hook are `ScriptError`s.
        throw EngineError(wrong, error.message)
      }
    }
  }

  // MARK: Films in memory

  /// The number of frames of a film of a layer, and its length.
  ///
  /// - Throws: `EngineError` of kind `usage` for options that are out of range and a film without an end; `limit`.
  public func filmLength(of layer: Layer, _ film: FilmOptions = FilmOptions()) throws -> FilmLength {
    try filmLength(of: layer, film.request)
  }

  package func filmLength(of layer: Layer, _ film: FilmRequest) throws(EngineError) -> FilmLength {
    FilmLength(try plan(of: layer, film))
  }

  /// Draws one frame of a film. Costs what a picture costs: what did not change since the last one is not painted again.
  ///
  /// ```swift
  /// let film = FilmOptions(framesPerSecond: 30)
  /// for index in 0..<(try engine.filmLength(of: card, film).frameCount) {
  ///   let frame = try engine.frame(index, of: card, film)
  ///   // frame.image, frame.time
  /// }
  /// ```
  /// - Parameter index: the frame's place among those that are drawn, from 0.
  /// - Throws: as `filmLength` and `render`; of kind `usage` when there is no such frame.
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

  /// Draws the frames of a film one after the other, several at once on as many threads as the engine has.
  ///
  /// - Parameter take: receives each frame on this thread, in their order; false ends the film. It may use the engine.
  /// - Returns: false when `take` ended it.
  /// - Throws: as `filmLength` and `render`, and what `take` throws.
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
    // What the host throws is no error of the film.
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

  /// The bytes of a film's file; `format` is gif, apng, webp, pdf, mp4 or webm. The last two are made by the program
  /// ffmpeg, in a temporary folder.
  ///
  /// - Parameter progress: called on this thread now and then, and at last when all frames are done; false ends the film.
  /// - Returns: nil when `progress` ended it.
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

  /// Makes a film for the program: what cannot be drawn is its script's fault.
  ///
  /// - Returns: nil when `progress` ended it.
  @discardableResult package func film(
    ofScript layer: Layer, to path: String, _ target: FilmTarget, _ film: FilmRequest, _ options: RenderOptions,
    _ file: EncodingOptions = EncodingOptions(), progress: (FilmProgress) -> Bool = { _ in true }
  ) throws(EngineError) -> FilmFacts? {
    try makeFilm(of: layer, to: path, target, film, options, file, wrong: .script, progress: progress)
  }

  /// Draws every frame of a film and discards it, to measure drawing alone.
  package func drawFilm(of layer: Layer, _ film: FilmOptions) throws(EngineError) {
    try working { try renderer.drawFilm(of: layer, film.rendering, film.request) }
  }

  /// For programs: from now on SIGINT, SIGTERM, SIGHUP and SIGQUIT remove half-written files and end ffmpeg before they
  /// end the process. Signals that are ignored or have a handler stay as they are.
  public static func cleanUpOnSignals() { llua_cleanup_on_signals() }

  /// Sets the text that is written to standard error first when such a signal comes, such as the line break after a
  /// progress bar; kept permanently.
  package static func setSignalMessage(_ text: StaticString) {
    llua_cleanup_set_message(UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self))
  }
}

private struct CancelledFilm: Error {}
