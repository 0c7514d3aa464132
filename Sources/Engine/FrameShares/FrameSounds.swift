// SPDX-License-Identifier: MIT
import Formats
import LayerModel
import Messages
import Numbers
import Parsing
import Sandbox
import SystemC

/// The sounds of a film that is drawn as single frames: a file of JSON next to them, such as `frame.sound.json`, with
/// copies of the sound files, such as `frame.sound-1.wav`. Each share of a film writes equal ones.
///
/// The copies let the folder be moved to another machine, and a file of JSON from elsewhere names no other file.
enum FrameSounds {
  /// Maximum size of a sound file, and of the file of JSON, in bytes.
  private static let largestSound = 1 << 30, largestList = 1 << 20

  private static func list(in folder: FrameFolder) -> String { folder.path("\(folder.stem).sound.json") }

  /// Writes the sounds of a film into the folder of its frames; without sounds, those of an earlier run end.
  ///
  /// - Parameter files: the files that may be read.
  /// - Throws: `LayerError` for a sound that may not or cannot be read, and for a folder that cannot be written.
  static func write(_ sounds: [FilmSound], to folder: FrameFolder, _ files: FileAccess) throws {
    guard !sounds.isEmpty else {
      unlink(list(in: folder))
      return
    }
    var names: [String: String] = [:]
    var entries: [String] = []
    for sound in sounds {
      let path = try files.pathForReading(sound.file, purpose: "sound")
      if names[path] == nil {
        let name = "\(folder.stem).sound-\(names.count + 1)\(tail(of: path))"
        let bytes = try readWholeFile(path, name: sound.file, purpose: "sound", limit: largestSound)
        try replace(name, in: folder, bytes)
        names[path] = name
      }
      entries.append(entry(sound, names[path] ?? ""))
    }
    try replace(lastName(of: list(in: folder)), in: folder, Array("[\(listed(entries))]\n".utf8))
  }

  /// Returns the sounds that frames were drawn with, with the paths of their copies; nil if there are none.
  ///
  /// - Throws: `LayerError` for a file that is none of this program's.
  static func read(from folder: FrameFolder) throws -> [FilmSound]? {
    let path = list(in: folder)
    guard access(path, F_OK) == 0 else { return nil }
    let place = realPath(folder.path) ?? folder.path
    let bytes = try readWholeFile(realPath(path) ?? path, name: path, purpose: "list of sounds", limit: largestList)
    func problem(_ reason: String) -> LayerError { LayerError(.file, "\(path): \(reason); draw the frames again") }
    var reading = Reading(Account(), name: path)
    var reader = JSONReader(bytes)
    let value: PropertyValue
    do throws(LayerError) { value = try reader.read(&reading) } catch { throw problem(error.message) }
    guard case .array(let items) = value else { throw problem("expected a list of sounds") }
    var film = FilmRequest()
    film.sounds = try items.map { item in
      guard case .dictionary(let pairs) = item, let sound = sound(pairs, in: place) else {
        throw problem("expected sounds, each with the name of a file in this folder")
      }
      return sound
    }
    if let found = film.problem { throw problem(found.message) }
    return film.sounds
  }

  /// The ending of a sound file's name, if it is a plain one.
  private static func tail(of path: String) -> String {
    let name = lastName(of: path)
    guard let dot = name.lastIndex(of: ".") else { return "" }
    let ending = name[name.index(after: dot)...]
    let isPlain = ending.utf8.allSatisfy { c in
      (c >= 0x30 && c <= 0x39) || (c | 0x20 >= 0x61 && c | 0x20 <= 0x7A)
    }
    return isPlain && !ending.isEmpty && ending.utf8.count <= 8 ? ".\(ending)" : ""
  }

  private static func replace(_ name: String, in folder: FrameFolder, _ bytes: [UInt8]) throws {
    try replaceFile(
      joined(realPath(folder.path) ?? folder.path, name), with: bytes, name: folder.path(name), isNamed: false)
  }

  private static func entry(_ sound: FilmSound, _ file: String) -> String {
    var fields = [("file", jsonString(file)), ("loops", sound.isLooped ? "true" : "\(sound.loops)")]
    fields += FilmSound.numberNames.compactMap { name in
      sound[number: name].map { (name, exactText($0)) }
    }
    return "{" + listed(fields.map { jsonString($0.0) + ": " + $0.1 }) + "}"
  }

  /// Reads a sound; nil for an unknown setting or a file elsewhere.
  private static func sound(_ pairs: [(key: String, value: PropertyValue)], in place: String) -> FilmSound? {
    var sound = FilmSound("")
    for (key, value) in pairs {
      switch (key, value) {
      case ("file", .string(let file)):
        // Security: the name is passed to the file system, and must not lead out of the folder.
        guard !file.isEmpty, !file.contains("/"), !file.utf8.contains(0), file != ".", file != ".." else { return nil }
        sound.file = joined(place, file)
      case ("loops", .bool(let isLooped)): sound.isLooped = isLooped
      case ("loops", .number(let n)): sound.loops = Int(clamping: n)
      case (_, .number(let n)) where FilmSound.numberNames.contains(key): sound[number: key] = n
      default: return nil
      }
    }
    return sound.file.isEmpty ? nil : sound
  }
}
