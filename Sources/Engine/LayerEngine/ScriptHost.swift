// SPDX-License-Identifier: MIT
import LayerModel
import LayerRendering
import LuaBinding
import LuaRuntime
import Messages
import Numbers

extension LayerRenderer: ScriptServices {}

/// The engine's services for the Lua state: output, warnings, modules and time.
final class ScriptHost: LuaHost {
  var onPrint: (([UInt8]) -> Void)?
  private let renderer: LayerRenderer
  private let scene: Scene
  /// The folder of modules, as the prefix of their names.
  var directory: String
  /// The source texts that ran, by name, so that an error can show its line.
  private var sources: [String: [UInt8]] = [:]
  /// The name of the script that ran last.
  private var scriptName = ""

  init(renderer: LayerRenderer, scene: Scene, directory: String) {
    self.renderer = renderer
    self.scene = scene
    self.directory = directory
  }

  /// Maximum bytes that scripts may print and warn between two calls into scripts; `.max` is unlimited.
  var printLimit = Int.max
  private var printed = 0
  private var isWarningCut = false

  /// Resets the output counters, at the start of a script or a script's function.
  func beginCounting() {
    printed = 0
    isWarningCut = false
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws {
    guard bytes.count <= printLimit - printed else {
      throw LayerError(
        .limit,
        "print: the script has printed \(printed) bytes and now prints \(bytes.count), at most \(printLimit) may be "
          + "printed; print less\(remedy)")
    }
    printed += bytes.count
    onPrint?([UInt8](bytes))
  }

  /// The suggestion in the error message. The command-line program has no option to raise this limit.
  private var remedy: String {
    let face = renderer.files.face
    return face == .program
      ? face.remedy(", or run a script that you trust with ", .trusted) : face.remedy(", or raise ", .printLimit)
  }

  func warn(_ message: String, _ cause: LuaWarningCause) {
    let count = message.utf8.count
    guard count <= printLimit - printed else {
      // Reported once, as a warning: `warn` returns nothing, so it cannot raise an error.
      if !isWarningCut {
        isWarningCut = true
        scene.warnAgain(
          .scriptWarning,
          "the script's further warnings are suppressed: it has printed and warned \(printed) bytes, at most "
            + "\(printLimit) may be; warn less\(remedy)")
      }
      return
    }
    printed += count
    scene.warnAgain(cause == .finalizer ? .scriptFinalizer : .scriptWarning, message)
  }

  /// Finds a module: `require "a.b"` loads `a/b.lua`, or else `a/b/init.lua`, below the script's folder.
  func module(named name: String) throws -> LuaModule {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard !parts.isEmpty, parts.allSatisfy({ !$0.isEmpty && !$0.contains("/") && !$0.utf8.contains(0) }) else {
      return .missing(searched: "expected words separated by dots, such as lib.compass")
    }
    let base = parts.joined(separator: "/")
    for path in [base + ".lua", base + "/init.lua"] where renderer.canRead(path) {
      let shown = directory == "." ? path : directory.hasSuffix("/") ? directory + path : directory + "/" + path
      let source = try renderer.readFile(path)
      remember(source, name: shown)
      return .source(source, name: shown)
    }
    return .missing(
      searched: renderer.files.mayReadScriptDirectory
        ? "there is no \(base).lua in \(renderer.files.shown(renderer.files.scriptDirectory))"
        : "this script has no folder to read" + renderer.files.face.remedy("; the host sets it with ", .scriptDirectory)
    )
  }

  var scriptTime: Double { scene.currentTime }

  func scriptError(_ error: any Error) -> ScriptError {
    (error as? EngineError)?.scriptError ?? ScriptError(error)
  }

  func remember(_ source: [UInt8], name: String) { sources[name] = source }

  func rememberScript(_ source: [UInt8], name: String) {
    remember(source, name: name)
    scriptName = name
  }

  /// Returns the script that ran last, with an empty name, and the modules, named by their paths from the script's
  /// folder, sorted.
  func code() -> [(name: String, source: [UInt8])] {
    let folder = directory.hasSuffix("/") ? directory : directory + "/"
    return sources.map { name, source in
      (name == scriptName ? "" : name.hasPrefix(folder) ? String(name.dropFirst(folder.count)) : name, source)
    }.sorted { $0.name < $1.name }
  }

  /// Returns the source texts that ran, each with its name in messages, the script's first.
  func texts() -> [(name: String, source: [UInt8])] {
    sources.map { (name: $0.key, source: $0.value) }.sorted {
      $0.name == scriptName || $1.name != scriptName && $0.name < $1.name
    }
  }

  /// Returns a line of a source text that ran, without its line break, cut after 200 bytes; nil if there is no such
  /// line.
  func line(_ number: Int, ofScript name: String) -> String? {
    guard let source = sources[name], number > 0 else { return nil }
    var start = source.startIndex
    for _ in 1..<number {
      guard let end = source[start...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      start = end + 1
    }
    let end = source[start...].firstIndex(of: UInt8(ascii: "\n")) ?? source.endIndex
    guard start < end else { return nil }
    var line = String(decoding: source[start..<min(end, start + 200)], as: UTF8.self)
    if line.hasSuffix("\r") { line.removeLast() }
    return String(line.map { $0.isASCII && ($0.asciiValue ?? 32) < 32 && $0 != "\t" ? " " : $0 })
  }
}
