// SPDX-License-Identifier: MIT
import Messages
import Testing

@Suite struct VisibleTextTests {
  @Test(arguments: [
    ("", ""), ("plain ü 漢", "plain ü 漢"), ("a\tb\nc", "a\tb\nc"), ("\u{1b}[2J", "\\27[2J"), ("a\0b", "a\\0b"),
    ("\r\n", "\\13\n"), ("\u{7f}", "\\127"), ("\u{9b}1A", "\\u{9b}1A"), ("\\27", "\\27"),
  ]) func `control characters are Lua's escapes`(text: String, shown: String) {
    #expect(visibleText(text) == shown)
  }

  @Test func `every control character is escaped, and nothing else`() {
    for value in UInt32(0)..<0x300 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = "a" + String(scalar) + "b"
      let shown = visibleText(text)
      let commands = (value < 32 && value != 9 && value != 10) || (127..<160).contains(value)
      #expect((shown != text) == commands, "\(value)")
      #expect(shown.unicodeScalars.allSatisfy { $0 == scalar || $0.value > 31 && $0.value < 127 }, "\(value)")
      #expect(!commands || !shown.unicodeScalars.contains(scalar), "\(value)")
      #expect(visibleText(shown) == shown)
    }
  }
}
