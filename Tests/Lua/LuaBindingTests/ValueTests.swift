// SPDX-License-Identifier: MIT
import Geometry
import LayerEngine
import Testing
import TestSupport

@Suite struct ValueTests {
  @Test func `integral numbers read back as integers`() throws {
    #expect(
      try printed(
        "local l = ca.Layer { bounds = {0, 0, 300, 150.5} }; print(l.bounds.width, l.bounds.height, l.opacity)") == [
          "300\t150.5\t1"
        ])
  }

  @Test(arguments: [
    ("ca.Layer { position = {1, 2} }.position", "Point(1, 2)"),
    ("ca.Layer { position = {x = 1, y = 2} }.position", "Point(1, 2)"),
    ("ca.Layer { position = ca.Point(1, 2) }.position", "Point(1, 2)"),
    ("ca.Layer { shadowOffset = {width = 1, height = 2} }.shadowOffset", "Size(1, 2)"),
    ("ca.Layer { bounds = {x = 1, y = 2, width = 3, height = 4} }.bounds", "Rect(1, 2, 3, 4)"),
    ("ca.Layer { bounds = {origin = {1, 2}, size = {3, 4}} }.bounds", "Rect(1, 2, 3, 4)"),
    ("ca.Layer { backgroundColor = {0.5, 0.25} }.backgroundColor", "Color(0.5, 0.5, 0.5, 0.25)"),
    ("ca.Layer { backgroundColor = {1, 0, 0} }.backgroundColor", "Color(1, 0, 0, 1)"),
    ("ca.Layer { backgroundColor = 'RED' }.backgroundColor", "Color(1, 0, 0, 1)"),
    ("ca.Layer { backgroundColor = 'red' ; }.backgroundColor:withAlpha(0.5)", "Color(1, 0, 0, 0.5)"),
    ("ca.Layer { opacity = 1.0000000000000002 }.opacity", "1"),
    ("ca.Layer { transform = {m34 = -0.5} }.transform.m34", "-0.5"),
    ("ca.Layer { transform = {1, 2, 3, 4, 5, 6} }.transform.m42", "6"),
    ("ca.ShapeLayer { fillColor = false }.fillColor", "nil"),
    ("ca.Point(1, 2) + {3, 4}", "Point(4, 6)"), ("2 * ca.Point(1, 2)", "Point(2, 4)"),
    ("-ca.Point(1, 2) / 2", "Point(-0.5, -1)"),
    ("ca.Point(1, 2) == ca.Point(1, 2)", "true"), ("ca.Point(1, 2) == ca.Size(1, 2)", "false"),
    ("ca.Rect(0, 0, 10, 10):insetBy(1, 2)", "Rect(1, 2, 8, 6)"),
    ("ca.Rect(0, 0, 10, 10):offsetBy(1, 2)", "Rect(1, 2, 10, 10)"),
    ("ca.Rect(0, 0, 10, 10):union {5, 5, 10, 10}", "Rect(0, 0, 15, 15)"),
    ("ca.Rect(0, 0, 10, 10):intersection {5, 5, 10, 10}", "Rect(5, 5, 5, 5)"),
    ("ca.Rect(0, 0, 1, 1):intersection {5, 5, 1, 1}", "nil"), ("ca.Rect(0, 0, 10, 10):contains {10, 5}", "false"),
    ("ca.Rect(0, 0, 10, 20).center", "Point(5, 10)"), ("ca.Rect(1, 2, 3, 4).size", "Size(3, 4)"),
    ("select('#', ca.Transform.identity:unpack())", "16"), ("ca.Transform.scale(2, 3, 4).m33", "4"),
    ("ca.Transform.translation(1, 2, 3).isAffine", "false"),
    ("ca.Transform.affine(1, 0, 0, 1, 5, 6):apply {1, 1}", "Point(6, 7)"),
    ("(ca.Transform.scale(2) * ca.Transform.translation(10, 0)):apply {1, 1}", "Point(12, 2)"),
    ("ca.Transform.translation(10, 0):scaled(2):apply {1, 1}", "Point(12, 2)"),
    ("ca.Transform.perspective(500).m34 == -1 / 500", "true"),
  ])
  func `takes and shows`(_ expression: String, _ expected: String) throws {
    #expect(try printed("print(\(expression))") == [expected])
  }

  @Test(arguments: [
    ("l.position.x = 5", "position is a value; write layer[\"position.x\"] = 5"),
    ("l.bounds.size.width = 7", "bounds is a value; write layer[\"bounds.size.width\"] = 7"),
    ("l.backgroundColor.r = 1", "backgroundColor is a value; write layer[\"backgroundColor.red\"] = 1"),
    ("l.transform.m34 = -0.5", "transform is a value; write layer[\"transform.m34\"] = -0.5"),
    ("ca.Point(1, 2).x = 5", "a Point is a value and cannot be changed; make another: p = p:with { x = 5 }"),
  ])
  func `refuse to be changed and name the key path`(_ statement: String, _ message: String) throws {
    let error = try failure("local l = ca.Layer { backgroundColor = 'red' }\n\(statement)")
    #expect(error?.description == "test.lua:2: \(message)")
  }

  /// Every place that reads a colour.
  @Test(arguments: [
    "ctx:setFillColor(C)", "ctx:setStrokeColor(C)", "ctx:setShadow({1, 1}, 2, C)",
    "ctx:drawLinearGradient({'red', C}, nil, {0, 0}, {1, 1})",
    "ctx:drawRadialGradient({C, 'red'}, nil, {0, 0}, 1, {1, 1}, 2)",
    "ctx:drawConicGradient({'red', C}, nil, {0, 0}, 1)",
    "ctx:drawText('a', {0, 0}, { foregroundColor = C })", "ca.AttributedString { { 'a', foregroundColor = C } }",
    "ca.Color(C)", "ca.Color('red'):mixed(C, 0.5)", "ca.Color('red'):contrast(C)", "ca.lerp('red', C, 0.5)",
    "ca.Layer { backgroundColor = C }", "ca.GradientLayer { colors = { 'red', C } }",
    "ca.TextLayer { foregroundColor = C }", "ca.EmitterCell { color = C }",
    "ca.Filter('CIColorMonochrome', { inputColor = C })",
    "ca.noise.image { width = 2, height = 2, colors = { 'red', C } }",
    "ca.scale { domain = { 0, 1 }, range = { 'red', C } }",
    "ca.legend { entries = { { 'Rain', C } } }",
    "ca.axis { scale = ca.scale { domain = { 0, 1 }, range = { 0, 9 } }, color = C }",
    "ca.render(ca.Layer { bounds = {0, 0, 1, 1} }, { background = C })",
  ])
  func `a component that is no fraction is named wherever a colour is read`(_ code: String) throws {
    for (color, words) in [
      ("{255, 0, 0}", "red is 255"), ("{1, 0, 0, 255}", "alpha is 255"), ("{0, 0.5, -1}", "blue is -1"),
      ("{3, 3, 3}", "white (red, green and blue) is 3"),
    ] {
      let script = "local C = \(color) ca.Image.draw(9, 9, function(ctx) local it = \(code) end)"
      let error = try #require(try failure(script), "\(script)")
      #expect(error.message.contains("\(words), expected a number from 0 to 1"), "\(script): \(error)")
    }
  }

  @Test(arguments: [
    ("ca.Point(1, 'x')", "ca.Point: expected a number for y, got string \"x\""),
    ("ca.Point(0 / 0, 1)", "ca.Point: expected a finite number for x, got nan"),
    ("ca.Color(2, 0, 0)", "ca.Color: red is 2, expected a number from 0 to 1"),
    (
      "ca.Color('rde')",
      "ca.Color: expected a colour such as \"red\", \"#ff8800\" or {1, 0.5, 0}, got string \"rde\"; did you mean \"red\"?"
    ),
    ("ca.Transform.scale(0):inverted()", "Transform:inverted: the transform is singular and has no inverse"),
    ("ca.Transform.perspective(4):apply({1, 2}, 4)", "Transform:apply: the point lies on the horizon (w is 0)"),
    ("print(ca.Point(1, 2).z)", "a Point has no field \"z\""),
    ("print(ca.Point(1, 2) + 5)", "Point + Point: expected a point such as {10, 20}, got number 5"),
  ])
  func `say what was expected`(_ statement: String, _ message: String) throws {
    #expect(try failure(statement)?.message == message)
  }

  @Test func `rotations and inverses are those of the model, to the bit`() throws {
    var random = SeededRandom(1)
    func number() -> Double {
      let plain = [0, 1, -1, 0.5, 2, 1e-200, 1e150, Double.leastNonzeroMagnitude, Double.pi, 1e-9]
      return Bool.random(using: &random)
        ? plain[Int.random(in: 0..<plain.count, using: &random)] : Double.random(in: -10...10, using: &random)
    }
    var script = """
      local function show(made, m)
        local words = {}
        if made then for i, v in ipairs { m:unpack() } do words[i] = ("%.17g"):format(v) end end
        print(table.concat(words, " "))
      end

      """
    var expected: [[Double]] = []
    for _ in 0..<400 {
      let (angle, axis) = (number(), [number(), number(), number()])
      script += "show(true, ca.Transform.rotation(\(angle), \(axis.map { "\($0)" }.joined(separator: ", "))))\n"
      expected.append(Transform3D.rotation(angle, x: axis[0], y: axis[1], z: axis[2]).elements)
      let elements = (0..<16).map { _ in number() }
      script += "show(pcall(function() return ca.Transform({\(elements.map { "\($0)" }.joined(separator: ", "))})"
      script += ":inverted() end))\n"
      expected.append(Transform3D(elements: elements)?.inverted?.elements ?? [])
    }
    let lines = try printed(script)
    #expect(lines.map { $0.split(separator: " ").compactMap { Double($0) } } == expected)
    #expect(expected.contains([]) && expected.filter { $0.count == 16 }.count > 500)
  }

  @Test func `an object of every kind is named by its kind where it cannot stand`() throws {
    let lines = try printed(
      """
      local image = ca.Image { width = 1, height = 1, pixels = "abcd" }
      local function show(thing)
        local _, error = pcall(ca.Point, thing)
        local _, other = pcall(ca.setCurrentTime, thing)
        print(error:match "got (.+)$", other:match "got (.+)$")
      end
      show(ca.Layer { name = "a" }) show(ca.BasicAnimation {}) show(ca.Path()) show(image)
      ca.Image.draw(1, 1, show)
      show(select(2, next(ca.Image.sprites "sprites/packed.plist")))
      show(ca.DrawableLayer { bounds = {0, 0, 4, 4}, drawableSize = {4, 4} }:nextDrawable())
      show(ca.Constraint "minX = superlayer.minX") show(ca.null) show(ca.AttributedString "x")
      """, Engine.Configuration(scriptDirectory: Checkout.root + "/scripts/scenes"))
    #expect(
      lines == [
        "a Layer\tlayer a", "a BasicAnimation\tBasicAnimation", "a Path\ta path", "an Image\tan image",
        "a graphics context\ta graphics context", "a Sprite\ta Sprite", "a Drawable\ta drawable",
        "a Constraint\tconstraint \"minX = superlayer.minX\"", "ca.null\tca.null",
        "an AttributedString\tan attributed string",
      ])
  }

  @Test func `tables read from a layer are frozen`() throws {
    let lines = try printed(
      """
      local l = ca.GradientLayer { colors = {"red", "blue"}, ca.Layer { name = "a" } }
      print(#l.colors, l.colors[2], type(l.colors), table.unpack(l.colors))
      for i, c in ipairs(l.colors) do print(i, c) end
      for i, s in pairs(l.sublayers) do print(i, s.name) end
      print(pcall(function() l.colors[1] = "green" end))
      local other = ca.GradientLayer { colors = l.colors }
      print(#other.colors)
      """)
    #expect(lines[0] == "2\tColor(0, 0, 1, 1)\ttable\tColor(1, 0, 0, 1)\tColor(0, 0, 1, 1)")
    #expect(lines[1...3] == ["1\tColor(1, 0, 0, 1)", "2\tColor(0, 0, 1, 1)", "1\ta"])
    #expect(
      lines[4].hasPrefix(
        "false\ttest.lua:5: a table read from a layer is a copy that cannot be changed; assign a new one"))
    #expect(lines[5] == "2")
  }
}

@Suite struct TablesOfScriptsTests {
  @Test func `a frozen table is walked in the order of its keys, and cannot be reached through its walk`() throws {
    let lines = try printed(
      """
      local keys = {}
      local style = {}
      for i = 1, 40 do style["key" .. (i * 7 % 40)] = i end
      local l = ca.Layer { style = style }
      for k in pairs(l.style) do keys[#keys + 1] = k end
      local sorted = { table.unpack(keys) }
      table.sort(sorted)
      for i = 1, 40 do assert(keys[i] == sorted[i]) end
      local next, state = pairs(l.style)
      print(#keys, state == nil, pcall(function() state.key1 = 5 end))
      """)
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix("40\ttrue\tfalse") == true)
  }

  @Test func `what runs while a constructor sets keys may take them out of its table`() throws {
    let lines = try printed(
      """
      local n = 0
      local C = ca.Layer:subclass("C")
      for round = 1, 200 do
        local t, own = {}, {}
        for i = 1, 20 do own["own key number " .. i .. " of round " .. round] = i end
        t.userInfo = own
        t["bounds" .. ".size"] = {4, 4}
        t.backgroundColor = "red"
        function C:init() end
        local trap = setmetatable({}, { __index = function() end })
        local l = C(t)
        l.actions = setmetatable({}, nil)
        ca.Transaction.begin()
        ca.Transaction.setDisableActions(false)
        local D = ca.Layer:subclass("D" .. round % 3)
        function D:actionForKey(key)
          for k in pairs(own) do own[k] = nil end
          for k in pairs(t) do t[k] = nil end
          collectgarbage()
          n = n + 1
          return false
        end
        local made = D(t)
        for k, v in pairs { opacity = 0.5, name = "x" } do made[k] = v end
        ca.Transaction.commit()
      end
      print(n > 0)
      """)
    #expect(lines == ["true"])
  }

  @Test func `a key may hold any bytes`() throws {
    let lines = try printed(
      """
      local l = ca.Layer { userInfo = { ["a\\0b"] = 1, ["a"] = 2 } }
      print(l["a\\0b"], l.a)
      print(pcall(ca.Layer, { ["opacity\\0x"] = 0.5 }))
      """)
    #expect(lines.first == "1\t2")
    #expect(lines.last?.hasPrefix("false") == true)
  }
}
