// SPDX-License-Identifier: MIT
import Compositor
import Geometry
import Pixels
import RenderTree
import Testing

/// Opacity, clips, masks and blending: `rendering.md` 2, 6 and 8.
@Suite struct GroupTests {
  private let overlapping = [box(Rect(5, 5, 20, 20), red), box(Rect(15, 15, 20, 20), blue)]

  @Test func `group opacity fades the whole and piece opacity each piece`() throws {
    func picture(_ isGroup: Bool) throws -> Bitmap {
      try render(
        RenderNode(bounds: .zero, children: overlapping, opacity: 0.5, isGroupOpacity: isGroup), width: 40, height: 40)
    }
    let grouped = try picture(true)
    let single = try picture(false)
    #expect(grouped.channels(20, 20) == [0, 0, 128, 128])
    #expect(grouped.channels(8, 8) == [128, 0, 0, 128])
    #expect(single.channels(8, 8) == [128, 0, 0, 128])
    // The red below the blue shows through.
    #expect(single.channels(20, 20)[0] > 55 && single.alpha(20, 20) > 180)
  }

  @Test(arguments: [BlendMode.normal, .multiply, .screen, .hardLight, .luminosity])
  func `a group of one piece is that piece`(_ mode: BlendMode) throws {
    let frame = Rect(5.4, 6.3, 30, 20)
    let folded = box(frame, red, corners: Corners(radius: 6), opacity: 0.6, blendMode: mode, transform: .rotation(0.4))
    // An empty child turns it into a group.
    let grouped = box(
      frame, red, corners: Corners(radius: 6), children: [group([]), box(Rect(500, 500, 1, 1), red)], opacity: 0.6,
      blendMode: mode,
      transform: .rotation(0.4))
    let backdrop = Color(red: 0.2, green: 0.5, blue: 0.9)
    let p = try render(group([folded]), width: 40, height: 40, background: backdrop)
    let q = try render(group([grouped]), width: 40, height: 40, background: backdrop)
    #expect(p.distance(to: q) <= 2)
    #expect(p.channels(20, 16) != p.channels(0, 0))
  }

  @Test(arguments: [0.0, 0.25, 0.5]) func `mask of an opaque rectangle is a clip`(_ fraction: Double) throws {
    let frame = Rect(5 + fraction, 6 + fraction, 25, 20)
    let content = [box(Rect(-5, -5, 20, 40), red), box(Rect(10, 5, 30, 10), blue)]
    let clipped = RenderNode(
      bounds: Rect(0, 0, 25, 20), placement: .translation(frame.minX, frame.minY), children: content,
      masksToBounds: true)
    let masked = RenderNode(
      bounds: Rect(0, 0, 25, 20), placement: .translation(frame.minX, frame.minY), children: content,
      mask: box(Rect(0, 0, 25, 20), .black))
    // A mask of two layers is not a simple area, so it is drawn through a surface.
    let general = RenderNode(
      bounds: Rect(0, 0, 25, 20), placement: .translation(frame.minX, frame.minY), children: content,
      mask: RenderNode(bounds: .zero, children: [box(Rect(0, 0, 25, 20), .black)]))
    let p = try render(group([clipped]), width: 50, height: 50)
    #expect(try p.distance(to: render(group([masked]), width: 50, height: 50)) <= 1)
    #expect(try p.distance(to: render(group([general]), width: 50, height: 50)) <= 1)
    #expect(p.paintedPixels > 0)
  }

  @Test func `clip and mask multiply`() throws {
    let node = RenderNode(
      bounds: Rect(0, 0, 20, 20), placement: .translation(0.5, 0), children: [box(Rect(-10, -10, 40, 40), red)],
      masksToBounds: true,
      mask: box(Rect(0, 0, 20, 10.5), Color(white: 0, alpha: 0.5)))
    let picture = try render(group([node]), width: 30, height: 30)
    #expect(abs(picture.alpha(5, 5) - 128) <= 1)
    #expect(abs(picture.alpha(0, 5) - 32) <= 1)
    #expect(abs(picture.alpha(5, 10) - 64) <= 2)
    #expect(picture.alpha(5, 12) == 0)
    #expect(picture.alpha(25, 5) == 0)
  }

  @Test func `only the mask's alpha counts`() throws {
    let stops = GradientStops(
      colors: [Color(red: 1, green: 1, blue: 1, alpha: 1), Color(white: 1, alpha: 0)], locations: [0, 1])
    let mask = RenderNode(
      bounds: Rect(0, 0, 40, 40), gradient: Gradient(kind: .axial, stops: stops, start: Point(0, 0), end: Point(1, 0)))
    let picture = try render(box(Rect(0, 0, 40, 40), blue, mask: mask), width: 40, height: 40)
    #expect(picture.alpha(0, 5) > 245 && picture.alpha(39, 5) < 10)
    #expect(abs(picture.alpha(20, 5) - 127) < 8)
    #expect(picture.channels(20, 5)[0] == 0)
  }

  @Test func `a mask that paints nothing hides`() throws {
    #expect(try render(box(Rect(0, 0, 9, 9), red, mask: group([])), width: 9, height: 9).paintedPixels == 0)
    let elsewhere = RenderNode(bounds: .zero, children: [box(Rect(50, 50, 5, 5), red)])
    #expect(try render(box(Rect(0, 0, 9, 9), red, mask: elsewhere), width: 9, height: 9).paintedPixels == 0)
    let away = RenderNode(
      bounds: Rect(0, 0, 9, 9), placement: place(Rect(0, 0, 9, 9), .rotation(.pi, x: 0, y: 1, z: 0)),
      isDoubleSided: false,
      background: .color(red))
    #expect(try render(box(Rect(0, 0, 9, 9), red, mask: away), width: 9, height: 9).paintedPixels == 0)
  }

  @Test func `a mask's own opacity and masks of masks multiply`() throws {
    let inner = box(Rect(0, 0, 10, 20), .black)
    let mask = box(Rect(0, 0, 20, 20), .black, mask: inner, opacity: 0.5)
    let picture = try render(box(Rect(0, 0, 20, 20), red, mask: mask), width: 20, height: 20)
    #expect(abs(picture.alpha(5, 5) - 128) <= 1)
    #expect(picture.alpha(15, 5) == 0)
  }

  @Test func `rounded clip cuts background once`() throws {
    // The background's own edge is the same whether or not children require a clip.
    let plain = box(Rect(2.5, 2.5, 30, 30), red, corners: Corners(radius: 8))
    let clipping = box(
      Rect(2.5, 2.5, 30, 30), red, corners: Corners(radius: 8), children: [box(Rect(10, 10, 5, 5), red)],
      masksToBounds: true)
    let p = try render(group([plain]), width: 40, height: 40)
    #expect(try p.distance(to: render(group([clipping]), width: 40, height: 40)) <= 1)
  }

  @Test func `whole pixel clips equal clips by coverage`() throws {
    func picture(_ corners: Corners?) throws -> Bitmap {
      try render(
        group([
          box(
            Rect(5, 5, 20, 20), red.withAlpha(0.5), corners: corners,
            children: [box(Rect(-3.5, 4, 40, 8), blue, transform: .rotation(0.2))],
            masksToBounds: true)
        ]), width: 40, height: 40)
    }
    #expect(try picture(nil).distance(to: picture(Corners(radius: 0.001))) <= 1)
  }

  @Test(arguments: [
    BlendMode.copy, .clear, .sourceIn, .sourceOut, .destinationIn, .destinationAtop, .minimum, .product,
  ])
  func `what would erase the rest stays in the layer's extent`(_ mode: BlendMode) throws {
    let children = [box(Rect(0, 0, 20, 20), red), box(Rect(5, 5, 5, 5), blue.withAlpha(0.5), blendMode: mode)]
    let picture = try render(group(children), width: 20, height: 20)
    var outside = 0
    for y in 0..<20 {
      for x in 0..<20 where !(5..<10).contains(x) || !(5..<10).contains(y) {
        if picture.channels(x, y) != [255, 0, 0, 255] { outside += 1 }
      }
    }
    #expect(outside == 0)
    if mode == .copy { #expect(picture.channels(7, 7) == [0, 0, 128, 128]) }
    if mode == .clear { #expect(picture.alpha(7, 7) == 0) }
    // A rotated node leaves the corners of its bounding box untouched.
    let turned = [
      box(Rect(0, 0, 40, 40), red),
      box(Rect(10, 10, 20, 20), blue.withAlpha(0.5), blendMode: mode, transform: .rotation(.pi / 4)),
    ]
    let diamond = try render(group(turned), width: 40, height: 40)
    #expect(diamond.channels(8, 8) == [255, 0, 0, 255])
  }

  @Test func `a mask and opacity confine a copy`() throws {
    let node = box(
      Rect(0, 0, 10, 10), blue, mask: box(Rect(0, 0, 5, 10), .black), opacity: 0.5, blendMode: .copy)
    let picture = try render(group([box(Rect(0, 0, 20, 20), red), node]), width: 20, height: 20)
    #expect(picture.channels(2, 5) == [0, 0, 128, 128])
    #expect(picture.channels(7, 5) == [255, 0, 0, 255])
  }

  @Test func `a child blends with what its parent has painted and nothing further back`() throws {
    func picture(parent: Color?, opacity: Double = 1, isFlattening: Bool = true) throws -> [Int] {
      let child = box(Rect(0, 0, 10, 10), Color(white: 0.5), blendMode: .multiply)
      let node =
        isFlattening
        ? box(Rect(0, 0, 10, 10), parent, children: [child], opacity: opacity)
        : RenderNode(
          bounds: Rect(0, 0, 10, 10), background: parent.map { .color($0) },
          children: [group([child], isFlattening: false)],
          opacity: opacity)
      return try render(group([box(Rect(0, 0, 10, 10), red), node]), width: 10, height: 10).channels(5, 5)
    }
    #expect(try picture(parent: nil) == [128, 128, 128, 255])
    #expect(try picture(parent: blue) == [0, 0, 128, 255])
    #expect(try picture(parent: nil, isFlattening: false) == [128, 128, 128, 255])
    // Hence a slight change of opacity changes the picture slightly.
    let faded = try picture(parent: nil, opacity: 0.999)
    #expect(zip(faded, [128, 128, 128, 255]).allSatisfy { abs($0 - $1) <= 1 })
  }

  @Test func `multiply of nodes darkens`() throws {
    let node = group([
      box(Rect(0, 0, 10, 10), Color(red: 1, green: 0.5, blue: 0)),
      box(Rect(0, 0, 10, 10), Color(white: 0.5), blendMode: .multiply),
    ])
    let c = try render(node, width: 10, height: 10).channels(5, 5)
    #expect(abs(c[0] - 128) <= 1 && abs(c[1] - 64) <= 1 && c[2] == 0 && c[3] == 255)
  }
}
