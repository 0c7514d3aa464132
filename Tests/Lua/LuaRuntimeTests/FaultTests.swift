// SPDX-License-Identifier: MIT
import CLuaState
import LuaRuntime
import Messages
import Testing

/// The first allocation fails, then the second, and so on until all succeed: every failure must be an error, and
/// nothing may leak.
@Suite struct FaultTests {
  @Test func `making a state survives every failure`() {
    var allocations = 0
    while (try? LuaState(LuaState.Configuration(), host: RecordingHost(), allocations: allocations)) == nil {
      allocations += 1
      if allocations > 20_000 { break }
    }
    #expect(allocations > 100 && allocations < 20_000)
  }

  @Test func `running a script survives every failure`() throws {
    let script = """
      local parts = {}
      for i = 1, 20 do parts[i] = { name = ('n'):rep(i), i } end
      table.sort(parts, function(a, b) return a.name > b.name end)
      for k, v in pairs { a = 1, b = {}, [3.5] = 2 } do parts[k] = tostring(v) end
      local co = coroutine.wrap(function(...) local x = coroutine.yield(...) error({ code = x }) end)
      co(1)
      local ok, e = pcall(co, 2)
      assert(not ok)
      if type(e) == 'table' then e = e.code end
      local made, text = pcall(string.format, '%s %p %5.1f', parts, parts, 1)
      local n = host('x', parts)
      part = require 'part'
      print(('a,b,c'):gsub('%w', '<%0>'), n, load('return 1')())
      return parts, n
      """
    var survived = false
    for allocations in 0..<5000 {
      let host = RecordingHost()
      host.modules["part"] = "return { 1, 2, 3 }"
      let state = try makeState(host: host)
      try state.register("host") { arguments in [arguments[1], .text("given"), .table([(.text("k"), .integer(1))])] }
      llua_fail_after(state.pointer, Int64(allocations))
      do {
        _ = try state.run(script, name: "test.lua")
        survived = true
      } catch {
        let failed: ScriptError = error
        #expect(failed.kind == .memory || failed.kind == .invalid)
      }
      llua_fail_after(state.pointer, -1)
      // the state remains usable
      #expect(try state.run("return 1 + 1", name: "after.lua").first?.double == 2)
      if survived { break }
    }
    #expect(survived)
  }

  @Test func `references may outlive the state`() throws {
    var reference: LuaReference?
    do {
      let state = try makeState()
      if case .reference(let table)? = try state.run("return {}", name: "test.lua").first { reference = table }
    }
    #expect(reference != nil)
    reference = nil
  }

  @Test func `references that go are collected`() throws {
    let state = try makeState()
    _ = try state.run("weak = setmetatable({}, { __mode = 'k' })", name: "test.lua")
    for _ in 0..<100 { _ = try state.run("local t = {} weak[t] = true return t", name: "test.lua") }
    state.collectGarbage()
    _ = try state.run("", name: "test.lua")
    state.collectGarbage()
    #expect(
      try state.run("local n = 0 for _ in pairs(weak) do n = n + 1 end return n", name: "test.lua").first?.double == 0)
  }
}
