// SPDX-License-Identifier: MIT
import Formats
import Geometry
import LayerEngine
import Pixels
import SystemC

extension CommandLineOptions {
  /// Returns the engine configuration for one run of a script.
  func configuration(scriptDirectory: String, writableFiles: [String]) -> Engine.Configuration {
    var configuration = engine
    configuration.scriptDirectory = scriptDirectory
    configuration.writableFiles = writableFiles
    // ffmpeg, with its limits, decodes the clips of scripts; a process that is locked in starts it only for a film.
    configuration.mayReadClips = configuration.mayReadClips || isolation == .none
    return configuration
  }

  var arguments: ScriptArguments { ScriptArguments(positional: scriptArguments, named: columns + definitions) }

  /// Returns the rendering options for a picture at a scale, or for a film's frames.
  func renderOptions(scale: Double) throws -> RenderOptions {
    var options = RenderOptions(scale: scale, time: time, size: size.map { Size($0.width, $0.height) })
    if let background {
      guard let color = Color(css: background) else {
        throw EngineError(
          .usage, "expected a CSS colour for the background, such as white or #ff8800, got \"\(background)\"")
      }
      options.background = color
    }
    return options
  }

  /// The word for the format of what is written to standard output: `png` with `-o -`, `jpg` with `-o jpg:-`; nil if
  /// files are written.
  var standardOutputFormat: String? {
    guard let output else { return nil }
    if output == "-" { return FileFormat.png.fileExtension }
    guard output.hasSuffix(":-"), !output.contains("/") else { return nil }
    return String(output.dropLast(2))
  }

  /// The encoding options of a picture file.
  var encodingOptions: EncodingOptions {
    var options = encoding
    options.page = page
    return options
  }

  /// Sandboxes the process if that was requested.
  ///
  /// - Parameter begin: starts the sandbox and returns the mechanisms that the system lacks.
  func isolate(_ report: Report, _ begin: () throws -> [String]) throws {
    guard isolation != .none else { return }
    let lacking: [String]
    do { lacking = try begin() } catch let error as EngineError {
      throw EngineError(error.kind, "--isolate: \(error.message)")
    }
    guard !lacking.isEmpty else { return }
    if isolation == .required {
      throw EngineError(.missing, "--isolate=require: this system has \(lacking.joined(separator: "; and "))")
    }
    guard !engine.allowedWarnings.contains(.isolation) else { return }
    for lack in lacking {
      report.warning(LayerWarning(rule: .isolation, message: "--isolate: this system has \(lack)"))
    }
  }

  /// The name in messages of a scene file that is drawn in place of a script; nil for a script.
  var sceneName: String? {
    guard code.isEmpty, let script, script != "-" else { return nil }
    return SceneSource(script, self)?.name
  }

  /// Reads the script; also returns its name in messages and the base folder of its file names.
  func readSource() throws -> (bytes: [UInt8], name: String, directory: String) {
    if !code.isEmpty { return (Array(code.joined(separator: "\n").utf8), "(command-line)", ".") }
    guard let script = script else {
      throw EngineError(.usage, "which script? usage: layerlua SCRIPT [-o FILE]; see layerlua --help")
    }
    if script == "-" { return (try readAll(0, name: "standard input"), "stdin", ".") }
    if let scene = SceneSource(script, self) {
      let isLottie = scene.lottieFile != nil
      if let option = sceneOptions.first(where: { Self.lottieOptions.contains($0) != isLottie }) { throw isFor(option) }
      return (scene.bytes, scene.name, scene.directory)
    }
    if let problem = SceneSource.problem(ofLottieFile: script) {
      throw EngineError(.usage, "\(script) is no Lottie file: \(problem)")
    }
    if let option = sceneOptions.first { throw isFor(option) }
    let file = open(script, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      let failure = errno
      let mayBeCommand = failure == ENOENT && !isCommandNamed
      if mayBeCommand, let problem = Self.problem(ofCommand: script) { throw EngineError(.usage, problem) }
      let isWord = mayBeCommand && !script.contains(".") && !script.contains("/")
      throw EngineError(
        .file,
        "cannot read \(script): \(String(cString: strerror(failure)).lowercased())"
          + (isWord ? "; nor is there a command \(script): see layerlua --help" : ""))
    }
    defer { close(file) }
    let slash = script.lastIndex(of: "/")
    let directory = slash.map { $0 == script.startIndex ? "/" : String(script[..<$0]) } ?? "."
    let bytes = try readAll(file, name: script)
    // No script begins with a brace.
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    if bytes.dropFirst(start).first(where: { $0 > 32 }) == UInt8(ascii: "{") {
      throw EngineError(
        .usage, "\(script) begins as JSON, but is no Lottie file: it has no \"layers\" with \"fr\", \"ip\" and \"op\"")
    }
    return (bytes, script, directory)
  }

  /// The options for scene files that were given.
  private var sceneOptions: [String] { stride(from: 0, to: sceneWords.count, by: 2).map { sceneWords[$0] } }
  /// Those that are for Lottie files; the others are for scenes of Core Animation.
  private static let lottieOptions: Set<String> = ["--animation", "--theme", "--marker"]

  /// Returns the error of an option that is for another kind of file.
  private func isFor(_ option: String) -> EngineError {
    let files = Self.lottieOptions.contains(option) ? "Lottie files" : "scene files such as .tendies"
    return EngineError(.usage, "\(option) is for \(files), and \(script ?? "the script") is none")
  }

  private func readAll(_ file: Int32, name: String) throws -> [UInt8] {
    // Maximum size of a script, in bytes; a longer one is a mistake.
    let limit = 64 << 20
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = chunk.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        throw EngineError(.file, "cannot read \(name): \(String(cString: strerror(errno)).lowercased())")
      }
      if count == 0 { return bytes }
      bytes.append(contentsOf: chunk[..<count])
      guard bytes.count <= limit else {
        throw EngineError(.limit, "\(name) is too large: a script has at most \(limit) bytes")
      }
    }
  }
}
