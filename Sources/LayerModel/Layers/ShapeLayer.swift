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
