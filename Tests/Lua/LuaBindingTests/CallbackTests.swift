// SPDX-License-Identifier: MIT
import LayerEngine
import Testing

@Suite struct CallbackTests {
  @Test func `an error in a draw hook comes with its own line and traceback`() throws {
    let error = try failure(
      """
      local l = ca.Layer { bounds = {0, 0, 4, 4} }
      local function draw()
        error("ink ran dry")
      end
      l.delegate = { drawLayerInContext = function(self, layer, ctx) draw() end }
      l:setNeedsDisplay()
      ca.render(l)
      """)
    #expect(error?.description == "test.lua:3: ink ran dry")
    let traceback = error?.traceback ?? ""
    #expect(traceback.contains("test.lua:3"))
    #expect(traceback.contains("test.lua:5"))
    #expect(traceback.contains("test.lua:7"))
  }

  @Test func `a script can catch an error of a callback and go on`() throws {
    let lines = try printed(
      """
      local l = ca.Layer { bounds = {0, 0, 4, 4} }
      l.delegate = { layoutSublayersOfLayer = function() error({ code = 5 }) end }
      l:setNeedsLayout()
      local ok, e = pcall(l.layoutIfNeeded, l)
      print(ok, e.code)
      l.delegate = nil
      l:layoutIfNeeded()
      print(l.needsDisplay ~= nil)
      """)
    #expect(lines == ["false\t5", "true"])
  }

  @Test func `callbacks cannot yield`() throws {
    let lines = try printed(
      """
      local l = ca.Layer { bounds = {0, 0, 4, 4} }
      l.delegate = { displayLayer = function() coroutine.yield() end }
      print(select(2, coroutine.resume(coroutine.create(function() l:display() end))))
      """)
    #expect(lines.count == 1)
    #expect(lines.first?.contains("attempt to yield") == true)
  }

  @Test func `a context ends with its callback`() throws {
    let error = try failure(
      """
      local l, kept = ca.Layer { bounds = {0, 0, 4, 4} }
      l.delegate = { drawLayerInContext = function(self, layer, ctx) kept = ctx; ctx:fill {0, 0, 1, 1} end }
      l:display()
      kept:fill {0, 0, 1, 1}
      """)
    #expect(error?.line == 4)
    #expect(
      error?.message
        == "GraphicsContext.fill: the context is only valid inside the callback it was passed to; draw there")
  }

  @Test func `subclasses override, inherit and start with their defaults`() throws {
    let lines = try printed(
      """
      local Base = ca.Layer:subclass("Base", { defaults = { heading = 0.5 }, redrawKeys = { "heading" } })
      function Base:init() self.made = self.heading end
      function Base:layoutSublayers() print("base lays out", self.className) end
      function Base:double() return self.heading * 2 end
      local Sub = Base:subclass("Sub")
      function Sub:layoutSublayers() print("sub"); Sub.super.layoutSublayers(self) end
      function Sub:drawInContext(ctx) print("draws", ctx.width, self.heading) end
      local s = Sub { bounds = {0, 0, 4, 4}, heading = 2 }
      print(s.made, s.className, s:double(), Sub.super == Base, Base.super == ca.Layer, Sub.className)
      s:setNeedsLayout(); s:layoutIfNeeded()
      s:displayIfNeeded(); print(s:needsDisplay()); s.heading = 3; print(s:needsDisplay())
      s:displayIfNeeded()
      print(Base().heading, rawequal(s, s.sublayers and s))
      """)
    #expect(
      lines == [
        "2\tSub\t4\ttrue\ttrue\tSub", "sub", "base lays out\tSub", "draws\t4\t2", "false", "true", "draws\t4\t3",
        "0.5\ttrue",
      ])
  }

  @Test func `an overridden display can call its super`() throws {
    let lines = try printed(
      """
      local C = ca.Layer:subclass("C")
      function C:display() print("own"); C.super.display(self) end
      function C:drawInContext(ctx) print("draws"); C.super.drawInContext(self, ctx) end
      local c = C { bounds = {0, 0, 4, 4}, delegate = { drawLayerInContext = function(self, l, ctx) print("delegate", ctx.width) end } }
      c:setNeedsDisplay()
      c:displayIfNeeded()
      c:display()
      print(c:needsDisplay())
      """)
    #expect(lines == ["own", "draws", "delegate\t4", "own", "draws", "delegate\t4", "false"])
  }

  @Test func `the drawing of a text layer's super is its text`() throws {
    let lines = try printed(
      """
      local T = ca.TextLayer:subclass("T")
      function T:drawInContext(ctx) T.super.drawInContext(self, ctx) end
      local Low = ca.TextLayer:subclass("Low")
      function Low:drawInContext(ctx) ctx:translateBy(0, 7) Low.super.drawInContext(self, ctx) end
      local function picture(class, values, root)
        local own = { bounds = {3, 5, 60, 40}, position = {32, 24}, string = "Hg, Lorem ipsum", fontSize = 16,
          foregroundColor = "black" }
        for key, value in pairs(values) do own[key] = value end
        root = root or {}
        root.bounds = {0, 0, 64, 48}
        root[1] = class(own)
        return ca.render(ca.Layer(root))
      end
      local function same(a, b, dy)
        local ink = 0
        for y = 0, 40 do
          for x = 0, 63 do
            local _, _, _, p = a:pixel(x, y)
            local _, _, _, q = b:pixel(x, y + dy)
            ink = ink + p
            if math.abs(p - q) > 1 / 128 then return "differs at " .. x .. " " .. y end
          end
        end
        return ink > 20
      end
      for _, values in ipairs {
        {}, { wrapped = true }, { wrapped = true, fontSize = 30 }, { verticalAlignment = "center", alignmentMode =
          "right" },
        { textPath = "M 14 35 Q 33 18 56 35", fontSize = 6 }, { string = ca.AttributedString { { "red",
          foregroundColor = "red" }, " and" } },
      } do
        print(same(picture(ca.TextLayer, values), picture(T, values), 0))
        print(same(picture(ca.TextLayer, values, { geometryFlipped = true }), picture(T, values, { geometryFlipped =
          true }), 0))
      end
      print(same(picture(ca.TextLayer, {}), picture(Low, {}), 7))
      """)
    #expect(lines == Array(repeating: "true", count: 13))
  }

  @Test func `classes refuse what cannot be`() throws {
    #expect(try failure("ca.Layer.foo = print")?.message.hasPrefix("Layer is built in and cannot be changed") == true)
    #expect(try failure("ca.Layer:subclass()")?.message == "Layer:subclass: expected a name, got nil")
    #expect(
      try failure("ca.Layer:subclass('A', { defaults = { addSublayer = 1 } })")?.message.contains("is a method") == true
    )
    #expect(
      try failure("local A = ca.Layer:subclass('A', { defaults = { h = 1 } }); function A:h() end")?.message.contains(
        "is a key") == true)
    #expect(
      try failure("local A = ca.Layer:subclass('A'); A { h = 1 }")?.message.hasPrefix("A has no property h") == true)
  }

  @Test func `a delegate may be an object with a class of its own`() throws {
    let lines = try printed(
      """
      local Painter = {}; Painter.__index = Painter
      function Painter:drawLayerInContext(layer, ctx) print(self.name, layer.name, ctx.clipBounds) end
      local l = ca.Layer { name = "l", bounds = {0, 0, 4, 4}, delegate = setmetatable({ name = "p" }, Painter) }
      l:display()
      print(l.delegate.name)
      """)
    #expect(lines == ["p\tl\tRect(0, 0, 4, 4)", "p"])
  }

  @Test func `a render inside a callback of the same layer is refused`() throws {
    let error = try failure(
      """
      local l = ca.Layer { bounds = {0, 0, 4, 4} }
      l.delegate = { drawLayerInContext = function() ca.render(l) end }
      l:setNeedsDisplay()
      ca.render(l)
      """)
    #expect(error?.line == 2)
    #expect(error?.message.contains("callback") == true)
  }

  @Test func `hooks may take the tree apart`() throws {
    let lines = try printed(
      """
      local root = ca.Layer { bounds = {0, 0, 40, 40} }
      for i = 1, 10 do
        local k = ca.Layer { frame = {i, i, 9, 9} }
        root:addSublayer(k)
        k.delegate = { drawLayerInContext = function() root.sublayers = nil; k = nil; collectgarbage() end }
        k:setNeedsDisplay()
      end
      ca.render(root)
      print(#root.sublayers)
      """)
    #expect(lines == ["0"])
  }

  @Test func `a delegate says whether contents follow the picture's scale`() throws {
    let lines = try printed(
      """
      local image = ca.Image { width = 8, height = 8, scale = 2, pixels = string.rep("\\255\\0\\0\\255", 64) }
      local l = ca.Layer { bounds = {0, 0, 10, 10}, contents = image, contentsGravity = "center" }
      local answer
      l.delegate = { layerShouldInheritContentsScale = function(self, layer, scale) print(layer == l, scale) return answer end }
      local function share() return ca.compare(ca.render(l, { scale = 2 }), ca.render(ca.Layer { bounds = {0, 0, 10, 10} }, { scale = 2 })).share end
      print(share())
      answer = true
      print(share(), l.contentsScale)
      ca.render(l)
      answer = 1
      print(select(2, pcall(share)):match("layerShould.*"))
      l.delegate = { layerShouldInheritContentsScale = function() error("no") end }
      print(select(2, pcall(share)):match("no$"))
      """)
    // 8×8 tiles of 10×10 points, then 4×4.
    #expect(
      lines == [
        "true\t2", "0.64", "true\t2", "0.16\t1", "true\t2",
        "layerShouldInheritContentsScale must return true or false, got number 1", "no",
      ])
  }
}
