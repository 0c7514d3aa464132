// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import LayerRendering
import Pixels
import RenderTree
import Testing

// A replicator shows the same picture as equally many individual layers, placed and coloured accordingly.
@Suite struct ReplicatorTests {
  let renderer = LayerRenderer(configuration: .init(threads: 1))
  let scene: Scene
  let root: Layer
  let replicator: ReplicatorLayer

  init() throws {
    scene = renderer.makeScene()
    root = Layer(in: scene)
    root.bounds = Rect(0, 0, 60, 40)
    replicator = ReplicatorLayer(in: scene)
    replicator.frame = Rect(10, 5, 40, 30)
    try root.addSublayer(replicator)
  }

  func box(_ frame: Rect, _ color: Color = .white) -> Layer {
    let l = Layer(in: scene)
    l.frame = frame
    l.backgroundColor = .color(color)
    return l
  }
  func picture(_ layer: Layer? = nil) throws -> Bitmap { try renderer.render(layer ?? root) }
  /// The largest difference of any channel.
  func distance(_ a: Bitmap, _ b: Bitmap) -> Int {
    var most = a.width == b.width && a.height == b.height ? 0 : 256
    for (p, q) in zip(a.pixels, b.pixels) {
      for shift in [UInt32(0), 8, 16, 24] { most = max(most, abs(Int(p >> shift & 255) - Int(q >> shift & 255))) }
    }
    return most
  }
  func message(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch { return "\(error)" }
  }

  @Test func `instance k is moved k times about the centre of the bounds, whatever the anchor point`() throws {
    for anchor in [Point(0.5, 0.5), Point(0.2, 0.9)] {
      replicator.anchorPoint = anchor
      replicator.frame = Rect(10, 5, 40, 30)
      replicator.instanceCount = 5
      replicator.instanceTransform = .rotation(0.7).concat(.translation(1, 2))
      replicator.setSublayersForTest([box(Rect(18, 2, 6, 9), Color(red: 1, green: 0, blue: 0))])
      let byHand = Layer(in: scene)
      byHand.bounds = root.bounds
      let host = Layer(in: scene)
      host.frame = replicator.frame
      try byHand.addSublayer(host)
      var steps = Transform3D.identity
      for _ in 0..<5 {
        let copy = box(Rect(18, 2, 6, 9), Color(red: 1, green: 0, blue: 0))
        // Relative to the host's centre (20, 15).
        let c = copy.position - Point(20, 15)
        copy.transform = Transform3D.translation(c.x, c.y).concat(steps).concat(.translation(-c.x, -c.y))
        try host.addSublayer(copy)
        steps = steps.concat(replicator.instanceTransform)
      }
      #expect(try distance(picture(), picture(byHand)) <= 1)
    }
  }

  @Test func `colours step, are limited and multiply what an instance shows`() throws {
    replicator.frame = Rect(0, 0, 60, 40)
    replicator.instanceCount = 4
    replicator.instanceTransform = .translation(15, 0)
    replicator.instanceColor = Color(red: 1, green: 0.5, blue: 0.2)
    replicator.instanceRedOffset = -0.4
    replicator.instanceGreenOffset = 0.2
    replicator.instanceBlueOffset = 0.3
    replicator.setSublayersForTest([
      box(Rect(0, 0, 10, 10)), box(Rect(2, 2, 3, 3), Color(red: 0.5, green: 0.5, blue: 0.5)),
    ])
    let p = try picture()
    let expected: [(Double, Double, Double)] = [(1, 0.5, 0.2), (0.6, 0.7, 0.5), (0.2, 0.9, 0.8), (0, 1, 1)]
    for (k, c) in expected.enumerated() {
      for (x, shade) in [(7, 1.0), (3, 0.5)] {
        let pixel = p[k * 15 + x, x]
        for (i, v) in [c.0, c.1, c.2].enumerated() {
          #expect(abs(Int(pixel >> (8 * UInt32(i)) & 255) - Int((v * shade * 255).rounded())) <= 1)
        }
        #expect(pixel >> 24 == 255)
      }
    }
  }

  @Test func `an instance's alpha fades it as one picture, nested ones multiply`() throws {
    replicator.frame = Rect(0, 0, 60, 40)
    replicator.instanceColor = Color(red: 1, green: 1, blue: 1, alpha: 0.5)
    let inner = ReplicatorLayer(in: scene)
    inner.frame = Rect(0, 0, 60, 40)
    inner.instanceCount = 2
    inner.instanceTransform = .translation(20, 0)
    inner.instanceAlphaOffset = -0.5
    inner.instanceColor = Color(red: 0, green: 1, blue: 1)
    try inner.addSublayer(box(Rect(0, 0, 10, 10)))
    try inner.addSublayer(box(Rect(5, 5, 10, 10)))
    try replicator.addSublayer(inner)
    let p = try picture()
    // The overlap of both boxes is not more opaque.
    #expect(p[7, 7] == p[2, 2])
    #expect(p[2, 2] == 0x8080_8000 || p[2, 2] == 0x8080_8000)
    #expect(abs(Int(p[27, 7] >> 24) - 64) <= 1)
    #expect(p[27, 7] & 255 == 0)
  }

  @Test func `every kind of content takes the colour`() throws {
    replicator.frame = Rect(0, 0, 60, 40)
    replicator.instanceColor = Color(red: 1, green: 0, blue: 0)
    let gradient = GradientLayer(in: scene)
    gradient.frame = Rect(0, 0, 10, 10)
    gradient.colors = [.white, Color(red: 0, green: 1, blue: 1)]
    let shape = ShapeLayer(in: scene)
    shape.frame = Rect(10, 0, 10, 10)
    shape.path = Path(rect: Rect(0, 0, 8, 8))
    shape.fillColor = .color(.white)
    let image = Layer(in: scene)
    image.frame = Rect(20, 0, 10, 10)
    image.contents = try LayerModel.Image(Bitmap(width: 2, height: 2) { for i in $0.indices { $0[i] = .max } })
    let shadow = box(Rect(30, 0, 10, 10))
    shadow.shadowOpacity = 1
    shadow.shadowColor = .white
    shadow.shadowOffset = Size(0, 8)
    shadow.setSublayersForTest([box(Rect(0, 0, 3, 3))])
    let drawn = Layer(in: scene)
    drawn.frame = Rect(40, 0, 10, 10)
    let painter = Painter { context in
      try context.setFillColor(.white)
      try context.fill(Rect(0, 0, 8, 8))
      try context.setBlendMode(.multiply)
      try context.fill(Rect(2, 2, 8, 8))
    }
    drawn.delegate = painter
    drawn.setNeedsDisplay()
    let bordered = box(Rect(50, 0, 10, 10))
    bordered.borderWidth = 2
    bordered.borderColor = .color(.white)
    bordered.mask = box(Rect(0, 0, 9, 9))
    let rastered = box(Rect(0, 20, 10, 10))
    rastered.shouldRasterize = true
    rastered.rasterizationScale = 0.5
    replicator.setSublayersForTest([gradient, shape, image, shadow, drawn, bordered, rastered])
    let p = try picture()
    #expect(p.pixels.allSatisfy { $0 & 0x00FF_FF00 == 0 })
    for x in [2, 12, 25, 35, 44, 55] { #expect(p[x, 2] & 255 > 100, "\(x)") }
    #expect(p[35, 16] & 255 > 20 && p[5, 25] & 255 > 200)
  }

  @Test func `the own background is painted once; no instances show no sublayers`() throws {
    replicator.backgroundColor = .color(Color(red: 0, green: 0, blue: 1))
    replicator.instanceCount = 0
    replicator.instanceTransform = .translation(5, 0)
    let child = box(Rect(0, 0, 10, 10))
    try replicator.addSublayer(child)
    let p = try picture()
    #expect(p.pixels.count { $0 != 0 } == 40 * 30)
    #expect(p[11, 6] == 0xFFFF_0000)
    #expect(root.layerAt(Point(12, 8)) === replicator)
    replicator.instanceCount = 3
    #expect(root.layerAt(Point(12, 8)) === child)
    // Only the first instance is hit.
    #expect(root.layerAt(Point(27, 8)) === replicator)
  }

  @Test func `the flip and the sublayerTransform of a replicator follow the instances`() throws {
    replicator.frame = Rect(0, 0, 60, 40)
    replicator.isGeometryFlipped = true
    replicator.sublayerTransform = .scale(0.5, 0.5)
    replicator.instanceCount = 2
    replicator.instanceTransform = .translation(0, 20)
    try replicator.addSublayer(box(Rect(20, 0, 20, 20)))
    let p = try picture()
    // Untransformed, the instances fill y 0…20 and 20…40 from the bottom; halved about the centre x 25…35, y 10…30.
    #expect(p.pixels.count { $0 != 0 } == 200)
    #expect(p[26, 11] != 0 && p[34, 29] != 0 && p[24, 20] == 0)
    replicator.instanceAlphaOffset = -1
    let first = try picture()
    #expect(first[30, 25] != 0 && first[30, 15] == 0)
  }

  @Test func `with preserved depth instances are sorted by it`() throws {
    let eye = Layer(in: scene)
    eye.frame = Rect(0, 0, 60, 40)
    try root.addSublayer(eye)
    replicator.removeFromSuperlayer()
    replicator.frame = Rect(0, 0, 60, 40)
    try eye.addSublayer(replicator)
    replicator.instanceCount = 2
    replicator.instanceTransform = .translation(5, 0, -10)
    replicator.instanceRedOffset = -1
    try replicator.addSublayer(box(Rect(0, 0, 20, 20)))
    #expect(try picture()[10, 10] == 0xFFFF_FF00)
    replicator.preservesDepth = true
    #expect(try picture()[10, 10] == 0xFFFF_FFFF)
    #expect(try picture()[22, 10] == 0xFFFF_FF00)
    #expect(eye.layerAt(Point(50, 30)) === eye)
  }

  @Test func `more layers than a picture may show are a limit, a million instances in one are not`() throws {
    try replicator.addSublayer(box(Rect(0, 0, 1, 1)))
    replicator.instanceCount = 2_000_000_000
    #expect(
      message { _ = try picture() }
        == "Layer/#1: 2000000000 instances of 1 layer are too many: a picture shows at most 1000000 layers after replication; "
        + "lower instanceCount")
    replicator.instanceCount = 999_999
    replicator.instanceTransform = .translation(1e-4, 0)
    #expect(try root.renderTree().root.children.first?.children.count == 1)
  }

  @Test func `a replicator without size warns when it turns`() throws {
    replicator.bounds = .zero
    replicator.instanceCount = 3
    try replicator.addSublayer(box(Rect(0, 0, 5, 5)))
    var warnings: [String] = []
    scene.onWarning = { warnings.append($0.rule.rawValue) }
    replicator.instanceTransform = .translation(10, 0)
    _ = try picture()
    #expect(warnings.isEmpty)
    replicator.instanceTransform = .rotation(1)
    _ = try picture()
    #expect(warnings == ["replicator-zero-size"])
  }

  @Test func `parts of the instance transform are kept and copied`() throws {
    try replicator.setValue(.number(4), forKeyPath: "instanceTransform.rotation.z")
    try replicator.setValue(.number(2), forKeyPath: "instanceTransform.scale")
    #expect(try replicator.value(forKeyPath: "instanceTransform.rotation.z") == .number(4))
    let copy = try #require(try replicator.copy() as? ReplicatorLayer)
    #expect(try copy.value(forKeyPath: "instanceTransform.rotation.z") == .number(4))
    #expect(copy.instanceTransform == replicator.instanceTransform)
  }
}

extension Layer {
  func setSublayersForTest(_ layers: [Layer]) { try? setSublayers(layers) }
}
