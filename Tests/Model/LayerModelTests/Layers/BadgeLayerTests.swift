// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Pixels
import Testing

/// The exercise "a layer class" of docs/CONTRIBUTING.md: a layer with the keys of a badge. It is not in the list of
/// built-in classes, so scripts cannot use it; and it paints nothing, since only classes in the model's own room do.
final class BadgeLayer: Layer {
  fileprivate var storedCount = 0.0
  fileprivate var storedBadgeColor: ColorOrPattern? = .color(Color(red: 1, green: 0, blue: 0))

  convenience init(in scene: Scene) { self.init(in: scene, of: .badge) }
}

// MARK: - Its properties

extension BadgeLayer {
  var count: Double {
    get { storedCount }
    set { assign(BadgeLayer.countRow, newValue) }
  }

  static let countRow = Property(
    of: BadgeLayer.self, "count", .number, .number(get: { $0.storedCount }, set: { $0.storedCount = $1 }),
    default: .number(0), range: 0...99, animation: .basic, "The number on the badge; 0 shows none.")
  static let badgeColorRow = Property(
    of: BadgeLayer.self, "badgeColor", .colorOrPattern,
    .colorOrPattern(get: { $0.storedBadgeColor }, set: { $0.storedBadgeColor = $1 }),
    default: .color(Color(red: 1, green: 0, blue: 0)), animation: .basic, "The badge's colour.")
}

extension KeyedClass {
  static let badge = KeyedClass(
    .unlisted, "BadgeLayer", BadgeLayer.self, superclass: .layer,
    rows: [BadgeLayer.countRow, BadgeLayer.badgeColorRow])
}

@Suite struct BadgeLayerTests {
  let warned = WarnedScene()
  var scene: Scene { warned.scene }

  private func badge() throws -> BadgeLayer {
    let layer = try #require(try KeyedClass.badge.make(in: scene) as? BadgeLayer)
    layer.bounds = Rect(0, 0, 40, 30)
    layer.name = "badge"
    return layer
  }

  @Test func `it is made by its class and by a subclass of it, with its defaults`() throws {
    let layer = try badge()
    #expect(layer.className == "BadgeLayer" && layer.layerClass === KeyedClass.badge)
    #expect(BadgeLayer(in: scene).layerClass === KeyedClass.badge)
    #expect(layer.value(forKey: "count") == .number(0))
    let lamp = try KeyedClass.badge.subclass(named: "Lamp", defaults: [("count", .number(3)), ("lit", .bool(true))])
    let made = try lamp.make(in: scene)
    #expect((made as? BadgeLayer)?.count == 3 && made.value(forKey: "lit") == .bool(true))
    #expect(!KeyedClass.builtIn.contains { $0 === KeyedClass.badge })
  }

  @Test func `its keys are checked, animated, copied and led to`() throws {
    let (root, layer) = (Layer(in: scene), try badge())
    try root.addSublayer(layer)
    try root.setValue(.number(4), forKeyPath: "sublayers.badge.count")
    try root.setValue(.number(0.5), forKeyPath: "sublayers.badge.badgeColor.blue")
    #expect(layer.count == 4)
    #expect(try root.value(forKeyPath: "sublayers.badge.badgeColor") == .color(Color(red: 1, green: 0, blue: 0.5)))
    let refusal = message { try layer.setValue(.number(100), forKey: "count") }
    #expect(refusal?.hasPrefix("BadgeLayer.count") == true, "\(refusal ?? "not refused")")
    #expect(message { try root.setValue(.number(1), forKey: "superlayer") } != nil)
    let animation = BasicAnimation(in: scene)
    try animation.setValues(["keyPath": "count", "fromValue": 0, "toValue": 8, "duration": 2])
    try layer.add(animation)
    #expect((try layer.presentation(at: 1) as? BadgeLayer)?.count == 4)
    #expect((try layer.copy() as? BadgeLayer)?.count == 4)
    // A property of the class does not apply to other layers.
    #expect(throws: (any Error).self) { try BadgeLayer.countRow.setValue(root, .number(1)) }
  }

  @Test func `it stands in dumps and inspections`() throws {
    let layer = try badge()
    layer.count = 2
    #expect(layer.dumpJSON().contains("\"count\": 2") || layer.dumpJSON().contains("\"count\":2"))
    #expect(try layer.inspect().text.contains("BadgeLayer badge  (0 0 40 30)"))
  }
}
