// SPDX-License-Identifier: MIT
import Formats
import Messages
import Numbers
import SystemC

/// A pipe or a device that is open for writing.
///
/// No operation blocks indefinitely: a pipe may have no reader yet, or a reader that does not read. Opening and writing
/// are non-blocking and retried, and cancellation is checked between attempts.
package final class SpecialFile: Sendable {
  private let descriptor: Int32
  private let name: String
  private let isStopped: (@Sendable () -> Bool)?

  /// The delay between two attempts, in milliseconds.
  private static let pause: Int32 = 10

  /// Opens a pipe or a device; nil if the path is a regular file or does not exist.
  ///
  /// - Parameters:
  ///   - path: a resolved path; a link that has since replaced a component is refused.
  ///   - name: the name as it was given, for messages.
  ///   - isNamed: true if the host named exactly this file; if false, pipes and devices are refused.
  ///   - isStopped: returning true ends the wait; nil waits indefinitely.
  /// - Throws: `LayerError`, of kind `cancelled` if the work was cancelled.
  package init?(_ path: String, name: String, isNamed: Bool, isStopped: (@Sendable () -> Bool)?) throws {
    guard let folder = OpenFolder(parent(of: path)) else {
      // A folder that does not exist yet contains no special file.
      if errno == ENOENT { return nil }
      throw writeError(errno, name)
    }
    let last = lastName(of: path)
    var info = stat()
    guard fstatat(folder.descriptor, last, &info, AT_SYMLINK_NOFOLLOW) == 0, info.st_mode & S_IFMT != S_IFREG else {
      return nil
    }
    if info.st_mode & S_IFMT == S_IFDIR { throw LayerError(.file, "cannot write \"\(name)\": it is a folder") }
    guard isNamed else {
      throw LayerError(
        .file, "cannot write \"\(name)\": it is a pipe or a device, which a script may not write; name another file")
    }
    while true {
      let file = folder.file(last, O_WRONLY | O_NONBLOCK)
      if file >= 0 {
        descriptor = file
        break
      }
      switch errno {
      case EINTR: break
      // The pipe has no reader yet.
      case ENXIO where info.st_mode & S_IFMT == S_IFIFO:
        poll(nil, 0, SpecialFile.pause)
        try SpecialFile.check(isStopped, name)
      default: throw writeError(errno, name)
      }
    }
    self.name = name
    self.isStopped = isStopped
  }

  deinit { close(descriptor) }

  private static func check(_ isStopped: (@Sendable () -> Bool)?, _ name: String) throws {
    if isStopped?() == true { throw LayerError(.cancelled, "\"\(name)\" was cancelled: no process reads it") }
  }

  /// Writes all bytes.
  package func write(_ bytes: UnsafeRawBufferPointer) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest)
      let count = writeOnce(descriptor, part)
      if count >= 0 {
        rest = rest.dropFirst(count)
        continue
      }
      switch errno {
      case EINTR: break
      case EAGAIN:
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&ready, 1, SpecialFile.pause)
        try SpecialFile.check(isStopped, name)
      default: throw writeError(errno, name)
      }
    }
  }
}

/// Writes as many bytes as fit; returns their number, or −1 with `errno` set.
private func writeOnce(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(file, bytes.baseAddress, min(bytes.count, 1 << 30))
}
