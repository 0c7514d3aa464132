// SPDX-License-Identifier: MIT
import Formats
import Messages
import Numbers
import SystemC

extension PlayerLayer {
  /// True if the sound of the file is not heard in films that are written: `AVPlayer`'s. Default false.
  ///
  /// The sound of a layer that is hidden, that plays at another rate than 1, or whose time does, is not heard either.
  public var isMuted: Bool {
    get { storedMuted }
    set { assign(.playerMuted, newValue) }
  }
  /// The strength of the sound of the file, from 0, silent, to 1: `AVPlayer`'s. Default 1.
  public var volume: Double {
    get { storedVolume }
    set { assign(.playerVolume, newValue) }
  }

  /// A looped part of a film that is longer than this, in seconds, is heard once.
  private static let longestLoop = 600.0

  /// Returns the sound of the film file between two times of the scene, in seconds; nil if none is heard.
  fileprivate func sound(from start: Double, to end: Double) -> FilmSound? {
    guard !storedMuted, storedVolume > 0, storedRate != 0, let file = storedFile,
      let clip = try? clip(), let part = try? playedPart(), part.length > 0, (try? clip.hasSound()) == true,
      let first = effectiveTime(atSceneTime: start)?.seconds, let last = effectiveTime(atSceneTime: end)?.seconds,
      // One whose time stands still shows a picture.
      first != last
    else { return nil }
    guard storedRate == 1, abs((last - first) - (end - start)) < 1e-4 else {
      scene.warn(
        .film,
        "\(label)\(placeInBrackets): the sound of \"\(file)\" is not heard, since it plays at another rate than 1; set "
          + "muted = true", onceFor: "sound", about: self)
      return nil
    }
    if last <= 0 || !storedLoops && first >= part.length { return nil }
    var sound = FilmSound(file, start: -first)
    sound.from = part.from + clip.info.lead
    sound.to = sound.from + part.length
    sound.isLooped = storedLoops && part.length <= Self.longestLoop
    if storedVolume < 1 { sound.gain = 20 * log10(storedVolume) }
    return sound
  }
}

extension Layer {
  /// Returns the sounds of the film files that layers show between two times of the scene, in seconds; each begins at
  /// its time after the first, which may be negative.
  ///
  /// - Parameter most: the number of sounds that a film may have besides; a warning tells of others.
  package final func clipSounds(from start: Double, to end: Double, atMost most: Int) -> [FilmSound] {
    var sounds: [FilmSound] = []
    var pending: [Layer] = [self]
    while let layer = pending.popLast() {
      if layer.isHidden { continue }
      if let player = layer as? PlayerLayer, let sound = player.sound(from: start, to: end) {
        guard sounds.count < most else {
          scene.warn(
            .film, "\(layer.label): a film has at most \(FilmSound.most) sounds, and this one is left out",
            onceFor: "sounds", about: layer)
          break
        }
        sounds.append(sound)
      }
      pending += layer.sublayers.reversed()
    }
    return sounds
  }
}

extension Property {
  static let playerMuted = Property(
    of: PlayerLayer.self, "muted", .bool, .bool(get: { $0.storedMuted }, set: { $0.storedMuted = $1 }),
    default: .bool(false), invalidates: [], "True if the sound of the file is not heard in films that are written.")
  static let playerVolume = Property(
    of: PlayerLayer.self, "volume", .number, .number(get: { $0.storedVolume }, set: { $0.storedVolume = $1 }),
    default: .number(1), range: 0...1, invalidates: [],
    "The strength of the sound of the file in films that are written, from 0 to 1.")
}
