// SPDX-License-Identifier: MIT
import Glibc

/// A place at which the server cannot listen.
package struct PlaceProblem: Error, Equatable, CustomStringConvertible {
  package var description: String
}

/// The file of a listening local socket: it replaces only a socket at which nobody listens, and removes only itself.
struct SocketFile {
  private let path: String
  private let device: dev_t
  private let inode: ino_t

  /// Makes the file of a socket that is bound and does not listen yet.
  ///
  /// - Throws: `PlaceProblem` if somebody listens there, or if there is another file.
  static func bound(at path: String) throws(PlaceProblem) -> (socket: CInt, file: SocketFile) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    let most = MemoryLayout.size(ofValue: address.sun_path) - 1
    guard (1...most).contains(bytes.count), !bytes.contains(0) else {
      throw PlaceProblem(description: "unix:\(path): a socket's path has 1 to \(most) bytes")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    try removeAbandoned(path, &address)
    let socket = try open(path)
    let isBound = withAddress(&address) { Glibc.bind(socket, $0, $1) } == 0
    guard isBound, let (device, inode) = identity(path) else {
      let problem = errno
      close(socket)
      throw failed(path, problem)
    }
    return (socket, SocketFile(path: path, device: device, inode: inode))
  }

  /// Removes the file, unless another one has taken its place.
  func remove() {
    if let found = Self.identity(path), found == (device, inode) { unlink(path) }
  }

  /// Removes the file of a socket at which nobody listens any more.
  private static func removeAbandoned(_ path: String, _ address: inout sockaddr_un) throws(PlaceProblem) {
    var info = stat()
    guard lstat(path, &info) == 0 else { return }
    guard info.st_mode & S_IFMT == S_IFSOCK else {
      throw PlaceProblem(
        description: "unix:\(path): there is a file that is no socket; remove it, or name another place")
    }
    let probe = try open(path)
    defer { close(probe) }
    let isConnected = withAddress(&address) { Glibc.connect(probe, $0, $1) } == 0
    guard !isConnected, errno == ECONNREFUSED || errno == ENOENT else {
      throw failed(path, isConnected || errno == EAGAIN || errno == EINPROGRESS ? EADDRINUSE : errno)
    }
    if let found = identity(path), found == (info.st_dev, info.st_ino) { unlink(path) }
  }

  private static func open(_ path: String) throws(PlaceProblem) -> CInt {
    let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let socket = Glibc.socket(AF_UNIX, kind, 0)
    guard socket >= 0 else { throw failed(path, errno) }
    return socket
  }

  private static func withAddress<Result>(
    _ address: inout sockaddr_un, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  private static func identity(_ path: String) -> (dev_t, ino_t)? {
    var info = stat()
    return lstat(path, &info) == 0 ? (info.st_dev, info.st_ino) : nil
  }

  private static func failed(_ path: String, _ problem: CInt) -> PlaceProblem {
    let words =
      problem == EADDRINUSE
      ? "another process listens there; end it, or name another place" : String(cString: strerror(problem)).lowercased()
    return PlaceProblem(description: "unix:\(path): \(words)")
  }
}
