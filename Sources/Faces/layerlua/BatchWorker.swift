// SPDX-License-Identifier: MIT
import Films
import LayerEngine
import Messages
import Numbers
import SystemC

/// A process that draws rows of a batch: each in a Lua state of its own, all with one renderer, which keeps fonts,
/// glyphs and images.
struct BatchWorker {
  let options: CommandLineOptions
  let source: (bytes: [UInt8], name: String, directory: String)
  /// The number of rows of the table.
  let count: Int
  /// The number of workers, which share processors and memory.
  let workers: Int
  let jobs: [BatchJob]

  /// A worker ends after so many rows, or when it takes this many times the memory that it took after its first one.
  private static let mostRows = 1000
  private static let mostGrowth = 2.0
  /// Growth that never counts, in bytes.
  private static let slack = 64 << 20

  /// Answers requests until the pipe is closed. Returns the exit code.
  func run(_ worker: ForkedWorker) -> Int32 {
    var answer = BatchAnswer()
    let base: Engine
    do { base = try lockedIn(&answer) } catch {
      let error = EngineError(error)
      (answer.code, answer.message, answer.isLast) = (error.exitCode, error.message, true)
      guard BatchAnswer.read(worker.requests, 4) != nil else { return 0 }
      _ = answer.write(to: worker.answers)
      return 0
    }
    var drawn = 0
    var firstMemory = 0
    while let request = BatchAnswer.read(worker.requests, 4) {
      let index = (0..<4).reduce(0) { $0 | Int(request[$1]) << (8 * $1) }
      guard jobs.indices.contains(index) else { return 2 }
      let log = ReportLog()
      do { try draw(jobs[index], base.renderer, log, isFirst: drawn == 0) } catch {
        let error = EngineError(error).hidingLines(of: options.sceneName)
        (answer.code, answer.message) = (max(error.exitCode, 1), error.description)
      }
      answer.log += log.lines
      drawn += 1
      let memory = Engine.residentMemory
      if drawn == 1 { firstMemory = memory }
      let hasGrown = Double(memory) > Double(firstMemory) * Self.mostGrowth && memory > firstMemory + Self.slack
      answer.isLast = drawn >= Self.mostRows || hasGrown
      guard answer.write(to: worker.answers) else { return 0 }
      if answer.isLast { return 0 }
      answer = BatchAnswer()
    }
    return 0
  }

  /// The configuration of a row's engine.
  private var configuration: Engine.Configuration {
    var configuration = options.configuration(scriptDirectory: source.directory, writableFiles: [])
    configuration.endsProcessAtTimeLimit = false
    let makesFilm = try? jobs.first.map { try Output(options.row($0, isLottie: false), scriptName: source.name) }
    if makesFilm?.film?.needsFFmpeg == true { configuration.mayReadClips = true }
    let processors = max(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), 1)
    if configuration.threads == 0 { configuration.threads = max(processors / workers, 1) }
    if let limit = configuration.memoryLimit { configuration.memoryLimit = max(limit / workers, min(limit, 256 << 20)) }
    // The rows' layers are strangers to each other.
    configuration.keptPictureLimit = 0
    return configuration
  }

  /// Makes the engine whose renderer all rows use, and locks the process in.
  private func lockedIn(_ answer: inout BatchAnswer) throws -> Engine {
    var own = configuration
    // The limit is each row's.
    own.timeLimit = nil
    own.memoryLimit = options.engine.memoryLimit
    let engine = try Engine(own)
    guard options.isolation != .none || !options.engine.isTrusted else { return engine }
    var folders: Set<String> = []
    let files = jobs.map(\.file).filter { file in
      folders.insert(file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "").inserted
    }
    let output = try jobs.first.map { try Output(options.row($0, isLottie: false), scriptName: source.name) }
    let log = ReportLog()
    let report = Report(isJSON: options.isJSON, isQuiet: options.isQuiet, log: log)
    func lock(startsFFmpeg: Bool) throws -> [String] {
      try engine.isolateProcess(writing: files, startsFFmpeg: startsFFmpeg)
    }
    if options.isolation == .none {
      // A system that cannot lock in draws all the same, as a run of one row does; that one may show clips too.
      if (try? lock(startsFFmpeg: true)) == nil { _ = try? lock(startsFFmpeg: false) }
    } else {
      try options.isolate(report) {
        try lock(startsFFmpeg: options.engine.isTrusted || output?.film?.needsFFmpeg == true)
      }
    }
    answer.log += log.lines
    return engine
  }

  private func draw(_ job: BatchJob, _ renderer: LayerRenderer, _ log: ReportLog, isFirst: Bool) throws {
    let isLottie = options.script.flatMap { SceneSource($0, options)?.lottieFile } != nil
    let row = options.row(job, isLottie: isLottie)
    let report = Report(isJSON: options.isJSON, isQuiet: options.isQuiet, log: log, scene: options.sceneName)
    let rendering = Rendering(options: row, report: report)
    let output = try Output(row, scriptName: source.name)
    let printer = Printer(file: 1)
    let engine = try Engine(configuration, renderer: renderer)
    engine.onWarning = { report.warning($0) }
    engine.onPrint = { printer.print($0) }
    defer {
      printer.flush()
      engine.reportRepeatedWarnings()
    }
    // Columns keep their types; the values of -D are texts, and win.
    let given = Set(options.definitions.map(\.name))
    // A Lottie file takes texts, as of -D, and with them the lists and objects that have no text.
    let values = job.row.columns.filter { column in
      if given.contains(column.name) { return false }
      return !isLottie || CommandLineOptions.isOfLottie(column: column.name) && BatchRow.text(column.value) == nil
    }
    engine.row = (job.row.number, count, values)
    try rendering.draw(engine, source, output, printer)
    if isFirst, !isLottie { warnAboutUnread(values.map(\.name), engine, report) }
    printer.flush()
    if let problem = printer.problem { throw problem }
  }

  /// Warns of columns that the script, and the names of the files, leave unread.
  private func warnAboutUnread(_ columns: [String], _ engine: Engine, _ report: Report) {
    guard !options.engine.allowedWarnings.contains(.unusedArgument) else { return }
    let names = options.output.flatMap { try? BatchNames($0, columns: columns) }
    let others = columns.filter { names?.uses($0) != true && $0 != options.batch.only?.column && $0 != "error" }
    let unread = engine.unreadArguments(others)
    guard !unread.isEmpty else { return }
    report.warning(
      LayerWarning(
        rule: .unusedArgument,
        message: "\(unread.count == 1 ? "the column" : "the columns") \(listed(Array(unread.prefix(10)))) "
          + "\(unread.count == 1 ? "is" : "are") not read by the script"))
  }
}
