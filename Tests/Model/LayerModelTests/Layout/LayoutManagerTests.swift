// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Testing
import TestSupport

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

  @Test func `a manager lays out, and is told once when a valid layout becomes invalid`() throws {
    let m = Manager()
    let p = try layer("p")
    p.layoutManager = m
    try p.layoutIfNeeded()
    #expect(m.calls == ["layout p"])
    try p.layoutIfNeeded()
    p.setNeedsLayout()
    p.setNeedsLayout()
    try p.layoutIfNeeded()
    #expect(m.calls == ["layout p", "invalidate p", "layout p"])
    try p.layoutSublayers()
    #expect(m.calls.count == 4)
  }

  @Test func `whatever makes a layout invalid tells the manager, once until the next layout, at any order of changes`()
    throws
  {
    var random = SeededRandom(3)
    var layers: [Layer] = []
    var told: [String: Int] = [:]
    final class Counter: LayoutManager {
      let note: (Layer) -> Void
      init(_ note: @escaping (Layer) -> Void) { self.note = note }
      func invalidateLayout(of layer: Layer) throws { note(layer) }
    }
    let manager = Counter { l in
      #expect(l.needsLayout)
      told[l.name ?? "", default: 0] += 1
    }
    for i in 0..<12 {
      let l = try layer("\(i)", in: i % 3 == 0 ? layers.last : nil)
      l.layoutManager = manager
      layers.append(l)
    }
    for _ in 0..<4000 {
      let (l, other) = (layers[Int.random(in: 0..<12, using: &random)], layers[Int.random(in: 0..<12, using: &random)])
      told = [:]
      let before = layers.map(\.needsLayout)
      let what = Int.random(in: 0..<12, using: &random)
      switch what {
      case 0: l.bounds.size.width += 1
      case 1: l.position.x += 1
      case 2: l.transform = .rotation(Double.random(in: 0...1, using: &random))
      case 3: l.setNeedsLayout()
      case 4: try? l.addSublayer(other)
      case 5: try? l.insertSublayer(other, at: 0)
      case 6: l.removeFromSuperlayer()
      case 7: try? l.setSublayers([other])
      case 8: try? l.setMask(other)
      case 9: l.constraints = [try Constraint("width = \(Int.random(in: 1...9, using: &random))")]
      case 10: if let first = l.sublayers.first { try? l.replaceSublayer(first, with: other) }
      default: try layers[Int.random(in: 0..<12, using: &random)].layoutIfNeeded()
      }
      for (i, l) in layers.enumerated() where what != 11 {
        #expect((told[l.name ?? ""] ?? 0) == (l.needsLayout && !before[i] ? 1 : 0), "change \(what)")
      }
      if what == 11 { #expect(told.isEmpty) }
    }
  }

  @Test func `a manager that is told may change the tree, the layer and itself`() throws {
    let m = Manager()
    final class Wild: LayoutManager {
      var body: (Layer) throws -> Void = { _ in }
      func invalidateLayout(of layer: Layer) throws { try body(layer) }
    }
    let wild = Wild()
    let (p, q, l) = (try layer("p"), try layer("q"), try layer("l"))
    for parent in [p, q] {
      for i in 0..<3 { _ = try layer("\(i)", in: parent) }
      parent.layoutManager = wild
      try parent.layoutIfNeeded()
    }
    wild.body = {
      for child in $0.sublayers { child.removeFromSuperlayer() }
      l.removeFromSuperlayer()
      $0.layoutManager = m
      try $0.layoutIfNeeded()
      $0.setNeedsLayout()
    }
    try q.addSublayer(l)
    #expect(l.superlayer == nil && q.sublayers.isEmpty)
    try p.layoutIfNeeded()
    let child = p.sublayers[1]
    try p.replaceSublayer(child, with: l)
    #expect(p.sublayers.isEmpty && p.layoutManager === m)
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
    #expect(m.calls == ["invalidate p", "layout p"])
  }

  @Test func `a manager that throws when it is told reaches the next layout`() throws {
    final class Thrower: LayoutManager {
      func invalidateLayout(of layer: Layer) throws { throw LayerError("no plan") }
    }
    let p = try layer("p")
    let m = Thrower()
    p.layoutManager = m
    try p.layoutIfNeeded()
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
    #expect(throws: LayerError(.unsolved, message)) { try root.layoutIfNeeded() }
    #expect(c.frame.x == 190)
    #expect(m.calls == ["layout inner"])
    #expect(p.needsLayout)
    #expect(throws: LayerError(.unsolved, message)) { try root.layoutIfNeeded() }
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
