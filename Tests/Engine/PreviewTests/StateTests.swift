// SPDX-License-Identifier: MIT
import Foundation
import LayerEngine
import LayerModel
import Preview
import TestSupport
import Testing

/// Requests that set a state, a fraction between two, or a tilt.
@Suite struct StateTests {
  /// A dot at x 0 with the states Left and Right, 30 and 60 points from the left; Right is reached in one second.
  private static let scene = """
    local dot = ca.Layer { name = "dot", bounds = {0, 0, 10, 10}, position = {5, 5}, backgroundColor = "red" }
    local root = ca.Layer { name = "root", bounds = {0, 0, 100, 10}, backgroundColor = "white", dot }
    root.states = {
      ca.State { name = "Left", elements = { ca.StateSetValue { target = dot, keyPath = "position.x", value = 30 } } },
      ca.State { name = "Right", elements = { ca.StateSetValue { target = dot, keyPath = "position.x", value = 60 } } },
    }
    root.stateTransitions = { ca.StateTransition { toState = "Right", elements = { ca.StateTransitionElement {
      target = dot, key = "position.x", animation = ca.BasicAnimation { duration = 1, timingFunction = "linear" } } } } }
    """

  private func x(_ talk: Conversation, t: Double? = nil) throws -> Double {
    let quad = try talk.ask("layer", ["path": "root/dot", "t": t ?? 0]).head["layer"] as? [String: Any]
    return ((quad?["quad"] as? [Double])?.first ?? .nan) + 5
  }

  @Test func `the states are told with the picture`() throws {
    let ready = try #require(try Conversation(Self.scene + "return root").event("ready")?.head)
    let states = try #require(ready["states"] as? [String: Any])
    #expect(states["names"] as? [String] == ["Left", "Right"])
    #expect(states["state"] as? String == "" && states["tilts"] as? Bool == false)
    let set = try Conversation(Self.scene + "root:setState('Left') return root")
    #expect((set.event("ready")?.head["states"] as? [String: Any])?["state"] as? String == "Left")
    let plain = try Conversation("return ca.Layer { bounds = {0, 0, 9, 9} }")
    #expect(plain.event("ready")?.head["states"] is NSNull)
  }

  @Test func `a state is set at once, or with its transition from a time on`() throws {
    let talk = try Conversation(Self.scene + "return root")
    let first = try talk.ask("state", ["name": "Left"])
    #expect(first.isFine && first.head["state"] as? String == "Left" && first.head["film"] is NSNull, "\(first.head)")
    #expect(try x(talk) == 30)
    let film = try #require(try talk.ask("state", ["name": "Right", "t": 2]).head["film"] as? [String: Double])
    #expect(film == ["from": 2, "opens": 2, "duration": 1, "fps": 60, "loop": 0])
    #expect(try [2, 2.5, 3, 9].map { try x(talk, t: $0) } == [30, 45, 60, 60])
    // A choice before the end of the transition begins at the shown value; the base has no transition.
    try talk.ask("state", ["name": "Left", "t": 2.5])
    #expect(try x(talk, t: 2.5) == 30)
    try talk.ask("state", ["name": "Right", "t": 2.6])
    #expect(abs(try x(talk, t: 3.1) - 45) < 1e-9)
    #expect(try talk.ask("state", ["name": ""]).head["state"] as? String == "")
    #expect(try x(talk) == 5)
  }

  @Test func `an interrupted transition goes on from the shown value`() throws {
    let back = Self.scene.replacingOccurrences(of: "toState = \"Right\"", with: "toState = \"*\"")
    let talk = try Conversation(back + "return root")
    try talk.ask("state", ["name": "Left"])
    try talk.ask("state", ["name": "Right", "t": 1])
    try talk.ask("state", ["name": "", "t": 1.5])
    #expect(try [1.5, 2, 2.5].map { try x(talk, t: $0) } == [45, 25, 5])
  }

  @Test func `other animations repeat after the transition`() throws {
    let talk = try Conversation(
      Self.scene + """
        dot:addAnimation(ca.BasicAnimation { keyPath = "opacity", fromValue = 0.5, toValue = 1, duration = 3,
          repeatCount = math.huge }, "blink")
        return root
        """)
    let film = try #require(try talk.ask("state", ["name": "Right", "t": 2]).head["film"] as? [String: Double])
    #expect(film["duration"] == 4 && film["loop"] == 3 && film["from"] == 2)
    let tracks = try #require(try talk.ask("tracks").head["tracks"] as? [[String: Any]])
    #expect(tracks.compactMap { $0["key"] as? String } == ["opacity", "position.x"])
  }

  @Test func `a fraction lies between two states`() throws {
    let talk = try Conversation(Self.scene + "return root")
    let answer = try talk.ask("state", ["from": "Left", "to": "Right", "fraction": 0.25])
    #expect(answer.isFine && answer.head["state"] as? String == "Left" && answer.head["film"] is NSNull)
    #expect(try x(talk) == 37.5)
    try talk.ask("state", ["from": "Left", "to": "", "fraction": 1])
    #expect(try x(talk) == 5)
  }

  @Test func `edits and states outlast each other`() throws {
    let talk = try Conversation(Self.scene + "return root")
    try talk.ask("edit", ["path": "root/dot", "key": "position", "value": "{50, 5}"])
    try talk.ask("state", ["name": "Right"])
    // The edit is the last word.
    #expect(try x(talk) == 50)
    try talk.ask("undo", ["path": "root/dot", "key": "position"])
    #expect(try x(talk) == 60)
    try talk.ask("state", ["name": ""])
    #expect(try x(talk) == 5)
  }

  @Test func `wrong requests change nothing`() throws {
    let talk = try Conversation(Self.scene + "return root")
    try talk.ask("state", ["name": "Left"])
    for (fields, said) in [
      ([:], "expected name"), (["name": "Nosuch"], "no state \"Nosuch\""),
      (["from": "Left", "to": "Right"], "fraction"),
      (["from": "Left", "to": "Right", "fraction": 2], "fraction"), (["from": "Left", "fraction": 0], "to"),
      (["tilt": [1]], "two numbers"), (["name": 1], "expected a string"),
    ] as [([String: Any], String)] {
      #expect(try talk.ask("state", fields).error?.contains(said) == true, "\(fields)")
    }
    #expect(try x(talk) == 30)
  }

  @Test func `a wallpaper's states and tilt`() throws {
    let path = Checkout.root + "/Tests/Packages/slots.wallpaper"
    let talk = try Conversation("return ca.Package('\(path)').rootLayer") { _, configuration in
      configuration.readableDirectories.append(Checkout.root)
    }
    let states = try #require(talk.event("ready")?.head["states"] as? [String: Any])
    #expect(states["names"] as? [String] == ["Locked", "Unlock", "Sleep"] && states["tilts"] as? Bool == true)
    func middle() throws -> [Double] {
      let rows = try talk.ask("search", ["text": "ball"]).layers
      return (rows.first?["anchor"] ?? rows.first?["quad"]) as? [Double] ?? []
    }
    try talk.ask("state", ["name": "Unlock", "tilt": [1, 0]])
    let tilted = try middle()
    try talk.ask("state", ["tilt": [-1, 0]])
    let other = try middle()
    #expect(tilted.count == 8 && other.count == 8 && abs(tilted[0] - other[0] - 60) < 1e-9 && tilted[1] == other[1])
    // Waking takes the spring of wallpapers.
    let film = try #require(try talk.ask("state", ["name": "Locked", "t": 1]).head["film"] as? [String: Double])
    #expect(film["from"] == 1 && (film["duration"] ?? 0) > 0.5 && film["loop"] == 0)
    // The folder is watched.
    #expect(talk.strings("files", "folders").contains { $0.hasSuffix("slots.wallpaper") })
  }
}
