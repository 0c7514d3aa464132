// SPDX-License-Identifier: MIT
import Pixels

/// A particle at an instant.
public struct Particle: Sendable {
  /// The index of its cell among the cells of the system.
  public var cell: Int
  /// The time of its birth, in the layer's time.
  public var birth: Double
  /// The seconds since its birth, in the cell's time.
  public var age: Double
  /// Its place in the layer's points.
  public var x: Double
  public var y: Double
  public var z: Double
  public var scale: Double
  /// Radians, from +x toward +y.
  public var angle: Double
  /// Within 0…1.
  public var color: Color
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
