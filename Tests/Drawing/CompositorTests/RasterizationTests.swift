// SPDX-License-Identifier: MIT
import Compositor
import Geometry
import Messages
import Pixels
import RenderTree
import Testing

/// `shouldRasterize`: `rendering.md` 2, step 11.
@Suite struct RasterizationTests {
  /// A card with a shadow, a border and a sublayer that overflows it.
  private func card(
    _ scale: Double?, at frame: Rect = Rect(20, 15, 40, 30), transform: Transform3D = .identity, opacity: Double = 1,
    isGroupOpacity: Bool = true, masksToBounds: Bool = false, mask: RenderNode? = nil, shadow: Shadow? = nil
  ) -> RenderNode {
    RenderNode(
      bounds: Rect(0, 0, frame.width, frame.height), placement: place(frame, transform), corners: Corners(radius: 6),
      background: .color(red),
      children: [
        box(Rect(30, 5, 20, 10), blue.withAlpha(0.5)), box(Rect(3.5, 12.25, 9, 9), green, transform: .rotation(0.3)),
      ],
      border: Border(width: 2, paint: .color(.black)),
      shadow: shadow ?? Shadow(color: .black, offset: Size(3, 4), sigma: 2), masksToBounds: masksToBounds, mask: mask,
      opacity: opacity,
      isGroupOpacity: isGroupOpacity, rasterizationScale: scale, label: "card")
  }

  private func picture(_ node: RenderNode, scale: Double = 1) throws -> Bitmap {
    try render(group([node]), width: 90, height: 70, scale: scale, background: .white)
  }

  @Test(arguments: [1.0, 2, 3]) func `at the output's scale nothing changes`(_ scale: Double) throws {
    let plain = try picture(card(nil), scale: scale)
    #expect(try picture(card(scale), scale: scale).isEqual(to: plain))
    #expect(
      try picture(card(scale, opacity: 0.5), scale: scale).isEqual(to: picture(card(nil, opacity: 0.5), scale: scale)))
  }

  @Test func `flipped or turned by quarters nothing changes either`() throws {
    for transform in [Transform3D.scale(1, -1), .scale(-1, 1), .rotation(.pi / 2), .rotation(.pi)] {
      let frame = Rect(20, 15, 40, 30)
      #expect(
        try picture(card(2, at: frame, transform: transform), scale: 2).isEqual(
          to: picture(card(nil, at: frame, transform: transform), scale: 2)))
    }
  }

  @Test func `between pixels the bitmap is resampled`() throws {
    let plain = try picture(card(nil, at: Rect(20.5, 15, 40, 30)))
    let through = try picture(card(1, at: Rect(20.5, 15, 40, 30)))
    #expect(!through.isEqual(to: plain))
    // Without a shadow, a hard edge between two pixels covers half of each in both renderings.
    #expect(through.distance(to: plain) < 160)
  }

  /// Rows of 1 point, alternately black and white.
  private func stripes(_ scale: Double?, transform: Transform3D = .identity) -> RenderNode {
    RenderNode(
      bounds: Rect(0, 0, 40, 40), placement: place(Rect(10, 10, 40, 40), transform), background: .color(.white),
      children: (0..<20).map { box(Rect(0, Double($0) * 2 + 0.5, 40, 1), .black) }, rasterizationScale: scale)
  }

  @Test func `at one pixel a point on a twofold canvas it is blurred`() throws {
    func levels(_ scale: Double?) throws -> Set<Int> {
      let p = try render(group([stripes(scale)]), width: 60, height: 60, scale: 2)
      return Set((30..<90).map { p.channels(60, $0)[0] })
    }
    #expect(try levels(nil) == [0, 255])
    #expect(try levels(2) == [0, 255])
    // Every stripe covers half of two rows of the bitmap, so all is one grey.
    #expect(try levels(1).allSatisfy { (110...145).contains($0) })
    #expect(try levels(4) == [0, 255])
  }

  @Test func `scaled it shows its pixels`() throws {
    let node = RenderNode(
      bounds: Rect(0, 0, 8, 8), placement: place(Rect(26, 26, 8, 8), .scale(6, 6)), background: .color(.white),
      children: [box(Rect(0, 0, 4, 8), .black)], rasterizationScale: 1)
    let p = try render(group([node]), width: 60, height: 60)
    // The edge between black and white is spread over six pixels.
    let row = (20..<40).map { p.channels($0, 30)[0] }
    #expect(row.first == 0 && row.last == 255 && row == row.sorted())
    #expect(row.count { $0 > 0 && $0 < 255 } >= 5)
    // Its own outline is that of the plane, not blurred.
    #expect(p.alpha(5, 30) == 0 && p.alpha(6, 30) == 255 && p.alpha(53, 30) == 255 && p.alpha(54, 30) == 0)
  }

  @Test func `opacity fades the bitmap as a whole`() throws {
    let whole = try picture(card(1, at: Rect(20.25, 15.25, 40, 30)))
    let faded = try picture(card(1, at: Rect(20.25, 15.25, 40, 30), opacity: 0.5))
    var worst = 0
    for y in 0..<70 {
      for x in 0..<90 {
        for c in 0..<3 { worst = max(worst, abs(faded.channels(x, y)[c] - (whole.channels(x, y)[c] + 255) / 2)) }
      }
    }
    #expect(worst <= 2)
    // Without group opacity.
    let pieces = try picture(card(1, opacity: 0.5, isGroupOpacity: false))
    #expect(try pieces.isEqual(to: picture(card(1, opacity: 0.5))))
  }

  @Test func `masks and clips cut the bitmap at the output's scale`() throws {
    let mask = box(Rect(0, 0, 20, 30), .black)
    func cut(_ scale: Double?) throws -> Bitmap {
      try render(group([card(scale, mask: mask)]), width: 90, height: 70, scale: 2)
    }
    let p = try cut(1)
    #expect(p.alpha(2 * 40 - 1, 60) == 255 && p.alpha(2 * 40, 60) == 0)
    let clipped = try render(group([card(1, masksToBounds: true)]), width: 90, height: 70, scale: 2)
    let sharp = try render(group([card(nil, masksToBounds: true)]), width: 90, height: 70, scale: 2)
    for y in 0..<140 { for x in 0..<180 { #expect(clipped.alpha(x, y) == sharp.alpha(x, y)) } }
    // Also through a mask that is itself a tree and may be rasterised.
    let gradient = RenderNode(
      bounds: Rect(0, 0, 40, 30),
      gradient: Gradient(
        kind: .axial, stops: GradientStops(colors: [.black, .clear], locations: [0, 1]), start: Point(0, 0.5),
        end: Point(1, 0.5)),
      rasterizationScale: 1)
    let soft = try render(group([card(1, mask: gradient)]), width: 90, height: 70, scale: 2)
    #expect(soft.alpha(2 * 22, 60) > 220 && soft.alpha(2 * 58, 60) < 30)
  }

  @Test func `under perspective the bitmap is projected`() throws {
    let turn = Transform3D.rotation(0.6, x: 0, y: 1, z: 0).concat(.perspective(200))
    let sharp = try picture(card(nil, transform: turn), scale: 2)
    let fine = try picture(card(8, transform: turn), scale: 2)
    let coarse = try picture(card(0.25, transform: turn), scale: 2)
    func mean(_ a: Bitmap, _ b: Bitmap) -> Double {
      var sum = 0
      for y in 0..<a.height {
        for x in 0..<a.width { for c in 0..<3 { sum += abs(a.channels(x, y)[c] - b.channels(x, y)[c]) } }
      }
      return Double(sum) / Double(a.width * a.height * 3)
    }
    #expect(mean(fine, sharp) < 1)
    #expect(mean(coarse, sharp) > 4)
  }

  @Test func `in transform layers cut pieces share one bitmap`() throws {
    func scene(_ scale: Double?) -> RenderNode {
      let flat = Rect(-30, -30, 60, 60)
      return group(
        [0.8, -0.7].map { angle in
          RenderNode(
            bounds: flat, placement: .rotation(angle, x: 0, y: 1, z: 0), background: .color(angle > 0 ? red : blue),
            rasterizationScale: scale, label: "plane")
        }, isFlattening: false, placement: Transform3D.perspective(300).concat(.translation(45, 35)))
    }
    let sharp = try picture(scene(nil))
    let through = try picture(scene(1))
    var far = 0
    for y in 0..<70 {
      for x in 0..<90 where (0..<3).contains(where: { abs(sharp.channels(x, y)[$0] - through.channels(x, y)[$0]) > 40 })
      {
        far += 1
      }
    }
    #expect(far < 60)
    // Memory for two 64×64 bitmaps suffices for four pieces.
    let options = CompositorOptions(surfacePixelBudget: 2 * 64 * 64 + 1000)
    #expect(
      try render(group([scene(1)]), width: 90, height: 70, background: .white, options: options).isEqual(to: through))
  }

  @Test func `a huge layer costs what is seen, or is refused`() throws {
    let huge = RenderNode(
      bounds: Rect(0, 0, 1e6, 1e6), placement: .translation(-500_000.5, -500_000.5), background: .color(red),
      children: [box(Rect(500_010, 500_010, 20, 20), blue)], rasterizationScale: 1, label: "huge")
    let p = try render(group([huge]), width: 40, height: 40, options: CompositorOptions(surfacePixelBudget: 200_000))
    #expect(p.channels(2, 2) == [255, 0, 0, 255] && p.channels(20, 20) == [0, 0, 255, 255])
    let fine = RenderNode(
      bounds: Rect(0, 0, 100, 100), placement: .identity, background: .color(red), rasterizationScale: 1e5,
      label: "fine")
    #expect(throws: LayerError.surfaces(label: "fine", limit: 1 << 27)) {
      try render(group([fine]), width: 40, height: 40)
    }
    let wide = RenderNode(
      bounds: Rect(0, 0, 5000, 5000), placement: .scale(0.01, 0.01), background: .color(red), rasterizationScale: 1,
      label: "wide")
    #expect(throws: LayerError.surfaces(label: "wide", limit: 1_000_000)) {
      try render(group([wide]), width: 60, height: 60, options: CompositorOptions(surfacePixelBudget: 1_000_000))
    }
    for v in [Double.nan, .infinity, -1, 0, 1e300, 1e-300] {
      let odd = RenderNode(
        bounds: Rect(0, 0, 10, 10), placement: .scale(2, 2), background: .color(red), rasterizationScale: v)
      do { _ = try render(group([odd]), width: 20, height: 20) } catch is LayerError {}
    }
  }

  @Test func `bands and threads change no byte`() throws {
    let node = group([card(1.5, transform: .rotation(0.4)), stripes(0.7, transform: .rotation(0.2))])
    let one = try render(node, width: 90, height: 70, scale: 2)
    for height in [1, 7, 64] {
      #expect(
        try render(node, width: 90, height: 70, scale: 2, options: CompositorOptions(threads: 2, bandHeight: height))
          .isEqual(to: one))
    }
  }

  @Test func `rasterised layers nest`() throws {
    var node = box(Rect(0, 0, 30, 30), red)
    for i in 0..<200 {
      node = RenderNode(
        bounds: Rect(0, 0, 40, 40), placement: .rotation(i % 2 == 0 ? 0.01 : -0.01), children: [node],
        rasterizationScale: 1.1,
        label: "nested")
    }
    #expect(try render(group([node]), width: 60, height: 60).paintedPixels > 400)
  }
}
