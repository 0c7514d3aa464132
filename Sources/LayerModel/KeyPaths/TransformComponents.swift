// SPDX-License-Identifier: MIT
import Geometry
import SystemC

/// The parts that `transform.rotation.x` and its like name: linear = diag(scale)·skew·Rx·Ry·Rz, then translation and
/// perspective.
package struct TransformComponents: Hashable, Sendable {
  package var translation: (x: Double, y: Double, z: Double) {
    get { (t0, t1, t2) }
    set { (t0, t1, t2) = newValue }
  }
  package var scale: (x: Double, y: Double, z: Double) {
    get { (s0, s1, s2) }
    set { (s0, s1, s2) = newValue }
  }
  /// Radians about x, then y, then z.
  package var rotation: (x: Double, y: Double, z: Double) {
    get { (r0, r1, r2) }
    set { (r0, r1, r2) = newValue }
  }
  var t0 = 0.0, t1 = 0.0, t2 = 0.0
  var s0 = 1.0, s1 = 1.0, s2 = 1.0
  var r0 = 0.0, r1 = 0.0, r2 = 0.0
  var kxy = 0.0, kxz = 0.0, kyz = 0.0
  var q0 = 0.0, q1 = 0.0, q2 = 0.0, q3 = 1.0

  package init() {}

  /// Decomposes a matrix; nil for a singular one. Angles are in (−π, π], the one about y within ±π/2.
  package init?(_ matrix: Transform3D) {
    guard matrix.m44 != 0 else { return nil }
    let e = matrix.elements.map { $0 / matrix.m44 }
    guard e.allSatisfy({ $0.isFinite }) else { return nil }
    var a = e
    (a[3], a[7], a[11], a[15]) = (0, 0, 0, 1)
    if e[3] != 0 || e[7] != 0 || e[11] != 0 {
      guard let inverse = Transform3D(elements: a)?.inverted?.elements else { return nil }
      let c = [e[3], e[7], e[11], 1.0]
      let q = (0..<4).map { row in (0..<4).reduce(0.0) { $0 + inverse[row * 4 + $1] * c[$1] } }
      (q0, q1, q2, q3) = (q[0], q[1], q[2], q[3])
    }
    (t0, t1, t2) = (e[12], e[13], e[14])
    var x = Vector(a[0], a[1], a[2])
    var y = Vector(a[4], a[5], a[6])
    var z = Vector(a[8], a[9], a[10])
    s0 = x.length
    guard s0 > 0 else { return nil }
    x = x / s0
    kxy = x.dot(y)
    y = y - x * kxy
    s1 = y.length
    guard s1 > 0 else { return nil }
    y = y / s1
    kxy /= s1
    kxz = x.dot(z)
    z = z - x * kxz
    kyz = y.dot(z)
    z = z - y * kyz
    s2 = z.length
    guard s2 > 0 else { return nil }
    z = z / s2
    kxz /= s2
    kyz /= s2
    if x.dot(y.cross(z)) < 0 {
      // A mirror: among the axes that may take the sign, the one that leaves the least rotation (the largest trace).
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
      // diag(s)·K·R = diag(s)·K·D·D·R: the signs go through the skews as D·K·D.
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
    let siny = -x.z
    r1 = asin(Swift.min(Swift.max(siny, -1), 1))
    if abs(siny) < 1 - 1e-12 {
      r0 = atan2(y.z, z.z)
      r2 = atan2(x.y, x.x)
    } else {
      r2 = 0
      r0 = atan2(siny > 0 ? y.x : -y.x, y.y)
    }
    if r0 == -.pi { r0 = .pi }
    if r2 == -.pi { r2 = .pi }
    // −0 reads as 0.
    r0 += 0
    r1 += 0
    r2 += 0
  }

  /// The matrix made of the parts.
  package var matrix: Transform3D {
    let (sx, cx) = (sin(r0), cos(r0))
    let (sy, cy) = (sin(r1), cos(r1))
    let (sz, cz) = (sin(r2), cos(r2))
    // Rx·Ry·Rz on row vectors.
    return matrix(
      Vector(cy * cz, cy * sz, -sy), Vector(sx * sy * cz - cx * sz, sx * sy * sz + cx * cz, sx * cy),
      Vector(cx * sy * cz + sx * sz, cx * sy * sz - sx * cz, cx * cy))
  }

  /// The matrix whose rotation takes the axes to `x`, `y` and `z` instead of by the angles.
  private func matrix(_ x: Vector, _ y: Vector, _ z: Vector) -> Transform3D {
    let row1 = x * s0
    let row2 = (x * kxy + y) * s1
    let row3 = (x * kxz + y * kyz + z) * s2
    func w(_ r: Vector) -> Double { r.x * q0 + r.y * q1 + r.z * q2 }
    return Transform3D(
      m11: row1.x, m12: row1.y, m13: row1.z, m14: w(row1), m21: row2.x, m22: row2.y, m23: row2.z, m24: w(row2),
      m31: row3.x,
      m32: row3.y, m33: row3.z, m34: w(row3), m41: t0, m42: t1, m43: t2, m44: w(Vector(t0, t1, t2)) + q3)
  }
}

extension TransformComponents {
  /// The matrix at the fraction `u` of the way to `end`: scale, skew, translation and perspective are linear, the
  /// rotation takes the shorter arc.
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

/// A rotation; unit length.
private struct Quaternion {
  var w, x, y, z: Double

  /// About x, then y, then z.
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

  /// Interpolates along the shorter arc; u may lie outside 0…1.
  func slerp(to end: Quaternion, _ u: Double) -> Quaternion {
    var dot = w * end.w + x * end.x + y * end.y + z * end.z
    let sign: Double = dot < 0 ? -1 : 1
    dot *= sign
    var a = 1 - u
    var b = u
    // Nearly equal rotations: the straight line is the arc.
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

  /// The images of the three axes.
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
  var length: Double { (x * x + y * y + z * z).squareRoot() }
  func dot(_ o: Vector) -> Double { x * o.x + y * o.y + z * o.z }
  func cross(_ o: Vector) -> Vector { Vector(y * o.z - z * o.y, z * o.x - x * o.z, x * o.y - y * o.x) }
  static func - (a: Vector, b: Vector) -> Vector { Vector(a.x - b.x, a.y - b.y, a.z - b.z) }
  static func + (a: Vector, b: Vector) -> Vector { Vector(a.x + b.x, a.y + b.y, a.z + b.z) }
  static func * (a: Vector, k: Double) -> Vector { Vector(a.x * k, a.y * k, a.z * k) }
  static func / (a: Vector, k: Double) -> Vector { Vector(a.x / k, a.y / k, a.z / k) }
}
