import Geometry
import LayerModel
import Testing

@Suite struct LayoutManagerTests {
  let warned = WarnedScene()
  var scene: Scene { warned.scene }

  private func layer(_ name: String, _ frame: Rect = Rect(0, 0, 10, 10), in superlayer: Layer? = nil) throws -> Layer {
    let l = Layer(in: scene)
    l.name = name
    l.frame = frame
    try superlayer?.addSublayer(l)
    return l
  }

  private func host(_ size: Size = Size(200, 100)) throws -> Layer {
    let l = try layer("host", Rect(origin: .zero, size: size))
    l.layoutManager = ConstraintLayoutManager.shared(in: scene)
    return l
  }

  final class Manager: LayoutManager {
    var calls: [String] = []
    var preferred: Size?
    var body: (Layer) throws -> Void = { _ in }
    func layoutSublayers(of layer: Layer) throws {
      calls.append("layout \(layer.name ?? "")")
      try body(layer)
    }
    func preferredSize(of layer: Layer) throws -> Size? { preferred }
    func invalidateLayout(of layer: Layer) throws { calls.append("invalidate \(layer.name ?? "")") }
  }

  final class Delegate: LayerDelegate {
    var hooks: LayerHooks = .layoutSublayers
    var calls = 0
    func layoutSublayers(of layer: Layer) throws { calls += 1 }
  }

  // MARK: The cycle

  @Test func `what flags which layer`() throws {
    let p = try layer("p")
    let l = try layer("l", in: p)
    func flags(_ body: () -> Void) throws -> String {
      try p.layoutIfNeeded()
      try l.layoutIfNeeded()
      body()
      return (p.needsLayout ? "p" : "") + (l.needsLayout ? "l" : "")
    }
    #expect(try flags {} == "")
    #expect(try flags { l.bounds.size.width += 1 } == "pl")
    #expect(try flags { l.bounds.origin.x += 1 } == "pl")
    #expect(try flags { l.position.x += 1 } == "")
    #expect(try flags { l.transform = .scale(2, 1) } == "pl")
    #expect(try flags { l.layoutManager = Manager() } == "l")
    #expect(try flags { l.constraints = [] } == "")
    #expect(try flags { try? l.addConstraint(Constraint("minX = superlayer.minX")) } == "p")
    #expect(try flags { l.constraints = [] } == "p")
    #expect(try flags { l.setNeedsLayout() } == "l")
    #expect(try flags { l.isHidden = true } == "")
    #expect(try flags { l.autoresizingMask = .widthSizable } == "")
    #expect(try flags { l.name = "other" } == "")
  }

  @Test func `a manager lays out, and is told of setNeedsLayout`() throws {
    let m = Manager()
    let p = try layer("p")
    p.layoutManager = m
    try p.layoutIfNeeded()
    #expect(m.calls == ["layout p"])
    try p.layoutIfNeeded()
    p.setNeedsLayout()
    p.setNeedsLayout()
    try p.layoutIfNeeded()
    #expect(m.calls == ["layout p", "invalidate p", "invalidate p", "layout p"])
    try p.layoutSublayers()
    #expect(m.calls.count == 5)
  }

  @Test func `laying out directly does not clear the flag`() throws {
    let p = try layer("p")
    p.layoutManager = Manager()
    try p.layoutSublayers()
    #expect(p.needsLayout)
  }

  @Test func `a delegate that lays out keeps the manager from it`() throws {
    let (m, d) = (Manager(), Delegate())
    let p = try layer("p")
    p.layoutManager = m
    p.delegate = d
    try p.layoutIfNeeded()
    #expect(d.calls == 1 && m.calls.isEmpty)
    d.hooks = []
    p.bounds.size.width += 1
    try p.layoutIfNeeded()
    #expect(m.calls == ["layout p"])
  }

  @Test func `a manager that throws when it is told reaches the next layout`() throws {
    final class Thrower: LayoutManager {
      func invalidateLayout(of layer: Layer) throws { throw LayerError("no plan") }
    }
    let p = try layer("p")
    let m = Thrower()
    p.layoutManager = m
    p.setNeedsLayout()
    #expect(throws: LayerError("no plan")) { try p.layoutIfNeeded() }
    try p.layoutIfNeeded()
  }

  @Test func `only flagged subtrees are laid out, and a settled tree not even walked`() throws {
    let m = Manager()
    let root = try layer("root")
    var leaves: [Layer] = []
    for i in 0..<100 {
      let branch = try layer("b\(i)", in: root)
      branch.layoutManager = m
      for j in 0..<10 {
        let leaf = try layer("\(i).\(j)", in: branch)
        leaf.layoutManager = m
        leaves.append(leaf)
      }
    }
    try root.layoutIfNeeded()
    #expect(m.calls.count == 1100)
    m.calls = []
    try root.layoutIfNeeded()
    #expect(m.calls.isEmpty)
    leaves[345].setNeedsLayout()
    m.calls = []
    try root.layoutIfNeeded()
    #expect(m.calls == ["layout 34.5"])
  }

  @Test func `what an error leaves out the next pass does`() throws {
    let (bad, good) = (Manager(), Manager())
    let root = try layer("root")
    let a = try layer("a", in: root)
    let b = try layer("b", in: root)
    let deep = try layer("deep", in: b)
    a.layoutManager = bad
    deep.layoutManager = good
    bad.body = { _ in throw LayerError("no room") }
    #expect(throws: LayerError("no room")) { try root.layoutIfNeeded() }
    #expect(good.calls.isEmpty)
    bad.body = { _ in }
    try root.layoutIfNeeded()
    #expect(good.calls == ["layout deep"])
  }

  @Test func `a flagged subtree that is moved is found where it is now`() throws {
    let m = Manager()
    let (a, b) = (try layer("a"), try layer("b"))
    let l = try layer("l", in: a)
    let deep = try layer("deep", in: l)
    deep.layoutManager = m
    try b.layoutIfNeeded()
    try b.addSublayer(l)
    try b.layoutIfNeeded()
    #expect(m.calls == ["layout deep"])
    #expect(!deep.needsLayout)
  }

  @Test func `preferred sizes come from the manager, through the transform`() throws {
    let m = Manager()
    let p = try layer("p", Rect(0, 0, 30, 20))
    #expect(try p.preferredFrameSize() == Size(30, 20))
    p.layoutManager = m
    #expect(try p.preferredFrameSize() == Size(30, 20))
    m.preferred = Size(80, 40)
    #expect(try p.preferredFrameSize() == Size(80, 40))
    p.transform = .scale(2, 1)
    #expect(try p.preferredFrameSize() == Size(160, 40))
    m.preferred = Size(.infinity, 1)
    #expect(throws: LayerError.self) { try p.preferredFrameSize() }
    p.layoutManager = ConstraintLayoutManager.shared(in: scene)
    #expect(try p.preferredFrameSize() == Size(60, 20))
  }

  // MARK: Constraints

  @Test func `constraints act where the superlayer has the manager`() throws {
    let p = try layer("p", Rect(0, 0, 200, 100))
    let l = try layer("l", Rect(3, 5, 40, 20), in: p)
    l.constraints = [try Constraint("maxX = superlayer.maxX")]
    try p.layoutIfNeeded()
    #expect(l.frame == Rect(3, 5, 40, 20))
    p.layoutManager = ConstraintLayoutManager.shared(in: scene)
    try p.layoutIfNeeded()
    #expect(l.frame == Rect(160, 5, 40, 20))
    #expect(ConstraintLayoutManager.shared(in: scene) === p.layoutManager)
  }

  @Test func `sizes, names, lists and constraints are looked at anew when they change`() throws {
    let p = try host()
    let a = try layer("a", Rect(10, 0, 40, 10), in: p)
    let b = try layer("b", in: p)
    b.constraints = [try Constraint("minX = a.maxX")]
    try p.layoutIfNeeded()
    #expect(b.frame.x == 50)
    a.bounds.size.width = 60
    a.position = Point(50, 5)
    try p.layoutIfNeeded()
    #expect(b.frame.x == 80)
    let other = try layer("", Rect(100, 0, 40, 10), in: p)
    a.name = "was a"
    other.name = "a"
    try p.layoutIfNeeded()
    #expect(b.frame.x == 140)
    b.constraints = [try Constraint("minX = a.minX")]
    try p.layoutIfNeeded()
    #expect(b.frame.x == 100)
    other.removeFromSuperlayer()
    #expect(throws: LayerError.self) { try p.layoutIfNeeded() }
    b.constraints = []
    try p.layoutIfNeeded()
  }

  @Test func `an anchor point and a transform do not change where a layer is laid out`() throws {
    let p = try host()
    let l = try layer("l", Rect(0, 0, 40, 20), in: p)
    l.anchorPoint = Point(0, 1)
    l.transform = .rotation(1, x: 0, y: 0, z: 1)
    l.constraints = [try Constraint("maxX = superlayer.maxX"), try Constraint("minY = superlayer.minY + 5")]
    try p.layoutIfNeeded()
    #expect(l.position == Point(160, 25))
    #expect(l.bounds == Rect(0, 0, 40, 20))
  }

  @Test func `mistakes are raised after the rest is done, each time until they are right`() throws {
    let root = try layer("root", Rect(0, 0, 200, 100))
    let p = try host()
    try root.addSublayer(p)
    let a = try layer("a", in: p)
    let b = try layer("b", in: p)
    let c = try layer("c", in: p)
    let inner = try layer("inner", in: p)
    let m = Manager()
    inner.layoutManager = m
    a.constraints = [try Constraint("minX = b.maxX")]
    b.constraints = [try Constraint("minX = a.maxX")]
    c.constraints = [try Constraint("maxX = superlayer.maxX"), try Constraint("minY = d.maxY")]
    let message =
      "root/host: constraint cycle on x: a.minX ← b.maxX, b.minX ← a.maxX\n  root/host/c: minY = d.maxY: no sibling is named d; "
      + "there are superlayer, a, b, c, inner"
    #expect(throws: LayerError(message, kind: .unsolved)) { try root.layoutIfNeeded() }
    #expect(c.frame.x == 190)
    #expect(m.calls == ["layout inner"])
    #expect(p.needsLayout)
    #expect(throws: LayerError(message, kind: .unsolved)) { try root.layoutIfNeeded() }
    guard case .dictionary(let entries) = root.dump() else { return }
    #expect(entries.first { $0.key == "problems" }?.value == .array([.string(message)]))
    b.constraints = []
    c.constraints = []
    try root.layoutIfNeeded()
    #expect(!p.needsLayout)
  }

  @Test func `a width alone warns once`() throws {
    let p = try host()
    let l = try layer("l", in: p)
    l.constraints = [try Constraint("width = superlayer.width")]
    try p.layoutIfNeeded()
    p.bounds.size.width += 1
    try p.layoutIfNeeded()
    #expect(warned.rules == ["constraint-size-only"])
    #expect(l.frame.width == 10)
  }

  @Test func `copies have constraints, masks, options and the manager`() throws {
    let p = try host()
    let l = try layer("l", in: p)
    l.constraints = [try Constraint("minX = superlayer.midX")]
    l.autoresizingMask = AutoresizingMask(rawValue: 66)
    try l.setValue(.dictionary([("flex", .number(2))]), forKey: "layoutOptions")
    let q = try p.copy()
    #expect(q.layoutManager === p.layoutManager)
    let m = q.sublayers[0]
    #expect(m.constraints == l.constraints && m.autoresizingMask.rawValue == 66)
    #expect(m.value(forKey: "autoresizingMask") == .array([.string("widthSizable"), .number(64)]))
    #expect(try m.value(forKeyPath: "layoutOptions.flex") == .number(2))
    q.bounds.size.width = 300
    try q.layoutIfNeeded()
    #expect(m.frame.x == 150)
    #expect(m.frame.width == 110)
  }
}
