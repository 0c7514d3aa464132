// SPDX-License-Identifier: MIT
import CLayerLua
import Testing

/// SVG files as layers and paths, images as files, and the names of fonts, through the C interface.
@Suite struct SVGTests {
  private let icon = Array(
    ("<svg xmlns='http://www.w3.org/2000/svg' width='24' height='12'><g id='icon'>"
      + "<path id='bar' fill='currentColor' d='M2 2H6V10H2Z'/></g></svg>").utf8)

  @Test func `a file becomes layers with its ids and its current colour`() throws {
    let client = try Client()
    defer { withExtendedLifetime(client) {} }
    var layer: OpaquePointer?
    try client.check(layerlua_layer_svg(client.engine, icon, icon.count, "#0000ff", &layer))
    var pixels = [UInt8](repeating: 9, count: 24 * 12 * 4)
    try client.check(layerlua_keep_layer(client.engine, layer))
    try client.check(layerlua_render(client.engine, layer, nil, 0, &pixels, pixels.count, 0))
    #expect(Array(pixels[(5 * 24 + 4) * 4..<(5 * 24 + 5) * 4]) == [0, 0, 255, 255])
    #expect(Array(pixels[0..<4]) == [0, 0, 0, 0])
    #expect(try client.get(layer, "bounds").as.numbers.2 == 24)
    #expect(text(try client.get(layer, "sublayers.icon.sublayers.bar.name").as.string) == "bar")
    // The colour is black by default.
    try client.check(layerlua_layer_svg(client.engine, icon, icon.count, nil, &layer))
    try client.check(layerlua_keep_layer(client.engine, layer))
    try client.check(layerlua_render(client.engine, layer, nil, 0, &pixels, pixels.count, 0))
    #expect(Array(pixels[(5 * 24 + 4) * 4..<(5 * 24 + 5) * 4]) == [0, 0, 0, 255])
  }

  @Test func `a layer of a file lives until the next call, in a tree, or until it is released`() throws {
    let client = try Client()
    defer { withExtendedLifetime(client) {} }
    let root = try client.run("return ca.Layer { bounds = {0, 0, 24, 12} }")
    var layer: OpaquePointer?
    try client.check(layerlua_layer_svg(client.engine, icon, icon.count, nil, &layer))
    var item = layerlua_value.of(LAYERLUA_LAYER) { $0.as.layer = layer }
    let status = withUnsafePointer(to: &item) {
      var list = layerlua_value.of(LAYERLUA_ARRAY)
      list.count = 1
      list.as.items = $0
      return layerlua_set(client.engine, root, "sublayers", &list)
    }
    try client.check(status)
    try client.run("x = 1")
    try client.run("collectgarbage()")
    // The results of the next call with results replace those that hold the layer.
    var path = layerlua_value()
    try client.check(layerlua_path_svg(client.engine, icon, icon.count, &path))
    #expect(layerlua_set_number(client.engine, layer, "opacity", 0.5) == LAYERLUA_USAGE)
    try client.check(layerlua_layer_svg(client.engine, icon, icon.count, nil, &layer))
    try client.check(layerlua_keep_layer(client.engine, layer))
    try client.run("x = 2")
    try client.check(layerlua_set_number(client.engine, layer, "opacity", 0.5))
    try client.check(layerlua_release_layer(client.engine, layer))
  }

  @Test func `a file becomes a path of its outlines`() throws {
    let client = try Client()
    defer { withExtendedLifetime(client) {} }
    var value = layerlua_value()
    try client.check(layerlua_path_svg(client.engine, icon, icon.count, &value))
    #expect(value.kind == LAYERLUA_PATH && text(value.as.string)?.hasPrefix("M 2 2 L") == true)
    let layer = try client.run("return ca.ShapeLayer {}")
    try client.check(layerlua_path_svg(client.engine, icon, icon.count, &value))
    try client.check(layerlua_set(client.engine, layer, "path", &value))
  }

  @Test func `bytes that are no SVG, colours that are none and missing pointers are usage errors`() throws {
    let client = try Client()
    defer { withExtendedLifetime(client) {} }
    let engine = client.engine
    var layer: OpaquePointer? = OpaquePointer(bitPattern: 8)
    var value = layerlua_value()
    let page = Array("<html></html>".utf8)
    let wrong: [(layerlua_status, String)] = [
      (layerlua_layer_svg(engine, page, page.count, nil, &layer), "SVG"),
      (layerlua_layer_svg(engine, icon, icon.count, "no colour", &layer), "expected a CSS colour"),
      (layerlua_layer_svg(engine, nil, 5, nil, &layer), "the bytes are NULL"),
      (layerlua_layer_svg(engine, icon, icon.count, nil, nil), "the output pointer for the layer is NULL"),
      (layerlua_path_svg(engine, page, page.count, &value), "SVG"),
      (layerlua_path_svg(engine, icon, icon.count, nil), "the output pointer for the path is NULL"),
    ]
    for (i, (status, _)) in wrong.enumerated() { #expect(status == LAYERLUA_USAGE, "\(i)") }
    #expect(layer == nil)
    #expect(layerlua_layer_svg(engine, page, page.count, nil, &layer) == LAYERLUA_USAGE)
    #expect(client.message.contains("SVG"))
    #expect(layerlua_layer_svg(nil, icon, icon.count, nil, &layer) == LAYERLUA_USAGE)
  }

  @Test func `an image becomes the bytes of a file`() throws {
    let client = try Client()
    defer { withExtendedLifetime(client) {} }
    let red: [UInt8] = [255, 0, 0, 255, 0, 0, 0, 0]
    let image = layerlua_image_create(Int32(LAYERLUA_RGBA.rawValue), red, 0, 2, 1, 1)
    defer { layerlua_image_release(image) }
    func encoded(_ format: String, _ settings: layerlua_settings?) throws -> [UInt8] {
      var bytes: UnsafeMutablePointer<UInt8>?
      var count = 0
      if var settings {
        try client.check(layerlua_image_encode(client.engine, image, &settings, format, &bytes, &count))
      } else {
        try client.check(layerlua_image_encode(client.engine, image, nil, format, &bytes, &count))
      }
      defer { layerlua_free_bytes(bytes) }
      return Array(UnsafeBufferPointer(start: bytes, count: count))
    }
    let png = try encoded("png", nil)
    #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    var decoded: OpaquePointer?
    try client.check(layerlua_image_decode(client.engine, png, png.count, &decoded))
    defer { layerlua_image_release(decoded) }
    var pixels = [UInt8](repeating: 9, count: 8)
    #expect(layerlua_image_read(decoded, 0, &pixels, 8, 0) == LAYERLUA_OK && pixels == red)
    var settings = layerlua_settings(scale: 1)
    settings.lossless = 1
    #expect(String(decoding: try encoded("svg", nil), as: UTF8.self).contains("<svg"))
    #expect(try encoded("pdf", nil).starts(with: Array("%PDF".utf8)))
    #expect(try encoded("webp", settings).starts(with: Array("RIFF".utf8)))
    var bytes: UnsafeMutablePointer<UInt8>?
    var count = 0
    #expect(layerlua_image_encode(client.engine, image, nil, "tiff", &bytes, &count) == LAYERLUA_USAGE)
    #expect(layerlua_image_encode(client.engine, nil, nil, "png", &bytes, &count) == LAYERLUA_USAGE)
    #expect(client.message == "the image is NULL" && bytes == nil && count == 0)
  }

  @Test func `fonts are listed by name, in order`() throws {
    let client = try Client()
    defer { withExtendedLifetime(client) {} }
    var names: UnsafePointer<UnsafePointer<CChar>?>?
    var count = 0
    try client.check(layerlua_font_names(client.engine, &names, &count))
    let found = UnsafeBufferPointer(start: names, count: count).map { text($0) ?? "" }
    #expect(!found.isEmpty && found == found.sorted() && !found.contains(""))
    #expect(layerlua_font_names(client.engine, nil, &count) == LAYERLUA_USAGE)
  }
}
