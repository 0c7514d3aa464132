// SPDX-License-Identifier: MIT
import CLayerLua
import Testing
import TestSupport

/// The limits of layerlua_config: each is passed to the engine and named in its error.
@Suite struct LimitTests {
  private func check(
    _ limit: WritableKeyPath<layerlua_config, UInt64>, _ value: UInt64, within: String, beyond: String, says: String,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let client = try Client { $0[keyPath: limit] = value }
    defer { withExtendedLifetime(client) {} }
    try client.run(within)
    #expect(
      layerlua_run(client.engine, beyond, beyond.utf8.count, "a.lua", nil) == LAYERLUA_LIMIT, sourceLocation: location)
    #expect(
      client.message.contains(says) && client.message.contains("\(value)"), "\(client.message)",
      sourceLocation: location)
    #expect(client.error.line == 1 && text(client.error.script) == "a.lua", sourceLocation: location)
    let free = try Client { $0[keyPath: limit] = .max }
    defer { withExtendedLifetime(free) {} }
    try free.run(beyond)
  }

  @Test func `pixels are limited`() throws {
    func script(_ width: Int) -> String { "ca.render(ca.Layer { bounds = {0, 0, \(width), 10} })" }
    try check(
      \.pixel_limit, 100, within: script(10), beyond: script(11), says: "a picture of 11×10 pixels is too large")
  }

  @Test func `surface pixels are limited`() throws {
    func script(_ size: Int) -> String {
      """
      ca.render(ca.Layer { bounds = {0, 0, 400, 400}, ca.Layer { frame = {50, 50, \(size), \(size)}, shadowOpacity = 1, shadowRadius = 5,\
       ca.ShapeLayer { path = 'M 0 0 L \(size) \(size / 2) L 0 \(size) Z' } } })
      """
    }
    try check(\.surface_pixel_limit, 20_000, within: script(20), beyond: script(300), says: "off-screen surfaces")
  }

  @Test func `layers are limited`() throws {
    func script(_ count: Int) -> String {
      "local t = {} for i = 1, \(count) do t[i] = ca.Layer() end t = nil collectgarbage()"
    }
    try check(\.layer_limit, 50, within: script(50), beyond: script(51), says: "too many layers")
  }

  @Test func `replicated layers are limited`() throws {
    func script(_ count: Int) -> String {
      "ca.render(ca.ReplicatorLayer { bounds = {0, 0, 9, 9}, instanceCount = \(count), ca.Layer { bounds = {0, 0, 2, 2}, backgroundColor = 'red' } })"
    }
    try check(\.replicated_layer_limit, 100, within: script(90), beyond: script(101), says: "after replication")
  }

  @Test func `particles are limited`() throws {
    func script(_ rate: Int) -> String {
      "local e = ca.EmitterLayer { bounds = {0, 0, 9, 9}, emitterCells = { ca.EmitterCell { birthRate = \(rate), lifetime = 1, "
        + "contents = ca.Image { width = 1, height = 1, pixels = 'abcd' } } } } ca.render(e, { time = 2 })"
    }
    try check(\.particle_limit, 100, within: script(90), beyond: script(200), says: "particles at once")
  }

  @Test func `path segments are limited`() throws {
    func script(_ count: Int) -> String { "ca.ShapeLayer { path = 'M0 0' .. ('h1'):rep(\(count)) }" }
    try check(\.path_segment_limit, 1000, within: script(900), beyond: script(1100), says: "a path may have at most")
  }

  @Test func `drawing operations are limited`() throws {
    func script(_ count: Int) -> String {
      "ca.Image.draw(9, 9, function(c) for i = 1, \(count) do c:fill {0, 0, 1, 1} end end)"
    }
    try check(
      \.drawing_operation_limit, 100, within: script(100), beyond: script(101), says: "a drawing may have at most")
  }

  @Test func `image pixels are limited`() throws {
    func script(_ width: Int) -> String { "ca.Image.draw(\(width), 10, function() end)" }
    try check(
      \.image_pixel_limit, 100, within: script(10), beyond: script(11), says: "an image of 11×10 pixels is too large")
  }

  @Test func `the length of text is limited`() throws {
    func script(_ count: Int) -> String { "ca.measureText(('x'):rep(\(count)))" }
    try check(\.text_length_limit, 100, within: script(100), beyond: script(101), says: "the text is 101 bytes long")
  }

  @Test func `what is printed is limited`() throws {
    func script(_ count: Int) -> String { "print(('x'):rep(\(count)))" }
    try check(
      \.printed_byte_limit, 100, within: script(99), beyond: script(100),
      says: "print less, or raise printed_byte_limit")
  }

  @Test func `frames and file size are limited`() throws {
    let folder = try TemporaryFolder()
    try folder.write(String(repeating: "x", count: 200), to: "long.txt")
    let path = folder.path
    try path.withCString { path in
      let client = try Client {
        $0.frame_limit = 5
        $0.file_size_limit = 100
        $0.working_directory = path
        $0.script_directory = path
      }
      defer { withExtendedLifetime(client) {} }
      func failure(_ script: String) -> String {
        #expect(layerlua_run(client.engine, script, script.utf8.count, "a.lua", nil) == LAYERLUA_LIMIT)
        return client.message
      }
      #expect(
        failure("ca.render(ca.Layer { bounds = {0, 0, 2, 2} }, 'a.apng', { fps = 10, duration = 0.6 })").contains(
          "a film of 6 frames is too long: at most 5"))
      #expect(failure("ca.readFile('long.txt')").contains("200 bytes, at most 100 can be read"))
    }
  }

  @Test func `memory and time are limited`() throws {
    let client = try Client {
      $0.memory_limit = 4 << 20
      $0.time_limit = 0.1
    }
    defer { withExtendedLifetime(client) {} }
    func failure(_ script: String) -> String {
      #expect(layerlua_run(client.engine, script, script.utf8.count, "a.lua", nil) == LAYERLUA_LIMIT)
      return client.message
    }
    #expect(
      failure("local t = {} while true do t[#t + 1] = ('x'):rep(1000) .. #t end").contains(
        "the memory limit of 4194304 bytes"))
    #expect(failure("while true do end") == "the time limit of 0.1 s is reached")
  }

  @Test func `each call may have a limit`() throws {
    let client = try Client { $0.call_time_limit = 0.1 }
    defer { withExtendedLifetime(client) {} }
    let script = "while true do end"
    for _ in 0..<2 {
      #expect(layerlua_run(client.engine, script, script.utf8.count, "a.lua", nil) == LAYERLUA_LIMIT)
      #expect(client.message == "the time limit of 0.1 s for one call is reached")
    }
    var config = layerlua_config()
    config.size = MemoryLayout<layerlua_config>.size
    config.call_time_limit = -1
    var engine: OpaquePointer?
    #expect(layerlua_create(&config, &engine, nil, 0) == LAYERLUA_USAGE)
  }
}
