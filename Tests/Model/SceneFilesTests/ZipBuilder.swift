// SPDX-License-Identifier: MIT
import ImageFiles

/// Zip archives made byte by byte, also wrong ones.
struct ZipBuilder {
  struct Entry {
    var name: [UInt8]
    /// The name in the local header; nil for `name`.
    var localName: [UInt8]?
    var data: [UInt8] = []
    var method = 0
    var flags = 0
    var system: UInt8 = 3
    var mode = 0o100644
    /// The sizes and the checksum that the archive states; nil for the true ones.
    var size: Int?
    var checksum: UInt32?
    /// The offset of the local header that the directory states; nil for the true one.
    var offset: Int?

    init(_ name: String, _ data: [UInt8] = []) {
      self.name = Array(name.utf8)
      self.data = data
    }

    static func deflated(_ name: String, _ data: [UInt8]) throws -> Entry {
      var entry = Entry(name, data)
      entry.method = 8
      entry.packed = Array(try data.withUnsafeBytes { try Deflated.bytes($0) }.dropFirst(2).dropLast(4))
      return entry
    }

    /// The packed bytes; nil for the data.
    var packed: [UInt8]?
  }

  var entries: [Entry] = []
  var comment: [UInt8] = []
  /// The number of entries that the end states; nil for the true one.
  var count: Int?
  /// Bytes between the directory and the end.
  var gap: [UInt8] = []

  init(_ entries: Entry...) { self.entries = entries }
  init(_ entries: [Entry]) { self.entries = entries }

  var bytes: [UInt8] {
    var out: [UInt8] = [], directory: [UInt8] = []
    for entry in entries {
      let packed = entry.packed ?? entry.data, start = out.count
      let checksum = entry.checksum ?? entry.data.withUnsafeBytes { Deflated.checksum($0) }
      let size = entry.size ?? entry.data.count
      func header(_ name: [UInt8]) -> [UInt8] {
        number(20, 2) + number(entry.flags, 2) + number(entry.method, 2) + number(0, 2) + number(33, 2)
          + number(Int(checksum), 4) + number(packed.count, 4) + number(size, 4) + number(name.count, 2) + number(0, 2)
      }
      let local = entry.localName ?? entry.name
      out += number(0x0403_4B50, 4) + header(local) + local + packed
      directory += number(0x0201_4B50, 4) + [20, entry.system] + header(entry.name) + number(0, 6)
      directory += number(entry.mode << 16, 4) + number(entry.offset ?? start, 4) + entry.name
    }
    let start = out.count
    out += directory + gap + number(0x0605_4B50, 4) + number(0, 4)
    out += number(count ?? entries.count, 2) + number(count ?? entries.count, 2)
    return out + number(directory.count, 4) + number(start, 4) + number(comment.count, 2) + comment
  }

  private func number(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
