// SPDX-License-Identifier: MIT
import SystemC

/// A 4×4 matrix on row vectors, p' = p·M, with the translation in m41, m42, m43: Core Animation's `CATransform3D`.
///
/// A positive angle about +z carries +x toward +y (clockwise on screen, since y points down); +z points at the viewer.
///
/// ```swift
/// let placed = Transform3D.scale(2, 3).concat(.translation(10, 20))
/// placed.affine.apply(Point(1, 1))  // Point(12, 23)
/// ```
@frozen public struct Transform3D: Hashable, Sendable {
  /// Row 1, column 1.
  public var m11: Double
  /// Row 1, column 2.
  public var m12: Double
  /// Row 1, column 3.
  public var m13: Double
  /// Row 1, column 4.
  public var m14: Double
  /// Row 2, column 1.
  public var m21: Double
  /// Row 2, column 2.
  public var m22: Double
  /// Row 2, column 3.
  public var m23: Double
  /// Row 2, column 4.
  public var m24: Double
  /// Row 3, column 1.
  public var m31: Double
  /// Row 3, column 2.
  public var m32: Double
  /// Row 3, column 3.
  public var m33: Double
  /// Row 3, column 4.
  public var m34: Double
  /// Row 4, column 1.
  public var m41: Double
  /// Row 4, column 2.
  public var m42: Double
  /// Row 4, column 3.
  public var m43: Double
  /// Row 4, column 4.
  public var m44: Double

  /// Creates the identity with the given elements replaced.
  @inlinable public init(
    m11: Double = 1, m12: Double = 0, m13: Double = 0, m14: Double = 0,
    m21: Double = 0, m22: Double = 1, m23: Double = 0, m24: Double = 0,
    m31: Double = 0, m32: Double = 0, m33: Double = 1, m34: Double = 0,
    m41: Double = 0, m42: Double = 0, m43: Double = 0, m44: Double = 1
  ) {
    self.m11 = m11
    self.m12 = m12
    self.m13 = m13
    self.m14 = m14
    self.m21 = m21
    self.m22 = m22
    self.m23 = m23
    self.m24 = m24
    self.m31 = m31
    self.m32 = m32
    self.m33 = m33
    self.m34 = m34
    self.m41 = m41
    self.m42 = m42
    self.m43 = m43
    self.m44 = m44
  }

  /// Creates a transform from its sixteen elements in row order, m11…m44; fails for any other number of elements.
  ///
  /// ```swift
  /// Transform3D(elements: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 6, 0, 1]) == .translation(5, 6)  // true
  /// Transform3D(elements: [1, 0, 0])  // nil
  /// ```
  @inlinable public init?(elements e: [Double]) {
    guard e.count == 16 else { return nil }
    self.init(
      m11: e[0], m12: e[1], m13: e[2], m14: e[3],
      m21: e[4], m22: e[5], m23: e[6], m24: e[7],
      m31: e[8], m32: e[9], m33: e[10], m34: e[11],
      m41: e[12], m42: e[13], m43: e[14], m44: e[15])
  }

  /// m11…m44 in row order.
  @inlinable public var elements: [Double] {
    [m11, m12, m13, m14, m21, m22, m23, m24, m31, m32, m33, m34, m41, m42, m43, m44]
  }

  /// The identity.
  @inlinable public static var identity: Transform3D { Transform3D() }

  /// Returns a translation by x, y and z.
  @inlinable public static func translation(_ x: Double, _ y: Double, _ z: Double = 0) -> Transform3D {
    Transform3D(m41: x, m42: y, m43: z)
  }

  /// Returns a scaling by factors along x, y and z.
  @inlinable public static func scale(_ x: Double, _ y: Double, _ z: Double = 1) -> Transform3D {
    Transform3D(m11: x, m22: y, m33: z)
  }

  /// Returns a rotation by `angle` radians about the axis (x, y, z) of any length; the identity for the zero vector.
  ///
  /// ```swift
  /// Transform3D.rotation(.pi / 2).affine.apply(Point(1, 0))  // Point(0, 1), to within 1e-16
  /// ```
  public static func rotation(_ angle: Double, x: Double = 0, y: Double = 0, z: Double = 1) -> Transform3D {
    let length = (x * x + y * y + z * z).squareRoot()
    guard length > 0, length.isFinite else { return .identity }
    let (x, y, z) = (x / length, y / length, z / length)
    let s = sin(angle)
    let c = cos(angle)
    let t = 1 - c
    return Transform3D(
      m11: t * x * x + c, m12: t * x * y + s * z, m13: t * x * z - s * y,
      m21: t * x * y - s * z, m22: t * y * y + c, m23: t * y * z + s * x,
      m31: t * x * z + s * y, m32: t * y * z - s * x, m33: t * z * z + c)
  }

  /// A perspective seen from `distance` points in front of the plane: m34 = −1/distance.
  ///
  /// ```swift
  /// // Half way to the eye everything is twice as large.
  /// let near = Transform3D.translation(0, 0, 250).concat(.perspective(500))
  /// near.homography.apply(Point(10, 20))  // Point(20, 40)
  /// ```
  @inlinable public static func perspective(_ distance: Double) -> Transform3D { Transform3D(m34: -1 / distance) }

  /// Creates a transform from a 2D affine map.
  @inlinable public init(_ t: AffineTransform) {
    self.init(m11: t.a, m12: t.b, m21: t.c, m22: t.d, m41: t.tx, m42: t.ty)
  }

  /// True for the identity.
  @inlinable public var isIdentity: Bool { self == .identity }

  /// True if the matrix is a 2D affine map: m13 m14 m23 m24 m31 m32 m34 m43 are 0, m33 and m44 are 1.
  @inlinable public var isAffine: Bool {
    m13 == 0 && m14 == 0 && m23 == 0 && m24 == 0 && m31 == 0 && m32 == 0 && m34 == 0 && m43 == 0 && m33 == 1 && m44 == 1
  }

  /// The 2D affine map; the identity if the matrix is not affine, as in Core Animation.
  ///
  /// ```swift
  /// Transform3D.translation(1, 2).affine  // AffineTransform.translation(1, 2)
  /// Transform3D.perspective(500).affine  // AffineTransform.identity
  /// ```
  @inlinable public var affine: AffineTransform {
    isAffine ? AffineTransform(a: m11, b: m12, c: m21, d: m22, tx: m41, ty: m42) : .identity
  }

  /// The product `self · other`: `self` is applied first.
  ///
  /// ```swift
  /// let turned = Transform3D.rotation(.pi / 2).concat(.translation(10, 0))
  /// turned.affine.apply(Point(1, 0))  // Point(10, 1): turned first, then moved
  /// ```
  @inlinable public func concat(_ o: Transform3D) -> Transform3D {
    Transform3D(
      m11: m11 * o.m11 + m12 * o.m21 + m13 * o.m31 + m14 * o.m41,
      m12: m11 * o.m12 + m12 * o.m22 + m13 * o.m32 + m14 * o.m42,
      m13: m11 * o.m13 + m12 * o.m23 + m13 * o.m33 + m14 * o.m43,
      m14: m11 * o.m14 + m12 * o.m24 + m13 * o.m34 + m14 * o.m44,
      m21: m21 * o.m11 + m22 * o.m21 + m23 * o.m31 + m24 * o.m41,
      m22: m21 * o.m12 + m22 * o.m22 + m23 * o.m32 + m24 * o.m42,
      m23: m21 * o.m13 + m22 * o.m23 + m23 * o.m33 + m24 * o.m43,
      m24: m21 * o.m14 + m22 * o.m24 + m23 * o.m34 + m24 * o.m44,
      m31: m31 * o.m11 + m32 * o.m21 + m33 * o.m31 + m34 * o.m41,
      m32: m31 * o.m12 + m32 * o.m22 + m33 * o.m32 + m34 * o.m42,
      m33: m31 * o.m13 + m32 * o.m23 + m33 * o.m33 + m34 * o.m43,
      m34: m31 * o.m14 + m32 * o.m24 + m33 * o.m34 + m34 * o.m44,
      m41: m41 * o.m11 + m42 * o.m21 + m43 * o.m31 + m44 * o.m41,
      m42: m41 * o.m12 + m42 * o.m22 + m43 * o.m32 + m44 * o.m42,
      m43: m41 * o.m13 + m42 * o.m23 + m43 * o.m33 + m44 * o.m43,
      m44: m41 * o.m14 + m42 * o.m24 + m43 * o.m34 + m44 * o.m44)
  }

  /// Returns `translation · self`: the translation is applied first, as in `CATransform3DTranslate`. Likewise `scaled`
  /// and `rotated`.
  ///
  /// ```swift
  /// Transform3D.scale(2, 2).translated(10, 0)  // Transform3D.translation(10, 0).concat(.scale(2, 2))
  /// Transform3D.scale(2, 2).translated(10, 0).affine.apply(Point(1, 1))  // Point(22, 2)
  /// ```
  @inlinable public func translated(_ x: Double, _ y: Double, _ z: Double = 0) -> Transform3D {
    Transform3D.translation(x, y, z).concat(self)
  }
  /// Returns `scale · self`, as `CATransform3DScale`.
  @inlinable public func scaled(_ x: Double, _ y: Double, _ z: Double = 1) -> Transform3D {
    Transform3D.scale(x, y, z).concat(self)
  }
  /// Returns `rotation · self`, as `CATransform3DRotate`.
  ///
  /// ```swift
  /// // Turns about the layer's anchor point, and then moves by 10 points to the right.
  /// layer.transform = Transform3D.translation(10, 0).rotated(.pi / 4)
  /// ```
  public func rotated(_ angle: Double, x: Double = 0, y: Double = 0, z: Double = 1) -> Transform3D {
    Transform3D.rotation(angle, x: x, y: y, z: z).concat(self)
  }

  /// The inverse; nil if the matrix is singular to working precision.
  ///
  /// ```swift
  /// Transform3D.translation(1, 2, 3).inverted  // Transform3D.translation(-1, -2, -3)
  /// Transform3D.scale(1, 1, 0).inverted  // nil
  /// ```
  public var inverted: Transform3D? {
    var a = elements
    var inverse = Transform3D.identity.elements
    var largest = 0.0
    for v in a {
      guard v.isFinite else { return nil }
      largest = Swift.max(largest, abs(v))
    }
    guard largest > 0 else { return nil }
    for column in 0..<4 {
      var pivot = column
      for row in column..<4 where abs(a[row * 4 + column]) > abs(a[pivot * 4 + column]) { pivot = row }
      let p = a[pivot * 4 + column]
      guard abs(p) > largest * 1e-300, p != 0 else { return nil }
      if pivot != column {
        for k in 0..<4 {
          a.swapAt(pivot * 4 + k, column * 4 + k)
          inverse.swapAt(pivot * 4 + k, column * 4 + k)
        }
      }
      for k in 0..<4 {
        a[column * 4 + k] /= p
        inverse[column * 4 + k] /= p
      }
      for row in 0..<4 where row != column {
        let f = a[row * 4 + column]
        if f == 0 { continue }
        for k in 0..<4 {
          a[row * 4 + k] -= f * a[column * 4 + k]
          inverse[row * 4 + k] -= f * inverse[column * 4 + k]
        }
      }
    }
    guard inverse.allSatisfy({ $0.isFinite }) else { return nil }
    return Transform3D(elements: inverse)
  }

  /// The determinant of the 4×4 matrix.
  ///
  /// ```swift
  /// Transform3D.scale(2, 3, 4).determinant  // 24
  /// ```
  public var determinant: Double {
    let s0 = m11 * m22 - m21 * m12
    let s1 = m11 * m23 - m21 * m13
    let s2 = m11 * m24 - m21 * m14
    let s3 = m12 * m23 - m22 * m13
    let s4 = m12 * m24 - m22 * m14
    let s5 = m13 * m24 - m23 * m14
    let c5 = m33 * m44 - m43 * m34
    let c4 = m32 * m44 - m42 * m34
    let c3 = m32 * m43 - m42 * m33
    let c2 = m31 * m44 - m41 * m34
    let c1 = m31 * m43 - m41 * m33
    let c0 = m31 * m42 - m41 * m32
    return s0 * c5 - s1 * c4 + s2 * c3 + s3 * c2 - s4 * c1 + s5 * c0
  }

  /// The homogeneous image (x, y, z, w) of the point (x, y, z, 1), before the perspective divide.
  ///
  /// ```swift
  /// Transform3D.perspective(100).homogeneous(x: 5, y: 0, z: 50)  // (5, 0, 50, 0.5)
  /// ```
  @inlinable public func homogeneous(x: Double, y: Double, z: Double) -> (x: Double, y: Double, z: Double, w: Double) {
    (
      x * m11 + y * m21 + z * m31 + m41, x * m12 + y * m22 + z * m32 + m42,
      x * m13 + y * m23 + z * m33 + m43, x * m14 + y * m24 + z * m34 + m44
    )
  }

  /// The map of the plane z = 0 with z dropped after the division by w: the plane map of a flattening layer.
  ///
  /// ```swift
  /// // Turned by 60° about y a layer is half as wide.
  /// let turned = Transform3D.rotation(.pi / 3, x: 0, y: 1, z: 0)
  /// turned.homography.apply(Point(10, 4))  // Point(5, 4), to within 1e-14
  /// ```
  @inlinable public var homography: Homography {
    Homography(m11: m11, m12: m12, m13: m14, m21: m21, m22: m22, m23: m24, m31: m41, m32: m42, m33: m44)
  }

  /// True if all sixteen elements are finite.
  @inlinable public var isFinite: Bool {
    // A product with 0 is NaN for what is not finite.
    let first = m11 * 0 + m12 * 0 + m13 * 0 + m14 * 0 + (m21 * 0 + m22 * 0 + m23 * 0 + m24 * 0)
    let second = m31 * 0 + m32 * 0 + m33 * 0 + m34 * 0 + (m41 * 0 + m42 * 0 + m43 * 0 + m44 * 0)
    return first + second == 0
  }
}
