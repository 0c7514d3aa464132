// SPDX-License-Identifier: MIT
import LayerEngine
import Testing

/// Text, shadows, masks, animation, drawing in Lua, a host function and a host image.
private let scene = """
  local root = ca.Layer { bounds = {0, 0, 120, 80}, backgroundColor = 'white' }
  for i = 1, 12 do
    local l = ca.Layer { frame = {i * 8, ca.host.wave(i), 20, 20}, cornerRadius = 5, backgroundColor = {i / 12, 0.5, 1 - i / 12},
      shadowOpacity = 0.5, shadowRadius = 4, transform = ca.Transform.rotation(i / 5) }
    l:addAnimation(ca.BasicAnimation { keyPath = 'opacity', fromValue = 0, toValue = 1, duration = 2 }, 'o')
    root:addSublayer(l)
  end
  root:addSublayer(ca.TextLayer { frame = {5, 50, 100, 20}, string = 'Several at once', fontSize = 12, foregroundColor = 'black' })
  root:addSublayer(ca.Layer { frame = {90, 50, 16, 16}, contents = 'logo' })
  root.delegate = { drawLayerInContext = function(_, _, ctx) for i = 1, 40 do ctx:fill({math.random() * 120, math.random() * 80, 3, 3}) end end }
  root:setNeedsDisplay()
  return root
  """

private func draw(threads: Int, _ time: Double) throws -> [UInt8] {
  let engine = try Engine(Engine.Configuration(seed: 7, threads: threads))
  try engine.register("wave") { (i: Int) -> Double in Double(i * i % 17) }
  let pixels = (0..<16 * 16).flatMap { (i: Int) -> [UInt8] in [UInt8(i), UInt8(255 - i), 128, 255] }
  engine.register(Image(try Bitmap(width: 16, height: 16, scale: 1, straightBytes: pixels)), named: "logo")
  let root = try engine.run(script: scene, name: "a.lua")
  return try engine.encode(#require(root), format: "png", PictureOptions(scale: 2, time: time))
}

@Suite struct ThreadsTests {
  @Test func `engines on several threads draw the same bytes as one alone`() throws {
    let expected = try draw(threads: 1, 0.7)
    let results = Collected<[UInt8]>()
    let threads = (0..<4).map { i in
      runThread { for _ in 0..<3 { results.append((try? draw(threads: i % 3 + 1, 0.7)) ?? []) } }
    }
    for thread in threads { thread.wait() }
    #expect(results.values.count == 12)
    #expect(results.values.allSatisfy { $0 == expected })
    #expect(try draw(threads: 1, 0.2) != expected)
  }

  @Test func `an engine may move from thread to thread`() throws {
    // Used by one thread at a time: each hands it on when finished.
    nonisolated(unsafe) let engine = try Engine()
    nonisolated(unsafe) var sum = 0.0
    try engine.run(script: "n = 0 function step() n = n + 1 return n end", name: "a.lua")
    for _ in 0..<4 { runThread { sum += (try? engine.call("step").first?.asNumber) ?? -100 }.wait() }
    #expect(sum == 10)
  }

  @Test func `an engine in use on another thread says so`() throws {
    nonisolated(unsafe) let engine = try Engine()
    let messages = Collected<String>()
    try engine.register("meanwhile") {
      runThread {
        do { try engine.run(script: "return 1", name: "b.lua") } catch {
          let error = EngineError(error)
          messages.append("\(error.kind) \(error.message)")
        }
        do { _ = try engine.call("f") } catch {
          let error = EngineError(error)
          messages.append("\(error.kind) \(error.message)")
        }
      }.wait()
    }
    try engine.run(script: "ca.host.meanwhile()", name: "a.lua")
    #expect(messages.values.count == 2)
    #expect(
      messages.values.allSatisfy { $0.hasPrefix("usage the engine is in use on another thread") }, "\(messages.values)")
    try engine.run(script: "x = 1", name: "a.lua")
  }
}
