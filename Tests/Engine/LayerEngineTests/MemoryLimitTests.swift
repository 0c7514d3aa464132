// SPDX-License-Identifier: MIT
import LayerEngine
import Testing
import TestSupport

/// Everything that a script can make large is charged to the memory limit before it is allocated: each of these would
/// take several hundred megabytes and is stopped at 20. Most repeat one long string or table, which costs Lua nothing.
@Suite struct EngineMemoryLimitTests {
  private static let hoards: [(what: String, script: String)] = [
    ("names", "local s = ('x'):rep(1000000) for i = 1, 400 do local l = ca.Layer(); l.name = s; T[i] = l end"),
    ("keys of one's own", "local l, s = ca.Layer(), ('x'):rep(1000000) for i = 1, 400 do l['k' .. i] = s end"),
    (
      "many small keys of one's own",
      "local t = {} for i = 1, 5000 do t['k' .. i] = i end for i = 1, 400 do T[i] = ca.Layer { userInfo = t } end"
    ),
    ("a style", "local t, s = {}, ('x'):rep(1000000) for i = 1, 400 do t[i] = s end ca.Layer().style = { a = t }"),
    (
      "styles",
      "local t = {} for i = 1, 2000 do t['k' .. i] = i end for i = 1, 1000 do T[i] = ca.Layer { style = t } end"
    ),
    (
      "colours",
      "local t = {} for i = 1, 10000 do t[i] = 'red' end for i = 1, 1000 do T[i] = ca.GradientLayer { colors = t } end"
    ),
    ("path data", "local s = 'M0 0' .. (' L1 1'):rep(50000) for i = 1, 400 do T[i] = ca.ShapeLayer { path = s } end"),
    ("long path data", "ca.Path('M0 0' .. ('h1'):rep(5000000))"),
    (
      "keyframes",
      "local t = {} for i = 1, 10000 do t[i] = i end for i = 1, 1000 do T[i] = ca.KeyframeAnimation { keyPath = 'opacity', values = t } end"
    ),
    ("texts", "local s = ('x'):rep(1000000) for i = 1, 400 do T[i] = ca.TextLayer { string = s } end"),
    (
      "an attributed string",
      "local s, t = ('x'):rep(1000000), {} for i = 1, 400 do t[i] = { s } end ca.AttributedString(t)"
    ),
    ("attributed strings", "local s = ('x'):rep(1000000) for i = 1, 400 do T[i] = ca.AttributedString { { s } } end"),
    (
      "values of a transaction",
      "ca.Transaction.begin() local s = ('x'):rep(1000000) for i = 1, 400 do ca.Transaction.setValue(s, 'k' .. i) end"
    ),
    ("completion blocks", "ca.Transaction.begin() for i = 1, 1000000 do ca.Transaction.setCompletionBlock(print) end"),
    ("decoded JSON", "ca.decodeJSON('[' .. ('0,'):rep(1000000) .. '0]')"),
    ("decoded strings", "ca.decodeJSON('[' .. ('\"\",'):rep(1000000) .. '0]')"),
    ("encoded JSON", "local s, t = ('x'):rep(1000000), {} for i = 1, 400 do t[i] = s end ca.encodeJSON(t)"),
    (
      "tables in tables",
      "local a, b = {}, {} for i = 1, 1000 do a[i] = 'q' end for i = 1, 1000 do b[i] = a end ca.encodeJSON(b)"
    ),
    (
      "colours of a gradient",
      "local t = {} for i = 1, 10000 do t[i] = 'red' end\nca.Image.draw(9, 9, function(c) for i = 1, 400 do c:drawLinearGradient(t, nil, {0, 0}, {1, 1}) end end)"
    ),
    (
      "dashes",
      "local t = {} for i = 1, 100000 do t[i] = 1 end\nca.Image.draw(9, 9, function(c) for i = 1, 400 do c:setLineDash(0, t); c:stroke {0, 0, 5, 5} end end)"
    ),
    (
      "particles",
      "local i = ca.Image { width = 1, height = 1, pixels = 'abcd' }\nlocal e = ca.EmitterLayer { bounds = {0, 0, 9, 9}, emitterCells = { ca.EmitterCell { birthRate = 900000, lifetime = 1, contents = i } } }\nca.setCurrentTime(2) ca.render(e)"
    ),
    ("outlines of letters", "ca.Path.text(('W'):rep(40000), { fontSize = 14 })"),
    ("an image", "ca.Image { width = 4000, height = 4000, pixels = function() return 0, 0, 0 end }"),
    ("a picture", "ca.render(ca.Layer { bounds = {0, 0, 4000, 4000} })"),
    (
      "laid-out text",
      "local r, s = ca.Layer { bounds = {0, 0, 9, 9} }, ('word '):rep(3000)\nfor i = 1, 100 do r:addSublayer(ca.TextLayer { frame = {0, 0, 1, 9}, wrapped = true, string = s }) end ca.render(r)"
    ),
    ("layers", "for i = 1, 1000000 do T[i] = ca.Layer() end"),
    ("cells", "for i = 1, 1000000 do T[i] = ca.EmitterCell() end"),
    (
      "copies",
      "local l = ca.Layer() for i = 1, 100 do l:addSublayer(ca.Layer()) end for i = 1, 10000 do T[i] = l:copy() end"
    ),
  ]

  @Test(arguments: hoards.map(\.what)) func `a script that hoards ends at the memory limit`(what: String) throws {
    let hoard = try #require(Self.hoards.first { $0.what == what })
    let error = try #require(
      try failure("local T = {} " + hoard.script, Engine.Configuration(memoryLimit: 20_000_000)),
      "\(what): the script ran")
    #expect(error.exitCode == 3, "\(what): \(error)")
    #expect(error.message.contains("memory"), "\(what): \(error)")
    #expect(error.message.contains("20000000"), "\(what): \(error)")
    #expect(error.line != nil)
  }

  /// Would total three times the limit if replaced values were not released.
  @Test func `what replaces a value takes its place in the memory limit`() throws {
    let error = try failure(
      """
      local l, s = ca.Layer(), ("x"):rep(1000000)
      for i = 1, 60 do
        l.name = s .. i
        l.own = s .. i
        l.style = { a = { s .. i } }
        local copy = l:copy()
        copy.name = nil
      end
      for i = 1, 60 do local l = ca.Layer { name = s } end
      for i = 1, 60 do ca.Transaction.setValue(s .. i, "k") end
      for i = 1, 60 do ca.encodeJSON { s } end
      for i = 1, 20 do ca.decodeJSON("[" .. ("0,"):rep(20000) .. "0]") end
      """, Engine.Configuration(memoryLimit: 20_000_000))
    #expect(error == nil, "\(String(describing: error))")
  }

  @Test func `a script may catch the end of memory and go on`() throws {
    let engine = try Engine(Engine.Configuration(memoryLimit: 20_000_000))
    var printed: [UInt8] = []
    engine.onPrint = { printed += $0 }
    // Completion blocks are held until the clock advances.
    for hoard in Self.hoards where hoard.what != "completion blocks" {
      try engine.run(
        script:
          "print((pcall(function() local T = {} \(hoard.script) end)))\nwhile pcall(ca.Transaction.commit) do end",
        name: "test.lua")
    }
    #expect(String(decoding: printed, as: UTF8.self).split(separator: "\n").allSatisfy { $0 == "false" })
    #expect(try engine.run(script: "return ca.Layer { bounds = {0, 0, 9, 9} }", name: "after.lua") != nil)
  }

  @Test(arguments: [
    ("for i = 1, 2000 do ca.Transaction.begin() end", "at most 1000 transactions can be open"),
    ("for i = 1, 2000 do ca.onFrame(print) end", "at most 1000 functions can be called for each frame"),
    (
      "local d = {} for i = 1, 2000 do d['k' .. i] = i end ca.Layer:subclass('C', { defaults = d })",
      "at most 1000 keys"
    ),
    (
      "local C = ca.Layer for i = 1, 1000 do C = C:subclass('C', { defaults = { ['k' .. i] = 1 } }) end",
      "at most 1000 keys"
    ),
    ("for i = 1, 4100 do ca.Layer:subclass('C') end", "at most 4096"),
    ("ca.Image { width = 40000, height = 1, pixels = '' }", "each side must be 1 to 32768"),
    ("ca.Image.draw(1e9, 1e9, print)", "each side must be 1 to 32768"),
    ("ca.decodeJSON(('['):rep(200))", "nested more than 100 deep"),
    ("local t = {} for i = 1, 200 do t = { t } end ca.encodeJSON(t)", "at most 100 levels"),
    ("ca.render(ca.Layer { bounds = {0, 0, 9, 9} }, { scale = 1e6 })", "each side must be 1 to 32768"),
  ])
  func `a limit by number says which`(script: String, message: String) throws {
    let error = try #require(try failure(script))
    #expect(error.message.contains(message), "\(error)")
    #expect(error.exitCode == 3, "\(error)")
    #expect(error.line == 1)
  }
}

/// The limits set by an embedder: each error names its limit and the value, and a value just within it succeeds.
@Suite struct ConfiguredLimitTests {
  private func check(
    _ name: WritableKeyPath<Engine.Configuration.Limits, Int>, _ value: Int, within: String, beyond: String,
    says: String
  )
    throws
  {
    var limits = Engine.Configuration.Limits()
    limits[keyPath: name] = value
    let configuration = Engine.Configuration(limits: limits)
    let refused = try failure(within, configuration)
    #expect(refused == nil, "\(String(describing: refused))")
    let error = try #require(try failure(beyond, configuration))
    #expect(error.exitCode == 3)
    #expect(error.message.contains(says) && error.message.contains("\(value)"), "\(error)")
    #expect(error.line == 1)
  }

  @Test func `pixels are limited`() throws {
    func script(_ size: Int) -> String { "ca.render(ca.Layer { bounds = {0, 0, \(size), 10} })" }
    try check(\.pixels, 100, within: script(10), beyond: script(11), says: "a picture of 11×10 pixels is too large")
  }

  @Test func `a picture in strips counts against the pixels of one picture`() throws {
    let folder = try TemporaryFolder()
    func message(_ pixels: Int, _ name: String) throws -> String? {
      var limits = Engine.Configuration.Limits()
      limits.pixels = pixels
      let engine = try Engine(Engine.Configuration(workingDirectory: folder.path, limits: limits))
      let layer = try #require(try engine.run(script: "return ca.Layer { bounds = {0, 0, 40000, 40000} }", name: "a"))
      let error = #expect(throws: EngineError.self) { try engine.write(layer, to: name) }
      #expect(error?.exitCode == 3)
      return error?.message
    }
    for (pixels, name) in [(268_435_456, "a.png"), (1_599_999_999, "a.png"), (1_000_000_000, "a.jpg")] {
      #expect(try message(pixels, name)?.contains("40000×40000 pixels is too large: at most \(pixels)") == true)
    }
    #expect(folder.contents.isEmpty)
  }

  @Test func `what is printed is limited`() throws {
    func script(_ count: Int) -> String { "print(('x'):rep(\(count)))" }
    try check(
      \.printedBytes, 100, within: script(99), beyond: script(100), says: "printed 0 bytes and now prints 101")
    try check(
      \.printedBytes, 100, within: "for i = 1, 50 do print(1) end", beyond: "for i = 1, 51 do print(1) end",
      says: "at most 100 may be printed; print less, or raise limits.printedBytes")
  }

  @Test func `what is printed counts from one call of a script to the next`() throws {
    var bytes = 0
    var limits = Engine.Configuration.Limits()
    limits.printedBytes = 10
    let engine = try Engine(Engine.Configuration(limits: limits))
    engine.onPrint = { bytes += $0.count }
    for _ in 0..<5 { try engine.run(script: "print('12345678')", name: "a.lua") }
    #expect(bytes == 45)
    // Drawing hooks share the count of the preceding script.
    let layer = try #require(
      try engine.run(
        script: """
          local Loud = ca.Layer:subclass("Loud")
          function Loud:drawInContext() print('123456') end
          local l = Loud { bounds = {0, 0, 4, 4} }
          l:setNeedsDisplay()
          print('1')
          return l
          """, name: "a.lua"))
    _ = try engine.render(layer)
    layer.setNeedsDisplay()
    let error = #expect(throws: EngineError.self) { try engine.render(layer) }
    #expect(error?.kind == .limit && bytes == 45 + 2 + 7)
    // A trusted script may print without limit.
    let trusted = try Engine(Engine.Configuration(isTrusted: true, limits: limits))
    try trusted.run(script: "print(('x'):rep(1000))", name: "a.lua")
  }

  @Test func `what is caught is not printed either`() throws {
    var bytes = 0
    var limits = Engine.Configuration.Limits()
    limits.printedBytes = 1000
    let engine = try Engine(Engine.Configuration(limits: limits))
    engine.onPrint = { bytes += $0.count }
    _ = try? engine.run(script: "for i = 1, 5000 do pcall(print, ('x'):rep(i % 97)) end", name: "a.lua")
    #expect(bytes <= 1000)
  }

  @Test func `warnings are limited`() throws {
    var warnings: [String] = []
    var limits = Engine.Configuration.Limits()
    limits.printedBytes = 1000
    let engine = try Engine(Engine.Configuration(limits: limits))
    engine.onWarning = { warnings.append($0.message) }
    try engine.run(script: "warn('@on') for i = 1, 5000 do warn('w' .. i) end", name: "a.lua")
    let last = try #require(warnings.last)
    #expect(last.contains("further warnings are suppressed") && last.contains("at most 1000 may be"), "\(last)")
    #expect(warnings.dropLast().map(\.utf8.count).reduce(0, +) <= 1000 && warnings.count < 400)
    // Warnings about keys, each with a different message.
    warnings = []
    let keys = try Engine()
    keys.onWarning = { warnings.append($0.message) }
    try keys.run(
      script: """
        local long = ('x'):rep(20000)
        for i = 1, 1000 do ca.Layer { name = i .. long, style = { ['no' .. i] = 1 } } end
        for i = 1, 11000 do ca.Layer()['opacit' .. i] = 1 end
        """, name: "a.lua")
    #expect(warnings.map(\.utf8.count).reduce(0, +) < 40 << 20 && warnings.count <= 10_001)
  }

  @Test func `surface pixels are limited`() throws {
    func script(_ size: Int) -> String {
      "ca.render(ca.Layer { bounds = {0, 0, 400, 400}, ca.Layer { frame = {50, 50, \(size), \(size)}, shadowOpacity = 1, shadowRadius = 5, ca.ShapeLayer { path = 'M 0 0 L \(size) \(size / 2) L 0 \(size) Z' } } })"
    }
    try check(\.surfacePixels, 20_000, within: script(20), beyond: script(300), says: "off-screen surfaces")
  }

  @Test func `layers are limited`() throws {
    try check(
      \.layers, 50, within: "for i = 1, 50 do _G[i] = ca.Layer() end",
      beyond: "for i = 1, 51 do _G[i] = ca.Layer() end",
      says: "too many layers")
  }

  @Test func `replicated layers are limited`() throws {
    func script(_ count: Int) -> String {
      "ca.render(ca.ReplicatorLayer { bounds = {0, 0, 9, 9}, instanceCount = \(count), ca.Layer { bounds = {0, 0, 2, 2}, backgroundColor = 'red' } })"
    }
    try check(\.replicatedLayers, 100, within: script(90), beyond: script(101), says: "after replication")
  }

  @Test func `particles are limited`() throws {
    func script(_ rate: Int) -> String {
      "local e = ca.EmitterLayer { bounds = {0, 0, 9, 9}, emitterCells = { ca.EmitterCell { birthRate = \(rate), lifetime = 1, contents = ca.Image { width = 1, height = 1, pixels = 'abcd' } } } } ca.setCurrentTime(2) ca.render(e)"
    }
    try check(\.particles, 100, within: script(90), beyond: script(200), says: "particles at once")
  }

  @Test func `path segments are limited`() throws {
    func script(_ count: Int) -> String { "local p = ca.Path():move(0, 0) for i = 1, \(count) do p:addLine(i, i) end" }
    try check(\.pathSegments, 1000, within: script(990), beyond: script(1200), says: "a path may have at most")
    try check(
      \.pathSegments, 1000, within: "ca.ShapeLayer { path = 'M0 0' .. ('h1'):rep(900) }",
      beyond: "ca.ShapeLayer { path = 'M0 0' .. ('h1'):rep(1100) }", says: "a path may have at most")
  }

  @Test func `frames are limited`() throws {
    func script(_ count: Int) -> String {
      "ca.render(ca.Layer { bounds = {0, 0, 2, 2} }, 'frame-limit.apng', { fps = 10, duration = \(count) / 10 })"
    }
    var limits = Engine.Configuration.Limits()
    limits.frames = 5
    let folder = try TemporaryFolder()
    let configuration = Engine.Configuration(workingDirectory: folder.path, limits: limits)
    #expect(try failure(script(5), configuration) == nil && folder.exists("frame-limit.apng"))
    let beyond = try #require(try failure(script(6), configuration))
    #expect(beyond.exitCode == 3 && beyond.message.contains("a film of 6 frames is too long: at most 5"), "\(beyond)")
  }

  @Test func `drawing operations are limited`() throws {
    func script(_ count: Int) -> String {
      "ca.Image.draw(9, 9, function(c) for i = 1, \(count) do c:fill {0, 0, 1, 1} end end)"
    }
    try check(\.drawingOperations, 100, within: script(100), beyond: script(101), says: "a drawing may have at most")
  }

  @Test func `image pixels are limited`() throws {
    func script(_ size: Int) -> String {
      "ca.Image { width = \(size), height = 10, pixels = function() return 0, 0, 0 end }"
    }
    try check(\.imagePixels, 100, within: script(10), beyond: script(11), says: "an image of 11×10 pixels is too large")
    try check(
      \.imagePixels, 100, within: script(10), beyond: "ca.Image.draw(11, 10, function() end)",
      says: "an image of 11×10 pixels is too large"
    )
  }

  @Test func `the length of text is limited`() throws {
    func script(_ count: Int) -> String { "ca.measureText(('x'):rep(\(count)))" }
    try check(\.textLength, 100, within: script(100), beyond: script(101), says: "the text is 101 bytes long")
  }
}

/// The error of a script that fails; nil if it succeeds.
private func failure(_ script: String, _ configuration: Engine.Configuration = Engine.Configuration()) throws
  -> EngineError?
{
  let engine = try Engine(configuration)
  do {
    try engine.run(script: script, name: "test.lua")
    return nil
  } catch { return EngineError(error) }
}
