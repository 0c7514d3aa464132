// SPDX-License-Identifier: MIT
import Foundation
import LayerEngine
import TestSupport
import Testing

/// Scenes of small scripts that are written and read: what they draw then, and the errors for what no file holds.
@Suite struct SceneRoundTripTests {
  private func engine(_ folder: TemporaryFolder) throws -> Engine {
    var configuration = Engine.Configuration()
    configuration.threads = 1
    configuration.scriptDirectory = folder.path
    configuration.workingDirectory = folder.path
    configuration.readableDirectories = [folder.path]
    configuration.writableDirectories = [folder.path]
    let engine = try Engine(configuration)
    engine.onWarning = { _ in }
    return engine
  }

  /// The start of each script: a root `r` of 60 by 60 points, and images of one and of two resolutions.
  private static let start = """
    local function dot(file, color, scale)
      ca.render(ca.Layer { bounds = {0, 0, 6, 6}, backgroundColor = color,
        ca.Layer { bounds = {0, 0, 2, 2}, position = {1, 1}, backgroundColor = "black" } }, file, { scale = scale })
    end
    dot("pic.png", "red", 1) dot("pic@3x.png", "red", 3) dot("other.png", "blue", 1)
    local r = ca.Layer { name = "r", bounds = {0, 0, 60, 60}, backgroundColor = "white" }
    local a = ca.Layer { name = "a", bounds = {0, 0, 20, 20}, position = {20, 20}, backgroundColor = "teal" }
    r:addSublayer(a)
    local function set(layer, path, value) return ca.StateSetValue { target = layer, keyPath = path, value = value } end
    local function on(...) r.states = { ca.State { name = "On", elements = {...} }, ca.State { name = "Off" } } end
    local function move(layer, path, from, to)
      layer:addAnimation(ca.BasicAnimation { keyPath = path, fromValue = from, toValue = to, duration = 2 })
    end

    """

  private func layer(_ script: String, _ engine: Engine) throws -> Layer {
    try #require(try engine.run(script: Self.start + script + "\nreturn r", name: "a.lua"))
  }

  static let scripts: [(name: String, script: String)] = [
    ("an image of a state by its name", "on(set(a, 'contents', 'pic.png'))"),
    ("no image in a state", "a.contents = 'pic.png' on(set(a, 'contents', false))"),
    (
      "images of animations by their names",
      """
      a:addAnimation(ca.KeyframeAnimation { keyPath = "contents", values = {"pic.png", "other.png"}, duration = 2,
        calculationMode = "discrete" })
      """
    ),
    ("an image of an animation by its name", "move(a, 'contents', 'pic.png', ca.Image('other.png'))"),
    ("no colour in a state", "on(set(a, 'backgroundColor', false))"),
    (
      "no colour of a shape in a state",
      """
      local s = ca.ShapeLayer { path = "M0 0 L20 0 L10 20Z", fillColor = "red", position = {20, 30} } r:addSublayer(s)
      on(set(s, "fillColor", false), set(s, "hidden", false))
      """
    ),
    (
      "words of a state that mean no value elsewhere",
      """
      local t = ca.TextLayer { string = "plain", fontSize = 12, bounds = {0, 0, 50, 20}, position = {30, 30},
        foregroundColor = "black" } r:addSublayer(t)
      on(set(t, "string", "none"))
      """
    ),
    (
      "the root's place in states",
      """
      r.position = {7, 9} r.anchorPoint = {0.3, 0.2}
      on(set(r, "position", {90, 90}), set(r, "transform.scale", 2), set(r, "anchorPoint", {1, 1}),
        set(r, "backgroundColor", "yellow"), set(r, "bounds.origin", {5, 5}))
      """
    ),
    ("the root's y axis in states", "on(set(r, 'geometryFlipped', true))"),
    ("the root's y axis in animations", "move(r, 'geometryFlipped', true, true)"),
    (
      "the root's place in groups",
      """
      r:addAnimation(ca.AnimationGroup { duration = 2, animations = {
        ca.BasicAnimation { keyPath = "position", fromValue = {0, 0}, toValue = {80, 80}, duration = 2 },
        ca.BasicAnimation { keyPath = "backgroundColor", toValue = "blue", duration = 2 } } })
      move(r, "anchorPoint", {0, 0}, {1, 1})
      """
    ),
    (
      "animations of a mask and of sublayers by their names",
      """
      a.mask = ca.Layer { bounds = {0, 0, 10, 10}, position = {5, 5}, backgroundColor = "black" }
      move(a, "mask.position.x", 0, 20)
      move(r, "sublayers.a.position.y", 10, 50)
      """
    ),
    (
      "inputs of colour controls",
      """
      a.filters = { ca.Filter("CIColorControls", { name = "cc", inputContrast = 0.5 }) }
      move(a, "filters.cc.inputContrast", 0.2, 1.8)
      """
    ),
    (
      "inputs of colour controls in states",
      """
      a.filters = { ca.Filter("CIColorControls", { name = "cc", inputBrightness = 0.1 }) }
      on(set(a, "filters.cc.inputBrightness", 0.6))
      """
    ),
    (
      "images of several resolutions in animations",
      """
      a.contents = "pic.png" a.contentsGravity = "center"
      a:addAnimation(ca.KeyframeAnimation { keyPath = "contents", duration = 2, calculationMode = "discrete",
        values = { ca.Image.named("pic"), ca.Image("other.png") } })
      """
    ),
    (
      "images of several resolutions before those of states",
      """
      a.contents = ca.Image.named("pic") a.contentsGravity = "center"
      on(set(a, "contents", "other.png"))
      """
    ),
    (
      "images of several resolutions in cells",
      """
      r:addSublayer(ca.EmitterLayer { seed = 1, bounds = {0, 0, 60, 60}, position = {30, 30}, beginTime = -3,
        emitterPosition = {30, 30},
        emitterCells = { ca.EmitterCell { contents = ca.Image.named("pic"), birthRate = 1, lifetime = 2 } } })
      """
    ),
    (
      "identities with control characters",
      """
      local b = ca.Layer { bounds = {0, 0, 9, 9}, position = {50, 20}, backgroundColor = "blue" } r:addSublayer(b)
      a.camlID = "x\\1" b.camlID = "x\\2"
      on(set(a, "position", {20, 50}), set(b, "position", {40, 40}))
      """
    ),
    ("noncharacters", "a.name = 'a\\u{FFFE}\\u{FFFF}'"),
  ]

  @Test(arguments: scripts.indices) func `a scene draws the same when it is read again`(index: Int) throws {
    let (name, script) = Self.scripts[index]
    let folder = try TemporaryFolder()
    let first = try engine(folder)
    let layer = try layer(script, first)
    try first.write(layer, to: "a.ca")
    try first.write(layer, to: "a.lua")
    let isMulti = name.hasSuffix("cells")
    let second = try engine(folder)
    let read = try second.package(at: folder.path + "/a.ca")
    #expect(read.notes.isEmpty, "\(name): \(read.notes)")
    let third = try engine(folder)
    let again = try #require(try third.run(script: try folder.read("a.lua"), name: "a.lua"))
    let states = layer.states == nil ? [nil] : [nil, "On", "Off"]
    for state in states {
      for root in [layer, read.rootLayer, again] where layer.states != nil {
        try root.setState(state, transitionSpeed: 0)
      }
      for time in [0.3, 1.2] {
        let options = PictureOptions(scale: isMulti ? 3 : 1, time: time)
        let expected = try first.render(layer, options)
        let label = "\(name), \(state ?? "no state"), \(time) s"
        #expect((expected.bitmap.isEqual(to: try second.render(read.rootLayer, options).bitmap)) as Bool, "\(label)")
        #expect((expected.bitmap.isEqual(to: try third.render(again, options).bitmap)) as Bool, "script: \(label)")
      }
    }
  }

  @Test func `the states of a wallpaper keep the root's place`() throws {
    let folder = try TemporaryFolder()
    let first = try engine(folder)
    let layer = try layer(
      """
      r.position = {7, 9}
      r.states = { ca.State { name = "Locked", elements = { set(r, "position", {90, 90}),
        set(r, "geometryFlipped", true) } }, ca.State { name = "Unlock" } }
      """, first)
    try first.write(layer, to: "a.tendies")
    let second = try engine(folder)
    let read = try second.package(at: folder.path + "/a.tendies").rootLayer
    for state in ["Locked", "Unlock"] {
      for root in [layer, read] { try root.setState(state, transitionSpeed: 0) }
      let expected = try first.render(layer)
      #expect((expected.bitmap.isEqual(to: try second.render(read).bitmap)) as Bool, "\(state)")
    }
  }

  // MARK: Contents that no file holds

  private static let text = """
    local t = ca.TextLayer { string = "hi", fontSize = 20, bounds = {0, 0, 50, 50}, position = {30, 30},
      foregroundColor = "blue" } r:addSublayer(t)

    """
  private static let dial = """
    local Dial = ca.Layer:subclass("Dial", { defaults = { pos = ca.Point(1, 2), heading = 0 },
      redrawKeys = { "pos", "heading" } })
    function Dial:drawInContext(c) c:setFillColor("red") c:fill({self.pos.x, self.pos.y, 9, 9}) end
    local d = Dial { bounds = {0, 0, 30, 30}, position = {30, 30} } r:addSublayer(d)

    """

  private static let tiles = """
    r:addSublayer(ca.TiledLayer { bounds = {0, 0, 30, 30}, position = {40, 40}, delegate = {
      drawLayerInContext = function(self, layer, c) c:fill({5, 5, 10, 10}) end } })
    """

  static let refusals: [(script: String, tail: String, message: String)] = [
    ("on(set(r, 'bounds.size', {9, 9}))", ".ca", "which changes the size of the scene"),
    ("on(set(r, 'bounds', {0, 0, 9, 9}))", ".ca", "which changes the size of the scene"),
    ("move(r, 'bounds.size', {20, 20}, {60, 60})", ".ca", "which changes the size of the scene"),
    (
      text + "t.verticalAlignment = 'center' on(set(t, 'string', 'locked'))", ".ca",
      "written as pixels, while the state On sets string"
    ),
    (
      text + "t.verticalAlignment = 'center' move(t, 'bounds.size.width', 20, 60)", ".ca",
      "written as pixels, while an animation moves bounds.size.width"
    ),
    (text + "on(set(t, 'verticalAlignment', 'bottom'))", ".ca", "sets verticalAlignment"),
    ("on(set(r, 'sublayerDepth', 'intersect'))", ".ca", "sets sublayerDepth"),
    (
      text + "on(set(t, 'string', ca.AttributedString { {'x', foregroundColor = 'red'} }))", ".ca",
      "the state On, which sets string to attributed text"
    ),
    (dial + "move(d, 'pos.x', 0, 20)", ".ca", "an animation of pos.x, a key of the script's own"),
    (dial + "on(set(d, 'heading', 1))", ".ca", "the state On, which sets heading, a key of the script's own"),
    (tiles, ".ca", "the tiles that its delegate draws"), (tiles, ".lua", "the tiles that its delegate draws"),
    (dial + "on(set(d, 'heading', 1))", ".lua", "the state On sets"),
    (
      dial + "d.needsDisplayOnBoundsChange = true d:setNeedsDisplay() move(d, 'bounds.size.width', 9, 30)", ".ca",
      "moves bounds.size.width"
    ),
    (
      dial + "d.needsDisplayOnBoundsChange = true d:setNeedsDisplay() move(d, 'bounds.size.width', 9, 30)", ".lua",
      "moves bounds.size.width"
    ),
    ("local l = r for i = 1, 600 do local n = ca.Layer {} l:addSublayer(n) l = n end", ".ca", "1024 deep"),
    (
      """
      local v = {} for i = 1, 200001 do v[i] = i % 2 end
      a:addAnimation(ca.KeyframeAnimation { keyPath = "opacity", duration = 1, values = v })
      """, ".ca", "200000 elements"
    ),
    (
      """
      local v = {} for i = 1, 2001 do v[i] = "pic.png" end
      a:addAnimation(ca.KeyframeAnimation { keyPath = "contents", duration = 1, values = v })
      """, ".ca", "2001 images: at most 2000"
    ),
    (
      "r.states = { ca.State { name = 'A', basedOn = 'B' }, ca.State { name = 'B', basedOn = 'A' } }", ".ca",
      "the state A, which is based on itself"
    ),
    (long, ".caml", "more than 16777216 bytes"), (long, ".lua", "more than 16777216 bytes"),
  ]

  private static let long = """
    local path = ca.Path("M0 0" .. (" L1.5 1.25"):rep(50000))
    for i = 1, 40 do r:addSublayer(ca.ShapeLayer { path = path }) end
    """

  @Test(arguments: refusals.indices) func `an error says what no file holds`(index: Int) throws {
    let (script, tail, message) = Self.refusals[index]
    let folder = try TemporaryFolder()
    let engine = try engine(folder)
    let layer = try layer(script, engine)
    let files = folder.contents
    let error = #expect(throws: EngineError.self) { try engine.write(layer, to: "scene\(tail)") }
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    #expect(error?.message.contains("layer ") == true && error?.message.contains("a.lua:") == true)
    #expect(folder.contents == files)
  }

  // MARK: Files beside the scene

  @Test func `an image takes another name where a file lies`() throws {
    let folder = try TemporaryFolder()
    let engine = try engine(folder)
    let layer = try layer(
      """
      local bytes = ca.Image { width = 1, height = 1, pixels = "abcd" }
      a.contents = ca.Image { width = 1, height = 1, pixels = "\\255\\0\\0\\255" }
      """, engine)
    try folder.write("mine", to: "sky-assets/image.png")
    for tail in [".caml", ".lua"] {
      try engine.write(layer, to: "sky" + tail)
      let text = String(decoding: try folder.read("sky" + tail), as: UTF8.self)
      #expect(text.contains("sky-assets/image-2.png"))
    }
    // An equal image has its name again.
    try engine.write(layer, to: "sky.caml")
    #expect(try folder.read("sky-assets/image.png") == Array("mine".utf8))
    #expect(folder.exists("sky-assets/image-2.png") && !folder.exists("sky-assets/image-3.png"))
  }

  @Test func `scenes whose names differ in signs keep their images`() throws {
    let folder = try TemporaryFolder()
    let engine = try engine(folder)
    for (name, color) in [("a b.caml", "\\255\\0\\0\\255"), ("a&b.caml", "\\0\\255\\0\\255"), ("a b.lua", "abcd")] {
      let layer = try layer("a.contents = ca.Image { width = 1, height = 1, pixels = '\(color)' }", engine)
      try engine.write(layer, to: name)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/a-b-assets").sorted()
    #expect(names == ["image-2.png", "image-3.png", "image.png"])
  }

  @Test func `nothing is written beside a folder in the scene's place`() throws {
    let folder = try TemporaryFolder()
    let engine = try engine(folder)
    let layer = try layer("a.contents = ca.Image { width = 1, height = 1, pixels = 'abcd' }", engine)
    try folder.write("mine", to: "u.caml/notes.txt")
    let files = folder.contents
    let error = #expect(throws: EngineError.self) { try engine.write(layer, to: "u.caml") }
    #expect(error?.message.contains("it is a folder") == true && folder.contents == files)
  }

  @Test func `a folder with another index is not replaced`() throws {
    let folder = try TemporaryFolder()
    let engine = try engine(folder)
    let layer = try layer("", engine)
    try folder.write("<sitemap/>", to: "site.ca/index.xml")
    try folder.write("mine", to: "site.ca/deep/precious.txt")
    let error = #expect(throws: EngineError.self) { try engine.write(layer, to: "site.ca") }
    #expect(error?.kind == .file && folder.exists("site.ca/deep/precious.txt"))
    try folder.write("<dict><key>rootDocument</key></dict>", to: "old.ca/index.xml")
    try engine.write(layer, to: "old.ca")
    #expect(folder.exists("old.ca/main.caml"))
  }

  @Test func `layers of one name are numbered`() throws {
    let folder = try TemporaryFolder()
    let engine = try engine(folder)
    let layer = try layer(
      "r:addSublayer(ca.Layer { name = 'dot2' }) for i = 1, 3 do r:addSublayer(ca.Layer { name = 'dot' }) end", engine)
    try engine.write(layer, to: "s.lua")
    let text = String(decoding: try folder.read("s.lua"), as: UTF8.self)
    for name in ["dot", "dot2", "dot3", "dot4"] { #expect(text.contains("local \(name) = ")) }
  }
}
