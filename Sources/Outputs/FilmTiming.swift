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
}
