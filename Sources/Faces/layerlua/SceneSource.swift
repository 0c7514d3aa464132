// SPDX-License-Identifier: MIT
import Formats
import SystemC

/// A scene file in place of a script: the script of one line that returns its layer. So every command that takes a
/// script takes a scene.
struct SceneSource {
  let bytes: [UInt8]
  /// The file's path, as the name in messages.
  let name: String
  /// The folder around it, which file names are relative to.
  let directory: String

  /// Recognises a folder, or a file by its first bytes; nil for anything else.
  init?(_ path: String, wallpaper: String?) {
    guard SceneSource.isScene(path) else { return nil }
    var parts = path
    while parts.count > 1, parts.hasSuffix("/") { parts.removeLast() }
    let slash = parts.lastIndex(of: "/")
    let last = slash.map { String(parts[parts.index(after: $0)...]) } ?? parts
    if last == "." || last == ".." || last.isEmpty {
      (directory, name) = (path, ".")
    } else {
      directory = slash.map { $0 == parts.startIndex ? "/" : String(parts[..<$0]) } ?? "."
      name = parts
    }
    let file = name == "." ? "." : last
    let options = wallpaper.map { ", { wallpaper = \(SceneSource.quoted($0)) }" } ?? ""
    bytes = Array("return ca.Package(\(SceneSource.quoted(file))\(options)).rootLayer\n".utf8)
  }

  private static func isScene(_ path: String) -> Bool {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return false }
    defer { close(file) }
    var info = stat()
    guard fstat(file, &info) == 0 else { return false }
    if info.st_mode & S_IFMT == S_IFDIR { return true }
    guard info.st_mode & S_IFMT == S_IFREG else { return false }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = bytes.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, 0) }
    guard count > 0 else { return false }
    if case .scene? = bytes[..<count].withUnsafeBytes({ InputFormat.of($0)?.content }) { return true }
    return false
  }

  /// Returns a text as a Lua string.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      let isPlain = scalar.value >= 32 && scalar != "\"" && scalar != "\\" && scalar.value != 127
      result += isPlain ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
    }
    return result + "\""
  }
}
