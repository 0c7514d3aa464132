// SPDX-License-Identifier: MIT
import CTextLibraries
import Numbers

/// A table of a font file, read by byte offsets. Reads beyond its end return 0.
struct FontTable: Sendable {
  private let bytes: [UInt8]

  /// - Parameter tag: four characters, e.g. "COLR".
  init?(_ face: OpaquePointer, _ tag: StaticString) {
    guard tag.utf8CodeUnitCount == 4 else { return nil }
    let number = (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(tag.utf8Start[$1]) }
    var start: UnsafePointer<UInt8>?
    var size = 0
    guard let table = llua_face_table(face, number, &start, &size) else { return nil }
    bytes = Array(UnsafeBufferPointer(start: start, count: size))
    llua_table_close(table)
  }

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var count: Int { bytes.count }

  func u8(_ at: Int) -> Int { at >= 0 && at < bytes.count ? Int(bytes[at]) : 0 }
  func u16(_ at: Int) -> Int { u8(at) << 8 | u8(at + 1) }
  func u24(_ at: Int) -> Int { u16(at) << 8 | u8(at + 2) }
  func u32(_ at: Int) -> Int { u16(at) << 16 | u16(at + 2) }
  /// A signed 16-bit length in font units.
  func length(_ at: Int) -> Double { Double(Int16(truncatingIfNeeded: u16(at))) }
  /// A 2.14 fixed-point number, −2 to 2.
  func fraction(_ at: Int) -> Double { Double(Int16(truncatingIfNeeded: u16(at))) / 16384 }
  /// A 16.16 fixed-point number.
  func fixed(_ at: Int) -> Double { Double(Int32(truncatingIfNeeded: u32(at))) / 65536 }

  /// Binary search for the record with a key among sorted records of `size` bytes whose first two bytes are the key.
  /// Returns its offset; nil if there is none.
  func record(_ key: Int, from start: Int, count: Int, size: Int) -> Int? {
    var low = 0, high = min(count, max(bytes.count - start, 0) / size)
    while low < high {
      let middle = (low + high) / 2, found = u16(start + middle * size)
      if found == key { return start + middle * size }
      if found < key { low = middle + 1 } else { high = middle }
    }
    return nil
  }
}
