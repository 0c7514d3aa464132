// SPDX-License-Identifier: MIT
import Foundation
import Geometry
import Pixels
import RenderTree
import Testing

import LayerModel

@Suite struct DumpTests {
  let world = WarnedScene()

  private func json(_ layer: Layer) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(layer.dumpJSON().utf8)) as? [String: Any])
  }

  @Test(arguments: LayerClass.all.map(\.name)) func `every property that differs stands in it`(_ name: String) throws {
    let c = try #require(LayerClass.named(name))
    let samples = RegistryTests()
    for row in c.properties where !row.isReadOnly && !row.isDerived {
      if ["sublayers", "mask", "delegate"].contains(row.name) { continue }
      guard let value = samples.sample(row, in: c), value != c.defaultValue(of: row) else { continue }
      let l = try c.make(in: samples.scene)
      let before = Set(try json(l).keys)
      try l.setValue(value, forKey: row.name)
      #expect(try json(l)[row.name] != nil, "\(row.name)")
      // No other key appears, except those that depend on it.
      let more = Set(try json(l).keys).subtracting(before).subtracting([row.name, "drawableSize"])
      #expect(more.isEmpty, "\(row.name): \(more)")
    }
  }

  @Test func `an untouched layer says its class and place`() throws {
    for c in LayerClass.all {
      let keys = Set(try json(try c.make(in: world.scene)).keys)
      #expect(keys == ["class", "label", "frame"], "\(c.name): \(keys)")
    }
  }

  @Test func `no number is negative zero and twice is the same`() throws {
    let l = makeLayer(world.scene, bounds: Rect(-0.0, -0.0, 10, 10), position: Point(-0.0, 5))
    l.zPosition = -0.0
    l.transform = .rotation(.pi, x: 0, y: 1, z: 0)
    try l.setValue(.number(-0.0), forKey: "mine")
    let text = l.dumpJSON()
    #expect(
      !text.contains("-0,") && !text.contains("-0}") && !text.contains("-0\n") && !text.contains("-0.0"), "\(text)")
    #expect(l.dumpJSON() == text)
    func numbers(_ value: PropertyValue) -> [Double] {
      switch value {
      case .number(let v): [v]
      case .point(let p): [p.x, p.y]
      case .size(let s): [s.width, s.height]
      case .rect(let r): [r.x, r.y, r.width, r.height]
      case .transform(let t): t.elements
      case .array(let a): a.flatMap(numbers)
      case .dictionary(let d): d.flatMap { numbers($0.value) }
      default: []
      }
    }
    #expect(numbers(l.dump()).allSatisfy { $0 != 0 || $0.sign == .plus })
  }

  @Test func `masks, sublayers and strings are escaped`() throws {
    let l = makeLayer(world.scene, bounds: Rect(0, 0, 1, 1))
    l.name = "a \"quoted\"\n\u{1} name\\"
    try l.setMask(makeLayer(world.scene, bounds: Rect(0, 0, 2, 2)))
    try l.addSublayer(TextLayer(in: world.scene))
    let tree = try json(l)
    #expect(tree["name"] as? String == l.name)
    #expect((tree["mask"] as? [String: Any])?["class"] as? String == "Layer")
    #expect((tree["sublayers"] as? [[String: Any]])?.map { $0["class"] as? String } == ["TextLayer"])
  }

  @Test func `cells are shown by their keys and not without end`() throws {
    let layer = EmitterLayer(in: world.scene)
    let cell = EmitterCell(in: world.scene)
    try cell.setValue(.string("spark"), forKey: "name")
    try cell.setValue(.number(10), forKey: "birthRate")
    try layer.setValue(.array([.keyed(cell)]), forKey: "emitterCells")
    let shown = try #require((try json(layer)["emitterCells"] as? [[String: Any]])?.first)
    #expect(
      shown["class"] as? String == "EmitterCell" && shown["name"] as? String == "spark"
        && shown["birthRate"] as? Double == 10)
    #expect(shown.count == 3)
    // Each cell appears twice in the one above.
    var cells = [cell, cell]
    for _ in 0..<40 {
      let above = EmitterCell(in: world.scene)
      guard (try? above.setValue(.array(cells.map { .keyed($0) }), forKey: "emitterCells")) != nil else { break }
      cells = [above, above]
    }
    try layer.setValue(.array(cells.map { .keyed($0) }), forKey: "emitterCells")
    #expect(layer.dumpJSON().utf8.count < 5_000_000)
  }

  @Test func `what has no end is a word`() throws {
    let l = makeLayer(world.scene)
    l.repeatCount = .infinity
    #expect(try json(l)["repeatCount"] as? String == "inf")
  }
}
