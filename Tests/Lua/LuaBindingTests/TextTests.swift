// SPDX-License-Identifier: MIT
import LayerEngine
import Testing

/// Text used from scripts.
struct TextTests {
  @Test func `an attributed string is a value that reads back`() throws {
    let lines = try printed(
      """
      local A = ca.AttributedString
      local a = A { { "x", font = "Times", kern = 2, shadow = { offset = { 1, 2 } }, italic = true }, "y" }
      print(a, a.string, #a.runs, a.runs[1].string, a.runs[1].kern, a.runs[1].italic, a.runs[1].shadow.offset, a.runs[2].string)
      print(a == A(a.runs), a == A { { "x" } }, A("x", { kern = 1 }) == A { { "x", kern = 1 } })
      local l = ca.TextLayer { string = a }
      print(l.string == a, l:value("string") == a, l:copy().string == a, ca.TextLayer { string = "a" }.string)
      print(pcall(function() a.runs[1].kern = 3 end))
      """)
    #expect(
      lines.dropLast() == [
        "AttributedString \"xy\"\txy\t2\tx\t2\ttrue\tSize(1, 2)\ty", "true\tfalse\ttrue", "true\ttrue\ttrue\ta",
      ])
    #expect(lines.last?.hasPrefix("false") == true)
  }

  @Test(arguments: [
    (
      "ca.AttributedString { { 'x', kern = 'big' } }",
      "ca.AttributedString: run 1: kern: expected points from -16384 to 16384, got string \"big\""
    ),
    (
      "ca.AttributedString { { 'x' }, { font = 'x' } }",
      "ca.AttributedString: run 2: expected text with attributes, such as {\"text\", font = \"DejaVu Sans\"}, got a table with keys font"
    ),
    (
      "ca.AttributedString(3)",
      "ca.AttributedString: expected runs such as { {\"plain \"}, {\"red\", foregroundColor = \"red\"} }, got number 3"
    ),
    (
      "ca.AttributedString { { '\\xff' } }",
      "ca.AttributedString: the text: expected text in UTF-8, got a string that is not UTF-8 (byte 1 is 0xFF)"
    ),
    (
      "ca.TextLayer { string = 'abc\\xe9d' }",
      "TextLayer.string: expected text in UTF-8, got a string that is not UTF-8 (byte 4 is 0xE9)"
    ),
    (
      "ca.TextLayer().string = 'ab\\u{20AC}\\xC3'",
      "TextLayer.string: expected text in UTF-8, got a string that is not UTF-8 (byte 6 is 0xC3)"
    ),
    (
      "ca.TextLayer { font = '\\x80' }",
      "TextLayer.font: expected text in UTF-8, got a string that is not UTF-8 (byte 1 is 0x80)"
    ),
    ("ca.TextLayer { fontSize = 0 }", "TextLayer.fontSize is 0, expected a number greater than 0 and at most 16384"),
    (
      "ca.TextLayer { fontSize = 20000 }",
      "TextLayer.fontSize is 20000, expected a number greater than 0 and at most 16384"
    ),
    (
      "ca.TextLayer { string = {} }",
      "TextLayer.string: expected a string or an attributed string, got a table of 0 values"
    ),
    ("ca.measureText('a', { wrapped = 1 })", "ca.measureText: wrapped must be true or false, got number 1"),
    ("ca.measureText('a', { widht = 1 })", "ca.measureText: unknown attribute widht"),
  ])
  func `refusals say what was expected`(statement: String, message: String) throws {
    let error = try failure(statement)
    #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "none")")
  }

  @Test func `every door ends lines where Foundation does`() throws {
    let lines = try printed(
      """
      local o = { font = "DejaVu Sans", fontSize = 20 }
      local doors = {
        measure = function(s) return ca.measureText(s, o).height end,
        lines = function(s) return #ca.measureText(s, o).lines end,
        attributed = function(s) return ca.measureText(ca.AttributedString { { s, font = "DejaVu Sans", fontSize = 20 } }, o).height end,
        layer = function(s) return ca.TextLayer { string = s, font = o.font, fontSize = 20 }:preferredFrameSize().height end,
        drawing = function(s)
          local l = ca.Layer { bounds = {0, 0, 40, 60}, delegate = { drawLayerInContext = function(_, _, c)
            c:drawText(s, {0, 0}, o)
          end } }
          l:setNeedsDisplay()
          return ca.render(l):encode("png")
        end,
      }
      for _, name in ipairs { "measure", "lines", "attributed", "layer", "drawing" } do
        local door, words = doors[name], {}
        for _, e in ipairs { "\\r", "\\r\\n", "\\u{85}", "\\u{2028}", "\\u{2029}" } do
          words[#words + 1] = tostring(door("a" .. e .. "b") == door("a\\nb"))
        end
        print(name, door("a\\nb") == door("ab"), table.concat(words, " "))
      end
      """)
    #expect(
      lines == ["measure", "lines", "attributed", "layer", "drawing"].map { "\($0)\tfalse\ttrue true true true true" })
  }

  @Test func `text is measured with its attributes, in a box or without`() throws {
    // DejaVu Sans: N 1532 of 2048.
    let lines = try printed(
      """
      local o = { font = "DejaVu Sans", fontSize = 2048 }
      print(ca.measureText("NN", o).width)
      o.kern = 100
      print(ca.measureText("NN", o).width, ca.measureText(ca.AttributedString { { "N", kern = 0 }, "N" }, o).width)
      local m = ca.measureText("N N N", { font = "DejaVu Sans", fontSize = 2048, width = 4000 })
      print(#m.lines, m.lines[2].baseline - m.lines[1].baseline, m.ascent, m.descent, m.height)
      print(#ca.measureText("N N N", { font = "DejaVu Sans", fontSize = 2048, width = 4000, wrapped = false }).lines)
      local t = ca.measureText("N N N", { font = "DejaVu Sans", fontSize = 2048, width = 5000, wrapped = false, truncationMode = "end" })
      print(t.isTruncated, t.width <= 5000, ca.measureText("").width)
      local l = ca.TextLayer { string = "NN", font = "DejaVu Sans", fontSize = 2048 }
      print(l:preferredFrameSize())
      """)
    #expect(
      lines == [
        "3064", "3264\t3164", "2\t2384\t1901\t483\t4768", "1", "true\ttrue\t0", "Size(3064, 2384)",
      ])
  }

  @Test func `fonts are listed by name, or with what there is to know`() throws {
    let lines = try printed(
      """
      local names = ca.fonts()
      local sorted = true
      for i = 2, #names do sorted = sorted and names[i - 1] < names[i] end
      print(sorted)
      for _, f in ipairs(ca.fonts { details = true }) do
        if f.fullName == "DejaVu Sans Bold Oblique" then print(f.family, f.weight, f.italic, f.file) end
      end
      """)
    #expect(lines == ["true", "DejaVu Sans\t700\ttrue\t/usr/share/fonts/truetype/dejavu/DejaVuSans-BoldOblique.ttf"])
  }

  @Test func `a context's text takes attributes and attributed strings`() throws {
    let lines = try printed(
      """
      local image = ca.Image.draw(40, 40, function(ctx)
        ctx:setFillColor("red")
        ctx:drawText("N", { 0, 30 }, { font = "DejaVu Sans", fontSize = 40, weight = "bold" })
        ctx:drawText(ca.AttributedString { { "    ", backgroundColor = "blue", fontSize = 8 } }, { 0, 30, 40, 10 })
        print(pcall(ctx.drawText, ctx, "x", { 0, 0 }, { truncation = "end" }))
      end)
      local r, g, b, a = image:pixel(6, 15)
      print(r, g, b, a)
      r, g, b, a = image:pixel(2, 34)
      print(r, g, b, a)
      """)
    #expect(lines[0].hasSuffix("GraphicsContext:drawText: truncation needs a rect to draw in, got a point"))
    #expect(lines.dropFirst() == ["1\t0\t0\t1", "0\t0\t1\t1"])
  }

  @Test func `what is missing is told of once, and says what is used`() throws {
    let engine = try Engine(Engine.Configuration())
    var warnings: [String] = []
    engine.onWarning = { warnings.append($0.description) }
    try engine.run(
      script: """
        for i = 1, 3 do
          local l = ca.TextLayer { name = "label", string = "日", font = "Comic Sans", bounds = { 0, 0, 50, 50 } }
          ca.render(l, {})
        end
        """, name: "test.lua")
    #expect(warnings.count == 2)
    #expect(
      warnings.first?.contains("font \"Comic Sans\" is not installed; \"Liberation Sans\" is used instead") == true)
    #expect(warnings.last?.contains("neither Liberation Sans nor any other font has “日” (U+65E5, Han)") == true)
  }
}
