// SPDX-License-Identifier: MIT
import LayerEngine
import LayerModel
import TestSupport
import Testing

/// Small Lottie films beside the layers in Lua that they must equal, by the state of all layers at several times.
@Suite struct LottieRowTests {
  private let folder: TemporaryFolder
  private static let times = [0, 0.1, 0.21, 0.5, 1, 1.4, 1.9]

  init() throws { folder = try TemporaryFolder() }

  private func engine() throws -> Engine {
    try Engine(Engine.Configuration(scriptDirectory: folder.path, workingDirectory: folder.path))
  }

  /// The states of a scene's layers, its own root left out.
  private func states(_ engine: Engine, _ script: String) throws -> [[String]] {
    let root = try #require(try engine.run(script: script, name: "scene.lua"))
    return try Self.times.map { try root.presentation(at: $0).sublayers.map { $0.dumpJSON() } }
  }

  @Test(arguments: LottieRow.layers + LottieRow.effects + LottieRow.shapes)
  func `a film equals layers`(_ row: LottieRow) throws {
    let size = #""v":"5.7.0","fr":30,"ip":0,"op":60,"w":100,"h":100"#
    try folder.write(#"{\#(size),"assets":[\#(row.assets)],"layers":[\#(row.layers)]}"#, to: "film.json")
    if row.assets.contains("dot.png") {
      let writer = try engine()
      let dot = try #require(try writer.run(script: "return ca.Layer { bounds = {0, 0, 2, 1} }", name: "dot.lua"))
      try writer.write(dot, to: "dot.png")
    }
    let film = try states(try engine(), "return ca.Layer.lottie('film.json')")
    let layers = try states(
      try engine(),
      LottieRow.functions
        + "\nreturn empty({ bounds = { 0, 0, 100, 100 }, position = { 50, 50 }, masksToBounds = true }, \(row.lua))")
    for (i, time) in Self.times.enumerated() { #expect(film[i] == layers[i], "at \(time)") }
    #expect(film.allSatisfy { !$0.isEmpty })
  }

  @Test(
    arguments: [
      ("", "", 2), ("loop = 2", "", 4), ("loop = 0.5", "", 1), ("loop = true", "", 2), ("loop = 'pingPong'", "", 4),
      ("", "film.speed = 2", 1), ("loop = 3", "film.speed = 2", 3), ("loop = 'pingPong'", "film.speed = 4", 1),
      ("", "film.beginTime = 1", 3), ("", "film.timeOffset = 0.5", 1.5), ("", "film.speed = 0", 2),
      ("marker = 'in'", "", 0.5), ("marker = 'in', loop = 3", "film.speed = 0.5", 3),
      ("viewport = { 0, 0, 50, 50 }", "", 2),
    ] as [(String, String, Double)])
  func `a film of a file's layer lasts as long as the layer plays it`(
    options: String, change: String, seconds: Double
  ) throws {
    try folder.write(
      #"{"fr":30,"ip":0,"op":60,"w":9,"h":9,"markers":[{"cm":"in","tm":15,"dr":15}],"layers":[{"ty":1,"sw":5,"sh":5,"#
        + #""sc":"red","ks":{"p":{"k":[{"t":0,"s":[0,0]},{"t":90,"s":[60,0]}]}}}]}"#, to: "film.json")
    let engine = try engine()
    let film = try #require(
      try engine.run(
        script: "local film = ca.Layer.lottie('film.json', { \(options) }); \(change); return film", name: "scene.lua"))
    #expect(try Double(engine.filmLength(of: film).frameCount) == seconds * 30)
  }

  @Test func `films at two frame rates agree at common times`() throws {
    let engine = try Engine(Engine.Configuration(scriptDirectory: Checkout.root + "/scripts/scenes"))
    let film = try #require(try engine.run(script: "return ca.Layer.lottie('badge.json')", name: "scene.lua"))
    func pictures(_ rate: Double) throws -> [FilmFrame] {
      var frames: [FilmFrame] = []
      try engine.frames(of: film, FilmOptions(duration: 2, framesPerSecond: rate)) {
        frames.append($0)
        return true
      }
      return frames
    }
    let (slow, fast) = (try pictures(5), try pictures(15))
    #expect(slow.count == 10 && fast.count == 30)
    for (i, frame) in slow.enumerated() {
      #expect(
        describeDifference(expected: frame.image.bitmap, actual: fast[3 * i].image.bitmap) == nil, "at \(frame.time)")
    }
  }
}
