// SPDX-License-Identifier: MIT
import Numbers
import Wording

/// The times of a film's frames: the only place where frames are converted to times.
package struct FilmTiming: Sendable, Equatable {
  package var framesPerSecond: Double
  /// The time of frame 0, in seconds.
  package var start: Double

  package init(framesPerSecond: Double, start: Double = 0) {
    self.framesPerSecond = framesPerSecond
    self.start = start
  }

  /// The time that frame `index` shows: start + index ÷ framesPerSecond, with one rounding each.
  package func time(ofFrame index: Int) -> Double { start + Double(index) / framesPerSecond }

  /// The seconds that a frame is shown.
  package var frameDuration: Double { 1 / framesPerSecond }

  /// The number of frames that cover a duration: each starts before its end. A part of a frame within a millionth is a
  /// rounding error and adds none.
  package func frameCount(duration: Double) -> Int {
    let frames = (duration * framesPerSecond - 1e-6).rounded(.up)
    return frames >= 1 ? Int(clamping: min(frames, Double(FrameList.highestFrame) + 1)) : 1
  }
}

/// The requested properties of a film; nil ones follow from the layer and the file.
package struct FilmRequest: Sendable, Equatable {
  /// Frames per second. Default 60, in a GIF 50.
  package var framesPerSecond: Double?
  /// The time of frame 0, in seconds. Default the scene's current time.
  package var start: Double?
  /// Seconds. Default: until the last animation that has an end is over.
  package var duration: Double?
  /// The frames that are drawn. Default all.
  package var frames: FrameList?

  package init(framesPerSecond: Double? = nil, start: Double? = nil, duration: Double? = nil, frames: FrameList? = nil)
  {
    self.framesPerSecond = framesPerSecond
    self.start = start
    self.duration = duration
    self.frames = frames
  }

  /// Whether nothing is requested.
  package var isEmpty: Bool { self == FilmRequest() }

  /// The largest length of a film, and the largest distance of its beginning from 0, in seconds.
  static let longestTime = 1e9

  /// The first option that is out of its range for any layer; nil when none is.
  package var problem: LayerError? {
    if let fps = framesPerSecond, !(fps > 0 && fps <= FilmPlan.highestRate) {
      return LayerError(
        "fps: expected frames per second above 0 and up to \(numberText(FilmPlan.highestRate)), got \(numberText(fps))")
    }
    if let start, !(abs(start) <= FilmRequest.longestTime) {
      return LayerError("from: expected seconds up to \(numberText(FilmRequest.longestTime)), got \(numberText(start))")
    }
    if let duration, !(duration > 0 && duration <= FilmRequest.longestTime) {
      return LayerError(
        "duration: expected seconds above 0 and up to \(numberText(FilmRequest.longestTime)), got "
          + "\(numberText(duration))"
      )
    }
    return nil
  }
}

/// The frames of a film, and their times.
package struct FilmPlan: Sendable, Equatable {
  package var timing: FilmTiming
  /// The frames, without an open part, and not empty.
  package var frames: FrameList

  /// The largest number of frames, unless the scene has another limit.
  package static let frameLimit = 1_000_000
  /// The largest number of frames per second.
  package static let highestRate = 1000.0

  package init(timing: FilmTiming, frames: FrameList) {
    self.timing = timing
    self.frames = frames
  }

  /// The seconds that the frames are shown.
  package var duration: Double { Double(frames.count) / timing.framesPerSecond }
}
