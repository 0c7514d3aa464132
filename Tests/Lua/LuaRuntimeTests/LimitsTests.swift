// SPDX-License-Identifier: MIT
import Foundation
import LuaRuntime
import Messages
import Testing

@Suite struct MemoryLimitTests {
  @Test(arguments: [
    "local s = 'x' while true do s = s .. s end",
    "local t = {} while true do t[#t + 1] = {} end",
    "collectgarbage('stop') local t = {} while true do t = {t} end",
    "local s = string.rep('x', 1 << 40)",
    "local t = {} for i = 1, 1e9 do t[i] = coroutine.create(print) end",
  ])
  func `reaching it is its own kind`(script: String) throws {
    let error = try #require(try failure(of: "\n" + script, memoryLimit: 20_000_000))
    #expect(error.kind == .memory)
    #expect(error.message == "out of memory: the memory limit of 20000000 bytes is reached")
    #expect(error.line == 2)
  }

  @Test func `a script may catch it and go on`() throws {
    let state = try makeState(memoryLimit: 20_000_000)
    let results = try state.run(
      "local ok, message = pcall(string.rep, 'x', 1 << 30) return ok, message, #string.rep('x', 1000)", name: "test.lua"
    )
    #expect(results[1].text == "not enough memory")
    #expect(results[2].double == 1000)
  }

  @Test func `garbage does not reach it`() throws {
    #expect(try failure(of: "for i = 1, 100000 do local t = {i, {}, tostring(i)} end", memoryLimit: 4_000_000) == nil)
    #expect(
      try failure(of: "collectgarbage('stop') for i = 1, 100000 do local t = {i, {}} end", memoryLimit: 4_000_000)
        == nil)
  }

  @Test func `charged memory counts against it`() throws {
    let state = try makeState(memoryLimit: 20_000_000)
    try state.charge(15_000_000)
    #expect(throws: ScriptError.self) { try state.charge(6_000_000) }
    let error = #expect(throws: ScriptError.self) { try state.run("return string.rep('x', 6000000)", name: "test.lua") }
    #expect(error?.kind == .memory)
    state.release(15_000_000)
    #expect(try state.run("return #string.rep('x', 6000000)", name: "test.lua").first?.double == 6_000_000)
  }

  @Test func `a refused charge can be caught or ends the script`() throws {
    let state = try makeState(memoryLimit: 20_000_000)
    try state.register("picture") { _ in
      try state.charge(50_000_000)
      return []
    }
    #expect(try state.run("return pcall(picture)", name: "test.lua")[1].text == "not enough memory")
    let error = #expect(throws: ScriptError.self) { try state.run("\n\npicture()", name: "test.lua") }
    #expect(error?.kind == .memory)
    #expect(error?.line == 3)
  }
}

@Suite struct TimeLimitTests {
  static let endless = [
    "::again:: goto again",
    "local function f() return f() end f()",
    "do local x <close> = setmetatable({}, { __close = function() while true do end end }) end",
    "print(setmetatable({}, { __tostring = function() while true do end end }))",
    "while true do coroutine.wrap(function() for i = 1, 1e7 do end end)() end",
    "local t = {} for i = 1, 200 do t[i] = i end while true do table.sort(t, function(a, b) return a > b end) end",
    "while true do pcall(function() while true do end end) end",
    "while true do xpcall(function() while true do end end, function() while true do end end) end",
    "local c = coroutine.wrap(function() while true do pcall(coroutine.yield) end end) while true do c() end",
    "local co = coroutine.create(function() while true do end end) while true do coroutine.resume(co) end",
    "string.find(string.rep('a', 1000), string.rep('.-', 20) .. 'b')",
    "string.gsub(string.rep('a', 100000), '.-.-.-b', '')",
    "table.move({}, 1, 1 << 60, 2)",
    "table.insert(setmetatable({}, { __len = function() return 1 << 60 end }), 1, 0)",
    "table.remove(setmetatable({}, { __len = function() return 1 << 60 end }), 1)",
    "table.concat(setmetatable({}, { __len = function() return 1 << 60 end, __index = function() return '' end }))",
    "load(function() while true do end end) while true do end",
    "setmetatable(_G, { __index = function(_, k) while true do end end }) return missing",
    "local function f() pcall(f) f() end f()",
    "while true do error_ = select(2, pcall(error, setmetatable({}, { __tostring = function() while true do end end }))) end",
    "error(setmetatable({}, { __tostring = function() while true do end end }))",
    "for i = 1, math.huge do local a <close> = setmetatable({}, { __close = function() while true do end end }) end",
  ]

  @Test(arguments: endless) func `it ends every loop by a deadline`(script: String) throws {
    let state = try makeState()
    state.setDeadline(after: 0.02)
    let error = #expect(throws: ScriptError.self) { try state.run(script, name: "test.lua") }
    #expect(error?.kind == .time)
  }

  @Test(arguments: endless) func `it ends every loop by a signal`(script: String) throws {
    let state = try makeState()
    let watchdog = Watchdog(state, seconds: 0.02, grace: 20, message: "watchdog\n")
    let error = #expect(throws: ScriptError.self) { try state.run(script, name: "test.lua") }
    #expect(error?.kind == .time)
    withExtendedLifetime(watchdog) {}
  }

  @Test func `without timers the clock is polled`() async {
    await #expect(processExitsWith: .success) {
      var none = rlimit()
      try #require(setrlimit(__rlimit_resource_t(__RLIMIT_SIGPENDING.rawValue), &none) == 0)
      for script in TimeLimitTests.endless.prefix(12) {
        let state = try makeState()
        state.setDeadline(after: 0.02)
        let error = #expect(throws: ScriptError.self) { try state.run(script, name: "test.lua") }
        #expect(error?.kind == .time)
      }
    }
  }

  /// Returns "hook" if the next instruction would run under a hook, as seen by a trusted script, else "none".
  private func hook(_ state: LuaState) throws -> String? {
    try state.run("return debug.gethook() and 'hook' or 'none'", name: "test.lua").first?.text
  }

  @Test func `a script that goes on meets no hook`() throws {
    let state = try makeState(isTrusted: true)
    state.setDeadline(after: 60)
    #expect(try hook(state) == "hook")
    _ = try state.run("for i = 1, 10000 do end", name: "test.lua")
    #expect(try hook(state) == "none")
    // Likewise in coroutines created earlier.
    _ = try state.run(
      "c = coroutine.wrap(function() while true do coroutine.yield(debug.gethook()) end end) c()", name: "test.lua")
    state.setDeadline(after: nil)
    state.setDeadline(after: 60)
    _ = try state.run("for i = 1, 10000 do c() end", name: "test.lua")
    #expect(try state.run("return c()", name: "test.lua").first?.text == nil)
    state.setDeadline(after: nil)
    #expect(try hook(state) == "none")
  }

  @Test func `coroutines of earlier runs end too`() throws {
    for script in [
      "c()", "coroutine.close(k)", "coroutine.wrap(function() c() end)()", "pcall(c) while true do end",
    ] {
      let state = try makeState()
      _ = try state.run(
        """
        c = coroutine.wrap(function() coroutine.yield() while true do end end) c()
        k = coroutine.create(function() local x <close> = setmetatable({}, { __close = function() while true do end end }) coroutine.yield() end)
        coroutine.resume(k)
        """, name: "test.lua")
      state.setDeadline(after: 0.02)
      let error = #expect(throws: ScriptError.self) { try state.run(script, name: "test.lua") }
      #expect(error?.kind == .time)
      state.setDeadline(after: nil)
    }
  }

  @Test func `a state that goes with its deadline takes the timer with it`() async throws {
    for _ in 0..<200 {
      let state = try makeState()
      state.setDeadline(after: 0.0005)
      _ = try? state.run("for i = 1, 5000 do end", name: "test.lua")
    }
    // A state released by another thread.
    let holder = Holder(try makeState())
    holder.state?.setDeadline(after: 0.5)
    _ = try? holder.state?.run("for i = 1, 10000 do end", name: "test.lua")
    await withCheckedContinuation { continuation in
      Thread {
        holder.state = nil
        continuation.resume()
      }.start()
    }
    usleep(600_000)
  }

  private final class Holder: @unchecked Sendable {
    // Unchecked: used by one thread after the other.
    var state: LuaState?
    init(_ state: LuaState) { self.state = state }
  }

  @Test func `it names the line`() throws {
    let state = try makeState()
    state.setDeadline(after: 0.02)
    let error = #expect(throws: ScriptError.self) { try state.run("local x\n\nwhile true do end", name: "test.lua") }
    #expect(error?.description == "test.lua:3: the time limit is reached")
  }

  /// The clock is polled for the first thousands of instructions, of which each may take long with much memory.
  @Test func `a block of memory that makes instructions slow starts the timer`() throws {
    let state = try makeState(isTrusted: true)
    state.setDeadline(after: 60)
    #expect(try hook(state) == "hook")
    _ = try state.run("s = string.rep('x', 2 ^ 16)", name: "test.lua")
    _ = try state.run("for i = 1, 5000 do end", name: "test.lua")
    #expect(try hook(state) == "none")
    let other = try makeState()
    other.setDeadline(after: 0.05)
    let error = #expect(throws: ScriptError.self) {
      // At most 4,000 instructions, far more than the limit's time.
      try other.run("local s = string.rep('x', 2 ^ 26) for i = 1, 500 do local t = s .. s end", name: "test.lua")
    }
    #expect(error?.kind == .time || error?.kind == .memory)
  }

  @Test func `a deadline passes outside Lua too`() throws {
    let state = try makeState()
    state.setDeadline(after: 1e-6)
    let start = ContinuousClock.now
    while start.duration(to: .now) < .milliseconds(1) {}
    #expect(state.isInterrupted)
  }

  @Test func `the state runs again once it is cleared`() throws {
    let state = try makeState()
    state.interrupt()
    #expect(throws: ScriptError.self) { try state.run("return 1", name: "test.lua") }
    state.clearInterrupt()
    #expect(try state.run("return 1", name: "test.lua").first?.double == 1)
  }

  @Test func `the watchdog ends the program`() async {
    await #expect(processExitsWith: .exitCode(3)) {
      let state = try makeState()
      try state.register("hang") { _ in while true {} }
      let watchdog = Watchdog(state, seconds: 0.01, grace: 0.01, message: "time limit\n")
      _ = try? state.run("hang()", name: "test.lua")
      withExtendedLifetime(watchdog) {}
    }
  }
}

@Suite struct DepthTests {
  @Test(arguments: [
    "local function f() return coroutine.wrap(f)() end\nf()",
    "local function f() f() end\nf()",
    "local t = setmetatable({}, {}) getmetatable(t).__index = function(t, k) return t[k] end\nreturn t.x",
    "local function f() return 1 + tonumber(string.gsub('a', 'a', f)) end\nf()",
    "local function f() local co = coroutine.create(function() local x <close> = setmetatable({}, { __close = f }) coroutine.yield() end)\n"
      + "coroutine.resume(co) local ok, e = coroutine.close(co) if not ok then error(e, 0) end end\nf()",
  ])
  func `nesting too deeply is an error`(script: String) throws {
    let error = try #require(try failure(of: script))
    #expect(error.kind == .invalid)
    #expect(error.message.contains("overflow"))
    #expect(error.line != nil)
  }

  @Test func `calls through the host are counted too`() throws {
    let state = try makeState()
    try state.register("through") { arguments in
      guard case .reference(let function) = arguments[0] else { return [] }
      return try withExtendedLifetime(function) { try state.call(function) }
    }
    let error = #expect(throws: ScriptError.self) {
      try state.run("local function f() through(f) end\nf()", name: "test.lua")
    }
    #expect(error?.message.contains("overflow") == true)
  }

  @Test func `deep parentheses are a syntax error with their line`() throws {
    let error = try #require(
      try failure(
        of: "local a\nlocal x = \(String(repeating: "(", count: 5000))1\(String(repeating: ")", count: 5000))"))
    #expect(error.kind == .syntax)
    #expect(error.line == 2)
  }

  @Test func `recursion that catches itself ends`() throws {
    #expect(try failure(of: "local function f() return pcall(f) end f()") == nil)
  }
}
