// SPDX-License-Identifier: MIT
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

extension GradientLayer {
  public var colors: [Color]? {
    get { storedColors }
    set { assign(.colors, newValue.map { .array($0.map { .color($0) }) } ?? .null) }
  }
  public var locations: [Double]? {
    get { storedLocations }
    set { assign(.locations, newValue.map { .array($0.map { .number($0) }) } ?? .null) }
  }
  public var startPoint: Point {
    get { storedStartPoint }
    set { attempt { try Property.startPoint.setPoint(self, newValue) } }
  }
  public var endPoint: Point {
    get { storedEndPoint }
    set { attempt { try Property.endPoint.setPoint(self, newValue) } }
  }
  public var type: GradientType {
    get { storedType }
    set { assign(.type, .string(newValue.optionName.raw)) }
  }
}
