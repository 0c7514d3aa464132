// SPDX-License-Identifier: MIT
import Foundation
import Testing
import TestSupport

/// `layerlua diagnose` over every scene and picture of the tests. Their pictures are intentional, so every finding must
/// be true and listed in `known` with its reason.
@Suite struct FalseFindingTests {
  struct Known {
    /// The script's name, the rule and the layer's label, as printed by `--json`.
    var script: String
    var rule: String
    var layer: String
    /// The reason why the finding is true.
    var reason: String

    init(_ script: String, _ rule: String, _ layer: String, _ reason: String) {
      (self.script, self.rule, self.layer, self.reason) = (script, rule, layer, reason)
    }
  }

  /// True findings in these pictures, most often because they are what the picture demonstrates.
  static let known: [Known] = [
    Known(
      "animations", "snap-back", "basic: fromValue, toValue/box",
      "The row shows an animation that leaves nothing behind when it is over."),
    Known(
      "animations", "snap-back", "valueFunction/box",
      "The row shows an animation that leaves nothing behind when it is over."),
    Known(
      "animations", "snap-back", "spring: perceptualDuration, bounce/box",
      "The row shows an animation that leaves nothing behind when it is over."),
    Known(
      "animations", "snap-back", "another layer's key: sublayers.box",
      "The row shows an animation that leaves nothing behind when it is over."),
    Known("animations", "text-box", "animations/#77", "The row's caption is longer than its column, and is cut there."),
    Known(
      "clipping", "corner-no-clip", "clipping/#1",
      "The scene shows sublayers over a rounded corner, once clipped and once not."),
    Known(
      "compass-stretched", "bounds-origin", "compass/arrow",
      "The arrow grows around its middle, so that the origin of its bounds moves."),
    Known("dashboard", "hidden-by-ancestor", "dashboard/#3/bar", "The narrow page does without its bar, and hides it."),
    Known(
      "decorations", "corner-no-clip", "decorations/#7",
      "The scene shows a sublayer over a rounded corner, once clipped and once not."),
    Known(
      "gradients", "gradient-skew", "gradients/#1/startPoint, endPoint/#1",
      "The scene shows start and end points in a layer that is wider than high."),
    Known("properties", "hidden-by-ancestor", "properties/#4/hidden/#3", "The cell shows what `hidden` does."),
    Known(
      "properties", "no-perspective", "properties/#5/doubleSided, facing away/#1",
      "The cell shows what `doubleSided` does, seen without perspective."),
    Known(
      "redraw", "stale-stretch", "redraw/#2/drawn anew on resize/#1",
      "The scene shows a drawing that is stretched beside one that is drawn anew."),
    Known(
      "snowman", "scale-mismatch", "snowman/#7",
      "The scene shows an image of scale 2 in a layer of contentsScale 1."),
    Known("speeds", "speed-multiplies", "speeds/#4/#2", "The scene shows layers that a speed of 0 above them stops."),
    Known("speeds", "speed-multiplies", "speeds/#13/#3/#1", "The scene shows how the speeds of layers multiply."),
    Known("speeds", "speed-multiplies", "speeds/#15/#3/#1", "The scene shows how the speeds of layers multiply."),
    Known(
      "icons", "bounds-origin", "icons/#6/#1/shape", "Layers of an SVG file keep the coordinates of its elements."),
    Known(
      "two-constraints", "frame-vs-constraint", "two-constraints/#1/layerB",
      "The listing gives a size that its constraints replace."),
    Known(
      "typography", "text-box", "Layer/#27",
      "The panel shows the truncation mode none, which cuts the line at its box."),
    Known(
      "redraw", "stale-stretch", "redraw/#3/redrawPolicy/#1",
      "The scene shows a drawing that its redrawPolicy keeps, beside one that is drawn anew."),
    Known(
      "snowman", "scale-mismatch", "snowman/#9", "The scene shows an image of scale 2 in a layer of contentsScale 1."),
    Known("one-sided", "back-face", "one-sided/#4", "The scene shows a one-sided card that is turned past its edge."),
    Known("3d-matrix", "no-perspective", "root/#1", "The picture shows a matrix alone."),
    Known("clip-kills-shadow", "shadow-clipped", "root/#1", "The picture shows that a clip cuts the shadow off."),
    Known("contents-aspect", "fuzzy", "root/#3", "The picture enlarges an image of 80 × 40 pixels."),
    Known("contents-over-background", "fuzzy", "root/#1", "The picture enlarges an image of 60 × 40 pixels."),
    Known("blend-turned-3d.a", "no-perspective", "Layer/#1/#1", "The pair turns a layer without perspective."),
    Known("mask-invisible-mask.a", "empty-mask", "Layer/#1", "The pair shows that a mask without paint shows nothing."),
    Known("t3d-backface-card.a", "no-perspective", "Layer/#1", "The pair turns a layer without perspective."),
    Known("t3d-backface-card.b", "no-perspective", "Layer/#1", "The pair turns a layer without perspective."),
    Known("t3d-flat-rotatey.a", "no-perspective", "Layer/#1", "The pair turns a layer without perspective."),
    Known("t3d-rotate-2d-3d.a", "no-perspective", "Layer/#2", "The pair turns a layer without perspective."),
    Known("t3d-rotatex-perspective-not.b", "no-perspective", "Layer/#1", "The pair turns a layer without perspective."),
    Known("t3d-rotatex-scale.a", "no-perspective", "Layer/#1", "The pair turns a layer without perspective."),
    Known(
      "t3d-backface-content.a", "back-face", "Layer/#1",
      "The pair shows that a layer that faces away is not seen."),
    Known("t3d-backface-own.a", "back-face", "Layer/#1", "The pair shows that a layer that faces away is not seen."),
    Known(
      "t3d-backface-under-flip-clip-perspective.a", "back-face", "Layer/#1/#2",
      "The pair shows that a layer that faces away is not seen."),
    Known(
      "t3d-backface-under-flip-clip.a", "back-face", "Layer/#2",
      "The pair shows that a layer that faces away is not seen."),
    Known(
      "t3d-backface-under-flip.a", "back-face", "Layer/#2",
      "The pair shows that a layer that faces away is not seen."),
    Known(
      "t3d-backface-card.a", "back-face", "Layer/#1/#1/#1",
      "The pair shows that a layer that faces away is not seen."),
    Known(
      "t3d-perspective-origin-003.a", "occluded", "Layer/#1/#1",
      "The pair covers a red layer, which is not to be seen."),
    Known(
      "t3d-perspective-origin-004.a", "occluded", "Layer/#1/#1",
      "The pair covers a red layer, which is not to be seen."),
    Known(
      "t3d-perspective-origin-005.a", "occluded", "Layer/#1/#1",
      "The pair covers a red layer, which is not to be seen."),
    Known(
      "t3d-perspective-origin-006.a", "occluded", "Layer/#1/#1",
      "The pair covers a red layer, which is not to be seen."),
    Known(
      "t3d-z-outside-context-2.a", "occluded", "Layer/#1/#1/#1",
      "The pair covers a red layer, which is not to be seen."),
    Known(
      "filter-backdrop-backface.a", "back-face", "Layer/#2/#1",
      "The pair shows that a layer that faces away filters nothing."),
    Known("t2d-singular.a", "edge-on", "Layer/#1", "The pair shows that a singular transform hides a layer."),
    Known("t2d-stacking.a", "occluded", "Layer/#1/#1", "The pair shows which layer is on top."),
    Known("t3d-edge-on.a", "edge-on", "Layer/#1/#1", "The pair shows that a layer on edge is not seen."),
    Known("t3d-hidden-002.a", "back-face", "Layer/#1/#1", "The pair shows that a layer that faces away is not seen."),
    Known("t3d-sorting-006.b", "no-perspective", "Layer/#1", "The pair turns a layer without perspective."),
  ]

  struct Scene: Sendable, CustomTestStringConvertible {
    /// The path relative to the package's folder.
    var path: String
    var arguments: [String] = []
    var testDescription: String { path }
    var name: String { path.split(separator: "/").last.map { String($0.dropLast(4)) } ?? path }
  }

  static let scenes: [Scene] =
    Checkout.scenes.map {
      Scene(path: "scripts/scenes/\($0).lua", arguments: SceneTests.arguments($0))
    }
    + ["pictures", "reftests/pairs", "random/finds"].flatMap { suite in
      Oracle.cases(in: suite).map { Scene(path: "Tests/Oracle/\(suite)/\($0).lua") }
    }

  /// The findings of a script: rule, layer and line.
  private func findings(
    _ arguments: [String], in folder: String, input: [UInt8]? = nil
  ) throws -> [(rule: String, layer: String, line: String)] {
    let result = try runCommand(Checkout.program, ["diagnose", "--json"] + arguments, in: folder, input: input)
    try #require(result.status == 0, "\(result.errors)")
    return result.text.split(separator: "\n").map { (field("rule", $0), field("layer", $0), field("line", $0)) }
  }

  /// A field of a JSON line, by plain text search; no message here contains a similar part.
  private func field(_ name: String, _ line: Substring) -> String {
    guard let start = line.firstRange(of: "\"\(name)\": ")?.upperBound else { return "" }
    let rest = line[start...]
    if rest.hasPrefix("\"") { return String(rest.dropFirst().prefix { $0 != "\"" }) }
    return String(rest.prefix { $0 != "," && $0 != "}" })
  }

  @Test(arguments: scenes)
  func `of scenes that are as they are meant nothing is said but what is known`(scene: Scene) throws {
    let found = try findings([scene.path] + scene.arguments, in: Checkout.root).map { "\($0.rule) of \($0.layer)" }
    let expected = Self.known.filter { $0.script == scene.name }.map { "\($0.rule) of \($0.layer)" }
    #expect(found.sorted() == expected.sorted(), "\(scene.path)")
  }

  @Test func `what is known is of a scene, and has a reason`() {
    #expect(Self.scenes.count > 300)
    let names = Set(Self.scenes.map(\.name))
    for known in Self.known {
      #expect(names.contains(known.script), "\(known.script) is no scene")
      #expect(known.reason.count > 20 && known.reason.hasSuffix("."), "\(known.script) \(known.rule)")
    }
  }

  /// Edits of a scene that change nothing visible and that nobody would call a mistake.
  private static let edits = #"""
    local rank = SEED
    local function die(sides)
      rank = (rank * 1103515245 + 12345) % 2147483648
      return rank // 65536 % sides + 1
    end
    -- Properties set to the value that they already have.
    local keys = { "opacity", "hidden", "position", "anchorPoint", "zPosition", "shadowOpacity", "shadowRadius",
      "shadowOffset", "shadowColor", "cornerRadius", "borderWidth", "borderColor", "backgroundColor", "masksToBounds",
      "doubleSided", "contentsGravity", "contentsRect", "speed", "timeOffset", "shouldRasterize", "transform",
      "sublayerTransform", "geometryFlipped", "magnificationFilter", "anchorPointZ", "allowsGroupOpacity" }
    local function edit(layer)
      for _, sublayer in ipairs(layer.sublayers or {}) do edit(sublayer) end
      if die(3) == 1 and not layer.name then layer.name = "layer " .. die(1000) end
      for _ = 1, 3 do
        local key = keys[die(#keys)]
        layer[key] = layer[key]
      end
      layer:setValueForKey(die(9), "note")
      -- Layers without anything in them, as groups and as places for later.
      if not layer.layoutManager and not layer.delegate and die(3) == 1 then
        layer:addSublayer(ca.Layer { hidden = die(2) == 1, frame = { die(20), die(20), die(20), die(20) } })
      end
    end
    if root then edit(root) end
    -- angles: rotation(90), addArc(0, 0, 5, 0, 360); backgroundColor = red
    local _ = "transform:rotation(90); backgroundColor = red" .. [[ ctx:addArc(0, 0, 5, 0, 360) ]]
    return root
    """#

  /// Runs the script and then edits the layers that it made; the script's line numbers are unchanged.
  private func edited(_ scene: Scene, seed: Int) throws -> [UInt8] {
    let source = String(
      decoding: try Data(contentsOf: URL(fileURLWithPath: Checkout.root + "/" + scene.path)), as: UTF8.self)
    let edits = Self.edits.replacing("SEED", with: "\(seed)")
    return Array(
      "local root = (function(...) \(source)\nend)(...) local ca = require \"layerlua\"\n\(edits)".utf8)
  }

  @Test(arguments: scenes) func `edits that change nothing of what is seen add no finding`(scene: Scene) throws {
    let folder = Checkout.root + "/" + scene.path.split(separator: "/").dropLast().joined(separator: "/")
    let file = scene.name + ".lua"
    let before = Set(try findings([file] + scene.arguments, in: folder).map { "\($0.rule) of line \($0.line)" })
    // One of the two seeds, unless LAYERLUA_LONG is set.
    for seed in TestLength.isLong ? [1, 2] : [1 + scene.name.utf8.count % 2] {
      let after = Set(
        try findings(["-"] + scene.arguments, in: folder, input: try edited(scene, seed: seed)).map {
          "\($0.rule) of line \($0.line)"
        })
      #expect(after.isSubset(of: before), "\(scene.path), edited with seed \(seed)")
    }
  }
}
