// SPDX-License-Identifier: MIT
import Compositor
import Geometry
import Pixels
import RenderTree
import Testing

/// `rendering.md` 7.
@Suite struct ShadowTests {
  private func card(
    _ shadow: Shadow, color: Color = red, corners: Corners? = nil, children: [RenderNode] = [],
    at frame: Rect = Rect(40, 40, 60, 50),
    transform: Transform3D = .identity
  )
    -> RenderNode
  {
    group([box(frame, color, corners: corners, children: children, shadow: shadow, transform: transform)])
  }

  @Test func `shadow reaches twice its radius`() throws {
    let picture = try render(card(Shadow(color: .black, offset: .zero, sigma: 5)), width: 160, height: 160)
    // Half at the edge, about 2 % at two sigmas outside.
    #expect(abs(picture.alpha(39, 65) - 118) < 12)
    #expect(picture.alpha(30, 65) >= 3 && picture.alpha(30, 65) <= 9)
    #expect(picture.alpha(20, 65) == 0)
    #expect(picture.channels(70, 65) == [255, 0, 0, 255])
  }

  @Test func `offset turns with the layer`() throws {
    let picture = try render(
      card(Shadow(color: .black, offset: Size(0, 20), sigma: 1), transform: .rotation(.pi / 2)), width: 160, height: 160
    )
    // Downwards in the layer is leftwards on the screen.
    #expect(picture.alpha(35, 65) > 200)
    #expect(picture.alpha(105, 65) == 0)
  }

  @Test(arguments: [BlendMode.multiply, .saturation, .difference, .plusLighter], [0.0, 3])
  func `children blend with the layer and not with its shadow`(_ blend: BlendMode, sigma: Double) throws {
    // The shadow lies below the composited layer, so inside the layer the picture equals the layer without a shadow,
    // over the shadow.
    func layer(_ shadow: Shadow?) -> RenderNode {
      let child = box(Rect(10, 10, 40, 30), Color(red: 0.9, green: 0.5, blue: 0.2, alpha: 1), blendMode: blend)
      return group([box(Rect(30, 30, 60, 50), nil, children: [box(Rect(0, 0, 30, 50), red), child], shadow: shadow)])
    }
    let plain = try render(layer(nil), width: 120, height: 120)
    for (path, name) in [(nil, "of what it draws"), (Path(rect: Rect(0, 0, 60, 50)), "of a path")] {
      let shaded = try render(
        layer(Shadow(color: .black, offset: .zero, sigma: sigma, path: path)), width: 120, height: 120)
      for x in [35, 50, 65, 75] {
        #expect(shaded.channels(x, 55) == plain.channels(x, 55), "\(blend) at \(x), a shadow \(name)")
      }
    }
  }

  @Test func `nothing drawn casts nothing`() throws {
    let shadow = Shadow(color: .black, offset: Size(3, 3), sigma: 2)
    #expect(try render(group([box(Rect(5, 5, 20, 20), nil, shadow: shadow)]), width: 40, height: 40).paintedPixels == 0)
    #expect(
      try render(group([box(Rect(5, 5, 20, 20), .clear, shadow: shadow)]), width: 40, height: 40).paintedPixels == 0)
    let path = Shadow(color: .black, offset: Size(3, 3), sigma: 2, path: Path(rect: Rect(0, 0, 20, 20)))
    #expect(try render(group([box(Rect(5, 5, 20, 20), nil, shadow: path)]), width: 40, height: 40).paintedPixels > 300)
  }

  @Test func `hard shadow is the moved silhouette`() throws {
    let picture = try render(
      card(Shadow(color: blue, offset: Size(10, 10), sigma: 0), at: Rect(10, 10, 20, 20)), width: 50, height: 50)
    #expect(picture.paintedPixels == 400 + 400 - 100)
    #expect(picture.channels(35, 35) == [0, 0, 255, 255])
    #expect(picture.channels(25, 25) == [255, 0, 0, 255])
  }

  @Test func `children that stick out cast too`() throws {
    let child = box(Rect(50, 10, 40, 10), green)
    let picture = try render(
      card(Shadow(color: .black, offset: Size(0, 8), sigma: 1), children: [child]), width: 160, height: 160)
    #expect(picture.channels(115, 55) == [0, 255, 0, 255])
    #expect(picture.alpha(115, 64) > 200)
    #expect(picture.alpha(115, 75) == 0)
  }

  // All code paths for drawing a shadow agree on these.
  private static let places: [(Rect, Transform3D, Corners?)] = [
    (Rect(40, 40, 120, 110), .identity, Corners(radius: 12)),
    (Rect(40.25, 40.75, 120, 110.5), .identity, Corners(radius: 12, isContinuous: true)),
    (Rect(40, 40, 120, 110), .identity, nil), (Rect(40, 40, 120, 110), .scale(-1, 1), Corners(radius: 12)),
    (Rect(40, 40, 120, 110), .rotation(.pi / 2), Corners(radius: 20)),
    (Rect(40, 40, 120, 110), .rotation(0.5), Corners(radius: 12)),
    (Rect(40, 40, 120, 110), .scale(1.2, 0.7), Corners(radius: 12)),
    (Rect(70, 70, 40, 30), .identity, Corners(radius: 8)),
    (
      Rect(40, 40, 120, 110), Transform3D.rotation(0.5, x: 0, y: 1, z: 0).concat(.perspective(500)), Corners(radius: 12)
    ),
    (Rect(40, 40, 120, 110), Transform3D(m12: 0.3), Corners(radius: 12)),
  ]

  @Test(arguments: places.indices)
  func `shadow of a rounded rectangle is the shadow of its silhouette`(_ index: Int) throws {
    let (frame, transform, corners) = ShadowTests.places[index]
    let shadow = Shadow(color: .black, offset: Size(3, 6), sigma: 6)
    var path = shadow
    let c = corners ?? Corners(radius: 0)
    path.path = .roundedRect(
      Rect(0, 0, frame.width, frame.height), minXMinY: c.minXMinY, maxXMinY: c.maxXMinY, maxXMaxY: c.maxXMaxY,
      minXMaxY: c.minXMaxY,
      isContinuous: c.isContinuous)
    // A translucent cover also shows the shadow below; a gradient forces the general silhouette path.
    let stops = GradientStops(colors: [red, red], locations: [0, 1])
    let general = RenderNode(
      bounds: Rect(0, 0, frame.width, frame.height), placement: place(frame, transform), corners: corners,
      gradient: Gradient(kind: .axial, stops: stops, start: Point(0, 0), end: Point(0, 1)), shadow: shadow)
    let quick = try render(
      card(shadow, corners: corners, at: frame, transform: transform), width: 200, height: 200, background: .white)
    let byPath = try render(
      card(path, corners: corners, at: frame, transform: transform), width: 200, height: 200, background: .white)
    let byTree = try render(group([general]), width: 200, height: 200, background: .white)
    #expect(quick.distance(to: byPath) <= 5)
    #expect(quick.distance(to: byTree) <= 5)
    #expect(quick.paintedPixels == 40000)
  }

  @Test func `translucent background shows the shadow beneath`() throws {
    let picture = try render(
      card(Shadow(color: .black, offset: .zero, sigma: 3), color: Color(white: 1, alpha: 0.5)), width: 160, height: 160)
    let c = picture.channels(70, 65)
    // White at half opacity over black at half opacity.
    #expect(abs(c[0] - 128) <= 1 && abs(c[3] - 191) <= 1)
  }

  @Test func `clip cuts the layer's own shadow`() throws {
    let node = RenderNode(
      bounds: Rect(0, 0, 40, 40), placement: .translation(20, 20), background: .color(Color(white: 1, alpha: 0.5)),
      shadow: Shadow(color: .black, offset: Size(8, 8), sigma: 2), masksToBounds: true)
    let picture = try render(group([node]), width: 80, height: 80)
    #expect(picture.alpha(62, 62) == 0 && picture.alpha(19, 40) == 0)
    #expect(picture.alpha(50, 50) > 180)
  }

  @Test func `opacity fades the shadow with the group`() throws {
    let shadow = Shadow(color: .black, offset: Size(0, 10), sigma: 2)
    func picture(_ isGroup: Bool) throws -> Bitmap {
      try render(
        group([box(Rect(40, 40, 60, 50), red, shadow: shadow, opacity: 0.5, isGroupOpacity: isGroup)]), width: 160,
        height: 160)
    }
    let grouped = try picture(true)
    #expect(grouped.channels(70, 65) == [128, 0, 0, 128])
    #expect(abs(grouped.alpha(70, 95) - 128) < 4)
    // Faded separately, the layer lets its shadow show through.
    #expect(try picture(false).alpha(70, 70) > 180)
  }

  @Test func `what is outside the canvas casts into it`() throws {
    let shadow = Shadow(color: .black, offset: Size(0, 60), sigma: 4)
    let child = box(Rect(10, 10, 10, 10), blue)
    for children in [[], [child]] {
      let node = RenderNode(
        bounds: Rect(0, 0, 60, 40), placement: .translation(20, -50),
        background: .color(red.withAlpha(children.isEmpty ? 1 : 0.9)),
        children: children,
        shadow: shadow)
      let picture = try render(group([node]), width: 100, height: 100)
      #expect(picture.alpha(50, 30) > 200)
      #expect(picture.alpha(50, 80) == 0)
    }
  }

  @Test func `tiles over a translucent background cast their own shadow`() throws {
    let tiles = TileSet()
    let drawing = RecordedDrawing(operations: [fillOperation(Rect(0, 0, 20, 40), blue)])
    let tile = TileSet.Tile(area: Rect(0, 0, 40, 40), drawing: drawing, transform: .identity, resolution: 1)
    tiles.add(TileSet.View(map: .identity, tiles: [tile]))
    let node = RenderNode(
      bounds: Rect(0, 0, 40, 40), placement: .translation(30, 10), background: .color(red.withAlpha(0.3)), tiles: tiles,
      shadow: Shadow(color: .black, offset: Size(0, 60), sigma: 2))
    let picture = try render(group([node]), width: 100, height: 120)
    #expect(picture.alpha(38, 90) > 250)
    #expect(abs(picture.alpha(62, 90) - 77) <= 2)
  }

  @Test func `very wide shadows are drawn at lower resolution`() throws {
    let picture = try render(card(Shadow(color: .black, offset: .zero, sigma: 400)), width: 160, height: 160)
    // A rectangle of 60×50 spread over 2π·400²: nearly nothing, but no error.
    #expect(picture.alpha(150, 150) <= 3)
    let large = RenderNode(
      bounds: Rect(-2000, -2000, 4000, 4000),
      shadow: Shadow(color: .black, offset: .zero, sigma: 300, path: Path(rect: Rect(-2000, -2000, 4000, 2000))))
    let half = try render(large, width: 100, height: 100, x: -50, y: -50)
    #expect(abs(half.alpha(50, 50) - 127) < 6)
  }
}
