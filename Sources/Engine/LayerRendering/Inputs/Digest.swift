// SPDX-License-Identifier: MIT
import CDigest
import Messages
import Numbers
import Sandbox
import SystemC

/// The SHA-256 digest of bytes.
package struct Digest: Hashable, Sendable, CustomStringConvertible {
  /// 64 hexadecimal digits, lower case, as `sha256sum` prints them.
  package let description: String

  /// - Throws: `LayerError` of kind `missing` if libmd is not installed.
  package init(of bytes: UnsafeRawBufferPointer) throws {
    var state = try Self.begin()
    if let start = bytes.baseAddress { llua_sha256_add(&state, start, bytes.count) }
    self.init(ending: &state)
  }

  package init(of bytes: [UInt8]) throws { self = try bytes.withUnsafeBytes { try Digest(of: $0) } }

  package init(of text: String) throws { try self.init(of: Array(text.utf8)) }

  /// Returns the digest and size in bytes of a regular file; nil if there is none or it cannot be read.
  ///
  /// - Parameter isResolved: true if the path is a real path; a link that was added since is not followed.
  /// - Throws: `LayerError` of kind `missing` if libmd is not installed.
  package static func ofFile(_ path: String, isResolved: Bool = false) throws -> (digest: Digest, size: Int)? {
    // Non-blocking, so that a FIFO under this name does not block the program.
    let flags = O_RDONLY | O_NONBLOCK
    let file = isResolved ? openResolved(path, flags) : open(path, flags | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var info = stat()
    guard fstat(file, &info) == 0, info.st_mode & S_IFMT == S_IFREG else { return nil }
    var state = try begin()
    var buffer = [UInt8](repeating: 0, count: min(max(Int(clamping: info.st_size), 4096), 1 << 18))
    var size = 0
    while true {
      let count = buffer.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        return nil
      }
      if count == 0 { break }
      buffer.withUnsafeBytes { llua_sha256_add(&state, $0.baseAddress, count) }
      size += count
    }
    return (Digest(ending: &state), size)
  }

  private static func begin() throws -> llua_sha256 {
    var state = llua_sha256()
    guard llua_sha256_begin(&state) != 0 else {
      throw LayerError(.missing, "checksums need \(RuntimeDependency.md.missing())")
    }
    return state
  }

  private init(ending state: inout llua_sha256) {
    var bytes = [UInt8](repeating: 0, count: Int(LLUA_SHA256_SIZE))
    llua_sha256_end(&state, &bytes)
    let digits = Array("0123456789abcdef".utf8)
    description = String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
