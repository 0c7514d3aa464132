import Geometry
import LayerModel
import Testing

/// The fixed-share table of the reference's layout page.
@Suite struct AutoresizingTests {
  let warned = WarnedScene()
  var scene: Scene { warned.scene }

  private func pair(_ mask: UInt32, frame: Rect = Rect(10, 20, 50, 40)) throws -> (superlayer: Layer, child: Layer) {
    let (p, c) = (Layer(in: scene), Layer(in: scene))
    p.bounds = Rect(0, 0, 100, 100)
    c.frame = frame
    c.autoresizingMask = AutoresizingMask(rawValue: mask)
    try p.addSublayer(c)
    return (p, c)
  }

  @Test(
    arguments: [
      (0, 200, 300, Rect(10, 20, 50, 40)), (1, 200, 300, Rect(110, 20, 50, 40)), (2, 200, 300, Rect(10, 20, 150, 40)),
      (3, 200, 300, Rect(76, 20, 84, 40)), (4, 200, 300, Rect(10, 20, 50, 40)), (6, 200, 300, Rect(10, 20, 84, 40)),
      (5, 200, 300, Rect(60, 20, 50, 40)), (7, 200, 300, Rect(43, 20, 84, 40)), (18, 200, 300, Rect(10, 20, 150, 240)),
      (16, 200, 300, Rect(10, 20, 50, 240)), (24, 200, 300, Rect(10, 153, 50, 107)), (40, 200, 300, Rect(10, 120, 50, 40)),
      (56, 200, 300, Rect(10, 86, 50, 108)), (63, 200, 300, Rect(43, 86, 84, 108)), (3, 400, 100, Rect(210, 20, 150, 40)),
      (3, 110, 100, Rect(16, 20, 54, 40)), (3, 50, 25, Rect(-24, 20, 34, 40)), (18, 50, 25, Rect(10, -15, 0, 35)),
      (64, 200, 300, Rect(10, 20, 50, 40)),
    ] as [(UInt32, Double, Double, Rect)])
  func `a sublayer follows its superlayer by the table`(_ mask: UInt32, _ width: Double, _ height: Double, _ expected: Rect) throws {
    let (p, c) = try pair(mask)
    p.bounds = Rect(0, 0, width, height)
    #expect(c.frame == expected)
    #expect(AutoresizingMask(rawValue: mask).resized(Rect(10, 20, 50, 40), from: Size(100, 100), to: Size(width, height)) == expected)
  }

  @Test func `without a mask fractions stay, with one the frame becomes whole`() throws {
    let (p, c) = try pair(0, frame: Rect(10.5, 20.25, 50, 40))
    let (q, d) = try pair(4, frame: Rect(10.5, 20.25, 50, 40))
    p.bounds.size.width = 200
    q.bounds.size.width = 200
    #expect(c.frame == Rect(10.5, 20.25, 50, 40))
    #expect(d.frame == Rect(10, 20, 51, 41))
  }

  @Test func `moving the bounds' origin resizes nothing, and later masks and sublayers are not caught up`() throws {
    let (p, c) = try pair(2)
    p.bounds.origin = Point(5, 5)
    #expect(c.frame == Rect(10, 20, 50, 40))
    p.bounds.size.width = 110
    let late = Layer(in: scene)
    late.frame = Rect(0, 0, 10, 10)
    late.autoresizingMask = .widthSizable
    try p.addSublayer(late)
    #expect(c.frame.width == 60 && late.frame.width == 10)
    p.bounds.size.width = 120
    #expect(c.frame.width == 70 && late.frame.width == 20)
  }

  @Test func `sizes cascade down at once, without any layout`() throws {
    let (p, c) = try pair(18)
    let inner = Layer(in: scene)
    inner.frame = Rect(0, 0, 50, 40)
    inner.autoresizingMask = [.widthSizable, .minYMargin]
    try c.addSublayer(inner)
    p.bounds.size = Size(200, 150)
    #expect(inner.frame == Rect(0, 50, 150, 40))
  }

  @Test func `a chain as deep as a tree may be is no recursion`() throws {
    let top = Layer(in: scene)
    top.bounds = Rect(0, 0, 100, 100)
    var l = top
    for _ in 1..<Layer.maximumDepth {
      let child = Layer(in: scene)
      child.frame = Rect(0, 0, 100, 100)
      child.autoresizingMask = .widthSizable
      try l.addSublayer(child)
      l = child
    }
    top.bounds.size.width = 300
    #expect(l.frame == Rect(0, 0, 300, 100))
  }

  @Test func `the mask layer is no sublayer and keeps its size`() throws {
    let (p, _) = try pair(0)
    let m = Layer(in: scene)
    m.frame = Rect(0, 0, 100, 100)
    m.autoresizingMask = [.widthSizable, .heightSizable]
    p.mask = m
    p.bounds.size = Size(300, 300)
    #expect(m.frame == Rect(0, 0, 100, 100))
  }

  @Test func `resizeSublayers takes any old size`() throws {
    let (p, c) = try pair(2)
    p.resizeSublayers(oldSize: Size(90, 100))
    #expect(c.frame == Rect(10, 20, 60, 40))
  }

  @Test func `a layer whose transform is singular is left alone with a warning`() throws {
    let (p, c) = try pair(2)
    c.transform = .scale(0, 1)
    p.bounds.size.width = 200
    #expect(c.bounds.width == 50)
    #expect(warned.rules == ["autoresize-refused"])
  }

  private final class Panel: LayerSubclass {
    let hooks: LayerHooks = .layoutSublayers
    var body: (Layer) throws -> Void = { _ in }
    func layoutSublayers(of layer: Layer) throws { try body(layer) }
  }

  @Test func `a class that overrides layoutSublayers decides by calling super whether sublayers follow`() throws {
    let hooks = Panel()
    let panel = try LayerClass.layer.subclass(named: "Panel", hooks: hooks).make(in: scene)
    let c = Layer(in: scene)
    panel.bounds = Rect(0, 0, 100, 100)
    c.frame = Rect(10, 20, 50, 40)
    c.autoresizingMask = .widthSizable
    try panel.addSublayer(c)
    panel.bounds.size.width = 200
    #expect(c.frame.width == 50)
    try panel.layoutIfNeeded()
    #expect(c.frame.width == 50)
    // The steps since the last layout count as one.
    hooks.body = { try $0.defaultLayoutSublayers() }
    panel.bounds.size.width = 300
    panel.bounds.size.width = 250
    #expect(c.frame.width == 50)
    try panel.layoutIfNeeded()
    #expect(c.frame.width == 100)
    try panel.layoutSublayers()
    #expect(c.frame.width == 100)
  }
}
