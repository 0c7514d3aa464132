// SPDX-License-Identifier: MIT
import CLuaShim
import Geometry
import LayerModel
import Pixels
import RenderTree
import Wording

/// - Parameter aliases: the words of Core Graphics' C function, where they differ.
private func context(
  _ name: String, _ aliases: String..., body: @escaping @Sendable (inout Call, GraphicsContext) throws -> Void
) -> Method {
  Method("GraphicsContext", names: [name] + aliases) { call in
    let context = try call.context
    try context.check(name.hasPrefix(".") ? String(name.dropFirst()) : name)
    try body(&call, context)
  }
}

extension Method {
  static let contextMethods: [Method] = contextState + contextPaths + contextQueries + contextPainting

  private static let contextState: [Method] = [
    context("saveGState") { _, c in try c.saveGState() },
    context("restoreGState") { _, c in try c.restoreGState() },
    context("translateBy", "translateCTM") { call, c in
      try c.translateBy(try call.number("x"), try call.number("y", default: 0))
    },
    context("scaleBy", "scaleCTM") { call, c in
      let x = try call.number("x")
      try c.scaleBy(x, try call.number("y", default: x))
    },
    context("rotate", "rotateCTM", "rotateBy") { call, c in try c.rotate(try call.number("the angle")) },
    context("concatenate", "concatCTM") { call, c in try c.concatenate(try call.affine()) },
    context("setFillColor", "setFillColorWithColor") { call, c in
      if let image = call.peek?.image {
        _ = call.next()
        return try c.setFillPattern(image)
      }
      try c.setFillColor(try call.color())
    },
    context("setStrokeColor", "setStrokeColorWithColor") { call, c in
      if let image = call.peek?.image {
        _ = call.next()
        return try c.setStrokePattern(image)
      }
      try c.setStrokeColor(try call.color())
    },
    context("setRGBFillColor") { call, c in try c.setFillColor(try call.components(3)) },
    context("setRGBStrokeColor") { call, c in try c.setStrokeColor(try call.components(3)) },
    context("setGrayFillColor") { call, c in try c.setFillColor(try call.components(1)) },
    context("setGrayStrokeColor") { call, c in try c.setStrokeColor(try call.components(1)) },
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
      let phase = try call.number("the phase", default: 0)
      try c.setLineDash(phase: phase, lengths: try call.optionalNumbers("the lengths") ?? [])
    },
    context("setAlpha") { call, c in try c.setAlpha(try call.number("the alpha")) },
    context("setBlendMode") { call, c in
      try c.setBlendMode(try call.constant("blend mode", "kCGBlendMode", BlendMode.graphicsModes) { $0.name })
    },
    context("setShadow", "setShadowWithColor") { call, c in
      // No arguments turn shadows off.
      let argument = call.next()
      if argument?.isNone ?? true { return try c.setShadow(offset: Size(0, 0), blur: 0, color: nil) }
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
      if color.isNone {
        _ = call.next()
        return try c.setShadow(offset: offset, blur: blur, color: nil)
      }
      try c.setShadow(offset: offset, blur: blur, color: try call.color())
    },
    context("setInterpolationQuality") { call, c in
      try c.setInterpolationQuality(
        try call.constant("quality", "kCGInterpolation", InterpolationQuality.allCases) { $0.rawValue })
    },
    context("beginTransparencyLayer", "beginTransparencyLayerWithRect") { call, c in
      try c.beginTransparencyLayer(in: call.peek.map { !$0.isNil } == true ? try call.rect() : nil)
    },
    context("endTransparencyLayer") { _, c in try c.endTransparencyLayer() },
    context(".ctm") { call, c in call.binding.push(Transform3D(c.ctm)) },
    context(".clipBounds") { call, c in call.binding.push(c.clipBounds) },
    context(".width") { call, c in call.binding.push(c.width) },
    context(".height") { call, c in call.binding.push(c.height) },
    context(".scale") { call, c in call.binding.push(c.scale) },
  ]

  private static let contextPaths: [Method] = [
    context("beginPath") { _, c in try c.beginPath() },
    context("move", "moveToPoint") { call, c in try c.move(to: Point(try call.number("x"), try call.number("y"))) },
    context("addLine", "addLineToPoint") { call, c in
      try c.addLine(to: Point(try call.number("x"), try call.number("y")))
    },
    context("addQuadCurve", "addQuadCurveToPoint") { call, c in
      let control = Point(try call.number("cx"), try call.number("cy"))
      try c.addQuadCurve(control: control, to: Point(try call.number("x"), try call.number("y")))
    },
    context("addCurve", "addCurveToPoint") { call, c in
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
        center: center, radius: r, startAngle: start, endAngle: end,
        clockwise: try call.bool("clockwise", default: false))
    },
    context("addArcTangent", "addArcToPoint") { call, c in
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
    context("addEllipse", "addEllipseInRect") { call, c in try c.addEllipse(in: try call.rect()) },
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
    context("closePath", "closeSubpath") { _, c in try c.closePath() },
  ]

  private static let contextQueries: [Method] = [
    context("copyPath") { call, c in try call.answer(c.currentPath) },
    context("isPathEmpty") { call, c in call.binding.push(c.currentPath.isEmpty) },
    context("pathBoundingBox") { call, c in call.binding.push(c.currentPath.boundingBox) },
    context("pathCurrentPoint") { call, c in
      if let p = c.currentPath.currentPoint { call.binding.push(p) } else { call.binding.pushNil() }
    },
    context("pathContainsPoint") { call, c in
      let p = try call.point()
      call.binding.push(c.currentPath.contains(p, rule: try call.fillRule()))
    },
  ]

  private static let contextPainting: [Method] = [
    context("fillPath") { call, c in try c.fillPath(try call.fillRule()) },
    context("strokePath") { _, c in try c.strokePath() },
    context("eoFillPath") { _, c in try c.fillPath(.evenOdd) },
    context("drawPath") { call, c in
      try c.drawPath(try call.constant("drawing mode", "kCGPath", PathDrawingMode.allCases) { $0.rawValue })
    },
    context("clip") { call, c in try c.clip(try call.fillRule()) },
    context("eoClip") { _, c in try c.clip(.evenOdd) },
    context("clipTo", "clipToRect") { call, c in try c.clip(to: try call.rect()) },
    context("clipToMask") { call, c in
      let r = try call.rect()
      try c.clipToMask(r, try call.anyImage())
    },
    context("fill", "fillRect") { call, c in try c.fill(try call.rect()) },
    context("stroke", "strokeRect", "strokeRectWithWidth") { call, c in
      let r = try call.rect()
      try c.stroke(r, width: call.peek.map { !$0.isNil } == true ? try call.number("the width") : nil)
    },
    context("strokeLineSegments") { call, c in try c.strokeLineSegments(between: try call.points()) },
    context("fillEllipse", "fillEllipseInRect") { call, c in try c.fillEllipse(in: try call.rect()) },
    context("strokeEllipse", "strokeEllipseInRect") { call, c in try c.strokeEllipse(in: try call.rect()) },
    context("clear", "clearRect") { call, c in try c.clear(try call.rect()) },
    context("drawLinearGradient") { call, c in
      let (colors, locations) = try call.stops()
      let p0 = try call.point("a start point")
      let p1 = try call.point("an end point")
      try c.drawLinearGradient(colors, locations: locations, from: p0, to: p1, extends: try call.gradientOptions())
    },
    context("drawRadialGradient") { call, c in
      let (colors, locations) = try call.stops()
      let c0 = try call.point("a start centre")
      let r0 = try call.number("the start radius")
      let c1 = try call.point("an end centre")
      let r1 = try call.number("the end radius")
      try c.drawRadialGradient(
        colors, locations: locations, from: c0, startRadius: r0, to: c1, endRadius: r1,
        extends: try call.gradientOptions())
    },
    context("drawConicGradient") { call, c in
      let (colors, locations) = try call.stops()
      let center = try call.point("a centre")
      try c.drawConicGradient(
        colors, locations: locations, center: center, angle: try call.number("the angle", default: 0))
    },
    context("draw") { call, c in
      let image = try call.anyImage()
      try c.draw(image, in: try call.rect())
    },
    // The C function has the rectangle first.
    context("drawImage") { call, c in
      let r = try call.rect()
      try c.draw(try call.anyImage(), in: r)
    },
    context("drawText") { call, c in
      let text = try call.anyText()
      let place = call.next()
      let options = try call.textOptions([])
      // Four numbers are a rect, two a point.
      if let r = place?.rect {
        return try c.drawText(text, in: r, attributes: options.attributes, truncation: options.truncation)
      }
      guard let p = place?.point else {
        throw call.mismatch("a point such as {10, 20} or a rect such as {0, 0, 100, 50}", place)
      }
      guard options.truncation == .none else { throw call.error("truncation needs a rect to draw in, got a point") }
      try c.drawText(text, at: p, attributes: options.attributes)
    },
  ]
}

extension Argument {
  /// nil, or false, which stands for it.
  fileprivate var isNone: Bool { isNil || (type == LLUA_NODE_BOOLEAN && number == 0) }
}

extension Call {
  /// Red, green, blue (or one grey) and alpha, which is 1 when it is left out.
  fileprivate mutating func components(_ count: Int) throws -> Color {
    let names = count == 1 ? ["the gray"] : ["red", "green", "blue"]
    let c = try names.map { try number($0) }
    let alpha = try number("alpha", default: 1)
    return count == 1 ? Color(white: c[0], alpha: alpha) : Color(red: c[0], green: c[1], blue: c[2], alpha: alpha)
  }

  /// One of Core Graphics' enumerations, by its short name or the constant's.
  fileprivate mutating func constant<T>(_ what: String, _ prefix: String, _ all: [T], _ short: (T) -> String) throws
    -> T
  {
    let name = try string("the \(what)")
    let folded = name.hasPrefix(prefix) ? name.dropFirst(prefix.count).lowercased() : nil
    if let value = all.first(where: { short($0) == name || short($0).lowercased() == folded }) { return value }
    let names = all.map(short)
    throw error(
      "unknown \(what) \"\(name)\"\(nearest(name, among: names).map { "; did you mean \"\($0)\"?" } ?? "; there are \(names.joined(separator: ", "))")"
    )
  }

  /// The ends beyond which a gradient extends: both by default, else those that are named.
  fileprivate mutating func gradientOptions() throws -> (start: Bool, end: Bool) {
    guard let argument = next(), !argument.isNil else { return (true, true) }
    let names: [String]
    if let name = argument.string {
      names = [name]
    } else if argument.numbers?.isEmpty == true {
      names = []
    } else if let items = argument.items, items.allSatisfy({ $0.string != nil }) {
      names = items.compactMap(\.string)
    } else {
      throw mismatch("a list of options such as {\"drawsBeforeStartLocation\", \"drawsAfterEndLocation\"}", argument)
    }
    var extends = (start: false, end: false)
    for name in names {
      switch name {
      case "drawsBeforeStartLocation", "kCGGradientDrawsBeforeStartLocation": extends.start = true
      case "drawsAfterEndLocation", "kCGGradientDrawsAfterEndLocation": extends.end = true
      default: throw error("unknown option \"\(name)\"; there are drawsBeforeStartLocation, drawsAfterEndLocation")
      }
    }
    return extends
  }

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
}
