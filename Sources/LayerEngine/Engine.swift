import Geometry
import LayerModel
import LayerRendering
import LuaBinding
import LuaRuntime
import Pixels

/// Runs scripts and draws the layers they make.
///
/// An engine owns one Lua state and one scene of layers. It belongs to one thread at a time; engines share nothing.
public final class Engine {
  /// `ca.version`.
  public static var version: String { LuaBinding.version }

  public let configuration: Configuration
  /// Receives each warning once, such as a font that is missing. Default: none.
  public var onWarning: ((String) -> Void)? {
    get { host.onWarning }
    set { host.onWarning = newValue }
  }
  /// Receives what scripts print, with its line breaks. Default: none.
  public var onPrint: (([UInt8]) -> Void)? {
    get { host.onPrint }
    set { host.onPrint = newValue }
  }

  /// Draws, and reads and writes files.
  public let renderer: LayerRenderer
  /// What the layers of this engine share.
  public let scene: Scene

  let host: ScriptHost
  private let state: LuaState
  let binding: LuaBinding
  private var watchdog: Watchdog?
  private var lastResult: Layer?

  /// Makes an engine; nothing is read before it is needed.
  ///
  /// - Throws: `EngineError`, when the memory limit is too small for an empty script.
  public init(_ configuration: Configuration = Configuration()) throws(EngineError) {
    self.configuration = configuration
    let files = FileAccess(
      scriptDirectory: configuration.scriptDirectory, workingDirectory: configuration.workingDirectory,
      readableDirectories: configuration.readableDirectories, writableDirectories: configuration.writableDirectories,
      writableFiles: configuration.writableFiles, isUnrestricted: configuration.isTrusted)
    let fonts = configuration.fontDirectories.isEmpty ? nil : configuration.fontDirectories + LayerRenderer.installedFontDirectories
    renderer = LayerRenderer(
      configuration: LayerRenderer.Configuration(
        fontDirectories: fonts, threads: configuration.threads, files: files, fileSizeLimit: max(configuration.limits.fileSize, 0)))
    scene = renderer.makeScene()
    scene.layerLimit = max(configuration.limits.layers, 0)
    host = ScriptHost(renderer: renderer, scene: scene, directory: configuration.scriptDirectory)
    do {
      state = try LuaState(
        LuaState.Configuration(
          memoryLimit: configuration.memoryLimit ?? 0, seed: configuration.seed, isTrusted: configuration.isTrusted), host: host)
      binding = try LuaBinding(state, scene: scene, makeFunction: { ScriptFunction($0) })
    } catch { throw EngineError(error) }
    renderer.memoryBudget = scene.memoryBudget
    scene.onWarning = { [host] warning in
      let text = warning.place.map { "\($0): \(warning.message)" } ?? warning.message
      let times = warning.repeats
      host.onWarning?(times == 0 ? text : "\(text) (warned about once, it came \(times == 1 ? "once more" : "\(times) times more"))")
    }
    scene.place = { [weak binding] in (binding?.caller).map { "\($0.script):\($0.line)" } }
  }

  /// Warns once more of each warning that came again since it was given, with how often: a warning is given once for each rule and key, not
  /// for each layer.
  public func reportRepeatedWarnings() { scene.reportRepeatedWarnings() }

  // MARK: - Scripts

  /// Runs a script.
  ///
  /// - Parameters:
  ///   - script: Lua text. A byte-order mark and a leading `#!` line are skipped.
  ///   - name: what errors call it, as a rule its path.
  ///   - arguments: what it finds in `ca.args`.
  /// - Returns: the layer it returned, if any. What the script attached to its tree lives until the next run.
  /// - Throws: `EngineError`.
  @discardableResult public func run(script: [UInt8], name: String, arguments: ScriptArguments = ScriptArguments()) throws(EngineError)
    -> Layer?
  {
    startTimeLimit(name)
    host.rememberScript(script, name: name)
    let results: [LuaValue]
    do {
      try binding.setArguments(named: arguments.named, positional: arguments.positional)
      binding.hasRun = true
      results = try binding.suspended { try state.run(script, name: name) }
    } catch { throw explained(error) }
    scene.warnAboutOpenTransactions()
    if let old = lastResult { binding.unpin(old) }
    lastResult = nil
    guard let first = results.first else { return nil }
    if case .null = first { return nil }
    warnAboutFurtherResults(results, name)
    do {
      guard let layer = try binding.layer(first) else {
        throw EngineError(.script, "a script returns a layer or nothing; this one returned \(describe(first))", script: name)
      }
      try binding.pin(layer)
      lastResult = layer
      return layer
    } catch { throw explained(error) }
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
    host.onWarning?("\(name): the script returned \(count) values and only the first is used; put layers that belong together into one")
  }

  @discardableResult public func run(script: String, name: String, arguments: ScriptArguments = ScriptArguments()) throws(EngineError)
    -> Layer?
  {
    try run(script: Array(script.utf8), name: name, arguments: arguments)
  }

  /// The layer of that name in the tree of the layer that the last script returned, depth first; nil when there is none.
  public func layer(named name: String) -> Layer? {
    guard let root = lastResult else { return nil }
    var pending = [root]
    while let layer = pending.popLast() {
      if layer.name == name { return layer }
      pending.append(contentsOf: layer.sublayers.reversed())
    }
    return nil
  }

  // MARK: - Pictures

  /// Draws a layer in its own bounds space.
  public func render(_ layer: Layer, _ settings: RenderSettings = RenderSettings()) throws(EngineError) -> Image {
    let options = try renderOptions(settings, layer)
    do {
      let bitmap = try renderer.render(layer, options)
      if state.isInterrupted { throw timeError() }
      return Image(bitmap)
    } catch { throw explained(error) }
  }

  /// The bytes of a picture file; `format` is png, jpg, jpeg or webp.
  public func encode(_ image: Image, format: String, _ options: PictureOptions = PictureOptions()) throws(EngineError) -> [UInt8] {
    do { return try renderer.encode(image.bitmap, format: format, options) } catch { throw explained(error) }
  }

  /// Draws a layer and answers the bytes of a picture file.
  public func picture(
    of layer: Layer, _ settings: RenderSettings = RenderSettings(), format: String, _ options: PictureOptions = PictureOptions()
  ) throws(EngineError) -> [UInt8] {
    try encode(render(layer, settings), format: format, options)
  }

  /// Puts bytes in a file's place as a whole: a failure leaves an old file as it was.
  ///
  /// - Throws: `EngineError` of kind `file` or `passing`.
  public func write(_ bytes: [UInt8], to path: String) throws(EngineError) {
    do { try renderer.write(bytes, toPath: path) } catch {
      var error = EngineError(error)
      if error.kind == .script { error.kind = .file }
      throw error
    }
  }

  /// The full names of the fonts that scripts can name, in order.
  public func fontNames() -> [String] { renderer.fonts().map(\.fullName).sorted() }

  /// A font that scripts can name. Weights are 1…1000; 400 is regular, 700 bold.
  package typealias Font = (family: String, fullName: String, style: String, weight: Int, isItalic: Bool, file: String)

  /// Every font, by family, each family's plain face first.
  package func fonts() -> [Font] { renderer.fonts().map { ($0.family, $0.fullName, $0.style, $0.weight, $0.isItalic, $0.file) } }

  /// The names of other systems' fonts that are taken in silence, each with the full name of what is used for it.
  package func fontStandIns() -> [(name: String, used: String)] { renderer.fontStandIns() }

  /// Has a closure told of each `ca.render` with the layer, the options, the file and the place in the script; nil ends it.
  func interceptRenders(_ body: ((Layer, RenderOptions, String?, String?) throws -> Void)?) {
    guard let body else { return binding.onRender = nil }
    binding.onRender = { [weak binding] layer, options, file in
      try body(layer, options, file, binding?.caller.map { "\($0.script):\($0.line)" })
    }
  }

  func describe(_ layer: Layer, _ settings: RenderSettings) throws(EngineError) -> LayerInspection {
    let options = try renderOptions(settings, layer)
    do { return try layer.inspect(options) } catch { throw explained(error) }
  }

  /// The tree as JSON text: of every layer its class, its label and what differs from the defaults.
  public func dump(_ layer: Layer) -> String { layer.dumpJSON() }

  // MARK: - Time

  /// Ends the time limit: what follows may take as long as it likes.
  public func endTimeLimit() { watchdog = nil }

  private func startTimeLimit(_ name: String) {
    guard let seconds = configuration.timeLimit else { return }
    if configuration.endsProcessAtTimeLimit {
      if watchdog == nil {
        watchdog = Watchdog(state, seconds: seconds, grace: 1, message: "\(name): \(timeMessage(seconds))\n", status: 3)
      }
    } else {
      state.setPolledDeadline(after: seconds)
    }
  }

  private func timeMessage(_ seconds: Double) -> String { "the time limit of \(seconds) s is reached" }

  private func timeError() -> EngineError { EngineError(.limit, timeMessage(configuration.timeLimit ?? 0)) }

  // MARK: - Errors

  private func renderOptions(_ settings: RenderSettings, _ layer: Layer) throws(EngineError) -> RenderOptions {
    var options = RenderOptions(scale: settings.scale, time: settings.time)
    options.frame = settings.frame
    guard settings.scale > 0, settings.scale.isFinite else { throw EngineError(.usage, "the scale must be a number above 0") }
    if let width = settings.width, let height = settings.height {
      guard width > 0, height > 0, width.isFinite, height.isFinite else { throw EngineError(.usage, "the size must be above 0") }
      options.size = Size(width, height)
    }
    if let text = settings.background {
      guard let color = Color(css: text) else {
        throw EngineError(.usage, "expected a CSS colour for the background, such as white or #ff8800, got \"\(text)\"")
      }
      options.background = color
    }
    return options
  }

  /// The error with the text of its line.
  func explained(_ error: any Error) -> EngineError {
    var result = EngineError(error)
    if let script = result.script, let line = result.line, result.sourceLine == nil {
      result.sourceLine = host.line(line, ofScript: script)
    }
    return result
  }

  private func describe(_ value: LuaValue) -> String {
    switch value {
    case .null: "nil"
    case .boolean(let flag): "\(flag)"
    case .integer(let number): "the number \(number)"
    case .number(let number): "the number \(number)"
    case .string: "a string"
    case .reference: "a \(typeName(value))"
    case .table: "a table"
    }
  }

  private func typeName(_ value: LuaValue) -> String {
    guard case .reference(let type)? = try? state.global("type"), let name = (try? state.call(type, [value]))?.first?.text else {
      return "value of another kind"
    }
    return name
  }
}
