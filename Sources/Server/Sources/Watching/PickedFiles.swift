// SPDX-License-Identifier: MIT
import Glibc

/// Files picked on the page, in a temporary folder that is removed at the end.
final class PickedFiles {
  struct Failure: Error {
    var message: String
  }

  /// Absolute; nil before the first file.
  private(set) var folder: String?
  private var count = 0
  private var bytes = 0
  /// The maximum size of all files together, in bytes.
  static let mostBytes = 1 << 30

  /// Writes a file and returns its path. Only the suffix of the original name is kept.
  func store(_ bytes: some Collection<UInt8>, suffix: String) throws(Failure) -> String {
    guard self.bytes + bytes.count <= Self.mostBytes else {
      throw Failure(
        message: "the files picked so far have \(self.bytes) bytes and this one \(bytes.count), at most "
          + "\(Self.mostBytes) are kept; start layerlua watch anew")
    }
    self.bytes += bytes.count
    let folder = try made()
    count += 1
    let plain = suffix.lowercased().utf8.filter { byte in
      byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }
    let path = "\(folder)/\(count)" + (plain.isEmpty ? "" : "." + String(decoding: plain.prefix(8), as: UTF8.self))
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure("cannot write \(path)") }
    defer { close(descriptor) }
    let written = Array(bytes).withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
    guard written else { throw failure("cannot write \(path)") }
    return path
  }

  func remove() {
    guard let folder else { return }
    if let handle = opendir(folder) {
      while let entry = readdir(handle) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != ".", name != ".." { unlink("\(folder)/\(name)") }
      }
      closedir(handle)
    }
    rmdir(folder)
    self.folder = nil
  }

  private func made() throws(Failure) -> String {
    if let folder { return folder }
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/layerlua-watch-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw failure("cannot make a folder in \(base)") }
    let made = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    folder = made
    return made
  }

  private func failure(_ what: String) -> Failure {
    Failure(message: "\(what): \(String(cString: strerror(errno)).lowercased())")
  }
}
