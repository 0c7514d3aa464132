// SPDX-License-Identifier: MIT
import Geometry

extension EmitterCell {
  /// A cell without a scene. A layer takes a copy of it: to change it later, change the layer's `emitterCells`, or make
  /// it in the scene.
  ///
  /// - Parameters:
  ///   - contents: the picture of a particle; nil is none.
  ///   - birthRate: particles a second.
  ///   - lifetime: seconds that a particle lives.
  ///   - velocity: points a second.
  ///   - emissionRange: the angle, in radians, around the direction into which particles go.
  public convenience init(
    contents: Image? = nil, birthRate: Double = 0, lifetime: Double = 0, velocity: Double = 0, emissionRange: Double = 0
  ) {
    self.init(in: .ofOneObject())
    self.contents = contents
    self.birthRate = birthRate
    self.lifetime = lifetime
    self.velocity = velocity
    self.emissionRange = emissionRange
  }
}
