// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Pixels
import RenderTree
import Testing

struct GraphicsContextTests {
  let context = GraphicsContext(bounds: Rect(0, 0, 100, 50))

  func message(_ body: () throws -> Void) -> String {
    do {
      try body()
      return ""
    } catch let error as LayerError { return error.message } catch { return "\(error)" }
  }

  @Test func `path points take the transformation of the moment they are added`() throws {
    try context.move(to: Point(1, 2))
    try context.translateBy(10, 20)
    try context.addLine(to: Point(1, 2))
    try context.fillPath()
    let drawing = context.finish()
    #expect(drawing.operations.count == 1)
    guard case .fill(let path, .nonZero, .color(let color))? = drawing.operations.first?.kind else {
      Issue.record("no fill")
      return
    }
    #expect(path.points == [Point(1, 2), Point(11, 22)])
    #expect(color == .black)
    #expect(drawing.operations.first?.transform == .identity)
  }

  @Test func `a stroke's pen has the shape of the user space when it is stroked`() throws {
    try context.move(to: Point(0, 0))
    try context.addLine(to: Point(8, 8))
    try context.scaleBy(2, 4)
    try context.setLineWidth(3)
    try context.strokePath()
    guard let operation = context.finish().operations.first, case .stroke(let path, let style, _) = operation.kind
    else {
      Issue.record("no stroke")
      return
    }
    #expect(operation.transform == .scale(2, 4))
    #expect(path.points == [Point(0, 0), Point(4, 2)])
    #expect(style.width == 3)
  }

  @Test func `restoring brings back colours, lines, clip and transformation`() throws {
    try context.setFillColor(.white)
    try context.saveGState()
    try context.setFillColor(.black)
    try context.setAlpha(0.5)
    try context.rotate(1)
    try context.clip(to: Rect(0, 0, 1, 1))
    try context.restoreGState()
    try context.fill(Rect(0, 0, 5, 5))
    let operation = try #require(context.finish().operations.first)
    #expect(operation.alpha == 1)
    #expect(operation.transform == .identity)
    #expect(operation.clip == nil)
    guard case .fill(_, _, .color(.white)) = operation.kind else {
      Issue.record("not white")
      return
    }
  }

  @Test func `restoring without saving is an error that names the call; saves left over are none`() throws {
    #expect(
      message { try context.restoreGState() }
        == "GraphicsContext.restoreGState: there is no saved state; call saveGState first")
    try context.saveGState()
    try context.saveGState()
    try context.fill(Rect(0, 0, 1, 1))
    #expect(context.finish().operations.count == 1)
  }

  @Test func `new transformations come before those already there`() throws {
    try context.translateBy(10, 0)
    try context.scaleBy(2, 2)
    #expect(context.ctm.apply(Point(1, 1)) == Point(12, 2))
    try context.concatenate(AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0))
    #expect(context.ctm.apply(Point(1, 0)) == Point(10, 2))
  }

  @Test func `the clip's box is in user space`() throws {
    try context.translateBy(10, 10)
    try context.clip(to: Rect(0, 0, 20, 20))
    #expect(context.clipBounds == Rect(0, 0, 20, 20))
    try context.scaleBy(2, 2)
    try context.clip(to: Rect(5, 5, 100, 100))
    #expect(context.clipBounds == Rect(5, 5, 5, 5))
  }

  @Test func `clips to upright rectangles are merged, others are chained`() throws {
    try context.clip(to: Rect(0, 0, 20, 20))
    try context.clip(to: Rect(10, 10, 20, 20))
    try context.fill(Rect(0, 0, 9, 9))
    try context.addEllipse(in: Rect(0, 0, 20, 20))
    try context.clip(.evenOdd)
    try context.fill(Rect(0, 0, 9, 9))
    let operations = context.finish().operations
    #expect(operations.first?.clip?.depth == 1)
    if case .path(let path, _)? = operations.first?.clip?.area {
      #expect(Rect(around: path.points) == Rect(10, 10, 10, 10))
    }
    #expect(operations.last?.clip?.depth == 2)
    guard case .path(_, .evenOdd)? = operations.last?.clip?.area else {
      Issue.record("the rule is lost")
      return
    }
  }

  @Test func `a clip with no path, a line from nowhere and numbers that are none are errors naming the call`() {
    #expect(message { try context.clip() }.hasPrefix("GraphicsContext.clip: there is no current path"))
    #expect(
      message { try context.addLine(to: Point(1, 1)) }.contains("addLine: there is no current point; call move first"))
    #expect(
      message { try context.translateBy(.nan, 0) } == "GraphicsContext.translateBy: x must be a finite number, got nan")
    #expect(
      message { try context.fill(Rect(0, 0, .infinity, 1)) }.hasPrefix("GraphicsContext.fill: rect must be finite"))
    #expect(message { try context.setLineWidth(-1) }.contains("width must not be negative, got -1"))
    #expect(message { try context.setAlpha(2) }.contains("alpha must be between 0 and 1, got 2"))
    #expect(message { try context.setLineDash(phase: 0, lengths: [0, 0]) }.contains("must not all be 0"))
    #expect(message { try context.setLineDash(phase: 0, lengths: [1, -2]) }.contains("lengths[2]"))
    #expect(message { try context.endTransparencyLayer() }.contains("beginTransparencyLayer first"))
    #expect(message { try context.drawText("x", at: .zero) }.contains("cannot lay out text"))
  }

  @Test func `a context is over after its callback`() {
    context.close()
    #expect(
      message { try context.fill(Rect(0, 0, 1, 1)) }
        == "GraphicsContext.fill: the context is only valid inside the callback it was passed to; draw there")
  }

  @Test func `a gradient needs as many locations as colours, rising, and spreads colours evenly without any`() throws {
    try context.drawLinearGradient([.black, .white, .black], locations: nil, from: .zero, to: Point(10, 0))
    #expect(
      message {
        try context.drawLinearGradient([.black, .white], locations: [0, 0.5, 1], from: .zero, to: Point(1, 0))
      }
      .contains("2 colors and 3 locations"))
    #expect(
      message {
        try context.drawLinearGradient([.black, .white], locations: [0.5, 0.2], from: .zero, to: Point(1, 0))
      }
      .contains("must not fall"))
    guard case .gradient(let gradient)? = context.finish().operations.first?.kind else {
      Issue.record("no gradient")
      return
    }
    #expect(gradient.stops.locations == [0, 0.5, 1])
  }

  @Test func `inside a transparency layer alpha, blend mode and shadow start afresh, and open ones are ended`() throws {
    try context.setAlpha(0.5)
    try context.setBlendMode(.multiply)
    try context.setShadow(offset: Size(1, 2), blur: 6)
    try context.beginTransparencyLayer()
    try context.fill(Rect(0, 0, 1, 1))
    try context.saveGState()
    let operations = context.finish().operations
    #expect(operations.count == 3)
    #expect(operations.first?.alpha == 0.5)
    #expect(operations.first?.blendMode == .multiply)
    #expect(operations.first?.shadow?.sigma == 3)
    #expect(operations.dropFirst().first?.alpha == 1)
    #expect(operations.dropFirst().first?.shadow == nil)
    guard case .endLayer? = operations.last?.kind else {
      Issue.record("the layer is still open")
      return
    }
  }

  @Test func `a state saved outside a transparency layer cannot be restored inside`() throws {
    try context.saveGState()
    try context.beginTransparencyLayer()
    #expect(message { try context.restoreGState() }.contains("since beginTransparencyLayer"))
    try context.endTransparencyLayer()
    try context.restoreGState()
  }

  @Test func `images stay upright where y is up, patterns start at the bounds' origin`() throws {
    let image = Image(try Bitmap(width: 4, height: 2) { _ in })
    let up = GraphicsContext(bounds: Rect(0, 0, 100, 50), isFlipped: true)
    try up.draw(image, in: Rect(10, 10, 8, 4))
    try up.setFillPattern(image)
    try up.fill(Rect(0, 0, 9, 9))
    let operations = up.finish().operations
    #expect(operations.first?.transform == .translation(0, 26))
    guard case .fill(_, _, .pattern(let pattern))? = operations.last?.kind else {
      Issue.record("no pattern")
      return
    }
    #expect(pattern.transform == .translation(0, 48))
    let moved = GraphicsContext(bounds: Rect(5, 6, 100, 50))
    try moved.scaleBy(3, 3)
    try moved.setFillPattern(image)
    try moved.fill(Rect(0, 0, 9, 9))
    guard case .fill(_, _, .pattern(let other))? = moved.finish().operations.first?.kind else {
      Issue.record("no pattern")
      return
    }
    #expect(other.transform == .identity)
  }

  @Test func `the recording starts at the visual top left corner, whatever the bounds' origin and direction`() throws {
    for (flipped, y) in [(false, 4.0), (true, 46.0)] {
      let moved = GraphicsContext(bounds: Rect(5, 6, 100, 50), isFlipped: flipped)
      #expect(moved.ctm == .identity)
      #expect(moved.clipBounds == Rect(5, 6, 100, 50))
      try moved.move(to: Point(7, 10))
      try moved.addLine(to: Point(7, 10))
      try moved.fillPath()
      guard case .fill(let path, _, _)? = moved.finish().operations.first?.kind else {
        Issue.record("no fill")
        return
      }
      #expect(path.points.first == Point(2, y))
    }
  }

  @Test func `a drawing is bounded in operations, segments and clips`() throws {
    let small = GraphicsContext(
      bounds: Rect(0, 0, 9, 9), budget: GraphicsContext.Budget(operations: 2, segments: 12, savedStates: 1, clips: 1))
    try small.clear(Rect(0, 0, 1, 1))
    try small.fill(Rect(0, 0, 1, 1))
    #expect(message { try small.fill(Rect(0, 0, 1, 1)) }.contains("at most 2 operations"))
    #expect(message { try small.addRect(Rect(0, 0, 1, 1)) }.contains("at most 12 path segments"))
    try small.saveGState()
    #expect(message { try small.saveGState() }.contains("at most 1 states"))
  }
}
