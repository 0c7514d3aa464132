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
    // The same image has the same name again.
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
