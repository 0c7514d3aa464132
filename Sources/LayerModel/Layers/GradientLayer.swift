import Geometry
import Pixels

/// A layer that fills its rounded bounds with a gradient over its background: `CAGradientLayer`.
public final class GradientLayer: Layer {
  @exclusivity(unchecked) var storedColors: [Color]?
  @exclusivity(unchecked) var storedLocations: [Double]?
  @exclusivity(unchecked) var storedStartPoint = Point(0.5, 0)
  @exclusivity(unchecked) var storedEndPoint = Point(0.5, 1)
  @exclusivity(unchecked) var storedType = GradientType.axial

  public convenience init(in scene: Scene) { self.init(in: scene, class: .gradient) }
}
