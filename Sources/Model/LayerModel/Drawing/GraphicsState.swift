// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Pixels
import RenderTree

/// The quality of image sampling: `CGInterpolationQuality`.
public enum InterpolationQuality: String, CaseIterable, Sendable {
  case `default`, none, low, medium, high

  var filter: SamplingFilter {
    switch self {
    case .none: .nearest
    case .default, .low: .linear
    case .medium, .high: .trilinear
    }
  }
}

/// The operation by which `drawPath` paints the current path: `CGPathDrawingMode`.
public enum PathDrawingMode: String, CaseIterable, Sendable {
  case fill, eoFill, stroke, fillStroke, eoFillStroke
}

/// The graphics state that `saveGState` pushes.
struct GraphicsState {
  /// The transform from user space to the recording's coordinates.
  var ctm: AffineTransform
  var fill = DrawingPaint.color(.black)
  var stroke = DrawingPaint.color(.black)
  var strokeStyle = StrokeStyle()
  var alpha = 1.0
  var blendMode = BlendMode.normal
  var shadow: DrawingShadow?
  var quality = InterpolationQuality.default
  var clip: DrawingClip?
  /// The innermost clip's rectangle and the clip outside it; nil if that clip is not an axis-aligned rectangle.
  var rectClip: (rect: Rect, parent: DrawingClip?)?
  /// The bounding box of the clip, in the recording's coordinates.
  var clipBounds: Rect

  init(ctm: AffineTransform, clipBounds: Rect) {
    self.ctm = ctm
    self.clipBounds = clipBounds
  }
}

extension GraphicsContext {
  /// Pushes the state, which `restoreGState` restores.
  ///
  /// ```swift
  /// try context.saveGState()
  /// try context.translateBy(20, 20)
  /// try context.rotate(.pi / 6)
  /// try context.fill(Rect(-5, -5, 10, 10))
  /// try context.restoreGState()
  /// ```
  public func saveGState() throws {
    try check("saveGState")
    guard savedStates.count < budget.savedStates else {
      throw limit(
        "saveGState", "at most \(budget.savedStates) states can be saved; call restoreGState for each saveGState")
    }
    savedStates.append(state)
  }

  /// Restores the last saved state.
  ///
  /// - Throws: if there is no saved state, or none since the current transparency layer began.
  public func restoreGState() throws {
    try check("restoreGState")
    guard savedStates.count > (layerMarks.last ?? 0), let saved = savedStates.popLast() else {
      throw failure(
        "restoreGState",
        layerMarks.isEmpty
          ? "there is no saved state; call saveGState first" : "no state was saved since beginTransparencyLayer")
    }
    state = saved
  }

  // MARK: The current transformation

  /// Translates the coordinates.
  public func translateBy(_ x: Double, _ y: Double) throws {
    try check("translateBy")
    try number(x, "x", "translateBy")
    try number(y, "y", "translateBy")
    try concatenate(.translation(x, y), "translateBy")
  }

  /// Scales the coordinates.
  public func scaleBy(_ x: Double, _ y: Double) throws {
    try check("scaleBy")
    try number(x, "x", "scaleBy")
    try number(y, "y", "scaleBy")
    try concatenate(.scale(x, y), "scaleBy")
  }

  /// Rotates the coordinates by an angle in radians, +x toward +y.
  ///
  /// ```swift
  /// // Twelve strokes of a dial.
  /// try context.translateBy(32, 32)
  /// for _ in 0..<12 {
  ///   try context.rotate(.pi / 6)
  ///   try context.fill(Rect(-1, -30, 2, 6))
  /// }
  /// ```
  public func rotate(_ angle: Double) throws {
    try check("rotate")
    try number(angle, "angle", "rotate")
    let r = Transform3D.rotation(angle)
    try concatenate(AffineTransform(a: r.m11, b: r.m12, c: r.m21, d: r.m22, tx: 0, ty: 0), "rotate")
  }

  /// Applies a transform before the current one: ctm = transform · ctm.
  ///
  /// ```swift
  /// try context.concatenate(AffineTransform(a: 1, b: 0, c: 0.3, d: 1, tx: 0, ty: 0))  // slants by 0.3
  /// ```
  public func concatenate(_ transform: AffineTransform) throws {
    try check("concatenate")
    guard transform.isFinite else { throw failure("concatenate", "every number of the transform must be finite") }
    try concatenate(transform, "concatenate")
  }

  private func concatenate(_ transform: AffineTransform, _ call: String) throws {
    let next = transform.concat(state.ctm)
    guard next.isFinite else { throw failure(call, "the current transformation exceeds the number range") }
    state.ctm = next
  }

  // MARK: Colours, lines, effects

  /// Sets the colour for fills and text.
  public func setFillColor(_ color: Color) throws {
    try check("setFillColor")
    state.fill = .color(try finite(color, "setFillColor"))
  }

  /// Sets the colour for strokes.
  public func setStrokeColor(_ color: Color) throws {
    try check("setStrokeColor")
    state.stroke = .color(try finite(color, "setStrokeColor"))
  }

  func finite(_ c: Color, _ call: String) throws -> Color {
    guard c.red.isFinite, c.green.isFinite, c.blue.isFinite, c.alpha.isFinite else {
      throw failure(call, "every component of the colour must be finite")
    }
    return c
  }

  /// Sets a fill pattern: an image repeated upright from the origin of `bounds`, unaffected by the current
  /// transformation.
  ///
  /// ```swift
  /// try context.setFillPattern(image, rect: Rect(0, 0, 8, 8))
  /// try context.fill(context.bounds)
  /// ```
  ///
  /// - Parameter rect: the rectangle of one tile, in base coordinates; nil for the image's own size at the origin of
  ///   `bounds`.
  public func setFillPattern(_ image: Image, rect: Rect? = nil) throws {
    try check("setFillPattern")
    state.fill = try pattern(image, rect, "setFillPattern")
  }

  /// Sets a stroke pattern, like `setFillPattern`.
  ///
  /// ```swift
  /// try context.setStrokePattern(image)
  /// try context.strokeEllipse(in: Rect(4, 4, 40, 40))
  /// ```
  public func setStrokePattern(_ image: Image, rect: Rect? = nil) throws {
    try check("setStrokePattern")
    state.stroke = try pattern(image, rect, "setStrokePattern")
  }

  private func pattern(_ image: Image, _ rect: Rect?, _ call: String) throws -> DrawingPaint {
    let bitmap = image.bitmap(forScale: imageScale)
    var tile = Rect(bounds.x, bounds.y, image.size.width, image.size.height)
    if let rect {
      tile = try self.rect(rect, "rect", call)
      guard !tile.isEmpty else {
        throw failure(call, "rect must not be empty, got \(numberText(tile.width))×\(numberText(tile.height))")
      }
    }
    return .pattern(
      Pattern(image: bitmap, transform: patternPlacement(of: bitmap, in: base.boundingBox(of: tile), upsideDown: false))
    )
  }

  /// Sets the width of strokes, in points.
  public func setLineWidth(_ width: Double) throws {
    try check("setLineWidth")
    try number(width, "width", "setLineWidth")
    guard width >= 0 else { throw failure("setLineWidth", "width must not be negative, got \(numberText(width))") }
    state.strokeStyle.width = width
  }

  /// Sets the cap at the ends of strokes.
  public func setLineCap(_ cap: LineCap) throws {
    try check("setLineCap")
    state.strokeStyle.cap = cap
  }

  /// Sets the join at the corners of strokes.
  public func setLineJoin(_ join: LineJoin) throws {
    try check("setLineJoin")
    state.strokeStyle.join = join
  }

  /// Sets the miter length, in line widths, above which a corner is bevelled.
  public func setMiterLimit(_ limit: Double) throws {
    try check("setMiterLimit")
    try number(limit, "limit", "setMiterLimit")
    guard limit > 0 else { throw failure("setMiterLimit", "limit must be greater than 0, got \(numberText(limit))") }
    state.strokeStyle.miterLimit = limit
  }

  /// Sets the alternating lengths of dashes and gaps, in points of user space; empty for a solid line.
  ///
  /// ```swift
  /// try context.setLineDash(phase: 0, lengths: [6, 3])
  /// try context.stroke(Rect(4, 4, 40, 40))
  /// ```
  public func setLineDash(phase: Double, lengths: [Double]) throws {
    try check("setLineDash")
    try number(phase, "phase", "setLineDash")
    for (i, length) in lengths.enumerated() where !length.isFinite || length < 0 {
      throw failure("setLineDash", "lengths[\(i + 1)] must be a number of at least 0, got \(numberText(length))")
    }
    if !lengths.isEmpty, lengths.allSatisfy({ $0 == 0 }) {
      throw failure("setLineDash", "lengths must not all be 0; pass an empty list for a solid line")
    }
    try grow(by: lengths.count * MemoryLayout<Double>.stride, "setLineDash")
    state.strokeStyle.dashPhase = phase
    state.strokeStyle.dashPattern = lengths
  }

  /// Sets the opacity of the following operations, from 0 to 1.
  public func setAlpha(_ alpha: Double) throws {
    try check("setAlpha")
    state.alpha = try fraction(alpha, "alpha", "setAlpha")
  }

  /// Sets the blend mode.
  ///
  /// ```swift
  /// try context.setBlendMode(.multiply)
  /// try context.fill(Rect(0, 0, 40, 40))
  /// ```
  public func setBlendMode(_ mode: BlendMode) throws {
    try check("setBlendMode")
    state.blendMode = mode
  }

  /// Sets the shadow of the following operations, in base coordinates, unaffected by the current transformation.
  ///
  /// ```swift
  /// try context.setShadow(offset: Size(0, 2), blur: 4)
  /// try context.fill(Rect(8, 8, 40, 40))
  /// ```
  ///
  /// - Parameters:
  ///   - blur: twice the standard deviation, in points.
  ///   - color: nil turns shadows off; the default is black at an opacity of 1/3.
  public func setShadow(offset: Size, blur: Double, color: Color? = Color(white: 0, alpha: 1 / 3.0)) throws {
    try check("setShadow")
    try number(offset.width, "offset.width", "setShadow")
    try number(offset.height, "offset.height", "setShadow")
    try number(blur, "blur", "setShadow")
    guard blur >= 0 else { throw failure("setShadow", "blur must not be negative, got \(numberText(blur))") }
    guard let color = try color.map({ try finite($0, "setShadow") }), color.alpha > 0 else {
      state.shadow = nil
      return
    }
    let offset = isFlipped ? Size(offset.width, -offset.height) : offset
    state.shadow = DrawingShadow(offset: offset, sigma: blur / 2, color: color)
  }

  /// Sets the quality of image sampling.
  public func setInterpolationQuality(_ quality: InterpolationQuality) throws {
    try check("setInterpolationQuality")
    state.quality = quality
  }

  // MARK: Transparency layers

  /// Composites the following operations as a group, with the current clip, alpha, blend mode and shadow. Inside, the
  /// last three are reset.
  ///
  /// ```swift
  /// // The circles do not show through each other.
  /// try context.setAlpha(0.5)
  /// try context.beginTransparencyLayer()
  /// try context.fillEllipse(in: Rect(0, 0, 40, 40))
  /// try context.fillEllipse(in: Rect(20, 0, 40, 40))
  /// try context.endTransparencyLayer()
  /// ```
  ///
  /// - Parameter rect: the area of the layer, in user space; nil for the whole clip.
  public func beginTransparencyLayer(in rect: Rect? = nil) throws {
    try check("beginTransparencyLayer")
    guard layerMarks.count < budget.transparencyLayers else {
      throw limit("beginTransparencyLayer", "at most \(budget.transparencyLayers) transparency layers can be nested")
    }
    let before = state
    if let rect { try clip(to: rect, "beginTransparencyLayer") }
    do { try record(.beginLayer, transform: .identity, "beginTransparencyLayer") } catch {
      state = before
      throw error
    }
    savedStates.append(before)
    layerMarks.append(savedStates.count)
    state.alpha = 1
    state.blendMode = .normal
    state.shadow = nil
    // The clip applies when the layer is composited. If it clipped each operation inside, the backdrop would show
    // through antialiased edges.
    state.clip = nil
    state.rectClip = nil
  }

  /// Ends the innermost transparency layer and composites it.
  public func endTransparencyLayer() throws {
    try check("endTransparencyLayer")
    guard !layerMarks.isEmpty else {
      throw failure("endTransparencyLayer", "there is no open transparency layer; call beginTransparencyLayer first")
    }
    popLayer()
  }

  /// Ends the innermost transparency layer with its saved states. Not charged to the budget, since the begin was.
  func popLayer() {
    guard let mark = layerMarks.popLast(), mark >= 1, mark <= savedStates.count else { return }
    state = savedStates[mark - 1]
    savedStates.removeSubrange((mark - 1)...)
    operations.append(DrawingOperation(kind: .endLayer))
  }
}
