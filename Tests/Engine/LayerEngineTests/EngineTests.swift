// SPDX-License-Identifier: MIT
import Foundation
import Geometry
import LayerEngine
import LayerModel
import Pixels
import TestSupport
import Testing

@Suite struct EngineTests {
  @Test func `run returns the script's layer`() throws {
    let engine = try Engine()
    let layer = try engine.run(
      script: "return ca.Layer { bounds = {0, 0, 4, 2}, backgroundColor = 'lime' }", name: "a.lua")
    let image = try engine.render(try #require(layer), RenderOptions(scale: 2))
    #expect(image.width == 8 && image.height == 4)
    #expect(image.bitmap[1, 1] == 0xFF00_FF00)
  }

  @Test func `the renderer's settings are members of the configuration, and reach the renderer`() throws {
    var configuration = Engine.Configuration(threads: 3)
    configuration.hyphenDirectories = ["/hyphens"]
    configuration.rendering.imageCacheLimit = 7
    configuration.keptPictureLimit = 0
    configuration.limits.pixels = 99
    #expect(configuration.rendering.threads == 3 && configuration.imageCacheLimit == 7)
    let engine = try Engine(configuration)
    let used = engine.renderer.configuration
    #expect(used.hyphenDirectories == ["/hyphens"] && used.threads == 3 && used.imageCacheLimit == 7)
    #expect(used.keptPictureLimit == 0 && !used.allowsAllLinks && engine.scene.limits.pixels == 99)
    #expect(try Engine(Engine.Configuration(isTrusted: true)).renderer.configuration.allowsAllLinks)
  }

  @Test func `an engine takes everything with it`() throws {
    weak var scene: Scene?
    weak var renderer: AnyObject?
    weak var layer: Layer?
    do {
      let engine = try Engine()
      engine.onWarning = { _ in }
      layer = try engine.run(
        script: "local l = ca.TextLayer { string = 'x', frame = {0, 0, 9, 9} } l.opacty = 1 return l", name: "a.lua")
      scene = engine.scene
      renderer = engine.renderer
      if let layer { _ = try engine.render(layer) }
      #expect(scene != nil && renderer != nil && layer != nil)
    }
    #expect(scene == nil && renderer == nil && layer == nil)
  }

  @Test func `run returns nil for a script that returns nothing`() throws {
    let engine = try Engine()
    #expect(try engine.run(script: "local x = 1", name: "a.lua") == nil)
    #expect(try engine.run(script: "return nil", name: "a.lua") == nil)
  }

  @Test func `returning anything else is an error`() throws {
    let engine = try Engine()
    for code in ["return 1", "return 'x'", "return {}", "return true", "return print"] {
      let error = try #require(throws: EngineError.self) { try engine.run(script: code, name: "a.lua") }
      #expect(error.kind == .script)
      #expect(error.message.hasPrefix("a script returns a layer or nothing"))
    }
  }

  @Test func `an error carries script, line, source and traceback`() throws {
    let engine = try Engine()
    let error = try #require(throws: EngineError.self) {
      try engine.run(script: "\nlocal function f() error('ink ran dry') end\nf()", name: "a.lua")
    }
    #expect(error.kind == .script)
    #expect(error.message == "ink ran dry")
    #expect(error.script == "a.lua")
    #expect(error.line == 2)
    #expect(error.sourceLine == "local function f() error('ink ran dry') end")
    #expect(error.traceback?.contains("a.lua:3") == true)
    #expect(error.description == "a.lua:2: ink ran dry")
    #expect(error.exitCode == 1)
  }

  @Test func `a callback's error comes out of the render`() throws {
    let engine = try Engine()
    let layer = try engine.run(
      script: """
        local layer = ca.Layer { bounds = {0, 0, 4, 4} }
        layer.delegate = { drawLayerInContext = function() error('no ink') end }
        layer:setNeedsDisplay()
        return layer
        """, name: "a.lua")
    let root = try #require(layer)
    let error = try #require(throws: EngineError.self) { try engine.render(root) }
    #expect(error.message == "no ink")
    #expect(error.line == 2)
    #expect(error.sourceLine?.contains("no ink") == true)
  }

  @Test func `print and warnings go to their sinks`() throws {
    let engine = try Engine()
    var printed: [UInt8] = []
    var warnings: [String] = []
    engine.onPrint = { printed += $0 }
    engine.onWarning = { warnings.append($0.description) }
    try engine.run(script: "print('a', 1) local l = ca.Layer() l.backgroudColor = 'red'", name: "a.lua")
    #expect(String(decoding: printed, as: UTF8.self) == "a\t1\n")
    #expect(warnings.count == 1)
    #expect(warnings.first?.contains("backgroundColor") == true)
  }

  @Test func `a transaction left open is warned about`() throws {
    let engine = try Engine()
    var warnings: [String] = []
    engine.onWarning = { warnings.append($0.description) }
    try engine.run(
      script: """
        local l = ca.Layer {}
        ca.Transaction.begin() ca.Transaction.commit()
        ca.animate(1, function() l.opacity = 0.5 end)
        """, name: "closed.lua")
    #expect(warnings.isEmpty)
    try engine.run(
      script: """
        local l = ca.Layer {}
        ca.Transaction.begin()
        l:addAnimation(ca.BasicAnimation { keyPath = "opacity", toValue = 0 })
        """, name: "open.lua")
    #expect(
      warnings == [
        "open.lua:2: a transaction was begun but not committed, and an animation added in it did not begin; "
          + "call ca.Transaction.commit() for each ca.Transaction.begin()"
      ])
  }

  @Test func `arguments are the script's`() throws {
    let engine = try Engine()
    var printed = ""
    engine.onPrint = { printed += String(decoding: $0, as: UTF8.self) }
    let arguments = ScriptArguments(positional: ["one", "two"], named: [("title", "x"), ("title", "Hello")])
    try engine.run(
      script: "print(ca.args[1], ca.args[2], ca.args.title, ca.args.none)", name: "a.lua", arguments: arguments)
    #expect(printed == "one\ttwo\tHello\tnil\n")
  }

  @Test func `a call has a limit of its own`() throws {
    let endless = "while true do end"
    let engine = try Engine(Engine.Configuration(callTimeLimit: 0.1))
    for _ in 0..<3 {
      let error = try #require(throws: EngineError.self) { try engine.run(script: endless, name: "a.lua") }
      #expect(error.kind == .limit && error.message == "the time limit of 0.1 s for one call is reached")
    }
    // The next call has the full limit again; the limit also covers calls of a script's functions, hooks and pictures.
    let layer = try #require(
      try engine.run(
        script: """
          function forever() while true do end end
          local l = ca.Layer { bounds = {0, 0, 4, 4} }
          l.delegate = { displayLayer = forever }
          l:setNeedsDisplay()
          return l
          """, name: "b.lua"))
    for call in [
      { _ = try engine.call("forever") }, { _ = try engine.render(layer) },
      { try engine.frames(of: layer, FilmOptions(duration: 1)) { _ in true } },
    ] as [() throws -> Void] {
      let error = try #require(throws: EngineError.self) { try call() }
      #expect(error.kind == .limit && error.message.contains("for one call"), "\(error)")
    }
    // The shorter of the two limits applies.
    for (whole, call, words) in [(0.1, 30.0, "the time limit of 0.1 s is reached"), (30, 0.1, "of 0.1 s for one call")]
    {
      let both = try Engine(Engine.Configuration(timeLimit: whole, callTimeLimit: call))
      let error = try #require(throws: EngineError.self) { try both.run(script: endless, name: "a.lua") }
      #expect(error.message.contains(words))
    }
  }

  @Test func `only a run or a call sets the whole time back`() throws {
    let engine = try Engine(Engine.Configuration(timeLimit: 0.3, threads: 1))
    try engine.register("nap") { usleep(40_000) }
    let layer = try #require(
      try engine.run(
        script: """
          local l = ca.Layer { bounds = {0, 0, 4, 4} }
          l.delegate = { displayLayer = function() ca.host.nap() end }
          function again() l:setNeedsDisplay() end
          return l
          """, name: "a.lua"))
    func draw() throws {
      layer.setNeedsDisplay()
      _ = try engine.render(layer)
    }
    // Renders without a call exhaust it too, however short each is.
    let error = try #require(throws: EngineError.self) { for _ in 0..<100 { try draw() } }
    #expect(error.kind == .limit && error.message == "the time limit of 0.3 s is reached")
    #expect(throws: EngineError.self) { try draw() }
    try engine.call("again")
    #expect(try engine.render(layer).width == 4)
    // The limit also applies before the first run.
    let fresh = try Engine(Engine.Configuration(timeLimit: 30))
    let plain = Layer(in: fresh.scene)
    plain.bounds = Rect(0, 0, 2, 2)
    #expect(try fresh.render(plain).width == 2)
    // Renders of an engine with only a call limit do not.
    let other = try Engine(Engine.Configuration(callTimeLimit: 8, threads: 1))
    let square = try #require(try other.run(script: "return ca.Layer { bounds = {0, 0, 4, 4} }", name: "a.lua"))
    for _ in 0..<100 { #expect(try other.render(square).width == 4) }
  }

  @Test func `a host that sets a key that was not meant is told that it was the host`() throws {
    let engine = try Engine()
    var warnings: [LayerWarning] = []
    engine.onWarning = { warnings.append($0) }
    let layer = try #require(
      try engine.run(script: "local l = ca.Layer { bounds = {0, 0, 4, 4} } return l", name: "a.lua"))
    try layer.setValue(1, forKeyPath: "opacty")
    #expect(warnings.count == 1 && warnings[0].isOfHost && warnings[0].place == nil)
    #expect(warnings[0].description.hasPrefix("the host: Layer.opacty is not a property"))
    try engine.register("set") { (layer: Layer) in try layer.setValue(1, forKeyPath: "zPositon") }
    try engine.run(script: "\nca.host.set(ca.Layer {})", name: "b.lua")
    #expect(warnings.count == 2 && !warnings[1].isOfHost && warnings[1].description.hasPrefix("b.lua:2: "))
  }

  @Test func `a time limit stops a script that does not end`() throws {
    let engine = try Engine(Engine.Configuration(timeLimit: 0.2))
    let error = try #require(throws: EngineError.self) {
      try engine.run(script: "while true do pcall(function() while true do end end) end", name: "a.lua")
    }
    #expect(error.kind == .limit)
    #expect(error.exitCode == 3)
  }

  @Test func `a memory limit is a limit that a script may catch`() throws {
    let grow = "local t = {} for i = 1, 1e9 do t[i] = ('x'):rep(1000) .. i end"
    let error = try #require(throws: EngineError.self) {
      try Engine(Engine.Configuration(memoryLimit: 10_000_000)).run(script: grow, name: "a.lua")
    }
    #expect(error.kind == .limit)
    let engine = try Engine(Engine.Configuration(memoryLimit: 10_000_000))
    var printed = ""
    engine.onPrint = { printed += String(decoding: $0, as: UTF8.self) }
    try engine.run(script: "print(pcall(function() \(grow) end))", name: "a.lua")
    #expect(printed.hasPrefix("false"))
  }

  @Test func `wrong settings are usage errors`() throws {
    let engine = try Engine()
    let layer = try #require(try engine.run(script: "return ca.Layer { bounds = {0, 0, 4, 4} }", name: "a.lua"))
    for options in [
      RenderOptions(scale: 0), RenderOptions(scale: .nan), RenderOptions(time: .infinity),
      RenderOptions(size: Size(-1, 1)),
    ] {
      #expect(throws: EngineError.self) { try engine.render(layer, options) }
    }
  }

  @Test func `layers are found by name`() throws {
    let engine = try Engine()
    try engine.run(
      script:
        "return ca.Layer { bounds = {0, 0, 4, 4}, ca.Layer { name = 'a', ca.Layer { name = 'b' } }, ca.Layer { name = 'b' } }",
      name: "a.lua")
    let b = try engine.layer(named: "a/b")
    #expect(try b.superlayer === engine.layer(named: "a"))
  }

  @Test func `engines share nothing`() throws {
    let first = try Engine()
    let second = try Engine()
    try first.run(script: "shared = 1", name: "a.lua")
    var printed = ""
    second.onPrint = { printed += String(decoding: $0, as: UTF8.self) }
    try second.run(script: "print(shared)", name: "a.lua")
    #expect(printed == "nil\n")
  }

  @Test func `modules are read below the script's folder`() throws {
    let folder = try TemporaryFolder()
    try folder.write("return { n = 7 }", to: "scenes/lib/m.lua")
    try folder.write("return { n = 8 }", to: "scenes/p/init.lua")
    try folder.write("return 1", to: "outside.lua")
    let engine = try Engine(Engine.Configuration(scriptDirectory: folder.path + "/scenes"))
    var printed = ""
    engine.onPrint = { printed += String(decoding: $0, as: UTF8.self) }
    try engine.run(
      script: "print(require('lib.m').n, require('p').n, require('lib.m') == require('lib.m'))", name: "a.lua")
    #expect(printed == "7\t8\ttrue\n")
    for name in ["../outside", "..outside", "nosuch", "", "/etc/hosts"] {
      #expect(throws: EngineError.self) { try engine.run(script: "require('\(name)')", name: "a.lua") }
    }
  }

  @Test func `writing replaces a file as a whole`() throws {
    let folder = try TemporaryFolder()
    let engine = try Engine(Engine.Configuration(workingDirectory: folder.path))
    try engine.write([1, 2, 3], to: "a.bin")
    try engine.write([4], to: "a.bin")
    #expect(try folder.read("a.bin") == [4])
    let error = try #require(throws: EngineError.self) { try engine.write([5], to: "a.bin/b.bin") }
    #expect(error.exitCode == 4)
    #expect(folder.contents == ["a.bin"])
  }
}
