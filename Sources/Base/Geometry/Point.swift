// SPDX-License-Identifier: MIT
/// A location in a plane, in points (or in unit coordinates where a property says so). x grows to the right, y
/// downward.
///
/// ```swift
/// Point(1, 2) + Point(3, 4) * 2  // Point(7, 10)
/// Point(3, 4).length  // 5
/// ```
@frozen public struct Point: Hashable, Sendable {
  /// The horizontal coordinate, growing to the right.
  public var x: Double
  /// The vertical coordinate, growing downward where layers are not flipped.
  public var y: Double

  /// Creates a point from its coordinates.
  @inlinable public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Creates a point from its coordinates.
  @inlinable public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  /// The origin, (0, 0).
  @inlinable public static var zero: Point { Point(0, 0) }

  @inlinable public static func + (a: Point, b: Point) -> Point { Point(a.x + b.x, a.y + b.y) }
  @inlinable public static func - (a: Point, b: Point) -> Point { Point(a.x - b.x, a.y - b.y) }
  @inlinable public static func * (a: Point, k: Double) -> Point { Point(a.x * k, a.y * k) }
  @inlinable public static func / (a: Point, k: Double) -> Point { Point(a.x / k, a.y / k) }
  @inlinable public static prefix func - (a: Point) -> Point { Point(-a.x, -a.y) }

  /// The Euclidean length of the vector from the origin.
  @inlinable public var length: Double { (x * x + y * y).squareRoot() }
  /// The dot product of two vectors.
  ///
  /// ```swift
  /// Point(1, 2).dot(Point(3, 4))  // 11
  /// ```
  @inlinable public func dot(_ other: Point) -> Double { x * other.x + y * other.y }
  /// The z component of the cross product; positive if `other` lies clockwise of `self` with y down.
  ///
  /// ```swift
  /// Point(1, 0).cross(Point(0, 1))  // 1: down is clockwise of right
  /// ```
  @inlinable public func cross(_ other: Point) -> Double { x * other.y - y * other.x }
  /// True if both coordinates are finite.
  @inlinable public var isFinite: Bool { x.isFinite && y.isFinite }
}
