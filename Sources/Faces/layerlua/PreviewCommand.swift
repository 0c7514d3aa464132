// SPDX-License-Identifier: MIT
import LayerEngine
import Numbers
import Preview
import SystemC

/// `layerlua preview`: the worker of the live page, started by `layerlua-serve`. It reads requests from standard input
/// and writes events and answers to standard output; see Sources/Server/PROTOCOL.md.
struct PreviewCommand {
  let options: CommandLineOptions
  let report: Report

  /// The time without a request after which the worker starts its idle work, in milliseconds.
  private static let patience: Int32 = 50

  /// Maximum length of a request, in bytes. The page may send up to 64 KiB.
  private static let longestLine = 1 << 20

  /// - Returns: the exit code.
  func run() -> Int32 {
    let worker: PreviewWorker
    do { worker = try makeWorker() } catch {
      let error = EngineError(error)
      WorkerPipe.send(PreviewWorker.event(of: error))
      return error.exitCode
    }
    if let code = worker.start() { return code }
    var input = LineReader(file: 0, longest: PreviewCommand.longestLine)
    while true {
      // Requests take precedence over idle work.
      if worker.isWaiting, !input.hasInput(within: PreviewCommand.patience) {
        worker.idle { LineReader.hasInput(0, within: 0) }
      }
      guard let line = input.next() else { return 0 }
      switch line {
      case .line(let bytes): input.skip(worker.answer(bytes))
      case .tooLong:
        worker.refuse(EngineError(.limit, "the request is longer than \(PreviewCommand.longestLine) bytes"))
      }
    }
  }

  private func makeWorker() throws -> PreviewWorker {
    if options.output != nil { throw EngineError(.usage, "layerlua preview writes messages and takes no -o") }
    guard options.scales.count == 1 else {
      throw EngineError(.usage, "layerlua preview shows one picture, so --scale takes one number")
    }
    let source = try options.readSource()
    let folder = Engine.temporaryFolder
    var configuration = options.configuration(
      scriptDirectory: source.directory, writableFiles: Engine.temporaryFilms(in: folder))
    // Each request has its own time limit.
    configuration.endsProcessAtTimeLimit = false
    configuration.mayReadClips = true
    let engine = try Engine(configuration)
    // Leak the engine: the process exits after the worker, and freeing layers and scripts one by one would only cost
    // time.
    _ = Unmanaged.passRetained(engine)
    try options.isolate(report) { try engine.isolateProcess(startsFFmpeg: true) }
    WorkerPipe.endWithReader()
    var settings = PreviewSettings(
      script: source.bytes, name: source.name, arguments: options.arguments,
      picture: try options.renderOptions(scale: options.scales[0]), film: options.film,
      encoding: options.encodingOptions)
    settings.temporaryFolder = folder
    settings.keepsTemporaryFolder = options.isolation != .none
    let isFile = options.code.isEmpty && options.script != "-"
    return PreviewWorker(
      engine, settings, scriptFile: isFile ? engine.renderer.configuration.files.absolutePath(source.name) : nil
    ) { WorkerPipe.send($0) }
  }
}
