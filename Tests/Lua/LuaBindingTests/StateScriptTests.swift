// SPDX-License-Identifier: MIT
import LayerEngine
import LayerModel
import Testing

/// States in scripts.
@Suite struct StateScriptTests {
  static let card = """
    local lid = ca.Layer { name = "lid", bounds = {0, 0, 8, 4}, position = {4, 2}, backgroundColor = "red" }
    local card = ca.Layer { name = "card", bounds = {0, 0, 8, 8}, lid }
    card.states = {
      ca.State { name = "Up", elements = { ca.StateSetValue { target = lid, keyPath = "opacity", value = 0.5 } } },
      ca.State { name = "Pressed", basedOn = "Up", elements = {
        ca.StateSetValue { target = lid, keyPath = "position", value = {4, 6} },
        ca.StateSetValue { target = lid, keyPath = "backgroundColor", value = "blue" } } } }
    card.stateTransitions = { ca.StateTransition { toState = "Pressed", elements = {
      ca.StateTransitionElement { target = lid, key = "position.y", 
        animation = ca.BasicAnimation { duration = 2 } } } } }

    """

  @Test func `a script sets states, with transitions and fractions`() throws {
    let lines = try printed(
      Self.card + """
        print(card.currentState, table.concat(card:stateNames(), " "))
        card:setState "Pressed"
        print(card.currentState, lid.opacity, lid.position, lid.backgroundColor)
        print(lid:presentation(1).position.y, table.concat(lid:animationKeys(), " "))
        card:setState("Up", { transitionSpeed = 0 })
        print(card.currentState, lid.position, #lid:animationKeys())
        card:setState { from = "Up", to = "Pressed", fraction = 0.25 }
        print(card.currentState, lid.position)
        card:setState { to = "Pressed", fraction = 1 }
        print(card.currentState, lid.position)
        card:setState()
        print(card.currentState, lid.opacity, lid.position)
        card:setState "Up"; card:setState ""
        print(card.currentState, lid.opacity, card:stateName "Pressed", card:stateName "Lock")
        """)
    #expect(
      lines == [
        "nil\tUp Pressed", "Pressed\t0.5\tPoint(4, 6)\tColor(0, 0, 1, 1)", "4\tposition.y", "Up\tPoint(4, 2)\t0",
        "Up\tPoint(4, 3)", "Pressed\tPoint(4, 6)", "nil\t1\tPoint(4, 2)", "nil\t1\tPressed\tnil",
      ])
  }

  @Test(arguments: [
    ("card:setState 'Presed'", "no state \"Presed\"; did you mean Pressed?"),
    ("card:setState { from = 'Up', to = 'Pressed' }", "expected a fraction from 0 to 1"),
    ("card:setState { from = 'Up', speed = 1 }", "unknown option speed"),
    ("card:setState { from = 'Up', fraction = 2 }", "expected a fraction from 0 to 1, got 2"),
    ("card:setState('Up', { transitionSpeed = -1 })", "expected a transitionSpeed of 0 or more, got -1"),
    ("card:setState('Up', { time = 1 / 0 })", "time must be a finite number, got number inf"),
    ("card:setState(3)", "a string for the state's name"),
    ("card.currentState = 'Up'", "is read-only"),
    ("card.states = { ca.Layer() }", "Layer.states: value 1: expected a state"),
    ("card.states[1].elements = { ca.State() }", "State.elements: value 1: expected a state element"),
    ("ca.StateSetValue { target = 3 }", "StateSetValue.target: expected a layer, got number 3"),
    ("ca.StateSetValue { value = lid }", "StateSetValue.value: expected a value that the key can have"),
    ("ca.StateElement {}", "is abstract"),
    ("card.states[1].basedOn = 'Pressed'; card:setState 'Up'", "a circle, Up → Pressed → Up"),
    ("card:setTilt(1)", "a number for the tilt about y"),
  ])
  func `mistakes are errors`(_ script: String, _ words: String) throws {
    let error = try #require(try failure(Self.card + script))
    #expect(error.message.contains(words), "\(error.message)")
  }

  @Test func `what a frame function does to states is restored`() throws {
    let lines = try printed(
      Self.card + """
        ca.onFrame(function(time)
          card:setState { to = "Pressed", fraction = time }
          if time == 1 then
            card:setState "Pressed"
            card.states[1].elements = {}
            card.states[1].name = "Down"
          end
        end)
        for _, time in ipairs { 0.5, 1, 0.5 } do
          local picture = ca.render(card, { time = time })
          print(picture:pixel(0, 5))
          local names = table.concat(card:stateNames(), " ")
          print(card.currentState, lid.position, #lid:animationKeys(), names, #card.states[1].elements)
        end
        """)
    let rest = "nil\tPoint(4, 2)\t0\tUp Pressed\t1"
    #expect(lines.count == 6 && [1, 3, 5].allSatisfy { lines[$0] == rest }, "\(lines)")
    #expect(lines[0] == lines[4] && lines[0] != lines[2])
  }

  /// Random histories of states, made while the clock runs, are those of a frame function with the changes' times.
  @Test func `a frame function sets the states of earlier times`() throws {
    let lines = try printed(
      """
      local function make()
        \(Self.card)
        card.stateTransitionAnimation = ca.BasicAnimation { duration = 0.7 }
        return card
      end
      local changes, time = {}, 0
      for i = 1, 6 do
        time = time + math.random(1, 40) / 16
        changes[i] = { time, ({ "Up", "Pressed", "" })[math.random(3)] }
      end
      local live, frames, pictures = make(), make(), {}
      for i, change in ipairs(changes) do
        ca.setCurrentTime(change[1])
        live:setState(change[2])
        local at = change[1] + 0.25
        ca.setCurrentTime(at)
        pictures[i] = { at, ca.render(live):encode "png" }
      end
      ca.onFrame(function(t)
        for _, change in ipairs(changes) do
          if change[1] <= t then frames:setState(change[2], { time = change[1] }) end
        end
      end)
      for i = #pictures, 1, -1 do
        local at, picture = table.unpack(pictures[i])
        print(ca.render(frames, { time = at }):encode "png" == picture)
      end
      """)
    #expect(lines == Array(repeating: "true", count: 6), "\(lines)")
  }

  @Test func `a target lives as long as the element`() throws {
    let lines = try printed(
      """
      local layer = ca.Layer()
      layer.states = { ca.State { name = "A", elements = {
        ca.StateSetValue { target = ca.Layer { name = "far" }, keyPath = "opacity", value = 0 } } } }
      collectgarbage(); collectgarbage()
      print(layer.states[1].elements[1].target.name)
      local copy = layer:copy()
      layer = nil
      collectgarbage(); collectgarbage()
      print(copy.states[1].elements[1].target.name)
      """)
    #expect(lines == ["far", "far"])
  }

  @Test func `a copy's own values and targets are its own`() throws {
    let lines = try printed(
      Self.card + """
        card.states[1].note = { "mine" }
        local copy = card:copy()
        print(copy.states[1].note[1], copy.states[1] ~= card.states[1])
        print(copy.states[1].elements[1].target == copy.sublayers[1])
        copy:setState "Pressed"
        print(lid.opacity, copy.sublayers[1].opacity, copy.sublayers[1]:presentation(1).position.y)
        """)
    #expect(lines == ["mine\ttrue", "true", "1\t0.5\t4"])
  }

  @Test func `an animation's delegate is told in a transition`() throws {
    let lines = try printed(
      Self.card + """
        card.stateTransitions[1].elements[1].animation.delegate = {
          animationDidStop = function(_, _, finished) print("stopped", finished) end }
        collectgarbage()
        card:setState "Pressed"
        ca.setCurrentTime(3)
        """)
    #expect(lines == ["stopped\ttrue"])
  }

  @Test func `states that a script makes without end are an error of memory`() throws {
    var configuration = Engine.Configuration()
    configuration.memoryLimit = 16 << 20
    let error = try #require(
      try failure(
        """
        local layer, all = ca.Layer(), {}
        while true do
          local elements = {}
          for i = 1, 1000 do elements[i] = ca.StateSetValue { target = layer, keyPath = "opacity", value = 0.5 } end
          all[#all + 1] = ca.State { elements = elements }
        end
        """, configuration))
    #expect(error.kind == .limit, "\(error)")
  }

  @Test func `a long text is refused before its layout takes the memory`() throws {
    var configuration = Engine.Configuration()
    configuration.memoryLimit = 64 << 20
    let error = try #require(
      try failure(
        "ca.render(ca.TextLayer { bounds = {0, 0, 9, 9}, string = string.rep('a', 500000) })", configuration))
    #expect(error.kind == .limit && error.message.contains("the layout of a text of 500000 bytes"), "\(error)")
  }

  @Test func `both scales of the plane are one key`() throws {
    let lines = try printed(
      """
      local l = ca.Layer { bounds = {0, 0, 4, 4} }
      l["transform.scale.xy"] = 3
      print(l["transform.scale.x"], l["transform.scale.y"], l["transform.scale.z"])
      l["transform.scale.x"] = 1
      print(l["transform.scale.xy"])
      l:addAnimation(ca.BasicAnimation { keyPath = "transform.scale.xy", fromValue = 1, toValue = 3, duration = 1 })
      print(l:presentation(0.5)["transform.scale.x"], l:presentation(0.5)["transform.scale.y"])
      print(pcall(function() l["transform.scale.w"] = 1 end))
      print(pcall(function() l["transform.rotation.xy"] = 1 end))
      """)
    #expect(lines.prefix(3) == ["3\t3\t1", "2", "2\t2"])
    #expect(lines[3].contains("expected one of x, y, z, xy") && lines[4].contains("expected one of x, y, z"))
  }

  @Test func `modes have Core Animation's names too`() throws {
    for (name, other) in [
      ("maximum", "CIMaximumCompositing"), ("minimum", "CIMinimumCompositing"), ("plusLighter", "plusL"),
      ("plusDarker", "plusD"),
    ] {
      let lines = try printed(
        """
        local function drawn(mode)
          return ca.render(ca.Layer { bounds = {0, 0, 4, 4}, backgroundColor = "#408060",
            ca.Layer { frame = {0, 0, 2, 4}, backgroundColor = "#a02010c0", compositingFilter = mode } })
        end
        local picture = drawn "\(name)"
        print(ca.compare(picture, drawn "\(other)").largest, ca.compare(picture, drawn(false)).largest > 0)
        """)
      #expect(lines == ["0\ttrue"], "\(name)")
    }
  }

  @Test func `two infinite repeats do not warn`() throws {
    let engine = try Engine()
    var rules: [String] = []
    engine.onWarning = { rules.append($0.rule.rawValue) }
    try engine.run(
      script: """
        local l = ca.Layer()
        l:addAnimation(ca.BasicAnimation { keyPath = "opacity", toValue = 0, duration = 1,
          repeatCount = math.huge, repeatDuration = math.huge })
        """, name: "test.lua")
    #expect(rules.isEmpty)
    try engine.run(
      script: """
        ca.Layer():addAnimation(ca.BasicAnimation { keyPath = "opacity", toValue = 0, duration = 1,
          repeatCount = 2, repeatDuration = math.huge })
        """, name: "test.lua")
    #expect(rules == ["repeat-twice"])
  }

  @Test func `a backdrop layer filters what lies behind it`() throws {
    let lines = try printed(
      """
      local function drawn(make)
        return ca.render(ca.Layer { bounds = {0, 0, 20, 20}, backgroundColor = "white",
          ca.Layer { frame = {0, 0, 10, 20}, backgroundColor = "black" }, make() })
      end
      local blur = ca.Filter("CIGaussianBlur", { inputRadius = 2 })
      local function tree(class, key)
        return drawn(function()
          return class { frame = {4, 4, 12, 12}, cornerRadius = 3, masksToBounds = true, [key] = { blur },
            ca.Layer { frame = {6, 6, 12, 12}, backgroundColor = "#ff000080" } }
        end)
      end
      local backdrop = tree(ca.BackdropLayer, "filters")
      print(ca.compare(backdrop, tree(ca.Layer, "backgroundFilters")).largest)
      print(ca.compare(backdrop, tree(ca.Layer, "filters")).largest > 0, ca.BackdropLayer().masksToBounds)
      """)
    #expect(lines == ["0", "true\ttrue"])
  }

  @Test func `a particle's first angle is its rotation`() throws {
    let lines = try printed(
      """
      local image = ca.Image.draw(8, 2, 1, function(ctx) ctx:setFillColor "white"; ctx:fill { 0, 0, 8, 2 } end)
      local function drawn(values)
        local cell = ca.EmitterCell { contents = image, birthRate = 1, lifetime = 9 }
        for key, value in pairs(values) do cell[key] = value end
        local emitter = ca.EmitterLayer { bounds = {0, 0, 20, 20}, emitterPosition = {10, 10}, emitterCells = { cell } }
        return ca.render(emitter, { time = 1.5 })
      end
      -- At 1.5 s a particle of 0.5 or 1.5 s is alive; the turn by π/2 makes the bar upright.
      local flat, upright = drawn {}, drawn { rotation = math.pi / 2 }
      print(select(4, flat:pixel(13, 10)) > 0, select(4, flat:pixel(10, 13)))
      print(select(4, upright:pixel(13, 10)), select(4, upright:pixel(10, 13)) > 0)
      print(ca.compare(flat, drawn { mass = 2, massRange = 1 }).largest)
      print(ca.compare(flat, drawn { rotationRange = 6 }).largest > 0)
      """)
    #expect(lines == ["true\t0", "0\ttrue", "0", "true"])
  }
}
