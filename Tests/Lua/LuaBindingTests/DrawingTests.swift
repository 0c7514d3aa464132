// SPDX-License-Identifier: MIT
import LayerEngine
import Testing

@Suite struct DrawingTests {
  @Test func `contents of a layer that drew read as its picture`() throws {
    let lines = try printed(
      """
      local l = ca.Layer { bounds = {0, 0, 10, 5.25}, contentsScale = 2 }
      l.delegate = { drawLayerInContext = function(self, layer, ctx) ctx:setFillColor("red"); ctx:fill {5, 0, 5, 5} end }
      print(l.contents)
      l:display()
      local picture = l.contents
      print(picture.width, picture.height, picture.scale, picture == l.contents)
      print(picture:pixel(9, 0))
      print(picture:pixel(10, 0))
      l.bounds = {0, 0, 10, 5}
      l:display()
      local other = ca.Layer { bounds = l.bounds, contents = l.contents }
      print(ca.compare(ca.render(l, { scale = 2 }), ca.render(other, { scale = 2 })).largest)
      l.contents = nil
      print(l.contents)
      """)
    #expect(lines == ["nil", "20\t11\t2\ttrue", "0\t0\t0\t0", "1\t0\t0\t1", "0", "nil"])
  }

  @Test func `redraw policies decide what a resize shows`() throws {
    let lines = try printed(
      """
      for _, policy in ipairs { "onSetNeedsDisplay", "duringResize", "beforeResize", "never" } do
        local drawn = {}
        local l = ca.Layer { bounds = {0, 0, 4, 4}, redrawPolicy = policy }
        l.delegate = { drawLayerInContext = function(self, layer, ctx) drawn[#drawn + 1] = ctx.width end }
        l:display()
        l["bounds.size.width"] = 8
        l.position = {3, 3}
        ca.render(l)
        if policy ~= "never" then l:setNeedsDisplay() end
        ca.render(l)
        print(policy, table.concat(drawn, " "))
      end
      """)
    #expect(lines == ["onSetNeedsDisplay\t4 8", "duringResize\t4 8 8", "beforeResize\t4 8 8", "never\t4"])
  }

  @Test func `path builders return the path and queries answer`() throws {
    let lines = try printed(
      """
      local p = ca.Path():move(0, 0):addLine(30, 0):addLine(30, 40):closeSubpath()
      print(p:length(), p:boundingBox(), p:isEmpty(), p:contains {20, 10}, p:contains {5, 30})
      print(p:svg() == ca.Path("M 0 0 L 30 0 L 30 40 Z"):svg(), p == p:copy(), p == ca.Path())
      print(ca.Path():boundingBoxOfPath(), ca.Path "M 1 1 L 2 2":transformed(ca.Transform.scale(2)):boundingBox())
      """)
    #expect(lines == ["120\tRect(0, 0, 30, 40)\tfalse\ttrue\tfalse", "true\ttrue\tfalse", "nil\tRect(2, 2, 2, 2)"])
  }

  @Test(arguments: [
    ("ca.Path():move(0 / 0, 0)", "Path:move: expected a finite number for x, got number nan"),
    ("ca.Path():addArc(0, 0, -1, 0, 1)", "Path:addArc: the radius must not be negative, got -1"),
    (
      "ca.Path():addLines {1, 2}",
      "Path:addLines: expected a list of points such as {{0, 0}, {30, 0}}, got a table of 2 values"
    ),
    ("ca.Path():addRect {1, 2}", "Path:addRect: expected a rect such as {0, 0, 100, 50}, got a table of 2 values"),
    ("ca.Path().x = 1", "the fields of a Path cannot be written (x); call its methods"),
    ("ca.Path().move(1, 2)", "move: call it with a colon on a Path, got number 1"),
    (
      "ca.Image { width = 2, height = 2, pixels = 'abc' }",
      "ca.Image: pixels must be 16 bytes, four for each of 2×2 pixels, got 3"
    ),
    (
      "ca.Image { width = 4294967296, height = 4294967296, pixels = '' }",
      "ca.Image: an image of 4294967296×4294967296 pixels is not possible: each side must be 1 to 32768, 268435456 pixels in all"
    ),
    ("ca.Image { width = 2, hieght = 2 }", "ca.Image: unknown option hieght; did you mean height?"),
    ("ca.render(42, 'x.png')", "ca.render: expected a layer to render, got number 42"),
    ("ca.render(ca.Layer(), 'picture.xyz')", "ca.render: unknown format .xyz; use .png, .jpg, .webp, .pdf or .svg"),
    ("ca.render(ca.Layer(), { scale = 0 / 0 })", "ca.render: scale must be a number greater than 0, got number nan"),
    ("ca.render(ca.Layer(), { sacle = 2 })", "ca.render: unknown option sacle; did you mean scale?"),
    ("ca.measureText(nil, {})", "ca.measureText: expected a string or an attributed string, got nil"),
    ("ca.setCurrentTime(0 / 0)", "ca.setCurrentTime: expected a finite number for the time in seconds, got number nan"),
  ])
  func `refusals say what was expected`(_ statement: String, _ message: String) throws {
    let error = try failure("\n" + statement)
    #expect(error?.message == message)
    #expect(error?.line == 2)
  }

  @Test func `a path read from a layer is frozen and a copy is not`() throws {
    let lines = try printed(
      """
      local p = ca.Path():addRect {0, 0, 10, 10}
      local l = ca.ShapeLayer { path = p }
      p:addRect {100, 100, 10, 10}
      print(l.path:boundingBox(), pcall(l.path.move, l.path, 1, 1))
      print(l.path:copy():addLine(5, 5):boundingBox())
      """)
    #expect(
      lines[0]
        == "Rect(0, 0, 10, 10)\tfalse\ttest.lua:4: Path:move: a path read from a layer is frozen; change a copy of it (path:copy()) and assign that"
    )
    #expect(lines[1] == "Rect(0, 0, 10, 10)")
  }

  @Test func `images take pixels from strings and functions`() throws {
    let lines = try printed(
      """
      local a = ca.Image { width = 2, height = 1, pixels = "\\255\\0\\0\\255\\0\\255\\0\\128" }
      print(a, a:pixel(0, 0)); print(#a:pixels(), a:pixels():byte(1, 4))
      local b = ca.Image { width = 2, height = 1, scale = 2, pixels = function(x, y) return x, y, 0 end }
      print(b, b.size, b:pixel(1, 0)); print(b:crop {1, 0, 1, 1}.width)
      local c = ca.compare(a, ca.Image { width = 2, height = 1, pixels = "\\255\\0\\0\\255\\0\\0\\0\\0" })
      print(c.share, c.image)
      """)
    #expect(
      lines == [
        "Image 2×1\t1\t0\t0\t1", "8\t255\t0\t0\t255", "Image 2×1 @2x\tSize(1, 0.5)\t1\t0\t0\t1", "1", "0.5\tImage 2×1",
      ])
  }

  @Test func `paths count against the memory limit`() throws {
    let error = try failure(
      "local p = ca.Path():move(0, 0)\nwhile true do p:addLine(1, 1) end", Engine.Configuration(memoryLimit: 20_000_000)
    )
    #expect(error?.kind == .limit)
    #expect(error?.line == 2)
  }

  @Test func `layers count against the memory limit and garbage does not`() throws {
    let error = try failure(
      "local t = {}\nwhile true do t[#t + 1] = ca.Layer() end", Engine.Configuration(memoryLimit: 20_000_000))
    #expect(error?.kind == .limit)
    #expect(
      try failure("for i = 1, 200000 do ca.Layer { ca.Layer() } end", Engine.Configuration(memoryLimit: 40_000_000))
        == nil)
  }
}
