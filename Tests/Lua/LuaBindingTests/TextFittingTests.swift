// SPDX-License-Identifier: MIT
import LayerEngine
import Testing

/// Text that fits its layer, and text that flows through layers, from scripts.
struct TextFittingTests {
  @Test func `a text shrinks until it fits, in steps of half a point`() throws {
    let lines = try printed(
      """
      local t = ca.TextLayer { string = "A title that is far too long", bounds = {0, 0, 200, 30},
        font = "DejaVu Sans", fontSize = 24 }
      print(t.fittedFontSize)
      t.fitsText = "shrink"
      local size = t.fittedFontSize
      print(size < 24, size >= 12, size * 2 % 1)
      local function width(s) return ca.measureText(t.string, { font = t.font, fontSize = s }).width end
      print(width(size) <= 200, width(size + 0.5) > 200)
      t.bounds = {0, 0, 2000, 300}; print(t.fittedFontSize)
      t.bounds = {0, 0, 100, 100}; t.wrapped = true; t.string = "one two three four five six seven eight nine ten"
      local small = t.fittedFontSize
      local m = ca.measureText(t.string, { font = t.font, fontSize = small, width = 100 })
      print(small < 24, m.height <= 100)
      t.maximumNumberOfLines = 2; print(t.fittedFontSize < small)
      t.maximumNumberOfLines = 0; t.string = "Unbreakable"; print(t.fittedFontSize < 24)
      print(t:preferredFrameSize().width > 0, t.fontSize)
      """)
    #expect(
      lines == [
        "24", "true\ttrue\t0.0", "true\ttrue", "24", "true\ttrue", "true", "true", "true\t24",
      ])
  }

  @Test func `a missing font is told once, however often the text is laid out`() throws {
    for fits in ["none", "shrink"] {
      let engine = try Engine()
      var warnings: [String] = []
      engine.onWarning = { warnings.append("\($0.rule.rawValue) \($0.repeats)") }
      try engine.run(
        script: """
          local t = ca.TextLayer { bounds = {0, 0, 60, 40}, string = "a longer text", font = "Papyrus", fontSize = 24,
            wrapped = true, fitsText = "\(fits)" }
          local r = ca.Layer { bounds = {0, 0, 60, 40}, t }
          for i = 1, 3 do t:preferredFrameSize(); ca.render(r) end
          """, name: "test.lua")
      engine.reportRepeatedWarnings()
      #expect(warnings.filter { $0.hasPrefix("missing-font") } == ["missing-font 0"], "\(fits): \(warnings)")
    }
  }

  @Test func `a group shrinks by its smallest scale, each layer down to its minimum`() throws {
    let lines = try printed(
      """
      local y = -60
      local function text(s, size, width, minimum)
        y = y + 60
        return ca.TextLayer { string = s, frame = {0, y, width, 60}, font = "DejaVu Sans", fontSize = size,
          fitsText = "shrink",
          fitsTextGroup = "cards", minimumFontSize = minimum or 0 }
      end
      local a, b, c = text("Short", 40, 400), text("A much longer title", 20, 150), text("Fixed", 30, 400, 28)
      local root = ca.Layer { bounds = {0, 0, 400, 200}, a, b, c }
      print(b.fittedFontSize < 20, math.abs(a.fittedFontSize / 40 - b.fittedFontSize / 20) < 1e-9, c.fittedFontSize)
      local before = ca.render(root)
      b.string = "Fits"
      print(a.fittedFontSize, b.fittedFontSize)
      print(ca.compare(before, ca.render(root)).largest > 0)
      b.string = "A much longer title"
      print(ca.compare(before, ca.render(root)).largest)
      """)
    #expect(lines == ["true\ttrue\t28", "40\t20", "true", "0"])
  }

  @Test func `a text that does not fit its minimum says so`() throws {
    let engine = try Engine(Engine.Configuration())
    var warnings: [String] = []
    engine.onWarning = { warnings.append("\($0)") }
    try engine.run(
      script: """
        ca.render(ca.TextLayer { name = "t", string = "A title that is far too long", bounds = {0, 0, 100, 30},
          fontSize = 24, fitsText = "shrink", minimumFontSize = 20 })
        """, name: "test.lua")
    #expect(warnings.count == 1)
    #expect(warnings.first?.contains("at its smallest size, 20 points; it would fit at ") == true, "\(warnings)")
  }

  @Test func `a chain that breaks off says so, and a cut that is meant does not`() throws {
    func warnings(_ last: String, _ root: String, _ after: String = "") throws -> [String] {
      let engine = try Engine(Engine.Configuration())
      var warnings: [String] = []
      engine.onWarning = { warnings.append($0.description) }
      try engine.run(
        script: """
          local a = ca.TextLayer { name = "a", frame = {0, 0, 80, 40}, wrapped = true, foregroundColor = "black",
            string = ("word "):rep(60) }
          local b = ca.TextLayer { name = "b", frame = {90, 0, 80, 40}, wrapped = true, \(last) }
          a.continuesIn = b
          \(after)
          ca.render(ca.Layer { name = "root", bounds = {0, 0, 200, 100}, \(root) })
          """, name: "test.lua")
      return warnings
    }
    let cut = try warnings("", "a, b")
    #expect(cut.count == 1 && cut[0].contains("root/b: it is the last layer in which a text continues"), "\(cut)")
    let orphan = try warnings("", "a")
    #expect(
      orphan.count == 1 && orphan[0].contains("root/a: its text goes on in TextLayer b, which is not in the same"),
      "\(orphan)")
    #expect(try warnings("truncationMode = 'end'", "a, b").isEmpty)
    #expect(try warnings("", "a, b", "b.bounds = {0, 0, 80, 3000}").isEmpty)
  }

  @Test func `a minimum above the size is told as it was set`() throws {
    let engine = try Engine(Engine.Configuration())
    var warnings: [String] = []
    engine.onWarning = { warnings.append($0.description) }
    try engine.run(
      script: """
        ca.render(ca.TextLayer { string = "A title that is far too long", bounds = {0, 0, 100, 30}, fontSize = 24,
          fitsText = "shrink", minimumFontSize = 40 })
        """, name: "test.lua")
    #expect(
      warnings.first?.contains("24 points (minimumFontSize is 40, more than its fontSize)") == true, "\(warnings)")
  }

  @Test func `attributes of runs set on a layer are told, as in its constructor`() throws {
    let engine = try Engine(Engine.Configuration())
    var warnings: [String] = []
    engine.onWarning = { warnings.append($0.description) }
    try engine.run(
      script: """
        local t = ca.TextLayer()
        t.tabStops = { 20 }; t.italic = true; t.kern = 2; t.alignment = "center"; t.headIndent = 3; t.weight = 3
        local C = ca.TextLayer:subclass "C"
        C().kern = 2
        """, name: "test.lua")
    #expect(warnings.count == 6, "\(warnings)")
    #expect(
      warnings.first?.contains(
        "tabStops is an attribute of a run: string = ca.AttributedString { { \"…\", tabStops = … } }") == true,
      "\(warnings)")
    #expect(warnings.contains { $0.contains("the layer's is letterSpacing; kern is an attribute") }, "\(warnings)")
    let lines = try printed(
      """
      print(pcall(ca.TextLayer, { listMarker = "•" }))
      print(pcall(ca.measureText, "x", { letterSpacing = 2 }))
      print(pcall(ca.measureText, "x", { fontsize = 2 }))
      print(pcall(ca.measureText, "x", { nothingLikeIt = 2 }))
      local a, b = ca.TextLayer {}, ca.TextLayer { string = "x" }
      a.continuesIn = b
      print(pcall(ca.render, ca.Layer { bounds = {0, 0, 9, 9}, a, b }))
      print(pcall(ca.render, ca.GradientLayer { bounds = {0, 0, 9, 9}, colors = { "red", "blue" }, locations = { 0 } }))
      """)
    #expect(lines[0].contains("listMarker is an attribute of a run: string = ca.AttributedString"), "\(lines)")
    #expect(lines[1].hasSuffix("unknown attribute letterSpacing; write kern, in points"), "\(lines)")
    #expect(lines[2].hasSuffix("unknown attribute fontsize; did you mean fontSize?"), "\(lines)")
    #expect(lines[3].contains("unknown attribute nothingLikeIt; there are font, "), "\(lines)")
    #expect(lines[4].contains(":5): the text of") && lines[5].contains(":8): there are 2 colors and 1 loc"), "\(lines)")
  }

  @Test func `a chain shows what one layer would`() throws {
    let lines = try printed(
      """
      local text = ("Call me Ishmael. Some years ago, never mind how long precisely. "):rep(4)
      local function box(y, h) return ca.TextLayer { frame = {0, y, 120, h}, font = "DejaVu Sans", fontSize = 10,
        foregroundColor = "black", wrapped = true } end
      local whole = box(0, 600); whole.string = text
      local line = ca.measureText("x", { font = "DejaVu Sans", fontSize = 10 }).height
      local a, b, c = box(0, line * 4), box(line * 4, line * 6), box(line * 10, 600)
      a.string, a.continuesIn, b.continuesIn, a.orphans, a.widows = text, b, c, 1, 1
      local one = ca.render(ca.Layer { bounds = {0, 0, 120, 400}, whole })
      local root = ca.Layer { bounds = {0, 0, 120, 400}, a, b, c }
      print(ca.compare(one, ca.render(root)).share < 0.01, a.overflows)
      c.bounds = {0, 0, 120, line}; print(a.overflows, c.overflows)
      a.string = "short"; print(a.overflows, ca.compare(ca.render(root), ca.render(ca.Layer { bounds = {0, 0, 120,
        400}, a:copy() })).largest)
      print(pcall(function() c.continuesIn = a end))
      b.string = "x"; print(pcall(ca.render, root))
      """)
    #expect(lines[0] == "true\tfalse" && lines[1] == "true\ttrue", "\(lines)")
    #expect(lines[2] == "false\t0", "\(lines)")
    #expect(lines[3].hasPrefix("false") && lines[3].contains("its text would come back to itself"), "\(lines)")
    #expect(lines[4].contains("it cannot have a string of its own"), "\(lines)")
  }

  @Test func `a chain goes on in a layer by name`() throws {
    let lines = try printed(
      """
      local text = ("Call me Ishmael. Some years ago, never mind how long precisely. "):rep(4)
      local function box(name, y, h) return ca.TextLayer { name = name, frame = {0, y, 120, h}, font = "DejaVu Sans",
        fontSize = 10, foregroundColor = "black", wrapped = true } end
      local function tree(second, third)
        local a, b, c = box("a", 0, 50), box("second", 50, 70), box("third", 120, 300)
        a.string, a.continuesIn, b.continuesIn = text, second or b, third or c
        local group = ca.Layer { name = "group", frame = {0, 0, 120, 420}, b, c }
        return ca.Layer { bounds = {0, 0, 120, 420}, a, group }, a, b, c
      end
      local byName, a, b, c = tree("second", "group/third")
      print(a.continuesIn == b, b.continuesIn == c, a.overflows)
      print(ca.compare(ca.render(byName), ca.render((tree()))).largest, a.continuesIn == b)
      print(ca.compare(ca.render(byName:copy()), ca.render(byName)).largest)
      b.name, c.name, b.string = "other", "second", nil
      b.continuesIn = nil
      c.frame = {0, 50, 120, 300}
      ca.render(byName)
      print(a.continuesIn == c, a.overflows)
      print(ca.TextLayer { continuesIn = "later" }.continuesIn)
      """)
    #expect(lines == ["true\ttrue\tfalse", "0\ttrue", "0", "true\tfalse", "later"], "\(lines)")
    for (name, message) in [
      (
        "secund",
        "Layer/a.continuesIn (test.lua:1): no text layer \"secund\" in its layer tree; did you mean \"second\"?"
      ),
      ("x", "Layer/a.continuesIn (test.lua:1): no text layer \"x\" in its layer tree; the names are second"),
      ("plain", "Layer/a.continuesIn (test.lua:1): Layer Layer/plain is not a text layer"),
    ] {
      let error = try failure(
        "local a = ca.TextLayer { name = 'a', frame = {0, 0, 50, 20}, string = 'x', continuesIn = '\(name)' } "
          + "local second, plain = ca.TextLayer { name = 'second' }, ca.Layer { name = 'plain' } "
          + "ca.render(ca.Layer { bounds = {0, 0, 50, 50}, a, second, plain })"
      )
      #expect(error?.message.contains(message) == true, "\(error?.message ?? "none")")
    }
    let cycle = try failure(
      "local a = ca.TextLayer { name = 'a', bounds = {0, 0, 50, 20}, string = 'x', continuesIn = 'b' } "
        + "a:addSublayer(ca.TextLayer { name = 'b', continuesIn = a }) ca.render(a)")
    #expect(cycle?.message.contains("its text would come back to itself") == true, "\(cycle?.message ?? "none")")
  }

  @Test func `ca.flow makes layers until the text ends`() throws {
    let lines = try printed(
      """
      local root = ca.Layer { bounds = {0, 0, 500, 100} }
      local text = ("word "):rep(100)
      local boxes = ca.flow(text, function(n)
        local box = ca.TextLayer { frame = {(n - 1) * 90, 0, 80, 60}, font = "DejaVu Sans", fontSize = 10,
          wrapped = true }
        root:addSublayer(box)
        return box
      end)
      print(#boxes > 3, boxes[1].string == text, boxes[2].string, boxes[1].continuesIn == boxes[2],
        boxes[#boxes].overflows)
      print(#ca.flow(text, function(n) return n <= 2 and ca.TextLayer { bounds = {0, 0, 80, 60}, fontSize = 10,
        wrapped = true } or nil end))
      print(pcall(ca.flow, text, function(n) return ca.TextLayer { bounds = {0, 0, 80, 3}, fontSize = 10,
        wrapped = true } end))
      print(pcall(ca.flow, text, function(n) return 3 end))
      """)
    #expect(lines[0] == "true\ttrue\tnil\ttrue\tfalse" && lines[1] == "2", "\(lines)")
    #expect(lines[2].contains("none of the text fits it"), "\(lines)")
    #expect(lines[3].contains("expected a text layer from the function"), "\(lines)")
  }

  @Test func `sizeToFit keeps a corner`() throws {
    let lines = try printed(
      """
      local function fitted(corner, flipped)
        local t = ca.TextLayer { string = "Hello", font = "DejaVu Sans", fontSize = 20, frame = {20, 30, 10, 10} }
        ca.Layer { geometryFlipped = flipped, t }
        t:sizeToFit(corner)
        return t.frame
      end
      local size = fitted().size
      print(size.width % 1, size.height % 1, fitted().origin, fitted("maxXMaxY").maxX, fitted("maxXMaxY").maxY,
        fitted("minXMaxY").minX, fitted("anchorPoint").center)
      print(fitted("minXMinY", true).origin, pcall(fitted, "left"))
      """)
    #expect(lines[0] == "0\t0\tPoint(20, 30)\t30\t40\t20\tPoint(25, 35)", "\(lines)")
    #expect(lines[1].hasPrefix("Point(20, 30)\tfalse") && lines[1].contains("minXMinY, maxXMinY"), "\(lines)")
  }

  @Test func `CSS's weights, and numbers as text`() throws {
    let lines = try printed(
      """
      local t = ca.TextLayer()
      local all = {}
      for _, w in ipairs { "normal", "extra-light", "extraLight", "semi-bold", "demiBold", "ExtraBold", "600", "bold",
        "thin" } do
        t.fontWeight = w; all[#all + 1] = t.fontWeight
      end
      print(table.concat(all, " "))
      """)
    #expect(lines == ["400 200 200 600 600 800 600 700 200"])
  }

  @Test func `measureText tells each line's bytes`() throws {
    let lines = try printed(
      """
      local text = "Grüße aus der Ferne\\nund mehr"
      local m = ca.measureText(text, { font = "DejaVu Sans", fontSize = 12, width = 60 })
      for _, line in ipairs(m.lines) do print("[" .. text:sub(table.unpack(line.range)) .. "]") end
      """)
    #expect(lines == ["[Grüße ]", "[aus der ]", "[Ferne]", "[und mehr]"])
  }

  @Test func `lists and leaders read back`() throws {
    let lines = try printed(
      """
      local a = ca.AttributedString { { "x\t1", listMarker = "{decimal}.", tabStops = { { location = 90,
        alignment = "right", leader = "." } } } }
      print(a.runs[1].listMarker, a.runs[1].tabStops[1].leader, a == ca.AttributedString(a.runs))
      print(pcall(ca.AttributedString, { { "x", listMarker = "" } }))
      print(pcall(ca.AttributedString, { { "x", listMarker = "{decimals}." } }))
      print(ca.AttributedString { { "x", listMarker = "{1}{}{" } }.runs[1].listMarker)
      """)
    #expect(lines[2].contains("not {decimals}; did you mean {decimal}?"), "\(lines)")
    #expect(lines[3] == "{1}{}{")
    #expect(lines[0] == "{decimal}.\t.\ttrue", "\(lines)")
    #expect(lines[1].contains("listMarker: expected a marker of at most 64 bytes"), "\(lines)")
  }
}
