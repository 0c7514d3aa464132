import Geometry
import Pixels

/// A layer that fills its rounded bounds with a gradient over its background: `CAGradientLayer`.
public final class GradientLayer: Layer {
  var storedColors: [Color]?
  var storedLocations: [Double]?
  var storedStartPoint = Point(0.5, 0)
  var storedEndPoint = Point(0.5, 1)
  var storedType = GradientType.axial

  public convenience init(in scene: Scene) { self.init(in: scene, class: .gradient) }
}
