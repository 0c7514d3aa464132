// SPDX-License-Identifier: MIT
import JSONMessages
import Testing

struct JSONMessagesTests {
  private func value(_ text: String) throws -> JSONValue { try JSONScanner.value(of: Array(text.utf8)[...]) }

  @Test(arguments: [
    #"{"a":[1,2.50,-3e+7,true,false,null,"x"],"b":{}}"#, #""""#, "[]", "0", "-0.5", "[[],[{}]]",
    #""\"\\\n\t\r\u0001é€😀""#,
  ]) func `what is read is written as it was`(text: String) throws {
    #expect(try value(text).text == text)
  }

  @Test func `escapes are the characters they stand for`() throws {
    #expect(try value(#""\u00e9\ud83d\ude00\/\b\f""#).string == "é😀/\u{8}\u{c}")
  }

  @Test(arguments: [
    "", "{", "[1,]", "{\"a\"}", "{\"a\":}", "01", "1.", ".5", "+1", "1e", "nul", "\"\\x\"", "\"\\u12g4\"", "\"a", "1 2",
    "{1:2}", "[1 2]", "\"\\", "--", "NaN", "Infinity",
  ]) func `what is no JSON is refused`(text: String) {
    #expect(throws: JSONError.self) { try value(text) }
    #expect(throws: JSONError.self) { try JSONScanner.members(of: Array("{\"a\":\(text)".utf8)[...]) }
  }

  @Test func `deep nesting is refused and not followed`() {
    #expect(throws: JSONError.self) { try value(String(repeating: "[", count: 100_000)) }
    let deep = "{\"a\":" + String(repeating: "[", count: 100_000)
    #expect(throws: JSONError.self) { try JSONScanner.members(of: Array(deep.utf8)[...]) }
  }

  @Test func `outermost members come with the bytes of their values`() throws {
    let members = try JSONScanner.members(of: Array(#" {"a" : [1, {"b": "}"}], "c\n": "x" } "#.utf8)[...])
    #expect(members.map(\.key) == ["a", "c\n"])
    #expect(members.map { String(decoding: $0.value, as: UTF8.self) } == [#"[1, {"b": "}"}]"#, #""x""#])
  }

  @Test func `the last of several members counts`() throws {
    #expect(try value(#"{"a":1,"a":2}"#)["a"]?.int == 2)
    #expect(try value("[1]")["a"] == nil)
  }
}
