// SPDX-License-Identifier: MIT
import Foundation
import Geometry
import LayerModel
import Testing

/// The animations between states.
@Suite struct StateTransitionTests {
  let warned = WarnedScene()
  var scene: Scene { warned.scene }

  private func layer() -> Layer {
    let layer = makeLayer(scene, position: Point(0, 10))
    layer.states = [
      State(in: scene, name: "A", elements: [StateSetValue(target: layer, keyPath: "position.x", value: 100.0)]),
      State(in: scene, name: "B", elements: [StateSetValue(target: layer, keyPath: "position.x", value: 200.0)]),
    ]
    return layer
  }

  private func x(_ layer: Layer, _ time: Double) throws -> Double { try layer.presentation(at: time).position.x }

  private func element(_ layer: Layer, _ duration: Double) -> StateTransitionElement {
    StateTransitionElement(
      target: layer, key: "position.x", animation: BasicAnimation(keyPath: "position.x", duration: duration))
  }

  @Test func `an animation runs from the shown value to the new one`() throws {
    let layer = layer()
    layer.stateTransitions = [StateTransition(in: scene, elements: [element(layer, 2)])]
    try layer.setState("A")
    #expect(layer.position.x == 100 && layer.animationKeys == ["position.x"])
    #expect(try x(layer, 0) == 0 && x(layer, 0.5) == 25 && x(layer, 1) == 50 && x(layer, 2) == 100)
    try scene.advance(to: 1)
    try layer.setState("B")
    #expect(try x(layer, 1) == 50 && x(layer, 2) == 125 && x(layer, 3) == 200)
    try layer.setState(nil, transitionSpeed: 0)
    #expect(try layer.animationKeys.isEmpty && x(layer, 1.5) == 0)
  }

  @Test func `the speed is multiplied, and 0 is at once`() throws {
    let layer = layer()
    layer.stateTransitions = [StateTransition(in: scene, elements: [element(layer, 2)])]
    try layer.setState("A", transitionSpeed: 4)
    #expect(try x(layer, 0.25) == 50 && x(layer, 0.5) == 100)
    try layer.setState("B", transitionSpeed: 0)
    #expect(try layer.animationKeys.isEmpty && x(layer, 0) == 200)
  }

  @Test func `duration, delay and enabled of an element`() throws {
    let layer = layer()
    let part = element(layer, 2)
    (part.duration, part.beginTime) = (4, 1)
    layer.stateTransitions = [StateTransition(in: scene, elements: [part])]
    try scene.advance(to: 10)
    try layer.setState("A")
    #expect(try x(layer, 10.5) == 0 && x(layer, 11) == 0 && x(layer, 12) == 25 && x(layer, 15) == 100)
    part.isEnabled = false
    try layer.setState("B")
    #expect(layer.animationKeys.isEmpty)
  }

  @Test func `the most exact pair of names wins`() throws {
    let layer = layer()
    let pairs = [("*", "*"), ("A", "*"), ("*", "B"), ("A", "B"), ("", "A"), ("A", "B")]
    layer.stateTransitions = pairs.enumerated().map { i, pair in
      StateTransition(in: scene, fromState: pair.0, toState: pair.1, elements: [element(layer, Double(i + 1))])
    }
    func duration() -> Double? { layer.animation(forKey: "position.x")?.duration }
    try layer.setState("A")
    #expect(duration() == 5)
    try layer.setState("B")
    #expect(duration() == 4)
    try layer.setState("A")
    #expect(duration() == 1)
    try layer.setState(nil)
    #expect(duration() == 2)
    layer.stateTransitions?.remove(at: 5)
    layer.stateTransitions?.remove(at: 3)
    try layer.setState("A")
    try layer.setState("B")
    #expect(duration() == 3)
  }

  @Test func `values of its own are kept, an incomplete element is left out`() throws {
    let layer = layer()
    let own = BasicAnimation(keyPath: "position.x", from: 7.0, to: 9.0, duration: 2)
    let nameless = StateTransitionElement(in: scene)
    (nameless.target, nameless.animation) = (layer, own)
    layer.stateTransitions = [
      StateTransition(
        in: scene,
        elements: [StateTransitionElement(target: layer, key: "move", animation: own), nameless])
    ]
    try layer.setState("A")
    #expect(try layer.animationKeys == ["move"] && x(layer, 1) == 8)
  }

  @Test func `a key without an animation of its own takes the standard one`() throws {
    let host = Layer(in: scene)
    let layer = layer()
    try host.addSublayer(layer)
    host.stateTransitionAnimation = SpringAnimation.ofWallpapers(in: scene)
    layer.states?[0].elements?.append(StateSetValue(target: layer, keyPath: "opacity", value: 0.5))
    layer.states?[0].elements?.append(StateSetValue(target: layer, keyPath: "name", value: "a"))
    layer.stateTransitions = [StateTransition(in: scene, toState: "A", elements: [element(layer, 2)])]
    try host.setState("A")
    #expect(layer.animationKeys == ["position.x", "opacity"])
    #expect(layer.animation(forKey: "position.x")?.duration == 2)
    #expect(layer.animation(forKey: "opacity") is SpringAnimation)
    try host.setState("B")
    #expect(layer.animation(forKey: "position.x") is SpringAnimation)
    host.stateTransitionAnimation = nil
    try host.setState(nil)
    #expect(layer.animationKeys.isEmpty)
  }

  @Test func `the spring of wallpapers is critically damped`() throws {
    let layer = layer()
    layer.stateTransitionAnimation = SpringAnimation.ofWallpapers(in: scene)
    try layer.setState("A")
    // 1 − (1 + ωt)e^−ωt with ω = 2π/0.8.
    let omega = 2 * Double.pi / 0.8
    for i in 0..<60 {
      let t = Double(i) / 60
      #expect(near(try x(layer, t), 100 * (1 - (1 + omega * t) * exp(-omega * t)), 1e-9), "\(t)")
    }
    #expect(layer.animation(forKey: "position.x")?.duration ?? 0 > 0.8)
  }

  @Test func `the standard animation goes from one value to another`() {
    let layer = layer()
    #expect(
      message {
        try layer.setValue(.keyed(KeyframeAnimation(in: scene)), forKey: "stateTransitionAnimation")
      } == "Layer.stateTransitionAnimation: expected an animation from one value to another, got a KeyframeAnimation")
  }
}
