// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Testing
import TestSupport

/// The table of shares in the reference's layout page.
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
      (16, 200, 300, Rect(10, 20, 50, 240)), (24, 200, 300, Rect(10, 153, 50, 107)),
      (40, 200, 300, Rect(10, 120, 50, 40)),
      (56, 200, 300, Rect(10, 86, 50, 108)), (63, 200, 300, Rect(43, 86, 84, 108)),
      (3, 400, 100, Rect(210, 20, 150, 40)),
      (3, 110, 100, Rect(16, 20, 54, 40)), (3, 50, 25, Rect(-24, 20, 34, 40)), (18, 50, 25, Rect(10, -15, 0, 35)),
      (64, 200, 300, Rect(10, 20, 50, 40)),
    ] as [(UInt32, Double, Double, Rect)])
  func `a sublayer follows its superlayer by the table`(
    _ mask: UInt32, _ width: Double, _ height: Double, _ expected: Rect
  ) throws {
    let (p, c) = try pair(mask)
    p.bounds = Rect(0, 0, width, height)
    #expect(c.frame == expected)
    #expect(
      AutoresizingMask(rawValue: mask).resized(Rect(10, 20, 50, 40), from: Size(100, 100), to: Size(width, height))
        == expected)
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

  @Test func `a flattened layer follows too, and a box without an end is refused with a warning`() throws {
    let (p, c) = try pair(2)
    c.transform = .scale(0, 1)
    p.bounds.size.width = 200
    #expect(c.bounds.width == 150)
    #expect(warned.rules == [])
    c.bounds.size.width = 1.7e308
    p.bounds.size.width = 1.7e308
    #expect(warned.rules == ["autoresize-refused"])
  }

  @Test func `the hands of a clock turn and stay hands, and nothing is said of frames`() throws {
    let clock = Layer(in: scene)
    clock.bounds = Rect(0, 0, 100, 100)
    let hand = Layer(in: scene)
    hand.bounds = Rect(0, 0, 4, 40)
    hand.anchorPoint = Point(0.5, 1)
    hand.position = Point(50, 50)
    hand.transform = .rotation(2)
    hand.autoresizingMask = [.minXMargin, .maxXMargin, .minYMargin, .maxYMargin]
    try clock.addSublayer(hand)
    clock.bounds = Rect(0, 0, 300, 200)
    #expect(hand.bounds == Rect(0, 0, 4, 40) && hand.position == Point(150, 100) && hand.transform == .rotation(2))
    #expect(warned.rules == [])
  }

  /// One axis of the table, implemented independently.
  private func rule(_ bits: UInt32, _ delta: Double, _ x: Double, _ w: Double) -> (Double, Double) {
    let (low, length): (Double, Double) =
      [
        (0, 0), (delta, 0), (0, delta), (2 * delta / 3, delta / 3), (0, 0), (delta / 2, 0), (0, delta / 3),
        (delta / 3, delta / 3),
      ][
        Int(bits)]
    let (a, b) = (x + low, x + low + w + length)
    return ((min(a, b) + 1e-7).rounded(.down), (max(a, b) - 1e-7).rounded(.up))
  }

  @Test func `random boxes with random masks and transforms follow the table by bounds and position alone`() throws {
    var random = SeededRandom(11)
    func r(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    func whole(_ range: ClosedRange<Double>) -> Double { Bool.random(using: &random) ? r(range).rounded() : r(range) }
    for _ in 0..<2000 {
      let (p, c) = (Layer(in: scene), Layer(in: scene))
      p.bounds = Rect(r(-9...9), r(-9...9), whole(0...300), whole(0...300))
      c.bounds = Rect(r(-50...50), r(-50...50), whole(0...200), whole(0...200))
      c.anchorPoint = Point(Double(Int.random(in: -1...4, using: &random)) / 2, r(-1...2))
      c.position = Point(whole(-200...200), whole(-200...200))
      let turn = Transform3D.rotation(r(-7...7), x: r(-1...1), y: r(-1...1), z: r(-1...1)).concat(
        .scale(r(-3...3), r(-3...3), 1))
      c.transform =
        [.identity, .rotation(r(-7...7)), .scale(r(-3...3), 0), .perspective(r(100...900)).concat(turn), turn][
          Int.random(in: 0...4, using: &random)]
      let transform = c.transform
      let mask = UInt32.random(in: 0...63, using: &random)
      c.autoresizingMask = AutoresizingMask(rawValue: mask)
      try p.addSublayer(c)
      let (before, old) = (c.untransformedFrame, p.bounds.size)
      p.bounds = Rect(0, 0, whole(0...600), whole(0...600))
      let after = c.untransformedFrame
      let (x0, x1): (Double, Double) = rule(mask & 7, p.bounds.width - old.width, before.x, before.width)
      let (y0, y1): (Double, Double) = rule(mask >> 3, p.bounds.height - old.height, before.y, before.height)
      let expected = mask == 0 || old == p.bounds.size ? before : Rect(x: x0, y: y0, width: x1 - x0, height: y1 - y0)
      #expect(near(after, expected, 1e-6), "mask \(mask), \(before) in \(old) to \(p.bounds.size)")
      #expect(c.transform == transform)
    }
    #expect(warned.rules == [])
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
    // All steps since the last layout are combined into one.
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
