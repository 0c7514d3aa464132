// SPDX-License-Identifier: MIT
import CLayerLua
import Testing

@Suite struct ValueTests {
  /// Passes a value through a script and returns what the host gets back.
  private func echo(_ client: Client, _ value: layerlua_value, defines: Bool = true) throws -> layerlua_value {
    if defines { try client.run("function echo(v) return v end") }
    var results: UnsafePointer<layerlua_value>?
    var count = 0
    try client.check(layerlua_call(client.engine, "echo", [value], 1, &results, &count))
    try #require(count == 1)
    return try #require(results)[0]
  }

  @Test func `plain values cross`() throws {
    let client = try Client()
    defer { withExtendedLifetime(client) {} }
    #expect(try echo(client, layerlua_value()).kind == LAYERLUA_NIL)
    let yes = try echo(client, .of(LAYERLUA_BOOLEAN) { $0.as.boolean = true })
    #expect(yes.kind == LAYERLUA_BOOLEAN && yes.as.boolean)
    let number = try echo(client, .number(-0.25))
    #expect(number.kind == LAYERLUA_NUMBER && number.as.number == -0.25)
    for type in [LAYERLUA_POINT, LAYERLUA_SIZE] {
      let value = try echo(client, .numbers(type, 1, 2.5))
      #expect(value.kind == type && value.as.numbers.0 == 1 && value.as.numbers.1 == 2.5)
    }
    for type in [LAYERLUA_RECT, LAYERLUA_COLOR] {
      let value = try echo(client, .numbers(type, 0.25, 0.5, 0.75, 1))
      #expect(value.kind == type && value.as.numbers == (0.25, 0.5, 0.75, 1))
    }
  }

  @Test func `text, bytes and paths cross`() throws {
    let client = try Client()
    defer { withExtendedLifetime(client) {} }
    try "grün\0!".withCString { string in
      let value = try echo(
        client,
        .of(LAYERLUA_STRING) {
          $0.as.string = string; $0.count = 7
        })
      #expect(value.kind == LAYERLUA_STRING && value.count == 7)
      #expect(
        UnsafeRawBufferPointer(start: value.as.string, count: 8).elementsEqual([103, 114, 0xC3, 0xBC, 110, 0, 33, 0]))
    }
    let bytes: [UInt8] = [255, 0, 1]
    try bytes.withUnsafeBufferPointer { buffer in
      let value = try echo(
        client,
        .of(LAYERLUA_BYTES) {
          $0.as.bytes = buffer.baseAddress; $0.count = 3
        })
      #expect(
        value.kind == LAYERLUA_BYTES
          && UnsafeBufferPointer(start: value.as.bytes, count: value.count).elementsEqual(bytes))
    }
    try "M 0 0 L 10 5 Z".withCString { string in
      let value = try echo(
        client,
        .of(LAYERLUA_PATH) {
          $0.as.string = string; $0.count = 14
        })
      #expect(value.kind == LAYERLUA_PATH && text(value.as.string) == "M 0 0 L 10 5 Z")
      var bad = layerlua_value.of(LAYERLUA_PATH) {
        $0.as.string = string; $0.count = 3
      }
      #expect(layerlua_define(client.engine, "p", &bad) == LAYERLUA_USAGE)
      #expect(client.message.hasPrefix("the value: "))
    }
  }

  @Test func `transforms cross`() throws {
    let client = try Client()
    defer { withExtendedLifetime(client) {} }
    let matrix = (0..<16).map { Double($0) + 0.5 }
    try matrix.withUnsafeBufferPointer { buffer in
      let value = try echo(client, .of(LAYERLUA_TRANSFORM) { $0.as.matrix = buffer.baseAddress })
      #expect(value.kind == LAYERLUA_TRANSFORM && value.count == 16)
      #expect(UnsafeBufferPointer(start: value.as.matrix, count: 16).elementsEqual(matrix))
    }
  }

  @Test func `lists and dictionaries cross`() throws {
    let client = try Client()
    defer { withExtendedLifetime(client) {} }
    let items: [layerlua_value] = [.number(1), .of(LAYERLUA_BOOLEAN), .numbers(LAYERLUA_POINT, 3, 4)]
    try items.withUnsafeBufferPointer { buffer in
      let list = try echo(
        client,
        .of(LAYERLUA_ARRAY) {
          $0.as.items = buffer.baseAddress; $0.count = 3
        })
      #expect(list.kind == LAYERLUA_ARRAY && list.count == 3)
      let back = try #require(list.as.items)
      #expect(back[0].as.number == 1 && !back[1].as.boolean && back[2].as.numbers.1 == 4)
    }
    try "size".withCString { name in
      let pairs: [layerlua_value] = [
        .of(LAYERLUA_STRING) {
          $0.as.string = name; $0.count = 4
        }, .number(12),
      ]
      try pairs.withUnsafeBufferPointer { buffer in
        let dictionary = try echo(
          client,
          .of(LAYERLUA_DICTIONARY) {
            $0.as.items = buffer.baseAddress; $0.count = 1
          })
        #expect(dictionary.kind == LAYERLUA_DICTIONARY && dictionary.count == 1)
        let back = try #require(dictionary.as.items)
        #expect(text(back[0].as.string) == "size" && back[1].as.number == 12)
        var wrong = layerlua_value.of(LAYERLUA_DICTIONARY) {
          $0.as.items = buffer.baseAddress.map { $0 + 1 }; $0.count = 0
        }
        #expect(layerlua_define(client.engine, "d", &wrong) == LAYERLUA_OK)
      }
    }
  }

  @Test func `layers and images cross as themselves`() throws {
    let client = try Client()
    defer { withExtendedLifetime(client) {} }
    let root = try client.run("function echo(v) return v end return ca.Layer { name = 'root' }")
    let layer = try echo(client, .of(LAYERLUA_LAYER) { $0.as.layer = root }, defines: false)
    #expect(layer.kind == LAYERLUA_LAYER && layer.as.layer == root)
    let image = layerlua_image_create(Int32(LAYERLUA_RGBA.rawValue), [255, 0, 0, 255] as [UInt8], 0, 1, 1, 2)
    let back = try echo(client, .of(LAYERLUA_IMAGE) { $0.as.image = image })
    #expect(back.kind == LAYERLUA_IMAGE && back.as.image == image)
    #expect(layerlua_image_scale(back.as.image) == 2)
    layerlua_image_release(image)
  }

  @Test func `keys are read and set by path`() throws {
    let client = try Client()
    defer { withExtendedLifetime(client) {} }
    try client.run(
      "return ca.Layer { name = 'root', bounds = {0, 0, 100, 50}, ca.TextLayer { name = 'title', string = 'Tea', transform = ca.Transform.rotation(0.5) } }"
    )
    let title = try #require(layerlua_layer_named(client.engine, "title"))
    let root = layerlua_root(client.engine)
    #expect(try client.get(root, "bounds").as.numbers == (0, 0, 100, 50))
    #expect(text(try client.get(title, "string").as.string) == "Tea")
    var angle = 0.0
    try client.check(layerlua_get_number(client.engine, title, "transform.rotation.z", &angle))
    #expect(abs(angle - 0.5) < 1e-12)
    try client.check(layerlua_set_number(client.engine, root, "bounds.size.width", 70))
    try client.check(layerlua_set_string(client.engine, root, "backgroundColor", "#ff8000"))
    let color = try client.get(root, "backgroundColor")
    #expect(color.kind == LAYERLUA_COLOR && color.as.numbers.0 == 1 && abs(color.as.numbers.1 - 128.0 / 255) < 1e-9)
    #expect(try client.get(title, "superlayer").as.layer == root)
    #expect(try client.get(root, "sublayers").count == 1)
    #expect(layerlua_get_number(client.engine, title, "string", &angle) == LAYERLUA_USAGE)
    #expect(client.message == "TextLayer.string: expected a number, got string \"Tea\"; use layerlua_get")
    #expect(layerlua_set_number(client.engine, title, "string.x", 1) == LAYERLUA_USAGE)
    #expect(layerlua_set_number(client.engine, title, "opacity", .nan) == LAYERLUA_USAGE)
    #expect(client.message.contains("TextLayer.opacity"))
    try client.check(layerlua_set_number(client.engine, title, "heading", 7))
    #expect(try client.get(title, "heading").as.number == 7)
  }

  @Test func `a key is read at any time`() throws {
    let client = try Client()
    defer { withExtendedLifetime(client) {} }
    let layer = try client.run(
      "local l = ca.Layer() l:addAnimation(ca.BasicAnimation { keyPath = 'opacity', fromValue = 0, toValue = 1, duration = 2 }) return l"
    )
    var value = layerlua_value()
    for (time, opacity) in [(0.5, 0.25), (1.5, 0.75), (0, 0), (9, 1)] {
      try client.check(layerlua_get_at(client.engine, layer, "opacity", time, &value))
      #expect(abs(value.as.number - opacity) < 1e-9)
    }
    #expect(layerlua_get_at(client.engine, layer, "opacity.x", 0, &value) == LAYERLUA_USAGE)
  }

  @Test func `what C has no form for is described`() throws {
    let client = try Client()
    defer { withExtendedLifetime(client) {} }
    let layer = try client.run(
      "return ca.TextLayer { string = ca.AttributedString { {'bold', font = 'DejaVu Sans Bold'} } }")
    let value = try client.get(layer, "string")
    #expect(value.kind == LAYERLUA_OTHER && value.count > 0 && text(value.as.string)?.isEmpty == false)
  }

  @Test func `a layer outside of the tree lives while it is kept`() throws {
    let client = try Client()
    defer { withExtendedLifetime(client) {} }
    try client.run("function make() return ca.Layer { name = 'free', delegate = { tag = 1 } } end")
    var results: UnsafePointer<layerlua_value>?
    var count = 0
    try client.check(layerlua_call(client.engine, "make", nil, 0, &results, &count))
    let layer = try #require(results)[0].as.layer
    try client.check(layerlua_keep_layer(client.engine, layer))
    try client.run("collectgarbage()")
    try client.check(layerlua_set_string(client.engine, layer, "name", "still there"))
    #expect(text(try client.get(layer, "name").as.string) == "still there")
    try client.check(layerlua_release_layer(client.engine, layer))
    let other = try client.run("return ca.Layer()")
    #expect(layerlua_release_layer(client.engine, other) == LAYERLUA_USAGE)
  }

  @Test func `the tree is dumped`() throws {
    let client = try Client()
    defer { withExtendedLifetime(client) {} }
    let layer = try client.run("return ca.Layer { name = 'root', opacity = 0.5 }")
    var json: UnsafePointer<CChar>?
    try client.check(layerlua_dump(client.engine, layer, &json))
    #expect(text(json)?.contains("\"opacity\": 0.5") == true)
  }
}
