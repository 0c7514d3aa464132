// SPDX-License-Identifier: MIT
import LayerEngine
import Numbers
import Preview
import SystemC

/// `layerlua preview`: the worker of the live page, which `layerlua-serve` starts. It reads questions from standard input
/// and writes events and answers to standard output; docs/preview.md describes them.
struct PreviewCommand {
  let options: CommandLineOptions
  let report: Report

  /// How long nobody asks before the worker looks at the picture by itself, in milliseconds.
  private static let patience: Int32 = 50

  /// A question is no longer than this, in bytes. The page may say 64 KiB.
  private static let longestLine = 1 << 20

  /// - Returns: the exit code.
  func run() -> Int32 {
    let worker: PreviewWorker
    do { worker = try makeWorker() } catch {
      let error = EngineError(error)
      send(PreviewWorker.event(of: error))
      return error.exitCode
    }
    if let code = worker.start() { return code }
    var input = LineReader(file: 0, longest: PreviewCommand.longestLine)
    while true {
      // First what is asked, then what takes long.
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
    if options.output != nil { throw EngineError(.usage, "layerlua preview writes messages, it takes no -o") }
    guard options.scales.count == 1 else {
      throw EngineError(.usage, "layerlua preview shows one picture, so --scale takes one number")
    }
    let source = try options.readSource()
    let folder = Engine.temporaryFolder
    var configuration = options.configuration(
      scriptDirectory: source.directory, writableFiles: Engine.temporaryFilms(in: folder))
    // Each question has its own time.
    configuration.endsProcessAtTimeLimit = false
    let engine = try Engine(configuration)
    // The process ends with the worker; freeing layers and scripts one by one would only take time.
    _ = Unmanaged.passRetained(engine)
    try options.isolate(report) { try engine.isolateProcess(startsFFmpeg: true) }
    endWithReader()
    var settings = PreviewSettings(
      script: source.bytes, name: source.name, arguments: options.arguments,
      picture: try options.renderOptions(scale: options.scales[0]), film: options.film,
      encoding: options.encodingOptions)
    settings.temporaryFolder = folder
    let isFile = options.code.isEmpty && options.script != "-"
    return PreviewWorker(
      engine, settings, scriptFile: isFile ? engine.renderer.configuration.files.absolutePath(source.name) : nil
    ) { send($0) }
  }

  /// Writes a message; the process ends when nobody reads it.
  private func send(_ message: PreviewMessage) {
    // The bytes may be many: they are not copied behind the line.
    if writeAll(1, message.line), message.bytes.map({ writeAll(1, $0) }) ?? true { return }
    Engine.cleanUp()
    exit(errno == EPIPE ? 0 : 4)
  }

  /// Ends the process when whoever reads its messages is gone, also while a script runs without an end.
  private func endWithReader() {
    var thread = pthread_t(bitPattern: 0)
    _ = pthread_create(
      &thread, nil,
      { _ in
        var output = pollfd(fd: 1, events: 0, revents: 0)
        while true {
          let found = poll(&output, 1, -1)
          if found < 0, errno == EINTR { continue }
          guard found > 0 else { return nil }
          Engine.cleanUp()
          _exit(0)
        }
      }, nil)
  }
}

/// The lines of a descriptor, one by one.
struct LineReader {
  enum Line {
    /// Without its line break.
    case line([UInt8])
    /// It was longer than allowed, and skipped.
    case tooLong
  }

  let file: Int32
  /// In bytes.
  let longest: Int
  private var buffer: [UInt8] = []
  /// Where the next line begins in the buffer.
  private var start = 0
  private var isAtEnd = false

  init(file: Int32, longest: Int) {
    self.file = file
    self.longest = longest
  }

  /// The next line; nil at the end. What follows the last line break is a line too.
  mutating func next() -> Line? {
    var isTooLong = false
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        return isTooLong || end - start > longest ? .tooLong : .line(Array(buffer[start..<end]))
      }
      if buffer.count - start > longest {
        isTooLong = true
        start = buffer.count
      }
      searched = buffer.count - start
      guard fill() else {
        defer { (buffer, start) = ([], 0) }
        if isTooLong { return .tooLong }
        return buffer.isEmpty ? nil : .line(buffer)
      }
    }
  }

  /// Whether there is something to read, or the end, within milliseconds.
  func hasInput(within milliseconds: Int32) -> Bool {
    start < buffer.count || LineReader.hasInput(file, within: milliseconds)
  }

  static func hasInput(_ file: Int32, within milliseconds: Int32) -> Bool {
    var input = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
    return poll(&input, 1, milliseconds) > 0
  }

  /// Leaves out bytes.
  mutating func skip(_ count: Int) {
    var left = count
    while left > 0 {
      let here = min(left, buffer.count - start)
      start += here
      left -= here
      if left > 0, !fill() { return }
    }
  }

  /// Reads more, after what is left in the buffer; returns false at the end.
  private mutating func fill() -> Bool {
    if isAtEnd { return false }
    buffer.removeFirst(start)
    start = 0
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = chunk.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        isAtEnd = true
        return false
      }
      buffer.append(contentsOf: chunk[..<count])
      return true
    }
  }
}
