// SPDX-License-Identifier: MIT
import LayerEngine
import LuaRuntime
import Testing

/// The memory limit counts small objects that a script holds by their size.
@Suite struct ObjectMemoryTests {
  /// Expressions, and bytes that each object takes at least: two thirds of the growth of a process per object that a
  /// table holds, without the table.
  private static let kinds: [(expression: String, bytes: Int)] = [
    ("ca.scale { domain = {0, 1}, range = {0, 1} }", 465),
    ("ca.scale { type = 'band', domain = {'a', 'b', 'c'}, range = {0, 1} }", 600),
    ("ca.scale { type = 'ordinal', domain = {'a', 'b', 'c'}, range = {'red', 'blue'} }", 560),
    ("ca.Image.draw(1, 1, function() end)", 430), ("ca.Path.polygon({0, 0}, 5, 3)", 300), ("ca.timeline {}", 245),
    ("ca.Path('M0 0L1 1')", 235), ("ca.Path()", 148), ("ca.Path():move(1, 1):addLine(4, 5)", 235),
    ("ca.Path('M0 0L1 1'):copy()", 240), ("ca.Constraint('midX = superlayer.midX')", 160),
    ("ca.Layer():presentation()", 870), ("ca.TextLayer():presentation()", 1080), ("ca.Layer()", 400),
    ("ca.TextLayer()", 590), ("ca.ShapeLayer()", 540), ("ca.EmitterLayer()", 640), ("ca.EmitterCell()", 570),
    ("ca.BasicAnimation { keyPath = 'opacity' }", 395), ("ca.AttributedString('hello')", 610),
    ("ca.AttributedString { {'a'}, {'b', fontSize = 4} }", 1450), ("ca.random(i)", 160), ("ca.noise.seeded(i)", 160),
    ("ca.Filter('gaussianBlur')", 315), ("L.path", 148), ("L.contents", 138), ("L.constraints", 315),
    ("L:copy()", 1690), ("ca.Layer { delegate = {} }", 970), ("ca.Color(1, 0, 0)", 86),
  ]

  @Test(arguments: kinds) func `a small object counts by its size`(kind: (expression: String, bytes: Int)) throws {
    let engine = try Engine()
    let begin = """
      local path, image = ca.Path("M0 0L1 1C1 2 3 4 5 6"), ca.Image.draw(40, 40, function() end)
      L = ca.ShapeLayer { path = path, contents = image, constraints = { ca.Constraint("midX = superlayer.midX") },
        sublayers = { ca.Layer() } }
      K = {}
      for i = 1, 3000 do K[i] = false end
      """
    try engine.run(script: begin, name: "begin.lua")
    engine.state.collectGarbage()
    let before = engine.state.memoryUsed
    try engine.run(script: "for i = 1, 3000 do K[i] = \(kind.expression) end", name: "test.lua")
    engine.state.collectGarbage()
    let each = (engine.state.memoryUsed - before) / 3000
    #expect(each >= kind.bytes, "\(kind.expression): \(each) bytes each")
    #expect(each <= kind.bytes * 3, "\(kind.expression): \(each) bytes each")
    // Memory that Lua frees is given back. The scene keeps time lines.
    if kind.expression.hasPrefix("ca.timeline") { return }
    try engine.run(script: "for i = 1, 3000 do K[i] = false end", name: "end.lua")
    engine.state.collectGarbage()
    engine.state.collectGarbage()
    let left = (engine.state.memoryUsed - before) / 3000
    #expect(left <= max(64, kind.bytes / 4), "\(kind.expression): \(left) bytes each are left")
  }
}
