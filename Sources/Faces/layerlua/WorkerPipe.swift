// SPDX-License-Identifier: MIT
import LayerEngine
import Numbers
import Preview
import SystemC

/// The output of a worker process: messages on standard output.
enum WorkerPipe {
  /// Writes a message; the process exits if nobody reads it.
  static func send(_ message: WorkerMessage) {
    // Two writes, to avoid copying a large body behind the line.
    if writeAll(1, message.line), message.bytes.map({ writeAll(1, $0) }) ?? true { return }
    Engine.cleanUp()
    exit(errno == EPIPE ? 0 : 4)
  }

  /// Exits the process when the reader of its messages is gone, even while a script runs endlessly.
  static func endWithReader() {
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

/// Reads a file descriptor line by line.
struct LineReader {
  enum Line {
    /// A line without its line break.
    case line([UInt8])
    /// A line that exceeded the maximum length and was skipped.
    case tooLong
  }

  let file: Int32
  /// Maximum length of a line, in bytes.
  let longest: Int
  private var buffer: [UInt8] = []
  /// The offset of the next line in the buffer.
  private var start = 0
  private var isAtEnd = false

  init(file: Int32, longest: Int) {
    self.file = file
    self.longest = longest
  }

  /// Returns the next line; nil at the end. Text after the last line break also counts as a line.
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

  /// True if input, or the end of input, is available within a number of milliseconds.
  func hasInput(within milliseconds: Int32) -> Bool {
    start < buffer.count || LineReader.hasInput(file, within: milliseconds)
  }

  static func hasInput(_ file: Int32, within milliseconds: Int32) -> Bool {
    var input = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
    return poll(&input, 1, milliseconds) > 0
  }

  /// Returns the next bytes; nil if the input ends before.
  mutating func bytes(_ count: Int) -> [UInt8]? {
    while buffer.count - start < count { guard fill() else { return nil } }
    defer { start += count }
    return Array(buffer[start..<start + count])
  }

  /// Skips a number of bytes.
  mutating func skip(_ count: Int) {
    var left = count
    while left > 0 {
      let here = min(left, buffer.count - start)
      start += here
      left -= here
      if left > 0, !fill() { return }
    }
  }

  /// Reads more bytes and appends them to the unread part of the buffer; returns false at the end.
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
