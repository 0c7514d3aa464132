// SPDX-License-Identifier: MIT
import LayerEngine
import Testing

@Suite struct TiledTests {
  @Test func `the delegate is asked for what is seen`() throws {
    let lines = try printed(
      """
      local calls = {}
      local map = ca.TiledLayer {
        bounds = {0, 0, 100000, 100000}, anchorPoint = {0, 0}, position = {-1000, -300}, tileSize = {256, 256},
        levelsOfDetail = 4, levelsOfDetailBias = 1,
      }
      map.delegate = { drawLayerInContext = function(self, layer, ctx)
        calls[#calls + 1] = string.format("%s %g %g %g", ctx.clipBounds, ctx.scale, ctx.ctm.m11, ctx.width)
      end }
      local root = ca.Layer { bounds = {0, 0, 200, 100}, map }
      ca.render(root)
      for _, c in ipairs(calls) do print(c) end
      ca.render(root)
      print(#calls)
      calls = {}
      ca.render(root, { scale = 2 })
      print(#calls, calls[1])
      map:setNeedsDisplay {1000, 300, 1, 1}
      ca.render(root, { scale = 2 })
      print(#calls)
      map["transform.scale"] = 0.25
      calls = {}
      ca.render(root)
      print(calls[1])
      print(ca.TiledLayer.fadeDuration())
      """)
    #expect(
      lines == [
        "Rect(768, 256, 256, 256) 1 1 256", "Rect(1024, 256, 256, 256) 1 1 256", "2",
        "6\tRect(896, 256, 128, 128) 2 2 128", "7",
        "Rect(3072, 1024, 1024, 1024) 0.25 0.25 1024", "0.25",
      ])
  }

  @Test func `a subclass draws its tiles`() throws {
    let lines = try printed(
      """
      local Board = ca.TiledLayer:subclass("Board", { defaults = { dark = "black", tileSize = {10, 10} } })
      function Board:drawInContext(ctx)
        local r = ctx.clipBounds
        if (r.x + r.y) // 10 % 2 == 1 then ctx:setFillColor(self.dark); ctx:fill(r) end
      end
      local board = Board { bounds = {0, 0, 40, 20}, backgroundColor = "white" }
      local image = ca.render(board)
      print((image:pixel(5, 5)), (image:pixel(15, 5)), (image:pixel(15, 15)))
      print(board.tileSize, #board:keys() > 60)
      """)
    #expect(lines == ["1\t0\t1", "Size(10, 10)\ttrue"])
  }

  @Test func `an error in a tile comes with its line`() throws {
    let error = try failure(
      """
      local map = ca.TiledLayer { bounds = {0, 0, 10, 10} }
      map.delegate = { drawLayerInContext = function(self, layer, ctx)
        error("no such tile")
      end }
      ca.render(map)
      """)
    #expect(error?.description == "test.lua:3: no such tile")
    #expect(error?.traceback?.contains("test.lua:5") == true)
  }

  @Test func `too many tiles are a limit`() throws {
    let error = try failure(
      """
      local map = ca.TiledLayer { name = "map", bounds = {0, 0, 2000, 2000}, tileSize = {2, 2} }
      map.delegate = { drawLayerInContext = function() end }
      ca.render(map)
      """)
    #expect(error?.kind == .limit)
    #expect(error?.message.hasPrefix("map: 1000000 tiles of 2×2 pixels would be seen") == true)
  }

  @Test func `hostile hooks end in errors`() throws {
    for body in [
      "layer:setNeedsDisplay()", "ca.render(layer)", "layer:display()", "layer.tileSize = {math.random() + 1, 9}",
      "layer:removeFromSuperlayer() layer.contents = nil layer:setNeedsDisplay()", "layer.delegate = nil error('gone')",
    ] {
      let error = try failure(
        """
        local map = ca.TiledLayer { bounds = {0, 0, 20, 20}, tileSize = {9, 9} }
        map.delegate = { drawLayerInContext = function(self, layer, ctx) \(body) end }
        ca.render(ca.Layer { bounds = {0, 0, 20, 20}, map })
        """)
      if !body.hasPrefix("layer:remove") { #expect(error != nil, "\(body)") }
    }
  }
}
