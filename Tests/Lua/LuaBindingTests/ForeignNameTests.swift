// SPDX-License-Identifier: MIT
import LayerEngine
import LayerModel
import LuaBinding
import TestSupport
import Testing

/// The table of names from other APIs: each suggestion is Lua that runs, and each use of such a name reports it.
@Suite struct ForeignNameTests {
  private static let folder: TemporaryFolder? = {
    guard let folder = try? TemporaryFolder(),
      let engine = try? Engine(Engine.Configuration(workingDirectory: folder.path))
    else { return nil }
    _ = try? engine.run(script: "ca.Image { width = 1, height = 1, pixels = 'abcd' }:write('file.png')", name: "a.lua")
    return folder
  }()

  /// Definitions that the suggestions need.
  private static let before = """
    Class = ca.Layer:subclass("Class")
    layer, other, sibling = ca.Layer { bounds = {0, 0, 9, 9} }, ca.Layer {}, ca.Layer {}
    text, shape, cell, animation = ca.TextLayer {}, ca.ShapeLayer {}, ca.EmitterCell {}, ca.BasicAnimation { keyPath = "opacity", toValue = 0 }
    drawable = ca.DrawableLayer {}
    path, image = ca.Path "M 0 0 L 9 9", ca.Image { width = 1, height = 1, pixels = "abcd" }
    t, u, r, rect, point = ca.Transform.identity, ca.Transform.identity, ca.Rect(1, 1, 9, 9), ca.Rect(2, 2, 5, 5), ca.Point(1, 2)
    x, y, z, width, height, dx, dy, angle, radius, distance = 1, 2, 3, 40, 30, 1, 1, 1, 5, 500
    cx, cy, c1x, c1y, c2x, c2y, x1, y1, x2, y2 = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
    startAngle, endAngle, clockwise, color, string = 0, 1, true, "red", "Hello"
    a, b, c, d, tx, ty = 1, 0, 0, 1, 0, 0
    layer:addSublayer(sibling)

    """

  private func run(_ script: String) throws -> (error: String?, warnings: [String]) {
    let folder = Self.folder?.path ?? "/"
    let engine = try Engine(Engine.Configuration(scriptDirectory: folder, workingDirectory: folder))
    var warnings: [String] = []
    engine.onWarning = { warnings.append("\($0.message) [\($0.rule.rawValue)]") }
    engine.onPrint = { _ in }
    do {
      _ = try engine.run(script: Self.before + script, name: "test.lua")
    } catch let error as EngineError {
      return (error.message, warnings)
    }
    return (nil, warnings)
  }

  @Test(arguments: [("scaleLog", "type = \"log\""), ("scaleTime", "type = \"time\"")])
  func `scales of D3 have their types`(name: String, part: String) throws {
    let result = try run("ca.\(name)()")
    #expect(([result.error ?? ""] + result.warnings).contains { $0.contains(part) }, "\(result)")
  }

  @Test(arguments: ForeignName.all.indices) func `what is to be written runs`(_ index: Int) throws {
    let row = ForeignName.all[index]
    for code in row.write {
      var scripts: [String] = []
      switch row.kind {
      case .property where row.isAssignment:
        let names = [
          "layer": "Layer", "text": "TextLayer", "shape": "ShapeLayer", "cell": "EmitterCell",
          "drawable": "DrawableLayer",
        ]
        scripts = [
          "ca.\(names[row.subject.rawValue] ?? "BasicAnimation") { \(code) }", row.assignment(code),
        ]
      case .value:
        for property in row.values where property != "layoutOptions" {
          let owner = try #require(KeyedClass.builtIn.first { $0.property(property) != nil })
          let name = owner.isAbstract ? "BasicAnimation" : owner.name
          scripts.append("ca.\(name) { \(property) = \(code) }")
        }
        if row.values.contains("layoutOptions") { scripts.append("ca.Layer { layoutOptions = { \(code) } }") }
      case .color: scripts = ["shape.fillColor = \(code)"]
      default:
        let isStatement = code.hasPrefix("function ")
        scripts = ["ca.Image.draw(9, 9, function(ctx) \(isStatement ? code : "local it = \(code)") end)"]
        // Lines and curves go on from a point.
        let start = row.subject == .context ? "ctx:move(0, 0) " : ""
        if code.contains("(") && !isStatement {
          scripts = ["ca.Image.draw(9, 9, function(ctx) \(start)return \(code) end)"]
        }
        // These two must be balanced.
        if code == "ctx:saveGState()" || code == "ctx:restoreGState()" {
          scripts = ["ca.Image.draw(9, 9, function(ctx) ctx:saveGState() ctx:restoreGState() end)"]
        }
      }
      for script in scripts {
        let result = try run(script)
        #expect(result.error == nil && result.warnings == [], "\(row.names): \(script): \(result)")
      }
    }
  }

  @Test func `a name stands once for what it is written on`() {
    var seen: Set<String> = []
    for row in ForeignName.all {
      for name in row.names {
        let subject = row.kind == .property || row.kind == .method ? row.subject.rawValue : ""
        #expect(
          seen.insert(
            "\(name) \(row.kind) \(subject) \(row.values)"
          )
          .inserted,
          "\(name)")
      }
    }
  }

  @Test(arguments: ForeignName.all.indices.filter { ForeignName.all[$0].kind == .property })
  func `a key of elsewhere warns with the right one, and is an error in a constructor`(_ index: Int) throws {
    let row = ForeignName.all[index]
    let names = [
      "layer": "Layer", "text": "TextLayer", "shape": "ShapeLayer", "cell": "EmitterCell",
      "animation": "BasicAnimation", "drawable": "DrawableLayer",
    ]
    let owner = try #require(names[row.subject.rawValue])
    for name in row.names {
      let set = try run("\(row.subject.rawValue)[\"\(name)\"] = 1")
      // A method's name can never be assigned.
      if set.error?.contains("is a method") == true || set.error?.contains("can only be read") == true { continue }
      #expect(set.error == nil && set.warnings.count == 1, "\(name): \(set)")
      #expect(set.warnings.first?.hasSuffix("\(row.words()) [foreign-name]") == true, "\(name): \(set)")
      let made = try run("ca.\(owner) { [\"\(name)\"] = 1 }")
      #expect(made.error == "\(owner) has no property \(name); \(row.words(inConstructor: true))", "\(name)")
    }
  }

  @Test(arguments: [
    (
      "layer.text = 'a'",
      "Layer.text (UIKit, AppKit) is not a property and is stored as a custom key; of a TextLayer write text.string = \"Hello\""
    ),
    (
      "layer.fillColor = 'red'",
      "Layer.fillColor is not a property and is stored as a custom key; fillColor is a property of ShapeLayer"
    ),
    (
      "layer['border-radius'] = 3",
      "Layer.border-radius (CSS, DOM) is not a property and is stored as a custom key; write layer.cornerRadius = 8"
    ),
    (
      "text.color = 'red'; text.color = 'blue'",
      "TextLayer.color (CSS, DOM) is not a property and is stored as a custom key; write text.foregroundColor = \"black\""
    ),
  ]) func `what is set after construction is told once`(_ script: String, _ message: String) throws {
    let result = try run(script)
    #expect(result.error == nil && result.warnings == ["\(message) [foreign-name]"])
  }

  @Test func `keys of one's own are not warned of`() throws {
    let result = try run(
      """
      layer.mine = 1; layer.score = 2; layer.userData = 3
      local C = ca.Layer:subclass("C", { defaults = { alpha = 1 } })
      local own = C { alpha = 0.5 }; own.text = "a"; own.x = 3
      layer.userInfo = nil
      """)
    #expect(result.error == nil && result.warnings == [])
  }

  @Test(arguments: [
    ("layer:addSubview(other)", "; write layer:addSublayer(other)"),
    ("layer:addSubLayer(other)", "; did you mean addSublayer?"), ("ca.Shapelayer {}", "; did you mean ca.ShapeLayer?"),
    ("ca.CALayer()", "; write ca.Layer()"), ("path:moveTo(1, 2)", "; write path:move(x, y)"),
    ("ca.redner(layer)", "; did you mean ca.render?"), ("render(layer)", "; it is ca.render"),
    ("ca.each {}", "; write for i, row in ipairs(rows) do … end; a picture for each row of a table is layerlua --each"),
    ("local t = ca.AffineTransform.rotation(1)", "; write ca.Transform, which affineTransform takes too"),
    ("if ca.args.n > 3 then end", "; if ca.args.n is nil, give it as -D n=…, or declare it with a default: ca.param"),
    ("path:substract(path)", "a Path has no field or method substract; did you mean subtracting?"),
    ("path:bounding()", "; did you mean boundingBox?"), ("path:difference(path)", "; write subtracting"),
    ("ca.timeline():wait(1)", "a time line has no field or method wait; write hold"),
    ("ca.random(1):nubmer()", "; did you mean number?"),
    ("local c = ca.Color('red'):mixd('blue')", "a Color has no field \"mixd\"; did you mean mixed?"),
    ("local c = ca.Color('red'):blend('blue')", "; write mixed"),
    ("ca.newImage 'a'", "; write ca.Image(\"file.png\")"),
    ("CGRectMake(1, 2, 3, 4)", "; write {x, y, width, height} or"),
    ("local s = {}; s.redner()", "attempt to call a nil value (field 'redner')"),
    (
      "layer.filters[1] = ca.Filter('CISepiaTone')",
      "; layer.filters is nil until it is set: write layer.filters = { filter }"
    ),
    (
      "layer.actions.position = false",
      "; layer.actions is nil until it is set: write layer.actions = { position = false }"
    ),
    (
      "shape.lineDashPattern[1] = 4",
      "; layer.lineDashPattern is nil until it is set: write layer.lineDashPattern = { … }"
    ),
    ("local own = {}; own.filters[1] = 4", "attempt to index a nil value (field 'filters')"),
    ("ca.Image.draw(9, 9, function(ctx) ctx:fillText('a') end)", "; write ctx:drawText(string, point)"),
    ("shape.fillColor = 'none'", "; write false"), ("layer.contentsGravity = 'cover'", "; write \"resizeAspectFill\""),
    ("animation.timingFunction = 'easeInOut'", "; write \"easeInEaseOut\""),
    ("layer.backgroundColor = 'systemBlue'", "; write \"#007aff\""),
  ]) func `what is called or set wrongly says what to write`(_ script: String, _ end: String) throws {
    let error = try #require(try run(script).error)
    #expect(error.contains(end) && (end.hasPrefix(";") || error == end), "\(error)")
  }

  @Test(
    arguments: ForeignName.all.indices.filter {
      ForeignName.all[$0].kind == .method && [.context, .path, .image].contains(ForeignName.all[$0].subject)
    })
  func `a method of elsewhere names the one of the object that it is called on`(_ index: Int) throws {
    let row = ForeignName.all[index]
    for name in row.names {
      let result = try run("ca.Image.draw(9, 9, function(ctx) \(row.subject.rawValue):\(name)(1, 2) end)")
      guard let error = result.error, error.contains("no field or method") || error.contains("attempt to call") else {
        // It has one of this name.
        continue
      }
      #expect(error.contains(row.words()), "\(name): \(error)")
    }
  }

  @Test(arguments: [
    ("translate", "ctx:translateBy(x, y)"), ("scale", "ctx:scaleBy(x, y)"), ("circle", "ctx:fillEllipse(rect)"),
    ("rect", "ctx:fill(rect) or ctx:stroke(rect)"), ("noStroke", "ctx:fillPath()"), ("image", "ctx:draw(image, rect)"),
    ("background", "ctx:fill(ctx.clipBounds)"), ("line", "ctx:strokeLineSegments("), ("moveTo", "ctx:move(x, y)"),
    ("print", "ctx:drawText(string, point)"), ("setColor", "ctx:setFillColor(color)"),
    ("polygon", "ctx:addLines("), ("bezier", "ctx:addCurve("), ("triangle", "ctx:addLines("),
    ("vertex", "ctx:addLine(x, y)"), ("textSize", "fontSize = 24"),
  ]) func `names of canvases on a drawing context are told its own`(_ name: String, _ words: String) throws {
    let error = try #require(try run("ca.Image.draw(9, 9, function(ctx) ctx:\(name)(1, 2) end)").error)
    #expect(error.contains(words) && !error.contains("path:"), "\(error)")
  }

  @Test func `a field of ca that is nil can be asked for`() throws {
    let result = try run("if ca.moise then error() end; assert(ca.redner == nil)")
    #expect(result.error == nil && result.warnings == [])
  }

  @Test(arguments: [
    ("function Class:drawRect(ctx) end", "Class.drawRect is not a hook"),
    ("function Class:layoutSubviews() end", "Class.layoutSubviews is not a hook"),
    (
      "layer.delegate = { layoutSubviews = function() end }; layer:layoutIfNeeded(); ca.render(layer)",
      "the delegate's layoutSubviews is not a hook"
    ),
    ("layer.delegate = { drawRect = function() end }; layer:setNeedsDisplay(); ca.render(layer)", "it has drawRect"),
  ]) func `a hook that is named as elsewhere is told`(_ script: String, _ message: String) throws {
    let result = try run(script)
    #expect(result.error == nil && result.warnings.count == 1, "\(result)")
    #expect(result.warnings.first?.contains(message) == true, "\(result)")
  }

  @Test(arguments: [
    ("ca.Layer { masksToBounds = YES }", "YES is not defined, and so is nil; write true"),
    (
      "ca.BasicAnimation { keyPath = 'opacity', repeatCount = HUGE_VALF, removedOnCompletion = true }",
      "HUGE_VALF is not defined, and so is nil; write math.huge"
    ),
    ("ca.Layer { ['transform.rotation.z'] = M_PI_4 }", "M_PI_4 is not defined, and so is nil; write math.pi / 4"),
    (
      "ca.BasicAnimation { fillMode = kCAFillModeForward }",
      "kCAFillModeForward is not defined, and so is nil; did you mean kCAFillModeForwards?"
    ),
    (
      "ca.BasicAnimation { fillMode = ca.kCAFillModeForward }",
      "ca.kCAFillModeForward is not defined, and so is nil; did you mean kCAFillModeForwards?"
    ),
    (
      "ca.Layer { contentsGravity = kCAGravityAspectFit }",
      "kCAGravityAspectFit is not defined, and so is nil; there are kCAGravity"
    ),
    (
      "ca.Layer { transform = CATransform3DIdentity }",
      "CATransform3DIdentity is not defined, and so is nil; write ca.Transform.identity"
    ),
    (
      "ca.Layer { transform = ca.Transform3DIdentity }",
      "ca.Transform3DIdentity is not defined, and so is nil; write ca.Transform.identity"
    ),
    ("ca.Layer { bounds = CGRectZero }", "CGRectZero is not defined, and so is nil; write {0, 0, 0, 0}"),
    ("ca.Layer { actions = { opacity = NSNull } }", "NSNull is not defined, and so is nil; write false"),
    (
      "ca.Layer { contentsGravity = UIViewContentModeCenter }",
      "UIViewContentModeCenter is not defined, and so is nil [foreign-name]"
    ),
    (
      "if kCAFoo then error() end; for i = 1, 9 do local x = kCAFoo end",
      "kCAFoo is not defined, and so is nil; no constant of this name is known"
    ),
  ]) func `a name of Core Animation or C that is not defined is told once`(_ script: String, _ start: String) throws {
    let result = try run(script)
    #expect(result.error == nil && result.warnings.count == 1, "\(result)")
    #expect(result.warnings.first?.hasPrefix(start) == true, "\(result)")
  }

  @Test func `constants that are misspelt anywhere are told, with some that exist`() throws {
    let all = AppleConstant.all.map(\.name)
    var seed: UInt64 = 7
    for start in stride(from: 0, to: all.count, by: 5) {
      var wrong = Array(all[start])
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      // Behind the prefix, which makes it Apple's.
      let place = 4 + Int((seed >> 33) % UInt64(wrong.count - 4))
      if start % 2 == 0 { wrong.remove(at: place) } else { wrong.insert("x", at: place) }
      let name = String(wrong)
      if all.contains(name) { continue }
      let result = try run("ca.Layer { contentsGravity = \(name) }")
      #expect(result.error == nil && result.warnings.count == 1, "\(name): \(result)")
      let words = result.warnings.first?.split { !$0.isLetter && !$0.isNumber }.map(String.init) ?? []
      #expect(words.contains { all.contains($0) }, "\(name): \(result)")
    }
  }

  @Test func `names of a script's own, and of its own metatable, are not told`() throws {
    let result = try run(
      """
      CACHE = CACHE or {}; KEYS = KEYS or 1
      local own = Kind or Timer or Row or UI or NSA or kind or k or Point or Color or ca.Rest or ca.Box
      local mt = getmetatable(_G) or {}
      mt.__index = function(_, key) error(key .. " is not declared") end
      setmetatable(_G, mt)
      assert(not pcall(function() return YES end))
      setmetatable(_G, { __index = function(_, key) return key end })
      assert(YES == "YES" and kCAFoo == "kCAFoo")
      """)
    #expect(result.error == nil && result.warnings == [], "\(result)")
  }

  @Test func `every script of an engine is told of its names, and values are as before`() throws {
    let lines = try printed(
      """
      local count, names = 0, {}
      for name in pairs(ca) do count = count + 1; names[name] = true end
      assert(names.render and names.Layer and names.kCAFillModeForwards and count > 100)
      assert(rawget(_G, "kCAFillModeForwards") == "forwards" and rawget(_G, "YES") == nil)
      ca.mine = function() return 5 end
      local found = 0
      for name in pairs(ca) do if name == "mine" then found = found + 1 end end
      print(ca.mine(), found, tostring(YES))
      """)
    #expect(lines == ["5\t1\tnil"])
  }

  @Test(arguments: [
    (
      "ca.Transaction.disableActions = false",
      "ca.Transaction.disableActions is a function and cannot be replaced; write ca.Transaction.setDisableActions(false)"
    ),
    ("ca.Transaction.animationDuration = 3", "write ca.Transaction.setAnimationDuration(3)"),
    ("ca.Transaction.begin = print", "ca.Transaction.begin is a function and cannot be replaced; give yours"),
    (
      "function ca.onFrame(t) end",
      "ca.onFrame is a function and cannot be replaced; write ca.onFrame(function(t) … end)"
    ),
    ("ca.currentTime = 2", "ca.currentTime is a function and cannot be replaced; write ca.setCurrentTime(2)"),
    ("ca.render = nil", "ca.render is a function and cannot be replaced; give yours another name"),
    ("setmetatable(ca, {})", "cannot change a protected metatable"),
  ]) func `functions of ca and of transactions cannot be replaced`(_ script: String, _ words: String) throws {
    let error = try #require(try run(script).error, "\(script)")
    #expect(error.contains(words), "\(error)")
    let caught = try printed("pcall(function() \(script) end); print(type(ca.render), type(ca.Transaction.begin))")
    #expect(caught == ["function\tfunction"])
  }

  @Test func `no function of ca can be replaced by any value`() throws {
    let lines = try printed(
      """
      local values = { 1, "a", true, {}, print, ca.Layer, ca.Point(1, 2) }
      local n = 0
      for _, owner in ipairs { ca, ca.Transaction } do
        local names = {}
        for name, value in pairs(owner) do
          if type(value) == "function" and name:match("^%l") then names[#names + 1] = name end
        end
        for i, name in ipairs(names) do
          local before = owner[name]
          local ok, e = pcall(function() owner[name] = values[i % #values + 1] end)
          if ok or not e:find("cannot be replaced; ", 1, true) or owner[name] ~= before then print(name, ok, e) end
          n = n + 1
        end
      end
      ca.helper = 1; ca.helper = 2; ca[1] = 3; ca.Transaction.mine = 4
      print(n > 60, ca.helper, ca[1], ca.Transaction.mine, next(ca.args))
      """)
    #expect(lines == ["true\t2\t3\t4\tnil"])
  }

  /// All of Core Animation's methods that it calls in subclasses: a hook is called here, any other is told.
  @Test func `an override that the engine does not call is told where it is defined`() throws {
    for name in [
      "hitTest", "containsPoint", "contains", "resizeSublayersWithOldSize", "resizeWithOldSuperlayerSize",
      "preferredFrameSize",
    ] {
      for owner in ["Layer", "TextLayer", "ScrollLayer"] {
        let result = try run(
          """
          local S = ca.\(owner):subclass("S")
          function S:\(name)(...) error("called") end
          function S.other(...) return ... end
          local kid = S { name = "kid", frame = {0, 0, 9, 9}, autoresizingMask = "widthSizable" }
          local top = S { bounds = {0, 0, 9, 9}, kid }
          top.bounds = {0, 0, 18, 9}
          assert(ca.Layer { bounds = {0, 0, 9, 9}, top }:layerAt {5, 5} and kid.bounds.width == 18)
          assert(S.super.\(name) ~= S.\(name))
          """)
        #expect(result.error == nil && result.warnings.count == 1, "\(name): \(result)")
        let start = "S.\(name) is not a hook: the engine calls its own \(name), and only the script itself can call"
        #expect(result.warnings.first?.hasPrefix(start) == true, "\(name): \(result)")
      }
    }
    let fine = try run("local S = ca.BasicAnimation:subclass('S'); function S:contains() end")
    #expect(fine.warnings == [])
  }

  @Test func `an option that no layout manager knows is told where one that is built in lays out`() throws {
    let stack = """
      local box = ca.Layer { bounds = {0, 0, 90, 90}, layoutManager = ca.StackLayoutManager {},
        ca.Layer { name = "card", bounds = {0, 0, 9, 9}, layoutOptions = { KEY = 4 } } }
      box:layoutIfNeeded(); ca.render(box)
      """
    let margin = try run(stack.replacing("KEY", with: "margin"))
    #expect(
      margin.warnings == [
        "Layer Layer/card: layoutOptions.margin is not used by StackLayoutManager; write spacingAfter = 8 [foreign-name]"
      ])
    let other = try run(stack.replacing("KEY", with: "mine"))
    let start = "Layer Layer/card: layoutOptions.mine is not used by StackLayoutManager; there are flex"
    #expect(other.warnings.first?.hasPrefix(start) == true)
    let scripts = stack.replacing(
      "ca.StackLayoutManager {}", with: "{ layoutSublayersOfLayer = function() end }")
    #expect(try run(scripts.replacing("KEY", with: "mine")).warnings == [])
  }
}
