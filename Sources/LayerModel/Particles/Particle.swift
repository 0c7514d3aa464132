// SPDX-License-Identifier: MIT
import Pixels

/// A particle at an instant.
package struct Particle: Sendable {
  /// The index of its cell among the cells of the system.
  package var cell: Int
  /// The time of its birth, in the layer's time.
  package var birth: Double
  /// The seconds since its birth, in the cell's time.
  package var age: Double
  /// Its place in the layer's points.
  package var x: Double
  package var y: Double
  package var z: Double
  package var scale: Double
  /// Radians, from +x toward +y.
  package var angle: Double
  /// Within 0…1.
  package var color: Color
  // Values that it passes on to the particles that it emits.
  /// The direction of its motion, of length 1.
  var direction: Vector3
  /// The scale without the layer's, and the colour before it was limited.
  var ownScale: Double
}

struct Vector3: Sendable {
  var x = 0.0, y = 0.0, z = 0.0
  var length: Double { (x * x + y * y + z * z).squareRoot() }
}
