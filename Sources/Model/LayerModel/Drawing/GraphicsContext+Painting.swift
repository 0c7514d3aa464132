// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Pixels
import RenderTree

extension GraphicsContext {
  // MARK: The current path; each call uses it up

  /// Fills the current path and begins a new one.
  ///
  /// ```swift
  /// try context.addEllipse(in: Rect(0, 0, 40, 40))
  /// try context.addEllipse(in: Rect(10, 10, 20, 20))
  /// try context.fillPath(.evenOdd)  // a ring
  /// ```
  public func fillPath(_ rule: FillRule = .nonZero) throws {
    try check("fillPath")
    try paint(fill: rule, stroke: false, "fillPath")
  }

  /// Strokes the current path and begins a new one.
  ///
  /// ```swift
  /// try context.move(to: Point(0, 0))
  /// try context.addLine(to: Point(40, 20))
  /// try context.strokePath()
  /// ```
  public func strokePath() throws {
    try check("strokePath")
    try paint(fill: nil, stroke: true, "strokePath")
  }

  /// Fills, strokes or does both with the current path, and begins a new one.
  ///
  /// ```swift
  /// try context.addRoundedRect(Rect(2, 2, 60, 30), rx: 6, ry: 6)
  /// try context.drawPath(.fillStroke)
  /// ```
  public func drawPath(_ mode: PathDrawingMode) throws {
    try check("drawPath")
    switch mode {
    case .fill: try paint(fill: .nonZero, stroke: false, "drawPath")
    case .eoFill: try paint(fill: .evenOdd, stroke: false, "drawPath")
    case .stroke: try paint(fill: nil, stroke: true, "drawPath")
    case .fillStroke: try paint(fill: .nonZero, stroke: true, "drawPath")
    case .eoFillStroke: try paint(fill: .evenOdd, stroke: true, "drawPath")
    }
  }

  private func paint(fill rule: FillRule?, stroke: Bool, _ call: String) throws {
    let path = self.path
    self.path = Path()
    guard !path.isEmpty else { return }
    if let rule { try record(.fill(path, rule, state.fill), transform: .identity, call) }
    // The pen's shape is defined in user space, so the path is mapped back to it. In a singular space the pen has no
    // area.
    guard stroke, state.strokeStyle.width > 0 else { return }
    if state.ctm.isIdentity {
      try record(.stroke(path, state.strokeStyle, state.stroke), transform: .identity, call)
    } else if let inverse = state.ctm.inverted {
      let user = path.transformed(by: inverse)
      guard user.points.allSatisfy(\.isFinite) else { return }
      try record(.stroke(user, state.strokeStyle, state.stroke), transform: state.ctm, call)
    }
  }

  /// Clips the following operations to the current path and begins a new one.
  ///
  /// ```swift
  /// try context.saveGState()
  /// try context.addEllipse(in: Rect(0, 0, 40, 40))
  /// try context.clip()
  /// try context.draw(image, in: Rect(0, 0, 40, 40))
  /// try context.restoreGState()
  /// ```
  public func clip(_ rule: FillRule = .nonZero) throws {
    try check("clip")
    let path = self.path
    guard !path.isEmpty else { throw failure("clip", "there is no current path; add one first") }
    self.path = Path()
    try clip(to: path, rule, "clip")
  }

  /// Clips the following operations to a rectangle in user space.
  public func clip(to r: Rect) throws {
    try check("clipTo")
    try clip(to: r, "clipTo")
  }

  func clip(to r: Rect, _ call: String) throws {
    let r = try rect(r, "rect", call)
    try count(segments: 5, call)
    let t = state.ctm
    guard t.b == 0, t.c == 0 else { return try clip(to: Path(rect: r).transformed(by: t), .nonZero, call) }
    let box = t.boundingBox(of: r)
    let parent = state.rectClip == nil ? state.clip : state.rectClip?.parent
    let area = state.rectClip.map { $0.rect.intersection(box) ?? Rect(box.x, box.y, 0, 0) } ?? box
    state.clip = DrawingClip(area: .path(Path(rect: area), .nonZero), parent: parent)
    state.rectClip = (area, parent)
    narrow(to: area)
  }

  private func clip(to path: Path, _ rule: FillRule, _ call: String) throws {
    try link(.path(path, rule), call)
    narrow(to: Rect(around: path.points))
  }

  /// Multiplies the following operations by an image's alpha, stretched to a rectangle in user space. Nothing is drawn
  /// outside it.
  ///
  /// As in Core Graphics, an opaque image masks by its luminance: white passes.
  ///
  /// ```swift
  /// try context.clipToMask(Rect(0, 0, 64, 64), image)
  /// try context.fill(context.bounds)
  /// ```
  public func clipToMask(_ r: Rect, _ image: Image) throws {
    try check("clipToMask")
    let r = try rect(r, "rect", "clipToMask")
    var bitmap = image.bitmap(forScale: imageScale)
    if bitmap.isOpaque { bitmap = try luminanceMask(of: bitmap) }
    let unit = AffineTransform(
      a: r.width, b: 0, c: 0, d: isFlipped ? -r.height : r.height, tx: r.x, ty: isFlipped ? r.maxY : r.y)
    try link(.mask(bitmap, unit.concat(state.ctm)), "clipToMask")
    narrow(to: state.ctm.boundingBox(of: r))
  }

  /// Returns the luminance mask of an image, cached for the duration of the drawing.
  private func luminanceMask(of bitmap: Bitmap) throws -> Bitmap {
    if let known = luminanceMasks.first(where: { $0.image === bitmap }) { return known.mask }
    try grow(by: bitmap.width * bitmap.height * 4, "clipToMask")
    let mask = try bitmap.luminanceAsAlpha()
    luminanceMasks.append((bitmap, mask))
    return mask
  }

  private func link(_ area: DrawingClip.Area, _ call: String) throws {
    guard (state.clip?.depth ?? 0) < budget.clips else {
      throw limit(call, "at most \(budget.clips) clips can be combined; put each between saveGState and restoreGState")
    }
    state.clip = DrawingClip(area: area, parent: state.clip)
    state.rectClip = nil
  }

  func narrow(to box: Rect) {
    state.clipBounds = state.clipBounds.intersection(box) ?? Rect(state.clipBounds.x, state.clipBounds.y, 0, 0)
  }

  // MARK: Rectangles and ellipses, in user space; the current path is left alone

  /// Fills a rectangle.
  public func fill(_ r: Rect) throws {
    try check("fill")
    try area(Path(rect: try rect(r, "rect", "fill")), "fill")
  }

  /// Strokes a rectangle.
  ///
  /// - Parameter width: overrides the current line width; nil uses it.
  public func stroke(_ r: Rect, width: Double? = nil) throws {
    try check("stroke")
    let r = try rect(r, "rect", "stroke")
    let saved = state.strokeStyle.width
    defer { state.strokeStyle.width = saved }
    if let width { try setLineWidth(width) }
    try outline(Path(rect: r), "stroke")
  }

  /// Strokes a line between each pair of points.
  ///
  /// ```swift
  /// try context.strokeLineSegments(between: [Point(0, 0), Point(10, 10), Point(20, 0), Point(30, 10)])  // two lines
  /// ```
  public func strokeLineSegments(between points: [Point]) throws {
    try check("strokeLineSegments")
    guard points.count % 2 == 0 else {
      throw failure("strokeLineSegments", "an even number of points is needed, two for each line, got \(points.count)")
    }
    var p = Path()
    for i in stride(from: 0, to: points.count, by: 2) {
      try point(points[i], "the points", "strokeLineSegments")
      try point(points[i + 1], "the points", "strokeLineSegments")
      p.move(to: points[i])
      p.addLine(to: points[i + 1])
    }
    guard !p.isEmpty else { return }
    try outline(p, "strokeLineSegments")
  }

  /// Fills the ellipse inscribed in a rectangle.
  public func fillEllipse(in r: Rect) throws {
    try check("fillEllipse")
    var p = Path()
    p.addEllipse(in: try rect(r, "rect", "fillEllipse"))
    try area(p, "fillEllipse")
  }

  /// Strokes the ellipse inscribed in a rectangle.
  public func strokeEllipse(in r: Rect) throws {
    try check("strokeEllipse")
    var p = Path()
    p.addEllipse(in: try rect(r, "rect", "strokeEllipse"))
    try outline(p, "strokeEllipse")
  }

  private func area(_ p: Path, _ call: String) throws {
    try count(segments: p.verbs.count, call)
    try record(.fill(p, .nonZero, state.fill), transform: state.ctm, call)
  }

  private func outline(_ p: Path, _ call: String) throws {
    try count(segments: p.verbs.count, call)
    guard state.strokeStyle.width > 0 else { return }
    try record(.stroke(p, state.strokeStyle, state.stroke), transform: state.ctm, call)
  }

  /// Makes a rectangle transparent, within the clip.
  public func clear(_ r: Rect) throws {
    try check("clear")
    try record(.clear(try rect(r, "rect", "clear")), transform: state.ctm, "clear")
  }

  // MARK: Gradients over all that the clip leaves

  /// Draws a gradient along a line over the clip.
  ///
  /// ```swift
  /// let stripe = context.bounds
  /// try context.drawLinearGradient([.yellow, .red], locations: nil, from: Point(0, 0), to: Point(0, stripe.height))
  /// ```
  ///
  /// - Parameters:
  ///   - locations: one for each colour, non-decreasing, within 0…1; nil spaces the colours evenly.
  ///   - extends: true to extend the first and last colours beyond the ends.
  public func drawLinearGradient(
    _ colors: [Color], locations: [Double]?, from p0: Point, to p1: Point,
    extends: (start: Bool, end: Bool) = (true, true)
  ) throws {
    try check("drawLinearGradient")
    try point(p0, "the start point", "drawLinearGradient")
    try point(p1, "the end point", "drawLinearGradient")
    try gradient(
      .linear(from: p0, to: p1), colors: colors, locations: locations, extends: extends, call: "drawLinearGradient")
  }

  /// Draws a gradient from one circle to another over the clip.
  ///
  /// ```swift
  /// let middle = Point(32, 32)
  /// try context.drawRadialGradient(
  ///   [.white, .orange, .clear], locations: [0, 0.5, 1], from: middle, startRadius: 0, to: middle, endRadius: 32)
  /// ```
  public func drawRadialGradient(
    _ colors: [Color], locations: [Double]?, from c0: Point, startRadius r0: Double, to c1: Point, endRadius r1: Double,
    extends: (start: Bool, end: Bool) = (true, true)
  ) throws {
    try check("drawRadialGradient")
    try point(c0, "the start centre", "drawRadialGradient")
    try point(c1, "the end centre", "drawRadialGradient")
    try number(r0, "the start radius", "drawRadialGradient")
    try number(r1, "the end radius", "drawRadialGradient")
    guard r0 >= 0, r1 >= 0 else {
      throw failure("drawRadialGradient", "radii must not be negative, got \(numberText(r0)), \(numberText(r1))")
    }
    try gradient(
      .radial(from: c0, startRadius: r0, to: c1, endRadius: r1), colors: colors, locations: locations, extends: extends,
      call: "drawRadialGradient")
  }

  /// Draws a gradient around a centre over the clip.
  ///
  /// ```swift
  /// try context.drawConicGradient([.red, .yellow, .red], locations: nil, center: Point(32, 32), angle: -.pi / 2)
  /// ```
  ///
  /// - Parameter angle: the start of the first colour, in radians from +x toward +y.
  public func drawConicGradient(_ colors: [Color], locations: [Double]?, center: Point, angle: Double) throws {
    try check("drawConicGradient")
    try point(center, "the centre", "drawConicGradient")
    try number(angle, "the angle", "drawConicGradient")
    try gradient(
      .conic(center: center, angle: angle), colors: colors, locations: locations, extends: (true, true),
      call: "drawConicGradient")
  }

  private func gradient(
    _ kind: DrawingGradient.Kind, colors: [Color], locations: [Double]?, extends: (start: Bool, end: Bool), call: String
  ) throws {
    guard !colors.isEmpty else { throw failure(call, "at least one colour is needed") }
    for color in colors { _ = try finite(color, call) }
    try grow(by: colors.count * (MemoryLayout<Color>.stride + MemoryLayout<Double>.stride), call)
    let stops: GradientStops
    switch gradientStops(colors: colors, locations: locations) {
    case .success(let s): stops = s
    case .failure(let problem): throw failure(call, problem.message)
    }
    try record(
      .gradient(DrawingGradient(kind: kind, stops: stops, extendsStart: extends.start, extendsEnd: extends.end)),
      transform: state.ctm, call)
  }
}

/// The problem with the locations of a gradient.
struct GradientProblem: Error { var message: String }

/// Pairs colours with locations, evenly spaced if there are none. Locations must be as many as colours, within 0…1, and
/// non-decreasing.
func gradientStops(colors: [Color], locations: [Double]?) -> Result<GradientStops, GradientProblem> {
  guard let locations else {
    let last = Double(max(colors.count - 1, 1))
    return .success(GradientStops(colors: colors, locations: colors.indices.map { Double($0) / last }))
  }
  guard locations.count == colors.count else {
    return .failure(
      GradientProblem(
        message:
          "there are \(colors.count) colors and \(locations.count) locations; give one location per colour, or none"))
  }
  var result: [Double] = []
  result.reserveCapacity(locations.count)
  for (i, v) in locations.enumerated() {
    guard v >= -1e-6, v <= 1 + 1e-6 else {
      return .failure(
        GradientProblem(message: "locations[\(i + 1)] is \(numberText(v)); locations lie between 0 and 1"))
    }
    let clamped = min(max(v, 0), 1)
    if let previous = result.last, clamped < previous {
      return .failure(
        GradientProblem(
          message:
            "locations[\(i + 1)] is \(numberText(v)), less than the one before it (\(numberText(previous))); locations "
            + "must not fall"
        ))
    }
    result.append(clamped)
  }
  return .success(GradientStops(colors: colors, locations: result))
}

extension Bitmap {
  /// Returns a white bitmap whose alpha is the colours' luminance (Rec. 709 weights on the encoded components; exact
  /// for greys).
  fileprivate func luminanceAsAlpha() throws -> Bitmap {
    try Bitmap(width: width, height: height, scale: scale) { out in
      for i in out.indices {
        let p = pixels[i]
        // The weights add up to 65536.
        let y = ((p & 255) * 13933 + (p >> 8 & 255) * 46871 + (p >> 16 & 255) * 4732 + 32768) >> 16
        out[i] = y * 0x0101_0101
      }
    }
  }
}
