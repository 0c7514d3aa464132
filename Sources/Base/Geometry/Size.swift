// SPDX-License-Identifier: MIT
/// A width and a height in points. As an offset (`shadowOffset`) either may be negative.
///
/// ```swift
/// Size(10, 2).isEmpty  // false
/// Size(10, -2).isEmpty  // true
/// ```
@frozen public struct Size: Hashable, Sendable {
  /// Width, in points.
  public var width: Double
  /// Height, in points.
  public var height: Double

  /// Creates a size from its width and height, in points.
  @inlinable public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// Creates a size from its width and height, in points.
  @inlinable public init(_ width: Double, _ height: Double) {
    self.width = width
    self.height = height
  }

  /// The empty size, 0 × 0.
  @inlinable public static var zero: Size { Size(0, 0) }
  /// True if the width or the height is not greater than 0.
  @inlinable public var isEmpty: Bool { !(width > 0 && height > 0) }
  /// True if both numbers are finite.
  @inlinable public var isFinite: Bool { width.isFinite && height.isFinite }

  /// Returns the size in whole pixels at `scale` pixels per point. The product is rounded up with a small tolerance, so
  /// that 0.1 × 30 is 3.
  package func pixels(scale: Double) -> Size {
    Size((width * scale - 1e-6).rounded(.up), (height * scale - 1e-6).rounded(.up))
  }
}
