// SPDX-License-Identifier: MIT
import LayerEngine
import Testing

/// Noise, random numbers and colours, as scripts use them.
@Suite struct NoiseScriptTests {
  @Test func `noise of numbers and of lists is the same`() throws {
    let lines = try printed(
      """
      local xs, ys = { 0.1, 0.2, 7.5 }, { 3, -2.25, 0 }
      local list = ca.noise(xs, ys, 0.5)
      for i, v in ipairs(list) do assert(v == ca.noise(xs[i], ys[i], 0.5) and v >= -1 and v <= 1) end
      local field = ca.noise.seeded(9)
      assert(field(0.3) ~= ca.noise(0.3) and field(0.3) == ca.noise.seeded(9)(0.3))
      assert(field:fractal(0.3, 0.2, { octaves = 1 }) == field(0.3, 0.2))
      assert(ca.noise.fractal(xs, 0.5, { gain = 0.3 })[3] == ca.noise.fractal(7.5, 0.5, { gain = 0.3 }))
      assert(ca.noise.ridged(0.3) <= 1)
      print(select("#", ca.noise.curl(0.1, 0.2)), select("#", field:curl(0.1, 0.2, 0.3)), field)
      local grid = ca.noise.grid { width = 8, height = 4, scale = 3, octaves = 2, z = 1 }
      print(#grid, grid[10] == ca.noise.fractal(1 / 3, 1 / 3, 1, { octaves = 2 }))
      local image = ca.noise.image { width = 8, height = 4, colors = { "red", "lime" } }
      print(image.width, image.height, select(3, image:pixel(2, 1)))
      print(#ca.noise({}), #ca.noise.grid { width = 1000, height = 1000 })
      """)
    #expect(lines == ["2\t3\tNoise of seed 9", "32\ttrue", "8\t4\t0\t1", "0\t1000000"])
  }

  @Test func `the script's seed is the seed of its noise and random numbers`() throws {
    let script = "print(ca.noise(0.3, 0.4), ca.random()())"
    let first = try printed(script, Engine.Configuration(seed: 1))
    #expect(try printed(script, Engine.Configuration(seed: 1)) == first)
    #expect(try printed(script, Engine.Configuration(seed: 2)) != first)
  }

  @Test func `streams of random numbers are those of Lua's math.random`() throws {
    let lines = try printed(
      """
      for _, seed in ipairs { 0, 1, 42, -5, 1 << 40 } do
        math.randomseed(seed)
        local r = ca.random(seed)
        for _ = 1, 50 do assert(r() == math.random()) end
        for i = 1, 200 do assert(r(i) == math.random(i)) end
        for i = 1, 50 do assert(r(-i, 3 * i) == math.random(-i, 3 * i)) end
      end
      print("same")
      """)
    #expect(lines == ["same"])
  }

  @Test func `items of lists are any values`() throws {
    let lines = try printed(
      """
      local r = ca.random(3)
      local items = { ca.Layer { name = "a" }, function() end, "x", { 1 }, 5 }
      local seen = {}
      for _ = 1, 200 do seen[r:choose(items)] = true end
      for _, item in ipairs(items) do assert(seen[item]) end
      local order = r:shuffle(items)
      assert(#order == 5 and order ~= items)
      local kept = {}
      for _, item in ipairs(order) do kept[item] = true end
      for _, item in ipairs(items) do assert(kept[item]) end
      print(#r:sample(items, 3), r:weighted({ "a", "b" }, { 0, 1 }), #r:shuffle {})
      print(r:inRect { 1, 2, 0, 0 }, r:inPath "M0 0H9V9H0Z".x < 9, #ca.poissonDiscs({ 0, 0, 50, 50 }, 10, 1) > 10)
      print(ca.halton(1, 2), ca.r2(0), r:number(3, 3), r:normal(5, 0))
      local layers = ca.Layer { ca.Layer { name = "only" } }.sublayers
      print(r:choose(layers).name, r)
      """)
    #expect(
      lines == [
        "3\tb\t0", "Point(1, 2)\ttrue\ttrue", "0.5\tPoint(0.5, 0.5)\t3\t5", "only\tRandom",
      ])
  }

  @Test(arguments: [
    ("ca.noise()", "ca.noise: expected a number or a list of numbers for x, got nothing"),
    ("ca.noise('a')", "ca.noise: expected a number or a list of numbers for x, got string \"a\""),
    ("ca.noise({1, 2}, {1})", "ca.noise: the lists must be of one length, got 2 and 1"),
    ("ca.noise.fractal(1, { octave = 2 })", "ca.noise.fractal: unknown option octave; did you mean octaves?"),
    ("ca.noise.fractal(1, 2, { octaves = 0 })", "ca.noise.fractal: octaves must be a whole number from 1 to 32, got 0"),
    ("ca.noise.grid { width = 5 }", "ca.noise.grid: height is needed, in cells"),
    ("ca.noise.seeded(0.5)", "ca.noise.seeded: the seed must be a whole number, got 0.5"),
    ("ca.random(1):choose {}", "Random:choose: the list is empty"),
    ("ca.random(1):choose()", "Random:choose: expected a list, got "),
    ("ca.random(1):weighted({1, 2}, {1})", "Random:weighted: the list has 2 items and there are 1 weights"),
    ("ca.random(1):weighted({1}, {0})", "Random:weighted: no weight is above 0"),
    ("ca.random(1)(5, 3)", "Random: low 5 is greater than high 3"),
    ("ca.random(1):sample({1}, 2)", "Random:sample: the count must be from 0 to the list's 1, got 2"),
    ("ca.random(1):inPath 'M0 0L5 5'", "Random:inPath: none of 10000 points"),
    ("ca.poissonDiscs({0, 0, 5, 5}, 0)", "ca.poissonDiscs: the radius must be above 0, got 0"),
    ("ca.palette 'virides'", "ca.palette: unknown palette \"virides\"; did you mean viridis?"),
    ("ca.Color('red'):mixed('blu')", "Color:mixed: expected another colour"),
    ("ca.Color('red'):mixed('blue', 0.5, 'oklap')", "Color:mixed: unknown space \"oklap\"; expected one of srgb"),
    ("ca.Color('red').mixed()", "Color:mixed: call it with a colon on a Color"),
  ]) func `mistakes name the function, the value and the remedy`(_ call: String, _ message: String) throws {
    let lines = try printed("print(select(2, pcall(function() \(call) end)))")
    #expect(lines.joined().contains(message), "\(lines)")
  }

  @Test func `colours are mixed and changed`() throws {
    let lines = try printed(
      """
      local blue = ca.Color "blue"
      print(blue:mixed("yellow"):hex(), blue:mixed("yellow", 0.5, "srgb"):hex(), blue:mixed("red", 0, "oklch"):hex())
      print(blue:mixed("lime", 0.5, "hsl", "longer"):hex(), blue:readable():hex(), blue:readable { "red",
        "gold" }:hex())
      print(("%.2f"):format(ca.Color "white":contrast "black"), blue:grey():hex(), blue:luminance())
      print(blue:lightened(0.2):hex() ~= blue:hex(), blue:darkened():hex() ~= blue:hex(), blue:saturated(1):hex())
      print(ca.oklch(0.5, 0.3, math.rad(150)):hex(), ("%.3f %.3f %.3f"):format(blue:oklch()))
      print(#ca.palette "viridis", ca.palette("Set2", 2)[2]:hex(), #ca.paletteNames())
      local image = ca.Image { width = 4, height = 4, pixels = function(x) return x < 3 and 1 or 0, 0, 0 end }
      local colors, shares = image:palette(2)
      print(#colors, colors[1]:hex(), shares[1])
      """)
    #expect(
      lines == [
        "#6cabc7\t#808080\t#0000ff", "#ff0000\t#ffffff\t#ffd700", "21.00\t#565656\t0.0722", "true\ttrue\t#0000ff",
        "#007c25\t0.452 0.313 -1.675", "256\t#fc8d62\t40", "2\t#ff0000\t0.75",
      ])
  }
}
