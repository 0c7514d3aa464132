// SPDX-License-Identifier: MIT
import LayerEngine
import Testing

/// Tables whose metamethods lie, fail, yield or call back, passed to functions of `ca`: all reads are raw.
@Suite struct PoisonedTableTests {
  private static let poisons = [
    "__index = function() error('poison') end, __newindex = function() error('poison') end, __len = function() error('poison') end, __pairs = function() error('poison') end",
    "__index = function() coroutine.yield() end, __len = function() return 1e9 end, __pairs = function() return function() return 1, 1 end end",
    "__len = function() return -1 end, __eq = function() error('poison') end, __lt = error, __le = error, __concat = error, __unm = error",
    "__name = 'Layer', __tostring = function() return 5 end, __call = error, __close = error, __mode = 'kv'",
    "__index = function(t, k) return ca.render(l) end, __len = function() l.sublayers = nil return 4 end",
  ]

  @Test(arguments: poisons) func `metamethods have no say in what bindings read`(poison: String) throws {
    let lines = try printed(
      """
      l = ca.Layer { bounds = {0, 0, 4, 4}, ca.Layer() }
      local function poisoned(t) return setmetatable(t or {}, { \(poison) }) end
      local n = 0
      local function try(f, ...) pcall(f, ...) n = n + 1 end
      local image = ca.Image { width = 1, height = 1, pixels = "abcd" }
      for _, t in ipairs { {}, {1, 2}, {1, 2, 3, 4}, {x = 1, y = 2}, {"red"}, {ca.Layer()}, {{}} } do
        l = ca.Layer { bounds = {0, 0, 4, 4}, ca.Layer() }
        for _, key in ipairs(l:keys()) do try(function() l[key] = poisoned(t) end) end
        for _, class in ipairs { ca.Layer, ca.TextLayer, ca.GradientLayer, ca.EmitterCell, ca.BasicAnimation, ca.StackLayoutManager } do try(class, poisoned(t)) end
        for _, name in ipairs { "render", "dump", "encodeJSON", "Path", "Image", "Point", "Rect", "Color", "AttributedString", "measureText", "Constraint", "animate", "explainLayout" } do
          try(ca[name], poisoned(t)); try(ca[name], l, poisoned(t)); try(ca[name], "x", poisoned(t))
        end
        try(ca.Transform, poisoned(t)); try(ca.Layer.subclass, ca.Layer, "C", poisoned(t)); try(ca.Layer.subclass, ca.Layer, "C", { defaults = poisoned(t), redrawKeys = poisoned(t) })
        try(l.addSublayer, l, poisoned(t)); try(l.hitTest, l, poisoned(t)); try(l.constrain, l, poisoned(t)); try(l.setValue, l, poisoned(t), "own")
        try(image.crop, image, poisoned(t)); try(image.encode, image, "png", poisoned(t)); try(ca.Path().addLines, ca.Path(), poisoned(t))
        -- Delegates are objects: their metatables count, and their errors are the caller's.
        try(function() l.delegate = poisoned { drawLayerInContext = function(_, _, c) c:fill(poisoned(t)) end } end)
        try(l.setNeedsDisplay, l); try(ca.render, l)
        try(function() l.delegate = nil end)
        try(function() l.layoutManager = poisoned { layoutSublayersOfLayer = function() end } end)
        try(l.setNeedsLayout, l); try(l.layoutIfNeeded, l)
        try(function() l.layoutManager = nil end)
      end
      l = ca.Layer { bounds = poisoned { 0, 0, 4, 4 }, backgroundColor = poisoned { 1, 0, 0 }, poisoned and ca.Layer() }
      print(n > 700, l.bounds.width, ca.render(l):pixel(0, 0))
      """)
    #expect(lines == ["true\t4\t1\t0\t0\t1"])
  }

  @Test func `methods called on what they do not belong to say so`() throws {
    let lines = try printed(
      """
      local things = { ca.Layer(), ca.Path(), ca.Image { width = 1, height = 1, pixels = "abcd" }, ca.AttributedString "x", ca.Constraint "minX = superlayer.minX",
        ca.BasicAnimation {}, ca.EmitterCell(), ca.Point(1, 2), ca.Rect(0, 0, 1, 1), ca.Transform.identity, ca.Color(1, 0, 0), ca.Layer, ca, {}, "x", 5, print, coroutine.create(print), true }
      local methods = { ca.Layer().addSublayer, ca.Path().addLine, things[3].crop, things[8].unpack, things[9].union, things[10].concat, things[11].withAlpha, ca.Layer.subclass, things[6].copy,
        ca.Layer().walk, ca.Layer().setValue, ca.Layer().value, ca.ScrollLayer().scrollToPoint, ca.DrawableLayer().nextDrawable, ca.Layer().addAnimation }
      ca.Image.draw(2, 2, function(c) methods[#methods + 1] = c.fill; methods[#methods + 1] = c.drawText; things[#things + 1] = c end)
      local n = 0
      for _, m in ipairs(methods) do
        for _, t in ipairs(things) do
          for _, u in ipairs(things) do pcall(m, t, u, t); n = n + 1 end
          pcall(m, t); pcall(m)
        end
      end
      print(n > 5000)
      """)
    #expect(lines == ["true"])
  }

  @Test func `no address of an object is ever shown`() throws {
    let script = """
      local things = { ca.Layer(), ca.Path(), ca.Image { width = 1, height = 1, pixels = "abcd" }, ca.AttributedString "x", ca.Constraint "minX = superlayer.minX", ca.Layer:subclass("C"),
        ca.BasicAnimation {}, ca.EmitterCell(), ca.Point(1, 2), ca.Layer, ca.Image, ca.Transform, ca, ca.Layer().addSublayer, ca.Layer { userInfo = { own = {} } }.sublayers, ca.StackLayoutManager(), ca.dump(ca.Layer()) }
      for _, t in ipairs(things) do
        print(t, ("%s %p"):format(t, t), getmetatable(t), select(2, pcall(error, t)))
        print(pcall(function() return t + 1 end), pcall(function() return t < t end), pcall(function() return t .. "" end), pcall(function() t.nothing = 5 end), pcall(function() return t() end))
        print(pcall(ca.Layer, { name = t }), pcall(ca.render, t), pcall(ca.encodeJSON, { t }), pcall(rawlen, t))
      end
      local l = ca.Layer { userInfo = { f = print, t = {}, l = ca.Layer(), a = coroutine.create(print) } }
      print(l.f, l.t, l.l, l.a, ca.dumpJSON(l))
      for k, v in pairs(ca.dump(l)) do print(k, v) end
      """
    let first = try printed(script)
    let second = try printed(script)
    for (a, b) in zip(first, second) { #expect(a == b) }
    #expect(first.count == second.count)
    for line in first {
      for match in line.matches(of: /0x[0-9a-f]{6,}/) { #expect(match.output.hasPrefix("0x0000"), "\(line)") }
    }
  }
}
