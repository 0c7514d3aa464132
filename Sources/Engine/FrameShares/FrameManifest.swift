// SPDX-License-Identifier: MIT
import LayerEngine
import LayerModel
import Numbers
import SystemC

/// A worker's record of the frames it wrote: a file of JSON lines next to the frames, one line per frame, appended
/// after the frame's file was renamed into place. If a frame has several lines, the last one applies.
package struct FrameManifest: Sendable {
  package let path: String
  package private(set) var records: [FrameRecord] = []
  /// The invalid lines and their problems. A last line without a line break is not included: its worker was killed
  /// while writing.
  package private(set) var damages: [(line: Int, message: String)] = []
  /// The number of bytes of complete lines.
  package private(set) var wholeSize = 0

  /// Maximum size of a manifest, in bytes.
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
        // Share equal origins, to save memory.
        if let last = records.last, last.origin == record.origin { record.origin = last.origin }
        records.append(record)
      } catch {
        // Later lines that omit `inputs` refer to this line, so theirs are unknown.
        inputs = nil
        damages.append((number, error.message))
      }
    }
    wholeSize = rest.startIndex
  }

  static func error(_ verb: String, _ path: String, _ number: Int32) -> EngineError {
    EngineError(
      number == ENOSPC || number == EDQUOT ? .temporary : .file,
      "cannot \(verb) the manifest \(path): \(String(cString: strerror(number)).lowercased())")
  }
}

/// Appends lines to a manifest and holds its lock: no other process, even on another machine, can write to it
/// meanwhile, if the file system supports locks.
final class ManifestWriter: @unchecked Sendable {
  // Unchecked: lines are appended one at a time, by any thread.
  /// The manifest as it was before lines are appended.
  let manifest: FrameManifest
  /// The reason why the file could not be locked; nil if it is locked.
  private(set) var lockProblem: String?
  private let file: Int32
  private var inputs: [String: String]?

  /// Opens or creates a manifest. An incomplete last line is truncated.
  ///
  /// - Throws: `EngineError` of kind `temporary` if another process is writing to it; `file`.
  init(path: String) throws(EngineError) {
    let file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0o666)
    guard file >= 0 else { throw FrameManifest.error("write", path, errno) }
    do throws(EngineError) {
      // A process that cleans up holds the lock briefly, to check whether the share is being drawn.
      var attempts = 10
      while flock(file, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR, attempts > 0 {
        attempts -= 1
        usleep(50_000)
      }
      if flock(file, LOCK_EX | LOCK_NB) != 0 {
        if errno == EWOULDBLOCK {
          throw EngineError(
            .temporary,
            "another process is drawing this share: its manifest \(path) is locked; try again when that one has ended")
        }
        lockProblem =
          "\(path) cannot be locked (\(String(cString: strerror(errno)).lowercased())): make sure that no share is "
          + "drawn twice at once"
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

  /// Appends a line with a single write: a killed process leaves either a complete line, or a last line without a line
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
