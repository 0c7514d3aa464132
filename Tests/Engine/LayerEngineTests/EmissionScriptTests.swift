// SPDX-License-Identifier: MIT
import Geometry
import LayerEngine
import LayerModel
import Pixels
import Testing

/// Particles keep the values of their birth: set by scripts or by hosts, in stills, films and shares of films.
@Suite struct EmissionScriptTests {
  private func start(_ script: String, seed: UInt64 = 1) throws -> (engine: Engine, layer: Layer) {
    let engine = try Engine(Engine.Configuration(seed: seed, threads: 1))
    return (engine, try #require(try engine.run(script: script, name: "scene.lua")))
  }

  private func pixels(_ image: Image) -> [UInt32] { withExtendedLifetime(image) { Array(image.bitmap.pixels) } }

  private static let dot = """
    local dot = ca.Image.draw(3, 3, function(ctx) ctx:setFillColor "white" ctx:fill {0, 0, 3, 3} end)
    """

  /// As reported: when a rate fell to 0, its living particles vanished.
  @Test func `a rate that falls to nothing lets those fly on who were born`() throws {
    let (_, layer) = try start(
      """
      local e = ca.EmitterLayer { frame = {0, 0, 100, 100},
        emitterCells = { ca.EmitterCell { name = "c", birthRate = 20, lifetime = 10, velocity = 30 } } }
      e:addAnimation(ca.KeyframeAnimation { keyPath = "birthRate", values = {1, 0, 0}, keyTimes = {0, .5, 1}, duration = 3 })
      return e
      """)
    let emitter = try #require(layer as? EmitterLayer)
    for time in [1.5, 2, 3] { #expect(try emitter.particles(at: time).count == 15) }
  }

  @Test func `every way to set a value is remembered`() throws {
    let ways = [
      "e.emitterCells[1].birthRate = 0", "e['emitterCells.c.birthRate'] = 0",
      "e:setValueForKeyPath(0, 'emitterCells.c.birthRate')", "e.emitterCells[1]:setValueForKey(0, 'birthRate')",
      "e.birthRate = 0", "e:setValueForKey(0, 'birthRate')", "e.emitterCells = {}",
      "ca.animate({ duration = 1e-6 }, function() e.birthRate = 0 end)",
    ]
    for way in ways {
      let (_, layer) = try start(
        """
        local e = ca.EmitterLayer { frame = {0, 0, 100, 100},
          emitterCells = { ca.EmitterCell { name = "c", birthRate = 10, lifetime = 3 } } }
        ca.setCurrentTime(2)
        \(way)
        return e
        """)
      let emitter = try #require(layer as? EmitterLayer)
      // The particle born at 2 s: it gets the values set then, but its cell is removed with it.
      let counts = try [1.95, 3, 4.55, 5.5].map { try emitter.particles(at: $0).count }
      #expect(counts == [19, way.contains("{}") ? 19 : 20, way.contains("{}") ? 4 : 5, 0], "\(way)")
    }
  }

  @Test func `what a host sets as it moves the clock is remembered`() throws {
    let engine = try Engine(Engine.Configuration(threads: 1))
    let layer = try #require(
      try engine.run(
        script: """
          return ca.Layer { bounds = {0, 0, 100, 100}, ca.EmitterLayer { name = "e", frame = {0, 0, 100, 100},
            emitterCells = { ca.EmitterCell { name = "c", birthRate = 10, lifetime = 3 } } } }
          """, name: "a.lua"))
    let emitter = try #require(layer.sublayers.first as? EmitterLayer)
    try layer.scene.advance(to: 2)
    emitter.emitterPosition = Point(50, 0)
    emitter.emitterCells?[0].scale = 3
    try layer.scene.advance(to: 3)
    let all = try emitter.particles()
    #expect(all.count == 30)
    for p in all { #expect((p.x, p.scale) == (p.birth < 2 - 1e-9 ? (0, 1) : (50, 3))) }
  }

  /// Measured with the engine before this design: 2, 3, 0, 0, 0 non-empty pixels.
  @Test func `those who fly on are in the picture`() throws {
    let (engine, layer) = try start(
      """
      \(Self.dot)
      local root = ca.Layer { bounds = {0, 0, 200, 20}, backgroundColor = "black" }
      local e = ca.EmitterLayer { frame = root.bounds, emitterPosition = {10, 10},
        emitterCells = { ca.EmitterCell { contents = dot, birthRate = 20, lifetime = 10, velocity = 40 } } }
      e:addAnimation(ca.KeyframeAnimation { keyPath = "birthRate", values = {1, 0, 0}, keyTimes = {0, .5, 1}, duration = 3 })
      root:addSublayer(e)
      return root
      """)
    let lit = try [0.25, 1.5, 2, 2.9].map { time in
      pixels(try engine.render(layer, RenderOptions(time: time))).count { $0 & 0xFF_FFFF != 0 }
    }
    #expect(lit[0] > 3 && lit[1] >= 15 * 5 && lit[2] >= 15 * 5 && lit[3] >= 15 * 5, "\(lit)")
  }

  @Test func `a function for each frame prints for its frames alone`() throws {
    let engine = try Engine(Engine.Configuration(threads: 1))
    var text = ""
    engine.onPrint = { text += String(decoding: $0, as: UTF8.self) }
    let layer = try #require(
      try engine.run(
        script: """
          \(Self.dot)
          local e = ca.EmitterLayer { frame = {0, 0, 20, 20}, emitterCells = { ca.EmitterCell { contents = dot, birthRate = 10, lifetime = 1 } } }
          ca.onFrame(function(t) print("t = " .. t) e.emitterPosition = {t, math.random()} end)
          return e
          """, name: "a.lua"))
    _ = try engine.render(layer, RenderOptions(time: 0.5))
    #expect(text == "t = 0.5\n")
  }

  @Test func `a time limit holds while a function is asked for other times`() throws {
    var configuration = Engine.Configuration(threads: 1)
    configuration.timeLimit = 0.5
    let engine = try Engine(configuration)
    let layer = try #require(
      try engine.run(
        script: """
          local e = ca.EmitterLayer { frame = {0, 0, 20, 20}, emitterCells = { ca.EmitterCell { birthRate = 10, lifetime = 1e3 } } }
          ca.onFrame(function(t) local x = 0 for i = 1, 3e6 do x = x + i end end)
          return e
          """, name: "a.lua"))
    #expect(throws: (any Error).self) { try engine.render(layer, RenderOptions(time: 100)) }
  }
}
