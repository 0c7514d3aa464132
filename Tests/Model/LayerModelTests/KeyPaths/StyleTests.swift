// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Pixels
import TestSupport
import Testing

/// A style supplies values of declared keys too: the order is the object's own value, the style's, that of the style
/// nested in it, the class's default.
@Suite struct StyleTests {
  private func layer(_ scene: Scene = Scene(services: QuietServices())) -> ShapeLayer { ShapeLayer(in: scene) }

  @Test func `a declared key has its own value, the style's, the inner style's, the class's`() throws {
    let l = layer()
    l.style = [
      ("opacity", .number(0.3)), ("style", .dictionary([("opacity", .number(0.6)), ("cornerRadius", .number(4))])),
    ]
    #expect(l.opacity == 0.3 && l.cornerRadius == 4)
    #expect(try l.value(forKeyPath: "opacity") == .number(0.3))
    l.opacity = 0.5
    #expect(l.opacity == 0.5)
    l.style = [("style", .dictionary([("opacity", .number(0.6)), ("lineWidth", .number(7))]))]
    #expect(l.opacity == 0.5 && l.cornerRadius == 0 && l.lineWidth == 7)
    l.style = nil
    #expect(l.opacity == 0.5 && l.cornerRadius == 0 && l.lineWidth == 1)
  }

  @Test func `a value that was set to the default is set`() {
    let l = layer()
    l.opacity = 1
    l.isHidden = false
    l.style = [("opacity", .number(0.3)), ("hidden", .bool(true)), ("doubleSided", .bool(false))]
    #expect(l.opacity == 1 && !l.isHidden && !l.isDoubleSided)
  }

  @Test func `nil takes the object's own value away`() throws {
    let l = layer()
    l.style = [("backgroundColor", .string("red"))]
    #expect(l.backgroundColor == .color(.red))
    l.backgroundColor = .color(.blue)
    #expect(l.backgroundColor == .color(.blue))
    try l.setValue(.null, forKey: "backgroundColor")
    #expect(l.backgroundColor == .color(.red))
    try l.setValue(.bool(false), forKey: "backgroundColor")
    #expect(l.backgroundColor == nil, "none is a value of its own")
  }

  @Test func `a value that a key refuses leaves everything as it was`() throws {
    let l = layer()
    l.style = [("cornerRadius", .number(2))]
    for bad in [PropertyValue.number(3), .string("much"), .point(.zero)] {
      let style: PropertyValue = .dictionary([
        ("cornerRadius", .number(5)), ("opacity", bad), ("zPosition", .number(1)),
      ])
      let error = #expect(throws: LayerError.self) { try l.setValue(style, forKey: "style") }
      #expect(error?.message.hasPrefix("ShapeLayer.style: ShapeLayer.opacity") == true)
      #expect(l.cornerRadius == 2 && l.opacity == 1 && l.zPosition == 0)
      #expect(l.style?.map(\.key) == ["cornerRadius"])
    }
  }

  @Test func `copies, presentations and frames keep what is the style's`() throws {
    let scene = Scene(services: QuietServices())
    let l = layer(scene)
    l.style = [("opacity", .number(0.3)), ("cornerRadius", .number(4))]
    l.cornerRadius = 5
    let copy = try l.copy()
    copy.style = nil
    #expect(copy.opacity == 1 && copy.cornerRadius == 5)
    let shown = try l.presentation(at: 0)
    #expect(shown.opacity == 0.3 && shown.cornerRadius == 5)
    let snapshot = try ModelSnapshot(of: l)
    l.style = nil
    l.opacity = 0.9
    _ = snapshot.restore()
    #expect(l.opacity == 0.3)
    l.style = [("opacity", .number(0.4))]
    #expect(l.opacity == 0.4, "the key is not the layer's own after a frame")
  }

  @Test func `parts count as setting the whole`() throws {
    let l = layer()
    try l.setValue(.number(1), forKeyPath: "transform.rotation.z")
    try l.setValue(.number(8), forKeyPath: "position.x")
    l.frame = Rect(0, 0, 10, 10)
    l.style = [
      ("transform", .transform(.scale(3, 3, 1))), ("position", .point(Point(1, 1))),
      ("bounds", .rect(Rect(0, 0, 1, 1))),
      ("anchorPoint", .point(.zero)),
    ]
    #expect(l.transform != .scale(3, 3, 1) && l.position != Point(1, 1) && l.bounds.width != 1)
    #expect(l.anchorPoint == .zero)
  }

  @Test func `a class's default comes after the style`() throws {
    let scene = Scene(services: QuietServices())
    let scroll = ScrollLayer(in: scene)
    scroll.style = [("masksToBounds", .bool(false))]
    #expect(!scroll.masksToBounds)
    scroll.style = nil
    #expect(scroll.masksToBounds)
    let sub = try KeyedClass.layer.subclass(named: "Faint", defaults: [("opacity", .number(0.2))])
    let l = try sub.make(in: scene)
    l.style = [("opacity", .number(0.7))]
    #expect(l.opacity == 0.7)
    l.style = []
    #expect(l.opacity == 0.2)
  }

  @Test func `entries without effect are told`() {
    let scene = Scene(services: QuietServices())
    var warnings: [String] = []
    scene.onWarning = { warnings.append("\($0.message) [\($0.rule.rawValue)]") }
    let l = Layer(in: scene)
    l.style = [
      ("frame", .rect(.zero)), ("mask", .number(1)), ("superlayer", .null), ("glow", .number(1)),
      ("opacity", .number(1)),
      ("opactiy", .number(1)),
    ]
    #expect(
      warnings == [
        "Layer.style.frame has no effect: it is derived from other keys; set those [style-ignored]",
        "Layer.style.mask has no effect: it belongs to one object; set it on that [style-ignored]",
        "Layer.style.opactiy is not a property and is stored as a custom key; did you mean opacity? [near-miss-key]",
        "Layer.style.superlayer has no effect: it can only be read [style-ignored]",
      ])
  }

  @Test func `classes have fewer rows than are noted`() {
    for keyedClass in KeyedClass.builtIn { #expect(keyedClass.properties.count < 128, "\(keyedClass.name)") }
  }

  /// 400 layers get styles and own values in random order; each key follows the rule.
  @Test(arguments: 0..<8) func `any order of styles and values`(_ seed: UInt64) throws {
    var random = SeededRandom(32_110 + seed)
    let scene = Scene(services: QuietServices())
    let keys: [(name: String, value: (inout SeededRandom) -> PropertyValue, usual: PropertyValue)] = [
      ("opacity", { .number(Double.random(in: 0...1, using: &$0)) }, .number(1)),
      ("cornerRadius", { .number(Double.random(in: 0...9, using: &$0).rounded()) }, .number(0)),
      ("hidden", { .bool(Bool.random(using: &$0)) }, .bool(false)),
      ("position", { .point(Point(Double.random(in: 0...9, using: &$0), 1)) }, .point(.zero)),
      ("bounds", { .rect(Rect(0, 0, Double.random(in: 1...9, using: &$0), 1)) }, .rect(.zero)),
      ("shadowColor", { .color(Color(white: Double.random(in: 0...1, using: &$0))) }, .color(.black)),
      (
        "contentsGravity", { .string(["top", "resize", "left"].randomElement(using: &$0) ?? "top") }, .string("resize")
      ),
      ("fillRule", { .string(["non-zero", "even-odd"].randomElement(using: &$0) ?? "") }, .string("non-zero")),
      ("lineDashPattern", { .array([.number(Double.random(in: 1...9, using: &$0))]) }, .null),
      ("name", { .string(["a", "b"].randomElement(using: &$0) ?? "") }, .null),
    ]
    for _ in 0..<50 {
      let l = ShapeLayer(in: scene)
      var own: [String: PropertyValue] = [:]
      var style: [String: PropertyValue] = [:]
      var inner: [String: PropertyValue] = [:]
      for _ in 0..<30 {
        let key = keys[Int.random(in: 0..<keys.count, using: &random)]
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
          (style, inner) = ([:], [:])
          for key in keys {
            if Int.random(in: 0..<3, using: &random) == 0 { style[key.name] = key.value(&random) }
            if Int.random(in: 0..<3, using: &random) == 0 { inner[key.name] = key.value(&random) }
          }
          let nested = inner.map { (key: $0.key, value: $0.value) }.sorted { $0.key < $1.key }
          let entries = style.map { (key: $0.key, value: $0.value) }.sorted { $0.key < $1.key }
          try l.setValue(.dictionary(entries + [("style", .dictionary(nested))]), forKey: "style")
        case 1 where key.usual.isNull:
          own[key.name] = nil
          try l.setValue(.null, forKey: key.name)
        default:
          let value = key.value(&random)
          own[key.name] = value
          try l.setValue(value, forKey: key.name)
        }
        for key in keys {
          let expected = own[key.name] ?? style[key.name] ?? inner[key.name] ?? key.usual
          #expect(l.value(forKey: key.name) == expected, "\(key.name)")
        }
      }
    }
  }
}
