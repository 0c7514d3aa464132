// SPDX-License-Identifier: MIT
import LayerEngine
import Testing

@Suite struct LayoutScriptTests {
  @Test func `constraints come in three forms that are equal`() throws {
    let lines = try printed(
      """
      local a = ca.Constraint("maxY", "layerA", "minY", 1, -10)
      local b = ca.Constraint { "maxY", to = "layerA", "minY", offset = -10 }
      local c = ca.Constraint "maxY = layerA.minY - 10"
      print(a == b, b == c, c)
      print(c.attribute, c.sourceName, c.sourceAttribute, c.scale, c.offset)
      print(ca.Constraint("kCAConstraintWidth", "superlayer", "width", 0.5, 4))
      print(ca.Constraint { "midX", to = "superlayer" }, ca.Constraint "minX = 'side bar'.maxX")
      print(pcall(function() c.scale = 2 end))
      """)
    #expect(lines[0] == "true\ttrue\tmaxY = layerA.minY - 10")
    #expect(lines[1] == "maxY\tlayerA\tminY\t1\t-10")
    #expect(lines[2] == "width = superlayer.width * 0.5 + 4")
    #expect(lines[3] == "midX = superlayer.midX\tminX = 'side bar'.maxX")
    #expect(lines[4].hasPrefix("false\t"))
  }

  @Test func `constraints are written with the labels of the book, and mean what they mean there`() throws {
    let lines = try printed(
      """
      local meant = ca.Constraint "maxY = layerA.minY * 2 - 10"
      for _, c in ipairs {
        ca.Constraint { "maxY", relativeTo = "layerA", attribute = "minY", scale = 2, offset = -10 },
        ca.Constraint { "kCAConstraintMaxY", relativeTo = "layerA", attribute = "kCAConstraintMinY", scale = 2, offset = -10 },
        ca.Constraint { attribute = "maxY", relativeTo = "layerA", sourceAttribute = "minY", scale = 2, offset = -10 },
        ca.Constraint { attribute = "maxY", sourceName = "layerA", sourceAttribute = "minY", scale = 2, offset = -10 },
        ca.Constraint { "maxY", to = "layerA", "minY", scale = 2, offset = -10 },
        ca.Constraint { "maxY", to = "layerA", "minY", 2, -10 },
        ca.Constraint { "maxY", "layerA", "minY", 2, -10 },
        ca.Constraint { "maxY", "layerA", "minY", scale = 2, offset = -10 },
        ca.Constraint { "maxY", "layerA", attribute = "minY", scale = 2, offset = -10 },
        ca.Constraint("maxY", "layerA", "minY", 2, -10),
        ca.Constraint.constraintWithAttributeRelativeToAttributeScaleOffset("maxY", "layerA", "minY", 2, -10),
      } do assert(c == meant, tostring(c)) end
      print(ca.Constraint { "maxY", relativeTo = "layerA", attribute = "minY" }, ca.Constraint { "maxY", "layerA", "minY" })
      print(ca.Constraint.constraintWithAttributeRelativeToAttributeOffset("maxY", "layerA", "minY", -10),
        ca.Constraint.constraintWithAttributeRelativeToAttribute("maxY", "layerA", "minY"), ca.Constraint { "maxY", relativeTo = "layerA" })
      """)
    #expect(lines[0] == "maxY = layerA.minY\tmaxY = layerA.minY")
    #expect(lines[1] == "maxY = layerA.minY - 10\tmaxY = layerA.minY\tmaxY = layerA.maxY")
  }

  @Test func `an offset in the place of the scale is warned of, and named when it fails`() throws {
    let engine = try Engine()
    var warnings: [String] = []
    engine.onWarning = { warnings.append($0.description) }
    let error = try #require(throws: EngineError.self) {
      try engine.run(
        script: """
          local p = ca.Layer { bounds = {0, 0, 100, 100}, layoutManager = ca.ConstraintLayoutManager(), ca.Layer { name = "a", frame = {0, 30, 9, 9} },
            ca.Layer { name = "b", constraints = { ca.Constraint("minY", "a", "maxY", 10), "maxY = superlayer.maxY" } } }
          p:layoutIfNeeded()
          """, name: "test.lua")
    }
    #expect(warnings.count == 1)
    #expect(
      warnings.first?.contains(
        "ca.Constraint: the fourth argument is the scale, here 10, and the offset is 0; an offset comes fifth: ")
        == true)
    #expect(
      error.message.contains(
        "height would be -290: minY is 390 and maxY is 100; the scale of minY is 10 and its offset 0: an offset comes after the scale"
      ),
      "\(error.message)")
  }

  @Test func `managers that are built in lay out by hand, and for a manager of a script's`() throws {
    let lines = try printed(
      """
      local m = ca.ConstraintLayoutManager()
      local p = ca.Layer { bounds = {0, 0, 200, 100}, ca.Layer { frame = {3, 5, 40, 20}, constraints = { "midX = superlayer.midX" } } }
      m:layoutSublayersOfLayer(p)
      print(p.sublayers[1].frame, m:preferredSizeOfLayer(p), m:invalidateLayoutOfLayer(p))
      local stack = ca.StackLayoutManager { spacing = 10 }
      local q = ca.Layer { bounds = {0, 0, 200, 100}, ca.Layer { bounds = {0, 0, 10, 10} }, ca.Layer { bounds = {0, 0, 10, 10} } }
      q.layoutManager = { layoutSublayersOfLayer = function(self, layer) stack:layoutSublayersOfLayer(layer) layer.sublayers[1].opacity = 0.5 end,
        preferredSizeOfLayer = function(self, layer) return stack:preferredSizeOfLayer(layer) end }
      q:layoutIfNeeded()
      print(q.sublayers[2].position.x, q.sublayers[1].opacity, q:preferredFrameSize(), q:needsLayout())
      print(pcall(stack.layoutSublayersOfLayer, stack))
      """)
    #expect(lines[0] == "Rect(80, 5, 40, 20)\tSize(200, 100)")
    #expect(lines[1] == "25\t0.5\tSize(30, 10)\tfalse")
    #expect(lines[2] == "false\ttest.lua:11: StackLayoutManager:layoutSublayersOfLayer: expected a layer, got nothing")
  }

  @Test func `text without a width or height takes what it prefers, at the width it has`() throws {
    let lines = try printed(
      """
      local p = ca.Layer { bounds = {0, 0, 200, 100}, layoutManager = ca.ConstraintLayoutManager() }
      local function text(t) t.fontSize, t.font, t.string = 12, "DejaVu Sans", t.string or "Some words of text" return ca.TextLayer(t) end
      local a = text { name = "a", constraints = { "maxX = superlayer.maxX", "midY = superlayer.midY" } }
      local b = text { name = "b", wrapped = true, constraints = { "minX = superlayer.minX", "width = superlayer.width * 0.3", "minY = superlayer.minY" } }
      local c = text { bounds = {0, 0, 33, 7}, constraints = { "minX = superlayer.minX + 5" } }
      local d = ca.Layer { bounds = {0, 0, 4, 4}, constraints = { "minY = b.maxY", "maxX = a.minX" } }
      p.sublayers = { a, b, c, d }
      p:layoutIfNeeded()
      local one, ink = a.bounds.size, text { string = "Some words of text" }:preferredFrameSize()
      print(one.width == math.ceil(ink.width), one.height == math.ceil(ink.height), a.frame.maxX, a.frame.midY)
      print(b.bounds.width, b.bounds.height > 1.9 * one.height, b.frame.minX, b.frame.minY, c.bounds, d.frame.minY == b.frame.maxY, d.frame.maxX == a.frame.minX)
      a.string = "Some"
      p:layoutIfNeeded()
      print(a.bounds.width < one.width, a.frame.maxX, a:needsLayout())
      p.bounds = {0, 0, 1000, 100}
      p:layoutIfNeeded()
      print(b.bounds.width, b.bounds.height == one.height, ca.explainLayout(a).width.detail)
      a.string = ""
      p:layoutIfNeeded()
      print(a.bounds.size)
      a.bounds = {0, 0, 50, 0}
      a.string = "Some words of text"
      p:layoutIfNeeded()
      print(a.bounds.width, a.bounds.height == one.height)
      """)
    #expect(
      lines == [
        "true\ttrue\t200\t50", "60\ttrue\t0\t0\tRect(0, 0, 33, 7)\ttrue\ttrue", "true\t200\tfalse",
        "300\ttrue\tits text's preference, since it has no width of its own", "Size(0, 0)", "50\ttrue",
      ])
  }

  @Test(arguments: [
    (
      "frame = {10, 10, 20, 20}, position = {5, 5}",
      "frame and position in one constructor: the frame wins, so the position is {20, 20} and not {5, 5}"
    ),
    ("frame = {10, 10, 20, 20}, ['position.x'] = 5", "the position is {20, 20} and not {5, 0}"),
    (
      "bounds = {0, 0, 9, 20}, frame = {10, 10, 20, 20}",
      "frame and bounds in one constructor: the frame wins, so the bounds' size is {20, 20} and not {9, 20}"
    ),
    (
      "bounds = {0, 0, 9, 9}, position = {1, 1}, frame = {0, 0, 4, 4}",
      "the bounds' size is {4, 4} and not {9, 9}, the position is {2, 2} and not {1, 1}"
    ),
    ("frame = {10, 10, 20, 20}, position = {20, 20}", ""), ("frame = {10, 10, 20, 20}, bounds = {5, 5, 20, 20}", ""),
    ("frame = {10, 10, 20, 20}, transform = ca.Transform.rotation(1)", ""),
    ("bounds = {0, 0, 3, 3}, position = {1, 1}", ""),
  ])
  func `a frame that contradicts what stands beside it in a constructor is warned of`(keys: String, message: String)
    throws
  {
    let engine = try Engine()
    var warnings: [String] = []
    engine.onWarning = { warnings.append($0.description) }
    try engine.run(script: "local l = ca.Layer { name = 'a', \(keys) }", name: "test.lua")
    #expect(warnings.count == (message.isEmpty ? 0 : 1))
    if !message.isEmpty { #expect(warnings.first?.contains(message) == true, "\(warnings)") }
  }

  @Test func `constraints are read, assigned, added, removed`() throws {
    let lines = try printed(
      """
      local p = ca.Layer { bounds = {0, 0, 200, 100}, layoutManager = ca.ConstraintLayoutManager() }
      local a = ca.Layer { name = "a", bounds = {0, 0, 40, 20}, constraints = { "midX = superlayer.midX" } }
      p:addSublayer(a)
      a:addConstraint(ca.Constraint "minY = superlayer.minY + 5")
      a:constrain { "height = 30" }
      p:layoutIfNeeded()
      print(#a.constraints, a.constraints[2], a.frame)
      print(pcall(function() a.constraints[1] = nil end))
      a:removeConstraint "height = 30"
      a:constrain { "maxY = superlayer.maxY" }
      p:layoutIfNeeded()
      print(a.frame)
      print(pcall(a.removeConstraint, a, "minX = a.minX"))
      a:removeAllConstraints()
      a.frame = {1, 2, 3, 4}
      p:layoutIfNeeded()
      print(#a.constraints, a.frame)
      print(ca.ConstraintLayoutManager() == p.layoutManager, rawequal(ca.ConstraintLayoutManager(), p.layoutManager), p.layoutManager)
      """)
    #expect(lines[0] == "3\tminY = superlayer.minY + 5\tRect(80, 5, 40, 30)")
    #expect(lines[1].hasPrefix("false\t"))
    #expect(lines[2] == "Rect(80, 5, 40, 95)")
    #expect(lines[3].contains("has no constraint \"minX = a.minX\"; it has"))
    #expect(lines[4] == "0\tRect(1, 2, 3, 4)")
    #expect(lines[5].hasPrefix("true\ttrue\tConstraintLayoutManager"))
  }

  @Test(arguments: [
    (
      "ca.Constraint 'minX = superlayer.maxY'",
      "ca.Constraint: maxY is not on the same axis as minX; expected one such as maxX, at column 19\n"
        + "  minX = superlayer.maxY\n                    ^"
    ),
    ("ca.Constraint('minX', 'superlayer', 'height')", "ca.Constraint: minX lies on the x axis, height on the y axis"),
    (
      "ca.Constraint('minx', 'superlayer', 'minX')",
      "ca.Constraint: expected the attribute, got \"minx\"; did you mean \"minX\"?"
    ),
    (
      "ca.Constraint('minX', 5, 'minX')",
      "expected \"superlayer\" or the name of a sibling as the second argument, got number 5"
    ),
    ("ca.Constraint { 'minX', too = 'a', 'maxX' }", "ca.Constraint: unknown key too; there are to, relativeTo"),
    ("ca.Constraint { 'minX', 'maxX' }", "ca.Constraint: to is missing"),
    (
      "ca.Constraint { attribute = 'maxY', relativeTo = 'layerA', attribute = 'minY' }",
      "ca.Constraint: attribute is \"minY\" and the source's attribute is missing (a table keeps the last of two equal keys)"
    ),
    (
      "ca.Constraint { 'maxY', 'minY', to = 'layerA', attribute = 'midY' }",
      "is the source's attribute, which is given as \"minY\" too"
    ),
    (
      "ca.Constraint { 'maxY', 'minY', to = 'layerA', sourceAttribute = 'midY' }",
      "sourceAttribute is \"midY\", and the second attribute \"minY\""
    ),
    ("ca.Constraint { 'maxY', to = 'a', relativeTo = 'b', 'minY' }", "names the source, "),
    ("ca.Constraint { 'maxY', to = 'a', 'minY', 10 }", "value 3: name the number: scale = 10, or offset = 10"),
    ("ca.Constraint { 'maxY', to = 'a', 'minY', 1, 10, offset = 3 }", "value 4: the offset is given twice"),
    ("ca.Constraint { 'maxY', to = 'a', 'minY', 1, 10, 5 }", "value 5: expected the attribute"),
    ("ca.Constraint { 'maxY', to = 'a', 'minX' }", "maxY lies on the y axis, minX on the x axis"),
    ("ca.Constraint { relativeTo = 'a', sourceAttribute = 'minX' }", "the attribute is missing"),
    (
      "ca.Constraint.constraintWithAttributeRelativeToAttributeOffset('minX', 'a', 'maxX')",
      "expected a number for the offset, got nothing"
    ),
    ("ca.Constraint(7)", "ca.Constraint: expected its text such as"),
    ("ca.Layer { constraints = { 'minX = ' } }", "Layer.constraints: value 1: Constraint: expected a source"),
    ("ca.Layer { constraints = { 7 } }", "Layer.constraints: value 1: expected a constraint or its text, got number 7"),
    ("ca.Layer { constraints = 'minX = a.minX' }", "Layer.constraints: expected a list of constraints"),
    ("ca.Layer():constrain { 'minX = a.maxX', 'minY' }", "Layer:constrain: value 2: expected \"=\", at column 5"),
    (
      "ca.Layer { layoutManager = 5 }",
      "Layer.layoutManager: expected a layout manager such as ca.ConstraintLayoutManager()"
    ),
    ("ca.Layer { autoresizingMask = { 'widthSizeable' } }", "did you mean \"widthSizable\"?"),
    ("ca.Layer { layoutOptions = { flexx = 1 } }", "Layer.layoutOptions: unknown option flexx; did you mean flex?"),
    (
      "ca.Layer { layoutOptions = { columnSpan = 0 } }",
      "Layer.layoutOptions.columnSpan: expected a whole number from 1"
    ),
    ("ca.StackLayoutManager { axis = 'diagonal' }", "StackLayoutManager.axis: expected one of horizontal, vertical"),
    (
      "ca.StackLayoutManager { padding = { topp = 4 } }",
      "StackLayoutManager.padding: unknown edge topp; did you mean \"top\"?"
    ),
    (
      "ca.GridLayoutManager { columns = { 'auto', '1fx' } }",
      "GridLayoutManager.columns: value 2: expected points, \"auto\""
    ),
    ("ca.GridLayoutManager { columns = {} }", "GridLayoutManager.columns: a grid has at least one column"),
  ])
  func `mistakes are explained when they are made`(_ script: String, _ message: String) throws {
    let error = try failure(script)
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "no error")")
  }

  @Test func `what is wrong between layers is raised by the call that lays out`() throws {
    let error = try failure(
      """
      local p = ca.Layer { name = "p", bounds = {0, 0, 90, 90}, layoutManager = ca.ConstraintLayoutManager(),
        ca.Layer { name = "a", constraints = { "minX = b.maxX" } }, ca.Layer { name = "b", constraints = { "minX = a.maxX" } } }
      p:layoutIfNeeded()
      """)
    #expect(error?.message == "p: constraint cycle on x: a.minX ← b.maxX, b.minX ← a.maxX")
    #expect(error?.line == 3)
  }

  @Test func `a table is a layout manager`() throws {
    let lines = try printed(
      """
      local calls = {}
      local m = {
        layoutSublayersOfLayer = function(self, layer)
          calls[#calls + 1] = "layout"
          for i, l in ipairs(layer.sublayers) do l.position = {i * 10, 0} end
        end,
        preferredSizeOfLayer = function(self, layer) return {#layer.sublayers * 10, 5} end,
        invalidateLayoutOfLayer = function(self, layer) calls[#calls + 1] = "invalidate" end,
      }
      local p = ca.Layer { layoutManager = m, ca.Layer(), ca.Layer() }
      print(p.layoutManager == m, p:preferredFrameSize())
      p:layoutIfNeeded()
      print(p.sublayers[2].position.x, table.concat(calls, " "))
      p:setNeedsLayout()
      collectgarbage()
      p:layoutIfNeeded()
      print(table.concat(calls, " "))
      local q = p:copy()
      q:addSublayer(ca.Layer())
      q:layoutIfNeeded()
      print(q.sublayers[3].position.x, q.layoutManager == m, q:preferredFrameSize())
      p.layoutManager = nil
      print(p.layoutManager)
      """)
    #expect(
      lines == [
        "true\tSize(20, 5)", "20\tlayout", "layout invalidate layout", "30\ttrue\tSize(30, 5)", "nil",
      ])
  }

  @Test
  func
    `a manager is told once that a layout is out of date, for whatever reason, and its error is raised by the change`()
    throws
  {
    let lines = try printed(
      """
      local told = 0
      local m = { invalidateLayoutOfLayer = function(self, layer) assert(layer:needsLayout()) told = told + 1 end }
      local p = ca.Layer { bounds = {0, 0, 9, 9}, layoutManager = m, ca.Layer { name = "a" } }
      local function count(change)
        p:layoutIfNeeded()
        told = 0
        change()
        return told
      end
      print(count(function() p:setNeedsLayout() p:setNeedsLayout() end), count(function() p:addSublayer(ca.Layer()) end),
        count(function() p.bounds = {0, 0, 8, 8} p["bounds.size.width"] = 20 end), count(function() p.sublayers[1].bounds = {0, 0, 4, 4} end),
        count(function() p.sublayers = {} end), count(function() p.position = {3, 3} end), count(function() p:layoutSublayers() end))
      m.invalidateLayoutOfLayer = function() error("no plan") end
      for _, change in ipairs { function() p.bounds = {0, 0, 7, 7} end, function() p["bounds.size.width"] = 6 end,
        function() p:addSublayer(ca.Layer()) end, function() p:setNeedsLayout() end } do
        m.invalidateLayoutOfLayer, told = nil, m.invalidateLayoutOfLayer
        p:layoutIfNeeded()
        m.invalidateLayoutOfLayer = told
        print(pcall(change))
      end
      """)
    #expect(lines == ["1\t1\t1\t1\t1\t0\t0"] + [String](repeating: "false\ttest.lua:13: no plan", count: 4))
  }

  @Test func `errors in a manager have their own line, and a wrong preferred size is explained`() throws {
    let error = try failure(
      """
      local p = ca.Layer { bounds = {0, 0, 9, 9} }
      p.layoutManager = { layoutSublayersOfLayer = function()
        error("no plan")
      end }
      ca.render(p)
      """)
    #expect(error?.line == 3 && error?.message == "no plan")
    let other = try failure(
      """
      ca.Layer { layoutManager = { preferredSizeOfLayer = function() return "big" end } }:preferredFrameSize()
      """)
    #expect(
      other?.message.contains("preferredSizeOfLayer must return a size such as {100, 50}, got string \"big\"") == true)
  }

  @Test func `a class decides whether delegates, managers and masks act by calling super`() throws {
    let lines = try printed(
      """
      local Panel = ca.Layer:subclass("Panel", { defaults = { callsSuper = false } })
      function Panel:layoutSublayers() if self.callsSuper then Panel.super.layoutSublayers(self) end end
      for _, super in ipairs { false, true } do
        local p = Panel { bounds = {0, 0, 100, 100}, callsSuper = super, layoutManager = ca.ConstraintLayoutManager() }
        local bar = ca.Layer { frame = {0, 0, 100, 20}, autoresizingMask = "widthSizable" }
        local box = ca.Layer { name = "box", bounds = {0, 0, 10, 10}, constraints = { "maxX = superlayer.maxX" } }
        p.sublayers = { bar, box }
        p.bounds = {0, 0, 150, 100}
        p:layoutIfNeeded()
        print(bar.frame.width, box.frame.x)
      end
      """)
    #expect(lines == ["100\t-5", "150\t140"])
  }

  @Test func `explainLayout says which rule gave each value`() throws {
    let lines = try printed(
      """
      local p = ca.Layer { name = "p", bounds = {0, 0, 200, 100}, layoutManager = ca.ConstraintLayoutManager(),
        ca.Layer { name = "a", bounds = {0, 0, 40, 20}, constraints = { "midX = superlayer.midX", "minY = superlayer.minY", "height = 30" } } }
      local e = ca.explainLayout(p:sublayer("a"))
      print(e.x.rule, e.x.detail, e.width.rule, e.height.detail, e.height.value)
      print(e)
      local q = ca.Layer { bounds = {0, 0, 100, 100}, ca.Layer { name = "bar", frame = {0, 0, 100, 20}, autoresizingMask = "widthSizable" } }
      q.bounds = {0, 0, 150, 100}
      local r = ca.explainLayout(q.sublayers[1])
      print(r.width.rule, r.height.rule, r.width.detail)
      local s = ca.Layer { ca.Layer { name = "c", bounds = {0, 0, 5, 5} } }
      s.delegate = { layoutSublayersOfLayer = function(self, layer) layer.sublayers[1].frame = {7, 0, 9, 5} end }
      s:setNeedsLayout()
      local d = ca.explainLayout(s.sublayers[1])
      print(d.x.rule, d.width.rule, d.height.rule)
      local t = ca.Layer { bounds = {0, 0, 90, 30}, layoutManager = ca.StackLayoutManager(), ca.Layer { layoutOptions = { flex = 1 } }, ca.Layer() }
      print(ca.explainLayout(t.sublayers[1]).width.detail)
      """)
    #expect(lines[0] == "constraint\t\"midX = superlayer.midX\"\tset\t\"height = 30\"\t30")
    #expect(lines[1] == "p/a")
    #expect(lines[2] == "  x      80  constraint: \"midX = superlayer.midX\"")
    #expect(lines[4] == "  width  40  set by hand")
    #expect(
      lines[6] == "autoresizing\tset\tautoresizingMask widthSizable, when the superlayer went from 100×100 to 150×100")
    #expect(lines[7] == "delegate\tdelegate\tset")
    #expect(lines[8] == "horizontal stack: flex 1 of 1, of the room that is left")
  }

  @Test func `a stack of text sizes its layer, and follows when the text changes`() throws {
    let lines = try printed(
      """
      local function label(s) return ca.TextLayer { string = s, fontSize = 10, font = "DejaVu Sans", foregroundColor = "black" } end
      local bubble = ca.Layer { layoutManager = ca.StackLayoutManager { axis = "vertical", padding = 6, spacing = 4, sizeToFit = "both" },
        label "short", label "a longer line" }
      local root = ca.Layer { bounds = {0, 0, 400, 300}, layoutManager = ca.StackLayoutManager { alignment = "leading" }, bubble }
      root:layoutIfNeeded()
      local before = bubble.frame
      local text = bubble.sublayers[2]
      print(before.width == text.frame.width + 12, before.height == text.frame.maxY + 6, text.frame.width == bubble.sublayers[1].frame.width)
      text.string = "a line that is a good deal longer"
      root:layoutIfNeeded()
      print(bubble.frame.width > before.width, bubble.frame.height == before.height)
      bubble.layoutManager.padding = 10
      root:layoutIfNeeded()
      print(bubble.frame.height == before.height + 8, bubble.layoutManager.axis)
      """)
    #expect(lines == ["true\ttrue\ttrue", "true\ttrue", "true\tvertical"])
  }
}
