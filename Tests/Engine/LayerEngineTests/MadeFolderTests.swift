// SPDX-License-Identifier: MIT
import LayerEngine
import TestSupport
import Testing

/// Missing parent folders of a file are created by every writer, and removed again if the write fails.
@Suite struct MadeFolderTests {
  private static let square = "ca.Layer { bounds = {0, 0, 2, 2}, backgroundColor = 'red' }"

  @Test(arguments: [
    "ca.render(\(square), '%.png')", "ca.render(\(square), '%.pdf')", "ca.render({ \(square), \(square) }, '%.pdf')",
    "ca.render(\(square), '%.gif', { duration = 0.1 })",
    "ca.render(\(square), '%-{00}.png', { duration = 0.1, fps = 20 })",
    "ca.render(\(square)):write('%.webp')",
  ]) func `by scripts`(writing: String) throws {
    let folder = try TemporaryFolder()
    let engine = try Engine(Engine.Configuration(workingDirectory: folder.path))
    try engine.run(script: writing.replacing("%", with: "no/such/folder/x"), name: "a.lua")
    #expect(folder.contents == ["no"])
    // Outside the writable folders nothing is created.
    let other = try TemporaryFolder()
    #expect(throws: EngineError.self) {
      try engine.run(script: writing.replacing("%", with: other.path + "/no/x"), name: "a.lua")
    }
    #expect(other.contents == [])
  }

  @Test func `by the host`() throws {
    let folder = try TemporaryFolder()
    let engine = try Engine(Engine.Configuration(workingDirectory: folder.path))
    let layer = try #require(try engine.run(script: "return " + Self.square, name: "a.lua"))
    try engine.write(layer, to: "a/b/x.png")
    try engine.write([layer, layer], to: "c/d/x.pdf")
    try engine.write(layer, to: "e/f/x.apng", FilmOptions(duration: 0.1))
    try engine.write(layer, to: "g/h/x-{0}.png", FilmOptions(duration: 0.1, framesPerSecond: 20))
    try engine.write([1], to: "i/j/x.bin")
    #expect(folder.contents == ["a", "c", "e", "g", "i"])
    #expect(folder.exists("a/b/x.png") && folder.exists("g/h/x-1.png") && folder.exists("i/j/x.bin"))
  }

  @Test func `a picture that fails leaves none`() throws {
    let folder = try TemporaryFolder()
    let engine = try Engine(Engine.Configuration(workingDirectory: folder.path))
    let failing =
      "local l = \(Self.square) l.delegate = { displayLayer = function() error 'no' end } l:setNeedsDisplay() "
    for ending in [
      "ca.render(l, 'no/x.png')", "ca.render(l, 'no/x.pdf')", "ca.render(l, 'no/x.gif', { duration = 1 })",
    ] {
      #expect(throws: EngineError.self) { try engine.run(script: failing + ending, name: "a.lua") }
    }
    let layer = try #require(try engine.run(script: failing + "return l", name: "a.lua"))
    #expect(throws: EngineError.self) { try engine.write(layer, to: "no/x.png") }
    #expect(throws: EngineError.self) { try engine.write(layer, to: "no/x.apng", FilmOptions(duration: 1)) }
    #expect(folder.contents == [])
  }
}
