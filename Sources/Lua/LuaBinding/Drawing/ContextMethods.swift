// SPDX-License-Identifier: MIT
import CLuaBinding
import Geometry
import LayerModel
import Messages
import Pixels
import RenderTree

/// Defines a method of graphics contexts.
/// - Parameter aliases: the words of Core Graphics' C function, where they differ.
private func context(
  _ name: String, _ aliases: String..., signature: String, summary: String,
  body: @escaping @Sendable (inout Call, GraphicsContext) throws -> Void
) -> Method {
  Method("GraphicsContext", names: [name] + aliases, signature: signature, summary: summary) { call in
    let context = try call.context
    try context.check(name.hasPrefix(".") ? String(name.dropFirst()) : name)
    try body(&call, context)
  }
}

extension Method {
  static let contextMethods: [Method] = contextState + contextPaths + contextQueries + contextPainting

  private static let contextState: [Method] = [
    context(
      "saveGState", signature: "()", summary: "Saves the state: transform, clip, colours and all other settings."
    ) { _, c in try c.saveGState() },
    context("restoreGState", signature: "()", summary: "Restores the state that was saved last.") { _, c in
      try c.restoreGState()
    },
    context("translateBy", "translateCTM", signature: "(x: number, y?: number)", summary: "Moves the coordinates.") {
      call, c in
      try c.translateBy(try call.number("x"), try call.number("y", default: 0))
    },
    context(
      "scaleBy", "scaleCTM", signature: "(x: number, y?: number)",
      summary: "Scales the coordinates; y defaults to x."
    ) { call, c in
      let x = try call.number("x")
      try c.scaleBy(x, try call.number("y", default: x))
    },
    context(
      "rotate", "rotateCTM", "rotateBy", signature: "(angle: number)",
      summary: "Turns the coordinates by an angle in radians."
    ) { call, c in try c.rotate(try call.number("the angle")) },
    context(
      "concatenate", "concatCTM", signature: "(transform: ca.TransformLike)",
      summary: "Applies an affine transform to the coordinates."
    ) { call, c in try c.concatenate(try call.affine()) },
    context(
      "setFillColor", "setFillColorWithColor", signature: "(color: ca.ColorLike|ca.Image)",
      summary: "The colour of fills, or an image as a pattern."
    ) { call, c in
      if let image = call.peek?.image {
        _ = call.next()
        return try c.setFillPattern(image)
      }
      try c.setFillColor(try call.color())
    },
    context(
      "setStrokeColor", "setStrokeColorWithColor", signature: "(color: ca.ColorLike|ca.Image)",
      summary: "The colour of strokes, or an image as a pattern."
    ) { call, c in
      if let image = call.peek?.image {
        _ = call.next()
        return try c.setStrokePattern(image)
      }
      try c.setStrokeColor(try call.color())
    },
    context(
      "setRGBFillColor", signature: "(red: number, green: number, blue: number, alpha?: number)",
      summary: "The colour of fills by components from 0 to 1."
    ) { call, c in try c.setFillColor(try call.components(3)) },
    context(
      "setRGBStrokeColor", signature: "(red: number, green: number, blue: number, alpha?: number)",
      summary: "The colour of strokes by components from 0 to 1."
    ) { call, c in try c.setStrokeColor(try call.components(3)) },
    context("setGrayFillColor", signature: "(gray: number, alpha?: number)", summary: "The grey of fills, from 0 to 1.")
    { call, c in try c.setFillColor(try call.components(1)) },
    context(
      "setGrayStrokeColor", signature: "(gray: number, alpha?: number)", summary: "The grey of strokes, from 0 to 1."
    ) { call, c in try c.setStrokeColor(try call.components(1)) },
    context(
      "setFillPattern", signature: "(image: ca.ImageLike, rect?: ca.RectLike)",
      summary: "Fills with an image, tiled from a rect."
    ) { call, c in
      let image = try call.anyImage()
      try c.setFillPattern(image, rect: call.peek.map { !$0.isNil } == true ? try call.rect() : nil)
    },
    context(
      "setStrokePattern", signature: "(image: ca.ImageLike, rect?: ca.RectLike)",
      summary: "Strokes with an image, tiled from a rect."
    ) { call, c in
      let image = try call.anyImage()
      try c.setStrokePattern(image, rect: call.peek.map { !$0.isNil } == true ? try call.rect() : nil)
    },
    context("setLineWidth", signature: "(width: number)", summary: "The width of strokes in points.") { call, c in
      try c.setLineWidth(try call.number("the width"))
    },
    context("setLineCap", signature: "(cap: ca.LineCap)", summary: "The form of the ends of lines.") { call, c in
      try c.setLineCap(try call.option("line cap"))
    },
    context("setLineJoin", signature: "(join: ca.LineJoin)", summary: "The form of the corners of lines.") { call, c in
      try c.setLineJoin(try call.option("line join"))
    },
    context(
      "setMiterLimit", signature: "(limit: number)",
      summary: "The ratio of miter length to line width above which a corner is bevelled."
    ) { call, c in try c.setMiterLimit(try call.number("the limit")) },
    context(
      "setLineDash", signature: "(phase?: number, lengths?: number[])",
      summary: "Dashes and gaps in turn, in points; none for solid."
    ) { call, c in
      let phase = try call.number("the phase", default: 0)
      try c.setLineDash(phase: phase, lengths: try call.optionalNumbers("the lengths") ?? [])
    },
    context("setAlpha", signature: "(alpha: number)", summary: "The opacity of all painting, from 0 to 1.") { call, c in
      try c.setAlpha(try call.number("the alpha"))
    },
    context("setBlendMode", signature: "(mode: ca.BlendMode)", summary: "The blend mode of all painting.") { call, c in
      try c.setBlendMode(try call.constant("blend mode", "kCGBlendMode", BlendMode.graphicsModes) { $0.name })
    },
    context(
      "setShadow", "setShadowWithColor", signature: "(offset?: ca.SizeLike, blur?: number, color?: ca.ColorLike|false)",
      summary: "The shadow of all painting; no arguments remove it."
    ) { call, c in
      // A call without arguments turns shadows off.
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
    context(
      "setInterpolationQuality", signature: "(quality: ca.InterpolationQuality)", summary: "The sampling of images."
    ) { call, c in
      try c.setInterpolationQuality(
        try call.constant("quality", "kCGInterpolation", InterpolationQuality.allCases) { $0.rawValue })
    },
    context(
      "beginTransparencyLayer", "beginTransparencyLayerWithRect", signature: "(rect?: ca.RectLike)",
      summary: "Begins a group, which is painted as one picture with the current alpha, shadow and blend mode."
    ) { call, c in
      try c.beginTransparencyLayer(in: call.peek.map { !$0.isNil } == true ? try call.rect() : nil)
    },
    context("endTransparencyLayer", signature: "()", summary: "Ends the group and paints it.") { _, c in
      try c.endTransparencyLayer()
    },
    context(".ctm", signature: "ca.Transform", summary: "The coordinates' transform.") { call, c in
      call.binding.push(Transform3D(c.ctm))
    },
    context(".clipBounds", signature: "ca.Rect", summary: "The bounding box of the clip.") { call, c in
      call.binding.push(c.clipBounds)
    },
    context(".width", signature: "number", summary: "The width of the drawing, in points.") { call, c in
      call.binding.push(c.width)
    },
    context(".height", signature: "number", summary: "The height of the drawing, in points.") { call, c in
      call.binding.push(c.height)
    },
    context(".scale", signature: "number", summary: "Pixels per point.") { call, c in call.binding.push(c.scale) },
  ]

  private static let contextPaths: [Method] = [
    context("beginPath", signature: "()", summary: "Forgets the current path.") { _, c in try c.beginPath() },
    context("move", "moveToPoint", signature: "(x: number, y: number)", summary: "Begins a subpath at a point.") {
      call, c in try c.move(to: Point(try call.number("x"), try call.number("y")))
    },
    context("addLine", "addLineToPoint", signature: "(x: number, y: number)", summary: "A line from the current point.")
    { call, c in
      try c.addLine(to: Point(try call.number("x"), try call.number("y")))
    },
    context(
      "addQuadCurve", "addQuadCurveToPoint", signature: "(cx: number, cy: number, x: number, y: number)",
      summary: "A curve with one control point from the current point."
    ) { call, c in
      let control = Point(try call.number("cx"), try call.number("cy"))
      try c.addQuadCurve(control: control, to: Point(try call.number("x"), try call.number("y")))
    },
    context(
      "addCurve", "addCurveToPoint",
      signature: "(c1x: number, c1y: number, c2x: number, c2y: number, x: number, y: number)",
      summary: "A curve with two control points from the current point."
    ) { call, c in
      let c1 = Point(try call.number("c1x"), try call.number("c1y"))
      let c2 = Point(try call.number("c2x"), try call.number("c2y"))
      try c.addCurve(control1: c1, control2: c2, to: Point(try call.number("x"), try call.number("y")))
    },
    context(
      "addArc",
      signature: "(cx: number, cy: number, radius: number, startAngle: number, endAngle: number, clockwise?: boolean)",
      summary: "An arc, with a line to its start; angles in radians, increasing unless `clockwise`."
    ) { call, c in
      let center = Point(try call.number("cx"), try call.number("cy"))
      let r = try call.number("the radius")
      let start = try call.number("the start angle")
      let end = try call.number("the end angle")
      try c.addArc(
        center: center, radius: r, startAngle: start, endAngle: end,
        clockwise: try call.bool("clockwise", default: false))
    },
    context(
      "addArcTangent", "addArcToPoint", signature: "(x1: number, y1: number, x2: number, y2: number, radius: number)",
      summary: "A rounded corner: an arc that touches the lines to the first point and from there to the second."
    ) { call, c in
      let p1 = Point(try call.number("x1"), try call.number("y1"))
      let p2 = Point(try call.number("x2"), try call.number("y2"))
      try c.addArc(tangent1: p1, tangent2: p2, radius: try call.number("the radius"))
    },
    context("addRect", signature: "(rect: ca.RectLike)", summary: "A rectangle as a subpath.") { call, c in
      try c.addRect(try call.rect())
    },
    context(
      "addRoundedRect", signature: "(rect: ca.RectLike, rx: number, ry?: number)",
      summary: "A rectangle with round corners as a subpath."
    ) { call, c in
      let r = try call.rect()
      let rx = try call.number("rx")
      try c.addRoundedRect(r, rx: rx, ry: try call.number("ry", default: rx))
    },
    context(
      "addEllipse", "addEllipseInRect", signature: "(rect: ca.RectLike)", summary: "The ellipse in a rect as a subpath."
    ) { call, c in try c.addEllipse(in: try call.rect()) },
    context(
      "addPath", signature: "(path: ca.PathLike, transform?: ca.TransformLike)", summary: "The elements of a path."
    ) { call, c in
      let path = try call.anyPath()
      guard let argument = call.peek, !argument.isNil else { return try c.addPath(path) }
      try c.addPath(path.transformed(by: try call.affine()))
    },
    context("addLines", signature: "(points: ca.PointLike[])", summary: "A subpath through points.") { call, c in
      var path = Path()
      path.addLines(try call.points())
      try c.addPath(path)
    },
    context("closePath", "closeSubpath", signature: "()", summary: "A line back to where the subpath began.") { _, c in
      try c.closePath()
    },
  ]

  private static let contextQueries: [Method] = [
    context("copyPath", signature: "(): ca.Path", summary: "The current path.") { call, c in
      try call.answer(c.currentPath)
    },
    context("isPathEmpty", signature: "(): boolean", summary: "True if the current path has no elements.") { call, c in
      call.binding.push(c.currentPath.isEmpty)
    },
    context("pathBoundingBox", signature: "(): ca.Rect", summary: "The box around the current path's points.") {
      call, c in call.binding.push(c.currentPath.boundingBox)
    },
    context("pathCurrentPoint", signature: "(): ca.Point?", summary: "Where the next line begins.") { call, c in
      if let p = c.currentPath.currentPoint { call.binding.push(p) } else { call.binding.pushNil() }
    },
    context(
      "pathContainsPoint", signature: "(point: ca.PointLike, fillRule?: ca.PathFillRule): boolean",
      summary: "True if a point is inside the current path."
    ) { call, c in
      let p = try call.point()
      call.binding.push(c.currentPath.contains(p, rule: try call.fillRule()))
    },
  ]

  private static let contextPainting: [Method] = [
    context("fillPath", signature: "(fillRule?: ca.PathFillRule)", summary: "Fills the current path and forgets it.") {
      call, c in try c.fillPath(try call.fillRule())
    },
    context("strokePath", signature: "()", summary: "Strokes the current path and forgets it.") { _, c in
      try c.strokePath()
    },
    context("eoFillPath", signature: "()", summary: "Fills the current path by the even-odd rule and forgets it.") {
      _, c in try c.fillPath(.evenOdd)
    },
    context(
      "drawPath", signature: "(mode: ca.PathDrawingMode)",
      summary: "Fills or strokes the current path, or both, and forgets it."
    ) { call, c in
      try c.drawPath(try call.constant("drawing mode", "kCGPath", PathDrawingMode.allCases) { $0.rawValue })
    },
    context(
      "clip", signature: "(fillRule?: ca.PathFillRule)",
      summary: "Limits all painting to the current path, and forgets it."
    ) { call, c in try c.clip(try call.fillRule()) },
    context("eoClip", signature: "()", summary: "Clips to the current path by the even-odd rule.") { _, c in
      try c.clip(.evenOdd)
    },
    context("clipTo", "clipToRect", signature: "(rect: ca.RectLike)", summary: "Limits all painting to a rect.") {
      call, c in try c.clip(to: try call.rect())
    },
    context(
      "clipToMask", signature: "(rect: ca.RectLike, image: ca.ImageLike)",
      summary: "Limits all painting to an image's alpha, shown in a rect."
    ) { call, c in
      let r = try call.rect()
      try c.clipToMask(r, try call.anyImage())
    },
    context("fill", "fillRect", signature: "(rect: ca.RectLike)", summary: "Fills a rect.") { call, c in
      try c.fill(try call.rect())
    },
    context(
      "stroke", "strokeRect", "strokeRectWithWidth", signature: "(rect: ca.RectLike, width?: number)",
      summary: "Strokes a rect."
    ) { call, c in
      let r = try call.rect()
      try c.stroke(r, width: call.peek.map { !$0.isNil } == true ? try call.number("the width") : nil)
    },
    context(
      "strokeLineSegments", signature: "(points: ca.PointLike[])",
      summary: "Strokes lines, each between two points of the list."
    ) { call, c in try c.strokeLineSegments(between: try call.points()) },
    context(
      "fillEllipse", "fillEllipseInRect", signature: "(rect: ca.RectLike)", summary: "Fills the ellipse in a rect."
    ) { call, c in try c.fillEllipse(in: try call.rect()) },
    context(
      "strokeEllipse", "strokeEllipseInRect", signature: "(rect: ca.RectLike)",
      summary: "Strokes the ellipse in a rect."
    ) { call, c in try c.strokeEllipse(in: try call.rect()) },
    context("clear", "clearRect", signature: "(rect: ca.RectLike)", summary: "Makes a rect transparent.") { call, c in
      try c.clear(try call.rect())
    },
    context(
      "drawLinearGradient",
      signature:
        "(colors: ca.ColorLike[], locations: number[]?, startPoint: ca.PointLike, endPoint: ca.PointLike, options?: "
        + "ca.GradientOptions)",
      summary: "Paints colours along a line."
    ) { call, c in
      let (colors, locations) = try call.stops()
      let p0 = try call.point("a start point")
      let p1 = try call.point("an end point")
      try c.drawLinearGradient(colors, locations: locations, from: p0, to: p1, extends: try call.gradientOptions())
    },
    context(
      "drawRadialGradient",
      signature:
        "(colors: ca.ColorLike[], locations: number[]?, startCenter: ca.PointLike, startRadius: number, endCenter: "
        + "ca.PointLike, endRadius: number, options?: ca.GradientOptions)",
      summary: "Paints colours from one circle to another."
    ) { call, c in
      let (colors, locations) = try call.stops()
      let c0 = try call.point("a start centre")
      let r0 = try call.number("the start radius")
      let c1 = try call.point("an end centre")
      let r1 = try call.number("the end radius")
      try c.drawRadialGradient(
        colors, locations: locations, from: c0, startRadius: r0, to: c1, endRadius: r1,
        extends: try call.gradientOptions())
    },
    context(
      "drawConicGradient",
      signature: "(colors: ca.ColorLike[], locations: number[]?, center: ca.PointLike, angle?: number)",
      summary: "Paints colours around a point, from an angle in radians on."
    ) { call, c in
      let (colors, locations) = try call.stops()
      let center = try call.point("a centre")
      try c.drawConicGradient(
        colors, locations: locations, center: center, angle: try call.number("the angle", default: 0))
    },
    context("draw", signature: "(image: ca.ImageLike, rect: ca.RectLike)", summary: "Draws an image in a rect.") {
      call, c in
      let image = try call.anyImage()
      try c.draw(image, in: try call.rect())
    },
    // The C function takes the rectangle first.
    context(
      "drawImage", signature: "(rect: ca.RectLike, image: ca.ImageLike)",
      summary: "Draws an image, in the C function's order."
    ) { call, c in
      let r = try call.rect()
      try c.draw(try call.anyImage(), in: r)
    },
    context(
      "drawText", signature: "(text: ca.TextLike, place: ca.PointLike|ca.RectLike, attributes?: ca.DrawTextOptions)",
      summary: "Draws text: from a point, the left end of its baseline, or wrapped in a rect."
    ) { call, c in
      let text = try call.anyText()
      let place = call.next()
      let options = try call.textOptions([])
      // Four numbers are a rect, two are a point.
      if let r = place?.rect {
        return try c.drawText(
          text, in: r, attributes: options.attributes, truncation: options.truncation,
          maximumNumberOfLines: options.maximumLines)
      }
      guard let p = place?.point else {
        throw call.mismatch("a point such as {10, 20} or a rect such as {0, 0, 100, 50}", place)
      }
      guard options.truncation == .none else { throw call.error("truncation needs a rect to draw in, got a point") }
      guard options.maximumLines == 0 else {
        throw call.error("maximumNumberOfLines needs a rect to draw in, got a point")
      }
      try c.drawText(text, at: p, attributes: options.attributes)
    },
  ]
}

extension Argument {
  /// True for nil, and for false, which stands for nil.
  fileprivate var isNone: Bool { isNil || (type == LLUA_NODE_BOOLEAN && number == 0) }
}

extension Call {
  /// Reads red, green and blue (or one grey), and alpha, by default 1.
  fileprivate mutating func components(_ count: Int) throws -> Color {
    let names = count == 1 ? ["the gray"] : ["red", "green", "blue"]
    let c = try names.map { try number($0) }
    let alpha = try number("alpha", default: 1)
    return count == 1 ? Color(white: c[0], alpha: alpha) : Color(red: c[0], green: c[1], blue: c[2], alpha: alpha)
  }

  /// Reads a Core Graphics enumeration by its short name or the constant's name.
  fileprivate mutating func constant<T>(_ what: String, _ prefix: String, _ all: [T], _ short: (T) -> String) throws
    -> T
  {
    let name = try string("the \(what)")
    let folded = name.hasPrefix(prefix) ? name.dropFirst(prefix.count).lowercased() : nil
    if let value = all.first(where: { short($0) == name || short($0).lowercased() == folded }) { return value }
    let names = all.map(short)
    let near = nearest(name, among: names)
    throw error(
      "unknown \(what) \"\(name)\""
        + "\(near.map { "; did you mean \"\($0)\"?" } ?? "; there are \(names.joined(separator: ", "))")")
  }

  /// Reads the ends beyond which a gradient extends: by default both, else the named ones.
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

  /// Reads colours and their locations; nil locations mean evenly spaced.
  fileprivate mutating func stops() throws -> ([Color], [Double]?) {
    let argument = next()
    guard let items = argument?.items else { throw mismatch("a list of colours such as {\"red\", \"blue\"}", argument) }
    let colors = try items.enumerated().map { i, item in
      guard let c = item.color else {
        if let excess = item.colorExcess { throw error("value \(i + 1): \(excess)") }
        throw mismatch("a list of colours such as {\"red\", \"blue\"}", item)
      }
      return c
    }
    return (colors, try optionalNumbers("the locations"))
  }
}
