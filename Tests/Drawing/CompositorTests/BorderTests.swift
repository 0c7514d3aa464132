// SPDX-License-Identifier: MIT
import Compositor
import Geometry
import Pixels
import RenderTree
import Testing
import TestSupport

/// Content below a border does not show beyond the border's outer edge.
struct BorderTests {
  private static let widths = [0.3, 0.5, 1, 1.5, 2, 3, 6]

  private struct Case {
    var frame: Rect
    var transform: Transform3D
    var radius: Double
    var width: Double
    var kind: Int

    static func random(_ random: inout SeededRandom) -> Case {
      func number(_ low: Double, _ high: Double) -> Double { .random(in: low...high, using: &random) }
      let frame = Rect(number(9, 12), number(9, 12), number(12, 26), number(12, 26))
      let turn = Transform3D.rotation(number(-3, 3))
      let transforms: [Transform3D] = [
        .identity, .identity, .rotation(.pi / 2), turn, turn, turn.concat(.scale(1.2, 0.7)), .scale(-1.1, 0.9),
        Transform3D.rotation(number(-0.9, 0.9), x: number(-1, 1), y: 1, z: number(-0.5, 0.5)).concat(.perspective(150)),
      ]
      let radius = Bool.random(using: &random) ? number(0, min(frame.width, frame.height) / 2) : 0
      // Contents and drawings are not clipped by rounded corners.
      return Case(
        frame: frame, transform: transforms[.random(in: 0..<8, using: &random)], radius: radius,
        width: BorderTests.widths.randomElement(using: &random) ?? 1,
        kind: .random(in: 0..<(radius > 0 ? 2 : 4), using: &random))
    }

    func node(_ background: Color, _ border: Color, masksToBounds: Bool = false) throws -> RenderNode {
      let bounds = Rect(0, 0, frame.width, frame.height)
      let image = try bitmap(1, 1) { _, _ in background.premultiplied(opacity: 1) }
      return RenderNode(
        bounds: bounds, placement: place(frame, transform), corners: radius > 0 ? Corners(radius: radius) : nil,
        background: kind == 0 ? .color(background) : nil,
        gradient: kind == 1
          ? Gradient(
            kind: .axial, stops: GradientStops(colors: [background, background], locations: [0, 1]), start: .zero,
            end: Point(0, 1)) : nil,
        contents: kind == 2 || masksToBounds
          ? Contents(
            image: image, pieces: [.init(source: Rect(0, 0, 1, 1), destination: bounds)], magnification: .nearest)
          : nil,
        drawing: kind == 3
          ? PlacedDrawing(
            drawing: RecordedDrawing(operations: [fillOperation(Rect(-1, -1, 99, 99), background)]), clip: bounds)
          : nil,
        border: Border(width: width, paint: .color(border)), masksToBounds: masksToBounds)
    }

    /// The fractions of a pixel inside the border's outer edge and inside its inner edge, by sampling.
    func areas(_ x: Int, _ y: Int, _ back: Homography) -> (outer: Double, inner: Double) {
      func contains(_ p: Point, inset d: Double) -> Bool {
        let (w, h, r) = (frame.width - 2 * d, frame.height - 2 * d, max(radius - d, 0))
        let (px, py) = (abs(p.x - frame.width / 2), abs(p.y - frame.height / 2))
        guard w > 0, h > 0, px < w / 2, py < h / 2 else { return false }
        let (cx, cy) = (px - (w / 2 - r), py - (h / 2 - r))
        return cx <= 0 || cy <= 0 || cx * cx + cy * cy <= r * r
      }
      var count = (outer: 0, inner: 0)
      for sample in 0..<64 {
        let at = Point(Double(x) + (Double(sample) + 0.5) / 64, Double(y) + (Double(sample * 27 % 64) + 0.5) / 64)
        guard let p = back.apply(at) else { continue }
        if contains(p, inset: 0) { count.outer += 1 }
        if contains(p, inset: width) { count.inner += 1 }
      }
      return (Double(count.outer) / 64, Double(count.inner) / 64)
    }
  }

  @Test(arguments: 0..<48) func `nothing of the background shows around an opaque border`(seed: Int) throws {
    var random = SeededRandom(UInt64(seed) &+ 77)
    let c = Case.random(&random)
    let backdrop = Color.black
    for border in [Color.black, red] {
      let picture = try render(group([c.node(.white, border)]), width: 48, height: 48, background: backdrop)
      let back = try #require(place(c.frame, c.transform).homography.inverted)
      for y in 0..<48 {
        for x in 0..<48 {
          let (outer, inner) = c.areas(x, y, back)
          let wanted = border == red ? [outer, inner, inner] : [inner, inner, inner]
          for (channel, value) in wanted.enumerated() {
            let off = Double(picture.channels(x, y)[channel]) / 255 - value
            // The tolerance covers sampling error and steep edges; contents and drawings have neither. A visible ring
            // would be off by .25.
            #expect(abs(off) < (c.kind < 2 ? 0.105 : 0.13), "(\(x), \(y)) \(c)")
          }
        }
      }
    }
  }

  @Test func `a border of whole pixels and one that fills the bounds leave nothing of the background outside`() throws {
    for (width, corners) in [
      (3.0, Corners(radius: 12)), (1, Corners(radius: 12, isContinuous: true)), (40, Corners(radius: 12)),
    ] {
      let node = RenderNode(
        bounds: Rect(0, 0, 80, 60), corners: corners, background: .color(.white),
        border: Border(width: width, paint: .color(.black)))
      let picture = try render(node, width: 80, height: 60, background: .black)
      for i in 0..<30 { #expect(picture.channels(i, 0)[0] <= 4 && picture.channels(0, i)[0] <= 4) }
      // Along the arc, nothing shows between the two edges.
      for y in 0..<12 {
        for x in 0..<12
        where max(0, 12.5 - Double(x)) * max(0, 12.5 - Double(x)) + max(0, 12.5 - Double(y)) * max(0, 12.5 - Double(y))
          > 169
        {
          #expect(picture.channels(x, y)[0] <= 3, "\(x) \(y) \(width)")
        }
      }
    }
  }

  @Test(arguments: 0..<24) func `a layer that clips shows nothing of its contents around its border`(seed: Int) throws {
    var random = SeededRandom(UInt64(seed) &+ 7700)
    let c = Case.random(&random)
    let picture = try render(
      group([c.node(.white, .black, masksToBounds: true)]), width: 48, height: 48, background: .black)
    let back = try #require(place(c.frame, c.transform).homography.inverted)
    for y in 0..<48 {
      for x in 0..<48 {
        #expect(Double(picture.channels(x, y)[0]) / 255 - c.areas(x, y, back).inner < 0.085, "(\(x), \(y)) \(c)")
      }
    }
  }

  @Test(arguments: 0..<16) func `contents that reach beyond a border on some sides are whole there`(seed: Int) throws {
    var random = SeededRandom(UInt64(seed) &+ 770_000)
    let frame = Rect(12, 12, 24, 20)
    func reach() -> Double { Double([0, 0, 6, -3].randomElement(using: &random) ?? 0) }
    let (left, bottom, right, top) = (reach(), reach(), reach(), reach())
    let shown = Rect(minX: -left, minY: -bottom, maxX: 24 + right, maxY: 20 + top)
    let node = RenderNode(
      bounds: Rect(0, 0, 24, 20), placement: place(frame, .identity),
      contents: Contents(
        image: try bitmap(1, 1) { _, _ in Color.white.premultiplied(opacity: 1) },
        pieces: [.init(source: Rect(0, 0, 1, 1), destination: shown)], magnification: .nearest),
      border: Border(width: 4, paint: .color(red)))
    let picture = try render(group([node]), width: 48, height: 48, background: .black)
    let onPicture = shown.offsetBy(dx: frame.minX, dy: frame.minY)
    for y in 0..<48 {
      for x in 0..<48 {
        let p = Point(Double(x) + 0.5, Double(y) + 0.5)
        let isBorder = frame.contains(p) && !frame.insetBy(dx: 4, dy: 4).contains(p)
        let wanted = isBorder ? [255, 0, 0] : onPicture.contains(p) ? [255, 255, 255] : [0, 0, 0]
        #expect(Array(picture.channels(x, y)[..<3]) == wanted, "(\(x), \(y)) \(shown)")
      }
    }
  }

  @Test func `a translucent border and one that is faded alone show the background beneath`() throws {
    func picture(_ border: Color, _ opacity: Double) throws -> [Int] {
      let node = RenderNode(
        bounds: Rect(0, 0, 20, 20), background: .color(.white), border: Border(width: 4, paint: .color(border)),
        opacity: opacity,
        isGroupOpacity: false)
      return try render(group([node]), width: 20, height: 20, background: .black).channels(0, 10)
    }
    #expect(abs(try picture(Color(white: 0, alpha: 0.5), 1)[0] - 128) <= 1)
    #expect(abs(try picture(.black, 0.5)[0] - 64) <= 1)
  }

  @Test(arguments: 0..<32) func `a background that is hidden leaves no rim`(seed: Int) throws {
    var random = SeededRandom(UInt64(seed) &+ 99)
    var c = Case.random(&random)
    if c.kind == 0 || c.kind == 3 { c.kind = c.radius > 0 ? 1 : 2 }
    func picture(_ color: Color, background: Color?, opacity: Double) throws -> Bitmap {
      let plain = try c.node(color, .black)
      let node = RenderNode(
        bounds: plain.bounds, placement: plain.placement, corners: plain.corners,
        background: background.map(Paint.color),
        gradient: plain.gradient, contents: plain.contents, opacity: opacity)
      return try render(group([node]), width: 48, height: 48, background: .white)
    }
    for opacity in [1, 0.5] {
      #expect(
        try picture(.black, background: red, opacity: opacity).isEqual(
          to: picture(.black, background: nil, opacity: opacity)))
      let glass = Color(red: 0, green: 0, blue: 0, alpha: 0.9)
      #expect(
        try !picture(glass, background: red, opacity: opacity).isEqual(
          to: picture(glass, background: nil, opacity: opacity)))
    }
  }

  @Test(arguments: 0..<48) func `what fills a layer that clips covers its edges once`(seed: Int) throws {
    var random = SeededRandom(UInt64(seed) &+ 4711)
    var c = Case.random(&random)
    c.radius = 0
    c.kind = .random(in: 1..<4, using: &random)
    let plain = try c.node(.white, .black)
    let inner = RenderNode(bounds: Rect(2, 2, 3, 3), background: .color(.white))
    // Contents that fill the bounds by aspect may reach slightly beyond them.
    let reach = ([0, 0.006, 0.4] as [Double]).randomElement(using: &random) ?? 0
    let contents = plain.contents.map {
      Contents(
        image: $0.image,
        pieces: [.init(source: Rect(0, 0, 1, 1), destination: plain.bounds.insetBy(dx: -reach, dy: -reach))],
        magnification: .nearest)
    }
    let node = RenderNode(
      bounds: plain.bounds, placement: plain.placement, background: seed % 3 == 0 ? .color(.white) : nil,
      gradient: plain.gradient,
      contents: contents, drawing: plain.drawing, children: seed % 2 == 0 ? [inner] : [], masksToBounds: true,
      rasterizationScale: seed % 5 == 4 ? 1 : nil)
    let picture = try render(group([node]), width: 48, height: 48, background: .black)
    let back = try #require(place(c.frame, c.transform).homography.inverted)
    for y in 0..<48 {
      for x in 0..<48 {
        let off = Double(picture.channels(x, y)[0]) / 255 - c.areas(x, y, back).outer
        // A rotated surface of it is resampled between pixels. Coverage counted twice would be off by .25.
        #expect(abs(off) < (seed % 5 == 4 ? 0.2 : 0.05), "(\(x), \(y)) \(off) \(c)")
      }
    }
  }
}
