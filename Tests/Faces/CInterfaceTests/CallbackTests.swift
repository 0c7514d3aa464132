// SPDX-License-Identifier: MIT
import CLayerLua
import Testing

@Suite struct CallbackTests {
  @Test func `a script calls the host`() throws {
    let client = try Client()
    defer { withExtendedLifetime(client) {} }
    try client.register("add") { call in
      var sum = 0.0
      for index in 0..<layerlua_call_argument_count(call) {
        sum += layerlua_call_argument(call, index).pointee.as.number
      }
      var result = layerlua_value.number(sum)
      layerlua_call_return(call, &result)
      layerlua_call_return(call, &result)
      #expect(layerlua_call_argument(call, 100).pointee.kind == LAYERLUA_NIL)
    }
    try client.run("print(ca.host.add(1, 2, 3.5))")
    #expect(client.log.printed == "6.5\t6.5\n")
  }

  @Test func `no text of a script is cut or commands a terminal`() throws {
    let client = try Client()
    defer { withExtendedLifetime(client) {} }
    let code = #"error("a\27[2J\0b\u{9b}c\tT")"#
    #expect(layerlua_run(client.engine, code, code.utf8.count, "b.lua", nil) == LAYERLUA_SCRIPT)
    #expect(client.message == "a\u{1b}[2J\\0b\u{9b}c\tT")
    let said = client.error.description.map { String(cString: $0) }
    #expect(said == #"b.lua:1: a\27[2J\0b\u{9b}c"# + "\tT")
  }

  @Test func `a failure is an error of the script`() throws {
    let client = try Client()
    defer { withExtendedLifetime(client) {} }
    try client.register("brew") { call in layerlua_call_fail(call, "no water") }
    try client.run("print(pcall(ca.host.brew))")
    #expect(client.log.printed.hasSuffix("ca.host.brew: no water\n"))
    #expect(layerlua_run(client.engine, "\nca.host.brew()", 15, "b.lua", nil) == LAYERLUA_SCRIPT)
    #expect(client.error.line == 2 && client.message == "ca.host.brew: no water")
  }

  @Test func `the host may use the engine in a callback`() throws {
    let client = try Client()
    defer { withExtendedLifetime(client) {} }
    try client.register("dim") { call in
      let engine = layerlua_call_engine(call)
      let layer = layerlua_call_argument(call, 0).pointee.as.layer
      #expect(layerlua_set_number(engine, layer, "opacity", 0.25) == LAYERLUA_OK)
      var pixels = [UInt8](repeating: 0, count: 4)
      #expect(layerlua_render(engine, layer, nil, 0, &pixels, 4, 0) == LAYERLUA_OK)
      #expect(layerlua_run(engine, "inner = true", 12, "inner.lua", nil) == LAYERLUA_OK)
      #expect(layerlua_set_number(engine, layer, "opacity", 7) == LAYERLUA_USAGE)
    }
    try client.run(
      "local l = ca.Layer { bounds = {0, 0, 1, 1}, backgroundColor = 'red' } ca.host.dim(l) print(l.opacity, inner)")
    #expect(client.log.printed == "0.25\ttrue\n")
  }

  @Test func `a script's function is kept and called`() throws {
    let client = try Client()
    defer { withExtendedLifetime(client) {} }
    var kept: OpaquePointer?
    try client.register("onTick") { call in
      kept = layerlua_call_argument(call, 0).pointee.as.function
      #expect(layerlua_keep_function(layerlua_call_engine(call), kept) == LAYERLUA_OK)
    }
    try client.run("local n = 0 ca.host.onTick(function(dt) n = n + dt return n end) collectgarbage()")
    var results: UnsafePointer<layerlua_value>?
    var count = 0
    for _ in 0..<3 {
      try client.check(layerlua_call_function(client.engine, kept, [.number(0.5)], 1, &results, &count))
    }
    #expect(try #require(results)[0].as.number == 1.5)
    try client.check(layerlua_release_function(client.engine, kept))
  }

  @Test func `values are offered by name`() throws {
    let client = try Client()
    defer { withExtendedLifetime(client) {} }
    var value = layerlua_value.numbers(LAYERLUA_COLOR, 1, 0, 0, 1)
    try client.check(layerlua_define(client.engine, "accent", &value))
    try client.run("print(ca.host.accent == ca.Color('red'))")
    try client.check(layerlua_define(client.engine, "accent", nil))
    try client.run("print(ca.host.accent)")
    #expect(client.log.printed == "true\nnil\n")
    #expect(layerlua_define(client.engine, "not a name", &value) == LAYERLUA_USAGE)
  }

  @Test func `user data is released once`() throws {
    final class Count { var released = 0 }
    let count = Count()
    func register(_ engine: OpaquePointer, _ name: String) -> layerlua_status {
      layerlua_register(
        engine, name, { _, _ in }, Unmanaged.passUnretained(count).toOpaque(),
        { Unmanaged<Count>.fromOpaque($0!).takeUnretainedValue().released += 1 })
    }
    do {
      let client = try Client()
      #expect(register(client.engine, "a") == LAYERLUA_OK)
      #expect(register(client.engine, "a") == LAYERLUA_OK)
      #expect(count.released == 1)
      #expect(register(client.engine, "b") == LAYERLUA_OK)
      #expect(layerlua_register(client.engine, "b", nil, nil, nil) == LAYERLUA_OK)
      #expect(count.released == 2)
      #expect(register(client.engine, "1") == LAYERLUA_USAGE)
      #expect(count.released == 3, "also where it cannot be registered, so that the caller need not ask")
    }
    #expect(count.released == 4)
  }

  @Test func `an engine freed in its own callback goes afterwards`() throws {
    var engine: OpaquePointer?
    var released = false
    try #require(layerlua_create(nil, &engine, nil, 0) == LAYERLUA_OK)
    withUnsafeMutablePointer(to: &released) { flag in
      #expect(
        layerlua_register(
          engine, "leave", { call, _ in layerlua_free(layerlua_call_engine(call)) }, flag,
          { $0?.assumingMemoryBound(to: Bool.self).pointee = true }) == LAYERLUA_OK)
      #expect(layerlua_run(engine, "ca.host.leave() assert(ca.Layer())", 34, "a.lua", nil) == LAYERLUA_OK)
    }
    #expect(released)
  }
}
