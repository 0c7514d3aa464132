// SPDX-License-Identifier: MIT
import CProcesses
import Formats
import Messages
import Numbers
import SystemC

/// A file under a temporary name in the target's folder, which is created if it is missing. Until `commit` renames it,
/// an existing target is unchanged. If it is never committed, the file and the folders created for it are removed: with
/// this object, or when a signal ends the process.
package final class TemporaryFile {
  package let path: String
  package private(set) var descriptor: Int32
  private let folder: OpenFolder
  private var madeFolders: MadeFolders
  /// The names in the folder of this file and of the target.
  private let own: String
  private let last: String
  /// The name as the script wrote it, for messages.
  private let name: String
  private let place: Int32
  private var isDone = false

  /// - Parameters:
  ///   - target: a resolved path; a link that has since replaced a component is refused.
  ///   - given: the caller's own temporary name in the same folder; nil chooses an unused one.
  package init(for target: String, name: String, at given: String? = nil) throws {
    var madeFolders = MadeFolders()
    guard let folder = madeFolders.open(parent(of: target)) else {
      let problem = errno
      madeFolders.remove()
      throw writeError(problem, name)
    }
    let last = lastName(of: target)
    var old = stat()
    let exists = fstatat(folder.descriptor, last, &old, AT_SYMLINK_NOFOLLOW) == 0
    if exists, old.st_mode & S_IFMT == S_IFDIR {
      throw LayerError(.file, "cannot write \"\(name)\": it is a folder")
    }
    var own = given.map { lastName(of: $0) } ?? ""
    var file: Int32 = -1
    if given != nil { file = folder.file(own, O_RDWR | O_CREAT | O_TRUNC) }
    for attempt in 0..<(given == nil ? 1000 : 0) {
      own = ".layerlua-\(getpid())-\(attempt).tmp"
      file = folder.file(own, O_RDWR | O_CREAT | O_EXCL, mode: exists ? old.st_mode & 0o777 | 0o600 : 0o666)
      if file >= 0 || errno != EEXIST { break }
    }
    // The lock tells other processes that the file is in use; see `removeAbandoned`.
    if given == nil, file >= 0 { _ = flock(file, LOCK_EX | LOCK_NB) }
    guard file >= 0 else {
      let problem = errno
      madeFolders.remove()
      throw writeError(problem, name)
    }
    // Restore the permissions that the umask removed; a sandboxed process may not do so.
    if exists { _ = fchmod(file, old.st_mode & 0o7777) }
    path = joined(parent(of: target), own)
    descriptor = file
    self.own = own
    self.last = last
    self.name = name
    place = llua_cleanup_add_file(path)
    self.folder = folder
    self.madeFolders = madeFolders
  }

  deinit { discard() }

  package func write(_ bytes: UnsafeRawBufferPointer) throws {
    if let failure = writeAll(descriptor, bytes) { throw writeError(failure, name) }
  }

  package func write(_ bytes: [UInt8]) throws { try bytes.withUnsafeBytes { try write($0) } }

  /// Truncates the file to 0 bytes.
  package func empty() throws {
    if ftruncate(descriptor, 0) != 0 || lseek(descriptor, 0, SEEK_SET) != 0 { throw writeError(errno, name) }
  }

  /// Overwrites bytes at an offset from the file's start.
  package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws {
    var done = 0
    while done < bytes.count {
      let count = pwrite(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(offset + done))
      if count < 0 {
        if errno == EINTR { continue }
        throw writeError(errno, name)
      }
      done += count
    }
  }

  /// Renames the file to its target.
  package func commit() throws {
    guard !isDone else { return }
    var failure: Int32?
    // A write error may be reported only by `close`. A duplicate descriptor holds the lock until the file is renamed;
    // without it another run would treat the file as abandoned.
    let lock = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    defer { if lock >= 0 { close(lock) } }
    if lock < 0 { failure = errno }
    if close(descriptor) != 0, failure == nil { failure = errno }
    descriptor = -1
    if failure == nil, renameat(folder.descriptor, own, folder.descriptor, last) != 0 { failure = errno }
    if let failure {
      discard()
      throw writeError(failure, name)
    }
    isDone = true
    llua_cleanup_remove(place)
    madeFolders.keep()
  }

  package func discard() {
    guard !isDone else { return }
    isDone = true
    unlinkat(folder.descriptor, own, 0)
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
    llua_cleanup_remove(place)
    madeFolders.remove()
  }
}

extension TemporaryFile {
  /// Removes temporary files next to these files that were left by runs killed while writing.
  package static func removeAbandoned(beside paths: [String]) {
    for folder in Set(paths.map(parent(of:))).sorted() { removeAbandoned(in: folder) }
  }

  /// Removes temporary files in a folder that were left by processes killed while writing. A file in use is locked
  /// until it is renamed; one that was just created may not be locked yet, but is empty. The name is compared with the
  /// open file, since the same process may have reused it for its next file.
  package static func removeAbandoned(in folder: String) {
    guard let folder = opendir(folder) else { return }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard isTemporary(name) else { continue }
      let file = openat(dirfd(folder), name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard file >= 0 else { continue }
      var info = stat()
      var named = stat()
      if fstat(file, &info) == 0, info.st_mode & S_IFMT == S_IFREG, info.st_size > 0,
        flock(file, LOCK_EX | LOCK_NB) == 0, fstatat(dirfd(folder), name, &named, AT_SYMLINK_NOFOLLOW) == 0,
        named.st_dev == info.st_dev, named.st_ino == info.st_ino
      {
        unlinkat(dirfd(folder), name, 0)
      }
      close(file)
    }
  }

  /// True for names of the form `.layerlua-PROCESS-NUMBER.tmp`.
  private static func isTemporary(_ name: String) -> Bool {
    guard name.hasPrefix(".layerlua-"), name.hasSuffix(".tmp") else { return false }
    let numbers = name.utf8.dropFirst(10).dropLast(4).split(
      separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return numbers.count == 2 && numbers.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0 >= 48 && $0 <= 57 } }
  }
}

/// Writes all bytes; returns `errno` on failure, else nil.
package func writeAll(_ file: Int32, _ buffer: UnsafeRawBufferPointer) -> Int32? {
  var done = 0
  while done < buffer.count {
    let count = write(file, buffer.baseAddress.map { $0 + done }, min(buffer.count - done, 1 << 30))
    if count < 0 {
      if errno == EINTR { continue }
      return errno
    }
    done += count
  }
  return nil
}

package func writeError(_ code: Int32, _ name: String) -> LayerError {
  LayerError(
    code == ENOSPC || code == EDQUOT ? .temporary : .file, "cannot write \"\(name)\": \(openProblem(code))")
}
