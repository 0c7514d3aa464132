// SPDX-License-Identifier: MIT
import LayerEngine
import LayerModel
import LayerRendering
import Messages
import Numbers

/// The worker process of the live page: runs a script, reports on it, then answers requests one by one. It handles
/// messages independently of their transport; see `Sources/Server/PROTOCOL.md`.
package final class PreviewWorker {
  private let scene: PreviewScene
  private let engine: Engine
  private let settings: PreviewSettings
  /// Sends a message immediately.
  private let send: (WorkerMessage) -> Void

  /// The files reported so far, and those not reported yet.
  private var known: Set<String> = []
  private var read: [String] = []
  private var missed: [String] = []
  private var folders: [String] = []
  private var lastFiles = 0.0
  /// Printed bytes that have not been sent yet.
  private var printed: [UInt8] = []
  private var lastPrint = 0.0

  /// The interval for which file and print events are batched, in seconds.
  private static let gathering = 0.05

  /// - Parameters:
  ///   - engine: an engine for this worker alone, which has run nothing.
  ///   - scriptFile: the absolute path of the script; nil if its text is not from a file.
  ///   - send: sends a message immediately.
  package init(
    _ engine: Engine, _ settings: PreviewSettings, scriptFile: String?, send: @escaping (WorkerMessage) -> Void
  ) {
    self.engine = engine
    self.settings = settings
    self.send = send
    scene = PreviewScene(engine, settings)
    engine.renderer.onFile = { [weak self] path, use in self?.note(path, use) }
    engine.onPrint = { [weak self] bytes in self?.note(printed: bytes) }
    engine.onWarning = { [weak self] warning in self?.tell(warning) }
    if let scriptFile { note(scriptFile, .read) }
    for folder in engine.renderer.configuration.resourceDirectories.flatMap(\.folders) {
      folders.append(engine.renderer.configuration.files.absolutePath(folder))
    }
    tellFiles()
  }

  // MARK: Running

  /// Runs the script and renders its picture.
  ///
  /// - Returns: nil if requests may follow, else the exit code.
  package func start() -> Int32? {
    do throws(EngineError) {
      let (head, frame) = try engine.watched(settings.name) {
        let start = secondsNow()
        try self.scene.run()
        let running = secondsNow() - start
        let frame = try self.scene.frame(.pixels)
        return (try self.scene.ready(frame, running: running), frame)
      }
      flush()
      send(WorkerMessage(head, bytes: frame.bytes))
    } catch {
      flush()
      send(WorkerMessage(errorEvent(error)))
      return error.exitCode
    }
    return nil
  }

  /// Maximum seconds of an unrequested search for findings.
  private static let longestSearch = 5.0

  /// Does the work that may wait until there is no request: reports the findings, once.
  ///
  /// - Parameter isAsked: polled periodically on any thread; returning true abandons the work, and the next call starts
  ///   it over.
  package func idle(until isAsked: @escaping @Sendable () -> Bool = { false }) {
    guard isWaiting else { return }
    let end = secondsNow() + PreviewWorker.longestSearch
    engine.interruption = { isAsked() || secondsNow() > end }
    defer { engine.interruption = nil }
    var event = JSONObject()
    event.set("event", "findings")
    var list: [JSONObject] = []
    var problem: String?
    do throws(EngineError) {
      list = try engine.watched(settings.name) { try self.engine.working(anew: true) { try self.scene.findings() } }
    } catch { problem = error.message }
    // The abandoned search may have returned normally, with partial results.
    if isAsked() { return }
    if secondsNow() > end {
      list = []
      problem = "the search for mistakes took more than \(numberText(PreviewWorker.longestSearch)) s"
    }
    event.set("list", list: list)
    if let problem { event.set("error", problem) }
    isWaiting = false
    flush()
    send(WorkerMessage(event))
  }

  /// True if `idle` has work to do.
  package private(set) var isWaiting = true

  /// Returns the event for an error that ends a worker.
  private func errorEvent(_ error: EngineError) -> JSONObject {
    let error = engine.atMistake(error)
    var event = JSONObject()
    event.set("event", "error")
    event.set("code", Int(error.exitCode))
    event.set("script", error.script)
    event.set("line", raw: error.line.map { "\($0)" } ?? "null")
    event.set("message", error.message)
    event.set("source", raw: source(around: error))
    event.set("traceback", error.traceback)
    return event
  }

  /// Returns the source lines around an error's line, as JSON.
  private func source(around error: EngineError) -> String {
    guard let script = error.script, let line = error.line else { return "[]" }
    let lines = engine.lines(around: line, ofScript: script).map { "[\($0.number),\(jsonString($0.text))]" }
    return "[" + lines.joined(separator: ",") + "]"
  }

  /// Returns the event for an error that occurs before there is a worker.
  package static func event(of error: EngineError) -> WorkerMessage {
    var event = JSONObject()
    event.set("event", "error")
    event.set("code", Int(error.exitCode))
    event.set("script", error.script)
    event.set("line", raw: error.line.map { "\($0)" } ?? "null")
    event.set("message", error.message)
    event.set("source", raw: "[]")
    event.set("traceback", error.traceback)
    return WorkerMessage(event)
  }

  /// Answers one line from the broker. A blank line is ignored.
  ///
  /// - Returns: the number of raw bytes that follow the line, which must be skipped.
  package func answer(_ line: [UInt8]) -> Int {
    if line.allSatisfy({ $0 == 0x20 || ($0 >= 9 && $0 <= 13) }) { return 0 }
    let request: WorkerRequest
    do throws(LayerError) { request = try WorkerRequest(line) } catch {
      refuse(EngineError(.usage, error.message), id: WorkerRequest.id(ofUnreadable: line))
      return 0
    }
    do throws(EngineError) {
      let answer = try scene.answer(request)
      flush()
      var head = JSONObject()
      head.set("id", raw: request.id)
      head.set("ok", true)
      head.append(answer.fields)
      send(WorkerMessage(head, bytes: answer.bytes))
    } catch {
      flush()
      refuse(error, id: request.id)
    }
    return request.byteCount
  }

  /// Answers with an error.
  package func refuse(_ error: EngineError, id: String = "null") {
    let error = engine.atMistake(error)
    var head = JSONObject()
    head.set("id", raw: id)
    head.set("error", error.message)
    if let script = error.script { head.set("script", script) }
    if let line = error.line {
      head.set("line", line)
      head.set("source", raw: source(around: error))
      if let traceback = error.traceback { head.set("traceback", traceback) }
    }
    send(WorkerMessage(head))
  }

  // MARK: News

  private func flush() {
    tellPrinted()
    tellFiles()
  }

  private func note(_ path: String, _ use: FileUse) {
    // A missed file may be read later, but not the other way round.
    switch use {
    case .read:
      guard known.insert("r" + path).inserted else { return }
      read.append(path)
    case .missed:
      guard known.insert("m" + path).inserted else { return }
      missed.append(path)
    case .listed:
      guard known.insert("l" + path).inserted else { return }
      folders.append(path)
    }
    if secondsNow() - lastFiles > PreviewWorker.gathering { tellFiles() }
  }

  private func tellFiles() {
    guard !(read.isEmpty && missed.isEmpty && folders.isEmpty) else { return }
    lastFiles = secondsNow()
    var event = JSONObject()
    event.set("event", "files")
    event.set("read", strings: read)
    event.set("missed", strings: missed)
    event.set("folders", strings: folders)
    (read, missed, folders) = ([], [], [])
    send(WorkerMessage(event))
  }

  private func note(printed bytes: [UInt8]) {
    printed += bytes
    if printed.count > 32_768 || secondsNow() - lastPrint > PreviewWorker.gathering { tellPrinted() }
  }

  /// Maximum bytes of one `print` event, so that no message exceeds the broker's limit.
  private static let longestPrint = 65_536

  private func tellPrinted() {
    var rest = printed[...]
    printed = []
    if !rest.isEmpty { lastPrint = secondsNow() }
    while !rest.isEmpty {
      var part = rest.prefix(PreviewWorker.longestPrint)
      // Do not split a UTF-8 sequence.
      while part.count > PreviewWorker.longestPrint - 4, part.endIndex < rest.endIndex,
        rest[part.endIndex] & 0xC0 == 0x80
      {
        part.removeLast()
      }
      rest = rest[part.endIndex...]
      var event = JSONObject()
      event.set("event", "print")
      event.set("text", String(decoding: part, as: UTF8.self))
      send(WorkerMessage(event))
    }
  }

  private func tell(_ warning: LayerWarning) {
    tellPrinted()
    var event = JSONObject()
    event.set("event", "warning")
    event.set("script", warning.place.map { scene.scriptPath($0.script) })
    event.set("line", raw: warning.place.map { "\($0.line)" } ?? "null")
    event.set("rule", warning.rule.rawValue)
    event.set("message", warning.text)
    send(WorkerMessage(event))
  }
}
