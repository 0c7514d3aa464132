// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Pixels
import Testing

@Suite struct ValidationTests {
  let warned = WarnedScene()
  var scene: Scene { warned.scene }

  func refusal(_ value: PropertyValue, _ key: String, of l: Layer? = nil) -> String? {
    let layer = l ?? Layer(in: scene)
    return message { try layer.setValue(value, forKey: key) }
  }

  @Test func `the contract's message for a wrong kind`() {
    #expect(
      refusal(.string("big"), "bounds") == "Layer.bounds: expected a rect such as {0, 0, 100, 50}, got string \"big\"")
    #expect(
      refusal(.array([.number(1), .number(2), .number(3)]), "bounds")
        == "Layer.bounds: expected a rect such as {0, 0, 100, 50}, got a table of 3 values"
    )
    #expect(
      refusal(.array([.string("a"), .string("b"), .string("c"), .string("d")]), "bounds")
        == "Layer.bounds: expected a rect such as {0, 0, 100, 50}, got a table whose value 1 is string \"a\"")
    #expect(refusal(.string("half"), "opacity") == "Layer.opacity: expected a number, got string \"half\"")
    #expect(refusal(.number(5), "delegate")?.hasPrefix("Layer.delegate: expected a delegate") == true)
    #expect(
      refusal(.null, "hidden")
        == "Layer.hidden: expected a boolean, got nil; write true or false"
    )
    #expect(
      refusal(.string("chartreusish"), "backgroundColor")?.hasPrefix("Layer.backgroundColor: expected a colour such as")
        == true)
  }

  @Test func `an error says which key of which class refused`() throws {
    let layer = ShapeLayer(in: scene)
    let refused: [(key: String, value: PropertyValue, message: String)] = [
      ("opacity", .number(2), "ShapeLayer.opacity is 2, expected a number from 0 to 1"),
      ("lineCap", .string("rounded"), "ShapeLayer.lineCap: expected one of"),
      (
        "layoutOptions", .dictionary([("flex", .number(-1))]), "ShapeLayer.layoutOptions.flex: expected a number from 0"
      ),
      ("filters", .array([.string("blur")]), "ShapeLayer.filters: value 1: there is no filter"),
    ]
    for (key, value, message) in refused {
      let error = try #require(throws: LayerError.self) { try layer.setValue(value, forKeyPath: key) }
      #expect(error.className == "ShapeLayer" && error.key == key)
      #expect(error.message.hasPrefix(message), "\(error.message)")
      #expect(error.kind == .invalid)
    }
    #expect(LayerError(.limit, "too many").key == nil)
  }

  @Test func `NaN and infinity are refused by key and component`() {
    #expect(refusal(.number(.nan), "opacity") == "Layer.opacity is nan, expected a number from 0 to 1")
    #expect(refusal(.number(.infinity), "zPosition") == "Layer.zPosition is inf, expected a finite number")
    #expect(refusal(.rect(Rect(0, .nan, 1, 1)), "bounds") == "Layer.bounds: y is nan, expected a finite number")
    #expect(refusal(.point(Point(.infinity, 0)), "position") == "Layer.position: x is inf, expected a finite number")
    #expect(
      refusal(.transform(Transform3D(m23: .nan)), "transform")
        == "Layer.transform: m23 is nan, expected a finite number")
    #expect(
      refusal(.color(Color(red: .nan, green: 0, blue: 0)), "backgroundColor")
        == "Layer.backgroundColor: red is nan, expected a number from 0 to 1")
    #expect(
      refusal(.array([.number(0), .number(.nan)]), "locations", of: GradientLayer(in: scene))?.contains(
        "value 2 is nan") == true)
    #expect(refusal(.number(.infinity), "duration") == nil)
    #expect(refusal(.number(.infinity), "repeatCount") == nil)
    #expect(refusal(.number(.infinity), "speed") != nil)
    #expect(refusal(.number(.nan), "duration") == "Layer.duration is nan, expected a number, 0 or more")
  }

  @Test func `fractions just outside of their range are clamped`() throws {
    let l = Layer(in: scene)
    try l.setValue(.number(1.0000000000000002), forKey: "opacity")
    #expect(l.opacity == 1)
    try l.setValue(.number(-5e-7), forKey: "opacity")
    #expect(l.opacity == 0)
    #expect(refusal(.number(1.1), "opacity") == "Layer.opacity is 1.1, expected a number from 0 to 1")
    try l.setValue(.color(Color(red: 1.0000001, green: 0, blue: -1e-8)), forKey: "backgroundColor")
    #expect(l.backgroundColor?.color == Color(red: 1, green: 0, blue: 0))
  }

  @Test func `ranges of the table`() {
    #expect(refusal(.number(0), "contentsScale") == "Layer.contentsScale is 0, expected a number greater than 0")
    #expect(
      refusal(.number(-1), "lineWidth", of: ShapeLayer(in: scene))
        == "ShapeLayer.lineWidth is -1, expected a number, 0 or more")
    #expect(refusal(.rect(Rect(0, 0, 0, 1)), "contentsRect")?.contains("not empty") == true)
    #expect(refusal(.rect(Rect(0.5, 0, 0.6, 1)), "contentsCenter")?.contains("unit square") == true)
    #expect(refusal(.rect(Rect(0.5, 0.5, 0, 0)), "contentsCenter") == nil)
    #expect(
      refusal(.array([.number(-5), .number(5)]), "lineDashPattern", of: ShapeLayer(in: scene))?.contains(
        "value 1 is -5") == true)
    #expect(
      refusal(.array([.number(0), .number(0)]), "lineDashPattern", of: ShapeLayer(in: scene))?.contains(
        "all lengths are zero") == true)
    #expect(
      refusal(.array([.number(0.5), .number(0.2)]), "locations", of: GradientLayer(in: scene))?.contains(
        "less than the one before") == true
    )
    // Stored as given, clamped when drawn.
    #expect(refusal(.number(1.5), "strokeEnd", of: ShapeLayer(in: scene)) == nil)
  }

  @Test func `tables stand for values`() throws {
    let l = Layer(in: scene)
    try l.setValue(.array([.number(1), .number(2), .number(3), .number(4)]), forKey: "bounds")
    #expect(l.bounds == Rect(1, 2, 3, 4))
    try l.setValue(
      .dictionary([
        ("size", .dictionary([("height", .number(8)), ("width", .number(7))])),
        ("origin", .array([.number(5), .number(6)])),
      ]), forKey: "bounds")
    #expect(l.bounds == Rect(5, 6, 7, 8))
    try l.setValue(.dictionary([("m34", .number(-0.001))]), forKey: "sublayerTransform")
    #expect(l.sublayerTransform == Transform3D(m34: -0.001))
    try l.setValue(.array([2, 0, 0, 3, 4, 5].map { .number($0) }), forKey: "transform")
    #expect(l.transform == Transform3D(AffineTransform(a: 2, b: 0, c: 0, d: 3, tx: 4, ty: 5)))
    #expect(l.value(forKey: "affineTransform") == .transform(l.transform))
    try l.setValue(.array([.number(1), .number(0.5)]), forKey: "backgroundColor")
    #expect(l.backgroundColor == .color(Color(white: 1, alpha: 0.5)))
    try l.setValue(.string("#f00"), forKey: "backgroundColor")
    #expect(l.backgroundColor == .color(Color(red: 1, green: 0, blue: 0)))
    try l.setValue(.bool(false), forKey: "backgroundColor")
    #expect(l.backgroundColor == nil)
    #expect(
      refusal(.dictionary([("x", .number(1)), ("z", .number(2))]), "position")?.contains("a table with keys x, z")
        == true)
  }

  @Test func `negative bounds are standardised, position and anchor stay`() throws {
    let l = makeLayer(scene, position: Point(7, 9), anchor: Point(0.25, 0.75))
    l.bounds = Rect(0, 0, -100, -50)
    #expect(l.bounds == Rect(-100, -50, 100, 50))
    #expect(l.position == Point(7, 9))
    #expect(l.anchorPoint == Point(0.25, 0.75))
  }

  @Test func `an affine reading of a spatial transform is the identity`() {
    let l = Layer(in: scene)
    l.transform = .scale(2, 2, 3)
    #expect(l.affineTransform == .identity)
    l.affineTransform = .scale(4, 5)
    #expect(l.transform == .scale(4, 5, 1))
  }

  @Test func `a file name for contents asks the services once`() throws {
    let l = Layer(in: scene)
    try l.setValue(.string("a.png"), forKey: "contents")
    #expect(l.contents?.name == "a.png")
    #expect(refusal(.string(""), "contents") == "Layer.contents: expected an image or a file name, got an empty string")
    #expect(refusal(.color(.black), "contents")?.hasPrefix("Layer.contents: expected an image or a file name") == true)
  }

  @Test func `opaque with rounded corners warns once`() throws {
    let l = Layer(in: scene)
    l.isOpaque = true
    l.cornerRadius = 5
    l.cornerRadius = 6
    #expect(warned.rules == ["opaque-corner"])
  }
}
