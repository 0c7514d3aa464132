// SPDX-License-Identifier: MIT
import CProcesses
import Films
import Formats
import LayerModel
import LayerRendering
import LuaBinding
import LuaRuntime
import Numbers
import Sandbox
import SystemC

// Services of the live preview page other than pictures.
extension Engine {
  /// Receives each parameter that a script reads by `ca.parameter`. Default nil.
  package var onParameter: ((ScriptParameter) -> Void)? {
    get { binding.onParameter }
    set { binding.onParameter = newValue }
  }

  /// True if a required parameter without a value gets an example or an empty value, for hosts that only want to know
  /// the parameters. Default false.
  package var fillsRequiredParameters: Bool {
    get { binding.fillsRequiredParameters }
    set { binding.fillsRequiredParameters = newValue }
  }

  /// Runs a body under a watchdog, which ends the process with exit code 3 if the body has not returned one second
  /// after the time limit, for instance inside a long-running function of Lua's own. For programs that serve many
  /// requests.
  ///
  /// - Parameter name: the script's name in the message on standard error.
  package func watched<Result>(_ name: String, _ body: () throws -> Result) throws(EngineError) -> Result {
    var watchdog: Watchdog?
    if hasTimeLimit, let seconds = configuration.timeLimit {
      Watchdog.setCleanup { llua_cleanup_run() }
      watchdog = Watchdog(
        state, seconds: seconds, grace: 1, message: "\(name): \(timeError().message)\n", status: 3)
    }
    defer { withExtendedLifetime(watchdog) {} }
    do { return try body() } catch { throw explained(error) }
  }

  /// Evaluates a Lua expression, such as `{0, 0, 10, 10}`, in the scripts' environment.
  ///
  /// - Throws: `EngineError` with the error that the expression raises.
  package func value(ofExpression text: String) throws(EngineError) -> PropertyValue {
    try working { try binding.value(ofExpression: text) }
  }

  /// Returns the findings of `diagnose(script:)` for the script that ran last: those of a layer's picture, of the
  /// script's text, and of layers that it created without using them. The last need `logSettings`.
  package func allFindings(
    on layer: Layer, _ options: RenderOptions, isFilm: Bool, _ arguments: ScriptArguments
  ) throws(EngineError) -> [Finding] {
    let found = try findings(on: layer, options, isFilm: isFilm)
    return ordered(scriptFindings(arguments) + found + loggedFindings())
  }

  /// Returns an error with the line of the word that it is about, if that differs from the line Lua reports: a key in a
  /// table over several lines, or a misspelt key path of an animation, which is rejected where it is added.
  package func atMistake(_ error: EngineError) -> EngineError {
    guard let script = error.script, let line = error.line, line > 0,
      let source = host.texts().first(where: { $0.name == script })?.source
    else { return error }
    var error = error
    error.line = LuaTokens(source).line(ofMistake: error.message, at: line) ?? line
    return error
  }

  /// Returns the numbered lines of a script from two before a line to two after it; empty if the script is not known.
  package func lines(around line: Int, ofScript name: String) -> [(number: Int, text: String)] {
    guard line > 0, line < Int.max - 2 else { return [] }
    return (max(line - 2, 1)...line + 2).compactMap { number in
      host.line(number, ofScript: name).map { (number, $0) }
    }
  }

  /// Renders a film in memory, even if the renderer writes no files.
  ///
  /// - Parameters:
  ///   - folder: a temporary folder from `temporaryFolder`, which need not exist. The configuration's `writableFiles`
  ///     must contain the names of `temporaryFilms` in it.
  ///   - keepsFolder: true to leave the folder for the next film: an isolated process cannot create it again.
  ///   - limit: the maximum size of the film, in bytes.
  package func film(
    of layer: Layer, as format: FileFormat, in folder: String, _ film: FilmRequest, _ options: RenderOptions,
    _ file: EncodingOptions = EncodingOptions(), keepsFolder: Bool = false, limit: Int = 1 << 30
  ) throws(EngineError) -> [UInt8] {
    let path = "\(folder)/film.\(format.fileExtension)"
    let real: String
    do { real = try renderer.files.pathForWriting(path) } catch { throw explained(error) }
    defer {
      unlink(real)
      if !keepsFolder, let slash = real.lastIndex(of: "/") { rmdir(String(real[..<slash])) }
    }
    return try working {
      try renderer.writeFilm(of: layer, to: path, .file(format), options, film, file, writes: true) {
        _, _ in try checkInterruption()
      }
      return try readWholeFile(real, name: path, purpose: "film", limit: limit)
    }
  }

  /// Renders a film and passes its bytes on while it is drawn; returns false at once for a format whose bytes change
  /// until the end.
  ///
  /// - Parameter take: receives the next bytes; its error ends the film.
  package func film(
    of layer: Layer, as format: FileFormat, _ film: FilmRequest, _ options: RenderOptions, _ file: EncodingOptions,
    take: ([UInt8]) throws -> Void
  ) throws(EngineError) -> Bool {
    try working {
      try renderer.film(of: layer, as: format, options, film, file, take: take) { _, _ in try checkInterruption() }
    }
  }

  /// Returns the name of a folder for temporary files that does not exist yet.
  package static var temporaryFolder: String {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    return (base.hasPrefix("/") ? base : "/tmp") + "/layerlua-\(getpid())-\(UInt64.random(in: 0 ... .max))"
  }

  /// Returns the files that `film(of:as:in:)` may write in a folder.
  package static func temporaryFilms(in folder: String) -> [String] {
    FileFormat.all.filter { $0.holds(.film) }.map { "\(folder)/film.\($0.fileExtension)" }
  }

  /// The resident memory of this process, in bytes; 0 if unknown. The first call opens a file: a process that locks
  /// itself in calls it before, and one that forks does not.
  package static var residentMemory: Int {
    var line = [UInt8](repeating: 0, count: 256)
    let count = line.withUnsafeMutableBytes { pread(statistics, $0.baseAddress, $0.count, 0) }
    let words = line.prefix(max(count, 0)).split(separator: UInt8(ascii: " "))
    guard words.count > 1, let pages = Int(String(decoding: words[1], as: UTF8.self)) else { return 0 }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  private static let statistics = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)

  /// The peak resident memory of the process so far, in bytes.
  package static var peakMemory: Int {
    var usage = rusage()
    // 0 is RUSAGE_SELF, whose type differs between systems.
    guard getrusage(0, &usage) == 0 else { return 0 }
    #if os(Linux)
      return Int(usage.ru_maxrss).multipliedReportingOverflow(by: 1024).partialValue
    #else
      return Int(usage.ru_maxrss)
    #endif
  }
}
