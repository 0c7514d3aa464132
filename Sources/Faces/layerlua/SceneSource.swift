// SPDX-License-Identifier: MIT
import Formats
import SystemC

/// A scene file in place of a script: the short script that returns its layer. So every command that takes a script
/// takes a scene.
struct SceneSource {
  let bytes: [UInt8]
  /// The file's path, as the name in messages.
  let name: String
  /// The folder around it, which file names are relative to.
  let directory: String
  /// The file's name in the folder, if it is a Lottie file; nil for another scene.
  let lottieFile: String?

  /// Recognises a folder, or a file by its first bytes; nil for anything else.
  init?(_ path: String, _ command: CommandLineOptions) {
    guard let kind = SceneSource.kind(path) else { return nil }
    var parts = path
    while parts.count > 1, parts.hasSuffix("/") { parts.removeLast() }
    let slash = parts.lastIndex(of: "/")
    let last = slash.map { String(parts[parts.index(after: $0)...]) } ?? parts
    if last == "." || last == ".." || last.isEmpty {
      (directory, name) = (path, ".")
    } else {
      directory = slash.map { $0 == parts.startIndex ? "/" : String(parts[..<$0]) } ?? "."
      name = parts
    }
    let file = name == "." ? "." : last
    lottieFile = kind == .lottie ? file : nil
    if kind == .lottie {
      bytes = Array(SceneSource.lottie(SceneSource.quoted(file), command).utf8)
      return
    }
    let options = command.wallpaper.map { ", { wallpaper = \(SceneSource.quoted($0)) }" } ?? ""
    var lines = ["local layer = ca.Package(\(SceneSource.quoted(file))\(options)).rootLayer"]
    if command.states.isEmpty {
      lines.append((command.state ?? State(word: "Locked")).line(isOptional: command.state == nil))
    } else {
      lines += SceneSource.frameFunction(command.states)
    }
    if let tilt = command.tilt { lines.append("layer:setTilt(\(tilt.x), \(tilt.y))") }
    bytes = Array((lines + ["return layer\n"]).joined(separator: "\n").utf8)
  }

  /// Returns the script that plays a Lottie file. `-D text.Title=Hello` and the like become its options.
  private static func lottie(_ file: String, _ command: CommandLineOptions) -> String {
    let chosen = [("animation", command.animation), ("theme", command.theme), ("marker", command.marker)]
    let options = chosen.compactMap { name, value in value.map { "\(name) = \(quoted($0))" } }
    return """
      local options = { \(options.joined(separator: ", ")) }
      local kinds = { text = "texts", color = "values", value = "values", image = "images", font = "fonts",
        slot = "slots" }
      for name, value in pairs(ca.args) do
        local kind, key = tostring(name):match("^(%a+)%.(.+)$")
        local option = kinds[kind]
        if not option then
          error("-D " .. name .. ": a Lottie file takes text.LAYER=TEXT, color.PATH=COLOUR, value.PATH=JSON, " ..
            "image.ID=FILE, font.NAME=FONT and slot.ID=JSON", 0)
        end
        if kind == "color" then key = key .. ".Color" end
        local isJSON = kind == "value" or kind == "slot" or kind == "color" and tostring(value):find("^%s*%[")
        if isJSON and type(value) == "string" then
          local ok, decoded = pcall(ca.decodeJSON, value)
          if ok then value = decoded end
        end
        options[option] = options[option] or {}
        options[option][key] = value
      end
      return ca.Layer.lottie(\(file), options)

      """
  }

  /// A state, or a fraction between two.
  struct State {
    var word: String
    /// The second state, and the fraction from the first to it; nil for one state.
    var next: (word: String, fraction: Double)?

    init(word: String) { self.word = word }

    /// Parses `Unlock` or `Locked:Unlock@0.4`; an empty name is the base.
    init?(_ text: String) {
      guard let at = text.lastIndex(of: "@"), let colon = text[..<at].firstIndex(of: ":") else {
        word = text
        return
      }
      guard let fraction = Double(text[text.index(after: at)...]), fraction >= 0, fraction <= 1 else { return nil }
      word = String(text[..<colon])
      next = (String(text[text.index(after: colon)..<at]), fraction)
    }

    /// Returns the line that sets the state. An optional one is set only if there is a state of its name.
    func line(isOptional: Bool) -> String {
      func name(_ word: String) -> String {
        let word = SceneSource.quoted(word)
        return isOptional ? "layer:stateName(\(word))" : "layer:stateName(\(word)) or \(word)"
      }
      guard let next else { return "layer:setState(\(name(word)), { transitionSpeed = 0 })" }
      return "layer:setState { from = \(name(word)), to = \(name(next.word)), fraction = \(next.fraction) }"
    }
  }

  /// A change of state at a time of the film, in seconds.
  struct StateChange {
    var time: Double
    var word: String

    /// Parses `Sleep, 0.5 Locked, 2 Unlock`: names with their times, which grow. The first may have none.
    static func list(_ text: String) -> [StateChange]? {
      var result: [StateChange] = []
      for part in text.split(separator: ",", omittingEmptySubsequences: false) {
        let words = part.split(separator: " ")
        guard let first = words.first else { return nil }
        let time = Double(first)
        let name = words.dropFirst(time == nil ? 0 : 1).joined(separator: " ")
        guard !name.isEmpty, let start = time ?? (result.isEmpty ? -Double.infinity : nil) else { return nil }
        guard time?.isFinite ?? true, start > result.last?.time ?? -.infinity || result.isEmpty else { return nil }
        result.append(StateChange(time: start, word: name))
      }
      return result
    }
  }

  /// Returns the lines that set the states of a film: the frame function makes all changes up to the frame's time, so
  /// that frames can be drawn in any order.
  private static func frameFunction(_ changes: [StateChange]) -> [String] {
    var lines = ["ca.onFrame(function(t)"]
    for (i, change) in changes.enumerated() {
      let name = "layer:stateName(\(quoted(change.word))) or \(quoted(change.word))"
      if i == 0 {
        lines.append("  layer:setState(\(name), { transitionSpeed = 0 })")
      } else {
        lines.append("  if t >= \(change.time) then layer:setState(\(name), { time = \(change.time) }) end")
      }
    }
    return lines + ["end)"]
  }

  /// The kinds of scenes, by the call that opens them.
  private enum Kind {
    case package, lottie
  }

  /// The extensions of Lottie files.
  private static let lottieExtensions: Set<String> = ["json", "lottie", "lot", "tgs"]

  private static func hasLottieExtension(_ path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    return name.lastIndex(of: ".").map { lottieExtensions.contains(name[name.index(after: $0)...].lowercased()) }
      ?? false
  }

  /// Returns the first bytes of a file; nil for another kind of entry, and for one that cannot be read.
  ///
  /// - Parameter isFolder: true for a folder.
  private static func beginning(of path: String, isFolder: inout Bool) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var info = stat()
    guard fstat(file, &info) == 0 else { return nil }
    isFolder = info.st_mode & S_IFMT == S_IFDIR
    guard info.st_mode & S_IFMT == S_IFREG else { return nil }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = bytes.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, 0) }
    return count < 0 ? nil : Array(bytes[..<count])
  }

  /// Returns the reason why a file with the extension of a Lottie file is neither one nor a script; nil for a file that
  /// may be one.
  static func problem(ofLottieFile path: String) -> String? {
    var isFolder = false
    guard hasLottieExtension(path), let bytes = beginning(of: path, isFolder: &isFolder), kind(path) == nil else {
      return nil
    }
    if bytes.isEmpty { return "it is empty" }
    let marks: [[UInt8]] = [[0xFF, 0xFE], [0xFE, 0xFF]]
    if marks.contains(where: { bytes.starts(with: $0) }) {
      return "it is in UTF-16: save it in UTF-8"
    }
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    switch bytes.dropFirst(start).first(where: { ![9, 10, 13, 32].contains($0) }) {
    // Other JSON has a message of its own.
    case UInt8(ascii: "{"): return nil
    case UInt8(ascii: "["): return "it is a list: expected an object with \"layers\""
    case UInt8(ascii: "<"): return "it is HTML or XML, such as a web page in place of the file: download it again"
    case UInt8(ascii: "/"), UInt8(ascii: "#"): return "it begins with a comment, which JSON does not have"
    case nil: return "it is empty"
    default: return "it begins neither as JSON nor as an archive: it may be damaged"
    }
  }

  /// Returns the kind of a file or folder; nil for one that is no scene.
  private static func kind(_ path: String) -> Kind? {
    var isFolder = false
    guard let bytes = beginning(of: path, isFolder: &isFolder) else { return isFolder ? .package : nil }
    return bytes.withUnsafeBytes { bytes in
      // A script is not packed, so a packed file can only be a sticker: packed Lottie.
      if InputFormat.isGzip(bytes) { return .lottie }
      switch InputFormat.of(bytes)?.content {
      case .scene(.lottie)?: return .lottie
      // An archive that holds no animation, or holds its pictures first.
      case .scene(.archive)? where hasLottieExtension(path): return .lottie
      case .scene?: return .package
      default: return nil
      }
    }
  }

  /// Returns a text as a Lua string.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      let isPlain = scalar.value >= 32 && scalar != "\"" && scalar != "\\" && scalar.value != 127
      result += isPlain ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
    }
    return result + "\""
  }
}
