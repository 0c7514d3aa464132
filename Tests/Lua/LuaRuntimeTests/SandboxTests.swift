// SPDX-License-Identifier: MIT
import LuaRuntime
import Testing

@Suite struct SandboxTests {
  @Test(arguments: [
    "io", "os.execute", "os.remove", "os.rename", "os.exit", "os.getenv", "os.tmpname", "os.setlocale", "dofile",
    "loadfile", "string.dump",
    "package.loadlib", "package.searchers", "debug.getinfo", "debug.setmetatable", "debug.getregistry", "debug.sethook",
  ])
  func `what reaches outside is absent`(name: String) throws {
    #expect(try output(of: "print(\(name))") == "nil\n")
  }

  @Test(arguments: [
    "string.format", "table.concat", "math.sin", "utf8.char", "coroutine.wrap", "os.difftime", "debug.traceback",
    "select", "warn",
  ])
  func `what is harmless is there`(name: String) throws {
    #expect(try output(of: "print(type(\(name)))") == "function\n")
  }

  @Test func `precompiled chunks are not loaded`() throws {
    #expect(try output(of: "print(load('\\27Lua'))").hasPrefix("nil\t"))
    #expect(try output(of: "print(load('\\27Lua', 'x', 'b'))").hasPrefix("nil\tprecompiled"))
    #expect(try output(of: "print(load('return 7', 'x', 'bt')())") == "7\n")
    #expect(try output(of: "print(load('return x', 'x', 't', { x = 8 })())") == "8\n")
  }

  /// Long strings are quoted and loaded in pieces, so that deadlines are polled; otherwise there is no difference.
  @Test func `what is long is quoted and loaded as what is short`() throws {
    let printed = try output(
      of: #"""
        local parts, quoted = {}, {}
        for i = 1, 300 do
          local t = {}
          for k = 1, 1000 do t[k] = string.char(math.random(4) == 1 and math.random(0, 57) or math.random(0, 255)) end
          -- A byte that says nothing of its neighbours at either end.
          parts[i] = "x" .. table.concat(t) .. "x"
          quoted[i] = ("%q"):format(parts[i]):sub(2, -2)
        end
        local long = table.concat(parts)
        local text = ("%q"):format(long)
        print(text == '"' .. table.concat(quoted) .. '"', ("%d%%|%q|%s"):format(3, long, true) == '3%|' .. text .. '|true')
        print(load("return " .. text)() == long)
        local source = ("a = 1 "):rep(20000)
        print(load(source .. "return x + a", "=name", "t", { x = 8 })())
        print(select(2, load(source .. "\n\nreturn +", "=name")))
        print(((select(2, load(source .. "\n\nreturn +"))):gsub('"a = 1 .*"', '"…"')))
        print(pcall(load(source .. "\nerror('y')", "@file.lua")))
        print(load(source .. "return 1", nil, "b"))
        """#)
    #expect(
      printed
        == """
        true\ttrue
        true
        9
        name:3: unexpected symbol near '+'
        [string "…"]:3: unexpected symbol near '+'
        false\tfile.lua:2: y
        nil\tprecompiled chunks are not allowed here; load the source

        """)
  }

  @Test func `a finaliser is dropped with one warning`() throws {
    let host = RecordingHost()
    let state = try makeState(host: host)
    _ = try state.run(
      "for i = 1, 3 do setmetatable({}, { __gc = function() print('ran') end }) end collectgarbage()", name: "test.lua")
    #expect(host.warnings.count == 1)
    #expect(host.written.isEmpty)
  }

  @Test func `the metatable of strings is out of reach`() throws {
    #expect(try output(of: "print(getmetatable(''), pcall(setmetatable, '', {}))").hasPrefix("false\tfalse"))
  }

  @Test func `modules come from the host once`() throws {
    let host = RecordingHost()
    host.modules["part"] = "print('loaded', ...) return { n = 1 }"
    let state = try makeState(host: host)
    _ = try state.run("print(require 'part' == require 'part', package.loaded.part.n)", name: "test.lua")
    #expect(host.written == "loaded\tpart\tpart.lua\ntrue\t1\n")
  }

  @Test func `paths do not move modules`() throws {
    let error = try #require(try failure(of: "package.path = '/etc/?'\nrequire 'passwd'"))
    #expect(error.message == "module 'passwd' not found: no file 'passwd.lua'")
    #expect(error.line == 2)
  }

  @Test func `a module that requires itself is an error`() throws {
    let host = RecordingHost()
    host.modules["a"] = "require 'b'"
    host.modules["b"] = "require 'a'"
    let state = try makeState(host: host)
    let error = #expect(throws: ScriptError.self) { try state.run("require 'a'", name: "test.lua") }
    #expect(error?.message.contains("requires itself") == true)
    host.modules["a"] = "return 5"
    #expect(try state.run("return require 'a'", name: "test.lua").first?.double == 5)
  }

  @Test func `preloaded modules come first`() throws {
    #expect(
      try output(of: "package.preload.x = function(...) print(...) return 3 end print(require 'x')")
        == "x\t:preload:\n3\t:preload:\n")
  }

  @Test func `warnings reach the host`() throws {
    let host = RecordingHost()
    _ = try makeState(host: host).run("warn('a', 'b') warn('@off') warn('c') warn('@on') warn('d')", name: "test.lua")
    #expect(host.warnings == ["ab", "d"])
  }

  @Test func `trust opens everything`() throws {
    let host = RecordingHost()
    let state = try makeState(isTrusted: true, host: host)
    host.modules["part"] = "return 6"
    let results = try state.run(
      "return type(io.open), type(os.getenv), type(package.loadlib), load(string.dump(function() return 5 end))(), require 'part'",
      name: "test.lua")
    #expect(results[0...2].map(\.text) == ["function", "function", "function"])
    #expect(results[3...4].map(\.double) == [5, 6])
  }
}
