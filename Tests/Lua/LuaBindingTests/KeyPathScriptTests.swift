// SPDX-License-Identifier: MIT
import LayerEngine
import Testing
import TestSupport

/// Key paths into values under a script's own keys.
@Suite struct KeyPathScriptTests {
  @Test func `a path into a table or an object of one's own is what indexing is`() throws {
    let lines = try printed(
      """
      local a = ca.Layer { name = "a" }
      a.info = { x = 1, sub = { y = 2 }, list = { 10, { z = 3 } }, at = ca.Point(1, 2), turn = ca.Transform.rotation(0.5), f = print }
      print(a["info.x"], a["info.sub.y"], rawequal(a["info.sub"], a.info.sub), a["info.list.1"], a["info.list.2.z"], a["info.at.x"])
      print(a["info.turn.rotation.z"], a["info.none"], a["info.none.more"], a["nothing.more"], a:valueForKeyPath("info.f") == print)
      a["info.x"] = 5
      a["info.sub.new"] = { deep = true }
      a["info.list.3"] = "third"
      a["info.at.y"] = 9
      a["info.turn.rotation.z"] = 2.25
      a["info.turn.translation.x"] = 4
      a["info.sub.y"] = nil
      a:setValueForKeyPath("kept", "info.sub.new.word")
      print(a.info.x, a.info.sub.new.deep, #a.info.list, a.info.at, a["info.turn.rotation.z"], a.info.turn.m41, a.info.sub.y, a.info.sub.new.word)
      a.rotationLayer = ca.Layer { name = "r", ca.Layer { name = "leaf" } }
      a:setValueForKeyPath(1, "rotationLayer.transform.rotation.y")
      a["rotationLayer.sublayers.leaf.opacity"] = 0.25
      a["rotationLayer.sublayers.leaf.mine"] = { a }
      print(a.rotationLayer["transform.rotation.y"], a["rotationLayer.transform.rotation.y"], a.rotationLayer.sublayers[1].opacity,
        a["rotationLayer.sublayers.leaf"] == a.rotationLayer.sublayers[1], a["rotationLayer.sublayers.leaf.mine.1.info.x"], a["rotationLayer.name"])
      a.me = a
      print(a["me.me.me.info.x"], a["me.info.sub.new.deep"])
      a.mask = ca.Layer { name = "hole" }
      a["mask.info"] = { n = 7 }
      a["mask.info.n"] = 8
      print(a["mask.info.n"], a["mask.superlayer.info.x"], a.mask.info.n)
      a.layoutManager = ca.StackLayoutManager { spacing = 3 }
      a["layoutManager.spacing"] = 4
      a.delegate = { count = 0 }
      a["delegate.count"] = 2
      print(a["layoutManager.spacing"], a.delegate.count, a["delegate.count"])
      local object = setmetatable({}, { __index = function(t, k) return k .. "!" end })
      a.object = object
      print(a["object.word"])
      """)
    #expect(
      lines == [
        "1\t2\ttrue\t10\t3\t1", "0.5\tnil\tnil\tnil\ttrue", "5\ttrue\t3\tPoint(1, 9)\t2.25\t4\tnil\tkept",
        "1\t1\t0.25\ttrue\t5\tr", "5\ttrue", "8\t5\t8", "4\t2\t2", "word!",
      ])
  }

  @Test(arguments: [
    ("a['info.x.y'] = 1", "Layer.info.x is number 1, it has no parts"),
    ("_ = a['info.x.y']", "Layer.info.x is number 1, it has no parts"),
    ("a['info.none.y'] = 1", "Layer.info.none is nil, it has no parts; set it to a table first"),
    ("a['none.y'] = 1", "Layer.none is nil, it has no part y"),
    ("a['info.at.z'] = 1", "Layer.info.at.z: no such key, expected one of x, y"),
    ("_ = a['info.at.z']", "Layer.info.at.z: no such key, expected one of x, y"),
    ("a['info.at.x'] = 'q'", "Layer.info.at.x: expected a number"),
    ("a['info..x'] = 1", "Layer.info: the key path has an empty part after it"), ("_ = a['info.']", "empty part"),
    ("_ = a['.x']", "empty part"),
    ("a['friend.opacity'] = 'x'", "Layer.opacity: expected a number"),
    ("a['friend.transform.rotation.w'] = 1", "Layer.transform.rotation.w"),
    ("a['friend.sublayers.none.opacity'] = 1", "no sublayer of this name"),
    ("a['friend.addSublayer'] = 1", "is a method"),
    ("a['friend.superlayer.name'] = 1", "superlayer is nil"),
    ("a['friend.sublayers.leaf'] = 1", "ends at a layer; name a key of it"),
    ("a['f.x'] = 1", "has no parts"), ("_ = a['f.x']", "has no parts"),
    ("a['info.frozen.1'] = 1", "a table read from a layer is a copy"), ("a:presentation()['info.x'] = 1", "is a copy"),
    ("local _ = a[('x.'):rep(40000)]", "a key path is at most 65536 bytes long"),
    ("a[('info.'):rep(40000)] = 1", "a key path is at most 65536 bytes long"),
    (
      "a:addAnimation(ca.BasicAnimation { keyPath = 'info.x', fromValue = 1, toValue = 2, duration = 1 })",
      "is not animated with the layer"
    ),
    (
      "a:addAnimation(ca.BasicAnimation { keyPath = 'friend.opacity', fromValue = 0, toValue = 1, duration = 1 })",
      "is not animated with the layer"
    ),
  ])
  func `what such a path cannot mean is explained`(statement: String, message: String) throws {
    let error = try failure(
      "local a = ca.Layer() a.info = { x = 1, at = ca.Point(1, 2), frozen = ca.Layer { ca.Layer() }.sublayers } a.f = print "
        + "a.friend = ca.Layer { ca.Layer { name = 'leaf' } }\n\(statement)")
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "no error")")
    #expect(error?.line == 2)
  }

  @Test func `a part that is set draws anew where the class says so, and changes no presentation`() throws {
    let lines = try printed(
      """
      local Dial = ca.Layer:subclass("Dial", { defaults = { info = false }, redrawKeys = { "info" } })
      local d = Dial { bounds = {0, 0, 9, 9} }
      d.info = { x = 1 }
      d:displayIfNeeded()
      print(d:needsDisplay())
      d["info.x"] = 2
      print(d:needsDisplay(), d:presentation()["info.x"], d:copy()["info.x"])
      """)
    #expect(lines == ["false", "true\t2\t2"])
  }

  @Test func `hosts read and set such paths too`() throws {
    let engine = try Engine()
    try engine.run(
      script: """
        root = ca.Layer { name = "root" }
        root.info = { x = 1, sub = { y = "two" } }
        root.friend = ca.Layer { name = "friend", opacity = 0.5 }
        return root
        """, name: "test.lua")
    let x: Double = try engine.value(forKeyPath: "info.x", ofLayerNamed: "root")
    let y: String = try engine.value(forKeyPath: "info.sub.y", ofLayerNamed: "root")
    let opacity: Double = try engine.value(forKeyPath: "friend.opacity", ofLayerNamed: "root")
    #expect(x == 1 && y == "two" && opacity == 0.5)
    try engine.setValue(4, forKeyPath: "info.sub.z", ofLayerNamed: "root")
    try engine.setValue(0.25, forKeyPath: "friend.opacity", ofLayerNamed: "root")
    try engine.run(script: "assert(root.info.sub.z == 4 and root.friend.opacity == 0.25)", name: "more.lua")
  }

  @Test func `layers in the class's dictionaries are entered, and kept by their paths`() throws {
    let lines = try printed(
      """
      local a, b = ca.Layer { name = "a" }, ca.Layer { name = "b", ca.Layer { name = "leaf" } }
      a["style.friend"] = b
      a["style.friend.tag"] = { 1, { x = 2 } }
      a["style.friend.sublayers.leaf.opacity"] = 0.25
      a["style.glow"] = 3
      print(a["style.friend"] == b, a.style.friend == b, a.friend == b, b.tag[2].x, a["style.friend.tag.2.x"], a["friend.tag.1"])
      print(a["style.friend.sublayers.leaf.opacity"], b.sublayers[1].opacity, a["style.glow"], a.glow)
      a["actions.opacity"] = ca.BasicAnimation { duration = 3 }
      a["actions.opacity.duration"] = 4
      print(a["actions.opacity.duration"], a.actions.opacity.duration)
      a["actions.position"] = function() return "called" end
      collectgarbage() collectgarbage()
      print(a.actions.position(), a["actions.position"](), a["actions.none"], a["actions.none.x"])
      local copy = a:copy()
      print(copy.style.friend == b, copy["style.friend.tag.1"], copy.actions.position())
      """)
    #expect(
      lines == [
        "true\ttrue\ttrue\t2\t2\t1", "0.25\t0.25\t3\t3", "4\t4", "called\tcalled\tnil\tnil", "true\t1\tcalled",
      ])
  }

  @Test func `what a path kept goes when something else is set there`() throws {
    let lines = try printed(
      """
      local a, weak = ca.Layer(), setmetatable({}, { __mode = "v" })
      local function gone() collectgarbage() collectgarbage() return weak[1] == nil end
      for _, path in ipairs { "style.x", "style.x.y", "style", "actions" } do
        local inner = path == "actions" and "actions.opacity" or "style.x.y"
        if path ~= "actions" then a.style = { x = { y = 1 } } end
        local kept = path == "actions" and ca.BasicAnimation() or ca.Layer()
        kept.own = { kept }
        weak[1] = kept
        a[inner] = kept
        kept = nil
        local before = gone()
        a[path] = path == "style" and { z = 1 } or nil
        print(path, before, a[inner] == nil, gone())
      end
      """)
    #expect(
      lines == [
        "style.x\tfalse\ttrue\ttrue", "style.x.y\tfalse\ttrue\ttrue", "style\tfalse\ttrue\ttrue",
        "actions\tfalse\ttrue\ttrue",
      ])
  }

  @Test func `what a script attached to a dictionary's layers stays when other entries are set`() throws {
    let lines = try printed(
      """
      local function gc() collectgarbage() collectgarbage() end
      local a = ca.Layer { style = { one = 1, two = ca.Layer(), deep = { three = ca.Layer() } } }
      a.style.two.tag, a.style.deep.three.tag = { 2 }, { 3 }
      gc()
      a["style.one"] = 5
      a["style.deep.other"] = function() end
      gc()
      print(a.style.two.tag[1], a.style.deep.three.tag[1], a["style.deep.three.tag.1"], type(a.style.deep.other))
      a["style.deep"] = 7
      a["style.deep"] = { f = function() return "f" end }
      gc()
      print(a.style.two.tag[1], a.style.deep.f(), a.style.deep.other)
      """)
    #expect(lines == ["2\t3\t3\tfunction", "2\tf\tnil"])
  }

  @Test func `a copy keeps the functions and layers in dictionaries when the original goes`() throws {
    let lines = try printed(
      """
      local function gc() collectgarbage() collectgarbage() end
      local function original()
        local l, inner = ca.Layer { style = {}, actions = { opacity = function() return "o" end } }, ca.Layer()
        inner.tag = { 9 }
        l.style = { f = { function() return "f" end }, k = inner }
        l["style.late"] = { k = function() return "late" end }
        l["actions.position"] = function() return "p" end
        return l
      end
      local one, two = original():copy(), original()
      two = two:copy():copy()
      gc()
      for _, l in ipairs { one, two } do
        print(l.style.f[1](), l.style.k.tag[1], l["style.late.k"](), l.actions.position(), l.actions.opacity())
      end
      -- The copies of one layer keep apart.
      local first = original()
      local second = first:copy()
      second["style.late"] = { k = function() return "second" end }
      print(first.style.late.k(), second.style.late.k())
      local ran = {}
      one["actions.opacity"] = function() ran[1] = "ran" end
      local third = one:copy()
      one = nil
      gc()
      ca.animate(1, function() third.opacity = 0.5 end)
      print(ran[1])
      """)
    #expect(lines == ["f\t9\tlate\tp\to", "f\t9\tlate\tp\to", "late\tsecond", "ran"])
  }

  @Test func `names with zeros are names`() throws {
    let lines = try printed(
      #"""
      print(pcall(ca.Layer, { ["a\0b.c"] = 1 }))
      local l = ca.Layer { userInfo = { ["a\0b"] = {}, ["a\0c"] = {}, ["userInfo\0"] = 1 }, ["a\0b.c"] = 1, ["a\0c.c"] = 2 }
      print(l["a\0b"].c, l["a\0c"].c, l["userInfo\0"])
      l.style = {}
      l["style.a\0b"], l["style.a\0c"] = function() return 1 end, function() return 2 end
      collectgarbage()
      print(l.style["a\0b"](), l.style["a\0c"]())
      """#)
    #expect(lines.count == 3)
    #expect(lines.first?.hasPrefix("false") == true && lines.first?.contains("has no property") == true)
    #expect(lines.suffix(2) == ["1\t2\t1", "1\t2"])
  }

  @Test func `paths into dictionaries and layers of one's own stand in constructors`() throws {
    let lines = try printed(
      """
      local Dial = ca.Layer:subclass("Dial", { defaults = { info = false, friend = false } })
      local d = Dial { ["info.sub.x"] = 5, info = { sub = { x = 1, y = 2 } }, ["friend.opacity"] = 0.5, friend = ca.Layer() }
      print(d["info.sub.x"], d.info.sub.x, d.info.sub.y, d.friend.opacity)
      local l = ca.Layer { ["info.x"] = 2, ["friend.name"] = "f", ["style.a"] = 3, style = { a = 1, b = 2 },
        userInfo = { info = { x = 1, y = 1 }, friend = ca.Layer() } }
      print(l["info.x"], l.info.x, l.info.y, l.friend.name, l["style.a"], l.style.b)
      print(pcall(ca.Layer, { ["info.x"] = 1 }))
      print(pcall(ca.Layer, { ["info.x"] = 1, userInfo = { other = {} } }))
      """)
    #expect(lines.count == 4)
    #expect(lines.prefix(2) == ["5\t5\t2\t0.5", "2\t2\t1\tf\t3\t2"])
    for line in lines.dropFirst(2) {
      #expect(line.contains("Layer has no property info; custom properties go in"))
    }
  }

  @Test func `a path enters at most 64 objects of one's own`() throws {
    let lines = try printed(
      """
      local a = ca.Layer()
      a.me = a
      print(a[("me."):rep(64) .. "opacity"])
      print(select(2, pcall(function() return a[("me."):rep(65) .. "opacity"] end)))
      print(select(2, pcall(function() a[("me."):rep(65) .. "opacity"] = 1 end)))
      """)
    #expect(lines.count == 3 && lines.first == "1")
    for line in lines.dropFirst() {
      #expect(line.hasSuffix("Layer: a key path enters at most 64 objects under custom keys"))
    }
  }

  @Test func `a path of a host enters as many`() throws {
    let engine = try Engine()
    try engine.run(script: "root = ca.Layer { name = 'root' } root.me = root return root", name: "test.lua")
    let steps = { (count: Int) in String(repeating: "me.", count: count) + "opacity" }
    let opacity: Double = try engine.value(forKeyPath: steps(64), ofLayerNamed: "root")
    #expect(opacity == 1)
    let error = #expect(throws: EngineError.self) {
      let _: Double = try engine.value(forKeyPath: steps(65), ofLayerNamed: "root")
    }
    #expect(error?.message.contains("a key path enters at most 64 objects under custom keys") == true)
  }

  @Test func `hosts enter the layers of a script's dictionaries`() throws {
    let engine = try Engine()
    try engine.run(
      script: """
        root = ca.Layer { name = "root", style = { friend = ca.Layer { name = "friend", opacity = 0.5 } } }
        root.style.friend.info = { x = 1 }
        return root
        """, name: "test.lua")
    let opacity: Double = try engine.value(forKeyPath: "style.friend.opacity", ofLayerNamed: "root")
    let x: Double = try engine.value(forKeyPath: "style.friend.info.x", ofLayerNamed: "root")
    #expect(opacity == 0.5 && x == 1)
    try engine.setValue(0.25, forKeyPath: "style.friend.opacity", ofLayerNamed: "root")
    try engine.setValue(["list": [1, 2]] as [String: [Double]], forKeyPath: "data", ofLayerNamed: "root")
    try engine.run(
      script: """
        assert(root.style.friend.opacity == 0.25 and root.data.list[2] == 2)
        local other = ca.Layer { name = "other" }
        root["data.friend"] = other
        root["data.friend.tag"] = { 7 }
        other = nil collectgarbage() collectgarbage()
        assert(root["data.friend.name"] == "other" and root["data.friend.tag.1"] == 7 and root.data.list[1] == 1)
        return root
        """, name: "more.lua")
    let name: String = try engine.value(forKeyPath: "data.friend.name", ofLayerNamed: "root")
    #expect(name == "other")
  }

  @Test func `what a script puts into layers that a host stored stays`() throws {
    let engine = try Engine()
    try engine.run(script: "root = ca.Layer { name = 'root' } return root", name: "test.lua")
    let root = try engine.layer(named: "root")
    for path in ["friend", "style.friend", "data"] {
      let friend = Layer(in: root.scene)
      let value: PropertyValue = path == "data" ? .dictionary([("friend", .layer(friend))]) : .layer(friend)
      try root.setValue(value, forKeyPath: path)
    }
    try engine.run(
      script: """
        for i, path in ipairs { "friend", "style.friend", "data.friend" } do
          root[path .. ".tag"] = { i }
          collectgarbage() collectgarbage()
          assert(root[path .. ".tag.1"] == i, path)
        end
        return root
        """, name: "more.lua")
  }

  @Test func `random paths read back what was written, as indexing by hand does`() throws {
    var random = SeededRandom(6)
    func pick<T>(_ list: [T]) -> T { list[Int.random(in: 0..<list.count, using: &random)] }
    var script = "local a = ca.Layer { name = 'a' } local all = { a }\n"
    script +=
      "for i = 1, 5 do all[i + 1] = ca.Layer { name = 'l' .. i } all[i]:addSublayer(all[i + 1]) end a.mask = ca.Layer { name = 'mask' }\n"
    var count = 0
    for _ in 0..<400 {
      // From the root through sublayers, then an own key, then tables, ending in a value.
      var path: [String] = []
      var hand = "a"
      for level in 0..<Int.random(in: 0...5, using: &random) {
        path += ["sublayers", "l\(level + 1)"]
        hand += ".sublayers[1]"
      }
      if path.isEmpty, Bool.random(using: &random) {
        path = ["mask"]
        hand = "a.mask"
      }
      if !path.isEmpty, Bool.random(using: &random) {
        path.append("superlayer")
        hand += ".superlayer"
      }
      let own = pick(["info", "tag2", "Straße", "data_1"])
      path.append(own)
      hand += "['\(own)']"
      var made = ""
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        made += "if type(\(hand)) ~= 'table' then \(hand) = {} end\n"
        let key = pick(["x", "1", "12", "a b", "self", "ö", "opacity", "sublayers"])
        path.append(key)
        hand += Int(key) == nil ? "['\(key)']" : "[\(key)]"
      }
      let (value, part): (String, String?) = pick([
        ("\(Double.random(in: -9...9, using: &random))", nil), ("'text'", nil), ("true", nil), ("ca.Point(3, 4)", "x"),
        ("ca.Rect(1, 2, 3, 4)", "size.width"),
        ("ca.Color(0.25, 0.5, 0.75, 1)", "green"), ("ca.Transform.identity", "rotation.z"), ("all[2]", nil),
        ("{ 1, 2 }", nil),
      ])
      // An earlier table or layer on the path may be traversed: only the last write counts.
      script += """
        do local path = "\(path.joined(separator: "."))" \(made)
        local v = \(value) a[path] = v assert(a[path] == v and \(hand) == v, path) assert(a:valueForKeyPath(path) == v)

        """
      if let part {
        script +=
          "a[path .. '.\(part)'] = 0.5 assert(math.abs(a[path .. '.\(part)'] - 0.5) < 1e-12 and a[path] == \(hand), path)\n"
      }
      script += "\(hand) = nil end\n"
      count += 1
    }
    script += "print('\(count)')"
    #expect(try printed(script) == ["400"])
  }

  @Test func `more paths than are remembered mean the same`() throws {
    // Strings built at run time: many spellings of the same paths, twice each.
    #expect(
      try printed(
        """
        local l = ca.Layer { position = { 1, 2 }, bounds = { 3, 4, 5, 6 } }
        local wanted = { x = 1, y = 2 }
        for round = 1, 3 do
          for row = 1, 4 do
            for column = 1, 4 do
              local path = "transform.m" .. row .. column
              assert(l[path] == (row == column and 1 or 0), path)
            end
          end
          for i = 1, 300 do
            local ok, message = pcall(function() return l["position.p" .. i] end)
            assert(not ok and message:find("position", 1, true), message)
          end
          for part, value in pairs(wanted) do assert(l["posi" .. "tion." .. part] == value) end
          collectgarbage()
        end
        for i = 1, 200 do
          local other = ca.Layer:subclass("Other" .. i, { defaults = { info = 1 } }) { position = { i, 2 } }
          assert(other["position.x"] == i)
        end
        print "fine"
        """) == ["fine"])
  }

  @Test func `a path that is used often means the same as at first`() throws {
    #expect(
      try printed(
        """
        local paths = {
          "position.x", "position.y", "bounds.size.width", "bounds.origin.x", "bounds.height", "anchorPoint.x",
          "transform.rotation.z", "transform.scale.x", "transform.translation.y", "transform.m34",
          "backgroundColor.red", "shadowOffset.width",
        }
        local layers = {}
        for i = 1, 4 do
          layers[i] = (i % 2 == 0 and ca.ShapeLayer or ca.Layer) { bounds = { 0, 0, 10, 10 }, backgroundColor = "gray" }
        end
        local fresh = {}
        for step = 1, 600 do
          local l, path = layers[math.random(4)], paths[math.random(#paths)]
          l[path] = math.random(1, 8) / 8
          -- A key path has another address each time where it is read in another way.
          local head, rest = path:match("^(%w+)%.(.+)$")
          local byHand = l[head]
          if head ~= "transform" or rest == "m34" then
            for part in rest:gmatch("%w+") do byHand = byHand[part] end
            assert(math.abs(l[path] - byHand) < 1e-12, path)
          end
          assert(l[path] == l:valueForKeyPath(path) and l[path] == l:copy()[path], path)
        end
        for _, l in ipairs(layers) do
          l.backgroundColor = nil
          print(l["backgroundColor.red"])
          print(select(2, pcall(function() l["position.x"] = 0 / 0 end)):match("Layer.*"))
          print(select(2, pcall(function() l["position.x"] = "a" end)):match("Layer.*"))
          print(select(2, pcall(function() l["backgroundColor.red"] = 1 end)):match("Layer.*"))
        end
        local Sub = ca.Layer:subclass("Sub", { defaults = { label = 1 } })
        local s = Sub { position = { 3, 4 } }
        print(s["position.x"])
        Sub["position.x"] = function() return "own" end
        print(s["position.x"](s), layers[1]["position.y"] == layers[1].position.y)
        local T = ca.Layer:subclass("T", { defaults = { label = 1 } })
        T["position.y"] = function() return "first" end
        print(T {}["position.y"]())
        assert(ca.Filter("CIGaussianBlur")["position.x"] == nil)
        local p = layers[1]:presentation()
        print(p["position.x"] == layers[1].position.x, (pcall(function() p["position.x"] = 1 end)))
        """)
        == [String](
          repeatElement(
            [
              "nil", "Layer.position.x: expected a finite number, got number nan",
              "Layer.position.x: expected a number, got string \"a\"",
              "Layer.backgroundColor.red: backgroundColor is nil; set the whole before a part of it",
            ], count: 4
          ).joined()) + ["3", "own\ttrue", "first", "true\tfalse"])
  }
}
