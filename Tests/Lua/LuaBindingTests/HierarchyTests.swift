// SPDX-License-Identifier: MIT
import LayerEngine
import Testing

/// Hierarchy and geometry used from scripts.
@Suite struct HierarchyTests {
  /// The names of `root`'s sublayers after a call; initially a, b and c.
  func order(_ call: String) throws -> [String] {
    try printed(
      """
      local root = ca.Layer { ca.Layer { name = "a" }, ca.Layer { name = "b" }, ca.Layer { name = "c" } }
      local a, b, c, d = root.sublayers[1], root.sublayers[2], root.sublayers[3], ca.Layer { name = "d" }
      \(call)
      local names = {}
      for i, l in ipairs(root.sublayers) do names[i] = l.name end
      print(table.concat(names))
      """)
  }

  @Test(arguments: [
    ("root:addSublayer(d)", "abcd"), ("root:addSublayer(a)", "bca"), ("root:insertSublayer(d, 1)", "dabc"),
    ("root:insertSublayer(d, 4)", "abcd"), ("root:insertSublayer(a, 3)", "bca"),
    ("root:insertSublayerAtIndex(d, 2)", "adbc"),
    ("root:insertSublayerBelow(d, b)", "adbc"), ("root:insertSublayerAbove(d, b)", "abdc"),
    ("root:insertSublayerBelow(c, a)", "cab"),
    ("root:insertSublayerAbove(a, c)", "bca"), ("root:replaceSublayer(b, d)", "adc"),
    ("root:replaceSublayerWith(b, a)", "ac"),
    ("root:replaceSublayer(b)", "ac"), ("b:removeFromSuperlayer()", "ac"), ("d:removeFromSuperlayer()", "abc"),
    ("root.sublayers = { c, d, a }", "cda"), ("root.sublayers = {}", ""), ("root.sublayers = nil", ""),
    ("root:setValue({ b }, 'sublayers')", "b"), ("ca.Layer {}:addSublayer(b)", "ac"), ("d.mask = b", "ac"),
    ("d.mask = b; d.mask = nil", "ac"),
    ("a.superlayer.mask = a; root:addSublayer(a)", "bca"), ("d.sublayers = { a, b }", "c"),
  ]) func `every form of adding, replacing and removing`(_ call: String, _ names: String) throws {
    #expect(try order(call) == [names])
  }

  @Test(arguments: [
    ("root:insertSublayer(d, 5)", "Layer:insertSublayer: the index must be a whole number from 1 to 4, got 5"),
    ("root:insertSublayer(a, 4)", "Layer:insertSublayer: the index must be a whole number from 1 to 3, got 4"),
    ("root:insertSublayer(d, 1.5)", "Layer:insertSublayer: the index must be a whole number from 1 to 4, got 1.5"),
    ("root:insertSublayer(d)", "Layer:insertSublayer: expected a number for the index, got nothing"),
    ("root:insertSublayerBelow(d, d)", "Layer.insertSublayerBelow: layer d is not a sublayer of Layer"),
    ("root.sublayers = { a, a }", "Layer.sublayers: layer Layer/a is listed twice"),
    ("root.sublayers = { a, 5 }", "Layer.sublayers: expected a list of layers, got number 5"),
    ("root.sublayers = 'abc'", "Layer.sublayers: expected a list of layers, got string \"abc\""),
    ("root.sublayers[1] = d", "a table read from a layer is a copy that cannot be changed"),
    ("a:addSublayer(root)", "Layer.addSublayer: layer Layer cannot be put into its own subtree, at Layer/a: a cycle"),
    ("d.mask = d", "Layer.mask: layer d cannot be put into itself"),
    ("d.mask = 5", "Layer.mask: expected a layer, got number 5"),
  ]) func `what cannot be is refused and changes nothing`(_ call: String, _ words: String) throws {
    let lines = try order("print(select(2, pcall(function() \(call) end)))")
    #expect(lines.first?.contains(words) == true, "\(lines)")
    #expect(lines.last == "abc")
  }

  @Test func `sublayers are found by name, by path and at any depth`() throws {
    let lines = try printed(
      """
      local root = ca.Layer { name = "root", ca.Layer { name = "dial", ca.Layer { name = "needle" }, ca.Layer { name = "end" } } }
      local dial = root.sublayers[1]
      print(root:sublayer("dial") == dial, root:sublayerNamed("dial") == dial, root:sublayer("needle"))
      print(root:find("needle") == dial.sublayers[1], root:find("dial/end") == dial.sublayers[2], root:find("end/dial"), root:find("root"))
      print(dial:isDescendantOf(root), root:isDescendantOf(dial))
      """)
    #expect(lines == ["true\ttrue\tnil", "true\ttrue\tnil\tnil", "true\tfalse"])
  }

  @Test func `conversions, hit tests and anchors answer to their selectors' words`() throws {
    let lines = try printed(
      """
      local root = ca.Layer { bounds = {0, 0, 200, 200}, anchorPoint = {0, 0} }
      local l = ca.Layer { frame = {50, 50, 100, 100} }
      root:addSublayer(l)
      print(l:convertPointToLayer({0, 0}, root), l:convertPointFromLayer({50, 50}, root), l:convertPointToLayer({1, 2}))
      print(l:convertRectToLayer({0, 0, 10, 10}, root), l:convertRectFromLayer({50, 50, 10, 10}, root))
      print(root:hitTest {60, 60} == l, root:layerAt {60, 60} == l, root:hitTest {20, 20} == root, root:hitTest {300, 0})
      print(l:contains {99, 99}, l:containsPoint {100, 99})
      local f = l.frame
      l["transform.rotation"] = 0.3
      local before = l:convertPointToLayer({10, 10}, root)
      l:setAnchorPointKeepingFrame {0, 1}
      local after = l:convertPointToLayer({10, 10}, root)
      print(l.anchorPoint, math.abs(before.x - after.x) + math.abs(before.y - after.y) < 1e-9)
      print(l:preferredFrameSize() == ca.Size(l.frame.width, l.frame.height), root:contentsAreFlipped())
      """)
    #expect(
      lines == [
        "Point(50, 50)\tPoint(0, 0)\tPoint(51, 52)", "Rect(50, 50, 10, 10)\tRect(0, 0, 10, 10)",
        "true\ttrue\ttrue\tnil", "true\tfalse",
        "Point(0, 1)\ttrue", "true\tfalse",
      ])
  }

  @Test func `times of layers convert down and up, and a layer that stands still is named`() throws {
    let lines = try printed(
      """
      local leaf = ca.Layer { name = "leaf", beginTime = 1, speed = 2, timeOffset = 0.5 }
      local mid = ca.Layer { beginTime = 2, speed = 3, timeOffset = 0.25, leaf }
      local root = ca.Layer { name = "root", mid }
      print(leaf:convertTimeFromLayer(10, mid), leaf:convertTimeFromLayer(10, root), leaf:convertTimeToLayer(10, mid))
      print(math.abs(leaf:convertTimeToLayer(10, root) - 23 / 6) < 1e-12, leaf:convertTimeFromLayer(10))
      leaf.speed = 0
      print(select(2, pcall(leaf.convertTimeToLayer, leaf, 1, root)))
      """)
    #expect(lines.prefix(2) == ["18.5\t47\t5.75", "true\t47"])
    #expect(lines.last?.contains("the speed of root/#1/leaf is 0") == true, "\(lines)")
  }

  @Test func `a flipped layer turns what is on it`() throws {
    let lines = try printed(
      """
      local root = ca.Layer { bounds = {0, 0, 100, 100}, anchorPoint = {0, 0} }
      local host = ca.Layer { frame = {0, 0, 100, 80}, geometryFlipped = true }
      local l = ca.Layer { frame = {0, 0, 10, 10} }
      root:addSublayer(host); host:addSublayer(l)
      print(host:contentsAreFlipped(), l:contentsAreFlipped(), l:convertPointToLayer({0, 0}, root))
      l.geometryFlipped = true
      print(l:contentsAreFlipped(), l.frame)
      """)
    #expect(lines == ["true\ttrue\tPoint(0, 80)", "false\tRect(0, 0, 10, 10)"])
  }
}
