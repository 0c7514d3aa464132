// SPDX-License-Identifier: MIT
import Pixels

/// A particle at an instant.
package struct Particle: Sendable {
  /// The index of its cell in the system's cells.
  package var cell: Int
  /// The time of its birth, in the layer's time.
  package var birth: Double
  /// The seconds since its birth, in the cell's time.
  package var age: Double
  /// The position, in the layer's points.
  package var x: Double
  package var y: Double
  package var z: Double
  package var scale: Double
  /// The rotation in radians, from +x toward +y.
  package var angle: Double
  /// The colour, clamped to 0…1.
  package var color: Color
  // Values inherited by the particles that it emits.
  /// The direction of its motion, a unit vector.
  var direction: Vector3
  /// The scale without the layer's factor.
  var ownScale: Double
}

struct Vector3: Sendable {
  var x = 0.0, y = 0.0, z = 0.0
  var length: Double { (x * x + y * y + z * z).squareRoot() }
}
