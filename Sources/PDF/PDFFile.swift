// SPDX-License-Identifier: MIT
import ImageFiles
import Wording

/// The objects of a PDF file, written one after the other; what was written is not kept.
struct PDFFile {
  private let write: (UnsafeRawBufferPointer) throws -> Void
  private(set) var size = 0
  /// Where each object begins; 0 for one that was promised.
  private var offsets: [Int] = [0]

  /// Whether streams are compressed.
  private let packs: Bool

  init(packs: Bool, _ write: @escaping (UnsafeRawBufferPointer) throws -> Void) {
    self.packs = packs
    self.write = write
  }

  mutating func begin() throws {
    // The bytes above 127 tell programs that the file is not text.
    try put(PDFText("%PDF-1.7\n%").bytes + [0xE2, 0xE3, 0xCF, 0xD3, 0x0A])
  }

  private mutating func put(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { try write($0) }
    size += bytes.count
  }

  /// The number of an object that will be written.
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

  /// Writes a stream.
  ///
  /// - Parameters:
  ///   - entries: of its dictionary, besides those of its length.
  ///   - isDeflated: whether the bytes are compressed already, as the entries say.
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

  /// Writes the table of objects and the end.
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
