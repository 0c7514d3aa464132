// SPDX-License-Identifier: MIT
import LayerEngine
import Testing
import TestSupport

private func makeEngine(_ configuration: Engine.Configuration = Engine.Configuration()) throws -> (Engine, Layer) {
  let engine = try Engine(configuration)
  let layer = try engine.run(
    script:
      "return ca.Layer { bounds = {0, 0, 2, 2}, ca.Layer { frame = {0, 0, 1, 1}, backgroundColor = {1, 0.5, 0, 0.5} } }",
    name: "a.lua")
  return (engine, try #require(layer))
}

@Suite struct PictureTests {
  @Test func `a layer that takes its size from its layout needs no bounds`() throws {
    let script = """
      return ca.Layer { layoutManager = ca.StackLayoutManager { padding = 5, sizeToFit = "both" },
        ca.Layer { bounds = {0, 0, 20, 10}, backgroundColor = "red" } }
      """
    let picture = try Engine()
    let layer = try #require(try picture.run(script: script, name: "a.lua"))
    #expect(try picture.render(layer).width == 30)
    let size = try Engine()
    #expect(try size.pixelSize(of: try #require(try size.run(script: script, name: "a.lua"))) == (30, 20))
    let diagnosis = try Engine()
    #expect(try diagnosis.diagnose(script: Array(script.utf8), name: "a.lua").isEmpty)
  }

  @Test(
    arguments: [
      (PixelLayout.rgbaPremultiplied, [128, 64, 0, 128]), (.bgraPremultiplied, [0, 64, 128, 128]),
      (.rgbaStraight, [255, 128, 0, 128]),
      (.bgraStraight, [0, 128, 255, 128]),
    ] as [(PixelLayout, [UInt8])])
  func `a picture goes into a buffer of the caller's`(layout: PixelLayout, pixel: [UInt8]) throws {
    let (engine, layer) = try makeEngine()
    #expect(try engine.pixelSize(of: layer) == (2, 2))
    // A stride with four bytes of padding, which stay untouched; the last row needs none.
    var bytes = [UInt8](repeating: 9, count: 20)
    try bytes.withUnsafeMutableBytes { try engine.render(layer, into: $0, bytesPerRow: 12, as: layout) }
    #expect(bytes == pixel + [0, 0, 0, 0] + [9, 9, 9, 9] + [0, 0, 0, 0, 0, 0, 0, 0])
    // Unaligned rows.
    var odd = [UInt8](repeating: 9, count: 18)
    try odd.withUnsafeMutableBytes {
      try engine.render(layer, into: UnsafeMutableRawBufferPointer(rebasing: $0[1...]), bytesPerRow: 9, as: layout)
    }
    #expect(odd == [9] + pixel + [0, 0, 0, 0] + [9] + [0, 0, 0, 0, 0, 0, 0, 0])
  }

  @Test func `a buffer that is too small is refused and left as it was`() throws {
    let (engine, layer) = try makeEngine()
    var bytes = [UInt8](repeating: 9, count: 15)
    let small = try #require(throws: EngineError.self) {
      try bytes.withUnsafeMutableBytes { try engine.render(layer, into: $0, bytesPerRow: 8) }
    }
    #expect(
      small.kind == .usage
        && small.message == "a picture of 2×2 pixels needs a buffer of 16 bytes at 8 bytes a row, got 15")
    let narrow = try #require(throws: EngineError.self) {
      try bytes.withUnsafeMutableBytes { try engine.render(layer, into: $0, bytesPerRow: 7) }
    }
    #expect(narrow.message == "rows of 2 pixels need at least 8 bytes each, got 7")
    #expect(bytes == [UInt8](repeating: 9, count: 15))
  }

  @Test func `an SVG file becomes layers and a path`() throws {
    let engine = try Engine()
    let svg =
      "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect id='box' width='4' height='2' fill='currentColor'/></svg>"
    let icon = try engine.layer(svg: Array(svg.utf8), color: .white)
    #expect(icon.bounds.size == Size(9, 9) && (icon.find("box") as? ShapeLayer)?.fillColor == .color(.white))
    #expect(try engine.path(svg: Array(svg.utf8)).boundingBox == Rect(0, 0, 4, 2))
    let error = try #require(throws: EngineError.self) { try engine.layer(svg: [1, 2, 3]) }
    #expect(error.kind == .usage && error.message.hasPrefix("SVG: line 1: it is not XML"))
  }

  @Test func `a picture is written to a file`() throws {
    let folder = try TemporaryFolder()
    let (engine, layer) = try makeEngine(Engine.Configuration(workingDirectory: folder.path))
    try engine.write(layer, to: "a.png", PictureOptions(scale: 3))
    #expect(try folder.read("a.png") == engine.encode(layer, format: "png", PictureOptions(scale: 3)))
    let image = try engine.decodeImage(try folder.read("a.png"))
    #expect(image.width == 6 && image.height == 6)
    for (path, kind) in [("a.tiff", EngineError.Kind.usage), ("a.png/b.png", .file), ("/a.png", .usage)] {
      let error = try #require(throws: EngineError.self) { try engine.write(layer, to: path) }
      #expect(error.kind == kind)
    }
    #expect(folder.contents == ["a.png"])
  }

  @Test func `a file is the script's problem where a script named it`() throws {
    let folder = try TemporaryFolder()
    let (engine, layer) = try makeEngine(
      Engine.Configuration(scriptDirectory: folder.path, workingDirectory: folder.path))
    try engine.write(layer, to: "a.png")
    try engine.register("save") { [unowned engine] () throws -> Void in try engine.write([1], to: "a.png/b.bin") }
    for script in ["ca.render(ca.Layer { bounds = {0, 0, 2, 2} }, 'a.png/b.png')", "ca.host.save()"] {
      let error = try #require(throws: EngineError.self) { try engine.run(script: "\n" + script, name: "a.lua") }
      #expect(error.kind == .script && error.line == 2 && error.message.contains("cannot write \"a.png/b."))
    }
    let own = try #require(throws: EngineError.self) { try engine.write([1], to: "a.png/b.bin") }
    #expect(own.kind == .file && own.message.hasPrefix("cannot write \"a.png/b.bin\""))
    // A missing file or an invalid name: no script could have caused it.
    for body in [
      { _ = try engine.run(file: "none.lua") }, { try engine.write([1], to: "/none.bin") },
    ] as [() throws -> Void] {
      #expect(try #require(throws: EngineError.self) { try body() }.kind == .file)
    }
  }

  @Test func `a missing font says the same in pictures and films`() throws {
    let folder = try TemporaryFolder()
    let engine = try Engine(Engine.Configuration(scriptDirectory: folder.path, workingDirectory: folder.path))
    let layer = try #require(
      try engine.run(
        script: "return ca.TextLayer { bounds = {0, 0, 20, 10}, string = 'a', font = 'none.ttf' }", name: "a.lua"))
    let message = "font \"none.ttf\" was not found in the script's folder"
    let render = try #require(throws: EngineError.self) { try engine.render(layer) }
    #expect(render.kind == .script && render.message == message)
    let write = try #require(throws: EngineError.self) { try engine.write(layer, to: "a.png") }
    #expect(write.kind == .usage && write.message == message)
    let film = try #require(throws: EngineError.self) {
      try engine.write(layer, to: "a.apng", FilmOptions(duration: 1))
    }
    #expect(film.kind == .usage && film.message == message)
  }

  @Test func `an error of the tree names the film's frame`() throws {
    final class Refusing: LayoutManager {
      func layoutSublayers(of layer: Layer) throws { throw LayerError("no room") }
    }
    let folder = try TemporaryFolder()
    let (engine, layer) = try makeEngine(Engine.Configuration(workingDirectory: folder.path))
    let manager = Refusing()
    layer.layoutManager = manager
    layer.setNeedsLayout()
    let error = try #require(throws: EngineError.self) {
      try engine.write(layer, to: "a.apng", FilmOptions(duration: 1))
    }
    #expect(error.kind == .script && error.message == "no room (frame 0, at 0 s)")
    layer.setNeedsLayout()
    let write = try #require(throws: EngineError.self) { try engine.write(layer, to: "a.png") }
    #expect(write.kind == .script && write.message == "no room")
  }

  @Test func `options that are out of range are wrong use`() throws {
    let (engine, layer) = try makeEngine()
    for options in [
      PictureOptions(scale: 0), PictureOptions(scale: .nan), PictureOptions(time: .infinity),
      PictureOptions(size: Size(-1, 1)),
    ] {
      #expect(try #require(throws: EngineError.self) { try engine.render(layer, options) }.kind == .usage)
    }
    #expect(try #require(throws: EngineError.self) { try engine.encode(layer, format: "tiff") }.kind == .usage)
    #expect(try #require(throws: EngineError.self) { try engine.decodeImage([1, 2, 3]) }.kind == .usage)
    #expect(throws: EngineError.self) { try engine.pixelSize(of: Layer(in: engine.scene)) }
  }

  @Test func `images of the host are there by name`() throws {
    let engine = try Engine()
    engine.register(Image(try Bitmap(width: 1, height: 1, scale: 1, straightBytes: [1, 2, 3, 255])), named: "logo")
    let layer = try engine.run(
      script: "assert(ca.Image.named('logo').width == 1) return ca.Layer { bounds = {0, 0, 1, 1}, contents = 'logo' }",
      name: "a.lua")
    #expect(try engine.render(#require(layer)).bitmap[0, 0] == 0xFF03_0201)
    engine.register(nil as Image?, named: "logo")
    #expect(throws: EngineError.self) { try engine.run(script: "ca.Image.named('logo')", name: "a.lua") }
  }

  @Test func `drawables of the host are there by name`() throws {
    let engine = try Engine()
    var times: [Double] = []
    engine.registerDrawable("camera") { drawable, time in
      times.append(time)
      try drawable.clear(Color(red: 0, green: 0, blue: min(time, 1), alpha: 1))
    }
    let layer = try #require(
      try engine.run(
        script: """
          local l = ca.DrawableLayer { bounds = {0, 0, 2, 2}, draw = 'camera', asynchronous = true }
          assert(l.draw == 'camera')
          return l
          """, name: "a.lua"))
    #expect(try engine.render(layer, PictureOptions(time: 1)).bitmap[0, 0] == 0xFFFF_0000)
    #expect(try engine.render(layer, PictureOptions(time: 0)).bitmap[0, 0] == 0xFF00_0000)
    #expect(times == [1, 0])
    let error = try #require(throws: EngineError.self) {
      try engine.run(script: "ca.DrawableLayer { draw = 'camra' }", name: "a.lua")
    }
    #expect(error.message == "DrawableLayer.draw: there is no drawable named \"camra\"; the host registered \"camera\"")
    let wrong = try #require(throws: EngineError.self) {
      try engine.run(script: "ca.DrawableLayer().draw = 3", name: "a.lua")
    }
    #expect(wrong.message.contains("or the name of a drawable that the host registered, got number 3"))
  }

  @Test func `a drawable's error comes out of the render`() throws {
    struct NoSignal: Error, CustomStringConvertible { var description: String { "no signal" } }
    let engine = try Engine()
    engine.registerDrawable("camera") { _, _ in throw NoSignal() }
    let layer = try engine.run(
      script: "return ca.DrawableLayer { bounds = {0, 0, 2, 2}, draw = 'camera', asynchronous = true }", name: "a.lua")
    #expect(try #require(throws: EngineError.self) { try engine.render(#require(layer)) }.message == "no signal")
  }

  @Test func `a script's function replaces a named drawable and back`() throws {
    let engine = try Engine()
    engine.registerDrawable("blue") { drawable, _ in try drawable.clear(Color(red: 0, green: 0, blue: 1, alpha: 1)) }
    let layer = try #require(
      try engine.run(
        script: """
          l = ca.DrawableLayer { bounds = {0, 0, 1, 1}, asynchronous = true }
          l.draw = function(_, d) d:clear('red') end
          l.draw = 'blue'
          collectgarbage()
          return l
          """, name: "a.lua"))
    #expect(try engine.render(layer).bitmap[0, 0] == 0xFFFF_0000)
    try engine.run(
      script: "l.draw = function(_, d) d:clear('red') end assert(type(l.draw) == 'function')", name: "a.lua")
    #expect(try engine.render(layer).bitmap[0, 0] == 0xFF00_00FF)
  }
}
