// SPDX-License-Identifier: MIT
import LayerEngine
import Testing
import TestSupport

/// A card with a title, as scripts create it.
private let card = """
  local root = ca.Layer { name = 'card', bounds = {0, 0, 100, 50} }
  local dial = ca.Layer { name = 'dial', position = {50, 25}, bounds = {0, 0, 10, 10}, backgroundColor = 'red' }
  dial:addSublayer(ca.TextLayer { name = 'title', string = 'Hello', fontSize = 12 })
  root:addSublayer(dial)
  root:addSublayer(ca.Layer { name = 'title' })
  return root
  """

@Suite struct LayersByNameTests {
  @Test func `key paths are read and set by a layer's name`() throws {
    let engine = try Engine()
    try engine.run(script: card, name: "card.lua")
    #expect(try engine.value(forKeyPath: "fontSize", ofLayerNamed: "dial/title") == 12.0)
    #expect(try engine.value(forKeyPath: "position.x", ofLayerNamed: "dial", as: Double.self) == 50)
    #expect(
      try engine.value(forKeyPath: "backgroundColor", ofLayerNamed: "dial")
        == Color(red: 1, green: 0, blue: 0, alpha: 1))
    #expect(try engine.value(forKeyPath: "sublayers.dial.bounds", ofLayerNamed: "card") == Rect(0, 0, 10, 10))
    try engine.setValue(Point(1, 2), forKeyPath: "position", ofLayerNamed: "dial")
    try engine.setValue("Bye", forKeyPath: "string", ofLayerNamed: "dial/title")
    try engine.setValue(0.5, forKeyPath: "sublayers.dial.opacity", ofLayerNamed: "card")
    try engine.setValue("#0000ff", forKeyPath: "backgroundColor", ofLayerNamed: "dial")
    try engine.setValue(true, forKeyPath: "hidden", ofLayerNamed: "dial")
    let dial = try engine.layer(named: "dial")
    #expect(dial.position == Point(1, 2) && dial.opacity == 0.5 && dial.isHidden)
    #expect(try engine.value(forKeyPath: "string", ofLayerNamed: "dial/title") == "Bye")
  }

  @Test func `a layer is found by name or path`() throws {
    let engine = try Engine()
    let root = try #require(try engine.run(script: card, name: "card.lua"))
    #expect(engine.rootLayer === root)
    #expect(try engine.layer(named: "card") === root)
    #expect(try engine.layer(named: "title").superlayer?.name == "dial")
    #expect(try engine.layer(named: "dial/title").className == "TextLayer")
    #expect(engine.layers.map(\.name) == ["card", "dial", "title", "title"])
  }

  @Test func `what is not there is explained`() throws {
    let engine = try Engine()
    let none = try #require(throws: EngineError.self) { try engine.layer(named: "dial") }
    #expect(none.kind == .usage && none.message == "there is no layer \"dial\": no script has returned a layer")
    try engine.run(script: card, name: "card.lua")
    let missing = try #require(throws: EngineError.self) { try engine.layer(named: "dail") }
    #expect(
      missing.message == "there is no layer \"dail\" in the tree that the script returned; there are card, dial, title")
    let key = try #require(throws: EngineError.self) {
      try engine.value(forKeyPath: "position.z", ofLayerNamed: "dial")
    }
    #expect(key.kind == .usage && key.message.contains("position"))
    let value = try #require(throws: EngineError.self) {
      try engine.setValue("big", forKeyPath: "opacity", ofLayerNamed: "dial")
    }
    #expect(value.kind == .usage && value.message.contains("expected a number, got string \"big\""))
    let type = try #require(throws: EngineError.self) {
      try engine.value(forKeyPath: "opacity", ofLayerNamed: "dial", as: String.self)
    }
    #expect(type.message == "dial, opacity: expected a string, got number 1")
  }

  @Test func `presentation values are those of a time`() throws {
    let engine = try Engine()
    try engine.run(
      script: """
        local l = ca.Layer { name = 'l', bounds = {0, 0, 4, 4}, opacity = 1 }
        l:addAnimation(ca.BasicAnimation { keyPath = 'opacity', fromValue = 0, toValue = 1, duration = 2 }, 'fade')
        return l
        """, name: "a.lua")
    #expect(try engine.presentationValue(forKeyPath: "opacity", ofLayerNamed: "l", at: 0.5) == 0.25)
    #expect(try engine.value(forKeyPath: "opacity", ofLayerNamed: "l") == 1.0)
    #expect(engine.currentTime == 0)
    try engine.advance(to: 1)
    #expect(engine.currentTime == 1)
    #expect(try engine.presentationValue(forKeyPath: "opacity", ofLayerNamed: "l") == 0.5)
    let error = try #require(throws: EngineError.self) { try engine.advance(to: 0.5) }
    #expect(error.kind == .usage && error.message.contains("time only goes forward"))
  }

  @Test func `advancing tells scripts`() throws {
    let host = try Printing()
    _ = try host.run(
      """
      local l = ca.Layer { bounds = {0, 0, 4, 4} }
      local a = ca.BasicAnimation { keyPath = 'opacity', fromValue = 0, toValue = 1, duration = 2 }
      a.delegate = { animationDidStop = function(_, _, finished) print('over', finished) error('late') end }
      l:addAnimation(a, 'fade')
      return l
      """)
    let error = try #require(throws: EngineError.self) { try host.engine.advance(to: 3) }
    #expect(host.printed == "over\ttrue\n" && error.kind == .script && error.line == 3)
  }

  @Test func `a script file is run from the script's folder`() throws {
    let folder = try TemporaryFolder()
    try folder.write("return ca.Layer { name = ca.args.name, bounds = {0, 0, 1, 1} }", to: "scenes/a.lua")
    let engine = try Engine(Engine.Configuration(scriptDirectory: folder.path + "/scenes"))
    #expect(try engine.run(file: "a.lua", arguments: ScriptArguments(named: [("name", "x")]))?.name == "x")
    let error = try #require(throws: EngineError.self) { try engine.run(file: "b.lua") }
    #expect(error.kind == .file && error.message.contains("b.lua"))
  }
}
