// SPDX-License-Identifier: MIT
import Formats
import Foundation
import FrameShares
import LayerEngine
import LayerModel
import Testing
import TestSupport

/// Particles keep the values of their birth in films, in shares of films and in stills.
@Suite struct EmissionShareTests {
  private static let dot = """
    local dot = ca.Image.draw(3, 3, function(ctx) ctx:setFillColor "white" ctx:fill {0, 0, 3, 3} end)
    """

  private func start(_ script: String) throws -> (engine: Engine, layer: Layer) {
    let engine = try Engine(Engine.Configuration(seed: 1, threads: 1))
    return (engine, try #require(try engine.run(script: script, name: "scene.lua")))
  }

  private func pixels(_ image: Image) -> [UInt32] { withExtendedLifetime(image) { Array(image.bitmap.pixels) } }

  /// A random scene with animations, values set as the clock advances, and a per-frame function.
  private static func scene(_ random: inout SeededRandom) -> String {
    func number(_ range: ClosedRange<Double>) -> String { "\(Double.random(in: range, using: &random))" }
    var text = """
      \(dot)
      local root = ca.Layer { bounds = {0, 0, 60, 40}, backgroundColor = "black" }
      local spark = ca.EmitterCell { name = "s", contents = dot, birthRate = 6, lifetime = 0.4, velocity = 10, color = "red" }
      local e = ca.EmitterLayer { frame = root.bounds, emitterPosition = {30, 20}, seed = 5, emitterCells = {
        ca.EmitterCell { name = "c", contents = dot, birthRate = \(number(10...40)), lifetime = \(number(0.3...1.2)),
          velocity = 20, velocityRange = 10, emissionRange = 6.3, emitterCells = { spark } } } }
      root:addSublayer(e)
      e:addAnimation(ca.BasicAnimation { keyPath = "emitterPosition.y", fromValue = 5, toValue = 35,
        duration = \(number(0.2...1)), autoreverses = true, repeatCount = math.huge })
      e:addAnimation(ca.BasicAnimation { keyPath = "emitterCells.c.birthRate", fromValue = 5, toValue = 40,
        duration = \(number(0.5...2)), timingFunction = "easeInEaseOut" })

      """
    for i in 1...3 {
      text +=
        "ca.setCurrentTime(\(Double(i) * 0.2)) e.\(["velocity", "scale", "birthRate"].randomElement(using: &random) ?? "spin") = \(number(0.3...2))\n"
    }
    text += """
      ca.onFrame(function(t, index)
        e["emitterPosition.x"] = 30 + 25 * math.sin(t * \(number(1...6)))
        if t > 0.5 then e["emitterCells.c.scale"] = \(number(0.5...2)) + (index > 1e9 and 1 or 0) end
        if t > 0.7 then e["emitterCells.c.lifetime"] = 0.3 + 0.2 * math.cos(3 * t) end
        e["emitterCells.c.emitterCells.s.velocity"] = 20 * t
      end)
      return root
      """
    return text
  }

  /// Draws a share of twelve frames as files; returns the files by name.
  private func draw(_ script: String, _ shard: String) throws -> [String: Data] {
    let folder = try TemporaryFolder()
    let engine = try Engine(Engine.Configuration(seed: 1, threads: 1, scriptDirectory: folder.path))
    let layer = try #require(try engine.run(script: script, name: "\(folder.path)/scene.lua"))
    var origin = FrameOrigin()
    (origin.script, origin.seed) = ("scene.lua", 1)
    let job = FrameJob(
      origin: origin, shard: try Shard(shard, environment: { _ in nil }),
      film: FilmRequest(framesPerSecond: 10, start: 0, frames: FrameList(numbers: 0..<12)), picture: RenderOptions(),
      output: folder.path + "/out/frame-{0000}.png")
    try engine.drawFrames(of: layer, job) { _ in }
    var files: [String: Data] = [:]
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/out")
    for name in names where name.hasSuffix(".png") {
      files[name] = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/out/\(name)"))
    }
    return files
  }

  /// 6 random scenes of 12 frames each: a film and its shares; stills in order, reversed, and by other engines.
  @Test func `frames in any order and any share are the same`() throws {
    var random = SeededRandom(3220)
    for round in 0..<6 {
      let script = Self.scene(&random)
      let film = try draw(script, "1/1")
      #expect(film.count == 12 && Set(film.values).count > 8, "round \(round)")
      for count in [3, 7] {
        var shares: [String: Data] = [:]
        for share in 1...count { shares.merge(try draw(script, "\(share)/\(count)")) { a, _ in a } }
        #expect(shares == film, "round \(round), shares of \(count)")
      }
      let (engine, layer) = try start(script)
      let stills = try (0..<12).map { pixels(try engine.render(layer, RenderOptions(time: Double($0) / 10))) }
      let (other, same) = try start(script)
      for frame in (0..<12).reversed() {
        #expect(try pixels(other.render(same, RenderOptions(time: Double(frame) / 10))) == stills[frame])
      }
      let alone = Int.random(in: 0..<12, using: &random)
      let (last, single) = try start(script)
      #expect(try pixels(last.render(single, RenderOptions(time: Double(alone) / 10))) == stills[alone])
    }
  }
}
