// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Testing

@Suite struct LayoutTests {
  let warned = WarnedScene()
  var scene: Scene { warned.scene }

  final class Delegate: LayerDelegate {
    var hooks: LayerHooks = .layoutSublayers
    var order: [String] = []
    var body: (Layer) throws -> Void = { _ in }
    func layoutSublayers(of layer: Layer) throws {
      order.append(layer.name ?? "")
      try body(layer)
    }
  }

  @Test func `tree edits flag the superlayer, geometry flags layer and superlayer`() throws {
    let (a, b) = (Layer(in: scene), Layer(in: scene))
    #expect(!a.needsLayout)
    try a.addSublayer(b)
    #expect(a.needsLayout && !b.needsLayout)
    try a.layoutIfNeeded()
    #expect(!a.needsLayout)
    b.bounds = Rect(0, 0, 1, 1)
    #expect(a.needsLayout && b.needsLayout)
    try b.layoutIfNeeded()
    #expect(!a.needsLayout && !b.needsLayout)
    b.transform = .scale(2, 2)
    #expect(a.needsLayout && b.needsLayout)
  }

  @Test func `layout climbs to the top flagged layer and goes superlayer first`() throws {
    let d = Delegate()
    let (a, b, c) = (Layer(in: scene), Layer(in: scene), Layer(in: scene))
    for (l, name) in [(a, "a"), (b, "b"), (c, "c")] {
      l.name = name
      l.delegate = d
    }
    try a.addSublayer(b)
    try b.addSublayer(c)
    c.setNeedsLayout()
    try c.layoutIfNeeded()
    #expect(d.order == ["a", "b", "c"])
  }

  @Test func `a hook that moves its sublayers does not flag itself again`() throws {
    let d = Delegate()
    let (a, b) = (Layer(in: scene), Layer(in: scene))
    a.delegate = d
    try a.addSublayer(b)
    d.body = { l in for s in l.sublayers { s.bounds = Rect(0, 0, Double(d.order.count), 1) } }
    try a.layoutIfNeeded()
    #expect(d.order.count == 1)
    #expect(!a.needsLayout)
  }

  @Test func `layout that never settles names the layer`() throws {
    let d = Delegate()
    let (a, b) = (Layer(in: scene), Layer(in: scene))
    a.name = "restless"
    a.delegate = d
    try a.addSublayer(b)
    d.body = { l in l.setNeedsLayout() }
    #expect(
      message { try a.layoutIfNeeded() }
        == "layout of restless never settles: each of 10 passes requested another; a layout must not end in a change "
        + "that requests another: set a value only if it differs")
  }

  @Test func `a subclass's hook replaces the delegate's unless it calls the default`() throws {
    final class Hooks: LayerSubclass {
      var hooks: LayerHooks = .layoutSublayers
      var callsDefault = false
      func layoutSublayers(of layer: Layer) throws { if callsDefault { try layer.defaultLayoutSublayers() } }
    }
    let h = Hooks()
    let d = Delegate()
    let l = try LayerClass.layer.subclass(named: "Mine", hooks: h).make(in: scene)
    l.delegate = d
    try l.layoutSublayers()
    #expect(d.order.isEmpty)
    h.callsDefault = true
    try l.layoutSublayers()
    #expect(d.order.count == 1)
  }

  @Test func `an error in a hook reaches the caller`() {
    struct NoRoom: Error {}
    let d = Delegate()
    let l = Layer(in: scene)
    l.delegate = d
    d.body = { _ in throw NoRoom() }
    l.setNeedsLayout()
    #expect(throws: NoRoom.self) { try l.layoutIfNeeded() }
  }

  @Test func `display is asked for by calls, by bounds when wanted, and by text keys`() {
    let l = Layer(in: scene)
    l.bounds = Rect(0, 0, 10, 10)
    #expect(!l.needsDisplay)
    l.needsDisplayOnBoundsChange = true
    l.bounds = Rect(0, 0, 10, 10)
    #expect(!l.needsDisplay)
    l.bounds = Rect(0, 0, 11, 10)
    #expect(l.needsDisplay)
    let p = Layer(in: scene)
    p.setNeedsDisplay(in: Rect(0, 0, 2, 2))
    p.setNeedsDisplay(in: Rect(5, 5, 1, 1))
    #expect(p.needsDisplay && p.invalidRect == Rect(0, 0, 6, 6))
    p.setNeedsDisplay()
    #expect(p.invalidRect == nil)
    let t = TextLayer(in: scene)
    t.string = "N"
    #expect(t.needsDisplay)
    let d = Layer(in: scene)
    d.redrawPolicy = .duringResize
    d.bounds = Rect(0, 0, 1, 1)
    #expect(d.needsDisplay)
  }

  @Test func `contents are flipped below an odd number of flipped layers`() throws {
    let (a, b) = (Layer(in: scene), Layer(in: scene))
    try a.addSublayer(b)
    a.isGeometryFlipped = true
    #expect(b.contentsAreFlipped())
    b.isGeometryFlipped = true
    #expect(!b.contentsAreFlipped())
  }

  @Test func `preferredFrameSize is the size in the superlayer`() throws {
    let l = makeLayer(scene, bounds: Rect(0, 0, 10, 20))
    l.transform = .scale(2, 3)
    #expect(try l.preferredFrameSize() == Size(20, 60))
  }
}
