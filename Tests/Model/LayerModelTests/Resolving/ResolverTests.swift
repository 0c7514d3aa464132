// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Pixels
import RenderTree
import Testing

struct ResolverTests {
  let services = RecordingServices()
  let scene: Scene
  let root: Layer

  init() throws {
    scene = Scene(services: services)
    root = Layer(in: scene)
    root.name = "root"
    root.bounds = Rect(0, 0, 200, 200)
  }

  @discardableResult func add(_ layer: Layer, _ bounds: Rect = Rect(0, 0, 10, 10), to parent: Layer? = nil) throws
    -> Layer
  {
    layer.bounds = bounds
    try (parent ?? root).addSublayer(layer)
    return layer
  }
  func image(_ width: Int = 4, _ height: Int = 2, scale: Double = 1) throws -> Bitmap {
    try Bitmap(width: width, height: height, scale: scale) { _ in }
  }
  func message(_ body: () throws -> some Any) -> String {
    do {
      _ = try body()
      return ""
    } catch let error as LayerError { return error.message } catch { return "\(error)" }
  }

  @Test func `the canvas is the bounds, or a size from the bounds' origin`() throws {
    root.bounds = Rect(5, 6, 30, 20)
    #expect(try root.renderTree().canvas == Rect(5, 6, 30, 20))
    let tree = try root.renderTree(RenderOptions(scale: 2, size: Size(10, 12), background: .white))
    #expect(tree.canvas == Rect(5, 6, 10, 12))
    #expect(tree.scale == 2)
    #expect(tree.background == .white)
  }

  @Test func `a layer without size needs a size; scale and size must be positive numbers`() throws {
    root.bounds = .zero
    #expect(
      message { try root.renderTree() }
        == "Layer root: has no size to render (its bounds are 0×0); set its bounds or give a size")
    #expect(try root.renderTree(RenderOptions(size: Size(4, 4))).canvas == Rect(0, 0, 4, 4))
    #expect(
      message { try root.renderTree(RenderOptions(scale: .nan)) }.contains("scale must be a number greater than 0"))
    #expect(message { try root.renderTree(RenderOptions(size: Size(-1, 4))) }.contains("size must be greater than 0"))
  }

  @Test func `the perspective of a superlayer acts about its anchor point`() throws {
    root.sublayerTransform = .perspective(1000)
    let child = try add(Layer(in: scene))
    child.position = Point(150, 100)
    child.zPosition = 100
    let placement = try #require(try root.renderTree().root.children.first).placement
    let h = placement.homogeneous(x: 5, y: 5, z: 0)
    #expect(abs(h.x / h.w - 155.5555555) < 1e-6)
  }

  @Test func `a page turned by a quarter of π shows its measured corners`() throws {
    let page = try add(Layer(in: scene), Rect(0, 0, 200, 200))
    page.anchorPoint = Point(1, 0.5)
    page.position = Point(200, 100)
    page.transform = .rotation(.pi / 4, x: 0, y: 1, z: 0)
    func corner(_ x: Double, _ y: Double) throws -> Point? {
      try root.renderTree().root.children.first?.placement.homography.apply(Point(x, y))
    }
    #expect(abs(try #require(try corner(0, 0)).x - 58.579) < 1e-3)
    root.sublayerTransform = .perspective(1000)
    let near = try #require(try corner(0, 0))
    #expect(abs(near.x - 51.756) < 1e-3 && abs(near.y + 16.472) < 1e-3)
    let far = try #require(try corner(0, 200))
    #expect(abs(far.x - 51.756) < 1e-3 && abs(far.y - 216.472) < 1e-3)
    #expect(abs(try #require(try corner(200, 0)).x - 200) < 1e-9)
  }

  @Test func `a flip is part of the sublayers' placement, never of the own plane`() throws {
    root.bounds = Rect(5, 7, 100, 80)
    root.isGeometryFlipped = true
    let child = try add(Layer(in: scene))
    child.anchorPoint = .zero
    child.position = Point(15, 17)
    let tree = try root.renderTree()
    let h = try #require(tree.root.children.first).placement.homography
    #expect(h.apply(Point(0, 0)) == Point(15, 77))
    #expect(h.apply(Point(0, 10)) == Point(15, 67))
    #expect(tree.root.bounds == Rect(5, 7, 100, 80))
  }

  @Test func `images stay upright under a flipped superlayer and in a flipped layer`() throws {
    root.isGeometryFlipped = true
    root.contents = Image(try image())
    let child = try add(Layer(in: scene))
    child.contents = Image(try image())
    let tree = try root.renderTree()
    #expect(tree.root.contents?.pieces.map(\.source) == [Rect(0, 0, 4, 2)])
    #expect(tree.root.children.first?.contents?.pieces.map(\.source) == [Rect(0, 2, 4, -2)])
  }

  @Test
  func `hidden and wholly transparent layers do not appear, layers without size do with their sublayers`() throws {
    let hidden = try add(Layer(in: scene))
    hidden.isHidden = true
    let faded = try add(Layer(in: scene))
    faded.opacity = 0
    let empty = try add(Layer(in: scene), .zero)
    empty.backgroundColor = .color(.black)
    try add(Layer(in: scene), to: empty)
    let children = try root.renderTree().root.children
    #expect(children.map(\.label) == ["root/#3"])
    #expect(children.first?.background == nil)
    #expect(children.first?.children.count == 1)
  }

  @Test func `siblings are painted by depth, then by index; a transform layer keeps the tree's order`() throws {
    for (name, z) in [("a", 1.0), ("b", 0), ("c", -1), ("d", 0)] {
      let layer = try add(Layer(in: scene))
      layer.name = name
      layer.zPosition = z
    }
    #expect(try root.renderTree().root.children.map(\.label) == ["root/c", "root/b", "root/d", "root/a"])
    let space = try add(TransformLayer(in: scene))
    for z in [1.0, 0] { try add(Layer(in: scene), to: space).zPosition = z }
    space.zPosition = 9
    let node = try #require(try root.renderTree().root.children.last)
    #expect(!node.isFlattening)
    #expect(node.children.map(\.label) == ["root/#5/#1", "root/#5/#2"])
  }

  @Test func `a z translation in the transform counts as depth`() throws {
    try add(Layer(in: scene)).transform = .translation(0, 0, 5)
    try add(Layer(in: scene)).zPosition = 2
    #expect(try root.renderTree().root.children.map(\.label) == ["root/#2", "root/#1"])
  }

  @Test func `the radius is limited to half a side, and corners may be left square`() throws {
    root.bounds = Rect(0, 0, 40, 20)
    root.cornerRadius = 30
    root.maskedCorners = [.minXMinY, .maxXMinY]
    #expect(try root.renderTree().root.corners == Corners(minXMinY: 10, maxXMinY: 10, minXMaxY: 0, maxXMaxY: 0))
    root.isGeometryFlipped = true
    root.cornerCurve = .continuous
    #expect(
      try root.renderTree().root.corners
        == Corners(minXMinY: 0, maxXMinY: 0, minXMaxY: 10, maxXMaxY: 10, isContinuous: true))
    root.cornerRadius = -3
    #expect(try root.renderTree().root.corners == nil)
  }

  @Test func `shadow, border, opacity and blend mode are carried over`() throws {
    root.shadowOpacity = 0.5
    root.shadowColor = Color(white: 0, alpha: 0.5)
    root.borderWidth = 2
    root.opacity = 0.25
    root.compositingFilter = "multiplyBlendMode"
    root.edgeAntialiasingMask = [.left, .top]
    let node = try root.renderTree().root
    #expect(node.shadow?.color.alpha == 0.25)
    #expect(node.shadow?.offset == Size(0, -3))
    #expect(node.shadow?.sigma == 3)
    #expect(node.border?.width == 2)
    #expect(node.opacity == 0.25 && node.isGroupOpacity)
    #expect(node.blendMode == .multiply)
    #expect(node.antialiasedEdges == [.left, .top])
    root.isGeometryFlipped = true
    #expect(try root.renderTree().root.antialiasedEdges == [.left, .bottom])
    root.allowsEdgeAntialiasing = false
    #expect(try root.renderTree().root.antialiasedEdges == [])
  }

  @Test func `a transform layer paints nothing of its own and never fades as a group`() throws {
    let space = try add(TransformLayer(in: scene))
    space.backgroundColor = .color(.black)
    space.opacity = 0.5
    let node = try #require(try root.renderTree().root.children.first)
    #expect(node.background == nil)
    #expect(node.opacity == 0.5 && !node.isGroupOpacity)
  }

  @Test func `a mask is placed as a sublayer without sublayerTransform; a hidden one hides its host`() throws {
    root.sublayerTransform = .scale(3, 3)
    let mask = Layer(in: scene)
    mask.bounds = Rect(0, 0, 10, 10)
    mask.position = Point(50, 60)
    mask.backgroundColor = .color(.black)
    try root.setMask(mask)
    let node = try #require(try root.renderTree().root.mask)
    #expect(node.placement.homography.apply(Point(5, 5)) == Point(50, 60))
    #expect(node.label == "root/mask")
    mask.isHidden = true
    #expect(try #require(try root.renderTree().root.mask).background == nil)
  }

  @Test func `a pattern is tiled upright from the bounds' origin`() throws {
    root.bounds = Rect(3, 4, 100, 80)
    root.backgroundColor = .pattern(Image(try image(4, 2)))
    guard case .pattern(let plain)? = try root.renderTree().root.background else {
      Issue.record("no pattern")
      return
    }
    #expect(plain.transform == .translation(3, 4))
    root.isGeometryFlipped = true
    guard case .pattern(let flipped)? = try root.renderTree().root.background else {
      Issue.record("no pattern")
      return
    }
    #expect(flipped.transform == .translation(3, 82))
  }

  @Test func `the variant of an image follows the scale, its size does not`() throws {
    let picture = try #require(Image(variants: [try image(4, 2), try image(8, 4, scale: 2)]))
    root.contents = picture
    root.contentsGravity = .center
    for (scale, contentsScale, width) in [(1.0, 1.0, 4), (2, 1, 8), (1, 2, 8), (1, 3, 8), (0.5, 0.5, 4), (3, 0.5, 8)] {
      root.contentsScale = contentsScale
      let contents = try #require(try root.renderTree(RenderOptions(scale: scale)).root.contents)
      #expect(contents.image.width == width)
      #expect(contents.pieces.map(\.destination) == [Rect(98, 99, 4, 2)])
    }
  }

  @Test func `gradients spread their colours, and broken rules are errors naming the layer`() throws {
    let layer = GradientLayer(in: scene)
    layer.name = "sky"
    try add(layer)
    func gradient() throws -> Gradient? { try root.renderTree().root.children.first?.gradient }
    layer.colors = [.black]
    #expect(try gradient() == nil)
    layer.colors = [.black, .white, .black]
    #expect(try gradient()?.stops.locations == [0, 0.5, 1])
    layer.locations = [0, 1]
    #expect(message { try gradient() as Any }.contains("root/sky: there are 3 colors and 2 locations"))
    layer.locations = nil
    layer.type = .radial
    #expect(message { try gradient() as Any }.contains("root/sky: startPoint and endPoint of a radial gradient"))
    layer.startPoint = Point(0.5, 0.25)
    layer.endPoint = Point(1, 1)
    layer.isGeometryFlipped = true
    #expect(try gradient()?.start == Point(0.5, 0.75))
  }

  @Test func `a shape needs no bounds; its trims are limited to its length`() throws {
    let layer = ShapeLayer(in: scene)
    try add(layer, .zero)
    layer.path = Path(rect: Rect(0, 0, 5, 5))
    layer.strokeColor = .color(.white)
    layer.strokeEnd = 1
    let shape = try #require(try root.renderTree().root.children.first?.shape)
    #expect(shape.fill != nil && shape.stroke != nil)
    layer.strokeStart = 1
    #expect(try root.renderTree().root.children.first?.shape?.stroke == nil)
    layer.fillColor = nil
    #expect(try root.renderTree().root.children.first?.shape == nil)
  }

  @Test func `a flipped shape layer's path is in the layer's coordinates`() throws {
    let layer = ShapeLayer(in: scene)
    try add(layer, Rect(0, 0, 20, 20))
    layer.isGeometryFlipped = true
    layer.path = Path(rect: Rect(0, 0, 5, 5))
    let path = try #require(try root.renderTree().root.children.first?.shape?.path)
    #expect(Rect(around: path.points) == Rect(0, 15, 5, 5))
  }

  @Test func `a text layer would like to be as large as its text, wrapped at its bounds' width`() throws {
    let layer = TextLayer(in: scene)
    layer.bounds = Rect(0, 0, 60, 30)
    #expect(try layer.preferredTextSize() == .zero)
    #expect(try layer.preferredFrameSize() == Size(60, 30))
    layer.string = "N"
    layer.truncationMode = .end
    #expect(try layer.preferredTextSize() == Size(50, 10))
    #expect(services.textRequests.last == TextRequest(runs: [TextRun(string: "N")]))
    layer.isWrapped = true
    layer.transform = .scale(2, 3)
    #expect(try layer.preferredFrameSize() == Size(100, 30))
    #expect(services.textRequests.last == TextRequest(runs: [TextRun(string: "N")], width: 60, wraps: true))
    _ = try layer.preferredTextSize(width: 40)
    #expect(services.textRequests.last?.width == 40)
  }

  @Test func `text is laid out to the bounds' width, cut where lines do not fit, placed by verticalAlignment`() throws {
    let layer = TextLayer(in: scene)
    try add(layer, Rect(2, 3, 60, 30))
    #expect(try root.renderTree().root.children.first?.drawing == nil)
    #expect(services.textRequests.isEmpty)
    layer.string = "N"
    let drawing = try #require(try root.renderTree().root.children.first?.drawing)
    #expect(services.textRequests.last == TextRequest(runs: [TextRun(string: "N")], width: 60))
    #expect(drawing.clip == nil)
    #expect(drawing.transform == .translation(2, 3))
    for (alignment, y) in [(TextVerticalAlignment.top, 0.0), (.center, 10), (.bottom, 20), (.baseline, 22)] {
      layer.verticalAlignment = alignment
      #expect(
        try root.renderTree().root.children.first?.drawing?.drawing.operations.first?.transform == .translation(0, y))
    }
    layer.contents = Image(try image())
    #expect(try root.renderTree().root.children.first?.drawing == nil)
  }

  @Test func `a font that is missing is warned about once, with what is used`() throws {
    var warnings: [String] = []
    scene.onWarning = { warnings.append($0.message) }
    services.substitutions = [TextFrame.Substitution(asked: "Papyrus", used: "DejaVu Sans")]
    let layer = TextLayer(in: scene)
    try add(layer, Rect(0, 0, 60, 30))
    layer.string = "x"
    _ = try root.renderTree()
    _ = try root.renderTree()
    #expect(warnings == ["root/#1: font \"Papyrus\" is not installed; \"DejaVu Sans\" is used instead"])
  }

  @Test func `shouldRasterize hands on rasterizationScale`() throws {
    root.rasterizationScale = 2
    #expect(try root.renderTree().root.rasterizationScale == nil)
    root.shouldRasterize = true
    #expect(try root.renderTree().root.rasterizationScale == 2)
    let transformLayer = TransformLayer(in: scene)
    try add(transformLayer)
    transformLayer.shouldRasterize = true
    #expect(try root.renderTree().root.children[0].rasterizationScale == nil)
  }

  @Test func `sublayers that intersect hang in a node that keeps their depth, in the tree's order`() throws {
    for z in [3.0, 1, 2] { try add(Layer(in: scene)).zPosition = z }
    func order(_ nodes: [RenderNode]) -> [Double] { nodes.map(\.placement.m43) }
    #expect(order(try root.renderTree().root.children) == [1, 2, 3])
    root.sublayerDepth = .intersect
    let children = try root.renderTree().root.children
    #expect(
      children.count == 1 && !children[0].isFlattening && children[0].placement == .identity && children[0].opacity == 1
    )
    #expect(order(children[0].children) == [3, 1, 2])
    #expect(
      message { try root.setValue(.string("cut"), forKey: "sublayerDepth") }.contains(
        "expected one of painter, intersect"))
  }

  @Test func `a tree of 4,096 levels resolves, dumps and is freed`() throws {
    var layer = root
    for _ in 1..<4096 {
      let child = Layer(in: scene)
      try layer.addSublayer(child)
      layer = child
    }
    var node = try root.renderTree().root
    var count = 1
    while let next = node.children.first {
      node = next
      count += 1
    }
    #expect(count == 4096)
    #expect(root.dumpJSON().utf8.count > 4096 * 20)
  }

  @Test func `a dump holds what differs from the defaults, in the registry's order, with its sublayers`() throws {
    root.backgroundColor = .color(Color(red: 1, green: 0, blue: 0))
    let child = try add(Layer(in: scene), Rect(0, 0, 10, 20))
    child.name = "child"
    child.position = Point(5, 10)
    child.isHidden = true
    guard case .dictionary(let entries) = root.dump() else {
      Issue.record("no dictionary")
      return
    }
    #expect(entries.map(\.key) == ["class", "label", "frame", "bounds", "name", "backgroundColor", "sublayers"])
    let json = root.dumpJSON()
    #expect(json.contains("\"backgroundColor\": \"#ff0000\""))
    #expect(json.contains("\"frame\": {\"x\": 0, \"y\": 0, \"width\": 10, \"height\": 20}"))
    #expect(json.contains("\"label\": \"root/child\""))
    #expect(json.contains("\"hidden\": true"))
  }

  @Test func `of thousands of moving layers those that are asked about are copied, and the layers they lie in`() throws
  {
    var rows: [Layer] = []
    for _ in 0..<20 {
      let row = try add(Layer(in: scene))
      for _ in 0..<100 {
        let layer = try add(Layer(in: scene), to: row)
        try layer.add(BasicAnimation(keyPath: "position.x", from: 0, to: 10, duration: 2))
      }
      try row.add(BasicAnimation(keyPath: "opacity", from: 0, to: 1, duration: 2))
      rows.append(row)
    }
    let shown = ShownLayers(of: root, at: 0.5)
    for layer in rows[7].sublayers.prefix(30) {
      #expect(try shown.layer(layer) !== layer)
      #expect(try shown.quad(of: layer) != nil)
    }
    #expect(shown.copyCount == 31)
    _ = try shown.quad(of: rows[8])
    #expect(shown.copyCount == 32)
  }
}
