// SPDX-License-Identifier: MIT
import LayerEngine
import LayerModel
import Testing

/// Layers, classes and objects as delegates and layout managers.
@Suite struct DelegateTests {
  @Test func `a layer draws for another as in the books`() throws {
    let lines = try printed(
      """
      local Compass = ca.Layer:subclass("Compass")
      function Compass:layoutSublayers()
        Compass.super.layoutSublayers(self)
        if self.arrow then return end
        local arrow = ca.Layer { name = "arrow", bounds = {0, 0, 4, 10} }
        arrow.delegate = self
        self:addSublayer(arrow)
        arrow:setNeedsDisplay()
        self.arrow = arrow
      end
      function Compass:drawLayerInContext(layer, ctx)
        print(rawequal(self, compass), layer.name, ctx.clipBounds)
        ctx:setFillColor("red"); ctx:fill {0, 0, 4, 10}
      end
      compass = Compass { bounds = {0, 0, 40, 40} }
      compass:setNeedsLayout()
      print(ca.render(compass):pixel(1, 1))
      print(rawequal(compass.arrow.delegate, compass))
      """)
    #expect(lines == ["true\tarrow\tRect(0, 0, 4, 10)", "1\t0\t0\t1", "true"])
  }

  @Test func `a layer may be its own delegate and manager`() throws {
    let lines = try printed(
      """
      local S = ca.Layer:subclass("S")
      function S:displayLayer(l) print("display", rawequal(self, l)) end
      function S:layoutSublayersOfLayer(l) print("layout", rawequal(self, l)) end
      function S:actionForLayerForKey(l, key) print("action", key); return false end
      function S:animationDidStop(a, finished) print(self.className, a.keyPath, finished) end
      local s = S { bounds = {0, 0, 4, 4} }
      s.delegate = s; s.layoutManager = s
      s:setNeedsLayout(); s:layoutIfNeeded(); s:display()
      ca.animate(1, function() s.opacity = 0 end)
      s.delegate = nil
      s:addAnimation(ca.BasicAnimation { keyPath = "opacity", toValue = 0, duration = 1, delegate = s })
      ca.setCurrentTime(2)
      """)
    #expect(lines == ["layout\ttrue", "display\ttrue", "action\topacity", "S\topacity\ttrue"])
  }

  @Test func `a class and what inherits from one have the functions that were written for them`() throws {
    let lines = try printed(
      """
      local S = ca.Layer:subclass("S")
      function S:displayLayer(l) print(tostring(self) == tostring(S), l.name) end
      local l = ca.Layer { name = "l", bounds = {0, 0, 4, 4} }
      l.delegate = S; l:display()
      l.delegate = setmetatable({}, { __index = S }); l:display()
      l.delegate = setmetatable({}, { __index = ca.Layer }); l:display()
      local Sub = S:subclass("Sub")
      l.delegate = Sub(); l:display()
      l.delegate = nil
      """)
    #expect(lines == ["true\tl", "false\tl", "false\tl"])
  }

  @Test func `the selector of the action's hook may have its words apart`() throws {
    let lines = try printed(
      """
      local l = ca.Layer { delegate = { actionForLayer_forKey = function(self, layer, key) print(key) return false
        end } }
      ca.animate(1, function() l.opacity = 0 end)
      print(#l:animationKeys())
      l.delegate = { actionForLayer_forKey = function() print "second" end, actionForLayerForKey = function() print
        "first" end }
      ca.animate(1, function() l.opacity = 1 end)
      """)
    #expect(lines == ["opacity", "0", "first"])
  }

  @Test(arguments: [
    "action", "actionForKey", "defaultActionForKey", "layoutSublayers", "actionForLayer", "layoutSubviews",
  ])
  func `misnamed functions of a delegate are told, beside hooks that are right`(_ name: String) throws {
    for beside in ["", "displayLayer = function() end, ", "layerWillDraw = function() end, "] {
      let engine = try Engine()
      var warnings: [String] = []
      engine.onWarning = { warnings.append("\($0.message) [\($0.rule.rawValue)]") }
      try engine.run(
        script: """
          local l = ca.Layer { bounds = {0, 0, 4, 4}, delegate = { \(beside)\(name) = function() error("called") end } }
          l:setNeedsLayout(); l:layoutIfNeeded()
          ca.animate(1, function() l.opacity = 0.5 end)
          l:layoutIfNeeded()
          """, name: "test.lua")
      #expect(warnings.count == 1, "\(warnings)")
      #expect(
        warnings.first?.contains("the delegate's \(name) is not a hook and is not called; write {") == true
          && warnings.first?.hasSuffix("[near-miss-hook]") == true, "\(warnings)")
    }
  }

  @Test func `hooks of a class that is a delegate are its own`() throws {
    let engine = try Engine()
    var warnings: [String] = []
    engine.onWarning = { warnings.append($0.message) }
    try engine.run(
      script: """
        local S = ca.Layer:subclass("S")
        function S:layoutSublayers() end
        function S:actionForKey(key) end
        function S:layoutSublayersOfLayer(layer) end
        for _, delegate in ipairs { S, S {}, setmetatable({}, { __index = S }) } do
          local l = ca.Layer { bounds = {0, 0, 4, 4}, delegate = delegate }
          l:setNeedsLayout(); l:layoutIfNeeded()
          ca.animate(1, function() l.opacity = 0.5 end)
        end
        """, name: "test.lua")
    #expect(warnings == [])
  }

  @Test(arguments: [
    (
      "l.delegate = l",
      "Layer.delegate: expected a table, or a layer or class of your own, with functions such as drawLayerInContext, got Layer, whose class"
    ),
    (
      "l.delegate = ca.Layer",
      "Layer.delegate: expected a table, or a layer or class of your own, with functions such as drawLayerInContext, got the class Layer"
    ),
    (
      "l.layoutManager = ca.TextLayer()",
      "Layer.layoutManager: expected a layout manager such as ca.ConstraintLayoutManager(), or a table, or a layer or class of your own, with layoutSublayersOfLayer, got TextLayer"
    ),
    (
      "l.layoutManager = ca.ConstraintLayoutManager",
      "Layer.layoutManager: expected a layout manager such as ca.ConstraintLayoutManager(), or a table, or a layer or class of your own, with layoutSublayersOfLayer, got the class"
    ),
    (
      "ca.BasicAnimation { delegate = l }",
      "BasicAnimation.delegate: expected a table, or a layer or class of your own, with animationDidStart or animationDidStop, got Layer"
    ),
    (
      "l.delegate = 5",
      "Layer.delegate: expected a table, or a layer or class of your own, with functions such as drawLayerInContext, got number 5"
    ),
    (
      "l.delegate = ca.BasicAnimation()",
      "Layer.delegate: expected a table, or a layer or class of your own, with functions such as drawLayerInContext, got BasicAnimation"
    ),
  ])
  func `what can never have the functions is refused`(_ code: String, _ message: String) throws {
    let error = try failure("local l = ca.Layer { bounds = {0, 0, 4, 4} }; " + code)
    #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "nothing")")
  }

  @Test func `a manager that is built in takes no functions`() throws {
    let error = try failure(
      """
      local M = ca.ConstraintLayoutManager:subclass("M")
      function M:layoutSublayersOfLayer(l) end
      ca.Layer { layoutManager = M() }
      """)
    #expect(
      error?.message.hasPrefix("Layer.layoutManager: M is a ConstraintLayoutManager, whose layout is built in") == true)
  }

  @Test(arguments: [
    "local S = ca.Layer:subclass('S'); function S:displayLayer() end; local a, b = S(), S(); a.delegate = b; b.delegate = a; a.own = l",
    "local S = ca.Layer:subclass('S'); local a = S(); a.delegate = a; a.layoutManager = a; l.own = a; a.own = l",
    "local S = ca.Layer:subclass('S'); local a = S { l }; l.delegate = a; l.layoutManager = a",
    "local S = ca.Layer:subclass('S'); local a = S(); l:addAnimation(ca.BasicAnimation { keyPath = 'opacity', toValue = 0, delegate = a }, 'k'); a.own = l",
    "local S = ca.Layer:subclass('S'); local a = S { l }; l.delegate = a; local c = a:copy(); c.own = c",
    "local S = ca.Layer:subclass('S'); S.keep = nil; l.delegate = setmetatable({ l = l }, { __index = S })",
  ])
  func `cycles through delegates are collected`(_ body: String) throws {
    let engine = try Engine()
    try engine.run(
      script: """
        for i = 1, 200 do
          local l = ca.Layer()
          \(body)
        end
        collectgarbage(); collectgarbage()
        """, name: "test.lua")
    #expect(engine.scene.layerCount == 0)
  }

  @Test func `a layer that nobody else knows lives as a delegate`() throws {
    let lines = try printed(
      """
      local S = ca.Layer:subclass("S")
      function S:displayLayer(l) print(self.own.mark) end
      local l = ca.Layer { bounds = {0, 0, 4, 4} }
      do
        local s = S { userInfo = { own = { mark = "still here" } } }
        l.delegate = s
        l:addSublayer(s)
        s:removeFromSuperlayer()
      end
      collectgarbage(); collectgarbage()
      l:display()
      """)
    #expect(lines == ["still here"])
  }

  @Test(arguments: [
    "function S:displayLayer(x) x:display() end",
    "function S:displayLayer(x) self:displayLayer(x) end",
    "function S:layoutSublayersOfLayer(x) x:setNeedsLayout(); x:layoutIfNeeded(); self:layoutSublayersOfLayer(x) end",
    "function S:displayLayer(x) self.delegate = self; self:display(); x:display() end",
    "function S:drawLayerInContext(x, ctx) error(self) end",
    "function S:drawLayerInContext(x, ctx) x.delegate = nil; self:removeFromSuperlayer(); collectgarbage(); error('gone') end",
    "S.displayLayer = setmetatable({}, { __call = function(t, ...) local r = t(...) return r end })",
    "S.displayLayer = 5",
    "S.displayLayer = ca.Point(1, 2)",
    "S.displayLayer = S",
  ])
  func `hostile delegates end in an error`(_ function: String) throws {
    let error = try failure(
      """
      local S = ca.Layer:subclass("S")
      \(function)
      local l = ca.Layer { bounds = {0, 0, 4, 4} }
      local s = S { bounds = {0, 0, 4, 4}, l }
      l.delegate = s
      l:setNeedsLayout(); l:layoutIfNeeded(); l:display()
      error("no error")
      """)
    #expect(error != nil)
    #expect(error?.message != "no error")
  }

  @Test func `an index function that lies or fails is heard of`() throws {
    let failing = try failure(
      "local l = ca.Layer { bounds = {0, 0, 4, 4} }; l.delegate = setmetatable({}, { __index = function(t, k) error('no ' .. k) end }); l:display()"
    )
    #expect(failing?.message.hasPrefix("no ") == true)
    let lying = try failure(
      "local l = ca.Layer { bounds = {0, 0, 4, 4} }; l.delegate = setmetatable({}, { __index = function(t, k) return k end }); l:display()"
    )
    #expect(lying?.message == "Layer.delegate: expected displayLayer to be a function, got string \"displayLayer\"")
  }
}

@Suite struct FrameErrorTests {
  /// The copies made for a frame share their layer's number, and must not replace it.
  @Test func `managers lay out in every frame`() throws {
    let lines = try printed(
      """
      local M = {}
      function M:layoutSublayersOfLayer(l) l.sublayers[1].position = {l.bounds.width / 2, 0} end
      function M:invalidateLayoutOfLayer(l) print("invalid", rawequal(l, root)) end
      root = ca.Layer { bounds = {0, 0, 4, 4}, ca.Layer { bounds = {0, 0, 1, 1} } }
      root.layoutManager = M
      ca.onFrame(function(t, i)
        root:setNeedsLayout()
        root.bounds = {0, 0, 4 + 2 * t, 4}
        root:layoutIfNeeded()
        print(root.sublayers[1].position)
      end)
      for t = 0, 2 do ca.render(root, { time = t }) end
      print(root.sublayers[1].position, rawequal(root.layoutManager, M))
      """)
    #expect(lines.filter { $0 == "invalid\tfalse" }.isEmpty)
    #expect(
      lines.filter { $0.hasPrefix("Point") } == ["Point(2, 0)", "Point(3, 0)", "Point(4, 0)", "Point(2, 0)\ttrue"])
  }

  @Test(arguments: [
    "ca.onFrame(function(t, i) if i == 3 then error('boom') end end)",
    "l.delegate = { drawLayerInContext = function(self, x) if x.opacity < 0.75 then error('boom') end end }; "
      + "ca.onFrame(function(t, i) l.opacity = 1 - t; l:setNeedsDisplay() end)",
  ])
  func `an error in a film says which frame`(_ code: String) throws {
    let error = try failure(
      "local l = ca.Layer { bounds = {0, 0, 4, 4} }\n\(code)\nca.render(l, 'layerlua-test-{0}.png', { fps = 10, duration = 1 })",
      Engine.Configuration(workingDirectory: "/tmp", isTrusted: true))
    #expect(error?.message == "boom (frame 3, at 0.3 s)")
    #expect(error?.line == 2)
    #expect(error?.traceback?.contains("test.lua:3") == true)
  }

  @Test func `the value that was raised stays as it is`() throws {
    let lines = try printed(
      """
      local l = ca.Layer { bounds = {0, 0, 4, 4} }
      local thing = { code = 7 }
      ca.onFrame(function(t, i) if i == 2 then error(thing) end end)
      local ok, e = pcall(ca.render, l, 'layerlua-test-{0}.png', { fps = 10, duration = 1 })
      print(ok, rawequal(e, thing))
      """, Engine.Configuration(workingDirectory: "/tmp", isTrusted: true))
    #expect(lines == ["false\ttrue"])
  }

  @Test func `a still picture is no frame`() throws {
    let error = try failure(
      "ca.onFrame(function(t, i) error('boom') end); ca.render(ca.Layer { bounds = {0, 0, 4, 4} }, { time = 1 })")
    #expect(error?.message == "boom")
  }
}

@Suite struct ConstructorTests {
  @Test(arguments: [
    (
      "ca.BasicAnimation('opacity')",
      "BasicAnimation: expected a table of properties, got string \"opacity\"; write BasicAnimation { keyPath = \"opacity\" }"
    ),
    (
      "ca.TextLayer('hello')",
      "TextLayer: expected a table of properties and sublayers, got string \"hello\"; write TextLayer { string = \"hello\" }"
    ),
    ("ca.Layer(5)", "Layer: expected a table of properties and sublayers, got number 5"),
    ("ca.EmitterCell(true)", "EmitterCell: expected a table of properties, got true"),
    ("ca.Layer { zposition = 1 }", "Layer has no property zposition; did you mean zPosition?"),
  ])
  func `wrong arguments are explained`(_ code: String, _ message: String) throws {
    #expect(try failure(code)?.message == message)
  }
}
