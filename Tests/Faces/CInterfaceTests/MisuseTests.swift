// SPDX-License-Identifier: MIT
import CLayerLua
import Testing
import TestSupport

@Suite struct MisuseTests {
  @Test func `every function takes a missing engine`() {
    var layer: OpaquePointer?
    var results: UnsafePointer<layerlua_value>?
    var count = 0
    var value = layerlua_value()
    var number = 0.0
    var text: UnsafePointer<CChar>?
    var width: UInt32 = 0
    var height: UInt32 = 0
    var bytes: UnsafeMutablePointer<UInt8>?
    let statuses = [
      layerlua_set_argument(nil, "a", "b"), layerlua_set_positional_arguments(nil, nil, 0),
      layerlua_run(nil, "", 0, "a", &layer),
      layerlua_run_file(nil, "a", &layer), layerlua_call(nil, "f", nil, 0, &results, &count),
      layerlua_call_function(nil, nil, nil, 0, &results, &count), layerlua_report_repeated_warnings(nil),
      layerlua_keep_layer(nil, nil),
      layerlua_release_layer(nil, nil), layerlua_get(nil, nil, "a", &value), layerlua_set(nil, nil, "a", &value),
      layerlua_get_number(nil, nil, "a", &number), layerlua_set_number(nil, nil, "a", 1),
      layerlua_set_string(nil, nil, "a", "b"),
      layerlua_dump(nil, nil, &text), layerlua_current_time(nil, &number), layerlua_set_current_time(nil, 1),
      layerlua_pixel_size(nil, nil, nil, &width, &height), layerlua_render(nil, nil, nil, 0, nil, 0, 0),
      layerlua_render_image(nil, nil, nil, &layer), layerlua_encode(nil, nil, nil, "png", &bytes, &count),
      layerlua_write(nil, nil, nil, "a.png"), layerlua_set_image(nil, "a", nil),
      layerlua_register(nil, "a", nil, nil, nil),
      layerlua_define(nil, "a", nil), layerlua_keep_function(nil, nil), layerlua_release_function(nil, nil),
      layerlua_get_at(nil, nil, "a", 0, &value), layerlua_set_drawable(nil, "a", nil, nil, nil),
      layerlua_image_decode(nil, nil, 0, &layer),
      layerlua_diagnose(nil, nil, nil, nil, nil), layerlua_call_return(nil, &value),
      layerlua_image_read(nil, 0, nil, 0, 0),
    ]
    for (i, status) in statuses.enumerated() { #expect(status == LAYERLUA_USAGE, "the call \(i)") }
    #expect(layerlua_root(nil) == nil && layerlua_layer_named(nil, "a") == nil && layerlua_call_engine(nil) == nil)
    #expect(layerlua_call_argument_count(nil) == 0 && layerlua_call_argument(nil, 0).pointee.type == 0)
    #expect(layerlua_image_width(nil) == 0 && layerlua_image_height(nil) == 0 && layerlua_image_scale(nil) == 0)
    layerlua_call_fail(nil, "x")
    layerlua_cancel(nil)
    layerlua_free(nil)
    layerlua_free_bytes(nil)
    layerlua_image_retain(nil)
    layerlua_image_release(nil)
    #expect(layerlua_last_error(nil).pointee.status == LAYERLUA_USAGE)
    #expect(CInterfaceTests.text(layerlua_last_error(nil).pointee.message)?.contains("the engine is NULL") == true)
  }

  @Test func `every missing pointer is an error of usage`() throws {
    let client = try Client()
    let engine = client.engine
    let layer = try client.run("return ca.Layer { bounds = {0, 0, 2, 2} }")
    let statuses = [
      layerlua_set_argument(engine, nil, "b"), layerlua_set_positional_arguments(engine, nil, 2),
      layerlua_run(engine, nil, 0, "a", nil),
      layerlua_run(engine, "", 0, nil, nil), layerlua_run_file(engine, nil, nil),
      layerlua_call(engine, nil, nil, 0, nil, nil),
      layerlua_call(engine, "print", nil, 1, nil, nil), layerlua_call_function(engine, nil, nil, 0, nil, nil),
      layerlua_keep_layer(engine, nil), layerlua_release_layer(engine, nil),
      layerlua_get(engine, layer, "opacity", nil),
      layerlua_get(engine, layer, nil, nil), layerlua_set(engine, layer, "opacity", nil),
      layerlua_set_number(engine, layer, nil, 1),
      layerlua_set_string(engine, layer, "name", nil), layerlua_get_number(engine, layer, "opacity", nil),
      layerlua_dump(engine, layer, nil), layerlua_current_time(engine, nil),
      layerlua_pixel_size(engine, layer, nil, nil, nil),
      layerlua_render(engine, layer, nil, 0, nil, 1000, 0), layerlua_render_image(engine, layer, nil, nil),
      layerlua_encode(engine, layer, nil, "png", nil, nil), layerlua_write(engine, layer, nil, nil),
      layerlua_set_image(engine, nil, nil), layerlua_register(engine, nil, nil, nil, nil),
      layerlua_define(engine, nil, nil),
      layerlua_get_at(engine, layer, "opacity", 0, nil), layerlua_get_at(engine, layer, "opacity", .nan, nil),
      layerlua_set_drawable(engine, nil, nil, nil, nil), layerlua_set_drawable(engine, "", nil, nil, nil),
      layerlua_image_decode(engine, nil, 0, nil), layerlua_image_decode(engine, [1, 2, 3], 3, nil),
      layerlua_keep_function(engine, nil), layerlua_release_function(engine, nil),
      layerlua_set_number(engine, nil, "opacity", 1),
    ]
    for (i, status) in statuses.enumerated() { #expect(status == LAYERLUA_USAGE, "the call \(i)") }
    #expect(client.message.hasPrefix("the layer is NULL"))
  }

  @Test func `a structure with a wrong size is refused`() throws {
    var engine: OpaquePointer?
    var message = [CChar](repeating: 1, count: 200)
    let first = (MemoryLayout<layerlua_config>.offset(of: \.user_data) ?? 0) + MemoryLayout<UnsafeRawPointer>.size
    for size in [0, 8, first - 8, 1 << 20, -1] {
      var config = layerlua_config()
      config.size = size
      #expect(layerlua_create(&config, &engine, &message, message.count) == LAYERLUA_USAGE)
      #expect(engine == nil)
      #expect(text(message).contains("set it to sizeof(layerlua_config)"))
    }
    let client = try Client()
    let layer = try client.run("return ca.Layer { bounds = {0, 0, 2, 2} }")
    var settings = layerlua_settings()
    var image: OpaquePointer?
    #expect(layerlua_render_image(client.engine, layer, &settings, &image) == LAYERLUA_USAGE)
    #expect(client.message.contains("layerlua_settings.size is 0"))
  }

  @Test func `a newer structure is taken when it says nothing new`() throws {
    struct Newer {
      var config = layerlua_config()
      var addition = 0
    }
    var newer = Newer()
    newer.config.size = MemoryLayout<Newer>.size
    var engine: OpaquePointer?
    var message = [CChar](repeating: 0, count: 200)
    func create() -> layerlua_status {
      withUnsafePointer(to: &newer) { pointer in
        pointer.withMemoryRebound(to: layerlua_config.self, capacity: 1) {
          layerlua_create($0, &engine, &message, message.count)
        }
      }
    }
    #expect(create() == LAYERLUA_OK)
    layerlua_free(engine)
    newer.addition = 1
    #expect(create() == LAYERLUA_USAGE)
    #expect(text(message).contains("older than the header"))
  }

  @Test func `text that is not UTF-8 is refused`() throws {
    let client = try Client()
    let layer = try client.run("return ca.Layer { bounds = {0, 0, 2, 2} }")
    let bad: [CChar] = [104, -1, 0]
    #expect(layerlua_set_argument(client.engine, bad, "x") == LAYERLUA_USAGE)
    #expect(client.message == "the argument's name is not UTF-8")
    #expect(layerlua_run(client.engine, "", 0, bad, nil) == LAYERLUA_USAGE)
    #expect(layerlua_set_string(client.engine, layer, "name", bad) == LAYERLUA_USAGE)
    #expect(layerlua_set_number(client.engine, layer, bad, 1) == LAYERLUA_USAGE)
    #expect(layerlua_write(client.engine, layer, nil, bad) == LAYERLUA_USAGE)
    var value = layerlua_value.of(LAYERLUA_STRING)
    bad.withUnsafeBufferPointer { bytes in
      value.as.string = bytes.baseAddress
      value.count = 2
      #expect(layerlua_set(client.engine, layer, "name", &value) == LAYERLUA_USAGE)
    }
    #expect(client.message == "the value is not UTF-8")
    let script: [CChar] = [45, 45, -1]
    #expect(layerlua_run(client.engine, script, 3, "a.lua", nil) == LAYERLUA_OK, "Lua's own strings are bytes")
  }

  @Test func `a buffer that is too small is left alone`() throws {
    let client = try Client()
    let layer = try client.run("return ca.Layer { bounds = {0, 0, 3, 2}, backgroundColor = 'red' }")
    var pixels = [UInt8](repeating: 7, count: 24)
    #expect(layerlua_render(client.engine, layer, nil, 0, &pixels, 23, 0) == LAYERLUA_USAGE)
    #expect(client.message == "a picture of 3×2 pixels needs a buffer of 24 bytes at 12 bytes a row, got 23")
    #expect(layerlua_render(client.engine, layer, nil, 0, &pixels, 24, 11) == LAYERLUA_USAGE)
    #expect(layerlua_render(client.engine, layer, nil, 0, &pixels, 24, -12) == LAYERLUA_USAGE)
    #expect(layerlua_render(client.engine, layer, nil, 9, &pixels, 24, 0) == LAYERLUA_USAGE)
    #expect(pixels == [UInt8](repeating: 7, count: 24))
    #expect(layerlua_render(client.engine, layer, nil, 0, &pixels, 24, 0) == LAYERLUA_OK)
    #expect(pixels.prefix(4) == [255, 0, 0, 255])
  }

  @Test(arguments: [
    (layerlua_value.of(layerlua_type(99)), "the value: 99 is not a layerlua_type"),
    (.of(LAYERLUA_OTHER), "the value: a value of type LAYERLUA_OTHER cannot be given back"),
    (.of(LAYERLUA_TRANSFORM), "the value: the matrix is NULL"),
    (.of(LAYERLUA_IMAGE), "the value: the image is NULL"),
    (.of(LAYERLUA_STRING) { $0.count = 3 }, "the value: the bytes are NULL, but the count is 3"),
    (.of(LAYERLUA_STRING) { $0.count = -3 }, "the value: the count is out of range"),
    (.of(LAYERLUA_ARRAY) { $0.count = 3 }, "the value: items is NULL, but the count is 3"),
  ])
  func `a value that cannot be is refused`(value: layerlua_value, message: String) throws {
    let client = try Client()
    let layer = try client.run("return ca.Layer()")
    var value = value
    #expect(layerlua_set(client.engine, layer, "contents", &value) == LAYERLUA_USAGE)
    #expect(client.message == message)
  }

  @Test func `a value that holds itself is refused`() throws {
    let client = try Client()
    let item = UnsafeMutablePointer<layerlua_value>.allocate(capacity: 1)
    defer { item.deallocate() }
    item.initialize(
      to: .of(LAYERLUA_ARRAY) {
        $0.count = 1
        $0.as.items = UnsafePointer(item)
      })
    #expect(layerlua_define(client.engine, "x", item) == LAYERLUA_USAGE)
    #expect(client.message.hasSuffix("nested too deeply (or holding itself): at most 100 levels"))
  }

  @Test func `a layer of another engine is refused`() throws {
    let one = try Client()
    let other = try Client()
    let layer = try other.run("return ca.Layer()")
    #expect(layerlua_set_number(one.engine, layer, "opacity", 0.5) == LAYERLUA_USAGE)
    #expect(one.message.hasPrefix("the layer is not from this engine"))
  }

  @Test func `what is gone is refused`() throws {
    let client = try Client()
    let engine = client.engine
    let first = try client.run("return ca.Layer { name = 'first', bounds = {0, 0, 2, 2} }")
    let kept = try client.run("return ca.Layer { name = 'kept', bounds = {0, 0, 2, 2} }")
    let collect = "collectgarbage()"
    try client.check(layerlua_keep_layer(engine, kept))
    try client.run(collect)
    #expect(layerlua_set_number(engine, first, "opacity", 0.5) == LAYERLUA_USAGE)
    #expect(client.message.contains("the layer was freed"))
    #expect(
      layerlua_keep_layer(engine, first) == LAYERLUA_USAGE
        && layerlua_write(engine, first, nil, "a.png") == LAYERLUA_USAGE)
    try client.run("function f() return function() return 7 end end function g() end return ca.Layer()")
    try client.check(layerlua_set_number(engine, kept, "opacity", 0.5))
    try client.check(layerlua_release_layer(engine, kept))
    try client.run(collect)
    #expect(layerlua_set_number(engine, kept, "opacity", 0.5) == LAYERLUA_USAGE)

    var results: UnsafePointer<layerlua_value>?
    var count = 0
    try client.check(layerlua_call(engine, "f", nil, 0, &results, &count))
    let function = results?.pointee.as.function
    try client.check(layerlua_call_function(engine, function, nil, 0, &results, &count))
    #expect(results?.pointee.as.number == 7)
    #expect(layerlua_call_function(engine, function, nil, 0, &results, &count) == LAYERLUA_USAGE)
    #expect(client.message.contains("the function was freed"))
    let nothing = OpaquePointer(bitPattern: 0x1000)
    #expect(
      layerlua_set_number(engine, nothing, "opacity", 1) == LAYERLUA_USAGE
        && layerlua_keep_function(engine, nothing) == LAYERLUA_USAGE)

    // Many handles are created and released.
    try client.register("note") { call in _ = layerlua_call_argument(call, 0) }
    try client.run(
      "for i = 1, 20000 do ca.host.note(ca.Layer()) end root = ca.Layer { bounds = {0, 0, 1, 1} } return root")
    try client.check(layerlua_set_number(engine, layerlua_root(engine), "opacity", 0.5))
  }

  @Test func `every release is called once`() throws {
    final class Count { var value = 0 }
    let count = Count()
    let data = Unmanaged.passUnretained(count).toOpaque()
    let release: @convention(c) (UnsafeMutableRawPointer?) -> Void = { data in
      if let data { Unmanaged<Count>.fromOpaque(data).takeUnretainedValue().value += 1 }
    }
    let body: layerlua_callback = { _, _ in }
    let draw: layerlua_draw = { _, _ in true }
    do {
      let client = try Client()
      let engine = client.engine
      // Refused or removed: the data is released immediately.
      #expect(layerlua_register(nil, "f", body, data, release) == LAYERLUA_USAGE && count.value == 1)
      #expect(layerlua_register(engine, nil, body, data, release) == LAYERLUA_USAGE && count.value == 2)
      #expect(
        layerlua_register(engine, "no name", body, data, release) == LAYERLUA_USAGE && count.value == 3,
        "\(count.value)")
      #expect(layerlua_set_drawable(engine, "", draw, data, release) == LAYERLUA_USAGE && count.value == 4)
      #expect(layerlua_register(engine, "f", nil, data, release) == LAYERLUA_OK && count.value == 5)
      // Replaced by another registration.
      try client.check(layerlua_register(engine, "f", body, data, release))
      #expect(count.value == 5)
      try client.check(layerlua_register(engine, "f", body, data, release))
      try client.run("collectgarbage()")
      #expect(count.value == 6)
      try client.check(layerlua_set_drawable(engine, "d", draw, data, release))
    }
    #expect(count.value == 8)
  }

  @Test func `an engine that is freed by its own function goes afterwards`() throws {
    final class Seen {
      var engine: OpaquePointer?
      var events: [String] = []
    }
    let seen = Seen()
    let data = Unmanaged.passUnretained(seen).toOpaque()
    var engine: OpaquePointer?
    #expect(layerlua_create(nil, &engine, nil, 0) == LAYERLUA_OK)
    seen.engine = engine
    let status = layerlua_register(
      engine, "f",
      { call, data in
        guard let data else { return }
        let seen = Unmanaged<Seen>.fromOpaque(data).takeUnretainedValue()
        layerlua_free(seen.engine)
        var value = layerlua_value.number(5)
        seen.events.append("\(layerlua_call_return(call, &value).rawValue)")
      }, data,
      { data in
        guard let data else { return }
        let seen = Unmanaged<Seen>.fromOpaque(data).takeUnretainedValue()
        // The engine has been freed.
        seen.events.append(
          "released \(layerlua_run(seen.engine, "", 0, "a", nil).rawValue) \(layerlua_root(seen.engine) == nil)")
        layerlua_cancel(seen.engine)
        layerlua_free(seen.engine)
        seen.events.append("\(layerlua_last_error(seen.engine).pointee.status.rawValue)")
      })
    #expect(status == LAYERLUA_OK)
    let script = "assert(ca.host.f() == 5)"
    #expect(layerlua_run(engine, script, script.utf8.count, "a.lua", nil) == LAYERLUA_OK)
    #expect(seen.events == ["0", "released 2 true", "2"])
  }

  @Test func `settings that cannot be are refused`() throws {
    let client = try Client()
    let layer = try client.run("return ca.Layer { bounds = {0, 0, 2, 2} }")
    func status(_ change: (inout layerlua_settings) -> Void) -> layerlua_status {
      var settings = layerlua_settings(scale: 1)
      change(&settings)
      var image: OpaquePointer?
      let status = layerlua_render_image(client.engine, layer, &settings, &image)
      layerlua_image_release(image)
      return status
    }
    #expect(status { _ in } == LAYERLUA_OK)
    for scale in [-1, Double.nan, .infinity, 1e300] { #expect(status { $0.scale = scale } != LAYERLUA_OK) }
    #expect(status { $0.width = 5 } == LAYERLUA_USAGE)
    #expect(
      status {
        $0.width = .nan; $0.height = 1
      } == LAYERLUA_USAGE)
    #expect(
      status {
        $0.has_time = true; $0.time = .nan
      } == LAYERLUA_USAGE)
    "nocolour".withCString { name in #expect(status { $0.background = name } == LAYERLUA_USAGE) }
    var bytes: UnsafeMutablePointer<UInt8>?
    var count = 0
    #expect(layerlua_encode(client.engine, layer, nil, "bmp", &bytes, &count) == LAYERLUA_USAGE)
    #expect(bytes == nil && count == 0)
    #expect(client.message.contains("bmp"))
  }

  @Test func `a configuration that cannot be is explained`() {
    func message(_ change: (inout layerlua_config) -> Void) -> String {
      var config = layerlua_config()
      config.size = MemoryLayout<layerlua_config>.size
      change(&config)
      var engine: OpaquePointer?
      var message = [CChar](repeating: 0, count: 200)
      let status = layerlua_create(&config, &engine, &message, message.count)
      layerlua_free(engine)
      return status == LAYERLUA_OK ? "" : text(message)
    }
    #expect(message { $0.time_limit = -1 }.contains("time_limit must be seconds"))
    #expect(message { $0.time_limit = .nan }.contains("time_limit must be seconds"))
    #expect(message { $0.memory_limit = 1000 }.contains("memory limit"))
    #expect(message { $0.memory_limit = .max } == "")
    #expect(message { $0.readable_directory_count = 1 }.contains("readable_directories is NULL"))
    #expect(
      message { $0.threads = .max }.hasPrefix("threads: expected 1 to 1024, or 0 for one per processor, got 4294967295")
    )
    #expect(message { $0.threads = 1024 } == "")
    "/nowhere/at/all".withCString { path in
      #expect(
        message { $0.script_directory = path }
          == "layerlua_config.script_directory: there is no folder \"/nowhere/at/all\"")
    }
    #expect(layerlua_create(nil, nil, nil, 0) == LAYERLUA_USAGE)
  }

  @Test func `a message is cut between characters`() {
    var config = layerlua_config()
    var engine: OpaquePointer?
    var message = [CChar](repeating: 9, count: 12)
    #expect(layerlua_create(&config, &engine, &message, 8) == LAYERLUA_USAGE)
    #expect(text(message) == "layerlu")
    #expect(message[8] == 9)
  }

  private func text(_ characters: [CChar]) -> String {
    characters.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
  }
}

extension MisuseTests {
  /// A host's keys hold the values given to them; a layer under its own key forms a cycle.
  @Test func `layers that hold each other by keys of the host's go with their engine`() throws {
    final class Released {
      var count = 0
      var actions = 0
    }
    for key in ["own", "style", "actions"] {
      let released = Released()
      do {
        let client = try Client()
        let status = layerlua_set_drawable(
          client.engine, "pixels", { _, _ in true }, Unmanaged.passRetained(released).toOpaque(),
          { if let box = $0 { Unmanaged<Released>.fromOpaque(box).takeRetainedValue().count += 1 } })
        try client.check(status)
        try client.register("act") { _ in released.actions += 1 }
        // No action runs while the engine is freed.
        let root = try client.run(
          """
          ca.Transaction.setDisableActions(false)
          local root = ca.Layer { name = 'root', ca.Layer { name = 'inner' } }
          root.delegate = { actionForLayerForKey = function() ca.host.act() end }
          return root
          """)
        let inner = layerlua_layer_named(client.engine, "inner")
        for (layer, held) in [(root, root), (inner, root), (root, inner)] {
          var entries = [layerlua_value(), layerlua_value()]
          entries[1].type = Int32(LAYERLUA_LAYER.rawValue)
          entries[1].as.layer = held
          try "x".withCString { name in
            entries[0].type = Int32(LAYERLUA_STRING.rawValue)
            entries[0].count = 1
            entries[0].as.string = name
            try entries.withUnsafeBufferPointer { items in
              var value = entries[1]
              if key != "own" {
                value.type = Int32(LAYERLUA_DICTIONARY.rawValue)
                value.count = 1
                value.as.items = items.baseAddress
              }
              let status = layerlua_set(client.engine, layer, key, &value)
              // Values of `actions` must not be layers.
              if key != "actions" { try client.check(status) }
            }
          }
        }
        #expect(released.actions > 0 || key == "actions")
        withExtendedLifetime(client) { released.actions = 0 }
      }
      #expect(released.count == 1 && released.actions == 0, "\(key)")
    }
  }
}
