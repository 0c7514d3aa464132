// SPDX-License-Identifier: MIT
import ImageFiles
import Messages
import Numbers
import Parsing

/// A parser for zip archives in memory, which checks the whole directory of an archive before any entry is unpacked.
///
/// It reads entries that are stored or deflated. Sizes and CRC-32 of the directory, the local header and the unpacked
/// bytes must agree. No entry is written to disk. Encrypted, overlapping and repeated entries, symbolic links, devices,
/// absolute names and zip64 archives are errors. The format: PKWARE's APPNOTE 6.3.10.
package struct ZipArchive {
  /// The maximum number of entries.
  package static let entryLimit = 10_000
  /// The maximum unpacked size of one entry, in bytes.
  package static let entrySizeLimit = 64 << 20
  /// The maximum unpacked size of all entries together, in bytes.
  package static let sizeLimit = 256 << 20
  /// The maximum ratio of unpacked to packed size, for entries above 1 MiB.
  package static let ratioLimit = 200
  /// The maximum length of a name, in bytes.
  package static let nameLimit = 1024

  /// A file of the archive.
  package struct Entry: Sendable {
    /// The path with `/` between folders.
    package let name: String
    /// The unpacked size, in bytes.
    package let size: Int
    fileprivate let isDeflated: Bool
    fileprivate let checksum: UInt32
    /// The place of the packed bytes.
    fileprivate let place: Range<Int>
  }

  /// The files, without folders, in the order of the directory.
  package let entries: [Entry]
  private let bytes: [UInt8]

  /// Parses the directory. The bytes are charged by the caller.
  ///
  /// - Throws: `LayerError`; of kind `limit` for an archive beyond the limits. Its message does not name the file.
  package init(_ bytes: [UInt8], _ reading: inout Reading) throws(LayerError) {
    self.bytes = bytes
    let end = try ZipArchive.end(of: bytes, &reading)
    var seen = GrownTable<Bool>()
    var entries = Grown<Entry>()
    var places = Grown<Range<Int>>()
    var at = end.start
    var total = 0
    for _ in 0..<end.count {
      try reading.step(16)
      let row = try DirectoryRow(bytes, at: &at, before: end.end, &reading)
      if try seen.set(row.path, true, &reading) {
        throw LayerError("the archive holds \"\(row.path.prefix(80))\" twice: pack it again")
      }
      total += row.size  // bounded: a number
      guard total <= ZipArchive.sizeLimit else {
        throw LayerError(.limit, "unpacked it is larger than \(ZipArchive.sizeLimit) bytes: leave files out of it")
      }
      let place = try row.place(in: bytes, before: end.start)
      try places.append(place.whole, &reading)
      guard !row.isFolder else { continue }
      try entries.append(
        Entry(
          name: row.path, size: row.size, isDeflated: row.isDeflated, checksum: row.checksum, place: place.packed),
        &reading)
    }
    guard at == end.end else { throw LayerError("the archive's directory is damaged: pack it again") }
    try ZipArchive.checkOverlap(places, &reading)
    self.entries = entries.finish()
  }

  /// Returns an entry's bytes, which stay charged until the reading ends.
  ///
  /// - Throws: `LayerError`; its message does not name the archive.
  package func contents(of entry: Entry, _ reading: inout Reading) throws(LayerError) -> [UInt8] {
    try reading.take(entry.size + 32)
    try reading.step(entry.size >> 4)
    var result: [UInt8]
    if entry.isDeflated {
      let unpacked = bytes.withUnsafeBytes { all -> Result<[UInt8], LayerError> in
        do throws(LayerError) {
          return .success(
            try Deflated.unpacked(deflate: UnsafeRawBufferPointer(rebasing: all[entry.place]), size: entry.size))
        } catch { return .failure(LayerError(error.kind, "\"\(entry.name.prefix(80))\": \(error.message)")) }
      }
      result = try unpacked.get()
    } else {
      result = Array(bytes[entry.place])
    }
    guard result.withUnsafeBytes({ Deflated.checksum($0) }) == entry.checksum else {
      throw LayerError(
        "\"\(entry.name.prefix(80))\" is damaged: its checksum is wrong; fetch or pack the archive again")
    }
    return result
  }

  /// The place of the directory, and the number of its rows.
  private struct End {
    var start: Int
    var end: Int
    var count: Int
  }

  /// Finds the end record, which only the archive's comment of at most 65,535 bytes follows.
  private static func end(of bytes: [UInt8], _ reading: inout Reading) throws(LayerError) -> End {
    let damaged = LayerError("it is not a whole zip archive: its end is missing; fetch or pack it again")
    guard bytes.count >= 22 else { throw damaged }
    var at = bytes.count - 22
    let last = max(bytes.count - 22 - 65_535, 0)
    while true {
      try reading.step()
      if bytes[at] == 0x50, bytes.number32(at) == 0x0605_4B50, bytes.number16(at + 20) == bytes.count - at - 22 {
        break
      }
      guard at > last else { throw damaged }
      at -= 1
    }
    let count = bytes.number16(at + 10), size = bytes.number32(at + 12), start = bytes.number32(at + 16)
    if count == 0xFFFF || size == 0xFFFF_FFFF || start == 0xFFFF_FFFF
      || at >= 20 && bytes.number32(at - 20) == 0x0706_4B50
    {
      throw LayerError(.unsupported, "it is a zip64 archive, which is for larger files; pack it again without zip64")
    }
    guard bytes.number16(at + 4) == 0, bytes.number16(at + 6) == 0, bytes.number16(at + 8) == count else {
      throw LayerError(.unsupported, "the archive is split into parts; pack it as one file")
    }
    guard count <= entryLimit else {
      throw LayerError(.limit, "the archive holds \(count) entries, at most \(entryLimit) are read")
    }
    guard start + size == at else { throw LayerError("the archive's directory is damaged: pack it again") }
    return End(start: start, end: at, count: count)
  }

  /// Checks that no two entries share bytes, as archives do that unpack to far more than they should.
  private static func checkOverlap(_ places: Grown<Range<Int>>, _ reading: inout Reading) throws(LayerError) {
    try reading.take(places.count * 16)
    try reading.step(places.count * 16)
    let sorted = places.finish().sorted { $0.lowerBound < $1.lowerBound }  // bounded: paid above
    for i in sorted.indices.dropFirst() where sorted[i].lowerBound < sorted[i - 1].upperBound {
      throw LayerError("entries of the archive overlap: it is damaged or made to exhaust memory; pack it again")
    }
  }
}

/// A row of an archive's directory, checked by itself.
private struct DirectoryRow {
  /// The name without `.` and empty components.
  var path: String
  var isFolder: Bool
  var isDeflated: Bool
  var checksum: UInt32
  var size: Int
  private var packedSize: Int
  private var local: Int
  private var nameBytes: ArraySlice<UInt8>
  private var hasDescriptor: Bool

  init(_ bytes: [UInt8], at: inout Int, before end: Int, _ reading: inout Reading) throws(LayerError) {
    guard end - at >= 46, bytes.number32(at) == 0x0201_4B50 else {
      throw LayerError("the archive's directory is damaged: pack it again")
    }
    let flags = bytes.number16(at + 8), method = bytes.number16(at + 10)
    let nameLength = bytes.number16(at + 28)
    let length = 46 + nameLength + bytes.number16(at + 30) + bytes.number16(at + 32)
    guard end - at >= length else { throw LayerError("the archive's directory is damaged: pack it again") }
    checksum = UInt32(truncatingIfNeeded: bytes.number32(at + 16))
    packedSize = bytes.number32(at + 20)
    size = bytes.number32(at + 24)
    local = bytes.number32(at + 42)
    hasDescriptor = flags & 8 != 0
    nameBytes = bytes[at + 46..<at + 46 + nameLength]
    let system = bytes[at + 5], mode = bytes.number32(at + 38) >> 16
    let disk = bytes.number16(at + 34)
    at += length  // bounded: a number
    (path, isFolder) = try DirectoryRow.path(nameBytes, &reading)
    let name = path.prefix(80)
    // Bits 0, 6 and 13: encrypted, strongly encrypted, with a hidden directory.
    guard flags & 0x2041 == 0 else { throw LayerError("\"\(name)\" is encrypted: pack it without a password") }
    guard method == 0 || method == 8 else {
      throw LayerError(
        .unsupported, "\"\(name)\" is packed by method \(method), expected stored or deflate; pack it again")
    }
    isDeflated = method == 8
    // The mode of systems with Unix's file types: Unix and macOS.
    let type = system == 3 || system == 19 ? mode & 0xF000 : 0
    guard type == 0 || type == 0x8000 || type == 0x4000 else {
      throw LayerError("\"\(name)\" is a link or a device in the archive: pack the file itself")
    }
    if type == 0x4000 { isFolder = true }
    guard packedSize != 0xFFFF_FFFF, size != 0xFFFF_FFFF, local != 0xFFFF_FFFF, disk == 0 else {
      throw LayerError(.unsupported, "it is a zip64 archive, which is for larger files; pack it again without zip64")
    }
    guard isDeflated || size == packedSize, !isFolder || size == 0 else {
      throw LayerError("the sizes of \"\(name)\" in the archive disagree: pack it again")
    }
    guard size <= ZipArchive.entrySizeLimit else {
      throw LayerError(.limit, "\"\(name)\" unpacks to \(size) bytes, at most \(ZipArchive.entrySizeLimit) are read")
    }
    guard size <= 1 << 20 || size <= packedSize * ZipArchive.ratioLimit else {
      throw LayerError(
        .limit,
        "\"\(name)\" unpacks to more than \(ZipArchive.ratioLimit) times its packed size, as files do that are made to "
          + "exhaust memory")
    }
  }

  /// Returns the range of the entry, its local header included, and of its packed bytes, from the local header, which
  /// must agree with this row.
  func place(in bytes: [UInt8], before end: Int) throws(LayerError) -> (whole: Range<Int>, packed: Range<Int>) {
    let damaged = LayerError("\"\(path.prefix(80))\" is damaged in the archive: fetch or pack it again")
    guard local <= end - 30, bytes.number32(local) == 0x0403_4B50 else { throw damaged }
    let start = local + 30 + bytes.number16(local + 26) + bytes.number16(local + 28)
    guard start <= end, packedSize <= end - start, bytes.number16(local + 26) == nameBytes.count,
      bytes[local + 30..<local + 30 + nameBytes.count].elementsEqual(nameBytes)
    else { throw damaged }
    guard bytes.number16(local + 6) & 0x2041 == 0, bytes.number16(local + 8) == (isDeflated ? 8 : 0) else {
      throw damaged
    }
    // With a descriptor after the data, each of the header's numbers may be 0; macOS leaves only some of them out.
    func agrees(_ offset: Int, _ stated: Int) -> Bool {
      let number = bytes.number32(local + offset)
      return number == stated || hasDescriptor && number == 0
    }
    guard agrees(14, Int(checksum)), agrees(18, packedSize), agrees(22, size) else { throw damaged }
    return (local..<start + packedSize, start..<start + packedSize)
  }

  /// Returns a name's path and whether it is a folder.
  private static func path(
    _ bytes: ArraySlice<UInt8>, _ reading: inout Reading
  ) throws(LayerError) -> (path: String, isFolder: Bool) {
    guard bytes.count <= ZipArchive.nameLimit else {
      throw LayerError(.limit, "a name in the archive is longer than \(ZipArchive.nameLimit) bytes")
    }
    guard let name = try reading.text(bytes) else {
      throw LayerError("a name in the archive is not UTF-8: rename the file and pack it again")
    }
    try reading.take(3 * bytes.count + 64)
    let parts = name.split(separator: "/", omittingEmptySubsequences: true).filter { $0 != "." }  // bounded: nameLimit
    let isBad = bytes.contains { $0 == 0 || $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: ":") }
    guard !parts.isEmpty, !isBad, bytes.first != UInt8(ascii: "/"), !parts.contains("..") else {
      throw LayerError(
        "\"\(name.prefix(80).filter { !$0.isNewline && $0 != "\0" })\" is not allowed as a name in an archive: names "
          + "are relative, without \"..\", backslashes, colons and NUL")
    }
    return (parts.joined(separator: "/"), bytes.last == UInt8(ascii: "/"))  // bounded: nameLimit
  }
}

extension [UInt8] {
  /// The little-endian number of two bytes at an index within the array.
  fileprivate func number16(_ at: Int) -> Int { Int(self[at]) | Int(self[at + 1]) << 8 }
  /// The little-endian number of four bytes at an index within the array.
  fileprivate func number32(_ at: Int) -> Int { number16(at) | number16(at + 2) << 16 }
}
