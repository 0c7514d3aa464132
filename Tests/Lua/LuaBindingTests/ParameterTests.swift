// SPDX-License-Identifier: MIT
import LayerEngine
import LuaBinding
import TestSupport
import Testing

/// The kinds, bounds and descriptions of `ca.parameter`.
@Suite struct ParameterTests {
  /// Runs `return ca.parameter("p", { OPTIONS })` with a value, or without one; returns the printed value, or the
  /// error.
  private func read(_ options: String, _ value: String?, fills: Bool = false) throws -> (
    text: String, problem: EngineError?
  ) {
    let engine = try Engine(Engine.Configuration(timeLimit: 20))
    engine.fillsRequiredParameters = fills
    var bytes: [UInt8] = []
    engine.onPrint = { bytes += $0 }
    do {
      try engine.run(
        script: "local p = ca.parameter('p', { \(options) }) print(p, math.type(p) or type(p))", name: "test.lua",
        arguments: ScriptArguments(named: value.map { [("p", $0)] } ?? []))
    } catch let error as EngineError { return (error.message, error) }
    return (String(decoding: bytes.dropLast(), as: UTF8.self), nil)
  }

  @Test(
    arguments: [
      ("kind = 'integer'", "5", "5\tinteger"), ("kind = 'integer', default = 3", nil, "3\tinteger"),
      ("kind = 'number'", "0.5", "0.5\tfloat"), ("kind = 'boolean'", "yes", "true\tboolean"),
      ("kind = 'boolean', default = true", nil, "true\tboolean"), ("kind = 'text'", "42", "42\tstring"),
      ("kind = 'color'", "#ff8800", "#ff8800\tstring"), ("kind = 'date'", "2024-02-29", "2024-02-29\tstring"),
      ("kind = 'date', choices = { '2024-01-01' }", nil, "2024-01-01\tstring"), ("kind = 'text'", nil, "nil\tnil"),
      ("min = 0, max = 1, step = 0.1", "0.3", "0.3\tfloat"), ("step = 5", "-15", "-15\tinteger"),
      ("maxLength = 3", "äöü", "äöü\tstring"), ("pattern = '%d+'", "12", "12\tstring"),
      ("pattern = '^a|b$'", "a|b", "a|b\tstring"), ("pattern = 'a%$'", "a$", "a$\tstring"),
      ("pattern = ''", "", "\tstring"), ("pattern = 'x-'", "xxx", "xxx\tstring"),
      ("required = true", "x", "x\tstring"), ("required = false", nil, "nil\tnil"),
      ("title = 'T', description = 'D', examples = { 'a' }", "x", "x\tstring"),
      ("kind = 'integer', examples = { 1, 2 }", nil, "nil\tnil"),
      ("kind = 'boolean', examples = { false }", nil, "nil\tnil"),
    ] as [(String, String?, String)])
  func `a value has its kind`(_ options: String, _ value: String?, _ text: String) throws {
    #expect(try read(options, value).text == text)
  }

  @Test(
    arguments: [
      ("kind = 'integer'", "5.5", "a whole number, got 5.5"), ("kind = 'integer'", "x", "a whole number, got \"x\""),
      ("kind = 'integer', min = 1, max = 10", "99", "a whole number from 1 to 10, got 99"),
      ("kind = 'number'", "nan", "a number, got \"nan\""), ("kind = 'number'", "1e400", "a number, got \"1e400\""),
      ("kind = 'boolean'", "2", "true or false, got \"2\""),
      ("kind = 'color'", "dusk", "a CSS colour such as #ff8800, got \"dusk\""),
      ("kind = 'date'", "2025-02-29", "a date such as 2025-01-31, got \"2025-02-29\""),
      ("kind = 'date'", "2025-1-31", "a date such as 2025-01-31, got \"2025-1-31\""),
      ("kind = 'date'", "2025-01-31T10:00", "a date such as 2025-01-31, got \"2025-01-31T10:00\""),
      ("kind = 'file'", "/etc/passwd", "a file that the script may read, got \"/etc/passwd\""),
      ("kind = 'file'", "", "a file that the script may read, got \"\""),
      ("step = 0.25, min = 0", "0.3", "a number of at least 0, a multiple of 0.25, got 0.3"),
      ("maxLength = 3", "äöüß", "a text of at most 3 characters, got \"äöüß\""),
      ("pattern = '%d+'", "12x", "a text that matches the pattern \"%d+\", got \"12x\""),
      ("pattern = '%d+'", "", "a text that matches the pattern \"%d+\", got \"\""),
      ("kind = 'color', choices = { 'red', 'blue' }", "green", "red or blue, got \"green\""),
      ("required = true", nil, "a text, got nothing; give it with -D p=…"),
      (
        "required = true, kind = 'integer', min = 0", nil,
        "a whole number of at least 0, got nothing; give it with -D p=…"
      ),
    ] as [(String, String?, String)])
  func `a wrong value is refused with what is expected`(_ options: String, _ value: String?, _ words: String) throws {
    let (text, problem) = try read(options, value)
    #expect(text == "parameter p: expected \(words)")
    #expect(problem?.kind == .script && problem?.line == 1)
    #expect(problem?.parameter?.name == "p")
    #expect(words.hasPrefix((problem?.parameter?.expected ?? "?") + ", got "))
  }

  @Test(arguments: [
    ("kind = 'colour'", "kind must be"), ("kind = 5", "kind must be a string"), ("step = 0", "step must be"),
    ("kind = 'text', min = 1", "min is for numbers"), ("kind = 'integer', choices = { 'a' }", "choices is for texts"),
    ("kind = 'number', maxLength = 4", "maxLength is for texts"),
    ("default = 1, pattern = '.'", "pattern is for texts"),
    ("kind = 'integer', default = 0.5", "default must be a whole number"),
    ("kind = 'integer', default = 'x'", "default must be a whole number"), ("min = 1, default = 0", "default must be"),
    ("kind = 'color', default = 'dusk'", "default must be a CSS colour"),
    ("maxLength = 2, default = 'abc'", "default must be a text of at most 2 characters"),
    ("maxLength = 0", "maxLength must"),
    ("maxLength = 1.5", "maxLength must"), ("default = {}", "default must be"), ("title = 5", "title must be a string"),
    ("title = ('x'):rep(201)", "title must be a text of at most 200"), ("required = 'yes'", "required must be true"),
    ("required = true, default = 'x'", "a required parameter has no default"), ("examples = 'x'", "examples must be"),
    ("kind = 'integer', examples = { 1, 0.5 }", "examples must be a whole number"),
    ("kind = 'date', examples = { 'x' }", "an example must be a date"), ("typ = 'text'", "unknown option typ"),
    ("pattern = '[a', default = 'a'", "pattern: malformed pattern"),
  ])
  func `options that contradict each other are the script's mistake`(_ options: String, _ words: String) throws {
    let (text, problem) = try read(options, nil)
    #expect(text.hasPrefix("ca.parameter: \(words)"), "\(text)")
    #expect(problem?.parameter == nil)
  }

  @Test func `a pattern that takes too long refuses the value in time`() throws {
    let (text, problem) = try read("pattern = ('.-'):rep(9) .. 'b'", String(repeating: "a", count: 5000))
    #expect(text.contains("a text that matches the pattern"))
    #expect(problem?.parameter?.name == "p")
  }

  @Test func `required parameters are filled for those who only ask for them`() throws {
    let rows = [
      ("required = true", "\tstring"), ("required = true, examples = { 'Tea' }", "Tea\tstring"),
      ("required = true, kind = 'integer', min = 4", "4\tinteger"),
      ("required = true, kind = 'boolean'", "false\tboolean"),
      ("required = true, choices = { 'a', 'b' }", "a\tstring"), ("required = true, kind = 'color'", "black\tstring"),
    ]
    for (options, text) in rows { #expect(try read(options, nil, fills: true).text == text, "\(options)") }
  }

  @Test func `a refusal that the script catches is not the error of another`() throws {
    let engine = try Engine()
    let error = #expect(throws: EngineError.self) {
      try engine.run(
        script: "pcall(ca.parameter, 'n', { kind = 'integer' }) error('no')", name: "test.lua",
        arguments: ScriptArguments(named: [("n", "x")]))
    }
    #expect(error?.message == "no" && error?.parameter == nil)
  }
}
