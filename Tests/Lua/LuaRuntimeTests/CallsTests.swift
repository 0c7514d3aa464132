// SPDX-License-Identifier: MIT
import CLuaState
import LuaRuntime
import Messages
import Testing

@Suite struct CallsTests {
  @Test func `results come back as values`() throws {
    let results = try makeState().run("return nil, true, 3, 1.5, 'text', {}", name: "test.lua")
    #expect(results.count == 6)
    guard case .null = results[0], case .boolean(true) = results[1], case .integer(3) = results[2],
      case .number(1.5) = results[3],
      case .string(let bytes) = results[4], case .reference = results[5]
    else {
      Issue.record("got \(results)")
      return
    }
    #expect(bytes == Array("text".utf8))
  }

  @Test func `host functions get and give values`() throws {
    let state = try makeState()
    try state.register("join") { arguments in
      [.text(arguments.compactMap(\.text).joined(separator: "+")), .integer(arguments.count)]
    }
    let results = try state.run("return join('a', 'b', {})", name: "test.lua")
    #expect(results[0].text == "a+b")
    #expect(results[1].double == 3)
  }

  @Test func `Lua functions are called from Swift`() throws {
    let state = try makeState()
    _ = try state.run("function double(t) return t.x * 2 end", name: "test.lua")
    guard case .reference(let function) = try state.global("double") else {
      Issue.record("no function")
      return
    }
    #expect(try state.call(function, [.table([(.text("x"), .integer(21))])]).first?.double == 42)
  }

  @Test func `an error of the host has the script's line`() throws {
    let state = try makeState()
    try state.register("refuse") { _ in throw ScriptError(.limit, "too big") }
    let error = #expect(throws: ScriptError.self) { try state.run("local a = 1\nrefuse()", name: "test.lua") }
    #expect(error?.description == "test.lua:2: too big")
    #expect(error?.kind == .limit)
  }

  @Test(arguments: LayerError.Kind.allCases)
  func `an error keeps its kind on its way through Lua`(kind: LayerError.Kind) throws {
    let state = try makeState()
    try state.register("refuse") { _ in throw LayerError(kind, "no") }
    let error = try #require(throws: ScriptError.self) { try state.run("refuse()", name: "test.lua") }
    #expect(error.kind == kind && error.line == 1)
    let results = try state.run("return (pcall(refuse))", name: "test.lua")
    guard case .boolean(false) = results[0] else {
      Issue.record("got \(results)")
      return
    }
  }

  @Test func `C's kinds have the same numbers`() {
    let kinds = [
      LLUA_RUNTIME, LLUA_SYNTAX, LLUA_MEMORY, LLUA_TIME, LLUA_LIMIT, LLUA_FILE, LLUA_MISSING, LLUA_TEMPORARY,
      LLUA_UNSUPPORTED, LLUA_UNSOLVED, LLUA_CANCELLED,
    ]
    #expect(kinds.map { Int32(clamping: $0.rawValue) } == LayerError.Kind.allCases.map(\.rawValue))
  }

  @Test func `an error through Swift keeps its object and line`() throws {
    let state = try makeState()
    try state.register("through") { arguments in
      guard case .reference(let function) = arguments[0] else { return [] }
      return try state.call(function)
    }
    let results = try state.run(
      "local e = {code = 7}\nlocal ok, caught = pcall(through, function() error(e) end)\nreturn caught == e",
      name: "test.lua")
    guard case .boolean(true) = results[0] else {
      Issue.record("got \(results)")
      return
    }
    let error = #expect(throws: ScriptError.self) {
      try state.run("local function draw()\n  error('no ink')\nend\nthrough(draw)", name: "test.lua")
    }
    #expect(error?.description == "test.lua:2: no ink")
    #expect(error?.traceback.contains { $0.line == 4 && $0.function == "main chunk" } == true)
  }
}
