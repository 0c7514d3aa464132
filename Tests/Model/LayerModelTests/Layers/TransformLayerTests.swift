// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import RenderTree
import Testing

import LayerModel

@Suite struct TransformLayerTests {
  let world = WarnedScene()

  /// rendering.md 3: the properties that a transform layer ignores.
  static let ignored = [
    "backgroundColor", "sublayerDepth", "link", "contents", "contentsRect", "contentsGravity", "contentsCenter",
    "borderWidth",
    "borderColor",
    "cornerRadius",
    "maskedCorners", "cornerCurve", "compositingFilter", "filters", "backgroundFilters", "mask", "masksToBounds",
    "shadowColor", "shadowOpacity",
    "shadowOffset",
    "shadowRadius", "shadowPath", "shouldRasterize", "rasterizationScale", "edgeAntialiasingMask",
    "allowsEdgeAntialiasing", "opaque",
    "minificationFilter", "magnificationFilter", "minificationFilterBias",
  ]

  private func other(_ row: Property) -> PropertyValue? {
    switch row.kind {
    case .number: .number(0.5)
    case .bool: .bool(row.defaultValue != .bool(true))
    case .point: .point(Point(3, 4))
    case .size: .size(Size(3, 4))
    case .rect: .rect(Rect(0.25, 0.25, 0.5, 0.5))
    case .transform, .affineTransform: .transform(.scale(2, 3))
    case .color, .colorOrPattern: .color(.white)
    case .image: (try? Image(Bitmap(width: 1, height: 1) { _ in })).map { .image($0) }
    case .path: .path(Path(rect: Rect(1, 2, 3, 4)))
    case .string: .string("text")
    case .filter: .string("multiplyBlendMode")
    case .objects(.filter): .array([.string("CIExposureAdjust")])
    case .enumeration(let names): names.first { .string($0.raw) != row.defaultValue }.map { .string($0.raw) }
    case .nameSet(let set): .array([.string(set.members[1].name)])
    case .layer: .layer(Layer(in: world.scene))
    default: nil
    }
  }

  @Test func `what it ignores warns once and nothing else does`() throws {
    let t = TransformLayer(in: world.scene)
    for row in t.layerClass.properties where !row.isReadOnly {
      guard let value = other(row), (try? t.setValue(value, forKey: row.name)) != nil else { continue }
      let said = world.warnings.filter { $0.rule == .transformLayerIgnores }.map(\.message)
      if Self.ignored.contains(row.name) {
        #expect(
          said.count == 1 && said[0].hasSuffix(" ignores \(row.name); set it on a sublayer"), "\(row.name): \(said)")
        if !row.defaultValue.isNull {
          try t.setValue(row.defaultValue, forKey: row.name)
          try t.setValue(value, forKey: row.name)
          #expect(world.warnings.count { $0.rule == .transformLayerIgnores } == 1, "\(row.name)")
        }
      } else {
        #expect(said.isEmpty, "\(row.name)")
      }
      world.warnings = []
    }
  }

  @Test func `opacity fades each sublayer by itself`() throws {
    let root = makeLayer(world.scene, bounds: Rect(0, 0, 10, 10))
    let t = TransformLayer(in: world.scene)
    t.opacity = 0.5
    t.allowsGroupOpacity = true
    try root.addSublayer(t)
    try t.addSublayer(makeLayer(world.scene, bounds: Rect(0, 0, 4, 4)))
    let node = try root.renderTree().root.children[0]
    #expect(!node.isFlattening && !node.isGroupOpacity && node.opacity == 0.5)
  }

  @Test func `it is never hit but its sublayers are in depth`() throws {
    let root = makeLayer(world.scene, bounds: Rect(0, 0, 200, 200))
    root.sublayerTransform = .perspective(1000)
    let t = TransformLayer(in: world.scene)
    t.bounds = root.bounds
    t.position = Point(100, 100)
    try root.addSublayer(t)
    let child = makeLayer(world.scene, bounds: Rect(0, 0, 20, 20), position: Point(150, 100))
    child.zPosition = 100
    try t.addSublayer(child)
    // x 155.556, as rendering.md computes it.
    #expect(root.layerAt(Point(155.556, 100)) === child)
    #expect(root.layerAt(Point(166.5, 100)) === child)
    #expect(root.layerAt(Point(144, 100)) === root)
    #expect(t.layerAt(Point(5, 5)) == nil)
    t.isDoubleSided = false
    t.transform = .rotation(.pi, x: 0, y: 1, z: 0)
    #expect(root.layerAt(Point(44, 100)) === root)
    t.isDoubleSided = true
    #expect(root.layerAt(Point(52, 100)) === child)
    t.isHidden = true
    #expect(root.layerAt(Point(52, 100)) === root)
  }

  @Test func `conversions keep depth through it`() throws {
    // Rotated by a right angle and back: flat layers lose everything on the way, a transform layer nothing.
    func chain(_ middle: Layer) throws -> (root: Layer, inner: Layer) {
      let root = makeLayer(world.scene, bounds: Rect(0, 0, 100, 100))
      middle.bounds = Rect(0, 0, 100, 100)
      middle.position = Point(50, 50)
      middle.transform = .rotation(.pi / 2, x: 0, y: 1, z: 0)
      let inner = makeLayer(world.scene, bounds: Rect(0, 0, 100, 100), position: Point(50, 50))
      inner.transform = .rotation(-.pi / 2, x: 0, y: 1, z: 0)
      try root.addSublayer(middle)
      try middle.addSublayer(inner)
      return (root, inner)
    }
    let deep = try chain(TransformLayer(in: world.scene))
    #expect(near(try deep.inner.convertPoint(Point(10, 20), to: deep.root), Point(10, 20)))
    let flat = try chain(Layer(in: world.scene))
    #expect(near(try flat.inner.convertPoint(Point(10, 20), to: flat.root).x, 50))
  }

  @Test func `zPosition orders it among its siblings`() throws {
    let root = makeLayer(world.scene, bounds: Rect(0, 0, 10, 10))
    let t = TransformLayer(in: world.scene)
    t.zPosition = 5
    let plain = makeLayer(world.scene, bounds: Rect(0, 0, 4, 4))
    plain.name = "plain"
    try root.addSublayer(t)
    try root.addSublayer(plain)
    #expect(try root.renderTree().root.children.map(\.isFlattening) == [true, false])
    #expect(root.sublayersInPaintOrder.first === plain)
  }
}
