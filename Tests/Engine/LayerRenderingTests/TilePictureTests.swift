// SPDX-License-Identifier: MIT
import Foundation
import Geometry
import LayerModel
import LayerRendering
import Pixels
import RenderTree
import Synchronization
import Testing

/// A delegate that draws the same picture whatever tile is requested, on any thread.
private final class Map: LayerDelegate, @unchecked Sendable {
  let hooks: LayerHooks = .draw
  let drawsTilesConcurrently: Bool
  init(concurrent: Bool = false) { drawsTilesConcurrently = concurrent }

  func draw(_ layer: Layer, in context: GraphicsContext) throws {
    try context.setFillColor(Color(red: 0.9, green: 0.95, blue: 0.9))
    try context.fill(context.bounds)
    try context.setLineWidth(3)
    for i in 0..<12 {
      try context.setStrokeColor(Color(red: Double(i) / 12, green: 0.3, blue: 1 - Double(i) / 12))
      try context.strokeEllipse(in: Rect(20, 10, 180, 130).insetBy(dx: Double(i) * 6, dy: Double(i) * 4))
    }
    try context.setFillColor(Color(red: 0.8, green: 0.1, blue: 0.1))
    var attributes = TextAttributes()
    attributes.fontSize = 20
    try context.drawText("map", at: Point(30, 140), attributes: attributes)
  }
}

private final class FillClip: LayerDelegate {
  let hooks: LayerHooks = .draw
  func draw(_ layer: Layer, in context: GraphicsContext) throws {
    try context.setFillColor(Color(red: 0, green: 0, blue: 1))
    try context.fill(context.clipBounds)
  }
}

@Suite struct TilePictureTests {
  private func scene(threads: Int = 1) -> (LayerRenderer, Scene) {
    let renderer = LayerRenderer(configuration: .init(threads: threads))
    return (renderer, renderer.makeScene())
  }

  /// A layer over a white root, tiled or not, with the same drawing.
  private func picture(
    tiled: Bool, tileSize: Size = Size(64, 48), scale: Double = 1, threads: Int = 1, concurrent: Bool = false,
    _ change: (Layer) throws -> Void = { _ in }
  ) throws -> Bitmap {
    let (renderer, scene) = scene(threads: threads)
    let root = Layer(in: scene)
    root.bounds = Rect(0, 0, 240, 180)
    root.backgroundColor = .color(.white)
    let map = Map(concurrent: concurrent)
    let l: Layer
    if tiled {
      let t = TiledLayer(in: scene)
      t.tileSize = tileSize
      t.levelsOfDetail = 4
      t.levelsOfDetailBias = 2
      l = t
    } else {
      l = Layer(in: scene)
    }
    l.bounds = Rect(0, 0, 220, 160)
    l.position = Point(120, 90)
    l.delegate = map
    l.setNeedsDisplay()
    try root.addSublayer(l)
    try change(l)
    return try withExtendedLifetime(map) { try renderer.render(root, RenderOptions(scale: scale)) }
  }

  private func bytes(_ bitmap: Bitmap) -> [UInt32] { withExtendedLifetime(bitmap) { Array(bitmap.pixels) } }

  private func distance(_ a: Bitmap, _ b: Bitmap) -> (largest: Int, mean: Double) {
    var largest = 0
    var sum = 0
    for (p, q) in zip(bytes(a), bytes(b)) {
      for shift in [UInt32(0), 8, 16, 24] {
        let d = abs(Int(p >> shift & 255) - Int(q >> shift & 255))
        largest = max(largest, d)
        sum += d
      }
    }
    return (largest, Double(sum) / Double(a.width * a.height * 4))
  }

  @Test(arguments: [0.5, 1, 2, 4]) func `tiles on whole pixels are the bytes of one drawing`(_ scale: Double) throws {
    #expect(try bytes(picture(tiled: true, scale: scale)) == bytes(picture(tiled: false, scale: scale)))
  }

  @Test func `opacity, blending and masks treat them as one picture`() throws {
    let mask = { (l: Layer) throws in
      l.opacity = 0.4
      try l.setValue(.string("multiplyBlendMode"), forKey: "compositingFilter")
      let mask = ShapeLayer(in: l.scene)
      var ellipse = Path()
      ellipse.addEllipse(in: Rect(10, 10, 200, 140))
      mask.path = ellipse
      try l.setMask(mask)
    }
    let (largest, mean) = distance(try picture(tiled: true, mask), try picture(tiled: false, mask))
    #expect(largest <= 2 && mean < 0.05, "\(largest) \(mean)")
  }

  @Test(arguments: [1.37, 0.73, 2.21]) func `between pixels tiles are hardly stretched`(_ scale: Double) throws {
    let (largest, mean) = distance(try picture(tiled: true, scale: scale), try picture(tiled: false, scale: scale))
    // Tiles end on whole pixels, so each is stretched by less than one pixel.
    #expect(largest < 200 && mean < 8, "\(largest) \(mean)")
  }

  @Test(arguments: [
    Transform3D.rotation(0.4), Transform3D.scale(0.83, 1.31), Transform3D.rotation(.pi / 2),
    Transform3D.rotation(0.7, x: 0.3, y: 1, z: 0).concat(.perspective(300)), Transform3D.scale(-1, 1),
    Transform3D.scale(1, -1),
  ])
  func `a tile that fills its clip leaves no seam`(_ transform: Transform3D) throws {
    func picture(_ make: (Scene) -> Layer) throws -> Bitmap {
      let (renderer, scene) = scene()
      let root = Layer(in: scene)
      root.bounds = Rect(0, 0, 200, 200)
      root.backgroundColor = .color(.white)
      let l = make(scene)
      l.bounds = Rect(0, 0, 130, 130)
      l.position = Point(100.3, 100.7)
      l.transform = transform
      try root.addSublayer(l)
      return try renderer.render(root, RenderOptions(scale: 1.1))
    }
    let fill = FillClip()
    let tiles = try picture { scene in
      let l = TiledLayer(in: scene)
      l.tileSize = Size(32, 32)
      l.delegate = fill
      return l
    }
    let plain = try picture { scene in
      let l = Layer(in: scene)
      l.backgroundColor = .color(Color(red: 0, green: 0, blue: 1))
      return l
    }
    // Only the layer's own edge may differ, where the fill is antialiased twice.
    var inside = 0
    for y in 1..<(plain.height - 1) {
      for x in 1..<(plain.width - 1) {
        let isInside = (-1...1).allSatisfy { dy in (-1...1).allSatisfy { plain[x + $0, y + dy] == 0xFFFF_0000 } }
        if isInside {
          inside += 1
          if tiles[x, y] != 0xFFFF_0000 {
            Issue.record("a seam at \(x), \(y)")
            return
          }
        }
      }
    }
    #expect(inside > 5000)
  }

  @Test func `turned tiles look as one drawing`() throws {
    let turn = { (l: Layer) in l.transform = Transform3D.rotation(0.3).scaled(0.9, 0.9) }
    let (_, mean) = distance(try picture(tiled: true, turn), try picture(tiled: false, turn))
    #expect(mean < 6, "\(mean)")
  }

  @Test func `flipped trees show tiles where a plain layer draws`() throws {
    for both in [false, true] {
      let flip = { (l: Layer) in
        l.superlayer?.isGeometryFlipped = true
        if both { l.isGeometryFlipped = true }
      }
      let (largest, mean) = distance(try picture(tiled: true, flip), try picture(tiled: false, flip))
      #expect(largest == 0 && mean == 0, "\(both): \(largest) \(mean)")
    }
  }

  @Test func `a mask may be tiled`() throws {
    let (renderer, scene) = scene()
    let root = Layer(in: scene)
    root.bounds = Rect(0, 0, 20, 20)
    root.backgroundColor = .color(Color(red: 1, green: 0, blue: 0))
    let mask = TiledLayer(in: scene)
    mask.tileSize = Size(8, 8)
    mask.frame = Rect(5, 5, 10, 10)
    let fill = FillClip()
    mask.delegate = fill
    try root.setMask(mask)
    let bitmap = try renderer.render(root)
    #expect(bytes(bitmap).count { $0 == 0xFF00_00FF } == 100)
    #expect(bytes(bitmap).count { $0 == 0 } == 300)
  }

  @Test func `drawn on many threads the bytes are the same`() throws {
    let alone = try picture(tiled: true, tileSize: Size(16, 16))
    for threads in [1, 2, 5] {
      let many = try picture(tiled: true, tileSize: Size(16, 16), threads: threads, concurrent: true)
      #expect(bytes(many) == bytes(alone), "\(threads)")
    }
  }

  @Test func `an error on another thread is thrown and the first tile speaks first`() throws {
    struct Spilt: Error, Equatable { var x: Double }
    final class Clumsy: LayerDelegate, @unchecked Sendable {
      let hooks: LayerHooks = .draw
      let drawsTilesConcurrently = true
      func draw(_ layer: Layer, in context: GraphicsContext) throws {
        if context.clipBounds.minX >= 20 { throw Spilt(x: context.clipBounds.minX) }
      }
    }
    let (renderer, scene) = scene(threads: 4)
    let l = TiledLayer(in: scene)
    l.bounds = Rect(0, 0, 100, 10)
    l.tileSize = Size(10, 10)
    let clumsy = Clumsy()
    l.delegate = clumsy
    #expect(throws: Spilt(x: 20)) { _ = try renderer.render(l) }
  }

  @Test func `a huge layer takes little`() throws {
    let (renderer, scene) = scene()
    let l = TiledLayer(in: scene)
    l.bounds = Rect(0, 0, 100_000, 100_000)
    let fill = FillClip()
    l.delegate = fill
    for (transform, size) in [(Transform3D.identity, 4.0), (.rotation(0.5), 4), (.scale(0.001, 0.001), 1)] {
      let root = Layer(in: scene)
      root.bounds = Rect(0, 0, 300, 300)
      l.position = Point(150, 150)
      l.levelsOfDetail = 12
      l.transform = transform
      try root.addSublayer(l)
      let bitmap = try renderer.render(root)
      #expect(bitmap[150, 150] == 0xFFFF_0000, "\(size)")
    }
  }

  @Test func `drawsAsynchronously changes no byte for any number of threads`() throws {
    let plain = try picture(tiled: false)
    for threads in [1, 3] {
      let other = try picture(tiled: false, threads: threads) { $0.drawsAsynchronously = true }
      #expect(bytes(other) == bytes(plain))
    }
  }

  /// A filter reveals the thread on which the drawing is rendered: a filter allowed on any thread is called where its
  /// layer is painted.
  @Test func `drawsAsynchronously leaves the commands to other threads`() throws {
    final class Strokes: LayerDelegate {
      let hooks: LayerHooks = .draw
      func draw(_ layer: Layer, in context: GraphicsContext) throws {
        try context.strokeEllipse(in: Rect(0, 0, 30, 30))
      }
    }
    let strokes = Strokes()
    for isAsynchronous in [false, true] {
      let (renderer, scene) = scene(threads: 2)
      let isHere = Mutex(false)
      let here = pthread_self()
      try scene.define(
        FilterDefinition("Where", reach: .points(0), isConcurrent: false, isPure: false) { span in
          if pthread_equal(pthread_self(), here) != 0 { isHere.withLock { $0 = true } }
          for i in span.pixels.indices { span.pixels[i] = span.source.pixel(span.x + i, span.y) }
        })
      let l = Layer(in: scene)
      l.bounds = Rect(0, 0, 30, 30)
      l.delegate = strokes
      l.drawsAsynchronously = isAsynchronous
      try l.setValue(.array([.string("Where")]), forKey: "filters")
      l.setNeedsDisplay()
      try l.displayIfNeeded()
      _ = try renderer.render(l, RenderOptions(scale: 1))
      #expect(isHere.withLock { $0 } == !isAsynchronous)
    }
    withExtendedLifetime(strokes) {}
  }
}
