// SPDX-License-Identifier: MIT
import LayerEngine
import Messages
import SystemC

/// The finished rows of a batch, for `--resume`: a line for each, `{"file": …, "key": …}`, in `.layerlua-each.json` of
/// the folder of the files. The key is a digest of everything that makes the file.
struct BatchManifest {
  let path: String
  /// The key of each finished file; for lookups only, never iterated.
  private var keys: [String: String] = [:]
  private let file: Int32

  static let name = ".layerlua-each.json"

  /// - Parameter keeps: true keeps the rows that are finished; false begins anew.
  init(in folder: String, keeps: Bool) throws(EngineError) {
    path = (folder.isEmpty || folder.hasSuffix("/") ? folder : folder + "/") + BatchManifest.name
    file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | (keeps ? 0 : O_TRUNC), 0o666)
    guard file >= 0 else {
      throw EngineError(.file, "cannot write \(path): \(String(cString: strerror(errno)).lowercased())")
    }
    if keeps { keys = BatchManifest.read(file) }
  }

  /// True if a file was finished with this key and exists.
  func isFinished(_ path: String, _ key: String) -> Bool {
    guard keys[jsonString(path)] == key else { return false }
    var info = stat()
    return stat(path, &info) == 0 && info.st_size > 0
  }

  /// Notes a finished file. One write, so that runs of several machines do not mix their lines.
  func note(_ path: String, _ key: String) {
    writeAll(file, Array("{\"file\": \(jsonString(path)), \"key\": \"\(key)\"}\n".utf8))
  }

  /// Reads the lines that are whole; of several lines of a file the last counts.
  private static func read(_ file: Int32) -> [String: String] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while bytes.count < 1 << 30 {
      let count = chunk.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, off_t(bytes.count)) }
      if count <= 0 { break }
      bytes += chunk[..<count]
    }
    var keys: [String: String] = [:]
    let start = "{\"file\": "
    let middle = Array(", \"key\": \"".utf8)
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      // The key has 64 hexadecimal digits, then `"}`.
      let tail = middle.count + 66
      guard line.count > start.utf8.count + tail, line.starts(with: start.utf8) else { continue }
      let end = line.endIndex - tail
      guard line[end..<(end + middle.count)].elementsEqual(middle), line.last == UInt8(ascii: "}") else { continue }
      let name = String(decoding: line[(line.startIndex + start.utf8.count)..<end], as: UTF8.self)
      let key = String(decoding: line[(end + middle.count)..<(line.endIndex - 2)], as: UTF8.self)
      keys[name] = key
    }
    return keys
  }
}
