import CProcesses

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file under a temporary name in the folder of the one it is to become, which is made where it is missing. Until it takes that name, an old
/// file is as it was; when it never does, it vanishes, and the folders that were made for it: with this object, or with the process, when a signal
/// ends that.
final class TemporaryFile {
  let path: String
  private(set) var descriptor: Int32
  private let folder: OpenFolder
  private var madeFolders: MadeFolders
  /// The names in the folder: of this file, and the one it is to take.
  private let own: String
  private let last: String
  /// As the script wrote it, for messages.
  private let name: String
  private let place: Int32
  private var isDone = false

  /// - Parameters:
  ///   - target: resolved: a link put in its way since is refused.
  ///   - given: the temporary name in the same folder, the caller's own; nil takes one that is free.
  init(for target: String, name: String, at given: String? = nil) throws {
    var madeFolders = MadeFolders()
    guard let folder = madeFolders.open(parent(of: target)) else {
      let problem = errno
      madeFolders.remove()
      throw writeError(problem, name)
    }
    let last = lastName(of: target)
    var old = stat()
    let exists = fstatat(folder.descriptor, last, &old, AT_SYMLINK_NOFOLLOW) == 0
    if exists, old.st_mode & S_IFMT == S_IFDIR { throw RenderingError(.file, "cannot write \"\(name)\": it is a folder") }
    var own = given.map { lastName(of: $0) } ?? ""
    var file: Int32 = -1
    if given != nil { file = folder.file(own, O_RDWR | O_CREAT | O_TRUNC) }
    for attempt in 0..<(given == nil ? 1000 : 0) {
      own = ".layerlua-\(getpid())-\(attempt).tmp"
      file = folder.file(own, O_RDWR | O_CREAT | O_EXCL)
      if file >= 0 || errno != EEXIST { break }
    }
    guard file >= 0 else {
      let problem = errno
      madeFolders.remove()
      throw writeError(problem, name)
    }
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

  func write(_ bytes: UnsafeRawBufferPointer) throws {
    if let failure = writeAll(descriptor, bytes) { throw writeError(failure, name) }
  }

  /// Writes over what is there, at an offset from the file's start.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws {
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

  /// Takes the target's name.
  func commit() throws {
    guard !isDone else { return }
    var failure: Int32?
    if close(descriptor) != 0 { failure = errno }
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

  func discard() {
    guard !isDone else { return }
    isDone = true
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
    unlinkat(folder.descriptor, own, 0)
    llua_cleanup_remove(place)
    madeFolders.remove()
  }
}

/// Writes all bytes; the error's number when they cannot be written.
func writeAll(_ file: Int32, _ buffer: UnsafeRawBufferPointer) -> Int32? {
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

func writeError(_ code: Int32, _ name: String) -> RenderingError {
  RenderingError(
    code == ENOSPC || code == EDQUOT ? .diskFull : .file, "cannot write \"\(name)\": \(openProblem(code))")
}
