// SPDX-License-Identifier: MIT
import Compositor
import Geometry
import Pixels
import RenderTree
import Testing

/// Transform layers: `rendering.md` 3.
@Suite struct DepthTests {
  private func plane(_ color: Color, _ placement: Transform3D, children: [RenderNode] = []) -> RenderNode {
    RenderNode(bounds: Rect(-30, -30, 60, 60), placement: placement, background: .color(color), children: children)
  }

  @Test func `without depth a transform layer is a layer without group`() throws {
    let children = [
      box(Rect(5, 5, 30, 30), red, transform: .rotation(0.2)),
      box(Rect(20.5, 15, 30, 30), blue, corners: Corners(radius: 5)),
      box(Rect(10, 30, 30, 20), green.withAlpha(0.5)),
    ]
    let flat = try render(group([group(children)]), width: 60, height: 60)
    let deep = try render(group([group(children, isFlattening: false)]), width: 60, height: 60)
    #expect(flat.isEqual(to: deep))
    let faded = try render(
      group([RenderNode(bounds: .zero, children: children, opacity: 0.5, isGroupOpacity: false)]), width: 60, height: 60
    )
    #expect(
      try faded.distance(to: render(group([group(children, isFlattening: false, opacity: 0.5)]), width: 60, height: 60))
        <= 1)
  }

  @Test func `nearer planes cover farther ones`() throws {
    let planes = [
      plane(red, .translation(40, 40, 10)), plane(blue, .translation(50, 50, -10)),
      plane(green, .translation(60, 60, 5)),
    ]
    let picture = try render(group([group(planes, isFlattening: false)]), width: 100, height: 100)
    #expect(picture.channels(50, 50) == [255, 0, 0, 255])
    #expect(picture.channels(75, 75) == [0, 255, 0, 255])
    // As children of an ordinary layer they would be painted in tree order.
    #expect(try render(group(planes), width: 100, height: 100).channels(50, 50) == [0, 255, 0, 255])
  }

  @Test func `crossing planes cut each other`() throws {
    let planes = [
      plane(red, .rotation(.pi / 4, x: 0, y: 1, z: 0)), plane(blue, .rotation(-.pi / 4, x: 0, y: 1, z: 0)),
    ]
    let cross = group(planes, isFlattening: false, placement: .translation(50, 50))
    let picture = try render(group([cross]), width: 100, height: 100, background: .white)
    // Rotation by +45° about y moves the right half away from the viewer.
    #expect(picture.channels(40, 50) == [255, 0, 0, 255])
    #expect(picture.channels(60, 50) == [0, 0, 255, 255])
    // No white shows at the intersection.
    for x in 45..<55 { #expect(picture.channels(x, 50)[1] <= 1) }
  }

  @Test func `cuts of a plane leave no seam beyond what cuts it`() throws {
    let small = RenderNode(
      bounds: Rect(-10, -10, 20, 20), placement: .rotation(.pi / 2 - 0.2, x: 0, y: 1, z: 0.1), background: .color(blue))
    let cross = group(
      [plane(red, .rotation(0.3, x: 0, y: 0, z: 1)), small], isFlattening: false, placement: .translation(50, 50))
    let picture = try render(group([cross]), width: 100, height: 100, background: .white)
    for y in 25..<38 { for x in 40..<60 { #expect(picture.channels(x, y)[1] <= 1, "\(x) \(y)") } }
  }

  @Test func `a cube shows its front faces`() throws {
    let faces: [(Color, Transform3D)] = [
      (red, .identity), (green, .rotation(.pi / 2, x: 0, y: 1, z: 0)), (blue, .rotation(.pi, x: 0, y: 1, z: 0)),
      (.black, .rotation(-.pi / 2, x: 0, y: 1, z: 0)), (Color(white: 0.5), .rotation(.pi / 2, x: 1, y: 0, z: 0)),
      (Color(white: 0.7), .rotation(-.pi / 2, x: 1, y: 0, z: 0)),
    ]
    let cube = faces.map { plane($0.0, Transform3D.translation(0, 0, 30).concat($0.1)) }
    let turned = Transform3D.rotation(0.4, x: 0, y: 1, z: 0).concat(.perspective(400)).concat(.translation(60, 60))
    for order in [cube, cube.reversed()] {
      let picture = try render(group([group(order, isFlattening: false, placement: turned)]), width: 120, height: 120)
      #expect(picture.channels(75, 60) == [255, 0, 0, 255])
      // Rotated to the right, the left face shows.
      #expect(picture.channels(25, 60) == [0, 0, 0, 255])
    }
  }

  @Test func `three planes in a cycle all show`() throws {
    // Each bar overlaps the next, like the flaps of a folded carton.
    func bar(_ color: Color, _ angle: Double) -> RenderNode {
      RenderNode(
        bounds: Rect(-40, -8, 80, 16),
        placement: Transform3D.rotation(0.3, x: 0, y: 1, z: 0).concat(.translation(0, 20)).concat(.rotation(angle)),
        background: .color(color))
    }
    let bars = [bar(red, 0), bar(green, 2 * .pi / 3), bar(blue, 4 * .pi / 3)]
    let picture = try render(
      group([group(bars, isFlattening: false, placement: .translation(60, 60))]), width: 120, height: 120)
    let areas = [0, 1, 2].map { c in picture.pixels.reduce(0.0) { $0 + Double($1 >> (8 * UInt32(c)) & 255) / 255 } }
    // The scene has threefold rotational symmetry, so all areas are equal.
    #expect(areas.allSatisfy { $0 > 600 })
    #expect((areas.max() ?? 0) - (areas.min() ?? 0) < 8, "\(areas)")
  }

  @Test func `planes keep their children flat`() throws {
    let child = RenderNode(bounds: Rect(-5, -5, 10, 10), placement: .translation(0, 0, -100), background: .color(green))
    let planes = [plane(red, .translation(40, 40, 10), children: [child]), plane(blue, .translation(40, 40, 0))]
    let picture = try render(group([group(planes, isFlattening: false)]), width: 80, height: 80)
    #expect(picture.channels(40, 40) == [0, 255, 0, 255])
  }

  @Test func `nested transform layers share one space`() throws {
    let inner = group([plane(red, .translation(0, 0, 20))], isFlattening: false, placement: .translation(40, 40, 0))
    let picture = try render(
      group([group([inner, plane(blue, .translation(50, 50, 10))], isFlattening: false)]), width: 90, height: 90)
    #expect(picture.channels(50, 50) == [255, 0, 0, 255])
    #expect(picture.channels(75, 75) == [0, 0, 255, 255])
  }

  @Test func `many planes are ordered in time`() throws {
    var planes: [RenderNode] = []
    for i in 0..<600 {
      let v = Double(i)
      planes.append(
        plane(
          Color(red: v / 600, green: 0.5, blue: 1 - v / 600),
          Transform3D.rotation(v, x: 1, y: 0.5, z: 0.2).concat(
            .translation(v.truncatingRemainder(dividingBy: 80), v.truncatingRemainder(dividingBy: 70)))))
    }
    let picture = try render(group([group(planes, isFlattening: false)]), width: 100, height: 100)
    #expect(picture.paintedPixels > 5000)
    // Too many planes to compare pairwise: they are sorted by the depth of their centres, and a picture is still drawn.
    var more: [RenderNode] = []
    for i in 0..<17000 {
      let at = Transform3D.translation(Double(i % 90), Double(i / 190), Double(i % 7))
      more.append(RenderNode(bounds: Rect(0, 0, 2, 2), placement: at, background: .color(red)))
    }
    #expect(try render(group([group(more, isFlattening: false)]), width: 100, height: 100).paintedPixels > 5000)
  }

  @Test func `planes that cross in too many places are told of`() {
    let nodes = (0..<40).map { (i: Int) -> RenderNode in
      let angle = Double(i) * 0.37
      return RenderNode(
        bounds: Rect(-40, -40, 80, 80),
        placement: .rotation(1 + angle.truncatingRemainder(dividingBy: 0.4), x: angle, y: 1, z: 0.3),
        background: .color(red))
    }
    let root = RenderNode(
      bounds: Rect(0, 0, 100, 100),
      children: [
        RenderNode(
          bounds: .zero, placement: .translation(50, 50), isFlattening: false, children: nodes, label: "root/crowd")
      ])
    let warnings = CompositorWarnings()
    var options = CompositorOptions(pieceBudget: 400)
    options.warnings = warnings
    _ = try? render(root, width: 100, height: 100, options: options)
    let taken = warnings.take()
    #expect(taken.map { $0.rule } == [.depthLimit])
    #expect(
      taken.first?.message.hasPrefix(
        "layer root/crowd: the 40 layers that share its depth cross one another in too many places") == true)
    #expect(warnings.take().isEmpty)
  }
}
