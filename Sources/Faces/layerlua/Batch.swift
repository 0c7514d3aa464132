// SPDX-License-Identifier: MIT
import Formats
import FrameShares
import LayerEngine
import Messages
import Numbers
import SystemC

/// The options of `--each`.
struct BatchOptions {
  /// The table's file; `-` is standard input.
  var table: String?
  /// The number of workers; nil is one for each processor.
  var jobs: Int?
  var resumes = false
  /// Only rows whose column has this text.
  var only: (column: String, value: String)?
  /// The file for the rows that failed.
  var failures: String?
  var keepsGoing = false
  var stops = false
  var types: [(column: String, isNumber: Bool)] = []
  /// The sign between the cells of a CSV table; nil is that of its first line.
  var separator: UInt8?

  /// The first option that was given without `--each`; nil if none was.
  var orphan: String? {
    if jobs != nil { return "--jobs" }
    if resumes { return "--resume" }
    if only != nil { return "--only" }
    if failures != nil { return "--failures" }
    if keepsGoing { return "--keep-going" }
    if stops { return "--stop" }
    if separator != nil { return "--separator" }
    return types.isEmpty ? nil : "--types"
  }
}

/// Draws a script once for each row of a table, in workers that are used again and again: `layerlua card.lua --each
/// people.csv -o "cards/{name}.png"`.
struct Batch {
  let options: CommandLineOptions
  let report: Report

  /// The failures at the start after which the script, not the rows, is taken to be wrong.
  static let patience = 20

  func run() throws {
    guard options.code.isEmpty, options.script != "-" else {
      throw EngineError(.usage, "--each runs a script for each row, so it needs a file: layerlua SCRIPT --each FILE")
    }
    guard let template = options.output, options.standardOutputFormat == nil else {
      throw EngineError(.usage, "--each needs -o with a name for each row, such as -o \"cards/{row}.png\"")
    }
    if options.batch.stops, options.batch.keepsGoing {
      throw EngineError(.usage, "--stop and --keep-going exclude each other")
    }
    let source = try options.readSource()
    let table = try self.table()
    let names = try BatchNames(template, columns: table.names)
    if options.script.flatMap({ SceneSource($0, options)?.lottieFile }) != nil {
      tell(unused: table.names.filter { !names.uses($0) && $0 != options.batch.only?.column })
    }
    if table.names.contains("row"), names.uses("row") {
      report.note(
        "layerlua: warning: {row} in -o is the table's column row; the number of the row is {0}, or {000} with digits")
    }
    var rows = table.rows
    let all = try names.files(of: rows)
    var jobs: [BatchJob] = []
    var failed: [BatchFailure] = []
    var shard = Shard.whole
    if let text = options.shard { shard = try Shard(text, environment: { getenv($0).map { String(cString: $0) } }) }
    if let only = options.batch.only {
      guard table.names.contains(only.column) else {
        throw EngineError(
          .usage,
          "--only: the table has no column \(only.column)\(suggestionOrList(for: only.column, among: table.names))")
      }
      rows = rows.filter { row in
        row.columns.contains { $0.name == only.column && BatchRow.text($0.value) == only.value }
      }
    }
    for (place, row) in rows.enumerated() where shard.takes(place) {
      switch all[row.number - 1] {
      case .success(let file): jobs.append(BatchJob(row: row, file: file))
      case .failure(let error): failed.append(BatchFailure(row: row, message: error.message, code: 1))
      }
    }
    // Every file's format is checked before the first is drawn.
    if let first = jobs.first { try checkFormat(first, template, source.name) }
    try makeFolders(jobs.map(\.file))
    // A share without rows has no folder, and leaves the manifest of the others alone.
    let manifest =
      try jobs.isEmpty
      ? nil
      : BatchManifest(in: Batch.folder(of: template), keeps: options.batch.resumes || options.shard != nil)
    let script = try Digest(of: source.bytes).description
    var finished = 0
    var waiting: [BatchJob] = []
    for var job in jobs {
      job.key = try key(of: job.row, script)
      if options.batch.resumes, manifest?.isFinished(job.file, job.key) == true {
        finished += 1
      } else {
        waiting.append(job)
      }
    }
    for failure in failed { tell(failure) }
    var pool = BatchPool(
      options: options, report: report, source: source, count: table.rows.count, patience: patience,
      workers: workers(for: waiting.count))
    let done = try pool.run(waiting) {
      manifest?.note($0.file, $0.key)
    } failed: {
      tell($0)
    }
    failed += done.failed
    failed.sort { $0.row.number < $1.row.number }
    if let path = options.batch.failures { try write(failed, names: table.names, to: path) }
    summarize(drawn: done.drawn, finished: finished, failed: failed, left: done.left, template)
    if !failed.isEmpty || done.left > 0 { throw BatchFailed(code: Batch.code(of: failed)) }
  }

  /// Warns of columns that a Lottie file does not take.
  private func tell(unused columns: [String]) {
    let unused = columns.filter { !CommandLineOptions.isOfLottie(column: $0) }
    guard !unused.isEmpty else { return }
    report.note(
      "layerlua: warning: \(unused.count == 1 ? "the column" : "the columns") \(listed(Array(unused.prefix(10)))) "
        + "\(unused.count == 1 ? "changes" : "change") nothing: a Lottie file takes columns named text.LAYER, "
        + "color.PATH, value.PATH, image.ID, font.NAME and slot.ID")
  }

  /// Throws if a row's file cannot be of its format.
  private func checkFormat(_ job: BatchJob, _ template: String, _ name: String) throws {
    if !options.film.isEmpty, case .picture(let format)? = try? Destination(job.file, isFilm: false),
      !format.holds(.film)
    {
      // The zeros of numbered pictures would be the row's number here.
      throw EngineError(
        .usage,
        "-o \(template) names a picture for each row, but --fps, --from, --duration, --hold and --frames are for "
          + "films: write a film for each row (\(FileFormat.words(.film))), or leave them out")
    }
    _ = try Output(options.row(job, isLottie: false), scriptName: name)
  }

  /// The failures at the start after which the batch stops.
  private var patience: Int { options.batch.stops ? 1 : options.batch.keepsGoing ? .max : Batch.patience }

  private func workers(for rows: Int) -> Int {
    let processors = Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    return min(max(options.batch.jobs ?? processors, 1), max(rows, 1), 256)
  }

  private func table() throws -> BatchRows {
    let path = options.batch.table ?? "-"
    let bytes = try Batch.readAll(path)
    var configuration = Engine.Configuration(workingDirectory: ".")
    configuration.face = .program
    let engine = try Engine(configuration)
    engine.onWarning = { report.warning(BatchRows.told($0, of: path)) }
    let table = try BatchRows(
      path, types: options.batch.types, separator: options.batch.separator, engine, bytes: bytes)
    if table.rows.isEmpty { report.note("layerlua: warning: \(BatchRows.mention(path)): the table has no rows") }
    return table
  }

  private static func readAll(_ path: String) throws(EngineError) -> [UInt8] {
    let file = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC)
    func problem() -> EngineError {
      EngineError(.file, "cannot read \(path): \(String(cString: strerror(errno)).lowercased())")
    }
    guard file >= 0 else { throw problem() }
    defer { if file > 0 { close(file) } }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = chunk.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        throw problem()
      }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
      // Maximum size of a table, in bytes.
      guard bytes.count <= 256 << 20 else { throw EngineError(.limit, "\(path): a table has at most 268435456 bytes") }
    }
  }

  /// The folder of a template up to its first placeholder.
  static func folder(of template: String) -> String {
    let fixed = template.prefix { $0 != "{" }
    guard let slash = fixed.lastIndex(of: "/") else { return "" }
    return slash == fixed.startIndex ? "/" : String(fixed[..<slash])
  }

  /// Makes the folders of the files, which locked-in workers could not.
  private func makeFolders(_ files: [String]) throws(EngineError) {
    var known: Set<String> = []
    for file in files {
      guard let slash = file.lastIndex(of: "/"), slash != file.startIndex else { continue }
      let folder = String(file[..<slash])
      guard known.insert(folder).inserted else { continue }
      var path = folder.hasPrefix("/") ? "/" : ""
      for part in folder.split(separator: "/") {
        path += (path.isEmpty || path == "/" ? "" : "/") + part
        if mkdir(path, 0o777) != 0, errno != EEXIST {
          throw EngineError(.file, "cannot make the folder \(path): \(String(cString: strerror(errno)).lowercased())")
        }
      }
    }
  }

  /// Returns the digest of everything that makes a row's file.
  private func key(of row: BatchRow, _ script: String) throws -> String {
    var text = "\(Engine.version)\n\(script)\n\(options.shapingArguments.joined(separator: "\u{0}"))\n"
    for column in row.columns { text += "\(column.name)=\(column.value)\u{0}" }
    return try Digest(of: text).description
  }

  // MARK: Reports

  private func tell(_ failure: BatchFailure) {
    report.rowFailed(failure.row.number, "\(failure.row.mention): \(failure.message)", code: failure.code)
  }

  private func summarize(drawn: Int, finished: Int, failed: [BatchFailure], left: Int, _ template: String) {
    var parts = ["\(counted(drawn, "row")) drawn"]
    if finished > 0 { parts.append("\(finished) finished before") }
    if !failed.isEmpty { parts.append("\(failed.count) failed") }
    if left > 0 { parts.append("\(left) left, since the first \(failed.count) failed") }
    report.summary(
      parts.joined(separator: ", ") + ": \(template)",
      [
        ("drawn", "\(drawn)"), ("finished", "\(finished)"), ("failed", "\(failed.count)"), ("left", "\(left)"),
        ("output", jsonString(template)),
      ])
  }

  /// Writes the rows that failed as a table for the next run, with a column for the error.
  private func write(_ failed: [BatchFailure], names: [String], to path: String) throws(EngineError) {
    func cell(_ text: String) -> String {
      let isPlain = !text.utf8.contains { $0 == 44 || $0 == 34 || $0 == 10 || $0 == 13 }
      if isPlain { return text }
      return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
    let columns = names.filter { $0 != "error" }
    var text = (columns + ["error"]).map(cell).joined(separator: ",") + "\n"
    for failure in failed {
      let cells = columns.map { name in
        failure.row.columns.last { $0.name == name }.flatMap { BatchRow.text($0.value) } ?? ""
      }
      text += (cells + [failure.message]).map(cell).joined(separator: ",") + "\n"
    }
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard file >= 0, writeAll(file, Array(text.utf8)) else {
      throw EngineError(.file, "cannot write \(path): \(String(cString: strerror(errno)).lowercased())")
    }
    close(file)
  }

  /// The exit code: 75 if all failures may pass, 3 if all are limits, else 1.
  private static func code(of failed: [BatchFailure]) -> Int32 {
    for code in [75, 3] as [Int32] where !failed.isEmpty && failed.allSatisfy({ $0.code == code }) { return code }
    return 1
  }
}

/// The end of a batch in which rows failed, which were reported.
struct BatchFailed: Error {
  let code: Int32
}

/// A row to draw.
struct BatchJob {
  let row: BatchRow
  let file: String
  var key = ""
}

/// A row that failed.
struct BatchFailure {
  let row: BatchRow
  let message: String
  /// The exit code that a run of the row alone would have.
  let code: Int32
}

extension CommandLineOptions {
  /// True if a column has the name of an option of Lottie files.
  static func isOfLottie(column: String) -> Bool {
    ["text.", "color.", "value.", "image.", "font.", "slot."].contains { column.hasPrefix($0) }
  }

  /// Returns the options of a row's own run. `-D` on the command line wins over a column.
  func row(_ job: BatchJob, isLottie: Bool) -> CommandLineOptions {
    var options = self
    options.output = job.file
    options.batch = BatchOptions()
    options.shard = nil
    var columns = job.row.columns
    if isLottie {
      // A Lottie file takes only what it knows.
      columns = columns.filter { Self.isOfLottie(column: $0.name) }
    }
    options.columns = columns.compactMap { column in BatchRow.text(column.value).map { (column.name, $0) } }
    return options
  }
}
