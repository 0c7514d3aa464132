// SPDX-License-Identifier: MIT
import Compositor
import Geometry
import Messages
import Pixels
import Raster
import RenderTree
import Testing

/// The bytes of a picture do not depend on how it is rendered, and every tree yields a picture or an error.
@Suite struct RobustnessTests {
  @Test func `bytes do not depend on threads, bands or instructions`() throws {
    let root = try everything()
    let reference = try render(root, width: 290, height: 220)
    #expect(reference.paintedPixels > 50000)
    for options in [
      CompositorOptions(threads: 2), CompositorOptions(threads: 3, bandHeight: 16),
      CompositorOptions(threads: 2, bandHeight: 7),
      CompositorOptions(bandHeight: 1000), CompositorOptions(threads: 0, bandHeight: 0),
      CompositorOptions(threads: 2, groupMemoryBudget: 290 * 5 * 16),
    ] {
      #expect(try render(root, width: 290, height: 220, options: options).isEqual(to: reference), "\(options)")
    }
    for set in InstructionSet.allCases where set.isAvailable {
      #expect(
        try render(root, width: 290, height: 220, options: CompositorOptions(instructions: set)).isEqual(to: reference),
        "\(set)")
    }
  }

  @Test func `the same part of a larger canvas looks the same`() throws {
    let root = try everything()
    let whole = try render(root, width: 290, height: 220)
    let part = try render(root, width: 100, height: 90, x: 120, y: 70)
    var most = 0
    for y in 0..<90 {
      for x in 0..<100 {
        for (a, b) in zip(part.channels(x, y), whole.channels(x + 120, y + 70)) { most = max(most, abs(a - b)) }
      }
    }
    #expect(most <= 2)
  }

  @Test func `trees of 4096 levels are drawn`() throws {
    var plain = box(Rect(0, 0, 10, 10), red)
    var deep = box(Rect(0, 0, 10, 10), red)
    var grouped = box(Rect(0, 0, 10, 10), red)
    var masked = box(Rect(0, 0, 10, 10), red)
    for _ in 0..<4095 {
      plain = group([plain])
      deep = group([deep], isFlattening: false)
      grouped = RenderNode(bounds: .zero, children: [grouped, box(Rect(3, 3, 1, 1), red)], opacity: 0.9999)
      masked = RenderNode(bounds: .zero, children: [masked], mask: box(Rect(0, 0, 10, 10), .black))
    }
    #expect(try render(plain, width: 10, height: 10).paintedPixels == 100)
    #expect(try render(deep, width: 10, height: 10).paintedPixels == 100)
    #expect(try render(grouped, width: 10, height: 10).width == 10)
    #expect(try render(masked, width: 10, height: 10).paintedPixels == 100)
  }

  @Test func `deep groups fit their budget or are refused by name`() throws {
    var node = box(Rect(0, 0, 500, 300), red)
    for _ in 0..<300 {
      node = RenderNode(bounds: .zero, children: [node, box(Rect(0, 0, 1, 1), blue)], opacity: 0.99, label: "nested")
    }
    let plain = try render(node, width: 500, height: 300)
    let tight = try render(
      node, width: 500, height: 300, options: CompositorOptions(groupMemoryBudget: 500 * 4 * 300 * 2))
    #expect(tight.isEqual(to: plain))
    #expect(throws: LayerError.groups(label: "nested", limit: 1000)) {
      try render(node, width: 500, height: 300, options: CompositorOptions(groupMemoryBudget: 1000))
    }
  }

  @Test func `nested shadows stay within the budget`() throws {
    var node = box(Rect(0, 0, 200, 200), red.withAlpha(0.5))
    for i in 0..<40 {
      node = RenderNode(
        bounds: Rect(0, 0, 220, 220), placement: i % 2 == 0 ? .scale(1.01, 0.99) : .translation(0.3, 0.2),
        background: .color(green.withAlpha(0.1)),
        children: [node, box(Rect(-5, -5, 3, 3), blue)], shadow: Shadow(color: .black, offset: Size(1, 1), sigma: 4),
        isGroupOpacity: i % 3 == 0, label: "cast")
    }
    #expect(try render(node, width: 240, height: 240).paintedPixels > 0)
    #expect(throws: LayerError.surfaces(label: "cast", limit: 100_000)) {
      try render(node, width: 240, height: 240, options: CompositorOptions(surfacePixelBudget: 100_000))
    }
  }

  @Test func `too many pieces are refused`() throws {
    let node = group((0..<200).map { box(Rect(Double($0), 0, 5, 5), red) })
    #expect(throws: LayerError.self) {
      try render(node, width: 50, height: 50, options: CompositorOptions(pieceBudget: 100))
    }
  }

  static let wild: [Double] = [.nan, .infinity, -.infinity, 1e300, -1e300, 1e-300, 0, 1e9, -7]

  @Test(arguments: wild) func `wild numbers do no harm`(_ v: Double) throws {
    let image = try bitmap(2, 2) { _, _ in 0xFFFF_FFFF }
    let stops = GradientStops(colors: [red, blue], locations: [0, 1])
    var path = Path(rect: Rect(0, 0, 10, 10))
    path.addLine(to: Point(v, 3))
    path.addCurve(control1: Point(v, v), control2: Point(1, v), to: Point(5, 5))
    let style = StrokeStyle(width: v, miterLimit: v, dashPattern: [v, 2], dashPhase: v)
    let drawing = RecordedDrawing(operations: [
      fillOperation(
        Rect(0, 0, v, 10), red, alpha: v, shadow: DrawingShadow(offset: Size(v, 1), sigma: v, color: .black)),
      DrawingOperation(
        kind: .stroke(path, style, .color(red)), transform: AffineTransform(a: v, b: 0, c: 1, d: 1, tx: v, ty: 0)),
      DrawingOperation(kind: .image(image, Rect(v, 0, v, 10), .linear)),
      DrawingOperation(kind: .clear(Rect(0, v, 10, 10))),
      DrawingOperation(
        kind: .gradient(
          DrawingGradient(kind: .radial(from: Point(v, 1), startRadius: v, to: Point(1, 1), endRadius: v), stops: stops)
        ), blendMode: .copy,
        clip: DrawingClip(area: .path(path, .evenOdd), parent: nil)),
      DrawingOperation(
        kind: .glyphs(
          GlyphRun(font: SquareFont(), fontSize: v, glyphs: [1], positions: [Point(v, v)], text: "x"),
          .pattern(Pattern(image: image, transform: .scale(v, v))))),
    ])
    func node(_ placement: Transform3D, bounds: Rect, shadow: Shadow?) -> RenderNode {
      RenderNode(
        bounds: bounds, placement: placement, corners: Corners(radius: v),
        background: .color(Color(red: v, green: 0, blue: 0, alpha: v)),
        gradient: Gradient(kind: .conic, stops: stops, start: Point(v, 0), end: Point(0, v)),
        contents: Contents(
          image: image, pieces: [.init(source: Rect(0, v, v, 2), destination: Rect(v, 0, 10, v))], minificationBias: v),
        drawing: PlacedDrawing(drawing: drawing, transform: .scale(v, 1), clip: Rect(0, 0, v, v)),
        shape: Shape(
          path: path, fill: .color(red), stroke: .color(blue), strokeStyle: style, strokeStart: v, strokeEnd: v),
        children: [box(Rect(0, 0, v, 5), red)], border: Border(width: v, paint: .color(.black)), shadow: shadow,
        masksToBounds: true,
        mask: box(Rect(0, 0, 10, v), .black), opacity: v, label: "wild")
    }
    let shadow = Shadow(color: .black, offset: Size(v, v), sigma: v, path: path)
    let plain = Shadow(color: .black, offset: Size(2, 2), sigma: v)
    var trees = [
      node(.identity, bounds: Rect(0, 0, v, v), shadow: shadow),
      node(Transform3D(m11: v, m34: v), bounds: Rect(0, 0, 10, 10), shadow: plain),
      box(Rect(5, 5, 20, 20), red, shadow: plain),
      box(Rect(v, 5, 20, 20), red, corners: Corners(radius: 5), shadow: plain),
      box(Rect(5, 5, 20, 20), red, children: [box(Rect(30, 0, v, v), blue)], shadow: plain),
      RenderNode(bounds: Rect(0, 0, 10, 10), shadow: shadow),
    ]
    trees.append(
      group(
        [node(Transform3D(m24: v, m43: v), bounds: Rect(v, 0, 10, 10), shadow: nil), box(Rect(1, 1, 5, 5), red)],
        isFlattening: false))
    for root in trees {
      do { _ = try render(group([root, box(Rect(0, 0, 1, 1), red)]), width: 40, height: 40) } catch is LayerError {
      }
    }
  }
}
