// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Pixels
import RenderTree
import SystemCairo

/// The operations common to both drawing contexts: a scene is written once and drawn by each. Points, y down, angles in
/// radians.
protocol Canvas: AnyObject {
  func save() throws
  func restore() throws
  func translate(_ x: Double, _ y: Double) throws
  func scale(_ x: Double, _ y: Double) throws
  func rotate(_ angle: Double) throws

  func move(_ x: Double, _ y: Double) throws
  func line(_ x: Double, _ y: Double) throws
  func curve(_ c1x: Double, _ c1y: Double, _ c2x: Double, _ c2y: Double, _ x: Double, _ y: Double) throws
  func arc(_ cx: Double, _ cy: Double, _ r: Double, _ start: Double, _ end: Double, clockwise: Bool) throws
  func rect(_ x: Double, _ y: Double, _ w: Double, _ h: Double) throws
  func close() throws

  func fill(_ color: Color, _ rule: FillRule) throws
  func stroke(_ color: Color, _ style: StrokeStyle) throws
  func clip(_ rule: FillRule) throws

  func blend(_ mode: BlendMode) throws
  /// Paints the whole clip area.
  func paint(_ color: Color) throws
  func linear(_ stops: [(Double, Color)], _ p0: Point, _ p1: Point, extends: Bool) throws
  func radial(_ stops: [(Double, Color)], _ c0: Point, _ r0: Double, _ c1: Point, _ r1: Double, extends: Bool) throws
  func image(_ image: Bitmap, _ rect: Rect, smooth: Bool) throws
  /// Fills a rectangle with a colour through the alpha of an image stretched over it.
  func masked(_ color: Color, by image: Bitmap, _ rect: Rect) throws
  /// Fills the current path with tiles.
  func pattern(_ image: Bitmap, tile: Rect) throws
  /// Draws `body` as one transparency group.
  func group(alpha: Double, _ body: () throws -> Void) throws
}

extension Canvas {
  func fill(_ color: Color) throws { try fill(color, .nonZero) }
  func clip() throws { try clip(.nonZero) }
  func stroke(_ color: Color, width: Double) throws { try stroke(color, StrokeStyle(width: width)) }

  /// Adds a path to the current path, element by element.
  func add(_ path: Path) throws {
    var i = 0
    var current = Point.zero
    let p = path.points
    for verb in path.verbs {
      switch verb {
      case .move: try move(p[i].x, p[i].y)
      case .line: try line(p[i].x, p[i].y)
      case .quad:
        // Elevated to a cubic, which Cairo supports.
        let c1 = current + (p[i] - current) * (2.0 / 3)
        let c2 = p[i + 1] + (p[i] - p[i + 1]) * (2.0 / 3)
        try curve(c1.x, c1.y, c2.x, c2.y, p[i + 1].x, p[i + 1].y)
      case .cubic: try curve(p[i].x, p[i].y, p[i + 1].x, p[i + 1].y, p[i + 2].x, p[i + 2].y)
      case .close: try close()
      }
      i += verb.pointCount
      if i > 0 { current = p[i - 1] }
    }
  }
}

/// A canvas of the engine's own drawing context.
final class ContextCanvas: Canvas {
  let context: GraphicsContext
  init(_ context: GraphicsContext) { self.context = context }

  func save() throws { try context.saveGState() }
  func restore() throws { try context.restoreGState() }
  func translate(_ x: Double, _ y: Double) throws { try context.translateBy(x, y) }
  func scale(_ x: Double, _ y: Double) throws { try context.scaleBy(x, y) }
  func rotate(_ angle: Double) throws { try context.rotate(angle) }

  func move(_ x: Double, _ y: Double) throws { try context.move(to: Point(x, y)) }
  func line(_ x: Double, _ y: Double) throws { try context.addLine(to: Point(x, y)) }
  func curve(_ c1x: Double, _ c1y: Double, _ c2x: Double, _ c2y: Double, _ x: Double, _ y: Double) throws {
    try context.addCurve(control1: Point(c1x, c1y), control2: Point(c2x, c2y), to: Point(x, y))
  }
  func arc(_ cx: Double, _ cy: Double, _ r: Double, _ start: Double, _ end: Double, clockwise: Bool) throws {
    try context.addArc(center: Point(cx, cy), radius: r, startAngle: start, endAngle: end, clockwise: clockwise)
  }
  func rect(_ x: Double, _ y: Double, _ w: Double, _ h: Double) throws { try context.addRect(Rect(x, y, w, h)) }
  func close() throws { try context.closePath() }

  func fill(_ color: Color, _ rule: FillRule) throws {
    try context.setFillColor(color)
    try context.fillPath(rule)
  }
  func stroke(_ color: Color, _ style: StrokeStyle) throws {
    try context.setStrokeColor(color)
    try context.setLineWidth(style.width)
    try context.setLineCap(style.cap)
    try context.setLineJoin(style.join)
    try context.setMiterLimit(style.miterLimit)
    try context.setLineDash(phase: style.dashPhase, lengths: style.dashPattern)
    try context.strokePath()
  }
  func clip(_ rule: FillRule) throws { try context.clip(rule) }

  func blend(_ mode: BlendMode) throws { try context.setBlendMode(mode) }
  func paint(_ color: Color) throws {
    try context.setFillColor(color)
    // Beyond the clip's bounding box, so that the rectangle's own edges have no effect.
    try context.fill(context.clipBounds.insetBy(dx: -2, dy: -2))
  }
  func linear(_ stops: [(Double, Color)], _ p0: Point, _ p1: Point, extends: Bool) throws {
    try context.drawLinearGradient(
      stops.map(\.1), locations: stops.map(\.0), from: p0, to: p1, extends: (extends, extends))
  }
  func radial(_ stops: [(Double, Color)], _ c0: Point, _ r0: Double, _ c1: Point, _ r1: Double, extends: Bool) throws {
    try context.drawRadialGradient(
      stops.map(\.1), locations: stops.map(\.0), from: c0, startRadius: r0, to: c1, endRadius: r1,
      extends: (extends, extends))
  }
  func image(_ image: Bitmap, _ rect: Rect, smooth: Bool) throws {
    try context.setInterpolationQuality(smooth ? .low : .none)
    try context.draw(Image(image), in: rect)
  }
  func masked(_ color: Color, by image: Bitmap, _ rect: Rect) throws {
    try context.saveGState()
    try context.clipToMask(rect, Image(image))
    try context.setFillColor(color)
    try context.fill(rect)
    try context.restoreGState()
  }
  func pattern(_ image: Bitmap, tile: Rect) throws {
    try context.setFillPattern(Image(image), rect: tile)
    try context.fillPath()
  }
  func group(alpha: Double, _ body: () throws -> Void) throws {
    try context.saveGState()
    try context.setAlpha(alpha)
    try context.beginTransparencyLayer()
    try body()
    try context.endTransparencyLayer()
    try context.restoreGState()
  }
}

/// A canvas of Cairo, magnified; its picture is averaged down, so that edges are finer than Cairo's own 15×17 samples
/// per pixel.
final class CairoCanvas: Canvas {
  let cairo: OpaquePointer
  init(_ cairo: OpaquePointer) { self.cairo = cairo }

  func save() { cairo_save(cairo) }
  func restore() { cairo_restore(cairo) }
  func translate(_ x: Double, _ y: Double) { cairo_translate(cairo, x, y) }
  func scale(_ x: Double, _ y: Double) { cairo_scale(cairo, x, y) }
  func rotate(_ angle: Double) { cairo_rotate(cairo, angle) }

  func move(_ x: Double, _ y: Double) { cairo_move_to(cairo, x, y) }
  func line(_ x: Double, _ y: Double) { cairo_line_to(cairo, x, y) }
  func curve(_ c1x: Double, _ c1y: Double, _ c2x: Double, _ c2y: Double, _ x: Double, _ y: Double) {
    cairo_curve_to(cairo, c1x, c1y, c2x, c2y, x, y)
  }
  func arc(_ cx: Double, _ cy: Double, _ r: Double, _ start: Double, _ end: Double, clockwise: Bool) {
    if clockwise { cairo_arc_negative(cairo, cx, cy, r, start, end) } else { cairo_arc(cairo, cx, cy, r, start, end) }
  }
  func rect(_ x: Double, _ y: Double, _ w: Double, _ h: Double) { cairo_rectangle(cairo, x, y, w, h) }
  func close() { cairo_close_path(cairo) }

  private func set(_ c: Color) { cairo_set_source_rgba(cairo, c.red, c.green, c.blue, c.alpha) }
  private func set(_ rule: FillRule) {
    cairo_set_fill_rule(cairo, rule == .nonZero ? CAIRO_FILL_RULE_WINDING : CAIRO_FILL_RULE_EVEN_ODD)
  }
  func fill(_ color: Color, _ rule: FillRule) {
    set(color)
    set(rule)
    cairo_fill(cairo)
  }
  func stroke(_ color: Color, _ style: StrokeStyle) {
    set(color)
    cairo_set_line_width(cairo, style.width)
    cairo_set_line_cap(
      cairo,
      style.cap == .butt ? CAIRO_LINE_CAP_BUTT : style.cap == .round ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_SQUARE)
    cairo_set_line_join(
      cairo,
      style.join == .miter
        ? CAIRO_LINE_JOIN_MITER : style.join == .round ? CAIRO_LINE_JOIN_ROUND : CAIRO_LINE_JOIN_BEVEL)
    cairo_set_miter_limit(cairo, style.miterLimit)
    cairo_set_dash(cairo, style.dashPattern, Int32(style.dashPattern.count), style.dashPhase)
    cairo_stroke(cairo)
  }
  func clip(_ rule: FillRule) {
    set(rule)
    cairo_clip(cairo)
  }

  func blend(_ mode: BlendMode) { cairo_set_operator(cairo, mode.cairo ?? CAIRO_OPERATOR_OVER) }
  func paint(_ color: Color) {
    set(color)
    cairo_paint(cairo)
  }
  private func add(_ stops: [(Double, Color)], to pattern: OpaquePointer?, extends: Bool) {
    for (at, c) in stops { cairo_pattern_add_color_stop_rgba(pattern, at, c.red, c.green, c.blue, c.alpha) }
    cairo_pattern_set_extend(pattern, extends ? CAIRO_EXTEND_PAD : CAIRO_EXTEND_NONE)
    cairo_set_source(cairo, pattern)
    cairo_paint(cairo)
    cairo_pattern_destroy(pattern)
  }
  func linear(_ stops: [(Double, Color)], _ p0: Point, _ p1: Point, extends: Bool) {
    add(stops, to: cairo_pattern_create_linear(p0.x, p0.y, p1.x, p1.y), extends: extends)
  }
  func radial(_ stops: [(Double, Color)], _ c0: Point, _ r0: Double, _ c1: Point, _ r1: Double, extends: Bool) {
    add(stops, to: cairo_pattern_create_radial(c0.x, c0.y, r0, c1.x, c1.y, r1), extends: extends)
  }

  /// Calls `body` with the image as a Cairo surface, in units of its pixels.
  private func with(_ image: Bitmap, _ body: (OpaquePointer?) -> Void) {
    guard let surface = makeSurface(image) else { return }
    body(surface)
    cairo_surface_destroy(surface)
  }
  func image(_ image: Bitmap, _ rect: Rect, smooth: Bool) {
    with(image) { surface in
      cairo_save(cairo)
      cairo_rectangle(cairo, rect.x, rect.y, rect.width, rect.height)
      cairo_clip(cairo)
      cairo_translate(cairo, rect.x, rect.y)
      cairo_scale(cairo, rect.width / Double(image.width), rect.height / Double(image.height))
      cairo_set_source_surface(cairo, surface, 0, 0)
      cairo_pattern_set_filter(cairo_get_source(cairo), smooth ? CAIRO_FILTER_BILINEAR : CAIRO_FILTER_NEAREST)
      cairo_pattern_set_extend(cairo_get_source(cairo), CAIRO_EXTEND_PAD)
      cairo_paint(cairo)
      cairo_restore(cairo)
    }
  }
  func masked(_ color: Color, by image: Bitmap, _ rect: Rect) {
    with(image) { surface in
      cairo_save(cairo)
      cairo_rectangle(cairo, rect.x, rect.y, rect.width, rect.height)
      cairo_clip(cairo)
      let mask = cairo_pattern_create_for_surface(surface)
      var matrix = cairo_matrix_t()
      cairo_matrix_init_scale(&matrix, Double(image.width) / rect.width, Double(image.height) / rect.height)
      cairo_matrix_translate(&matrix, -rect.x, -rect.y)
      cairo_pattern_set_matrix(mask, &matrix)
      cairo_pattern_set_filter(mask, CAIRO_FILTER_BILINEAR)
      cairo_pattern_set_extend(mask, CAIRO_EXTEND_PAD)
      set(color)
      cairo_mask(cairo, mask)
      cairo_pattern_destroy(mask)
      cairo_restore(cairo)
    }
  }
  func pattern(_ image: Bitmap, tile: Rect) {
    with(image) { surface in
      let pattern = cairo_pattern_create_for_surface(surface)
      var matrix = cairo_matrix_t()
      cairo_matrix_init_scale(&matrix, Double(image.width) / tile.width, Double(image.height) / tile.height)
      cairo_matrix_translate(&matrix, -tile.x, -tile.y)
      cairo_pattern_set_matrix(pattern, &matrix)
      cairo_pattern_set_extend(pattern, CAIRO_EXTEND_REPEAT)
      cairo_pattern_set_filter(pattern, CAIRO_FILTER_BILINEAR)
      cairo_set_source(cairo, pattern)
      cairo_fill(cairo)
      cairo_pattern_destroy(pattern)
    }
  }
  func group(alpha: Double, _ body: () throws -> Void) rethrows {
    cairo_save(cairo)
    cairo_push_group(cairo)
    cairo_set_operator(cairo, CAIRO_OPERATOR_OVER)
    try body()
    cairo_pop_group_to_source(cairo)
    cairo_paint_with_alpha(cairo, alpha)
    cairo_restore(cairo)
  }
}

extension BlendMode {
  /// Cairo's operator; nil if it has no equivalent.
  var cairo: cairo_operator_t? {
    switch self {
    case .normal: CAIRO_OPERATOR_OVER
    case .multiply: CAIRO_OPERATOR_MULTIPLY
    case .screen: CAIRO_OPERATOR_SCREEN
    case .overlay: CAIRO_OPERATOR_OVERLAY
    case .darken: CAIRO_OPERATOR_DARKEN
    case .lighten: CAIRO_OPERATOR_LIGHTEN
    case .colorDodge: CAIRO_OPERATOR_COLOR_DODGE
    case .colorBurn: CAIRO_OPERATOR_COLOR_BURN
    case .softLight: CAIRO_OPERATOR_SOFT_LIGHT
    case .hardLight: CAIRO_OPERATOR_HARD_LIGHT
    case .difference: CAIRO_OPERATOR_DIFFERENCE
    case .exclusion: CAIRO_OPERATOR_EXCLUSION
    case .hue: CAIRO_OPERATOR_HSL_HUE
    case .saturation: CAIRO_OPERATOR_HSL_SATURATION
    case .color: CAIRO_OPERATOR_HSL_COLOR
    case .luminosity: CAIRO_OPERATOR_HSL_LUMINOSITY
    case .clear: CAIRO_OPERATOR_CLEAR
    case .copy: CAIRO_OPERATOR_SOURCE
    case .sourceIn: CAIRO_OPERATOR_IN
    case .sourceOut: CAIRO_OPERATOR_OUT
    case .sourceAtop: CAIRO_OPERATOR_ATOP
    case .destinationOver: CAIRO_OPERATOR_DEST_OVER
    case .destinationIn: CAIRO_OPERATOR_DEST_IN
    case .destinationOut: CAIRO_OPERATOR_DEST_OUT
    case .destinationAtop: CAIRO_OPERATOR_DEST_ATOP
    case .xor: CAIRO_OPERATOR_XOR
    case .plusLighter: CAIRO_OPERATOR_ADD
    default: nil
    }
  }
}
