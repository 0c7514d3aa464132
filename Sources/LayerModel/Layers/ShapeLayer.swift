// SPDX-License-Identifier: MIT
import Geometry
import Pixels

/// A layer that fills and strokes a path in its own coordinates, not clipped to its bounds: `CAShapeLayer`.
public final class ShapeLayer: Layer {
  @exclusivity(unchecked) var storedPath: Path?
  @exclusivity(unchecked) var storedFillColor: ColorOrPattern? = .color(.black)
  @exclusivity(unchecked) var storedFillRule = FillRule.nonZero
  @exclusivity(unchecked) var storedStrokeColor: ColorOrPattern?
  @exclusivity(unchecked) var storedLineWidth = 1.0
  @exclusivity(unchecked) var storedLineCap = LineCap.butt
  @exclusivity(unchecked) var storedLineJoin = LineJoin.miter
  @exclusivity(unchecked) var storedMiterLimit = 10.0
  @exclusivity(unchecked) var storedLineDashPattern: [Double]?
  @exclusivity(unchecked) var storedLineDashPhase = 0.0
  @exclusivity(unchecked) var storedStrokeStart = 0.0
  @exclusivity(unchecked) var storedStrokeEnd = 1.0

  public convenience init(in scene: Scene) { self.init(in: scene, class: .shape) }
}

extension ShapeLayer {
  public var path: Path? {
    get { storedPath }
    set { assign(.path, newValue.map { .path($0) } ?? .null) }
  }
  public var fillColor: ColorOrPattern? {
    get { storedFillColor }
    set { assign(.fillColor, newValue?.value ?? .null) }
  }
  public var fillRule: FillRule {
    get { storedFillRule }
    set { assign(.fillRule, .string(newValue.optionName.raw)) }
  }
  public var strokeColor: ColorOrPattern? {
    get { storedStrokeColor }
    set { assign(.strokeColor, newValue?.value ?? .null) }
  }
  public var lineWidth: Double {
    get { storedLineWidth }
    set { assign(.lineWidth, newValue) }
  }
  public var lineCap: LineCap {
    get { storedLineCap }
    set { assign(.lineCap, .string(newValue.optionName.raw)) }
  }
  public var lineJoin: LineJoin {
    get { storedLineJoin }
    set { assign(.lineJoin, .string(newValue.optionName.raw)) }
  }
  public var miterLimit: Double {
    get { storedMiterLimit }
    set { assign(.miterLimit, newValue) }
  }
  public var lineDashPattern: [Double]? {
    get { storedLineDashPattern }
    set { assign(.lineDashPattern, newValue.map { .array($0.map { .number($0) }) } ?? .null) }
  }
  public var lineDashPhase: Double {
    get { storedLineDashPhase }
    set { assign(.lineDashPhase, newValue) }
  }
  public var strokeStart: Double {
    get { storedStrokeStart }
    set { assign(.strokeStart, newValue) }
  }
  public var strokeEnd: Double {
    get { storedStrokeEnd }
    set { assign(.strokeEnd, newValue) }
  }
}
