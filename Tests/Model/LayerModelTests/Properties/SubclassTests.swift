// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Testing

@Suite struct SubclassTests {
  let warned = WarnedScene()
  var scene: Scene { warned.scene }

  func compass() throws -> LayerClass {
    try LayerClass.layer.subclass(
      named: "CompassLayer", defaults: [("heading", .number(0)), ("label", .string("N")), ("opacity", .number(0.5))],
      redrawKeys: ["heading", "cornerRadius"])
  }

  @Test func `declared keys have defaults, are listed and are copied`() throws {
    let c = try compass()
    let l = try c.make(in: scene)
    #expect(l.className == "CompassLayer")
    #expect(l.value(forKey: "heading") == .number(0))
    #expect(l.opacity == 0.5)
    #expect(l.keys().contains("heading"))
    #expect(!l.needsDisplay)
    try l.setValue(.number(1.2), forKey: "heading")
    #expect(l.value(forKey: "heading") == .number(1.2))
    #expect(l.customKeys().isEmpty)
    #expect(try l.copy().value(forKey: "heading") == .number(1.2))
    try l.setValue(.null, forKey: "heading")
    #expect(l.value(forKey: "heading") == .number(0))
    #expect(try c.constructorOrder(of: ["heading", "bounds"]) == ["bounds", "heading"])
  }

  @Test func `a change of a redraw key asks for display, the same value does not`() throws {
    let l = try compass().make(in: scene)
    try l.setValue(.number(0), forKey: "heading")
    #expect(!l.needsDisplay)
    try l.setValue(.string("S"), forKey: "label")
    #expect(!l.needsDisplay)
    try l.setValue(.number(1), forKey: "heading")
    #expect(l.needsDisplay)
    let m = try compass().make(in: scene)
    m.cornerRadius = 3
    #expect(m.needsDisplay)
  }

  @Test func `a redraw key must be a key`() {
    #expect(
      message { _ = try LayerClass.layer.subclass(named: "A", redrawKeys: ["opcity"]) }
        == "A.redrawKeys: opcity is not a key of the class; did you mean opacity?")
    #expect(
      message { _ = try LayerClass.layer.subclass(named: "A", defaults: [("a.b", .null)]) }?.contains("without dots")
        == true)
  }

  @Test func `a subclass of a subclass keeps its keys`() throws {
    let c = try compass().subclass(named: "Big", defaults: [("size", .number(3))])
    let l = try c.make(in: scene)
    #expect(l.value(forKey: "heading") == .number(0))
    #expect(l.value(forKey: "size") == .number(3))
    #expect(try LayerClass.text.subclass(named: "T").make(in: scene) is TextLayer)
  }
}
