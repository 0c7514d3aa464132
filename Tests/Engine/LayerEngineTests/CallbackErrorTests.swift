// SPDX-License-Identifier: MIT
import LayerEngine
import Testing

/// An error in any callback of a script reaches whoever triggered the call, with the script's own line, and the engine
/// remains usable.
@Suite struct CallbackErrorTests {
  /// Each calls `FAIL()` on line 2.
  private static let callbacks: [(name: String, script: String)] = [
    (
      "drawInContext",
      "local C = ca.Layer:subclass('C') function C:drawInContext(ctx)\nFAIL() end return C { bounds = {0, 0, 4, 4}, needsDisplayOnBoundsChange = true }"
    ),
    ("display", "local C = ca.Layer:subclass('C') function C:display()\nFAIL() end return C { bounds = {0, 0, 4, 4} }"),
    (
      "layoutSublayers",
      "local C = ca.Layer:subclass('C') function C:layoutSublayers()\nFAIL() end return C { bounds = {0, 0, 4, 4} }"
    ),
    ("init", "local C = ca.Layer:subclass('C') function C:init()\nFAIL() end return C { bounds = {0, 0, 4, 4} }"),
    (
      "actionForKey",
      "local C = ca.Layer:subclass('C') function C:actionForKey(key)\nFAIL() end local l = C { bounds = {0, 0, 4, 4} } ca.animate(1, function() l.opacity = 0.5 end) return l"
    ),
    (
      "displayLayer",
      "return ca.Layer { bounds = {0, 0, 4, 4}, delegate = { displayLayer = function(self, layer)\nFAIL() end } }"
    ),
    (
      "drawLayerInContext",
      "return ca.Layer { bounds = {0, 0, 4, 4}, delegate = { drawLayerInContext = function(self, layer, ctx)\nFAIL() end } }"
    ),
    (
      "layerWillDraw",
      "return ca.Layer { bounds = {0, 0, 4, 4}, delegate = { drawLayerInContext = function() end, layerWillDraw = function(self, layer)\nFAIL() end } }"
    ),
    (
      "layoutSublayersOfLayer",
      "return ca.Layer { bounds = {0, 0, 4, 4}, delegate = { layoutSublayersOfLayer = function(self, layer)\nFAIL() end } }"
    ),
    (
      "actionForLayerForKey",
      "local l = ca.Layer { bounds = {0, 0, 4, 4}, delegate = { actionForLayerForKey = function(self, layer, key)\nFAIL() end } } ca.animate(1, function() l.opacity = 0.5 end) return l"
    ),
    (
      "layerShouldInheritContentsScale",
      "return ca.Layer { bounds = {0, 0, 4, 4}, delegate = { drawLayerInContext = function() end, layerShouldInheritContentsScale = function(self, layer, scale)\nFAIL() end } }"
    ),
    (
      "a layout manager",
      "return ca.Layer { bounds = {0, 0, 4, 4}, ca.Layer(), layoutManager = { layoutSublayersOfLayer = function(self, layer)\nFAIL() end } }"
    ),
    (
      "preferredSizeOfLayer",
      "local l = ca.Layer { bounds = {0, 0, 4, 4}, ca.Layer(), layoutManager = { layoutSublayersOfLayer = function() end, preferredSizeOfLayer = function(self, layer)\nFAIL() end } } l:preferredFrameSize() return l"
    ),
    (
      "an action",
      "local l = ca.Layer { bounds = {0, 0, 4, 4}, actions = { opacity = function(layer, key)\nFAIL() end } } ca.animate(1, function() l.opacity = 0.5 end) return l"
    ),
    ("onFrame", "ca.onFrame(function(t, i)\nFAIL() end) return ca.Layer { bounds = {0, 0, 4, 4} }"),
    (
      "animationDidStart",
      "local l = ca.Layer { bounds = {0, 0, 4, 4} } l:addAnimation(ca.BasicAnimation { keyPath = 'opacity', toValue = 0, duration = 1, delegate = { animationDidStart = function()\nFAIL() end } }) ca.setCurrentTime(2) return l"
    ),
    (
      "animationDidStop",
      "local l = ca.Layer { bounds = {0, 0, 4, 4} } l:addAnimation(ca.BasicAnimation { keyPath = 'opacity', toValue = 0, duration = 1, delegate = { animationDidStop = function()\nFAIL() end } }) ca.setCurrentTime(2) return l"
    ),
    (
      "a completion block",
      "ca.Transaction.begin() ca.Transaction.setCompletionBlock(function()\nFAIL() end) ca.Transaction.commit() ca.setCurrentTime(1) return ca.Layer { bounds = {0, 0, 4, 4} }"
    ),
    (
      "the completion of animate",
      "local l = ca.Layer { bounds = {0, 0, 4, 4} } ca.animate({ duration = 1, completion = function()\nFAIL() end }, function() l.opacity = 0 end) ca.setCurrentTime(2) return l"
    ),
    ("the body of animate", "ca.animate(1, function()\nFAIL() end) return ca.Layer { bounds = {0, 0, 4, 4} }"),
    (
      "a drawable's function",
      "return ca.DrawableLayer { bounds = {0, 0, 4, 4}, drawableSize = {4, 4}, draw = function(layer, drawable)\nFAIL() end }"
    ),
    (
      "drawLayerInDrawable",
      "return ca.DrawableLayer { bounds = {0, 0, 4, 4}, drawableSize = {4, 4}, delegate = { drawLayerInDrawable = function(self, layer, drawable)\nFAIL() end } }"
    ),
    (
      "a tile",
      "return ca.TiledLayer { bounds = {0, 0, 9, 9}, tileSize = {4, 4}, delegate = { drawLayerInContext = function(self, layer, ctx)\nFAIL() end } }"
    ),
    (
      "an image's pixels",
      "ca.Image { width = 2, height = 2, pixels = function(x, y)\nFAIL() end } return ca.Layer { bounds = {0, 0, 4, 4} }"
    ),
    ("Image.draw", "ca.Image.draw(2, 2, function(ctx)\nFAIL() end) return ca.Layer { bounds = {0, 0, 4, 4} }"),
    ("a coroutine", "local c = coroutine.wrap(function()\nFAIL() end) c() return ca.Layer { bounds = {0, 0, 4, 4} }"),
    (
      "a coroutine in a hook",
      "return ca.Layer { bounds = {0, 0, 4, 4}, delegate = { drawLayerInContext = function() coroutine.wrap(function()\nFAIL() end)() end } }"
    ),
    ("a comparison", "table.sort({ 1, 2, 3 }, function(a, b)\nFAIL() end) return ca.Layer { bounds = {0, 0, 4, 4} }"),
    ("a replacement", "string.gsub('abc', '.', function(c)\nFAIL() end) return ca.Layer { bounds = {0, 0, 4, 4} }"),
    (
      "a delegate's index",
      "return ca.Layer { bounds = {0, 0, 4, 4}, delegate = setmetatable({}, { __index = function(t, k)\nFAIL() end }) }"
    ),
  ]

  private static let failures = [
    "error('boom')", "error({ message = 'boom' })",
    "error(setmetatable({}, { __tostring = function() return 'boom' end }))",
    "local boom = nil; boom.x = 1", "coroutine.wrap(function() error('boom') end)()", "ca.Layer().opacity = 'boom'",
    "local l = ca.Layer { bounds = {0, 0, 2, 2}, delegate = { drawLayerInContext = function() error('boom') end } } l:setNeedsDisplay() ca.render(l)",
  ]

  @Test(arguments: callbacks.map(\.name)) func `an error of a callback reaches the caller with its line`(name: String)
    throws
  {
    let script = try #require(Self.callbacks.first { $0.name == name }).script
    for failure in Self.failures {
      for depth in [0, 50] {
        var text = script.split(separator: "\n", maxSplits: 1).map(String.init)
        text[1] = text[1].replacing("FAIL()", with: failure)
        // Wraps a returned layer in `depth` more layers.
        var whole =
          "local __wrap = function(l) for i = 1, \(depth) do l.anchorPoint = {0, 0} l = ca.Layer { bounds = {0, 0, 4, 4}, l } end return l end local function __scene() "
        whole +=
          text[0] + "\n" + text[1]
          + " end local __l = __wrap(__scene()) __l:setNeedsLayout() local function __d(l) l:setNeedsDisplay() for _, k in ipairs(l.sublayers) do __d(k) end end __d(__l) ca.render(__l, { scale = 2 }) return __l"
        let engine = try Engine(Engine.Configuration(threads: 1))
        do {
          _ = try engine.run(script: whole, name: "test.lua")
          Issue.record("\(name), \(failure): no error")
        } catch let error as EngineError {
          #expect(error.message.contains("boom"), "\(name), \(failure): \(error)")
          #expect(error.script == "test.lua" && error.line == 2, "\(name), \(failure): \(error)")
          #expect(error.exitCode == 1)
        }
        let after = try engine.run(
          script:
            "local l = ca.Layer { bounds = {0, 0, 2, 2}, backgroundColor = 'red' } \(name == "onFrame" ? "" : "assert(ca.render(l):pixel(0, 0) == 1)") return l",
          name: "after.lua")
        // The onFrame function stays registered.
        if name != "onFrame" { _ = try engine.render(try #require(after)) }
      }
    }
  }

  @Test(arguments: callbacks.map(\.name)) func `a callback that cannot yield says so`(name: String) throws {
    let script = try #require(Self.callbacks.first { $0.name == name }).script
    guard name != "a coroutine", name != "a coroutine in a hook", name != "layerShouldInheritContentsScale" else {
      return
    }
    let text = script.replacing("FAIL()", with: "coroutine.yield()")
    let engine = try Engine(Engine.Configuration(threads: 1))
    let whole =
      "local ok, e = coroutine.resume(coroutine.create(function() local function __scene() \(text) end local l = __scene() l:setNeedsDisplay() l:setNeedsLayout() ca.render(l) end)) assert(not ok and tostring(e):find('yield'), tostring(e))"
    try engine.run(script: whole, name: "test.lua")
  }

  @Test func `a module's error names its own line`() throws {
    let error = try #require(try failure(of: "\nlocal ok = require 'nothing.there'"))
    #expect(error.line == 2)
  }

  @Test(arguments: [
    "error(setmetatable({}, { __tostring = function() error('again') end }))",
    "error(setmetatable({}, { __tostring = function() return 5 end }))",
    "error(setmetatable({}, { __tostring = function() return {} end }))",
    "error(setmetatable({}, { __tostring = function() coroutine.yield() end }))",
    "error(setmetatable({}, { __name = 5 }))", "error(nil)", "error()", "error(print)",
    "error(coroutine.create(print))", "error(1e300)",
    "error(('x'):rep(1000000))", "error('a\\0b')", "error('\\xff\\xfe')", "error(ca.Layer())", "error(ca)",
    "error(true)",
    "error(setmetatable({}, { __index = function() error('x') end, __len = function() error('y') end, __eq = error, __concat = error }))",
  ])
  func `any error object ends a script in order`(script: String) throws {
    let error = try #require(try failure(of: script))
    #expect(error.exitCode == 1)
    #expect(!error.message.contains("0x"))
    let inCallback = try #require(
      try failure(
        of:
          "local l = ca.Layer { bounds = {0, 0, 2, 2}, delegate = { displayLayer = function() \(script) end } } l:setNeedsDisplay() ca.render(l)"
      ))
    #expect(inCallback.exitCode == 1)
  }

  private func failure(of script: String) throws -> EngineError? {
    let engine = try Engine(Engine.Configuration(threads: 1))
    do {
      try engine.run(script: script, name: "test.lua")
      return nil
    } catch { return EngineError(error) }
  }
}
