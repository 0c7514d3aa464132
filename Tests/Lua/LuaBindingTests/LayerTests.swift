// SPDX-License-Identifier: MIT
import LayerEngine
import Testing

@Suite struct LayerTests {
  @Test(arguments: [
    ("l.bounds = 'big'", "Layer.bounds: expected a rect such as {0, 0, 100, 50}, got string \"big\""),
    (
      "l.bounds = {1, 2, 3}",
      "Layer.bounds: expected a rect such as {0, 0, 100, 50}, got a table of 3 values; a nil value shortens a table"
    ),
    (
      "l.bounds = {1, 2, 3, 'd'}",
      "Layer.bounds: expected a rect such as {0, 0, 100, 50}, got a table whose value 4 is string \"d\""
    ),
    (
      "l.bounds = setmetatable({}, { __index = function() error('bad index') end })",
      "Layer.bounds: expected a rect such as {0, 0, 100, 50}, got a table of 0 values"
    ),
    ("l.position = function() end", "Layer.position: expected a point such as {10, 20}, got a function"),
    ("l.opacity = '0.5'", "Layer.opacity: expected a number, got string \"0.5\"; write tonumber(…)"),
    ("l.opacity = 0 / 0", "Layer.opacity is nan, expected a number from 0 to 1"),
    ("l.hidden = 1", "Layer.hidden: expected a boolean, got number 1; write true or false"),
    (
      "l.delegate = 5",
      "Layer.delegate: expected a table, or a layer or class of your own, with functions such as drawLayerInContext, got number 5"
    ),
    (
      "l.className = 'Other'",
      "Layer.className is read-only: a layer's class is fixed when it is made; make a new one of the other class"
    ),
    ("l.superlayer = l", "Layer.superlayer is read-only"),
    ("l[1] = l", "Layer: a key is a string, got number 1 (sublayers are in layer.sublayers)"),
    ("l['transform.rotation.w'] = 1", "Layer.transform.rotation.w: no such key, expected one of x, y, z"),
    ("l:addSublayer(nil)", "Layer:addSublayer: expected a layer, got nil"),
    ("l.addSublayer(ca.Layer {})", "Layer:addSublayer: expected a layer, got nothing"),
    ("l.addSublayer(5)", "addSublayer: call it with a colon on a layer, got number 5"),
    ("l:insertSublayer(ca.Layer {}, 0)", "Layer:insertSublayer: the index must be a whole number from 1 to 1, got 0"),
    (
      "l:insertSublayer(ca.Layer {}, 1e300)",
      "Layer:insertSublayer: the index must be a whole number from 1 to 1, got 1e+300"
    ),
    ("ca.Layer('name')", "Layer: expected a table of properties and sublayers, got string \"name\""),
    ("ca.Layer { backgroundColour = 'red' }", "Layer has no property backgroundColour; did you mean backgroundColor?"),
    (
      "ca.Layer { userInfo = { 1, 2 } }",
      "userInfo: expected names of custom properties as keys, such as userInfo = { label = \"x\" }; got the key number 1"
    ),
    (
      "ca.Layer { ca.ShapeLayer }",
      "Layer: expected layers in the array part, got the class ShapeLayer (call it to make an object) at [1]"
    ),
    (
      "ca.Layer():addSublayer(ca.Layer)",
      "Layer:addSublayer: expected a layer, got a class (call it to make an object, as in ca.Layer {…})"
    ),
    ("ca.render(l, { scale = print })", "ca.render: scale: a function cannot be used here; expected data"),
    (
      "ca.SpringAnimation { perceptualDuration = 1e308 }",
      "SpringAnimation.perceptualDuration: expected a duration above 0 seconds, got number 1e+308"
    ),
    (
      "local c = ca.Layer:subclass('C'); function c:drawInContext() end; l:addSublayer(c)",
      "Layer:addSublayer: expected a layer, got a class (call it to make an object, as in ca.Layer {…})"
    ),
    (
      "ca.Layer:subclass('a\\0b')",
      "Layer:subclass: expected a name of 1 to 100 bytes, none of them 0, got one of 3 bytes"
    ),
    (
      "ca.Image { width = 1, height = 1, pixels = 'abcd' }.x = 1",
      "the fields of an Image cannot be written (x); call its methods"
    ),
    ("ca.Layer { 'x' }", "Layer: expected layers in the array part, got string \"x\" at [1]"),
    ("local t = {}; t[1] = t; ca.Layer(t)", "Layer: expected layers in the array part, got a table of 1 value at [1]"),
    (
      "local t = {}; t.a = t; l.style = t",
      "Layer.style: the table is nested too deeply (or holds itself): at most 100 levels"
    ),
  ])
  func `refusals name class, key, what was expected and what was given`(_ statement: String, _ message: String) throws {
    let error = try failure("local l = ca.Layer { bounds = {0, 0, 10, 10} }\n\(statement)")
    #expect(error?.message == message)
    #expect(error?.line == 2)
  }

  @Test func `a misspelt key is found before anything is applied`() throws {
    let lines = try printed(
      """
      local kid = ca.Layer()
      print(pcall(ca.Layer, { opcaity = 1, kid }))
      print(kid.superlayer)
      """)
    #expect(lines == ["false\ttest.lua:2: Layer has no property opcaity; did you mean opacity?", "nil"])
  }

  @Test func `constructors apply geometry in registry order`() throws {
    let lines = try printed(
      """
      local l = ca.Layer { ["transform.rotation.z"] = 0, transform = ca.Transform.scale(2), frame = {10, 20, 100, 50}, anchorPoint = {0, 0} }
      print(l.position, l.bounds, l.transform.m11)
      """)
    #expect(lines == ["Point(10, 20)\tRect(0, 0, 100, 50)\t2"])
  }

  @Test func `userInfo holds keys of one's own`() throws {
    let lines = try printed(
      """
      local l = ca.Layer { userInfo = { tag = 7, list = {1, 2} } }
      print(l.tag, #l.list, table.concat(l:customKeys(), " "))
      l.list[3] = 5
      print(#l.list)
      """)
    #expect(lines == ["7\t2\tlist tag", "3"])
  }

  @Test func `userInfo takes keys that are near misses`() throws {
    let engine = try Engine()
    var warnings: [String] = []
    engine.onWarning = { warnings.append($0.description) }
    try engine.run(
      script: "local l = ca.Layer { userInfo = { opacitty = 1, f = print } }; l.opacitty = 2; assert(l.f == print)",
      name: "test.lua")
    #expect(warnings.isEmpty)
    for (keys, message) in [
      ("opacity = 1", "Layer.userInfo: opacity is a property of the class; write it outside of userInfo"),
      ("['a.b'] = 1", "Layer.userInfo: \"a.b\" cannot be a key: a key is a word without dots"),
    ] { #expect(try failure("ca.Layer { userInfo = { \(keys) } }")?.message == message) }
    #expect(try failure("ca.Layer { userInfo = { display = 1 } }")?.message.contains("display is a method") == true)
  }

  @Test func `the same object comes back`() throws {
    let lines = try printed(
      """
      local kid = ca.Layer { name = "kid" }
      local l = ca.Layer { kid }
      print(rawequal(kid.superlayer, l), rawequal(l.sublayers[1], kid), rawequal(l:find("kid"), kid), l == kid)
      l.mark = print
      kid, l = nil, setmetatable({ l }, { __mode = "k" })
      collectgarbage(); collectgarbage()
      print(l[1].sublayers[1].superlayer == l[1], l[1].mark == print)
      """)
    #expect(lines == ["true\ttrue\ttrue\tfalse", "true\ttrue"])
  }

  @Test func `walk visits depth first and the tree may change meanwhile`() throws {
    let lines = try printed(
      """
      local l = ca.Layer { name = "a", ca.Layer { name = "b", ca.Layer { name = "c" } }, ca.Layer { name = "d" } }
      local t = {}
      for layer, depth in l:walk() do t[#t + 1] = layer.name .. depth end
      print(table.concat(t, " "))
      for layer in l:walk() do if layer ~= l then layer:removeFromSuperlayer() end end
      print(#l.sublayers)
      """)
    #expect(lines == ["a0 b1 c2 d1", "0"])
  }

  @Test func `methods answer to their selector's words`() throws {
    let lines = try printed(
      """
      local l, kid = ca.Layer { bounds = {0, 0, 10, 10} }, ca.Layer()
      l:insertSublayerAtIndex(kid, 1)
      print(l:containsPoint {5, 5}, l.isHidden, l:valueForKey("opacity"), l:valueForKeyPath("bounds.size.width"))
      l:setValueForKeyPath(3, "bounds.origin.x"); l:setValue(0.5, "opacity")
      print(l.bounds.x, l:value("opacity"))
      """)
    #expect(lines == ["true\tfalse\t1\t10", "3\t0.5"])
  }

  @Test func `hooks and methods are reserved`() throws {
    for name in ["addSublayer", "drawInContext", "layoutSublayers", "setValue", "walk"] {
      let message = try failure("ca.Layer().\(name) = function() end")?.message ?? ""
      #expect(message.hasPrefix("Layer.\(name) is a method and cannot be assigned on a layer; define it in a subclass"))
    }
  }

  @Test func `copies keep delegates and own values`() throws {
    let lines = try printed(
      """
      local l = ca.Layer { bounds = {0, 0, 4, 4}, ca.Layer { name = "kid", bounds = {0, 0, 2, 2}, userInfo = { note = {1} } } }
      l.sublayers[1].delegate = { drawLayerInContext = function(self, layer) print(layer.name, layer.superlayer.name) end }
      local copy = l:copy()
      copy.name = "copy"
      l = nil
      collectgarbage(); collectgarbage()
      local kid = copy.sublayers[1]
      print(kid.note[1], type(kid.delegate), kid.superlayer == copy)
      kid:display()
      """)
    #expect(lines == ["1\ttable\ttrue", "kid\tcopy"])
  }
}
