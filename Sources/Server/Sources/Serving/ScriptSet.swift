// SPDX-License-Identifier: MIT
import DrawingPool
import Glibc
import JSONMessages
import NIOCore
import ServiceContract

/// The scripts of a folder as they were when it was read, and the processes that draw them.
///
/// All members belong to the event loop.
package final class ScriptSet: @unchecked Sendable {
  package struct Script: Sendable {
    package var name: ScriptName
    /// The path below the folder.
    package var file: String
    package var title: String?
    package var summary: String?
    package var schema: ParameterSchema
    /// The size in points; nil if it is not known.
    package var size: (width: Double, height: Double)?
    /// The length of its animation, in seconds, of the longest cycle if it never ends; nil if it has none.
    package var duration: Double?
    /// True if the animation never ends, so that a film needs `_duration`.
    package var isEndless = false
    /// The reason why it cannot be drawn with its defaults; nil if it can.
    package var problem: Problem?
  }

  package let folder: ScriptFolder
  package let pool: DrawingPool
  package private(set) var scripts: [ScriptName: Script] = [:]
  /// The digest of the program, its libraries and fonts, of the first process that was ready.
  package private(set) var engine = ""
  package private(set) var version = ""
  /// The features of isolation that the system lacks.
  package private(set) var missing: [String] = []

  /// The number of changes to files of the folder, or of the program, that were noticed since the set was read.
  package internal(set) var changes = 0
  /// True if there was one: pictures are drawn, and neither kept nor looked up, since their keys do not tell them from
  /// older ones.
  package var hasChanged: Bool { changes > 0 }
  /// The time of the last change to files of the folder; nil before the first.
  var lastChange: NIODeadline?
  /// True if a file, or any of the folder's, was written in the last two seconds: a script may have been read when it
  /// was empty or half written.
  func isBeingSaved(_ file: String) -> Bool {
    if let lastChange, NIODeadline.now() - lastChange < .seconds(2) { return true }
    var info = stat()
    guard lstat("\(path)/\(file)", &info) == 0 else { return false }
    return abs(Double(time(nil)) - Double(info.st_mtim.tv_sec)) <= 2
  }
  /// Called when a process has another program, library or font than the first one.
  package var onEngineChange: () -> Void = {}

  /// The version of the set, for `_v`: the first digits of its digest.
  package var id: String { String(folder.digest.prefix(12)) }
  package let path: String

  /// - Parameter path: the folder's path without links.
  package init(_ folder: ScriptFolder, path: String, _ pool: DrawingPool) {
    self.folder = folder
    self.path = path
    self.pool = pool
    pool.onReady = { [weak self] line in
      guard let self else { return }
      let engine = line["engine"]?.string ?? ""
      guard self.engine.isEmpty else {
        // The program, a library or a font was replaced: keys would not say so.
        if engine != self.engine, !hasChanged {
          changes += 1
          onEngineChange()
        }
        return
      }
      self.engine = engine
      version = line["version"]?.string ?? ""
      missing = line["missing"]?.array?.compactMap(\.string) ?? []
    }
  }

  package subscript(name: ScriptName) -> Script? { scripts[name] }

  /// The error of `load` if no process can be started.
  package struct LoadError: Error {
    package var message: String
  }

  /// Starts the processes and lets them draw every script once.
  ///
  /// - Throws: `LoadError`.
  package func load(_ limits: DrawLimits, on loop: EventLoop) -> EventLoopFuture<Void> {
    let done = loop.makePromise(of: Void.self)
    let isLoading = NIOLoopBoundBox(true, eventLoop: loop)
    let onHopeless = pool.onHopeless
    pool.onHopeless = { message in
      guard isLoading.value else { return onHopeless(message) }
      isLoading.value = false
      done.fail(LoadError(message: message))
    }
    pool.start()
    var left = folder.scripts.sorted { $0.key < $1.key }[...]
    var running = 0
    func next() {
      if left.isEmpty, running == 0, isLoading.value {
        isLoading.value = false
        return done.succeed()
      }
      while running < max(pool.settings.workers, 1), let (name, file) = left.popFirst() {
        running += 1
        describe(name, file, limits) {
          running -= 1
          next()
        }
      }
    }
    next()
    return done.futureResult
  }

  private func describe(_ name: ScriptName, _ file: String, _ limits: DrawLimits, _ then: @escaping () -> Void) {
    var script = Script(name: name, file: file, schema: ParameterSchema(.object([])))
    let question: [JSONValue.Member] = [.init("script", .string(file)), .init("limits", limits.job(isFilm: false))]
    let job = DrawJob(client: "layerlua", ask: "describe", question: question, time: limits.time)
    job.onEnd = { [weak self] outcome in
      switch outcome {
      case .drawn(let answer):
        let line = answer.line
        script.title = line["title"]?.string
        script.summary = line["description"]?.string
        if let schema = line["parameters"] { script.schema = ParameterSchema(schema) }
        if let width = line["width"]?.double, let height = line["height"]?.double { script.size = (width, height) }
        script.duration = line["duration"]?.double
        script.isEndless = line["endless"] == true
      case .failed(var problem):
        let isOther = ["the script neither returned nor rendered a layer", "a script returns a layer or nothing"]
        if isOther.contains(where: problem.detail.hasPrefix) {
          problem.detail += "; the name of a module begins with _"
        }
        script.problem = problem
      }
      self?.scripts[name] = script
      then()
    }
    do { try pool.add(job, isOwn: true) } catch {
      script.problem = error
      scripts[name] = script
      then()
    }
  }

  /// Adds parameters that a script read for the first time.
  package func merge(_ schema: ParameterSchema, into name: ScriptName) { scripts[name]?.schema.merge(schema) }

  /// The description of a script, as `/NAME` answers.
  package func description(of script: Script) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("name", .string(script.name.text)), .init("title", script.title.map { .string($0) } ?? .null),
      .init("description", script.summary.map { .string($0) } ?? .null),
    ]
    if let size = script.size {
      members.append(.init("width", .number(numberText(size.width))))
      members.append(.init("height", .number(numberText(size.height))))
    }
    members.append(.init("duration", script.duration.map { .number(numberText($0)) } ?? .null))
    if script.duration != nil { members.append(.init("endless", .bool(script.isEndless))) }
    let formats = AnswerFormat.allCases.filter { script.duration != nil || !$0.isFilm }
    members.append(.init("formats", .array(formats.map { .string($0.rawValue) })))
    members.append(.init("parameters", script.schema.json))
    members.append(.init("version", .string(id)))
    return .object(members)
  }
}
