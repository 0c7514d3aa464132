// SPDX-License-Identifier: MIT
import CLayerLua
import Testing

/// States of layers, set through the C interface.
@Suite struct StateTests {
  private let client: Client
  private let layer: OpaquePointer

  init() throws {
    client = try Client()
    layer = try #require(
      try client.run(
        """
        local dot = ca.Layer { name = 'dot', bounds = {0, 0, 4, 4}, position = {2, 2} }
        local card = ca.Layer { name = 'card', bounds = {0, 0, 40, 20}, dot }
        card.states = {
          ca.State { name = 'Left Light' },
          ca.State { name = 'Right Light', elements = {
            ca.StateSetValue { target = dot, keyPath = 'position.x', value = 12 } } },
        }
        card.stateTransitions = { ca.StateTransition { toState = 'Right Light', elements = {
          ca.StateTransitionElement { target = dot, key = 'position.x',
            animation = ca.BasicAnimation { duration = 2 } } } } }
        return card
        """))
  }

  static func names(_ client: Client, _ layer: OpaquePointer?) throws -> [String] {
    var names: UnsafePointer<UnsafePointer<CChar>?>?
    var count = 0
    try client.check(layerlua_state_names(client.engine, layer, &names, &count))
    return UnsafeBufferPointer(start: names, count: count).map { text($0) ?? "" }
  }

  /// The dot's place, as it is shown at a time.
  private func place(at time: Double) throws -> Double {
    var value = layerlua_value()
    try client.check(layerlua_get_at(client.engine, layer, "sublayers.dot.position.x", time, &value))
    return value.as.number
  }

  private func state() throws -> String? {
    let value = try client.get(layer, "currentState")
    return value.kind == LAYERLUA_NIL ? nil : text(value.as.string)
  }

  @Test func `a state is set with its transition, and taken back`() throws {
    defer { withExtendedLifetime(client) {} }
    #expect(try Self.names(client, layer) == ["Left Light", "Right Light"])
    #expect(try state() == nil)
    try client.check(layerlua_set_state(client.engine, layer, "Right Light", 2, .nan))
    #expect(try state() == "Right Light")
    #expect(try [0, 0.5, 1].map { try place(at: $0) } == [2, 7, 12])
    try client.check(layerlua_set_state(client.engine, layer, nil, 0, .nan))
    #expect(try state() == nil && place(at: 0) == 2)
    try client.check(layerlua_set_state(client.engine, layer, "Right Light", 0, .nan))
    #expect(try place(at: 0) == 12)
    try client.check(layerlua_set_state(client.engine, layer, "", 1, .nan))
    #expect(try state() == nil && place(at: 0) == 2)
    try client.check(layerlua_set_state(client.engine, layer, "Right Light", 2, 10))
    #expect(try [10, 10.5, 11].map { try place(at: $0) } == [2, 7, 12])
  }

  @Test func `a fraction lies between two states`() throws {
    defer { withExtendedLifetime(client) {} }
    try client.check(layerlua_set_state_between(client.engine, layer, nil, "Right Light", 0.25))
    #expect(try state() == nil && place(at: 0) == 4.5)
    try client.check(layerlua_set_state_between(client.engine, layer, "Left Light", "Right Light", 0.75))
    #expect(try state() == "Right Light" && place(at: 0) == 9.5)
  }

  @Test func `a word stands for a state`() throws {
    defer { withExtendedLifetime(client) {} }
    var name: UnsafePointer<CChar>?
    try client.check(layerlua_state_name(client.engine, layer, "Right", &name))
    #expect(text(name) == "Right Light")
    try client.check(layerlua_state_name(client.engine, layer, "Up", &name))
    #expect(name == nil)
  }

  @Test func `a style makes the states of a wallpaper`() throws {
    defer { withExtendedLifetime(client) {} }
    let layer = try client.run(
      """
      return ca.Layer { ca.Layer { name = 'dot' }, style = { wallpaperPropertyGroups = {
        { layerName = 'dot', keyPath = 'opacity', v_lock = 0.5, v_home = 1, v_sleep = 0 } } } }
      """)
    try client.check(layerlua_add_wallpaper_states(client.engine, layer))
    #expect(try Self.names(client, layer) == ["Locked", "Unlock", "Sleep"])
  }

  @Test func `unknown names, wrong numbers and missing pointers are usage errors`() throws {
    defer { withExtendedLifetime(client) {} }
    let engine = client.engine
    var name: UnsafePointer<CChar>?
    var names: UnsafePointer<UnsafePointer<CChar>?>?
    var count = 0
    let wrong: [(() -> layerlua_status, String)] = [
      ({ layerlua_set_state(engine, layer, "Rigth Light", 1, .nan) }, "no state \"Rigth Light\""),
      ({ layerlua_set_state(engine, layer, nil, -1, .nan) }, "expected a transitionSpeed of 0 or more"),
      ({ layerlua_set_state_between(engine, layer, nil, "Right Light", 2) }, "expected a fraction from 0 to 1"),
      ({ layerlua_set_state(engine, layer, nil, 1, .infinity) }, "expected a time in seconds"),
      ({ layerlua_set_state(engine, nil, nil, 1, .nan) }, "the layer is NULL"),
      ({ layerlua_state_name(engine, layer, nil, &name) }, "the word is NULL"),
      ({ layerlua_state_name(engine, layer, "Right", nil) }, "the output pointer for the name is NULL"),
      ({ layerlua_state_names(engine, layer, nil, &count) }, "the output pointer for the names or their number"),
      ({ layerlua_state_names(engine, nil, &names, &count) }, "the layer is NULL"),
      ({ layerlua_add_wallpaper_states(engine, nil) }, "the layer is NULL"),
    ]
    for (call, words) in wrong {
      #expect(call() == LAYERLUA_USAGE, "\(words)")
      #expect(client.message.contains(words), "\(client.message)")
    }
    #expect(layerlua_set_state(nil, layer, nil, 1, .nan) == LAYERLUA_USAGE)
  }
}
