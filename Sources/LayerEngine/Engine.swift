// SPDX-License-Identifier: MIT
import CProcesses
import Geometry
import LayerModel
import LayerRendering
import LuaBinding
import LuaRuntime
import Pixels
import Synchronization

/// Runs scripts and draws the layers they make.
///
/// An engine owns one Lua state and one scene of layers. It belongs to one thread at a time; engines share nothing.
public final class Engine {
  /// `ca.version`.
  public static var version: String { LuaBinding.version }

  /// What the engine was made with.
  public let configuration: Configuration
  /// Receives each warning once, such as a missing font. Default: none.
  public var onWarning: ((LayerWarning) -> Void)? {
    get { scene.onWarning }
    set { scene.onWarning = newValue }
  }
  /// Receives what of a PDF or SVG became pixels, a layer's label with the reason, when its pages are drawn. Default nil.
  public var onPixels: ((_ layer: String, _ reason: String) -> Void)? {
    get { renderer.onPixels }
    set { renderer.onPixels = newValue }
  }
  /// Receives what scripts print, with its line breaks. Default: none.
  public var onPrint: (([UInt8]) -> Void)? {
    get { host.onPrint }
    set { host.onPrint = newValue }
  }

  /// The renderer, which draws, and reads and writes files.
  public let renderer: LayerRenderer
  /// The scene that the layers of this engine share.
  public let scene: Scene

  /// Ends the engine's work from another thread. Default nil.
  public var cancellation: CancellationToken?
  /// Called now and then on any thread that draws: true ends the picture, but no script. Default nil.
  package var interruption: (@Sendable () -> Bool)?
  /// The layer that the last script returned, if any.
  public private(set) var rootLayer: Layer?

  let host: ScriptHost
  let state: LuaState
  let binding: LuaBinding
  private var watchdog: Watchdog?
  let functions = ScriptFunctions()
  private var hasCheckedFonts = false
  private var innerResults: [Layer] = []
  /// The folder of the script that ran last, where it was given as a file and reads its own folder.
  private var scriptFolder: String?
  /// The number of the engine's running calls: more than one within a host function or hook.
  private(set) var depth = 0
  /// The thread of these calls; 0 when there are none.
  private let owner = Atomic<UInt>(0)
  /// Whether a cancellation ended the running work.
  var wasCancelled = false
  /// Whether the time is limited; the remaining time, in seconds; and the deadline of the running work.
  var hasTimeLimit: Bool
  var timeLeft = 0.0
  var deadline: Double?
  /// The limit that ends the running work first, in seconds, and whether it is that of one call.
  var runningLimit: (seconds: Double, isOfCall: Bool)?

  /// Makes an engine; nothing is read before it is needed.
  ///
  /// - Throws: `EngineError`, when the memory limit is too small for an empty script; of kind `usage` for an impossible
  ///   number of threads; of kind `file` when the process's working directory was deleted and a folder of the
  ///   configuration depends on it.
  public init(_ configuration: Configuration = Configuration()) throws {
    guard (0...Configuration.mostThreads).contains(configuration.threads) else {
      throw EngineError(
        .usage,
        "threads: expected 1 to \(Configuration.mostThreads), or 0 for one per processor, got \(configuration.threads)")
    }
    self.configuration = configuration
    hasTimeLimit = configuration.timeLimit != nil
    timeLeft = configuration.timeLimit ?? 0
    var files = FileAccess(
      scriptDirectory: configuration.scriptDirectory, workingDirectory: configuration.workingDirectory,
      readableDirectories: configuration.readableDirectories, writableDirectories: configuration.writableDirectories,
      writableFiles: configuration.writableFiles, isUnrestricted: configuration.isTrusted)
    files.face = configuration.face
    // Without the folder that names start from, a script would have access to the whole machine.
    if let problem = files.problem { throw EngineError(.file, problem) }
    let fonts =
      configuration.fontDirectories.isEmpty
      ? nil : configuration.fontDirectories + LayerRenderer.installedFontDirectories
    var rendering = LayerRenderer.Configuration(
      fontDirectories: fonts, threads: configuration.threads, files: files,
      fileSizeLimit: max(configuration.limits.fileSize, 0),
      keptPictureLimit: max(configuration.keptPictureLimit, 0))
    rendering.allowsAllLinks = configuration.allowsAllLinks || configuration.isTrusted
    rendering.hyphenDirectories = configuration.hyphenDirectories + LayerRenderer.installedHyphenDirectories
    rendering.svgProgram = configuration.svgProgram
    renderer = LayerRenderer(configuration: rendering)
    scene = renderer.makeScene()
    scene.layerLimit = max(configuration.limits.layers, 0)
    scene.frameLimit = max(configuration.limits.frames, 0)
    scene.limits = configuration.limits.ofScene
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
    scene.allowedWarnings = configuration.allowedWarnings
  }

  deinit { scene.releaseHeldObjects() }

  /// Removes the temporary files beside these files that runs left when they were killed while writing.
  package static func removeAbandonedFiles(beside paths: [String]) { LayerRenderer.removeAbandonedFiles(beside: paths) }

  /// Reports again each warning that was repeated since it was reported, with the number of repetitions: a warning is
  /// reported once for each rule and key, not for each layer.
  public func reportRepeatedWarnings() { scene.reportRepeatedWarnings() }

  // MARK: - Scripts

  /// Runs a script that is given as text. Globals of earlier scripts still exist. It reads and writes no folder but
  /// those that the configuration names.
  ///
  /// - Parameters:
  ///   - script: Lua text. A byte-order mark and a leading `#!` line are skipped.
  ///   - name: its name in errors, usually its path.
  ///   - arguments: the contents of `ca.args`.
  /// - Returns: the layer it returned, if any. Objects that scripts attached to its tree (delegates, functions) live
  ///   until the next run; see `keep`.
  /// - Throws: `EngineError`: of kind `script` for an error in the script, with script, line and traceback; `limit`,
  ///   `cancelled`.
  @discardableResult public func run(script: [UInt8], name: String, arguments: ScriptArguments = ScriptArguments())
    throws
    -> Layer?
  {
    try run(script, name, in: nil, arguments)
  }

  /// - Parameter folder: that of a script that is given as a file, which it reads.
  private func run(_ script: [UInt8], _ name: String, in folder: String?, _ arguments: ScriptArguments) throws
    -> Layer?
  {
    try checkThread()
    let outer = scriptFolder
    if folder != outer { useScriptFolder(folder) }
    // The script around one that a host function runs goes on in its own folder.
    defer { if depth > 0, folder != outer { useScriptFolder(outer) } }
    startWatchdog(name)
    host.rememberScript(script, name: name)
    // The warnings that a script allows, it allows only for itself.
    if depth == 0 { scene.allowedWarnings = configuration.allowedWarnings }
    checkFontDirectories()
    return try working(anew: true) {
      try binding.setArguments(named: arguments.named, positional: arguments.positional)
      binding.hasRun = true
      let results = try binding.suspended { try state.run(script, name: name) }
      // This happens before its layer replaces the previous one.
      if cancellation?.isCancelled == true { throw cancelled() }
      scene.warnAboutOpenTransactions()
      let layer = try layer(of: results, name)
      if let layer { try binding.pin(layer) }
      if depth > 1 {
        // A script that a host function runs leaves the tree of the one around it alone.
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
  @discardableResult public func run(script: String, name: String, arguments: ScriptArguments = ScriptArguments())
    throws
    -> Layer?
  {
    try run(script: Array(script.utf8), name: name, arguments: arguments)
  }

  /// Runs a script file, in any folder. Where the configuration names no `scriptDirectory`, the script reads its own
  /// folder, from which its file names start.
  ///
  /// - Parameter path: relative to the configuration's `scriptDirectory`, else to the process's working directory.
  /// - Throws: as `run(script:name:arguments:)`, and of kind `file` when it cannot be read.
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
    // A pipe or device lies in a folder that has nothing to do with it.
    let isOwn = configuration.scriptDirectory == nil && script.isRegular
    let folder = place.lastIndex(of: "/").map { $0 == place.startIndex ? "/" : String(place[..<$0]) } ?? "."
    return try run(script.bytes, name, in: isOwn ? folder : nil, arguments)
  }

  private func useScriptFolder(_ folder: String?) {
    scriptFolder = folder
    renderer.useScriptFolder(folder)
    host.directory = folder ?? configuration.scriptDirectory ?? "."
  }

  /// Warns, once, of folders of fonts without a font.
  /// The script that ran last, under an empty name, and its modules, each with its name from the script's folder.
  package var loadedScripts: [(name: String, source: [UInt8])] { host.code() }

  package func checkFontDirectories() {
    guard !hasCheckedFonts else { return }
    hasCheckedFonts = true
    renderer.warnAboutFontDirectories(configuration.fontDirectories)
  }

  /// Whether a script has rendered a layer, or written an image, by itself.
  package var hasMadePictures: Bool { binding.hasMadePictures }

  /// The layer among the results of a script.
  private func layer(of results: [LuaValue], _ name: String) throws -> Layer? {
    guard let first = results.first else { return nil }
    if case .null = first { return nil }
    warnAboutFurtherResults(results, name)
    if let layer = try binding.layer(first) { return layer }
    throw EngineError(
      .script, "a script returns a layer or nothing; this one returned \(describe(first))", script: name)
  }

  /// `return require "other"` has a second value, the name of the file; anything else was meant to be something.
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
      "\(name): the script returned \(count) values and only the first is used; put layers that belong together into one"
    )
  }

  // MARK: - Threads

  /// The thread that this runs on.
  package static var thisThread: UInt { llua_this_thread() }

  /// Begins a call of the engine; returns false, without beginning one, when another thread is in a call.
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

  /// Throws when another thread is in a call.
  func checkThread() throws(EngineError) {
    let thread = owner.load(ordering: .relaxed)
    guard thread == 0 || thread == Engine.thisThread else { throw Engine.inUse }
  }

  static var inUse: EngineError {
    EngineError(
      .usage,
      "the engine is in use on another thread: an engine belongs to one thread at a time; wait for its call to return, or make an engine for "
        + "each thread")
  }

  /// Ends what `enter` began.
  func leave() {
    depth -= 1
    if depth == 0 { owner.store(0, ordering: .releasing) }
  }

  // MARK: - Files and fonts

  /// Replaces a file with bytes as a whole: after a failure an old file is as it was.
  ///
  /// - Parameter path: relative to the configuration's `workingDirectory`, else to the process's, and below it or one of
  ///   `writableDirectories`. Missing folders are made. A pipe or a device is written as it is; the limits of time and
  ///   the cancellation end the waiting for its reader.
  /// - Throws: `EngineError` of kind `file` or `passing`; `limit` or `cancelled` where a pipe had no reader in time.
  public func write(_ bytes: [UInt8], to path: String) throws {
    do {
      guard renderer.isSpecialFile(path) else { return try renderer.write(bytes, toPath: path) }
      try working { try renderer.write(bytes, toPath: path) }
    } catch { throw EngineError(ofFile: error) }
  }

  /// The full names of the fonts that scripts can name, in order.
  public func fontNames() -> [String] { renderer.fonts().map(\.fullName).sorted() }

  /// Every font, by family, each family's plain face first.
  package func fonts() -> [FontDescription] { renderer.fonts() }

  /// Which fonts have the characters of a text, and what to install for those that none has.
  package func fontCoverage(of string: String) throws -> FontCoverage { try renderer.fontCoverage(of: string) }

  /// The names of other systems' fonts that are replaced without a warning, each with the full name of the font that is
  /// used.
  package func fontStandIns() -> [(name: String, used: String)] { renderer.fontStandIns() }

  /// Sets a closure that is called for each `ca.render` with the layer, the options, the file and the place in the
  /// script; nil removes it.
  package func interceptRenders(_ body: ((Layer, RenderOptions, String?, FilmPlan?, String?) throws -> Void)?) {
    guard let body else { return binding.onRender = nil }
    binding.onRender = { [weak binding] layer, options, file, film in
      try body(layer, options, file, film, binding?.caller.map { "\($0.script):\($0.line)" })
    }
  }

  func describe(_ layer: Layer, _ options: RenderOptions) throws(EngineError) -> LayerInspection {
    do { return try layer.inspect(options) } catch { throw explained(error) }
  }

  /// The tree as JSON text: for every layer its class, its label and the keys that differ from the defaults.
  public func dump(_ layer: Layer) -> String { layer.dumpJSON() }

  // MARK: - Time

  /// Ends the time limit: later work has no limit.
  public func endTimeLimit() {
    watchdog = nil
    hasTimeLimit = false
    deadline = nil
    state.setDeadline(after: nil)
  }

  /// Starts the watchdog of programs that end with their time, once.
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
    EngineError(
      .limit,
      runningLimit.map { timeMessage($0.seconds, isOfCall: $0.isOfCall) } ?? timeMessage(configuration.timeLimit ?? 0))
  }

  // MARK: - Errors

  /// The error with the text of its line, or the reason why the work was ended from outside.
  package func explained(_ error: any Error) -> EngineError {
    var result = EngineError(error)
    let isStopped = (error as? LayerError)?.kind == .cancelled
    if cancellation?.isCancelled == true, isStopped || state.isInterrupted {
      result.kind = .cancelled
      result.message = cancelled().message
    } else if isStopped {
      result = timeError()
    } else if let kind = (error as? ScriptError)?.kind, kind == .time || kind == .cancelled {
      // What stops pictures without a cancellation is the time limit.
      result.kind = .limit
      if runningLimit != nil || configuration.timeLimit != nil { result.message = timeError().message }
    }
    if !configuration.isTrusted, result.message.hasSuffix("nil value (global 'io')") {
      result.message +=
        "; scripts have no io: read by ca.readFile, ca.readCSV and ca.Image, write by ca.render and image:write"
    }
    if let script = result.script, let line = result.line, result.sourceLine == nil {
      result.sourceLine = host.line(line, ofScript: script)
      addRemedy(&result)
    }
    return result
  }

  /// Says what was meant by a field of `ca` that is nil: Lua names the field, and the line its table.
  private func addRemedy(_ error: inout EngineError) {
    guard error.message.hasPrefix("attempt to call a nil value (field '"), error.message.hasSuffix("')"),
      let quote = error.message.firstIndex(of: "'"), let source = error.sourceLine
    else { return }
    let name = error.message[error.message.index(after: quote)...].dropLast(2)
    let words = source.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }
    guard words.contains(where: { $0 == "ca.\(name)" }) else { return }
    error.message += binding.remedy(forFieldOfModule: String(name)) ?? ""
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
