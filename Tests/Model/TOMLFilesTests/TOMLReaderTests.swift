// SPDX-License-Identifier: MIT
import LayerModel
import Messages
import Parsing
import TOMLFiles
import TestSupport
import Testing

/// The reader of TOML: values, mistakes, and what hostile text costs.
@Suite struct TOMLReaderTests {
  private func read(_ text: String, _ account: Account = Account()) throws -> PropertyValue {
    try read(Array(text.utf8), account)
  }

  private func read(_ bytes: [UInt8], _ account: Account = Account()) throws -> PropertyValue {
    var reading = Reading(account, name: "t.toml")
    return try TOMLReader(bytes).read(&reading)
  }

  private func failure(_ text: String) -> LayerError? { failure(Array(text.utf8)) }

  private func failure(_ bytes: [UInt8]) -> LayerError? {
    do {
      _ = try read(bytes)
      return nil
    } catch { return error as? LayerError }
  }

  private func number(_ text: String) throws -> Double? {
    guard case .dictionary(let pairs) = try read("v = \(text)"), case .number(let v)? = pairs.first?.value else {
      return nil
    }
    return v
  }

  @Test func `a document becomes values`() throws {
    let value = try read(
      """
      # A card.
      title = "Tea \\u00e9"
      count = 0x1F
      open = true
      list = [1, 2.5, "three", [4],]
      at = { x = 1, "y z" = 'a\\b' }
      [size.outer]
      width = 3
      [[row]]
      id = 1
      [[row]]
      id = 2
      """)
    func row(_ n: Double) -> PropertyValue { .dictionary([("id", .number(n))]) }
    #expect(
      value
        == .dictionary([
          ("at", .dictionary([("x", .number(1)), ("y z", .string("a\\b"))])), ("count", .number(31)),
          ("list", .array([.number(1), .number(2.5), .string("three"), .array([.number(4)])])), ("open", .bool(true)),
          ("row", .array([row(1), row(2)])), ("size", .dictionary([("outer", .dictionary([("width", .number(3))]))])),
          ("title", .string("Tea é")),
        ]))
    #expect(try read("") == .dictionary([]))
    #expect(try read([0xEF, 0xBB, 0xBF] + Array("a = 1\r\n".utf8)) == .dictionary([("a", .number(1))]))
  }

  @Test func `dates are seconds, times of day are text`() throws {
    #expect(try number("1970-01-02") == 86_400)
    #expect(try number("1979-05-27T07:32:00Z") == 296_638_320)
    #expect(try number("1979-05-27T00:32:00.5-07:00") == 296_638_320.5)
    #expect(try number("1979-05-27 07:32:00") == 296_638_320)
    #expect(try read("v = 07:32:00") == .dictionary([("v", .string("07:32:00"))]))
    #expect(try read("v = 07:32:00.0250") == .dictionary([("v", .string("07:32:00.025"))]))
  }

  @Test(arguments: [
    ("a = \n", "t.toml: key-value pair: expected value, saw '\\n' at line 1, column 5"),
    ("a = 1\na = 2", "t.toml: key-value pair: cannot redefine existing integer 'a' at line 2, column 5"),
    ("x = [1, 2", "t.toml: array: encountered end-of-file at line 1, column 10"),
    ("ok = 1\n[t\n", "t.toml: table header: expected ']', saw '\\n' at line 2, column 3"),
    (
      "a = 99999999999999999999",
      "t.toml: decimal integer: '99999999999999999999' is not representable in 64 bits at line 1, column 25"
    ),
    ("a = 2023-02-29", "t.toml: date: expected day between 1 and 28 (inclusive), saw 29 at line 1, column 15"),
  ]) func `a mistake is told with its place`(_ text: String, _ message: String) {
    #expect(failure(text)?.message == message)
    #expect(failure(text)?.kind == .invalid)
  }

  @Test func `bytes that are no text are refused`() {
    let all: [[UInt8]] = [[0xFF], [0], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82]]
    for bytes in all {
      for (before, after) in [("a = \"", "\""), ("a = '", "'"), ("# ", "\n"), ("a", " = 1"), ("\"", "\" = 1")] {
        let error = failure(Array(before.utf8) + bytes + Array(after.utf8))
        #expect(error?.kind == .invalid, "\(bytes) \(before)")
        #expect(error?.message.hasPrefix("t.toml: ") == true)
      }
    }
  }

  /// The start of a text, and the part whose repetition would nest values without end.
  @Test(arguments: [
    ("a = ", "["), ("a = ", "{b = "), ("", "a."), ("[", "a."), ("[[", "a."), ("", "\"a\"."), ("", "'a' . "),
    ("a = {", "a."), ("a = {c = 1, ", "a."), ("a = ", "[{a = "), ("a = [\"\\\"[\", ", "{b = "),
    ("x = \"\"\"\\\"\"\"\\\"\"\"\"\"\"\n", "a."), ("x = '''a''''\n", "a."), ("# \"\n", "a."), ("x = '\\'\n", "a."),
    ("[\"]\"]\n", "a."), ("x = 1.5\n", "a."), ("x = [\n1.5,\n]\n", "a."), ("x = \"\"\n", "a."), ("x = ''\r\n", "a."),
    ("[q] # '\n", "a."), ("[[q]]# [\n", "a."), ("x = {} # {\n", "a."), ("x = \"\"\"\\\\\"\"\"\n", "a."),
  ]) func `values nested too deep are refused before they are read`(_ head: String, _ part: String) {
    for n in [250, 1000, 300_000] {
      let error = failure(head + String(repeating: part, count: n) + "b = 1")
      #expect(error?.kind == .limit, "\(n): \(error?.message ?? "none")")
      #expect(error?.message.contains("deep") == true, "\(error?.message ?? "none")")
    }
  }

  @Test func `depths up to the limit are read`() throws {
    for text in [
      "a = " + String(repeating: "[", count: 98) + String(repeating: "]", count: 98),
      String(repeating: "a.", count: 98) + "a = 1", "[" + String(repeating: "a.", count: 97) + "a]\nb = 1",
    ] { _ = try read(text) }
  }

  @Test func `a text beyond the largest is refused`() {
    let error = failure([UInt8](repeating: 10, count: TOMLReader.largestText + 1))
    #expect(error?.kind == .limit)
    #expect(failure([UInt8](repeating: 10, count: TOMLReader.largestText)) == nil)
  }

  @Test func `dotted names that would be searched for hours are refused`() {
    var text = ""
    for i in 0..<100_000 { text += "k\(i).a=1\nk\(i).b=1\n" }
    let error = failure(text)
    #expect(error?.kind == .limit)
    #expect(error?.message.contains("too many dotted names") == true)
    // Rows of one array are no such case.
    #expect(failure(String(repeating: "[[row]]\nid = 1\n[row.sub]\nx = 1\n", count: 60_000)) == nil)
  }

  private final class Budget: MemoryBudget {
    var left: Int
    init(_ left: Int) { self.left = left }
    var room: Int? { left }
    func hasRoom(for bytes: Int) -> Bool { bytes <= left }
    func charge(_ bytes: Int) { left -= bytes }
    func release(_ bytes: Int) { left += bytes }
  }

  @Test func `memory is asked for before it is taken`() {
    let budget = Budget(20_000_000)
    let account = Account(budget)
    do {
      _ = try read("a = [" + String(repeating: "1,", count: 200_000) + "]", account)
      Issue.record("read")
    } catch { #expect((error as? LayerError)?.kind == .limit) }
    #expect(budget.left == 20_000_000)
    #expect(throws: Never.self) { try read("a = [" + String(repeating: "1,", count: 1000) + "]", account) }
    #expect(budget.left == 20_000_000)
  }

  @Test func `a reading that is ended ends`() {
    var polls = 0
    let account = Account(nil) {
      polls += 1
      return polls > 40
    }
    do {
      _ = try read("a = [" + String(repeating: "1,", count: 20_000) + "]", account)
      Issue.record("read")
    } catch { #expect((error as? LayerError)?.kind == .cancelled) }
    #expect(polls < 60)
  }

  @Test func `random bytes of TOML's signs never end the process`() {
    var generator = SeededRandom(7)
    let parts = [
      "a", "b", ".", "=", " ", "\n", "[", "]", "[[", "]]", "{", "}", ",", "\"", "\"\"\"", "'", "'''", "\\", "#", "1",
      "-",
      "07:32:00", "1979-05-27", "T", "Z", "+", "e", "inf", "nan", "true", "0x", "_", "\r\n", "\t", "\u{0}", "é",
      "\u{85}",
    ]
    var valid = 0
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 0...24, using: &generator)).map { _ in
        parts[Int.random(in: 0..<parts.count, using: &generator)]
      }.joined()
      let error = failure(text)
      if error == nil { valid += 1 }
      #expect(error.map { $0.kind == .invalid && !$0.message.isEmpty } ?? true, "\(text)")
    }
    #expect(valid > 100)
  }
}
