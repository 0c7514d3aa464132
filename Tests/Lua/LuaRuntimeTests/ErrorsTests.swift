// SPDX-License-Identifier: MIT
import LuaRuntime
import Messages
import Testing

@Suite struct ErrorsTests {
  @Test func `the message is parted`() throws {
    let error = try #require(try failure(of: "\nerror('the needle is gone')", name: "compass.lua"))
    #expect(error.message == "the needle is gone")
    #expect(error.script == "compass.lua")
    #expect(error.line == 2)
    #expect(error.kind == .invalid)
  }

  @Test func `level two blames the caller`() throws {
    #expect(try failure(of: "local function f() error('no', 2) end\nf()")?.line == 2)
  }

  @Test func `an error without a place gets the innermost line`() throws {
    let error = try #require(try failure(of: "\n\nerror('bare', 0)"))
    #expect(error.description == "test.lua:3: bare")
  }

  @Test func `a ratio in a message is no place`() throws {
    #expect(try failure(of: "error('a ratio of 3:4: no', 0)")?.description == "test.lua:1: a ratio of 3:4: no")
    #expect(try failure(of: "error('no')", name: "my compass.lua")?.description == "my compass.lua:1: no")
  }

  @Test func `the traceback names the calls`() throws {
    let error = try #require(
      try failure(of: "local function needle()\n  error('no')\nend\nlocal function draw()\n  needle()\nend\ndraw()"))
    #expect(error.traceback.filter { !$0.script.isEmpty }.map(\.line) == [2, 5, 7])
    #expect(error.traceback.contains { $0.function == "upvalue 'needle'" })
    #expect(error.traceback.last?.function == "main chunk")
  }

  @Test func `a coroutine's traceback goes on outside`() throws {
    let error = try #require(
      try failure(
        of: "local function inner()\n  error('no')\nend\nlocal co = coroutine.wrap(function()\n  inner()\nend)\nco()"))
    #expect(error.line == 2)
    #expect(error.traceback.filter { !$0.script.isEmpty }.map(\.line) == [2, 5, 7])
  }

  @Test func `a long traceback keeps both ends`() throws {
    let error = try #require(
      try failure(of: "local function f(n)\n  if n == 0 then error('deep') end\n  f(n - 1)\n  n = 1\nend\nf(100)"))
    #expect(error.traceback.first { !$0.script.isEmpty }?.line == 2)
    #expect(error.traceback.last?.line == 6)
    #expect(error.omittedFrames > 50)
    #expect(!error.omitsMoreFrames)
  }

  // Each look at a level takes time proportional to its depth. None below the counted depth is looked at, whatever the
  // depth of the stack, which bounds the time of a traceback.
  @Test(arguments: [20_000, 150_000])
  func `a stack is counted to a fixed depth`(depth: Int) throws {
    let error = try #require(
      try failure(of: "local function f(n)\n  if n == 0 then error('deep') end\n  f(n - 1)\n  n = 1\nend\nf(\(depth))"))
    #expect(error.message == "deep")
    #expect(error.traceback.first { !$0.script.isEmpty }?.line == 2)
    #expect(error.traceback.count == 16 && error.omittedFramesIndex == 16)
    #expect(error.traceback.allSatisfy { $0.line < 6 })
    #expect((16_000..<16_384).contains(error.omittedFrames) && error.omitsMoreFrames)
  }

  @Test func `the caller of a coroutine whose stack overflowed is named`() throws {
    let error = try #require(
      try failure(
        of: "local function f()\n  return 1 + f()\nend\nlocal co = coroutine.wrap(function()\n  f()\nend)\nco()"))
    #expect(error.message.contains("overflow"))
    #expect(error.line == 2)
    #expect(error.traceback.last?.line == 7)
    #expect(error.omitsMoreFrames)
  }

  @Test(arguments: [
    ("error({})", "(error object is a table value)"),
    ("error({ message = 'said' })", "said"),
    ("error(setmetatable({}, { __tostring = function() return 'told' end }))", "told"),
    ("error(nil)", "(error object is a nil value)"),
    ("error(true)", "(error object is a boolean value)"),
    ("error(42)", "42"),
    (
      "error(setmetatable({}, { __tostring = function() error('again') end }))",
      "(error object that cannot be described)"
    ),
  ])
  func `other values are described`(script: String, message: String) throws {
    let error = try #require(try failure(of: script))
    #expect(error.message == message)
    #expect(error.line == 1)
  }

  @Test func `a long name is not cut`() throws {
    let name = String(repeating: "folder/", count: 20) + "compass.lua"
    #expect(try failure(of: "error('no')", name: name)?.script == name)
  }

  @Test func `a syntax error has its kind and line`() throws {
    let error = try #require(try failure(of: "local a\nlocal x = @"))
    #expect(error.kind == .syntax)
    #expect(error.line == 2)
    #expect(error.message.contains("unexpected symbol"))
  }

  @Test func `lines count from a byte order mark and a shebang line`() throws {
    #expect(try failure(of: "\u{FEFF}#!/usr/bin/env layerlua\nerror('no')")?.line == 2)
    #expect(try failure(of: "#!/usr/bin/env layerlua") == nil)
    #expect(try failure(of: "") == nil)
  }

  @Test func `a precompiled script is refused`() throws {
    let error = try #require(try failure(of: "\u{1B}Lua\u{54}"))
    #expect(error.kind == .syntax)
    #expect(error.message.contains("precompiled"))
  }

  @Test func `a NUL byte in a source is a syntax error`() throws {
    #expect(try failure(of: "local a = 1\0\0\0 return nil")?.kind == .syntax)
  }

  @Test func `an error in a module keeps its own line`() throws {
    let host = RecordingHost()
    host.modules["part"] = "\n\nerror('broken')"
    let state = try makeState(host: host)
    let error = #expect(throws: ScriptError.self) { try state.run("require 'part'", name: "test.lua") }
    #expect(error?.description == "part.lua:3: broken")
    #expect(error?.traceback.last?.script == "test.lua")
  }
}
