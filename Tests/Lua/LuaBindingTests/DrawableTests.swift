// SPDX-License-Identifier: MIT
import LayerEngine
import Testing

@Suite struct DrawableTests {
  @Test func `a drawable is filled and presented`() throws {
    let lines = try printed(
      """
      local l = ca.DrawableLayer { bounds = {0, 0, 2, 2} }
      print(l.opaque, l.framebufferOnly, l.maximumDrawableCount, l.pixelFormat, l.drawableSize, l.presentsWithTransaction)
      local d = l:nextDrawable()
      print(d, d.width, d.height, rawequal(d.layer, l), d.isPresented)
      d:setPixels(function(x, y) return x, y, 0, 1 end)
      d:present()
      local image = ca.render(l)
      print(image:pixel(1, 0))
      print(image:pixel(0, 1))
      l:nextDrawable():setPixels(("\\0\\0\\255\\255"):rep(4)):present()
      print(ca.render(l):pixel(0, 0))
      l:nextDrawable():setPixels(ca.Image { width = 2, height = 2, pixels = function() return 0, 1, 0 end }):present()
      print(ca.render(l):pixel(0, 0))
      l:nextDrawable():clear("red"):draw(function(ctx) ctx:setFillColor("blue") ctx:fill {0, 0, 1, 2} end):present()
      print(ca.render(l):pixel(0, 0))
      print(ca.render(l):pixel(1, 0))
      print(l.contents.width)
      """)
    #expect(
      lines == [
        "true\ttrue\t3\trgba8Unorm\tSize(2, 2)\tfalse", "Drawable 2×2\t2\t2\ttrue\tfalse", "1\t0\t0\t1", "0\t1\t0\t1",
        "0\t0\t1\t1",
        "0\t1\t0\t1", "0\t0\t1\t1", "1\t0\t0\t1", "2",
      ])
  }

  @Test func `a function draws each frame`() throws {
    let lines = try printed(
      """
      local frames = 0
      local l = ca.DrawableLayer {
        bounds = {0, 0, 1, 1}, asynchronous = true,
        draw = function(layer, drawable, t) frames = frames + 1; drawable:clear { t, 0, 0, 1 } end,
      }
      for _, t in ipairs { 0, 1, 0.2 } do print((ca.render(l, { time = t }):pixel(0, 0))) end
      print(frames, type(l.draw))
      local copy = l:copy()
      print((ca.render(copy, { time = 0.6 }):pixel(0, 0)))
      l.asynchronous = false
      l.draw = function(_, d) d:clear("lime") end
      ca.render(l)
      l.draw = nil
      print(l.draw, select(2, ca.render(l):pixel(0, 0)))
      collectgarbage()
      print((ca.render(copy, { time = 1 }):pixel(0, 0)), frames)
      """)
    #expect(lines == ["0", "1", "0.2", "3\tfunction", "0.6", "nil\t1\t0\t1", "1\t5"])
  }

  @Test func `subclasses and delegates draw and may skip a frame`() throws {
    let lines = try printed(
      """
      local Plasma = ca.DrawableLayer:subclass("Plasma", { defaults = { level = 0.5 }, redrawKeys = { "level" } })
      function Plasma:drawInDrawable(drawable, t) drawable:setPixels(function(x, y) return self.level, t, 0 end) end
      function Plasma:canDraw(t) return self.level < 1 end
      local p = Plasma { bounds = {0, 0, 1, 1} }
      p:setNeedsDisplay()
      print(ca.render(p, { time = 0.2 }):pixel(0, 0))
      p.level = 2
      print(ca.render(p, { time = 0.4 }):pixel(0, 0))
      p.level = 0.2
      print(ca.render(p, { time = 0.4 }):pixel(0, 0))
      local l = ca.DrawableLayer { bounds = {0, 0, 1, 1} }
      l.delegate = {
        drawLayerInDrawable = function(self, layer, drawable, t) drawable:clear("blue") end,
        canDrawLayer = function(self, layer, t) return t > 1 end,
      }
      l:setNeedsDisplay()
      print(ca.render(l):pixel(0, 0))
      l:setNeedsDisplay()
      print(ca.render(l, { time = 2 }):pixel(0, 0))
      """)
    #expect(
      lines == [
        "0.50196078431373\t0.2\t0\t1", "0.50196078431373\t0.2\t0\t1", "0.2\t0.4\t0\t1", "0\t0\t0\t0", "0\t0\t1\t1",
      ])
  }

  @Test func `mistakes are explained`() throws {
    let cases = [
      ("ca.DrawableLayer {}:nextDrawable()", "give DrawableLayer bounds or a drawableSize"),
      (
        "ca.DrawableLayer { drawableSize = {1, 1} }:nextDrawable():setPixels 'abc'",
        "expected 4 bytes, four for each of 1×1 pixels, got 3"
      ),
      (
        "ca.DrawableLayer { drawableSize = {1, 1} }:nextDrawable():setPixels(5)",
        "a function(x, y) that returns r, g, b, a"
      ),
      (
        "ca.DrawableLayer { drawableSize = {1, 1} }:nextDrawable():setPixels(function() return 2 end)",
        "Drawable:setPixels: the pixels function must return r, g, b and a from 0 to 1"
      ),
      (
        "local d = ca.DrawableLayer { drawableSize = {1, 1} }:nextDrawable() d:present() d:present()",
        "the drawable was presented"
      ),
      (
        "ca.DrawableLayer { draw = 'plasma' }",
        "DrawableLayer.draw: there is no drawable named \"plasma\"; the host registered none"
      ),
      (
        "ca.DrawableLayer { draw = 7 }",
        "DrawableLayer.draw: expected a function(layer, drawable, layerTime) or the name of a drawable that the host registered, got number 7"
      ),
      ("ca.DrawableLayer { drawableSize = {0.5, 1} }", "expected whole numbers of pixels"),
      ("ca.DrawableLayer { pixelFormat = 'rgba16Float' }", "rgba8Unorm, bgra8Unorm"),
      ("ca.DrawableLayer { maximumDrawableCount = 2.5 }", "expected a whole number from 2 to 3"),
      ("ca.DrawableLayer { drawableProperties = { retained = true } }", "use retainedBacking or colorFormat"),
      ("ca.DrawableLayer { colorspace = 'displayP3' }", "sRGB"),
      ("ca.MetalLayer {}", "use ca.DrawableLayer"),
      ("ca.QCCompositionLayer 'clock.qtz'", "composition files are not supported"),
      (
        "local l = ca.DrawableLayer { drawableSize = {1, 1} } l.kept = l:nextDrawable()",
        "a drawable is not allowed here"
      ),
    ]
    for (script, part) in cases {
      let error = try failure(script)
      #expect(error?.message.contains(part) == true, "\(script): \(error?.message ?? "no error")")
    }
    let error = try failure(
      """
      local l = ca.DrawableLayer { bounds = {0, 0, 3, 3}, draw = function(layer, drawable)
        drawable:setPixels(function(x, y)
          error("burnt")
        end)
      end }
      ca.render(l)
      """)
    #expect(error?.description == "test.lua:3: burnt")
  }

  @Test func `a huge drawable is a limit`() throws {
    let error = try failure(
      "ca.DrawableLayer { drawableSize = {16000, 16000} }:nextDrawable()",
      Engine.Configuration(memoryLimit: 100_000_000))
    #expect(error?.kind == .limit)
    #expect(try failure("ca.DrawableLayer { drawableSize = {1e300, 1} }:nextDrawable()")?.kind == .limit)
    // Unreferenced drawables release their memory.
    let many = """
      local l = ca.DrawableLayer { drawableSize = {1000, 1000} }
      for i = 1, 100 do l:nextDrawable():present() end
      """
    #expect(try failure(many, Engine.Configuration(memoryLimit: 100_000_000)) == nil)
  }
}
