// SPDX-License-Identifier: MIT
import ImageFiles
import Testing

struct DeflatedTests {
  /// The output of Python's `zlib.compress` for the same text at level 6.
  @Test func `short streams are packed by zlib, whose versions agree`() throws {
    let text = String(repeating: "0 0 10 10 re\nf\n", count: 4) + "1 0 0 rg\n"
    let packed = try Array(text.utf8).withUnsafeBytes { try Deflated.bytes($0) }
    let hex = packed.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(hex == "789c335030503004a3a254ae342e0352b8860a2081a2742e00d4290da1")
  }
}
