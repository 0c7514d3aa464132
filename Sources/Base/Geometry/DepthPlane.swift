// SPDX-License-Identifier: MIT
/// The depth of a plane in space as a function of its projection: z = a·x + b·y + c at the projected point (x, y), in
/// points. A larger z is nearer to the viewer.
///
/// The depth is affine under perspective too, since a projective map takes planes to planes.
///
/// ```swift
/// DepthPlane(.translation(0, 0, 5))?.depth(Point(7, 8))  // 5
/// // Turned by 45° about y, the right side goes back.
/// DepthPlane(.rotation(.pi / 4, x: 0, y: 1, z: 0))?.depth(Point(10, 0))  // -10, to within 1e-14
/// ```
package struct DepthPlane: Hashable, Sendable {
  package var a: Double
  package var b: Double
  package var c: Double

  package init(a: Double, b: Double, c: Double) {
    self.a = a
    self.b = b
    self.c = c
  }

  /// Creates the depth of the plane z = 0 transformed by a matrix. Fails if the plane is seen edge-on, or if the result
  /// is not finite.
  ///
  /// ```swift
  /// DepthPlane(.scale(0, 1))  // nil
  /// ```
  package init?(_ matrix: Transform3D) {
    guard let inverse = matrix.homography.inverted else { return nil }
    // z = (x, y, 1) · H⁻¹ · (m13, m23, m43), since w is 1 after the division.
    a = inverse.m11 * matrix.m13 + inverse.m12 * matrix.m23 + inverse.m13 * matrix.m43
    b = inverse.m21 * matrix.m13 + inverse.m22 * matrix.m23 + inverse.m23 * matrix.m43
    c = inverse.m31 * matrix.m13 + inverse.m32 * matrix.m23 + inverse.m33 * matrix.m43
    guard a.isFinite, b.isFinite, c.isFinite else { return nil }
  }

  package func depth(_ p: Point) -> Double { a * p.x + b * p.y + c }

  /// Returns the largest difference of depths that counts as equal; the tree order then decides. It grows with the
  /// depth, as rounding errors do.
  package static func tolerance(at depth: Double) -> Double { 1e-4 * (1 + abs(depth) * 1e-3) }
}
