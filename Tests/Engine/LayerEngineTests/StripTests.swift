// SPDX-License-Identifier: MIT
import LayerEngine
import TestSupport
import Testing

/// Pictures rendered in strips while they are encoded.
@Suite struct StripTests {
  /// The picture as a file, rendered whole and in strips of some rows.
  private func files(
    of layer: Layer, in engine: Engine, _ folder: TemporaryFolder, _ format: String, rows: Int,
    _ options: PictureOptions = PictureOptions()
  ) throws -> (whole: [UInt8], strips: [UInt8]) {
    engine.renderer.stripThreshold = .max
    try engine.write(layer, to: folder.path + "/whole.\(format)", options)
    engine.renderer.stripThreshold = 0
    engine.renderer.stripRows = rows
    try engine.write(layer, to: folder.path + "/strips.\(format)", options)
    #expect(folder.contents.filter { $0.hasPrefix(".") }.isEmpty)
    return (try folder.read("whole.\(format)"), try folder.read("strips.\(format)"))
  }

  private func engine(threads: Int, _ folder: TemporaryFolder) throws -> Engine {
    var configuration = Engine.Configuration()
    configuration.threads = threads
    configuration.scriptDirectory = Checkout.root + "/scripts/scenes"
    configuration.workingDirectory = configuration.scriptDirectory
    configuration.readableDirectories = [Checkout.root]
    configuration.writableDirectories = [folder.path]
    return try Engine(configuration)
  }

  @Test(arguments: Checkout.scenes) func `a scene in strips is the same file`(name: String) throws {
    let script = try Checkout.read("scripts/scenes/\(name).lua")
    for (threads, rows, format) in [(1, 37, "png"), (3, 100, "png"), (2, 64, "jpg")] {
      let folder = try TemporaryFolder()
      let engine = try engine(threads: threads, folder)
      guard let layer = try engine.run(script: script, name: name + ".lua") else { return }
      var options = PictureOptions()
      if layer.bounds.width < 1 || layer.bounds.height < 1 { options.size = Size(200, 200) }
      let (whole, strips) = try files(of: layer, in: engine, folder, format, rows: rows, options)
      #expect((whole == strips) as Bool, "\(name) as \(format), strips of \(rows) rows")
    }
  }

  @Test(arguments: [
    // First grey, then coloured; first opaque, then translucent; both.
    ("backgroundColor = 'white', ca.Layer { frame = {10, 70, 20, 20}, backgroundColor = 'red' }", 2),
    ("ca.Layer { frame = {0, 0, 90, 50}, backgroundColor = 'red' }", 6),
    ("ca.Layer { frame = {0, 0, 90, 50}, backgroundColor = 'white' }", 4),
    (
      "ca.Layer { frame = {0, 0, 90, 50}, backgroundColor = 'white' }, "
        + "ca.Layer { frame = {0, 60, 90, 5}, backgroundColor = 'red' }", 6
    ), ("backgroundColor = 'gray'", 0),
  ]) func `the colour type is that of the whole picture`(content: String, type: UInt8) throws {
    let folder = try TemporaryFolder()
    let engine = try engine(threads: 2, folder)
    let layer = try #require(
      try engine.run(
        script: "return ca.Layer { bounds = {0, 0, 90, 100}, geometryFlipped = true, \(content) }", name: "a"))
    for rows in [1, 7, 99, 100] {
      let (whole, strips) = try files(of: layer, in: engine, folder, "png", rows: rows)
      #expect(strips[25] == type)
      #expect((whole == strips) as Bool)
    }
  }

  @Test func `random trees in strips are the same files`() throws {
    let folder = try TemporaryFolder()
    for threads in [1, 2, 8] {
      let engine = try engine(threads: threads, folder)
      for seed in 1...25 {
        let layer = try #require(
          try engine.run(script: "local seed = \(seed)\n" + Self.randomTree, name: "random"))
        let rows = [1, 13, 64, 90][seed % 4]
        let (whole, strips) = try files(of: layer, in: engine, folder, "png", rows: rows)
        #expect((whole == strips) as Bool, "seed \(seed), \(threads) threads, strips of \(rows) rows")
      }
    }
  }

  /// Nested layers with effects that read or enlarge an area: shadows, filters, masks, bitmaps, copies, rotations and
  /// depth.
  private static let randomTree = """
    local state = seed * 2654435761 % 4294967296
    local function random(n)
      state = (state * 1664525 + 1013904223) % 4294967296
      return state // 65536 % n
    end
    local function color() return {random(256) / 255, random(256) / 255, random(256) / 255, (1 + random(4)) / 4} end
    local kinds = {"Layer", "Layer", "Layer", "ReplicatorLayer", "TransformLayer"}
    local function tree(depth, size)
      local kind = depth == 0 and "Layer" or kinds[1 + random(#kinds)]
      local layer = ca[kind] { frame = {random(size), random(size), 20 + random(size), 20 + random(size)} }
      if kind ~= "TransformLayer" then
        layer.backgroundColor, layer.cornerRadius = color(), random(3) * 6
        if random(3) == 0 then
          layer.shadowOpacity, layer.shadowRadius, layer.shadowOffset = 0.7, random(12), {random(20), random(20)}
          if random(2) == 0 then layer.backgroundColor = nil end
        end
        if random(6) == 0 then layer.opacity, layer.allowsGroupOpacity = 0.6, true end
        if random(6) == 0 then layer.masksToBounds = true end
        if random(8) == 0 then layer.filters = {ca.Filter("CIGaussianBlur", { inputRadius = 1 + random(9) })} end
        if random(8) == 0 then layer.backgroundFilters = {ca.Filter("CIBoxBlur", { inputRadius = 1 + random(9) })} end
        if random(8) == 0 then layer.shouldRasterize, layer.rasterizationScale = true, 0.5 + random(4) / 2 end
        if random(8) == 0 then layer.compositingFilter = "multiplyBlendMode" end
        if depth > 0 and random(6) == 0 then layer.mask = tree(depth - 1, size) end
      end
      if random(3) == 0 then layer["transform.rotation.z"] = random(60) / 10 end
      if random(5) == 0 then layer["transform.rotation.y"] = random(60) / 10 end
      if kind == "ReplicatorLayer" then
        layer.instanceCount = 3
        layer.instanceTransform = ca.Transform.translation(9, 17)
      end
      if depth > 0 then for _ = 1, 4 do layer:addSublayer(tree(depth - 1, size * 3 // 4)) end end
      return layer
    end
    local root = ca.Layer { bounds = {0, 0, 220, 300}, backgroundColor = random(2) == 0 and "white" or nil }
    for _ = 1, 4 do root:addSublayer(tree(2, 140)) end
    return root
    """

  private func refusal(of layer: Layer, in engine: Engine, _ path: String, scale: Double) throws -> EngineError {
    try #require(throws: EngineError.self) { try engine.write(layer, to: path, PictureOptions(scale: scale)) }
  }

  @Test func `what effects need beyond their budget is refused, and the old file stays`() throws {
    let folder = try TemporaryFolder()
    let engine = try engine(threads: 2, folder)
    let layer = try #require(
      try engine.run(
        script: """
          return ca.Layer { bounds = {0, 0, 300, 300}, backgroundColor = "teal",
            ca.Layer { name = "soft", frame = {10, 10, 280, 280}, backgroundColor = "pink",
              filters = {ca.Filter("CIGaussianBlur", { inputRadius = 2 })} } }
          """, name: "a"))
    try folder.write("old", to: "a.png")
    let error = try refusal(of: layer, in: engine, "\(folder.path)/a.png", scale: 120)
    #expect(error.kind == .limit && error.message.contains("soft"), "\(error.message)")
    #expect(try folder.read("a.png") == Array("old".utf8))
    #expect(folder.contents.filter { $0.hasPrefix(".") }.isEmpty)
  }

  @Test func `formats that take whole pictures say which do not`() throws {
    let folder = try TemporaryFolder()
    let engine = try engine(threads: 1, folder)
    let layer = try #require(try engine.run(script: "return ca.Layer { bounds = {0, 0, 100, 100} }", name: "a"))
    let error = try refusal(of: layer, in: engine, "\(folder.path)/a.webp", scale: 400)
    #expect(
      error.message.hasPrefix(
        "a picture of 40000×40000 pixels cannot be written as WebP, which is encoded as a whole: each side"))
    let large = try refusal(of: layer, in: engine, "\(folder.path)/a.png", scale: 1001)
    #expect(
      large.message.hasPrefix("a picture of 100100×100100 pixels cannot be written: each side must be 1 to 100000"))
  }

  @Test func `a picture wider than a bitmap is written`() throws {
    let folder = try TemporaryFolder()
    let engine = try engine(threads: 2, folder)
    let layer = try #require(
      try engine.run(
        script: """
          return ca.Layer { bounds = {0, 0, 100000, 400}, backgroundColor = "white",
            ca.Layer { frame = {99000, 100, 1000, 300}, backgroundColor = "red", cornerRadius = 40 } }
          """, name: "a"))
    try engine.write(layer, to: folder.path + "/wide.png")
    let file = try folder.read("wide.png")
    #expect(file[16..<24].elementsEqual([0, 1, 0x86, 0xA0, 0, 0, 1, 0x90]))
    #expect(file.count < 400_000)
  }
}
