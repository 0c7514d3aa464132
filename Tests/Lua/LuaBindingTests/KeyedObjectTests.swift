// SPDX-License-Identifier: MIT
import LayerEngine
import Testing

// Keyed objects other than layers, used from scripts; emitter cells represent them all.
@Suite struct KeyedObjectTests {
  @Test func `a cell has the fields of its class, and the same Lua object`() throws {
    let lines = try printed(
      """
      local cell = ca.EmitterCell { name = "fire", velocity = 100, color = "red", birthRate = 10 }
      local layer = ca.EmitterLayer { emitterCells = { cell } }
      print(cell.className, cell.velocity, cell.color, cell:value("birthRate"), cell.isEnabled, cell.contents)
      print(rawequal(layer.emitterCells[1], cell), #cell:keys(), cell:defaultValueForKey("scale"), tostring(cell):match("^%a+"))
      layer["emitterCells.fire.velocity"] = 55
      print(cell.velocity, layer["emitterCells.fire.color.green"])
      cell.emitterCells = { ca.EmitterCell { name = "spark" } }
      layer:setValueForKeyPath(7, "emitterCells.fire.emitterCells.spark.scale")
      print(cell.emitterCells[1].scale, layer:valueForKeyPath("emitterCells.fire.emitterCells.spark.scale"))
      cell.tag = 3
      print(cell.tag, cell:customKeys()[1])
      """)
    #expect(
      lines == [
        "EmitterCell\t100\tColor(1, 0, 0, 1)\t10\ttrue\tnil", "true\t47\t1\tEmitterCell", "55\t0", "7\t7", "3\ttag",
      ])
  }

  @Test func `what is attached to a cell lives with its layer`() throws {
    let lines = try printed(
      """
      local layer = ca.EmitterLayer()
      layer.emitterCells = { ca.EmitterCell { name = "a" } }
      layer.emitterCells[1].own = function() return 42 end
      layer["emitterCells.a.emitterCells"] = { ca.EmitterCell { name = "b", userInfo = { own = { 1, 2 } } } }
      collectgarbage(); collectgarbage()
      print(layer.emitterCells[1].own(), #layer.emitterCells[1].emitterCells[1].own)
      local copy = layer:copy()
      layer = nil
      collectgarbage(); collectgarbage()
      print(copy.emitterCells[1].own(), #copy.emitterCells[1].emitterCells[1].own)
      local cell = copy.emitterCells[1]:copy()
      copy = nil
      collectgarbage(); collectgarbage()
      print(cell.own(), cell.name, cell.emitterCells[1].name)
      """)
    #expect(lines == ["42\t2", "42\t2", "42\ta\tb"])
  }

  @Test func `a copy is separate and keeps what is shared`() throws {
    let lines = try printed(
      """
      local inner = ca.EmitterCell { name = "i" }
      local a = ca.EmitterCell { name = "a", emitterCells = { inner, inner } }
      local b = a:copy()
      b.emitterCells[1].velocity = 9
      print(inner.velocity, b.emitterCells[2].velocity, rawequal(b.emitterCells[1], b.emitterCells[2]))
      """)
    #expect(lines == ["0\t9\ttrue"])
  }

  @Test(arguments: [
    ("ca.EmitterCell { velocty = 3 }", "EmitterCell has no property velocty; did you mean velocity?"),
    ("ca.EmitterCell { ca.Layer() }", "EmitterCell: takes only properties, such as name = …; got a Layer at [1]"),
    ("ca.EmitterCell().birthRate = -1", "EmitterCell.birthRate is -1, expected a number, 0 or more"),
    (
      "local c = ca.EmitterCell { name = 'c' }; c.emitterCells = { c }",
      "EmitterCell.emitterCells: cell c cannot emit itself: a cycle"
    ),
    (
      "ca.EmitterLayer().emitterCells = { ca.Layer() }",
      "EmitterLayer.emitterCells: value 1: expected an emitter cell, got layer Layer"
    ),
    (
      "ca.EmitterLayer()['emitterCells.a.scale'] = 1",
      "EmitterLayer.emitterCells.a: no emitter cell of this name; there are none"
    ),
    (
      "ca.EmitterLayer { emitterCells = { ca.EmitterCell { name = 'b' } } }['emitterCells.a.scale'] = 1",
      "EmitterLayer.emitterCells.a: no emitter cell of this name; the names are b"
    ),
    ("ca.Layer { ca.EmitterCell() }", "Layer: expected layers in the array part, got an EmitterCell at [1]"),
    ("ca.EmitterLayer().seed = 1.5", "EmitterLayer.seed is 1.5, expected a whole number from 0 to 4294967295"),
    (
      "ca.ReplicatorLayer().instanceCount = -1",
      "ReplicatorLayer.instanceCount is -1, expected a whole number, 0 or more"
    ),
    (
      "ca.EmitterLayer().emitterShape = 'circl'",
      "EmitterLayer.emitterShape: expected one of point, line, rectangle, cuboid, circle, sphere, got \"circl\"; did you mean \"circle\"?"
    ),
  ])
  func `refusals name the class and the key`(_ statement: String, _ message: String) throws {
    let found = try failure(statement)?.message ?? "no error"
    #expect(found.contains(message), "\(found)")
  }
}
