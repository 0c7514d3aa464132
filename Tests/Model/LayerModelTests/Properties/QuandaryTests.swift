// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Pixels
import Testing

/// The rules about beginners' mistakes that are refused or warned about when a value is set or a call is made: one test
/// per rule, by name. The rules of display are in `RedrawTests`, those that only a script can break in LuaBinding's
/// `QuandaryTests`.
@Suite struct QuandaryTests {
  let warned = WarnedScene()
  var scene: Scene { warned.scene }

  func named(_ name: String, _ parent: Layer? = nil) throws -> Layer {
    let l = Layer(in: scene)
    l.name = name
    try parent?.addSublayer(l)
    return l
  }

  func expectWarning(_ rule: String, _ words: String..., sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(warned.rules == [rule], sourceLocation: sourceLocation)
    let text = warned.warnings.first?.message ?? ""
    for word in words { #expect(text.contains(word), "\(word) is missing in: \(text)", sourceLocation: sourceLocation) }
  }

  // MARK: Refused

  @Test func `contents-type: contents that are no image are refused with what came`() throws {
    let l = try named("a")
    for value in [
      PropertyValue.number(5), .bool(true), .color(.black), .point(.zero), .dictionary([("a", .number(1))]),
    ] {
      let m = message { try l.setValue(value, forKey: "contents") }
      #expect(m == "Layer.contents: expected an image or a file name, got \(value.described)")
    }
  }

  @Test func `nan: numbers that are none are refused by key and component`() throws {
    let l = try named("a")
    for (key, value, words) in [
      ("position", PropertyValue.point(Point(.nan, 0)), "Layer.position: x is nan"),
      ("bounds", .rect(Rect(0, 0, 1, -.infinity)), "Layer.bounds: height is -inf"),
      ("frame", .rect(Rect(.nan, 0, 1, 1)), "Layer.frame: x is nan"),
      ("shadowOffset", .size(Size(0, .nan)), "Layer.shadowOffset: height is nan"),
      ("transform", .transform(Transform3D(m34: .infinity)), "Layer.transform: m34 is inf"),
      ("zPosition", .number(.nan), "Layer.zPosition is nan"),
      ("backgroundColor", .color(Color(red: 0, green: .nan, blue: 0)), "Layer.backgroundColor: green is nan"),
      ("shadowPath", .path(Path(rect: Rect(0, .nan, 1, 1))), "Layer.shadowPath: "),
    ] {
      let m = message { try l.setValue(value, forKey: key) }
      #expect(m?.hasPrefix(words) == true, "\(key): \(m ?? "accepted")")
    }
  }

  @Test func `contents-center-range: the stretchable part stays within the unit square`() throws {
    let l = try named("a")
    for r in [Rect(-0.1, 0, 0.5, 0.5), Rect(0.75, 0, 0.5, 1), Rect(0, 0, 1, 2)] {
      let m = message { try l.setValue(.rect(r), forKey: "contentsCenter") }
      #expect(
        m?.hasPrefix("Layer.contentsCenter: expected a rect within the unit square {0, 0, 1, 1}, got rect") == true)
    }
    try l.setValue(.rect(Rect(0.5, 0.5, 0, 0)), forKey: "contentsCenter")
    #expect(l.contentsCenter == Rect(0.5, 0.5, 0, 0))
  }

  @Test func `bad-key-path: the first bad segment is named with the valid ones`() throws {
    let l = try named("a")
    for (path, words) in [
      (
        "transform.rotate.x",
        "Layer.transform.rotate: no such key, expected one of rotation, scale, translation, m11 … m44"
      ),
      ("bounds.size.w", "Layer.bounds.size.w: no such key, expected one of width, height"),
      ("position.z", "Layer.position.z: no such key, expected one of x, y"),
      ("sublayers.needle.opacity", "Layer.sublayers.needle: no sublayer of this name; there are none"),
      ("mask.opacity", "Layer.mask is nil, \"mask.opacity\" leads nowhere"),
    ] { #expect(message { try l.setValue(.number(1), forKeyPath: path) } == words) }
  }

  @Test func `cycle: a layer put below itself is named with the path it would close`() throws {
    let a = try named("a")
    let b = try named("b", a)
    let c = try named("c", b)
    #expect(
      message { try c.addSublayer(a) }
        == "Layer.addSublayer: layer a cannot be put into its own subtree, at a/b/c: a cycle")
    #expect(message { try a.addSublayer(a) } == "Layer.addSublayer: layer a cannot be put into itself")
    let mask = try named("hole")
    let inner = try named("inner", mask)
    try c.setMask(mask)
    #expect(message { try inner.addSublayer(a) }?.contains("at a/b/c/hole/inner: a cycle") == true)
    #expect(message { try inner.setMask(mask) }?.contains("into its own subtree") == true)
  }

  @Test func `gradient-stops: locations that cannot be any are refused when they are set`() throws {
    let g = GradientLayer(in: scene)
    #expect(
      message { try g.setValue(.array([.number(0.5), .number(0.25)]), forKey: "locations") }?.contains(
        "less than the one before it")
        == true)
    #expect(message { try g.setValue(.array([.number(0), .number(.infinity)]), forKey: "locations") } != nil)
    #expect(message { try g.setValue(.array([.number(-1), .number(1.5)]), forKey: "locations") } == nil)
  }

  // MARK: Warned about

  @Test func `z-extreme: a zPosition beyond a million`() throws {
    let l = try named("card")
    l.zPosition = 1e6
    l.zPosition = -1e6
    #expect(warned.rules.isEmpty)
    l.zPosition = -2e6
    expectWarning("z-extreme", "Layer card.zPosition is -2000000")
  }

  @Test func `m34-sign: a perspective the wrong way round, whatever turn is with it`() throws {
    let l = try named("host")
    l.sublayerTransform = Transform3D(m34: 1.0 / 1000)
    expectWarning("m34-sign", "Layer host: m34 of sublayerTransform is 0.001", "-1 / distance")
  }

  @Test func `m34-sign: by key path too`() throws {
    try named("host").setValue(.number(0.002), forKeyPath: "sublayerTransform.m34")
    expectWarning("m34-sign", "0.002")
  }

  @Test func `m34-sign: a turn past a quarter under the right perspective is none`() throws {
    let l = try named("page")
    let turned = Transform3D.rotation(2.5, x: 0, y: 1, z: 0).concat(.perspective(500))
    #expect(turned.m34 > 0)
    l.transform = turned
    #expect(warned.rules.isEmpty)
    l.transform = Transform3D.rotation(0.5, x: 0, y: 1, z: 0).concat(Transform3D(m34: 0.002))
    #expect(warned.rules == ["m34-sign"])
  }

  @Test(arguments: [
    "backgroundColor", "borderWidth", "cornerRadius", "shadowOpacity", "masksToBounds", "contents", "mask",
    "compositingFilter",
  ])
  func `transform-layer-ignores: a transform layer says which key it ignores`(key: String) throws {
    let t = TransformLayer(in: scene)
    t.name = "box"
    let values: [String: PropertyValue] = [
      "backgroundColor": .color(.black), "borderWidth": .number(2), "cornerRadius": .number(2),
      "shadowOpacity": .number(0.5),
      "masksToBounds": .bool(true), "contents": .image(Image(try Bitmap(width: 1, height: 1) { _ in })),
      "mask": .layer(Layer(in: scene)),
      "compositingFilter": .string("multiplyBlendMode"),
    ]
    try t.setValue(values[key] ?? .null, forKey: key)
    expectWarning("transform-layer-ignores", "TransformLayer box: draws nothing of its own and ignores \(key)")
  }

  @Test func `frame-derived: a frame set under rotation does not read back`() throws {
    let l = try named("a")
    l.transform = .rotation(0.5)
    l.frame = Rect(0, 0, 10, 10)
    expectWarning("frame-derived", "Layer a: frame", "set bounds and position")
  }

  /// The rules of the warnings when it is drawn.
  private func resolved(_ layer: Layer) throws -> [String] {
    let before = warned.rules.count
    _ = try layer.renderTree(RenderOptions())
    return Array(warned.rules[before...])
  }

  @Test func `gravity-top-bottom: once for a scene, when contents are drawn, and not where y runs upward`() throws {
    let image = try Image(Bitmap(width: 1, height: 1) { $0[0] = 0xFFFF_FFFF })
    func layer(_ gravity: String, in superlayer: Layer? = nil) throws -> Layer {
      let l = try named("l", superlayer)
      l.frame = Rect(0, 0, 9, 9)
      try l.setValue(.string(gravity), forKey: "contentsGravity")
      l.contents = image
      return l
    }
    let flipped = try layer("bottom")
    flipped.isGeometryFlipped = true
    let parent = try named("p")
    parent.bounds = Rect(0, 0, 9, 9)
    parent.isGeometryFlipped = true
    _ = try layer("top", in: parent)
    let said = try layer("top")
    try said.setValue(.string("maxY"), forKey: "contentsGravity")
    let empty = try layer("top")
    empty.contents = nil
    for l in [flipped, parent, said, empty, try layer("center")] { #expect(try resolved(l) == []) }
    #expect(try resolved(layer("kCAGravityTop")) == ["gravity-top-bottom"])
    #expect(try resolved(layer("bottom")) == [])
    expectWarning("gravity-top-bottom", "\"top\" means max y", "maxY")
  }

  @Test func `shape-without-bounds: not of a path around its origin, or along an axis from it`() throws {
    func turned(_ path: String) throws -> [String] {
      let l = ShapeLayer(in: scene)
      l.path = try Path(svg: path)
      l.transform = .rotation(0.4)
      let root = try named("root")
      root.bounds = Rect(0, 0, 50, 50)
      try root.addSublayer(l)
      return try resolved(root)
    }
    let star = "M0 -10 L2.4 -3.1 9.5 -3.1 3.8 1.2 5.9 8.1 0 3.8 -5.9 8.1 -3.8 1.2 -9.5 -3.1 -2.4 -3.1 Z"
    for path in ["M-5 -5H5V5H-5Z", star, "M0 0V-40", "M-2 0H2V-40H-2Z", "M0 0H30"] {
      #expect(try turned(path) == [], "\(path)")
    }
    for path in ["M0 0H50V50H0Z", "M20 20H30V30H20Z", "M-2 -60H2V-40H-2Z"] {
      #expect(try turned(path) == ["shape-without-bounds"], "\(path)")
    }
  }

  @Test func `mask-shared: a mask taken from another layer names its owner`() throws {
    let (a, b, hole) = (try named("a"), try named("b"), try named("hole"))
    try a.setMask(hole)
    try b.setMask(hole)
    expectWarning("mask-shared", "Layer b.mask: a/hole was the mask of a, which has no mask now", "copy()")
    #expect(a.mask == nil && b.mask === hole)
  }

  @Test func `mask-shared: a sublayer used as a mask, and a mask added as a sublayer`() throws {
    let (a, b) = (try named("a"), try named("b"))
    let hole = try named("hole", a)
    try b.setMask(hole)
    expectWarning("mask-shared", "a/hole was a sublayer of a and no longer is")
    let other = WarnedScene()
    let c = Layer(in: other.scene)
    let m = Layer(in: other.scene)
    try c.setMask(m)
    try c.addSublayer(m)
    #expect(other.rules == ["mask-shared"])
    #expect(c.mask == nil && c.sublayers.count == 1)
  }

  @Test func `near-miss-key: a key of one's own that is nearly a declared one`() throws {
    try named("a").setValue(.number(3), forKey: "cornerRaduis")
    expectWarning("near-miss-key", "Layer.cornerRaduis is not a property", "did you mean cornerRadius?")
  }

  @Test(arguments: [0, 1, 2, 3]) func `duplicate-name: whoever looks a sublayer up by name is told of both`(way: Int)
    throws
  {
    let root = try named("root")
    _ = try named("dial", root)
    _ = try named("needle", root)
    let first = root.sublayers[0]
    _ = try named("dial", root)
    switch way {
    case 0: #expect(root.sublayer(named: "dial") === first)
    case 1: #expect(root.find("dial") === first)
    case 2: #expect(root.find("dial/none") == nil)
    default: _ = try root.value(forKeyPath: "sublayers.dial.opacity")
    }
    expectWarning("duplicate-name", "Layer root: its sublayers #1 and #3 are both named dial")
  }

  @Test func `dangling-delegate: a delegate that was freed is missed at the next display`() throws {
    final class Painter: LayerDelegate { var hooks: LayerHooks { .draw } }
    let l = try named("dial")
    l.bounds = Rect(0, 0, 5, 5)
    var painter: Painter? = Painter()
    l.delegate = painter
    try l.display()
    #expect(warned.rules.isEmpty)
    painter = nil
    #expect(l.delegate == nil)
    try l.display()
    expectWarning("dangling-delegate", "Layer dial: its delegate was freed")
    // A retained delegate stays alive, and a removed one is not reported.
    let kept = WarnedScene()
    let other = Layer(in: kept.scene)
    let own = Painter()
    other.delegate = own
    other.keptDelegate = own
    other.delegate = nil
    try other.display()
    #expect(kept.rules.isEmpty)
  }

  @Test func `opaque-corner: an opaque layer with round corners, whichever came last`() throws {
    let l = try named("a")
    l.cornerRadius = 5
    l.isOpaque = true
    expectWarning("opaque-corner", "Layer a: opaque must not be combined with cornerRadius")
  }

  @Test(arguments: [true, false]) func `contents-vs-text: an image hides a text layer's string, whichever came last`(
    imageFirst: Bool
  )
    throws
  {
    let t = TextLayer(in: scene)
    t.name = "title"
    let image = Image(try Bitmap(width: 1, height: 1) { _ in })
    if imageFirst { t.contents = image }
    t.string = "Hello"
    if !imageFirst { t.contents = image }
    expectWarning("contents-vs-text", "TextLayer title: its contents hide its string")
  }
}
