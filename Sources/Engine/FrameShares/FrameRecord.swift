// SPDX-License-Identifier: MIT
import Formats
import LayerModel
import Messages
import Numbers
import Parsing

/// A manifest's record of one frame: a line of JSON.
package struct FrameRecord: Equatable, Sendable {
  package var frame: Int
  /// The scene time of the frame, in seconds.
  package var time: Double
  /// The file's name in the manifest's folder.
  package var file: String
  /// The size of the file, in bytes.
  package var size: Int
  /// The SHA-256 digest of the file, as hexadecimal digits.
  package var sha256: String
  /// In pixels.
  package var width: Int
  package var height: Int
  package var milliseconds: Double
  package var origin: FrameOrigin
  /// The digests of the files that were read in addition to the code, by path, relative to the script's folder for
  /// files below it. Nil if they are unknown because an earlier line could not be parsed.
  package var inputs: [String: String]?
}

/// The properties that all frames of a film share. Frames of another origin do not belong to the film.
package struct FrameOrigin: Equatable, Hashable, Sendable {
  /// The script's name on the command line.
  package var script = ""
  /// The digest of the script and its modules.
  package var scriptHash = ""
  package var seed: UInt64 = 0
  package var version = ""
  /// The options and arguments that affect the pictures, as given on a command line.
  package var arguments: [String] = []
  /// Options that a worker needs but that do not affect the pictures: read permissions.
  package var access: [String] = []
  /// The time of frame 0, in seconds.
  package var from = 0.0
  /// Frames per second.
  package var fps = 0.0
  /// The frames of the whole film, as a list such as 0-119.
  package var frames = ""
  /// The pattern of the file names, such as frame-{0000}.png.
  package var pattern = ""

  /// The command-line options for the frames' times, for running a share again.
  var timing: [String] {
    ["--fps", exactText(fps)] + (from == 0 ? [] : ["--from", exactText(from)]) + ["--frames", frames]
  }

  package init() {}

  /// The named values that must be equal in all frames of a film.
  var essentials: [(name: String, value: String)] {
    [
      ("version", version), ("script", scriptHash), ("seed", "\(seed)"), ("arguments", commandLine(arguments)),
      ("fps", "\(fps)"),
    ]
  }

  /// True if frames of both origins can form one film.
  package func agrees(with other: FrameOrigin) -> Bool { essentials.elementsEqual(other.essentials, by: ==) }
}

extension FrameRecord {
  /// Serialises the record as a line, with its line break. `inputs` are omitted if those of the previous line are
  /// equal.
  package func line(inputsAsBefore: Bool) -> String {
    var fields: [(String, String)] = [
      ("frame", "\(frame)"), ("time", exactText(time)), ("file", jsonString(file)), ("size", "\(size)"),
      ("sha256", jsonString(sha256)),
      ("seed", "\(origin.seed)"), ("scriptHash", jsonString(origin.scriptHash)),
      ("version", jsonString(origin.version)),
      ("milliseconds", exactText((milliseconds * 10).rounded() / 10)), ("width", "\(width)"), ("height", "\(height)"),
      ("fps", exactText(origin.fps)), ("from", exactText(origin.from)), ("frames", jsonString(origin.frames)),
      ("pattern", jsonString(origin.pattern)),
      ("script", jsonString(origin.script)), ("arguments", jsonList(origin.arguments)),
      ("access", jsonList(origin.access)),
    ]
    if !inputsAsBefore, let inputs {
      let entries = inputs.sorted { $0.key < $1.key }.map { jsonString($0.key) + ": " + jsonString($0.value) }
      fields.append(("inputs", "{" + entries.joined(separator: ", ") + "}"))
    }
    return jsonLine(fields)
  }

  /// Parses a line.
  ///
  /// - Parameter previous: the inputs of the previous line; nil if they are unknown.
  /// - Throws: `LayerError` with the problem.
  package init(line: [UInt8], previous: [String: String]?) throws(LayerError) {
    var reading = Reading(Account(), name: "not a line of a manifest")
    var reader = JSONReader(line)
    guard case .dictionary(let pairs) = try reader.read(&reading) else {
      throw LayerError("not a line of a manifest: expected an object")
    }
    let fields = Dictionary(pairs.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
    func missing(_ name: String, _ expected: String) -> LayerError {
      LayerError("not a line of a manifest: \"\(name)\" must be \(expected)")
    }
    func number(_ name: String) throws(LayerError) -> Double {
      guard case .number(let value)? = fields[name], value.isFinite else { throw missing(name, "a number") }
      return value
    }
    func whole(_ name: String) throws(LayerError) -> Int {
      guard let value = Int(exactly: try number(name)), value >= 0 else { throw missing(name, "a whole number from 0") }
      return value
    }
    func string(_ name: String) throws(LayerError) -> String {
      guard case .string(let value)? = fields[name] else { throw missing(name, "a string") }
      return value
    }
    func strings(_ name: String) throws(LayerError) -> [String] {
      guard case .array(let values)? = fields[name] else { throw missing(name, "a list of strings") }
      var result: [String] = []
      for value in values {
        guard case .string(let text) = value else { throw missing(name, "a list of strings") }
        result.append(text)
      }
      return result
    }
    frame = try whole("frame")
    time = try number("time")
    file = try string("file")
    // Security: the name is passed to the file system. This program never writes one that leads out of the folder.
    guard !file.isEmpty, !file.contains("/"), !file.utf8.contains(0), file != ".", file != ".." else {
      throw missing("file", "the name of a file in the manifest's folder")
    }
    size = try whole("size")
    sha256 = try string("sha256")
    width = try whole("width")
    height = try whole("height")
    milliseconds = try number("milliseconds")
    origin = FrameOrigin()
    origin.script = try string("script")
    origin.scriptHash = try string("scriptHash")
    origin.arguments = try strings("arguments")
    origin.access = try strings("access")
    origin.version = try string("version")
    origin.fps = try number("fps")
    guard origin.fps > 0, origin.fps <= FilmPlan.highestRate else {
      throw missing(
        "fps", "frames a second above 0 and up to \(numberText(FilmPlan.highestRate)), got \(numberText(origin.fps))")
    }
    origin.from = try number("from")
    origin.frames = try string("frames")
    origin.pattern = try string("pattern")
    // A JSON number above 2⁵³ is not exact; the arguments contain the exact seed.
    origin.seed = UInt64(exactly: try number("seed")) ?? UInt64.max
    if let at = origin.arguments.firstIndex(of: "--seed"), at + 1 < origin.arguments.count {
      origin.seed = UInt64(origin.arguments[at + 1]) ?? origin.seed
    }
    if case .dictionary(let pairs)? = fields["inputs"] {
      var digests: [String: String] = [:]
      for (path, value) in pairs {
        guard case .string(let digest) = value else { throw missing("inputs", "digests by path") }
        digests[path] = digest
      }
      inputs = digests
    } else if fields["inputs"] == nil {
      inputs = previous
    } else {
      throw missing("inputs", "digests by path")
    }
  }
}

/// Joins the words of a command line, quoted for a shell where necessary.
package func commandLine(_ words: [String]) -> String {
  words.map { word in
    let isPlain = word.utf8.allSatisfy { c in
      (c >= 0x30 && c <= 0x39) || (c | 0x20 >= 0x61 && c | 0x20 <= 0x7A) || "-_=+.,/:@%{}".utf8.contains(c)
    }
    if isPlain, !word.isEmpty { return word }
    return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }.joined(separator: " ")
}
