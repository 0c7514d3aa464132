// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Testing

@Suite struct HitTestingTests {
  let warned = WarnedScene()
  var scene: Scene { warned.scene }

  @Test func `containment is half open`() {
    let l = makeLayer(scene, bounds: Rect(5, 5, 10, 10))
    #expect(l.contains(Point(5, 5)))
    #expect(!l.contains(Point(15, 5)))
    #expect(!l.contains(Point(5, 15)))
  }

  @Test func `the point is in the superlayer's coordinates`() throws {
    let l = makeLayer(scene, bounds: Rect(0, 0, 10, 10), position: Point(100, 100))
    #expect(l.hitTest(Point(100, 100)) === l)
    #expect(l.hitTest(Point(5, 5)) == nil)
    #expect(l.layerAt(Point(5, 5)) === l)
  }

  @Test func `the highest z and then the latest sublayer wins`() throws {
    let root = makeLayer(scene, bounds: Rect(0, 0, 100, 100), anchor: .zero)
    let a = makeLayer(scene, bounds: Rect(0, 0, 50, 50), anchor: .zero)
    let b = makeLayer(scene, bounds: Rect(0, 0, 50, 50), anchor: .zero)
    try root.addSublayer(a)
    try root.addSublayer(b)
    #expect(root.hitTest(Point(10, 10)) === b)
    a.zPosition = 1
    #expect(root.hitTest(Point(10, 10)) === a)
    #expect(root.sublayersInPaintOrder.map(\.serial) == [b.serial, a.serial])
    a.isHidden = true
    #expect(root.hitTest(Point(10, 10)) === b)
    b.opacity = 0
    #expect(root.hitTest(Point(10, 10)) === b)
    #expect(root.hitTest(Point(70, 70)) === root)
    #expect(root.hitTest(Point(100, 100)) == nil)
  }

  @Test func `sublayers outside of the bounds are found unless masksToBounds cuts them`() throws {
    let root = makeLayer(scene, bounds: Rect(0, 0, 10, 10), anchor: .zero)
    let a = makeLayer(scene, bounds: Rect(0, 0, 10, 10), position: Point(50, 50))
    try root.addSublayer(a)
    #expect(root.hitTest(Point(50, 50)) === a)
    root.masksToBounds = true
    #expect(root.hitTest(Point(50, 50)) == nil)
  }

  @Test func `a single-sided layer that faces away is passed over`() throws {
    let l = makeLayer(scene, bounds: Rect(0, 0, 10, 10))
    l.transform = .rotation(.pi, x: 0, y: 1, z: 0)
    #expect(l.hitTest(.zero) === l)
    l.isDoubleSided = false
    #expect(l.hitTest(.zero) == nil)
    l.transform = .identity
    l.isGeometryFlipped = true
    #expect(l.hitTest(.zero) === l)
  }

  @Test func `a transform layer is never found, its sublayers are`() throws {
    let root = makeLayer(scene, bounds: Rect(0, 0, 100, 100), anchor: .zero)
    let t = TransformLayer(in: scene)
    t.bounds = Rect(0, 0, 100, 100)
    t.position = Point(50, 50)
    t.transform = .translation(10, 0)
    let leaf = makeLayer(scene, bounds: Rect(0, 0, 20, 20), position: Point(50, 50))
    try root.addSublayer(t)
    try t.addSublayer(leaf)
    #expect(root.hitTest(Point(60, 50)) === leaf)
    #expect(root.hitTest(Point(75, 50)) === root)
    // The leaf's superlayer has no plane: the point is in root's coordinates.
    #expect(leaf.hitTest(Point(60, 50)) === leaf)
  }

  @Test func `a layer under perspective is hit where it is seen`() throws {
    let root = makeLayer(scene, bounds: Rect(0, 0, 200, 200), anchor: .zero)
    root.sublayerTransform = .perspective(1000)
    root.anchorPoint = Point(0.5, 0.5)
    root.position = Point(100, 100)
    let l = makeLayer(scene, bounds: Rect(0, 0, 100, 100), position: Point(100, 100))
    l.zPosition = 100
    try root.addSublayer(l)
    // 50 points from the centre appear at 55.6.
    #expect(root.hitTest(Point(155, 100)) === l)
    #expect(root.hitTest(Point(156, 100)) === root)
  }

  @Test func `a tree of the greatest depth is searched`() throws {
    let root = makeLayer(scene, bounds: Rect(0, 0, 10, 10), anchor: .zero)
    var l = root
    for _ in 1..<Layer.maximumDepth {
      let c = makeLayer(scene, bounds: Rect(0, 0, 10, 10), anchor: .zero)
      try l.addSublayer(c)
      l = c
    }
    #expect(root.hitTest(Point(5, 5)) === l)
  }

  @Test func `anchorDepth counts zPosition and z translation together`() throws {
    let l = makeLayer(scene, bounds: Rect(0, 0, 10, 10))
    l.zPosition = 3
    l.transform = .translation(0, 0, 4)
    #expect(l.anchorDepth == 7)
    let parent = makeLayer(scene, bounds: Rect(0, 0, 10, 10))
    try parent.addSublayer(l)
    parent.sublayerTransform = .scale(1, 1, 2)
    #expect(l.anchorDepth == 14)
  }
}

/// Hit testing of sublayers that share a 3D space.
@Suite struct DepthHitTestingTests {
  let warned = WarnedScene()
  var scene: Scene { warned.scene }

  private func makeRoot() -> Layer { makeLayer(scene, bounds: Rect(0, 0, 200, 200), anchor: .zero) }
  private func transformLayer(_ transform: Transform3D = .identity, at position: Point = Point(100, 100))
    -> TransformLayer
  {
    let l = TransformLayer(in: scene)
    l.position = position
    l.transform = transform
    return l
  }
  private func plane(_ transform: Transform3D = .identity, z: Double = 0) -> Layer {
    let l = makeLayer(scene, bounds: Rect(0, 0, 100, 100))
    l.transform = transform
    l.zPosition = z
    return l
  }

  @Test func `of two planes that cross under perspective the nearer one at the point is hit`() throws {
    let root = makeRoot()
    root.sublayerTransform = .perspective(600)
    root.anchorPoint = Point(0.5, 0.5)
    root.position = Point(100, 100)
    let t = transformLayer()
    // Rotation by +45° about y moves the right half away from the viewer.
    let a = plane(.rotation(.pi / 4, x: 0, y: 1, z: 0))
    let b = plane(.rotation(-.pi / 4, x: 0, y: 1, z: 0))
    try root.addSublayer(t)
    try t.addSublayer(a)
    try t.addSublayer(b)
    #expect(root.hitTest(Point(80, 100)) === a)
    #expect(root.hitTest(Point(120, 100)) === b)
    a.zPosition = 100
    #expect(root.hitTest(Point(120, 100)) === a)
  }

  @Test func `a tilted plane is hit where it stands out of a level one`() throws {
    let root = makeRoot()
    let t = transformLayer()
    let tilted = plane(.rotation(0.5, x: 1, y: 0, z: 0))
    let level = plane()
    try root.addSublayer(t)
    try t.addSublayer(tilted)
    try t.addSublayer(level)
    #expect(root.hitTest(Point(100, 80)) === level)
    #expect(root.hitTest(Point(100, 120)) === tilted)
  }

  @Test func `a transform layer that is turned over shows, and hits, what was behind`() throws {
    let root = makeRoot()
    let t = transformLayer(.rotation(.pi, x: 0, y: 1, z: 0))
    let near = plane(z: 10)
    let far = plane(z: -10)
    try root.addSublayer(t)
    try t.addSublayer(far)
    try t.addSublayer(near)
    #expect(root.hitTest(Point(100, 100)) === far)
    t.transform = .identity
    #expect(root.hitTest(Point(100, 100)) === near)
    t.transform = .rotation(.pi, x: 0, y: 1, z: 0)
    t.isDoubleSided = false
    #expect(root.hitTest(Point(100, 100)) === root)
  }

  @Test func `nested transform layers share one space`() throws {
    let root = makeRoot()
    let outer = transformLayer()
    let inner = transformLayer(at: .zero)
    let high = plane(z: 20)
    let middle = plane(z: 10)
    try root.addSublayer(outer)
    try outer.addSublayer(inner)
    try outer.addSublayer(middle)
    try inner.addSublayer(high)
    #expect(root.hitTest(Point(100, 100)) === high)
    inner.zPosition = -15
    #expect(root.hitTest(Point(100, 100)) === middle)
    // When a nested layer is asked, the point is in the same plane.
    #expect(inner.hitTest(Point(100, 100)) === high)
  }

  @Test func `planes that lie in one another are hit in the order of the tree`() throws {
    let root = makeRoot()
    let t = transformLayer(.rotation(0.7, x: 1, y: 0.3, z: 0.2))
    let first = plane()
    let second = plane()
    try root.addSublayer(t)
    try t.addSublayer(first)
    try t.addSublayer(second)
    #expect(root.hitTest(Point(100, 100)) === second)
    #expect(root.hitTest(Point(110, 105)) === second)
  }

  @Test func `an ordinary layer whose sublayers intersect is searched by depth`() throws {
    let root = makeRoot()
    let a = plane(.rotation(.pi / 4, x: 0, y: 1, z: 0))
    let b = plane(.rotation(-.pi / 4, x: 0, y: 1, z: 0))
    a.position = Point(100, 100)
    b.position = Point(100, 100)
    try root.addSublayer(a)
    try root.addSublayer(b)
    #expect(root.hitTest(Point(80, 100)) === b)
    root.sublayerDepth = .intersect
    #expect(root.hitTest(Point(80, 100)) === a)
    #expect(root.hitTest(Point(120, 100)) === b)
  }

  @Test func `flips of a transform layer turn nothing over`() throws {
    let root = makeRoot()
    let t = transformLayer()
    t.bounds = Rect(0, 0, 100, 100)
    t.isGeometryFlipped = true
    let l = plane()
    l.position = Point(50, 50)
    l.isDoubleSided = false
    try root.addSublayer(t)
    try t.addSublayer(l)
    #expect(root.hitTest(Point(100, 100)) === l)
    #expect(l.hitTest(Point(100, 100)) === l)
  }

  @Test func `transform layers of the greatest depth are searched`() throws {
    let root = makeRoot()
    var l: Layer = root
    for _ in 2..<Layer.maximumDepth {
      let t = transformLayer(at: .zero)
      try l.addSublayer(t)
      l = t
    }
    let leaf = plane()
    try l.addSublayer(leaf)
    #expect(root.hitTest(Point(5, 5)) === leaf)
  }
}
