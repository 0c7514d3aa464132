// SPDX-License-Identifier: MIT
import Foundation
import LayerEngine
import Testing

/// Memory of a process that creates and frees scenes. Each test runs in its own process, since other tests' memory
/// would count.
@Suite struct ManyScenesTests {
  /// Kilobytes allocated, by the allocator's own statistics. Resident memory varies with thread timing, so it would
  /// need a tolerance that hides a leak.
  private static func allocatedKilobytes() throws -> Int {
    typealias Report = @convention(c) (Int32, UnsafeMutablePointer<FILE>) -> Int32
    let report = unsafeBitCast(try #require(dlsym(nil, "malloc_info")), to: Report.self)
    var text: UnsafeMutablePointer<CChar>?
    var length = 0
    let stream = try #require(open_memstream(&text, &length))
    let status = report(0, stream)
    fclose(stream)
    defer { free(text) }
    try #require(status == 0)
    // The totals follow the entries of the arenas.
    let sums = String(cString: try #require(text)).components(separatedBy: "</heap>").last ?? ""
    func bytes(_ element: Regex<(Substring, Substring)>) throws -> Int {
      let found = try #require(sums.firstMatch(of: element))
      return try #require(Int(found.1))
    }
    let free = try bytes(/<total type="fast".* size="(\d+)"/) + bytes(/<total type="rest".* size="(\d+)"/)
    return try (bytes(/<system type="current" size="(\d+)"/) + bytes(/<total type="mmap".* size="(\d+)"/) - free) / 1024
  }

  /// The number of scenes per round; LAYERLUA_SCENES in the environment overrides it.
  private static var count: Int { ProcessInfo.processInfo.environment["LAYERLUA_SCENES"].flatMap { Int($0) } ?? 60 }

  private static let scene = """
    -- A class lives as long as its engine.
    C = C or ca.Layer:subclass("C", { defaults = { heading = 0 } })
    function C:drawInContext(ctx) ctx:fill {0, 0, 4, 4}; self.seen = { self } end
    local root = C { bounds = {0, 0, 40, 40}, backgroundColor = "white" }
    for i = 1, 20 do
      local l = ca.Layer { frame = {i, i, 9, 9}, backgroundColor = "red", cornerRadius = 2, userInfo = { data = { ("x"):rep(200) } } }
      l.delegate = { layoutSublayersOfLayer = function() return root, l end }
      l.style = { up = function() return root end }
      root:addSublayer(l)
    end
    root.contents = ca.Image { width = 20, height = 20, pixels = ("abcd"):rep(400) }
    local a = ca.BasicAnimation { keyPath = "opacity", fromValue = 0, toValue = 1, duration = 1 }
    a.delegate = { animationDidStop = function() return a, root end }
    root:addAnimation(a, "fade")
    ca.animate({ duration = 1, completion = function() return root end }, function() root.sublayers[1].position = {5, 5} end)
    root:setNeedsDisplay()
    """

  /// True if memory stays constant while scenes come and go: judged by the median round, since the process also does
  /// other work, while a leak shows in every round.
  private static func staysFlat(_ body: () throws -> Void, collect: () throws -> Void = {}) throws -> Bool {
    var allocated: [Int] = []
    for _ in 0..<8 {
      for _ in 0..<count { try body() }
      try collect()
      allocated.append(try allocatedKilobytes())
    }
    let growths = zip(allocated.dropFirst(), allocated).map { $0 - $1 }
    if let path = ProcessInfo.processInfo.environment["LAYERLUA_MEMORY_LOG"], let log = fopen(path, "a") {
      fputs("\(count) scenes a round: \(allocated) KB, \(growths)\n", log)
      fclose(log)
    }
    // Hash tables take some thousand scenes to reach their final size. Leaking 21 layers per round would exceed the
    // limit by far.
    return growths.sorted()[growths.count / 2] < 120
  }

  @Test func `engines that are made and dropped keep memory flat`() async {
    await #expect(processExitsWith: .success) {
      let isFlat = try ManyScenesTests.staysFlat {
        let engine = try Engine(Engine.Configuration(threads: 1))
        let layer = try engine.run(script: ManyScenesTests.scene + "return root", name: "test.lua")
        _ = try engine.render(try #require(layer))
      }
      exit(isFlat ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }

  @Test func `scenes of one engine that follow each other keep memory flat`() async {
    await #expect(processExitsWith: .success) {
      let engine = try Engine(Engine.Configuration(threads: 1))
      let isFlat = try ManyScenesTests.staysFlat {
        let layer = try engine.run(
          script: ManyScenesTests.scene + "ca.setCurrentTime(ca.currentTime() + 2) return root", name: "test.lua")
        _ = try engine.render(try #require(layer))
      } collect: {
        try engine.run(script: "collectgarbage() collectgarbage()", name: "collect.lua")
      }
      exit(isFlat ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }

  @Test func `scenes that fail keep memory flat`() async {
    await #expect(processExitsWith: .success) {
      let engine = try Engine(Engine.Configuration(memoryLimit: 64 << 20, threads: 1))
      let isFlat = try ManyScenesTests.staysFlat {
        _ = try? engine.run(
          script: ManyScenesTests.scene + "ca.setCurrentTime(ca.currentTime() + 2) ca.render(root) error { root }",
          name: "test.lua")
        _ = try? engine.run(
          script: ManyScenesTests.scene
            + "ca.setCurrentTime(ca.currentTime() + 2) ca.Image.draw(9, 9, function(ctx) ctx:fill(root) end)",
          name: "test.lua")
      } collect: {
        try engine.run(script: "collectgarbage() collectgarbage()", name: "collect.lua")
      }
      exit(isFlat ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }

  @Test func `several engines do not know of each other`() throws {
    let engines = try (1...4).map { _ in try Engine(Engine.Configuration(threads: 1)) }
    var layers: [AnyObject] = []
    for (i, engine) in engines.enumerated() {
      let layer = try #require(
        try engine.run(script: "shared = \(i) return ca.Layer { name = 'l', bounds = {0, 0, 2, 2} }", name: "test.lua"))
      layers.append(layer)
    }
    for (i, engine) in engines.enumerated() {
      try engine.run(script: "assert(shared == \(i))", name: "test.lua")
      #expect(engine.liveObjects.alive["layers"] == 1)
    }
    layers = []
  }
}
