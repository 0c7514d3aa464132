// SPDX-License-Identifier: MIT
import Formats
import Messages
import Numbers
import SystemC

/// Identifies one state of a file by device, inode, size and modification time.
package struct FileIdentity: Equatable, Sendable {
  package var device: UInt64
  package var inode: UInt64
  package var size: Int64
  package var seconds: Int64
  package var nanoseconds: Int64

  package init(_ info: stat) {
    device = UInt64(info.st_dev)
    inode = UInt64(info.st_ino)
    size = Int64(info.st_size)
    #if canImport(Darwin)
      seconds = Int64(info.st_mtimespec.tv_sec)
      nanoseconds = Int64(info.st_mtimespec.tv_nsec)
    #else
      seconds = Int64(info.st_mtim.tv_sec)
      nanoseconds = Int64(info.st_mtim.tv_nsec)
    #endif
  }

  /// Returns nil if there is no file.
  package init?(path: String) {
    var info = stat()
    guard stat(path, &info) == 0 else { return nil }
    self.init(info)
  }
}

/// Reads a whole regular file.
///
/// - Parameters:
///   - path: a resolved path; a link that has since replaced a component is refused.
///   - name: the name as the script wrote it, for messages.
package func readWholeFile(_ path: String, name: String, purpose: String, limit: Int) throws -> [UInt8] {
  // Non-blocking, so that a FIFO under this name does not hang the script.
  let file = openResolved(path, O_RDONLY | O_NONBLOCK)
  guard file >= 0 else {
    throw LayerError("\(purpose) \"\(name)\" cannot be read: \(openProblem(errno))")
  }
  defer { close(file) }
  var info = stat()
  guard fstat(file, &info) == 0, info.st_mode & S_IFMT == S_IFREG else {
    throw LayerError("\(purpose) \"\(name)\" is not a file")
  }
  guard Int64(info.st_size) <= Int64(limit) else {
    throw LayerError(
      .limit, "\(purpose) \"\(name)\" is too large: \(info.st_size) bytes, at most \(limit) can be read")
  }
  return try readAll(file, name: name, purpose: purpose, size: Int(clamping: info.st_size), limit: limit)
}

/// Reads an open file to its end.
///
/// - Parameter size: the expected size in bytes.
package func readAll(_ file: Int32, name: String, purpose: String, size: Int, limit: Int) throws -> [UInt8] {
  var bytes = [UInt8](repeating: 0, count: min(size, limit) + 1)
  var filled = 0
  while true {
    if filled == bytes.count {
      // Files in /proc report size 0, and others may grow while they are read.
      guard filled <= limit else {
        throw LayerError(.limit, "\(purpose) \"\(name)\" is too large: at most \(limit) bytes can be read")
      }
      bytes.append(contentsOf: repeatElement(0, count: max(4096, filled)))
    }
    let count = bytes.withUnsafeMutableBytes { read(file, $0.baseAddress.map { $0 + filled }, $0.count - filled) }
    if count < 0 {
      if errno == EINTR { continue }
      throw LayerError(.file, "\(purpose) \"\(name)\" cannot be read: \(systemMessage(errno))")
    }
    if count == 0 { break }
    filled += count
  }
  guard filled <= limit else {
    throw LayerError(.limit, "\(purpose) \"\(name)\" is too large: at most \(limit) bytes can be read")
  }
  bytes.removeLast(bytes.count - filled)
  return bytes
}

/// The file at a path, compared with bytes that are to be written there.
package enum Occupant {
  /// Nothing is there.
  case nothing
  /// A file with the bytes.
  case same
  /// A file with other bytes, or one that cannot be read; a folder or a link.
  case other
  /// A pipe or a device.
  case special

  /// - Parameter path: a resolved path; a link is not followed.
  package init(of path: String, for bytes: [UInt8]) {
    var info = stat()
    guard lstat(path, &info) == 0 else {
      self = .nothing
      return
    }
    switch info.st_mode & S_IFMT {
    case S_IFREG: self = Occupant.holds(path, bytes, size: Int(info.st_size)) ? .same : .other
    case S_IFDIR, S_IFLNK: self = .other
    default: self = .special
    }
  }

  private static func holds(_ path: String, _ bytes: [UInt8], size: Int) -> Bool {
    guard size == bytes.count else { return false }
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return false }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var done = 0
    while done < bytes.count {
      let count = buffer.withUnsafeMutableBytes { read(file, $0.baseAddress, min($0.count, bytes.count - done)) }
      if count < 0, errno == EINTR { continue }
      guard count > 0, buffer[..<count].elementsEqual(bytes[done..<done + count]) else { return false }
      done += count
    }
    return true
  }
}

/// Replaces a file atomically: writes a temporary file in the same folder, then renames it. After a failure the
/// temporary file is removed and an existing file is unchanged.
///
/// - Parameters:
///   - path: a resolved path; a link that has since replaced a component is refused.
///   - name: the name as it was given, for messages.
///   - isNamed: true if the host named exactly this file. Only then may it be a pipe or a device, which is written
///     directly since it cannot be replaced.
///   - isStopped: returning true ends the wait for a pipe's reader; nil waits indefinitely.
package func replaceFile(
  _ path: String, with bytes: [UInt8], name: String, isNamed: Bool, isStopped: (@Sendable () -> Bool)? = nil
) throws {
  if let file = try SpecialFile(path, name: name, isNamed: isNamed, isStopped: isStopped) {
    return try bytes.withUnsafeBytes { try file.write($0) }
  }
  let file = try TemporaryFile(for: path, name: name)
  try bytes.withUnsafeBytes { try file.write($0) }
  try file.commit()
}
