// SPDX-License-Identifier: MIT
import LayerEngine
import Testing

/// Mistakes of scripts in calls and assignments, and their messages: the rules of the quandaries by name, and messages
/// that need more than a value's kind.
@Suite struct QuandaryTests {
  /// The warnings of a script.
  func warnings(_ script: String) throws -> [String] {
    let engine = try Engine()
    var result: [String] = []
    engine.onWarning = { result.append($0.description) }
    try engine.run(script: script, name: "test.lua")
    return result
  }

  @Test(arguments: [
    ("l.transform.rotation.y = 1", "transform is a value; write layer[\"transform.rotation"),
    ("l.position.x = 5", "position is a value; write layer[\"position.x\"] = 5"),
    ("l.bounds.size.width = 5", "bounds is a value; write layer[\"bounds.size.width\"] = 5"),
  ]) func `transform-not-object: a part of a value names the key path to write`(_ statement: String, _ words: String)
    throws
  {
    let message = try failure("local l = ca.Layer {}\n\(statement)")?.message ?? ""
    #expect(message.contains(words), "\(message)")
  }

  @Test func `class-fixed: a layer's class cannot be assigned`() throws {
    #expect(
      try failure("ca.Layer {}.className = 'TextLayer'")?.message
        == "Layer.className is read-only: a layer's class is fixed when it is made; make a new one of the other class")
    #expect(try failure("setmetatable(ca.Layer {}, {})") != nil)
  }

  @Test(arguments: [
    (
      "Dial {}:drawInContext()",
      "Dial:drawInContext is called when the layer is displayed, with a context to draw in; call setNeedsDisplay() or display()"
    ),
    ("Dial {}:drawInContext('here')", "Dial:drawInContext is called when the layer is displayed"),
    (
      "ca.Layer {}:drawInContext()",
      "Layer:drawInContext: drawing hooks are called when a layer is displayed; call setNeedsDisplay()"
    ),
    (
      "ca.Layer {}:displayLayer()",
      "Layer:displayLayer: a delegate's hook is called by the layer, never by a script; call setNeedsDisplay() or display()"
    ),
    ("ca.Layer {}:drawLayerInContext(print)", "Layer:drawLayerInContext: a delegate's hook"),
    ("ca.Layer {}:layoutSublayersOfLayer()", "call setNeedsLayout() or layoutIfNeeded()"),
  ]) func `direct-call: hooks are not called by hand`(_ call: String, _ words: String) throws {
    let error = try failure(
      "local Dial = ca.Layer:subclass('Dial')\nfunction Dial:drawInContext(ctx) ctx:fill {0, 0, 1, 1} end\n\(call)")
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    #expect(error?.line == 3)
  }

  @Test func `a hook may draw another layer into the context it has`() throws {
    let lines = try printed(
      """
      local Dial = ca.Layer:subclass("Dial")
      function Dial:drawInContext(ctx) print(self.name, ctx.width) end
      local inner = Dial { name = "inner" }
      local l = ca.Layer { bounds = {0, 0, 7, 7} }
      l.delegate = { drawLayerInContext = function(self, layer, ctx) inner:drawInContext(ctx) end }
      l:display()
      """)
    #expect(lines == ["inner\t7"])
  }

  @Test(arguments: ["number 5", "string \"draw\"", "an empty table"])
  func `a hook that is no function is named with its class and its delegate`(_ what: String) throws {
    let value = ["number 5": "5", "string \"draw\"": "'draw'", "an empty table": "{}"][what] ?? "nil"
    let error = try failure(
      "local l = ca.TextLayer { bounds = {0, 0, 4, 4} }\nl.delegate = { drawLayerInContext = \(value) }\nl:display()")
    #expect(error?.message == "TextLayer.delegate: expected drawLayerInContext to be a function, got \(what)")
    #expect(error?.line == 3)
  }

  @Test func `a hook of a class that is no function is named`() throws {
    let error = try failure(
      "local D = ca.Layer:subclass('D')\nD.layoutSublayers = 7\nlocal d = D {}\nd:setNeedsLayout()\nd:layoutIfNeeded()")
    #expect(
      error?.message
        == "D.layoutSublayers is a hook: expected a function (function D:layoutSublayers(…) … end), got number 7")
    #expect(error?.line == 5)
  }

  @Test func `a hook may be a table that can be called`() throws {
    let lines = try printed(
      """
      local l = ca.Layer { bounds = {0, 0, 4, 4} }
      l.delegate = { displayLayer = setmetatable({}, { __call = function(self, delegate, layer) print(layer == l) end }) }
      l:display()
      """)
    #expect(lines == ["true"])
  }

  @Test(arguments: [
    (
      "ca.TextLayer {}.string = 'abc\\xff'",
      "TextLayer.string: expected text in UTF-8, got a string that is not UTF-8 (byte 4 is 0xFF)"
    ),
    (
      "ca.Layer {}.name = '\\xc3'",
      "Layer.name: expected text in UTF-8, got a string that is not UTF-8 (byte 1 is 0xC3)"
    ),
    ("ca.encodeJSON(print)", "ca.encodeJSON: a function cannot be used here; expected data"),
    ("ca.Layer {}:addSublayer(print)", "Layer:addSublayer: a function cannot be used here; expected data"),
    (
      "ca.Layer {}.sublayers = { coroutine.create(print) }",
      "Layer.sublayers: a coroutine cannot be used here; expected data"
    ),
    (
      "ca.Layer:subclass('A', { defaults = { f = print } })",
      "Layer:subclass: f: a function cannot be used here; expected data"
    ),
    ("ca.parameter('n', { default = 1, min = 5, max = 2 })", "ca.parameter: min 5 is greater than max 2"),
  ]) func `messages name the method, or the class and key`(_ statement: String, _ message: String) throws {
    let error = try failure("\n\(statement)")
    #expect(error?.message == message)
    #expect(error?.line == 2)
  }

  @Test func `errors behind pcall carry the script's line`() throws {
    let lines = try printed(
      """
      print(pcall(ca.Layer, 5))
      print(pcall(ca.Layer.subclass, 5))
      local l = ca.Layer {}
      print(pcall(l.addSublayer, l, nil))
      print(pcall(l.setValue, l, 1))
      """)
    #expect(
      lines == [
        "false\ttest.lua:1: Layer: expected a table of properties and sublayers, got number 5",
        "false\ttest.lua:2: subclass: call it with a colon on a class: ca.Layer:subclass(\"Name\"), got number 5",
        "false\ttest.lua:4: Layer:addSublayer: expected a layer, got nil",
        "false\ttest.lua:5: Layer:setValue: expected a key after the value, got nil",
      ])
  }

  @Test func `a reserved name on a layer of one's own class points to that class`() throws {
    let error = try failure("local B = ca.Layer:subclass('B')\nlocal b = B {}\nb.layoutSublayers = print")
    #expect(error?.message.contains("function B:layoutSublayers(…) … end") == true)
    #expect(error?.message.contains("ca.B") == false)
  }

  @Test func `four-hooks: the hooks that do not run are named`() throws {
    let found = try warnings(
      """
      local l = ca.Layer { name = "dial", bounds = {0, 0, 4, 4} }
      l.delegate = { displayLayer = function() end, drawLayerInContext = function() end, layerWillDraw = function() end }
      l:display()
      """)
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix(
        "test.lua:3: Layer dial: among its display hooks, the delegate's displayLayer ran, "
          + "the delegate's drawLayerInContext, the delegate's layerWillDraw did not") == true, "\(found)")
  }

  @Test func `contents-vs-drawing: the line that assigned the image is named`() throws {
    let found = try warnings(
      """
      local l = ca.Layer { name = "dial", bounds = {0, 0, 4, 4} }
      l.delegate = { drawLayerInContext = function() end }
      l.contents = ca.Image { width = 1, height = 1, pixels = "abcd" }
      l:display()
      """)
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix("test.lua:4: Layer dial: display replaced the image assigned to contents at test.lua:3;")
        == true)
  }

  @Test(arguments: ["drawLayer", "drawInContext", "displaylayer", "draw"])
  func `no-draw-hook: names near the hooks' that the delegate has are listed`(_ name: String) throws {
    let found = try warnings(
      "local l = ca.Layer { bounds = {0, 0, 4, 4} }\nl.delegate = { \(name) = function() end }\nl:setNeedsDisplay()\nca.render(l)"
    )
    #expect(found.count == 1)
    #expect(found.first?.contains("neither displayLayer nor drawLayerInContext") == true)
    #expect(found.first?.hasSuffix("it has \(name)") == true, "\(found)")
  }

  @Test func `a warning comes once for each rule and key, and is counted`() throws {
    let engine = try Engine()
    var found: [String] = []
    engine.onWarning = { found.append($0.description) }
    try engine.run(script: "for i = 1, 30 do ca.Layer { opaque = true, cornerRadius = 3 } end", name: "test.lua")
    engine.reportRepeatedWarnings()
    #expect(found.count == 2)
    #expect(found.last?.hasPrefix("test.lua:1: Layer: opaque must not") == true)
    #expect(found.last?.hasSuffix("(reported once, it occurred 29 times more)") == true)
  }

  @Test func `a script that returns more than a layer is told so`() throws {
    #expect(
      try warnings("return ca.Layer {}, 3").first?.contains("returned 2 values and only the first is used") == true)
    #expect(try warnings("return ca.Layer {}, nil").isEmpty)
    #expect(try warnings("return ca.Layer {}").isEmpty)
  }

  @Test func `a script's name may have spaces and no extension`() throws {
    let engine = try Engine()
    do {
      try engine.run(script: "\nerror('no')", name: "my scene")
      Issue.record("did not fail")
    } catch let error as EngineError { #expect(error.description == "my scene:2: no") }
    do {
      try engine.run(script: "error('a ratio of 3:4: no', 0)", name: "scene")
    } catch let error as EngineError { #expect(error.message == "a ratio of 3:4: no") }
  }
}
