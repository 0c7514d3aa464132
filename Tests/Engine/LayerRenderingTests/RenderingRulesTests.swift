// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import LayerRendering
import Pixels
import RenderTree
import Testing

extension Bitmap {
  fileprivate func count(_ isCounted: (UInt32) -> Bool) -> Int {
    withExtendedLifetime(self) { pixels.count(where: isCounted) }
  }
  fileprivate func isEqual(to other: Bitmap) -> Bool {
    withExtendedLifetime((self, other)) {
      width == other.width && height == other.height && pixels.elementsEqual(other.pixels)
    }
  }
}

/// `rendering.md`, rule by rule, from layers to pixels. Rules that need no pixels are tested with the resolver and the
/// contents mapping.
struct RenderingRulesTests {
  let renderer: LayerRenderer
  let scene: Scene
  let root: Layer
  let red = Color(red: 1, green: 0, blue: 0)
  let green = Color(red: 0, green: 1, blue: 0)
  let blue = Color(red: 0, green: 0, blue: 1)

  init() throws {
    renderer = LayerRenderer(
      configuration: .init(threads: 1, files: FileAccess(scriptDirectory: "/", workingDirectory: "/")))
    scene = renderer.makeScene()
    root = Layer(in: scene)
    root.bounds = Rect(0, 0, 80, 60)
  }

  @discardableResult func add(_ frame: Rect, _ color: Color? = nil, to parent: Layer? = nil, _ layer: Layer? = nil)
    throws -> Layer
  {
    let layer = layer ?? Layer(in: scene)
    layer.bounds = Rect(0, 0, frame.width, frame.height)
    layer.position = Point(frame.midX, frame.midY)
    layer.backgroundColor = color.map { .color($0) }
    try (parent ?? root).addSublayer(layer)
    return layer
  }

  func picture(scale: Double = 1, size: Size? = nil) throws -> Bitmap {
    try renderer.render(root, RenderOptions(scale: scale, size: size))
  }
  func image(_ width: Int, _ height: Int, scale: Double = 1, _ pixel: (Int, Int) -> UInt32) throws -> LayerModel.Image {
    LayerModel.Image(
      try Bitmap(width: width, height: height, scale: scale) { p in
        for y in 0..<height { for x in 0..<width { p[y * width + x] = pixel(x, y) } }
      })
  }
  static let letters: [UInt32: Character] = [
    0: ".", 0xFF00_00FF: "r", 0xFF00_FF00: "g", 0xFFFF_0000: "b", 0xFFFF_FFFF: "w", 0xFF00_0000: "k",
  ]
  func rows(_ bitmap: Bitmap) -> [String] {
    (0..<bitmap.height).map { y in String((0..<bitmap.width).map { Self.letters[bitmap[$0, y]] ?? "?" }) }
  }
  /// Red and green over blue and white, one pixel each.
  func quad(scale: Double = 1) throws -> LayerModel.Image {
    try image(2, 2, scale: scale) { x, y in
      y == 0 ? (x == 0 ? 0xFF00_00FF : 0xFF00_FF00) : (x == 0 ? 0xFFFF_0000 : 0xFFFF_FFFF)
    }
  }

  // MARK: 2 Paint order

  @Test func `a border of 5 on 80×60 paints exactly 1300 pixels, over sublayers beyond the bounds too`() throws {
    root.borderWidth = 5
    #expect(try picture().count { $0 != 0 } == 1300)
    root.bounds = Rect(0, 0, 20, 20)
    try add(Rect(-10, -10, 40, 40), red)
    #expect(try picture().count { $0 == 0xFF00_0000 } == 300)
  }

  @Test
  func `contents lie over a gradient, a shape over contents, sublayers over a shape, the border over all`() throws {
    let gradient = GradientLayer(in: scene)
    gradient.colors = [red, red]
    try add(Rect(0, 0, 8, 8), blue, gradient)
    #expect(rows(try picture(size: Size(2, 2))) == ["rr", "rr"])
    gradient.contents = try image(1, 1) { _, _ in 0xFF00_FF00 }
    #expect(rows(try picture(size: Size(2, 2))) == ["gg", "gg"])
    let shape = ShapeLayer(in: scene)
    shape.path = Path(rect: Rect(0, 0, 8, 8))
    shape.fillColor = .color(.white)
    try add(Rect(0, 0, 8, 8), blue, shape)
    shape.contents = try image(1, 1) { _, _ in 0xFF00_FF00 }
    #expect(rows(try picture(size: Size(2, 2))) == ["ww", "ww"])
    try add(Rect(0, 0, 8, 8), .black, to: shape)
    #expect(rows(try picture(size: Size(2, 2))) == ["kk", "kk"])
    shape.borderWidth = 1
    shape.borderColor = .color(red)
    #expect(rows(try picture(size: Size(2, 2))) == ["rr", "rk"])
  }

  @Test
  func `hidden, transparent and averted layers are skipped with their sublayers, layers without size are not`() throws {
    let parent = try add(Rect(10, 10, 0, 0), red)
    try add(Rect(0, 0, 4, 4), blue, to: parent)
    func painted() throws -> Int { try picture().count { $0 != 0 } }
    #expect(try painted() == 16)
    parent.isHidden = true
    #expect(try painted() == 0)
    parent.isHidden = false
    parent.opacity = 0
    #expect(try painted() == 0)
    parent.opacity = 1
    parent.bounds = Rect(-5, -5, 10, 10)
    parent.backgroundColor = nil
    parent.transform = .rotation(.pi, x: 0, y: 1, z: 0)
    #expect(try painted() == 16)
    parent.isDoubleSided = false
    #expect(try painted() == 0)
  }

  @Test func `corners round neither contents nor sublayers unless the layer masks to its bounds`() throws {
    let layer = try add(Rect(0, 0, 40, 40))
    layer.cornerRadius = 20
    try add(Rect(0, 0, 10, 10), red, to: layer)
    #expect(try picture().count { $0 == 0xFF00_00FF } == 100)
    layer.masksToBounds = true
    let cut = try picture().count { $0 != 0 }
    #expect(cut > 20 && cut < 80)
    let picked = try add(Rect(40, 0, 20, 20))
    picked.cornerRadius = 10
    picked.contents = try image(1, 1) { _, _ in 0xFF00_FF00 }
    #expect(try picture().count { $0 == 0xFF00_FF00 } == 400)
    picked.masksToBounds = true
    #expect(try picture().count { $0 == 0xFF00_FF00 } < 330)
  }

  @Test func `a shadow, overflow and border are all cut by masksToBounds and by a mask`() throws {
    let layer = try add(Rect(20, 20, 20, 20), red)
    layer.shadowOpacity = 1
    layer.shadowOffset = Size(0, 10)
    layer.shadowRadius = 0
    try add(Rect(10, 5, 20, 5), blue, to: layer)
    #expect(try picture().count { $0 != 0 } > 600)
    layer.masksToBounds = true
    #expect(try picture().count { $0 != 0 } == 400)
    layer.masksToBounds = false
    let mask = Layer(in: scene)
    mask.frame = Rect(0, 0, 20, 12)
    mask.backgroundColor = .color(.white)
    try layer.setMask(mask)
    #expect(try picture().count { $0 != 0 } == 240)
  }

  // MARK: 3 Tree, flattening and depth

  @Test func `a grandchild's depth and perspective stay in its flat parent`() throws {
    root.sublayerTransform = .perspective(100)
    let parent = try add(Rect(20, 20, 20, 20), red)
    let child = try add(Rect(5, 5, 10, 10), blue, to: parent)
    child.zPosition = 50
    // At half the distance it would appear twice as large, if the parent were not flattened.
    #expect(try picture().count { $0 == 0xFFFF_0000 } == 100)
    let space = TransformLayer(in: scene)
    try add(Rect(20, 20, 20, 20), nil, space)
    try space.addSublayer(child)
    #expect(try picture().count { $0 == 0xFFFF_0000 } == 400)
  }

  @Test
  func `siblings that tilt are painted whole by default, and cut each other where sublayerDepth says so`() throws {
    root.bounds = Rect(0, 0, 40, 40)
    let first = try add(Rect(0, 0, 40, 40), red)
    let second = try add(Rect(0, 0, 40, 40), blue)
    first.transform = .rotation(0.5, x: 0, y: 1, z: 0)
    second.transform = .rotation(-0.5, x: 0, y: 1, z: 0)
    func sides() throws -> [UInt32] { [try picture()[8, 20], try picture()[32, 20]] }
    #expect(try sides() == [0xFFFF_0000, 0xFFFF_0000])
    root.sublayerDepth = .intersect
    // Rotation by a positive angle about y brings the left half nearer.
    #expect(try sides() == [0xFF00_00FF, 0xFFFF_0000] || sides() == [0xFFFF_0000, 0xFF00_00FF])
    #expect(try sides()[0] != sides()[1])
    let space = TransformLayer(in: scene)
    space.bounds = root.bounds
    space.position = Point(20, 20)
    let cut = try picture()
    root.sublayerDepth = .painter
    try space.addSublayer(first)
    try space.addSublayer(second)
    try root.addSublayer(space)
    #expect(try picture().isEqual(to: cut))
  }

  @Test func `intersecting sublayers stay flat in the layer's own plane, masked and faded by it as a group`() throws {
    let host = try add(Rect(20, 10, 40, 40))
    host.sublayerDepth = .intersect
    host.opacity = 0.5
    for (i, color) in [red, blue].enumerated() {
      let child = try add(Rect(0, 0, 40, 40), color, to: host)
      child.transform = .rotation(i == 0 ? 0.5 : -0.5, x: 0, y: 1, z: 0)
      child.zPosition = 30
    }
    host.masksToBounds = true
    let p = try picture()
    #expect(Set([p[28, 30], p[52, 30]]) == [0x8000_0080, 0x8080_0000])
    #expect(p[10, 30] == 0)
  }

  @Test func `a layer is averted by its own turn, not by flips of the geometry nor by a mirrored flat parent`() throws {
    let parent = try add(Rect(10, 10, 20, 20))
    let child = try add(Rect(0, 0, 20, 20), red, to: parent)
    child.isDoubleSided = false
    func shows() throws -> Bool { try picture()[20, 20] != 0 }
    root.isGeometryFlipped = true
    parent.position = Point(20, 40)
    #expect(try shows())
    parent.isGeometryFlipped = true
    #expect(try shows())
    parent.transform = .scale(-1, 1)
    #expect(try shows())
    child.transform = .scale(-1, 1)
    #expect(try !shows())
  }

  @Test func `a picture of a layer ignores its position, transform and depth, not its bounds' origin`() throws {
    let layer = try add(Rect(20, 20, 10, 10), red)
    try add(Rect(0, 0, 5, 5), blue, to: layer)
    let before = try renderer.render(layer)
    layer.position = Point(500, 3)
    layer.transform = .rotation(1)
    layer.zPosition = 99
    #expect(try renderer.render(layer).isEqual(to: before))
    layer.bounds = Rect(3, 0, 10, 10)
    let moved = try renderer.render(layer)
    #expect(moved[1, 1] == 0xFFFF_0000 && moved[2, 1] == 0xFF00_00FF)
    layer.opacity = 0.5
    #expect(try renderer.render(layer)[8, 8] == 0x8000_0080)
  }

  // MARK: 4 Contents

  @Test func `contents larger than the bounds stick out unless the layer masks to them`() throws {
    let layer = try add(Rect(20, 20, 10, 10))
    layer.contents = try image(20, 4) { _, _ in 0xFF00_00FF }
    layer.contentsGravity = .center
    #expect(try picture().count { $0 != 0 } == 80)
    layer.masksToBounds = true
    #expect(try picture().count { $0 != 0 } == 40)
    layer.masksToBounds = false
    layer.contentsGravity = .resizeAspectFill
    #expect(try picture().count { $0 != 0 } == 500)
    layer.contentsScale = 2
    layer.contentsGravity = .center
    #expect(try picture().count { $0 != 0 } == 20)
  }

  @Test func `beyond the image its edge pixels go on`() throws {
    root.bounds = Rect(0, 0, 6, 2)
    root.contents = try image(2, 1) { x, _ in x == 0 ? 0xFF00_00FF : 0xFFFF_0000 }
    root.contentsRect = Rect(-1, 0, 3, 1)
    root.magnificationFilter = .nearest
    #expect(rows(try picture()) == ["rrrbbb", "rrrbbb"])
  }

  @Test func `a nine-slice keeps its corners, stretches its edges one way and its centre both`() throws {
    // Corners red, green, blue, white; edges and centre black.
    let pixels = try image(3, 3) { x, y in
      x == 1 || y == 1
        ? 0xFF00_0000 : [0xFF00_00FF, 0xFF00_FF00, 0xFFFF_0000, 0xFFFF_FFFF][(y == 0 ? 0 : 2) + (x == 0 ? 0 : 1)]
    }
    root.bounds = Rect(0, 0, 6, 4)
    root.contents = pixels
    root.magnificationFilter = .nearest
    let third = 1.0 / 3
    root.contentsCenter = Rect(third, third, third, third)
    #expect(rows(try picture()) == ["rkkkkg", "kkkkkk", "kkkkkk", "bkkkkw"])
    // An empty contentsCenter is expanded to the pixel at its position.
    root.contentsCenter = Rect(0.5, 0.5, 0, 0)
    #expect(rows(try picture()) == ["rkkkkg", "kkkkkk", "kkkkkk", "bkkkkw"])
    // At two pixels per point the corners are half as large.
    root.contentsScale = 0.5
    #expect(rows(try picture()) == ["rrkkgg", "rrkkgg", "bbkkww", "bbkkww"])
    // Corners larger than the bounds shrink, and the centre vanishes.
    root.contentsScale = 0.25
    #expect(rows(try picture()) == ["rrrggg", "rrrggg", "bbbwww", "bbbwww"])
  }

  @Test func `a drawing is cut in nine too: the arrow's head gets wider but not longer`() throws {
    let arrow = Layer(in: scene)
    arrow.bounds = Rect(0, 0, 40, 100)
    arrow.position = Point(50, 80)
    let painter = Painter { context in
      try context.setFillColor(Color(red: 1, green: 0, blue: 0))
      try context.fill(Rect(0, 0, 40, 40))
      try context.setFillColor(Color(red: 0, green: 0, blue: 1))
      try context.fill(Rect(10, 40, 20, 60))
    }
    arrow.delegate = painter
    root.bounds = Rect(0, 0, 100, 160)
    try root.addSublayer(arrow)
    arrow.setNeedsDisplay()
    #expect(try picture().count { $0 == 0xFF00_00FF } == 1600)
    arrow.needsDisplayOnBoundsChange = false
    arrow.contentsCenter = Rect(0, 0.4, 1, 0.6)
    arrow.contentsGravity = .resizeAspect
    arrow.bounds = arrow.bounds.insetBy(dx: -20, dy: -20)
    let p = try picture()
    // D is 56 by 140 at (12, 0) of 80 by 140: the head 56 by 40, the shaft 28 by 100.
    #expect((0..<160).count { p[50, $0] == 0xFF00_00FF } == 40)
    #expect((0..<100).count { p[$0, 30] == 0xFF00_00FF } == 56)
    #expect((99...100).contains((0..<160).count { p[50, $0] == 0xFFFF_0000 }))
    // Its edges are resampled.
    #expect((26...28).contains((0..<100).count { p[$0, 120] == 0xFFFF_0000 }))
    withExtendedLifetime(painter) {}
  }

  @Test func `contents stay upright in flipped geometry, and contentsAreFlipped counts the flips`() throws {
    root.bounds = Rect(0, 0, 2, 2)
    let child = try add(Rect(0, 0, 2, 2))
    let inner = try add(Rect(0, 0, 2, 2), to: child)
    inner.contents = try quad()
    for flips in 0..<8 {
      root.isGeometryFlipped = flips & 1 != 0
      child.isGeometryFlipped = flips & 2 != 0
      inner.isGeometryFlipped = flips & 4 != 0
      #expect(rows(try picture()) == ["rg", "bw"], "\(flips)")
      #expect(inner.contentsAreFlipped() == (flips.nonzeroBitCount % 2 == 1))
    }
  }

  @Test func `with a flip min y is below, so are the gravities and corners named after it`() throws {
    root.bounds = Rect(0, 0, 4, 4)
    root.isGeometryFlipped = true
    root.contents = try quad()
    root.contentsGravity = .bottomLeft
    #expect(rows(try picture()) == ["....", "....", "rg..", "bw.."])
    root.contentsGravity = .topRight
    #expect(rows(try picture()) == ["..rg", "..bw", "....", "...."])
  }

  // MARK: Pattern colours

  @Test
  func `a pattern is tiled upright from the bounds' origin wherever it paints, also under a flipped root`() throws {
    for flipped in [false, true] {
      for layer in root.sublayers { layer.removeFromSuperlayer() }
      root.bounds = Rect(0, 0, 4, 4)
      root.isGeometryFlipped = flipped
      // The flipped root's child has its minimum y at the top of the plane; the root's own plane is not flipped.
      let tiles = ["rgrg", "bwbw", "rgrg", "bwbw"]
      let child = try add(Rect(0, 0, 4, 4))
      child.backgroundColor = .pattern(try quad())
      #expect(rows(try picture()) == tiles)
      child.backgroundColor = nil
      child.borderColor = .pattern(try quad())
      child.borderWidth = 1
      #expect(rows(try picture()) == ["rgrg", "b..w", "r..g", "bwbw"])
      child.borderWidth = 0
      let shape = ShapeLayer(in: scene)
      shape.path = Path(rect: Rect(0, 0, 4, 4))
      shape.fillColor = .pattern(try quad())
      try add(Rect(0, 0, 4, 4), shape)
      #expect(rows(try picture()) == tiles)
      shape.fillColor = nil
      shape.strokeColor = .pattern(try quad())
      shape.lineWidth = 2
      #expect(rows(try picture()) == ["rgrg", "b..w", "r..g", "bwbw"])
    }
  }

  private func add(_ frame: Rect, _ shape: ShapeLayer) throws { try add(frame, nil, shape) }
  private func add(_ frame: Rect, to parent: Layer) throws -> Layer { try add(frame, nil, to: parent) }

  @Test func `a pattern's image has its own scale, moves with the bounds' origin and turns with the layer`() throws {
    root.bounds = Rect(0, 0, 2, 2)
    root.backgroundColor = .pattern(try quad(scale: 2))
    #expect(rows(try picture(scale: 2)) == ["rgrg", "bwbw", "rgrg", "bwbw"])
    root.backgroundColor = nil
    let child = try add(Rect(0, 0, 2, 2))
    child.backgroundColor = .pattern(try quad())
    child.bounds = Rect(1, 1, 2, 2)
    #expect(rows(try picture()) == ["rg", "bw"])
    child.transform = .rotation(.pi / 2)
    #expect(rows(try picture()) == ["br", "wg"])
  }

  // MARK: 6 Opacity

  @Test func `a group fades once; without group opacity every piece fades by the product down the tree`() throws {
    root.bounds = Rect(0, 0, 20, 20)
    let parent = try add(Rect(0, 0, 20, 20), red)
    let child = try add(Rect(0, 0, 10, 20), blue, to: parent)
    parent.opacity = 0.5
    child.opacity = 0.5
    let grouped = try picture()
    #expect(grouped[15, 10] == 0x8000_0080)
    // Half blue over red, then half of that.
    #expect(grouped.color(x: 5, y: 10).alpha == 128.0 / 255)
    parent.allowsGroupOpacity = false
    child.allowsGroupOpacity = false
    let pieces = try picture()
    #expect(pieces[15, 10] == 0x8000_0080)
    // A quarter blue over half red: alpha 1 − 0.75 · 0.5.
    #expect(abs(Int(pieces[5, 10] >> 24) - 159) <= 1)
    parent.borderWidth = 2
    // The border is faded separately: over the red alone 1 − 0.5 · 0.5.
    #expect(abs(Int(try picture()[19, 10] >> 24) - 191) <= 1)
    let space = TransformLayer(in: scene)
    try add(Rect(0, 0, 20, 20), nil, space)
    for color in [red, blue] { try add(Rect(0, 0, 20, 20), color, to: space) }
    parent.isHidden = true
    space.opacity = 0.5
    #expect(abs(Int(try picture()[5, 10] >> 24) - 191) <= 1)
  }

  // MARK: 7 Shadow

  @Test func `one silhouette for a layer and its sublayers, seen through translucency, without a hole below`() throws {
    let layer = try add(Rect(10, 10, 20, 20), red.withAlpha(0.5))
    layer.shadowOpacity = 1
    layer.shadowRadius = 0
    layer.shadowOffset = Size(30, 0)
    try add(Rect(15, 5, 20, 5), red, to: layer)
    var p = try picture()
    #expect(p[45, 25] == 0x8000_0000 && p[60, 16] == 0xFF00_0000)
    #expect(p.count { $0 != 0 } == 2 * (400 + 75) - 25)
    // If the shadows of layer and sublayer coincide, only one is drawn.
    #expect(p[57, 16] == 0xFF00_0000)
    layer.shadowOffset = .zero
    p = try picture()
    // Half red over half black.
    #expect(p[12, 25] == 0xC000_0080 || p[12, 25] == 0xBF00_0080)
    layer.shadowOpacity = 0.5
    layer.shadowColor = Color(red: 0, green: 0, blue: 1, alpha: 0.5)
    layer.shadowOffset = Size(30, 0)
    // 0.5 · 0.5 · 0.5.
    #expect(abs(Int(try picture()[45, 25] >> 24) - 32) <= 1)
  }

  @Test func `a shadowPath stands for the silhouette: non-zero, also where the layer draws nothing`() throws {
    let layer = try add(Rect(10, 10, 20, 20))
    layer.cornerRadius = 10
    layer.shadowOpacity = 1
    layer.shadowRadius = 0
    layer.shadowOffset = .zero
    #expect(try picture().count { $0 != 0 } == 0)
    var path = Path(rect: Rect(0, 0, 20, 20))
    path.addRect(Rect(5, 5, 10, 10))
    layer.shadowPath = path
    #expect(try picture().count { $0 == 0xFF00_0000 } == 400)
    layer.backgroundColor = .color(red)
    #expect(try picture()[10, 10] == 0xFF00_0000)
  }

  @Test func `σ and offset are the layer's: they scale and turn with it`() throws {
    let layer = try add(Rect(30, 20, 10, 10), red)
    layer.shadowOpacity = 1
    layer.shadowRadius = 0
    layer.shadowOffset = Size(0, 10)
    layer.transform = Transform3D.rotation(.pi / 2).concat(.scale(1.5, 1.5))
    let p = try picture()
    // An offset of 10 downwards becomes 15 to the left.
    #expect(p[20, 25] == 0xFF00_0000 && p[35, 25] == 0xFF00_00FF && p[50, 25] == 0)
  }

  @Test func `a shadow fades with its layer and is part of its superlayer's group`() throws {
    let parent = try add(Rect(0, 0, 80, 60))
    parent.opacity = 0.5
    let layer = try add(Rect(10, 10, 20, 20), red, to: parent)
    layer.shadowOpacity = 1
    layer.shadowRadius = 0
    layer.shadowOffset = Size(10, 0)
    let p = try picture()
    #expect(p[35, 20] == 0x8000_0000 && p[25, 20] == 0x8000_0080)
  }

  // MARK: 8 Mask

  @Test func `a mask shows its own sublayers, opacity and mask; hidden it shows nothing`() throws {
    root.bounds = Rect(0, 0, 20, 20)
    root.sublayerTransform = .scale(3, 3)
    root.backgroundColor = .color(red)
    let mask = Layer(in: scene)
    mask.frame = Rect(0, 0, 10, 10)
    mask.zPosition = -500
    let part = Layer(in: scene)
    part.frame = Rect(5, 5, 10, 10)
    part.backgroundColor = .color(.white)
    try mask.addSublayer(part)
    try root.setMask(mask)
    func painted() throws -> Int { try picture().count { $0 != 0 } }
    #expect(try painted() == 100)
    #expect(try picture()[5, 5] == 0xFF00_00FF && picture()[4, 4] == 0)
    mask.masksToBounds = true
    #expect(try painted() == 25)
    mask.opacity = 0.5
    #expect(try picture()[7, 7] == 0x8000_0080)
    mask.opacity = 1
    let maskOfMask = Layer(in: scene)
    maskOfMask.frame = Rect(0, 0, 6, 10)
    maskOfMask.backgroundColor = .color(.black)
    try mask.setMask(maskOfMask)
    #expect(try painted() == 5)
    // A mask is never resized with its host.
    root.bounds = Rect(0, 0, 40, 40)
    #expect(try painted() == 5)
    mask.isHidden = true
    #expect(try painted() == 0)
  }

  // MARK: opaque, rasterization

  @Test func `an opaque drawing starts from black, an opaque layer's image is its own`() throws {
    root.bounds = Rect(0, 0, 4, 1)
    root.isOpaque = true
    root.contents = try image(4, 1) { x, _ in x == 0 ? 0xFF00_00FF : 0 }
    #expect(rows(try picture()) == ["r..."])
    let painter = Painter { context in
      try context.setFillColor(Color(red: 1, green: 0, blue: 0))
      try context.fill(Rect(0, 0, 2, 1))
    }
    root.contents = nil
    root.delegate = painter
    root.setNeedsDisplay()
    #expect(rows(try picture()) == ["rrkk"])
    withExtendedLifetime(painter) {}
  }

  @Test func `a rasterised layer is as it was at the picture's scale, and coarse at its own`() throws {
    root.bounds = Rect(0, 0, 20, 20)
    let layer = try add(Rect(0, 0, 20, 20), .white)
    for i in 0..<10 { try add(Rect(Double(2 * i) + 0.5, 0, 1, 20), .black, to: layer) }
    let sharp = try picture(scale: 2)
    layer.shouldRasterize = true
    let forgotten = try picture(scale: 2)
    #expect(!forgotten.isEqual(to: sharp))
    #expect(forgotten[20, 20] != 0xFF00_0000 && forgotten[20, 20] != 0xFFFF_FFFF)
    layer.rasterizationScale = 2
    #expect(try picture(scale: 2).isEqual(to: sharp))
  }

  @Test func `a bitmap beyond the limits is an error that says what to do`() throws {
    let layer = try add(Rect(0, 0, 80, 60), red)
    layer.name = "fine"
    layer.shouldRasterize = true
    layer.rasterizationScale = 100_000
    do {
      _ = try picture()
      Issue.record("no error")
    } catch {
      let text = "\(error)"
      #expect(text.contains("fine") && text.contains("rasterizationScale"), "\(text)")
    }
  }
}
