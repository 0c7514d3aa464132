// SPDX-License-Identifier: MIT
import LayerEngine
import LayerModel
import Pixels
import Testing
import TestSupport

/// The picture of a frame depends on the script and its time alone: not on earlier frames or on the thread or process
/// that draws it.
@Suite struct FrameOrderTests {
  private static let count = 24
  private static func time(_ frame: Int) -> Double { Double(frame) / 12 }

  /// Every kind of motion at once, each in its own part of the picture.
  static let scene = """
    local root = ca.Layer { bounds = {0, 0, 120, 80}, backgroundColor = "#102030" }
    local function box(x, y, t)
      t.bounds, t.position = {0, 0, 12, 12}, {x, y}
      local layer = (t.class or ca.Layer)(t)
      root:addSublayer(layer)
      return layer
    end

    -- animations: basic, with keyframes along a path, by a spring, in a group, repeated, held back
    local a = box(10, 10, { backgroundColor = "red" })
    a:addAnimation(ca.BasicAnimation { keyPath = "transform.rotation.z", byValue = 3, duration = 2, timingFunction = "easeInEaseOut" })
    local b = box(30, 10, { backgroundColor = "lime" })
    b:addAnimation(ca.KeyframeAnimation {
      keyPath = "position", path = ca.Path "M 30 10 C 50 10 50 30 30 30", duration = 1, calculationMode = "paced", rotationMode = "auto",
    })
    local c = box(60, 10, { backgroundColor = "blue", speed = 1.5, timeOffset = 0.25 })
    c:addAnimation(ca.SpringAnimation { keyPath = "position.y", fromValue = 10, toValue = 30, damping = 3, duration = 2 })
    local d = box(80, 10, { backgroundColor = "orange" })
    d:addAnimation(ca.AnimationGroup {
      animations = {
        ca.BasicAnimation { keyPath = "opacity", fromValue = 1, toValue = 0.2, duration = 0.5, autoreverses = true, repeatCount = 2 },
        ca.BasicAnimation { keyPath = "bounds.size.width", toValue = 24, beginTime = 0.4, duration = 0.6, fillMode = "both" },
      }, duration = 1.6,
    })

    -- a layer whose sublayers go forth, hold, jump back and go again
    local clip = box(110, 70, { bounds = {0, 0, 12, 12} })
    local hand = ca.Layer { bounds = {0, 0, 2, 6}, position = {6, 6}, backgroundColor = "yellow" }
    clip:addSublayer(hand)
    hand:addAnimation(ca.BasicAnimation { keyPath = "transform.rotation.z", byValue = 6, duration = 2 })
    clip:addAnimation(ca.KeyframeAnimation {
      keyPath = "contentsTime", values = {0, 1.5, 1.5, 0.5, 1}, keyTimes = {0, 0.3, 0.5, 0.5, 1}, duration = 1.5,
      repeatCount = 2,
    })

    -- actions and transactions
    local e = box(100, 10, { backgroundColor = "white", cornerRadius = 2 })
    ca.animate({ duration = 1.5, delay = 0.2 }, function()
      e.position, e.backgroundColor = {100, 30}, "fuchsia"
    end)
    local f = box(10, 50, { backgroundColor = "aqua" })
    f:addAnimation(ca.Transition { type = "push", subtype = "fromLeft", duration = 1 })

    -- a class that draws its redraw key, with random numbers
    local Gauge = ca.Layer:subclass("GaugeLayer", { defaults = { level = 0 }, redrawKeys = { "level" } })
    function Gauge:drawInContext(ctx)
      ctx:setFillColor { self.level, 1 - self.level, math.random() }
      ctx:fill { 0, 0, 12 * self.level, 6 + 6 * math.random() }
    end
    local g = Gauge { bounds = {0, 0, 12, 12}, position = {30, 50}, level = 0.1 }
    g:addAnimation(ca.BasicAnimation { keyPath = "level", fromValue = 0.1, toValue = 1, duration = 2 })
    root:addSublayer(g)

    -- a layer that comes to light late and is drawn then, at random too
    local late = ca.Layer { bounds = {0, 0, 12, 12}, position = {50, 50}, hidden = true }
    late.delegate = { drawLayerInContext = function(_, layer, ctx)
      for i = 1, 6 do
        ctx:setFillColor { math.random(), math.random(), math.random() }
        ctx:fill { 2 * i - 2, 0, 2, 12 * math.random() }
      end
    end }
    late:setNeedsDisplay()
    root:addSublayer(late)
    late:addAnimation(ca.BasicAnimation { keyPath = "hidden", fromValue = true, toValue = false, beginTime = 1, duration = 1, fillMode = "forwards" })

    -- copies one after the other, particles
    local copies = ca.ReplicatorLayer { frame = {60, 44, 40, 12}, instanceCount = 4, instanceDelay = 0.15, instanceTransform = ca.Transform.translation(10, 0) }
    local dot = ca.Layer { bounds = {0, 0, 6, 6}, position = {4, 6}, backgroundColor = "yellow" }
    dot:addAnimation(ca.BasicAnimation { keyPath = "transform.scale", fromValue = 0.2, toValue = 1.5, duration = 0.8, repeatCount = math.huge })
    copies:addSublayer(dot)
    root:addSublayer(copies)
    root:addSublayer(ca.EmitterLayer {
      frame = {60, 60, 60, 20}, emitterPosition = {20, 18}, seed = 3,
      emitterCells = { ca.EmitterCell {
        birthRate = 40, lifetime = 0.8, velocity = 25, velocityRange = 10, emissionLongitude = -1.5, emissionRange = 1,
        contents = ca.Image.draw(3, 3, function(ctx) ctx:setFillColor "white" ctx:fill {0, 0, 3, 3} end), scaleRange = 0.5,
      } },
    })

    -- what the script computes for each frame, also what it adds to the tree and draws
    local hand = box(10, 70, { backgroundColor = "silver", bounds = {0, 0, 2, 12} })
    local noise = ca.Layer { bounds = {0, 0, 20, 6}, position = {35, 70} }
    noise.delegate = { drawLayerInContext = function(_, layer, ctx)
      for i = 0, 9 do ctx:setFillColor { math.random(), 0.5, 1 } ctx:fill { 2 * i, 0, 2, 6 } end
    end }
    root:addSublayer(noise)
    ca.onFrame(function(t, index)
      hand["transform.rotation.z"] = t
      noise:setNeedsDisplay()
      root:addSublayer(ca.TextLayer { frame = {2, 60, 50, 10}, fontSize = 7, string = index .. " " .. math.random(100) })
    end)
    return root
    """

  private static func picture(_ engine: Engine, _ layer: Layer, _ frame: Int) throws -> [UInt32] {
    var settings = RenderOptions(time: time(frame))
    settings.frame = frame
    return pixels(try engine.render(layer, settings))
  }

  private static func pixels(_ image: Image) -> [UInt32] { withExtendedLifetime(image) { Array(image.bitmap.pixels) } }

  private static func start(_ script: String, threads: Int = 1) throws -> (Engine, Layer) {
    let engine = try Engine(Engine.Configuration(seed: 5, threads: threads))
    return (engine, try #require(try engine.run(script: script, name: "scene.lua")))
  }

  @Test func `frames in any order equal frames in sequence`() throws {
    let (engine, layer) = try Self.start(Self.scene)
    let sequence = try (0..<Self.count).map { try Self.picture(engine, layer, $0) }
    // Consecutive frames always differ.
    for (a, b) in zip(sequence, sequence.dropFirst()) { #expect(a != b) }

    var random = SeededRandom(1)
    for threads in [1, 3] {
      let (engine, layer) = try Self.start(Self.scene, threads: threads)
      for frame in (0..<Self.count).shuffled(using: &random) {
        #expect(try Self.picture(engine, layer, frame) == sequence[frame], "frame \(frame)")
      }
    }
    // As on another machine: no frame was drawn before.
    for frame in [0, 7, 13, 23] {
      let (engine, layer) = try Self.start(Self.scene)
      #expect(try Self.picture(engine, layer, frame) == sequence[frame], "frame \(frame)")
    }
  }

  @Test func `a picture takes nothing from the script's random numbers`() throws {
    let script = """
      local layer = ca.Layer { bounds = {0, 0, 4, 4} }
      layer.delegate = { drawLayerInContext = function(_, _, ctx) for i = 1, PLACE do math.random() end end }
      layer:setNeedsDisplay()
      ca.onFrame(function() for i = 1, PLACE do math.random() end end)
      local before = math.random()
      ca.render(layer)
      print(before, math.random(), math.random())
      """
    func printed(_ draws: Int) throws -> String {
      let engine = try Engine(Engine.Configuration(seed: 5))
      var text: [UInt8] = []
      engine.onPrint = { text += $0 }
      try engine.run(script: script.replacing("PLACE", with: "\(draws)"), name: "a.lua")
      return String(decoding: text, as: UTF8.self)
    }
    #expect(try printed(0) == printed(7))
  }

  @Test func `what a layer draws at random depends on the seed and the layer not on the order`() throws {
    // Two layers, drawn in both orders.
    func pixels(_ first: String, seed: UInt64 = 5) throws -> [UInt32] {
      let engine = try Engine(Engine.Configuration(seed: seed))
      let script = """
        local root = ca.Layer { bounds = {0, 0, 8, 4} }
        local layers = {}
        for i = 1, 2 do
          local layer = ca.Layer { frame = {4 * i - 4, 0, 4, 4} }
          layer.delegate = { drawLayerInContext = function(_, _, ctx)
            ctx:setFillColor { math.random(), math.random(), math.random() } ctx:fill {0, 0, 4, 4}
          end }
          root:addSublayer(layer)
          layer:setNeedsDisplay()
          layers[i] = layer
        end
        layers[\(first)]:displayIfNeeded()
        return root
        """
      let layer = try #require(try engine.run(script: script, name: "a.lua"))
      return Self.pixels(try engine.render(layer))
    }
    let one = try pixels("1")
    #expect(try pixels("2") == one)
    #expect(one[0] != one[7])
    #expect(try pixels("1", seed: 6) != one)
  }
}
