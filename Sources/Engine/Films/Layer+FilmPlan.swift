// SPDX-License-Identifier: MIT
import Formats
import LayerModel
import Messages
import Numbers

extension FilmPlan {
  /// Returns the options for the picture of a frame.
  package func options(_ options: RenderOptions, frame: Int) -> RenderOptions {
    var options = options
    options.time = timing.time(ofFrame: frame)
    options.frame = frame
    (options.framesPerSecond, options.filmStart) = (timing.framesPerSecond, timing.start)
    return options
  }
}

extension Layer {
  /// Returns the frames of a film of the layer. A layer of an animation file has that file's rate and length by
  /// default.
  ///
  /// - Parameters:
  ///   - rate: the frame rate, in frames per second, if neither the options nor the layer have one.
  ///   - highest: the highest rate of a layer's own; nil without a limit.
  /// - Throws: `LayerError` for options out of range, for a film without an end, and for too many frames (a limit).
  package final func filmPlan(
    _ options: FilmRequest, rate: Double = 60, highest: Double? = nil
  ) throws(LayerError) -> FilmPlan {
    do { try scene.playLines() } catch { throw error as? LayerError ?? LayerError("\(error)") }
    let own = filmOfFile
    let fps = options.framesPerSecond ?? own.map { min($0.rate, highest ?? .infinity) } ?? rate
    if let problem = options.problem { throw problem }
    let start = options.start ?? scene.currentTime
    // The scene's clock may be past the latest permitted start.
    if let problem = FilmRequest(start: start).problem { throw problem }
    let timing = FilmTiming(framesPerSecond: fps, start: start)
    var count: Int?
    if let duration = options.duration {
      count = timing.frameCount(duration: duration + (options.hold ?? 0))
    } else if options.frames?.isOpen ?? true {
      count = timing.frameCount(duration: try filmDuration(from: start, own?.duration) + (options.hold ?? 0))
    }
    var frames = options.frames ?? FrameList(count: count ?? 0)
    if let count, let last = frames.last, last >= count {
      throw LayerError(
        "frames: there is no frame \(last); \(numberText(Double(count) / fps)) s at \(numberText(fps)) frames "
          + "per second are frames 0 to \(count - 1)"
      )
    }
    frames = frames.closed(at: count ?? 0)
    guard frames.count <= scene.frameLimit else {
      throw LayerError(
        .limit,
        "a film of \(frames.count) frames is too long: at most \(scene.frameLimit) can be drawn in one run; give "
          + "fewer frames per second, "
          + "a shorter duration, or some of the frames")
    }
    if let last = frames.last { scene.warnAboutCallbacks(until: timing.time(ofFrame: last), in: "a film") }
    return FilmPlan(timing: timing, frames: frames)
  }

  /// The frame rate of the animation file that the layer was made of, and the time in seconds at which the layer has
  /// played it, in the time of its superlayer: with its repeats, of endless ones the first, and its own timing. nil for
  /// any other layer.
  private var filmOfFile: (rate: Double, duration: Double)? {
    guard case .dictionary(let entries) = value(forKey: "lottie"),
      let rate = entries.first(where: { $0.key == "frameRate" })?.value.asNumber,
      let duration = entries.first(where: { $0.key == "duration" })?.value.asNumber,
      rate > 0, rate <= FilmPlan.highestRate, duration > 0, duration.isFinite
    else { return nil }
    let length = duration * turnsOfFile
    let end = beginTime + (length - timeOffset) / speed
    // A layer that stands still or runs backward never comes to the end of its file.
    return (rate, speed > 0 && end > 0 && end.isFinite ? end : length)
  }

  /// The lengths of its animation file that the layer plays: those of the loop of its content.
  private var turnsOfFile: Double {
    guard sublayers.count == 1 else { return 1 }
    for case let loop as BasicAnimation in sublayers[0].animations where loop.keyPath == "contentsTime" {
      let count = loop.repeatCount
      return (loop.autoreverses ? 2 : 1) * (count > 0 && count.isFinite ? count : 1)
    }
    return 1
  }

  /// Returns the time at which a film of the layer ends by itself, in seconds: the end of its animation file, else of
  /// its last animation; nil if nothing in it ends.
  ///
  /// - Throws: `LayerError` of time lines that cannot be played.
  package final func filmEnd() throws(LayerError) -> Double? {
    do { try scene.playLines() } catch { throw error as? LayerError ?? LayerError("\(error)") }
    return filmOfFile?.duration ?? animationLength.end
  }

  private func filmDuration(from start: Double, _ own: Double?) throws(LayerError) -> Double {
    let length = animationLength
    let option = scene.reader().text(.renderOption(.duration, "2"))
    let remedy = "give a duration (\(option))"
    if let own {
      // Its layers have animations beyond its end, which say nothing of the film's.
      guard start < own else {
        throw LayerError(
          "\(mention): its animation file is over at \(numberText(own)) s, and the film starts at "
            + "\(numberText(start)) s; \(remedy)"
        )
      }
      return own - start
    }
    guard let end = length.end else {
      // A clip that cannot be read has no length.
      try checkClips()
      if let cycle = length.longestCycle {
        throw LayerError(
          "\(mention): its animations never end, so its film has no length; \(remedy); the longest repeats after "
            + "\(numberText(cycle)) s"
        )
      }
      throw LayerError("\(mention): no animation in it has an end, so its film has no length; \(remedy)")
    }
    guard end > start else {
      throw LayerError(
        "\(mention): its last animation is over at \(numberText(end)) s, and the film starts at "
          + "\(numberText(start)) s; \(remedy)"
      )
    }
    return end - start
  }
}
