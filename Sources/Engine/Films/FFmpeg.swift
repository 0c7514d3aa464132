// SPDX-License-Identifier: MIT
import CProcesses
import Formats
import Messages
import Numbers
import Sandbox
import Synchronization
import SystemC

/// A running `ffmpeg` process that reads raw frames from a pipe and writes a film.
///
/// Only one thread at a time may write and finish; any thread may stop it.
package final class FFmpeg: Sendable {
  private let child: llua_Child
  private let place: Int32
  private let name: String
  /// The exit status once the process has been reaped. After that its process ID may be reused, so it must not be
  /// signalled.
  private let status = Mutex<Int32?>(nil)
  /// The form in which ffmpeg's messages are shown.
  private let shownWords: ProgramWords
  private let isOpen = Mutex(true)

  /// - Parameters:
  ///   - arguments: without the program's name.
  ///   - name: the film's name, for messages.
  /// - Throws: `LayerError`: `.missing` if ffmpeg is not installed, `.temporary` if the system has no process or pipe
  ///   left.
  package init(_ arguments: [String], name: String) throws {
    self.name = name
    shownWords = ProgramWords(arguments)
    let words = [RuntimeDependency.ffmpeg.file] + arguments
    var pointers: [UnsafePointer<CChar>?] = words.map { strdup($0).map { UnsafePointer($0) } } + [nil]
    defer { for p in pointers { free(UnsafeMutablePointer(mutating: p)) } }
    var child = llua_Child()
    let status = llua_child_start(&pointers, &child)
    guard status == 0 else {
      if status == ENOENT || status == EACCES {
        throw LayerError(
          .missing,
          "cannot write \"\(name)\": ffmpeg was not found in PATH; install it (\(RuntimeDependency.ffmpeg.remedy)), "
            + "or write "
            + "\(filmsWithoutFFmpeg), which need no other program")
      }
      let passes = status == EAGAIN || status == ENOMEM || status == EMFILE || status == ENFILE
      throw LayerError(
        passes ? .temporary : .file, "cannot write \"\(name)\": ffmpeg cannot be started: \(systemMessage(status))")
    }
    self.child = child
    place = llua_cleanup_add_process(child.pid)
  }

  deinit {
    stop()
    _ = waited(seconds: 60)
    closeInput()
    close(child.errors)
  }

  /// - Throws: ffmpeg's error message if it has exited.
  package func write(_ bytes: UnsafeRawBufferPointer) throws {
    let status = llua_child_write(child.input, bytes.baseAddress, bytes.count)
    if status == 0 { return }
    guard status == EPIPE else {
      throw LayerError(
        .file, "cannot write \"\(name)\": frames cannot be sent to ffmpeg: \(systemMessage(status))")
    }
    // ffmpeg has closed the pipe, so it is about to exit.
    if let status = waited(seconds: 5) { throw failure(status) }
    stop()
    throw failure(waited(seconds: 60) ?? -1)
  }

  /// Waits until the film is written.
  ///
  /// - Parameter check: called periodically; its error kills ffmpeg.
  package func finish(check: () throws -> Void) throws {
    closeInput()
    var nap: UInt32 = 500
    while true {
      if let status = ended() {
        // ffmpeg exits with status 0 and only prints a message even if the end of the film could not be written.
        let words = errors
        let isWell =
          (status == 0 || status == -1) && !["rror", "ailed", "No space", "too large"].contains { words.says($0) }
        guard isWell else { throw failure(status) }
        return
      }
      do { try check() } catch {
        stop()
        _ = waited(seconds: 60)
        throw error
      }
      usleep(nap)
      nap = min(nap * 2, 20_000)
    }
  }

  /// Kills ffmpeg at once. A thread that is writing to it then fails.
  package func stop() {
    status.withLock { status in
      if status == nil { kill(pid_t(child.pid), SIGKILL) }
    }
  }

  /// Returns the exit status if the process has exited, else nil.
  private func ended() -> Int32? {
    status.withLock { status in
      if let status { return status }
      var value: Int32 = 0
      guard llua_child_ended(child.pid, &value) else { return nil }
      status = value
      llua_cleanup_remove(place)
      return value
    }
  }

  private func waited(seconds: Int) -> Int32? {
    for _ in 0..<seconds * 500 {
      if let status = ended() { return status }
      usleep(2000)
    }
    return nil
  }

  private func closeInput() {
    isOpen.withLock { isOpen in
      if isOpen { close(child.input) }
      isOpen = false
    }
  }

  /// The messages on ffmpeg's standard error, at most 16 KiB.
  private var errors: String {
    var buffer = [CChar](repeating: 0, count: 16384)
    let count = llua_child_errors(child.errors, &buffer, buffer.count)
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Returns an error with ffmpeg's last messages.
  private func failure(_ status: Int32) -> LayerError {
    let text = errors
    let lines = shownWords.lines(text)
    let words = lines.isEmpty ? "" : ": " + lines.suffix(4).joined(separator: "; ")
    if text.says("No space left on device") || text.says("Disk quota exceeded") {
      return LayerError(.temporary, "cannot write \"\(name)\": no space left on device")
    }
    if text.says("Unknown encoder") || text.says("Encoder not found") || text.says("Unrecognized option") {
      return LayerError(
        .missing,
        "cannot write \"\(name)\": this ffmpeg was built without a required feature\(words); install a complete one "
          + "(\(RuntimeDependency.ffmpeg.remedy))"
      )
    }
    if ["malloc of size", "annot allocate memory", "emory allocation", "ut of memory"].contains(where: text.says) {
      return LayerError(
        .limit, "cannot write \"\(name)\": there is not enough memory for ffmpeg; make the film smaller\(words)")
    }
    let end =
      status > 128 ? "was ended by signal \(status - 128)" : status > 0 ? "failed with exit code \(status)" : "failed"
    // Killed from outside, for instance when memory is short.
    let passes = status == 128 + SIGKILL || status == 128 + SIGTERM
    return LayerError(passes ? .temporary : .file, "cannot write \"\(name)\": ffmpeg \(end)\(words)")
  }
}

extension String {
  /// True if the text contains a phrase. The standard library's `contains` would link a megabyte of regular expression
  /// code into every program.
  fileprivate func says(_ phrase: String) -> Bool { self[...].after(phrase) != nil }
}

extension Substring {
  /// Returns the part after the first occurrence of a text; nil if it does not occur.
  fileprivate func after(_ text: String) -> Substring? {
    var at = startIndex
    while at < endIndex {
      if self[at...].hasPrefix(text) { return dropFirst(distance(from: startIndex, to: at) + text.count) }
      at = index(after: at)
    }
    return nil
  }
}
