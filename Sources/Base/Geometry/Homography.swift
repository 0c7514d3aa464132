// SPDX-License-Identifier: MIT
/// A projective map of a plane on row vectors: (x', y', w') = (x, y, 1)·M, then divide by w'.
///
/// ```swift
/// var map = Homography.identity
/// map.m13 = 0.01
/// map.apply(Point(100, 50))  // Point(50, 25): w is 2 there
/// ```
@frozen public struct Homography: Hashable, Sendable {
  /// Row 1, column 1.
  public var m11: Double
  /// Row 1, column 2.
  public var m12: Double
  /// Row 1, column 3.
  public var m13: Double
  /// Row 2, column 1.
  public var m21: Double
  /// Row 2, column 2.
  public var m22: Double
  /// Row 2, column 3.
  public var m23: Double
  /// Row 3, column 1.
  public var m31: Double
  /// Row 3, column 2.
  public var m32: Double
  /// Row 3, column 3.
  public var m33: Double

  /// Creates a map from its nine elements in row order, for row vectors.
  @inlinable public init(
    m11: Double, m12: Double, m13: Double, m21: Double, m22: Double, m23: Double, m31: Double, m32: Double, m33: Double
  ) {
    self.m11 = m11
    self.m12 = m12
    self.m13 = m13
    self.m21 = m21
    self.m22 = m22
    self.m23 = m23
    self.m31 = m31
    self.m32 = m32
    self.m33 = m33
  }

  /// Creates a map from an affine map.
  @inlinable public init(_ t: AffineTransform) {
    self.init(m11: t.a, m12: t.b, m13: 0, m21: t.c, m22: t.d, m23: 0, m31: t.tx, m32: t.ty, m33: 1)
  }

  /// The identity.
  @inlinable public static var identity: Homography { Homography(.identity) }

  /// True if w is the same for all points: the third column is (0, 0, m33) with m33 ≠ 0.
  @inlinable public var isAffine: Bool { m13 == 0 && m23 == 0 && m33 != 0 }

  /// The affine map, divided by m33; nil under perspective.
  ///
  /// ```swift
  /// Homography(.scale(2, 3)).affine  // AffineTransform.scale(2, 3)
  /// var doubled = Homography(.scale(4, 4))
  /// doubled.m33 = 2
  /// doubled.affine  // AffineTransform.scale(2, 2)
  /// ```
  @inlinable public var affine: AffineTransform? {
    guard isAffine else { return nil }
    if m33 == 1 { return AffineTransform(a: m11, b: m12, c: m21, d: m22, tx: m31, ty: m32) }
    let k = 1 / m33
    return AffineTransform(a: m11 * k, b: m12 * k, c: m21 * k, d: m22 * k, tx: m31 * k, ty: m32 * k)
  }

  /// The product `self · other`: `self` is applied first.
  ///
  /// ```swift
  /// Homography(.scale(2, 2)).concat(Homography(.translation(10, 0))).apply(Point(1, 1))  // Point(12, 2)
  /// ```
  @inlinable public func concat(_ o: Homography) -> Homography {
    Homography(
      m11: m11 * o.m11 + m12 * o.m21 + m13 * o.m31, m12: m11 * o.m12 + m12 * o.m22 + m13 * o.m32,
      m13: m11 * o.m13 + m12 * o.m23 + m13 * o.m33, m21: m21 * o.m11 + m22 * o.m21 + m23 * o.m31,
      m22: m21 * o.m12 + m22 * o.m22 + m23 * o.m32, m23: m21 * o.m13 + m22 * o.m23 + m23 * o.m33,
      m31: m31 * o.m11 + m32 * o.m21 + m33 * o.m31, m32: m31 * o.m12 + m32 * o.m22 + m33 * o.m32,
      m33: m31 * o.m13 + m32 * o.m23 + m33 * o.m33)
  }

  /// Returns the homogeneous image of a point, before the division by w.
  @inlinable public func homogeneous(_ p: Point) -> (x: Double, y: Double, w: Double) {
    (p.x * m11 + p.y * m21 + m31, p.x * m12 + p.y * m22 + m32, p.x * m13 + p.y * m23 + m33)
  }

  /// Returns the image of a point; nil if it lies behind the eye or on the horizon (w ≤ 0).
  ///
  /// ```swift
  /// var map = Homography.identity
  /// map.m13 = 0.01
  /// map.apply(Point(-50, 10))  // Point(-100, 20)
  /// map.apply(Point(-100, 10))  // nil: w is 0 there
  /// ```
  @inlinable public func apply(_ p: Point) -> Point? {
    let h = homogeneous(p)
    guard h.w > 0 else { return nil }
    return Point(h.x / h.w, h.y / h.w)
  }

  /// True if this map shows the back of the plane. Wherever the plane is visible, w is positive, and the sign of the
  /// determinant gives the orientation.
  ///
  /// ```swift
  /// Homography(.scale(-1, 1)).facesAway(isFlipped: false)  // true
  /// Homography(.scale(1, -1)).facesAway(isFlipped: true)  // false
  /// ```
  ///
  /// - Parameter isFlipped: true if the map includes an odd number of geometry flips, which do not turn the plane over.
  package func facesAway(isFlipped: Bool) -> Bool { isFlipped ? determinant > 0 : determinant < 0 }

  /// The determinant of the matrix; 0 if the map is singular.
  @inlinable public var determinant: Double {
    m11 * (m22 * m33 - m23 * m32) - m12 * (m21 * m33 - m23 * m31) + m13 * (m21 * m32 - m22 * m31)
  }

  /// The inverse map; nil if the plane is seen edge-on (determinant 0).
  ///
  /// ```swift
  /// var map = Homography.identity
  /// map.m13 = 0.01
  /// map.inverted?.apply(Point(50, 25))  // Point(100, 50)
  /// ```
  @inlinable public var inverted: Homography? {
    let det = determinant
    guard det != 0, det.isFinite else { return nil }
    let k = 1 / det
    guard k.isFinite else { return nil }
    return Homography(
      m11: (m22 * m33 - m23 * m32) * k, m12: (m13 * m32 - m12 * m33) * k, m13: (m12 * m23 - m13 * m22) * k,
      m21: (m23 * m31 - m21 * m33) * k, m22: (m11 * m33 - m13 * m31) * k, m23: (m13 * m21 - m11 * m23) * k,
      m31: (m21 * m32 - m22 * m31) * k, m32: (m12 * m31 - m11 * m32) * k, m33: (m11 * m22 - m12 * m21) * k)
  }

  /// Clips a convex polygon to w > epsilon and maps it; returns an empty array if all of it is behind the eye.
  ///
  /// ```swift
  /// var map = Homography.identity
  /// map.m13 = 0.01
  /// let wide = [Point(-200, 0), Point(100, 0), Point(100, 10), Point(-200, 10)]
  /// // Cut at x = -50, where w is 0.5.
  /// map.applyClipped(wide, epsilon: 0.5)  // [Point(-100, 0), Point(50, 0), Point(50, 5), Point(-100, 20)]
  /// ```
  public func applyClipped(_ polygon: [Point], epsilon: Double = 1e-6) -> [Point] {
    if isAffine, let t = affine, m33 > 0 { return polygon.map { t.apply($0) } }
    var result: [Point] = []
    result.reserveCapacity(polygon.count + 1)
    guard var previous = polygon.last.map({ homogeneous($0) }) else { return [] }
    for p in polygon {
      let h = homogeneous(p)
      if (h.w > epsilon) != (previous.w > epsilon) {
        let t = (epsilon - previous.w) / (h.w - previous.w)
        let x = previous.x + (h.x - previous.x) * t
        let y = previous.y + (h.y - previous.y) * t
        result.append(Point(x / epsilon, y / epsilon))
      }
      if h.w > epsilon { result.append(Point(h.x / h.w, h.y / h.w)) }
      previous = h
    }
    return result
  }

  /// True if all nine elements are finite.
  @inlinable public var isFinite: Bool {
    m11.isFinite && m12.isFinite && m13.isFinite && m21.isFinite && m22.isFinite && m23.isFinite && m31.isFinite
      && m32.isFinite
      && m33.isFinite
  }
}
