// SPDX-License-Identifier: MIT
import LayerEngine
import Numbers
import Preview
import SystemC

/// `layerlua draw-jobs`: a worker that draws scripts of a folder, one request after the other, started by
/// `layerlua-serve`. It reads requests from standard input and writes answers to standard output; see
/// Sources/Server/JOBS.md.
struct DrawJobsCommand {
  let options: CommandLineOptions
  let report: Report

  /// Maximum length of a request's line, in bytes.
  private static let longestLine = 1 << 20

  /// - Returns: the exit code.
  func run() -> Int32 {
    let worker: JobWorker
    do { worker = try JobWorker(options, report, sendPart: WorkerPipe.send) } catch {
      let error = EngineError(error)
      WorkerPipe.send(JobWorker.event(of: error))
      return error.exitCode
    }
    WorkerPipe.endWithReader()
    WorkerPipe.send(worker.ready)
    var input = LineReader(file: 0, longest: Self.longestLine)
    while let line = input.next() {
      switch line {
      case .line(let bytes): if let answer = worker.answer(bytes, &input) { WorkerPipe.send(answer) }
      case .tooLong:
        WorkerPipe.send(
          JobWorker.answer(to: "null", EngineError(.limit, "the request is longer than \(Self.longestLine) bytes")))
      }
    }
    worker.cleanUp()
    return 0
  }
}
