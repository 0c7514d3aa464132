// SPDX-License-Identifier: MIT
import LayerEngine
import LayerModel
import Numbers
import SystemC

/// What one worker wrote about its frames: a file of JSON lines beside them, a line for each frame, appended when the
/// frame's file was in its place. The last line of a frame counts.
package struct FrameManifest: Sendable {
  package let path: String
  package private(set) var records: [FrameRecord] = []
  /// Invalid lines, with their problems. A last line without its line break is not included: its worker was stopped
  /// while it wrote.
  package private(set) var damages: [(line: Int, message: String)] = []
  /// The number of bytes of whole lines.
  package private(set) var wholeSize = 0

  /// The largest manifest, in bytes.
  static let sizeLimit = 1 << 30

  init(path: String) { self.path = path }

  /// Reads a manifest.
  ///
  /// - Throws: `EngineError` of kind `file`.
  package init(reading path: String) throws(EngineError) {
    self.path = path
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw Self.error("read", path, errno) }
    defer { close(file) }
    try read(file)
  }

  mutating func read(_ file: Int32) throws(EngineError) {
    var info = stat()
    guard fstat(file, &info) == 0 else { throw Self.error("read", path, errno) }
    guard info.st_mode & S_IFMT == S_IFREG else {
      throw EngineError(.file, "cannot read the manifest \(path): it is not a file")
    }
    guard Int(info.st_size) <= Self.sizeLimit else {
      throw EngineError(.limit, "the manifest \(path) is too large: \(info.st_size) bytes, at most \(Self.sizeLimit)")
    }
    var bytes = [UInt8](repeating: 0, count: Int(info.st_size))
    var filled = 0
    while filled < bytes.count {
      let count = bytes.withUnsafeMutableBytes {
        pread(file, $0.baseAddress.map { $0 + filled }, $0.count - filled, off_t(filled))
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw Self.error("read", path, errno)
      }
      if count == 0 { break }
      filled += count
    }
    parse(bytes[..<filled])
  }

  private mutating func parse(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    var number = 0
    var inputs: [String: String]?
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      number += 1
      let line = rest[..<end]
      rest = rest[(end + 1)...]
      do throws(LayerError) {
        var record = try FrameRecord(line: Array(line), previous: inputs)
        inputs = record.inputs
        // Values that are the same in all lines are stored once.
        if let last = records.last, last.origin == record.origin { record.origin = last.origin }
        records.append(record)
      } catch {
        // The meaning of "as before" in the lines after it is not known.
        inputs = nil
        damages.append((number, error.message))
      }
    }
    wholeSize = rest.startIndex
  }

  static func error(_ verb: String, _ path: String, _ number: Int32) -> EngineError {
    EngineError(
      number == ENOSPC || number == EDQUOT ? .passing : .file,
      "cannot \(verb) the manifest \(path): \(String(cString: strerror(number)).lowercased())")
  }
}

/// Appends to a manifest. While it lives, no other process can write to the same one, even on another machine, if the
/// file system has locks.
final class ManifestWriter: @unchecked Sendable {
  // Unchecked: lines are appended one at a time, by any thread.
  /// The manifest before any lines are appended.
  let manifest: FrameManifest
  /// The reason why the file could not be locked; nil when it is.
  private(set) var lockProblem: String?
  private let file: Int32
  private var inputs: [String: String]?

  /// Opens or makes a manifest. A torn last line is cut off.
  ///
  /// - Throws: `EngineError` of kind `passing` when another process is writing to it; `file`.
  init(path: String) throws(EngineError) {
    let file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0o666)
    guard file >= 0 else { throw FrameManifest.error("write", path, errno) }
    do throws(EngineError) {
      // A process that only checks whether the share is being drawn, to clean up after it, holds the lock for a moment.
      var attempts = 10
      while flock(file, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR, attempts > 0 {
        attempts -= 1
        usleep(50_000)
      }
      if flock(file, LOCK_EX | LOCK_NB) != 0 {
        if errno == EWOULDBLOCK {
          throw EngineError(
            .passing,
            "another process is drawing this share: its manifest \(path) is locked; try again when that one has ended")
        }
        lockProblem =
          "\(path) cannot be locked (\(String(cString: strerror(errno)).lowercased())): see to it that no share is drawn twice at once"
      }
      var manifest = FrameManifest(path: path)
      try manifest.read(file)
      guard ftruncate(file, off_t(manifest.wholeSize)) == 0 else { throw FrameManifest.error("write", path, errno) }
      self.manifest = manifest
    } catch {
      close(file)
      throw error
    }
    self.file = file
  }

  deinit { close(file) }

  /// Appends a line in one piece: a process that is stopped leaves the whole line, or a last one without its line
  /// break.
  func append(_ record: FrameRecord) throws(EngineError) {
    let line = Array(record.line(inputsAsBefore: inputs == record.inputs).utf8)
    let before = lseek(file, 0, SEEK_END)
    var count: Int
    repeat { count = line.withUnsafeBytes { write(file, $0.baseAddress, $0.count) } } while count < 0 && errno == EINTR
    guard count == line.count else {
      let number = count < 0 ? errno : ENOSPC
      if before >= 0 { ftruncate(file, before) }
      throw FrameManifest.error("write", manifest.path, number)
    }
    inputs = record.inputs
  }
}
