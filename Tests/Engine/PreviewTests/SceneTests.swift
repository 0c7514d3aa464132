// SPDX-License-Identifier: MIT
import Formats
import Foundation
import Geometry
import LayerEngine
import LayerModel
import Pixels
import Preview
import Testing
import TestSupport

/// Requests about a scene: the tree, keys, the layer at a point, edits and animation tracks.
@Suite struct SceneTests {
  // MARK: Paths and places

  @Test func `paths are names where these are the first of their kind, and lead back`() throws {
    let talk = try Conversation(richScene)
    let paths = try talk.paths()
    #expect(Set(paths).count == paths.count)
    #expect(paths.count == 16)
    for path in [
      "root", "root/card/title", "root/card/#2", "root/#2", "root/#3", "root/#6", "root/masked/mask",
      "root/depth/turned",
    ] { #expect(paths.contains(path), "\(path)") }
    for path in paths {
      let answer = try talk.ask("layer", ["path": path])
      #expect((answer.head["layer"] as? [String: Any])?["path"] as? String == path)
    }
  }

  @Test func `names of any kind lead back`() throws {
    let names = ["", "a/b", "mask", "#1", "a", "a", "é", "e\u{301}", "x\ny", "/", "#", "../..", "%2F", "\u{1F600}"]
    let list = names.map { "ca.Layer { name = \(luaString($0)) }" }.joined(separator: ", ")
    let talk = try Conversation("return ca.Layer { name = \"r/s\", bounds = {0, 0, 9, 9}, \(list) }")
    let paths = try talk.paths()
    #expect(paths.count == names.count + 1)
    #expect(paths.first == "#1")
    var found: Set<String> = []
    for path in paths {
      let row = try #require(try talk.ask("tree", ["of": path]).layers.first)
      #expect(row["path"] as? String == path)
      found.insert("\(row["name"] ?? "")|\(path)")
    }
    #expect(found.count == paths.count)
  }

  @Test func `quads are the boxes of inspect and the corners that layers convert`() throws {
    for script in [richScene, Self.deepScene, Self.flippedScene] {
      let talk = try Conversation(script)
      let other = try Engine()
      let layer = try #require(try other.run(script: script, name: "scene.lua"))
      let inspection = try layer.inspect()
      let json = try JSONSerialization.jsonObject(with: Data(inspection.json.utf8))
      var boxes: [String: [String: Double]] = [:]
      func gather(_ entry: [String: Any]) {
        if let label = entry["label"] as? String { boxes[label] = entry["canvasFrame"] as? [String: Double] }
        for below in entry["sublayers"] as? [[String: Any]] ?? [] { gather(below) }
        if let mask = entry["mask"] as? [String: Any] { gather(mask) }
      }
      gather(try #require(json as? [String: Any]))
      var compared = 0
      for path in try talk.paths() {
        let row = try #require(try talk.ask("tree", ["of": path]).layers.first)
        guard let quad = row["quad"] as? [Double] else { continue }
        let xs = stride(from: 0, to: 8, by: 2).map { quad[$0] }
        let ys = stride(from: 1, to: 8, by: 2).map { quad[$0] }
        let inner = try #require(Self.layer(layer, path))
        // If two layers share a label, the table holds the last one in the dump.
        if let box = boxes[inner.label], !path.contains("title"), !path.contains("#2") {
          #expect(abs((xs.min() ?? 0) - (box["x"] ?? 1e9)) < 1e-9, "\(path)")
          #expect(abs((ys.max() ?? 0) - (box["y"] ?? 1e9) - (box["height"] ?? 0)) < 1e-9, "\(path)")
          compared += 1
        }
        if layer.isGeometryFlipped || inner is TransformLayer { continue }
        for (i, corner) in inner.bounds.corners.enumerated() {
          let there = try inner.convertPoint(corner, to: layer)
          #expect(abs(there.x - quad[2 * i]) < 1e-9 && abs(there.y - quad[2 * i + 1]) < 1e-9, "\(path)")
        }
      }
      #expect(compared > 2)
    }
  }

  /// The layer at a path without escaped names.
  private static func layer(_ root: Layer, _ path: String) -> Layer? {
    var layer: Layer? = root
    for part in path.split(separator: "/").dropFirst() {
      if part == "mask" {
        layer = layer?.mask
      } else if part.hasPrefix("#"), let i = Int(part.dropFirst()) {
        layer = layer?.sublayers[i - 1]
      } else {
        layer = layer?.sublayers.first { $0.name == String(part) }
      }
    }
    return layer
  }

  private static let deepScene = """
    local root = ca.Layer { name = "root", bounds = {10, 20, 200, 200} }
    root["sublayerTransform.m34"] = -1 / 300
    local box = ca.TransformLayer { name = "box", frame = {50, 60, 80, 80}, transform = ca.Transform.rotation(0.6, 1, 1, 0) }
    for i = 1, 4 do
      box:addSublayer(ca.Layer { name = "side" .. i, bounds = {0, 0, 40, 40}, position = {40, 40}, zPosition = i * 10,
        backgroundColor = "red", transform = ca.Transform.rotation(i, 0, 1, 0.2),
        ca.Layer { name = "inner", frame = {5, 5, 10, 10}, transform = ca.Transform.rotation(0.3, 1, 0, 0) } })
    end
    root:addSublayer(box)
    return root
    """

  private static let flippedScene = """
    return ca.Layer { name = "root", bounds = {5, 7, 100, 80}, geometryFlipped = true,
      ca.Layer { name = "low", frame = {10, 12, 20, 10}, backgroundColor = "red",
        ca.Layer { name = "in", frame = {1, 2, 5, 5}, backgroundColor = "blue" } },
      ca.Layer { name = "flip", frame = {50, 40, 30, 20}, geometryFlipped = true,
        ca.Layer { name = "in", frame = {1, 2, 5, 5}, backgroundColor = "green" } } }
    """

  @Test func `a quad lies around the pixels of its layer, in a flipped picture too`() throws {
    for script in [Self.flippedScene, Self.deepScene] {
      let talk = try Conversation(script)
      let origin = try #require(talk.event("ready")?.head["origin"] as? [Double])
      for path in try talk.paths() {
        let answer = try talk.ask("own", ["path": path, "scale": 2])
        let image = try picture(answer)
        var box: (left: Int, top: Int, right: Int, bottom: Int)?
        for y in 0..<image.height {
          for x in 0..<image.width where image[x, y] >> 24 > 0 {
            let old = box ?? (x, y, x, y)
            box = (min(old.left, x), min(old.top, y), max(old.right, x), max(old.bottom, y))
          }
        }
        guard let box, let quad = answer.head["quad"] as? [Double] else { continue }
        let xs = stride(from: 0, to: 8, by: 2).map { (quad[$0] - origin[0]) * 2 }
        let ys = stride(from: 1, to: 8, by: 2).map { (quad[$0] - origin[1]) * 2 }
        #expect(abs(Double(box.left) - (xs.min() ?? 0)) <= 2, "\(path)")
        #expect(abs(Double(box.right + 1) - (xs.max() ?? 0)) <= 2, "\(path)")
        #expect(abs(Double(box.top) - (ys.min() ?? 0)) <= 2, "\(path)")
        #expect(abs(Double(box.bottom + 1) - (ys.max() ?? 0)) <= 2, "\(path)")
      }
    }
  }

  @Test func `rows follow the time`() throws {
    let talk = try Conversation(
      """
      local dot = ca.Layer { name = "dot", bounds = {0, 0, 10, 10}, position = {5, 5} }
      local root = ca.Layer { bounds = {0, 0, 100, 10}, dot }
      dot:addAnimation(ca.BasicAnimation { keyPath = "position.x", fromValue = 5, toValue = 95, duration = 2 })
      return root
      """)
    for (t, x) in [(0.0, 0.0), (1, 45), (1.5, 67.5)] {
      let rows = try talk.ask("tree", ["t": t]).layers
      #expect((rows[1]["quad"] as? [Double])?[0] == x)
      #expect(rows[1]["moves"] as? Bool == true)
      #expect(rows[0]["moves"] as? Bool == false)
    }
    // Changes by ca.onFrame are included, and are undone afterwards.
    let driven = try Conversation(
      """
      local dot = ca.Layer { name = "dot", bounds = {0, 0, 10, 10} }
      ca.onFrame(function(t) dot.position = {t * 10, 0} end)
      return ca.Layer { bounds = {0, 0, 100, 10}, dot }
      """)
    #expect((try driven.ask("tree", ["t": 3]).layers[1]["quad"] as? [Double])?[0] == 25)
    #expect((try driven.ask("tree", ["t": 0]).layers[1]["quad"] as? [Double])?[0] == -5)
  }

  @Test func `a row says the line that made the layer`() throws {
    let talk = try Conversation(
      "local a = ca.Layer { name = 'a' }\nlocal b = ca.Layer {\n  bounds = {0, 0, 9, 9}, a }\nreturn b")
    let rows = try talk.ask("tree").layers
    #expect(rows.map { $0["line"] as? Int } == [2, 1])
    #expect((rows[0]["script"] as? String)?.hasSuffix("/scene.lua") == true)
    #expect((rows[0]["script"] as? String)?.hasPrefix("/") == true)
  }

  @Test func `ten thousand layers are asked for by the row`() throws {
    let talk = try Conversation(
      """
      local root = ca.Layer { name = "root", bounds = {0, 0, 1000, 1000} }
      for i = 1, 100 do
        local row = ca.Layer { name = "row" .. i, frame = {0, i * 10 - 10, 1000, 10} }
        for j = 1, 100 do row:addSublayer(ca.Layer { frame = {j * 10 - 10, 0, 8, 8}, backgroundColor = "red" }) end
        root:addSublayer(row)
      end
      return root
      """, isIdle: false)
    // Visible pixels are counted once per time for all layers.
    try talk.ask("tree", ["t": 0.5])
    for i in 1...20 { #expect(try talk.ask("tree", ["of": "root/row\(i)", "t": 0.5]).layers.count == 101) }
    #expect(try talk.ask("search", ["text": "ROW9"]).layers.map { $0["name"] as? String }.first == "row9")
    #expect(try talk.ask("search", ["text": ""]).layers.count == 200)
  }

  @Test func `what is below a layer is told by the page`() throws {
    let talk = try Conversation(
      """
      local root = ca.Layer { name = "root", bounds = {0, 0, 100, 100} }
      root.mask = ca.Layer { bounds = {0, 0, 200, 200}, backgroundColor = "black" }
      for i = 1, 2500 do root:addSublayer(ca.Layer { name = i % 2 == 0 and "even" or nil, frame = {0, 0, i, 1} }) end
      return root
      """, isIdle: false)
    func rows(_ fields: [String: Any]) throws -> [String] {
      let rows = try talk.ask("tree", fields).layers
      #expect(rows.first?["path"] as? String == "root")
      #expect(rows.first?["children"] as? Int == 2501)
      return rows.dropFirst().compactMap { $0["path"] as? String }
    }
    // At most a thousand per request, the mask first.
    var all: [String] = []
    while true {
      let page = try rows(["from": all.count])
      #expect(page.count <= 1000)
      if page.isEmpty { break }
      all += page
    }
    #expect(all.count == 2501)
    #expect(all.prefix(4) == ["root/mask", "root/#1", "root/even", "root/#3"])
    #expect(all.last == "root/#2500")
    for (from, count) in [(0, 1), (1, 1), (0, 0), (998, 7), (2500, 5), (2501, 5), (1_000_000, 1), (10, 5000)] {
      let expected = all.dropFirst(from).prefix(min(count, 1000))
      #expect(try rows(["from": from, "count": count]) == Array(expected), "\(count) from \(from)")
    }
    // A layer's answer contains its index among its siblings.
    for index in [0, 1, 2, 1700, 2500] {
      #expect(try talk.ask("tree", ["of": all[index], "count": 0]).layers.map { $0["index"] as? Int } == [index])
    }
    let wrong = try talk.ask("tree", ["from": -1]).error
    #expect(wrong == "tree: from: expected a whole number from 0, got number -1")
    #expect(try talk.ask("tree", ["count": 0.5]).error?.contains("count: expected a whole number") == true)
    #expect(try rows(["from": 1e300, "count": 1e300]) == [])
  }

  // MARK: Under a point

  @Test func `a pixel that an opaque layer painted last names that layer`() throws {
    for seed in 0..<12 as Range<UInt64> {
      var random = SeededRandom(seed)
      var count = 0
      func make(_ depth: Int) -> String {
        count += 1
        let color = "{\(Double(count % 16) / 15), \(Double(count / 16 % 16) / 15), \(Double(count / 256) / 15)}"
        let w = Int.random(in: 10...70, using: &random)
        let h = Int.random(in: 10...70, using: &random)
        var text =
          "ca.Layer { bounds = {0, 0, \(w), \(h)}, position = {\(Int.random(in: 0...80, using: &random)), "
          + "\(Int.random(in: 0...80, using: &random))}"
        if Int.random(in: 0..<4, using: &random) > 0 { text += ", backgroundColor = \(color)" }
        if Int.random(in: 0..<3, using: &random) == 0 {
          text += ", zPosition = \(Int.random(in: -3...3, using: &random))"
        }
        if Int.random(in: 0..<5, using: &random) == 0 { text += ", masksToBounds = true" }
        if Int.random(in: 0..<8, using: &random) == 0 { text += ", hidden = true" }
        if Int.random(in: 0..<3, using: &random) == 0 {
          text += ", transform = ca.Transform.rotation(\(Double.random(in: -3...3, using: &random)))"
        }
        if Int.random(in: 0..<8, using: &random) == 0 { text += ", geometryFlipped = true" }
        if depth < 4 { for _ in 0..<Int.random(in: 0...3, using: &random) { text += ", " + make(depth + 1) } }
        return text + " }"
      }
      let inner = (0..<5).map { _ in make(1) }.joined(separator: ", ")
      let talk = try Conversation("return ca.Layer { name = 'root', bounds = {0, 0, 100, 100}, \(inner) }")
      let image = try picture(try talk.ask("frame"))
      var colors: [UInt32: String] = [:]
      for path in try talk.paths() {
        let keys = try talk.ask("layer", ["path": path]).keys
        guard let text = keys.first(where: { $0["key"] as? String == "backgroundColor" })?["value"] as? String,
          text != "nil", let color = Color(css: text.replacingOccurrences(of: "\"", with: ""))
        else { continue }
        func byte(_ v: Double) -> UInt32 { UInt32((v * 255).rounded()) }
        colors[byte(color.red) | byte(color.green) << 8 | byte(color.blue) << 16 | 0xFF00_0000] = path
      }
      var asked = 0
      for y in stride(from: 3, to: 100, by: 7) {
        for x in stride(from: 2, to: 100, by: 7) {
          // Only away from edges.
          guard let path = colors[image[x, y]], x < 99, y < 99, x > 0, y > 0,
            [image[x - 1, y], image[x + 1, y], image[x, y - 1], image[x, y + 1]].allSatisfy({ $0 == image[x, y] })
          else { continue }
          let answer = try talk.ask("pick", ["x": Double(x) + 0.5, "y": Double(y) + 0.5])
          #expect(answer.head["path"] as? String == path, "seed \(seed), \(x), \(y)")
          #expect((answer.head["paths"] as? [String])?.contains(path) == true)
          asked += 1
        }
      }
      #expect(asked > 5, "seed \(seed)")
    }
  }

  @Test func `beside all layers nothing is picked`() throws {
    let talk = try Conversation(
      "return ca.Layer { bounds = {0, 0, 50, 50}, ca.Layer { frame = {10, 10, 5, 5}, backgroundColor = 'red' } }")
    let answer = try talk.ask("pick", ["x": 30, "y": 30])
    #expect(answer.head["path"] is NSNull)
    #expect(answer.head["paths"] as? [String] == ["#1"])
    #expect(try talk.ask("pick", ["x": -30, "y": 30]).head["paths"] as? [String] == [])
    #expect(try talk.ask("pick", ["x": 12, "y": 12]).head["path"] as? String == "#1/#1")
  }

  // MARK: Keys

  @Test func `each value says where it came from`() throws {
    let talk = try Conversation(richScene)
    func origin(_ path: String, _ key: String) throws -> String? {
      try talk.ask("layer", ["path": path]).keys.first { $0["key"] as? String == key }?["from"] as? String
    }
    #expect(try origin("root/card", "zPosition") == "default")
    #expect(try origin("root/card", "cornerRadius") == "set")
    #expect(try origin("root/gauge", "heading") == "style")
    #expect(try origin("root/gauge", "opacity") == "class")
    #expect(try origin("root/placed", "position") == "constraint")
    #expect(try origin("root/masked", "opacity") == "animation")
    #expect(try origin("root/masked", "mask") == "set")
    #expect(try origin("root/masked", "note") == "set")
    #expect(try origin("root", "bounds") == "set")
    #expect(try origin("root/gauge", "bounds") == "set")
    let stack = try Conversation(
      """
      local inner = ca.Layer { name = "inner", bounds = {0, 0, 10, 10} }
      return ca.Layer { name = "root", bounds = {0, 0, 100, 100}, layoutManager = ca.StackLayoutManager(), inner }
      """)
    let key = try #require(
      try stack.ask("layer", ["path": "root/inner"]).keys.first { $0["key"] as? String == "position" })
    #expect(key["from"] as? String == "layout")
    #expect(key["detail"] is String)
  }

  @Test func `each value names the line that set it`() throws {
    let talk = try Conversation(
      """
      local l = ca.Layer { name = "l", bounds = {0, 0, 9, 9},
        cornerRadius = 2,
        opacity = 1 }
      l.borderWidth = 3
      l["transform.rotation.z"] = 1
      l.frame = {1, 2, 3, 4}
      return ca.Layer { name = "r", bounds = {0, 0, 9, 9}, l }
      """)
    var lines: [String: Int] = [:]
    var origins: [String: String] = [:]
    for key in try talk.ask("layer", ["path": "r/l"]).keys {
      guard let name = key["key"] as? String else { continue }
      lines[name] = (key["place"] as? [String: Any])?["line"] as? Int
      origins[name] = key["from"] as? String
    }
    #expect(lines["cornerRadius"] == 2)
    #expect(lines["opacity"] == 3)
    #expect(origins["opacity"] == "set")
    #expect(lines["borderWidth"] == 4)
    #expect(lines["transform"] == 5)
    #expect(lines["frame"] == 6)
    #expect(lines["position"] == 6)
    #expect(lines["zPosition"] == nil)
    #expect(try talk.ask("edit", ["path": "r/l", "key": "cornerRadius", "value": "4"]).isFine)
    let edited = try talk.ask("layer", ["path": "r/l"]).keys.first { $0["key"] as? String == "cornerRadius" }
    #expect(edited?["edited"] as? Bool == true)
    #expect(edited?["place"] is NSNull)
  }

  /// Each animatable number of a layer is animated from its default and back: at both ends it has its constant value.
  @Test func `what moves is never as it always is`() throws {
    let talk = try Conversation(
      """
      local root = ca.Layer { name = "root", bounds = {0, 0, 90, 90}, backgroundColor = "white" }
      for _, class in ipairs { "ShapeLayer", "TextLayer", "ReplicatorLayer", "EmitterLayer", "GradientLayer" } do
        local layer = ca[class] { name = class, frame = {0, 0, 30, 30} }
        for _, key in ipairs(layer:keys()) do
          local value = layer[key]
          if type(value) == "number" and value + 1 < math.huge then
            pcall(layer.addAnimation, layer,
              ca.KeyframeAnimation { keyPath = key, values = { value, value + 1, value }, duration = 2 }, key)
          end
        end
        layer:addAnimation(ca.BasicAnimation { keyPath = "transform.rotation.z", toValue = 1, duration = 2 }, "turn")
        root:addSublayer(layer)
      end
      return root
      """)
    let tracks = try #require(try talk.ask("tracks").head["tracks"] as? [[String: Any]])
    #expect(tracks.count > 60)
    for time in [0, 1, 2] {
      for path in Set(tracks.compactMap { $0["path"] as? String }) {
        let keys = try talk.ask("layer", ["path": path, "t": time]).keys
        for track in tracks where track["path"] as? String == path {
          let name = try #require((track["key"] as? String)?.split(separator: ".").first)
          let key = try #require(keys.first { $0["key"] as? String == String(name) })
          let isMoving = key["from"] as? String == "animation" && key["default"] as? Bool == false
          #expect(isMoving, "\(path).\(name) at \(time)")
        }
      }
    }
  }

  @Test func `a layer without a name says its text or what it paints`() throws {
    let long = String(repeating: "word ", count: 1000)
    let talk = try Conversation(
      """
      return ca.Layer { name = "root", bounds = {0, 0, 90, 90},
        ca.TextLayer { string = "Two lines\\n  of text", frame = {0, 0, 90, 40} },
        ca.TextLayer { string = "\(long)", frame = {0, 0, 90, 40} },
        ca.TextLayer { string = ca.AttributedString { { "bold", weight = "bold" }, " and plain" }, frame = {0, 0, 90, 40} },
        ca.TextLayer { string = "  ", frame = {0, 0, 90, 40}, backgroundColor = "#112233" },
        ca.Layer { frame = {0, 0, 9, 9}, backgroundColor = "red", cornerRadius = 2 },
        ca.GradientLayer { frame = {0, 0, 9, 9}, colors = {"red", "blue"} },
        ca.ShapeLayer { path = "M 0 0 L 9 9", fillColor = false, strokeColor = "#00ff00", lineWidth = 2 },
        ca.Layer { frame = {0, 0, 9, 9}, borderWidth = 1 },
        ca.Layer { frame = {0, 0, 9, 9}, hidden = true, backgroundColor = "red" },
        ca.Layer { frame = {0, 0, 9, 9} },
      }
      """)
    let rows = try talk.ask("tree").layers.dropFirst().map { $0["says"] as? String }
    let cut = "“" + String(String(repeating: "word ", count: 8).prefix(39)) + "…”"
    #expect(
      rows == [
        "“Two lines of text”", cut, "“bold and plain”", "background #112233", "background #ff0000",
        "axial gradient of 2 colours", "stroke 2 #00ff00", "border 1 #000000", "background #ff0000", nil,
      ], "\(rows)")
    let found = try talk.ask("search", ["text": "of TEXT"]).layers.map { $0["path"] as? String }
    #expect(found == ["root/#1"])
  }

  @Test func `a value's text is a Lua expression of the value`() throws {
    let talk = try Conversation(richScene)
    var compared = 0
    for path in try talk.paths() {
      for key in try talk.ask("layer", ["path": path]).keys where key["editable"] as? Bool == true {
        let name = try #require(key["key"] as? String)
        let text = try #require(key["value"] as? String)
        // An animated value is not the layer's own; the frame of a rotated layer cannot be set to the value read.
        guard key["from"] as? String != "animation", name != "frame" else { continue }
        let edited = try talk.ask("edit", ["path": path, "key": name, "value": text])
        if let error = edited.error {
          // A key that is nil without a default cannot be set to nil.
          #expect(text == "nil" || text.hasPrefix("an "), "\(path) \(name) = \(text): \(error)")
          continue
        }
        // The name is part of the path.
        guard name != "name" else {
          try talk.ask("undo", ["path": path, "key": name])
          continue
        }
        let again = try talk.ask("layer", ["path": path]).keys.first { $0["key"] as? String == name }
        #expect(again?["value"] as? String == text, "\(path) \(name)")
        #expect(try talk.ask("undo", ["path": path, "key": name]).isFine)
        compared += 1
      }
    }
    #expect(compared > 400)
    #expect(try talk.ask("frame", ["raw": true]).bytes == talk.event("ready")?.bytes)
  }

  // MARK: Edits

  @Test func `an edit changes the picture until it is undone`() throws {
    let talk = try Conversation(richScene)
    let first = talk.event("ready")?.bytes
    let edits: [(String, String, String, String)] = [
      ("root/card", "opacity", "0.25", "layer.opacity = 0.25"),
      ("root/card", "transform.rotation.z", " 0.3 ", "layer:setValueForKeyPath(0.3, \"transform.rotation.z\")"),
      ("root/card/title", "string", "\"Bye\"", "layer.string = \"Bye\""),
      ("root", "bounds", "{0, 0, 200, 90}", "layer.bounds = {0, 0, 200, 90}"),
      ("root/placed", "constraints", "{'midX = superlayer.minX'}", "layer.constraints = {'midX = superlayer.minX'}"),
      ("root/many", "instanceCount", "2", "layer.instanceCount = 2"),
      ("root/gauge", "heading", "5", "layer.heading = 5"),
      ("root/#3", "colors", "{'white', 'black'}", "layer.colors = {'white', 'black'}"),
      ("root/blurred", "filters.blur.inputRadius", "6", "layer:setValueForKeyPath(6, \"filters.blur.inputRadius\")"),
      ("root/#2", "path", "ca.Path():addRect({0, 0, 5, 5})", "layer.path = ca.Path():addRect({0, 0, 5, 5})"),
      ("root/masked/mask", "cornerRadius", "0", "layer.cornerRadius = 0"),
      ("root/masked", "backgroundColor", "ca.Color('lime')", "layer.backgroundColor = ca.Color('lime')"),
    ]
    var made: [(String, String)] = []
    for (path, key, value, lua) in edits {
      let answer = try talk.ask("edit", ["path": path, "key": key, "value": value])
      #expect(answer.head["lua"] as? String == lua, "\(key): \(answer.error ?? "")")
      #expect(try talk.ask("frame", ["raw": true]).bytes != first, "\(key)")
      made.append((path, key))
      if made.count % 3 == 0 {
        // Each undone separately, and not in the reverse order of the edits.
        for (path, key) in made { #expect(try talk.ask("undo", ["path": path, "key": key]).isFine, "\(key)") }
        made = []
        #expect(try talk.ask("frame", ["raw": true]).bytes == first, "after \(key)")
      }
    }
    for (path, key) in made { _ = try talk.ask("undo", ["path": path, "key": key]) }
    #expect(try talk.ask("frame", ["raw": true]).bytes == first)
    #expect(try talk.ask("undo", ["path": "root", "key": "opacity"]).error == "opacity of root was not edited")
  }

  @Test func `edits of any keys in any order, all undone, leave the first bytes`() throws {
    let talk = try Conversation(richScene)
    let first = try talk.ask("frame", ["t": 0.5]).bytes
    let paths = try talk.paths()
    var random = SeededRandom(7)
    let values = [
      "0", "0.5", "-3", "40", "true", "false", "{3, 4}", "{0, 0, 30, 20}", "'red'", "nil", "{1, 0, 0, 0.5}",
      "{2, 0, 0, 2, 5, 5}", "'center'", "'M 0 0 L 9 9 L 0 9 Z'", "{'red', 'blue'}", "{0.2, 0.4}", "'text'", "1e300",
    ]
    var made: [(path: String, key: String)] = []
    var accepted = 0
    for _ in 0..<600 {
      let path = paths.randomElement(using: &random) ?? "root"
      let keys = try talk.ask("layer", ["path": path]).keys
      guard let key = keys.randomElement(using: &random)?["key"] as? String, key != "name" else { continue }
      let value = values.randomElement(using: &random) ?? "0"
      if try talk.ask("edit", ["path": path, "key": key, "value": value]).isFine {
        accepted += 1
        if !made.contains(where: { $0.path == path && $0.key == key }) { made.append((path, key)) }
      }
      // A value that the script's own drawing cannot use would make all further frames fail, so it is undone.
      while try !made.isEmpty && !talk.ask("frame", ["t": 0.5, "scale": 0.1]).isFine {
        let last = made.removeLast()
        _ = try talk.ask("undo", ["path": last.path, "key": last.key])
      }
      if accepted % 10 == 9 { _ = try talk.ask("frame", ["t": 0.5, "scale": 0.5]) }
      if made.count > 8 {
        let place = Int.random(in: 0..<made.count, using: &random)
        let undone = made.remove(at: place)
        // An edit that is invalid in the remaining state is undone along with it.
        _ = try talk.ask("undo", ["path": undone.path, "key": undone.key])
      }
    }
    #expect(accepted > 60)
    for (path, key) in made { _ = try talk.ask("undo", ["path": path, "key": key]) }
    #expect(try talk.ask("frame", ["t": 0.5]).bytes == first)
  }

  @Test func `what cannot be edited says why, and changes nothing`() throws {
    let talk = try Conversation(richScene)
    func error(_ key: String, _ value: String) throws -> String? {
      try talk.ask("edit", ["path": "root/card", "key": key, "value": value]).error
    }
    #expect(try error("opactiy", "1") == "Layer has no property opactiy; did you mean opacity?")
    #expect(try error("opacity", "'big'") == "Layer.opacity: expected a number, got string \"big\"")
    #expect(try error("opacity", "0.5 0.6") != nil)
    #expect(try error("opacity", "0.5 end print(1)") != nil)
    #expect(try error("opacity", "1, 2") == "expected one value, got 2")
    #expect(try error("opacity", "error('no')") == "no")
    #expect(try error("sublayers", "{}")?.contains("is changed in the script") == true)
    #expect(try error("superlayer", "nil") == "Layer.superlayer can only be read")
    #expect(try error("bounds", "{0, 0, 0/0, 1}") != nil)
    #expect(try error("opacity", "") != nil)
    #expect(try talk.ask("frame", ["raw": true]).bytes == talk.event("ready")?.bytes)
  }

  // MARK: Tracks

  @Test func `tracks are in the picture's time`() throws {
    let talk = try Conversation(
      """
      local root = ca.Layer { name = "root", bounds = {0, 0, 10, 10} }
      local slow = ca.Layer { name = "slow", speed = 0.5, beginTime = 1 }
      root:addSublayer(slow)
      slow:addAnimation(ca.BasicAnimation { keyPath = "opacity", toValue = 0, duration = 1, beginTime = 1 })
      root:addAnimation(ca.KeyframeAnimation { keyPath = "position", values = { {0, 0}, {1, 1}, {2, 2} }, duration = 2,
        keyTimes = {0, 0.25, 1}, repeatCount = 3 })
      local group = ca.AnimationGroup { duration = 4, beginTime = 2,
        animations = { ca.BasicAnimation { keyPath = "zPosition", toValue = 3, duration = 1, beginTime = 1 } } }
      root:addAnimation(group)
      root:addAnimation(ca.BasicAnimation { keyPath = "cornerRadius", toValue = 3, duration = 1, autoreverses = true,
        repeatCount = math.huge })
      return root
      """)
    let tracks = try #require(try talk.ask("tracks").head["tracks"] as? [[String: Any]])
    #expect(tracks.map { $0["key"] as? String } == ["position", "zPosition", "cornerRadius", "opacity"])
    #expect(tracks.map { $0["path"] as? String } == ["root", "root", "root", "root/slow"])
    #expect(tracks.map { $0["begin"] as? Double } == [0, 3, 0, 3])
    #expect(tracks.map { $0["end"] as? Double } == [6, 4, nil, 5])
    #expect(tracks[0]["keyTimes"] as? [Double] == [0, 0.25, 1])
    #expect(tracks[0]["repeats"] as? Double == 3)
    #expect(tracks[0]["cycle"] as? Double == 2)
    #expect(tracks[2]["keyTimes"] as? [Double] == [0, 0.5, 1])
    #expect(tracks[2]["cycle"] as? Double == 2)
    #expect(tracks[0]["animation"] as? String == "KeyframeAnimation")
    #expect(tracks[3]["line"] as? Int == 4)
  }

  @Test func `a layer's own picture lies where it is in the whole`() throws {
    let talk = try Conversation(
      """
      return ca.Layer { name = "root", bounds = {0, 0, 40, 40}, backgroundColor = "white", opacity = 0.5,
        ca.Layer { name = "a", frame = {10, 10, 20, 20}, backgroundColor = "red", opacity = 0.5,
          ca.Layer { name = "b", frame = {5, 5, 5, 5}, backgroundColor = "blue" } } }
      """)
    let alone = try picture(try talk.ask("own", ["path": "root/a"]))
    #expect(alone.width == 40)
    #expect(alone[12, 12] == 0x8000_0080)
    #expect(alone[16, 16] == alone[12, 12])
    #expect(alone[5, 5] == 0)
    let whole = try picture(try talk.ask("own", ["path": "root/a", "alone": false]))
    #expect(whole[16, 16] == 0x8080_0000)
    let inner = try talk.ask("own", ["path": "root/a/b", "crop": true, "scale": 2])
    #expect(inner.head["quad"] as? [Double] == [15, 15, 20, 15, 20, 20, 15, 20])
    let rect = try #require(inner.head["rect"] as? [Double])
    let cropped = try picture(inner)
    #expect(Double(cropped.width) == rect[2] * 2)
    #expect(rect[0] <= 15 && rect[0] >= 14)
    #expect(cropped[Int((15.5 - rect[0]) * 2), Int((15.5 - rect[1]) * 2)] == 0xFFFF_0000)
    let empty = try Conversation("return ca.Layer { bounds = {0, 0, 9, 9} }")
    let nothing = try empty.ask("own", ["path": "#1", "crop": true])
    #expect(nothing.isFine && nothing.bytes == nil)
  }
}

/// Quotes text as a Lua string.
private func luaString(_ text: String) -> String {
  "\"" + text.utf8.map { "\\" + String(repeating: "0", count: 3 - "\($0)".count) + "\($0)" }.joined() + "\""
}
