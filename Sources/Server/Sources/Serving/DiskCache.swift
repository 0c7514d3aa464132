// SPDX-License-Identifier: MIT
import Digests
import Glibc
import JSONMessages
import NIOCore
import NIOPosix

/// Pictures kept in a folder by their keys, which several services may share.
///
/// A file has a line of JSON (`type`, `made`, `length`, `sha256`) and the picture. It is written beside its place and
/// renamed, so that a reader never sees half of one; a torn one, after a power failure, is found by its digest and
/// removed. Files are touched when they are used; if the folder is too large, the oldest are removed down to 90 %. All
/// work is done on threads of its own.
package final class DiskCache: @unchecked Sendable {
  package static let mostFiles = 100_000

  private let folder: String
  private let limit: Int
  private let threads: NIOThreadPool
  private let loop: EventLoop
  /// The size of all files as far as this service knows.
  package private(set) var bytes = 0
  private var isSweeping = false
  /// Nothing is written before this time, after the disk was full or the folder took no file.
  private var resumes = NIODeadline.uptimeNanoseconds(0)
  /// Called with the reason when a picture cannot be written, and with nil when one can again: once for each change.
  package var onChange: (String?) -> Void = { _ in }
  private var problem: String?
  private var number = 0

  package struct Mistake: Error {
    package var message: String
  }

  /// Opens a folder, which is made if it does not exist.
  package init(_ folder: String, limit: Int, on loop: EventLoop) throws(Mistake) {
    self.folder = folder
    self.limit = limit
    self.loop = loop
    if mkdir(folder, 0o700) != 0, errno != EEXIST {
      throw Mistake(message: "cannot make the cache folder \(folder): \(String(cString: strerror(errno)).lowercased())")
    }
    guard access(folder, W_OK | X_OK) == 0 else {
      throw Mistake(
        message: "cannot write to the cache folder \(folder): \(String(cString: strerror(errno)).lowercased())")
    }
    threads = NIOThreadPool(numberOfThreads: 2)
    threads.start()
    sweep()
  }

  package func close() { threads.shutdownGracefully { _ in } }

  /// True if the folder takes files now.
  package var isWriting: Bool { NIODeadline.now() >= resumes }

  private func path(_ key: String) -> String { "\(folder)/\(key.prefix(2))/\(key)" }

  /// Returns a picture; nil if it is not there.
  package func entry(_ key: String) -> EventLoopFuture<PictureCache.Entry?> {
    let path = path(key)
    return threads.runIfActive(eventLoop: loop) { Self.read(path) }.recover { _ in nil }
  }

  /// Keeps a picture.
  package func keep(_ entry: PictureCache.Entry, _ key: String) {
    guard isWriting, entry.bytes.readableBytes <= limit / 8 else { return }
    number += 1
    let (folder, path, number) = (folder, path(key), number)
    let bound = NIOLoopBound(self, eventLoop: loop)
    threads.runIfActive(eventLoop: loop) { Self.write(entry, folder, path, number) }.whenSuccess { result in
      let cache = bound.value
      switch result {
      case .success(let size):
        cache.bytes += size
        if cache.bytes > cache.limit { cache.sweep() }
        if cache.problem != nil { cache.onChange(nil) }
        cache.problem = nil
      case .failure(let mistake):
        // The cache is off for a minute.
        cache.resumes = .now() + Self.pause
        if cache.problem == nil { cache.onChange(mistake.message) }
        cache.problem = mistake.message
      }
    }
  }

  private static let pause = TimeAmount.seconds(60)

  private static func read(_ path: String) -> PictureCache.Entry? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { Glibc.close(file) }
    var info = stat()
    guard fstat(file, &info) == 0, info.st_mode & S_IFMT == S_IFREG, info.st_size <= 1 << 31 else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(info.st_size))
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress.map { $0 + done }, $0.count - done) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      done += count
    }
    guard let end = bytes.prefix(1024).firstIndex(of: 0x0A), let head = try? JSONScanner.value(of: bytes[..<end]),
      let type = head["type"]?.string, let made = head["made"]?.int, head["length"]?.int == bytes.count - end - 1,
      head["sha256"]?.string == ScriptFolder.hex(SHA256.hash(Array(bytes[(end + 1)...])))
    else {
      unlink(path)
      return nil
    }
    futimens(file, nil)
    return PictureCache.Entry(type: type, bytes: ByteBuffer(bytes: bytes[(end + 1)...]), made: made)
  }

  /// Returns the size of the file. A folder that somebody has removed is made again.
  private static func write(
    _ entry: PictureCache.Entry, _ root: String, _ path: String, _ number: Int
  ) -> Result<Int, Mistake> {
    let view = Array(entry.bytes.readableBytesView)
    let head = JSONValue.object([
      .init("type", .string(entry.type)), .init("made", JSONValue(integerLiteral: entry.made)),
      .init("length", JSONValue(integerLiteral: view.count)),
      .init("sha256", .string(ScriptFolder.hex(SHA256.hash(view)))),
    ])
    func failed() -> Result<Int, Mistake> {
      .failure(Mistake(message: "cannot write to \(root): \(String(cString: strerror(errno)).lowercased())"))
    }
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)])
    let temporary = "\(folder)/.\(getpid())-\(number).tmp"
    func create() -> CInt {
      mkdir(folder, 0o700)
      return open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }
    var file = create()
    if file < 0, errno == ENOENT {
      mkdir(root, 0o700)
      file = create()
    }
    guard file >= 0 else { return errno == EEXIST ? .success(0) : failed() }
    let isWritten = write(file, Array((head.text + "\n").utf8)) && write(file, view)
    let problem = errno
    Glibc.close(file)
    errno = problem
    guard isWritten, rename(temporary, path) == 0 else {
      let result = failed()
      unlink(temporary)
      return result
    }
    return .success(view.count + head.text.utf8.count + 1)
  }

  private static func write(_ file: CInt, _ bytes: [UInt8]) -> Bool {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress.map { $0 + done }, $0.count - done) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      done += count
    }
    return true
  }

  // MARK: removal

  /// Counts the files, and removes the oldest if there is too much.
  private func sweep() {
    guard !isSweeping else { return }
    isSweeping = true
    let (folder, limit) = (folder, limit)
    let bound = NIOLoopBound(self, eventLoop: loop)
    threads.runIfActive(eventLoop: loop) { Self.sweep(folder, limit) }.whenComplete { result in
      bound.value.isSweeping = false
      if case .success(let bytes?) = result { bound.value.bytes = bytes }
    }
  }

  /// Returns the size that is left; nil if another service sweeps.
  private static func sweep(_ folder: String, _ limit: Int) -> Int? {
    let lock = open("\(folder)/.lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard lock >= 0 else { return nil }
    defer { Glibc.close(lock) }
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else { return nil }
    var files: [(path: String, size: Int, time: Int)] = []
    for first in names(folder) where first.utf8.count == 2 {
      for name in names("\(folder)/\(first)") {
        let path = "\(folder)/\(first)/\(name)"
        var info = stat()
        guard lstat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG else { continue }
        // The rest of a service that was killed while it wrote.
        if name.hasPrefix("."), info.st_mtim.tv_sec < time(nil) - 60 {
          unlink(path)
          continue
        }
        files.append((path, Int(info.st_size), info.st_mtim.tv_sec))
      }
    }
    var total = files.reduce(0) { $0 + $1.size }
    guard total > limit || files.count > mostFiles else { return total }
    files.sort { $0.time < $1.time }
    var left = files.count
    for file in files {
      guard total > limit / 10 * 9 || left > mostFiles / 10 * 9 else { break }
      unlink(file.path)
      total -= file.size
      left -= 1
    }
    return total
  }

  private static func names(_ folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != "..", name != ".lock" { names.append(name) }
    }
    return names
  }
}
