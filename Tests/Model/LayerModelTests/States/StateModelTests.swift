// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Testing

/// States as parts of the model: copies, snapshots, dumps, limits, memory, and wallpapers' styles.
@Suite struct StateModelTests {
  let warned = WarnedScene()
  var scene: Scene { warned.scene }

  /// A layer with a sublayer, a state that changes both and another layer outside, and a transition.
  private func tree(_ outside: Layer) throws -> (Layer, Layer) {
    let (card, lid) = (Layer(in: scene), Layer(in: scene))
    lid.name = "lid"
    try card.addSublayer(lid)
    card.states = [
      State(
        in: scene, name: "Open",
        elements: [
          StateSetValue(target: lid, keyPath: "opacity", value: 0.5),
          StateSetValue(target: card, keyPath: "zPosition", value: 3.0),
          StateSetValue(target: outside, keyPath: "opacity", value: 0.25),
        ])
    ]
    card.stateTransitions = [
      StateTransition(
        in: scene,
        elements: [
          StateTransitionElement(
            target: lid, key: "opacity", animation: BasicAnimation(keyPath: "opacity", duration: 1))
        ])
    ]
    return (card, lid)
  }

  @Test func `a copy has copies of states, with targets in the copied tree`() throws {
    let outside = Layer(in: scene)
    let (card, lid) = try tree(outside)
    try card.setState("Open", transitionSpeed: 0)
    var pairs: [(String, Bool)] = []
    let copy = try card.copy(onCopyOfObject: { pairs.append(($0.className, $0 === $1)) })
    #expect(
      pairs.map(\.0) == [
        "State", "StateSetValue", "StateSetValue", "StateSetValue", "StateTransition", "StateTransitionElement",
        "BasicAnimation",
      ])
    #expect(!pairs.contains { $0.1 })
    let kid = copy.sublayers[0]
    let targets = copy.states?[0].elements?.compactMap(\.target) ?? []
    #expect(targets.count == 3 && targets[0] === kid && targets[1] === copy && targets[2] === outside)
    #expect(copy.stateTransitions?[0].elements?[0].target === kid)
    #expect(copy.currentState == "Open" && kid.opacity == 0.5)
    try copy.setState(nil)
    #expect(kid.opacity == 1 && copy.zPosition == 0 && lid.opacity == 0.5 && card.currentState == "Open")
    try card.setState(nil, transitionSpeed: 0)
    #expect(lid.opacity == 1)
  }

  @Test func `a copy in a transition keeps and ends its animations`() throws {
    let (card, _) = try tree(Layer(in: scene))
    try card.setState("Open")
    let copy = try card.copy()
    #expect(copy.sublayers[0].animationKeys == ["opacity"])
    try copy.setState(nil, transitionSpeed: 0)
    #expect(copy.sublayers[0].animationKeys.isEmpty && card.sublayers[0].animationKeys == ["opacity"])
  }

  @Test func `a snapshot restores states and their objects`() throws {
    let outside = Layer(in: scene)
    let (card, lid) = try tree(outside)
    let snapshot = try ModelSnapshot(of: card)
    for _ in 0..<2 {
      try card.setState("Open")
      card.states?[0].name = "Closed"
      card.states?[0].elements?.removeLast()
      card.stateTransitions?[0].elements?[0].animation?.duration = 9
      card.states?.append(State(in: scene, name: "More"))
      _ = snapshot.restore()
      #expect(card.currentState == nil && lid.opacity == 1 && lid.animationKeys.isEmpty)
      #expect(card.stateNames() == ["Open"] && card.states?[0].elements?.count == 3)
      #expect(card.stateTransitions?[0].elements?[0].animation?.duration == 1)
    }
  }

  @Test func `a presentation reads the states of its model`() throws {
    let (card, _) = try tree(Layer(in: scene))
    try card.setState("Open")
    let shown = try card.presentation(at: 0.5)
    #expect(shown.currentState == "Open" && shown.stateNames() == ["Open"])
    #expect(throws: LayerError.self) { try shown.setState(nil) }
  }

  @Test func `the dump writes states by their keys`() throws {
    let (card, _) = try tree(Layer(in: scene))
    card.name = "card"
    try card.setState("Open", transitionSpeed: 0)
    let text = card.dumpJSON()
    for part in [
      "\"states\": [", "\"class\": \"StateSetValue\"", "\"target\": \"card/lid\"", "\"keyPath\": \"opacity\"",
      "\"stateTransitions\": [", "\"key\": \"opacity\"", "\"class\": \"BasicAnimation\"", "\"currentState\": \"Open\"",
    ] { #expect(text.contains(part), "\(part) in \(text)") }
  }

  @Test func `numbers of states and elements are limited`() throws {
    let layer = Layer(in: scene)
    let state = State(in: scene)
    let element = StateSetValue(in: scene)
    let many = PropertyValue.array(Array(repeating: .keyed(element), count: State.elementLimit + 1))
    #expect(message { try state.setValue(many, forKey: "elements") }?.contains("at most 100000 objects") == true)
    let states = PropertyValue.array(Array(repeating: .keyed(state), count: Layer.stateLimit + 1))
    #expect(message { try layer.setValue(states, forKey: "states") }?.contains("at most 1000 objects") == true)
    state.elements = Array(repeating: element, count: State.elementLimit)
    layer.states = [state]
    let pair = PropertyValue.array([.keyed(state), .keyed(state)])
    #expect(message { try layer.setValue(pair, forKey: "states") }?.contains("in all states") == true)
    state.name = "A"
    try layer.setState("A")
  }

  @Test func `lists take objects of their class and of the scene`() {
    let layer = Layer(in: scene)
    let other = WarnedScene()
    for (value, words) in [
      (PropertyValue.keyed(EmitterCell(in: scene)), "value 1: expected a state, got EmitterCell"),
      (.keyed(State(in: other.scene, name: "A")), "value 1: State A belongs to another scene"),
      (.layer(layer), "value 1: expected a state, got layer"),
    ] {
      #expect(message { try layer.setValue(.array([value]), forKey: "states") }?.contains(words) == true, "\(words)")
    }
    #expect(
      message { try StateSetValue(in: scene).setValue(.layer(layer), forKey: "value") }?.contains("can be copied")
        == true)
    #expect(
      message { try StateSetValue(in: scene).setValue(.layer(Layer(in: other.scene)), forKey: "target") }?
        .contains("another scene") == true)
  }

  // MARK: Wallpapers

  private func dictionary(_ entries: [(String, PropertyValue)]) -> PropertyValue {
    .dictionary(entries.map { (key: $0.0, value: $0.1) })
  }

  @Test func `tilts move values linearly between their ends`() throws {
    let (root, far) = (Layer(in: scene), Layer(in: scene))
    far.name = "far"
    try root.addSublayer(far)
    root.style = [
      (
        "wallpaperParallaxGroups",
        .array([
          dictionary([
            ("layerName", .string("far")), ("keyPath", .string("position.x")), ("axis", .string("y")),
            ("mapMinTo", .number(-20)), ("mapMaxTo", .number(40)),
          ]),
          dictionary([
            ("layerName", .string("far")), ("keyPath", .string("position.y")), ("axis", .string("x")),
            ("mapMinTo", .number(5)), ("mapMaxTo", .number(-5)),
          ]),
          dictionary([("layerName", .string("none")), ("keyPath", .string("position.x"))]), .null,
        ])
      )
    ]
    for (x, y, expected) in [
      (0, 0, Point(10, 0)), (-1, 1, Point(40, 5)), (9, -9, Point(-20, -5)), (0.5, 0, Point(10, -2.5)),
    ]
      as [(Double, Double, Point)]
    {
      try root.setTilt(x, y)
      #expect(far.position == expected, "\(x) \(y)")
    }
    #expect(throws: LayerError.self) { try root.setTilt(.nan, 0) }
  }

  @Test func `property groups are states`() throws {
    let (root, moon) = (Layer(in: scene), Layer(in: scene))
    moon.name = "moon"
    try root.addSublayer(moon)
    root.states = [
      State(in: scene, name: "Unlock", elements: [StateSetValue(target: moon, keyPath: "hidden", value: true)])
    ]
    root.style = [
      (
        "wallpaperPropertyGroups",
        .array([
          dictionary([
            ("layerName", .string("moon")), ("keyPath", .string("opacity")), ("v_lock", .number(0.25)),
            ("v_home", .number(0.5)), ("v_sleep", .number(0)),
          ])
        ])
      )
    ]
    try root.addWallpaperStates()
    #expect(root.stateNames() == ["Unlock", "Locked", "Sleep"])
    for (name, opacity) in [("Locked", 0.25), ("Unlock", 0.5), ("Sleep", 0)] {
      try root.setState(name)
      #expect(moon.opacity == opacity && moon.isHidden == (name == "Unlock"))
    }
  }
}
