// SPDX-License-Identifier: MIT
import LuaRuntime
import Messages
import Testing

/// Whatever a script does to Lua itself, the host is unaffected.
@Suite struct PoisonTests {
  @Test(arguments: [
    "for k in pairs(string) do string[k] = nil end", "for k in pairs(table) do table[k] = error end",
    "for k in next, _G do _G[k] = nil end",
    "setmetatable(_G, { __index = error, __newindex = error })",
    "string.format = error; tostring = error; type = error; pairs = error",
    "package.loaded = nil; package = nil; require = nil", "package.loaded.string = error; package.preload.part = error",
    "_ENV = {}",
    "local _ENV = nil",
    "coroutine = nil; debug = nil; error = nil; pcall = nil",
    "setmetatable(string, { __index = error, __call = error })",
    "setmetatable(package.loaded, { __index = error, __newindex = error })",
    "collectgarbage('stop'); collectgarbage('generational')",
    "warn('@off'); print = nil",
  ])
  func `library that a script breaks is its own loss`(script: String) throws {
    let state = try makeState()
    try state.register("host") { $0 }
    do { _ = try state.run(script, name: "test.lua") } catch { #expect(error.kind == .invalid) }
    // The host can still load and call, and errors are still errors.
    let function = try state.load(Array("return 1 + 1".utf8), name: "after.lua")
    #expect(try state.call(function).first?.double == 2)
    let error = #expect(throws: ScriptError.self) { try state.run("local x = nil; x.y = 1", name: "after.lua") }
    #expect(error?.line == 1)
  }

  @Test func `metatables of strings cannot be changed`() throws {
    #expect(
      try output(
        of: """
          print(getmetatable(""), pcall(setmetatable, "", {}), pcall(rawset, getmetatable(""), "__index", error))
          local ok = pcall(function() getmetatable("").__index = error end)
          print(ok, ("x"):rep(2))
          """
      ).split(separator: "\n").last == "false\txx")
  }

  /// An address has eight hexadecimal digits or more; serial numbers are the same in every state.
  @Test func `no address is ever shown`() throws {
    let script = """
      local things = { {}, function() end, print, coroutine.create(print), setmetatable({}, { __name = "mine" }), string.rep, pairs {}, string.gmatch("a", "a"),
        coroutine.wrap(print), load("return 1"), math, _G, package.loaded, debug.traceback, setmetatable({}, { __tostring = function() return "t" end }) }
      for i, v in ipairs(things) do
        print(v, tostring(v), ("%s %p %10s"):format(v, v, v), select(2, pcall(error, v)))
        print(pcall(function() return v + 1 end), pcall(function() return v < v end), pcall(function() return v .. {} end), pcall(function() return #v end))
        print(pcall(string.rep, v), pcall(table.concat, { v }), pcall(setmetatable, v, v), pcall(next, {}, v), pcall(tonumber, v, 10))
        print(debug.traceback(v), debug.traceback("m", 1), pcall(string.format, "%d", v), pcall(string.format, "%q", v), pcall(ipairs, v))
      end
      print(coroutine.running(), ("%p"):format("text"), ("%p"):format(5), ("%p"):format(nil), ("%-20p|"):format(things))
      print(string.format("%5.3s|%p", "abcdef", things), pcall(string.format, "%5.3p", things), #things)
      """
    let first = try output(of: script)
    #expect(first == (try output(of: script)))
    for match in first.matches(of: /(0x)?[0-9a-f]{8,}/) {
      // %p prints serial numbers, and hashes of strings, with leading zeros or 16 digits.
      #expect(match.output.0.hasPrefix("0x00") || match.output.0.count == 18, "\(match.output.0)")
    }
  }

  @Test func `chunks are text however they come`() throws {
    #expect(
      try output(
        of: """
          local parts = { "\\27L", "ua", "xxxx" }
          local i = 0
          print(load(function() i = i + 1 return parts[i] end))
          print(load("\\27Lua", "x", "b"), load("\\27Lua", "x", "tb"), load("\\27Lua", "x", nil))
          print(loadstring, dofile, loadfile, string.dump)
          """
      ).split(separator: "\n").allSatisfy { $0.hasPrefix("nil") })
    let host = RecordingHost()
    host.modules["part"] = "\u{1B}Lua" + String(repeating: "x", count: 40)
    let state = try makeState(host: host)
    let error = #expect(throws: ScriptError.self) { try state.run("require 'part'", name: "test.lua") }
    #expect(error?.message.contains("precompiled") == true)
  }

  @Test func `no finaliser of a script ever runs`() throws {
    #expect(
      try output(
        of: """
          local ran = false
          local mt = {}
          setmetatable({}, mt); mt.__gc = function() ran = true end
          setmetatable({}, mt)
          local late = setmetatable({}, setmetatable({}, { __index = { __gc = function() ran = true end } }))
          getmetatable(late).__gc = function() ran = true end
          late = nil
          for i = 1, 20 do setmetatable({}, { __gc = function() ran = true end }) end
          collectgarbage(); collectgarbage()
          print(ran)
          """) == "false\n")
  }

  /// Bugs of released Lua versions: with the system's patches each is an error or a result.
  @Test(arguments: [
    "local function f() local _ENV <const> = 11; X = 'hi' end pcall(f)",
    "local _ENV <const> = {}; x = 2; local y = x + z",
    "local x <const> = nil; local y = x",
    "local function loop(x, y, z) return 1 + loop(x, y, z) end xpcall(loop, loop)",
    "local function f() return pcall(f) end coroutine.wrap(f)()",
    "local co; co = coroutine.wrap(function() return pcall(co) end) co()",
    "local function f(n) local x <close> = setmetatable({}, { __close = function() error(n) end }) if n > 0 then f(n - 1) end end pcall(f, 190)",
    "local t = setmetatable({}, { __close = function() coroutine.yield() end }) local c = coroutine.wrap(function() local x <close> = t end) c() c()",
    "local c = coroutine.create(function() local x <close> = setmetatable({}, { __close = function() error(2) end }) error(1) end) coroutine.resume(c) coroutine.close(c)",
    "for i = 1, 300 do local s = ('a'):rep(i) assert(load('local ' .. s .. ' = ' .. i .. ' return ' .. s)() == i) end",
    "local s = {} for i = 1, 300 do s[i] = 'x' .. i end load('local ' .. table.concat(s, ','))",
    "local s = {} for i = 1, 70000 do s[i] = i + 0.5 end assert(load('return {' .. table.concat(s, ',') .. '}'))",
    "load(('('):rep(300) .. '1' .. (')'):rep(300))", "load('return ' .. ('{'):rep(300) .. ('}'):rep(300))",
    "load(('do '):rep(300) .. ('end '):rep(300))",
    "string.format('%99999s', 'x')", "string.format('%' .. ('0'):rep(1000) .. 'd', 1)", "string.pack('!17i', 1)",
    "string.unpack('s8', ('\\255'):rep(8))",
    "string.rep('x', -1)", "string.rep('', 1 << 60)", "('x'):rep(1 << 62, ('y'):rep(100))", "utf8.char(1 << 31)",
    "utf8.codepoint('\\xff')",
    "table.unpack({}, 1, 1 << 40)",
    "table.concat({}, 'x', 1, 1 << 62)", "select(-(1 << 62), 1)", "math.random(0, -1)",
    "math.random(math.mininteger, math.maxinteger)",
    "os.date('*t', 1 << 62)", "os.date(('%c'):rep(1000))", "os.date('%Ez')",
    "os.time { year = 1 << 40, month = 1, day = 1 }",
    "tostring(-(0 / 0))", "return 1 << 64, 1 >> -64, math.mininteger // -1, math.mininteger % -1",
    "goto x; ::x:: ::x::", "for i = math.maxinteger - 1, math.maxinteger do end", "for i = 1, 0, 0 do end",
    "for i = 0 / 0, 1 do end",
    "for i = 1, 10, 1e-300 do break end",
  ])
  func `known faults of Lua are errors or results`(script: String) throws {
    let state = try makeState(memoryLimit: 50_000_000)
    state.setDeadline(after: 60)
    do { _ = try state.run(script, name: "test.lua") } catch { #expect(error.kind != .time) }
    #expect(try state.run("return 1", name: "after.lua").first?.double == 1)
  }
}
