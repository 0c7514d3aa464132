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
