// SPDX-License-Identifier: MIT
import Glibc
import LocalHTTP

/// The last port and token of a script's server, stored in a folder that only the user can read. A restarted server
/// uses them again, so that an open page reconnects.
package struct Address: Equatable, Sendable {
  package var port: Int
  package var token: String

  package init(port: Int, token: String) {
    self.port = port
    self.token = token
  }

  /// The user's runtime folder, which lasts until logout and is private by definition; nil if there is none.
  private static var folder: String? {
    guard let base = getenv("XDG_RUNTIME_DIR").map({ String(cString: $0) }), base.hasPrefix("/") else { return nil }
    var status = stat()
    guard stat(base, &status) == 0, status.st_uid == getuid(), status.st_mode & 0o077 == 0 else { return nil }
    let folder = base + "/layerlua"
    mkdir(folder, 0o700)
    return folder
  }

  private static func file(of script: String) -> String? {
    // FNV-1a hash of the path; not a secret.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in script.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return folder.map { "\($0)/watch-\(String(hash, radix: 16))" }
  }

  package static func last(of script: String) -> Address? {
    guard let path = file(of: script) else { return nil }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(descriptor, &bytes, 64)
    guard count > 0 else { return nil }
    let words = String(decoding: bytes.prefix(count), as: UTF8.self).split(separator: " ")
    guard words.count == 2, let port = Int(words[0]), (1...65_535).contains(port), words[1].utf8.count == 32,
      words[1].allSatisfy(\.isHexDigit)
    else { return nil }
    return Address(port: port, token: String(words[1]))
  }

  package func remember(for script: String) {
    guard let path = Self.file(of: script) else { return }
    unlink(path)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let text = Array("\(port) \(token)".utf8)
    _ = write(descriptor, text, text.count)
  }
}
