// SPDX-License-Identifier: MIT
import Compositor
import Foundation
import Geometry
import Pixels
import RenderTree
import Synchronization
import Testing

/// Returns bitmaps at any scale, and records the scales requested.
private final class AnyScale: ScalablePicture {
  let size: Size
  let drawing: RecordedDrawing? = nil
  let most: Double
  let isSlow: Bool
  let asked = Mutex<[Size]>([])
  let offsets = Mutex<[Point]>([])
  init(_ size: Size, most: Double = .infinity, isSlow: Bool = false) {
    self.size = size
    self.isSlow = isSlow
    self.most = most
  }

  /// A checkerboard of single red and blue pixels.
  func bitmap(scale: Size, offset: Point, mostPixels: Int, isStopped: (() -> Bool)?) -> ScaledBitmap? {
    asked.withLock { $0.append(scale) }
    offsets.withLock { $0.append(offset) }
    let scale = Size(min(scale.width, most), min(scale.height, most))
    let w = Int((size.width * scale.width + offset.x - 1e-6).rounded(.up))
    let h = Int((size.height * scale.height + offset.y - 1e-6).rounded(.up))
    let made = try? Bitmap(width: w, height: h, scale: scale.width) { pixels in
      for y in 0..<h { for x in 0..<w { pixels[y * w + x] = (x + y) % 2 == 0 ? 0xFF00_00FF : 0xFFFF_0000 } }
    }
    return made.map { ScaledBitmap(bitmap: $0, scale: scale, offset: offset) }
  }
}

/// Contents drawn at any scale.
@Suite struct PictureTests {
  private func node(
    _ picture: AnyScale, _ bounds: Rect, placement: Transform3D = .identity, pieces: [Contents.Piece]? = nil,
    children: [RenderNode] = []
  ) throws -> RenderNode {
    let base = try Bitmap(
      width: Int(picture.size.width.rounded(.up)), height: Int(picture.size.height.rounded(.up)), scale: 1
    ) { $0.update(repeating: 0xFF00_FF00) }
    var contents = Contents(
      image: base,
      pieces: pieces ?? [Contents.Piece(source: Rect(origin: .zero, size: picture.size), destination: bounds)])
    contents.picture = picture
    return RenderNode(bounds: bounds, placement: placement, pieces: [.contents(contents)])
  }

  private func draw(_ node: RenderNode, _ width: Double, _ height: Double, scale: Double = 1) throws -> Bitmap {
    let root = RenderNode(bounds: Rect(0, 0, width, height), children: [node])
    return try Compositor.render(
      RenderTree(root: root, canvas: Rect(0, 0, width, height), scale: scale, background: nil))
  }

  @Test func `a slow picture is asked for at few resolutions in a film, each enough, and exactly in a still`() throws {
    let picture = AnyScale(Size(20, 10), isSlow: true), quick = AnyScale(Size(20, 10))
    let wanted = (0..<100).map { 1 + Double($0) / 100 }
    for k in wanted {
      for (picture, isFrame) in [(picture, true), (quick, true), (picture, false)] {
        let child = try node(picture, Rect(0, 0, 20, 10), placement: .scale(k, k, 1))
        let root = RenderNode(bounds: Rect(0, 0, 40, 20), children: [child])
        var options = CompositorOptions()
        options.isFrame = isFrame
        _ = try Compositor.render(
          RenderTree(root: root, canvas: Rect(0, 0, 40, 20), scale: 1, background: nil), options: options)
      }
    }
    let all = picture.asked.withLock { $0.map(\.width) }
    let (frames, stills) = (
      stride(from: 0, to: 200, by: 2).map { all[$0] }, stride(from: 1, to: 200, by: 2).map { all[$0] }
    )
    #expect(Set(frames).count == 5 && Set(frames).isSubset(of: (0...4).map { exp2(Double($0) / 4) }))
    for (k, step) in zip(wanted, frames) { #expect(step >= k - 1e-6 && step < k * 1.19) }
    #expect(stills == quick.asked.withLock { $0.map(\.width) } && Set(stills).count == 100)
  }

  private func isBoard(_ bitmap: Bitmap) -> Bool {
    (0..<bitmap.height).allSatisfy { y in
      (0..<bitmap.width).allSatisfy { x in bitmap[x, y] == ((x + y) % 2 == 0 ? 0xFF00_00FF : 0xFFFF_0000) }
    }
  }

  @Test(arguments: [1, 2, 7.5, 0.5]) func `a pixel of the picture is a pixel of the canvas`(scale: Double) throws {
    let picture = AnyScale(Size(4, 4))
    let bitmap = try draw(try node(picture, Rect(0, 0, 40, 20)), 40, 20, scale: scale)
    #expect(isBoard(bitmap))
    #expect(picture.asked.withLock { $0 } == [Size(10 * scale, 5 * scale)])
  }

  @Test func `superlayers' transforms count, and a part is drawn at its own scale`() throws {
    let picture = AnyScale(Size(4, 4))
    let inner = try node(
      picture, Rect(0, 0, 4, 4), placement: .scale(3, 2, 1),
      pieces: [Contents.Piece(source: Rect(1, 1, 2, 2), destination: Rect(0, 0, 4, 4))])
    let outer = RenderNode(bounds: Rect(0, 0, 4, 4), placement: .scale(2, 2, 1), children: [inner])
    let bitmap = try draw(outer, 24, 16)
    #expect(isBoard(bitmap))
    #expect(picture.asked.withLock { $0 } == [Size(12, 8)])
  }

  @Test func `a quarter turn changes the axes`() throws {
    let picture = AnyScale(Size(4, 4))
    let turned = try node(
      picture, Rect(0, 0, 20, 40),
      placement: Transform3D(AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 40, ty: 0)))
    let bitmap = try draw(turned, 40, 20)
    #expect(picture.asked.withLock { $0 } == [Size(5, 10)])
    #expect(bitmap.pixels.allSatisfy { $0 == 0xFF00_00FF || $0 == 0xFFFF_0000 })
  }

  @Test func `a picture that ends within a pixel covers its last one once`() throws {
    let picture = AnyScale(Size(4.5, 4.5))
    let bitmap = try draw(try node(picture, Rect(0, 0, 4.5, 4.5)), 6, 6)
    // The bitmap's own pixels, unscaled, including the last ones, which have partial coverage.
    #expect(bitmap[4, 4] == 0xFF00_00FF && bitmap[4, 3] == 0xFFFF_0000 && bitmap[5, 4] == 0 && bitmap[0, 5] == 0)
  }

  @Test func `a picture that begins within a pixel is drawn so`() throws {
    let picture = AnyScale(Size(4, 4))
    let moved = try node(picture, Rect(0, 0, 4, 4), placement: .translation(2.5, 1.25))
    let bitmap = try draw(moved, 8, 8)
    #expect(picture.offsets.withLock { $0 } == [Point(0.5, 0.25)])
    // All pixels of the bitmap, unchanged.
    for y in 0..<8 {
      for x in 0..<8 {
        let isInside = x >= 2 && x < 7 && y >= 1 && y < 6
        #expect(bitmap[x, y] == (isInside ? ((x + y) % 2 == 1 ? 0xFF00_00FF : 0xFFFF_0000) : 0), "\(x) \(y)")
      }
    }
    // A part with another origin ends at its own edges.
    let part = AnyScale(Size(4, 4))
    let cut = try node(
      part, Rect(0, 0, 2, 4), placement: .translation(2.5, 1),
      pieces: [Contents.Piece(source: Rect(1, 0, 2, 4), destination: Rect(0, 0, 2, 4))])
    let cutBitmap = try draw(cut, 8, 8)
    #expect(part.offsets.withLock { $0 } == [Point(0.5, 0)])
    #expect(cutBitmap[1, 2] == 0 && cutBitmap[2, 2] >> 24 == 128 && cutBitmap[3, 2] >> 24 == 255)
    #expect(cutBitmap[4, 2] >> 24 == 128 && cutBitmap[5, 2] == 0)
  }

  @Test func `turned and tilted planes take the largest scale that is seen`() throws {
    let picture = AnyScale(Size(10, 10))
    _ = try draw(
      try node(picture, Rect(0, 0, 40, 40), placement: Transform3D.rotation(0.5).concat(.translation(30, 5, 0))), 80,
      80,
      scale: 2)
    #expect(picture.asked.withLock { $0.count == 1 && abs($0[0].width - 8) < 1e-9 && abs($0[0].height - 8) < 1e-9 })

    let tilted = AnyScale(Size(10, 10))
    var perspective = Transform3D.identity
    perspective.m34 = -1.0 / 100
    let placement = Transform3D.translation(-50, -50, 0).concat(.rotation(1, x: 1, y: 0, z: 0)).concat(perspective)
      .concat(.translation(50, 50, 0))
    _ = try draw(try node(tilted, Rect(0, 0, 100, 100), placement: placement), 100, 100)
    // The nearer edge appears larger than the plane itself.
    #expect(tilted.asked.withLock { $0.count == 1 && $0[0].width > 12 && $0[0].width < 40 })
  }

  @Test func `nine parts have the scale of the corners`() throws {
    let picture = AnyScale(Size(9, 9))
    var pieces: [Contents.Piece] = []
    for (y, height, sy) in [(0.0, 3.0, 0.0), (3, 94, 3), (97, 3, 6)] {
      for (x, width, sx) in [(0.0, 3.0, 0.0), (3, 54, 3), (57, 3, 6)] {
        pieces.append(Contents.Piece(source: Rect(sx, sy, 3, 3), destination: Rect(x, y, width, height)))
      }
    }
    let bitmap = try draw(try node(picture, Rect(0, 0, 60, 100), pieces: pieces), 60, 100, scale: 2)
    #expect(picture.asked.withLock { $0 } == [Size(2, 2)])
    #expect(bitmap[0, 0] == 0xFF00_00FF && bitmap[1, 0] == 0xFFFF_0000 && bitmap[119, 199] == 0xFF00_00FF)
  }

  @Test func `a picture that has no more is stretched, and without any the image is drawn`() throws {
    let coarse = AnyScale(Size(4, 4), most: 2)
    let bitmap = try draw(try node(coarse, Rect(0, 0, 32, 32)), 32, 32)
    // A corner has the colour of one pixel; the pixels next to it are interpolated.
    #expect(bitmap[0, 0] == 0xFF00_00FF && bitmap[31, 0] == 0xFFFF_0000 && bitmap[31, 31] == 0xFF00_00FF)
    let none = AnyScale(Size(4, 4), most: 0)
    let plain = try draw(try node(none, Rect(0, 0, 8, 8)), 8, 8)
    #expect(plain.pixels.allSatisfy { $0 == 0xFF00_FF00 }, "\(plain.pixels.map { String($0, radix: 16) })")
  }

  @Test func `bitmaps of pictures count as surfaces`() throws {
    let picture = AnyScale(Size(4, 4))
    let root = RenderNode(bounds: Rect(0, 0, 100, 100), children: [try node(picture, Rect(0, 0, 100, 100))])
    var options = CompositorOptions()
    options.surfacePixelBudget = 9_999
    let tree = RenderTree(root: root, canvas: root.bounds, scale: 1, background: nil)
    #expect(throws: (any Error).self) { try Compositor.render(tree, options: options) }
    options.surfacePixelBudget = 10_000
    #expect(throws: Never.self) { try Compositor.render(tree, options: options) }
  }
}
