// SPDX-License-Identifier: MIT
import ImageFiles
import Messages
import Numbers

/// A writer of zip archives whose entries are stored, sorted by name and dated 1 January 1980: equal files give equal
/// bytes.
package enum ZipWriter {
  /// Returns an archive of files.
  ///
  /// - Parameter files: paths with `/` between folders, and their bytes; each path once.
  /// - Throws: `LayerError` of kind `limit` beyond what `ZipArchive` reads.
  package static func archive(of files: [(name: String, bytes: [UInt8])]) throws(LayerError) -> [UInt8] {
    let total = files.reduce(0) { $0 + $1.bytes.count }
    guard files.count <= ZipArchive.entryLimit, total <= ZipArchive.sizeLimit,
      files.allSatisfy({ $0.bytes.count <= ZipArchive.entrySizeLimit && $0.name.utf8.count <= ZipArchive.nameLimit })
    else {
      throw LayerError(
        .limit,
        "the archive would be too large: at most \(ZipArchive.entryLimit) files of \(ZipArchive.entrySizeLimit) bytes, "
          + "together \(ZipArchive.sizeLimit)")
    }
    var out: [UInt8] = []
    out.reserveCapacity(total + files.reduce(22) { $0 + 76 + 2 * $1.name.utf8.count })
    var directory: [UInt8] = []
    for file in files.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
      let name = Array(file.name.utf8), start = out.count
      // From the version needed to the length of the extra field: stored, UTF-8 names, 1980-01-01 00:00.
      var header = bytes16(20) + bytes16(0x800) + bytes16(0) + bytes16(0) + bytes16(33)
      header += bytes32(Int(file.bytes.withUnsafeBytes { Deflated.checksum($0) }))
      header += bytes32(file.bytes.count) + bytes32(file.bytes.count) + bytes16(name.count) + bytes16(0)
      out += bytes32(0x0403_4B50) + header + name + file.bytes
      // Made by Unix with mode 0644.
      directory += bytes32(0x0201_4B50) + bytes16(3 << 8 | 20) + header + bytes16(0) + bytes16(0) + bytes16(0)
      directory += bytes32(0o100644 << 16) + bytes32(start) + name
    }
    let start = out.count
    out += directory + bytes32(0x0605_4B50) + bytes32(0) + bytes16(files.count) + bytes16(files.count)
    return out + bytes32(directory.count) + bytes32(start) + bytes16(0)
  }

  private static func bytes16(_ value: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
  }
  private static func bytes32(_ value: Int) -> [UInt8] { bytes16(value) + bytes16(value >> 16) }
}
