// SPDX-License-Identifier: MIT
import Geometry
import LayerEngine
import LayerModel
import Testing

/// Each diagnosis rule, with a scene that breaks it and one that does not.
@Suite struct DiagnosisTests {
  struct Case {
    /// The finding must refer to the line that ends with `--<`.
    var broken: String
    /// A scene as similar as possible for which this rule has no finding.
    var sound: String
    var arguments: [(name: String, value: String)] = []
    var scale = 1.0
  }

  private static let image = "ca.Image { width = 2, height = 2, pixels = ('\\255\\0\\0\\255'):rep(4) }"
  /// 20 × 20 red pixels.
  private static let red = "ca.Image.draw(20, 20, function(c) c:setFillColor('red') c:fill({0, 0, 20, 20}) end)"

  /// Lua for a white root of 100×100 with sublayers.
  private static func root(_ layers: String, _ keys: String = "") -> String {
    "return ca.Layer { name = 'root', bounds = {0, 0, 100, 100}, backgroundColor = 'white', \(keys)\n\(layers)\n}"
  }

  static let cases: [LayerWarning.Rule: Case] = [
    .emptyBounds: Case(
      broken: root("ca.TextLayer { string = 'a', foregroundColor = 'black' } --<"),
      sound: """
        local bars = {}
        for i, height in ipairs { 5, 0, 9 } do
          bars[i] = ca.Layer { frame = {10 * i, 0, 8, height}, backgroundColor = 'red' }
        end
        \(root("table.unpack(bars)"))
        """),
    .neverDisplayed: Case(
      broken: root(
        "ca.Layer { frame = {0, 0, 9, 9}, delegate = { drawLayerInContext = function(_, _, c) c:fill({0, 0, 9, 9}) end } } --<"
      ),
      sound: """
        local l = ca.Layer { frame = {0, 0, 9, 9}, delegate = { drawLayerInContext = function(_, _, c) c:fill({0, 0, 9, 9}) end } }
        l:setNeedsDisplay()
        \(root("l"))
        """),
    .notAttached: Case(
      broken: "local l = ca.Layer { bounds = {0, 0, 9, 9}, backgroundColor = 'red' } --<\n" + root(""),
      sound: "local l = ca.Layer { bounds = {0, 0, 9, 9}, backgroundColor = 'red' }\n" + root("l:copy()")),
    .addedAgain: Case(
      broken: """
        local dot = ca.Layer { bounds = {0, 0, 9, 9}, backgroundColor = 'red' }
        local root = ca.Layer { bounds = {0, 0, 100, 100} }
        for i = 1, 2 do
          dot.position = {20 * i, 20}
          root:addSublayer(dot) --<
        end
        return root
        """,
      sound: """
        local dot = ca.Layer { bounds = {0, 0, 9, 9}, backgroundColor = 'red' }
        local root = ca.Layer { bounds = {0, 0, 100, 100} }
        for i = 1, 9 do
          dot.position = {20 * i, 20}
          root:addSublayer(dot)
          ca.render(root, i .. '.png')
        end
        root:addSublayer(dot)
        return root
        """),
    .scaleZero: Case(
      broken: root("ca.Layer { frame = {0, 0, 9, 9}, backgroundColor = 'red', ['transform.scale.x'] = 0 } --<"),
      sound: root("ca.Layer { frame = {0, 0, 9, 9}, backgroundColor = 'red', ['transform.rotation.y'] = math.pi / 2 }")),
    .clearContents: Case(
      broken: root("ca.Layer { frame = {0, 0, 9, 9}, contents = ca.Image.draw(4, 4, function() end) } --<"),
      sound: root(
        "ca.Layer { frame = {0, 0, 9, 9}, contents = ca.Image.draw(4, 4, function(c) c:fill({0, 0, 1, 1}) end) }")),
    .noInstances: Case(
      broken: root(
        "ca.ReplicatorLayer { frame = {0, 0, 50, 50}, instanceCount = 0, --<\nca.Layer { frame = {0, 0, 9, 9}, backgroundColor = 'red' } }"
      ),
      sound: root(
        "ca.ReplicatorLayer { frame = {0, 0, 50, 50}, instanceCount = 0, ca.Layer { frame = {0, 0, 9, 9} } }")),
    .outsideCanvas: Case(
      broken: root("ca.Layer { frame = {120, 0, 9, 9}, backgroundColor = 'red' } --<"),
      sound: root(
        "ca.Layer { frame = {120, 0, 9, 9}, backgroundColor = 'red', shadowOpacity = 1, shadowOffset = {-30, 0} }")),
    .cutAway: Case(
      broken: root(
        "ca.Layer { frame = {0, 0, 50, 50}, masksToBounds = true,\nca.Layer { frame = {60, 0, 9, 9}, backgroundColor = 'red' } --<\n}"
      ),
      sound: root(
        "ca.ScrollLayer { frame = {0, 0, 50, 50},\nca.Layer { frame = {60, 0, 9, 9}, backgroundColor = 'red' } }")),
    .hiddenByAncestor: Case(
      broken: root("ca.Layer { hidden = true, --<\nca.Layer { frame = {0, 0, 9, 9}, backgroundColor = 'red' } }"),
      sound: root("ca.Layer { hidden = true, ca.Layer { frame = {0, 0, 9, 9} } }")),
    .backFace: Case(
      broken: root(
        "ca.Layer { frame = {0, 0, 9, 9}, backgroundColor = 'red', doubleSided = false, ['transform.rotation.y'] = math.pi } --<"
      ),
      sound: root(
        "ca.Layer { frame = {0, 0, 9, 9}, backgroundColor = 'red', doubleSided = false, ['transform.rotation.z'] = math.pi }"
      )),
    .edgeOn: Case(
      broken: root(
        "ca.Layer { frame = {0, 0, 9, 9}, backgroundColor = 'red', ['transform.rotation.y'] = math.pi / 2 } --<"),
      sound: root("ca.Layer { frame = {0, 0, 9, 9}, backgroundColor = 'red', ['transform.rotation.y'] = 1.4 }")),
    .whiteText: Case(
      broken: root("ca.TextLayer { frame = {0, 0, 90, 50}, string = 'a' } --<"),
      sound: root("ca.TextLayer { frame = {0, 0, 90, 50}, string = 'a', backgroundColor = 'black' }")),
    .sameColor: Case(
      broken: root("ca.Layer { frame = {10, 10, 9, 9}, backgroundColor = 'white' } --<"),
      sound: root("ca.Layer { frame = {10, 10, 9, 9}, backgroundColor = '#fefefe' }")),
    .textWithoutColor: Case(
      broken: root("ca.TextLayer { frame = {0, 0, 90, 50}, string = 'a', foregroundColor = false } --<"),
      sound: root("ca.TextLayer { frame = {0, 0, 90, 50}, string = ' ', foregroundColor = false }")),
    .shapeEmpty: Case(
      broken: root("ca.ShapeLayer { path = 'M 0 0 L 9 0 L 9 9', fillColor = false } --<"),
      sound: root("ca.ShapeLayer { path = 'M 0 0 L 9 0 L 9 9', fillColor = false, strokeColor = 'red' }")),
    .gradientStops: Case(
      broken: root("ca.GradientLayer { frame = {0, 0, 9, 9} } --<"),
      sound: root("ca.GradientLayer { frame = {0, 0, 9, 9}, colors = { 'red', 'blue' } }")),
    .noParticles: Case(
      broken: root("ca.EmitterLayer { emitterCells = { ca.EmitterCell { birthRate = 9, lifetime = 1 } } } --<"),
      sound: root(
        "ca.EmitterLayer { birthRate = 0, emitterCells = { ca.EmitterCell { birthRate = 9, lifetime = 1 } } }")),
    .emptyMask: Case(
      broken: root("ca.Layer { frame = {0, 0, 9, 9}, backgroundColor = 'red', mask = ca.Layer {} } --<"),
      sound: root(
        "ca.Layer { frame = {0, 0, 9, 9}, backgroundColor = 'red', mask = ca.Layer { frame = {0, 0, 9, 9}, backgroundColor = 'red' } }"
      )),
    .occluded: Case(
      broken: root(
        "ca.Layer { frame = {10, 10, 9, 9}, backgroundColor = 'red' }, --<\nca.Layer { frame = {5, 5, 20, 20}, backgroundColor = 'blue' }"
      ),
      sound: root(
        "ca.Layer { frame = {5, 5, 20, 20}, backgroundColor = 'red', ca.Layer { frame = {0, 0, 20, 20}, backgroundColor = 'blue' } }"
      )),
    .offTime: Case(
      broken: """
        local l = ca.Layer { frame = {0, 0, 9, 9}, backgroundColor = 'red' } --<
        l:addAnimation(ca.BasicAnimation { keyPath = 'opacity', fromValue = 0, toValue = 0, duration = 2 })
        \(root("l"))
        """,
      sound: """
        local l = ca.Layer { frame = {0, 0, 9, 9}, backgroundColor = 'red' }
        l:addAnimation(ca.BasicAnimation { keyPath = 'opacity', fromValue = 0, toValue = 1, duration = 2 })
        \(root("l"))
        """),
    .zTwice: Case(
      broken: root(
        "ca.Layer { frame = {0, 0, 9, 9}, backgroundColor = 'red', zPosition = 2, ['transform.translation.z'] = 3 } --<"
      ),
      sound: root("ca.Layer { frame = {0, 0, 9, 9}, backgroundColor = 'red', zPosition = 2 }")),
    .noPerspective: Case(
      broken: root("ca.Layer { frame = {0, 0, 9, 9}, backgroundColor = 'red', ['transform.rotation.y'] = 1 } --<"),
      sound: root(
        "ca.Layer { frame = {0, 0, 9, 9}, backgroundColor = 'red', ['transform.rotation.y'] = 1 }",
        "sublayerTransform = ca.Transform.perspective(300),")),
    .m34OwnTransform: Case(
      broken: root(
        "ca.Layer { frame = {0, 0, 9, 9}, backgroundColor = 'red', transform = ca.Transform.perspective(300) }, --<\n"
          + "ca.Layer { frame = {20, 0, 9, 9}, backgroundColor = 'red', transform = ca.Transform.perspective(300) }"),
      sound: root(
        "ca.Layer { frame = {0, 0, 9, 9}, backgroundColor = 'red', transform = ca.Transform.perspective(300) }")),
    .flattenedDepth: Case(
      broken: root(
        "ca.Layer { frame = {0, 0, 50, 50}, ['transform.rotation.y'] = 1, --<\nca.Layer { frame = {0, 0, 9, 9}, backgroundColor = 'red' },\n"
          + "ca.Layer { frame = {20, 0, 9, 9}, backgroundColor = 'red', zPosition = 20 } }"),
      sound: root(
        "ca.TransformLayer { frame = {0, 0, 50, 50}, ['transform.rotation.y'] = 1,\nca.Layer { frame = {0, 0, 9, 9}, backgroundColor = 'red' },\n"
          + "ca.Layer { frame = {20, 0, 9, 9}, backgroundColor = 'red', zPosition = 20 } }")),
    .fractionSize: Case(
      broken: root("ca.Layer { frame = {0.5, 0, 20, 20}, contents = \(red) } --<"),
      sound: root("ca.Layer { frame = {1, 0, 20, 20}, contents = \(red) }")),
    .boundsOrigin: Case(
      broken: root("ca.Layer { bounds = {5, 5, 20, 20}, position = {20, 20}, contents = \(red) } --<"),
      sound: root("ca.Layer { bounds = {5, 5, 20, 20}, position = {20, 20}, contents = \(red), ca.Layer {} }")),
    .scaleMismatch: Case(
      broken: root(
        "ca.Layer { frame = {0, 0, 20, 20}, contentsGravity = 'center', contentsScale = 2, contents = \(red) } --<"),
      sound: root("ca.Layer { frame = {0, 0, 20, 20}, contentsGravity = 'center', contents = \(red) }")),
    .fuzzy: Case(
      broken: root("ca.Layer { frame = {0, 0, 60, 60}, contents = \(red) } --<"),
      sound: root("ca.Layer { frame = {0, 0, 60, 60}, contents = \(red), magnificationFilter = 'nearest' }")),
    .contentsRectOutside: Case(
      broken: root("ca.Layer { frame = {0, 0, 20, 20}, contents = \(red), contentsRect = {0.5, 0, 1, 1} } --<"),
      sound: root("ca.Layer { frame = {0, 0, 20, 20}, contents = \(red), contentsRect = {0.5, 0, 0.5, 1} }")),
    .contentsCenterName: Case(
      broken: root(
        "ca.Layer { frame = {0, 0, 20, 20}, contents = \(red), contentsCenter = {0.4, 0.4, 0.2, 0.2}, contentsGravity = 'center' } --<"
      ),
      sound: root("ca.Layer { frame = {0, 0, 40, 40}, contents = \(red), contentsCenter = {0.4, 0.4, 0.2, 0.2} }")),
    .drawingClipped: Case(
      broken: """
        local l = ca.Layer { frame = {0, 0, 9, 9}, delegate = { drawLayerInContext = function(_, _, c) c:fill({20, 20, 9, 9}) end } } --<
        l:setNeedsDisplay()
        \(root("l"))
        """,
      sound: """
        local l = ca.Layer { frame = {0, 0, 9, 9}, delegate = { drawLayerInContext = function(_, _, c) c:fill({5, 5, 9, 9}) end } }
        l:setNeedsDisplay()
        \(root("l"))
        """),
    .staleStretch: Case(
      broken: """
        local l = ca.Layer { frame = {0, 0, 9, 9}, delegate = { drawLayerInContext = function(_, _, c) c:fill({0, 0, 9, 9}) end } } --<
        l:display()
        l.bounds = {0, 0, 20, 20}
        \(root("l"))
        """,
      sound: """
        local l = ca.Layer { frame = {0, 0, 9, 9}, needsDisplayOnBoundsChange = true,
          delegate = { drawLayerInContext = function(_, _, c) c:fill({0, 0, 9, 9}) end } }
        l:display()
        l.bounds = {0, 0, 20, 20}
        \(root("l"))
        """),
    .shadowClipped: Case(
      broken: root(
        "ca.Layer { frame = {10, 10, 20, 20}, backgroundColor = 'red', shadowOpacity = 1, masksToBounds = true } --<"),
      sound: root("ca.Layer { frame = {10, 10, 20, 20}, backgroundColor = 'red', shadowOpacity = 1 }")),
    .shadowOff: Case(
      broken: root("ca.Layer { frame = {10, 10, 20, 20}, backgroundColor = 'red', shadowRadius = 5 } --<"),
      sound: root(
        "ca.Layer { frame = {10, 10, 20, 20}, backgroundColor = 'red', shadowRadius = 5, shadowOpacity = 0.5 }")),
    .shadowOfNothing: Case(
      broken: root("ca.Layer { frame = {10, 10, 20, 20}, shadowOpacity = 1 } --<"),
      sound: root(
        "ca.Layer { frame = {10, 10, 20, 20}, shadowOpacity = 1, ca.Layer { frame = {0, 0, 9, 9}, backgroundColor = 'red' } }"
      )),
    .cornerNoClip: Case(
      broken: root("ca.Layer { frame = {10, 10, 40, 40}, cornerRadius = 10, contents = \(red) } --<"),
      sound: root("ca.Layer { frame = {10, 10, 40, 40}, cornerRadius = 10, contents = \(red), masksToBounds = true }")),
    .maskSize: Case(
      broken: root(
        "ca.Layer { frame = {10, 10, 40, 40}, backgroundColor = 'red', mask = ca.Layer { bounds = {0, 0, 40, 40}, backgroundColor = 'red' } } --<"
      ),
      sound: root(
        "ca.Layer { frame = {10, 10, 40, 40}, backgroundColor = 'red', mask = ca.Layer { frame = {0, 0, 20, 40}, backgroundColor = 'red' } }"
      )),
    .maskColor: Case(
      broken: root(
        "ca.Layer { frame = {10, 10, 20, 20}, backgroundColor = 'red', mask = ca.Layer { frame = {0, 0, 20, 20}, contents = \(red) } } --<"
      ),
      sound: root(
        "ca.Layer { frame = {10, 10, 20, 20}, backgroundColor = 'red', mask = ca.Layer { frame = {0, 0, 10, 20}, contents = \(red) } }"
      )),
    .rasterScale: Case(
      broken: root("ca.Layer { frame = {10, 10, 20, 20}, backgroundColor = 'red', shouldRasterize = true } --<"),
      sound: root(
        "ca.Layer { frame = {10, 10, 20, 20}, backgroundColor = 'red', shouldRasterize = true, rasterizationScale = 2 }"
      ),
      scale: 2),
    .shapeDefaults: Case(
      broken: root("ca.ShapeLayer { path = 'M 0 0 L 9 0 L 9 9', lineWidth = 3 } --<"),
      sound: root("ca.ShapeLayer { path = 'M 0 0 L 9 0 L 9 9', lineWidth = 3, strokeColor = 'red' }")),
    .textBox: Case(
      broken: root(
        "ca.TextLayer { frame = {0, 0, 20, 20}, fontSize = 12, string = 'much longer', foregroundColor = 'black' } --<"),
      sound: root(
        "ca.TextLayer { frame = {0, 0, 20, 20}, fontSize = 12, string = 'much longer', foregroundColor = 'black', truncationMode = 'end' }"
      )),
    .gradientSkew: Case(
      broken: root(
        "ca.GradientLayer { frame = {0, 0, 80, 20}, colors = { 'red', 'blue' }, startPoint = {0, 0}, endPoint = {1, 1} } --<"
      ),
      sound: root(
        "ca.GradientLayer { frame = {0, 0, 20, 20}, colors = { 'red', 'blue' }, startPoint = {0, 0}, endPoint = {1, 1} }"
      )),
    .replicatorColor: Case(
      broken: root(
        "ca.ReplicatorLayer { frame = {0, 0, 50, 50}, instanceCount = 3, instanceGreenOffset = 0.2, --<\nca.Layer { frame = {0, 0, 9, 9}, backgroundColor = 'red' } }"
      ),
      sound: root(
        "ca.ReplicatorLayer { frame = {0, 0, 50, 50}, instanceCount = 3, instanceGreenOffset = -0.2,\nca.Layer { frame = {0, 0, 9, 9}, backgroundColor = 'red' } }"
      )),
    .backgroundFilterNothing: Case(
      broken: root("ca.Layer { frame = {10, 10, 40, 40}, backgroundFilters = { 'CIColorInvert' } } --<").replacing(
        "backgroundColor = 'white',", ""),
      sound: root("ca.Layer { frame = {10, 10, 40, 40}, backgroundFilters = { 'CIColorInvert' } }")),
    .noLayoutManager: Case(
      broken: root(
        "ca.Layer { frame = {0, 0, 9, 9}, backgroundColor = 'red', constraints = { ca.Constraint 'midX = superlayer.midX' } } --<"
      ),
      sound: root(
        "ca.Layer { frame = {0, 0, 9, 9}, backgroundColor = 'red', constraints = { ca.Constraint 'midX = superlayer.midX' } }",
        "layoutManager = ca.ConstraintLayoutManager(),")),
    .frameVsConstraint: Case(
      broken: root(
        """
        ca.Layer { bounds = {0, 0, 9, 9}, backgroundColor = 'red', --<
          constraints = { ca.Constraint 'minX = superlayer.minX', ca.Constraint 'maxX = superlayer.maxX - 9',
            ca.Constraint 'minY = superlayer.minY', ca.Constraint 'maxY = superlayer.maxY - 9' } }
        """, "layoutManager = ca.ConstraintLayoutManager(),"),
      sound: root(
        "ca.Layer { bounds = {0, 0, 9, 9}, backgroundColor = 'red', constraints = { ca.Constraint 'midX = superlayer.midX' } }",
        "layoutManager = ca.ConstraintLayoutManager(),")),
    .overrideNoSuper: Case(
      broken: """
        local Grid = ca.Layer:subclass("Grid")
        function Grid:layoutSublayers() end
        local grid = Grid { frame = {0, 0, 50, 50}, layoutManager = ca.ConstraintLayoutManager(), --<
          ca.Layer { frame = {0, 0, 9, 9}, backgroundColor = 'red', constraints = { ca.Constraint 'midX = superlayer.midX' } } }
        \(root("grid"))
        """,
      sound: """
        local Grid = ca.Layer:subclass("Grid")
        function Grid:layoutSublayers() Grid.super.layoutSublayers(self) end
        local grid = Grid { frame = {0, 0, 50, 50}, layoutManager = ca.ConstraintLayoutManager(),
          ca.Layer { frame = {0, 0, 9, 9}, backgroundColor = 'red', constraints = { ca.Constraint 'midX = superlayer.midX' } } }
        \(root("grid"))
        """),
    .snapBack: Case(
      broken: """
        local l = ca.Layer { frame = {0, 0, 9, 9}, backgroundColor = 'red' } --<
        l:addAnimation(ca.BasicAnimation { keyPath = 'position.x', toValue = 50, duration = 2 })
        \(root("l"))
        """,
      sound: """
        local l = ca.Layer { frame = {0, 0, 9, 9}, backgroundColor = 'red' }
        l:addAnimation(ca.BasicAnimation { keyPath = 'position.x', toValue = 50, duration = 2 })
        l.position = {50, 4.5}
        -- An animation that begins in its middle does not end at its toValue.
        local m = ca.Layer { frame = {0, 0, 9, 9}, backgroundColor = 'red' }
        m:addAnimation(ca.BasicAnimation { keyPath = 'position.x', toValue = 50, duration = 2, timeOffset = 0.5 })
        \(root("l, m"))
        """),
    .speedMultiplies: Case(
      broken: root(
        "ca.Layer { speed = 2,\nca.Layer { frame = {0, 0, 9, 9}, backgroundColor = 'red', speed = 2 } --<\n}"),
      sound: root("ca.Layer { ca.Layer { frame = {0, 0, 9, 9}, backgroundColor = 'red', speed = 2 } }")),
    .degrees: Case(
      broken: root(
        "ca.Layer { frame = {0, 0, 9, 9}, backgroundColor = 'red', transform = ca.Transform.rotation(90) } --<"),
      sound: root(
        "ca.Layer { frame = {0, 0, 9, 9}, backgroundColor = 'red', transform = ca.Transform.rotation(math.rad(90)) }")),
    .nilColor: Case(
      broken: root("ca.Layer { frame = {0, 0, 9, 9}, backgroundColor = red } --<"),
      sound: "local red = 'red'\n" + root("ca.Layer { frame = {0, 0, 9, 9}, backgroundColor = red }")),
    .unusedArgument: Case(
      broken: "print(ca.args.title) --<\n" + root(""), sound: "print(ca.args['titel'])\n" + root(""),
      arguments: [("titel", "x")]),
  ]

  private func findings(_ script: String, _ scene: Case) throws -> [Finding] {
    let engine = try Engine()
    return try engine.diagnose(
      script: Array("local ca = require 'layerlua' \(script)".utf8), name: "test.lua",
      arguments: ScriptArguments(named: scene.arguments), RenderOptions(scale: scene.scale))
  }

  @Test(
    arguments: LayerWarning.Rule.allCases.filter {
      // Rules of scene files have tests of their own: PackageDiagnosisTests.
      ($0.isFinding || $0 == .noParticles) && ![.sceneUnusedAsset, .sceneParked, .sceneManyFrames].contains($0)
    })
  func `every rule finds its scene, at its line, and leaves the sound one alone`(_ rule: LayerWarning.Rule) throws {
    let scene = try #require(
      Self.cases[rule], "DiagnosisTests.cases needs a scene that breaks \(rule.rawValue), and one that does not")
    let lines = scene.broken.split(separator: "\n", omittingEmptySubsequences: false)
    let line = try #require(lines.firstIndex { $0.hasSuffix("--<") }) + 1
    let found = try findings(scene.broken, scene).filter { $0.rule == rule }
    let all = try findings(scene.broken, scene).map(\.text)
    #expect(found.count == 1, "\(all)")
    #expect(found.first?.place == ScriptPlace(script: "test.lua", line: line), "\(found.map(\.text))")
    let other = try findings(scene.sound, scene)
    #expect(!other.contains { $0.rule == rule }, "\(other.map(\.text))")
    // It can be silenced by its name.
    let silent = try findings("ca.allow('\(rule.rawValue)') " + scene.broken, scene)
    #expect(!silent.contains { $0.rule == rule })
  }

  @Test func `a picture of random layers has no finding that its pixels contradict`() throws {
    for seed in 0..<60 {
      let engine = try Engine(Engine.Configuration(seed: UInt64(seed)))
      let layer = try #require(
        try engine.run(
          script: """
            local function color() return { math.random(), math.random(), math.random(), math.random(4) == 1 and 0.5 or 1 } end
            local function tree(depth, size)
              local layer = ca.Layer { bounds = {0, 0, math.random(size), math.random(size)}, position = { math.random(size), math.random(size) } }
              if math.random(3) > 1 then layer.backgroundColor = color() end
              if math.random(4) == 1 then layer.masksToBounds = true end
              if math.random(4) == 1 then layer.cornerRadius = math.random(20) end
              if math.random(5) == 1 then layer.opacity = math.random() end
              if math.random(5) == 1 then layer["transform.rotation.z"] = math.random() * 6 end
              if math.random(8) == 1 then layer["transform.rotation.y"] = math.random() * 6 layer.doubleSided = math.random(2) == 1 end
              if math.random(6) == 1 then layer.zPosition = math.random(9) - 5 end
              if math.random(9) == 1 then layer.filters = { ca.Filter("CIGaussianBlur", { inputRadius = 2 }) } end
              if depth > 0 then for _ = 1, math.random(4) do layer:addSublayer(tree(depth - 1, size * 0.8 // 1)) end end
              return layer
            end
            local root = tree(3, 120)
            root.bounds = {0, 0, 120, 120}
            return root
            """, name: "random.lua"))
      let findings = try engine.diagnose(layer)
      let whole = try engine.render(layer).bitmap
      for finding in findings {
        let unseen: Set<LayerWarning.Rule> = [.outsideCanvas, .cutAway, .occluded, .sameColor, .backFace, .edgeOn]
        guard unseen.contains(finding.rule), let unseenLayer = finding.layer else { continue }
        let color = unseenLayer.backgroundColor
        unseenLayer.backgroundColor = nil
        #expect(try engine.render(layer).bitmap.isEqual(to: whole), "seed \(seed): \(finding.text)")
        unseenLayer.backgroundColor = color
      }
    }
  }

  @Test func `a line that makes some layers that are seen makes the others on purpose`() throws {
    let script = """
      local root = ca.Layer { bounds = {0, 0, 100, 100}, backgroundColor = 'white' }
      for i = 0, 20 do root:addSublayer(ca.Layer { frame = {i * 10, 0, 5, 5}, backgroundColor = 'red' }) end
      for i = 20, 25 do root:addSublayer(ca.Layer { frame = {i * 10, 0, 5, 5}, backgroundColor = 'red' }) end
      return root
      """
    let found = try Engine().diagnose(script: Array(script.utf8), name: "t.lua")
    #expect(found.map(\.rule) == [.outsideCanvas])
    #expect(found.first?.others == 5)
    #expect(found.first?.place?.line == 3)
    #expect(found.first?.text.contains("and 5 others made here") == true)
  }

  @Test(arguments: [
    ("transform = ca.Transform.scale(0, 0)", LayerWarning.Rule.scaleZero),
    ("transform = ca.Transform.rotation(math.pi / 2, 0, 1, 0)", .edgeOn),
    ("transform = ca.Transform.rotation(math.pi, 0, 1, 0), doubleSided = false", .backFace),
    ("position = {500, 500}", .outsideCanvas),
  ]) func `a layer and its superlayer on one line are examined apart`(_ keys: String, _ rule: LayerWarning.Rule) throws
  {
    for separator in ["\n", " "] {
      let script =
        "return ca.Layer { bounds = {0, 0, 100, 100}, backgroundColor = 'white',\(separator)"
        + "ca.Layer { position = {30, 30}, bounds = {0, 0, 20, 20}, backgroundColor = 'red', \(keys) } }"
      let found = try Engine().diagnose(script: Array(script.utf8), name: "t.lua")
      #expect(found.map(\.rule) == [rule], "\(found.map(\.text))")
    }
    // Another class beside it is another row too.
    let script =
      "return ca.Layer { bounds = {0, 0, 100, 100}, backgroundColor = 'white', ca.Layer { frame = {10, 10, 20, 20}, "
      + "backgroundColor = 'red' }, ca.GradientLayer { frame = {0, 0, 100, 100}, colors = { 'blue', 'navy' } } }"
    let found = try Engine().diagnose(script: Array(script.utf8), name: "t.lua")
    #expect(found.map(\.rule) == [.occluded], "\(found.map(\.text))")
  }

  @Test(arguments: [
    "ca.axis { scale = ca.scale { domain = {0, 9}, range = {0, 80} } }",
    "ca.legend { entries = { { 'Rain', 'steelblue' } } }",
  ]) func `an axis or a legend that was never added is found`(_ made: String) throws {
    let lost = "local l = \(made)\nreturn ca.Layer { bounds = {0, 0, 9, 9} }"
    let found = try Engine().diagnose(script: Array(lost.utf8), name: "t.lua").filter { $0.rule == .notAttached }
    #expect(found.map { $0.place?.line } == [1], "\(found.map(\.text))")
    let added = "return ca.Layer { bounds = {0, 0, 99, 99}, \(made) }"
    let none = try Engine().diagnose(script: Array(added.utf8), name: "t.lua")
    #expect(!none.contains { $0.rule == .notAttached }, "\(none.map(\.text))")
  }

  @Test func `findings in scripts name the layer, and one layer can be allowed`() throws {
    let engine = try Engine()
    var printed = ""
    engine.onPrint = { printed += String(decoding: $0, as: UTF8.self) }
    try engine.run(
      script: """
        local a = ca.Layer { name = 'a', frame = {200, 0, 9, 9}, backgroundColor = 'red' }
        local b = ca.Layer { name = 'b', frame = {210, 0, 9, 9}, backgroundColor = 'red' }
        local root = ca.Layer { bounds = {0, 0, 100, 100}, backgroundColor = 'white', a, b }
        for _, f in ipairs(ca.diagnose(root)) do print(f.rule, f.layer == a, f.line, f.note, f.hint) end
        ca.allow('outside-canvas', a)
        for _, f in ipairs(ca.diagnose(root)) do print(f.rule, f.layer.name) end
        print(#ca.diagnose(root, { allow = { 'outside-canvas' } }))
        """, name: "t.lua")
    #expect(
      printed == """
        outside-canvas\ttrue\t1\tfalse\tposition counts in its superlayer
        outside-canvas\tfalse\t2\tfalse\tposition counts in its superlayer
        outside-canvas\tb
        0

        """)
  }

  @Test(arguments: [("opacity", "0", 0), ("hidden", "true", 0), ("cornerRadius", "0", 1)])
  func `a layer that a state shows or hides is not called hidden`(key: String, value: String, count: Int) throws {
    let script = """
      local box = ca.Layer { frame = {0, 0, 9, 9}, backgroundColor = 'red', opacity = 0 }
      local change = ca.StateSetValue { target = box, keyPath = '\(key)', value = \(value) }
      return ca.Layer { bounds = {0, 0, 20, 20}, backgroundColor = 'white', box,
        states = { ca.State { name = 'On', elements = { change } } } }
      """
    let found = try Engine().diagnose(script: Array(script.utf8), name: "t.lua")
    #expect(found.filter { $0.rule == .hiddenByAncestor }.count == count)
  }

  @Test func `a diagnosis writes no file, changes no layer, and says nothing when all is seen`() throws {
    let script =
      "local l = ca.Layer { bounds = {0, 0, 9, 9}, backgroundColor = 'red' }\nca.render(l, 'never.png')\nreturn l"
    let engine = try Engine()
    #expect(try engine.diagnose(script: Array(script.utf8), name: "t.lua").isEmpty)
    #expect(engine.rootLayer?.bounds.width == 9)
    #expect(throws: EngineError.self) { try Engine().diagnose(script: Array("print(1)".utf8), name: "t.lua") }
  }
}

extension String {
  fileprivate func replacing(_ part: String, _ other: String) -> String {
    guard let range = firstRange(of: part) else { return self }
    return self[..<range.lowerBound] + other + self[range.upperBound...]
  }

  private func firstRange(of part: String) -> Range<String.Index>? {
    var i = startIndex
    while i < endIndex {
      if self[i...].hasPrefix(part) { return i..<index(i, offsetBy: part.count) }
      i = index(after: i)
    }
    return nil
  }
}
