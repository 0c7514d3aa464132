// SPDX-License-Identifier: MIT
import Foundation
import LayerEngine
import TestSupport
import Testing

/// Scenes that are written, read and drawn again.
@Suite struct SceneWritingTests {
  /// The scenes of scripts/scenes that no file holds, with a part of the error.
  static let unwritable: [String: String] = [
    "badges": "trimMode", "classes": "the tiles that its delegate draws",
    "cover-flow": "the function of each frame", "crossing-planes": "sublayerDepth",
    "custom-keys": "an animation moves level",
    "decorations": "an image as backgroundColor", "launch-day": "colorSpace", "lines": "trimMode",
    "own-filters": "the filter kaleidoscope, which the script defines", "poster-flow": "colorSpace",
    "sound-wave": "the function of each frame", "text-path": "an animation moves textPathOffset",
    "time-line": "the function of each frame",
    "tiles": "the tiles that its delegate draws",
    "transitions": "a transition with a filter", "typefaces": "an animation moves fontVariations",
    "weather-card": "colorSpace",
  ]
  /// The scenes whose parts become pixels, or that differ otherwise, with the reason. The others draw the same bytes.
  static let different: [String: String] = [
    "animations": text,
    "annual-figures": text,
    "broadsheet": text,
    "columns": text,
    "compass": drawn,
    "compass-deep": drawn,
    "compass-spring": drawn,
    "compass-stretched": drawn,
    "drawing-context": drawn,
    "emoji": drawn,
    "icons": svg,
    "invoice": text,
    "masked-arrow": drawn,
    "one-curve": drawn,
    "page-turn": drawn,
    "page-turning": text,
    "red-ring": drawn,
    "redraw": drawn,
    "social-card": text,
    "speeds": text,
    "states": state,
    "stretchable": text,
    "typography": text,
  ]

  private static let drawn = "its drawings are pixels"
  private static let text = "its text uses what Core Animation's text layers lack, and is pixels"
  private static let svg = "a part of an SVG file is pixels"
  private static let state = "a state is set, and the scene is written in its base state"

  static let artwork =
    ProcessInfo.processInfo.environment["LAYERLUA_ARTWORK"] ?? Checkout.root + "/../shared/artwork/caml"
  static let packages = Checkout.names(in: artwork, ending: ".tendies")

  private func engine(
    _ folder: TemporaryFolder, scripts: String = Checkout.root + "/scripts/scenes"
  ) throws -> Engine {
    var configuration = Engine.Configuration()
    configuration.threads = 1
    configuration.scriptDirectory = scripts
    configuration.workingDirectory = folder.path
    configuration.readableDirectories = [Checkout.root, folder.path]
    configuration.writableDirectories = [folder.path]
    let engine = try Engine(configuration)
    engine.onWarning = { _ in }
    return engine
  }

  /// The options with which a scene is drawn here: small, at its time.
  private func options(_ name: String) throws -> PictureOptions {
    let path = "Tests/Scenes/\(name).args"
    let words = String(decoding: (try? Checkout.read(path)) ?? [], as: UTF8.self).split(whereSeparator: \.isWhitespace)
    var options = PictureOptions(scale: 0.5)
    if let i = words.firstIndex(of: "--time"), i + 1 < words.count { options.time = Double(words[i + 1]) }
    return options
  }

  private func layer(_ name: String, _ engine: Engine) throws -> Layer {
    try #require(try engine.run(script: try Checkout.read("scripts/scenes/\(name).lua"), name: name + ".lua"))
  }

  @Test(arguments: Checkout.scenes) func `a scene that is written and read draws the same bytes`(name: String) throws {
    let folder = try TemporaryFolder()
    let first = try engine(folder)
    let layer = try layer(name, first)
    var options = try options(name)
    if layer.bounds.width < 1 || layer.bounds.height < 1 { options.size = Size(200, 200) }
    if let reason = Self.unwritable[name] {
      let error = #expect(throws: EngineError.self) { try first.write(layer, to: "scene.ca") }
      #expect(error?.message.contains(reason) == true, "\(name): \(error?.message ?? "")")
      #expect(folder.contents.isEmpty)
      return
    }
    let expected = try first.render(layer, options)
    try first.write(layer, to: "scene.ca")
    #expect(folder.contents == ["scene.ca"])
    let second = try engine(folder)
    let read = try second.package(at: folder.path + "/scene.ca")
    #expect(read.notes.isEmpty, "\(name): \(read.notes)")
    let actual = try second.render(read.rootLayer, options)
    #expect((expected.bitmap.isEqual(to: actual.bitmap)) == (Self.different[name] == nil), "\(name)")
    // Written again, it is the same scene.
    try second.write(read.rootLayer, to: "again.ca")
    let again = try folder.read("again.ca/main.caml")
    #expect((again == (try folder.read("scene.ca/main.caml"))) as Bool, "\(name)")
  }

  @Test(arguments: Checkout.scenes) func `a scene as a script draws the same bytes`(name: String) throws {
    let folder = try TemporaryFolder()
    let first = try engine(folder)
    let layer = try layer(name, first)
    var options = try options(name)
    if layer.bounds.width < 1 || layer.bounds.height < 1 { options.size = Size(200, 200) }
    if Self.notScripts[name] != nil {
      #expect(throws: EngineError.self) { try first.write(layer, to: "scene.lua") }
      return
    }
    let expected = try first.render(layer, options)
    try first.write(layer, to: "scene.lua")
    let second = try engine(folder, scripts: folder.path)
    let read = try #require(try second.run(script: try folder.read("scene.lua"), name: "scene.lua"))
    let actual = try second.render(read, options)
    #expect((expected.bitmap.isEqual(to: actual.bitmap)) == (Self.differentScripts[name] == nil), "\(name)")
  }

  /// The scenes that no script of layers makes again, and those in which drawings are pixels.
  static let notScripts: [String: String] = [
    "classes": "a drawing of 30000×30000 pixels", "cover-flow": "the function of each frame",
    "sound-wave": "the function of each frame", "tiles": "a drawing of 2,560,000 tiles",
    "custom-keys": "an animation of a key of the script's own", "own-filters": "filters of the script's own",
    "time-line": "the function of each frame",
    "typefaces": "an animation of a text that is pixels, since its font is a file",
  ]
  static let differentScripts: [String: String] = [
    "broadsheet": "text that flows through layers",
    "compass": drawn,
    "compass-deep": drawn,
    "compass-spring": drawn,
    "compass-stretched": drawn,
    "drawing-context": drawn,
    "emoji": drawn,
    "icons": svg,
    "masked-arrow": drawn,
    "one-curve": drawn,
    "page-turn": drawn,
    "red-ring": drawn,
    "redraw": drawn,
    "states": state,
    "text-path": scale,
    "transitions": before,
  ]

  private static let scale = "an image has 4 pixels per point, which no file name says"
  private static let before = "what a layer showed before a transition is not written"

  @Test(arguments: packages) func `a wallpaper of others stays the same`(name: String) throws {
    let folder = try TemporaryFolder()
    let first = try engine(folder, scripts: Self.artwork)
    let read = try first.package(at: name + ".tendies").rootLayer
    try first.write(read, to: "a.tendies")
    try first.write(read, to: "a.lua")
    let second = try engine(folder, scripts: folder.path)
    let again = try second.package(at: folder.path + "/a.tendies").rootLayer
    #expect((withoutImageNames(read.dumpJSON()) == withoutImageNames(again.dumpJSON())) as Bool, "\(name)")
    let third = try engine(folder, scripts: folder.path)
    let script = try #require(try third.run(script: try folder.read("a.lua"), name: "a.lua"))
    for state in [nil, "Locked", "Unlock", "Sleep"] {
      for layer in [read, again, script] { try layer.setState(state, transitionSpeed: 0) }
      let options = PictureOptions(scale: 0.25, time: 31_825.3)
      let expected = try first.render(read, options)
      #expect((expected.bitmap.isEqual(to: try second.render(again, options).bitmap)) as Bool, "\(name) \(state ?? "")")
      #expect((expected.bitmap.isEqual(to: try third.render(script, options).bitmap)) as Bool, "\(name) \(state ?? "")")
    }
    // The archive holds its file's name.
    try second.write(again, to: "again/a.tendies")
    #expect(try folder.read("a.tendies") == folder.read("again/a.tendies"))
  }

  @Test(arguments: ["day-and-night", "clock"]) func `a wallpaper of ours is read again`(name: String) throws {
    let folder = try TemporaryFolder()
    let first = try engine(folder)
    let layer = try layer(name, first)
    try first.write(layer, to: "a.tendies")
    try first.write(layer, to: "b.tendies")
    #expect(try folder.read("a.tendies").count > 1000)
    let second = try engine(folder)
    let package = try second.package(at: folder.path + "/a.tendies")
    #expect(package.kind == .wallpaper && package.floors.map(\.name) == ["Background", "Floating", "Foreground"])
    #expect(package.notes.isEmpty, "\(package.notes)")
    for floor in package.floors { #expect(floor.layer.states?.map(\.name) == ["Locked", "Unlock", "Sleep"]) }
    for state in ["Locked", "Unlock", "Sleep"] {
      if name == "day-and-night" { try layer.setState(state, transitionSpeed: 0) }
      try package.rootLayer.setState(state, transitionSpeed: 0)
      for time in [0.0, 31_825, 43_000.5] {
        let options = PictureOptions(scale: 0.25, time: time)
        let expected = try first.render(layer, options)
        let actual = try second.render(package.rootLayer, options)
        #expect((expected.bitmap.isEqual(to: actual.bitmap)) as Bool, "\(name), \(state), \(time) s")
      }
    }
    // A state that is set does not change what is written, but for the name in it.
    try first.write(layer, to: "a.tendies")
    try first.write(layer, to: "a2.tendies")
    #expect(try folder.read("a.tendies") == (try written(name, "a", folder)))
  }

  /// Returns a scene's wallpaper from a new engine.
  private func written(_ name: String, _ stem: String, _ folder: TemporaryFolder) throws -> [UInt8] {
    let engine = try engine(folder)
    let inner = "fresh/\(stem).tendies"
    try engine.write(try layer(name, engine), to: inner)
    return try folder.read(inner)
  }

  // MARK: Contents that no file holds

  @Test(arguments: [
    ("ca.onFrame(function() end)", "", "the function of each frame", ".ca"),
    ("", "backgroundColor = ca.Image { width = 1, height = 1, pixels = '    ' }", "an image as backgroundColor", ".ca"),
    ("", "sublayerDepth = 'intersect'", "sublayerDepth", ".caml"),
    ("", "filters = { ca.Filter('CIPixellate') }", "which devices do not have", ".tendies"),
  ]) func `an error names the layer, its line and a remedy`(
    before: String, field: String, message: String, tail: String
  ) throws {
    let folder = try TemporaryFolder()
    let engine = try engine(folder)
    let script = "\(before)\nreturn ca.Layer { name = 'a', bounds = {0, 0, 9, 9},\n\(field) }"
    let layer = try #require(try engine.run(script: script, name: "a.lua"))
    let error = #expect(throws: EngineError.self) { try engine.write(layer, to: "a\(tail)") }
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    if before.isEmpty { #expect(error?.message.contains("a.lua:2") == true, "\(error?.message ?? "")") }
    #expect(folder.contents.isEmpty)
  }

  @Test func `frames take the place of what code moves`() throws {
    let folder = try TemporaryFolder()
    let engine = try engine(folder)
    _ = try engine.run(
      script: """
        local box = ca.Layer { name = "box", frame = {0, 0, 4, 4}, backgroundColor = "red" }
        local root = ca.Layer { bounds = {0, 0, 20, 10}, box }
        ca.onFrame(function(t) box.position = { 2 + 8 * t, 5 } end)
        ca.render(root, "moved.ca", { bake = 4, duration = 2, scale = 2 })
        """, name: "a.lua")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/moved.ca/assets").count == 8)
    let other = try self.engine(folder)
    let read = try other.package(at: folder.path + "/moved.ca").rootLayer
    var pictures: Set<[UInt8]> = []
    for i in 0..<8 {
      let options = PictureOptions(scale: 2, time: Double(i) / 4 + 0.01)
      pictures.insert(try other.encode(read, format: "png", options))
    }
    #expect(pictures.count == 8)
    let error = #expect(throws: EngineError.self) {
      try engine.run(
        script: "ca.render(ca.Layer { bounds = {0, 0, 2, 2} }, 'x.ca', { bake = 30, duration = 20 })", name: "b")
    }
    #expect(error?.message.contains("at most 400") == true)
  }

  @Test func `a folder is replaced only if it is a bundle`() throws {
    let folder = try TemporaryFolder()
    let engine = try engine(folder)
    let layer = try #require(try engine.run(script: "return ca.Layer { bounds = {0, 0, 9, 9} }", name: "a"))
    try folder.write("mine", to: "mine.ca/notes.txt")
    let error = #expect(throws: EngineError.self) { try engine.write(layer, to: "mine.ca") }
    #expect(error?.kind == .file && error?.message.contains("without a scene") == true)
    #expect(try folder.read("mine.ca/notes.txt") == Array("mine".utf8))
    try engine.write(layer, to: "a.ca")
    let old = try folder.read("a.ca/main.caml")
    try folder.write("old", to: "a.ca/assets/old.png")
    try engine.write(layer, to: "a.ca")
    #expect(try folder.read("a.ca/main.caml") == old)
    #expect(!folder.exists("a.ca/assets/old.png") && folder.contents == ["a.ca", "mine.ca"])
  }

  @Test func `a script has one line a layer`() throws {
    let folder = try TemporaryFolder()
    let engine = try engine(folder)
    let layer = try #require(
      try engine.run(
        script: """
          local sun = ca.Layer { name = "the sun", bounds = {0, 0, 20, 20}, position = {30, 20},
            backgroundColor = "#fc0" }
          sun:addAnimation(ca.BasicAnimation { keyPath = "opacity", toValue = 0, duration = 2 }, "fade")
          return ca.Layer { name = "sky", bounds = {0, 0, 60, 40}, sun }
          """, name: "a"))
    try engine.write(layer, to: "sky.lua")
    #expect(
      String(decoding: try folder.read("sky.lua"), as: UTF8.self) == """
        local theSun = ca.Layer { bounds = {0, 0, 20, 20}, position = {30, 20}, name = "the sun", \
        backgroundColor = "#ffcc00" }
        theSun:addAnimation(ca.BasicAnimation { duration = 2, keyPath = "opacity", toValue = 0 }, "fade")
        local sky = ca.Layer { bounds = {0, 0, 60, 40}, name = "sky", sublayers = { theSun } }
        return sky

        """)
  }
}
