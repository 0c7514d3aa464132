// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Testing
import TestSupport

@Suite struct TreeTests {
  let warned = WarnedScene()
  var scene: Scene { warned.scene }

  func named(_ name: String) -> Layer {
    let l = Layer(in: scene)
    l.name = name
    return l
  }

  @Test func `adding takes a layer from where it was`() throws {
    let (a, b, c) = (named("a"), named("b"), named("c"))
    try a.addSublayer(c)
    try b.addSublayer(c)
    #expect(a.sublayers.isEmpty)
    #expect(c.superlayer === b)
    let d = named("d")
    try b.addSublayer(d)
    try b.addSublayer(c)
    #expect(b.sublayers.map(\.name) == ["d", "c"])
  }

  @Test func `edits agree with an array at random`() throws {
    var random = SeededRandom(3)
    let parent = named("parent")
    let pool = (0..<12).map { named("\($0)") }
    var reference: [Int] = []
    for _ in 0..<2000 {
      let i = Int.random(in: 0..<pool.count, using: &random)
      let j = reference.randomElement(using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        try parent.addSublayer(pool[i])
        reference.removeAll { $0 == i }
        reference.append(i)
      case 1:
        pool[i].removeFromSuperlayer()
        reference.removeAll { $0 == i }
      case 2:
        reference.removeAll { $0 == i }
        let at = Int.random(in: 0...reference.count, using: &random)
        try parent.insertSublayer(pool[i], at: at)
        reference.insert(i, at: at)
      case 3:
        guard let j, j != i else { continue }
        try parent.insertSublayer(pool[i], below: pool[j])
        reference.removeAll { $0 == i }
        if let at = reference.firstIndex(of: j) { reference.insert(i, at: at) }
      case 4:
        guard let j, j != i else { continue }
        try parent.insertSublayer(pool[i], above: pool[j])
        reference.removeAll { $0 == i }
        if let at = reference.firstIndex(of: j) { reference.insert(i, at: at + 1) }
      default:
        guard let j, j != i else { continue }
        try parent.replaceSublayer(pool[j], with: pool[i])
        reference.removeAll { $0 == i }
        if let at = reference.firstIndex(of: j) { reference[at] = i }
      }
      try #require(parent.sublayers.map(\.name) == reference.map { "\($0)" })
      let strays = pool.indices.filter { (pool[$0].superlayer === parent) != reference.contains($0) }
      try #require(strays.isEmpty)
    }
  }

  @Test func `assigning sublayers reparents, rejects duplicates, and nothing empties`() throws {
    let (a, b, c) = (named("a"), named("b"), named("c"))
    try a.addSublayer(b)
    try a.setSublayers([c, b])
    #expect(a.sublayers.map(\.name) == ["c", "b"])
    #expect(message { try a.setSublayers([c, c]) } == "Layer.sublayers: layer a/c is listed twice")
    try a.setValue(.null, forKey: "sublayers")
    #expect(a.sublayers.isEmpty)
    #expect(b.superlayer == nil)
  }

  @Test func `whoever gains or loses a sublayer is flagged for layout, the layer that moves is not`() throws {
    let (a, b, c) = (named("a"), named("b"), named("c"))
    try a.addSublayer(c)
    #expect(a.needsLayout && !c.needsLayout)
    try a.layoutIfNeeded()
    try b.addSublayer(c)
    #expect(a.needsLayout && b.needsLayout && !c.needsLayout)
    try a.layoutIfNeeded()
    try b.layoutIfNeeded()
    c.removeFromSuperlayer()
    #expect(b.needsLayout && !a.needsLayout && !c.needsLayout)
  }

  @Test func `replacing puts the new layer at the old one's index, and nil just removes`() throws {
    let root = named("root")
    for name in ["a", "b", "c"] { try root.addSublayer(named(name)) }
    let (b, d) = (root.sublayers[1], named("d"))
    try root.replaceSublayer(b, with: d)
    #expect(root.sublayers.map(\.name) == ["a", "d", "c"])
    #expect(b.superlayer == nil && d.superlayer === root)
    try root.replaceSublayer(d, with: root.sublayers[2])
    #expect(root.sublayers.map(\.name) == ["a", "c"])
    try root.replaceSublayer(root.sublayers[0], with: nil)
    #expect(root.sublayers.map(\.name) == ["c"])
    root.removeFromSuperlayer()
    #expect(root.superlayer == nil, "without a superlayer removing does nothing")
  }

  @Test func `a layer cannot be placed beside itself or beside a stranger`() throws {
    let (root, a) = (named("root"), named("a"))
    try root.addSublayer(a)
    #expect(
      message { try root.insertSublayer(a, below: a) }
        == "Layer.insertSublayerBelow: layer root/a cannot be placed beside itself")
    #expect(
      message { try root.insertSublayer(a, above: named("x")) }
        == "Layer.insertSublayerAbove: layer x is not a sublayer of root")
    let mask = named("m")
    try root.setMask(mask)
    #expect(
      message { try root.insertSublayer(a, above: mask) }
        == "Layer.insertSublayerAbove: layer root/m is not a sublayer of root")
    #expect(root.sublayers.map(\.name) == ["a"])
  }

  @Test func `a failed edit changes nothing`() throws {
    let (a, b, c) = (named("a"), named("b"), named("c"))
    try a.addSublayer(b)
    try b.addSublayer(c)
    for edit in [
      { try c.addSublayer(a) }, { try c.setMask(a) }, { try a.setSublayers([b, b]) }, { try b.setSublayers([a]) },
      { try a.insertSublayer(c, at: 7) }, { try a.replaceSublayer(c, with: b) }, { try c.replaceSublayer(b, with: a) },
    ] as [() throws -> Void] {
      #expect(throws: LayerError.self) { try edit() }
      #expect(
        a.sublayers.map(\.name) == ["b"] && b.sublayers.map(\.name) == ["c"] && c.superlayer === b && c.mask == nil)
    }
  }

  @Test func `cycles are refused by name`() throws {
    let (a, b, c) = (named("a"), named("b"), named("c"))
    try a.addSublayer(b)
    try b.addSublayer(c)
    #expect(
      message { try c.addSublayer(a) }
        == "Layer.addSublayer: layer a cannot be put into its own subtree, at a/b/c: a cycle")
    #expect(message { try a.addSublayer(a) } == "Layer.addSublayer: layer a cannot be put into itself")
    #expect(message { try c.setMask(a) }?.contains("cycle") == true)
    let m = named("m")
    try a.setMask(m)
    #expect(message { try m.addSublayer(a) }?.contains("cycle") == true)
  }

  @Test func `an index out of range counts from 1`() throws {
    let a = named("a")
    #expect(
      message { try a.insertSublayer(named("b"), at: 1) }
        == "Layer.insertSublayer: index 2 is out of range, expected 1 to 1")
    #expect(
      message { try a.insertSublayer(named("b"), at: -1) }
        == "Layer.insertSublayer: index 0 is out of range, expected 1 to 1")
  }

  @Test func `a sibling must be a sublayer`() throws {
    let (a, b, c) = (named("a"), named("b"), named("c"))
    #expect(
      message { try a.insertSublayer(b, above: c) } == "Layer.insertSublayerAbove: layer c is not a sublayer of a")
    #expect(message { try a.replaceSublayer(c, with: b) } == "Layer.replaceSublayer: layer c is not a sublayer of a")
  }

  @Test func `scenes cannot be mixed`() {
    let other = Layer(in: Scene(services: QuietServices()))
    #expect(message { try named("a").addSublayer(other) }?.contains("belongs to another scene") == true)
  }

  @Test func `a mask leaves its tree, has a superlayer and is no sublayer`() throws {
    let (a, b, m) = (named("a"), named("b"), named("m"))
    try b.addSublayer(m)
    try a.setMask(m)
    #expect(b.sublayers.isEmpty)
    #expect(m.superlayer === a)
    #expect(a.sublayers.isEmpty)
    try b.setMask(m)
    #expect(a.mask == nil)
    #expect(warned.rules == ["mask-shared"])
    m.removeFromSuperlayer()
    #expect(b.mask == nil)
    try a.setMask(m)
    a.mask = nil
    #expect(m.superlayer == nil)
    try a.setMask(m)
    try a.addSublayer(m)
    #expect(a.mask == nil)
    #expect(a.sublayers.count == 1)
  }

  @Test func `a tree is at most 4,096 deep, however it is built`() throws {
    func kind(_ body: () throws -> Void) -> LayerError.Kind? {
      do { try body() } catch { return (error as? LayerError)?.kind }
      return nil
    }
    let root = named("root")
    var l = root
    for _ in 1..<Layer.maximumDepth {
      let c = Layer(in: scene)
      try l.addSublayer(c)
      l = c
    }
    #expect(kind { try l.addSublayer(named("x")) } == .limit)
    #expect(kind { try l.setMask(named("x")) } == .limit)
    // Bottom-up: each new layer takes the tree so far as a sublayer.
    var top = named("leaf")
    for _ in 1..<Layer.maximumDepth {
      let up = Layer(in: scene)
      try up.addSublayer(top)
      top = up
    }
    #expect(kind { try named("x").addSublayer(top) } == .limit)
    // Removed layers no longer count.
    top.sublayers[0].removeFromSuperlayer()
    #expect(kind { try named("x").addSublayer(top) } == nil)
  }

  @Test func `deep, wide and masked trees are freed without recursion`() throws {
    let before = scene.layerCount
    do {
      let root = named("root")
      var l = root
      for i in 1..<Layer.maximumDepth {
        let c = Layer(in: scene)
        if i % 2 == 0 { try l.addSublayer(c) } else { try l.setMask(c) }
        l = c
      }
      for _ in 0..<1000 { try root.addSublayer(Layer(in: scene)) }
    }
    #expect(scene.layerCount == before)
  }

  @Test func `a subtree outlives its root`() throws {
    let leaf = named("leaf")
    do {
      let root = named("root")
      let mid = named("mid")
      try root.addSublayer(mid)
      try mid.addSublayer(leaf)
    }
    #expect(leaf.superlayer == nil)
    #expect(leaf.label == "leaf")
  }

  @Test func `layers are found by name and path`() throws {
    let (root, dial, needle) = (named("root"), named("dial"), named("needle"))
    try root.addSublayer(dial)
    try dial.addSublayer(needle)
    #expect(root.sublayer(named: "needle") == nil)
    #expect(root.find("needle") === needle)
    #expect(root.find("dial/needle") === needle)
    #expect(root.find("needle/dial") == nil)
    var seen: [String] = []
    root.walk { l, depth in
      seen.append("\(depth)\(l.name ?? "")")
      return true
    }
    #expect(seen == ["0root", "1dial", "2needle"])
    try dial.addSublayer(Layer(in: scene))
    #expect(dial.sublayers[1].label == "root/dial/#2")
  }

  @Test func `a copy is deep, equal and separate`() throws {
    let root = named("root")
    root.bounds = Rect(0, 0, 10, 20)
    try root.setValue(.number(0.5), forKeyPath: "transform.rotation.z")
    root.setValueQuietly(.number(7), "myTag")
    let shape = ShapeLayer(in: scene)
    shape.path = Path(rect: Rect(1, 2, 3, 4))
    shape.lineDashPattern = [1, 2]
    try root.addSublayer(shape)
    try root.setMask(named("m"))
    var pairs = 0
    let c = try root.copy { a, b in
      pairs += 1
      for row in a.layerClass.properties where ![.layers, .layer].contains(Kind(row.kind)) {
        #expect(row.value(a) == row.value(b), "\(row.name)")
      }
    }
    #expect(pairs == 3)
    #expect(c.superlayer == nil)
    #expect(c.value(forKey: "myTag") == .number(7))
    #expect(c.mask?.superlayer === c)
    #expect((c.sublayers[0] as? ShapeLayer)?.path == shape.path)
    c.sublayers[0].opacity = 0.5
    #expect(shape.opacity == 1)
  }

  enum Kind {
    case layer, layers, other
    init(_ kind: PropertyKind) {
      self =
        switch kind {
        case .layer: .layer
        case .layers: .layers
        default: .other
        }
    }
  }

  @Test func `the number of layers is limited`() throws {
    scene.layerLimit = scene.layerCount + 2
    let a = try LayerClass.layer.make(in: scene)
    let b = try LayerClass.shape.make(in: scene)
    do {
      _ = try LayerClass.layer.make(in: scene)
      Issue.record("a third layer was made")
    } catch { #expect((error as? LayerError)?.kind == .limit) }
    #expect(message { _ = try a.copy() }?.contains("too many layers") == true)
    withExtendedLifetime(b) {}
  }

  @Test func `a budget is charged for each layer and paid back`() throws {
    final class Budget: MemoryBudget {
      var used = 0
      var limit = Int.max
      func hasRoom(for bytes: Int) -> Bool { used + bytes <= limit }
      func charge(_ bytes: Int) { used += bytes }
      func release(_ bytes: Int) { used -= bytes }
    }
    let budget = Budget()
    scene.memoryBudget = budget
    do {
      let l = try LayerClass.layer.make(in: scene)
      #expect(budget.used > 0)
      budget.limit = budget.used
      #expect(message { _ = try LayerClass.layer.make(in: scene) }?.contains("memory") == true)
      withExtendedLifetime(l) {}
    }
    #expect(budget.used == 0)
  }
}

extension Layer {
  func setValueQuietly(_ value: PropertyValue, _ key: String) {
    try? setCustomValue(value, forKey: key, isExplicit: true)
  }
}
