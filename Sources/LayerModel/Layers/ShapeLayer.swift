import Geometry
import Pixels

/// A layer that fills and strokes a path in its own coordinates, not clipped to its bounds: `CAShapeLayer`.
public final class ShapeLayer: Layer {
  var storedPath: Path?
  var storedFillColor: ColorOrPattern? = .color(.black)
  var storedFillRule = FillRule.nonZero
  var storedStrokeColor: ColorOrPattern?
  var storedLineWidth = 1.0
  var storedLineCap = LineCap.butt
  var storedLineJoin = LineJoin.miter
  var storedMiterLimit = 10.0
  var storedLineDashPattern: [Double]?
  var storedLineDashPhase = 0.0
  var storedStrokeStart = 0.0
  var storedStrokeEnd = 1.0

  public convenience init(in scene: Scene) { self.init(in: scene, class: .shape) }
}
