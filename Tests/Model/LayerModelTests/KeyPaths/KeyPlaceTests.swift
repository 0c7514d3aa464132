// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Testing
import TestSupport

/// Resolution of key paths: through layer trees, dictionaries and objects under custom keys.
@Suite struct KeyPlaceTests {
  let warned = WarnedScene()
  var scene: Scene { warned.scene }

  @Test func `layers under keys of one's own and in dictionaries are entered`() throws {
    let (root, friend, leaf) = (Layer(in: scene), Layer(in: scene), Layer(in: scene))
    leaf.name = "leaf"
    try friend.addSublayer(leaf)
    try root.setValue(.layer(friend), forKey: "friend")
    try root.setValue(.dictionary([("deep", .dictionary([("friend", .layer(friend))]))]), forKey: "info")
    try root.setValue(.layer(friend), forKeyPath: "style.friend")
    for path in ["friend", "info.deep.friend", "style.friend"] {
      try root.setValue(.number(0.5), forKeyPath: "\(path).sublayers.leaf.opacity")
      #expect(leaf.opacity == 0.5)
      #expect(try root.value(forKeyPath: "\(path).sublayers.leaf.opacity") == .number(0.5))
      #expect(try root.value(forKeyPath: "\(path).position.x") == .number(0))
      try root.setValue(.dictionary([("x", .number(1))]), forKeyPath: "\(path).note")
      try root.setValue(.number(7), forKeyPath: "\(path).note.x")
      #expect(try friend.value(forKeyPath: "note.x") == .number(7))
      leaf.opacity = 1
    }
    #expect(try root.value(forKeyPath: "info.deep.friend") == .layer(friend))
    #expect(try friend.value(forKeyPath: "sublayers.leaf") == .layer(leaf))
    let manager = StackLayoutManager(in: scene)
    root.layoutManager = manager
    try root.setValue(.number(4), forKeyPath: "layoutManager.spacing")
    #expect(try root.value(forKeyPath: "layoutManager.spacing") == .number(4))
    #expect(warned.rules.isEmpty)
  }

  @Test func `a declared key of a subclass is walked in a constructor's order`() throws {
    let dial = try LayerClass.layer.subclass(
      named: "Dial", defaults: [("info", .dictionary([("x", .number(1))])), ("friend", .null)])
    #expect(try dial.constructorOrder(of: ["info.x", "info"]) == ["info", "info.x"])
    let (a, b) = (try dial.make(in: scene), try dial.make(in: scene))
    try a.setValue(.number(2), forKeyPath: "info.x")
    try a.setValue(.layer(b), forKeyPath: "friend")
    try a.setValue(.number(0.25), forKeyPath: "friend.opacity")
    #expect(try a.value(forKeyPath: "info.x") == .number(2) && b.value(forKeyPath: "info.x") == .number(1))
    #expect(b.opacity == 0.25)
  }

  @Test func `a value that leads back to its owner is refused`() throws {
    let (root, other, child) = (Layer(in: scene), Layer(in: scene), Layer(in: scene))
    child.name = "child"
    try root.addSublayer(child)
    try root.setValue(.dictionary([]), forKey: "info")
    try root.setValue(.layer(child), forKeyPath: "info.child")
    try root.setValue(.layer(other), forKeyPath: "sublayers.child.other")
    for value in [PropertyValue.layer(root), .array([.dictionary([("x", .layer(root))])])] {
      for path in ["info.me", "sublayers.child.mine", "sublayers.child.other.mine", "style.me"] {
        let error = message { try root.setValue(value, forKeyPath: path) }
        #expect(error?.hasPrefix("Layer.\(path): the value to store refers back to ") == true, "\(error ?? "")")
      }
    }
    #expect(try root.value(forKeyPath: "info.me") == .null && root.value(forKeyPath: "sublayers.child.mine") == .null)
    // A parent holds its children, so a child must not hold any ancestor.
    let emitter = EmitterLayer(in: scene)
    let cell = EmitterCell(in: scene)
    cell.name = "cell"
    emitter.emitterCells = [cell]
    #expect(message { try emitter.setValue(.layer(emitter), forKeyPath: "emitterCells.cell.mine") } != nil)
    try emitter.setValue(.layer(other), forKeyPath: "emitterCells.cell.mine")
    try emitter.setValue(.number(0.5), forKeyPath: "emitterCells.cell.mine.opacity")
    #expect(other.opacity == 0.5)
  }

  @Test func `layers that a path stored go with their owner`() throws {
    do {
      let root = Layer(in: scene)
      try root.setValue(.dictionary([]), forKey: "info")
      try root.setValue(.layer(Layer(in: scene)), forKeyPath: "info.friend")
      try root.setValue(.layer(Layer(in: scene)), forKeyPath: "info.friend.friend")
      try root.setValue(.layer(Layer(in: scene)), forKeyPath: "info.friend.style.friend")
      #expect(scene.live[.layers] == 4)
      try root.setValue(.null, forKeyPath: "info.friend.friend")
      #expect(scene.live[.layers] == 3)
    }
    #expect(scene.live[.layers] == 0)
  }

  @Test func `a value is set through at most 64 dictionaries`() throws {
    let layer = Layer(in: scene)
    func path(_ count: Int) -> String { "actions" + String(repeating: ".a", count: count) }
    #expect(
      message { try layer.setValue(.number(1), forKeyPath: path(65)) }
        == "Layer: a key path leads through at most 64 dictionaries where a value is set")
  }

  @Test func `a path enters at most 64 objects of one's own`() throws {
    let layer = Layer(in: scene)
    try layer.setValue(.layer(layer), forKey: "me")
    func path(_ count: Int) -> String { String(repeating: "me.", count: count) + "opacity" }
    #expect(try layer.value(forKeyPath: path(64)) == .number(1))
    #expect(
      message { _ = try layer.value(forKeyPath: path(65)) }
        == "Layer: a key path enters at most 64 objects under custom keys")
    #expect(message { try layer.setValue(.number(0), forKeyPath: path(65)) } != nil && layer.opacity == 1)
    scene.releaseHeldObjects()
  }

  @Test func `what is in a value of one's own is not animated`() throws {
    let (root, friend) = (Layer(in: scene), Layer(in: scene))
    try root.setValue(.layer(friend), forKey: "friend")
    try root.setValue(.dictionary([("friend", .layer(friend)), ("x", .number(1))]), forKey: "info")
    root.layoutManager = StackLayoutManager(in: scene)
    func add(_ path: String) throws {
      let animation = BasicAnimation(in: scene)
      try animation.setValues(["keyPath": .string(path), "fromValue": 0, "toValue": 0.5, "duration": 1])
      try root.add(animation)
    }
    for path in ["friend.opacity", "info.friend.opacity", "layoutManager.spacing"] {
      #expect(message { try add(path) }?.contains("is not animated with the layer") == true, "\(path)")
    }
    // A dictionary is a value, so the presentation has its own copy.
    try add("info.x")
    #expect(try root.presentation(at: 0.5).value(forKeyPath: "info.x") == .number(0.25))
    #expect(try root.value(forKeyPath: "info.x") == .number(1) && friend.opacity == 1)
  }

  // MARK: Against a walk by hand

  /// Reads the value at the end of a path by indexing step by step; throws `Nowhere` if there is none.
  private struct Nowhere: Error {}

  private func read(_ layer: Layer, _ path: ArraySlice<String>) throws -> PropertyValue {
    guard let key = path.first else { return .layer(layer) }
    let rest = path.dropFirst()
    func on(to next: Layer?) throws -> PropertyValue {
      guard let next else {
        if rest.isEmpty { return .null }
        throw Nowhere()
      }
      return try read(next, rest)
    }
    switch key {
    case "mask": return try on(to: layer.mask)
    case "superlayer": return try on(to: layer.superlayer)
    case "sublayers":
      guard let name = rest.first else { return .array(layer.sublayers.map { .layer($0) }) }
      guard let next = layer.sublayers.first(where: { $0.name == name }) else { throw Nowhere() }
      return try read(next, rest.dropFirst())
    case "opacity": return rest.isEmpty ? .number(layer.opacity) : try read(in: .number(0), rest)
    case "position": return try read(in: .point(layer.position), rest)
    default: return try read(in: layer.value(forKey: key), rest)
    }
  }

  private func read(in value: PropertyValue, _ path: ArraySlice<String>) throws -> PropertyValue {
    guard let key = path.first else { return value }
    switch value {
    case .null: return .null
    case .layer(let layer): return try read(layer, path)
    case .dictionary(let entries):
      return try read(in: entries.first { $0.key == key }?.value ?? .null, path.dropFirst())
    case .point(let p) where path.count == 1 && key == "x": return .number(p.x)
    case .point(let p) where path.count == 1 && key == "y": return .number(p.y)
    default: throw Nowhere()
    }
  }

  @Test(arguments: 1...8) func `random paths lead where indexing by hand does`(seed: Int) throws {
    var random = SeededRandom(UInt64(seed))
    func pick<T>(_ list: [T]) -> T { list[Int.random(in: 0..<list.count, using: &random)] }
    let (names, keys) = (["a", "b", "c"], ["info", "friend", "x", "y"])
    var layers = [Layer(in: scene)]
    for _ in 0..<12 {
      let (layer, parent) = (Layer(in: scene), pick(layers))
      layer.name = pick(names)
      layer.position = Point(Double.random(in: -9...9, using: &random), 3)
      if parent.mask == nil, Int.random(in: 0..<4, using: &random) == 0 {
        try parent.setMask(layer)
      } else if parent.sublayers.allSatisfy({ $0.name != layer.name }) {
        try parent.addSublayer(layer)
      }
      layers.append(layer)
    }
    func value(_ depth: Int) -> PropertyValue {
      switch Int.random(in: 0..<(depth > 3 ? 3 : 6), using: &random) {
      case 0: .number(Double.random(in: 0...1, using: &random))
      case 1: .point(Point(1, Double.random(in: 0...1, using: &random)))
      case 2: .layer(pick(layers))
      default: .dictionary(keys.filter { _ in Bool.random(using: &random) }.map { ($0, value(depth + 1)) })
      }
    }
    for layer in layers {
      for key in keys where Bool.random(using: &random) { try layer.setValue(value(0), forKey: key) }
      if Bool.random(using: &random) { layer.style = [("x", value(1)), ("glow", value(1))] }
    }
    var (found, written) = (0, 0)
    for _ in 0..<4000 {
      let start = pick(layers)
      var path: [String] = []
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: path += ["sublayers", pick(names)]
        case 1: path.append(pick(["mask", "superlayer"]))
        case 2: path.append(pick(["opacity", "position", "glow"]))
        default: path.append(pick(keys))
        }
      }
      let text = path.joined(separator: ".")
      let expected = try? read(start, path[...])
      #expect((try? start.value(forKeyPath: text)) == expected, "\(text)")
      guard case .number? = expected else { continue }
      found += 1
      let new = Double.random(in: 0...1, using: &random)
      do { try start.setValue(.number(new), forKeyPath: text) } catch { continue }
      written += 1
      #expect(try read(start, path[...]) == .number(new), "\(text)")
    }
    #expect(found > 20 && written > found / 2, "\(found) \(written)")
    scene.releaseHeldObjects()
  }
}
