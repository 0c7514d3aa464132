// SPDX-License-Identifier: MIT
import Compositor
import Geometry
import Pixels
import RenderTree
import TestSupport
import Testing

/// Gradients as the paint of fills and strokes in drawings.
@Suite struct GradientPaintTests {
  private let gradient = DrawingGradient(
    kind: .linear(from: Point(0, 0), to: Point(1, 0)),
    stops: GradientStops(
      colors: [Color(red: 1, green: 0, blue: 0), Color(red: 0, green: 0, blue: 1)], locations: [0, 1]))
  /// 20 points long.
  private let place = AffineTransform.scale(20, 1)

  private func picture(_ operations: [DrawingOperation]) throws -> Bitmap {
    try Compositor.rasterize(RecordedDrawing(operations: operations), size: Size(24, 12), scale: 1)
  }

  @Test func `a filled rectangle is the gradient in that clip`() throws {
    let rect = Path(rect: Rect(2, 2, 16, 8))
    for transform in [AffineTransform.identity, AffineTransform(a: 1, b: 0, c: 0.5, d: 1, tx: 1, ty: 0)] {
      let filled = try picture([
        DrawingOperation(kind: .fill(rect, .nonZero, .gradient(gradient, place)), transform: transform, alpha: 0.5)
      ])
      let clipped = try picture([
        DrawingOperation(
          kind: .gradient(gradient), transform: place.concat(transform), alpha: 0.5,
          clip: DrawingClip(area: .path(rect.transformed(by: transform), .nonZero), parent: nil))
      ])
      #expect(describeDifference(expected: clipped, actual: filled) == nil)
    }
  }

  @Test func `a line has the gradient's colours`() throws {
    var line = Path()
    line.move(to: Point(0, 6))
    line.addLine(to: Point(20, 6))
    let drawn = try picture([
      DrawingOperation(kind: .stroke(line, StrokeStyle(width: 4), .gradient(gradient, place)))
    ])
    for x in [2, 10, 17] {
      let color = drawn.color(x: x, y: 5)
      #expect(abs(color.blue - (Double(x) + 0.5) / 20) < 0.01 && color.alpha == 1)
    }
    #expect(drawn.color(x: 10, y: 3).alpha == 0 && drawn.color(x: 21, y: 6).alpha == 0)
  }
}
