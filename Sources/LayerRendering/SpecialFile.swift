// SPDX-License-Identifier: MIT
import Numbers
import SystemC

/// A pipe or a device that is open for writing.
///
/// Nothing about it waits without an end: a pipe may have no reader yet, and a reader may read nothing. It is tried again
/// and again, and between two attempts the end of the work is looked for.
final class SpecialFile: Sendable {
  private let descriptor: Int32
  private let name: String
  private let isStopped: (@Sendable () -> Bool)?

  /// The time between two attempts, in milliseconds.
  private static let pause: Int32 = 10

  /// Opens a pipe or a device; nil when the path is a regular file's or does not exist.
  ///
  /// - Parameters:
  ///   - path: resolved: a link put in its way since is refused.
  ///   - name: as it was written, for messages.
  ///   - isNamed: whether the host named this very file; else pipes and devices are refused.
  ///   - isStopped: true ends the waiting; nil waits as long as it takes.
  /// - Throws: `LayerError`, of kind `cancelled` when the work has ended.
  init?(_ path: String, name: String, isNamed: Bool, isStopped: (@Sendable () -> Bool)?) throws {
    guard let folder = OpenFolder(parent(of: path)) else {
      // A folder that does not exist yet is empty.
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
      // A pipe that nobody reads yet.
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
    if isStopped?() == true { throw LayerError(.cancelled, "\"\(name)\" was given up: nobody reads it") }
  }

  /// Writes all bytes.
  func write(_ bytes: UnsafeRawBufferPointer) throws {
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

/// Writes as many bytes as there is room for; returns their number, or −1 with `errno` set.
private func writeOnce(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(file, bytes.baseAddress, min(bytes.count, 1 << 30))
}
