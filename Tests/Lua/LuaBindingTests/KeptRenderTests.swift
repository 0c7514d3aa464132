// SPDX-License-Identifier: MIT
import LayerEngine
import Testing

/// Scripts that render again and again see every change, although nodes and presentations are cached between renders.
@Suite struct KeptRenderTests {
  private static let pixels = """
    local function pixel(root, x, y)
      local p = { ca.render(root, { time = 1 }):pixel(x, y) }
      for i = 1, 4 do p[i] = string.format("%.1f", p[i]) end
      return table.concat(p, " ")
    end

    """

  @Test func `a change after one to an equal value is shown`() throws {
    let lines = try printed(
      Self.pixels + """
        local l = ca.Layer { bounds = {0, 0, 20, 20}, position = {20, 20}, backgroundColor = "red" }
        local root = ca.Layer { bounds = {0, 0, 40, 40}, backgroundColor = "white", l }
        l:addAnimation(ca.BasicAnimation { keyPath = "position.x", fromValue = 10, toValue = 30, duration = 2 }, "m")
        pixel(root, 20, 20)
        l.transform = ca.Transform.identity
        print(pixel(root, 20, 20))
        l.opacity = 0.5
        print(pixel(root, 20, 20))
        l["transform.rotation.z"] = 0
        pixel(root, 20, 20)
        l.opacity = 0
        print(pixel(root, 20, 20))
        """)
    #expect(lines == ["1.0 0.0 0.0 1.0", "1.0 0.5 0.5 1.0", "1.0 1.0 1.0 1.0"])
  }

  /// A hook that draws a presentation may change other layers, while changes do not count.
  private static func hook(_ body: String) -> String {
    """
    local go = false
    local X = ca.Layer { bounds = {0, 0, 10, 10}, position = {5, 5}, needsDisplayOnBoundsChange = true }
    X.delegate = {
      displayLayer = function(self, l)
        if go then go = false; \(body) end
        l.contents = ca.Image.draw(4, 4, function(c) c:setFillColor("green"); c:fill {0, 0, 4, 4} end)
      end,
    }
    X:addAnimation(ca.BasicAnimation { keyPath = "bounds.size.width", fromValue = 10, toValue = 20, duration = 2 }, "m")
    X:setNeedsDisplay()

    """
  }

  @Test func `a change after one by a hook of a presentation is shown`() throws {
    let lines = try printed(
      Self.pixels + """
        local L = ca.Layer { bounds = {0, 0, 20, 20}, position = {40, 20}, backgroundColor = "red" }
        L:addAnimation(ca.BasicAnimation { keyPath = "position.y", fromValue = 10, toValue = 30, duration = 2 }, "m")
        """ + "\n" + Self.hook("L.opacity = 0.5") + """
          local root = ca.Layer { bounds = {0, 0, 60, 40}, backgroundColor = "white", X, L }
          pixel(root, 40, 20)
          pixel(root, 40, 20)
          go = true
          pixel(root, 40, 20)
          print(pixel(root, 40, 20))
          L.opacity = 0.2
          print(pixel(root, 40, 20))
          """)
    #expect(lines == ["1.0 0.5 0.5 1.0", "1.0 0.8 0.8 1.0"])
  }

  @Test func `a change below layers that a hook changed many times is shown`() throws {
    let lines = try printed(
      Self.pixels + """
        local c = ca.Layer { frame = {0, 0, 20, 20}, backgroundColor = "red" }
        local P = ca.Layer { frame = {0, 0, 20, 20}, c }
        local G = ca.Layer { frame = {30, 10, 20, 20}, P }
        local U = ca.Layer { frame = {0, 30, 5, 5}, backgroundColor = "blue" }
        """ + "\n" + Self.hook("for i = 1, 6 do P.zPosition = i * 0.001 end") + """
          local root = ca.Layer { bounds = {0, 0, 60, 40}, backgroundColor = "white", X, G, U }
          for _ = 1, 3 do pixel(root, 40, 20) end
          go = true
          pixel(root, 40, 20)
          U.backgroundColor = "green"
          for _ = 1, 2 do pixel(root, 40, 20) end
          c.backgroundColor = "lime"
          print(pixel(root, 40, 20))
          c.backgroundColor = "blue"
          print(pixel(root, 40, 20))
          """)
    #expect(lines == ["0.0 1.0 0.0 1.0", "0.0 0.0 1.0 1.0"])
  }

  @Test func `a kept presentation is found by no name, and dies with its layer's tree`() throws {
    let lines = try printed(
      """
      local kept = {}
      for i = 1, 60 do
        local l = ca.Layer { name = "n" .. i % 5, frame = {0, 0, 10, 10}, backgroundColor = "red" }
        local root = ca.Layer { bounds = {0, 0, 20, 20}, l }
        l:addAnimation(ca.BasicAnimation { keyPath = "opacity", fromValue = 0, toValue = 1, duration = 5 }, "o")
        for _ = 1, 2 do ca.render(root, { time = 1 }) end
        l:removeFromSuperlayer()
        l.name = "q"
        kept[#kept + 1] = l
        root = nil
        collectgarbage()
        collectgarbage()
        local other = ca.Layer { bounds = {0, 0, 5, 5}, ca.Layer { name = "z" }, ca.Layer { name = "z" } }
        for k = 0, 4 do
          if other:find("n" .. k) then print("found", k) end
          if pcall(other.setValueForKeyPath, other, 1, "sublayers.n" .. k .. ".opacity") then print("set", k) end
        end
      end
      local root = ca.Layer { bounds = {0, 0, 20, 20} }
      for i = 1, 12 do root:addSublayer(ca.Layer { name = "s" .. i, frame = {0, 0, 1, 1} }) end
      local l = root.sublayers[5]
      l:addAnimation(ca.BasicAnimation { keyPath = "position.x", fromValue = 0, toValue = 10, duration = 5 }, "o")
      for _ = 1, 2 do ca.render(root, { time = 1 }) end
      l:removeFromSuperlayer()
      print(pcall(root.setValueForKeyPath, root, 0.25, "sublayers.s5.opacity"))
      """)
    #expect(lines.count == 1 && lines.first?.hasPrefix("false") == true, "\(lines)")
  }

  @Test func `images of layers that are gone, and of presentations, are freed`() throws {
    var configuration = Engine.Configuration()
    configuration.memoryLimit = 64 << 20
    let lines = try printed(
      """
      local root = ca.Layer { bounds = {0, 0, 16, 16}, backgroundColor = "white" }
      local kept = {}
      for i = 1, 60 do
        local image = ca.Image.draw(1000, 1000, function(c)
          c:setFillColor { i / 60, 0, 1 }
          c:fill {0, 0, 1000, 1000}
        end)
        root.sublayers = { ca.Layer { frame = {0, 0, 16, 16}, ca.Layer { frame = {0, 0, 16, 16}, contents = image } } }
        ca.render(root)
        local l = ca.Layer { frame = {0, 0, 16, 16}, contents = image }
        l:addAnimation(ca.BasicAnimation { keyPath = "opacity", fromValue = 0, toValue = 1, duration = 2 }, "m")
        root.sublayers = { l }
        ca.render(root, { time = 1 })
        l:removeAllAnimations()
        l.contents = nil
        kept[#kept + 1] = l
        image = nil
        collectgarbage()
        collectgarbage()
      end
      print("done")
      """, configuration)
    #expect(lines == ["done"])
  }

  @Test func `a warning is counted for each picture`() throws {
    let engine = try Engine()
    var warnings: [LayerWarning] = []
    engine.onWarning = { warnings.append($0) }
    try engine.run(
      script: """
        local mask = ca.Layer { frame = {0, 0, 20, 20}, backgroundColor = "black" }
        mask.compositingFilter = "multiplyBlendMode"
        local host = ca.Layer { frame = {0, 0, 30, 30}, backgroundColor = "red", mask = mask }
        local x = ca.Layer { frame = {40, 40, 5, 5}, backgroundColor = "blue" }
        local root = ca.Layer { bounds = {0, 0, 64, 64}, ca.Layer { frame = {0, 0, 64, 64}, host }, x }
        for i = 1, 6 do
          x.opacity = i / 10
          ca.render(root)
        end
        """, name: "test.lua")
    engine.reportRepeatedWarnings()
    #expect(warnings.contains { $0.repeats == 5 }, "\(warnings)")
  }

  @Test func `an asynchronous drawable that is hidden draws for every picture`() throws {
    let lines = try printed(
      """
      local n = 0
      local D = ca.DrawableLayer:subclass("D", {})
      function D:drawInContext(c) n = n + 1 end
      local drawable = D { frame = {0, 0, 20, 20}, asynchronous = true, hidden = true }
      local root = ca.Layer { bounds = {0, 0, 40, 40}, drawable }
      for i = 1, 6 do ca.render(root, { time = i }) end
      print(n)
      """)
    #expect(lines == ["6"])
  }
}
