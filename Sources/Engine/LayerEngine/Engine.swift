// SPDX-License-Identifier: MIT
import CProcesses
import Geometry
import LayerModel
import LayerRendering
import LuaBinding
import LuaRuntime
import Pixels
import Sandbox
import Synchronization

/// A Lua engine that runs scripts and renders the layers they create.
///
/// ```swift
/// let engine = try Engine()
/// let layer = try engine.run(file: "card.lua")
/// if let layer { try engine.write(layer, to: "card.png") }
/// ```
/// An engine owns one Lua state and one scene of layers. It belongs to one thread at a time; engines share nothing.
public final class Engine {
  /// The version, as `ca.version`.
  public static var version: String { LuaBinding.version }

  /// The configuration that the engine was created with.
  public let configuration: Configuration
  /// Receives each warning once, such as a missing font. Default nil.
  public var onWarning: ((LayerWarning) -> Void)? {
    get { scene.onWarning }
    set { scene.onWarning = newValue }
  }
  /// Called when pages of a PDF or SVG are drawn, for each layer that had to be rasterised, with its label and the
  /// reason. Default nil.
  public var onRasterized: ((_ layer: String, _ reason: String) -> Void)? {
    get { renderer.onRasterized }
    set { renderer.onRasterized = newValue }
  }
  /// Receives the bytes that scripts print, including line breaks. Default nil.
  public var onPrint: (([UInt8]) -> Void)? {
    get { host.onPrint }
    set { host.onPrint = newValue }
  }

  /// The renderer, which draws layers and reads and writes files.
  public let renderer: LayerRenderer
  /// The scene that the layers of this engine share.
  public let scene: Scene

  /// The token by which another thread cancels the engine's work. Default nil.
  public var cancellation: CancellationToken?
  /// Polled periodically on every drawing thread; returning true abandons the picture, but does not end a script.
  /// Default nil.
  package var interruption: (@Sendable () -> Bool)?
  /// The row of a batch that scripts draw: its number from 1 and the number of rows, `ca.row` and `ca.rows`, and values
  /// of `ca.args` that keep their types. Default nil.
  package var row: (number: Int, count: Int, values: [(name: String, value: PropertyValue)])?
  /// The layer that the last script returned; nil if it returned none.
  public private(set) var rootLayer: Layer?

  let host: ScriptHost
  package let state: LuaState
  let binding: LuaBinding
  private var watchdog: Watchdog?
  let functions = ScriptFunctions()
  private var hasCheckedFonts = false
  private var innerResults: [Layer] = []
  /// The folder of the last script, if it was run from a file and may read its own folder; else nil.
  private var scriptFolder: String?
  /// The nesting depth of the engine's calls: more than 1 inside a host function or hook.
  private(set) var depth = 0
  /// The thread that runs these calls; 0 if there are none.
  private let owner = Atomic<UInt>(0)
  /// True if a cancellation ended the running work.
  var wasCancelled = false
  /// The state of the time limit: true if time is limited, the remaining seconds, and the deadline of the running work.
  var hasTimeLimit: Bool
  var timeLeft = 0.0
  var deadline: Double?
  /// The limit that the running work reaches first, in seconds; `isOfCall` is true for `callTimeLimit`.
  var runningLimit: (seconds: Double, isOfCall: Bool)?

  /// Creates an engine. Files and fonts are read lazily.
  ///
  /// ```swift
  /// let engine = try Engine(Engine.Configuration(memoryLimit: 256 << 20, timeLimit: 5))
  /// engine.onWarning = { print("warning:", $0) }
  /// ```
  ///
  /// - Throws: `EngineError`: if the memory limit is too small for an empty script; of kind `usage` for a number of
  ///   threads out of range; of kind `file` if the process's working directory was deleted and a folder of the
  ///   configuration depends on it.
  public convenience init(_ configuration: Configuration = Configuration()) throws {
    try self.init(configuration, renderer: nil)
  }

  /// - Parameter given: the renderer of an engine that is not used any more, with the same configuration of the
  ///   renderer: its fonts, glyphs and images serve this one. nil makes a new one.
  package init(_ configuration: Configuration, renderer given: LayerRenderer?) throws {
    let threads = configuration.threads
    guard (0...Configuration.mostThreads).contains(threads) else {
      throw EngineError(
        .usage, "threads: expected 1 to \(Configuration.mostThreads), or 0 for one per processor, got \(threads)")
    }
    self.configuration = configuration
    hasTimeLimit = configuration.timeLimit != nil
    timeLeft = configuration.timeLimit ?? 0
    let rendering = configuration.ofRenderer
    // Without the base folder of file names, a script would have access to the whole machine.
    if let problem = rendering.files.problem { throw EngineError(.file, problem) }
    renderer = given ?? LayerRenderer(configuration: rendering)
    scene = renderer.makeScene()
    scene.layerLimit = max(configuration.limits.layers, 0)
    scene.frameLimit = max(configuration.limits.frames, 0)
    scene.limits = configuration.limits.scene
    host = ScriptHost(renderer: renderer, scene: scene, directory: configuration.scriptDirectory ?? ".")
    host.printLimit = configuration.isTrusted ? .max : max(configuration.limits.printedBytes, 0)
    do {
      state = try LuaState(
        LuaState.Configuration(
          memoryLimit: configuration.memoryLimit ?? 0, seed: configuration.seed, isTrusted: configuration.isTrusted),
        host: host)
      let functions = functions
      binding = try LuaBinding(
        state, scene: scene, services: renderer, makeFunction: { ScriptFunction($0, functions) })
    } catch { throw EngineError(error) }
    functions.engine = self
    renderer.memoryBudget = scene.memoryBudget
    renderer.mayStartFFmpeg = configuration.isTrusted
    renderer.mayReadClips = configuration.isTrusted || configuration.mayReadClips
    scene.allowedWarnings = configuration.allowedWarnings
  }

  deinit { scene.releaseHeldObjects() }

  /// Removes temporary files next to these files that were left by runs killed while writing.
  package static func removeAbandonedFiles(beside paths: [String]) { TemporaryFile.removeAbandoned(beside: paths) }

  /// Reports repeated warnings again, each with its number of repetitions. A warning is reported once for each rule and
  /// key, not for each layer.
  ///
  /// ```swift
  /// engine.onWarning = { print($0, $0.repeats) }
  /// try engine.run(file: "card.lua")
  /// engine.reportRepeatedWarnings()
  /// ```
  public func reportRepeatedWarnings() { scene.reportRepeatedWarnings() }

  // MARK: - Scripts

  /// Runs a script given as bytes. Globals of earlier scripts persist; their functions of `ca.onFrame` and of time
  /// lines, and their settings of `ca.film`, end as this one begins, also for layers that the host keeps. It reads and
  /// writes only folders that the configuration names.
  ///
  /// ```swift
  /// let layer = try engine.run(script: Array("return ca.Layer { bounds = {0, 0, 100, 50} }".utf8), name: "card.lua")
  /// ```
  ///
  /// - Parameters:
  ///   - script: Lua text. A byte-order mark and a leading `#!` line are skipped.
  ///   - name: the script's name in errors, usually its path.
  ///   - arguments: the contents of `ca.args`.
  /// - Returns: the layer that the script returned; nil if none. Objects that scripts attached to its tree (delegates,
  ///   functions) live until the next run; see `keep(_:)`.
  /// - Throws: `EngineError`: of kind `script` for an error in the script, with script, line and traceback; `limit`,
  ///   `cancelled`.
  @discardableResult public func run(script: [UInt8], name: String, arguments: ScriptArguments = ScriptArguments())
    throws
    -> Layer?
  {
    try run(script, name, in: nil, arguments)
  }

  /// - Parameter folder: the folder of a script that was run from a file, which it may read; nil for a script given as
  ///   text.
  package func run(_ script: [UInt8], _ name: String, in folder: String?, _ arguments: ScriptArguments) throws
    -> Layer?
  {
    try checkThread()
    let outer = scriptFolder
    if folder != outer { useScriptFolder(folder) }
    // After a nested run, the outer script continues in its own folder.
    defer { if depth > 0, folder != outer { useScriptFolder(outer) } }
    startWatchdog(name)
    host.rememberScript(script, name: name)
    // A script allows warnings only for itself.
    if depth == 0 { scene.allowedWarnings = configuration.allowedWarnings }
    checkFontDirectories()
    return try working(anew: true) {
      if depth == 1 { binding.endPictureSettings() }
      try binding.setArguments(named: arguments.named, positional: arguments.positional)
      if let row {
        for (name, value) in row.values { try binding.setValue(value, named: name, isArgument: true) }
        try binding.setValue(.number(Double(row.number)), named: "row", isArgument: false)
        try binding.setValue(.number(Double(row.count)), named: "rows", isArgument: false)
      }
      binding.hasRun = true
      let results = try binding.suspended { try state.run(script, name: name) }
      // Check for cancellation before the new layer replaces the previous one.
      if cancellation?.isCancelled == true { throw cancelled() }
      scene.warnAboutOpenTransactions()
      if depth == 1 { try scene.playLines() }
      let layer = try layer(of: results, name)
      if let layer { try binding.pin(layer) }
      if depth > 1 {
        // A nested run, from a host function, does not replace the outer script's tree.
        if let layer { innerResults.append(layer) }
        return layer
      }
      for old in innerResults { binding.unpin(old) }
      innerResults = []
      if let old = rootLayer { binding.unpin(old) }
      rootLayer = layer
      return layer
    }
  }

  /// Runs a script given as a Swift string.
  ///
  /// ```swift
  /// let layer = try engine.run(script: "return ca.Layer { bounds = {0, 0, 100, 50} }", name: "card.lua")
  /// ```
  @discardableResult public func run(script: String, name: String, arguments: ScriptArguments = ScriptArguments())
    throws
    -> Layer?
  {
    try run(script: Array(script.utf8), name: name, arguments: arguments)
  }

  /// Runs a script file, which may lie in any folder. If the configuration has no `scriptDirectory`, the script may
  /// read its own folder, and its file names are relative to it.
  ///
  /// ```swift
  /// if let card = try engine.run(file: "card.lua", arguments: ["title": "Tea for two"]) {
  ///   try engine.write(card, to: "card.png")
  /// }
  /// ```
  ///
  /// - Parameter path: relative to the configuration's `scriptDirectory`, else to the process's working directory.
  /// - Throws: as `run(script:name:arguments:)`, and of kind `file` if it cannot be read.
  @discardableResult public func run(file path: String, arguments: ScriptArguments = ScriptArguments())
    throws -> Layer?
  {
    let place = path.hasPrefix("/") ? path : configuration.scriptDirectory.map { "\($0)/\(path)" } ?? path
    return try run(fileAt: place, name: path, arguments: arguments)
  }

  /// - Parameters:
  ///   - place: relative to the process's working directory.
  ///   - name: the script's name in errors.
  @discardableResult package func run(fileAt place: String, name: String, arguments: ScriptArguments) throws -> Layer? {
    try checkThread()
    let script: (bytes: [UInt8], isRegular: Bool)
    do { script = try renderer.readFileOfHost(place, name: name, what: "script") } catch {
      throw EngineError(ofFile: error)
    }
    // The folder of a pipe or device has nothing to do with the script.
    let isOwn = configuration.scriptDirectory == nil && script.isRegular
    let folder = place.lastIndex(of: "/").map { $0 == place.startIndex ? "/" : String(place[..<$0]) } ?? "."
    return try run(script.bytes, name, in: isOwn ? folder : nil, arguments)
  }

  private func useScriptFolder(_ folder: String?) {
    scriptFolder = folder
    renderer.useScriptFolder(folder)
    host.directory = folder ?? configuration.scriptDirectory ?? "."
  }

  /// The script that ran last, with an empty name, and its modules, each named by its path from the script's folder.
  package var loadedScripts: [(name: String, source: [UInt8])] { host.code() }

  /// Warns, once, of configured font folders that contain no font.
  package func checkFontDirectories() {
    guard !hasCheckedFonts else { return }
    hasCheckedFonts = true
    renderer.warnAboutFontDirectories()
  }

  /// True if a script itself has rendered a layer or written an image.
  package var hasMadePictures: Bool { binding.hasMadePictures }

  /// Returns the layer that a script returned; nil if it returned nothing.
  private func layer(of results: [LuaValue], _ name: String) throws -> Layer? {
    guard let first = results.first else { return nil }
    if case .null = first { return nil }
    warnAboutFurtherResults(results, name)
    if let layer = try binding.layer(first) { return layer }
    throw EngineError(
      .script, "a script returns a layer or nothing; this one returned \(describe(first))", script: name)
  }

  /// Warns if a script returned more values than its layer. The file name that `return require "other"` adds as second
  /// value is ignored.
  private func warnAboutFurtherResults(_ results: [LuaValue], _ name: String) {
    let others = results.dropFirst().filter { value in
      if case .null = value { return false }
      if case .string = value { return results.count > 2 }
      return true
    }
    guard !others.isEmpty else { return }
    let count = results.count
    scene.warnAgain(
      .extraResults,
      "\(name): the script returned \(count) values and only the first is used; put layers that belong together into "
        + "one"
    )
  }

  // MARK: - Threads

  /// The identifier of the current thread.
  package static var thisThread: UInt { llua_this_thread() }

  /// Begins a call of the engine and claims it for this thread. Returns false, without beginning a call, if another
  /// thread owns it.
  func enter() -> Bool {
    let me = Engine.thisThread
    guard
      owner.compareExchange(expected: 0, desired: me, ordering: .acquiring).exchanged
        || owner.load(ordering: .relaxed) == me
    else {
      return false
    }
    depth += 1
    return true
  }

  /// Throws if another thread is in a call.
  func checkThread() throws(EngineError) {
    let thread = owner.load(ordering: .relaxed)
    guard thread == 0 || thread == Engine.thisThread else { throw Engine.inUse }
  }

  static var inUse: EngineError {
    EngineError(
      .usage,
      "the engine is in use on another thread: an engine belongs to one thread at a time; wait for its call to return, "
        + "or make an engine for each thread")
  }

  /// Ends a call that `enter` began.
  func leave() {
    depth -= 1
    if depth == 0 { owner.store(0, ordering: .releasing) }
  }

  // MARK: - Files and fonts

  /// Replaces a file atomically with bytes: after a failure an existing file is unchanged.
  ///
  /// ```swift
  /// try engine.write(Array(engine.dump(card).utf8), to: "card.json")
  /// ```
  ///
  /// - Parameter path: relative to the configuration's `workingDirectory`, else to the process's; must lie in it or in
  ///   one of `writableDirectories`. Missing folders are created. A pipe or device is written directly; the time limits
  ///   and the cancellation apply while waiting for its reader.
  /// - Throws: `EngineError` of kind `file` or `temporary`; `limit` or `cancelled` if a pipe had no reader in time.
  public func write(_ bytes: [UInt8], to path: String) throws {
    do {
      guard renderer.isSpecialFile(path) else { return try renderer.write(bytes, toPath: path) }
      try working { try renderer.write(bytes, toPath: path) }
    } catch { throw EngineError(ofFile: error) }
  }

  /// Returns the full names of the available fonts, sorted.
  public func fontNames() -> [String] { renderer.fonts().map(\.fullName).sorted() }

  /// Returns every font, grouped by family, each family's regular face first.
  package func fonts() -> [FontDescription] { renderer.fonts() }

  /// Returns which fonts have the characters of a text, and what to install for characters that no font has.
  package func fontCoverage(of string: String) throws -> FontCoverage { try renderer.fontCoverage(of: string) }

  /// Returns the names of other systems' fonts that are substituted without a warning, each with the full name of the
  /// substitute.
  package func fontStandIns() -> [(name: String, used: String)] { renderer.fontStandIns() }

  /// Sets a callback for each `ca.render`; it receives the layer, the options, the file, the film plan and the place in
  /// the script. Nil removes it.
  package func interceptRenders(_ body: ((Layer, RenderOptions, String?, FilmPlan?, String?) throws -> Void)?) {
    guard let body else { return binding.onRender = nil }
    binding.onRender = { [weak binding] layer, options, file, film in
      try body(layer, options, file, film, binding?.caller.map { "\($0.script):\($0.line)" })
    }
  }

  func describe(_ layer: Layer, _ options: RenderOptions) throws(EngineError) -> LayerInspection {
    do { return try layer.inspect(options) } catch { throw explained(error) }
  }

  /// Serialises a layer tree as JSON: for every layer its class, its label and the keys that differ from their
  /// defaults.
  ///
  /// ```swift
  /// print(engine.dump(card))
  /// ```
  public func dump(_ layer: Layer) -> String { layer.dumpJSON() }

  // MARK: - Time

  /// Removes the time limit from all later work.
  ///
  /// ```swift
  /// let card = try engine.run(file: "card.lua")
  /// engine.endTimeLimit()  // pictures may take as long as they need
  /// ```
  public func endTimeLimit() {
    watchdog = nil
    hasTimeLimit = false
    deadline = nil
    state.setDeadline(after: nil)
  }

  /// Starts the watchdog if `endsProcessAtTimeLimit` is set and it is not running yet.
  private func startWatchdog(_ name: String) {
    guard let seconds = configuration.timeLimit, configuration.endsProcessAtTimeLimit, hasTimeLimit, watchdog == nil
    else { return }
    Watchdog.setCleanup { llua_cleanup_run() }
    watchdog = Watchdog(state, seconds: seconds, grace: 1, message: "\(name): \(timeMessage(seconds))\n", status: 3)
    deadline = secondsNow() + seconds
  }

  private func timeMessage(_ seconds: Double, isOfCall: Bool = false) -> String {
    "the time limit of \(seconds) s\(isOfCall ? " for one call" : "") is reached"
  }

  func timeError() -> EngineError {
    var error = EngineError(
      .limit,
      runningLimit.map { timeMessage($0.seconds, isOfCall: $0.isOfCall) } ?? timeMessage(configuration.timeLimit ?? 0))
    error.limit = .time
    return error
  }

  // MARK: - Errors

  /// Converts an error: adds the text of its line, or replaces it by the time limit or cancellation that caused it.
  package func explained(_ error: any Error) -> EngineError {
    var result = EngineError(error)
    let isStopped = (error as? LayerError)?.kind == .cancelled
    if cancellation?.isCancelled == true, isStopped || state.isInterrupted {
      result.kind = .cancelled
      result.message = cancelled().message
    } else if isStopped {
      result = timeError()
    } else if let kind = (error as? ScriptError)?.kind, kind == .time || kind == .cancelled {
      // A stop without a cancellation is due to the time limit.
      (result.kind, result.limit) = (.limit, .time)
      if runningLimit != nil || configuration.timeLimit != nil { result.message = timeError().message }
    }
    if !configuration.isTrusted, result.message.hasSuffix("nil value (global 'io')") {
      result.message +=
        "; scripts have no io: read with ca.readFile, ca.readCSV and ca.Image, write with ca.render and image:write"
    }
    if let refused = binding.refusedParameter, refused.message == result.message {
      result.parameter = ParameterProblem(name: refused.name, expected: refused.expected)
    }
    if let script = result.script, let line = result.line, result.sourceLine == nil {
      result.sourceLine = host.line(line, ofScript: script)
      addRemedy(&result)
    }
    return result
  }

  /// Adds a suggestion to an error about a nil field of `ca`. Lua's message names only the field, so the table is
  /// checked in the source line.
  private func addRemedy(_ error: inout EngineError) {
    guard error.message.hasPrefix("attempt to "), let source = error.sourceLine else { return }
    let words = source.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }
    let arguments = Set(words.filter { $0.hasPrefix("ca.args.") }.map { $0.dropFirst(8) })
    if let name = arguments.first, arguments.count == 1, Self.isAboutNil(error.message, field: name) {
      error.message += "; if ca.args.\(name) is nil, give it as -D \(name)=…, or declare it with a default: "
      error.message += "ca.parameter(\"\(name)\", { default = … })"
      return
    }
    guard
      ["attempt to call a nil value (field '", "attempt to index a nil value (field '"].contains(where: {
        error.message.hasPrefix($0)
      }), error.message.hasSuffix("')"), let quote = error.message.firstIndex(of: "'")
    else { return }
    let name = error.message[error.message.index(after: quote)...].dropLast(2)
    guard words.contains(where: { $0 == "ca.\(name)" || $0.hasPrefix("ca.\(name).") }) else { return }
    error.message += binding.remedy(forFieldOfModule: String(name)) ?? ""
  }

  /// True for an operation on nil, if the message names no variable or this field.
  private static func isAboutNil(_ message: String, field: Substring) -> Bool {
    guard message.split(separator: " ").contains("nil") else { return false }
    if message.hasSuffix("(field '\(field)')") { return true }
    return !message.hasSuffix("')")
      && ["compare ", "perform arithmetic ", "concatenate ", "get length "].contains {
        message.dropFirst("attempt to ".count).hasPrefix($0)
      }
  }

  private func describe(_ value: LuaValue) -> String {
    switch value {
    case .null: "nil"
    case .boolean(let flag): "\(flag)"
    case .integer(let number): "the number \(number)"
    case .number(let number): "the number \(number)"
    case .string: "a string"
    case .reference(let reference): binding.describe(reference) ?? "a value of another kind"
    case .table: "a table"
    }
  }
}
