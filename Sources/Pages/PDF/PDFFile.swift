// SPDX-License-Identifier: MIT
import ImageFiles
import Messages

/// Writes the indirect objects of a PDF file one after another. Nothing written is kept in memory.
struct PDFFile {
  private let write: (UnsafeRawBufferPointer) throws -> Void
  private(set) var size = 0
  /// Byte offset of each object; 0 for an object that is promised but not yet written.
  private var offsets: [Int] = [0]

  /// True if streams are compressed (`/FlateDecode`).
  private let packs: Bool

  init(packs: Bool, _ write: @escaping (UnsafeRawBufferPointer) throws -> Void) {
    self.packs = packs
    self.write = write
  }

  mutating func begin() throws {
    // A comment of bytes above 127 tells programs that the file is binary.
    try put(PDFText("%PDF-1.7\n%").bytes + [0xE2, 0xE3, 0xCF, 0xD3, 0x0A])
  }

  private mutating func put(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { try write($0) }
    size += bytes.count
  }

  /// Reserves and returns the number of an object that is written later.
  mutating func promise() -> Int {
    offsets.append(0)
    return offsets.count - 1
  }

  mutating func object(_ number: Int, _ body: PDFText) throws {
    offsets[number] = size
    var text = PDFText()
    text.append(number)
    text.append(" 0 obj\n")
    text.append(body)
    text.append("\nendobj\n")
    try put(text.bytes)
  }

  mutating func object(_ body: PDFText) throws -> Int {
    let number = promise()
    try object(number, body)
    return number
  }

  /// Writes a stream object.
  ///
  /// - Parameters:
  ///   - entries: dictionary entries other than `/Length` and the filter added here.
  ///   - isDeflated: true if `bytes` are compressed already, as `entries` state.
  mutating func stream(_ number: Int, _ entries: PDFText, _ bytes: [UInt8], isDeflated: Bool = false) throws {
    offsets[number] = size
    let isPlain = isDeflated || !packs
    let packed = isPlain ? bytes : try bytes.withUnsafeBytes { try Deflated.bytes($0) }
    var text = PDFText()
    text.append(number)
    text.append(" 0 obj\n<< ")
    text.append(entries)
    if !isPlain { text.append("/Filter /FlateDecode ") }
    text.append("/Length ")
    text.append(packed.count)
    text.append(" >>\nstream\n")
    try put(text.bytes)
    try put(packed)
    try put(PDFText("\nendstream\nendobj\n").bytes)
  }

  /// Writes the cross-reference table and the trailer.
  mutating func end(root: Int, info: Int?) throws {
    let start = size
    var text = PDFText("xref\n0 ")
    text.append(offsets.count)
    text.append("\n0000000000 65535 f \n")
    for offset in offsets.dropFirst() {
      let digits = "\(offset)"
      text.append(String(repeating: "0", count: max(10 - digits.utf8.count, 0)) + digits)
      text.append(" 00000 n \n")
      if text.count > 1 << 16 {
        try put(text.bytes)
        text.removeAll()
      }
    }
    text.append("trailer\n<< /Size ")
    text.append(offsets.count)
    text.append(" /Root ")
    text.reference(root)
    if let info {
      text.append("/Info ")
      text.reference(info)
    }
    text.append(">>\nstartxref\n")
    text.append(start)
    text.append("\n%%EOF\n")
    try put(text.bytes)
  }
}
