// SPDX-License-Identifier: MIT
import Foundation
import LayerEngine
import Testing

/// Animations, transactions and actions used from scripts.
@Suite struct AnimationTests {
  @Test func `an animation is copied when it is added and read back as a frozen copy`() throws {
    let lines = try printed(
      """
      local l = ca.Layer { opacity = 1 }
      local a = ca.BasicAnimation { keyPath = "opacity", fromValue = 1, toValue = 0, duration = 2 }
      l:addAnimation(a, "fade")
      a.toValue = 1
      print(l:presentation(1).opacity, l.opacity, table.concat(l:animationKeys(), " "))
      print(l:animation("fade").duration, l:animation("other"))
      print(select(2, pcall(function() l:animation("fade").duration = 3 end)))
      print(select(2, pcall(function() l:presentation(1).opacity = 3 end)))
      print(l:presentation(1):model() == l, l:model() == l)
      l:removeAnimation("fade")
      print(#l:animationKeys(), l:presentation(1).opacity)
      """)
    #expect(lines[0] == "0.5\t1\tfade")
    #expect(lines[1] == "2\tnil")
    #expect(lines[2].contains("copy"))
    #expect(lines[3].contains("model()"))
    #expect(lines[4] == "true\ttrue")
    #expect(lines[5] == "0\t1")
  }

  @Test func `delegates hear of starts and ends in the order of time, also after a collection`() throws {
    let lines = try printed(
      """
      local l = ca.Layer {}
      do
        local function delegate(name)
          return {
            animationDidStart = function(self, anim) print(name, "start", ca.currentTime(), anim.keyPath) end,
            animationDidStop = function(self, anim, finished) print(name, "stop", ca.currentTime(), finished) end,
          }
        end
        l:addAnimation(ca.BasicAnimation { keyPath = "opacity", toValue = 0, duration = 2, delegate = delegate("a") }, "a")
        l:addAnimation(ca.BasicAnimation { keyPath = "zPosition", toValue = 5, beginTime = 1, duration = 0.5, delegate = delegate("b") }, "b")
        l:addAnimation(ca.BasicAnimation { keyPath = "cornerRadius", toValue = 5, duration = 9, delegate = delegate("c") }, "c")
      end
      collectgarbage() collectgarbage()
      l:presentation(5)
      ca.setCurrentTime(3)
      l:removeAnimation("c")
      print(#l:animationKeys())
      """)
    #expect(
      lines == [
        "a\tstart\t0\topacity", "c\tstart\t0\tcornerRadius", "b\tstart\t1\tzPosition", "b\tstop\t1.5\ttrue",
        "a\tstop\t2\ttrue",
        "c\tstop\t3\tfalse",
        "0",
      ])
  }

  @Test func `an error in a delegate reaches whoever moves the clock, with its own line`() throws {
    let error = try failure(
      """
      local l = ca.Layer {}
      l:addAnimation(ca.BasicAnimation { keyPath = "opacity", toValue = 0, delegate = {
        animationDidStop = function() error("in the delegate") end } }, "a")
      ca.setCurrentTime(1)
      """)
    #expect(error?.message.contains("in the delegate") == true)
    #expect(error?.line == 3)
  }

  @Test func `time only goes forward`() throws {
    #expect(try failure("ca.setCurrentTime(2) ca.setCurrentTime(1)")?.message.contains("forward") == true)
  }

  @Test func `changes inside ca.animate animate, others do not`() throws {
    let lines = try printed(
      """
      local l = ca.Layer { opacity = 1 }
      l.position = {5, 5}
      print(#l:animationKeys())
      ca.animate({ duration = 1, delay = 2, timingFunction = "linear", completion = function() print("done", ca.currentTime()) end }, function()
        l.opacity = 0
        l["transform.rotation.z"] = 1
        l.frame = {10, 10, 20, 20}
        local new = ca.Layer { opacity = 0.5 }
        print("new", #new:animationKeys())
      end)
      print(table.concat(l:animationKeys(), " "))
      print(l:presentation(1).opacity, l:presentation(2.5).opacity, l:presentation(3.5).opacity, l.opacity)
      ca.setCurrentTime(2.9)
      print("not yet")
      ca.setCurrentTime(3)
      """)
    #expect(
      lines == ["0", "new\t0", "opacity transform.rotation.z bounds position", "1\t0.5\t0\t0", "not yet", "done\t3"])
  }

  @Test func `an error inside ca.animate takes its transaction back`() throws {
    let lines = try printed(
      """
      local l = ca.Layer {}
      print(pcall(ca.animate, 1, function() ca.Transaction.begin() l.opacity = 0.5 error("oh", 0) end))
      print(ca.Transaction.disableActions(), pcall(ca.Transaction.commit))
      print(select(2, pcall(ca.animate, 1, function() ca.Transaction.commit() end)))
      print(select(2, pcall(ca.animate, 1, function() ca.Transaction.begin() end)))
      print(select(2, pcall(ca.animate, { durration = 1 }, function() end)))
      print(ca.Transaction.disableActions())
      """)
    #expect(lines[0] == "false\toh")
    #expect(lines[1].hasPrefix("true\tfalse") && lines[1].contains("no transaction is open"))
    #expect(lines[2].contains("ends with its function"))
    #expect(lines[3].contains("not committed"))
    #expect(lines[4].contains("did you mean duration"))
    #expect(lines[5] == "true")
  }

  @Test func `actions are searched for in the class, the delegate, actions, style and the key itself`() throws {
    let lines = try printed(
      """
      local function fade(d) return ca.BasicAnimation { keyPath = "opacity", duration = d } end
      local function used(l)
        l:removeAllAnimations()
        ca.animate(9, function() l.opacity = l.opacity / 2 end)
        local a = l:animation("opacity")
        return a and a.duration or "none"
      end
      local l = ca.Layer {}
      print(used(l))
      l.style = { actions = { opacity = fade(4) } }
      print(used(l))
      l.actions = { opacity = fade(3) }
      print(used(l))
      l.delegate = { actionForLayerForKey = function(self, layer, key) if key == "opacity" then return fade(2) end end }
      print(used(l))
      l.delegate = { actionForLayerForKey = function() return false end }
      print(used(l))
      l.delegate = nil
      l.actions = { opacity = function(layer, key, old, new) print(layer == l, key, old, new) end }
      collectgarbage()
      l.opacity = 1
      print(used(l))
      local C = ca.Layer:subclass("C")
      function C:actionForKey(key) if key == "opacity" then return function(layer, key, old, new) print("function", new) end end end
      print(used(C {}))
      print(l:actionForKey("opacity") == l.actions.opacity, ca.Layer {}:actionForKey("opacity").keyPath, l:actionForKey("name"))
      """)
    #expect(
      lines == [
        "9", "4", "3", "2", "none", "true\topacity\t1\t0.5", "none", "function\t0.5", "none", "true\topacity\tnil",
      ])
  }

  @Test func `onOrderIn, onOrderOut and sublayers are events of the tree`() throws {
    let lines = try printed(
      """
      local function say(layer, key) print(layer.name, key) end
      local root = ca.Layer { name = "root", actions = { sublayers = say } }
      local child = ca.Layer { name = "child", actions = { onOrderIn = say, onOrderOut = say } }
      root:addSublayer(child)
      child:removeFromSuperlayer()
      ca.animate(1, function() root:addSublayer(child) child:removeFromSuperlayer() end)
      """)
    #expect(lines == ["child\tonOrderIn", "root\tsublayers", "child\tonOrderOut", "root\tsublayers"])
  }

  @Test func `the delegate of an animation in actions is the added copy's`() throws {
    let lines = try printed(
      """
      local l = ca.Layer {}
      l.actions = { opacity = ca.BasicAnimation { keyPath = "opacity", duration = 1,
        delegate = { animationDidStop = function(self, anim, finished) print("stop", finished) end } } }
      collectgarbage()
      ca.animate(1, function() l.opacity = 0 end)
      collectgarbage()
      ca.setCurrentTime(2)
      """)
    #expect(lines == ["stop\ttrue"])
  }

  @Test(arguments: [
    ("ca.Layer {}", "alpha", "Layer has no key alpha; write opacity = 0.5"),
    ("ca.Layer {}", "center", "write position = {x, y}"), ("ca.Layer {}", "rotation", "[\"transform.rotation.z\"]"),
    ("ca.Layer {}", "rotation.z", "[\"transform.rotation.z\"]"), ("ca.Layer {}", "isHidden", "write hidden"),
    ("ca.Layer {}", "strokeEnd", "strokeEnd is a property of ShapeLayer"),
    ("ca.Layer {}", "opactiy", "did you mean opacity?"),
    ("ca.Layer { ca.Layer { name = \"dot\" } }", "sublayers.dot.alpha", "Layer has no key alpha; write opacity = 0.5"),
    ("ca.Layer {}", "quux", "declare it in a subclass' defaults"),
  ])
  func `a key path with a foreign name is refused with the name to write`(
    _ layer: String, _ path: String, _ words: String
  ) throws {
    let error = try failure(
      "\(layer):addAnimation(ca.BasicAnimation { keyPath = \"\(path)\", fromValue = 0, toValue = 1, duration = 1 })")
    let message = error?.message ?? ""
    #expect(message.contains("BasicAnimation.keyPath") && message.contains(words), "\(message)")
  }

  @Test func `mistakes are explained when an animation is added`() throws {
    let lines = try printed(
      """
      local l = ca.Layer { ca.Layer { name = "child" } }
      local function try(a) print((select(2, pcall(l.addAnimation, l, a)))) end
      try(ca.BasicAnimation { toValue = 1 })
      try(ca.BasicAnimation { keyPath = "opactiy", toValue = 1 })
      try(ca.BasicAnimation { keyPath = "opacity" })
      try(ca.BasicAnimation { keyPath = "opacity", fromValue = 0, toValue = 1, byValue = 1 })
      try(ca.BasicAnimation { keyPath = "sublayers.none.opacity", toValue = 1 })
      try("opacity")
      print((select(2, pcall(ca.BasicAnimation, { keyPth = "opacity" }))))
      print((select(2, pcall(ca.BasicAnimation, { timingFunction = "easeSideways" }))))
      print((select(2, pcall(ca.SpringAnimation, { mass = 0 }))))
      print((select(2, pcall(ca.Animation, {}))))
      local function basic(t) t.duration = 1 try(ca.BasicAnimation(t)) end
      basic { keyPath = "opacity", toValue = "red" }
      basic { keyPath = "position", toValue = 5 }
      basic { keyPath = "backgroundColor", fromValue = "bleu" }
      basic { keyPath = "opacity", byValue = {1, 2} }
      basic { keyPath = "hidden", toValue = "no" }
      basic { keyPath = "transform", toValue = "a", valueFunction = "rotateZ" }
      basic { keyPath = "contents", toValue = "missing.png" }
      basic { keyPath = "sublayers.child.position.x", toValue = "left" }
      try(ca.KeyframeAnimation { keyPath = "opacity", values = {0, "half", 1}, calculationMode = "discrete" })
      local s, g = ca.ShapeLayer { path = "M 0 0 L 1 1" }, ca.GradientLayer { colors = {"red", "blue"} }
      print((select(2, pcall(s.addAnimation, s, ca.BasicAnimation { keyPath = "path", fromValue = "M 0 0 L 1 1", toValue = "M 0 0 L 1 1 L 2 2" }))))
      print((select(2, pcall(g.addAnimation, g, ca.BasicAnimation { keyPath = "colors", fromValue = {"red"}, toValue = {"red", "blue"} }))))
      -- Nothing of it is refused that can run.
      l:addAnimation(ca.BasicAnimation { keyPath = "contentsGravity", toValue = "center" })
      l:addAnimation(ca.BasicAnimation { keyPath = "hidden", fromValue = 0, toValue = 1 })
      l:addAnimation(ca.BasicAnimation { keyPath = "opacity", toValue = 7 })
      l:addAnimation(ca.BasicAnimation { keyPath = "backgroundColor", toValue = {1, 0, 0} })
      l:addAnimation(ca.BasicAnimation { keyPath = "transform.scale", byValue = 2 })
      l:addAnimation(ca.BasicAnimation { keyPath = "position", fromValue = {1, 2}, byValue = ca.Point(3, 4) })
      s:addAnimation(ca.BasicAnimation { keyPath = "path", toValue = "M 0 0 L 1 1 L 2 2" })
      print(l:presentation(0.1).position, #l:animationKeys())
      """)
    let expected = [
      "keyPath", "did you mean opacity", "no endpoints", "at most two", "no sublayer of this name",
      "expected an animation",
      "did you mean keyPath",
      "expected one of linear", "mass", "abstract",
      "BasicAnimation.toValue: Layer.opacity: expected a number, got string \"red\"",
      "toValue: Layer.position: expected a point",
      "fromValue: Layer.backgroundColor: expected a colour", "cannot add", "toValue: Layer.hidden: expected",
      "toValue: valueFunction rotateZ takes",
      "\"missing.png\" may not be read", "toValue: Layer.position.x: expected a number",
      "values: Layer.opacity: expected a number",
      "paths of 2 and 3 elements", "between 1 and 2 values", "Point(",
    ]
    for (line, text) in zip(lines, expected) { #expect(line.contains(text), "\(line)") }
    #expect(lines.count == expected.count)
  }

  @Test func `a picture shows its time and frames in any order are the same`() throws {
    let lines = try printed(
      """
      local root = ca.Layer { bounds = {0, 0, 60, 20}, backgroundColor = "white" }
      local box = ca.Layer { name = "box", bounds = {0, 0, 10, 10}, position = {5, 10}, backgroundColor = "red" }
      root:addSublayer(box)
      box:addAnimation(ca.BasicAnimation { keyPath = "position.x", toValue = 55, duration = 1 }, "move")
      root:addAnimation(ca.BasicAnimation { keyPath = "sublayers.box.opacity", toValue = 0, duration = 1 }, "fade")
      local function frame(t) return ca.render(root, { time = t }):pixels() end
      local first = {}
      for i = 0, 10 do first[i] = frame(i / 10) end
      for _, i in ipairs { 7, 2, 9, 0, 10, 5 } do assert(frame(i / 10) == first[i]) end
      print(ca.render(root, { time = 0 }):pixel(4, 10))
      print(ca.render(root, { time = 0.5 }):pixel(30, 10))
      print(box.position.x, #box:animationKeys())
      """)
    #expect(lines[0] == "1\t0\t0\t1")
    #expect(lines[1].hasPrefix("1\t0.498"))
    #expect(lines[2] == "5\t1")
  }

  @Test func `declared keys are drawn with the values of the time, and the model keeps its drawing`() throws {
    let lines = try printed(
      """
      local Bar = ca.Layer:subclass("Bar", { defaults = { level = 0 }, redrawKeys = { "level" } })
      function Bar:drawInContext(ctx) ctx:setFillColor("black") ctx:fill { 0, 0, self.level * 10, 10 } end
      local bar = Bar { bounds = {0, 0, 10, 10} }
      bar:setNeedsDisplay()
      bar:addAnimation(ca.BasicAnimation { keyPath = "level", toValue = 1, duration = 1 }, "grow")
      local function ink(t) local n = 0 local i = ca.render(bar, { time = t }) for x = 0, 9 do n = n + select(4, i:pixel(x, 5)) end return n end
      print(ink(0.5), ink(0), ink(0.5), bar.level)
      bar:removeAllAnimations()
      print(ink(0.5))
      """)
    #expect(lines == ["5\t0\t5\t0", "0"])
  }

  @Test func `contents fade from image to image, transitions from picture to picture`() throws {
    let lines = try printed(
      """
      local function image(r, g, b) return ca.Image { width = 1, height = 1, pixels = string.char(r, g, b, 255) } end
      local l = ca.Layer { bounds = {0, 0, 4, 4}, contents = image(255, 0, 0) }
      l:addAnimation(ca.BasicAnimation { keyPath = "contents", toValue = image(0, 0, 255), duration = 1 }, "c")
      print(ca.render(l, { time = 0.5 }):pixel(2, 2))
      print(l:presentation(0.4).contents == l.contents, l:presentation(0.6).contents == l.contents)
      local m = ca.Layer { bounds = {0, 0, 8, 4}, backgroundColor = "red" }
      m:addAnimation(ca.Transition { type = "push", duration = 1 })
      m.backgroundColor = "lime"
      local i = ca.render(m, { time = 0.5 })
      print(i:pixel(1, 1)) print(i:pixel(6, 1))
      print(m:animationKeys()[1], ca.render(m, { time = 2 }):pixel(6, 1))
      """)
    #expect(lines[0].hasPrefix("0.50") || lines[0].hasPrefix("0.49"))
    #expect(lines[1] == "true\tfalse")
    #expect(lines[2] == "0\t1\t0\t1")
    #expect(lines[3] == "1\t0\t0\t1")
    #expect(lines[4] == "transition\t0\t1\t0\t1")
  }

  @Test func `what onFrame changes is for that picture alone`() throws {
    let lines = try printed(
      """
      local root = ca.Layer { bounds = {0, 0, 4, 4}, backgroundColor = "red" }
      local child = ca.Layer { name = "child", bounds = {0, 0, 4, 4}, position = {2, 2}, backgroundColor = "lime", actions = { opacity = false },
        delegate = { layoutSublayersOfLayer = function() end } }
      root:addSublayer(child)
      ca.onFrame(function(t, index)
        root.backgroundColor = "blue"
        root:sublayer("child"):removeFromSuperlayer()
        root.transform = ca.Transform.rotation(t)
        root.mark = t
        collectgarbage()
      end)
      child = nil
      print(ca.render(root, { time = 3 }):pixel(2, 2))
      print(root.backgroundColor, #root.sublayers, root.transform.isIdentity, root.mark)
      print(root:sublayer("child").superlayer == root, type(root:sublayer("child").delegate))
      print(select(2, pcall(ca.onFrame, 3)))
      """)
    #expect(lines[0] == "0\t0\t1\t1")
    #expect(lines[1].contains("1\ttrue\tnil"))
    #expect(lines[2] == "true\ttable")
    #expect(lines[3].contains("expected a function"))
  }

  @Test func `a dump at a time has the values of that time, one without the model's`() throws {
    let lines = try printed(
      """
      local root = ca.Layer { name = "root", bounds = {0, 0, 4, 4}, ca.Layer { name = "child", opacity = 1 } }
      root.sublayers[1]:addAnimation(ca.BasicAnimation { keyPath = "opacity", fromValue = 0, toValue = 1, duration = 2 })
      print(ca.dump(root, { time = 0.5 }).sublayers[1].opacity, ca.dump(root).sublayers[1].opacity)
      print(ca.dumpJSON(root, { time = 1 }):match('"opacity": ([%d.]+)'), ca.dumpJSON(root):match("opacity"))
      print(ca.dump(root:presentation(0.5)).sublayers[1].opacity, ca.dump(root, {}).sublayers[1].label)
      ca.setCurrentTime(1)
      print(ca.dump(root, { time = 0.5 }).sublayers[1].opacity)
      print(pcall(ca.dump, root, { tme = 1 }))
      print(pcall(ca.dump, root, { time = "x" }))
      print(pcall(ca.dump, root, 3))
      """)
    #expect(
      lines == [
        "0.25\tnil", "0.5\tnil", "0.25\troot/child", "0.25",
        "false\ttest.lua:8: ca.dump: unknown option tme; did you mean time?",
        "false\ttest.lua:9: ca.dump: time must be a number, got string \"x\"",
        "false\ttest.lua:10: ca.dump: expected a table of options, got number 3",
      ])
  }

  @Test func `an animation that a frame adds to a layer is gone with the frame, and others are told of once`() throws {
    let lines = try printed(
      """
      local root, starts = ca.Layer { bounds = {0, 0, 4, 4} }, 0
      local fade = ca.BasicAnimation { keyPath = "opacity", toValue = 0, duration = 1, delegate = { animationDidStart = function() starts = starts + 1 end } }
      ca.onFrame(function() root:addAnimation(fade, "frame") end)
      ca.render(root)
      ca.render(root)
      print(#root:animationKeys())
      root:addAnimation(fade, "own")
      ca.render(root)
      print(table.concat(root:animationKeys(), " "))
      ca.setCurrentTime(0.5)
      print(starts)
      """)
    #expect(lines == ["0", "own", "1"])
  }
}

/// Warnings about mistakes that only show in motion.
@Suite struct AnimationWarningTests {
  private func warnings(_ script: String) throws -> [String] {
    let engine = try Engine(Engine.Configuration())
    var warnings: [String] = []
    engine.onWarning = { warnings.append("\($0)") }
    engine.onPrint = { _ in }
    try engine.run(script: script, name: "test.lua")
    return warnings
  }

  @Test func `a spring without a duration says how long it swings`() throws {
    func spring(_ values: String) -> String {
      "ca.Layer { name = \"ball\" }:addAnimation(ca.SpringAnimation { keyPath = \"position.x\", toValue = 9, \(values) })"
    }
    let warning = try warnings(spring("stiffness = 100, damping = 10"))
    #expect(
      warning.count == 1
        && warning[0].contains(
          "ball.addAnimation: the SpringAnimation of position.x has no duration, so it is cut off after 0.25 s, while it swings for 1.473 s; "
            + "set its duration, usually to its settlingDuration"),
      "\(warning)")
    #expect(try warnings(spring("damping = 0")).first?.contains("swings for ever") == true)
    for fine in ["duration = 0.25", "perceptualDuration = 0.5, bounce = 0.3", "stiffness = 1e6, damping = 1e3"] {
      #expect(try warnings(spring(fine)) == [], "\(fine)")
    }
    let inner = try warnings(
      """
      ca.Layer {}:addAnimation(ca.AnimationGroup { duration = 1, animations = { ca.SpringAnimation { keyPath = "opacity", toValue = 0 } } })
      """)
    #expect(inner.count == 1 && inner[0].contains("after its group's 1 s"), "\(inner)")
  }

  @Test func `a group without a duration says how long its content takes`() throws {
    let script = """
      ca.Layer {}:addAnimation(ca.AnimationGroup { animations = {
        ca.BasicAnimation { keyPath = "opacity", toValue = 0, beginTime = 1, duration = 0.5 } } })
      """
    #expect(try warnings(script).first?.contains("cut off after 0.25 s, but its animations take 1.5 s") == true)
    #expect(try warnings(script.replacingFirst("animations", "duration = 0.3, animations")) == [])
  }

  @Test func `two animations on one key that were to follow each other are told`() throws {
    let twice = """
      local l = ca.Layer { name = "box" }
      ca.animate({ duration = 1 }, function() l.opacity = 0 end)
      ca.animate({ duration = 1, delay = 1 }, function() l.opacity = 1 end)
      """
    let warning = try warnings(twice)
    #expect(
      warning.count == 1
        && warning[0].contains(
          "box: the animation under \"opacity\" that begins at 1 s replaces the one before it, which would have ended at 1 s"
        ),
      "\(warning)")
    #expect(
      try warnings(
        """
        local l = ca.Layer {}
        l:addAnimation(ca.BasicAnimation { keyPath = "opacity", toValue = 0, duration = 1 }, "fade")
        l:addAnimation(ca.BasicAnimation { keyPath = "opacity", toValue = 1, beginTime = 1, duration = 1 }, "fade")
        """
      ).count == 1)
    // Retargeted at once, retargeted after its end, and under different keys: no warning.
    for fine in [
      "ca.animate(1, function() l.opacity = 0 end) ca.animate(1, function() l.opacity = 0.5 end)",
      "ca.animate(1, function() l.opacity = 0 end) ca.setCurrentTime(1) ca.animate({ duration = 1, delay = 1 }, function() l.opacity = 1 end)",
      "ca.animate(1, function() l.opacity = 0 end) ca.animate({ duration = 1, delay = 1 }, function() l.zPosition = 1 end)",
    ] { #expect(try warnings("local l = ca.Layer {} " + fine) == [], "\(fine)") }
  }

  @Test func `what only the clock calls is told of once when pictures are of later times`() throws {
    let film = "ca.render(l, { time = 2 }) ca.render(l, { time = 3 })"
    let block = """
      local l = ca.Layer { name = "box", bounds = {0, 0, 4, 4} }
      ca.animate({ duration = 1, completion = function() l.opacity = 1 end }, function() l.opacity = 0 end)
      """
    let warning = try warnings(block + "\n" + film)
    #expect(
      warning.count == 1
        && warning[0].contains("a completion block is due at 1 s and is not called in a picture of 2 s"), "\(warning)")
    let delegate = """
      local l = ca.Layer { name = "box", bounds = {0, 0, 4, 4} }
      l:addAnimation(ca.BasicAnimation { keyPath = "opacity", toValue = 0, duration = 1, delegate = { animationDidStop = function() end } })
      """
    #expect(
      try warnings(delegate + "\n" + film).first?.contains(
        "animationDidStop of the delegate of box's animation is due at 1 s") == true)
    #expect(try warnings(block + "\nca.render(l, { time = 0.5 })") == [])
    #expect(try warnings(block + "\nca.setCurrentTime(2) ca.render(l)\n" + film) == [])
  }
}

@Suite struct TransactionTests {
  @Test func `a flush ends the implicit transaction, after those that are open`() throws {
    let lines = try printed(
      """
      local T = ca.Transaction
      T.setAnimationDuration(5) T.setDisableActions(false) T.setValue(1, "own")
      T.flush()
      print(T.animationDuration(), T.disableActions(), T.value("own"))
      T.setAnimationDuration(5)
      T.begin() T.setAnimationDuration(7) T.flush()
      print(T.animationDuration())
      T.commit()
      print(T.animationDuration())
      T.flush() T.flush()
      """)
    #expect(lines == ["0.25\ttrue\tnil", "7", "0.25"])
  }

  @Test func `a constant's name sets what the constant sets, by both words of the selector`() throws {
    let lines = try printed(
      """
      local T = ca.Transaction
      local values = { AnimationDuration = 2, DisableActions = false, AnimationTimingFunction = "easeIn" }
      for _, name in ipairs { "AnimationDuration", "DisableActions", "AnimationTimingFunction" } do
        for _, set in ipairs { T.setValue, T.setValueForKey } do
          for _, key in ipairs { "kCATransaction" .. name, _G["kCATransaction" .. name] } do
            T.begin()
            set(values[name], key)
            local own = T[name:sub(1, 1):lower() .. name:sub(2)]()
            print(own, T.value("kCATransaction" .. name) == own, T.valueForKey(key) == own)
            T.commit()
          end
        end
      end
      T.setValue(5, "kCATransactionMine")
      print(T.value("kCATransactionMine"), T.animationDuration())
      print(select(2, pcall(T.setValueForKey, "soon", "kCATransactionAnimationDuration")))
      """)
    #expect(lines.count == 14 && lines[0..<4].allSatisfy { $0 == "2\ttrue\ttrue" }, "\(lines)")
    #expect(lines[4..<8].allSatisfy { $0 == "false\ttrue\ttrue" }, "\(lines)")
    #expect(lines[8..<12].allSatisfy { $0.hasPrefix("easeIn\t") }, "\(lines)")
    #expect(lines[12] == "5\t0.25" && lines[13].contains("animationDuration: expected seconds"), "\(lines)")
  }

  @Test func `the completion block is read back, also from within`() throws {
    let lines = try printed(
      """
      local T = ca.Transaction
      local function done() print("done") end
      print(T.completionBlock())
      T.begin() T.setCompletionBlock(done)
      collectgarbage()
      T.begin()
      print(T.completionBlock() == done)
      T.setCompletionBlock(nil)
      print(T.completionBlock())
      T.commit()
      print(T.completionBlock() == done)
      T.setCompletionBlock(nil)
      print(T.completionBlock())
      T.commit()
      print(T.completionBlock())
      ca.animate({ duration = 1, completion = done }, function() print(T.completionBlock() == done) end)
      T.setCompletionBlock(done)
      print(T.completionBlock() == done)
      ca.setCurrentTime(1)
      print(T.completionBlock())
      """)
    #expect(lines == ["nil", "true", "nil", "true", "nil", "nil", "true", "true", "done", "done", "done", "nil"])
  }

  @Test func `an animation runs as an action`() throws {
    let lines = try printed(
      """
      local l = ca.Layer { opacity = 0.5 }
      local a = ca.BasicAnimation { duration = 2 }
      a:runActionForKey("opacity", l)
      print(l:animationKeys()[1], l:animation("opacity").keyPath, a.keyPath, l:presentation(1).opacity)
      ca.BasicAnimation { keyPath = "zPosition", fromValue = 4, duration = 2 }:runAction("rise", l, { key = 1 })
      print(l:animationKeys()[2], l:presentation(1).zPosition)
      print(select(2, pcall(a.runActionForKey, a, "opacity", 3)))
      print(select(2, pcall(ca.EmitterCell {}.runActionForKey, ca.EmitterCell {}, "opacity", l)))
      """)
    #expect(lines[0] == "opacity\topacity\tnil\t0.5")
    #expect(lines[1] == "rise\t2")
    #expect(lines[2].contains("the layer whose action it is"))
    #expect(lines[3].contains("is not an action"))
  }

  /// Methods that Core Animation declares with a plus sign are asked of a class, and of a layer of it.
  @Test func `class methods are the same on a class and on its layers`() throws {
    let lines = try printed(
      """
      local Dial = ca.Layer:subclass("Dial", { defaults = { heading = 0, note = 0 }, redrawKeys = { "heading" } })
      local Own = Dial:subclass("Own")
      function Own:needsDisplayForKey(key) return key == "note" or Own.super.needsDisplayForKey(self, key) end
      function Own:defaultActionForKey(key) return key == "note" and "mine" or nil end
      local n = 0
      for _, class in ipairs { ca.Layer, ca.TextLayer, ca.ShapeLayer, ca.GradientLayer, Dial, Own } do
        local layer = class {}
        for _, key in ipairs(layer:keys()) do
          for _, method in ipairs { "needsDisplayForKey", "defaultActionForKey", "defaultValueForKey" } do
            local a, b = class[method](class, key), layer[method](layer, key)
            if a ~= b and type(a) ~= "table" and type(a) ~= "userdata" then print(class, key, method, a, b) end
            n = n + 1
          end
        end
      end
      print(n > 500)
      print(ca.TextLayer:needsDisplayForKey("string"), ca.Layer:needsDisplayForKey("opacity"),
        ca.Layer:defaultActionForKey("opacity"))
      print(Dial:needsDisplayForKey("heading"), Dial:needsDisplayForKey("note"), Own:needsDisplayForKey("note"))
      print(Own:needsDisplayForKey("heading"), Own:needsDisplayForKey("opacity"), Own:defaultActionForKey("note"))
      """)
    #expect(
      lines == ["true", "true\tfalse\tnil", "true\tfalse\ttrue", "true\tfalse\tmine"], "\(lines)")
  }

  @Test func `a class says which keys are drawn anew`() throws {
    let lines = try printed(
      """
      local Dial = ca.Layer:subclass("Dial", { defaults = { heading = 0, note = 0 } })
      local asked = 0
      function Dial:needsDisplayForKey(key)
        asked = asked + 1
        return key == "opacity" or key == "heading" or Dial.super.needsDisplayForKey(self, key)
      end
      local Fine = Dial:subclass("Fine")
      for _, class in ipairs { Dial, Fine } do
        local d = class {}
        local all = {}
        for _, key in ipairs { "bounds", "note", "opacity", "heading" } do
          d:displayIfNeeded()
          d[key] = key == "bounds" and {0, 0, 5, 5} or 0.5
          all[#all + 1] = tostring(d:needsDisplay())
        end
        d:displayIfNeeded() d.opacity = 0.5
        print(table.concat(all, " "), d:needsDisplay(), d:needsDisplayForKey("opacity"), d:needsDisplayForKey("bounds"))
      end
      local before = asked
      Dial {} Fine {}
      print(asked - before)
      local t, l = ca.TextLayer {}, ca.Layer {}
      print(l:needsDisplayForKey("contents"), l:needsDisplayForKey("bounds"), l:needsDisplayForKey("nothing"), ca.ShapeLayer {}:needsDisplayForKey("path"))
      for _, key in ipairs { "string", "font", "fontSize", "foregroundColor", "wrapped", "truncationMode", "alignmentMode", "style", "contentsScale" } do
        if not t:needsDisplayForKey(key) then print(key) end
      end
      for _, key in ipairs { "bounds", "position", "opacity", "backgroundColor", "contents", "contentsRect", "contentsGravity" } do
        if t:needsDisplayForKey(key) then print(key) end
      end
      local Bad = ca.Layer:subclass("Bad")
      function Bad:needsDisplayForKey(key) error("no " .. key, 0) end
      print(select(2, pcall(Bad, {})))
      """)
    #expect(lines[0] == "false false true true\tfalse\ttrue\tfalse" && lines[1] == lines[0])
    #expect(lines[2] == "0" && lines[3] == "false\tfalse\tfalse\tfalse")
    #expect(lines.count == 5 && lines[4].contains("no "), "\(lines)")
  }

  @Test func `built-in classes offer no default action by hand, classes of scripts theirs`() throws {
    let lines = try printed(
      """
      local C = ca.Layer:subclass("C")
      function C:defaultActionForKey(key)
        if key == "opacity" then return ca.BasicAnimation { duration = 3 } end
        return C.super.defaultActionForKey(self, key)
      end
      for _, class in ipairs { "Layer", "TextLayer", "ShapeLayer" } do
        local l = ca[class] {}
        print(l:defaultActionForKey("opacity"), l:defaultActionForKey("onOrderIn"), l:actionForKey("opacity").className)
      end
      local c = C {}
      print(c:defaultActionForKey("opacity").duration, c:defaultActionForKey("position"))
      ca.animate(1, function() c.opacity = 0 c.position = {1, 1} end)
      print(c:animation("opacity").duration, c:animation("position").duration)
      """)
    #expect(
      lines == ["nil\tnil\tBasicAnimation", "nil\tnil\tBasicAnimation", "nil\tnil\tBasicAnimation", "3\tnil", "3\t1"])
  }

  @Test func `an offset begins within an animation, which lasts as long as without`() throws {
    let lines = try printed(
      """
      local layer = ca.Layer { opacity = 1 }
      layer:addAnimation(ca.BasicAnimation { keyPath = "opacity", fromValue = 0, toValue = 0.5, duration = 1, timeOffset = 0.5,
        delegate = { animationDidStop = function(_, _, finished) print("stopped", ca.currentTime(), finished) end } }, "fade")
      for _, t in ipairs { 0, 0.25, 0.5, 0.75, 1 } do print(t, layer:presentation(t).opacity, ca.dump(layer, { time = t }).opacity) end
      ca.setCurrentTime(0.999)
      print(#layer:animationKeys())
      ca.setCurrentTime(3)
      print(#layer:animationKeys())
      """)
    #expect(
      lines == [
        "0\t0.25\t0.25", "0.25\t0.375\t0.375", "0.5\t0\t0", "0.75\t0.125\t0.125", "1\t1\tnil", "1", "stopped\t1\ttrue",
        "0",
      ])
  }

  @Test func `a layer that was made flat grows by a part of its transform`() throws {
    let lines = try printed(
      """
      local layer = ca.Layer { transform = ca.Transform.scale(0, 0, 1) }
      print(layer["transform.scale.x"], layer["transform.rotation"])
      layer:addAnimation(ca.BasicAnimation { keyPath = "transform.scale", fromValue = 0, toValue = 1, duration = 1 })
      local shown = layer:presentation(0.5)
      print(shown.transform.m11, shown.transform.m22, shown.transform.m33, shown["transform.scale.y"])
      layer["transform.scale"] = 2
      print(layer.transform.m11, layer.transform.m22, layer.transform.m33)
      layer.affineTransform = { 0, 0, 0, 0, 3, 4 }
      print(layer["transform.scale.y"], layer["transform.translation.y"])
      """)
    #expect(lines == ["0\t0", "0.5\t0.5\t0.5\t0.5", "2\t2\t2", "0\t4"])
  }

  @Test func `a layer's time is 0 before it begins, as Core Animation counts it`() throws {
    let lines = try printed(
      """
      local root, a, b = ca.Layer { beginTime = 1, speed = 2, timeOffset = 3 }, ca.Layer { beginTime = 6, speed = 4, timeOffset = 5 },
        ca.Layer { beginTime = 8, speed = 0.5, timeOffset = 7 }
      root:addSublayer(a) root:addSublayer(b)
      print(a:convertTimeFromLayer(10, root), root:convertTimeFromLayer(10, a), b:convertTimeFromLayer(10, a), a:convertTimeFromLayer(10, b))
      print(b:convertTimeFromLayer(7, root), b:convertTimeFromLayer(8, root), b:convertTimeFromLayer(10, root))
      print(root:convertTimeFromLayer(10, nil), root:convertTimeToLayer(10, nil), a:convertTimeFromLayer(10, nil), a:convertTimeToLayer(10, nil))
      -- An animation added to a layer that has yet to begin begins with it.
      local late = ca.Layer { beginTime = 5, opacity = 0.5 }
      late:addAnimation(ca.BasicAnimation { keyPath = "opacity", fromValue = 0, toValue = 1, duration = 2 })
      print(late:presentation(1).opacity, late:presentation(5).opacity, late:presentation(6).opacity, late:presentation(7).opacity)
      """)
    #expect(lines == ["21\t7.25\t0\t37", "0\t7\t8", "21\t4.5\t65\t3.125", "0.5\t0\t0.5\t0.5"])
  }

  @Test func `value functions start at what changes nothing`() throws {
    let lines = try printed(
      """
      local function half(name, values, additive)
        local l = ca.Layer { transform = ca.Transform.scale(7, 7, 7) }
        values.keyPath, values.valueFunction, values.duration, values.additive = "transform", name, 2, additive
        l:addAnimation(ca.BasicAnimation(values))
        local t = l:presentation(1).transform
        return t.m11, t.m22, t.m33, t.m41
      end
      print(half("scale", { toValue = {3, 4, 5} }))
      print(half("scaleX", { toValue = 3 }))
      print(half("scaleX", { fromValue = 3 }))
      print(half("scaleY", { byValue = 1 }))
      print(half("translateX", { toValue = 8 }))
      print(half("translate", { byValue = {8, 0, 0} }))
      print(half("scale", { toValue = {3, 3, 3} }, true))
      """)
    #expect(
      lines == [
        "2\t2.5\t3\t0", "2\t1\t1\t0", "2\t1\t1\t0", "1\t1.5\t1\t0", "1\t1\t1\t4", "1\t1\t1\t4", "14\t14\t14\t0",
      ])
  }

  @Test func `a transition that begins later shows the layer as it was until then`() throws {
    let lines = try printed(
      """
      local l = ca.Layer { bounds = {0, 0, 4, 4}, backgroundColor = "red" }
      l:addAnimation(ca.Transition { type = "fade", beginTime = 2, duration = 1 })
      l.backgroundColor = "lime"
      for _, t in ipairs { 0, 1.9, 2, 2.9999999, 3, 4 } do
        local r, g = ca.render(l, { time = t }):pixel(1, 1)
        print(math.floor(r + 0.5), math.floor(g + 0.5))
      end
      """)
    #expect(lines == ["1\t0", "1\t0", "1\t0", "0\t1", "0\t1", "0\t1"])
  }
}

extension String {
  fileprivate func replacingFirst(_ text: String, _ new: String) -> String {
    guard let range = range(of: text) else { return self }
    return replacingCharacters(in: range, with: new)
  }
}
