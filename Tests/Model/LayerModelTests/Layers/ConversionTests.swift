// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Testing
import TestSupport

@Suite struct ConversionTests {
  let warned = WarnedScene()
  var scene: Scene { warned.scene }

  @Test func `a sublayer's origin in its superlayer`() throws {
    let parent = makeLayer(scene, bounds: Rect(0, 0, 200, 200))
    let child = makeLayer(scene, bounds: Rect(0, 0, 50, 50), position: Point(100, 50))
    try parent.addSublayer(child)
    #expect(try child.convertPoint(.zero, to: parent) == Point(75, 25))
    #expect(try parent.convertPoint(Point(75, 25), to: child) == .zero)
    #expect(try child.convertPoint(Point(75, 25), from: parent) == .zero)
    child.transform = .scale(2, 2)
    #expect(try child.convertPoint(.zero, to: parent) == Point(50, 0))
    #expect(try child.convertPoint(Point(50, 50), to: parent) == Point(150, 100))
    #expect(try child.convertPoint(Point(3, 4), to: child) == Point(3, 4))
  }

  @Test func `sublayerTransform acts about the superlayer's anchor point`() throws {
    let parent = makeLayer(scene, bounds: Rect(0, 0, 200, 200))
    parent.sublayerTransform = .scale(2, 2)
    let child = makeLayer(scene, bounds: Rect(0, 0, 50, 50), position: Point(100, 50))
    child.transform = .translation(5, 6)
    try parent.addSublayer(child)
    #expect(try child.convertPoint(.zero, to: parent) == Point(60, -38))
  }

  @Test func `a flipped superlayer mirrors its sublayers within its bounds`() throws {
    let root = makeLayer(scene, bounds: Rect(0, 0, 500, 500), anchor: .zero)
    let parent = makeLayer(scene, bounds: Rect(5, 7, 100, 80), position: Point(20, 30), anchor: .zero)
    parent.isGeometryFlipped = true
    let child = makeLayer(scene, bounds: Rect(0, 0, 10, 10), position: Point(15, 17), anchor: .zero)
    try root.addSublayer(parent)
    try parent.addSublayer(child)
    #expect(near(try child.convertPoint(.zero, to: root), Point(30, 100)))
    #expect(near(try child.convertPoint(Point(0, 10), to: root), Point(30, 90)))
    #expect(near(try parent.convertPoint(Point(5, 7), to: root), Point(20, 110)))
  }

  @Test func `a flipped, turned layer with an odd anchor`() throws {
    let l = makeLayer(scene, bounds: Rect(5, 7, 100, 80), position: Point(80, 90), anchor: Point(0.25, 0.75))
    l.transform = .rotation(0.3)
    l.isGeometryFlipped = true
    #expect(near(try l.convertPoint(Point(5, 7), to: nil), Point(50.2062, 101.7187), 1e-4))
    #expect(near(try l.convertPoint(Point(105, 7), to: nil), Point(145.7398, 131.2707), 1e-4))
    #expect(near(try l.convertPoint(Point(50.2062, 101.7187), from: nil), Point(5, 7), 1e-3))
  }

  @Test func `perspective of the superlayer`() throws {
    let parent = makeLayer(scene, bounds: Rect(0, 0, 100, 100), anchor: .zero)
    parent.sublayerTransform = Transform3D(m34: -1 / 100)
    let child = makeLayer(scene, bounds: Rect(0, 0, 20, 20), anchor: .zero)
    child.transform = .rotation(.pi / 4, x: 0, y: 1, z: 0)
    try parent.addSublayer(child)
    let c = 0.5.squareRoot() * 10
    let p = try child.convertPoint(Point(10, 10), to: parent)
    #expect(near(p, Point(c / (1 + c / 100), 10 / (1 + c / 100))))
    #expect(near(p, Point(6.604, 9.340), 1e-3))
    #expect(near(try parent.convertPoint(p, to: child), Point(10, 10)))
  }

  @Test func `layers of different trees meet in their roots' superlayer space`() throws {
    let a = makeLayer(scene, bounds: Rect(0, 0, 50, 50), position: Point(25, 25))
    let b = makeLayer(scene, bounds: Rect(0, 0, 50, 50), position: Point(500, 500))
    #expect(try a.convertPoint(.zero, to: b) == Point(-475, -475))
  }

  @Test func `rects become the box of their corners`() throws {
    let l = makeLayer(scene, bounds: Rect(0, 0, 100, 100))
    l.transform = .rotation(.pi / 4)
    let h = 50 * 2.0.squareRoot()
    #expect(near(try l.convertRect(Rect(0, 0, 100, 100), to: nil), Rect(-h, -h, 2 * h, 2 * h)))
  }

  @Test func `an edge-on layer has no inverse`() throws {
    let l = makeLayer(scene, bounds: Rect(0, 0, 10, 10))
    l.transform = Transform3D.scale(0, 1)
    #expect(message { _ = try l.convertPoint(.zero, from: nil) }?.contains("edge-on") == true)
  }

  @Test func `points behind the eye are refused`() throws {
    let l = makeLayer(scene, bounds: Rect(0, 0, 10, 10))
    l.zPosition = 200
    let parent = makeLayer(scene, bounds: Rect(0, 0, 10, 10))
    parent.sublayerTransform = .perspective(100)
    try parent.addSublayer(l)
    #expect(message { _ = try l.convertPoint(.zero, to: parent) }?.contains("behind the eye") == true)
  }

  @Test func `an ordinary layer flattens, a transform layer hands depth on`() throws {
    // A layer rotated opposite to its superlayer: flat only through a transform layer.
    func width(_ middle: Layer) throws -> Double {
      let root = makeLayer(scene, bounds: Rect(0, 0, 200, 200), anchor: .zero)
      middle.bounds = Rect(0, 0, 100, 100)
      middle.anchorPoint = .zero
      middle.transform = .rotation(1, x: 0, y: 1, z: 0)
      let leaf = makeLayer(scene, bounds: Rect(0, 0, 100, 100), anchor: .zero)
      leaf.transform = .rotation(-1, x: 0, y: 1, z: 0)
      try root.addSublayer(middle)
      try middle.addSublayer(leaf)
      return try leaf.convertPoint(Point(100, 0), to: root).x
    }
    #expect(near(try width(TransformLayer(in: scene)), 100))
    let c = 0.5403023058681398
    #expect(near(try width(Layer(in: scene)), 100 * c * c))
  }

  @Test func `conversions there and back agree at random`() throws {
    var random = SeededRandom(11)
    func r(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    for _ in 0..<100 {
      var all = [makeLayer(scene, bounds: Rect(0, 0, 300, 300))]
      for _ in 0..<6 {
        let l = makeLayer(
          scene, bounds: Rect(r(-20...20), r(-20...20), r(10...100), r(10...100)),
          position: Point(r(0...200), r(0...200)),
          anchor: Point(r(0...1), r(0...1)))
        l.transform = Transform3D.rotation(r(-3...3)).scaled(r(0.5...2), r(0.5...2))
        l.isGeometryFlipped = Bool.random(using: &random)
        if Bool.random(using: &random) { l.sublayerTransform = .rotation(r(-1...1)) }
        try all[Int.random(in: 0..<all.count, using: &random)].addSublayer(l)
        all.append(l)
      }
      let a = all[Int.random(in: 0..<all.count, using: &random)]
      let b = all[Int.random(in: 0..<all.count, using: &random)]
      let p = Point(r(-50...50), r(-50...50))
      #expect(near(try b.convertPoint(try a.convertPoint(p, to: b), to: a), p, 1e-6))
    }
  }

  @Test func `times go down and up the chain`() throws {
    let (root, mid, leaf) = (Layer(in: scene), Layer(in: scene), Layer(in: scene))
    try root.addSublayer(mid)
    try mid.addSublayer(leaf)
    (mid.beginTime, mid.speed, mid.timeOffset) = (2, 3, 0.25)
    (leaf.beginTime, leaf.speed, leaf.timeOffset) = (1, 2, 0.5)
    #expect(try leaf.convertTime(10, from: mid) == 18.5)
    #expect(try leaf.convertTime(10, from: root) == 47)
    #expect(try leaf.convertTime(10, to: mid) == 5.75)
    #expect(near(try leaf.convertTime(10, to: root), 23.0 / 6))
    #expect(try leaf.convertTime(10, from: nil) == 47)
    leaf.speed = 0
    #expect(message { _ = try leaf.convertTime(1, to: root) }?.contains("speed of") == true)
  }

  @Test func `a positive m34 is warned about`() throws {
    let l = Layer(in: scene)
    l.sublayerTransform = Transform3D(m34: 1 / 1000)
    #expect(warned.rules == ["m34-sign"])
  }
}
