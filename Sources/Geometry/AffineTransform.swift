// SPDX-License-Identifier: MIT
/// A 2D affine map on row vectors: x' = a·x + c·y + tx, y' = b·x + d·y + ty (Core Graphics' order of the six numbers).
@frozen public struct AffineTransform: Hashable, Sendable {
  public var a: Double
  public var b: Double
  public var c: Double
  public var d: Double
  public var tx: Double
  public var ty: Double

  @inlinable public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  @inlinable public static var identity: AffineTransform { AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0) }
  @inlinable public static func translation(_ x: Double, _ y: Double) -> AffineTransform {
    AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }
  @inlinable public static func scale(_ x: Double, _ y: Double) -> AffineTransform {
    AffineTransform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  @inlinable public var isIdentity: Bool { self == .identity }
  @inlinable public var determinant: Double { a * d - b * c }

  @inlinable public func apply(_ p: Point) -> Point { Point(a * p.x + c * p.y + tx, b * p.x + d * p.y + ty) }

  /// The product `self · other`: `self` is applied first.
  @inlinable public func concat(_ o: AffineTransform) -> AffineTransform {
    AffineTransform(
      a: a * o.a + b * o.c, b: a * o.b + b * o.d, c: c * o.a + d * o.c, d: c * o.b + d * o.d,
      tx: tx * o.a + ty * o.c + o.tx, ty: tx * o.b + ty * o.d + o.ty)
  }

  /// The inverse map, or nil when the determinant is zero or not finite.
  @inlinable public var inverted: AffineTransform? {
    let det = determinant
    guard det != 0, det.isFinite else { return nil }
    let k = 1 / det
    guard k.isFinite else { return nil }
    return AffineTransform(
      a: d * k, b: -b * k, c: -c * k, d: a * k, tx: (c * ty - d * tx) * k, ty: (b * tx - a * ty) * k)
  }

  /// The box around the four transformed corners.
  @inlinable public func boundingBox(of r: Rect) -> Rect {
    Rect(around: r.corners.map { apply($0) })
  }

  /// The geometric mean scale, √|det|.
  @inlinable public var meanScale: Double { abs(determinant).squareRoot() }
  @inlinable public var isFinite: Bool {
    a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
  }
}
