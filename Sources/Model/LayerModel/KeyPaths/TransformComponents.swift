// SPDX-License-Identifier: MIT
import Geometry
import SystemC

/// The components that `transform.rotation.x` and the like name: linear = diag(scale)·skew·Rx·Ry·Rz, then translation
/// and perspective.
///
/// Every matrix has them. In a singular matrix, an axis without a length of its own has scale 0, and rotation that the
/// other axes leave undetermined is 0. The remainder that the components cannot express is stored in addition. One
/// component can therefore be replaced without changing the others, and an axis regains its direction as soon as it has
/// a scale.
package struct TransformComponents: Hashable, Sendable {
  package var translation: (x: Double, y: Double, z: Double) {
    get { (t0, t1, t2) }
    set { (t0, t1, t2) = newValue }
  }
  package var scale: (x: Double, y: Double, z: Double) {
    get { (s0, s1, s2) }
    set { (s0, s1, s2) = newValue }
  }
  /// The rotation in radians about x, then y, then z.
  package var rotation: (x: Double, y: Double, z: Double) {
    get { (r0, r1, r2) }
    set { (r0, r1, r2) = newValue }
  }
  var t0 = 0.0, t1 = 0.0, t2 = 0.0
  var s0 = 1.0, s1 = 1.0, s2 = 1.0
  var r0 = 0.0, r1 = 0.0, r2 = 0.0
  var kxy = 0.0, kxz = 0.0, kyz = 0.0
  var q0 = 0.0, q1 = 0.0, q2 = 0.0, q3 = 1.0
  /// The skew of an axis of scale 0, not multiplied by a scale: y along x, z along x, z along y.
  var gxy = 0.0, gxz = 0.0, gyz = 0.0
  /// The perspective of an axis of scale 0 that q does not express.
  var p0 = 0.0, p1 = 0.0, p2 = 0.0

  package init() {}

  /// True if each axis has a length of its own; false for a matrix that flattens space.
  package var hasAllAxes: Bool { s0 != 0 && s1 != 0 && s2 != 0 }

  /// The relative length below which the orthogonal rest of a row counts as 0, since it may be rounding error.
  private static let leastRest = 1e-13

  /// Decomposes a matrix. Angles are in (−π, π]; the angle about y is within ±π/2.
  package init(_ matrix: Transform3D) {
    var e = matrix.elements
    // If m44 is 0, the matrix cannot be normalised; q represents it as it is.
    if matrix.m44 != 1, matrix.m44 != 0 {
      let divided = e.map { $0 / matrix.m44 }
      if divided.allSatisfy(\.isFinite) { e = divided }
    }
    (t0, t1, t2) = (e[12], e[13], e[14])
    var axes = [Vector(e[0], e[1], e[2]), Vector(e[4], e[5], e[6]), Vector(e[8], e[9], e[10])]
    // Scaled so that squares and products of the rows neither overflow nor underflow.
    let largest = axes.reduce(0) { Swift.max($0, $1.largest) }
    let isExtreme = largest > 0x1p500 || largest < 0x1p-500 && largest > 0
    let unit = isExtreme && largest.isFinite ? Double(sign: .plus, exponent: largest.exponent, significand: 1) : 1
    if unit != 1 { axes = axes.map { $0 / unit } }

    // Gram–Schmidt: the length of each row's component orthogonal to the rows before it.
    var (isX, isY, isZ) = (false, false, false)
    var (x, y, z) = (axes[0], axes[1], axes[2])
    (s0, s1, s2) = (x.length, 0, 0)
    if s0 > 0 {
      isX = true
      x = x / s0
      kxy = x.dot(y)
      y = y - x * kxy
    }
    s1 = y.length
    // The error of z's rest grows with the error of y's direction.
    var leastRest = Self.leastRest
    if s1 > axes[1].length * Self.leastRest {
      isY = true
      leastRest *= axes[1].length / s1
      y = y / s1
      kxy /= s1
    } else {
      (gxy, kxy, s1) = (kxy, 0, 0)
    }
    if isX {
      kxz = x.dot(z)
      z = z - x * kxz
    }
    if isY {
      kyz = y.dot(z)
      z = z - y * kyz
    }
    s2 = z.length
    if s2 > axes[2].length * leastRest {
      isZ = true
      z = z / s2
      kxz /= s2
      kyz /= s2
    } else {
      (gxz, gyz, kxz, kyz, s2) = (kxz, kyz, 0, 0, 0)
    }

    // Missing axes are chosen orthogonal to the others, with the least rotation.
    switch (isX, isY, isZ) {
    case (true, true, true):
      if x.dot(y.cross(z)) < 0 { mirror(&x, &y, &z) }
      setAngles(x, y, z)
    case _ where matrix.isDiagonal:
      (s0, s1, s2) = (axes[0].x + 0, axes[1].y + 0, axes[2].z + 0)
    case (true, true, false): setAngles(x, y, x.cross(y))
    case (true, false, true): setAngles(x, z.cross(x), z)
    case (false, true, true): setAngles(y.cross(z), y, z)
    case (true, false, false): (r1, r2) = (asin(Swift.min(Swift.max(-x.z, -1), 1)), atan2(x.y, x.x))
    case (false, true, false):
      if y.x == 0 {
        r0 = atan2(y.z, y.y)
      } else {
        (r0, r2) = (asin(Swift.min(Swift.max(y.z, -1), 1)), atan2(-y.x, y.y))
      }
    case (false, false, true):
      let away: Double = z.z < 0 ? -1 : 1
      r0 = atan2(-z.y, away * (z.x * z.x + z.z * z.z).squareRoot())
      r1 = atan2(away * z.x, abs(z.z))
    case (false, false, false): break
    }
    if r0 == -.pi { r0 = .pi }
    if r2 == -.pi { r2 = .pi }
    // −0 reads as 0.
    r0 += 0
    r1 += 0
    r2 += 0
    if unit != 1 {
      (s0, s1, s2) = (s0 * unit, s1 * unit, s2 * unit)
      (gxy, gxz, gyz) = (gxy * unit, gxz * unit, gyz * unit)
    }
    if e[3] != 0 || e[7] != 0 || e[11] != 0 || e[15] != 1 { setPerspective(e[3], e[7], e[11], e[15]) }
  }

  /// Distributes a reflection's sign over the axes so that the rotation is least, that is, its trace largest.
  private mutating func mirror(_ x: inout Vector, _ y: inout Vector, _ z: inout Vector) {
    let signs: [(Double, Double, Double)] = [(-1, 1, 1), (1, -1, 1), (1, 1, -1), (-1, -1, -1)]
    var best = signs[0]
    var most = -Double.infinity
    for s in signs {
      let trace = s.0 * x.x + s.1 * y.y + s.2 * z.z
      if trace > most + 1e-12 {
        most = trace
        best = s
      }
    }
    // diag(s)·K·R = diag(s)·K·D·D·R: the signs pass through the skews as D·K·D.
    x = x * best.0
    y = y * best.1
    z = z * best.2
    s0 *= best.0
    s1 *= best.1
    s2 *= best.2
    kxy *= best.0 * best.1
    kxz *= best.0 * best.2
    kyz *= best.1 * best.2
  }

  /// Sets the angles of the rotation that maps the axes to `x`, `y` and `z`.
  private mutating func setAngles(_ x: Vector, _ y: Vector, _ z: Vector) {
    let siny = -x.z
    r1 = asin(Swift.min(Swift.max(siny, -1), 1))
    if abs(siny) < 1 - 1e-12 {
      r0 = atan2(y.z, z.z)
      r2 = atan2(x.y, x.x)
    } else {
      r2 = 0
      r0 = atan2(siny > 0 ? y.x : -y.x, y.y)
    }
  }

  /// Solves linear·q = the fourth column by forward substitution: along the axes the linear part is triangular.
  private mutating func setPerspective(_ c0: Double, _ c1: Double, _ c2: Double, _ c3: Double) {
    let (x, y, z) = axes
    /// Returns the component of q along an axis, and the remainder if the axis has no scale.
    func along(_ scale: Double, _ rest: Double) -> (Double, Double) {
      let q = rest / scale
      return q.isFinite ? (q, 0) : (0, rest)
    }
    let (a, b, c): (Double, Double, Double)
    (a, p0) = along(s0, c0)
    (b, p1) = along(s1, c1 - (kxy * s1 + gxy) * a)
    (c, p2) = along(s2, c2 - (kxz * s2 + gxz) * a - (kyz * s2 + gyz) * b)
    let q = x * a + y * b + z * c
    (q0, q1, q2) = (q.x, q.y, q.z)
    q3 = c3 - (t0 * q0 + t1 * q1 + t2 * q2)
  }

  /// The images of the three axes under the rotation alone: Rx·Ry·Rz on row vectors.
  private var axes: (Vector, Vector, Vector) {
    let (sx, cx) = (sin(r0), cos(r0))
    let (sy, cy) = (sin(r1), cos(r1))
    let (sz, cz) = (sin(r2), cos(r2))
    return (
      Vector(cy * cz, cy * sz, -sy), Vector(sx * sy * cz - cx * sz, sx * sy * sz + cx * cz, sx * cy),
      Vector(cx * sy * cz + sx * sz, cx * sy * sz - sx * cz, cx * cy)
    )
  }

  /// The matrix composed of the components.
  package var matrix: Transform3D {
    let (x, y, z) = axes
    return matrix(x, y, z)
  }

  /// Returns the matrix whose rotation maps the axes to `x`, `y` and `z`, ignoring the angles.
  private func matrix(_ x: Vector, _ y: Vector, _ z: Vector) -> Transform3D {
    let row1 = x * s0
    var row2 = (x * kxy + y) * s1
    var row3 = (x * kxz + y * kyz + z) * s2
    if gxy != 0 { row2 = row2 + x * gxy }
    if gxz != 0 || gyz != 0 { row3 = row3 + x * gxz + y * gyz }
    func w(_ r: Vector) -> Double { r.x * q0 + r.y * q1 + r.z * q2 }
    return Transform3D(
      m11: row1.x, m12: row1.y, m13: row1.z, m14: w(row1) + p0, m21: row2.x, m22: row2.y, m23: row2.z,
      m24: w(row2) + p1, m31: row3.x, m32: row3.y, m33: row3.z, m34: w(row3) + p2, m41: t0, m42: t1, m43: t2,
      m44: w(Vector(t0, t1, t2)) + q3)
  }
}

extension Transform3D {
  /// True if the linear part is zero outside its diagonal.
  fileprivate var isDiagonal: Bool { m12 == 0 && m13 == 0 && m21 == 0 && m23 == 0 && m31 == 0 && m32 == 0 }
}

extension TransformComponents {
  /// Returns the matrix interpolated to `end` at the fraction `u`: scale, skew, translation and perspective linearly,
  /// the rotation along the shorter arc. Both matrices must have all axes.
  func matrix(toward end: TransformComponents, at u: Double) -> Transform3D {
    func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * u }
    var c = TransformComponents()
    (c.t0, c.t1, c.t2) = (mix(t0, end.t0), mix(t1, end.t1), mix(t2, end.t2))
    (c.s0, c.s1, c.s2) = (mix(s0, end.s0), mix(s1, end.s1), mix(s2, end.s2))
    (c.kxy, c.kxz, c.kyz) = (mix(kxy, end.kxy), mix(kxz, end.kxz), mix(kyz, end.kyz))
    (c.q0, c.q1, c.q2, c.q3) = (mix(q0, end.q0), mix(q1, end.q1), mix(q2, end.q2), mix(q3, end.q3))
    let (x, y, z) = Quaternion(angles: rotation).slerp(to: Quaternion(angles: end.rotation), u).axes
    return c.matrix(x, y, z)
  }
}

/// A rotation as a unit quaternion.
private struct Quaternion {
  var w, x, y, z: Double

  /// Creates the rotation about x, then y, then z, in radians.
  init(angles: (x: Double, y: Double, z: Double)) {
    let (sx, cx) = (sin(angles.x / 2), cos(angles.x / 2))
    let (sy, cy) = (sin(angles.y / 2), cos(angles.y / 2))
    let (sz, cz) = (sin(angles.z / 2), cos(angles.z / 2))
    w = cx * cy * cz + sx * sy * sz
    x = sx * cy * cz - cx * sy * sz
    y = cx * sy * cz + sx * cy * sz
    z = cx * cy * sz - sx * sy * cz
  }

  init(_ w: Double, _ x: Double, _ y: Double, _ z: Double) {
    self.w = w
    self.x = x
    self.y = y
    self.z = z
  }

  /// Interpolates along the shorter arc (slerp); `u` may lie outside 0…1.
  func slerp(to end: Quaternion, _ u: Double) -> Quaternion {
    var dot = w * end.w + x * end.x + y * end.y + z * end.z
    let sign: Double = dot < 0 ? -1 : 1
    dot *= sign
    var a = 1 - u
    var b = u
    // Nearly equal rotations are interpolated linearly.
    if dot < 1 - 1e-9 {
      let angle = acos(dot)
      let s = sin(angle)
      a = sin((1 - u) * angle) / s
      b = sin(u * angle) / s
    }
    b *= sign
    let q = Quaternion(a * w + b * end.w, a * x + b * end.x, a * y + b * end.y, a * z + b * end.z)
    let length = (q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z).squareRoot()
    return length > 0 ? Quaternion(q.w / length, q.x / length, q.y / length, q.z / length) : self
  }

  /// The images of the three axes under the rotation.
  var axes: (Vector, Vector, Vector) {
    (
      Vector(1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)),
      Vector(2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)),
      Vector(2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y))
    )
  }
}

private struct Vector {
  var x, y, z: Double
  init(_ x: Double, _ y: Double, _ z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }
  /// The largest absolute component.
  var largest: Double { Swift.max(abs(x), abs(y), abs(z)) }
  /// The length, also if squares would overflow or underflow.
  var length: Double {
    let square = x * x + y * y + z * z
    if square > 0x1p-900 && square < .infinity { return square.squareRoot() }
    let m = largest
    guard m > 0, m.isFinite else { return m }
    return m * ((x / m) * (x / m) + (y / m) * (y / m) + (z / m) * (z / m)).squareRoot()
  }
  func dot(_ o: Vector) -> Double { x * o.x + y * o.y + z * o.z }
  func cross(_ o: Vector) -> Vector { Vector(y * o.z - z * o.y, z * o.x - x * o.z, x * o.y - y * o.x) }
  static func - (a: Vector, b: Vector) -> Vector { Vector(a.x - b.x, a.y - b.y, a.z - b.z) }
  static func + (a: Vector, b: Vector) -> Vector { Vector(a.x + b.x, a.y + b.y, a.z + b.z) }
  static func * (a: Vector, k: Double) -> Vector { Vector(a.x * k, a.y * k, a.z * k) }
  static func / (a: Vector, k: Double) -> Vector { Vector(a.x / k, a.y / k, a.z / k) }
}
