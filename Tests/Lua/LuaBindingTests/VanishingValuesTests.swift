// SPDX-License-Identifier: MIT
import LayerEngine
import Testing

/// Values referenced only by a weak table, a finished callback or a pending collection, while they are being read.
@Suite struct VanishingValuesTests {
  /// A function's result is no longer on its stack when it is read, and measuring it may trigger a collection.
  @Test(arguments: [
    "l.layoutManager = { preferredSizeOfLayer = large } pcall(l.preferredFrameSize, l)",
    // It is called for every key: two of them are enough.
    "local n = 0 C.defaultValueForKey = function() n = n + 1 if n <= 2 then return large() end end "
      + "pcall(function() return C { bounds = {0, 0, 10, 10} }.style end)",
    "l.data = setmetatable({}, { __index = large }) pcall(l.valueForKeyPath, l, 'data.abc')",
  ])
  func `results are held until they are read`(reads: String) throws {
    let lines = try printed(
      """
      local l, C = ca.Layer { bounds = {0, 0, 10, 10} }, ca.Layer:subclass("C", { defaults = { info = 1 } })
      local function large()
        local t, s = {}, ("x"):rep(6 << 20)
        for i = 1, 12 do t[i] = s end
        return t
      end
      for i = 1, 2 do \(reads) end
      print "fine"
      """)
    #expect(lines == ["fine"])
  }

  @Test func `objects of a weak table are held until they are read`() throws {
    let lines = try printed(
      """
      collectgarbage("stop")
      local t = setmetatable({}, { __mode = "v" })
      for i = 1, 2000 do t[i] = ca.Path("M0 0L10 10L20 " .. i) end
      for i = 2001, 400000 do t[i] = true end
      local l = ca.Layer {}
      l.style = { a = t }
      print(#l.style.a, l.style.a[2000])
      """)
    #expect(lines.count == 1 && lines[0].hasPrefix("400000\t"), "\(lines)")
  }

  @Test func `strings of a table that a weak table held are read whole`() throws {
    let lines = try printed(
      """
      collectgarbage("stop")
      local t, inner = setmetatable({}, { __mode = "v" }), {}
      for i = 1, 2000 do inner[i] = ("string number " .. i .. " "):rep(10) end
      t[1] = inner
      inner = nil
      for i = 2, 400000 do t[i] = true end
      local l = ca.Layer { style = { a = t } }
      local read = l.style.a[1]
      for i = 1, 2000 do assert(read[i] == ("string number " .. i .. " "):rep(10)) end
      print "fine"
      """)
    #expect(lines == ["fine"])
  }

  @Test func `entries that vanish while a table is read are left out`() throws {
    let lines = try printed(
      """
      collectgarbage("stop")
      local l, junk = ca.Layer {}, {}
      for i = 1, 150000 do junk["j" .. i] = "s" end
      local t = setmetatable({}, { __mode = "v" })
      for i = 1, 150000 do t["k" .. i] = { i } end
      local text = ca.encodeJSON { t, junk }
      assert(text:find('{"j1":"s"', 1, true) and not text:find('"k%d+":"'))
      l.style = t
      print "fine"
      """, Engine.Configuration(memoryLimit: 4 << 30))
    #expect(lines == ["fine"])
  }

  /// A drawable holds its layer; the layer's superlayer is held only by a userdata about to be collected.
  @Test func `a superlayer whose object is being collected stays with its sublayer`() throws {
    let lines = try printed(
      """
      local drawables, count = {}, 800
      for round = 1, 4 do
        collectgarbage("stop")
        for i = 1, count do
          local parent, child = ca.Layer { bounds = {0, 0, 1, 1} }, ca.DrawableLayer { bounds = {0, 0, 1, 1} }
          parent:addSublayer(child)
          drawables[i] = child:nextDrawable()
        end
        local sentinel = setmetatable({ {} }, { __mode = "v" })
        collectgarbage("restart")
        while sentinel[1] do collectgarbage("step", 0) end
        local _ = ("x"):rep(97 * round)
        local kept = {}
        for i = count, 1, -1 do kept[i] = drawables[i].layer end
        collectgarbage()
        for i = 1, count do
          local above = kept[i].superlayer
          if above then above.name = "n" .. i; assert(above.name == "n" .. i) end
        end
      end
      print "fine"
      """)
    #expect(lines == ["fine"])
  }

  @Test func `an error names the key that it is about, whatever was collected`() throws {
    let lines = try printed(
      """
      local C, o = ca.Layer:subclass("C", { defaults = { info = 1 } }), ca.Layer {}
      function C.defaultValueForKey()
        do local k = ("KEY"):rep(20) .. "1"; o[k] = 1; o[k] = nil end
        collectgarbage() collectgarbage()
        local z = {}
        for i = 1, 200 do z[i] = ("o"):rep(61) .. (1000 + i) end
        return function() end
      end
      print(pcall(function() return C {}.style end))
      """)
    #expect(lines.count == 1 && !lines[0].contains("ooo") && !lines[0].contains("KEY"), "\(lines)")
  }

  @Test func `a delegate that is looked up by a function gets its arguments`() throws {
    let lines = try printed(
      """
      local l = ca.Layer { bounds = {0, 0, 10, 10}, name = "it" }
      l.delegate = setmetatable({}, { __index = function(_, key)
        local name = l.name
        if key == "drawLayerInContext" then return function(_, layer, context) print(layer == l, context) end end
      end })
      l:setNeedsDisplay()
      l:displayIfNeeded()
      """)
    #expect(lines.count == 1 && lines[0].hasPrefix("true\t") && !lines[0].contains("nil"), "\(lines)")
  }

  /// Values read by a call are not referenced afterwards.
  @Test func `what was read can be collected`() throws {
    let lines = try printed(
      """
      local l, seen = ca.Layer {}, setmetatable({}, { __mode = "v" })
      do local path = ca.Path("M0 0L1 1"); seen[1] = path; l.style = { a = { path } } end
      l.style = nil
      collectgarbage() collectgarbage()
      print(seen[1])
      """)
    #expect(lines == ["nil"])
  }
}
