// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Pixels
import SceneFiles
import Testing

struct StateReadingTests {
  @Test func `states have values of every kind`() throws {
    let read = try ReadPackage("states.ca")
    let root = try #require(read.root.sublayers.first), layers = root.sublayers
    #expect(root.states?.map(\.name) == ["Locked", "Unlock", "Pressed"] && root.states?[2].basedOn == "Unlock")
    #expect(root.states?[1].elements?.count == 4 && root.stateTransitions?.count == 2)
    // A value, a target and a key that are none.
    #expect(Set(read.rules) == [.value, .noTarget, .key], "\(read.package.notes)")
    try read.root.setState("Pressed", transitionSpeed: 0)
    #expect(layers[0].position == Point(80, 50) && layers[0].opacity == 0.5)
    #expect(layers[0].value(forKey: "backgroundColor") == .color(Color(red: 0, green: 1, blue: 0)))
    #expect(try layers[0].value(forKeyPath: "transform.scale.xy") == .number(1.5))
    let first = layers[1].contents
    try read.root.setState(nil, transitionSpeed: 0)
    #expect(layers[0].position == Point(20, 50) && layers[0].opacity == 1 && layers[1].contents !== first)
    let elements = root.stateTransitions?[0].elements
    #expect(elements?.map(\.key) == ["position.x", "transform.scale.xy", "contents"])
    #expect((elements?[0].animation as? SpringAnimation)?.stiffness == 300)
  }

  @Test func `a wallpaper's style makes its states`() throws {
    let read = try ReadPackage("slots.wallpaper")
    #expect(read.root.stateNames() == ["Locked", "Unlock", "Sleep"])
    let ball = try #require(read.root.find("ball"))
    try read.root.setState("Unlock", transitionSpeed: 0)
    #expect(ball.position == Point(100, 300))
    try read.root.setTilt(1, 0)
    #expect(ball.position.x == 130)
    let spring = try #require(read.package.floors[0].layer.stateTransitionAnimation as? SpringAnimation)
    #expect(abs(spring.perceptualDuration - 0.8) < 1e-9 && abs(spring.bounce) < 1e-9)
  }

  @Test func `a state that is based on itself is an error`() {
    let states = "<states><LKState name=\"a\" basedOn=\"b\"/><LKState name=\"b\" basedOn=\"a\"/></states>"
    #expect(
      failure { _ = try ReadPackage(layer: "<CALayer>\(states)</CALayer>") }?.message.contains("based on itself")
        == true)
  }

  @Test func `elements that players refuse are left out, with a note`() throws {
    let read = try ReadPackage(
      layer: """
        <CALayer id="a"><states><LKState name="s"><elements><LKStateAddElement/>
        <LKStateSetValue targetId="a" keyPath="hidden"><value type="integer" value="1"/></LKStateSetValue>
        <LKStateAddAnimation targetId="a" key="k"><animation type="CABasicAnimation" keyPath="opacity" duration="1"><toValue type="real" value="0"/></animation></LKStateAddAnimation>
        <LKStateRemoveAnimation targetId="a" key="other"/></elements></LKState></states>
        <stateTransitions><LKStateTransition fromState="" toState="*"/></stateTransitions></CALayer>
        """)
    #expect(read.root.stateTransitions?.first?.fromState?.isEmpty == true)
    #expect(read.rules == [.unsupported] && read.root.states?.first?.elements?.count == 3)
    try read.root.setState("s", transitionSpeed: 0)
    #expect(read.root.isHidden && read.root.animationKeys == ["k"])
  }
}
