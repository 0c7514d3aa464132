// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Pixels
import RenderTree
import Testing

@Suite struct RegistryTests {
  let warned = WarnedScene()
  var scene: Scene { warned.scene }

  /// A value of the property's kind other than its default.
  func sample(_ row: Property, in c: LayerClass = .layer) -> PropertyValue? {
    switch row.kind {
    case .number:
      let fractions = ["opacity", "shadowOpacity", "startProgress", "endProgress", "hyphenationFactor", "volume"]
      if fractions.contains(row.name) { return .number(0.25) }
      if row.name == "fontStretch" { return .number(75) }
      return .number(!row.isWhole ? 2.5 : row.name == "maximumDrawableCount" ? 2 : 3)
    case .bool: return .bool(c.defaultValue(of: row) != .bool(true))
    case .point: return .point(Point(3, 4))
    case .size: return .size(Size(3, 4))
    case .rect: return .rect(row.name == "contentsCenter" ? Rect(0.25, 0.25, 0.5, 0.5) : Rect(1, 2, 3, 4))
    case .transform, .affineTransform: return .transform(.scale(2, 3))
    case .color, .colorOrPattern: return .color(Color(red: 1, green: 0.5, blue: 0.25, alpha: 0.75))
    case .image: return try? .image(Image(Bitmap(width: 1, height: 1) { _ in }))
    case .path: return .path(Path(rect: Rect(1, 2, 3, 4)))
    case .string: return .string("text")
    case .text: return .string("text")
    case .enumeration(let names): return names.first { .string($0.raw) != row.defaultValue }.map { .string($0.raw) }
    case .nameSet(let set): return .array([.string(set.members[1].name)])
    case .numbers: return .array([.number(0.25), .number(0.5)])
    case .colors: return .array([.color(.black), .color(.white)])
    case .layer: return .layer(Layer(in: scene))
    case .layers: return .array([.layer(Layer(in: scene))])
    case .objects(.emitterCell): return .array([.keyed(EmitterCell(in: scene))])
    case .objects(.animation): return .array([.keyed(BasicAnimation(in: scene))])
    case .objects(.filter):
      // Read from a layer, so that it reads back unchanged.
      let holder = Layer(in: scene)
      try? holder.setValue(.array([.string("CIExposureAdjust")]), forKey: row.name)
      return holder.value(forKey: row.name)
    case .objects(.state): return .array([.keyed(State(in: scene))])
    case .objects(.stateElement): return .array([.keyed(StateSetValue(in: scene))])
    case .objects(.stateTransition): return .array([.keyed(StateTransition(in: scene))])
    case .objects(.stateTransitionElement): return .array([.keyed(StateTransitionElement(in: scene))])
    case .objects: return nil
    case .object(.layer): return .layer(Layer(in: scene))
    case .object(.text): return .layer(TextLayer(in: scene))
    case .object: return .keyed(BasicAnimation(in: scene))
    case .filter(.compositing): return .string("multiplyBlendMode")
    case .filter:
      let holder = Transition(in: scene)
      holder.filter = Filter(in: scene, of: swipe)
      return holder.value(forKey: row.name)
    case .data: return .array([.number(1)])
    case .dictionary where row.name == "fontVariations" || row.name == "fontFeatures":
      return .dictionary([("wght", .number(625))])
    case .dictionary:
      return .dictionary(row.name == "drawableProperties" ? [("retainedBacking", .bool(true))] : [("a", .number(1))])
    case .constraints: return (try? Constraint("minX = superlayer.midX")).map { .array([.constraint($0)]) }
    case .layoutManager: return .keyed(ConstraintLayoutManager.shared(in: scene))
    case .any where row.name == "fontPalette": return .string("dark")
    case .any where row.name == "padding": return .number(4)
    case .any where row.name == "columns" || row.name == "rows": return .array([.string("auto"), .number(20)])
    case .any:
      switch row.name {
      case "timingFunction": return .string("easeIn")
      case "timingFunctions": return .array([.string("easeIn")])
      case "valueFunction": return .string("rotateZ")
      case "rotationMode": return .string("auto")
      case "subtype": return .string("fromTop")
      case "values": return .array([.number(1), .number(2)])
      default: return .number(2)
      }
    case .delegate, .function: return nil
    }
  }

  /// The names of the classes that can be instantiated.
  static let concreteNames = KeyedClass.builtIn.map(\.name).filter {
    !["Animation", "PropertyAnimation", "Filter", "StateElement"].contains($0)
  }

  @Test(arguments: concreteNames) func `a fresh layer has every default`(name: String) throws {
    let c = try #require(LayerClass.named(name))
    let l = try c.makeObject(in: scene)
    let zero: [String: PropertyValue] = [
      "bounds": .rect(.zero), "position": .point(.zero), "frame": .rect(.zero), "sublayers": .array([]),
      "constraints": .array([]),
      "drawableSize": .size(.zero),
      "settlingDuration": l.value(forKey: "settlingDuration"), "perceptualDuration": .number(2 * .pi / 10),
      "bounce": .number(0.5), "fittedFontSize": .number(36), "overflows": .bool(false), "videoRect": .rect(.zero),
      "videoSize": .size(.zero), "videoDuration": .number(0), "videoFrameRate": .number(0),
      "videoHasAlpha": .bool(false),
    ]
    for row in c.properties {
      #expect(row.value(l) == zero[row.name] ?? c.defaultValue(of: row), "\(row.name)")
      #expect(l.value(forKey: row.name) == row.value(l), "\(row.name)")
      #expect(!row.summary.isEmpty && row.summary.hasSuffix("."), "\(row.name)")
    }
    if let layer = l as? Layer { #expect(!layer.needsDisplay && !layer.needsLayout) }
  }

  @Test(arguments: concreteNames) func `every property takes a value, reads it back and counts as a change`(
    name: String
  )
    throws
  {
    let c = try #require(LayerClass.named(name))
    for row in c.properties where !row.isReadOnly {
      switch row.kind {
      case .delegate, .function: continue
      // It has only one value.
      case .enumeration(let names) where names.count == 1: continue
      // Converted from other properties and back, exact but for the last bit.
      case .number where row.owner == "SpringAnimation" && row.isDerived: continue
      default: break
      }
      let l = try c.makeObject(in: scene)
      let value = try #require(sample(row, in: c), "no sample for \(row.name)")
      let before = scene.changeCount
      try l.setValue(value, forKey: row.name)
      #expect(l.value(forKey: row.name) == value, "\(row.name)")
      #expect(scene.changeCount > before, "\(row.name)")
      let after = scene.changeCount
      try l.setValue(value, forKey: row.name)
      if row.name != "sublayers", row.owner == "Layer" || c.isLayerClass {
        #expect(scene.changeCount == after, "\(row.name) set to its own value is no change")
      }
      // Then back to the default.
      if !row.isDerived, !row.defaultValue.isNull { try l.setValue(row.defaultValue, forKey: row.name) }
    }
  }

  @Test(arguments: concreteNames) func `every property refuses a value of another kind, naming class and key`(
    name: String
  )
    throws
  {
    let c = try #require(LayerClass.named(name))
    final class Odd {}
    for row in c.properties {
      let l = try c.makeObject(in: scene)
      // These keys of animations take values of any kind.
      if case .any = row.kind, l is Animation { continue }
      let m = message { try l.setValue(.object(Odd()), forKey: row.name) }
      #expect(m?.hasPrefix("\(name).\(row.name)") == true, "\(row.name): \(m ?? "no error")")
    }
  }

  @Test func `rows are numbered in order, a subclass's after its superclass's`() throws {
    for c in KeyedClass.builtIn {
      for (i, row) in c.properties.enumerated() {
        #expect(row.index == i)
        #expect(c.property(row.name) === row)
      }
    }
    #expect(LayerClass.text.property("opacity") === LayerClass.layer.property("opacity"))
    #expect(LayerClass.layer.property("fillColor") == nil)
    #expect(LayerClass.text.isSubclass(of: .layer))
  }

  @Test func `a constructor applies geometry first and names a misspelt key`() throws {
    let order = try LayerClass.layer.constructorOrder(of: [
      "transform.rotation.z", "opacity", "frame", "backgroundColor", "transform", "position", "bounds", "anchorPoint",
    ])
    #expect(
      order == [
        "anchorPoint", "bounds", "position", "frame", "transform", "transform.rotation.z", "backgroundColor", "opacity",
      ])
    #expect(
      message { _ = try LayerClass.layer.constructorOrder(of: ["backgroundColour"]) }
        == "Layer has no property backgroundColour; did you mean backgroundColor?")
    #expect(message { _ = try LayerClass.layer.constructorOrder(of: ["zzz"]) }?.contains("userInfo") == true)
  }

  @Test func `fast paths check class, kind and value`() throws {
    let opacity = try #require(LayerClass.layer.property("opacity"))
    let fillColor = try #require(LayerClass.shape.property("fillColor"))
    let l = Layer(in: scene)
    try opacity.setNumber(l, 0.5)
    #expect(l.opacity == 0.5)
    #expect(opacity.number(l) == 0.5)
    #expect(message { try opacity.setBool(l, true) } == "Layer.opacity: expected a number, got boolean true")
    #expect(message { try fillColor.setColor(l, .black) } == "Layer has no property fillColor")
    #expect(message { try opacity.setNumber(l, .nan) } == "Layer.opacity is nan, expected a number from 0 to 1")
  }

  @Test func `name sets accept names, constants and integers`() throws {
    let l = Layer(in: scene)
    try l.setValue(.array([.string("minXMinY"), .string("kCALayerMaxXMaxYCorner")]), forKey: "maskedCorners")
    #expect(l.maskedCorners == [.minXMinY, .maxXMaxY])
    try l.setValue(.number(6), forKey: "maskedCorners")
    #expect(l.value(forKey: "maskedCorners") == .array([.string("maxXMinY"), .string("minXMaxY")]))
    #expect(
      message { try l.setValue(.array([.string("minXminY")]), forKey: "maskedCorners") }
        == "Layer.maskedCorners: expected names among minXMinY, maxXMinY, minXMaxY, maxXMaxY, got \"minXminY\"; did you mean \"minXMinY\"?"
    )
    try l.setValue(.string("left"), forKey: "edgeAntialiasingMask")
    #expect(l.edgeAntialiasingMask == .left)
  }

  @Test func `names are accepted raw, as constant and short, and read back raw`() throws {
    let shape = ShapeLayer(in: scene)
    for name in ["even-odd", "kCAFillRuleEvenOdd", "evenOdd"] {
      shape.fillRule = .nonZero
      try shape.setValue(.string(name), forKey: "fillRule")
      #expect(shape.value(forKey: "fillRule") == .string("even-odd"))
    }
    let l = Layer(in: scene)
    try l.setValue(.string("minXMaxY"), forKey: "contentsGravity")
    #expect(l.contentsGravity == .topLeft)
    #expect(
      message { try l.setValue(.string("resizeAspct"), forKey: "contentsGravity") }
        == "Layer.contentsGravity: expected one of center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight, resize, "
        + "resizeAspect, resizeAspectFill, got \"resizeAspct\"; did you mean \"resizeAspect\"?"
    )
  }

  @Test func `a transform layer warns about what it ignores`() {
    let t = TransformLayer(in: scene)
    t.backgroundColor = .color(.black)
    t.bounds = Rect(0, 0, 1, 1)
    t.opacity = 0.5
    #expect(warned.rules == ["transform-layer-ignores"])
    #expect(warned.warnings[0].message.contains("TransformLayer: draws nothing of its own and ignores backgroundColor"))
  }
}
