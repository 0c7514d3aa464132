// SPDX-License-Identifier: MIT
import Geometry

extension EmitterCell {
  /// Creates a cell without a scene. A layer takes a copy of it. To change it later, change the layer's `emitterCells`,
  /// or create it in the scene.
  ///
  /// ```swift
  /// let drop = EmitterCell(contents: spark, birthRate: 40, lifetime: 2, velocity: 60, emissionRange: .pi)
  /// emitter.emitterCells = [drop]
  /// ```
  ///
  /// - Parameters:
  ///   - contents: the image of a particle; nil for none.
  ///   - birthRate: particles per second.
  ///   - lifetime: the lifetime of a particle, in seconds.
  ///   - velocity: in points per second.
  ///   - emissionRange: the full angle, in radians, of the cone in which particles are emitted.
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
