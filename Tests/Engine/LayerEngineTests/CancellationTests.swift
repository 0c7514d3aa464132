// SPDX-License-Identifier: MIT
import Foundation
import LayerEngine
import Testing
import TestSupport

/// Cancels after some seconds, from another thread.
private func cancel(_ token: CancellationToken, after seconds: Double) {
  Thread {
    Thread.sleep(forTimeInterval: seconds); token.cancel()
  }.start()
}

@Suite struct CancellationTests {
  @Test(arguments: [
    "while true do end", "while true do pcall(function() while true do end end) end",
    "local c = coroutine.wrap(function() while true do end end) c()",
    "while true do local l = ca.Layer { bounds = {0, 0, 1, 1} } end",
    "local t = {} for i = 1, 1e6 do t[i] = i end while true do table.sort(t, function(a, b) return a > b end) end",
  ])
  func `a script that does not end is cancelled`(script: String) throws {
    let engine = try Engine()
    let token = CancellationToken()
    engine.cancellation = token
    cancel(token, after: 0.05)
    let error = try #require(throws: EngineError.self) { try engine.run(script: script, name: "a.lua") }
    #expect(error.kind == .cancelled && error.message == "cancelled" && error.script == "a.lua")
  }

  @Test func `a script that ends right after it was cancelled is cancelled`() throws {
    let engine = try Engine()
    let before = try engine.run(script: "return ca.Layer { name = 'before' }", name: "a.lua")
    let token = CancellationToken()
    engine.cancellation = token
    try engine.register("stop") { () -> Double in
      token.cancel()
      return 1
    }
    for script in [
      "ca.host.stop()", "return ca.host.stop()", "local l = ca.Layer { name = tostring(ca.host.stop()) } return l",
    ] {
      let error = #expect(throws: EngineError.self) { try engine.run(script: script, name: "b.lua") }
      #expect(error?.kind == .cancelled && error?.message == "cancelled", "\(script)")
      #expect(engine.rootLayer === before)
    }
    engine.cancellation = nil
    try engine.run(script: "assert(ca.host.stop() == 1)", name: "c.lua")
  }

  @Test func `a long render is cancelled`() throws {
    // Blending that takes half a minute on a fast machine.
    let script = """
      local root = ca.Layer { bounds = {0, 0, 8000, 8000} }
      for i = 1, 3000 do root:addSublayer(ca.Layer { frame = {i / 7, 0, 8000, 8000}, backgroundColor = {1, 0, 0, 0.01}, cornerRadius = 400 }) end
      return root
      """
    for threads in [1, 3] {
      let engine = try Engine(Engine.Configuration(threads: threads))
      let token = CancellationToken()
      engine.cancellation = token
      let root = try #require(try engine.run(script: script, name: "a.lua"))
      cancel(token, after: 0.1)
      let error = try #require(throws: EngineError.self) { try engine.render(root) }
      #expect(error.kind == .cancelled)
    }
  }

  @Test func `a render that a script starts is cancelled and cannot be caught`() throws {
    let engine = try Engine()
    let token = CancellationToken()
    engine.cancellation = token
    cancel(token, after: 0.1)
    let error = try #require(throws: EngineError.self) {
      try engine.run(
        script: """
          local root = ca.Layer { bounds = {0, 0, 8000, 8000} }
          for i = 1, 3000 do root:addSublayer(ca.Layer { frame = {i / 7, 0, 8000, 8000}, backgroundColor = {1, 0, 0, 0.01}, cornerRadius = 400 }) end
          while true do pcall(ca.render, root) end
          """, name: "a.lua")
    }
    #expect(error.kind == .cancelled)
  }

  @Test func `reading a package is cancelled`() throws {
    let folder = Checkout.root + "/Tests/Packages"
    let engine = try Engine(Engine.Configuration(readableDirectories: [folder]))
    let token = CancellationToken()
    engine.cancellation = token
    #expect(try engine.package(at: folder + "/states.ca").kind == .scene)
    token.cancel()
    let error = try #require(throws: EngineError.self) { try engine.package(at: folder + "/states.ca") }
    #expect(error.kind == .cancelled)
  }

  @Test func `an engine works again with another token`() throws {
    let engine = try Engine()
    let token = CancellationToken()
    token.cancel()
    engine.cancellation = token
    #expect(
      try #require(throws: EngineError.self) { try engine.run(script: "x = 1", name: "a.lua") }.kind == .cancelled)
    engine.cancellation = CancellationToken()
    try engine.run(script: "assert(x == nil) function f() return 7 end", name: "a.lua")
    let stuck = CancellationToken()
    engine.cancellation = stuck
    cancel(stuck, after: 0.02)
    #expect(throws: EngineError.self) { try engine.run(script: "while true do end", name: "a.lua") }
    engine.cancellation = nil
    #expect(try engine.call("f") == [7])
  }

  @Test func `one token ends the work of several engines`() throws {
    let token = CancellationToken()
    let kinds = Collected<EngineError.Kind>()
    let threads = (0..<3).map { _ in
      runThread {
        guard let engine = try? Engine() else { return }
        engine.cancellation = token
        do { try engine.run(script: "while true do end", name: "a.lua") } catch {
          if let error = error as? EngineError { kinds.append(error.kind) }
        }
      }
    }
    cancel(token, after: 0.1)
    for thread in threads { thread.wait() }
    #expect(kinds.values == [.cancelled, .cancelled, .cancelled])
  }

  @Test func `a host function that swallows the end does not stop it`() throws {
    let engine = try Engine()
    let token = CancellationToken()
    engine.cancellation = token
    try engine.register("swallow") { (function: ScriptFunction) in _ = try? function() }
    try engine.register("cancel") { () in token.cancel() }
    let error = try #require(throws: EngineError.self) {
      try engine.run(
        script: "ca.host.swallow(function() ca.host.cancel() while true do end end) while true do end", name: "a.lua")
    }
    #expect(error.kind == .cancelled)
  }

  @Test func `a time limit counts work and starts anew with each run`() throws {
    let engine = try Engine(Engine.Configuration(timeLimit: 1))
    try engine.run(
      script: "function spin(s) local t = os.clock while true do end end function f() return 1 end", name: "a.lua")
    let error = try #require(throws: EngineError.self) { try engine.call("spin") }
    #expect(error.kind == .limit && error.message == "the time limit of 1.0 s is reached")
    Thread.sleep(forTimeInterval: 1.2)
    #expect(try engine.call("f") == [1])
    try engine.run(script: "return ca.Layer { bounds = {0, 0, 1, 1} }", name: "a.lua")
    Thread.sleep(forTimeInterval: 1.2)
    #expect(try engine.render(#require(engine.rootLayer)).width == 1)
  }

  @Test func `time limits of engines on several threads are their own`() throws {
    let messages = Collected<String>()
    let threads = (0..<8).map { place in
      runThread {
        // Every other thread blocks signals, as worker pools do.
        if place % 2 == 0 {
          var all = sigset_t()
          sigfillset(&all)
          pthread_sigmask(SIG_SETMASK, &all, nil)
        }
        func isBlocked() -> Bool {
          var now = sigset_t()
          pthread_sigmask(SIG_SETMASK, nil, &now)
          return sigismember(&now, __libc_current_sigrtmin() + 6) == 1
        }
        let wasBlocked = isBlocked()
        guard let engine = try? Engine(Engine.Configuration(timeLimit: place < 4 ? 0.05 + Double(place) / 100 : 60))
        else {
          return
        }
        engine.cancellation = CancellationToken()
        do {
          for _ in 0..<3 {
            let script =
              place < 4
              ? "while true do pcall(function() local c = coroutine.wrap(function() while true do end end) c() end) end"
              : "local n = 0 for i = 1, 3000000 do n = n + i end assert(n == 4500001500000)"
            do { try engine.run(script: script, name: "a.lua") } catch {
              messages.append("\(place) \((error as? EngineError)?.message ?? "?")")
            }
          }
          if isBlocked() != wasBlocked { messages.append("\(place) has another mask than before") }
        }
      }
    }
    for thread in threads { thread.wait() }
    let expected = (0..<4).flatMap { place in
      Array(repeating: "\(place) the time limit of \(0.05 + Double(place) / 100) s is reached", count: 3)
    }
    #expect(messages.values.sorted() == expected.sorted())
  }

  @Test func `an engine within another ends by its own limit`() throws {
    let outer = try Engine(Engine.Configuration(timeLimit: 30))
    let inner = try Engine(Engine.Configuration(timeLimit: 1))
    try outer.register("inner") { (script: String) -> String in
      do { try inner.run(script: script, name: "inner.lua") } catch { return "\(error)" }
      return "done"
    }
    try outer.run(
      script: """
        for i = 1, 20000 do end
        said = ca.host.inner("for i = 1, 20000 do end while true do end")
        again = ca.host.inner("x = 1")
        for i = 1, 20000 do end
        function f() return said, again end
        """, name: "outer.lua")
    #expect(try outer.call("f") == ["inner.lua:1: the time limit of 1.0 s is reached", "done"])
  }

  @Test func `each call has a time limit of its own`() throws {
    let engine = try Engine(Engine.Configuration(timeLimit: 1))
    try engine.run(script: "n = 0 function short() n = n + 1 end function long() while true do end end", name: "a.lua")
    // Enough calls to exceed one limit together.
    let start = Date()
    while Date().timeIntervalSince(start) < 1.1 { try engine.call("short") }
    #expect(try #require(throws: EngineError.self) { try engine.call("long") }.kind == .limit)
  }

  @Test func `a long render ends with the time limit`() throws {
    let engine = try Engine(Engine.Configuration(timeLimit: 1))
    let root = Layer(in: engine.scene)
    root.bounds = Rect(0, 0, 8000, 8000)
    for i in 0..<3000 {
      let layer = Layer(in: engine.scene)
      layer.frame = Rect(Double(i) / 7, 0, 8000, 8000)
      layer.backgroundColor = .color(Color(red: 1, green: 0, blue: 0, alpha: 0.01))
      try root.addSublayer(layer)
    }
    try engine.run(script: "", name: "a.lua")
    let error = try #require(throws: EngineError.self) { try engine.render(root) }
    #expect(error.kind == .limit && error.message == "the time limit of 1.0 s is reached")
  }
}

/// A thread-safe collection of values.
final class Collected<Value: Sendable>: @unchecked Sendable {
  // Unchecked: only accessed under the lock.
  private let lock = NSLock()
  private var list: [Value] = []
  func append(_ value: Value) { lock.withLock { list.append(value) } }
  var values: [Value] { lock.withLock { list } }
}

/// A thread that can be joined.
final class Running: Sendable {
  fileprivate let done = DispatchSemaphore(value: 0)
  func wait() { done.wait() }
}

func runThread(stackSize: Int = 8 << 20, _ body: @escaping @Sendable () -> Void) -> Running {
  let running = Running()
  let thread = Thread {
    body()
    running.done.signal()
  }
  thread.stackSize = stackSize
  thread.start()
  return running
}
