// SPDX-License-Identifier: MIT
import Formats
import Foundation
import LayerEngine
import Testing

/// A temporary folder in which a script reads and writes, removed with the value.
final class ScriptFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "layerlua-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }
  deinit { try? FileManager.default.removeItem(atPath: path) }

  var configuration: Engine.Configuration { Engine.Configuration(scriptDirectory: path, workingDirectory: path) }
  func write(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/" + name))
  }
  func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path + "/" + name))) }
}

@Suite struct ImageTests {
  private static let four = """
    local four = ca.Image { width = 2, height = 2, pixels = function(x, y) return x, y, 0.2, 1 end }

    """

  @Test func `images that show the same are equal, whatever they came from`() throws {
    let lines = try printed(
      Self.four + """
        local same = ca.Image { width = 2, height = 2, pixels = four:pixels() }
        print(four == same, four == ca.Image { width = 2, height = 2, scale = 2, pixels = four:pixels() }, four == four:crop {0, 0, 2, 1})
        print(four, ca.Image.draw(3, 2, 2, function() end))
        """)
    #expect(lines == ["true\tfalse\tfalse", "Image 2×2\tImage 6×4 @2x"])
  }

  @Test func `a crop is in pixels and keeps the scale`() throws {
    let lines = try printed(
      Self.four + """
        local part = four:crop {1, 0, 1, 2}
        print(part.width, part.height, part:pixel(0, 1))
        local twice = ca.Image { width = 4, height = 4, scale = 2, pixels = string.rep("abcd", 16) }:crop {0.5, 0.5, 2, 2}
        print(twice.width, twice.height, twice.scale, twice.size)
        """)
    #expect(lines == ["1\t2\t1\t1\t0.2\t1", "3\t3\t2\tSize(1.5, 1.5)"])
  }

  @Test(arguments: [
    (
      "four:crop {1, 1, 2, 1}",
      "Image:crop: {1, 1, 2, 1} is not a part of the image; the rect is in pixels, from {0, 0} to {2, 2}"
    ),
    (
      "four:crop {0, 0, 0, 1}",
      "Image:crop: {0, 0, 0, 1} is not a part of the image; the rect is in pixels, from {0, 0} to {2, 2}"
    ),
    ("four:crop {1e300, 0, 1, 1}", nil), ("four:crop {-1e300, 0, 1e300, 1}", nil),
    ("four:pixel(2, 0)", "Image:pixel: (2, 0) is not a pixel of the image: x is 0 to 1, y is 0 to 1"),
    ("four:pixel(0.5, 0)", nil),
    (
      "four:encode('png', { quality = 1 })",
      "Image:encode: quality is for .jpg and .webp files; a .png is lossless (compression makes it smaller)"
    ),
    ("four:encode('jpg', { quality = 90 })", "Image:encode: quality must be from 0 to 1, got 90"),
    ("four:encode('jpg', { lossless = true })", "Image:encode: lossless is for .webp files; a .jpg never is"),
    ("four:encode('webp', { lossless = 1 })", "Image:encode: lossless must be true or false, got number 1"),
    (
      "four:encode('webp', { lossless = true, quality = 0.5 })",
      "Image:encode: lossless and quality 0.5 contradict each other; leave one of them out"
    ),
    (
      "four:encode('png', { compression = 13 })",
      "Image:encode: compression must be a whole number from 1 (fastest) to 12 (smallest), got 13"
    ),
    ("four:encode('jpg', { effort = 2 })", "Image:encode: effort is for .webp files; a .jpg has none"),
    (
      "four:encode('webp', { effort = 7 })",
      "Image:encode: effort must be a whole number from 0 (fastest) to 6 (smallest), got 7"
    ),
    (
      "four:encode('webp', { effort = 0.5 })",
      "Image:encode: effort must be a whole number from 0 (fastest) to 6 (smallest), got 0.5"
    ),
    (
      "four:encode('webp', { dpi = 300 })",
      "Image:encode: dpi is for .png, .jpg, .pdf and .svg files; a .webp cannot say it"
    ),
    ("four:encode('png', { dpi = 0 })", "Image:encode: dpi must be from 1 to 50000 pixels per inch, got 0"),
    (
      "four:encode('jpg', { background = {0, 0.5} })",
      "Image:encode: background must be opaque for a .jpg, which has no alpha"
    ),
    ("four:encode('png', { qualty = 1 })", "Image:encode: unknown option qualty; did you mean quality?"),
    ("four:encode('gif')", nil),
    (
      "four:write('a')",
      "Image:write: \"a\" has no extension that names a format; use .png, .jpg, .webp, .pdf or .svg"
    ),
    ("four:write('a.png', { quality = 0.5 })", nil),
    ("four:write('a.bmp')", "Image:write: unknown format .bmp; use .png, .jpg, .webp, .pdf or .svg"),
    ("four:write('')", "Image:write: expected a file name, got an empty string"),
    (
      "ca.render(ca.Layer { bounds = {0, 0, 1, 1} }, { quality = 0.5 })",
      "ca.render: quality only works with files; give one: ca.render(layer, \"picture.png\", …)"
    ),
    ("ca.render(ca.Layer { bounds = {0, 0, 1, 1} }, 'a.png', { quality = 0.5 })", nil),
    ("ca.compare(four, four:crop {0, 0, 1, 1})", "ca.compare: the images differ in size: 2×2 and 1×1 pixels"),
    ("ca.compare(four, 3)", "ca.compare: expected an image or a file name, got number 3"),
    ("ca.Image.sprites('')", "ca.Image.sprites: expected a file name, got an empty string"),
    ("ca.Image.sprites('no.plist')", nil),
    ("ca.Image.named('')", "ca.Image.named: expected a name, got an empty string"),
    ("ca.Layer { contents = 5 }", nil),
  ])
  func `what cannot be is refused in words`(statement: String, message: String?) throws {
    let folder = try ScriptFolder()
    let error = try failure(Self.four + statement, folder.configuration)
    #expect(error != nil && error?.line == 2, "\(error?.message ?? "no error")")
    if let message { #expect(error?.message == message) }
    #expect(error?.kind == .script)
  }

  @Test func `pictures are written with options and read back`() throws {
    let folder = try ScriptFolder()
    let lines = try printed(
      """
      local half = ca.Image { width = 16, height = 16, pixels = function(x, y) return 1, 0, 0, 0.5 end }
      half:write("a.png", { compression = 12, dpi = 300 })
      half:write("a.webp", { lossless = true })
      half:write("a.jpg", { quality = 1, background = "blue" })
      half:write("flat.png", { background = "white" })
      print(ca.Image("a.png") == half, ca.Image("a.webp") == half)
      local r, g, b = ca.Image("a.jpg"):pixel(8, 8)
      print(math.abs(r - 0.5) < 0.02, g < 0.02, math.abs(b - 0.5) < 0.02)
      print(ca.Image("flat.png"):pixel(0, 0))
      assert(half:encode("webp", { effort = 4 }) == half:encode("webp"))
      assert(half:encode("webp", { lossless = true, effort = 4 }) == half:encode("webp", { lossless = true }))
      print(#half:encode("webp", { quality = 0.1 }) > 0, half:encode("png", { compression = 12, dpi = 300 }) == ca.readFile("a.png"))
      ca.render(ca.Layer { bounds = {0, 0, 4, 4}, backgroundColor = "lime" }, "b.jpg", { quality = 0.3, scale = 2 })
      print(ca.Image("b.jpg").width)
      """, folder.configuration)
    #expect(lines == ["true\ttrue", "true\ttrue\ttrue", "1\t0.49803921568627\t0.49803921568627\t1", "true\ttrue", "8"])
    let png = try folder.bytes("a.png")
    let density = try #require((0..<png.count - 16).first { png[$0..<$0 + 4].elementsEqual("pHYs".utf8) })
    // 300 pixels per inch is 11811 per metre.
    #expect(Array(png[density + 4..<density + 8]) == [0, 0, 0x2E, 0x23])
  }

  @Test func `a comparison tells share, largest, mean and shows where`() throws {
    let folder = try ScriptFolder()
    let lines = try printed(
      """
      local a = ca.Image { width = 4, height = 1, pixels = string.rep("\\255\\0\\0\\255", 4) }
      local b = ca.Image { width = 4, height = 1, pixels = string.rep("\\255\\0\\0\\255", 2) .. "\\204\\0\\0\\255" .. "\\0\\0\\0\\0" }
      local d = ca.compare(a, b)
      print(d.share, d.largest, math.floor(d.mean * 4 * 4 * 255 + 0.5))
      print(d.image:pixel(0, 0))
      print(d.image:pixel(2, 0))
      b:write("b.png")
      print(ca.compare("b.png", b).share, ca.compare(a, "b.png").share)
      -- Transparent pixels are equal, whatever their colour.
      print(ca.compare(ca.Image { width = 1, height = 1, pixels = "\\9\\9\\9\\0" }, ca.Image { width = 1, height = 1, pixels = "\\0\\0\\0\\0" }).share)
      local alpha = ca.compare(ca.Image { width = 1, height = 1, pixels = "\\0\\0\\0\\51" }, ca.Image { width = 1, height = 1, pixels = "\\0\\0\\0\\0" })
      print(alpha.largest, alpha.image:pixel(0, 0))
      """, folder.configuration)
    // 561 = 51 for the one, and 255 each for red and alpha of the other.
    #expect(lines == ["0.5\t1\t561", "0\t0\t0\t1", "0.2\t0\t0\t1", "0\t0.5", "0", "0.2\t0.2\t0.2\t0.2\t1"])
  }

  @Test func `ten thousand images fit into little memory, since they are freed`() throws {
    var configuration = Engine.Configuration()
    configuration.memoryLimit = 24 << 20
    let lines = try printed(
      """
      local layer = ca.Layer { bounds = {0, 0, 8, 8} }
      local pixels = string.rep("abcd", 64 * 64)
      for i = 1, 10000 do layer.contents = ca.Image { width = 64, height = 64, pixels = pixels } end
      print(layer.contents.width)
      """, configuration)
    #expect(lines == ["64"])
    let error = try failure(
      """
      local all = {}
      for i = 1, 10000 do all[i] = ca.Image { width = 64, height = 64, pixels = string.rep("abcd", 64 * 64) } end
      """, configuration)
    #expect(error?.kind == .limit)
  }

  @Test func `an image with a scale sets nothing on the layer`() throws {
    let lines = try printed(
      """
      local image = ca.Image { width = 4, height = 4, scale = 2, pixels = string.rep("abcd", 16) }
      local layer = ca.Layer { bounds = {0, 0, 8, 8}, contents = image }
      print(layer.contentsScale, layer.contents == image, layer.contentsGravity, layer.bounds)
      """)
    #expect(lines == ["1\ttrue\tresize\tRect(0, 0, 8, 8)"])
  }

  // MARK: Sprites

  private static let sheet = """
    local sheet = ca.Image { width = 8, height = 4, scale = 1, pixels = function(x, y) return x / 10, y / 10, 0, 1 end }
    sheet:write("sheet.png")
    local sprites = ca.Image.sprites("sheet.plist")

    """

  private func plist(_ frames: String) -> String {
    """
    <?xml version="1.0"?><plist version="1.0"><dict><key>frames</key><dict>\(frames)</dict>
    <key>metadata</key><dict><key>format</key><integer>2</integer><key>size</key><string>{8,4}</string></dict></dict></plist>
    """
  }

  @Test func `sheets of TexturePacker and Aseprite are read`() throws {
    let folder = try ScriptFolder()
    try folder.write(
      "packed.json",
      """
      { "frames": { "a/one.png": { "frame": {"x":2,"y":1,"w":2,"h":3}, "rotated": false, "trimmed": false,
          "spriteSourceSize": {"x":0,"y":0,"w":2,"h":3}, "sourceSize": {"w":2,"h":3} },
        "two": { "frame": {"x":4,"y":0,"w":2,"h":3}, "rotated": true, "trimmed": true,
          "spriteSourceSize": {"x":1,"y":2,"w":2,"h":3}, "sourceSize": {"w":4,"h":6} } },
        "meta": { "image": "sheet.png", "size": {"w":8,"h":4}, "scale": "1" } }
      """)
    try folder.write(
      "walk.json",
      """
      { "frames": [ { "filename": "walk 0.aseprite", "frame": {"x":0,"y":0,"w":4,"h":4}, "rotated": false,
          "sourceSize": {"w":4,"h":4}, "spriteSourceSize": {"x":0,"y":0,"w":4,"h":4}, "duration": 120 } ],
        "meta": { "image": "sheet.png", "frameTags": [] } }
      """)
    let lines = try printed(
      """
      local sheet = ca.Image { width = 8, height = 4, scale = 1, pixels = function(x, y) return x / 10, y / 10, 0,
        1 end }
      sheet:write("sheet.png")
      local sprites = ca.Image.sprites "packed.json"
      local one, two = sprites["a/one.png"], sprites.two
      print(one.contentsRect, one.trimmed, one.rotated, one.duration)
      print(two.contentsRect, two.trimmed, two.rotated, two.frame, two.sourceSize, two.upright.width,
        two.upright.height)
      print(ca.Image.sprites "walk.json"["walk 0.aseprite"].duration)
      """, folder.configuration)
    #expect(
      lines == [
        "Rect(0.25, 0.25, 0.25, 0.75)\tfalse\tfalse\tnil",
        "Rect(0.5, 0, 0.375, 0.5)\ttrue\ttrue\tRect(1, 2, 2, 3)\tSize(4, 6)\t4\t6", "0.12",
      ])
    for (text, message) in [
      ("{}", "it has no frames; is it a sheet of TexturePacker or Aseprite?"),
      ("{ \"frames\": [ {} ] }", "frame 1: it has no filename"),
      ("{ \"frames\": { \"a\": { \"frame\": {\"x\":0} } } }", "frame \"a\": frame.y: expected a number"),
    ] {
      try folder.write("bad.json", text)
      #expect(
        try failure("ca.Image.sprites 'bad.json'", folder.configuration)?.message.contains(message) == true, "\(text)")
    }
  }

  /// A sheet of four frames of 2 × 2 pixels in a row of 8, with Aseprite's tags.
  private static func walk(_ tags: String, count: Int = 4) -> String {
    // Listed from the last to the first: tags follow the text, not the names.
    let frames = (0..<count).map {
      """
      "f\(count - 1 - $0)": { "frame": {"x":\($0 * 2),"y":0,"w":2,"h":2}, "duration": \(100 * ($0 + 1)) }
      """
    }
    return "{ \"frames\": { \(frames.joined(separator: ",")) }, \"meta\": { \"image\": \"sheet.png\", "
      + "\"frameTags\": [\(tags)] } }"
  }

  @Test func `a tag lists its sprites in the order in which they play`() throws {
    let folder = try ScriptFolder()
    let tags = ["forward", "reverse", "pingpong", "pingpong_reverse"].map {
      "{ \"name\": \"\($0)\", \"from\": 1, \"to\": 3, \"direction\": \"\($0)\" }"
    }
    try folder.write(
      "walk.json", Self.walk((tags + ["{ \"name\": \"one\", \"from\": 2, \"to\": 2 }"]).joined(separator: ",")))
    let lines = try printed(
      """
      ca.Image { width = 8, height = 2, pixels = function(x, y) return x / 10, 0, 0, 1 end }:write("sheet.png")
      local sprites, tags = ca.Image.sprites "walk.json", ca.Image.spriteTags "walk.json"
      for _, name in ipairs { "forward", "reverse", "pingpong", "pingpong_reverse", "one" } do
        local names = {}
        for i, sprite in ipairs(tags[name]) do names[i] = sprite.name end
        print(name, table.concat(names, " "))
      end
      print(tags.forward[1] == sprites.f2)
      local a = ca.Image.spriteAnimation(tags.pingpong)
      print(a.keyPath, a.calculationMode, a.duration, a.repeatCount == math.huge, #a.values,
        ("%.4f"):format(a.keyTimes[2]))
      print(ca.Image.spriteAnimation(tags.forward, { duration = 2 }).duration)
      """, folder.configuration)
    #expect(
      lines == [
        "forward\tf2 f1 f0", "reverse\tf0 f1 f2", "pingpong\tf2 f1 f0 f1", "pingpong_reverse\tf0 f1 f2 f1", "one\tf1",
        "true", "contents\tdiscrete\t1.2\ttrue\t4\t0.1667", "6",
      ])
    let wrong: [(String, String)] = [
      ("{ \"from\": 0, \"to\": 1 }", "meta.frameTags: tag 1 has no name"),
      ("{ \"name\": \"w\", \"from\": 0, \"to\": 4 }", "tag \"w\": from and to must be numbers of frames, from 0 to 3"),
      ("{ \"name\": \"w\", \"from\": 2, \"to\": 1 }", "from and to must be numbers"),
      (
        "{ \"name\": \"w\", \"from\": 0, \"to\": 1, \"direction\": \"up\" }",
        "direction: expected forward, reverse, pingpong or pingpong_reverse"
      ),
    ]
    for (tag, message) in wrong {
      try folder.write("walk.json", Self.walk(tag))
      let failure = try failure("ca.Image.sprites 'walk.json'", folder.configuration)?.message ?? ""
      #expect(failure.contains(message), "\(failure)")
    }
    // Many tags of many frames would take the square of the file's size.
    let all = "{ \"name\": \"all\", \"from\": 0, \"to\": 999 }"
    try folder.write(
      "walk.json", Self.walk(Array(repeating: all, count: 101).joined(separator: ","), count: 1000))
    let failure = try failure("ca.Image.sprites 'walk.json'", folder.configuration)
    #expect(failure?.message.contains("the tags show more than 100000 frames together") == true, "\(failure as Any)")
  }

  @Test func `a written sheet is read with every picture as it was`() throws {
    let folder = try ScriptFolder()
    // Random sizes, borders and colours, some pictures empty or full, with and without trimming.
    let lines = try printed(
      """
      local function picture(rng)
        local w, h = rng(24), rng(24)
        local left, top, right, bottom = rng(w + 1) - 1, rng(h + 1) - 1, rng(w + 1) - 1, rng(h + 1) - 1
        return ca.Image { width = w, height = h, pixels = function(x, y)
          if x < left or x > right or y < top or y > bottom then return 0, 0, 0, 0 end
          return rng(255) / 255, rng(255) / 255, rng(255) / 255, rng(255) / 255
        end }
      end
      for seed = 1, 20 do
        math.randomseed(seed)
        local rng = function(n) return math.random(1, n) end
        local pictures, list = {}, {}
        for i = 1, rng(40) do
          local name = ("p%d \\"ü"):format(i)
          pictures[name] = picture(rng)
          list[i] = { name = name, image = pictures[name], duration = i / 100 }
        end
        local size = ca.writeSheet("s.png", seed % 2 == 0 and pictures or list,
          { trim = seed % 3 ~= 0, padding = seed % 4, maxSize = 200, tags = seed % 2 == 1 and { all = { 1, #list } } })
        local sprites, tags = ca.Image.sprites("s.json"), ca.Image.spriteTags("s.json")
        local sheet = ca.Image("s.png")
        assert(sheet.width == size.width and sheet.height == size.height and size.width <= 200)
        local rects = {}
        for name, image in pairs(pictures) do
          local s = sprites[name]
          assert(s.upright.width == image.width and s.upright.height == image.height, name)
          assert(ca.compare(s.upright, image).share == 0, name)
          if seed % 3 == 0 then assert(not s.trimmed) end
          local r = s.contentsRect
          rects[#rects + 1] = { r.minX * size.width, r.minY * size.height, r.maxX * size.width, r.maxY * size.height }
        end
        for i, a in ipairs(rects) do
          for j = 1, i - 1 do
            local b = rects[j]
            local apart = seed % 4 - 1e-6
            assert(a[1] >= b[3] + apart or b[1] >= a[3] + apart or a[2] >= b[4] + apart or b[2] >= a[4] + apart)
          end
        end
        if tags.all then
          assert(#tags.all == #list and tags.all[#list].name == list[#list].name)
          assert(math.abs(tags.all[1].duration - 0.01) < 1e-12)
        end
      end
      print("read")
      """, folder.configuration)
    #expect(lines == ["read"])
  }

  @Test func `a sheet cannot hold anything else than pictures that fit`() throws {
    let folder = try ScriptFolder()
    let made = "local i = ca.Image { width = 10, height = 10, pixels = ('abcd'):rep(100) }\n"
    let rows: [(String, String)] = [
      ("ca.writeSheet('s.pdf', { a = i })", "a sheet's texture has pixels, so it cannot be a .pdf"),
      ("ca.writeSheet('s.png', {})", "expected images by name, or a list of { name =, image =, duration = }"),
      ("ca.writeSheet('s.png', { a = 1 })", "a must be an image, got number 1"),
      ("ca.writeSheet('s.png', { a = ca.Layer() })", "ca.render(layer) returns a layer's image"),
      ("ca.writeSheet('s.png', { { name = 'a' } })", "expected images by name, or a list"),
      ("ca.writeSheet('s.png', { { name = 'a', image = i }, { name = 'a', image = i } })", "two pictures have"),
      ("ca.writeSheet('s.png', { { name = 'a', image = i, durration = 1 } })", "did you mean duration"),
      ("ca.writeSheet('s.png', { a = i }, { padding = 0.5 })", "padding must be a whole number of pixels from 0 to 64"),
      ("ca.writeSheet('s.png', { a = i }, { maxSize = 9 })", "the pictures do not fit into 9×9 pixels"),
      ("ca.writeSheet('s.png', { a = i }, { tags = { w = { 1, 2 } } })", "its first and last picture, from 1 to 1"),
      ("ca.writeSheet('s.png', { a = i }, { tags = { w = { 1, 1, 'up' } } })", "tags.w: expected forward, reverse"),
      ("ca.writeSheet('s.png', { a = i }, { lossless = true })", "lossless is for .webp files"),
      ("ca.writeSheet('../s.png', { a = i })", "s.png"),
    ]
    for (script, message) in rows {
      let failure = try failure(made + script, folder.configuration)?.message ?? ""
      #expect(failure.contains(message), "\(script): \(failure)")
    }
    #expect((try? folder.bytes("s.png")) == nil && (try? folder.bytes("s.json")) == nil)
  }

  @Test func `a sprite tells its place, and stands upright on its own`() throws {
    let folder = try ScriptFolder()
    try folder.write(
      "sheet.plist",
      plist(
        """
        <key>plain</key><dict><key>frame</key><string>{{2,1},{2,3}}</string></dict>
        <key>turned</key><dict><key>frame</key><string>{{4,0},{2,3}}</string><key>rotated</key><true/></dict>
        <key>trimmed</key><dict><key>frame</key><string>{{0,0},{2,2}}</string><key>offset</key><string>{1,1}</string>
          <key>sourceSize</key><string>{4,6}</string></dict>
        """))
    let lines = try printed(
      Self.sheet + """
        local names = {}
        for name in pairs(sprites) do names[#names + 1] = name end
        print(table.concat(names, " "))
        local p = sprites.plain
        print(p, p.name, p.contentsRect, p.rotated, p.trimmed, p.size, p.sourceSize, p.image == sheet)
        print(p.upright.width, p.upright.height, p.upright == sheet:crop {2, 1, 2, 3}, p.upright == p.upright)
        local t = sprites.turned
        print(t, t.rotated, t.contentsRect, t.size, t.upright.width, t.upright.height)
        -- The top left of what stands a quarter clockwise is its right upper corner in the sheet.
        print(t.upright:pixel(0, 0))
        print(t.upright:pixel(1, 0))
        print(t.upright:pixel(0, 2))
        local r = sprites.trimmed
        print(r.trimmed, r.frame, r.offset, r.sourceSize, r.upright.width, r.upright.height, select(4, r.upright:pixel(0, 0)))
        print(r.upright:crop {2, 1, 2, 2} == sheet:crop {0, 0, 2, 2})
        local layer = ca.Layer { bounds = {0, 0, 2, 3}, contents = p.image, contentsRect = p.contentsRect }
        print(ca.compare(ca.render(layer), p.upright).share)
        print(pcall(function() layer.contents = p end))
        print(pcall(function() p.name = "x" end))
        layer.tag = p
        print(layer.tag == p, p == ca.Image.sprites("sheet.plist").plain, p == t)
        """, folder.configuration)
    #expect(
      lines == [
        "plain trimmed turned",
        "Sprite plain 2×3\tplain\tRect(0.25, 0.25, 0.25, 0.75)\tfalse\tfalse\tSize(2, 3)\tSize(2, 3)\ttrue",
        "2\t3\ttrue\ttrue",
        "Sprite turned 2×3 rotated\ttrue\tRect(0.5, 0, 0.375, 0.5)\tSize(2, 3)\t2\t3",
        "0.6\t0\t0\t1", "0.6\t0.10196078431373\t0\t1", "0.4\t0\t0\t1",
        "true\tRect(2, 1, 2, 2)\tPoint(1, -1)\tSize(4, 6)\t4\t6\t0", "true", "0",
        "false\ttest.lua:21: Layer.contents: expected an image or a file name, got a Sprite; set contents = sprite.image and contentsRect = "
          + "sprite.contentsRect, or contents = sprite.upright",
        "false\ttest.lua:22: the fields of a Sprite cannot be written (name); call its methods", "true\ttrue\tfalse",
      ])
  }

  @Test(arguments: [
    (
      "<key>a</key><dict><key>frame</key><string>{{7,0},{2,2}}</string></dict>",
      "frame \"a\" exceeds the texture \"sheet.png\" of 8×4 pixels"
    ),
    (
      "<key>a</key><dict><key>frame</key><string>{{0,0},{2,2}</string></dict>",
      "sheet \"sheet.plist\": frame \"a\": frame: expected a rect"
    ),
    ("<key>a</key>", "sheet \"sheet.plist\": line 1: the key \"a\" has no value"),
  ])
  func `a wrong sheet is named with what is wrong`(frames: String, message: String) throws {
    let folder = try ScriptFolder()
    try folder.write("sheet.plist", plist(frames))
    let error = try failure(Self.sheet, folder.configuration)
    #expect(error?.message.contains(message) == true && error?.line == 3, "\(error?.message ?? "no error")")
  }

  @Test func `a sheet is read from its own folder only within what may be read`() throws {
    let folder = try ScriptFolder()
    try folder.write(
      "sheet.plist",
      """
      <plist version="1.0"><dict><key>frames</key><dict/><key>metadata</key><dict><key>textureFileName</key><string>../../etc/passwd.png</string>
      </dict></dict></plist>
      """)
    #expect(try failure(Self.sheet, folder.configuration)?.message.contains("may not be read") == true)
  }

  @Test(arguments: FileFormat.all) func `scripts have the formats of the table`(format: FileFormat) throws {
    for tail in format.extensions {
      let image = "ca.Image { width = 1, height = 1, pixels = '\\0\\0\\0\\0' }"
      let encode = try failure("print(#\(image):encode('\(tail)'))")?.message
      let write = try failure("\(image):write('a.\(tail)', { quality = 7 })")?.message
      if format.holds(.picture) {
        #expect(encode == nil && write == "Image:write: quality must be from 0 to 1, got 7")
      } else {
        #expect(encode?.contains("unknown picture format \"\(tail)\"") == true)
        let problem =
          format.holds(.scene)
          ? "holds the layers of one scene, written by ca.render" : "is a film: write it with ca.render"
        #expect(write?.hasPrefix("Image:write: a .\(tail) \(problem)") == true)
      }
    }
  }
}
