// SPDX-License-Identifier: MIT
import LayerEngine
import LayerModel
import LuaBinding
import Pixels
import Testing

/// Scripts written as in Core Animation's books and documentation: what has the same meaning works, anything else is an
/// error that says what to write.
@Suite struct BookWordsTests {
  // MARK: Selectors

  /// Every writable key of every class has its setter's selector, equivalent to an assignment.
  @Test func `setters of all keys do what assignments do`() throws {
    for keyedClass in KeyedClass.builtIn {
      let lines = try printed(
        """
        local made, a = pcall(ca.\(keyedClass.name))
        if not made then return end  -- it is abstract
        local b = ca.\(keyedClass.name)()
        local function check(key)
          local selector = "set" .. key:sub(1, 1):upper() .. key:sub(2)
          if selector == "setValue" then return end  -- the method for values by key
          local value = a[key]
          -- A key that can only be read has no setter.
          local ok, e = pcall(function() a[key] = value end)
          if not ok and e:find("is read-only", 1, true) then return end
          local same, f = pcall(function() b[selector](b, value) end)
          if ok ~= same or (not ok and e:gsub("^.-: ", "") ~= f:gsub("^.-: ", "")) then print(key, ok, e, same, f) end
          if a[key] ~= b[key] and type(a[key]) ~= "userdata" and type(a[key]) ~= "table" then print(key, a[key], b[key]) end
        end
        for _, key in ipairs(a:keys()) do check(key) end
        """)
      #expect(lines.isEmpty, "\(keyedClass.name): \(lines)")
    }
  }

  @Test func `selectors set and calls read`() throws {
    let lines = try printed(
      """
      local C = ca.Layer:subclass("C", { defaults = { heading = 0 } })
      local l = C()
      l:setFrame { 10, 20, 30, 40 }; print(l.frame)
      l:setAffineTransform(ca.Transform.rotation(1)); print(l:affineTransform() == ca.Transform.rotation(1), l.affineTransform == l:affineTransform())
      l:setOpacity(0.5); l:setHeading(3); l:setHidden(true); print(l.opacity, l.heading, l.hidden)
      C.super.setBounds(l, { 0, 0, 7, 8 }); print(l.bounds)
      function C:setOpacity(v) print("own", v); C.super.setOpacity(self, v) end
      l:setOpacity(0.25); print(l.opacity)
      local a = ca.BasicAnimation(); a:setKeyPath "opacity"; a:setToValue(0); a:setDuration(2); print(a.keyPath, a.toValue, a.duration)
      """)
    #expect(
      lines == [
        "Rect(10, 20, 30, 40)", "true\ttrue", "0.5\t3\ttrue", "Rect(0, 0, 7, 8)", "own\t0.25", "0.25", "opacity\t0\t2",
      ])
  }

  @Test(arguments: [
    (
      "l:setFrame(0, 0, 10, 10)",
      "Layer:setFrame: expected one value, got 4; pass several components as a table, as in layer.frame = {…}"
    ),
    ("l:setOpacity()", "Layer:setOpacity: expected one value, got 0; pass several"),
    ("l.setOpacity = 5", "Layer.setOpacity is a method and cannot be assigned on a layer"),
    ("l:setOpacity 'big'", "Layer.opacity: expected a number, got string \"big\""),
    ("l:setSuperlayer(nil)", "Layer.superlayer is read-only"),
    ("l:frame()", "frame is a property: read it as layer.frame, without brackets"),
    ("l.position()", "position is a property: read it as layer.position, without brackets"),
    (
      "l:opacity()",
      "attempt to call a number value (method 'opacity'); opacity is a property: read it as layer.opacity, without brackets"
    ),
    ("l:isHidden()", "attempt to call a boolean value (method 'isHidden'); isHidden is a property"),
    ("l:backgroundColor()", "attempt to call a nil value (method 'backgroundColor'); backgroundColor is a property"),
    ("l:sublayers()", "attempt to call a table value (method 'sublayers'); sublayers is a property"),
    (
      "l:convertPoint({1, 2}, l)",
      "Layer:convertPoint: its direction is ambiguous: write convertPointFromLayer(p, other) for other's coordinates, or convertPointToLayer"
    ),
    (
      "l:convertRect({1, 2, 3, 4}, l)",
      "Layer:convertRect: its direction is ambiguous: write convertRectFromLayer(r, other)"
    ),
    (
      "l:convertTime(1, l)",
      "Layer:convertTime: its direction is ambiguous: write convertTimeFromLayer(t, other) for a time of other's"
    ),
    ("l:convert({1, 2}, l)", "Layer:convert: its direction is ambiguous: write convertPointFromLayer"),
  ])
  func `what cannot be called says so`(_ code: String, _ message: String) throws {
    let error = try failure("local l = ca.Layer(); " + code)
    #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "nothing")")
    #expect(error?.line == 1)
  }

  // MARK: Values

  @Test func `with returns a changed value`() throws {
    let lines = try printed(
      """
      local t = ca.Transform.identity:with { m34 = -0.002 }
      print(t.m34, t == ca.Transform.perspective(500))
      print(ca.Point(1, 2):with { y = 5 }, ca.Size(1, 2):with { width = 3 })
      print(ca.Rect(1, 2, 3, 4):with { x = 9, size = {7, 8} }, ca.Rect(1, 2, 3, 4):with { origin = ca.Point(5, 6) })
      print(ca.Color(1, 0, 0):with { alpha = 0.5, g = 1 })
      local a = ca.Transform.affine(1, 2, 3, 4, 5, 6)
      print(a.a, a.b, a.c, a.d, a.tx, a.ty, a:with { tx = 9 } == ca.Transform.affine(1, 2, 3, 4, 9, 6))
      local r = ca.Rect(0.5, 0.5, 3, 3)
      print(r:integral(), r:intersects {3, 3, 9, 9}, r:intersects {3.5, 3, 9, 9}, r:contains {1, 1, 2, 2}, r:contains {1, 1, 3, 3}, r.isEmpty)
      """)
    #expect(
      lines == [
        "-0.002\ttrue", "Point(1, 5)\tSize(3, 2)", "Rect(9, 2, 7, 8)\tRect(5, 6, 3, 4)", "Color(1, 1, 0, 0.5)",
        "1\t2\t3\t4\t5\t6\ttrue",
        "Rect(0, 0, 4, 4)\ttrue\tfalse\ttrue\tfalse\tfalse",
      ])
  }

  @Test(arguments: [
    (
      "local t = ca.Transform.identity; t.m34 = -0.002",
      "a Transform is a value and cannot be changed; make another: t = t:with { m34 = -0.002 }"
    ),
    (
      "local r = ca.Rect(1, 2, 3, 4); r.origin.x = 5",
      "a Rect is a value and cannot be changed; make another: r = r:with { x = 5 }"
    ),
    (
      "local r = ca.Rect(1, 2, 3, 4); r.size = {1, 2}",
      "a Rect is a value and cannot be changed; make another: r = r:with { size = … }"
    ),
    (
      "local l = ca.Layer(); l.transform.tx = 5",
      "transform is a value; write layer.transform = layer.transform:with { tx = 5 }"
    ),
    ("local l = ca.Layer(); l.frame.origin.x = 5", "frame is a value; write layer[\"frame.origin.x\"] = 5"),
    ("local p = ca.Point(1, 2); p.z = 5", "a Point is a value and cannot be changed, and has no component z"),
    (
      "ca.Rect(1, 2, 3, 4):insetInPlace(1, 1)", "a Rect is a value and has no insetInPlace; write r = r:insetBy(dx, dy)"
    ),
    (
      "ca.Rect(1, 2, 3, 4):offsetInPlace(1, 1)",
      "a Rect is a value and has no offsetInPlace; write r = r:offsetBy(dx, dy)"
    ),
    (
      "ca.Rect(1, 2, 3, 4):unionInPlace {1, 2, 3, 4}",
      "a Rect is a value and has no unionInPlace; write r = r:union(other)"
    ),
    (
      "ca.Transform.identity:concatenating(1)", "a Transform is a value and has no concatenating; write t:concat(other)"
    ),
    ("return ca.Transform.rotation(1, 1, 0, 0).tx", "this Transform is not affine, so it has no tx; read m11 to m44"),
    ("ca.Point(1, 2):with(5)", "Point:with: expected a table of components, got number 5"),
    ("ca.Point(1, 2):with { z = 5 }", "Point:with: a Point has no component z"),
    ("ca.Point(1, 2):with { x = 'a' }", "Point:with: expected a number for x, got string \"a\""),
    ("ca.Color(1, 0, 0):with { red = 5 }", "Color:with: red is 5, expected a number from 0 to 1"),
    ("ca.Rect(1, 2, 3, 4):with { origin = 5 }", "Rect:with: expected a point such as {10, 20}, got number 5"),
    ("ca.Point(1, 2)()", "a Point is a value and cannot be called"),
  ])
  func `writes to values say what to write`(_ code: String, _ message: String) throws {
    let error = try failure(code)
    #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "nothing")")
  }

  // MARK: Colours

  @Test(arguments: [
    ("{red = 1, green = 0.5, blue = 0}", "1, 0.5, 0, 1"),
    ("{red = 1, green = 0.5, blue = 0, alpha = 0.25}", "1, 0.5, 0, 0.25"),
    ("{white = 0.5}", "0.5, 0.5, 0.5, 1"), ("{white = 0.5, alpha = 0.25}", "0.5, 0.5, 0.5, 0.25"),
    ("{hue = 0, saturation = 1, brightness = 1}", "1, 0, 0, 1"),
    ("{hue = 0.5, saturation = 1, brightness = 0.5, alpha = 1}", "0, 0.5, 0.5, 1"),
    ("{hue = 1, saturation = 0.5, brightness = 1}", "1, 0.5, 0.5, 1"),
    ("{hue = 0.125, saturation = 1, brightness = 1}", "1, 0.75, 0, 1"),
    ("{r = 1, g = 0.5, b = 0, alpha = 0.5}", "1, 0.5, 0, 0.5"),
  ])
  func `tables of named components are colours`(_ table: String, _ color: String) throws {
    let lines = try printed(
      """
      local l = ca.Layer { backgroundColor = \(table) }
      local g = ca.GradientLayer { colors = { \(table), "blue" } }
      local image = ca.Image.draw(1, 1, function(ctx) ctx:setFillColor(\(table)); ctx:fill {0, 0, 1, 1} end)
      print(l.backgroundColor); print(ca.Color(\(table))); print(g.colors[1])
      """)
    #expect(lines == Array(repeating: "Color(\(color))", count: 3))
  }

  @Test(arguments: [
    "{red = 1}", "{red = 1, g = 1, b = 1}", "{r = 1, g = 1, b = 1, a = 1, alpha = 1}", "{white = 1, red = 1}",
    "{hue = 2, saturation = 1, brightness = 1}",
  ])
  func `other tables are not`(_ table: String) throws {
    #expect(
      try failure("ca.Layer { backgroundColor = \(table) }")?.message.hasPrefix(
        "Layer.backgroundColor: expected a colour") == true)
    #expect(try failure("ca.Color(\(table))")?.message.hasPrefix("ca.Color: expected a colour") == true)
  }

  @Test(arguments: [
    ("{white = 2}", "white (red, green and blue) is 2"), ("{2, 2, 2}", "white (red, green and blue) is 2"),
    ("{2, 0, 0}", "red is 2"),
    ("{white = 0.5, alpha = -1}", "alpha is -1"),
  ])
  func `components out of range are named`(_ table: String, _ what: String) throws {
    let message = try failure("ca.Layer { backgroundColor = \(table) }")?.message
    #expect(message?.hasPrefix("Layer.backgroundColor: \(what), expected a number from 0 to 1") == true)
  }

  @Test(arguments: [
    ("redColor", "; write \"red\""), ("UIColor.red.cgColor", "; write \"red\""),
    ("ca.Color.red", "; write \"red\""), (".red", "; write \"red\""),
    ("greenColor", "; write \"lime\" (CSS' green is darker)"),
    ("darkGrayColor", "; write {white = 1/3}"), ("clear", "; write \"transparent\""),
    ("systemBlue", "; write \"#007aff\""),
    ("ff8800", "; write \"#ff8800\""),
    ("gren", "; did you mean \"green\"?"), ("quite something", ""),
  ])
  func `names of other systems say ours`(_ name: String, _ remedy: String) throws {
    #expect(
      try failure("ca.Layer { backgroundColor = '\(name)' }")?.message
        == "Layer.backgroundColor: expected a colour such as \"red\", \"#ff8800\" or {1, 0.5, 0, 1}, or an image, got string \"\(name)\"\(remedy)"
    )
    #expect(try failure("ca.Color '\(name)'")?.message.hasSuffix("got string \"\(name)\"\(remedy)") == true)
    #expect(
      try failure("ca.GradientLayer { colors = {'red', '\(name)'} }")?.message.hasSuffix(
        "got string \"\(name)\"\(remedy)") == true)
  }

  /// The suggested replacement is a valid colour.
  @Test func `remedies are colours`() throws {
    for name in [
      "clearColor", "greenColor", "orangeColor", "brownColor", "purpleColor", "grayColor", "lightGrayColor",
      "systemRed", "systemTeal",
      "systemGray",
    ] {
      let remedy = ColorWords.remedy(for: name, .author)
      guard let start = remedy.firstIndex(where: { $0 == "\"" || $0 == "{" }) else { continue }
      let text = remedy[start...].prefix { $0 != "(" }
      #expect(try failure("ca.Layer { backgroundColor = \(text) }") == nil, "\(name): \(remedy)")
    }
  }

  // MARK: Names of Core Animation, UIKit and AppKit

  @Test(arguments: [
    ("CGRectMake(0, 0, 1, 1)", "write {x, y, width, height} or ca.Rect(x, y, width, height)"),
    ("CATransform3DMakeRotation(1, 0, 0, 1)", "write ca.Transform.rotation(angle, x, y, z)"),
    ("local t = CATransform3DIdentity.m34", "write ca.Transform.identity"), ("CALayer.layer()", "write ca.Layer()"),
    ("CABasicAnimation:animationWithKeyPath('opacity')", "here it is ca.BasicAnimation"),
    ("UIColor.redColor()", "write \"red\", \"#ff8800\" or {0.9, 0.95, 0.93, 0.9} (a colour is a string or a table)"),
    ("local x = kCGTextClip .. ''", "no constant of this name is known"),
    ("Layer()", "it is ca.Layer"),
    ("ca.Layr()", "did you mean ca.Layer?"),
    ("ca.Layer():addSubLayer(1)", "did you mean addSublayer?"),
    ("ca.Layer.new()", "write ca.Layer() (objects are made by calling their class)"),
    (
      "ca.BasicAnimation.animationWithKeyPath('x')",
      "write ca.BasicAnimation {keyPath = \"opacity\"}"
    ),
    ("ca.Path():addLineTo(1, 2)", "write path:addLine(x, y)"), ("ca.Path():adLine(1, 2)", "did you mean addLine?"),
    ("CGContextSetLineWidth(1, 2)", "a drawing context's functions are its methods"),
    ("local x = M_PI / 2", "write math.pi"),
    ("local x = M_PI_2 * 1", "write math.pi / 2"), ("local x = M_PI_4 * 1", "write math.pi / 4"),
    ("ca.Path():closePath()", "write path:closeSubpath()"),
    ("ca.Path():appendOval({0, 0, 9, 9})", "write path:addEllipse(rect)"),
    ("ca.Path():appendRect({0, 0, 9, 9})", "write path:addRect(rect)"),
    ("ca.Path():lineToPoint({1, 2})", "write path:addLine(x, y)"),
    ("ca.Path():curveToPoint({1, 2})", "write path:addCurve(c1x, c1y, c2x, c2y, x, y)"),
    ("ca.Transform3DMakeRotation(1, 0, 0, 1)", "write ca.Transform.rotation(angle, x, y, z)"),
    ("ca.CurrentMediaTime()", "write ca.currentTime() (time is the script's)"),
    ("ca.MediaTimingFunction.functionWithName('linear')", "write {timingFunction = \"easeInEaseOut\"}"),
    ("ca.ValueFunction('rotateZ')", "write {valueFunction = \"rotateZ\"}"),
    ("ca.DisplayLink()", "write ca.onFrame(function(t, index) end)"),
    ("ca.PointMake(1, 2)", "write {x, y} or ca.Point(x, y)"),
    ("ca.RectInset(1, 2, 3)", "write r:insetBy(dx, dy)"),
    ("ca.Transform3DIdentity.m34 = 1", "write ca.Transform.identity"),
    ("CGRectGetMidX(1)", "write r.midX"), ("ca.Layer():add(1, 2)", "write layer:addAnimation(animation, \"key\")"),
  ])
  func `foreign names say what to write`(_ code: String, _ remedy: String) throws {
    let error = try failure(code)
    #expect(error?.message.contains("; " + remedy) == true, "\(error?.message ?? "nothing")")
  }

  /// With the prefix or without it, as a global or a field of the module.
  @Test func `every function and class of Core Animation has its advice as a field of ca too`() throws {
    for row in ForeignName.all where row.kind == .function && row.origin == .apple {
      for name in row.names where name.hasPrefix("CA") || name.hasPrefix("CG") {
        let short = String(name.dropFirst(2))
        if short.first?.isUppercase != true || KeyedClass.named(short) != nil || short == "AffineTransform" { continue }
        if try printed("print(ca.\(short))") != ["nil"] { continue }
        for code in ["\(name)()", "ca.\(name)()", "ca.\(short)()"] {
          let message = try failure(code)?.message ?? "nothing"
          #expect(message.hasSuffix("; \(row.words())"), "\(code): \(message)")
        }
      }
    }
  }

  @Test func `what a script catches is Lua's own message`() throws {
    let lines = try printed("print(select(2, pcall(function() CGRectMake() end)))")
    #expect(lines == ["test.lua:1: attempt to call a nil value (global 'CGRectMake')"])
    #expect(try failure("nothing.at.all()")?.message == "attempt to index a nil value (global 'nothing')")
  }

  // MARK: Words of views

  @Test(arguments: [
    ("ca.Layer { center = {1, 2} }", "Layer has no property center; write position = {x, y}"),
    ("ca.Layer { alpha = 1 }", "Layer has no property alpha; write opacity = 0.5"),
    ("ca.Layer { colors = {} }", "Layer has no property colors; colors is a property of GradientLayer"),
    ("ca.Layer { border = 1 }", "Layer has no property border; write borderWidth = 1 or borderColor = \"black\""),
    (
      "ca.TextLayer { color = 'red' }",
      "TextLayer has no property color; write foregroundColor = \"black\""
    ),
    ("ca.Layer { mine = 1 }", "Layer has no property mine; custom properties go in userInfo = { … }"),
  ])
  func `words of views say what layers have`(_ code: String, _ message: String) throws {
    #expect(try failure(code)?.message == message)
  }

  @Test func `words of views are not kept in silence`() throws {
    let engine = try Engine()
    var warnings: [String] = []
    engine.onWarning = { warnings.append($0.message) }
    try engine.run(
      script: """
        local l = ca.Layer()
        l.alpha = 0.5; l.path = "M 0 0"; l.mine = 1; l.angle = 3
        local S = ca.Layer:subclass("S"); local s = S(); s.path = 1; s.alpha = 1
        ca.Layer { userInfo = { alpha = 1 } }
        """, name: "test.lua")
    #expect(
      warnings == [
        "Layer.alpha (UIKit, AppKit) is not a property and is stored as a custom key; write layer.opacity = 0.5",
        "Layer.path is not a property and is stored as a custom key; path is a property of ShapeLayer",
        "Layer.angle (LÖVE, Processing) is not a property and is stored as a custom key; "
          + "write layer[\"transform.rotation.z\"] = math.pi / 4 (radians)",
      ])
  }
}
