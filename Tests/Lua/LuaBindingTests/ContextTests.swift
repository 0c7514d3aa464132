// SPDX-License-Identifier: MIT
import LayerEngine
import Pixels
import Testing

/// The functions of a drawing hook's context, and the message for each mistake.
@Suite struct ContextTests {
  private func drawing(_ body: String) -> String { "local image = ca.Image.draw(20, 20, function(ctx) \(body) end)" }

  @Test func `every operation of the contract is there`() throws {
    let names = """
      saveGState restoreGState translateBy scaleBy rotate concatenate
      beginPath move addLine addQuadCurve addCurve addArc addArcTangent addRect addRoundedRect addEllipse addPath closePath
      fillPath strokePath drawPath clip clipTo clipToMask fill stroke fillEllipse strokeEllipse clear
      setFillColor setStrokeColor setLineWidth setLineCap setLineJoin setMiterLimit setLineDash setAlpha setBlendMode setShadow
      setFillPattern setInterpolationQuality drawLinearGradient drawRadialGradient drawConicGradient draw drawText
      beginTransparencyLayer endTransparencyLayer ctm clipBounds width height scale
      moveToPoint addLineToPoint addCurveToPoint addQuadCurveToPoint addArcToPoint addEllipseInRect addLines closeSubpath
      translateCTM scaleCTM rotateCTM concatCTM eoFillPath eoClip clipToRect fillRect strokeRect strokeRectWithWidth fillEllipseInRect
      strokeEllipseInRect clearRect drawImage setFillColorWithColor setStrokeColorWithColor setShadowWithColor setRGBFillColor
      setRGBStrokeColor setGrayFillColor setGrayStrokeColor setStrokePattern strokeLineSegments beginTransparencyLayerWithRect
      copyPath isPathEmpty pathBoundingBox pathCurrentPoint pathContainsPoint
      """
    let lines = try printed(
      drawing(
        "for name in (\"\(names.split(separator: "\n").joined(separator: " "))\"):gmatch '%S+' do if ctx[name] == nil then print(name) end end"
      ))
    #expect(lines == [])
  }

  @Test func `arguments take their short forms`() throws {
    let lines = try printed(
      drawing(
        """
        ctx:setShadow({1, 2}, 3, false); ctx:setShadow(); ctx:setShadow({1, 2}, 3); ctx:setShadow({width = 1, height = 2}, 3, "red")
        ctx:setLineDash(); ctx:setLineDash(0, nil); ctx:setLineDash(1, {2, 3})
        ctx:setBlendMode "kCGBlendModePlusDarker"; ctx:setBlendMode "sourceAtop"; ctx:setInterpolationQuality "kCGInterpolationHigh"
        ctx:addRect {0, 0, 1, 1}; ctx:drawPath "kCGPathEOFillStroke"; ctx:addRect {0, 0, 1, 1}; ctx:fillPath "evenOdd"
        ctx:setRGBFillColor(1, 0, 0); ctx:setGrayStrokeColor(0.5, 0.5); ctx:strokeRect({1, 1, 5, 5}, 2); ctx:scaleBy(2)
        ctx:drawLinearGradient({"red", "blue"}, nil, {0, 0}, {9, 9}, {})
        ctx:drawLinearGradient({"red", "blue"}, {0, 1}, {0, 0}, {9, 9}, "drawsAfterEndLocation")
        ctx:drawRadialGradient({"red"}, nil, {0, 0}, 0, {9, 9}, 3, {"kCGGradientDrawsBeforeStartLocation", "drawsAfterEndLocation"})
        ctx:strokeLineSegments {{0, 0}, {5, 5}}; ctx:beginTransparencyLayer {0, 0, 5, 5}; ctx:endTransparencyLayer()
        ctx:move(1, 2); ctx:addLine(3, 4)
        print(ctx:pathCurrentPoint(), ctx:pathBoundingBox(), ctx:isPathEmpty(), ctx:copyPath():svg(), ctx:pathContainsPoint {9, 9})
        """))
    #expect(lines == ["Point(3, 4)\tRect(1, 2, 2, 2)\tfalse\tM 1 2 L 3 4\tfalse"])
  }

  @Test(arguments: [
    ("ctx:restoreGState()", "GraphicsContext.restoreGState: there is no saved state; call saveGState first"),
    (
      "ctx:saveGState() ctx:beginTransparencyLayer() ctx:restoreGState()",
      "GraphicsContext.restoreGState: no state was saved since beginTransparencyLayer"
    ),
    (
      "ctx:endTransparencyLayer()",
      "GraphicsContext.endTransparencyLayer: there is no open transparency layer; call beginTransparencyLayer first"
    ),
    ("ctx:addLine(1, 2)", "GraphicsContext.addLine: there is no current point; call move first"),
    ("ctx:addQuadCurve(1, 2, 3, 4)", "GraphicsContext.addQuadCurve: there is no current point; call move first"),
    ("ctx:addCurve(1, 2, 3, 4, 5, 6)", "GraphicsContext.addCurve: there is no current point; call move first"),
    ("ctx:addArcTangent(1, 2, 3, 4, 5)", "GraphicsContext.addArcTangent: there is no current point; call move first"),
    ("ctx:clip()", "GraphicsContext.clip: there is no current path; add one first"),
    ("ctx:move(0 / 0, 1)", "GraphicsContext:move: expected a finite number for x, got number nan"),
    ("ctx:setLineWidth(-1)", "GraphicsContext.setLineWidth: width must not be negative, got -1"),
    (
      "ctx:setLineDash(0, {0, 0})",
      "GraphicsContext.setLineDash: lengths must not all be 0; pass an empty list for a solid line"
    ),
    ("ctx:setLineDash(0, {1, -2})", "GraphicsContext.setLineDash: lengths[2] must be a number of at least 0, got -2"),
    ("ctx:setMiterLimit(0)", "GraphicsContext.setMiterLimit: limit must be greater than 0, got 0"),
    (
      "ctx:setBlendMode 'multply'",
      "GraphicsContext:setBlendMode: unknown blend mode \"multply\"; did you mean \"multiply\"?"
    ),
    (
      "ctx:drawPath 'eofill'",
      "GraphicsContext:drawPath: unknown drawing mode \"eofill\"; did you mean \"eoFill\"?"
    ),
    (
      "ctx:drawLinearGradient({'red', 'blue'}, {0, 0.5, 1}, {0, 0}, {1, 1})",
      "GraphicsContext.drawLinearGradient: there are 2 colors and 3 locations; give one location per colour, or none"
    ),
    (
      "ctx:drawLinearGradient({'red', 'blue'}, {0.5, 0.2}, {0, 0}, {1, 1})",
      "GraphicsContext.drawLinearGradient: locations[2] is 0.2, less than the one before it (0.5); locations must not fall"
    ),
    (
      "ctx:drawLinearGradient({'red'}, nil, {0, 0}, {1, 1}, 'extend')",
      "GraphicsContext:drawLinearGradient: unknown option \"extend\"; there are drawsBeforeStartLocation, drawsAfterEndLocation"
    ),
    (
      "ctx:strokeLineSegments {{0, 0}, {1, 1}, {2, 2}}",
      "GraphicsContext.strokeLineSegments: an even number of points is needed, two for each line, got 3"
    ),
    (
      "for i = 1, 70000 do ctx:saveGState() end",
      "GraphicsContext.saveGState: at most 65536 states can be saved; call restoreGState for each saveGState"
    ),
    (
      "for i = 1, 100 do ctx:beginTransparencyLayer() end",
      "GraphicsContext.beginTransparencyLayer: at most 64 transparency layers can be nested"
    ),
  ])
  func `mistakes name the call and its line`(_ body: String, _ message: String) throws {
    let error = try failure("\n\nca.Image.draw(20, 20, function(ctx)\n\(body)\nend)")
    #expect(error?.message == message)
    #expect(error?.line == 4)
  }

  @Test func `a context is of no use after its callback`() throws {
    let error = try failure("local kept\nca.Image.draw(9, 9, function(ctx) kept = ctx end)\nkept:fill {0, 0, 1, 1}")
    #expect(
      error?.message
        == "GraphicsContext.fill: the context is only valid inside the callback it was passed to; draw there")
    #expect(error?.line == 3)
    #expect(try failure("local kept\nca.Image.draw(9, 9, function(ctx) kept = ctx end)\nprint(kept.ctm)")?.line == 3)
  }

  @Test func `what is left open is warned about`() throws {
    let engine = try Engine(Engine.Configuration())
    var warnings: [String] = []
    engine.onWarning = { warnings.append($0.description) }
    try engine.run(
      script: """
        ca.Image.draw(9, 9, function(ctx) ctx:saveGState() ctx:saveGState() ctx:fill {0, 0, 1, 1} end)
        local layer = ca.Layer { name = "dial", bounds = {0, 0, 9, 9} }
        layer.delegate = { drawLayerInContext = function(self, layer, ctx) ctx:beginTransparencyLayer() end }
        layer:setNeedsDisplay()
        layer:displayIfNeeded()
        """, name: "test.lua")
    #expect(
      warnings.first
        == "test.lua:1: ca.Image.draw: the drawing ended with 2 saved states; call restoreGState for each saveGState")
    #expect(
      warnings.last?.hasSuffix(
        "the drawing ended with 1 open transparency layer; call endTransparencyLayer for each beginTransparencyLayer")
        == true)
  }

  @Test func `an opaque image masks by luminance and one with alpha by it`() throws {
    let lines = try printed(
      """
      local grey = ca.Image { width = 2, height = 1, pixels = "\\0\\0\\0\\255\\255\\255\\255\\255" }
      local alpha = ca.Image { width = 2, height = 1, pixels = "\\0\\0\\0\\255\\255\\255\\255\\0" }
      for _, mask in ipairs { grey, alpha } do
        local image = ca.Image.draw(2, 1, function(ctx)
          ctx:setInterpolationQuality "none"
          ctx:clipToMask({0, 0, 2, 1}, mask)
          ctx:setFillColor "red"
          ctx:fill {0, 0, 2, 1}
        end)
        print(image:pixel(0, 0), (select(4, image:pixel(1, 0))))
      end
      """)
    #expect(lines.map { $0.split(separator: "\t").last } == ["1", "0"])
  }

  @Test func `builders of paths need a current point too`() throws {
    for call in [
      "addLine(1, 2)", "addQuadCurve(1, 2, 3, 4)", "addCurve(1, 2, 3, 4, 5, 6)", "addArcTangent(1, 2, 3, 4, 5)",
    ] {
      let error = try failure("\nca.Path():\(call)")
      #expect(error?.message == "Path:\(call.prefix { $0 != "(" }): there is no current point; call move first")
      #expect(error?.line == 2)
    }
    #expect(
      try printed("print(ca.Path():addArc(0, 0, 5, 0, 1, false):addLine(9, 9):currentPoint())") == ["Point(9, 9)"])
    let error = try failure("local p = ca.Path():move(0, 0)\np:addArc(1e308, 0, 1e308, 0, 1, false)")
    #expect(error?.message == "Path:addArc: the path exceeds the number range")
  }

  @Test func `SVG mistakes say where they are`() throws {
    #expect(try failure("ca.Path 'M 0 0 L 5 x'")?.message == "ca.Path: expected a number, got \"x\", at character 11")
  }
}
