import LayerEngine
import Testing

@Suite struct CollectionTests {
  /// Layers alive after a script made 1000 that hold themselves by way of Lua, and Lua collected.
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
  ])
  func cyclesThroughLayersAreCollected(_ body: String) throws {
    #expect(try survivors(body) == 0)
  }

  @Test func aLayerKeepsWhatItHolds() throws {
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
      root:displayIfNeeded()
      """)
    #expect(lines == ["drawn"])
  }

  @Test func movedLayersFollowTheirNewHolder() throws {
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

  @Test func theReturnedLayersCallbacksOutliveTheScript() throws {
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

  @Test func finalisersCannotBeReachedOrForged() throws {
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
