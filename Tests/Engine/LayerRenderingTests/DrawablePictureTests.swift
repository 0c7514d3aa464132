// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import LayerRendering
import Pixels
import RenderTree
import Testing

@Suite struct DrawablePictureTests {
  let renderer = LayerRenderer(configuration: .init(threads: 1))
  let scene: Scene
  let layer: DrawableLayer

  init() {
    scene = renderer.makeScene()
    layer = DrawableLayer(in: scene)
    layer.bounds = Rect(0, 0, 4, 2)
  }

  @Test func `a host fills the bytes of each frame`() throws {
    layer.setSource { drawable, _ in
      try drawable.withUnsafeMutableBytes { bytes, stride in
        #expect(stride == 16 && bytes.count == 32)
        for y in 0..<2 {
          for x in 0..<4 {
            bytes.storeBytes(
              of: UInt32(0xFF00_0000) | UInt32(x) | UInt32(y) << 8, toByteOffset: y * stride + x * 4, as: UInt32.self)
          }
        }
      }
    }
    let bitmap = try renderer.render(layer)
    #expect(bitmap[3, 1] == 0xFF00_0103)
    #expect(bitmap[0, 0] == 0xFF00_0000)
  }

  @Test func `it is drawn after setNeedsDisplay or for every picture`() throws {
    var times: [Double] = []
    layer.setSource { _, time in times.append(time) }
    layer.beginTime = 1
    layer.speed = 2
    _ = try renderer.render(layer, RenderOptions(time: 3))
    _ = try renderer.render(layer, RenderOptions(time: 4))
    #expect(times == [4])
    layer.setNeedsDisplay()
    _ = try renderer.render(layer, RenderOptions(time: 4))
    #expect(times == [4, 6])
    layer.isAsynchronous = true
    _ = try renderer.render(layer, RenderOptions(time: 5))
    _ = try renderer.render(layer, RenderOptions(time: 5))
    #expect(times == [4, 6, 8, 8])
    layer.isAsynchronous = false
    _ = try renderer.render(layer)
    #expect(times.count == 4)
  }

  @Test func `canDraw keeps the frame of before`() throws {
    final class Shutter: DrawableSource {
      var isOpen = true
      var color = Color(red: 1, green: 0, blue: 0)
      func draw(_ layer: DrawableLayer, in drawable: Drawable, layerTime: Double) throws { try drawable.clear(color) }
      func canDraw(_ layer: DrawableLayer, layerTime: Double) -> Bool { isOpen }
    }
    let shutter = Shutter()
    layer.source = shutter
    layer.isAsynchronous = true
    #expect(try renderer.render(layer)[0, 0] == 0xFF00_00FF)
    shutter.color = Color(red: 0, green: 0, blue: 1)
    shutter.isOpen = false
    #expect(try renderer.render(layer)[0, 0] == 0xFF00_00FF)
    shutter.isOpen = true
    #expect(try renderer.render(layer)[0, 0] == 0xFFFF_0000)
  }

  @Test func `its size follows bounds and scale unless it is set`() throws {
    #expect(layer.drawableSize == Size(4, 2))
    layer.contentsScale = 2.5
    #expect(layer.drawableSize == Size(10, 5))
    layer.drawableSize = Size(3, 7)
    let drawable = try layer.nextDrawable()
    #expect(drawable.width == 3 && drawable.height == 7)
    try layer.setValue(.null, forKey: "drawableSize")
    #expect(layer.drawableSize == Size(10, 5))
    for size in [Size(1.5, 2), Size(-1, 2), Size(.nan, 1), Size(.infinity, 1)] {
      #expect(throws: LayerError.self) { try layer.setValue(.size(size), forKey: "drawableSize") }
    }
  }

  @Test func `a drawable without pixels or with too many is an error`() throws {
    layer.drawableSize = Size(0, 5)
    let none = #expect(throws: LayerError.self) { _ = try layer.nextDrawable() }
    #expect(
      none?.message
        == "DrawableLayer.nextDrawable: the drawable would have no pixels, its size is 0×5; give DrawableLayer bounds or a drawableSize"
    )
    layer.drawableSize = Size(1e6, 1e6)
    #expect(#expect(throws: LayerError.self) { _ = try layer.nextDrawable() }?.kind == .limit)
    let budget = SmallBudget()
    scene.memoryBudget = budget
    layer.drawableSize = Size(100, 100)
    #expect(#expect(throws: LayerError.self) { _ = try layer.nextDrawable() }?.kind == .limit)
    // Not an error: there is nothing to draw yet.
    scene.memoryBudget = nil
    layer.drawableSize = Size(0, 0)
    layer.setSource { _, _ in Issue.record("drawn without a size") }
    _ = try renderer.render(layer)
  }

  @Test func `opaque layers lie on black, others keep their alpha`() throws {
    let half: [UInt8] = [UInt8](repeating: 0, count: 32).enumerated().map {
      $0.offset % 4 == 0 ? 255 : $0.offset % 4 == 3 ? 128 : 0
    }
    var drawable = try layer.nextDrawable()
    try drawable.setPixels(straight: half)
    try drawable.present()
    #expect(try renderer.render(layer)[0, 0] == 0xFF00_0080)
    layer.isOpaque = false
    drawable = try layer.nextDrawable()
    try drawable.setPixels(straight: half)
    try drawable.present()
    #expect(try renderer.render(layer)[0, 0] == 0x8000_0080)
    #expect(try renderer.render(layer, RenderOptions(background: .white))[0, 0] == 0xFF7F_7FFF)
  }

  @Test func `the format says the order of the bytes`() throws {
    layer.pixelFormat = .bgra8Unorm
    layer.setSource { drawable, _ in
      try drawable.withUnsafeMutableBytes { bytes, _ in
        for i in 0..<8 { bytes.storeBytes(of: 0xFFFF_0000, toByteOffset: i * 4, as: UInt32.self) }
      }
    }
    #expect(try renderer.render(layer)[1, 1] == 0xFF00_00FF)
    layer.setSource { drawable, _ in try drawable.clear(Color(red: 0, green: 0, blue: 1)) }
    #expect(try renderer.render(layer)[1, 1] == 0xFFFF_0000)
    #expect(throws: LayerError.self) { try layer.setValue(.string("rgba16Float"), forKey: "pixelFormat") }
  }

  @Test func `a drawable is presented once and drawn like an image`() throws {
    layer.drawableSize = Size(2, 1)
    layer.magnificationFilter = .nearest
    let drawable = try layer.nextDrawable()
    try drawable.draw { context in
      try context.setFillColor(Color(red: 1, green: 0, blue: 0))
      try context.fill(Rect(1, 0, 1, 1))
    }
    try drawable.present()
    #expect(drawable.isPresented)
    #expect(throws: LayerError.self) { try drawable.present() }
    #expect(throws: LayerError.self) { try drawable.clear(.black) }
    #expect(throws: LayerError.self) { try drawable.withUnsafeMutableBytes { _, _ in } }
    let bitmap = try renderer.render(layer)
    #expect(bitmap[1, 0] == 0xFF00_0000 && bitmap[2, 1] == 0xFF00_00FF)
    // With retained backing the next drawable starts from the last one.
    try layer.setValue(.dictionary([("retainedBacking", .bool(true))]), forKey: "drawableProperties")
    try layer.nextDrawable().present()
    #expect(try renderer.render(layer)[2, 1] == 0xFF00_00FF)
    layer.drawableSize = Size(4, 2)
    try layer.nextDrawable().present()
    #expect(try renderer.render(layer)[2, 1] == 0xFF00_0000)
  }

  @Test func `colours brighter than their alpha are limited`() throws {
    layer.isOpaque = false
    layer.setSource { drawable, _ in
      try drawable.withUnsafeMutableBytes { bytes, _ in
        for i in 0..<8 { bytes.storeBytes(of: 0x40FF_FFFF, toByteOffset: i * 4, as: UInt32.self) }
      }
    }
    #expect(try renderer.render(layer)[0, 0] == 0x4040_4040)
  }

  @Test func `a failing frame reaches the caller and is asked for again`() throws {
    struct Dark: Error {}
    layer.setSource { _, _ in throw Dark() }
    #expect(throws: Dark.self) { _ = try renderer.render(layer) }
    #expect(layer.needsDisplay)
  }
}
