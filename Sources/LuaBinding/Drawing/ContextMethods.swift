import CLuaShim
import Geometry
import LayerModel
import Pixels
import RenderTree

private func context(_ name: String, _ body: @escaping @Sendable (inout Call, GraphicsContext) throws -> Void) -> Method {
  Method("GraphicsContext", name) { call in
    let context = try call.context
    try context.check(name.hasPrefix(".") ? String(name.dropFirst()) : name)
    try body(&call, context)
  }
}

extension Method {
  static let contextMethods: [Method] = contextState + contextPaths + contextPainting

  private static let contextState: [Method] = [
    context("saveGState") { _, c in try c.saveGState() },
    context("restoreGState") { _, c in try c.restoreGState() },
    context("translateBy") { call, c in try c.translateBy(try call.number("x"), try call.number("y", default: 0)) },
    context("scaleBy") { call, c in
      let x = try call.number("x")
      try c.scaleBy(x, try call.number("y", default: x))
    },
    context("rotate") { call, c in try c.rotate(try call.number("the angle")) },
    context("concatenate") { call, c in try c.concatenate(try call.affine()) },
    context("setFillColor") { call, c in
      if let image = call.peek?.image { return try c.setFillPattern(image) }
      try c.setFillColor(try call.color())
    },
    context("setStrokeColor") { call, c in
      if let image = call.peek?.image { return try c.setStrokePattern(image) }
      try c.setStrokeColor(try call.color())
    },
    context("setFillPattern") { call, c in
      let image = try call.anyImage()
      try c.setFillPattern(image, rect: call.peek.map { !$0.isNil } == true ? try call.rect() : nil)
    },
    context("setStrokePattern") { call, c in
      let image = try call.anyImage()
      try c.setStrokePattern(image, rect: call.peek.map { !$0.isNil } == true ? try call.rect() : nil)
    },
    context("setLineWidth") { call, c in try c.setLineWidth(try call.number("the width")) },
    context("setLineCap") { call, c in try c.setLineCap(try call.option("line cap")) },
    context("setLineJoin") { call, c in try c.setLineJoin(try call.option("line join")) },
    context("setMiterLimit") { call, c in try c.setMiterLimit(try call.number("the limit")) },
    context("setLineDash") { call, c in
      let phase = try call.number("the phase")
      try c.setLineDash(phase: phase, lengths: try call.numbers("the lengths"))
    },
    context("setAlpha") { call, c in try c.setAlpha(try call.number("the alpha")) },
    context("setBlendMode") { call, c in
      let name = try call.string("the blend mode")
      guard let mode = BlendMode(name: name), BlendMode.graphicsModes.contains(mode) else {
        let names = BlendMode.graphicsModes.map(\.name)
        throw call.error(
          "unknown blend mode \"\(name)\"\(nearest(name, names).map { "; did you mean \"\($0)\"?" } ?? "; there are \(names.joined(separator: ", "))")"
        )
      }
      try c.setBlendMode(mode)
    },
    context("setShadow") { call, c in
      let argument = call.next()
      let offset: Size
      if let s = argument?.size {
        offset = s
      } else if let p = argument?.point {
        offset = Size(p.x, p.y)
      } else {
        throw call.mismatch("an offset such as {3, 4}", argument)
      }
      let blur = try call.number("the blur")
      guard let color = call.peek else { return try c.setShadow(offset: offset, blur: blur) }
      if color.isNil || (color.type == LLUA_NODE_BOOLEAN && color.number == 0) {
        return try c.setShadow(offset: offset, blur: blur, color: nil)
      }
      try c.setShadow(offset: offset, blur: blur, color: try call.color())
    },
    context("setInterpolationQuality") { call, c in
      let name = try call.string("the quality")
      guard let quality = InterpolationQuality(rawValue: name) else {
        throw call.error("unknown quality \"\(name)\"; there are \(InterpolationQuality.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      try c.setInterpolationQuality(quality)
    },
    context("beginTransparencyLayer") { _, c in try c.beginTransparencyLayer() },
    context("endTransparencyLayer") { _, c in try c.endTransparencyLayer() },
    context(".ctm") { call, c in call.binding.push(Transform3D(c.ctm)) },
    context(".clipBounds") { call, c in call.binding.push(c.clipBounds) },
    context(".width") { call, c in call.binding.push(c.width) },
    context(".height") { call, c in call.binding.push(c.height) },
    context(".scale") { call, c in call.binding.push(c.scale) },
  ]

  private static let contextPaths: [Method] = [
    context("beginPath") { _, c in try c.beginPath() },
    context("move") { call, c in try c.move(to: Point(try call.number("x"), try call.number("y"))) },
    context("addLine") { call, c in try c.addLine(to: Point(try call.number("x"), try call.number("y"))) },
    context("addQuadCurve") { call, c in
      let control = Point(try call.number("cx"), try call.number("cy"))
      try c.addQuadCurve(control: control, to: Point(try call.number("x"), try call.number("y")))
    },
    context("addCurve") { call, c in
      let c1 = Point(try call.number("c1x"), try call.number("c1y"))
      let c2 = Point(try call.number("c2x"), try call.number("c2y"))
      try c.addCurve(control1: c1, control2: c2, to: Point(try call.number("x"), try call.number("y")))
    },
    context("addArc") { call, c in
      let center = Point(try call.number("cx"), try call.number("cy"))
      let r = try call.number("the radius")
      let start = try call.number("the start angle")
      let end = try call.number("the end angle")
      try c.addArc(
        center: center, radius: r, startAngle: start, endAngle: end, clockwise: try call.bool("clockwise", default: false))
    },
    context("addArcTangent") { call, c in
      let p1 = Point(try call.number("x1"), try call.number("y1"))
      let p2 = Point(try call.number("x2"), try call.number("y2"))
      try c.addArc(tangent1: p1, tangent2: p2, radius: try call.number("the radius"))
    },
    context("addRect") { call, c in try c.addRect(try call.rect()) },
    context("addRoundedRect") { call, c in
      let r = try call.rect()
      let rx = try call.number("rx")
      try c.addRoundedRect(r, rx: rx, ry: try call.number("ry", default: rx))
    },
    context("addEllipse") { call, c in try c.addEllipse(in: try call.rect()) },
    context("addPath") { call, c in
      let path = try call.anyPath()
      guard let argument = call.peek, !argument.isNil else { return try c.addPath(path) }
      try c.addPath(path.transformed(by: try call.affine()))
    },
    context("addLines") { call, c in
      var path = Path()
      path.addLines(try call.points())
      try c.addPath(path)
    },
    context("closePath") { _, c in try c.closePath() },
    context("closeSubpath") { _, c in try c.closePath() },
  ]

  private static let contextPainting: [Method] = [
    context("fillPath") { call, c in try c.fillPath(try call.fillRule()) },
    context("strokePath") { _, c in try c.strokePath() },
    context("drawPath") { call, c in
      let name = try call.string("the mode")
      guard let mode = PathDrawingMode(rawValue: name) else {
        throw call.error("unknown mode \"\(name)\"; there are \(PathDrawingMode.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      try c.drawPath(mode)
    },
    context("clip") { call, c in try c.clip(try call.fillRule()) },
    context("clipTo") { call, c in try c.clip(to: try call.rect()) },
    context("clipToMask") { call, c in
      let r = try call.rect()
      try c.clipToMask(r, try call.anyImage())
    },
    context("fill") { call, c in try c.fill(try call.rect()) },
    context("stroke") { call, c in try c.stroke(try call.rect()) },
    context("fillEllipse") { call, c in try c.fillEllipse(in: try call.rect()) },
    context("strokeEllipse") { call, c in try c.strokeEllipse(in: try call.rect()) },
    context("clear") { call, c in try c.clear(try call.rect()) },
    context("drawLinearGradient") { call, c in
      let (colors, locations) = try call.stops()
      let p0 = try call.point("a start point")
      try c.drawLinearGradient(colors, locations: locations, from: p0, to: try call.point("an end point"))
    },
    context("drawRadialGradient") { call, c in
      let (colors, locations) = try call.stops()
      let c0 = try call.point("a start centre")
      let r0 = try call.number("the start radius")
      let c1 = try call.point("an end centre")
      try c.drawRadialGradient(
        colors, locations: locations, from: c0, startRadius: r0, to: c1, endRadius: try call.number("the end radius"))
    },
    context("drawConicGradient") { call, c in
      let (colors, locations) = try call.stops()
      let center = try call.point("a centre")
      try c.drawConicGradient(colors, locations: locations, center: center, angle: try call.number("the angle", default: 0))
    },
    context("draw") { call, c in
      let image = try call.anyImage()
      try c.draw(image, in: try call.rect())
    },
    context("drawText") { call, c in
      let string = try call.string("the text")
      let place = call.next()
      let attributes = try call.textAttributes()
      // Four numbers are a rect, two a point.
      if let r = place?.rect { return try c.drawText(string, in: r, attributes: attributes) }
      guard let p = place?.point else { throw call.mismatch("a point or a rect", place) }
      try c.drawText(string, at: p, attributes: attributes)
    },
  ]
}

extension Call {
  /// Colours with their locations, or nil for evenly spread ones.
  fileprivate mutating func stops() throws -> ([Color], [Double]?) {
    let argument = next()
    guard let items = argument?.items else { throw mismatch("a list of colours such as {\"red\", \"blue\"}", argument) }
    let colors = try items.map { item in
      guard let c = item.color else { throw mismatch("a list of colours such as {\"red\", \"blue\"}", item) }
      return c
    }
    return (colors, try optionalNumbers("the locations"))
  }

  fileprivate mutating func textAttributes() throws -> DrawingTextAttributes {
    let options = try options([
      "font", "fontSize", "foregroundColor", "color", "alignment", "alignmentMode", "truncation", "truncationMode",
    ])
    var attributes = DrawingTextAttributes()
    if let font = try string(options, "font") { attributes.font = font }
    if let size = try number(options, "fontSize") { attributes.fontSize = size }
    attributes.foregroundColor = try color(options, "foregroundColor") ?? color(options, "color")
    if let name = try string(options, "alignment") ?? string(options, "alignmentMode") {
      guard let alignment = TextRequest.Alignment(named: name) else { throw error("unknown alignment \"\(name)\"") }
      attributes.alignment = alignment
    }
    if let name = try string(options, "truncation") ?? string(options, "truncationMode") {
      guard let truncation = TextRequest.Truncation(named: name) else { throw error("unknown truncation \"\(name)\"") }
      attributes.truncation = truncation
    }
    return attributes
  }
}
