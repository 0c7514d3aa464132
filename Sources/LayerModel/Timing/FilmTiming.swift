// SPDX-License-Identifier: MIT
import Numbers
import Wording

/// The times of a film's frames: the only place where frames are converted to times.
public struct FilmTiming: Sendable, Equatable {
  public var framesPerSecond: Double
  /// The time of frame 0, in seconds.
  public var start: Double

  public init(framesPerSecond: Double, start: Double = 0) {
    self.framesPerSecond = framesPerSecond
    self.start = start
  }

  /// The time that frame `index` shows: start + index ÷ framesPerSecond, with one rounding each.
  public func time(ofFrame index: Int) -> Double { start + Double(index) / framesPerSecond }

  /// The seconds that a frame is shown.
  public var frameDuration: Double { 1 / framesPerSecond }

  /// The number of frames that cover a duration: each starts before its end. A part of a frame within a millionth is a
  /// rounding error and adds none.
  public func frameCount(duration: Double) -> Int {
    let frames = (duration * framesPerSecond - 1e-6).rounded(.up)
    return frames >= 1 ? Int(clamping: min(frames, Double(FrameList.highestFrame) + 1)) : 1
  }
}

/// The requested properties of a film; nil ones follow from the layer and the file.
public struct FilmOptions: Sendable, Equatable {
  /// Frames per second. Default 60, in a GIF 50.
  public var framesPerSecond: Double?
  /// The time of frame 0, in seconds. Default the scene's current time.
  public var start: Double?
  /// Seconds. Default: until the last animation that has an end is over.
  public var duration: Double?
  /// The frames that are drawn. Default all.
  public var frames: FrameList?

  public init(framesPerSecond: Double? = nil, start: Double? = nil, duration: Double? = nil, frames: FrameList? = nil) {
    self.framesPerSecond = framesPerSecond
    self.start = start
    self.duration = duration
    self.frames = frames
  }

  /// Whether nothing is requested.
  public var isEmpty: Bool { self == FilmOptions() }

  /// The largest length of a film, and the largest distance of its beginning from 0, in seconds.
  static let longestTime = 1e9

  /// The first option that is out of its range for any layer; nil when none is.
  package var problem: LayerError? {
    if let fps = framesPerSecond, !(fps > 0 && fps <= FilmPlan.highestRate) {
      return LayerError(
        "fps: expected frames per second above 0 and up to \(numberText(FilmPlan.highestRate)), got \(numberText(fps))")
    }
    if let start, !(abs(start) <= FilmOptions.longestTime) {
      return LayerError("from: expected seconds up to \(numberText(FilmOptions.longestTime)), got \(numberText(start))")
    }
    if let duration, !(duration > 0 && duration <= FilmOptions.longestTime) {
      return LayerError(
        "duration: expected seconds above 0 and up to \(numberText(FilmOptions.longestTime)), got \(numberText(duration))"
      )
    }
    return nil
  }
}

/// The frames of a film, and their times.
public struct FilmPlan: Sendable, Equatable {
  public var timing: FilmTiming
  /// The frames, without an open part, and not empty.
  public var frames: FrameList

  /// The largest number of frames, unless the scene has another limit.
  public static let frameLimit = 1_000_000
  /// The largest number of frames per second.
  public static let highestRate = 1000.0

  public init(timing: FilmTiming, frames: FrameList) {
    self.timing = timing
    self.frames = frames
  }

  /// The options for the picture of a frame.
  public func options(_ options: RenderOptions, frame: Int) -> RenderOptions {
    var options = options
    options.time = timing.time(ofFrame: frame)
    options.frame = frame
    return options
  }
}

extension Layer {
  /// The frames of a film of the layer.
  ///
  /// - Parameters:
  ///   - rate: frames per second when the options have none.
  ///   - highestRate: the highest rate of the file, and the reason.
  /// - Throws: `LayerError` for options out of range, for a film without an end, and for one of too many frames (a
  ///   limit).
  public final func filmPlan(
    _ options: FilmOptions, rate: Double = 60, highestRate: (rate: Double, reason: String)? = nil
  ) throws(LayerError) -> FilmPlan {
    let fps = options.framesPerSecond ?? rate
    if let problem = options.problem { throw problem }
    if let (most, reason) = highestRate, fps > most {
      throw LayerError("fps: at most \(numberText(most)) frames per second, got \(numberText(fps)): \(reason)")
    }
    let start = options.start ?? scene.currentTime
    // The clock may be past the latest start of a film.
    if let problem = FilmOptions(start: start).problem { throw problem }
    let timing = FilmTiming(framesPerSecond: fps, start: start)
    var count: Int?
    if let duration = options.duration {
      count = timing.frameCount(duration: duration)
    } else if options.frames?.isOpen ?? true {
      count = timing.frameCount(duration: try filmDuration(from: start))
    }
    var frames = options.frames ?? FrameList(count: count ?? 0)
    if let count, let last = frames.last, last >= count {
      throw LayerError(
        "frames: there is no frame \(last); \(numberText(Double(count) / fps)) s at \(numberText(fps)) frames per second are frames 0 to \(count - 1)"
      )
    }
    frames = frames.closed(at: count ?? 0)
    guard frames.count <= scene.frameLimit else {
      throw LayerError(
        .limit,
        "a film of \(frames.count) frames is too long: at most \(scene.frameLimit) can be drawn in one run; give fewer frames per second, "
          + "a shorter duration, or some of the frames")
    }
    if let last = frames.last { scene.warnAboutCallbacks(until: timing.time(ofFrame: last), in: "a film") }
    return FilmPlan(timing: timing, frames: frames)
  }

  private func filmDuration(from start: Double) throws(LayerError) -> Double {
    let length = animationLength
    let remedy = "give a duration (--duration 2, or duration = 2 in ca.render)"
    guard let end = length.end else {
      if let cycle = length.longestCycle {
        throw LayerError(
          "\(mention): its animations never end, so its film has no length; \(remedy); the longest repeats after \(numberText(cycle)) s"
        )
      }
      throw LayerError("\(mention): no animation in it has an end, so its film has no length; \(remedy)")
    }
    guard end > start else {
      throw LayerError(
        "\(mention): its last animation is over at \(numberText(end)) s, and the film starts at \(numberText(start)) s; \(remedy)"
      )
    }
    return end - start
  }

  /// The end of the last animation in the tree that ends, in the time of the layer's superlayer; and the longest cycle
  /// of those that do not end, in seconds. nil for none.
  ///
  /// The timing of the layers on the way is applied, and the delays of replicated ones. In a layer whose time stands
  /// still nothing ends.
  public final var animationLength: (end: Double?, longestCycle: Double?) {
    var end: Double?
    var cycle: Double?
    for layer in subtree {
      for attached in layer.attachedAnimations {
        let timing = attached.animation.timing
        guard timing.speed != 0 else { continue }
        var first = attached.animation.startTime
        var last = attached.animation.endTime
        if attached.awaitsCommit {
          let begin = layer.localTime(atSceneTime: scene.currentTime) + attached.delay
          first += begin
          last += begin
        }
        if last.isFinite, let time = endTime(of: layer, from: first, to: last) {
          end = max(end ?? time, time)
        } else if !last.isFinite, timing.cycleDuration.isFinite {
          let length = timing.cycleDuration / abs(timing.speed)
          cycle = max(cycle ?? length, length)
        }
      }
    }
    return (end, cycle)
  }

  /// The end of an interval of a sublayer's time in the time of this layer's superlayer; nil when it never comes.
  private func endTime(of sublayer: Layer, from first: Double, to last: Double) -> Double? {
    var span = TimeMap.Span(first: first, last: last)
    var layer: Layer? = sublayer
    while let now = layer {
      if let timing = now.timingBox?.value {
        guard let above = timing.superiorSpan(of: span) else { return nil }
        span = above
      }
      if now === self { break }
      layer = now.parent
      if let replicator = layer as? ReplicatorLayer, now !== replicator.mask, replicator.instanceDelay > 0 {
        span.last += replicator.instanceDelay * Double(max(replicator.instanceCount - 1, 0))
      }
    }
    return span.last.isFinite ? span.last : nil
  }
}
