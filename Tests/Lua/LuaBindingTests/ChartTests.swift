// SPDX-License-Identifier: MIT
import LayerEngine
import Testing

/// Scales, formats, axes and legends, and forms of paths, as scripts use them.
@Suite struct ChartTests {
  @Test func `scales are called like functions`() throws {
    let lines = try printed(
      """
      local y = ca.scale { domain = { 0, 87 }, range = { 260, 0 }, nice = true }
      print(y(45), y:invert(130), table.concat(y:ticks(5), " "), table.concat(y:labels(5, ".1f"), " "), y.domain[2])
      local x = ca.scale { type = "band", domain = { "a", "b", "c", "d" }, range = { 0, 400 }, paddingInner = 0.2,
        paddingOuter = 0.1 }
      print(x "a", x "d", x.bandwidth, x.step, #x:ticks(), x)
      local p = ca.scale { type = "point", domain = { 2020, 2021, 2022 }, range = { 0, 10 } }
      print(p(2021), p.bandwidth, table.concat(p:labels(), " "))
      local heat = ca.scale { domain = { 0, 1 }, range = "viridis" }
      print(heat(0):hex(), heat(1):hex(), heat(9):hex(), ca.scale { domain = { 0, 1 }, range = { "blue",
        "yellow" } }(0.5):hex())
      local kind = ca.scale { type = "ordinal", domain = { "x", "y" }, range = { "red", "lime" }, unknown = "grey" }
      print(kind "y":hex(), kind "z":hex(), ca.scale { type = "ordinal", domain = { 1, 2, 3 }, range = "Set1"
        }(3):hex())
      print(ca.scale { type = "log", domain = { 1, 100 } }(10), ca.scale { type = "sqrt", domain = { 0, 100 },
        clamp = true }(400))
      local t = ca.scale { type = "time", domain = { 0, 86400 }, range = { 0, 24 } }
      print(t(43200), table.concat(t:labels(4), " "))
      print(ca.format(",.2f", 12345.678), ca.format("$,d", 5, { currency = { "", " kr" } }), ca.format(".1s", 1234))
      """)
    #expect(
      lines == [
        "130\t45\t0 20 40 60 80\t0.0 20.0 40.0 60.0 80.0\t90", "10\t310\t80\t100\t4\tScale band",
        "5\t0\t2020 2021 2022", "#440154\t#fde725\t#fde725\t#6cabc7", "#00ff00\t#808080\t#4daf4a", "0.5\t1",
        "12\t1970 06:00 12:00 18:00 Fri 2", "12,345.68\t5 kr\t1k",
      ])
  }

  @Test func `axes and legends are plain layers`() throws {
    let lines = try printed(
      """
      local y = ca.scale { domain = { 0, 100 }, range = { 200, 0 } }
      local axis = ca.axis { scale = y, side = "left", ticks = 5, grid = 300, fontSize = 10 }
      local labels = axis:find "labels".sublayers
      print(axis.className, #axis.sublayers, #labels, labels[1].string, labels[6].string, labels[6].position.y)
      print(labels[1].position.x + labels[1].bounds.width / 2, axis:find "grid".path:boundingBox().width)
      print(axis:find "tick".path:boundingBox(), axis:find "line".path:boundingBox())
      local x = ca.scale { type = "band", domain = { "Mon", "Tue" }, range = { 0, 100 } }
      local below = ca.axis { scale = x, format = { "M", "T" }, tickLength = 0, lineColor = false }
      print(below:find "tick", below:find "labels".sublayers[2].string, below:find "labels".sublayers[2].position.x)
      local legend = ca.legend { scale = ca.scale { type = "ordinal", domain = { "Rain", "Sun" }, range = { "red",
        "lime" } } }
      print(#legend.sublayers, legend.sublayers[1].backgroundColor:hex(), legend.sublayers[4].string,
        legend.bounds.height > 20)
      print(ca.legend { entries = { { "a", "red" }, { "b", "blue" } }, row = true }.bounds.height < 20)
      """)
    #expect(
      lines == [
        "Layer\t4\t6\t0\t100\t0", "-9.0\t300", "Rect(-5, 0, 5, 200)\tRect(0, 0, 0, 200)", "nil\tT\t75",
        "4\t#ff0000\tSun\ttrue", "true",
      ])
  }

  @Test func `ticks are written by words of time, functions and lists`() throws {
    let lines = try printed(
      """
      local function labels(options)
        local texts = {}
        for i, label in ipairs(ca.axis(options):find "labels".sublayers) do texts[i] = label.string end
        return table.concat(texts, " ")
      end
      local time = ca.scale { type = "time", domain = { 1704067200, 1719792000 }, range = { 0, 300 } }
      print(labels { scale = time, ticks = 3, format = "%b '%y" })
      local afternoon = 1704067200 + 13 * 3600 + 62
      print(labels { scale = time, ticks = { afternoon }, format = "%A %a %d %e %j %H:%M:%S %I%p %%" })
      print(table.concat(time:labels(3, "%Y-%m"), " "), labels { scale = time, ticks = { 0 }, format = ".0f" })
      local x = ca.scale { domain = { 0, 2 }, range = { 0, 300 } }
      print(labels { scale = x, ticks = 2, format = function(v, i)
        return labels { scale = x, ticks = { v }, format = { "<" .. v .. ">" } } .. i end })
      local many = ca.scale { type = "band", domain = 96, range = { 0, 96 } }
      print(many(1), many(96), #many.domain, ca.scale { type = "point", domain = 3, range = { 0, 10 } }(2))
      """)
    #expect(
      lines == [
        "Jan '24 Apr '24 Jul '24", "Monday Mon 01 1 001 13:01:02 01PM %", "2024-01 2024-04 2024-07\t0",
        "<0>1 <1>2 <2>3", "0\t95\t96\t5",
      ])
  }

  @Test func `labels that overlap are left out at even intervals`() throws {
    let lines = try printed(
      """
      local function labels(options)
        local texts, last = {}, -math.huge
        for i, label in ipairs(ca.axis(options):find "labels".sublayers) do
          texts[i] = label.string
          if not options.allLabels then assert(label.frame.x >= last, label.string) end
          last = label.frame.maxX
        end
        return table.concat(texts, " ")
      end
      local x = ca.scale { domain = { 0, 1e6 }, range = { 0, 300 } }
      print(labels { scale = x, fontSize = 11 })
      print(select(2, labels { scale = x, allLabels = true }:gsub(",000 ", "")))
      local time = ca.scale { type = "time", domain = { 1704067200, 1719792000 }, range = { 0, 300 } }
      print(labels { scale = time, format = "%b %Y" })
      print(labels { scale = ca.scale { type = "band", domain = 400, range = { 300, 0 } } , allLabels = true }:sub(1,
        7))
      print(#ca.axis { scale = ca.scale { domain = { 0, 9 }, range = { 90, 0 } }, side = "left", ticks = 9,
        fontSize = 20 }:find "labels".sublayers)
      """)
    let texts = lines[0].split(separator: " ")
    #expect(texts.count < 11 && texts.count > 3 && texts[0] == "0")
    #expect(lines[2] == "Jan 2024 Mar 2024 May 2024 Jul 2024")
    #expect(lines[3] == "1 2 3 4" && Int(lines[4]) ?? 0 < 10)
  }

  @Test(arguments: [
    ("ca.scale {}", "ca.scale: a domain is needed"),
    ("ca.scale { type = 'linea', domain = { 0, 1 } }", "ca.scale: unknown type \"linea\"; did you mean linear?"),
    (
      "ca.scale { type = 'log', domain = { 0, 1 } }", "ca.scale: the domain of a log scale must not contain 0; got 0, 1"
    ),
    ("ca.scale { type = 'band', domain = { 'a' }, nice = true }", "ca.scale: nice is for scales of type linear, log,"),
    (
      "ca.scale { domain = { 0, 1 }, padding = 0.2 }",
      "padding is for scales of type band and point, and this one is lin"
    ),
    ("ca.scale { domain = { 0 } }", "ca.scale: domain must be a list of two or more numbers"),
    ("ca.scale { domain = { 0, 1 }, range = { 0, 1, 2 } }", "ca.scale: a domain and a range have two values each"),
    ("ca.scale { type = 'ordinal', domain = { 'a' }, range = { 1 } } 'b'", "is not in the domain: string \"a\""),
    ("ca.scale { domain = { 0, 1 } } 'x'", "Scale: expected a number, got string \"x\""),
    (
      "ca.scale { domain = { 0, 1 }, range = 'viridis' }:invert(1)",
      "Scale:invert: only a scale from numbers to numbers"
    ),
    ("ca.format('q', 1)", "ca.format: the format \"q\": \"q\" is not understood"),
    ("ca.format('%d', 1)", "ca.format: the format \"%d\": write it without the percent sign: \"d\""),
    ("ca.format('%Y', 1)", "words such as %Y are for a time scale's axis"),
    (
      "ca.axis { scale = ca.scale { domain = { 0, 1 } } }",
      "ca.axis: the scale has no range, so the axis would be 1 point long; name its ends in points: ca.scale { …, range"
    ),
    (
      "ca.axis { scale = ca.scale { domain = { 0, 1 }, range = { 0, 9 } }, ticks = { 0, 1 }, format = { 'a' } }",
      "ca.axis: format has 1 text for 2 ticks; give one for each"
    ),
    (
      "ca.axis { scale = ca.scale { domain = { 0, 1 }, range = { 0, 9 } }, format = function() end }",
      "ca.axis: format: the function must return a text for each tick, got nothing for"
    ),
    (
      "ca.axis { scale = ca.scale { type = 'time', domain = { 0, 1 }, range = { 0, 9 } }, format = '%b %Q' }",
      "ca.axis: the format \"%b %Q\": \"%Q\" is not understood; the words are %Y"
    ),
    (
      "ca.scale { type = 'time', domain = { '2024-01-01', '2025-01-01' } }",
      "two or more numbers, got string \"2024-01-01\" at [1]; a time is a number of seconds since 1970: read a table's "
        + "column with types = { … = \"date\" }, or write os.time {"
    ),
    ("ca.scale { domain = { 1, 'b' } }", "got string \"b\" at [2]; names need type = \"band\", \"point\" or"),
    ("ca.scale { type = 'band', domain = 1.5 }", "a domain that is a number of bands must be whole, from 1 to 100000"),
    ("ca.scale { type = 'ordinal', domain = 3, range = { 1 } }", "domain must be a list of names, got number 3"),
    (
      "ca.scale { type = 'log', domain = { 1, 9 } } (0)", "Scale: 0 has no place on a log scale, whose values are above"
    ),
    ("ca.scale { type = 'log', domain = { 1, 9 } } (-1)", "0; type = \"symlog\" takes all"),
    ("ca.scale { type = 'log', domain = { -9, -1 } } (1)", "whose values are below 0"),
    ("ca.scale { domain = { 1, 9 } } (0 / 0)", "Scale: expected a finite number, got number nan"),
    (
      "ca.scale { domain = { 0, 9 }, range = { 'rde', 'blue' } }",
      "ca.scale: expected a list of colours, got string \"rde\" at [1]; did you mean \"red\"?"
    ),
    ("ca.legend { entries = { { 'B', 'notacolor' } } }", "got string \"notacolor\" as its colour"),
    ("ca.legend { entries = { { 5, 'red' } } }", "got number 5 as its text"),
    ("ca.Path():move(0, 0):addLine(0, 1 / 0)", "Path:addLine: expected a finite number for y, got number inf"),
    ("ca.Path.morph(ca.Path 'M0 0H5V5Z', ca.Path.text('R', {}))", "put the call in parentheses: (ca.Path.text(…))"),
    ("ca.Path 'M0 0H5V5Z':union(ca.Path.text('x'))", "put the call in parentheses: (ca.Path.text(…))"),
    ("ca.format(',.500f', 1)", "the format \",.500f\": 500 is too large; at most 40"),
    ("ca.format('.1%', 1, { percent = 5 })", "percent must be a string"),
    ("ca.Color 'red':mixed('blue', 3)", "the fraction is from 0, this colour, to 1, the other; got 3; write 1 for all"),
    ("ca.axis {}", "ca.axis: a scale is needed: scale = ca.scale { … }"),
    (
      "ca.axis { scale = ca.scale { domain = { 0, 1 }, range = 'viridis' } }",
      "ca.axis: an axis needs a range in points, such as range = { 0, 300 }, and the scale's is of colours"
    ),
    (
      "ca.axis { scale = ca.scale { type = 'ordinal', domain = { 'a', 'b' }, range = { 'red', 'blue' } } }",
      "ca.axis: an axis needs a range in points"
    ),
    ("ca.legend {}", "ca.legend: a scale or entries are needed"),
    ("ca.Path.star({0, 0}, 2, 5, 3)", "ca.Path.star: the points must be a whole number from 3 to 10000, got 2"),
    ("ca.Path.wedge({0, 0}, -1, 0, 1)", "ca.Path.wedge: the radius must not be negative, got -1"),
    ("ca.Path 'M0 0H5':sketched { strokes = 0 }", "Path:sketched: strokes must be a whole number from 1 to 10, got 0"),
    ("ca.delaunay(5)", "ca.delaunay: expected a list of points"),
    (
      "ca.palette('Okabe-Ito')[9]",
      "a palette of 8 colours has no colour 9; take them in turn, palette[(i - 1) % #palette + 1], or mix further "
        + "ones, as in palette[1]:mixed(\"white\", 0.5)"
    ),
    (
      "ca.palette('viridis', 3)[4]",
      "a palette of 3 colours has no colour 4; take them in turn, palette[(i - 1) % #palette + 1], or ask ca.palette"
    ),
    (
      "ca.palette('Okabe-Ito', 9)",
      "ca.palette: Okabe-Ito has 8 colours that tell classes apart, got a count of 9; ask for at most 8, and mix"
    ),
    ("ca.palette('viridis', 3)[0]", "a palette of 3 colours has no colour 0"),
    ("ca.palette('Okabe-Ito').dark", "a palette of 8 colours has no colour dark; its colours are numbered from 1 to 8"),
    ("ca.Color 'red':mixed('blue', 50)", "the fraction is from 0, this colour, to 1, the other; got 50; write 0.5"),
  ]) func `mistakes name the function, the value and the remedy`(_ call: String, _ message: String) throws {
    let lines = try printed("print(select(2, pcall(function() return \(call) end)))")
    #expect(lines.joined().contains(message), "\(lines)")
  }

  @Test func `palettes are lists, and a mix may overshoot`() throws {
    let lines = try printed(
      """
      local p = ca.palette "Okabe-Ito"
      local n = 0
      for _ in ipairs(p) do n = n + 1 end
      for _ in pairs(p) do n = n + 1 end
      for _ in next, p do n = n + 1 end
      print(n, #p, select("#", table.unpack(p)), select("#", table.unpack(p, 1, 9)), rawget(p, 9))
      table.insert(p, ca.Color "red")
      p[#p + 1] = "blue"
      print(#p, p[9]:hex(), p[10], table.remove(p), #p)
      print(ca.scale { domain = { 0, 1 }, range = p }(0) == p[1], ca.GradientLayer { colors = p }.colors[9]:hex())
      print(ca.Color "red":mixed("blue", 1.05) ~= nil, ca.Color "red":mixed("blue", -0.1) ~= nil)
      """)
    #expect(
      lines == ["24\t8\t8\t9\tnil", "10\t#ff0000\tblue\tblue\t9", "true\t#ff0000", "true\ttrue"], "\(lines)")
  }

  @Test func `paths are made, measured and changed`() throws {
    let lines = try printed(
      """
      local star = ca.Path.star({ 50, 50 }, 5, 40, 18)
      print(star:pointAtLength(0), select(2, ca.Path "M0 0H10":pointAtFraction(0.5)), #ca.Path "M0 0H10":pointsAlong(5))
      local from, to = ca.Path.morph(star, "M10 10H90V90H10Z")
      print(from ~= to, star:morphed("M10 10H90V90H10Z", 1):svg(), star:morphed(star, 0.5) == star)
      print(star:sketched { seed = 1 } == star:sketched { seed = 1 },
        star:sketched { seed = 2 } == star:sketched { seed = 1 })
      local text, letters = ca.Path.text("A b", { fontSize = 20, font = "DejaVu Sans" })
      print(#letters, text:boundingBox().height > 10, text:boundingBox().width > letters[1]:boundingBox().width)
      local triangles, edges, hull = ca.delaunay { { 0, 0 }, { 10, 0 }, { 0, 10 }, { 3, 3 } }
      print(#triangles, #edges, table.concat(hull, " "), table.concat(triangles[1], " "))
      local cells = ca.voronoi({ { 2, 5 }, { 8, 5 } }, { 0, 0, 10, 10 })
      print(#cells, #cells[1], cells[1][2].x)
      """)
    #expect(
      lines == [
        "Point(50, 10)\tPoint(1, 0)\t5", "true\tM 10 10 L 90 10 L 90 90 L 10 90 Z\ttrue", "true\tfalse",
        "2\ttrue\ttrue", "3\t6\t1 2 3\t1 2 4", "2\t4\t5",
      ])
  }
}
