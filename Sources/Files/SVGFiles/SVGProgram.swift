// SPDX-License-Identifier: MIT
import CProcesses
import CSVGProgram
import Formats
import Messages
import Numbers
import Synchronization
import SystemC

/// Client of the program layerlua-svg, which draws SVG files that shapes cannot represent and converts pages of PDF
/// files to SVG. It is a separate, sandboxed process with resource limits, which contains whatever a file does.
///
/// The process starts with the first such file, or with `start()`, and ends with this object. Thread-safe; requests are
/// served one at a time.
package final class SVGProgram: Sendable {
  /// The limits of one picture.
  package struct Limits: Sendable {
    /// Seconds of CPU time and of wall-clock time, whichever ends later; at most five times as many by the clock.
    package var time = 2.0
    /// The limit for a process's first picture with text, which has to look for fonts, in seconds.
    package var firstTextTime = 5.0
    /// Bytes of memory, in addition to eight times those of the picture.
    package var memory = 256 << 20
    package init() {}
  }

  /// The limit or crash that ended a picture.
  package enum Refusal: Error {
    case late, memory
    /// The process was ended by a signal; 0 for none.
    case died(signal: Int32)
  }

  private struct State {
    var program: llua_svg_program?
    /// The process that started the program; a fork of it must not use the program.
    var owner: pid_t = 0
  }

  package let limits: Limits
  private let setting: String?
  private let face: HostFace
  private let converter: @Sendable () -> String?
  private let state = Mutex(State())
  private static let lastDocument = Atomic<UInt64>(0)

  /// - Parameters:
  ///   - setting: the program's path, if the host names it; nil looks for it next to this code.
  ///   - converter: returns the path of pdftocairo, nil if there is none; called once, before the process is sandboxed.
  package init(
    setting: String? = nil, face: HostFace = .swift, limits: Limits = Limits(),
    converter: @escaping @Sendable () -> String? = { nil }
  ) {
    self.setting = setting
    self.face = face
    self.limits = limits
    self.converter = converter
  }

  deinit {
    state.withLock { state in
      guard var program = state.program else { return }
      if state.owner == getpid() { llua_svg_program_end(&program) } else { llua_svg_program_leave(&program) }
    }
  }

  /// Returns a unique document number.
  static func newDocument() -> UInt64 { lastDocument.add(1, ordering: .relaxed).newValue }

  // MARK: Where it is

  private static let name = "layerlua-svg"

  /// The program's path: the host's setting, else where it is installed with this code.
  private func path() -> String? {
    if let setting {
      var info = stat()
      let isProgram = stat(setting, &info) == 0 && info.st_mode & S_IFMT == S_IFREG && access(setting, X_OK) == 0
      return isProgram ? setting : nil
    }
    return filled { llua_installed_file(Self.name, $0, $1) }
  }

  /// Returns the path that a function stores; nil if it stores none.
  private func filled(_ body: (UnsafeMutablePointer<CChar>?, Int) -> Int) -> String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let length = buffer.withUnsafeMutableBufferPointer { body($0.baseAddress, $0.count) }
    guard length > 0, length < buffer.count else { return nil }
    return String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The reason for using the program, as the beginning of a sentence, and a way to do without it.
  private struct Need {
    var reason: String
    var verb = "draws"
    var remedy = "simplify the file"
    /// The beginning of an error message.
    var words: String { "\(reason), which the program \(SVGProgram.name) \(verb)" }
  }

  private func missing(_ need: Need) -> LayerError {
    if let setting {
      let name = HostSetting.svgProgram.name(face) ?? "its setting"
      return LayerError(.missing, "\(need.words); \(name) is \"\(setting)\", which is not a program: set its path")
    }
    let place = filled { llua_code_path($0, $1) }.map { " next to \(parent(of: $0))" } ?? ""
    let setting = face.remedy(", or name it with ", .svgProgram)
    return LayerError(
      .missing, "\(need.words); it was not found\(place): install layerlua completely\(setting), or \(need.remedy)")
  }

  // MARK: Its life

  /// The process id; nil if it is not running.
  package var processNumber: Int32? { state.withLock { $0.program?.pid } }

  /// Starts the program if it can be found, before the host process is sandboxed and cannot start processes any more.
  package func start() { state.withLock { _ = try? started(&$0, Need(reason: "")) } }

  private func started(_ state: inout State, _ need: Need) throws -> llua_svg_program {
    if let program = state.program, state.owner == getpid() { return program }
    if var other = state.program { llua_svg_program_leave(&other) }
    state.program = nil
    guard let path = path() else { throw missing(need) }
    var program = llua_svg_program()
    let problem = llua_svg_program_start(path, converter() ?? "", &program)
    guard problem == 0 else { throw startError(problem, need) }
    state.program = program
    state.owner = getpid()
    return program
  }

  private func startError(_ problem: Int32, _ need: Need) -> LayerError {
    let words = "\(need.words); it cannot be started: \(systemMessage(problem))"
    switch problem {
    case EPERM, EACCES:
      return LayerError(.missing, "\(words), as in a process that is already isolated; \(need.remedy)")
    case EAGAIN, ENOMEM, EMFILE, ENFILE:
      return LayerError(.temporary, "\(words); try again when fewer processes and files are open")
    default: return LayerError(.missing, "\(words): install layerlua completely")
    }
  }

  private func end(_ state: inout State) {
    if var program = state.program { llua_svg_program_end(&program) }
    state.program = nil
  }

  // MARK: Asking

  /// Sends a request and waits for its reply.
  ///
  /// - Throws: `Gone` if the program has ended.
  private func ask(
    _ request: llua_svg_request, _ bytes: UnsafeRawBufferPointer, _ program: inout llua_svg_program,
    isStopped: (() -> Bool)?
  ) throws -> llua_svg_reply {
    var request = request
    request.version = UInt32(LLUA_SVG_VERSION)
    request.length = UInt64(clamping: bytes.count)
    guard llua_svg_send(&program, &request, MemoryLayout<llua_svg_request>.size) == 0,
      bytes.isEmpty || llua_svg_send(&program, bytes.baseAddress, bytes.count) == 0
    else { throw Gone() }
    var wasStopped = false
    while true {
      let state = llua_svg_wait(&program, 20)
      if state > 0 { break }
      guard state == 0 else { throw Gone() }
      if !wasStopped, isStopped?() == true {
        wasStopped = true
        var stop = llua_svg_request()
        stop.version = UInt32(LLUA_SVG_VERSION)
        stop.kind = UInt32(LLUA_SVG_STOP)
        guard llua_svg_send(&program, &stop, MemoryLayout<llua_svg_request>.size) == 0 else { throw Gone() }
      }
    }
    var reply = llua_svg_reply()
    guard llua_svg_receive(&program, &reply, MemoryLayout<llua_svg_reply>.size) == 0 else { throw Gone() }
    if wasStopped, reply.length == 0 { throw LayerError(.cancelled, "the picture was cancelled") }
    return reply
  }

  private struct Gone: Error {}

  /// Runs a request, and retries once if the program has ended by itself.
  private func withProgram<Result>(
    _ need: Need, _ body: (inout llua_svg_program) throws -> Result
  ) throws -> Result {
    try state.withLock { state in
      for _ in 0..<2 {
        var program = try started(&state, need)
        do { return try body(&program) } catch is Gone { end(&state) }
      }
      throw LayerError(.temporary, "\(need.words); it ended unexpectedly: try again")
    }
  }

  // MARK: Pictures

  /// Opens a document, or draws it into pixels at the scale of its view.
  ///
  /// - Parameters:
  ///   - bytes: the document, sent if the program does not have it.
  ///   - need: the reason for using the program, as the beginning of a sentence.
  ///   - time: the fraction of the time limit that this may take.
  /// - Throws: `Refusal` if a limit ends it; `LayerError`.
  func perform(
    _ wanted: llua_svg_request, _ bytes: [UInt8], need: String, time: Double = 1,
    into pixels: UnsafeMutableBufferPointer<UInt32>? = nil, isStopped: (() -> Bool)?
  ) throws -> llua_svg_size {
    var request = wanted
    func milliseconds(_ seconds: Double) -> UInt32 { UInt32(clamping: max(seconds * time * 1000, 1)) }
    request.time = milliseconds(limits.time)
    request.first_time = milliseconds(limits.firstTextTime)
    request.memory = UInt64(clamping: limits.memory)
    let need = Need(reason: need)
    if isStopped?() == true { throw LayerError(.cancelled, "the picture was cancelled") }
    return try withProgram(need) { program in
      var isSent = request.kind == UInt32(LLUA_SVG_OPEN)
      // A process that has had other documents may run out of memory, or crash, because of them; a fresh one is tried.
      for attempt in 0..<4 {
        let reply = try (isSent ? bytes : []).withUnsafeBytes {
          try ask(request, $0, &program, isStopped: isStopped)
        }
        let mayBeByOthers = reply.is_fresh == 0 && attempt < 3
        switch Int(reply.status) {
        case Int(LLUA_SVG_OK):
          if let pixels {
            let problem = llua_svg_take(&program, pixels.baseAddress, pixels.count)
            guard problem == 0 else {
              throw LayerError(.limit, "the SVG's picture cannot be received: \(systemMessage(problem))")
            }
          }
          return reply.size
        case Int(LLUA_SVG_UNKNOWN): isSent = true
        case Int(LLUA_SVG_MEMORY):
          guard mayBeByOthers else { throw Refusal.memory }
          isSent = true
        case Int(LLUA_SVG_DIED):
          guard mayBeByOthers else { throw Refusal.died(signal: reply.detail) }
          isSent = true
        case Int(LLUA_SVG_LATE): throw Refusal.late
        case Int(LLUA_SVG_STOPPED): throw LayerError(.cancelled, "the picture was cancelled")
        case Int(LLUA_SVG_NO_LIBRARY):
          throw LayerError(
            .missing,
            "\(need.words) with \(RuntimeDependency.rsvg.missing(words(of: reply))), or \(need.remedy)")
        case Int(LLUA_SVG_NO_CHILD): throw startError(reply.detail, need)
        default:
          let words = words(of: reply)
          throw LayerError("the SVG cannot be drawn\(words.isEmpty ? "" : " (\(words))"): check it, or export it again")
        }
      }
      throw Refusal.died(signal: 0)
    }
  }

  /// Returns the message of a reply, with control characters replaced by spaces.
  private func words(of reply: llua_svg_reply) -> String {
    withUnsafeBytes(of: reply.message) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }.map { $0 < 32 || $0 == 127 ? 32 : $0 }, as: UTF8.self)
    }
  }

  // MARK: Pages

  /// The result of converting a page of a PDF file.
  package struct Page {
    /// The page as SVG.
    package var bytes: [UInt8]
    /// The converter's exit status, and its error output.
    package var status: Int32
    package var errors: String
    package var wasLate = false
  }

  /// Converts a page to SVG.
  ///
  /// - Parameter mostBytes: the maximum size of the SVG.
  /// - Throws: `LayerError`; a `StartProblem` with the errno if the converter cannot be started.
  package func page(_ page: Int, of pdf: [UInt8], mostBytes: Int, isStopped: (() -> Bool)?) throws -> Page {
    let need = Need(
      reason: "it is a PDF file", verb: "reads", remedy: "convert the page before, with pdftocairo -svg")
    guard pdf.count <= Int(LLUA_SVG_MOST_PDF_BYTES) else {
      throw LayerError(.limit, "the PDF has \(pdf.count) bytes; at most \(LLUA_SVG_MOST_PDF_BYTES) are read")
    }
    return try withProgram(need) { program in
      var request = llua_svg_request()
      request.kind = UInt32(LLUA_SVG_PAGE)
      request.page = UInt32(clamping: page)
      request.output = UInt64(clamping: mostBytes)
      let reply = try pdf.withUnsafeBytes { try ask(request, $0, &program, isStopped: isStopped) }
      guard reply.length <= UInt64(clamping: mostBytes), reply.errors <= 1 << 16 else { throw Gone() }
      func received(_ count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        guard bytes.withUnsafeMutableBytes({ llua_svg_receive(&program, $0.baseAddress, $0.count) }) == 0 else {
          throw Gone()
        }
        return bytes
      }
      var page = Page(bytes: try received(Int(clamping: reply.length)), status: reply.detail, errors: "")
      page.errors = String(decoding: try received(Int(clamping: reply.errors)), as: UTF8.self)
      switch Int(reply.status) {
      case Int(LLUA_SVG_STOPPED): throw LayerError(.cancelled, "the PDF was cancelled")
      case Int(LLUA_SVG_NO_CHILD): throw StartProblem(number: reply.detail)
      case Int(LLUA_SVG_LATE): page.wasLate = true
      default: break
      }
      return page
    }
  }

  /// The errno with which starting the converter failed.
  package struct StartProblem: Error { package var number: Int32 }
}
