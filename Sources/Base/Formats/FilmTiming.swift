// SPDX-License-Identifier: MIT
import Messages
import Numbers

/// Converts frames of a film to times. This is the only place where that is done.
package struct FilmTiming: Sendable, Equatable {
  package var framesPerSecond: Double
  /// The time of frame 0, in seconds.
  package var start: Double

  package init(framesPerSecond: Double, start: Double = 0) {
    self.framesPerSecond = framesPerSecond
    self.start = start
  }

  /// Returns the time of frame `index`: start + index ÷ framesPerSecond, with one rounding per operation.
  package func time(ofFrame index: Int) -> Double { start + Double(index) / framesPerSecond }

  /// The duration of a frame, in seconds.
  package var frameDuration: Double { 1 / framesPerSecond }

  /// Returns the number of frames that cover a duration, at least 1; each frame starts before the duration's end. An
  /// excess of up to a millionth of a frame is a rounding error and adds no frame.
  package func frameCount(duration: Double) -> Int {
    let frames = (duration * framesPerSecond - 1e-6).rounded(.up)
    return frames >= 1 ? Int(clamping: min(frames, Double(FrameList.highestFrame) + 1)) : 1
  }
}

/// The requested properties of a film; nil ones are derived from the layer and the file format.
package struct FilmRequest: Sendable, Equatable {
  /// Frames per second. Default 60; 50 for GIF.
  package var framesPerSecond: Double?
  /// The time of frame 0, in seconds. Default the scene's current time.
  package var start: Double?
  /// The duration in seconds. Default: until the last animation that ends has ended.
  package var duration: Double?
  /// The seconds added at the end, in which the last picture stands still or what is endless goes on. Default 0.
  package var hold: Double?
  /// The frames to draw. Default all.
  package var frames: FrameList?
  /// The sounds; nil for those of the scene.
  package var sounds: [FilmSound]?

  package init(
    framesPerSecond: Double? = nil, start: Double? = nil, duration: Double? = nil, hold: Double? = nil,
    frames: FrameList? = nil
  ) {
    self.framesPerSecond = framesPerSecond
    self.start = start
    self.duration = duration
    self.hold = hold
    self.frames = frames
  }

  /// True if nothing is requested.
  package var isEmpty: Bool { self == FilmRequest() }

  /// Maximum duration of a film, and maximum absolute value of its start, in seconds.
  static let longestTime = 1e9

  /// An error for the first option that is out of range for any layer; nil if all are in range.
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
    if let hold, !(hold >= 0 && hold <= FilmRequest.longestTime) {
      return LayerError(
        "hold: expected 0 or more seconds, up to \(numberText(FilmRequest.longestTime)), got \(numberText(hold))")
    }
    guard let sounds else { return nil }
    if sounds.count > FilmSound.most {
      return LayerError(.limit, "sound: a film has at most \(FilmSound.most) sounds, got \(sounds.count)")
    }
    for sound in sounds {
      if let problem = sound.problem {
        return LayerError("sound \"\(sound.file)\": \(problem.key): expected \(problem.expected)")
      }
    }
    return nil
  }
}

/// The frames of a film, and their times.
package struct FilmPlan: Sendable, Equatable {
  package var timing: FilmTiming
  /// The frames; not empty, and without an open part.
  package var frames: FrameList

  /// Maximum number of frames, unless the scene has another limit.
  package static let frameLimit = 1_000_000
  /// Maximum frame rate, in frames per second.
  package static let highestRate = 1000.0

  package init(timing: FilmTiming, frames: FrameList) {
    self.timing = timing
    self.frames = frames
  }

  /// The duration of the frames, in seconds.
  package var duration: Double { Double(frames.count) / timing.framesPerSecond }
}
