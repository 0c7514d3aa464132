// SPDX-License-Identifier: MIT
import LayerEngine
import Testing
import TestSupport

/// A tree of the maximum depth fits into the stack of a small thread.
@Suite struct SmallStackTests {
  private static let chain = """
    local box = { bounds = {0, 0, 20, 20}, anchorPoint = {0, 0} }
    local function with(class, more) return function()
      local l = class(box)
      for k, v in pairs(more or {}) do l[k] = v end
      return l
    end end
    local function chain(make)
      local top = make()
      local l = top
      for i = 2, 4090 do local n = make(i) l:addSublayer(n) l = n end
      return top
    end
    local red = { backgroundColor = "#ff000010" }
    local plain = with(ca.Layer, red)
    local function masks()
      local l = plain()
      for i = 2, 4090 do local n = plain() n.mask = l l = n end
      return l
    end
    local function turned(class) return with(class, { transform = ca.Transform.rotation(0.001, 0, 1, 0) }) end
    local kinds = {
      plain, with(ca.TransformLayer), turned(ca.Layer), turned(ca.TransformLayer), with(ca.Layer, { masksToBounds = true, cornerRadius = 3 }),
      with(ca.Layer, { sublayerDepth = "intersect" }), with(ca.ReplicatorLayer, { instanceCount = 1 }), with(ca.ScrollLayer),
      with(ca.Layer, { geometryFlipped = true }), with(ca.ShapeLayer, { path = "M 0 0 H 9 V 9 Z" }),
    }
    local function mixed() return kinds[math.random(#kinds)]() end

    """

  private static let uses: [(what: String, script: String)] = [
    ("render", "ca.render(chain(plain))"),
    (
      "dump",
      "local t = ca.dump(chain(plain)) for i = 1, 4089 do t = t.sublayers[1] end assert(t.class == 'Layer' and not t.sublayers)"
    ),
    ("dumpJSON", "assert(#ca.dumpJSON(chain(plain)) > 100000)"),
    ("hitTest", "local h = chain(plain):hitTest {10, 10} assert(h and not h.sublayers[1])"),
    ("presentation", "local h = chain(plain):presentation():hitTest {10, 10} assert(h and not h.sublayers[1])"),
    ("copy", "assert(chain(plain):copy())"),
    ("masks", "local l = masks() ca.render(l) ca.dump(l) ca.dumpJSON(l) l:hitTest {10, 10} l:presentation() l:copy()"),
    (
      "transform layers",
      "local l = ca.Layer(box) l:addSublayer(chain(with(ca.TransformLayer))) ca.render(l) ca.dump(l) l:hitTest {10, 10} l:presentation()"
    ),
    ("turned layers", "local l = chain(turned(ca.Layer)) ca.render(l) l:hitTest {10, 10}"),
    (
      "turned transform layers",
      "local l = ca.Layer(box) l:addSublayer(chain(turned(ca.TransformLayer))) ca.render(l) l:hitTest {10, 10}"
    ),
    (
      "layout by masks",
      "local l = chain(with(ca.Layer, { autoresizingMask = {'widthSizable', 'heightSizable'} })) l.bounds = {0, 0, 40, 40} ca.render(l)"
    ),
    (
      "layout by constraints",
      """
      local l = chain(with(ca.Layer, { layoutManager = ca.ConstraintLayoutManager(),\
       constraints = { ca.Constraint { "minX", relativeTo = "superlayer", attribute = "minX" } } })) l:layoutIfNeeded() ca.render(l)
      """
    ),
    (
      "delegates",
      """
      local d = { layoutSublayersOfLayer = function() end, drawLayer = function(d, l, c) c:fill {0, 0, 1, 1} end }
      ca.render(chain(function() local l = with(ca.Layer, { delegate = d })() l:setNeedsDisplay() l:setNeedsLayout() return l end))
      """
    ),
    (
      "animations",
      """
      local t = chain(function() local l = plain() l:addAnimation(ca.BasicAnimation { keyPath = "opacity", fromValue = 0, duration = 1 }) return l end)
      ca.render(t, { time = 0.5 })
      """
    ),
    ("a key path", "local p = ('sublayers.0.'):rep(4089):sub(1, -2) pcall(function() return chain(plain)[p] end)"),
    ("letting go", "local l = chain(plain) l.sublayers = {} l = nil collectgarbage()"),
    (
      "one of each",
      "for i = 1, 4 do local l = ca.Layer(box) l:addSublayer(chain(mixed)) ca.render(l) ca.dump(l) l:hitTest {10, 10} l:copy() end"
    ),
  ]

  @Test(arguments: uses.map(\.what)) func `a deep tree needs no deep stack`(what: String) throws {
    let use = try #require(Self.uses.first { $0.what == what })
    let script = Self.chain + use.script
    runThread(stackSize: 512 << 10) {
      do {
        try Engine(Engine.Configuration(threads: 1)).run(script: script, name: "deep.lua")
      } catch { Issue.record("\(what): \(error)") }
    }.wait()
  }

  /// An aborted dump is as deep.
  @Test func `what is given up half way needs no deep stack either`() throws {
    let script = Self.chain + "local l = chain(plain) while true do ca.dump(l) ca.dumpJSON(l) end"
    runThread(stackSize: 512 << 10) {
      for limit in [0.2, 0.25, 0.3] {
        do {
          try Engine(Engine.Configuration(timeLimit: limit, threads: 1)).run(script: script, name: "deep.lua")
          Issue.record("it ended")
        } catch { if (error as? EngineError)?.kind != .limit { Issue.record("\(error)") } }
      }
    }.wait()
  }
}
