// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Pixels
import Testing
import TestSupport

@Suite struct KeyPathTests {
  let warned = WarnedScene()
  var scene: Scene { warned.scene }

  @Test func `parts of structs are read and written`() throws {
    let l = makeLayer(scene, bounds: Rect(1, 2, 30, 40), position: Point(5, 6))
    func set(_ path: String, _ v: Double) throws { try l.setValue(.number(v), forKeyPath: path) }
    try set("position.x", 50)
    try set("bounds.size.width", 300)
    try set("bounds.origin.y", -7)
    try set("anchorPoint.x", 0.25)
    try set("shadowOffset.height", 4)
    #expect(l.position == Point(50, 6))
    #expect(l.bounds == Rect(1, -7, 300, 40))
    #expect(l.anchorPoint == Point(0.25, 0.5))
    #expect(l.shadowOffset == Size(0, 4))
    #expect(try l.value(forKeyPath: "bounds.size.height") == .number(40))
    #expect(try l.value(forKeyPath: "bounds.width") == .number(300))
    #expect(try l.value(forKeyPath: "bounds.origin") == .point(Point(1, -7)))
    #expect(try l.value(forKeyPath: "frame.size.width") == .number(300))
    try l.setValue(.array([.number(7), .number(8)]), forKeyPath: "bounds.size")
    #expect(l.bounds == Rect(1, -7, 7, 8))
    try set("frame.x", 100)
    #expect(l.frame.x == 100)
    try set("sublayerTransform.m34", -0.001)
    #expect(l.sublayerTransform.m34 == -0.001)
    try set("affineTransform.tx", 9)
    #expect(l.transform.m41 == 9)
    l.backgroundColor = .color(.black)
    try set("backgroundColor.red", 1)
    #expect(l.backgroundColor == .color(Color(red: 1, green: 0, blue: 0)))
  }

  @Test func `a part is one change and is checked like the whole`() throws {
    let l = Layer(in: scene)
    let before = scene.changeCount
    try l.setValue(.number(3), forKeyPath: "position.x")
    #expect(scene.changeCount == before + 1)
    #expect(
      message { try l.setValue(.number(.nan), forKeyPath: "position.x") }
        == "Layer.position.x: expected a finite number, got number nan")
    #expect(
      message { try l.setValue(.string("a"), forKeyPath: "position.x") }
        == "Layer.position.x: expected a number, got string \"a\"")
    #expect(
      message { try l.setValue(.bool(true), forKeyPath: "transform.rotation.z") }
        == "Layer.transform.rotation.z: expected a number, got boolean true")
  }

  @Test func `an unknown segment is named with the valid ones`() throws {
    let l = Layer(in: scene)
    func m(_ path: String) -> String? { message { try l.setValue(.number(1), forKeyPath: path) } }
    #expect(m("transform.rotation.w") == "Layer.transform.rotation.w: no such key, expected one of x, y, z")
    #expect(m("position.z") == "Layer.position.z: no such key, expected one of x, y")
    #expect(m("position.x.y.z")?.hasPrefix("Layer.position.x.y.z: x has no part y") == true)
    #expect(m("bounds.size.depth") == "Layer.bounds.size.depth: no such key, expected one of width, height")
    #expect(m("opacity.x") == "Layer.opacity.x: Layer.opacity is number 1, it has no parts")
    #expect(
      m("backgroundColor.red") == "Layer.backgroundColor.red: backgroundColor is nil; set the whole before a part of it"
    )
    #expect(m("trnsform.rotation")?.contains("did you mean transform?") == true)
    #expect(m("bounds..x")?.contains("empty part") == true)
    #expect(m("") == "Layer: a key cannot be empty")
    #expect(message { _ = try l.value(forKeyPath: "transform.rotation.w") } != nil)
  }

  @Test func `paths lead through sublayers and mask`() throws {
    let (root, dial, m) = (Layer(in: scene), Layer(in: scene), Layer(in: scene))
    dial.name = "dial"
    try root.addSublayer(dial)
    try dial.setMask(m)
    try root.setValue(.number(0.5), forKeyPath: "sublayers.dial.opacity")
    try root.setValue(.number(3), forKeyPath: "sublayers.dial.mask.position.x")
    #expect(dial.opacity == 0.5)
    #expect(m.position.x == 3)
    #expect(try root.value(forKeyPath: "sublayers.dial.mask.position.x") == .number(3))
    #expect(
      message { _ = try root.value(forKeyPath: "sublayers.nobody.opacity") }
        == "Layer.sublayers.nobody: no sublayer of this name; the names are dial")
    #expect(message { _ = try root.value(forKeyPath: "mask.opacity") }?.contains("mask is nil") == true)
    #expect(try root.value(forKeyPath: "sublayers.dial") == .layer(dial))
    #expect(try root.value(forKeyPath: "sublayers.dial.mask") == .layer(m))
    #expect(try m.value(forKeyPath: "superlayer.superlayer") == .layer(root))
    #expect(
      message { try root.setValue(.null, forKeyPath: "sublayers.dial") }?.contains("ends at a layer; name a key of it")
        == true)
    let second = Layer(in: scene)
    second.name = "dial"
    try root.addSublayer(second)
    _ = try root.value(forKeyPath: "sublayers.dial.opacity")
    #expect(warned.rules == ["duplicate-name"])
  }

  @Test func `keys of one's own hold any value and have parts`() throws {
    let l = Layer(in: scene)
    #expect(l.value(forKey: "rank") == .null)
    try l.setValue(.number(7), forKey: "rank")
    try l.setValue(.point(Point(1, 2)), forKey: "home")
    try l.setValue(.number(5), forKeyPath: "home.y")
    #expect(l.value(forKey: "home") == .point(Point(1, 5)))
    try l.setValue(.dictionary([("a", .dictionary([("b", .number(1))]))]), forKey: "info")
    try l.setValue(.number(2), forKeyPath: "info.a.b")
    #expect(try l.value(forKeyPath: "info.a.b") == .number(2))
    #expect(l.customKeys() == ["home", "info", "rank"])
    try l.setValue(.null, forKey: "rank")
    #expect(l.customKeys() == ["home", "info"])
    #expect(warned.rules.isEmpty)
  }

  @Test func `a near miss of a key is stored and warned about once`() throws {
    for _ in 0..<2 { try Layer(in: scene).setValue(.string("red"), forKey: "backgroudColor") }
    #expect(
      warned.warnings.map(\.message) == [
        "Layer.backgroudColor is not a property and is stored as a custom key; did you mean backgroundColor?"
      ])
  }

  @Test func `a style's and the actions' entries are parts`() throws {
    let l = Layer(in: scene)
    try l.setValue(.number(1), forKeyPath: "style.glow")
    try l.setValue(.dictionary([("deep", .number(0))]), forKeyPath: "style.style")
    try l.setValue(.number(2), forKeyPath: "style.style.deep")
    try l.setValue(.bool(false), forKeyPath: "actions.opacity")
    #expect(l.value(forKey: "glow") == .number(1) && l.value(forKey: "deep") == .number(2))
    #expect(try l.value(forKeyPath: "style.style.deep") == .number(2))
    #expect(try l.value(forKeyPath: "actions.opacity") == .bool(false))
    #expect(try l.value(forKeyPath: "actions.position") == .null)
    try l.setValue(.null, forKeyPath: "actions.opacity")
    #expect(l.actions?.isEmpty == true)
  }

  @Test func `style answers for keys that are not set`() throws {
    let l = Layer(in: scene)
    l.style = [("glow", .number(1)), ("style", .dictionary([("glow", .number(2)), ("deep", .number(3))]))]
    #expect(l.value(forKey: "glow") == .number(1))
    #expect(l.value(forKey: "deep") == .number(3))
    try l.setValue(.number(9), forKey: "glow")
    #expect(l.value(forKey: "glow") == .number(9))
    #expect(l.value(forKey: "none") == .null)
  }

  @Test func `is… reads, and writing it names the key`() throws {
    let l = Layer(in: scene)
    l.isHidden = true
    #expect(l.value(forKey: "isHidden") == .bool(true))
    #expect(
      message { try l.setValue(.bool(false), forKey: "isHidden") } == "Layer.isHidden can only be read; write hidden")
    #expect(l.defaultValue(forKey: "isHidden") == .null)
    #expect(l.defaultValue(forKey: "bounds") == .null)
    for (c, keys) in [
      (LayerClass.layer, ["minificationFilterBias", "shadowOpacity", "timeOffset", "autoresizingMask"]),
      (.shape, ["strokeStart"]),
      (.replicator, ["instanceDelay"]), (.emitterCell, ["birthRate", "lifetime"]),
    ] {
      for key in keys {
        #expect(
          c.storedDefaultValue(forKey: key) == .null && c.property(key).map { !c.defaultValue(of: $0).isNull } == true)
      }
    }
    #expect(LayerClass.emitter.storedDefaultValue(forKey: "birthRate") == .number(1))
    #expect(
      try LayerClass.layer.subclass(named: "Dim", defaults: [("shadowOpacity", .number(0.5))]).storedDefaultValue(
        forKey: "shadowOpacity")
        == .number(0.5))
    #expect(l.defaultValue(forKey: "shadowOffset") == .size(Size(0, -3)))
  }

  @Test func `superlayer is read-only`() {
    #expect(message { try Layer(in: scene).setValue(.null, forKey: "superlayer") } == "Layer.superlayer is read-only")
  }

  @Test func `any path with any value is answered or refused`() throws {
    var random = SeededRandom(17)
    let words =
      LayerClass.shape.properties.map(\.name) + [
        "x", "y", "z", "width", "size", "origin", "rotation", "scale", "translation", "m11", "m34", "m99", "a", "tx",
        "red", "alpha",
        "named", "", " ", "é", "isHidden", "own", "key",
      ]
    let values: [PropertyValue] = [
      .null, .bool(true), .number(1), .number(.nan), .number(-.infinity), .number(1e308), .string("x"), .string(""),
      .point(Point(1, 2)),
      .size(Size(1, 2)), .rect(Rect(0, 0, 1e308, 1)), .transform(.scale(0, 1)), .transform(Transform3D(m44: 0)),
      .color(.black), .array([]),
      .array([.number(1), .number(2)]), .dictionary([("x", .number(1))]), .path(Path()), .layer(Layer(in: scene)),
    ]
    let l = ShapeLayer(in: scene)
    let child = Layer(in: scene)
    child.name = "named"
    try l.addSublayer(child)
    for _ in 0..<20_000 {
      let count = Int.random(in: 1...4, using: &random)
      let path = (0..<count).map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: ".")
      _ = try? l.value(forKeyPath: path)
      if let value = values.randomElement(using: &random) { try? l.setValue(value, forKeyPath: path) }
      _ = l.frame
    }
    // Whatever was stored, the geometry is finite.
    #expect(l.bounds.isFinite && l.position.isFinite && l.transform.isFinite && l.sublayerTransform.isFinite)
  }
}
