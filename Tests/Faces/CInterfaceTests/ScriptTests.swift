// SPDX-License-Identifier: MIT
import CLayerLua
import Glibc
import LayerEngine
import Testing
import TestSupport

@Suite struct ScriptTests {
  @Test func `the versions are there`() {
    #expect(layerlua_abi_version() == UInt32(LAYERLUA_ABI_VERSION))
    #expect(text(layerlua_version())?.wholeMatch(of: /\d+\.\d+\.\d+/) != nil)
  }

  @Test func `a script's error has its place and its way`() throws {
    let client = try Client()
    defer { withExtendedLifetime(client) {} }
    #expect(client.error.status == LAYERLUA_OK)
    let script = "local function f()\n  error('no tea')\nend\nf()\n"
    #expect(layerlua_run(client.engine, script, script.utf8.count, "shop.lua", nil) == LAYERLUA_SCRIPT)
    let error = client.error
    #expect(error.status == LAYERLUA_SCRIPT && error.line == 2)
    #expect(text(error.message) == "no tea")
    #expect(text(error.script) == "shop.lua")
    #expect(text(error.source_line) == "  error('no tea')")
    #expect(text(error.traceback)?.contains("shop.lua:4") == true)
    #expect(text(error.description) == "shop.lua:2: no tea")
    #expect(layerlua_layer_named(client.engine, "x") == nil)
    #expect(client.error.line == 0 && text(client.error.script) == nil && text(client.error.traceback) == nil)
  }

  @Test func `limits are statuses of their own`() throws {
    let client = try Client {
      $0.memory_limit = 4 << 20
      $0.time_limit = 0.2
    }
    let greedy = "local t = {} for i = 1, 1e8 do t[i] = {i} end"
    #expect(layerlua_run(client.engine, greedy, greedy.utf8.count, "a.lua", nil) == LAYERLUA_LIMIT)
    #expect(client.message.contains("4194304"))
    let endless = "while true do end"
    #expect(layerlua_run(client.engine, endless, endless.utf8.count, "a.lua", nil) == LAYERLUA_LIMIT)
    #expect(client.message.contains("time limit"))
  }

  @Test func `arguments reach the script`() throws {
    let client = try Client()
    defer { withExtendedLifetime(client) {} }
    let positional: [UnsafePointer<CChar>?] = [UnsafePointer(duplicate("one")), UnsafePointer(duplicate("zwei"))]
    defer { for text in positional { text?.deallocate() } }
    try client.check(layerlua_set_argument(client.engine, "title", "Tea"))
    try client.check(layerlua_set_argument(client.engine, "gone", "x"))
    try client.check(layerlua_set_argument(client.engine, "gone", nil))
    try client.check(layerlua_set_positional_arguments(client.engine, positional, 2))
    try client.run("print(ca.args.title, ca.args.gone, ca.args[1], ca.args[2], #ca.args)")
    #expect(client.log.printed == "Tea\tnil\tone\tzwei\t2\n")
  }

  @Test func `a file runs`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("#!/usr/bin/env layerlua\nreturn ca.Layer { name = 'from file' }", to: "card.lua")
    let client = try Client()
    defer { withExtendedLifetime(client) {} }
    var layer: OpaquePointer?
    try client.check(layerlua_run_file(client.engine, path, &layer))
    #expect(text(try client.get(layer, "name").as.string) == "from file")
    #expect(layer != nil && layerlua_root(client.engine) == layer)
    #expect(layerlua_run_file(client.engine, folder.path + "/none.lua", &layer) == LAYERLUA_FILE)
    #expect(layer == nil)
    #expect(client.message.contains("none.lua cannot be read"))
    #expect(layerlua_run_file(client.engine, folder.path, &layer) == LAYERLUA_FILE)
  }

  @Test func `a script reads and writes no folder but its host's`() throws {
    let folder = try TemporaryFolder()
    try folder.write("tea", to: "a.txt")
    let path = try folder.write("return ca.Layer { name = ca.readFile 'a.txt' }", to: "a.lua")
    func client(_ change: (inout layerlua_config) -> Void = { _ in }) throws -> Client { try Client(change) }
    func failure(_ client: Client, _ script: String) -> String {
      layerlua_run(client.engine, script, script.utf8.count, "a.lua", nil) == LAYERLUA_OK ? "" : client.message
    }
    let read = "ca.readFile '\(folder.path)/a.txt'"
    let write = "ca.render(ca.Layer { bounds = {0, 0, 2, 2} }, '\(folder.path)/out.png')"
    let plain = try client()
    #expect(
      failure(plain, read).hasSuffix(
        "this script has no folder to read; the host sets it with script_directory or readable_directories"))
    #expect(
      failure(plain, "ca.readFile 'Package.swift'").hasSuffix(
        "this script has no folder to read; the host sets it with script_directory or readable_directories"))
    #expect(
      failure(plain, write).hasSuffix(
        "this script has no folder to write; the host sets it with working_directory or writable_directories"))
    // A file reads its own folder; a script given as text afterwards does not.
    var layer: OpaquePointer?
    try plain.check(layerlua_run_file(plain.engine, path, &layer))
    #expect(text(try plain.get(layer, "name").as.string) == "tea")
    #expect(failure(plain, read).contains("no folder to read"))
    let named = try folder.path.withCString { path in try client { $0.script_directory = path } }
    #expect(failure(named, "ca.readFile 'a.txt'") == "")
    #expect(failure(named, write).contains("no folder to write"))
    #expect(failure(named, "ca.readFile '../a.txt'").hasSuffix("allow its folder with readable_directories"))
    let writing = try folder.path.withCString { path in try client { $0.working_directory = path } }
    #expect(failure(writing, write) == "")
    #expect(failure(writing, read).contains("no folder to read"))
    // Messages name settings in the caller's language.
    let here = try ".".withCString { path in try client { $0.script_directory = path } }
    #expect(failure(here, "ca.readFile 'Package.swift'") == "")
    var config = layerlua_config()
    config.size = MemoryLayout<layerlua_config>.size
    var engine: OpaquePointer?
    var message = [CChar](repeating: 0, count: 200)
    "cobol".withCString { name in
      config.language = name
      #expect(layerlua_create(&config, &engine, &message, message.count) == LAYERLUA_USAGE)
    }
    #expect(text(message)?.contains("language: expected c or python") == true)
  }

  @Test func `pictures are equal with and without their cache, whose default is named`() throws {
    func pictures(_ limit: UInt64) throws -> [[UInt8]] {
      let client = try Client { $0.kept_picture_limit = limit }
      defer { withExtendedLifetime(client) {} }
      let root = try client.run(
        "return ca.Layer { bounds = {0, 0, 8, 8}, "
          + "ca.Layer { name = 'a', frame = {1, 1, 3, 3}, backgroundColor = 'red' } }")
      return try [2.0, 2, 6].map { x in
        try client.check(layerlua_set_number(client.engine, root, "sublayers.a.position.x", x))
        var pixels = [UInt8](repeating: 9, count: 256)
        try client.check(layerlua_render(client.engine, root, nil, 0, &pixels, 256, 0))
        return pixels
      }
    }
    let cached = try pictures(0)
    for limit in [UInt64(LAYERLUA_NO_CACHE), UInt64(LAYERLUA_DEFAULT_CACHE), UInt64.max] {
      #expect(try pictures(limit) == cached)
    }
    #expect(Int(LAYERLUA_DEFAULT_CACHE) == Engine.Configuration().keptPictureLimit)
  }

  @Test func `single files may be written, and numbered ones`() throws {
    let folder = try TemporaryFolder()
    let names = ["out.png", "frame-{00}.png"].map { strdup("\(folder.path)/\($0)") }
    defer { names.forEach { free($0) } }
    let list = names.map { UnsafePointer<CChar>($0) }
    let client = try list.withUnsafeBufferPointer { list in
      try Client {
        $0.writable_files = list.baseAddress
        $0.writable_file_count = 2
      }
    }
    defer { withExtendedLifetime(client) {} }
    func status(_ name: String) -> layerlua_status {
      let script = "ca.render(ca.Layer { bounds = {0, 0, 2, 2} }, '\(folder.path)/\(name)')"
      return layerlua_run(client.engine, script, script.utf8.count, "a.lua", nil)
    }
    try client.check(status("out.png"))
    try client.check(status("frame-07.png"))
    #expect(folder.exists("out.png") && folder.exists("frame-07.png"))
    #expect(status("other.png") != LAYERLUA_OK && !folder.exists("other.png"))
    var config = layerlua_config()
    config.size = MemoryLayout<layerlua_config>.size
    config.writable_file_count = 1
    var engine: OpaquePointer?
    #expect(layerlua_create(&config, &engine, nil, 0) == LAYERLUA_USAGE && engine == nil)
  }

  @Test func `warnings are given once`() throws {
    let client = try Client()
    defer { withExtendedLifetime(client) {} }
    try client.run("for i = 1, 3 do local l = ca.Layer() l.opacty = 1 end")
    #expect(client.log.warnings.count == 1 && client.log.warnings.first?.contains("opacty") == true)
    try client.check(layerlua_report_repeated_warnings(client.engine))
    #expect(client.log.warnings.last?.contains("2 times more") == true)
  }

  @Test func `warnings come in their parts where they are asked for, and rules are allowed`() throws {
    var found:
      [(rule: String?, message: String?, script: String?, line: Int32, repeats: UInt32, description: String?)] = []
    try withUnsafeMutablePointer(to: &found) { found in
      let client = try Client {
        $0.user_data = UnsafeMutableRawPointer(found)
        $0.on_warning = { _, _ in Issue.record("called in place of on_warning_details") }
        $0.on_warning_details = { list, warning in
          guard let w = warning?.pointee, let list else { return }
          list.assumingMemoryBound(
            to: [(rule: String?, message: String?, script: String?, line: Int32, repeats: UInt32, description: String?)]
              .self
          ).pointee.append((text(w.rule), text(w.message), text(w.script), w.line, w.repeats, text(w.description)))
        }
      }
      defer { withExtendedLifetime(client) {} }
      try client.run("local l = ca.Layer()\nl.opacty = 1\nca.Layer().opacty = 1\nl.zPosition = 1e9", name: "a.lua")
      try client.check(layerlua_report_repeated_warnings(client.engine))
    }
    #expect(found.map(\.rule) == ["near-miss-key", "z-extreme", "near-miss-key"])
    #expect(found.map(\.line) == [2, 4, 2] && found.map(\.repeats) == [0, 0, 1])
    #expect(
      found.allSatisfy {
        $0.script == "a.lua" && $0.description?.hasPrefix("a.lua:\($0.line): \($0.message ?? "")") == true
      })
    try "near-miss-key".withCString { rule in
      try withUnsafePointer(to: Optional(rule)) { rules in
        let client = try Client {
          $0.allowed_warnings = UnsafePointer(rules)
          $0.allowed_warning_count = 1
        }
        defer { withExtendedLifetime(client) {} }
        try client.run("local l = ca.Layer() l.opacty = 1 l.zPosition = 1e9")
        #expect(client.log.warnings.count == 1 && client.log.warnings.first?.contains("zPosition") == true)
      }
    }
    var config = layerlua_config()
    config.size = MemoryLayout<layerlua_config>.size
    var engine: OpaquePointer?
    var message = [CChar](repeating: 0, count: 200)
    "opacty".withCString { rule in
      withUnsafePointer(to: Optional(rule)) {
        config.allowed_warnings = UnsafePointer($0)
        config.allowed_warning_count = 1
        #expect(layerlua_create(&config, &engine, &message, message.count) == LAYERLUA_USAGE)
      }
    }
    let said = message.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    #expect(said.hasPrefix("layerlua_config.allowed_warnings: there is no warning rule \"opacty\""), "\(said)")
  }

  @Test func `the host calls a script's function`() throws {
    let client = try Client()
    defer { withExtendedLifetime(client) {} }
    try client.run("function area(w, h) return w * h, 'ok', nil end function bad() error('x') end")
    var results: UnsafePointer<layerlua_value>?
    var count = 0
    try client.check(layerlua_call(client.engine, "area", [.number(3), .number(4)], 2, &results, &count))
    try #require(count == 3)
    let values = try #require(results)
    #expect(values[0].as.number == 12 && text(values[1].as.string) == "ok" && values[2].kind == LAYERLUA_NIL)
    #expect(layerlua_call(client.engine, "bad", nil, 0, &results, &count) == LAYERLUA_SCRIPT)
    #expect(results == nil && count == 0 && client.error.line == 1)
    #expect(layerlua_call(client.engine, "none", nil, 0, nil, nil) == LAYERLUA_USAGE)
  }

  @Test func `the clock is the host's`() throws {
    let client = try Client()
    defer { withExtendedLifetime(client) {} }
    try client.run(
      "local a = ca.BasicAnimation { keyPath = 'opacity', toValue = 0, duration = 2, delegate = { animationDidStop = function() print 'over' end } } local l = ca.Layer() l:addAnimation(a) return l"
    )
    var time = -1.0
    try client.check(layerlua_current_time(client.engine, &time))
    #expect(time == 0)
    try client.check(layerlua_set_current_time(client.engine, 3))
    #expect(client.log.printed == "over\n")
    #expect(layerlua_set_current_time(client.engine, 1) == LAYERLUA_USAGE)
    #expect(client.message == "time only goes forward: it is 3, got 1")
    #expect(layerlua_set_current_time(client.engine, .nan) == LAYERLUA_USAGE)
  }

  @Test(.timeLimit(.minutes(10))) func `another thread ends a script`() async throws {
    let client = try Client()
    defer { withExtendedLifetime(client) {} }
    layerlua_cancel(client.engine)
    try client.run("running = true")
    struct Pointer: @unchecked Sendable { let engine: OpaquePointer }
    let pointer = Pointer(engine: client.engine)
    let canceller = Task.detached {
      try await Task.sleep(nanoseconds: 50_000_000)
      layerlua_cancel(pointer.engine)
    }
    let endless = "while true do pcall(function() while true do end end) end"
    #expect(layerlua_run(client.engine, endless, endless.utf8.count, "a.lua", nil) == LAYERLUA_CANCELLED)
    #expect(client.error.status == LAYERLUA_CANCELLED && !client.message.isEmpty)
    try await canceller.value
    try client.run("print(running)")
    #expect(client.log.printed == "true\n")
  }

  @Test(.timeLimit(.minutes(10))) func `engines on several threads do not meet`() async throws {
    let sums = try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for index in 0..<4 {
        group.addTask {
          let client = try Client { $0.threads = 2 }
          var pixels = [UInt8](repeating: 0, count: 40 * 40 * 4)
          for round in 0..<10 {
            let layer = try client.run(
              "local l = ca.Layer { bounds = {0, 0, 40, 40}, backgroundColor = {\(index) / 4, 0, 0} } "
                + "for i = 1, 20 do l:addSublayer(ca.TextLayer { frame = {0, i, 40, 20}, string = tostring(i), fontSize = 9 }) end return l"
            )
            try client.check(layerlua_set_number(client.engine, layer, "cornerRadius", Double(round)))
            try client.check(layerlua_render(client.engine, layer, nil, 0, &pixels, pixels.count, 0))
          }
          return Array(pixels[(20 * 40 * 4)..<(20 * 40 * 4 + 4)] + [UInt8(index)])
        }
      }
      return try await group.reduce(into: [[UInt8]]()) { $0.append($1) }
    }
    #expect(Set(sums).count == 4)
  }
}

private func duplicate(_ text: String) -> UnsafeMutablePointer<CChar> {
  let bytes = text.utf8CString
  let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
  for (i, byte) in bytes.enumerated() { copy[i] = byte }
  return copy
}
