// SPDX-License-Identifier: MIT
import LayerEngine
import LayerModel
import TestSupport
import Testing

/// The reasons given by diagnoses, and the calls that they name.
@Suite struct ReasonTests {
  private func findings(_ script: String) throws -> [Finding] {
    try Engine().diagnose(script: Array(script.utf8), name: "t.lua")
  }

  private static let dot = "ca.Image.draw(4, 4, function(c) c:fill({0, 0, 4, 4}) end)"
  private static let clear = "ca.Image.draw(4, 4, function() end)"

  /// Layers on a white root of 100×100, with all findings about them.
  static let reasons: [(layers: String, rule: LayerWarning.Rule, words: String)] = [
    (
      "ca.Layer { frame = {10, 10, 20, 20}, backgroundColor = 'red', mask = ca.Layer { frame = {30, 30, 20, 20}, backgroundColor = 'red' } }",
      .emptyMask, "its mask (line 2) lies outside of it, at (30 30 20 20)"
    ),
    (
      "ca.Layer { frame = {10, 10, 20, 20}, mask = ca.Layer { frame = {30, 30, 9, 9}, backgroundColor = 'red' }, ca.Layer { frame = {0, 0, 9, 9}, backgroundColor = 'red' } }",
      .emptyMask, "lies outside of it"
    ),
    (
      "ca.Layer { frame = {10, 10, 20, 20}, backgroundColor = 'red', mask = ca.Layer { frame = {0, 0, 20, 20}, contents = \(clear) } }",
      .emptyMask, "paints nothing, since its image is clear"
    ),
    (
      "ca.Layer { frame = {10, 10, 20, 20}, backgroundColor = 'red', mask = ca.GradientLayer { frame = {0, 0, 20, 20} } }",
      .emptyMask, "since it has no colours and needs two: mask.colors = "
    ),
    (
      "ca.Layer { frame = {10, 10, 60, 60}, mask = ca.Layer { frame = {0, 0, 20, 20}, backgroundColor = 'red' }, ca.Layer { frame = {0, 0, 9, 9}, backgroundColor = 'red' },\nca.Layer { name = 'far', frame = {40, 40, 9, 9}, backgroundColor = 'red' } }",
      .cutAway, "the mask of root/#1 (line 2) does not reach the box of far, (50 50 9 9)"
    ),
    ("ca.ShapeLayer { path = 'M 10 10 L 90 40' }", .shapeEmpty, "a straight line, which has no area to fill"),
    (
      "ca.ShapeLayer { path = 'M 10 10 H 90 M 10 20 V 90 M 20 20 C 30 30 40 40 50 50' }", .shapeEmpty,
      "a straight line, which has no area to fill"
    ),
    (
      "ca.ShapeLayer { path = 'M 10 10 H 90', fillColor = false, strokeColor = 'red', strokeEnd = 0 }", .shapeEmpty,
      "its strokeEnd is 0 (line 2), so no part of its line is stroked: strokeEnd = 1"
    ),
    (
      "ca.ShapeLayer { path = 'M 10 10 H 90 V 90 Z', strokeColor = 'red', strokeStart = 1 }", .shapeEmpty,
      "has no line: its strokeStart is 1"
    ),
    (
      "ca.GradientLayer { frame = {10, 10, 50, 50}, colors = { 'transparent', '#ff000000' } }", .gradientStops,
      "its colours are all clear"
    ),
    ("ca.Layer { frame = {10, 10, 50, 50}, contents = \(clear) }", .clearContents, "its image is clear everywhere"),
    (
      "ca.Layer { frame = {10, 10, 50, 50}, contents = \(clear), cornerRadius = 9, masksToBounds = true }",
      .clearContents, "its image is clear everywhere"
    ),
    (
      "ca.Layer { frame = {10, 10, 50, 50}, backgroundColor = 'red', transform = ca.Transform.scale(0, 1, 1) }",
      .scaleZero, "its transform scales it to nothing (line 2)"
    ),
    (
      "ca.Layer { bounds = {0, 0, 90, 90}, position = {50, 50}, sublayerTransform = ca.Transform.scale(0),\nca.Layer { frame = {0, 0, 9, 9}, backgroundColor = 'red' } }",
      .scaleZero, "the sublayerTransform of root/#1 (line 2) scales it to nothing"
    ),
    (
      "ca.Layer { frame = {10, 10, 50, 50}, backgroundColor = 'red', ['transform.rotation.x'] = math.pi / 2 }", .edgeOn,
      "it is turned to its edge"
    ),
    (
      "ca.Layer { frame = {10, 10, 50, 50}, backgroundColor = 'black', compositingFilter = 'screenBlendMode' }",
      .sameColor, "its compositingFilter, or that of a layer above it, leaves what lies behind it unchanged"
    ),
    (
      "ca.Layer { frame = {10, 10, 50, 50}, backgroundColor = 'black', opacity = 0.001 }", .hiddenByAncestor,
      "its opacity, times that of the layers above it, is 0.001"
    ),
    (
      "ca.Layer { frame = {210, 10, 50, 50}, contents = \(clear) }", .outsideCanvas,
      "its box (210 10 50 50) lies right of the picture (0 0 100 100); and its image is clear everywhere"
    ),
    (
      "ca.Layer { name = 'white', frame = {10, 10, 20, 20}, backgroundColor = 'white' },\nca.Layer { name = 'top', frame = {5, 5, 40, 40}, backgroundColor = 'red' }",
      .occluded, "top (line 3) covers it; and its colour #ffffff equals that of what lies behind it"
    ),
    (
      "ca.Layer { frame = {10, 10, 50, 50}, backgroundColor = 'silver', delegate = { drawLayerInContext = function(_, _, c) c:fill({0, 0, 9, 9}) end } }",
      .neverDisplayed, "its delegate can draw but was never called"
    ),
    (
      "ca.Layer { frame = {10, 10, 50, 50}, backgroundColor = 'silver', delegate = { draw = function(_, _, c) c:fill({0, 0, 9, 9}) end } }",
      .neverDisplayed, "its delegate's draw is never called"
    ),
    (
      "ca.TextLayer { frame = {10, 10, 40, 10}, string = 'a line that is long', fontSize = 12, foregroundColor = 'black' }",
      .textBox, "is cut at its side and below: its text needs"
    ),
    (
      "ca.TextLayer { frame = {10, 10, 60, 80}, string = 'a line that is long', fontSize = 12, foregroundColor = 'black' }",
      .textBox, ": wrapped = true, or bounds = {0, 0, "
    ),
    (
      "ca.TextLayer { frame = {10, 10, 60, 16}, string = 'a line that is long', fontSize = 12, foregroundColor = 'black', wrapped = true }",
      .textBox, "is cut below"
    ),
    (
      "ca.Layer { frame = {10, 10, 50, 50}, backgroundColor = 'red', cornerRadius = 5, ca.Layer { frame = {0, 0, 50, 50}, contents = ca.Image.draw(50, 50, function(c) c:fill({0, 0, 50, 50}) end) } }",
      .cornerNoClip, "which reaches its corner"
    ),
    (
      "ca.Layer { frame = {10, 10, 20, 20}, backgroundColor = 'red', ['transform.rotation.z'] = -45 }", .degrees,
      "its transform.rotation.z (line 2) is -45 radians, 7.2 turns; angles are in radians: transform.rotation.z = math.rad(-45)"
    ),
    (
      "ca.EmitterLayer { emitterPosition = {50, 50}, emitterCells = { ca.EmitterCell { name = 'a', birthRate = 9, lifetime = 1, velocity = 9, contents = ca.Image.draw(4, 4, function(c) c:fill({0, 0, 4, 4}) end), emissionRange = 360 } } }",
      .degrees, "the emissionRange of its cell \"a\" is 360 radians, 57.3 turns"
    ),
    (
      "ca.EmitterLayer { emitterCells = { ca.EmitterCell { birthRate = 10, lifetime = 1, contents = \(dot) } } }",
      .noParticles, "none is born yet at 0 s, the first comes at 0.1 s: draw a later time: --time 1, or ca.render(layer"
    ),
    (
      "(function() local a = ca.TextLayer { frame = {0, 0, 40, 30}, wrapped = true, foregroundColor = 'black' } "
        + "a.string, B = ('word '):rep(60), ca.TextLayer { name = 'b' } a.continuesIn = B return a end)()",
      .textBox, "its text goes on in TextLayer b, which is not in the same layer tree"
    ),
    (
      "ca.Layer { frame = {10, 10, 20, 0}, backgroundColor = 'red' }", .emptyBounds, "its bounds have no height"
    ),
  ]

  @Test(arguments: 0..<reasons.count) func `what is not seen has one reason, and that is said`(_ i: Int) throws {
    let (layers, rule, words) = Self.reasons[i]
    let found = try findings(
      "return ca.Layer { name = 'root', bounds = {0, 0, 100, 100}, backgroundColor = 'white',\n\(layers)\n}")
    #expect(found.map(\.rule) == [rule], "\(found.map(\.text))")
    #expect(found.first?.text.contains(words) == true, "\(found.map(\.text))")
  }

  @Test func `a delegate without a hook is told once`() throws {
    let engine = try Engine()
    var warnings: [LayerWarning.Rule] = []
    engine.onWarning = { warnings.append($0.rule) }
    let found = try engine.diagnose(
      script: Array(
        """
        local l = ca.Layer { bounds = {0, 0, 50, 50}, backgroundColor = 'silver', delegate = { draw = function() end } }
        l:setNeedsDisplay()
        return l
        """.utf8), name: "t.lua")
    #expect(warnings == [.noDrawHook])
    #expect(found.isEmpty, "\(found.map(\.text))")
  }

  @Test(arguments: [
    "ca.BasicAnimation { keyPath = 'transform.rotation.z', toValue = 360, duration = 2 }",
    "ca.BasicAnimation { keyPath = 'transform.rotation', byValue = 90, duration = 2 }",
    "ca.SpringAnimation { keyPath = 'transform.rotation.x', fromValue = 0, toValue = -180, duration = 2 }",
    "ca.KeyframeAnimation { keyPath = 'transform.rotation.y', values = { 0, 180, 360 }, duration = 2 }",
    "ca.AnimationGroup { duration = 2, animations = { ca.BasicAnimation { keyPath = 'transform.rotation.z', toValue = 45 } } }",
  ]) func `a rotation that is animated to degrees is told at the animation's line`(_ animation: String) throws {
    let scene = { (animation: String) in
      """
      local l = ca.Layer { frame = {10, 10, 20, 20}, backgroundColor = 'red' }
      local root = ca.Layer { bounds = {0, 0, 100, 100}, sublayerTransform = ca.Transform.perspective(500), l }

      local animation = \(animation)
      l:addAnimation(animation, 'turn')
      return root
      """
    }
    let found = try findings(scene(animation))
    #expect(found.map(\.rule) == [.degrees], "\(found.map(\.text))")
    #expect(found.first?.place?.line == 4)
    // Radians and other keys are not reported.
    for sound in [
      "ca.BasicAnimation { keyPath = 'transform.rotation.z', toValue = 2 * math.pi, duration = 2 }",
      "ca.BasicAnimation { keyPath = 'transform.rotation.z', toValue = math.rad(360), duration = 2 }",
      "ca.KeyframeAnimation { keyPath = 'transform.rotation.z', values = { 0, 30, 61 }, duration = 2 }",
      "ca.BasicAnimation { keyPath = 'position.x', byValue = 30, duration = 2, autoreverses = true }",
    ] {
      #expect(try findings(scene(sound)).filter { $0.rule == .degrees }.isEmpty, "\(sound)")
    }
  }

  @Test func `a line that is gone when it was drawn on is told`() throws {
    let scene = { (keys: String, animation: String) in
      """
      local l = ca.ShapeLayer { path = 'M 10 10 H 90', fillColor = false, strokeColor = 'red', \(keys) }
      l:addAnimation(ca.BasicAnimation { keyPath = 'strokeEnd', fromValue = 0, toValue = 1, duration = 1, \(animation) }, 'strokeEnd')
      return ca.Layer { bounds = {0, 0, 100, 100}, l }
      """
    }
    let found = try findings(scene("strokeEnd = 0", ""))
    #expect(found.map(\.rule) == [.snapBack])
    #expect(found.first?.text.contains("disappears when its animation of strokeEnd is over") == true)
    #expect(try findings(scene("", "")).isEmpty)
    #expect(try findings(scene("strokeEnd = 0", "removedOnCompletion = false, fillMode = 'forwards'")).isEmpty)
    #expect(try findings(scene("strokeEnd = 0", "repeatCount = math.huge")).isEmpty)
  }

  @Test func `a layer that is added again and again is told where, and one that is brought to the front is not`() throws
  {
    let scene = { (body: String) in
      """
      local root = ca.Layer { bounds = {0, 0, 100, 100} }
      local dot = ca.Layer { name = 'dot', frame = {0, 0, 9, 9}, backgroundColor = 'red' }

      \(body)
      return root
      """
    }
    let found = try findings(scene("\nfor i = 1, 10 do dot.position = {i * 9, 9}\nroot:addSublayer(dot)\nend"))
    #expect(
      found.map(\.text) == [
        "dot (Layer) was added 10 times here; only the last addition counts: make one per iteration, or add "
          + "dot:copy()"
      ])
    #expect(found.first?.place?.line == 6)
    for broken in [
      "for i = 1, 3 do local card = ca.Layer { name = 'card' }\nroot:addSublayer(card)\ncard:addSublayer(dot) end",
      "for i = 1, 2 do root:insertSublayer(dot, 1) dot.position = {i * 30, 9} end",
      "local function place(x) dot.position = {x, 9} root:addSublayer(dot) end for i = 1, 2 do place(i * 30) end",
    ] {
      #expect(try findings(scene(broken)).map(\.rule) == [.addedAgain], "\(broken)")
    }
    for sound in [
      "local others = { dot, ca.Layer { backgroundColor = 'red', bounds = {0, 0, 9, 9} } } for i = 1, 9 do for _, l in ipairs(others) do l.position = {i * 9, 9} root:addSublayer(l) end end",
      "root:addSublayer(dot)\nroot:addSublayer(dot)\nroot:addSublayer(dot)",
      "for i = 1, 9 do dot.position = {i * 9, 9} root:addSublayer(dot) ca.render(root, i .. '.png') end",
      "for i = 1, 9 do root:addSublayer(dot) dot.position = {i * 9, 9} dot:removeFromSuperlayer() end root:addSublayer(dot)",
    ] {
      #expect(try findings(scene(sound)).isEmpty, "\(sound)")
    }
  }

  // MARK: Calls

  @Test func `what a helper makes for one caller is that caller's, and the message names it`() throws {
    let found = try findings(
      """
      local root = ca.Layer { bounds = {0, 0, 200, 100}, backgroundColor = 'white' }
      local function text(string, x, y, color)
        local t = ca.TextLayer { string = string, frame = {x, y, 80, 20}, fontSize = 12, foregroundColor = color }
        root:addSublayer(t)
      end
      local function box(x, y, w, h)
        root:addSublayer(ca.Layer { frame = {x, y, w, h}, backgroundColor = 'red' })
      end
      text('Title', 10, 10, 'black')
      text('Subtitle', 10, 30, 'white')
      text('Body', 1000, 50, 'black')
      for i = 1, 3 do box(10 * i, 80, 5, 5) end
      for i = 1, 3 do box(60 + 10 * i, 80, 0, 5) end
      text('Foot', 100, 50)
      return root
      """)
    #expect(
      found.map { "\($0.rule.rawValue) \($0.place?.line ?? 0) \($0.callers.map(\.line)) \($0.others)" } == [
        "same-colour 3 [10] 0", "outside-canvas 3 [11] 0", "empty-bounds 7 [13] 2", "white-text 3 [14] 0",
      ], "\(found.map(\.text))")
    #expect(found[0].text.contains("(made at t.lua:3, called from t.lua:10)"))
    #expect(found[2].text.contains("(made at t.lua:7, called from t.lua:13), and 2 others made by that call: "))
  }

  @Test func `what goes wrong for every caller, or for many, is the line's`() throws {
    let found = try findings(
      """
      local root = ca.Layer { bounds = {0, 0, 200, 100}, backgroundColor = 'white' }
      local function card(x, y, opacity)
        root:addSublayer(ca.Layer { frame = {x, y, 9, 9}, backgroundColor = 'red', shadowRadius = 5, shadowOpacity = opacity })
      end
      local function blank(x)
        root:addSublayer(ca.TextLayer { string = 'a', position = {x, 50}, foregroundColor = 'black' })
      end
      blank(10)
      blank(20)
      \((0..<9).map { "card(\($0 * 20), 10)\n" }.joined())
      card(190, 10, 0.5)
      return root
      """)
    #expect(
      found.map { "\($0.rule.rawValue) \($0.place?.line ?? 0) \($0.callers.count) \($0.others)" } == [
        "empty-bounds 6 0 1", "shadow-off 3 0 8",
      ], "\(found.map(\.text))")
  }

  @Test func `rows that go on beyond the edge are meant, and a stray among them is not`() throws {
    let scene = { (values: String) in
      """
      local root = ca.Layer { bounds = {0, 0, 100, 100}, backgroundColor = 'white' }
      for _, x in ipairs { \(values) } do
        root:addSublayer(ca.Layer { frame = {x, 10, 9, 9}, backgroundColor = 'red' })
      end
      return root
      """
    }
    #expect(try findings(scene("0, 20, 40, 60, 80, 100, 120, 140")).isEmpty)
    #expect(try findings(scene("0, 90, 180")).isEmpty)
    #expect(try findings(scene("0, 20, 40, 600, 80")).map(\.rule) == [.outsideCanvas])
    #expect(try findings(scene("0, 20, 40, -600, 80")).map(\.rule) == [.outsideCanvas])
  }

  @Test func `texts of the colour behind them are told in loops too`() throws {
    let found = try findings(
      """
      local root = ca.Layer { bounds = {0, 0, 100, 100}, backgroundColor = 'white' }
      for i, color in ipairs { 'black', 'white', 'red' } do
        root:addSublayer(ca.TextLayer { string = color, frame = {10, i * 25 - 20, 80, 20}, fontSize = 12, foregroundColor = color })
        root:addSublayer(ca.Layer { frame = {90, i * 25 - 20, 8, 8}, backgroundColor = color })
      end
      return root
      """)
    #expect(found.map(\.rule) == [.sameColor])
    #expect(found.first?.layer?.className == "TextLayer")
  }

  // MARK: At random

  /// Causes of invisibility, as the keys of a layer at a free place.
  private static let causes: [(rule: LayerWarning.Rule, keys: @Sendable (_ x: Int, _ y: Int, _ size: Int) -> String)] =
    [
      (.outsideCanvas, { "frame = {\($0 + 300), \($1), \($2), \($2)}, backgroundColor = 'red'" }),
      (.emptyBounds, { x, y, _ in "position = {\(x), \(y)}, backgroundColor = 'red'" }),
      (.sameColor, { "frame = {\($0), \($1), \($2), \($2)}, backgroundColor = 'white'" }),
      (.clearContents, { "frame = {\($0), \($1), \($2), \($2)}, contents = \(clear)" }),
      (
        .scaleZero,
        { "frame = {\($0), \($1), \($2), \($2)}, backgroundColor = 'red', transform = ca.Transform.scale(1, 0)" }
      ),
      (
        .edgeOn,
        { "frame = {\($0), \($1), \($2), \($2)}, backgroundColor = 'red', ['transform.rotation.x'] = math.pi / 2" }
      ),
      (
        .backFace,
        {
          "frame = {\($0), \($1), \($2), \($2)}, backgroundColor = 'red', doubleSided = false, ['transform.rotation.y'] = math.pi"
        }
      ),
      (
        .emptyMask,
        {
          "frame = {\($0), \($1), \($2), \($2)}, backgroundColor = 'red', mask = ca.Layer { frame = {\($2), 0, 9, 9}, backgroundColor = 'red' }"
        }
      ),
      (
        .emptyMask,
        {
          "frame = {\($0), \($1), \($2), \($2)}, backgroundColor = 'red', mask = ca.Layer { bounds = {0, 0, \($2), \($2)} }"
        }
      ),
      (
        .occluded,
        {
          "frame = {\($0), \($1), \($2), \($2)}, backgroundColor = 'red' },\nca.Layer { frame = {\($0), \($1), \($2), \($2)}, backgroundColor = 'blue'"
        }
      ),
      (.hiddenByAncestor, { "frame = {\($0), \($1), \($2), \($2)}, backgroundColor = 'red', opacity = 0.0005" }),
    ]

  @Test func `layers of 150 random scenes are unseen for the reason that was planted`() throws {
    for seed in 0..<150 as Range<UInt64> {
      var random = SeededRandom(seed)
      // A grid of 25-point cells: some hold an invisible layer, the others a visible one.
      var text = "return ca.Layer { name = 'root', bounds = {0, 0, 100, 100}, backgroundColor = 'white',\n"
      var expected: [String] = []
      for cell in 0..<16 {
        let (x, y) = (cell % 4 * 25 + 2, cell / 4 * 25 + 2)
        let size = Int.random(in: 8...20, using: &random)
        guard Int.random(in: 0..<4, using: &random) == 0, let cause = Self.causes.randomElement(using: &random) else {
          let keys = ["cornerRadius = 4", "borderWidth = 2", "zPosition = 1", "name = 'seen'"]
          text +=
            "ca.Layer { frame = {\(x), \(y), \(size), \(size)}, backgroundColor = 'green', \(keys.randomElement(using: &random) ?? "") },\n"
          continue
        }
        expected.append(cause.rule.rawValue)
        text += "ca.Layer { name = 'cell \(cell)', \(cause.keys(x, y, size)) },\n"
      }
      let found = try findings(text + "}")
      #expect(found.map(\.rule.rawValue) == expected, "seed \(seed)\n\(text)\n\(found.map(\.text))")
    }
  }
}
