// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Pixels
import RenderTree

/// Services that draw nothing and record their calls.
final class RecordingServices: LayerServices {
  struct Missing: Error {}
  var textRequests: [TextRequest] = []
  var rasterized: [(drawing: RecordedDrawing, size: Size, scale: Double)] = []
  var substitutions: [TextFrame.Substitution] = []

  /// The frame to return; nil for the fixed line below.
  var frame: TextFrame?

  /// Lines are 10 points high with the baseline at 8; the text is 50 wide.
  func layoutText(_ request: TextRequest) throws -> TextFrame {
    textRequests.append(request)
    if let frame { return frame }
    let run = GlyphRun(
      font: NoFont(), fontSize: 10, glyphs: [1], positions: [Point(0, 8)], text: request.runs[0].string)
    return TextFrame(
      pieces: [TextFrame.Piece(run: run, color: request.runs[0].color)],
      lines: [TextFrame.Line(baseline: 8, left: 0, width: 50, ascent: 8, descent: 2)], size: Size(50, 10),
      substitutions: substitutions)
  }
  func image(atPath path: String) throws -> Image { throw Missing() }
  func image(named name: String) throws -> Image { throw Missing() }
  func rasterize(_ drawing: RecordedDrawing, size: Size, scale: Double) throws -> Bitmap {
    rasterized.append((drawing, size, scale))
    return try Bitmap(width: Int(size.width * scale), height: Int(size.height * scale), scale: scale) { _ in }
  }
}

final class NoFont: GlyphSource {
  func outline(of glyph: UInt32) -> Path { Path() }
  let faceName = "None"
  let file = (path: "", index: 0)
}

/// A delegate of closures; it has the hooks whose closures are set.
final class ClosureDelegate: LayerDelegate {
  var onDisplay: ((Layer) throws -> Void)?
  var onDraw: ((Layer, GraphicsContext) throws -> Void)?
  var onWillDraw: ((Layer) throws -> Void)?
  var onLayout: ((Layer) throws -> Void)?
  var drawingNearMisses: [String] = []

  init(
    display: ((Layer) throws -> Void)? = nil, draw: ((Layer, GraphicsContext) throws -> Void)? = nil,
    willDraw: ((Layer) throws -> Void)? = nil, layout: ((Layer) throws -> Void)? = nil
  ) {
    onDisplay = display
    onDraw = draw
    onWillDraw = willDraw
    onLayout = layout
  }

  var hooks: LayerHooks {
    var result: LayerHooks = []
    if onDisplay != nil { result.insert(.display) }
    if onDraw != nil { result.insert(.draw) }
    if onWillDraw != nil { result.insert(.layerWillDraw) }
    if onLayout != nil { result.insert(.layoutSublayers) }
    return result
  }
  func display(_ layer: Layer) throws { try onDisplay?(layer) }
  func draw(_ layer: Layer, in context: GraphicsContext) throws { try onDraw?(layer, context) }
  func layerWillDraw(_ layer: Layer) throws { try onWillDraw?(layer) }
  func layoutSublayers(of layer: Layer) throws { try onLayout?(layer) }
}

/// A subclass whose hooks are closures.
final class ClosureSubclass: LayerSubclass {
  var onDisplay: ((Layer) throws -> Void)?
  var onDraw: ((Layer, GraphicsContext) throws -> Void)?
  init(display: ((Layer) throws -> Void)? = nil, draw: ((Layer, GraphicsContext) throws -> Void)? = nil) {
    onDisplay = display
    onDraw = draw
  }
  var hooks: LayerHooks {
    var result: LayerHooks = []
    if onDisplay != nil { result.insert(.display) }
    if onDraw != nil { result.insert(.draw) }
    return result
  }
  func display(_ layer: Layer) throws { try onDisplay?(layer) }
  func draw(_ layer: Layer, in context: GraphicsContext) throws { try onDraw?(layer, context) }
}
