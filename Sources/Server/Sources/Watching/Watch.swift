// SPDX-License-Identifier: MIT
import FileWatching
import JSONMessages
import LivePage
import LocalHTTP
import NIOCore
import NIOHTTP1
import WorkerProcesses

/// Watches a script: the worker that draws after a change, the worker whose picture is shown, and the pages that are
/// notified.
///
/// Everything runs on one event loop.
package final class Watch: Application, @unchecked Sendable {
  private let loop: EventLoop
  private let options: ServeOptions
  /// The script's absolute path.
  private let script: String
  private var watcher: FolderWatcher?
  private var pages: [ObjectIdentifier: EventStream] = [:]

  /// A worker and the messages received from it; used on the event loop only.
  private final class Run: @unchecked Sendable {
    let revision: Int
    let worker: Worker
    var files = WatchList()
    var prints: [ByteBuffer] = []
    var printedBytes = 0
    var warnings: [ByteBuffer] = []
    var warnedBytes = 0
    var filesBytes = 0
    var findings: ByteBuffer?
    var hasFailed = false
    init(_ revision: Int, _ worker: Worker) {
      self.revision = revision
      self.worker = worker
    }
  }

  /// The run whose picture is shown and which answers questions.
  private var shown: Run?
  /// The run that draws the next picture.
  private var drawing: Run?
  private var revision = 0
  private var lastPicture: (revision: Int, event: ByteBuffer, response: Response)?
  /// The error shown over the last good picture.
  private var lastError: ByteBuffer?
  private var failedFiles = WatchList()
  private var edits: [(path: String, key: String, value: String)] = []
  /// The parameter values set on the page.
  private var parameters: [(name: String, value: String)] = []
  /// The state and the tilt chosen on the page, as fields of the worker's question; nil for none. They outlast a save.
  private var chosen: Choice?
  /// The event of the last choice since the picture was drawn.
  private var lastChoice: ByteBuffer?
  private let picked = PickedFiles()
  private var scale: String?
  private var beats: RepeatedTask?
  private var isOver = false

  /// - Parameter script: the script's absolute path.
  package init(_ options: ServeOptions, script: String, on loop: EventLoop) {
    self.options = options
    self.script = script
    self.loop = loop
  }

  /// Draws for the first time, and starts watching for changes.
  package func start(_ watcher: FolderWatcher) {
    self.watcher = watcher
    failedFiles.read.insert(script)
    watcher.watch(failedFiles)
    beats = loop.scheduleRepeatedTask(initialDelay: .seconds(15), delay: .seconds(15)) { [self] _ in
      for page in pages.values { page.beat() }
    }
    draw()
  }

  /// Ends the workers and removes files.
  package func end() {
    isOver = true
    beats?.cancel()
    watcher?.close()
    // Asked, not killed, so that they remove their files, even after the server.
    drawing?.worker.stop()
    shown?.worker.stop()
    for page in pages.values { page.close() }
    picked.remove()
  }

  // MARK: drawing

  /// Starts a worker; stops one that is still drawing.
  package func draw() {
    guard !isOver else { return }
    drawing?.worker.onEvent = { _ in }
    drawing?.worker.onEnd = { _, _ in }
    drawing?.worker.stop()
    shown?.worker.giveWay()
    revision += 1
    var added: [String] = []
    for parameter in parameters { added += ["-D", "\(parameter.name)=\(parameter.value)"] }
    if let folder = picked.folder { added += ["--allow-read", folder] }
    if options.scale == nil, let scale { added += ["--scale", scale] }
    do {
      let run = Run(revision, try Worker(options.program, options.previewArguments(adding: added), on: loop))
      run.worker.removesFolders = true
      drawing = run
      run.worker.onEvent = { [unowned self, unowned run] in heard($0, from: run) }
      run.worker.onEnd = { [self, unowned run] in ended(run, $0, $1) }
      run.worker.listen()
      tell("drawing", #"{"rev":\#(revision)}"#)
    } catch {
      drawing = nil
      let message = (error as? ChildProcess.StartError)?.message ?? "\(error)"
      fail(revision, [.init("code", 75), .init("message", .string(message))])
    }
  }

  private func heard(_ message: WorkerMessage, from run: Run) {
    switch message.event {
    case "files":
      guard run.filesBytes < 16 << 20 else { return }
      run.filesBytes += message.line.readableBytes
      run.files.read.formUnion(message.strings("read"))
      run.files.missed.formUnion(message.strings("missed"))
      run.files.folders.formUnion(message.strings("folders"))
      run.files.written.formUnion(message.strings("written"))
      watch()
    case "print":
      // Bounds the memory of a script that prints in a loop.
      guard run.printedBytes < 256 << 10 else { return }
      run.printedBytes += message.line.readableBytes
      run.prints.append(message.line)
      if run === shown { tell("print", message.line) }
    case "warning":
      guard run.warnings.count < 200, run.warnedBytes < 256 << 10 else { return }
      run.warnedBytes += message.line.readableBytes
      run.warnings.append(message.line)
      if run === shown { tell("warning", message.line) }
    case "findings":
      run.findings = message.line
      if run === shown { tell("findings", findings(run)) }
    case "error":
      run.hasFailed = true
      fail(run.revision, message.line, prints: run.prints)
    case "ready":
      guard run === drawing, let bytes = message.bytes else { return }
      if let chosen, message.value("states")?.members != nil {
        choose(chosen, for: run, message, bytes)
      } else {
        show(run, message, Self.response(message, bytes))
      }
    default: break
    }
  }

  /// Shows the picture of a run from now on.
  ///
  /// - Parameter choice: the members of the event about the state that was chosen before, with a comma at the end.
  private func show(_ run: Run, _ message: WorkerMessage, _ response: Response, choice: String = "") {
    let before = shown
    shown = run
    drawing = nil
    before?.worker.onEvent = { _ in }
    before?.worker.onEnd = { _, _ in }
    before?.worker.end()
    lastError = nil
    lastChoice = nil
    failedFiles = WatchList()
    edits = []
    let event = wrapped(
      "{\"rev\":\(run.revision),\"url\":\"p/\(run.revision)\",\"set\":\(parametersText),\(choice)\"ready\":",
      message.line)
    lastPicture = (run.revision, event, response)
    tell("picture", event)
    for line in run.prints { tell("print", line) }
    for line in run.warnings { tell("warning", line) }
    if run.findings != nil { tell("findings", findings(run)) }
    watch()
  }

  private func ended(_ run: Run, _ ending: ChildProcess.Ending, _ wrong: WorkerProtocolError?) {
    let wasDrawing = run === drawing
    if wasDrawing {
      failedFiles.formUnion(run.files)
      failedFiles.read.insert(script)
      drawing = nil
    }
    if run === shown {
      if ending == .exited(0), wrong == nil { return }
    } else if !wasDrawing || run.hasFailed {
      watch()
      return
    }
    let what = wasDrawing ? "while it drew" : "after it had drawn; the picture stands still until the next save"
    let message =
      wrong.map { "the picture's process said what this server does not understand: \($0.message)" }
      ?? "the picture's process ended by \(ending.words) \(what)"
    if run === shown { revision += 1 }
    fail(revision, [.init("code", 75), .init("message", .string(message))], prints: run.prints)
    watch()
  }

  /// Stops the current drawing or questions; called by the page's Stop button.
  private func stop() {
    if let run = drawing {
      run.hasFailed = true
      run.worker.stop()
      fail(run.revision, [.init("code", 75), .init("message", "stopped while it drew; the next save draws again")])
    } else if let run = shown {
      run.worker.onEnd = { _, _ in }
      run.worker.stop()
      revision += 1
      fail(revision, [.init("code", 75), .init("message", "stopped; the next save draws again")])
    }
  }

  private func fail(_ revision: Int, _ members: [JSONValue.Member], prints: [ByteBuffer] = []) {
    fail(revision, ByteBuffer(string: JSONValue.object(members).text), prints: prints)
  }

  private func fail(_ revision: Int, _ line: ByteBuffer, prints: [ByteBuffer] = []) {
    let event = wrapped("{\"rev\":\(revision),\"error\":", line)
    lastError = event
    tell("failed", event)
    for line in prints { tell("print", line) }
  }

  private func watch() {
    var list = failedFiles
    list.read.insert(script)
    if let shown { list.formUnion(shown.files) }
    if let drawing { list.formUnion(drawing.files) }
    watcher?.watch(list)
  }

  // MARK: telling

  private func wrapped(_ before: String, _ line: ByteBuffer) -> ByteBuffer {
    var buffer = ByteBuffer(string: before)
    buffer.writeImmutableBuffer(line)
    buffer.writeString("}")
    return buffer
  }

  private func findings(_ run: Run) -> ByteBuffer {
    wrapped("{\"rev\":\(run.revision),\"findings\":", run.findings ?? ByteBuffer(string: "null"))
  }

  private func tell(_ event: String, _ data: ByteBuffer) { for page in pages.values { page.send(event, data) } }
  private func tell(_ event: String, _ data: String) { tell(event, ByteBuffer(string: data)) }

  package func listens(_ stream: EventStream, query: [String: String]) {
    guard pages.count < 16 else { return stream.close() }
    let id = ObjectIdentifier(stream)
    pages[id] = stream
    stream.onClose = { [unowned self] in pages[id] = nil }
    let hello = JSONValue.object([
      .init("script", .string(script)),
      .init("name", .string(script.split(separator: "/").last.map(String.init) ?? script)),
      .init("command", .string((["layerlua", "watch"] + options.arguments.map(Self.quoted)).joined(separator: " "))),
      .init("page", .string(LivePage.version)),
      .init("scale", options.scale.map { .string($0) } ?? .null),
    ])
    stream.send("hello", ByteBuffer(string: hello.text))
    if let lastPicture {
      stream.send("picture", lastPicture.event)
      if let shown {
        for line in shown.prints { stream.send("print", line) }
        for line in shown.warnings { stream.send("warning", line) }
        if shown.findings != nil { stream.send("findings", findings(shown)) }
      }
      if let lastChoice { stream.send("stated", lastChoice) }
      if !edits.isEmpty { stream.send("edited", ByteBuffer(string: editsText)) }
    }
    if let lastError { stream.send("failed", lastError) }
    if let drawing { stream.send("drawing", ByteBuffer(string: #"{"rev":\#(drawing.revision)}"#)) }
    // The first page's screen determines the scale; later pages show the same picture.
    if options.scale == nil, let wanted = query["scale"], let value = Double(wanted), value >= 0.25, value <= 8,
      wanted != (scale ?? "1"), scale == nil || pages.count == 1
    {
      scale = wanted
      draw()
    }
  }

  /// Quotes a word for the shell if necessary.
  private static func quoted(_ word: String) -> String {
    let plain = word.utf8.allSatisfy { byte in
      byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
        || byte >= UInt8(ascii: "+") && byte <= UInt8(ascii: ":") || byte == UInt8(ascii: "_")
        || byte == UInt8(ascii: "=")
    }
    if plain, !word.isEmpty { return word }
    var text = "'"
    for character in word { text += character == "'" ? "'\\''" : String(character) }
    return text + "'"
  }

  private var parametersText: String {
    JSONValue.object(parameters.map { .init($0.name, .string($0.value)) }).text
  }

  private var editsText: String {
    JSONValue.object([
      .init(
        "edits",
        .array(
          edits.map {
            .object([.init("path", .string($0.path)), .init("key", .string($0.key)), .init("value", .string($0.value))])
          }))
    ]).text
  }

  // MARK: answering

  package func answer(_ request: Request) -> EventLoopFuture<Response> {
    switch (request.method, request.route) {
    case (.get, let route) where route.hasPrefix("p/"):
      guard let lastPicture, route == "p/\(lastPicture.revision)" else { return done(Self.missing) }
      return done(lastPicture.response)
    case (.get, "tree"):
      return ask("tree", request, [.text("of"), .number("from"), .number("count"), .number("t")])
    case (.get, "search"): return ask("search", request, [.text("text"), .number("t")])
    case (.get, "layer"): return ask("layer", request, [.text("path"), .number("t")])
    case (.get, "pick"): return ask("pick", request, [.number("x"), .number("y"), .number("t")])
    case (.get, "tracks"): return ask("tracks", request, [])
    case (.get, "frame"), (.get, "frame.png"):
      let words: [Word] = [.number("t"), .number("scale"), .numbers("rect", 4)]
      return ask("frame", request, words, and: [.init("raw", .bool(request.route == "frame"))])
    case (.get, "own.png"):
      return ask("own", request, [.text("path"), .number("t"), .number("scale"), .flag("alone")])
    case (.get, "export"):
      return ask("export", request, [.text("format"), .number("scale"), .number("t")])
    case (.post, "edit"): return edit(request)
    case (.post, "undo"): return undo(request)
    case (.post, "state"): return setState(request)
    case (.post, "parameter"): return setParameters(request)
    case (.post, "file"): return setFile(request)
    case (.post, "stop"):
      stop()
      return done(.json("{}"))
    case (.get, let route):
      guard let asset = LivePage.assets[route] else { return done(Self.missing) }
      return done(Response(type: asset.type, body: ByteBuffer(bytes: asset.bytes)))
    default: return done(Self.missing)
    }
  }

  private static let missing = Response.text(.notFound, "there is nothing of this name")

  private func done(_ response: Response) -> EventLoopFuture<Response> { loop.makeSucceededFuture(response) }

  /// A query parameter that is passed on to the worker.
  private enum Word {
    case text(String)
    case number(String)
    case numbers(String, Int)
    case flag(String)
  }

  private func ask(
    _ question: String, _ request: Request, _ words: [Word], and more: [JSONValue.Member] = []
  ) -> EventLoopFuture<Response> {
    var members = more
    for word in words {
      switch word {
      case .text(let name):
        if let value = request.query[name] { members.append(.init(name, .string(value))) }
      case .flag(let name):
        if let value = request.query[name] { members.append(.init(name, .bool(value != "false"))) }
      case .number(let name):
        guard let value = request.query[name] else { continue }
        guard let number = Self.number(value[...]) else {
          return done(.text(.badRequest, "\(name): expected a number such as 1.5, got \(value.prefix(40))"))
        }
        members.append(.init(name, number))
      case .numbers(let name, let count):
        guard let value = request.query[name] else { continue }
        let parts = value.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap(Self.number)
        guard parts.count == count, numbers.count == count else {
          return done(.text(.badRequest, "\(name): expected \(count) numbers with commas, got \(value.prefix(40))"))
        }
        members.append(.init(name, .array(numbers)))
      }
    }
    return ask(question, members)
  }

  /// Parses a JSON number; nil if it is invalid or not finite.
  private static func number(_ text: Substring) -> JSONValue? {
    guard let value = try? JSONScanner.value(of: Array(text.utf8)[...]), case .number(let word) = value,
      let number = Double(word), number.isFinite
    else { return nil }
    return value
  }

  private func ask(_ question: String, _ members: [JSONValue.Member]) -> EventLoopFuture<Response> {
    guard let shown else { return done(.text(.serviceUnavailable, "there is no picture yet")) }
    return shown.worker.ask(question, members).map { answer in
      guard let bytes = answer.bytes else {
        return Response(type: "application/json", body: answer.line)
      }
      return Self.response(answer, bytes)
    }.flatMapErrorThrowing { error in
      guard let refusal = error as? Worker.Refusal else { throw error }
      if let line = refusal.line { return Response(.badRequest, type: "application/json", body: line) }
      return .json(JSONValue.object([.init("error", .string(refusal.message))]).text, .serviceUnavailable)
    }
  }

  /// Makes a response of a message's bytes; its metadata becomes a header.
  private static func response(_ message: WorkerMessage, _ bytes: ByteBuffer) -> Response {
    let keys = ["quad", "rect", "ms", "pixels"]
    let about = keys.compactMap { key in message.value(key).map { JSONValue.Member(key, $0) } }
    let headers = about.isEmpty ? [] : [("Layerlua-About", JSONValue.object(about).text)]
    let isRaw = about.contains { $0.key == "pixels" }
    return Response(
      type: isRaw ? "application/octet-stream" : type(message.value("type")?.string), body: bytes, headers: headers)
  }

  /// Returns a content type that no browser executes.
  private static func type(_ said: String?) -> String {
    guard let said else { return "image/png" }
    let types: Set = [
      "image/png", "image/apng", "image/jpeg", "image/webp", "image/gif", "application/pdf", "video/mp4", "video/webm",
    ]
    return types.contains(said) ? said : "application/octet-stream"
  }

  private func body(_ request: Request) -> JSONValue? {
    try? JSONScanner.value(of: request.body.readableBytesView.asArray)
  }

  private func edit(_ request: Request) -> EventLoopFuture<Response> {
    guard let body = body(request), let path = body["path"]?.string, let key = body["key"]?.string,
      let value = body["value"]?.string
    else { return done(.text(.badRequest, "expected path, key and value")) }
    let words: [JSONValue.Member] = [
      .init("path", .string(path)), .init("key", .string(key)), .init("value", .string(value)),
    ]
    let asked = shown?.revision
    return ask("edit", words).map { [self] response in
      guard response.status == .ok, asked == shown?.revision else { return response }
      edits.removeAll { $0.path == path && $0.key == key }
      edits.append((path, key, value))
      tell("edited", editsText)
      return response
    }
  }

  private func undo(_ request: Request) -> EventLoopFuture<Response> {
    guard let body = body(request), let path = body["path"]?.string, let key = body["key"]?.string else {
      return done(.text(.badRequest, "expected path and key"))
    }
    let asked = shown?.revision
    return ask("undo", [.init("path", .string(path)), .init("key", .string(key))]).map { [self] response in
      guard response.status == .ok, asked == shown?.revision else { return response }
      edits.removeAll { $0.path == path && $0.key == key }
      tell("edited", editsText)
      return response
    }
  }

  // MARK: states

  /// Sets a state or a tilt in the shown picture.
  private func setState(_ request: Request) -> EventLoopFuture<Response> {
    guard let body = body(request), let choice = Choice(body) else {
      return done(.text(.badRequest, "expected name and t, or from, to and fraction, or tilt"))
    }
    let asked = shown?.revision
    return ask("state", choice.members).map { [self] response in
      guard response.status == .ok else { return response }
      let all = choice.added(to: chosen).atOnce
      chosen = all
      guard let asked, asked == shown?.revision else { return response }
      let event = wrapped("{\"rev\":\(asked),\"chosen\":\(all.text),\"state\":", response.body)
      lastChoice = event
      tell("stated", event)
      return response
    }
  }

  /// Sets the state that was chosen before in a picture that was drawn, then shows that. A state that the scene no
  /// longer has is forgotten.
  private func choose(_ choice: Choice, for run: Run, _ message: WorkerMessage, _ bytes: ByteBuffer) {
    let worker = run.worker
    worker.ask("state", choice.members).flatMap { answer in
      worker.ask("frame", [.init("raw", .bool(true))]).map { (answer, $0) }
    }.whenComplete { [self] result in
      guard run === drawing else { return }
      guard case .success(let (answer, frame)) = result, let pixels = frame.bytes else {
        chosen = nil
        return show(run, message, Self.response(message, bytes))
      }
      var line = answer.line
      let said = line.readString(length: line.readableBytes) ?? "null"
      show(
        run, message, Self.response(frame, pixels), choice: "\"chosen\":\(choice.text),\"state\":\(said),")
    }
  }

  /// Sets parameters, or resets those that are null, and draws again.
  private func setParameters(_ request: Request) -> EventLoopFuture<Response> {
    guard let members = body(request)?.members, members.count <= 64 else {
      return done(.text(.badRequest, "expected names and values"))
    }
    for member in members {
      let value: String?
      switch member.value {
      case .null: value = nil
      case .string(let text), .number(let text): value = text
      case .bool(let flag): value = flag ? "true" : "false"
      case .array, .object: return done(.text(.badRequest, "\(member.key): expected a string, a number or a boolean"))
      }
      guard Self.canBeArgument(member.key), value.map({ !$0.utf8.contains(0) }) ?? true else {
        return done(.text(.badRequest, "no parameter has this name or value"))
      }
      set(member.key, value)
    }
    draw()
    return done(.json("{}"))
  }

  private static func canBeArgument(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 256 && !name.utf8.contains(UInt8(ascii: "=")) && !name.utf8.contains(0)
  }

  private func set(_ name: String, _ value: String?) {
    guard let value else { return parameters.removeAll { $0.name == name } }
    if let index = parameters.firstIndex(where: { $0.name == name }) {
      parameters[index].value = value
    } else if parameters.count < 256 {
      parameters.append((name, value))
    }
  }

  /// Stores a file picked on the page, received as bytes, and sets its path as a parameter's value.
  private func setFile(_ request: Request) -> EventLoopFuture<Response> {
    guard let name = request.query["name"], Self.canBeArgument(name) else {
      return done(.text(.badRequest, "which parameter?"))
    }
    do {
      set(name, try picked.store(request.body.readableBytesView, suffix: request.query["suffix"] ?? ""))
    } catch {
      return done(.text(.internalServerError, error.message))
    }
    draw()
    return done(.json("{}"))
  }
}

extension WorkerMessage {
  /// Returns the strings of an array under a top-level key.
  fileprivate func strings(_ key: String) -> [String] { value(key)?.array?.compactMap(\.string) ?? [] }
}
