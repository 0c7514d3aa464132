import Foundation
import LayerEngine
import TestSupport
import Testing

/// Scripts that use every binding, each small enough to be run thousands of times.
private let scripts: [(name: String, text: String)] = [
  (
    "layers",
    """
    local C = ca.Layer:subclass("C", { defaults = { heading = 1, other = { 1, 2 } }, redrawKeys = { "heading" } })
    function C:init() self.made = true end
    function C:layoutSublayers() C.super.layoutSublayers(self) end
    function C:drawInContext(ctx) ctx:setFillColor("red"); ctx:fill {0, 0, 5, 5} end
    function C:actionForKey(key) return false end
    local root = C { name = "root", bounds = {0, 0, 20, 20}, heading = 2, userInfo = { data = { 1, "x", { y = 2 } } },
      ca.Layer { name = "a", frame = {1, 1, 5, 5}, backgroundColor = "#f80", ["transform.rotation.z"] = 0.5 },
      ca.GradientLayer { bounds = {0, 0, 4, 4}, colors = { "red", {0, 1, 0}, ca.Color(0, 0, 1) }, locations = { 0, 0.5, 1 } },
      ca.ShapeLayer { path = "M 0 0 L 5 5 Z", fillColor = "green", lineDashPattern = { 1, 2 } },
      ca.TransformLayer { bounds = {0, 0, 4, 4} },
    }
    root.delegate = { layerWillDraw = function() end, actionForLayerForKey = function() return false end }
    root.mask = ca.Layer { bounds = {0, 0, 20, 20}, backgroundColor = "black", delegate = { displayLayer = function() end } }
    local kid = root:find("a")
    kid.style = { opacity = 0.5, f = function() end }
    kid.actions = { opacity = ca.BasicAnimation {}, position = function() end, bounds = false }
    root:insertSublayer(ca.Layer { name = "b" }, 1); root:insertSublayerAbove(ca.Layer(), kid)
    root:replaceSublayer(kid, ca.ScrollLayer { bounds = {0, 0, 9, 9} })
    root:addSublayer(kid)
    for l, depth in root:walk() do local _ = tostring(l) .. depth .. l.className end
    for k, v in pairs(kid.style) do local _ = k end
    local copy = root:copy()
    local _ = root:hitTest {1, 1}, kid:convertPointToLayer({1, 1}, root), kid:convertRectFromLayer({0, 0, 1, 1}, root), root:layerAt {2, 2}
    kid:setValueForKeyPath(0.5, "transform.scale.x"); _ = kid:valueForKeyPath("transform.scale.x"), kid["position.x"], kid:keys(), root:customKeys()
    root.heading = 3; root:setNeedsDisplay(); root:layoutIfNeeded(); root:displayIfNeeded()
    _ = root.contents, ca.dump(root), ca.dumpJSON(root), root.frame, root.bounds:union {1, 1, 3, 3}, ca.Point(1, 2) + {1, 1}
    pcall(function() root.opacity = "x" end); pcall(function() root.frame.x = 1 end); pcall(ca.Layer, { opaciti = 1 })
    return root
    """
  ),
  (
    "layout",
    """
    local root = ca.Layer { bounds = {0, 0, 50, 50}, layoutManager = ca.ConstraintLayoutManager() }
    for i = 1, 3 do
      root:addSublayer(ca.Layer { name = "l" .. i, bounds = {0, 0, 5, 5}, autoresizingMask = { "widthSizable" } })
      root.sublayers[i]:addConstraint(ca.Constraint("midX = superlayer.midX + " .. i))
      root.sublayers[i]:constrain { i == 1 and "minY = superlayer.minY" or ("minY = l" .. (i - 1) .. ".maxY") }
    end
    root:layoutIfNeeded(); local _ = ca.explainLayout(root), root.sublayers[1].constraints
    local own = ca.Layer { bounds = {0, 0, 5, 5}, ca.Layer(), layoutManager = { layoutSublayersOfLayer = function(self, l) l.sublayers[1].position = {1, 1} end } }
    own:setNeedsLayout(); own:layoutIfNeeded(); own:preferredFrameSize()
    local stack = ca.Layer { bounds = {0, 0, 30, 30}, layoutManager = ca.StackLayoutManager { spacing = 2 }, ca.Layer { bounds = {0, 0, 4, 4} }, ca.Layer { bounds = {0, 0, 4, 4} } }
    stack:layoutIfNeeded(); root.bounds = {0, 0, 60, 60}; root:layoutIfNeeded()
    local bad = ca.Layer { bounds = {0, 0, 5, 5}, ca.Layer { name = "x" } }
    bad.sublayers[1]:addConstraint(ca.Constraint("midX = nobody.midX")); pcall(bad.layoutIfNeeded, bad)
    return root
    """
  ),
  (
    "drawing",
    """
    local p = ca.Path():move(0, 0):addLine(5, 5):addCurve(1, 1, 2, 2, 3, 3):addArc(5, 5, 2, 0, 3, false):closeSubpath()
    p:addLines { {0, 0}, {1, 1}, {2, 0} }:addPath(ca.Path "M 1 1 L 2 2", ca.Transform.translation(1, 1))
    local _ = p:boundingBox(), p:svg(), p:copy() == p, p:length(), p:trimmed(0, 0.5), p:contains {1, 1}
    local i = ca.Image { width = 4, height = 4, pixels = function(x, y) return x / 4, y / 4, 0 end }
    local j = ca.Image.draw(9, 9, function(c)
      c:saveGState(); c:setFillColor("red"); c:addPath(p); c:fillPath(); c:setLineDash(0, {1, 2}); c:stroke {1, 1, 3, 3}
      c:clipTo {0, 0, 8, 8}; c:draw(i, {0, 0, 4, 4}); c:setShadow({1, 1}, 2, "black"); c:beginTransparencyLayer(); c:fill {0, 0, 2, 2}
      c:endTransparencyLayer(); c:drawLinearGradient({ "red", "blue" }, { 0, 1 }, {0, 0}, {5, 5}); c:setFillPattern(i); c:fill {0, 0, 9, 9}
      c:clipToMask({0, 0, 9, 9}, i); c:restoreGState(); _ = c.ctm, c.clipBounds
    end)
    _ = i:crop {0, 0, 2, 2}, i:pixels(), i:pixel(1, 1), #i:encode("png"), ca.compare(i, i).share, tostring(i)
    _ = ca.decodeJSON(ca.encodeJSON { a = { 1, 2, "x" }, b = true }), ca.decodeJSON("[1, {\\"a\\": \\"b\\"}]"), ca.parameter("x", { default = 1 })
    local root = ca.Layer { bounds = {0, 0, 9, 9}, contents = i, backgroundColor = j,
      delegate = { drawLayerInContext = function(self, l, c) c:fill {0, 0, 3, 3} end } }
    root:setNeedsDisplay()
    local tiled = ca.TiledLayer { bounds = {0, 0, 9, 9}, tileSize = {4, 4}, delegate = { drawLayerInContext = function(self, l, c) c:fill {0, 0, 9, 9} end } }
    root:addSublayer(tiled)
    local drawable = ca.DrawableLayer { bounds = {0, 0, 4, 4}, drawableSize = {4, 4}, draw = function(l, d) end }
    root:addSublayer(drawable)
    _ = ca.render(root, { scale = 1 })
    pcall(ca.Image.draw, 4, 4, function(c) error("no") end); pcall(ca.decodeJSON, "{"); pcall(ca.Path, "M x")
    return root
    """
  ),
  (
    "time",
    """
    local root = ca.Layer { bounds = {0, 0, 9, 9}, ca.Layer { name = "a", bounds = {0, 0, 4, 4}, backgroundColor = "red" } }
    local a = root.sublayers[1]
    local b = ca.BasicAnimation { keyPath = "opacity", fromValue = 0, toValue = 1, duration = 1,
      delegate = { animationDidStart = function() end, animationDidStop = function() end } }
    a:addAnimation(b, "x")
    a:addAnimation(ca.KeyframeAnimation { keyPath = "position", values = { {0, 0}, {5, 5} }, keyTimes = { 0, 1 }, duration = 1 })
    a:addAnimation(ca.AnimationGroup { animations = { ca.SpringAnimation { keyPath = "bounds.size.width", toValue = 4 } }, duration = 1 }); a:addAnimation(ca.Transition {})
    ca.animate({ duration = 1, completion = function() a.name = "done" end }, function() a.opacity = 0.5; a.backgroundColor = "blue" end)
    ca.Transaction.begin(); ca.Transaction.setDisableActions(false); ca.Transaction.setValue({ 1, 2 }, "k"); ca.Transaction.setCompletionBlock(function() end)
    a.cornerRadius = 2; local _ = ca.Transaction.value("k"); ca.Transaction.commit()
    _ = a:presentation(0.5).opacity, a:animationKeys(), a:animation("x"), a:presentation():model()
    ca.onFrame(function(t, i) a.position = {t, i} end)
    _ = ca.render(root, { time = 0.5 })
    ca.setCurrentTime(0.6); ca.setCurrentTime(3); a:removeAllAnimations()
    local r = ca.ReplicatorLayer { bounds = {0, 0, 9, 9}, instanceCount = 3, instanceDelay = 0.1, ca.Layer { bounds = {0, 0, 2, 2}, backgroundColor = "red" } }
    local e = ca.EmitterLayer { bounds = {0, 0, 9, 9}, emitterCells = { ca.EmitterCell { name = "c", birthRate = 9, lifetime = 1,
      contents = ca.Image { width = 1, height = 1, pixels = "abcd" }, emitterCells = { ca.EmitterCell { birthRate = 1, lifetime = 1 } } } } }
    e["emitterCells.c.velocity"] = 5; root:addSublayer(r); root:addSublayer(e); _ = e:copy(), ca.render(root)
    pcall(ca.animate, 1, function() error("x") end); pcall(ca.setCurrentTime, 0)
    local co = coroutine.wrap(function() a.opacity = 1; coroutine.yield(); ca.render(root) end); co(); co()
    return root
    """
  ),
  (
    "text",
    """
    local t = ca.TextLayer { bounds = {0, 0, 40, 20}, string = "Hello", fontSize = 9, foregroundColor = "black" }
    t.string = ca.AttributedString { {"plain "}, {"red", foregroundColor = "red"} }
    local _ = ca.measureText("x", { fontSize = 9 }).width, t:preferredFrameSize(), t.string.runs, tostring(t.string)
    ca.Image.draw(9, 9, function(c) c:drawText("x", {1, 5}, { fontSize = 6 }) end)
    _ = ca.render(t), ca.fonts()
    return t
    """
  ),
]

@Suite struct AllocationFailureTests {
  /// Runs a script with all of Lua's allocations after a number failing; whether it got through.
  private func survives(_ allocations: Int, _ name: String, _ text: String) throws -> Bool {
    var finished = false
    let live: Engine.LiveReport
    do {
      let engine = try Engine(Configuration(threads: 1))
      live = engine.liveObjects
      engine.failAllocations(after: allocations)
      do throws(EngineError) {
        let layer = try engine.run(script: text, name: "test.lua")
        if let layer { _ = try engine.render(layer) }
        finished = true
      } catch {
        if error.kind != .limit, error.kind != .script { Issue.record("\(name), \(allocations) allocations: \(error)") }
        if error.kind == .script, !error.message.contains("memory") {
          Issue.record("\(name), \(allocations) allocations: \(error)")
        }
      }
      engine.failAllocations(after: nil)
      // The engine goes on.
      if try engine.run(script: "return ca.Layer { bounds = {0, 0, 1, 1} }", name: "after.lua") == nil {
        Issue.record("\(name), \(allocations) allocations: the engine does not go on")
      }
    }
    if !live.alive.isEmpty { Issue.record("\(name), \(allocations) allocations: there is left \(live.alive)") }
    return finished
  }

  /// Every number of allocations up to 40, then ever larger steps; with LAYERLUA_ALL_ALLOCATIONS in the environment every number.
  @Test(arguments: scripts.map(\.name)) func `every failing allocation is an error, and nothing is left`(name: String) throws {
    let script = try #require(scripts.first { $0.name == name })
    let isComplete = ProcessInfo.processInfo.environment["LAYERLUA_ALL_ALLOCATIONS"] != nil
    var allocations = 0, runs = 0
    while try !survives(allocations, name, script.text) {
      runs += 1
      // Uneven steps, so that each run of the sweep falls on other kinds of allocations.
      allocations += isComplete || allocations < 40 ? 1 : 7 + allocations / 40 + runs % 3
      if allocations > 200_000 { break }
    }
    #expect(allocations > 100 && allocations < 200_000, "\(name): \(allocations)")
    if isComplete { print("\(name): \(allocations) allocations failed in turn") }
  }
}

@Suite struct LiveObjectTests {
  /// What is left once an engine that ran a script, whatever became of it, is gone.
  private func left(_ text: String, _ configuration: Configuration = Configuration(threads: 1), draws: Bool = true) throws -> [String: Int]
  {
    let live: Engine.LiveReport
    do {
      let engine = try Engine(configuration)
      live = engine.liveObjects
      if let layer = try? engine.run(script: text, name: "test.lua"), draws { _ = try? engine.render(layer) }
    }
    return live.alive
  }

  @Test(arguments: scripts.map(\.name)) func `nothing is left of an engine`(name: String) throws {
    let script = try #require(scripts.first { $0.name == name })
    #expect(try left(script.text) == [:])
  }

  @Test func `what is alive is counted`() throws {
    let engine = try Engine()
    try engine.run(
      script: """
        l = ca.Layer { delegate = {} }; a = ca.BasicAnimation {}; i = ca.Image { width = 10, height = 10, pixels = ("x"):rep(400) }
        p = ca.Path(); t = ca.AttributedString "x"; k = ca.Constraint "minX = superlayer.minX"
        """, name: "test.lua")
    let alive = engine.liveObjects.alive
    #expect(alive["layers"] == 1)
    #expect(alive["objects"] == 1)
    #expect(alive["images"] == 1)
    #expect(alive["paths"] == 1)
    #expect(alive["texts"] == 1)
    #expect(alive["constraints"] == 1)
    #expect(alive["callbacks"] == 1)
    #expect(try #require(alive["charged"]) > 400)
    try engine.run(script: "l, a, i, p, t, k = nil; collectgarbage(); collectgarbage()", name: "test.lua")
    #expect(engine.liveObjects.alive == [:])
  }

  @Test func `nothing is left when the host holds on to layers`() throws {
    var layer: AnyObject?
    let live: Engine.LiveReport
    do {
      let engine = try Engine()
      live = engine.liveObjects
      layer = try engine.run(script: "local l = ca.Layer { ca.Layer { delegate = { f = print } } } return l", name: "test.lua")
    }
    #expect(live.alive["layers"] == 2)
    withExtendedLifetime(layer) {}
    layer = nil
    #expect(live.alive == [:])
  }

  private static func cases(_ suite: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: Checkout.root + "/Tests/Oracle/" + suite)) ?? []
    return names.filter { $0.hasSuffix(".lua") }.sorted()
  }

  @Test(arguments: ["pictures", "numeric", "hostile"]) func `nothing is left of an oracle's case`(suite: String) throws {
    let folder = Checkout.root + "/Tests/Oracle/" + suite
    let work = FileManager.default.temporaryDirectory.appendingPathComponent("layerlua-left-" + UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: work, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: work) }
    for name in Self.cases(suite) {
      let text = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name)))
      let configuration = Configuration(
        memoryLimit: 200 << 20, timeLimit: 0.3, threads: 1, scriptDirectory: folder, workingDirectory: work)
      #expect(try left(String(decoding: text, as: UTF8.self), configuration, draws: suite != "pictures") == [:], "\(suite)/\(name)")
    }
  }
}
