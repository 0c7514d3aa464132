// SPDX-License-Identifier: MIT
import LayerEngine
import LayerModel
import Parsing
import Testing

/// The work of every function that takes a text or a table grows at most linearly with its input, for each way in which
/// the input can be large. Work is counted by the parsers themselves: the count is the same on every machine.
@Suite struct ReaderGrowthTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    /// Lua that makes `text` of size `n`.
    let text: String
    /// Lua that reads it.
    let call: String
    var testDescription: String { "\(call): \(name)" }

    init(_ name: String, _ text: String, _ call: String) {
      self.name = name
      self.text = text
      self.call = call
    }
  }

  private static let json = "ca.decodeJSON(text)"
  private static let csv = "ca.decodeCSV(text, { header = true })"
  private static let list = "ca.decodeCSV(text)"
  private static let toml = "pcall(ca.decodeTOML, text)"
  private static let encode = "ca.encodeJSON(text)"

  static let cases: [Case] = [
    Case("long list", "'[' .. ('1,'):rep(n) .. '1]'", json),
    Case("long string", "'\"' .. ('x'):rep(8 * n) .. '\"'", json),
    Case("string of escapes", "'\"' .. ('\\\\u0041'):rep(n) .. '\"'", json),
    Case("many strings", "'[' .. ('\"some text of some length\",'):rep(n) .. '1]'", json),
    Case("blanks", "(' '):rep(8 * n) .. '1'", json),
    Case("lines before a mistake", "('\\n'):rep(8 * n) .. 'x'", "pcall(ca.decodeJSON, text)"),
    Case("repeated name", "'{' .. ('\"a\":1,'):rep(n) .. '\"b\":1}'", json),
    Case("two repeated names", "'{' .. ('\"a\":1,\"b\":2,'):rep(n) .. '\"b\":1}'", json),
    Case("different names", "names('\"%d\":%d,', '{', '\"a\":1}')", json),
    Case("repeated names after many", "names('\"%d\":%d,', '{', ('\"0\":1,'):rep(n) .. '\"a\":1}')", json),
    Case("many objects", "'[' .. ('{\"a\":1,\"b\":{}},'):rep(n) .. '1]'", json),
    Case("deep lists", "'[' .. (('['):rep(80) .. (']'):rep(80) .. ','):rep(n // 80) .. '1]'", json),
    Case("a list", "'a = [' .. ('1,'):rep(n) .. '1]'", toml),
    Case("keys", "names('k%d = %d\\n', '', '')", toml),
    Case("dotted keys", "names('k%d.a = %d\\n', '', '')", toml),
    Case("headers", "names('[k%d.a]\\nb = %d\\n', '', '')", toml),
    Case("rows", "('[[row]]\\nid = 1\\n'):rep(n)", toml),
    Case("strings", "('\"' .. ('x'):rep(8 * n)) .. '\" = 1'", toml),
    Case("a multi-line string", "'a = \"\"\"' .. ('\"\\n'):rep(4 * n) .. '\"\"\"'", toml),
    Case("comments", "('# a.b\\n'):rep(n)", toml),
    Case("rows", "'a,b\\n' .. ('1,x\\n'):rep(n)", csv),
    Case("short rows", "'a,b,c,d,e,f,g,h\\n' .. ('1\\n'):rep(n)", csv),
    Case("columns", "names('c%d,', '', 'x\\n1')", csv),
    Case("one row of commas", "(','):rep(n)", list),
    Case("a cell of quotes", "'\"' .. ('\"\"'):rep(n) .. '\"'", list),
    Case("a cell of lines", "'\"' .. ('\\n'):rep(n) .. '\"'", list),
    Case("empty lines", "('\\n'):rep(n)", list),
    Case("blanks before cells", "(' x,'):rep(n)", "ca.decodeCSV(text, { trim = true })"),
    Case("a cell of digits", "('1'):rep(n)", list),
    Case(
      "types by name", "names('c%d,', '', 'x\\n1')",
      "ca.decodeCSV(text, { header = true, types = (function() local t = {} for i = 1, n do t['c' .. i] = 'text' end return t end)() })"
    ),
    Case("a list", "(function() local t = {} for i = 1, n do t[i] = i end return t end)()", encode),
    Case("names", "(function() local t = {} for i = 1, n do t['n' .. i] = i end return t end)()", encode),
    Case("a long string", "('x'):rep(8 * n)", encode),
    Case("a string of control characters", "('\\1'):rep(n)", encode),
    Case("lists in lists", "(function() local t = {} for i = 1, n do t[i] = {{}} end return t end)()", encode),
    Case("path data of lines", "'M0 0' .. (' 1 1'):rep(n)", "ca.Path(text)"),
    Case("path data of arcs", "'M0 0' .. (' A1 1 0 1 1 1 0 A1 1 0 1 1 0 0'):rep(n // 2)", "ca.Path(text)"),
    Case("path data of blanks", "'M0 0' .. (' '):rep(8 * n)", "ca.Path(text)"),
    Case("path data of one number", "'M0 ' .. ('1'):rep(8 * n)", "pcall(ca.Path, text)"),
    Case("a path's text", "ca.Path('M0 0' .. (' 1 1'):rep(n))", "text:svg()"),
    Case(
      "runs of text", "(function() local t = {} for i = 1, n do t[i] = { 'x', kern = i % 2 } end return t end)()",
      "ca.AttributedString(text)"),
    Case("a layer's path", "'M0 0' .. (' 1 1'):rep(n)", "ca.ShapeLayer { path = text }"),
  ]

  /// An engine with the text of size `n`.
  private func engine(_ reader: Case, _ n: Int) throws -> Engine {
    let engine = try Engine()
    try engine.run(
      script: """
        n = \(n)
        local function names(form, before, after)
          local t = {}
          for i = 1, n do t[i] = form:format(i, i) end
          return before .. table.concat(t) .. after
        end
        text = \(reader.text)
        """, name: "make.lua")
    return engine
  }

  private func read(_ reader: Case, _ engine: Engine) throws -> Int {
    let before = engine.scene.account.work
    try engine.run(script: reader.call.hasPrefix("pcall") ? reader.call : "local r = \(reader.call)", name: "read.lua")
    return engine.scene.account.work - before
  }

  @Test(arguments: cases) func `the end of the work is the end of reading`(reader: Case) throws {
    let engine = try engine(reader, 60_000)
    guard try read(reader, engine) > 8 * Reading.interval else { return }  // ends early by itself
    nonisolated(unsafe) var looks = 0
    engine.scene.account.isEnded = {
      looks += 1
      return true
    }
    let before = engine.scene.account.work
    _ = try? read(reader, engine)
    #expect(looks > 0)
    // A long string is charged at once.
    #expect(engine.scene.account.work - before < 64 * Reading.interval, "\(reader.name)")
  }

  @Test(arguments: cases) func `work grows linearly`(reader: Case) throws {
    func work(_ n: Int) throws -> Int { try read(reader, try engine(reader, n)) }
    let (one, two, four) = (try work(4000), try work(8000), try work(16_000))
    #expect(one > 40, "nothing was counted")
    #expect(Double(two) <= 2.3 * Double(one) && Double(four) <= 2.3 * Double(two), "\(one), \(two), \(four)")
  }
}
