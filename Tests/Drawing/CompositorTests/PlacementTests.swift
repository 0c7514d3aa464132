// SPDX-License-Identifier: MIT
import Compositor
import Geometry
import Messages
import Pixels
import RenderTree
import Testing

/// Positions on screen: `rendering.md` 1, 3 and 9.
@Suite struct PlacementTests {
  /// A 200×200 layer anchored at the middle of its right side, at (200, 100), rotated by 45° about y.
  private func page(_ perspective: Transform3D) -> RenderNode {
    RenderNode(
      bounds: Rect(0, 0, 200, 200),
      placement: Transform3D.translation(-200, -100).concat(.rotation(.pi / 4, x: 0, y: 1, z: 0)).concat(
        .translation(200, 100)
      )
      .concat(.translation(-100, -100)).concat(perspective).concat(.translation(100, 100)), background: .color(red))
  }

  @Test func `orthographic page ends where the reference says`() throws {
    let picture = try render(group([page(.identity)]), width: 300, height: 300, x: -20, y: -50)
    // Left edge at x 58.579: 141.421 wide, 200 high.
    #expect(abs(picture.area - 141.421 * 200) < 60)
    #expect(picture.alpha(20 + 57, 150) == 0)
    #expect(abs(picture.alpha(20 + 58, 150) - 107) <= 2)
    #expect(picture.alpha(20 + 59, 150) == 255)
    #expect(picture.alpha(20 + 100, 49) == 0)
    #expect(picture.alpha(20 + 100, 50) == 255)
  }

  @Test func `perspective page has the reference corners`() throws {
    let picture = try render(group([page(.perspective(1000))]), width: 300, height: 400, x: -20, y: -100)
    // A trapezium from (51.756, −16.472…216.472) to (200, 0…200).
    let area = (216.472 + 16.472 + 200) / 2 * (200 - 51.756)
    #expect(abs(picture.area - area) < 60)
    #expect(abs(picture.alpha(20 + 51, 200) - 62) <= 3)
    #expect(picture.alpha(20 + 52, 200) == 255)
    // Just inside the left edge the column runs from about −16.4 to 216.4.
    #expect(picture.alpha(20 + 53, 100 - 15) == 255)
    #expect(picture.alpha(20 + 53, 100 - 18) == 0)
    #expect(picture.alpha(20 + 53, 100 + 215) == 255)
    #expect(picture.alpha(20 + 53, 100 + 218) == 0)
    #expect(picture.alpha(20 + 199, 100) == 255)
    #expect(picture.alpha(20 + 200, 100) == 0)
  }

  @Test func `canvas origin and scale map the root's plane`() throws {
    let picture = try render(
      RenderNode(bounds: Rect(10, 20, 4, 3), placement: .translation(500, 500), background: .color(red)), width: 6,
      height: 6, x: 9, y: 18,
      scale: 2)
    #expect(picture.width == 12 && picture.height == 12)
    #expect(picture.paintedPixels == 8 * 6)
    #expect(
      picture.alpha(2, 4) == 255 && picture.alpha(1, 4) == 0 && picture.alpha(9, 9) == 255 && picture.alpha(10, 9) == 0)
  }

  @Test func `background lies under the root`() throws {
    let picture = try render(box(Rect(0, 0, 2, 2), red), width: 4, height: 4, background: .white)
    #expect(picture.channels(3, 3) == [255, 255, 255, 255])
    #expect(picture.channels(0, 0) == [255, 0, 0, 255])
  }

  @Test func `single sided layers facing away are not drawn`() throws {
    func card(_ angle: Double, _ isDoubleSided: Bool) -> RenderNode {
      RenderNode(
        bounds: Rect(0, 0, 20, 20), placement: place(Rect(0, 0, 20, 20), .rotation(angle, x: 0, y: 1, z: 0)),
        isDoubleSided: isDoubleSided,
        background: .color(red), children: [box(Rect(0, 0, 30, 30), blue)])
    }
    #expect(try render(group([card(.pi, false)]), width: 40, height: 40).paintedPixels == 0)
    #expect(try render(group([card(.pi, true)]), width: 40, height: 40).paintedPixels > 0)
    #expect(try render(group([card(1, false)]), width: 40, height: 40).paintedPixels > 0)
    // A flipped superlayer mirrors, but does not make a layer face away.
    func flippedCard(_ turn: Transform3D) -> RenderNode {
      RenderNode(
        bounds: Rect(0, 0, 20, 20), placement: place(Rect(0, 0, 20, 20), turn).concat(Transform3D(m22: -1, m42: 40)),
        isDoubleSided: false,
        isPlacementFlipped: true, background: .color(red))
    }
    #expect(try render(group([flippedCard(.identity)]), width: 40, height: 40).paintedPixels == 400)
    #expect(
      try render(group([flippedCard(.rotation(.pi, x: 0, y: 1, z: 0))]), width: 40, height: 40).paintedPixels == 0)
    #expect(
      try render(group([group([flippedCard(.identity)], isFlattening: false)]), width: 40, height: 40).paintedPixels
        == 400)
    // The child of a flattened, mirrored parent does not itself face away.
    let child = RenderNode(bounds: Rect(0, 0, 20, 20), isDoubleSided: false, background: .color(red))
    let flipped = RenderNode(
      bounds: Rect(0, 0, 20, 20), placement: place(Rect(0, 0, 20, 20), .rotation(.pi, x: 0, y: 1, z: 0)),
      children: [child])
    #expect(try render(group([flipped]), width: 20, height: 20).paintedPixels == 400)
  }

  @Test func `what lies behind the eye is cut`() throws {
    // A floor from far away to behind the viewer.
    let floor = RenderNode(
      bounds: Rect(-1000, -1000, 2000, 2000),
      placement: Transform3D.rotation(1.4, x: 1, y: 0, z: 0).concat(.translation(0, 40)).concat(.perspective(100))
        .concat(
          .translation(50, 50)), background: .color(red))
    let picture = try render(group([floor]), width: 100, height: 100)
    #expect(picture.alpha(50, 99) == 255)
    #expect(picture.alpha(50, 1) == 0)
  }

  @Test func `flat parents drop the depth of their children`() throws {
    // A child's z does not affect its grandparent's perspective.
    func scene(_ z: Double) -> RenderNode {
      let inner = RenderNode(bounds: Rect(0, 0, 20, 20), placement: .translation(10, 10, z), background: .color(red))
      return group([RenderNode(bounds: Rect(0, 0, 40, 40), placement: .perspective(100), children: [inner])])
    }
    #expect(try render(scene(0), width: 60, height: 60).isEqual(to: render(scene(-50), width: 60, height: 60)))
  }

  @Test func `products that miss a whole by rounding are whole`() throws {
    let picture = try render(box(Rect(0, 0, 30, 30), red), width: 30, height: 30, scale: 0.1)
    #expect(picture.width == 3 && picture.height == 3)
  }

  @Test(arguments: [
    (0.0, 10.0, 1.0), (10, .nan, 1), (10, 10, 0), (10, 10, -1), (1e9, 10, 1), (20000, 20000, 1), (10, 10, .infinity),
  ])
  func `canvases without pixels or with too many are refused`(_ width: Double, _ height: Double, _ scale: Double) {
    #expect(throws: LayerError.self) {
      try render(box(Rect(0, 0, 1, 1), red), width: width, height: height, scale: scale)
    }
  }
}
