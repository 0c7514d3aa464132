// SPDX-License-Identifier: MIT
import CProcesses
import Films
import Formats
import Geometry
import LayerEngine
import Messages
import Numbers
import Preview
import SystemC

/// Draws scripts of a folder: each job in a Lua state of its own, all with one renderer, which keeps fonts, glyphs and
/// images. It handles messages independently of their transport; see `Sources/Server/JOBS.md`.
final class JobWorker {
  private let options: CommandLineOptions
  /// The engine whose renderer all jobs use.
  private let base: Engine
  /// The temporary folder, for films, and that inside of it for files that come with a script.
  private let temporary: String
  private var strangerFolder: String { temporary + "/files" }
  private let missing: [String]
  private let fingerprint: String
  /// Sends a part of a film that is drawn.
  private let sendPart: (WorkerMessage) -> Void

  /// A part of a film has so many bytes, or fewer after so many seconds.
  private static let leastPart = 64 << 10
  private static let longestPause = 0.2
  /// Maximum bytes of a film.
  private static let mostFilmBytes = 512 << 20
  /// Maximum warnings of an answer, and bytes of what the script printed.
  private static let mostWarnings = 100
  private static let mostPrinted = 4096

  /// Enters the folder and locks the process in, if that was asked for.
  ///
  /// - Parameter sendPart: sends a part of an answer before its end.
  init(_ given: CommandLineOptions, _ report: Report, sendPart: @escaping (WorkerMessage) -> Void) throws {
    self.sendPart = sendPart
    var options = given
    guard options.code.isEmpty, let folder = options.script, folder != "-", options.scriptArguments.isEmpty else {
      throw EngineError(.usage, "layerlua draw-jobs needs the folder of the scripts, and takes one")
    }
    guard options.output == nil else {
      throw EngineError(.usage, "layerlua draw-jobs writes messages and takes no -o")
    }
    guard !options.engine.isTrusted, options.engine.writableDirectories.isEmpty else {
      throw EngineError(.usage, "layerlua draw-jobs runs no script with --trusted or --allow-write")
    }
    // Names of the command line are relative to where it was started.
    options.engine.fontDirectories = try Self.real(options.engine.fontDirectories)
    options.engine.hyphenDirectories = try Self.real(options.engine.hyphenDirectories)
    options.engine.readableDirectories = try Self.real(options.engine.readableDirectories)
    let root = try Self.real([folder])
    guard chdir(root[0]) == 0 else {
      throw EngineError(.file, "cannot enter \(folder): \(String(cString: strerror(errno)).lowercased())")
    }
    options.engine.workingDirectory = nil
    options.engine.endsProcessAtTimeLimit = false
    options.engine.mayReadClips = true
    // The jobs' layers are strangers to each other.
    options.engine.keptPictureLimit = 0
    temporary = Engine.temporaryFolder
    options.engine.writableFiles = Engine.temporaryFilms(in: temporary)
    var own = options.engine
    // The limit is each job's.
    own.timeLimit = nil
    let engine = try Engine(own)
    fingerprint = try EngineFingerprint(fontFolders: options.engine.fontDirectories).digest()
    _ = Engine.residentMemory
    var missing: [String] = []
    let inner = temporary + "/files/file"
    try options.isolate(report) {
      missing = try engine.isolateProcess(reading: root, writing: [inner], startsFFmpeg: true)
      return missing
    }
    self.missing = missing
    self.options = options
    base = engine
  }

  private static func real(_ paths: [String]) throws -> [String] {
    try paths.map { path in
      guard let real = realpath(path, nil) else {
        throw EngineError(.file, "cannot read \(path): \(String(cString: strerror(errno)).lowercased())")
      }
      defer { free(real) }
      return String(cString: real)
    }
  }

  /// Removes the temporary folder.
  func cleanUp() {
    rmdir(strangerFolder)
    rmdir(temporary)
    Engine.cleanUp()
  }

  // MARK: Messages

  /// The first message.
  var ready: WorkerMessage {
    var event = JSONObject()
    event.set("event", "ready")
    event.set("version", Engine.version)
    event.set("engine", fingerprint)
    event.set("missing", strings: missing)
    return WorkerMessage(event)
  }

  /// Returns the event for an error that ends the worker before its first request.
  static func event(of error: EngineError) -> WorkerMessage {
    var event = JSONObject()
    event.set("event", "error")
    event.append(fields(of: error))
    return WorkerMessage(event)
  }

  /// Returns the answer for a request that failed.
  static func answer(to id: String, _ error: EngineError) -> WorkerMessage {
    var head = JSONObject()
    head.set("id", raw: id)
    head.append(fields(of: error))
    return WorkerMessage(head)
  }

  /// The program's advice that a worker does not take.
  private static let trustAdvice = ", or run a script that you trust with --trusted"

  private static func fields(of error: EngineError) -> JSONObject {
    var fields = JSONObject()
    let isAdvised = error.message.hasSuffix(trustAdvice)
    fields.set("error", isAdvised ? String(error.message.dropLast(trustAdvice.count)) : error.message)
    fields.set("kind", error.parameter == nil ? error.kind.rawValue : "parameter")
    fields.set("exit", Int(error.exitCode))
    if let script = error.script { fields.set("script", script) }
    if let line = error.line { fields.set("line", line) }
    if let limit = error.limit { fields.set("limit", limit.rawValue) }
    if let parameter = error.parameter {
      fields.set("parameter", parameter.name)
      fields.set("expected", parameter.expected)
    }
    if let key = error.requestKey { fields.set("key", key) }
    if let source = error.sourceLine { fields.set("source", source) }
    if let traceback = error.traceback { fields.set("traceback", traceback) }
    return fields
  }

  /// Answers one request.
  ///
  /// - Parameter input: has the bytes that follow the line; they are taken whatever the answer is.
  /// - Returns: nil for a blank line, and if the input ends within the bytes.
  func answer(_ line: [UInt8], _ input: inout LineReader) -> WorkerMessage? {
    if line.allSatisfy({ $0 == 0x20 || ($0 >= 9 && $0 <= 13) }) { return nil }
    let request: WorkerRequest
    do throws(LayerError) { request = try WorkerRequest(line) } catch {
      return Self.answer(to: WorkerRequest.id(ofUnreadable: line), EngineError(.usage, error.message))
    }
    var body: [UInt8]?
    if request.byteCount > JobSource.mostBytes {
      input.skip(request.byteCount)
      return Self.answer(
        to: request.id,
        EngineError(.limit, "bytes: expected at most \(JobSource.mostBytes), got \(request.byteCount)"))
    } else if request.byteCount > 0 {
      guard let bytes = input.bytes(request.byteCount) else { return nil }
      body = bytes
    }
    do {
      defer { if body != nil { emptyFolder() } }
      let source = try source(of: request, body)
      do { return try answer(request, source) } catch {
        var error = shown(Self.engineError(error), source)
        if error.script == nil, error.kind == .script || error.kind == .limit { error.script = source.name }
        // The allocator would keep the job's memory.
        if error.kind == .limit { llua_return_memory() }
        return Self.answer(to: request.id, error)
      }
    } catch {
      return Self.answer(to: request.id, Self.engineError(error))
    }
  }

  /// Returns an error in the form of answers. A `LayerError` is about a key of the request; one of a script's run has
  /// been converted.
  private static func engineError(_ error: any Error) -> EngineError {
    if let error = error as? LayerError, error.kind == .invalid { return EngineError(.usage, error.message) }
    return EngineError(error)
  }

  private func answer(_ request: WorkerRequest, _ source: JobSource) throws -> WorkerMessage {
    switch request.ask {
    case "describe": return try describe(request, source)
    case "draw": return try draw(request, source)
    default: throw EngineError(.usage, "ask: expected draw or describe, got \(jsonString(request.ask))")
    }
  }

  // MARK: Scripts

  private func source(of request: WorkerRequest, _ body: [UInt8]?) throws -> JobSource {
    guard let body else { return try JobSource(named: try request.text("script"), options) }
    // Isolation has made the folders already.
    mkdir(temporary, 0o700)
    guard mkdir(strangerFolder, 0o700) == 0 || errno == EEXIST else {
      throw EngineError(.file, "cannot make \(strangerFolder): \(String(cString: strerror(errno)).lowercased())")
    }
    return try JobSource(request, body, folder: strangerFolder)
  }

  /// Removes the files that came with a script.
  private func emptyFolder() {
    guard let opened = opendir(strangerFolder) else { return }
    defer { closedir(opened) }
    var names: [String] = []
    while let entry = readdir(opened) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { names.append(name) }
    }
    for name in names { unlink(strangerFolder + "/" + name) }
  }

  /// Returns an error without the path of the temporary folder.
  private func shown(_ error: EngineError, _ source: JobSource) -> EngineError {
    guard source.isStranger else { return error }
    func without(_ text: String) -> String {
      var (result, rest) = ("", text[...])
      let folder = strangerFolder + "/"
      while let start = rest.firstIndex(of: "/") {
        result += rest[..<start]
        rest = rest[start...]
        if rest.hasPrefix(folder) {
          rest = rest.dropFirst(folder.count)
        } else {
          result += "/"
          rest = rest.dropFirst()
        }
      }
      return result + rest
    }
    var error = error
    error.message = without(error.message)
    error.script = error.script.map(without)
    error.traceback = error.traceback.map(without)
    return error
  }

  /// The values of a request, as the texts of `-D`.
  private func arguments(of request: WorkerRequest) throws -> [(name: String, value: String)] {
    let values = try request.object("parameters")?.values ?? []
    return try values.map { name, value in
      switch value {
      case .string(let text): return (name, text)
      case .number(let number) where number.isFinite: return (name, numberText(number))
      case .bool(let flag): return (name, flag ? "true" : "false")
      default: throw parameterError(name, "a text, a number, true or false", "got \(value.described)")
      }
    }
  }

  private func parameterError(_ name: String, _ expected: String, _ got: String) -> EngineError {
    var error = EngineError(.usage, "parameter \(name): expected \(expected), \(got)")
    error.parameter = ParameterProblem(name: name, expected: expected)
    return error
  }

  /// Returns the engine of a job.
  private func engine(_ request: WorkerRequest, _ limits: JobLimits, _ source: JobSource) throws -> Engine {
    var configuration = options.engine
    configuration.timeLimit = limits.time
    configuration.memoryLimit = limits.memory
    configuration.limits = Engine.Configuration.Limits(
      pixels: limits.pixels, layers: limits.layers, replicatedLayers: limits.layers, pathSegments: limits.segments,
      textLength: limits.text, frames: limits.frames, printedBytes: limits.printed)
    if let seed = try request.count("seed") { configuration.seed = UInt64(clamping: seed) }
    configuration.mayReadClips = !source.isStranger
    return try Engine(configuration, renderer: base.renderer)
  }

  /// The result of a script's run.
  private struct Run {
    var layer: Layer
    /// The options of the script's `ca.render`; nil for a layer that it returned.
    var options: RenderOptions?
  }

  /// Runs the script of a job.
  ///
  /// - Throws: `EngineError`; also for a parameter that the script does not have.
  private func run(
    _ engine: Engine, _ source: JobSource, _ arguments: [(name: String, value: String)], _ parameters: ParameterList
  ) throws -> Run {
    if source.isScene { try checkSceneArguments(arguments, source) }
    var rendered: Run?
    engine.interceptRenders { [weak engine] layer, options, _, film, _ in
      guard let engine else { return }
      let options = film.map { $0.options(options, frame: $0.frames.frame(at: 0) ?? 0) } ?? options
      try engine.keep(layer)
      if let old = rendered?.layer { engine.release(old) }
      rendered = Run(layer: layer, options: options)
    }
    let layer: Layer?
    do {
      layer = try engine.run(source.bytes, source.name, in: source.folder, ScriptArguments(named: arguments))
    } catch {
      let error = Self.sceneError(error, arguments, source)
      if source.isScene, let error = error as? EngineError { throw error.hidingLines(of: source.name) }
      throw error
    }
    // A hook that renders while the picture is drawn makes no picture of the job.
    engine.interceptRenders { _, _, _, _, _ in }
    if !source.isScene { try checkNames(arguments, parameters, engine) }
    if let layer { return Run(layer: layer) }
    if let rendered { return rendered }
    throw EngineError(
      .script, "the script neither returned nor rendered a layer, so there is no picture; end it with `return layer`",
      script: source.name)
  }

  /// Throws for an argument that the script did not read.
  private func checkNames(
    _ arguments: [(name: String, value: String)], _ parameters: ParameterList, _ engine: Engine
  ) throws {
    let known = Set(parameters.names)
    let names = arguments.map(\.name).filter { !known.contains($0) }
    guard !names.isEmpty, let name = engine.unreadArguments(names).first else { return }
    let near = nearest(name, among: parameters.names).map { "; did you mean \($0)?" } ?? ""
    var error = EngineError(
      .usage,
      "parameter \(name): the script has no parameter of this name"
        + (known.isEmpty ? ", it has none" : "; it has \(listed(Array(parameters.names.prefix(50))))") + near)
    error.parameter = ParameterProblem(
      name: name, expected: known.isEmpty ? "no parameter" : alternatives(Array(parameters.names.prefix(50))))
    throw error
  }

  private func checkSceneArguments(_ arguments: [(name: String, value: String)], _ source: JobSource) throws {
    let kinds = source.lottieFile == nil ? [] : ["text", "color", "value", "image", "font", "slot"]
    for (name, _) in arguments {
      let kind = name.split(separator: ".", maxSplits: 1).first.map(String.init) ?? ""
      if kinds.contains(kind), name.utf8.count > kind.utf8.count + 1 { continue }
      var error = EngineError(
        .usage,
        "parameter \(name): "
          + (kinds.isEmpty ? "a package has no parameters" : "a Lottie file has text.LAYER, color.PATH and value.PATH"))
      error.parameter = ParameterProblem(name: name, expected: listed(kinds.map { "\($0).NAME" }))
      throw error
    }
  }

  /// The values of a Lottie file by the kind of a parameter, as the script that draws it names them.
  private static let sceneOptions = [
    "text": "texts", "color": "values", "value": "values", "font": "fonts", "slot": "slots",
  ]

  /// Returns the error of a parameter for one that a Lottie file's script raised about its value: the script has no
  /// values but these.
  private static func sceneError(
    _ error: any Error, _ arguments: [(name: String, value: String)], _ source: JobSource
  ) -> any Error {
    guard source.lottieFile != nil, let raised = error as? EngineError, raised.kind == .script else { return error }
    for (name, value) in arguments {
      let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { continue }
      let mention: String
      if parts[0] == "image" {
        mention = "ca.Layer.lottie: image \(jsonString(value)) "
      } else if let option = sceneOptions[parts[0]] {
        mention = "\(option)[\"\(parts[1] + (parts[0] == "color" ? ".Color" : ""))\"]"
      } else {
        continue
      }
      guard raised.message.hasPrefix(mention) else { continue }
      let problem = raised.message.dropFirst(mention.count).drop { $0 == ":" || $0 == " " }
      var result = EngineError(.usage, "parameter \(name): \(problem)")
      result.parameter = ParameterProblem(name: name, expected: expectation(problem))
      return result
    }
    return error
  }

  /// The words between `expected` and `got` of a message; the message if it has none.
  private static func expectation(_ message: Substring) -> String {
    guard message.hasPrefix("expected ") else { return String(message) }
    var rest = message.dropFirst("expected ".count)
    var words = ""
    while !rest.isEmpty, !rest.hasPrefix(", got ") { words.append(rest.removeFirst()) }
    return words
  }

  // MARK: Answers

  private func describe(_ request: WorkerRequest, _ source: JobSource) throws -> WorkerMessage {
    let given = try arguments(of: request)
    let engine = try engine(request, try JobLimits(request, options.engine), source)
    engine.fillsRequiredParameters = true
    let parameters = ParameterList(of: engine)
    let head: JSONObject = try engine.watched(source.name) {
      let made = try run(engine, source, given, parameters)
      let size = try size(of: made.layer, made.options ?? RenderOptions(), engine)
      let film = try? engine.filmLength(of: made.layer)
      let (title, rest) = source.description
      var head = JSONObject()
      head.set("id", raw: request.id)
      head.set("title", title)
      head.set("description", rest)
      if let file = source.lottieFile {
        head.set("parameters", raw: ParameterSchema.of(try engine.lottie(at: source.folder + "/" + file).info(of: nil)))
      } else {
        head.set("parameters", raw: parameters.schema)
      }
      head.set("width", size.width)
      head.set("height", size.height)
      let cycle = film == nil ? made.layer.animationLength.longestCycle : nil
      head.set("duration", film?.duration ?? cycle)
      head.set("endless", cycle != nil)
      return head
    }
    return WorkerMessage(head)
  }

  /// Returns the size of a layer's picture in points, laid out.
  private func size(of layer: Layer, _ options: RenderOptions, _ engine: Engine) throws -> Size {
    if let size = options.size { return size }
    if layer.bounds.isEmpty { try engine.working { try layer.layoutIfNeeded() } }
    return layer.bounds.size
  }

  private func draw(_ request: WorkerRequest, _ source: JobSource) throws -> WorkerMessage {
    let job = try DrawJob(request)
    let limits = try JobLimits(request, options.engine)
    let given = try arguments(of: request)
    let known = try request.strings("known")
    let engine = try engine(request, limits, source)
    var warnings: [JSONObject] = []
    engine.onWarning = { warning in
      if warnings.count < Self.mostWarnings { warnings.append(self.object(of: warning, source)) }
    }
    var printed: [UInt8] = []
    engine.onPrint = { printed += $0.prefix(Self.mostPrinted - printed.count) }
    let parameters = ParameterList(of: engine)
    var (head, bytes): (JSONObject, [UInt8]) = try engine.watched(source.name) {
      let start = secondsNow()
      let made = try run(engine, source, given, parameters)
      let ran = secondsNow()
      try engine.working { try job.checkLength(of: made.layer) }
      var picture = job.options(made.options)
      let points = try size(of: made.layer, picture, engine)
      if let width = job.width {
        guard points.width > 0 else { throw EngineError(.script, "the layer has no width", script: source.name) }
        picture.scale = Double(width) / points.width
      }
      var size = points.pixels(scale: picture.scale)
      if !job.isVector {
        try limits.check(size)
        let pixels = try engine.size(of: made.layer, picture)
        size = Size(Double(pixels.width), Double(pixels.height))
      }
      let bytes: [UInt8]
      if job.isFilm, let rest = try film(of: made.layer, engine, request, job, picture) {
        bytes = rest
      } else if job.isFilm {
        bytes = try engine.film(
          of: made.layer, as: job.format, in: temporary, job.film, picture, job.encoding, keepsFolder: true,
          limit: Self.mostFilmBytes)
      } else {
        bytes = try engine.picture(ofScript: made.layer, picture, as: job.format, job.encoding)
      }
      var head = JSONObject()
      head.set("id", raw: request.id)
      head.set("type", job.format.mediaType)
      head.set("width", size.width)
      head.set("height", size.height)
      head.set("script_ms", milliseconds(ran - start))
      head.set("draw_ms", milliseconds(secondsNow() - ran))
      return (head, bytes)
    }
    head.set("memory", Engine.residentMemory)
    head.set("warnings", list: warnings)
    head.set("printed", String(decoding: printed, as: UTF8.self))
    if let known, !Set(parameters.names).isSubset(of: known) { head.set("schema", raw: parameters.schema) }
    return WorkerMessage(head, bytes: bytes)
  }

  /// Draws a film whose format is written in order, and sends its parts as they are made.
  ///
  /// - Returns: the bytes after the last part; nil for other formats.
  private func film(
    of layer: Layer, _ engine: Engine, _ request: WorkerRequest, _ job: DrawJob, _ picture: RenderOptions
  ) throws(EngineError) -> [UInt8]? {
    var head = JSONObject()
    head.set("id", raw: request.id)
    head.set("more", true)
    var waiting: [UInt8] = []
    var (total, last) = (0, secondsNow())
    let isDone = try engine.film(of: layer, as: job.format, job.film, picture, job.encoding) { part in
      total += part.count
      guard total <= Self.mostFilmBytes else {
        throw LayerError(.limit, "the film is too large: it has more than \(Self.mostFilmBytes) bytes")
      }
      waiting += part
      guard waiting.count >= Self.leastPart || secondsNow() - last >= Self.longestPause else { return }
      sendPart(WorkerMessage(head, bytes: waiting))
      (waiting, last) = ([], secondsNow())
    }
    return isDone ? waiting : nil
  }

  private func milliseconds(_ seconds: Double) -> Double { (seconds * 1e6).rounded() / 1000 }

  private func object(of warning: LayerWarning, _ source: JobSource) -> JSONObject {
    var error = EngineError(.script, warning.text, script: warning.place?.script)
    error = shown(error, source)
    var object = JSONObject()
    object.set("rule", warning.rule.rawValue)
    object.set("message", String(error.message.prefix(2000)))
    if let place = warning.place {
      object.set("script", error.script)
      object.set("line", place.line)
    }
    return object
  }
}

extension DrawJob {
  /// True for a page of shapes instead of pixels.
  var isVector: Bool { format.vector != nil }
}
