// SPDX-License-Identifier: MIT
import ImageFiles
import Messages
import Testing

struct DeflatedTests {
  /// The output of Python's `zlib.compress` for the same text at level 6.
  @Test func `short streams are packed by zlib, whose versions agree`() throws {
    let text = String(repeating: "0 0 10 10 re\nf\n", count: 4) + "1 0 0 rg\n"
    let packed = try Array(text.utf8).withUnsafeBytes { try Deflated.bytes($0) }
    let hex = packed.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(hex == "789c335030503004a3a254ae342e0352b8860a2081a2742e00d4290da1")
  }

  /// A gzip member of one stored block.
  private func member(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> ($0 * 8) & 255) } }
    let checksum = bytes.withUnsafeBytes { Deflated.checksum($0) }
    return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1] + little(bytes.count, 2) + little(~bytes.count & 0xFFFF, 2) + bytes
      + little(Int(checksum), 4) + little(bytes.count, 4)
  }

  @Test func `the members of a gzip file are joined`() throws {
    func unpacked(_ bytes: [UInt8], limit: Int = 1 << 20) throws -> String {
      String(decoding: try bytes.withUnsafeBytes { try Deflated.unpacked(gzip: $0, limit: limit) }, as: UTF8.self)
    }
    let long = String(repeating: "long ", count: 9000)
    #expect(try unpacked(member("one")) == "one")
    #expect(try unpacked(member("one") + member("") + member("three")) == "onethree")
    #expect(try unpacked(member(long) + member("x")) == long + "x")
    #expect(try unpacked(member("one") + [0, 0, 0]) == "one")
    #expect(throws: LayerError.self) { try unpacked(member(long) + member("x"), limit: 40_000) }
    #expect(throws: LayerError.self) { try unpacked(member("one") + Array("trailing words of no use".utf8)) }
    for count in 1..<member("one").count {
      #expect(throws: LayerError.self) { try unpacked(Array(member("one").prefix(count))) }
    }
  }
}
