// SPDX-License-Identifier: MIT
import CLayerLua
import Foundation
import Testing
import TestSupport

@Suite struct PictureTests {
  private static let scene =
    "return ca.Layer { bounds = {0, 0, 2, 1}, ca.Layer { frame = {0, 0, 1, 1}, backgroundColor = {1, 0.5, 0, 0.5} } }"

  private func pixels(_ order: layerlua_pixels) throws -> [UInt8] {
    let client = try Client()
    defer { withExtendedLifetime(client) {} }
    let layer = try client.run(Self.scene)
    var pixels = [UInt8](repeating: 9, count: 8)
    try client.check(layerlua_render(client.engine, layer, nil, Int32(bitPattern: order.rawValue), &pixels, 8, 0))
    return pixels
  }

  @Test func `pixels stand as asked`() throws {
    #expect(try pixels(LAYERLUA_RGBA) == [255, 128, 0, 128, 0, 0, 0, 0])
    #expect(try pixels(LAYERLUA_RGBA_PREMULTIPLIED) == [128, 64, 0, 128, 0, 0, 0, 0])
    #expect(try pixels(LAYERLUA_BGRA_PREMULTIPLIED) == [0, 64, 128, 128, 0, 0, 0, 0])
    #expect(try pixels(LAYERLUA_BGRA) == [0, 128, 255, 128, 0, 0, 0, 0])
  }

  @Test func `rows may lie apart`() throws {
    let client = try Client()
    defer { withExtendedLifetime(client) {} }
    let layer = try client.run("return ca.Layer { bounds = {0, 0, 1, 2}, backgroundColor = 'white' }")
    var pixels = [UInt8](repeating: 7, count: 12)
    try client.check(layerlua_render(client.engine, layer, nil, 0, &pixels, 12, 8))
    #expect(pixels == [255, 255, 255, 255, 7, 7, 7, 7, 255, 255, 255, 255])
  }

  @Test func `the size is that of the picture`() throws {
    let client = try Client()
    defer { withExtendedLifetime(client) {} }
    let layer = try client.run("return ca.Layer { bounds = {0, 0, 10.2, 7} }")
    for (scale, width, height) in [(1.0, 0.0, 0.0), (2.5, 0, 0), (2, 3, 4), (0.1, 0, 0)] {
      var settings = layerlua_settings(scale: scale)
      settings.width = width
      settings.height = height
      var w: UInt32 = 0
      var h: UInt32 = 0
      try client.check(layerlua_pixel_size(client.engine, layer, &settings, &w, &h))
      var image: OpaquePointer?
      try client.check(layerlua_render_image(client.engine, layer, &settings, &image))
      #expect(layerlua_image_width(image) == w && layerlua_image_height(image) == h)
      #expect(layerlua_image_scale(image) == scale)
      layerlua_image_release(image)
    }
  }

  @Test func `settings reach the picture`() throws {
    let client = try Client()
    defer { withExtendedLifetime(client) {} }
    let layer = try client.run(
      "local l = ca.Layer { bounds = {0, 0, 1, 1} } local s = ca.Layer { bounds = {0, 0, 4, 4}, backgroundColor = 'black' } l:addSublayer(s) "
        + "s:addAnimation(ca.BasicAnimation { keyPath = 'opacity', fromValue = 0, toValue = 1, duration = 1 }) return l"
    )
    var settings = layerlua_settings(scale: 1)
    settings.has_time = true
    settings.time = 0.5
    var pixels = [UInt8](repeating: 0, count: 4)
    try "white".withCString { white in
      settings.background = white
      try client.check(layerlua_render(client.engine, layer, &settings, 0, &pixels, 4, 0))
    }
    #expect(abs(Int(pixels[0]) - 127) <= 1 && pixels[3] == 255)
  }

  @Test func `the same bytes come by every way`() throws {
    let folder = try TemporaryFolder()
    let client = try Client { $0.trusted = true }
    let layer = try client.run(
      "return ca.Layer { bounds = {0, 0, 20, 10}, backgroundColor = 'tomato', cornerRadius = 4 }")
    var settings = layerlua_settings(scale: 2)
    for format in ["png", "jpg", "webp", "pdf", "svg"] {
      var bytes: UnsafeMutablePointer<UInt8>?
      var count = 0
      try client.check(layerlua_encode(client.engine, layer, &settings, format, &bytes, &count))
      try client.check(layerlua_write(client.engine, layer, &settings, "\(folder.path)/a.\(format)"))
      #expect(try folder.read("a.\(format)") == Array(UnsafeBufferPointer(start: bytes, count: count)))
      layerlua_free_bytes(bytes)
    }
    func webp(_ settings: layerlua_settings) throws -> [UInt8] {
      var settings = settings
      var bytes: UnsafeMutablePointer<UInt8>?
      var count = 0
      try client.check(layerlua_encode(client.engine, layer, &settings, "webp", &bytes, &count))
      defer { layerlua_free_bytes(bytes) }
      return Array(UnsafeBufferPointer(start: bytes, count: count))
    }
    var hasty = settings
    (hasty.has_effort, hasty.effort) = (true, 4)
    #expect(try webp(hasty) == webp(settings))
    hasty.effort = 0
    #expect(try webp(hasty) != webp(settings))
    settings.quality = 0.1
    var bytes: UnsafeMutablePointer<UInt8>?
    var count = 0
    hasty.effort = -1
    #expect(layerlua_encode(client.engine, layer, &hasty, "webp", &bytes, &count) == LAYERLUA_USAGE)
    #expect(client.message.contains("effort must be a whole number from 0"))
    #expect(layerlua_encode(client.engine, layer, &settings, "png", &bytes, &count) == LAYERLUA_USAGE)
    #expect(client.message.contains("quality is for"))
    #expect(layerlua_write(client.engine, layer, nil, folder.path + "/a.png/a.png") == LAYERLUA_FILE)
    #expect(layerlua_write(client.engine, layer, nil, folder.path + "/picture") == LAYERLUA_USAGE)
  }

  private func text(_ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int) -> String {
    String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  @Test func `pages are as the settings say, and what becomes pixels is told`() throws {
    let client = try Client()
    defer { withExtendedLifetime(client) {} }
    let layer = try client.run(
      "return ca.Layer { name = 'page', bounds = {0, 0, 100, 50}, backgroundColor = 'red', shadowOpacity = 1 }")
    final class Told { var list: [String] = [] }
    let told = Told()
    func encoded(_ format: String, _ change: (inout layerlua_settings) -> Void) throws -> String {
      var settings = layerlua_settings(scale: 1)
      change(&settings)
      settings.user_data = Unmanaged.passUnretained(told).toOpaque()
      settings.on_rasterized = { data, layer, reason in
        guard let data, let layer, let reason else { return }
        Unmanaged<Told>.fromOpaque(data).takeUnretainedValue().list.append(
          String(cString: layer) + ": " + String(cString: reason))
      }
      var bytes: UnsafeMutablePointer<UInt8>?
      var count = 0
      try client.check(layerlua_encode(client.engine, layer, &settings, format, &bytes, &count))
      defer { layerlua_free_bytes(bytes) }
      return text(bytes, count)
    }
    let plain = try encoded("pdf") { _ in }
    #expect(plain.contains("/MediaBox [0 0 100 50 ]") && told.list == ["page: its shadow is blurred"])
    let given: [String] = ["A5", "Tea", "Ann", "Leaves", "tea, pot", "2025-01-31"]
    let words: [UnsafeMutablePointer<CChar>?] = given.map { strdup($0) }
    defer { for word in words { free(word) } }
    let pages = try encoded("pdf") {
      $0.paper = UnsafePointer(words[0])
      $0.landscape = true
      $0.margin = 10
      $0.bleed = 5
      $0.headings = true
      $0.title = UnsafePointer(words[1])
      $0.author = UnsafePointer(words[2])
      $0.subject = UnsafePointer(words[3])
      $0.keywords = UnsafePointer(words[4])
      $0.date = UnsafePointer(words[5])
    }
    for part in [
      "/MediaBox [0 0 605.2756 429.5276 ]", "/TrimBox [5 5 600.2756 424.5276 ]", "/Outlines", "/Title (Tea)",
      "/Author (Ann)", "/Subject (Leaves)", "/Keywords (tea, pot)", "/CreationDate (D:20250131)",
    ] { #expect(pages.contains(part), "\(part)") }
    let kept = try encoded("svg") {
      $0.paper = UnsafePointer(words[0])
      $0.keeps_scale = true
      $0.title = UnsafePointer(words[1])
    }
    #expect(kept.contains("<title>Tea</title>") && kept.contains("width=\"100\"") && kept.contains("height=\"50\""))
    var settings = layerlua_settings(scale: 1)
    settings.paper = UnsafePointer(words[1])
    var bytes: UnsafeMutablePointer<UInt8>?
    var count = 0
    #expect(layerlua_encode(client.engine, layer, &settings, "pdf", &bytes, &count) == LAYERLUA_USAGE)
    #expect(client.message.contains("layerlua_settings.paper: unknown paper size \"Tea\""))
    settings.paper = UnsafePointer(words[0])
    #expect(layerlua_encode(client.engine, layer, &settings, "png", &bytes, &count) == LAYERLUA_USAGE)
    #expect(client.message.contains("paper is for .pdf and .svg files"))
  }

  @Test func `several layers are pages`() throws {
    let folder = try TemporaryFolder()
    let client = try Client { $0.trusted = true }
    let layer = try client.run("return ca.Layer { bounds = {0, 0, 20, 10}, backgroundColor = 'tomato' }")
    let layers: [OpaquePointer?] = [layer, layer, layer]
    var bytes: UnsafeMutablePointer<UInt8>?
    var count = 0
    try client.check(layerlua_encode_pages(client.engine, layers, 3, nil, "pdf", &bytes, &count))
    let book = text(bytes, count)
    layerlua_free_bytes(bytes)
    #expect(book.components(separatedBy: "/Type /Page /Parent").count == 4)
    try client.check(layerlua_write_pages(client.engine, layers, 3, nil, folder.path + "/book.pdf"))
    #expect(String(decoding: try folder.read("book.pdf"), as: UTF8.self) == book)
    #expect(layerlua_write_pages(client.engine, layers, 3, nil, folder.path + "/book.svg") == LAYERLUA_USAGE)
    #expect(client.message.contains("3 layers are the pages of a .pdf; a .svg holds one picture"))
    #expect(layerlua_write_pages(client.engine, layers, 1, nil, folder.path + "/a.png") == LAYERLUA_USAGE)
    #expect(layerlua_write_pages(client.engine, layers, 0, nil, folder.path + "/a.pdf") == LAYERLUA_USAGE)
    #expect(layerlua_write_pages(client.engine, nil, 2, nil, folder.path + "/a.pdf") == LAYERLUA_USAGE)
    #expect(layerlua_encode_pages(client.engine, [layer, nil], 2, nil, "pdf", &bytes, &count) == LAYERLUA_USAGE)
    try client.check(layerlua_encode_pages(client.engine, layers, 1, nil, "svg", &bytes, &count))
    #expect(text(bytes, count).hasSuffix("</svg>\n"))
    layerlua_free_bytes(bytes)
    #expect(!folder.exists("a.png") && !folder.exists("book.svg"))
  }

  @Test func `a host's image is found by name`() throws {
    let client = try Client()
    defer { withExtendedLifetime(client) {} }
    let bgra: [UInt8] = [0, 64, 128, 128]
    let image = layerlua_image_create(Int32(bitPattern: LAYERLUA_BGRA_PREMULTIPLIED.rawValue), bgra, 0, 1, 1, 0)
    var back = [UInt8](repeating: 0, count: 4)
    #expect(
      layerlua_image_read(image, Int32(bitPattern: LAYERLUA_BGRA_PREMULTIPLIED.rawValue), &back, 4, 0) == LAYERLUA_OK)
    #expect(back == bgra)
    #expect(layerlua_image_read(image, 0, &back, 3, 0) == LAYERLUA_USAGE)
    try client.check(layerlua_set_image(client.engine, "badge", image))
    layerlua_image_release(image)
    try client.run("print(ca.Image.named('badge'):pixel(0, 0))")
    #expect(client.log.printed.hasPrefix("1\t0.5\t0\t0.50"))
    try client.check(layerlua_set_image(client.engine, "badge", nil))
    #expect(layerlua_run(client.engine, "ca.Image.named('badge')", 23, "a.lua", nil) == LAYERLUA_SCRIPT)
    #expect(layerlua_set_image(client.engine, "", nil) == LAYERLUA_USAGE)
  }

  @Test func `a host draws into a drawable layer`() throws {
    final class Count { var released = 0 }
    let count = Count()
    do {
      let client = try Client()
      defer { withExtendedLifetime(client) {} }
      try client.check(
        layerlua_set_drawable(
          client.engine, "camera",
          { drawable, _ in
            guard let d = drawable?.pointee, d.width == 2, d.height == 1, d.bytes_per_row >= 8, d.time < 5 else {
              return false
            }
            for (i, byte) in [255, 0, 0, 255, 0, 0, UInt8(d.time * 100), 255].enumerated() { d.bytes[i] = byte }
            return true
          }, Unmanaged.passUnretained(count).toOpaque(),
          { if let count = $0 { Unmanaged<Count>.fromOpaque(count).takeUnretainedValue().released += 1 } }))
      let layer = try client.run(
        "return ca.DrawableLayer { bounds = {0, 0, 2, 1}, draw = 'camera', asynchronous = true }")
      var settings = layerlua_settings(scale: 1)
      settings.has_time = true
      settings.time = 1.5
      var pixels = [UInt8](repeating: 9, count: 8)
      try client.check(layerlua_render(client.engine, layer, &settings, 0, &pixels, 8, 0))
      #expect(pixels == [255, 0, 0, 255, 0, 0, 150, 255])
      settings.time = 7
      #expect(layerlua_render(client.engine, layer, &settings, 0, &pixels, 8, 0) != LAYERLUA_OK)
      #expect(client.message.contains("the host could not draw \"camera\""))
      try client.check(layerlua_set_drawable(client.engine, "camera", nil, nil, nil))
      #expect(layerlua_run(client.engine, "ca.DrawableLayer { draw = 'camera' }", 36, "a.lua", nil) == LAYERLUA_SCRIPT)
    }
    #expect(count.released == 1)
  }

  @Test func `a picture file becomes an image`() throws {
    let client = try Client()
    defer { withExtendedLifetime(client) {} }
    let layer = try client.run(Self.scene)
    var bytes: UnsafeMutablePointer<UInt8>?
    var count = 0
    try client.check(layerlua_encode(client.engine, layer, nil, "png", &bytes, &count))
    var image: OpaquePointer?
    try client.check(layerlua_image_decode(client.engine, bytes, count, &image))
    #expect(layerlua_image_width(image) == 2 && layerlua_image_height(image) == 1)
    layerlua_image_release(image)
    #expect(layerlua_image_decode(client.engine, bytes, count / 2, &image) == LAYERLUA_USAGE)
    #expect(image == nil)
    layerlua_free_bytes(bytes)
  }

  @Test func `an image that cannot be is null`() {
    let pixel: [UInt8] = [1, 2, 3, 4]
    #expect(layerlua_image_create(0, nil, 0, 1, 1, 1) == nil)
    #expect(layerlua_image_create(0, pixel, 0, 0, 1, 1) == nil)
    #expect(layerlua_image_create(0, pixel, 3, 1, 1, 1) == nil)
    #expect(layerlua_image_create(9, pixel, 0, 1, 1, 1) == nil)
    #expect(layerlua_image_create(0, pixel, 0, 100_000, 1, 1) == nil)
    #expect(layerlua_image_create(0, pixel, 0, 1, 1, -1) == nil)
    #expect(layerlua_image_create(0, pixel, 0, 1, 1, .nan) == nil)
  }
}
