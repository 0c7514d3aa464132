// SPDX-License-Identifier: MIT
import Foundation
import LayerEngine
import TestSupport
import Testing

/// Films in memory: their length, their frames and their bytes.
@Suite struct FilmFrameTests {
  static let moving = """
    local root = ca.Layer { name = 'root', bounds = {0, 0, 16, 8}, backgroundColor = 'white',
      ca.Layer { name = 'dot', frame = {0, 0, 4, 4}, backgroundColor = 'red' } }
    root:find('dot'):addAnimation(ca.BasicAnimation { keyPath = 'position.x', fromValue = 2, toValue = 14, duration = 0.5 })
    return root
    """

  private func make(
    _ script: String = moving, _ configuration: Engine.Configuration = Engine.Configuration(threads: 3)
  ) throws -> (Engine, Layer) {
    let engine = try Engine(configuration)
    return (engine, try #require(try engine.run(script: script, name: "a.lua")))
  }

  @Test func `a film has a length and a number of frames`() throws {
    let (engine, layer) = try make()
    let usual = try engine.filmLength(of: layer)
    #expect(usual.frameCount == 30 && usual.framesPerSecond == 60 && usual.start == 0 && usual.duration == 0.5)
    let slow = try engine.filmLength(of: layer, FilmOptions(duration: 2, framesPerSecond: 10, start: 1))
    #expect(slow.frameCount == 20 && slow.duration == 2 && slow.start == 1)
    let some = try engine.filmLength(of: layer, FilmOptions(framesPerSecond: 10, frames: FrameList("1,3-")))
    #expect(some.frameCount == 3 && abs(some.duration - 0.3) < 1e-12)
    let still = try make("return ca.Layer { name = 'still', bounds = {0, 0, 2, 2} }")
    let error = try #require(throws: EngineError.self) { try still.0.filmLength(of: still.1) }
    #expect(error.kind == .usage && error.message.contains("no animation in it has an end"))
    #expect(error.message.contains("duration: 2"))
  }

  @Test func `frames come in their order, and are those of the numbered files`() throws {
    let folder = try TemporaryFolder()
    let (engine, layer) = try make(Self.moving, Engine.Configuration(threads: 3, workingDirectory: folder.path))
    let film = FilmOptions(framesPerSecond: 12, frames: try FrameList("0-2,4-"), scale: 2)
    var frames: [FilmFrame] = []
    #expect(
      try engine.frames(of: layer, film) {
        frames.append($0); return true
      })
    #expect(frames.map(\.index) == [0, 1, 2, 3, 4] && frames.map(\.number) == [0, 1, 2, 4, 5])
    let times: [Double] = [0, 1, 2, 4, 5].map { $0 / 12 }
    #expect(frames.map(\.time) == times)
    try engine.write(layer, to: "f-{00}.png", film)
    for frame in frames {
      let written = try engine.decodeImage(try folder.read("f-0\(frame.number).png"))
      #expect(describeDifference(expected: written.bitmap, actual: frame.image.bitmap) == nil, "\(frame.number)")
      let alone = try engine.frame(frame.index, of: layer, film)
      #expect(describeDifference(expected: alone.image.bitmap, actual: frame.image.bitmap) == nil)
      let still = try engine.render(layer, PictureOptions(scale: 2, time: frame.time))
      #expect(describeDifference(expected: still.bitmap, actual: frame.image.bitmap) == nil)
    }
  }

  /// With any options and thread count, a frame rendered alone, in any order, equals the film's frame.
  @Test func `random frames are those of their films`() throws {
    let script = """
      local root = ca.Layer { bounds = {0, 0, 12, 8} }
      local dot = ca.Layer { frame = {0, 0, 3, 3}, backgroundColor = 'red' }
      root:addSublayer(dot)
      ca.onFrame(function(time, frame) dot.position = { time * 4 % 12, frame % 8 } end)
      return root
      """
    var random = SeededRandom(17)
    for round in 0..<25 {
      let (engine, layer) = try make(script, Engine.Configuration(threads: 1 + round % 4))
      let count = Int.random(in: 1...12, using: &random)
      let rate = ([1, 7, 24, 29.97, 60] as [Double]).randomElement(using: &random) ?? 1
      let all = Array(0..<count)
      let chosen = all.filter { _ in Bool.random(using: &random) }
      let list = chosen.isEmpty ? nil : try FrameList(chosen.map(String.init).joined(separator: ","))
      let film = FilmOptions(
        duration: Double(count) / rate, framesPerSecond: rate, start: Double.random(in: -3...3, using: &random),
        frames: list)
      #expect(try engine.filmLength(of: layer, film).frameCount == (list == nil ? count : chosen.count))
      var frames: [FilmFrame] = []
      try engine.frames(of: layer, film) {
        frames.append($0); return true
      }
      #expect(frames.map(\.number) == (list == nil ? all : chosen), "round \(round)")
      for frame in frames.shuffled(using: &random) {
        let alone = try engine.frame(frame.index, of: layer, film)
        #expect(describeDifference(expected: frame.image.bitmap, actual: alone.image.bitmap) == nil)
        #expect(alone.number == frame.number && alone.time == frame.time)
      }
    }
  }

  @Test func `whoever takes frames may end the film, use the engine and throw`() throws {
    struct Enough: Error {}
    let (engine, layer) = try make()
    var count = 0
    let isWhole = try engine.frames(of: layer) { frame in
      count += 1
      _ = try engine.render(layer, PictureOptions(time: frame.time))
      return count < 3
    }
    #expect(!isWhole && count == 3)
    #expect(throws: Enough.self) { try engine.frames(of: layer) { _ in throw Enough() } }
    // The engine remains usable.
    #expect(try engine.frames(of: layer, FilmOptions(framesPerSecond: 4)) { _ in true })
    for wrong in [-1, 30, Int.max] {
      let error = try #require(throws: EngineError.self) { try engine.frame(wrong, of: layer) }
      #expect(error.kind == .usage && error.message == "there is no frame \(wrong): the film has frames 0 to 29")
    }
    let token = CancellationToken()
    engine.cancellation = token
    let error = try #require(throws: EngineError.self) {
      try engine.frames(of: layer) { _ in
        token.cancel(); return true
      }
    }
    #expect(error.kind == .cancelled)
  }

  @Test(arguments: ["apng", "gif", "webp", "pdf"]) func `the bytes of a film are those of its file`(format: String)
    throws
  {
    let folder = try TemporaryFolder()
    let (engine, layer) = try make(Self.moving, Engine.Configuration(threads: 2, workingDirectory: folder.path))
    let film = FilmOptions(framesPerSecond: 10)
    try engine.write(layer, to: "a.\(format)", film)
    var told: [Int] = []
    let bytes = try engine.film(of: layer, format: format, film) {
      told.append($0.finished); return true
    }
    #expect(try bytes == folder.read("a.\(format)"))
    #expect(told.last == 5)
    #expect(try engine.film(of: layer, format: format, film) { _ in false } == nil)
    #expect(folder.contents == ["a.\(format)"])
  }

  @Test func `films of ffmpeg are bytes too, and leave no file`() throws {
    let (engine, layer) = try make()
    guard ["/usr/bin/ffmpeg", "/usr/local/bin/ffmpeg"].contains(where: FileManager.default.fileExists(atPath:)) else {
      let error = try #require(throws: EngineError.self) { try engine.film(of: layer, format: "mp4") }
      #expect(error.kind == .missing)
      return
    }
    let bytes = try #require(try engine.film(of: layer, format: "mp4", FilmOptions(framesPerSecond: 10)))
    #expect(Array(bytes[4..<8]) == Array("ftyp".utf8))
  }

  @Test func `what is no film, and what does not fit into the memory, are errors`() throws {
    let (engine, layer) = try make()
    for format in ["png", "tiff", ""] {
      let error = try #require(throws: EngineError.self) { try engine.film(of: layer, format: format) }
      #expect(error.kind == .usage && error.message.contains("holds no film"))
    }
    // Frames of noise take as many bytes as their pixels.
    let small = try Engine(Engine.Configuration(memoryLimit: 24 << 20, threads: 1))
    var random = SeededRandom(3)
    small.registerDrawable("noise") { drawable, _ in
      try drawable.withUnsafeMutableBytes { bytes, _ in
        for at in stride(from: 0, to: bytes.count - 7, by: 8) {
          bytes.storeBytes(of: random.next() | 0xFF00_0000_FF00_0000, toByteOffset: at, as: UInt64.self)
        }
      }
    }
    let view = try #require(
      try small.run(
        script: "return ca.DrawableLayer { bounds = {0, 0, 256, 256}, draw = 'noise', asynchronous = true }",
        name: "n.lua"))
    let error = try #require(throws: EngineError.self) {
      try small.film(of: view, format: "apng", FilmOptions(duration: 10, framesPerSecond: 30))
    }
    #expect(error.kind == .limit && error.message.contains("memoryLimit"), "\(error)")
  }
}
