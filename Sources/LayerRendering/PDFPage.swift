// SPDX-License-Identifier: MIT
import CProcesses
import Numbers
import SVGFiles
import SystemC
import Wording

/// A page of a PDF file as SVG, made by Poppler's `pdftocairo`: a process of its own with limits, as the library is
/// under the GPL and the files are strangers'.
enum PDFPage {
  /// Addresses that the converter may have, in bytes, and its seconds of the processor; as many on the clock, twice.
  private static let memory = 2 << 30
  private static let seconds = 30

  /// - Parameters:
  ///   - page: from 1.
  ///   - isStopped: asked now and then; true ends the converter.
  /// - Throws: `LayerError`: `.missing` without the converter, `.invalid` for what it cannot read or a page that is not
  ///   there. The message does not name the file.
  static func svg(of bytes: [UInt8], page: Int, isStopped: (() -> Bool)?) throws -> [UInt8] {
    guard page >= 1, page <= 1_000_000 else { throw LayerError("page is \(page); pages count from 1") }
    let number = String(page)
    let words = ["pdftocairo", "-svg", "-f", number, "-l", number, "-", "-"]
    var pointers: [UnsafePointer<CChar>?] = words.map { strdup($0).map { UnsafePointer($0) } } + [nil]
    defer { for p in pointers { free(UnsafeMutablePointer(mutating: p)) } }
    var limits = llua_ChildLimits(
      memory: UInt64(clamping: memory), output: UInt64(clamping: SVGLimits.page.bytes),
      processor_seconds: UInt64(clamping: seconds))
    var child = llua_Child()
    let status = bytes.withUnsafeBytes { llua_child_convert(&pointers, $0.baseAddress, $0.count, &limits, &child) }
    guard status == 0 else { throw startError(status) }
    let place = llua_cleanup_add_process(child.pid)
    defer {
      llua_cleanup_remove(place)
      close(child.output)
      close(child.errors)
    }
    let end = try wait(child.pid, isStopped: isStopped)
    let size = llua_child_output_size(child.output)
    guard end == 0, size > 0 else { throw failure(end, page: page, size: size, errors: text(of: child.errors)) }
    guard size <= SVGLimits.page.bytes else { throw tooLarge }
    var output = [UInt8](repeating: 0, count: size)
    let count = output.withUnsafeMutableBytes { llua_child_output(child.output, $0.baseAddress, $0.count) }
    guard count == size else { throw LayerError(.file, "pdftocairo's output cannot be read") }
    return output
  }

  /// Its exit status.
  private static func wait(_ pid: Int32, isStopped: (() -> Bool)?) throws -> Int32 {
    var status: Int32 = 0
    var nap: UInt32 = 200
    var waited = 0
    while !llua_child_ended(pid, &status) {
      let isLate = waited > seconds * 2_000_000
      if isLate || isStopped?() == true {
        llua_child_kill(pid)
        throw isLate
          ? LayerError(.limit, "pdftocairo took longer than \(seconds * 2) seconds for the page: simplify it")
          : LayerError(.cancelled, "the PDF was given up")
      }
      usleep(nap)
      waited += Int(nap)
      nap = min(nap * 3 / 2, 5000)
    }
    return status
  }

  private static var tooLarge: LayerError {
    LayerError(.limit, "the page is larger than \(SVGLimits.page.bytes) bytes as SVG: simplify it")
  }

  private static func startError(_ status: Int32) -> LayerError {
    switch status {
    case ENOENT:
      LayerError(
        .missing,
        "PDF needs the program pdftocairo, which was not found in PATH: install poppler-utils, or convert the page to "
          + "SVG elsewhere")
    case EACCES, EPERM:
      LayerError(
        .missing,
        "PDF needs the program pdftocairo, which may not be started here, as under --isolate: convert the page before, "
          + "with pdftocairo -svg")
    case EAGAIN, ENOMEM, EMFILE, ENFILE:
      LayerError(.passing, "pdftocairo cannot be started: \(systemMessage(status))")
    default: LayerError(.file, "pdftocairo cannot be started: \(systemMessage(status))")
    }
  }

  /// The error for its exit status and its messages.
  static func failure(_ status: Int32, page: Int, size: Int, errors: String) -> LayerError {
    let lines = errors.split(separator: "\n")
    if let line = lines.last(where: { $0.hasPrefix("Wrong page range") }) {
      // "…: the first page (9) can not be after the last page (3)."
      let count = line.split(separator: "(").last.flatMap { Int($0.prefix { $0.isNumber }) }
      guard let count else { return LayerError("it has no page \(page)") }
      return LayerError("it has no page \(page), but \(count == 1 ? "one page" : "\(count) pages")")
    }
    if lines.contains(where: { $0.hasSuffix("Incorrect password") }) {
      return LayerError("the PDF is encrypted: save it without a password, as qpdf --decrypt does")
    }
    if status == 128 + SIGXFSZ || size >= SVGLimits.page.bytes { return tooLarge }
    if status == 128 + SIGXCPU || status == 128 + SIGKILL {
      return LayerError(.limit, "pdftocairo took too long or too much memory for the page: simplify it")
    }
    let words = lines.suffix(2).joined(separator: "; ")
    let detail = words.isEmpty ? "" : " (\(words.prefix(200)))"
    return LayerError("the PDF cannot be read\(detail): check it, or save it again")
  }

  private static func text(of errors: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 8192)
    let count = llua_child_errors(errors, &buffer, buffer.count)
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
