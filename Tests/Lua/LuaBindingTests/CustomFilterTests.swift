// SPDX-License-Identifier: MIT
import Geometry
import LayerEngine
import LayerModel
import Pixels
import TestSupport
import Testing

/// Filters implemented in scripts.
@Suite struct CustomFilterTests {
  /// A layer of 4×2 points, red on the left and blue on the right, named `card`.
  private let card = """
    local card = ca.Layer { name = "card", bounds = {0, 0, 4, 2}, backgroundColor = "red",
      ca.Layer { frame = {2, 0, 2, 2}, backgroundColor = "blue" } }
    """

  private func picture(_ script: String, _ options: PictureOptions = PictureOptions(), threads: Int = 1) throws
    -> Bitmap
  {
    let engine = try Engine(Engine.Configuration(threads: threads))
    let layer = try #require(try engine.run(script: card + "\n" + script + "\nreturn card", name: "a.lua"))
    return try engine.render(layer, options).bitmap
  }

  private func isSame(_ a: Bitmap, _ b: Bitmap) -> Bool {
    withExtendedLifetime((a, b)) { a.pixels.elementsEqual(b.pixels) }
  }

  private func bytes(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> [UInt8] {
    let pixel = withExtendedLifetime(bitmap) { bitmap.pixels[y * bitmap.width + x] }
    return (0..<4).map { UInt8(truncatingIfNeeded: pixel >> ($0 * 8)) }
  }

  @Test func `a kernel makes each pixel from its place, a sample and the values of the keys`() throws {
    let bitmap = try picture(
      """
      card.filters = { ca.Filter.custom { name = "swap", keys = { inputAmount = 0.5, inputAt = {1, 2} },
        kernel = function(x, y, sample, inputs)
          assert(x % 1 == 0.5 and y % 1 == 0.5 and inputs.inputAt.x == 1 and inputs.inputAt.y == 2)
          local r, g, b, a = sample(4 - x, y)
          return r, inputs.inputAmount, b, a
        end } }
      """)
    #expect(bytes(bitmap, 0, 0) == [0, 128, 255, 255] && bytes(bitmap, 3, 1) == [255, 128, 0, 255])
  }

  @Test func `three results keep the alpha of the picture`() throws {
    let bitmap = try picture(
      """
      card.backgroundColor = nil
      card.filters = { ca.Filter.custom { name = "white", kernel = function() return 1, 1, 1 end } }
      """)
    #expect(bytes(bitmap, 0, 0) == [0, 0, 0, 0] && bytes(bitmap, 3, 1) == [255, 255, 255, 255])
  }

  @Test func `what it samples lies in points of the layer, wherever that is drawn`() throws {
    let kernel = "kernel = function(x, y, sample) return x / 4, y / 2, 0, 1 end"
    let plain = try picture(
      "card.filters = { ca.Filter.custom { name = 'ramp', \(kernel) } }", PictureOptions(scale: 4))
    let placed = try picture(
      """
      card.filters = { ca.Filter.custom { name = 'ramp', \(kernel) } }
      card.position = {2, 1}
      card = ca.Layer { bounds = {0, 0, 4, 2}, card }
      """, PictureOptions(scale: 4))
    #expect(isSame(plain, placed))
    #expect(bytes(plain, 0, 0) == [8, 16, 0, 255] && bytes(plain, 15, 7) == [247, 239, 0, 255])
    let turned = try picture(
      """
      card.filters = { ca.Filter.custom { name = 'ramp', \(kernel) } }
      card.position = {2, 1}; card["transform.rotation.z"] = math.pi
      card = ca.Layer { bounds = {0, 0, 4, 2}, card }
      """, PictureOptions(scale: 4))
    #expect(bytes(turned, 15, 7) == [8, 16, 0, 255] && bytes(turned, 0, 0) == [247, 239, 0, 255])
  }

  @Test func `the result is larger by its reach, and by that of a key`() throws {
    for reach in ["1", "'inputReach'"] {
      let bitmap = try picture(
        """
        local grow = ca.Filter.custom { name = "grow", keys = { inputReach = 1 }, reach = \(reach),
          kernel = function(x, y, sample) return 0, 1, 0, 1 end }
        card.sublayers[1]:removeFromSuperlayer()
        card.bounds = {0, 0, 1, 1}; card.position = {2.5, 2.5}; card.filters = { grow }
        card = ca.Layer { bounds = {0, 0, 6, 6}, card }
        """)
      // From 2 to 3, plus one point on each side.
      let columns = (0..<6).filter { bytes(bitmap, $0, 2) == [0, 255, 0, 255] }
      #expect(columns == [1, 2, 3] && bytes(bitmap, 5, 5) == [0, 0, 0, 0])
    }
  }

  @Test func `a filter is found by its name, listed and described`() throws {
    let lines = try printed(
      """
      local f = ca.Filter.custom { name = "fade", summary = "Fades.", kernel = function() return 0, 0, 0 end, keys = {
        inputA = 2, inputB = {1, 2}, inputC = "red", inputD = {1, 2, 3}, inputE = ca.Rect(1, 2, 3, 4),
        inputF = ca.Transform.scale(2), inputG = "image", inputH = "data",
        inputI = { kind = "number", default = 3, min = 1, max = 4, unit = "radians", summary = "Turns." } } }
      print(f.className, f.name, f.inputA, f.inputB, f.inputD[3], f.inputE.width, f.inputG)
      print(table.concat(ca.filterNames("custom"), " "), #ca.filterNames() - #ca.filterNames("blur") > 50)
      local info = ca.filterInfo("fade")
      print(info.name, info.category, info.summary, #info.keys, info.keys[9].name, info.keys[9].max, info.keys[9].unit)
      local kinds = {}
      for _, key in ipairs(info.keys) do kinds[#kinds + 1] = key.kind end
      print(table.concat(kinds, " "))
      local g = ca.Filter("fade", { inputA = 5, name = "mine" })
      local l = ca.Layer { filters = { g, "fade" } }
      l["filters.mine.inputA"] = 7
      print(l["filters.mine.inputA"], l.filters[1].inputA, l.filters[2].inputA, g.inputA, #l.filters)
      """)
    #expect(
      lines == [
        "fade\tfade\t2\tPoint(1, 2)\t3\t3\tnil", "fade\ttrue", "fade\tcustom\tFades.\t9\tinputI\t4\tradians",
        "number point color vector rect transform image data number", "7\t7\t2\t5\t2",
      ])
  }

  @Test func `pictures among the keys are functions over the bounds`() throws {
    let bitmap = try picture(
      """
      local mask = ca.Image { width = 2, height = 1, pixels = function(x) return x, x, x end }
      card.filters = { ca.Filter.custom { name = "mask", keys = { inputMask = mask },
        kernel = function(x, y, sample, inputs) return inputs.inputMask(x < 2 and 1 or 3, y) end } }
      """)
    #expect(bytes(bitmap, 0, 0) == [0, 0, 0, 255] && bytes(bitmap, 3, 0) == [255, 255, 255, 255])
  }

  @Test func `a transition asks for pixels between two pictures`() throws {
    let bitmap = try picture(
      """
      ca.Filter.custom { name = "mix", transition = true, kernel = function(x, y, sample, inputs)
        local r, g, b, a = sample(x, y)
        local r2, g2, b2, a2 = inputs.inputTargetImage(x, y)
        local t = inputs.inputTime
        return r + (r2 - r) * t, g + (g2 - g) * t, b + (b2 - b) * t, a + (a2 - a) * t
      end }
      card = ca.Layer { bounds = {0, 0, 4, 2}, backgroundColor = "red" }
      local t = ca.Transition { filter = ca.Filter("mix"), duration = 1, timingFunction = "linear" }
      card:addAnimation(t, "transition")
      card.backgroundColor = "lime"
      """, PictureOptions(time: 0.5))
    #expect(bytes(bitmap, 1, 1) == [128, 128, 0, 255])
  }

  @Test func `a coarse kernel is called for fewer pixels, and colours are mixed between`() throws {
    let script = { (scale: String) in
      """
      local calls = 0
      card.bounds = {0, 0, 32, 32}
      card.filters = { ca.Filter.custom { name = "ramp", scale = \(scale),
        kernel = function(x, y) calls = calls + 1; assert(calls < 1200) return x / 32, y / 32, 0, 1 end } }
      """
    }
    let fine = try picture(script("1"))
    let coarse = try picture(script("0.25"))
    for y in 0..<32 {
      for x in 0..<32 {
        let (a, b) = (bytes(fine, x, y), bytes(coarse, x, y))
        // At the edge, samples on the coarse grid are clamped.
        #expect(zip(a, b).allSatisfy { abs(Int($0) - Int($1)) <= (x < 2 || y < 2 || x > 29 || y > 29 ? 8 : 1) })
      }
    }
    for scale in ["0.5", "0.25", "0.1", "1/64"] {
      let same = try picture(
        "card.filters = { ca.Filter.custom { name = 'same', scale = \(scale), "
          + "kernel = function(x, y, s) return s(x, y) end } } card.bounds = {0, 0, 20, 20}")
      #expect(withExtendedLifetime(same) { same.pixels.allSatisfy { $0 >> 24 == 255 } }, "\(scale)")
    }
  }

  @Test func `keys of all kinds stand in any order`() throws {
    let kinds = ["number", "point", "color", "rect", "transform", "image", "data"]
    var random = SeededRandom(5)
    for round in 0..<40 {
      let keys = (0..<Int.random(in: 1...6, using: &random)).map { i in
        "k\(i)r = '\(kinds.randomElement(using: &random) ?? "number")'"
      }
      let bitmap = try picture(
        "card.filters = { ca.Filter.custom { name = 'k\(round)', keys = { \(keys.joined(separator: ", ")) }, "
          + "kernel = function(x, y, sample, inputs) for _, v in pairs(inputs) do if type(v) == 'function' then "
          + "assert(select(4, v(x, y)) == 0) end end return 0, 1, 0, 1 end } }")
      #expect(bytes(bitmap, 0, 0) == [0, 255, 0, 255], "\(keys)")
    }
  }

  @Test func `a film's frames are its stills, whatever a kernel reads`() throws {
    // The bar moves next to the panel: without a reach the panel must not see it, with one it must see it move.
    for reach in ["nil", "200"] {
      let folder = try TemporaryFolder()
      let engine = try Engine(Engine.Configuration(threads: 2, workingDirectory: folder.path, isTrusted: true))
      let root = try #require(
        try engine.run(
          script: """
            local look = ca.Filter.custom { name = "look", reach = \(reach),
              kernel = function(x, y, s) return s(x - 160, y) end }
            local root = ca.Layer { bounds = {0, 0, 400, 200}, backgroundColor = "white",
              ca.Layer { name = "bar", bounds = {0, 0, 30, 200}, position = {40, 100}, backgroundColor = "black" },
              ca.Layer { frame = {200, 20, 160, 160}, backgroundFilters = { look } } }
            root.sublayers[1]:addAnimation(ca.BasicAnimation {
              keyPath = "position.x", fromValue = 30, toValue = 170, duration = 1 })
            return root
            """, name: "a.lua"))
      try engine.write(root, to: folder.path + "/f-{0}.png", FilmOptions(duration: 1, framesPerSecond: 4))
      for frame in 0..<4 {
        let still = try engine.render(root, PictureOptions(time: Double(frame) / 4)).bitmap
        let drawn = try readBitmap(folder.path + "/f-\(frame).png")
        #expect(isSame(drawn, still), "\(reach) \(frame)")
      }
    }
  }

  @Test func `a film asks a kernel that is not pure for each frame, and a pure one once`() throws {
    for isPure in [true, false] {
      let folder = try TemporaryFolder()
      let engine = try Engine(Engine.Configuration(threads: 1, workingDirectory: folder.path, isTrusted: true))
      var printed = ""
      engine.onPrint = { printed += String(decoding: $0, as: UTF8.self) }
      let root = try #require(
        try engine.run(
          script: """
            local frames = 0
            local own = ca.Filter.custom { name = "own", pure = \(isPure), kernel = function(x, y, s)
              if x < 1 and y < 1 then print("called") end
              return s(x, y) end }
            return ca.Layer { bounds = {0, 0, 150, 150}, backgroundColor = "red", filters = { own } }
            """, name: "a.lua"))
      try engine.write(root, to: folder.path + "/f-{0}.png", FilmOptions(duration: 1, framesPerSecond: 4))
      #expect(printed.split(separator: "\n").count == (isPure ? 1 : 4))
    }
  }

  @Test func `a layer that clips clips what its filters spread`() throws {
    for more in ["", ", ca.Layer {}"] {
      let bitmap = try picture(
        """
        card = ca.Layer { bounds = {0, 0, 60, 60},
          ca.Layer { frame = {20, 20, 20, 20}, backgroundColor = "red", masksToBounds = true,
          filters = { ca.Filter("CIGaussianBlur", { inputRadius = 3 }) }\(more) } }
        """)
      #expect(bytes(bitmap, 19, 30)[3] == 0 && bytes(bitmap, 20, 30)[3] > 0)
    }
  }

  @Test func `an image that is a key's default is that of all filters of the name`() throws {
    let bitmap = try picture(
      """
      local dot = ca.Image { width = 1, height = 1, pixels = function() return 0, 1, 0, 1 end }
      for i, given in ipairs { dot, { kind = "image", default = dot } } do
        ca.Filter.custom { name = "tex" .. i, keys = { inputTex = given },
          kernel = function(x, y, s, inputs) return inputs.inputTex(x, y) end }
      end
      card.filters = { "tex1" }
      card.sublayers = { ca.Layer { frame = {2, 0, 2, 2}, backgroundColor = "red", filters = { ca.Filter("tex2") } } }
      """)
    #expect(bytes(bitmap, 0, 0) == [0, 255, 0, 255] && bytes(bitmap, 3, 0) == [0, 255, 0, 255])
  }

  @Test func `bytes are the same for any number of threads, in pictures and in films`() throws {
    let folder = try TemporaryFolder()
    var films: [[UInt8]] = []
    for threads in [1, 2, 4] {
      let engine = try Engine(
        Engine.Configuration(threads: threads, workingDirectory: folder.path, isTrusted: true))
      try engine.run(
        script: """
          local noise = ca.Filter.custom { name = "noise", keys = { inputLight = 0 },
            kernel = function(x, y, sample, inputs)
            local r, g, b, a = sample(x + math.random() * 2, y)
            return r, g, inputs.inputLight, a
          end }
          local l = ca.Layer { bounds = {0, 0, 40, 30}, drawsAsynchronously = true, backgroundColor = "gray",
            ca.Layer { frame = {5, 5, 20, 20}, backgroundColor = "red", filters = { noise, "CIGaussianBlur" } } }
          l.sublayers[1]:addAnimation(ca.BasicAnimation {
            keyPath = "filters.noise.inputLight", toValue = 1, duration = 1 })
          ca.render(l, "a.apng", { duration = 1, fps = 8 })
          """, name: "a.lua")
      films.append(try folder.read("a.apng"))
    }
    #expect(films[0] == films[1] && films[0] == films[2])
  }

  @Test(arguments: [
    ("ca.Filter.custom()", "ca.Filter.custom: expected a table"),
    ("ca.Filter.custom('a')", "ca.Filter.custom: expected a table"),
    ("ca.Filter.custom { kernel = print }", "ca.Filter.custom: it needs a name, such as name = \"invert\""),
    ("ca.Filter.custom { name = 'a' }", "kernel must be a function(x, y, sample, inputs) that returns r, g, b and a"),
    ("ca.Filter.custom { name = 'a', kernal = print }", "unknown option kernal; did you mean kernel?"),
    ("ca.Filter.custom { name = 'a b', kernel = print }", "\"a b\" cannot be the name of a filter"),
    ("ca.Filter.custom { name = 'CIGaussianBlur', kernel = print }", "CIGaussianBlur is a built-in filter"),
    ("ca.Filter.custom { name = 'a', kernel = print, keys = 3 }", "keys must be a table of names and defaults"),
    ("ca.Filter.custom { name = 'a', kernel = print, keys = { enabled = 1 } }", "a.enabled: all filters have that key"),
    ("ca.Filter.custom { name = 'a', kernel = print, keys = { copy = 1 } }", "all filters have a method of that name"),
    ("ca.Filter.custom { name = 'a', kernel = print, keys = { b = true } }", "the key b: expected its default"),
    ("ca.Filter.custom { name = 'a', kernel = print, keys = { b = 0/0 } }", "a.b: the default is"),
    ("ca.Filter.custom { name = 'a', kernel = print, keys = { b = { kind = 'nmber' } } }", "did you mean number?"),
    (
      "ca.Filter.custom { name = 'a', kernel = print, keys = { b = { default = 3, min = 4, max = 5 } } }",
      "a.b: the default 3 is outside"
    ),
    ("ca.Filter.custom { name = 'a', kernel = print, keys = { b = { min = 5, max = 4 } } }", "min 5 is above max 4"),
    (
      "ca.Filter.custom { name = 'a', kernel = print, keys = { b = { mni = 5 } } }",
      "unknown entry mni; did you mean min?"
    ),
    ("ca.Filter.custom { name = 'a', kernel = print, keys = { ['b.c'] = 5 } }", "a key is a word"),
    ("ca.Filter.custom { name = 'a', kernel = print, keys = { inputImage = 5 } }", "it is supplied by the layer"),
    ("ca.Filter.custom { name = 'a', kernel = print, reach = -1 }", "its reach is -1"),
    ("ca.Filter.custom { name = 'a', kernel = print, reach = 'b' }", "which is not one of its numeric keys"),
    ("ca.Filter.custom { name = 'a', kernel = print, reach = {} }", "reach must be a number of points"),
    ("ca.Filter.custom { name = 'a', kernel = print, scale = 0 }", "scale must be a number from 1/64 to 1"),
    ("ca.Filter.custom { name = 'a', kernel = print, pure = 3 }", "pure must be true or false"),
    ("ca.Filter.custom { name = 'a', kernel = print, pure = 3 }", "ca.Filter.custom: pure must be"),
    ("ca.Filter.custom { name = 'a', kernel = print, keys = { b = { kind = 'vector' } } }", "a vector needs a default"),
    (
      "ca.Filter.custom { name = 'a', kernel = print, keys = { b = { default = 1, required = true } } }",
      "only an image or data"
    ),
    (
      "local k = {} for i = 1, 200 do k['k' .. i] = 1 end ca.Filter.custom { name = 'a', kernel = print, keys = k }",
      "at most 100 keys"
    ),
    (
      "ca.Filter.custom { name = 'a', kernel = print, transition = true, keys = { inputTime = 'image' } }",
      "is set by the transition"
    ),
    ("for i = 1, 2000 do ca.Filter.custom { name = 'a', kernel = print } end", "more than 1000 filters are defined"),
    (
      "ca.Layer { filters = { ca.Filter.custom { name = 'a', transition = true, kernel = print } } }",
      "is a transition filter"
    ),
  ]) func `what is wrong with a definition is said`(script: String, message: String) throws {
    let said = try failure(script)?.message ?? ""
    #expect(said.contains(message), "\(said)")
  }

  @Test(arguments: [
    ("return 1, 2", "a: the kernel must return r, g, b and, if it changes, a: numbers from 0 to 1; got nil at (0.5"),
    ("return 0/0, 1, 1, 1", "a: the kernel must return r, g, b"),
    ("return '1', 1, 1, 1", "a: the kernel must return r, g, b"),
    ("error('mine')", "test.lua:1: mine"),
    ("return sample('x', 1)", "a: sample(x, y) takes two numbers"),
    ("coroutine.yield() return 1, 1, 1", "attempt to yield"),
    ("while true do end", "time"),
    ("local t = {} while true do t[#t + 1] = ('x'):rep(1000) end", "memory"),
    ("ca.render(l) return 1, 1, 1", "a: a filter's kernel cannot draw"),
  ]) func `what is wrong in a kernel ends the picture with its line`(body: String, message: String) throws {
    let limits = Engine.Configuration(memoryLimit: 100_000_000, timeLimit: message == "time" ? 0.5 : 60)
    let said =
      try failure(
        "kernel = function(x, y, sample, inputs) \(body) end\n"
          + "l = ca.Layer { bounds = {0, 0, 4, 4}, filters = { ca.Filter.custom { name = 'a', kernel = kernel } } }\n"
          + "ca.render(l)", limits)?.description ?? ""
    #expect(said.contains(message), "\(said)")
  }

  @Test func `a sample function does nothing once its kernel has ended`() throws {
    let said =
      try failure(
        """
        local l = ca.Layer { bounds = {0, 0, 4, 4}, filters = { ca.Filter.custom { name = 'a',
          kernel = function(x, y, sample) kept = sample return sample(1e300, -1/0) end } } }
        ca.render(l)
        kept(1, 1)
        """)?.message ?? ""
    #expect(said.contains("can be called only while its kernel runs"), "\(said)")
  }
}
