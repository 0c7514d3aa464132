// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import LayerRendering
import Pixels
import TestSupport
import Testing

/// A film does not fail because an animation passes through an invalid value in one frame: the layer draws nothing in
/// it, or uses the nearest valid value. A still whose own values are invalid remains an error.
struct FrameValueTests {
  private let renderer = LayerRenderer(configuration: .init(threads: 1))

  private final class Heard {
    var warnings: [String] = []
  }

  private func scene(_ heard: Heard) -> Scene {
    let scene = renderer.makeScene()
    scene.onWarning = { if $0.rule == .frameValue { heard.warnings.append($0.message) } }
    return scene
  }

  private func picture(_ side: Int) throws -> Image {
    Image(try Bitmap(width: side, height: side) { pixels in for i in pixels.indices { pixels[i] = 0xFF00_00FF } })
  }

  private func frames(of layer: Layer, _ times: [Double]) throws -> [Bitmap] {
    try layer.scene.filming {
      try times.map { time in
        var options = RenderOptions()
        options.time = time
        return try renderer.render(layer, options)
      }
    }
  }

  private func basic(_ scene: Scene, _ path: String, _ from: PropertyValue, _ to: PropertyValue) -> BasicAnimation {
    let animation = BasicAnimation(in: scene)
    animation.keyPath = path
    animation.fromValue = from
    animation.toValue = to
    animation.duration = 2
    return animation
  }

  // MARK: Gradients

  @Test(arguments: [GradientType.radial, .axial, .conic]) func `a gradient between keyframes`(_ type: GradientType)
    throws
  {
    let heard = Heard()
    let scene = scene(heard)
    let layer = GradientLayer(in: scene)
    layer.bounds = Rect(0, 0, 8, 8)
    layer.colors = [.red, .blue]
    layer.type = type
    layer.startPoint = Point(0.5, 0.5)
    layer.endPoint = Point(1, 1)
    try layer.add(basic(scene, "endPoint", .point(Point(0, 0)), .point(Point(1, 1))))
    let pictures = try frames(of: layer, [0, 0.5, 1, 1.5])
    #expect(pictures.map { $0[2, 5] != 0 } == [true, true, false, true])
    #expect(heard.warnings.count == 1 && heard.warnings.first?.contains("endPoint shows that") == true)
    // The model's own points are invalid, whatever else is animated.
    layer.endPoint = layer.startPoint
    try layer.removeAllAnimations()
    try layer.add(basic(scene, "opacity", .number(0), .number(1)))
    #expect(throws: LayerError.self) { try frames(of: layer, [1]) }
    // If the points are animated, the animation's values apply.
    try layer.add(basic(scene, "endPoint", .point(Point(0.5, 0.5)), .point(Point(1, 1))))
    #expect(try frames(of: layer, [0, 1]).map { $0[2, 5] != 0 } == [false, true])
    try layer.removeAllAnimations()
    #expect(throws: LayerError.self) { try renderer.render(layer) }
  }

  // MARK: Values that a key refuses

  @Test func `what a key refuses draws nothing, once warned of`() throws {
    let cases: [(String, PropertyValue, PropertyValue, [Bool])] = [
      ("contentsRect", .rect(Rect(0, 0, 1, 1)), .rect(Rect(0, 0, -1, 1)), [true, false, true]),
      ("contentsRect.size.width", .number(1), .number(-1), [true, false, true]),
      ("contentsScale", .number(1), .number(-1), [true, false, false]),
    ]
    for (path, from, to, seen) in cases {
      let heard = Heard()
      let scene = scene(heard)
      let layer = Layer(in: scene)
      layer.bounds = Rect(0, 0, 8, 8)
      layer.contents = try picture(8)
      try layer.add(basic(scene, path, from, to))
      #expect(try frames(of: layer, [0, 1, 1.75]).map { $0[4, 4] != 0 } == seen, "\(path)")
      _ = try frames(of: layer, [1, 1])
      #expect(heard.warnings.count == 1, "\(path): \(heard.warnings)")
    }
  }

  @Test func `sublayers of such a layer are drawn`() throws {
    let heard = Heard()
    let scene = scene(heard)
    let layer = ShapeLayer(in: scene)
    layer.bounds = Rect(0, 0, 8, 8)
    layer.path = try Path(svg: "M0 4L8 4")
    layer.strokeColor = .red
    layer.lineWidth = 4
    layer.lineDashPattern = [8, 1]
    let below = Layer(in: scene)
    below.frame = Rect(0, 6, 8, 2)
    below.backgroundColor = .blue
    try layer.addSublayer(below)
    // All zeros as an end value would be refused; a byValue that leads there is not known in advance.
    let animation = BasicAnimation(in: scene)
    animation.keyPath = "lineDashPattern"
    animation.byValue = .array([.number(-16), .number(-2)])
    animation.duration = 2
    try layer.add(animation)
    let pictures = try frames(of: layer, [0, 1.5])
    #expect(pictures[0][4, 4] != 0 && pictures[0][4, 7] != 0)
    #expect(pictures[1][4, 4] == 0 && pictures[1][4, 7] != 0)
    #expect(heard.warnings.count == 1)
  }

  @Test func `too many instances are left out`() throws {
    let heard = Heard()
    let scene = scene(heard)
    let layer = ReplicatorLayer(in: scene)
    layer.bounds = Rect(0, 0, 8, 8)
    layer.instanceCount = 2
    let dot = Layer(in: scene)
    dot.frame = Rect(2, 2, 4, 4)
    dot.backgroundColor = .red
    try layer.addSublayer(dot)
    try layer.add(basic(scene, "instanceCount", .number(1), .number(1e9)))
    #expect(try frames(of: layer, [0, 1, 1.5]).map { $0[4, 4] != 0 } == [true, false, false])
    #expect(heard.warnings.count == 1)
    try layer.removeAllAnimations()
    layer.instanceCount = 1_000_000_000
    #expect(throws: LayerError.self) { try renderer.render(layer) }
  }

  // MARK: Every key of every class

  private static let wild: [Double] = [
    0, 1, -1, 0.5, 3, -7, 100, 1e-300, 1e6, -1e6, 1e15, 1e300, -1e300, 0.25, 12,
  ]

  private func value(of row: Property, _ scene: Scene, _ random: inout SeededRandom) throws -> PropertyValue? {
    func number() -> Double {
      let v = FrameValueTests.wild.randomElement(using: &random) ?? 0
      return Bool.random(using: &random) ? v : Double.random(in: -2...2, using: &random)
    }
    switch row.kind {
    case .number: return .number(number())
    case .bool: return .bool(Bool.random(using: &random))
    case .point: return .point(Point(number(), number()))
    case .size: return .size(Size(number(), number()))
    case .rect: return .rect(Rect(number(), number(), number(), number()))
    case .transform, .affineTransform:
      let t = Transform3D.scale(number(), number(), number()).concat(.rotation(number())).concat(
        .translation(number(), number(), number()))
      return t.isFinite ? .transform(t) : .transform(.scale(0, 0, 0))
    case .color, .colorOrPattern:
      return .color(Color(red: number(), green: number(), blue: number(), alpha: number()))
    case .colors: return .array((0..<3).map { _ in .color(Color(white: Double.random(in: 0...1, using: &random))) })
    case .numbers: return .array((0..<3).map { _ in .number(number()) })
    case .path:
      return .path(
        try Path(svg: "M\(number()) \(number())L\(number()) \(number())C\(number()) \(number()) 1 2 \(number()) 4Z"))
    case .image:
      return .image(try picture(2))
    case .string, .text: return .string(["a", "b c", ""].randomElement(using: &random) ?? "a")
    case .enumeration(let names): return names.randomElement(using: &random).map { .string($0.raw) }
    case .nameSet(let set): return set.members.randomElement(using: &random).map { .string($0.name) }
    case .any, .data, .dictionary, .delegate, .function, .layoutManager, .constraints, .layer, .layers, .objects,
      .object, .filter:
      return nil
    }
  }

  /// A layer of a class with every kind of content that it can draw.
  private func sample(_ keyedClass: KeyedClass, _ scene: Scene) throws -> Layer {
    let layer = try keyedClass.make(in: scene)
    layer.bounds = Rect(0, 0, 16, 16)
    layer.backgroundColor = .green
    layer.cornerRadius = 3
    layer.borderWidth = 1
    layer.shadowOpacity = 0.5
    layer.contents = try picture(2)
    layer.shouldRasterize = keyedClass === KeyedClass.layer
    let below = Layer(in: scene)
    below.frame = Rect(2, 2, 8, 8)
    below.backgroundColor = .red
    try layer.addSublayer(below)
    switch layer {
    case let text as TextLayer:
      text.contents = nil
      text.string = "a b"
      text.fontSize = 8
    case let shape as ShapeLayer:
      shape.path = try Path(svg: "M1 1L12 3C4 4 2 9 3 3Z")
      shape.strokeColor = .blue
      shape.lineDashPattern = [3, 1, 2]
    case let gradient as GradientLayer:
      gradient.colors = [.red, .green, .blue]
      gradient.locations = [0, 0.5, 1]
    case let replicator as ReplicatorLayer:
      replicator.instanceCount = 3
      replicator.instanceTransform = .translation(2, 1, 0)
    case let emitter as EmitterLayer:
      let cell = EmitterCell(in: scene)
      cell.name = "c"
      cell.birthRate = 20
      cell.lifetime = 1
      cell.velocity = 5
      cell.contents = layer.contents
      emitter.emitterCells = [cell]
    default: break
    }
    return layer
  }

  private func animate(
    _ layer: Layer, _ path: String, _ row: Property, _ random: inout SeededRandom
  ) throws -> String? {
    let scene = layer.scene
    guard let a = try value(of: row, scene, &random), let b = try value(of: row, scene, &random),
      let c = try value(of: row, scene, &random)
    else { return nil }
    let animation: PropertyAnimation
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      let keyframes = KeyframeAnimation(in: scene)
      keyframes.values = [a, b, c]
      keyframes.calculationMode = [.linear, .cubic, .discrete].randomElement(using: &random) ?? .linear
      animation = keyframes
    case 1:
      let spring = SpringAnimation(in: scene)
      spring.fromValue = a
      spring.toValue = b
      spring.damping = 1
      animation = spring
    case 2:
      let basic = BasicAnimation(in: scene)
      basic.byValue = a
      basic.isAdditive = Bool.random(using: &random)
      basic.isCumulative = Bool.random(using: &random)
      basic.repeatCount = 3
      animation = basic
    default:
      let basic = BasicAnimation(in: scene)
      basic.fromValue = a
      basic.toValue = b
      animation = basic
    }
    animation.keyPath = path
    animation.duration = 1
    // An end value that the key can never have is refused here.
    do { try layer.add(animation) } catch { return nil }
    return "\(animation.className) of \(path): \(a.described), \(b.described), \(c.described)"
  }

  /// Random values of the right type through every key of every layer class and of emitter cells: no frame fails. Seeds
  /// 32050 to 32052, about 700 films of three frames.
  @Test(arguments: 0..<3) func `no frame of a film fails`(_ seed: UInt64) throws {
    var random = SeededRandom(32_050 + seed)
    var films = 0
    for keyedClass in KeyedClass.all {
      var keys = keyedClass.properties.filter { row in
        !row.isReadOnly && !row.isDerived && (keyedClass === KeyedClass.layer || row.owner == keyedClass.name)
      }.map { (path: $0.name, row: $0) }
      if keyedClass === KeyedClass.emitter {
        keys += KeyedClass.emitterCell.properties.filter { !$0.isReadOnly && $0.name != "name" }
          .map { ("emitterCells.c.\($0.name)", $0) }
      }
      for (path, row) in keys where path != "name" {
        let scene = renderer.makeScene()
        let layer = try sample(keyedClass, scene)
        let root = Layer(in: scene)
        root.bounds = Rect(0, 0, 16, 16)
        layer.position = Point(8, 8)
        try root.addSublayer(layer)
        guard let what = try animate(layer, path, row, &random) else { continue }
        films += 1
        for time in [0, 0.3, 0.95] {
          do { _ = try frames(of: root, [time]) } catch {
            Issue.record("\(keyedClass.name) at \(time), \(what): \(error)")
          }
        }
      }
    }
    #expect(films > 100)
  }

  /// Also for all keys of all filters.
  @Test(arguments: 0..<2) func `no frame of a filter's film fails`(_ seed: UInt64) throws {
    var random = SeededRandom(32_070 + seed)
    for info in FilterInfo.all {
      let scene = renderer.makeScene()
      guard let filter = try? KeyedClass.filter(named: info.name, in: scene).makeObject(in: scene) as? Filter else {
        continue
      }
      try filter.setValue(.string("f"), forKey: "name")
      for row in filter.keyedClass.properties where !row.isReadOnly && row.name != "name" {
        let layer = try sample(.layer, scene)
        layer.shouldRasterize = false
        // Transitions and compositing operators are not allowed here, and some filters need an image.
        guard (try? layer.setValue(.array([.keyed(filter)]), forKey: "filters")) != nil,
          (try? renderer.render(layer)) != nil
        else { break }
        guard let what = try animate(layer, "filters.f.\(row.name)", row, &random) else { continue }
        for time in [0, 0.3, 0.95] {
          do { _ = try frames(of: layer, [time]) } catch {
            Issue.record("\(info.name) at \(time), \(what): \(error)")
          }
        }
      }
    }
  }
}
