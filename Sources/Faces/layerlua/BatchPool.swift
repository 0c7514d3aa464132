// SPDX-License-Identifier: MIT
import LayerEngine
import Messages
import Numbers
import SystemC

/// The workers of a batch: forked processes, each locked in, that draw one row after another.
struct BatchPool {
  let options: CommandLineOptions
  let report: Report
  let source: (bytes: [UInt8], name: String, directory: String)
  /// The number of rows of the table, `ca.rows`.
  let count: Int
  /// The failures at the start after which the pool stops.
  let patience: Int
  /// The most workers at a time.
  let workers: Int

  private struct Busy {
    var worker: ForkedWorker
    /// The index of its job; nil while it waits.
    var job: Int?
  }
  private var pool: [Busy] = []
  private var messages: Set<String> = []

  init(
    options: CommandLineOptions, report: Report, source: (bytes: [UInt8], name: String, directory: String), count: Int,
    patience: Int, workers: Int
  ) {
    self.options = options
    self.report = report
    self.source = source
    self.count = count
    self.patience = patience
    self.workers = workers
  }

  /// Draws all jobs.
  ///
  /// - Returns: the number of rows drawn, those that failed, and the number of those that were not tried.
  mutating func run(
    _ jobs: [BatchJob], drawn note: (BatchJob) -> Void, failed tell: (BatchFailure) -> Void
  ) throws -> (drawn: Int, failed: [BatchFailure], left: Int) {
    jobsOfWorkers = jobs
    var next = 0
    var drawn = 0
    var failed: [BatchFailure] = []
    var progress = Progress(report, unit: "rows")
    defer {
      progress.end()
      for busy in pool { _ = busy.worker.end() }
      pool = []
    }
    progress.show(0, of: jobs.count)
    while true {
      let isHopeless = drawn == 0 && failed.count >= patience || patience == 1 && !failed.isEmpty
      while !isHopeless, next < jobs.count, let free = try freeWorker() {
        pool[free].job = next
        // A worker that died meanwhile is found when its answer is read.
        writeAll(pool[free].worker.requests, bytes(of: UInt32(next)))
        next += 1
      }
      guard pool.contains(where: { $0.job != nil }) else { break }
      for i in readyWorkers().reversed() {
        guard let index = pool[i].job else { continue }
        let job = jobs[index]
        guard let answer = BatchAnswer(from: pool[i].worker.answers) else {
          let status = pool[i].worker.end()
          pool.remove(at: i)
          let failure = BatchFailure(row: job.row, message: Self.death(status), code: status == 75 ? 75 : 3)
          failed.append(failure)
          progress.end()
          tell(failure)
          continue
        }
        pool[i].job = nil
        for line in answer.log where messages.insert(line).inserted {
          progress.end()
          writeAll(2, Array(line.utf8))
        }
        if answer.code == 0 {
          drawn += 1
          note(job)
        } else {
          let failure = BatchFailure(row: job.row, message: answer.message, code: answer.code)
          failed.append(failure)
          progress.end()
          tell(failure)
        }
        if answer.isLast {
          _ = pool[i].worker.end()
          pool.remove(at: i)
        }
        progress.show(drawn + failed.count, of: jobs.count)
      }
    }
    return (drawn, failed, jobs.count - drawn - failed.count)
  }

  private static func death(_ status: Int32) -> String {
    status > 128
      ? "its worker was ended by signal \(status - 128): \(String(cString: strsignal(status - 128)).lowercased())"
      : "its worker ended with code \(status)"
  }

  /// Returns the index of a worker without a job, started if there is room for one; nil if all are busy.
  private mutating func freeWorker() throws -> Int? {
    if let free = pool.firstIndex(where: { $0.job == nil }) { return free }
    guard pool.count < workers else { return nil }
    let others = pool.map(\.worker)
    let (options, source, count, workers, jobs) = (options, source, count, workers, jobsOfWorkers)
    let worker = try ForkedWorker(besides: others) { worker in
      BatchWorker(options: options, source: source, count: count, workers: workers, jobs: jobs).run(worker)
    }
    pool.append(Busy(worker: worker))
    return pool.count - 1
  }

  /// The jobs, which the workers inherit.
  var jobsOfWorkers: [BatchJob] = []

  /// Waits for answers and returns the indices of the workers that gave one.
  private func readyWorkers() -> [Int] {
    var files = pool.map { pollfd(fd: $0.worker.answers, events: Int16(POLLIN), revents: 0) }
    while poll(&files, nfds_t(files.count), -1) < 0 { if errno != EINTR { return Array(pool.indices) } }
    return files.indices.filter { files[$0].revents != 0 }
  }
}

/// A worker's answer about a row.
struct BatchAnswer {
  /// The exit code that a run of the row alone would have; 0 if it was drawn.
  var code: Int32 = 0
  /// True if the worker ends after it.
  var isLast = false
  var message = ""
  /// Lines for standard error.
  var log: [String] = []

  init() {}

  /// Reads an answer from a pipe; nil if the worker ended.
  init?(from file: Int32) {
    guard let head = BatchAnswer.read(file, 12) else { return nil }
    code = Int32(head[0])
    isLast = head[1] != 0
    let lengths = [4, 8].map { at in (0..<4).reduce(0) { $0 | Int(head[at + $1]) << (8 * $1) } }
    guard lengths.allSatisfy({ $0 <= BatchAnswer.longest }), let text = BatchAnswer.read(file, lengths[0]),
      let lines = BatchAnswer.read(file, lengths[1])
    else { return nil }
    message = String(decoding: text, as: UTF8.self)
    log = lines.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The most bytes of a message, and of the lines.
  private static let longest = 1 << 20

  /// Writes the answer; false if nobody reads it.
  func write(to file: Int32) -> Bool {
    let text = Array(message.utf8.prefix(BatchAnswer.longest))
    var lines: [UInt8] = []
    for line in log where lines.count + line.utf8.count < BatchAnswer.longest { lines += Array(line.utf8) + [0] }
    var head: [UInt8] = [UInt8(truncatingIfNeeded: code), isLast ? 1 : 0, 0, 0]
    head += bytes(of: UInt32(text.count)) + bytes(of: UInt32(lines.count))
    return writeAll(file, head + text + lines)
  }

  static func read(_ file: Int32, _ count: Int) -> [UInt8]? {
    var result = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let got = result.withUnsafeMutableBytes { SystemC.read(file, $0.baseAddress.map { $0 + done }, count - done) }
      if got < 0, errno == EINTR { continue }
      if got <= 0 { return nil }
      done += got
    }
    return result
  }
}

func bytes(of number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
