// SPDX-License-Identifier: MIT
import LayerEngine
import LayerModel
import Testing

@Suite struct CollectionTests {
  /// The number of layers alive after a script made 1000 that form cycles through Lua, and a full collection.
  private func survivors(_ body: String) throws -> Int {
    let engine = try Engine()
    try engine.run(
      script: """
        for i = 1, 1000 do
          local l = ca.Layer()
          \(body)
        end
        collectgarbage(); collectgarbage()
        """, name: "test.lua")
    return engine.scene.layerCount
  }

  @Test(arguments: [
    "l.delegate = { drawLayerInContext = function() return l end }",
    "l.own = function() return l end",
    "l.own = { l }",
    "l.own = l",
    "l.style = { f = function() return l end }",
    "local kid = ca.Layer(); l:addSublayer(kid); kid.delegate = { displayLayer = function() return l end }",
    "local kid = ca.Layer(); l.mask = kid; kid.own = function() return l end",
    "local kid = ca.Layer(); l.sublayers = { kid }; l.own = kid; kid.own = l",
    "local kid = ca.Layer(); l:addSublayer(kid); l.delegate = { f = function() return kid end }; kid:removeFromSuperlayer(); kid.own = l",
    "local C = C or ca.Layer:subclass('C'); _G.C = C; local k = C { l }; k.own = function() return l end",
    "l.delegate = { drawLayerInContext = function() return l end }; local c = l:copy(); c.own = c",
    "local e = ca.EmitterLayer(); local c = ca.EmitterCell(); e.emitterCells = { c }; c.own = function() return e, l end; l.own = e",
    "local e = ca.EmitterLayer { emitterCells = { ca.EmitterCell { name = 'c' } } }; e.emitterCells[1].own = e; local f = e:copy()",
  ])
  func `cycles through layers are collected`(_ body: String) throws {
    #expect(try survivors(body) == 0)
  }

  @Test func `a layer keeps what it holds`() throws {
    let lines = try printed(
      """
      local root = ca.Layer { bounds = {0, 0, 4, 4} }
      do
        local kid = ca.Layer { bounds = {0, 0, 2, 2}, ca.Layer { name = "deep", bounds = {0, 0, 1, 1} } }
        kid.sublayers[1].delegate = { drawLayerInContext = function() print("drawn") end }
        root:addSublayer(kid)
      end
      collectgarbage(); collectgarbage()
      root:find("deep"):setNeedsDisplay()
      collectgarbage()
      root:find("deep"):displayIfNeeded()
      """)
    #expect(lines == ["drawn"])
  }

  @Test func `moved layers follow their new holder`() throws {
    let lines = try printed(
      """
      local weak = setmetatable({}, { __mode = "k" })
      local a, b = ca.Layer(), ca.Layer()
      local kid = ca.Layer { userInfo = { data = {} } }
      weak[kid.data] = true
      a:addSublayer(kid); b:addSublayer(kid); kid = nil
      a = nil; collectgarbage(); collectgarbage()
      print(next(weak) ~= nil, #b.sublayers)
      b.sublayers = nil; collectgarbage(); collectgarbage()
      print(next(weak) ~= nil)
      """)
    #expect(lines == ["true\t1", "false"])
  }

  @Test func `the returned layer's callbacks outlive the script`() throws {
    let engine = try Engine()
    var bytes: [UInt8] = []
    engine.onPrint = { bytes += $0 }
    let layer = try #require(
      try engine.run(
        script: """
          local l = ca.Layer { bounds = {0, 0, 4, 4}, ca.Layer { bounds = {0, 0, 2, 2} } }
          l.sublayers[1].delegate = { layoutSublayersOfLayer = function() print("laid out") end }
          l.sublayers[1]:setNeedsLayout()
          return l
          """, name: "test.lua"))
    try engine.run(script: "collectgarbage(); collectgarbage()", name: "other.lua")
    _ = layer
    #expect(bytes.isEmpty)
  }

  @Test func `finalisers cannot be reached or forged`() throws {
    let lines = try printed(
      """
      local l = ca.Layer { opacity = 0.5 }
      print(getmetatable(l), getmetatable(ca.Point(1, 2)), getmetatable(ca.Path()), getmetatable(ca.Layer))
      print(pcall(setmetatable, l, {}))
      print(pcall(rawset, l, "opacity", 1))
      print(l.opacity)
      """)
    #expect(lines[0] == "Layer\tPoint\tPath\tlayer class")
    #expect(lines[1].hasPrefix("false\t"))
    #expect(lines[2].hasPrefix("false\t"))
    #expect(lines[3] == "0.5")
  }
}

/// Outside the sandbox a script's finalisers may run at any allocation, also during a call of the binding.
@Suite struct FinaliserTests {
  @Test func `finalisers that use layers do no harm`() throws {
    let lines = try printed(
      """
      local l = ca.GradientLayer { colors = {"red", "blue"}, bounds = {0, 0, 8, 8} }
      local n = 0
      local function trap()
        setmetatable({}, { __gc = function()
          n = n + 1
          pcall(function() l.opacity = 0.5; local c = l.colors; l.position = {n, n}; ca.Path "M 0 0 L 1 1"; l:setNeedsLayout() end)
          if n < 2000 then trap() end
        end })
      end
      for i = 1, 20 do trap() end
      collectgarbage("setpause", 100); collectgarbage("setstepmul", 400)
      for i = 1, 3000 do
        l.colors = {"red", {0, 1, 0}, "blue"}
        assert(#l.colors == 3 and l.colors[2] == ca.Color(0, 1, 0))
        l.style = { a = { b = { i } }, f = print }
        assert(l.style.a.b[1] == i and l.style.f == print)
        local p = ca.Path():addLines { {0, 0}, {i, 0}, {i, i} }
        assert(p:boundingBox().width == i)
        ca.Image { width = 4, height = 4, pixels = ("\\0"):rep(64) }
      end
      print(n > 0, l.opacity)
      """, Engine.Configuration(isTrusted: true))
    #expect(lines == ["true\t0.5"])
  }

  @Test func `calls outside the sandbox begin no collections`() throws {
    let lines = try printed(
      """
      local keep = {}
      for i = 1, 2000 do keep[i] = ca.Layer {} end
      collectgarbage()
      local cycles = 0
      local function watch()
        setmetatable({}, { __gc = function() cycles = cycles + 1; watch() end })
      end
      watch()
      for i = 1, 2000 do keep[1]:contains { 1, 1 } end
      print(cycles < 20)
      """, Engine.Configuration(isTrusted: true))
    #expect(lines == ["true"])
  }

  @Test func `an error in a coroutine leaves the binding usable`() throws {
    let lines = try printed(
      """
      local l = ca.Layer {}
      local c = coroutine.create(function() l:contains({ {} }, print) end)
      print((coroutine.resume(c)))
      print(l:contains { 1, 1 }, pcall(l.contains, l, "no"))
      print(l:contains { 1, 1 })
      """, Engine.Configuration(isTrusted: true))
    #expect(lines[0] == "false")
    #expect(lines[1].hasPrefix("false\tfalse\t"))
    #expect(lines[2] == "false")
  }
}
