// SPDX-License-Identifier: MIT
import LayerEngine
import Messages
import Numbers
import Preview
import SystemC

/// The script of a job, and what it may read.
struct JobSource {
  /// Lua text. For a Lottie file or a package it is the script that draws it.
  var bytes: [UInt8]
  /// The name in messages.
  var name: String
  /// The folder of its files, which it may read.
  var folder: String
  /// The file's name in the folder, if it is a Lottie file.
  var lottieFile: String?
  /// True for a Lottie file or a package.
  var isScene = false
  /// True for text that came with the request.
  var isStranger = false

  /// Maximum length of a script's name, in bytes.
  private static let longestName = 1024
  /// Maximum number and total bytes of the files that come with a script.
  private static let mostFiles = 64
  static let mostBytes = 64 << 20

  /// Reads a script, a Lottie file or a package of the folder, which is the working directory.
  init(named name: String, _ options: CommandLineOptions) throws {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard name.utf8.count <= Self.longestName, name != "-", !name.utf8.contains(0),
      parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." })
    else {
      throw EngineError(
        .usage, "script: expected a path below the folder, such as cards/card.lua, got \(jsonString(name))")
    }
    // Refuses links that lead out of the folder.
    do { _ = try FileAccess(scriptDirectory: ".", workingDirectory: nil).pathForReading(name, purpose: "script") } catch
    {
      throw EngineError(ofFile: error)
    }
    var own = options
    (own.script, own.sceneWords) = (name, [])
    let scene = SceneSource(name, own)
    let source = try scene.map { ($0.bytes, $0.name, $0.directory) } ?? own.readSource()
    (bytes, self.name, folder) = (source.0, source.1, source.2)
    lottieFile = scene?.lottieFile
    isScene = scene != nil
  }

  /// Takes a script and its files out of the bytes that follow a request, and writes the files into a folder.
  ///
  /// - Parameter folder: an existing, empty folder.
  init(_ request: WorkerRequest, _ body: [UInt8], folder: String) throws {
    name = try request.string("script") ?? "script"
    guard name.utf8.count <= Self.longestName, !name.utf8.contains(where: { $0 < 32 || $0 == 127 }) else {
      throw EngineError(
        .usage, "script: expected a name of at most \(Self.longestName) bytes without control characters")
    }
    let length = try request.count("text") ?? body.count
    guard length <= body.count else {
      throw EngineError(.usage, "text: expected at most the \(body.count) bytes of the request, got \(length)")
    }
    self.folder = folder
    isStranger = true
    bytes = Array(body[..<length])
    let files = try request.objects("files") ?? []
    guard files.count <= Self.mostFiles else {
      throw EngineError(.limit, "files: expected at most \(Self.mostFiles), got \(files.count)")
    }
    var start = length
    for file in files {
      let name = try file.text("name")
      guard !name.isEmpty, name.utf8.count <= 255, !name.hasPrefix("."),
        !name.utf8.contains(where: { $0 < 32 || $0 == 47 })
      else {
        throw EngineError(.usage, "files: expected a name without a folder, such as photo.png, got \(jsonString(name))")
      }
      let count = try file.count("bytes") ?? 0
      guard count <= body.count - start else {
        throw EngineError(
          .usage, "files: \(name) has \(count) bytes, but \(body.count - start) are left of the request")
      }
      try Self.write(Array(body[start..<start + count]), to: folder + "/" + name, name)
      start += count
    }
  }

  private static func write(_ bytes: [UInt8], to path: String, _ name: String) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      if errno == EEXIST { throw EngineError(.usage, "files: there are two of the name \(name)") }
      throw failed(errno, name)
    }
    defer { close(file) }
    guard writeAll(file, bytes) else { throw failed(errno, name) }
  }

  private static func failed(_ number: Int32, _ name: String) -> EngineError {
    EngineError(
      number == ENOSPC || number == EDQUOT ? .temporary : .file,
      "files: cannot keep \(name): \(String(cString: strerror(number)).lowercased())")
  }

  /// The text of the comment at the start of a script: its first line, and the further lines as one; nil for none. A
  /// line that names the licence does not count.
  var description: (title: String?, rest: String?) {
    guard !isScene else { return (nil, nil) }
    var lines: [String] = []
    let text = String(decoding: bytes.prefix(8192), as: UTF8.self)
    var isInBlock = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).prefix(100) {
      var words = Substring(line.drop { $0 == " " || $0 == "\t" || $0 == "\u{FEFF}" })
      if !isInBlock {
        if lines.isEmpty, words.hasPrefix("#!") || words.allSatisfy({ $0.isWhitespace }) { continue }
        guard words.hasPrefix("--") else { break }
        words = words.drop { $0 == "-" }
        if words.hasPrefix("[[") { (isInBlock, words) = (true, words.dropFirst(2)) }
      }
      var ends = false
      if isInBlock, let end = words.firstIndex(of: "]"), words[end...].hasPrefix("]]") {
        (ends, words) = (true, words[..<end])
      }
      let plain = words.split { $0.isWhitespace }.joined(separator: " ")
      if !plain.hasPrefix("SPDX-License-Identifier"), !plain.isEmpty || !lines.isEmpty { lines.append(plain) }
      if ends { break }
    }
    let rest = lines.dropFirst().filter { !$0.isEmpty }.joined(separator: " ")
    return (lines.first.map { String($0.prefix(200)) }, rest.isEmpty ? nil : String(rest.prefix(2000)))
  }
}
