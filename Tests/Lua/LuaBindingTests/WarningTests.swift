// SPDX-License-Identifier: MIT
import LayerEngine
import LayerModel
import Testing

/// Warnings in general: each has a rule by which it can be silenced, and the script's line.
@Suite struct WarningTests {
  /// A script for each rule; the warning must refer to the line that ends with `--<`. The layer that the script returns
  /// is rendered.
  static let scripts: [LayerWarning.Rule: String] = [
    .nearMissKey: "local l = ca.Layer {}\nl.opacty = 1 --<",
    .foreignName: "local l = ca.Layer {}\nl.alpha = 0.5 --<",
    .duplicateName: "local l = ca.Layer { ca.Layer { name = 'a' }, ca.Layer { name = 'a' } }\nprint(l:find('a')) --<",
    .frameDerived:
      "local l = ca.Layer { bounds = {0, 0, 9, 9}, ['transform.rotation.z'] = 1 }\nl.frame = {0, 0, 5, 5} --<",
    .m34Sign:
      "local t = ca.Transform.identity\nlocal l = ca.Layer {}\nl.sublayerTransform = {1,0,0,0, 0,1,0,0, 0,0,1,0.01, 0,0,0,1} --<",
    .zExtreme: "local l = ca.Layer {}\nl.zPosition = 1e7 --<",
    .frameBeside: "local l = ca.Layer { frame = {0, 0, 9, 9}, position = {1, 1} } --<",
    .gravityTopBottom: """
    local l = ca.Layer { bounds = {0, 0, 9, 9}, contentsGravity = "top", contents = ca.Image { width = 1, height = 1, pixels = "abcd" } } --<
    return ca.Layer { bounds = {0, 0, 9, 9}, l }
    """,
    .opaqueCorner: "local l = ca.Layer { opaque = true }\nl.cornerRadius = 4 --<",
    .opaqueLate: """
    local l = ca.Layer { bounds = {0, 0, 9, 9}, delegate = { drawLayerInContext = function() end } }
    l:display()
    l.opaque = true --<
    """,
    .transformLayerIgnores: "local l = ca.TransformLayer {}\nl.backgroundColor = 'red' --<",
    .maskShared: "local m = ca.Layer {}\nlocal a, b = ca.Layer { mask = m }, ca.Layer {}\nb.mask = m --<",
    .maskCompositing: """
    local m = ca.Layer { bounds = {0, 0, 9, 9}, backgroundColor = "red", compositingFilter = "multiply" } --<
    return ca.Layer { bounds = {0, 0, 9, 9}, backgroundColor = "red", mask = m }
    """,
    .backgroundFilters: """
    return ca.Layer { bounds = {0, 0, 9, 9}, backgroundColor = "red", backgroundFilters = { "CIExposureAdjust" } } --<
    """,
    .filterCenter: """
    local l = ca.Layer { bounds = {0, 0, 9, 9}, backgroundColor = "red", filters = { "CIPinchDistortion" } } --<
    return ca.Layer { bounds = {0, 0, 9, 9}, l }
    """,
    .shapeWithoutBounds: """
    local s = ca.ShapeLayer { path = "M 0 0 L 9 0 L 9 9 Z", ["transform.rotation.z"] = 1 } --<
    return ca.Layer { bounds = {0, 0, 9, 9}, s }
    """,
    .gradientOneColor:
      "local g = ca.GradientLayer { bounds = {0, 0, 9, 9}, colors = { 'red' } } --<\nreturn ca.Layer { bounds = {0, 0, 9, 9}, g }",
    .replicatorZeroSize: """
    local r = ca.ReplicatorLayer { instanceCount = 3, instanceTransform = ca.Transform.rotation(1), --<
      ca.Layer { bounds = {0, 0, 2, 2}, backgroundColor = "red" } }
    return ca.Layer { bounds = {0, 0, 9, 9}, r }
    """,
    .noParticles: """
    local cell = ca.EmitterCell { birthRate = 9, contents = ca.Image { width = 1, height = 1, pixels = "abcd" } } --<
    local e = ca.EmitterLayer { bounds = {0, 0, 9, 9}, emitterCells = { cell } }
    return ca.Layer { bounds = {0, 0, 9, 9}, e }
    """,
    .noScrollLayer: "local l = ca.Layer {}\nl:scrollPoint {1, 1} --<",
    .contentsVsDrawing: """
    local l = ca.Layer { bounds = {0, 0, 9, 9}, delegate = { drawLayerInContext = function() end } }
    l:display()
    l.contents = ca.Image { width = 1, height = 1, pixels = "abcd" } --<
    """,
    .contentsVsText:
      "local l = ca.TextLayer { string = 'a' }\nl.contents = ca.Image { width = 1, height = 1, pixels = 'abcd' } --<",
    .noDrawHook: """
    local l = ca.Layer { bounds = {0, 0, 9, 9}, delegate = { drawLayer = function() end } } --<
    l:setNeedsDisplay()
    return l
    """,
    .fourHooks: """
    local l = ca.Layer { bounds = {0, 0, 9, 9}, --<
      delegate = { drawLayerInContext = function() end, displayLayer = function() end } }
    l:setNeedsDisplay()
    return l
    """,
    .redrawNever: "local l = ca.Layer { redrawPolicy = 'never' }\nl:setNeedsDisplay() --<",
    .unbalancedState: """
    local l = ca.Layer { bounds = {0, 0, 9, 9}, delegate = { drawLayerInContext = function(_, _, c) c:saveGState() end } } --<
    l:setNeedsDisplay()
    return l
    """,
    .missingFont:
      "local t = ca.TextLayer { bounds = {0, 0, 99, 20}, string = 'a', font = 'Papyrus' } --<\nreturn ca.Layer { bounds = {0, 0, 9, 9}, t }",
    .missingGlyphs:
      "local t = ca.TextLayer { bounds = {0, 0, 99, 20}, string = '\u{10FF00}' } --<\nreturn ca.Layer { bounds = {0, 0, 9, 9}, t }",
    .fontSettings:
      "local t = ca.TextLayer { bounds = {0, 0, 99, 20}, string = 'a', fontVariations = { wght = 300 } } --<\nreturn ca.Layer { bounds = {0, 0, 9, 9}, t }",
    .textFit: """
    local t = ca.TextLayer { bounds = {0, 0, 9, 9}, string = 'a text', fitsText = 'shrink', minimumFontSize = 30 } --<
    return ca.Layer { bounds = {0, 0, 9, 9}, t }
    """,
    .missingHyphens:
      "local t = ca.TextLayer { bounds = {0, 0, 99, 20}, string = 'a', wrapped = true, hyphenationFactor = 1, language = 'tlh' } --<\nreturn ca.Layer { bounds = {0, 0, 9, 9}, t }",
    .attributedText: """
    local t = ca.TextLayer { bounds = {0, 0, 99, 20}, fontSize = 12, string = ca.AttributedString("a") } --<
    return ca.Layer { bounds = {0, 0, 9, 9}, t }
    """,
    .autoresizeRefused: """
    local kid = ca.Layer { bounds = {0, 0, 4, 4}, autoresizingMask = { "widthSizable" } }
    local l = ca.Layer { bounds = {0, 0, 9, 9}, kid }
    kid.bounds = {0, 0, 1.7e308, 4}
    l.bounds = {0, 0, 1.7e308, 9} --<
    l.bounds = {0, 0, 9, 9}
    """,
    .autoresizeFromZero: """
    local l = ca.Layer { ca.Layer { bounds = {0, 0, 4, 4}, autoresizingMask = { "widthSizable" } } }
    l.bounds = {0, 0, 9, 9} --<
    """,
    .constraintSizeOnly: """
    local kid = ca.Layer { bounds = {0, 0, 4, 4} } --<
    kid:addConstraint(ca.Constraint("width = superlayer.width"))
    return ca.Layer { bounds = {0, 0, 9, 9}, layoutManager = ca.ConstraintLayoutManager(), kid }
    """,
    .constraintScale: "local k = ca.Constraint('minX', 'superlayer', 'minX', 10) --<",
    .noLayoutFunction: "return ca.Layer { bounds = {0, 0, 9, 9}, layoutManager = {}, ca.Layer() } --<",
    .animationDelegate: """
    local l = ca.Layer {}
    l:addAnimation(ca.BasicAnimation { keyPath = "opacity", toValue = 0, delegate = { animationDidFinish = function() end } }) --<
    """,
    .animationReplaced: """
    local l = ca.Layer {}
    ca.animate(1, function() l.opacity = 0 end)
    ca.animate({ duration = 1, delay = 1 }, function() l.opacity = 1 end) --<
    """,
    .callbacksInPictures: """
    local l = ca.Layer { bounds = {0, 0, 9, 9} }
    ca.animate({ duration = 1, completion = function() end }, function() l.opacity = 0 end)
    ca.render(l, { time = 2 }) --<
    """,
    .cutOff: "local l = ca.Layer {}\nl:addAnimation(ca.SpringAnimation { keyPath = 'opacity', toValue = 0 }) --<",
    .disabledActions: """
    local l = ca.Layer {}
    ca.Transaction.begin()
    ca.Transaction.setAnimationDuration(5)
    l.opacity = 0.2
    ca.Transaction.commit() --<
    """,
    .fillNeedsKeep:
      "local l = ca.Layer {}\nl:addAnimation(ca.BasicAnimation { keyPath = 'opacity', toValue = 0, fillMode = 'forwards' }) --<",
    .fullTurn: """
    local l = ca.Layer {}
    l:addAnimation(ca.BasicAnimation { keyPath = "transform", toValue = ca.Transform.rotation(2 * math.pi) }) --<
    """,
    .keyframes: """
    local l = ca.Layer {}
    l:addAnimation(ca.KeyframeAnimation { keyPath = "opacity", values = {0, 1}, keyTimes = {0, 0.5, 1} }) --<
    """,
    .openTransaction: "ca.Transaction.begin() --<\nlocal l = ca.Layer {}",
    .repeatTwice: """
    local l = ca.Layer {}
    l:addAnimation(ca.BasicAnimation { keyPath = "opacity", toValue = 0, repeatCount = 2, repeatDuration = 3 }) --<
    """,
    .gradientLocations: """
    return ca.GradientLayer { bounds = {0, 0, 9, 9}, colors = { "red", "blue" }, locations = { 0, 100 } } --<
    """,
    .frameValue: """
    local g = ca.GradientLayer { bounds = {0, 0, 9, 9}, type = "conic", colors = { "red", "blue" }, startPoint = {0.5, 0.5} } --<
    g:addAnimation(ca.BasicAnimation { keyPath = "endPoint", fromValue = {0.5, 0.5}, toValue = {1, 1} })
    return g
    """,
    .timingAnimated: """
    local l = ca.Layer {}
    l:addAnimation(ca.BasicAnimation { keyPath = "timeOffset", toValue = 1 }) --<
    """,
    .styleIgnored: "local l = ca.Layer {}\nl.style = { frame = {0, 0, 9, 9} } --<",
    .rotationMode: """
    local l = ca.Layer {}
    l:addAnimation(ca.KeyframeAnimation { keyPath = "position", values = { {0, 0}, {1, 1} }, rotationMode = "auto" }) --<
    """,
    .csvRagged: "local x = 1\nca.decodeCSV('a,b\\n1', { header = true }) --<",
    .csvSeparator: "local x = 1\nca.decodeCSV('a;b') --<",
    .jsonDuplicate: "local x = 1\nca.decodeJSON('{\"a\": 1, \"a\": 2}') --<",
    .extraArgument: "local l = ca.Layer {}\nl:addSublayer(ca.Layer {}, ca.Layer {}) --<",
    .nearMissHook: "local C = ca.Layer:subclass('C')\nfunction C:drawRect(ctx) end --<",
    .scriptFinalizer: "local t = {}\nsetmetatable(t, { __gc = print }) --<",
    .scriptWarning: "local x = 1\nwarn('hm') --<",
  ]

  /// The rules that no script alone can trigger, and where they are tested.
  static let others: Set<LayerWarning.Rule> = [
    .danglingDelegate,  // LayerModelTests.QuandaryTests: scripts' delegates live as long as their layers
    .contentsUnreadable,  // contents that fail while they are drawn
    .depthLimit,  // DepthTests
    .backdrop,  // FilterTests
    .emptyBackdrop,  // CompositingFilterTests
    .film, .filmSize, .framesUnlocked, .framesDamaged, .framesTwice,  // FilmTests, FrameTests
    .imageFile, .imageVariants, .fontFolder, .svgLeftOut,  // need files
    .linkLeftOut,  // ProgramTests: needs written files
    .noPicture,  // ProgramTests: about a script as a whole
    .isolation,  // IsolationTests: needs a system without the means
    .extraResults,  // about a script as a whole
    // CAMLReaderTests, ScenePackageTests: about scene files
    .sceneUnknown, .sceneValue, .sceneDuplicateID, .sceneNoTarget, .sceneKey, .sceneMissingAsset, .sceneScript,
    .sceneNamespace, .sceneUnsupported, .sceneSeveral, .sceneUnusedAsset, .sceneParked, .sceneManyFrames,
    .lottieLeftOut,  // OverrideTests: about Lottie files
  ]

  private func warnings(_ script: String, _ configuration: Engine.Configuration = Engine.Configuration()) throws
    -> [LayerWarning]
  {
    let engine = try Engine(configuration)
    var found: [LayerWarning] = []
    engine.onWarning = { found.append($0) }
    if let layer = try engine.run(script: script, name: "scenes/test.lua") { _ = try engine.render(layer) }
    engine.reportRepeatedWarnings()
    return found
  }

  @Test(arguments: LayerWarning.Rule.allCases.filter { !$0.isFinding })
  func `every rule warns with the script's line, and is silenced by its name`(
    _ rule: LayerWarning.Rule
  ) throws {
    #expect(rule.summary.hasSuffix("."))
    #expect(
      rule.rawValue.utf8.allSatisfy { $0 >= 97 && $0 <= 122 || $0 == 45 || $0 >= 48 && $0 <= 57 }, "\(rule.rawValue)")
    guard let script = Self.scripts[rule] else {
      #expect(Self.others.contains(rule), "WarningTests.scripts needs a script that brings the warning about")
      return
    }
    let line = try #require(script.split(separator: "\n").firstIndex { $0.hasSuffix("--<") }) + 1
    let found = try warnings(script)
    #expect(found.map(\.rule) == [rule], "\(found)")
    #expect(found.first?.place == ScriptPlace(script: "scenes/test.lua", line: line), "\(found)")
    // Both ways to allow it.
    #expect(try warnings(script, Engine.Configuration(allowedWarnings: [rule])).isEmpty)
    #expect(try warnings("ca.allow('\(rule.rawValue)') " + script).isEmpty)
  }

  @Test func `allowing holds from its line to the end of the run, and silences the count`() throws {
    let engine = try Engine()
    var found: [String] = []
    engine.onWarning = { found.append($0.description) }
    try engine.run(
      script: """
        local l = ca.Layer {}
        l.opacty = 1
        ca.Layer {}.opacty = 2
        ca.allow("near-miss-key", "z-extreme")
        l.positon = 1
        l.zPosition = 1e8
        """, name: "a.lua")
    engine.reportRepeatedWarnings()
    #expect(found.count == 1 && found.first?.hasPrefix("a.lua:2: Layer.opacty is not a property") == true, "\(found)")
    try engine.run(script: "local l = ca.Layer {}\nl.zPosition = 1e7", name: "b.lua")
    #expect(found.count == 2 && found.last?.hasPrefix("b.lua:2: ") == true, "\(found)")
  }

  @Test func `an unknown rule is an error that lists the known`() throws {
    let error = try failure("\nca.allow('near-mis-key')")
    #expect(error?.line == 2)
    let message = error?.message ?? ""
    #expect(
      message.hasPrefix(
        "ca.allow: there is no warning rule \"near-mis-key\"; did you mean \"near-miss-key\"? The rules are "))
    for rule in LayerWarning.Rule.allCases { #expect(message.contains(rule.rawValue)) }
    #expect(
      try failure("ca.allow()")?.message == "ca.allow: expected a string for the name of a warning's rule, got nothing")
    #expect(
      try failure("ca.allow('missing-font', 3)")?.message
        == "ca.allow: expected a string for the name of a warning's rule, got number 3")
  }

  @Test
  func
    `a layer's line is that of the module that made it, a copy's is the original's, and presentations and animations have theirs`()
    throws
  {
    let found = try warnings(
      """
      local function make(name)
        return ca.GradientLayer { name = name, bounds = {0, 0, 9, 9}, colors = { "red" } }
      end
      local other = load("return ca.GradientLayer { bounds = {0, 0, 9, 9}, colors = { 'red' } }", "@lib/other.lua")()
      other.name = "other"
      local l = make("first")
      l:addAnimation(ca.BasicAnimation { keyPath = "opacity", toValue = 0, duration = 9 })
      return ca.Layer { bounds = {0, 0, 9, 9}, l, l:copy(), other,
        ca.GradientLayer { name = "last", bounds = {0, 0, 9, 9}, colors = { "red" } } }
      """)
    #expect(
      found.map { $0.place?.description ?? "" } == [
        "scenes/test.lua:2", "scenes/test.lua:2", "lib/other.lua:1", "scenes/test.lua:9",
      ],
      "\(found)")
  }
}
