// SPDX-License-Identifier: MIT
import LayerEngine
import Testing

/// The actions of changes: which one is found, and what it shows.
@Suite struct ActionTests {
  // MARK: Parts of values

  @Test(arguments: [
    "l.actions = { position = false, transform = false, bounds = false }",
    "l.style = { actions = { position = false, transform = false, bounds = false } }",
    """
    l.delegate = { actionForLayerForKey = function(self, layer, key)
      if key == "position" or key == "transform" or key == "bounds" then return false end
    end }
    """,
  ])
  func `an action that ends the search for a property ends it for its parts`(_ setting: String) throws {
    let lines = try printed(
      """
      local l = ca.Layer { bounds = {0, 0, 4, 4} }
      \(setting)
      ca.animate(1, function()
        l["position.x"] = 50 l["transform.rotation.z"] = 1 l["bounds.size.width"] = 9 l.opacity = 0.5
      end)
      print(table.concat(l:animationKeys(), ","))
      l.actions, l.style, l.delegate = nil, nil, nil
      ca.animate(1, function() l["position.x"] = 60 l["transform.rotation.z"] = 2 end)
      print(table.concat(l:animationKeys(), ","))
      """)
    #expect(lines == ["opacity", "opacity,position.x,transform.rotation.z"])
  }

  @Test func `a class is asked for the property of a part too, and may change the part's own animation`() throws {
    let lines = try printed(
      """
      local C = ca.Layer:subclass("C")
      function C:actionForKey(key)
        if key == "position" then return false end
        local action = C.super.actionForKey(self, key)
        if key == "transform.rotation.z" then action.duration = 7 end
        return action
      end
      local l = C {}
      ca.animate(1, function() l["position.x"] = 5 l["transform.rotation.z"] = 1 l["transform.scale"] = 2 end)
      print(table.concat(l:animationKeys(), ","), l:animation("transform.rotation.z").duration)
      """)
    #expect(lines == ["transform.rotation.z,transform.scale\t7"])
  }

  @Test func `the action of a part comes before that of its property, whose values a function takes`() throws {
    let lines = try printed(
      """
      local l = ca.Layer { position = {1, 2} }
      l.actions = {
        position = function(layer, key, old, new) print(key, old.x, old.y, new.x, new.y) end,
        ["position.y"] = function(layer, key, old, new) print(key, old, new) end,
        bounds = ca.BasicAnimation { duration = 3 }, transform = ca.BasicAnimation { keyPath = "transform", duration
          = 4 },
      }
      ca.animate(1, function()
        l["position.x"] = 5 l["position.y"] = 6 l["position.x"] = 5
        l["bounds.size.width"] = 8 l["transform.scale.x"] = 2
      end)
      print(table.concat(l:animationKeys(), ","))
      local b, t = l:animation("bounds.size.width"), l:animation("transform.scale.x")
      print(b.keyPath, b.duration, b.fromValue, t.keyPath, t.duration, l:presentation(2).transform.m11)
      """)
    #expect(
      lines == [
        "position\t1\t2\t5\t2", "position.y\t2\t6", "bounds.size.width,transform.scale.x",
        "bounds.size.width\t3\t0\ttransform\t4\t1.5",
      ])
  }

  // MARK: Transitions as actions

  /// `T(side)` makes a transition of a second, `pixels(layer, t)` a picture, and `same` compares two; `at` is one
  /// pixel.
  private static let pictures = """
    function T(t) return ca.Transition { type = t and "push" or "fade", subtype = t, duration = 1 } end
    function pixels(layer, t)
      local image, parts = ca.render(layer, { time = t }), {}
      for y = 0, 19, 2 do for x = 0, 19, 2 do
        local r, g, b, a = image:pixel(x, y)
        for _, v in ipairs { r * a, g * a, b * a, a } do parts[#parts + 1] = math.floor(v * 255 + 0.5) end
      end end
      return parts
    end
    function same(a, b)
      for i, v in ipairs(a) do if math.abs(v - b[i]) > 2 then return false end end
      return true
    end
    function at(layer, t, x)
      local r, g, b, a = ca.render(layer, { time = t }):pixel(x, 5)
      return ("%.0f %.0f %.0f %.0f"):format(r * 255, g * 255, b * 255, a * 255)
    end

    """

  @Test(arguments: [
    "l.actions = { backgroundColor = T 'fromRight' }",
    "l.style = { actions = { backgroundColor = T 'fromRight' } }",
    "l.delegate = { actionForLayerForKey = function(self, layer, key) return T 'fromRight' end }",
    "l.actions = { backgroundColor = function(layer) layer:addAnimation(T 'fromRight') end }",
    "l.delegate = { actionForLayerForKey = function() return function(l) l:addAnimation(T 'fromRight') end end }",
    "local C = ca.Layer:subclass('C') function C:defaultActionForKey(key) return T 'fromRight' end make(C)",
    "local C = ca.Layer:subclass('C') function C:actionForKey(key) return T 'fromRight' end make(C)",
  ])
  func `a transition as an action shows the way from the old picture to the new one`(_ setting: String) throws {
    let lines = try printed(
      Self.pictures + """
        local l
        local function make(class) l = class { bounds = {0, 0, 40, 40}, backgroundColor = "red" } end
        make(ca.Layer)
        \(setting)
        ca.animate(1, function() l.backgroundColor = "blue" end)
        print(l:animationKeys()[1], at(l, 0, 35), at(l, 0.5, 5), at(l, 0.5, 35), at(l, 1.5, 5))
        """)
    #expect(lines == ["transition\t255 0 0 255\t255 0 0 255\t0 0 255 255\t0 0 255 255"])
  }

  @Test func `any change with a transition begins with the picture before it and ends with that after it`() throws {
    let lines = try printed(
      Self.pictures + """
        local function image(r, g, b) return ca.Image { width = 1, height = 1, pixels = string.char(r, g, b, 255) } end
        local function dot(color, x) return ca.Layer { name = color, frame = {x, 4, 8, 8}, backgroundColor = color } end
        local function plain(t) t.bounds, t.backgroundColor = {0, 0, 20, 20}, t.backgroundColor or {0.8, 0.7, 0.5}
          return ca.Layer(t) end
        local function shape() return ca.ShapeLayer { bounds = {0, 0, 20, 20}, path = "M 2 2 H 18 V 10 Z", fillColor
          = "red" } end
        local changes = {
          { plain, "backgroundColor", "blue" }, { plain, "cornerRadius", 9 }, { plain, "borderWidth", 3 },
          { plain, "opacity", 0.25 }, { plain, "contents", image(0, 0, 255) }, { plain, "hidden", true },
          { plain, "sublayers", function() return { dot("red", 2) } end }, { plain, "mask", function() return
            dot("black", 6) end },
          { plain, "filters", { ca.Filter("CIColorInvert") } },
          { shape, "path", "M 2 18 H 18 V 10 Z" }, { shape, "fillColor", false }, { shape, "lineWidth", 5,
            "strokeColor" },
        }
        local events = {
          function(l) l:addSublayer(dot("lime", 9)) end,
          function(l) l.sublayers[1]:removeFromSuperlayer() end,
          function(l) l:replaceSublayer(l.sublayers[2], dot("black", 9)) end,
          function(l) l:insertSublayer(l.sublayers[2], 1) end,
          function(l) l:addSublayer(l.sublayers[1]) end,
          function(l) l:replaceSublayer(l.sublayers[1], l.sublayers[3]) end,
        }
        for _, change in ipairs(changes) do
          events[#events + 1] = function(l)
            local value = change[3]
            if type(value) == "function" then value = value() end
            l[change[2]] = value
          end
        end
        local functions = { function() return T() end, function() return function(layer) layer:addAnimation(T()) end
          end }
        for i, event in ipairs(events) do
          local change = changes[i - 6]
          for j, action in ipairs(functions) do
            for _, explicit in ipairs { false, true } do
              local l = change and change[1] {} or plain { dot("red", 1), dot("blue", 5), dot("green", 12) }
              if change and change[4] then l[change[4]] = "blue" end
              l.actions = { [change and change[2] or "sublayers"] = action() }
              local before = pixels(l)
              if explicit then
                ca.Transaction.setDisableActions(false) event(l) ca.Transaction.setDisableActions(true)
              else
                ca.animate(1, function() event(l) end)
              end
              local name = table.concat({ change and change[2] or "event " .. i, j, tostring(explicit) }, " ")
              if l:animationKeys()[1] ~= "transition" then print(name, "no transition") end
              if not same(pixels(l, 0), before) then print(name, "begins otherwise") end
              if same(pixels(l, 0.5), before) then print(name, "stands still") end
              local last = pixels(l, 2)
              l:removeAllAnimations()
              if not same(pixels(l), last) then print(name, "ends otherwise") end
            end
          end
        end
        print("done")
        """)
    #expect(lines == ["done"])
  }

  @Test func `several keys that change together have one old picture, that before the first`() throws {
    let lines = try printed(
      Self.pictures + """
        local l = ca.Layer { bounds = {0, 0, 20, 20}, backgroundColor = "red", borderColor = "blue" }
        l.actions = { backgroundColor = T(), cornerRadius = T(), borderWidth = function(layer)
          layer:addAnimation(T()) end }
        local before = pixels(l)
        ca.animate(1, function() l.backgroundColor = "lime" l.cornerRadius = 6 l.borderWidth = 4 end)
        print(same(pixels(l, 0), before), #l:animationKeys())
        ca.setCurrentTime(5)
        local second = pixels(l)
        ca.Transaction.setDisableActions(false)
        l.backgroundColor = "white" l.borderWidth = 1
        print(same(pixels(l, 5), second), same(pixels(l, 5), before))
        """)
    #expect(lines == ["true\t1", "true\tfalse"])
  }

  @Test func `a layer that enters a tree comes out of nothing, and a function may change the layer above`() throws {
    let lines = try printed(
      Self.pictures + """
        local root = ca.Layer { bounds = {0, 0, 40, 40} }
        local l = ca.Layer { bounds = {0, 0, 40, 40}, position = {20, 20}, backgroundColor = "red", actions = {
          onOrderIn = T() } }
        ca.animate(1, function() root:addSublayer(l) end)
        print(at(root, 0, 5), at(root, 0.5, 5), at(root, 1, 5))
        l.actions = { backgroundColor = function(layer) layer.superlayer:addAnimation(T 'fromRight') end }
        ca.setCurrentTime(2)
        ca.animate(1, function() l.backgroundColor = "blue" end)
        print(at(root, 2.5, 5), at(root, 2.5, 35), at(root, 4, 5), l.superlayer == root, #root.sublayers)
        """)
    #expect(lines[0].hasPrefix("0 0 0 0\t255 0 0 12") && lines[0].hasSuffix("\t255 0 0 255"))
    #expect(lines[1] == "255 0 0 255\t0 0 255 255\t0 0 255 255\ttrue\t1")
  }

  @Test func `a change of state shows its transition from the picture before`() throws {
    let lines = try printed(
      Self.pictures + """
        local l = ca.Layer { bounds = {0, 0, 40, 40}, backgroundColor = "red" }
        l.states = { ca.State { name = "On", elements = {
          ca.StateSetValue { target = l, keyPath = "backgroundColor", value = "blue" } } } }
        l.stateTransitions = { ca.StateTransition { toState = "On", elements = {
          ca.StateTransitionElement { target = l, key = "backgroundColor", animation = T 'fromRight' } } } }
        l:setState "On"
        print(at(l, 0.5, 5), at(l, 0.5, 35), at(l, 2, 5))
        """)
    #expect(lines == ["255 0 0 255\t0 0 255 255\t0 0 255 255"])
  }

  @Test(arguments: [
    ("compositingFilter", "'multiplyBlendMode'"), ("compositingFilter", "'screenBlendMode'"),
    ("filters", "{ ca.Filter('CIColorInvert') }"),
  ])
  func `filters change by a fade of their own`(_ key: String, _ value: String) throws {
    let lines = try printed(
      Self.pictures + """
        local l = ca.Layer { frame = {0, 0, 20, 20}, backgroundColor = {1, 0.5, 0.2} }
        local root = ca.Layer { bounds = {0, 0, 20, 20}, backgroundColor = {0.5, 0.4, 0.9}, l }
        local before = pixels(root)
        ca.animate(1, function() l.\(key) = \(value) end)
        local now, later = pixels(root, 0), pixels(root, 2)
        print(same(now, before), same(later, before), l:animationKeys()[1])
        local moves = {}
        for t = 0.25, 1, 0.25 do moves[#moves + 1] = tostring(same(pixels(root, t - 0.25), pixels(root, t))) end
        l:removeAllAnimations()
        print(table.concat(moves, " "), same(pixels(root), later))
        """)
    #expect(lines == ["true\tfalse\ttransition", "false false false false\ttrue"])
  }

  // MARK: Images

  @Test func `an image fades in where there was none, and out to none`() throws {
    let lines = try printed(
      """
      local image = ca.Image { width = 1, height = 1, pixels = string.char(255, 0, 0, 255) }
      local function alpha(l, t) return select(4, ca.render(l, { time = t }):pixel(2, 2)) end
      local l = ca.Layer { bounds = {0, 0, 4, 4} }
      ca.animate({ duration = 1, timingFunction = "linear" }, function() l.contents = image end)
      for _ = 1, 20 do
        local t = math.random()
        if math.abs(alpha(l, t) - t) > 0.01 then print(t, alpha(l, t)) end
      end
      print(l:presentation(0.25).contents, l:presentation(0.75).contents == image, alpha(l, 1))
      ca.setCurrentTime(2)
      ca.animate({ duration = 1, timingFunction = "linear" }, function() l.contents = nil end)
      for _ = 1, 20 do
        local t = math.random()
        if math.abs(alpha(l, 2 + t) - 1 + t) > 0.01 then print(t, alpha(l, 2 + t)) end
      end
      -- Explicitly, for colours too.
      local m = ca.Layer { bounds = {0, 0, 4, 4}, backgroundColor = "red" }
      m:addAnimation(ca.BasicAnimation { keyPath = "backgroundColor", fromValue = false, duration = 1 })
      print(alpha(m, 2), alpha(m, 2.5) > 0.4 and alpha(m, 2.5) < 0.6, alpha(m, 3))
      """)
    #expect(lines == ["nil\ttrue\t1", "0\ttrue\t1"])
  }

  // MARK: Transactions with actions disabled

  @Test(arguments: [
    ("T.setAnimationDuration(5) l.opacity = 0.2", "Layer.opacity"),
    ("T.setAnimationTimingFunction('easeIn') l['position.x'] = 4", "Layer.position.x"),
    ("T.setAnimationDuration(5) T.begin() l.frame = {1, 2, 3, 4} T.commit()", "Layer.bounds"),
    ("T.setAnimationDuration(5) l.name = 'a' l.opacity = 1 l.zPosition = 3 l.opacity = 0.5", "Layer.zPosition"),
    ("T.setAnimationDuration(5) l.filters = { ca.Filter('CIColorInvert') }", "Layer.filters"),
    // Nothing would animate, animates, or is meant to.
    ("l.opacity = 0.2", ""), ("T.setAnimationDuration(5)", ""), ("T.setAnimationDuration(5) l.opacity = 1", ""),
    ("T.setAnimationDuration(5) l.name = 'a' l.own = 3", ""),
    ("T.setAnimationDuration(5) ca.Layer { opacity = 0.2 }", ""),
    ("T.setAnimationDuration(5) T.setDisableActions(false) l.opacity = 0.2", ""),
    ("T.setAnimationDuration(5) l.opacity = 0.2 T.setDisableActions(false) l.zPosition = 2", ""),
    ("T.setAnimationDuration(5) T.setDisableActions(true) l.opacity = 0.2", ""),
    ("T.setAnimationDuration(5) ca.animate(1, function() l.opacity = 0.2 end)", ""),
    (
      "T.setAnimationDuration(5) l.opacity = 0 "
        + "l:addAnimation(ca.BasicAnimation { keyPath = 'opacity', fromValue = 1 })", ""
    ),
    ("T.setAnimationDuration(5) T.setAnimationDuration(nil) l.opacity = 0.2", ""),
  ])
  func `a transaction whose duration has no effect gives a warning`(_ changes: String, _ key: String) throws {
    let engine = try Engine()
    var warnings: [LayerWarning] = []
    engine.onWarning = { warnings.append($0) }
    try engine.run(
      script: """
        local T, l = ca.Transaction, ca.Layer { bounds = {0, 0, 4, 4} }
        for _ = 1, 3 do
          T.begin()
          \(changes)
          T.commit()
        end
        l.opacity = 0.7
        """, name: "test.lua")
    #expect(warnings.filter { $0.rule == .disabledActions }.count == (key.isEmpty ? 0 : 1), "\(warnings)")
    guard !key.isEmpty else { return }
    let message = warnings.first?.description ?? ""
    #expect(message.hasPrefix("test.lua:5: the transaction has ") && message.contains("the change of \(key) in it"))
    #expect(message.contains("ca.Transaction.setDisableActions(false)") && message.contains("ca.animate("))
  }

  // MARK: Layout

  @Test(arguments: [
    "layoutManager = ca.ConstraintLayoutManager()",
    "layoutManager = { layoutSublayersOfLayer = function(_, l) l.sublayers[1].position = {l.bounds.width - 10, 20} end }",
    "delegate = { layoutSublayersOfLayer = function(_, l) l.sublayers[1].position = {l.bounds.width - 10, 20} end }",
  ])
  func `sublayers move along with their superlayer if they are laid out inside ca.animate`(_ layout: String) throws {
    let lines = try printed(
      """
      for _, isInside in ipairs { true, false } do
        local bar = ca.Layer { bounds = {0, 0, 100, 40}, \(layout) }
        local knob = ca.Layer { bounds = {0, 0, 20, 20},
          constraints = { "maxX = superlayer.maxX", "midY = superlayer.midY" } }
        bar:addSublayer(knob)
        bar:layoutIfNeeded()
        ca.animate({ duration = 1, timingFunction = "linear" }, function()
          bar.bounds = {0, 0, 200, 40}
          if isInside then bar:layoutIfNeeded() end
        end)
        print(knob:presentation(0.5).position.x, table.concat(knob:animationKeys(), " "))
      end
      """)
    #expect(lines == ["140\tposition", "190\t"])
  }
}
