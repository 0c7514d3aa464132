// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Pixels
import TestSupport
import Testing

/// States: setting them, taking them back, and what they are based on.
@Suite struct StateTests {
  let warned = WarnedScene()
  var scene: Scene { warned.scene }

  private func set(_ target: Layer, _ path: String, _ value: some PropertyValueConvertible) -> StateSetValue {
    StateSetValue(target: target, keyPath: path, value: value)
  }

  /// A card with a lid in it, and states Up, Pressed (based on Up) and Gone.
  private func card() throws -> (card: Layer, lid: Layer) {
    let card = makeLayer(scene, bounds: Rect(0, 0, 100, 50))
    let lid = makeLayer(scene, bounds: Rect(0, 0, 20, 10), position: Point(10, 20))
    lid.name = "lid"
    try card.addSublayer(lid)
    card.states = [
      State(in: scene, name: "Up", elements: [set(lid, "position.y", 5.0), set(card, "opacity", 0.5)]),
      State(in: scene, name: "Pressed", basedOn: "Up", elements: [set(lid, "position.y", 100.0)]),
      State(in: scene, name: "Gone", elements: [set(lid, "hidden", true)]),
    ]
    return (card, lid)
  }

  @Test func `a state changes values, and another one takes them back`() throws {
    let (card, lid) = try card()
    try card.setState("Up")
    #expect(card.currentState == "Up" && lid.position == Point(10, 5) && card.opacity == 0.5)
    try card.setState("Gone")
    #expect(lid.position == Point(10, 20) && card.opacity == 1 && lid.isHidden)
    try card.setState(nil)
    #expect(card.currentState == nil && !lid.isHidden)
    try card.setState("Up")
    try card.setState("")
    #expect(card.currentState == nil && lid.position == Point(10, 20) && card.opacity == 1)
  }

  @Test func `the state that it is based on applies first`() throws {
    let (card, lid) = try card()
    try card.setState("Pressed")
    #expect(lid.position.y == 100 && card.opacity == 0.5)
    try card.setState("Pressed")
    #expect(lid.position.y == 100 && card.opacity == 0.5)
    try card.setState(nil)
    #expect(lid.position.y == 20 && card.opacity == 1)
  }

  @Test func `a disabled state changes nothing`() throws {
    let (card, lid) = try card()
    card.states?[0].isEnabled = false
    try card.setState("Pressed")
    #expect(card.currentState == "Pressed" && lid.position.y == 100 && card.opacity == 1)
  }

  @Test func `elements apply in order, and overlapping keys are taken back`() throws {
    let layer = makeLayer(scene, position: Point(1, 2))
    layer.states = [
      State(
        in: scene, name: "A",
        elements: [
          set(layer, "position.x", 7.0), set(layer, "position", Point(30, 40)), set(layer, "position.x", 9.0),
          set(layer, "transform.scale.xy", 2.0), set(layer, "transform.rotation.z", 1.0),
        ])
    ]
    try layer.setState("A")
    #expect(layer.position == Point(9, 40))
    try layer.setState(nil)
    #expect(layer.position == Point(1, 2) && layer.transform.isIdentity)
  }

  @Test func `a value that was set meanwhile stays as the base`() throws {
    let (card, lid) = try card()
    try card.setState("Up")
    card.opacity = 0.25
    try card.setState("Pressed")
    #expect(card.opacity == 0.5 && lid.position.y == 100)
    try card.setState(nil)
    #expect(card.opacity == 0.25 && lid.position.y == 20)
  }

  @Test func `a circle is an error that names it`() throws {
    let (card, lid) = try card()
    card.states?[0].basedOn = "Pressed"
    #expect(
      message { try card.setState("Pressed") }
        == "State Pressed.basedOn: a circle, Pressed → Up → Pressed; break it at one")
    #expect(lid.position.y == 20)
    card.states?[0].basedOn = "Down"
    #expect(message { try card.setState("Up") }?.hasPrefix("State Up.basedOn: no state \"Down\"") == true)
    card.states?[0].basedOn = "Up"
    #expect(message { try card.setState("Up") }?.contains("Up → Up") == true)
  }

  @Test func `an unknown name is an error with the nearest`() throws {
    let (card, _) = try card()
    #expect(message { try card.setState("Presed") }?.hasSuffix("no state \"Presed\"; did you mean Pressed?") == true)
    #expect(message { try card.setState("Elsewhere") }?.hasSuffix("there are Up, Pressed, Gone") == true)
    #expect(message { try Layer(in: scene).setState("Up") }?.contains("it has no states") == true)
    try Layer(in: scene).setState(nil)
    for speed in [-1, .nan, .infinity] {
      #expect(throws: LayerError.self) { try card.setState("Up", transitionSpeed: speed) }
    }
    #expect(card.currentState == nil)
  }

  @Test func `a value that the target refuses leaves the base`() throws {
    let (card, lid) = try card()
    card.states?[0].elements?.append(set(lid, "opacity", Point(1, 2)))
    try card.setState("Gone")
    #expect(
      message { try card.setState("Up") }?.hasPrefix("State Up.elements: value 3: Layer.opacity: expected a number")
        == true)
    #expect(card.currentState == nil && lid.position.y == 20 && card.opacity == 1 && !lid.isHidden)
  }

  @Test func `layers below take a state that the layer does not have`() throws {
    let host = Layer(in: scene)
    let (flip, hills, birds, empty) = (Layer(in: scene), Layer(in: scene), Layer(in: scene), Layer(in: scene))
    try host.addSublayer(hills)
    try host.addSublayer(flip)
    try flip.addSublayer(birds)
    try host.addSublayer(empty)
    hills.states = [State(in: scene, name: "Locked", elements: [set(hills, "opacity", 0.25)])]
    birds.states = [
      State(in: scene, name: "Locked", elements: [set(birds, "opacity", 0.5)]),
      State(in: scene, name: "Sleep", elements: [set(birds, "hidden", true)]),
    ]
    #expect(host.stateNames() == ["Locked", "Sleep"])
    try host.setState("Locked")
    #expect(host.currentState == "Locked" && hills.currentState == "Locked" && birds.opacity == 0.5)
    try host.setState("Sleep")
    #expect(host.currentState == "Sleep" && hills.currentState == nil && hills.opacity == 1)
    #expect(birds.isHidden && birds.opacity == 1)
    try host.setState(nil)
    #expect(host.currentState == nil && birds.currentState == nil && !birds.isHidden)
    #expect(message { try host.setState("Lokced") }?.contains("did you mean Locked?") == true)
  }

  @Test func `a state of its own ends the one that layers below were given`() throws {
    let (host, floor) = (Layer(in: scene), Layer(in: scene))
    try host.addSublayer(floor)
    host.states = [State(in: scene, name: "Bright", elements: [set(host, "opacity", 0.75)])]
    floor.states = [State(in: scene, name: "Night", elements: [set(floor, "opacity", 0.25)])]
    for next in ["Bright", nil] {
      try host.setState("Night")
      #expect(floor.opacity == 0.25 && host.opacity == 1 && host.currentState == "Night")
      try host.setState(next)
      #expect(floor.opacity == 1 && floor.currentState == nil && host.currentState == next)
    }
    // A state that was set on the layer below is its own.
    try floor.setState("Night")
    try host.setState("Bright")
    #expect(floor.opacity == 0.25 && host.opacity == 0.75)
  }

  @Test func `a fraction switches animations half way, and lets those of the nearer state run`() throws {
    let layer = Layer(in: scene)
    let spin = BasicAnimation(keyPath: "transform.rotation.z", by: 1.0, duration: 9)
    layer.states = [
      State(in: scene, name: "A"),
      State(
        in: scene, name: "B",
        elements: [StateAddAnimation(target: layer, key: "spin", animation: spin), set(layer, "opacity", 0.0)]),
    ]
    try layer.setState(from: "A", to: "B", fraction: 0.25)
    #expect(layer.animationKeys.isEmpty && layer.opacity == 0.75)
    try layer.setState(from: "A", to: "B", fraction: 0.5)
    let first = layer.animation(forKey: "spin")
    #expect(first != nil)
    try layer.setState(from: "A", to: "B", fraction: 0.75)
    #expect(layer.animation(forKey: "spin") === first && layer.opacity == 0.25)
    try layer.setState(from: "A", to: "B", fraction: 0)
    #expect(layer.animationKeys.isEmpty && layer.opacity == 1)
  }

  @Test func `a word stands for the first name that begins with it`() {
    let layer = Layer(in: scene)
    layer.states = ["Lock PortraitUp Light", "Lock LandscapeLeft Dark", "Home", "Lock"].map {
      State(in: scene, name: $0)
    }
    #expect(layer.stateName(of: "Lock") == "Lock")
    layer.states?.removeLast()
    #expect(layer.stateName(of: "Lock") == "Lock PortraitUp Light")
    #expect(layer.stateName(of: "Home") == "Home" && layer.stateName(of: "Loc") == nil)
  }

  @Test func `animations are added and removed with a state`() throws {
    let layer = Layer(in: scene)
    func spin(_ by: Double) -> BasicAnimation { BasicAnimation(keyPath: "transform.rotation.z", by: by, duration: 9) }
    try layer.add(spin(1), forKey: "spin")
    try layer.add(spin(2), forKey: "other")
    layer.states = [
      State(in: scene, name: "Fast", elements: [StateAddAnimation(target: layer, key: "spin", animation: spin(8))]),
      State(in: scene, name: "Still", elements: [StateRemoveAnimation(target: layer, key: "spin")]),
    ]
    func by() -> Double? { (layer.animation(forKey: "spin") as? BasicAnimation)?.byValue.number }
    try layer.setState("Fast")
    #expect(by() == 8)
    try layer.setState("Still")
    #expect(by() == nil && layer.animationKeys == ["other"])
    try layer.setState(nil)
    #expect(by() == 1 && layer.animationKeys == ["spin", "other"])
  }

  @Test func `a drawing that an image replaced comes back`() throws {
    let layer = makeLayer(scene, bounds: Rect(0, 0, 4, 4))
    final class Drawer: LayerDelegate {
      var hooks: LayerHooks { .draw }
      func draw(_ layer: Layer, in context: GraphicsContext) throws { try context.fill(Rect(0, 0, 2, 2)) }
    }
    let drawer = Drawer()
    layer.delegate = drawer
    try layer.display()
    let image = try Image(Bitmap(width: 1, height: 1) { $0[0] = 0xFFFF_FFFF })
    layer.states = [State(in: scene, name: "A", elements: [set(layer, "contents", image)])]
    func isDrawn() -> Bool { layer.dumpJSON().contains("\"drawn\"") }
    #expect(isDrawn())
    try layer.setState("A")
    #expect(!isDrawn())
    try layer.setState(nil)
    #expect(isDrawn())
  }

  @Test func `a layer that no longer exists is left out`() throws {
    let layer = Layer(in: scene)
    var other: Layer? = Layer(in: scene)
    if let other {
      layer.states = [State(in: scene, name: "A", elements: [set(other, "opacity", 0.5), set(layer, "opacity", 0.5)])]
    }
    other = nil
    #expect(layer.states?[0].elements?[0].target == nil)
    try layer.setState("A")
    #expect(layer.opacity == 0.5)
  }

  // MARK: Fractions

  @Test func `every key moves linearly by one fraction`() throws {
    let layer = makeLayer(scene, position: Point(0, 0))
    layer.states = [
      State(in: scene, name: "A", elements: [set(layer, "position", Point(10, 20)), set(layer, "zPosition", 1.0)]),
      State(
        in: scene, name: "B",
        elements: [set(layer, "position.x", 30.0), set(layer, "hidden", true), set(layer, "opacity", 0.0)]),
    ]
    try layer.setState(from: "A", to: "B", fraction: 0.25)
    #expect(layer.position == Point(15, 15) && layer.zPosition == 0.75 && layer.opacity == 0.75 && !layer.isHidden)
    #expect(layer.currentState == "A")
    try layer.setState(from: "A", to: "B", fraction: 0.5)
    #expect(layer.isHidden && layer.currentState == "B")
    try layer.setState(from: nil, to: "B", fraction: 0.25)
    #expect(layer.position == Point(7.5, 0) && layer.zPosition == 0)
    try layer.setState(nil)
    #expect(layer.position == .zero && layer.opacity == 1 && !layer.isHidden)
    for fraction in [-0.1, 1.1, .nan] {
      #expect(throws: LayerError.self) { try layer.setState(from: "A", to: "B", fraction: fraction) }
    }
    #expect(message { try layer.setState(from: "A", to: "C", fraction: 0) }?.contains("no state \"C\"") == true)
  }

  @Test(arguments: 0..<40) func `the ends equal the states, and the base is restored, in random trees`(seed: Int) throws
  {
    var random = SeededRandom(UInt64(seed) + 1)
    func below(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
    func number() -> Double { Double(below(64)) / 4 }
    var layers = [Layer(in: scene)]
    for _ in 0..<8 {
      let layer = makeLayer(scene, bounds: Rect(0, 0, number(), number()), position: Point(number(), number()))
      try layers[below(layers.count)].addSublayer(layer)
      layers.append(layer)
    }
    func element() -> StateElement {
      let target = layers[below(layers.count)]
      switch below(8) {
      case 0: return set(target, "position", Point(number(), number()))
      case 1: return set(target, "position.x", number())
      case 2: return set(target, "bounds.size", Size(number(), number()))
      case 3: return set(target, "hidden", below(2) == 0)
      case 4: return set(target, "backgroundColor", Color(red: 1, green: number() / 16, blue: 0, alpha: 1))
      case 5: return set(target, "transform.rotation.z", number())
      case 6: return set(target, "transform", Transform3D.scale(1 + number(), 2))
      default: return set(target, "opacity", number() / 16)
      }
    }
    let names = ["A", "B", "C"]
    layers[0].states = names.map { name in
      State(in: scene, name: name, elements: (0..<below(12)).map { _ in element() })
    }
    if below(2) == 0 { layers[0].states?[1].basedOn = "A" }
    let base = values(of: layers)
    for _ in 0..<6 {
      let (a, b) = (names[below(3)], names[below(3)])
      try layers[0].setState(a, transitionSpeed: 0)
      let first = values(of: layers)
      try layers[0].setState(b, transitionSpeed: 0)
      let last = values(of: layers)
      try layers[0].setState(from: a, to: b, fraction: 0)
      #expect(isSame(values(of: layers), first), "seed \(seed): \(a) to \(b)")
      try layers[0].setState(from: a, to: b, fraction: 1)
      #expect(isSame(values(of: layers), last), "seed \(seed): \(a) to \(b)")
      try layers[0].setState(nil)
      #expect(isSame(values(of: layers), base), "seed \(seed): the base")
    }
  }

  private func values(of layers: [Layer]) -> [PropertyValue] {
    layers.flatMap { layer in
      ["position", "bounds", "hidden", "backgroundColor", "transform", "opacity"].map { layer.value(forKey: $0) }
    }
  }

  private func isSame(_ a: [PropertyValue], _ b: [PropertyValue]) -> Bool {
    zip(a, b).allSatisfy { a, b in
      if case .transform(let a) = a, case .transform(let b) = b { return near(a, b, 1e-9) }
      return a == b
    }
  }
}
