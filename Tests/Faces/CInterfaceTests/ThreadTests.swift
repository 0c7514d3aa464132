// SPDX-License-Identifier: MIT
import CLayerLua
import Foundation
import Testing
import TestSupport

/// One engine used by several threads: a mistake that must be reported without doing harm.
@Suite struct ThreadTests {
  /// Runs a body on another thread and waits for its end.
  private func elsewhere(_ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      body()
      done.signal()
    }
    thread.start()
    done.wait()
  }

  @Test func `a call while another thread is in one is a wrong call, and touches nothing`() throws {
    let client = try Client()
    nonisolated(unsafe) let engine = client.engine
    try client.register("meanwhile") { _ in
      elsewhere {
        #expect(layerlua_set_argument(engine, "a", "b") == LAYERLUA_USAGE)
        #expect(layerlua_run(engine, "return 1", 8, "b.lua", nil) == LAYERLUA_USAGE)
        #expect(layerlua_root(engine) == nil)
        #expect(layerlua_layer_named(engine, "root") == nil)
        let error = layerlua_last_error(engine).pointee
        #expect(error.status == LAYERLUA_USAGE)
        #expect(
          String(cString: error.message).hasPrefix(
            "the engine is in use on another thread: an engine belongs to one thread at a time"))
      }
      // Calls on the engine's own thread still succeed.
      #expect(layerlua_set_argument(engine, "mine", "yes") == LAYERLUA_OK)
      #expect(layerlua_last_error(engine).pointee.status == LAYERLUA_OK)
    }
    try client.run("ca.host.meanwhile() return ca.Layer { name = 'root' }")
    #expect(layerlua_root(engine) != nil)
    // After the call any thread may use it.
    elsewhere { #expect(layerlua_root(engine) != nil && layerlua_set_argument(engine, "a", nil) == LAYERLUA_OK) }
  }

  @Test func `an engine that is freed while another thread is in a call goes when that returns`() throws {
    final class Released: @unchecked Sendable { var count = 0 }
    for isNested in [false, true] {
      let released = Released()
      var config = layerlua_config()
      config.size = MemoryLayout<layerlua_config>.size
      var made: OpaquePointer?
      #expect(layerlua_create(&config, &made, nil, 0) == LAYERLUA_OK)
      nonisolated(unsafe) let engine = try #require(made)
      let user = Unmanaged.passRetained(released).toOpaque()
      let status = layerlua_register(
        engine, "free",
        { call, _ in
          nonisolated(unsafe) let engine = layerlua_call_engine(call)
          let done = DispatchSemaphore(value: 0)
          Thread {
            layerlua_free(engine)
            done.signal()
          }.start()
          done.wait()
          // The engine is not freed yet.
          #expect(layerlua_set_argument(engine, "a", "b") == LAYERLUA_OK)
        }, user, { Unmanaged<Released>.fromOpaque($0!).takeRetainedValue().count += 1 })
      #expect(status == LAYERLUA_OK)
      let script = isNested ? "pcall(ca.host.free) pcall(ca.host.free)" : "ca.host.free()"
      #expect(layerlua_run(engine, script, script.utf8.count, "a.lua", nil) == LAYERLUA_OK)
      #expect(released.count == 1)
    }
  }

  @Test func `threads that all use one engine at random are told, and each call counts once`() throws {
    let client = try Client()
    nonisolated(unsafe) let engine = client.engine
    try client.run("n = 0 function add() n = n + 1 end function total() return n end return ca.Layer { name = 'root' }")
    let counted = Counter()
    let threads = (0..<4).map { seed in
      let done = DispatchSemaphore(value: 0)
      Thread {
        var random = SeededRandom(UInt64(seed))
        for _ in 0..<2000 {
          switch Int.random(in: 0..<4, using: &random) {
          case 0: if layerlua_call(engine, "add", nil, 0, nil, nil) == LAYERLUA_OK { counted.add() }
          case 1: _ = layerlua_set_argument(engine, "a", "b")
          case 2: _ = layerlua_root(engine)
          default: layerlua_cancel(engine)
          }
        }
        done.signal()
      }.start()
      return done
    }
    for thread in threads { thread.wait() }
    var results: UnsafePointer<layerlua_value>?
    var count = 0
    // A cancellation that arrives after the last call ends this one.
    _ = layerlua_call(engine, "total", nil, 0, &results, &count)
    try client.check(layerlua_call(engine, "total", nil, 0, &results, &count))
    let total = try #require(results).pointee.as.number
    // A call cancelled at its end may have added without reporting success.
    #expect(counted.value > 0 && Double(counted.value) <= total && total <= 8000, "\(counted.value) \(total)")
  }

  private final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0
    var value: Int { lock.withLock { count } }
    func add() { lock.withLock { count += 1 } }
  }
}
