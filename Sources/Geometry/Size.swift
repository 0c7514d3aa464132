// SPDX-License-Identifier: MIT
/// A width and a height in points. As an offset (`shadowOffset`) either may be negative.
///
/// ```swift
/// Size(10, 2).isEmpty  // false
/// Size(10, -2).isEmpty  // true
/// ```
@frozen public struct Size: Hashable, Sendable {
  /// Along x, in points.
  public var width: Double
  /// Along y, in points.
  public var height: Double

  /// A size.
  @inlinable public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// A size of width and height.
  @inlinable public init(_ width: Double, _ height: Double) {
    self.width = width
    self.height = height
  }

  /// No width and no height.
  @inlinable public static var zero: Size { Size(0, 0) }
  /// Whether it has no area.
  @inlinable public var isEmpty: Bool { !(width > 0 && height > 0) }
  /// Whether both numbers are finite.
  @inlinable public var isFinite: Bool { width.isFinite && height.isFinite }

  /// The whole pixels that it takes at so many pixels per point: a hair less than the product is rounded up, so that
  /// 0.1 × 30 is 3.
  package func pixels(scale: Double) -> Size {
    Size((width * scale - 1e-6).rounded(.up), (height * scale - 1e-6).rounded(.up))
  }
}
