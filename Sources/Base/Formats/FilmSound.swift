// SPDX-License-Identifier: MIT
import Messages
import Numbers

/// A sound file that is heard in a film. Several are mixed.
///
/// ```swift
/// var music = FilmSound("music.mp3")
/// music.isLooped = true
/// music.fadeOut = 1.5
/// try engine.write(card, to: "card.mp4", FilmOptions(duration: 8, sounds: [music, FilmSound("bell.wav", start: 2)]))
/// ```
public struct FilmSound: Sendable, Equatable, Hashable {
  /// The file, in a format that ffmpeg reads, such as MP3, WAV, FLAC, Ogg or M4A.
  public var file: String
  /// The time of the film at which it begins, in seconds, counted from the film's frame 0. Default 0.
  public var start: Double
  /// The part of the file that is heard, in seconds. Default all.
  public var from = 0.0
  /// The end of the part of the file that is heard, in its seconds; nil for its end. Default nil.
  public var to: Double?
  /// The gain in decibels, -60 to 60. Default 0.
  public var gain = 0.0
  /// The lengths in seconds over which it fades in at its start and out at its end. Default 0.
  public var fadeIn = 0.0
  /// The seconds at the end in which it becomes silent. Default 0.
  public var fadeOut = 0.0
  /// How often it is heard, one after the other, from 1 to 10,000. Default 1.
  public var loops = 1
  /// True if it is repeated until the film ends. Default false.
  public var isLooped = false
  /// The balance: -1 is left only, 1 right only. Default 0.
  public var pan = 0.0

  /// Makes a sound that begins at a time of the film.
  public init(_ file: String, start: Double = 0) {
    self.file = file
    self.start = start
  }

  /// The names of the settings that are numbers, as scripts and files name them.
  package static let numberNames = ["start", "from", "to", "gain", "fadeIn", "fadeOut", "pan"]

  /// The number of a setting by its name, one of `numberNames`; nil for one that is not set.
  package subscript(number name: String) -> Double? {
    get {
      switch name {
      case "start": start
      case "from": from
      case "to": to
      case "gain": gain
      case "fadeIn": fadeIn
      case "fadeOut": fadeOut
      case "pan": pan
      default: nil
      }
    }
    set {
      let number = newValue ?? 0
      switch name {
      case "start": start = number
      case "from": from = number
      case "to": to = newValue
      case "gain": gain = number
      case "fadeIn": fadeIn = number
      case "fadeOut": fadeOut = number
      case "pan": pan = number
      default: break
      }
    }
  }

  /// The greatest number of sounds of a film.
  package static let most = 64

  /// The expected value of the first setting that is out of range; nil if all are in range.
  package var problem: (key: String, expected: String)? {
    func isTime(_ v: Double) -> Bool { v >= 0 && v <= 1e6 }
    if file.isEmpty || file.utf8.contains(0) { return ("file", "the name of a sound file") }
    if !isTime(start) { return ("start", "seconds from 0 to 1,000,000") }
    if !isTime(from) { return ("from", "seconds from 0 to 1,000,000") }
    if let to, !isTime(to) || to <= from { return ("to", "seconds greater than from, up to 1,000,000") }
    if !(abs(gain) <= 60) { return ("gain", "decibels from -60 to 60") }
    if !isTime(fadeIn) { return ("fadeIn", "seconds from 0 to 1,000,000") }
    if !isTime(fadeOut) { return ("fadeOut", "seconds from 0 to 1,000,000") }
    if !(1...10_000).contains(loops) { return ("loops", "true, or a whole number from 1 to 10,000") }
    if !(abs(pan) <= 1) { return ("pan", "a number from -1, left, to 1, right") }
    return nil
  }
}
