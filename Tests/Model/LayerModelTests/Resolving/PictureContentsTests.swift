// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Pixels
import RenderTree
import Testing

private final class FakePicture: ScalablePicture {
  let size = Size(24, 12)
  let drawing: RecordedDrawing?
  init(_ drawing: RecordedDrawing? = nil) { self.drawing = drawing }
  func bitmap(scale: Size, offset: Point, mostPixels: Int, isStopped: (() -> Bool)?) -> ScaledBitmap? {
    let w = Int((24 * scale.width - 1e-6).rounded(.up)), h = Int((12 * scale.height - 1e-6).rounded(.up))
    return (try? Bitmap(width: w, height: h, scale: scale.width) { _ in }).map {
      ScaledBitmap(bitmap: $0, scale: scale)
    }
  }
}

/// Images drawn at any scale.
@Suite struct PictureContentsTests {
  private let scene = Scene(services: QuietServices())

  private func layer(_ picture: FakePicture, baseScale: Double = 1) throws -> Layer {
    let layer = Layer(in: scene)
    layer.bounds = Rect(0, 0, 240, 240)
    layer.contents = Image(
      picture, bitmap: try Bitmap(width: Int(24 * baseScale), height: Int(12 * baseScale), scale: baseScale) { _ in },
      bytes: 1000)
    return layer
  }

  @Test func `an image has the picture's size, and its base bitmap's pixels`() throws {
    let layer = try layer(FakePicture(), baseScale: 0.5)
    let image = try #require(layer.contents)
    #expect(image.size == Size(24, 12) && image.width == 12 && image.height == 6 && image.scale == 0.5)
    #expect(image.bitmap(forScale: 3).width == 72 && image.bitmap(forScale: 3).scale == 3)
    #expect(image.bitmap(forScale: 0).width == 12)
    #expect(image.byteCount == 12 * 6 * 4 + 1000)
    #expect(!image.isEqual(to: Image(image.bitmap)) && image.isEqual(to: image))
  }

  @Test func `contents hold the picture, in points whatever contentsScale is`() throws {
    let picture = FakePicture()
    for base in [1, 0.5] {
      let layer = try layer(picture, baseScale: base)
      layer.contentsScale = 3
      layer.contentsGravity = .center
      let contents = try #require(try layer.renderTree(RenderOptions(scale: 2)).root.contents)
      #expect(contents.picture === picture && contents.image === layer.contents?.bitmap)
      #expect(contents.pieces.count == 1 && contents.pieces[0].destination == Rect(108, 114, 24, 12))
      #expect(contents.pieces[0].source == Rect(0, 0, 24 * base, 12 * base))
      layer.contentsGravity = .resizeAspect
      layer.contentsRect = Rect(0.5, 0, 0.5, 1)
      let part = try #require(try layer.renderTree(RenderOptions()).root.contents?.pieces.first)
      #expect(part.destination == Rect(0, 0, 240, 240) && part.source == Rect(12 * base, 0, 12 * base, 12 * base))
    }
  }

  @Test func `a picture of shapes alone is drawn as shapes`() throws {
    var path = Path()
    path.addRect(Rect(0, 0, 24, 12))
    let drawing = RecordedDrawing(operations: [DrawingOperation(kind: .fill(path, .nonZero, .color(.black)))])
    let layer = try layer(FakePicture(drawing))
    let node = try layer.renderTree(RenderOptions()).root
    #expect(node.contents == nil)
    let placed = try #require(node.drawing)
    #expect(placed.drawing === drawing && placed.clip == Rect(0, 0, 240, 240))
    #expect(placed.transform == AffineTransform(a: 10, b: 0, c: 0, d: 20, tx: 0, ty: 0))
    layer.contentsScale = 2
    layer.contentsGravity = .bottomLeft
    layer.contentsRect = Rect(0.5, 0, 0.5, 1)
    let part = try #require(try layer.renderTree(RenderOptions()).root.drawing)
    #expect(part.clip == Rect(0, 0, 12, 12) && part.transform == .translation(-12, 0))
    // The nine parts are cut from its pixels.
    layer.contentsGravity = .resize
    layer.contentsRect = .unit
    layer.contentsCenter = Rect(0.25, 0.25, 0.5, 0.5)
    let sliced = try layer.renderTree(RenderOptions()).root
    #expect(sliced.drawing == nil && sliced.contents?.pieces.count == 9)
    #expect(sliced.contents?.pieces[0].destination == Rect(0, 0, 6, 3))
  }

  @Test func `a layer that stretches a picture is not blurred by it`() throws {
    let layer = try layer(FakePicture())
    let tree = try layer.renderTree(RenderOptions())
    #expect(tree.root.contents?.picture != nil)
    let context = GraphicsContext(
      bounds: Rect(0, 0, 240, 120), scale: 2, services: scene.services, memoryBudget: nil,
      budget: GraphicsContext.budget(of: scene))
    try context.draw(try #require(layer.contents), in: Rect(0, 0, 240, 120))
    guard case .image(let bitmap, _, _)? = context.finish().operations.first?.kind else {
      Issue.record("no image")
      return
    }
    #expect(bitmap.width == 480 && bitmap.height == 240)
  }
}
