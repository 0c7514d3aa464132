// SPDX-License-Identifier: MIT
import Messages
import Numbers
import SVGFiles
import Sandbox
import SystemC

/// Converts a page of a PDF file to SVG with Poppler's `pdftocairo`. It runs in its own process, sandboxed and limited
/// by layerlua-svg, because the library is under the GPL and the files are untrusted.
package enum PDFPageReader {
  /// - Parameters:
  ///   - page: from 1.
  ///   - isStopped: polled periodically; returning true kills the converter.
  /// - Throws: `LayerError`: `.missing` without the converter or the program, `.invalid` for a file that it cannot read
  ///   or a page that does not exist. The message does not name the file.
  static func svg(of bytes: [UInt8], page: Int, by program: SVGProgram, isStopped: (() -> Bool)?) throws -> [UInt8] {
    guard page >= 1, page <= 1_000_000 else { throw LayerError("page is \(page); pages count from 1") }
    let made: SVGProgram.Page
    do { made = try program.page(page, of: bytes, mostBytes: mostBytes, isStopped: isStopped) } catch let problem
      as SVGProgram.StartProblem
    { throw startError(problem.number) }
    if made.wasLate {
      throw LayerError(.limit, "pdftocairo took longer than a minute for the page: simplify it")
    }
    guard made.status == 0, !made.bytes.isEmpty else {
      throw failure(made.status, page: page, size: made.bytes.count, errors: made.errors)
    }
    return PDFBlendModes.standard(made.bytes)
  }

  /// Returns an error about a page's SVG as one about the page, since there is no SVG file that its author could
  /// change.
  package static func shown(_ error: LayerError) -> LayerError {
    let begin = "the SVG", words = error.message
    guard words.hasPrefix(begin) else { return error }
    // Remedies after the colon are for SVG files.
    let said = words.dropFirst(begin.count).prefix { $0 != ":" }
    return LayerError(error.kind, "the page of the PDF\(said): simplify the page, or give it a usual size (MediaBox)")
  }

  private static let mostBytes = SVGOptions.page.mostBytes

  private static var tooLarge: LayerError {
    LayerError(.limit, "the page is larger than \(mostBytes) bytes as SVG: simplify it")
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
        "PDF needs the program pdftocairo, which may not be started here, for example if it is a script: convert the "
          + "page before, with pdftocairo -svg")
    case EAGAIN, ENOMEM, EMFILE, ENFILE:
      LayerError(.temporary, "pdftocairo cannot be started: \(systemMessage(status))")
    default: LayerError(.file, "pdftocairo cannot be started: \(systemMessage(status))")
    }
  }

  /// Returns the error for pdftocairo's exit status and messages.
  static func failure(_ status: Int32, page: Int, size: Int, errors: String) -> LayerError {
    let lines = errors.split(separator: "\n")
    if let line = lines.last(where: { $0.hasPrefix("Wrong page range") }) {
      // The message is "…: the first page (9) can not be after the last page (3)."
      let count = line.split(separator: "(").last.flatMap { Int($0.prefix { $0.isNumber }) }
      guard let count else { return LayerError("it has no page \(page)") }
      return LayerError("it has no page \(page), but \(count == 1 ? "one page" : "\(count) pages")")
    }
    if lines.contains(where: { $0.hasSuffix("Incorrect password") }) {
      return LayerError("the PDF is encrypted: save it without a password, for example by qpdf")
    }
    if status == 128 + SIGXFSZ || size >= mostBytes { return tooLarge }
    if status == 128 + SIGXCPU || status == 128 + SIGKILL {
      return LayerError(.limit, "pdftocairo took too long or too much memory for the page: simplify it")
    }
    let words = lines.suffix(2).joined(separator: "; ")
    let detail = words.isEmpty ? "" : " (\(words.prefix(200)))"
    return LayerError("the PDF cannot be read\(detail): check it, or save it again")
  }
}
