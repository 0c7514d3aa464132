// SPDX-License-Identifier: MIT
import LayerEngine
import Testing

/// Time lines, easings and interpolation used from scripts.
@Suite struct TimeLineScriptTests {
  @Test func `entries, labels and lengths`() throws {
    let lines = try printed(
      """
      local a, b = ca.Layer { name = "a" }, ca.Layer { name = "b" }
      local root = ca.Layer { a, b }
      local line = ca.timeline { name = "intro", timingFunction = "linear" }
      print(line:from(a, { opacity = 0 }, { duration = 1 }):label("in") == line, line)
      local function place(layer, i) return i * 100 end
      line:to({ a, b }, { ["position.x"] = place }, { at = "with+0.5", stagger = "50%" })
      line:set(b, { zPosition = 3 }, "in"):hold(1):fromTo(b, { opacity = 0 }, { opacity = 1 }, { duration = 0.5 })
      print(line.name, line.duration, line.labels["in"], line:time "in")
      print(a:presentation(0).opacity, a:presentation(0.75).position.x, b:presentation(1.25).position.x)
      print(b:presentation(0).opacity, b:presentation(2.5).opacity, b:presentation(1).zPosition)
      print(table.concat(a:animationKeys(), " "), a:animation("intro").duration)
      print(select(2, pcall(line.hold, line, 1)))
      line:finish()
      print(a.position.x, b.position.x, #a:animationKeys())
      """)
    #expect(lines[0] == "true\tTimeLine intro 1 s")
    #expect(lines[1] == "intro\t2.75\t1\t1")
    #expect(lines[2] == "0\t50\t200")
    #expect(lines[3] == "0\t0.5\t3")
    #expect(lines[4] == "intro\t2.75")
    #expect(lines[5].contains("intro already plays"))
    #expect(lines[6] == "100\t200\t0")
  }

  @Test func `functions run for each picture, with rounds and reversal`() throws {
    let lines = try printed(
      """
      local label = ca.TextLayer { string = "0", bounds = {0, 0, 40, 20} }
      local count = ca.timeline { repeatCount = 2, autoreverses = true }
        :run(function(f, t) label.string = string.format("%.2f %.2f", f, t) end,
          { duration = 1, timingFunction = "linear" })
      ca.onFrame(function() print(label.string) end)
      local function look(t) ca.render(label, { time = t }) print(label.string) end
      look(0.25) look(1.75) look(3.5) look(9)
      print(ca.filmLength(label, { fps = 10 }).frames, ca.filmLength(label, { fps = 10, hold = 2 }).frames)
      """)
    // The function of the line comes after that of the script, and its changes are undone.
    #expect(lines == ["0", "0", "0", "0", "0", "0", "0", "0", "40\t60"])
    let shown = try printed(
      """
      local label = ca.TextLayer { string = "0", bounds = {0, 0, 40, 20} }
      ca.timeline { timingFunction = "linear" }
        :run(function(f) label.string = tostring(f) print(label.string) end, { duration = 2 })
      ca.render(label, { time = 0.5 })
      ca.render(label, { time = 7 })
      """)
    #expect(shown == ["0.25", "1"])
  }

  @Test(arguments: [
    (
      ":from(a, { opacity = 0, duration = 1 })",
      "TimeLine:from: duration belongs in the options, the table after the values: { duration = 1 }"
    ),
    (":to({ a }, { delay = 1 })", "delay belongs in the options, the table after the values: { at = \"after+0.2\" }"),
    (":fromTo(a, { opacity = 0 }, { opacity = 1, ease = 'out' })", "TimeLine:fromTo: ease belongs in the options"),
    (":to(a, { opacity = 0 }, { delay = 1 })", "unknown option delay; write at = \"after+0.2\""),
    (":to(a, { opacity = 0 }, { ease = 1 })", "unknown option ease; write timingFunction = \"easeOut\""),
    (":to(a, { opacity = 0 }, { x = 1 })", "unknown option x; it belongs in the values: [\"position.x\"] = …"),
    (":to(a, { opacity = 0 }, { durations = 1 })", "unknown option durations; did you mean duration?"),
    (":to(a, { x = 1 })", "TimeLine:to: Layer has no key x; write [\"position.x\"] = …"),
    (
      ":to({ a }, { opacity = 0 }, { stagger = { from = 'centre' } })",
      "got string \"centre\"; did you mean \"center\"?"
    ),
    (":to({ a }, { opacity = 0 }, { stagger = '20 per cent' })", "a share such as \"20%\", got \"20 per cent\""),
  ]) func `mistakes in entries name what is meant`(_ call: String, _ message: String) throws {
    let lines = try printed(
      "local a = ca.Layer {} print(select(2, pcall(function() return ca.timeline()\(call) end)))")
    #expect(lines.joined().contains(message), "\(lines)")
  }

  @Test func `keys of one's own with the names of options are animated, and a share may have a blank`() throws {
    let lines = try printed(
      """
      local C = ca.Layer:subclass("C", { defaults = { x = 1, at = 2 } })
      local c, d = C(), C()
      ca.timeline():to({ c, d }, { x = 3, at = 4 }, { duration = 1, stagger = "20 %" })
      print(c:presentation(5).x, c:presentation(5).at)
      local own = ca.Layer {}
      own.spring = 1
      ca.timeline():to(own, { spring = 2 }, { duration = 1 })
      """)
    #expect(lines == ["3\t4"], "\(lines)")
  }

  @Test func `typing, nesting, added animations and springs`() throws {
    let lines = try printed(
      """
      local text, dot = ca.TextLayer { string = "Grüße" }, ca.Layer {}
      local inner = ca.timeline():type(text, { duration = 1 })
      local outer = ca.timeline { timingFunction = "linear" }:add(inner, { at = 0.5, duration = 2 })
        :add(ca.KeyframeAnimation { keyPath = "zPosition", values = {0, 4, 1}, duration = 1 }, dot, { at = "start" })
        :to(dot, { opacity = 0 }, { at = "with", spring = { bounce = 0.3 }, duration = 0.4 })
        :play()
      print(text:presentation(1.5).string, text:presentation(0).string == "", outer.duration)
      print(dot:presentation(0.5).zPosition, dot:presentation(3).zPosition, dot:presentation(0.2).opacity < 1)
      outer:remove()
      print(text:presentation(1.5).string)
      """)
    #expect(lines[0] == "Grü\ttrue\t2.5" || lines[0] == "Gr\ttrue\t2.5", "\(lines)")
    #expect(lines[1] == "4\t1\ttrue")
    #expect(lines[2] == "Grüße")
  }

  @Test(arguments: ["false", "ca.null", "function() return false end"])
  func `a colour fades to none`(none: String) throws {
    let lines = try printed(
      """
      local l = ca.Layer { backgroundColor = "red" }
      local line = ca.timeline { timingFunction = "linear", duration = 1 }:to(l, { backgroundColor = \(none) })
      print(l:presentation(0.5).backgroundColor.alpha, (l:presentation(2).backgroundColor or { alpha = 0 }).alpha)
      line:finish()
      print((l.backgroundColor or { alpha = 0 }).alpha)
      """)
    #expect(lines == ["0.5\t0", "0"], "\(lines)")
  }

  @Test func `easings and values in between`() throws {
    let lines = try printed(
      """
      print(ca.ease("quadIn", 0.5), ca.ease("steps(2)", 0.6), ca.ease({0, 0, 1, 1}, 0.3),
        ca.ease("linear(0, 1 50%, 0)", 0.25))
      print(ca.lerp(0, 10, 0.25), ca.lerp({0, 0}, ca.Point(10, 20), 0.5), ca.lerp("black", "white", 0.5))
      local colors = ca.lerp({ "red", "blue" }, { "blue", "red" }, 0.5)
      print(#colors, colors[1], ca.lerp(1, 2, -1), table.concat(ca.lerp({0, 1}, {10, 3}, 0.5), " "))
      local a, b = ca.Path():move(0, 0):addLine(10, 0), ca.Path():move(0, 10):addLine(10, 30)
      print(ca.lerp(a, b, 0.5):svg())
      local star, disc = ca.Path.star({ 50, 50 }, 5, 40, 18), ca.Path():addEllipse { 10, 10, 80, 80 }
      assert(ca.lerp(star, disc, 0):svg() == star:svg() and ca.lerp(star, disc, 1):svg() == disc:svg())
      assert(ca.lerp(star, disc, 0.5):svg() == star:morphed(disc, 0.5):svg())
      assert(ca.lerp({ star }, { disc }, 0.5)[1]:svg() ~= star:svg())
      print(ca.lerp(ca.Transform.translation(10, 0), ca.Transform.translation(20, 0), 0.5).m41)
      local l = ca.Layer {}
      l:addAnimation(ca.BasicAnimation { keyPath = "opacity", fromValue = 0, toValue = 1, duration = 1,
        timingFunction = "bounceOut" }, "a")
      print(l:presentation(0.5).opacity, l:animation("a").timingFunction)
      ca.animate({ duration = 1, timingFunction = "steps(4)" }, function() l.zPosition = 4 end)
      print(l:presentation(0.6).zPosition)
      """)
    #expect(lines[0] == "0.25\t0.5\t0.3\t0.5")
    #expect(lines[1].hasPrefix("2.5\t"), "\(lines)")
    #expect(lines[2].hasPrefix("2\t") && lines[2].hasSuffix("\t0\t5 2"), "\(lines)")
    #expect(lines[3] == "M 0 5 L 10 15", "\(lines)")
    #expect(lines[4] == "15")
    #expect(lines[5] == "0.765625\tbounceOut")
    #expect(lines[6] == "2")
  }

  @Test(arguments: [
    ("ca.timeline():to(1, {})", "TimeLine:to: expected a layer or a list of layers"),
    ("ca.timeline():to(ca.Layer(), 3)", "a table of the last values"),
    ("ca.timeline():to(ca.Layer(), { opacity = 0 }, { stager = 1 })", "did you mean stagger?"),
    (
      "ca.timeline():to(ca.Layer(), { opacity = 0 }, { timingFunction = \"easeOutCubic\" })",
      "did you mean \"cubicOut\"?"
    ),
    ("ca.timeline():to(ca.Layer(), { opacity = 0 }, { timingFunction = \"cubicOt\" })", "did you mean \"cubicOut\"?"),
    ("ca.timeline():label('chorus'):to(ca.Layer(), { opacity = 0 }, { at = 'chors' })", "did you mean chorus?"),
    ("ca.timeline():to(ca.Layer(), { opacity = 0 }, { spring = { bonce = 1 } })", "unknown key bonce of spring"),
    ("ca.timeline():to(ca.Layer(), { opacity = 0 }, { stagger = { from = 'middle', each = 1 } })", "\"center\""),
    ("ca.timeline { repeatCount = 0 }", "repeatCount: expected a number above 0"),
    ("ca.timeline():type(ca.TextLayer { string = 'a' }, { stagger = 1 })", "stagger; it delays the layers of to"),
    ("ca.timeline():type(ca.TextLayer { string = 'a' }, { spring = true })", "spring; typing takes a timingFunction"),
    ("ca.timeline():run(print, { stagger = 1 })", "stagger; it delays the layers of to"),
    (
      "ca.timeline():add(ca.BasicAnimation { keyPath = 'opacity', toValue = 0 }, ca.Layer(), { spring = true })",
      "spring; add a ca.SpringAnimation"
    ),
    ("ca.timeline():to(ca.Layer(), { opacity = 0 }, { fillMode = 'both' })", "fillMode; it is for run"),
    ("ca.timeline():to(ca.Layer(), { opacity = 0 }, { stagger = { each = 1, total = 1 } })", "leave one of them out"),
    (
      "ca.timeline():to({ ca.Layer(), ca.Layer() }, { opacity = 0 }, { stagger = { each = 1, from = 7 } })",
      "stagger.from: expected the number of a layer, from 1 to 2, got 7"
    ),
    (
      "local l = ca.Layer() ca.timeline():to(l, { opacity = 0 }):to(l, { opacity = 1 }, { at = 0 })",
      "begins at 0 s twice"
    ),
    ("ca.timeline():add(3)", "an animation and its layer, or a time line"),
    ("ca.timeline():run(3)", "a function of the fraction and the time"),
    ("ca.timeline():type(ca.Layer())", "expected a text layer"),
    ("ca.timeline():to(ca.Layer(), { opacity = function() end })", "must return a value"),
    (
      "ca.onFrame(function() ca.timeline() end) ca.render(ca.Layer { bounds = {0, 0, 4, 4} })",
      "while a picture is drawn"
    ),
    ("ca.lerp(1, {1, 2}, 0)", "expected two numbers, points"),
    ("ca.lerp({1}, {1, 2}, 0)", "the same number of values"),
    ("ca.ease(\"wobble\", 1)", "an easing such as cubicOut"), ("ca.ease(nil, 1)", "a timing function such as"),
    ("ca.filmLength(ca.Layer(), { hold = -1, duration = 1 })", "hold: expected 0 or more seconds"),
  ]) func `mistakes are explained`(script: String, part: String) throws {
    let error = try #require(try failure(script))
    #expect(error.message.contains(part), "\(error.message)")
  }

  /// A line holds its functions, and the functions their line: both end with the engine.
  @Test func `functions and lines are freed with the engine`() throws {
    weak var scene: Scene?
    do {
      let engine = try Engine()
      scene = engine.scene
      try engine.run(
        script: """
          local l = ca.Layer { bounds = {0, 0, 4, 4} }
          local line
          line = ca.timeline():run(function() return line end):to(l, { opacity = 0 })
          ca.timeline():run(function() return l end)
          ca.render(l, { time = 0.1 })
          unplayed = ca.timeline():to(l, { zPosition = 1 })
          """, name: "test.lua")
    }
    #expect(scene == nil)
  }

  /// Calls in any order, with any arguments, are errors or do something; none ends the process.
  @Test func `anything goes`() throws {
    let lines = try printed(
      """
      local seed = 5
      local function random(n) seed = (seed * 1103515245 + 12345) % 2147483648 return seed % n + 1 end
      local l = ca.Layer {}
      local things = { l, { l, l }, {}, 1, -1, 0, math.huge, 0 / 0, "after", "x", "start-1", { opacity = 0 },
        { opacity = "red" }, { ["position.x"] = 3 }, function() return 1 end, { at = 1 }, { duration = 0 },
        { stagger = { each = 1, grid = {2, 2} } }, { spring = true }, { at = "end", timingFunction = "steps(2)" },
        ca.null, true }
      local names = { "to", "from", "fromTo", "set", "add", "run", "type", "label", "hold", "play", "finish", "remove",
        "time" }
      local lines = { ca.timeline() }
      local errors = 0
      for i = 1, 6000 do
        if random(20) == 1 then
          lines[#lines + 1] = ca.timeline { repeatCount = random(3), autoreverses = random(2) == 1 }
        end
        things[23] = lines[random(#lines)]
        local line = lines[random(#lines)]
        local n = random(4)
        local ok = pcall(line[names[random(#names)]], line, things[random(23)], n > 1 and things[random(23)] or nil,
          n > 2 and things[random(23)] or nil)
        if not ok then errors = errors + 1 end
      end
      local shown = l:presentation(1)
      print(errors > 1000, shown.opacity)
      """)
    #expect(lines.first?.hasPrefix("true") == true)
  }
}
