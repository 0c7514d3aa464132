// SPDX-License-Identifier: MIT
import Numbers
import Wording

/// Which time a frame of a film shows: the one place where frames become times.
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

  /// How many frames cover a duration: each starts before its end. A part of a frame within a millionth is rounding and
  /// adds none.
  public func frameCount(duration: Double) -> Int {
    let frames = (duration * framesPerSecond - 1e-6).rounded(.up)
    return frames >= 1 ? Int(clamping: min(frames, Double(FrameList.highestFrame) + 1)) : 1
  }
}

/// What is asked of a film; what is nil follows from the layer and the file.
public struct FilmOptions: Sendable, Equatable {
  /// Frames per second. Default 60, in a GIF 50.
  public var framesPerSecond: Double?
  /// The time of frame 0, in seconds. Default the scene's current time.
  public var start: Double?
  /// Seconds. Default: until the last animation that has an end is over.
  public var duration: Double?
  /// Which of the frames are drawn. Default all.
  public var frames: FrameList?

  public init(framesPerSecond: Double? = nil, start: Double? = nil, duration: Double? = nil, frames: FrameList? = nil) {
    self.framesPerSecond = framesPerSecond
    self.start = start
    self.duration = duration
    self.frames = frames
  }

  /// Whether nothing is asked for.
  public var isEmpty: Bool { self == FilmOptions() }

  /// Seconds that a film is long at most, and that its beginning is away from 0.
  static let longestTime = 1e9

  /// Which of them is out of its range, whatever the layer; nil when none is.
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
  /// Closed, and not empty.
  public var frames: FrameList

  /// No film has more frames, unless the scene says so.
  public static let frameLimit = 1_000_000
  /// Frames per second.
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
  ///   - rate: frames per second when the options say nothing.
  ///   - highestRate: what the file can do at most, and why.
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
    // The clock may be further than a film may start.
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
        "a film of \(frames.count) frames is too long: at most \(scene.frameLimit) can be drawn in one run; give fewer frames per second, "
          + "a shorter duration, or some of the frames",
        kind: .limit)
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

  /// When the last animation in the tree that ends is over, in the time of the layer's superlayer; and the longest
  /// cycle of those that do not end, in seconds. nil for none.
  ///
  /// The timing of the layers on the way counts, and the delays of replicated ones. A layer that stands still ends
  /// nothing.
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
