// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Pixels
import RenderTree
import TestSupport

/// Random layer trees of every class, and random edits of them, from a seed.
struct RandomLayers {
  let scene: Scene
  let root: Layer
  var random: SeededRandom
  /// All layers, in the tree or not.
  private(set) var layers: [Layer] = []

  /// - Parameter crowd: the number of additional plain layers, all in one superlayer, of which some are edited.
  init(in scene: Scene, seed: UInt64, count: Int, crowd: Int = 0) throws {
    self.scene = scene
    random = SeededRandom(seed)
    root = Layer(in: scene)
    root.bounds = Rect(0, 0, 150, 110)
    root.name = "root"
    layers = [root]
    if crowd > 0 {
      let host = Layer(in: scene)
      host.bounds = Rect(0, 0, 140, 100)
      host.position = Point(70, 50)
      for i in 0..<crowd {
        let layer = Layer(in: scene)
        layer.frame = Rect(number(0...130), number(0...90), number(1...20), number(1...20))
        layer.backgroundColor = .color(color())
        layer.cornerRadius = chance(2) ? number(0...5) : 0
        try host.addSublayer(layer)
        if i % 10 == 0 { layers.append(layer) }
      }
      try root.addSublayer(host)
      layers += [host, host, host]
    }
    for _ in 0..<count { try addLayer() }
    // Most layers are plain, so that much of the tree is visible.
    for _ in 0..<count { try? edit() }
  }

  mutating func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
  mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }
  mutating func pick<T>(_ list: [T]) -> T { list[Int.random(in: 0..<list.count, using: &random)] }
  mutating func color() -> Color {
    Color(red: number(0...1), green: number(0...1), blue: number(0...1), alpha: chance(3) ? number(0.2...1) : 1)
  }

  static let classes = [
    "Layer", "TextLayer", "ShapeLayer", "GradientLayer", "ReplicatorLayer", "EmitterLayer",
    "ScrollLayer", "TiledLayer", "TransformLayer",
  ]

  /// Makes a layer with visible content.
  mutating func makeLayer() throws -> Layer {
    guard let c = KeyedClass.named(chance(2) ? "Layer" : pick(RandomLayers.classes)),
      let layer = try c.makeObject(in: scene) as? Layer
    else { return Layer(in: scene) }
    layer.bounds = Rect(0, 0, number(6...60).rounded(), number(6...40).rounded())
    layer.position = Point(number(0...130).rounded(), number(0...90).rounded())
    if !chance(4) { try? layer.setValue(.color(color()), forKey: "backgroundColor") }
    switch layer {
    case let text as TextLayer:
      try text.setValue(.string("text \(Int.random(in: 0..<99, using: &random))"), forKey: "string")
      try text.setValue(.number(9), forKey: "fontSize")
    case let shape as ShapeLayer: try shape.setValue(.path(path()), forKey: "path")
    case let gradient as GradientLayer:
      try gradient.setValue(.array([.color(color()), .color(color())]), forKey: "colors")
    case let replicator as ReplicatorLayer:
      try replicator.setValue(.number(3), forKey: "instanceCount")
      try replicator.setValue(.transform(.translation(9, 4)), forKey: "instanceTransform")
    case let emitter as EmitterLayer:
      let cell = EmitterCell(in: scene)
      try cell.setValue(.number(20), forKey: "birthRate")
      try cell.setValue(.number(1), forKey: "lifetime")
      try cell.setValue(.number(20), forKey: "velocity")
      try cell.setValue(.number(3), forKey: "emissionRange")
      try cell.setValue(.image(image()), forKey: "contents")
      try emitter.setValue(.array([.keyed(cell)]), forKey: "emitterCells")
    default: break
    }
    return layer
  }

  private mutating func addLayer() throws {
    let layer = try makeLayer()
    try pick(layers).addSublayer(layer)
    layers.append(layer)
  }

  mutating func path() -> Path {
    var path = Path()
    path.move(to: Point(number(0...20), number(0...20)))
    path.addCurve(
      control1: Point(number(0...50), 0), control2: Point(0, number(0...40)),
      to: Point(number(10...40), number(10...30)))
    path.addLine(to: Point(2, number(0...30)))
    path.closeSubpath()
    return path
  }

  mutating func image() -> Image {
    let (a, b) = (color().premultiplied(), color().premultiplied())
    let side = Int.random(in: 2..<12, using: &random)
    guard
      let bitmap = try? Bitmap(width: side, height: side, fill: { for i in $0.indices { $0[i] = i % 3 < 2 ? a : b } })
    else { preconditionFailure("no memory") }
    return Image(bitmap)
  }

  /// A value for a property, usually a legal one.
  mutating func value(_ row: Property) -> PropertyValue? {
    switch row.kind {
    case .number:
      if row.isWhole { return .number(Double(Int.random(in: 0...4, using: &random))) }
      if let range = row.range {
        return .number(min(max(number(-1...1) * (chance(3) ? 40 : 2), range.lowerBound), min(range.upperBound, 40)))
      }
      return .number(number(-1...1) * (chance(2) ? 40 : 2))
    case .bool: return .bool(chance(2))
    case .point: return .point(Point(number(-5...120), number(-5...90)))
    case .size: return .size(Size(number(1...50), number(1...40)))
    case .rect:
      if row.name.hasPrefix("contents") { return .rect(Rect(number(0...0.4), number(0...0.4), 0.5, number(0.1...0.6))) }
      return .rect(Rect(number(0...50).rounded(), number(0...40).rounded(), number(2...80), number(2...60)))
    case .transform, .affineTransform:
      switch Int.random(in: 0..<5, using: &random) {
      case 0: return .transform(.identity)
      case 1: return .transform(.scale(number(0.3...2), number(0.3...2)))
      case 2 where row.name != "affineTransform" && row.name != "contentsTransform":
        var t = Transform3D.identity
        t.m34 = -1 / 200
        return .transform(t.concat(.translation(number(-5...5), number(-5...5))))
      case 3: return .transform(.translation(number(-20...20).rounded(), number(-20...20).rounded()))
      default: return .transform(.rotation(number(-2...2)))
      }
    case .color, .colorOrPattern: return chance(5) ? .null : .color(color())
    case .image: return chance(3) ? .null : .image(image())
    case .path: return chance(3) ? .null : .path(path())
    case .string: return .string(chance(2) ? "a" : "b")
    case .text: return .string("word \(Int.random(in: 0..<999, using: &random))")
    case .enumeration(let names): return .string(pick(names.map(\.raw)))
    case .nameSet(let set): return .array([.string(pick(set.members.map(\.name)))])
    case .numbers: return .array([.number(number(0...0.5)), .number(number(0.5...1))])
    case .colors: return .array([.color(color()), .color(color())])
    case .filter(.compositing):
      return chance(2)
        ? .null : .string(pick(["multiplyBlendMode", "screenBlendMode", "plusL", "differenceBlendMode"]))
    case .objects(.filter):
      return chance(2) ? .array([]) : .array([.string(pick(["CIGaussianBlur", "CISepiaTone", "CIColorInvert"]))])
    default: return nil
    }
  }

  /// Forgets the layers that are not in the tree.
  mutating func keepTree() { layers = layers.filter { $0.root === root } }

  private static let unseen: Set<String> = [
    "style", "actions", "delegate", "name", "speed", "timeOffset", "repeatCount", "sublayers", "mask", "frame",
    "contentsScale", "rasterizationScale",
  ]

  /// Makes one random change.
  mutating func edit() throws {
    let layer = pick(layers)
    switch Int.random(in: 0..<16, using: &random) {
    case 0:
      if layers.count < 80 { try addLayer() }
    case 1: if layer !== root { layer.removeFromSuperlayer() }
    case 2: try pick(layers).insertSublayer(layer === root ? makeLayer() : layer, at: 0)
    case 3:
      if chance(2) {
        layer.mask = nil
      } else if let mask = layers.dropFirst().last, chance(2) {
        try layer.setMask(mask)
      }
    case 4: try layer.setSublayers(layer.sublayers.shuffled(using: &random))
    case 5, 6:
      let animation = BasicAnimation(in: scene)
      let key = pick([
        "opacity", "position.x", "transform.rotation.z", "bounds.size.width", "cornerRadius", "zPosition",
      ])
      try animation.setValue(.string(key), forKey: "keyPath")
      try animation.setValue(.number(number(0...1)), forKey: "fromValue")
      try animation.setValue(.number(number(0...2) * (key == "opacity" ? 0.5 : 20)), forKey: "toValue")
      try animation.setValue(.number(number(0.5...3)), forKey: "duration")
      try layer.add(animation, forKey: pick(["a", "b"]))
    case 7: if chance(2) { try layer.removeAllAnimations() } else { try layer.removeAnimation(forKey: "a") }
    case 8: try layer.setValue(.number(number(0...9)), forKey: "ownKey")
    case 9:
      layer.setNeedsDisplay()
      layer.setNeedsLayout()
    case 10:
      if let cells = (layer as? EmitterLayer)?.value(forKey: "emitterCells"), case .array(let list) = cells,
        case .keyed(let cell)? = list.first, let row = Optional(pick(cell.keyedClass.properties)), let v = value(row)
      {
        try cell.setValue(v, forKey: row.name)
      }
    case 11: try layer.setValue(.number(number(-1...1)), forKeyPath: "transform.rotation.z")
    default:
      let row = pick(layer.keyedClass.properties)
      guard !row.isReadOnly, !RandomLayers.unseen.contains(row.name), let value = value(row) else { return }
      if layer === root, ["bounds", "opacity", "hidden"].contains(row.name) { return }
      try layer.setValue(value, forKey: row.name)
    }
  }
}
