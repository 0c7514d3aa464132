// SPDX-License-Identifier: MIT
import Compositor
import Geometry
import Pixels
import RenderTree
import Testing

/// `edgeAntialiasingMask` and `allowsEdgeAntialiasing` (`layers.md` 1).
@Suite struct EdgeTests {
  static let maps: [Transform3D] = [
    .rotation(0.3), .rotation(.pi / 4), .rotation(-1.2), Transform3D.rotation(0.3).concat(.scale(-1, 1)),
    Transform3D(m11: 1, m12: 0.2, m21: 0.5, m22: 0.8),
    Transform3D.rotation(0.7, x: 0.3, y: 1, z: 0.2).concat(.perspective(120)),
  ]

  private func picture(_ node: RenderNode) throws -> Bitmap { try render(group([node]), width: 80, height: 80) }

  @Test(arguments: maps.indices) func `without antialiasing every pixel is all or nothing`(_ index: Int) throws {
    let frame = Rect(20.3, 22.7, 40, 34)
    let hard = try picture(box(frame, red, transform: Self.maps[index], edges: []))
    let soft = try picture(box(frame, red, transform: Self.maps[index]))
    let map = place(frame, Self.maps[index]).homography
    let back = try #require(map.inverted)
    for y in 0..<80 {
      for x in 0..<80 {
        let p = try #require(back.apply(Point(Double(x) + 0.5, Double(y) + 0.5)))
        let distance = min(min(p.x, 40 - p.x), min(p.y, 34 - p.y))
        if abs(distance) > 1e-6 { #expect(hard.alpha(x, y) == (distance > 0 ? 255 : 0), "\(x) \(y)") }
      }
    }
    #expect(soft.pixels.contains { $0 >> 24 != 0 && $0 >> 24 != 255 })
  }

  @Test func `one hard edge leaves the others soft`() throws {
    let frame = Rect(20, 22, 40, 34)
    let map = place(frame, .rotation(0.3)).homography
    let back = try #require(map.inverted)
    let soft = try picture(box(frame, red, transform: .rotation(0.3)))
    let p = try picture(box(frame, red, transform: .rotation(0.3), edges: [.right, .top, .bottom]))
    var partial = 0
    for y in 0..<80 {
      for x in 0..<80 {
        let q = try #require(back.apply(Point(Double(x) + 0.5, Double(y) + 0.5)))
        if abs(q.x) < 1, q.y > 2, q.y < 32 {
          #expect(p.alpha(x, y) == (q.x > 0 ? 255 : 0))
        } else if q.x > 2 {
          #expect(abs(p.alpha(x, y) - soft.alpha(x, y)) <= 1)
          if p.alpha(x, y) > 0, p.alpha(x, y) < 255 { partial += 1 }
        }
      }
    }
    #expect(partial > 50)
  }

  @Test func `neighbours that share a hard edge meet exactly`() throws {
    // Two halves of a rotated, translucent square: no pixel is painted twice or left out.
    func half(_ x: Double, _ edges: Edges) -> RenderNode {
      RenderNode(bounds: Rect(x, 0, 20, 40), background: .color(red.withAlpha(0.5)), antialiasedEdges: edges)
    }
    func whole(_ children: [RenderNode]) throws -> Bitmap {
      try picture(
        RenderNode(
          bounds: Rect(0, 0, 40, 40), placement: place(Rect(20, 20, 40, 40), .rotation(0.35)), children: children))
    }
    let halves = try whole([half(0, [.left, .top, .bottom]), half(20, [.right, .top, .bottom])])
    for y in 32..<48 { for x in 32..<48 { #expect(halves.alpha(x, y) == 128) } }
  }

  @Test func `borders, contents and clips obey too`() throws {
    let frame = Rect(20, 22, 40, 34)
    let image = try bitmap(4, 4) { _, _ in 0xFF00_80FF }
    func node(_ edges: Edges, pieces: Bool = false, clips: Bool = false, border: Bool = false) -> RenderNode {
      RenderNode(
        bounds: Rect(0, 0, 40, 34), placement: place(frame, .rotation(0.4)),
        contents: border || clips
          ? nil
          : Contents(
            image: image,
            pieces: pieces
              ? [
                .init(source: Rect(0, 0, 1, 4), destination: Rect(0, 0, 10.3, 34)),
                .init(source: Rect(1, 0, 3, 4), destination: Rect(10.3, 0, 29.7, 34)),
              ] : [.init(source: Rect(0, 0, 4, 4), destination: Rect(0, 0, 40, 34))]),
        children: clips ? [box(Rect(-20, -20, 100, 100), red)] : [],
        border: border ? Border(width: 50, paint: .color(.black)) : nil,
        masksToBounds: clips, antialiasedEdges: edges)
    }
    let reference = try picture(box(frame, red, transform: .rotation(0.4), edges: []))
    for (name, hard) in [
      ("contents", node([])), ("pieces", node([], pieces: true)), ("clip", node([], clips: true)),
      ("border", node([], border: true)),
    ] {
      let p = try picture(hard)
      var off = 0
      for y in 0..<80 { for x in 0..<80 where p.alpha(x, y) != reference.alpha(x, y) { off += 1 } }
      #expect(off == 0, "\(name)")
    }
    let drawing = PlacedDrawing(
      drawing: RecordedDrawing(operations: [fillOperation(Rect(-5, -5, 60, 60), red)]), transform: .identity,
      clip: Rect(0, 0, 40, 34))
    let drawn = try picture(
      RenderNode(
        bounds: Rect(0, 0, 40, 34), placement: place(frame, .rotation(0.4)), drawing: drawing, antialiasedEdges: []))
    #expect(drawn.isEqual(to: reference))
  }

  @Test func `rounded corners stay soft`() throws {
    let frame = Rect(15, 15, 50, 50)
    let hard = try picture(box(frame, red, corners: Corners(radius: 15), transform: .rotation(0.3), edges: []))
    let soft = try picture(box(frame, red, corners: Corners(radius: 15), transform: .rotation(0.3)))
    let back = try #require(place(frame, .rotation(0.3)).homography.inverted)
    var partial = 0
    for y in 0..<80 {
      for x in 0..<80 {
        let p = try #require(back.apply(Point(Double(x) + 0.5, Double(y) + 0.5)))
        let isCorner = (p.x < 13 || p.x > 37) && (p.y < 13 || p.y > 37)
        let isSide = (17...33).contains(p.x) || (17...33).contains(p.y)
        if isSide { #expect(hard.alpha(x, y) == (min(min(p.x, 50 - p.x), min(p.y, 50 - p.y)) > 0 ? 255 : 0)) }
        if isCorner {
          #expect(abs(hard.alpha(x, y) - soft.alpha(x, y)) <= 4)
          if (1..<255).contains(hard.alpha(x, y)) { partial += 1 }
        }
      }
    }
    #expect(partial > 20)
  }

  @Test func `bands change no byte`() throws {
    let node = group(
      Self.maps.enumerated().map {
        box(Rect(10 * Double($0.offset), 20, 40, 34), red.withAlpha(0.5), transform: $0.element, edges: [.left])
      })
    let one = try render(node, width: 120, height: 80)
    for height in [1, 5, 33] {
      #expect(
        try render(node, width: 120, height: 80, options: CompositorOptions(threads: 2, bandHeight: height)).isEqual(
          to: one))
    }
  }
}
