// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import RenderTree

/// Random trees for tests that render pages back.
package enum RandomTree {
  /// A random tree of content that pages support, and some that they do not.
  package static func make(_ random: inout SeededRandom, depth: Int = 0) -> RenderNode {
    func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }
    func color() -> Color {
      Color(red: number(0...1), green: number(0...1), blue: number(0...1), alpha: chance(3) ? number(0.2...1) : 1)
    }
    let bounds = depth == 0 ? Rect(0, 0, 160, 120) : Rect(0, 0, number(10...90).rounded(), number(10...70).rounded())
    var pieces = Pieces()
    switch Int.random(in: 0..<6, using: &random) {
    case 0, 1: pieces.insert(.background(.color(color())))
    case 2:
      let kinds: [Gradient.Kind] = [.axial, .radial, .conic]
      pieces.insert(
        .gradient(
          Gradient(
            kind: kinds[Int.random(in: 0..<3, using: &random)],
            stops: GradientStops(colors: [color(), color(), color()], locations: [0, number(0.2...0.8), 1]),
            start: Point(number(0.2...0.8), number(0.2...0.8)), end: Point(1, 1))))
    case 3:
      var path = Path()
      path.move(to: Point(2, 2))
      path.addCurve(
        control1: Point(bounds.width, 0), control2: Point(0, bounds.height),
        to: Point(bounds.width - 2, bounds.height - 2))
      path.addLine(to: Point(2, bounds.height / 2))
      path.closeSubpath()
      pieces.insert(
        .shape(
          Shape(
            path: path, fill: .color(color()), fillRule: chance(2) ? .evenOdd : .nonZero, stroke: .color(color()),
            strokeStyle: StrokeStyle(
              width: number(1...5), cap: .round, join: .round, dashPattern: chance(2) ? [6, 5] : []
            ))))
    case 4:
      pieces.insert(.drawing(PlacedDrawing(drawing: drawing(in: bounds, &random), clip: bounds)))
    default: break
    }
    if chance(3) { pieces.insert(.border(Border(width: number(1...5), paint: .color(color())))) }
    var children: [RenderNode] = []
    if depth < 3 {
      for _ in 0..<Int.random(in: depth == 0 ? 4...6 : 0...3, using: &random) {
        children.append(make(&random, depth: depth + 1))
      }
    }
    let modes: [BlendMode] = [.multiply, .screen, .darken, .difference, .plusLighter]
    let placement = Transform3D.rotation(chance(2) ? 0 : number(-1...1)).concat(
      .translation(number(0...80).rounded(), number(0...60).rounded()))
    return RenderNode(
      bounds: bounds, placement: placement,
      corners: chance(2) ? Corners(radius: min(bounds.height, bounds.width) / 4) : nil,
      pieces: pieces, children: children,
      shadow: chance(5) ? Shadow(color: .black.withAlpha(0.6), offset: Size(2, 3), sigma: chance(2) ? 0 : 3) : nil,
      masksToBounds: chance(4), opacity: chance(4) ? number(0.3...0.9) : 1, isGroupOpacity: !chance(3),
      blendMode: depth > 0 && chance(6) ? modes[Int.random(in: 0..<modes.count, using: &random)] : .normal,
      label: "node")
  }

  /// A random drawing with clips, layers, shadows, blend modes, dashes and patterns.
  private static func drawing(in bounds: Rect, _ random: inout SeededRandom) -> RecordedDrawing {
    func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }
    func color() -> Color {
      Color(red: number(0...1), green: number(0...1), blue: number(0...1), alpha: chance(3) ? number(0.2...1) : 1)
    }
    func frame() -> Rect {
      Rect(
        number(0...bounds.width / 2).rounded(), number(0...bounds.height / 2).rounded(),
        number(4...bounds.width).rounded(), number(4...bounds.height).rounded())
    }
    let modes: [BlendMode] = [.normal, .normal, .normal, .multiply, .screen, .difference]
    var operations: [DrawingOperation] = []
    var open = 0
    for _ in 0..<Int.random(in: 2...6, using: &random) {
      var clip: DrawingClip?
      if chance(2) {
        clip = DrawingClip(area: .path(ellipse(in: frame()), .nonZero), parent: nil)
        if chance(3) { clip = DrawingClip(area: .path(Path(rect: frame()), .nonZero), parent: clip) }
      }
      var kind: DrawingOperation.Kind
      switch Int.random(in: 0..<5, using: &random) {
      case 0: kind = .fill(ellipse(in: frame()), .nonZero, .color(color()))
      case 1:
        let style = StrokeStyle(width: number(1...4), dashPattern: [number(3...9), number(2...6)])
        kind = .stroke(Path(rect: frame()), style, .color(color()))
      case 2:
        let (a, b) = (color().premultiplied(), color().premultiplied())
        let tile = try? Bitmap(width: 8, height: 6) { for i in 0..<48 { $0[i] = i % 8 < 5 && i < 30 ? a : b } }
        kind = .fill(
          Path(rect: frame()), .nonZero,
          tile.map { .pattern(Pattern(image: $0, transform: .identity)) } ?? .color(color()))
      case 3:
        kind = .beginLayer
        open += 1
      default: kind = .fill(Path(rect: frame()), .nonZero, .color(color()))
      }
      operations.append(
        DrawingOperation(
          kind: kind, alpha: chance(3) ? number(0.3...0.9) : 1,
          blendMode: modes[Int.random(in: 0..<modes.count, using: &random)],
          shadow: chance(4)
            ? DrawingShadow(offset: Size(3, 2), sigma: chance(2) ? 0 : 2, color: .black.withAlpha(0.7)) : nil,
          clip: clip))
    }
    for _ in 0..<open { operations.append(DrawingOperation(kind: .endLayer)) }
    return RecordedDrawing(operations: operations)
  }

  private static func ellipse(in rect: Rect) -> Path {
    var path = Path()
    path.addEllipse(in: rect)
    return path
  }
}
