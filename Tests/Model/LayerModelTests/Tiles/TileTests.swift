// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import RenderTree
import Testing

import LayerModel

/// A delegate that records the areas it is asked to draw.
final class TileNotes: LayerDelegate {
  var hooks: LayerHooks = .draw
  var areas: [Rect] = []
  var scales: [Double] = []
  var matrices: [AffineTransform] = []
  var body: (Layer, GraphicsContext) throws -> Void = { _, context in try context.fill(context.clipBounds) }

  func draw(_ layer: Layer, in context: GraphicsContext) throws {
    areas.append(context.clipBounds)
    scales.append(context.scale)
    matrices.append(context.ctm)
    try body(layer, context)
  }
}

@Suite struct TileTests {
  let world = WarnedScene()
  let notes = TileNotes()

  private func tiled(_ bounds: Rect, anchor: Point = .zero) -> TiledLayer {
    let l = TiledLayer(in: world.scene)
    l.bounds = bounds
    l.anchorPoint = anchor
    l.delegate = notes
    return l
  }

  private func tiles(_ node: RenderNode?) -> [TileSet.Tile] { node?.tiles?.views.flatMap(\.tiles) ?? [] }

  // MARK: Which level

  @Test func `a level has half the resolution of the one before`() {
    let grid = TileGrid(tileSize: Size(256, 256), levelsOfDetail: 4, bias: 1, scale: 1, bounds: Rect(0, 0, 1000, 1000))
    #expect((0..<grid.levels).map { grid.resolution($0) } == [2, 1, 0.5, 0.25])
    // The coarsest level with enough pixels, else the finest.
    for (scale, level) in [(0.1, 3), (0.25, 3), (0.26, 2), (0.5, 2), (0.75, 1), (1.0, 1), (1.01, 0), (2, 0), (5, 0)] {
      #expect(grid.level(for: scale) == level, "\(scale)")
    }
    #expect(grid.area(TileGrid.Key(level: 0, column: 1, row: 2)) == Rect(128, 256, 128, 128))
    #expect(grid.area(TileGrid.Key(level: 3, column: 0, row: 0)) == Rect(0, 0, 1000, 1000))
  }

  @Test func `levels without a whole pixel are left out`() {
    let grid = TileGrid(tileSize: Size(256, 256), levelsOfDetail: 1000, bias: 0, scale: 1, bounds: Rect(0, 0, 1024, 16))
    #expect(grid.levels == 5)
    #expect(TileGrid(tileSize: Size(1, 1), levelsOfDetail: 9, bias: 0, scale: 1, bounds: .zero).levels == 1)
    // contentsScale multiplies the resolution: on a 2× layer a tile of 256 pixels is 128 points.
    #expect(TileGrid(tileSize: Size(256, 256), levelsOfDetail: 1, bias: 0, scale: 2, bounds: .unit).resolution(0) == 2)
  }

  @Test func `the hook sees the tile and its scale`() throws {
    let l = tiled(Rect(0, 0, 300, 200))
    l.levelsOfDetail = 2
    l.levelsOfDetailBias = 1
    l.tileSize = Size(200, 200)
    _ = try l.renderTree(RenderOptions(scale: 2))
    #expect(
      notes.areas.prefix(4) == [
        Rect(0, 0, 100, 100), Rect(100, 0, 100, 100), Rect(200, 0, 100, 100), Rect(0, 100, 100, 100),
      ])
    #expect(notes.areas.count == 6)
    #expect(notes.scales == [2, 2, 2, 2, 2, 2])
    #expect(notes.matrices[4] == AffineTransform(a: 2, b: 0, c: 0, d: 2, tx: -200, ty: -200))
    notes.areas = []
    notes.scales = []
    _ = try l.renderTree(RenderOptions(scale: 1))
    #expect(notes.areas == [Rect(0, 0, 200, 200), Rect(200, 0, 100, 200)])
    #expect(notes.scales == [1, 1])
    // Both levels stay cached.
    _ = try l.renderTree(RenderOptions(scale: 2))
    _ = try l.renderTree(RenderOptions(scale: 0.5))
    #expect(notes.areas.count == 2)
  }

  // MARK: Visible tiles

  @Test func `a very large layer draws only what is seen`() throws {
    let root = makeLayer(world.scene, bounds: Rect(0, 0, 512, 300))
    let map = tiled(Rect(0, 0, 100_000, 100_000))
    map.position = Point(-50_000, -70_000)
    try root.addSublayer(map)
    let tree = try root.renderTree()
    // 50,000…50,512 and 70,000…70,300 touch three columns and two rows of 256.
    #expect(notes.areas.count == 6)
    #expect(notes.areas.first == Rect(49_920, 69_888, 256, 256))
    #expect(tiles(tree.root.children.first).count == 6)
  }

  @Test func `what enclosing clips cut away is not drawn`() throws {
    let root = makeLayer(world.scene, bounds: Rect(0, 0, 1000, 1000))
    let window = makeLayer(world.scene, bounds: Rect(0, 0, 100, 100), position: Point(300, 300), anchor: .zero)
    window.masksToBounds = true
    try root.addSublayer(window)
    try window.addSublayer(tiled(Rect(0, 0, 4000, 4000)))
    _ = try root.renderTree()
    #expect(notes.areas == [Rect(0, 0, 256, 256)])
    // Rotated in its window: exactly the tiles that contain a visible point.
    notes.areas = []
    let inner = try #require(window.sublayers.first as? TiledLayer)
    inner.tileSize = Size(20, 20)
    inner.transform = .rotation(-.pi / 5)
    inner.position = Point(20, 10)
    _ = try root.renderTree()
    var expected: Set<Rect> = []
    for y in stride(from: 0.05, to: 100, by: 0.1) {
      for x in stride(from: 0.05, to: 100, by: 0.1) {
        let p = try inner.convertPoint(Point(x, y), from: window)
        guard inner.contains(p) else { continue }
        expected.insert(Rect((p.x / 20).rounded(.down) * 20, (p.y / 20).rounded(.down) * 20, 20, 20))
      }
    }
    #expect(Set(notes.areas) == expected)
    #expect(expected.count > 15)
  }

  @Test func `what is hidden or turned away is not drawn`() throws {
    let root = makeLayer(world.scene, bounds: Rect(0, 0, 100, 100))
    let l = tiled(Rect(0, 0, 100, 100))
    try root.addSublayer(l)
    l.isHidden = true
    _ = try root.renderTree()
    l.isHidden = false
    l.isDoubleSided = false
    l.transform = .rotation(.pi, x: 0, y: 1, z: 0)
    _ = try root.renderTree()
    l.transform = .identity
    l.position = Point(100, 0)
    _ = try root.renderTree()
    #expect(notes.areas.isEmpty)
    l.position = Point(99, 0)
    _ = try root.renderTree()
    #expect(notes.areas.count == 1)
  }

  @Test func `what casts a shadow into the picture is drawn`() throws {
    let root = makeLayer(world.scene, bounds: Rect(0, 0, 100, 100))
    let l = tiled(Rect(0, 0, 100, 50))
    l.position = Point(0, -60)
    l.shadowOpacity = 1
    l.shadowOffset = Size(0, 30)
    try root.addSublayer(l)
    _ = try root.renderTree()
    #expect(notes.areas.count == 1)
  }

  @Test func `scrolling shows other tiles and keeps the old`() throws {
    let pane = ScrollLayer(in: world.scene)
    pane.bounds = Rect(0, 0, 100, 100)
    let map = tiled(Rect(0, 0, 100, 100_000))
    try pane.addSublayer(map)
    _ = try pane.renderTree()
    #expect(notes.areas == [Rect(0, 0, 100, 256)])
    try map.scrollPoint(Point(0, 200))
    _ = try pane.renderTree()
    #expect(notes.areas == [Rect(0, 0, 100, 256), Rect(0, 256, 100, 256)])
    try map.scrollPoint(Point(0, 10))
    _ = try pane.renderTree()
    #expect(notes.areas.count == 2)
    // Changing its own bounds' origin scrolls as well, and the grid stays fixed to the coordinates.
    map.bounds.origin = Point(0, 256)
    try pane.scrollToPoint(.zero)
    _ = try pane.renderTree()
    #expect(notes.areas.count == 2)
  }

  @Test func `in perspective each place has its level`() throws {
    let root = makeLayer(world.scene, bounds: Rect(0, 0, 400, 400))
    root.sublayerTransform = .perspective(400)
    let map = tiled(Rect(0, 0, 100_000, 100_000), anchor: Point(0.5, 0.5))
    map.position = Point(200, 200)
    map.levelsOfDetail = 12
    map.transform = .rotation(1.2, x: 1, y: 0, z: 0)
    try root.addSublayer(map)
    let tree = try root.renderTree()
    let all = tiles(tree.root.children.first)
    #expect(Set(notes.scales).count > 4)
    #expect(notes.areas.count < 400)
    // The tiles cover the area without overlap.
    for (i, a) in all.enumerated() {
      for b in all[(i + 1)...] {
        if let shared = a.area.intersection(b.area) { #expect(shared.isEmpty, "\(a.area) \(b.area)") }
        // None lies right of or below a later one.
        #expect(a.area.minX < b.area.maxX || a.area.minY < b.area.maxY)
      }
    }
  }

  @Test func `the number of tiles is limited`() throws {
    let root = makeLayer(world.scene, bounds: Rect(0, 0, 1000, 1000))
    let l = tiled(Rect(0, 0, 1000, 1000))
    l.name = "map"
    l.tileSize = Size(1, 1)
    try root.addSublayer(l)
    let error = #expect(throws: LayerError.self) { _ = try root.renderTree() }
    #expect(error?.kind == .limit)
    #expect(
      error?.message
        == "Layer/map: 1000000 tiles of 1×1 pixels would be seen at 1 pixels per point; at most 65536 are drawn. "
        + "Make tileSize larger, or give the layer more levelsOfDetail for distant views")
    l.tileSize = Size(1e-300, 1e-300)
    #expect(throws: LayerError.self) { _ = try root.renderTree() }
    #expect(notes.areas.isEmpty)
    // At the horizon a single level would need countless tiles.
    l.tileSize = Size(8, 8)
    l.bounds = Rect(0, 0, 1e9, 1e9)
    root.sublayerTransform = .perspective(500)
    l.transform = .rotation(-1.5, x: 1, y: 0, z: 0)
    #expect(throws: LayerError.self) { _ = try root.renderTree() }
  }

  @Test func `instances of a replicator show their own tiles`() throws {
    let replicator = ReplicatorLayer(in: world.scene)
    replicator.bounds = Rect(0, 0, 300, 100)
    try replicator.setValue(.number(3), forKey: "instanceCount")
    try replicator.setValue(.transform(.translation(100, 0, 0)), forKey: "instanceTransform")
    let map = tiled(Rect(0, 0, 100, 1000))
    map.tileSize = Size(100, 100)
    try replicator.addSublayer(map)
    _ = try replicator.renderTree()
    #expect(notes.areas == [Rect(0, 0, 100, 100)])
    // The second instance appears one step further down.
    try replicator.setValue(.transform(.translation(100, -100, 0)), forKey: "instanceTransform")
    let tree = try replicator.renderTree()
    #expect(notes.areas.map(\.minY) == [0, 100, 200])
    #expect(tree.root.children.first?.tiles?.views.count == 3)
  }

  // MARK: Cached tiles

  @Test func `display forgets all tiles or those in a rect`() throws {
    let l = tiled(Rect(0, 0, 512, 512))
    _ = try l.renderTree()
    #expect(notes.areas.count == 4)
    notes.areas = []
    _ = try l.renderTree()
    #expect(notes.areas.isEmpty)
    l.setNeedsDisplay(in: Rect(0, 250, 6, 6))
    _ = try l.renderTree()
    #expect(notes.areas == [Rect(0, 0, 256, 256)])
    notes.areas = []
    l.setNeedsDisplay(in: Rect(200, 300, 100, 10))
    #expect(l.needsDisplay)
    _ = try l.renderTree()
    #expect(!l.needsDisplay)
    #expect(notes.areas == [Rect(0, 256, 256, 256), Rect(256, 256, 256, 256)])
    notes.areas = []
    l.setNeedsDisplay()
    _ = try l.renderTree()
    #expect(notes.areas.count == 4)
    // After enlarging the layer, the tiles cut off by its edge are redrawn.
    notes.areas = []
    l.bounds = Rect(0, 0, 512, 600)
    _ = try l.renderTree()
    #expect(notes.areas == [Rect(0, 512, 256, 88), Rect(256, 512, 256, 88)])
    notes.areas = []
    l.bounds = Rect(0, 0, 512, 610)
    _ = try l.renderTree()
    #expect(notes.areas == [Rect(0, 512, 256, 98), Rect(256, 512, 256, 98)])
    notes.areas = []
    l.tileSize = Size(512, 512)
    _ = try l.renderTree()
    #expect(notes.areas.count == 2)
  }

  @Test func `what was not seen for long is forgotten`() throws {
    let l = tiled(Rect(0, 0, 1, 100_000))
    l.tileSize = Size(1, 1)
    for i in 0..<30 {
      l.bounds = Rect(0, Double(i) * 50, 1, 100_000)
      _ = try l.renderTree(RenderOptions(size: Size(1, 50)))
    }
    #expect(l.keptTileCount <= TiledLayer.keptTileLimit)
    let drawn = notes.areas.count
    _ = try l.renderTree(RenderOptions(size: Size(1, 50)))
    #expect(notes.areas.count == drawn)
  }

  @Test func `assigned contents make it an ordinary layer`() throws {
    let l = tiled(Rect(0, 0, 10, 10))
    try l.setValue(.string("x.png"), forKey: "contents")
    l.setNeedsDisplay()
    let tree = try l.renderTree()
    #expect(notes.areas.isEmpty)
    #expect(tree.root.contents != nil && tree.root.tiles == nil)
    l.contents = nil
    #expect(tiles(try l.renderTree().root).count == 1)
    #expect(notes.areas.count == 1)
  }

  @Test func `a hook may change layers but not for ever`() throws {
    let l = tiled(Rect(0, 0, 10, 10))
    notes.body = { layer, context in
      layer.backgroundColor = .color(.black)
      try context.fill(context.bounds)
    }
    #expect(try l.renderTree().root.background != nil)
    notes.body = { layer, _ in layer.setNeedsDisplay() }
    l.setNeedsDisplay()
    #expect(message { _ = try l.renderTree() }?.contains("changes each time a tile of it is drawn") == true)
    notes.body = { layer, _ in _ = try layer.renderTree() }
    #expect(message { _ = try l.renderTree() }?.contains("cannot be rendered inside a callback") == true)
    struct Spilt: Error {}
    notes.body = { _, _ in throw Spilt() }
    #expect(throws: Spilt.self) { _ = try l.renderTree() }
    notes.body = { _, _ in }
    l.clearFlags()
    l.setNeedsDisplay()
    #expect(tiles(try l.renderTree().root).isEmpty)
  }

  @Test func `flipped layers draw with y up and lie right`() throws {
    let l = tiled(Rect(0, 0, 100, 300))
    l.isGeometryFlipped = true
    let tree = try l.renderTree()
    // The grid starts at the minimum y, which is now at the bottom.
    #expect(notes.areas == [Rect(0, 256, 100, 44), Rect(0, 0, 100, 256)])
    #expect(tiles(tree.root).map(\.area) == [Rect(0, 0, 100, 44), Rect(0, 44, 100, 256)])
    #expect(tiles(tree.root).map(\.transform) == [.translation(0, 0), .translation(0, 44)])
  }

  @Test func `values are checked`() throws {
    let l = tiled(.zero)
    #expect(
      message { try l.setValue(.size(Size(0, 5)), forKey: "tileSize") }
        == "TiledLayer.tileSize: expected a size greater than 0 in both directions, got {0, 5}")
    #expect(message { try l.setValue(.number(0), forKey: "levelsOfDetail") } != nil)
    #expect(message { try l.setValue(.number(-1), forKey: "levelsOfDetailBias") } != nil)
    #expect(message { try l.setValue(.number(1e9), forKey: "levelsOfDetailBias") } != nil)
    #expect(TiledLayer.fadeDuration == 0.25)
    #expect(l.levelsOfDetail == 1 && l.levelsOfDetailBias == 0 && l.tileSize == Size(256, 256))
  }
}
