// SPDX-License-Identifier: MIT
import LayerEngine
import Testing

@Suite struct FilmFrameScriptTests {
  static let moving = """
    local root = ca.Layer { bounds = {0, 0, 8, 8} }
    local dot = ca.Layer { frame = {0, 0, 2, 2}, backgroundColor = 'red' }
    root:addSublayer(dot)
    dot:addAnimation(ca.BasicAnimation { keyPath = 'position.x', fromValue = 1, toValue = 7, duration = 1 })

    """

  @Test func `functions called before each picture end with the next script`() throws {
    let engine = try Engine()
    var output = ""
    engine.onPrint = { output += String(decoding: $0, as: UTF8.self) }
    func script(_ name: String) -> String {
      """
      local l = ca.Layer { bounds = {0, 0, 4, 4} }
      ca.onFrame(function() print "\(name)" end)
      ca.timeline():run(function() print "line \(name)" end, { duration = 1 })
      return l
      """
    }
    let first = try #require(try engine.run(script: script("a"), name: "a.lua"))
    _ = try engine.render(first)
    _ = try engine.render(first)
    #expect(output == "a\nline a\na\nline a\n")
    output = ""
    let second = try #require(try engine.run(script: script("b"), name: "b.lua"))
    _ = try engine.render(second)
    #expect(output == "b\nline b\n")
    output = ""
    let third = try #require(try engine.run(script: "return ca.Layer { bounds = {0, 0, 4, 4} }", name: "c.lua"))
    _ = try engine.render(third)
    #expect(output.isEmpty)
    // A script that a host function runs is part of the one that called it.
    try engine.register("nested") { [unowned engine] in
      _ = try engine.run(script: "return ca.Layer()", name: "inner.lua")
    }
    let outer = try #require(
      try engine.run(
        script: "ca.onFrame(function() print 'outer' end) ca.host.nested() return ca.Layer { bounds = {0, 0, 4, 4} }",
        name: "outer.lua"))
    _ = try engine.render(outer)
    #expect(output == "outer\n")
  }

  @Test func `an engine runs any number of scripts with functions of frames`() throws {
    let engine = try Engine()
    for _ in 1...1001 { try engine.run(script: "ca.onFrame(function() end)", name: "a.lua") }
  }

  @Test func `a script asks for the length of a film and for its frames`() throws {
    #expect(
      try printed(
        Self.moving + """
          local film = ca.filmLength(root, { fps = 4 })
          print(film.frames, film.fps, film.from, film.duration)
          for i = 0, film.frames - 1 do
            local frame, still = ca.render(root, { fps = 4, frames = i }), ca.render(root, { time = i / 4 })
            print(frame:pixels() == still:pixels(), frame:pixel(1 + 6 * i // 4, 0))
          end
          print(ca.filmLength(root, { fps = 4, duration = 2, from = 1 }).frames, ca.filmLength(root, { frames = '1,5-9' }).frames)
          print(ca.render(root, { frames = 3, scale = 2 }).width)
          """)
        == [
          "4\t4\t0\t1", "true\t1\t0\t0\t1", "true\t1\t0\t0\t1", "true\t1\t0\t0\t1", "true\t1\t0\t0\t1", "8\t6", "16",
        ])
  }

  @Test func `a frame runs the functions of its number`() throws {
    let lines = try printed(
      Self.moving + """
        local seen = {}
        ca.onFrame(function(time, frame) seen[#seen + 1] = ("%g %d"):format(time, frame) end)
        ca.render(root, { fps = 4, frames = 2 })
        print(seen[1], #seen)
        """)
    #expect(lines == ["0.5 2\t1"])
  }

  @Test func `what is no frame is an error`() throws {
    for (options, words) in [
      ("{ fps = 4 }", "one frame with frames = 12"), ("{ fps = 4, frames = '0-1' }", "one frame with frames = 12"),
      ("{ fps = 4, duration = 1, frames = 400 }", "there is no frame 400"),
      ("{ frames = 0, time = 1 }", "time is for single pictures"),
      ("{ frames = 'a' }", "frames: "),
    ] {
      let error = try #require(try failure(Self.moving + "ca.render(root, \(options))"), "\(options)")
      #expect(error.kind == .script && error.message.contains(words), "\(error)")
    }
    #expect(try failure("ca.filmLength(ca.Layer { bounds = {0, 0, 1, 1} })")?.message.contains("has an end") == true)
    #expect(try failure("ca.filmLength(ca.Layer { bounds = {0, 0, 1, 1} }, { scale = 2 })") != nil)
  }

  /// Layers that draw from a stream of random numbers, some of them hidden, and random changes between pictures.
  private static func displays(seed: Int, register: String) -> String {
    """
    local choice, ink, calls = ca.random(\(seed)), ca.random(3), 0
    local Sketch = ca.Layer:subclass("Sketch")
    local function draw(ctx)
      calls = calls + 1
      ctx:setFillColor { ink(), ink(), ink() }
      ctx:fill { ink(0, 6), ink(0, 6), 5, 5 }
    end
    function Sketch:drawInContext(ctx) draw(ctx) end
    local delegate = { drawLayerInContext = function(_, _, ctx) draw(ctx) end }
    local shower = { displayLayer = function(_, layer)
      calls = calls + 1
      layer.contents = ca.Image.draw(4, 4, function(ctx) ctx:setFillColor { ink(), 0, 0 } ctx:fill { 0, 0, 4, 4 } end)
    end }
    local root = ca.Layer { bounds = {0, 0, 24, 16} }
    for i = 0, 5 do
      local layer = (i % 3 == 0 and Sketch or ca.Layer) { frame = {8 * (i % 3), 8 * (i // 3), 8, 8}, hidden = i == 4 }
      layer.delegate = i % 3 == 1 and delegate or i % 3 == 2 and shower or nil
      layer:setNeedsDisplay()
      root:addSublayer(layer)
    end
    root:addSublayer(ca.DrawableLayer { frame = {0, 0, 4, 4}, delegate = delegate })
    \(register)
    for step = 1, 12 do
      local layer = root.sublayers[choice(#root.sublayers)]
      local what = choice(5)
      if what == 1 then layer:setNeedsDisplay() end
      if what == 2 then layer:setNeedsDisplay { choice(0, 4), choice(0, 4), 3, 3 } end
      if what == 3 then layer.bounds = {0, 0, choice(4, 9), 8} layer:setNeedsDisplay() end
      if what == 4 then layer.hidden = not layer.hidden end
      local picture = ca.render(root, { time = choice(0, 9) / 10, scale = choice(1, 2) })
      print(calls, (picture:pixels():gsub(".", function(c) return ("%02x"):format(c:byte()) end)))
    end
    """
  }

  @Test(arguments: 1...12) func `a function of frames that changes nothing changes no picture`(seed: Int) throws {
    let plain = try printed(Self.displays(seed: seed, register: ""))
    for register in ["ca.onFrame(function() end)", "ca.timeline():run(function() end, { duration = 1 })"] {
      #expect(try printed(Self.displays(seed: seed, register: register)) == plain, "\(register)")
    }
  }

  @Test func `the files of a film do not depend on what was drawn before`() throws {
    let lines = try printed(
      """
      local sky, calls = ca.Layer { bounds = {0, 0, 8, 8} }, 0
      local R = ca.random(3)
      sky.delegate = { drawLayerInContext = function(_, _, ctx)
        calls = calls + 1
        for _ = 1, 9 do ctx:fill { R(0, 7), R(0, 7), 1, 1 } end
      end }
      sky:setNeedsDisplay()
      ca.onFrame(function() end)
      local first = ca.render(sky, { fps = 10, duration = 0.5, frames = 0 }):pixels()
      for i = 4, 1, -1 do
        print(ca.render(sky, { fps = 10, duration = 0.5, frames = i }):pixels() == first)
      end
      print(calls)
      """)
    #expect(lines == ["true", "true", "true", "true", "1"])
  }

  @Test(arguments: [
    (
      "ca.setCurrentTime(t + 1)",
      "ca.setCurrentTime: the clock stands still while a frame is drawn; in ca.onFrame use its argument t"
    ),
    ("ca.onFrame(print)", "ca.onFrame: a function outlives the frame"),
    (
      "ca.Filter.custom { name = 'none', kernel = function(x, y, sample) return sample(x, y) end }",
      "ca.Filter.custom: a filter outlives the frame"
    ),
    ("ca.film { sound = false }", "ca.film: a film's sound outlives the frame"),
    ("ca.timeline()", "a time line cannot be made while a picture is drawn"),
  ])
  func `a frame cannot change the script for good`(code: String, words: String) throws {
    let lines = try printed(
      """
      local layer = ca.Layer { bounds = {0, 0, 4, 4} }
      ca.onFrame(function(t) \(code) end)
      print(select(2, pcall(ca.render, layer, { time = 0.5 })))
      print(ca.currentTime())
      """)
    #expect(lines[0].contains(words), "\(lines)")
    #expect(lines[1] == "0")
  }

  @Test func `transactions and names are after a frame as they were before`() throws {
    let lines = try printed(
      """
      local root = ca.Layer { bounds = {0, 0, 4, 4}, ca.Layer { name = "a" }, ca.Layer { name = "b" } }
      local a, b = root.sublayers[1], root.sublayers[2]
      local called = 0
      ca.onFrame(function()
        ca.Transaction.setDisableActions(false)
        ca.Transaction.setAnimationDuration(3)
        ca.Transaction.setValue(1, "own")
        ca.Transaction.setCompletionBlock(function() called = called + 1 end)
        ca.Transaction.begin()
        a.name, b.name = "b", "other"
        root:addSublayer(ca.Layer { name = "c" })
        a.opacity = 0.5
      end)
      local function state()
        print(ca.Transaction.disableActions(), ca.Transaction.animationDuration(), ca.Transaction.value("own"),
          ca.Transaction.completionBlock(), root:sublayer("a") == a, root:sublayer("b") == b, root:sublayer("c"),
          root:sublayer("other"), #a:animationKeys(), a.opacity)
      end
      state()
      for i = 0, 3 do ca.render(root, { time = i }) end
      state()
      print(pcall(ca.Transaction.commit))
      a.opacity = 0.25
      ca.setCurrentTime(9)
      print(#a:animationKeys(), called)
      """)
    #expect(lines[0] == lines[1] && lines[0].hasPrefix("true\t0.25\tnil\tnil\ttrue\ttrue\tnil\tnil\t0\t1"), "\(lines)")
    #expect(lines[2].hasPrefix("false"))
    #expect(lines[3] == "0\t0")
  }

  @Test func `many frames may begin transactions`() throws {
    #expect(
      try printed(
        """
        local root = ca.Layer { bounds = {0, 0, 4, 4} }
        ca.onFrame(function() ca.Transaction.begin() end)
        for i = 1, 1001 do ca.render(root) end
        print "done"
        """) == ["done"])
  }

  @Test(arguments: ["", "layer:setNeedsDisplay()"])
  func `tiles do not depend on the frame that drew them first`(before: String) throws {
    func frames(_ order: String) throws -> [String] {
      let lines = try printed(
        """
        local layer, calls = ca.TiledLayer { bounds = {0, 0, 8, 8}, tileSize = {8, 8} }, 0
        layer.delegate = { drawLayerInContext = function(_, _, ctx)
          calls = calls + 1
          ctx:setFillColor { math.random(), math.random(), 0 }
          ctx:fill { 0, 0, 8, 8 }
        end }
        \(before)
        -- The tiles of frame 2 alone are drawn for it.
        ca.onFrame(function(t) if t == 2 then layer:setNeedsDisplay() end end)
        for _, t in ipairs { \(order) } do print(t, ca.render(layer, { time = t }):pixel(4, 4)) end
        print(5, calls)
        """)
      return lines.sorted()
    }
    let sequence = try frames("0, 1, 2, 3, 4")
    #expect(try frames("4, 2, 3, 0, 1") == sequence)
    #expect(try frames("2, 4, 1, 0, 3") == sequence)
    #expect(sequence.last == "5\t2")
    #expect(sequence[0].dropFirst() == sequence[4].dropFirst() && sequence[0].dropFirst() != sequence[2].dropFirst())
  }
}
