// SPDX-License-Identifier: MIT
import CLuaBinding
import Formats
import LayerModel
import Messages
import Numbers

extension Method {
  static let filmMethods: [Method] = [
    Method(
      "ca", "film", signature: "(options: ca.FilmSettings)",
      summary: "Sets what every film of the script has: its sound, a file or a list of files with their times."
    ) { call in
      try call.refuseInFrame("a film's sound", "set it before")
      let given = try call.options(["sound"])
      guard let sound = given["sound"] else { return }
      call.binding.scene.filmSounds = try call.sounds(sound)
      call.binding.hasFilmSettings = true
    }
  ]
}

extension Call {
  /// Reads sounds: a file's name, a table with a file, or a list of these; false for none.
  func sounds(_ argument: Argument) throws -> [FilmSound] {
    let value: PropertyValue
    do throws(LayerError) { value = try argument.propertyValue(in: binding, for: nil, key: "sound") } catch {
      throw self.error(error.message, kind: error.kind)
    }
    let sounds: [FilmSound]
    switch value {
    case .bool(false): sounds = []
    case .array(let items): sounds = try items.map { try sound($0) }
    default: sounds = [try sound(value)]
    }
    var film = FilmRequest()
    film.sounds = sounds
    if let problem = film.problem { throw error(problem.message, kind: problem.kind) }
    return sounds
  }

  private func sound(_ value: PropertyValue) throws -> FilmSound {
    let expected = "a sound file such as \"music.mp3\" or {file = \"music.mp3\", loops = true, fadeOut = 1}"
    let keys = ["file", "loops"] + FilmSound.numberNames
    if case .string(let file) = value { return FilmSound(file) }
    guard case .dictionary(let entries) = value else {
      throw error("sound: expected \(expected), got \(value.described)")
    }
    var sound = FilmSound("")
    for (key, value) in entries {
      switch (key, value) {
      case ("file", .string(let file)), ("1", .string(let file)): sound.file = file
      case (_, .number(let n)) where FilmSound.numberNames.contains(key): sound[number: key] = n
      case ("loops", .bool(let isLooped)): sound.isLooped = isLooped
      case ("loops", .number(let n)) where n == n.rounded(): sound.loops = Int(clamping: n)
      case _ where keys.contains(key):
        let kind = key == "file" ? "a name" : key == "loops" ? "true or a whole number" : "a number"
        throw error("sound: \(key): expected \(kind), got \(value.described)")
      default: throw error("sound: unknown setting \(key)\(suggestionOrList(for: key, among: keys))")
      }
    }
    return sound
  }
}
