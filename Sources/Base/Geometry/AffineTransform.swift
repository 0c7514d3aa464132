// SPDX-License-Identifier: MIT
/// A 2D affine map on row vectors: x' = a·x + c·y + tx, y' = b·x + d·y + ty (elements in Core Graphics' order).
///
/// ```swift
/// let quarterTurn = AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)
/// quarterTurn.apply(Point(1, 0))  // Point(0, 1): clockwise on screen
/// ```
@frozen public struct AffineTransform: Hashable, Sendable {
  /// The x of the image of the vector (1, 0).
  public var a: Double
  /// The y of the image of the vector (1, 0).
  public var b: Double
  /// The x of the image of the vector (0, 1).
  public var c: Double
  /// The y of the image of the vector (0, 1).
  public var d: Double
  /// The translation along x.
  public var tx: Double
  /// The translation along y.
  public var ty: Double

  /// Creates the transform that maps (x, y) to (a·x + c·y + tx, b·x + d·y + ty).
  @inlinable public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// The identity.
  @inlinable public static var identity: AffineTransform { AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0) }
  /// Returns a translation by x and y.
  @inlinable public static func translation(_ x: Double, _ y: Double) -> AffineTransform {
    AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }
  /// Returns a scaling by factors along x and y.
  @inlinable public static func scale(_ x: Double, _ y: Double) -> AffineTransform {
    AffineTransform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  /// True for the identity.
  @inlinable public var isIdentity: Bool { self == .identity }
  /// The determinant: the factor of areas, negative for a mirror image.
  ///
  /// ```swift
  /// AffineTransform.scale(-1, 3).determinant  // -3
  /// ```
  @inlinable public var determinant: Double { a * d - b * c }

  /// Returns the image of a point.
  @inlinable public func apply(_ p: Point) -> Point { Point(a * p.x + c * p.y + tx, b * p.x + d * p.y + ty) }

  /// The product `self · other`: `self` is applied first.
  ///
  /// ```swift
  /// AffineTransform.scale(2, 2).concat(.translation(10, 0)).apply(Point(1, 1))  // Point(12, 2)
  /// AffineTransform.translation(10, 0).concat(.scale(2, 2)).apply(Point(1, 1))  // Point(22, 2)
  /// ```
  @inlinable public func concat(_ o: AffineTransform) -> AffineTransform {
    AffineTransform(
      a: a * o.a + b * o.c, b: a * o.b + b * o.d, c: c * o.a + d * o.c, d: c * o.b + d * o.d,
      tx: tx * o.a + ty * o.c + o.tx, ty: tx * o.b + ty * o.d + o.ty)
  }

  /// The inverse map; nil if the determinant is zero or not finite.
  ///
  /// ```swift
  /// AffineTransform.scale(2, 4).inverted  // AffineTransform.scale(0.5, 0.25)
  /// AffineTransform.scale(0, 1).inverted  // nil
  /// ```
  @inlinable public var inverted: AffineTransform? {
    let det = determinant
    guard det != 0, det.isFinite else { return nil }
    let k = 1 / det
    guard k.isFinite else { return nil }
    return AffineTransform(
      a: d * k, b: -b * k, c: -c * k, d: a * k, tx: (c * ty - d * tx) * k, ty: (b * tx - a * ty) * k)
  }

  /// Returns the bounding box of the four transformed corners.
  ///
  /// ```swift
  /// let quarterTurn = AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)
  /// quarterTurn.boundingBox(of: Rect(0, 0, 4, 2))  // Rect(-2, 0, 2, 4)
  /// ```
  @inlinable public func boundingBox(of r: Rect) -> Rect {
    Rect(around: r.corners.map { apply($0) })
  }

  /// The geometric mean scale, √|det|.
  ///
  /// ```swift
  /// AffineTransform.scale(2, 8).meanScale  // 4
  /// ```
  @inlinable public var meanScale: Double { abs(determinant).squareRoot() }
  /// True if all six numbers are finite.
  @inlinable public var isFinite: Bool {
    a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
  }
}
