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
    // 50 points from the middle are seen at 55.6.
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
